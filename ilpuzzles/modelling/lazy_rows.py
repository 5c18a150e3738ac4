"""Lazy rows: what a function of the user's finds when an answer breaks it; see `Model.lazy`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, TypeAlias, overload

from ilpuzzles.errors import ModelError, quoted
from ilpuzzles.modelling.expressions import Comparison, Linear, Owner, Truth
from ilpuzzles.modelling.model import ModelBase
from ilpuzzles.modelling.numbers import Number, NumberArray, python_scalar, size_of, stored
from ilpuzzles.modelling.operations import Conditional, LazyConstraint, Outcome
from ilpuzzles.modelling.ownership import Extent, is_same_model, require_same_model
from ilpuzzles.modelling.precision import exact_bounds
from ilpuzzles.modelling.row_check import Row
from ilpuzzles.modelling.rows import LARGEST
from ilpuzzles.modelling.store import Label, Store
from ilpuzzles.modelling.variables import VariableArray


@dataclass(frozen=True, slots=True, eq=False)
class Assignment:
    """The values of all variables of a model, to be looked at by variable.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x, n = model.binary("x", 2), model.integer("n", lower=0, upper=9)
        >>> values = Assignment(model, (1, 0, 7))
        >>> values[n], values[2 * n + ~x[1]], values[x].tolist()
        (7, 15, [1, 0])
    """

    owner: Owner
    values: Sequence[Number] = field(repr=False)

    @overload
    def __getitem__(self, number: Linear) -> Number: ...

    @overload
    def __getitem__(self, number: VariableArray) -> NumberArray: ...

    def __getitem__(self, number: object) -> Number | NumberArray:
        """The value of a variable or a sum, or an array of the values of an array of variables."""
        if isinstance(number, VariableArray):
            self._require_known(number.owner, number.columns.ravel().tolist())
            return stored(self.values)[number.columns]
        if not isinstance(number, Linear) or isinstance(number, Truth):
            what = f"{quoted(number)} has no value here"
            raise ModelError(what, "look up variables, sums of them, or arrays")
        expression = number.expression()
        self._require_known(expression.owner, expression.columns)
        return expression.exact_form().value(self.values)

    def _require_known(self, owner: object, columns: Iterable[int]) -> None:
        known = list(columns)
        used, place = Extent.of_columns(known), "these are values of"
        require_same_model("the variable", owner, self.owner, place, used=used)
        if any(column >= len(self.values) for column in known):
            raise ModelError(
                "a variable is newer than the lazy rows", "add all of them before model.lazy"
            )


Finder: TypeAlias = Callable[[Assignment], Iterable[Comparison] | Comparison | None]
"""A function that finds the rows that some values break."""


@dataclass(frozen=True, slots=True, eq=False)
class LazyRows(LazyConstraint):
    """Rows that a function finds.

    Attributes:
        called: What rows are called that have no name.
        function: Gets the values of an answer, and gives rows that these break.
        variables: How many variables the model had; these are what the rows may speak of.
    """

    portable: ClassVar[bool] = False
    owner: Owner = field(repr=False)
    called: str
    function: Finder
    variables: int

    @property
    def word(self) -> str:
        """The word for the row where it has no name."""
        return self.called

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """The number of rows that the function finds."""
        return Outcome(len(self.cuts(values)), 0, 0)

    def cuts(self, values: Sequence[Number]) -> list[Conditional]:
        """The rows that the function finds; raises unless the values break each of them."""
        known = values[: self.variables]
        return [self._as_cut(row, known) for row in self._call(known)]

    def _call(self, values: Sequence[Number]) -> list[object]:
        """Returns the function's value; an error of its own is said with its name."""
        try:
            found: object = self.function(Assignment(self.owner, values))
            found = python_scalar(found)
            return list(found) if isinstance(found, Iterable) else [found] * (found is not None)
        except Exception as error:
            said = str(error) or "no reason given"
            what = f"the function {quoted(self.called)} failed: {type(error).__name__}: {said}"
            raise ModelError(what, "the values it gets may break other rows") from error

    def _as_cut(self, row: object, values: Sequence[Number]) -> Conditional:
        if not isinstance(row, Comparison) or row.outside:
            advice = "give comparisons of variables, such as x + y <= 1"
            raise self._wrong(f"gave {quoted(row)}, which is not a linear row", advice)
        if not is_same_model(row.owner, self.owner, Extent.of_columns(row.subject.columns)):
            raise self._wrong("gave a row of another model", "use variables of this model")
        form = row.subject.exact_form()
        # What is measured is moved out by its tolerance.
        bounds = exact_bounds(row.lower, row.upper, form.coefficients)
        if any(column >= self.variables for column in form.columns):
            advice = "add all variables before model.lazy, those of logic as well"
            raise self._wrong("gave a row with a new variable", advice)
        sizes = (*form.coefficients, *(bound for bound in bounds if bound is not None))
        if any(size_of(number) >= LARGEST for number in sizes):
            raise self._wrong("gave a row with a number of 63 bits or more", "scale it down")
        cut = Conditional((), form, *bounds)
        if cut.outcome(values).right:
            what = f"gave the row {row!r}, which the values do not break"
            advice = "give only rows that they break, whether or not other rows hold"
            raise self._wrong(what, advice)
        return cut

    def _wrong(self, what: str, advice: str) -> ModelError:
        return ModelError(f"the function {quoted(self.called)} {what}", advice)


def state_lazy_rows(model: ModelBase, function: Finder, label: Label) -> Row:
    """States the rows that a function finds, with a name and a key; see `Model.lazy`."""
    given: object = function
    if not callable(given):
        what = f"expected a function, got {quoted(function)}"
        raise ModelError(what, "give one that takes values and yields the rows they break")
    name_of_function = getattr(function, "__name__", "<>")
    called = "lazy rows" if "<" in name_of_function else name_of_function
    store = Store.of(model)
    store.operate(LazyRows(model, called, function, store.columns.count), label)
    last = store.rows.count
    return Row(model, last - 1, last)
