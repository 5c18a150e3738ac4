"""Models saved as JSON that loses nothing: `save` writes such a file, `open_model` reads it.

A file has a line for every family, group, row and so on, and the same model always gives the same
bytes. Columns, rows and groups are numbered from 0, as in the model. Whole numbers have any number
of digits; a fraction is a text, `"1/3"`. A label is a text, a whole number, true, false, null, or a
list of labels, which stands for a tuple; those of other kinds, such as dates, are objects (see
`saved_labels`). A family that the model has made for itself has the `word` that it is called by.

The numbers of a row are whole: one with fractions has been multiplied by its `scale`. Those of a
measured row are as they were given, its measured ones floats; so is a measured bound among those
that are `stated`. Coefficients that are all 1 are left out, and so are bounds that are infinite or
follow from the kind of the row. Files of version 1 have no measured numbers, and those of version 2
no labels that are objects and no names of axes, `dims`; a model without these is saved as one of
version 2, which earlier releases can open.
Nothing is taken on trust: what is read of a file is a model that could have been stated.
"""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import prod
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from ilpuzzles.errors import InputError, counted, quoted
from ilpuzzles.formats.saved_labels import label_as_json, needs_objects, read_label
from ilpuzzles.formats.saved_operations import (
    accepted,
    plain_number,
    plain_operation,
    read_operation,
    save_error,
)
from ilpuzzles.jobs.temporary_files import require_ending, write_bytes
from ilpuzzles.modelling.bounds import Bounds, Side
from ilpuzzles.modelling.column_store import Bound, Traits
from ilpuzzles.modelling.expressions import Negation, Variable
from ilpuzzles.modelling.model import ModelBase
from ilpuzzles.modelling.numbers import Number, Numeric, Value, size_of, stored
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.operations import Operation, over_scale
from ilpuzzles.modelling.precision import exact_bounds
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.row_builder import RowTraits, round_inwards
from ilpuzzles.modelling.row_store import RowsNamed, Sides
from ilpuzzles.modelling.rows import (
    DEFINITION,
    LARGEST,
    NO_GROUP,
    NO_OPERATION,
    NO_ORIGIN,
    NO_TARGET,
    Group,
    Kind,
)
from ilpuzzles.modelling.store import Store
from ilpuzzles.modelling.variables import VariableFamily
from ilpuzzles.modelling.written import WrittenRows
from ilpuzzles.reading.json_text import (
    LARGEST_SIZE,
    MOST_DIGITS,
    JsonPart,
    read_json,
)

ENDING = ".ilp.json"
"""The ending of the names of these files."""

FORMAT = "ilpuzzles model"
VERSION = 3

_VERSION_WITHOUT_OBJECTS = 2
"""The last version that had no labels that are objects, and no names of axes."""

MOST_COLUMNS = 10_000_000
"""A model with more variables is neither saved nor opened.

A line of a file can name a family of any size; so many variables take 0.7 s and 0.3 GB to open.
"""


# Writing


def save_program(program: Program, path: str | Path) -> None:
    """Writes a model, or a part of one, to a file; see `Model.save`."""
    path = Path(path)
    require_ending(path, "saved model", ENDING)
    write_bytes(path, saved_text(program).encode("ascii"))


