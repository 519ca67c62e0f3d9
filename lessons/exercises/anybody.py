"""The exercises of "Does anybody hold a 7?"."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Final

from inaba.errors import Reason
from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, varied

UNSEEN: Final = 80
"""You hold ten of the 90 cards, and see no others."""

HAND: Final = 10
RIVALS: Final = 3


def somebody(unseen: int, held: int, out: int = 2) -> Fraction:
    """The chance that at least one of some cards is in hands: one minus *all of them lie elsewhere*.

    Parameters
    ----------
    unseen : int
        How many cards are not seen.
    held : int
        How many of these are in the hands that are asked.
    out : int
        How many cards of the number are out.

    Examples
    --------
    >>> somebody(12, 6)
    Fraction(17, 22)
    """
    return 1 - Fraction(comb(unseen - held, out), comb(unseen, out))


def each_of_two(unseen: int, first: int, second: int) -> Fraction:
    """The chance that each of two players holds one of two cards.

    Examples
    --------
    >>> each_of_two(12, 3, 3)
    Fraction(3, 22)
    """
    return Fraction(first * second, comb(unseen, 2))


_ONE: Final = somebody(UNSEEN, HAND)
_ALL: Final = somebody(UNSEEN, RIVALS * HAND)


def _small(hands: tuple[int, int]) -> Exercise:
    """Of twelve cards so many are in the hands of player 2, who is asked about, and of player 3."""
    size, other = hands
    safe, ways = 12 - size, comb(12, 2)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(2 * Fraction(size, 12), "anybody.small.slip_added"),
            Slip(1 - Fraction(safe, 12) ** 2, "anybody.small.slip_same_place"),
            Slip(Fraction(size, 12), "anybody.small.slip_one"),
            Slip(1 - somebody(12, size), "anybody.small.slip_none"),
            Slip(somebody(12, size + other), "anybody.small.slip_anybody"),
            Slip(Fraction(comb(size, 2), ways), "anybody.small.slip_both"),
            Slip(Fraction(size * safe, ways), "anybody.small.slip_exactly"),
        )

    def given() -> dict[str, object]:
        pile = safe - other
        kind = "same" if hands == (3, 3) else "other"
        return {
            "size": size,
            "other": other,
            "pile": pile,
            "deal": Reason(f"anybody.small.deal.{kind}", {"size": size, "other": other, "pile": pile}),
            "count": Reason(f"kit.word.{size}"),
            "safe": safe,
            "none": comb(safe, 2),
            "some": ways - comb(safe, 2),
        }

    return exercise("1", Kind.CHANCE, "anybody.small", lambda: somebody(12, size), slips, given)


def _next_slips() -> tuple[Slip, ...]:
    return (
        Slip(Fraction(2 * HAND, UNSEEN), "anybody.next.slip_added"),
        Slip(1 - Fraction(UNSEEN - HAND, UNSEEN) ** 2, "anybody.next.slip_same_place"),
        Slip(Fraction(HAND, UNSEEN), "anybody.next.slip_one"),
        Slip(somebody(90, HAND), "anybody.next.slip_ninety"),
        Slip(somebody(90, HAND, 3), "anybody.next.slip_ninety"),
        Slip(somebody(UNSEEN, HAND, 3), "anybody.next.slip_three"),
        Slip(_ALL, "anybody.next.slip_anybody"),
    )


def _all_slips() -> tuple[Slip, ...]:
    return (
        Slip(RIVALS * _ONE, "anybody.all.slip_added"),
        Slip(1 - (1 - _ONE) ** RIVALS, "anybody.all.slip_independent"),
        Slip(Fraction(2 * RIVALS * HAND, UNSEEN), "anybody.all.slip_cards_added"),
        Slip(Fraction(RIVALS * HAND, UNSEEN), "anybody.all.slip_one"),
        Slip(1 - Fraction(UNSEEN - RIVALS * HAND, UNSEEN) ** 2, "anybody.all.slip_same_place"),
        Slip(_ONE, "anybody.all.slip_one_player"),
        Slip(somebody(UNSEEN, (RIVALS + 1) * HAND), "anybody.all.slip_four"),
    )


def _both_slips() -> tuple[Slip, ...]:
    return (
        Slip(_ONE**2, "anybody.both.slip_independent"),
        Slip(each_of_two(UNSEEN, HAND, HAND) / 2, "anybody.both.slip_ordered"),
        Slip(2 * each_of_two(UNSEEN, HAND, HAND), "anybody.both.slip_twice"),
        Slip(Fraction(comb(2 * HAND, 2), comb(UNSEEN, 2)), "anybody.both.slip_inside"),
        Slip(somebody(UNSEEN, 2 * HAND), "anybody.both.slip_either"),
        Slip(2 * _ONE, "anybody.both.slip_sum"),
    )


def _single(rivals: int) -> Exercise:
    """A single card is out, and so many rivals may hold it."""
    one = Fraction(HAND, UNSEEN)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(somebody(UNSEEN, rivals * HAND), "anybody.single.slip_two"),
            Slip(1 - (1 - one) ** rivals, "anybody.single.slip_independent"),
            Slip(one, "anybody.single.slip_one_player"),
            Slip(Fraction(1, UNSEEN), "anybody.single.slip_place"),
            Slip(Fraction(rivals * HAND, 90), "anybody.single.slip_ninety"),
        )

    def given() -> dict[str, object]:
        kind = "same" if rivals == RIVALS else "other"
        players = Reason(f"kit.word.{rivals + 1}")
        return {
            "table": Reason(f"anybody.single.table.{kind}", {"players": players}),
            "rivals": Reason(f"kit.word.{rivals}"),
            "sum": " + ".join([f"{HAND}/{UNSEEN}"] * rivals),
        }

    return exercise("5", Kind.CHANCE, "anybody.single", lambda: rivals * one, slips, given)


def _later(of: tuple[int, int]) -> Exercise:
    """Later in the game: cards that you do not see, and how many of them are in hands."""
    unseen, held = of
    safe, share = unseen - held, Fraction(held, unseen)

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(share, "anybody.later.slip_one"),
            Slip(1 - (1 - share) ** 2, "anybody.later.slip_same_place"),
            Slip(share**2, "anybody.later.slip_square"),
            Slip(Fraction(comb(held, 2), comb(unseen, 2)), "anybody.later.slip_both"),
            Slip(_ALL, "anybody.later.slip_first"),
        )

    def given() -> dict[str, object]:
        return {
            "unseen": unseen,
            "other": unseen - 1,
            "held": held,
            "safe": safe,
            "second": safe - 1,
            "nobody": str(1 - somebody(unseen, held)),
        }

    return exercise("6", Kind.CHANCE, "anybody.later", lambda: somebody(unseen, held), slips, given)


EXERCISES: Final = (
    varied(_small, (3, 3), (4, 3), (2, 4)),
    exercise("2", Kind.CHANCE, "anybody.next", lambda: _ONE, _next_slips),
    exercise("3", Kind.CHANCE, "anybody.all", lambda: _ALL, _all_slips),
    exercise("4", Kind.CHANCE, "anybody.both", lambda: each_of_two(UNSEEN, HAND, HAND), _both_slips),
    varied(_single, RIVALS, 4, 5),
    varied(_later, (40, 24), (36, 20), (30, 21)),
)
