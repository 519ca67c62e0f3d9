"""Same One in a terminal: nobody's reaction is measured, each call is asked for in turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from inaba import same_one
from inaba.command.faces import Face, Name
from inaba.record import Played
from inaba.same_one import Call, Decline, Draw, Foul, Pass, Play, Put, State, View
from inaba.same_one.description import card_words, cards_words
from inaba.same_one.moves import Move
from inaba.same_one.scene import sentences
from inaba.same_one.table import Asking


class SameOneFace(Face):
    """Same One: hands, and calls."""

    notation = same_one.NOTATION
    tells_own = True

    def parse_move(self, text: str) -> Move:
        return same_one.parse_move(text)

    def move(self, view: View, move: Move) -> str:
        match move:
            case Play(cards=cards):
                return self.says("command.move.same_one.play", cards=cards_words(cards, self.lang))
            case Draw():
                return self.says("command.move.same_one.draw")
            case Pass(at=at):
                return self.says(
                    "command.move.same_one.pass_at" if at else "command.move.same_one.pass", place=at
                )
            case Call(card=card):
                return self.says("command.move.same_one.call", card=card_words(card, self.lang))
            case Decline():
                return self.says("command.move.same_one.decline")
            case Foul(card=card):
                return self.says("command.move.same_one.foul", card=card_words(card, self.lang))
            case Put(at=at):
                return self.says("command.move.same_one.put", place=at)
            case _ as never:
                assert_never(never)

    def sentences(self, before: State, played: Played, after: State, viewer: int, name: Name) -> list[str]:
        return sentences(before, played, after, viewer, name, self.lang)

    def offered(self, view: View) -> tuple[list[Move], str]:
        """All but fouls, which nobody needs to be offered."""
        return [move for move in view.legal_moves() if not isinstance(move, Foul)], ""

    def forced(self, view: View, alone: bool) -> Move | None:
        """No call, of a person alone who holds nothing to call with."""
        if not alone or not isinstance(view.phase, Asking):
            return None
        moves, _ = self.offered(view)
        return moves[0] if len(moves) == 1 else None

    def asked_aloud(self, state: State) -> tuple[str, str] | None:
        """Whether anybody calls: asking the holders alone would give hands away."""
        if not isinstance(state.phase, Asking) or state.centre is None:
            return None
        card = card_words(state.centre, self.lang)
        asked = self.says("command.play.aloud", card=card, number=state.centre.number)
        return asked, self.says("command.play.aloud_how")

    def declines(self, state: State) -> Move:
        return Decline()

    def at_the_end(self, state: State) -> tuple[State, Sequence[str]]:
        """All hands lie open, to be counted."""
        scores = state.scores()
        if scores is None:
            return state, ()
        told = ", ".join(f"{score:+d}" if score else "0" for score in scores)
        return state, (self.says("command.play.scores", scores=told),)
