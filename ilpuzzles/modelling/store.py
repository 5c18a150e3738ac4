"""Everything that a model remembers: families of columns, rows, and the names of both."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple, TypeAlias, cast

import numpy as np

from ilpuzzles.errors import ModelError
from ilpuzzles.modelling.column_store import ColumnStore
from ilpuzzles.modelling.determination import Together
from ilpuzzles.modelling.expressions import Owner
from ilpuzzles.modelling.names import Names
from ilpuzzles.modelling.numbers import (
    BoolArray,
    Number,
    NumberArray,
    Value,
    largest_size,
)
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.operations import Operation
from ilpuzzles.modelling.program import AnyProgram, Program
from ilpuzzles.modelling.row_builder import RowTraits
from ilpuzzles.modelling.row_check import OneRow, defines
from ilpuzzles.modelling.row_store import RowStore
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
)
from ilpuzzles.modelling.written import WrittenRows

Label: TypeAlias = tuple[str, Hashable]
"""The name of a row, empty for that of its group, and the key that follows it, or None."""


class DefinedTogether(NamedTuple):
    """Columns that several rows define at once, the columns that they follow from, and the rows."""

    columns: tuple[int, ...]
    given: tuple[int, ...]
    rows: Sequence[int]


@dataclass(slots=True, eq=False)
class Store:
    """The columns, rows and groups of a model, in the order in which they were added.

    What a program is made of can be looked at by anybody, and is changed by methods alone. Each of
    them counts the change, so that no program outlives it. From the change to its count nothing is
    called, so that neither an interruption nor another thread comes between the two.

    Attributes:
        columns: The columns, which count their changes themselves.
        rows: The rows, which do so, too.
        open_group: The number of the group that rows go to now, `NO_GROUP`, or `DEFINITION`.
    """

    columns: ColumnStore = field(default_factory=ColumnStore)
    rows: RowStore = field(default_factory=RowStore)
    open_group: int = NO_GROUP
    _groups: list[Group] = field(default_factory=list)
    _objective: Objective | None = None
    # The operations, by the numbers of their rows.
    _operations: list[Operation] = field(default_factory=list)
    _together: list[DefinedTogether] = field(default_factory=list)
    # The number of each group, since a model may have many.
    _group_numbers: dict[str, int] = field(default_factory=dict)
    # How often something was changed, but for columns and rows.
    _revision: int = 0
    # The program, and what the revision was when it was made: one thing, so that threads that ask
    # at the same time never see the one without the other.
    _made: tuple[Hashable, Program] | None = None

    @staticmethod
    def of(owner: Owner) -> Store:
        """Returns the store of a model: for those who build one of arrays, as file readers do."""
        return cast("Store", owner._store)  # noqa: SLF001 - the one way to it

    def on_top(self, rows: RowStore) -> Store:
        """A copy for what is stated on top of this, with other rows.

        No group is open in it, and nothing is known of rows that define columns together: programs
        that are extended know that.
        """
        return self._with(columns=self.columns.copied(), rows=rows, _together=[])

    def copied(self, owner: Owner) -> Store:
        """A copy for another model, with families and rows of its own."""
        return self._with(columns=self.columns.copied_for(owner), rows=self.rows.copied())

    def _with(self, **others: Any) -> Store:
        """A copy with some other attributes, in which no group is open."""
        copied = {each.name: _copied(getattr(self, each.name)) for each in fields(self)}
        return Store(**copied | {"open_group": NO_GROUP, "_made": None} | others)

    # What there is

    @property
    def groups(self) -> Sequence[Group]:
        """The groups of rows."""
        return self._groups

    @property
    def operations(self) -> Sequence[Operation]:
        """The operations, by the numbers of their rows."""
        return self._operations

    @property
    def objective(self) -> Objective | None:
        """The objective, if there is one."""
        return self._objective

    @objective.setter
    def objective(self, objective: Objective | None) -> None:
        self._objective = objective
        self._revision += 1

    def revision(self) -> Hashable:
        """A key that differs after every change."""
        return self._revision, self.columns.revision, self.rows.count, self.rows.revision

    # Groups and rows

    def add_group(self, group: Group) -> int:
        """Appends a group, and returns its number."""
        number = len(self._groups)
        self._group_numbers[group.name] = number
        self._groups += [group]
        self._revision += 1
        return number

    def set_groups(self, groups: Iterable[Group]) -> None:
        """Replaces all groups."""
        replaced = list(groups)
        self._group_numbers = {group.name: number for number, group in enumerate(replaced)}
        self._groups = replaced
        self._revision += 1

    def group_number(self, name: str) -> int | None:
        """The number of a group, if there is one of that name."""
        return self._group_numbers.get(name)

    def rows_name(self, word: str) -> str:
        """The name of rows that are given none: that of their group, or a word."""
        return word if self.open_group < 0 else self._groups[self.open_group].name

    def append(
        self,
        kind: Kind,
        columns: list[int],
        coefficients: Sequence[Value],
        bounds: tuple[Value | None, Value | None],
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
            continuous=self.columns.leaves_continuous(columns, coefficients),
        )
        name, key = label
        name = name or self.rows_name(word or kind.name.lower())
        self.rows.name_rows(row, name, None if key is None else (key,))
        return row

    def extend(
        self,
        written: WrittenRows,
        traits: RowTraits,
        *,
        repeated: Sequence[int] | None = None,
        binary: BoolArray | None = None,
    ) -> int:
        """Adds many rows as they were written, and returns the number of the first.

        `repeated` are the rows that name a column twice, if these are known; `binary` is whether
        each column is binary, where the kinds of the rows are to be found.
        """
        continuous = self.columns.continuous() if self.columns.any_continuous else None
        return self.rows.extend(
            written, traits, continuous=continuous, repeated=repeated, binary=binary
        )

    def add_operations(self, operations: Iterable[Operation]) -> None:
        """Appends what rows of kind operation are; their rows have to be added as well."""
        added = list(operations)
        self._operations += added
        self._revision += 1

    def define_together(
        self, columns: tuple[int, ...], given: tuple[int, ...], rows: Sequence[int]
    ) -> None:
        """Notes that some rows define columns at once, by the columns that these follow from."""
        self._together += [DefinedTogether(columns, given, rows)]
        self._revision += 1

    def operate(self, operation: Operation, label: Label = ("", None)) -> None:
        """Adds the row of an operation to the open group."""
        columns, defines = operation.columns(), Defines(operation=len(self._operations))
        self.add_operations([operation])
        ones: list[Number] = [1] * len(columns)
        free, word = (None, None), operation.word
        self.append(Kind.OPERATION, columns, ones, free, label, word=word, defines=defines)

    def one_row(self, number: int, owner: Owner) -> OneRow | None:
        """A row by itself; None if it is not there."""
        row = self.rows.one(number)
        if row is None:
            return None
        group = self._groups[int(row.groups[0])] if row.groups[0] >= 0 else None
        bounds = self.rows.written_bounds(int(row.origins[0]))
        return OneRow(*self.rows.called(number), group, row, self._operations, owner, bounds)

    def change(self, number: int, changed: RowStore) -> None:
        """Puts the only row of another store in the place of a row.

        What it said together with others about some columns is no longer known.
        """
        row = self.rows.one(number)
        columns = () if row is None else row.columns
        self._together = [
            defined
            for defined in self._together
            if number not in defined.rows or np.isin(columns, defined.given).all()
        ]
        self._revision += 1
        self.rows.change(number, changed)

    def require_deletable(self, numbers: Sequence[int], owner: Owner) -> None:
        """Raises if some row is not there, or says what an auxiliary variable is."""
        gone = next((number for number in numbers if self.rows.is_gone(number)), None)
        if gone is not None:
            raise ModelError(f"row {gone} is not there", "it has been deleted")
        rows = self.rows.some(numbers)
        defining = rows.groups == DEFINITION
        for place in np.nonzero((rows.targets != NO_TARGET) | defining)[0].tolist():
            target = int(rows.targets[place])
            if defining[place] or not self.columns.traits_of(target).deciding:
                what = "an auxiliary variable" if defining[place] else owner.name_of(target)
                raise ModelError(defines(self.rows.name_of(numbers[place]), what))

    def check_literals(self, columns: IntArray, coefficients: IntArray) -> None:
        """Raises unless some columns are binary, and their coefficients 1 or -1."""
        wrong = ""
        if not (np.abs(coefficients) == 1).all():
            wrong = "a literal has a coefficient other than 1 and -1"
        elif len(columns) and (columns.min() < 0 or columns.max() >= self.columns.count):
            wrong = "a column that is not of this model"
        elif not self.columns.all_binary:
            binary = self.columns.binary()
            if not binary[columns].all():
                column = int(columns[~binary[columns]][0])
                wrong = f"{self.columns.families[0].owner.name_of(column)} is not binary"
        if wrong:
            raise ModelError(wrong, "correct the arrays, or use linear rows")

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
        elif len(columns) and (columns.min() < 0 or columns.max() >= self.columns.count):
            wrong = "a column that is not of this model"
        elif coefficients.shape != columns.shape:
            wrong = "'coefficients' are not one number per entry"
        elif coefficients.dtype == np.int64 and largest_size(coefficients) >= LARGEST:
            wrong = "a coefficient has 63 bits or more"
        elif keys is not None and len(keys) != len(starts) - 1:
            wrong = "'keys' are not one per row"
        if wrong:
            raise ModelError(wrong, "correct the arrays given to add_rows")

    def program(self, owner: Owner, title: str, kind: type[AnyProgram]) -> AnyProgram:
        """All of it as a program of some class; made once for as long as nothing is changed."""
        revision = title, self.revision()
        if self._made is not None and self._made[0] == revision:
            return cast("AnyProgram", self._made[1])
        program = self._as_arrays(owner, title, kind)
        self._made = revision, program
        return program

    def _as_arrays(self, owner: Owner, title: str, kind: type[AnyProgram]) -> AnyProgram:
        """All of it as arrays, made anew."""
        columns = self.columns
        rows, numbers = self.rows.left()
        program = kind(
            lower=columns.lower(),
            upper=columns.upper(),
            deciding=columns.deciding(),
            continuous=columns.continuous() if columns.any_continuous else None,
            rows=rows,
            row_numbers=numbers,
            objective=self._objective,
            operations=tuple(self._operations),
            together=tuple(Together.of(self.rows.all(), *defined) for defined in self._together),
            names=Names(title, tuple(columns.families), tuple(self._groups), self.rows, owner),
            written=self.rows.written(),
        )
        program.deciding.setflags(write=False)
        program.row_numbers.setflags(write=False)
        program.lower.freeze()
        program.upper.freeze()
        return program


def _copied(value: Any) -> Any:
    """A list or a dictionary of one's own with the same elements; anything else as it is."""
    return value.copy() if isinstance(value, list | dict) else value
