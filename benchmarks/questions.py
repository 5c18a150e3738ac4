"""What questions take, as multiples of the first solution, and what several workers gain.

Run it from the top of the checkout:

    python -m benchmarks.questions [LIMIT]

LIMIT is the time limit of each question in seconds, 20 by default; a dash means that it came first.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.jobs import measured
from ilpuzzles.backends.interface import Options
from ilpuzzles.experiments.experiments import Experiment, experiment
from ilpuzzles.solvers.registry import backend_names

HOPELESS = Path(__file__).parent.parent / "docs" / "hopeless.yaml"
QUESTIONS: dict[str, Callable[[Experiment], Any]] = {
    "unique": Experiment.unique,
    "forced": Experiment.forced,
    "count": Experiment.count,
}


def timed(ask: Callable[[], Any]) -> tuple[float, bool]:
    """How long a question takes, and whether it was answered."""
    start = time.perf_counter()
    answer = ask()
    return time.perf_counter() - start, bool(answer.result.complete)


def shown(seconds: float, base: float, *, complete: bool) -> str:
    """A time as a multiple of another."""
    return f"{seconds / base:.1f}" if complete else "-"


def questions(options: Options) -> None:
    """Every question about some presets, on every backend."""
    titles = "".join(f"{title:>10}" for title in QUESTIONS)
    print(f"{'preset, backend':24}{'first, s':>10}{titles}   (multiples of the first solution)")
    for preset in ("8pieces", "4pieces", "3pieces"):
        for backend in backend_names():
            asked = experiment("lonpos", preset, backend=backend, options=options)
            first, _ = timed(asked.solve)
            cells = [timed(partial(ask, asked)) for ask in QUESTIONS.values()]
            texts = [shown(seconds, first, complete=complete) for seconds, complete in cells]
            line = "".join(f"{text:>10}" for text in texts)
            print(f"{preset + ', ' + backend:24}{first:10.2f}{line}", flush=True)


def reasons(options: Options) -> None:
    """Why the hopeless position has no solution, on every backend."""
    print(f"\n{'hopeless position':24}{'proof, s':>10}{'among':>10}{'give up':>10}")
    among = ["starting position"]
    for backend in backend_names():
        asked = experiment("lonpos", file=HOPELESS, backend=backend, options=options)
        proof, _ = timed(asked.solve)
        reason = timed(partial(asked.explain, among))
        given_up = timed(partial(asked.relax, "rows", among))
        cells = [shown(s, proof, complete=complete) for s, complete in (reason, given_up)]
        print(f"{backend:24}{proof:10.2f}{''.join(f'{cell:>10}' for cell in cells)}", flush=True)


def workers() -> None:
    """A count by several workers, and what a job costs that does nothing."""
    alone, _ = timed(experiment("lonpos", "2pieces", options=Options()).count)
    print(f"\ncount of 2pieces on cpsat: {alone:.1f} s with one worker, ", end="")
    both, _ = timed(experiment("lonpos", "2pieces", options=Options(workers=2)).count)
    print(f"{alone / both:.2f} times as fast with two")
    _, (cost,) = measured(None, 5_000, 2, 1)
    print(f"a job costs {1000 * cost:.0f} microseconds")


def main() -> None:
    """Prints the report."""
    options = Options(time_limit=float(sys.argv[1]) if len(sys.argv) > 1 else 20.0)
    questions(options)
    reasons(options)
    workers()


if __name__ == "__main__":
    main()
