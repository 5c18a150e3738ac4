"""Operations in saved models: each as plain data, field by field, and read back with care."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

from ilpuzzles.constraints.acyclicity import Acyclic
from ilpuzzles.constraints.automata import Automaton
from ilpuzzles.constraints.circuits import Circuit
from ilpuzzles.constraints.connectivity import Connected
from ilpuzzles.constraints.intervals import NoOverlap
from ilpuzzles.constraints.inverses import Inverse
from ilpuzzles.constraints.lexicographic_order import Lexicographic
from ilpuzzles.constraints.networks import Network
from ilpuzzles.constraints.regions import Division
from ilpuzzles.constraints.resources import Cumulative
from ilpuzzles.constraints.tables import AllowedTuples
from ilpuzzles.errors import ModelError, quoted
from ilpuzzles.modelling.affine import Affine, Literal
from ilpuzzles.modelling.encoding import LARGEST_NUMBER, Encoder
from ilpuzzles.modelling.expressions import Expression
from ilpuzzles.modelling.global_constraint import GlobalConstraint
from ilpuzzles.modelling.model import ModelBase
from ilpuzzles.modelling.numbers import Number, Value, as_value, size_of
from ilpuzzles.modelling.operations import (
    Absolute,
    AllDifferent,
    Conditional,
    Element,
    Extremum,
    LazyConstraint,
    Operation,
    Parity,
    Product,
    Reified,
)
from ilpuzzles.modelling.pieces import PiecewiseLinear, SemiContinuous, SpecialOrdered
from ilpuzzles.reading.json_text import JsonPart

_Made = TypeVar("_Made")


def plain_number(number: Value | None) -> int | float | str | None:
    """A number, or None, as it stands in the file; a measured one is a float."""
    if isinstance(number, float):
        value = as_value(number)
        return value if type(value) is float else plain_number(value)
    if isinstance(number, Fraction) and number.denominator != 1:
        return str(number)
    return None if number is None else int(number)


def save_error(what: str, advice: str) -> ModelError:
    """Why a model cannot be saved, to be raised."""
    return ModelError(f"the model cannot be saved: {what}", advice)


def accepted(part: JsonPart, do: Callable[[], _Made]) -> _Made:
    """Does what the file says there, and names the place if the model refuses it."""
    try:
        return do()
    except ModelError as error:
        raise part.wrong(error.problems[0].what) from None


KNOWN_OPERATIONS: dict[str, type[Operation]] = {
    "conditional": Conditional,
    "comparison": Reified,
    "exclusive disjunction": Parity,
    "all different": AllDifferent,
    "absolute value": Absolute,
    "extremum": Extremum,
    "product": Product,
    "element": Element,
    "semi-continuous": SemiContinuous,
    "special ordered set": SpecialOrdered,
    "piecewise linear": PiecewiseLinear,
    "connected": Connected,
    "circuit": Circuit,
    "acyclic": Acyclic,
    "division": Division,
    "no overlap": NoOverlap,
    "cumulative": Cumulative,
    "inverse": Inverse,
    "table": AllowedTuples,
    "automaton": Automaton,
    "lexicographic": Lexicographic,
}
"""The names of operations in files."""


def plain_operation(operation: Operation, name: str) -> dict[str, Any]:
    """An operation, that of a row of some name, as plain data."""
    for word, kind in KNOWN_OPERATIONS.items():
        if type(operation) is kind:
            return {"type": word, **_plain_fields(operation)}
    what = f"row {quoted(name)} is of a kind that files do not have"
    if isinstance(operation, LazyConstraint):
        what = f"row {quoted(name)} is a Python function"
    raise save_error(what, "state its rows, or save the model without it and add it again")


def read_operation(part: JsonPart, model: ModelBase, binary: list[bool]) -> Operation:
    """Reads an operation of a model, of whose columns it is known which are binary."""
    if not isinstance(part.value, dict) or "type" not in part.value:
        raise part.unlike('an operation with a "type"')
    kind = KNOWN_OPERATIONS[part.at("type").one_of(KNOWN_OPERATIONS)]
    operation: Operation = _read_fields(part, kind, len(binary), ("type",))
    for one in operation.parts():
        if isinstance(one, Literal) and not binary[one.column]:
            raise part.wrong(f"column {one.column} is not binary")
    accepted(part, lambda: _require_meaning(operation, model))
    return operation


class _Form(NamedTuple):
    """The form of a field in files: a function that writes it, and one that reads it."""

    plain: Callable[[Any], Any]
    read: Callable[[JsonPart, int], Any]


# Fields that are left out of a file where they have these values.
_USUAL: dict[str, Any] = {"encoding": None, "scale": 1}


def _plain_fields(operation: Any) -> dict[str, Any]:
    """The fields of an operation, or of a network, as plain data."""
    plain: dict[str, Any] = {}
    for name, form in FIELDS[type(operation)].items():
        value = form.plain(getattr(operation, name))
        if name not in _USUAL or value != _USUAL[name]:
            plain[name] = value
    return plain


def _read_fields(part: JsonPart, kind: Any, count: int, more: Sequence[str] = ()) -> Any:
    """Reads the fields of an operation, or of a network, and makes it of them.

    Args:
        part: The object with the fields.
        kind: The class.
        count: The number of columns of the model.
        more: Other keys that the object has.
    """
    forms = FIELDS[kind]
    required = [name for name in forms if name not in _USUAL]
    optional = [name for name in forms if name in _USUAL]
    part.keys([*more, *required], optional)
    there = (name for name in forms if name in part.value)
    return kind(**{name: forms[name].read(part.at(name), count) for name in there})


def _of_many(form: _Form) -> _Form:
    """The form of a tuple of what has a form."""
    return _Form(
        lambda items: [form.plain(item) for item in items],
        lambda part, count: tuple(form.read(item, count) for item in part.items()),
    )


def _or_none(form: _Form) -> _Form:
    return _Form(
        lambda value: None if value is None else form.plain(value),
        lambda part, count: None if part.value is None else form.read(part, count),
    )


def _plain_affine(form: Affine) -> dict[str, Any]:
    plain: dict[str, Any] = {"columns": list(form.columns)}
    if form.coefficients.count(1) != len(form.coefficients):
        plain["coefficients"] = [plain_number(factor) for factor in form.coefficients]
    if form.constant:
        plain["constant"] = plain_number(form.constant)
    return plain


def _read_affine(part: JsonPart, count: int) -> Affine:
    part.keys(("columns",), ("coefficients", "constant"))
    columns = part.at("columns").numbered(count, "column")
    if columns != sorted(columns):
        raise part.at("columns").wrong("the columns do not ascend")
    factors: list[Number] = [1] * len(columns)
    if "coefficients" in part.value:
        given = part.at("coefficients").several(len(columns), "one coefficient for every column")
        factors = [one.exact() for one in given]
        if 0 in factors:
            raise given[factors.index(0)].wrong("a coefficient is 0")
    constant = part.at("constant").exact() if "constant" in part.value else 0
    return Affine(tuple(columns), tuple(factors), constant)


def _plain_literal(literal: Literal) -> Any:
    return literal.column if literal.positive else {"not": literal.column}


def _read_literal(part: JsonPart, count: int) -> Literal:
    if isinstance(part.value, dict):
        part.keys(("not",))
        return Literal(part.at("not").number_of(count, "column"), positive=False)
    return Literal(part.number_of(count, "column"))


_COLUMN = _Form(int, lambda part, count: part.number_of(count, "column"))
_NUMBER = _Form(plain_number, lambda part, _: part.exact())
_AFFINE = _Form(_plain_affine, _read_affine)
_LITERAL = _Form(_plain_literal, _read_literal)
_SWITCH = _Form(
    lambda switch: switch if isinstance(switch, bool) else _plain_literal(switch),
    lambda part, n: part.value if isinstance(part.value, bool) else _read_literal(part, n),
)
_EDGE = _Form(list, lambda part, _: tuple(one.whole(0) for one in part.several(2, "two vertices")))
_FLAG = _Form(bool, lambda part, _: part.flag())
_WHOLE = _Form(int, lambda part, _: part.whole())
_WHOLES = _of_many(_WHOLE)
_TUPLES = _of_many(_WHOLES)
_ENCODING = _Form(lambda text: text, lambda part, _: part.text())
_NUMBER_OR_NONE = _or_none(_NUMBER)
_AFFINES = _of_many(_AFFINE)
_LITERALS = _of_many(_LITERAL)
_SWITCHES = _of_many(_SWITCH)
_SWITCHES_OR_NONE = _or_none(_SWITCHES)
_MEMBERS = _of_many(_SWITCHES)
_EDGES = _of_many(_EDGE)
_POINTS = _of_many(
    _Form(
        lambda point: [plain_number(number) for number in point],
        lambda part, _: tuple(one.exact() for one in part.several(2, "two numbers")),
    )
)
_NETWORK = _Form(_plain_fields, lambda part, count: _read_fields(part, Network, count))

FIELDS: dict[type, dict[str, _Form]] = {
    Conditional: {
        "conditions": _LITERALS,
        "subject": _AFFINE,
        "lower": _NUMBER_OR_NONE,
        "upper": _NUMBER_OR_NONE,
        "outside": _FLAG,
        "scale": _WHOLE,
    },
    Reified: {
        "target": _LITERAL,
        "subject": _AFFINE,
        "lower": _NUMBER_OR_NONE,
        "upper": _NUMBER_OR_NONE,
        "scale": _WHOLE,
    },
    Parity: {
        "literals": _LITERALS,
        "odd": _FLAG,
    },
    AllDifferent: {
        "items": _AFFINES,
    },
    Absolute: {
        "target": _COLUMN,
        "subject": _AFFINE,
    },
    Extremum: {
        "target": _COLUMN,
        "items": _AFFINES,
        "greatest": _FLAG,
    },
    Product: {
        "target": _COLUMN,
        "left": _AFFINE,
        "right": _AFFINE,
    },
    Element: {
        "target": _COLUMN,
        "index": _AFFINE,
        "items": _AFFINES,
    },
    SemiContinuous: {
        "subject": _AFFINE,
        "lower": _NUMBER,
        "upper": _NUMBER,
    },
    SpecialOrdered: {
        "items": _AFFINES,
        "most": _WHOLE,
    },
    PiecewiseLinear: {
        "target": _COLUMN,
        "subject": _AFFINE,
        "points": _POINTS,
    },
    Connected: {
        "encoding": _ENCODING,
        "network": _NETWORK,
    },
    Circuit: {
        "encoding": _ENCODING,
        "vertices": _WHOLE,
        "edges": _EDGES,
        "chosen": _SWITCHES,
        "active": _SWITCHES_OR_NONE,
        "directed": _FLAG,
    },
    Acyclic: {
        "encoding": _ENCODING,
        "vertices": _WHOLE,
        "edges": _EDGES,
        "chosen": _SWITCHES,
        "directed": _FLAG,
    },
    Division: {
        "encoding": _ENCODING,
        "members": _MEMBERS,
        "edges": _EDGES,
        "roots": _WHOLES,
    },
    NoOverlap: {
        "encoding": _ENCODING,
        "starts": _AFFINES,
        "sizes": _AFFINES,
        "present": _SWITCHES,
    },
    Cumulative: {
        "encoding": _ENCODING,
        "starts": _AFFINES,
        "sizes": _AFFINES,
        "present": _SWITCHES,
        "demands": _AFFINES,
        "capacity": _AFFINE,
    },
    Inverse: {
        "encoding": _ENCODING,
        "places": _AFFINES,
        "holders": _AFFINES,
    },
    AllowedTuples: {
        "encoding": _ENCODING,
        "items": _AFFINES,
        "allowed": _TUPLES,
    },
    Automaton: {
        "encoding": _ENCODING,
        "items": _AFFINES,
        "arcs": _TUPLES,
        "ends": _WHOLES,
    },
    Lexicographic: {
        "encoding": _ENCODING,
        "one": _AFFINES,
        "other": _AFFINES,
        "strict": _FLAG,
    },
    Network: {
        "active": _SWITCHES,
        "edges": _EDGES,
        "open": _SWITCHES_OR_NONE,
        "roots": _SWITCHES_OR_NONE,
    },
}
"""The fields of operations that are saved, in the order in which they stand in a file.

