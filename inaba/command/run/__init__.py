"""The commands, a module each: the one place that puts the engine, the solvers and the lessons together.

A module of a command's name has ``run``, which does what its command line asks and returns the exit status;
`asking` and `lines` are parts of `inaba solve`. `inaba.__main__` calls them, and imports one when it is asked
for: solvers, sympy and JupyterLab are loaded when a command needs them.
"""
