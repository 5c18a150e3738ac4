"""Tables for terminals and for Jupyter, and text that Jupyter shows as formulas."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ilpuzzles.errors import one_line


def table_text(table: Sequence[Sequence[str]]) -> str:
    """A table in columns, its first one to the left and the others to the right.

    Example:
        >>> print(table_text([["variant", "rows"], ["as it is", "1,789"]]))
        variant    rows
        as it is  1,789
    """
    table = [[one_line(text) for text in line] for line in table]
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join(
        "  ".join(
            text.rjust(width) if number else text.ljust(width)
            for number, (text, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in table
    )


def table_html(table: Sequence[Sequence[str]]) -> str:
    """A table as HTML, its first line as the head.

    Example:
        >>> table_html([["a"], ["<b>"]])
        '<table><tr><th>a</th></tr><tr><td>&lt;b&gt;</td></tr></table>'
    """
    head, *lines = ([escape(text) for text in line] for line in table)
    rows = ["".join(f"<th>{text}</th>" for text in head)]
    rows += ["".join(f"<td>{text}</td>" for text in line) for line in lines]
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


class Formulas(str):
    """LaTeX as text, which notebooks show as formulas; `print` shows the text itself."""

    __slots__ = ()

    def _repr_latex_(self) -> str:
        return str(self)
