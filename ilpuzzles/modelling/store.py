"""Everything that a model remembers: families of columns, rows, and the names of both."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias, cast

import numpy as np

from ilpuzzles.errors import ModelError, Problem
from ilpuzzles.modelling.expressions import Owner
from ilpuzzles.modelling.numbers import Number, NumberArray, exact, stored
from ilpuzzles.modelling.operations import Operation
from ilpuzzles.modelling.program import Names, Objective, Program, Together
from ilpuzzles.modelling.row_check import OneRow, defines
from ilpuzzles.modelling.rows import (
    DEFINITION,
    LARGEST,
    NO_GROUP,
    NO_TARGET,
    NOTHING,
    Defines,
    Group,
    IntArray,
    Kind,
    RowStore,
)
from ilpuzzles.modelling.variables import VariableFamily

Label: TypeAlias = tuple[str, Hashable]
"""The name of a row, empty for that of its group, and the key that follows it, or None."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What all variables of a family have in common; see `MINUS_INFINITY`, `PLUS_INFINITY`."""

    deciding: bool
    lower: Number = 0
    upper: Number = 1
    continuous: bool = False

    @property
    def is_binary(self) -> bool:
        """Whether the variables are 0 or 1."""
        return (self.lower, self.upper, self.continuous) == (0, 1, False)


