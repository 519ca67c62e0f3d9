"""The command line: what `inaba` takes, explained and refused in Japanese and English.

argparse reads it. Its own words are replaced by ours: the titles and the usage by asking for them, what it
refuses by recognising its (English) message; one that is not known here is passed on as it is.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any, Final, NoReturn

from inaba.command.columns import wrapped
from inaba.command.games import NOTATIONS
from inaba.errors import InabaError, NotationError, Reason, of_system
from inaba.frame.lines import wide
from inaba.reading import plainly
from inaba.words import LANGUAGES, language, say

BAD_INPUT: Final = 2
"""The exit status where what was typed is refused."""

MOST_DIGITS: Final = 9
"""Longer whole numbers are refused; each option has its own bounds besides."""

METHODS: Final = ("exact", "table", "bounds", "estimate")
"""The ways to an answer."""

ASSUMPTIONS: Final = ("uniform", "no_call_no_card")
"""What may be assumed of cards that nobody shows."""

PASSING: Final = ("uniform", "passed_could_not_lay")
"""Likewise, of who passes."""

_REFUSALS: Final = tuple(
    (re.compile(pattern, re.DOTALL), key)
    for pattern, key in (
        (r"argument (?P<argument>\S+): expected one argument", "command.refused.one_value"),
        (
            r"argument (?P<argument>\S+): ignored explicit argument (?P<value>.+)",
            "command.refused.no_value",
        ),
        (r"the following arguments are required: (?P<arguments>.+)", "command.refused.required"),
        (
            r"argument \S+: invalid choice: (?P<quote>['\"])(?P<value>.*)(?P=quote) \(choose from .*\)",
            "command.refused.command",
        ),
        (r"argument (?P<argument>\S+): (?P<why>.+)", "command.refused.value"),
    )
)

_FIELDS: Final = {
    "river.why.fields": "command.refused.fields.river",
    "same_one.why.fields": "command.refused.fields.same_one",
    "cross_sevens.why.fields": "command.refused.fields.cross_sevens",
}
"""Where the engine names the page of a notation, a command names the command that shows it."""

MOST_PARTS: Final = 9
"""No position of any game has more parts."""

_POSITION_WORD: Final = re.compile(r"(?!--)[-+0-9A-Za-z?.,:/*=@|]+", re.ASCII)


class _Formatter(argparse.HelpFormatter):
    """Help in one language, wrapped by the width of its letters."""

    def __init__(self, lang: str, prog: str) -> None:
        super().__init__(prog)
        self._lang = lang

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None = None,
    ) -> None:
        super().add_usage(usage, actions, groups, say("command.help.usage", self._lang) + " ")

    def _format_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[argparse._MutuallyExclusiveGroup],
        prefix: str | None,
    ) -> str:
        # argparse counts letters; a Japanese one is as wide as two others.
        more = wide(prefix or "") - len(prefix or "")
        self._width -= more
        try:
            return super()._format_usage(usage, actions, groups, prefix)
        finally:
            self._width += more

    def _split_lines(self, text: str, width: int) -> list[str]:
        return wrapped(text, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join(indent + line for line in wrapped(text, width - len(indent)))


class Parser(argparse.ArgumentParser):
    """A parser whose help and refusals speak one language, and which refuses in one line."""

    def __init__(self, prog: str, lang: str, description: str, *, color: bool = False) -> None:
        super().__init__(
            prog=prog,
            description=description,
            add_help=False,
            allow_abbrev=False,
            formatter_class=partial(_Formatter, lang),
        )
        # From Python 3.14 on argparse colours its help, and hands this on to each command; ours is plain.
        self.color = color
        self.lang = lang
        self.commands: tuple[str, ...] = ()
        self.positions = self.add_argument_group(say("command.help.arguments", lang))
        self.options = self.add_argument_group(say("command.help.options", lang))
        self.options.add_argument("-h", "--help", action="help", help=say("command.help.help", lang))

    def language_option(self, **more: object) -> None:
        """``--lang``, wherever on the line it stands."""
        self.options.add_argument(
            "--lang",
            metavar="ja|en",
            type=_one_of(LANGUAGES, self.lang),
            help=say("command.help.lang", self.lang),
            **more,  # type: ignore[arg-type]  # the default: what argparse takes there is anything
        )

    def error(self, message: str) -> NoReturn:
        self.refuse(self._spoken(message))

    def _spoken(self, message: str) -> str:
        for pattern, key in _REFUSALS:
            if found := pattern.fullmatch(message):
                return say(key, self.lang, **found.groupdict(), commands=", ".join(self.commands))
        return message

    def refuse(self, message: str) -> NoReturn:
        """End with one line on stderr that says what is wrong."""
        self.exit(BAD_INPUT, f"{self.prog}: {one_line(message)}\n")


def one_line(message: str) -> str:
    """A message without line breaks or control characters, which what was typed may hold.

    Examples
    --------
    >>> one_line("cannot read 'a\\nb'")
    "cannot read 'a\\\\nb'"
    """
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode() for letter in message
    )


def _one_of(values: Sequence[str], lang: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        plain = plainly(text)
        if plain not in values:
            shown = ", ".join(values)
            raise argparse.ArgumentTypeError(
                say("command.refused.one_of", lang, value=text[:40], values=shown)
            )
        return plain

    return read


def _whole(least: int, most: int, lang: str) -> Callable[[str], int]:
    """Read a whole number in its plain form, from ``least`` to ``most``."""

    def read(text: str) -> int:
        plain = plainly(text)
        number = re.fullmatch(r"0|[1-9][0-9]*", plain, re.ASCII)
        if not number or len(plain) > MOST_DIGITS or not least <= int(plain) <= most:
            raise argparse.ArgumentTypeError(
                say("command.refused.whole", lang, value=text[:40], least=least, most=most)
            )
        return int(plain)

    return read


def _share(lang: str) -> Callable[[str], Fraction]:
    """Read an exact fraction from 0 to 1, or a decimal, which is one too: 0.9 is 9/10."""

    def read(text: str) -> Fraction:
        plain = plainly(text)
        if re.fullmatch(r"[0-9]{1,18}(?:/0*[1-9][0-9]{0,17}|\.[0-9]{1,18})?", plain, re.ASCII):
            share = Fraction(plain)
            if share <= 1:
                return share
        raise argparse.ArgumentTypeError(say("command.refused.share", lang, value=text[:40]))

    return read


def _seats(lang: str) -> Callable[[str], tuple[int, ...]]:
    """Read seats: players' numbers, separated by commas, or ``none``."""

    def read(text: str) -> tuple[int, ...]:
        plain = plainly(text).replace("、", ",")
        if plain == "none":
            return ()
        if not re.fullmatch(r"[1-9](?:,[1-9]){0,8}", plain, re.ASCII):
            raise argparse.ArgumentTypeError(say("command.refused.seats", lang, value=text[:40]))
        seats = sorted(map(int, plain.split(",")))
        for seat, following in pairwise(seats):
            if seat == following:
                raise argparse.ArgumentTypeError(
                    say("command.refused.seat_twice", lang, seat=seat, value=text[:40])
                )
        return tuple(seats)

    return read


