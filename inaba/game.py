"""What every game keeps: the shape of a state.

A state is frozen, complete and hashable; it has no history, no clock and no random generator. Exactly one of
`Game.to_act`, `Game.chance` and `Game.result` is non-empty. Decisions come in by `Game.play`, chance by
`Game.happen`: two doors, so that a roll can never pass for a move. Players are numbered from 1.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any, Protocol, Self, TypeVar

from inaba.chance import Chance
from inaba.errors import Reason

Kind = TypeVar("Kind", bound=tuple[Any, ...])


def apart(kind: type[Kind]) -> type[Kind]:
    """Moves or events of a kind, a `NamedTuple`, that equal none of another kind.

    Tuples compare by what they hold: without this, to end a turn would be to pass, as both hold nothing.

    Parameters
    ----------
    kind : type

    Examples
    --------
    >>> from typing import NamedTuple
    >>> @apart
    ... class Draw(NamedTuple):
    ...     trump: bool
    >>> @apart
    ... class Trade(NamedTuple):
    ...     player: int
    >>> Draw(True) == Draw(True), Draw(True) == Trade(1), len({Draw(True), Trade(1)})
    (True, False, 2)
    """

    def equal(self: Kind, other: object) -> bool:
        return type(other) is kind and tuple.__eq__(self, other)

    def differ(self: Kind, other: object) -> bool:
        return not equal(self, other)

    # The hash stays the tuple's: what is equal has the same.
    kind.__eq__, kind.__ne__ = equal, differ  # type: ignore[assignment]  # as every class may define them
    return kind


class Observation(Protocol):
    """What one player sees: the table and his own secrets, built up from public parts."""

    @property
    def player(self) -> int: ...

    def to_act(self) -> tuple[int, ...]: ...

    def legal_moves(self) -> Iterator[Any]: ...

    def why_illegal(self, move: Any) -> Reason | None: ...


class Game(Protocol):
    """A state of a game, and the rules that lead on from it.

    ``str(state)`` is its notation. Moves and events are hashable, and their ``str`` is their notation.
    """

    @property
    def players(self) -> int:
        """How many play."""

    def to_act(self) -> tuple[int, ...]:
        """The players who have to decide now; several where choices are simultaneous."""

    def chance(self) -> Chance[Any] | None:
        """What may happen now, with exact weights; None unless it is chance's turn."""

    def result(self) -> tuple[Fraction, ...] | None:
        """Each player's share of the win, in seat order, summing to 1; None while the game goes on."""

    def legal_moves(self, player: int) -> Iterator[Any]:
        """The moves of a player, in a fixed order; none if he is not to act."""

    def why_illegal(self, player: int, move: Any) -> Reason | None:
        """Why a player may not make a move now; None if he may."""

    def play(self, player: int, move: Any) -> Self:
        """The state after a decision. Raises `IllegalMove`."""

    def happen(self, event: Any) -> Self:
        """The state after an event of chance. Raises `ImpossibleEvent`."""

    def view(self, player: int) -> Observation:
        """What a player sees."""

    def seen(self, player: int, actor: int, step: Any) -> str:
        """The notation of a step from here as a player sees it; ``actor`` is 0 for chance."""

    def starts_turn(self) -> bool:
        """Whether a new turn begins here: where a record counts on, and looks for repetition."""


class Policy(Protocol):
    """A player: chooses a move from what he sees, with the generator given."""

    def __call__(self, view: Any, rng: Random) -> Any: ...


def uniform(view: Observation, rng: Random) -> Any:
    """The uniformly random policy: every legal move equally likely.

    Examples
    --------
    >>> from inaba import river
    >>> str(uniform(river.parse("5 -,- 1 - -").view(1), Random(0))) in ("1a1", "2a1")
    True
    """
    return rng.choice(list(view.legal_moves()))
