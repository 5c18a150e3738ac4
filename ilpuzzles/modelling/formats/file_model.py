"""Models that came from a file, with the names that stand there."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ilpuzzles.errors import Problem, UnknownNameError, unknown_name
from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.program import Objective
from ilpuzzles.modelling.rows import IntArray, Rows
from ilpuzzles.modelling.store import Traits
from ilpuzzles.modelling.variables import Family


@dataclass(frozen=True, slots=True, eq=False)
class Contents:
    """What a model file says, in arrays.

    Attributes:
        name: What the model is called.
        column_names: The names of the columns, each once.
        lower: The least value of each column, at most its greatest one.
        upper: The greatest value of each column.
        row_names: The names of the rows, each once.
        rows: The rows.
        objective: What to optimise, or None.
        deciding: Which columns tell solutions apart; None for all of them.
    """

    name: str
    column_names: list[str]
    lower: IntArray
    upper: IntArray
    row_names: list[str]
    rows: Rows
    objective: Objective | None
    deciding: npt.NDArray[np.bool_] | None = None


class FileModel(Model):
    r"""A model whose variables and rows have names of their own, as in the file it came from.

    It is a `Model` like any other: variables and rows can be added, and they are named as usual.

    Args:
        contents: What the file says.

    Example:
        >>> from ilpuzzles.modelling.formats import read_lp
        >>> model = read_lp(
        ...     "Minimize\n obj: left\nSubject To\n one: left + right = 1\n"
        ...     "Binaries\n left right\nEnd\n"
        ... )
        >>> model.variable("right"), model.row_name(0)
        (right, 'one')
    """

    def __init__(self, contents: Contents) -> None:
        super().__init__(contents.name)
        self._column_names = contents.column_names
        self._column_numbers = {name: n for n, name in enumerate(contents.column_names)}
        self._add_columns(contents)
        store = self._store
        store.rows.extend(contents.rows)
        store.rows.call(0, "", contents.row_names)
        store.objective = contents.objective

    def _add_columns(self, contents: Contents) -> None:
        """Adds one family for every run of columns of the same kind and with the same bounds."""
        lower, upper, deciding = contents.lower, contents.upper, contents.deciding
        if deciding is None:
            deciding = np.ones(len(lower), dtype=bool)
        told = np.stack([lower, upper, deciding])
        changes = np.nonzero((np.diff(told) != 0).any(axis=0))[0] + 1
        ends = [*changes.tolist(), len(lower)] if len(lower) else []
        first = 0
        for end in ends:
            labels = contents.column_names[first:end]
            traits = Traits(bool(deciding[first]), int(lower[first]), int(upper[first]))
            # Labels of a family without a name are names.
            self._store.add_family(Family(self, "", first, (labels,)), traits)
            first = end

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the variables in the file, by column."""
        return tuple(self._column_names)

    def variable(self, name: str) -> Variable:
        """The variable of that name.

        Raises:
            UnknownNameError: If the file has none.
        """
        column = self._column_numbers.get(name)
        if column is None:
            # To look for near names among hundreds of thousands would take minutes.
            if len(self._column_names) > _FEW:
                raise UnknownNameError(Problem(f"unknown variable {name!r}", "check its name"))
            raise UnknownNameError(unknown_name("variable", name, self._column_names))
        return Variable(self, column)


_FEW = 10_000
