"""The formulations of Lonpos 505 side by side: the sizes of their models, and first solutions.

Run it from the top of the checkout:

    python -m benchmarks.cells [LIMIT]

LIMIT is the time limit of each solve in seconds, 20 by default. A dash means that the limit came
first; a star that the formulation does not claim the preset on that backend.
"""

from __future__ import annotations

import sys

from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.registry import backend_names
from ilpuzzles.library import Library
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.workbench.experiments import formulate
from ilpuzzles.workbench.loading import load

FORMULATIONS = ("placement", "cells", "cells-aggregated")


def sizes() -> None:
    """The model of the empty board in each formulation."""
    print(f"the empty board{'':13} variables    rows  rows for a MIP  nonzeros for a MIP")
    for name in FORMULATIONS:
        _, formulated = formulate(load("lonpos", "empty"), name)
        program = formulated.model.program()
        linear = linearised(program)
        print(
            f"  {name:26} {program.variables:9,} {len(program.rows):7,} {len(linear.rows):15,}"
            f" {linear.nonzeros:19,}"
        )


def times(limit: float) -> None:
    """First solutions of every preset, fewest open places first."""
    presets = [name for name in Library.standard().presets("lonpos") if name != "empty"]
    titles = [f"{backend} {name}" for backend in backend_names() for name in FORMULATIONS]
    print(f"\nfirst solution in seconds, at most {limit:g}")
    print(f"  {'':10}" + "".join(f"{title:>24}" for title in titles))
    for preset in reversed(presets):
        loaded = load("lonpos", preset)
        shown = []
        for backend in backend_names():
            for name in FORMULATIONS:
                claimed = loaded.family.formulations[name].claims(loaded.instance, backend)
                _, formulated = formulate(loaded, name)
                result = solve_model(formulated.model, backend, Options(time_limit=limit))
                seconds = result.seconds.hand_over + result.seconds.solve
                cell = f"{seconds:.2f}" if result else "-"
                shown.append(f"{cell}{'' if claimed else '*':1}")
        print(f"  {preset:10}" + "".join(f"{cell:>24}" for cell in shown), flush=True)


def main() -> None:
    """Prints the report."""
    sizes()
    times(float(sys.argv[1]) if len(sys.argv) > 1 else 20.0)


if __name__ == "__main__":
    main()
