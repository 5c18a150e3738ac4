"""Linear programs as plain data, and the files that others might write of them.

Every section of MPS and LP files is among them, in many ways of saying the same. HiGHS, which scipy
brings, reads each file as well: what it reads, what we read and what was meant have to be the same.
All numbers are multiples of 1/4, so that doubles are exact.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.modelling.expressions import Comparison
from ilpuzzles.modelling.numbers import exact, plain
from ilpuzzles.modelling.rows import Kind

Side: TypeAlias = Fraction | None
Column: TypeAlias = tuple[Side, Side, bool]
Row: TypeAlias = tuple[Mapping[str, Fraction], Side, Side]


_UNIT: tuple[Side, Side] = (Fraction(0), Fraction(1))
_FROM_ZERO: tuple[Side, Side] = (Fraction(0), None)


@dataclass(frozen=True)
class Linear:
    """A linear program: what it says, and nothing of how.

    Attributes:
        columns: The bounds of each variable, and whether it is whole.
        rows: The terms and the bounds of each row.
        costs: The objective.
        constant: What is added to that.
        maximise: Whether it is to be maximised.
    """

    columns: Mapping[str, Column]
    rows: Mapping[str, Row]
    costs: Mapping[str, Fraction]
    constant: Fraction
    maximise: bool

    def minimised(self) -> Linear:
        """The same with an objective to minimise, as most files say it."""
        if not self.maximise:
            return self
        costs = {name: -cost for name, cost in self.costs.items()}
        return replace(self, costs=costs, constant=-self.constant, maximise=False)

    def plain(self) -> Linear:
        """The same without what files say in other words, or not at all."""
        columns, constant = dict(self.columns), self.constant
        costs = {name: cost for name, cost in self.costs.items() if cost}
        if columns.get("constant") == (Fraction(1), Fraction(1), False):
            # Our LP files have a variable that is 1 for it.
            del columns["constant"]
            constant += costs.pop("constant", Fraction(0))
        for name, (low, high, _) in columns.items():
            if low == high is not None:
                # One value is whole or not, whatever it is called.
                columns[name] = low, high, False
        rows: dict[str, Row] = {}
        for name, (terms, lower, upper) in self.rows.items():
            known = rows.get(name.removesuffix("__low"))
            kept = {column: factor for column, factor in terms.items() if factor}
            if known is not None:
                assert known[0] == kept
                rows[name.removesuffix("__low")] = (kept, lower, known[2])
            elif (lower, upper) != (None, None):
                rows[name] = (kept, lower, upper)
        maximise = self.maximise and bool(costs or constant)
        return Linear(columns, rows, costs, constant, maximise)


def _bounds(dice: random.Random) -> tuple[Side, Side]:
    """Bounds of every kind."""
    low = Fraction(dice.randint(-20, 12), dice.choice([1, 2, 4]))
    high = low + Fraction(dice.randint(1, 12), 2)
    return dice.choice(
        [
            (None, None),
            (Fraction(0), None),
            (low, None),
            (None, high),
            (None, Fraction(-3)),
            (low, high),
            (Fraction(-7), Fraction(-2)),
            (Fraction(0), Fraction(1)),
            (Fraction(0), high if high > 0 else Fraction(5)),
            (low, low),
            (Fraction(0), Fraction(0)),
        ]
    )


def random_linear(seed: int, *, binary: bool = False) -> Linear:
    """A linear program with columns and rows of every kind."""
    dice = random.Random(seed)
    columns: dict[str, Column] = {}
    for number in range(dice.randint(1, 6)):
        lower, upper = _bounds(dice)
        whole = dice.random() < 0.5
        if binary:
            lower, upper, whole = Fraction(0), Fraction(dice.random() < 0.9), True
            lower = upper if dice.random() < 0.1 else lower
        if whole:
            lower = None if lower is None else Fraction(math.ceil(lower))
            upper = None if upper is None else Fraction(math.floor(upper))
            if lower is not None and upper is not None and lower > upper:
                upper = lower
        columns[f"x{number}"] = lower, upper, whole
    rows: dict[str, Row] = {}
    for number in range(dice.randint(1, 5)):
        chosen = dice.sample([*columns], dice.randint(0, len(columns)))
        over = 1 if binary else dice.choice([1, 1, 2, 4])
        terms = {name: Fraction(dice.choice([-5, -3, -1, 1, 1, 2, 7]), over) for name in chosen}
        side = Fraction(dice.randint(-9, 9), over)
        width = Fraction(dice.randint(1, 9), over)
        sides: list[tuple[Side, Side]] = [
            (None, side), (side, None), (side, side), (side, side + width), (side, side + width)
        ]  # fmt: skip
        rows[f"r{number}"] = (terms, *dice.choice(sides))
    over = 1 if binary else dice.choice([1, 4])
    costs = {name: Fraction(dice.randint(-9, 9), over) for name in columns if dice.random() < 0.7}
    constant = Fraction(dice.choice([0, 0, 5, -3]), over)
    return Linear(columns, rows, costs, constant, dice.random() < 0.5)


def stated(linear: Linear) -> Model:
    """The model of a program."""
    model = Model("stated")
    found: dict[str, Any] = {}
    for name, (lower, upper, whole) in linear.columns.items():
        make: Callable[..., Any] = model.integer if whole else model.continuous
        ends = [int(end) if end is not None and whole else end for end in (lower, upper)]
        found[name] = make(name, lower=ends[0], upper=ends[1])
    for name, (terms, lower, upper) in linear.rows.items():
        total = model.sum(factor * found[column] for column, factor in terms.items())
        if not terms:
            _add_empty_row(model, name, lower, upper)
        else:
            model.add(Comparison(total, _plain(lower), _plain(upper)), name)
    goal = model.sum(cost * found[column] for column, cost in linear.costs.items())
    (model.maximize if linear.maximise else model.minimize)(goal + linear.constant)
    return model


def _plain(side: Side) -> int | Fraction | None:
    return None if side is None else plain(side)


def _add_empty_row(model: Model, name: str, lower: Side, upper: Side) -> None:
    bounds = {
        side: np.array([bound], dtype=object)
        for side, bound in (("lower", lower), ("upper", upper))
        if bound is not None
    }
    none = np.zeros(0, dtype=np.int64)
    model.add_rows(Kind.LINEAR, np.array([0, 0]), none, name=name, **bounds)  # type: ignore[arg-type] # of several kinds


def said_by(model: Any) -> Linear:
    """What a model that was read from a file says, by the names in the file."""
    columns: dict[str, Column] = {}
    program = model.program()
    for name, whole in zip(model.names, program.whole().tolist(), strict=True):
        low, high = (None if b is None else Fraction(b) for b in model.bounds(model.variable(name)))
        columns[name] = low, high, whole
    rows: dict[str, Row] = {}
    for row in model.rows():
        lower, upper = (None if b is None else Fraction(b) for b in row.bounds)
        terms = {str(one): Fraction(number) for one, number in row.coefficients.items()}
        rows[row.name] = terms, lower, upper
    objective = program.objective
    form = None if objective is None else objective.form()
    costs = {} if form is None else dict(zip(form.columns, form.coefficients, strict=True))
    return Linear(
        columns,
        rows,
        {model.names[column]: Fraction(cost) for column, cost in costs.items()},
        Fraction(0 if form is None else form.constant),
        objective is not None and objective.maximize,
    )


# HiGHS


def read_by_highs(text: str, suffix: str, folder: Path) -> Linear:
    """What HiGHS reads in a file."""
    core = pytest.importorskip("scipy.optimize._highspy._core")
    path = folder / f"model.{suffix}"
    path.write_text(text)
    highs = core._Highs()
    highs.setOptionValue("output_flag", False)
    status = highs.readModel(str(path))
    assert "Error" not in str(status), text
    program = highs.getLp()
    names = list(program.col_names_)
    infinity = highs.getInfinity() if hasattr(highs, "getInfinity") else 1e30

    def side(number: float) -> Side:
        return None if abs(number) >= min(infinity, 1e30) else Fraction(exact(float(number)))

    kinds = [str(kind) for kind in program.integrality_] or ["Continuous"] * len(names)
    matrix = program.a_matrix_
    terms: list[dict[str, Fraction]] = [{} for _ in program.row_names_]
    starts, indices, numbers = list(matrix.start_), list(matrix.index_), list(matrix.value_)
    by_column = "Colwise" in str(matrix.format_)
    for major in range(len(starts) - 1):
        for entry in range(starts[major], starts[major + 1]):
            row, column = (indices[entry], major) if by_column else (major, indices[entry])
            terms[row][names[column]] = Fraction(exact(numbers[entry]))
    ends = zip(program.col_lower_, program.col_upper_, kinds, strict=True)
    sides = zip(program.row_lower_, program.row_upper_, strict=True)
    return Linear(
        {
            name: (side(low), side(high), "Integer" in kind)
            for name, (low, high, kind) in zip(names, ends, strict=True)
        },
        {
            name: (terms[row], side(low), side(high))
            for row, (name, (low, high)) in enumerate(zip(program.row_names_, sides, strict=True))
        },
        {name: Fraction(exact(cost)) for name, cost in zip(names, program.col_cost_, strict=True)},
        Fraction(exact(program.offset_)),
        "Max" in str(program.sense_),
    )


# Files as others write them


def _text(number: Fraction, dice: random.Random) -> str:
    plain = str(float(number)) if number.denominator > 1 else str(number.numerator)
    if number.denominator == 1 and dice.random() < 0.15:
        return f"{number.numerator}.0"
    return f"{float(number):.6e}" if dice.random() < 0.1 else plain


def as_mps(linear: Linear, seed: int) -> str:
    """An MPS file of a program, in a style that chance decides."""
    return "\n".join([*_mps_lines(linear, random.Random(seed)), ""])


def _mps_lines(linear: Linear, dice: random.Random) -> Iterator[str]:
    yield "* as others write it"
    yield "NAME          other"
    if linear.maximise:
        yield from dice.choice([["OBJSENSE", "    MAX"], ["OBJSENSE", "  MAXIMIZE"]])
    elif dice.random() < 0.3:
        yield from ["OBJSENSE", "    MIN"]
    # A range may begin at either end; of an equation, its sign says where it lies.
    kinds = {}
    for name, (_, lower, upper) in linear.rows.items():
        options = ["L"] if lower is None else ["G"] if upper is None else ["L", "G", "E", "e"]
        kinds[name] = "E" if lower == upper else dice.choice(options)
    yield from ["ROWS", " N  COST"]
    for name, kind in kinds.items():
        yield f" {kind.upper()}  {name}"
    # Another row of this kind says nothing.
    yield " N  FREE"
    yield "COLUMNS"
    by_bounds = {
        name: dice.random() < 0.5 and _by_bounds(column) for name, column in linear.columns.items()
    }
    for name, (_, _, whole) in linear.columns.items():
        marked = whole and not by_bounds[name]
        if marked:
            yield f"    M{name}  'MARKER'  'INTORG'"
        yield from _mps_entries(linear, name, dice)
        if marked:
            yield f"    N{name}  'MARKER'  'INTEND'"
    yield from _mps_sides(linear, kinds, dice)
    yield "BOUNDS"
    for name, column in linear.columns.items():
        yield from (f" {line}" for line in _mps_bounds(name, column, dice, by_bounds[name]))
    yield "ENDATA"


def _mps_entries(linear: Linear, name: str, dice: random.Random) -> Iterator[str]:
    """The entries of a column, one or two in a line."""
    entries = [(row, terms[name]) for row, (terms, *_) in linear.rows.items() if name in terms]
    if dice.random() < 0.3:
        entries.append(("FREE", Fraction(dice.randint(1, 9))))
    cost = linear.costs.get(name, Fraction(0))
    if cost or not entries:
        entries.insert(dice.randint(0, len(entries)), ("COST", cost))
    while entries:
        count = dice.choice([1, 2])
        pairs = [f"{row}  {_text(factor, dice)}" for row, factor in entries[:count]]
        yield f"    {name}  {'   '.join(pairs)}"
        del entries[:count]


def _mps_sides(linear: Linear, kinds: Mapping[str, str], dice: random.Random) -> Iterator[str]:
    """The right-hand sides, and the ranges if there are any."""
    yield "RHS"
    if linear.constant:
        yield f"    RHS  COST  {_text(-linear.constant, dice)}"
    ranges = []
    for name, (_, lower, upper) in linear.rows.items():
        kind = kinds[name]
        side = upper if kind in {"L", "e"} else lower
        assert side is not None
        if side or dice.random() < 0.3:
            yield f"    RHS  {name}  {_text(side, dice)}"
        if lower is not None and upper is not None and lower != upper:
            sign = {"E": 1, "e": -1}.get(kind, dice.choice([1, -1]))
            ranges.append(f"    RNG  {name}  {_text(sign * (upper - lower), dice)}")
    if ranges:
        yield from ["RANGES", *ranges]


def _by_bounds(column: Column) -> bool:
    """Whether a type of bounds can say that a column is whole."""
    lower, upper, whole = column
    return whole and lower is not None and upper is not None and upper != lower


def _mps_bounds(name: str, column: Column, dice: random.Random, by_bounds: bool) -> Iterator[str]:
    lower, upper, whole = column
    if by_bounds:
        if (lower, upper) == _UNIT and dice.random() < 0.7:
            yield f"BV BND {name}"
            return
        assert lower is not None
        assert upper is not None
        yield f"LI BND {name} {lower}"
        yield f"UI BND {name} {upper}"
        return
    if (lower, upper) == (None, None):
        yield from dice.choice([[f"FR BND {name}"], [f"MI BND {name}", f"PL BND {name}"]])
    elif lower == upper:
        assert lower is not None
        yield f"FX BND {name} {_text(lower, dice)}"
    elif (lower, upper) == _FROM_ZERO and not whole and dice.random() < 0.6:
        return
    else:
        lines = []
        if lower is None:
            lines.append(f"MI BND {name}")
        elif lower or whole or (upper is not None and upper < 0) or dice.random() < 0.4:
            lines.append(f"LO BND {name} {_text(lower, dice)}")
        if upper is not None:
            lines.append(f"UP BND {name} {_text(upper, dice)}")
        elif whole and (not lines or dice.random() < 0.5):
            # Between markers, a column without any bounds may be read as binary.
            lines.append(f"PL BND {name}")
        yield from lines


def as_lp(linear: Linear, seed: int) -> str:
    """An LP file of a program, likewise."""
    return "\n".join([*_lp_lines(linear, random.Random(seed)), ""])


def for_highs(linear: Linear, seed: int) -> str:
    """The same as HiGHS takes it: with two rows for one with two bounds, and with plain signs."""
    text = as_lp(_without_ranges(linear), seed)
    for signs, sign in (("<", "<="), ("=<", "<="), (">", ">="), ("=>", ">=")):
        text = text.replace(f" {signs} ", f" {sign} ")
    return text


def _without_ranges(linear: Linear) -> Linear:
    rows: dict[str, Row] = {}
    for name, (terms, lower, upper) in linear.rows.items():
        if lower is None or upper is None or lower == upper:
            rows[name] = terms, lower, upper
        else:
            rows[name] = terms, None, upper
            rows[f"{name}__low"] = terms, lower, None
    return replace(linear, rows=rows)


def _lp_terms(terms: Mapping[str, Fraction], dice: random.Random) -> str:
    parts = []
    for name, factor in terms.items():
        sign = "-" if factor < 0 else "+"
        size = "" if abs(factor) == 1 and dice.random() < 0.5 else f"{_text(abs(factor), dice)} "
        parts.append(f"{sign} {size}{name}")
    return " ".join(parts)


def _lp_lines(linear: Linear, dice: random.Random) -> Iterator[str]:
    yield "\\ as others write it"
    words = ["Maximize", "MAXIMIZE", "maximum", "max"]
    if not linear.maximise:
        words = ["Minimize", "minimize", "MINIMUM", "Min"]
    yield dice.choice(words)
    # Every column stands somewhere, whatever its cost.
    costs = {name: linear.costs.get(name, Fraction(0)) for name in linear.columns}
    goal = _lp_terms(costs, dice)
    if linear.constant:
        goal += f" {'-' if linear.constant < 0 else '+'} {_text(abs(linear.constant), dice)}"
    yield f" obj: {goal}"
    yield dice.choice(["Subject To", "subject to", "ST", "s.t.", "such that"])
    for name, row in linear.rows.items():
        yield f" {name}: {_lp_row(row, next(iter(linear.columns)), dice)}"
    yield dice.choice(["Bounds", "BOUNDS", "bound"])
    binaries = []
    for name, (lower, upper, whole) in linear.columns.items():
        if whole and (lower, upper) == _UNIT and dice.random() < 0.7:
            binaries.append(name)
            continue
        yield from (f" {line}" for line in _lp_bounds(name, lower, upper, dice))
    whole_ones = [name for name, (*_, whole) in linear.columns.items() if whole]
    generals = [name for name in whole_ones if name not in binaries]
    for titles, names in (
        (["Binaries", "binary", "BIN"], binaries),
        (["Generals", "general", "GEN"], generals),
    ):
        if names:
            yield dice.choice(titles)
            yield f" {' '.join(names)}"
    yield dice.choice(["End", "END", "end"])


def _lp_row(row: Row, first: str, dice: random.Random) -> str:
    """A row; one without terms has a column with the factor 0."""
    terms, lower, upper = row
    left = _lp_terms(terms, dice) or f"0 {first}"
    least, most = ("" if side is None else _text(side, dice) for side in (lower, upper))
    if lower == upper:
        return f"{left} = {least}"
    if lower is None:
        return f"{left} {dice.choice(['<=', '<', '=<'])} {most}"
    if upper is None:
        return f"{left} {dice.choice(['>=', '>', '=>'])} {least}"
    return f"{least} <= {left} <= {most}"


def _lp_bounds(name: str, lower: Side, upper: Side, dice: random.Random) -> Iterator[str]:
    if (lower, upper) == (None, None):
        yield dice.choice([f"{name} free", f"-inf <= {name} <= +inf", f"-infinity <= {name}"])
    elif lower == upper:
        assert lower is not None
        yield f"{name} = {_text(lower, dice)}"
    elif (lower, upper) == _FROM_ZERO:
        if dice.random() < 0.4:
            yield dice.choice([f"{name} >= 0", f"0 <= {name}", f"0 <= {name} <= inf"])
    elif lower is None:
        assert upper is not None
        most = _text(upper, dice)
        yield f"-inf <= {name} <= {most}"
    elif upper is None:
        least = _text(lower, dice)
        yield dice.choice([f"{name} >= {least}", f"{least} <= {name}", f"{least} <= {name} <= inf"])
    else:
        least, most = _text(lower, dice), _text(upper, dice)
        if dice.random() < 0.5:
            yield f"{least} <= {name} <= {most}"
        else:
            yield f"{name} >= {least}"
            yield f"{name} <= {most}"


# OPB, which no other program that is here reads


def read_opb_plainly(text: str) -> Linear:
    """What an OPB file says: whole numbers times x1, x2, ..., a relation and a number."""
    columns: dict[str, Column] = {}
    rows: dict[str, Row] = {}
    costs: dict[str, Fraction] = {}
    header, *lines = text.splitlines()
    words = header.split()
    assert words[:2] == ["*", "#variable="]
    for number in range(int(words[2])):
        columns[f"x{number + 1}"] = (Fraction(0), Fraction(1), True)
    for line in lines:
        if line.startswith("*"):
            continue
        *said, end = line.split()
        assert end == ";"
        if said[0] == "min:":
            costs = _opb_terms(said[1:])
            continue
        *left, relation, side = said
        bound = Fraction(int(side))
        assert relation in {">=", "="}
        rows[f"c{len(rows) + 1}"] = _opb_terms(left), bound, bound if relation == "=" else None
    assert words[3:] == ["#constraint=", str(len(rows))]
    return Linear(columns, rows, costs, Fraction(0), False)


def _opb_terms(words: list[str]) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for factor, name in zip(words[::2], words[1::2], strict=True):
        found[name] = found.get(name, Fraction(0)) + int(factor)
    return found


def holds(linear: Linear, values: Mapping[str, int]) -> bool:
    """Whether values satisfy all rows and bounds."""
    sums = [
        (sum(factor * values[name] for name, factor in terms.items()), lower, upper)
        for terms, lower, upper in linear.rows.values()
    ]
    sums += [(Fraction(values[name]), low, high) for name, (low, high, _) in linear.columns.items()]
    return all(
        (lower is None or value >= lower) and (upper is None or value <= upper)
        for value, lower, upper in sums
    )
