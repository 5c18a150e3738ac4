"""The values of a genre: its puzzle, an instance, and a solution of that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from ilpuzzles.puzzles.position import Plain, Puzzle


@dataclass(frozen=True, slots=True, eq=False)
class GenrePuzzle(Puzzle):
    """The puzzle of a Python file, for some `values` of its parameters."""

    values: Mapping[str, int | str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class GenreInstance:
    """An instance of the puzzle of a Python file.

    Attributes:
        puzzle: The puzzle that it is an instance of.
        fields: The fields of its preset or file, and the values of parameters.
        data: The board that the function `board` of the file made of them: a `Board`, where the
            genre has a layout.
        title: What to call it.
        solutions: The number of its solutions, if that is known.
        source: Where this number comes from.
    """

    puzzle: GenrePuzzle
    fields: Plain
    data: Any
    title: str = ""
    solutions: int | None = None
    source: str = ""
    solutions_up_to_symmetry: None = None
    breaking: None = None


@dataclass(frozen=True, slots=True, eq=False)
class GenreSolution:
    """A solution of a puzzle in a Python file: what its function `solution` returns."""

    plain: Plain

    def to_json(self) -> Plain:
        """The solution as plain data."""
        return self.plain

    def differences(self, other: GenreSolution) -> list[str]:
        """Returns the places in the data where another solution has something else."""
        own_values = dict(_leaves(self.plain))
        other_values = dict(_leaves(other.plain))
        places = dict.fromkeys([*own_values, *other_values])
        return [place for place in places if own_values.get(place) != other_values.get(place)]


def _leaves(data: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Yields the values in plain data, each with its place, such as `rows.2`."""
    if not isinstance(data, dict | list):
        yield place, data
        return
    entries = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in entries:
        yield from _leaves(value, f"{place}.{key}" if place else str(key))
