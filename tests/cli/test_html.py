"""`--html`: which questions make a page, what stands on it, and what is said elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from ilpuzzles.cli.main import main
from ilpuzzles.errors import Exit
from support.commands import Run
from support.missing_packages import hide
from support.page_reader import Read

HOPELESS = """\
puzzle: lonpos
board: |
  .F.........
  FF.........
  ...........
  ...........
  ...........
"""


def written(run: Run, folder: Path, *arguments: str, code: int = 0) -> Read:
    """The page that a command writes, and nothing else."""
    done = run(*arguments, "--html", "page.html")
    assert done.returncode == code, done.stderr
    return Read((folder / "page.html").read_text(encoding="utf-8"))


def test_a_solution_is_printed_and_written(run: Run, tmp_path: Path) -> None:
    done = run("lonpos", "--preset", "8pieces", "--html", "page.html")
    assert done.returncode == 0
    assert "given: A D E G I J K L   placed: B C F H" in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
    read = Read((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert read.texts["h1"].startswith("Lonpos 505")
    assert len(read.pictures()) == 1


def test_all_solutions_are_shown_on_the_page_alone(run: Run, tmp_path: Path) -> None:
    read = written(run, tmp_path, "tetrahexes", "--all")
    assert len(set(read.pictures())) == 18
    done = run("tetrahexes", "--all", "--html", "page.html")
    assert done.stdout == "18 solutions\n"
    assert done.stderr.startswith("page.html: 18 solutions drawn\nfound by exactcover ")


def test_a_page_that_has_not_all_solutions_says_so_twice(run: Run, tmp_path: Path) -> None:
    done = run("dominoes", "--preset", "6x6", "--limit", "1001", "--html", "page.html")
    assert (done.returncode, done.stdout) == (0, "1,001 solutions, as many as were asked for\n")
    number = len(Read((tmp_path / "page.html").read_text(encoding="utf-8")).data()["solutions"])
    assert number == 1000
    said = "page.html: 1,000 of 1,001 solutions drawn, as many as a page has\n"
    assert done.stderr.startswith(said)


@pytest.mark.parametrize("other", ["--json", "--quiet", "--save a.jsonl", "--svg a.svg"])
def test_all_solutions_are_shown_beside_whatever_else_is_made_of_them(
    run: Run, tmp_path: Path, other: str
) -> None:
    read = written(run, tmp_path, "dominoes", "--preset", "4x4", "--all", *other.split())
    assert len(set(read.pictures())) == 36


def test_solutions_up_to_symmetry_are_shown(run: Run, tmp_path: Path) -> None:
    read = written(run, tmp_path, "tetrahexes", "--all", "--up-to-symmetry")
    assert len(read.pictures()) == 9
    assert read.texts["strong"].startswith("18 solutions, 9 up to symmetry.")


@pytest.mark.parametrize(
    ("question", "number", "said"),
    [
        ("--preset 8pieces --unique", 1, "Unique."),
        ("--preset 3pieces --forced", 1, "20 of 55 are the same in every solution."),
        ("--preset 2pieces --random 4 --seed 1", 4, "4 drawn at random."),
        ("--preset 2pieces --limit 3", 3, "3 solutions, as many as were asked for."),
    ],
)
def test_every_question_that_shows_something_makes_a_page(
    run: Run, tmp_path: Path, question: str, number: int, said: str
) -> None:
    read = written(run, tmp_path, "lonpos", *question.split())
    assert len(read.pictures()) == number
    assert said in read.texts["strong"]


def test_a_starting_position_makes_a_page(run: Run, tmp_path: Path) -> None:
    read = written(run, tmp_path, "show", "surasshupakku", "--preset", "6x6")
    assert "The starting position." in read.texts["strong"]


def test_no_solution_makes_a_page_that_says_so(run: Run, tmp_path: Path) -> None:
    (tmp_path / "my.yaml").write_text(HOPELESS)
    read = written(run, tmp_path, "lonpos", "--file", "my.yaml", code=3)
    assert "there is no solution" in read.texts["strong"]
    among = ("--among", "starting position")
    read = written(run, tmp_path, "explain", "lonpos", "--file", "my.yaml", *among)
    assert "There is no solution." in read.texts["strong"]
    assert "starting position[F]" in read.texts["pre"]
    assert 'class="m"' in read.pictures()[0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("lonpos --preset empty --count --html a.html", "--html with --count; ask for --all"),
        ("lonpos --preset empty --html no/a.html", "no/a.html: its folder does not exist; make"),
        ("show lonpos --html a.html", "--html without an instance; add --preset NAME"),
        ("show lonpos --preset empty --steps --html a.html", "--html with --steps; leave one"),
        ("explain lonpos --preset empty --html .", ".: is a folder; name a file in it"),
    ],
)
def test_what_makes_no_page_is_said(run: Run, tmp_path: Path, arguments: str, said: str) -> None:
    done = run(*arguments.split())
    assert done.returncode == 2
    assert done.stderr.startswith(said)
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", [["cube"], ["cube", "--limit", "2"], ["explain", "cube"]])
def test_a_missing_plotly_is_said_and_the_page_is_made(
    command: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    hide(monkeypatch, "plotly")
    path = tmp_path / "a.html"
    assert main([*command, "--html", str(path)]) is Exit.ANSWERED
    missing = (
        "a page in 3-D needs plotly, which is not installed here; pip install {}ilpuzzles[viz]{}"
    )
    said = f"{path}: solids will not turn: {missing.format(*chr(39) * 2)}\n"
    assert capsys.readouterr().err.startswith(said)
    assert missing.format(*["&#x27;"] * 2) in path.read_text(encoding="utf-8")
    assert main([*command, "--html", str(path), "--quiet"]) is Exit.ANSWERED
    assert capsys.readouterr().err == ""
