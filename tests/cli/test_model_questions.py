"""`explain` and `whatif` about models in files, and `whatif --fix` about both."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.commands import Asked, Run

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

LIMITS = "Minimize\n c: x + y\nSubject To\n r: x + y >= 7.5\nBounds\n x <= 2.5\n y <= 4\nEnd\n"

FIXED = "Minimize\n obj: x\nSubject To\n c1: x + y >= 10\nBounds\n y = 0\n x <= 4\nEnd\n"


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    path = tmp_path / "plan.lp"
    path.write_text(PLAN.format(most=4))
    return path


@pytest.mark.exhaustive
def test_rows_and_bounds_explain_a_model_file(run: Run, asked: Asked, plan: Path) -> None:
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
        "leave out any one of these rows and bounds, and the others have a solution",
    ]
    assert "confirmed by" in done.stderr
    data = asked("explain", str(plan))
    assert [row["group"] for row in data["rows"]] == ["rows without a group", "bounds", "bounds"]
    assert data["minimal"] is True
    given_up = run("explain", str(plan), "--give-up", "rows").stdout.splitlines()
    assert given_up[-2:] == ["give up 1 (the fewest):", "  demand: x + y >= 10 (by 3)"]


def test_the_command_names_the_bounds_of_a_fixed_variable(
    run: Run, asked: Asked, tmp_path: Path
) -> None:
    path = tmp_path / "fixed.lp"
    path.write_text(FIXED)
    lines = run("explain", str(path)).stdout.splitlines()
    assert lines[3:] == [
        "    c1: y + x >= 10",
        "  bounds (no variable leaves its bounds)",
        "    y <= 0",
        "    x <= 4",
        "leave out any one of these rows and bounds, and the others have a solution",
    ]
    data = asked("explain", str(path))
    assert [row["row"] for row in data["rows"]] == ["c1", "y <= 0", "x <= 4"]
    assert (data["minimal"], data["bounds_granted"], data["binary_granted"]) == (True, [], False)


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("rooks.opb", ROOKS, ["c1: at least one of x1, x2", "c3: - x1 - x3 >= 0", "of ~x2, ~x4"]),
        ("limits.lp", LIMITS, ["r: x + y >= 7.5", "x <= 2.5", "y <= 4"]),
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


@pytest.mark.exhaustive
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


def test_variables_of_a_model_file_are_fixed(asked: Asked, tmp_path: Path) -> None:
    # Of the plans with x - y = 1, y <= 4 leaves x = 5; with demand 10 there is none.
    for demand, counts in ((10, [0, 0, 0]), (9, [10, 0, 1])):
        (tmp_path / "plan.lp").write_text(PLAN.format(most=20).replace(">= 10", f">= {demand}"))
        found = asked("whatif", "plan.lp", "--fix", "x = 6, y=4", "--fix", "z=9")["variants"]
        assert [one["variant"] for one in found] == ["as it is", "x = 6, y=4", "z=9"]
        assert [one["count"] for one in found] == counts
    assert found[2]["objective"] == 14


@pytest.mark.exhaustive
@pytest.mark.parametrize("formulation", ["placement", "reduced", "cells"])
def test_tiles_are_fixed_by_their_positions(asked: Asked, formulation: str) -> None:
    # Another tile lies at K.1@1.1.
    counts = {"K.1@1.4": 1, "K.1@1.1": 0, "K.1@1.4,A.7@7.3": 1}
    how = f"lonpos --preset 5pieces --formulation {formulation} --limit 3"
    data = asked(f"whatif {how} {' '.join(f'--fix {one}' for one in counts)}")
    found = [(one["variant"], one["count"], one["complete"]) for one in data["variants"]]
    assert found == [("as it is", 1, True), *((one, n, True) for one, n in counts.items())]


def test_each_group_is_left_out_by_default(run: Run, asked: Asked) -> None:
    table = run("whatif", "surasshupakku", "--preset", "5x5", "--limit", "2").stdout.splitlines()
    groups = asked("show surasshupakku --preset 5x5")["groups"]
    assert [line.split("  ")[0] for line in table[2:]] == [f"without {name}" for name in groups]
