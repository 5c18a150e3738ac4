"""New starting positions: as promised, the same for the same seed, honest where there are none."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

from ilpuzzles.backends.interface import Interrupted, Options
from ilpuzzles.backends.registry import get_backend
from ilpuzzles.cli.main import main
from ilpuzzles.cli.progress_line import ProgressLine
from ilpuzzles.dice import Dice
from ilpuzzles.errors import CheckError, InputError
from ilpuzzles.generate.budget import Ending
from ilpuzzles.generate.choosing import Covers, bare, random_hitting_set, random_solution
from ilpuzzles.generate.position_search import StartingPosition, TilingSearch, difficulty
from ilpuzzles.generate.starting_position import Generated, PositionRequest, instance_text
from ilpuzzles.library import Library
from ilpuzzles.progress import Progress
from ilpuzzles.puzzles.tiling.tiling_puzzle import TilingInstance
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.workbench.check_files import check_solutions
from ilpuzzles.workbench.experiments import experiment
from ilpuzzles.workbench.loading import Loaded, load
from support.oracles import count_tilings
from support.places import DOCS


def generate(
    loaded: Loaded, request: PositionRequest, **how: Any
) -> Generated[PositionRequest, StartingPosition]:
    return TilingSearch(loaded, request).run(**how)


LONPOS = ("lonpos", "--placed", "4", "--unique", "--seed", "7")


def plain_of(text: str, puzzle: str, folder: Path, library: Library | None = None) -> Any:
    """The instance in a file as plain data."""
    path = folder / "made.yaml"
    path.write_text(text, encoding="utf-8")
    loaded = load(puzzle, file=path, library=library)
    return loaded.family.plain(loaded.instance)


def without(plain: Any, number: int) -> Any:
    """The same with one given tile less."""
    return plain | {"givens": plain["givens"][:number] + plain["givens"][number + 1 :]}


def require_promises(
    made: Generated[PositionRequest, StartingPosition],
    folder: Path,
    library: Library | None = None,
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


@pytest.mark.parametrize(
    ("puzzle", "options", "asked"),
    [
        ("lonpos", {}, PositionRequest(placed=6, unique=True, seed=1)),
        ("lonpos", {}, PositionRequest(placed=5, seed=2)),
        ("tower", {"parameters": {"height": 2}}, PositionRequest(minimal=True, seed=3, number=2)),
        ("tower", {"parameters": {"height": 2}}, PositionRequest(placed=3, seed=3)),
        ("tritetratan", {}, PositionRequest(placed=13, unique=True)),
        ("cube", {}, PositionRequest(minimal=True, number=3)),
        ("cube", {}, PositionRequest(placed=4, unique=True)),
        ("soma", {}, PositionRequest(placed=3, minimal=True)),
        ("soma", {}, PositionRequest(placed=2)),
        ("pyramid", {}, PositionRequest(placed=9, unique=True)),
        ("tetrahexes", {}, PositionRequest(minimal=True, number=2)),
        ("hexiamonds", {}, PositionRequest(placed=5, unique=True)),
        ("pentominoes", {"preset": "8x8"}, PositionRequest(placed=6, unique=True)),
        ("dominoes", {"preset": "4x4"}, PositionRequest(minimal=True)),
        ("dominoes", {"preset": "4x4"}, PositionRequest(placed=0)),
    ],
)  # fmt: skip
def test_what_is_made_is_as_wished_for(
    puzzle: str, options: dict[str, Any], asked: PositionRequest, tmp_path: Path
) -> None:
    made = generate(bare(puzzle, **options), asked)
    assert (made.ending, len(made.positions)) == (Ending.FOUND, asked.number)
    require_promises(made, tmp_path)
    for position in made.positions:
        assert set(position.givens) <= set(position.solution.tiles)


@pytest.mark.parametrize(("puzzle", "placed"), [("macmahon", 19), ("wang", 24), ("chequered", 3)])
def test_tiles_with_colours_are_placed_as_wished_for(
    puzzle: str, placed: int, tmp_path: Path
) -> None:
    made = generate(bare(puzzle), PositionRequest(placed=placed, unique=True, seed=3))
    (position,) = made.positions
    path = tmp_path / "made.yaml"
    path.write_text(position.text, encoding="utf-8")
    again = count_solutions(experiment(puzzle, file=path).model, backend=get_backend("cpsat"))
    assert (again.number, again.complete) == (1, True)


def test_every_lonpos_position_is_minimal_as_counted_by_others(tmp_path: Path) -> None:
    made = generate(bare("lonpos"), PositionRequest(minimal=True, placed=4, seed=1))
    (position,) = made.positions
    plain = plain_of(position.text, "lonpos", tmp_path)
    assert count_tilings(plain) == 1
    assert all(count_tilings(without(plain, number)) > 1 for number in range(4))


def test_a_seed_makes_the_same_file_again(capsys: pytest.CaptureFixture[str]) -> None:
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
    # Several begin with the one.
    made = generate(bare("lonpos"), PositionRequest(placed=4, unique=True, seed=7, number=2))
    assert made.positions[0].text == texts[0]
    assert ", number 2.\n" in made.positions[1].text


@pytest.mark.parametrize("backend", ["cpsat", "scip", "exactcover"])
def test_no_solver_changes_a_file(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wishes = [
        ("lonpos", PositionRequest(placed=6, unique=True)),
        ("soma", PositionRequest(minimal=True, placed=3)),
    ]
    for puzzle, asked in wishes:
        texts = {generate(bare(puzzle), asked, backend=one).positions[0].text
                 for one in ("auto", backend)}  # fmt: skip
        assert len(texts) == 1
    # Nor does it where the engine gives up, and the backend says whether there is another one.
    monkeypatch.setattr("ilpuzzles.generate.choosing._NODES", 30)
    made = [generate(bare("soma"), PositionRequest(minimal=True, placed=3), backend=one)
            for one in ("auto", backend)]  # fmt: skip
    assert made[0].tries == made[1].tries
    assert made[0].positions[0].text == made[1].positions[0].text


def test_neither_solvers_nor_clocks_are_asked_for_random_solutions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def asked(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("ilpuzzles.backends.cpsat.CpSatBackend.solve", asked)
    for puzzle, options in [
        ("lonpos", {}),
        ("pyramid", {}),
        ("tritetratan", {}),
        ("tower", {"parameters": {"height": 3}}),
        ("pentominoes", {"preset": "3x20"}),
    ]:
        loaded = bare(puzzle, **options)  # type: ignore[arg-type] # parameters or a preset
        covers = Covers.of(experiment(loaded, formulation="placement"))
        one, again = (random_solution(covers, Dice(3)).solution for _ in range(2))
        assert one is not None
        assert again is not None
        assert one.tiles == again.tiles


def test_a_file_says_whose_solution_it_took(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["ilpuzzles.generate.choosing"], "_LUBY", ())
    (position,) = generate(bare("soma"), PositionRequest(placed=3)).positions
    assert re.search(
        r"^# It took cpsat [0-9.]+ to find a solution; another version may find another\.$",
        position.text,
        re.MULTILINE,
    )


def test_what_is_printed_can_be_solved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my.yaml"
    assert main(["generate", *LONPOS, "-o", str(path)]) == 0
    captured = capsys.readouterr()
    assert (captured.out, captured.err.startswith(f"{path}: 4 tiles placed")) == ("", True)
    assert main(["lonpos", "--file", str(path), "--unique", "--quiet"]) == 0
    assert main(["lonpos", "--file", str(path), "--count", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["count"] == 1
    assert main(["show", "lonpos", "--file", str(path)]) == 0
    assert "known number of solutions: 1\n" in capsys.readouterr().out


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


def test_several_go_into_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["generate", "cube", "--minimal", "--number", "3", "--folder", str(tmp_path)]
    assert main(arguments) == 0
    page = (DOCS / "howto" / "generate.md").read_text(encoding="utf-8")
    assert "in a folder, which has to exist; the files must not exist yet" in page
    names = ["cube-1.yaml", "cube-2.yaml", "cube-3.yaml"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    assert capsys.readouterr().out == ""
    assert len({(tmp_path / name).read_text().partition("board")[2] for name in names}) == 3
    for name in names:
        assert experiment("cube", file=tmp_path / name).unique().unique
    # What is there is not written over.
    assert main(arguments) == 2
    assert capsys.readouterr().err == (
        f"{tmp_path / names[0]}: is there already; name another folder\n"
    )


def test_a_folder_of_a_library_gets_presets(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    folder = tmp_path / "instances" / "line"
    folder.mkdir(parents=True)
    (tmp_path / "models" / "line.yaml").write_text(
        "puzzle: line\nfamily: tiling\ntitle: Line\nlattice: square\n"
        "region: {rows: 2, columns: 5}\n"
        "tiles:\n"
        "  D: {count: any, shape: DD}\n"
        "  S: {count: 2, shape: S}\n"
        "  X: {optional: true, shape: X}\n"
    )
    library = ["--library", str(tmp_path)]
    arguments = ["generate", "line", "--minimal", "--number", "2", "--folder", str(folder)]
    assert main([*library, *arguments]) == 0
    known = Library.standard([tmp_path])
    assert known.presets("line") == ("line-1", "line-2")
    for preset in known.presets("line"):
        loaded = load("line", preset, library=known)
        plain = loaded.family.plain(loaded.instance)
        assert count_tilings(plain) == 1
        givens = range(len(plain["givens"]))
        assert all(count_tilings(without(plain, number)) > 1 for number in givens)
        assert isinstance(loaded.instance, TilingInstance)
        # Copies and tiles that may be left out are understood by the search, too.
        found = difficulty(loaded.instance)
        assert (found.complete, found.solutions) == (True, 1)
    for instance in (bare("line", library=known).instance, load("cube").instance):
        assert isinstance(instance, TilingInstance)
        family = bare("line", library=known).family
        assert difficulty(instance).solutions == count_tilings(family.plain(instance))


def test_no_two_are_equivalent() -> None:
    made = generate(bare("soma"), PositionRequest(placed=3, number=12, seed=2))
    symmetries = bare("soma").symmetries()
    keys = {
        symmetries.orbit(type(one.solution)(one.solution.instance, one.givens))[0]
        for one in made.positions
    }
    assert len(keys) == len(made.positions) == 12


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        ("lonpos", "neither --placed nor --minimal is given; choose how many tiles are placed"),
        ("lonpos --unique", ("neither --placed nor --minimal is given; choose how many tiles "
         "are placed")),
        ("lonpos --placed 99", "99 tiles placed, where a solution has 12; give 0 to 12"),
        ("lonpos --placed 13", "13 tiles placed, where a solution has 12; give 0 to 12"),
        ("lonpos --placed -1", "-1 tiles placed; give 0 or more"),
        ("lonpos --placed x", (
            "--placed: 'x' is not a whole number; see 'ilpuzzles generate --help'")),
        ("lonpos --minimal --placed 12", (
            "--minimal with all 12 tiles placed, of which one can always be left out; "
            "place fewer")),
        ("lonpos --placed 3 --seed -1", "seed -1; give 0 or more"),
        ("lonpos --placed 3 --number 0", "0 starting positions; give 1 to 10,000"),
        ("lonpos --placed 3 --number 2", (
            "2 positions on standard output; "
            "add --folder DIR, --json or --pdf FILE")),
        ("lonpos --placed 3 --number 2 -o a.yaml", (
            "2 positions in one file; name a folder with --folder DIR instead")),
        ("lonpos --placed 3 --folder . -o a.yaml", (
            "--output with --folder; leave one of them out")),
        ("lonpos --placed 3 --folder nowhere", "nowhere: is no folder; make the folder first"),
        ("lonpos --placed 3 -o nowhere/a", (
            "nowhere/a: its folder does not exist; make the folder first")),
        ("lonpos --placed 3 --time-limit -1", (
            "time limit must be a positive number of seconds, got -1.0")),
        ("lonpos --placed 3 --backend glpk", None),
        ("lonpoz --placed 3", "unknown puzzle 'lonpoz'; did you mean 'lonpos'?"),
        ("lonpos --placed 3 --preset nothing", None),
        ("tower --placed 3 --height 9", "height 9; tower has height 2, 3, 4, 5"),
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


def test_conditions_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "chess.yaml"
    path.write_text("puzzle: lonpos\nconditions:\n  chess: {colouring: chess, target: 1}\n")
    assert main(["generate", "lonpos", "--file", str(path), "--placed", "2"]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    what = "positions under conditions (chess) cannot be generated"
    assert line == f"{what}; choose an instance without, or remove them"


def test_the_board_of_a_file_is_taken(tmp_path: Path) -> None:
    path = tmp_path / "ring.yaml"
    path.write_text("puzzle: dominoes\nregion: |\n  ...\n  .#.\n  ...\ngivens: [D.1@1.1]\n")
    made = generate(bare("dominoes", file=path), PositionRequest(minimal=True))
    (position,) = made.positions
    assert len(position.givens) == 1
    assert "generate dominoes --file FILE --minimal" in position.text
    require_promises(made, tmp_path)


def test_a_puzzle_without_solutions_has_no_starting_positions(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cut.yaml"
    path.write_text("puzzle: dominoes\nregion: |\n  #...\n  ....\n  ....\n  ...#\n")
    assert main(["generate", "dominoes", "--file", str(path), "--placed", "1"]) == 3
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("proved: the puzzle has no solution in ")


def test_what_is_not_found_is_said_honestly(capsys: pytest.CaptureFixture[str]) -> None:
    # A square of four cells is filled in two ways, with every domino of a domino board.
    arguments = ["generate", "dominoes", "--preset", "4x4", "--placed", "0", "--unique"]
    assert main(arguments) == 4
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(
        "no starting position with 0 tiles placed and one solution found in 1 try; "
    )


def test_a_time_limit_ends_the_search(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["generate", *LONPOS, "--time-limit", "0.001"]) == 4
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "found in 0 tries: the time limit came first; allow more" in captured.err
    made = generate(
        bare("lonpos"),
        PositionRequest(placed=1, unique=True, number=99),
        options=Options(time_limit=1.5),
    )
    assert made.ending is Ending.TIME


def test_ctrl_c_hands_over_what_was_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    def pressed(_position: StartingPosition) -> None:
        raise KeyboardInterrupt

    with pytest.raises(Interrupted) as caught:
        generate(bare("soma"), PositionRequest(placed=3, number=2), each=pressed)
    made = caught.value.answer
    assert (made.ending, made.complete, len(made.positions)) == (Ending.INTERRUPTED, False, 1)

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
    monkeypatch.setattr("ilpuzzles.generate.choosing.Alternatives.is_unique", lambda *_: True)
    with pytest.raises(CheckError, match="a search over the cells"):
        generate(bare("soma"), PositionRequest(placed=2, unique=True))
    monkeypatch.setattr("ilpuzzles.generate.position_search.TilingSearch._solutions", lambda *_: 1)
    with pytest.raises(CheckError, match="not unique"):
        generate(bare("soma"), PositionRequest(placed=2, unique=True))


def test_what_is_read_back_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    def with_less(loaded: Loaded, *said: Any) -> str:
        assert isinstance(loaded.instance, TilingInstance)
        less = replace(loaded.instance, givens=loaded.instance.givens[1:])
        return instance_text(replace(loaded, instance=less), *said)

    monkeypatch.setattr("ilpuzzles.generate.position_search.instance_text", with_less)
    with pytest.raises(CheckError, match="read as another one than was written"):
        generate(bare("soma"), PositionRequest(placed=4))


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
        found = Counter(
            random_hitting_set(count, size, dice, met=met, avoided=avoided) for _ in range(5)
        )
        assert set(found) <= fitting if fitting else set(found) == {None}


def test_every_hitting_set_comes_up() -> None:
    dice = Dice(2)
    found = {random_hitting_set(5, 2, dice, met=[0b00111]) for _ in range(300)}
    assert len(found) == 9


@pytest.mark.parametrize("preset", ["8pieces", "7pieces-2", "6pieces", "5pieces-3"])
def test_difficulty_is_that_of_the_plain_definition(preset: str) -> None:
    instance = load("lonpos", preset).instance
    assert isinstance(instance, TilingInstance)
    found = difficulty(instance)
    assert (found.complete, found.solutions) == (True, 1)
    nodes, first = plain_search(load("lonpos", preset))
    assert (found.wrong, found.forced) == (nodes - (12 - len(instance.givens)), first)


def plain_search(loaded: Any) -> tuple[int, int]:
    """The definition again, with sets: the nodes, and how many come before the first choice."""
    program = experiment(loaded).model
    rows = [set(program.rows.columns[a:b].tolist()) for a, b in _row_ends(program)]
    given = {min(row) for row in rows if len(row) == 1}
    rows = [row for row in rows if len(row) > 1 and not row & given]
    blocked = {
        column for a, b in _row_ends(program)
        for row in [set(program.rows.columns[a:b].tolist())] if row & given
        for column in row
    }  # fmt: skip
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

    go([row - blocked for row in rows])
    return nodes, forced


def _row_ends(program: Any) -> list[tuple[int, int]]:
    return list(pairwise(program.rows.starts.tolist()))


def test_the_search_gives_up_and_says_so() -> None:
    instance = load("lonpos", "3pieces").instance
    assert isinstance(instance, TilingInstance)
    whole = difficulty(instance)
    assert whole.complete
    short = difficulty(instance, most=3)
    assert (short.wrong, short.complete, short.text) == (3, False, "more than 3")


def test_a_difficulty_is_a_number(tmp_path: Path) -> None:
    path = tmp_path / "hard.yaml"
    path.write_text("puzzle: lonpos\ndifficulty: 12\n")
    assert load("lonpos", file=path).instance.solutions is None
    path.write_text("puzzle: lonpos\ndifficulty: very\n")
    with pytest.raises(InputError, match=r"hard\.yaml:2:13: .*very"):
        load("lonpos", file=path)
