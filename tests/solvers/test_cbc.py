"""What CBC, or something that pretends to be CBC, may do to us, and the surroundings to CBC."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import BackendError, BackendMissingError
from ilpuzzles.experiments.experiments import formulate
from ilpuzzles.experiments.loading import load
from ilpuzzles.jobs.process import _running
from ilpuzzles.jobs.temporary_files import _PROBE
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.solvers.cbc.backend import CbcBackend, read_bound, read_nodes, read_solution
from ilpuzzles.solvers.mip.solving import exact_values
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


NO_VALUES = " (no integer solution - continuous used)"


@pytest.mark.parametrize(
    ("ending", "status", "limit"),
    [
        ("Optimal", Status.OPTIMAL, Limit.NONE),
        ("Stopped on time", Status.FEASIBLE, Limit.TIME),
        ("Stopped on iterations", Status.FEASIBLE, Limit.NODES),
        ("Stopped on time" + NO_VALUES, Status.UNKNOWN, Limit.TIME),
        ("Stopped on iterations" + NO_VALUES, Status.UNKNOWN, Limit.NODES),
        ("Infeasible", Status.INFEASIBLE, Limit.NONE),
        ("Integer infeasible", Status.INFEASIBLE, Limit.NONE),
        ("Unbounded", Status.UNBOUNDED, Limit.NONE),
    ],
)
def test_meanings_of_first_lines(ending: str, status: Status, limit: Limit, tmp_path: Path) -> None:
    _, _, body = RIGHT.partition("\n")
    values = [1, 0] if status in {Status.OPTIMAL, Status.FEASIBLE} else None
    text = f"{ending} - objective value 0.5\n{body}"
    assert answer_of(text, tmp_path) == (status, limit, values)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "begins with ''"),
        ("Optimal", "begins with 'Optimal'"),
        ("Wonderful - objective value 1\n", "begins with 'Wonderful"),
        (RIGHT[:-1], "cut short"),
        (RIGHT[:-15] + "\n", "has an unreadable line"),
        ("\n".join(RIGHT.split("\n")[:-2]) + "\n", "no x1"),
        (RIGHT + "      1 x1   0   0\n", "x1 twice"),
        (RIGHT + "      2 x2   0   0\n", "gives x2 twice, or the model has no such variable"),
        (RIGHT.replace("x1   0", "x1   0.5"), "returned 0.5 for x1"),
        (RIGHT.replace("x1   0", "x1   nan"), "returned nan for x1"),
        (RIGHT.replace("x1   0", "x1   zero"), "has an unreadable line"),
        (RIGHT.replace("x1", "y1"), "has an unreadable line"),
    ],
)
def test_whatever_is_not_whole_is_refused(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(BackendError, match=message):
        answer_of(text, tmp_path)


def test_nearly_whole_values_and_marked_rows_are_read(tmp_path: Path) -> None:
    text = RIGHT.replace("x0   1", "x0   0.9999999").replace("      0 r0", "**    0 r0")
    assert answer_of(text, tmp_path)[2] == [1, 0]


def test_the_log_is_read() -> None:
    log = "Lower bound:                    -12.500\nEnumerated nodes:               24072\n"
    assert (read_nodes(log), read_bound(log)) == (24072, -12.5)
    # Searches of parts come first, that of the whole model last.
    part = "Lower bound:                    -99.000\nEnumerated nodes:               3\n"
    assert (read_nodes(part + log), read_bound(part + log)) == (24072, -12.5)
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
NO_ROOM = (
    r"^the temporary folder cannot be written \(No space left on device\); "
    r"free some space, or set TMPDIR to a folder that can be written$"
)


@pytest.mark.parametrize(
    "script",
    ["exit 3", "exit 0", "printf '' > solution.txt", "echo 'There were 2 errors on input'"],
)
def test_a_program_on_a_full_disk_says_nothing(script: str, tmp_path: Path, model: Model) -> None:
    with pytest.raises(BackendError, match=NO_ROOM) as caught:
        pretender(tmp_path, f"{FULL}; {script}").solve(model.program(), Options())
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
    # It would have ended by itself after a minute.
    assert result.seconds < 60


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


def test_what_is_asked_for_reaches_the_program(tmp_path: Path, model: Model) -> None:
    options = Options(seed=5, time_limit=7.5, workers=2, node_limit=9, gap=0.25)
    said = pretender(tmp_path, 'echo "$@"; exit 3').solve(model.program(), options).message
    for words in (
        *("-timeMode elapsed -sec 7.", " -threads 2", "-randomCbcSeed 6 -randomSeed 6"),
        *("-allowableGap 0 -ratioGap 0.250000000000", "-maxNodes 9"),
    ):
        assert words in said


@pytest.mark.parametrize("maximize", [False, True])
def test_a_bound_is_one_on_the_objective(*, maximize: bool, tmp_path: Path, model: Model) -> None:
    """CBC minimises, and so does its log."""
    goal = model.families[0].dot([3, 5])
    (model.maximize if maximize else model.minimize)(goal)
    text = RIGHT.replace("Optimal", "Stopped on time").replace("\n", "\\n")
    script = f"echo 'Lower bound:      -12.500'; printf '{text}' > solution.txt"
    result = pretender(tmp_path, script).solve(model.program(), Options(time_limit=60))
    assert (result.status, result.limit, result.objective) == (Status.FEASIBLE, Limit.TIME, 3)
    assert result.bound == (12.5 if maximize else -12.5)


# The first of these were lost by its preprocessing, on the last three it crashes without that.
@pytest.mark.parametrize("seed", [196, 649, 989, 2675, 2882, 3512, 3832, 4484, 234, 402, 438])
def test_optima_that_preprocessing_loses_and_crashes_without_it(seed: int) -> None:
    made = sample(seed, objective=True)
    result = solve_model(made.model, "cbc", Options(seed=seed))
    assert (result.complete, result.objective) == (True, made.best())


def hard() -> Model:
    """A model that takes CBC minutes."""
    _, formulated = formulate(load("lonpos", "2pieces"), "cells")
    return formulated.model


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary folder with blanks in its name, for everything that asks for one."""
    folder = tmp_path / "a folder with blanks"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def test_two_searches_at_once_in_a_folder(temporary: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(temporary)
    samples = [sample(seed, objective=True) for seed in range(16)]
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda made: solve_model(made.model, "cbc"), samples))
    for made, result in zip(samples, results, strict=True):
        assert result.objective == made.best()
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV])
def test_a_solver_that_is_killed_is_an_error(temporary: Path, sent: signal.Signals) -> None:
    model = hard()
    CbcBackend().version()
    # Processes that other tests have left idle.
    before = set(_running)

    def kill() -> None:
        while not _running - before:
            time.sleep(0.01)
        for child in _running - before:
            os.killpg(child.pid, sent)

    killer = threading.Thread(target=kill)
    killer.start()
    result = CbcBackend().solve(model.program(), Options(time_limit=60))
    killer.join()
    assert result.status is Status.ERROR
    assert f"CBC ended with exit code {-sent}" in result.message
    assert (result.limit, result.values, result.complete) == (Limit.NONE, None, False)
    assert list(temporary.iterdir()) == []


@pytest.fixture
def tiny_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A temporary folder on a disk of 64 KiB."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    if (
        sys.platform != "linux"
        or subprocess.run(mount, capture_output=True, check=False).returncode
    ):
        pytest.skip("no small disk can be mounted here")
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_when_the_solution_is_written(tiny_disk: Path) -> None:
    """At every amount of free space: the right answer or what is wrong, never a wrong answer."""
    made = Model()
    x = made.binary("x", 300)
    made.add(x.sum() == 150)
    made.maximize(x.dot(list(range(300))))
    best = sum(range(150, 300))
    CbcBackend().version()
    endings = set()
    for kilobytes in range(0, 64, 4):
        filler = tiny_disk / "filler"
        filler.write_bytes(b"x" * (kilobytes * 1024))
        try:
            result = CbcBackend().solve(made.program(), Options())
        except BackendError as error:
            what, _, _ = str(error).partition(" (No space left on device)")
            endings.add(what)
        else:
            endings.add("answered")
            assert (result.status, result.objective) == (Status.OPTIMAL, best)
        filler.unlink()
        assert list(tiny_disk.iterdir()) == []
    assert endings == {
        "the model for CBC cannot be written",
        "the temporary folder cannot be written",
        "answered",
    }
