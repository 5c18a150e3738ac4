"""A program: a model, or a part of one, as arrays; this is what solvers and questions get.

Its methods `without`, `only`, `fix`, `keep`, `within` and `extended` return other programs. Here
are its names, its objective and statistics, and what `determined` finds out about completions.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from html import escape
from math import fsum, isfinite
from operator import index
from pathlib import Path
from typing import Any, Protocol, SupportsIndex, cast

import numpy as np
import numpy.typing as npt

from ilpuzzles.dice import Dice
from ilpuzzles.errors import CheckError, ModelError, counted, one_line, quoted, require_known
from ilpuzzles.lazy_imports import named
from ilpuzzles.modelling.affine import Affine, LinearRows
from ilpuzzles.modelling.asked import Asked
from ilpuzzles.modelling.bounds import Bounds, Side
from ilpuzzles.modelling.expressions import Negation, Operand, Owner, Variable, linear_sum
from ilpuzzles.modelling.global_constraint import NATIVE, GlobalConstraint, Language, Purpose
from ilpuzzles.modelling.numbers import (
    Number,
    NumberArray,
    Numeric,
    Value,
    as_value,
    common_denominator,
    doubles,
    exact,
    fractions_of,
    plain,
    size_of,
    stored,
    text_of,
    whole,
)
from ilpuzzles.modelling.operations import LazyConstraint, Operation
from ilpuzzles.modelling.ownership import Extent, foreign, is_same_model, require_same_model
from ilpuzzles.modelling.precision import (
    TOLERANCE,
    Precision,
    has_measured,
    tolerance_of,
)
from ilpuzzles.modelling.row_check import (
    OneRow,
    Row,
    RowList,
    Violation,
    WrongRow,
    bounds_of,
    interval_text,
    row_text,
    rows_hold,
    wrong_rows,
)
from ilpuzzles.modelling.row_store import RowStore
from ilpuzzles.modelling.rows import (
    DEFINITION,
    LARGEST,
    NO_GROUP,
    NO_ORIGIN,
    NO_TARGET,
    Group,
    IntArray,
    Kind,
    Rows,
    in_doubles,
    joined,
    with_bounds,
    with_changed,
)
from ilpuzzles.modelling.text_tables import Formulas, table_html
from ilpuzzles.modelling.variables import VariableFamily, single_values
from ilpuzzles.modelling.written import WrittenRows


@dataclass(frozen=True, slots=True, eq=False)
class Objective:
    """The objective: a linear expression to minimise or maximise.

    Attributes:
        columns: The columns of its terms, each once.
        coefficients: Their coefficients, none of them 0; whole numbers, as those of `Rows`, or
            doubles if one of its numbers is measured.
        constant: What is added to the terms, a whole number or a float likewise.
        maximize: Whether to maximise it.
        then: What to optimise next, among the solutions that are best by this one; or None.
        tolerance: By how much the objective before this one may be worse than its best.
        share: By which share of its best; of this and the tolerance, the larger one counts.
        scale: What its fractions were multiplied by to make coefficients and constant whole.
    """

    columns: IntArray
    coefficients: NumberArray
    constant: int | float
    maximize: bool
    then: Objective | None = None
    tolerance: Number = 0
    share: Fraction = Fraction(0)
    scale: int = 1

    @staticmethod
    def of(form: Affine, *, maximize: bool) -> Objective:
        """An objective of terms and a constant; in doubles if one of the numbers is measured."""
        columns = np.array(form.columns, dtype=np.int64)
        if has_measured([*form.coefficients, form.constant]):
            costs = np.array([float(factor) for factor in form.coefficients], dtype=np.float64)
            return Objective(columns, costs, float(form.constant), maximize)
        factors, constant = [exact(factor) for factor in form.coefficients], exact(form.constant)
        scale = common_denominator([*factors, constant])
        return Objective(
            columns=columns,
            coefficients=stored([int(factor * scale) for factor in factors]),
            constant=int(constant * scale),
            maximize=maximize,
            scale=scale,
        )

    @staticmethod
    def stated(owner: Owner, objective: Operand, *, maximize: bool) -> Objective:
        """The objective that an expression of a model is; raises if its numbers are too large."""
        expression = linear_sum(owner, [objective])
        terms = Affine.of(expression.columns, expression.coefficients, expression.constant)
        found = Objective.of(terms, maximize=maximize)
        large = max(map(size_of, (*terms.coefficients, terms.constant)))
        if not isfinite(large):
            raise ModelError(f"the objective has the number {large}", "scale its numbers down")
        if found.scale == 1 and not found.is_measured and large >= LARGEST:
            raise ModelError("the objective has a number of 63 bits or more", "scale it down")
        return found

    @property
    def is_measured(self) -> bool:
        """Whether one of its numbers is measured, so that it is in doubles."""
        return self.coefficients.dtype == np.float64

    def form(self) -> Affine:
        """Its terms and its constant, as they were stated."""
        factors: list[Any] = self.coefficients.tolist()
        constant: Any = self.constant
        if self.scale != 1:
            constant = Fraction(int(constant), self.scale)
        if self.is_measured:
            factors, constant = [as_value(factor) for factor in factors], as_value(constant)
        elif self.scale != 1:
            factors = [Fraction(factor, self.scale) for factor in factors]
        return Affine.of(self.columns.tolist(), factors, constant)

    def largest(self) -> Value:
        """Its largest coefficient without its sign, once it is whole."""
        return max(map(abs, self.coefficients.tolist()), default=0)

    def in_doubles(self) -> tuple[npt.NDArray[np.float64], float]:
        """Its coefficients and its constant as they were stated, for a solver with doubles."""
        return doubles(self.coefficients, self.scale), self.constant / self.scale

    def in_order(self) -> Iterator[Objective]:
        """This one, and those after it."""
        yield self
        if self.then is not None:
            yield from self.then.in_order()

    def append_program(self, last: Objective) -> Objective:
        """The same with one more objective at the end."""
        return replace(self, then=last if self.then is None else self.then.append_program(last))

    def is_better(self, value: Number, other: Number) -> bool:
        """Whether a value is better than another one."""
        return value > other if self.maximize else value < other

    def gap(self, values: NumberArray) -> Number:
        """The difference up to which two objectives count as equally good in doubles.

        That is 1e-9 of the largest of its value, its largest term, and its largest coefficient or
        1, whichever is less; for the values of all columns, and exactly.
        """
        return self._gap_at(self.value(values), values)

    def _gap_at(self, value: Number, values: NumberArray) -> Number:
        numbers: list[Number] = values[self.columns].tolist()
        costs = np.abs(self.in_doubles()[0]).tolist()
        terms = (cost * abs(float(number)) for cost, number in zip(costs, numbers, strict=True))
        return tolerance_of(value, max(costs, default=0), max(terms, default=0))

    def margin(self, values: NumberArray) -> Number:
        """How much better or worse another solution has to be, for it to be so beyond doubt.

        The least that whole variables allow; where numbers are measured, twice the gap, since the
        row that demands it holds within a gap itself. The constant is no part of that row: a gap
        is that of its other terms if they are larger.
        """
        if not self.is_measured:
            return Fraction(1, self.scale)
        value = self.value(values)
        without_constant = plain(value - Fraction(self.constant))
        return 2 * max(self._gap_at(value, values), self._gap_at(without_constant, values))

    def at_best(self, best: Number, gap: Number = 0) -> tuple[Number | None, Number | None]:
        """The bounds of what is good enough for what comes next, where the best is known.

        `gap` is how far from the best it may be in any case.
        """
        slack = gap
        if self.then is not None:
            slack = max(slack, self.then.tolerance, self.then.share * size_of(best))
        return (plain(best - slack), None) if self.maximize else (None, plain(best + slack))

    def no_better(self, value: Number) -> tuple[Number | None, Number | None]:
        """The bounds of what is as good as a value, or worse."""
        return (None, value) if self.maximize else (value, None)

    def worse(self, value: Number, margin: Number) -> tuple[Number | None, Number | None]:
        """The bounds of what is worse than a value by a margin at least."""
        return (None, plain(value - margin)) if self.maximize else (plain(value + margin), None)

    def better(self, value: Number, margin: Number) -> tuple[Number | None, Number | None]:
        """The bounds of what is better than a value, likewise."""
        return replace(self, maximize=not self.maximize).worse(value, margin)

    def score(self, values: NumberArray) -> Number | tuple[Number, ...]:
        """Its value, or the values of all objectives in their order if there are several."""
        scores = tuple(objective.value(values) for objective in self.in_order())
        return scores if len(scores) > 1 else scores[0]

    def value(self, values: NumberArray) -> Number:
        """The value for some values of all columns; exact, unless these are a solver's doubles."""
        if values.dtype == np.float64:
            costs, constant = self.in_doubles()
            return Fraction(fsum([*(costs * values[self.columns]).tolist(), constant]))
        if self.is_measured:
            return self._sum_of_doubles(values)
        total = self.whole_value(values)
        whole_one = type(total) is int and self.scale == 1
        return total if whole_one else plain(Fraction(total) / self.scale)

    def _sum_of_doubles(self, values: NumberArray) -> Number:
        """The exact value where the costs are doubles, each of which means itself here."""
        total = Fraction(self.constant)
        numbers: list[Number] = values[self.columns].tolist()
        for cost, number in zip(self.coefficients.tolist(), numbers, strict=True):
            if number:
                total += Fraction(cost) * number
        return plain(total)

    def whole_value(self, values: NumberArray) -> Number:
        """The same before it is divided by the scale, of exact numbers; whole for whole values."""
        factors: list[int] = self.coefficients.tolist()
        numbers: list[Number] = values[self.columns].tolist()
        return int(self.constant) + sum(a * b for a, b in zip(factors, numbers, strict=True))


