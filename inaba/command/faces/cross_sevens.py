"""Cross Sevens in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from inaba import cross_sevens
from inaba.command.faces import Face, Name
from inaba.cross_sevens import (
    Begin,
    Claim,
    Decline,
    Discard,
    Draw,
    End,
    Give,
    Lay,
    Leave,
    Pass,
    Show,
    State,
    Trade,
    Try,
    View,
)
from inaba.cross_sevens.cards import SEVENS
from inaba.cross_sevens.description import actions_words, card_words
from inaba.cross_sevens.moves import Move
from inaba.cross_sevens.scene import sentences
from inaba.cross_sevens.table import Claiming, Leaving, Overdue, Sevens, Trying
from inaba.record import Played

MOST_OFFERED: Final = 24
"""Where there are more moves, those with a TRY or a STOP are not listed, but can be typed."""


class CrossSevensFace(Face):
    """Cross Sevens: the field, hidden trumps, and action cards."""

    notation = cross_sevens.NOTATION
    tells_own = True

    def parse_move(self, text: str) -> Move:
        return cross_sevens.parse_move(text)

    def move(self, view: View, move: Move) -> str:
        match move:
            case Begin(suit=suit, end=end):
                key = (
                    f"command.move.cross_sevens.begin.{end}"
                    if end
                    else "command.move.cross_sevens.begin.first"
                )
                return self.says(key, card=card_words(SEVENS[suit], self.lang))
            case Lay() as lay:
                return self._laying(lay)
            case Decline():
                return self.says("command.move.cross_sevens.decline")
            case Claim():
                return self.says("command.move.cross_sevens.claim")
            case Try(player=player, card=card):
                return self.says(
                    "command.move.cross_sevens.try", player=player, card=card_words(card, self.lang)
                )
            case Show():
                return self.says("command.move.cross_sevens.show")
            case Trade(player=player):
                return self.says("command.move.cross_sevens.trade", player=player)
            case Give(card=card):
                return self.says("command.move.cross_sevens.give", card=card_words(card, self.lang))
            case Draw(trump=trump):
                key = "command.move.cross_sevens.draw_trump" if trump else "command.move.cross_sevens.draw"
                return self.says(key)
            case Discard(actions=actions):
                cards = actions_words(actions, self.lang)
                return self.says("command.move.cross_sevens.discard", cards=cards, n=len(actions) + 1)
            case Pass():
                return self.says("command.move.cross_sevens.pass")
            case End():
                return self.says("command.move.cross_sevens.end")
            case Leave(actions=actions):
                return self.says("command.move.cross_sevens.leave", cards=actions_words(actions, self.lang))
            case _ as never:
                assert_never(never)

    def _laying(self, lay: Lay) -> str:
        """A play in words: the joker first, and the action cards behind."""
        card = card_words(lay.card, self.lang)
        told = self.says("command.move.cross_sevens.lay", card=card, cell=lay.cell)
        if lay.gap is not None:
            gap = card_words(lay.gap, self.lang)
            joker = self.says("command.move.cross_sevens.joker", card=gap, cell=lay.joker)
            told = self.says("command.move.cross_sevens.both", joker=joker, laying=told)
        if used := lay.actions():
            cards = actions_words(used, self.lang)
            told = self.says("command.move.cross_sevens.with", laying=told, cards=cards)
        return told

    def sentences(self, before: State, played: Played, after: State, viewer: int, name: Name) -> list[str]:
        return sentences(before, played, after, viewer, name, self.lang)

    def offered(self, view: View) -> tuple[list[Move], str]:
        """All moves; of many, those without TRY and STOP, and how to type these."""
        moves = list(view.legal_moves())
        if len(moves) <= MOST_OFFERED:
            return moves, ""
        tries = [move for move in moves if isinstance(move, Try)]
        stops = [move for move in moves if isinstance(move, Lay) and move.stops]
        left = {*tries, *stops}
        hints = []
        if tries:
            hints.append(self.says("command.play.tries", n=len(tries), example=tries[0]))
        if stops:
            hints.append(self.says("command.play.stops", n=len(stops), example=stops[0]))
        return [move for move in moves if move not in left], "\n".join(hints)

    def forced(self, view: View, alone: bool) -> Move | None:
        """What follows from his cards alone: whether he holds the card that he is asked for, that his turn is
        over once he has laid and can use no more action cards, and so on."""
        moves = list(view.legal_moves())
        answers = isinstance(view.phase, Sevens | Overdue | Trying | Claiming | Leaving)
        return moves[0] if len(moves) == 1 and (answers or moves[0] == End()) else None

    def at_the_end(self, state: State) -> tuple[State, Sequence[str]]:
        """All hands lie open."""
        return state, ()
