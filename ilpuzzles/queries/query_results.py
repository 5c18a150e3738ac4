"""Results of questions about a model: plain data, each with its words and tables.

Counts, solutions, uniqueness, the backbone (`Forced`), explanations (IIS), relaxations, variants.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from html import escape
from typing import Literal, TypeAlias

from ilpuzzles.backends.result import Limit, Result, Seconds, Status
from ilpuzzles.errors import counted, list_names, one_line, require_known
from ilpuzzles.modelling.numbers import Value, text_of
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import Group, IntArray
from ilpuzzles.modelling.statistics import Statistics
from ilpuzzles.modelling.text_tables import table_html, table_text
from ilpuzzles.queries.causes import BOUNDS, Cause
from ilpuzzles.queries.elastic import RelaxedRow

_MOST_LINES_SHOWN = 20
_MOST_ROWS_SHOWN = 30


def ending(limit: Limit) -> str:
    """Returns in words which limit ended a search, so that there may be more."""
    return {
        Limit.TIME: "the time limit came first",
        Limit.SOLUTIONS: "as many as were asked for",
        Limit.NODES: "the node limit came first",
        Limit.WORK: "the work limit came first",
        Limit.MEMORY: "the memory limit came first",
        Limit.INTERRUPTED: "interrupted",
    }.get(limit, "the search was stopped")


class QueryResult:
    """The base of all results of questions, with the end of the search."""

    __slots__ = ()
    result: Result

    @property
    def complete(self) -> bool:
        """Whether the question is answered in full."""
        return self.result.complete

    @property
    def status(self) -> Status:
        """The status of the model."""
        return self.result.status

    @property
    def seconds(self) -> float:
        """The wall-clock time in seconds."""
        return self.result.seconds

    @property
    def times(self) -> Seconds:
        """The time of each part of the search."""
        return self.result.times

    def text(self) -> str:
        """Returns the result in words."""
        raise NotImplementedError

    def label(self) -> str:
        """Returns the result in a few words."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<{self.label()}>"


class _ShownResult(QueryResult):
    """A result that shows itself in notebooks."""

    __slots__ = ()

    def html(self) -> str:
        """Returns the result as a piece of HTML; empty where the text says as much."""
        return ""

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        bundle = {"text/plain": str(self)}
        html = self.html()
        return bundle | {"text/html": html} if html else bundle


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Count(QueryResult):
    """The number of solutions of a model; complete if there are no others."""

    number: int
    result: Result

    def __int__(self) -> int:
        return self.number

    def text(self) -> str:
        """Returns the number, and the limit or border because of which it may be another."""
        more = "" if self.complete else f" or more ({ending(self.result.limit)})"
        border = "" if self.result.border is None else f" ({self.result.border})"
        return f"{self.number:,}{more}{border}"

    def label(self) -> str:
        """Returns the count in a few words."""
        return f"count: {self}"


