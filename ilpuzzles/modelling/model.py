"""The model: variables, rows and groups, stated by a person or by a formulation."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from enum import Enum
from fractions import Fraction
from operator import index
from os import urandom
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, TypeAlias, overload

import numpy as np

from ilpuzzles.errors import ModelError, UnknownNameError, counted, quoted, unknown_name
from ilpuzzles.lazy_imports import former_names
from ilpuzzles.modelling.bounds import Side
from ilpuzzles.modelling.column_store import Traits, family_bounds
from ilpuzzles.modelling.encoding import Encoder, TruthMemory
from ilpuzzles.modelling.expression_array import ComparisonArray, LinearArray, TruthArray
from ilpuzzles.modelling.expressions import (
    Comparison,
    EmptySum,
    Expression,
    Linear,
    Logical,
    Operand,
    Variable,
    linear_sum,
)
from ilpuzzles.modelling.functions import gathered
from ilpuzzles.modelling.given_arrays import bounds_array, number_array, require_finite, whole_array
from ilpuzzles.modelling.layouts import Axes
from ilpuzzles.modelling.numbers import Number, NumberArray, Numeric, as_value, exact
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.ownership import Extent
from ilpuzzles.modelling.pointers import MODEL, missing_attribute, pointer, unknown_attribute
from ilpuzzles.modelling.program import Program, ProgramView, require_own_rows
from ilpuzzles.modelling.row_builder import RowTraits
from ilpuzzles.modelling.row_check import OneRow, Row, RowList
from ilpuzzles.modelling.rows import (
    NO_GROUP,
    NO_TARGET,
    Defines,
    Group,
    IntArray,
    Kind,
)
from ilpuzzles.modelling.store import Label, Store
from ilpuzzles.modelling.variables import Axis, VariableArray, VariableFamily
from ilpuzzles.modelling.vocabulary import ModelVocabulary
from ilpuzzles.modelling.written import WrittenRows

Literals: TypeAlias = Iterable[Logical] | VariableArray
"""Truths, one by one or as an array of variables."""

LiteralsByKey: TypeAlias = Literals | Mapping[Any, Literals]
"""The same, or those of several rows by the keys of these."""

DimsLike: TypeAlias = Iterable[str | None] | None
"""The names of axes, None for an axis without one."""


class _Missing(Enum):
    """The value of a bound that was not given, since None says that there is none."""

    BOUND = 0


_MISSING = _Missing.BOUND

WholeBoundsLike: TypeAlias = float | Mapping[Any, float] | Sequence[Any] | NumberArray | None
BoundsLike: TypeAlias = Numeric | Mapping[Any, Numeric] | Sequence[Any] | NumberArray | None
"""A bound of all variables of a family, or one for each of them, perhaps by label."""


class ModelBase(ProgramView):
    """The statements of a model: families of variables, rows over them, named groups, objectives.

    It knows no question and no file: `ilpuzzles.Model` is the same with these.

    Args:
        name: What to call it.
        exact: Whether every float means its shortest decimal, so that no number is measured.
    """

    _vocabulary = ModelVocabulary()

    def __init__(self, name: str = "model", *, exact: bool = False) -> None:
        self.name = name
        self.is_exact = exact
        self._encoder = Encoder(self, TruthMemory(Store()))
        self._lineage: dict[str, Extent] = {}

    @property
    def _store(self) -> Store:
        """The columns, rows and groups so far; for `extension`, with what it states."""
        return self._encoder.store

    # Copies

    def __getstate__(self) -> dict[str, Any]:
        # What comes back from another process is a copy of this model.
        self._part()
        return self.__dict__

    def _part(self) -> Mapping[str, Extent]:
        """Notes that a copy is made now, and returns what this model and its copies have had."""
        extent = Extent(self._store.columns.count, self._store.rows.count)
        if extent not in self._lineage.values():
            # Any other model must not have the same token, in whatever process it was made.
            self._lineage = {**self._lineage, urandom(8).hex(): extent}
        return self._lineage

    def _become(self, store: Store, memory: TruthMemory, lineage: Mapping[str, Extent]) -> None:
        """Takes over what another model has stated: for the copy of it that this is."""
        self._encoder = Encoder(self, memory.on_store(store))
        self._lineage = dict(lineage)

    def __iadd__(self, row: object) -> Self:
        # PuLP and CPMpy state rows in this way, and PuLP objectives as well.
        what = f"+= cannot add to a model, got {quoted(row)}"
        raise ModelError(what, "write model.add(row), model.minimize(cost) or model.maximize(gain)")

    # Variables

    @overload
    def binary(self, name: str, /, *, auxiliary: bool = ...) -> Variable: ...

    @overload
    def binary(
        self, name: str, axis: Axis, /, *axes: Axis, dims: DimsLike = ..., auxiliary: bool = ...
    ) -> VariableFamily: ...

    def binary(
        self, name: str, /, *axes: Axis, dims: DimsLike = None, auxiliary: bool = False
    ) -> Variable | VariableFamily:
        """Adds a family of binary variables, one for every combination of labels.

        Args:
            name: The name of the family.
            *axes: The labels of each axis: a sequence, or n for 0 to n - 1.
            dims: The names of the axes, for `x.sum("day")` and wherever else an axis is named;
                those of indexes of pandas by default.
            auxiliary: Whether the variables are auxiliary: they do not distinguish solutions.

        Returns:
            The family, to be indexed by labels; without any axis, the variable itself.

        Raises:
            ModelError: If the name is taken, or a label occurs twice.

        Example:
            >>> from ilpuzzles import Model
            >>> works = Model().binary("works", ["Ann", "Bob"], 7, dims=["nurse", "day"])
            >>> works.sum("day")
            <expressions of shape (2,) of nurse>
            works[Ann, 0] + works[Ann, 1] + works[Ann, 2] + works[Ann, 3] + works[Ann, 4] + \
