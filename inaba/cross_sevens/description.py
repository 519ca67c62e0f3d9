"""A position of Cross Sevens in words, for who cannot see it and for a terminal.

What is told is what whoever looks on may know: a `State` tells all, a `View` only its player's own cards.
Where a player is named, ``name`` says how: a table knows its players' names, a position only their seats.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Final, NamedTuple, assert_never

from inaba.cross_sevens.cards import (
    JOKER,
    RANKS,
    SEVEN,
    SEVENS,
    Action,
    Card,
    Suit,
    format_actions,
    format_cards,
)
from inaba.cross_sevens.field import ROWS, Cell, Field, layout
from inaba.cross_sevens.rules import Rules, format_rules
from inaba.cross_sevens.state import State, View
from inaba.cross_sevens.table import (
    MOST_HELD,
    Claiming,
    Dealing,
    Drawing,
    Exchanging,
    Leaving,
    Mixing,
    Over,
    Overdue,
    Own,
    Placing,
    Returning,
    SevenDrawing,
    Sevens,
    Trading,
    TrumpDrawing,
    Trying,
    Turn,
)
from inaba.cross_sevens.writing import lies_face_down
from inaba.frame.lines import BETWEEN, COLUMNS, wrap
from inaba.words import language, say

Name = Callable[[int], str]
"""What a player is called."""

# Cards ------------------------------------------------------------------------------------------------------


def suit_words(suit: Suit, lang: str) -> str:
    """A suit in words."""
    return say(f"cross_sevens.picture.suit.{suit.letter.lower()}", lang)


def rank_words(rank: int, lang: str) -> str:
    """A rank in words: a number as it is written, the others by name."""
    told = RANKS[rank - 1]
    return told if told.isdigit() else say(f"cross_sevens.picture.rank.{told.lower()}", lang)


def card_words(card: Card, lang: str) -> str:
    """A trump in words.

    Examples
    --------
    >>> from inaba.cross_sevens.cards import parse_card
    >>> [card_words(parse_card(card), "en") for card in ("D7", "HQ", "JK")]
    ['7 of diamonds', 'queen of hearts', 'joker']
    """
    if card == JOKER:
        return say("cross_sevens.picture.joker", lang)
    rank, suit = rank_words(card.rank, lang), suit_words(card.suit, lang)
    return say("cross_sevens.picture.card", lang, rank=rank, suit=suit)


def cards_words(cards: Iterable[Card], lang: str) -> str:
    """Trumps in words, suit by suit; "nothing" for none.

    Examples
    --------
    >>> from inaba.cross_sevens.cards import parse_cards
    >>> cards_words(parse_cards("D9,S2-4,HK,JK"), "en")
    'diamonds 9; spades 2, 3, 4; hearts king; joker'
    """
    told = []
    for suit, group in groupby(sorted(cards), key=lambda card: card.suit):
        if suit is Suit.JOKER:
            told.append(card_words(JOKER, lang))
            continue
        comma = say("cross_sevens.picture.rank_comma", lang)
        ranks = comma.join(rank_words(card.rank, lang) for card in group)
        told.append(say("cross_sevens.picture.of_suit", lang, suit=suit_words(suit, lang), ranks=ranks))
    return say("cross_sevens.picture.suit_comma", lang).join(told) or say("picture.words.nothing", lang)


def action_name(action: Action) -> str:
    """What is printed on an action card, in either language.

    Examples
    --------
    >>> action_name(Action.TRY)
    'TRY'
    """
    return action.name


def actions_words(actions: Iterable[Action], lang: str) -> str:
    """Action cards in words, each kind once with its number; "nothing" for none.

    Examples
    --------
    >>> actions_words([Action.CROSS, Action.CROSS, Action.TRY], "en")
    'CROSS × 2, TRY'
    """
    told = [
        say("cross_sevens.picture.times", lang, action=action_name(action), n=n)
        if n > 1
        else action_name(action)
        for action, n in sorted(Counter(actions).items())
    ]
    return say("picture.words.comma", lang).join(told) or say("picture.words.nothing", lang)


def effect_words(action: Action, rules: Rules, lang: str | None = None) -> str:
    """What an action card does under the options in force, and when it may be used (rule 9).

    Examples
    --------
    >>> effect_words(Action.STOP, Rules(), "en")
    'With laying: closes one free cell beside the trump for good. Only CROSS still gets in.'
    >>> effect_words(Action.STOP, Rules(stop="until_next_turn"), "en")
    'With laying: closes one free cell beside the trump until your next turn. Only CROSS still gets in.'
    """
    lang = language(lang)
    match action:
        case Action.STOP:
            how_long = say(f"cross_sevens.effect.{rules.stop}", lang)
            return say("cross_sevens.effect.stop", lang, how_long=how_long)
        case Action.TRADE:
            return say(f"cross_sevens.effect.trade.{rules.trade}", lang)
        case Action.TRY:
            hit = say(f"cross_sevens.effect.hit.{rules.try_hit}", lang)
            miss = say(f"cross_sevens.effect.miss.{rules.try_miss}", lang)
            return say("cross_sevens.effect.try", lang, hit=hit, miss=miss)
        case _:
            return say(f"cross_sevens.effect.{action}", lang)


_BASIS: Final = {
    Action.MIX: "designer",
    Action.PLUS: "inferred",
    Action.CROSS: "inferred",
    Action.TUNNEL: "inferred",
    Action.STOP: "ours",
    Action.TRADE: "ours",
    Action.TRY: "ours",
}


def basis_words(action: Action, lang: str | None = None) -> str:
    """Where what an action card does is known from: the designer, the other rules, or our choice.

    Examples
    --------
    >>> basis_words(Action.MIX, "en")
    'As the designer has described this card.'
    """
    return say(f"cross_sevens.basis.{_BASIS[action]}", language(lang))


# The field --------------------------------------------------------------------------------------------------


class Lying(NamedTuple):
    """What lies on a cell.

    Attributes
    ----------
    trumps : tuple of Card
        A 7 first, for nothing goes under it; otherwise sorted: a position does not know which of two trumps
        came first.
    joker : Card or None
        The trump that the joker here stands for.
    stop : int or None
        Where a STOP closes the cell: the player whose next turn lifts it, or 0 for good.
    """

    trumps: tuple[Card, ...] = ()
    joker: Card | None = None
    stop: int | None = None


FREE: Final = Lying()


def lying(field: Field) -> dict[Cell, Lying]:
    """What lies on each cell that is not free, in the order of the cells.

    Examples
    --------
    >>> from inaba.cross_sevens.notation import parse
    >>> found = lying(parse("D5/S5/H5 DSHC,D8@b2,S8@c3,S9@b3,JK=H8@d4 - - - - 1 -").field)
    >>> [str(cell) for cell in found]
    ['b1', 'b2', 'b3', 'c2', 'c3', 'd3', 'd4', 'e4']
    """
    trumps: dict[Cell, list[Card]] = {}
    for card, cell in layout(field).where.items():
        trumps.setdefault(cell, []).append(card)
    joker = dict([field.joker]) if field.joker else {}
    stops = dict(field.stops)
    return {
        cell: Lying(
            tuple(sorted(trumps.get(cell, ()), key=lambda card: (card.rank != SEVEN, card))),
            joker.get(cell),
            stops.get(cell),
        )
        for cell in sorted({*trumps, *joker, *stops})
    }


def columns(field: Field, more: Iterable[Cell] = ()) -> range:
    """The columns that show all that lies on the field, with a free one on either side.

    Before all the 7s are down there is room for their diagonal. ``more`` are cells that are shown besides.

    Examples
    --------
    >>> columns(Field()), columns(Field(), [Cell(0, -3)])
    (range(0, 6), range(-4, 6))
    """
    taken = [cell.column for cell in (*layout(field).lying, *more)]
    taken += range(1, len(SEVENS) + 1)
    return range(min(taken) - 1, max(taken) + 2)


def lying_words(here: Lying, lang: str, name: Name | None = None) -> str:
    """What lies on a cell, in words; "free" for nothing."""
    if here.joker:
        return say("cross_sevens.picture.joker_for", lang, card=card_words(here.joker, lang))
    told = [card_words(card, lang) for card in here.trumps]
    if here.stop is not None:
        key = "stop_until" if here.stop else "stop"
        stop = say(f"cross_sevens.picture.{key}", lang, player=_named(here.stop, lang, name))
        return say("cross_sevens.picture.on_stop", lang, stop=stop, card=told[0]) if told else stop
    if len(told) > 1:
        return say("cross_sevens.picture.crossed", lang, first=told[0], second=told[1])
    return told[0] if told else say("cross_sevens.picture.free", lang)


def cell_words(field: Field, cell: Cell, lang: str | None = None, name: Name | None = None) -> str:
    """A cell and what lies on it, in words: for a description or an accessible name.

    Examples
    --------
    >>> from inaba.cross_sevens.notation import parse
    >>> field = parse("D5/S5/H5 DSHC,D8@b2,S8@c3,S9@b3,JK=H8@d4,D9@c2,stop@a2 - - - - 1 -").field
    >>> from inaba.cross_sevens.field import parse_cell
    >>> [cell_words(field, parse_cell(cell), "en") for cell in ("c2", "d4", "a2", "f-1")]
    ... # doctest: +NORMALIZE_WHITESPACE
    ['c2 7 of spades and 9 of diamonds, crosswise', 'd4 joker for the 8 of hearts', 'a2 closed by STOP',
     'f-1 free']
    """
    lang = language(lang)
    what = lying_words(lying(field).get(cell, FREE), lang, name)
    return say("cross_sevens.picture.cell", lang, cell=cell, seen=what)


def field_words(field: Field, lang: str, name: Name | None = None) -> list[str]:
    """The field from its upper row down, a sentence each; rows without anything are told together."""
    found, shown = lying(field), columns(field)
    told = [say("cross_sevens.picture.field", lang, first=shown[0], last=shown[-1])]
    if not field.sevens:
        return [*told, say("cross_sevens.picture.no_sevens", lang)]
    empty = []
    for row in reversed(range(len(ROWS))):
        cells = [
            say("cross_sevens.picture.cell", lang, cell=cell, seen=lying_words(here, lang, name))
            for cell, here in found.items()
            if cell.row == row
        ]
        if cells:
            joined = say("picture.words.semicolon", lang).join(cells)
            told.append(say("cross_sevens.picture.row", lang, row=ROWS[row], cells=joined))
        else:
            empty.append(ROWS[row])
    if empty:
        rows = say("picture.words.comma", lang).join(empty)
        told.append(say("cross_sevens.picture.empty_rows", lang, rows=rows))
    return told


# Players ----------------------------------------------------------------------------------------------------


def player_words(player: int, lang: str) -> str:
    """A player by seat: "Player 1"."""
    return say("cross_sevens.picture.player", lang, player=player)


def _named(player: int, lang: str, name: Name | None) -> str:
    return player_words(player, lang) if name is None else name(player)


def players_words(players: Iterable[int], lang: str, name: Name | None = None) -> str:
    """Players one after another: "Player 1, Player 3"."""
    return say("picture.words.comma", lang).join(_named(player, lang, name) for player in players)


def own(of: State | View, player: int) -> Own | None:
    """What a player holds, if whoever looks on may know; None if not."""
    if isinstance(of, View):
        return of.own if player == of.player else None
    return of.secrets[player - 1]


def last_pass(of: State | View) -> bool:
    """Whether whose turn it is would be eliminated by a pass: three action cards, no trump pile (rule 7)."""
    phase = of.phase
    passes = isinstance(phase, Turn) and not phase.laid
    return passes and of.held[of.turn - 1] >= MOST_HELD and not of.table.pile


def due(of: State | View, lang: str | None = None, name: Name | None = None) -> str:
    """What is awaited now, in a sentence or two; who won, once the game is over.

    Examples
    --------
    >>> from inaba.cross_sevens.notation import parse
    >>> due(parse("D8,D9,S2:plus/S6/H8,JK DSHC - try*2 - - 1 -"), "en")
    "Player 1's turn: lay a trump, or pass."
    """
    lang = language(lang)

    def told(key: str, **data: object) -> str:
        return say(f"cross_sevens.due.{key}", lang, **data)

    def who(player: int) -> str:
        return _named(player, lang, name)

    phase, turn = of.phase, of.turn
    match phase:
        case Dealing():
            return told("deal")
        case Sevens(suit=suit, player=player):
            return told("seven", player=who(player), card=card_words(SEVENS[suit], lang))
        case SevenDrawing(player=player):
            return told("seven_draw", player=who(player))
        case Overdue(suit=suit, player=player):
            late = say("picture.words.comma", lang).join(card_words(c, lang) for c in of.table.overdue(suit))
            return told("overdue", player=who(player), cards=late)
        case Turn(laid=True):
            return told("laid", player=who(turn))
        case Turn(missed=missed):
            said = told("missed" if missed else "turn", player=who(turn))
            return said + BETWEEN[lang] + told("last_pass") if last_pass(of) else said
        case Trying(target=target, card=card):
            return told("trying", player=who(turn), target=who(target), card=card_words(card, lang))
        case Placing(target=target, card=card):
            return told("placing", player=who(turn), target=who(target), card=card_words(card, lang))
        case Trading(target=target):
            if of.rules.trade == "blind":
                return told("trading_blind", player=who(turn), target=who(target))
            players = players_words(of.to_act(), lang, name)
            return told("trading", player=who(turn), target=who(target), players=players)
        case Exchanging(target=target):
            taker = who(of.table.receiver())
            return told("exchanging", player=who(turn), target=who(target), taker=taker)
        case Claiming(player=player):
            assert of.field.joker is not None
            return told("claiming", player=who(player), card=card_words(of.field.joker[1], lang))
        case TrumpDrawing():
            return told("trump", player=who(turn))
        case Drawing(due=n):
            return told("action", player=who(turn), n=n)
        case Mixing():
            return told("mixing", players=players_words(of.to_act(), lang, name))
        case Returning():
            return told("returning", player=who(of.table.receiver()))
        case Leaving(player=player):
            return told("leaving", player=who(player))
        case Over():
            return outcome(of, lang, name)
        case _ as never:
            assert_never(never)


def outcome(of: State | View, lang: str, name: Name | None = None) -> str:
    """How a game that is over ended (rule 12), with the ranks where whoever looks on knows who has the
    joker.

    Examples
    --------
    >>> from inaba.cross_sevens.notation import parse
    >>> outcome(parse("-/S9,JK/H9/HA/- DSHC DA - - 1,x5 1 - over"), "en").split("! ")[1]
    'Ranks are 1: Player 1; 2: Player 3, Player 4; 4: Player 2; 5: Player 5.'
    """
    key, winner = ("finished", of.finished[0]) if of.finished else ("survived", of.table.remaining()[0])
    told = say(f"cross_sevens.over.{key}", lang, player=_named(winner, lang, name))
    if isinstance(of, View):
        return told
    ranks = of.ranks()
    assert ranks is not None
    semicolon = say("picture.words.semicolon", lang)
    told_ranks = [
        say("cross_sevens.over.rank", lang, rank=rank, players=players_words(_at(ranks, rank), lang, name))
        for rank in sorted({*ranks})
    ]
    return told + BETWEEN[lang] + say("cross_sevens.over.ranks", lang, ranks=semicolon.join(told_ranks))


def _at(ranks: tuple[int, ...], rank: int) -> list[int]:
    return [player for player, his in enumerate(ranks, 1) if his == rank]


def trumps_count(n: int, lang: str) -> str:
    """How many trumps: "3 trumps"."""
    return say("cross_sevens.picture.count.trumps", lang, n=n)


def actions_count(n: int, lang: str) -> str:
    """How many action cards: "1 action card"."""
    return say("cross_sevens.picture.count.actions", lang, n=n)


def counts_words(of: State | View, player: int, lang: str) -> str:
    """How many trumps and action cards a player has: "3 trumps, 1 action card"."""
    trumps = trumps_count(of.sizes[player - 1], lang)
    actions = actions_count(of.held[player - 1], lang)
    return say("cross_sevens.picture.counts", lang, trumps=trumps, actions=actions)


def place_words(of: State | View, player: int, lang: str, name: Name | None = None) -> str:
    """How a player left the game: finished and in which place, or eliminated; nothing while still in."""
    who = _named(player, lang, name)
    if player in of.finished:
        return say("cross_sevens.picture.finished", lang, player=who, n=of.finished.index(player) + 1)
    return say("cross_sevens.picture.eliminated", lang, player=who) if player in of.eliminated else ""


def hand_words(of: State | View, player: int, lang: str, name: Name | None = None) -> str:
    """A player's trumps and action cards in a sentence or two: which they are, or how many."""
    who, known = _named(player, lang, name), own(of, player)
    told = []
    if left := place_words(of, player, lang, name):
        told.append(left)
    size, held = of.sizes[player - 1], of.held[player - 1]
    if size or held or not left:
        trumps, actions = trumps_count(size, lang), actions_count(held, lang)
        if known and size:
            cards = cards_words(known.hand, lang)
            trumps = say("cross_sevens.picture.counted", lang, count=trumps, cards=cards)
        if known and held:
            cards = actions_words(known.actions, lang)
            actions = say("cross_sevens.picture.counted", lang, count=actions, cards=cards)
        told.append(say("cross_sevens.picture.hand", lang, player=who, trumps=trumps, actions=actions))
    if lies_face_down(of.table, player):
        if known is None or known.given is None:
            if not isinstance(of.phase, Returning):
                told.append(say("cross_sevens.picture.down", lang, player=who))
        else:
            key = "put_in" if isinstance(of.phase, Returning) else "down_known"
            card = card_words(known.given, lang)
            told.append(say(f"cross_sevens.picture.{key}", lang, player=who, card=card))
    return BETWEEN[lang].join(told)


