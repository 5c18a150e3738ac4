"""`explain` and `whatif` about models in files, and `whatif --fix` about both."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.commands import Run

PLAN = """\
Minimize
 cost: 2 x + y
Subject To
 demand: x + y >= 10
 balance: x - y = 1
 spare: x + z <= 30
Bounds
 x <= {most}
 y <= 4
 z <= 9
General
 x y z
End
"""

ROOKS = """\
* #variable= 4 #constraint= 4
1 x1 1 x2 >= 1 ;
1 x3 1 x4 >= 1 ;
-1 x1 -1 x3 >= 0 ;
-1 x2 -1 x4 >= -1 ;
"""

FIXED = """\
NAME limits
ROWS
 N cost
 G need
COLUMNS
 x cost 1 need 1
 y cost 1 need 1
RHS
 RHS need 7.5
BOUNDS
 UP BND x 2.5
 UP BND y 4
ENDATA
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.lp"
    path.write_text(PLAN.format(most=4))
    return path


def test_rows_and_bounds_explain_a_model_file(run: Run, plan: Path) -> None:
    done = run("explain", str(plan))
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "there is no solution",
        "what cannot hold together:",
        "  rows without a group (they were stated outside of any group)",
        "    demand: x + y >= 10",
        "  bounds (no variable leaves its bounds)",
        "    x <= 4",
        "    y <= 4",
        "leave out any one of these rows and bounds, and there is a solution of the others",
    ]
    assert "confirmed by" in done.stderr
    data = json.loads(run("explain", str(plan), "--json", "--quiet").stdout)
    assert [row["group"] for row in data["rows"]] == ["rows without a group", "bounds", "bounds"]
    assert data["minimal"] is True
    given_up = run("explain", str(plan), "--give-up", "rows").stdout.splitlines()
    assert given_up[-2:] == ["give up 1 (the fewest):", "  demand: x + y >= 10"]


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("rooks.opb", ROOKS, ["c1: at least one of x1, x2", "c3: - x1 - x3 >= 0", "of ~x2, ~x4"]),
        ("limits.mps", FIXED, ["need: x + y >= 7.5", "x <= 2.5", "y <= 4"]),
        ("cover.txt", "1 1 0\n0 1 1\n", []),
    ],
)
def test_every_model_file_is_explained(
    run: Run, tmp_path: Path, name: str, text: str, lines: list[str]
) -> None:
    path = tmp_path / name
    path.write_text(text)
    done = run("explain", str(path))
    assert done.returncode == 0
    said = done.stdout.splitlines()
    assert said[0] == "there is no solution"
    for line in lines:
        assert any(one.endswith(line) for one in said), line
    assert said[-1].startswith("leave out any one of these rows")


def test_a_puzzle_in_a_file_has_its_groups(run: Run, tmp_path: Path) -> None:
    for name in ("lonpos.ilp.json", "lonpos.lp"):
        path = str(tmp_path / name)
        format_ = "ilpuzzles" if name.endswith("json") else "lp"
        made = run("export", "lonpos", "--preset", "8pieces", "--format", format_, "--output", path)
        assert made.returncode == 0
        table = run("whatif", path, "--limit", "2").stdout.splitlines()
        assert [line.split("  ")[0] for line in table[1:]] == [
            "as it is",
            "without each tile once",
            "without each cell once",
            "without starting position",
        ]
        assert "exactly 1" in table[1]
        assert all("2 or more" in line for line in table[2:])


