"""Why there is no solution, in words."""

from __future__ import annotations

from dataclasses import dataclass

from ilpuzzles.backends import Result, Status
from ilpuzzles.modelling import Group, IntArray, Solvable
from ilpuzzles.modelling.tables import table_html
from ilpuzzles.queries.demands import Demand, Part
from ilpuzzles.queries.listing import ending

_SHOWN = 30


@dataclass(frozen=True, slots=True, eq=False)
class TakenBack:
    """The fewest parts of what was given that have to go for a solution of all the rest.

    Attributes:
        parts: These; None if no such set is known.
        least: How many have to go at least, as far as that is proved.
        solution: A solution of the rest.
    """

    parts: tuple[Part, ...] | None
    least: int
    solution: IntArray | None

    @property
    def complete(self) -> bool:
        """Whether it is proved that no fewer would do."""
        return self.parts is not None and len(self.parts) <= self.least

    def __str__(self) -> str:
        if self.parts is None:
            return f"at least {self.least} of all that was given has to be taken back"
        fewest = "the fewest" if self.complete else f"at least {self.least}"
        return f"take back {len(self.parts)} ({fewest}): {_names(self.parts)}"


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    """Why a model has no solution.

    Attributes:
        model: The model.
        groups: Groups that have no solution together; without any one of them, the others have.
            Where what was given clashes, the groups of that.
        rows: Rows of these groups for which the same is true, or the rows of what clashes; none if
            the search for them was stopped, or they were not asked for.
        minimal: Whether it is proved that nothing of what is named can be left out.
        confirmed_by: The backends that have proved that this has no solution.
        witnesses: For every row, a solution of all the others; where parts clash, of all others.
        solution: A solution, if there is one after all: then there is nothing to explain.
        result: How the search ended; its status is that of the model.
        given: Parts of what was given that have no solution together, with all rules. Empty if the
            rules alone have none, and None if nothing was given, or nobody asked.
        taken_back: The fewest parts to take back, or None if that was not looked for.
        out_of_time: Whether the time of the whole question was over, and not only that of a search.
    """

    model: Solvable
    groups: tuple[Group, ...]
    rows: tuple[Demand, ...]
    minimal: bool
    confirmed_by: tuple[str, ...]
    witnesses: tuple[IntArray | None, ...]
    solution: IntArray | None
    result: Result
    given: tuple[Part, ...] | None = None
    taken_back: TakenBack | None = None
    out_of_time: bool = True

    @property
    def complete(self) -> bool:
        """Whether there is nothing more to find out."""
        return self.result.complete

    def verdict(self) -> str:
        """The outcome in a sentence."""
        if self.result.status is Status.INFEASIBLE:
            proved = "" if self.minimal else f", perhaps not all are needed: {self._stopped()}"
            return f"there is no solution{proved}"
        if self.solution is not None:
            return "there is a solution, so there is nothing to explain"
        return f"unknown whether there is a solution: {self._stopped()}"

    def _stopped(self) -> str:
        return ending(self.result.limit) if self.out_of_time else "some searches took too long"

    def __str__(self) -> str:
        if self.result.status is not Status.INFEASIBLE:
            return self.verdict()
        if self.given:
            return "\n".join([self.verdict(), *self._clash(self.given)])
        lines = [self.verdict()]
        if self.given is not None:
            lines.append("nothing of what was given is to blame: the rules alone rule it out")
        if not self.groups:
            if self.given is not None:
                return "\n".join(lines)
            return f"{lines[0]}, whatever is left out of these: the rest rules it out already"
        together = "cannot hold" if len(self.groups) == 1 else "cannot hold together"
        lines.append(f"what {together}:")
        for group in self.groups:
            lines.append(f"  {group.name}" + (f" ({group.why})" if group.why else ""))
            rows = [f"    {row}" for row in self.rows if row.group == group]
            lines += rows[:_SHOWN]
            if len(rows) > _SHOWN:
                lines.append(f"    ... and {len(rows) - _SHOWN:,} more rows")
        if self.minimal and self.rows:
            lines.append("leave out any one of these rows, and there is a solution of the others")
        elif self.minimal and len(self.groups) > 1:
            lines.append("leave out any one of these, and there is a solution of the others")
        return "\n".join(lines)

    def _clash(self, given: tuple[Part, ...]) -> list[str]:
        """What was given and clashes, and what to take back."""
        if len(given) == 1:
            lines = [f"of what was given, this cannot stay: {_names(given)}"]
        else:
            lines = [f"of what was given, these cannot stay together: {_names(given)}"]
            if self.minimal:
                lines.append("leave out any one of these, and the others can stay")
        if self.taken_back is not None:
            lines.append(str(self.taken_back))
        return lines

    def __repr__(self) -> str:
        return f"<explanation: {len(self.groups)} groups, {len(self.rows)} rows>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        bundle = {"text/plain": str(self)}
        if self.rows:
            table = [["group", "row", "says"]]
            table += [[row.group.name, row.name, row.text] for row in self.rows[:_SHOWN]]
            rest = len(self.rows) - _SHOWN
            more = f"<p>... and {rest:,} more rows</p>" if rest > 0 else ""
            bundle["text/html"] = f"<p>{self.verdict()}</p>{table_html(table)}{more}"
        return bundle


def _names(parts: tuple[Part, ...]) -> str:
    return ", ".join(part.name for part in parts)
