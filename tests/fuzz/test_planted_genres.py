"""Pencil puzzles with a planted solution: no backend may deny it, and rules accept every answer."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ilpuzzles import Library, load
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Status
from ilpuzzles.genres.genre_position import GenrePosition
from ilpuzzles.queries.solve import solve_model
from support.rings import but_slow

MIP = ("highs", "scip", "cbc")
LIBRARY = Library.standard()
GENRES = [name for name in LIBRARY.puzzles() if LIBRARY.model_file(name).suffix == ".py"]


def planted(genre: str, preset: str, dice: random.Random) -> tuple[GenrePosition, Any]:
    """A board with some of the clues of a random solution, and the solution."""
    start = load(genre, preset)
    assert isinstance(start, GenrePosition)
    empty = start.with_clues([]) if "clue_candidates" in start.kind.file.functions else start
    formulated = empty.kind.build(empty.instance)
    model = formulated.model
    if empty is not start:
        flat = [variable for family in model.families for variable in family.flat]
        model.minimize(model.sum(dice.randint(-99, 99) * variable for variable in flat))
    # Any solution will do, wherever the objective points; a busy machine takes its time.
    found = solve_model(model, "auto", Options(time_limit=60, gap=9.0))
    assert found.values is not None
    solution = formulated.decode(found.values)
    if empty is start:
        return start, solution
    clues = start.clues(solution)
    return start.with_clues(dice.sample(clues, len(clues) * 2 // 3)), solution


# Their boards take as long as those of all others.
SLOW = {"fillomino", "surasshupakku"}


@pytest.mark.every("genre")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("genre", but_slow(GENRES, SLOW))
def test_no_backend_denies_what_was_planted(genre: str, seed: int) -> None:
    dice = random.Random(f"{genre} {seed}")
    preset = dice.choice(LIBRARY.presets(genre)[:2])
    position, solution = planted(genre, preset, dice)
    assert position.violations(solution) == []
    formulated = position.kind.build(position.instance)
    for backend in ("clingo", "cpsat", MIP[seed]):
        found = solve_model(formulated.model, backend, Options(time_limit=10, workers=1))
        assert found.status is not Status.INFEASIBLE
        if found.values is not None:
            assert position.violations(formulated.decode(found.values)) == []
