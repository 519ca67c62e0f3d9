"""A played game to walk through: everybody's chance as a curve, the turns that cost most, the board at each.

Python looks into the game (`solvers.review`) in the background and tells it in words
(`lessons.laboratory.retelling`); the browser draws what it is sent and sends back small messages, which are
checked and never trusted. Where there are no threads, as where Python runs in the browser, the game is looked
into at once, and for `AT_ONCE` seconds at most.
"""

from __future__ import annotations

import base64
import errno
import os
from pathlib import Path
from threading import Event, Thread
from typing import Any, Final, Protocol, cast

import traitlets

from inaba import river
from inaba.errors import InabaError, Reason, SetupError, of_system
from inaba.files import named
from inaba.record import MOST_CHARACTERS, Record
from inaba.river.widget import script
from inaba.words import LANGUAGES, language
from lessons.chart.chances import across
from lessons.laboratory.bench import Bench, Data
from lessons.laboratory.retelling import Retelling, View, catalogue, say
from solvers.review import SECONDS, Measure, Review, review

AT_ONCE: Final = 5.0
"""Where nothing can go on in the background a review takes no more seconds than these, about."""

SOON: Final = 0.3
"""Seconds that a small game is waited for, so that it comes with its review."""


class Refused(InabaError, ValueError):
    """Something that was asked of the review and cannot be done: why."""

    def say(self, lang: str | None = None) -> str:
        """The reason in words."""
        return say(self.key, language(lang), **self.data)


class Recorded(Protocol):
    """A board, or whatever else holds the record of a game."""

    @property
    def record(self) -> Record: ...


Game = Record | Recorded | str | os.PathLike[str]
"""A record; a board with one; the text of one; or where its file is."""


def recorded(game: Game) -> Record:
    """The record of a game, as it is now: what is played later does not change it.

    Parameters
    ----------
    game : Record, Board, str or path
        A text with a line break is a record's own, another one the path of its file.

    Raises
    ------
    Refused
        If it is none of these, the file cannot be read, or the game is a draft with secrets that is not over.
    NotationError
        If the text is no record.

    Examples
    --------
    >>> recorded('[Game "river"]\\n[Start "3,W -,- 1 - -"]\\n[Result "*"]\\n\\n1. 1a1(1,1)\\n').turns
    1
    """
    held = getattr(game, "record", game)
    if isinstance(held, Record):
        text = str(held)
    elif isinstance(held, str) and "\n" in held:
        text = held
    elif isinstance(held, str | os.PathLike):
        text = _read(os.fsdecode(held))
    else:
        raise Refused("review.why.record", value=type(game).__name__)
    record = Record.parse(text, river.NOTATION)
    if record.result is None and record.state.secrets:
        raise Refused("review.why.secret")
    return record


def _read(path: str) -> str:
    try:
        file = named(path)
        if file.exists() and not (file.is_file() or file.is_dir()):  # a pipe, that may never end
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        with file.open(encoding="utf-8", newline="") as stream:
            # One letter more than a record may have: a larger file is refused without being read.
            return stream.read(MOST_CHARACTERS + 1)
    except (OSError, UnicodeError) as error:
        why = of_system(error) if isinstance(error, OSError) else Reason("file.why.no_text")
        raise Refused("review.why.file", file=ascii(path)[1:-1] if "\0" in path else path, why=why) from None


