"""Every preset: solved by every backend, checked, and counted in two independent ways."""

from __future__ import annotations

import pytest

from ilpuzzles.backends import Options, Status, backend_names
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


def test_there_are_presets_of_every_size() -> None:
    sizes = [preset[:7] for puzzle, preset in PRESETS if puzzle == "lonpos"]
    assert sorted(set(sizes)) == [f"{size}pieces" for size in range(2, 9)] + ["empty"]
    assert all(sizes.count(f"{size}pieces") >= 3 for size in range(2, 9))


def claimed() -> list[tuple[str, str, str, str]]:
    """Every preset in every formulation on every backend that claims it."""
    loaded = [load(puzzle, preset) for puzzle, preset in PRESETS]
    return [
        (one.puzzle.name, one.preset or "", name, backend)
        for one in loaded
        for name, formulation in one.family.formulations.items()
        for backend in backend_names()
        if formulation.claims(one.instance, backend)
    ]


CLAIMED = claimed()


def test_claims_cover_what_was_promised() -> None:
    """Placement everywhere; cells with 8 placed on CBC, and with 8 to 5 placed on all others."""
    sizes: dict[tuple[str, str], set[str]] = {}
    for _, preset, formulation, backend in CLAIMED:
        sizes.setdefault((formulation, backend), set()).add(preset[:7])
    everything = {preset[:7] for _, preset in PRESETS}
    for backend in backend_names():
        assert sizes["placement", backend] == everything
    for formulation in ("cells", "cells-aggregated"):
        assert sizes[formulation, "cbc"] >= {"8pieces"}
        for backend in ("cpsat", "highs", "scip"):
            assert sizes[formulation, backend] >= {"8pieces", "7pieces", "6pieces", "5pieces"}


@pytest.mark.parametrize(("puzzle", "preset", "formulation", "backend"), CLAIMED)
def test_whatever_is_claimed_is_solved(
    puzzle: str, preset: str, formulation: str, backend: str
) -> None:
    answer = solve(
        puzzle,
        preset,
        formulation=formulation,
        backend=backend,
        options=Options(time_limit=60),
    )
    assert answer.status is Status.OPTIMAL
    assert answer.result.checked
    assert not answer.broken
    (solution,) = answer.solutions
    loaded = load(puzzle, preset)
    plain = loaded.family.plain(loaded.instance)
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


@pytest.mark.parametrize("preset", [p for _, p in PRESETS if p[0] in "45678"])
def test_presets_with_four_or_more_placed_have_one_solution(preset: str) -> None:
    assert load("lonpos", preset).instance.solutions == 1


def test_the_empty_board_has_as_many_solutions_as_published() -> None:
    loaded = load("lonpos", "empty")
    assert loaded.instance.solutions == 371_020
    assert count_tilings(loaded.family.plain(loaded.instance)) == 371_020
