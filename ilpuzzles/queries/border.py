"""Solutions on the border of measured rows: slightly different data would rule them out.

A measured row holds within its tolerance. A solution lies on its border if it breaks the row once
that is moved inwards by the tolerance.
"""

from __future__ import annotations

from ilpuzzles.backends.result import Border
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.passes.tolerances import moved

_MOST_ROWS_NAMED = 3


class BorderWatch:
    """Looks at solutions one by one; notes how many lie on a border, and of which rows.

    Example:
        >>> import numpy as np
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 2)
        >>> row = model.add(x @ [1 / 3, 2 / 3] <= 2 / 3, "budget")
        >>> watch = BorderWatch(model.program())
        >>> watch.look(np.array([1, 0])), watch.look(np.array([0, 1]))
        (False, True)
        >>> print(watch.border())
        1 solution lies on the border of budget[0]
    """

    def __init__(self, program: Program) -> None:
        # Rows of this program hold within a tolerance as well: moved inwards by two tolerances,
        # they hold within one.
        self._inside = moved(program, -2) if program.is_measured() else None
        self._number = 0
        self._rows: dict[str, None] = {}

    def look(self, values: IntArray) -> bool:
        """Notes a solution; returns whether it lies on a border."""
        inside = self._inside
        if inside is None:
            return False
        broken = [row for row in inside.broken_rows(values) if inside.rows.measured[row]]
        self._number += bool(broken)
        self._rows |= dict.fromkeys(map(inside.row_name, broken))
        return bool(broken)

    def border(self) -> Border | None:
        """Returns the border with the solutions that lie on it; None if none does."""
        if not self._number:
            return None
        return Border(self._number, tuple(self._rows)[:_MOST_ROWS_NAMED])
