"""What stands in a report, and how it is written in Markdown and in HTML."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import TypeAlias

from ilpuzzles.bench.charts.plots import Chart

_SPECIAL = re.compile(r"([\\`*_\[\]|~#])")


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; its level is 2 for a part of the report, 3 for a part of that."""

    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph; `lead` is what the reader should see first."""

    text: str
    lead: bool = False


@dataclass(frozen=True, slots=True)
class Commands:
    """Lines to be typed."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ItemList:
    """A list."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the `numeric` ones of its columns stand at the right."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: frozenset[str] = frozenset()

    def filled(self) -> Table:
        """The table without columns that are empty all the way down."""
        kept = [place for place in range(len(self.head)) if any(row[place] for row in self.rows)]
        return Table(
            tuple(self.head[place] for place in kept),
            tuple(tuple(row[place] for place in kept) for row in self.rows),
            self.numeric,
        )


Block: TypeAlias = Heading | Paragraph | Commands | ItemList | Table | Chart


@dataclass(frozen=True, slots=True)
class Document:
    """A report: its title, and what stands below it."""

    title: str
    blocks: tuple[Block, ...]


def markdown_of(document: Document, prefix: str = "") -> str:
    """A report as Markdown; the names of the files of pictures begin with the prefix."""
    parts = [f"# {escaped(document.title)}"]
    parts += [_markdown(block, prefix) for block in document.blocks]
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


def _markdown(block: Block, prefix: str) -> str:
    match block:
        case Heading():
            return f"{'#' * block.level} {escaped(block.text)}"
        case Paragraph():
            return f"**{escaped(block.text)}**" if block.lead else escaped(block.text)
        case Commands():
            return "\n".join(["```sh", *(" ".join(line.split()) for line in block.lines), "```"])
        case ItemList():
            return "\n".join(f"- {escaped(item)}" for item in block.items)
        case Table():
            return _markdown_table(block)
        case Chart():
            picture = f"![{escaped(block.title)}]({file_of(block, prefix)})"
            return f"{picture}\n\n{escaped(block.reading)}"


def _markdown_table(table: Table) -> str:
    rule = ("---:" if name in table.numeric else "---" for name in table.head)
    lines = [_row(map(escaped, table.head)), _row(rule)]
    lines += [_row(map(escaped, row)) for row in table.rows]
    return "\n".join(lines)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def page_of(document: Document) -> str:
    """A report as HTML.

    Example:
        >>> page = page_of(Document("Cubes & towers", (Paragraph("2 < 3"),)))
        >>> "<h1>Cubes &amp; towers</h1>" in page, "<p>2 &lt; 3</p>" in page
        (True, True)
    """
    body = "\n".join(map(_html, document.blocks))
    return Template(_part("report_page.html")).substitute(
        title=escape(document.title), style=_part("report_page.css"), body=body
    )


def _html(block: Block) -> str:
    match block:
        case Heading():
            return f"<h{block.level}>{escape(block.text)}</h{block.level}>"
        case Paragraph():
            kind = ' class="lead"' if block.lead else ""
            return f"<p{kind}>{escape(block.text)}</p>"
        case Commands():
            return f"<pre><code>{escape(chr(10).join(block.lines))}</code></pre>"
        case ItemList():
            items = "".join(f"<li>{escape(item)}</li>" for item in block.items)
            return f"<ul>{items}</ul>"
        case Table():
            return _html_table(block)
        case Chart():
            caption = f"<figcaption>{escape(block.reading)}</figcaption>"
            picture = f'<div class="chart" tabindex="0" role="group">\n{block.svg}</div>'
            return f"<figure>{picture}{caption}</figure>"


def _html_table(table: Table) -> str:
    kinds = [' class="n"' if name in table.numeric else "" for name in table.head]
    head = "".join(
        f'<th scope="col"{kind}>{escape(name)}</th>'
        for kind, name in zip(kinds, table.head, strict=True)
    )
    rows = (
        "<tr>"
        + "".join(f"<td{kind}>{escape(cell)}</td>" for kind, cell in zip(kinds, row, strict=True))
        + "</tr>"
        for row in table.rows
    )
    body = "\n".join(rows)
    return (
        f'<div class="table" tabindex="0" role="group" aria-label="Table">'
        f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>"
    )


@cache
def _part(name: str) -> str:
    return files("ilpuzzles.bench").joinpath(name).read_text(encoding="utf-8")
