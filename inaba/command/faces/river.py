"""River in a terminal."""

from __future__ import annotations

import re
from typing import Any, assert_never

from inaba import river
from inaba.command.faces import Face, Name
from inaba.dice import format_dice
from inaba.record import Played
from inaba.river.description import card_words, square_words
from inaba.river.draft import Dealing
from inaba.river.moves import Move
from inaba.river.scene import sentences
from inaba.river.state import Fight


class RiverFace(Face):
    """River: rabbits, squares, and rolls that may be typed."""

    notation = river.NOTATION
    tells_own = False

    def parse_move(self, text: str) -> Move:
        return river.parse_move(text)

    def move(self, view: river.View, move: Move) -> str:
        match move:
            case river.Choose(rabbit=rabbit, to=river.GOAL):
                return self.says("command.move.goal", rabbit=rabbit)
            case river.Choose(rabbit=rabbit, to=to):
                return self.says(
                    "command.move.choose", rabbit=rabbit, square=square_words(view, to, self.lang)
                )
            case river.Ride(to=river.GOAL):
                return self.says("command.move.ride_goal")
            case river.Ride(to=river.START):
                return self.says("command.move.ride_start")
            case river.Ride(to=to):
                return self.says("command.move.ride", square=square_words(view, to, self.lang))
            case river.Peek(at=at):
                return self.says("command.move.peek", square=at)
            case river.Pass():
                return self.says("command.move.pass")
            case river.Keep(card=card):
                return self.says("command.move.keep", card=card_words(card, self.lang))
            case river.Lay(card=card, at=at):
                return self.says("command.move.lay", card=card_words(card, self.lang), square=at)
            case _ as never:
                assert_never(never)

    def sentences(
        self, before: river.State, played: Played, after: river.State, viewer: int, name: Name
    ) -> list[str]:
        if isinstance(played.step, river.Dealt) and isinstance(after.phase, Dealing):
            return []  # The deal is told once, when its last card is dealt.
        return sentences(before, played, after, viewer, name, self.lang)

    def faces_asked(self, state: river.State, name: Name) -> str | None:
        if not isinstance(state.phase, Fight):
            return None
        rabbit = state.phase.rabbit
        square = state.rabbits[rabbit - 1]
        left = state.spot(square).left
        return self.says("board.ask.faces", player=name(rabbit), rabbit=rabbit, square=square, left=left)

    def faces(self, line: str, state: river.State) -> Any | None:
        if re.fullmatch(r"\(?[0-9]{1,9}(?:[ ,、]+[0-9]{1,9})*\)?", line, re.ASCII):
            event = river.Rolled(tuple(map(int, re.findall(r"[0-9]+", line))))
            if (possible := state.chance()) is not None and event in possible:
                return event
        return None

    def no_faces(self, state: river.State) -> str:
        """What is said of a line that is no roll."""
        return self.says("command.play.no_roll", dice=format_dice(state.rules.dice))