@dataclass(frozen=True, slots=True, eq=False)
class OrbitCount:
    """The numbers of solutions and of orbits: solutions up to symmetry, None if not known."""

    count: Count
    orbits: int | None
    result: Result


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Solutions(_ShownResult):
    """Solutions of a model: the values of all variables, in the order in which they were found."""

    model: Program
    solutions: tuple[IntArray, ...]
    result: Result

    @property
    def number(self) -> int:
        """The number of solutions."""
        return len(self.solutions)

    @property
    def found(self) -> tuple[IntArray, ...]:
        """The former name of `solutions`."""
        raise AttributeError("'found' has another name now; use 'solutions'")

    def __len__(self) -> int:
        return len(self.solutions)

    def __iter__(self) -> Iterator[IntArray]:
        return iter(self.solutions)

    def __getitem__(self, number: int) -> IntArray:
        return self.solutions[number]

    def _describe(self, values: IntArray) -> str:
        return self.model.text_by_name(values)

    def _lines(self) -> list[tuple[str, str]]:
        texts = map(self._describe, self.solutions[:_MOST_LINES_SHOWN])
        return [(str(number), text) for number, text in enumerate(texts, 1)]

    def text(self) -> str:
        """Returns the number of solutions, and the variables of each."""
        lines = [self.label(), *(f"{number}: {text}" for number, text in self._lines())]
        if len(self) > _MOST_LINES_SHOWN:
            lines.append(f"... and {len(self) - _MOST_LINES_SHOWN} more")
        return "\n".join(lines)

    def label(self) -> str:
        """Returns the number of solutions, and whether it is all of them."""
        more = "" if self.complete else f" so far, incomplete: {ending(self.result.limit)}"
        border = "" if self.result.border is None else f"; {self.result.border}"
        return f"{len(self)} solution{'' if len(self) == 1 else 's'}{more}{border}"

    def html(self) -> str:
        """Returns the solutions as a table."""
        table = table_html([("solution", "variables"), *self._lines()])
        return f"<p>{escape(self.label())}</p>{table}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class BestSolutions(Solutions):
    """The best solutions of a model, the best one first; each is proved to be in its place.

    They are complete if no other solution could be among them, so at a limit of their number, too.

    Attributes:
        wanted: How many were asked for; None for all.
        optimal: Whether those were asked for that are as good as the best one.
    """

    wanted: int | None = None
    optimal: bool = False

    @property
    def objectives(self) -> tuple[Value | tuple[Value, ...], ...]:
        """The objective of each solution, or the values of all objectives if there are several.

        They are floats where one of the numbers of an objective is measured.
        """
        if self.model.objective is None:
            return ()
        scores = map(self.model.objective_values, self.solutions)
        return tuple(score if len(score) > 1 else score[0] for score in scores)

    def _describe(self, values: IntArray) -> str:
        goal = self.model.objective
        text = self.model.text_by_name(values)
        return text if goal is None else f"objective {score_text(goal.score(values))}: {text}"

    def label(self) -> str:
        """Returns the number of solutions, of as many as were asked for."""
        has_all = self.complete and self.result.limit is not Limit.SOLUTIONS
        if self.optimal:
            return f"{counted(len(self), 'optimal solution')}, {self._end_of_list(has_all)}"
        if has_all:
            return f"{counted(len(self), 'solution')}, the best first, all there are"
        asked = "the best solution" if self.wanted == 1 else f"the {self.wanted:,} best solutions"
        if self.complete:
            return asked
        return f"{len(self):,} of {asked}, incomplete: {ending(self.result.limit)}"

    def _end_of_list(self, has_all: bool) -> str:
        """Returns in words whether the list of optimal solutions has all of them, or why not."""
        if has_all:
            return "all there are"
        why = ending(self.result.limit)
        return why if self.complete else f"incomplete: {why}"


def score_text(score: Value | tuple[Value, ...]) -> str:
    """Returns the values of one or several objectives in words.

    Example:
        >>> score_text(1200), score_text((41, 3))
        ('1200', '41, then 3')
    """
    return ", then ".join(map(text_of, score if isinstance(score, tuple) else (score,)))


