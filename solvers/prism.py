r"""A position as a model in the PRISM language, for Storm, PRISM-games and whatever else reads it.

Model checkers have their own solvers, written by other people. A position handed to one of them is an answer
found apart from ours; and it can be asked what we do not: how likely a player wins within ten turns, how many
rolls a fight takes, what a formula of temporal logic says.

**The language.** A model is a set of *modules* with bounded variables and guarded commands::

    [label] guard -> chance : (variable' = value) + chance : (variable' = value);

In a state every command whose guard holds is a choice, and its chances say what it leads to (PRISM manual,
"The PRISM Language"). In a model of type ``smg``, a turn-based stochastic game, each label belongs to a
player, who is named with them between ``player`` and ``endplayer`` (PRISM-games manual, "Stochastic
multi-player games"); ``mdp`` has one player, who need not be named, and ``dtmc``, a Markov chain, none.

**The encoding** is explicit. One variable ``s`` numbers the positions that can be reached, in the order in
which they are first met, breadth first; the position itself stands in a comment above its commands. So every
`Game` can be written, not only those whose rules somebody has put in the language's own words. Labels name
the player and the move: ``p1_1b2``; signs that the language does not allow become ``_``, and a comment says
which move is meant. Chance belongs to a third player, ``nature``, who never has a choice. The last two states
are the ends: in ``s`` = N - 1 player 1 has won, in N player 2, and each owns the loop that stays there. A
position that is over with the win shared leads to both by its shares, so that a chance to win is always a
share of the win. Chances are fractions, never decimals: exact engines read them as they are.

**Asking.** Labels ``win1`` and ``win2`` mark the ends::

    <<p1>> Pmax=? [ F "win1" ]       of an smg
    Pmax=? [ F "win1" ]              of an mdp in which player 2 is bound to a policy
    P=? [ F "win1" ]                 of a dtmc

A play without end reaches neither. So the first gives player 1's value where endless play is worth 0 to him
(``endless=0`` in `solvers.endgame`), and 1 minus ``<<p2>> Pmax=? [ F "win2" ]`` where it is worth 1. Where
neither can hold up play the two agree. For any other draw value there is `policy_model`: where the player who
is free can stay for ever with certainty, in an *end component* (de Alfaro 1997), he has one choice more,
``stay``, that ends the game with the draw value. That is what he can get there, so the maximum is the best
answer to the policy. With both of `solvers.endgame`'s policies bound in turn, the best answers show that
neither can do better: the value, checked by somebody else. (stormpy 2.0
builds an ``smg`` and has no answer about it; ``mdp`` and ``dtmc`` it solves, in fractions too.)

**Size.** A checker that builds a model looks at the guards of all commands in every state, so building takes
time that grows with the square of the number of positions: Storm takes half a second for two thousand and ten
seconds for eleven thousand (``python -m tests.benchmarks.peers``).

References
----------
.. [1] M. Kwiatkowska, G. Norman, D. Parker, "PRISM 4.0: Verification of probabilistic real-time systems",
   CAV 2011.
.. [2] M. Kwiatkowska, G. Norman, D. Parker, G. Santos, "PRISM-games 3.0: Stochastic game verification with
   concurrency, equilibria and time", CAV 2020.
.. [3] C. Hensel, S. Junges, J.-P. Katoen, T. Quatmann, M. Volk, "The probabilistic model checker Storm",
   Int. J. Softw. Tools Technol. Transf. 24, 2022.
.. [4] L. de Alfaro, "Formal verification of probabilistic systems", PhD thesis, Stanford 1997.

Examples
--------
>>> from inaba import river
>>> print(model(river.parse("3-1 a1,- 1 - - fight:1", river.parse_rules("dice=1d2"))))
// Position: 3-1 a1,- 1 - - fight:1 (rules dice=1d2)
// 5 positions; player 1 has won in state 5, 2 in state 6.
smg
<BLANKLINE>
// [p1_2_] is 2*
player p1
  [p1_2_], [p1_wins]
endplayer
<BLANKLINE>
// [p2_1_] is 1*
player p2
  [p2_2a1], [p2_1_], [p2_wins]
endplayer
<BLANKLINE>
player nature
  [chance]
endplayer
<BLANKLINE>
module position
  s : [0..6] init 0;
<BLANKLINE>
  // 0: 3-1 a1,- 1 - - fight:1
  [chance] s=0 -> 1/2:(s'=1) + 1/2:(s'=2);
  // 1: 3-2 -,- 2 1 -
  [p2_2a1] s=1 -> (s'=3);
  // 2: 3x a1,- 2 - -
  [p2_1_] s=2 -> (s'=5);
  // 3: 3-2 -,a1 2 1 - fight:2
  [chance] s=3 -> (s'=4);
  // 4: 3x -,a1 1 - -
  [p1_2_] s=4 -> (s'=6);
  // 5: player 1 has won
  [p1_wins] s=5 -> (s'=5);
  // 6: player 2 has won
  [p2_wins] s=6 -> (s'=6);
endmodule
<BLANKLINE>
label "win1" = s=5;
label "win2" = s=6;
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from inaba import river
from inaba.chance import Chance
from inaba.errors import IllegalMove, SetupError, TooLarge
from inaba.game import Game
from solvers.loops import components

LIMIT: Final = 20_000
"""The most positions that are written unless more are asked for."""

HALF: Final = Fraction(1, 2)

Policy = Callable[[Any], Any]
"""A policy: the move that a player makes in a position, or a `Chance` over his moves."""


@dataclass(slots=True)
class _Command:
    """A choice: its label, and how likely it leads where."""

    label: str
    leads: dict[int, Fraction]


@dataclass(slots=True)
class _State:
    """A state of the model: the position as text, who chooses there (0: nobody), and the choices."""

    text: str
    owner: int
    commands: list[_Command] = field(default_factory=list)


def model(state: Game, *, limit: int = LIMIT) -> str:
    """A position, and all that it can lead to, as a turn-based stochastic game (``smg``).

    Parameters
    ----------
    state : Game
        A position of a game for two with nothing secret, at any phase.
    limit : int
        The most positions to write.

    Returns
    -------
    str
        The model, ASCII, the same for equal positions.

    Raises
    ------
    SetupError
        If more than two play, a player knows something that the other does not, or both decide at once.
    TooLarge
        If more positions than the limit can be reached.

    Examples
    --------
    >>> from inaba import river
    >>> text = model(river.parse("5,W/0,4 -,- 1 - -"))
    >>> text.splitlines()[1]
    '// 529 positions; player 1 has won in state 529, 2 in state 530.'
    """
    return _text(state, _Numbered(state, limit, {}, None))


def policy_model(
    state: Game,
    player: int,
    policy: Policy,
    other: Policy | None = None,
    *,
    endless: Fraction = HALF,
    limit: int = LIMIT,
) -> str:
    """A position in which one player is bound to a policy: a Markov decision process (``mdp``).

    With both bound, or where the free player never has a choice, a Markov chain (``dtmc``).

    Parameters
    ----------
    state : Game
        A position of a game for two with nothing secret, at any phase.
    player : {1, 2}
        Who is bound.
    policy : callable
        Takes a position in which the player is to act; gives his move, or a `Chance` over his moves.
        `solvers.endgame.Solver.best_move` is one.
    other : callable, optional
        The other player's policy; he is free unless it is given.
    endless : Fraction
        What endless play is worth to player 1, from 0 to 1.
    limit : int
        The most positions to write. Positions that the policy avoids are not written.

    Returns
    -------
    str
        The model. The greatest chance of the free player's label, as ``Pmax=? [ F "win2" ]``, is his best
        answer to the policy.

    Raises
    ------
    SetupError
        As `model`; also if ``endless`` is not between 0 and 1, or ``player`` is not 1 or 2.
    IllegalMove
        If a policy's move is not legal.
    TooLarge
        As `model`.

    Examples
    --------
    >>> from inaba import river
    >>> from inaba.chance import Chance
    >>> position = river.parse("W,W/3,W -,- 1 - -")
    >>> at_random = lambda state: Chance.uniform(list(state.legal_moves(1)))
    >>> policy_model(position, 1, at_random).splitlines()[2]
    'mdp'
    >>> policy_model(position, 1, at_random, lambda state: next(state.legal_moves(2))).splitlines()[2]
    'dtmc'
    """
    if player not in (1, 2):
        raise SetupError("solvers.prism.player", player=player)
    if not 0 <= endless <= 1:
        raise SetupError("solvers.endgame.endless", endless=endless)
    policies = {player: policy} if other is None else {player: policy, 3 - player: other}
    return _text(state, _Numbered(state, limit, policies, Fraction(endless)))


class _Numbered:
    """The positions that can be reached, numbered as the states of a model.

    Parameters
    ----------
    root : Game
    limit : int
    policies : mapping of int to Policy
        Who is bound to what.
    endless : Fraction or None
        What endless play is worth to player 1; None in a game where nobody is bound.
    """

    def __init__(
        self, root: Game, limit: int, policies: Mapping[int, Policy], endless: Fraction | None
    ) -> None:
        self.policies = policies
        self.states: list[_State] = []
        self.labels: dict[tuple[int, str], str] = {}
        self._limit = limit
        self._number: dict[Hashable, int] = {}
        self._waiting: deque[Any] = deque()
        # The ends are numbered last: until then they stand for themselves.
        self.first = self._numbered(root)
        while self._waiting:
            self._expand(self._waiting.popleft())
        self.positions = len(self.states)
        if endless is not None:
            self._stay(endless)
        ends = {-player: len(self.states) + player - 1 for player in (1, 2)}
        self.first = ends.get(self.first, self.first)
        for state in self.states:
            for command in state.commands:
                command.leads = {ends.get(to, to): chance for to, chance in command.leads.items()}

    def _numbered(self, position: Any) -> int:
        """The number of a position; -1 or -2 where that player has won."""
        if position.players != 2:
            raise SetupError("solvers.prism.players", players=position.players)
        if getattr(position, "secrets", ()):
            raise SetupError("solvers.prism.secrets", position=position)
        result = position.result()
        if result is not None and 1 in result:
            return -1 if result[0] else -2
        number = self._number.get(position)
        if number is None:
            number = self._number[position] = len(self.states)
            if number >= self._limit:
                raise TooLarge("solvers.prism.too_large", size=number + 1, limit=self._limit)
            self.states.append(_State(_plain(str(position)), 0))
            self._waiting.append(position)
        return number

    def _expand(self, position: Any) -> None:
        state = self.states[self._number[position]]
        if (result := position.result()) is not None:
            state.commands.append(_Command("over", _shared(result[0])))
            return
        if chance := position.chance():
            after = ((position.happen(event), weight) for event, weight in chance.items())
            state.commands.append(_Command("chance", self._leads(after, chance.total)))
            return
        players = position.to_act()
        if len(players) != 1:
            raise SetupError("solvers.prism.together", position=position)
        (player,) = players
        if player in self.policies:
            chosen = self.policies[player](position)
            moves: Chance[Any] = chosen if isinstance(chosen, Chance) else Chance({chosen: 1})
            for move in moves:
                if why := position.why_illegal(player, move):
                    raise IllegalMove(move, why, position)
            label = self._label(player, str(next(iter(moves)))) if len(moves) == 1 else f"p{player}_mixed"
            after = ((position.play(player, move), weight) for move, weight in moves.items())
            state.commands.append(_Command(label, self._leads(after, moves.total)))
            return
        state.owner = player
        for move in position.legal_moves(player):
            to = self._numbered(position.play(player, move))
            state.commands.append(_Command(self._label(player, str(move)), {to: Fraction(1)}))

    def _leads(self, after: Iterator[tuple[Any, int]], total: int) -> dict[int, Fraction]:
        leads: dict[int, Fraction] = {}
        for position, weight in after:
            to = self._numbered(position)
            leads[to] = leads.get(to, Fraction(0)) + Fraction(weight, total)
        return leads

    def _label(self, player: int, move: str) -> str:
        """The label of a move: each has its own."""
        known = self.labels.get((player, move))
        if known is None:
            plain = label = f"p{player}_{re.sub('[^0-9A-Za-z]', '_', move)}"
            taken = {*self.labels.values(), f"p{player}_wins", f"p{player}_mixed"}
            count = 1
            while label in taken:
                count += 1
                label = f"{plain}_{count}"
            known = self.labels[player, move] = label
        return known

    def _stay(self, endless: Fraction) -> None:
        """Let endless play come to an end: one choice more in every end component."""
        forever = _end_components(self.states)
        if not forever:
            return
        endless_state = len(self.states)
        for component in forever:
            free = [i for i in component if self.states[i].owner]
            for i in component:
                if not free:
                    # Nobody chooses any more: whoever is here stays.
                    self.states[i].commands.clear()
                if not free or self.states[i].owner:
                    self.states[i].commands.append(_Command("stay", {endless_state: Fraction(1)}))
        self.states.append(_State(f"endless play, worth {endless}", 0))
        self.states[-1].commands.append(_Command("over", _shared(endless)))


def _end_components(states: Sequence[_State]) -> list[list[int]]:
    """The maximal end components: where the free player can stay for ever, and go wherever he likes.

    A choice that may lead out of its component is given up, and the components of what is left are looked
    for, until there is nothing more to give up.
    """
    choices = {i: [tuple(command.leads) for command in state.commands] for i, state in enumerate(states)}
    while True:
        found = _components(choices)
        of = {i: k for k, component in enumerate(found) for i in component}
        kept = {
            i: [leads for leads in some if all(to in of and of[to] == of[i] for to in leads)]
            for i, some in choices.items()
        }
        kept = {i: some for i, some in kept.items() if some}
        if kept == choices:
            return sorted(sorted(component) for component in found)
        choices = kept


def _components(choices: Mapping[int, Sequence[tuple[int, ...]]]) -> list[list[int]]:
    """The strongly connected components of the states that have a choice."""

    def lead(i: int) -> list[int]:
        return [to for to in dict.fromkeys(to for leads in choices[i] for to in leads) if to in choices]

    found: list[list[int]] = []
    known: set[int] = set()
    for root in choices:
        for component in components(root, lead, known):
            known.update(component)
            found.append(component)
    return found


def _shared(first: Fraction) -> dict[int, Fraction]:
    """To the ends by player 1's share."""
    return {-player: share for player, share in ((1, first), (2, 1 - first)) if share}


