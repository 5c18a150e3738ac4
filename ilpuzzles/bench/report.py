"""A report on a sweep: one HTML page, and the same in Markdown with pictures beside it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ilpuzzles.bench.charts.plots import Chart
from ilpuzzles.bench.described import Description
from ilpuzzles.bench.machine import Machine
from ilpuzzles.bench.record import Run
from ilpuzzles.bench.report_markdown import file_of, markdown_of
from ilpuzzles.bench.report_page import page_of
from ilpuzzles.bench.report_sections import document_of


@dataclass(frozen=True, slots=True)
class Report:
    """A report.

    Attributes:
        html: One page that needs nothing else.
        markdown: The same in Markdown.
        pictures: The SVG documents that the Markdown shows, by the names of the files that have to
            be written beside it.
    """

    html: str
    markdown: str
    pictures: dict[str, str]


def report(
    runs: Iterable[Run],
    description: Description,
    machine: Machine,
    *,
    command: str = "",
    prefix: str = "",
) -> Report:
    """Makes a report of the results of a sweep.

    `ilpuzzles bench report FILE.jsonl --html PAGE --markdown TEXT` writes `html` to the one file,
    `markdown` to the other, and `pictures` beside this one.

    Args:
        runs: The runs.
        description: What the sweep was about, and the command that has made it.
        machine: The machine and the versions.
        command: The command that makes the report; may be empty.
        prefix: What the names of pictures begin with, so that reports can share a folder; the name
            of the file of the Markdown without its ending is a good choice, with a hyphen.

    Example:
        >>> runs = [Run("trio", "placement", "cbc", total=0.5, complete=True)]
        >>> machine = Machine("a processor", 2, 8 << 30, "Linux", "3.12.1", "1.0")
        >>> made = report(runs, Description("Trio", command="ilpuzzles bench trio.yaml"), machine)
        >>> made.markdown.splitlines()[:4]
        ['# Trio', '', '```sh', 'ilpuzzles bench trio.yaml']
        >>> list(made.pictures)
        ['spread.svg']
    """
    document = document_of(tuple(runs), description, machine, command)
    charts = [block for block in document.blocks if isinstance(block, Chart)]
    return Report(
        html=page_of(document),
        markdown=markdown_of(document, prefix),
        pictures={file_of(chart, prefix): chart.svg for chart in charts},
    )
