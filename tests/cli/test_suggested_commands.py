"""Commands that the program suggests: each works as it stands, also for a puzzle of one's own."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from ilpuzzles.cli.typed_command import as_typed
from ilpuzzles.reading.library import Library
from support.commands import Call
from support.rings import examples

MODELS = Path(__file__).resolve().parents[2] / "models"
HOPELESS = "11--/----/----/----"
OPEN = "----/----/----/----"


@pytest.fixture(params=["--puzzle my_sudoku.py", "--library own"])
def own(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The words with which a copy of Sudoku under another name is found."""
    words = str(request.param)
    folder = tmp_path if "--puzzle" in words else tmp_path / "own" / "puzzles"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(Library.standard().model_file("sudoku"), folder / "my_sudoku.py")
    return words


def suggested(text: str) -> str:
    """The last command that a text suggests, however it is set off from the rest."""
    commands: list[str] = re.findall(r"ilpuzzles [^\n]*", text)
    return commands[-1].removeprefix("ilpuzzles ")


def test_show_says_how_a_board_is_typed(call: Call, own: str) -> None:
    _, said, _ = call(f"show my-sudoku {own}")
    command = next(line for line in said.splitlines() if line.startswith("  ilpuzzles "))
    assert call(command.strip().removeprefix("ilpuzzles "))[0] == 0


def test_the_examples_in_the_help_of_a_puzzle(call: Call, own: str) -> None:
    for helped in ("help my-sudoku", "hint my-sudoku --help", "export my-sudoku --help"):
        _, said, _ = call(f"{helped} {own}")
        examples = said.partition("\nexamples:\n")[2].partition("\n\n")[0].splitlines()
        assert len(examples) == 2
        for example in examples:
            assert call(example.strip().removeprefix("ilpuzzles "))[0] == 0, example


def test_the_help_says_where_more_options_are(call: Call, own: str) -> None:
    _, said, _ = call(f"my-sudoku --help {own}")
    rest = " ".join(said.split()).partition("'ilpuzzles help")[2].partition("' has more")[0]
    code, whole, _ = call(f"help {rest}")
    assert (code, "\nexact covers" in whole) == (0, True)


def test_a_hint_says_what_to_ask_next(call: Call, own: str) -> None:
    code, said, _ = call(f"hint my-sudoku --board {HOPELESS} {own}")
    assert code == 3
    command = suggested(said)
    assert shlex.split(command)[0] in {"explain", "repair"}
    code, said, noted = call(command)
    assert (code in {0, 3}, "row 1" in said) == (True, True), noted
    _, said, _ = call(f"hint my-sudoku --board {OPEN} {own}")
    command = suggested(said)
    assert shlex.split(command)[:3] == ["my-sudoku", "--board", OPEN]
    assert call(command)[0] == 0


def test_a_word_that_is_no_option_or_command(call: Call, own: str) -> None:
    if "--library" in own:
        advice = f"to solve my-sudoku, type 'ilpuzzles my-sudoku {own}'\n"
        assert call(f"solve my-sudoku {own}")[2].endswith(advice)
    for typed, command in (
        (f"hint my-sudoku unique {own}", f"my-sudoku --unique {own}"),
        (f"my-sudoku hint {own}", f"hint my-sudoku {own}"),
        (f"my-sudoku --zzz {own}", f"my-sudoku --help {own}"),
    ):
        code, _, noted = call(typed)
        assert (code, noted.endswith(f"'ilpuzzles {command}'\n")) == (2, True), noted
        assert call(f"{command} --preset small")[0] == 0


def test_an_unknown_puzzle(call: Call, own: str) -> None:
    code, _, noted = call(f"list zzzzz {own}")
    assert (code, f"; 'ilpuzzles list {own}' shows all " in noted) == (2, True)
    assert "my-sudoku" in call(f"list {own}")[1]
    if "--library" in own:
        code, _, noted = call(f"zzzzz {own}")
        assert (code, noted.endswith(f"; 'ilpuzzles list {own}' shows all puzzles\n")) == (2, True)


def test_words_that_need_quotes(call: Call, tmp_path: Path) -> None:
    (tmp_path / "my board.txt").write_text(HOPELESS.replace("/", "\n"))
    _, said, _ = call("hint", "sudoku", "--file", "my board.txt")
    assert call(suggested(said))[0] in {0, 3}


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash to read the words")
@given(words=st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))))
@examples(60)
def test_a_shell_reads_the_words_that_were_meant(words: list[str]) -> None:
    """Whatever is in the names of files: quotes, line breaks, what a terminal obeys."""
    typed = as_typed(words)
    assert typed.isprintable()
    program = f"printf '%s\\0' {typed}" if words else "true"
    ended = subprocess.run(
        ["bash", "-c", program], capture_output=True, check=True, env={"LC_ALL": "C.UTF-8"}
    )
    read = ended.stdout.decode("utf-8").split("\0")[:-1]
    assert read == words


def test_a_byte_that_is_no_letter_is_written_as_a_byte() -> None:
    assert as_typed([b"a\xff1".decode("utf-8", "surrogateescape")]) == r"$'a\xff1'"