class Verdict(StrEnum):
    """The verdict on uniqueness: no solution, exactly one, several, or unknown."""

    NONE = "none"
    UNIQUE = "unique"
    SEVERAL = "several"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Uniqueness(_ShownResult):
    """The uniqueness of a solution: the verdict, with the only solution or two that differ."""

    model: Program
    verdict: Verdict
    solutions: tuple[IntArray, ...]
    result: Result

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution, or None if that is not known."""
        return None if self.verdict is Verdict.UNKNOWN else self.verdict is Verdict.UNIQUE

    def differences(self) -> dict[str, tuple[int, int]]:
        """Returns the deciding variables in which the two solutions differ, with both values."""
        if self.verdict is not Verdict.SEVERAL:
            return {}
        first, second = self.solutions
        named = self.model.by_name(self.model.deciding.nonzero()[0].tolist())
        pairs = {name: (int(first[place]), int(second[place])) for name, place in named.items()}
        return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}

    def text(self) -> str:
        """Returns the solution in words, or the variables in which two differ."""
        if self.verdict is Verdict.NONE:
            return "there is no solution"
        if self.verdict is Verdict.UNIQUE:
            return f"exactly one solution: {self.model.text_by_name(self.solutions[0])}"
        if self.verdict is Verdict.UNKNOWN:
            if self.result.border is not None:
                return f"it depends on the last digits: {self.result.border}"
            known = "one solution is known" if self.solutions else "nothing is known"
            return f"{known}, but {ending(self.result.limit)}"
        differences = [
            f"{name}: {first} or {second}" for name, (first, second) in self.differences().items()
        ]
        return f"several solutions; two of them differ in {', '.join(differences)}"

    def label(self) -> str:
        """Returns the verdict."""
        return f"uniqueness: {self.verdict.value}"

    def html(self) -> str:
        """Returns a table of the differences."""
        lines = [
            (name, f"{first}", f"{second}") for name, (first, second) in self.differences().items()
        ]
        return table_html([("differs", "first", "second"), *lines]) if lines else ""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Forced(_ShownResult):
    """The backbone of a model: the facts that are the same in every solution.

    A fact is a number and its value; by default the numbers are the deciding variables.

    Attributes:
        values: The facts that hold in every solution.
        undecided: The facts that hold in every solution found so far; none if the answer is
            complete.
        facts: How many facts were looked at.
        solution: A solution, or None if there is none or none was found.
    """

    values: Mapping[Hashable, int]
    undecided: Mapping[Hashable, int]
    facts: int
    solution: IntArray | None
    result: Result

    def _first(self) -> str:
        if self.result.status is Status.INFEASIBLE:
            return "there is no solution"
        if self.solution is None:
            return f"nothing is known: {ending(self.result.limit)}"
        if self.complete:
            return f"{len(self.values):,} of {self.facts:,} are the same in every solution"
        undecided = f"{len(self.undecided):,} of {self.facts:,} are undecided"
        return f"nothing is proved yet, {undecided}: {ending(self.result.limit)}"

    def _lines(self) -> list[tuple[str, str]]:
        """Returns the first facts; ones come before zeros, since they say more."""
        first = sorted(self.values.items(), key=lambda fact: fact[1] == 0)[:_MOST_LINES_SHOWN]
        return [(f"{name}", f"{value}") for name, value in first]

    def text(self) -> str:
        """Returns the number of facts that are the same, and the first of them."""
        lines = [self._first(), *(f"{name} = {value}" for name, value in self._lines())]
        if len(self.values) > _MOST_LINES_SHOWN:
            lines.append(f"... and {len(self.values) - _MOST_LINES_SHOWN:,} more")
        return "\n".join(map(one_line, lines))

    def label(self) -> str:
        """Returns the number of facts that are the same."""
        return f"forced: {len(self.values)} of {self.facts}"

    def html(self) -> str:
        """Returns the first facts as a table."""
        return f"<p>{self._first()}</p>{table_html([('the same in all', ''), *self._lines()])}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Explanation(_ShownResult):
    """An explanation of infeasibility: a minimal reason why a model has no solution.

    Attributes:
        groups: Groups that have no solution together; without any one of them, the others have.
            If givens clash, their groups.
        rows: Rows of these groups for which the same is true, or the rows of the givens that clash;
            none if the search for them was stopped, or they were not asked for. Bounds, if these
            were asked for, are rows of the group `BOUNDS`.
        minimal: Whether it is proved that none of these can be left out (irreducible).
        confirmed_by: The backends that have proved that these have no solution.
        witnesses: For each row, or each given that clashes, a solution of all the others; None if
            none is kept, as of models that were made again without a given (`Given.remake`).
        solution: A solution, if there is one after all: then there is nothing to explain.
        result: How the search ended; its status is that of the model.
        given: Givens that have no solution together, with all rules. Empty if the rules alone have
            none, and None if nothing was given, or givens were not asked about.
        taken_back: The fewest givens to take back, or None if these were not looked for.
        out_of_time: Whether the time of the whole question ran out, not just that of one search.
        bounds_refused: The backends that took no program without bounds, if bounds were asked for:
            then all bounds are taken for granted, and `minimal` is about the rows alone.
        bounds_granted: The bounds that stay in force because logic rests on them, if bounds were
            asked for: the reason has no solution together with them.
        binary_granted: Whether the reason is about binary variables, which stay 0 or 1, if bounds
            were asked for.
        others: Other minimal reasons, if more than one was asked for: givens if these clash, rows
            otherwise, or groups if no rows were asked for.
        all_known: Whether it is proved that there are no others; None if one was asked for.
    """

    model: Program
    groups: tuple[Group, ...]
    rows: tuple[Cause, ...]
    minimal: bool
    confirmed_by: tuple[str, ...]
    witnesses: tuple[IntArray | None, ...]
    solution: IntArray | None
    result: Result
    given: tuple[Cause, ...] | None = None
    taken_back: Correction | None = None
    out_of_time: bool = True
    bounds_refused: tuple[str, ...] = ()
    bounds_granted: tuple[Cause, ...] = ()
    binary_granted: bool = False
    others: tuple[tuple[Cause, ...], ...] = ()
    all_known: bool | None = None

    def verdict(self) -> str:
        """Returns the outcome in a sentence."""
        if self.result.status is Status.INFEASIBLE:
            if self.minimal:
                return "there is no solution"
            if self.result.limit is Limit.NONE:
                return "there is no solution; perhaps not all of these are needed"
            return (
                f"there is no solution; {self._stop_text()}, so perhaps not all of these are needed"
            )
        if self.solution is not None:
            return "there is a solution, so there is nothing to explain"
        return f"unknown whether there is a solution: {self._stop_text()}"

    def _stop_text(self) -> str:
        return ending(self.result.limit) if self.out_of_time else "some searches took too long"

    def text(self) -> str:
        """Returns the reason in words."""
        if self.result.status is not Status.INFEASIBLE:
            return self.verdict()
        if self.given:
            lines = [self.verdict(), *self._clash(self.given), *self._other_reasons()]
            return "\n".join(map(one_line, lines))
        lines = [self.verdict()]
        if self.given is not None:
            lines.append("the rules contradict each other, even without the givens")
        if not self.groups:
            if self.given is not None:
                return "\n".join(map(one_line, lines))
            return f"{lines[0]}, whichever of these are left out: the rest has none already"
        together = "cannot hold" if len(self.groups) == 1 else "cannot hold together"
        lines.append(f"what {together}:")
        for group in self.groups:
            lines.append(f"  {group.name}" + (f" ({group.why})" if group.why else ""))
            rows = [f"    {row}" for row in self.rows if row.group == group]
            lines += rows[:_MOST_ROWS_SHOWN]
            if len(rows) > _MOST_ROWS_SHOWN:
                lines.append(f"    ... and {len(rows) - _MOST_ROWS_SHOWN:,} more rows")
        lines += self._granted()
        if self.minimal and (self.rows or len(self.groups) > 1):
            and_bounds = " and bounds" if BOUNDS in self.groups else ""
            these = f"these rows{and_bounds}" if self.rows else "these"
            lines.append(f"leave out any one of {these}, and the others have a solution")
        if self.bounds_refused:
            names = " and ".join(self.bounds_refused)
            lines.append(f"all bounds are taken for granted: {names} cannot do without them")
        return "\n".join(map(one_line, [*lines, *self._other_reasons()]))

    def _granted(self) -> list[str]:
        """Returns lines about bounds that are taken for granted, if bounds were asked for."""
        lines = []
        if self.binary_granted:
            lines.append("taken for granted: binary variables are 0 or 1")
        if self.bounds_granted:
            lines.append("taken for granted, since logic rests on these bounds:")
            lines += [f"    {bound}" for bound in self.bounds_granted[:_MOST_ROWS_SHOWN]]
            left_out = len(self.bounds_granted) - _MOST_ROWS_SHOWN
            if left_out > 0:
                lines.append(f"    ... and {left_out:,} more")
        return lines

    def _other_reasons(self) -> list[str]:
        """Returns lines about other reasons, if these were asked for."""
        if self.all_known is None:
            return []
        lines = []
        for causes in self.others:
            verb = "stay" if self.given else "hold"
            clash = f"these cannot {verb} together either"
            if len(causes) == 1:
                clash = f"this cannot {verb} either"
            if self.given:
                lines.append(f"{clash}: {_names(causes)}")
                continue
            lines.append(f"{clash}:")
            lines += [f"    {cause}" for cause in causes[:_MOST_ROWS_SHOWN]]
            if len(causes) > _MOST_ROWS_SHOWN:
                lines.append(f"    ... and {len(causes) - _MOST_ROWS_SHOWN:,} more")
        more = ", and no other" if self.all_known else "; there may be more"
        return [*lines, f"{counted(1 + len(self.others), 'minimal reason')}{more}"]

    def _clash(self, given: tuple[Cause, ...]) -> list[str]:
        """Returns lines about the givens that clash, and those to take back."""
        clash = "this given cannot stay"
        if len(given) > 1:
            clash = "these givens cannot stay together"
        lines = [f"{clash}: {_names(given)}"]
        if len(given) == 2 and self.minimal:
            lines.append("each of them fits the rules by itself")
        elif len(given) > 2 and self.minimal:
            lines.append("take any one of them back, and the others no longer clash")
        correction = self.taken_back
        if correction is None:
            return lines
        if correction.given_up is None:
            return [*lines, f"at least {correction.least} of the givens must be taken back"]
        number = len(correction.given_up)
        fewest = "the fewest" if correction.complete else f"at least {correction.least}"
        return [*lines, f"take back {number} ({fewest}): {_names(correction.given_up)}"]

    def label(self) -> str:
        """Returns the numbers of groups and rows that are named."""
        return f"explanation: {len(self.groups)} groups, {len(self.rows)} rows"

    def html(self) -> str:
        """Returns the rows as a table."""
        if not self.rows:
            return ""
        table = [("group", "row", "says")]
        table += [(row.group.name, row.name, row.text) for row in self.rows[:_MOST_ROWS_SHOWN]]
        left_out = len(self.rows) - _MOST_ROWS_SHOWN
        more = f"<p>... and {left_out:,} more rows</p>" if left_out > 0 else ""
        lines = "".join(f"<br/>{escape(line)}" for line in self._other_reasons())
        others = f"<p>{lines}</p>" if lines else ""
        return f"<p>{self.verdict()}</p>{table_html(table)}{more}{others}"


def _names(parts: tuple[Cause, ...]) -> str:
    return list_names([part.called for part in parts])


By: TypeAlias = Literal["groups", "rows", "given"]
"""The causes that may be given up: groups, single rows, or givens."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Correction(_ShownResult):
    """A correction: the least that has to be given up so that a model has a solution.

    Attributes:
        by: The causes that may be given up.
        sets: Sets of causes, all of the same size, each of which is enough; the first one is
            advised. None if none is known; the one empty set if there is a solution as it is.
        solutions: For every set, a solution of all the rest: values of the model, or of the one
            that was made again with all the rest (`Given.remake`).
        least: How many have to be given up at least, as far as that is proved.
        all_known: Whether it is proved that there is no other set of that size.
        result: How the search ended; complete if no smaller set would do, and the rows of this one
            give by the least. Infeasible if there is no solution even without all that may be given
            up.
        relaxed: The rows given up that the solution misses, and by how much each gives; none where
            givens are taken back.
        gives_least: Whether it is proved that no solution of the rest misses these rows by less in
            all, each in its own units.
    """

    model: Program
    by: By
    sets: tuple[tuple[Cause, ...], ...]
    solutions: tuple[IntArray, ...]
    least: int
    all_known: bool
    result: Result
    relaxed: tuple[RelaxedRow, ...] = ()
    gives_least: bool = False

    @property
    def given_up(self) -> tuple[Cause, ...] | None:
        """The causes that are given up; None if no set of them is known."""
        return next(iter(self.sets), None)

    @property
    def solution(self) -> IntArray | None:
        """A solution of all the rest; None if none is known."""
        return next(iter(self.solutions), None)

    def text(self) -> str:
        """Returns the causes to give up, a line each, or all sets of givens to take back."""
        if self.by == "given":
            return self._text_of_givens()
        if self.result.status is Status.INFEASIBLE:
            return "there is no solution even if all of these are given up"
        if self.given_up is None:
            return self._text_of_least("given up")
        number = len(self.given_up)
        if not number:
            return "there is a solution, so nothing has to be given up"
        fewest = f"at least {self.least}, {ending(self.result.limit)}"
        lines = [f"give up {number} ({'the fewest' if number <= self.least else fewest}):"]
        for cause in self.given_up:
            lines += self._lines_of(cause)
        return "\n".join(map(one_line, [*lines, *self._sum_of_amounts()]))

    def _text_of_givens(self) -> str:
        """Returns the sets of givens to take back, in a line."""
        if self.result.status is Status.INFEASIBLE:
            return "there is no solution, even with nothing given"
        if self.given_up is None:
            return self._text_of_least("taken back")
        return f"take back {'; or '.join(_names(causes) or 'nothing' for causes in self.sets)}"

    def _text_of_least(self, lost: str) -> str:
        """Returns how many causes have to be lost at least, where no set of them is known."""
        why = ending(self.result.limit)
        if not self.least:
            return f"unknown how many have to be {lost}: {why}"
        have = "has" if self.least == 1 else "have"
        return f"at least {self.least} {have} to be {lost}: {why}"

    def _lines_of(self, cause: Cause) -> list[str]:
        """Returns lines of a cause and by how much it gives; of a group, the rows that give."""
        if self.by == "rows":
            amounts = [self._amount(row) for row in self.relaxed if row.row == cause]
            return [f"  {cause}{''.join(amounts)}"]
        rows = [row for row in self.relaxed if row.row.group == cause.group]
        lines = [f"  {cause}"]
        lines += [f"    {row.violation}{self._amount(row)}" for row in rows[:_MOST_ROWS_SHOWN]]
        if len(rows) > _MOST_ROWS_SHOWN:
            lines.append(f"    ... and {len(rows) - _MOST_ROWS_SHOWN:,} more rows")
        return lines

    def _amount(self, row: RelaxedRow) -> str:
        """Returns by how much a row gives, in words; empty if that is no number, or always 1."""
        if row.by is None or row.is_choice:
            return ""
        return f" (by {text_of(row.by)})"

    def _sum_of_amounts(self) -> list[str]:
        """Returns a line with the sum of what several rows give, and whether less would do."""
        amounts = [row.by for row in self.relaxed if row.by is not None and not row.is_choice]
        if not amounts:
            return []
        in_all = f"by {text_of(sum(amounts))} in all"
        if not self.gives_least:
            return [f"{in_all}; perhaps less would do"]
        # A single amount stands behind its row already.
        return [f"{in_all}, the least"] if len(amounts) > 1 else []

    def label(self) -> str:
        """Returns the number of causes that are given up."""
        if self.by == "given":
            return f"ways back: {len(self.sets)}"
        return f"relaxation: give up {'?' if self.given_up is None else len(self.given_up)}"


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """A variant of a model, named after what was changed, and the answer about it.

    Solutions are listed up to a limit; the best objective is None if it is not known. The seconds
    are those on the wall clock.
    """

    name: str
    model: Program
    statistics: Statistics
    solutions: tuple[IntArray, ...]
    objective: Value | None
    result: Result
    seconds: float

    def verdict(self) -> str:
        """Returns the number of solutions, in a word or two."""
        number = len(self.solutions)
        if self.result.complete:
            return {0: "none", 1: "exactly 1"}.get(number, f"{number:,}")
        if self.result.limit is Limit.SOLUTIONS:
            return f"{number:,} or more"
        return f"{number:,} so far" if number else "unknown"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class VariantTable:
    """A table of variants of a model, the unchanged model first; complete if all were answered."""

    variants: tuple[Variant, ...]
    complete: bool

    @property
    def result(self) -> Result:
        """The end of the search for the model as it is."""
        return self.variants[0].result

    def table(self) -> list[list[str]]:
        """Returns the table as texts, its head first."""
        lines = [["variant", "variables", "rows", "solutions", "seconds", "best"]]
        for variant in self.variants:
            size = variant.statistics
            sizes = [f"{size.variables:,}", f"{size.rows:,}"]
            best = "" if variant.objective is None else text_of(variant.objective, ",")
            lines.append([variant.name, *sizes, variant.verdict(), f"{variant.seconds:.2f}", best])
        if all(variant.objective is None for variant in self.variants):
            return [line[:-1] for line in lines]
        return lines

    def __iter__(self) -> Iterator[Variant]:
        return iter(self.variants)

    def __getitem__(self, name: str) -> Variant:
        by_name = {variant.name: variant for variant in self.variants}
        return by_name[require_known("variant", name, by_name)]

    def __str__(self) -> str:
        return table_text(self.table())

    def __repr__(self) -> str:
        return f"<table of {len(self.variants)} variants>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return {"text/plain": str(self), "text/html": table_html(self.table())}
