"""Copies of a model, and the way from what is of one of them to what is of another.

A copy has the same columns and rows under the same numbers as the model had. Both models remember
how many these were, so that answers of one can be asked with the variables of the other, as long as
these were there when the two parted; pickling parts a model in the same way.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from ilpuzzles.errors import ModelError, quoted
from ilpuzzles.modelling.encoding import Encoder
from ilpuzzles.modelling.expression_array import (
    ComparisonArray,
    ExpressionArray,
    LinearArray,
    TruthArray,
)
from ilpuzzles.modelling.expressions import (
    Comparison,
    Expression,
    Junction,
    Linear,
    Logical,
    Negation,
    Variable,
)
from ilpuzzles.modelling.model import ModelBase
from ilpuzzles.modelling.ownership import Extent, foreign, is_same_model
from ilpuzzles.modelling.program import require_own_rows
from ilpuzzles.modelling.row_check import Row, RowList
from ilpuzzles.modelling.store import Store
from ilpuzzles.modelling.variables import VariableArray, VariableFamily

AnyModel = TypeVar("AnyModel", bound=ModelBase)


def copy_model(model: AnyModel, name: str | None) -> AnyModel:
    """Returns a copy of a model; see `Model.copy`."""
    made = type(model).__new__(type(model))
    # A model of a file is made of other things than a name, and has the names in its file besides.
    vars(made).update(vars(model))
    made.name = model.name if name is None else name
    lineage = model._part()  # noqa: SLF001 - its own
    made._become(Store.of(model).copied(made), Encoder.of(model).memory, lineage)  # noqa: SLF001
    return made


def counterpart(model: ModelBase, thing: Any) -> Any:
    """Returns what stands in a model for something of a copy of it; see `Model.counterpart`."""
    if isinstance(thing, Row | RowList):
        return _row(model, thing)
    if isinstance(thing, LinearArray):
        return _array(model, thing)
    if isinstance(thing, Linear | Logical):
        return _single(model, thing)
    what = f"{quoted(thing)} has no counterpart in a model"
    raise ModelError(what, "give variables, sums, comparisons, arrays of these, or rows")


def _require_shared(model: ModelBase, thing: Any, columns: list[int]) -> None:
    if not is_same_model(thing.owner, model, Extent.of_columns(columns)):
        raise ModelError(foreign(quoted(thing), thing.owner, model, "it is not a copy of"))


def _single(model: ModelBase, thing: Any) -> Any:
    if isinstance(thing, Variable):
        _require_shared(model, thing, [thing.column])
        return Variable(model, thing.column)
    if isinstance(thing, Negation):
        return Negation(_single(model, thing.variable))
    if isinstance(thing, Comparison):
        subject = _single(model, thing.subject)
        return Comparison(subject, thing.lower, thing.upper, outside=thing.outside)
    if isinstance(thing, Junction):
        return _junction(model, thing)
    if isinstance(thing, Logical):
        what = f"{quoted(thing)} is a relation with its own form in solvers"
        raise ModelError(what, "state it again with the variables of this model")
    form = thing.expression()
    _require_shared(model, form, form.columns)
    return Expression(model, form.columns, form.coefficients, len(form.columns), form.constant)


def _junction(model: ModelBase, junction: Junction) -> Junction:
    """The counterpart of a junction, however deeply it is nested."""
    found: dict[int, Any] = {}

    def made_of(one: Junction) -> Junction:
        parts = (
            found[id(part)] if isinstance(part, Junction) else _single(model, part)
            for part in one.parts
        )
        return Junction(model, one.connective, tuple(parts))

    for inner in junction.inside(lambda one: id(one) in found):
        found[id(inner)] = made_of(inner)
    return made_of(junction)


def _array(model: ModelBase, array: LinearArray) -> Any:
    if isinstance(array, VariableArray):
        _require_shared(model, array, array.columns.ravel().tolist())
        if isinstance(array, VariableFamily):
            for family in Store.of(model).columns.families:
                # A family without variables begins where the next one does.
                if family.first == array.first and family.layout == array.layout:
                    return family
        return VariableArray(model, array.columns, array.layout)
    if isinstance(array, ComparisonArray):
        subject = _array(model, array.subject)
        return ComparisonArray(subject, array.lower, array.upper, outside=array.outside)
    if isinstance(array, TruthArray):
        return TruthArray(model, [_single(model, one) for one in array.truths()], array.layout)
    form = array.expressions()
    _require_shared(model, form, form.affine.columns.tolist())
    return ExpressionArray(model, replace(form.affine), form.layout)


def _row(model: ModelBase, rows: Row | RowList) -> RowList | Row:
    numbers = rows.numbers() if isinstance(rows, Row) else rows.numbers
    require_own_rows(rows, model, "it is not a copy of", used=Extent.of_rows(list(numbers)))
    return rows.of_source(model)
