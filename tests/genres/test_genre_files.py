"""Puzzles in one Python file: two that draw by themselves, what is optional, what is wrong."""

from __future__ import annotations

import json
import pickle
import re
from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import pytest

from ilpuzzles import Experiment, Library, experiment, load
from ilpuzzles.backends.interface import Backend
from ilpuzzles.errors import CheckError, InputError
from ilpuzzles.experiments.check_files import check_solutions
from ilpuzzles.experiments.loading import describe
from ilpuzzles.panel.session import open_session
from ilpuzzles.play.game import Game
from support.commands import Run
from support.places import DOCS, PUZZLE_FILES

STARS, HITORI = PUZZLE_FILES / "star_battle.py", PUZZLE_FILES / "hitori.py"

BUILD = """
import ilpuzzles
from ilpuzzles.genres import Genre

genre = Genre()


@genre.model
def build(instance):
    model = ilpuzzles.Model("mine")
    model.exactly_one(model.binary("x", 2))
    return model
"""


def asked(path: Path, preset: str | None = None, **options: Any) -> Experiment:
    library = Library.standard(files=[path])
    return experiment(path.stem.replace("_", "-"), preset, library=library, **options)


def mine(tmp_path: Path, *more: str, text: str = BUILD) -> Path:
    path = tmp_path / "mine.py"
    path.write_text("\n".join([text, *more]), encoding="utf-8")
    return path


def fields(path: Path, preset: str) -> dict[str, Any]:
    names: dict[str, Any] = {}
    exec(compile(path.read_text(encoding="utf-8"), str(path), "exec"), names)  # noqa: S102 - ours
    found: dict[str, Any] = names["genre"].presets[preset]
    return found


def star_battles(regions: list[str]) -> list[list[str]]:
    """All solutions with one star in every line and region, by trying all permutations."""
    found = []
    for columns in permutations(range(len(regions))):
        apart = all(abs(one - other) > 1 for one, other in pairwise(columns))
        if apart and len({regions[r][c] for r, c in enumerate(columns)}) == len(regions):
            found.append(["." * c + "*" + "." * (len(regions) - 1 - c) for c in columns])
    return sorted(found)


