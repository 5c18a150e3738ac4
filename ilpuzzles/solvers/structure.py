"""The structure of a program: the counts by which `auto` picks a backend."""

from __future__ import annotations

from dataclasses import dataclass

from ilpuzzles.modelling.global_constraint import LAZY, NATIVE, Language
from ilpuzzles.modelling.numbers import largest_size
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.program import Program


@dataclass(frozen=True, slots=True)
class Structure:
    """The structure of a program, in counts.

    Attributes:
        binaries: How many columns are 0 or 1.
        integers: How many others are whole.
        continuous: How many are not whole.
        unlimited: How many have no lower or no upper bound.
        rows: How many rows there are.
        logic: How many rows define a column, or are operations.
        connected: How many of these say that something is connected, which clingo takes as rules.
        propagated: How many are loops, schedules or sequences, which CP-SAT has constraints for.
        largest: The largest factor of a row, in whole numbers.
        terms: How many terms the objective has.
        dearest: The largest factor of these, in whole numbers.

    In whole numbers, a measured one is as large as all the digits of a double.
    """

    binaries: int
    integers: int
    continuous: int
    unlimited: int
    rows: int
    logic: int
    largest: int
    terms: int
    dearest: int
    connected: int = 0
    propagated: int = 0

    @property
    def is_classical(self) -> bool:
        """Whether it looks like an integer program of the textbooks, without logic or sequences.

        With measured numbers it does not: CP-SAT is quick and sure there, and CBC was wrong about 2
        in 1,000 small knapsacks.
        """
        whole = self.integers == 0 or self.integers > self.binaries
        priced = self.terms >= _PRICED * self.binaries and self.terms > 0
        return whole and priced and self.logic == 0 and max(self.largest, self.dearest) <= _TAME

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self.binaries + self.integers + self.continuous


def structure_of(program: Program) -> Structure:
    """Counts what a program is made of."""
    rows, whole = program.rows, program.whole()
    binary = whole & (program.lower >= 0) & (program.upper <= 1)
    logic = rows.defining()
    goal = program.objective
    return Structure(
        binaries=int(binary.sum()),
        integers=int((whole & ~binary).sum()),
        continuous=int((~whole).sum()),
        unlimited=int(program.unbounded().sum()),
        rows=len(rows),
        logic=int(logic.sum()),
        largest=_DIGITS if program.is_measured() else largest_size(rows.coefficients),
        terms=0 if goal is None else len(goal.columns),
        dearest=0 if goal is None else _dearest(goal),
        connected=_native(program, Language.RULES),
        propagated=_native(program, Language.CPSAT),
    )


def _dearest(goal: Objective) -> int:
    return _DIGITS if goal.is_measured else largest_size(goal.coefficients)


def _native(program: Program, language: Language) -> int:
    """The number of global constraints for which a solver has its own."""
    known = [one for one in program.global_constraints().values() if language in one.NATIVE_IN]
    return sum(one.encoding in {None, NATIVE, LAZY} for one in known)


# What the digits of a double are as a whole number.
_DIGITS = 2**53
# What doubles are trusted with: MIP solvers refuse larger numbers, or have them made smaller.
_TAME = 10**6
# In a classical integer program, most columns have a price: of graphs that are cut in two, edges.
_PRICED = 0.7


def ranked(structure: Structure) -> tuple[tuple[str, ...], str]:
    """The backends that take such a program, the likely quickest first, and why that one.

    Learned from the models of `python -m benchmarks.backend_choice`: linear relaxations help where
    most columns have a price, and there is no logic; else learning from conflicts helps more.
    """
    if structure.propagated and structure.terms and not structure.continuous + structure.unlimited:
        return ("cpsat", "scip", "highs", "cbc"), "the quickest for schedules, and loops with costs"
    if structure.connected and structure.binaries == structure.columns and not structure.terms:
        names = ("clingo", "cpsat", "scip", "highs", "cbc")
        return names, "the quickest where something is to be connected"
    if structure.continuous:
        return ("highs", "scip", "cbc"), "the quickest with continuous variables"
    if structure.unlimited:
        return ("cbc", "scip", "highs"), "it takes variables without bounds"
    if structure.is_classical:
        return ("cbc", "cpsat", "highs", "scip"), "the quickest where nearly everything has a price"
    return ("cpsat", "scip", "highs", "cbc"), "the quickest on 0-1 rows"
