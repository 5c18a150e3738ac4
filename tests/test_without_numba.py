"""What works where numba is hidden, and what is said of the rest.

These are collected only there (`tests/support/without_numba`); `.ci/run` has a step for them.
"""

from __future__ import annotations

import json
from importlib.util import find_spec

import pytest

from ilpuzzles import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.errors import BackendMissingError
from ilpuzzles.exactcover import CoverProblem, count_covers
from ilpuzzles.exactcover.settings import Engine, Settings
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.extras import ExtraMissingError
from ilpuzzles.reading.library import Library
from ilpuzzles.solvers.registry import Choice, Task, choose, get_backend
from support.commands import Run

PUZZLES = Library.standard().puzzles()
MISSING = 'backend exactcover is not installed; pip install "numba>=0.61"\n'


def test_numba_is_hidden_here() -> None:
    assert find_spec("llvmlite") is None
    with pytest.raises(ModuleNotFoundError):
        __import__("numba")


@pytest.mark.every("puzzle")
@pytest.mark.parametrize("puzzle", PUZZLES)
def test_every_preset_is_solved(puzzle: str, run: Run) -> None:
    for preset in Library.standard().presets(puzzle):
        done = run(puzzle, "--preset", preset, "--json")
        assert done.returncode == 0, (preset, done.stderr)
        answer = json.loads(done.stdout)
        assert answer["backend"] != "exactcover"
        assert "rules" in answer["verified_by"], preset


@pytest.mark.parametrize(
    ("question", "count"),
    [
        ("lonpos --preset 3pieces --count", 7),
        ("dominoes --preset 4x4 --count", 36),
        ("dominoes --preset 6x6 --count --backend cpsat", 6728),
        ("tower --height 2 --count --up-to-symmetry --backend cpsat", 552),
        ("lonpos --preset 8pieces --all --limit 3", None),
        ("dominoes --preset 4x4 --random 3", None),
        ("lonpos --preset 6pieces --forced", None),
        ("lonpos --preset 8pieces --unique", None),
    ],
)
def test_auto_asks_another_backend(question: str, count: int | None, run: Run) -> None:
    done = run(*question.split(), "--json")
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert answer["backend"] == "cpsat"
    assert count is None or answer["count"] == count


@pytest.mark.parametrize("task", Task)
def test_no_choice_is_the_engine(task: Task) -> None:
    program = experiment("lonpos", "empty").model.program()
    choice: Choice | None = choose("auto", program, task, Options())
    while choice is not None:
        assert choice.backend.name != "exactcover"
        choice = choice.next()


@pytest.mark.parametrize(
    "question",
    [
        "lonpos --preset 8pieces --backend exactcover",
        "lonpos --preset 8pieces --count --backend exactcover",
        "lonpos --preset 8pieces --count --engine table",
        "lonpos --preset 8pieces --count --order corners",
    ],
)
def test_one_line_says_what_to_install(question: str, run: Run) -> None:
    done = run(*question.split())
    assert (done.returncode, done.stdout, done.stderr) == (5, "", MISSING)


@pytest.mark.parametrize(
    "question", ["generate lonpos --placed 9", "generate tower --height 2 --minimal"]
)
def test_one_line_says_that_new_positions_need_the_engine(question: str, run: Run) -> None:
    """Nobody has named the engine here, so the line says what it is for."""
    done = run(*question.split())
    what = "new positions of tilings need backend exactcover, which is not installed"
    advice = 'pip install "numba>=0.61"'
    assert (done.returncode, done.stdout, done.stderr) == (5, "", f"{what}; {advice}\n")


@pytest.mark.parametrize(
    "question",
    [
        "hint lonpos --preset 8pieces",
        "hint lonpos --preset 4pieces",
        "show lonpos --preset 8pieces --steps",
        "generate sudoku --number 1",
    ],
)
def test_what_does_not_need_the_engine_works(question: str, run: Run) -> None:
    done = run(*question.split())
    assert done.returncode == 0, done.stderr
    assert "numba" not in done.stderr


def test_the_list_of_backends_says_that_it_is_missing(run: Run) -> None:
    lines = run("backends").stdout.splitlines()
    assert 'exactcover  missing; pip install "numba>=0.61"' in lines
    assert "numba missing" in run("--version").stdout.splitlines()


def test_python_hears_of_it_as_well() -> None:
    model = Model()
    model.exactly_one(model.binary("x", 3))
    assert model.count().number == 3
    with pytest.raises(BackendMissingError, match="backend exactcover is not installed"):
        model.count(backend="exactcover")
    with pytest.raises(BackendMissingError, match="backend exactcover is not installed"):
        get_backend("exactcover").solve(model.program(), Options())
    with pytest.raises(
        ExtraMissingError, match="needs numba, which is not installed here; pip install numba"
    ):
        count_covers(CoverProblem.of([[0], [0]], items=1), Settings(engine=Engine.SEARCH))