@pytest.mark.exhaustive
def test_the_example_and_its_instance_stand_in_the_page(run: Run, tmp_path: Path) -> None:
    square = DOCS / "examples" / "magic_square.py"
    page = (DOCS / "howto" / "own_puzzle.md").read_text(encoding="utf-8")
    assert square.read_text(encoding="utf-8") in page
    (instance,) = re.findall(r"^```yaml\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    (tmp_path / "my.yaml").write_text(instance, encoding="utf-8")
    my = ("--puzzle", str(square), "--file", "my.yaml")
    assert "number of solutions: 1" in run("show", *my).stdout
    assert run(*my, "--count").stdout == "1\n"


@pytest.mark.parametrize("preset", ["small", "lines"])
def test_the_solutions_of_star_battles_are_those_of_an_oracle(preset: str) -> None:
    expected = star_battles(fields(STARS, preset)["regions"])
    assert len(expected) == fields(STARS, preset)["solutions"]
    answer = asked(STARS, preset, backend="cpsat").solutions()
    assert sorted(one.to_json()["rows"] for one in answer.solutions) == expected
    assert answer.verified_by() == ["rows", "rules"]
    assert not answer.broken


@pytest.mark.parametrize(("path", "preset"), [(STARS, "small"), (HITORI, "four")])
def test_every_backend_answers_the_examples(path: Path, preset: str, backend: Backend) -> None:
    question = asked(path, preset, backend=backend)
    answer = question.solve()
    # There is only one, which the rules accept; of Hitori, these share nothing with the model.
    assert answer.verified_by() == ["rows", "rules"]
    assert question.unique().unique is True
    assert question.count().count == fields(path, preset)["solutions"] == 1


@pytest.mark.exhaustive
def test_every_question_of_the_command_line(run: Run, tmp_path: Path) -> None:
    def answered(*arguments: str) -> str:
        done = run(*arguments, "--puzzle", str(HITORI), "--preset", "four")
        assert done.returncode == 0, done.stderr
        return done.stdout

    picture, data = answered(), answered("--json")
    (rows,) = (one["rows"] for one in json.loads(data)["solutions"])
    assert all(row in picture for row in rows)
    assert answered("--all") == answered("--random", "1", "--seed", "3") == picture
    assert answered("--count") == "1\n"
    assert answered("--unique") == f"{picture}unique\n"
    assert "are the same in every solution" in answered("--forced")
    assert "no solution" not in answered("explain")
    assert answered("whatif", "--without", "apart").count("\n") == 3
    assert answered("export", "--format", "lp").startswith("\\ ")
    assert "puzzle: hitori\n" in answered("show", "--yaml")
    assert "known number of solutions: 1" in answered("show")
    answered("--html", "page.html", "--svg", "picture.svg")
    assert (tmp_path / "picture.svg").read_text(encoding="utf-8").startswith("<svg")
    assert "<title>Hitori</title>" in (tmp_path / "page.html").read_text(encoding="utf-8")
    (tmp_path / "answer.json").write_text(data, encoding="utf-8")
    assert answered("check", "answer.json") == "accepted\n"


def test_rules_find_what_is_wrong() -> None:
    library = Library.standard(files=[STARS, HITORI])
    (stars,) = star_battles(fields(STARS, "small")["regions"])
    moved = [stars[1], stars[0], *stars[2:]]
    assert not check_solutions("star-battle", {"rows": moved}, "small", library=library)
    left = asked(HITORI, "four").solve().solutions[0].to_json()["rows"]
    assert check_solutions("hitori", {"rows": left}, "four", library=library)
    for number in range(16):
        r, c = divmod(number, 4)
        cell = fields(HITORI, "four")["board"][r][c] if left[r][c] == "#" else "#"
        changed = [*left[:r], left[r][:c] + cell + left[r][c + 1 :], *left[r + 1 :]]
        assert not check_solutions("hitori", {"rows": changed}, "four", library=library)


def test_what_is_given_is_taken_back(run: Run, tmp_path: Path) -> None:
    text = json.dumps(fields(STARS, "lines") | {"given": [[0, 0], [1, 1], [5, 5]]})
    (tmp_path / "clash.yaml").write_text(text, encoding="utf-8")
    done = run("explain", "--puzzle", str(STARS), "--file", "clash.yaml")
    assert "these givens cannot stay together: (0, 0); (1, 1)\n" in done.stdout


@pytest.mark.exhaustive
def test_new_positions_are_read_back_and_have_one_solution(run: Run, tmp_path: Path) -> None:
    make = ("generate", "--puzzle", str(STARS), "--preset", "lines")
    done = run(*make, "--minimal", "--seed", "2")
    assert done.returncode == 0
    (tmp_path / "new.yaml").write_text(done.stdout, encoding="utf-8")
    given = load("star-battle", file=tmp_path / "new.yaml", library=Library.standard(files=[STARS]))
    clues: list[list[int]] = given.plain()["given"]
    boards = star_battles(fields(STARS, "lines")["regions"])

    def left(clues: list[list[int]]) -> int:
        return sum(all(rows[r][c] == "*" for r, c in clues) for rows in boards)

    assert left(clues) == 1
    assert all(left([one for one in clues if one is not other]) > 1 for other in clues)
    made = json.loads(run(*make, "--placed", "2", "--json").stdout)
    assert len(made["positions"][0]["givens"]) == 2
    assert run(*make, "--placed", "9").stderr.startswith("9 clues placed")
    refused = run("generate", "--puzzle", str(HITORI), "--placed", "1")
    assert refused.stderr.endswith("write a function below @genre.clue_candidates in its file\n")


@pytest.mark.exhaustive
def test_a_library_has_python_files(run: Run, tmp_path: Path) -> None:
    (tmp_path / "puzzles" / "star_battle").mkdir(parents=True)
    (tmp_path / "instances" / "star-battle").mkdir(parents=True)
    (tmp_path / "puzzles" / "star_battle.py").write_text(STARS.read_text(encoding="utf-8"))
    text = json.dumps({"stars": 1, "title": "Four", "regions": ["ABCD"] * 4})
    (tmp_path / "puzzles" / "star_battle" / "beside.yaml").write_text(text)
    (tmp_path / "instances" / "star-battle" / "below.yaml").write_text(text)
    library = ("--library", str(tmp_path))
    listed = json.loads(run("list", "--json", *library).stdout)["puzzles"]
    (found,) = [one for one in listed if one["puzzle"] == "star-battle"]
    assert found["title"] == "Star battle"
    assert found["presets"] == ["small", "lines", "below", "beside"]
    assert run("star-battle", *library, "--count").stdout == "1\n"
    for preset in ("below", "beside"):
        assert run("star-battle", "--preset", preset, *library, "--count").stdout == "2\n"
        assert "Four" in run("show", "star-battle", "--preset", preset, *library).stdout
    assert run("star-battl", *library).stderr.startswith("unknown puzzle or command 'star-battl'")


def test_listing_runs_no_file(tmp_path: Path, run: Run) -> None:
    more = ("raise SystemExit('it was run')", "genre = Genre(presets={'one': {}})")
    path = mine(tmp_path, *more, text='"""Mine.\n\nAll mine."""')
    listed = run("list", "--puzzle", str(path))
    assert listed.stdout.endswith("Others\n  mine           Mine: All mine\n")
    refused = run("--puzzle", str(path))
    assert refused.stderr == f"{path}:4: SystemExit: it was run; fix it there\n"


@pytest.mark.exhaustive
def test_all_but_the_model_has_a_default(tmp_path: Path, run: Run) -> None:
    own = ("--puzzle", str(mine(tmp_path)))
    done = run(*own, "--all")
    assert done.stdout == 'values: {"x[0]": 1}\nvalues: {"x[1]": 1}\n'
    assert done.stderr.endswith(" s; checked\n")
    assert run(*own, "--count").stdout == "2\n"
    assert run(*own, "--forced").returncode == run(*own, "--html", "page.html").returncode == 0
    assert "these two differ in 2 places" in run(*own, "--unique").stdout
    assert run("show", *own, "--preset", "x").stderr.startswith("unknown preset 'x'")
    described = describe("mine", library=Library.standard(files=[tmp_path / "mine.py"]))
    assert (described.puzzle.title, described.presets) == ("mine", ())
    assert run("check", *own, "no.json").stderr.endswith("no such file; check the path\n")
    (tmp_path / "s.json").write_text('{"a": 1}')
    refused = run("check", *own, "s.json")
    assert "no function for the rules; write one below @genre.rules" in refused.stderr


def test_a_file_that_has_changed_is_run_again(tmp_path: Path) -> None:
    path = mine(tmp_path)
    library = Library.standard(files=[path])
    assert experiment("mine", library=library, backend="cpsat").count().count == 2
    mine(tmp_path, text=BUILD.replace('"x", 2', '"x", 3'))
    assert experiment("mine", library=library, backend="cpsat").count().count == 3
    sent = pickle.loads(pickle.dumps(library))  # noqa: S301 - our own
    assert experiment("mine", library=sent, backend="cpsat").count().count == 3


@pytest.mark.parametrize("wrong", ["", "decode", "facts", "partial"])
def test_build_may_say_all_that_a_formulation_can(wrong: str, tmp_path: Path, run: Run) -> None:
    path = mine(tmp_path, text=OWN_FORMULATION.replace("WRONG", wrong))
    done = run("--puzzle", str(path), *([] if wrong == "decode" else ["--forced", "--json"]))
    if wrong:
        assert done.returncode == 2
        assert done.stderr.startswith(f"{path}:18: ")
        assert done.stderr.count("\n") == 1
        return
    assert json.loads(done.stdout)["forced"]["solution"] == {"at": [2]}
    assert [one.to_json() for one in asked(path).solutions().solutions] in (
        [{"at": a}, {"at": b}] for a, b in permutations(range(2))
    )


OWN_FORMULATION = """
import ilpuzzles
from ilpuzzles.genres import Genre

genre = Genre()


@genre.model
def build(instance):
    model = ilpuzzles.Model("mine")
    x = model.binary("x", 3)
    model.exactly_one(x[:2])
    said = {
        "decode": lambda values: {"at": int(values.argmax())},
        "facts": lambda values: {n: 1 - x[n] for n in range(3) if not values[n]},
        "partial": lambda known: {"at": sorted(n for n in known if known[n])},
    }
    said["WRONG"] = lambda found: found["no"]
    said.pop("", 0)
    model.add(x[2] == 0)
    return ilpuzzles.Formulated(model, **said)
"""


FACTS = """
import ilpuzzles
from ilpuzzles.genres import Genre

genre = Genre(SHOWN)


@genre.solution
def decode(instance, values):
    return {"x": values["x"], "y": int(values["y"])}


@genre.model
def build(instance):
    model = ilpuzzles.Model("mine")
    x, y = model.binary("x", 2), model.integer("y", lower=0, upper=5)
    model.exactly_one(x)
    model.add(y == 3)
    return model
"""


@pytest.mark.parametrize(
    ("shown", "more", "expected", "numbers"),
    [
        ("", "", {"x": [0, 0], "y": 3}, (1, 3)),
        ("shown_variables=['y']", "", {"x": [0, 0], "y": 3}, (1, 1)),
        ("shown_variables=['x']", "", {"x": [0, 0], "y": 0}, (0, 2)),
        (
            "",
            (
                "@genre.partial_solution\n"
                "def partial(i, known): return {'x': known['x'].tolist(), 'y': known['y'].item()}"
            ),
            {"x": [None, None], "y": 3},
            (1, 3),
        ),
    ],
)
def test_facts_are_those_of_some_variables(
    shown: str, more: str, expected: dict[str, Any], numbers: tuple[int, int], tmp_path: Path
) -> None:
    text = FACTS.replace("SHOWN", shown)
    answer = asked(mine(tmp_path, more, text=text), backend="cpsat").forced()
    assert answer.forced is not None
    assert answer.forced.to_json() == expected
    assert answer.facts == numbers


@pytest.mark.parametrize(
    ("more", "arguments", "message"),
    [
        ("solution(i, v): return v['y']", [], ":16: KeyError: 'y'; fix it there"),
        ("solution(i, v): return [1]", [], ":15: 'own' returns a value of type list; a "),
        ("solution(i, v): return {'a': open}", [], ":15: this is not plain data (a value of "),
        ("rules(i, s): return 5", [], ":15: 'own' returns a value of type int; return a "),
        ("svg(i, s): return 'x'", ["--svg", "a.svg"], ":15: a picture that is not an SVG doc"),
        ("text(i, s): return None", [], ":15: 'own' returns None; return a string"),
        ("board(fields): raise ValueError('too small')", [], ": too small"),
        ("board(fields): raise KeyError('size')", [], ":16: KeyError: 'size'; fix"),
        ("modle(i): return 1", [], ":15: AttributeError: a Genre has no 'modle' (did you mean "),
        ("model(i): return 1", [], ":15: two formulations 'own'; give each a name of its own"),
    ],
)
def test_what_is_wrong_with_a_function_is_said_in_one_line(
    more: str, arguments: list[str], message: str, tmp_path: Path, run: Run
) -> None:
    decorator, _, rest = more.partition("(")
    path = mine(tmp_path, "", f"@genre.{decorator}", f"def own({rest}")
    refused_with(f"{path}{message}", run("--puzzle", str(path), *arguments))


@pytest.mark.parametrize(
    ("said", "arguments", "message"),
    [
        ("presets=[1]", [], ":5: the names of the presets are not literals; write presets"),
        ("presets={'a': 1}", [], ":5: the instance has no fields; write 'key: value'"),
        ("presets={'a': {'solutions': 'x'}}", [], ":5: 'solutions' is \"x\"; write a whole"),
        ("presets={'a': {}}, default_preset='b'", [], ": unknown preset 'b'; known: a"),
        ("shown_variables=['y']", ["--forced"], ": unknown family of variables 'y'; known: x"),
        ("shown_variables='x'", [], ":5: 'shown_variables' is 'x'; write a list of names"),
        ("clue_patterns='['", [], ":5: 'clue_patterns' has '[', which is no regular expression"),
        ("clues='x'", [], ":5: a Genre has no 'clues'; "),
        ("simbols={}", [], ":5: a Genre has no 'simbols'; did you mean 'symbols'?"),
        ("zz=1", [], ":5: a Genre has no 'zz'; known: group, aliases, "),
    ],
)
def test_what_a_genre_says_wrongly_is_said_in_one_line(
    said: str, arguments: list[str], message: str, tmp_path: Path, run: Run
) -> None:
    path = mine(tmp_path, text=BUILD.replace("Genre()", f"Genre({said})"))
    refused_with(f"{path}{message}", run("--puzzle", str(path), *arguments))


@pytest.mark.parametrize("decorator", ["model", "rules", "clue_candidates"])
def test_a_decorator_is_written_without_brackets(decorator: str, tmp_path: Path, run: Run) -> None:
    path = mine(tmp_path, text=f"{BUILD}\n@genre.{decorator}()\ndef own(board):\n    pass\n")
    message = f"'@genre.{decorator}()' has no function; write '@genre.{decorator}' without brackets"
    done = run("--puzzle", str(path))
    line = path.read_text(encoding="utf-8").splitlines().index(f"@genre.{decorator}()") + 1
    refused_with(f"{path}:{line}: {message}", done)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ":1: no genre; write genre = Genre(...)"),
        ("build = None", ":1: no genre; write genre = Genre(...)"),
        (BUILD.partition("@genre")[0], ":1: the genre has no model; write a function"),
        (f"{BUILD}\nother = Genre()", ": 2 genres in one file; write each into a file of its own"),
        (BUILD.replace("return model", "pass"), ":8: 'build' returns None; return an ilpuzzles.Mo"),
    ],
)
def test_a_file_makes_one_genre_with_a_model(
    text: str, message: str, tmp_path: Path, run: Run
) -> None:
    path = mine(tmp_path, text=text)
    refused_with(f"{path}{message}", run("--puzzle", str(path)))


