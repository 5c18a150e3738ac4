"""Boards to draw on: each genre has its marks, and every answer about them is right."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from ilpuzzles import Model, experiment, load
from ilpuzzles.errors import InputError
from ilpuzzles.genres.broken_rows import _least_and_most
from ilpuzzles.genres.genre_position import GenrePosition
from ilpuzzles.genres.pencil_board import PencilPlayground
from ilpuzzles.genres.steps.row_reasoning import BoardRows, Reasoning
from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.play.game import Game
from ilpuzzles.play.page import playable_page
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.reading.library import Library

# One with pieces, or with cells to cut, has a board of its own, and no marks.
GENRES = sorted(
    path.stem.replace("_", "-")
    for path in Path("models").glob("*.py")
    if "@genre.pieces" not in path.read_text(encoding="utf-8")
)
TAGS = {"circle", "line", "path", "rect", "text"}


def game(name: str, preset: str | None = None) -> Game:
    """The board of a genre; without a preset, of its first one."""
    return Game(load(name, preset or Library.standard().presets(name)[0]))


def ground_of(one: Game) -> PencilPlayground:
    """What is played on."""
    assert isinstance(one.ground, PencilPlayground)
    return one.ground


def asked(one: Game, ask: str, moves: list[int], **more: object) -> dict[str, Any]:
    """An answer."""
    return one.answer({"ask": ask, "placed": moves, **more})


def count(one: Game, moves: list[int]) -> int:
    """How many solutions have some marks, by a model that no board has touched."""
    model = one.counter.asked.formulated.model
    values = {
        Variable(model, column): value
        for move in moves
        for column, value in one.ground.values(move).items()
    }
    return int(count_solutions(model.fix(values)))


def test_a_model_that_was_asked_before_does_not_take_the_place_of_that_of_the_board() -> None:
    one = Game(experiment("shikaku", "small"))
    assert asked(one, "status", [])["digits"] == "1"
    assert asked(one, "hint", [])["state"] == "sure"


def test_a_hint_that_no_board_finds_in_time_is_still_about_borders(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(PencilPlayground, "certain_move", lambda *_: None)
    monkeypatch.setattr("ilpuzzles.hints.player_questions._Search._on_board",
                        lambda *_: None)  # fmt: skip
    position = load("shikaku", "small")
    step = experiment(position).hint().step
    assert step is not None
    grid = position.instance.data.grid
    words = grid.read_rows(experiment(position).solve().to_json()["solutions"][0]["rows"])
    (side,) = step.marked
    is_border = len({words[cell] for cell in grid.cells_by_side[side]}) > 1
    assert step.what.startswith("draw a line" if is_border else "draw no line")


def test_crosses_stand_in_the_middle_of_their_lines() -> None:
    for genre in ("hashi", "masyu", "slitherlink", "shikaku"):
        ground = ground_of(game(genre))
        for move in range(len(ground.data.moves)):
            if ground.marked(move).name != "no line":
                continue
            (spot,) = ground.data.moves.covered(move).tolist()
            ends = [part["set"] for part in ground.data.drawings[move]]
            middle = [
                sum(float(one[f"{axis}1"]) + float(one[f"{axis}2"]) for one in ends) / len(ends) / 2
                for axis in "xy"
            ]
            assert middle == pytest.approx(ground.data.spots[spot].centre, abs=0.1)


def test_of_marks_that_exclude_each_other_none_is_in_vain() -> None:
    # An island with a 1 has a double bridge and a single one: the double one is enough.
    one = game("hashi", "small")
    ground = ground_of(one)
    moves = {(mark.place, mark.name): number for number, mark in
             ((n, ground.marked(n)) for n in range(len(ground.data.moves)))}  # fmt: skip
    single, double = moves[((0, 0), (0, 2)), "line"], moves[((0, 0), (2, 0)), "double line"]
    proof = ground.clash([single, double])
    assert proof is not None
    assert (proof.conclusion, proof.premises) == (double, ())
    assert proof.refutations == ("the 1 at row 1, column 1 does not allow it",)


@pytest.mark.parametrize(
    ("together", "said"),
    [
        ("return None", "'together' returns None; return a dictionary of pairs of cells"),
        ("return {((0, 1), (0, 0)): []}", "is not a pair of cells side by side"),
        ("return {7: []}", "7 is not a pair of cells side by side"),
        ("return {((0, 0), (0, 1)): ['x']}", "'x' is not a literal"),
    ],
)
def test_what_is_together_is_said_in_one_way(together: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(
        "from ilpuzzles import Model\n"
        "from ilpuzzles.genres import Genre\n"
        "presets = {'one': {'board': ['--']}}\n"
        "genre = Genre(layout='board', solution_words='-x', presets=presets)\n"
        "@genre.model\n"
        "def build(board):\n"
        "    model = Model('own')\n"
        "    model.binary('on', board.grid.cells)\n"
        "    return model\n"
        "@genre.same_region\n"
        f"def together(model, board): {together}\n"
    )
    with pytest.raises(InputError, match=re.escape(said)):
        experiment("own", "one", formulation="borders", library=Library.standard((), [path]))
    path.write_text(path.read_text().replace("layout='board', ", ""))
    with pytest.raises(InputError, match="'same_region' without a grid"):
        experiment("own", "one", library=Library.standard((), [path]))


@pytest.mark.parametrize("genre", ["galaxies", "shikaku"])
def test_borders_are_drawn_where_the_model_has_regions(genre: str) -> None:
    one = game(genre, "medium")
    ground, position = ground_of(one), load(genre, "medium")
    # Every side between two cells is a border or none, and which are follows from the regions.
    grid = position.instance.data.grid
    between = {side for side, cells in grid.cells_by_side.items() if len(cells) == 2}
    marks = [ground.marked(move) for move in range(len(ground.data.moves))]
    assert {mark.place for mark in marks} == between
    assert {mark.name for mark in marks} == {"line", "no line"}
    assert experiment(position, formulation="borders").count().count == 1
    words = grid.read_rows(experiment(position).solve().to_json()["solutions"][0]["rows"])
    names_at = {side: {words[cell] for cell in grid.cells_by_side[side]} for side in between}
    borders = {side for side, names in names_at.items() if len(names) > 1}
    drawn = [marks[move].place for move in asked(one, "solution", [])["moves"]
             if marks[move].value]  # fmt: skip
    assert set(drawn) == borders


@pytest.mark.every("genre")
@pytest.mark.parametrize(
    ("genre", "preset"), [*((one, None) for one in GENRES), ("slitherlink", "honeycomb")]
)
def test_the_marks_of_a_solution_solve_the_board(genre: str, preset: str | None) -> None:
    one = game(genre, preset)
    ground, data = ground_of(one), ground_of(one).data
    assert asked(one, "status", [])["digits"] == "1"
    moves = asked(one, "solution", [])["moves"]
    saying = [move for move in moves if ground.is_positive(move)]
    assert asked(one, "status", saying)["state"] == "complete"
    checked = asked(one, "check", saying)
    assert checked["ok"]
    assert checked["problems"] == checked["unfinished"] == checked["spots"] == []
    assert asked(one, "status", saying[1:])["state"] != "complete"
    # Each mark has a place, words and a picture of its own.
    assert len({ground.describe(move) for move in range(len(data.moves))}) == len(data.moves)
    assert len({json.dumps(one) for one in data.drawings}) == len(data.moves)
    assert {part["tag"] for drawing in data.drawings for part in drawing} <= TAGS
    assert all("style" not in part["set"] for drawing in data.drawings for part in drawing)
    assert data.backdrop["svg"].startswith("<svg")
    board = one.board()
    assert (board["drag"], board["unit"]) == ("draw", "mark")
    assert len(board["moves"]["drawings"]) == len(data.moves)


@pytest.mark.every("genre")
@pytest.mark.parametrize("thirds", range(3))
@pytest.mark.parametrize("genre", GENRES)
def test_counts_hints_and_conflicts_are_right_in_a_random_game(genre: str, thirds: int) -> None:
    """From the start, and after one third and two of all marks."""
    one, dice = game(genre), Random(f"{genre} {thirds}")
    ground = ground_of(one)
    solution = asked(one, "solution", [])["moves"]
    left = next(move for move in solution if ground.marked(move).value)
    others = [move for move in solution if move != left]
    moves = dice.sample(others, thirds * len(others) // 3)
    assert asked(one, "status", moves)["count"] == count(one, moves) == 1
    hint = asked(one, "hint", moves)
    assert hint["state"] == "sure"
    assert hint["move"] in solution
    assert hint["move"] not in moves
    assert set(hint["reason"]["moves"]) <= set(moves)
    wrong = dice.choice([m for m in range(len(ground.data.moves)) if m not in solution])
    spot = set(ground.data.moves.covered(wrong).tolist())
    beside = [m for m in moves if not spot & set(ground.data.moves.covered(m).tolist())]
    assert asked(one, "status", [*beside, wrong])["count"] == count(one, [*beside, wrong]) == 0
    why = asked(one, "why-not", [*beside, wrong])
    assert wrong in why["conflict"]
    assert set(why["conflict"]) <= {*beside, wrong}
    assert count(one, why["conflict"]) == 0
    assert why["take_back"] == [wrong]


@pytest.mark.every("genre")
@pytest.mark.parametrize("genre", ["akari", "masyu", "slitherlink", "sudoku", "tapa"])
def test_the_reason_of_a_hint_is_one_of_the_smallest(genre: str) -> None:
    """The clues and marks prove it, and without any of these there is another way."""
    one = game(genre)
    ground, formulated = ground_of(one), one.counter.asked.formulated
    solution = asked(one, "solution", [])["moves"]
    moves = Random(genre).sample(solution, len(solution) // 3)
    hint = asked(one, "hint", moves)
    reason, mark = hint["reason"], ground.marked(hint["move"])
    program = formulated.model.program()
    given = formulated.given
    assert given is not None
    clues = [n for n, group in enumerate(program.groups) if group.name in given.groups]
    spots = {spot: set(ground.keys([spot])) for spot in reason["spots"]}
    keys = [program.names.row_key(number) for number in program.row_numbers.tolist()]
    free = ~np.isin(program.rows.groups, clues)

    def proves(marks: list[int], wanted: set[Any]) -> bool:
        kept = free | np.array([key in wanted for key in keys])
        bounds = {c: (v, v) for move in marks for c, v in ground.values(move).items()}
        bounds[mark.column] = (1 - mark.value, 1 - mark.value)
        return solve_model(program.keep(kept).within(bounds)).values is None

    every = {key for found in spots.values() for key in found}
    assert proves(reason["moves"], every)
    for move in reason["moves"]:
        assert not proves([other for other in reason["moves"] if other != move], every)
    for keys_of_one in spots.values():
        assert not proves(reason["moves"], every - keys_of_one)


def test_a_page_alone_has_to_know_all_solutions() -> None:
    assert '"known":[{"moves":' in playable_page(load("slitherlink", "small"))
    empty = load("binairo", text="6 6\n" + "- - - - - -\n" * 6)
    with pytest.raises(InputError, match="all solutions of binairo, more than 100; try"):
        playable_page(empty)


def test_a_board_that_is_too_large_to_show_has_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ilpuzzles.puzzles.playground.MOST_SPOTS", 10)
    with pytest.raises(InputError, match="slitherlink has no board to play on"):
        game("slitherlink", "small")
    hint = experiment("slitherlink", "small").hint()
    assert hint.step is not None
    assert hint.step.what.startswith("line[")


@pytest.mark.parametrize("genre", ["binairo", "gokigen"])
def test_where_both_values_are_written_all_of_them_have_to_be(genre: str) -> None:
    one = game(genre)
    ground = ground_of(one)
    solution = asked(one, "solution", [])["moves"]
    ones = [move for move in solution if ground.marked(move).value]
    assert len(ones) < len(solution)
    assert asked(one, "status", ones)["state"] == "solvable"
    open_ones = len(solution) - len(ones)
    assert asked(one, "check", ones)["unfinished"][0] == f"{open_ones} cells open"
    assert asked(one, "status", solution)["state"] == "complete"


def test_rows_without_bounds_break_nothing() -> None:
    """An unbounded number of a genre of somebody's own, which may make up for anything."""
    model = Model()
    x, n = model.binary("x", 2), model.integer("n", lower=0, upper=None)
    with model.group("clues", why="these are given"):
        model.add(4 * x[0] + x[1] - 3 * n == 0)
        model.add(x[0] + x[1] - n <= 0)
        model.add(x[0] + x[1] >= 1)
    program = model.program().within({0: (0, 0), 1: (0, 0)})
    least, most = _least_and_most(program)
    assert least.tolist() == [-np.inf, -np.inf, 0]
    assert most.tolist() == [0, 0, 0]
    board_rows = BoardRows.of(model.program(), ["clues"], [])
    assert [*Reasoning.of(board_rows, {}).rounds(1)] == []
    (found,) = Reasoning.of(board_rows, {0: (0, frozenset())}).rounds(1)
    assert {(one.column, one.value) for one in found} >= {(1, 1)}


