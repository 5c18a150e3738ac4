"""Families with holes: variables for some pairs of labels, and 0 for every other pair.

The function of a genre that leaves variables out says which pairs have one. The rows need not know:
they say that a cell is sea or belongs to one island, whichever islands can get to it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

from ilpuzzles.errors import InputError
from ilpuzzles.modelling.variables import VariableFamily

WHOLE = slice(None)
"""The slice that `:` is between brackets."""

HOLE = False
"""The value where there is no variable: it is never true, and adds 0 to a sum."""


class SparseFamily(Mapping[tuple[Any, Any], Any]):
    """Truths by pairs of labels, with holes.

    `family[first, second]` is a truth, or `HOLE` for a pair without one. A hole may stand in sums,
    beside `|` and on the right of `implies`; it has no negation.
    `family[first, :]` and `family[:, second]` are mappings by the other label, and
    `family[first, [second, ...]]` is a list; both leave holes out. Iterating yields the pairs that
    have a truth.

    Args:
        truths: A family of variables whose only axis has pairs for labels; or a mapping.

    Raises:
        InputError: If another slice than `:` is asked for.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> reach = [("A", 0), ("A", 1), ("B", 1), ("B", 2)]
        >>> island = SparseFamily(model.binary("island", reach))
        >>> island["A", 1], island["A", 2], dict(island[:, 1])
        (island[A, 1], False, {'A': island[A, 1], 'B': island[B, 1]})

        Every cell is on one island:

        >>> row = model.exactly_one({cell: island[:, cell].values() for cell in range(3)})

        With a cell, an island has the next one too; where there is none, it has not the cell:

        >>> model.add(island["A", 0].implies(island["A", 1]))
        at_least_one[0]: at least one of ~island[A, 0], island[A, 1]
        >>> model.add(island["A", 1].implies(island["A", 2]))
        at_least_one[1]: at least one of ~island[A, 1]
        >>> model.at_least_one([~island["A", 0], *island["A", [1, 2]]])
        at_least_one[2]: at least one of ~island[A, 0], island[A, 1]
    """

    def __init__(self, truths: VariableFamily | Mapping[tuple[Any, Any], Any]) -> None:
        if isinstance(truths, VariableFamily):
            truths = dict(zip(truths.axes[0], truths.truths(), strict=True))  # type: ignore[arg-type] # pairs
        self._truths: dict[tuple[Any, Any], Any] = dict(truths)

    @cached_property
    def _with_first(self) -> Mapping[Any, dict[Any, Any]]:
        """The truths by their first label, and in each part by the second one."""
        parts: defaultdict[Any, dict[Any, Any]] = defaultdict(dict)
        for (first, second), truth in self._truths.items():
            parts[first][second] = truth
        return parts

    @cached_property
    def _with_second(self) -> Mapping[Any, dict[Any, Any]]:
        """The truths by their second label, and in each part by the first one."""
        parts: defaultdict[Any, dict[Any, Any]] = defaultdict(dict)
        for (first, second), truth in self._truths.items():
            parts[second][first] = truth
        return parts

    def __getitem__(self, key: tuple[Any, Any]) -> Any:
        first, second = key
        if isinstance(first, slice):
            _require_whole(first)
            return MappingProxyType(self._with_second.get(second, {}))
        if isinstance(second, slice):
            _require_whole(second)
            return MappingProxyType(self._with_first.get(first, {}))
        if isinstance(second, list):
            labels = [label for label in second if (first, label) in self._truths]
            return [self._truths[first, label] for label in labels]
        return self._truths.get((first, second), HOLE)

    def __contains__(self, key: object) -> bool:
        return key in self._truths

    def __iter__(self) -> Iterator[tuple[Any, Any]]:
        return iter(self._truths)

    def __len__(self) -> int:
        return len(self._truths)

    def __repr__(self) -> str:
        return f"<truths of {len(self)} pairs>"


def _require_whole(part: slice) -> None:
    """Raises unless a slice is `:`."""
    if part != WHOLE:
        what = f"a family with holes cannot be indexed by {part}"
        raise InputError(what, "write ':' alone, or a list")