class GameReview(Bench):
    """A game looked back on.

    Parameters
    ----------
    game : Record, Board, str or path
        A record, a board that holds one, the text of a record, or where its file is.
    lang : {"ja", "en"}, optional
        The machine's unless given.
    seconds : float
        About how long the game may be looked into.
    seed : int, optional
        Of estimates.
    measure : {"maxn", "guarantee"}, optional
        Of three and four players (`solvers.review.review`).

    Raises
    ------
    Refused, NotationError
        If there is no game to look back on: as `recorded`.

    Notes
    -----
    The work goes on in the background; `wait` waits for it, `stop` cuts it short.

    Examples
    --------
    >>> heads = '[Game "river"]\\n[Start "3,W -,- 1 - -"]\\n[Result "2"]\\n\\n'
    >>> back = GameReview(heads + "1. 1a1(1,1) 2. 2b1 3. 1a1(1,1) 4. 2*", lang="en")
    >>> back.wait()
    True
    >>> [(turn.number, str(turn.cost)) for turn in back.review.costliest()]
    [(1, '1/36')]
    >>> back.go(1)
    >>> back.at
    1
    """

    # The board's file brings the tools to make and change nodes.
    _esm = "\n".join([script("grid.js"), script("review.js", folder=Path(__file__).parent)])
    _css = Path(__file__).with_name("review.css")

    report = traitlets.Dict(read_only=True).tag(sync=True)
    """What is told of the game as a whole."""
    shown = traitlets.Dict(read_only=True).tag(sync=True)
    """The turn that is looked at, what was said last, and how far the work is."""

    def __init__(
        self,
        game: Game,
        *,
        lang: str | None = None,
        seconds: float = SECONDS,
        seed: int | None = None,
        measure: Measure | str | None = None,
    ) -> None:
        # First of all, since a widget that was refused is closed as well.
        self._stopping, self._ready = Event(), Event()
        self._record = recorded(game)
        self._prepare(lang)
        self._seed, self._measure = seed, None if measure is None else Measure(measure)
        self._told: Retelling | None = None
        self._trouble: Exception | None = None
        self._at = 0
        self._view: View = "before"
        self._progress = 0.0
        super().__init__()
        try:
            Thread(target=self._work, args=(seconds,), name="game review", daemon=True).start()
        except RuntimeError:  # There are no threads here.
            self._work(min(seconds, AT_ONCE))
        self.wait(SOON)

    # What a program may ask and do.

    @property
    def record(self) -> Record:
        """The game."""
        return self._record

    @property
    def review(self) -> Review | None:
        """What was found; None while the game is still looked into."""
        return self._told.review if self._told else None

    @property
    def at(self) -> int:
        """The turn that is looked at; 0 is the start."""
        return self._at

    @property
    def last(self) -> int:
        """The last place that can be looked at: the last turn, or the draw behind it."""
        return len(self._told.stops) - 1 if self._told else 0

    def go(self, turn: int) -> None:
        """Look at a turn.

        Parameters
        ----------
        turn : int
            0 is the start; one past the last turn a draw by repetition, where there was one.

        Raises
        ------
        Refused
            If there is no such turn, or the review is not ready.
        """
        with self._lock:
            if type(turn) is not int or not 0 <= turn <= self.last:
                raise Refused("review.why.turn", turn=turn, most=self.last)
            self._at = turn
            self._publish_shown()

    def look(self, view: View) -> None:
        """Look at the board ``"before"`` the turn's choice, or ``"after"`` the turn."""
        with self._lock:
            if view not in ("before", "after"):
                raise Refused("review.why.message")
            self._view = view
            self._publish_shown()

    def stop(self) -> None:
        """Cut the work short: what is not solved yet is estimated from few games."""
        with self._lock:
            self._stopping.set()
            if not self._ready.is_set():
                self._say("review.said.stopping")
                self._publish_shown()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the review is ready; False if the time is over before."""
        return self._ready.wait(seconds)

    def close(self) -> None:
        """Take the review off the page; what is still looked into is cut short."""
        self._stopping.set()
        super().close()

    def __repr__(self) -> str:
        return f"GameReview(turns={self._record.turns})"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle: Any = super()._repr_mimebundle_(**kwargs)
        data: Data = bundle[0] if isinstance(bundle, tuple) else bundle
        # For readers that show no widgets, and for paper: all that is known by now.
        if self._told:
            data["text/html"] = self._told.html()
            data["text/plain"] = self._told.text()
        else:
            data["text/plain"] = self._shown()["trouble"] or say("review.said.later", self._lang)
        return bundle

    # The work.

    def _work(self, seconds: float) -> None:
        try:
            found = review(
                self._record,
                seconds=seconds,
                seed=self._seed,
                measure=self._measure,
                progress=self._went_on,
                stop=self._stopping.is_set,
            )
            with self._lock:
                self._told = Retelling(found, self._lang)
                self._at = self._first_place()
                self._say("review.said.done")
                self._publish()
        except Exception as error:  # Whatever went wrong is told where the review would stand.
            with self._lock:
                self._trouble, self._told = error, None
                self._publish()
        finally:
            self._ready.set()

    def _first_place(self) -> int:
        """Where one looks first: at the turn that cost most, else at the end."""
        assert self._told
        dear = self._told.dear()
        return dear[0][0] if dear else len(self._told.stops) - 1

    def _went_on(self, share: float) -> None:
        if share >= self._progress + 0.02:
            with self._lock:
                self._progress = share
                self._publish_shown()

    # Messages from the browser.

    def _unread(self) -> InabaError:
        return Refused("review.why.message")

    def _answer(self) -> None:
        self._publish_shown()

    def _obey(self, content: object) -> None:
        match content:
            case {"do": "go", "at": int(at)} if type(at) is int:
                self.go(at)
            case {"do": "view", "view": "before" | "after" as view}:
                self.look(cast("View", view))
            case {"do": "stop"}:
                self.stop()
            case {"do": "language", "lang": str(lang)} if lang in LANGUAGES:
                self.lang = lang
            case _:
                raise self._unread()

    def _say(self, key: str, **data: object) -> None:
        self._hear(say(key, self._lang, **data), "info")

    def _switched(self) -> None:
        if self._told:
            self._told = Retelling(self._told.review, self._lang)

    # What is shown.

    def _words(self) -> Data:
        return _words(self._lang)

    def _draw(self) -> None:
        self.set_trait("report", self._report())
        self._publish_shown()

    def _publish_shown(self) -> None:
        self.set_trait("shown", self._shown())

    def _report(self) -> Data:
        """The game as a whole; empty while it is looked into."""
        told = self._told
        if told is None:
            return {"lang": self._lang, "ready": False}
        chart, (heads, rows) = told.chart(), told.account()
        return {
            "lang": self._lang,
            "ready": True,
            "headline": told.headline(),
            "notes": told.notes(),
            "chart": {"src": _source(chart.svg), "alt": chart.alt},
            "across": [across(at, self.last) for at in range(self.last + 1)],
            "heads": told.heads(),
            "rows": told.rows(),
            "costly": [at for at, _ in told.dear()],
            "spoken": [told.spoken(at) for at in range(self.last + 1)],
            "dear": [{"at": at, "text": text} for at, text in told.dear()],
            "players": [told.summary(player) for player in told.players],
            "account": {"heads": heads, "rows": rows},
            "no_dear": told.say("review.dear.none"),
        }

    def _shown(self) -> Data:
        text, tone = self._said
        scene: Data = {
            "said": {"n": self._talk, "text": text, "tone": tone},
            "received": self._received,
            "reply": dict(self._reply),
            "working": None,
            "trouble": "",
        }
        told = self._told
        if self._trouble is not None:
            error = self._trouble
            why = (
                error.say(self._lang) if isinstance(error, InabaError) else f"{type(error).__name__}: {error}"
            )
            if isinstance(error, SetupError):  # Nothing has gone wrong: so the game is.
                return scene | {"trouble": why}
            return scene | {"trouble": say("review.why.work", self._lang, why=why)}
        if told is None:
            share = round(100 * self._progress)
            return scene | {"working": {"percent": share, "stopping": self._stopping.is_set()}}
        at, view = self._at, self._view
        drawn = told.picture(at, view)
        return scene | {
            "at": at,
            "view": view,
            "choice": told.has_before(at),
            "heading": told.heading(at),
            "story": told.story(at),
            "judgement": told.judgement(at),
            "now": told.now(at),
            "picture": {"src": _source(drawn.svg()), "alt": drawn.words(self._lang)},
            "arrows": bool(drawn.arrows),
        }


def _source(svg: str) -> str:
    return "data:image/svg+xml;base64," + base64.b64encode(svg.encode()).decode()


def _words(lang: str) -> Data:
    """The words that the browser needs."""
    known = catalogue()
    own = {key: known.form(key, lang) for key in known if key.startswith("review.ui.")}
    titles = ("review.dear.title", "review.sum.title", "review.account.title")
    return own | {key: known.form(key, lang) for key in titles}