def saved_text(program: Program) -> str:
    r"""A model, or a part of one, as the text of a file.

    Raises:
        ModelError: If it has something that no file can hold: a Python function, or a label that is
            no text, no number and no date; or if it was not made by `without`, `only` and `fix`.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model("rooks")
        >>> row = model.exactly_one(model.binary("rook", ["a", "b"]).flat)
        >>> print(saved_text(model.program()).splitlines()[4:9])
        ['"families": [', '{"name": "rook", "type": "binary", "axes": [["a", "b"]]}', '],', '"groups": [', '],']
    """  # noqa: E501 - that is what it prints
    model = program.entire or program
    families, row_names = list(_plain_families(model)), list(_plain_names(model))
    parts: list[tuple[str, Iterable[Any]]] = [
        ("families", families),
        ("groups", _plain_groups(program)),
        ("rows", _plain_rows(model)),
        ("row names", row_names),
        ("together", _plain_together(model)),
        ("objectives", _plain_objectives(model.objective)),
        (
            "fixed",
            ([column, plain_number(value)] for column, value in sorted(program.fixed.items())),
        ),
    ]
    head = {
        "format": FORMAT,
        "version": _version(families, row_names),
        "name": model.names.title,
    }
    owner = model.names.owner
    if owner is not None and owner.is_exact:
        head["exact"] = True
    lines = ["{", *(f"{json.dumps(key)}: {json.dumps(value)}," for key, value in head.items())]
    for name, items in parts:
        written = ",\n".join(json.dumps(item, default=int) for item in items)
        lines += [f"{json.dumps(name)}: [", *([written] if written else []), "],"]
    lines[-1] = "]"
    return "\n".join([*lines, "}", ""])


def _version(families: Sequence[dict[str, Any]], row_names: Sequence[dict[str, Any]]) -> int:
    """The first version of the format that has all of some families and names of rows."""
    axes = [axis for family in families for axis in family["axes"] if isinstance(axis, list)]
    keys = [run["keys"] for run in row_names if "keys" in run]
    is_new = any("dims" in family for family in families)
    return VERSION if is_new or any(map(needs_objects, axes + keys)) else _VERSION_WITHOUT_OBJECTS


def _plain_families(model: Program) -> Iterator[dict[str, Any]]:
    names = model.names
    own = names.rows is not None and names.columns == model.variables
    if not own or (np.diff(model.row_numbers, prepend=-1) <= 0).any():
        advice = "save the model, or a program that without, only or fix has made"
        raise save_error("it was made from another one", advice)
    if model.variables > MOST_COLUMNS:
        raise save_error(f"it has more than {MOST_COLUMNS:,} variables", "leave some out")
    for family in names.families:
        here = slice(family.first, family.first + family.size)
        kinds = model.deciding[here].tolist(), (~model.whole()[here]).tolist()
        traits = set(zip(*kinds, strict=True)) or {(True, False)}
        if len(traits) > 1 or traits == {(True, True)}:
            raise save_error("its variables are not as they were stated", "save the model itself")
        ((deciding, continuous),) = traits
        lower, upper = _shared_bound(model.lower[here], 0), _shared_bound(model.upper[here], 1)
        yield _plain_family(family, Traits(deciding, lower, upper, continuous))


def _shared_bound(bounds: Bounds, default: int) -> Bound:
    """The bound of all variables of a family, or the bounds of each of them."""
    if not len(bounds):
        return default
    first = bounds.at(0)
    if first is None:
        return bounds if bounds.finite.any() else None
    return first if (bounds == first).all() else bounds


def _plain_family(family: VariableFamily, traits: Traits) -> dict[str, Any]:
    where = f"family {quoted(family.name)}"
    sort = "continuous" if traits.continuous else "binary" if traits.is_binary else "integer"
    plain: dict[str, Any] = {"name": family.name, "type": sort}
    plain["axes"] = [_plain_axis(axis, where) for axis in family.axes]
    sides = ("lower", traits.lower), ("upper", traits.upper)
    for side, bound in sides if sort != "binary" else ():
        if isinstance(bound, Bounds):
            plain[side] = [None if one is None else plain_number(one) for one in bound.tolist()]
        elif bound is not None:
            plain[side] = plain_number(bound)
    if not traits.deciding and sort != "continuous":
        plain["auxiliary"] = True
    if family.word:
        plain["word"] = family.word
    if any(family.dims):
        plain["dims"] = [name or None for name in family.dims]
    return plain


