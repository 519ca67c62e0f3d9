"""Processes that help to work something out: Ctrl-C leaves none of them running."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Executor


@contextmanager
def processes(jobs: int) -> Iterator[Executor]:
    """So many processes to work in. Where something ends the work early they are ended too, and at once."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(jobs, mp_context=_Afresh(), initializer=_leave_ctrl_c)
    try:
        yield pool
    except BaseException:
        for child in set(multiprocessing.active_children()) - before:
            child.terminate()
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


class _Worker(SpawnProcess):
    """A process that Ctrl-C does not reach while it starts either: it would say where it was, at length."""

    def start(self) -> None:
        if not hasattr(signal, "pthread_sigmask"):
            super().start()
            return
        # What is blocked here is blocked in what starts here, until `_leave_ctrl_c` settles it.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Afresh(SpawnContext):
    """Processes are started afresh, not copied: this process may have threads, which a copy would lack."""

    Process = _Worker


def _leave_ctrl_c() -> None:
    """In a process that works for another: Ctrl-C is for that one, which ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