def test_a_check_tells_what_is_open_from_what_is_wrong() -> None:
    one = game("sudoku", "medium")
    ground = ground_of(one)
    solution = asked(one, "solution", [])["moves"]
    assert asked(one, "check", [])["unfinished"] == ["26 cells open"]
    assert asked(one, "check", solution[1:])["unfinished"] == ["1 cell open"]
    first = [move for move in solution if ground.marked(move).place == (0, 0)]
    six = next(
        move
        for move in range(len(ground.data.moves))
        if (ground.marked(move).place, ground.marked(move).name) == ((0, 0), "6")
    )
    wrong = [six, *(move for move in solution if move not in first)]
    clash, *found = asked(one, "check", wrong)["problems"]
    assert clash.endswith(" cannot stay: every row, column and box has each digit once")
    assert found
    assert all(problem.endswith("has the digit 6 more than once") for problem in found)
    assert {problem.split()[1] for problem in found} == {"1"}
    # Both cells of each clash are marked, and no others.
    named = [ground.data.spots[spot].name for spot in asked(one, "check", wrong)["spots"]]
    grid = load("sudoku", "medium").instance.data.grid
    digits = grid.read_rows(
        experiment("sudoku", "medium").solve().to_json()["solutions"][0]["rows"]
    )
    sixes = {cell for cell, digit in digits.items() if digit == "6"}
    beside = {(r, c) for r, c in sixes if r == 0 or c == 0 or (r < 2 and c < 3)}
    assert set(named) == {f"row {r + 1}, column {c + 1}" for r, c in {(0, 0), *beside}}


