"""What the README says must be so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from support.commands import Run
from support.places import DOCS, ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The code blocks of a language, in the order in which they stand."""
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    return [text for name, text in fenced if name == language]


def test_the_python_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    for block in blocks("python"):
        exec(compile(block, "README.md", "exec"), names)  # noqa: S102 - our own examples
    printed = capsys.readouterr().out
    assert "optimal ┌───" in printed
    assert "\n92\n" in printed
    assert "20 of 55 are the same in every solution" in printed
    assert "fixed values (the variables that were fixed have these values)" in printed
    assert "1,789 variables, 75 rows, 10,056 nonzeros" in printed
    assert len(re.findall(r"\(\d, \d\)", printed)) == 8
    assert names["easier"].value(names["queen"][0, 0]) == 1
    assert names["weaker"].statistics().rows == 67
    assert "\\ lonpos placement\n\\ without the group 'starting position'\nMinimize" in printed
    assert printed.endswith("\n16\n")
    answers = re.findall(r"^(cpsat|cbc|scip|highs) (-?\d+) \[", printed, re.MULTILINE)
    assert len(answers) == 4
    assert len({objective for _, objective in answers}) == 1


def test_the_page_on_puzzles_of_ones_own_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (DOCS / "howto" / "own_puzzle.md").read_text(encoding="utf-8")
    names: dict[str, Any] = {}
    for block in re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE):
        exec(compile(block, "own_puzzle.md", "exec"), names)  # noqa: S102 - our own examples
    assert "cell[1, 1] = 4" in capsys.readouterr().out


def test_the_picture_is_what_the_command_prints(run: Run) -> None:
    (shown,) = [block for block in blocks("") if "lonpos --preset 8pieces\n┌" in block]
    assert run("lonpos", "--preset", "8pieces").stdout == shown.split("\n", 1)[1]


def test_the_tower_is_built_and_counted_as_shown(run: Run) -> None:
    (shown,) = [block for block in blocks("") if block.startswith("$ ilpuzzles tower --height 3")]
    answer = run("tower", "--height", "3").stdout
    answer += "$ ilpuzzles tower --height 2 --count --up-to-symmetry\n"
    answer += run("tower", "--height", "2", "--count", "--up-to-symmetry").stdout
    assert answer == shown.split("\n", 1)[1]


def test_the_steps_are_as_shown(run: Run) -> None:
    (shown,) = [block for block in blocks("") if "--steps\n" in block]
    assert run("show", "tritetratan", "--steps").stdout == shown.split("\n", 1)[1]


def test_the_questions_are_answered_as_shown(run: Run) -> None:
    (shown,) = [block for block in blocks("") if "--forced\n" in block]
    answer = run("lonpos", "--preset", "2pieces", "--count", "--workers", "2").stdout
    answer += "$ ilpuzzles lonpos --preset 3pieces --forced\n"
    answer += run("lonpos", "--preset", "3pieces", "--forced").stdout
    assert answer == shown.split("\n", 1)[1]
    (shown,) = [block for block in blocks("") if block.startswith("$ ilpuzzles explain")]
    file = DOCS / "hopeless.yaml"
    answer = run("explain", "lonpos", "--file", str(file)).stdout
    assert answer == shown.split("\n", 1)[1]


def test_what_chance_brings_is_as_shown_everywhere(run: Run) -> None:
    page = (DOCS / "howto" / "generate.md").read_text(encoding="utf-8")
    shown = [*blocks(""), *re.findall(r"^```\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)]
    lines = [line for block in shown for line in re.split(r"^(?=\$ )", block, flags=re.MULTILINE)]
    answers = [line.split("\n", 1) for line in lines if "--seed" in line and line.count("\n") > 1]
    assert [command.split()[2] for command, _ in answers] == [
        "pentominoes",
        "generate",
        "generate",
        "generate",
    ]
    for command, answer in answers:
        assert run(*command.split()[2:]).stdout == answer, command


def test_the_file_is_solved(run: Run, tmp_path: Path) -> None:
    (board,) = blocks("yaml")
    (tmp_path / "my.yaml").write_text(board)
    assert run("lonpos", "--file", "my.yaml").returncode == 0


def test_what_commands_need_stands_before_them() -> None:
    before, commands = README.split("$ ilpuzzles pyramid --html pyramid.html\n")
    section = before.rpartition("### ")[2]
    assert "need the extra `viz`: `pip install -e '.[viz]'`" in section
    assert "--png soma.png" in commands.partition("```")[0]
    # No command that needs the extra stands before that.
    assert not re.search(r"^\$ ilpuzzles .*--(png|html)", before, re.MULTILINE)


def test_every_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README):
        assert (ROOT / target).exists(), target
