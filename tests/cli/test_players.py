"""`ilpuzzles hint` and `ilpuzzles repair`: what a person with the box reads, and how they end."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ilpuzzles.experiments.experiments import experiment
from support.commands import Asked, Call
from support.places import PUZZLE_FILES

BOARD = ".....AAAEEE/.....ALEE.D/GGG..LLL..D/KKGI.IL..DD/KKGIIIJJJJD"
HOPELESS = "BBB..AAA.../BB...A...../GGG......../KKGI.I...../KKGIII.JJJJ"

NOTHING_GIVEN = (
    "one does not say which of its rows hold what is given; state them in a group called 'given'"
)


def test_a_hint_is_drawn_and_explained(call: Call) -> None:
    code, said, noted = call(f"hint lonpos --board {BOARD}")
    assert (code, said.count("[H]"), noted.count("\n")) == (0, 5, 1)
    assert "\ngiven: A D E G I J K L   placed: H\nplace H (magenta) in row 2, column 10; " in said
    assert "checked" in noted
    assert call(f"hint lonpos --board {BOARD} --quiet") == (0, "", "")


def test_a_hint_as_data(asked: Asked) -> None:
    data = asked(f"hint lonpos --board {BOARD}")
    assert (data["state"], data["complete"], data["count"]) == ("sure", True, None)
    hint = data["hint"]
    assert (hint["tile"], hint["colour"]) == ("H", "magenta")
    assert (hint["reason"], hint["proof"]["minimal"]) == ("hole", True)
    assert hint["proof"]["spots"] == ["row 2, column 10", "row 4, column 9"]
    assert hint["atoms"] == [[1, 9], [2, 8], [2, 9], [3, 7], [3, 8]]
    assert (hint["board"]["rows"][2], data["verified_by"]) == ("GGG..LLLHHD", ["rows", "rules"])


@pytest.mark.exhaustive
def test_hint_and_repair_say_where_there_is_no_solution(call: Call, asked: Asked) -> None:
    code, said, _ = call(f"hint lonpos --board {HOPELESS}")
    assert code == 3
    assert said.endswith(
        "\nproved: there is no solution\n"
        f"to see what to take back: ilpuzzles repair lonpos --board {HOPELESS}\n"
    )
    # What this says is that of `docs/howto/play.md`.
    data = asked(f"repair lonpos --board {HOPELESS}")
    assert (data["take_back"], data["alternatives"]) == (["J"], [["J"], ["A"]])
    assert (data["all_alternatives"], data["at_least"], data["complete"]) == (True, 1, True)
    assert data["board"]["rows"][4] == "KKGIII....."
    # What is left can be solved, and a hint leads on.
    rest = "/".join(data["board"]["rows"])
    assert call(f"hint lonpos --board {rest}")[0] == 0
    code, said, _ = call(f"repair lonpos --board {rest}")
    assert code == 0
    assert said.endswith("there is a solution, so nothing has to be taken back\n")


def test_a_complete_board_needs_no_hint(call: Call, asked: Asked) -> None:
    answer = asked(f"lonpos --board {BOARD}")
    code, said, _ = call(f"hint lonpos --board {'/'.join(answer['solutions'][0]['rows'])}")
    assert (code, said.splitlines()[-1]) == (0, "complete: no piece is left")


def test_several_solutions_may_share_nothing(call: Call, asked: Asked) -> None:
    code, said, _ = call("hint tetrahexes")
    assert code == 0
    assert said.endswith(
        "no piece is forced: several solutions are left, and they share no further piece\n"
        "to see one of them: ilpuzzles tetrahexes\n"
    )
    assert asked("hint tetrahexes")["hint"] is None


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
    puzzle: str, words: str, call: Call, asked: Asked, tmp_path: Path
) -> None:
    tower = puzzle == "tower"
    tiles = asked(f"{puzzle} {'--height 2' if tower else ''}")["solutions"][0]["tiles"]
    # The tile of the first cell is missing, and nothing else.
    missing = min(tiles, key=lambda one: one["atoms"])
    rhombus = "region: {rows: 6, columns: 6}" if puzzle == "hexiamonds" else ""
    lines = [f"puzzle: {puzzle}", "parameters: {height: 2}" if tower else rhombus, "givens:"]
    given = [one for one in tiles if one != missing]
    lines += [f"- {{tile: '{one['tile']}', atoms: {one['atoms']}}}" for one in given]
    (tmp_path / "almost.yaml").write_text("\n".join(lines))
    code, said, noted = call(f"hint {puzzle} --file almost.yaml")
    assert code == 0, noted
    for part in (f"place {missing['tile']}", words, "can be covered in no other way"):
        assert part in said


def test_hints_of_other_families(call: Call) -> None:
    code, said, _ = call("hint surasshupakku --board 1.1../..23./32..2/...../.3..1")
    assert code == 0
    assert "[\N{BOX DRAWINGS LIGHT DIAGONAL UPPER LEFT TO LOWER RIGHT}]" in said
    why = "why: if it were cut like / or left whole, a part would have too many clues"
    assert said.endswith(f"cut row 2, column 2 like \\\n{why}\n")
    code, said, noted = call(f"--puzzle {PUZZLE_FILES}/star_battle.py hint --preset small")
    assert code == 0, noted
    assert "] is 1\nwhy: it follows from the rules alone\n" in said


@pytest.mark.exhaustive
def test_pictures_and_pages(call: Call, tmp_path: Path) -> None:
    for command, board in (("hint", BOARD), ("repair", HOPELESS)):
        files = f"--svg {command}.svg --html {command}.html"
        assert call(f"{command} lonpos --board {board} {files}")[0] == 0
        assert (tmp_path / f"{command}.svg").read_text(encoding="utf-8").startswith("<svg")
    page = (tmp_path / "hint.html").read_text(encoding="utf-8")
    assert "Place H (magenta)" in page
    assert "whatever else covers row 2, column 10" in page


def test_the_page_of_a_hint_speaks_of_the_puzzle(call: Call, tmp_path: Path) -> None:
    assert call("hint sudoku --preset small --html hint.html")[0] == 0
    page = (tmp_path / "hint.html").read_text(encoding="utf-8")
    assert "Asked: the next forced value." in page
    assert "forced piece" not in page


@pytest.mark.parametrize("command", ["hint", "repair", "explain"])
def test_a_limit_does_not_say_that_something_was_found(command: str, call: Call) -> None:
    code, said, noted = call(f"{command} lonpos --board {HOPELESS} --time-limit 0.000001")
    assert code == 4
    assert "the time limit came first" in said
    assert re.fullmatch(r"searched by cpsat for [\d.]+ s\n", noted)


def test_a_puzzle_with_nothing_given_has_nothing_to_take_back(call: Call, tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(
        "import ilpuzzles\nfrom ilpuzzles.genres import Genre\n\ngenre = Genre()\n\n\n"
        "@genre.model\ndef build(board):\n    model = ilpuzzles.Model('one')\n"
        "    x = model.binary('x')\n    model.add(x >= 1)\n    model.add(x <= 0)\n"
        "    return model\n"
    )
    code, _, noted = call("--puzzle one.py repair")
    assert (code, noted) == (2, f"{NOTHING_GIVEN}; or ask 'explain --give-up rows'\n")
    code, said, _ = call("--puzzle one.py hint")
    assert code == 3
    assert said.endswith("to see why: ilpuzzles explain one --puzzle one.py\n")


def test_pieces_are_shown_with_their_colours(call: Call) -> None:
    _, shown, _ = call("show lonpos")
    for name, colour in (
        *(("A", "orange"), ("B", "red"), ("C", "blue"), ("D", "pink"), ("E", "dark green")),
        *(("F", "white"), ("G", "light blue"), ("H", "magenta"), ("I", "yellow")),
        *(("J", "purple"), ("K", "light green"), ("L", "grey")),
    ):
        assert f"\n{name}  {colour}, " in shown


def test_names_of_the_release_before_work_and_say_so(call: Call) -> None:
    code, _, noted = call("undo dominoes --preset 4x4")
    assert (code, "'undo' is called 'repair' now; the old name" in noted) == (0, True)
    code, _, noted = call("show tetrahexes --positions")
    assert (code, "'--positions' is called '--placements' now" in noted) == (0, True)
    assert call("undo dominoes --preset 4x4 --quiet") == (0, "", "")
    with pytest.warns(DeprecationWarning, match="Experiment.undo is called repair"):
        assert experiment("dominoes", "4x4").undo().taken_back == ()
