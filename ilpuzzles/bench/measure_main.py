"""What runs in the process of a single run: it warms up, asks, looks at clocks, writes down."""

from __future__ import annotations

import gc
import json
import os
import pickle
import resource
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from math import isfinite
from pathlib import Path
from typing import Any

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Backend, Options
from ilpuzzles.bench.bench_run import BenchRun, judged
from ilpuzzles.bench.machine import without_place
from ilpuzzles.bench.measure import (
    ANSWER,
    HINDERED,
    LOADED,
    REQUEST,
    HinderedError,
    is_hindrance,
    without_paths,
)
from ilpuzzles.bench.plan import Planned
from ilpuzzles.errors import IlpuzzlesError
from ilpuzzles.exactcover.engine import compile_kernels
from ilpuzzles.experiments.experiments import Experiment, experiment
from ilpuzzles.experiments.solution_answers import SolutionAnswer
from ilpuzzles.jobs.forking import end_servers, server_seconds
from ilpuzzles.jobs.job import in_one_line
from ilpuzzles.jobs.process import peak_memory
from ilpuzzles.modelling.numbers import data_of
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.linear_relaxation import solve_relaxation
from ilpuzzles.queries.solve import solve_model

# In seconds; the process is killed a minute after its limit.
_LONGEST_ROOT = 20.0

_ASK: dict[str, Callable[[Experiment], SolutionAnswer]] = {
    "solve": Experiment.solve,
    "count": Experiment.count,
    "count-up-to-symmetry": lambda asked: asked.count(up_to_symmetry=True),
    "unique": Experiment.unique,
}


def prepare(backend: str) -> None:
    """Loads what every run of a backend needs, ours if it is not empty.

    No solver searches here: its threads and their locks would be lacking, or held, in the copies.
    """
    # What fails here fails again in each run, which says why.
    with suppress(Exception):
        # What reads puzzles and states them.
        for puzzle, preset in (("cube", "empty"), ("surasshupakku", "5x5")):
            experiment(puzzle, preset)
        if backend == "cpsat":
            import_module("ortools.sat.python.cp_model_helper")
        if backend == "exactcover":
            compile_kernels()
    gc.collect()
    gc.freeze()


def run() -> None:
    """Makes the run that is asked for in the current folder, and leaves it there."""
    folder = Path.cwd()
    # What is left behind when it is killed goes away with the folder.
    tempfile.tempdir = os.environ["TMPDIR"] = str(folder)
    planned: Planned = pickle.loads((folder / REQUEST).read_bytes())  # noqa: S301 - our parent's
    try:
        load(planned)
        # Who is killed before this had no time to search.
        (folder / LOADED).touch()
        begun = folder / f"{ANSWER}.begun"
        begun.write_text(json.dumps(made(planned).to_json()), encoding="utf-8")
        begun.replace(folder / ANSWER)
    except (HinderedError, OSError) as error:
        with suppress(OSError):
            os.write(2, f"{_line(error, planned)}\n".encode())
        # On a full disk, Python's own way out fails to write what is left, and the code is lost.
        os._exit(HINDERED)
    finally:
        end_servers()


def load(planned: Planned) -> None:
    """Loads what a run needs, before its clock starts; raises `HinderedError` if that fails."""
    try:
        warm_up(planned.backend, planned.run.question)
    except Exception as error:
        # A solver that fails on a tiny model says nothing of this one.
        raise HinderedError(_line(error, planned)) from error


def warm_up(backend: str | Backend, question: str) -> None:
    """Solves a tiny model, so that the solver and all libraries are loaded."""
    # What a copy shares is copied when it is first used, which would be part of the time.
    experiment("cube", "empty")
    model = Model("tiny")
    board = model.binary("x", 3, 3)
    model.exactly_one(board, axis=0)
    model.exactly_one(board, axis=1)
    solve_model(model, backend)
    if question != "solve":
        count_solutions(model, backend=backend)


def made(planned: Planned) -> BenchRun:
    """Makes a run; what goes wrong with it is part of it.

    Raises:
        HinderedError: If what went wrong lies around the run.
    """
    run = planned.run
    gc.collect()
    start, cpu = time.perf_counter(), _cpu()
    asked: Experiment | None = None
    try:
        asked = planned.source.experiment(planned.formulation, planned.backend, planned.options)
        read = replace(run, load=asked.load_seconds, build=asked.build_seconds)
        if run.row_order:
            asked = replace(asked, model=asked.model.shuffled(run.row_order))
        stated = time.perf_counter()
        answer = _ASK[run.question](asked)
        total = time.perf_counter() - start
        found = _with_answer(read, answer)
        if run.question != "solve":
            # Many searches may have taken part, of which the result knows the last one alone.
            inside = total - (stated - start) - found.handover - (found.build - read.build)
            found = replace(found, solve=max(found.solve, inside))
        done = judged(found, asked, answer)
    except Exception as error:
        if is_hindrance(error):
            raise HinderedError(_line(error, planned)) from error
        total = time.perf_counter() - start
        done = replace(run, error=_line(error, planned))
    measured = replace(done, total=total, cpu=_cpu() - cpu, memory=max(done.memory, peak_memory()))
    return measured if asked is None else replace(measured, root=_root(asked, run.time_limit))


def _root(asked: Experiment, time_limit: float) -> float | None:
    """The value of the linear relaxation, if there is an objective and it does not take long."""
    if asked.model.objective is None:
        return None
    options = Options(time_limit=min(time_limit, _LONGEST_ROOT))
    with suppress(IlpuzzlesError):
        objective = solve_relaxation(asked.model, options).objective
        return None if objective is None else float(objective)
    return None


def _cpu() -> float:
    """The time of all processors until now, of this process and of what it has run to its end."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used) + server_seconds()


def _line(error: Exception, planned: Planned) -> str:
    text = " ".join(str(error).split()) if isinstance(error, IlpuzzlesError) else in_one_line(error)
    file, _, function = planned.formulation.rpartition(":")
    own = Path(file) if function and file else None
    return without_paths(text, *filter(None, (planned.source.file, own)))


def _with_answer(run: BenchRun, answer: SolutionAnswer) -> BenchRun:
    result, size = answer.result, answer.statistics
    seconds: Any = result.times
    own = answer.own_json()
    different = own.get("count_up_to_symmetry")
    return replace(
        run,
        version=without_place(result.version),
        variables=size.variables,
        rows=size.rows,
        nonzeros=size.nonzeros,
        build=run.build + seconds.build,
        handover=seconds.hand_over,
        solve=seconds.solve,
        memory=result.memory or 0,
        # Some solvers say -1 where they do not know.
        nodes=None if result.nodes is None or result.nodes < 0 else result.nodes,
        status=result.status.value,
        limit=result.limit.value,
        complete=result.complete,
        objective=None if result.objective is None else data_of(result.objective),
        bound=result.bound if result.bound is not None and isfinite(result.bound) else None,
        count=own.get("count") if different is None else different,
        unique=own.get("unique"),
        checked=tuple(answer.verified_by()),
    )
