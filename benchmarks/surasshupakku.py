"""Surasshupakku: formulations x backends x boards, with clingo as the reference.

Run it from the top of the checkout:

    pip install -e '.[peers]'
    python -m benchmarks.surasshupakku [--presets NAME ...] [--backends NAME ...] [--limit S]

Every figure is the seconds on the clock from the loaded board, the model included, first to a
solution, then to a solution and the proof that there is no other; the median of some runs where
they are short. In brackets, how many times as long as clingo this is. A dash means that the limit
came first, and an empty place that it was not tried, since a smaller board had taken too long.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from itertools import product
from statistics import median

from benchmarks.slash_clingo import seconds as clingo_seconds
from ilpuzzles.backends.interface import Options
from ilpuzzles.experiments.experiments import formulate
from ilpuzzles.experiments.loading import load
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.queries.query_results import Verdict
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.queries.unique import check_uniqueness

PRESETS = ("5x5", "6x6", "7x7", "8x8", "8x8-2", "10x10", "10x10-2", "12x12", "15x15")
FORMULATIONS = ("flow", "bfs", "lazy", "seed")
BACKENDS = ("clingo", "cpsat", "cbc", "scip", "highs")
_RUNS, _SHORT = 5, 1.0


Ask = Callable[[PuzzlePosition, str, str, float], bool]


def timed(ask: Ask, loaded: PuzzlePosition, how: tuple[str, str], limit: float) -> float | None:
    """The median of some runs, or None if one has no answer."""
    spent: list[float] = []
    while sum(spent) < _SHORT and len(spent) < _RUNS:
        begun = time.perf_counter()
        if not ask(loaded, *how, limit):
            return None
        spent.append(time.perf_counter() - begun)
    return median(spent)


def first(loaded: PuzzlePosition, formulation: str, backend: str, limit: float) -> bool:
    """Whether a solution is found in time."""
    model = formulate(loaded, formulation)[1].model
    return bool(solve_model(model, backend, Options(time_limit=limit)))


def proof(loaded: PuzzlePosition, formulation: str, backend: str, limit: float) -> bool:
    """Whether a solution is found in time, and that there is no other."""
    model = formulate(loaded, formulation)[1].model
    options = Options(time_limit=limit)
    verdict = check_uniqueness(model, backend=backend, options=options).verdict
    if verdict is Verdict.SEVERAL and formulation != "seed":
        raise RuntimeError(f"{backend} finds several solutions of {loaded.preset}")
    return verdict is not Verdict.UNKNOWN


def shown(seconds: float | None, reference: float) -> str:
    """Seconds, and how many times the reference they are."""
    return "-" if seconds is None else f"{seconds:.3g} ({seconds / reference:.1f})"


def main() -> None:
    """Prints a table of sizes, and one of seconds for each question."""
    parser = argparse.ArgumentParser(description="Formulations, backends and boards side by side.")
    parser.add_argument("--presets", nargs="+", default=PRESETS)
    parser.add_argument("--backends", nargs="+", default=BACKENDS)
    parser.add_argument("--limit", type=float, default=30.0)
    given = parser.parse_args()
    boards = {preset: load("surasshupakku", preset) for preset in given.presets}
    print(f"{'variables / rows':20}" + "".join(f"{name:>18}" for name in FORMULATIONS))
    for preset, loaded in boards.items():
        sizes = [formulate(loaded, name)[1].model.statistics() for name in FORMULATIONS]
        texts = (f"{size.variables:,} / {size.rows:,}" for size in sizes)
        print(f"  {preset:18}" + "".join(f"{text:>18}" for text in texts), flush=True)
    for title, ask, solutions in (("first solution", first, 1), ("and no other", proof, 2)):
        print(f"\n{title}, s{'':8}" + "".join(f"{name:>14}" for name in boards))
        reference = {}
        for preset, loaded in boards.items():
            runs = (clingo_seconds(loaded, solutions)[0] for _ in range(_RUNS))
            reference[preset] = median(runs)
        print(f"  {'clingo':20}" + "".join(f"{reference[name]:14.3g}" for name in boards))
        for how in product(FORMULATIONS, given.backends):
            line, late = f"  {' '.join(how):20}", False
            for preset, loaded in boards.items():
                text = ""
                if not late:
                    found = timed(ask, loaded, how, given.limit)
                    late, text = found is None, shown(found, reference[preset])
                line += f"{text:>14}"
            print(line, flush=True)


if __name__ == "__main__":
    main()
