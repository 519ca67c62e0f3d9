"""The fight laboratory: a shark, dice that may be loaded, exact chances, and throws laid over them.

Python works everything out, exactly, with `solvers.fights`; the browser draws a *scene*, plain data whose
numbers are written already, and sends back small messages. Nothing that arrives is trusted: what is malformed
or out of bounds is answered in words, beside its field, and changes nothing.

Two experiments stand side by side, each with its own throws, so that each is a plain sample of equally
distributed draws: *one roll*, whose total beats the shark or does not, and *a fight*, rolls until the shark
is beaten (River, rule 6). Rolls of a fight are not counted among the single rolls: where a fight stops
depends on what was rolled, and the share of a total among them would be off a little.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from html import escape
from importlib.resources import files
from itertools import accumulate
from math import sqrt
from pathlib import Path
from random import Random
from typing import Any, Final, Literal, NamedTuple

import traitlets

from inaba.chance import Chance
from inaba.dice import Dice, format_dice, parse_dice, total
from inaba.errors import InabaError, NotationError
from inaba.frame.board import script
from inaba.reading import plainly
from inaba.river.art import symbols
from inaba.words import Words, language
from lessons import chart
from lessons.laboratory.bench import Bench, Data
from lessons.voice import percent
from solvers import fights

MOST_HIT_POINTS: Final = 99
MOST_DICE: Final = 10
MOST_FACE: Final = 100
"""No face of a die is higher: totals stay few enough to be drawn and added up at once."""

MOST_WITHIN: Final = 99
MOST_AT_ONCE: Final = 100_000
"""Throws of one press: about a tenth of a second, some tenths where Python runs in the browser."""

MOST_IN_ALL: Final = 10_000_000
BATCHES: Final = (10, 100, 1_000, 10_000, 100_000)
MOST_BARS: Final = 36
"""More totals than these are drawn several in a bar."""

MOST_SLIDERS: Final = 20
"""A die is loaded by hand if it has at most so many faces, of at most this weight."""

MOST_KEPT: Final = 100
"""The throws of so many settings are kept, so that going back to one finds its throws again."""

Form = Literal["fraction", "percent", "decimal"]


class Refused(InabaError, ValueError):
    """Something that was asked of the laboratory and cannot be done: why, and in which field.

    Attributes
    ----------
    field : str
        ``"hit_points"``, ``"damage"``, ``"dice"``, ``"within"``, or nothing.
    """

    def __init__(self, key: str, field: str = "", **data: object) -> None:
        super().__init__(key, **data)
        self.field = field

    def say(self, lang: str | None = None) -> str:
        """The reason in words."""
        return say(self.key, language(lang), **self.data)


class Bar(NamedTuple):
    """A bar of a chart: the outcomes from ``first`` to ``last``, and how it is labelled."""

    first: int
    last: int
    label: str


@cache
def _catalogue() -> Words:
    return Words.read(files("lessons.laboratory") / "words" / "fight.toml")


def say(key: str, lang: str, /, **data: object) -> str:
    """A message of the laboratory in words.

    Examples
    --------
    >>> say("fightlab.unit.points", "en", points="1.4")
    '1.4 points'
    """
    return _catalogue().say(key, lang, **data)


def written(value: Fraction, form: Form, room: int = 9) -> str:
    """A chance as a person reads it.

    Parameters
    ----------
    value : Fraction
        In [0, 1].
    form : {"fraction", "percent", "decimal"}
    room : int
        A fraction of more characters is written as a percent, with "≈" before it.

    Notes
    -----
    Rounded half to even, to one place of a percent or three of a decimal. 0 and 1 are written as what they
    are, and a chance that is neither never looks as if it were.

    Examples
    --------
    >>> [written(Fraction(5, 18), form) for form in ("fraction", "percent", "decimal")]
    ['5/18', '27.8 %', '0.278']
    >>> [written(Fraction(1), form) for form in ("fraction", "percent", "decimal")]
    ['1', '100 %', '1']
    >>> written(Fraction(1, 100_000), "percent"), written(Fraction(99_999, 100_000), "decimal")
    ('< 0.1 %', '> 0.999')
    >>> written(Fraction(1, 3**30), "fraction")
    '< 0.1 %'
    >>> written(Fraction(3**29 + 1, 3**30), "fraction")
    '≈ 33.3 %'
    """
    if form == "fraction":
        text = str(value)
        if len(text) <= room:
            return text
        text = written(value, "percent")
        return text if text[0] in "<>" else f"≈ {text}"
    if form == "percent":
        return percent(value)
    if value.denominator == 1:
        return str(value)
    shown = f"{float(round(value, 3)):.3f}"
    return {"0.000": "< 0.001", "1.000": "> 0.999"}.get(shown, shown)


def draw(chance: Chance[int], times: int, rng: Random) -> Counter[int]:
    """How often each outcome came in so many independent draws.

    Whole numbers decide, so the draws are distributed exactly as the chance says.

    Parameters
    ----------
    chance : Chance[int]
    times : int
        0 or more.
    rng : Random

    Examples
    --------
    >>> from inaba.chance import die
    >>> sum(draw(die(6), 100, Random(1)).values())
    100
    """
    outcomes, weights = zip(*chance.items(), strict=True)
    ends = list(accumulate(weights))
    whole, randrange = chance.total, rng.randrange
    places = Counter(bisect(ends, randrange(whole)) for _ in range(times))
    return Counter({outcomes[place]: count for place, count in places.items()})


def error(share: Fraction, draws: int) -> float:
    """The standard error of a share seen in so many draws, from its exact chance: √(p (1 - p) / n).

    Parameters
    ----------
    share : Fraction
        The exact chance, in [0, 1].
    draws : int
        1 or more.

    Examples
    --------
    >>> error(Fraction(1, 2), 100)
    0.05
    """
    return sqrt(share * (1 - share) / draws)


class FightLaboratory(Bench):
    """A laboratory about one shark and dice.

    Parameters
    ----------
    hit_points : int
        What stands on the shark's card, 0 to 99.
    damage : int
        What it has taken before, 0 to 99.
    dice : str
        Such as ``"2d6"``, or ``"{1:1,6:2}"`` for a die whose 6 comes twice as often as its 1; see
        `inaba.dice.parse_dice`. At most 10 dice, no face above 100.
    lang : {"ja", "en"}, optional
        The machine's unless given.
    seed : int, optional
        Of the throws: the same seed and the same presses throw the same.

    Raises
    ------
    Refused
        If a number is out of its bounds, or the dice are not read.

    Examples
    --------
    >>> lab = FightLaboratory(9, dice="2d6", lang="en", seed=1)
    >>> lab.beats(), lab.beats_within(2)
    (Fraction(5, 18), Fraction(613, 648))
    >>> lab.roll(1000)
    >>> sum(lab.totals_seen.values())
    1000
    """

    _esm = "\n".join([script("nodes.js"), script("fight.js", folder=Path(__file__).parent)])
    _css = Path(__file__).with_name("fight.css")

    scene = traitlets.Dict(read_only=True).tag(sync=True)
    """All that the browser draws."""
    art = traitlets.Unicode(read_only=True).tag(sync=True)
    """The drawings, as SVG symbols."""

    def __init__(
        self,
        hit_points: int = 9,
        damage: int = 0,
        dice: str = "2d6",
        lang: str | None = None,
        seed: int | None = None,
    ) -> None:
        self._prepare(lang)
        self._rng = Random(seed)
        self._hit_points = _bounded(hit_points, 0, MOST_HIT_POINTS, "hit_points")
        self._damage = _bounded(damage, 0, MOST_HIT_POINTS, "damage")
        self._loads = _loads(_read_dice(dice))
        self._within = 2
        self._form: Form = "fraction"
        self._rolls: dict[str, Counter[int]] = {}
        self._fights: dict[str, Counter[int]] = {}
        self._cleared: dict[str, Counter[int]] = {}
        self._last: tuple[int, ...] = ()
        self._fight: list[tuple[int, ...]] = []
        self._trouble: dict[str, InabaError] = {}
        super().__init__()

    def open(self) -> None:
        names = ["shark", *(f"die-{face}" for face in range(1, 7))]
        self.set_trait("art", f"<svg>{symbols('inaba-fight-', names)}</svg>")
        super().open()

    # What a program may ask and do.

    @property
    def hit_points(self) -> int:
        """What stands on the shark's card; it may be set."""
        return self._hit_points

    @hit_points.setter
    def hit_points(self, hit_points: int) -> None:
        self._hit_points = _bounded(hit_points, 0, MOST_HIT_POINTS, "hit_points")
        self._changed("hit_points")

    @property
    def damage(self) -> int:
        """What the shark has taken before the fight; it may be set."""
        return self._damage

    @damage.setter
    def damage(self, damage: int) -> None:
        self._damage = _bounded(damage, 0, MOST_HIT_POINTS, "damage")
        self._changed("damage")

    @property
    def dice(self) -> str:
        """The dice as text; they may be set."""
        return format_dice(self._dice())

    @dice.setter
    def dice(self, dice: str) -> None:
        self._loads = _loads(_read_dice(dice))
        self._changed("dice")

    @property
    def within(self) -> int:
        """The number of rolls that "within … rolls" is about, 1 to 99; it may be set."""
        return self._within

    @within.setter
    def within(self, within: int) -> None:
        self._within = _bounded(within, 1, MOST_WITHIN, "within")
        self._trouble.pop("within", None)
        chance = self._number(self.beats_within(within), 24)
        self._say("fightlab.said.within", n=within, chance=chance)
        self._publish()

    @property
    def left(self) -> int:
        """Hit points that are left before the first roll."""
        return max(0, self._hit_points - self._damage)

    def beats(self) -> Fraction:
        """The chance that one roll beats the shark."""
        return fights.beats(self.left, self._dice())

    def beats_within(self, rolls: int) -> Fraction:
        """The chance that the shark is beaten within so many rolls.

        Parameters
        ----------
        rolls : int
            0 or more.
        """
        return fights.beaten_within(self.left, rolls, self._dice())

    @property
    def totals_seen(self) -> dict[int, int]:
        """The single rolls thrown with these dice: each total, and how often it came."""
        return dict(sorted(self._rolls.get(self.dice, Counter()).items()))

    @property
    def fights_seen(self) -> dict[int, int]:
        """The fights fought in this setting: each number of rolls, and how many fights took so many."""
        return dict(sorted(self._fights.get(self._setting(), Counter()).items()))

    def roll(self, times: int = 1) -> None:
        """Throw single rolls.

        Parameters
        ----------
        times : int
            1 to 100,000.

        Raises
        ------
        Refused
            If it is another number, or there would be more than 10,000,000 in all.
        """
        seen = self._sample(self._rolls, self.dice, times)
        if times == 1:
            self._last = self._faces()
            came = sum(self._last)
            seen[came] += 1
            key = "fightlab.said.beats" if came >= self.left else "fightlab.said.fails"
            self._say(key, sum=_sum(self._last), left=self.left)
        else:
            self._last = ()
            new = draw(total(self._dice()), times, self._rng)
            seen.update(new)
            won = sum(count for came, count in new.items() if came >= self.left)
            self._say("fightlab.said.rolled", n=times, won=won)
        self._cleared.pop("rolls", None)
        self._publish()

    def fight(self, times: int = 1) -> None:
        """Fight whole fights, each until the shark is beaten; one that goes on roll by roll is left alone.

        Parameters
        ----------
        times : int
            1 to 100,000.

        Raises
        ------
        Refused
            If it is another number, there would be more than 10,000,000 in all, or no hit point is left.
        """
        self._check_alive()
        seen = self._sample(self._fights, self._setting(), times)
        new = draw(self._distribution(), times, self._rng)
        seen.update(new)
        rolls = sum(n * count for n, count in new.items())
        self._say("fightlab.said.fought", n=times, mean=f"{rolls / times:.2f}")
        self._cleared.pop("fights", None)
        self._publish()

    def step(self) -> None:
        """Throw the next roll of the fight that goes on, or the first of a new one.

        Raises
        ------
        Refused
            If the shark is beaten already, or there would be more than 10,000,000 fights.
        """
        self._check_alive()
        seen = self._sample(self._fights, self._setting(), 1)
        if self._dealt() >= self.left:
            self._fight = []
        self._fight.append(self._faces())
        added, dealt = _sum(self._fight[-1]), self._dealt()
        if dealt >= self.left:
            seen[len(self._fight)] += 1
            self._cleared.pop("fights", None)
            self._say("fightlab.said.beaten", sum=added, n=len(self._fight))
        else:
            self._say("fightlab.said.goes_on", sum=added, left=self.left - dealt)
        self._publish()

    def clear(self, what: Literal["rolls", "fights"]) -> None:
        """Put away the throws of one experiment in this setting; `bring_back` brings them back."""
        kept, key = self._store(what)
        self._cleared[what] = kept.pop(key, Counter())
        if what == "rolls":
            self._last = ()
        else:
            self._fight = []
        self._say("fightlab.said.cleared")
        self._publish()

    def bring_back(self, what: Literal["rolls", "fights"]) -> None:
        """Bring back what `clear` put away.

        Raises
        ------
        Refused
            If nothing was, or something else has been thrown or set since.
        """
        if what not in self._cleared:
            raise Refused("fightlab.why.nothing_cleared")
        kept, key = self._store(what)
        kept[key] = self._cleared.pop(what)
        self._say("fightlab.said.brought_back")
        self._publish()

    def __repr__(self) -> str:
        return f"FightLaboratory(hit_points={self._hit_points}, damage={self._damage}, dice={self.dice!r})"

    def __str__(self) -> str:
        """The numbers as text, with both tables."""
        one, many = self._one(), self._many()
        parts = [say("fightlab.ui.title", self._lang), self._shark_words()]
        for part in (one, many):
            answer = f"{part['question']} {part['answer']} {part['answer_words']} {part['more']}"
            parts += ["", answer.strip(), part["seen"]]
            parts += [" | ".join(row) for row in [part["head"], *part["rows"]]]
        return "\n".join(parts)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle: Any = super()._repr_mimebundle_(**kwargs)
        data: Data = bundle[0] if isinstance(bundle, tuple) else bundle
        # For readers that show no widgets: a drawing, and everything in words and tables.
        data["text/html"] = self._html()
        data["text/plain"] = str(self)
        return bundle

    def _html(self) -> str:
        parts = [f"<p><strong>{escape(say('fightlab.ui.title', self._lang))}</strong><br>"]
        parts.append(f"{escape(self._shark_words())}</p>")
        sums = total(self._dice())
        for part in (self._one(), self._many()):
            parts.append(f"<p>{escape(part['question'])} <strong>{escape(part['answer'])}</strong> ")
            parts.append(f"{escape(part['answer_words'])} {escape(part['more'])}<br>")
            parts.append(f"{escape(part['seen'])}</p>")
            if part["name"] == "one" and len(sums) <= MOST_BARS // 2:
                ways = {t: Fraction(weight) for t, weight in sorted(sums.items())}
                up = say("fightlab.one.ways", self._lang, n=sums.total)
                parts.append(
                    chart.bars(
                        ways,
                        title=part["title"],
                        across=part["across"],
                        up=up,
                        alt=part["alt"],
                        marked=lambda t: t >= self.left,
                        legend=[*part["legend"][:2]],
                    ).html()
                )
            cells = ["<tr>" + "".join(f'<th scope="col">{escape(h)}</th>' for h in part["head"]) + "</tr>"]
            cells += [
                "<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in part["rows"]
            ]
            parts.append(f"<table><caption>{escape(part['title'])}</caption>{''.join(cells)}</table>")
        return "".join(parts)

    # The fight.

    def _dice(self) -> Dice:
        return tuple(Chance((face, w) for face, w in sorted(die.items()) if w) for die in self._loads)

    def _distribution(self) -> Chance[int]:
        return fights.rolls_until_beaten(self.left, self._dice())

    def _setting(self) -> str:
        return f"{self.left} {self.dice}"

    def _store(self, what: Literal["rolls", "fights"]) -> tuple[dict[str, Counter[int]], str]:
        return (self._rolls, self.dice) if what == "rolls" else (self._fights, self._setting())

    def _faces(self) -> tuple[int, ...]:
        return tuple(die.sample(self._rng) for die in self._dice())

    def _dealt(self) -> int:
        return sum(map(sum, self._fight))

    def _check_alive(self) -> None:
        if not self.left:
            raise Refused("fightlab.why.beaten")

    def _sample(self, kept: dict[str, Counter[int]], key: str, times: int) -> Counter[int]:
        """Where the throws of a setting are counted, if there is room for so many more."""
        if type(times) is not int or not 1 <= times <= MOST_AT_ONCE:
            raise Refused("fightlab.why.times", most=MOST_AT_ONCE)
        seen = kept.get(key, Counter())
        if seen.total() + times > MOST_IN_ALL:
            raise Refused("fightlab.why.in_all", most=MOST_IN_ALL)
        kept.pop(key, None)
        kept[key] = seen
        while len(kept) > MOST_KEPT:
            del kept[next(iter(kept))]
        return seen

    def _changed(self, field: str) -> None:
        """The shark or the dice are others: their own throws, if any, take the place of the last."""
        self._last, self._fight = (), []
        self._cleared = {}
        self._trouble.pop(field, None)
        key = "fightlab.said.beats_now" if self.left else "fightlab.said.beaten_already"
        self._say(key, chance=self._number(self.beats(), 24))
        self._publish()

    # Messages from the browser.

    def _unread(self) -> InabaError:
        return Refused("fightlab.why.message")

    def _refuse(self, error: InabaError) -> None:
        if field := getattr(error, "field", ""):
            self._trouble[field] = error
        self._hear(_why(error, self._lang), "refused")

    def _obey(self, content: object) -> None:
        match content:
            case {"do": "set", "field": "hit_points" | "damage" | "within" as field, "text": str(text)}:
                self._set(field, text)
            case {"do": "dice", "text": str(text)}:
                self.dice = text
            case {"do": "weight", "die": int(number), "face": int(face), "weight": int(weight)}:
                self._load(number, face, weight)
            case {"do": "fair", "die": int(number)}:
                die = self._die(number)
                self._reload(number, dict.fromkeys(die, 1))
            case {"do": "add"}:
                if len(self._loads) == MOST_DICE:
                    raise Refused("fightlab.why.dice", "dice", dice=MOST_DICE, face=MOST_FACE)
                self._loads = [*self._loads, dict.fromkeys(range(1, 7), 1)]
                self._changed("dice")
            case {"do": "remove", "die": int(number)}:
                self._die(number)
                if len(self._loads) == 1:
                    raise Refused("fightlab.why.last_die", "dice")
                self._loads = [die for i, die in enumerate(self._loads, 1) if i != number]
                self._changed("dice")
            case {"do": "form", "form": "fraction" | "percent" | "decimal" as form}:
                self._form = form
                self._say("fightlab.said.form", chance=self._number(self.beats(), 24))
            case {"do": "roll", "times": int(times)}:
                self.roll(times)
            case {"do": "fight", "times": int(times)}:
                self.fight(times)
            case {"do": "step"}:
                self.step()
            case {"do": "clear", "what": "rolls" | "fights" as what}:
                self.clear(what)
            case {"do": "bring_back", "what": "rolls" | "fights" as what}:
                self.bring_back(what)
            case {"do": "language", "lang": "ja" | "en" as lang}:
                self.lang = lang
            case _:
                raise self._unread()

    def _set(self, field: str, text: str) -> None:
        number = _whole(text, 1 if field == "within" else 0, MOST_HIT_POINTS, field)
        if field == "within":
            self.within = number
        elif field == "damage":
            self.damage = number
        else:
            self.hit_points = number

    def _die(self, number: int) -> dict[int, int]:
        if type(number) is not int or not 1 <= number <= len(self._loads):
            raise self._unread()
        return self._loads[number - 1]

    def _load(self, number: int, face: int, weight: int) -> None:
        die = self._die(number)
        if not _by_hand(die) or face not in die or type(weight) is not int or not 0 <= weight <= MOST_SLIDERS:
            raise self._unread()
        loaded = {**die, face: weight}
        if not any(loaded.values()):
            raise Refused("fightlab.why.no_weight", "dice")
        self._reload(number, loaded)

    def _reload(self, number: int, die: dict[int, int]) -> None:
        self._loads = [die if i == number else other for i, other in enumerate(self._loads, 1)]
        self._changed("dice")

    def _say(self, key: str, **data: object) -> None:
        self._hear(say(key, self._lang, **data), "info")

    def _switched(self) -> None:
        self._say("fightlab.said.language")

    # The scene.

    def _words(self) -> Data:
        known = _catalogue()
        return {key: known.form(key, self._lang) for key in known if key.startswith("fightlab.ui.")}

    def _draw(self) -> None:
        self.set_trait("scene", self._scene())

    def _scene(self) -> Data:
        text, tone = self._said
        return {
            "lang": self._lang,
            "hit_points": self._hit_points,
            "damage": self._damage,
            "left": self.left,
            "within": self._within,
            "most": {"hit_points": MOST_HIT_POINTS, "damage": MOST_HIT_POINTS, "within": MOST_WITHIN},
            "shark": self._shark_words(),
            "dice": self.dice,
            "loads": [self._load_data(die) for die in self._loads],
            "may_add": len(self._loads) < MOST_DICE,
            "form": self._form,
            "batches": [[n, f"{n:,}"] for n in BATCHES],
            "one": self._one(),
            "many": self._many(),
            "said": {"n": self._talk, "text": text, "tone": tone},
            "trouble": {field: _why(error, self._lang) for field, error in self._trouble.items()},
            "received": self._received,
            "reply": self._reply,
        }

    def _number(self, value: Fraction, room: int = 9) -> str:
        return written(value, self._form, room)

    def _plus_minus(self, size: float) -> str:
        """A standard error as a person reads it: in percentage points, or as a decimal."""
        if self._form == "decimal":
            return f"{size:.3f}" if size >= 0.01 or not size else f"{size:.5f}"
        points = f"{100 * size:.1f}" if size >= 0.001 or not size else f"{100 * size:.3f}"
        return say("fightlab.unit.points", self._lang, points=points)

    def _aside(self, chance: Fraction) -> str:
        """The same chance in another form, where that helps."""
        if chance.denominator == 1:
            return ""
        if self._form == "fraction":
            about = written(chance, "percent")
            plain = len(str(chance)) <= 24 and about[0] not in "<>"
            return say("fightlab.answer.about", self._lang, about=about) if plain else ""
        exact = written(chance, "fraction", 24)
        return "" if exact[0] in "<>≈" else say("fightlab.answer.exactly", self._lang, exact=exact)

    def _share(self, came: int, count: int) -> str:
        """A share that was seen; as a fraction it is left as it was counted."""
        return f"{came}/{count}" if self._form == "fraction" else self._number(Fraction(came, count))

    def _shark_words(self) -> str:
        key = "fightlab.shark.alive" if self.left else "fightlab.shark.beaten"
        data = {"hit_points": self._hit_points, "damage": self._damage}
        return say(key, self._lang, left=self.left, dice=self.dice, **data)

    def _load_data(self, die: Mapping[int, int]) -> Data:
        """A die for its sliders."""
        by_hand, whole = _by_hand(die), sum(die.values())
        faces = [
            {
                "face": face,
                "weight": weight,
                "share": float(Fraction(weight, whole)),
                "text": self._number(Fraction(weight, whole)),
            }
            for face, weight in sorted(die.items())
            if by_hand
        ]
        most = MOST_SLIDERS if max(die.values()) > MOST_SLIDERS // 2 else MOST_SLIDERS // 2
        return {"by_hand": by_hand, "faces": faces, "most": most, "fair": len(set(die.values())) == 1}

    def _one(self) -> Data:
        """What is shown of one roll."""
        lang, left, sums = self._lang, self.left, total(self._dice())
        chance = self.beats()
        seen = self._rolls.get(self.dice, Counter())
        won = sum(count for came, count in seen.items() if came >= left)
        whole = sums.total

        def exact(p: Fraction, room: int) -> str:
            # Ways of a common whole are easier to compare, and to count, than reduced fractions.
            if self._form == "fraction" and whole < 100_000:
                return f"{p * whole}/{whole}"
            return self._number(p, room)

        bars = _totals(min(sums), max(sums), left)
        counted = [(bar, sums.where(_among(bar)), bar.first >= left) for bar in bars]
        drawn, rows = self._bars(counted, seen, exact)
        answer = self._number(chance, 24)
        if self._form == "fraction" and whole < 100_000 and 0 < chance < 1 and chance.denominator != whole:
            answer = f"{chance * whole}/{whole} = {chance}"
        top = max(counted, key=lambda one: one[1])
        legend = [
            say("fightlab.one.winning", lang, left=left, chance=exact(chance, 9)),
            say("fightlab.one.losing", lang, left=left, chance=exact(1 - chance, 9)),
        ]
        alt = say(
            "fightlab.one.alt",
            lang,
            first=min(sums),
            last=max(sums),
            top=top[0].label,
            height=exact(top[1], 9),
            left=left,
            chance=self._number(chance),
        )
        return {
            "name": "one",
            "title": say("fightlab.one.title", lang),
            "question": say("fightlab.one.question", lang, left=left),
            "answer": answer,
            "answer_words": self._aside(chance),
            "more": "",
            "across": say("fightlab.one.across", lang),
            "legend": self._legend(legend, counted, seen, "fightlab.one.observed"),
            "alt": self._with_seen(alt, seen),
            "bars": drawn,
            "head": [
                say("fightlab.one.across", lang),
                say("fightlab.table.exact", lang),
                *([say(k, lang) for k in _SEEN_HEAD] if seen else []),
            ],
            "rows": rows,
            "seen": self._compared("fightlab.one.seen", "fightlab.one.unseen", seen, won, chance),
            "n": seen.total(),
            "may_clear": bool(seen),
            "may_bring_back": bool(self._cleared.get("rolls")),
            "dice": [_face_data(face, die) for face, die in zip(self._last, self._loads, strict=False)],
            "said": _sum(self._last) if self._last else "",
            "won": bool(self._last) and sum(self._last) >= left,
        }

    def _many(self) -> Data:
        """What is shown of whole fights."""
        lang, within = self._lang, self._within
        rolls = self._distribution()
        chance = rolls.where(lambda n: n <= within)
        seen = self._fights.get(self._setting(), Counter())
        won = sum(count for n, count in seen.items() if n <= within)
        counted = [(bar, rolls.where(_among(bar)), bar.last <= within) for bar in _numbers(rolls, within)]
        drawn, rows = self._bars(counted, seen, self._number)
        for row, (bar, _, _) in zip(rows, counted, strict=True):
            row.insert(2, self._number(rolls.where(lambda n, last=bar.last: n <= last), 24))  # type: ignore[misc]  # mypy infers no lambda with a default
        mean = rolls.mean()
        top = max(counted, key=lambda one: one[1])
        legend = [
            say("fightlab.many.winning", lang, n=within, chance=self._number(chance)),
            say("fightlab.many.losing", lang, n=within, chance=self._number(1 - chance)),
        ]
        alt = say(
            "fightlab.many.alt",
            lang,
            first=min(rolls),
            last=max(rolls),
            top=top[0].label,
            height=self._number(top[1]),
            within=within,
            chance=self._number(chance),
        )
        exact_mean = f"{mean} ≈ " if mean.denominator > 1 and len(str(mean)) <= 24 else ""
        average = f"{exact_mean}{float(mean):.2f}" if mean.denominator > 1 else str(mean)
        spoken = self._compared("fightlab.many.seen", "fightlab.many.unseen", seen, won, chance)
        if seen:
            count = seen.total()
            spread = sqrt(rolls.variance() / count)
            seen_mean = sum(n * times for n, times in seen.items()) / count
            spoken += " " + say(
                "fightlab.many.seen_mean",
                lang,
                mean=f"{seen_mean:.2f}",
                error=f"{spread:.2f}",
                exact=f"{float(mean):.2f}",
            )
        return {
            "name": "many",
            "title": say("fightlab.many.title", lang),
            "question": say("fightlab.many.question", lang, n=within),
            "answer": self._number(chance, 24),
            "answer_words": self._aside(chance),
            "more": say("fightlab.many.mean", lang, mean=average),
            "across": say("fightlab.many.across", lang),
            "legend": self._legend(legend, counted, seen, "fightlab.many.observed"),
            "alt": self._with_seen(alt, seen),
            "bars": drawn,
            "head": [
                say("fightlab.many.across", lang),
                say("fightlab.table.exact", lang),
                say("fightlab.table.within", lang),
                *([say(k, lang) for k in _SEEN_HEAD] if seen else []),
            ],
            "rows": rows,
            "seen": spoken,
            "n": seen.total(),
            "may_clear": bool(seen) or bool(self._fight),
            "may_bring_back": bool(self._cleared.get("fights")),
            "fight": self._fight_data(),
        }

    def _fight_data(self) -> Data:
        """The fight that goes on roll by roll: each roll, and what is left of the shark."""
        left = max(0, self.left - self._dealt())
        rolls = [
            {
                "dice": [_face_data(face, die) for face, die in zip(faces, self._loads, strict=True)],
                "text": _sum(faces),
            }
            for faces in self._fight
        ]
        key = "fightlab.fight.new"
        if not left:
            key = "fightlab.fight.beaten" if self._fight else "fightlab.why.beaten"
        elif self._fight:
            key = "fightlab.fight.goes_on"
        return {
            "rolls": rolls,
            "left": left,
            "beaten": not left,
            "begun": bool(self._fight),
            "text": say(key, self._lang, n=len(self._fight), left=left, hit_points=self._hit_points),
            "alive": bool(self.left),
        }

    def _bars(
        self,
        counted: Sequence[tuple[Bar, Fraction, bool]],
        seen: Counter[int],
        exact: Callable[[Fraction, int], str],
    ) -> tuple[list[Data], list[list[str]]]:
        """The bars of a chart, and the rows of its table."""
        count = seen.total()
        drawn: list[Data] = []
        rows: list[list[str]] = []
        for bar, p, marked in counted:
            came = sum(times for outcome, times in seen.items() if bar.first <= outcome <= bar.last)
            row = [f"{bar.label}{' ★' if marked else ''}", exact(p, 24)]
            data: Data = {
                "label": bar.label,
                "marked": marked,
                "height": float(p),
                "text": exact(p, 9),
                "seen": None,
            }
            if count:
                off = error(p, count)
                data |= {"seen": came / count, "error": off}
                row += [f"{came:,}", self._share(came, count), f"± {self._plus_minus(off)}"]
            drawn.append(data)
            rows.append(row)
        return drawn, rows

    def _legend(
        self, words: list[str], counted: Iterable[tuple[Bar, Fraction, bool]], seen: Counter[int], key: str
    ) -> list[str]:
        """Words for marked bars, for other bars, and for what was seen; nothing for what is not there."""
        signs = [marked for _, _, marked in counted]
        shown = [words[0] if any(signs) else "", "" if all(signs) else words[1]]
        return [*shown, say(key, self._lang, n=seen.total()) if seen else ""]

    def _with_seen(self, alt: str, seen: Counter[int]) -> str:
        return f"{alt} {say('fightlab.alt.seen', self._lang, n=seen.total())}" if seen else alt

    def _compared(self, key: str, unseen: str, seen: Counter[int], won: int, chance: Fraction) -> str:
        """What was seen beside the exact chance: how far apart, counted in standard errors."""
        count = seen.total()
        if not count:
            return say(unseen, self._lang)
        share = Fraction(won, count)
        # The same number three ways would be read twice over: a fraction goes with its percent.
        shown = written(share, "percent" if self._form == "fraction" else self._form)
        told = say(key, self._lang, n=count, won=won, share=shown, within=self._within)
        size = error(chance, count)
        if not size:
            return f"{told} {say('fightlab.seen.sure', self._lang)}"
        times = abs(float(share - chance)) / size
        keys = ("fightlab.seen.near", "fightlab.seen.far", "fightlab.seen.rare")
        verdict = keys[(times > 2) + (times > 3)]
        said = say("fightlab.seen.error", self._lang, n=count, error=self._plus_minus(size))
        return f"{told} {said} {say(verdict, self._lang, times=f'{times:.1f}')}"


