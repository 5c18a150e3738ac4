"""Results of solvers: a status, the limit that was hit if any, and the values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from importlib import import_module
from math import isfinite
from operator import index
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex

import numpy as np

from ilpuzzles.errors import ModelError, counted, one_line, quoted
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.expression_array import ComparisonArray, LinearArray, TruthArray
from ilpuzzles.modelling.expressions import Comparison, Linear, Truth, Variable
from ilpuzzles.modelling.layouts import JOINED_NAMES, ArrayLayout
from ilpuzzles.modelling.numbers import (
    Number,
    NumberArray,
    Value,
    doubles,
    plain,
    text_of,
)
from ilpuzzles.modelling.operations import over_scale
from ilpuzzles.modelling.ownership import Extent, require_same_model
from ilpuzzles.modelling.pointers import RESULT, Pointers, missing_attribute
from ilpuzzles.modelling.precision import without_noise
from ilpuzzles.modelling.program import Program, require_own_rows
from ilpuzzles.modelling.row_check import Row, RowList, Violation, activities
from ilpuzzles.modelling.rows import IntArray, Rows
from ilpuzzles.modelling.text_tables import table_html
from ilpuzzles.modelling.variables import VariableFamily
from ilpuzzles.modelling.written import WrittenRows
from ilpuzzles.passes.step import StepSize, steps_text
from ilpuzzles.progress import Progress

_MOST_LINES_SHOWN = 20
# How errors go on, after the model that something belongs to: "..., this is a result of ...".
_THIS_RESULT = "this is a result of"


class Status(StrEnum):
    """The status of the model. Which limit was hit, if any, is a `Limit`."""

    OPTIMAL = "optimal"
    """Solved: there is a solution, and none is better (any will do without an objective)."""
    FEASIBLE = "feasible"
    """There is a solution; it is not known whether there is a better one."""
    INFEASIBLE = "infeasible"
    """Proved to have no solution."""
    UNBOUNDED = "unbounded"
    """There is no best solution: the objective gets better without end."""
    UNKNOWN = "unknown"
    """No solution was found, and nothing was proved."""
    ERROR = "error"
    """The solver failed; the message says why."""


class Limit(StrEnum):
    """The limit that ended a search before it was complete."""

    NONE = "none"
    TIME = "time"
    SOLUTIONS = "solutions"
    NODES = "nodes"
    WORK = "work"
    MEMORY = "memory"
    GAP = "gap"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True, slots=True)
class Seconds:
    """The times of a search, part by part, in seconds on the wall clock.

    Attributes:
        build: Turning the model into a program, if it was not one already.
        hand_over: Turning the arrays into the solver's own data, and starting its process if it has
            one that says when it begins.
        solve: Waiting for the solver, and reading its answer.
        confirm: Asking the same solver for a better solution, where it is in doubt that there is
            none.
    """

    build: float = 0.0
    hand_over: float = 0.0
    solve: float = 0.0
    confirm: float = 0.0


@dataclass(frozen=True, slots=True)
class Opinion:
    """A second opinion on a claim: that there is no solution, no other one, or none better.

    Attributes:
        backend: The name of the backend; empty if none could be asked, or none was to be.
        agrees: Whether it says the same; otherwise its time was over, or its answer was wrong.
        seconds: The wall-clock time of its search.
        exact: Whether it computes in exact numbers, so that its answer is a proof.
        fault: The fault of its answer, if it was wrong: values that break rows refute nothing.
    """

    backend: str
    agrees: bool
    seconds: float
    exact: bool = True
    fault: str = ""

    @property
    def confirms(self) -> bool:
        """Whether it has proved the same."""
        return self.agrees and self.exact

    @staticmethod
    def of_all(opinions: Sequence[Opinion]) -> Opinion | None:
        """Returns one opinion of several claims, which agrees if each of them does."""
        if not opinions:
            return None
        backends = dict.fromkeys(opinion.backend for opinion in opinions if opinion.backend)
        faults = dict.fromkeys(opinion.fault for opinion in opinions if opinion.fault)
        return Opinion(
            backend=" and ".join(backends),
            agrees=all(opinion.agrees for opinion in opinions),
            seconds=sum(opinion.seconds for opinion in opinions),
            exact=all(opinion.exact for opinion in opinions),
            fault="; ".join(faults),
        )

    def __str__(self) -> str:
        """Returns the opinion in words.

        Example:
            >>> print(Opinion("cpsat", True, 0.1), Opinion("cpsat", False, 2), sep=", ")
            confirmed by cpsat, not confirmed in 2 s
        """
        if self.agrees:
            return f"confirmed by {self.backend}" if self.exact else f"{self.backend} says so too"
        if self.fault:
            return f"not confirmed, since {self.backend} answered wrongly: {self.fault}"
        return f"not confirmed in {self.seconds:.0f} s" if self.backend else "not confirmed"


@dataclass(frozen=True, slots=True)
class Border:
    """Solutions on the border of measured rows: the last digits decide about them.

    Attributes:
        number: How many there are.
        rows: The names of the first of these rows; none if they are not known.
    """

    number: int
    rows: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Returns the border as plain data."""
        return {"number": self.number, "rows": list(self.rows)}

    def __str__(self) -> str:
        """Returns the border in words.

        Example:
            >>> print(Border(1, ("budget[0]",)))
            1 solution lies on the border of budget[0]
            >>> print(Border(2))
            2 solutions lie on the border of a measured row
        """
        lie = "lies" if self.number == 1 else "lie"
        rows = " and ".join(self.rows) or "a measured row"
        return f"{counted(self.number, 'solution')} {lie} on the border of {rows}"


