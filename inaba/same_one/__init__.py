"""Same One (セイムワン！; design 居椿善久, ワンドロー).

Get rid of your cards first: follow the centre's colour, change it with sets, and lay the same number as the
centre out of turn. The rules, numbered as the rest of the package cites them; what the source does not say is
marked: *inferred* from it, or *ours*, where it is silent and we had to choose.

1. Three to nine play, with 90 cards: green, blue and yellow, each 1 to 30. A 1 is a **dog**; 13 to 18 are
   **sharks**.
2. Each is dealt 10 cards, 8 with seven or more players. Hands are hidden; the rest is the draw pile. That the
   deal goes round from the starter is ours, and makes no difference.
3. The starter leads any card to the centre; then it goes clockwise. Who starts is settled outside the game.
4. A card follows if it has the centre's colour and is larger, on 1 to 15, or smaller, on 16 to 30. An equal
   number never follows, so following and calling (rule 11) never clash.
5. Cards of one number may be played together: the one that fits at the bottom, the topmost sets the new
   colour. Who plays three chooses which of the others is on top (inferred).
6. Who cannot or does not want to play draws one card. He may play that card alone, if it fits; otherwise he
   keeps it and passes.
7. Rules 5 and 6 hold for who leads, too, who lays a set in any order. If he passes, the next player leads
   (inferred).
8. When all others have passed in a row after a play, the round is cleared, and the last to play leads. The
   last pass clears it at once: nobody is asked for calls any more (ours).
9. As soon as the last card of the pile is drawn, all played cards but the top of the centre are shuffled into
   a new one (the moment is inferred). If there are none, this happens when the next card is needed, and if
   there are none then, drawing is a pass without a card (ours).
10. Who has no cards left first wins at once. The last cards played may not be sharks.
11. **Same One.** After another player's play, whoever holds a card of the centre's number may lay it, in turn
    or out of turn, one card, and also one that he has just drawn. The round is cleared and he leads; nobody
    calls on a call (inferred). A shark as the last card is refused here, too (inferred). It can be called
    until the next player plays. Once he has drawn, the others wait until he plays or calls or passes, and
    after his pass they may call again; he himself with an old card only then (inferred). Of two callers the
    one whose card lies below is first, and the other's goes back: chance, with equal weights or those of
    `Rules.race` (ours). Nobody's reaction is measured: after each play, and each pass that does not clear the
    round, all but the player of the centre card are asked at the same time, whether they hold the number or
    not (ours: asking the holders alone would give hands away). In his turn a player may still call, if nobody
    did.
12. **Shark attack.** After sharks were played, the next player is skipped and counts as having passed; one,
    however many sharks. He may call. Same One with a shark attacks nobody. If his skip is the last pass that
    clears the round, calls are asked for first (ours).
13. A loser scores -1 for each card he is left with, -2 for a shark; the winner scores the sum. **Wonderful**:
    if the winner's last card was a dog, each loser scores -10. A match is as many games as there are players,
    the starter moves one seat on each time, and the highest sum wins (`Match`). A game without a winner
    scores nothing (ours).
14. **Foul**: who tries a card that may not be laid, or calls wrongly, takes it back and draws one card. In a
    program that refuses such moves this is an option, `Rules.fouls`. No turn is lost and the others' chance
    to call stays as it was; where there is nothing to draw, the try is just refused (ours).
15. Option `Rules.play_on`: the game goes on until one player is left with cards, who loses; no scores. If the
    last to play is out, all others must pass to clear the round, and the next player who is in leads; so he
    does after a call that took the caller's last card (ours).
16. Option `Rules.fixed_order`: a hand keeps the order in which it was dealt; a drawn card may be put in
    anywhere.
17. A full round of passes on an empty centre without a card drawn ends the game without a winner (ours).

How long a game lasts: the rules set no bound, for cards can be drawn and laid for ever. Rule 17 ends a game
in which nobody wants to lead, and the third time the same position begins a turn a record ends it as a draw
(ours, `NOTATION`). Measured over 1,000 games a number of players (tests/benchmarks/same_one_length.py):
random players take 68 to 89 turns on average and 423 at most, players who lay all that they can
(`solvers.same_one_policies.greedy`) 26 to 29 and 81 at most, and somebody won each game. Only where fouls are
moves do random players commit so many that they hardly ever get rid of their cards.

The notation is in `inaba.same_one.notation`, matches are in `inaba.same_one.match`.

>>> position = parse("g3,g9/b5,y9/y1,y2 g7:3 g12 b2,y30 1 0")
>>> [str(move) for move in position.legal_moves(1)]
['g9', 'draw']
>>> asked = position.play(1, "g9")
>>> asked.to_act(), [str(move) for move in asked.legal_moves(2)]
((2, 3), ['-', '!y9'])
"""

from inaba.same_one.cards import (
    CARDS,
    Card,
    Colour,
    fitting,
    format_cards,
    parse_card,
    parse_cards,
    points,
)
from inaba.same_one.match import Match, format_match, parse_match, scores_of
from inaba.same_one.moves import (
    Call,
    Called,
    Dealt,
    Decline,
    Draw,
    Foul,
    Pass,
    Play,
    Put,
    parse_event,
    parse_move,
)
from inaba.same_one.notation import NOTATION, parse, parse_view, split_turn
from inaba.same_one.rules import Rules, format_rules, parse_rules
from inaba.same_one.state import State, View, start
from inaba.same_one.table import Own, Table

__all__ = [
    "CARDS",
    "NOTATION",
    "Call",
    "Called",
    "Card",
    "Colour",
    "Dealt",
    "Decline",
    "Draw",
    "Foul",
    "Match",
    "Own",
    "Pass",
    "Play",
    "Put",
    "Rules",
    "State",
    "Table",
    "View",
    "fitting",
    "format_cards",
    "format_match",
    "format_rules",
    "parse",
    "parse_card",
    "parse_cards",
    "parse_event",
    "parse_match",
    "parse_move",
    "parse_rules",
    "parse_view",
    "points",
    "scores_of",
    "split_turn",
    "start",
]
