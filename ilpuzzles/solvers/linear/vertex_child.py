"""The program that finds an exact vertex in a process of its own, which can be ended."""

from __future__ import annotations

import pickle
from pathlib import Path

from ilpuzzles.solvers.linear.vertex import vertex_of


def prepare(_given: str) -> None:
    """Loads what takes long."""
    import flint  # noqa: F401, PLC0415 - loaded for the copies of this process


def run() -> None:
    """Reads a program and a basis in the current folder, and writes the vertex there."""
    # It was written by our own process, into a folder that nobody else may enter.
    program, basis = pickle.loads(Path("basis.pickle").read_bytes())  # noqa: S301
    Path("vertex.pickle").write_bytes(pickle.dumps(vertex_of(program, basis)))