def piles_words(of: State | View, lang: str) -> list[str]:
    """The piles, and what was put down, a sentence each; who sees all is told what the piles hold."""
    table = of.table
    n, m = table.pile, table.action_pile
    told = []
    if not n:
        told.append(say("cross_sevens.picture.no_pile", lang))
    elif isinstance(of, State):
        told.append(say("cross_sevens.picture.pile_known", lang, n=n, cards=cards_words(of.pile, lang)))
    else:
        told.append(say("cross_sevens.picture.pile", lang, n=n))
    if isinstance(of, State) and m:
        cards = actions_words(of.action_pile, lang)
        told.append(say("cross_sevens.picture.action_pile_known", lang, n=m, cards=cards))
    else:
        told.append(say("cross_sevens.picture.action_pile", lang, n=m))
    for key, actions in (("discards", table.discards), ("removed", table.removed), ("used", table.used)):
        if actions:
            told.append(say(f"cross_sevens.picture.{key}", lang, cards=actions_words(actions, lang)))
    if isinstance(table.phase, Returning):
        told.append(say("cross_sevens.picture.shuffled", lang, n=table.face_down))
    return told


# Whole positions --------------------------------------------------------------------------------------------


def describe(of: State | View, lang: str | None = None) -> str:
    """A position in words for who cannot see it.

    How many play and by which options, what is awaited, the field row by row, each player's cards as far as
    they may be known, the piles, and to a player which trumps he does not see.

    Examples
    --------
    >>> from inaba.cross_sevens.notation import parse
    >>> view = parse("D8,D9,S2:plus/S6/H8,JK DSHC - try*2 - - 1 -").view(1)
    >>> print(describe(view, "en"))  # doctest: +NORMALIZE_WHITESPACE
    Cross Sevens, 3 players. As player 1 sees it. Player 1's turn: lay a trump, or pass. The field has
    the rows a, the lowest, to f, and is shown from column 0 to 5. Row e: e4 7 of clubs. Row d: d3 7 of
    hearts. Row c: c2 7 of spades. Row b: b1 7 of diamonds. Nothing lies in f, a. Player 1: 3 trumps
    (diamonds 8, 9; spades 2), 1 action card (PLUS). Player 2: 1 trump, 0 action cards. Player 3: 2
    trumps, 0 action cards. There is no trump pile. Action pile: 2 cards. 3 trumps are unseen: spades 6;
    hearts 8; joker.
    """
    lang = language(lang)
    told = [say("cross_sevens.picture.title", lang, n=of.players)]
    if options := format_rules(of.rules):
        told.append(say("cross_sevens.picture.rules", lang, rules=options))
    if isinstance(of, View):
        key = "picture.words.seen_by" if of.player else "picture.words.onlooker"
        told.append(say(key, lang, player=of.player))
    told += [due(of, lang), *field_words(of.field, lang)]
    told += [hand_words(of, player, lang) for player in range(1, of.players + 1)]
    told += piles_words(of, lang)
    if isinstance(of, View) and of.unseen:
        unseen = cards_words(of.unseen, lang)
        told.append(say("cross_sevens.picture.unseen", lang, n=len(of.unseen), cards=unseen))
    return BETWEEN[lang].join(told)


