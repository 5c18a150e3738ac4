"""Rules of an answer set program: the atoms of columns, sums, definitions, acyclic edges.

`Rules` is the interface by which the rows of a program and the global constraints of
`ilpuzzles.solvers.clingo.constraints` are stated.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, TypeAlias

from ilpuzzles.backends.interface import unable
from ilpuzzles.errors import LargeNumbersError
from ilpuzzles.modelling.global_constraint import Switch
from ilpuzzles.modelling.numbers import Number

# clingo adds up weights in 32 bits, one of which is the sign.
_LARGEST_SUM = (1 << 31) - 1
# With more values, a number is stated by its binary digits: these rule out less, but are few.
_MOST_VALUES_IN_ORDER = 64

WeightedLiterals: TypeAlias = list[tuple[int, int]]
"""Literals, each with its weight in a sum."""


class Rules:
    """Adds atoms and rules to clingo's backend.

    Literals are atoms, or atoms with a minus, which negates them. What is forbidden holds while the
    guard of the row is true that is being stated, if that has one (`begin_row`).

    Attributes:
        true: An atom that is always true.
        bits: For every column the least value, and what each atom adds to it where it is true.
        free_atoms: How many atoms no rule says anything of, so that they may be true or false.
    """

    def __init__(self, name: str, backend: Any) -> None:
        self._name = name
        self._backend = backend
        self._guards: tuple[int, ...] = ()
        # How many numbers the vertices of acyclic graphs have taken.
        self._vertices = 0
        self.bits: list[tuple[int, WeightedLiterals]] = []
        self.free_atoms = 0
        self.true: int = backend.add_atom()
        backend.add_rule([self.true], [])

    def begin_row(self, guard: int | None) -> None:
        """Begins a row, which is to hold where its guard is true, or in any case."""
        self._guards = () if guard is None else (guard,)

    def literal(self, switch: Switch) -> int:
        """A literal of a binary column, or what is always true or false."""
        if isinstance(switch, bool):
            return self.true if switch else -self.true
        _, parts = self.bits[switch.column]
        atom, _ = parts[0]
        return atom if switch.positive else -atom

    def atoms(self, number: int, *, free: bool = False) -> list[int]:
        """New atoms; those that are free may be true or false, the others need rules."""
        atoms = [self._backend.add_atom() for _ in range(number)]
        if free and atoms:
            self._backend.add_rule(atoms, [], choice=True)
            self.free_atoms += number
        return atoms

    def rule(self, head: int, *body: int) -> None:
        """An atom is true if all of some literals are, and false if no rule says otherwise."""
        self._backend.add_rule([head], body)

    def forbid(self, *literals: int) -> None:
        """States that some literals are not all true."""
        self._backend.add_rule([], [*literals, *self._guards])

    def acyclic(self, vertices: int, arcs: list[tuple[int, int, int]]) -> None:
        """The arcs whose literal (the last of each) is true make no loop of so many vertices."""
        for tail, head, literal in arcs:
            first = self._vertices
            self._backend.add_acyc_edge(first + tail, first + head, [literal, *self._guards])
        self._vertices += vertices

    def at_most(self, terms: WeightedLiterals, most: int) -> None:
        """A sum of literals with positive weights is at most a number."""
        if sum(weight for _, weight in terms) <= most:
            return
        if most < 0:
            self.forbid()
            return
        if not self._guards:
            self._backend.add_weight_rule([], most + 1, terms)
            return
        above = self._backend.add_atom()
        self._backend.add_weight_rule([above], most + 1, terms)
        self.forbid(above)

    def between(
        self,
        columns: Sequence[int],
        coefficients: Sequence[int],
        lower: Number | None,
        upper: Number | None,
    ) -> None:
        """A sum of columns lies between two bounds."""
        terms, constant = self.weigh_literals(columns, coefficients, "a row")
        if upper is not None:
            self.at_most(terms, int(upper) - constant)
        if lower is None:
            return
        least = int(lower) - constant
        if least == 1:
            self.forbid(*(-literal for literal, weight in terms if weight))
            return
        opposite = [(-literal, weight) for literal, weight in terms]
        self.at_most(opposite, sum(weight for _, weight in terms) - least)

    def weigh_literals(
        self, columns: Sequence[int], coefficients: Sequence[int], noun: str
    ) -> tuple[WeightedLiterals, int]:
        """A sum of columns as literals with positive weights, and what is to be added to it.

        Raises:
            LargeNumbersError: If the weights come to more than clingo can add up; it says of what.
        """
        terms: WeightedLiterals = []
        constant = 0
        for column, factor in zip(columns, coefficients, strict=True):
            least, parts = self.bits[column]
            constant += factor * least
            for atom, weight in parts:
                size = factor * weight
                if size < 0:
                    constant += size
                    terms.append((-atom, -size))
                else:
                    terms.append((atom, size))
        largest = sum(weight for _, weight in terms)
        if largest > _LARGEST_SUM:
            what = f"clingo's sums are limited to 31 bits, and {noun} may add up to {largest:,}"
            raise LargeNumbersError(what, "use cpsat, highs or scip")
        return terms, constant

    def numbers(self, lower: Sequence[Number | None], upper: Sequence[Number | None]) -> None:
        """Adds columns: 0-1 ones by an atom, others by one for each value, or for each digit."""
        ends = [self._ends(*pair) for pair in zip(lower, upper, strict=True)]
        is_binary = [least >= 0 and most <= 1 for least, most in ends]
        free = iter(self.atoms(sum(is_binary), free=True))
        for (least, most), binary in zip(ends, is_binary, strict=True):
            if binary:
                self._add_binary(next(free), least, most)
            else:
                self._add_number(least, most)

    def _ends(self, lower: Number | None, upper: Number | None) -> tuple[int, int]:
        """The bounds of a column; raises where there are none, or too many values between them."""
        if lower is None or upper is None or upper - lower > _LARGEST_SUM:
            what = "an integer variable without bounds, or with more than 2^31 values"
            raise unable(self._name, what, "give it bounds, or use cbc, highs or scip")
        return int(lower), int(upper)

    def _add_binary(self, atom: int, least: int, most: int) -> None:
        """Adds a column that is 1 where an atom is true."""
        self.bits.append((0, [(atom, 1)]))
        if least == 1:
            self.forbid(-atom)
        if most == 0:
            self.forbid(atom)
        if least > most:
            self.forbid()

    def _add_number(self, least: int, most: int) -> None:
        """Adds a column of several values: each atom says that it is larger, or is a digit."""
        size = most - least
        if size <= _MOST_VALUES_IN_ORDER:
            above = self.atoms(max(size, 0), free=True)
            for smaller, larger in pairwise(above):
                self.forbid(larger, -smaller)
            self.bits.append((least, [(atom, 1) for atom in above]))
        else:
            digits = self.atoms(size.bit_length(), free=True)
            parts = [(atom, 1 << place) for place, atom in enumerate(digits)]
            self.bits.append((least, parts))
            self.at_most(parts, size)
        if size < 0:
            self.forbid()
