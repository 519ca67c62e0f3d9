"""Lessons: what a class opens, and the kit that its notebooks use.

`lessons.kit` is what a notebook imports: checked answers, hints, progress, drawings, the board.
`lessons.exercises` holds the exercises, `lessons.answer` reads and judges an answer, `lessons.progress` keeps
what is done, `lessons.drawings` asks the solvers and draws with `lessons.chart`, `lessons.voice` and
`lessons.panel` speak, `lessons.puzzles` poses puzzles, and `lessons.laboratory` holds widgets to find out
with. `lessons.site` makes the classroom a site for any web server. The notebooks in ``lessons/en`` and
``lessons/ja`` are made from ``lessons/sources`` by ``python -m lessons.build``: one source for the code, two
for the prose.
"""