def _plain_axis(axis: Sequence[Hashable], where: str) -> Any:
    if not isinstance(axis, range):
        return [label_as_json(label, where) for label in axis]
    if (axis.start, axis.step) == (0, 1):
        return len(axis)
    return {"range": [axis.start, axis.stop, axis.step]}


def _plain_groups(program: Program) -> Iterator[dict[str, Any]]:
    for number, group in enumerate(program.names.groups):
        off = {"off": True} if number in program.switched_off else {}
        yield {"name": group.name, "why": group.why, **off}


def _plain_rows(model: Program) -> Iterator[dict[str, Any]]:
    rows, written = model.rows, model.written
    entries_of = rows.starts, rows.columns, rows.coefficients, rows.kinds
    starts, columns, coefficients, kinds, groups, operations = (
        part.tolist() for part in (*entries_of, rows.groups, rows.operations)
    )
    origins: list[int] = rows.origins.tolist()
    each = rows.lower, rows.upper, rows.scales, rows.targets, rows.aggregated
    for row, values in enumerate(zip(*(part.tolist() for part in each), strict=True)):
        lower, upper, *others = values
        scale = others[0]
        kind, group, entries = Kind(kinds[row]), groups[row], slice(starts[row], starts[row + 1])
        plain: dict[str, Any] = {"kind": kind.name.lower()}
        if group != NO_GROUP:
            plain.update({"definition": True} if group == DEFINITION else {"group": group})
        if kind is Kind.OPERATION:
            plain["operation"] = plain_operation(
                model.operations[operations[row]], model.row_name(row)
            )
            yield plain
            continue
        plain["columns"], factors = columns[entries], coefficients[entries]
        if rows.measured[row]:
            yield plain | _plain_measured(factors, lower, upper)
            continue
        # Beside measured ones, whole numbers may be doubles.
        factors = list(map(int, factors))
        lower, upper = (None if b is None else int(b) for b in (lower, upper))
        if factors.count(1) != len(factors):
            plain["coefficients"] = factors
        if kind is not Kind.LINEAR and (lower, upper) != _bounds(kind, factors):
            raise save_error(f"{model.where(row)} is not as it was stated", "state it as a sum")
        if written is not None and origins[row] != NO_ORIGIN and kind is Kind.LINEAR:
            bounds = written.bounds_as_given(origins[row])
            unrounded = [over_scale(lower, scale), over_scale(upper, scale)]
            if list(bounds) != unrounded:
                plain["stated"] = list(map(plain_number, bounds))
        # What stands there is what is not usual.
        usual = {
            "lower": lower if kind is not Kind.LINEAR else None,
            "upper": upper if kind is not Kind.LINEAR else None,
            "scale": 1,
            "target": NO_TARGET,
            "aggregated": False,
        }
        said = zip(usual, (lower, upper, *others), strict=True)
        yield plain | {key: value for key, value in said if value != usual[key]}


def _plain_measured(
    factors: list[float], lower: float | None, upper: float | None
) -> dict[str, Any]:
    """The numbers of a measured row in a file: its coefficients and its bounds."""
    plain: dict[str, Any] = {"measured": True, "coefficients": list(map(plain_number, factors))}
    ends = {"lower": lower, "upper": upper}
    return plain | {side: plain_number(end) for side, end in ends.items() if end is not None}


def _bounds(kind: Kind, factors: list[int]) -> tuple[int | None, int | None]:
    """The bounds of a row of literals: those of its kind, less one for every negated literal."""
    lower, upper = kind.bounds
    negated = factors.count(-1)
    least = None if lower is None else lower - negated
    return least, None if upper is None else upper - negated


def _plain_names(model: Program) -> Iterator[dict[str, Any]]:
    if model.names.rows is None:
        return
    for run in model.names.rows.named(model.row_numbers):
        plain: dict[str, Any] = {"name": run.name, "rows": run.size}
        if run.keys is None:
            plain["from"] = run.first_number
        else:
            where = f"a row {quoted(run.name)}" if run.name else "a row"
            plain["keys"] = [label_as_json(key, where) for key in run.keys]
        yield plain


