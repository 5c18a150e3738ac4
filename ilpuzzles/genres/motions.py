"""The eight motions of a square, which turn and mirror boards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product, starmap
from typing import Any, NamedTuple

_TRUTHS = (False, True)


class Motion(NamedTuple):
    """One of the eight motions of a square.

    Attributes:
        transposed: Whether rows become columns, before all else.
        upside_down: Whether the rows change their order.
        mirrored: Whether the columns change their order.

    Example:
        >>> quarter_turn = Motion(True, False, True)
        >>> quarter_turn.moved([[1, 2], [3, 4]]), quarter_turn.is_rotation
        ([[3, 1], [4, 2]], True)
    """

    transposed: bool
    upside_down: bool
    mirrored: bool

    @property
    def is_rotation(self) -> bool:
        """Whether it is a rotation, and not a reflection."""
        return (self.transposed + self.upside_down + self.mirrored) % 2 == 0

    @property
    def turns_diagonals(self) -> bool:
        r"""Whether it makes a diagonal `/` of `\`, as a turn by a right angle does."""
        return (self.upside_down + self.mirrored) % 2 == 1

    def moved(self, rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
        """Returns the rows of a board after the motion."""
        after = [list(row) for row in rows]
        if self.transposed:
            after = [list(column) for column in zip(*after, strict=True)]
        if self.upside_down:
            after.reverse()
        if self.mirrored:
            after = [row[::-1] for row in after]
        return after


MOTIONS = tuple(starmap(Motion, product(_TRUTHS, _TRUTHS, _TRUTHS)))
"""The eight motions; the first one leaves everything in its place."""
