"""`ilpuzzles show --placements` and `--steps`, as a user meets them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.commands import Asked, Call, Run
from support.places import TESTS

BREAKING = "tile C lies in 74 of 148 placements: one of all equivalent solutions is left"
PRINTED = (TESTS / "puzzles" / "data" / "logelium_positions.txt").read_text()


def test_positions_are_lines_and_then_lists(run: Run) -> None:
    done = run("show", "tritetratan", "--placements")
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


def test_positions_as_json(asked: Asked) -> None:
    data = asked("show tritetratan --placements")
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


def test_further_atoms_are_called_by_their_names(call: Call, asked: Asked) -> None:
    _, said, _ = call("show tower --height 3 --placements")
    assert "atom 36 at ring 0: main list 60, secondary list 0" in said.splitlines()
    data = asked("show tower --height 3 --placements")
    assert (data["preset"], data["atoms"][36]["point"]) == ("height-3", ["ring", 0])


@pytest.mark.exhaustive
def test_steps(call: Call) -> None:
    code, said, noted = call("show tetrahexes --steps")
    assert (code, noted) == (0, "")
    assert said.splitlines() == [
        "28 atoms, 7 tiles, 2 symmetries",
        "placements 488",
        f"after symmetry 414 ({BREAKING})",
        "after reduction 303",
        "to search: about 420 ± 15 placements (4,000 random dives)",
    ]
    _, off, _ = call("show tetrahexes --steps --break-symmetry off")
    assert off.splitlines()[2:4] == [
        "after symmetry: the same, symmetry breaking is off",
        "after reduction 414",
    ]
    _, other, _ = call("show tetrahexes --preset parallelogram --steps --break-symmetry D")
    assert "(tile D lies in " in other


def test_steps_as_json(asked: Asked) -> None:
    assert asked("show tetrahexes --steps") == {
        "puzzle": "tetrahexes",
        "preset": "parallelogram",
        "atoms": 28,
        "tiles": 7,
        "symmetries": 2,
        "steps": [
            {"step": "placements", "count": 488, "note": ""},
            {"step": "after symmetry", "count": 414, "note": BREAKING},
            {"step": "after reduction", "count": 303, "note": ""},
        ],
        "search": {"placements": 424, "standard_error": 15, "dives": 4000},
    }


def given(labels: list[str]) -> str:
    """A file of a position that has these tiles."""
    entries = "".join(f"  - at: {label}\n" for label in labels)
    return f"puzzle: tritetratan\ngivens:\n{entries}"


@pytest.mark.exhaustive
def test_a_solution_is_written_as_by_the_logelium(call: Call, asked: Asked, tmp_path: Path) -> None:
    """The printed solution, all of its tiles given but two, character for character."""
    labels = [line.split()[0] for line in PRINTED.splitlines()]
    (tmp_path / "whole.yaml").write_text(given(labels))
    _, said, _ = call("show tritetratan --file whole.yaml --steps")
    assert said.splitlines()[2].startswith("after the starting position 18 (")
    (tmp_path / "my.yaml").write_text(given(labels[:-2]))
    assert call("tritetratan --file my.yaml --placements")[:2] == (0, PRINTED)
    # A list has an empty line between solutions, and JSON has them all.
    _, several, _ = call("cube --limit 3 --placements")
    solutions = [part.splitlines() for part in several.split("\n\n")]
    assert [len(lines) for lines in solutions] == [9, 9, 9]
    data = asked("cube --limit 3 --placements")
    assert data["positions"] == solutions
    for lines, solution in zip(solutions, data["solutions"], strict=True):
        bits = [int(line.partition(" ")[2].replace(" ", ""), 16) for line in lines]
        assert sum(bits) == ((1 << 27) - 1) << 5
        assert len(solution["tiles"]) == 9


def test_a_part_of_a_tile_has_its_name_alone(run: Run) -> None:
    lines = run("lonpos", "--preset", "3pieces-2", "--forced", "--placements").stdout.splitlines()
    heads = [line.split()[0] for line in lines[:-1]]
    assert lines[-1].endswith("are the same in every solution")
    assert sum("@" in head for head in heads) >= 3
    assert all(len(head) == 1 for head in heads if "@" not in head)


def test_all_orientations_of_a_tile_are_drawn(run: Run, asked: Asked, tmp_path: Path) -> None:
    done = run("show", "lonpos", "--tile", "A")
    assert done.returncode == 0
    assert done.stdout.splitlines()[:3] == [
        "A  orange, L tetromino, 4 cells",
        "   1           2         3           4         5           6         7           8",
        "   A             A       A A A       A A           A       A A       A A A       A",
    ]
    data = asked("show tritetratan --tile Q --svg q.svg")
    assert [one["shape"] for one in data["shapes"]] == [*range(1, 9)]
    assert len({str(one["atoms"]) for one in data["shapes"]}) == 8
    svg = (tmp_path / "q.svg").read_text()
    assert svg.count(">Q</text>") == 8
    assert [f">{number}</text>" in svg for number in range(10)] == [False, *8 * [True], False]
    # The numbers are those of the notation.
    shown = run("show", "tritetratan", "--placements").stdout
    assert {line[2] for line in shown.splitlines() if line.startswith("Q.")} == set("12345678")
    assert run("show", "soma", "--tile", "V").stdout.split("\n")[1].split()[-1] == "16"


@pytest.mark.parametrize(
    ("puzzle", "preset", "atoms"),
    [
        ("lonpos", "8pieces", 55),
        ("tritetratan", "form", 136),
        ("tower", "height-2", 26),
        ("pyramid", "empty", 55),
        ("tetrahexes", "parallelogram", 28),
    ],
)
def test_numbers_of_atoms(call: Call, tmp_path: Path, puzzle: str, preset: str, atoms: int) -> None:
    """Every number stands once, above the letters of squares, in place of those elsewhere."""
    path = tmp_path / "numbered.svg"
    for command in (puzzle, f"show {puzzle}"):
        assert call(f"{command} --preset {preset} --svg numbered.svg --view numbered")[0] == 0
        svg = path.read_text()
        found = re.findall(r'<text class="a"[^>]*>(\d+)</text>', svg)
        assert sorted(map(int, found)) == [*range(atoms)]
        assert 'class="r"' not in svg
    letters = re.findall(r">([A-Z0-9])</text>", re.sub(r'<text class="a".*', "", svg))
    assert bool(letters) == (puzzle == "lonpos")
