"""Writes answers: to standard output, with colour where it can be seen, or to files."""

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from ilpuzzles.errors import OutputError, Problem
from ilpuzzles.jobs import Replacement, require_ending

if TYPE_CHECKING:
    from rich.console import Console

    from ilpuzzles.render import Drawing


_NUMBERS = re.compile(r"\[\n\s*(-?\d+(?:,\n\s*-?\d+)*)\n\s*\]")


def say(text: str) -> None:
    """Writes a line of the answer to standard output."""
    sys.stdout.write(text + "\n")


def note(text: str) -> None:
    """Writes a line about the work to standard error."""
    sys.stderr.write(text + "\n")


@contextmanager
def told(*, quiet: bool) -> Iterator[None]:
    """Notes what the package logs for those who wait: that something is compiled once.

    Args:
        quiet: Whether to say nothing.
    """
    log, heard = logging.getLogger("ilpuzzles"), _Noting(logging.INFO)
    before = log.level
    if not quiet:
        log.addHandler(heard)
        log.setLevel(logging.INFO)
    try:
        yield
    finally:
        log.removeHandler(heard)
        log.setLevel(before)


class _Noting(logging.Handler):
    """Writes notes of what is logged."""

    def emit(self, record: logging.LogRecord) -> None:
        note(record.getMessage())


def say_json(data: Any) -> None:
    """Writes the answer as one JSON object, with lists of numbers on one line."""
    text = json.dumps(data, indent=2, ensure_ascii=False)
    # No string in JSON has a line break in it, so only lists can match.
    say(_NUMBERS.sub(lambda match: "[" + re.sub(r"\s+", " ", match[1]) + "]", text))


def say_drawing(drawing: Drawing) -> None:
    """Writes a picture, in colour if a person looks at it (and `NO_COLOR` is not set)."""
    # Commands without pictures start faster without these.
    from ilpuzzles.render import as_plain, as_rich  # noqa: PLC0415

    wanted = sys.stdout.isatty() or os.environ.get("FORCE_COLOR")
    if not wanted or os.environ.get("NO_COLOR"):
        say(as_plain(drawing))
        return
    console_of(sys.stdout).print(as_rich(drawing), soft_wrap=True)


def console_of(stream: TextIO) -> Console:
    """What writes with the library rich; without styles where `NO_COLOR` is set."""
    from rich.console import Console  # noqa: PLC0415 - likewise

    plain = bool(os.environ.get("NO_COLOR"))
    return Console(file=stream, highlight=False, color_system=None if plain else "auto")


def line_width() -> int | None:
    """How many characters a line has where a person looks at the answer, or None elsewhere."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def require_folder(path: Path) -> None:
    """Raises unless a file can be put there, as far as can be told before the work is done.

    Raises:
        OutputError: If its folder does not exist, or it is a folder itself.
    """
    if path.is_dir():
        raise OutputError(Problem("is a folder", "name a file in it", str(path)))
    if not path.absolute().parent.is_dir():
        raise OutputError(Problem("its folder does not exist", "make the folder first", str(path)))


def require_file(path: Path | None, kind: str, *endings: str) -> None:
    """Raises unless a file, if one is named, can be put there and is called as such files are.

    Raises:
        InputError: If its name ends in another way; see `require_ending`.
        OutputError: If it cannot be put there; see `require_folder`.
    """
    if path is not None:
        require_folder(path)
        require_ending(path, kind, *endings)


def write_file(path: Path, text: str) -> None:
    """Writes a file of text as a whole or not at all; see `write_bytes`."""
    write_bytes(path, text.encode())


def write_bytes(path: Path, data: bytes) -> None:
    """Writes a file as a whole or not at all.

    Raises:
        OutputError: If it cannot be written.
    """
    replacement = Replacement(path)
    try:
        replacement.write(data)
        replacement.finish()
    finally:
        replacement.discard()
