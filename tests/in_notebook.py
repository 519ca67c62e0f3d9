"""A cell that a real kernel runs, as in a notebook."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def outputs(code: str, folder: Path) -> list[Any]:
    """What a notebook of one cell shows that is run in a folder."""
    # Imported here: most tests beside those that need this run in a site's Python, too, which has neither.
    import nbformat
    from nbclient import NotebookClient

    made: Any = nbformat.v4
    notebook = made.new_notebook(cells=[made.new_code_cell(code)])
    resources = {"metadata": {"path": str(folder)}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()
    shown: list[Any] = notebook.cells[0].outputs
    return shown
