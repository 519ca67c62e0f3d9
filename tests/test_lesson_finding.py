"""Lesson 22, "Bayes by counting deals": its answers by laying all deals out, and against the library."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, permutations
from typing import Any

import pytest

from inaba.cross_sevens import CARDS, Card, parse_card, parse_cards
from lessons import build, chart, kit
from lessons.exercises import LESSONS, Exercise, finding
from lessons.laboratory.deduction import DeductionLaboratory
from lessons.laboratory.form import Refused
from solvers.cross_sevens_evidence import Holds, Lacks, Swapped, situation
from solvers.cross_sevens_odds import Odds
from tests.drawn import check_drawn

pytestmark = pytest.mark.usefixtures("spoken")

LESSON = "bayes-by-counting-deals"
KING, S8, H6, D3 = (parse_card(card) for card in ("HK", "S8", "H6", "D3"))
OTHERS = [card for card in CARDS if card not in parse_cards("D7,S7,H7,C7,HK,S8,H6,D3,DA,DK,JK")]

Split = tuple[frozenset[Card], ...]


def every(name: str) -> list[tuple[Exercise, dict[str, int]]]:
    """An exercise with each of its numbers, and these."""
    first = next(one for one in LESSONS[LESSON] if one.name == name)
    found = []
    for one in (first, *first.others):
        found.append((one, {k: v for k, v in one.given().items() if isinstance(v, int)}))
    return found


def source(teacher: bool = False) -> dict[str, build.Cell]:
    folder = build.HERE / "sources" / ("teacher" if teacher else ".")
    return {cell.name: cell for cell in build.read((folder / f"22-{LESSON}.md").read_text("utf-8"))}


def splits(cards: list[Card], sizes: tuple[int, ...]) -> Iterator[Split]:
    """All deals of some cards to hands of such sizes, one by one."""
    if not sizes:
        yield ()
        return
    for hand in combinations(cards, sizes[0]):
        rest = [card for card in cards if card not in hand]
        yield from ((frozenset(hand), *others) for others in splits(rest, sizes[1:]))


def share(
    sizes: tuple[int, ...],
    event: Callable[[Split], bool],
    fits: Callable[[Split], bool],
    special: tuple[Card, ...] = (KING, S8, H6, D3),
) -> Fraction:
    """Of all deals of the special cards and fillers that fit, the share of an event."""
    cards = [*special, *OTHERS][: sum(sizes)]
    left = [deal for deal in splits(cards, sizes) if fits(deal)]
    return Fraction(sum(map(event, left)), len(left))


# --- the answers, every deal laid out, and by the library ---


def test_after_one_miss() -> None:
    for one, n in every("1"):
        sizes = (n["a"], n["b"])
        counted = share(sizes, lambda deal: KING in deal[0], lambda deal: S8 not in deal[0])
        view = situation("DA,DK", (2, *sizes), unseen=[KING, S8, *OTHERS][: sum(sizes)])
        assert one.answer() == counted == Odds(view).given(Lacks(2, [S8])).where(KING)[2]


def test_after_two_misses() -> None:
    for one, n in every("2"):
        sizes = (n["a"], n["b"])
        counted = share(
            sizes, lambda deal: KING in deal[0], lambda deal: S8 not in deal[0] and H6 not in deal[1]
        )
        view = situation("DA,DK", (2, *sizes), unseen=[KING, S8, H6, *OTHERS][: sum(sizes)])
        assert one.answer() == counted
        assert one.answer() == Odds(view).given(Lacks(2, [S8]), Lacks(3, [H6])).where(KING)[2]


def test_after_a_trade() -> None:
    """The library is told the TRADE itself: D3 was given to player 2, and the DK came back."""
    for one, n in every("3"):
        sizes = (n["a"], n["b"])
        counted = share(
            sizes, lambda deal: KING in deal[0], lambda deal: D3 in deal[0], special=(KING, D3, S8)
        )
        view = situation("DA,DK", (2, *sizes), unseen=[KING, D3, S8, *OTHERS][: sum(sizes)])
        odds = Odds.supposed(view, [Swapped(2, D3, parse_card("DK"))])
        assert one.answer() == counted == odds.where(KING)[2]
        assert odds.where(D3)[2] == 1


def test_with_a_trump_pile() -> None:
    for one, n in every("4"):
        sizes = (n["a"], n["b"], n["pile"])
        # Only where the S8 lies matters: each of all places once.
        places = [0] * sizes[0] + [1] * sizes[1] + [2] * sizes[2]
        left = [place for place in places if place != 0]
        view = situation("DA,DK", (2, n["a"], n["b"]), unseen=[S8, *OTHERS][: sum(sizes)])
        assert one.answer() == Fraction(left.count(1), len(left))
        assert one.answer() == Odds(view).given(Lacks(2, [S8])).where(S8)[3]


def test_who_asks_does_not_hold_the_trump_either() -> None:
    """Rule 9's TRY: none of one's own. Two cards on all pairs of places."""
    for one, n in every("5"):
        places = [0] * n["a"] + [1] * n["b"] + [2] * n["c"]
        pairs = [(places[i], places[j]) for i, j in permutations(range(len(places)), 2)]
        left = [(eight, king) for eight, king in pairs if eight not in (0, 1)]
        assert one.answer() == Fraction(sum(king == 2 for _, king in left), len(left))
        unseen = [KING, S8, *OTHERS][: len(places)]
        view = situation("DA,DK", (2, n["a"], n["b"], n["c"]), unseen=unseen)
        odds = Odds(view).given(Lacks(2, [S8]), Lacks(3, [S8]))
        assert one.answer() == odds.where(KING)[4]
        slip = next(slip.value for slip in one.slips() if slip.key.endswith("slip_only"))
        only = [(eight, king) for eight, king in pairs if eight != 0]
        assert slip == Fraction(sum(king == 2 for _, king in only), len(only))


# --- what the lesson says ---


def test_the_six_cards_of_the_lesson() -> None:
    code = source()["hands-code"].code or ""
    line = re.search(r"cards = (\[.+\])", code)
    assert line
    assert line[1] == str(list(finding.CARDS)).replace("'", '"')
    assert len(finding.HANDS) == 20
    before = finding.shared(lambda hand: "HK" in hand)
    missed = finding.shared(lambda hand: "HK" in hand, lambda hand: "S8" not in hand)
    hit = finding.shared(lambda hand: "HK" in hand, lambda hand: "S8" in hand)
    assert (before, missed, hit) == (Fraction(1, 2), Fraction(3, 5), Fraction(2, 5))
    assert missed == finding.after_miss(3, 3)
    view = situation("S9,D10", (2, 3, 3), unseen=parse_cards(",".join(finding.CARDS)))
    assert Odds(view).given(Lacks(2, [S8])).where(KING) == {2: missed, 3: 1 - missed}


def test_the_larger_position_s_surest_try_helps_nobody_and_the_best_ones_open_a_card() -> None:
    """What the prose of section 5 says, found by laying out all deals of its nine trumps."""
    unseen = list(parse_cards("HK,S8,S6,H5,C8,C10,D3,C2,DJ"))
    code = source()["larger"].code or ""
    assert "HK,S8,S6,H5,C8,C10,D3,C2,DJ" in code
    view = situation("S9,S5,CJ", (3, 5, 4), field="DSHC,H6@d2", actions="try", unseen=unseen)
    c8 = parse_card("C8")
    odds = Odds(view).given(Lacks(2, [c8]), Holds(3, D3))
    fit = [deal for deal in splits(unseen, (5, 4)) if c8 not in deal[0] and D3 in deal[1]]
    tries = odds.tries()
    for one in tries:
        hits = sum(one.move.card in deal[one.move.player - 2] for deal in fit)
        assert one.chance == Fraction(hits, len(fit))
    assert (str(tries[0].move), tries[0].opens) == ("try:3:C8", ())
    assert tries[0].chance == 1
    assert {str(one.move): one.opening for one in odds.openings()[:2]} == {
        "try:2:S6": Fraction(5, 7),
        "try:2:S8": Fraction(5, 7),
    }


def laboratory(number: str, name: str, cell: str) -> DeductionLaboratory:
    """The laboratory as a lesson's cell makes it."""
    text = (build.HERE / "sources" / f"{number}-{name}.md").read_text("utf-8")
    code = next(one.code for one in build.read(text) if one.name == cell) or ""
    before, made = code.rsplit("\n", 1)
    names: dict[str, Any] = {"kit": kit}
    exec(before, names)  # noqa: S102  # the lesson's own code
    found = eval(made, names)  # noqa: S307  # likewise
    assert isinstance(found, DeductionLaboratory)
    return found


