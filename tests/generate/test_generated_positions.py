"""New starting positions: as promised, the same for the same seed, honest where there are none."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.cli.main import main
from ilpuzzles.cli.progress_line import ProgressLine
from ilpuzzles.dice import Dice
from ilpuzzles.errors import CheckError, InputError
from ilpuzzles.experiments.check_files import check_solutions
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.experiments.loading import load, puzzle_kind
from ilpuzzles.generate.budget import Budget, Ending, SearchStoppedError
from ilpuzzles.generate.clues import ClueSearch, clue_difficulty
from ilpuzzles.generate.generator_base import (
    Generated,
    PositionRequest,
    PositionSearch,
    instance_text,
)
from ilpuzzles.generate.generators import generator_of
from ilpuzzles.generate.position_search import StartingPosition, TilingSearch, difficulty
from ilpuzzles.generate.unique_givens import random_hitting_set, without_givens
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.progress import Progress
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.reading.library import Library
from ilpuzzles.solvers.registry import get_backend
from ilpuzzles.tilings.tiling_puzzle import TilingInstance
from support.oracles import count_tilings


def generate(
    loaded: PuzzlePosition, request: PositionRequest, **how: Any
) -> Generated[PositionRequest, StartingPosition]:
    return TilingSearch(loaded, request).run(**how)


LONPOS = ("lonpos", "--placed", "4", "--unique", "--seed", "7")


def plain_of(text: str, puzzle: str, folder: Path, library: Library | None = None) -> Any:
    """The instance in a file as plain data."""
    path = folder / "made.yaml"
    path.write_text(text, encoding="utf-8")
    loaded = load(puzzle, file=path, library=library)
    return loaded.plain()


def without(plain: Any, number: int) -> Any:
    """The same with one given tile less."""
    return plain | {"givens": plain["givens"][:number] + plain["givens"][number + 1 :]}


def require_promises(
    made: Generated[PositionRequest, StartingPosition], folder: Path, library: Library | None = None
) -> None:
    """Counts again, by code that shares nothing with the package."""
    for position in made.positions:
        plain = plain_of(position.text, made.puzzle, folder, library)
        assert len(plain["givens"]) == len(position.givens)
        assert made.request.placed in {None, len(position.givens)}
        if position.solutions is not None:
            assert count_tilings(plain) == position.solutions
        if made.request.unique:
            assert (position.unique, position.solutions) == (True, 1)
        if made.request.minimal:
            assert position.needed is not None
            assert [one.tile for one in position.needed] == list(position.givens)
            for number, needed in enumerate(position.needed):
                assert count_tilings(without(plain, number)) > 1
                kept = set(position.givens) - {needed.tile}
                assert kept <= set(needed.other.tiles)
                assert needed.tile not in needed.other.tiles


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("puzzle", "options", "asked"),
    [
        ("lonpos", {}, PositionRequest(placed=6, unique=True, seed=1)),
        ("lonpos", {}, PositionRequest(minimal=True, placed=4, seed=1)),
        ("tower", {"parameters": {"height": 2}}, PositionRequest(minimal=True, seed=3, number=2)),
        ("tritetratan", {}, PositionRequest(placed=13, unique=True)),
        ("cube", {}, PositionRequest(minimal=True, number=3)),
        ("pyramid", {}, PositionRequest(placed=9, unique=True)),
        ("pentominoes", {"preset": "8x8"}, PositionRequest(placed=6, unique=True)),
        ("dominoes", {"preset": "4x4"}, PositionRequest(placed=0)),
    ],
)  # fmt: skip
def test_what_is_made_is_as_wished_for(
    puzzle: str, options: dict[str, Any], asked: PositionRequest, tmp_path: Path
) -> None:
    made = generate(without_givens(puzzle, **options), asked)
    assert (made.ending, len(made.positions)) == (Ending.FOUND, asked.number)
    require_promises(made, tmp_path)
    for position in made.positions:
        assert set(position.givens) <= set(position.solution.tiles)


CHOICE = """
import ilpuzzles
from ilpuzzles.genres import Genre

