"""Every preset: solved by every backend, checked, and in keeping with the literature."""

from __future__ import annotations

from typing import Any

import pytest

from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Status
from ilpuzzles.experiments.experiments import formulate, solve
from ilpuzzles.experiments.loading import load
from ilpuzzles.reading.library import Library
from ilpuzzles.solvers.registry import backend_names
from ilpuzzles.tilings.tiling_symmetry import TilingSymmetries
from support.rings import is_wider
from support.spread import spread

LIBRARY = Library.standard()
PRESETS = [
    (puzzle, preset)
    for puzzle in LIBRARY.puzzles()
    for preset in LIBRARY.presets(puzzle)
    if load(puzzle, preset).kind.name == "tiling"
]


def test_there_are_presets_of_every_size() -> None:
    sizes = [preset[:7] for puzzle, preset in PRESETS if puzzle == "lonpos"]
    assert sorted(set(sizes)) == [f"{size}pieces" for size in range(2, 9)] + ["empty"]
    assert all(sizes.count(f"{size}pieces") >= 3 for size in range(2, 9))


MIP = {"cbc", "highs", "scip"}
NOTHING_DROPPED = ("cube", "dominoes", "soma", "tower")


def claimed() -> list[tuple[str, str, str, str]]:
    """Every preset in every formulation on every backend that claims it."""
    loaded = [load(puzzle, preset) for puzzle, preset in PRESETS]
    return [
        (one.puzzle.name, one.preset or "", name, backend)
        for one in loaded
        for name, formulation in one.kind.formulations.items()
        for backend in backend_names()
        if formulation.claims(one.instance, backend)
    ]


CLAIMED = claimed()


def test_claims_cover_what_was_promised() -> None:
    """Lonpos by placement everywhere; by cells with 8 placed on CBC, and with 8 to 5 on others."""
    sizes: dict[tuple[str, str], set[str]] = {}
    for puzzle, preset, formulation, backend in CLAIMED:
        if puzzle == "lonpos":
            sizes.setdefault((formulation, backend), set()).add(preset[:7])
    everything = {preset[:7] for puzzle, preset in PRESETS if puzzle == "lonpos"}
    for backend in backend_names():
        assert sizes["placement", backend] == sizes["reduced", backend] == everything
    for formulation in ("cells", "cells-aggregated"):
        assert sizes[formulation, "cbc"] >= {"8pieces"}
        for backend in ("cpsat", "highs", "scip"):
            assert sizes[formulation, backend] >= {"8pieces", "7pieces", "6pieces", "5pieces"}


def test_every_puzzle_is_claimed_on_cpsat_and_exactcover_and_most_on_cbc() -> None:
    pairs = {(puzzle, preset, backend) for puzzle, preset, _, backend in CLAIMED}
    assert pairs >= {(*one, "cpsat") for one in PRESETS}
    assert pairs >= {(*one, "exactcover") for one in PRESETS}
    for puzzle in ("cube", "soma", "tetrahexes", "tower", "tritetratan", "dominoes"):
        assert pairs >= {(*one, "cbc") for one in PRESETS if one[0] == puzzle}


@pytest.mark.every("puzzle")
@pytest.mark.parametrize("puzzle", LIBRARY.puzzles())
def test_every_puzzle_is_solved(puzzle: str) -> None:
    """All of its presets, formulations and backends are for the exhaustive ring."""
    answer = solve(puzzle, min(LIBRARY.presets(puzzle), key=len))
    assert answer.status is Status.OPTIMAL
    assert answer.result.checked
    assert not answer.broken


@pytest.mark.every("backend")
@pytest.mark.parametrize("backend", backend_names())
def test_every_backend_solves_a_puzzle(backend: str) -> None:
    answer = solve("lonpos", "8pieces", backend=backend)
    assert (answer.status, answer.result.checked, answer.broken) == (Status.OPTIMAL, True, ())


def is_solved_elsewhere(puzzle: str, preset: str, formulation: str, backend: str) -> bool:
    """Whether a MIP solver gets a reduced model that others get as well.

    The engine and CP-SAT solve what is left of every preset. It is one model where nothing was
    dropped; and boards of one size have the same rows, but for what is given.
    """
    if formulation != "reduced" or backend not in MIP:
        return False
    return puzzle in NOTHING_DROPPED or preset.endswith(("pieces-2", "pieces-3"))


SOLVED = [one for one in CLAIMED if not is_solved_elsewhere(*one)]