def text(of: State | View, lang: str | None = None, unicode: bool = True) -> str:
    """The table for a terminal, at most 79 columns wide.

    A cell on which two lie shows the second below the first; ``=D9`` is the joker that stands for the D9,
    and ``stop`` a closed cell. A field that is wider than the terminal goes on below.

    Parameters
    ----------
    of : State or View
    lang : str, optional
    unicode : bool
        False writes ASCII alone, and so in English.

    Examples
    --------
    >>> from inaba.cross_sevens.notation import parse
    >>> state = parse("D10,JK:plus/S6/H8 DSHC,D8@b2,S8@c3,D9@c2,stop@a2 - try*2 - - 1 -")
    >>> print(text(state, unicode=False))
         0    1    2    3    4    5
    f    .    .    .    .    .    .
    e    .    .    .    .    C7   .
    d    .    .    .    H7   .    .
    c    .    .    S7   S8   .    .
                   D9
    b    .    D7   D8   .    .    .
    a    .    .    stop .    .    .
    > 1: D10 JK + plus
      2: S6
      3: H8
    Trump pile: 0   Action pile: 2 (try*2)
    Player 1's turn: lay a trump, or pass.
    """
    lang = language(lang) if unicode else "en"
    lines = _grid(of.field, "·" if unicode else ".")
    if of.field.joker:
        lines += wrap(say("cross_sevens.text.joker", lang, card=of.field.joker[1]), COLUMNS)
    arrow = "▶" if unicode else ">"
    for player in range(1, of.players + 1):
        mark = arrow if player == of.turn and not isinstance(of.phase, Over) else " "
        first, *rest = wrap(_hand(of, player, lang), COLUMNS - 5)
        lines += [f"{mark} {player}: {first}", *(f"     {line}" for line in rest)]
    piles = []
    for key, n, known in (
        ("pile", of.table.pile, format_cards(of.pile) if isinstance(of, State) else "-"),
        (
            "action_pile",
            of.table.action_pile,
            format_actions(of.action_pile) if isinstance(of, State) else "-",
        ),
    ):
        told = say(f"cross_sevens.text.{key}", lang, n=n)
        piles.append(told if known == "-" else f"{told} ({known.replace(',', ' ')})")
    for key, actions in (("discards", of.discards), ("removed", of.table.removed), ("used", of.used)):
        if actions:
            cards = format_actions(actions).replace(",", " ")
            piles.append(say(f"cross_sevens.text.{key}", lang, cards=cards))
    lines += wrap("   ".join(piles), COLUMNS)
    if isinstance(of, View) and of.unseen:
        unseen = format_cards(of.unseen).replace(",", " ")
        lines += wrap(say("cross_sevens.text.unseen", lang, cards=unseen), COLUMNS)
    if options := format_rules(of.rules):
        lines += wrap(say("cross_sevens.picture.rules", lang, rules=options.replace(",", ", ")), COLUMNS)
    lines += wrap(due(of, lang), COLUMNS)
    return "\n".join(lines)


