"""Cross Sevens (CROSS SEVENS; design あゆむ, おとなこども).

Sevens in two dimensions: trumps are laid beside their neighbours in rank on a field of six rows, and seven
kinds of action cards help those who are shut in. The rules, numbered as the rest of the package cites them;
what the source does not say is marked: *inferred* from it, or *ours*, where it is silent and we had to
choose.

1. Three to five play, with 53 trumps: 52 and a joker. 2, 1 or 3 of them, for 3, 4 or 5 players, are the
   trump pile; the rest is dealt evenly. Nobody starts with action cards (inferred).
2. The 7s are laid in the order diamonds, spades, hearts, clubs, each by its holder, who then draws from the
   trump pile while it lasts. Each after the first goes up-right or down-left of a 7 on the table, so that
   they form a diagonal; its holder chooses the end (inferred). A 7 that nobody holds is skipped; whoever
   draws it lays it at once, if its place is over, and draws, too. Who holds a 7 is a secret until he lays
   it: everybody is asked in seat order, and can only lay it or say no (ours).
3. Who laid the 7 of diamonds starts; then it goes clockwise.
4. A play is one trump, next in rank to one of its suit on the table, on a free cell beside that card: left,
   right, above or below. A 6 and an 8 go only left or right of their 7; option `Rules.sides`.
5. The field is the four rows of the 7s, with one row above and one below (that the source's 列 are rows is
   inferred); its width has no limit (inferred). A and K may not be joined.
6. A turn without a play is a **pass**: draw one card, from the action pile or the trump pile; or discard
   one or more action cards and draw one more than that. One may pass with a trump that could be laid.
7. At most three action cards. Who passes with three and without a trump pile, or comes to a fourth, is
   **eliminated**: his action cards are discarded, his trumps are shuffled into the trump pile.
8. When the action pile is empty, the discards are shuffled into a new one: at once, as soon as there are
   any (the moment is ours). Where there is nothing left, what there is is drawn (ours).
9. An action card can be used from one's next turn on; MIX takes effect at once. TRY is the first thing in a
   turn, and one a turn; TRADE comes before or after laying; CROSS, PLUS, STOP and TUNNEL with laying,
   several at once. Used cards are discarded at the end of the turn, and as many are drawn (after TRY, TRADE
   and MIX too: inferred). A STOP is not discarded; it stays on the table (inferred).
10. After a TRY that found its trump, or a TRADE, laying nothing means passing.
11. **Joker.** Who holds the joker and the trump one step beyond a gap lays the joker in the gap and the
    trump beside it, in one play. Who holds the trump that the joker stands for lays it there and takes the
    joker: at once, out of turn, and he must (inferred); also when the trump comes to him by a draw. In the
    engine all others are asked in seat order (ours).
12. Who has no trumps left first wins. Playing on is an option, `Rules.play_on`: the order of finishing is
    then the rank. The joker's holder at the end is last among those who were not eliminated. One player
    left in takes the next rank (ours). Eliminated players rank below, later is better (inferred).

**Action cards.** Their texts stood in a picture; what they do is inferred from their names and the rest of
the rules, known from the designer's posts (MIX), or ours:

======== ================================================================================================
MIX      at once: every player still in puts one trump of his choice face down; they are shuffled and dealt
         back one each. Once a game, then it is removed
PLUS     one more trump this turn (inferred: one trump a turn is lifted)
CROSS    the trump may go on an occupied cell, crosswise; both cards count as on the table (inferred)
TUNNEL   the trump may join A and K of its suit (inferred)
STOP     closes one free cell beside the trump laid, for good; CROSS may still enter. Ours; `Rules.stop`
TRADE    choose a player; each gives one trump of his choice, both at the same time. Ours; `Rules.trade`
TRY      name a player and a trump that could be laid now. If he holds it, it is laid where you choose and the
         turn goes on; if not, the turn ends. Ours; `Rules.try_hit`, `Rules.try_miss`
======== ================================================================================================

How many there are of each is ours, and data (`action_cards`): MIX 1, TRY, TRADE, STOP and TUNNEL 3 each,
CROSS and PLUS 4, 5 or 6 each for 3, 4 or 5 players.

**Rulings**, all of them ours:

- The joker and its trump are one play, and PLUS adds one further play, which may be such a pair. The joker
  goes on a free cell, and stands for a trump that is neither on the table nor in one's own hand. TUNNEL is
  needed where A and K are two of the three neighbours, CROSS where the trump goes on an occupied cell.
- A claim finishes nobody, for the joker is taken. If the play that laid the joker finished its player, that
  counts first; and where the game is not played on, it is over before anybody is asked.
- TRY: the trump must have a free cell now, without CROSS, TUNNEL or joker; not the joker, and none of one's
  own. A player whose last trump is laid so, or taken, has finished.
- TRADE: a player with one trump may be chosen, and nobody finishes; the joker may be given; several a turn;
  not after one's last trump. Under ``trade=blind`` the card is drawn from what the other held before.
- MIX: players with one trump take part, and nobody finishes; one may get one's own card back. It is
  replaced at the end of the turn; drawn as a replacement, it acts, and another card is drawn; as a fourth
  card it acts first, then its replacement eliminates.
- Used cards are no longer held when counting to four. With three in hand, a TRADE or TRY and then a pass
  that draws an action card makes four; drawing a trump does not.
- STOP needs a free cell of the field beside the trump laid; shutting the last cell of a 6 or an 8 is
  allowed. Under ``stop=until_next_turn`` a STOP also ends when its player is out.
- CROSS: two cards a cell at most, a STOP counted among them; on a 7 and on a STOP, not on a joker. The
  trump must lie beside its neighbour and not on it; the field's and the 6's and 8's limits hold. CROSS,
  TUNNEL and PLUS are used only where they are needed; TUNNEL only where the A-K joint is the sole one.
- A finisher's action cards are discarded, and those he used are not replaced. Who is out puts his action
  cards down before everybody's eyes.
- Where a game stops after its first winner, the joker's holder is last, and the others share a rank.
- The third time the same position begins a turn a record ends as a draw (`NOTATION`). With all action cards
  this hardly ever comes up; with few of them nothing may be left to draw, and everybody could pass for ever.

**What games are like.** After the set-up all four 7s are down and the trump pile is empty, always. With the
trumps alone (no joker, action cards without effect, nobody passes who can lay) 90, 80 and 60 % of the games
of 3, 4 and 5 players end with one survivor (1,000 games each, standard error 1 to 1.5 %), and the field is
about 10 columns wide, 15 at most (tests/benchmarks/cross_sevens_facts.py).

The notation is in `inaba.cross_sevens.notation` (positions) and `inaba.cross_sevens.moves`.

>>> position = parse("D8,D9,S2:plus/S6/H8,JK DSHC - try*2 - - 1 -")
>>> [str(move) for move in position.legal_moves(1)]
['D8@b0', 'D8@b2', 'draw:action', 'discard:plus']
>>> laid = position.play(1, "D8@b2")
>>> [str(move) for move in laid.legal_moves(1)]
['D9@a2+plus', 'D9@b3+plus', 'end']
>>> str(laid.play(1, "D9@b3+plus").play(1, "end"))
'S2/S6/H8,JK DSHC,D8@b2,D9@b3 - try*2 plus - 1 - draw:1'
"""

