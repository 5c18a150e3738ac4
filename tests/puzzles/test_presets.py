"""Every preset: solved by every backend, checked, and counted in two independent ways."""

from __future__ import annotations

import pytest

from ilpuzzles.backends import Backend, Options, Status
from ilpuzzles.library import Library
from ilpuzzles.modelling import IntArray
from ilpuzzles.queries import enumerate_solutions
from ilpuzzles.rules import check_rules
from ilpuzzles.workbench import formulate, load, solve
from oracles import count_tilings

LIBRARY = Library.standard()
PRESETS = [(puzzle, preset) for puzzle in LIBRARY.puzzles() for preset in LIBRARY.presets(puzzle)]
# The number of solutions of the empty board is published; counting them takes an engine of its own.
COUNTED = [pair for pair in PRESETS if pair != ("lonpos", "empty")]


def test_there_are_presets() -> None:
    assert {preset for puzzle, preset in PRESETS if puzzle == "lonpos"} == {
        "2pieces", "4pieces", "6pieces", "8pieces", "empty",
    }  # fmt: skip


@pytest.mark.parametrize(("puzzle", "preset"), PRESETS)
def test_every_backend_solves_every_preset(puzzle: str, preset: str, backend: Backend) -> None:
    answer = solve(puzzle, preset, backend=backend.name, options=Options(time_limit=60))
    assert answer.status is Status.OPTIMAL
    assert answer.result.checked
    (solution,) = answer.solutions
    plain = answer.loaded.family.plain(answer.loaded.instance)
    data = solution.to_json()
    assert check_rules("tiling", plain, data) == []
    for given in plain["givens"]:
        for row, column in given["atoms"]:
            assert data["rows"][row][column] == given["tile"]


@pytest.mark.parametrize(("puzzle", "preset"), COUNTED)
def test_counts_stand_in_the_files(puzzle: str, preset: str) -> None:
    loaded = load(puzzle, preset)
    _, formulated = formulate(loaded)
    found: list[IntArray] = []
    result = enumerate_solutions(formulated.model, found.append)
    assert result.complete
    assert len(found) == loaded.instance.solutions
    plain = loaded.family.plain(loaded.instance)
    assert count_tilings(plain) == len(found)
    rules_broken = [
        check_rules("tiling", plain, formulated.decode(values).to_json()) for values in found
    ]
    assert not any(rules_broken)


@pytest.mark.parametrize("preset", ["8pieces", "6pieces", "4pieces"])
def test_most_presets_have_one_solution(preset: str) -> None:
    assert load("lonpos", preset).instance.solutions == 1


def test_the_empty_board_has_as_many_solutions_as_published() -> None:
    loaded = load("lonpos", "empty")
    assert loaded.instance.solutions == 371_020
    assert count_tilings(loaded.family.plain(loaded.instance)) == 371_020
