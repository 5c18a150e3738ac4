"""CP-SAT with and without the short search that comes first: seconds, and their ratio.

Run it from the top of the checkout:

    python -m benchmarks.hurry [LIMIT]

Every preset of every puzzle is solved in every formulation that claims it, first as the backend
does, then with all of presolve at once. LIMIT is the time limit of each in seconds, 20 by default.
The last line has the median of the ratios, and the seconds of all together.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

from ilpuzzles.backends import cpsat
from ilpuzzles.backends.interface import Options
from ilpuzzles.library import Library
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.program import Program
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.workbench.experiments import formulate
from ilpuzzles.workbench.loading import load


def models() -> Iterator[tuple[str, Model]]:
    """All models that CP-SAT is expected to solve."""
    library = Library.standard()
    for puzzle in library.puzzles():
        for preset in library.presets(puzzle):
            loaded = load(puzzle, preset)
            for formulation in loaded.family.formulations.values():
                if formulation.claims(loaded.instance, "cpsat"):
                    model = formulate(loaded, formulation.name)[1].model
                    yield f"{puzzle} {preset} {formulation.name}", model


_attempts = cpsat.attempts


def patient(helper: Any, program: Program, options: Options, **more: Any) -> list[Any]:
    """The last attempt alone."""
    return _attempts(helper, program, options, **more)[-1:]


def seconds(model: Model, limit: float) -> float:
    """Processor seconds of a first solution."""
    begun = time.process_time()
    solve_model(model, "cpsat", Options(time_limit=limit))
    return time.process_time() - begun


def main(limit: float) -> None:
    """Prints a line for every model."""
    ratios, sums = [], [0.0, 0.0]
    print(f"{'':44} hasty  patient  ratio")
    for name, model in models():
        seconds(model, limit)
        hasty = seconds(model, limit)
        with patch("ilpuzzles.backends.cpsat.attempts", patient):
            slow = seconds(model, limit)
        ratios.append(slow / hasty)
        sums = [sums[0] + hasty, sums[1] + slow]
        print(f"{name:44} {hasty:5.2f}  {slow:7.2f}  {ratios[-1]:5.1f}", flush=True)
    print(f"{len(ratios)} models, median of the ratios {statistics.median(ratios):.1f}")
    print(f"all together {sums[0]:.1f} instead of {sums[1]:.1f} seconds")


if __name__ == "__main__":
    main(float(sys.argv[1]) if len(sys.argv) > 1 else 20.0)