@dataclass(frozen=True, slots=True)
class Together:
    """Rows, by their numbers in the model, that leave columns one choice, as none does alone."""

    columns: tuple[int, ...]
    given: tuple[int, ...]
    rows: tuple[int, ...]

    @staticmethod
    def of(
        rows: Rows, columns: tuple[int, ...], given: tuple[int, ...], numbers: Sequence[int]
    ) -> Together:
        """Takes those of some rows that speak of more than what is given."""
        if not len(numbers):
            return Together(columns, given, ())
        first, last = min(numbers), max(numbers) + 1
        starts, targets = rows.starts[first : last + 1], rows.targets[first:last]
        part = rows.columns[starts[0] : starts[-1]]
        known = np.zeros(1 + max(part.max(initial=0), targets.max(), *given, 0), dtype=bool)
        known[[*given]] = True
        # How many columns beside those given there are up to each place.
        beyond = np.concatenate([[0], np.cumsum(~known[part])])[starts - starts[0]]
        speaking = (np.diff(beyond) > 0) | ((targets != NO_TARGET) & ~known[targets])
        return Together(columns, given, tuple(n for n in numbers if speaking[n - first]))


@dataclass(frozen=True, slots=True, eq=False)
class Names:
    """The names of the columns, rows and groups of a model, rendered only on demand.

    Without families and rows, the names are numbers.

    Attributes:
        title: What the model is called.
        families: Its families of variables, ascending by their first columns.
        groups: Its groups; a group's number is its place here.
        rows: Knows the names and keys of its rows.
        owner: The model itself, which its variables know.
    """

    title: str = "model"
    families: tuple[VariableFamily, ...] = ()
    groups: tuple[Group, ...] = ()
    rows: RowStore | None = None
    owner: Owner | None = None
    # The families of each name, once one is looked up.
    _by_name: dict[str, list[VariableFamily]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def families_named(self, name: str) -> list[VariableFamily]:
        """The families of a name, ascending by their columns; of the name "", those without one."""
        if not self._by_name:
            found: dict[str, list[VariableFamily]] = {}
            for family in self.families:
                found.setdefault(family.name, []).append(family)
            self._by_name.update(found)
        return self._by_name.get(name, [])

    def column_named(self, name: str, variables: int) -> int | None:
        """The first of so many columns that has a name; names of others are not rendered."""
        before_brackets = [name[: bracket.start()] for bracket in re.finditer(r"\[", name)]
        found = [
            column
            for prefix in ("", name, *before_brackets)
            for family in self.families_named(prefix)
            if (column := family.column_named(name)) is not None
        ]
        number = name.removeprefix("x")
        if number.isascii() and number.isdecimal() and len(number) < 19:
            found += [int(number)] if self.name_of(int(number)) == name else []
        return min((column for column in found if column < variables), default=None)

    @property
    def columns(self) -> int:
        """The number of columns that have names."""
        return self.families[-1].first + self.families[-1].size if self.families else 0

    def name_of(self, column: int) -> str:
        """The name of a column: `place[A, 3]`."""
        if column >= self.columns:
            return f"x{column}"
        place = bisect_right(self.families, column, key=lambda family: family.first) - 1
        return self.families[place].label_name(column)

    def column_names(self) -> Iterator[str]:
        """The names of all columns that have one, in their order."""
        for family in self.families:
            yield from map(family.label_name, range(family.first, family.first + family.size))

    def row_name(self, row: int) -> str:
        """The name of a row of the model: `each cell once[(0, 3)]`."""
        return f"row {row}" if self.rows is None or row < 0 else self.rows.name_of(row)

    def row_key(self, row: int) -> Hashable:
        """The key of a row of the model, which tells it from others of the same name."""
        return None if self.rows is None or row < 0 else self.rows.key_of(row)[1]

    def group_numbers(self, names: Iterable[str | Group]) -> list[int]:
        """The numbers of some groups, by their names or as `Model.group` gives them."""
        known = {group.name: number for number, group in enumerate(self.groups)}
        return [known[require_known("group", name_of_group(one), known)] for one in names]

    def advice_without(self, group: int) -> str:
        """How to do without the rows of a group, to be added to other advice."""
        if not 0 <= group < len(self.groups):
            return ""
        return f', or switch the group off with --without "{self.groups[group].name}"'


@dataclass(frozen=True, slots=True)
class Statistics:
    """The size of a model.

    Attributes:
        variables: How many variables there are.
        deciding: How many of them distinguish solutions; the others are auxiliary.
        rows: How many rows there are.
        nonzeros: How many entries the rows have in all.
        rows_by_kind: How many rows there are of each kind that occurs.
        rows_by_group: How many rows there are in each group that has any; `""` is for the rows
            that belong to no group.
        ways: How each global constraint is stated, by the name of its row, where a backend was
            named.
        measured: How many rows are measured.
        measured_by: The number that made one of them so, and the name of the row.
    """

    variables: int
    deciding: int
    rows: int
    nonzeros: int
    rows_by_kind: dict[str, int]
    rows_by_group: dict[str, int]
    ways: Mapping[str, str] = field(default_factory=dict)
    measured: int = 0
    measured_by: str = ""

    def __str__(self) -> str:
        size = f"{self.variables:,} variables, {self.rows:,} rows, {self.nonzeros:,} nonzeros"
        parts = [size, *(f"{name} as {way}" for name, way in self.ways.items())]
        if self.measured:
            are = "is" if self.measured == 1 else "are"
            measured = f"{self.measured:,} of {counted(self.rows, 'row')} {are} measured"
            parts.append(f"{measured}: {self.measured_by}" if self.measured_by else measured)
        return ", ".join(parts)


class Assigned(Protocol):
    """What has values of all variables of a program, such as a result."""

    @property
    def program(self) -> Program | None:
        """The program that they are of."""

    @property
    def values(self) -> NumberArray | None:
        """The values, or None."""


class ProgramView(Asked):
    """The common base of models and programs: a program, whose groups may be switched off."""

    __slots__ = ()

    def program(self) -> Program:
        """The program as arrays, which is what solvers get."""
        raise NotImplementedError

    # Other programs

    def without(self, *groups: str | Group) -> Program:
        """Switches off groups of rows.

        Raises:
            UnknownNameError: If the model has no group of such a name.
        """
        program = self.program()
        numbers = program.names.group_numbers(groups)
        return program.part(program.switched_off.union(numbers), program.fixed)

    def only(self, *groups: str | Group) -> Program:
        """Switches off all groups but these; rows that belong to no group stay.

        Raises:
            UnknownNameError: If the model has no group of such a name.
        """
        program = self.program()
        kept = program.names.group_numbers(groups)
        others = frozenset(range(len(program.names.groups))).difference(kept)
        return program.part(program.switched_off | others, program.fixed)

    def fix(self, values: Mapping[Any, Any]) -> Program:
        """Fixes variables, or negated ones, to values.

        Args:
            values: A number for each variable, or an array of them for a family; variables may be
                given by their names.

        Raises:
            ModelError: If a value lies outside the variable's bounds, differs from an earlier
                fixing, or the variable is of another model.
            UnknownNameError: If there is no variable of a name.

        Example:
            >>> from ilpuzzles.modelling import Model
            >>> model = Model()
            >>> x = model.binary("x", 3)
            >>> model.fix({x: [1, 0, 1]}).fixed == model.fix({"x[0]": 1, x[1]: 0, ~x[2]: 0}).fixed
            True
        """
        program = self.program()
        entire, fixed = program.entire or program, dict(program.fixed)
        sizes = program.sizes_of_model()
        for given in values:
            # A name is one of this program, which may have variables on top of its model.
            if sizes is not None and isinstance(given, Variable) and given.column >= sizes[0]:
                raise ModelError("a variable is newer than this program", "extend the model again")
        each = {program.look_up(k) if isinstance(k, str) else k: v for k, v in values.items()}
        for literal, value in single_values(each).items():
            variable, number = literal, exact(as_value(value, decimals=_reads_decimals(program)))
            if isinstance(literal, Negation):
                variable, number = literal.variable, 1 - number
            owner, used = program.names.owner, Extent.of_columns([variable.column])
            require_same_model(variable, variable.owner, owner, "this is the model", used=used)
            if variable.column >= program.variables:
                raise ModelError(
                    f"{variable!r} is newer than this program", "make a new one from the model"
                )
            if not entire.is_continuous(variable.column):
                number = whole(number)
            lower, upper = entire.lower.at(variable.column), entire.upper.at(variable.column)
            earlier = fixed.setdefault(variable.column, number)
            too_low = lower is not None and number < lower
            too_high = upper is not None and number > upper
            if too_low or too_high or earlier != number:
                allowed = text_of(earlier) if earlier != number else interval_text(lower, upper)
                what = f"{variable!r} cannot be fixed to {text_of(number)}"
                raise ModelError(what, f"it is {allowed}")
        return program.part(program.switched_off, fixed)

    def relaxed(self) -> Program:
        """The linear relaxation: linear rows, and columns that take any number within bounds.

        Raises:
            ModelError: If a row is stated by cuts.
        """
        made: Program = named("ilpuzzles.passes.relaxation:relaxed")(self.program())
        return made

    # What needs no solver

    def check(self, values: NumberArray | Sequence[Numeric] | Assigned) -> tuple[Violation, ...]:
        """The faults of an assignment: variables out of bounds and broken rows.

        Args:
            values: One whole number per column, shape (columns,). Where there are continuous
                columns, exact numbers (`int` and `Fraction`) in an array of objects. A list of
                them will do, and so will a result.

        Returns:
            What is wrong: variables first, then rows.

        Raises:
            CheckError: If a value is missing, or is not a whole number where it has to be.
            ModelError: If it is a result of another model.
        """
        program = self.program()
        return _violations(program, _assignment(program, values))

    def statistics(self, backend: Any = None) -> Statistics:
        """How large it is; if a backend is named, as that is told it, and in which ways."""
        program = self.program()
        if backend is not None:
            told: Statistics = named("ilpuzzles.queries.told:told_statistics")(program, backend)
            return told
        kinds = np.bincount(program.rows.kinds, minlength=len(Kind)).tolist()
        names = ["", *(group.name for group in program.names.groups)]
        # The first bin is for rows without a group, definitions included.
        bins = program.rows.groups + 1
        bins = np.where((bins > 0) & (bins < len(names)), bins, 0)
        members = np.bincount(bins, minlength=len(names)).tolist()
        return Statistics(
            variables=program.variables,
            deciding=int(program.deciding.sum()),
            rows=len(program.rows),
            nonzeros=program.nonzeros,
            rows_by_kind={kind.name.lower(): kinds[kind] for kind in Kind if kinds[kind]},
            rows_by_group={name: n for name, n in zip(names, members, strict=True) if n},
            ways=program.ways,
            measured=int(program.rows.measured.sum()),
            measured_by=program.measured_by(),
        )

    # The formats are a layer of their own, above this one, and are loaded when one is wanted.

    def save(self, path: str | Path) -> None:
        """Writes it to a file that `open_model` opens again, with nothing lost.

        The same model gives the same bytes; which groups are off, and which variables fixed, is
        kept. The file is written under another name first, so that it is there as a whole or not at
        all.

        Args:
            path: The file; its name ends with `.ilp.json`.

        Raises:
            ModelError: If the model has rows that a Python function finds (`lazy`), or labels other
                than texts, whole numbers and tuples of these.
            InputError: If the name has another ending.
            OutputError: If the file cannot be written.
        """
        named("ilpuzzles.formats.saved:save_program")(self.program(), path)

    def to_lp(self) -> str:
        """As text in the LP format, with readable names.

        Comments say which columns are auxiliary, and `read_model` honours them: what it reads has
        as many solutions as the model. Other programs ignore them, and count assignments of all
        variables.

        Raises:
            ModelError: If a row is stated by cuts, or there are several objectives.
        """
        return str(named("ilpuzzles.formats.lp:lp_text")(_for_files(self.program())))

    def to_mps(self) -> str:
        """As text in the free MPS format, with readable names; maxima change sign.

        Comments say so, and which columns are auxiliary; `read_model` honours them, as in `to_lp`.

        Raises:
            ModelError: If a row is stated by cuts, or there are several objectives.
        """
        return str(named("ilpuzzles.formats.mps:mps_text")(_for_files(self.program())))

    def to_opb(self) -> str:
        """As text in the OPB format of pseudo-Boolean competitions, for binary variables.

        Comments say which columns are auxiliary.

        Raises:
            ModelError: If a variable is not binary, a row is stated by cuts, or there are several
                objectives.
        """
        return str(named("ilpuzzles.formats.opb:opb_text")(_for_files(self.program())))

    def to_matrix(self, *, unused_rows: bool = True, names: bool = False) -> str:
        """As the matrix of an exact cover problem: 0 and 1, a line for every variable.

        Args:
            unused_rows: Whether to end with a line for every column that may stay empty, with a
                single 1 in it; then the matrix has as many exact covers as the model has solutions.
            names: Whether comments say what each line and column stands for.

        Raises:
            ModelError: If a row says anything but exactly one, at most one, or the value of a
                variable; the message names it.
        """
        write = named("ilpuzzles.formats.cover:matrix_text")
        return str(write(self.program(), unused_rows=unused_rows, names=names))

    def to_pulp(self) -> Any:
        """As a `pulp.LpProblem`, with readable names.

        PuLP has no auxiliary variables: the problem has the same best solutions, but the files
        that PuLP writes do not say which variables distinguish solutions. What a solver of PuLP
        has found comes back by `values_from_pulp`.

        Raises:
            ModelError: If a row is stated by cuts, or there are several objectives.
        """
        return named("ilpuzzles.formats.pulp:pulp_problem")(_for_files(self.program()))

    def latex(self) -> Formulas:
        r"""As formulas in LaTeX, with one for each family of rows.

        Rows of the same group, name and shape are one formula, with a quantifier. Where a row sums
        up all variables of a family that have its labels, the sum says so; otherwise it is over a
        set, of which the formulas say how large it is, and give an example. A notebook shows the
        formulas, and `print` the text: an `align*` environment for pdflatex (with `amsmath`),
        MathJax and KaTeX.

        Example:
            >>> from ilpuzzles.modelling import Model
            >>> model = Model("rooks")
            >>> rook = model.binary("rook", 2, 2)
            >>> with model.group("rows", why="one rook in every row"):
            ...     row = model.exactly_one(rook, axis=1)
            >>> print(model.latex())
            \begin{align*}
            & \text{rows: one rook in every row} \\
            & \quad \sum_{j \in J} \mathit{rook}_{i,j} = 1 \qquad \forall i \in I \\
            & \text{variables} \\
            & \quad \mathit{rook}_{i,j} \in \{0, 1\} \qquad \forall i \in I,\ j \in J \\
            & \text{index sets} \\
            & \quad i \in I = \{0, 1\} \\
            & \quad j \in J = \{0, 1\}
            \end{align*}
        """
        made: Formulas = named("ilpuzzles.formats.latex:formulas")(self.program())
        return made

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        program = self.program()
        size = f"<p>{escape(program.names.title)}: {self.statistics()}</p>"
        return {"text/plain": repr(self), "text/html": size + table_html(program.group_table())}


def name_of_group(given: str | Group) -> str:
    """The name of a group that is given by it, or as it is."""
    return given.name if isinstance(given, Group) else given


def _assignment(program: Program, given: Any) -> NumberArray:
    """The values of an assignment, which may be a list, truths, or a result with them."""
    theirs = getattr(given, "program", None)
    if isinstance(theirs, Program):
        place, use = "it is checked by", "a result"
        owners, used = (theirs.names.owner, program.names.owner), Extent(theirs.variables, 0)
        require_same_model("the result", *owners, place, use, used=used)
        if given.values is None:
            raise CheckError("there is nothing to check", "the result has no values")
        return cast("NumberArray", given.values[: program.variables])
    if isinstance(given, list | tuple):
        given = stored([exact(one) for one in given])
    if not isinstance(given, np.ndarray):
        what = f"expected {program.variables} numbers, got {type(given).__name__}"
        raise CheckError(what, "give an array of them, or a result")
    return given.astype(np.int64) if given.dtype == bool else given


def _violations(program: Program, values: NumberArray) -> tuple[Violation, ...]:
    """The bounds and rows that values in an array break; see `ProgramView.check`."""
    kinds = "iufO" if program.is_mixed() else "iu"
    if values.shape != (program.variables,) or values.dtype.kind not in kinds:
        got = f"got {values.dtype} of shape {values.shape}"
        numbers = "exact" if program.is_mixed() else "whole"
        raise CheckError(f"expected {program.variables} {numbers} numbers, {got}")
    if values.dtype.kind == "f":
        values = fractions_of(values)
    numbers = values.tolist()
    lower, upper, name_of = program.lower, program.upper, program.names.name_of
    found = []
    for column in np.nonzero((lower > values) | (upper < values))[0].tolist():
        number, least, most = numbers[column], lower.at(column), upper.at(column)
        size: Number = 0
        if program.is_continuous(column):
            missed = least if least is not None and number < least else most
            ends = [size_of(end) for end in (least, most) if end]
            size = max(size_of(missed or 0), min(1, max(ends, default=1)))
            beyond = size_of(number - (missed or 0))
            if has_measured([_as_double(missed)]) and beyond <= TOLERANCE * size:
                continue
        found.append(Violation(name_of(column), number, least, most, size=size))
    if values.dtype == object and program.continuous is not None:
        for column in np.nonzero(~program.continuous)[0].tolist():
            if type(numbers[column]) is not int:
                name, got = name_of(column), text_of(exact(numbers[column]))
                raise CheckError(f"{name} must be a whole number, got {got}")
    for row, outcome, size in program.wrong_rows(values):
        found.append(Violation(program.row_name(row), *outcome, size=size))
    return tuple(found)


def require_own_rows(
    rows: Row | RowList, owner: object, place: str, *, used: Extent | None = None
) -> None:
    """Raises a `ModelError` unless rows are of a model, wherever they are looked up.

    With `used`, those of a copy will do as well; see `is_same_model`.
    """
    source = rows.source
    theirs = source.names.owner if isinstance(source, Program) else source
    if not is_same_model(theirs, owner, used):
        first = rows[0] if isinstance(rows, RowList) else rows.parts[0]
        raise ModelError(foreign(f"row {first.name}", theirs, owner, place, "a row"))


def _reads_decimals(program: Program) -> bool:
    """Whether the model of a program takes every float for its shortest decimal."""
    return program.names.owner is not None and program.names.owner.is_exact


def _as_double(bound: Number | None) -> float | None:
    """The double that a bound of a column is, None if it is none."""
    if bound is None or float(bound) != bound:
        return None
    return float(bound)


def _for_files(program: Program) -> Program:
    """The same program; raises if no file can say what it asks for."""
    if program.objective is not None and program.objective.then is not None:
        what = "the model has several objectives in order, which no file can hold"
        raise ModelError(what, "state the first one alone, or let ilpuzzles solve it")
    return program


@dataclass(frozen=True, slots=True, eq=False)
class Program(ProgramView):
    """A mixed-integer program in arrays, with the names of the model that it comes from.

    Its methods return other programs; it never changes, and the columns stay what they are.

    Attributes:
        lower: The least value of each column, shape (columns,).
        upper: The greatest value of each column.
        deciding: Whether a column distinguishes solutions; auxiliary and continuous ones do not.
        rows: The rows.
        row_numbers: Which row of the model each row is, or -1.
        written: The rows of the model as they were written, by the origins of `rows`; others, too.
            Every check of an answer is made with them. None where nobody wrote any.
        objective: What to optimise, or None.
        operations: The operations; a row of kind operation has the number of one as its target.
        together: What several rows define at once.
        names: What its columns, rows and groups are called.
        switched_off: The numbers of the groups that `without` and `only` have left out.
        fixed: The columns that `fix` has fixed, and their values.
        entire: The program that these were applied to; None if none of them was.
        ways: How global constraints are stated, by the names of their rows, where that is settled.
        continuous: Whether a column takes any number within its bounds; None if all are whole.
            Then bounds with fractions are objects, `Fraction` and `int`.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x, y = model.binary("x"), model.binary("y")
        >>> with model.group("pair", why="one of the two"):
        ...     row = model.exactly_one([x, y])
        >>> model.without("pair").statistics().rows, model.statistics().rows
        (0, 1)
        >>> print(*model.fix({x: 1}).check(np.array([0, 1])))
        x is 0, not 1
    """

    lower: Bounds
    upper: Bounds
    deciding: npt.NDArray[np.bool_]
    rows: Rows
    row_numbers: IntArray
    objective: Objective | None
    operations: tuple[Operation, ...] = ()
    together: tuple[Together, ...] = ()
    names: Names = field(default_factory=Names)
    switched_off: frozenset[int] = frozenset()
    fixed: Mapping[int, Number] = field(default_factory=dict)
    entire: Program | None = None
    continuous: npt.NDArray[np.bool_] | None = None
    ways: Mapping[str, str] = field(default_factory=dict)
    written: WrittenRows | None = None

    @property
    def variables(self) -> int:
        """The number of columns."""
        return len(self.lower)

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups of rows of the model, also those that are switched off."""
        return self.names.groups

    @property
    def nonzeros(self) -> int:
        """The number of entries of all rows, targets included."""
        return len(self.rows.columns) + int((self.rows.targets != NO_TARGET).sum())

    def separated(self) -> dict[int, LazyConstraint]:
        """The rows whose cuts are found as they are needed, by their numbers here."""
        return {
            row: one
            for row, one in self._stated_operations()
            if isinstance(one, LazyConstraint) and one.by_cuts
        }

    def global_constraints(self) -> dict[int, GlobalConstraint]:
        """The global constraints, by the numbers of their rows here."""
        stated = self._stated_operations()
        return {row: one for row, one in stated if isinstance(one, GlobalConstraint)}

    def _stated_operations(self) -> Iterator[tuple[int, Operation]]:
        """The rows that are operations, and these."""
        for row in np.nonzero(self.rows.kinds == Kind.OPERATION)[0].tolist():
            yield row, self.operations[int(self.rows.operations[row])]

    # Other programs

    def stated_in(self, language: Language, *, listing: bool = False) -> Program:
        """The same for solvers that are told global constraints in some language.

        `listing` is whether all solutions are wanted, or how many there are.
        """
        purpose = Purpose.ONE if self.objective is None else Purpose.BEST
        purpose = Purpose.ALL if listing else purpose
        operations = tuple(
            one.stated_in(language, purpose) if isinstance(one, GlobalConstraint) else one
            for one in self.operations
        )
        if all(one is other for one, other in zip(operations, self.operations, strict=True)):
            return self
        return replace(self, operations=operations)

    def has_open_ways(self) -> bool:
        """Whether some global constraint needs variables that do not follow from the others."""
        return not all(one.follows for one in self.global_constraints().values())

    def has_native(self) -> bool:
        """Whether some global constraint is stated by a constraint of the solver's own."""
        return NATIVE in {one.way for one in self.global_constraints().values()}

    def whole(self) -> npt.NDArray[np.bool_]:
        """A mask of the columns that take whole numbers only, shape (columns,)."""
        return np.ones(self.variables, bool) if self.continuous is None else ~self.continuous

    def is_continuous(self, column: int) -> bool:
        """Whether a column takes any number within its bounds."""
        return self.continuous is not None and bool(self.continuous[column])

    def unbounded(self) -> npt.NDArray[np.bool_]:
        """A mask of the columns without a lower or an upper bound, shape (columns,)."""
        return ~(self.lower.finite & self.upper.finite)

    def is_mixed(self) -> bool:
        """Whether some column is continuous."""
        return self.continuous is not None and bool(self.continuous.any())

    def is_linear(self) -> bool:
        """Whether it is a linear program: linear rows, and columns that are continuous or fixed."""
        if not self.is_mixed() or not bool((self.rows.kinds == Kind.LINEAR).all()):
            return False
        is_whole = self.whole()
        if not is_whole.any():
            return True
        lower, upper = self.lower[is_whole], self.upper[is_whole]
        is_fixed = lower.finite & upper.finite & np.asarray(lower.numbers == upper.numbers)
        return bool(is_fixed.all())

    def part(self, switched_off: Iterable[int], fixed: Mapping[int, Number]) -> Program:
        """What it is made of, with just these groups off and these columns fixed within bounds."""
        entire, off = self.entire or self, frozenset(switched_off)
        part = entire
        if off:
            on = np.ones(len(self.names.groups) - DEFINITION, dtype=bool)
            # The last places of the table are for rows without a group: their numbers are below 0.
            on[list(off)] = False
            part = part.keep(on[part.rows.groups])
        if fixed:
            part = part.within({column: (value, value) for column, value in fixed.items()})
        return replace(part, switched_off=off, fixed=fixed, entire=entire)

    def keep(self, kept: npt.NDArray[np.bool_]) -> Program:
        """The same program with some of its rows only; `kept` has shape (rows,)."""
        if kept.all():
            return self
        return self.having(rows=self.rows.keep(kept), row_numbers=self.row_numbers[kept])

    def shuffled(self, seed: int) -> Program:
        """The same program with its rows in a random order, which a seed brings back."""
        places = list(range(len(self.rows)))
        Dice(seed).shuffle(places)
        order = np.array(places, dtype=np.int64)
        return self.having(rows=self.rows.ordered(order), row_numbers=self.row_numbers[order])

    def within(self, bounds: Mapping[int, tuple[Number | None, Number | None]]) -> Program:
        """The same program with other bounds, or none, for some of its columns."""
        columns = np.array(list(bounds), dtype=np.int64)
        lower = Bounds.lower([least for least, _ in bounds.values()])
        upper = Bounds.upper([most for _, most in bounds.values()])
        return self.having(
            lower=self.lower.replaced(columns, lower), upper=self.upper.replaced(columns, upper)
        )

    def unrounded(self) -> Program:
        """The same program with bounds of sums as they were written, not rounded inwards.

        For whole columns that makes no difference, but a relaxation has other solutions.
        """
        rows, written = self.rows, self.written
        if written is None or written.is_whole():
            return self
        changed: dict[int, Rows] = {}
        is_sum = (rows.origins != NO_ORIGIN) & (rows.kinds == Kind.LINEAR) & ~rows.measured
        for row in is_sum.nonzero()[0].tolist():
            origin = int(rows.origins[row])
            bounds = written.bounds(origin)
            if written.precisions()[origin] == Precision.BOUND:
                changed[row] = in_doubles(rows.one(row), *bounds)
            elif bounds != bounds_of(rows, row):
                changed[row] = with_bounds(rows.one(row), *bounds)
        return self.having(rows=with_changed(rows, changed)) if changed else self

    def extended(
        self, more: LinearRows, *, groups: IntArray | int = NO_GROUP, numbers: IntArray | int = -1
    ) -> Program:
        """The same program with further rows, and the auxiliary columns that these need.

        `more` begins with this program's columns; `groups` and `numbers` are the group of each row,
        or that of all of them, and its number in the model, or -1.
        """
        count, columns = more.count, len(more.lower) - self.variables
        if not (count or columns):
            return self
        rows = more.rows(np.full(count, groups, dtype=np.int64))
        lower, upper, deciding = self.lower, self.upper, self.deciding
        continuous = self.continuous
        if columns:
            lower, upper = Bounds.lower(more.lower), Bounds.upper(more.upper)
            deciding = np.concatenate([deciding, np.zeros(columns, dtype=bool)])
        if columns and (more.continuous or continuous is not None):
            continuous = np.concatenate([~self.whole(), np.zeros(columns, dtype=bool)])
            continuous[list(more.continuous)] = True
        return self.having(
            lower=lower,
            upper=upper,
            deciding=deciding,
            continuous=continuous,
            rows=joined([self.rows, rows]),
            row_numbers=np.concatenate([self.row_numbers, np.full(count, numbers, np.int64)]),
        )

    def append_program(self, grown: Program, first: int) -> Program:
        """The same program with what its model has become since: columns, and some of its rows.

        These are the definitions of auxiliary variables, and all rows from the number `first` on.
        """
        known, rows = self.variables, grown.rows
        new = (
            (rows.targets != NO_TARGET) | (rows.groups == DEFINITION) | (grown.row_numbers >= first)
        )
        new &= grown.row_numbers > self.row_numbers.max(initial=-1)
        more, numbers = rows.keep(new), grown.row_numbers[new]
        more = replace(more, groups=np.where(numbers < first, DEFINITION, more.groups))
        whole = np.concatenate([self.whole(), grown.whole()[known:]])
        return self.having(
            lower=Bounds.joined([self.lower, grown.lower[known:]]),
            upper=Bounds.joined([self.upper, grown.upper[known:]]),
            deciding=np.concatenate([self.deciding, grown.deciding[known:]]),
            continuous=None if whole.all() else ~whole,
            rows=joined([self.rows, more]),
            row_numbers=np.concatenate([self.row_numbers, numbers]),
            operations=grown.operations,
            names=replace(grown.names, title=self.names.title),
            # What was written is only added to: the origins of the older rows stay right.
            written=grown.written,
        )

    def unnamed(self) -> Program:
        """The same program with numbers for names, which another process can be sent."""
        return self.having(names=Names())

    def having(self, **changed: Any) -> Program:
        """The same program with something else in it; which groups are off matters no more."""
        return replace(self, **changed, switched_off=frozenset(), fixed={}, entire=None)

    def is_measured(self) -> bool:
        """Whether a row is measured, so that it holds within a tolerance."""
        return bool(self.rows.measured.any())

    def objective_values(self, values: NumberArray, *, exactly: bool = True) -> tuple[Value, ...]:
        """The values of its objectives in their order, as people get them.

        They are floats where a cost is measured, or where a continuous column has what a solver in
        doubles has found: because rows are measured, or values are not exact.
        """
        goal = self.objective
        if goal is None:
            return ()
        is_found_in_doubles = not exactly or (self.is_measured() and self.is_mixed())
        numbers: list[Value] = []
        for each in goal.in_order():
            value = each.value(values)
            is_float = each.is_measured or (is_found_in_doubles and type(value) is Fraction)
            numbers.append(float(value) if is_float else value)
        return tuple(numbers)

    def measured_by(self) -> str:
        """The first measured number of the first measured row, and the name of that row.

        Empty where no row is measured.

        Example:
            >>> from ilpuzzles.modelling import Model
            >>> model = Model()
            >>> row = model.add(model.binary("x", 2) @ [0.5, 0.1 + 0.2] <= 1, "budget")
            >>> model.program().measured_by()
            '0.30000000000000004 in budget[0]'
        """
        for row in self.rows.measured.nonzero()[0].tolist()[:1]:
            numbers: list[Any] = self.rows.coefficients[self.rows.entries(row)].tolist()
            numbers += [self.rows.lower.at(row), self.rows.upper.at(row)]
            measured = (number for number in numbers if has_measured([number]))
            return f"{next(measured, '')!r} in {self.row_name(row)}"
        return ""

    def reaching(self, lower: Number | None, upper: Number | None) -> Program:
        """The same program with a row that its (first) objective lies within two bounds."""
        goal = self.objective
        if goal is None:
            return self
        more = LinearRows(self.lower, self.upper, self.continuous)
        more.row(goal.form(), lower, upper)
        return self.extended(more)

    # What needs no solver

    def broken_rows(self, values: NumberArray) -> list[int]:
        """The numbers here of all rows that do not hold; `values` has shape (columns,)."""
        return [wrong.row for wrong in self.wrong_rows(values)]

    def wrong_rows(self, values: NumberArray) -> Iterator[WrongRow]:
        """The rows that do not hold, judged as they were written; `values` as in `check`."""
        return wrong_rows(self.rows, self.operations, values, self.written, self.continuous)

    def rows_hold(self, batch: NumberArray) -> npt.NDArray[np.bool_]:
        """A mask of the assignments, shape (assignments, columns), that hold exactly."""
        inside = np.ones(len(batch), dtype=bool)
        for bounds in (self.lower, self.upper):
            columns = bounds.finite.nonzero()[0]
            values, ends = batch[:, columns], bounds.numbers[columns]
            kept = values >= ends if bounds.side is Side.LOWER else values <= ends
            inside &= np.logical_and.reduce(kept, axis=1)
        return inside & rows_hold(self.rows, self.operations, batch, self.written)

    def rows_of(self, *groups: str | Group) -> RowList:
        """The rows of some groups, or of some names, or all rows, to be looked at.

        Raises:
            UnknownNameError: If the model has no group and no rows of such a name.

        Example:
            >>> from ilpuzzles.modelling import Model
            >>> model = Model()
            >>> x = model.binary("x", ["a", "b"])
            >>> row = model.add(x <= [0, 1], "limit")
            >>> len(model.rows("limit")), model.rows("limit[b]")[0]
            (2, limit[b]: x[b] <= 1)
        """
        chosen = np.zeros(len(self.rows), bool) if groups else np.ones(len(self.rows), bool)
        known = {group.name for group in self.names.groups}
        for one in groups:
            name, store = name_of_group(one), self.names.rows
            named = [] if store is None or name in known else store.numbers_named(name)
            is_meant = np.isin(self.row_numbers, named)
            if not is_meant.any():
                is_meant = np.isin(self.rows.groups, self.names.group_numbers([one]))
            chosen |= is_meant
        return RowList(self, self.row_numbers[chosen].tolist())

    def sizes_of_model(self) -> tuple[int, int] | None:
        """How many columns and rows its model had, if it has others on top of these.

        What the model gets later has the numbers of those, and is something else.
        """
        rows = self.names.rows
        return None if rows is None else rows.sizes_of_model()

    def place_of_row(self, row: SupportsIndex) -> int:
        """The place of a row of the model among the rows of the program.

        Raises:
            ModelError: If it has become several rows, or none, or is not linear.
        """
        return int(self.places_of_rows([index(row)])[0])

    def places_of_rows(self, numbers: Sequence[int]) -> IntArray:
        """The places of rows of the model, by their numbers, among the rows of the program.

        Raises:
            ModelError: If one has become several rows, or none, or is not linear.
        """
        wanted, known = np.array(numbers, dtype=np.int64), self.row_numbers
        if len(wanted) == 1:
            places = (known == wanted[0]).nonzero()[0]
            counts = np.array([len(places)])
        else:
            order = np.argsort(known, kind="stable")
            ordered = known[order]
            firsts = np.searchsorted(ordered, wanted, "left")
            counts = np.searchsorted(ordered, wanted, "right") - firsts
            places = order[firsts[counts > 0]] if not (counts == 0).any() else order[:0]
        is_single = counts == 1
        if is_single.all():
            is_single = ~self.rows.defining()[places]
        if not is_single.all():
            wrong = int(is_single.argmin())
            what = f"row {wanted[wrong]} is {counts[wrong]} rows here, or not linear"
            raise ModelError(what, "look at 'program.row_numbers'")
        return cast("IntArray", places)

    def _one_row(self, number: int) -> OneRow | None:
        """A row by itself, by its number in the model; None if it is not there."""
        places, names = np.nonzero(self.row_numbers == number)[0].tolist(), self.names
        if not places or names.rows is None or names.owner is None:
            return None
        row = self.rows.one(places[0])
        group = self.groups[int(row.groups[0])] if row.groups[0] >= 0 else None
        origin = int(row.origins[0])
        bounds = None
        if self.written is not None and origin != NO_ORIGIN:
            bounds = self.written.bounds_as_given(origin)
        named = names.rows.called(number)
        return OneRow(*named, group, row, self.operations, names.owner, bounds)

    def _table(self) -> Program:
        return self

    def row_name(self, row: int) -> str:
        """The name that a row has in the model."""
        return self.names.row_name(int(self.row_numbers[row]))

    def where(self, row: int) -> str:
        """The same, for messages: `row each cell once[(0, 3)]`; of one without a name, `row 3`."""
        if self.names.rows is not None and self.row_numbers[row] < 0:
            return "a row that the question adds"
        name = self.row_name(row)
        return name if self.names.rows is None else f"row {name}"

    def row_text(self, row: SupportsIndex) -> str:
        """A row as a person would write it down; of a long one its beginning and its length.

        Example:
            >>> from ilpuzzles.modelling import Model
            >>> model = Model()
            >>> x, y = model.binary("x"), model.integer("y", lower=0, upper=9)
            >>> number = model.add(3 * x - y <= 2)
            >>> model.program().row_text(number)
            '3 x - y <= 2'
        """
        place = index(row)
        origin = int(self.rows.origins[place])
        written = None
        if self.written is not None and origin != NO_ORIGIN:
            written = self.written.bounds_as_given(origin)
        return row_text(self.rows, self.operations, place, self.names.name_of, written)

    def by_name(self, columns: Iterable[int]) -> dict[str, int]:
        """Columns by their names; equal names are distinguished by the column's number."""
        found: dict[str, int] = {}
        for column in columns:
            name = self.names.name_of(column)
            found[f"{name} (column {column})" if name in found else name] = column
        return found

    def look_up(self, name: str) -> Any:
        """The family of a name, or the variable, as it was stated.

        Raises:
            UnknownNameError: If there is neither.

        Example:
            >>> from ilpuzzles.modelling import Model
            >>> model = Model()
            >>> x = model.binary("x", 3)
            >>> model.program().look_up("x[2]"), model.program().look_up("x") is x
            (x[2], True)
        """
        names = self.names
        families = names.families_named(name)
        if families:
            family = families[0]
            return family if family.axes else Variable(family.owner, family.first)
        column = names.column_named(name, self.variables)
        if column is None:
            # Of equal names, those after the first one have the numbers of their columns.
            columns = self.by_name(range(self.variables))
            require_known("variable", name, columns)
            column = columns[name]
        return Variable(names.families[0].owner, column)

    def shown(self) -> npt.NDArray[np.bool_]:
        """The columns that solutions are shown with: deciding ones, and those that are continuous.

        Auxiliary ones that follow from logic are not among them.
        """
        return self.deciding | ~self.whole()

    def values_by_name(self, values: NumberArray) -> dict[str, Number]:
        """The deciding and the continuous variables that are not 0, by their names.

        Example:
            >>> from ilpuzzles.modelling import Model
            >>> model = Model()
            >>> x = model.binary("x", ["a", "b"])
            >>> model.program().values_by_name(np.array([0, 1]))
            {'x[b]': 1}
        """
        # Equal names are distinguished among all, so that names are the same in every solution.
        named, numbers = self.by_name(self.shown().nonzero()[0].tolist()), values.tolist()
        return {name: numbers[column] for name, column in named.items() if numbers[column]}

    def text_by_name(self, values: NumberArray) -> str:
        """The same in one line: binary variables by their names alone.

        Example:
            >>> from ilpuzzles.modelling import Model
            >>> model = Model()
            >>> x, y = model.binary("x"), model.integer("y", lower=0, upper=9)
            >>> model.program().text_by_name(np.array([1, 4]))
            'x, y = 4'
        """
        parts = []
        binary = self.whole() & (self.lower >= 0) & (self.upper <= 1)
        for column in (self.shown() & (values != 0)).nonzero()[0].tolist():
            name, value = self.names.name_of(column), values[column : column + 1].tolist()[0]
            parts.append(name if binary[column] else f"{name} = {text_of(value)}")
        return one_line(", ".join(parts)) or "all variables are 0"

    # How it shows itself

    def remarks(self) -> list[str]:
        """What files say in comments: how this differs from the model."""
        groups = self.names.groups
        remarks = [f"without the group {quoted(groups[n].name)}" for n in sorted(self.switched_off)]
        if self.fixed:
            remarks.append(f"variables fixed: {len(self.fixed)}")
        for row, one in self.global_constraints().items():
            remarks.append(f"{self.row_name(row)} is stated as {one.in_rows}")
        return remarks

    def group_table(self) -> list[list[str]]:
        """The groups of rows, what they say, and how many rows they have; its head first."""
        sizes = self.statistics().rows_by_group
        table = [["group", "rows", "says"]]
        for number, group in enumerate(self.names.groups):
            rows = "off" if number in self.switched_off else f"{sizes.get(group.name, 0):,}"
            table.append([group.name, rows, group.why])
        if "" in sizes:
            table.append(["", f"{sizes['']:,}", "rows without a group, and definitions"])
        return table

    def __repr__(self) -> str:
        groups, entire = self.names.groups, self.entire or self
        off = ", ".join(quoted(groups[number].name) for number in sorted(self.switched_off))
        fixed = f" with {len(self.fixed)} variables fixed" if self.fixed else ""
        model = f"<model {self.names.title}: {entire.statistics()}>"
        return f"<program of {model}{f' without {off}' if off else ''}{fixed}>"

    def program(self) -> Program:
        """Itself: a question takes a model or a program."""
        return self

    # What follows from what

    def determined(self) -> bool:
        """Whether the deciding columns determine every other, as far as single rows show.

        A column is determined if it has only one value, if some row holds for at most one of its
        values and all other columns of that row are determined, or if several rows together are
        known to define it. If not every column is, a solution may have many completions.
        """
        if self.has_open_ways():
            return False
        open_columns = ~self.deciding & (self.lower < self.upper)
        # Most are defined by several rows together, which is quicker to see than by single rows.
        for known in self._defined_together() if open_columns.any() else ():
            if not open_columns[[*known.given]].any():
                open_columns[[*known.columns]] = False
        unknown = set(np.nonzero(open_columns)[0].tolist())
        if not unknown:
            return True
        definitions = list(self._definitions(open_columns))
        speaking: dict[int, list[_Definition]] = {column: [] for column in unknown}
        for definition in definitions:
            for column in definition.missing:
                speaking[column].append(definition)
        while definitions:
            found = definitions.pop().found() & unknown
            unknown -= found
            for column in found:
                for definition in speaking[column]:
                    definition.missing.discard(column)
                    definitions.append(definition)
        return not unknown

    def _definitions(self, open_columns: npt.NDArray[np.bool_]) -> Iterator[_Definition]:
        """What can say what open columns are."""
        yield from self._equations(open_columns)
        rows, is_open = self.rows, set(np.nonzero(open_columns)[0].tolist()).intersection
        defining = rows.targets != NO_TARGET
        stated = defining & open_columns[np.where(defining, rows.targets, 0)]
        for row in np.nonzero(stated)[0].tolist():
            target = int(rows.targets[row])
            given = rows.columns[rows.entries(row)].tolist()
            if target not in given:
                yield _Definition(is_open((target, *given)), {target})
        for _, operation in self._stated_operations():
            spoken = Counter(operation.mentions())
            # What is defined by itself may have several values, or none.
            once = {column for column in operation.definitions() if spoken[column] == 1}
            if is_open(once):
                yield _Definition(is_open(spoken), once)
        for known in self._defined_together():
            columns = (*known.columns, *known.given)
            yield _Definition(is_open(columns), set(known.columns), at_once=True)

    def _defined_together(self) -> Iterator[Together]:
        """Which rows define columns together, of those that are all there."""
        here = set(self.row_numbers.tolist()) if self.together else set()
        return (known for known in self.together if here.issuperset(known.rows))

    def _equations(self, open_columns: npt.NDArray[np.bool_]) -> Iterator[_Definition]:
        """Equations: each column follows from all others."""
        rows = self.rows
        owners = rows.owners()
        equations = (rows.lower == rows.upper) & ~rows.defining()
        entries = np.nonzero(equations[owners] & open_columns[rows.columns])[0]
        # A column that stands in a row several times may cancel out.
        pairs, place = np.unique(
            owners[entries] * self.variables + rows.columns[entries], return_inverse=True
        )
        factors = np.zeros(len(pairs), dtype=rows.coefficients.dtype)
        np.add.at(factors, place, rows.coefficients[entries])
        of_row: dict[int, set[int]] = {}
        for pair in pairs[factors != 0].tolist():
            row, column = divmod(pair, self.variables)
            of_row.setdefault(row, set()).add(column)
        for columns in of_row.values():
            yield _Definition(columns, set(columns))


@dataclass(slots=True)
class _Definition:
    """What can say what the columns in `able` are, of those that are `missing`: not known yet.

    `at_once` is whether it says it of several at once, not only of the last one that is missing.
    """

    missing: set[int]
    able: set[int]
    at_once: bool = False

    def found(self) -> set[int]:
        """The columns that follow now."""
        enough = self.missing <= self.able and (self.at_once or len(self.missing) == 1)
        return set(self.missing) if enough else set()
