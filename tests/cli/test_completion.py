"""What shells offer when Tab is pressed, asked for in Python and in the shells themselves."""

from __future__ import annotations

import os
import pty
import re
import select
import shutil
import sys
import time
from pathlib import Path

import pytest

from ilpuzzles.cli.commands import COMMANDS, PUZZLE
from ilpuzzles.cli.completion_command import FILES, FOLDERS, candidates
from ilpuzzles.reading.library import Library
from support.commands import Run, run_python
from support.places import TESTS

PROGRAM = Path(sys.executable).parent
START = {
    "bash": (["--norc", "--noprofile"], 'eval "$(ilpuzzles completion bash)"; PS1="$ "'),
    "zsh": (["-f"], 'autoload -U compinit; compinit -u; eval "$(ilpuzzles completion zsh)"'),
    "fish": (["--no-config"], "ilpuzzles completion fish | source"),
}


def words(line: str) -> list[str]:
    """What may stand in the place of the last word of a line."""
    return [word for word, _ in candidates(line.split(" "))]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("lon", ["lonpos"]),
        ("expl", ["explain"]),
        ("--lib", ["--library"]),
        ("lonpos --preset 8", ["8pieces", "8pieces-2", "8pieces-3"]),
        ("show tower --preset height-", ["height-2", "height-3", "height-4", "height-5"]),
        ("lonpos --backend c", ["cbc", "clingo", "cpsat"]),
        ("lonpos --backend=c", ["--backend=cbc", "--backend=clingo", "--backend=cpsat"]),
        ("lonpos --backend = c", ["cbc", "clingo", "cpsat"]),
        ("bench --backends cbc,hi", ["cbc,highs"]),
        ("lonpos --formulation cells-", ["cells-aggregated", "cells-sums"]),
        ("tower --hei", ["--height"]),
        ("lonpos --hei", []),
        ("export lonpos --format m", ["mps", "matrix"]),
        ("check lonpos ", [FILES]),
        ("lonpos --file ", [FILES]),
        ("--library ", [FOLDERS]),
        ("list --library ", [FOLDERS]),
        ("bench r", ["report", FILES]),
        ("help wh", ["whatif"]),
        ("help lonpos ", []),
        ("completion ", ["bash", "zsh", "fish"]),
        ("lonpos --time-limit ", []),
        ("lonpos --all --al", []),
        ("explain lonpos --among x --among", ["--among"]),
        ("nonsense ", []),
        ("--library nowhere ", []),
    ],
)
@pytest.mark.every("line")
def test_what_is_offered(line: str, offered: list[str]) -> None:
    try:
        found = words(line)
    except ValueError:
        found = []
    assert sorted(found) == sorted(offered)


def test_first_words_are_all_commands_and_puzzles() -> None:
    names = {name for name in COMMANDS if name != PUZZLE and " " not in name}
    assert {*names, *Library.standard().puzzles()} <= set(words(""))


@pytest.mark.exhaustive
def test_every_option_of_every_command_is_offered() -> None:
    for name, command in COMMANDS.items():
        begun = "surasshupakku" if name == PUZZLE else name
        place = " surasshupakku" if command.is_about_a_puzzle else ""
        offered = words(f"{begun}{place} --")
        for option in command.parser().options():
            if option.startswith("--") and name != "help":
                assert option in offered, (name, option)


def test_nothing_wrong_is_ever_said(run: Run, tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "broken.yaml").write_text("parameters: {\n")
    lines = ("broken --", "broken --preset ", "broken --formulation ", "-- --", "--puzzle x ")
    for line in lines:
        done = run("completion", "words", "--", "--library", str(tmp_path), *line.split(" "))
        assert (done.returncode, done.stderr) == (0, "")


def test_completing_options_imports_no_solver() -> None:
    code = (
        "import sys; from ilpuzzles.cli.main import main\n"
        "main(['completion', 'words', '--', 'lonpos', '--preset', ''])\n"
        "print(sorted({'numpy', 'ortools', 'rich'} & set(sys.modules)))"
    )
    done = run_python("-c", code, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


class Shell:
    """A shell in a terminal that has read its script; keys are typed into it."""

    def __init__(self, name: str, home: Path) -> None:
        arguments, setup = START[name]
        path = shutil.which(name)
        if path is None:
            pytest.skip(f"{name} is not installed")
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.environ.update(PATH=f"{PROGRAM}:{os.environ['PATH']}", HOME=str(home), TERM="xterm")
            os.chdir(home)
            os.execv(path, [name, *arguments])  # noqa: S606 - the terminal is its own
        self.typed("", until="")
        os.write(self.terminal, f"{setup}; printf 'rea%s\\n' dy\r".encode())
        self.typed("", until="ready")

    def typed(self, keys: str, *, until: str, seconds: float = 30.0) -> str:
        """Types keys, and reads until something is there, which must come in time."""
        os.write(self.terminal, keys.encode())
        seen = ""
        end = time.monotonic() + (seconds if until else 0.3)
        while time.monotonic() < end:
            if not select.select([self.terminal], [], [], 0.1)[0]:
                continue
            some = os.read(self.terminal, 1 << 16)
            # fish asks what terminal this is, and where its cursor stands.
            if b"\x1b[c" in some or b"\x1b[0c" in some:
                os.write(self.terminal, b"\x1b[?62;c")
            if b"\x1b[6n" in some:
                os.write(self.terminal, b"\x1b[1;1R")
            seen += re.sub(r"\x1b\[[?0-9;>]*[A-Za-z]|\x1b[=>]", "", some.decode(errors="replace"))
            if until and until in seen:
                return seen
        assert not until, f"no {until!r} in {seen!r}"
        return seen

    def close(self) -> None:
        """Ends the shell."""
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)
        os.close(self.terminal)


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", START)
def test_tab_completes_in_the_shell(name: str, tmp_path: Path) -> None:
    (tmp_path / "solutions.json").write_text("[]")
    shell = Shell(name, tmp_path)
    try:
        for keys, completed in (
            ("ilpuzzles surassh", "ilpuzzles surasshupakku"),
            ("ilpuzzles lonpos --prese", "ilpuzzles lonpos --preset"),
            ("ilpuzzles lonpos --preset emp", "ilpuzzles lonpos --preset empty"),
            ("ilpuzzles lonpos --backend=cps", "ilpuzzles lonpos --backend=cpsat"),
            ("ilpuzzles check lonpos solu", "ilpuzzles check lonpos solutions.json"),
        ):
            # What was there goes away.
            shell.typed(f"\x15{keys}", until=keys[-5:])
            shell.typed("\t", until=completed.removeprefix(keys))
    finally:
        shell.close()


def test_scripts_name_no_command_and_no_option() -> None:
    for shell in START:
        text = (TESTS.parent / "ilpuzzles" / "cli" / f"completion.{shell}").read_text()
        assert "lonpos" not in text
        assert "--preset" not in text


def test_pages_of_the_documentation_follow_docs() -> None:
    pages = words("docs howto/b")
    assert "howto/board" in pages
    assert all(page.startswith("howto/b") for page in pages)
