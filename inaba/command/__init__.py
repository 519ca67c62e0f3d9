"""What the command `inaba` is made of; `inaba.__main__` puts it together with solvers and lessons.

`arguments` reads the command line and explains itself in both languages, `answers` sets exact values out as
tables and as JSON, `lab` lays out the lessons and opens JupyterLab, `terminal` plays River on a text screen;
`columns` sets text in columns. Nothing here imports solvers or lessons: what
is needed of them is handed in.
"""
