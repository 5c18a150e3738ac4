"""Everything that a model remembers: families of columns, rows, and the names of both."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeAlias, cast

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import ModelError, quoted
from ilpuzzles.modelling.bounds import Bounds, Side
from ilpuzzles.modelling.determination import Together
from ilpuzzles.modelling.expressions import Owner
from ilpuzzles.modelling.names import Names
from ilpuzzles.modelling.numbers import (
    BoolArray,
    Number,
    NumberArray,
    Value,
    as_value,
    exact,
    exact_objects,
    given_numbers,
    largest_size,
    least_type,
    python_scalar,
    text_of,
    whole,
)
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.operations import Operation
from ilpuzzles.modelling.pairing import is_unlimited, pair_bounds
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
from ilpuzzles.modelling.variables import VariableFamily
from ilpuzzles.modelling.written import WrittenRows

Label: TypeAlias = tuple[str, Hashable]
"""The name of a row, empty for that of its group, and the key that follows it, or None."""


Bound: TypeAlias = Number | Bounds | None
"""The bound of all variables of a family, None for none; or the bounds of each of them."""


DefinedTogether: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], Sequence[int]]
"""Columns that several rows define at once, the columns that they follow from, and the rows."""


@dataclass(frozen=True, slots=True, eq=False)
class Traits:
    """The attributes of the variables of a family.

    A bound is a number, None for none, or one for each variable where these differ.
    """

    deciding: bool
    lower: Bound = 0
    upper: Bound = 1
    continuous: bool = False

    @property
    def is_binary(self) -> bool:
        """Whether all variables are 0 or 1."""
        return bool(self.binary().all())

    def binary(self) -> npt.NDArray[np.bool_]:
        """Whether each variable is 0 or 1, where bounds differ; else whether all of them are."""
        return np.asarray((self.lower == 0) & (self.upper == 1) & (not self.continuous), dtype=bool)

    def at(self, place: int) -> tuple[Number | None, Number | None]:
        """The bounds of a variable of the family, by its place."""
        lower, upper = self.lower, self.upper
        least = lower.at(place) if isinstance(lower, Bounds) else lower
        return least, upper.at(place) if isinstance(upper, Bounds) else upper


@dataclass(slots=True, eq=False)
class Store:
    """The columns, rows and groups of a model, in the order in which they were added.

    What a program is made of can be looked at by anybody, and is changed by methods alone. Each of
    them counts the change, so that no program outlives it. From the change to its count nothing is
    called, so that neither an interruption nor another thread comes between the two.

    Attributes:
        variables: How many columns there are.
        rows: The rows, which count their changes themselves.
        open_group: The number of the group that rows go to now, `NO_GROUP`, or `DEFINITION`.
        all_binary: Whether every variable is binary.
        any_continuous: Whether some variable is continuous.
    """

    variables: int = 0
    rows: RowStore = field(default_factory=RowStore)
    open_group: int = NO_GROUP
    all_binary: bool = True
    any_continuous: bool = False
    _families: list[VariableFamily] = field(default_factory=list)
    # For every family, what all its variables have in common.
    _traits: list[Traits] = field(default_factory=list)
    _groups: list[Group] = field(default_factory=list)
    _objective: Objective | None = None
    # What rows of kind operation are, by their numbers.
    _operations: list[Operation] = field(default_factory=list)
    _together: list[DefinedTogether] = field(default_factory=list)
    # The first family of each name, and the number of each group, since a model may have many.
    _family_of_name: dict[str, VariableFamily] = field(default_factory=dict)
    _group_numbers: dict[str, int] = field(default_factory=dict)
    # The number that the next auxiliary family of a word may have.
    _next_numbers: dict[str, int] = field(default_factory=dict)
    # The labels of families without a name, once they are asked for.
    _unnamed_labels: frozenset[Hashable] | None = None
    # How often something was changed, but for rows.
    _revision: int = 0
    # The program, and what the revision was when it was made: one thing, so that threads that ask
    # at the same time never see the one without the other.
    _made: tuple[Hashable, Program] | None = None

    @staticmethod
    def of(owner: Owner) -> Store:
        """What a model remembers: for those who build one of arrays, as file readers do."""
        return cast("Store", owner._store)  # noqa: SLF001 - the one way to it

    def on_top(self, rows: RowStore) -> Store:
        """A copy for what is stated on top of this, with other rows.

        No group is open in it, and nothing is known of rows that define columns together: programs
        that are extended know that.
        """
        return self._with(rows=rows, _together=[])

    def _with(self, **others: Any) -> Store:
        """A copy with some other attributes, in which no group is open."""
        copied = {each.name: _copied(getattr(self, each.name)) for each in fields(self)}
        return Store(**copied | {"open_group": NO_GROUP, "_made": None} | others)

    def copied(self, owner: Owner) -> Store:
        """A copy for another model, with families and rows of its own."""
        families = [family.of_owner(owner) for family in self._families]
        first_of_name: dict[str, VariableFamily] = {}
        for family in families:
            first_of_name.setdefault(family.name, family)
        rows = self.rows.copied()
        return self._with(rows=rows, _families=families, _family_of_name=first_of_name)

    # What there is

    @property
    def families(self) -> Sequence[VariableFamily]:
        """The families of columns."""
        return self._families

    @property
    def groups(self) -> Sequence[Group]:
        """The groups of rows."""
        return self._groups

    @property
    def operations(self) -> Sequence[Operation]:
        """What rows of kind operation are, by their numbers."""
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
        """What is another one after every change."""
        return self._revision, self.rows.count, self.rows.revision

    # Columns

    def add_family(self, family: VariableFamily, traits: Traits) -> None:
        """Appends the columns of a family; an auxiliary family that has its name gets another."""
        known = self._family_of_name.get(family.name)
        if known is not None and known.word:
            self._rename(known)
        variables = self.variables + family.size
        all_binary = self.all_binary and traits.is_binary
        self._families += [family]
        self._traits += [traits]
        if family.name not in self._family_of_name:
            self._family_of_name[family.name] = family
        if not family.name:
            self._unnamed_labels = None
        self.variables = variables
        self.all_binary = all_binary
        self.any_continuous = self.any_continuous or traits.continuous
        self._revision += 1

    def auxiliary_name(self, word: str) -> str:
        """A name that no family has: a word, and as a rule the number of the next family."""
        number = max(len(self._families), self._next_numbers.get(word, 0))
        labels = self._labels_as_names()
        while f"{word} {number}" in self._family_of_name or f"{word} {number}" in labels:
            number += 1
        self._next_numbers[word] = number + 1
        return f"{word} {number}"

    def _labels_as_names(self) -> frozenset[Hashable]:
        """The labels of families without a name, which are names themselves."""
        if "" not in self._family_of_name:
            return frozenset()
        if self._unnamed_labels is None:
            unnamed = (family for family in self._families if not family.name)
            self._unnamed_labels = frozenset(
                label for family in unnamed for axis in family.axes for label in axis
            )
        return self._unnamed_labels

    def _rename(self, family: VariableFamily) -> None:
        """Calls an auxiliary family by another name; programs that were made before keep theirs."""
        other = family.renamed(self.auxiliary_name(family.word))
        position = self._position(family.first)
        del self._family_of_name[family.name]
        self._family_of_name[other.name] = other
        self._families[position] = other
        self._revision += 1

    def family(self, name: str) -> VariableFamily | None:
        """The first family of a name, if there is one."""
        return self._family_of_name.get(name)

    def column_name(self, column: int) -> str:
        """The name of a column."""
        return self._families[self._position(column)].label_name(column)

    def traits_of(self, column: int) -> Traits:
        """What the family of a column says of it, but for its bounds."""
        return self._traits[self._position(column)]

    def bounds_of(self, column: int) -> tuple[Number | None, Number | None]:
        """The least and the greatest value of a column."""
        position = self._position(column)
        return self._traits[position].at(column - self._families[position].first)

    def is_binary(self, column: int) -> bool:
        """Whether a column is 0 or 1."""
        return self.bounds_of(column) == (0, 1) and not self.traits_of(column).continuous

    def traits_among(self, columns: list[int]) -> tuple[bool, bool]:
        """Whether all of some columns are binary, and whether any is continuous."""
        return all(map(self.is_binary, columns)), self.is_continuous(columns)

    def binary(self) -> npt.NDArray[np.bool_]:
        """Whether each column is binary."""
        found: npt.NDArray[np.bool_] = self._of_each([one.binary() for one in self._traits], bool)
        return found

    def _of_each(self, parts: Sequence[object], kind: Any) -> Any:
        """One value for each column: of each family, one for all of its columns or one for each."""
        sizes = [family.size for family in self._families]
        if not any(isinstance(part, np.ndarray) for part in parts):
            return np.repeat(np.array(parts, dtype=kind), sizes)
        each = [np.full(size, part) for size, part in zip(sizes, parts, strict=True)]
        return np.concatenate(each).astype(kind)

    def _bounds_of_each(self, parts: Sequence[Bound], side: Side) -> Bounds:
        """The bounds of all columns: of each family, one for all of its columns or one for each."""
        sizes = [family.size for family in self._families]
        single = [part for part in parts if not isinstance(part, Bounds)]
        if len(single) == len(parts):
            one_each = Bounds.of(side, single)
            numbers, finite = (
                np.repeat(part, sizes) for part in (one_each.numbers, one_each.finite)
            )
            return Bounds(side, numbers, finite)
        return Bounds.joined(
            [
                part if isinstance(part, Bounds) else Bounds.every(side, part, size)
                for size, part in zip(sizes, parts, strict=True)
            ]
        )

    def is_continuous(self, columns: Iterable[int]) -> bool:
        """Whether any of some columns is continuous."""
        return self.any_continuous and any(self.traits_of(c).continuous for c in columns)

    def _leaves_continuous(self, columns: Sequence[int], coefficients: Sequence[Value]) -> bool:
        """Whether a sum has a continuous variable once its equal columns are added up."""
        factors: dict[int, Value] = {}
        for column, coefficient in zip(columns, coefficients, strict=True):
            if self.traits_of(column).continuous:
                factors[column] = factors.get(column, 0) + coefficient
        return any(factors.values())

    def _position(self, column: int) -> int:
        return bisect_right(self._families, column, key=lambda family: family.first) - 1

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
        """What to call rows that are given no name: as their group, or by a word."""
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
            continuous=self.any_continuous and self._leaves_continuous(columns, coefficients),
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
        continuous = None
        if self.any_continuous:
            continuous = self._of_each([one.continuous for one in self._traits], bool)
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
        self._together += [(columns, given, rows)]
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
            one for one in self._together if number not in one[2] or np.isin(columns, one[1]).all()
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
            binary = self.binary()
            if not binary[columns].all():
                column = int(columns[~binary[columns]][0])
                wrong = f"{self._families[0].owner.name_of(column)} is not binary"
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
        elif len(columns) and (columns.min() < 0 or columns.max() >= self.variables):
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
        (rows, numbers), traits = self.rows.left(), self._traits
        continuous = self._of_each([t.continuous for t in traits], bool)
        program = kind(
            lower=self._bounds_of_each([t.lower for t in traits], Side.LOWER),
            upper=self._bounds_of_each([t.upper for t in traits], Side.UPPER),
            deciding=self._of_each([t.deciding for t in traits], bool),
            continuous=continuous if self.any_continuous else None,
            rows=rows,
            row_numbers=numbers,
            objective=self._objective,
            operations=tuple(self._operations),
            together=tuple(Together.of(self.rows.all(), *known) for known in self._together),
            names=Names(title, tuple(self._families), tuple(self._groups), self.rows, owner),
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


def family_bounds(family: VariableFamily, traits: Traits, lower: object, upper: object) -> Traits:
    """The attributes of the variables of a family, with bounds as somebody gives them.

    Raises:
        ModelError: If bounds are no numbers, do not fit the family, or leave no value.
    """
    whole_ones = not traits.continuous
    least = _family_bound(family, lower, Side.LOWER, whole_ones)
    most = _family_bound(family, upper, Side.UPPER, whole_ones)
    count = family.size if isinstance(least, Bounds) or isinstance(most, Bounds) else 1
    lowest, highest = _each(least, Side.LOWER, count), _each(most, Side.UPPER, count)
    wrong = lowest > highest
    for bounds in (lowest, highest):
        wrong |= bounds.finite & ((bounds.numbers >= LARGEST) | (bounds.numbers <= -LARGEST))
    for place in np.flatnonzero(wrong)[:1].tolist():
        shown = [
            None if bound is None else text_of(bound)
            for bound in (lowest.at(place), highest.at(place))
        ]
        name = family.name if count == 1 else family.label_name(family.first + place)
        raise ModelError(f"the bounds of {quoted(name)} must ascend, got {shown[0]} and {shown[1]}")
    return replace(traits, lower=least, upper=most)


def _each(bound: Bound, side: Side, count: int) -> Bounds:
    return bound if isinstance(bound, Bounds) else Bounds.every(side, bound, count)


def _family_bound(family: VariableFamily, bound: object, side: Side, whole_ones: bool) -> Bound:
    """A bound as somebody gives it: a number, or one for each variable where there are several."""
    decimals = family.owner.is_exact
    if bound is None or is_unlimited(bound, side):
        return None
    if isinstance(bound, str) or (np.ndim(bound) == 0 and not isinstance(bound, Mapping)):  # type: ignore[arg-type] # anything
        return _whole_bound(bound) if whole_ones else exact(as_value(bound, decimals=decimals))
    what = f"the bounds of {quoted(family.name)}"
    found, finite = pair_bounds(bound, family.layout, what, side, decimals=decimals)
    try:
        each = np.broadcast_to(found, family.shape).ravel()
        is_there = np.broadcast_to(finite, family.shape).ravel()
    except ValueError:
        shapes = f"have shape {found.shape}, and the family {family.shape}"
        raise ModelError(f"{what} {shapes}", "give one for each variable") from None
    if whole_ones:
        for number in each[is_there].tolist() if each.dtype != np.int64 else ():
            _whole_bound(number)
    # Bounds of columns are exact: a measured one is the fraction that the double is.
    return Bounds(side, least_type(exact_objects(each)), is_there)


def _whole_bound(bound: object) -> int:
    """A bound of whole variables as a Python int: also one that is a float, such as 5.0."""
    number = python_scalar(bound)
    return int(number) if isinstance(number, float) and number.is_integer() else whole(bound)


def whole_array(numbers: object, name: str) -> IntArray:
    """Whole numbers as an array of its own, one-dimensional and of 64 bits."""
    array = np.asarray(numbers)
    fits = array.dtype.kind in "iu" or not array.size
    if array.ndim != 1 or not fits or (array.dtype == np.uint64 and (array >= LARGEST).any()):
        got = f"got {array.dtype} of shape {array.shape}"
        raise ModelError(f"'{name}' must be whole numbers in one dimension, {got}")
    return array.astype(np.int64)


def number_array(numbers: object, name: str, *, decimals: bool = False) -> NumberArray:
    """The same, or other numbers: doubles, or Python's own in an array of objects."""
    array = np.asarray(numbers)
    if array.ndim != 1 or array.dtype.kind not in "fO":
        return whole_array(numbers, name)
    return given_numbers(array, name, decimals=decimals)


