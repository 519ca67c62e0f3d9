"""A position of River in words, and as a board of letters for a terminal.

What is told is what whoever looks on may know: a `State` tells all, a `View` only its player's own secrets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from inaba.frame.lines import BETWEEN, COLUMNS, wide, wrap
from inaba.river.board import GOAL, START, Square
from inaba.river.cards import Card, Kind
from inaba.river.draft import NOTHING, Dealing, Picking, Placing
from inaba.river.state import Fight, Looking, Peeking, Riding, State, TurningUp, View
from inaba.words import language, say

ANIMALS: Final = {
    Kind.SHARK: "shark",
    Kind.DOLPHIN: "dolphin",
    Kind.ORCA: "orca",
    Kind.SQUID: "squid",
    Kind.WHALE: "whale",
}
"""Each kind's name in the words and among the drawings."""


def known_card(of: State | View, square: Square) -> Card | None:
    """The face-down card on a square, if whoever looks on knows it."""
    by = of.spot(square).by
    if by <= 0:
        return None
    if isinstance(of, View):
        return of.own.at(square) if by == of.player else None
    return of.secrets[by - 1].at(square) if of.secrets else None


def held(of: State | View, player: int) -> tuple[list[Card | None], list[Card | None]]:
    """A player's hand and kept cards in a draft, None for each that is not shown."""
    phase = of.phase
    assert isinstance(phase, Dealing | Picking | Placing)
    if isinstance(of, View):
        own = of.own if player == of.player else NOTHING
    else:
        own = of.secrets[player - 1] if of.secrets else NOTHING
    hand: list[Card | None] = [*own.hand] or [None] * phase.hands[player - 1]
    kept: list[Card | None] = [*own.kept] or [None] * phase.kept[player - 1]
    return hand, kept


def card_words(card: Card | None, lang: str) -> str:
    if card is None:
        return "?"
    if card.kind is Kind.SHARK:
        return say("picture.card.numbered", lang, hit_points=card.hit_points)
    return say(f"picture.card.{ANIMALS[card.kind]}", lang)


def cards_words(cards: Sequence[Card | None], lang: str) -> str:
    """Cards in words, each kind once with how many; those not shown as a number."""
    if not cards:
        return say("picture.words.nothing", lang)
    known = Counter(card for card in cards if card is not None)
    said = [
        name if count == 1 else say("picture.words.times", lang, card=name, n=count)
        for name, count in ((card_words(card, lang), known[card]) for card in sorted(known))
    ]
    if hidden := sum(card is None for card in cards):
        said.append(say("picture.words.hidden", lang, n=hidden))
    return say("picture.words.comma", lang).join(said)


def square_words(of: State | View, square: Square, lang: str | None = None) -> str:
    """What a square shows, in words, with the rabbit on it: for a description or an accessible name.

    Examples
    --------
    >>> from inaba import river
    >>> square_words(river.parse("5-3,W a1,- 1 - - fight:1"), "a1", "en")
    'a1 shark, 2 of 5 left, rabbit 1'
    """
    lang = language(lang)
    spot = of.spot(square)
    if spot.card is None:
        known = known_card(of, square)
        if known is not None:
            what = say("picture.words.known", lang, player=spot.by, card=card_words(known, lang))
        elif spot.by > 0:
            what = say("picture.words.laid", lang, player=spot.by)
        else:
            what = say("picture.words.face_down" if spot.face_down else "picture.words.empty", lang)
    elif spot.card.kind is not Kind.SHARK:
        what = card_words(spot.card, lang)
    else:
        form = "beaten" if spot.beaten else "shark" if spot.damage else "whole"
        what = say(f"picture.words.{form}", lang, left=spot.left, hit_points=spot.card.hit_points)
    if on := of.occupant(square):
        what = say("picture.words.with_rabbit", lang, seen=what, rabbit=on)
    return say("picture.words.square", lang, square=square, seen=what)


def due(of: State | View, lang: str | None = None) -> str:
    """What is awaited now, in a sentence or two; who won, once the game is over.

    Examples
    --------
    >>> from inaba import river
    >>> due(river.start(), "en")
    "Player 1's turn. Choose a rabbit and move it."
    """
    lang = language(lang)
    turn, what = turn_and_due(of, lang)
    return f"{turn}{say('picture.words.stop', lang)}{what}" if turn else what


