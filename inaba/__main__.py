"""The command `inaba`: the one place that puts the engine, the solvers and the lessons together.

Exit status: 0; 2 where what was typed, a file or this machine does not allow it; 3 where a position is too
large to solve, or nothing here can solve it yet; 130 after Ctrl-C; 141 where the reader of a pipe has gone.
What went wrong is one line on stderr. Solvers, sympy and JupyterLab are loaded when a command needs them.
"""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import StrEnum
from fractions import Fraction
from importlib.metadata import version
from importlib.resources import files as package_files
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from inaba import files, river
from inaba.command import arguments
from inaba.errors import IllegalMove, ImpossibleEvent, InabaError, NotationError, Reason, SetupError, TooLarge
from inaba.river.moves import listed
from inaba.words import language, say

if TYPE_CHECKING:
    from inaba.command.terminal import Sitting
    from solvers.endgame import Solution, Solver

BAD_INPUT: Final = arguments.BAD_INPUT
UNSOLVED: Final = 3
STOPPED: Final = 130
PIPE_CLOSED: Final = 141

HALF: Final = Fraction(1, 2)

QUICK: Final = 50_000
"""The most positions that a computer player or the advice in a game solves while a person waits."""


class Why(StrEnum):
    """Why a turn cannot be played from a position."""

    MOVE = "command.after.move"
    ONE_TURN = "command.after.one_turn"
    SPACES = "command.after.spaces"
    UNFINISHED = "command.after.unfinished"
    IMPOSSIBLE = "error.impossible_event"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command.

    Parameters
    ----------
    argv : sequence of str, optional
        The command line without the program's name; the one of this process unless given.

    Returns
    -------
    int
        The exit status.

    Examples
    --------
    >>> main(["solve", "5 -,*", "--lang", "fr"])
    2
    """
    lang, name = language(), "inaba"
    try:
        try:
            lang = _prepare_output(lang)
            asked = arguments.read(sys.argv[1:] if argv is None else argv, lang)
            lang, name = asked.lang, f"inaba {asked.command or ''}".rstrip()
            status = _run(asked)
            sys.stdout.flush()
            return status
        except SystemExit as end:
            sys.stdout.flush()
            return end.code if isinstance(end.code, int) else BAD_INPUT
        except (InabaError, OSError) as error:
            if isinstance(error, BrokenPipeError):
                raise
            print(f"{name}: {arguments.refused(error, lang)}", file=sys.stderr)
            return UNSOLVED if isinstance(error, TooLarge) else BAD_INPUT
        except MemoryError:
            print(f"{name}: {say('command.refused.memory', lang)}", file=sys.stderr)
            return UNSOLVED
    except KeyboardInterrupt:
        print(f"\n{name}: {say('command.stopped', lang)}", file=sys.stderr)
        return STOPPED
    except BrokenPipeError:
        # Whoever read has seen enough. Python would flush once more at its end, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED


def _prepare_output(lang: str) -> str:
    """See that nothing printed can fail for want of a letter; the language that this machine can show."""
    for stream in (sys.stdout, sys.stderr):
        # In a test or a notebook the streams may be others, which take any letter.
        if (reconfigure := getattr(stream, "reconfigure", None)) is not None:
            reconfigure(errors="backslashreplace")
    return lang if lang == "en" or _shows("ウサギ") else "en"


def _shows(letters: str) -> bool:
    """Whether what is printed can hold these letters."""
    try:
        letters.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _run(asked: Namespace) -> int:
    if asked.version:
        print(f"inaba {version('inaba')}")
        return 0
    commands: dict[str | None, Callable[[Namespace], int]] = {
        "lab": _lab,
        "solve": _solve,
        "fight": _fight,
        "show": _show,
        "play": _play,
        None: _explain,
    }
    return commands[asked.command](asked)


def _explain(asked: Namespace) -> int:
    print(arguments.parser(asked.lang).format_help(), end="")
    return 0


# Lessons --------------------------------------------------------------------------------------------------


def _lab(asked: Namespace) -> int:
    from inaba.command import lab

    folder = Path(asked.dir).expanduser()
    pages = lab.lessons(package_files("lessons"))
    try:
        copies = lab.lay_out(pages, folder)
    except OSError as error:
        raise SetupError("command.lab.no_folder", folder=folder, why=error.strerror) from error
    print(say("command.lab.folder", asked.lang, folder=folder.resolve()))
    for copy in copies:
        if copy.laid is not lab.Laid.SAME:
            print("  " + say(copy.laid, asked.lang, name=copy.name, written=copy.written))
    sys.stdout.flush()

    def starting() -> None:
        print(say("command.lab.starting", asked.lang), flush=True)

    def announce(address: str) -> None:
        print(say("command.lab.address", asked.lang, address=address), flush=True)

    status = lab.open_lab(
        folder,
        asked.lang,
        port=asked.port,
        browser=not asked.no_browser,
        starting=starting,
        announce=announce,
    )
    print(say("command.lab.over", asked.lang, folder=folder.resolve()))
    return BAD_INPUT if status else 0


# Solving --------------------------------------------------------------------------------------------------


def _solve(asked: Namespace) -> int:
    from inaba.command import answers

    state = _asked_position(asked)
    if asked.after is not None:
        state = played(state, asked.after)
    endless = HALF if asked.endless is None else asked.endless
    if state.players != 2 or state.secrets:
        key = "command.solve.players" if state.players != 2 else "command.solve.secrets"
        print(f"inaba solve: {say(key, asked.lang, players=state.players)}", file=sys.stderr)
        return UNSOLVED
    from solvers.endgame import solve

    with _progress(asked.lang) as progress:
        solution = solve(state, limit=asked.limit, endless=endless, progress=progress)
    if asked.json:
        print(answers.solved_json(state, solution, endless))
    else:
        print(answers.solved_text(state, solution, endless, asked.lang))
    return 0


def _asked_position(asked: Namespace) -> river.State:
    """The position on the command line, or of a record."""
    if asked.record is None:
        if asked.position is None:
            raise SetupError("command.solve.no_position")
        if asked.turn is not None:
            raise SetupError("command.refused.needs", option="--turn", other="--record")
        return river.parse(asked.position, river.parse_rules(asked.rules or ""))
    for option, value in (("POSITION", asked.position), ("--rules", asked.rules)):
        if value is not None:
            raise SetupError("command.refused.not_with", option=option, other="--record")
    from inaba.command.terminal import read_record

    record = read_record(Path(asked.record).expanduser())
    state: river.State = record.state if asked.turn is None else record.before(asked.turn)
    return state


def played(state: river.State, text: str) -> river.State:
    """A position after turns written as in a record, separated by one space; the last may be unfinished.

    Parameters
    ----------
    state : State
    text : str
        Such as ``"1b2=D>c3=12(4,4)"``.

    Raises
    ------
    NotationError
        If it cannot be read, or not be played from here: the place and the reason.

    Examples
    --------
    >>> str(played(river.parse("5,W -,- 1 - -"), "1a1(1,1) 2b1"))
    '5-2,W -,b1 1 - -'
    """
    at = 0
    for turn in text.split(" "):
        if not turn:
            raise NotationError(text, at, Reason(Why.SPACES))
        if at and not state.starts_turn():
            awaited = listed(state.chance() or state.legal_moves(state.turn))
            raise NotationError(text, at, Reason(Why.UNFINISHED, {"turn": turn, "awaited": awaited}))
        try:
            steps = river.split_turn(turn)
        except NotationError as error:
            raise NotationError(text, at + error.at, error.why) from None
        for place, step in enumerate(map(str, steps)):
            if place and state.starts_turn():
                raise NotationError(text, at, Reason(Why.ONE_TURN, {"step": step}))
            try:
                if step[0] in "=(":
                    state = state.happen(step)
                else:
                    state = state.play((state.to_act() or (state.turn,))[0], step)
            except (IllegalMove, ImpossibleEvent) as error:
                why = error.why if isinstance(error, IllegalMove) else Reason(Why.IMPOSSIBLE, error.data)
                raise NotationError(text, at, Reason(Why.MOVE, {"step": step, "why": why})) from None
            at += len(step)
        at += 1
    return state


@contextmanager
def _progress(lang: str) -> Iterator[Callable[[int, int | None], object] | None]:
    """A progress bar on stderr while something takes long; none where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    with tqdm(
        desc=say("command.solve.progress", lang), unit="", unit_scale=True, delay=1, leave=False
    ) as bar:

        def progress(done: int, total: int | None) -> None:
            if total is not None:
                bar.total = total
            bar.update(done - bar.n)

        yield progress


