"""`--pdf` and large sheets: lists of solutions on A4 pages, booklets of new positions."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from ilpuzzles.cli.main import main
from ilpuzzles.errors import Exit
from support.commands import Run
from support.missing_packages import hide
from support.pdf_pages import file_lines, numbers

BOOKLET = ("generate", "lonpos", "--placed", "6", "--unique", "--number", "7", "--seed", "5")
BOARDS = ("generate", "surasshupakku", "--rows", "5", "--columns", "5", "--letters", "2",
          "--number", "3")  # fmt: skip


def test_a_list_on_paper_is_not_printed(run: Run, tmp_path: Path) -> None:
    asked = ("lonpos", "--preset", "2pieces", "--limit", "70")
    done = run(*asked, "--pdf", "all.pdf")
    assert (done.returncode, done.stdout) == (0, "70 solutions, as many as were asked for\n")
    assert done.stderr.startswith("all.pdf: 70 solutions on 4 pages\nfound by ")
    # The command at the foot is that which was typed, but for the file.
    feet = [page[-1] for page in file_lines(tmp_path / "all.pdf")]
    assert feet == ["ilpuzzles lonpos --preset 2pieces --limit 70"] * 4
    assert [path.name for path in tmp_path.iterdir()] == ["all.pdf"]
    assert run(*asked, "--pdf", "again.pdf", "--quiet").stderr == ""
    assert (tmp_path / "again.pdf").read_bytes() == (tmp_path / "all.pdf").read_bytes()


def test_what_is_asked_for_is_on_paper(run: Run, tmp_path: Path) -> None:
    paper = tmp_path / "a.pdf"
    for question, number in (
        ("3pieces --all --json", 7),
        ("2pieces --random 70 --seed 2", 70),
        ("2pieces --unique", 2),
        ("3pieces --all --save a.jsonl", 7),
    ):
        done = run("lonpos", "--preset", *question.split(), "--pdf", "a.pdf")
        assert done.returncode == 0, done.stderr
        found = [one for page in file_lines(paper) for one in numbers(page)]
        assert found == [*range(1, number + 1)], question
    for question in ("8pieces", "3pieces --forced"):
        assert run("lonpos", "--preset", *question.split(), "--pdf", "a.pdf").stdout.startswith("┌")
        assert len(file_lines(paper)) == 1


def test_a_position_without_a_solution_is_on_paper(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.yaml").write_text(
        "puzzle: lonpos\nboard: |\n  .F.........\n  FF.........\n"
        "  ...........\n  ...........\n  ...........\n"
    )
    done = run("lonpos", "--file", "bad.yaml", "--pdf", "a.pdf")
    assert done.returncode == 3
    assert done.stderr.startswith("a.pdf: the starting position on 1 page\n")
    assert file_lines(tmp_path / "a.pdf")[0][1] == "Proved: there is no solution."


@pytest.mark.parametrize(
    ("arguments", "asked", "title"),
    [
        (BOOKLET, "7 starting positions with 6 tiles placed and one solution.", "Lonpos 505"),
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
    # The command at the foot makes the same booklet.
    assert len({page[-1] for page in pages}) == 1
    run(*shlex.split(pages[0][-1])[1:], "--pdf", "again.pdf", "--quiet")
    assert (tmp_path / "again.pdf").read_bytes() == (tmp_path / "book.pdf").read_bytes()
    assert not list(tmp_path.glob("*.yaml"))


def test_a_booklet_beside_files(run: Run, tmp_path: Path) -> None:
    (tmp_path / "made").mkdir()
    run(*BOOKLET[:-2], "--folder", "made", "--pdf", "book.pdf", "--quiet")
    assert len(list((tmp_path / "made").iterdir())) == 7
    assert (tmp_path / "book.pdf").exists()


def test_positions_with_several_solutions_say_so(run: Run, tmp_path: Path) -> None:
    arguments = ("generate", "soma", "--placed", "2", "--number", "2", "--pdf", "book.pdf")
    assert run(*arguments).returncode == 0
    first = [page[0] for page in file_lines(tmp_path / "book.pdf")]
    assert "Answers: one solution of each" in first


def test_what_cannot_be_made_leaves_an_older_booklet(run: Run, tmp_path: Path) -> None:
    (tmp_path / "book.pdf").write_text("older")
    done = run(*BOOKLET, "--time-limit", "0.000001", "--pdf", "book.pdf")
    assert (done.returncode, (tmp_path / "book.pdf").read_text()) == (4, "older")


NONSENSE = {
    "lonpos --pdf a.svg": "a.svg: no PDF file may end in .svg; name a file *.pdf",
    "lonpos --pdf none/a.pdf": "none/a.pdf: its folder does not exist; make the folder first",
    "lonpos --count --pdf a.pdf": "--pdf with --count; ask for --all, or leave one of them out",
    "generate lonpos --placed 4 --pdf a.txt": "a.txt: no PDF file may end in .txt; name a file "
    "*.pdf",
    "generate lonpos --placed 4 --number 3": "3 positions on standard output; add --folder DIR, "
    "--json or --pdf FILE",
}


@pytest.mark.parametrize("command", NONSENSE)
def test_nonsense_is_one_line(run: Run, tmp_path: Path, command: str) -> None:
    done = run(*command.split())
    assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{NONSENSE[command]}\n")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", [["lonpos"], ["generate", "lonpos", "--placed", "6"]])
def test_a_missing_pydyf_is_said_at_once(
    command: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    hide(monkeypatch, "pydyf")
    assert main([*command, "--pdf", str(tmp_path / "a.pdf")]) is Exit.BAD_INPUT
    said = "a PDF file needs pydyf, which is not installed here; pip install 'ilpuzzles[viz]'\n"
    assert capsys.readouterr() == ("", said)


def test_a_sheet_has_as_many_as_are_asked_for(run: Run, tmp_path: Path) -> None:
    for question, number, said in (
        ("lonpos --preset 2pieces --limit 100", 100, "100 solutions drawn"),
        ("lonpos --preset 2pieces --random 70", 70, "70 solutions drawn"),
        (
            "dominoes --preset 4x4 --random 1001",
            1000,
            "1,000 of 1,001 solutions drawn, as many as a sheet has",
        ),
    ):
        done = run(*question.split(), "--svg", "a.svg")
        assert f"a.svg: {said}\n" in done.stderr
        assert (tmp_path / "a.svg").read_text(encoding="utf-8").count("<svg") == number + 1
