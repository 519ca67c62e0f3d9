"""The exercises of "The opening deal"."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from math import comb, factorial, prod
from typing import Final

from lessons.answer import Kind, Slip
from lessons.exercises.exercise import Exercise, exercise, varied
from lessons.exercises.hands import holding

TRUMPS: Final = 53
SEVENS: Final = 4

DEALS: Final = {3: (17, 2), 4: (13, 1), 5: (10, 3)}
"""For each number of players how many trumps everybody gets, and how many are the pile (rule 1)."""

SUITS: Final = "♦♠♥♣"
"""In the order in which their 7s are laid (rule 2)."""

SIGNS: Final = dict(zip("DSHC", SUITS, strict=True))


def dealings(sizes: tuple[int, ...]) -> int:
    """In how many ways all of some cards can be dealt to hands, or a pile, of such sizes: multinomial.

    Examples
    --------
    >>> dealings((2, 2, 2, 1))
    630
    """
    return factorial(sum(sizes)) // prod(map(factorial, sizes))


def held(number: int, players: int) -> Fraction:
    """The chance that one player is dealt exactly so many 7s.

    Parameters
    ----------
    number : int
        0 to 4.
    players : int
        3 to 5.

    Examples
    --------
    >>> held(4, 3)
    Fraction(28, 3445)
    """
    return holding(number, SEVENS, TRUMPS, DEALS[players][0])


def starts_without(players: int) -> Fraction:
    """The chance that a player starts who was not dealt the 7 of diamonds: it lies in the pile, and is his.

    Examples
    --------
    >>> starts_without(3)
    Fraction(1, 54)
    """
    size, pile = DEALS[players]
    return Fraction(pile, TRUMPS - size) / players


def diagonals() -> tuple[str, ...]:
    """The rows that the 7s can form, from the lower left to the upper right, laid in their order.

    Examples
    --------
    >>> len(diagonals()), diagonals()[0]
    (8, '♣♥♠♦')
    """
    found = []
    for ends in product((False, True), repeat=SEVENS - 1):
        row = SUITS[0]
        for suit, upper in zip(SUITS[1:], ends, strict=True):
            row = row + suit if upper else suit + row
        found.append(row)
    return tuple(found)


def at_an_end(suit: str, rows: tuple[str, ...]) -> int:
    """In how many of some rows a suit lies at an end."""
    return sum(suit in (row[0], row[-1]) for row in rows)


def _deals(sizes: tuple[int, ...]) -> Exercise:
    """A few cards, and hands that take all of them."""
    cards = sum(sizes)
    orders = prod(map(factorial, sizes))

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(factorial(cards)), "opening.deals.slip_orders"),
            Slip(Fraction(comb(cards, sizes[0])), "opening.deals.slip_first"),
            Slip(Fraction(len(sizes) ** cards), "opening.deals.slip_free"),
            Slip(Fraction(factorial(cards), sum(map(factorial, sizes))), "opening.deals.slip_sum"),
        )

    def given() -> dict[str, object]:
        left = [comb(cards - sum(sizes[:at]), size) for at, size in enumerate(sizes)]
        return {
            "cards": cards,
            "first": sizes[0],
            "second": sizes[1],
            "third": sizes[2],
            "hand": left[0],
            "steps": " × ".join(map(str, left)),
            "orders": " × ".join(f"{size}!" for size in sizes),
            "divisor": orders,
            "all": factorial(cards),
        }

    return exercise("1", Kind.COUNT, "opening.deals", lambda: Fraction(dealings(sizes)), slips, given)


def _exactly(numbers: tuple[int, int]) -> Exercise:
    """Exactly so many 7s in the hand of one player, for so many players."""
    players, number = numbers
    size, _ = DEALS[players]

    def slips() -> tuple[Slip, ...]:
        back = Fraction(size, TRUMPS)
        return (
            Slip(
                sum((held(k, players) for k in range(number, 5)), Fraction(0)), "opening.exactly.slip_or_more"
            ),
            Slip(
                comb(SEVENS, number) * back**number * (1 - back) ** (SEVENS - number),
                "opening.exactly.slip_apart",
            ),
            Slip(Fraction(comb(SEVENS, number), comb(TRUMPS, size)), "opening.exactly.slip_others"),
            Slip(Fraction(comb(49, size - number), comb(TRUMPS, size)), "opening.exactly.slip_which"),
            Slip(Fraction(number, SEVENS), "opening.exactly.slip_share"),
        )

    def given() -> dict[str, object]:
        return {
            "players": players,
            "size": size,
            "number": number,
            "others": size - number,
            "choices": comb(SEVENS, number),
        }

    return exercise("2", Kind.CHANCE, "opening.exactly", lambda: held(number, players), slips, given)


def three_together(players: int) -> Fraction:
    """The chance that somebody is dealt three 7s or all four: no two players can be.

    Examples
    --------
    >>> three_together(3)
    Fraction(948, 3445)
    """
    return players * (held(3, players) + held(4, players))


def _together(players: int) -> Exercise:
    """Three 7s or more in one hand, whoever's it is."""

    def slips() -> tuple[Slip, ...]:
        one = held(3, players) + held(4, players)
        return (
            Slip(one, "opening.together.slip_me"),
            Slip(players * held(3, players), "opening.together.slip_exactly"),
            Slip(1 - (1 - one) ** players, "opening.together.slip_apart"),
            Slip(1 - one, "opening.together.slip_turned"),
        )

    def given() -> dict[str, object]:
        one = held(3, players) + held(4, players)
        return {"players": players, "size": DEALS[players][0], "one": one}

    return exercise("3", Kind.CHANCE, "opening.together", lambda: three_together(players), slips, given)