genre = Genre(presets={"empty": {"given": []}})

@genre.model
def build(instance):
    model = ilpuzzles.Model("choice")
    chosen = model.binary("chosen", 4)
    model.exactly_one(chosen)
    for clue in instance["given"]:
        model.exactly_one(chosen[n] for n in range(4) if tuple(clue) in said_of(n))
    return model

def said_of(n):
    return [(0, n // 2), (1, n % 2), (2, n)]

@genre.solution
def decode(instance, values):
    return {"number": values["chosen"].tolist().index(1)}

@genre.clue_candidates
def clues(instance, solution):
    return [list(clue) for clue in said_of(solution["number"])]
"""


@pytest.mark.parametrize(("placed", "minimal", "parts"), [(2, True, [0, 1]), (1, False, [2])])
def test_clues_are_as_many_as_wished_for_and_none_too_many(
    placed: int, minimal: bool, parts: list[int], tmp_path: Path
) -> None:
    """One of four numbers, which follows from both of its bits, or from the number itself."""
    (tmp_path / "choice.py").write_text(CHOICE, encoding="utf-8")
    library = Library.standard(files=[tmp_path / "choice.py"])
    asked = PositionRequest(placed=placed, unique=True, minimal=minimal, number=4, noun="clues")
    made = ClueSearch(load("choice", library=library), asked).run(library=library)
    assert [[part for part, _ in one.given] for one in made.positions] == [parts] * 4
    assert len({str(one.given) for one in made.positions}) == 4


def test_a_board_that_gives_all_its_clues_has_them_all() -> None:
    """Whether a cell of a Simple Loop is black is a part of the board, and not left out."""
    request = PositionRequest(minimal=True, seed=3, noun="clues")
    search = ClueSearch(load("simple-loop", "small"), request)
    (made,) = search.run().positions
    rows = made.solution.plain["rows"]
    board = load("simple-loop", text=made.text).instance.data
    black = {cell for cell, word in board.words({"rows": rows}).items() if word == "-"}
    assert dict(board.clues) == dict.fromkeys(black, "x")
    assert made.verdict.startswith(f"{len(black)} clues given, one solution")
    assert "can be left out" not in made.text
    with pytest.raises(InputError, match="3 clues placed, where a board has all"):
        ClueSearch(load("simple-loop", "small"), PositionRequest(placed=3, noun="clues")).run()


def test_what_is_to_be_easy_has_more_clues_than_it_takes() -> None:
    start = load("slitherlink", "small")
    fewest, more = (
        ClueSearch(start, PositionRequest(minimal=True, spare=spare, noun="clues", seed=3))
        .run()
        .positions[0]
        for spare in (0.0, 0.5)
    )
    assert len(more.given) == len(fewest.given) + round(0.5 * len(fewest.given))
    assert all(clue in more.given for clue in fewest.given)
    assert ("No clue can be left out" in fewest.text, "left out" in more.text) == (True, False)


def one_of_each(seed: int) -> tuple[Program, IntArray]:
    """A random model of rows of which exactly one is true, with one solution, and that."""
    dice, model = Dice(seed), Model("lines")
    x = model.binary("x", 30)
    solution = np.array([int(dice.below(3) == 0) for _ in range(30)])
    true, false = (np.nonzero(solution == value)[0].tolist() for value in (1, 0))
    dice.shuffle(true)
    dice.shuffle(false)
    # Every variable is in a row.
    lines = [[true[n % len(true)], one] for n, one in enumerate(false)]
    lines = [[*line, *dice.sample(false, 2)] for line in lines]
    for line in lines:
        model.exactly_one(x[sorted({*line})])
    while model.unique().verdict != "unique":
        model.exactly_one(x[sorted({*dice.sample(true, 1), *dice.sample(false, 3)})])
    return model.program(), solution


def wrong_choices(lines: list[list[int]], known: dict[int, int], solution: list[int]) -> int:
    """How many choices are wrong, by the definition: exactly one of each line is 1."""
    changed = True
    while changed:
        changed = False
        for line in lines:
            ones = [one for one in line if known.get(one) == 1]
            left = [one for one in line if one not in known]
            if len(ones) > 1 or not (ones or left):
                return 0
            if left and (ones or len(left) == 1):
                known |= dict.fromkeys(left, int(not ones))
                changed = True
    still = [[one for one in line if one not in known] for line in lines]
    shortest: list[int] = min((line for line in still if line), key=len, default=[])
    right = all(solution[one] == value for one, value in known.items())
    return sum(
        int(not (right and solution[one] == 1)) + wrong_choices(lines, known | {one: 1}, solution)
        for one in shortest
    )


@pytest.mark.parametrize("seed", range(6))
def test_the_difficulty_of_clues_is_what_plain_logic_does_wrong(seed: int) -> None:
    program, solution = one_of_each(seed)
    lines = [line.tolist() for line in np.split(program.rows.columns, program.rows.starts[1:-1])]
    fixed = np.nonzero(program.lower == program.upper)[0].tolist()
    known = {column: int(program.lower.numbers[column]) for column in fixed}
    wanted = wrong_choices(lines, known, solution.tolist())
    found = clue_difficulty(program, solution)
    assert (found.wrong, found.complete, found.solutions) == (wanted, True, 1)
    if wanted:
        cut = clue_difficulty(program, solution, wanted - 1)
        assert (cut.wrong, cut.complete) == (wanted - 1, False)
    with pytest.raises(CheckError, match="rules out"):
        clue_difficulty(program, 1 - solution)


def test_a_difficulty_is_said_where_plain_logic_knows_all_rules() -> None:
    asked = PositionRequest(minimal=True, noun="clues", seed=4)
    for puzzle, known in (("binairo", True), ("slitherlink", False)):
        (made,) = ClueSearch(load(puzzle, "small"), asked).run().positions
        assert ("difficulty" in made.verdict) is known
        assert ("# Difficulty " in made.text) is known
        assert (made.plain()["difficulty"] is not None) is known
        assert made.level == (f"difficulty {made.difficulty.text}" if made.difficulty else "")


@pytest.mark.exhaustive
@pytest.mark.parametrize(("puzzle", "placed"), [("wang", 24), ("chequered", 3)])
def test_tiles_with_colours_are_placed_as_wished(puzzle: str, placed: int, tmp_path: Path) -> None:
    made = generate(without_givens(puzzle), PositionRequest(placed=placed, unique=True, seed=3))
    (position,) = made.positions
    path = tmp_path / "made.yaml"
    path.write_text(position.text, encoding="utf-8")
    again = count_solutions(experiment(puzzle, file=path).model, backend=get_backend("cpsat"))
    assert (again.number, again.complete) == (1, True)


@pytest.mark.exhaustive
def test_a_seed_makes_the_same_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    texts = []
    for seed in ("7", "7", "8"):
        assert main(["generate", *LONPOS[:-1], seed]) == 0
        captured = capsys.readouterr()
        texts.append(captured.out)
        assert "4 tiles placed, one solution, difficulty" in captured.err
    assert texts[0] == texts[1] != texts[2]
    assert texts[0].startswith(
        "# Made by 'ilpuzzles generate lonpos --placed 4 --unique --seed 7'.\n# Difficulty "
    )
    path = tmp_path / "my.yaml"
    assert main(["generate", *LONPOS, "-o", str(path)]) == 0
    captured = capsys.readouterr()
    assert (captured.out, captured.err.startswith(f"{path}: 4 tiles placed")) == ("", True)
    assert path.read_text(encoding="utf-8") == texts[0]
    # Several begin with the one.
    made = generate(
        without_givens("lonpos"), PositionRequest(placed=4, unique=True, seed=7, number=2)
    )
    assert made.positions[0].text == texts[0]
    assert ", number 2.\n" in made.positions[1].text


@cache
def made_by(backend: str, puzzle: str, asked: PositionRequest, nodes: int) -> tuple[str, int]:
    """The file of a position, and how many tries it took; the engine gives up after some nodes."""
    with pytest.MonkeyPatch.context() as patched:
        if nodes:
            patched.setattr("ilpuzzles.generate.unique_givens._NODES", nodes)
        made = generate(without_givens(puzzle), asked, backend=backend)
    return made.positions[0].text, made.tries


@pytest.mark.exhaustive
@pytest.mark.parametrize("backend", ["cpsat", "scip", "exactcover"])
def test_no_solver_changes_a_file(backend: str) -> None:
    for puzzle, asked, nodes in (
        ("lonpos", PositionRequest(placed=6, unique=True), 0),
        ("soma", PositionRequest(minimal=True, placed=3), 0),
        # Nor does it where the engine gives up, and the backend says whether there is another one.
        ("soma", PositionRequest(minimal=True, placed=3), 30),
    ):
        assert made_by(backend, puzzle, asked, nodes) == made_by("auto", puzzle, asked, nodes)


def test_a_file_says_whose_solution_it_took(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["ilpuzzles.generate.unique_givens"], "_LUBY", ())
    (position,) = generate(without_givens("soma"), PositionRequest(placed=3)).positions
    assert re.search(
        r"^# It took cpsat [0-9.]+ to find a solution; another version may find another\.$",
        position.text,
        re.MULTILINE,
    )


def test_the_object_says_everything(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("tower", "--height", "2", "--minimal", "--number", "2", "--seed", "5", "--json")
    assert main(["generate", *arguments, "--quiet"]) == 0
    captured = capsys.readouterr()
    data = json.loads(captured.out)
    assert captured.err == ""
    assert list(data) == [
        "puzzle", "parameters", "placed", "unique", "minimal", "number", "seed", "ending",
        "complete", "positions", "tries", "seconds",
    ]  # fmt: skip
    assert (data["puzzle"], data["parameters"], data["seed"]) == ("tower", {"height": 2}, 5)
    assert (data["placed"], data["unique"], data["minimal"]) == (None, True, True)
    assert (data["ending"], data["complete"], len(data["positions"])) == ("found", True, 2)
    assert sum(position["tries"] for position in data["positions"]) <= data["tries"]
    for position in data["positions"]:
        assert position["placed"] == len(position["givens"]) == len(position["minimal"])
        assert set(position["difficulty"]) == {"wrong", "exact", "forced_first"}
        solutions = [position["solution"], *(one["other_solution"] for one in position["minimal"])]
        checked = check_solutions("tower", solutions[:1] + solutions[1:2], parameters={"height": 2})
        assert checked.accepted
        assert "parameters: {height: 2}\n" in position["text"]


LINE = """\
puzzle: line
family: tiling
title: Line
lattice: square
region: {rows: 2, columns: 5}
tiles:
  D: {count: any, shape: DD}
  S: {count: 2, shape: S}
  X: {optional: true, shape: X}
"""


@pytest.mark.exhaustive
def test_a_folder_of_presets_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "models").mkdir()
    folder = tmp_path / "instances" / "line"
    folder.mkdir(parents=True)
    (tmp_path / "models" / "line.yaml").write_text(LINE)
    arguments = ["generate", "line", "--minimal", "--number", "2", "--folder", str(folder)]
    arguments = ["--library", str(tmp_path), *arguments]
    assert main(arguments) == 0
    assert capsys.readouterr().out == ""
    known = Library.standard([tmp_path])
    assert known.presets("line") == ("line-1", "line-2")
    for preset in known.presets("line"):
        loaded = load("line", preset, library=known)
        plain = loaded.plain()
        assert count_tilings(plain) == 1
        givens = range(len(plain["givens"]))
        assert all(count_tilings(without(plain, number)) > 1 for number in givens)
        assert isinstance(loaded.instance, TilingInstance)
        # Copies and tiles that may be left out are understood by the search, too.
        found = difficulty(loaded.instance)
        assert (found.complete, found.solutions) == (True, 1)
    for loaded in (without_givens("line", library=known), load("cube")):
        assert isinstance(loaded.instance, TilingInstance)
        found = difficulty(loaded.instance)
        assert found.solutions == count_tilings(loaded.plain())
    # What is there is not written over.
    assert main(arguments) == 2
    said = f"{folder / 'line-1.yaml'}: already exists; name another folder\n"
    assert capsys.readouterr().err == said


@pytest.mark.exhaustive
def test_no_two_are_equivalent() -> None:
    made = generate(without_givens("soma"), PositionRequest(placed=3, number=6, seed=2))
    symmetries = without_givens("soma").symmetries()
    keys = {
        symmetries.orbit(type(one.solution)(one.solution.instance, one.givens))[0]
        for one in made.positions
    }
    assert len(keys) == len(made.positions) == 6


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("lonpos", "neither --placed nor --minimal is given; choose how many tiles are placed"),
        ("lonpos --placed 99", "99 tiles placed, where a solution has 12; give 0 to 12"),
        ("lonpos --placed -1", "-1 tiles placed; give 0 or more"),
        ("lonpos --minimal --placed 12", (
            "--minimal with all 12 tiles placed, of which one can always be left out; "
            "place fewer")),
        ("lonpos --placed 3 --number 2 -o a.yaml", (
            "2 positions cannot go into one file; name a folder with --folder DIR instead")),
        ("lonpos --placed 3 --folder . -o a.yaml", (
            "--output cannot be combined with --folder; leave one of them out")),
        ("dominoes --placed 3", None),
        ("dominoes --preset 4x4 --placed 9", (
            "9 tiles placed, where a solution has 8 at most; give 0 to 8")),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_refused(
    arguments: str,
    line: str | None,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["generate", *arguments.split()]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert line is None or captured.err == line + "\n"
    assert not list(tmp_path.iterdir())


def test_of_a_puzzle_without_a_generator_others_are_named(
    capsys: pytest.CaptureFixture[str],
) -> None:
    without = next(name for name in Library.standard().puzzles() if not puzzle_kind(name).generator)
    assert main(["generate", without]) == 2
    told = capsys.readouterr().err
    assert told.startswith(
        f"ilpuzzles cannot generate positions of {without}; positions of akari, "
    )
    assert told.endswith(" can be made\n")
    assert "clue_candidates" not in told


def test_pencil_boards_have_the_clues_that_it_takes_where_nothing_is_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    texts = []
    for options in ([], ["--unique"], ["--minimal"]):
        assert main(["generate", "sudoku", "--preset", "small", *options]) == 0
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1] == texts[2]
    assert "--minimal" in texts[0]


CHESS = "conditions: {chess: {colouring: chess, target: 1}}"
REGION = "region: |\n  "
MUTILATED = f"{REGION}#...\n  ....\n  ....\n  ...#"
NONE = "no starting position with {} tiles placed and one solution found in {}"
IN_VAIN = [
    ("lonpos", CHESS, "--placed 2", 2, "positions under conditions (chess) cannot be generated; "),
    ("dominoes", MUTILATED, "--placed 1", 3, "proved: the puzzle has no so"),
    # A square of four cells is filled in two ways.
    ("dominoes", f"{REGION}..\n  ..", "--placed 0 --unique", 4, NONE.format(0, "1 try; ")),
    ("lonpos", "", "--placed 4 --unique --time-limit 1e-9", 4, NONE.format(4, "0 tries: the time")),
]


def test_what_cannot_be_made_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "start.yaml"
    for puzzle, more, options, code, said in IN_VAIN:
        path.write_text(f"puzzle: {puzzle}\n{more}\n")
        assert main(["generate", puzzle, "--file", str(path), *options.split()]) == code
        captured = capsys.readouterr()
        assert captured.out == ""
        assert captured.err.startswith(said)


def test_a_search_has_the_time_that_those_before_have_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Budget, "seconds", property(lambda budget: 2.0 * budget.tries))
    budget = Budget(Options(time_limit=5.0))
    assert [budget.next_try().time_limit for _ in range(2)] == [3.0, 1.0]
    with pytest.raises(SearchStoppedError, match="time"):
        budget.next_try()


def test_the_board_of_a_file_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "ring.yaml"
    path.write_text("puzzle: dominoes\nregion: |\n  ...\n  .#.\n  ...\ngivens: [D.1@1.1]\n")
    made = generate(without_givens("dominoes", file=path), PositionRequest(minimal=True, placed=1))
    (position,) = made.positions
    assert len(position.givens) == 1
    assert "generate dominoes --file FILE --placed 1 --minimal" in position.text
    require_promises(made, tmp_path)


def test_a_folder_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "new" / "er"
    words = "generate sudoku --preset small --placed 8 --number 2 --quiet --folder"
    arguments = words.split()
    assert main([*arguments, str(folder)]) == 0
    assert sorted(path.name for path in folder.iterdir()) == ["sudoku-1.yaml", "sudoku-2.yaml"]
    file = folder / "sudoku-1.yaml"
    for path, said in (
        (file, "is not a folder; "),
        (file / "in", "cannot be made: "),
    ):
        assert main([*arguments, str(path)]) == 2
        assert capsys.readouterr().err.startswith(f"{path}: {said}")


@pytest.mark.parametrize(
    ("place", "preset"),
    [({}, "large"), ({"preset": "small"}, "small"), ({"board": "1.../..../..../...."}, None)],
)
def test_a_new_sudoku_has_the_size_that_people_play(
    place: dict[str, str], preset: str | None
) -> None:
    names = ("placed", "rows", "columns", "letters", "parts", "hidden", "file", "board", "url")
    options: dict[str, Any] = dict.fromkeys((*names, "preset"))
    options |= {"unique": True, "minimal": True, "number": 1, "seed": 0, **place}
    made: Any = generator_of("sudoku", options, Library.standard())
    assert made.__self__._start.preset == preset


@pytest.mark.exhaustive
@pytest.mark.parametrize("genre", ["sudoku", "binairo", "star-battle"])
def test_values_that_follow_need_no_search_and_change_no_solution(
    genre: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def made() -> Generated[Any, Any]:
        request = PositionRequest(placed=1, seed=3, noun="clues")
        return ClueSearch(load(genre, "small"), request).run()

    quick = made()
    monkeypatch.setattr("ilpuzzles.generate.clues.presolve", lambda _: None)
    slow = made()
    assert quick.positions[0].solution.plain == slow.positions[0].solution.plain
    assert quick.tries < slow.tries


def test_ctrl_c_hands_over_what_was_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def press(_meter: object, progress: Progress) -> None:
        if progress.found == 1:
            raise KeyboardInterrupt

    monkeypatch.setattr(ProgressLine, "__call__", press)
    monkeypatch.setattr("ilpuzzles.progress._PAUSE", 0.0)
    arguments = ["generate", "soma", "--minimal", "--number", "2", "--folder", str(tmp_path)]
    assert main([*arguments, "--json"]) == 130
    captured = capsys.readouterr()
    assert json.loads(captured.out)["ending"] == "interrupted"
    assert captured.err.endswith("interrupted\n")
    assert [path.name for path in tmp_path.iterdir()] == ["soma-1.yaml"]


def test_a_wrong_backend_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tiles leave 14 solutions; whoever says there is one is not believed."""
    monkeypatch.setattr("ilpuzzles.generate.unique_givens.Alternatives.is_unique", lambda *_: True)
    with pytest.raises(CheckError, match="a search over the cells"):
        generate(without_givens("soma"), PositionRequest(placed=2, unique=True))
    monkeypatch.setattr("ilpuzzles.generate.position_search.TilingSearch._solutions", lambda *_: 1)
    with pytest.raises(CheckError, match="not unique"):
        generate(without_givens("soma"), PositionRequest(placed=2, unique=True))


def test_the_one_solution_of_a_file_is_the_one_that_was_meant(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest, meant = PositionSearch.require_unique, list[Any]()

    def another(self: Any, again: Any, solution: Any, options: Any) -> None:
        meant.append(solution)
        honest(self, again, replace(solution, tiles=solution.tiles[1:]), options)

    monkeypatch.setattr(PositionSearch, "require_unique", another)
    with pytest.raises(CheckError, match=r"of the file, .* says: "):
        generate(without_givens("soma"), PositionRequest(placed=5, unique=True))
    assert meant


def test_what_is_read_back_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_less(loaded: PuzzlePosition, *said: Any) -> str:
        assert isinstance(loaded.instance, TilingInstance)
        less = replace(loaded.instance, givens=loaded.instance.givens[1:])
        return instance_text(replace(loaded, instance=less), *said)

    monkeypatch.setattr("ilpuzzles.generate.generator_base.instance_text", with_less)
    with pytest.raises(CheckError, match="read as another one than was written"):
        generate(without_givens("soma"), PositionRequest(placed=4))


def test_hitting_sets_are_all_found_and_nothing_else() -> None:
    dice = Dice(1)
    for _ in range(300):
        count = dice.below(6) + 1
        size = dice.below(count + 1)
        met = [dice.below((1 << count) - 1) + 1 for _ in range(dice.below(5))]
        avoided = [dice.below((1 << count) - 1) + 1 for _ in range(dice.below(3))]
        fitting = {
            bits
            for chosen in combinations(range(count), size)
            for bits in [sum(1 << number for number in chosen)]
            if all(bits & one for one in met) and not any(one & ~bits == 0 for one in avoided)
        }
        sets = (random_hitting_set(count, size, dice, met=met, avoided=avoided) for _ in range(5))
        found = Counter(sets)
        assert set(found) <= fitting if fitting else set(found) == {None}
    assert len({random_hitting_set(5, 2, dice, met=[0b00111]) for _ in range(300)}) == 9


@pytest.mark.parametrize("preset", ["8pieces", "7pieces-2", "6pieces", "5pieces-3"])
def test_difficulty_is_that_of_the_plain_definition(preset: str) -> None:
    instance = load("lonpos", preset).instance
    assert isinstance(instance, TilingInstance)
    found = difficulty(instance)
    assert (found.complete, found.solutions) == (True, 1)
    nodes, first = plain_search(load("lonpos", preset))
    assert (found.wrong, found.forced) == (nodes - (12 - len(instance.givens)), first)
    # It gives up where it is told to, and says so.
    short = difficulty(instance, most=3)
    assert (short.wrong, short.complete) == (min(found.wrong, 3), found.wrong < 3)
    assert short.complete or short.text == "more than 3"


def plain_search(loaded: Any) -> tuple[int, int]:
    """The definition again, with sets: the nodes, and how many come before the first choice."""
    rows = experiment(loaded).model.rows
    ends = pairwise(rows.starts.tolist())
    items = [set(rows.columns[start:end].tolist()) for start, end in ends]
    given = {min(item) for item in items if len(item) == 1}
    blocked = set().union(*(item for item in items if item & given))
    nodes, forced, choice = 0, 0, False

    def go(items: list[set[int]]) -> None:
        nonlocal nodes, forced, choice
        if not items:
            return
        best = min(items, key=len)
        choice = choice or len(best) != 1
        for column in sorted(best):
            nodes += 1
            forced += not choice
            out = set().union(*(item for item in items if column in item))
            go([item - out for item in items if column not in item])

    go([item - blocked for item in items if not item & given])
    return nodes, forced


def test_a_difficulty_is_a_number(tmp_path: Path) -> None:
    path = tmp_path / "hard.yaml"
    path.write_text("puzzle: lonpos\ndifficulty: 12\n")
    assert load("lonpos", file=path).instance.solutions is None
    path.write_text("puzzle: lonpos\ndifficulty: very\n")
    with pytest.raises(InputError, match=r"hard\.yaml:2:13: .*very"):
        load("lonpos", file=path)
