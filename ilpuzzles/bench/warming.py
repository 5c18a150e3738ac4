"""Loads a solver before the clock starts: what a process does once is no part of a run."""

from __future__ import annotations

from ilpuzzles.exactcover import compile_kernels
from ilpuzzles.modelling import Model
from ilpuzzles.queries import count_solutions, solve_model
from ilpuzzles.workbench import experiment


def warm_up(backend: str, question: str) -> None:
    """Solves a tiny model, so that libraries are loaded and kernels compiled.

    Args:
        backend: The name of the backend.
        question: What will be asked.

    Raises:
        BackendError: If the solver is missing or fails.
    """
    # What reads puzzles and states them is loaded, too.
    for puzzle, preset in (("cube", "empty"), ("surasshupakku", "5x5")):
        experiment(puzzle, preset)
    model = Model("tiny")
    board = model.binary("x", 3, 3)
    model.exactly_one(board, axis=0)
    model.exactly_one(board, axis=1)
    solve_model(model, backend)
    if question != "solve":
        count_solutions(model, backend=backend)
    if backend == "exactcover":
        compile_kernels()
