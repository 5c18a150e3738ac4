"""A report as one HTML page that needs nothing else, not even a network."""

from __future__ import annotations

from functools import cache
from html import escape
from importlib.resources import files
from string import Template

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


def page_of(document: Document) -> str:
    """A report as HTML.

    Example:
        >>> page = page_of(Document("Cubes & towers", (Paragraph("2 < 3"),)))
        >>> "<h1>Cubes &amp; towers</h1>" in page, "<p>2 &lt; 3</p>" in page
        (True, True)
    """
    body = "\n".join(map(_block, document.blocks))
    return Template(_part("report_page.html")).substitute(
        title=escape(document.title), style=_part("report_page.css"), body=body
    )


def _block(block: Block) -> str:
    match block:
        case Heading():
            return f"<h{block.level}>{escape(block.text)}</h{block.level}>"
        case Paragraph():
            kind = ' class="lead"' if block.lead else ""
            return f"<p{kind}>{escape(block.text)}</p>"
        case Commands():
            return f"<pre><code>{escape(chr(10).join(block.lines))}</code></pre>"
        case Listing():
            items = "".join(f"<li>{escape(item)}</li>" for item in block.items)
            return f"<ul>{items}</ul>"
        case Table():
            return _table(block)
        case Chart():
            caption = f"<figcaption>{escape(block.reading)}</figcaption>"
            picture = f'<div class="chart" tabindex="0" role="group">\n{block.svg}</div>'
            return f"<figure>{picture}{caption}</figure>"


def _table(table: Table) -> str:
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
