"""CP-SAT's model with rows under assumptions, and the core of these if there is no solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Self

import numpy as np

from ilpuzzles.backends.cpsat_rows import fill
from ilpuzzles.backends.prepare import rows_that_tell
from ilpuzzles.modelling import MINUS_INFINITY, PLUS_INFINITY, IntArray, Program

# What CP-SAT 9.15 states under a condition; of the others it takes the condition for granted.
_CONDITIONAL = (
    "linear",
    "bool_or",
    "bool_and",
    "exactly_one",
    "at_most_one",
    "bool_xor",
    "all_diff",
)


@dataclass(frozen=True, slots=True, eq=False)
class Assumptions:
    """A model in which members hold under an assumption each.

    Attributes:
        proto: The model.
        first: The variable of the first assumption; the others follow.
        always: The members that hold in any case, since CP-SAT has no condition for one of their
            rows: they belong to every core.
    """

    proto: Any
    first: int
    always: tuple[int, ...]

    @classmethod
    def of(cls, helper: Any, program: Program, members: Sequence[IntArray]) -> Self | None:
        """States a program; None where it cannot be handed over.

        Args:
            helper: The module of CP-SAT.
            program: The program.
            members: The rows of each member.
        """
        telling = rows_that_tell(program)
        unlimited = (program.lower == MINUS_INFINITY) | (program.upper == PLUS_INFINITY)
        if telling is None or unlimited.any():
            return None
        member_of = np.full(len(program.rows), -1, dtype=np.int64)
        for number, rows in enumerate(members):
            member_of[rows] = number
        proto, begins = helper.CpModelProto(), list[int]()
        fill(proto, program.keep(telling), objective=False, begins=begins)
        first = len(proto.variables)
        for _ in members:
            proto.variables.add().domain.extend([0, 1])
        always: set[int] = set()
        ends = pairwise([*begins, len(proto.constraints)])
        for member, (start, end) in zip(member_of[telling].tolist(), ends, strict=True):
            if member < 0:
                continue
            constraints = [proto.constraints[number] for number in range(start, end)]
            if not all(_is_conditional(constraint) for constraint in constraints):
                always.add(member)
                continue
            for constraint in constraints:
                constraint.enforcement_literal.append(first + member)
        proto.assumptions.extend(range(first, first + len(members)))
        return cls(proto, first, tuple(sorted(always)))

    def core(self, response: Any) -> list[int]:
        """The members that CP-SAT names as the reason why there is no solution."""
        literals = response.sufficient_assumptions_for_infeasibility
        return sorted({*self.always, *(int(literal) - self.first for literal in literals)})


def _is_conditional(constraint: Any) -> bool:
    return any(getattr(constraint, f"has_{kind}")() for kind in _CONDITIONAL)