def _plain_together(model: Program) -> Iterator[list[list[int]]]:
    """Joint definitions: columns that several rows define, as long as all of these are there."""
    places = {number: place for place, number in enumerate(model.row_numbers.tolist())}
    for one in model.together:
        if places.keys() >= set(one.rows):
            yield [list(one.columns), list(one.given), [places[row] for row in one.rows]]


def _plain_objectives(first: Objective | None) -> Iterator[dict[str, Any]]:
    for number, objective in enumerate(first.in_order() if first else ()):
        plain: dict[str, Any] = {
            "sense": "maximize" if objective.maximize else "minimize",
            "columns": objective.columns.tolist(),
            "coefficients": objective.coefficients.tolist(),
            "constant": objective.constant,
            "scale": objective.scale,
        }
        if objective.is_measured:
            plain["measured"] = True
            plain["coefficients"] = list(map(plain_number, plain["coefficients"]))
            plain["constant"] = plain_number(objective.constant)
        if number:
            plain["tolerance"] = plain_number(objective.tolerance)
            plain["share"] = plain_number(objective.share)
        yield plain


# Reading


_KEYS = ("families", "groups", "rows", "row names", "together", "objectives", "fixed")


def parse_saved(text: str, kind: type[AnySavedModel], source: str) -> AnySavedModel | Program:
    """Reads the text of a file; a part of a model, as `without` and `fix` make it, is a program.

    Raises:
        InputError: If the file is wrong; the message names the place of the first error.
    """
    if not text.strip():
        raise InputError("the file is empty", "get it again", source)
    root = JsonPart(source, read_json(text, source, digits=MOST_DIGITS))
    found = root.value.get("format") if isinstance(root.value, dict) else None
    if found != FORMAT:
        what = f'this is not a saved model: there is no "format": "{FORMAT}"'
        raise root.wrong(what, "name a file that save has written")
    if "version" in root.value and root.at("version").whole(least=1) > VERSION:
        what = f"the file has version {root.value['version']} of the format, of a newer release"
        raise root.wrong(what, f"update ilpuzzles, which knows version {VERSION} here")
    root.keys(("format", "version", "name", *_KEYS), ("exact",))
    model = kind(root)
    whole = model.program()
    off = [n for n, group in enumerate(root.value["groups"]) if group.get("off")]
    program = whole.part(off, {}) if off else whole
    for pair in root.at("fixed").items():
        column, value = pair.several(2, "a column and its value")
        number = column.number_of(whole.variables, "column")
        if number in program.fixed:
            raise column.wrong(f"column {number} is fixed twice")
        fixing: dict[Variable | Negation, Numeric] = {Variable(model, number): value.exact()}
        program = accepted(value, partial(program.fix, fixing))
    return model if program is whole else program


