"""Published numbers of solutions, by both engines, straight from the models of the puzzles."""

from __future__ import annotations

from functools import cache
from typing import Any, TypeAlias

import numpy as np
import pytest

from ilpuzzles.exactcover.engine import count_covers, visit_covers
from ilpuzzles.exactcover.problem import CoverProblem, IntArray
from ilpuzzles.exactcover.settings import Engine, Settings
from ilpuzzles.modelling.cover_form import Meaning, meanings
from ilpuzzles.workbench.experiments import experiment
from support.random_covers import is_cover

Cells: TypeAlias = frozenset[tuple[int, int]]


@cache
def cover_of(name: str, preset: str | None = None, height: int | None = None) -> CoverProblem:
    """The rows of a puzzle's model as an exact cover problem."""
    more: dict[str, Any] = {} if height is None else {"parameters": {"height": height}}
    asked = experiment(name, preset, **more) if preset else experiment(name, **more)
    program = asked.model
    said = meanings(program)
    kept = np.isin(said, [Meaning.EXACTLY_ONE, Meaning.AT_MOST_ONE])
    assert (kept | (said == Meaning.NOTHING)).all()
    rows = program.rows.keep(kept)
    owners = rows.owners()
    order = np.lexsort((owners, rows.columns))
    lengths = np.bincount(rows.columns, minlength=program.variables)
    return CoverProblem(
        said[kept] == Meaning.EXACTLY_ONE,
        np.concatenate([[0], np.cumsum(lengths)]),
        owners[order],
    )


BOTH = [Engine.SEARCH, Engine.TABLE]
PUBLISHED = [
    ("cube", None, None, 5328, BOTH),
    ("soma", None, None, 11_520, BOTH),
    ("lonpos", "empty", None, 371_020, [Engine.TABLE, Engine.AUTO]),
    ("pentominoes", "3x20", None, 8, BOTH),
    ("pentominoes", "4x15", None, 1472, BOTH),
    ("pentominoes", "5x12", None, 4040, [Engine.TABLE]),
    ("pentominoes", "6x10", None, 9356, [Engine.TABLE]),
    ("pentominoes", "8x8", None, 520, [Engine.TABLE]),
    ("tower", None, 2, 552, BOTH),
    ("tower", None, 3, 55_056, [Engine.TABLE, Engine.AUTO]),
    ("dominoes", "8x8", None, 12_988_816, [Engine.TABLE, Engine.AUTO]),
]
CASES = [
    pytest.param(name, preset, height, count, engine, id=f"{name}-{preset or height}-{engine}")
    for name, preset, height, count, engines in PUBLISHED
    for engine in engines
]


@pytest.mark.parametrize(("name", "preset", "height", "count", "engine"), CASES)
def test_published_numbers(
    name: str, preset: str | None, height: int | None, count: int, engine: Engine
) -> None:
    problem = cover_of(name, preset, height)
    run = count_covers(problem, Settings(engine=engine, workers=2))
    assert (run.found, run.complete) == (count, True)
    assert engine is Engine.AUTO or run.statistics.engine is engine


def polyhexes(most: int) -> list[set[Cells]]:
    """All polyhexes of so many hexagons at most, each as the set of its orientations."""
    found: list[set[Cells]] = []
    grown = {frozenset({(0, 0)})}
    for _ in range(most):
        found += {frozenset(orientations(cells)): orientations(cells) for cells in grown}.values()
        steps = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)]
        grown = {
            cells | {(row + down, column + right)}
            for cells in grown
            for row, column in cells
            for down, right in steps
            if (row + down, column + right) not in cells
        }
    return found


def orientations(cells: Cells) -> set[Cells]:
    """Turned by sixths and turned over, each moved to where its least row and column are 0."""
    found = set()
    for _ in range(2):
        cells = frozenset((column, row) for row, column in cells)
        for _ in range(6):
            cells = frozenset((row + column, -row) for row, column in cells)
            top, left = (min(part) for part in zip(*cells, strict=True))
            found.add(frozenset((row - top, column - left) for row, column in cells))
    return found


def test_polyhexes_of_one_to_four_hexagons() -> None:
    """They cover a parallelogram of 4 x 10; the search finds as many in half a minute."""
    rows, columns = 4, 10
    tiles = polyhexes(4)
    assert [sum(len(min(one)) == size for one in tiles) for size in (1, 2, 3, 4)] == [1, 1, 3, 7]
    options = [
        [rows * columns + tile, *(columns * (row + down) + column + right for row, column in cells)]
        for tile, turned in enumerate(tiles)
        for cells in turned
        for down in range(rows - max(row for row, _ in cells))
        for right in range(columns - max(column for _, column in cells))
    ]
    run = count_covers(CoverProblem.of(options, rows * columns + len(tiles)))
    assert (run.found, run.complete) == (14_809_060, True)
    assert run.statistics.engine is Engine.TABLE


def test_a_pyramid_without_room_for_its_table() -> None:
    settings = Settings(engine=Engine.TABLE, memory=64 << 20, workers=2)
    run = count_covers(cover_of("pyramid"), settings)
    assert (run.found, run.complete) == (2448, True)
    assert run.statistics.engine is Engine.SEARCH
    assert run.statistics.why == "the table outgrew 64 MB: searched instead"


@pytest.mark.parametrize("engine", BOTH)
@pytest.mark.parametrize(("name", "number"), [("soma", 11_520), ("cube", 5328)])
def test_all_solutions_of_a_puzzle(name: str, number: int, engine: Engine) -> None:
    problem = cover_of(name)
    found: set[frozenset[int]] = set()

    def visit(batch: IntArray) -> bool:
        found.update(frozenset(row) - {-1} for row in batch.tolist())
        return True

    run = visit_covers(problem, visit, Settings(engine=engine))
    assert run.found == len(found) == number
    assert all(is_cover(problem, one) for one in list(found)[::50])
