"""Answers about positions: odds, exact values and best moves, with no pictures and no widgets.

Where to begin:

- any position of River, by whichever way is best for it: `solvers.oracle`;
- every position of an open river at once, and tables on disk: `solvers.river_table`, `solvers.table_file`;
- face-down cards: `solvers.face_down`, and where that is too much `solvers.search`; the draft:
  `solvers.draft_advice`;
- three and four players: `solvers.coalition`, `solvers.maxn`, and by table `solvers.maxn_table`;
- many positions: `solvers.survey`;
- the river as a graph: `solvers.river_graph`; fights with sharks: `solvers.fights`;
- any game for two with nothing secret, loops with chance and all: `solvers.endgame`;
- Same One: `solvers.same_one_odds`, `solvers.open_hands`; Cross Sevens: `solvers.cross_sevens_odds`,
  `solvers.cross_sevens_reach`, `solvers.open_hands`;
- games that were played: `solvers.review`.
"""
