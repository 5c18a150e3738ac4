"""`--html` and `--pdf`: what is written of an answer, what is said of it, and booklets."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from ilpuzzles.cli.main import main
from ilpuzzles.errors import Exit
from support.commands import Call, Run
from support.missing_packages import hide
from support.page_reader import Read
from support.pdf_pages import file_lines, numbers

HOPELESS = """\
puzzle: lonpos
board: |
  .F.........
  FF.........
  ...........
  ...........
  ...........
"""
BOOKLET = ("generate", "lonpos", "--placed", "6", "--unique", "--number", "4", "--seed", "5")
BOARDS = shlex.split("generate surasshupakku --rows 5 --columns 5 --letters 2 --number 3")


def written(run: Run, folder: Path, *arguments: str, code: int = 0) -> Read:
    """The page that a command writes."""
    done = run(*arguments, "--html", "page.html")
    assert done.returncode == code, done.stderr
    return Read((folder / "page.html").read_text(encoding="utf-8"))


def test_a_solution_is_printed_and_written(call: Call, tmp_path: Path) -> None:
    code, said, _ = call("lonpos --preset 8pieces --html page.html --pdf paper.pdf")
    assert code == 0
    assert "given: A D E G I J K L   placed: B C F H" in said
    assert {path.name for path in tmp_path.iterdir()} == {"page.html", "paper.pdf"}
    read = Read((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert read.texts["h1"].startswith("Lonpos 505")
    assert len(read.pictures()) == len(file_lines(tmp_path / "paper.pdf")) == 1


@pytest.mark.exhaustive
def test_a_page_that_has_not_all_solutions_says_so_twice(call: Call, tmp_path: Path) -> None:
    (tmp_path / "small.yaml").write_text("puzzle: dominoes\nregion: {rows: 2, columns: 2}\n")
    code, said, noted = call("dominoes --file small.yaml --random 1001 --html page.html")
    assert (code, said) == (0, "1,001 drawn at random\n")
    number = len(Read((tmp_path / "page.html").read_text(encoding="utf-8")).data()["solutions"])
    assert number == 1000
    assert noted.startswith("page.html: 1,000 of 1,001 solutions drawn, as many as a page has\n")


@pytest.mark.parametrize("other", ["", "--json", "--quiet", "--save a.jsonl", "--svg a.svg"])
def test_all_are_shown_beside_whatever_else_is_made(run: Run, tmp_path: Path, other: str) -> None:
    asked = ("dominoes", "--preset", "4x4", "--all", *other.split())
    assert len(set(written(run, tmp_path, *asked).pictures())) == 36
    if not other:
        done = run(*asked, "--html", "page.html")
        assert done.stdout == "36 solutions\n"
        assert done.stderr.startswith("page.html: 36 solutions drawn\nfound by exactcover ")


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("question", "number", "said"),
    [
        ("lonpos --preset 8pieces --unique", 1, "Unique."),
        ("lonpos --preset 3pieces --forced", 1, "20 of 55 are the same in every solution."),
        ("lonpos --preset 2pieces --random 4 --seed 1", 4, "4 drawn at random."),
        ("lonpos --preset 2pieces --limit 3", 3, "3 solutions, as many as were asked for."),
        ("tetrahexes --all --up-to-symmetry", 9, "18 solutions, 9 up to symmetry."),
    ],
)
def test_every_question_that_shows_something_makes_a_page(
    run: Run, tmp_path: Path, question: str, number: int, said: str
) -> None:
    read = written(run, tmp_path, *question.split())
    assert len(read.pictures()) == number
    assert said in read.texts["strong"]


def test_no_solution_stands_on_pages_and_on_paper(run: Run, tmp_path: Path) -> None:
    (tmp_path / "my.yaml").write_text(HOPELESS)
    read = written(run, tmp_path, "lonpos", "--file", "my.yaml", "--pdf", "a.pdf", code=3)
    assert "there is no solution" in read.texts["strong"]
    assert file_lines(tmp_path / "a.pdf")[0][1] == "Proved: there is no solution."
    among = ("--among", "starting position")
    read = written(run, tmp_path, "explain", "lonpos", "--file", "my.yaml", *among)
    assert "There is no solution." in read.texts["strong"]
    assert "starting position[F]" in read.texts["pre"]
    assert 'class="m"' in read.pictures()[0]
    read = written(run, tmp_path, "show", "lonpos", "--file", "my.yaml")
    assert "The starting position." in read.texts["strong"]


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


def test_a_list_on_paper_is_not_printed(call: Call, tmp_path: Path) -> None:
    asked = "lonpos --preset 2pieces --limit 70"
    code, said, noted = call(f"{asked} --pdf all.pdf")
    assert (code, said) == (0, "70 solutions, as many as were asked for\n")
    assert noted.startswith("all.pdf: 70 solutions on 4 pages\nfound by ")
    # The command at the foot is that which was typed, but for the file.
    assert [page[-1] for page in file_lines(tmp_path / "all.pdf")] == [f"ilpuzzles {asked}"] * 4
    assert [path.name for path in tmp_path.iterdir()] == ["all.pdf"]
    assert call(f"{asked} --pdf again.pdf --quiet") == (0, "", "")
    assert (tmp_path / "again.pdf").read_bytes() == (tmp_path / "all.pdf").read_bytes()


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("--preset 3pieces --all --json", 7),
        ("--preset 3pieces --all --save a.jsonl", 7),
        ("--preset 2pieces --random 70 --seed 2", 70),
        ("--preset 2pieces --unique", 2),
    ],
)
def test_what_is_asked_is_on_paper(call: Call, tmp_path: Path, question: str, number: int) -> None:
    code, _, noted = call(f"lonpos {question} --pdf a.pdf")
    assert code == 0, noted
    found = [one for page in file_lines(tmp_path / "a.pdf") for one in numbers(page)]
    assert found == [*range(1, number + 1)]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("arguments", "asked", "title"),
    [
        (BOOKLET, "4 starting positions with 6 tiles placed and one solution.", "Lonpos 505"),
        (BOARDS, "3 boards of 5 rows and 5 columns with 2 letters in ", "Surasshupakku"),
    ],
    ids=["lonpos", "surasshupakku"],
)
def test_a_booklet(run: Run, tmp_path: Path, arguments: list[str], asked: str, title: str) -> None:
    done = run(*arguments, "--pdf", "book.pdf")
    assert (done.returncode, done.stdout) == (0, "")
    pages, number = file_lines(tmp_path / "book.pdf"), int(asked[0])
    assert f"book.pdf: {number} positions on {len(pages)} pages\n" in done.stderr
    assert pages[0][0] == title
    assert asked in " ".join(pages[0])
    answers = next(place for place, page in enumerate(pages) if page[0] == "Answers")
    questions = [text for page in pages[:answers] for text in page]
    found = [text.split(", difficulty ") for text in questions if ", difficulty " in text]
    assert [caption for caption, _ in found] == [str(one) for one in range(1, number + 1)]
    assert [hard for _, hard in found] == re.findall(r"difficulty ([\d,]+) ", done.stderr)
    if title == "Lonpos 505":
        assert [one for page in pages[answers:] for one in numbers(page)] == [*range(1, number + 1)]
        # All twelve pieces stand with each position: given on the board, or below it.
        assert {questions.count(letter) for letter in "ABCDEFGHIJKL"} == {number}
    # The command at the foot makes the same booklet, beside files as well.
    assert len({page[-1] for page in pages}) == 1
    again = shlex.split(pages[0][-1])[1:]
    assert not list(tmp_path.glob("*.yaml"))
    run(*again, "--folder", ".", "--pdf", "again.pdf", "--quiet")
    assert (tmp_path / "again.pdf").read_bytes() == (tmp_path / "book.pdf").read_bytes()
    assert len(list(tmp_path.glob("*.yaml"))) == number
    # What cannot be made leaves an older booklet.
    assert run(*again, "--time-limit", "0.000001", "--pdf", "again.pdf").returncode == 4
    assert (tmp_path / "again.pdf").read_bytes() == (tmp_path / "book.pdf").read_bytes()


def test_positions_with_several_solutions_say_so(call: Call, tmp_path: Path) -> None:
    command = "generate soma --placed 2 --number 2 --pdf"
    assert call(f"{command} book.pdf")[0] == 0
    first = [page[0] for page in file_lines(tmp_path / "book.pdf")]
    assert "Answers: one solution of each" in first
    assert call(f"{command} none.pdf --time-limit 0.000001")[:2] == (4, "")
    assert not (tmp_path / "none.pdf").exists()


@pytest.mark.parametrize("command", [["lonpos"], ["generate", "lonpos", "--placed", "6"]])
def test_a_missing_pydyf_is_said_at_once(
    command: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    hide(monkeypatch, "pydyf")
    assert main([*command, "--pdf", str(tmp_path / "a.pdf")]) is Exit.BAD_INPUT
    said = "a PDF file needs pydyf, which is not installed here; pip install pydyf\n"
    assert capsys.readouterr() == ("", said)
