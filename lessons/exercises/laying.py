"""The exercises of "Draw or lay?"."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, varied

SURE: Final = Fraction(1)

Passer = tuple[int, int, Fraction]
"""How many trumps a player has left, how many action cards he has room for, and how likely he can lay."""


def out(trumps: int, room: int, lay: Fraction, goes_on: Fraction = SURE) -> Fraction:
    """The chance that a player lays all his trumps before he is eliminated, and before another is out.

    The model of the lesson: in each turn he can lay one with the same chance; if not, he passes and draws an
    action card, as long as he has room for it, and there is no trump pile.

    Parameters
    ----------
    trumps, room : int
        0 or more; nobody has room for more than 3.
    lay : Fraction
        The chance that something can be laid in a turn.
    goes_on : Fraction, optional
        The chance that nobody else gets out until the next turn.

    Examples
    --------
    >>> out(2, 1, Fraction(2, 3))
    Fraction(20, 27)
    """
    if trumps == 0:
        return SURE
    later = SURE if trumps == 1 else goes_on * out(trumps - 1, room, lay, goes_on)
    missed = goes_on * out(trumps, room - 1, lay, goes_on) if room else Fraction(0)
    return lay * later + (1 - lay) * missed


def draws(trumps: int, room: int, lay: Fraction, goes_on: Fraction = SURE) -> tuple[Fraction, Fraction]:
    """What a pass leaves: the chance to get out after drawing an action card, and after drawing a trump.

    The trump is the last one of the pile, and others take it if he doesn't: now or never.

    Examples
    --------
    >>> list(map(str, draws(1, 1, Fraction(2, 3))))
    ['2/3', '20/27']
    """
    return out(trumps, room - 1, lay, goes_on), out(trumps + 1, room, lay, goes_on)


def as_good(others: Fraction) -> Fraction:
    """The chance that the neighbour holds the next trump, at which laying one's 8 is as good as keeping it.

    Two trumps, room for one action card, 2/3 to lay. Whoever keeps the 8 passes, and somebody else gets out
    until the next turn with ``others``; then the other trump must go, without room; the 8 goes last.

    Examples
    --------
    >>> as_good(Fraction(1, 6))
    Fraction(3, 8)
    """
    lay = Fraction(2, 3)
    return 1 - (1 - others) * out(1, 0, lay) / out(1, 1, lay)


def _passes(numbers: tuple[int, Fraction]) -> Exercise:
    """So many trumps, each turn with such a chance."""
    trumps, lay = numbers
    turns = trumps / lay

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(turns, "laying.passes.slip_turns"),
            Slip(trumps * (1 - lay), "laying.passes.slip_without"),
            Slip(1 / lay - 1, "laying.passes.slip_one"),
            Slip(Fraction(trumps), "laying.passes.slip_lays"),
        )

    def given() -> dict[str, object]:
        return {"trumps": trumps, "lay": lay, "each": 1 / lay, "turns": turns}

    answer = turns - trumps
    told = tuple(slip for slip in slips() if slip.value != answer)
    return exercise("1", Kind.NUMBER, "laying.passes", lambda: answer, lambda: told, given)


def _out(lay: Fraction) -> Exercise:
    """Two trumps, room for one."""
    answer = out(2, 1, lay)

    def slips() -> tuple[Slip, ...]:
        candidates = (
            Slip(lay**2, "laying.out.slip_at_once"),
            Slip(lay**2 + lay**2 * (1 - lay), "laying.out.slip_one_way"),
            Slip(1 - (1 - lay) ** 2, "laying.out.slip_one_trump"),
            Slip(lay, "laying.out.slip_turn"),
        )
        return tuple(slip for slip in candidates if slip.value != answer)

    def given() -> dict[str, object]:
        return {"lay": lay, "not": 1 - lay, "both": lay**2, "once": lay**2 * (1 - lay)}

    return exercise("2", Kind.CHANCE, "laying.out", lambda: answer, slips, given)


def _cost(numbers: Passer) -> Exercise:
    """What one pass more costs."""
    trumps, room, lay = numbers
    answer = out(trumps, room, lay) - out(trumps, room - 1, lay)

    def slips() -> tuple[Slip, ...]:
        candidates = (
            Slip(out(trumps, room, lay), "laying.cost.slip_before"),
            Slip(1 - lay, "laying.cost.slip_pass"),
            Slip(out(trumps, room - 1, lay), "laying.cost.slip_after"),
            Slip(1 - out(trumps, room - 1, lay), "laying.cost.slip_lost"),
        )
        return tuple(slip for slip in candidates if slip.value != answer)

    def given() -> dict[str, object]:
        names: dict[str, object] = {"trumps": trumps, "room": room, "less": room - 1, "lay": lay}
        return names | {"before": out(trumps, room, lay), "after": out(trumps, room - 1, lay)}

    return exercise("3", Kind.CHANCE, "laying.cost", lambda: answer, slips, given)


def _never(numbers: Passer) -> Exercise:
    """An action card, or the last trump of the pile."""
    trumps, room, lay = numbers
    action, trump = draws(trumps, room, lay)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(min(action, trump), "laying.never.slip_worse"),
            Slip(out(trumps, room, lay), "laying.never.slip_neither"),
            Slip(abs(action - trump), "laying.never.slip_difference"),
            Slip(out(trumps + 1, room - 1, lay), "laying.never.slip_both"),
        )

    def given() -> dict[str, object]:
        names: dict[str, object] = {"trumps": trumps, "room": room, "lay": lay, "action": action}
        return names | {"less": room - 1, "more": trumps + 1, "trump": trump}

    return exercise("4", Kind.CHANCE, "laying.never", lambda: max(action, trump), slips, given)


def _keep(others: Fraction) -> Exercise:
    """Lay the 8 that opens the way for the neighbour, or keep it."""
    kept = (1 - others) * out(1, 0, Fraction(2, 3))

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(1 - as_good(others), "laying.keep.slip_turned"),
            Slip(others, "laying.keep.slip_risk"),
            Slip(kept, "laying.keep.slip_value"),
            Slip(1 - kept, "laying.keep.slip_no_room"),
        )

    def given() -> dict[str, object]:
        return {"others": others, "none": 1 - others, "kept": kept, "ratio": 1 - as_good(others)}

    return exercise("5", Kind.CHANCE, "laying.keep", lambda: as_good(others), slips, given)


EXERCISES: Final = (
    varied(_passes, (6, Fraction(2, 3)), (10, Fraction(5, 6)), (9, Fraction(3, 4))),
    varied(_out, Fraction(2, 3), Fraction(5, 6), Fraction(3, 4)),
    varied(_cost, (3, 1, Fraction(2, 3)), (2, 2, Fraction(2, 3)), (1, 2, Fraction(2, 3))),
    varied(_never, (1, 1, Fraction(2, 3)), (1, 1, Fraction(5, 6)), (1, 2, Fraction(1, 2))),
    varied(_keep, Fraction(1, 6), Fraction(1, 12), Fraction(1, 2)),
)