def parser(lang: str) -> Parser:
    """The parser of the whole command line, in one language."""

    def says(key: str) -> str:
        return say(key, lang)

    whole = Parser("inaba", lang, says("command.help.inaba"))
    whole.language_option()
    whole.options.add_argument("--version", action="store_true", help=says("command.help.version"))
    commands = whole.add_subparsers(
        title=says("command.help.commands"), metavar="COMMAND", dest="command", prog="inaba"
    )

    def command(name: str, short: str, long: str) -> Parser:
        one = commands.add_parser(name, help=short, lang=lang, description=long)
        # One that stands behind the command overrules one that stands before it, and is not needed.
        one.language_option(default=argparse.SUPPRESS)
        return one

    lab = command("lab", says("command.lab.short"), says("command.lab.long"))
    lab.options.add_argument("--no-browser", action="store_true", help=says("command.lab.no_browser"))
    lab.options.add_argument(
        "--port", metavar="N", type=_whole(1, 65535, lang), help=says("command.lab.port")
    )
    lab.options.add_argument("--dir", metavar="DIR", default="inaba-lessons", help=says("command.lab.dir"))

    _print(command("print", says("command.print.short"), says("command.print.long")))

    _assignment(command("assignment", says("command.assignment.short"), says("command.assignment.long")))

    _collect(command("collect", says("command.collect.short"), says("command.collect.long")))

    site = command("site", says("command.site.short"), says("command.site.long"))
    site.positions.add_argument("out", metavar="OUT", help=says("command.site.out"))
    site.options.add_argument("--cache", metavar="DIR", help=says("command.site.cache"))
    site.options.add_argument("--teacher", action="store_true", help=says("command.site.teacher"))

    solve = command("solve", says("command.solve.short"), says("command.solve.long"))
    solve.positions.add_argument(
        "position", metavar="POSITION", nargs="?", help=says("command.help.position")
    )
    _rules(solve)
    solve.options.add_argument(
        "--endless", metavar="P/Q", type=_share(lang), help=says("command.solve.endless")
    )
    solve.options.add_argument("--after", metavar="TURN", help=says("command.solve.after"))
    solve.options.add_argument("--record", metavar="FILE", help=says("command.solve.record"))
    solve.options.add_argument(
        "--turn", metavar="N", type=_whole(1, 999_999, lang), help=says("command.solve.turn")
    )
    solve.options.add_argument(
        "--player", metavar="N", type=_whole(1, 9, lang), help=says("command.solve.player")
    )
    solve.options.add_argument(
        "--method",
        metavar="WAY",
        type=_one_of(METHODS, lang),
        help=says("command.solve.method"),
    )
    solve.options.add_argument("--exact", action="store_true", help=says("command.solve.exact"))
    solve.options.add_argument(
        "--seconds", metavar="S", type=_whole(1, 999_999, lang), help=says("command.solve.seconds")
    )
    solve.options.add_argument(
        "--limit", metavar="N", type=_whole(1, 10**MOST_DIGITS - 1, lang), help=says("command.solve.limit")
    )
    solve.options.add_argument("--table", metavar="FILE", help=says("command.solve.table"))
    solve.options.add_argument("--looks", action="store_true", default=None, help=says("command.solve.looks"))
    solve.options.add_argument("--save-table", metavar="FILE", help=says("command.solve.save_table"))
    solve.options.add_argument("--disk", metavar="FOLDER", help=says("command.solve.disk"))
    solve.options.add_argument(
        "--by",
        metavar="guarantee|maxn",
        type=_one_of(("guarantee", "maxn"), lang),
        default="guarantee",
        help=says("command.solve.by"),
    )
    solve.options.add_argument(
        "--no-maxn", action="store_true", default=None, help=says("command.solve.no_maxn")
    )
    solve.options.add_argument(
        "--ties",
        metavar="first|split",
        type=_one_of(("first", "split"), lang),
        default="first",
        help=says("command.solve.ties"),
    )
    solve.options.add_argument(
        "--seed", metavar="N", type=_whole(0, 10**MOST_DIGITS - 1, lang), help=says("command.solve.seed")
    )
    solve.options.add_argument(
        "--payoff",
        metavar="win|score",
        type=_one_of(("win", "score"), lang),
        help=says("command.open_hands.payoff"),
    )
    solve.options.add_argument(
        "--within", metavar="N", type=_whole(0, 99, lang), help=says("command.open_hands.within")
    )
    _jobs(solve, "command.solve.jobs")
    solve.options.add_argument("--json", action="store_true", help=says("command.help.json"))

    _review(command("review", says("command.review.short"), says("command.review.long")))

    survey = command("survey", says("command.survey.short"), says("command.survey.long"))
    survey.options.add_argument("--out", metavar="FILE", required=True, help=says("command.survey.out"))
    survey.options.add_argument(
        "--deck", metavar="DECK", default="classroom", help=says("command.survey.deck")
    )
    _size(survey)
    _rules(survey, "command.help.rules")
    survey.options.add_argument(
        "--layouts",
        metavar="N",
        type=_whole(2, 10**MOST_DIGITS - 1, lang),
        default=100,
        help=says("command.survey.layouts"),
    )
    survey.options.add_argument(
        "--seed",
        metavar="N",
        type=_whole(0, 10**MOST_DIGITS - 1, lang),
        default=1,
        help=says("command.survey.seed"),
    )
    _jobs(survey, "command.survey.jobs")
    survey.options.add_argument("--json", action="store_true", help=says("command.help.json"))

    fight = command("fight", says("command.fight.short"), says("command.fight.long"))
    fight.positions.add_argument(
        "hit_points", metavar="HIT_POINTS", type=_whole(0, 99, lang), help=says("command.fight.hit_points")
    )
    fight.options.add_argument(
        "--damage", metavar="N", type=_whole(0, 98, lang), default=0, help=says("command.fight.damage")
    )
    fight.options.add_argument("--dice", metavar="DICE", default="2d6", help=says("command.fight.dice"))
    fight.options.add_argument("--json", action="store_true", help=says("command.help.json"))

    _odds(command("odds", says("command.odds.short"), says("command.odds.long")))

    show = command("show", says("command.show.short"), says("command.show.long"))
    show.positions.add_argument("position", metavar="POSITION", nargs="?", help=says("command.help.position"))
    _new_game(show, says("command.show.game"))
    show.options.add_argument("--open", action="store_true", help=says("command.show.open"))
    show.options.add_argument(
        "--seed", metavar="N", type=_whole(0, 10**MOST_DIGITS - 1, lang), help=says("command.show.seed")
    )
    _rules(show)
    show.options.add_argument("--decks", action="store_true", help=says("command.show.decks"))
    show.options.add_argument("--json", action="store_true", help=says("command.help.json"))
    show.options.add_argument("--svg", metavar="FILE", help=says("command.show.svg"))
    show.options.add_argument("--force", action="store_true", help=says("command.show.force"))

    notation = command("notation", says("command.notation.short"), says("command.notation.long"))
    notation.options.add_argument(
        "--game",
        metavar="GAME",
        type=_one_of(tuple(NOTATIONS), lang),
        help=says("command.notation.game"),
    )
    notation.options.add_argument("--markdown", action="store_true", help=says("command.notation.markdown"))

    play = command("play", says("command.play.short"), says("command.play.long"))
    _new_game(play, says("command.play.game"))
    play.options.add_argument(
        "--computer", metavar="SEATS", type=_seats(lang), help=says("command.play.computer")
    )
    play.options.add_argument("--policy", metavar="NAME", help=says("command.play.policy"))
    _rules(play)
    play.options.add_argument("--position", metavar="POSITION", help=says("command.play.position"))
    play.options.add_argument(
        "--dice",
        metavar="rolled|typed",
        type=_one_of(("rolled", "typed"), lang),
        help=says("command.play.dice"),
    )
    play.options.add_argument(
        "--seed", metavar="N", type=_whole(0, 10**MOST_DIGITS - 1, lang), help=says("command.play.seed")
    )
    play.options.add_argument("--file", metavar="FILE", help=says("command.play.file"))
    play.options.add_argument("--resume", action="store_true", help=says("command.play.resume"))

    whole.commands = tuple(commands.choices)
    return whole