def _starts(players: int) -> Exercise:
    """You start although the 7 of diamonds is not among your cards."""
    size, pile = DEALS[players]

    def slips() -> tuple[Slip, ...]:
        return (
            Slip(Fraction(0), "opening.starts.slip_never"),
            Slip(Fraction(1, players), "opening.starts.slip_before"),
            Slip(Fraction(pile, TRUMPS - size), "opening.starts.slip_pile"),
            Slip(Fraction(pile, TRUMPS) / players, "opening.starts.slip_all"),
            Slip(Fraction(size, TRUMPS), "opening.starts.slip_held"),
        )

    def given() -> dict[str, object]:
        return {
            "players": players,
            "size": size,
            "pile": pile,
            "unseen": TRUMPS - size,
            "in_pile": Fraction(pile, TRUMPS - size),
        }

    return exercise("4", Kind.CHANCE, "opening.starts", lambda: starts_without(players), slips, given)


def _end(suit: str) -> Exercise:
    """A 7 at an end of the diagonal."""
    sign = SIGNS[suit]
    answer = Fraction(at_an_end(sign, diagonals()))
    every = tuple("".join(row) for row in permutations(SUITS))

    def slips() -> tuple[Slip, ...]:
        # That one end was forgotten, that all 24 rows were counted, and that all four were taken for alike.
        candidates = (
            Slip(answer / 2, "opening.end.slip_one_end"),
            Slip(Fraction(at_an_end(sign, every)), "opening.end.slip_all_rows"),
            Slip(Fraction(len(diagonals())), "opening.end.slip_always"),
            Slip(Fraction(len(diagonals()), 2), "opening.end.slip_half"),
        )
        return tuple(slip for slip in candidates if slip.value != answer)

    def given() -> dict[str, object]:
        rows = [row for row in diagonals() if sign in (row[0], row[-1])]
        return {"sign": sign, "later": SUITS[SUITS.index(sign) + 1 :], "rows": ", ".join(rows)}

    return exercise("5", Kind.COUNT, "opening.end", lambda: answer, slips, given)


EXERCISES: Final = (
    varied(_deals, (2, 2, 2), (2, 3, 1), (3, 2, 2)),
    varied(_exactly, (4, 2), (3, 2), (5, 1)),
    varied(_together, 3, 4, 5),
    varied(_starts, 4, 3, 5),
    varied(_end, "H", "D", "S"),
)