def bounds_array(bound: object, side: Side, count: int, *, decimals: bool = False) -> Bounds:
    """The bounds of rows as they were given: one for each row, or one for all of them."""
    if bound is None or isinstance(bound, Bounds):
        return Bounds.every(side, None, count) if bound is None else bound
    if not isinstance(bound, np.ndarray) or not bound.ndim:
        return Bounds.every(side, as_value(bound, decimals=decimals), count)
    if bound.shape != (count,):
        raise ModelError("bounds must be one number per row")
    finite = np.ones(count, dtype=bool)
    if bound.dtype.kind == "f":
        finite = bound != side * np.inf
        bound = np.where(finite, bound, bound.dtype.type(0))
    return Bounds(side, number_array(bound, "bounds", decimals=decimals), finite)


def require_finite(starts: IntArray, coefficients: object, *bounds: object) -> None:
    """Raises if some row has a number that is none, or an infinite one in the wrong place."""
    one_each = np.arange(len(starts))
    sides = ((side, one_each) for side in bounds)
    for place, (given, firsts) in enumerate([(coefficients, starts), *sides]):
        if not isinstance(given, np.ndarray) or not given.ndim or given.dtype.kind != "f":
            continue
        is_wrong = ~np.isfinite(given)
        if place:
            is_wrong &= given != (-np.inf if place == 1 else np.inf)
        for entry in is_wrong.nonzero()[0].tolist()[:1]:
            row = np.searchsorted(firsts, entry, side="right") - 1
            what = f"row {row} has the number {given[entry]}"
            raise ModelError(what, "give finite ones, and infinity for bounds only")