FORMER = """
from ilpuzzles import Model
from ilpuzzles.genres import Board

layout, words, given = "board", "-x", "numbers"
presets = {"one": {"board": ["1-"]}}
aliases = "mine-too"


def read(fields):
    return Board.read(fields, clues="[01]")


def build(board):
    model = Model("mine")
    shaded = model.binary("shaded", board.grid.cells)
    with model.group("numbers", why="a number counts the shaded cells beside it"):
        for cell, cells, number in board.counted_clues(board.grid.neighbours):
            model.add(shaded[cells].sum() == number, key=cell)
    return model


def clues(board, solution):
    return {}
"""


def test_a_file_in_the_former_way_is_read_with_a_line_about_it(
    tmp_path: Path, run_process: Run
) -> None:
    path = mine(tmp_path, text=FORMER)
    counted = run_process("--puzzle", str(path), "--count")
    # The cell with the number may be shaded as well.
    assert counted.stdout == "2\n"
    assert counted.stderr.startswith(f"{path}: a puzzle is a Genre(...) now, ")
    assert counted.stderr.count(str(path)) == 1
    with pytest.warns(FutureWarning, match="until the next release"):
        position = load("mine", library=Library.standard(files=[path]))
    assert position.preset == "one"
    kind: Any = position.kind
    assert kind.generator
    assert kind.file.genre.clue_groups == ["numbers"]
    assert kind.file.genre.solution_words == "-x"


