"""Processes that help to work something out: Ctrl-C leaves none of them running."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import Executor


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