@pytest.mark.parametrize("preset", ["small", "honeycomb"])
def test_a_check_marks_the_lines_at_a_loose_end(preset: str) -> None:
    one = game("slitherlink", preset)
    ground = ground_of(one)
    solution = asked(one, "solution", [])["moves"]
    lines = [move for move in solution if ground.is_positive(move)]
    answer = asked(one, "check", lines[1:])
    assert answer["problems"] == answer["spots"] == []
    assert "2 loose ends" in answer["unfinished"]
    # Little is left, so it is shown where.
    last = answer["last"]["spots"]
    marked = {ground.data.moves.covered(move).tolist()[0] for move in lines[:1]}
    assert marked < set(last)
    # Every spot is a line at one of the two corners, or a clue beside the gap.
    gap = ground.marked(lines[0]).place
    grid = load("slitherlink", preset).instance.data.grid
    clues = {
        cell
        for cell in grid.cells_by_side[gap]
        if cell in load("slitherlink", preset).instance.data.numbers
    }
    meeting = {side for side in grid.sides if set(side) & set(gap)}
    allowed = {grid.side_place(side).name for side in meeting}
    allowed |= {f"row {r + 1}, column {c + 1}" for r, c in clues}
    assert {ground.data.spots[spot].name for spot in last} == allowed


