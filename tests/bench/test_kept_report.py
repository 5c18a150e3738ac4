"""The report in the repository is what the commands in its first lines make of the kept results."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import matplotlib as mpl
import pytest

from ilpuzzles.bench.bench_run import BenchRun as Made
from ilpuzzles.bench.results import read_results
from support.commands import Run
from support.places import DOCS

KEPT = DOCS / "benchmarks"
COMMANDS = [
    "ilpuzzles bench seeds --jsonl seeds.jsonl",
    "ilpuzzles bench report seeds.jsonl --html seeds.html --markdown seeds.md",
]


@pytest.fixture(scope="module")
def runs() -> list[Made]:
    return list(read_results(KEPT / "seeds.jsonl").runs)


def test_it_is_made_anew_in_the_same_way(run: Run, tmp_path: Path) -> None:
    shutil.copy(KEPT / "seeds.jsonl", tmp_path)
    text = (KEPT / "seeds.md").read_text(encoding="utf-8")
    assert text.split("```")[1].splitlines()[1:] == COMMANDS
    assert run(*COMMANDS[1].split()[1:]).returncode == 0
    made = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    kept = {path.name: path.read_text(encoding="utf-8") for path in KEPT.glob("seeds*")}
    if f"<!-- matplotlib {mpl.__version__} -->" not in kept["seeds.html"]:
        # Another version may draw the same a little differently.
        made, kept = ({name: _words(text) for name, text in one.items()} for one in (made, kept))
    assert made == kept


def _words(text: str) -> str:
    """A page or a picture without its tags."""
    return re.sub(r"\s+", " ", re.sub("<[^>]*>", " ", text))


def test_nothing_in_it_is_wrong(runs: list[Made]) -> None:
    assert not [run.error for run in runs if run.error]
    found = [
        run for run in runs if run.question == "solve" and run.status in {"optimal", "feasible"}
    ]
    assert len(found) > 500
    assert all(run.checked == ("rows", "rules") for run in found if run.sound)
    open_ones = {(run.case, run.solver) for run in runs if not run.solved}
    assert {solver.split()[0] for _, solver in open_ones} <= {"cells", "cells-aggregated", "seed"}


def test_it_counts_what_the_seeds_count(runs: list[Made]) -> None:
    counted = {run.case: run.count for run in runs if run.question == "count-up-to-symmetry"}
    towers = [count for case, count in counted.items() if case.startswith("tower")]
    assert towers == [23, 2294, 13588, 6164]
    assert sum(filter(None, towers)) == 22069
    assert counted["tritetratan form"] == 31


def test_every_run_is_of_one_quiet_machine(runs: list[Made]) -> None:
    assert {(run.machine, run.beside) for run in runs} == {(runs[0].machine, 1)}
