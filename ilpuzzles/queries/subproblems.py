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
import numpy.typing as npt

from ilpuzzles.errors import InputError, Problem
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY, IntArray, Kind

Part: TypeAlias = Mapping[int, tuple[int, int]]
"""Bounds of some deciding columns, which tell a part from all others."""

_LITERALS = (Kind.EXACTLY_ONE, Kind.AT_MOST_ONE, Kind.AT_LEAST_ONE)


def split(program: Program, wanted: int) -> list[Part]:
    """Splits a program where that leaves as much as possible to be split further.

    A part chooses one literal of a row of which exactly one is true, the shortest such row; where
    there is none, half of the values of the column that most rows speak of. Parts that obviously
    have no solution are left out. There may be some more than wanted, or fewer, in a reproducible
    order. Deciding columns have bounds.
    """
    literals = _LiteralRows.of(program)
    start = _Box({}, *literals.propagate(*_single_rows(program)))
    if not start.possible:
        return []
    boxes: list[_Box] = [start]
    done: list[_Box] = []
    while boxes and len(boxes) + len(done) < wanted:
        # The part with the most freedom comes first; of equal ones, the oldest.
        box = boxes.pop(int(np.argmax([box.freedom(program.deciding) for box in boxes])))
        choices = literals.choices(box) or _halves(program, box)
        if not choices:
            done.append(box)
            continue
        for choice in choices:
            lower, upper = box.lower.copy(), box.upper.copy()
            for column, (least, most) in choice.items():
                lower[column], upper[column] = least, most
            part = _Box({**box.part, **choice}, *literals.propagate(lower, upper))
            if part.possible:
                boxes.append(part)
    return [box.part for box in [*done, *boxes]]


def _single_rows(program: Program) -> tuple[IntArray, IntArray]:
    """The bounds of all columns, with those that rows of one entry give them."""
    rows = program.rows
    lower, upper = program.lower.copy(), program.upper.copy()
    single = (rows.lengths() == 1) & (rows.kinds == Kind.LINEAR)
    entries = rows.starts[:-1][single]
    plain = np.abs(rows.coefficients[entries]) == 1
    columns, factors = rows.columns[entries][plain], rows.coefficients[entries][plain]
    bounds = rows.lower[single][plain], rows.upper[single][plain]
    # An infinity has to become the other one: -(-2^63) is -2^63 in 64 bits.
    turned = np.where(bounds[1] == PLUS_INFINITY, MINUS_INFINITY, -bounds[1])
    least = np.where(factors > 0, bounds[0], turned)
    turned = np.where(bounds[0] == MINUS_INFINITY, PLUS_INFINITY, -bounds[0])
    most = np.where(factors > 0, bounds[1], turned)
    np.maximum.at(lower, columns, least)
    np.minimum.at(upper, columns, most)
    return lower, upper


@dataclass(frozen=True, slots=True, eq=False)
class _Box:
    """A part, with all bounds that follow from its own."""

    part: dict[int, tuple[int, int]]
    lower: IntArray
    upper: IntArray

    @property
    def possible(self) -> bool:
        return bool((self.lower <= self.upper).all())

    def freedom(self, deciding: npt.NDArray[np.bool_]) -> float:
        """The logarithm of how many assignments there are, rows aside."""
        widths = (self.upper - self.lower)[deciding]
        return float(np.log2(widths + 1.0).sum())


def _halves(program: Program, box: _Box) -> list[dict[int, tuple[int, int]]]:
    """The two halves of an open column, binary ones first, then by how many rows speak of it."""
    open_columns = np.nonzero(program.deciding & (box.lower < box.upper))[0]
    if not len(open_columns):
        return []
    spoken = np.bincount(program.rows.columns, minlength=program.variables)[open_columns]
    wide = (box.upper - box.lower)[open_columns] > 1
    column = int(open_columns[np.lexsort((open_columns, -spoken, wide))[0]])
    least, most = int(box.lower[column]), int(box.upper[column])
    if least == MINUS_INFINITY or most == PLUS_INFINITY:
        return []
    middle = (least + most) // 2
    return [{column: (least, middle)}, {column: (middle + 1, most)}]


@dataclass(frozen=True, slots=True, eq=False)
class _LiteralRows:
    """The rows of literals of a program, as entries: what follows when some columns are fixed."""

    owners: IntArray
    columns: IntArray
    positive: npt.NDArray[np.bool_]
    at_most: npt.NDArray[np.bool_]
    at_least: npt.NDArray[np.bool_]
    splits: npt.NDArray[np.bool_]

    @classmethod
    def of(cls, program: Program) -> _LiteralRows:
        rows = program.keep(np.isin(program.rows.kinds, _LITERALS)).rows
        exactly = rows.kinds == Kind.EXACTLY_ONE
        # Only deciding columns may tell parts apart: of others there may be many values.
        aside = np.bincount(rows.owners()[~program.deciding[rows.columns]], minlength=len(rows))
        return cls(
            rows.owners(),
            rows.columns,
            rows.coefficients > 0,
            at_most=exactly | (rows.kinds == Kind.AT_MOST_ONE),
            at_least=exactly | (rows.kinds == Kind.AT_LEAST_ONE),
            splits=exactly & (aside == 0),
        )

    def _states(
        self, lower: IntArray, upper: IntArray
    ) -> tuple[IntArray, npt.NDArray[np.bool_], IntArray]:
        """How many entries of each row are true, which entries are open, and how many of each."""
        least, most = lower[self.columns], upper[self.columns]
        true = np.where(self.positive, least == 1, most == 0)
        unknown = (least == 0) & (most == 1)
        count = len(self.splits)
        trues = np.bincount(self.owners[true], minlength=count)
        return trues, unknown, np.bincount(self.owners[unknown], minlength=count)

    def propagate(self, lower: IntArray, upper: IntArray) -> tuple[IntArray, IntArray]:
        """The bounds with all that follows; a lower one above an upper one if they contradict."""
        lower, upper = lower.copy(), upper.copy()
        while True:
            trues, unknown, unknowns = self._states(lower, upper)
            wrong = (self.at_most & (trues > 1)) | (self.at_least & (trues + unknowns == 0))
            if wrong.any():
                return np.ones_like(lower), np.zeros_like(upper)
            refused = unknown & (self.at_most & (trues == 1))[self.owners]
            needed = self.at_least & (trues == 0) & (unknowns == 1)
            required = unknown & needed[self.owners]
            if not (refused.any() or required.any()):
                return lower, upper
            become_true = (required & self.positive) | (refused & ~self.positive)
            become_false = (required & ~self.positive) | (refused & self.positive)
            lower[self.columns[become_true]] = 1
            upper[self.columns[become_false]] = 0
            if (lower > upper).any():
                return lower, upper

    def choices(self, box: _Box) -> list[dict[int, tuple[int, int]]]:
        """The open literals of the shortest row of which exactly one is true."""
        trues, unknown, unknowns = self._states(box.lower, box.upper)
        candidates = np.nonzero(self.splits & (trues == 0) & (unknowns > 1))[0]
        if not len(candidates):
            return []
        row = int(candidates[np.argmin(unknowns[candidates])])
        entries = np.nonzero(unknown & (self.owners == row))[0].tolist()
        values = [int(self.positive[entry]) for entry in entries]
        columns: list[int] = self.columns[entries].tolist()
        return [{c: (v, v)} for c, v in zip(columns, values, strict=True)]


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
    return InputError(Problem(f"{what}: the ledger is damaged", "start with a new ledger"))
