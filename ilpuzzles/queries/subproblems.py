"""Splits a program into disjoint parts (cubes) that have all its solutions between them.

Parts have names, under which a ledger notes their counts; they are a tree, since those that run
long are split again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from ilpuzzles.errors import InputError
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.passes.presolve import presolve

Part: TypeAlias = Mapping[int, tuple[int, int]]
"""Bounds of some deciding columns, which tell a part from all others."""

ColumnBounds: TypeAlias = Mapping[int, tuple[Number | None, Number | None]]
"""Bounds of some columns, None where there is none."""


def split(program: Program, wanted: int) -> list[Part]:
    """Splits a program where that leaves as much as possible to be split further; see `branches`.

    Parts that obviously have no solution are left out. There may be some more than wanted, or
    fewer, in a reproducible order. Deciding columns have bounds.
    """
    start = _Box.within(program, {}, _single_rows(program))
    boxes: list[_Box] = [] if start is None else [start]
    done: list[_Box] = []
    while boxes and len(boxes) + len(done) < wanted:
        # The part with the most freedom comes first; of equal ones, the oldest.
        box = boxes.pop(int(np.argmax([box.freedom for box in boxes])))
        choices = branches(box.program)
        if not choices:
            done.append(box)
            continue
        parts = (_Box.within(box.program, {**box.part, **choice}, choice) for choice in choices)
        boxes += [part for part in parts if part is not None]
    return [box.part for box in [*done, *boxes]]


def _single_rows(program: Program) -> ColumnBounds:
    """The bounds of columns that rows of one entry give them, narrower than their own."""
    rows = program.rows
    single = ((rows.lengths() == 1) & (rows.kinds == Kind.LINEAR)).nonzero()[0]
    entries = rows.starts[:-1][single]
    is_plain = np.abs(rows.coefficients[entries]) == 1
    single, entries = single[is_plain], entries[is_plain]
    lower, upper = rows.lower[single].tolist(), rows.upper[single].tolist()
    columns: list[int] = rows.columns[entries].tolist()
    bounds: dict[int, tuple[Number | None, Number | None]] = {}
    signs = rows.coefficients[entries].tolist()
    for column, sign, least, most in zip(columns, signs, lower, upper, strict=True):
        low, high = bounds.get(column, (program.lower.at(column), program.upper.at(column)))
        if sign > 0:
            bounds[column] = _larger(low, least), _smaller(high, most)
        else:
            bounds[column] = _larger(low, _negated(most)), _smaller(high, _negated(least))
    return bounds


def _negated(bound: Number | None) -> Number | None:
    return None if bound is None else -bound


def _larger(bound: Number | None, other: Number | None) -> Number | None:
    """The larger of two lower bounds, None where there is none."""
    if bound is None or other is None:
        return other if bound is None else bound
    return max(bound, other)


def _smaller(bound: Number | None, other: Number | None) -> Number | None:
    """The smaller of two upper bounds, None where there is none."""
    if bound is None or other is None:
        return other if bound is None else bound
    return min(bound, other)


@dataclass(frozen=True, slots=True, eq=False)
class _Box:
    """A part, what its bounds leave of the program, and the logarithm of all assignments to it."""

    part: Part
    program: Program
    freedom: float

    @classmethod
    def within(cls, program: Program, part: Part, bounds: ColumnBounds) -> _Box | None:
        """A part of a program that has these bounds as well; None if they contradict the rows."""
        left = presolve(program.within(bounds))
        if left is None or _has_too_many(left):
            return None
        widths = (left.upper.in_doubles() - left.lower.in_doubles())[left.deciding]
        return cls(part, left, float(np.log2(widths + 1.0).sum()))


def _has_too_many(program: Program) -> bool:
    """Whether two literals of a row are true of which one may be.

    Presolve says so as well, but leaves measured rows and numbers of any size alone, with all
    other rows beside them. A part like that would be found below both literals, under one name.
    """
    rows = program.rows
    positive = rows.coefficients > 0
    lower, upper = program.lower.numbers[rows.columns], program.upper.numbers[rows.columns]
    is_true = np.where(positive, lower == 1, upper == 0)
    number = np.bincount(rows.owners()[is_true], minlength=len(rows))
    of_one = (rows.kinds == Kind.EXACTLY_ONE) | (rows.kinds == Kind.AT_MOST_ONE)
    return bool((number[of_one] > 1).any())


def branches(program: Program) -> list[Part]:
    """The ways to go on in a presolved program, of which each solution has one.

    They are the literals of the shortest row of which exactly one is true; where there is none, the
    halves of the values of the column that most rows speak of. None if nothing is open, or a column
    has no bounds.
    """
    return _choices(program) or _halves(program)


def _choices(program: Program) -> list[Part]:
    """The literals of the shortest row of which exactly one is true."""
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
    return [{c: (v, v)} for c, v in zip(columns, values, strict=True)]


def _halves(program: Program) -> list[Part]:
    """The two halves of an open column, binary ones first, then by how many rows speak of it."""
    widths = program.upper.in_doubles() - program.lower.in_doubles()
    open_columns = np.nonzero(program.deciding & (widths > 0))[0]
    if not len(open_columns):
        return []
    spoken = np.bincount(program.rows.columns, minlength=program.variables)[open_columns]
    wide = widths[open_columns] > 1
    column = int(open_columns[np.lexsort((open_columns, -spoken, wide))[0]])
    least, most = program.lower.at(column), program.upper.at(column)
    if least is None or most is None:
        return []
    first, last = int(least), int(most)
    middle = (first + last) // 2
    return [{column: (first, middle)}, {column: (middle + 1, last)}]


EVERYTHING = "everything"
"""The name of the part that is the whole."""

_WEIGHT = re.compile(r"([1-9]\d*)\* ")
_BOUND = re.compile(r"x(\d+)=(-?\d+)\.\.(-?\d+)\Z")


def part_name(part: Part, weight: int = 1) -> str:
    """The name of a part, the same in every run, such as `x1=1..1 x3=0..4`.

    One that counts for several equivalent ones says so first: `12* x1=1..1`.
    """
    words = [f"{weight}*"] * (weight > 1)
    words += [f"x{column}={least}..{most}" for column, (least, most) in sorted(part.items())]
    return " ".join(words) or EVERYTHING


def weight_of(name: str) -> int:
    """How many equivalent parts a part counts for, by its name.

    Example:
        >>> weight_of("12* x1=1..1"), weight_of("x1=1..1")
        (12, 1)
    """
    found = _WEIGHT.match(name)
    return int(found[1]) if found else 1


def part_of_name(name: str) -> Part:
    """The part that has a name.

    Example:
        >>> part_of_name("x1=1..1 x3=0..4"), part_name({3: (0, 4), 1: (1, 1)}), part_name({})
        ({1: (1, 1), 3: (0, 4)}, 'x1=1..1 x3=0..4', 'everything')
    """
    part: dict[int, tuple[int, int]] = {}
    bounds = _WEIGHT.sub("", name)
    for word in () if bounds == EVERYTHING else bounds.split(" "):
        found = _BOUND.match(word)
        if found is None:
            raise _damage_error(f"{name!r} is not a part of a model")
        part[int(found[1])] = (int(found[2]), int(found[3]))
    return part


def parse_name(name: str) -> str:
    """Under what name a ledger notes into which parts a part was split."""
    return f"split {name}"


@dataclass(slots=True)
class Tally:
    """How many solutions are known so far; every change is a single step, so it is always right.

    What a part reported before it was split is found again in its own parts.
    """

    parts: dict[str, int] = field(default_factory=dict)
    splits: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def found(self) -> int:
        """How many there are in all."""
        return self.of(EVERYTHING)

    def of(self, name: str) -> int:
        """How many a part has."""
        own = self.parts.get(name, 0)
        if name not in self.splits:
            return own
        return max(own, sum(self.of(below) for below in self.splits[name]))


class PartTree:
    """All parts: the whole was split into some, and those that ran long were split again.

    It begins with what a ledger has: counts of parts that are done, by their names, and into which
    parts others were split. What cannot be is an `InputError`.

    Example:
        >>> tree = PartTree({"split everything": ["x0=1..1", "x1=1..1"], "x0=1..1": 7})
        >>> tree.left, tree.done, tree.number, tree.share
        (['x1=1..1'], 1, 2, 0.5)
        >>> tree.split("x1=1..1", ["x1=1..1 x2=0..0", "x1=1..1 x2=1..1"])
        >>> tree.finish("x1=1..1 x2=1..1", 3)
        >>> tree.left, tree.done, tree.number, tree.share
        (['x1=1..1 x2=0..0'], 2, 3, 0.75)
    """

    def __init__(self, known: Mapping[str, Any]) -> None:
        self.counts: dict[str, int] = {}
        self.splits: dict[str, tuple[str, ...]] = {}
        self._open: dict[str, float] = {EVERYTHING: 1.0}
        self._share = 0.0
        waiting, told = [EVERYTHING], 0
        while waiting:
            name = waiting.pop()
            told += name in known or parse_name(name) in known
            if name in known:
                if type(known[name]) is not int or known[name] < 0:
                    raise _damage_error("a count in the ledger is not a number")
                self.finish(name, known[name])
            elif parse_name(name) in known:
                below = known[parse_name(name)]
                if not isinstance(below, list) or not all(isinstance(one, str) for one in below):
                    raise _damage_error("the parts of a part are not names")
                self.split(name, below)
                waiting += reversed(below)
        if told < len(known):
            # A list that names them is missing: they would be searched again under other names.
            raise _damage_error("parts in the ledger are no parts of the whole")

    @property
    def left(self) -> list[str]:
        """The parts that are neither done nor split, in order."""
        return list(self._open)

    @property
    def done(self) -> int:
        """How many are done."""
        return len(self.counts)

    @property
    def number(self) -> int:
        """How many there are in all."""
        return len(self.counts) + len(self._open)

    @property
    def share(self) -> float:
        """How much is done, as far as can be told: the parts of one count the same."""
        return self._share if self._open else 1.0

    def finish(self, name: str, number: int) -> None:
        """A part is done."""
        self._share += self._open.pop(name)
        self.counts[name] = number

    def split(self, name: str, below: Sequence[str]) -> None:
        """A part is replaced by its own parts; without any, it has no solution."""
        weight = self._open.pop(name)
        self.splits[name] = tuple(below)
        known = (self._open, self.counts, self.splits)
        if len(set(below)) < len(below) or any(each in there for there in known for each in below):
            raise _damage_error("a part appears twice")
        self._share += 0.0 if below else weight
        self._open |= {each: weight / len(below) for each in below}


def _damage_error(what: str) -> InputError:
    return InputError(f"{what}: the ledger is damaged", "start with a new ledger")
