"""What a command says where, and how it ends: its exit status, letters that this machine can show, a bar."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from inaba.command.arguments import BAD_INPUT
from inaba.errors import InabaError, TooLarge
from inaba.words import say

UNSOLVED: Final = 3
NOTED: Final = 4
STOPPED: Final = 130
PIPE_CLOSED: Final = 141

UNANSWERED: Final = frozenset(
    {
        "solvers.endgame.players",
        "solvers.endgame.secrets",
        "solvers.oracle.no_maxn",
        "solvers.search.none",
    }
)
"""Errors that are nobody's fault: there is no answer of the kind asked for."""


def status_of(error: InabaError | OSError) -> int:
    """The exit status that an error ends with."""
    unsolved = isinstance(error, TooLarge) or getattr(error, "key", "") in UNANSWERED
    return UNSOLVED if unsolved else BAD_INPUT


def prepare_output(lang: str) -> str:
    """See that nothing printed can fail for want of a letter; the language that this machine can show."""
    # Python has no stream at all where one was closed: nobody hears what is said, and nothing is typed.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115  # for as long as we run
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # likewise
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # likewise
    for stream in (sys.stdout, sys.stderr):
        # In a test or a notebook the streams may be others, which take any letter.
        if (reconfigure := getattr(stream, "reconfigure", None)) is not None:
            reconfigure(errors="backslashreplace")
    return lang if lang == "en" or shows("ウサギ") else "en"


def shows(letters: str) -> bool:
    """Whether what is printed can hold these letters."""
    try:
        letters.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


@contextmanager
def progress_bar(lang: str) -> Iterator[Callable[[int, int | None], None] | None]:
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
