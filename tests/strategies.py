"""What the tests of the engine are fed with: the games under test, and hypothesis strategies over them.

A new game joins the conformance suite by an entry in `GAMES`; nothing else there knows a game by name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from hypothesis import strategies as st

from inaba import river
from inaba.chance import Chance
from inaba.dice import Dice, parse_dice
from inaba.game import Game
from inaba.record import Notation, Record
from inaba.river.board import GOAL, START, board
from inaba.river.cards import Card, Kind
from inaba.river.draft import Dealing, Own, Picking, Placing
from inaba.river.moves import Choose, Dealt, Keep, Lay, Pass, Peek, Ride, Rolled, TurnedUp
from inaba.river.rules import Rules, parse_rules
from inaba.river.state import State
from tests.strategies_cross_sevens import CROSS_SEVENS
from tests.strategies_same_one import SAME_ONE
from tests.under_test import GameUnderTest, Step, nothing

# River ------------------------------------------------------------------------------------------------------


def _river_moves(state: State) -> Iterator[Any]:
    places = [*state.board.squares, "h8", f"a{min(state.board.rows + 1, 8)}"]
    rabbits = range(1, state.players + 2)
    for place in dict.fromkeys(places):
        yield from (Choose(rabbit, place) for rabbit in rabbits)
        yield Ride(place)
        yield Peek(place)
        yield from (Lay(card, place) for card in _river_kinds(state))
    yield from (Choose(rabbit, GOAL) for rabbit in rabbits)
    yield from (Ride(START), Ride(GOAL), Pass())
    yield from map(Keep, _river_kinds(state))


def _river_events(state: State) -> Iterator[Any]:
    for card in _river_kinds(state):
        yield TurnedUp(card)
        yield Dealt(card)
    faces = [face for die in state.rules.dice for face in die]
    for face in (*faces, max(faces) + 1):
        yield Rolled((face,))
        yield Rolled((face,) * len(state.rules.dice))
        yield Rolled((face, 1, 1))


def _river_kinds(state: State) -> list[Card]:
    """Every card of the deck once, and two that are not in it."""
    return [*sorted(_river_cards(state)), Card(Kind.SHARK, 98), Card(Kind.SHARK, 99)]


def _river_cards(state: State) -> Counter[Card]:
    """The face-up cards, those that nobody knows, and everybody's secrets."""
    up = [spot.card for spot in state.spots if spot.card is not None]
    return Counter([*up, *state.unseen, *(card for own in state.secrets for card in own.cards())])


def _river_redealt(state: State, player: int, rng: Random) -> Iterator[State]:
    """Deal again all cards that a player does not see; a game that was shuffled has no secrets."""
    begins = None
    if isinstance(state.phase, Placing):
        # Who began to lay kept the dolphin, and everybody saw him begin: that is no secret any more.
        laid = sum(spot.by > 0 for spot in state.spots)
        begins = (state.turn - 1 - laid) % state.players + 1
    while state.secrets:
        pool = list(state.view(player).unseen)
        rng.shuffle(pool)
        secrets = tuple(
            own if owner == player else _refilled(own, pool) for owner, own in enumerate(state.secrets, 1)
        )
        if begins is None or any(card.kind is Kind.DOLPHIN for card in secrets[begins - 1].cards()):
            yield State(state.table, secrets)


def _refilled(own: Own, pool: list[Card]) -> Own:
    """As many cards, in the same places, drawn from the pool."""
    drawn = [pool.pop() for _ in own.cards()]
    hand, kept = len(own.hand), len(own.hand) + len(own.kept)
    laid = zip((square for square, _ in own.laid), drawn[kept:], strict=True)
    return Own(tuple(sorted(drawn[:hand])), tuple(sorted(drawn[hand:kept])), tuple(laid))


def _river_reveals(state: State, actor: int, step: Any) -> bool:
    """The last pick of a round passes the hands on, and the very last shows who lays first."""
    return isinstance(state.phase, Picking) and state.to_act() == (actor,)


def _river(
    name: str,
    players: int = 2,
    deck: str = "standard",
    size: tuple[int, int] = (3, 4),
    rules: str = "",
    setup: str = "shuffled",
    first: int = 1,
    most_steps: int = 500,
) -> GameUnderTest:
    options = parse_rules(rules)
    return GameUnderTest(
        name=f"river: {name}",
        start=lambda: river.start(players, river.parse_deck(deck), *size, options, setup, first),
        parse=lambda text: river.parse(text, options),
        parse_view=lambda text, player: river.parse_view(text, player, options),
        parse_move=lambda text, state: river.parse_move(text),
        parse_event=lambda text, state: river.parse_event(text, isinstance(state.phase, Dealing)),
        moves=_river_moves,
        events=_river_events,
        cards=_river_cards,
        redealt=_river_redealt,
        reveals=_river_reveals,
        notation=river.NOTATION,
        most_steps=most_steps,
        secret=setup == "draft",
    )


