"""Every notebook runs from top to bottom, and is kept without outputs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

FOLDER = Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_are_notebooks() -> None:
    assert FOLDER / "lonpos.ipynb" in NOTEBOOKS


# What Jupyter's libraries warn of is not ours to mend.
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("JUPYTER_RUNTIME_DIR", "JUPYTER_DATA_DIR", "JUPYTER_CONFIG_DIR", "IPYTHONDIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    checkout = str(path.parent.parent)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([checkout, os.environ.get("PYTHONPATH", "")]))
    notebook: Any = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call] # it has no types
    outputs = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    assert not any(outputs), "clear all outputs before committing"
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    pictures = [
        output
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
        if "image/svg+xml" in output.get("data", {})
    ]
    assert pictures
    stray = [item.name for item in tmp_path.iterdir() if not item.name.isupper()]
    assert stray == []