@dataclass(slots=True, eq=False)
class Store:
    """The columns, rows and groups of a model, in the order in which they were added.

    Attributes:
        traits: For every family, what all its variables have in common.
        variables: How many columns there are.
        open_group: The number of the group that rows go to now, `NO_GROUP`, or `DEFINITION`.
        operations: What rows of kind operation are, by their numbers.
        together: Columns that several rows define at once, what they follow from, and the rows.
        all_binary: Whether every variable is binary.
        any_continuous: Whether some variable is continuous.
    """

    families: list[VariableFamily] = field(default_factory=list)
    traits: list[Traits] = field(default_factory=list)
    variables: int = 0
    rows: RowStore = field(default_factory=RowStore)
    groups: list[Group] = field(default_factory=list)
    open_group: int = NO_GROUP
    objective: Objective | None = None
    operations: list[Operation] = field(default_factory=list)
    together: list[tuple[tuple[int, ...], tuple[int, ...], Sequence[int]]] = field(
        default_factory=list
    )
    all_binary: bool = True
    any_continuous: bool = False
    _program: Program | None = None
    # The first family of each name, and the number of each group, since a model may have many.
    _families: dict[str, VariableFamily] = field(default_factory=dict)
    _group_numbers: dict[str, int] = field(default_factory=dict)
    # How many rows it was made of, and how often some had been changed or deleted.
    _count: int = 0
    _revision: int = 0

    @staticmethod
    def of(owner: Owner) -> Store:
        """What a model remembers: for those who build one of arrays, as file readers do."""
        return cast("Store", owner._store)  # noqa: SLF001 - the one way to it

    def add_family(self, family: VariableFamily, traits: Traits) -> None:
        """Appends the columns of a family."""
        self.families.append(family)
        self._families.setdefault(family.name, family)
        self.traits.append(traits)
        self.variables += family.size
        self.all_binary = self.all_binary and traits.is_binary
        self.any_continuous = self.any_continuous or traits.continuous

    def family(self, name: str) -> VariableFamily | None:
        """The first family of a name, if there is one."""
        return self._families.get(name)

    def add_group(self, group: Group) -> int:
        """Appends a group, and returns its number."""
        self._group_numbers[group.name] = len(self.groups)
        self.groups.append(group)
        return len(self.groups) - 1

    def set_groups(self, groups: Iterable[Group]) -> None:
        """Replaces all groups."""
        self.groups = list(groups)
        self._group_numbers = {group.name: number for number, group in enumerate(self.groups)}

    def group_number(self, name: str) -> int | None:
        """The number of a group, if there is one of that name."""
        return self._group_numbers.get(name)

    def column_name(self, column: int) -> str:
        """The name of a column."""
        return self.families[self._position(column)].label_name(column)

    def traits_of(self, column: int) -> Traits:
        """The bounds of a column, and what else its family says of it."""
        return self.traits[self._position(column)]

    def traits_among(self, columns: list[int]) -> tuple[bool, bool]:
        """Whether all of some columns are binary, and whether any is continuous."""
        traits = [self.traits_of(column) for column in columns]
        return all(one.is_binary for one in traits), any(one.continuous for one in traits)

    def is_continuous(self, columns: Iterable[int]) -> bool:
        """Whether any of some columns is continuous."""
        return self.any_continuous and any(self.traits_of(c).continuous for c in columns)

    def _position(self, column: int) -> int:
        return bisect_right(self.families, column, key=lambda family: family.first) - 1

    def rows_name(self, word: str) -> str:
        """What to call rows that are given no name: as their group, or by a word."""
        return word if self.open_group < 0 else self.groups[self.open_group].name

    def append(
        self,
        kind: Kind,
        columns: list[int],
        coefficients: list[Number],
        bounds: tuple[Number | None, Number | None],
        label: Label = ("", None),
        *,
        word: str = "",
        defines: Defines = NOTHING,
    ) -> int:
        """Adds a row to the open group, and returns its number; see `Rows` for what it is made of.

        Without a name it is called as its group is, without either by `word` or its kind.
        """
        row = self.rows.append(
            kind,
            self.open_group,
            columns,
            coefficients,
            bounds,
            defines=defines,
            continuous=self.any_continuous and self.is_continuous(columns),
        )
        name, key = label
        name = name or self.rows_name(word or kind.name.lower())
        self.rows.call(row, name, None if key is None else (key,))
        return row

    def operate(self, operation: Operation, label: Label = ("", None)) -> None:
        """Adds the row of an operation to the open group."""
        columns, defines = operation.columns(), Defines(operation=len(self.operations))
        self.operations.append(operation)
        ones: list[Number] = [1] * len(columns)
        free, word = (None, None), operation.word
        self.append(Kind.OPERATION, columns, ones, free, label, word=word, defines=defines)

    def one_row(self, number: int, owner: Owner) -> OneRow | None:
        """A row by itself; None if it is not there."""
        row = self.rows.one(number)
        if row is None:
            return None
        group = self.groups[int(row.groups[0])] if row.groups[0] >= 0 else None
        named, stated = self.rows.called(number), self.rows.write_bounds(number)
        return OneRow(*named, group, row, self.operations, owner, stated)

    def change(self, number: int, changed: RowStore) -> None:
        """Puts the only row of another store in the place of a row.

        What it said together with others about some columns is no longer known.
        """
        row = self.rows.one(number)
        columns = () if row is None else row.columns
        self.together = [
            one for one in self.together if number not in one[2] or np.isin(columns, one[1]).all()
        ]
        self.rows.change(number, changed)

    def require_deletable(self, numbers: Sequence[int], owner: Owner) -> None:
        """Raises if some row is not there, or says what an auxiliary variable is."""
        gone = next((number for number in numbers if self.rows.is_gone(number)), None)
        if gone is not None:
            raise ModelError(Problem(f"row {gone} is not there", "it has been deleted"))
        rows = self.rows.some(numbers)
        defining = rows.groups == DEFINITION
        for place in np.nonzero((rows.targets != NO_TARGET) | defining)[0].tolist():
            target = int(rows.targets[place])
            if defining[place] or not self.traits_of(target).deciding:
                what = "an auxiliary variable" if defining[place] else owner.name_of(target)
                raise ModelError(defines(self.rows.name_of(numbers[place]), what))

    def check_literals(self, columns: IntArray, coefficients: IntArray) -> None:
        """Raises unless some columns are binary, and their coefficients 1 or -1."""
        wrong = ""
        if not (np.abs(coefficients) == 1).all():
            wrong = "a literal has a coefficient other than 1 and -1"
        elif len(columns) and (columns.min() < 0 or columns.max() >= self.variables):
            wrong = "a column that is not of this model"
        elif not self.all_binary:
            flags = [traits.is_binary for traits in self.traits]
            binary = np.repeat(np.array(flags, dtype=bool), [f.size for f in self.families])
            if not binary[columns].all():
                column = int(columns[~binary[columns]][0])
                wrong = f"{self.families[0].owner.name_of(column)} is not binary"
        if wrong:
            raise ModelError(Problem(wrong, "correct the arrays, or use linear rows"))

    def require_fit(
        self,
        starts: IntArray,
        columns: IntArray,
        coefficients: NumberArray,
        keys: Sequence[Hashable] | None,
    ) -> None:
        """Raises unless the arrays of `add_rows` fit each other and the model."""
        wrong = ""
        if starts[0] != 0 or starts[-1] != len(columns) or (np.diff(starts) < 0).any():
            wrong = "'starts' does not ascend from 0 to the number of entries"
        elif len(columns) and (columns.min() < 0 or columns.max() >= self.variables):
            wrong = "a column that is not of this model"
        elif coefficients.shape != columns.shape:
            wrong = "'coefficients' are not one number per entry"
        elif coefficients.dtype == np.int64 and _largest(coefficients) >= LARGEST:
            wrong = "a coefficient has 63 bits or more"
        elif keys is not None and len(keys) != len(starts) - 1:
            wrong = "'keys' are not one per row"
        if wrong:
            raise ModelError(Problem(wrong, "correct the arrays given to add_rows"))

    def program(self, owner: Owner, title: str) -> Program:
        """All of it as arrays; made once for as long as nothing is added."""
        known = self._program
        if (
            known is None
            or known.names.title != title
            or len(known.names.groups) != len(self.groups)
            or known.variables != self.variables
            or self._count != self.rows.count
            or known.objective is not self.objective
            or self._revision != self.rows.revision
        ):
            (rows, numbers), traits = self.rows.left(), self.traits
            self._count, self._revision = self.rows.count, self.rows.revision
            sizes = [family.size for family in self.families]
            continuous = np.repeat(np.array([t.continuous for t in traits], bool), sizes)
            known = self._program = Program(
                lower=np.repeat(stored([t.lower for t in traits]), sizes),
                upper=np.repeat(stored([t.upper for t in traits]), sizes),
                deciding=np.repeat(np.array([t.deciding for t in traits], bool), sizes),
                continuous=continuous if self.any_continuous else None,
                rows=rows,
                row_numbers=numbers,
                objective=self.objective,
                operations=tuple(self.operations),
                together=tuple(Together.of(self.rows.all(), *known) for known in self.together),
                names=Names(title, tuple(self.families), tuple(self.groups), self.rows, owner),
            )
            for part in (known.lower, known.upper, known.deciding, known.row_numbers):
                part.setflags(write=False)
        return known


