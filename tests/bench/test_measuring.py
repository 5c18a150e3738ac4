"""Single runs, each in a process of its own, however they end."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ilpuzzles.bench import measure_main
from ilpuzzles.bench.bench_run import BenchRun
from ilpuzzles.bench.measure import (
    LOADED,
    HinderedError,
    is_hindrance,
    kill_after,
    measure,
    require_room,
)
from ilpuzzles.bench.measure_main import load, made
from ilpuzzles.bench.model_sources import FunctionSource, ModelSource, PuzzleSource
from ilpuzzles.bench.plan import Planned
from ilpuzzles.bench.report import reason
from ilpuzzles.bench.spec import Case, RunSettings, Tuning
from ilpuzzles.bench.summary import answer_of
from ilpuzzles.errors import BackendError, BackendMissingError, InputError, Problem
from ilpuzzles.extras import require_extra
from ilpuzzles.jobs import temporary_files as folders
from ilpuzzles.jobs.temporary_files import private_folder
from ilpuzzles.reading.source import read_source
from ilpuzzles.solvers.cbc.backend import CbcBackend
from support.bench_parts import BROKEN, of_function, of_puzzle, planned, write_functions
from support.processes import linux_only


def measured(one: Planned, patience: float = 30.0) -> BenchRun:
    return measure(patience, one)


@pytest.mark.exhaustive
def test_a_run_knows_what_it_has_cost() -> None:
    settings = RunSettings(formulations=("placement",), backends=("cbc",))
    (one,) = of_puzzle("lonpos", "8pieces", settings)
    run = measured(one)
    assert (run.case, run.solver, run.question) == ("lonpos 8pieces", "placement cbc", "solve")
    assert (run.variables, run.rows, run.nonzeros) == (1789, 75, 10056)
    assert (run.status, run.limit, run.complete, run.solved) == ("optimal", "none", True, True)
    assert run.checked == ("rows", "rules")
    assert run.error == run.note == ""
    parts = (run.load, run.build, run.handover, run.solve)
    assert all(part > 0 for part in parts)
    assert sum(parts) <= run.total
    assert run.cpu > 0
    assert run.memory > 10 << 20
    assert run.version == one.run.version != ""
    assert "/" not in run.version


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("question", "backend", "count", "unique"),
    [
        ("count", "exactcover", 36, None),
        ("count", "cpsat", 36, None),
        ("count-up-to-symmetry", "exactcover", 9, None),
        ("unique", "scip", None, False),
    ],
)
def test_every_question_has_its_answer(
    question: str, backend: str, count: int | None, unique: bool | None
) -> None:
    settings = RunSettings(question=question, formulations=("placement",), backends=(backend,))
    (one,) = of_puzzle("dominoes", "4x4", settings)
    run = made(one)
    assert (run.count, run.unique, run.complete, run.error) == (count, unique, True, "")
    parts = (run.load, run.build, run.handover, run.solve)
    assert all(part >= 0 for part in parts)
    assert 0 < sum(parts) <= run.total


@pytest.mark.exhaustive
def test_a_function_may_return_a_model(tmp_path: Path) -> None:
    run = made(of_function(tmp_path, "rooks", question="count"))
    assert (run.count, run.case, run.formulation) == (6, "own.py:rooks", "")
    best = made(of_function(tmp_path, "knapsack"))
    assert (best.objective, best.status, best.checked) == (9, "optimal", ("rows",))
    none = made(of_function(tmp_path, "impossible"))
    assert (none.status, none.complete, none.solved) == ("infeasible", True, True)


@pytest.mark.exhaustive
def test_a_model_file_is_run_like_a_puzzle(tmp_path: Path) -> None:
    model = tmp_path / "model.lp"
    model.write_text("Maximize\n o: 3 x + 4 y\nSubject To\n c: 2 x + 3 y <= 4\nBinary\n x y\nEnd\n")
    (one,) = planned(Case(ModelSource(model), RunSettings(backends=("scip",))))
    run = made(one)
    assert (run.case, run.objective, run.status, run.variables) == ("model.lp", 4, "optimal", 2)
    # All of x, and two thirds of y.
    assert run.root == pytest.approx(3 + 4 * 2 / 3)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("wrong", "own.py:43: ZeroDivisionError: division by zero; fix it there"),
        ("nothing", "own.py:nothing: the function returns None; return an ilpuzzles.Model"),
        ("missing", "own.py: unknown function 'missing'; the nearest of 13: "),
    ],
)
def test_errors_of_a_function_are_told_without_paths(tmp_path: Path, name: str, what: str) -> None:
    run = made(of_function(tmp_path, name))
    assert run.error.startswith(what)
    assert not run.solved


@pytest.mark.exhaustive
def test_a_crash_costs_one_run(tmp_path: Path) -> None:
    # A signal is no result: it may have come from outside, so the run is tried again.
    with pytest.raises(BackendError, match="its process ended by SIGSEGV"):
        measured(of_function(tmp_path, "crash"))
    left = measured(of_function(tmp_path, "leave"))
    assert left.error == "its process ended by exit code 3: out of order"


@pytest.mark.exhaustive
def test_what_does_not_stop_is_killed(tmp_path: Path) -> None:
    one = of_function(tmp_path, "wait", limit=60)
    with private_folder() as folder, pytest.MonkeyPatch.context() as patched:
        patched.setattr("tempfile.tempdir", str(folder))
        # It has begun, and nobody waits any longer. Folders go while they are looked at.
        run = measure(60, one, lambda: any(LOADED in files for *_, files in os.walk(folder)))
        assert list(folder.iterdir()) == []
    assert (run.limit, run.solved, run.error) == ("time", False, "")
    assert run.note == "was killed, since it did not stop by itself"
    assert run.memory > 0
    assert kill_after(4, 8) == 14


def test_who_is_killed_while_it_loads_has_no_result(tmp_path: Path) -> None:
    with pytest.raises(HinderedError, match=r"its solver was not loaded within \d+ s; make fewer"):
        measured(of_function(tmp_path, "wait", limit=0.01), patience=0.01)


@pytest.mark.exhaustive
@linux_only
def test_what_takes_too_much_memory_is_killed(tmp_path: Path) -> None:
    path = write_functions(tmp_path)
    source = FunctionSource(path, "hungry", (("megabytes", 400),))
    (one,) = planned(Case(source, RunSettings(backends=("cbc",), memory_limit=300 << 20)))
    run = measured(one)
    assert (run.limit, run.status, run.solved, run.error) == ("memory", "unknown", False, "")
    assert run.note == "was killed, since it took more than 300 MB"
    assert 300 << 20 < run.memory < 500 << 20
    assert answer_of(run) == "memory limit"
    assert reason(run) == "stopped at its memory limit of 300 MiB, with nothing found"
    little = replace(one, run=replace(one.run, memory_limit=1 << 20))
    with pytest.raises(HinderedError, match="its solver was not loaded within 1 MB; allow more"):
        measured(little)


@pytest.mark.exhaustive
@linux_only
def test_the_time_of_a_solver_in_a_copy_of_its_own_counts() -> None:
    settings = RunSettings(formulations=("placement",), backends=("highs",))
    (one,) = planned(Case(PuzzleSource("tower", parameters=(("height", 4),)), settings))
    run = measured(one)
    assert run.error == ""
    assert run.cpu > 0.2
    # It needs a third of a second and more in its own process, and this one hardly any.
    assert run.solve > 0.2


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("puzzle", "question", "formulation", "backend"),
    [
        (("dominoes", "4x4"), "count", "placement", "exactcover"),
        (("lonpos", "8pieces"), "solve", "cells", "cpsat"),
        (("surasshupakku", "5x5"), "count", "lazy", "cbc"),
        (("lonpos", "8pieces"), "count", "cells", "scip"),
    ],
)
def test_another_order_of_rows_changes_no_answer(
    puzzle: tuple[str, str], question: str, formulation: str, backend: str
) -> None:
    settings = RunSettings(question, (formulation,), (backend,), row_orders=2)
    stated, mixed = map(made, of_puzzle(*puzzle, settings))
    assert (stated.row_order, mixed.row_order, mixed.error) == (0, 1, "")
    assert mixed.checked == stated.checked
    for name in ("count", "status", "complete"):
        assert getattr(mixed, name) == getattr(stated, name)


@pytest.mark.exhaustive
def test_without_forking_runs_begin_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")
    run = measured(of_function(tmp_path, "rooks", question="count"))
    assert (run.count, run.error) == (6, "")
    with pytest.raises(InputError, match="a memory limit is kept on Linux only; leave it"):
        of_puzzle("cube", "empty", RunSettings(memory_limit=1 << 30))


@pytest.mark.exhaustive
def test_a_limit_is_never_a_proof() -> None:
    settings = RunSettings("unique", formulations=("cells",), backends=("scip",), time_limit=0.5)
    (one,) = of_puzzle("lonpos", "empty", settings)
    run = made(one)
    assert (run.limit, run.complete, run.unique, run.solved) == ("time", False, None, False)
    nodes = replace(settings, question="count", tunings=(Tuning(node_limit=1),), time_limit=60)
    (one,) = of_puzzle("tower", "height-3", replace(nodes, formulations=("placement",)))
    stopped = made(one)
    assert (stopped.limit, stopped.complete, stopped.solved) == ("nodes", False, False)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("puzzle", "function", "question", "what"),
    [
        (("cube", "empty"), "loses_a_tile", "solve", "the solution of cpsat breaks the rules: "),
        (("dominoes", "4x4"), "loses_solutions", "count", "counts 18, where 36 are known"),
    ],
)
def test_a_wrong_answer_is_an_error(
    tmp_path: Path, puzzle: tuple[str, str], function: str, question: str, what: str
) -> None:
    own = tmp_path / "own.py"
    own.write_text(BROKEN, encoding="utf-8")
    (one,) = of_puzzle(*puzzle, RunSettings(question, (f"{own}:{function}",), ("cpsat",)))
    run = made(one)
    assert run.error.startswith(what), run.error
    assert not run.solved


def test_broken_rules_of_an_unsound_formulation_are_a_note() -> None:
    # This board has a right solution, and one with two stray cuts in a corner.
    source = PuzzleSource("surasshupakku", url="https://puzz.link/p?slashpack/3/3/j1i1")
    settings = RunSettings(formulations=("seed",), backends=("cpsat",), question="unique")
    (one,) = planned(Case(source, settings))
    run = made(one)
    assert (run.sound, run.error, run.unique) == (False, "", False)
    assert run.note == "the solution breaks rules: no letters"
    assert run.checked == ("rows",)


# What is wrong around a run is raised, and what a run does by itself is its result


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EMFILE, errno.EACCES])
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


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("function", "what"),
    [
        ("out_of_room", r"own.py:53: OSError: \[Errno 28\] No space left on device"),
        ("without_library", "own.py:62: ModuleNotFoundError: No module named 'no_such_library'"),
        # The answer can be written no more, nor why.
        ("write_nothing_more", "its process ended by exit code 75"),
    ],
)
def test_it_is_raised_out_of_the_process_of_a_run(tmp_path: Path, function: str, what: str) -> None:
    with pytest.raises(HinderedError, match=what) as error:
        measured(of_function(tmp_path, function))
    assert str(tmp_path) not in str(error.value)


@pytest.mark.exhaustive
def test_results_are_not_raised(tmp_path: Path) -> None:
    run = measured(of_function(tmp_path, "out_of_memory"))
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


@pytest.mark.exhaustive
def test_without_room_no_error_is_a_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


@pytest.mark.exhaustive
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
