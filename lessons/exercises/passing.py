"""The exercises of "What a pass tells"."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Final

from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, varied
from lessons.exercises.finding import HANDS, shared

LAYABLE: Final = frozenset({"S8", "H6"})
"""Those of the six hidden trumps that could be laid by themselves."""


def stuck(held: int, unseen: int, layable: int) -> Fraction:
    """The chance that a hand holds none of the trumps that can be laid.

    Parameters
    ----------
    held, unseen, layable : int
        The trumps in the hand, all that are unseen, and those of them that could be laid.

    Examples
    --------
    >>> stuck(3, 6, 2)
    Fraction(1, 5)
    """
    return Fraction(comb(unseen - layable, held), comb(unseen, held))


def believed(before: Fraction, holds_back: Fraction, passes: int = 1) -> Fraction:
    """The chance that who passed could not lay; Bayes' theorem.

    Parameters
    ----------
    before : Fraction
        The chance that he cannot lay, before he passes; above 0.
    holds_back : Fraction
        The chance that he passes although he could lay.
    passes : int
        How many times he has passed with the same trumps on the same field, each time by himself.

    Examples
    --------
    >>> believed(Fraction(1, 5), Fraction(1, 2))
    Fraction(1, 3)
    """
    return before / (before + (1 - before) * holds_back**passes)


BEFORE: Final = stuck(3, 6, 2)
"""The chance that A cannot lay, in the lesson."""


def weighted(card: str, holds_back: Fraction) -> Fraction:
    """The chance that A holds one of the six trumps, once A has passed: every hand with its likelihood.

    Examples
    --------
    >>> weighted("HK", Fraction(1, 2))
    Fraction(13, 24)
    """
    likelihoods = {hand: holds_back if hand & LAYABLE else Fraction(1) for hand in HANDS}
    with_it = sum((likelihoods[hand] for hand in HANDS if card in hand), Fraction(0))
    return with_it / sum(likelihoods.values())


def _stuck(numbers: tuple[int, int, int]) -> Exercise:
    """Before the pass."""
    a, b, layable = numbers
    unseen = a + b
    answer = stuck(a, unseen, layable)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(1 - answer, "passing.stuck.slip_turned"),
            Slip(Fraction(unseen - layable, unseen) ** a, "passing.stuck.slip_back"),
            Slip(Fraction(unseen - layable, unseen), "passing.stuck.slip_card"),
            Slip(Fraction(b, unseen) ** layable, "passing.stuck.slip_apart"),
        )

    def given() -> dict[str, object]:
        return {
            "a": a,
            "b": b,
            "unseen": unseen,
            "layable": layable,
            "others": unseen - layable,
            "none": comb(unseen - layable, a),
            "hands": comb(unseen, a),
        }

    return exercise("1", Kind.CHANCE, "passing.stuck", lambda: answer, slips, given)


def _believed(holds_back: Fraction) -> Exercise:
    """One pass of somebody who holds back so often."""
    answer = believed(BEFORE, holds_back)
    whole = BEFORE + (1 - BEFORE) * holds_back

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(BEFORE, "passing.believed.slip_before"),
            Slip(Fraction(1), "passing.believed.slip_sure"),
            Slip(whole, "passing.believed.slip_whole"),
            Slip(1 - answer, "passing.believed.slip_turned"),
            Slip(1 - holds_back, "passing.believed.slip_likelihood"),
        )

    def given() -> dict[str, object]:
        return {
            "back": holds_back,
            "before": BEFORE,
            "can": 1 - BEFORE,
            "area": (1 - BEFORE) * holds_back,
            "whole": whole,
        }

    return exercise("2", Kind.CHANCE, "passing.believed", lambda: answer, slips, given)


def _eight(holds_back: Fraction) -> Exercise:
    """Where the 8 of spades is, after the pass."""
    answer = 1 - weighted("S8", holds_back)
    both, one = 4, 6
    whole = both + (len(HANDS) - both) * holds_back

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(shared(lambda hand: "S8" not in hand), "passing.eight.slip_before"),
            Slip(Fraction(1), "passing.eight.slip_sure"),
            Slip(believed(BEFORE, holds_back), "passing.eight.slip_stuck"),
            Slip((both + one * holds_back) / len(HANDS), "passing.eight.slip_whole"),
            Slip(1 - answer, "passing.eight.slip_turned"),
        )

    def given() -> dict[str, object]:
        return {
            "back": holds_back,
            "part": one * holds_back,
            "sum": both + one * holds_back,
            "can": len(HANDS) - both,
            "whole": whole,
        }

    return exercise("3", Kind.CHANCE, "passing.eight", lambda: answer, slips, given)


def most_holding_back(least: Fraction, before: Fraction) -> Fraction:
    """How often he may hold back at most for his pass to say with so much certainty that he cannot lay.

    Examples
    --------
    >>> most_holding_back(Fraction(3, 4), Fraction(1, 5))
    Fraction(1, 12)
    """
    return before * (1 - least) / (least * (1 - before))


def _threshold(least: Fraction) -> Exercise:
    """How strong the belief must be."""
    answer = most_holding_back(least, BEFORE)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(1 - least, "passing.threshold.slip_rest"),
            Slip((1 - least) / least, "passing.threshold.slip_wide"),
            Slip(4 * answer / 5, "passing.threshold.slip_area"),
            Slip(least, "passing.threshold.slip_least"),
        )

    def given() -> dict[str, object]:
        return {"least": least, "rest": 1 - least, "ratio": (1 - least) / least, "before": BEFORE}

    return exercise("4", Kind.CHANCE, "passing.threshold", lambda: answer, slips, given)


def _twice(holds_back: Fraction) -> Exercise:
    """Two passes."""
    answer = believed(BEFORE, holds_back, 2)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(BEFORE, "passing.twice.slip_before"),
            Slip(believed(BEFORE, holds_back), "passing.twice.slip_once"),
            Slip(Fraction(1), "passing.twice.slip_sure"),
        )

    def given() -> dict[str, object]:
        return {
            "back": holds_back,
            "back_twice": holds_back**2,
            "before": BEFORE,
            "can": 1 - BEFORE,
            "area": (1 - BEFORE) * holds_back**2,
        }

    return exercise("5", Kind.CHANCE, "passing.twice", lambda: answer, slips, given)


EXERCISES: Final = (
    varied(_stuck, (4, 4, 2), (3, 5, 2), (4, 5, 3)),
    varied(_believed, Fraction(1, 8), Fraction(1, 3), Fraction(1, 6)),
    varied(_eight, Fraction(1, 3), Fraction(1, 8), Fraction(1, 16)),
    varied(_threshold, Fraction(3, 4), Fraction(9, 10), Fraction(2, 3)),
    varied(_twice, Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)),
)
