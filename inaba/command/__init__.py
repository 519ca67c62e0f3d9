"""What the command `inaba` is made of.

`arguments` reads the command line and explains itself in both languages, `answers`, `odds`, `open_hands` and
`review` set out what was found, as tables and as JSON, `lab` lays out the lessons and opens JupyterLab,
`terminal` plays on a text screen; `columns` sets text in columns. Of all this nothing imports solvers or
lessons: what is needed of them is handed in, by `inaba.command.run`, where each command has its module.
"""
