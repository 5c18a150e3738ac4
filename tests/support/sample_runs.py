"""Runs that were never made, with times that are known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ilpuzzles.bench.bench_run import BenchRun
from ilpuzzles.bench.charts.statistics import Field, fields_of
from ilpuzzles.bench.machine import Machine

LIMIT = 60.0

MACHINE = Machine(
    "a processor", 2, 8 << 30, "Linux", "3.12.1", "1.0", {"cbc": "2.10.3"}, "2026-01-31"
)

TIMES: dict[str, dict[str, float | None]] = {
    "cbc": {"cube": 1, "tower": 4, "tan": None},
    "scip": {"cube": 2, "tower": 3, "tan": 5},
}


def solved(case: str, backend: str, seconds: float, **more: Any) -> BenchRun:
    """A run that ends in time."""
    known: dict[str, Any] = {
        "formulation": "placement",
        "time_limit": LIMIT,
        "total": seconds,
        "solve": seconds,
        "status": "feasible",
        "variables": 100,
        "rows": 20,
        "checked": ("rows", "rules"),
    }
    return BenchRun(case=case, backend=backend, **(known | more))


def stopped(case: str, backend: str, **more: Any) -> BenchRun:
    """A run that its time limit stops."""
    end = {"status": "unknown", "limit": "time", "checked": ()}
    return solved(case, backend, LIMIT, **(end | more))


def failed(case: str, backend: str, error: str = "the solver ended with signal 11") -> BenchRun:
    """A run that goes wrong."""
    return solved(case, backend, 1.0, status="error", error=error, checked=())


def runs_of(times: Mapping[str, Mapping[str, float | None]]) -> list[BenchRun]:
    """A run for every backend and case; None for one that is stopped."""
    return [
        stopped(case, backend) if seconds is None else solved(case, backend, seconds)
        for backend, cases in times.items()
        for case, seconds in cases.items()
    ]


def field_of(times: Mapping[str, Mapping[str, float | None]]) -> Field:
    """The only field of such runs."""
    (field,) = fields_of(runs_of(times))
    return field


def many(solvers: int, cases: int = 8, repetitions: int = 3) -> list[BenchRun]:
    """Runs of one series whose times grow, spread and come to the limit, without any chance."""
    return [
        stopped(case, backend, **more)
        if seconds > LIMIT
        else solved(case, backend, seconds, **more)
        for solver in range(solvers)
        for number in range(cases)
        for repetition in range(repetitions)
        for case in [f"tower height {number + 2}"]
        for backend in [f"solver-{solver}"]
        for seconds in [0.01 * (solver + 1) * 4 ** (number * 8 / cases) * (1 + 0.1 * repetition)]
        for more in [{"series": "tower", "size": number + 2.0, "repetition": repetition}]
    ]


def asked(cases: Mapping[str, str]) -> Field:
    """Backends with the cases that each was asked about, a letter each, and has solved in 1 s."""
    return field_of({backend: dict.fromkeys(names, 1.0) for backend, names in cases.items()})


def partly(solvers: int, cases: int = 8) -> list[BenchRun]:
    """Runs of which every third solver has only those of its first cases."""
    return [
        run
        for run in many(solvers, cases)
        for number in [int(run.backend.removeprefix("solver-"))]
        if number % 3 != 1 or (run.size or 0) < 3 + number % 5
    ]
