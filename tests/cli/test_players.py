"""`ilpuzzles hint` and `ilpuzzles undo`: what a person with the box reads, and how they end."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from support.commands import Run
from support.places import DOCS

BOARD = ".....AAAEEE/.....ALEE.D/GGG..LLL..D/KKGI.IL..DD/KKGIIIJJJJD"
HOPELESS = "BBB..AAA.../BB...A...../GGG......../KKGI.I...../KKGIII.JJJJ"

HINT = """\
┌───────────────────┬───────────┬───────────┐
│ ·   ·   ·   ·   · │ A   A   A │ E   E   E │
│                   │   ┌───┬───┘   ┌───┬───┤
│ ·   ·   ·   ·   · │ A │ L │ E   E │[H]│ D │
├───────────┐       ├───┘   └───┬───┘   │   │
│ G   G   G │ ·   · │ L   L   L │[H] [H]│ D │
├───────┐   ├───┐   ├───┐   ┌───┘   ┌───┘   │
│ K   K │ G │ I │ · │ I │ L │[H] [H]│ D   D │
│       │   │   └───┘   ├───┴───────┴───┐   │
│ K   K │ G │ I   I   I │ J   J   J   J │ D │
└───────┴───┴───────────┴───────────────┴───┘
given: A D E G I J K L   placed: H
place H (magenta) in row 2, column 10; row 3, columns 9 and 10; row 4, columns 8 and 9
why: row 2, column 10 can be covered in 2 ways, and the other one leaves a hole that nothing fills
  with F (white) in row 2, column 10; row 3, columns 9 and 10, nothing would fill row 4, columns 8 \
