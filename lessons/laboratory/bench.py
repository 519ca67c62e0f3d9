"""What the laboratories' widgets have in common: messages from the browser, what is said, the language.

Python holds the truth; the browser draws plain data with finished words, and sends small messages. Nothing
that arrives is trusted: what is malformed or cannot be done is answered in words and changes nothing.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from threading import RLock
from typing import Any, Final

import anywidget
import traitlets

from inaba.errors import InabaError
from inaba.frame.board import can_be_sent
from inaba.words import language

Data = dict[str, Any]

MOST_TOKEN: Final = 40
"""A form's name for its question is no longer."""


class Bench(anywidget.AnyWidget):
    """A widget of a laboratory: it says what a message does, and what is drawn.

    Before ``super().__init__()`` a widget calls `_prepare`; what can go wrong then is refused before anything
    is on the page.
    """

    words = traitlets.Dict(read_only=True).tag(sync=True)
    """The browser's own words in the language that is spoken."""

    def _prepare(self, lang: str | None) -> None:
        """Know what is known before anything is drawn."""
        self._lang = language(lang)
        # Answers may come from a thread: one at a time changes the widget, and sends it.
        self._lock = RLock()
        self._said: tuple[Any, str] = ("", "info")
        self._talk = self._received = 0
        self._reply: Data = {"to": "", "ok": True}

    def __init__(self) -> None:
        super().__init__()
        self.on_msg(self._receive)

    def open(self) -> None:
        """Begin to talk with the browser: the first message brings all that it is to draw."""
        with self._lock:
            self._publish()
            super().open()

    # What each laboratory has of its own.

    @abstractmethod
    def _obey(self, content: object) -> None:
        """Do what a message asks. Raises an `InabaError` where that cannot be done."""

    @abstractmethod
    def _unread(self) -> InabaError:
        """What is said to a message that is none."""

    def _refuse(self, error: InabaError) -> None:
        """Say why something is not done."""
        self._hear(error.say(self._lang), "refused")

    @abstractmethod
    def _switched(self) -> None:
        """The language is another one: say so."""

    @abstractmethod
    def _words(self) -> Data:
        """The browser's own words."""

    @abstractmethod
    def _draw(self) -> None:
        """Set what the browser draws."""

    # What all do alike.

    @property
    def lang(self) -> str:
        """The language that is spoken; it may be set."""
        return self._lang

    @lang.setter
    def lang(self, lang: str) -> None:
        with self._lock:
            self._lang = language(lang)
            self._switched()
            self._publish()

    def set_state(self, sync_data: Mapping[str, Any]) -> None:
        """Take no state from the browser: it gets ours again."""
        if ours := [key for key in sync_data if key in self.keys]:
            self.send_state(ours)

    def _receive(self, _widget: object, content: object, _buffers: object) -> None:
        """Whatever the browser sent: it is always answered by a scene that differs."""
        with self._lock:
            self._received += 1
            self._reply = {"to": "", "ok": True}
            try:
                # Half of a letter could not be sent back, in a refusal or a field, and nothing with it.
                if not can_be_sent(content):
                    raise self._unread()
                match content:
                    case {"ask": str(token)} if len(token) <= MOST_TOKEN:
                        self._reply["to"] = token
                self._obey(content)
            except InabaError as error:
                self._reply["ok"] = False
                self._refuse(error)
            self._answer()

    def _answer(self) -> None:
        """Send what came of a message."""
        self._publish()

    def _hear(self, said: Any, tone: str) -> None:
        """Let the browser say something: sentences, and whether they are good news."""
        self._said = (said, tone)
        self._talk += 1

    def _publish(self) -> None:
        """Send the browser what it is to draw."""
        with self.hold_sync():
            if self.words.get("lang") != self._lang:
                self.set_trait("words", {"lang": self._lang} | self._words())
            self._draw()
