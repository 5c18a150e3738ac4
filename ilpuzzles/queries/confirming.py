"""Proofs by several backends that rows have no solution together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ilpuzzles.backends import Options, Status, backend_names, get_backend
from ilpuzzles.errors import BackendError, CheckError, Problem
from ilpuzzles.modelling import IntArray, Program
from ilpuzzles.queries.inquiry import Inquiry
from ilpuzzles.queries.solving import solve_model

_PATIENCE = 5.0

# The engine comes last, since it may have to be compiled. On the three pieces of docs/hopeless.yaml
# CBC takes 1.3 s, SCIP and HiGHS 0.3 s.
_LATE = {"cbc": 1, "exactcover": 2}


def confirmed_by(inquiry: Inquiry, program: Program, rows: IntArray) -> tuple[str, ...]:
    """Up to two backends that prove, each in a search of its own, that there is no solution.

    Args:
        inquiry: The question that this is about; its backend is asked first.
        program: All rows.
        rows: Those that have no solution together.

    Raises:
        CheckError: If one of them finds a solution.
    """
    kept = np.zeros(len(program.rows), dtype=bool)
    kept[rows] = True
    together = replace(program.keep(kept), objective=None)
    confirmed: list[str] = []
    for name in _in_turn(inquiry.backend.name):
        left = inquiry.clock.options()
        if left is None:
            break
        limit = min(_PATIENCE, left.time_limit or _PATIENCE)
        try:
            result = solve_model(together, name, Options(time_limit=limit))
        except BackendError:
            # Not every backend takes every model, and one opinion is enough to go on.
            continue
        if result.values is not None:
            raise CheckError(
                Problem(
                    f"{inquiry.backend.name} found no solution, but {name} did",
                    "please report this",
                )
            )
        if result.status is Status.INFEASIBLE:
            confirmed.append(name)
        if len(confirmed) == 2:
            break
    return tuple(confirmed)


def _in_turn(name: str) -> list[str]:
    """All backends that are installed, this one first."""
    others = [
        other for other in backend_names() if other != name and get_backend(other).available()
    ]
    return [name, *sorted(others, key=lambda other: _LATE.get(other, 0))]