def test_variables_of_a_model_file_are_fixed(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "plan.lp"
    path.write_text(PLAN.format(most=20))
    done = run("whatif", str(path), "--fix", "x = 6, y=4", "--fix", "z=9", "--json")
    assert done.returncode == 0
    found = {one["variant"]: one for one in json.loads(done.stdout)["variants"]}
    # Of the plans with x - y = 1, y <= 4 leaves x = 5; with demand 10 there is none.
    assert {name: one["count"] for name, one in found.items()} == {
        "as it is": 0,
        "x = 6, y=4": 0,
        "z=9": 0,
    }
    path.write_text(PLAN.format(most=20).replace(">= 10", ">= 9"))
    done = run("whatif", str(path), "--fix", "x = 6, y=4", "--fix", "z=9", "--json")
    found = {one["variant"]: one for one in json.loads(done.stdout)["variants"]}
    assert {name: one["count"] for name, one in found.items()} == {
        "as it is": 10,
        "x = 6, y=4": 0,
        "z=9": 1,
    }
    assert found["z=9"]["objective"] == 14


def test_tiles_are_fixed_by_their_positions(run: Run) -> None:
    rows = {}
    for formulation in ("placement", "reduced", "cells"):
        how = ("--preset", "5pieces", "--formulation", formulation, "--limit", "3")
        wanted = ("--fix", "K.1@1.4", "--fix", "K.1@1.1", "--fix", "K.1@1.4,A.7@7.3")
        done = run("whatif", "lonpos", *how, *wanted, "--json")
        assert done.returncode == 0, done.stderr
        rows[formulation] = [
            (one["variant"], one["count"], one["complete"])
            for one in json.loads(done.stdout)["variants"]
        ]
    # Another tile lies at K.1@1.1.
    assert rows["placement"] == [
        ("as it is", 1, True),
        ("K.1@1.4", 1, True),
        ("K.1@1.1", 0, True),
        ("K.1@1.4,A.7@7.3", 1, True),
    ]
    assert rows["reduced"] == rows["cells"] == rows["placement"]


def test_each_group_is_left_out_by_default(run: Run) -> None:
    table = run("whatif", "surasshupakku", "--preset", "5x5", "--limit", "2").stdout.splitlines()
    shown = run("show", "surasshupakku", "--preset", "5x5", "--json").stdout
    groups = list(json.loads(shown)["groups"])
    assert [line.split("  ")[0] for line in table[2:]] == [f"without {name}" for name in groups]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("whatif PLAN", "PLAN has no groups to leave out; add --fix NAME=VALUE"),
        ("whatif PLAN --fix w=1", "the model has no variable 'w'; it has, for example, x, y, z"),
        ("whatif PLAN --fix x=much", "'much' is not a number; write NAME=VALUE"),
        ("whatif PLAN --fix x=1,x=2", "x has two values in 'x=1,x=2'; keep one of them"),
        ("whatif PLAN --fix x=99", "x cannot be fixed to 99; it is within 0 and 4"),
        ("whatif PLAN --fix x", "'x' fixes nothing; write NAME=VALUE"),
        ("whatif PLAN --preset 4", "--preset with a model file; leave it out, or name a puzzle"),
        (
            "explain PLAN --break-symmetry auto",
            "--break-symmetry with a model file; leave it out, or name a puzzle",
        ),
        ("explain PLAN --svg a.svg", "--svg with a model file; leave it out, or name a puzzle"),
        ("explain no.lp", "no.lp: no such file; check the path"),
        ("hint PLAN", "unknown puzzle "),
        ("whatif lonpos --preset empty --fix K.2@1.1", "tile K has no shape 2; its shapes: 1"),
        (
            "whatif lonpos --preset empty --fix K.1@11.1",
            "tile K does not lie at 11.1 in shape 1; it would be off the region; see ",
        ),
        (
            "whatif cube --formulation cells --fix L.1@1.1.1",
            "formulation cells has no variable for L.1@1.1.1; use another one, or write NAME=VALUE",
        ),
        (
            "whatif surasshupakku --preset 5x5 --fix cut",
            "'cut' fixes nothing; write NAME=VALUE",
        ),
    ],
)
def test_nonsense_is_a_line(run: Run, plan: Path, arguments: str, said: str) -> None:
    done = run(*arguments.replace("PLAN", str(plan)).split())
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(said.replace("PLAN", str(plan)))
    assert len(done.stderr.splitlines()) == 1
