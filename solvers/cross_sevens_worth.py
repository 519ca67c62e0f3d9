"""Games of Cross Sevens between policies: how long, how they end, and what an action card is worth.

**How games go.** `play` plays one game and tells how it went; `describe` says it of many games between
players of one kind: turns, how often the starter wins, how often everybody but one is eliminated, how wide
the field gets, how many trumps are shut in at the end. A kind of action cards can be left out of the game: so
it is seen what it does to games. How policies do against one another is `solvers.tournament`, with
``game="cross_sevens"``.

**What a card is worth.** `worth` answers: *how much oftener does a player win who has one more card of a kind
in hand when the first turn begins?* All play by one stated policy. The card comes out of the action pile, so
the game has as many as before. It is also a burden: who passes with three action cards is eliminated, so a
card that is of no use costs a pass. The number is what is left over; it may be negative, and it is that of
the policy: who never plays a STOP finds it worth nothing.

**Paired games.** The luck of the deal is much greater than what a card is worth. So each deal is played with
the card in the hand of each player in turn, and all that is the same in these games is decided alike (*common
random numbers*): the deal; the n-th trump and the n-th action card that come off the piles are drawn with the
same random number, so that the same card comes wherever both piles hold it; and in the same turn of a game a
policy draws the same numbers. Without an extra card the shares of a deal's win sum to 1 over the players.
Hence

    worth = mean over players of (share with the card) − 1 / players,

and a deal in which the card changes nothing adds exactly 0. Deals are independent of one another and alike:
the standard error is that of a mean over deals. It has the pairing in it. MIX has no worth here: it acts at
once, and nobody can hold it.

All numbers are estimates, floats with their standard errors (`solvers.monte_carlo.Estimate`); the same seed
gives them again.

**Measured** with ``python -m tests.benchmarks.cross_sevens_worth``, seed 1, each with one standard error.

*Worth*, to one of three (``--tables worth --players 3 --worth-to greedy --deals 200``, 600 games a kind; then
``--worth-to patient --deals 60``, 180 games a kind):

======== ================ ================
card     greedy           patient
======== ================ ================
CROSS    +0.003 ± 0.016   −0.017 ± 0.029
TRY      −0.013 ± 0.014   −0.006 ± 0.027
TUNNEL   −0.023 ± 0.018   −0.033 ± 0.033
TRADE    −0.093 ± 0.013   −0.078 ± 0.020
STOP     −0.093 ± 0.013   −0.089 ± 0.021
PLUS     −0.133 ± 0.016   −0.094 ± 0.025
======== ================ ================

No card brings more than its place in the hand costs: CROSS, TRY and TUNNEL about as much. `greedy` plays
neither STOP nor TRADE, so these have exactly the same effect: the price of a pass. PLUS costs it more than a
card that it never uses, for it is spent at once, and a trump that is laid early is missing when one must lay.
A card is worth what its player makes of it.

*Games*, players of one kind (``--tables games --players 3 --games 100``; then 5):

======== ======= ============== ================ ============== ============ ===========
policy   players turns          one survivor     columns        never laid   of these
                                                                             shut in
======== ======= ============== ================ ============== ============ ===========
uniform  3       37.0 ± 0.6     0.96 ± 0.03      9.8 ± 0.2      15.7 ± 0.7   8.2 ± 0.5
greedy   3       47.5 ± 0.5     0.71 ± 0.05      11.1 ± 0.2     7.1 ± 0.4    6.5 ± 0.4
patient  3       47.8 ± 0.5     0.77 ± 0.05      11.0 ± 0.2     7.5 ± 0.5    7.1 ± 0.5
deducer  3       47.9 ± 0.5     0.64 ± 0.05      11.3 ± 0.2     6.0 ± 0.4    5.5 ± 0.4
uniform  5       46.5 ± 0.6     0.90 ± 0.04      9.0 ± 0.2      18.4 ± 0.6   8.0 ± 0.4
greedy   5       53.3 ± 1.0     0.25 ± 0.05      10.9 ± 0.2     7.8 ± 0.4    5.8 ± 0.4
patient  5       55.7 ± 1.0     0.36 ± 0.05      10.9 ± 0.2     8.3 ± 0.4    7.0 ± 0.3
deducer  5       54.3 ± 0.9     0.21 ± 0.05      10.9 ± 0.2     7.3 ± 0.3    5.8 ± 0.3
======== ======= ============== ================ ============== ============ ===========

Who plays well lays nearly all that can be laid: most of what is left at the end is shut in, but for CROSS and
TUNNEL. Whether the starter has an advantage, 100 games do not tell.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from random import Random
from statistics import mean
from typing import Any, Final, NamedTuple

from inaba.chance import Chance
from inaba.cross_sevens.cards import Action, action_cards
from inaba.cross_sevens.moves import Drew
from inaba.cross_sevens.rules import Rules, parse_rules
from inaba.cross_sevens.state import State, start
from inaba.cross_sevens.table import Turn
from inaba.errors import SetupError
from inaba.game import Policy
from solvers.cross_sevens_reach import Reach
from solvers.monte_carlo import Estimate
from solvers.tournament import MOST_TURNS, estimate, found_for, play_out, share

HOLDABLE: Final = tuple(action for action in Action if action is not Action.MIX)
"""The kinds of action cards that a player can hold."""


class Game(NamedTuple):
    """How one game went.

    Attributes
    ----------
    shares : tuple of float
        Each player's share of the win, by seat (`State.result`); all 0 where it was broken off.
    turns : int
        How many turns it had.
    starter : int
        Who laid the 7 of diamonds, from 1.
    survivor : bool
        Whether it ended because everybody but one was eliminated, and nobody had laid all his trumps.
    eliminated : int
        How many were.
    columns : int
        How wide the field was.
    left, shut : int
        How many trumps were never laid, the joker not counted; and how many of these had been shut in for
        good, but for action cards (`solvers.cross_sevens_reach`).
    broken_off : bool
    """

    shares: tuple[float, ...]
    turns: int
    starter: int
    survivor: bool
    eliminated: int
    columns: int
    left: int
    shut: int
    broken_off: bool


def play(state: State, policies: Sequence[Policy], rng: Random, most_turns: int = MOST_TURNS) -> Game:
    """One game to its end.

    Parameters
    ----------
    state : State
    policies : sequence of Policy
        One a player, by seat.
    rng : Random
        Of the cards, and of what the policies draw.
    most_turns : int

    Examples
    --------
    >>> from solvers.cross_sevens_policies import greedy
    >>> game = play(start(3), [greedy] * 3, Random(1))
    >>> sum(game.shares), game.survivor == (game.eliminated == 2)
    (1.0, True)
    """
    starter = state.turn

    def watch(before: State, step: object) -> None:
        nonlocal starter
        starter = starter or before.turn

    played = play_out(state, policies, rng, most_turns, watch)
    last = played.last
    columns = [cell.column for cell, _ in last.field.laid] + list(range(1, len(last.field.sevens) + 1))
    reach = Reach.of(last)
    return Game(
        played.shares,
        played.turns,
        starter,
        not last.finished and not played.broken_off,
        len(last.eliminated),
        max(columns, default=0) - min(columns, default=1) + 1,
        len(reach.waiting()),
        len(reach.shut_in()),
        played.broken_off,
    )


@dataclass(frozen=True, slots=True)
class Description:
    """How games go between players of one kind.

    Attributes
    ----------
    players : int
    rules : Rules
    without : Action or None
        The kind of action cards that was left out.
    games : int
    turns : Estimate
        How many turns a game has.
    starter : Estimate
        The share of the win of who laid the 7 of diamonds; 1 / players where that makes no difference.
    survivor : Estimate
        The share of games that end because everybody but one is eliminated.
    eliminated, columns, left, shut : Estimate
        Of a game: how many are eliminated, how wide the field is, how many trumps are never laid, and how
        many of these are shut in for good.
    broken_off : int
        How many games were.
    """

    players: int
    rules: Rules
    without: Action | None
    games: int
    turns: Estimate
    starter: Estimate
    survivor: Estimate
    eliminated: Estimate
    columns: Estimate
    left: Estimate
    shut: Estimate
    broken_off: int


def describe(
    policy: Policy,
    players: int = 3,
    *,
    rules: Rules | str = "",
    without: Action | None = None,
    games: int = 100,
    seed: int = 1,
    executor: Executor | None = None,
) -> Description:
    """How games go if all players are of one kind.

    Parameters
    ----------
    policy : Policy
    players : int
        3 to 5.
    rules : Rules or str
    without : Action, optional
        A kind of action cards that is left out of the game.
    games : int
        2 or more.
    seed, executor
        As for `solvers.tournament.tournament`.

    Raises
    ------
    SetupError
        If the numbers are none of these.

    Examples
    --------
    >>> from solvers.cross_sevens_policies import greedy
    >>> found = describe(greedy, 3, games=10)
    >>> found.games, found.broken_off, 4 <= found.columns.mean <= 20
    (10, 0, True)
    """
    rules = parse_rules(rules) if isinstance(rules, str) else rules
    start(players, rules)
    if games < 2:
        raise SetupError("solvers.tournament.games", games=games)
    ask = partial(_told, policy=policy, players=players, rules=rules, without=without)
    answers = found_for(ask, [f"{seed}:{number}" for number in range(games)], executor)

    def found(name: str) -> list[float]:
        return [float(answer[name]) for answer in answers]

    return Description(
        players=players,
        rules=rules,
        without=without,
        games=games,
        turns=estimate(found("turns"), games),
        starter=share(found("starter"), games),
        survivor=share(found("survivor"), games),
        eliminated=estimate(found("eliminated"), games),
        columns=estimate(found("columns"), games),
        left=estimate(found("left"), games),
        shut=estimate(found("shut"), games),
        broken_off=sum(answer["broken_off"] for answer in answers),
    )


def _told(seed: str, policy: Policy, players: int, rules: Rules, without: Action | None) -> dict[str, Any]:
    """One game, as a survey's answer."""
    actions = tuple(action for action in action_cards(players) if action is not without)
    game = play(start(players, rules, actions=actions), [policy] * players, Random(seed))
    return {**game._asdict(), "starter": game.shares[game.starter - 1]}


