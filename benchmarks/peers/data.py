"""Models whose numbers are data, as plain arrays, with whole numbers and with doubles.

Each shape exists twice, so that one run says what doubles cost beside whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[Any]

ENTRIES = 5
"""So many entries has each row of the shape "rows"."""


@dataclass(frozen=True, slots=True)
class Shape:
    """What kind of a model there is, and how large it is.

    Attributes:
        kind: One of "dense", "rows" and "transport".
        variables: How many continuous variables there are.
        rows: How many rows there are.
        nonzeros: How many entries the rows have in all.
        of_doubles: Whether the numbers are random doubles, not whole numbers.
    """

    kind: str
    variables: int
    rows: int
    nonzeros: int
    of_doubles: bool = False


@dataclass(frozen=True, slots=True)
class Data:
    """The numbers of a model.

    Attributes:
        size: Its shape.
        matrix: The coefficients, shape (rows, columns) of a dense matrix, and (rows, 5) of rows one
            by one; the costs, shape (sources, sinks), of a transport.
        bounds: What each row is at most; empty for a transport.
        columns: The variables of each of the rows one by one, shape (rows, 5); empty otherwise.
    """

    size: Shape
    matrix: Numbers
    bounds: Numbers
    columns: npt.NDArray[np.int64]


_WHOLE = {
    "dense": Shape("dense", variables=1_000, rows=1_000, nonzeros=1_000_000),
    "rows": Shape("rows", variables=2_000, rows=30_000, nonzeros=30_000 * ENTRIES),
    "transport": Shape("transport", variables=500 * 500, rows=1_000, nonzeros=2 * 500 * 500),
}
_SMALL = {
    "dense": Shape("dense", variables=20, rows=20, nonzeros=400),
    "rows": Shape("rows", variables=20, rows=30, nonzeros=30 * ENTRIES),
    "transport": Shape("transport", variables=25, rows=10, nonzeros=50),
}
SHAPES = _WHOLE | {
    f"{name} in doubles": replace(shape, of_doubles=True) for name, shape in _WHOLE.items()
}
TITLES = {
    "dense": "A @ x <= b with a dense matrix of 1,000 x 1,000",
    "rows": "30,000 rows of five terms, one by one",
    "transport": "a transport of 500 x 500, with a cost for each variable",
}


def small(shape: Shape) -> Shape:
    """The same kind of model, small: what goes through a package before it is measured."""
    return replace(_SMALL[shape.kind], of_doubles=shape.of_doubles)


def data(shape: Shape) -> Data:
    """The numbers of a shape; always the same ones."""
    random = np.random.default_rng(505)

    def numbers(*lengths: int) -> Numbers:
        if shape.of_doubles:
            return random.random(lengths)
        return random.integers(1, 1_000, lengths)

    none = np.empty(0, dtype=np.int64)
    if shape.kind == "transport":
        side = shape.rows // 2
        return Data(shape, numbers(side, side), bounds=none, columns=none)
    if shape.kind == "dense":
        matrix = numbers(shape.rows, shape.variables)
        return Data(shape, matrix, bounds=300 * numbers(shape.rows), columns=none)
    # Sorted numbers, each raised by its place, are variables that differ.
    free = random.integers(0, shape.variables - ENTRIES + 1, (shape.rows, ENTRIES))
    columns = np.sort(free, axis=1) + np.arange(ENTRIES)
    return Data(shape, numbers(shape.rows, ENTRIES), bounds=numbers(shape.rows), columns=columns)
