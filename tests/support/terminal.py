"""A terminal for tests: commands are run in it, and what a person sees is read from it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

import pytest

from ilpuzzles.cli.main import main

_CODE = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z])")
_LAST = 2000
_END = b"\0\0"
_NOT_OURS = {"COLUMNS", "LINES", "NO_COLOR", "FORCE_COLOR", "COLORTERM"}


@dataclass(frozen=True)
class Seen:
    """What a command has written to a terminal.

    Attributes:
        code: Its exit code.
        raw: All that it has written, as it came.
        lines: What is to be read in the end, without empty lines at the end.
    """

    code: int
    raw: str
    lines: list[str]


def run_in_terminal(
    arguments: Sequence[str],
    columns: int,
    *,
    interrupt: Callable[[str], bool] | None = None,
    folder: Path | None = None,
    **variables: str,
) -> Seen:
    """Runs a command in a terminal.

    Args:
        arguments: What stands behind the program's name.
        columns: How wide the terminal is.
        interrupt: Whether it is to be interrupted, by what it has written last.
        folder: Where it runs.
        **variables: Further variables of its environment.
    """
    ours, its = _opened(columns)
    environment = {name: text for name, text in os.environ.items() if name not in _NOT_OURS}
    environment |= {"TERM": "xterm-256color", **variables}
    process = subprocess.Popen(
        [sys.executable, "-m", "ilpuzzles", *arguments],
        stdin=its,
        stdout=its,
        stderr=its,
        cwd=folder,
        env=environment,
        start_new_session=True,
    )
    os.close(its)
    written = bytearray()
    interrupted = interrupt is None
    try:
        while True:
            try:
                some = os.read(ours, 1 << 16)
            except OSError:  # that is how Linux says that nobody will write any more
                break
            if not some:
                break
            written += some
            last = written[-_LAST:].decode(errors="replace")
            if not interrupted and interrupt is not None and interrupt(last):
                interrupted = True
                process.send_signal(signal.SIGINT)
        code = process.wait()
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    raw = written.decode()
    return Seen(code, raw, screen(raw))


def run_in_terminal_here(
    arguments: Sequence[str], columns: int, *, folder: Path, **variables: str
) -> Seen:
    """The same in this process, which spares the time that one of its own takes to begin.

    The terminal is there in place of the three streams, for what is not Python as well.
    """
    ours, its = _opened(columns)
    written = bytearray()

    def read() -> None:
        while not written.endswith(_END):
            written.extend(os.read(ours, 1 << 16))

    reader = Thread(target=read)
    reader.start()
    with pytest.MonkeyPatch.context() as patched, ExitStack() as stack:
        for name in _NOT_OURS:
            patched.delenv(name, raising=False)
        for name, text in ({"TERM": "xterm-256color"} | variables).items():
            patched.setenv(name, text)
        patched.chdir(folder)
        # What this process has started may still have the terminal when the command has ended.
        for end in (ours, its):
            stack.callback(os.close, end)
        stack.callback(reader.join)
        stack.callback(os.write, its, _END)
        for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
            kept = os.dup(descriptor)
            stack.callback(os.close, kept)
            stack.callback(os.dup2, kept, descriptor)
            os.dup2(its, descriptor)
            mode = "w" if descriptor else "r"
            stream = stack.enter_context(open(descriptor, mode, encoding="utf-8", closefd=False))
            for place in (name, f"__{name}__"):
                patched.setattr(sys, place, stream)
        stack.callback(patched.undo)
        code = int(main(arguments))
    raw = written.removesuffix(_END).decode()
    return Seen(code, raw, screen(raw))


def _opened(columns: int) -> tuple[int, int]:
    """The two ends of a terminal that is so wide."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
    return ours, its


def screen(raw: str) -> list[str]:
    """What is to be read after some text with the codes that our commands write.

    Lines are not broken at the border of the terminal.
    """
    lines = [""]
    row = column = 0
    place = 0
    while place < len(raw):
        code = _CODE.match(raw, place)
        if code is not None:
            place = code.end()
            if code[2] == "A":
                row = max(0, row - int(code[1] or 1))
            elif code[2] == "K":
                assert code[1] == "2"
                lines[row] = ""
            else:
                assert code[2] == "m" or code[1] == "?25", code[0]
            continue
        letter, place = raw[place], place + 1
        if letter == "\n":
            row += 1
            lines += [""] * (row - len(lines) + 1)
        elif letter == "\r":
            column = 0
        else:
            assert letter.isprintable(), repr(letter)
            lines[row] = lines[row].ljust(column)
            lines[row] = lines[row][:column] + letter + lines[row][column + 1 :]
            column += 1
    lines = [line.rstrip() for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    return lines
