"""Every command as a process of its own: it says what it says in a process that has run others."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path

import pytest

import ilpuzzles
from support.commands import Run

EIGHT = ["lonpos", "--preset", "8pieces"]
MODEL = "Minimize\n obj: x + z\nSubject To\n pair: x + y <= 1\nBinary\n x y z\nEnd\n"

# The arguments, and the exit code: each way to run a solver, every way to end.
COMMANDS: list[tuple[list[str], int]] = [
    ([], 2),
    (["lonpos", "--help"], 0),
    (["lonpos", "--preset", "empty", "--backend", "cpsat", "--time-limit", "0.001"], 4),
    (["dominoes", "--file", "odd.yaml"], 3),
    (["export", *EIGHT], 0),
    (["check", "lonpos", "solution.json"], 0),
    (["explain", "dominoes", "--file", "odd.yaml"], 0),
    (["bench", "quickly"], 2),
    (["solve-model", "model.lp", "--count"], 0),
    ([*EIGHT, "--json", "--backend", "cbc"], 0),
    ([*EIGHT, "--backend", "highs", "--workers", "2"], 0),
    ([*EIGHT, "--all", "--backend", "cpsat", "--workers", "2"], 0),
    (["cube", "--count", "--engine", "search", "--workers", "2"], 0),
    (["surasshupakku", "--preset", "5x5", "--svg", "a.svg"], 0),
]


@cache
def solution() -> str:
    """An answer, as JSON."""
    return json.dumps(ilpuzzles.solve(*EIGHT[::2]).to_json())


def without_times(text: str) -> list[str]:
    """The lines of an answer, sorted because workers find solutions in any order."""
    return sorted(re.sub(r"\d+\.\d+(e-\d+)?|\d+(?= s\b)", "", text).split("\n"))


@pytest.mark.exhaustive
@pytest.mark.parametrize(("arguments", "code"), COMMANDS, ids=str)
def test_a_process_says_the_same(
    arguments: list[str], code: int, run: Run, run_process: Run, tmp_path: Path
) -> None:
    (tmp_path / "solution.json").write_text(solution())
    (tmp_path / "model.lp").write_text(MODEL)
    (tmp_path / "odd.yaml").write_text("puzzle: dominoes\nregion: |\n  ...\n  #.#\n")
    before = {path.name for path in tmp_path.iterdir()}
    first = run_process(*arguments)
    written = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    second = run(*arguments)
    assert first.returncode == second.returncode == code
    assert without_times(first.stdout) == without_times(second.stdout)
    assert without_times(first.stderr) == without_times(second.stderr)
    assert written == {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    named = {argument for argument in arguments if argument == "a.svg"}
    assert set(written) == before | named
    if "--json" in arguments:
        assert isinstance(json.loads(first.stdout), dict)