# These take several seconds each; what they ask of a backend, other puzzles ask of it as well.
DEAR = {
    ("hexiamonds", "highs"),
    ("pyramid", "highs"),
    ("tritetratan", "clingo"),
    ("tritetratan", "highs"),
}
CHEAP = [one for one in SOLVED if (one[0], one[3]) not in DEAR]

# Each preset in some formulation, each puzzle in each and on each backend, and each in each. What
# is reduced is solved sooner.
MEETINGS = ((0, 1), (0, 2), (0, 3), (2, 3))
SPREAD = spread(sorted(CHEAP, key=lambda one: one[2] != "reduced"), *MEETINGS)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Gives the test of all claims some of them, or all."""
    if "claim" in metafunc.fixturenames:
        claims = SOLVED if is_wider(metafunc.config) else SPREAD
        metafunc.parametrize("claim", claims, ids="-".join)


def test_the_claims_that_are_tried_are_spread() -> None:
    for part in MEETINGS:
        assert {tuple(one[place] for place in part) for one in SPREAD} == {
            tuple(one[place] for place in part) for one in CHEAP
        }
    assert len(SPREAD) == len(set(SPREAD)) < len(SOLVED) / 5


@pytest.mark.parametrize("puzzle", NOTHING_DROPPED)
def test_where_nothing_is_dropped_the_reduced_model_is_the_same(puzzle: str) -> None:
    for preset in LIBRARY.presets(puzzle):
        loaded = load(puzzle, preset)
        whole, left = (formulate(loaded, name)[1].model for name in ("placement", "reduced"))
        assert whole.to_lp().partition("\n")[2] == left.to_lp().partition("\n")[2]


@pytest.mark.exhaustive
def test_whatever_is_claimed_is_solved(claim: tuple[str, str, str, str]) -> None:
    puzzle, preset, formulation, backend = claim
    limit = Options(time_limit=60)
    answer = solve(puzzle, preset, formulation=formulation, backend=backend, options=limit)
    # The rules have been asked, with what is given.
    assert (answer.status, answer.result.checked, answer.broken) == (Status.OPTIMAL, True, ())
    assert answer.verified_by()[:2] == ["rows", "rules"]


@pytest.mark.parametrize(("puzzle", "preset"), PRESETS)
def test_orbits_fit_the_counts(puzzle: str, preset: str) -> None:
    """An orbit has no more members than there are symmetries, and some have as many."""
    instance: Any = load(puzzle, preset).instance
    solutions, different = instance.solutions, instance.solutions_up_to_symmetry
    assert solutions
    if different is not None:
        order = TilingSymmetries.of(instance).order
        assert solutions / order <= different <= solutions
        if puzzle != "dominoes":
            # Where all tiles differ, no solution is symmetric itself.
            assert solutions == different * order


@pytest.mark.parametrize("preset", [q for p, q in PRESETS if p == "lonpos" and q[0] in "45678"])
def test_presets_with_four_or_more_placed_have_one_solution(preset: str) -> None:
    assert load("lonpos", preset).instance.solutions == 1


def test_the_published_numbers() -> None:
    """See the sources in the files."""
    known = {
        ("lonpos", "empty"): (371_020, None),
        ("cube", "empty"): (5_328, 111),
        ("pyramid", "empty"): (2_448, 306),
        ("soma", "cube"): (11_520, 240),
        ("tritetratan", "form"): (124, 31),
        ("tower", "height-2"): (552, 23),
        ("tower", "height-3"): (55_056, 2_294),
        ("tower", "height-4"): (326_112, 13_588),
        ("tower", "height-5"): (147_936, 6_164),
        ("pentominoes", "3x20"): (8, 2),
        ("pentominoes", "4x15"): (1_472, 368),
        ("pentominoes", "5x12"): (4_040, 1_010),
        ("pentominoes", "6x10"): (9_356, 2_339),
        ("pentominoes", "8x8"): (520, 65),
        ("hexiamonds", "rhombus"): (624, 156),
        ("dominoes", "8x8"): (12_988_816, None),
    }
    for (puzzle, preset), counts in known.items():
        instance = load(puzzle, preset).instance
        found = instance.solutions, instance.solutions_up_to_symmetry
        assert (found[0], counts[1] and found[1]) == counts
    assert sum(known["tower", f"height-{height}"][1] or 0 for height in (2, 3, 4, 5)) == 22_069