def turn_and_due(of: State | View, lang: str) -> tuple[str, str]:
    """Whose turn it is, and what is awaited; nobody's once the game is over or all are to choose."""
    if GOAL in of.rabbits:
        return "", say("picture.over", lang, rabbit=of.rabbits.index(GOAL) + 1)
    turn = say("picture.turn", lang, player=of.turn)
    comma = say("picture.words.comma", lang)
    match of.phase:
        case Fight(rabbit=rabbit):
            square = of.rabbits[rabbit - 1]
            left = of.spot(square).left
            return turn, say("picture.due.fight", lang, square=square, rabbit=rabbit, left=left)
        case Riding(rabbit=rabbit, landed=landed):
            animal = card_words(of.spot(landed[-1]).card, lang)
            places = [place_words(to, lang) for to in of.table.rides(landed)]
            if len(places) == 1:
                return turn, say("picture.due.ride_one", lang, card=animal, rabbit=rabbit, square=places[0])
            squares = comma.join(places)
            return turn, say("picture.due.ride", lang, card=animal, rabbit=rabbit, squares=squares)
        case Peeking():
            return turn, say("picture.due.peek", lang)
        case TurningUp(landed=landed):
            return turn, say("picture.due.up", lang, square=landed[-1])
        case Looking(at=at):
            return turn, say("picture.due.up", lang, square=at)
        case Dealing():
            return "", say("picture.due.deal", lang)
        case Picking():
            return "", say("picture.due.pick", lang, players=comma.join(map(str, of.to_act())))
        case Placing():
            return turn, say("picture.due.place", lang)
        case _:
            return turn, say("picture.due.choose" if of.table.movable() else "picture.due.pass", lang)


def place_words(square: Square, lang: str) -> str:
    if square == START:
        return say("picture.words.start", lang)
    return say("picture.words.goal", lang) if square == GOAL else square


def describe(of: State | View, lang: str | None = None) -> str:
    """A position in words for who cannot see it.

    How large the river is, whose turn, what is awaited, where each rabbit is, every square from the goal side
    down, in a draft the hands, and which cards are unseen.

    Examples
    --------
    >>> from inaba import river
    >>> print(describe(river.parse("9-4,W -,b1 2 1 -"), "en"))  # doctest: +NORMALIZE_WHITESPACE
    River of 2 by 1, 2 players. Player 2's turn. Choose a rabbit and move it. Rabbit 1 at Start, resting this
    turn. Rabbit 2 on b1. Row 1, next to the goal: a1 shark, 5 of 9 left; b1 whale, rabbit 2. No card is
    unseen.
    """
    lang = language(lang)
    told = [
        say("picture.words.title", lang, columns=of.board.columns, rows=of.board.rows, players=of.players)
    ]
    if isinstance(of, View):
        key = "seen_by" if of.player else "onlooker"
        told.append(say(f"picture.words.{key}", lang, player=of.player))
    told.append(due(of, lang))
    for number, square in enumerate(of.rabbits, 1):
        if square == START:
            place = say(f"picture.words.{'rests' if number in of.resting else 'at_start'}", lang)
        elif square == GOAL:
            place = say("picture.words.in_goal", lang)
        else:
            place = say("picture.words.on", lang, square=square)
        told.append(say("picture.words.rabbit", lang, rabbit=number, place=place))
    for row in range(of.board.rows, 0, -1):
        key = "last_row" if row == of.board.rows else "row"
        squares = say("picture.words.semicolon", lang).join(
            square_words(of, square, lang) for square in of.board.squares if int(square[1]) == row
        )
        told.append(say(f"picture.words.{key}", lang, row=row, squares=squares))
    if isinstance(of.phase, Dealing | Picking | Placing):
        for player in range(1, of.players + 1):
            hand, kept = (cards_words(cards, lang) for cards in held(of, player))
            told.append(say("picture.words.hand", lang, player=player, hand=hand, kept=kept))
    if of.unseen:
        cards = cards_words(of.unseen, lang)
        told.append(say("picture.words.unseen", lang, n=len(of.unseen), cards=cards))
    else:
        told.append(say("picture.words.none_unseen", lang))
    return BETWEEN[lang].join(told)


