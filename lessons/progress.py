"""What a pupil has done, in a file that survives a crash.

The file is a journal: one line of JSON an event, added at its end and pushed to the disk. Nothing that is
written is ever written over, so a crash or a power cut can spoil at most the line under way, two notebooks
that are open at once both keep their lines, and a damaged line costs itself and no other. Damaged lines stay
where they are; `Journal.damaged` says how many there are.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

MOST_BYTES: Final = 10_000_000
"""Of a larger file only the end is read: some 80,000 events."""

MOST_LINE: Final = 1_000
"""A longer line is none of ours."""

TRIES_BEFORE_SOLUTION: Final = 2
"""The solution is offered after so many wrong answers."""

DID: Final = ("right", "wrong", "hint", "solution")


class Event(NamedTuple):
    """One thing that a pupil did.

    Attributes
    ----------
    lesson, exercise : str
    did : str
        ``"right"`` or ``"wrong"`` (an answer), ``"hint"``, ``"solution"`` (asked for).
    when : str
        Date and time in UTC, ISO 8601.
    """

    lesson: str
    exercise: str
    did: str
    when: str


class Standing(NamedTuple):
    """How a pupil stands with one exercise."""

    done: bool = False
    tries: int = 0
    hints: int = 0
    solution: bool = False


class Journal:
    """The file of what is done.

    Parameters
    ----------
    path : path-like, optional
        The file; the environment's ``INABA_PROGRESS`` unless given, else ``progress.jsonl`` in the working
        folder, which is the notebook's own.

    Attributes
    ----------
    kept : bool
        False once an event could not be written (a read-only folder, a full disk): the lesson goes on with
        what is in memory.
    damaged : int
        Lines that could not be read when the file was last looked at.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     journal = Journal(Path(folder) / "progress.jsonl")
    ...     journal.add("two-dice", "1", "wrong")
    ...     journal.add("two-dice", "1", "right")
    ...     Journal(journal.path).standing("two-dice", "1")
    Standing(done=True, tries=2, hints=0, solution=False)
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self.path = Path(path or os.environ.get("INABA_PROGRESS") or "progress.jsonl").absolute()
        self.kept, self.damaged = True, 0
        self._unkept: list[Event] = []

    def add(self, lesson: str, exercise: str, did: str) -> None:
        """Write an event down; never raises for want of a disk (see `kept`).

        Raises
        ------
        ValueError
            If ``did`` is none of the four.
        """
        if did not in DID:
            raise ValueError(f"{did!r} is none of {', '.join(DID)}")
        event = Event(lesson, exercise, did, datetime.now(UTC).isoformat(timespec="seconds"))
        try:
            self._append(json.dumps(event._asdict(), ensure_ascii=False))
        except (OSError, ValueError):  # the latter of a name that no file can have
            self.kept = False
            self._unkept.append(event)

    def _append(self, line: str) -> None:
        # Opened for appending, one write a line: the system puts it at the end whatever others write.
        # O_BINARY exists on Windows only, and keeps the end of line as it is.
        flags = os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0)
        file = os.open(self.path, flags, 0o644)
        try:
            size = os.lseek(file, 0, os.SEEK_END)
            torn = False
            if size:
                os.lseek(file, size - 1, os.SEEK_SET)
                torn = os.read(file, 1) != b"\n"
            data = (("\n" if torn else "") + line + "\n").encode()
            if os.write(file, data) < len(data):
                raise OSError(f"the disk took only a part of a line of {self.path}")
            os.fsync(file)
        finally:
            os.close(file)

    def events(self) -> Iterator[Event]:
        """What was done, oldest first: the file's events, then those that could not be written."""
        self.damaged = 0
        for line in self._lines():
            event = _event(line)
            if event is None:
                self.damaged += 1
            else:
                yield event
        yield from self._unkept

    def _lines(self) -> list[bytes]:
        try:
            if self.path.exists() and not self.path.is_file():
                raise OSError(f"{self.path} is no file")  # A pipe would be waited for without end.
            with open(self.path, "rb") as file:
                size = file.seek(0, os.SEEK_END)
                file.seek(max(0, size - MOST_BYTES))
                lines = file.read(MOST_BYTES).split(b"\n")
        except FileNotFoundError:
            return []
        except (OSError, ValueError):
            self.kept = False
            return []
        if size > MOST_BYTES:
            del lines[0]
        return [line for line in lines if line.strip()]

    def standing(self, lesson: str, exercise: str) -> Standing:
        """How the pupil stands with an exercise."""
        return self.standings().get((lesson, exercise), Standing())

    def standings(self) -> dict[tuple[str, str], Standing]:
        """How the pupil stands with each exercise that was touched, by (lesson, exercise)."""
        table: dict[tuple[str, str], Standing] = {}
        for lesson, exercise, did, _ in self.events():
            done, tries, hints, solution = table.get((lesson, exercise), Standing())
            table[lesson, exercise] = Standing(
                done or did == "right",
                # What is answered after the exercise is done is play, not a try.
                tries + (not done and did in ("right", "wrong")),
                hints + (did == "hint"),
                solution or did == "solution",
            )
        return table


def _event(line: bytes) -> Event | None:
    if len(line) > MOST_LINE:
        return None
    try:
        data = json.loads(line)
        event = Event(**data)
    except (ValueError, TypeError, RecursionError):
        return None
    if event.did not in DID or not all(isinstance(field, str) for field in event):
        return None
    return event