from inaba.cross_sevens.cards import (
    CARDS,
    JOKER,
    Action,
    Card,
    Suit,
    action_cards,
    format_actions,
    format_cards,
    parse_actions,
    parse_card,
    parse_cards,
)
from inaba.cross_sevens.field import Cell, Field, Place, pairs, parse_cell, places
from inaba.cross_sevens.moves import (
    Begin,
    Claim,
    Dealt,
    Decline,
    Discard,
    Draw,
    Drew,
    End,
    Give,
    Lay,
    Leave,
    Pass,
    Show,
    Trade,
    Try,
    parse_event,
    parse_move,
)
from inaba.cross_sevens.notation import NOTATION, parse, parse_view, split_turn
from inaba.cross_sevens.rules import Rules, format_rules, parse_rules
from inaba.cross_sevens.state import State, View, start
from inaba.cross_sevens.table import Own, Table

__all__ = [
    "CARDS",
    "JOKER",
    "NOTATION",
    "Action",
    "Begin",
    "Card",
    "Cell",
    "Claim",
    "Dealt",
    "Decline",
    "Discard",
    "Draw",
    "Drew",
    "End",
    "Field",
    "Give",
    "Lay",
    "Leave",
    "Own",
    "Pass",
    "Place",
    "Rules",
    "Show",
    "State",
    "Suit",
    "Table",
    "Trade",
    "Try",
    "View",
    "action_cards",
    "format_actions",
    "format_cards",
    "format_rules",
    "pairs",
    "parse",
    "parse_actions",
    "parse_card",
    "parse_cards",
    "parse_cell",
    "parse_event",
    "parse_move",
    "parse_rules",
    "parse_view",
    "places",
    "split_turn",
    "start",
]
