"""What is said on stderr while something takes long: how far it is, and for how long it has been at work.

On a terminal a bar (tqdm); elsewhere plain lines, the first after `FIRST` seconds without a word, the next
ones further and further apart. Nothing is said of what is done sooner. Another thread says it, because the
work may go on for long without a report: loops are compiled, a table is written.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Event, RLock, Thread
from time import monotonic
from typing import Any, Final

from inaba.frame.lines import COLUMNS
from inaba.words import say

FIRST: Final = 3.0
"""After so many seconds without a word something is said."""

WATCHED: Final = 1.0
"""On a terminal it is said, or drawn, after so many."""

AGAIN: Final = 30.0
"""Where nobody watches, the second line comes after so many seconds, and each one after twice as many."""

LONGEST: Final = 600.0
"""But no two lines are more seconds apart."""

REFRESH: Final = 0.5
"""A bar is drawn again every so many seconds."""


LINES: Final = 24
"""A screen that does not say how high it is, is as high as screens are."""


class Progress:
    """How far some work is, told on stderr; called with what is done, and all there is to do or None.

    Parameters
    ----------
    name : str
        The command.
    lang : {"ja", "en"}
    things : bool
        Whether what is counted are things that people gave or asked for, such as layouts: each counts.
    loading : bool
        Whether the work is to load what a command needs, solvers and compiled loops. Nobody knows how far
        that is: it is told in a line, on a terminal too.
    """

    most: int | None = None
    """Where steps are counted as they are taken: after how many the work is given up."""

    def __init__(self, name: str, lang: str, *, things: bool = False, loading: bool = False) -> None:
        self._name, self._lang, self._things, self._loading = name, lang, things, loading
        self._done = 0
        self._total: int | None = None
        self._begun = monotonic()
        self._watched = sys.stderr.isatty()
        self._next = self._begun + (min(WATCHED, FIRST) if self._watched else FIRST)
        self._bar: Any = None
        self._lock = RLock()
        self._over = Event()
        self._idle = False

    def __call__(self, done: int, total: int | None) -> None:
        self._done, self._total = done, total

    def tell(self, words: str) -> None:
        """Say something in a line of its own."""
        with self.aside():
            print(f"{self._name}: {words}", file=sys.stderr, flush=True)
            # A line follows soon only on silence.
            self._next = max(self._next, monotonic() + AGAIN)

    @contextmanager
    def aside(self) -> Iterator[None]:
        """While something else is written, which may stand on the same screen: without the bar."""
        with self._lock:
            if self._bar is not None:
                self._bar.clear()
            yield

    @contextmanager
    def idle(self) -> Iterator[None]:
        """While the work waits for somebody else, who has to be told nothing."""
        with self.aside():
            self._idle = True
        try:
            yield
        finally:
            self._idle = False
            self._next = max(self._next, monotonic() + FIRST)

    def words(self, now: float) -> str:
        """How far the work is, in a line."""
        data: dict[str, object] = {
            "time": duration_words(int(now - self._begun), self._lang),
            "n": self._done,
            "total": self._total,
        }
        if self._loading:
            key = "loading"
        elif self._things:
            key = "of" if self._total else "done"
        elif self._total:
            # Only what is done counts as 100 %.
            key, data["percent"] = "percent", min(99, 100 * self._done // self._total)
        elif self._done:
            key, data["most"] = "steps" if self.most is None else "up_to", self.most
        else:
            key = "begun"
        return say(f"command.progress.{key}", self._lang, **data)

    def run(self) -> None:
        """Tell, until `stop`."""
        while not self._over.wait(min(REFRESH, FIRST)):
            with self._lock:
                if self._over.is_set():
                    return
                try:
                    self.look(monotonic())
                except (OSError, ValueError):
                    return  # Nobody listens any more.

    def look(self, now: float) -> None:
        """Say how far the work is, if it is time."""
        if self._idle:
            return
        if self._watched and not self._loading:
            self._draw(now)
        elif now >= self._next:
            print(f"{self._name}: {self.words(now)}", file=sys.stderr, flush=True)
            gone = now - self._begun
            self._next = now + min(max(gone, AGAIN - gone), LONGEST)

    def _draw(self, now: float) -> None:
        """Draw the bar, or draw it again."""
        if self._bar is None:
            if now - self._begun < min(WATCHED, FIRST):
                return
            from tqdm import tqdm

            columns, lines = _screen()
            self._bar = tqdm(
                desc=say("command.solve.progress", self._lang),
                unit="",
                unit_scale=not self._things,
                leave=False,
                file=sys.stderr,
                ncols=columns,
                nrows=lines,
            )
            self._bar.start_t -= now - self._begun
        if self._done < self._bar.n:
            self._bar.reset()  # Something else has begun, which takes its own time.
        self._bar.total, self._bar.n = self._total, self._done
        self._bar.refresh()

    def stop(self) -> None:
        """Tell no more, and leave nothing on the screen."""
        self._over.set()
        with self._lock:
            if self._bar is not None:
                self._bar.close()


def _screen() -> tuple[int, int]:
    """The screen's size for tqdm, which would draw nothing where it says that it has none."""
    try:
        columns, lines = os.get_terminal_size(sys.stderr.fileno())
    except (OSError, ValueError):
        columns, lines = 0, 0
    return columns or COLUMNS, lines or LINES


@contextmanager
def progress(name: str, lang: str, *, things: bool = False, loading: bool = False) -> Iterator[Progress]:
    """Tell how far some work is as long as it lasts (`Progress`)."""
    told = Progress(name, lang, things=things, loading=loading)
    thread = Thread(target=told.run, daemon=True)
    # A browser's Python has no threads: nothing is told there of what takes long.
    with suppress(RuntimeError):
        thread.start()
    try:
        yield told
    finally:
        told.stop()
        if thread.ident is not None:
            thread.join()


def duration_words(seconds: int, lang: str) -> str:
    """About how long something takes, in words.

    Examples
    --------
    >>> duration_words(90, "en"), duration_words(600, "ja")
    ('90 seconds', '10 分')
    """
    if seconds < 120:
        return say("command.seconds", lang, n=max(1, seconds))
    return say("command.minutes", lang, n=round(seconds / 60))
