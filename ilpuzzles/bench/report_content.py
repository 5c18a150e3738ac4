"""What stands in a report: blocks that know nothing of HTML or Markdown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from ilpuzzles.bench.charts.plots import Chart


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading.

    Attributes:
        text: What it says.
        level: 2 for a part of the report, 3 for a part of that.
    """

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph.

    Attributes:
        text: What it says.
        lead: Whether it is what the reader should see first.
    """

    text: str
    lead: bool = False


@dataclass(frozen=True, slots=True)
class Commands:
    """Lines to be typed.

    Attributes:
        lines: The lines.
    """

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """A list.

    Attributes:
        items: Its items.
    """

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table.

    Attributes:
        head: The names of its columns.
        rows: Its rows, each as long as the head.
        numeric: The names of the columns that have numbers, which stand at the right.
    """

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: frozenset[str] = frozenset()

    def filled(self) -> Table:
        """The table without columns that are empty all the way down.

        Example:
            >>> Table(("a", "b"), (("", "1"), ("", "2"))).filled().head
            ('b',)
        """
        kept = [place for place in range(len(self.head)) if any(row[place] for row in self.rows)]
        return Table(
            tuple(self.head[place] for place in kept),
            tuple(tuple(row[place] for place in kept) for row in self.rows),
            self.numeric,
        )


Block: TypeAlias = Heading | Paragraph | Commands | Listing | Table | Chart


@dataclass(frozen=True, slots=True)
class Document:
    """A report.

    Attributes:
        title: Its title.
        blocks: What stands below it.
    """

    title: str
    blocks: tuple[Block, ...]