def test_a_given_star_in_the_first_cell_leaves_the_others_to_be_drawn() -> None:
    position = load("star-battle")
    assert isinstance(position, GenrePosition)
    board = ["*-----", *["------"] * 5]
    ground = ground_of(Game(position.with_fields({**position.instance.fields, "board": board})))
    marks = [ground.marked(move) for move in range(len(ground.data.moves))]
    assert {mark.name for mark in marks if mark.place != (0, 0)} == {"star", "empty"}
    assert "star" not in {mark.name for mark in marks if mark.place == (0, 0)}


def test_a_check_marks_the_clue_beside_the_board_by_its_line() -> None:
    one = Game(load("skyscrapers", text="above: '- 3 - -'\nleft: '- - - -'"))
    ground = ground_of(one)
    numbers = ["1 2 3 4", "2 1 4 3", "3 4 1 2", "4 3 2 1"]
    digits = {(r, c): word for r, row in enumerate(numbers) for c, word in enumerate(row.split())}
    moves = [
        move
        for move in range(len(ground.data.moves))
        if digits[ground.marked(move).place] == ground.marked(move).name
    ]
    answer = asked(one, "check", moves)
    assert "the clue above column 2 sees 2 buildings instead of 3" in answer["problems"]
    names = {ground.data.spots[spot].name for spot in answer["spots"]}
    assert names == {f"row {row}, column 2" for row in range(1, 5)}
    assert answer["beside"] == ["above 1"]