def refused_with(message: str, done: Any) -> None:
    assert done.returncode == 2
    assert done.stderr.startswith(message)
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("name", ["My Puzzle.py", "mine.txt", "-x.py"])
def test_what_is_no_file_of_a_puzzle(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=re.escape("is not the name of a puzzle's file")):
        Library.standard(files=[tmp_path / name])


def test_what_else_is_refused(tmp_path: Path, run: Run) -> None:
    own = ("--puzzle", str(mine(tmp_path)))
    (tmp_path / "other.yaml").write_text("puzzle: other\n")
    for command, said in (
        (("--puzzle", "other.py"), "no such file"),
        ((*own, "--url", "x"), "mine cannot be read from an address"),
        ((*own, "--height", "3"), "unknown option --height"),
        (("show", *own, "--placements"), "placements of mine"),
        ((*own, "--up-to-symmetry", "--count"), "symmetr"),
        ((*own, "--file", "other.yaml"), "one of other; write 'puzzle: mine'"),
    ):
        done = run(*command)
        assert said in done.stderr
        assert done.returncode == 2
    (tmp_path / "s.json").write_text('{"b": 1}')
    wrong = mine(tmp_path, "@genre.rules", "def rules(i, s): yield s['a']")
    read = run("check", "--puzzle", str(wrong), "s.json")
    assert read.stderr.startswith(f"s.json: the rules cannot read it ({wrong}:15: KeyError")


