"""Writes answers: to standard output, with colour where it can be seen, or to files."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ilpuzzles.errors import OutputError, Problem
from ilpuzzles.jobs import Replacement

if TYPE_CHECKING:
    from ilpuzzles.render import Drawing


_NUMBERS = re.compile(r"\[\n\s*(-?\d+(?:,\n\s*-?\d+)*)\n\s*\]")


def say(text: str) -> None:
    """Writes a line of the answer to standard output."""
    sys.stdout.write(text + "\n")


def note(text: str) -> None:
    """Writes a line about the work to standard error."""
    sys.stderr.write(text + "\n")


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
    from rich.console import Console  # noqa: PLC0415 - likewise

    Console(file=sys.stdout, highlight=False).print(as_rich(drawing), soft_wrap=True)


def require_folder(path: Path) -> None:
    """Raises unless a file can be put there, as far as can be told before the work is done.

    Raises:
        OutputError: If its folder does not exist, or it is a folder itself.
    """
    if path.is_dir():
        raise OutputError(Problem("is a folder", "name a file in it", str(path)))
    if not path.absolute().parent.is_dir():
        raise OutputError(Problem("its folder does not exist", "make the folder first", str(path)))


def write_file(path: Path, text: str) -> None:
    """Writes a file as a whole or not at all.

    Raises:
        OutputError: If it cannot be written.
    """
    replacement = Replacement(path)
    try:
        replacement.write(text.encode())
        replacement.finish()
    finally:
        replacement.discard()
