"""Two backends side by side: the first proof wins, and the other one is stopped."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from ilpuzzles.backends.interface import (
    GENERAL,
    TOLERANCE,
    Backend,
    Feature,
    Interrupted,
    Options,
    proved,
)
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import BackendError
from ilpuzzles.jobs.threads import ThreadLink, run_threads
from ilpuzzles.modelling.numbers import size_of
from ilpuzzles.modelling.program import Objective, Program
from ilpuzzles.modelling.row_check import beyond
from ilpuzzles.progress import BestSoFar


@dataclass(frozen=True, slots=True)
class Race:
    """Two backends that search for the same solution, each with half of the workers.

    Which of two optimal solutions comes out may differ from run to run.

    Attributes:
        runners: The two.

    Example:
        >>> from ilpuzzles.backends.registry import choose
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> row = model.exactly_one(x)
        >>> model.maximize(x.dot([5, 7, 6]))
        >>> choose("race", model.program()).backend.solve(model.program(), Options()).objective
        7
    """

    runners: tuple[Backend, Backend]
    name: str = "race"
    features: frozenset[Feature] = GENERAL | {Feature.WORKERS}
    needs: str = 'pip install "ortools>=9.15"'

    def available(self) -> bool:
        """Whether both are installed."""
        return all(runner.available() for runner in self.runners)

    def version(self) -> str:
        """The names and the versions of both."""
        return " beside ".join(f"{runner.name} {runner.version()}" for runner in self.runners)

    def native(self, program: Program) -> Any:
        """The program as the first one takes it."""
        return self.runners[0].native(program)

    def solve(self, program: Program, options: Options) -> Result:
        """Looks for the best solution; see `Backend.solve`.

        Values that break a row, and backends that fail or refuse the program, lose. Without a proof
        in time, the better solution and the better bound count.
        """
        course, watch, goal = _Course(program), options.watch, program.objective
        if watch is not None and goal is not None:
            # Of what the two say, the better objective and the better bound.
            watch = BestSoFar(watch, maximize=goal.maximize)
        waiting = list(self.runners[::-1])

        def run(link: ThreadLink[_Finish]) -> None:
            runner = waiting.pop()
            how = replace(
                options,
                workers=_share(runner, options.workers),
                watch=watch,
                stopped=lambda: link.stopped or options.stopped(),
            )
            try:
                link.send(_Finish(runner, runner.solve(program, how)))
            except BackendError as error:
                link.send(_Finish(runner, None, error))

        try:
            run_threads(run, 2, course.arrive, lambda: True)
        except KeyboardInterrupt as interruption:
            best = course.best()
            if best is None or best.values is None:
                raise
            stopped = replace(best, limit=Limit.INTERRUPTED, complete=False)
            raise Interrupted(replace(stopped, status=Status.FEASIBLE)) from interruption
        return course.result()


def _share(runner: Backend, workers: int) -> int:
    """How many workers one of two gets."""
    return max(1, workers // 2) if Feature.WORKERS in runner.features else 1


@dataclass(frozen=True, slots=True)
class _Finish:
    """A backend has ended, with a result or an error."""

    runner: Backend
    result: Result | None
    error: BackendError | None = None


@dataclass(slots=True)
class _Course:
    """What has come of a race until now."""

    program: Program
    finished: list[_Finish] = field(default_factory=list)

    def arrive(self, finish: _Finish) -> bool:
        """Takes what one of the two has come to; says whether to wait for the other."""
        result = finish.result
        if result is not None and result.values is not None:
            found = self.program.check(result.values)
            wrong = beyond(found) if self.program.is_mixed() else found
            if wrong:
                finish = replace(
                    finish, result=_failed(result, f"its values are wrong: {wrong[0]}")
                )
        self.finished.append(finish)
        result = finish.result
        settled = result is not None and (result.complete or result.limit is Limit.GAP)
        return not settled or self._refuted(result)

    def _results(self) -> list[Result]:
        return [one.result for one in self.finished if one.result is not None]

    def _refuted(self, result: Result | None) -> bool:
        """Whether the other one has found what cannot be if a proof is right."""
        if result is None or not result.complete:
            return False
        goal = self.program.objective
        for one in self._results():
            if one.values is None:
                continue
            if result.status is Status.INFEASIBLE:
                return True
            if goal is not None and result.objective is not None and one.objective is not None:
                ahead = (one.objective - result.objective) * (1 if goal.maximize else -1)
                if ahead > TOLERANCE * max(1, size_of(one.objective)):
                    return True
        return False

    def best(self) -> Result | None:
        """The result that settles the question, or else the one that says most."""
        what = "the other one has found a solution that it has ruled out"
        results = [_failed(one, what) if self._refuted(one) else one for one in self._results()]
        if not results:
            return None
        goal = self.program.objective

        def worth(result: Result) -> tuple[bool, bool, bool, float]:
            found = 0.0 if result.objective is None else float(result.objective)
            right, one = result.status is not Status.ERROR, result.values is not None
            return right, result.complete, one, found if _up(goal) else -found

        return max(results, key=worth)

    def result(self) -> Result:
        """What the race has come to."""
        best, goal = self.best(), self.program.objective
        if best is None:
            raise next(one.error for one in self.finished if one.error is not None)
        found = best.objective
        if goal is None or best.complete or found is None:
            return best
        for one in self._results():
            if one.status is not Status.ERROR and not self._refuted(one):
                best = replace(best, bound=_tighter(goal, best.bound, one.bound))
        if proved(self.program, found, best.bound):
            return replace(best, status=Status.OPTIMAL, limit=Limit.NONE, complete=True)
        return best


def _up(goal: Objective | None) -> bool:
    return goal is not None and goal.maximize


def _tighter(goal: Objective, one: float | None, other: float | None) -> float | None:
    """The tighter of two bounds; either may be missing."""
    known = [bound for bound in (one, other) if bound is not None]
    return (min if goal.maximize else max)(known, default=None)


def _failed(result: Result, message: str) -> Result:
    """A result that has turned out to be wrong, without what it claims."""
    return replace(
        result,
        status=Status.ERROR,
        message=message,
        values=None,
        objective=None,
        bound=None,
        complete=False,
    )