_SEEN_HEAD: Final = ("fightlab.table.count", "fightlab.table.share", "fightlab.table.error")


def _bounded(value: object, least: int, most: int, field: str) -> int:
    if type(value) is not int or not least <= value <= most:
        raise Refused("fightlab.why.number", field, least=least, most=most)
    return value


def _whole(text: str, least: int, most: int, field: str) -> int:
    """A number that a person typed, in letters of either width."""
    plain = plainly(text[:20])
    return _bounded(int(plain) if re.fullmatch(r"[0-9]{1,9}", plain, re.ASCII) else None, least, most, field)


def _read_dice(text: object) -> Dice:
    """Dice as a person typed them: full-width letters, capitals and blanks are no mistakes."""
    if not isinstance(text, str):
        raise Refused("fightlab.why.dice_text", "dice")
    # Normalising may lengthen a text; what is too long is refused below all the same.
    plain = re.sub(r"\s", "", unicodedata.normalize("NFKC", text[:1001])).lower()
    try:
        dice = parse_dice(plain)
    except NotationError as error:
        error.field = "dice"  # type: ignore[attr-defined]  # read by `FightLaboratory._receive` alone
        raise
    if len(dice) > MOST_DICE or any(max(die) > MOST_FACE for die in dice):
        raise Refused("fightlab.why.dice", "dice", dice=MOST_DICE, face=MOST_FACE)
    return dice