def test_the_laboratory_answers_as_the_teacher_s_page_says() -> None:
    """Eighteen hidden trumps, nine of them player 2's: what is found of one is undone by what is found of the
    other, and nothing else."""
    queen = parse_card("HQ")
    after = {
        ("holds", 2): Fraction(1, 2),
        ("lacks", 3): Fraction(1, 2),
        ("holds", 3): Fraction(9, 16),
        ("lacks", 2): Fraction(9, 16),
    }
    for (kind, player), chance in after.items():
        lab = laboratory("22", LESSON, "laboratory-code")
        assert lab.odds.where(queen) == {2: Fraction(1, 2), 3: Fraction(1, 2)}
        lab.add("lacks", 2, "SJ")
        assert lab.odds.where(queen)[2] == Fraction(9, 17)
        lab.add(kind, player, "HK")
        assert lab.odds.where(queen)[2] == chance


def test_in_the_laboratory_a_pass_can_be_refuted() -> None:
    """The SJ could be laid; if player 3 lacks it, player 2 holds it, and was not stuck (lesson 23)."""
    lab = laboratory("23", "what-a-pass-tells", "laboratory")
    lab.add("passed", 2)
    jack = parse_card("SJ")
    assert lab.odds.where(jack) == {2: 0, 3: 1}
    other = laboratory("23", "what-a-pass-tells", "laboratory")
    other.add("lacks", 3, "SJ")
    with pytest.raises(Refused):
        other.add("passed", 2)


