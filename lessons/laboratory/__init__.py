"""Laboratories: widgets to find out with, on their own or in a lesson.

`lessons.laboratory.explorer.Explorer` sets up any position and says what every move in it is worth.
`lessons.laboratory.fight.FightLaboratory` is about one shark and dice: what is the chance to beat it, and how
close do thrown dice come to it? `lessons.laboratory.puzzle.PuzzlePlayer` poses the puzzles of
`lessons.puzzles`.
"""
