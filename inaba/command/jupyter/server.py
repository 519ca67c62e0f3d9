"""The process in which `inaba lab` runs JupyterLab: it ends when its standard input does, and ends whole.

Jupyter Server stops its event loop in the middle of whatever browsers have asked for, and leaves the tasks of
those requests where they stand. One that reads or writes a file has a thread of AnyIO's, which ends with the
task that it was begun for. Where the task never ended its thread did not, and Python waits for its threads
before it ends. So the loop is closed here as `asyncio.run` closes one: what is left is cancelled; but first
nobody can ask for more, files are written, and a kernel that was asked for in the last moment is shut down.

Whoever started this process holds the other end of its standard input. When that is closed, or its owner is
gone, however that came about, the kernels are shut down and the server ends.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import threading
import time
from contextlib import suppress
from typing import Any, Final

GRACE: Final = 5.0
"""Seconds that files are given to be written."""

PASSES: Final = 5
"""How often what is left is cancelled: a task may begin another as it ends."""


def main() -> None:
    """Serve JupyterLab, with the settings of the command line, until the standard input ends."""
    from jupyterlab.labapp import LabApp  # type: ignore[import-untyped]  # carries no types

    # What needs seeing out, kernels above all, comes only after this.
    server: Any = LabApp.initialize_server(argv=sys.argv[1:])
    threading.Thread(target=_stop_at_the_end_of_input, args=(server,), daemon=True).start()
    server.start()
    # Requests that are cut off have nothing to say that anybody needs to know.
    logging.disable(logging.CRITICAL)
    loop = server.io_loop.asyncio_loop
    loop.run_until_complete(_settled(server))
    close(loop)


def _stop_at_the_end_of_input(server: Any) -> None:
    # Not sys.stdin, whose lock a thread that reads would keep when Python ends.
    while os.read(0, 1024):
        pass
    server.io_loop.add_callback(server.stop)


def close(loop: asyncio.AbstractEventLoop) -> None:
    """Close an event loop that was stopped, and end AnyIO's threads with the tasks that they belong to.

    Parameters
    ----------
    loop : AbstractEventLoop
        One that does not run.
    """
    for _ in range(PASSES):
        if not (left := asyncio.all_tasks(loop)):
            break
        for task in left:
            task.cancel()
        loop.run_until_complete(asyncio.wait(left, timeout=1))
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()


async def _settled(server: Any) -> None:
    """Let what is under way come to its end, and nothing new begin."""
    with suppress(TimeoutError):
        await asyncio.wait_for(server.http_server.close_all_connections(), 1)
    await files_at_rest()
    await server.cleanup_kernels()


async def files_at_rest() -> None:
    """Wait until none of AnyIO's threads reads or writes a file, and none has begun to in a few looks."""
    from anyio.to_thread import current_default_thread_limiter

    threads = current_default_thread_limiter()
    ends, idle = time.monotonic() + GRACE, 0
    while idle < 3 and time.monotonic() < ends:
        await asyncio.sleep(0.02)
        idle = 0 if threads.borrowed_tokens else idle + 1


if __name__ == "__main__":
    main()
