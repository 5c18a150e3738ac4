"""Notebooks with their outputs, run once and kept for as long as nothing changes.

What came out is kept under a hash of everything that it depends on, the package and the files of
the puzzles as well. The tests run every notebook, and keep what came out in the folder that the
environment variable `ILPUZZLES_NOTEBOOKS` names, so that the site need not run it again.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

TOP = Path(__file__).resolve().parents[2]
FOLDER = TOP / "notebooks"
LONGEST = 600
"""The seconds that a cell may take."""


def executed(path: Path, kept: Path) -> Any:
    """A notebook with its outputs, run now unless they are kept from an earlier time."""
    file = kept_file(path, kept)
    if file.is_file():
        return nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call] # it has no types
    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call] # likewise
    print(f"running {path.name}")
    with tempfile.TemporaryDirectory() as folder:
        run(notebook, Path(folder))
    keep(notebook, path, kept)
    return notebook


def run(notebook: Any, folder: Path) -> None:
    """Runs a notebook in a folder, with the package of this checkout."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [str(TOP), before]))
    try:
        # Of what a kernel says by itself, errors alone are of interest.
        quiet = ["--Application.log_level=40"]
        where = {"metadata": {"path": str(folder)}}
        NotebookClient(notebook, extra_arguments=quiet, timeout=LONGEST, resources=where).execute()
    finally:
        del os.environ["PYTHONPATH"]
        if before is not None:
            os.environ["PYTHONPATH"] = before


def keep(notebook: Any, path: Path, kept: Path) -> None:
    """Keeps a notebook that was run, in place of what was kept of it before."""
    file = kept_file(path, kept)
    kept.mkdir(parents=True, exist_ok=True)
    for former in kept.glob(f"{path.stem}-*.ipynb"):
        former.unlink()
    unfinished = file.with_suffix(".part")
    nbformat.write(notebook, unfinished)  # type: ignore[no-untyped-call] # it has no types
    unfinished.replace(file)


def kept_file(path: Path, kept: Path) -> Path:
    """Where the outputs of a notebook are kept, if they are."""
    key = hashlib.sha256(f"{_surroundings()}\n{path.read_text('utf-8')}".encode()).hexdigest()
    return kept / f"{path.stem}-{key[:16]}.ipynb"


@cache
def _surroundings() -> str:
    """A hash of what a notebook's outputs depend on besides itself."""
    found = hashlib.sha256()
    for folder, ending in (("ilpuzzles", ".py"), ("models", ".yaml"), ("instances", ".yaml")):
        for path in sorted((TOP / folder).rglob(f"*{ending}")):
            found.update(f"{path.relative_to(TOP)}\n".encode())
            found.update(path.read_bytes())
    return found.hexdigest()