def _new_game(one: Parser, game: str) -> None:
    """What a new game begins with."""
    one.options.add_argument("--game", metavar="GAME", type=_one_of(tuple(NOTATIONS), one.lang), help=game)
    # How many play is read by the game, whose numbers they are.
    one.options.add_argument("--players", metavar="N", help=say("command.play.players", one.lang))
    one.options.add_argument("--deck", metavar="DECK", help=say("command.play.deck", one.lang))
    _size(one)
    one.options.add_argument(
        "--setup",
        metavar="shuffled|draft",
        type=_one_of(("shuffled", "draft"), one.lang),
        help=say("command.play.setup", one.lang),
    )
    one.options.add_argument(
        "--first", metavar="N", type=_whole(1, 9, one.lang), help=say("command.play.first", one.lang)
    )


def _print(one: Parser) -> None:
    one.positions.add_argument(
        "lessons", metavar="LESSON", nargs="*", help=say("command.print.lesson", one.lang)
    )
    one.options.add_argument(
        "--dir", metavar="DIR", default="inaba-print", help=say("command.print.dir", one.lang)
    )
    one.options.add_argument(
        "--no-pdf", action="store_true", help=say("command.print.no_pdf_asked", one.lang)
    )
    one.options.add_argument("--browser", metavar="PROGRAM", help=say("command.print.browser", one.lang))
    one.options.add_argument("--force", action="store_true", help=say("command.print.force", one.lang))


