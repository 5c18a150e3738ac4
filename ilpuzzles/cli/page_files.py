"""The option that writes a page to a file, and what it does."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ilpuzzles.cli.argument_parts import Parser
from ilpuzzles.cli.output import note, require_file, write_file
from ilpuzzles.errors import InputError, Problem

if TYPE_CHECKING:
    from ilpuzzles.workbench.own_puzzles import Subject

PAGES = (".html", ".htm")
"""How the names of pages may end."""


def add_page(shown: argparse._ArgumentGroup | Parser) -> None:
    """The option `--html`."""
    shown.add_argument(
        "--html",
        metavar="FILE",
        type=Path,
        help="write a page to look through; of boards that are not plane it needs the extra viz",
    )


def wants_page(given: argparse.Namespace) -> bool:
    """Whether a page goes to a file, for commands that have any."""
    return getattr(given, "html", None) is not None


def require_page(given: argparse.Namespace) -> None:
    """Raises unless a page can be written, as far as can be told before any file is read.

    Raises:
        InputError: If the question has nothing to show, or the file another ending.
        OutputError: If the page cannot be put where it is to go.
    """
    if not wants_page(given):
        return
    if getattr(given, "count", False):
        raise InputError(Problem("--html with --count", "ask for --all, or leave one of them out"))
    require_file(given.html, "page", *PAGES)


def note_left_out(given: argparse.Namespace, subject: Subject, *, start: bool = False) -> None:
    """Says what the page that is asked for has to do without; see `left_out_of`."""
    from ilpuzzles.workbench.pages import left_out_of  # noqa: PLC0415 - slow to import

    missing = left_out_of(subject, start=start)
    if missing:
        note(f"{given.html}: solids will not turn: {missing}")


def write_page(given: argparse.Namespace, make: Callable[[], str], said: str = "") -> None:
    """Writes the page that the options ask for, if they do.

    Args:
        given: The options.
        make: Makes the page.
        said: What to say of the file; may be empty.
    """
    if wants_page(given):
        write_file(given.html, make())
        if said:
            note(f"{given.html}: {said}")


class FirstSolutions:
    """Passes solutions on, and keeps the first of them for a page.

    Args:
        most: How many are kept.
    """

    def __init__(self, most: int) -> None:
        self.kept: list[Any] = []
        self._most = most

    def passing(self, each: Callable[[Any], None]) -> Callable[[Any], None]:
        """A function that keeps a solution, if there are not enough, and then does something."""

        def keep(solution: Any) -> None:
            if len(self.kept) < self._most:
                self.kept.append(solution)
            each(solution)

        return keep