# What a card is worth ---------------------------------------------------------------------------------------


class Fate:
    """Chance that comes alike in games that are compared: the n-th trump and the n-th action card off the
    piles, and what a policy draws in the same turn, hang on the seed alone.

    Parameters
    ----------
    seed : str
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn = {"trump": 0, "action": 0}

    def event(self, chance: Chance[Any]) -> Any:
        """What happens: with the same random number, wherever the piles are the same, the same."""
        events = sorted(chance.items())
        kind = "action" if isinstance(events[0][0], Drew) else "trump"
        self._drawn[kind] += 1
        point = Random(f"{self._seed}:{kind}:{self._drawn[kind]}").random() * chance.total
        upto = accumulate(weight for _, weight in events)
        return next(event for (event, _), end in zip(events, upto, strict=True) if point < end)

    def turn(self, number: int) -> Random:
        """What a policy draws from in a turn."""
        return Random(f"{self._seed}:turn:{number}")


def fated(state: State, policies: Sequence[Policy], fate: Fate, until: Callable[[State], bool]) -> State:
    """A game played on until something is so, or to its end, with all chance from one fate.

    Parameters
    ----------
    state : State
    policies : sequence of Policy
        One a player, by seat.
    fate : Fate
    until : callable
        Asked at every position.
    """
    turns = 0
    while state.result() is None and not until(state) and turns <= MOST_TURNS:
        turns += state.starts_turn()
        if (chance := state.chance()) is not None:
            state = state.happen(fate.event(chance))
        else:
            player = state.to_act()[0]
            state = state.play(player, policies[player - 1](state.view(player), fate.turn(turns)))
    return state


def with_extra(state: State, player: int, kind: Action) -> State:
    """The same with one more action card in a player's hand, taken out of the pile.

    Raises
    ------
    SetupError
        If it is MIX, which nobody holds, or the pile has none.

    Examples
    --------
    >>> from inaba.cross_sevens import parse
    >>> position = parse("D8,D9/S8/H8 DSHC - plus*2,try - - 1 -")
    >>> str(with_extra(position, 2, Action.PLUS))
    'D8,D9/S8:plus/H8 DSHC - plus,try - - 1 -'
    """
    if kind is Action.MIX or kind not in state.action_pile:
        raise SetupError("solvers.cross_sevens_worth.extra", action=kind)
    own = state.secrets[player - 1]
    own = own._replace(actions=tuple(sorted((*own.actions, kind))))
    secrets = (*state.secrets[: player - 1], own, *state.secrets[player:])
    return State(state.table.holding(player, 1), secrets)


class Worth(NamedTuple):
    """What a card is worth to its holder.

    Attributes
    ----------
    kind : Action
    gain : Estimate
        By how much his share of the win rises; negative where the card is a burden. ``games`` are all that
        were played for it.
    helped, hurt : Estimate
        How often he wins with it who would not without it, and the other way round.
    """

    kind: Action
    gain: Estimate
    helped: Estimate
    hurt: Estimate


def worth(
    policy: Policy,
    players: int = 3,
    *,
    kinds: Sequence[Action] = HOLDABLE,
    rules: Rules | str = "",
    deals: int = 100,
    seed: int = 1,
    executor: Executor | None = None,
) -> list[Worth]:
    """What one more action card in hand at the first turn is worth, if all play by one policy.

    Parameters
    ----------
    policy : Policy
    players : int
        3 to 5.
    kinds : sequence of Action
        Of which cards; all that can be held unless given.
    rules : Rules or str
    deals : int
        2 or more. Each is played once without an extra card, and for each kind once for each player.
    seed, executor
        As for `solvers.tournament.tournament`.

    Returns
    -------
    list of Worth
        In the order of ``kinds``.

    Raises
    ------
    SetupError
        If a kind cannot be held, or the numbers are none of these.

    Examples
    --------
    >>> from solvers.cross_sevens_policies import greedy
    >>> found = worth(greedy, kinds=[Action.PLUS], deals=4)
    >>> found[0].kind, found[0].gain.games, -1 / 3 <= found[0].gain.mean <= 2 / 3
    (<Action.PLUS: 1>, 12, True)
    """
    rules = parse_rules(rules) if isinstance(rules, str) else rules
    begun = start(players, rules)
    if deals < 2:
        raise SetupError("solvers.tournament.games", games=deals)
    for kind in kinds:
        if kind not in HOLDABLE or kind not in begun.action_pile:
            raise SetupError("solvers.cross_sevens_worth.extra", action=kind)
    ask = partial(_dealt, policy=policy, players=players, kinds=tuple(kinds), rules=rules)
    answers = found_for(ask, [f"{seed}:{number}" for number in range(deals)], executor)
    games = deals * players
    return [
        Worth(
            kind,
            estimate([mean(found[kind]) for found in answers], games),
            share([mean(gain > 0 for gain in found[kind]) for found in answers], games),
            share([mean(gain < 0 for gain in found[kind]) for found in answers], games),
        )
        for kind in kinds
    ]


def gains(state: State, policy: Policy, kind: Action, seed: str) -> tuple[float, ...]:
    """By how much each player's share of a win rises if he, and nobody else, has one more card of a kind.

    Parameters
    ----------
    state : State
        From where on all play by the policy, one game for each player and one without the card.
    policy : Policy
    kind : Action
    seed : str
        Of the fate that all of these games share.

    Raises
    ------
    SetupError
        As `with_extra`.

    Examples
    --------
    Everybody has two trumps to lay, one a turn. Player 1 is the first to have none left, but whoever has PLUS
    lays both at once.

    >>> from inaba.cross_sevens import parse
    >>> from solvers.cross_sevens_policies import greedy
    >>> position = parse("D8,D9/S8,S9/H8,H9 DSHC - plus*4 - - 1 -")
    >>> gains(position, greedy, Action.PLUS, "a seed")
    (0.0, 1.0, 1.0)
    """
    return _compared(state, policy, (kind,), seed)[kind]


def _compared(
    state: State, policy: Policy, kinds: Sequence[Action], seed: str
) -> dict[Action, tuple[float, ...]]:
    """The gains of each kind."""
    players = range(1, state.players + 1)

    def shares(begun: State) -> tuple[float, ...]:
        last = fated(begun, [policy] * state.players, Fate(seed), lambda _: False)
        return tuple(map(float, last.result() or (0,) * state.players))

    plain = shares(state)
    return {
        kind: tuple(shares(with_extra(state, p, kind))[p - 1] - plain[p - 1] for p in players)
        for kind in kinds
    }


def _dealt(
    seed: str, policy: Policy, players: int, kinds: tuple[Action, ...], rules: Rules
) -> dict[Action, tuple[float, ...]]:
    """The gains of each kind in one deal."""
    dealt = fated(start(players, rules), [policy] * players, Fate(f"{seed}:deal"), _set_up)
    return _compared(dealt, policy, kinds, seed)


def _set_up(state: State) -> bool:
    """Whether the first turn begins."""
    return isinstance(state.phase, Turn)