Those that are chosen when the solver is known are not among them: the way in which a constraint is
stated, for example.
"""


def _require_meaning(operation: Operation, model: ModelBase) -> None:
    """Raises unless an operation could have been stated in the model."""
    encoder = Encoder.of(model)
    if isinstance(operation, Conditional | Reified):
        _require_comparison(operation, encoder)
        return
    mixed = not isinstance(operation, AllDifferent | GlobalConstraint)
    bounded = not isinstance(operation, SemiContinuous)
    for part in operation.parts():
        if isinstance(part, Affine):
            _require_number(part, encoder, mixed=mixed, bounded=bounded)
    if isinstance(operation, GlobalConstraint):
        operation.require_right()
    if isinstance(operation, Extremum | Element) and not operation.items:
        raise ModelError("the operation has no numbers")
    if isinstance(operation, Element):
        _require_number(operation.index, encoder, mixed=False, bounded=True)
    _require_own(operation, encoder)


def _require_number(form: Affine, encoder: Encoder, *, mixed: bool, bounded: bool) -> None:
    terms = Expression(encoder.owner, [*form.columns], [*form.coefficients], len(form.columns), 0)
    encoder.affine(terms + form.constant, mixed=mixed, bounded=bounded)


def _require_comparison(row: Conditional | Reified, encoder: Encoder) -> None:
    one_way = isinstance(row, Conditional) and not row.outside
    exactly = not one_way or not encoder.is_continuous(row.subject)
    if row.scale < 1 or (row.scale > 1 and not exactly):
        raise ModelError("no row can have this scale")
    if row.scale > 1:
        # The limits are about the numbers as they were before they were multiplied.
        scale = Fraction(1, row.scale)
        subject = row.subject.times(scale)
        _require_number(subject, encoder, mixed=True, bounded=not one_way)
        if one_way:
            least, most = row.lower is not None, row.upper is not None
            encoder.require_ends(subject, least=least, most=most)
        return
    if exactly and Fraction in {type(row.lower), type(row.upper)}:
        raise ModelError("a bound of a whole number is a fraction")
    _require_number(row.subject, encoder, mixed=not exactly, bounded=not one_way)
    if one_way:
        least, most = row.lower is not None, row.upper is not None
        encoder.require_ends(row.subject, least=least, most=most)


def _require_own(operation: Operation, encoder: Encoder) -> None:
    """The same of what operations of a single sort have."""
    match operation:
        case Product(left=left, right=right):
            if not (encoder.is_whole(left) or encoder.is_whole(right)):
                raise ModelError("one of the two factors must be whole")
            ends = encoder.range_of(left), encoder.range_of(right)
            if max(size_of(a * b) for a in ends[0] for b in ends[1]) >= LARGEST_NUMBER:
                raise ModelError("a product reaches 60 bits or more")
        case SpecialOrdered(most=most) if most not in {1, 2}:
            raise ModelError(f"there is no special ordered set of type {most}")
        case PiecewiseLinear(points=points):
            places = [place for place, _ in points]
            if len(places) < 2 or any(after <= before for before, after in pairwise(places)):
                raise ModelError("the breakpoints do not ascend")
        case NoOverlap(sizes=sizes):
            demands = operation.demands if isinstance(operation, Cumulative) else ()
            if any(encoder.range_of(form)[0] < 0 for form in (*sizes, *demands)):
                raise ModelError("a size or a demand can be below 0")
        case Automaton(arcs=arcs) if any(len(arc) != 3 for arc in arcs):
            raise ModelError("a transition must be a state, a number and a state")
