"""What all tests share: how hypothesis searches, and the language of the messages."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from inaba.words import LANGUAGES
from lessons import voice

# A slow or busy machine is no bug: no example has a deadline. Where the same answer is wanted each time, as
# in .ci/run, hypothesis derives its examples from the test itself.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")

# A run in the background is often started with Ctrl-C ignored, and what it starts inherits that. Tests of
# Ctrl-C would then wait for an end that never comes.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages are English unless a test asks otherwise, whatever the machine speaks."""
    monkeypatch.setenv("INABA_LANG", "en")


@pytest.fixture
def spoken() -> Iterator[None]:
    """Lessons speak English, and afterwards whatever the machine does."""
    voice.speak("en")
    yield
    voice.speak(None)


@pytest.fixture(params=LANGUAGES)
def lang(request: pytest.FixtureRequest, spoken: None) -> str:
    """Each language, in which lessons speak."""
    voice.speak(str(request.param))
    return str(request.param)
