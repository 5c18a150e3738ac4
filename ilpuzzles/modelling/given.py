"""The givens of a model, which can be taken back unlike the rules."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable
from dataclasses import dataclass
from typing import Any, TypeAlias

from ilpuzzles.modelling.program import Program

Remake: TypeAlias = Callable[[Collection[Hashable]], Program | None]
"""Makes the model again in which only the parts with these keys are given; None if none can be."""


@dataclass(frozen=True, slots=True)
class Given:
    """The rows that state the givens of a model, in parts such as the tiles on the board.

    They can be taken back, unlike the rules. Variables that are fixed are always given.

    Attributes:
        groups: The names of the groups with these rows; none where only rules are stated.
        part: What the part is called that a row belongs to, by the key of the row. Rows of one
            part are given, or taken back, together.
        called: What to call a part in sentences, by its name.
        remake: Makes the model again with fewer parts, by the keys of their rows. It is there where
            rules, variables and bounds depend on what is given as well, so that a model without the
            rows of a part still knows something of it; None where the rows say everything.

    Example:
        >>> tiles = Given(("starting position",), lambda key: key[0])
        >>> tiles.part(("A", (0, 0))), tiles.part(("A", (0, 1)))
        ('A', 'A')
    """

    groups: tuple[str, ...] = ()
    part: Callable[[Any], str] = str
    called: Callable[[str], str] = str
    remake: Remake | None = None
