"""What tables of card games have in common beside the frame of all boards: hands that stay hidden until their
owner asks for them, answers that leave nothing to choose, moves that are taken back for practice alone, and
looking at a game with the eyes of one player.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from inaba.errors import SetupError
from inaba.frame.board import Data, Frame, Refusal
from inaba.record import Record
from inaba.words import say


class CardTable(Frame):
    """A table to play cards at, without the game.

    Hands are secret. One person among computers sees his own; where several people share the screen, a hand
    stays hidden until its owner says so, and is hidden again once he has moved.
    """

    _practice: bool
    """Whether moves may be taken back."""

    # What each game has of its own.

    @abstractmethod
    def _asked_of(self, view: Any, actor: int) -> Data:
        """What a person who sees his hand is asked for, and what may be done."""

    @abstractmethod
    def _told_at_the_end(self) -> Data:
        """How the game ended."""

    @abstractmethod
    def _picture_and_text(self, view: Any) -> tuple[str, str]:
        """For readers that show no widgets: the picture with its description as HTML, and the table in
        words."""

    def _forced(self) -> Any | None:
        """The move that the table makes for the person to decide, where nothing is left to choose."""
        return None

    def _covered(self, view: Any, actor: int) -> Data:
        """What is said before a person who is to decide has asked for his hand."""
        return self._ask("show", "table.ask.show", actor)

    def _tried(self, player: int, move: str) -> Any:
        """The move that a person's text means."""
        return move

    # What a program may ask and do.

    def undo(self) -> None:
        """Take back to the last decision of a person, and what followed it.

        Raises
        ------
        Refusal
            If there is none, or moves are not taken back at this table.
        """
        if not self._practice:
            raise Refusal("table.why.no_practice")
        super().undo()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self._shown_view())!r})"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        bundle: Any = super()._repr_mimebundle_(**kwargs)
        data: Data = bundle[0] if isinstance(bundle, tuple) else bundle
        data["text/html"], data["text/plain"] = self._picture_and_text(self._shown_view())
        return bundle

    # The game.

    def _can_undo(self) -> bool:
        return self._practice and super()._can_undo()

    def _chooses(self) -> int | None:
        return None if self._forced() is not None else super()._chooses()

    def _settle(self, watched: bool = False) -> None:
        super()._settle(watched)
        while (move := self._forced()) is not None:
            player = self._actor()
            assert player is not None
            self._record.play(player, move)
            super()._settle(watched)

    def _alone(self) -> bool:
        """Whether one person plays, whose answers nobody else at the screen can see."""
        return len(self._people()) == 1

    def _play_by_hand(self, move: str) -> None:
        if (actor := self._actor()) is None:
            self._refuse_move(move)
        if self._viewer() != actor:
            raise Refusal("board.why.hidden")
        self._decide(actor, self._tried(actor, move))
        self._settle()

    # The scene.

    def _around(self) -> Data:
        return super()._around() | {
            "practice": self._practice,
            "redo": self._practice and bool(self._record.undone),
            "review": False,
        }

    def _ask(self, kind: str, key: str, player: int = 0, **data: object) -> Data:
        """What is awaited: its kind, from whom, and in words."""
        who = self._called(player) if player else ""
        return {"kind": kind, "player": player, "text": say(key, self._lang, player=who, **data)}

    def _asked(self, view: Any) -> Data:
        """What is awaited, from whom, and what may be done."""
        if self._looking is not None:
            turns = list(self._beginnings())
            turn = sum(i < self._looking for i in turns)
            key = "board.ask.look" if turn else "board.ask.look_start"
            return self._ask("look", key, turn=turn, turns=len(turns))
        if self._record.result is not None:
            return self._ask("over", "board.ask.draw") if self._record.drawn else self._told_at_the_end()
        actor = self._actor()
        if actor is None:
            player = (*view.to_act(), view.turn)[0]
            kind = "stuck" if self._stuck else "wait"
            return self._ask(kind, f"board.ask.{kind}", player)
        return self._covered(view, actor) if self._viewer() != actor else self._asked_of(view, actor)


class Reviewing(CardTable):
    """A game to look at, step by step, with what one player saw: nothing can be played.

    A game's review stands before its table: ``class Review(Reviewing, Table)``.
    """

    _eyes: int
    """Whose eyes it is seen through; 0 for an onlooker."""

    def _look_through(self, record: Record, player: int) -> None:
        """Begin with a player's eyes."""
        if type(player) is not int or not 0 <= player <= record.start.players:
            raise SetupError("table.setup.no_player", player=player, players=record.start.players)
        self._eyes = player

    def _set_out(self, record: Record, seats: Any, names: Any, beside: Any = None) -> None:
        super()._set_out(record, seats, names, beside)
        self._looking = 0

    def _settle(self, watched: bool = False) -> None:
        """Nothing goes on: the game is as it was played."""

    def _viewer(self) -> int:
        return self._eyes

    def _may_show(self) -> tuple[int, ...]:
        return tuple(range(1, self._record.start.players + 1))

    def _record_text(self) -> str:
        return self._record.seen_by(self._eyes)

    def _obey(self, content: object) -> None:
        match content:
            case {"do": "look", "at": int(at)}:
                self._look(at)
                if self._looking is None:
                    # The last position is looked at like any other.
                    self._looking = at
                    self._retell(at)
            case {"do": "show", "player": int(player)} if 0 <= player <= self._record.start.players:
                self._eyes = player
                self._say("table.said.eyes" if player else "table.said.onlooker", player=player)
            case {"do": "language", "lang": "ja" | "en" as lang}:
                self.lang = lang
            case _:
                raise Refusal("table.why.review")

    def _around(self) -> Data:
        return super()._around() | {"review": True, "undo": False, "redo": False}


def at_field(error: SetupError, fields: dict[str, str]) -> Refusal:
    """An error of a game's parts, said of the field of the form that it is about."""
    return Refusal(error.key, fields.get(error.key, ""), **error.data)
