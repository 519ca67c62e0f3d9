"""JupyterLab as `inaba lab` runs it: its settings, and the process that serves it."""
