"""A way through positions of River: where it begins, the steps taken, and where on it somebody looks.

No widget and no solver: this knows what is on the table, what was there before, and how it is written.

A way through a draft belongs to one player, and begins in a river that agrees with what he sees
(`lessons.laboratory.drafted`). Each player whose eyes are chosen has a way of his own, and nothing that is
undone brings back what another has seen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import takewhile
from random import Random
from typing import Final, NamedTuple

from inaba import river
from inaba.errors import IllegalMove, InabaError, Reason, SetupError
from inaba.record import Played, Record
from inaba.river.draft import Picking, Placing
from inaba.river.moves import Event, Keep, Move, Rolled
from inaba.river.state import State, Why
from lessons.laboratory.drafted import Draft, choice, hides, possible
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
    """A sketch, and where it is a position the steps from it on; ``at`` of them lead to what is looked at.

    Of a draft also what was given, and whose way it is; else nothing and 0.
    """

    sketch: Sketch
    states: tuple[State, ...]
    steps: tuple[Played, ...] = ()
    at: int = 0
    draft: Draft | None = None
    eyes: int = 0


class Exploration:
    """A way that grows where somebody steps into a move, a roll or a card; it may be gone back and forth.

    Parameters
    ----------
    start : State or Draft
        Where it begins.
    eyes : int, optional
        Whose way it is in a draft; `Draft.first` unless given.
    rng : Random, optional
        Deals what he does not see.

    Raises
    ------
    SetupError
        If it is a position of which some player knows more than others; a `Draft` would do.

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

    def __init__(self, start: State | Draft, eyes: int | None = None, rng: Random | None = None) -> None:
        self._way = _opening(start, eyes, rng or Random())
        self._past: list[_Way] = []
        self._future: list[_Way] = []
        self._others: dict[tuple[Draft, int], _Way] = {}
        """The ways of those who have looked into the draft before."""

    @property
    def sketch(self) -> Sketch:
        """What is on the table, whether the rules know it or not."""
        return Sketch.of(self._way.states[self._way.at]) if self._way.states else self._way.sketch

    @property
    def state(self) -> State | None:
        """The position looked at; None while what is on the table is none. In a draft it is one of those that
        agree with what is seen."""
        return self._way.states[self._way.at] if self._way.states else None

    @property
    def draft(self) -> Draft | None:
        """The draft in which the way began; None where everybody knew the same."""
        return self._way.draft

    @property
    def eyes(self) -> int:
        """Whose way it is in a draft; 0 where it is everybody's."""
        return self._way.eyes

    @property
    def hidden(self) -> bool:
        """Whether in the position looked at some player may know more than others."""
        return self.state is not None and hides(self.state)

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
        # What is chosen in a draft, its player alone sees, and so nobody chooses for another.
        secret = isinstance(state.phase, Picking | Placing)
        player = self.eyes if secret else (*state.to_act(), state.turn)[0]
        self._step(Played(player, move), state.play(player, move))

    def others(self) -> tuple[int, ...]:
        """Who else is to act in a draft: all of them who choose at the same time."""
        state = self.state
        return tuple(p for p in state.to_act() if p != self.eyes) if state is not None and self.hidden else ()

    def let_others(self, rng: Random) -> None:
        """Let the others who are to act choose, from what they see (`lessons.laboratory.drafted.choice`)."""
        for player in self.others():
            state = self._present("")
            move = choice(state.view(player), rng)
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
        self._way = replace(self._way, at=at)

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
        states = (*way.states[: way.at + 1], after)
        self._way = replace(way, states=states, steps=steps, at=way.at + 1)

    # What is set up --------------------------------------------------------------------------------------

    def edit(self, sketch: Sketch) -> None:
        """Put something else on the table; a new way begins there, and the old one can be brought back."""
        if sketch != self.sketch:
            self._remember()
            self._way = _begin(sketch)

    def set_up(self, start: State | Draft, eyes: int | None = None, rng: Random | None = None) -> None:
        """Begin at another position, or in a draft; the old way can be brought back.

        Parameters and errors as of the class.
        """
        if isinstance(start, State):
            self.edit(Sketch.of(_open(start)))
            return
        way = _opening(start, eyes, rng or Random())
        self._remember()
        self._take(way)

    # Through whose eyes ----------------------------------------------------------------------------------

    def look(self, eyes: int, rng: Random) -> None:
        """Look at the draft through the eyes of another player: at his way, where he left it.

        Raises
        ------
        KeyError
            If nothing is known of what he sees.
        """
        draft = self._way.draft
        if draft is None or eyes == self.eyes:
            return
        way = self._others.get((draft, eyes)) or _opening(draft, eyes, rng)
        self._others[draft, self.eyes] = self._way
        self._take(way)

    def deal_again(self, rng: Random) -> None:
        """Begin a new way where somebody looks, in another river that agrees with what he sees."""
        if self.state is not None and self.hidden:
            self.set_up(Draft((self.state.view(self.eyes),)), self.eyes, rng)

    def _take(self, way: _Way) -> None:
        """Go on with a way. Nothing that another player has seen can be brought back from then on."""
        self._way = way
        if way.eyes:
            self._past = [one for one in self._past if one.eyes in (0, way.eyes)]
            self._future = [one for one in self._future if one.eyes in (0, way.eyes)]

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

    def record(self, covered: bool = False) -> str:
        """The way as the record of a game; as far as a game would go on (`inaba.record`).

        A way through a draft is written as its player saw it; covered, as an onlooker did.

        Raises
        ------
        NotationError
            While what is on the table is no position.
        """
        record = self._record()
        return record.seen_by(0 if covered else self.eyes) if self.draft else str(record)

    def _record(self) -> Record:
        start = self._way.states[0] if self._way.states else self._way.sketch.state()
        record = Record(river.NOTATION, start)
        for played in _in_seat_order(self._way):
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


def _opening(start: State | Draft, eyes: int | None, rng: Random) -> _Way:
    """The beginning of a way."""
    if isinstance(start, State):
        return _begin(Sketch.of(_open(start)))
    eyes = start.first if eyes is None else eyes
    state = possible(start.view(eyes), rng)
    return _Way(Sketch.of(state), (state,), draft=start, eyes=eyes)


def _in_seat_order(way: _Way) -> list[Played]:
    """The steps as a record takes them: what is picked at the same time by seats, as far as it was picked."""
    found: list[Played] = []
    picked: dict[int, Played] = {}
    seats: tuple[int, ...] = ()
    for state, played in zip(way.states, way.steps, strict=False):
        if not isinstance(played.step, Keep):
            found.append(played)
            continue
        seats = seats or state.to_act()
        picked[played.player] = played
        if len(picked) == len(seats):
            found += [picked[player] for player in seats]
            picked, seats = {}, ()
    # Of a round that is not over, those are written whose turn to be written it is.
    found += [picked[player] for player in takewhile(picked.__contains__, seats)]
    return found


def _begin(sketch: Sketch) -> _Way:
    try:
        return _Way(sketch, (sketch.state(),))
    except InabaError:
        return _Way(sketch, ())


def _open(state: State) -> State:
    """The position, if everybody knows the same of it."""
    if hides(state):
        raise SetupError("solvers.endgame.secrets", position=state)
    return state
