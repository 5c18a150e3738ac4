"""Incumbents and bounds over time: what a search for the best solution said as it went on."""

from __future__ import annotations

from ilpuzzles.modelling.text_tables import table_html, table_text
from ilpuzzles.progress import Progress


class Trace:
    """Keeps incumbents and bounds over time, as the `watch` of `solve_model` and `solve`.

    Every backend that takes an objective reports both as it searches: CP-SAT by callbacks, the MIP
    solvers in their logs, with as many digits as these have. The last point is what the result
    says; after Ctrl-C, the trace has what came before.

    A trace is for one question. Of several objectives it follows the first one. Where rows are
    stated by cuts (lazy constraints), it has only bounds until no cut is broken.

    Attributes:
        points: What was known from when on, in order. Each has the `seconds` since the question was
            asked, `best`, the objective of the incumbent, the `bound`, and their relative `gap`;
            None where it was not yet known.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> from ilpuzzles.queries import solve_model
        >>> model = Model()
        >>> x = model.binary("x", 4)
        >>> row = model.add(x.dot([5, 4, 3, 2]) <= 9)
        >>> model.maximize(x.dot([8, 6, 4, 3]))
        >>> trace = Trace()
        >>> result = solve_model(model, "highs", watch=trace)
        >>> trace.points[-1].best, trace.points[-1].bound, trace.points[-1].gap
        (14.0, 14.0, 0.0)
    """

    def __init__(self) -> None:
        self.points: list[Progress] = []

    def __call__(self, progress: Progress) -> None:
        """Keeps what is new."""
        now = progress.best, progress.bound
        last = (self.points[-1].best, self.points[-1].bound) if self.points else (None, None)
        if now not in (last, (None, None)):
            self.points.append(progress)

    def table(self) -> list[list[str]]:
        """The points as a table: seconds, best, bound and gap."""
        lines = []
        for point in self.points:
            numbers = ("" if n is None else f"{n:,.10g}" for n in (point.best, point.bound))
            gap = "" if point.gap is None else f"{point.gap:.2%}"
            lines.append([f"{point.seconds:.2f}", *numbers, gap])
        return [["seconds", "best", "bound", "gap"], *lines]

    def _short_table(self) -> list[list[str]]:
        head, *lines = self.table()
        if len(lines) > 2 * _SHOWN:
            lines[_SHOWN:-_SHOWN] = [["...", "", "", ""]]
        return [head, *lines]

    def _repr_html_(self) -> str:
        return table_html(self._short_table())

    def __repr__(self) -> str:
        return table_text(self._short_table())


_SHOWN = 10
