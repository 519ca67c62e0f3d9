"""`inaba odds cross-sevens`: where the trumps are that a player does not see, and what a TRY finds.

What `solvers.cross_sevens_odds` finds is handed in; any object with these attributes will do. In JSON an
exact fraction is ``str(Fraction)``.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple, Protocol

from inaba import cross_sevens
from inaba.command.answers import COLUMNS, percent
from inaba.command.columns import table, wrapped
from inaba.cross_sevens import Card, View, format_cards, format_rules
from inaba.reading import plainly
from inaba.words import say

PILE: Final = 0
"""The trump pile, among the players' numbers."""

FACE_DOWN: Final = -1
"""What lies face down for a TRADE or for MIX, likewise."""

WIDEST: Final = 30
"""Trumps whose chances are the same stand in one row, in lines of at most so many columns."""

MOST_TRIES: Final = 12
"""So many TRYs are listed for a person; a program gets all."""


class TryRow(Protocol):
    """What may become of a TRY (`solvers.cross_sevens_odds.TryOdds`)."""

    @property
    def move(self) -> Any: ...

    @property
    def chance(self) -> Fraction: ...

    @property
    def opens(self) -> tuple[Card, ...]: ...


class MoveRow(Protocol):
    """What follows from a move (`solvers.cross_sevens_odds.MoveOdds`)."""

    @property
    def move(self) -> Any: ...

    @property
    def mine(self) -> int: ...

    @property
    def hits(self) -> Fraction | None: ...

    @property
    def claimed(self) -> Fraction | None: ...

    @property
    def next(self) -> int: ...

    @property
    def follows(self) -> Fraction: ...


class Odds(Protocol):
    """The odds of one player of Cross Sevens (`solvers.cross_sevens_odds.Odds`)."""

    @property
    def view(self) -> View: ...

    @property
    def assumption(self) -> str: ...

    @property
    def rivals(self) -> tuple[int, ...]: ...

    @property
    def known(self) -> Any: ...

    def holds(self, cards: Sequence[Card], *players: int) -> Fraction: ...

    def where(self, card: Card) -> dict[int, Fraction]: ...

    def table(self) -> dict[Card, dict[int, Fraction]]: ...

    def tries(self) -> Sequence[TryRow]: ...

    def moves(self) -> Sequence[MoveRow]: ...


class Questions(NamedTuple):
    """What is asked besides.

    Attributes
    ----------
    cards : tuple of Card
        Where is each of these alone?
    any_of : tuple of tuple of Card
        Who holds any of these?
    tries : bool
        What does each TRY find?
    moves : bool
        What follows from each move?
    """

    cards: tuple[Card, ...] = ()
    any_of: tuple[tuple[Card, ...], ...] = ()
    tries: bool = False
    moves: bool = False


def asked_questions(asked: Namespace) -> Questions:
    """What is asked besides, in the order of the options.

    Raises
    ------
    NotationError
        If a text is no trump.
    """
    # As forms take them: in full width, and in small letters.
    cards = tuple(cross_sevens.parse_card(plainly(text).upper()) for text in asked.card or ())
    any_of = tuple(cross_sevens.parse_cards(plainly(text).upper()) for text in asked.cards or ())
    return Questions(cards, any_of, asked.tries, asked.moves)


def as_json(odds: Odds, questions: Questions) -> dict[str, object]:
    """All odds as what `json.dumps` takes."""
    told: dict[str, object] = {
        "game": "cross_sevens",
        "view": str(odds.view),
        "rules": format_rules(odds.view.rules),
        "player": odds.view.player,
        "assumption": str(odds.assumption),
        "doubted": list(odds.known.doubted),
    }
    if questions.cards:
        told["cards"] = {str(card): _row_json(odds.where(card)) for card in questions.cards}
    else:
        told["cards"] = {str(card): _row_json(row) for card, row in odds.table().items()}
    told["questions"] = [
        {
            "cards": format_cards(cards),
            "players": {str(player): str(odds.holds(cards, player)) for player in odds.rivals},
            "anybody": str(odds.holds(cards)),
        }
        for cards in questions.any_of
    ]
    if questions.tries:
        told["tries"] = [
            {"move": str(row.move), "chance": str(row.chance), "opens": list(map(str, row.opens))}
            for row in odds.tries()
        ]
    if questions.moves:
        told["moves"] = [_move_json(row) for row in odds.moves()]
    return told


def _move_json(row: MoveRow) -> dict[str, object]:
    return {
        "move": str(row.move),
        "mine": row.mine,
        "hits": None if row.hits is None else str(row.hits),
        "claimed": None if row.claimed is None else str(row.claimed),
        "next": row.next or None,
        "follows": str(row.follows),
    }


def _row_json(row: dict[int, Fraction]) -> dict[str, str]:
    names = {PILE: "pile", FACE_DOWN: "face_down"}
    return {names.get(owner, str(owner)): str(chance) for owner, chance in row.items()}