# Fights ---------------------------------------------------------------------------------------------------


def _fight(asked: Namespace) -> int:
    from inaba.command import answers
    from inaba.dice import format_dice, parse_dice

    hit_points, damage = asked.hit_points, asked.damage
    if damage >= max(1, hit_points):
        raise SetupError("command.fight.beaten", damage=damage, hit_points=hit_points)
    dice = parse_dice(asked.dice)
    from solvers.fights import beats, expected_rolls, rolls_until_beaten

    left = hit_points - damage
    odds = (beats(left, dice), rolls_until_beaten(left, dice), expected_rolls(left, dice))
    if asked.json:
        print(answers.fight_json(hit_points, damage, format_dice(dice), *odds))
    else:
        print(answers.fight_text(hit_points, damage, format_dice(dice), *odds, asked.lang))
    return 0


# Showing --------------------------------------------------------------------------------------------------


def _look(of: river.State | river.View, lang: str) -> str:
    """A position as text that this terminal can show."""
    from inaba.river.description import text

    return text(of, lang, unicode=_shows("┌─│" + ("川" if lang == "ja" else "")))


def _show(asked: Namespace) -> int:
    state = river.parse(asked.position, river.parse_rules(asked.rules or ""))
    if asked.force and asked.svg is None:
        raise SetupError("command.refused.needs", option="--force", other="--svg")
    if asked.svg is not None:
        from inaba.river.picture import picture

        file = Path(asked.svg).expanduser()
        # With --force a file may be replaced; a link, a folder or a device is never taken for one.
        if os.path.lexists(file) and not (asked.force and file.is_file() and not file.is_symlink()):
            key = "command.show.no_file" if asked.force else "command.show.exists"
            raise SetupError(key, file=file)
        drawn = picture(state, lang=asked.lang).svg()
        try:
            files.replace(file, drawn)
        except OSError as error:
            raise SetupError("command.refused.file", file=file, why=error.strerror) from error
    print(_look(state, asked.lang))
    if asked.svg is not None:
        print(say("command.show.written", asked.lang, file=file))
    return 0


