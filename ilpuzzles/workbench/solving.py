"""Load, formulate, solve, decode, check: one call."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from ilpuzzles.backends import Options, choose
from ilpuzzles.errors import CheckError, Problem, UnknownNameError, unknown_name
from ilpuzzles.library import Library
from ilpuzzles.puzzles import Formulated, Solution
from ilpuzzles.queries import solve_model
from ilpuzzles.rules import RuleViolation, check_rules
from ilpuzzles.workbench.answer import Answer, Times
from ilpuzzles.workbench.loading import Loaded, load
from ilpuzzles.workbench.plugins import Build, own_formulation

_SHOWN = 5


def formulate(loaded: Loaded, formulation: str | Build | None = None) -> tuple[str, Formulated]:
    """States an instance as a model.

    Args:
        loaded: The instance.
        formulation: The name of a formulation, or None for the standard one; or one of your own:
            `FILE.py:function`, or a function that makes a `Formulated` of the instance.

    Returns:
        The name of the formulation, and the model with its decoder.

    Raises:
        UnknownNameError: If the puzzle has no such formulation.
        InputError: If one of your own cannot be loaded, or goes wrong.

    Example:
        >>> name, formulated = formulate(load("lonpos", "empty"))
        >>> name, str(formulated.model.statistics())
        ('placement', '1,789 variables, 67 rows, 10,048 nonzeros')
    """
    own = own_formulation(formulation, loaded.family)
    if own is not None:
        return own.name, own.build(loaded.instance)
    known = loaded.family.formulations
    name = formulation if isinstance(formulation, str) else next(iter(known))
    if name not in known:
        raise UnknownNameError(unknown_name("formulation", name, known))
    return name, known[name].build(loaded.instance)


def solve(
    puzzle: str | Loaded,
    preset: str | None = None,
    *,
    file: str | Path | None = None,
    formulation: str | None = None,
    without: Sequence[str] = (),
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
        without: Groups of rows to switch off, to see what goes wrong then.
        backend: The name of a backend, or `auto`.
        options: How to search.
        library: Where to look for puzzles and presets.

    Returns:
        The answer. A solution in it satisfies every row of the model, and the rule checker of the
        puzzle accepts it, unless groups are switched off: then it may break rules, and
        `Answer.broken` says which.

    Raises:
        InputError: If something that the user gave is wrong.
        BackendError: If a solver is missing.
        CheckError: If the solution of a full model is not one.

    Example:
        >>> answer = solve("lonpos", "8pieces")
        >>> print(*answer.to_json()["solutions"][0]["rows"], sep="\n")
        BBBCCAAAEEE
        BBFFCALEEHD
        GGGFCLLLHHD
        KKGICILHHDD
        KKGIIIJJJJD
    """
    start = time.perf_counter()
    loaded = (
        puzzle if isinstance(puzzle, Loaded) else load(puzzle, preset, file=file, library=library)
    )
    read = time.perf_counter()
    choice = choose(backend)
    name, formulated = formulate(loaded, formulation)
    stated = time.perf_counter()
    model = formulated.model.without(*without)
    result = solve_model(model, choice.backend.name, options)
    solutions: tuple[Solution, ...] = ()
    broken: list[RuleViolation] = []
    if result.values is not None:
        solution = formulated.decode(result.values)
        plain = loaded.family.plain(loaded.instance)
        broken = check_rules(loaded.family.name, plain, solution.to_json())
        if broken and not without:
            raise _wrong(result.backend, broken)
        solutions = (solution,)
    statistics = model.statistics()
    end = time.perf_counter()
    spent = result.seconds
    seconds = Times(
        load=read - start,
        build=stated - read + spent.build + spent.hand_over,
        solve=spent.solve,
        total=end - start,
    )
    return Answer(
        loaded,
        name,
        tuple(without),
        choice.why,
        statistics,
        result,
        solutions,
        tuple(broken),
        seconds,
    )


def _wrong(backend: str, broken: Sequence[RuleViolation]) -> CheckError:
    shown = "; ".join(str(violation) for violation in broken[:_SHOWN])
    return CheckError(
        Problem(
            f"the solution of {backend} breaks the rules: {shown}",
            "this is a mistake in the formulation; please report it",
        )
    )
