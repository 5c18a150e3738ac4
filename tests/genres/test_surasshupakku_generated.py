"""New boards of Surasshupakku: one solution, the same for the same seed, and no more."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ilpuzzles.backends.interface import Interrupted
from ilpuzzles.dice import Dice
from ilpuzzles.errors import CheckError, InputError
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.experiments.loading import load
from ilpuzzles.generate.budget import Ending
from ilpuzzles.generate.generator_base import Generated
from support.slash_oracle import all_cuttings, bridge_board, random_board
from support.slashed import judged, letters_of, module, rows_of, rows_of_clues

GENERATOR, CUTTINGS, LOGIC = module("generator"), module("cutting"), module("logic")
BoardRequest, BoardSearch = GENERATOR.BoardRequest, GENERATOR.BoardSearch
board_difficulty, search, key_of = (
    GENERATOR.board_difficulty,
    GENERATOR.search,
    GENERATOR._key,
)
Clues, Cutting, random_cutting = CUTTINGS.Clues, CUTTINGS.Cutting, CUTTINGS.random_cutting
SlashGrid, Rules = LOGIC.SlashGrid, LOGIC.Rules


def made(number: int = 1, parameters: Any = None, **asked: Any) -> Generated[Any, Any]:
    request = BoardRequest(number=number, **asked)
    found: Generated[Any, Any] = BoardSearch("surasshupakku", request, parameters).run()
    return found


def rows_of_digits(drawn: str) -> list[list[int]]:
    """A board from rows of digits, of `.` and of `?`."""
    value = {".": 0, "?": -1} | {str(number): number for number in range(1, 10)}
    return [[value[one] for one in row] for row in drawn.split()]


def loaded_from(board: Any) -> Any:
    """The position in the file of a board that was made."""
    return load("surasshupakku", text=board.text)


def fields_of(clues: Any, letters: int) -> dict[str, Any]:
    words = {0: ".", -1: "?"}
    rows = [" ".join(words.get(clue) or str(clue) for clue in row) for row in clues]
    return {"board": rows, "letters": letters}


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("rows", "columns", "parts", "letters"),
    [(1, 6, 3, 1), (2, 2, 2, 1), (3, 5, 2, 4), (5, 5, 3, 3), (8, 8, 5, 4), (12, 12, 9, 5)],
)
def test_cuttings_obey_all_rules(rows: int, columns: int, parts: int, letters: int) -> None:
    grid, seen = SlashGrid(rows, columns), set()
    for seed in range(6):
        cutting = random_cutting(grid, parts, letters, Dice(seed))
        assert cutting is not None
        assert len(cutting.parts) == parts
        clues = Clues(grid, cutting, letters, 0, Dice(seed)).board()
        lines = grid.lines(cutting.cuts)
        assert judged(fields_of(clues, letters), {"rows": lines}) == []
        seen.add(lines)
    assert len(seen) > 2 or rows * columns < 8
    # There is no room for more parts than this.
    assert random_cutting(grid, rows * columns, letters, Dice(1)) is None


@pytest.mark.exhaustive
@pytest.mark.parametrize("bridges", [False, True])
@pytest.mark.parametrize("start", [0, 16])
def test_the_search_finds_just_the_solutions(start: int, bridges: bool) -> None:
    for seed in range(start, start + 16):
        clues, letters = bridge_board(seed) if seed % 8 == 0 else random_board(seed)
        found = search(Rules(clues, letters, bridges=bridges), most_wrong=10**6)
        assert found.difficulty.complete
        assert len(set(found.solutions)) == len(found.solutions)
        assert set(found.solutions) == all_cuttings(clues, letters, bridges=bridges)


@pytest.mark.parametrize(
    ("drawn", "letters", "wrong", "forced"),
    [
        ("1", 1, 0, 0),
        # Whether the last cell is cut off or not, that leaves a piece without a clue.
        ("1.", 1, 0, 1),
        # Two cuts that meet; a corner that is cut off would have no clue.
        ("1. .1", 1, 0, 2),
        ("12 21", 2, 0, 0),
    ],
)
def test_difficulty_of_handmade_boards(drawn: str, letters: int, wrong: int, forced: int) -> None:
    hard = board_difficulty(Rules(rows_of_digits(drawn), letters, bridges=False))
    assert (hard.wrong, hard.complete, hard.forced) == (wrong, True, forced)


def test_the_difficulty_of_presets() -> None:
    wrong = {}
    for preset in ("5x5", "6x6", "7x7", "8x8"):
        position = load("surasshupakku", preset)
        rules = Rules(rows_of_clues(position), len(letters_of(position)), bridges=False)
        hard = board_difficulty(rules)
        assert (hard.complete, hard.solutions) == (True, 1)
        wrong[preset] = hard.wrong
        little = board_difficulty(rules, most=5)
        assert (little.complete, little.wrong, little.text) == (False, 5, "more than 5")
        assert little.to_json() == {"wrong": 5, "exact": False, "forced_first": hard.forced}
    assert wrong == {"5x5": 16, "6x6": 66, "7x7": 613, "8x8": 903}
    # Where a search begins does not change what it finds.
    plainly = search(rules, most_wrong=10**6)
    (solution,) = plainly.solutions
    assert search(rules, most_wrong=10**6, near=solution) == plainly
    first = search(rules, most_wrong=0, most_solutions=1, near=solution)
    assert first.solutions == (solution,)


@pytest.mark.parametrize(
    "asked",
    [
        {"rows": 1, "columns": 4, "letters": 2, "parts": 1},
        {"rows": 2, "columns": 2, "letters": 1, "parts": 2},
        {"rows": 3, "columns": 4, "letters": 2, "parts": 2, "number": 3},
        {"rows": 4, "columns": 4, "letters": 2, "hidden": 2, "number": 3},
        {"rows": 4, "columns": 4, "letters": 3, "parts": 2, "hidden": 6, "number": 2},
        {"rows": 4, "columns": 4, "letters": 2, "parameters": {"bridges": "allowed"}, "number": 3},
    ],
)
def test_small_boards_have_one_cutting(asked: dict[str, Any]) -> None:
    boards = made(**asked)
    assert boards.ending is Ending.FOUND
    bridges = "parameters" in asked
    for board in boards.positions:
        clues = rows_of_clues(loaded_from(board))
        assert sum(row.count(-1) for row in clues) == boards.request.hidden
        (only,) = all_cuttings(clues, boards.request.letters, bridges=bridges)
        assert list(only) == rows_of(board.solution)
        assert len(board.solution.to_json()["parts"]) == boards.request.wanted_parts
        assert (board.difficulty.complete, board.difficulty.solutions) == (True, 1)


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "asked",
    [
        {"rows": 5, "columns": 5, "letters": 3, "number": 4},
        {"rows": 8, "columns": 8, "letters": 4, "seed": 3},
        {"rows": 6, "columns": 9, "letters": 3, "hidden": 3, "seed": 1},
        {"rows": 7, "columns": 7, "letters": 12, "parts": 2},
    ],
)
def test_boards_are_read_and_proved_by_others(asked: dict[str, Any], tmp_path: Path) -> None:
    boards = made(**asked)
    assert len(boards.positions) == asked.get("number", 1)
    for board in boards.positions:
        path = tmp_path / "board.yaml"
        path.write_text(board.text, encoding="utf-8")
        loaded = load("surasshupakku", file=path)
        assert loaded.instance.solutions == 1
        answer = experiment(loaded, backend="cpsat", formulation="lazy").unique()
        assert answer.unique
        assert rows_of(answer.solutions[0]) == rows_of(board.solution)
        assert loaded.judge(board.solution.to_json()) == []


@pytest.mark.exhaustive
def test_a_seed_makes_the_same_file_again() -> None:
    asked = {"rows": 6, "columns": 6, "letters": 3}
    one, again, other = (made(**asked, seed=seed).positions[0].text for seed in (3, 3, 4))
    assert one == again != other
    lines = one.splitlines()
    assert lines[0] == (
        "# Made by 'ilpuzzles generate surasshupakku --rows 6 --columns 6 --letters 3 --seed 3'."
    )
    assert lines[1].startswith("# Difficulty ")
    assert lines[2].startswith("# Cells that are forced first: ")
    assert lines[3:6] == ["puzzle: surasshupakku", "title: 6 rows and 6 columns", "solutions: 1"]
    # Several begin with the one.
    several = made(**asked, seed=3, number=2)
    assert several.positions[0].text == one
    assert several.positions[1].text.splitlines()[0].endswith("--seed 3', number 2.")


def test_a_seed_makes_the_same_board_everywhere() -> None:
    """If that changes, say so in the change log."""
    board = made(rows=5, columns=5, letters=3, seed=9).positions[0]
    assert board.text.split("board: |\n")[1].split() == BOARD
    assert board.difficulty.wrong == WRONG


BOARD, WRONG = ["..32.", "1....", "....1", "3.31.", ".2..2"], 34


def test_parameters_are_said_where_they_are_not_the_usual(tmp_path: Path) -> None:
    allowed = made(rows=5, columns=5, letters=3, parameters={"bridges": "allowed"}, hidden=2)
    text = allowed.positions[0].text
    assert "--bridges allowed --rows 5 --columns 5 --letters 3 --hidden 2 --seed 0" in text
    for line in ("solutions-with-bridges: 1", "parameters: {bridges: allowed}", "letters: 3"):
        assert f"\n{line}\n" in text
    path = tmp_path / "board.yaml"
    path.write_text(text, encoding="utf-8")
    assert load("surasshupakku", file=path).instance.solutions == 1
    forbidden = made(rows=5, columns=5, letters=3, parameters={"bridges": "forbidden"})
    assert forbidden.positions[0].text == made(rows=5, columns=5, letters=3).positions[0].text
    assert "bridges" not in forbidden.positions[0].text


def test_no_two_boards_are_equivalent() -> None:
    boards = made(rows=3, columns=4, letters=2, parts=2, number=8).positions
    keys = {key_of(rows_of_clues(loaded_from(board))) for board in boards}
    assert len(keys) == 8
    drawn = ["12. ... .21", ".21 ... 12.", "21. ... .12", "1.. 2.2 ..1"]
    assert len({key_of(rows_of_digits(one)) for one in drawn}) == 1
    assert key_of(rows_of_digits("1?. ... .21")) != key_of(rows_of_digits(drawn[0]))


@pytest.mark.exhaustive
def test_where_there_are_no_more() -> None:
    boards = made(rows=2, columns=2, letters=1, parts=2, number=3)
    assert (boards.ending, boards.complete, len(boards.positions)) == (Ending.TRIES, False, 1)
    assert boards.verdict() == (
        "1 of 3 boards of 2 rows and 2 columns with 1 letter in 2 parts and one solution found in "
        "101 tries; ask for other parts or letters, or take another seed"
    )
    none = made(rows=1, columns=5, letters=1, parts=2)
    assert (none.ending, none.positions) == (Ending.TRIES, ())
    assert none.verdict().startswith("no board of 1 row and 5 columns with 1 letter in 2 parts ")


def test_an_interruption_brings_what_was_found() -> None:
    found = []

    def each(board: object) -> None:
        found.append(board)
        if len(found) == 2:
            raise KeyboardInterrupt

    asked = BoardRequest(rows=4, columns=4, letters=2, number=3)
    with pytest.raises(Interrupted) as caught:
        BoardSearch("surasshupakku", asked).run(each=each)
    boards = caught.value.answer
    assert isinstance(boards, Generated)
    assert (boards.ending, list(boards.positions)) == (Ending.INTERRUPTED, found)
    assert boards.verdict().startswith("2 of 3 boards of 4 rows and 4 columns")


def test_the_object_says_everything() -> None:
    boards = made(rows=4, columns=4, letters=2, seed=5)
    data = json.loads(json.dumps(boards.to_json()))
    assert list(data) == [
        "puzzle", "parameters", "rows", "columns", "letters", "parts", "hidden", "number", "seed",
        "ending", "complete", "positions", "tries", "seconds",
    ]  # fmt: skip
    assert (data["puzzle"], data["parameters"]) == ("surasshupakku", {"bridges": "forbidden"})
    (board,) = data["positions"]
    assert (board["rows"], board["letters"], board["parts"], board["solutions"]) == (4, 2, 2, 1)
    assert board["text"] == boards.positions[0].text
    assert boards.positions[0].verdict.startswith("4 x 4, 2 letters in 2 parts, one solution, diff")
    assert (
        " (the number of wrong guesses that simple logic makes; 0 is the easiest), "
        in boards.positions[0].verdict
    )


def test_a_wrong_board_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two letters in the corners leave several solutions; whoever says one is not believed."""
    rows = rows_of_digits("1... .... .... ...1")
    rules = Rules(rows, 1, bridges=False)
    cuts = next(iter(search(rules, most_wrong=1000).solutions))
    assert len(search(rules, most_wrong=1000).solutions) > 1
    grid = SlashGrid(4, 4)
    parts = (tuple(n for n in range(8)), tuple(n for n in range(8, 16)))
    cutting = Cutting(tuple("".join(cuts)), parts)
    monkeypatch.setattr(CUTTINGS, "random_cutting", lambda *_, **__: cutting)
    monkeypatch.setattr(BoardSearch, "_tell_apart", lambda *_: rows)
    with pytest.raises(CheckError, match="was taken for one with one"):
        made(rows=4, columns=4, letters=1)

    def unfinished(rules: Any, **_: Any) -> Any:
        return board_difficulty(rules, most=0)

    monkeypatch.setattr(GENERATOR, "board_difficulty", unfinished)
    with pytest.raises(CheckError, match="not unique"):
        made(rows=4, columns=4, letters=1)
    wrong = Cutting(("/", *"." * (grid.cells - 1)), parts)
    monkeypatch.setattr(CUTTINGS, "random_cutting", lambda *_, **__: wrong)
    with pytest.raises(CheckError, match="wrong cutting"):
        made(rows=4, columns=4, letters=1)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"rows": 0}, "0 rows; give 1 to 40"),
        ({"letters": 0}, "0 letters; give 1 or more"),
        ({"parts": 0}, "0 parts; give 1 or more"),
        ({"parts": 10}, "40 clues on 64 cells; ask for at most 38 clues: fewer parts or letters"),
        ({"rows": 1, "columns": 1, "letters": 1}, "1 clue on 1 cell; ask for more cells"),
        ({"hidden": -1}, "-1 hidden clues, where the board has 20; give 0 to 20"),
        ({"hidden": 21}, "21 hidden clues"),
        ({"columns": 1, "letters": 10, "parts": 1}, "10 letters in a single column; ask for more"),
        ({"number": 0}, "0 boards; give 1 to 10,000"),
        ({"seed": -1}, "seed -1; give 0 or more"),
    ],
)
def test_nonsense_is_refused_in_one_line(asked: dict[str, int], said: str) -> None:
    with pytest.raises(InputError) as caught:
        BoardRequest(**{"rows": 8, "columns": 8, "letters": 4} | asked)
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


def test_another_name_means_the_same_puzzle() -> None:
    asked = BoardRequest(rows=4, columns=4, letters=2)
    assert BoardSearch("slashpack", asked).run().puzzle == "surasshupakku"
