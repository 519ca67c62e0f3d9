"""A position of Same One in words, for who cannot see it and for a terminal.

What is told is what whoever looks on may know: a `State` tells all, a `View` only its player's own cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import assert_never

from inaba.frame.lines import BETWEEN, COLUMNS, wrap
from inaba.same_one.cards import Card, fitting, format_cards
from inaba.same_one.state import State, View
from inaba.same_one.table import (
    Asking,
    Dealing,
    Drawing,
    Drawn,
    Over,
    Own,
    Penalty,
    Phase,
    Placing,
    Racing,
    Table,
    Turn,
)
from inaba.words import language, say


def card_words(card: Card, lang: str) -> str:
    """A card in words: its colour and number, and the animal on it.

    Examples
    --------
    >>> from inaba.same_one.cards import parse_card
    >>> [card_words(parse_card(card), "en") for card in ("g7", "b14", "y1")]
    ['green 7', 'blue 14 (shark)', 'yellow 1 (dog)']
    """
    colour = say(f"same_one.picture.colour.{card.colour.letter}", lang)
    kind = "shark" if card.shark else "dog" if card.dog else "card"
    return say(f"same_one.picture.card.{kind}", lang, colour=colour, number=card.number)


def set_words(cards: Sequence[Card], lang: str) -> str:
    """The cards of a set in words, in the order in which they are laid; at least one.

    Examples
    --------
    >>> from inaba.same_one.cards import parse_card
    >>> [set_words([*map(parse_card, ("g7", "b7"))], lang) for lang in ("en", "ja")]
    ['green 7 and blue 7', '緑 7 と青 7']
    """
    told, *more = (card_words(card, lang) for card in cards)
    for one in more:
        told = say("same_one.scene.and", lang, before=told, next=one)
    return told


def cards_words(cards: Iterable[Card], lang: str) -> str:
    """Cards in words, one after another; "nothing" for none."""
    told = say("picture.words.comma", lang).join(card_words(card, lang) for card in cards)
    return told or say("picture.words.nothing", lang)


def players_words(players: Iterable[int], lang: str) -> str:
    """Players in words: "player 1, player 3"."""
    told = (say("same_one.picture.player", lang, player=player) for player in players)
    return say("picture.words.comma", lang).join(told)


def own(of: State | View, player: int) -> Own | None:
    """What a player holds, if whoever looks on may know; None if not."""
    if isinstance(of, View):
        return of.own if player == of.player else None
    return of.secrets[player - 1]


def resting_phase(phase: Phase) -> Phase:
    """The phase that goes on once a foul has been paid for; any other is itself."""
    return phase.then if isinstance(phase, Penalty | Placing) else phase


def window(table: Table) -> str:
    """Whether Same One can be called now (rule 11).

    Returns
    -------
    str
        ``"open"`` to all but the player of the centre card; ``"turn"`` to whose turn it is alone, the others
        having been asked; ``"drawn"`` to him alone, and with the card alone that he has drawn or draws now;
        ``"closed"`` where nobody can: no card lies in the centre, or calls have been made.

    Examples
    --------
    >>> from inaba.same_one.notation import parse
    >>> window(parse("g3/b5/y1 g7:3 - - 1 0 ask").table), window(parse("g3/b5/y1 - - - 1 0").table)
    ('open', 'closed')
    """
    phase = resting_phase(table.phase)
    if table.centre is None:
        return "closed"
    match phase:
        case Asking():
            return "open"
        case Turn():
            return "turn"
        case Drawing() | Drawn():
            return "drawn"
        case _:
            return "closed"


def window_words(of: State | View, lang: str, name: Callable[[int], str] | None = None) -> str:
    """Whether Same One can be called, in a sentence; ``name`` says what a player is called."""
    kind = window(of.table)
    number = of.centre.number if of.centre else 0
    who = players_words([of.turn], lang) if name is None else name(of.turn)
    return say(f"same_one.picture.window.{kind}", lang, number=number, player=who)


def due(of: State | View, lang: str | None = None) -> str:
    """What is awaited now, in a sentence or two; who won, once the game is over.

    Examples
    --------
    >>> from inaba.same_one.notation import parse
    >>> due(parse("g3,g9/b5,y9/y1,y2 g7:3 g12 b2,y30 1 0"), "en")
    "Player 1's turn: follow g7 with g8-30, draw, or with a 7 call Same One."
    """
    lang = language(lang)

    def told(key: str, **data: object) -> str:
        return say(f"same_one.picture.due.{key}", lang, **data)

    phase = of.phase
    match phase:
        case Dealing():
            return told("deal")
        case Turn() if of.centre is None:
            return told("lead", player=of.turn)
        case Turn():
            assert of.centre is not None
            return told(
                "follow",
                player=of.turn,
                centre=of.centre,
                cards=fitting(of.centre),
                number=of.centre.number,
            )
        case Drawing():
            return told("draw", player=of.turn)
        case Drawn():
            return told("drawn", player=of.turn)
        case Asking():
            assert of.centre is not None
            asked = players_words(of.to_act(), lang)
            return told("ask", players=asked, number=of.centre.number)
        case Racing(calls=calls):
            callers = players_words((player for player, _ in calls), lang)
            return told("race" if len(calls) > 1 else "called", players=callers)
        case Penalty(player=player):
            return told("foul", player=player)
        case Placing(player=player):
            return told("put", player=player)
        case Over():
            return _outcome(of, phase, lang)
        case _ as never:
            assert_never(never)


def _outcome(of: State | View, phase: Over, lang: str) -> str:
    out = [player for player, size in enumerate(of.sizes, 1) if not size]
    if not out:
        return say("same_one.picture.over.nobody", lang)
    if of.rules.play_on:
        return say("same_one.picture.over.loser", lang, player=of.table.holders()[0])
    return say(f"same_one.picture.over.{'wonderful' if phase.wonderful else 'won'}", lang, player=out[0])


def hand_words(of: State | View, player: int, lang: str) -> str:
    """A player's hand in a sentence: its cards, or how many they are."""
    size = of.sizes[player - 1]
    known = own(of, player)
    if not size:
        return say("same_one.picture.hand.out", lang, player=player)
    if known is None:
        return say("same_one.picture.hand.hidden", lang, player=player, n=size)
    cards = cards_words(known.hand, lang)
    told = say("same_one.picture.hand.known", lang, player=player, n=size, cards=cards)
    if known.drawn:
        drawn = cards_words(known.drawn, lang)
        told += BETWEEN[lang] + say("same_one.picture.hand.drawn", lang, cards=drawn)
    return told