def _loads(dice: Dice) -> list[dict[int, int]]:
    return [dict(sorted(die.items())) for die in dice]


def _by_hand(die: Mapping[int, int]) -> bool:
    return len(die) <= MOST_SLIDERS and max(die.values()) <= MOST_SLIDERS


def _why(error: InabaError, lang: str) -> str:
    return error.why.say(lang) if isinstance(error, NotationError) else error.say(lang)


def _sum(faces: Sequence[int]) -> str:
    """``3 + 4 = 7``; one die alone is no sum."""
    return f"{' + '.join(map(str, faces))} = {sum(faces)}" if len(faces) > 1 else f"{sum(faces)}"


def _face_data(face: int, die: Mapping[int, int]) -> Data:
    return {"face": face, "pips": max(die) <= 6}


def _among(bar: Bar) -> Callable[[int], bool]:
    return lambda outcome: bar.first <= outcome <= bar.last


def _totals(least: int, most: int, left: int) -> list[Bar]:
    """The bars of all totals: one each, or several in a bar, of which none wins only in part.

    Examples
    --------
    >>> [bar.label for bar in _totals(10, 100, 50)][:3]
    ['10', '11–13', '14–16']
    """
    width = -(-(most - least + 1) // MOST_BARS)
    bars: list[Bar] = []
    first = least
    while first <= most:
        last = min(most, first + (left - first - 1) % width)
        bars.append(Bar(first, last, f"{first}–{last}" if last > first else str(first)))
        first = last + 1
    return bars


def _numbers(rolls: Chance[int], within: int) -> list[Bar]:
    """The bars of all numbers of rolls: where there are many, the rare ones on either side are in one bar."""
    least, most = min(rolls), max(rolls)
    first, last = least, most
    if most - least >= MOST_BARS // 2:
        rare = Fraction(1, 1000)
        below, above = Fraction(0), Fraction(0)
        while first < most and (below := below + rolls[first]) < rare:
            first += 1
        while last > first and (above := above + rolls[last]) < rare:
            last -= 1
    bars = [Bar(n, n, str(n)) for n in range(first, last + 1)]
    # No bar holds numbers on both sides of the one that is asked about.
    if first > least:
        bars[:1] = _split(least, first, within)
    if last < most:
        bars[-1:] = _split(bars[-1].first, most, within)
    return bars


def _split(first: int, last: int, within: int) -> list[Bar]:
    ends = [(first, within), (within + 1, last)] if first <= within < last else [(first, last)]
    return [Bar(a, b, f"{a}–{b}" if b > a else str(a)) for a, b in ends]
