"""Random linear and mixed-integer programs whose data are ordinary doubles, by families.

Most have a solution, which is planted: the sides of rows are what they come to at a point. Where
a model is to be infeasible, it is so by a wide margin, so that no rounding decides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import inf

import numpy as np

from support.doubles.data import Booleans, DoubleModel, Floats, Point

Dice = np.random.Generator
Family = Callable[[Dice], DoubleModel]


def drawn(seed: int) -> DoubleModel:
    """The model of a seed."""
    dice = np.random.default_rng([seed, 54])
    names = list(FAMILIES)
    name = names[int(dice.integers(len(names)))]
    data = replace(FAMILIES[name](dice), family=name)
    for change, chance in _CHANGES:
        if dice.random() < chance:
            data = change(dice, data)
    return data


# Numbers


def _numbers(dice: Dice, *shape: int) -> Floats:
    """Doubles of one kind: even, normal, with cents, or of sizes from 1e-6 to 1e9."""
    kind = dice.choice(["even", "normal", "cents", "large", "small", "wide"], p=_KINDS)
    even: Floats = dice.random(shape)
    if kind == "normal":
        normal: Floats = dice.normal(size=shape)
        return normal
    if kind == "cents":
        return np.round(even * 100 + 0.01, 2)
    if kind == "large":
        return even * float(10.0 ** dice.uniform(2, 9))
    if kind == "small":
        return even * float(10.0 ** dice.uniform(-6, -1))
    if kind == "wide":
        return np.asarray(even * 10.0 ** dice.uniform(-3, 3, shape), dtype=np.float64)
    return even


_KINDS = [0.35, 0.2, 0.2, 0.1, 0.1, 0.05]


def _positive_numbers(dice: Dice, *shape: int) -> Floats:
    return np.abs(_numbers(dice, *shape)) + 1e-9


def _size(dice: Dice, most: int = 40) -> int:
    """A number of rows or columns, small as a rule."""
    if dice.random() < 0.7:
        return int(dice.integers(2, 9))
    return int(dice.integers(2, most + 1))


def _sparse(dice: Dice, matrix: Floats) -> Floats:
    """The matrix without some of its entries; one stays in every row."""
    rows, columns = matrix.shape
    kept = dice.random(matrix.shape) < dice.uniform(0.2, 1.0)
    kept[np.arange(rows), dice.integers(0, columns, rows)] = True
    return np.where(kept, matrix, 0.0)


# Rows and costs around a point


def _sides(
    dice: Dice, matrix: Floats, point: Point, kinds: str, tight: int
) -> tuple[Floats, Floats]:
    """Sides of rows that hold at a point.

    Args:
        dice: The chance.
        matrix: The coefficients.
        point: The point.
        kinds: The kinds of rows to choose from: `<`, `>`, `=` and `-` for a range.
        tight: The greatest number of rows, equations among them, that hold without any room. With
            more of these than columns, it would be rounding that decides whether there is a point.
    """
    rows = len(matrix)
    lower, upper = np.full(rows, -inf), np.full(rows, inf)
    for row in range(rows):
        kind = dice.choice(list(kinds))
        activity = float(matrix[row] @ point)
        size = float(np.abs(matrix[row] * point).max(initial=0.0)) + float(
            np.abs(matrix[row]).max()
        )
        room_below, room_above = size * dice.uniform(0.01, 0.5, 2)
        if tight and (kind == "=" or dice.random() < 0.3):
            tight -= 1
            room_below = room_above = 0.0
        elif kind == "=":
            kind = "-"
        if kind in ">=-":
            lower[row] = activity - room_below
        if kind in "<=":
            upper[row] = activity + room_above
        if kind == "-":
            upper[row] = activity + size
    return lower, upper


def _bounded_costs(dice: Dice, data: DoubleModel) -> DoubleModel:
    """Gives a model a minimum that exists: its costs are a positive combination of what holds."""
    prices = _positive_numbers(dice, data.rows)
    only_upper = ~np.isfinite(data.row_lower)
    any_sign = np.isfinite(data.row_lower) & np.isfinite(data.row_upper)
    signs = np.where(only_upper, -1.0, 1.0)
    signs = np.where(any_sign, dice.choice([-1.0, 1.0], data.rows), signs)
    costs = data.matrix.T @ (signs * prices)
    margins = _positive_numbers(dice, data.columns)
    if np.abs(costs).max() > 0:
        margins *= np.abs(costs).max() / margins.max()
    below, above = np.isfinite(data.lower), np.isfinite(data.upper)
    directions = np.where(above & ~below, -1.0, 1.0)
    directions = np.where(above & below, dice.choice([-1.0, 1.0], data.columns), directions)
    directions = np.where(~above & ~below, 0.0, directions)
    return replace(data, costs=costs + directions * margins)


def _box(dice: Dice, point: Point, free: int) -> tuple[Floats, Floats]:
    """Bounds around a point, mostly from 0; some columns, `free` of them, have none."""
    columns = len(point)
    lower, upper = np.zeros(columns), np.full(columns, inf)
    room = np.abs(point) + 1
    for column in range(columns):
        kind = dice.random()
        if point[column] < 0 or kind < 0.15:
            lower[column] = point[column] - room[column] * dice.random()
        if kind > 0.6:
            upper[column] = point[column] + room[column] * dice.random()
        if 0.15 < kind < 0.2:
            lower[column] = upper[column] = point[column]
        elif 0.2 < kind < 0.25:
            lower[column] = -inf
            upper[column] = point[column] + room[column]
    for column in dice.permutation(columns)[:free].tolist():
        lower[column], upper[column] = -inf, inf
    return lower, upper


def _continuous(columns: int) -> Booleans:
    return np.zeros(columns, dtype=bool)


def _general(dice: Dice, kinds: str, *, whole_share: float) -> DoubleModel:
    """Rows of all kinds around a point."""
    rows = _size(dice)
    columns = _size(dice)
    matrix = _sparse(dice, _numbers(dice, rows, columns))
    point = dice.random(columns) * 10.0 ** dice.integers(0, 4)
    if dice.random() < 0.3:
        point = point * dice.choice([-1.0, 1.0], columns)
    whole = dice.random(columns) < whole_share
    # Few whole columns, and small ones, so that thousands of models can be solved.
    whole &= np.arange(columns) < 8
    point = np.where(whole, np.round(dice.uniform(0, 6, columns)), point)
    free = min(columns // 3, rows // 2)
    lower, upper = _box(dice, point, free)
    lower = np.where(whole, np.maximum(point - dice.integers(0, 4, columns), 0), lower)
    upper = np.where(whole, point + dice.integers(0, 4, columns), upper)
    # Equations over whole columns alone would be decided by rounding.
    movable = int((~whole & (upper > lower)).sum())
    row_lower, row_upper = _sides(dice, matrix, point, kinds, movable // 2)
    room = _room_where_rigid(dice, matrix, point, ~whole & (upper > lower))
    row_lower, row_upper = row_lower - room, row_upper + room
    data = DoubleModel(
        family="",
        matrix=matrix,
        row_lower=row_lower,
        row_upper=row_upper,
        lower=lower,
        upper=upper,
        whole=whole,
        costs=np.zeros(columns),
        planted=point,
    )
    return _bounded_costs(dice, data)


def _room_where_rigid(dice: Dice, matrix: Floats, point: Point, movable: Booleans) -> Floats:
    """Room for the rows whose columns are all whole or fixed; 0 for the others."""
    rigid = ~((matrix != 0) & movable).any(axis=1)
    sizes = np.abs(matrix * point).max(axis=1) + np.abs(matrix).max(axis=1)
    room = sizes * dice.uniform(0.01, 0.3)
    return np.where(rigid, room, 0.0)


def linear(dice: Dice) -> DoubleModel:
    """Linear programs with rows of all kinds, free and fixed columns."""
    return _general(dice, "<<<>>>=-", whole_share=0.0)


def equations(dice: Dice) -> DoubleModel:
    """Linear programs with equations alone, half as many as columns or fewer."""
    rows = int(dice.integers(2, 16))
    columns = rows * 2 + int(dice.integers(0, 6))
    matrix = _sparse(dice, _numbers(dice, rows, columns))
    point = dice.random(columns) + 0.01
    activity = matrix @ point
    data = DoubleModel(
        family="",
        matrix=matrix,
        row_lower=activity,
        row_upper=activity,
        lower=np.zeros(columns),
        upper=np.full(columns, inf),
        whole=_continuous(columns),
        costs=np.zeros(columns),
        planted=point,
    )
    return _bounded_costs(dice, data)


def mixed(dice: Dice) -> DoubleModel:
    """Mixed-integer programs with rows of all kinds."""
    return _general(dice, "<<<>>>=-", whole_share=0.4)


def integers(dice: Dice) -> DoubleModel:
    """Whole columns alone."""
    columns = int(dice.integers(2, 9))
    rows = _size(dice, 20)
    matrix = _sparse(dice, _numbers(dice, rows, columns))
    point = dice.integers(0, 7, columns).astype(float)
    row_lower, row_upper = _sides(dice, matrix, point, "<<>>-", 0)
    return DoubleModel(
        family="",
        matrix=matrix,
        row_lower=row_lower,
        row_upper=row_upper,
        lower=np.maximum(point - dice.integers(0, 4, columns), 0),
        upper=point + dice.integers(0, 4, columns),
        whole=np.ones(columns, dtype=bool),
        costs=_numbers(dice, columns),
        maximise=bool(dice.random() < 0.5),
        planted=point,
    )


# Everyday models


def _at_least(
    dice: Dice, matrix: Floats, point: Point, costs: Floats, upper: float = inf
) -> DoubleModel:
    """The cheapest amounts with which each row comes to something."""
    rows, columns = matrix.shape
    return DoubleModel(
        family="",
        matrix=matrix,
        row_lower=matrix @ point * dice.uniform(0.5, 1.0),
        row_upper=np.full(rows, inf),
        lower=np.zeros(columns),
        upper=np.full(columns, upper),
        whole=_continuous(columns),
        costs=costs,
        planted=point,
    )


def diet(dice: Dice) -> DoubleModel:
    """Foods with so much of each nutrient, of which there has to be enough."""
    nutrients, foods = int(dice.integers(2, 8)), int(dice.integers(3, 31))
    contents = dice.random((nutrients, foods)) * 500
    amounts = dice.random(foods) * 10
    prices = np.round(dice.uniform(0.2, 9, foods), 2)
    return _at_least(dice, contents, amounts, prices, upper=float(dice.choice([10.0, 12.5, inf])))


def portfolio(dice: Dice) -> DoubleModel:
    """A sum of money in shares, with a least return and a limit for each."""
    shares = int(dice.integers(4, 31))
    money = float(dice.choice([1.0, 100_000.0, 2_500_000.5]))
    returns = dice.normal(0.07, 0.05, shares)
    risks = dice.random(shares)
    point = dice.dirichlet(np.ones(shares)) * money
    return DoubleModel(
        family="",
        matrix=np.array([np.ones(shares), returns]),
        row_lower=np.array([money, float(returns @ point) - 0.01 * money]),
        row_upper=np.array([money, inf]),
        lower=np.zeros(shares),
        upper=np.full(shares, max(float(point.max()), 0.3 * money)),
        whole=_continuous(shares),
        costs=risks,
        planted=point,
    )


def blending(dice: Dice) -> DoubleModel:
    """Raw materials that are blended, so that each quality is within its limits."""
    qualities, materials = int(dice.integers(1, 6)), int(dice.integers(3, 13))
    demand = float(np.round(dice.uniform(10, 5000), 2))
    shares = dice.dirichlet(np.ones(materials))
    levels = dice.uniform(0.01, 100, (qualities, materials))
    targets = levels @ shares
    least = levels - (0.99 * targets)[:, None]
    most = levels - (1.02 * targets)[:, None]
    total = np.ones((1, materials))
    above, below = np.zeros(qualities), np.full(qualities, inf)
    return DoubleModel(
        family="",
        matrix=np.concatenate([total, least, most]),
        row_lower=np.concatenate([[demand], above, -below]),
        row_upper=np.concatenate([[demand], below, above]),
        lower=np.zeros(materials),
        upper=np.full(materials, demand),
        whole=_continuous(materials),
        costs=np.round(dice.uniform(1, 60, materials), 2),
        planted=shares * demand,
    )


def transport(dice: Dice) -> DoubleModel:
    """Goods from plants to customers along lanes with costs."""
    plants, customers = int(dice.integers(2, 7)), int(dice.integers(2, 11))
    if dice.random() < 0.05:
        plants, customers = 20, 60
    lanes = dice.random((plants, customers)) < min(1.0, 6 / plants)
    lanes[dice.integers(0, plants, customers), np.arange(customers)] = True
    origins, ends = np.nonzero(lanes)
    flow = dice.random(len(origins)) * 10.0 ** dice.integers(0, 4)
    matrix = np.zeros((plants + customers, len(origins)))
    matrix[origins, np.arange(len(origins))] = 1.0
    matrix[plants + ends, np.arange(len(origins))] = 1.0
    activity = matrix @ flow
    used = matrix.any(axis=1)
    row_lower = np.concatenate([np.full(plants, -inf), activity[plants:]])
    row_upper = np.concatenate([activity[:plants] * 1.05, np.full(customers, inf)])
    return DoubleModel(
        family="",
        matrix=matrix[used],
        row_lower=row_lower[used],
        row_upper=row_upper[used],
        lower=np.zeros(len(origins)),
        upper=np.full(len(origins), inf),
        whole=_continuous(len(origins)),
        costs=_positive_numbers(dice, len(origins)),
        planted=flow,
    )


def inventory(dice: Dice) -> DoubleModel:
    """Production and stock over periods: each row has the stock of two periods."""
    periods = int(dice.integers(3, 25)) if dice.random() < 0.9 else int(dice.integers(50, 101))
    columns = 2 * periods
    demand = dice.random(periods) * 100
    made = demand * dice.uniform(1.0, 1.5, periods)
    stock = np.cumsum(made - demand)
    balance = np.zeros((periods, columns))
    capacity = np.zeros((periods, columns))
    for period in range(periods):
        balance[period, period] = 1.0
        balance[period, periods + period] = -1.0
        if period:
            balance[period, periods + period - 1] = 1.0
        capacity[period, period] = dice.uniform(0.3, 2)
    room = (capacity[:, :periods] @ made) * 1.1 + 0.01
    costs = np.concatenate([dice.uniform(1, 20, periods), dice.uniform(0.01, 2, periods)])
    return DoubleModel(
        family="",
        matrix=np.concatenate([balance, capacity]),
        row_lower=np.concatenate([demand, np.full(periods, -inf)]),
        row_upper=np.concatenate([demand, room]),
        lower=np.zeros(columns),
        upper=np.full(columns, inf),
        whole=_continuous(columns),
        costs=costs,
        planted=np.concatenate([made, stock]),
    )


# Models with whole columns


def knapsack(dice: Dice) -> DoubleModel:
    """Things of some worth with one weight or several, each taken or not, or up to some times."""
    things = int(dice.integers(4, 14))
    weights = _positive_numbers(dice, int(dice.choice([1, 1, 1, 2, 3])), things)
    most = np.full(things, float(dice.choice([1, 1, 1, 3])))
    point = np.floor(dice.random(things) * (most + 1))
    return DoubleModel(
        family="",
        matrix=weights,
        row_lower=np.full(len(weights), -inf),
        row_upper=weights @ point * 1.01 + 0.1 * weights.max(axis=1),
        lower=np.zeros(things),
        upper=most,
        whole=np.ones(things, dtype=bool),
        costs=_positive_numbers(dice, things),
        maximise=True,
        planted=point,
    )


def covering(dice: Dice) -> DoubleModel:
    """Sets with costs in doubles that cover every item."""
    items, sets = int(dice.integers(3, 16)), int(dice.integers(4, 19))
    members = (dice.random((items, sets)) < 0.3).astype(float)
    members[np.arange(items), dice.integers(0, sets, items)] = 1.0
    return DoubleModel(
        family="",
        matrix=members,
        row_lower=np.ones(items),
        row_upper=np.full(items, inf),
        lower=np.zeros(sets),
        upper=np.ones(sets),
        whole=np.ones(sets, dtype=bool),
        costs=_positive_numbers(dice, sets),
        planted=np.ones(sets),
    )


def assignment(dice: Dice) -> DoubleModel:
    """Workers for tasks, one each, at costs in doubles, and a limit for the sum of times."""
    size = int(dice.integers(2, 6))
    columns = size * size
    matrix = np.zeros((2 * size, columns))
    for worker in range(size):
        for task in range(size):
            matrix[worker, worker * size + task] = 1.0
            matrix[size + task, worker * size + task] = 1.0
    sides = np.ones(2 * size)
    times = dice.random(columns) * 10
    point = np.eye(size).ravel()
    limit = float(times @ point) * 1.02
    return DoubleModel(
        family="",
        matrix=np.concatenate([matrix, times[None, :]]),
        row_lower=np.concatenate([sides, [-inf]]),
        row_upper=np.concatenate([sides, [limit]]),
        lower=np.zeros(columns),
        upper=np.ones(columns),
        whole=np.ones(columns, dtype=bool),
        costs=_positive_numbers(dice, columns),
        planted=point,
    )


def fixed_charge(dice: Dice) -> DoubleModel:
    """Sites that have to be opened before they deliver: amounts up to a capacity in doubles."""
    sites = int(dice.integers(2, 9))
    capacity = dice.uniform(10, 10.0 ** dice.uniform(1.5, 4), sites)
    demand = float(capacity.sum() * dice.uniform(0.2, 0.7))
    point = np.concatenate([capacity * (demand / capacity.sum()), np.ones(sites)])
    linking = np.concatenate([np.eye(sites), -np.diag(capacity)], axis=1)
    total = np.concatenate([np.ones(sites), np.zeros(sites)])[None, :]
    upper = np.concatenate([np.full(sites, inf), np.ones(sites)])
    unit_costs, charges = dice.random(sites), dice.random(sites) * float(capacity.mean())
    return DoubleModel(
        family="",
        matrix=np.concatenate([linking, total]),
        row_lower=np.concatenate([np.full(sites, -inf), [demand * 0.99]]),
        row_upper=np.concatenate([np.zeros(sites), [inf]]),
        lower=np.zeros(2 * sites),
        upper=upper,
        whole=np.arange(2 * sites) >= sites,
        costs=np.concatenate([unit_costs, charges]),
        planted=point,
    )


FAMILIES: dict[str, Family] = {
    one.__name__: one
    for one in (
        *(linear, equations, mixed, integers),
        *(diet, portfolio, blending, transport, inventory),
        *(knapsack, covering, assignment, fixed_charge),
    )
}


# Changes of a model


def _scale_rows(dice: Dice, data: DoubleModel) -> DoubleModel:
    """Rows in units from 1e-6 to 1e9, or now and then of 1e-10."""
    least = -10 if dice.random() < 0.1 else -6
    factors = 10.0 ** dice.uniform(least, 9, data.rows)
    return replace(
        data,
        matrix=data.matrix * factors[:, None],
        row_lower=data.row_lower * factors,
        row_upper=data.row_upper * factors,
    )


def _scale_columns(dice: Dice, data: DoubleModel) -> DoubleModel:
    """Continuous columns in units from 1e-4 to 1e4."""
    factors = np.where(data.whole, 1.0, 10.0 ** dice.uniform(-4, 4, data.columns))
    return replace(
        data,
        matrix=data.matrix * factors,
        lower=data.lower / factors,
        upper=data.upper / factors,
        costs=data.costs * factors,
        planted=None if data.planted is None else data.planted / factors,
    )


def _scale_costs(dice: Dice, data: DoubleModel) -> DoubleModel:
    return replace(data, costs=data.costs * 10.0 ** dice.uniform(-6, 9))


def _turn(_: Dice, data: DoubleModel) -> DoubleModel:
    """A minimum as a maximum, and the other way round."""
    return replace(data, costs=-data.costs, maximise=not data.maximise)


def _add_constant(dice: Dice, data: DoubleModel) -> DoubleModel:
    size = float(np.abs(data.costs).max(initial=0.0))
    return replace(data, constant=float(dice.normal() * 10 * size))


def _drop_costs(_: Dice, data: DoubleModel) -> DoubleModel:
    return data.without_costs()


def _with_row(data: DoubleModel, row: Floats, lower: float, upper: float) -> DoubleModel:
    return replace(
        data,
        matrix=np.concatenate([data.matrix, row[None, :]]),
        row_lower=np.append(data.row_lower, lower),
        row_upper=np.append(data.row_upper, upper),
    )


def _contradict(dice: Dice, data: DoubleModel) -> DoubleModel:
    """One more row with which there is no solution: beyond all bounds, or against another row."""
    bounded = np.isfinite(data.lower) & np.isfinite(data.upper)
    if bounded.sum() >= 2 and dice.random() < 0.5:
        row = np.where(bounded, _numbers(dice, data.columns), 0.0)
        row = np.where(dice.random(data.columns) < 0.7, row, 0.0)
        ends = np.where(row > 0, data.upper, data.lower)
        terms = row * np.where(bounded, ends, 0.0)
        greatest = float(terms.sum())
        size = float(np.abs(terms).max()) + float(np.abs(row).max())
        if size > 0:
            return _with_row(data, row, greatest + size * dice.uniform(0.05, 1), inf)
    one = int(dice.integers(data.rows))
    factor = 2.0 ** dice.integers(-3, 4)
    points = () if data.planted is None else (data.planted,)
    size = float(np.abs(data.matrix[one]).max())
    for point in points:
        size = max(size, float(np.abs(data.matrix[one] * point).max()))
    room = size * dice.uniform(0.05, 1)
    row = data.matrix[one] * factor
    if np.isfinite(data.row_upper[one]):
        return _with_row(data, row, (float(data.row_upper[one]) + room) * factor, inf)
    return _with_row(data, row, -inf, (float(data.row_lower[one]) - room) * factor)


def _unbind(dice: Dice, data: DoubleModel) -> DoubleModel:
    """One more column, which may grow without end and makes the objective better."""
    column = _positive_numbers(dice, data.rows)
    only_lower = ~np.isfinite(data.row_upper)
    only_upper = ~np.isfinite(data.row_lower)
    column = np.where(only_lower, column, np.where(only_upper, -column, 0.0))
    cost = -float(_positive_numbers(dice, 1)[0])
    return replace(
        data,
        matrix=np.concatenate([data.matrix, column[:, None]], axis=1),
        lower=np.append(data.lower, 0.0),
        upper=np.append(data.upper, inf),
        whole=np.append(data.whole, data.whole.all() and dice.random() < 0.5),
        costs=np.append(data.costs, -cost if data.maximise else cost),
        planted=None if data.planted is None else np.append(data.planted, 0.0),
    )


_CHANGES: tuple[tuple[Callable[[Dice, DoubleModel], DoubleModel], float], ...] = (
    (_unbind, 0.07),
    (_contradict, 0.14),
    (_scale_columns, 0.1),
    (_scale_rows, 0.15),
    (_scale_costs, 0.1),
    (_turn, 0.3),
    (_add_constant, 0.1),
    (_drop_costs, 0.04),
)
