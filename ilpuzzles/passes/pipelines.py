"""The table of passes: which solver gets which, and in which order (`PIPELINES`).

Solvers are of a few kinds, by what they compute in and which rows they take. A question runs the
first passes (`of_question`), then hands the program over; the solver's own folder runs the others:

    question      queries/handing_over.py    of_question
    solver        solvers/*/                 of_solver; then, in doubles only (solvers/mip):
                                             in_whole_numbers, or with_tolerances,
                                             and of_each_run each time that the solver is asked

Before all of these come the ways in which global constraints are stated, and the cuts that stand in
for rows (`queries/restricted_search.py`). What each pass does stands beside its name, in its file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from ilpuzzles.passes.columns import FIXED_COLUMNS, IDLE_COLUMNS
from ilpuzzles.passes.cover_form import COVER_FORM
from ilpuzzles.passes.linearisation import LINEAR_ROWS
from ilpuzzles.passes.objective_constant import OBJECTIVE_CONSTANT
from ilpuzzles.passes.presolve import PRESOLVE
from ilpuzzles.passes.relaxation import CONTINUOUS, UNROUNDED
from ilpuzzles.passes.settled import SETTLED
from ilpuzzles.passes.smaller_numbers import SMALLER_NUMBERS
from ilpuzzles.passes.step import Pass
from ilpuzzles.passes.tolerances import TOLERANCES
from ilpuzzles.passes.unit_sizes import UNIT_SIZES
from ilpuzzles.passes.whole_numbers import WHOLE_OBJECTIVE, WHOLE_ROWS, WHOLE_ROWS_LOOSELY


class SolverKind(StrEnum):
    """A kind of solver, for which programs are made ready in the same way."""

    DOUBLES = "doubles"
    """Linear rows, in doubles: HiGHS, SCIP, CBC, and plug-ins that use `solve_by_mip`."""
    CPSAT = "cpsat"
    """Rows of every kind, in whole numbers: CP-SAT."""
    RULES = "rules"
    """Rows of every kind, as rules in whole numbers: clingo."""
    EXACT = "exact"
    """Rows of every kind, in whole numbers: plug-ins, which make of them what they like."""
    COVER = "cover"
    """Some rows only, in whole numbers: the engine for exact covers."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pipeline:
    """The passes for one kind of solver, in their order.

    Attributes:
        of_question: The passes that a question runs before it hands a program over.
        of_solver: The passes that the solver's own folder runs on what it gets. Those of CP-SAT and
            clingo leave columns and the objective as they are, since these folders read values and
            bounds without a way back.
        in_whole_numbers: Passes after these where all columns and rows are whole.
        with_tolerances: Passes instead of those where columns are continuous, or rows measured.
        of_each_run: Passes each time that the solver is asked: the first time, in another way, and
            for something better.
    """

    of_question: tuple[Pass, ...]
    of_solver: tuple[Pass, ...] = ()
    in_whole_numbers: tuple[Pass, ...] = ()
    with_tolerances: tuple[Pass, ...] = ()
    of_each_run: tuple[Pass, ...] = ()


_WHOLE = (IDLE_COLUMNS, WHOLE_ROWS_LOOSELY, PRESOLVE, FIXED_COLUMNS)

PIPELINES: Mapping[SolverKind, Pipeline] = {
    # No presolve: an answer in doubles and its confirmation are not to rest on the same one.
    SolverKind.DOUBLES: Pipeline(
        of_question=(IDLE_COLUMNS,),
        of_solver=(LINEAR_ROWS, SETTLED),
        in_whole_numbers=(SMALLER_NUMBERS, OBJECTIVE_CONSTANT),
        with_tolerances=(TOLERANCES,),
        of_each_run=(UNIT_SIZES,),
    ),
    SolverKind.CPSAT: Pipeline(
        of_question=_WHOLE, of_solver=(WHOLE_ROWS, WHOLE_OBJECTIVE, SETTLED)
    ),
    SolverKind.RULES: Pipeline(of_question=_WHOLE, of_solver=(WHOLE_ROWS, WHOLE_OBJECTIVE)),
    SolverKind.EXACT: Pipeline(of_question=_WHOLE),
    # No presolve: the engine arranges programs itself.
    SolverKind.COVER: Pipeline(
        of_question=(IDLE_COLUMNS, WHOLE_ROWS_LOOSELY), of_solver=(WHOLE_ROWS, COVER_FORM)
    ),
}
"""The passes for each kind of solver."""

CORE_PASSES = (WHOLE_ROWS_LOOSELY,)
"""The passes of a question for a core, which names rows: none of them leaves one out."""

RELAXATION_PASSES = (LINEAR_ROWS, UNROUNDED, CONTINUOUS, SETTLED)
"""The passes of a linear relaxation; `of_each_run` for doubles comes after them."""