def table_words(of: State | View, lang: str) -> list[str]:
    """The centre, the call, the piles and the passes, a sentence each."""
    told = [
        say("same_one.picture.centre.none", lang)
        if of.centre is None
        else say("same_one.picture.centre.card", lang, card=card_words(of.centre, lang), player=of.last)
    ]
    if not isinstance(of.phase, Over | Dealing):
        told.append(window_words(of, lang))
    told.append(say("same_one.picture.pile", lang, n=of.table.pile))
    told.append(say("same_one.picture.aside", lang, n=len(of.aside)))
    if of.passes:
        told.append(say("same_one.picture.passes", lang, n=of.passes))
    return told


def describe(of: State | View, lang: str | None = None) -> str:
    """A position in words for who cannot see it.

    How many play, what is awaited, the centre card and whether Same One can be called, the piles, and each
    player's hand as far as it may be known.

    Examples
    --------
    >>> from inaba.same_one.notation import parse
    >>> view = parse("g3,g9/b5,y9/y1,y2 g7:3 g12 b2,y30 1 0").view(1)
    >>> print(describe(view, "en"))  # doctest: +NORMALIZE_WHITESPACE
    Same One, 3 players. As player 1 sees it. Player 1's turn: follow g7 with g8-30, draw, or with a 7
    call Same One. In the centre: green 7, played by player 3. Only player 1 can still call Same One now.
    Draw pile: 2 cards. Put aside: 1 card. Player 1 holds 2 cards: green 3, green 9. Player 2 holds 2 cards.
    Player 3 holds 2 cards.
    """
    lang = language(lang)
    told = [say("same_one.picture.title", lang, n=of.players)]
    if isinstance(of, View):
        key = "picture.words.seen_by" if of.player else "picture.words.onlooker"
        told.append(say(key, lang, player=of.player))
    told += [due(of, lang), *table_words(of, lang)]
    told += [hand_words(of, player, lang) for player in range(1, of.players + 1)]
    return BETWEEN[lang].join(told)


def text(of: State | View, lang: str | None = None, unicode: bool = True) -> str:
    """The table for a terminal, at most 79 columns wide.

    Parameters
    ----------
    of : State or View
    lang : str, optional
    unicode : bool
        False writes ASCII alone, and so in English.

    Examples
    --------
    >>> from inaba.same_one.notation import parse
    >>> print(text(parse("g3,g9/b5,y9/y1,y2 g7:3 g12 b2,y30 1 0"), unicode=False))
    Centre: g7 (player 3)
    Only player 1 can still call Same One now.
    Draw pile: 2 cards.
    Put aside: 1 card.
    > 1: g3 g9
      2: b5 y9
      3: y1 y2
    Cards put aside: g12
    Player 1's turn: follow g7 with g8-30, draw, or with a 7 call Same One.
    """
    lang = language(lang) if unicode else "en"
    if of.centre is None:
        lines = [say("same_one.picture.text.empty", lang)]
    else:
        lines = [say("same_one.picture.text.centre", lang, card=of.centre, player=of.last)]
    for told in table_words(of, lang)[1:]:
        lines += wrap(told, COLUMNS)
    arrow = "▶" if unicode else ">"
    for player, size in enumerate(of.sizes, 1):
        known = own(of, player)
        cards = ["??"] * size if known is None else [*map(str, known.hand)]
        cards += [] if known is None else [f"+{card}" for card in known.drawn]
        mark = arrow if player == of.turn and not isinstance(of.phase, Over) else " "
        none = "-" if isinstance(of.phase, Dealing) else say("same_one.picture.text.out", lang)
        first, *rest = wrap(" ".join(cards) or none, COLUMNS - 5)
        lines += [f"{mark} {player}: {first}", *(f"     {line}" for line in rest)]
    if isinstance(of, State) and of.aside:
        lines += wrap(say("same_one.picture.text.aside", lang, cards=format_cards(of.aside)), COLUMNS)
    lines += wrap(due(of, lang), COLUMNS)
    return "\n".join(lines)
