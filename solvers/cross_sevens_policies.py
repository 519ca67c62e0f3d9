"""Computer players for Cross Sevens: policies that choose a move from what a player sees.

A policy is called with a `View` and a random generator and gives a legal move (`inaba.game.Policy`). Four
stand here: `uniform` knows nothing; `greedy` lays whatever it can, with every action card that helps;
`patient` keeps its passes: it lays what leaves it something to lay the next time, and saves its action cards
for the turns in which it would have to pass; and `deducer` counts besides where the trumps can be, and so
finds turns that are no passes. They play with 3 to 5 players and under all options.

One patient player among greedy ones has won 38 % of the games of three, 35 % of four and 26 % of five (250
games each, standard error 3 %; `python -m tests.benchmarks.cross_sevens_worth` plays more of them). One
deducer among patient players has won 52 ± 4 % of the games of three (150 games), 48 ± 6 % of four and 29 ±
6 % of five (100 each), by `solvers.tournament` with its seed 1 and one standard error; an equal share would
be 33, 25 and 20 %.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

from inaba.cross_sevens.cards import HIGHEST, JOKER, SEVEN, SUITS, Action, Card
from inaba.cross_sevens.field import Field, pairs, places
from inaba.cross_sevens.moves import Discard, Draw, End, Give, Lay, Move, Pass, Trade, Try
from inaba.cross_sevens.state import View
from inaba.cross_sevens.table import MOST_HELD
from inaba.game import uniform
from solvers.cross_sevens_odds import hit, opened

__all__ = ["deducer", "greedy", "patient", "uniform"]

Worth = tuple[int, ...]


def greedy(view: View, rng: Random) -> Move:
    """The move that gets rid of most trumps now.

    It lays whenever it can: the joker before other trumps, what needs few action cards, and no STOP. With
    PLUS it lays on. Where it can lay nothing, it asks by TRY, then it draws an action card while there is
    room for it, then a trump. It never plays TRADE; what it must give is the trump that is hardest to lay.

    Parameters
    ----------
    view : View
    rng : Random

    Returns
    -------
    Move

    Examples
    --------
    >>> from inaba import cross_sevens
    >>> view = cross_sevens.parse("D8,D10,JK:plus/S8,S2/H8,H2 DSHC - try*9 - - 1 -").view(1)
    >>> str(greedy(view, Random(0))).startswith("D8@")
    True
    """
    moves = [move for move in view.legal_moves() if not isinstance(move, Trade)]
    laying = [move for move in moves if isinstance(move, Lay) and not move.stops]
    if laying:
        return _best(laying, [_ease(move) for move in laying], rng)
    return _without_laying(view, moves, rng)


def patient(view: View, rng: Random) -> Move:
    """The move that keeps one's passes: it counts what may still be needed.

    Of the plays without action cards it prefers the one after which the next trumps outward are its own
    rather than others' (`_outlook`). CROSS, TUNNEL and PLUS it spends only where it would have to pass, or to
    finish. To pass it draws as `greedy` does, and before it would be eliminated it plays TRADE.

    Parameters, value as of `greedy`.

    Examples
    --------
    >>> from inaba import cross_sevens
    >>> view = cross_sevens.parse("D8,D9,S6:cross/S8,S2/H8,H2 DSHC - try*9 - - 1 -").view(1)
    >>> str(patient(view, Random(0))).startswith("D8@")
    True
    """
    moves = list(view.legal_moves())
    laying = [move for move in moves if isinstance(move, Lay) and not move.stops]
    free = [move for move in laying if not move.actions()]
    if free:
        return _best(free, [_after(view, move) for move in free], rng)
    ends = [move for move in laying if _trumps(move) == len(view.hand)]
    if ends:
        return _best(ends, [_ease(move) for move in ends], rng)
    if any(isinstance(move, End) for move in moves):
        return End()
    if laying:
        return _best(laying, [_ease(move) for move in laying], rng)
    return _without_laying(view, moves, rng)


def deducer(view: View, rng: Random) -> Move:
    """The move of `patient`, but that it counts where the trumps can be (`solvers.cross_sevens_odds.hit`),
    and that it gets round a pass where it can.

    When it has nothing to lay, it asks by TRY so that most likely it need not pass: because the player asked
    does not hold the trump, for a miss ends the turn (unless `inaba.cross_sevens.Rules.try_miss` makes it a
    pass); or because the trump opens the way for one of its own. Then it plays TRADE for a trump that may be
    laid. To pass it draws a trump if there are any, for action cards are what eliminates; else it discards
    PLUS and STOP, which help nobody who is stuck, and so draws others for them.

    Parameters, value as of `greedy`.

    Examples
    --------
    Both S8 and D8 may be asked for; behind the D8 the own D9 can be laid.

    >>> from inaba import cross_sevens
    >>> view = cross_sevens.parse("D9,S2:try/S8,S3/H8,D8 DSHC - try*8 - - 1 -").view(1)
    >>> str(deducer(view, Random(0)))[-2:]
    'D8'
    """
    moves = list(view.legal_moves())
    kinds = {type(move) for move in moves}
    if kinds & {Lay, End}:
        return patient(view, rng)
    tries = [(_spared(view, move), move) for move in moves if isinstance(move, Try)]
    if tries:
        most = max(spared for spared, _ in tries)
        return rng.choice([move for spared, move in tries if spared == most])
    trades = [move for move in moves if isinstance(move, Trade)]
    if trades:
        return rng.choice(trades)
    if Draw in kinds and view.table.pile:
        return Draw(True)
    useless = tuple(action for action in view.actions if action in (Action.PLUS, Action.STOP))
    if Draw in kinds and useless and _room(view):
        return Discard(useless)
    return patient(view, rng)


def _spared(view: View, move: Try) -> tuple[Fraction, Fraction]:
    """The chance that a TRY spares its player a pass, who has nothing to lay; then that it lays a trump."""
    chance, opens = hit(view, move), bool(opened(view, move.card))
    missed = 1 - chance if view.rules.try_miss == "turn" else Fraction(0)
    return missed + chance * opens, chance if opens else -chance


def _best(moves: list[Lay], worth: list[Worth], rng: Random) -> Move:
    return rng.choice([move for move, value in zip(moves, worth, strict=True) if value == max(worth)])


def _trumps(lay: Lay) -> int:
    """How many trumps a play gets rid of."""
    return 1 + (lay.gap is not None)


def _ease(lay: Lay) -> Worth:
    """More trumps, fewer action cards, a trump far from the 7."""
    return _trumps(lay), -len(lay.actions()), abs(lay.card.rank - 7)


def _after(view: View, lay: Lay) -> Worth:
    """How the field looks for its player after a play: more trumps gone, then the better outlook."""
    field = view.field.with_card(lay.card, lay.cell)
    if lay.gap and lay.joker:
        field = replace(field, joker=(lay.joker, lay.gap))
    own = tuple(card for card in view.hand if card != lay.card)
    return _trumps(lay), *_outlook(field, own, view)


def _outlook(field: Field, own: tuple[Card, ...], view: View) -> tuple[int, int]:
    """What goes out next: one's own trumps for, the others' against; then the same of all that lies beyond.

    Of each suit and direction the next trump outward counts, if it has a free cell. An own one weighs as much
    as one of each of the others.
    """
    lying = {*field.cards(), *([field.joker[1]] if field.joker else [])}
    others = len(view.table.remaining()) - 1
    worth = far = 0
    for suit, outward in product(SUITS, (-1, 1)):
        ranks = range(SEVEN + outward, 0 if outward < 0 else HIGHEST + 1, outward)
        waiting = [card for card in (Card(suit, rank) for rank in ranks) if card not in lying]
        if waiting and any(not place.cross for place in places(field, waiting[0], view.rules)):
            mine = sum(card in own for card in waiting)
            far += mine * others - (len(waiting) - mine)
            worth += others if waiting[0] in own else -1
    return worth, far


def _without_laying(view: View, moves: Sequence[Move], rng: Random) -> Move:
    """The best where nothing is laid: an answer, a trump to give, TRY, TRADE, or a way to pass."""
    kinds = {type(move) for move in moves}
    if Give in kinds:
        return _gift(view, [move for move in moves if isinstance(move, Give)], rng)
    if Try in kinds:
        return rng.choice([move for move in moves if isinstance(move, Try)])
    if End in kinds:
        return End()
    if Pass in kinds or Draw in kinds:
        return _pass(view, moves, rng)
    return rng.choice(moves)


def _gift(view: View, gifts: list[Give], rng: Random) -> Move:
    """A trump that cannot be laid now, and of those the one farthest from its 7; the joker is kept."""
    worth = [(g.card != JOKER, not _goes(view, g.card), abs(g.card.rank - 7)) for g in gifts]
    return rng.choice([gift for gift, value in zip(gifts, worth, strict=True) if value == max(worth)])


def _goes(view: View, card: Card) -> bool:
    """Whether a trump can be laid somewhere on the field as it is."""
    rules, field = view.rules, view.field
    return bool(places(field, card, rules)) or (JOKER in view.hand and bool(pairs(field, card, rules)))


def _pass(view: View, moves: Sequence[Move], rng: Random) -> Move:
    """An action card while there is room for it, then a trump; TRADE before being eliminated."""
    trades = [move for move in moves if isinstance(move, Trade)]
    room = _room(view)
    draws = [move for move in moves if isinstance(move, Draw) and move.trump != room]
    if draws:
        return draws[0]
    if trades:
        return rng.choice(trades)
    return next(move for move in moves if not isinstance(move, Discard))


def _room(view: View) -> bool:
    """Whether one more action card can be held, those that replace what was used in this turn counted."""
    return len(view.actions) + view.used.count(Action.TRADE) + view.used.count(Action.TRY) < MOST_HELD
