"""The constant of an objective: a large one takes digits from what solvers compare in doubles."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ilpuzzles.modelling.program import Program
from ilpuzzles.passes.step import (
    Change,
    NotNeeded,
    Outcome,
    Pass,
    PassSettings,
    WayBack,
    watch_through,
)
from ilpuzzles.progress import Watch


@dataclass(frozen=True, slots=True, eq=False)
class ConstantTakenOut(WayBack):
    """The way back to an objective with a constant.

    Attributes:
        constant: The constant.
    """

    constant: float

    def bound(self, bound: float | None) -> float | None:
        """Returns a bound, or a value, of the objective with its constant."""
        return None if bound is None else bound + self.constant

    def watch(self, watch: Watch | None) -> Watch | None:
        """Returns a watch that is told of the objective without its constant."""
        return None if watch is None else watch_through(self.bound, watch)


def _take_constant_out(program: Program, settings: PassSettings) -> Outcome:
    objective = program.objective
    if objective is None or not objective.constant:
        return NotNeeded()
    if settings.keeps_constant:
        return NotNeeded("a gap is a share of the objective as a whole")
    without = replace(program, objective=replace(objective, constant=0))
    constant = objective.constant / objective.scale
    return Change(without, ConstantTakenOut(constant), f"{constant:,.10g} is added afterwards")


OBJECTIVE_CONSTANT = Pass("objective constant", _take_constant_out)
"""Takes the constant out of the objective, and adds it to values and bounds afterwards."""
