"""Specifications out of what stands on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from ilpuzzles.bench.command_spec import altered, spec_of
from ilpuzzles.bench.spec import Tuning
from ilpuzzles.bench.spec_schema import read_spec
from ilpuzzles.errors import InputError

TWO = """\
title: Two cases
formulations: placement
options: [{}, {gap: 0.01}]
repeat: 3
cases:
  - {puzzle: lonpos, preset: 8pieces}
  - {puzzle: tower, also: [reduced cpsat], repeat: 1}
"""


def test_cases_are_named_on_the_command_line(tmp_path: Path) -> None:
    spec = spec_of(["slashpack:5x5", "tower"], [tmp_path / "a.lp"], ["own.py:build"])
    names = [case.name for case in spec.cases]
    assert names == ["surasshupakku 5x5", "tower", "a.lp", "own.py:build"]
    for puzzles, what in (
        (["lonpo"], "unknown puzzle 'lonpo'"),
        (["lonpos:x"], "unknown preset 'x'"),
        (["tower", "tower"], "two cases are named 'tower'"),
    ):
        with pytest.raises(InputError, match=what):
            spec_of(puzzles, [], [])
    with pytest.raises(InputError, match="names no function"):
        spec_of([], [], ["own.py"])


def test_options_win_over_the_file(tmp_path: Path) -> None:
    spec_file = tmp_path / "spec.yaml"
    spec_file.write_text(TWO, encoding="utf-8")
    spec = altered(
        read_spec(spec_file),
        {
            "question": "unique",
            "formulations": ["cells"],
            "backends": ["scip"],
            "time_limit": 9.0,
            "repeat": None,
            "seeds": [3, 3],
            "threads": [1, 2],
            "node_limit": 10,
        },
    )
    first, second = spec.cases[0].settings, spec.cases[1].settings
    assert (first.question, first.formulations, first.backends) == ("unique", ("cells",), ("scip",))
    assert (first.time_limit, first.repeat, first.seeds) == (9.0, 3, (3,))
    assert (second.repeat, second.also) == (1, ())
    assert first.tunings == (
        Tuning(1, 0, 10),
        Tuning(1, 0.01, 10),
        Tuning(2, 0, 10),
        Tuning(2, 0.01, 10),
    )


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"repeat": 0}, "repetitions must be between 1 and 1,000, got 0"),
        ({"time_limit": 0.0}, "the time limit must be above 0"),
        ({"time_limit": float("nan")}, "the time limit must be above 0"),
        ({"formulations": ["cels"]}, "unknown formulation 'cels'; did you mean 'cells'"),
        ({"backends": ["auto"]}, "unknown backend 'auto'; known: cbc, clingo, cpsat, exactcover"),
        ({"backends": ["cbc", "cpsta"]}, "unknown backend 'cpsta'; did you mean 'cpsat'"),
        ({"threads": [0]}, "between 1 and 1024, got 0"),
        ({"gap": -1.0}, "gap must be 0"),
        ({"seeds": [-1]}, "seed must be between"),
    ],
)
def test_options_without_sense_are_refused(options: dict[str, object], what: str) -> None:
    with pytest.raises(InputError, match=what):
        altered(spec_of(["cube:empty"], [], []), options)


def test_options_have_a_name() -> None:
    assert (Tuning().text, Tuning(workers=2, gap=0.01).text) == ("", "workers 2, gap 0.01")
