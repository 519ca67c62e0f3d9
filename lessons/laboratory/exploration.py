"""A way through positions of River: where it begins, the steps taken, and where on it somebody looks.

No widget and no solver: this knows what is on the table, what was there before, and how it is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Final, NamedTuple

from inaba import river
from inaba.errors import IllegalMove, InabaError, Reason, SetupError
from inaba.record import Played, Record
from inaba.river.draft import Dealing, Picking, Placing
from inaba.river.moves import Event, Move, Rolled
from inaba.river.state import State, Why
from lessons.laboratory.sketch import Sketch

MOST_PAST: Final = 200
"""So many changes can be undone."""


class Outcome(NamedTuple):
    """What may happen, rolls with the same end as one.

    Attributes
    ----------
    event : Event
        The first of the events that it stands for.
    chance : Fraction
    after : State
    totals : tuple of int
        Of rolls their totals, ascending.
    """

    event: Event
    chance: Fraction
    after: State
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Way:
    """A sketch, and where it is a position the steps from it on; ``at`` of them lead to what is looked at."""

    sketch: Sketch
    states: tuple[State, ...]
    steps: tuple[Played, ...] = ()
    at: int = 0


class Exploration:
    """A way that grows where somebody steps into a move, a roll or a card; it may be gone back and forth.

    Parameters
    ----------
    start : State
        Where it begins.

    Raises
    ------
    SetupError
        If some player knows cards that others do not.

    Examples
    --------
    >>> way = Exploration(river.parse("9,W -,- 1 - -"))
    >>> way.play("1a1")
    >>> [(str(one.chance), one.totals) for one in way.outcomes()][-1]
    ('5/18', (9, 10, 11, 12))
    >>> way.happen("(4,5)")
    >>> way.go(0)
    >>> str(way.state), [str(played.step) for played in way.steps]
    ('9,W -,- 1 - -', ['1a1', '(4,5)'])
    """

    def __init__(self, start: State) -> None:
        self._way = _begin(Sketch.of(_open(start)))
        self._past: list[_Way] = []
        self._future: list[_Way] = []

    @property
    def sketch(self) -> Sketch:
        """What is on the table, whether the rules know it or not."""
        return Sketch.of(self._way.states[self._way.at]) if self._way.states else self._way.sketch

    @property
    def state(self) -> State | None:
        """The position looked at; None while what is on the table is none."""
        return self._way.states[self._way.at] if self._way.states else None

    @property
    def states(self) -> tuple[State, ...]:
        """The positions along the way, one more than the steps; empty while there is no position."""
        return self._way.states

    @property
    def steps(self) -> tuple[Played, ...]:
        """The steps of the way, those after the position looked at too."""
        return self._way.steps

    @property
    def at(self) -> int:
        """How many steps lead to the position looked at."""
        return self._way.at

    # Along the way ---------------------------------------------------------------------------------------

    def play(self, move: Move | str) -> None:
        """Step into a move of whoever is to act.

        Raises
        ------
        IllegalMove
            If the rules do not allow it.
        NotationError
            If it is a text that is no move.
        """
        state = self._present(move)
        if isinstance(move, str):
            move = river.parse_move(move)
        player = (*state.to_act(), state.turn)[0]
        self._step(Played(player, move), state.play(player, move))

    def happen(self, event: Event | str) -> None:
        """Step into a roll, or a card that is turned up.

        Raises
        ------
        ImpossibleEvent
            If it cannot happen here.
        NotationError
            If it is a text that is no event.
        """
        state = self._present(event)
        if isinstance(event, str):
            event = river.parse_event(event)
        self._step(Played(0, event), state.happen(event))

    def roll(self, rng: Random) -> None:
        """Let chance decide, exactly as its weights say.

        Raises
        ------
        SetupError
            If nothing is left to chance here.
        """
        chance = self.state.chance() if self.state else None
        if chance is None:
            raise SetupError("board.why.no_roll")
        self.happen(chance.sample(rng))

    def go(self, at: int) -> None:
        """Look at the position after so many steps of the way.

        Raises
        ------
        IndexError
            If the way is not so long.
        """
        if not 0 <= at <= len(self._way.steps):
            raise IndexError(f"the way has {len(self._way.steps)} steps, not {at}")
        self._way = _Way(self._way.sketch, self._way.states, self._way.steps, at)

    def outcomes(self) -> list[Outcome]:
        """What may happen in the position looked at; empty unless chance decides."""
        return outcomes(self.state) if self.state is not None else []

    def _present(self, what: object) -> State:
        if self.state is None:
            raise IllegalMove(what, self._way.sketch.trouble() or Reason(Why.OVER), self._way.sketch.text)
        return self.state

    def _step(self, played: Played, after: State) -> None:
        way = self._way
        if way.at < len(way.steps):
            if way.steps[way.at] == played:
                self.go(way.at + 1)
                return
            # Another way from here: the old one can be brought back.
            self._remember()
        steps = (*way.steps[: way.at], played)
        self._way = _Way(way.sketch, (*way.states[: way.at + 1], after), steps, way.at + 1)

    # What is set up --------------------------------------------------------------------------------------

    def edit(self, sketch: Sketch) -> None:
        """Put something else on the table; a new way begins there, and the old one can be brought back."""
        if sketch != self.sketch:
            self._remember()
            self._way = _begin(sketch)

    def set_up(self, state: State) -> None:
        """Begin at another position; the old way can be brought back.

        Raises
        ------
        SetupError
            If some player knows cards that others do not.
        """
        self.edit(Sketch.of(_open(state)))

    @property
    def can_undo(self) -> bool:
        """Whether anything can be brought back."""
        return bool(self._past)

    @property
    def can_redo(self) -> bool:
        """Whether anything was undone."""
        return bool(self._future)

    def undo(self) -> bool:
        """Bring back what was on the table before the last change; False if there was none."""
        return self._exchange(self._past, self._future)

    def redo(self) -> bool:
        """Make the change again that was undone last; False if there is none."""
        return self._exchange(self._future, self._past)

    def _exchange(self, source: list[_Way], target: list[_Way]) -> bool:
        if not source:
            return False
        target.append(self._way)
        self._way = source.pop()
        return True

    def _remember(self) -> None:
        self._past = [*self._past, self._way][-MOST_PAST:]
        self._future = []

    # As text ---------------------------------------------------------------------------------------------

    @property
    def drawn_at(self) -> int | None:
        """After how many steps a game would be drawn by repetition; None if it is not on this way."""
        record = self._record()
        return len(record.steps) if record.drawn else None

    def record(self) -> str:
        """The way as the record of a game; as far as a game would go on (`inaba.record`).

        Raises
        ------
        NotationError
            While what is on the table is no position.
        """
        return str(self._record())

    def _record(self) -> Record:
        start = self._way.states[0] if self._way.states else self._way.sketch.state()
        record = Record(river.NOTATION, start)
        for played in self._way.steps:
            if record.drawn:
                break
            if played.player:
                record.play(played.player, played.step)
            else:
                record.happen(played.step)
        return record


def outcomes(state: State) -> list[Outcome]:
    """What may happen in a position, rolls that lead to the same position as one.

    Examples
    --------
    >>> [(one.totals, str(one.chance)) for one in outcomes(river.parse("4,W a1,- 1 - - fight:1"))]
    [((2,), '1/36'), ((3,), '1/18'), ((4, 5, 6, 7, 8, 9, 10, 11, 12), '11/12')]
    """
    chance = state.chance()
    if chance is None:
        return []
    found: dict[State, Outcome] = {}
    by_total: dict[object, State] = {}
    for event, weight in chance.items():
        # Of a roll only the total matters (River, rule 6).
        key = event.total if isinstance(event, Rolled) else event
        after = by_total.get(key) or by_total.setdefault(key, state.happen(event))
        before = found.get(after) or Outcome(event, Fraction(0), after, ())
        totals = {*before.totals, event.total} if isinstance(event, Rolled) else ()
        share = before.chance + Fraction(weight, chance.total)
        found[after] = Outcome(before.event, share, after, tuple(sorted(totals)))
    return list(found.values())


def steps_of(line: str) -> list[Move | Event]:
    """The steps of a line as solvers write it, turns separated by spaces.

    Examples
    --------
    >>> [str(step) for step in steps_of("1c1>b2 1*")]
    ['1c1', '>b2', '1*']
    """
    return [step for turn in line.split() for step in river.split_turn(turn)]


def _begin(sketch: Sketch) -> _Way:
    try:
        return _Way(sketch, (sketch.state(),))
    except InabaError:
        return _Way(sketch, ())


def _open(state: State) -> State:
    """The position, if everybody knows the same of it."""
    if state.secrets or isinstance(state.phase, Dealing | Picking | Placing):
        raise SetupError("solvers.endgame.secrets", position=state)
    return state
