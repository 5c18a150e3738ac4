"""Counts and measures the twelve models of one package, in a process of its own.

The lines of a model are those of its function's body that state it, as `ruff format` lays them:
without blank lines, comments and the docstring, and without those that make an empty model, call
the solver or return, which MiniZinc does by itself. Data that a module lays out for its package
beforehand do not count. The seconds are those of the whole function, which states and solves: the
median of several runs.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from time import perf_counter
from typing import Any

MODELS = (
    "knapsack",
    "diet",
    "assignment",
    "transport",
    "facility_location",
    "job_shop",
    "tour",
    "colouring",
    "sudoku",
    "queens",
    "magic_square",
    "cutting_stock",
)


# What packages need one line each for, whatever the model is.
_EMPTY_MODEL = r"\w+ = (linopy\.)?(Model|LpProblem)\([\w\", ]*\)$"
_AROUND = re.compile(rf"\s*(return\b|\w+\.solve\(|optimize!|{_EMPTY_MODEL})")


def code_lines(lines: list[str], comment: str) -> int:
    """How many lines state something."""
    said = [one for one in lines if one.strip() and not one.lstrip().startswith(comment)]
    return sum(_AROUND.match(line) is None for line in said)


def bodies(source: str) -> dict[str, list[str]]:
    """The lines of the body of each function of a module, without its docstring."""
    lines, found = source.splitlines(), {}
    for definition in ast.parse(source).body:
        if isinstance(definition, ast.FunctionDef):
            first = definition.body[ast.get_docstring(definition) is not None]
            found[definition.name] = lines[first.lineno - 1 : definition.end_lineno]
    return found


def seconds_and_answer(model: Callable[[], Any], repeat: int) -> tuple[float, Any]:
    """The median of the seconds of some runs, and what the last one returned."""
    seconds = []
    for _ in range(repeat):
        start = perf_counter()
        answer = model()
        seconds.append(perf_counter() - start)
    return median(seconds), answer


def _main(name: str, repeat: int) -> None:
    """Prints what was found as the last line, in JSON."""
    try:
        module = import_module(f"benchmarks.twelve.{name}")
        packages = [f"{package} {version(package)}" for package in module.PACKAGES]
    except (ModuleNotFoundError, PackageNotFoundError) as error:
        sys.exit(f"{error.name} is not installed")
    figures, said = {}, bodies(inspect.getsource(module))
    for model in MODELS:
        function = getattr(module, model)
        seconds, answer = seconds_and_answer(function, repeat)
        if answer is not None:
            figures[model] = (code_lines(said[model], "#"), seconds, answer)
    print()
    print(json.dumps({"packages": packages, "figures": figures}, default=float))


if __name__ == "__main__":
    _main(sys.argv[1], int(sys.argv[2]))
