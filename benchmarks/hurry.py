"""CP-SAT with and without the short search that comes first: seconds, and their ratio.

Run it from the top of the checkout:

    python -m benchmarks.hurry [best] [LIMIT]

Every preset of every puzzle is solved in every formulation that claims it, first as the backend
does, then with all of presolve at once; `best` takes textbook models, tours and schedules with an
objective instead. LIMIT is the time limit of each in seconds, 20 by default. The last line has the
median of the ratios, and the seconds of all together.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any
from unittest.mock import patch

from benchmarks.backend_choice import CONSTRAINED
from benchmarks.classical_models import classical_model, classical_names
from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.experiments.experiments import formulate
from ilpuzzles.experiments.loading import load
from ilpuzzles.modelling.program import Program
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.reading.library import Library
from ilpuzzles.solvers.cpsat import backend as cpsat


def models() -> Iterator[tuple[str, Model]]:
    """All models that CP-SAT is expected to solve."""
    library = Library.standard()
    for puzzle in library.puzzles():
        for preset in library.presets(puzzle):
            loaded = load(puzzle, preset)
            for formulation in loaded.kind.formulations.values():
                if formulation.claims(loaded.instance, "cpsat"):
                    model = formulate(loaded, formulation.name)[1].model
                    yield f"{puzzle} {preset} {formulation.name}", model


def models_with_costs() -> Iterator[tuple[str, Model]]:
    """Whole models with an objective."""
    own = ((name, classical_model(name)) for name in classical_names())
    for name, model in chain(((name, state()) for name, state in CONSTRAINED.items()), own):
        program = model.program()
        if program.objective is not None and not program.is_mixed():
            yield name, model


_attempts = cpsat.attempts


def patient(helper: Any, program: Program, options: Options, **more: Any) -> list[Any]:
    """The last attempt alone."""
    return _attempts(helper, program, options, **more)[-1:]


def seconds(model: Model, limit: float) -> float:
    """Processor seconds of a first solution."""
    begun = time.process_time()
    solve_model(model, "cpsat", Options(time_limit=limit))
    return time.process_time() - begun


def main(some: Iterable[tuple[str, Model]], limit: float) -> None:
    """Prints a line for every model."""
    ratios, sums = [], [0.0, 0.0]
    print(f"{'':44} hasty  patient  ratio")
    for name, model in some:
        seconds(model, limit)
        hasty = seconds(model, limit)
        with patch("ilpuzzles.solvers.cpsat.backend.attempts", patient):
            slow = seconds(model, limit)
        ratios.append(slow / hasty)
        sums = [sums[0] + hasty, sums[1] + slow]
        print(f"{name:44} {hasty:5.2f}  {slow:7.2f}  {ratios[-1]:5.1f}", flush=True)
    print(f"{len(ratios)} models, median of the ratios {statistics.median(ratios):.1f}")
    print(f"all together {sums[0]:.1f} instead of {sums[1]:.1f} seconds")


if __name__ == "__main__":
    best, words = "best" in sys.argv, [word for word in sys.argv[1:] if word != "best"]
    main(models_with_costs() if best else models(), float(words[0]) if words else 20.0)
