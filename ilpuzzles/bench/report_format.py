"""What stands in a report, and how it is written in Markdown and in HTML."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import TypeAlias

from ilpuzzles.bench.charts.plots import Chart
from ilpuzzles.modelling.text_tables import Table

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
            return block.markdown(escaped)
        case Chart():
            picture = f"![{escaped(block.title)}]({file_of(block, prefix)})"
            return f"{picture}\n\n{escaped(block.reading)}"


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
            kind = 'class="table" tabindex="0" role="group" aria-label="Table"'
            return f"<div {kind}>{block.html()}</div>"
        case Chart():
            caption = f"<figcaption>{escape(block.reading)}</figcaption>"
            picture = f'<div class="chart" tabindex="0" role="group">\n{block.svg}</div>'
            return f"<figure>{picture}{caption}</figure>"


@cache
def _part(name: str) -> str:
    return files("ilpuzzles.bench").joinpath(name).read_text(encoding="utf-8")
