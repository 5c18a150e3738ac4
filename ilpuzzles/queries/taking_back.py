"""Which parts of what was given have to be taken back for a solution? The fewest, in every way.

The least number comes from `Fewest`. All other sets of so many parts are tried in turn, but for
those that leave parts together which are known to have no solution together: a set has to meet each
of these conflicts.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, islice

from ilpuzzles.backends.interface import Interrupted, Options
from ilpuzzles.backends.registry import BackendLike
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import Given, IntArray
from ilpuzzles.progress import Reporter, Watch
from ilpuzzles.queries.iis import Conflict, Consistency, Demands, Part
from ilpuzzles.queries.query_results import Finding, ending
from ilpuzzles.queries.relaxation import Fewest
from ilpuzzles.queries.solve import Inquiry

_SEARCHES = 200
"""After so many searches for further sets, those that are known have to do."""

_SETS = 100_000
"""How many sets are looked at in all."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class WaysBack(Finding):
    """The smallest sets of given parts that have to go for a solution of all the rest.

    Attributes:
        sets: The sets that are known, all of the same size. The first one is what to do; none if it
            is not known. The one empty set if there is a solution as it is.
        solutions: For every set, a solution of all the rest.
        least: How many parts have to go at least, as far as that is proved.
        all_known: Whether it is proved that there is no other set of that size.
        result: How the search ended: infeasible if there is no solution without anything given,
            complete if it is proved that no smaller set would do.
    """

    sets: tuple[tuple[Part, ...], ...]
    solutions: tuple[IntArray, ...]
    least: int
    all_known: bool
    result: Result

    def text(self) -> str:
        """The sets in words."""
        if self.result.status is Status.INFEASIBLE:
            return "there is no solution, even with nothing given"
        if not self.sets:
            return f"at least {self.least} has to be taken back: {ending(self.result.limit)}"
        words = (", ".join(part.called for part in one) or "nothing" for one in self.sets)
        return f"take back {'; or '.join(words)}"

    def label(self) -> str:
        """How many sets are known."""
        return f"ways back: {len(self.sets)}"


def take_back(
    model: Model | Program,
    given: Given,
    *,
    backend: BackendLike = "auto",
    options: Options | None = None,
    watch: Watch | None = None,
) -> WaysBack:
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
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", "abc")
        >>> with model.group("rules"):
        ...     row = model.add(x["a"] + x["b"] + 2 * x["c"] <= 2)
        >>> with model.group("given"):
        ...     rows = [model.add(x[name] == 1, key=name) for name in "abc"]
        >>> print(take_back(model, Given(("given",))))
        take back c
    """
    search = _Search(Inquiry(model, backend, options), given, Reporter(watch))
    try:
        with search.report.beating():
            return search.run()
    except KeyboardInterrupt as interruption:
        raise Interrupted(search.answer(Limit.INTERRUPTED)) from interruption


class _Search:
    """The state of the search, from which an answer can be made at any moment."""

    def __init__(self, inquiry: Inquiry, given: Given, report: Reporter) -> None:
        self.report = report
        self._inquiry, self._given = inquiry, given
        self._demands = demands = Demands.of(inquiry.program)
        self._parts = demands.parts(given)
        self._members = list(self._parts.values())
        self._rules = demands.but(self._members)
        self._consistency = Consistency(inquiry, demands.program, self._rules, report)
        self._fewest = Fewest(
            inquiry, demands.program, self._members, self._rules, self._consistency
        )
        self._sets: dict[tuple[int, ...], IntArray] = {}
        self._all_known = False

    def run(self) -> WaysBack:
        limit = self._fewest.run()
        if self._fewest.settled and limit is Limit.NONE:
            limit = self._others()
        return self.answer(limit)

    def _others(self) -> Limit:
        """Looks for all other sets of that size; returns the limit that came first, if any."""
        assert self._fewest.best is not None  # noqa: S101 - it is settled
        known, solution = self._fewest.best
        self._sets[tuple(known)] = solution
        everything, conflicts = range(len(self._members)), list[set[int]]()
        begun = self._inquiry.searches
        sets = combinations(everything, len(known))
        for chosen in islice(sets, _SETS):
            if chosen in self._sets or any(conflict.isdisjoint(chosen) for conflict in conflicts):
                continue
            if self._inquiry.searches - begun > _SEARCHES:
                return Limit.NONE
            conflict = Conflict(self._consistency, self._members, self._rules)
            left = [number for number in everything if number not in chosen]
            answer = conflict.search(left)
            if answer is None:
                return self._consistency.limit
            if answer:
                witness = self._consistency.witness(conflict.rows(left))
                assert witness is not None  # noqa: S101 - the search has just found it
                self._sets[chosen] = witness
            else:
                conflicts.append(set(conflict.smallest or ()))
        self._all_known = next(sets, None) is None
        return Limit.NONE

    def answer(self, limit: Limit) -> WaysBack:
        """What is known now."""
        fewest = self._fewest
        found = dict(self._sets)
        if not found and fewest.best is not None:
            found = {tuple(fewest.best[0]): fewest.best[1]}
        # Of equally few, the last ones: that is what other questions name.
        ordered = sorted(found, key=lambda one: (-sum(one), one))
        names = list(self._parts)
        complete = fewest.settled or fewest.possible is False
        solution = found[ordered[0]] if ordered else None
        status = Status.UNKNOWN if solution is None else Status.OPTIMAL
        if fewest.possible is False:
            status = Status.INFEASIBLE
        elif solution is not None and not complete:
            status = Status.FEASIBLE
        parts = self._demands.part
        return WaysBack(
            sets=tuple(
                tuple(parts(names[n], self._members[n], self._given) for n in one)
                for one in ordered
            ),
            solutions=tuple(found[one] for one in ordered),
            least=fewest.least,
            all_known=self._all_known,
            result=self._inquiry.result(
                status, Limit.NONE if complete else limit, solution, complete=complete
            ),
        )
