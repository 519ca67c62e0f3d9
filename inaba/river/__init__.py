"""River (いなばのしろうさぎ): rabbits cross a river of face-down sharks."""

from inaba.river.board import GOAL, START, Board, board
from inaba.river.cards import (
    CLASSROOM,
    DECKS,
    STANDARD,
    Card,
    Kind,
    Spot,
    format_deck,
    parse_card,
    parse_deck,
)
from inaba.river.moves import (
    Choose,
    Dealt,
    Keep,
    Lay,
    Pass,
    Peek,
    Ride,
    Rolled,
    TurnedUp,
    parse_event,
    parse_move,
)
from inaba.river.notation import parse, parse_view, split_turn
from inaba.river.rules import Rules, format_rules, parse_rules
from inaba.river.state import State, Table, View, start

__all__ = [
    "CLASSROOM",
    "DECKS",
    "GOAL",
    "STANDARD",
    "START",
    "Board",
    "Card",
    "Choose",
    "Dealt",
    "Keep",
    "Kind",
    "Lay",
    "Pass",
    "Peek",
    "Ride",
    "Rolled",
    "Rules",
    "Spot",
    "State",
    "Table",
    "TurnedUp",
    "View",
    "board",
    "format_deck",
    "format_rules",
    "parse",
    "parse_card",
    "parse_deck",
    "parse_event",
    "parse_move",
    "parse_rules",
    "parse_view",
    "split_turn",
    "start",
]
