"""What somebody has given: rows that can be taken back, unlike the rules."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any


def _itself(key: Hashable) -> str:
    return str(key)


@dataclass(frozen=True, slots=True)
class Given:
    """Which rows of a model hold what was given, in parts such as the tiles on the board.

    Variables that are fixed are always given.

    Attributes:
        groups: The names of the groups with these rows; none where only rules are stated.
        part: What the part is called that a row belongs to, by the key of the row. Rows of one
            part are given, or taken back, together.

    Example:
        >>> tiles = Given(("starting position",), lambda key: key[0])
        >>> tiles.part(("A", (0, 0))), tiles.part(("A", (0, 1)))
        ('A', 'A')
    """

    groups: tuple[str, ...] = ()
    part: Callable[[Any], str] = _itself