class SavedModelBase(ModelBase):
    """The statements of a saved model, read from its file."""

    def __init__(self, root: JsonPart) -> None:
        exact = "exact" in root.value and root.at("exact").flag()
        super().__init__(root.at("name").text(), exact=exact)
        store = Store.of(self)
        taken: set[str] = set()
        for part in root.at("families").items():
            self._read_family(part, taken)
        for part in root.at("groups").items():
            part.keys(("name", "why"), ("off",))
            name = part.at("name").text()
            if not name.strip() or store.group_number(name) is not None:
                raise part.at("name").wrong("a group needs a name that no other has")
            if "off" in part.value:
                part.at("off").flag()
            store.add_group(Group(name, part.at("why").text()))
        reader = _RowReader(self, store.columns.binary().tolist(), len(store.groups))
        for part in root.at("rows").items():
            reader.read(part)
        store.add_operations(reader.operations)
        names = _read_names(root.at("row names"), len(root.value["rows"]))
        # Each row names a column once, in the order in which it was written.
        store.extend(reader.written(), reader.traits(), repeated=[])
        store.rows.restore_names(names)
        for part in root.at("together").items():
            columns, given, rows = part.several(3, "columns, given columns and rows")
            one, other = (
                tuple(numbers.numbered(store.columns.count, "column", once=False))
                for numbers in (columns, given)
            )
            store.define_together(one, other, rows.numbered(store.rows.count, "row"))
        for number, part in enumerate(root.at("objectives").items()):
            objective = _read_objective(part, store.columns.count, first=number == 0)
            before = store.objective
            store.objective = objective if before is None else before.with_last(objective)

    def _read_family(self, part: JsonPart, taken: set[str]) -> None:
        part.keys(("name", "type", "axes"), ("lower", "upper", "auxiliary", "word", "dims"))
        store, name = Store.of(self), part.at("name").text()
        axes = [_read_axis(axis) for axis in part.at("axes").items()]
        if not name.strip() and (name or len(axes) != 1):
            raise part.at("name").wrong("the family has no name", "give it one")
        if name and name in taken:
            raise part.at("name").wrong(f"there are two families {quoted(name)}")
        taken.add(name)
        if store.columns.count + prod(map(len, axes)) > MOST_COLUMNS:
            raise part.wrong(
                f"the model has more than {MOST_COLUMNS:,} variables", "use a smaller model"
            )
        first, traits = store.columns.count, _read_traits(part, prod(map(len, axes)))
        word = _read_word(part, name, traits)
        dims = _read_dims(part)
        family = accepted(
            part, lambda: VariableFamily(self, name, first, axes, dims=dims, word=word)
        )
        store.columns.add_family(family, traits)


AnySavedModel = TypeVar("AnySavedModel", bound=SavedModelBase)
"""The class that a saved model is to have."""


def _read_dims(part: JsonPart) -> list[str | None] | None:
    """The names of the axes of a family; None if no axis has one."""
    if "dims" not in part.value:
        return None
    dims = [None if one.value is None else one.text() for one in part.at("dims").items()]
    if not any(dims) or "" in dims:
        raise part.at("dims").wrong("a name of an axis is empty", "write null for none")
    return dims


def _read_word(part: JsonPart, name: str, traits: Traits) -> str:
    """The word of a family that the model has made; empty for one that was stated."""
    if "word" not in part.value:
        return ""
    word = part.at("word").text()
    number = name.removeprefix(f"{word} ")
    if not word.strip() or number == name or not re.fullmatch("0|[1-9][0-9]{0,17}", number):
        raise part.at("name").wrong("the name must be the word and a number")
    if traits.deciding:
        raise part.at("word").wrong("the variables must be auxiliary")
    return word


def _read_axis(part: JsonPart) -> Sequence[Hashable]:
    if type(part.value) is int:
        return range(part.whole(0, MOST_COLUMNS))
    if isinstance(part.value, dict):
        part.keys(("range",))
        start, stop, step = (one.whole() for one in part.at("range").several(3, "three numbers"))
        if not step:
            raise part.at("range").at(2).wrong("the step is 0")
        found = range(start, stop, step)
        # The length of a range beyond 63 bits cannot be taken.
        if abs(stop - start) // abs(step) > MOST_COLUMNS:
            raise part.at("range").wrong(f"the axis has more than {MOST_COLUMNS:,} labels")
        return found
    return [read_label(item) for item in part.items()]


def _read_traits(part: JsonPart, size: int) -> Traits:
    sort = part.at("type").one_of(("binary", "integer", "continuous"))
    deciding = not ("auxiliary" in part.value and part.at("auxiliary").flag())
    if sort == "binary":
        part.keys(("name", "type", "axes"), ("auxiliary", "word", "dims"))
        return Traits(deciding)
    if sort == "continuous":
        part.keys(("name", "type", "axes"), ("lower", "upper", "word", "dims"))
    lower, upper = (
        _read_bounds(part, side, size, whole=sort == "integer") for side in (Side.LOWER, Side.UPPER)
    )
    each = [
        bound if isinstance(bound, Bounds) else Bounds.every(side, bound, size)
        for side, bound in ((Side.LOWER, lower), (Side.UPPER, upper))
    ]
    if (each[0] > each[1]).any():
        raise part.at("upper").wrong("the upper bound is below the lower one")
    return Traits(deciding and sort == "integer", lower, upper, sort == "continuous")


