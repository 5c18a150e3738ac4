"""Pencil puzzles on small boards: how many solutions they have, and what is wrong with one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from string import ascii_letters
from typing import Any

from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.experiments.loading import load
from ilpuzzles.genres.genre_position import GenrePosition
from ilpuzzles.queries.count import count_solutions

Plain = dict[str, Any]


def opened(genre: str, fields: Plain) -> GenrePosition:
    """The position of a genre with these fields."""
    position = load(genre)
    assert isinstance(position, GenrePosition)
    return position.with_fields(fields)


def counted(genre: str, fields: Plain, backend: str = "auto") -> int:
    """How many solutions the model of a position has."""
    position = opened(genre, fields)
    model = position.kind.build(position.instance).model
    return int(count_solutions(model, backend).number)


def broken(genre: str, fields: Plain, solution: Plain) -> list[str]:
    """The faults of a solution, each as its rule and a sentence."""
    return [str(found) for found in opened(genre, fields).judge(solution)]


def with_whole_regions(regions: Sequence[str]) -> list[str]:
    """A drawing of regions in which every part that hangs together has a letter of its own."""
    cells = {(r, c): name for r, row in enumerate(regions) for c, name in enumerate(row)}
    names: dict[tuple[int, int], str] = {}
    for start, name in cells.items():
        if start in names:
            continue
        part = [start]
        for r, c in part:
            near = [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
            part += [at for at in near if at not in part and cells.get(at) == name]
        letter = ascii_letters[len(set(names.values()))]
        names.update(dict.fromkeys(part, letter))
    return ["".join(names[r, c] for c in range(len(row))) for r, row in enumerate(regions)]


def random_walls(dice: Random, rows: int, columns: int, share: float = 0.3) -> list[str]:
    """A drawing of walls, each at the right or the lower side of a cell."""
    drawn = []
    for r in range(rows):
        sides = ["e" * (c + 1 < columns) + "s" * (r + 1 < rows) for c in range(columns)]
        kept = ["".join(one for one in both if dice.random() < share) for both in sides]
        drawn.append(" ".join(one or "-" for one in kept))
    return drawn


def solved(genre: str, preset: str) -> tuple[Plain, Plain]:
    """The fields of a preset, and its solution."""
    position = load(genre, preset)
    found = experiment(position).solve()
    return dict(position.instance.fields), found.solutions[0].to_json()


def changed(solution: Plain, cell: tuple[int, int], word: str) -> Plain:
    """A solution in whose rows a cell has another word."""
    rows = [row.split() for row in solution["rows"]]
    rows[cell[0]][cell[1]] = word
    return {**solution, "rows": [" ".join(row) for row in rows]}
