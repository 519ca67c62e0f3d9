"""The exercises of "The race"."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from inaba.chance import Chance, die, product
from inaba.errors import Reason
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, in_a_row, listed, varied

STEPS: Final = die(6)
"""A time of one die: every step from 1 to 6 with the same chance."""
TWO_STEPS: Final = STEPS + STEPS
"""A time of two dice, one for seeing and one for grabbing: a triangle."""

COMPUTER: Final = die(12)
"""A computer's time in exercise 4."""

Drops = tuple[int, ...]
"""Centimetres on a ruler."""


def later(time: Chance[int], delay: int) -> Chance[int]:
    """A time that is longer by so many steps.

    Examples
    --------
    >>> later(die(2), 3)
    Chance({4: 1, 5: 1})
    """
    return time.map(lambda steps: steps + delay)


def ahead(one: Chance[int], other: Chance[int]) -> Fraction:
    """The chance that one time is shorter than an independent other one.

    Examples
    --------
    >>> ahead(die(6), die(6))
    Fraction(5, 12)
    """
    return product(one, other).where(lambda times: times[0] < times[1])


def level(one: Chance[int], other: Chance[int]) -> Fraction:
    """The chance that both times are the same.

    Examples
    --------
    >>> level(die(6), die(6))
    Fraction(1, 6)
    """
    return product(one, other).where(lambda times: times[0] == times[1])


def first(one: Chance[int], other: Chance[int]) -> Fraction:
    """The chance to be first if a coin decides where both are (Same One, rule 11: equal weights).

    Examples
    --------
    >>> first(die(6), die(6))
    Fraction(1, 2)
    """
    return ahead(one, other) + level(one, other) / 2


def never_from(time: Chance[int]) -> int:
    """The least delay with which one is never first alone against the same time without it.

    Examples
    --------
    >>> never_from(STEPS)
    5
    """
    delay = 0
    while ahead(later(time, delay), time):
        delay += 1
    return delay


def _slower(delay: int) -> Exercise:
    """One die each, and B needs so many steps more."""
    slow = later(STEPS, delay)

    def slips() -> tuple[Slip, ...]:
        return (
            # The same as with the ties counted for B, where the delay is one step.
            Slip(ahead(STEPS, STEPS), "race.slower.slip_no_delay"),
            Slip(ahead(STEPS, slow), "race.slower.slip_other"),
            Slip(Fraction(0), "race.slower.slip_never"),
            Slip(Fraction(1, 2), "race.slower.slip_half"),
        )

    def given() -> dict[str, object]:
        boxes = range(5 - delay, 0, -1)
        return {
            **_behind(delay),
            "least": 1 + delay,
            "next": 2 + delay,
            "wins": Reason(f"race.slower.wins.{delay}"),
            "boxes": Reason(f"kit.word.{boxes[0]}"),
            "fewer": Reason(f"kit.word.{boxes[1]}"),
            "sum": " + ".join(map(str, boxes)),
            "count": sum(boxes),
            "often": Reason(f"race.slower.often.{delay}"),
        }

    return exercise("1", Kind.CHANCE, "race.slower", lambda: ahead(slow, STEPS), slips, given)


def _behind(delay: int) -> dict[str, object]:
    """B's delay in words, and B's times."""
    return {
        "delay": delay,
        "behind": Reason(f"race.behind.{delay}"),
        "more": Reason(f"race.more.{delay}"),
        "times": in_a_row([step + delay for step in STEPS]),
        "shortest": 1 + delay,
        "longest": 6 + delay,
    }