def _assignment(one: Parser) -> None:
    one.positions.add_argument("lesson", metavar="LESSON", help=say("command.assignment.lesson", one.lang))
    one.options.add_argument(
        "--seed",
        metavar="SEED",
        action="append",
        required=True,
        help=say("command.assignment.seed", one.lang),
    )
    one.options.add_argument(
        "--dir",
        metavar="DIR",
        default="inaba-assignments",
        help=say("command.assignment.dir", one.lang),
    )
    one.options.add_argument(
        "--nbgrader", action="store_true", help=say("command.assignment.nbgrader", one.lang)
    )
    one.options.add_argument("--force", action="store_true", help=say("command.assignment.force", one.lang))


def _collect(one: Parser) -> None:
    one.positions.add_argument("folder", metavar="FOLDER", help=say("command.collect.folder", one.lang))
    one.options.add_argument(
        "--out", metavar="FILE", default="inaba-class.csv", help=say("command.collect.out", one.lang)
    )
    one.options.add_argument("--force", action="store_true", help=say("command.collect.force", one.lang))


def _review(one: Parser) -> None:
    one.positions.add_argument("file", metavar="FILE", help=say("command.review.file", one.lang))
    one.options.add_argument(
        "--seconds",
        metavar="S",
        type=_whole(1, 999_999, one.lang),
        help=say("command.review.seconds", one.lang),
    )
    one.options.add_argument(
        "--by",
        metavar="guarantee|maxn",
        type=_one_of(("guarantee", "maxn"), one.lang),
        help=say("command.review.by", one.lang),
    )
    one.options.add_argument(
        "--seed",
        metavar="N",
        type=_whole(0, 10**MOST_DIGITS - 1, one.lang),
        help=say("command.review.seed", one.lang),
    )
    one.options.add_argument("--json", action="store_true", help=say("command.help.json", one.lang))


