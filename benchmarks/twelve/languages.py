"""The twelve models in MiniZinc, which is run where it is installed, and with JuMP in Julia."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.twelve.measure import MODELS, code_lines, seconds_and_answer

HERE = Path(__file__).parent
SOLVERS = {"diet": "highs"}
"""What solves a model that is not for Gecode: it does not prove optima of continuous variables."""


def _run(model: str) -> Any:
    """What MiniZinc proves to be the best, or None; the grid, if nothing is optimised."""
    command = ["minizinc", "--solver", SOLVERS.get(model, "gecode"), "--output-objective"]
    run = subprocess.run(  # noqa: S603 - fixed arguments
        [*command, "--output-mode", "json", str(HERE / "with_minizinc" / f"{model}.mzn")],
        capture_output=True,
        text=True,
        check=False,
    )
    *_, found, end = ["", "", *run.stdout.split("----------")]
    if not found.strip() or (model != "sudoku" and "==========" not in end):
        return None
    values = json.loads(found)
    return values.get("_objective", values.get("digit"))


def minizinc(repeat: int) -> dict[str, tuple[int, float | None, Any]]:
    """Lines below the data, seconds of the whole process, and optima, as far as they are known."""
    found: dict[str, tuple[int, float | None, Any]] = {}
    for model in MODELS:
        lines = code_lines(minizinc_lines(model), "%")
        seconds, answer = None, None
        if shutil.which("minizinc") is not None:
            seconds, answer = seconds_and_answer(partial(_run, model), repeat)
        found[model] = (lines, seconds if answer is not None else None, answer)
    return found


def minizinc_version() -> list[str]:
    """Name and version of MiniZinc; nothing where it is not installed."""
    if shutil.which("minizinc") is None:
        return []
    command = ["minizinc", "--version"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - fixed
    return ["MiniZinc " + number for number in re.findall(r"version ([\d.]+\d)", run.stdout)[:1]]


def minizinc_lines(model: str) -> list[str]:
    """What MiniZinc's file of a model says below its data."""
    source = (HERE / "with_minizinc" / f"{model}.mzn").read_text(encoding="utf-8")
    return source.partition("% The model")[2].splitlines()[1:]


def jump_bodies() -> dict[str, list[str]]:
    """What stands between `function` and `end` of each model with JuMP."""
    source = (HERE / "with_jump.jl").read_text(encoding="utf-8")
    found = re.findall(r"^function (\w+)\(\)\n(.*?)^end$", source, re.DOTALL | re.MULTILINE)
    return {name: body.splitlines() for name, body in found}


def jump() -> dict[str, tuple[int, float | None, Any]]:
    """Lines that state something; nothing is run."""
    said = jump_bodies()
    return {model: (code_lines(said[model], "#"), None, None) for model in MODELS}
