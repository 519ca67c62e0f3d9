"""The exercises of "As cards are seen"."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from typing import Final

from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, varied

Deal = tuple[str, str]
"""Where the blue 7 and the yellow 7 lie."""

PLACES: Final = ("A1", "A2", "B1", "B2", "P1", "P2")
"""Two cards of A, two of B, and two in the pile."""

DEALS: Final[tuple[Deal, ...]] = tuple((blue, yellow) for blue, yellow in permutations(PLACES, 2))
"""All equally likely."""


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
_SEVEN_AT_B1: Final = [deal for deal in DEALS if "B1" in deal]
_NONE_AT_B1: Final = [deal for deal in DEALS if "B1" not in deal]
_A_HAS_NONE: Final = [deal for deal in DEALS if not a_holds(deal)]


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


def _seven_slips() -> tuple[Slip, ...]:
    return (
        Slip(_BEFORE, "seen.seven.slip_before"),
        Slip(shared(_NONE_AT_B1), "seen.seven.slip_none"),
        Slip(Fraction(2, 6), "seen.seven.slip_back"),
        Slip(Fraction(1, 5), "seen.seven.slip_card"),
    )


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


def _later_slips() -> tuple[Slip, ...]:
    return (
        Slip(drawn([*DEALS]), "seen.later.slip_all"),
        Slip(Fraction(2, 5), "seen.later.slip_old"),
        Slip(Fraction(0), "seen.later.slip_never"),
        Slip(_BEFORE, "seen.later.slip_before"),
        Slip(Fraction(1, 4), "seen.later.slip_one"),
    )


EXERCISES: Final = (
    varied(_unseen, 30, 40, 45),
    exercise("2", Kind.CHANCE, "seen.seven", lambda: shared(_SEVEN_AT_B1), _seven_slips),
    exercise(
        "3",
        Kind.CHANCE,
        "seen.both",
        lambda: shared([deal for deal in DEALS if a_holds(deal)], 2),
        _both_slips,
    ),
    varied(_silent, 3, 4, 9),
    exercise("5", Kind.CHANCE, "seen.later", lambda: drawn(_A_HAS_NONE), _later_slips),
)
