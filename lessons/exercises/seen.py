"""The exercises of "As cards are seen"."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Final, NamedTuple

from inaba.errors import Reason
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, varied

Deal = tuple[str, str]
"""Where the blue 7 and the yellow 7 lie."""


class Table(NamedTuple):
    """How many cards A and B hold, and how many are in the pile; two of all are sevens."""

    a: int
    b: int
    pile: int

    @property
    def cards(self) -> int:
        """How many there are in all."""
        return self.a + self.b + self.pile

    def places(self) -> tuple[str, ...]:
        """A's, B's and the pile's, in this order."""
        sizes = zip("ABP", self, strict=True)
        return tuple(f"{owner}{number}" for owner, size in sizes for number in range(1, size + 1))

    def deals(self) -> tuple[Deal, ...]:
        """All deals of the two sevens, equally likely.

        Examples
        --------
        >>> Table(1, 1, 0).deals()
        (('A1', 'B1'), ('B1', 'A1'))
        """
        return tuple((blue, yellow) for blue, yellow in permutations(self.places(), 2))


SIX: Final = Table(2, 2, 2)
"""The lesson's own."""

PLACES: Final = SIX.places()

DEALS: Final = SIX.deals()


def held(deal: Deal) -> int:
    """How many sevens A holds."""
    return sum(place[0] == "A" for place in deal)


def a_holds(deal: Deal) -> bool:
    """Whether A holds a 7."""
    return held(deal) > 0


def shared(deals: list[Deal], number: int = 1) -> Fraction:
    """The share of some deals in which A holds so many sevens or more.

    Examples
    --------
    >>> shared([*DEALS]), shared([*DEALS], 2)
    (Fraction(3, 5), Fraction(1, 15))
    """
    return Fraction(sum(held(deal) >= number for deal in deals), len(deals))


def after_silence(holds: Fraction, calls: Fraction) -> Fraction:
    """The chance that a player holds a card that he did not call; Bayes' theorem.

    Parameters
    ----------
    holds : Fraction
        The chance before, below 1.
    calls : Fraction
        The chance that he calls if he holds it.

    Examples
    --------
    >>> after_silence(Fraction(3, 5), Fraction(1, 2))
    Fraction(3, 7)
    """
    quiet = holds * (1 - calls)
    return quiet / (quiet + 1 - holds)


_BEFORE: Final = shared([*DEALS])


def drawn(deals: list[Deal]) -> Fraction:
    """The share of some deals in which the first card of the pile is a 7.

    Examples
    --------
    >>> drawn([*DEALS])
    Fraction(1, 3)
    """
    return Fraction(sum("P1" in deal for deal in deals), len(deals))


def _unseen(seen: int) -> Exercise:
    """The blue 7 after so many cards were seen, ten of them one's own; A and B hold ten each."""
    unseen = 90 - seen

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(10, 90), "seen.unseen.slip_deck"),
            Slip(Fraction(10, 80), "seen.unseen.slip_before"),
            Slip(Fraction(10, 20), "seen.unseen.slip_pile"),
            Slip(Fraction(1, 3), "seen.unseen.slip_places"),
            Slip(Fraction(1, unseen), "seen.unseen.slip_card"),
        )

    return exercise(
        "1",
        Kind.CHANCE,
        "seen.unseen",
        lambda: Fraction(10, unseen),
        slips,
        lambda: {"seen": seen, "table": seen - 10, "unseen": unseen, "pile": unseen - 20},
    )


def _word(number: int) -> Reason:
    return Reason(f"kit.word.{number}")


def _told(table: Table) -> dict[str, object]:
    """The table in words."""
    return {
        "every": _word(table.cards),
        "of_a": _word(table.a),
        "of_b": _word(table.b),
        "pile": _word(table.pile),
    }


def _seven(table: Table) -> Exercise:
    """B shows a 7."""
    deals = table.deals()
    shows, other = ([deal for deal in deals if ("B1" in deal) is is_seven] for is_seven in (True, False))
    left = table.cards - 1

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(shared([*deals]), "seen.seven.slip_before"),
            Slip(shared(other), "seen.seven.slip_none"),
            Slip(Fraction(table.a, table.cards), "seen.seven.slip_back"),
            Slip(Fraction(1, left), "seen.seven.slip_card"),
        )

    def given() -> dict[str, object]:
        before = str(shared([*deals]))
        kind = "six" if table == SIX else "other"
        return {
            "table": Reason(f"seen.table.{kind}", _told(table) | {"before": before}),
            "before": before,
            "none": str(shared(other)),
            "left": _word(left),
            "rest_of_b": _word(table.b - 1),
            **_told(table),
        }

    made = exercise("2", Kind.CHANCE, "seen.seven", lambda: shared(shows), slips, given)
    return made if table == SIX else replace(made, hints=(*made.hints[:2], "seen.seven.hint_3_other"))


def _both_slips() -> tuple[Slip, ...]:
    return (
        Slip(shared([*DEALS], 2), "seen.both.slip_before"),
        Slip(shared([deal for deal in DEALS if "A1" in deal], 2), "seen.both.slip_shown"),
        Slip(Fraction(1, 3), "seen.both.slip_cases"),
        Slip(shared([*DEALS]), "seen.both.slip_turned"),
    )


def _silent(often: int) -> Exercise:
    """A calls so often of one time more, if he can, and is silent."""
    calls = Fraction(often, often + 1)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(_BEFORE * (1 - calls), "seen.silent.slip_area"),
            Slip(1 - calls, "seen.silent.slip_turned"),
            Slip(_BEFORE, "seen.silent.slip_before"),
            Slip(after_silence(_BEFORE, 1 - calls), "seen.silent.slip_swapped"),
            Slip(Fraction(0), "seen.silent.slip_never"),
        )

    def given() -> dict[str, object]:
        quiet = _BEFORE * (1 - calls)
        return {
            "often": often,
            "times": often + 1,
            "calls": str(calls),
            "sleeps": str(1 - calls),
            "quiet": str(quiet),
            "whole": str(quiet + 1 - _BEFORE),
        }

    return exercise("4", Kind.CHANCE, "seen.silent", lambda: after_silence(_BEFORE, calls), slips, given)


def _later(table: Table) -> Exercise:
    """A, of two cards, was silent, and draws one later."""
    quiet = [deal for deal in table.deals() if not a_holds(deal)]
    rest = table.b + table.pile

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(drawn([*table.deals()]), "seen.later.slip_all"),
            Slip(Fraction(2, table.cards - 1), "seen.later.slip_old"),
            Slip(Fraction(0), "seen.later.slip_never"),
            Slip(shared([*table.deals()]), "seen.later.slip_before"),
            Slip(Fraction(1, rest), "seen.later.slip_one"),
        )

    def given() -> dict[str, object]:
        kind = "same" if table == SIX else "other"
        return {
            "table": Reason(f"seen.later.table.{kind}", _told(table)),
            "rest": _word(rest),
            "number": rest,
            **_told(table),
        }

    return exercise("5", Kind.CHANCE, "seen.later", lambda: drawn(quiet), slips, given)


EXERCISES: Final = (
    varied(_unseen, 30, 40, 45),
    varied(_seven, SIX, Table(3, 2, 3), Table(2, 2, 4)),
    exercise(
        "3",
        Kind.CHANCE,
        "seen.both",
        lambda: shared([deal for deal in DEALS if a_holds(deal)], 2),
        _both_slips,
    ),
    varied(_silent, 3, 4, 9),
    varied(_later, SIX, Table(2, 2, 4), Table(2, 4, 4)),
)
