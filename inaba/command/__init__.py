"""What the command `inaba` is made of.

`arguments` reads the command line and explains itself in both languages; `games` tells the games apart,
`position` and `seen` take the position that is asked about, or a player's view, from the command line or a
record. `answers`, `open_hands`, `same_one_odds`, `cross_sevens_odds`, `review` and `card_review` set out what
was found, as tables and as JSON; `columns` sets text in columns. `terminal` plays on a text screen any game
that has a face (`inaba.command.faces`); `lab` lays out the lessons and opens JupyterLab.

Of all this nothing imports solvers or lessons: what is needed of them is handed in, by `inaba.command.run`,
where each command has its module.
"""
