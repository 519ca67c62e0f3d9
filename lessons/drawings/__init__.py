"""Drawings and tables of the lessons, put in words: a module for each thing that they are about.

They ask the solvers, draw with `lessons.chart`, and speak with `lessons.voice`. `lessons.kit` hands them to
the notebooks.
"""
