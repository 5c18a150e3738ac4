"""The columns of a model as it is stated: families of variables, with what these have in common."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import ModelError, quoted
from ilpuzzles.modelling.bounds import Bounds, Side
from ilpuzzles.modelling.expressions import Owner
from ilpuzzles.modelling.numbers import (
    BoolArray,
    Number,
    Value,
    as_value,
    exact,
    exact_objects,
    least_type,
    python_scalar,
    text_of,
    whole,
)
from ilpuzzles.modelling.pairing import is_unlimited, pair_bounds
from ilpuzzles.modelling.rows import (
    LARGEST,
)
from ilpuzzles.modelling.variables import VariableFamily

Bound: TypeAlias = Number | Bounds | None
"""The bound of all variables of a family, None for none; or the bounds of each of them."""


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
class ColumnStore:
    """The columns of a model, in the order in which they were added: families, and their names.

    It can be looked at by anybody, and is changed by methods alone, which count the change; from
    the change to its count nothing is called.

    Attributes:
        count: How many columns there are.
        all_binary: Whether every variable is binary.
        any_continuous: Whether some variable is continuous.
        revision: How often something was changed.
    """

    count: int = 0
    all_binary: bool = True
    any_continuous: bool = False
    revision: int = 0
    _families: list[VariableFamily] = field(default_factory=list)
    # For every family, what all its variables have in common.
    _traits: list[Traits] = field(default_factory=list)
    # The first family of each name, since a model may have many.
    _family_of_name: dict[str, VariableFamily] = field(default_factory=dict)
    # The number that the next auxiliary family of a word may have.
    _next_numbers: dict[str, int] = field(default_factory=dict)
    # The labels of families without a name, once they are asked for.
    _unnamed_labels: frozenset[Hashable] | None = None

    @property
    def families(self) -> Sequence[VariableFamily]:
        """The families of columns."""
        return self._families

    def copied(self) -> ColumnStore:
        """A copy to which others may be added."""
        return replace(
            self,
            _families=self._families.copy(),
            _traits=self._traits.copy(),
            _family_of_name=self._family_of_name.copy(),
            _next_numbers=self._next_numbers.copy(),
        )

    def copied_for(self, owner: Owner) -> ColumnStore:
        """A copy for another model, with families of its own."""
        families = [family.of_owner(owner) for family in self._families]
        first_of_name: dict[str, VariableFamily] = {}
        for family in families:
            first_of_name.setdefault(family.name, family)
        return replace(self.copied(), _families=families, _family_of_name=first_of_name)

    def add_family(self, family: VariableFamily, traits: Traits) -> None:
        """Appends the columns of a family; an auxiliary family that has its name gets another."""
        known = self._family_of_name.get(family.name)
        if known is not None and known.word:
            self._rename(known)
        count = self.count + family.size
        all_binary = self.all_binary and traits.is_binary
        self._families += [family]
        self._traits += [traits]
        if family.name not in self._family_of_name:
            self._family_of_name[family.name] = family
        if not family.name:
            self._unnamed_labels = None
        self.count = count
        self.all_binary = all_binary
        self.any_continuous = self.any_continuous or traits.continuous
        self.revision += 1

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
        self.revision += 1

    def family(self, name: str) -> VariableFamily | None:
        """The first family of a name, if there is one."""
        return self._family_of_name.get(name)

    def name_of(self, column: int) -> str:
        """The name of a column."""
        return self._families[self._position(column)].label_name(column)

    def traits_of(self, column: int) -> Traits:
        """The traits of a column, which are those of its family."""
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

    def continuous(self) -> BoolArray:
        """Whether each column is continuous."""
        found: BoolArray = self._of_each([one.continuous for one in self._traits], bool)
        return found

    def deciding(self) -> BoolArray:
        """Whether each column distinguishes solutions."""
        found: BoolArray = self._of_each([one.deciding for one in self._traits], bool)
        return found

    def lower(self) -> Bounds:
        """The least value of each column."""
        return self._bounds_of_each([one.lower for one in self._traits], Side.LOWER)

    def upper(self) -> Bounds:
        """The greatest value of each column."""
        return self._bounds_of_each([one.upper for one in self._traits], Side.UPPER)

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

    def leaves_continuous(self, columns: Sequence[int], coefficients: Sequence[Value]) -> bool:
        """Whether a sum has a continuous variable once its equal columns are added up."""
        if not self.any_continuous:
            return False
        factors: dict[int, Value] = {}
        for column, coefficient in zip(columns, coefficients, strict=True):
            if self.traits_of(column).continuous:
                factors[column] = factors.get(column, 0) + coefficient
        return any(factors.values())

    def _position(self, column: int) -> int:
        return bisect_right(self._families, column, key=lambda family: family.first) - 1


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
    is_descending = lowest > highest
    is_large = np.zeros(count, dtype=bool)
    for bounds in (lowest, highest):
        is_large |= bounds.finite & ((bounds.numbers >= LARGEST) | (bounds.numbers <= -LARGEST))
    for place in np.flatnonzero(is_descending | is_large)[:1].tolist():
        shown = [
            None if bound is None else text_of(bound)
            for bound in (lowest.at(place), highest.at(place))
        ]
        name = family.name if count == 1 else family.label_name(family.first + place)
        what = f"the bounds of {quoted(name)} must"
        got = f"got {shown[0]} and {shown[1]}"
        if is_descending[place]:
            raise ModelError(f"{what} ascend, {got}")
        raise ModelError(
            f"{what} lie between -2^62 and 2^62, {got}", "use None where there is no bound"
        )
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
