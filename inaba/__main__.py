"""The command `inaba`: reads the command line, has the command run, and ends with its status.

Exit status: 0; 2 where what was typed, a file or this machine does not allow it; 3 where a position is too
large to solve, or has no answer of the kind asked for; 4 where ``inaba collect`` wrote its table, but
something that was handed in is damaged, foreign or there twice; 130 after Ctrl-C; 141 where the reader of a
pipe has gone. Where many positions are read (``inaba solve -``) the run goes on after one that has no answer,
and ends with 2 if any line was bad, else with 3 if any had no answer. What went wrong is one line on stderr.
"""

from __future__ import annotations

import os
import sys

try:
    from argparse import Namespace
    from collections.abc import Sequence
    from importlib import import_module
    from importlib.metadata import version

    from inaba.command import arguments
    from inaba.command.arguments import BAD_INPUT
    from inaba.command.console import PIPE_CLOSED, STOPPED, UNSOLVED, prepare_output, status_of, stopped
    from inaba.command.progress import progress
    from inaba.errors import InabaError
    from inaba.words import language, say
except BaseException as error:
    # Ctrl-C before there is anything that could say so; a class that was being made has an error of its own.
    if not isinstance(error.__cause__ or error, KeyboardInterrupt):
        raise
    sys.exit(130)


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
            lang = prepare_output(lang)
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
            return status_of(error)
        except MemoryError:
            print(f"{name}: {say('command.refused.memory', lang)}", file=sys.stderr)
            return UNSOLVED
    except BrokenPipeError:
        # Whoever read has seen enough. Python would flush once more at its end, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return PIPE_CLOSED
    except BaseException as error:
        if not stopped(error):
            raise
        print(f"\n{name}: {say('command.stopped', lang)}", file=sys.stderr)
        return STOPPED


def _run(asked: Namespace) -> int:
    if asked.version:
        print(f"inaba {version('inaba')}")
        return 0
    if asked.command is None:
        print(arguments.parser(asked.lang).format_help(), end="")
        return 0
    # A command is loaded when it is asked for, and with it the solvers or lessons that it needs.
    with progress(f"inaba {asked.command}", asked.lang, loading=True):
        command = import_module(f"inaba.command.run.{asked.command}")
    status: int = command.run(asked)
    return status


if __name__ == "__main__":
    sys.exit(main())
