"""PuLP, which hands a model over as an MPS file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pulp

from benchmarks.peers.instance import Instance
from benchmarks.peers.style import Style


def _build(instance: Instance) -> Any:
    problem = pulp.LpProblem("peers")
    names = range(instance.size.variables)
    place = problem.add_variable_dicts("place", names, cat=pulp.LpBinary)
    for at_most, columns in instance.lists():
        total = pulp.lpSum([place[column] for column in columns])
        problem += total <= 1 if at_most else total == 1
    return problem


def _hand_over(problem: Any, folder: Path) -> Path:
    """Writes the file as PuLP's interface to CBC does, with names renamed."""
    path = folder / "model.mps"
    problem.writeMPS(str(path), rename=True)
    return path


def _size(path: Path) -> tuple[int, int, int]:
    lines = path.read_text(encoding="utf-8").splitlines()
    entries = [line.split() for line in lines[lines.index("COLUMNS") + 1 : lines.index("RHS")]]
    rows = [line for line in lines if line.startswith((" E  C", " L  C"))]
    # PuLP adds a variable to have an objective; it is in no row.
    nonzeros = [words for words in entries if len(words) == 3 and words[1].startswith("C")]
    return len({words[0] for words in nonzeros}), len(rows), len(nonzeros)


STYLES = {"operators": Style(_build, _hand_over, _size)}
