"""Which families of puzzles there are, and where; each is loaded when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.errors import require_known
from ilpuzzles.lazy_imports import named

if TYPE_CHECKING:
    from ilpuzzles.puzzles.family import Family


_FAMILIES = {
    "surasshupakku": "ilpuzzles.puzzles.surasshupakku.slash_family:SURASSHUPAKKU",
    "tiling": "ilpuzzles.puzzles.tiling.tiling_family:TILING",
}

_ADDRESSED = {"surasshupakku"}
"""The families whose positions sites for puzzles know by addresses."""


def family_names() -> tuple[str, ...]:
    """The names of all families, sorted."""
    return tuple(sorted(_FAMILIES))


def has_addresses(name: str) -> bool:
    """Whether positions of a family can be named by an address."""
    return name in _ADDRESSED


def get_family(name: str) -> Family:
    """Finds a family by its name, with all that belongs to it.

    Raises:
        UnknownNameError: If there is none of that name.

    Example:
        >>> list(get_family("tiling").formulations)
        ['placement', 'reduced', 'cells', 'cells-aggregated', 'cells-sums']
    """
    family: Family = named(_FAMILIES[require_known("family", name, _FAMILIES)])
    return family
