"""Draft games of River as the explorer takes them: what a player sees, and nothing else.

In a draft one player knows cards that others do not. So the explorer looks at such a game through one pair of
eyes: of what it was given it keeps each player's view, and forgets the rest at once. Where steps are tried,
they are tried in a river that agrees with the view, the hidden cards of which are dealt at random. What
really lies face down can then never be found out by trying.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from random import Random

from inaba.command.games import draft_views
from inaba.errors import NotationError, SetupError
from inaba.river.board import Square
from inaba.river.cards import Card
from inaba.river.draft import Dealing, Picking, Placing
from inaba.river.moves import Move
from inaba.river.rules import Rules, format_rules, parse_rules
from inaba.river.state import State, View
from lessons.position import state_of
from solvers.draft_advice import MOST_CARDS
from solvers.endgame import shown
from solvers.monte_carlo import deal, sensible


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft game as it was given: what each player whose eyes may be chosen sees of it.

    Attributes
    ----------
    views : tuple of View
        One a player, in seat order; those of whom nothing is known are missing.
    """

    views: tuple[View, ...]

    @property
    def eyes(self) -> tuple[int, ...]:
        """The players whose eyes may be chosen."""
        return tuple(view.player for view in self.views)

    @property
    def first(self) -> int:
        """Whose eyes are chosen first: of the players who are to act the first one."""
        acting = self.views[0].to_act()
        return next((player for player in acting if player in self.eyes), self.eyes[0])

    def view(self, player: int) -> View:
        """What a player sees of it.

        Raises
        ------
        KeyError
            If nothing is known of what he sees.
        """
        return {view.player: view for view in self.views}[player]


def hides(state: State) -> bool:
    """Whether some player may know cards that others do not.

    Examples
    --------
    >>> from inaba import river
    >>> hides(river.start(setup="draft")), hides(river.parse("?1:D,?2:9 -,- 1 - -")), hides(river.start())
    (True, True, False)
    """
    return bool(state.secrets) or isinstance(state.phase, Dealing | Picking | Placing)


def opened(given: object, rules: Rules | str | None, rng: Random) -> State | Draft:
    """What is to be looked into: a position of which everybody knows the same, or a draft.

    Cards that are still to be dealt in a draft are dealt at random.

    Parameters
    ----------
    given : State, View, str, or what has a state
        As `lessons.position.state_of` takes it; or what a player sees of a draft, also as text.
    rules : Rules or str, optional
        For a position that is given as text.
    rng : Random

    Raises
    ------
    NotationError
        If the text is neither a position nor what a player sees of one.
    SetupError
        If it is what an onlooker sees, who knows no card.
    ValueError
        If it is nothing of that kind.

    Examples
    --------
    >>> opened("?1:D,?2 -,- 1 - 9", None, Random(1)).eyes
    (1,)
    >>> opened("?1:D,?2:9 -,- 1 - -", None, Random(1)).eyes
    (1, 2)
    """
    if isinstance(given, View):
        found = shown(given)
        return found if found is not None else _of_views([given], rng)
    try:
        state = state_of(given, rules)
    except NotationError:
        if not isinstance(given, str):
            raise
        of = format_rules(rules) if isinstance(rules, Rules) else format_rules(parse_rules(rules or ""))
        if not (views := draft_views(given, of)):
            raise
        return _of_views(views, rng)
    if not hides(state):
        return state
    state = _dealt(state, rng)
    return Draft(tuple(state.view(player) for player in range(1, state.players + 1)))


def _of_views(views: list[View], rng: Random) -> Draft:
    views = [view for view in views if view.player]
    if not views:
        raise SetupError("command.solve.onlooker")
    if isinstance(views[0].phase, Dealing):
        # Whoever knows a card of his hand is one player.
        views = [_dealt(deal(views[0], rng), rng).view(views[0].player)]
    return Draft(tuple(views))


def _dealt(state: State, rng: Random) -> State:
    """The position once all cards are dealt."""
    while isinstance(state.phase, Dealing) and (chance := state.chance()):
        state = state.happen(chance.sample(rng))
    return state


def possible(view: View, rng: Random) -> State:
    """A whole position that agrees with what a player sees, every one equally likely."""
    return deal(view, rng)


def choice(view: View, rng: Random) -> Move:
    """What another player does, by the policy that advice takes the others to play by."""
    return sensible(view, rng)


def may_lie(view: View, square: Square) -> list[tuple[Card, Fraction]]:
    """Which card may lie face down on a square, from what a player sees, every way equally likely.

    Examples
    --------
    >>> from inaba import river
    >>> view = river.parse("?1:9,?2:W/?2:9,?1:D -,- 1 - -").view(1)
    >>> [(str(card), str(chance)) for card, chance in may_lie(view, "b2")]
    [('9', '1/2'), ('W', '1/2')]
    >>> [(str(card), str(chance)) for card, chance in may_lie(view, "a2")]
    [('9', '1')]
    """
    if (known := view.own.at(square)) is not None:
        return [(known, Fraction(1))]
    cards = Counter(view.unseen)
    return [(card, Fraction(count, cards.total())) for card, count in sorted(cards.items())]


def may_be_exact(view: View) -> bool:
    """Whether an exact best response is within reach, should somebody wait for it."""
    return len(view.spots) <= MOST_CARDS
