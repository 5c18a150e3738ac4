"""The best solutions: the N best in the order of the objective, or all that are optimal.

The solver looks for the best solution that is left, again and again; solutions that were found are
excluded by no-goods, and the objective is held to be no better. Where two are equally good, all
such are listed, and sorted by the values of their variables, so that all backends list alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Unpack

from ilpuzzles.backends.interface import (
    Interrupted,
    Options,
    OptionWords,
    SolutionSetEngine,
    interruptible,
    options_with,
)
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import CheckError, InputError
from ilpuzzles.modelling.numbers import Number, size_of
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.program import Program, ProgramView
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.progress import Progress, Reporter, Watch
from ilpuzzles.queries.enumeration import digest_of, knows_all
from ilpuzzles.queries.query_results import BestSolutions
from ilpuzzles.queries.restricted_search import CutPool, Restricted, require_answer, require_valid
from ilpuzzles.queries.solutions import enumerate_solutions, require_limit
from ilpuzzles.queries.solve import Inquiry, in_order
from ilpuzzles.solvers.registry import BackendLike, Task


def best_solutions(
    model: ProgramView,
    backend: BackendLike = "auto",
    *,
    number: int = 10,
    options: Options | None = None,
    watch: Watch | None = None,
    **words: Unpack[OptionWords],
) -> BestSolutions:
    """Finds the best solutions, the best one first.

    Each is proved to be the best of all that are left: none but those before it is better. Two
    solutions are the same if all deciding variables have the same values; of several completions,
    the best one counts. With several objectives (`Model.then_minimize`), each solution is the one
    that `solve_model` finds where those before it are excluded.

    Args:
        model: A model with an objective, or a program.
        number: How many.
        backend: The name of a backend, or a backend itself; `auto` picks one.
        options: How to search; a time limit is for all searches together.
        watch: Called with the progress now and then.

    Returns:
        The solutions in their order, each checked against every row. There are fewer if the model
        has no others; if a limit came first, they are as many as were proved by then, and not
        complete.

    Raises:
        InputError: If the model has no objective, the number makes no sense, or there is a gap.
        ModelError: If a deciding variable has no bounds.
        BackendError: If the solver is missing or fails, or takes no objective.
        Interrupted: On Ctrl-C, with what was proved so far.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", ["a", "b", "c"])
        >>> row = model.add(x.sum() >= 1)
        >>> model.minimize(x.dot([2, 3, 6]))
        >>> print(best_solutions(model, number=4))
        the 4 best solutions
        1: objective 2: x[a]
        2: objective 3: x[b]
        3: objective 5: x[a], x[b]
        4: objective 6: x[c]
        >>> best_solutions(model, number=9).objectives
        (2, 3, 5, 6, 8, 9, 11)
    """
    options = options_with(options, words)
    wanted = require_limit(number, 10)
    inquiry = Inquiry(model, backend, options, Task.ONE)

    def ask(asked: Inquiry) -> BestSolutions:
        search = _Search(asked, wanted, watch, optimal=False)
        return search.answered(search.rank)

    return inquiry.in_turn(ask)


def optimal_solutions(
    model: ProgramView,
    backend: BackendLike = "auto",
    *,
    limit: int | None = None,
    options: Options | None = None,
    watch: Watch | None = None,
    **words: Unpack[OptionWords],
) -> BestSolutions:
    """Lists all solutions that are as good as the best one.

    Once the best is proved, the objective is held there by a row, and the solutions that are left
    are listed. With several objectives, each is held at its best, or within its tolerance.

    Args:
        model: A model with an objective, or a program.
        limit: Stop after this many solutions; None to list all.
        backend: The name of a backend, or a backend itself; `auto` picks one.
        options: How to search; with several workers, each lists a part of the solutions.
        watch: Called with the progress now and then.

    Returns:
        The solutions, each checked against every row; none if the best was not proved.

    Raises:
        InputError: If the model has no objective, the limit makes no sense, or there is a gap.
        ModelError: If a deciding variable has no bounds.
        BackendError: If the solver is missing or fails, or takes no objective.
        Interrupted: On Ctrl-C, with what was found so far.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 4)
        >>> row = model.add(x.sum() == 2)
        >>> model.maximize(x.dot([3, 3, 3, 1]))
        >>> found = optimal_solutions(model)
        >>> found.label(), found.objectives
        ('3 optimal solutions, all there are', (6, 6, 6))
    """
    options = options_with(options, words)
    wanted = require_limit(limit)
    inquiry = Inquiry(model, backend, options, Task.ONE)

    def ask(asked: Inquiry) -> BestSolutions:
        search = _Search(asked, wanted, watch, optimal=True)
        return search.answered(search.list_optimal)

    return inquiry.in_turn(ask)


# As many solutions that are equally good are listed, to be sorted; with more, it would take long
# before the first one is known.
_MOST_TIES_LISTED = 100


class _Search:
    """The search, from which an answer can be made at any moment."""

    def __init__(
        self, inquiry: Inquiry, wanted: int | None, watch: Watch | None, *, optimal: bool
    ) -> None:
        self._inquiry = inquiry
        self._program = inquiry.program
        self._wanted = wanted
        self._optimal = optimal
        self._report = Reporter(watch)
        if self._program.objective is None:
            what = "no solution is better than another: the model has no objective"
            raise InputError(what, "give it one, or list its solutions")
        self._goal = self._program.objective
        if self._inquiry.options.gap:
            what = "the best solutions cannot be ranked where a gap leaves their order unproved"
            raise InputError(what, "leave the gap out")
        Restricted(self._program).require_bounds()
        self._found: list[IntArray] = []
        self._known: set[bytes] = set()
        self._excluded: list[IntArray] = []
        self._cuts: CutPool = {}

    def answered(self, search: Callable[[], Result]) -> BestSolutions:
        """Searches; returns the answer, also of a search that was interrupted."""
        with (
            interruptible(lambda: self._answer(self._inquiry.interrupted(found=self._found))),
            self._report.beating(),
        ):
            return self._answer(search())

    def _answer(self, ended: Result) -> BestSolutions:
        solutions = tuple(self._found)
        if solutions:
            best = solutions[0]
            first_value, *other_values = (goal.value(best) for goal in self._goal.in_order())
            ended = replace(
                ended,
                objective=first_value,
                further=tuple(other_values),
                values=best,
                checked=True,
                bound=float(first_value),
            )
        return BestSolutions(self._program, solutions, ended, self._wanted, self._optimal)

    def rank(self) -> Result:
        """Finds the best solutions, one after the other unless the backend knows them together."""
        goals = [*self._goal.in_order()]
        backend = self._inquiry.backend
        if len(goals) == 1 and knows_all(backend, self._program):
            return self._rank_at_once(backend)
        if len(goals) == 1 and self._goal.is_measured:
            return self._rank_within_gap()
        return self._rank_by_levels(goals)

    def _rank_by_levels(self, goals: list[Objective]) -> Result:
        """Finds the best solutions one by one, and lists those that are as good as the last one."""
        # With a tolerance, the next solution may be better by a later objective.
        strict = not any(goal.tolerance or goal.share for goal in goals)
        # Else an excluded solution may have another, worse completion, or be within a gap of the
        # next one.
        exact = not any(goal.is_measured for goal in goals)
        by_level = strict and exact and self._program.determined()
        left = self._program
        level: Number | None = None
        first_of_level = 0
        while not self._enough():
            result, held = in_order(left, self._look)
            if result.status is not Status.OPTIMAL or result.values is None:
                self._sort_ties()
                return self._outcome(result)
            value = self._goal.value(result.values)
            score = self._goal.score(result.values)
            if strict and self._found:
                self._require_order(result.values, result.backend)
            tied = bool(self._found) and score == self._goal.score(self._found[-1])
            if not tied:
                first_of_level = len(self._found)
            if by_level and value != level:
                # All solutions excluded so far are better, and a row rules them out.
                self._excluded.clear()
            if strict:
                level = value
                left = self._program.reaching(*self._goal.no_better(value))
            self._take(result.values)
            if strict and tied:
                listed = self._list(held, most=max(_MOST_TIES_LISTED, self._wanted or 0))
                self._sort_from(first_of_level)
                if not listed.complete:
                    return self._outcome(listed)
                if by_level and len(goals) == 1:
                    margin = self._goal.margin(result.values)
                    left = self._program.reaching(*self._goal.worse(value, margin))
                    self._excluded.clear()
        self._sort_ties()
        return self._outcome(None)

    def _rank_within_gap(self) -> Result:
        """Finds the best solutions by a measured objective, where each is the best within a gap.

        The next solution may be better by a gap. So solutions wait until a search has proved that
        all others are worse.
        """
        goal = self._goal
        left = self._program
        # Else an excluded solution may have another, worse completion.
        may_forget = self._program.determined()
        waiting: list[IntArray] = []
        while not self._enough():
            result = self._look(left)
            if result.status is Status.INFEASIBLE and result.complete:
                self._release(waiting)
                return self._outcome(None)
            if result.status is not Status.OPTIMAL or result.values is None:
                return self._outcome(result)
            value = goal.value(result.values)
            gap = goal.gap(result.values)
            sign = 1 if goal.maximize else -1
            reachable = value + sign * gap
            still_waiting: list[IntArray] = []
            sure: list[IntArray] = []
            for values in waiting:
                is_sure = goal.is_better(goal.value(values), reachable)
                (sure if is_sure else still_waiting).append(values)
            self._release(sure)
            waiting = [*still_waiting, result.values]
            self._excluded.append(result.values)
            # The row that says so holds within a gap itself.
            ceiling = value + sign * 2 * gap
            left = self._program.reaching(*goal.no_better(ceiling))
            if may_forget:
                far = ceiling + sign * 2 * gap
                self._excluded = [
                    values
                    for values in self._excluded
                    if not goal.is_better(goal.value(values), far)
                ]
        return self._outcome(None)

    def _release(self, solutions: list[IntArray]) -> None:
        """Adds solutions that are known to be better than all others, the best one first."""
        for values in sorted(solutions, key=self._place_of):
            if not self._enough():
                self._found.append(values)
                self._report(Progress(len(self._found)))

    def _place_of(self, values: IntArray) -> tuple[Number, list[int]]:
        """Returns the key of a solution in sorted lists: its objective, then its first values."""
        value = self._goal.value(values)
        deciding: list[int] = values[self._program.deciding].tolist()
        return -value if self._goal.maximize else value, [-number for number in deciding]

    def _sort_from(self, first: int) -> None:
        """Sorts solutions that are equally good, and leaves out those that are not wanted."""
        tied = sorted(self._found[first:], key=self._place_of)
        solutions = [*self._found[:first], *tied]
        self._found = solutions if self._wanted is None else solutions[: self._wanted]

    def _sort_ties(self) -> None:
        """Sorts solutions that are equally good by all objectives, where one is in doubles.

        All others were found in their order.
        """
        goals = list(self._goal.in_order())
        if not any(self._is_in_doubles(goal) for goal in goals):
            return
        first = 0
        for place in range(1, len(self._found) + 1):
            if place < len(self._found) and self._are_tied(goals, first, place):
                continue
            self._found[first:place] = sorted(self._found[first:place], key=self._place_of)
            first = place

    def _are_tied(self, goals: list[Objective], first: int, second: int) -> bool:
        """Whether two solutions, by their places, are equally good by all objectives."""
        values = self._found[first]
        others = self._found[second]
        return all(
            size_of(goal.value(values) - goal.value(others)) <= self._gap(goal, values)
            for goal in goals
        )

    def _rank_at_once(self, backend: SolutionSetEngine) -> Result:
        """Finds the best solutions, or all that are optimal, in one search."""
        options = self._inquiry.clock.options()
        if options is None:
            return replace(self._inquiry.interrupted(found=False), limit=Limit.TIME)
        options = replace(options, watch=self._report)
        try:
            ranked, result = backend.rank(self._program, options, self._wanted)
        except Interrupted as interruption:
            if interruption.answer.status is Status.OPTIMAL:
                require_valid(self._program, interruption.answer.values, backend.name)
                self._take(interruption.answer.values)
            raise
        self._inquiry.spend(require_answer(result))
        for values in ranked:
            require_valid(self._program, values, result.backend)
            if self._found:
                self._require_order(values, result.backend)
                if self._optimal and not self._is_tied(values, self._found[0]):
                    return self._outcome(None)
            self._take(values)
        if self._goal.is_measured:
            self._sort_from(0)
        return self._outcome(result)

    def list_optimal(self) -> Result:
        """Finds the best solution, and lists all that are equally good."""
        backend = self._inquiry.backend
        if self._goal.then is None and knows_all(backend, self._program):
            return self._rank_at_once(backend)
        result, held = in_order(self._program, self._look)
        if result.status is not Status.OPTIMAL or result.values is None:
            return self._outcome(result)
        self._take(result.values)
        if self._enough():
            return self._outcome(None)
        listed = self._list(held, most=self._wanted)
        self._sort_from(0)
        return self._outcome(listed)

    def _look(self, part: Program) -> Result:
        """Looks for the best solution of a program that is not excluded."""
        restricted = Restricted(part, pool=self._cuts)
        for values in self._excluded:
            restricted.exclude(values)
        return self._inquiry.look(restricted)

    def _list(self, held: Program, most: int | None) -> Result:
        """Lists the solutions that are as good as the last one.

        Args:
            held: The program of the last search: all objectives before its own are held.
            most: The number of solutions in all after which to end; None for no limit.
        """
        goal = held.objective
        inquiry = self._inquiry
        options = inquiry.clock.options()
        if options is None or goal is None:
            return replace(inquiry.interrupted(found=True), limit=Limit.TIME)
        last = self._found[-1]
        value = goal.value(last)
        gap = self._gap(goal, last)

        def visit(values: IntArray) -> bool:
            self._take(values)
            return most is None or len(self._found) < most

        plain = replace(options, hint={})
        program = held.reaching(value - gap, value + gap)
        result = require_answer(enumerate_solutions(program, visit, inquiry.choice.alone(), plain))
        inquiry.spend(result)
        if result.complete and result.status is Status.INFEASIBLE:
            raise _disproof(result.backend)
        return result

    def _take(self, values: IntArray) -> None:
        """Adds a solution unless it is known, and excludes it from further searches."""
        key = digest_of(values[self._program.deciding])
        if key not in self._known:
            self._known.add(key)
            self._found.append(values)
            self._excluded.append(values)
            self._report(Progress(len(self._found)))

    def _enough(self) -> bool:
        return self._wanted is not None and len(self._found) >= self._wanted

    def _outcome(self, last: Result | None) -> Result:
        """Returns the outcome, from the result of the last search, if there was one."""
        inquiry = self._inquiry
        if self._enough():
            return inquiry.result(Status.OPTIMAL, Limit.SOLUTIONS, complete=True)
        if last is None or last.complete:
            status = Status.INFEASIBLE if last is None else last.status
            status = Status.OPTIMAL if self._found else status
            return inquiry.result(status, Limit.NONE, complete=True)
        status = Status.OPTIMAL if self._found else Status.UNKNOWN
        return inquiry.result(status, last.limit, complete=False)

    def _is_in_doubles(self, goal: Objective) -> bool:
        """Whether values of an objective are known only within a gap, as of doubles."""
        return goal.is_measured or self._program.is_mixed()

    def _gap(self, goal: Objective, values: IntArray) -> Number:
        """Returns how far apart two solutions may be and still count as equally good."""
        return goal.gap(values) if self._is_in_doubles(goal) else 0

    def _is_tied(self, values: IntArray, others: IntArray) -> bool:
        """Whether two solutions are equally good by the first objective."""
        gap = self._gap(self._goal, values)
        return size_of(self._goal.value(values) - self._goal.value(others)) <= gap

    def _require_order(self, values: IntArray, backend: str) -> None:
        """Raises if a solution is better than one that was proved to be the best before."""
        for goal in self._goal.in_order():
            before = goal.value(self._found[-1])
            now = goal.value(values)
            if size_of(before - now) > self._gap(goal, values):
                if (now > before) is goal.maximize:
                    raise _disproof(backend)
                return


def _disproof(backend: str) -> CheckError:
    what = f"{backend} claims to have proved a best solution, but there is a better one"
    return CheckError(what, "try another backend")