def _read_bounds(part: JsonPart, side: Side, size: int, *, whole: bool) -> Bound:
    """The bound of all variables of a family, or those of each; null in these is none."""

    def read(bound: JsonPart) -> Number:
        found = bound.whole() if whole else bound.exact()
        if size_of(found) >= LARGEST:
            raise bound.wrong("a bound has 63 bits or more")
        return found

    key = side.name.lower()
    if key not in part.value:
        return None
    given = part.at(key)
    if not isinstance(given.value, list):
        return read(given)
    each = given.several(size, "a bound for each variable")
    return Bounds.of(side, [None if one.value is None else read(one) for one in each])


_LITERALS = {Kind.EXACTLY_ONE, Kind.AT_MOST_ONE, Kind.AT_LEAST_ONE}
_KINDS = {kind.name.lower(): kind for kind in Kind}
_OF_ALL = ("group", "definition")
_OPTIONAL: dict[Kind, tuple[str, ...]] = {
    Kind.LINEAR: (
        *_OF_ALL,
        *("coefficients", "lower", "upper", "stated", "scale", "aggregated", "measured"),
    ),
    **dict.fromkeys(_LITERALS, (*_OF_ALL, "coefficients", "scale", "aggregated")),
    Kind.CONJUNCTION: (*_OF_ALL, "coefficients", "aggregated"),
    Kind.DISJUNCTION: (*_OF_ALL, "coefficients", "aggregated"),
    Kind.OPERATION: _OF_ALL,
}


