"""Lines, seconds and optima of the twelve models with every package, side by side.

Run it from the top of the checkout:

    pip install -e '.[peers]' highspy
    python -m benchmarks.twelve [--repeat N] [--output docs/benchmarks/twelve.json]

Every module `with_*.py` beside this one is a package: it has its `PACKAGES`, and a function for
each model, which returns the optimum, or None if the package cannot state the model. Each is
measured in a process of its own, as highspy and OR-Tools do not share one; better give highspy an
environment of its own as well. What is missing is left out with one line.
`benchmarks.twelve.measure` says how each figure is taken. MiniZinc runs where it is installed;
`with_jump.jl` prints its own times.
"""

from __future__ import annotations

import argparse
import json
import math
import pkgutil
import platform
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import benchmarks.twelve
from benchmarks.twelve.languages import jump, minizinc, minizinc_version
from benchmarks.twelve.measure import MODELS

Figures = dict[str, tuple[int, float | None, Any]]
"""Lines, seconds and the answer of each model that a package can state."""


def _measured(module: str, repeat: int) -> tuple[Figures, list[str]] | None:
    """What one process found, and with which packages; None, with a line why, if it failed."""
    run = subprocess.run(  # noqa: S603 - this program itself, with fixed arguments
        [sys.executable, "-m", "benchmarks.twelve.measure", module, str(repeat)],
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode:
        last = (run.stderr.strip().splitlines() or [f"exit code {run.returncode}"])[-1]
        print(f"{module} is left out: {last}")
        return None
    found = json.loads(run.stdout.splitlines()[-1])
    print(f"{module}: {', '.join(found['packages'])}")
    figures = {model: (lines, *rest) for model, (lines, *rest) in found["figures"].items()}
    return figures, found["packages"]


def _agree(one: Any, other: Any) -> bool:
    """Whether two answers are the same, but for what solvers round."""
    if isinstance(one, list) or isinstance(other, list):
        return bool(one == other)
    return math.isclose(one, other, rel_tol=1e-6)


def _optimum(answers: list[Any]) -> str:
    """The answer that all packages give, as short as can be."""
    if not all(_agree(answers[0], each) for each in answers):
        return f"DIFFERENT: {answers}"
    if isinstance(answers[0], list):
        return "".join(map(str, answers[0][0])) + "..."
    return f"{answers[0]:.6g}"


def _kept(columns: Mapping[str, Figures], versions: list[str]) -> str:
    """Seconds of whatever was run, with what; lines can be counted again at any time."""
    seconds = {
        name: {model: round(one[1], 6) for model, one in figures.items() if one[1] is not None}
        for name, figures in columns.items()
    }
    others = sorted({one for one in versions if not one.startswith("ilpuzzles ")}, key=str.lower)
    return json.dumps({"versions": others, "seconds": seconds}, indent=1) + "\n"


def _cell(figures: Figures, model: str) -> str:
    lines, seconds, _ = figures.get(model, ("-", None, None))
    return f"{lines:>3} {'-' if seconds is None else f'{seconds:.3f}':>7}"


def main() -> None:
    """Prints the report."""
    parser = argparse.ArgumentParser(description="Twelve models, side by side.")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each model")
    parser.add_argument("--output", type=Path, help="where to keep the seconds, in JSON")
    given = parser.parse_args()
    repeat = given.repeat
    versions = [f"Python {platform.python_version()} on {platform.machine()}"]
    print(*versions)
    columns: dict[str, Figures] = {}
    for module in pkgutil.iter_modules(benchmarks.twelve.__path__):
        if module.name.startswith("with_"):
            found = _measured(module.name, repeat)
            if found is not None:
                columns[module.name.removeprefix("with_")], packages = found
                versions += packages
    columns |= {"minizinc": minizinc(repeat), "jump": jump()}
    versions += minizinc_version()
    if given.output is not None:
        given.output.write_text(_kept(columns, versions), encoding="utf-8")
    print("\nLines of code and seconds:\n")
    print(f"{'':<18}" + "".join(f"{name:>14}" for name in columns) + "   optimum")
    for model in MODELS:
        cells = "".join(f"{_cell(figures, model):>14}" for figures in columns.values())
        known = [figures[model][2] for figures in columns.values() if model in figures]
        answers = [answer for answer in known if answer is not None]
        print(f"{model:<18}{cells}   {_optimum(answers) if answers else '-'}", flush=True)
    totals = (sum(lines for lines, *_ in figures.values()) for figures in columns.values())
    print(f"{'lines of all':<18}" + "".join(f"{total:>6}{'':8}" for total in totals))


if __name__ == "__main__":
    main()
