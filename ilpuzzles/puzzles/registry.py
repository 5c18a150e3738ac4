"""Finds families of puzzles by name."""

from __future__ import annotations

from importlib import import_module

from ilpuzzles.errors import UnknownNameError, unknown_name
from ilpuzzles.puzzles.family import Family

_FAMILIES = {
    "surasshupakku": "ilpuzzles.puzzles.surasshupakku.family:SURASSHUPAKKU",
    "tiling": "ilpuzzles.puzzles.tiling.family:TILING",
}


def family_names() -> tuple[str, ...]:
    """The names of all families, sorted."""
    return tuple(sorted(_FAMILIES))


def get_family(name: str) -> Family:
    """Finds a family by its name.

    Raises:
        UnknownNameError: If there is none of that name.

    Example:
        >>> list(get_family("tiling").formulations)
        ['placement', 'reduced', 'cells', 'cells-aggregated', 'cells-sums']
    """
    if name not in _FAMILIES:
        raise UnknownNameError(unknown_name("family", name, _FAMILIES))
    module, _, attribute = _FAMILIES[name].partition(":")
    family: Family = getattr(import_module(module), attribute)
    return family
