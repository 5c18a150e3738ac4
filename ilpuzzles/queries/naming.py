"""What variables are called, for answers that a person reads."""

from __future__ import annotations

from collections.abc import Iterable

from ilpuzzles.errors import InputError, Problem
from ilpuzzles.modelling import IntArray, Model, Solvable, View


def view_of(model: Solvable) -> View:
    """A model as a view, and a view as it is.

    Raises:
        InputError: If it is neither.
    """
    if isinstance(model, View):
        return model
    if isinstance(model, Model):
        return View(model)
    raise InputError(Problem(f"a question about {type(model).__name__}", "ask about a model"))


def by_name(model: Solvable, columns: Iterable[int]) -> dict[str, int]:
    """Columns by their names; labels that read alike are told apart by the number of the column.

    Example:
        >>> model = Model()
        >>> x = model.binary("x", ["1", 1])
        >>> by_name(model, [0, 1])
        {'x[1]': 0, 'x[1] (column 1)': 1}
    """
    names = view_of(model).model
    found: dict[str, int] = {}
    for column in columns:
        name = names.name_of(column)
        found[f"{name} (column {column})" if name in found else name] = column
    return found


def named_values(model: Solvable, values: IntArray) -> dict[str, int]:
    """The deciding variables that are not 0, by their names.

    Example:
        >>> import numpy as np
        >>> model = Model()
        >>> x = model.binary("x", ["a", "b"])
        >>> named_values(model, np.array([0, 1]))
        {'x[b]': 1}
    """
    deciding = model.program().deciding
    columns = (deciding & (values != 0)).nonzero()[0].tolist()
    # Names are told apart among all, so that they are the same in every solution.
    chosen = set(columns)
    named = by_name(model, deciding.nonzero()[0].tolist())
    return {name: int(values[column]) for name, column in named.items() if column in chosen}


def named_text(model: Solvable, values: IntArray) -> str:
    """The same in a line: binary variables by their names alone.

    Example:
        >>> import numpy as np
        >>> model = Model()
        >>> x, y = model.binary("x"), model.integer("y", lower=0, upper=9)
        >>> named_text(model, np.array([1, 4]))
        'x, y = 4'
    """
    program = model.program()
    names = view_of(model).model
    parts = []
    for column in (program.deciding & (values != 0)).nonzero()[0].tolist():
        name, value = names.name_of(column), int(values[column])
        binary = program.lower[column] >= 0 and program.upper[column] <= 1
        parts.append(name if binary else f"{name} = {value}")
    return ", ".join(parts) or "all variables are 0"
