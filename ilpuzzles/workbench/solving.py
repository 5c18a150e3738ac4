"""Load, formulate, solve, decode, check: one call."""

from __future__ import annotations

import time
from pathlib import Path

from ilpuzzles.backends import Options, choose
from ilpuzzles.errors import CheckError, Problem, UnknownNameError, unknown_name
from ilpuzzles.library import Library
from ilpuzzles.puzzles import Formulated, Solution
from ilpuzzles.queries import solve_model
from ilpuzzles.rules import check_rules
from ilpuzzles.workbench.answer import Answer, Times
from ilpuzzles.workbench.loading import Loaded, load

_SHOWN = 5


def formulate(loaded: Loaded, formulation: str | None = None) -> tuple[str, Formulated]:
    """States an instance as a model.

    Args:
        loaded: The instance.
        formulation: The name of a formulation, or None for the standard one.

    Returns:
        The name of the formulation, and the model with its decoder.

    Raises:
        UnknownNameError: If the puzzle has no such formulation.

    Example:
        >>> name, formulated = formulate(load("lonpos", "empty"))
        >>> name, str(formulated.model.statistics())
        ('placement', '1,789 variables, 67 rows, 10,048 nonzeros')
    """
    known = loaded.family.formulations
    name = next(iter(known)) if formulation is None else formulation
    if name not in known:
        raise UnknownNameError(unknown_name("formulation", name, known))
    return name, known[name](loaded.instance)


def solve(
    puzzle: str | Loaded,
    preset: str | None = None,
    *,
    file: str | Path | None = None,
    formulation: str | None = None,
    backend: str = "auto",
    options: Options | None = None,
    library: Library | None = None,
) -> Answer:
    r"""Solves an instance of a puzzle.

    Args:
        puzzle: The name of a puzzle, or an instance that is loaded already.
        preset: The name of a preset.
        file: The path of a YAML file instead of a preset.
        formulation: The name of a formulation, or None for the standard one.
        backend: The name of a backend, or `auto`.
        options: How to search.
        library: Where to look for puzzles and presets.

    Returns:
        The answer. A solution in it satisfies every row of the model, and the rule checker of the
        puzzle accepts it.

    Raises:
        InputError: If something that the user gave is wrong.
        BackendError: If a solver is missing.
        CheckError: If a solution is not one.

    Example:
        >>> answer = solve("lonpos", "8pieces")
        >>> print(*answer.to_json()["solutions"][0]["rows"], sep="\n")
        AAEDDDDCCCC
        AEELDBBBGFC
        AELLLHBBGFF
        IEILHHGGGKK
        IIIHHJJJJKK
    """
    start = time.perf_counter()
    loaded = (
        puzzle if isinstance(puzzle, Loaded) else load(puzzle, preset, file=file, library=library)
    )
    read = time.perf_counter()
    choice = choose(backend)
    name, formulated = formulate(loaded, formulation)
    stated = time.perf_counter()
    result = solve_model(formulated.model, choice.backend.name, options)
    solutions: tuple[Solution, ...] = ()
    if result.values is not None:
        solution = formulated.decode(result.values)
        _require_rules(loaded, solution, result.backend)
        solutions = (solution,)
    statistics = formulated.model.statistics()
    end = time.perf_counter()
    spent = result.seconds
    seconds = Times(
        load=read - start,
        build=stated - read + spent.build + spent.hand_over,
        solve=spent.solve,
        total=end - start,
    )
    return Answer(loaded, name, choice.why, statistics, result, solutions, seconds)


def _require_rules(loaded: Loaded, solution: Solution, backend: str) -> None:
    """Raises unless the independent rule checker accepts a solution."""
    broken = check_rules(
        loaded.family.name, loaded.family.plain(loaded.instance), solution.to_json()
    )
    if broken:
        shown = "; ".join(str(violation) for violation in broken[:_SHOWN])
        raise CheckError(
            Problem(
                f"the solution of {backend} breaks the rules: {shown}",
                "this is a mistake in the formulation; please report it",
            )
        )