def test_a_model_that_breaks_its_own_rules(tmp_path: Path) -> None:
    question = asked(
        mine(tmp_path, "@genre.rules", "def rules(i, s): yield 'never right'"), backend="cpsat"
    )
    with pytest.raises(CheckError, match="breaks the rules: rules: never right"):
        question.solve()
    question = asked(
        mine(tmp_path, "@genre.solution", "def decode(i, v): return {'a': 1}"), backend="cpsat"
    )
    with pytest.raises(
        CheckError, match="decode to the same solution of the puzzle; make variables auxiliary"
    ):
        question.solutions()


def test_other_commands_keep_their_puzzle(tmp_path: Path, run: Run) -> None:
    path = str(mine(tmp_path))
    assert run("show", "cube", "--puzzle", path).stdout.startswith("L-tromino cube\n")
    assert run("show", "slashpack", "--puzzle", path).stdout.startswith("Surasshupakku")
    assert "1 solution" not in run("backends", "--puzzle", path).stdout
    assert run("--puzzle", path, "--help").stdout.startswith("usage: ilpuzzles mine ")


def test_a_panel_opens_it() -> None:
    session = open_session("star-battle", backend="cpsat", library=Library.standard(files=[STARS]))
    assert session.preset == "small"
    assert [session.solve().solutions[0].to_json()["rows"]] == star_battles(
        fields(STARS, "small")["regions"]
    )
    session.choose_preset("lines")
    assert session.count().count == 90


