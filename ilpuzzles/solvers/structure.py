"""The structure of a program: the counts by which `auto` picks a backend."""

from __future__ import annotations

from dataclasses import dataclass

from ilpuzzles.modelling.global_constraint import LAZY, NATIVE
from ilpuzzles.modelling.numbers import largest_size
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.program import Program
from ilpuzzles.passes.ways import Ways


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
        largest: The largest coefficient of a row, in whole numbers.
        terms: How many terms the objective has.
        dearest: The largest coefficient of these, in whole numbers.

    A measured number counts as the largest whole number that a double holds exactly.
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
        is_of_one_kind = self.integers == 0 or self.integers > self.binaries
        is_priced = self.terms > 0 and self.terms >= _LEAST_PRICED_SHARE * self.binaries
        has_small_numbers = max(self.largest, self.dearest) <= _LARGEST_FOR_DOUBLES
        return is_of_one_kind and is_priced and self.logic == 0 and has_small_numbers

    @property
    def columns(self) -> int:
        """The number of columns."""
        return self.binaries + self.integers + self.continuous


def structure_of(program: Program) -> Structure:
    """Returns the structure of a program."""
    rows = program.rows
    whole = program.whole()
    binary = whole & (program.lower >= 0) & (program.upper <= 1)
    logic = rows.defining()
    goal = program.objective
    connected = 0
    propagated = 0
    if program.has_global_constraints():
        # Constraints, and how they are stated, are loaded for programs that have some.
        from ilpuzzles.solvers.clingo.ways import WAYS as WAYS_OF_CLINGO  # noqa: PLC0415
        from ilpuzzles.solvers.cpsat.ways import WAYS as WAYS_OF_CPSAT  # noqa: PLC0415

        connected = _native(program, WAYS_OF_CLINGO)
        propagated = _native(program, WAYS_OF_CPSAT)
    largest = largest_size(rows.coefficients)
    return Structure(
        binaries=int(binary.sum()),
        integers=int((whole & ~binary).sum()),
        continuous=int((~whole).sum()),
        unlimited=int(program.unbounded().sum()),
        rows=len(rows),
        logic=int(logic.sum()),
        largest=_LARGEST_DOUBLE_INTEGER if program.is_measured() else largest,
        terms=0 if goal is None else len(goal.columns),
        dearest=0 if goal is None else _dearest(goal),
        connected=connected,
        propagated=propagated,
    )


def _dearest(goal: Objective) -> int:
    return _LARGEST_DOUBLE_INTEGER if goal.is_measured else largest_size(goal.coefficients)


def _native(program: Program, ways: Ways) -> int:
    """Returns the number of global constraints that a solver has itself."""
    constraints = program.global_constraints().values()
    taken_whole = [row for row in constraints if type(row) in ways.native]
    return sum(row.encoding in {None, NATIVE, LAZY} for row in taken_whole)


# Up to here a double holds every whole number exactly.
_LARGEST_DOUBLE_INTEGER = 2**53
# MIP solvers, which compute in doubles, refuse larger coefficients, or get them made smaller.
_LARGEST_FOR_DOUBLES = 10**6
# In a classical integer program, most columns have a price. Where a graph is cut in two, these are
# the edges: 30 of 42 columns of graph_partitioning-12x30 in docs/benchmarks/defaults.md, or 0.71.
_LEAST_PRICED_SHARE = 0.7


def ranked(structure: Structure) -> tuple[tuple[str, ...], str]:
    """Returns the backends that take such a program, the likely quickest first, and why that one.

    Learned from the models of `python -m benchmarks.backend_choice`, whose report is
    docs/benchmarks/backend_choice.md: linear relaxations help where most columns have a price, and
    there is no logic; else learning from conflicts helps more.
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
