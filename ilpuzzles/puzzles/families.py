"""Which families of puzzles there are, and where; each is loaded when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.errors import require_known
from ilpuzzles.lazy_imports import named

if TYPE_CHECKING:
    from ilpuzzles.puzzles.family import Family


_FAMILIES = {
    "tiling": "ilpuzzles.tilings.tiling_family:TILING",
}


def family_names() -> tuple[str, ...]:
    """The names of all families, sorted."""
    return tuple(sorted(_FAMILIES))


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