class Valued:
    """The values of all variables of a program, looked up by variable or by name.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", ["a", "b"])
        >>> row = model.add(x.sum() <= 1)
        >>> model.maximize(x @ [2, 3])
        >>> result = model.solve("cpsat")
        >>> result[x].tolist(), result[x["b"] + 1], result["x[b]"], result.slack(row)
        ([0, 1], 2, 1, 0)
        >>> print(result)
        <result of cpsat: optimal, objective 3>
        x[a] = 0
        x[b] = 1
    """

    __slots__ = ()
    program: Program | None
    values: NumberArray | None
    exact: bool
    _POINTERS: ClassVar[Pointers] = RESULT

    # Type checkers are to find attributes that are misspelt.
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Raises an error that points from names of other packages to those here."""
            raise missing_attribute(self, name, self._POINTERS)

    def __getitem__(self, key: Any) -> Any:
        """Returns the value of a variable, an expression or a name, or an array in its shape.

        Of a list or a dictionary of these, it returns a list or a dictionary of values.

        Raises:
            ValueError: If there is no solution.
            UnknownNameError: If there is no variable of that name.
        """
        if isinstance(key, Mapping):
            return {name: self[subject] for name, subject in key.items()}
        if isinstance(key, (list, tuple)):
            return [self[subject] for subject in key]
        subject = self._require_program().look_up(key) if isinstance(key, str) else key
        return self.array(subject) if isinstance(subject, LinearArray) else self.value(subject)

    def value(self, number: Any) -> Any:
        """Returns the value of a variable, a negated one, or an expression; see `result[x]`."""
        if isinstance(number, (str, LinearArray)):
            return self[number]
        if isinstance(number, Comparison):
            return self._holds(number)
        if not isinstance(number, Linear) or isinstance(number, Truth):
            what = f"{quoted(number)} has no value here"
            raise ModelError(what, "look up variables, sums of them, arrays or names")
        expression = number.expression()
        self._require_own(number, expression.owner, expression.columns)
        values: list[Number] = self._require_values()[expression.columns].tolist()
        terms = zip(expression.coefficients, values, strict=True)
        total = plain(expression.constant + sum(factor * value for factor, value in terms))
        return self._for_people(total)

    def _for_people(self, number: Value) -> Value:
        """Returns a number as people get it: a float where it is a solver's and not whole."""
        return float(number) if isinstance(number, Fraction) and self._in_doubles() else number

    def _in_doubles(self) -> bool:
        """Whether values that are not whole are a solver's doubles."""
        is_measured = self.program is not None and self.program.is_measured()
        return is_measured or not self.exact

    def _holds(self, row: Comparison) -> bool:
        """Whether a comparison holds, a measured one within its tolerance."""
        subject = row.subject
        self._require_own(row, subject.owner, subject.columns)
        columns = subject.columns
        written = WrittenRows.of([columns], [subject.coefficients], [(row.lower, row.upper)])
        is_whole = not subject.owner.is_continuous(columns)
        judged = written.judged(np.array([is_whole]))
        is_within = judged.holds(0, self._require_values().tolist())
        return is_within is not row.outside

    def array(self, array: LinearArray) -> NumberArray:
        """Returns the values of an array of variables or expressions, in its shape.

        They are whole numbers; exact ones in an array of objects, which `.astype(float)` rounds; or
        doubles where rows are measured.

        Raises:
            ValueError: If there is no solution.
        """
        if isinstance(array, ComparisonArray):
            truths = [self.value(truth) for truth in array.truths()]
            return np.array(truths, dtype=bool).reshape(array.shape)
        if isinstance(array, TruthArray):
            what = f"{array} have no value here"
            raise ModelError(what, "look up the variables that they are made of")
        affine = array.expressions().affine
        name = f"family {array.name}" if isinstance(array, VariableFamily) else "the array"
        self._require_own(name, array.owner, affine.columns)
        values = affine.values(self._require_values())
        if self._in_doubles() and values.dtype == object:
            return doubles(values.ravel()).reshape(values.shape)
        return values

    def to_dict(self) -> dict[str, Value]:
        """Returns the values by name, without those of auxiliary variables."""
        program = self._require_program()
        values = self._require_values().tolist()
        columns = program.shown().nonzero()[0].tolist()
        named = program.by_name(columns).items()
        return {name: self._for_people(values[place]) for name, place in named}

    def series(self, array: LinearArray | str) -> Any:
        """Returns the values of an array as a Series of pandas, by the labels of its axes.

        The names of the axes are those of the index, which has a level for each.
        """
        array = self._array_named(array)
        values = self.array(array)
        return _pandas().Series(values.ravel(), index=_index(array.layout))

    def frame(self, array: LinearArray | str) -> Any:
        """Returns the values of an array as a DataFrame of pandas, by the labels of its axes.

        The columns are the labels of the last axis; all other axes are levels of the index.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> nurses, days = ["Ann", "Bob"], ["Mon", "Tue"]
            >>> works = model.binary("works", nurses, days, dims=["nurse", "day"])
            >>> row = model.add(works["Ann"] == [1, 0])
            >>> row = model.exactly_one(works, axis="nurse")
            >>> frame = model.solve("cpsat").frame(works)
            >>> frame.loc["Bob", "Tue"], frame.index.name, frame.columns.name
            (np.int64(1), 'nurse', 'day')
        """
        array = self._array_named(array)
        values = self.array(array)
        layout = array.layout
        if layout.ndim < 2:
            what = f"a frame needs two axes or more, got shape {layout}"
            raise ModelError(what, "use series, which takes any array")
        last = layout.ndim - 1
        return _pandas().DataFrame(
            values.reshape(-1, layout.shape[-1]),
            index=_index(layout.without((last,))),
            columns=_index(layout.transposed([last])),
        )

    def _array_named(self, array: LinearArray | str) -> LinearArray:
        """Returns an array, or the family of a name; raises if it is something else."""
        subject: object = array
        if isinstance(array, str):
            subject = self._require_program().look_up(array)
        if not isinstance(subject, LinearArray):
            what = f"expected an array of variables or expressions, got {quoted(array)}"
            raise ModelError(what, "duals and slacks of rows are arrays: result.slack(rows)")
        return subject

    def slack(self, row: Row | RowList | SupportsIndex | str) -> Any:
        """Returns the slack of a row: its distance from the nearest bound, 0 where it has none.

        Of several rows, it returns an array; rows may be given by their name.

        Raises:
            ModelError: If a row is not linear.
        """
        rows, totals = self._activities(row)
        gaps = [_distances(rows, totals, side) for side in (rows.lower, rows.upper)]
        # Where there is no bound, the other one is nearer.
        nearest = np.where(rows.lower.finite, gaps[0], gaps[1])
        has_both = rows.lower.finite & rows.upper.finite
        nearest = np.where(has_both & (gaps[1] < nearest), gaps[1], nearest)
        return _like(row, nearest)

    def residual(self, row: Row | RowList | SupportsIndex | str) -> Any:
        """Returns by how much a row misses its bounds, 0 where it is satisfied.

        Of several rows, it returns an array; rows may be given by their name.

        Raises:
            ModelError: If a row is not linear.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.continuous("x", 2)
            >>> rows = model.add(x >= [1, 2])
            >>> model.minimize(x.sum())
            >>> model.solve("highs", exact=False).residual(rows).tolist()
            [0.0, 0.0]
        """
        rows, totals = self._activities(row)
        missed = np.zeros_like(totals)
        for bounds in (rows.lower, rows.upper):
            gaps = _distances(rows, totals, bounds)
            is_beyond = totals * bounds.side > _over_scales(bounds.numbers, rows) * bounds.side
            missed = np.where(bounds.finite & is_beyond, gaps, missed)
        return _like(row, missed)

    def _activities(self, row: Row | RowList | SupportsIndex | str) -> tuple[Rows, NumberArray]:
        """Returns some rows of the model, and the activity of each."""
        rows = self._require_program().rows.ordered(self._places(row))
        return rows, activities(rows, self._require_values())

    def assigned(self) -> dict[Variable, Number]:
        """Returns the value of each variable, for a hint."""
        owner = self._require_program().names.owner
        if owner is None:
            raise ModelError("these values belong to no model", "give values by variable")
        numbers: list[Number] = self._require_values().tolist()
        return {Variable(owner, column): number for column, number in enumerate(numbers)}

    def lines(self) -> list[str]:
        """Returns the values by name, in lines; where there are many, those that are not 0."""
        if self.values is None:
            return []
        by_name = self.to_dict()
        if len(by_name) > _MOST_LINES_SHOWN:
            by_name = without_noise(by_name, exact=getattr(self, "exact", True))
        lines = [one_line(f"{name} = {text_of(value)}") for name, value in by_name.items()]
        left_out = len(lines) - _MOST_LINES_SHOWN
        if left_out <= 0:
            return lines
        return [*lines[:_MOST_LINES_SHOWN], f"and {left_out:,} more that are not 0"]

    def _places(self, row: Row | RowList | SupportsIndex | str) -> IntArray:
        """Returns the places of rows of the model among those of the program."""
        if isinstance(row, str):
            row = self._require_program().rows_of(row)
        numbers = row.numbers if isinstance(row, RowList) else None
        if isinstance(row, Row):
            numbers = row.numbers()
        program = self._require_program()
        if isinstance(row, Row | RowList) and program.names.owner is not None:
            used = Extent.of_rows(numbers or ())
            require_own_rows(row, program.names.owner, _THIS_RESULT, used=used)
        sizes = program.sizes_of_model()
        is_of_model = isinstance(row, Row | RowList) and not isinstance(row.source, Program)
        if sizes is not None and is_of_model and max(numbers, default=-1) >= sizes[1]:  # type: ignore[arg-type] # they have numbers
            raise ModelError("a row is newer than these values", "solve again")
        return program.places_of_rows([index(row)] if numbers is None else numbers)  # type: ignore[arg-type] # a list has numbers

    def _require_program(self) -> Program:
        if self.program is None:
            raise ModelError("a result from a backend itself has no names", "use solve_model")
        return self.program

    def _require_own(self, what: object, owner: object, columns: Iterable[int]) -> None:
        """Raises unless something is of the model, with variables that it had."""
        own_model = self.program and self.program.names.owner
        if own_model is not None:
            columns = list(columns)
            used = Extent.of_columns(columns)
            require_same_model(what, owner, own_model, _THIS_RESULT, used=used)
        sizes = None if self.program is None else self.program.sizes_of_model()
        values = None if self.values is None else len(self.values)
        known_columns = values if sizes is None else sizes[0]
        if known_columns is not None and max(columns, default=-1) >= known_columns:
            raise ModelError("a variable is newer than these values", "solve again")

    def _require_values(self) -> NumberArray:
        if self.values is None:
            status: object = getattr(self, "status", "unknown")
            advice = "ask model.explain()" if status == Status.INFEASIBLE else "see its message"
            raise ModelError(f"no values: the status is {status}", advice)
        return self.values


