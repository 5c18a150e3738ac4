"""Disjoint parts of a program (cubes), which have all its solutions between them.

Parts have names, under which a ledger notes their counts; they are a tree, since parts that run
long are split again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from ilpuzzles.errors import InputError
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.numbers import Number, plain
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.passes.bounds import BoundedSum, ColumnBox
from ilpuzzles.passes.presolve import presolve

Part: TypeAlias = Mapping[int, tuple[int, int]]
"""Bounds of some deciding columns, which define a part."""

ColumnBounds: TypeAlias = Mapping[int, tuple[Number | None, Number | None]]
"""Bounds of some columns, None where there is none."""


def split(program: Program, wanted: int) -> list[Part]:
    """Splits a program into parts; the part with the most freedom is split first (`branches`).

    Parts that obviously have no solution are left out. There may be some more than wanted, or
    fewer, in a reproducible order. Deciding columns have bounds.
    """
    start = _ValueBox.within(program, {}, _single_rows(program))
    boxes: list[_ValueBox] = [] if start is None else [start]
    done: list[_ValueBox] = []
    while boxes and len(boxes) + len(done) < wanted:
        # The part with the most freedom comes first; of equal ones, the oldest.
        box = boxes.pop(int(np.argmax([box.freedom for box in boxes])))
        choices = branches(box.program)
        if not choices:
            done.append(box)
            continue
        for choice in choices:
            narrower = _ValueBox.within(box.program, {**box.part, **choice}, choice)
            if narrower is not None:
                boxes.append(narrower)
    return [box.part for box in [*done, *boxes]]


def _single_rows(program: Program) -> ColumnBounds:
    """Returns the bounds of columns that follow from rows with a single entry."""
    rows = program.rows
    single = ((rows.lengths() == 1) & (rows.kinds == Kind.LINEAR)).nonzero()[0]
    entries = rows.starts[:-1][single]
    is_plain = np.abs(rows.coefficients[entries]) == 1
    single = single[is_plain]
    entries = entries[is_plain]
    columns: list[int] = rows.columns[entries].tolist()
    signs = [int(sign) for sign in rows.coefficients[entries].tolist()]
    lower = _in_fractions(rows.lower[single])
    upper = _in_fractions(rows.upper[single])
    box = ColumnBox(program.lower.tolist(), program.upper.tolist(), program.whole().tolist())
    for column, sign, least, most in zip(columns, signs, lower, upper, strict=True):
        row = BoundedSum.of([(column, sign)], least, most)
        for side in row.sides:
            # Whether a contradiction is one is left to presolve: measured rows have tolerances.
            box.narrow(side, box.least_activity(side.terms))
    return {column: (box.lower[column], box.upper[column]) for column in columns}


def _in_fractions(bounds: Bounds) -> list[Number | None]:
    """Returns bounds of rows in exact numbers; a measured one is the fraction that it is."""
    return [None if bound is None else plain(Fraction(bound)) for bound in bounds.tolist()]


@dataclass(frozen=True, slots=True, eq=False)
class _ValueBox:
    """A part of a program, presolved.

    Attributes:
        part: The bounds that define it.
        program: The program within these bounds, presolved.
        freedom: The binary logarithm of the number of assignments to its deciding columns.
    """

    part: Part
    program: Program
    freedom: float

    @classmethod
    def within(cls, program: Program, part: Part, bounds: ColumnBounds) -> _ValueBox | None:
        """Returns a part of a program within bounds; None if they contradict the rows."""
        presolved = presolve(program.within(bounds))
        if presolved is None or _has_too_many(presolved):
            return None
        widths = presolved.upper.in_doubles() - presolved.lower.in_doubles()
        freedom = float(np.log2(widths[presolved.deciding] + 1.0).sum())
        return cls(part, presolved, freedom)


def _has_too_many(program: Program) -> bool:
    """Whether a row that allows one true literal at most has two.

    Presolve finds that as well, but leaves programs with measured rows or large numbers alone. A
    part like that would be found below both literals, under one name.
    """
    rows = program.rows
    positive = rows.coefficients > 0
    lower = program.lower.numbers[rows.columns]
    upper = program.upper.numbers[rows.columns]
    is_true = np.where(positive, lower == 1, upper == 0)
    number = np.bincount(rows.owners()[is_true], minlength=len(rows))
    of_one = (rows.kinds == Kind.EXACTLY_ONE) | (rows.kinds == Kind.AT_MOST_ONE)
    return bool((number[of_one] > 1).any())


def branches(program: Program) -> list[Part]:
    """Returns the branches of a presolved program, of which each solution is in exactly one.

    They are the literals of the shortest row of which exactly one is true; where there is no such
    row, the halves of the values of the column that is in most rows. Empty if nothing is open, or a
    column has no bounds.
    """
    return _choices(program) or _halves(program)


def _choices(program: Program) -> list[Part]:
    """Returns the literals of the shortest row of which exactly one is true."""
    rows = program.rows
    # Only deciding columns may tell parts apart: of others there may be many values.
    aside = ~program.deciding | (program.lower == program.upper)
    asides = np.bincount(rows.owners()[aside[rows.columns]], minlength=len(rows))
    lengths = rows.lengths()
    candidates = (rows.kinds == Kind.EXACTLY_ONE) & (asides == 0) & (lengths > 1)
    if not candidates.any():
        return []
    row = int(np.argmin(np.where(candidates, lengths, len(rows.columns) + 1)))
    entries = slice(rows.starts[row], rows.starts[row + 1])
    values = (rows.coefficients[entries] > 0).astype(int).tolist()
    columns: list[int] = rows.columns[entries].tolist()
    return [{column: (value, value)} for column, value in zip(columns, values, strict=True)]


def _halves(program: Program) -> list[Part]:
    """Returns the halves of an open column: a binary one if there is one, that is in most rows."""
    widths = program.upper.in_doubles() - program.lower.in_doubles()
    open_columns = (program.deciding & (widths > 0)).nonzero()[0]
    if not len(open_columns):
        return []
    entries = np.bincount(program.rows.columns, minlength=program.variables)[open_columns]
    is_wide = widths[open_columns] > 1
    column = int(open_columns[np.lexsort((open_columns, -entries, is_wide))[0]])
    least = program.lower.at(column)
    most = program.upper.at(column)
    if least is None or most is None:
        return []
    first = int(least)
    last = int(most)
    middle = (first + last) // 2
    return [{column: (first, middle)}, {column: (middle + 1, last)}]


EVERYTHING = "everything"
"""The name of the part that is the whole program."""

_WEIGHT = re.compile(r"([1-9]\d*)\* ")
_BOUND = re.compile(r"x(\d+)=(-?\d+)\.\.(-?\d+)\Z")


def part_name(part: Part, weight: int = 1) -> str:
    """Returns the name of a part, the same in every run, such as `x1=1..1 x3=0..4`.

    That of a part which counts for several equivalent ones begins with their number: `12* x1=1..1`.
    """
    words = [f"{weight}*"] if weight > 1 else []
    words += [f"x{column}={least}..{most}" for column, (least, most) in sorted(part.items())]
    return " ".join(words) or EVERYTHING


def weight_of(name: str) -> int:
    """Returns how many equivalent parts a part counts for, by its name.

    Example:
        >>> weight_of("12* x1=1..1"), weight_of("x1=1..1")
        (12, 1)
    """
    match = _WEIGHT.match(name)
    return int(match[1]) if match else 1


def part_of_name(name: str) -> Part:
    """Returns the part that has a name.

    Example:
        >>> part_of_name("x1=1..1 x3=0..4"), part_name({3: (0, 4), 1: (1, 1)}), part_name({})
        ({1: (1, 1), 3: (0, 4)}, 'x1=1..1 x3=0..4', 'everything')
    """
    part: dict[int, tuple[int, int]] = {}
    bounds = _WEIGHT.sub("", name)
    for word in () if bounds == EVERYTHING else bounds.split(" "):
        match = _BOUND.match(word)
        if match is None:
            raise _damage_error(f"{name!r} is not a part of a model")
        column, least, most = map(int, match.groups())
        part[column] = (least, most)
    return part


def split_key(name: str) -> str:
    """Returns the key under which a ledger notes the parts into which a part was split."""
    return f"split {name}"


@dataclass(slots=True)
class Tally:
    """The number of solutions so far; every change is a single step, so it is always right.

    The solutions that a part reported before it was split are found again in its own parts.

    Attributes:
        parts: The number of solutions that each part has reported, by its name.
        splits: The parts into which a part was split, by its name.
    """

    parts: dict[str, int] = field(default_factory=dict)
    splits: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def found(self) -> int:
        """The number of solutions in all."""
        return self.of(EVERYTHING)

    def of(self, name: str) -> int:
        """Returns the number of solutions of a part."""
        reported = self.parts.get(name, 0)
        if name not in self.splits:
            return reported
        return max(reported, sum(self.of(below) for below in self.splits[name]))


class PartTree:
    """The tree of all parts: the whole was split, and parts that ran long were split again.

    It begins with the records of a ledger: counts of parts that are done, and the parts into which
    others were split. Records that contradict each other raise an `InputError`.

    Attributes:
        counts: The number of solutions of each part that is done, by its name.
        splits: The parts into which a part was split, by its name.

    Example:
        >>> tree = PartTree({"split everything": ["x0=1..1", "x1=1..1"], "x0=1..1": 7})
        >>> tree.left, tree.done, tree.number, tree.share
        (['x1=1..1'], 1, 2, 0.5)
        >>> tree.split("x1=1..1", ["x1=1..1 x2=0..0", "x1=1..1 x2=1..1"])
        >>> tree.finish("x1=1..1 x2=1..1", 3)
        >>> tree.left, tree.done, tree.number, tree.share
        (['x1=1..1 x2=0..0'], 2, 3, 0.75)
    """

    def __init__(self, records: Mapping[str, Any]) -> None:
        self.counts: dict[str, int] = {}
        self.splits: dict[str, tuple[str, ...]] = {}
        self._open: dict[str, float] = {EVERYTHING: 1.0}
        self._share = 0.0
        waiting = [EVERYTHING]
        records_used = 0
        while waiting:
            name = waiting.pop()
            if name in records:
                records_used += 1
                self.finish(name, _recorded_count(records[name]))
            elif split_key(name) in records:
                records_used += 1
                below = _recorded_parts(records[split_key(name)])
                self.split(name, below)
                waiting += reversed(below)
        if records_used < len(records):
            # A list that names them is missing: they would be searched again under other names.
            raise _damage_error("parts in the ledger are no parts of the whole")

    @property
    def left(self) -> list[str]:
        """The parts that are open: neither done nor split, in order."""
        return list(self._open)

    @property
    def done(self) -> int:
        """The number of parts that are done."""
        return len(self.counts)

    @property
    def number(self) -> int:
        """The number of parts that are done or open."""
        return len(self.counts) + len(self._open)

    @property
    def share(self) -> float:
        """The share that is done, from 0 to 1, if all parts of a part take equally long."""
        return self._share if self._open else 1.0

    def finish(self, name: str, number: int) -> None:
        """Notes that a part is done, and has so many solutions."""
        self._share += self._open.pop(name)
        self.counts[name] = number

    def split(self, name: str, below: Sequence[str]) -> None:
        """Replaces a part by its own parts; without any, it has no solution."""
        share = self._open.pop(name)
        self.splits[name] = tuple(below)
        has_repetition = len(set(below)) < len(below)
        known_names = self._open.keys() | self.counts.keys() | self.splits.keys()
        if has_repetition or not known_names.isdisjoint(below):
            raise _damage_error("a part appears twice")
        if not below:
            self._share += share
        self._open |= {part: share / len(below) for part in below}


def _recorded_count(record: object) -> int:
    """Returns the count of a ledger's record."""
    if type(record) is not int or record < 0:
        raise _damage_error("a count in the ledger is not a number")
    return record


def _recorded_parts(record: object) -> list[str]:
    """Returns the names of the parts of a ledger's record."""
    if not isinstance(record, list) or not all(isinstance(name, str) for name in record):
        raise _damage_error("the parts of a part are not names")
    return record


def _damage_error(what: str) -> InputError:
    return InputError(f"{what}: the ledger is damaged", "start with a new ledger")