# Playing --------------------------------------------------------------------------------------------------


def _play(asked: Namespace) -> int:
    return _sitting(asked).run()


def _sitting(asked: Namespace) -> Sitting:
    """The game that the command line asks for: a new one, or one to go on with."""
    from inaba.command import terminal

    path = None if asked.file is None else Path(asked.file).expanduser()
    if asked.resume:
        for option in ("players", "deck", "columns", "rows", "setup", "first", "rules", "position"):
            if getattr(asked, option) is not None:
                raise SetupError("command.refused.not_with", option=f"--{option}", other="--resume")
        if path is None and (path := terminal.unfinished(terminal.games_folder())) is None:
            raise SetupError("command.play.none_unfinished", folder=terminal.games_folder())
        record = terminal.read_record(path)
    else:
        if path is not None and os.path.lexists(path):
            raise SetupError("command.play.exists", file=path)
        record = terminal.new_record(_asked_start(asked))
    computers = asked.computer
    if computers is not None and computers[-1] > record.start.players:
        raise SetupError("command.play.no_seat", seat=computers[-1], players=record.start.players)
    settings = terminal.Settings.of(record, computers, asked.dice, asked.seed)
    advisers = _Advisers(asked.lang)
    return terminal.Sitting(
        record,
        settings,
        lang=asked.lang,
        look=_look,
        policy=advisers.policy,
        advise=advisers.advise,
        path=path,
        own_path=asked.file is not None,
    )


def _asked_start(asked: Namespace) -> river.State:
    """The position that a new game begins with."""
    rules = river.parse_rules(asked.rules or "")
    if asked.position is not None:
        for option in ("players", "deck", "columns", "rows", "setup", "first"):
            if getattr(asked, option) is not None:
                raise SetupError("command.refused.not_with", option=f"--{option}", other="--position")
        return river.parse(asked.position, rules)
    given = {
        name: getattr(asked, name)
        for name in ("players", "columns", "rows", "setup", "first")
        if getattr(asked, name) is not None
    }
    if asked.deck is not None:
        given["deck"] = river.parse_deck(asked.deck)
    return river.start(rules=rules, **given)


class _Advisers:
    """Exact advice for a game at a terminal, and a computer player that follows it where it can."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._solver: Solver | None = None

    def advise(self, state: river.State) -> str:
        """What each move is worth. Raises `InabaError` where it cannot be said."""
        from inaba.command import answers

        if state.secrets:
            # Refused here, for a solver's own refusal shows the position, secrets and all.
            raise SetupError("command.solve.secrets")
        return answers.solved_text(state, self._solution(state), HALF, self._lang)

    def _solution(self, state: river.State) -> Solution:
        from solvers.endgame import Solver

        if self._solver is None:
            self._solver = Solver(limit=QUICK)
        try:
            return self._solver.solve(state)
        except TooLarge:
            # What was solved before fills the memory allowed: once more without it.
            self._solver = Solver(limit=QUICK)
            return self._solver.solve(state)

    def policy(self, view: river.View, rng: Random) -> Any:
        """The best move where the position is small enough, else a random one."""
        from inaba.game import uniform

        if view.players == 2 and not any(spot.by for spot in view.spots):
            try:
                return self._solution(river.State(view.table)).best
            except TooLarge:
                pass
        return uniform(view, rng)


if __name__ == "__main__":
    sys.exit(main())
