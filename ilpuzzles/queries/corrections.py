"""The least to give up for a solution: the smallest correction sets (MCS) of causes.

Soft rows that give way at a price (elastic programming), or implicit hitting sets of conflicts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, islice
from typing import Literal as OneOf, Unpack

import numpy as np

from ilpuzzles.backends.interface import (
    Feature,
    Options,
    OptionWords,
    interruptible,
    options_with,
)
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import BackendError, CheckError, InputError, LargeNumbersError, quoted
from ilpuzzles.modelling.affine import Affine, LinearRows, Literal, total
from ilpuzzles.modelling.given import Given
from ilpuzzles.modelling.global_constraint import Language
from ilpuzzles.modelling.model import ModelBase
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.operations import Conditional, LazyConstraint, Outcome
from ilpuzzles.modelling.program import Program, ProgramView
from ilpuzzles.modelling.rows import NO_GROUP, Group, IntArray, Kind, Rows, joined
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.progress import Reporter, Watch
from ilpuzzles.queries.causes import Cause, Demands
from ilpuzzles.queries.elastic import (
    RelaxedRow,
    has_amount,
    is_choice,
    least_violation,
    relaxed_rows,
)
from ilpuzzles.queries.mus import Consistency, MusSearch, only
from ilpuzzles.queries.query_results import By, Correction
from ilpuzzles.queries.remade import consistency_of_parts
from ilpuzzles.queries.restricted_search import Restricted
from ilpuzzles.queries.solve import Inquiry, solve_model
from ilpuzzles.solvers.registry import BackendLike, get_backend


def can_be_softened(program: Program, members: Sequence[IntArray]) -> bool:
    """Whether `soften` can state this: there are bounds wherever a row has to give way."""
    none, program = np.zeros(0, dtype=np.int64), program.stated_in(Language.LINEAR)
    unlimited = program.unbounded()
    touched = only(program, np.concatenate([none, *members]))
    if touched.separated():
        # Nobody knows beforehand which variables their cuts speak of.
        return not unlimited.any()
    return not unlimited[touched.rows.columns].any()


@dataclass(frozen=True, slots=True)
class Waived(LazyConstraint):
    """A row by cuts that may be given up."""

    row: LazyConstraint
    given_up: Literal

    @property
    def word(self) -> str:
        """The name of the row."""
        return self.row.word

    def parts(self) -> Iterator[Affine | Literal]:
        """The numbers and literals that it speaks of."""
        yield from self.row.parts()
        yield self.given_up

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """What the row comes to; anything will do where it is given up."""
        outcome = self.row.outcome(values)
        return Outcome(outcome.value, None, None) if self.given_up.true(values) else outcome

    def cuts(self, values: Sequence[Number]) -> list[Conditional]:
        """The cuts of the row, which hold unless it is given up."""
        if self.given_up.true(values):
            return []
        kept = self.given_up.opposite
        return [replace(cut, conditions=(*cut.conditions, kept)) for cut in self.row.cuts(values)]


def soften(
    program: Program, members: Sequence[IntArray], prices: Sequence[int], least: int = 0
) -> Program:
    """States that each member holds or is given up, and asks for the cheapest of these.

    A row gives way by as much as the bounds of its own variables call for. Rows by cuts stay what
    they are, as the last rows; rows of no member hold. At least so many members have to be given
    up, as far as that is known: it ends the search as soon as there are no more. The first columns
    of the new program are those of the given one; the last ones say, for each member, whether it is
    given up.
    """
    program = replace(program.stated_in(Language.LINEAR), row_numbers=np.arange(len(program.rows)))
    separated = program.separated()
    stated = np.ones(len(program.rows), dtype=bool)
    stated[list(separated)] = False
    numbered = linearised(program.keep(stated))
    member_of = np.full(len(program.rows), -1, dtype=np.int64)
    for number, rows in enumerate(members):
        member_of[rows] = number
    owner = member_of[numbered.row_numbers]
    hard = numbered.keep(owner < 0)
    more = LinearRows(numbered.lower, numbered.upper, numbered.continuous)
    given_up = [more.binary() for _ in members]
    soft = numbered.rows
    for row in np.nonzero(owner >= 0)[0].tolist():
        entries = soft.entries(row)
        form = Affine.of(soft.columns[entries].tolist(), soft.coefficients[entries].tolist())
        lower, upper = soft.lower.at(row), soft.upper.at(row)
        more.implied([given_up[int(owner[row])].opposite], form, lower, upper)
    more.row(total(literal.affine for literal in given_up), least, None)
    giving_way = hard.extended(more).unnamed()
    by_cuts = tuple(
        operation if member_of[row] < 0 else Waived(operation, given_up[int(member_of[row])])
        for row, operation in separated.items()
    )
    together = joined([giving_way.rows, _by_cuts(giving_way, by_cuts)])
    columns = np.array([literal.column for literal in given_up], dtype=np.int64)
    cost = Objective(columns, np.array(prices, dtype=np.int64), constant=0, maximize=False)
    numbers = np.arange(len(together))
    return replace(
        giving_way, rows=together, row_numbers=numbers, operations=by_cuts, objective=cost
    )


def _by_cuts(program: Program, operations: Sequence[LazyConstraint]) -> Rows:
    into = LinearRows(program.lower, program.upper)
    for operation in operations:
        columns = tuple(operation.columns())
        into.row(Affine(columns, (1,) * len(columns)), None, None)
    count = len(operations)
    rows = into.rows(np.full(count, NO_GROUP, dtype=np.int64))
    kinds = np.full(count, Kind.OPERATION, dtype=np.uint8)
    return replace(rows, kinds=kinds, operations=np.arange(count))


_TOLERANCE = 1e-6

_SEARCHES = 200
"""After so many searches for further sets, those that are known have to do."""

_SETS = 100_000
"""The largest number of sets that are looked at."""

# Ranks are priced among so few causes.
_FEW = 32

_WORK, _NODES = 1.0, 2_000
"""The work of the first try for the fewest causes, and the nodes of the second one."""


class SmallestCorrection:
    """The search for the fewest causes to give up; what is known is right at any moment.

    `always` are the rows that belong to no cause.

    Attributes:
        best: The fewest causes that are known to be enough, with a solution of all the rest.
        least: How many have to be given up at least, as far as that is proved.
        possible: Whether there is a solution without all of them, if that is known.
        ways: Once they were looked for, all sets of as few causes, each with such a solution.
        all_known: Whether it is proved that there is no other set of that size.
        relaxed: Once it was looked for, the rows of the best causes that its solution misses.
        gives_least: Whether it is proved that no solution misses them by less in all.
    """

    def __init__(self, consistency: Consistency, causes: Sequence[Cause], always: IntArray) -> None:
        self._inquiry = consistency.inquiry
        self._program = consistency.program
        self._causes = causes
        self._rows = [cause.rows for cause in causes]
        self._always = always
        self._consistency = consistency
        self._cause_of = {
            row: number for number, rows in enumerate(self._rows) for row in rows.tolist()
        }
        self._looked_at = 0
        self._conflicts: list[list[int]] = []
        self.best: tuple[list[int], IntArray] | None = None
        self.least = 0
        self.possible: bool | None = None
        self.ways: dict[tuple[int, ...], IntArray] = {}
        self.all_known = False
        self.relaxed: tuple[RelaxedRow, ...] = ()
        self.gives_least = False
        self._is_amount_open = False

    @property
    def settled(self) -> bool:
        """Whether it is proved that no fewer would do."""
        return self.best is not None and len(self.best[0]) <= self.least

    def run(self) -> Limit:
        """Searches; returns the limit that came first, if any."""
        consistency = self._consistency
        self.possible = consistency.possible(self._always)
        if not self.possible:
            return consistency.limit
        if consistency.possible(np.arange(len(self._program.rows))) is not False:
            # There is nothing to give up, or nobody knows.
            self._improve()
            return consistency.limit
        return self.search()

    def search(self, conflict: Sequence[int] = ()) -> Limit:
        """The same where it is proved that something has to be given up.

        If causes are known that cannot hold together, and one cause is enough, it is one of them;
        each search for that is much shorter than one for the fewest.
        """
        self.least = 1
        self._improve()
        refuted = 0
        for number in reversed(conflict):
            others = [rows for other, rows in enumerate(self._rows) if other != number]
            answer = self._consistency.possible(np.concatenate([self._always, *others]))
            refuted += answer is False
            if answer:
                self._improve()
                return Limit.NONE
        if conflict and refuted == len(conflict):
            self.least = 2
        if self._consistency.by_rows and can_be_softened(self._program, self._rows):
            try:
                return self._by_optimising()
            except LargeNumbersError:
                # Rows that give way have larger numbers than the model's own.
                pass
        return self._by_hitting_sets()

    def _by_optimising(self) -> Limit:
        """Asks for the fewest causes in one search."""
        count = len(self._causes)
        # Of equally few, the last: what stands last in a model is the most particular. The prices
        # of all ranks together stay below one whole price. Large prices would slow solvers down.
        whole = count * count if count <= _FEW else 1
        prices = [whole + (count - 1 - n if count <= _FEW else 0) for n in range(count)]
        program = soften(self._program, self._rows, prices, self.least)
        limit = Limit.NONE
        for inquiry in self._tries(program):
            try:
                limit = self._learn(inquiry.look(Restricted(program)), whole)
            except BackendError:
                if inquiry is self._inquiry:
                    raise
                continue
            if self.settled or limit is Limit.NONE:
                break
        return limit

    def _tries(self, program: Program) -> Iterator[Inquiry]:
        """The backend for a moment, then a MIP solver for some nodes, then the backend to the end.

        Only where nobody has named the backend. Of a roster that is 12 shifts short, the linear
        relaxation proves at once that 4 rows have to give, which CP-SAT alone does not in minutes;
        of the clues of a puzzle it proves nothing.
        """
        asked, other = self._inquiry, get_backend("highs")
        is_chosen = bool(asked.choice.otherwise) and asked.backend.name != other.name
        if is_chosen and Feature.WORK_LIMIT in asked.backend.features and other.available():
            yield asked.having(work_limit=_WORK)
            yield asked.about(program, other).having(node_limit=_NODES)
        yield asked

    def _learn(self, result: Result, whole: int) -> Limit:
        """Keeps what an answer about the fewest causes says; returns its limit."""
        if result.values is None:
            return result.limit
        # What the solver calls given up is one thing, which rows are broken another.
        values = result.values[: self._program.variables]
        self._consistency.remember(values)
        self._improve()
        if result.status is Status.OPTIMAL and result.objective is not None:
            self.least = max(self.least, int(result.objective // whole))
            if self.best is not None and len(self.best[0]) < self.least:
                what = f"{result.backend} missed a better solution"
                raise CheckError(what, "try another backend")
        elif result.bound is not None:
            self.least = max(self.least, math.ceil(result.bound - _TOLERANCE) // whole)
        return result.limit

    def _by_hitting_sets(self) -> Limit:
        """Collects conflicts until a smallest set that meets all of them will do."""
        everything = range(len(self._causes))
        given_up: set[int] = set()
        while True:
            # As many conflicts as there are without a cause in common, then the next set.
            apart = set(given_up)
            while True:
                conflict = MusSearch(self._consistency, self._causes, self._always)
                answer = conflict.search([n for n in everything if n not in apart])
                self._improve()
                if answer is None:
                    return self._consistency.limit
                if answer or not conflict.smallest:
                    break
                self._conflicts.append(conflict.smallest)
                apart |= set(conflict.smallest)
            if apart == given_up or self.settled:
                return Limit.NONE
            found = self._smallest_hitting_set()
            if found is None:
                return Limit.TIME
            given_up = set(found)
            self.least = max(self.least, len(given_up))
            if self.settled:
                return Limit.NONE

    def _improve(self) -> None:
        """Looks whether a solution that was seen breaks no more causes than the best so far.

        Of equally few, the last is what was asked for.
        """
        for broken, values in self._consistency.seen[self._looked_at :]:
            self._looked_at += 1
            if not broken <= self._cause_of.keys():
                continue
            causes = sorted({self._cause_of[row] for row in broken})
            if self.best is None or len(causes) <= len(self.best[0]):
                self.best = causes, values

    def _smallest_hitting_set(self) -> list[int] | None:
        """The fewest causes that have one in common with every conflict."""
        options = self._inquiry.clock.options()
        if options is None:
            return None
        touched = sorted({cause for conflict in self._conflicts for cause in conflict})
        model = ModelBase("hitting set")
        chosen = model.binary("chosen", touched)
        for conflict in self._conflicts:
            model.at_least_one([chosen[cause] for cause in conflict])
        model.minimize(model.sum(chosen.flat))
        # Hints, gaps and limits of nodes are about the model that was asked about.
        plain = Options(time_limit=options.time_limit, workers=options.workers, seed=options.seed)
        result = solve_model(model, self._inquiry.backend, plain)
        if not result.complete or result.values is None:
            return None
        return [touched[n] for n in np.nonzero(result.values)[0].tolist()]

    def search_others(self) -> Limit:
        """Looks for all other sets of that size; returns the limit that came first, if any.

        A set has to meet every conflict, so most sets of causes need no search.
        """
        assert self.best is not None  # noqa: S101 - it is settled
        known, solution = self.best
        self.ways[tuple(known)] = solution
        everything, conflicts = range(len(self._causes)), list[set[int]]()
        begun = self._inquiry.searches
        sets = combinations(everything, len(known))
        for chosen in islice(sets, _SETS):
            if chosen in self.ways or any(conflict.isdisjoint(chosen) for conflict in conflicts):
                continue
            if self._inquiry.searches - begun > _SEARCHES:
                return Limit.NONE
            conflict = MusSearch(self._consistency, self._causes, self._always)
            left = [number for number in everything if number not in chosen]
            answer = conflict.search(left)
            if answer is None:
                return self._consistency.limit
            if answer:
                witness = self._consistency.witness(conflict.rows(left))
                assert witness is not None  # noqa: S101 - the search has just found it
                self.ways[chosen] = witness
            else:
                conflicts.append(set(conflict.smallest or ()))
        self.all_known = next(sets, None) is None
        return Limit.NONE

    def search_amounts(self, rows: Sequence[Cause]) -> Limit:
        """Looks for the solution that misses the causes to give up by as little as possible.

        `rows` are the rows of these causes, one by one. Returns the limit that came first, if any.
        """
        if self.best is None or not self.best[0]:
            return Limit.NONE
        known, values = self.best
        program = self._program
        numbers = [int(row.rows[0]) for row in rows]
        is_fixed_amount = [
            not has_amount(program, number) or is_choice(program, number) for number in numbers
        ]
        self.relaxed = relaxed_rows(program, rows, values, is_exact=True)
        # A single row that is given up has to be missed, and some can be missed by 1 alone.
        if all(is_fixed_amount) and len(numbers) == len(known):
            self.gives_least = self.settled
            return Limit.NONE
        self._is_amount_open = True
        found = least_violation(self._inquiry, program, np.array(numbers))
        if found is None:
            self._is_amount_open = False
            return Limit.NONE
        if found.values is not None:
            self.best = known, found.values
            self.relaxed = relaxed_rows(program, rows, found.values, is_exact=found.is_exact)
            self.gives_least = found.limit is Limit.NONE
            self._is_amount_open = not self.gives_least
        return found.limit

    def correction(self, by: By, limit: Limit) -> Correction:
        """What is known now."""
        found = dict(self.ways)
        if not found and self.best is not None:
            found = {tuple(self.best[0]): self.best[1]}
        # Of equally few, the last ones.
        ordered = sorted(found, key=lambda one: (-sum(one), one))
        complete = (self.settled or self.possible is False) and not self._is_amount_open
        solution = found[ordered[0]] if ordered else None
        status = Status.UNKNOWN if solution is None else Status.OPTIMAL
        if self.possible is False:
            status = Status.INFEASIBLE
        elif solution is not None and not complete:
            status = Status.FEASIBLE
        limit = Limit.NONE if complete else limit
        of_program = solution if self._consistency.by_rows else None
        return Correction(
            self._inquiry.program,
            by,
            tuple(tuple(self._causes[number] for number in one) for one in ordered),
            tuple(found[one] for one in ordered),
            self.least,
            self.all_known,
            self._inquiry.result(status, limit, of_program, complete=complete),
            self.relaxed,
            self.gives_least,
        )


def relax(
    model: ProgramView,
    backend: BackendLike = "auto",
    *,
    by: OneOf["groups", "rows"] = "groups",
    among: Sequence[str | Group] = (),
    options: Options | None = None,
    watch: Watch | None = None,
    **words: Unpack[OptionWords],
) -> Correction:
    """Relaxes a model: finds the fewest groups or rows to give up so that there is a solution.

    Each row gets a binary variable that lets it give way, with a big-M from the bounds of its own
    variables, and the sum of these is minimised (elastic programming). Where that cannot be stated
    (variables without bounds), conflicts are collected until a smallest set that meets all of them
    leaves a model with a solution (implicit hitting sets, as in Davies and Bacchus, CP 2011).

    Then it finds by how much the rows that are given up have to give: the least sum of what they
    miss, each in its own units (`Correction.relaxed`). A row of logic has no amount. Variables that
    are fixed can be given up as well.

    Args:
        model: A model, or a program.
        by: Whether to give up whole groups, or single rows.
        among: The groups that may be touched; all of them by default.
        backend: The name of a backend, or a backend itself; `auto` picks one.
        options: How to search; a time limit is for all searches together.
        watch: Called with the progress now and then: how many searches there were.

    Returns:
        What to give up, with the solution of the rest that misses it by least.

    Raises:
        UnknownNameError: If there is no such group with rows in it.
        BackendError: If the solver is missing or fails.
        Interrupted: On Ctrl-C, with what was found so far.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> with model.group("few"):
        ...     few = model.add(x[0] + x[1] + x[2] <= 1)
        >>> with model.group("wishes"):
        ...     wishes = [model.add(variable == 1) for variable in x.flat]
        >>> print(relax(model, by="rows"))
        give up 1 (the fewest):
          few[0]: x[0] + x[1] + x[2] <= 1 (by 2)
        >>> relax(model, by="rows", among=["wishes"]).least
        2
    """
    options = options_with(options, words)
    by = by or "groups"
    if by not in {"groups", "rows"}:
        raise InputError(f"by must be 'groups' or 'rows', got {quoted(by)}")
    inquiry = Inquiry(model, backend, options)

    def ask(one: Inquiry) -> Correction:
        demands = Demands.of(one.program)
        groups = demands.among(among)
        causes = groups if by == "groups" else demands.singly(groups)
        return _correct(one, demands, causes, by, watch)

    return inquiry.in_turn(ask)


def take_back(
    model: ProgramView,
    given: Given,
    *,
    backend: BackendLike = "auto",
    options: Options | None = None,
    watch: Watch | None = None,
    **words: Unpack[OptionWords],
) -> Correction:
    """Finds the fewest parts of what was given that have to go for a solution of all the rest.

    Args:
        model: A model, or a program. Variables that are fixed also count as given.
        given: What was given.
        backend: The name of a backend, or a backend itself; `auto` picks one.
        options: How to search; a time limit is for all searches together.
        watch: Called with the progress now and then: how many searches there were.

    Returns:
        All sets of as few parts as possible, or those that are known; there is a solution without
        the parts of each.

    Raises:
        BackendError: If the solver is missing or fails.
        Interrupted: On Ctrl-C, with what was found so far.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", "abc")
        >>> with model.group("rules"):
        ...     row = model.add(x["a"] + x["b"] + 2 * x["c"] <= 2)
        >>> with model.group("given"):
        ...     rows = [model.add(x[name] == 1, key=name) for name in "abc"]
        >>> print(take_back(model, Given(("given",))))
        take back c
    """
    options = options_with(options, words)
    inquiry = Inquiry(model, backend, options)

    def ask(one: Inquiry) -> Correction:
        demands = Demands.of(one.program)
        return _correct(one, demands, demands.parts(given), "given", watch, given=given)

    return inquiry.in_turn(ask)


def _correct(
    inquiry: Inquiry,
    demands: Demands,
    causes: Sequence[Cause],
    by: By,
    watch: Watch | None,
    *,
    given: Given | None = None,
) -> Correction:
    report = Reporter(watch)
    by_rows = Consistency(inquiry, demands.program, report)
    consistency = consistency_of_parts(by_rows, causes, given)
    search = SmallestCorrection(consistency, causes, demands.but(causes))
    with interruptible(partial(search.correction, by, Limit.INTERRUPTED)), report.beating():
        limit = search.run()
        if by == "given" and search.settled and limit is Limit.NONE:
            limit = search.search_others()
        if by != "given" and search.best is not None:
            given_up = [causes[number] for number in search.best[0]]
            beyond = search.search_amounts(demands.singly(given_up))
            limit = beyond if search.settled else limit
        return search.correction(by, limit)
