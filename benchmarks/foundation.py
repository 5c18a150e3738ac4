"""What Lonpos 505 takes: model sizes, building and lowering, and every preset on every backend.

Run it from the top of the checkout:

    python -m benchmarks.foundation

Seconds are those of the machine at hand; compare the ratios. Every figure is the median of several
runs in turn, each solve with one worker.
"""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from statistics import median

from ilpuzzles.backends.cpsat_model import fill
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.registry import backend_names, get_backend
from ilpuzzles.backends.result import Status
from ilpuzzles.library import Library
from ilpuzzles.modelling.program import Program
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.workbench.experiments import formulate
from ilpuzzles.workbench.loading import Loaded, load

REPEAT = 5


def target_of(preset: str, backend: str) -> float | None:
    """How many seconds a first solution may take: half of one, or two on CBC with 4 placed."""
    if backend == "cpsat":
        return 0.5
    return 2.0 if backend == "cbc" and preset[0] in "45678" else None


def cpu(work: Callable[[], object]) -> float:
    """The median processor time of some work, in milliseconds, after a warm-up."""
    work()
    spent = []
    for _ in range(REPEAT * 4):
        start = time.process_time()
        work()
        spent.append(time.process_time() - start)
    return 1000 * median(spent)


def _stated(loaded: Loaded) -> Program:
    _, formulated = formulate(loaded)
    return formulated.model.program()


def building() -> None:
    """The size of the model of the empty board, and what it costs to make it."""
    from ortools.sat.python import cp_model_helper  # noqa: PLC0415 - not before the first line is out

    loaded = load("lonpos", "empty")
    _, formulated = formulate(loaded)
    program = formulated.model.program()
    statistics = formulated.model.statistics()
    reading = cpu(lambda: load("lonpos", "empty"))
    stating = cpu(lambda: _stated(loaded))
    lowering = cpu(lambda: fill(cp_model_helper.CpModelProto(), program))
    writing = cpu(lambda: get_backend("cbc").native(program))
    print("the empty board as placements")
    print(
        f"  variables {statistics.variables:,} (target 1,789), rows {statistics.rows} (target 67)"
    )
    print(f"  read the YAML files         {reading:6.1f} ms CPU")
    print(f"  state the model             {stating:6.1f} ms CPU")
    print(f"  lower it for CP-SAT         {lowering:6.1f} ms CPU")
    print(f"  write it as MPS for CBC     {writing:6.1f} ms CPU")
    print(f"  state and lower, CP-SAT     {stating + lowering:6.1f} ms CPU (target 20)")
    print(f"  state and lower, CBC        {stating + writing:6.1f} ms CPU (target 20)")


def solving() -> None:
    """Every preset on every backend."""
    print("\nfirst solution, seconds on the wall clock: median (least to most) over seeds")
    print(f"  {'preset':9} {'backend':8} {'median':>7} {'least':>7} {'most':>7}  target")
    for preset in Library.standard().presets("lonpos"):
        _, formulated = formulate(load("lonpos", preset))
        for name in backend_names():
            spent = []
            for seed in range(REPEAT):
                options = Options(seed=seed, time_limit=60)
                result = solve_model(formulated.model, name, options)
                if result.status is not Status.OPTIMAL:
                    raise RuntimeError(f"{preset} on {name}: {result.status}")
                spent.append(result.seconds.hand_over + result.seconds.solve)
            target = target_of(preset, name)
            print(
                f"  {preset:9} {name:8} {median(spent):7.3f} {min(spent):7.3f} {max(spent):7.3f}"
                f"  {f'under {target:g}' if target else ''}"
            )


def main() -> None:
    """Prints the report."""
    versions = ", ".join(f"{name} {get_backend(name).version()}" for name in backend_names())
    print(f"Python {platform.python_version()} on {platform.machine()}; {versions}\n")
    building()
    solving()


if __name__ == "__main__":
    main()