def _plain(text: str) -> str:
    """What can stand in a comment: one line of ASCII, whatever a game's notation is."""
    return text.encode("unicode_escape").decode("ascii")


def _text(root: Game, numbered: _Numbered) -> str:
    states = numbered.states
    ends = {1: len(states), 2: len(states) + 1}
    kind = "smg"
    if numbered.policies:
        kind = "mdp" if any(len(state.commands) > 1 for state in states) else "dtmc"
    rules = river.format_rules(root.rules) if isinstance(root, river.State) else ""
    lines = [
        f"// Position: {_plain(str(root))}{f' (rules {rules})' if rules else ''}",
        f"// {numbered.positions} positions; player 1 has won in state {ends[1]}, 2 in state {ends[2]}.",
        kind,
        "",
    ]
    for player in (1, 2):
        mine = {move: label for (owner, move), label in numbered.labels.items() if owner == player}
        for move, label in mine.items():
            if label != f"p{player}_{move}":
                lines.append(f"// [{label}] is {_plain(move)}")
        if kind == "smg":
            owned = ", ".join(f"[{label}]" for label in (*mine.values(), f"p{player}_wins"))
            lines += [f"player p{player}", f"  {owned}", "endplayer", ""]
    nature = [
        label
        for label in ("chance", "over")
        if any(command.label == label for state in states for command in state.commands)
    ]
    if kind == "smg" and nature:
        lines += ["player nature", f"  {', '.join(f'[{label}]' for label in nature)}", "endplayer", ""]
    if lines[-1]:
        lines.append("")
    lines += ["module position", f"  s : [0..{ends[2]}] init {numbered.first};", ""]
    for i, state in enumerate(states):
        lines.append(f"  // {i}: {state.text}")
        for command in state.commands:
            if len(command.leads) == 1:
                (to,) = command.leads
                after = f"(s'={to})"
            else:
                after = " + ".join(f"{chance}:(s'={to})" for to, chance in command.leads.items())
            lines.append(f"  [{command.label}] s={i} -> {after};")
    for player, end in ends.items():
        lines.append(f"  // {end}: player {player} has won")
        lines.append(f"  [p{player}_wins] s={end} -> (s'={end});")
    lines += ["endmodule", ""]
    lines += [f'label "win{player}" = s={end};' for player, end in ends.items()]
    return "\n".join(lines)
