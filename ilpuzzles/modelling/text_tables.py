"""Tables for terminals and for Jupyter, and text that Jupyter shows as formulas."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from html import escape

from ilpuzzles.errors import one_line


@dataclass(frozen=True, slots=True)
class Table:
    """A table of texts; the `numeric` ones of its columns stand at the right.

    Example:
        >>> table = Table(["variant", "rows"], [["as it is", "1,789"], ["<b>", "12"]], {"rows"})
        >>> print(table.text())
        variant    rows
        as it is  1,789
        <b>          12
        >>> print(table.markdown(escape))
        | variant | rows |
        | --- | ---: |
        | as it is | 1,789 |
        | &lt;b&gt; | 12 |
    """

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    numeric: Collection[str] = ()

    def part(self, titles: Collection[str]) -> Table:
        """The table with some of its columns."""
        places = [place for place, title in enumerate(self.head) if title in titles]
        head, *rows = ([line[place] for place in places] for line in (self.head, *self.rows))
        return Table(head, rows, self.numeric)

    def filled(self) -> Table:
        """The table without columns that are empty all the way down."""
        titles = enumerate(self.head)
        return self.part([title for place, title in titles if any(row[place] for row in self.rows)])

    def widths(self) -> list[int]:
        """The width of each column in letters."""
        return [max(map(len, column)) for column in zip(*self._lines(), strict=True)]

    def text(self) -> str:
        """The table for terminals, its columns two spaces apart."""
        widths = self.widths()
        return "\n".join(
            "  ".join(
                text.rjust(width) if name in self.numeric else text.ljust(width)
                for text, name, width in zip(line, self.head, widths, strict=True)
            ).rstrip()
            for line in self._lines()
        )

    def markdown(self, markup: Callable[[str], str]) -> str:
        """The table as Markdown; `markup` makes it of the text of a cell."""
        rule = ["---:" if name in self.numeric else "---" for name in self.head]
        head, *rows = ([markup(text) for text in line] for line in (self.head, *self.rows))
        return "\n".join(f"| {' | '.join(line)} |" for line in (head, rule, *rows))

    def html(self) -> str:
        """The table as HTML, in which the cells of numeric columns have the class `n`."""
        kinds = [' class="n"' if name in self.numeric else "" for name in self.head]

        def cells(opening: str, line: Sequence[str]) -> str:
            parts = zip(kinds, line, strict=True)
            return "".join(
                f"<{opening}{kind}>{escape(text)}</{opening[:2]}>" for kind, text in parts
            )

        head = cells('th scope="col"', self.head)
        body = "\n".join(f"<tr>{cells('td', row)}</tr>" for row in self.rows)
        return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"

    def _lines(self) -> list[list[str]]:
        """The head and the rows; no text in them takes several lines."""
        return [[one_line(text) for text in line] for line in (self.head, *self.rows)]


def table_text(table: Sequence[Sequence[str]]) -> str:
    """A table in columns, its first line the head, its first column to the left, others right."""
    head, *rows = table
    return Table(head, rows, head[1:]).text()


def table_html(table: Sequence[Sequence[str]]) -> str:
    """A table as HTML, its first line as the head.

    Example:
        >>> print(table_html([["a"], ["<b>"]]))
        <table>
        <thead><tr><th scope="col">a</th></tr></thead>
        <tbody>
        <tr><td>&lt;b&gt;</td></tr>
        </tbody>
        </table>
    """
    head, *rows = table
    return Table(head, rows).html()


class Formulas(str):
    """LaTeX as text, which notebooks show as formulas; `print` shows the text itself."""

    __slots__ = ()

    def _repr_latex_(self) -> str:
        return str(self)
