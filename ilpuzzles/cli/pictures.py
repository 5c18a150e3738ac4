"""The options that write pictures to files, and what they do."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ilpuzzles.cli.output import console_of, line_width, note, require_file, say, write_file
from ilpuzzles.cli.progress_line import ProgressLine
from ilpuzzles.errors import InputError, counted
from ilpuzzles.jobs.temporary_files import write_bytes
from ilpuzzles.lazy_imports import named
from ilpuzzles.render.png import png_of, require_png
from ilpuzzles.render.text import Drawing, Sheet, as_plain, as_rich

if TYPE_CHECKING:
    from ilpuzzles.puzzles.position import Position
    from ilpuzzles.render.pdf_book import MadeBook


PAGES = (".html", ".htm")
"""How the names of pages may end."""

_USUAL_WIDTH = 80


def say_drawing(drawing: Drawing) -> None:
    """Writes a picture, in colour if a person looks at it (and `NO_COLOR` is not set)."""
    wanted = sys.stdout.isatty() or os.environ.get("FORCE_COLOR")
    if not wanted or os.environ.get("NO_COLOR"):
        say(as_plain(drawing))
        return
    console_of(sys.stdout).print(as_rich(drawing), soft_wrap=True)


def wants_pictures(args: argparse.Namespace) -> bool:
    """Whether a picture goes to a file."""
    return args.svg is not None or args.png is not None


def require_pictures(args: argparse.Namespace) -> None:
    """Raises unless pictures and pages can be written, as far as can be told before the work."""
    require_file(args.svg, "SVG picture", ".svg")
    require_file(args.png, "PNG picture", ".png")
    if args.png is not None:
        require_png()
    paper = getattr(args, "pdf", None)
    if args.view is not None and not wants_pictures(args) and paper is None:
        raise InputError("--view needs a picture", "add --svg FILE or --png FILE")
    if args.animate and args.svg is None:
        raise InputError("--animate needs --svg", "add --svg FILE")
    for option in ("svg", "png", "html"):
        if getattr(args, option) is not None and getattr(args, "count", False):
            raise InputError(
                f"--{option} cannot be combined with --count",
                "ask for --all, or leave one of them out",
            )
    require_file(args.html, "page", *PAGES)


def write_pictures(args: argparse.Namespace, draw: Callable[..., str], remark: str = "") -> None:
    """Writes the pictures that the options ask for, and notes what there is to say of each file.

    `draw` makes an SVG document, empty where there is no picture; where the options say so, it gets
    the `view`, and whether it is `animated`.
    """
    how = {} if args.view is None else {"view": args.view}
    if args.svg is not None:
        animated = {"animated": True} if args.animate else {}
        _write_picture(args, args.svg, partial(draw, **how, **animated), str.encode, remark)
    if args.png is not None:
        _write_picture(args, args.png, partial(draw, **how), png_of, remark)


def _write_picture(
    args: argparse.Namespace,
    path: Path,
    draw: Callable[[], str],
    data_of: Callable[[str], bytes],
    remark: str,
) -> None:
    with while_drawing(args):
        svg = draw()
        data = data_of(svg) if svg else b""
    if svg:
        write_bytes(path, data)
    notice = remark if svg else "not written, since there is no picture of this puzzle"
    if notice:
        note(f"{path}: {notice}")


def require_paper(args: argparse.Namespace) -> None:
    """Raises unless a PDF file can be written, as far as can be told before the work is done."""
    if args.pdf is None:
        return
    require_file(args.pdf, "PDF file", ".pdf")
    named("ilpuzzles.render.pdf_file:require_pdf")()
    if getattr(args, "count", False):
        raise InputError(
            "--pdf cannot be combined with --count", "ask for --all, or leave one of them out"
        )


def write_paper(args: argparse.Namespace, book: MadeBook | None, what: str) -> None:
    """Writes the PDF file that the options ask for, and notes what is on how many pages."""
    if book is not None:
        write_bytes(args.pdf, book.data)
    if not args.quiet:
        nothing = "not written, since there is no picture of this"
        remark = nothing if book is None else f"{what} on {counted(book.pages, 'page')}"
        note(f"{args.pdf}: {remark}")


def while_drawing(args: argparse.Namespace) -> AbstractContextManager[None]:
    """Shows the time that drawing takes, where it takes long."""
    return ProgressLine(quiet=getattr(args, "quiet", False), doing="drawing").during()


def note_left_out(args: argparse.Namespace, subject: Position, *, start: bool = False) -> None:
    """Says what the page that is asked for, if there is one, has to do without."""
    if args.html is None or getattr(args, "quiet", False):
        return
    if missing := subject.missing_text(start=start):
        note(f"{args.html}: solids will not turn: {missing}")


def write_page(args: argparse.Namespace, make: Callable[[], str], remark: str = "") -> None:
    """Writes the page that the options ask for, if they do, and adds a remark on it."""
    if args.html is not None:
        with while_drawing(args):
            html = make()
        write_file(args.html, html)
        if remark:
            note(f"{args.html}: {remark}")


def sheet_width() -> int:
    """How wide a sheet is: like the terminal, or 80 where nobody looks at it."""
    return line_width() or _USUAL_WIDTH


class SheetOfSolutions:
    """A sheet of small pictures, each of which is shown when its row is full."""

    def __init__(self, subject: Position, line: ProgressLine) -> None:
        self._subject = subject
        self._line = line
        self._sheet = Sheet(sheet_width())

    def add(self, solution: Any) -> None:
        """Takes a solution."""
        lines = self._sheet.add(self._subject.small(solution))
        if lines:
            self._line.clear()
            say_drawing(lines)

    def finish(self) -> None:
        """Shows the last row."""
        lines = self._sheet.rest()
        if lines:
            say_drawing(lines)