def text(of: State | View, lang: str | None = None, unicode: bool = True) -> str:
    """The board for a terminal, at most 79 columns wide.

    Hit points are written as left/all; a full-width letter counts as two columns.

    Parameters
    ----------
    of : State or View
    lang : str, optional
    unicode : bool
        False draws with ASCII alone, and so in English.

    Examples
    --------
    >>> from inaba import river
    >>> position = river.start(2, deck=river.parse_deck("9,W"), columns=2, rows=1)
    >>> print(text(position, unicode=False))
    GOAL
    +------------+------------+
    |a1          |b1          |
    |     ?      |     ?      |
    |            |            |
    +------------+------------+
    START: rabbit 1, rabbit 2
    Player 1's turn. Choose a rabbit and move it.
    Unseen: 9, W
    """
    lang = language(lang) if unicode else "en"
    columns, rows = of.board.columns, of.board.rows
    # Room for the longest name, with its letter, where the columns leave it.
    longest = 2 + wide(say("picture.text.squid", lang))
    cell = min(max(12, longest), COLUMNS // columns - 1)
    corners = ("┌┬┐", "├┼┤", "└┴┘") if unicode else ("+++",) * 3
    comma = say("picture.words.comma", lang)
    flat, upright = ("─", "│") if unicode else ("-", "|")

    def border(corner: str) -> str:
        return corner[0] + corner[1].join([flat * cell] * columns) + corner[2]

    def at_bank(square: Square) -> str:
        named = []
        for number, where in enumerate(of.rabbits, 1):
            if where == square:
                key = "resting" if number in of.resting else "rabbit"
                named.append(say(f"picture.text.{key}", lang, rabbit=number))
        bank = say("picture.goal" if square == GOAL else "picture.start", lang)
        return say("picture.text.bank", lang, bank=bank, rabbits=comma.join(named)) if named else bank

    lines = [at_bank(GOAL), border(corners[0])]
    for row in range(rows, 0, -1):
        squares = [square for square in of.board.squares if int(square[1]) == row]
        for cells in zip(*(_cell(of, square, lang, cell) for square in squares), strict=True):
            lines.append(upright + upright.join(cells) + upright)
        lines.append(border(corners[1] if row > 1 else corners[2]))
    lines.append(at_bank(START))
    lines += wrap(due(of, lang), COLUMNS)
    if isinstance(of.phase, Dealing | Picking | Placing):
        for player in range(1, of.players + 1):
            hand, kept = (comma.join(str(card or "?") for card in cards) or "-" for cards in held(of, player))
            lines += wrap(say("picture.words.hand", lang, player=player, hand=hand, kept=kept), COLUMNS)
    if of.unseen:
        lines += wrap(say("picture.text.unseen", lang, cards=comma.join(map(str, of.unseen))), COLUMNS)
    return "\n".join(lines)


def _cell(of: State | View, square: Square, lang: str, cell: int) -> tuple[str, str, str]:
    """The three lines of a square, filled up to the width of a cell."""
    spot = of.spot(square)
    if spot.card is None:
        what = spot.shown(known_card(of, square))
        if not spot.face_down:
            what = ""
    elif spot.beaten:
        told = f"{spot.card} {say('picture.beaten', lang)}"
        what = told if wide(told) <= cell else str(spot)
    elif spot.card.kind is Kind.SHARK:
        what = f"{spot.left}/{spot.card.hit_points}" if spot.damage else str(spot.card)
    else:
        squid = spot.card.kind is Kind.SQUID
        names = [say("picture.text.squid" if squid else f"picture.card.{ANIMALS[spot.card.kind]}", lang)]
        names += [say("picture.text.squid_short", lang)] if squid else []
        fitting = (told for name in names if wide(told := f"{spot.card} {name}") <= cell)
        what = next(fitting, names[-1])
    number = of.occupant(square)
    rabbit = say("picture.text.rabbit", lang, rabbit=number) if number else ""

    def middle(said: str) -> str:
        room = cell - wide(said)
        return " " * (room // 2) + said + " " * (room - room // 2)

    return square.ljust(cell), middle(what), middle(rabbit)