and 9
"""

UNDO = """\
┌───────────┬───────┬───────────┬───────────┐
│ B   B   B │ ·   · │ A   A   A │ ·   ·   · │
│       ┌───┘       │   ┌───────┘           │
│ B   B │ ·   ·   · │ A │ ·   ·   ·   ·   · │
├───────┴───┐       └───┘                   │
│ G   G   G │ ·   ·   ·   ·   ·   ·   ·   · │
├───────┐   ├───┐   ┌───┐                   │
│ K   K │ G │ I │ · │ I │ ·   ·   ·   ·   · │
│       │   │   └───┘   │                   │
│ K   K │ G │ I   I   I │ ·  [·] [·] [·] [·]│
└───────┴───┴───────────┴───────────────────┘
given: A B G I K   to place: C D E F H J L
take back J (purple), and there is a solution
or instead: A (orange)
"""


def test_a_hint_is_drawn_and_explained(run: Run) -> None:
    printed = run("hint", "lonpos", "--board", BOARD.lower())
    assert (printed.returncode, printed.stdout) == (0, HINT)
    assert "checked" in printed.stderr
    assert len(printed.stderr.splitlines()) == 1


def test_a_hint_as_data(run: Run) -> None:
    printed = run("hint", "lonpos", "--board", BOARD, "--json")
    data = json.loads(printed.stdout)
    assert (data["state"], data["complete"], data["count"]) == ("sure", True, None)
    hint = data["hint"]
    assert (hint["tile"], hint["colour"]) == ("H", "magenta")
    assert (hint["reason"], hint["ways"]) == ("hole", 2)
    assert hint["atoms"] == [[1, 9], [2, 8], [2, 9], [3, 7], [3, 8]]
    assert hint["board"]["rows"][2] == "GGG..LLLHHD"
    assert data["verified_by"] == ["rows", "rules"]
    quiet = run("hint", "lonpos", "--board", BOARD, "--quiet")
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, "", "")


def test_hint_and_undo_say_where_there_is_no_solution(run: Run) -> None:
    lost = run("hint", "lonpos", "--board", HOPELESS)
    assert lost.returncode == 3
    assert lost.stdout.endswith(
        "\nproved: there is no solution\n'ilpuzzles undo' says what to take back\n"
    )
    back = run("undo", "lonpos", "--board", HOPELESS)
    assert (back.returncode, back.stdout) == (0, UNDO)
    data = json.loads(run("undo", "lonpos", "--board", HOPELESS, "--json").stdout)
    assert (data["take_back"], data["alternatives"]) == (["J"], [["J"], ["A"]])
    assert (data["all_alternatives"], data["at_least"], data["complete"]) == (True, 1, True)
    assert data["board"]["rows"][4] == "KKGIII....."
    # What is left can be solved, and a hint leads on.
    rest = "/".join(data["board"]["rows"])
    assert run("hint", "lonpos", "--board", rest).returncode == 0
    solvable = run("undo", "lonpos", "--board", rest)
    assert solvable.returncode == 0
    assert solvable.stdout.endswith("there is a solution, so nothing has to be taken back\n")


def test_a_complete_board_needs_no_hint(run: Run) -> None:
    answer = json.loads(run("lonpos", "--board", BOARD, "--json").stdout)
    solved = "/".join(answer["solutions"][0]["rows"])
    printed = run("hint", "lonpos", "--board", solved)
    assert (printed.returncode, printed.stdout.splitlines()[-1]) == (
        0,
        "complete: no piece is left",
    )


def test_several_solutions_may_share_nothing(run: Run) -> None:
    printed = run("hint", "tetrahexes")
    assert printed.returncode == 0
    assert printed.stdout.endswith(
        "no piece is sure: several solutions are left, and they share no further piece\n"
        "'ilpuzzles tetrahexes' shows one of them for the same position\n"
    )
    assert json.loads(run("hint", "tetrahexes", "--json").stdout)["hint"] is None


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        ("soma", "layer 1, row 1, column 1"),
        ("pyramid", "layer 1, row 1, column 1"),
        ("tritetratan", ", cells 1 and 2"),
        ("hexiamonds", "row 1, cell 1"),
        ("tower", "row 1, column"),
    ],
)
def test_cells_have_names_on_every_lattice(
    puzzle: str, words: str, run: Run, tmp_path: Path
) -> None:
    tower = puzzle == "tower"
    options = ["--height", "2"] if tower else []
    tiles = json.loads(run(puzzle, *options, "--json").stdout)["solutions"][0]["tiles"]
    # The tile of the first cell is missing, and nothing else.
    missing = min(tiles, key=lambda one: one["atoms"])
    rhombus = "region: {rows: 6, columns: 6}" if puzzle == "hexiamonds" else ""
    lines = [f"puzzle: {puzzle}", "parameters: {height: 2}" if tower else rhombus, "givens:"]
    given = [one for one in tiles if one != missing]
    lines += [f"- {{tile: '{one['tile']}', atoms: {one['atoms']}}}" for one in given]
    (tmp_path / "almost.yaml").write_text("\n".join(lines))
    printed = run("hint", puzzle, "--file", "almost.yaml")
    assert printed.returncode == 0, printed.stderr
    assert f"place {missing['tile']}" in printed.stdout
    assert words in printed.stdout
    assert "can be covered in no other way" in printed.stdout


def test_hints_of_other_families(run: Run) -> None:
    board = run("hint", "surasshupakku", "--board", "1.1../..23./32..2/...../.3..1")
    assert board.returncode == 0
    assert "[\N{BOX DRAWINGS LIGHT DIAGONAL UPPER RIGHT TO LOWER LEFT}]" in board.stdout
    assert board.stdout.endswith(
        "cut row 1, column 2 like /\nwhy: it is part of the only solution\n"
    )
    stars = run("--puzzle", str(DOCS / "examples" / "star_battle.py"), "hint", "--preset", "small")
    assert stars.returncode == 0, stars.stderr
    assert " is 1\nwhy: it is part of the only solution\n" in stars.stdout


def test_pictures_and_pages(run: Run, tmp_path: Path) -> None:
    for command, board in (("hint", BOARD), ("undo", HOPELESS)):
        files = ["--svg", f"{command}.svg", "--html", f"{command}.html"]
        assert run(command, "lonpos", "--board", board, *files).returncode == 0
        assert (tmp_path / f"{command}.svg").read_text(encoding="utf-8").startswith("<svg")
    page = (tmp_path / "hint.html").read_text(encoding="utf-8")
    assert "Place H (magenta)" in page
    assert "can be covered in 2 ways" in page


@pytest.mark.parametrize("command", ["hint", "undo", "explain"])
def test_a_limit_does_not_say_that_something_was_found(command: str, run: Run) -> None:
    limited = run(command, "lonpos", "--board", HOPELESS, "--time-limit", "0.000001")
    assert limited.returncode == 4
    assert "the time limit came first" in limited.stdout
    assert re.fullmatch(r"searched by cpsat for [\d.]+ s\n", limited.stderr)


@pytest.mark.parametrize("command", ["hint", "undo"])
def test_nonsense(command: str, run: Run) -> None:
    for options, message in (
        (["--board", "AAA"], "a board of 1 row and 3 columns"),
        (["--preset", "8piece"], "unknown preset '8piece'"),
        (["--file", "none.yaml"], "none.yaml: no such file"),
        (["--preset", "8pieces", "--backend", "gurobi"], "unknown backend 'gurobi'"),
        (["--preset", "8pieces", "--count"], "--count"),
        (["--preset", "8pieces", "--break-symmetry", "auto"], "unknown option --break-symmetry; "),
        (["--preset", "8pieces", "--gap", "0.5"], "unknown option --gap; it belongs to "),
        (
            ["--preset", "8pieces", "--without", "gravity"],
            "unknown option --without; it belongs to 'ilpuzzles PUZZLE'"
            if command == "hint"
            else "unknown group 'gravity'",
        ),
    ):
        printed = run(command, "lonpos", *options)
        assert (printed.returncode, printed.stdout) == (2, "")
        assert message in printed.stderr
    assert run(command).returncode == 2


def test_a_puzzle_with_nothing_given_has_nothing_to_take_back(run: Run, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(
        "import ilpuzzles\n\n\ndef build(board):\n    model = ilpuzzles.Model('one')\n"
        "    x = model.binary('x')\n    model.add(x >= 1)\n    model.add(x <= 0)\n"
        "    return model\n"
    )
    undo = run("--puzzle", "one.py", "undo")
    assert undo.returncode == 2
    assert undo.stderr == (
        "one does not say which of its rows hold what is given; "
        "state them in a group called 'given'; or ask 'explain --give-up rows'\n"
    )
    hint = run("--puzzle", "one.py", "hint")
    assert hint.returncode == 3
    assert hint.stdout.endswith("'ilpuzzles explain' says why\n")


def test_pieces_are_shown_with_their_colours(run: Run) -> None:
    shown = run("show", "lonpos").stdout
    for name, colour in (
        *(("A", "orange"), ("B", "red"), ("C", "blue"), ("D", "pink"), ("E", "dark green")),
        *(("F", "white"), ("G", "light blue"), ("H", "magenta"), ("I", "yellow")),
        *(("J", "purple"), ("K", "light green"), ("L", "grey")),
    ):
        assert f"\n{name}  {colour}, " in shown