def _grid(field: Field, free: str) -> list[str]:
    """The field as lines of equally wide cells, in as many parts as its width needs."""
    stacks = {cell: _stack(here) for cell, here in lying(field).items()}
    across = max(5, 1 + max((len(told) for stack in stacks.values() for told in stack), default=0))
    fit = (COLUMNS - 5) // across
    shown = columns(field)
    lines = []
    for at in range(0, len(shown), fit):
        part = shown[at : at + fit]
        lines.append("     " + "".join(str(column).ljust(across) for column in part))
        for row in reversed(range(len(ROWS))):
            here = [stacks.get(Cell(row, column), [free]) for column in part]
            for level in range(max(map(len, here))):
                cells = "".join((one[level] if level < len(one) else "").ljust(across) for one in here)
                lines.append(f"{'' if level else ROWS[row]:5}{cells}")
    return [line.rstrip() for line in lines]


def _stack(here: Lying) -> list[str]:
    """What lies on a cell, one below the other."""
    stop = [] if here.stop is None else [f"{Action.STOP}{here.stop or ''}"]
    joker = [f"={here.joker}"] if here.joker else []
    return [*stop, *joker, *map(str, here.trumps)]


def _hand(of: State | View, player: int, lang: str) -> str:
    """A player's cards on a line: the trumps, then a plus sign and the action cards; or how many."""
    known, size, held = own(of, player), of.sizes[player - 1], of.held[player - 1]
    parts = []
    if player in of.finished:
        parts.append(say("cross_sevens.text.finished", lang, n=of.finished.index(player) + 1))
    elif player in of.eliminated:
        parts.append(say("cross_sevens.text.eliminated", lang))
    if known is None and (size or held or not parts):
        parts.append(counts_words(of, player, lang))
    elif known is not None and (size or held):
        actions_told = f" + {format_actions(known.actions).replace(',', ' ')}" if held else ""
        parts.append(" ".join(map(str, known.hand)) + actions_told)
    if lies_face_down(of.table, player) and not (known is None and isinstance(of.phase, Returning)):
        key = "put_in" if isinstance(of.phase, Returning) else "down"
        given = known.given if known is not None else None
        parts.append(say(f"cross_sevens.text.{key}", lang, card=given or "??"))
    return "   ".join(part.strip() for part in parts) or "-"