def _like(row: Row | RowList | SupportsIndex | str, numbers: NumberArray) -> Any:
    """Returns the numbers of rows as people get them: an array, or a number for one row."""
    is_single = not isinstance(row, (RowList, str)) and len(numbers) == 1
    return plain(numbers.tolist()[0]) if is_single else numbers


def _over_scales(numbers: NumberArray, rows: Rows) -> NumberArray:
    """Returns numbers of rows as they were stated, without the scales of the rows."""
    if rows.measured.any() or numbers.dtype == np.float64:
        return doubles(numbers, rows.scales)
    if bool((rows.scales == 1).all()):
        return numbers
    pairs = zip(numbers.tolist(), rows.scales.tolist(), strict=True)
    unscaled = np.empty(len(numbers), dtype=object)
    unscaled[:] = [over_scale(number, scale) for number, scale in pairs]
    return unscaled


def _distances(rows: Rows, totals: NumberArray, bounds: Bounds) -> NumberArray:
    """Returns the distances of activities from their bounds, 0 where there is none."""
    is_in_doubles = totals.dtype == np.float64
    ends = doubles(bounds.numbers, rows.scales)
    if not is_in_doubles:
        ends = _over_scales(bounds.numbers, rows)
    gaps = abs(totals - ends)
    return np.where(bounds.finite, gaps, 0)