def _coin(delay: int) -> Exercise:
    """The same, with a coin for the ties."""
    slow = later(STEPS, delay)

    def slips() -> tuple[Slip, ...]:
        alone, both = ahead(slow, STEPS), level(slow, STEPS)
        without = alone + level(STEPS, STEPS) / 2
        no_delay = [Slip(without, "race.coin.slip_no_delay")] if without != alone + both else []
        return (
            Slip(alone, "race.coin.slip_alone"),
            Slip(alone + both, "race.coin.slip_all"),
            Slip(both / 2, "race.coin.slip_coin"),
            Slip(Fraction(1, 2), "race.coin.slip_half"),
            Slip(first(STEPS, slow), "race.coin.slip_other"),
            *no_delay,
        )

    def given() -> dict[str, object]:
        ties = 6 - delay
        return {
            **_behind(delay),
            "past": 7 + delay,
            "at": listed(range(1 + delay, 7)),
            "boxes": Reason(f"kit.word.{ties}"),
            "ties": ties,
            "won": ahead(slow, STEPS) * 36,
            "often": Reason(f"race.coin.often.{delay}"),
        }

    return exercise("2", Kind.CHANCE, "race.coin", lambda: first(slow, STEPS), slips, given)


def _never(dice: tuple[int, int]) -> Exercise:
    """How many dice each, and the faces of each."""
    number, faces = dice
    time = sum((die(faces) for _ in range(number - 1)), start=die(faces))
    least, most, answer = min(time), max(time), never_from(time)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(never_from(die(faces))), "race.never.slip_one_die"),
            Slip(Fraction(answer - 1), "race.never.slip_just"),
            Slip(Fraction(answer + 1), "race.never.slip_tie"),
            Slip(Fraction(most), "race.never.slip_most"),
        )

    def given() -> dict[str, object]:
        kind = "usual" if faces == 6 else "other"
        return {
            "number": Reason(f"kit.word.{number}"),
            "dice": Reason(
                f"race.never.dice.{kind}",
                {"number": Reason(f"race.never.many.{number}"), "count": number, "faces": faces},
            ),
            "least": least,
            "most": most,
            "just": answer - 1,
            "short": least + answer - 1,
            "enough": answer,
        }

    return exercise("3", Kind.COUNT, "race.never", lambda: Fraction(answer), slips, given)


def _rivals(mine: int) -> Exercise:
    """Faster than two computers with a time of so many steps."""
    one = COMPUTER.where(lambda steps: steps > mine)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(one, "race.rivals.slip_one"),
            Slip(1 - 2 * (1 - one), "race.rivals.slip_added"),
            Slip(COMPUTER.where(lambda steps: steps >= mine) ** 2, "race.rivals.slip_ties"),
            Slip(1 - (1 - one) ** 2, "race.rivals.slip_any"),
            Slip(one / 2, "race.rivals.slip_half"),
        )

    def given() -> dict[str, object]:
        return {"mine": mine, "next": mine + 1, "slower": 12 - mine, "one": str(one)}

    return exercise("4", Kind.CHANCE, "race.rivals", lambda: one**2, slips, given)


def _ruler(drops: tuple[Drops, Drops]) -> Exercise:
    """The drops of A and of B."""
    ours, theirs = (Chance.uniform(of) for of in drops)
    rows = [2 * (b < a) + (b == a) for a, b in zip(*drops, strict=True)]

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(ahead(theirs, ours), "race.ruler.slip_alone"),
            Slip(ahead(theirs, ours) + level(theirs, ours), "race.ruler.slip_ties"),
            Slip(first(ours, theirs), "race.ruler.slip_other"),
            Slip(Fraction(0), "race.ruler.slip_mean"),
            Slip(Fraction(sum(rows), 2 * len(rows)), "race.ruler.slip_rows"),
        )

    def given() -> dict[str, object]:
        pairs = len(drops[0]) * len(drops[1])
        return {
            "ours": ", ".join(map(str, drops[0])),
            "theirs": ", ".join(map(str, drops[1])),
            "ahead": int(ahead(theirs, ours) * pairs),
            "ties": int(level(theirs, ours) * pairs),
        }

    return exercise("5", Kind.CHANCE, "race.ruler", lambda: first(theirs, ours), slips, given)


EXERCISES: Final = (
    varied(_slower, 1, 2, 3),
    varied(_coin, 1, 2, 3),
    varied(_never, (2, 6), (3, 6), (2, 8)),
    varied(_rivals, 3, 2, 5),
    varied(
        _ruler,
        ((12, 15, 15, 20), (14, 15, 18, 22)),
        ((13, 16, 16, 19), (15, 16, 18, 21)),
        ((12, 14, 17, 21), (13, 17, 16, 23)),
    ),
)