class _RowReader:
    """Reads rows one by one, and makes arrays of them."""

    def __init__(self, model: ModelBase, binary: list[bool], groups: int) -> None:
        self.model, self.binary, self.groups = model, binary, groups
        self.operations: list[Operation] = []
        self._columns: list[list[int]] = []
        self._factors: list[list[Value]] = []
        self._bounds: list[Sides] = []
        self._each: list[tuple[int, ...]] = []

    def written(self) -> WrittenRows:
        """All rows as they were written before they were saved."""
        return WrittenRows.of(self._columns, self._factors, self._bounds)

    def traits(self) -> RowTraits:
        """The attributes of all rows other than their sums."""
        columns = zip(*self._each, strict=True) if self._each else [()] * 5
        kinds, groups, targets, operations, aggregated = map(list, columns)
        return RowTraits(
            kinds=np.array(kinds, dtype=np.uint8),
            groups=np.array(groups, dtype=np.int64),
            targets=np.array(targets, dtype=np.int64),
            operations=np.array(operations, dtype=np.int64),
            aggregated=np.array(aggregated, dtype=bool),
        )

    def read(self, part: JsonPart) -> None:
        """Reads a row."""
        part.keys(("kind",), _ROW_KEYS)
        kind = _KINDS[part.at("kind").one_of(_KINDS)]
        lower: int | None = None
        upper: int | None = None
        stated, scale = None, 1
        target, number = NO_TARGET, NO_OPERATION
        if kind is Kind.OPERATION:
            value = part.keys(("kind", "operation"), _OPTIONAL[kind])
            operation = read_operation(part.at("operation"), self.model, self.binary)
            columns, number = operation.columns(), len(self.operations)
            factors = [1] * len(columns)
            self.operations.append(operation)
        else:
            needed = ("kind", "columns", "target") if kind.defines else ("kind", "columns")
            value = part.keys(needed, _OPTIONAL[kind])
            columns = part.at("columns").numbered(len(self.binary), "column")
            if "measured" in value and part.at("measured").flag():
                self._read_measured(part, columns)
                return
            scale = part.at("scale").whole(1) if "scale" in value else 1
            factors = self._coefficients(part, columns, literals=kind is not Kind.LINEAR)
            if kind is Kind.LINEAR:
                lower, upper = (_read_side(part, key, scale) for key in ("lower", "upper"))
                if "stated" in value:
                    stated = _read_stated(part, scale, lower, upper)
            else:
                lower, upper = _bounds(kind, factors)
            if any(_too_large(factor, scale) for factor in factors):
                raise part.at("coefficients").wrong("a coefficient has 63 bits or more")
        if kind.defines:
            target = self._literal(part.at("target"), columns)
        aggregated = "aggregated" in value and part.at("aggregated").flag()
        self._columns.append(columns)
        self._factors.append([over_scale(factor, scale) for factor in factors])
        bounds = over_scale(lower, scale), over_scale(upper, scale)
        self._bounds.append(bounds if stated is None else stated)
        self._each.append((kind, self._group(part), target, number, aggregated))

    def _read_measured(self, part: JsonPart, columns: list[int]) -> None:
        """Reads a row whose numbers are as they were given."""
        part.keys(("kind", "columns", "measured", "coefficients"), (*_OF_ALL, "lower", "upper"))
        if part.at("kind").text() != "linear":
            raise part.at("measured").wrong("only linear rows are measured")
        each = part.at("coefficients").several(len(columns), "one coefficient for every column")
        factors = [one.value_of_row() for one in each]
        if 0 in factors:
            raise part.at("coefficients").at(factors.index(0)).wrong("a coefficient is 0")
        lower, upper = (
            part.at(key).value_of_row() if key in part.value else None for key in ("lower", "upper")
        )
        self._columns.append(columns)
        self._factors.append(factors)
        self._bounds.append((lower, upper))
        self._each.append((Kind.LINEAR, self._group(part), NO_TARGET, NO_OPERATION, False))

    def _coefficients(self, part: JsonPart, columns: list[int], *, literals: bool) -> list[int]:
        factors = [1] * len(columns)
        if "coefficients" in part.value:
            factors = _read_factors(part, columns)
            if literals and not {1, -1}.issuperset(factors):
                what = "a literal has a coefficient other than 1 and -1"
                raise part.at("coefficients").wrong(what)
        binary = self.binary
        if literals and not all(binary[column] for column in columns):
            place = next(n for n, column in enumerate(columns) if not binary[column])
            raise part.at("columns").at(place).wrong(f"column {columns[place]} is not binary")
        return factors

    def _literal(self, part: JsonPart, columns: list[int]) -> int:
        target = part.number_of(len(self.binary), "column")
        if not self.binary[target]:
            raise part.wrong(f"column {target} is not binary")
        if target in columns:
            raise part.wrong(f"column {target} is defined by itself")
        return target

    def _group(self, part: JsonPart) -> int:
        definition = "definition" in part.value and part.at("definition").flag()
        if "group" not in part.value:
            return DEFINITION if definition else NO_GROUP
        if definition:
            raise part.at("group").wrong("a definition belongs to no group")
        return part.at("group").number_of(self.groups, "group")


_ROW_KEYS = {
    "kind", "columns", "target", "operation", *(key for keys in _OPTIONAL.values() for key in keys)
}  # fmt: skip


def _read_factors(part: JsonPart, columns: list[int]) -> list[int]:
    """The coefficients of some columns, none of them 0."""
    given = part.at("coefficients")
    factors = given.wholes()
    given.several(len(columns), "one coefficient for every column")
    if 0 in factors:
        raise given.at(factors.index(0)).wrong("a coefficient is 0")
    return factors


def _too_large(number: int, scale: int) -> bool:
    """Whether a number that was multiplied by a scale is one that no model can have."""
    return abs(number) >= (LARGEST if scale == 1 else scale * LARGEST_SIZE)