works[Ann, 5] + works[Ann, 6]
            works[Bob, 0] + works[Bob, 1] + works[Bob, 2] + works[Bob, 3] + works[Bob, 4] + \
works[Bob, 5] + works[Bob, 6]
        """
        return self._add_family(name, axes, Traits(deciding=not auxiliary), dims=dims)

    @overload
    def integer(
        self, name: str, /, *, lower: float | None, upper: float | None, auxiliary: bool = ...
    ) -> Variable: ...

    @overload
    def integer(
        self,
        name: str,
        axis: Axis,
        /,
        *axes: Axis,
        lower: WholeBoundsLike,
        upper: WholeBoundsLike,
        dims: DimsLike = ...,
        auxiliary: bool = ...,
    ) -> VariableFamily: ...

    def integer(
        self,
        name: str,
        /,
        *axes: Axis,
        lower: WholeBoundsLike | _Missing = _MISSING,
        upper: WholeBoundsLike | _Missing = _MISSING,
        dims: DimsLike = None,
        auxiliary: bool = False,
    ) -> Variable | VariableFamily:
        """Adds a family of variables that take whole numbers; see `binary`.

        Args:
            name: The name of the family.
            *axes: The labels of each axis.
            lower: The least value of every variable, or None; CP-SAT needs one. An array, a table
                of pandas or a dictionary by label gives each variable its own.
            upper: The greatest value, or None, in the same way.
            dims: The names of the axes; see `binary`.
            auxiliary: Whether the variables are auxiliary: they do not distinguish solutions.

        Raises:
            ModelError: If a bound is missing, the name is taken, a label occurs twice, or no value
                is left.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> most = {"night": 3, "day": 9}
            >>> crew = model.integer("crew", ["day", "night"], lower=1, upper=most)
            >>> model.bounds(crew["night"])
            (1, 3)
        """
        if isinstance(lower, _Missing) or isinstance(upper, _Missing):
            which = " and ".join(
                word
                for word, bound in (("lower", lower), ("upper", upper))
                if isinstance(bound, _Missing)
            )
            what = f"the whole variables {quoted(name)} need {which}"
            raise ModelError(what, "give a number, or None for no bound")
        return self._add_family(name, axes, Traits(not auxiliary), (lower, upper), dims=dims)

    @overload
    def continuous(
        self, name: str, /, *, lower: Numeric | None = ..., upper: Numeric | None = ...
    ) -> Variable: ...

    @overload
    def continuous(
        self,
        name: str,
        axis: Axis,
        /,
        *axes: Axis,
        lower: BoundsLike = ...,
        upper: BoundsLike = ...,
        dims: DimsLike = ...,
    ) -> VariableFamily: ...

    def continuous(
        self,
        name: str,
        /,
        *axes: Axis,
        lower: BoundsLike = 0,
        upper: BoundsLike = None,
        dims: DimsLike = None,
    ) -> Variable | VariableFamily:
        """Adds a family of continuous variables, which take any number within their bounds.

        They do not distinguish solutions: two that differ in nothing else are one. The backends
        `cbc`, `scip` and `highs` take them.

        Args:
            name: The name of the family.
            *axes: The labels of each axis.
            lower: The least value of every variable; None for none. An array, a table of pandas or
                a dictionary by label gives each variable its own.
            upper: The greatest value in the same way.
            dims: The names of the axes; see `binary`.

        Raises:
            ModelError: If the name is taken, a label occurs twice, or no value is left.

        Example:
            How much of two foods to buy, so that they contain enough and cost least:

            >>> from ilpuzzles import Model, solve_model
            >>> model = Model("diet")
            >>> food = model.continuous("food", ["bread", "cheese"])
            >>> energy = model.add(food.dot([2.5, 4]) >= 20)
            >>> protein = model.add(food.dot([0.08, 0.25]) >= 1)
            >>> model.minimize(food.dot([0.4, 1.1]))
            >>> result = solve_model(model)
            >>> result.objective, result.value(food["bread"])
            (Fraction(278, 61), Fraction(200, 61))
        """
        traits = Traits(deciding=False, continuous=True)
        return self._add_family(name, axes, traits, (lower, upper), dims=dims)

    def _add_family(
        self,
        name: str,
        axes: tuple[Axis, ...],
        traits: Traits,
        bounds: tuple[BoundsLike, BoundsLike] | None = None,
        *,
        dims: DimsLike = None,
    ) -> Variable | VariableFamily:
        store = self._store
        given: object = name
        if not isinstance(given, str):
            what = f"{quoted(name)} is not a name for variables"
            raise ModelError(what, "the name comes first: model.binary('x', 3)")
        if not name.strip():
            raise ModelError("a family of variables needs a name", "give it one")
        known = store.columns.family(str(name))
        if known is not None and not known.word:
            raise ModelError(f"there is already a family {quoted(name)}", "choose another name")
        family = VariableFamily(self, str(name), store.columns.count, axes, dims=dims)
        if bounds is not None:
            traits = family_bounds(family, traits, *bounds)
        store.columns.add_family(family, traits)
        return family if axes else Variable(self, family.first)

    def bounds(self, variable: Variable | str) -> tuple[Number | None, Number | None]:
        """The least and the greatest value of a variable, or of a name; None where it has none."""
        found: object = self.program().look_up(variable) if isinstance(variable, str) else variable
        if not isinstance(found, Variable):
            what = f"{quoted(variable)} is not a variable"
            raise ModelError(what, "ask for each: model.bounds(x[0])")
        variable = found
        self._encoder.check_owner(variable.owner, variable)
        return self._store.columns.bounds_of(variable.column)

    def is_continuous(self, columns: Iterable[int]) -> bool:
        """Whether any of some columns is continuous."""
        return self._store.columns.is_continuous(columns)

    @property
    def families(self) -> tuple[VariableFamily, ...]:
        """The families, in the order in which they were added."""
        return tuple(self._store.columns.families)

    # Which of the two it is, its caller knows.
    def family(self, name: str) -> Any:
        """The family of a name, or its variable if it has no axes, as `binary` returned it.

        Raises:
            UnknownNameError: If there is no such family.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.binary("x", 3)
            >>> model.family("x") is x
            True
        """
        family = self._store.columns.family(name)
        if family is not None:
            return family if family.axes else Variable(self, family.first)
        known = [family.name for family in self._store.columns.families if family.name]
        raise UnknownNameError(unknown_name("family", name, known))

    def __setattr__(self, name: str, value: object) -> None:
        # `model.objective = 3 * x` and `model.sense = -1` would change nothing, in silence.
        advice = "" if name.startswith("_") else pointer(name, MODEL)
        if advice and name != "name":
            what = f"{type(self).__name__}: '{name}' cannot be set; {advice}"
            raise AttributeError(what, name=name, obj=self)
        super().__setattr__(name, value)

    # Type checkers are to find methods that are misspelt.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """A family by its name, as an attribute."""
            encoder = self.__dict__.get("_encoder")
            store = None if encoder is None else encoder.store
            if name.startswith("_") or store is None:
                raise missing_attribute(self, name, MODEL)
            if store.columns.family(name) is None:
                families = [one.name for one in store.columns.families if one.name.isidentifier()]
                what = unknown_attribute("method or family", name, MODEL, type(self), families)
                raise AttributeError(f"{type(self).__name__}: {what}", name=name, obj=self)
            return self.family(name)

    def name_of(self, column: int) -> str:
        """The name of a column: `place[A, 3]`."""
        return self._store.columns.name_of(column)

    def row_name(self, row: SupportsIndex) -> str:
        """The name of a row, by its handle or number: `each cell once[(0, 3)]`."""
        return self._store.rows.name_of(index(row))

    def row_key(self, row: SupportsIndex) -> Hashable:
        """The key of a row, which distinguishes it from others of the same name: `(0, 3)`."""
        return self._store.rows.key_of(index(row))[1]

    # Groups

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups, in the order in which they were first opened."""
        return tuple(self._store.groups)

    @contextmanager
    def group(self, name: str, why: str = "") -> Iterator[Group]:
        """Puts all rows that are added inside the `with` block into a group.

        Opening a group again adds to it.

        Args:
            name: The name, by which it can be switched off.
            why: A sentence that says what its rows mean.

        Raises:
            ModelError: If a group is open already, or has another `why`.
        """
        store = self._store
        if not name.strip():
            raise ModelError("a group of rows needs a name", "give it one")
        if store.open_group != NO_GROUP:
            outer = store.groups[store.open_group].name
            what = f"group {quoted(name)} is opened inside group {quoted(outer)}"
            raise ModelError(what, "close the outer one first")
        number = store.group_number(name)
        if number is None:
            number = store.add_group(Group(name, why))
        elif why and why != store.groups[number].why:
            raise ModelError(f"group {quoted(name)} already has a reason", "give it once")
        store.open_group = number
        try:
            yield store.groups[number]
        finally:
            store.open_group = NO_GROUP

    # Rows

    def rows(self, *groups: str) -> RowList:
        """The rows of some groups, or of some names, or all rows; see `Program.rows_of`."""
        return RowList(self, self.program().rows_of(*groups).numbers)

    def _one_row(self, number: int) -> OneRow | None:
        """A row by itself, by its number; None if it is not there."""
        return self._store.one_row(number, self)

    def _table(self) -> Program:
        return self.program()

    def change(
        self,
        row: Row | RowList,
        coefficients: Mapping[Variable, Numeric] | None = None,
        *,
        bounds: tuple[Numeric | None, Numeric | None] | None = None,
    ) -> None:
        """Changes a linear row, which keeps its name and its group.

        Programs that were made before, and what was asked of them, stay what they are.

        Args:
            row: The row, as `add` or `rows` returned it.
            coefficients: The new coefficients of some variables, 0 to take one out of the row; all
                others stay.
            bounds: Its new least and greatest value, None for none; without these, both stay.

        Raises:
            ModelError: If the row is not linear, says what an auxiliary variable is, is of another
                model or deleted.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.binary("x", 3)
            >>> weight = model.add(x.dot([4, 5, 6]) <= 10, "weight")
            >>> model.change(weight, {x[1]: 4.5})
            >>> model.change(weight, {x[2]: 0}, bounds=(1, 8))
            >>> weight
            weight[0]: 1 <= 4 x[0] + 4.5 x[1] <= 8
        """
        given = self._own(row)
        if isinstance(row, RowList) and len(row) != 1:
            raise ModelError(f"expected one row, got {len(row)}", "change them one by one")
        (row,) = given if isinstance(row, RowList) else (row,)
        row.look()
        # A row of a program says what it was then; what is changed is what it is now.
        (now,) = RowList(self, row.numbers())
        changed = now.look().changed(coefficients, bounds, self._store.columns.traits_among)
        self._store.change(index(now), changed)

    def delete(self, rows: Row | RowList) -> None:
        """Deletes a row, all rows that a statement became, or a list of rows.

        Others keep their names and numbers. Variables stay, and so do the rows that say what
        auxiliary variables are, which others may share.

        Raises:
            ModelError: If a row says what an auxiliary variable is, is of another model or already
                deleted; then none is deleted.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.binary("x", 3)
            >>> few, many = model.add(x.sum() <= 1), model.add(x.sum() >= 2)
            >>> model.delete(few)
            >>> print(model.rows())
            no group: 1 row
              linear[1]: x[0] + x[1] + x[2] >= 2
            >>> few
            <deleted>
        """
        numbers = self._own(rows).numbers
        self._store.require_deletable(numbers, self)
        self._store.rows.delete(numbers)

    def _own(self, given: object) -> RowList:
        """The rows that somebody gives; raises unless they are rows of this model."""
        rows = given.parts if isinstance(given, Row) else given
        if not isinstance(rows, RowList):
            what = f"expected a row, got {quoted(given)}"
            raise ModelError(what, "give what add or rows returned")
        if len(rows):
            rows[0].look()
            require_own_rows(rows, self, "this is the model")
        if isinstance(rows.source, Program) and rows.source.names.rows is not None:
            rows.source.names.rows.require_of_model(rows.numbers)
        return rows

    def add(
        self,
        row: Logical
        | TruthArray
        | Iterable[Logical | TruthArray]
        | Mapping[Any, Logical | TruthArray],
        name: str = "",
        key: Hashable | Sequence[Hashable] = None,
    ) -> Row:
        """Adds a constraint: a comparison, or any other statement of logic; or several of them.

        An array is added in bulk; the constraints of a list one after the other.

        A comparison becomes a linear row. Truths joined by `&` are stated one by one. Of those
        joined by `|`, all but one comparison are reified, which takes a variable each; the row
        says that one of these variables is true, or else the remaining comparison holds. So
        `x.implies(n <= 3)` needs no extra variable.

        Args:
            row: What must hold, such as `x + 2 * y <= 2`, `x | ~y` or `x.implies(n != 4)`; or an
                array, a list, or a dictionary by the keys of the rows.
            name: The name of the row; by default that of its group.
            key: What follows the name in brackets; by default the number within the call. Of an
                array, or a list, a list with one for each; by default the labels of the array.

        Returns:
            The row, to be looked at, changed or deleted; what has become several, or none, is one
            handle all the same.

        Raises:
            ModelError: If it is not true or false, or has variables of another model.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x, y, n = model.binary("x"), model.binary("y"), model.integer("n", lower=0, upper=9)
            >>> rows = [model.add(x.implies(n <= 3)), model.add(x ^ y), model.add(n != 5)]
            >>> print(model.statistics())
            3 variables, 3 rows, 5 nonzeros
            >>> print(*model.check(np.array([1, 1, 5])), sep="; ")
            conditional[0] is 5, not at most 3; exclusive disjunction[0] is 0, not 1; \
not equal[0] is 5, and must not be 5
        """
        encoder = self._encoder
        store = encoder.store.rows
        first = store.count
        if not isinstance(name, str):
            advice = "give several rows as a list: model.add([x <= 1, y <= 2])"
            raise ModelError(f"{quoted(name)} is not a name for a row", advice)
        if isinstance(row, np.ndarray) and not row.ndim:
            row = row[()]
        if type(row) is Comparison:
            encoder.state(row, name, key)
        elif isinstance(row, TruthArray):
            self._add_array(row, name, key)
        elif isinstance(row, LinearArray):
            raise ModelError(f"{row} is not a row", "write x == 1, or x.any()")
        elif isinstance(row, Mapping):
            for each_key, one in row.items():
                self.add(one, name, each_key)
        elif isinstance(row, Iterable) and not isinstance(row, str):
            listed = list(row)
            keys = _keys_of_rows(len(listed), None, key)
            for number, one in enumerate(listed):
                self.add(one, name, None if keys is None else keys[number])
        else:
            encoder.state(row, name, key)
        return Row(self, first, store.count)

    def _add_array(self, rows: TruthArray, name: str, key: object) -> None:
        """Adds an array of constraints: comparisons in bulk, others one by one."""
        self._encoder.check_owner(rows.owner)
        keys = _keys_of_rows(rows.size, rows.keys(), key)
        if isinstance(rows, ComparisonArray) and not rows.outside:
            affine, (lower, upper) = rows.subject.affine, rows.bounds()
            self.add_rows(
                Kind.LINEAR,
                affine.starts,
                affine.columns,
                coefficients=affine.coefficients,
                lower=lower,
                upper=upper,
                name=name,
                keys=keys,
            )
            return
        for place, truth in enumerate(rows.truths()):
            self._encoder.state(truth, name, place if keys is None else keys[place])

    def exactly_one(
        self, literals: LiteralsByKey, name: str = "", key: Hashable = None, *, axis: Axes = None
    ) -> Row:
        """States that exactly one of some literals is true: their sum is 1.

        Args:
            literals: Variables, negated ones and other truths, or an array of variables. A mapping
                adds a row for every key.
            name: The name of the row; by default that of its group.
            key: What follows the name in brackets; with an axis, a list with one for each row.
            axis: For an array: add a row for every line along this axis, or plane along several, as
                numpy's `sum` would. The labels of the other axes follow the name of each row.

        Returns:
            The row; with an axis or a mapping, all rows as its `parts`.

        Raises:
            ModelError: If something is not a literal of this model.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.binary("x", 4)
            >>> model.exactly_one({"left": x[:2], "other": [~x[0], x[3]]}, "pair")
            no group: 2 rows
              pair[left]: exactly one of x[0], x[1]
              pair[other]: exactly one of ~x[0], x[3]
        """
        return self._cardinality(Kind.EXACTLY_ONE, literals, name, key, axis)

    def at_most_one(
        self, literals: LiteralsByKey, name: str = "", key: Hashable = None, *, axis: Axes = None
    ) -> Row:
        """At most one of some literals is true; see `exactly_one`."""
        return self._cardinality(Kind.AT_MOST_ONE, literals, name, key, axis)

    def at_least_one(
        self, literals: LiteralsByKey, name: str = "", key: Hashable = None, *, axis: Axes = None
    ) -> Row:
        """At least one of some literals is true; see `exactly_one`."""
        return self._cardinality(Kind.AT_LEAST_ONE, literals, name, key, axis)

    def conjunction(
        self,
        literals: Iterable[Logical],
        *,
        target: Variable | None = None,
        aggregated: bool = False,
        name: str = "",
        key: Hashable = None,
    ) -> Variable:
        """A variable that is 1 exactly if all of some literals are true.

        CP-SAT gets it as it is. A MIP solver gets, for z = a and b and c, either one row for each
        literal and one more, whose relaxation is tighter,

            z <= a,  z <= b,  z <= c,  a + b + c - z <= 2

        or, aggregated, a single row: `0 <= a + b + c - 3 z <= 2`.

        Args:
            literals: Variables and negated variables; the conjunction of none is true.
            target: The variable to define; by default a new auxiliary one.
            aggregated: Whether a MIP solver gets a single row instead of one for each literal.
            name: The name of the row; by default that of its group.
            key: What follows the name in brackets.

        Raises:
            ModelError: If something is not a literal of this model.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x, y = model.binary("x"), model.binary("y")
            >>> both = model.conjunction([x, ~y])
            >>> model.check(np.array([1, 0, 1]))
            ()
            >>> print(*model.check(np.array([1, 1, 1])))
            conjunction[0] is 1, not 0
        """
        return self._define(Kind.CONJUNCTION, literals, target, aggregated, (name, key))

    def disjunction(
        self,
        literals: Iterable[Logical],
        *,
        target: Variable | None = None,
        aggregated: bool = False,
        name: str = "",
        key: Hashable = None,
    ) -> Variable:
        """A variable that is 1 exactly if at least one of some literals is true.

        CP-SAT gets it as it is. A MIP solver gets, for z = a or b or c, either one row for each
        literal and one more, whose relaxation is tighter,

            z >= a,  z >= b,  z >= c,  a + b + c - z >= 0

        or, aggregated, a single row: `-2 <= a + b + c - 3 z <= 0`. The disjunction of no
        literals is false. For the arguments see `conjunction`.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x, y = model.binary("x"), model.binary("y")
            >>> either = model.disjunction([x, y])
            >>> print(*model.check(np.array([0, 1, 0])))
            disjunction[0] is 0, not 1
        """
        return self._define(Kind.DISJUNCTION, literals, target, aggregated, (name, key))

    def defining(
        self, *given: Operand | LinearArray, since: SupportsIndex | None = None
    ) -> AbstractContextManager[list[Operand | LinearArray]]:
        """Declares that the rows added inside, taken together, determine some variables.

        It is for variables that no single row determines; those that one row determines are
        found without this, see `Program.determined`. Rows about the given numbers alone do not
        matter.

        Args:
            *given: The numbers, or arrays of them, that determine these variables.
            since: The first row, or its number, if it was added before.

        Yields:
            A list to put the variables in, or arrays of them. Whenever the given numbers have the
            values of a solution, each of them has exactly one value.
        """
        return self._encoder.defining(given, None if since is None else index(since))

    def add_rows(
        self,
        kind: Kind,
        starts: IntArray,
        columns: IntArray,
        *,
        coefficients: NumberArray | None = None,
        lower: NumberArray | Numeric | None = None,
        upper: NumberArray | Numeric | None = None,
        targets: IntArray | None = None,
        aggregated: bool = False,
        name: str = "",
        keys: Sequence[Hashable] | None = None,
    ) -> Row:
        """Adds many rows at once, from arrays.

        Numbers may be whole, doubles or objects such as `Fraction`; `Model` says how doubles are
        read.

        Args:
            kind: What every one of the rows means.
            starts: Row i has the entries from `starts[i]` to `starts[i + 1]`, shape (rows + 1,).
            columns: The columns of all entries.
            coefficients: The coefficients of all entries; 1 by default. In a row of literals, -1
                negates one; any others are for linear rows only.
            lower: The least value of the rows, one for all or one for each. Only for linear rows.
            upper: The greatest value of the rows, in the same way.
            targets: The column that each row defines, for conjunctions and disjunctions.
            aggregated: Whether such a row becomes one linear row instead of one for each literal.
            name: The name of the rows; by default that of their group.
            keys: What follows the name in brackets, one per row; by default 0, 1, 2, ...

        Returns:
            One handle for all rows, which are its `parts`.

        Raises:
            ModelError: If the arrays do not fit each other or the model.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.binary("x", 3)
            >>> model.add_rows(Kind.EXACTLY_ONE, np.array([0, 2, 4]), np.array([0, 1, 1, 2]))
            no group: 2 rows
              exactly_one[0]: exactly one of x[0], x[1]
              exactly_one[1]: exactly one of x[1], x[2]
        """
        kind, store = Kind(kind), self._store
        starts, columns = whole_array(starts, "starts"), whole_array(columns, "columns")
        if not len(starts):
            raise ModelError("'starts' is empty", "its last entry is the number of entries")
        if kind is not Kind.LINEAR and not (lower is None and upper is None):
            raise ModelError(f"rows of kind {kind.name} take no bounds", "use LINEAR")
        if kind.defines != (targets is not None):
            needed = "one target per row" if kind.defines else "no targets"
            raise ModelError(f"rows of kind {kind.name} take {needed}")
        ones = np.ones(len(columns), dtype=np.int64)
        decimals = self.is_exact
        given = ones if coefficients is None else np.asarray(coefficients)
        require_finite(starts, given, lower, upper)
        factors = number_array(given, "coefficients", decimals=decimals)
        store.require_fit(starts, columns, factors, keys)
        if kind is not Kind.LINEAR:
            store.check_literals(columns, factors)
            # The bounds count true literals; a negated one counts as 1 - x.
            negated = np.concatenate([[0], np.cumsum(factors < 0)])
            constants = negated[starts[1:]] - negated[starts[:-1]]
            lower, upper = (None if b is None else b - constants for b in kind.bounds)
        if targets is not None:
            targets = whole_array(targets, "targets")
            if targets.shape != (len(starts) - 1,):
                raise ModelError("targets must be one per row", "correct the arrays")
            store.check_literals(targets, ones[:1])
            if (np.repeat(targets, np.diff(starts)) == columns).any():
                raise ModelError("a variable is defined by itself", "correct the arrays")
        least = bounds_array(lower, Side.LOWER, len(starts) - 1, decimals=decimals)
        most = bounds_array(upper, Side.UPPER, len(starts) - 1, decimals=decimals)
        traits = RowTraits(
            kinds=kind,
            groups=store.open_group,
            targets=NO_TARGET if targets is None else targets,
            aggregated=aggregated,
        )
        written = WrittenRows(starts, columns, factors, least, most)
        first = store.extend(written, traits)
        store.rows.name_rows(first, name or store.rows_name(kind.name.lower()), keys)
        return Row(self, first, first + len(written))

    # Sums, and the objective

    def sum(self, terms: Iterable[Operand] | LinearArray | Operand, *more: Operand) -> Expression:
        """Adds up variables, negations, expressions and numbers, or the elements of an array.

        Args:
            terms: A list of them, an array, or the first of several arguments.
            *more: The other ones.

        Raises:
            ModelError: Once a sum of nothing is to be equal to a number other than 0.
        """
        given = gathered((terms, *more))
        return linear_sum(self, given) if given else EmptySum(self, [], [], 0, 0)

    def minimize(self, objective: Operand) -> None:
        """Sets the objective, in place of any before: to minimise an expression."""
        self._store.objective = Objective.stated(self, objective, maximize=False)

    def maximize(self, objective: Operand) -> None:
        """Sets the objective, in place of any before: to maximise an expression."""
        self._store.objective = Objective.stated(self, objective, maximize=True)

    def then_minimize(
        self, objective: Operand, *, tolerance: Numeric = 0, share: Numeric = 0
    ) -> None:
        """Adds an objective after the others: to minimise an expression (lexicographic order).

        It is optimised among the solutions that are best by the objectives before it, or nearly so.

        Args:
            objective: The expression.
            tolerance: By how much the objective before this one may be worse than its best.
            share: By which share of its best it may be worse, such as 0.05 for 5 percent; of this
                and the tolerance, the larger one counts.

        Raises:
            ModelError: If there is no objective yet, or a tolerance is negative.

        Example:
            >>> from ilpuzzles import Model, solve_model
            >>> model = Model()
            >>> x = model.binary("x", 4)
            >>> row = model.add(x.sum() == 2)
            >>> model.minimize(x.dot([1, 2, 3, 4]))
            >>> model.then_maximize(x.dot([0, 5, 6, 9]), tolerance=1)
            >>> result = solve_model(model)
            >>> result.objective, result.further, result.array(x).tolist()
            (4, (6,), [1, 0, 1, 0])
        """
        self._add_objective(objective, tolerance, share, maximize=False)

    def then_maximize(
        self, objective: Operand, *, tolerance: Numeric = 0, share: Numeric = 0
    ) -> None:
        """Adds an objective after the others: to maximise an expression; see `then_minimize`."""
        self._add_objective(objective, tolerance, share, maximize=True)

    # Programs, and questions that need no solver

    def program(self) -> Program:
        """The model as arrays, which is what solvers get; kept until something is added."""
        return self._store.program(self, self.name, Program)

    def __repr__(self) -> str:
        return f"<model {self.name}: {self.statistics()}>"

    def _add_objective(
        self, objective: Operand, tolerance: Numeric, share: Numeric, *, maximize: bool
    ) -> None:
        before = self._store.objective
        if before is None:
            raise ModelError("there is no objective yet", "call minimize or maximize first")
        slack = _at_least_0(tolerance, "tolerance", decimals=self.is_exact)
        part = _at_least_0(share, "share", decimals=self.is_exact)
        added = Objective.stated(self, objective, maximize=maximize)
        added = replace(added, tolerance=slack, share=Fraction(part))
        self._store.objective = before.with_last(added)

    def _cardinality(
        self, kind: Kind, literals: Literals, name: str, key: Hashable, axis: Axes
    ) -> Row:
        if isinstance(literals, (Logical, Linear)):
            what = f"expected several literals, got {quoted(literals)}"
            raise ModelError(what, "give a list: model.exactly_one([x, y])")
        if isinstance(literals, Mapping):
            if key is not None or axis is not None:
                what = "a dictionary already has a key for each row, and takes no key or axis"
                raise ModelError(what, "leave it out")
            if odd := [each for each in literals.values() if not isinstance(each, Iterable)]:
                what = f"{odd[0]!r} is not a list of literals"
                raise ModelError(what, "give a list of literals for every key")
            starts, every, signs = self._rows(literals)
            keys = list(literals)
            return self.add_rows(kind, starts, every, coefficients=signs, name=name, keys=keys)
        if axis is not None:
            if not isinstance(literals, VariableArray):
                raise ModelError("an axis needs an array of variables", "leave it out")
            self._encoder.check_owner(literals.owner)
            lines = literals.expressions()
            summed = lines.affine.sum(lines.layout.places_of(axis))
            left = lines.layout.without(lines.layout.places_of(axis))
            named_by = _keys_of_rows(left.size, left.keys(), key)
            return self.add_rows(kind, summed.starts, summed.columns, name=name, keys=named_by)
        columns, coefficients = self._literals(literals)
        negated = coefficients.count(-1)
        lower, upper = (None if bound is None else bound - negated for bound in kind.bounds)
        row = self._store.append(kind, columns, coefficients, (lower, upper), (name, key))
        return Row(self, row, row + 1)

    def _rows(self, literals: Mapping[Hashable, Any]) -> tuple[IntArray, IntArray, IntArray]:
        """Rows of literals: where they start, their columns and signs; see `add_rows`."""
        rows = [each if isinstance(each, VariableArray) else [*each] for each in literals.values()]
        if any(isinstance(each, VariableArray) for each in rows):
            parts = [self._literals(each) for each in rows]
            columns, signs = (
                [one for part in both for one in part] for both in zip(*parts, strict=True)
            )
            sizes = [len(part) for part, _ in parts]
        else:
            # Much quicker than one row after the other.
            columns, signs = self._literals([one for each in rows for one in each])
            sizes = list(map(len, rows))
        starts = np.cumsum([0, *sizes])
        return starts, np.array(columns, np.int64), np.array(signs, np.int64)

    def _literals(self, literals: Literals) -> tuple[list[int], list[Number]]:
        """The columns of some literals, and their signs: 1, and -1 for a negated one."""
        if not isinstance(literals, VariableArray):
            return self._encoder.plain_literals(literals)
        self._encoder.check_owner(literals.owner)
        if not self._store.columns.all_binary:
            self._store.check_literals(literals.columns.ravel(), np.ones(1, dtype=np.int64))
        columns: list[int] = literals.columns.ravel().tolist()
        return columns, [1] * len(columns)

    def _define(
        self,
        kind: Kind,
        literals: Iterable[Logical],
        target: Variable | None,
        aggregated: bool,
        label: Label,
    ) -> Variable:
        # A literal that stands twice says nothing new; one beside its negation decides the matter.
        distinct = dict.fromkeys(zip(*self._encoder.plain_literals(literals), strict=True))
        columns = [column for column, _ in distinct]
        if target is None:
            target = self._encoder.auxiliary("and" if kind is Kind.CONJUNCTION else "or", 0, 1)
        elif self._encoder.plain_literal(target).column in columns:
            raise ModelError(f"{target!r} is defined by itself", "leave it out of the literals")
        name, key = label
        if len(set(columns)) < len(columns):
            decided = int(kind is Kind.DISJUNCTION)
            self.add(target == decided, name or self._store.rows_name(kind.name.lower()), key)
        else:
            signs = [sign for _, sign in distinct]
            defines = Defines(target.column, aggregated=aggregated)
            self._store.append(kind, columns, signs, (None, None), (name, key), defines=defines)
        return target


def _keys_of_rows(
    count: int, labels: Sequence[Hashable] | None, key: object
) -> Sequence[Hashable] | None:
    """The keys of several rows: as somebody gives them, or labels, or None for numbers."""
    if key is None:
        return labels
    several = isinstance(key, Iterable) and not isinstance(key, str)
    keys: list[Hashable] = list(key) if several else [key]  # type: ignore[call-overload] # it is
    if len(keys) != count:
        verb = "needs" if count == 1 else "need"
        what = f"{counted(count, 'row')} {verb} as many keys, got {quoted(key)}"
        raise ModelError(what, "give a list with one for each row, or none")
    return keys


def _at_least_0(number: Numeric, what: str, *, decimals: bool) -> Number:
    try:
        found = exact(as_value(number, decimals=decimals))
    except ModelError:
        found = -1
    if found < 0:
        raise ModelError(f"the {what} must be 0 or more, such as 0.05, got {number}")
    return found


if not TYPE_CHECKING:  # which would find any name here
    __getattr__ = former_names(
        __name__,
        {"Model": "ilpuzzles:Model", "program_of": "ilpuzzles.modelling.program:program_of"},
    )