def _pandas() -> Any:
    # It comes with OR-Tools, and is slow to import.
    return import_module("pandas")


def _index(layout: ArrayLayout) -> Any:
    """Returns an index of pandas for all elements of an array, with a level for each axis."""
    pandas = _pandas()
    names = [name or None for name in layout.dims]
    if layout.ndim != 1:
        return pandas.MultiIndex.from_product(layout.names_of_axes(), names=names)
    (labels,) = layout.names_of_axes()
    sizes = {len(label) if isinstance(label, tuple) else 0 for label in labels}
    if len(sizes) != 1 or min(sizes) < 2:
        return pandas.Index(labels, name=names[0])
    # Labels of several parts are levels, whose names are those of the axis.
    parts = layout.dims[0].split(JOINED_NAMES)
    return pandas.MultiIndex.from_tuples(labels, names=parts if {len(parts)} == sizes else None)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Result(Valued):
    """The answer of a backend; `result[x]` are the values of x.

    Attributes:
        status: The status of the model.
        limit: The limit that was hit, or `Limit.NONE`.
        values: One number per variable of the model, or None without a solution. They are whole;
            where variables are continuous, exact numbers in an array of objects; of a linear
            program whose values are not exact, the solver's doubles.
        objective: The objective of the values, exact unless one of its numbers is measured; None
            without an objective or a solution.
        further: The values of the objectives after the first one, in their order.
        bound: The bound on the objective that the solver reports; no objective is better.
        gap: By how much an objective could still be better where the status is optimal: 0 where
            that is proved in whole numbers, else the difference that counts as none in doubles. The
            distance from the bound of a search that was stopped is `relative_gap`.
        complete: Whether the question is settled: nothing was left unsearched.
        times: The time of each part of the search.
        nodes: How many nodes the solver reports to have searched.
        memory: The peak memory of the solver's own process, in bytes.
        backend: The name of the backend.
        version: The version of its solver.
        checked: Whether the values have passed the row check.
        border: The solutions on the border of measured rows, if a question about several solutions
            found some.
        opinion: The second opinion of another backend on a claim that cannot be checked: that there
            is no solution, no further one, or none better. None where there is no such claim, or
            the backend computes in whole numbers.
        exact: Whether the values are exact numbers. Otherwise those of continuous variables are the
            solver's own, in doubles.
        missed: The row or bound that they miss by most, within a share of 1e-9 of its size; None
            where every row is satisfied exactly.
        message: The failure, for `Status.ERROR`; empty otherwise.
        details: Further facts that the backend reports about its search, by name.
        program: The program that was solved; None where a backend itself was asked.
        steps: The passes of the last search, from the program to what the solver got, with the size
            of the program after each.
    """

    status: Status
    limit: Limit = Limit.NONE
    values: NumberArray | None = None
    objective: Value | None = None
    further: tuple[Value, ...] = ()
    bound: float | None = None
    gap: Number = 0
    complete: bool = False
    times: Seconds = field(default_factory=Seconds)
    nodes: int | None = None
    memory: int | None = None
    backend: str
    version: str
    checked: bool = False
    border: Border | None = None
    opinion: Opinion | None = None
    exact: bool = True
    missed: Violation | None = None
    message: str = ""
    details: Mapping[str, str | int] = field(default_factory=dict)
    program: Program | None = field(default=None, repr=False)
    steps: tuple[StepSize, ...] = field(default=(), compare=False, repr=False)

    @property
    def seconds(self) -> float:
        """The wall-clock time in seconds."""
        times = self.times
        return times.build + times.hand_over + times.solve + times.confirm

    @property
    def relative_gap(self) -> float | None:
        """The relative gap between the objective and its bound; None until both are known.

        It is what other programs call the MIP gap; `gap` belongs to a proof.
        """
        if self.objective is None or self.bound is None or not isfinite(self.bound):
            return None
        return Progress(best=float(self.objective), bound=self.bound).gap

    def table(self) -> list[list[str]]:
        """Returns the result as a table: a name and a value in each line."""
        lines = [
            ["status", self.status.value],
            ["limit", "" if self.limit is Limit.NONE else self.limit.value],
            ["objective", "" if self.objective is None else text_of(self.objective, ",")],
            ["then", ", ".join(text_of(value, ",") for value in self.further)],
            ["bound", "" if self.bound is None else f"{self.bound:,.15g}"],
            ["gap", f"{float(self.gap):.1g}" if self.gap else ""],
            ["nodes", "" if self.nodes is None else f"{self.nodes:,}"],
            ["seconds", f"{self.seconds:.2f}"],
            ["backend", f"{self.backend} {self.version}"],
            ["checked", "every row" if self.checked else ""],
            ["border", "" if self.border is None else str(self.border)],
            ["opinion", "" if self.opinion is None else str(self.opinion)],
            [
                "values",
                "" if self.values is None or self.exact else f"in doubles of {self.backend}",
            ],
            ["residual", "" if self.missed is None else str(self.missed)],
            ["message", self.message],
        ]
        return [["result", ""], *([name, value] for name, value in lines if value)]

    def steps_text(self) -> str:
        """Returns the passes of the last search as a table in text; empty if none are known."""
        return steps_text(self.steps) if self.steps else ""

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": table_html(self.table())}

    def __repr__(self) -> str:
        parts = [self.status.value]
        if self.limit is not Limit.NONE:
            parts.append(f"limit {self.limit.value}")
        if self.objective is not None:
            parts.append(f"objective {text_of(self.objective, ',')}")
            parts += [f"then {text_of(value, ',')}" for value in self.further]
        return f"<result of {self.backend}: {', '.join(parts)}>"

    def __str__(self) -> str:
        """Returns the status and the values by name; where there are many, the nonzero ones."""
        return "\n".join([repr(self), *self.lines()]) if self.program is not None else repr(self)

    def __bool__(self) -> bool:
        """Whether there is a solution."""
        return self.values is not None