def _odds(one: Parser) -> None:
    """One command for each game that hides cards."""
    games = one.add_subparsers(
        title=say("command.odds.games", one.lang),
        metavar="GAME",
        dest="game",
        prog="inaba odds",
        required=True,
    )
    same_one = games.add_parser(
        "same-one",
        help=say("command.odds.same_one.short", one.lang),
        lang=one.lang,
        description=say("command.odds.same_one.long", one.lang),
    )
    same_one.language_option(default=argparse.SUPPRESS)
    _same_one_odds(same_one)
    cross_sevens = games.add_parser(
        "cross-sevens",
        help=say("command.odds.cross_sevens.short", one.lang),
        lang=one.lang,
        description=say("command.odds.cross_sevens.long", one.lang),
    )
    cross_sevens.language_option(default=argparse.SUPPRESS)
    _cross_sevens_odds(cross_sevens)
    one.commands = tuple(games.choices)


def _same_one_odds(one: Parser) -> None:
    def option(name: str, metavar: str, **more: Any) -> None:
        help_ = say(f"command.odds.same_one.{name}", one.lang)
        one.options.add_argument(f"--{name}", metavar=metavar, help=help_, **more)

    one.positions.add_argument(
        "position", metavar="VIEW", nargs="?", help=say("command.odds.same_one.position", one.lang)
    )
    option("rules", "RULES")
    option("player", "N", type=_whole(1, 9, one.lang))
    option("record", "FILE")
    option("turn", "N", type=_whole(1, 999_999, one.lang))
    option("assume", "WHAT", type=_one_of(ASSUMPTIONS, one.lang), default=ASSUMPTIONS[0])
    option("windows", "N", type=_whole(0, 9999, one.lang))
    option("card", "CARD", action="append")
    option("number", "N", action="append", type=_whole(1, 30, one.lang))
    option("cards", "CARDS", action="append")
    one.options.add_argument("--json", action="store_true", help=say("command.help.json", one.lang))


