"""River (いなばのしろうさぎ, The White Rabbit of Inaba; design トリガーハッピー, 2015).

Rabbits cross a river of face-down shark cards. Damage stays on a shark, anybody may move any rabbit, and the
owner of the first rabbit in the goal wins, whoever moved it. The rules, numbered as the rest of the package
cites them; what the source does not say is marked: *inferred* from it, or *ours*, where it is silent and we
had to choose (the pictures of its cards are lost). Each choice of ours is data or an option.

1. Two to four play, each with one rabbit. The owner of the first rabbit in the goal wins, whoever moved it
   (inferred). Turns go clockwise. Who begins is settled outside the game.
2. Twelve cards lie face down in 3 columns and 4 rows between Start and goal (the shape is inferred). Rivers
   of 1 to 8 columns and rows, for lessons and puzzles, are ours.
3. Whose turn it is moves one rabbit, his own or another's. He must (inferred).
4. A rabbit moves to the card ahead-left, ahead or ahead-right, never round the edge; from Start to any card
   of row 1, from any card of the last row into the goal.
5. One rabbit a card; Start holds any number.
6. Landing turns a card face up. Then: on a **shark** with hit points left there is a fight: the rabbit's
   *owner* rolls two dice once. The damage stays. If it is less than the hit points left, the rabbit goes back
   to Start and rests; otherwise the shark is beaten, harmless for good, and the rabbit stands on it. A
   **whale**, a shark of 0 and a beaten shark do nothing. A **dolphin** or **orca** carries the rabbit on at
   once, at every landing; whose turn it is chooses where, among the free places, and that is a landing like
   any other (inferred); where none is free the rabbit stays. At every landing on the **giant squid** he
   turns up one face-down card of his choice, if any is left, and that card does nothing else now.
7. A resting rabbit may not be chosen on the next turn (`Rules.rest` has the two readings of that).
8. Who has no rabbit to move passes (inferred).
9. Dice are counted, not supplied: running short of them changes nothing.

Ours: where dolphin and orca carry to (`Rules.dolphin`, `Rules.orca`); that a ride never goes to a card that
the same move has landed on; that endless play is a draw, and the third time the same position begins a turn
ends a game so (`inaba.record`); the numbers of the decks (`STANDARD`, `CLASSROOM`).

The draft set-up is in `inaba.river.draft`, the notation in `inaba.river.notation`.

>>> position = parse("5,W,4/0,6,3 -,- 1 - -")
>>> [str(move) for move in position.legal_moves(1)]
['1a1', '1b1', '1c1', '2a1', '2b1', '2c1']
>>> str(position.play(1, "1c1").happen("(1,1)"))
'5,W,4/0,6,3-2 -,- 2 1 -'
"""

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
from inaba.river.notation import NOTATION, parse, parse_view, split_turn
from inaba.river.rules import Rules, format_rules, parse_rules
from inaba.river.state import State, Table, View, start

__all__ = [
    "CLASSROOM",
    "DECKS",
    "GOAL",
    "NOTATION",
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
