"""JupyterLab as a class has it: without nbgrader, which one test needs and which brings a bar and a menu."""

from __future__ import annotations

import json
from pathlib import Path

SERVERS = ("formgrader", "validate_assignment", "assignment_list", "course_list")
"""The parts of nbgrader that a server would load."""


def leave_nbgrader_out(config: Path) -> None:
    """Write into a folder of Jupyter's configuration that nbgrader is not to be loaded.

    Parameters
    ----------
    config : Path
        What ``JUPYTER_CONFIG_DIR`` names.
    """
    (config / "labconfig").mkdir(parents=True, exist_ok=True)
    apart = {"disabledExtensions": {"@jupyter/nbgrader": True, "@jupyter-notebook/lab-extension": True}}
    (config / "labconfig" / "page_config.json").write_text(json.dumps(apart), encoding="utf-8")
    off = {f"nbgrader.server_extensions.{name}": False for name in SERVERS}
    (config / "jupyter_server_config.json").write_text(
        json.dumps({"ServerApp": {"jpserver_extensions": off}}), encoding="utf-8"
    )