RIVER = (
    _river("two players"),
    _river("three players, the third first", 3, first=3),
    _river("four players, orca=side", 4, rules="orca=side"),
    _river("four players, rest=owner", 4, "classroom", rules="rest=owner"),
    _river("classroom, both options", 2, "classroom", rules="orca=side,rest=owner"),
    _river("draft for two", 2, setup="draft"),
    _river("draft for three, the second first", 3, "classroom", setup="draft", first=2),
    _river("draft for four, rest=owner", 4, rules="rest=owner", setup="draft"),
    _river("one column", 3, "3,4,5,D,O,S,W,20", (1, 8), "rest=owner"),
    _river("one row", 2, "3,4,5,D,O,S,W,20", (8, 1), "orca=side"),
    _river("one card", 2, "40", (1, 1)),
    _river("nothing but orcas and dolphins", 3, "D,D,D,O,O,O,O,W,0", (3, 3)),
    _river("loaded and odd dice", 2, "7,30,S,S,D,O", (2, 3), "dice={1:1,6:2}+1d4"),
    _river("one die", 2, "2,3,4,5,S,D", (3, 2), "rest=owner,dice=1d8"),
)

GAMES = (*RIVER, *SAME_ONE, *CROSS_SEVENS)


# Whole games ------------------------------------------------------------------------------------------------


class Walk:
    """A game as it went: its positions, and between them who did what."""

    def __init__(self, states: list[Any], steps: list[Step]) -> None:
        self.states, self.steps = states, steps

    @property
    def last(self) -> Any:
        return self.states[-1]

    def __repr__(self) -> str:
        steps = " ".join(str(step) for _, step in self.steps)
        return f"<{self.states[0]} then {steps} to {self.last}>"


def possible(state: Game) -> list[Step]:
    """All that can come next: every decision of everybody who is to act, or every event."""
    if (chance := state.chance()) is not None:
        return [(0, event) for event in chance]
    return [(player, move) for player in state.to_act() for move in state.legal_moves(player)]


def taken(state: Any, step: Step) -> Any:
    """The position after a step."""
    actor, what = step
    return state.play(actor, what) if actor else state.happen(what)


def wandered(
    state: Any, rng: Random, most: int, repetitions: int = 0, without: Callable[[Any], bool] = nothing
) -> Walk:
    """Random play from a position: at most so many steps, each possible step equally likely.

    It stops where the game is over, and where a position begins a turn for the time given. Steps that are to
    be left out are, where there are others.
    """
    states: list[Any] = [state]
    steps: list[Step] = []
    begun = Counter([state] if state.starts_turn() else [])
    while len(steps) < most and (options := possible(state)):
        if repetitions and state.starts_turn() and begun[state] >= repetitions:
            break
        step = rng.choice([option for option in options if not without(option[1])] or options)
        state = taken(state, step)
        begun[state] += state.starts_turn()
        states.append(state)
        steps.append(step)
    return Walk(states, steps)


def strolled(state: State, rng: Random, most: int) -> State:
    """A position of River some random steps on, at most so many; the last one before an end."""
    for _ in range(most):
        chances = state.chance()
        if chances is not None:
            after = state.happen(chances.sample(rng))
        else:
            after = state.play(state.turn, rng.choice(list(state.legal_moves(state.turn))))
        if after.result() is not None:
            break
        state = after
    return state


@st.composite
def walks(draw: st.DrawFn, game: GameUnderTest, most: int) -> Walk:
    """Games of random play, broken off anywhere within ``most`` steps."""
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    return wandered(game.start(), rng, draw(st.integers(0, most)))


@st.composite
def whole_games(draw: st.DrawFn, game: GameUnderTest) -> Walk:
    """Games of random play to their end: a result, or the draw by repetition."""
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    return wandered(game.start(), rng, game.most_steps, game.repetitions, game.endless)


def in_seat_order(
    state: Any, rng: Random, most: int, repetitions: int = 0, without: Callable[[Any], bool] = nothing
) -> Walk:
    """Random play in which of those who are to act the first in seat order decides, as a record writes it."""
    walk = Walk([state], [])
    begun = Counter([state] if state.starts_turn() else [])
    while len(walk.steps) < most and state.result() is None:
        if repetitions and state.starts_turn() and begun[state] >= repetitions:
            break
        actor = next(iter(state.to_act()), 0)
        options = list(state.legal_moves(actor) if actor else state.chance())
        what = rng.choice([step for step in options if not without(step)] or options)
        state = taken(state, (actor, what))
        begun[state] += state.starts_turn()
        walk.states.append(state)
        walk.steps.append((actor, what))
    return walk


@st.composite
def walks_in_seat_order(draw: st.DrawFn, game: GameUnderTest, whole: bool = False) -> Walk:
    """Such games: broken off anywhere within 80 steps, or whole."""
    most = game.most_steps if whole else draw(st.integers(0, 80))
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    return in_seat_order(game.start(), rng, most, game.repetitions, game.endless if whole else nothing)


