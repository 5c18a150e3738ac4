"""What CBC, or something that pretends to be CBC, may do to us."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import numpy as np
import pytest

from ilpuzzles.backends.cbc import CbcBackend, read_bound, read_nodes, read_solution
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.mip import exact_values
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import BackendError, BackendMissingError
from ilpuzzles.jobs.temporary_files import _PROBE
from ilpuzzles.modelling.model import Model
from ilpuzzles.queries.solve import solve_model
from support.random_models import sample

RIGHT = "Optimal - objective value 1\n      0 r0   1   0\n      0 x0   1   0\n      1 x1   0   0\n"


def answer_of(text: str, tmp_path: Path) -> tuple[Status, Limit, list[int] | None]:
    path = tmp_path / "solution.txt"
    path.write_text(text)
    answer, values = read_solution(path, 2)
    model = Model()
    model.binary("x", 2)
    found = None if values is None else exact_values(values, model.program(), "CBC").tolist()
    return answer.status, answer.limit, found


@pytest.mark.parametrize(
    ("header", "status", "limit", "has_values"),
    [
        ("Optimal - objective value 1", Status.OPTIMAL, Limit.NONE, True),
        ("Stopped on time - objective value 1", Status.FEASIBLE, Limit.TIME, True),
        ("Stopped on iterations - objective value 1", Status.FEASIBLE, Limit.NODES, True),
        (
            "Stopped on time (no integer solution - continuous used) - objective value 0.5",
            Status.UNKNOWN,
            Limit.TIME,
            False,
        ),
        (
            "Stopped on iterations (no integer solution - continuous used) - objective value 0.5",
            Status.UNKNOWN,
            Limit.NODES,
            False,
        ),
        ("Infeasible - objective value 2", Status.INFEASIBLE, Limit.NONE, False),
        ("Integer infeasible - objective value 2", Status.INFEASIBLE, Limit.NONE, False),
        ("Unbounded - objective value -1e30", Status.UNBOUNDED, Limit.NONE, False),
    ],
)
def test_every_first_line_has_its_meaning(
    header: str, status: Status, limit: Limit, has_values: bool, tmp_path: Path
) -> None:
    _, _, body = RIGHT.partition("\n")
    values = [1, 0] if has_values else None
    assert answer_of(f"{header}\n{body}", tmp_path) == (status, limit, values)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "begins with ''"),
        ("Optimal", "begins with 'Optimal'"),
        ("Wonderful - objective value 1\n", "begins with 'Wonderful"),
        (RIGHT[:-1], "cut short"),
        (RIGHT[:-15] + "\n", "has a line"),
        ("\n".join(RIGHT.split("\n")[:-2]) + "\n", "no x1"),
        (RIGHT + "      1 x1   0   0\n", "x1 twice"),
        (RIGHT + "      2 x2   0   0\n", "x2 twice, or has no such variable"),
        (RIGHT.replace("x1   0", "x1   0.5"), "returned 0.5 for x1"),
        (RIGHT.replace("x1   0", "x1   nan"), "returned nan for x1"),
        (RIGHT.replace("x1   0", "x1   zero"), "has a line"),
        (RIGHT.replace("x1", "y1"), "has a line"),
    ],
)
def test_whatever_is_not_whole_is_refused(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(BackendError, match=message):
        answer_of(text, tmp_path)


def test_nearly_whole_values_and_marked_rows_are_read(tmp_path: Path) -> None:
    text = RIGHT.replace("x0   1", "x0   0.9999999").replace("      0 r0", "**    0 r0")
    assert answer_of(text, tmp_path)[2] == [1, 0]


def test_a_missing_solution_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(BackendError, match="left no solution file"):
        read_solution(tmp_path / "none.txt", 2)


def test_the_log_is_read() -> None:
    log = "Lower bound:                    -12.500\nEnumerated nodes:               24072\n"
    assert (read_nodes(log), read_bound(log)) == (24072, -12.5)
    assert (read_nodes(""), read_bound("")) == (None, None)


@pytest.fixture
def model() -> Model:
    """One of two."""
    made = Model()
    made.exactly_one(made.binary("x", 2))
    return made


def pretender(tmp_path: Path, script: str) -> CbcBackend:
    """A program that says it is CBC and then does as it likes."""
    path = tmp_path / "pretender"
    path.write_text(
        f'#!/bin/sh\necho "Welcome to the CBC MILP Solver"\n[ "$1" = -quit ] && exit 0\n{script}\n'
    )
    path.chmod(0o755)
    return CbcBackend(program=str(path))


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("exit 3", "ended with exit code 3"),
        ("kill -SEGV $$", "ended with exit code -11"),
        ("exit 0", "left no solution file"),
        ("echo 'Optimal - objective value 1' > solution.txt", "cut short"),
        ("printf 'Optimal - obj' > solution.txt", "begins with"),
        ("echo 'There were 2 errors on input'; exit 0", "could not read the model"),
    ],
)
def test_a_failing_program_is_an_error_with_the_end_of_its_log(
    script: str, message: str, tmp_path: Path, model: Model
) -> None:
    result = pretender(tmp_path, script).solve(model.program(), Options())
    assert result.status is Status.ERROR
    assert message in result.message
    assert "Welcome to the CBC MILP Solver" in result.message
    assert not result.complete
    assert result.values is None


# Whatever is written into this file finds no room.
FULL = f"ln -s /dev/full {_PROBE}"


@pytest.mark.parametrize(
    "script",
    [
        "exit 3",
        "kill -SEGV $$",
        "exit 0",
        "echo 'Optimal - objective value 1' > solution.txt",
        "printf '' > solution.txt",
        "echo 'There were 2 errors on input'; exit 0",
    ],
)
def test_a_program_that_fails_on_a_full_disk_says_nothing(
    script: str, tmp_path: Path, model: Model
) -> None:
    with pytest.raises(BackendError) as caught:
        pretender(tmp_path, f"{FULL}; {script}").solve(model.program(), Options())
    assert str(caught.value) == (
        "the temporary folder cannot be written (No space left on device); "
        "free some space, or set TMPDIR to a folder that can be written"
    )
    assert isinstance(caught.value.__cause__, OSError)
    assert caught.value.__cause__.errno == errno.ENOSPC


def test_a_whole_answer_counts_also_if_the_disk_is_full(tmp_path: Path, model: Model) -> None:
    text = RIGHT.replace("\n", "\\n")
    result = pretender(tmp_path, f"{FULL}; printf '{text}' > solution.txt").solve(
        model.program(), Options()
    )
    assert result.status is Status.OPTIMAL


def test_a_program_whose_words_found_no_room_may_be_cbc(tmp_path: Path, model: Model) -> None:
    path = tmp_path / "pretender"
    path.write_text(f"#!/bin/sh\n{FULL}\n")
    path.chmod(0o755)
    with pytest.raises(BackendError, match="No space left on device"):
        CbcBackend(program=str(path)).solve(model.program(), Options())


def test_infeasible_near_the_limit_is_not_believed(tmp_path: Path, model: Model) -> None:
    script = "sleep 0.5; echo 'Infeasible - objective value 1' > solution.txt"
    backend = pretender(tmp_path, script)
    late = backend.solve(model.program(), Options(time_limit=0.5))
    assert (late.status, late.limit, late.complete) == (Status.UNKNOWN, Limit.TIME, False)
    early = backend.solve(model.program(), Options(time_limit=60))
    assert (early.status, early.complete) == (Status.INFEASIBLE, True)


def test_a_program_that_does_not_stop_is_killed(tmp_path: Path, model: Model) -> None:
    backend = pretender(tmp_path, "sleep 60 & sleep 60")
    result = backend.solve(model.program(), Options(time_limit=0.2))
    assert (result.status, result.limit) == (Status.UNKNOWN, Limit.TIME)
    assert result.seconds.solve < 10


def test_programs_that_are_missing_or_something_else(tmp_path: Path, model: Model) -> None:
    missing = CbcBackend(program=str(tmp_path / "none"))
    assert not missing.available()
    with pytest.raises(BackendMissingError, match="backend cbc is not installed"):
        missing.solve(model.program(), Options())
    other = CbcBackend(program="/bin/true")
    with pytest.raises(BackendError, match="is not CBC"):
        other.version()


def test_the_environment_names_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, model: Model
) -> None:
    monkeypatch.setenv("ILPUZZLES_CBC", str(tmp_path / "none"))
    assert not CbcBackend().available()
    real = CbcBackend()
    monkeypatch.delenv("ILPUZZLES_CBC")
    path = real.version().split("(")[1].rstrip(")")
    link = tmp_path / "my cbc"
    link.symlink_to(path)
    monkeypatch.setenv("ILPUZZLES_CBC", str(link))
    assert CbcBackend().solve(model.program(), Options()).status is Status.OPTIMAL
    monkeypatch.delenv("ILPUZZLES_CBC")
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    (tmp_path / "cbc").symlink_to(path)
    assert CbcBackend()._find() == str(tmp_path / "cbc")


def test_values_are_read_exactly(model: Model, tmp_path: Path) -> None:
    text = "Optimal - objective value 0\n      0 x0   0   0\n      1 x1   1   0\n"
    backend = pretender(tmp_path, f"printf '{text}' > solution.txt".replace("\n", "\\n"))
    result = backend.solve(model.program(), Options())
    assert result.values is not None
    assert np.array_equal(result.values, [0, 1])


@pytest.mark.parametrize("seed", [196, 649, 989, 2675, 2882, 3512, 3832, 4484])
def test_optima_that_preprocessing_loses(seed: int) -> None:
    made = sample(seed, objective=True)
    result = solve_model(made.model, "cbc", Options(seed=seed))
    assert (result.status, result.objective) == (Status.OPTIMAL, made.best())


@pytest.mark.parametrize("seed", [234, 402, 438])
def test_crashes_without_preprocessing_are_run_again(seed: int) -> None:
    made = sample(seed, objective=True)
    result = solve_model(made.model, "cbc", Options(seed=seed))
    assert (result.complete, result.objective) == (True, made.best())
