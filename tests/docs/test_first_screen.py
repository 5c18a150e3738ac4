"""README and home page: what they say first, and that each command they name does something."""

from __future__ import annotations

import re
import shlex

import pytest

from ilpuzzles.cli.commands import COMMANDS, PUZZLE
from ilpuzzles.errors import Exit
from ilpuzzles.reading.library import Library
from support.commands import Run
from support.pages import blocks
from support.places import DOCS, ROOT

PAGES = {"README.md": ROOT / "README.md", "index.md": DOCS / "index.md"}
SOLVERS = ("HiGHS", "CBC", "SCIP", "CP-SAT", "LP", "MPS", "PuLP")
PUZZLES = ("pencil puzzles", "Sudoku", "Slitherlink")


def first_words(name: str) -> str:
    """What a page says before its first command."""
    return PAGES[name].read_text(encoding="utf-8").partition("```")[0]


def shell_commands(name: str) -> list[str]:
    """The commands to type, without the comments behind them."""
    found: list[str] = []
    for block in blocks(PAGES[name]):
        if block.language == "sh":
            lines = [line.partition(" #")[0].strip() for line in block.text.splitlines()]
            found += [line for line in lines if line.startswith("ilpuzzles ")]
    return found


@pytest.mark.parametrize("name", PAGES)
def test_the_first_words_are_those_that_people_look_for(name: str) -> None:
    text = first_words(name)
    assert [word for word in (*SOLVERS, *PUZZLES) if word not in text] == []
    assert "all optimal" in " ".join(text.split())
    assert "pictures/" in text


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", PAGES)
def test_three_more_commands_follow_the_first_one_and_work(name: str, run: Run) -> None:
    commands = shell_commands(name)
    assert len(commands) == 3
    for command in commands:
        # They are typed in the folder of the project.
        words = shlex.split(command.replace("docs/", f"{DOCS.as_posix()}/"))[1:]
        if words[0] == "play":
            COMMANDS["play"].parser().parse_args(words[1:])
        else:
            done = run(*words)
            assert done.stdout, command
            assert done.returncode != Exit.BAD_INPUT, done.stderr


@pytest.mark.parametrize("name", PAGES)
def test_every_option_that_is_named_exists(name: str) -> None:
    """In code between words, such as `--count` or `ilpuzzles generate lonpos --placed 4`."""
    text = PAGES[name].read_text(encoding="utf-8")
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    options = {option for command in COMMANDS.values() for option in command.parser().options()}
    puzzles = Library.standard().puzzles()
    for code in re.findall(r"`([^`]+)`", prose):
        words = " ".join(code.split()).split()
        if words[0] == "ilpuzzles":
            command = PUZZLE if words[1] in puzzles else words[1]
            assert command in COMMANDS, code
        if words[0] != "pip" and words[0] != "kill":
            named = {word for word in words if word.startswith("--")}
            assert named <= options, code