def whole_array(numbers: object, name: str) -> IntArray:
    """Whole numbers as an array of its own, one-dimensional and of 64 bits."""
    array = np.asarray(numbers)
    fits = array.dtype.kind in "iu" or not array.size
    if array.ndim != 1 or not fits or (array.dtype == np.uint64 and (array >= LARGEST).any()):
        got = f"got {array.dtype} of shape {array.shape}"
        raise ModelError(f"'{name}' must be whole numbers in one dimension, {got}")
    return array.astype(np.int64)


def number_array(numbers: object, name: str) -> NumberArray:
    """The same, or other numbers: doubles, or exact ones in an array of objects."""
    array = np.asarray(numbers)
    if array.ndim != 1 or array.dtype.kind not in "fO":
        return whole_array(numbers, name)
    return array if array.dtype == object else array.astype(np.float64)


def bounds_array(bound: object, infinity: int, count: int) -> NumberArray:
    """One number per row, or one for all of them, that of infinity where there is none."""
    if bound is None:
        return np.full(count, infinity)
    if not isinstance(bound, np.ndarray):
        return np.full(count, stored([exact(bound)])[0])
    array = number_array(bound, "bounds")
    if array.shape != (count,):
        raise ModelError("bounds must be one number per row")
    if array.dtype == np.float64:
        none = array == (np.inf if infinity > 0 else -np.inf)
        return array if not none.any() else np.where(none, infinity, array.astype(object))
    return array


def require_finite(starts: IntArray, coefficients: NumberArray, *bounds: NumberArray) -> None:
    """Raises if some row has a number that is none, or an infinite one in the wrong place."""
    one_each = np.arange(len(starts))
    for numbers, firsts in ((coefficients, starts), *((bound, one_each) for bound in bounds)):
        wrong = () if numbers.dtype != np.float64 else (~np.isfinite(numbers)).nonzero()[0]
        for entry in wrong[:1]:
            row = np.searchsorted(firsts, entry, side="right") - 1
            what = f"row {row} of these has the number {numbers[entry]}"
            raise ModelError(Problem(what, "give finite ones, and infinity for bounds only"))


def _largest(numbers: IntArray) -> int:
    """The largest number without its sign, which may have 64 bits."""
    return max(-int(numbers.min()), int(numbers.max())) if len(numbers) else 0
