"""How numba compiles the loops of this room: kept for the next process, wherever something can be kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


def njit(**options: Any) -> Callable[[F], F]:
    """What has numba compile a function when it is first called, with its options.

    What was compiled is kept beside the code, or where the user's caches are. Where no such directory can be
    written, as in a read-only installation without a home, it is compiled anew by every process.

    Raises
    ------
    ImportError
        If numba is not installed (the extra `fast`).
    """
    import numba

    def made(function: F) -> F:
        compiled: F
        try:
            compiled = numba.njit(cache=True, **options)(function)
        except RuntimeError:
            compiled = numba.njit(**options)(function)
        return compiled

    return made
