"""Splits a program into disjoint parts that have all its solutions between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles.modelling import MINUS_INFINITY, PLUS_INFINITY, IntArray, Kind, Program

Part: TypeAlias = Mapping[int, tuple[int, int]]
"""Bounds of some deciding columns, which tell a part from all others."""

_LITERALS = (Kind.EXACTLY_ONE, Kind.AT_MOST_ONE, Kind.AT_LEAST_ONE)


def split(program: Program, wanted: int) -> list[Part]:
    """Splits a program where that leaves as much as possible to be split further.

    A part chooses one literal of a row of which exactly one is true, the shortest such row; where
    there is none, half of the values of the column that most rows speak of. Parts that obviously
    have no solution are left out.

    Args:
        program: The program; its deciding columns have bounds.
        wanted: How many parts there should be; there may be some more, or fewer.

    Returns:
        The parts, in a reproducible order.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> row = model.exactly_one(model.binary("x", 3))
        >>> split(model.program(), 2)
        [{0: (1, 1)}, {1: (1, 1)}, {2: (1, 1)}]
    """
    literals = _LiteralRows.of(program)
    start = _Box({}, *literals.propagated(*_single_rows(program)))
    if not start.possible:
        return []
    boxes: list[_Box] = [start]
    done: list[_Box] = []
    while boxes and len(boxes) + len(done) < wanted:
        # The part with the most freedom comes first; of equal ones, the oldest.
        sizes = [box.freedom(program.deciding) for box in boxes]
        box = boxes.pop(int(np.argmax(sizes)))
        choices = literals.choices(box) or _halves(program, box)
        if not choices:
            done.append(box)
            continue
        for choice in choices:
            lower, upper = box.lower.copy(), box.upper.copy()
            for column, (least, most) in choice.items():
                lower[column], upper[column] = least, most
            part = _Box({**box.part, **choice}, *literals.propagated(lower, upper))
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
            owners=rows.owners(),
            columns=rows.columns,
            positive=rows.coefficients > 0,
            at_most=exactly | (rows.kinds == Kind.AT_MOST_ONE),
            at_least=exactly | (rows.kinds == Kind.AT_LEAST_ONE),
            splits=exactly & (aside == 0),
        )

    def _states(
        self, lower: IntArray, upper: IntArray
    ) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        """Which entries are true, and which are open."""
        least, most = lower[self.columns], upper[self.columns]
        true = np.where(self.positive, least == 1, most == 0)
        return true, (least == 0) & (most == 1)

    def propagated(self, lower: IntArray, upper: IntArray) -> tuple[IntArray, IntArray]:
        """The bounds with all that follows; a lower one above an upper one if they contradict."""
        lower, upper = lower.copy(), upper.copy()
        count = len(self.at_most)
        while True:
            true, unknown = self._states(lower, upper)
            trues = np.bincount(self.owners[true], minlength=count)
            unknowns = np.bincount(self.owners[unknown], minlength=count)
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
        true, unknown = self._states(box.lower, box.upper)
        count = len(self.at_most)
        unknowns = np.bincount(self.owners[unknown], minlength=count)
        trues = np.bincount(self.owners[true], minlength=count)
        candidates = np.nonzero(self.splits & (trues == 0) & (unknowns > 1))[0]
        if not len(candidates):
            return []
        row = int(candidates[np.argmin(unknowns[candidates])])
        entries = np.nonzero(unknown & (self.owners == row))[0].tolist()
        values = [int(self.positive[entry]) for entry in entries]
        columns: list[int] = self.columns[entries].tolist()
        return [{c: (v, v)} for c, v in zip(columns, values, strict=True)]