PLAYED = """
import ilpuzzles
from ilpuzzles.genres import Genre

genre = Genre(presets={"three": {"size": 3}, "four": {"size": 4}})


@genre.model
def build(instance):
    model = ilpuzzles.Model("rooks")
    rook = model.binary("rook", instance["size"], instance["size"])
    with model.group("lines", why="a rook in every line"):
        model.exactly_one(rook, axis=0)
        model.exactly_one(rook, axis=1)
    return model


@genre.pieces
def board(instance):
    size = instance["size"]
    cells = [(row, column) for row in range(size) for column in range(size)]
    return {
        "rows": size,
        "columns": size,
        "pieces": {"R": {"title": "rook", "colour": "#123456", "least": size, "most": size}},
        "moves": [("R", [cell], [("rook", cell)]) for cell in cells],
    }
"""


@pytest.mark.exhaustive
def test_the_function_board_makes_a_puzzle_playable(tmp_path: Path) -> None:
    path = mine(tmp_path, text=PLAYED)
    library = Library.standard(files=[path])
    game = Game(load("mine", "three", library=library), library)
    board = game.board()
    (piece,) = board["pieces"]
    shown = {"title": "rook", "colour": "#123456", "least": 3, "copies": 3}
    assert shown.items() <= piece.items()
    assert board["moves"]["spots"] == list(range(9))
    assert game.answer({"ask": "status", "placed": [0]})["count"] == 2
    hint = game.answer({"ask": "hint", "placed": [0, 4]})
    assert (hint["move"], hint["state"]) == (8, "sure")
    made = game.answer({"ask": "preset", "name": "four"})["board"]
    assert len(made["spots"]["name"]) == 16
    assert game.new_game("preset:four").answer({"ask": "status", "placed": []})["count"] == 24


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ('("R", [cell],', '("Q", [cell],', "a move of piece 'Q'; name one of R"),
        ('"rows": size', '"rows": 2', "a move of R to \\(2, 0\\); give cells of 2 rows and 3 "),
        ('("rook", cell)]', '("king", cell)]', "KeyError: 'king'; fix it there"),
        ('"columns": size,', "", "KeyError: 'columns'; fix it there"),
        ("    return {", "    return None and {", "'board' returns None; return a dictionary"),
    ],
)
def test_what_is_wrong_in_board_is_said(tmp_path: Path, was: str, now: str, said: str) -> None:
    assert was in PLAYED
    path = mine(tmp_path, text=PLAYED.replace(was, now))
    with pytest.raises(InputError, match=rf"mine\.py:\d+: .*{said}") as raised:
        Game(load("mine", "three", library=Library.standard(files=[path])))
    assert "\n" not in str(raised.value)


def test_a_file_without_the_function_board_cannot_be_played(tmp_path: Path) -> None:
    library = Library.standard(files=[mine(tmp_path)])
    with pytest.raises(InputError, match="mine has no board to play on"):
        Game(load("mine", library=library))
