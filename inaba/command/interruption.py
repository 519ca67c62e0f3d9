"""Ctrl-C while something is worked out, and processes that help: nothing is left running."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Executor


class _Stopped(BaseException):
    """Ctrl-C where an answer is worked out. No solver takes it for a wish to hear what is known so far."""


@contextmanager
def stopping() -> Iterator[None]:
    """Have Ctrl-C end the work within at once, as a KeyboardInterrupt."""

    def stop(*_: object) -> None:
        raise _Stopped

    # Elsewhere, or where Ctrl-C is not to be heard, that is left as it is.
    if current_thread() is not main_thread() or signal.getsignal(signal.SIGINT) != signal.default_int_handler:
        yield
        return
    signal.signal(signal.SIGINT, stop)
    try:
        yield
    except _Stopped:
        raise KeyboardInterrupt from None
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """So many processes to work in. Where something ends the work early they are ended too, and at once."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    before = set(multiprocessing.active_children())
    # Started afresh, not copied: this process may have threads, which a copy would lack.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_leave_ctrl_c)
    try:
        yield pool
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


def _leave_ctrl_c() -> None:
    """In a process that works for another: Ctrl-C is for that one, which ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
