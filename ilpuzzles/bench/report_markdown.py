"""A report as Markdown, with its pictures as files beside it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ilpuzzles.bench.charts.plots import Chart
from ilpuzzles.bench.report_content import (
    Block,
    Commands,
    Document,
    Heading,
    Listing,
    Paragraph,
    Table,
)

_SPECIAL = re.compile(r"([\\`*_\[\]|~#])")


def markdown_of(document: Document, prefix: str = "") -> str:
    """A report as Markdown.

    Args:
        document: The report.
        prefix: What the names of the files of pictures begin with.
    """
    parts = [f"# {escaped(document.title)}"]
    parts += [_block(block, prefix) for block in document.blocks]
    return "\n\n".join(parts) + "\n"


def escaped(text: str) -> str:
    r"""Text in which nothing is markup.

    Example:
        >>> print(escaped("a_b|<c> & d"))
        a\_b\|&lt;c&gt; &amp; d
    """
    plain = " ".join(text.split())
    plain = plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _SPECIAL.sub(r"\\\1", plain)


def file_of(chart: Chart, prefix: str) -> str:
    """The name of the file of a picture."""
    return f"{prefix}{chart.name}.svg"


def _block(block: Block, prefix: str) -> str:
    match block:
        case Heading():
            return f"{'#' * block.level} {escaped(block.text)}"
        case Paragraph():
            return f"**{escaped(block.text)}**" if block.lead else escaped(block.text)
        case Commands():
            return "\n".join(["```sh", *(" ".join(line.split()) for line in block.lines), "```"])
        case Listing():
            return "\n".join(f"- {escaped(item)}" for item in block.items)
        case Table():
            return _table(block)
        case Chart():
            picture = f"![{escaped(block.title)}]({file_of(block, prefix)})"
            return f"{picture}\n\n{escaped(block.reading)}"


def _table(table: Table) -> str:
    rule = ("---:" if name in table.numeric else "---" for name in table.head)
    lines = [_row(map(escaped, table.head)), _row(rule)]
    lines += [_row(map(escaped, row)) for row in table.rows]
    return "\n".join(lines)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