def as_text(odds: Odds, questions: Questions, lang: str) -> str:
    """All odds for a person: where each trump is, the questions, TRYs and moves, and what it all is."""

    def says(key: str, **data: object) -> str:
        return say(f"command.odds.{key}", lang, **data)

    view = odds.view
    lines = [says("eyes" if view.player else "onlooker", player=view.player, position=view)]
    if rules := format_rules(view.rules):
        lines.append(say("command.solved.rules", lang, rules=rules))
    if questions.cards:
        grid = {card: odds.where(card) for card in questions.cards}
    else:
        # One's own trumps one sees.
        own = {*view.hand}
        grid = {card: row for card, row in odds.table().items() if card not in own}
    lines += ["", _grid(grid, view.player, lang) if grid else says("none_hidden")]
    if questions.any_of:
        lines += ["", _any_of(odds, questions.any_of, lang)]
    explained = []
    if questions.tries:
        tries = odds.tries()
        lines += ["", *_tries(tries, lang)]
        explained += ["hits", "opens"] if tries else []
    if questions.moves:
        rows = odds.moves()
        lines += ["", _moves(rows, lang) if rows else says("waits", player=view.player)]
        explained += ["mine", "follows_next", *_told_of_some(rows)] if rows else []
    lines.append("")
    for name in dict.fromkeys(explained):
        lines += wrapped(says(name), COLUMNS)
    lines += [""] if explained else []
    lines += wrapped(says(f"assumed.{odds.assumption}"), COLUMNS)
    if doubted := ", ".join(map(str, odds.known.doubted)):
        lines += wrapped(says("doubted_passes", players=doubted), COLUMNS)
    return "\n".join([*lines, says("exact")])


def _owner(owner: int, lang: str) -> str:
    if owner == PILE:
        return say("command.odds.pile", lang)
    if owner == FACE_DOWN:
        return say("command.odds.face_down", lang)
    return say("command.odds.head.player", lang, player=owner)


def _grid(chances: dict[Card, dict[int, Fraction]], viewer: int, lang: str) -> str:
    """Where trumps are: those that are as likely here and there are one row."""
    owners = list(dict.fromkeys(owner for row in chances.values() for owner in row))
    owners = [owner for owner in owners if owner != viewer or any(row.get(owner) for row in chances.values())]
    owners.sort(key=lambda owner: (owner < 1, -owner if owner < 1 else owner))
    alike: dict[tuple[Fraction, ...], list[Card]] = {}
    for card, row in chances.items():
        alike.setdefault(tuple(row.get(owner, Fraction(0)) for owner in owners), []).append(card)
    rows: list[list[str]] = []
    for shares, cards in alike.items():
        first, *more = _in_lines(format_cards(cards))
        rows.append([first, *map(percent, shares)])
        rows += [[line, *([""] * len(shares))] for line in more]
    heads = [say("command.odds.head.trumps", lang), *(_owner(owner, lang) for owner in owners)]
    return table(heads, rows, right=range(1, len(heads)))


def _in_lines(cards: str) -> Iterator[str]:
    """A list of trumps in lines, each but the last ending in a comma."""
    line = ""
    for part in cards.split(","):
        if line and len(line) + 1 + len(part) > WIDEST:
            yield line + ","
            line = part
        else:
            line = f"{line},{part}" if line else part
    yield line


def _any_of(odds: Odds, asked: Sequence[tuple[Card, ...]], lang: str) -> str:
    rows = [
        [
            say("command.odds.any_of", lang, cards=format_cards(cards)),
            *(percent(odds.holds(cards, player)) for player in odds.rivals),
            percent(odds.holds(cards)),
        ]
        for cards in asked
    ]
    heads = [say("command.odds.head.held", lang), *(_owner(player, lang) for player in odds.rivals)]
    heads.append(say("command.odds.anybody", lang))
    return table(heads, rows, right=range(1, len(heads)))


def _tries(rows: Sequence[TryRow], lang: str) -> list[str]:
    if not rows:
        return wrapped(say("command.odds.no_try", lang), COLUMNS)
    heads = [say(key, lang) for key in ("command.solved.move", "command.odds.head.hits")]
    heads.append(say("command.odds.head.opens", lang))
    cells = [[str(row.move), percent(row.chance), format_cards(row.opens)] for row in rows[:MOST_TRIES]]
    lines = [table(heads, cells, right=[1])]
    if more := len(rows) - MOST_TRIES:
        lines += wrapped(say("command.odds.more", lang, n=more), COLUMNS) if more > 0 else []
    return lines


def _told_of_some(rows: Sequence[MoveRow]) -> list[str]:
    """What is known of some moves alone: of these, that TRY or drawing hits, that the joker is taken."""
    return [name for name in ("hits", "claimed") if any(getattr(row, name) is not None for row in rows)]


def _moves(rows: Sequence[MoveRow], lang: str) -> str:
    some = _told_of_some(rows)
    heads = ["command.solved.move"]
    heads += [f"command.odds.head.{name}" for name in ("mine", "next", "follows_next", *some)]
    cells = [
        [
            str(row.move),
            str(row.mine),
            str(row.next or "-"),
            percent(row.follows) if row.next else "-",
            *("-" if (chance := getattr(row, name)) is None else percent(chance) for name in some),
        ]
        for row in rows
    ]
    return table([say(head, lang) for head in heads], cells, right=range(1, len(heads)))
