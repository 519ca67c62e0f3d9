"""What a pupil answers: read kindly, never evaluated, and judged against an exact value.

An answer may be a number (int, float, `Fraction`, `decimal.Decimal`, a sympy or gmpy2 number) or text: a
fraction ``5/18``, a decimal ``0.278``, a percent ``27.8 %``; full-width letters as a Japanese keyboard
types them, ``18分の5``, and a decimal comma are understood.

**When a rounded answer is right.** An answer with a decimal point or a percent sign says how far it was
rounded by its last digit. It is right if the exact value, rounded there, is the answer, and if it shows at
least `LEAST_DIGITS` significant digits: for 5/18, both ``0.28`` and ``27.8 %`` are right, ``0.3`` is too
rough, and ``0.27`` was cut off instead of rounded. A fraction or whole number must be equal.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from math import isfinite
from numbers import Rational, Real
from typing import Final, NamedTuple

from inaba.errors import Reason

LEAST_DIGITS: Final = 2
"""A rounded answer must show at least so many significant digits."""

MOST_CHARACTERS: Final = 100
"""Longer text is refused unread."""

MOST_BITS: Final = 400
"""Longer whole numbers, above or below the line, are refused: about 120 digits."""

FLOAT_DIGITS: Final = 12
"""A float with so many digits or more was computed, not typed: its last digits may be off."""


class Kind(StrEnum):
    """What an exercise asks for."""

    CHANCE = "chance"
    COUNT = "count"
    NUMBER = "number"


class Mark(StrEnum):
    """How an answer is received."""

    RIGHT = "right"
    NOT_YET = "not_yet"
    UNREAD = "unread"
    UNTOUCHED = "untouched"


class Say(StrEnum):
    """The remarks on an answer; their words are in ``lessons/words``."""

    UNTOUCHED_CHANCE = "answer.untouched.chance"
    UNTOUCHED_COUNT = "answer.untouched.count"
    UNTOUCHED_NUMBER = "answer.untouched.number"
    LONG = "answer.long"
    TRUTH = "answer.truth"
    FUNCTION = "answer.function"
    SEVERAL = "answer.several"
    INFINITE = "answer.infinite"
    ZERO_BELOW = "answer.zero_below"
    NO_NUMBER_CHANCE = "answer.no_number.chance"
    NO_NUMBER_COUNT = "answer.no_number.count"
    NO_NUMBER_NUMBER = "answer.no_number.number"
    ODDS = "answer.odds"
    COMMA = "answer.comma"
    REDUCE = "answer.reduce"
    ROUNDED = "answer.rounded"
    COMPUTED = "answer.computed"
    ROUGH = "answer.rough"
    CUT = "answer.cut"
    PERCENT_SIGN = "answer.percent_sign"
    TWICE_PERCENT = "answer.twice_percent"
    ABOVE_ONE = "answer.above_one"
    NEGATIVE = "answer.negative"
    NEGATIVE_COUNT = "answer.negative_count"
    NOT_WHOLE = "answer.not_whole"
    NO_PERCENT = "answer.no_percent"
    AGAINST = "answer.against"
    OTHER = "answer.other"


class Reading(NamedTuple):
    """An answer as a number.

    Attributes
    ----------
    value : Fraction
    unit : Fraction
        One in the last place shown; 0 for an answer that claims to be exact.
    digits : int
        Significant digits shown; 0 for an answer that claims to be exact.
    percent, comma : bool
        Whether it was written as a percent, and with a decimal comma.
    reducible : bool
        Whether it was a fraction that can be reduced.
    """

    value: Fraction
    unit: Fraction = Fraction(0)
    digits: int = 0
    percent: bool = False
    comma: bool = False
    reducible: bool = False

    def shows(self, exact: Fraction) -> bool:
        """Whether this is the exact value, or the exact value rounded where the answer ends."""
        if self.value == exact:
            return True
        return self.digits >= LEAST_DIGITS and 2 * abs(self.value - exact) <= self.unit

    def scaled(self, factor: Fraction) -> Reading:
        """The same digits, read as so many times as much."""
        return self._replace(value=self.value * factor, unit=self.unit * factor)


class Slip(NamedTuple):
    """A known wrong answer and the word of help for it.

    Attributes
    ----------
    value : Fraction
        What the pupil who slips so arrives at.
    key : str
        The message in ``lessons/words``.
    """

    value: Fraction
    key: str


class Verdict(NamedTuple):
    """What is said to an answer: the mark, and the remarks in order."""

    mark: Mark
    remarks: tuple[Reason, ...] = ()

    @property
    def right(self) -> bool:
        """Whether the exercise is solved."""
        return self.mark is Mark.RIGHT


_UNUSUAL: Final = str.maketrans("−–—‐÷⁄∕、。", "----///,.")
_SIGN: Final = re.compile(r"(?:(?P<minus>minus|マイナス|[ー-])|plus|プラス|\+)\s*(?=[\d.])", re.ASCII)
"""A sign in words, or apart from its number; in kana mode the key of the minus types the long vowel mark."""
_ABOUT: Final = re.compile(r"(?:about|approximately|approx\.?|ca\.?|約|およそ|だいたい|[~≈≒])\s*")
_PERCENT: Final = re.compile(r"\s*(?:%|percent|per cent|パーセント)")
_UNITS: Final = re.compile(
    r"\s*(?:rolls?|times|ways|outcomes|sharks?|games?|wins?|layouts?|hands?|cards?|fish"
    r"|points?|pts?|players?|people|seconds?|steps?|turns?|rounds?|pairs?|passes|deals?|cells?|pieces?"
    r"|rabbits?|paths?|routes?"
    r"|回|通り|個|匹|枚|倍|つ|局|点|ポイント|人|秒|歩|羽|本|組|手番?|段|種類|番目?|年|ターン|ゲーム|試合|マス|[かヶケカ]所)"
)
_OVER: Final = re.compile(r"([+-]?)(\d+)\s*(?:/|out of|in|of)\s*(\d+)", re.ASCII)
_UNDER: Final = re.compile(r"(\d+)\s*分の\s*(\d+)", re.ASCII)
_ODDS: Final = re.compile(r"\d+\s*(?::|to|対)\s*\d+", re.ASCII)
_DECIMAL: Final = re.compile(r"([+-]?)(\d*)(?:([.,])(\d*))?", re.ASCII)
_THOUSANDS: Final = re.compile(r"[+-]?[1-9]\d{0,2}(?:,\d{3})+", re.ASCII)


def read(answer: object, kind: Kind = Kind.CHANCE) -> Reading | Reason:
    """An answer as a number, or what is wrong with it.

    Parameters
    ----------
    answer : object
        Whatever the pupil wrote.
    kind : Kind
        What was asked: it decides how a comma is read, and what is proposed instead.

    Returns
    -------
    Reading or Reason

    Examples
    --------
    >>> read("５／１８").value
    Fraction(5, 18)
    >>> read("27.8 %").value
    Fraction(139, 500)
    >>> read("__import__('os')").key
    <Say.NO_NUMBER_CHANCE: 'answer.no_number.chance'>
    """
    if answer is None or answer is Ellipsis:
        return _untouched(kind)
    if isinstance(answer, bool):
        return Reason(Say.TRUTH, {"answer": str(answer)})
    if isinstance(answer, str):
        return _read_text(answer, kind)
    if isinstance(answer, Rational):
        above, below = int(answer.numerator), int(answer.denominator)
        if max(above.bit_length(), below.bit_length()) > MOST_BITS:
            return Reason(Say.LONG, {"most": MOST_CHARACTERS})
        return Reading(Fraction(above, below))
    if isinstance(answer, Decimal):
        if not answer.is_finite():
            return Reason(Say.INFINITE)
        if abs(answer.adjusted()) > MOST_CHARACTERS or len(answer.as_tuple().digits) > MOST_CHARACTERS:
            return Reason(Say.LONG, {"most": MOST_CHARACTERS})
        return _decimal(answer)
    if isinstance(answer, Real):
        number = float(answer)
        if not isfinite(number):
            return Reason(Say.INFINITE)
        if number != 0 and not 1e-100 < abs(number) < 1e100:
            return Reason(Say.LONG, {"most": MOST_CHARACTERS})
        reading = _decimal(Decimal(repr(number)))
        if reading.digits >= FLOAT_DIGITS:
            unit = abs(reading.value) / 10 ** (FLOAT_DIGITS - 1)
            return reading._replace(unit=max(reading.unit, unit))
        return reading
    if callable(answer):
        return Reason(Say.FUNCTION, {"name": str(getattr(answer, "__name__", "?"))[:40]})
    if isinstance(answer, (list, tuple, set, frozenset, dict)):
        return Reason(Say.SEVERAL)
    return _no_number(type(answer).__name__, kind)


def judge(answer: object, exact: Fraction, kind: Kind = Kind.CHANCE, slips: Iterable[Slip] = ()) -> Verdict:
    """What to say to an answer.

    Parameters
    ----------
    answer : object
        Whatever the pupil wrote.
    exact : Fraction
        The right answer.
    kind : Kind
        What was asked.
    slips : iterable of Slip
        Known wrong answers with a word of help; the first that fits is said.

    Returns
    -------
    Verdict

    Examples
    --------
    >>> judge("10/36", Fraction(5, 18)).right
    True
    >>> [str(remark.key) for remark in judge("10/36", Fraction(5, 18)).remarks]
    ['answer.reduce']
    >>> [str(remark.key) for remark in judge(27.8, Fraction(5, 18)).remarks]
    ['answer.percent_sign']
    """
    reading = read(answer, kind)
    if isinstance(reading, Reason):
        return Verdict(Mark.UNTOUCHED if reading == _untouched(kind) else Mark.UNREAD, (reading,))
    notes: tuple[Reason, ...] = (Reason(Say.COMMA),) if reading.comma else ()
    if kind is Kind.COUNT and reading.percent:
        return Verdict(Mark.NOT_YET, (Reason(Say.NO_PERCENT),))
    if reading.value == exact:
        if reading.reducible:
            notes += (Reason(Say.REDUCE, {"exact": exact}),)
        return Verdict(Mark.RIGHT, notes)
    if kind is not Kind.COUNT and reading.shows(exact):
        # Who writes 1/6 without quotation marks has rounded nothing: Python has.
        computed = isinstance(answer, float) and reading.digits >= FLOAT_DIGITS
        remark = Say.COMPUTED if computed else Say.ROUNDED
        return Verdict(Mark.RIGHT, (*notes, Reason(remark, {"exact": exact})))
    return Verdict(Mark.NOT_YET, (*notes, _what_is_wrong(reading, exact, kind, tuple(slips))))


def _what_is_wrong(reading: Reading, exact: Fraction, kind: Kind, slips: tuple[Slip, ...]) -> Reason:
    if kind is Kind.CHANCE:
        # 28 without a sign may be meant as a percent, and then it is rounded to a whole one.
        whole = reading.digits == 0 and reading.value.denominator == 1
        rounded = reading._replace(unit=Fraction(1), digits=len(str(reading.value))) if whole else reading
        hundredth = rounded.scaled(Fraction(1, 100))
        known = (exact, *(slip.value for slip in slips))
        if not reading.percent and reading.value > 1 and any(map(hundredth.shows, known)):
            return Reason(Say.PERCENT_SIGN, {"number": _shown(reading.value)})
        if reading.percent and reading.scaled(Fraction(100)).shows(exact):
            number = reading.value * 100
            return Reason(Say.TWICE_PERCENT, {"number": _shown(number), "percent": _shown(number * 100)})
        if reading.value > 1:
            return Reason(Say.ABOVE_ONE)
    negative = {Kind.CHANCE: Say.NEGATIVE, Kind.COUNT: Say.NEGATIVE_COUNT}
    if reading.value < 0 and kind in negative:
        return Reason(negative[kind])
    if kind is Kind.COUNT and reading.value.denominator > 1:
        return Reason(Say.NOT_WHOLE)
    for slip in slips:
        if reading.shows(slip.value):
            return Reason(slip.key)
    if kind is not Kind.COUNT and reading.digits:
        if reading.digits < LEAST_DIGITS and 2 * abs(reading.value - exact) <= reading.unit:
            return Reason(Say.ROUGH, {"least": LEAST_DIGITS})
        if reading.digits >= LEAST_DIGITS and 0 < exact - reading.value < reading.unit:
            return Reason(Say.CUT)
    if kind is Kind.CHANCE and reading.shows(1 - exact):
        return Reason(Say.AGAINST)
    return Reason(Say.OTHER)


def _read_text(text: str, kind: Kind) -> Reading | Reason:
    if len(text) > MOST_CHARACTERS:
        return Reason(Say.LONG, {"most": MOST_CHARACTERS})
    given = text
    # A full-width letter may stand for several (㌫ is パーセント), so the length is looked at again.
    text = unicodedata.normalize("NFKC", text).translate(_UNUSUAL).strip().lower()
    if len(text) > MOST_CHARACTERS:
        return Reason(Say.LONG, {"most": MOST_CHARACTERS})
    if text in ("", "...", "…"):
        return _untouched(kind)
    if about := _ABOUT.match(text):
        text = text[about.end() :]
    if sign := _SIGN.match(text):
        text = ("-" if sign["minus"] else "+") + text[sign.end() :]
    if found := _OVER.fullmatch(text):
        return _over(int(found[1] + found[2]), int(found[3]))
    if found := _UNDER.fullmatch(text):
        return _over(int(found[2]), int(found[1]))
    if _ODDS.fullmatch(text):
        return Reason(Say.ODDS, {"answer": given.strip()})
    percent = comma = False
    if (end := _ending(_PERCENT, text)) is not None:
        text, percent = text[:end], True
    elif kind is not Kind.CHANCE and (end := _ending(_UNITS, text)) is not None:
        text = text[:end]
    if kind is not Kind.CHANCE and _THOUSANDS.fullmatch(text):
        text = text.replace(",", "")
    found = _DECIMAL.fullmatch(text)
    if not found or not (found[2] or found[4]):
        return _no_number(given, kind)
    comma = found[3] == ","
    number = _decimal(Decimal(f"{found[1]}{found[2] or '0'}.{found[4] or ''}"))
    if not found[3] and not percent and kind is not Kind.NUMBER:
        return Reading(number.value)
    if percent:
        number = number.scaled(Fraction(1, 100))
    return number._replace(percent=percent, comma=comma)


def _ending(pattern: re.Pattern[str], text: str) -> int | None:
    for found in pattern.finditer(text):
        if found.end() == len(text):
            return found.start()
    return None


def _over(above: int, below: int) -> Reading | Reason:
    if below == 0:
        return Reason(Say.ZERO_BELOW)
    value = Fraction(above, below)
    return Reading(value, reducible=value.denominator != below)


def _decimal(number: Decimal) -> Reading:
    _, digits, exponent = number.as_tuple()
    assert isinstance(exponent, int)  # finite, as every caller has made sure
    shown = len("".join(map(str, digits)).lstrip("0")) or 1
    return Reading(Fraction(number), Fraction(10) ** exponent, shown)


def _untouched(kind: Kind) -> Reason:
    return Reason(Say(f"answer.untouched.{kind}"))


def _no_number(answer: str, kind: Kind) -> Reason:
    shown = answer.strip().replace("`", "'")
    shown = shown if len(shown) <= 30 else shown[:30] + "…"
    return Reason(Say(f"answer.no_number.{kind}"), {"answer": shown})


def _shown(value: Fraction) -> str:
    return f"{float(value):.10g}"