def recorded(walk: Walk, notation: Notation) -> Record:
    """The record of a game as it went."""
    record = Record(notation, walk.states[0])
    for actor, step in walk.steps:
        if actor:
            record.play(actor, step)
        else:
            record.happen(step)
    return record


def states(game: GameUnderTest, most: int = 120) -> st.SearchStrategy[Any]:
    """Positions that come up in play."""
    return walks(game, most).map(lambda walk: walk.last)


# River's parts ----------------------------------------------------------------------------------------------

cards = st.one_of(
    st.sampled_from([Card(kind) for kind in Kind if kind is not Kind.SHARK]),
    st.integers(0, 99).map(lambda hit_points: Card(Kind.SHARK, hit_points)),
)

squares = st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("12345678")).map("".join)

moves = st.one_of(
    st.builds(Choose, st.integers(1, 9), squares | st.just(GOAL)),
    st.builds(Ride, squares | st.sampled_from([START, GOAL])),
    st.builds(Peek, squares),
    st.just(Pass()),
    st.builds(Keep, cards),
    st.builds(Lay, cards, squares),
)

events = st.one_of(
    st.builds(TurnedUp, cards),
    st.lists(st.integers(1, 999_999_999), min_size=1, max_size=20).map(lambda faces: Rolled(tuple(faces))),
)


@st.composite
def dice(draw: st.DrawFn, most_dice: int = 3, most_face: int = 12) -> Dice:
    """A few dice: fair, or loaded."""
    fair = st.integers(1, most_face).map(lambda faces: Chance.uniform(range(1, faces + 1)))
    loaded = st.dictionaries(
        st.integers(1, most_face), st.integers(1, 9), min_size=1, max_size=most_face
    ).map(Chance)
    return tuple(draw(st.lists(fair | loaded, min_size=1, max_size=most_dice)))


rules = st.builds(
    Rules,
    orca=st.sampled_from(["back", "side"]),
    rest=st.sampled_from(["next", "owner"]),
    dice=st.just(parse_dice("2d6")) | dice(),
)


@st.composite
def openings(draw: st.DrawFn) -> State:
    """Opening positions of every size, deck, number of players and set-up."""
    columns, rows, players = draw(st.integers(1, 8)), draw(st.integers(1, 8)), draw(st.integers(2, 4))
    deck = draw(st.lists(cards, min_size=columns * rows, max_size=columns * rows))
    setup = "shuffled"
    if columns * rows % players == 0 and draw(st.booleans()):
        setup = "draft"
        deck = [Card(Kind.WHALE) if card.kind is Kind.DOLPHIN else card for card in deck]
        deck[0] = Card(Kind.DOLPHIN)
    first = draw(st.integers(1, players))
    return river.start(players, tuple(deck), columns, rows, draw(rules), setup, first)


@st.composite
def river_positions(draw: st.DrawFn, most: int = 60) -> State:
    """Positions that come up in play from all those openings."""
    rng = Random(draw(st.integers(0, 2**32 - 1)))
    opening = draw(openings())
    if isinstance(opening.phase, Dealing):
        most += 3 * len(opening.unseen)
    position: State = wandered(opening, rng, draw(st.integers(0, most))).last
    return position


@st.composite
def open_positions(draw: st.DrawFn, players: int | None = None) -> str:
    """The text of a position between two turns that nobody need have reached: cards, damage and rabbits
    anywhere that the page allows."""
    columns, rows = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    players = draw(st.integers(2, 4)) if players is None else players
    spots: list[str] = []
    unseen: list[Card] = []
    standable = []
    for square in board(columns, rows).squares:
        card = draw(cards)
        fate = draw(st.sampled_from(["down", "up", "damaged", "beaten"]))
        if fate == "down":
            unseen.append(card)
            spots.append("?")
        elif fate == "damaged" and card.hit_points > 1:
            spots.append(f"{card}-{draw(st.integers(1, card.hit_points - 1))}")
        elif fate == "beaten" and card.hit_points > 0:
            spots.append(f"{card}x")
            standable.append(square)
        else:
            spots.append(str(card))
            if card.hit_points == 0:
                standable.append(square)
    lines = [",".join(spots[i : i + columns]) for i in range(0, len(spots), columns)]
    rabbits: list[str] = []
    for _ in range(players):
        rabbit = draw(st.sampled_from([START, GOAL, *standable]))
        rabbits.append(START if rabbit in rabbits else rabbit)
    resting = [str(p) for p, square in enumerate(rabbits, 1) if square == START][: draw(st.integers(0, 1))]
    return " ".join(
        [
            "/".join(reversed(lines)),
            ",".join(rabbits),
            str(draw(st.integers(1, players))),
            ",".join(resting) or "-",
            ",".join(map(str, sorted(unseen))) or "-",
        ]
    )