def test_cells_are_shaded_while_lines_are_open() -> None:
    for preset in ("small", "medium", "large"):
        ground = ground_of(game("yajilin", preset))
        marks = [ground.marked(move).name for move in range(len(ground.data.moves))]
        assert marks.count("shaded") > 10


def test_clues_that_are_broken_for_good_are_shown() -> None:
    one = game("slitherlink", "small")
    ground = ground_of(one)
    spots = [spot.name for spot in ground.data.spots]
    # The board has a 0 in the middle of its second row, and a 3 in its first cell.
    above = [m for m in range(len(ground.data.moves)) if ground.marked(m).place == ((1, 2), (1, 3))]
    line = next(move for move in above if ground.marked(move).value)
    assert asked(one, "status", [line])["dead"] == [spots.index("row 2, column 3")]
    around = load("slitherlink", "small").instance.data.grid.sides_of((0, 0))
    none = [
        move
        for move in range(len(ground.data.moves))
        if ground.marked(move).place in around[:2] and not ground.marked(move).value
    ]
    assert asked(one, "status", none[:1])["dead"] == []
    assert asked(one, "status", none)["dead"] == [spots.index("row 1, column 1")]


def test_marks_that_exclude_each_other_are_shown() -> None:
    one = game("sudoku", "small")
    ground = ground_of(one)
    moves = {(ground.marked(m).place, ground.marked(m).name): m for m in range(48)}
    spots = {spot.name: number for number, spot in enumerate(ground.data.spots)}
    row, other = moves[(0, 0), "1"], moves[(0, 3), "1"]
    both = [spots["row 1, column 1"], spots["row 1, column 4"]]
    assert asked(one, "status", [row, other, moves[(3, 2), "1"]])["dead"] == both
    assert asked(one, "status", [row])["dead"] == []
    # The second row has a given 3.
    both = [spots["row 2, column 1"], spots["row 2, column 3"]]
    assert asked(one, "status", [moves[(1, 2), "3"]])["dead"] == both


def test_why_not_names_the_fewest_clues_that_do_not_allow_it() -> None:
    one = game("slitherlink", "small")
    ground = ground_of(one)
    line = next(
        move
        for move in range(len(ground.data.moves))
        if ground.marked(move).place == ((1, 2), (1, 3)) and ground.marked(move).value
    )
    found = asked(one, "why-not", [line])
    # A line above the 0 in the second row.
    assert [ground.data.spots[spot].name for spot in found["spots"]] == ["row 2, column 3"]
    assert found["text"].startswith("The line below row 1, column 3 cannot stay: the 0 at row 2,")
    assert found["text"].endswith("not allow it. Take it back, and there is a solution again.")


def test_the_clues_that_do_not_allow_a_mark_are_enough_and_all_are_needed() -> None:
    one, dice = game("slitherlink", "small"), Random(11)
    ground, given = ground_of(one), load("slitherlink", "small").instance.data
    right = set(asked(one, "solution", [])["moves"])
    wrong = [move for move in range(len(ground.data.moves)) if move not in right]
    for move in dice.sample(wrong, 6):
        proof = ground.why_not([move])
        assert proof is not None
        assert proof.minimal
        mark = ground.marked(move)
        cells = [tuple(int(n) - 1 for n in re.findall(r"\d+", ground.data.spots[s].name))
                 for s in proof.spots]  # fmt: skip
        for left_out in [None, *cells]:
            kept = [cell for cell in cells if cell != left_out]
            board = "\n".join(
                "".join(given.clues[r, c] if (r, c) in kept else "-" for c in range(5))
                for r in range(5)
            )
            model = experiment("slitherlink", board=board).formulated.model
            (line,) = [one for one in model.families if one.name == "line"]
            fixed = model.fix({line[mark.place]: mark.value})
            assert (solve_model(fixed).values is not None) is (left_out is not None)


