"""The formulations of the L-tromino cube side by side: sizes, and first solutions.

Run it from the top of the checkout:

    python -m benchmarks.elements [LIMIT]

LIMIT is the time limit of each solve in seconds, 60 by default. The first table has the rows that
a MIP solver gets, with the elements in order and without. The second one has seconds, and how many
times those of placement on the same backend these are. A dash means that the limit came first; a
star that the formulation does not claim the cube on that backend.
"""

from __future__ import annotations

import sys

from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.registry import backend_names
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.model import Model, program_of
from ilpuzzles.modelling.program import Program
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.workbench.experiments import formulate
from ilpuzzles.workbench.loading import load

FORMULATIONS = ("placement", "cells", "cells-aggregated", "cells-sums")
ORDER = "elements in order"


def variants(name: str) -> dict[str, Model | Program]:
    """The model of the cube in a formulation, and the same without numbering the elements."""
    _, formulated = formulate(load("cube"), name)
    model = formulated.model
    if ORDER not in {group.name for group in model.groups}:
        return {name: model}
    return {name: model, f"{name}, any order": model.without(ORDER)}


def sizes() -> None:
    """The models for a MIP solver."""
    print(f"{'the cube':30} variables    rows  nonzeros")
    for name in FORMULATIONS:
        for title, model in variants(name).items():
            linear = linearised(program_of(model))
            print(
                f"  {title:28} {linear.variables:9,} {len(linear.rows):7,} {linear.nonzeros:9,}",
                flush=True,
            )


def first_solution(model: Model | Program, backend: str, limit: float) -> float | None:
    """Seconds to the first solution, or None if the limit came first."""
    result = solve_model(model, backend, Options(time_limit=limit))
    return result.seconds.hand_over + result.seconds.solve if result else None


def times(limit: float) -> None:
    """First solutions on every backend."""
    print(f"\nfirst solution in seconds, at most {limit:g}, and as a multiple of placement")
    print(f"{'':30}" + "".join(f"{backend:>18}" for backend in backend_names()))
    placement: dict[str, float | None] = {}
    for name in FORMULATIONS:
        formulation = load("cube").family.formulations[name]
        for title, model in variants(name).items():
            print(f"  {title:28}", end="", flush=True)
            for backend in backend_names():
                seconds = first_solution(model, backend, limit)
                base = placement.setdefault(backend, seconds)
                shown = "-" if seconds is None else f"{seconds:.2f}"
                if seconds is not None and base is not None:
                    shown += f" {f'({seconds / base:.0f})':>6}"
                claimed = formulation.claims(load("cube").instance, backend)
                print(f"{shown + ' *'[not claimed]:>18}", end="", flush=True)
            print()


def main() -> None:
    """Prints the report."""
    sizes()
    times(float(sys.argv[1]) if len(sys.argv) > 1 else 60.0)


if __name__ == "__main__":
    main()