# --- what it draws ---


def six(*facts: Lacks) -> Odds:
    view = situation("S9,D10", (2, 3, 3), unseen=parse_cards(",".join(finding.CARDS)))
    return Odds(view).given(*facts)


def drawings() -> dict[str, chart.Chart]:
    piled = situation("DA,DK", (2, 3, 3), unseen=[KING, S8, *OTHERS][:8])
    return {
        "all": kit.king_hands(),
        "lacks": kit.king_hands(lacks="S8"),
        "holds": kit.king_hands(holds="D3"),
        "both": kit.king_hands(lacks="S8", holds="D3"),
        "areas": kit.miss_areas(3, 3),
        "few": kit.miss_areas(2, 5),
        "grid": kit.where_grid(six(Lacks(2, [S8]))),
        "pile": kit.where_grid(Odds(piled)),
    }


def test_every_drawing_has_words_and_lies_on_the_paper(lang: str) -> None:
    for name, drawn in drawings().items():
        check_drawn(name, drawn, lang)


def test_the_hands_drawn_are_marked_and_crossed_out_as_they_are_counted() -> None:
    rows = [row.split("|") for row in drawings()["lacks"].text.splitlines()[2:]]
    assert len({tuple(sorted(card.strip() for card in row[:3])) for row in rows}) == 20
    for *hand, sign in rows:
        names = {card.strip() for card in hand}
        assert sign.strip() == ("x" if "♠8" in names else "*" if "♥K" in names else "")
    signs = [row.split("|")[-1].strip() for row in drawings()["both"].text.splitlines()[2:]]
    assert (signs.count("*"), signs.count("x")) == (3, 20 - 6)


def test_the_areas_give_the_same_as_counting() -> None:
    for a in range(2, 8):
        for b in range(2, 8):
            line = kit.miss_areas(a, b).text.splitlines()[2]
            assert Fraction(line.split("|")[-1].strip()) == finding.after_miss(a, b)


def test_the_grid_s_rows_sum_to_one_and_its_columns_to_the_hands() -> None:
    for name, sums in (("grid", [3, 3]), ("pile", [3, 3, 2])):
        rows = [row.split("|")[1:] for row in drawings()[name].text.splitlines()[2:]]
        chances = [[Fraction(box.split()[0]) for box in row] for row in rows]
        assert all(sum(row) == 1 for row in chances)
        assert [sum(column) for column in zip(*chances, strict=True)] == sums


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(ValueError, match="the six trumps"):
        kit.king_hands(lacks="D9")
    with pytest.raises(ValueError, match="the six trumps"):
        kit.king_hands(lacks="S8", holds="S8")
    for sizes in ((1, 3), (3, 31)):
        with pytest.raises(ValueError, match="2 to 30"):
            kit.miss_areas(*sizes)
    with pytest.raises(ValueError, match="1 to 12"):
        kit.where_grid(Odds(situation("DA,DK", (2, 7, 7), unseen=[KING, *OTHERS][:14])))