def test_bridges_are_counted_by_marks_of_several_variables() -> None:
    one = game("hashi", "small")
    ground = ground_of(one)
    names = [ground.marked(move).name for move in range(len(ground.data.moves))]
    assert names[:3] == ["line", "double line", "no line"]
    assert names == names[:3] * (len(names) // 3)
    # An island is named by the cell that it is in, and no line hides it.
    assert [clue for clue in ground.data.clues if clue] == list("1312452")
    assert all("circle" in {part["tag"] for part in ground.data.drawings[m]} for m in (0, 1))
    # Hints lead to the solution, and none of them takes a single line for a part of two.
    placed: list[int] = []
    while (found := asked(one, "hint", placed))["move"] is not None:
        assert found["text"].partition(":")[0] == (
            ground.describe(found["move"])[:1].upper() + ground.describe(found["move"])[1:]
        )
        placed.append(found["move"])
    assert asked(one, "status", placed)["complete"]
    drawn = [ground.marked(move).place for move in placed]
    assert len(drawn) == len({*drawn})
    right = next(move for move in placed if ground.marked(move).name == "double line")
    single = next(
        move
        for move in range(len(names))
        if ground.marked(move).place == ground.marked(right).place and names[move] == "line"
    )
    assert asked(one, "status", [single])["solvable"] is False
    assert asked(one, "why-not", [single])["text"].startswith("The line from ")


def test_new_boards_are_like_the_one_that_is_played() -> None:
    one = game("slitherlink", "small")
    for level in ("easy", "medium", "hard"):
        found = asked(one, "new", [], difficulty=level)
        other = one.new_game(found["board"]["key"])
        assert asked(other, "status", [])["digits"] == "1"
        assert len(other.ground.data.moves) == len(one.ground.data.moves)


def test_a_new_board_without_an_address_is_known_by_its_text() -> None:
    one = game("binairo", "small")
    found = asked(one, "new", [], difficulty="hard")["board"]
    assert found["key"].startswith("text:puzzle: binairo")
    assert one.new_game(found["key"]).board()["backdrop"] == found["backdrop"]
    assert found["backdrop"] != one.board()["backdrop"]


@pytest.mark.exhaustive
@pytest.mark.parametrize("genre", GENRES)
def test_clues_stay_as_they_are_only_where_no_solution_marks_one(genre: str) -> None:
    one = game(genre)
    ground = ground_of(one)
    stays = ground.data.habits.get("stays", {})
    clued = {
        spot
        for spot, clue in enumerate(ground.data.clues)
        if clue and not ground.data.spots[spot].is_line
    }
    # Heyawake's clues may be shaded; those of Tapa and Akari cannot be drawn in at all.
    assert {*stays} == (clued if genre in {"kurodoko", "nurikabe"} else set())
    assert {*stays.values()} <= {"unshaded"}
    marked = {ground.data.moves.covered(move)[0] for move in asked(one, "solution", [])["moves"]
              if ground.marked(move).name == "shaded"}  # fmt: skip
    assert not marked & {*stays}


@pytest.mark.exhaustive
def test_digits_stand_once_in_rows_columns_boxes_runs_and_cages() -> None:
    boards = {"sudoku large": 27, "sudoku x": 29, "kakuro small": 6, "skyscrapers small": 8}
    for board, number in boards.items():
        genre, preset = board.split()
        assert len(ground_of(game(genre, preset)).data.habits["units"]) == number, board
    ground = ground_of(game("sudoku", "large"))
    names = [spot.name for spot in ground.data.spots]
    unit = ground.data.habits["units"][0]
    assert {names[spot].partition(",")[0] for spot in unit} == {"row 1"}
    # Equal numbers may stand side by side.
    assert "units" not in ground_of(game("fillomino")).data.habits


def test_clues_that_count_marks_know_them() -> None:
    for genre, name in (("slitherlink", "line"), ("hashi", "line"), ("akari", "bulb")):
        one = game(genre)
        ground = ground_of(one)
        solution = asked(one, "solution", [])["moves"]
        counted = ground.data.habits["counted"]
        assert counted
        for clue in counted:
            assert ground.data.clues[clue["spot"]] == str(clue["number"])
            assert name in {ground.marked(move).name for move in clue["moves"]}
            assert sum(move in solution for move in clue["moves"]) == clue["number"]


@pytest.mark.exhaustive
def test_marks_are_called_by_what_is_not_there_and_pens_stand_in_order() -> None:
    called = {genre: [piece.title for piece in ground_of(game(genre)).data.pieces]
              for genre in ("star-battle", "nurikabe", "slitherlink")}  # fmt: skip
    assert called == {
        "star-battle": ["star", "no star"],
        "nurikabe": ["shaded", "unshaded"],
        "slitherlink": ["line", "no line"],
    }
    numbers = [int(piece.name) for piece in ground_of(game("fillomino", "large")).data.pieces]
    assert numbers == sorted(numbers)
