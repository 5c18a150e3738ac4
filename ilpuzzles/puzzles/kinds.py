"""The kinds of puzzles that have a name in YAML files; each is loaded when it is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.errors import require_known
from ilpuzzles.lazy_imports import former_names, named

if TYPE_CHECKING:
    from ilpuzzles.puzzles.kind import PuzzleKind

__getattr__ = former_names(__name__, {"get_family": "ilpuzzles.puzzles.kinds:get_kind"})

_PLACES = {
    "tiling": "ilpuzzles.tilings.tiling_kind:TILING",
}
"""The module and the name of each kind."""


def kind_names() -> tuple[str, ...]:
    """Returns what `family:` may say in the file of a puzzle, sorted."""
    return tuple(sorted(_PLACES))


def get_kind(name: str) -> PuzzleKind:
    """Returns a kind of puzzle by its name, with all that belongs to it.

    Raises:
        UnknownNameError: If there is none of that name.

    Example:
        >>> list(get_kind("tiling").formulations)
        ['placement', 'reduced', 'cells', 'cells-aggregated', 'cells-sums']
    """
    require_known("kind of puzzle", name, _PLACES)
    kind: PuzzleKind = named(_PLACES[name])
    return kind
