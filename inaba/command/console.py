"""What a command says where, and how it ends: its exit status and letters that this machine can show."""

from __future__ import annotations

import os
import sys
from typing import Final

from inaba.command.arguments import BAD_INPUT
from inaba.errors import InabaError, TooLarge

UNSOLVED: Final = 3
NOTED: Final = 4
STOPPED: Final = 130
PIPE_CLOSED: Final = 141

UNANSWERED: Final = frozenset(
    {
        "command.refused.by_estimate",
        "solvers.endgame.players",
        "solvers.endgame.secrets",
        "solvers.oracle.no_maxn",
        "solvers.search.look_players",
        "solvers.search.none",
    }
)
"""Errors that are nobody's fault: there is no answer of the kind asked for."""


def status_of(error: InabaError | OSError) -> int:
    """The exit status that an error ends with."""
    unsolved = isinstance(error, TooLarge) or getattr(error, "key", "") in UNANSWERED
    return UNSOLVED if unsolved else BAD_INPUT


def prepare_output(lang: str) -> str:
    """See that no letter printed or read can end the program; the language that this machine can show."""
    # Python has no stream at all where one was closed: nobody hears what is said, and nothing is typed.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115  # for as long as we run
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # likewise
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # likewise
    # What is read may be written in another way too: a line that cannot be read is one that is refused.
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # In a test or a notebook the streams may be others, which take any letter.
        if (reconfigure := getattr(stream, "reconfigure", None)) is not None:
            reconfigure(errors="backslashreplace")
    return lang if lang == "en" or shows("ウサギ") else "en"


def stopped(error: BaseException) -> bool:
    """Whether an error comes of Ctrl-C: a class that is being made then says so with an error of its own.

    Examples
    --------
    >>> error = RuntimeError("Error calling __set_name__")
    >>> error.__cause__ = KeyboardInterrupt()
    >>> stopped(error), stopped(RuntimeError()), stopped(KeyboardInterrupt())
    (True, False, True)
    """
    before: BaseException | None = error
    while before is not None and not isinstance(before, KeyboardInterrupt):
        before = before.__cause__ or before.__context__
    return before is not None


def shows(letters: str) -> bool:
    """Whether what is printed can hold these letters."""
    try:
        letters.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True
