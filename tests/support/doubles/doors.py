"""The ways in which a model in doubles is stated in `ilpuzzles`, each of which keeps its numbers.

Every variable has the number of its column in its name, and every row that of its row: `x[3]`,
`least[5]`. The first letters of a row say which of its sides it states.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isfinite
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pulp

from ilpuzzles.asking.files import from_pulp, read_lp, read_model, read_mps
from ilpuzzles.asking.model import Model
from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.modelling.rows import Kind
from support.doubles.data import DoubleModel, Floats
from support.doubles.peers import LEAST_ENTRY, Peers
from support.doubles.plain_mps import plain_mps

Dice = np.random.Generator
LEAST, MOST, BOTH = "least", "most", "both"
"""The names of rows that state the lower side, the upper side, or both."""

THROUGH_HIGHS = "a file of HiGHS"
"""The name of the door that needs peers."""

THROUGH_PULP = "a file of PuLP"
"""The name of the door that rounds all numbers."""

PULP_DIGITS = 12
"""The number of digits that PuLP writes."""


def _none_for_infinity(bound: float) -> float | None:
    return bound if isfinite(bound) else None


def _whole_or_none(bound: float) -> int | None:
    return int(bound) if isfinite(bound) else None


def _single_variables(model: Model, data: DoubleModel) -> list[Variable]:
    """A variable of its own for every column."""
    binary = data.is_binary() & (data.lower == 0) & (data.upper == 1)
    variables = []
    for column in range(data.columns):
        lower, upper = float(data.lower[column]), float(data.upper[column])
        name = f"x{column}"
        if binary[column]:
            variables.append(model.binary(name))
        elif data.whole[column]:
            least, most = _whole_or_none(lower), _whole_or_none(upper)
            variables.append(model.integer(name, lower=least, upper=most))
        else:
            least_number, most_number = _none_for_infinity(lower), _none_for_infinity(upper)
            variables.append(model.continuous(name, lower=least_number, upper=most_number))
    return variables


class _Families:
    """A family for each kind of column, whose labels are the numbers of columns.

    Attributes:
        arrays: The families, each with the columns that it has.
    """

    def __init__(self, model: Model, data: DoubleModel) -> None:
        binary = data.is_binary() & (data.lower == 0) & (data.upper == 1)
        self.arrays: list[tuple[Any, list[int]]] = []
        continuous = np.flatnonzero(~data.whole).tolist()
        if continuous:
            family: Any = model.continuous(
                "x", continuous, lower=data.lower[continuous], upper=data.upper[continuous]
            )
            self.arrays.append((family, continuous))
        whole = np.flatnonzero(data.whole & ~binary).tolist()
        if whole:
            lower = [_whole_or_none(bound) for bound in data.lower[whole].tolist()]
            upper = [_whole_or_none(bound) for bound in data.upper[whole].tolist()]
            self.arrays.append((model.integer("n", whole, lower=lower, upper=upper), whole))
        binaries = np.flatnonzero(binary).tolist()
        if binaries:
            self.arrays.append((model.binary("b", binaries), binaries))

    def product(self, matrix: Floats) -> Any:
        """`matrix @ x`, for a matrix or a vector of costs."""
        parts = [matrix[..., columns] @ family for family, columns in self.arrays]
        total = parts[0]
        for part in parts[1:]:
            total = total + part
        return total

    def variables(self) -> list[Variable]:
        """The variables in the order of columns."""
        found = {column: family[column] for family, columns in self.arrays for column in columns}
        return [found[column] for column in sorted(found)]


def _state_objective(model: Model, data: DoubleModel, objective: Any) -> None:
    if not data.costs.any() and not data.constant:
        return
    state = model.maximize if data.maximise else model.minimize
    state(objective + data.constant if data.constant else objective)


def arrays(data: DoubleModel, dice: Dice) -> Model:
    """Rows by sense, each sense in a single array: `A @ x <= b`."""
    model = Model("arrays")
    families = _Families(model, data)
    finite_lower, finite_upper = np.isfinite(data.row_lower), np.isfinite(data.row_upper)
    equal = data.row_lower == data.row_upper
    between = finite_lower & finite_upper & ~equal
    if between.any() and dice.random() < 0.5:
        # Ranges as two rows each.
        at_most, at_least = finite_upper & ~equal, finite_lower & ~equal
        between = np.zeros(data.rows, dtype=bool)
    else:
        at_most, at_least = finite_upper & ~finite_lower, finite_lower & ~finite_upper

    def keys(mask: Any) -> list[int]:
        found: list[int] = np.flatnonzero(mask).tolist()
        return found

    if at_most.any():
        left = families.product(data.matrix[at_most])
        model.add(left <= data.row_upper[at_most], MOST, keys(at_most))
    if at_least.any():
        left = families.product(data.matrix[at_least])
        model.add(left >= data.row_lower[at_least], LEAST, keys(at_least))
    if equal.any():
        left = families.product(data.matrix[equal])
        model.add(left == data.row_lower[equal], BOTH, keys(equal))
    if between.any():
        left = families.product(data.matrix[between])
        sides = data.row_lower[between], data.row_upper[between]
        model.add(left.between(*sides), BOTH, keys(between))
    _state_objective(model, data, families.product(data.costs))
    return model


def operators(data: DoubleModel, dice: Dice) -> Model:
    """Row by row, with operators in several styles."""
    model = Model("operators")
    if dice.random() < 0.5:
        variables = _single_variables(model, data)
    else:
        variables = _Families(model, data).variables()
    for row in range(data.rows):
        _state_row(model, data, dice, variables, row)
    costs = _terms(variables, data.costs, dice)
    _state_objective(model, data, model.sum(costs) if costs else model.sum([0 * variables[0]]))
    return model


def _terms(variables: Sequence[Variable], factors: Floats, dice: Dice) -> list[Any]:
    """The terms of a row, with doubles of Python or of numpy."""
    columns = np.flatnonzero(factors).tolist()
    if dice.random() < 0.2:
        return [variables[column] * factors[column] for column in columns]
    return [float(factors[column]) * variables[column] for column in columns]


def _state_row(
    model: Model, data: DoubleModel, dice: Dice, variables: Sequence[Variable], row: int
) -> None:
    lower, upper = float(data.row_lower[row]), float(data.row_upper[row])
    terms = _terms(variables, data.matrix[row], dice)
    style = dice.choice(["sum", "model.sum", "right", "zero", "turned"])
    left: Any = sum(terms) if style == "sum" else model.sum(terms)
    moved: Any = 0
    if style == "right":
        # Some terms stand on the other side.
        half = max(1, len(terms) // 2)
        left = model.sum(terms[:half])
        moved = model.sum(terms[half:]) if terms[half:] else 0
    if lower == upper:
        model.add(
            left + moved - lower == 0 if style == "zero" else left + moved == lower, BOTH, row
        )
    elif isfinite(lower) and isfinite(upper):
        model.add((left + moved).between(lower, upper), BOTH, row)
    elif isfinite(upper):
        if style == "zero":
            model.add(left - upper <= 0, MOST, row)
        elif style == "turned":
            model.add(upper >= left, MOST, row)
        else:
            model.add(left <= upper - moved, MOST, row)
    elif style == "zero":
        model.add(left - lower >= 0, LEAST, row)
    elif style == "turned":
        model.add(lower <= left, LEAST, row)
    else:
        model.add(left >= lower - moved, LEAST, row)


def bulk(data: DoubleModel, dice: Dice) -> Model:
    """All rows at once with `add_rows`."""
    model = Model("bulk")
    families = _Families(model, data)
    variables = families.variables()
    numbers = np.array([variable.column for variable in variables], dtype=np.int64)
    rows, columns = np.nonzero(data.matrix)
    starts = np.concatenate([[0], np.cumsum((data.matrix != 0).sum(axis=1))])
    model.add_rows(
        Kind.LINEAR,
        starts,
        numbers[columns],
        coefficients=data.matrix[rows, columns],
        lower=None if dice.random() < 0.5 and np.isinf(data.row_lower).all() else data.row_lower,
        upper=data.row_upper,
        name=BOTH,
        keys=range(data.rows),
    )
    _state_objective(model, data, families.product(data.costs))
    return model


def mps_file(data: DoubleModel, _: Dice) -> Model:
    """Through an MPS file with every digit."""
    model = read_mps(plain_mps(data))
    if data.maximise:
        model.maximize(-1 * _objective_of(data, model))
    return model


def _objective_of(data: DoubleModel, model: Any) -> Any:
    """The negated objective, stated anew: MPS files have minima only."""
    terms = [
        -float(cost) * model.variable(f"x{column}")
        for column, cost in enumerate(data.costs.tolist())
        if cost
    ]
    return model.sum([*terms, -data.constant])


def pulp_problem(data: DoubleModel) -> Any:
    """The model as a problem of PuLP."""
    problem = pulp.LpProblem("doubles", pulp.LpMaximize if data.maximise else pulp.LpMinimize)
    variables = []
    for column in range(data.columns):
        bounds = [_none_for_infinity(float(ends[column])) for ends in (data.lower, data.upper)]
        kind = pulp.LpInteger if data.whole[column] else pulp.LpContinuous
        variables.append(problem.add_variable(f"x{column}", *bounds, kind))
    costs = zip(variables, data.costs.tolist(), strict=True)
    problem += pulp.LpAffineExpression(list(costs), data.constant)
    for row in range(data.rows):
        columns = np.flatnonzero(data.matrix[row]).tolist()
        terms = [(variables[column], float(data.matrix[row, column])) for column in columns]
        left = pulp.LpAffineExpression(terms)
        lower, upper = float(data.row_lower[row]), float(data.row_upper[row])
        if lower == upper:
            problem += left == lower, f"{BOTH}{row}"
            continue
        if isfinite(upper):
            problem += left <= upper, f"{MOST}{row}"
        if isfinite(lower):
            problem += left >= lower, f"{LEAST}{row}"
    return problem


def pulp_model(data: DoubleModel, _: Dice) -> Model:
    """Through `from_pulp`."""
    return from_pulp(pulp_problem(data))


def pulp_file(data: DoubleModel, dice: Dice) -> Model:
    """Through an LP or MPS file that PuLP has written, with fewer digits and without a constant."""
    problem = pulp_problem(data)
    if data.constant:
        return from_pulp(problem)
    with TemporaryDirectory() as folder:
        if dice.random() < 0.5 or data.maximise:
            path = Path(folder, "model.lp")
            problem.writeLP(path)
        else:
            path = Path(folder, "model.mps")
            problem.writeMPS(path)
        return read_model(path)


def highs_file(data: DoubleModel, dice: Dice, peers: Peers) -> Model:
    """Through an LP or MPS file that HiGHS has written."""
    text = plain_mps(data)
    if dice.random() < 0.5:
        model = read_lp(peers.write(text, ".mps", ".lp"))
    else:
        model = read_mps(peers.write(text, ".mps", ".mps"))
    if data.maximise:
        model.maximize(-1 * _objective_of(data, model))
    return model


_DOORS: dict[str, tuple[Callable[[DoubleModel, Dice], Model], float]] = {
    "arrays": (arrays, 0.3),
    "operators": (operators, 0.2),
    "add_rows": (bulk, 0.15),
    "an MPS file": (mps_file, 0.1),
    "from_pulp": (pulp_model, 0.1),
    THROUGH_PULP: (pulp_file, 0.08),
    THROUGH_HIGHS: (mps_file, 0.07),
}
DOORS = tuple(_DOORS)


def door_of(dice: Dice) -> str:
    """A way to state a model, by chance."""
    chances = [chance for _, chance in _DOORS.values()]
    return DOORS[int(dice.choice(len(DOORS), p=chances))]


def stated(data: DoubleModel, door: str, dice: Dice, peers: Peers | None = None) -> Model:
    """The model as it is stated through a door; without peers, their file is one of ours."""
    sizes = np.abs(data.matrix[data.matrix != 0])
    kept_by_highs = sizes.min(initial=1.0) > LEAST_ENTRY
    if door == THROUGH_HIGHS and peers is not None and kept_by_highs:
        return highs_file(data, dice, peers)
    return _DOORS[door][0](data, dice)


def sides_of(name: str) -> tuple[bool, bool]:
    """Whether a row of this name states the lower side of its row, and whether the upper side."""
    if name.startswith(LEAST):
        return True, False
    if name.startswith(MOST):
        return False, True
    return True, True
