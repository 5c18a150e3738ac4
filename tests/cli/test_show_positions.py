"""`ilpuzzles show --positions` and `--steps`, as a user meets them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.commands import Run
from support.places import TESTS

BREAKING = "tile K lies in 30 of 120 placements: one of all equivalent solutions is left"
PRINTED = (TESTS / "puzzles" / "data" / "logelium_positions.txt").read_text()


def test_positions_are_lines_and_then_lists(run: Run) -> None:
    done = run("show", "tritetratan", "--positions")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    positions, lists = lines[:1421], lines[1421:]
    assert set(PRINTED.splitlines()) <= set(positions)
    heads = [line for line in lists if not line.startswith(" ")]
    assert len(heads) == 136
    assert heads[0] == "atom 0 at (0, -2): main list 19, secondary list 19"
    listed = [label for line in lists if line.startswith(" ") for label in line.split()]
    assert sorted(listed) == sorted(line.split()[0] for line in positions)
    assert max(map(len, lists)) <= 100


def test_positions_as_json(run: Run) -> None:
    data = json.loads(run("show", "tritetratan", "--positions", "--json").stdout)
    assert (data["puzzle"], data["preset"]) == ("tritetratan", "form")
    assert (len(data["positions"]), len(data["atoms"])) == (1421, 136)
    position = next(entry for entry in data["positions"] if entry["label"] == "Q.1@3.1")
    assert position == {
        "label": "Q.1@3.1",
        "tile": "Q",
        "shape": 1,
        "place": [3, 1],
        "atoms": [8, 9, 10, 11, 31, 33, 34, 36],
        "hex": "00F00001 68000000 00000000 00000000 00",
    }
    number = data["positions"].index(position)
    for atom in data["atoms"]:
        assert (number in atom["main"]) == (atom["atom"] in position["atoms"])
        assert (number in atom["secondary"]) == (atom["atom"] == 8)


def test_further_atoms_are_called_by_their_names(run: Run) -> None:
    done = run("show", "tower", "--height", "3", "--positions")
    assert "atom 36 at ring 0: main list 60, secondary list 0" in done.stdout.splitlines()
    data = json.loads(run("show", "tower", "--height", "3", "--positions", "--json").stdout)
    assert (data["preset"], data["atoms"][36]["point"]) == ("height-3", ["ring", 0])


def test_steps(run: Run) -> None:
    done = run("show", "tritetratan", "--steps")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "136 atoms, 18 tiles, 4 symmetries",
        "placements 1,421",
        f"after symmetry 1,331 ({BREAKING})",
        "after reduction 1,140",
    ]
    off = run("show", "tritetratan", "--steps", "--break-symmetry", "off")
    assert off.stdout.splitlines()[2:] == [
        "after symmetry: the same, symmetry breaking is off",
        "after reduction 1,227",
    ]
    other = run("show", "tritetratan", "--preset", "form", "--steps", "--break-symmetry", "A")
    assert "(tile A lies in " in other.stdout


def test_steps_as_json(run: Run) -> None:
    data = json.loads(run("show", "tritetratan", "--steps", "--json").stdout)
    assert data == {
        "puzzle": "tritetratan",
        "preset": "form",
        "atoms": 136,
        "tiles": 18,
        "symmetries": 4,
        "steps": [
            {"step": "placements", "count": 1421, "note": ""},
            {"step": "after symmetry", "count": 1331, "note": BREAKING},
            {"step": "after reduction", "count": 1140, "note": ""},
        ],
    }


def test_a_file_of_ones_own(run: Run, tmp_path: Path) -> None:
    labels = [line.split()[0] for line in PRINTED.splitlines()]
    entries = "".join(f"  - at: {label}\n" for label in labels)
    (tmp_path / "my.yaml").write_text(f"puzzle: tritetratan\ngivens:\n{entries}")
    done = run("show", "tritetratan", "--file", "my.yaml", "--steps")
    assert done.stdout.splitlines()[2].startswith("after the starting position 18 (")
    solved = run("tritetratan", "--file", "my.yaml", "--json")
    data = json.loads(solved.stdout)
    assert (solved.returncode, data["checked"], len(data["solutions"][0]["tiles"])) == (0, True, 18)


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("--steps --break-symmetry KK", "unknown tile 'KK'; did you mean 'K'?"),
        ("--break-symmetry off", "--break-symmetry without --steps; add --steps"),
        ("--positions --break-symmetry A", "--break-symmetry without --steps; add --steps"),
        ("--positions --svg a.svg", "--svg with --positions; leave one of them out"),
        ("--steps --formulation cells", "--formulation with --steps; leave one of them out"),
        ("--preset frm --steps", "unknown preset 'frm'; did you mean 'form'?"),
        (
            "--formulation cells",
            "--formulation without an instance; add --preset NAME or --file FILE",
        ),
    ],
)
def test_what_makes_no_sense_is_said(run: Run, arguments: str, line: str) -> None:
    done = run("show", "tritetratan", *arguments.split())
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{line}\n")


def test_show_without_them_is_what_it_was(run: Run) -> None:
    shown = run("show", "tritetratan").stdout.splitlines()
    assert (shown[0], shown[-1]) == ("TriTetraTan", "presets: form")
