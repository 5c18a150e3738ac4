"""Tables for terminals; where nobody looks at the answer, commands write plain lines instead."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ilpuzzles.cli.output import console_of

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text


class Line(NamedTuple):
    """A line of a cell; it is wrapped where the terminal is narrow."""

    text: str
    """What it says."""
    style: str = ""
    """How, in the words of the library rich: `bold`, `dim`, `green`."""


def has_reader() -> bool:
    """Whether a person looks at standard output."""
    return sys.stdout.isatty()


def say_entries(entries: Iterable[tuple[Sequence[Line], Sequence[Line]]]) -> None:
    """Writes a list of entries: names to the left, what there is to say about them to the right.

    Args:
        entries: For each the lines on both sides.
    """
    table = _table()
    table.show_header = False
    table.add_column(style="bold", overflow="fold")
    table.add_column(overflow="fold")
    for left, right in entries:
        table.add_row(_cell(left), _cell(right))
    _say(table)


def say_columns(lines: Sequence[Sequence[str]]) -> None:
    """Writes a table, its first line as the head, columns but the first one to the right."""
    table = _table()
    head, *rows = lines
    for number, title in enumerate(head):
        table.add_column(
            _cell([Line(title)]), justify="right" if number else "left", overflow="fold"
        )
    for row in rows:
        table.add_row(*(_cell([Line(text)]) for text in row))
    _say(table)


def say_styled(text: str, style: str) -> None:
    """Writes a line in a style."""
    _say(_cell([Line(text, style)]))


def _table() -> Table:
    # Commands whose answers go elsewhere start faster without this.
    from rich import box  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    return Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False)


def _cell(lines: Sequence[Line]) -> Text:
    from rich.text import Text  # noqa: PLC0415 - likewise

    text = Text()
    for number, line in enumerate(lines):
        text.append("\n" if number else "")
        text.append(line.text, line.style or None)
    return text


def _say(what: Table | Text) -> None:
    console_of(sys.stdout).print(what)
