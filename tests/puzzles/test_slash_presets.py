"""Every board that comes with the package: its answer, and that there is no other."""

from __future__ import annotations

from typing import Any

import pytest

from ilpuzzles.backends.registry import backend_names
from ilpuzzles.library import Library
from ilpuzzles.workbench.experiments import experiment
from ilpuzzles.workbench.loading import load
from support.slash_oracle import all_cuttings

PUZZLE = "surasshupakku"
PRESETS = Library.standard().presets(PUZZLE)

ANSWERS = {
    "5x5": "./... .\\../ ..\\/. /\\/.. .....",
    "5x5-2": "...\\. .../. ../.. \\/\\/\\ .....",
    "6x6": ".\\.... \\.\\... .\\.\\./ ././/. .\\//.. .//...",
    "6x6-2": "..\\../ .././. ./\\.\\. /..\\/. ....\\. .....\\",
    "7x7": ".....\\. ...../. ../\\/./ \\/\\../. .././.. ..\\/... ../....",
    "8x8": ".../.... ../\\../\\ \\/..\\/.. \\.../... .\\././\\. ..\\\\.\\.\\ ../.\\/.. ..\\.....",
    "8x8-2": r"........ \...../\ .\/\./.. ...//... ..//\... \/\\.\/\ ...\\... ....\\..",
}

CLAIMED = [
    (preset, name, backend)
    for preset in PRESETS
    for name, formulation in load(PUZZLE, preset).family.formulations.items()
    for backend in backend_names()
    if name != "seed" and formulation.claims(load(PUZZLE, preset).instance, backend)
]


def test_there_are_boards_of_every_size() -> None:
    assert {*ANSWERS, "bridge", "10x10", "10x10-2", "12x12", "15x15"} <= set(PRESETS)


def test_claims_cover_what_was_promised() -> None:
    for preset in PRESETS:
        assert {(preset, name, "cpsat") for name in ("flow", "bfs", "lazy")} <= set(CLAIMED)
    for preset in ("5x5", "5x5-2", "6x6", "6x6-2", "7x7", "bridge"):
        assert {(preset, "flow", "cbc"), (preset, "lazy", "cbc")} <= set(CLAIMED)


@pytest.mark.parametrize(("preset", "formulation", "backend"), CLAIMED)
def test_every_board_has_one_answer(preset: str, formulation: str, backend: str) -> None:
    answer = experiment(PUZZLE, preset, formulation=formulation, backend=backend).unique()
    assert (answer.unique, answer.complete) == (True, True)
    # Other backends than CP-SAT and clingo have their "no other" confirmed, if there is time.
    assert answer.verified_by()[:2] == ["rows", "rules"]
    expected = ANSWERS.get(preset)
    assert expected is None or " ".join(answer.solutions[0].cuts) == expected


@pytest.mark.parametrize("preset", [*ANSWERS, "bridge"])
def test_trying_everything_finds_the_same(preset: str) -> None:
    for bridges in ("forbidden", "allowed"):
        loaded = load(PUZZLE, preset, parameters={"bridges": bridges})
        instance: Any = loaded.instance
        clues = [list(row) for row in instance.clues]
        found = all_cuttings(clues, instance.letters, bridges=bridges == "allowed")
        assert len(found) == instance.solutions == (9 if preset + bridges == "bridgeallowed" else 1)


@pytest.mark.parametrize("formulation", ["flow", "bfs", "lazy"])
def test_a_bridge_makes_nine_of_one(formulation: str) -> None:
    for bridges, number in (("forbidden", 1), ("allowed", 9)):
        parameters = {"bridges": bridges}
        asked = experiment(PUZZLE, "bridge", parameters=parameters, formulation=formulation)
        assert asked.count().count == number
        assert len(asked.solutions().solutions) == number


def test_sizes_are_no_larger_than_those_of_others() -> None:
    """A model of the same kind, without presolve: 257 variables and 648 rows for 5x5, and so on."""
    for preset, variables, rows in (
        ("5x5", 257, 648),
        ("7x7", 584, 1602),
        ("8x8", 854, 2473),
        ("10x10", 1666, 5446),
    ):
        size = experiment(PUZZLE, preset).model.statistics()
        assert (size.variables <= variables, size.rows <= rows) == (True, True), (preset, size)
