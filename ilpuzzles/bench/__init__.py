"""Sweeps of instances, formulations and backends: run, measured, compared.

Example:
    >>> from ilpuzzles import bench
    >>> found = bench.run("lonpos:8pieces", backends=["cpsat", "cbc"], formulations="placement")
    >>> [(run.backend, run.solved, run.variables) for run in found]
    [('cpsat', True, 1789), ('cbc', True, 1789)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.bench.bench_run import BenchRun as BenchRun
    from ilpuzzles.bench.charts.statistics import Standing as Standing
    from ilpuzzles.bench.results import Results as Results, read_results as read_results
    from ilpuzzles.bench.summary import Summary as Summary
    from ilpuzzles.bench.sweep import run as run

__getattr__, __dir__ = lazy_face(__name__)