def _read_side(part: JsonPart, key: str, scale: int) -> int | None:
    """A bound of a row, None for none."""
    if key not in part.value:
        return None
    bound = part.at(key).whole()
    if _too_large(bound, scale):
        raise part.at(key).wrong("a bound has 63 bits or more")
    return bound


def _read_stated(part: JsonPart, scale: int, lower: int | None, upper: int | None) -> Sides:
    """The bounds of a row as they were stated, before they were rounded."""
    pair = part.at("stated").several(2, "two bounds")
    least, most = (None if side.value is None else side.value_of_row() for side in pair)
    factors = [Fraction(factor, scale) for factor in part.value.get("coefficients", [1])]
    if round_inwards(*exact_bounds(least, most, factors), scale) != (lower, upper):
        raise part.at("stated").wrong("the bounds do not round to those of the row")
    return least, most


def _read_names(part: JsonPart, rows: int) -> list[RowsNamed]:
    """The names of the rows, of which there are so many."""
    found: list[RowsNamed] = []
    left = rows
    for run in part.items():
        value = run.keys(("name", "rows"), ("from", "keys"))
        name, count = run.at("name").text(), run.at("rows").whole(1, max(left, 1))
        left -= count
        if left < 0 or ("from" in value) is ("keys" in value):
            raise run.wrong(
                "there are more names than rows" if left < 0 else "expected either 'from' or 'keys'"
            )
        keys = None
        if "keys" in value:
            keys = [
                read_label(key) for key in run.at("keys").several(count, "one key for every row")
            ]
        first = run.at("from").whole(0, LARGEST) if "from" in value else 0
        found.append(RowsNamed(count, name, keys, first))
    if left:
        raise part.wrong(f"{counted(left, 'row')} {'has' if left == 1 else 'have'} no name")
    return found


def _read_objective(part: JsonPart, variables: int, *, first: bool) -> Objective:
    ranked = () if first else ("tolerance", "share")
    part.keys(("sense", "columns", "coefficients", "constant", "scale", *ranked), ("measured",))
    columns = part.at("columns").numbered(variables, "column")
    if "measured" in part.value and part.at("measured").flag():
        return _with_ranks(_read_measured_objective(part, columns), part, ranked)
    factors = _read_factors(part, columns)
    constant, scale = part.at("constant").whole(), part.at("scale").whole(1)
    if any(_too_large(number, scale) for number in (constant, *factors)):
        raise part.wrong("a number has 63 bits or more")
    objective = Objective(
        np.array(columns, dtype=np.int64),
        stored(factors),
        constant,
        _is_maximum(part),
        scale=scale,
    )
    return _with_ranks(objective, part, ranked)


def _is_maximum(part: JsonPart) -> bool:
    return part.at("sense").one_of(("minimize", "maximize")) == "maximize"


def _read_measured_objective(part: JsonPart, columns: list[int]) -> Objective:
    """An objective whose numbers are as they were given."""
    each = part.at("coefficients").several(len(columns), "one coefficient for every column")
    factors = [one.value_of_row() for one in each]
    if 0 in factors:
        raise part.at("coefficients").at(factors.index(0)).wrong("a coefficient is 0")
    constant = part.at("constant").value_of_row()
    return Objective(
        np.array(columns, dtype=np.int64),
        np.array(factors, dtype=np.float64),
        float(constant),
        _is_maximum(part),
    )


def _with_ranks(objective: Objective, part: JsonPart, ranked: tuple[str, ...]) -> Objective:
    """An objective with the tolerances of the one before it, if it is not the first."""
    ranks = [part.at(key) for key in ranked]
    slack: list[Number] = [rank.exact() for rank in ranks] or [0, 0]
    for rank, number in zip(ranks, slack, strict=False):
        if number < 0:
            raise rank.wrong("a tolerance is below 0")
    return replace(objective, tolerance=slack[0], share=Fraction(slack[1]))
