"""What pages show is what happens: their Python runs, their commands answer as shown.

A page is followed from its first block to its last, in a folder of its own. A block that begins
with a comment with the name of a file is that file; a text after a block of Python is what that
prints, and so is the beginning or the end of a comment behind `print(...)`; a line `...` stands for
any lines. What the page marks as long, and commands that show no
answer, are for the exhaustive ring; what it marks as a story is not run.
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ilpuzzles.errors import Exit
from support.commands import Run
from support.pages import Block, blocks, pages
from support.places import DOCS, ROOT
from support.rings import but_slow

PAGES = [page for page in pages() if next(blocks(page), None)]


class Reading:
    """A page that is followed, in a folder with the files that it has shown so far."""

    def __init__(self, page: Path, folder: Path, run: Run, *, whole: bool) -> None:
        self.page, self.folder, self.run, self.whole = page, folder, run, whole
        self.names: dict[str, Any] = vars(sys.modules["shown_page"])
        self.printed: str | None = None
        for file in [*DOCS.glob("*.yaml"), *DOCS.glob("examples/*.py")]:
            for place in (folder / file.name, folder / file.relative_to(ROOT)):
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(file, place)

    def follow(self) -> None:
        """Does what the page says, and compares."""
        for block in blocks(self.page):
            if block.is_story or (block.long and not self.whole):
                continue
            if block.file:
                place = self.folder / block.file
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_text(block.text, encoding="utf-8")
            elif block.language == "python":
                self.printed = self.execute(block)
                self.compare_comments(block)
                continue
            elif block.commands():
                for number, (command, shown) in enumerate(block.commands()):
                    after = any(text.strip() for _, text in block.commands()[number:])
                    if self.whole or after or self.is_needed(command):
                        answer = self.answer(command, shown=bool(shown.strip()))
                        self.compare(block, answer, shown)
            elif self.printed and block.language == "text" and not block.after.strip():
                self.compare(block, self.printed, block.text)
            self.printed = None

    def is_needed(self, command: str) -> bool:
        """Whether a command names a file that another one, with an answer, names as well."""
        files = re.compile(r"[\w-]+\.(?!svg\b|html\b|png\b)[a-z]+\b")
        answered = (
            other
            for block in blocks(self.page)
            for other, shown in block.commands()
            if shown.strip() and other != command and not block.long
        )
        return bool({*files.findall(command)} & {*files.findall(" ".join(answered))})

    def execute(self, block: Block) -> str:
        """What a block of Python prints; what it defines is there for those after it."""
        code = compile("\n" * block.line + block.text, str(self.page), "exec")
        with contextlib.redirect_stdout(io.StringIO()) as printed, contextlib.chdir(self.folder):
            exec(code, self.names)  # noqa: S102 - our own examples
        return printed.getvalue()

    def answer(self, command: str, *, shown: bool) -> str:
        """What a command writes: to standard output, or to the file behind `>`; or its error."""
        line, _, file = command.partition(" > ")
        first, _, filters = line.partition(" | ")
        program, *arguments = shlex.split(first)
        if program == "ilpuzzles":
            done = self.run(*("." if word == "DIR" else word for word in arguments))
            assert shown or done.returncode != Exit.BAD_INPUT, f"{command}: {done.stderr}"
        else:
            done = self.other(first)
        written = self.other(filters, done.stdout).stdout if filters else done.stdout
        if file:
            (self.folder / file).write_text(written, encoding="utf-8")
            return ""
        return written or done.stderr

    def other(self, line: str, fed: str = "") -> subprocess.CompletedProcess[str]:
        """Runs commands of the system."""
        return subprocess.run(
            ["sh", "-c", line],
            cwd=self.folder,
            input=fed,
            capture_output=True,
            encoding="utf-8",
            check=True,
        )

    def compare_comments(self, block: Block) -> None:
        """Fails where the comment behind a `print` says something else than that prints."""
        lines = tuple(line for line in (self.printed or "").splitlines() if line)
        for said in re.findall(r"^ *print\(.*\)  # (.*)$", block.text, re.MULTILINE):
            assert said.startswith(lines) or said.endswith(lines), f"{self.page}: {said}"

    def compare(self, block: Block, written: str, shown: str) -> None:
        """Fails where something else is shown than was written; what shows nothing is not asked."""
        if not shown.strip():
            return
        pattern = "".join(map(line_pattern, stripped(shown).splitlines()))
        where = f"{self.page.relative_to(ROOT)}:{block.line}"
        assert re.fullmatch(pattern, stripped(written)), f"{where} shows something else:\n{written}"


def line_pattern(line: str) -> str:
    """What a line that is shown stands for: `...` for any lines, at its end for any rest."""
    if line == "...":
        return r"(?:.*\n)*?"
    if line.endswith(" ..."):
        return re.escape(line.removesuffix("...")) + r".*\n"
    return re.escape(line) + r"\n"


def stripped(text: str) -> str:
    """A text without blanks at the ends of its lines."""
    return "".join(f"{line.rstrip()}\n" for line in text.strip("\n").split("\n"))


# Their searches take as long as all that the other pages show.
SLOW = {"docs/howto/operation.md", "docs/howto/bench.md", "docs/tutorial/questions.md"}
NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]


@pytest.mark.every("page")
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize("page", but_slow(NAMES, SLOW))
def test_a_page_shows_what_happens(
    page: str, whole: bool, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Classes of a page belong to a module, as those in a file do.
    monkeypatch.setitem(sys.modules, "shown_page", ModuleType("shown_page"))
    Reading(ROOT / page, tmp_path, run, whole=whole).follow()


def test_pages_show_what_commands_and_blocks_write() -> None:
    shown = [
        answer
        for page in PAGES
        for block in blocks(page)
        for _, answer in block.commands() or [("", block.text if block.language == "text" else "")]
    ]
    assert sum(map(bool, shown)) > 50