def _cross_sevens_odds(one: Parser) -> None:
    def option(name: str, metavar: str, **more: Any) -> None:
        help_ = say(f"command.odds.cross_sevens.{name}", one.lang)
        one.options.add_argument(f"--{name}", metavar=metavar, help=help_, **more)

    one.positions.add_argument(
        "position", metavar="VIEW", nargs="?", help=say("command.odds.cross_sevens.position", one.lang)
    )
    option("rules", "RULES")
    option("player", "N", type=_whole(1, 5, one.lang))
    option("record", "FILE")
    option("turn", "N", type=_whole(1, 999_999, one.lang))
    option("assume", "WHAT", type=_one_of(PASSING, one.lang), default=PASSING[0])
    option("passes", "N", type=_whole(0, 9999, one.lang))
    option("card", "CARD", action="append")
    option("cards", "CARDS", action="append")
    one.options.add_argument(
        "--try", dest="tries", action="store_true", help=say("command.odds.cross_sevens.tries", one.lang)
    )
    one.options.add_argument(
        "--moves", action="store_true", help=say("command.odds.cross_sevens.moves", one.lang)
    )
    one.options.add_argument("--json", action="store_true", help=say("command.help.json", one.lang))


def _rules(one: Parser, key: str = "command.help.rules_of_games") -> None:
    one.options.add_argument("--rules", metavar="RULES", help=say(key, one.lang))


def _size(one: Parser) -> None:
    whole = _whole(1, 8, one.lang)
    one.options.add_argument("--columns", metavar="N", type=whole, help=say("command.play.columns", one.lang))
    one.options.add_argument("--rows", metavar="N", type=whole, help=say("command.play.rows", one.lang))


def _jobs(one: Parser, key: str) -> None:
    one.options.add_argument("--jobs", metavar="N", type=_whole(1, 999, one.lang), help=say(key, one.lang))


def asked_language(argv: Sequence[str]) -> str | None:
    """The language that a command line asks for, before it is read as a whole.

    The help must be in it wherever ``--lang`` stands. None where it does not ask, or not for one of ours.

    Examples
    --------
    >>> asked_language(["--help", "--lang", "ja"]), asked_language(["solve", "--", "--lang=ja"])
    ('ja', None)
    """
    found = None
    for at, word in enumerate(argv):
        if word == "--":
            break
        name, equals, value = word.partition("=")
        if name == "--lang":
            value = plainly(value if equals else argv[at + 1] if at + 1 < len(argv) else "")
            found = value if value in LANGUAGES else found
    return found


def read(argv: Sequence[str], lang: str | None = None) -> argparse.Namespace:
    """A command line, read whole or refused.

    Parameters
    ----------
    argv : sequence of str
        Without the program's name.
    lang : str, optional
        The language where the command line does not ask for one.

    Returns
    -------
    argparse.Namespace
        With ``command`` (None where none was named), ``lang`` and the options of the command.

    Raises
    ------
    SystemExit
        2 with one line on stderr where it is refused, 0 after ``--help``.

    Examples
    --------
    >>> read(["fight", "9", "--damage", "4"], "en").damage
    4
    """
    whole = parser(language(asked_language(argv) or lang))
    found, extra = whole.parse_known_args(list(argv))
    found.lang = whole.lang
    if extra:
        position = getattr(found, "position", None)
        words = [] if position is None else [position, *extra]
        if len(words) > 1 and len(words) <= MOST_PARTS and all(map(_POSITION_WORD.fullmatch, words)):
            whole.refuse(say("command.refused.unquoted", whole.lang, position=" ".join(words)))
        whole.refuse(say("command.refused.unknown", whole.lang, arguments=" ".join(extra)))
    return found


def refused(error: InabaError | OSError, lang: str, file: object = None) -> str:
    """What an error says, in one line.

    Parameters
    ----------
    error : InabaError or OSError
    lang : str
    file : object, optional
        The file that a person named, where the error knows only the temporary one beside it.
    """
    if isinstance(error, NotationError) and error.why.key in _FIELDS:
        why = Reason(_FIELDS[error.why.key], error.why.data)
        return one_line(say(error.key, lang, **error.data | {"why": why}))
    if isinstance(error, InabaError):
        return one_line(error.say(lang))
    name = file or error.filename
    why = of_system(error)
    return one_line(say("command.refused.file", lang, file=name, why=why) if name else why.say(lang))
