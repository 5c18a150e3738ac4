"""Summaries as tables of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from ilpuzzles.bench.summary import Summary

_GAP = 2
# What the tables of a terminal have between columns.
_WIDE_GAP = 3
_MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table.

    Attributes:
        title: Its title.
        text: What it says of a summary.
        weight: How much it matters; where there is little room, those that matter least go.
    """

    title: str
    text: Callable[[Summary], str]
    weight: int


def _figures(seconds: float | None) -> str:
    """A time in seconds, with three digits or so, for columns that are all in seconds."""
    if seconds is None:
        return "-"
    if seconds < 1:
        return f"{seconds:.3f}"
    return f"{seconds:.2f}" if seconds < 10 else f"{seconds:,.1f}"


def _spread(summary: Summary) -> str:
    if summary.solved < 2:
        return ""
    return f"{_figures(summary.least)}-{_figures(summary.most)}"


def _nodes(summary: Summary) -> str:
    return "" if summary.nodes is None else f"{summary.nodes:,.0f}"


COLUMNS = (
    Column("solver", lambda summary: summary.solver, 9),
    Column("answer", lambda summary: summary.answer, 9),
    Column("solved", lambda summary: f"{summary.solved}/{summary.runs}", 8),
    Column("seconds", lambda summary: _figures(summary.median), 9),
    Column("spread", _spread, 5),
    Column("build", lambda summary: _figures(summary.build), 4),
    Column("hand-over", lambda summary: _figures(summary.handover), 3),
    Column("solve", lambda summary: _figures(summary.solve), 5),
    Column("CPU", lambda summary: _figures(summary.cpu), 3),
    Column("MB", lambda summary: f"{summary.memory / _MEGABYTE:,.0f}", 6),
    Column("nodes", _nodes, 2),
    Column("PAR-2", lambda summary: _figures(summary.par2), 7),
    Column("checked", lambda summary: " ".join(summary.checked), 1),
)


def by_case(found: Iterable[Summary]) -> dict[str, list[Summary]]:
    """Summaries by their case and question, under a heading that says both."""
    groups: dict[str, list[Summary]] = {}
    for summary in found:
        groups.setdefault(f"{summary.case}: {summary.question}", []).append(summary)
    return groups


def lines_of(found: Sequence[Summary], width: int | None = None) -> list[list[str]]:
    """A table: titles, and a line for each summary.

    Args:
        found: The summaries.
        width: How many characters a line may have, or None for any number. Columns that matter
            less are left out where there is too little room.
    """
    table = {
        column: [column.title, *(column.text(summary) for summary in found)] for column in COLUMNS
    }
    columns = list(COLUMNS)
    while width is not None and len(columns) > 1 and _width(table, columns) > width:
        columns.remove(min(columns, key=lambda column: column.weight))
    return [list(row) for row in zip(*(table[column] for column in columns), strict=True)]


def plain_text(found: Sequence[Summary]) -> str:
    """A table for other programs, and for files: a line for each summary, with its case.

    Columns are at least two spaces apart, and an empty cell is a `-`.
    """
    head, *rows = lines_of(found)
    lines = [["case", "question", *head]]
    for summary, row in zip(found, rows, strict=True):
        lines.append([summary.case, summary.question, *(cell or "-" for cell in row)])
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    gap = " " * _GAP
    return "\n".join(
        gap.join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def remarks(found: Iterable[Summary]) -> list[str]:
    """What went wrong, and what else there is to say, in a line each."""
    lines = []
    for summary in found:
        who = f"{summary.case}, {summary.question}, {summary.solver}"
        if summary.error:
            lines.append(f"error: {who}: {summary.error}")
        if summary.note:
            lines.append(f"note: {who}: {summary.note}")
    return lines


def _width(table: dict[Column, list[str]], columns: Sequence[Column]) -> int:
    return sum(max(map(len, table[column])) + _WIDE_GAP for column in columns) - _WIDE_GAP
