"""What is wrong around a run is raised, and what a run does by itself is its result."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

from ilpuzzles.backends.cbc import CbcBackend
from ilpuzzles.bench import measure_main
from ilpuzzles.bench.bench_run import BenchRun
from ilpuzzles.bench.measure import HinderedError, is_hindrance, measure, require_room
from ilpuzzles.bench.measure_main import load
from ilpuzzles.bench.plan import Planned
from ilpuzzles.bench.spec import RunSettings
from ilpuzzles.document.source import read_source
from ilpuzzles.errors import BackendError, BackendMissingError, InputError, Problem
from ilpuzzles.extras import require_extra
from ilpuzzles.jobs import temporary_files as folders
from support.bench_parts import of_function, of_puzzle


def measured(one: Planned) -> BenchRun:
    return measure(30.0, one)


@pytest.mark.parametrize(
    "number",
    [errno.ENOSPC, errno.EMFILE, errno.EACCES],
)
def test_what_the_system_refuses_lies_around_a_run(number: int) -> None:
    refused = OSError(number, os.strerror(number))
    assert is_hindrance(refused)
    # What is said instead knows its reason, also where readers do not see it.
    try:
        try:
            raise refused
        except OSError:
            raise BackendError(Problem("the model cannot be written")) from None
    except BackendError as said:
        assert is_hindrance(said)
        # Through several words.
        other = InputError(Problem("cbc failed"))
        other.__cause__ = said
        assert is_hindrance(other)


def test_what_is_not_there_lies_around_a_run(tmp_path: Path) -> None:
    assert is_hindrance(BackendMissingError(Problem("backend cbc is not installed")))
    assert is_hindrance(ModuleNotFoundError("No module named 'x'"))
    with pytest.raises(ImportError) as extra:
        require_extra("no_such_package", "viz", "a page")
    assert is_hindrance(extra.value)
    # As on a machine of a cluster that does not have the file.
    with pytest.raises(InputError) as file:
        read_source(tmp_path / "none.py")
    assert is_hindrance(file.value)


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        ZeroDivisionError("division by zero"),
        BackendError(Problem("CBC ended with exit code 1")),
        InputError(Problem("the function returns None")),
        OSError("it is Monday"),
    ],
)
def test_what_a_run_does_by_itself_is_its_result(error: Exception) -> None:
    assert not is_hindrance(error)


def test_errors_that_are_each_others_reason_have_an_end() -> None:
    one, other = ValueError("one"), ValueError("other")
    one.__cause__, other.__cause__ = other, one
    assert not is_hindrance(one)
    one.__cause__, other.__cause__ = None, None
    one.__context__, other.__context__ = other, one
    one.__suppress_context__ = other.__suppress_context__ = True
    assert not is_hindrance(one)


def test_what_was_dealt_with_before_is_no_reason() -> None:
    def slow() -> float:
        return 1 / 0

    def without_the_fast_library() -> float:
        try:
            raise ImportError("No module named 'fast'")
        except ImportError:
            return slow()

    with pytest.raises(ZeroDivisionError) as own:
        without_the_fast_library()
    assert isinstance(own.value.__context__, ImportError)
    assert not is_hindrance(own.value)
    # Nor where that is said in other words.
    for quiet in (True, False):
        said = BackendError(Problem("it divides by nothing"))
        said.__cause__ = None if quiet else own.value
        said.__context__, said.__suppress_context__ = own.value, True
        assert not is_hindrance(said)


@pytest.mark.parametrize(
    ("function", "what"),
    [
        ("out_of_room", r"own.py:53: OSError: \[Errno 28\] No space left on device"),
        ("without_library", "own.py:66: ModuleNotFoundError: No module named 'no_such_library'"),
        # The answer can be written no more, nor why.
        ("write_nothing_more", "its process ended by exit code 75"),
    ],
)
def test_it_is_raised_out_of_the_process_of_the_run(
    tmp_path: Path, function: str, what: str
) -> None:
    with pytest.raises(HinderedError, match=what) as error:
        measured(of_function(tmp_path, function))
    assert str(tmp_path) not in str(error.value)


@pytest.mark.parametrize("function", ["out_of_memory", "own_error"])
def test_results_are_not_raised(tmp_path: Path, function: str) -> None:
    run = measured(of_function(tmp_path, function))
    assert run.error.startswith("own.py:")
    assert run.machine != ""


def test_a_solver_that_cannot_even_be_loaded_says_nothing_of_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise BackendError(Problem("CBC ended with exit code 127"))

    monkeypatch.setattr(measure_main, "solve_model", broken)
    with pytest.raises(HinderedError, match="CBC ended with exit code 127"):
        load(of_function(tmp_path, "rooks"))


def test_where_nothing_can_be_written_no_error_is_a_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    require_room(tmp_path)
    assert list(tmp_path.iterdir()) == []
    # A solver that has found no room ends somehow, as this one does.
    one = of_function(tmp_path, "leave")
    assert measured(one).error == "its process ended by exit code 3: out of order"
    monkeypatch.setattr(folders, "_PROBE", "no/such/folder")
    with pytest.raises(HinderedError, match="the temporary folder cannot be written"):
        measured(one)
    assert measured(of_function(tmp_path, "rooks")).error == ""


# The real CBC for the tiny model that loads it, and a disk that is full for a larger one until the
# folder of this run goes away.
FILLS_THE_DISK = """\
#!/bin/sh
if [ "$1" != -quit ] && [ $(wc -c < model.mps) -gt 4000 ]; then
    {full}
    echo 'Optimal - objective value 1' > solution.txt
else
    exec {real} "$@"
fi
"""


@pytest.mark.parametrize("full", [True, False])
def test_a_disk_that_was_full_only_while_the_solver_ran(
    full: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "cbc"
    fill = f"ln -s /dev/full {folders._PROBE}" if full else ":"
    program.write_text(FILLS_THE_DISK.format(full=fill, real=CbcBackend()._find()))
    program.chmod(0o755)
    monkeypatch.setenv("ILPUZZLES_CBC", str(program))
    (one,) = of_puzzle("cube", "empty", RunSettings(backends=("cbc",), formulations=("placement",)))
    if full:
        with pytest.raises(HinderedError, match=r"cannot be written \(No space left on device\)"):
            measured(one)
    else:
        assert "solution file is cut short" in measured(one).error
