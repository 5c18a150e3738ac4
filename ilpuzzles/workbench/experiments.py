"""All questions about an instance of a puzzle, or about a puzzle of one's own."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from ilpuzzles import queries
from ilpuzzles.backends import Result
from ilpuzzles.modelling import IntArray, Negation, Variable
from ilpuzzles.queries import Interrupted, Progress
from ilpuzzles.workbench.answer import Answer, Question
from ilpuzzles.workbench.findings import Compared, Explained, Relaxed
from ilpuzzles.workbench.judge import Listed
from ilpuzzles.workbench.stated import Stated

_Found = TypeVar("_Found")
_Said = TypeVar("_Said")
Watch = Callable[[Progress], None]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Experiment(Stated):
    """A model that questions can be asked about, and the puzzle that it states.

    Made by `experiment` and `own_puzzle`. It never changes: `without`, `only`, `fix` make new ones.
    Every question can be interrupted: then `Interrupted` is raised, with what was found so far (by
    `solve`, a plain `KeyboardInterrupt` where nothing was).

    Its attributes are those of `Stated`.

    Example:
        >>> from ilpuzzles.workbench import experiment
        >>> lonpos = experiment("lonpos", "8pieces")
        >>> lonpos.count().count, lonpos.unique().unique
        (1, True)
        >>> lonpos.without("starting position").solutions(limit=2).verdict()
        '2 solutions, as many as were asked for'
    """

    def solve(self) -> Answer:
        """Looks for a solution, the best one if the model has an objective.

        Raises:
            CheckError: If the solution of a full model is not one.
        """
        start = time.perf_counter()

        def answer(result: Result) -> Answer:
            about = self.about(result, start)
            if result.values is None:
                return Answer(about, Question.SOLVE, result)
            solution, broken = self.judged(result.values)
            return Answer(about, Question.SOLVE, result, (solution,), broken)

        try:
            result = queries.solve_model(self.model, self.choice.backend.name, self.options)
        except Interrupted as interruption:
            raise Interrupted(answer(interruption.answer)) from interruption
        return answer(result)

    def solutions(
        self,
        limit: int | None = None,
        *,
        each: Callable[[Any], None] | None = None,
        watch: Watch | None = None,
    ) -> Answer:
        """Lists solutions.

        Args:
            limit: How many are enough, or None for all of them.
            each: Called with every solution as it is found; then they are not kept.
            watch: Called with the progress now and then.
        """
        queries.require_limit(limit)
        start, backend = time.perf_counter(), self.choice.backend.name
        listed = Listed(self.subject, backend=backend, weakened=self.weakened, keep=each is None)

        def visit(values: IntArray) -> bool:
            solution = self.decoded(values)
            listed.add(solution)
            if each is not None:
                each(solution)
            return limit is None or listed.number < limit

        def answer(result: Result) -> Answer:
            return Answer(
                self.about(result, start),
                Question.SOLUTIONS,
                result,
                tuple(listed.solutions),
                tuple(listed.broken),
                count=listed.number,
            )

        inquiry = queries.Inquiry(self.model, backend, self.options)
        try:
            result = queries.enumerate_solutions(
                self.model, visit, backend, self.options, watch=watch
            )
        except KeyboardInterrupt as interruption:
            stopped = inquiry.interrupted(found=listed.number > 0)
            raise Interrupted(answer(stopped)) from interruption
        return answer(queries.require_answer(result))

    def count(
        self,
        limit: int | None = None,
        *,
        ledger: str | Path | None = None,
        watch: Watch | None = None,
    ) -> Answer:
        """Counts the solutions; see `ilpuzzles.queries.count_solutions`."""
        start = time.perf_counter()

        def answer(count: queries.Count) -> Answer:
            about = self.about(count.result, start)
            return Answer(about, Question.COUNT, count.result, count=count.number)

        return self._asked(queries.count_solutions, answer, limit=limit, ledger=ledger, watch=watch)

    def unique(self) -> Answer:
        """Finds out whether there is exactly one solution; if there are more, it shows two."""
        start = time.perf_counter()

        def answer(found: queries.Uniqueness) -> Answer:
            solutions = [self.judged(values) for values in found.solutions]
            return Answer(
                self.about(found.result, start),
                Question.UNIQUE,
                found.result,
                tuple(solution for solution, _ in solutions),
                next((broken for _, broken in solutions if broken), ()),
                unique=found.unique,
            )

        return self._asked(queries.check_uniqueness, answer)

    def forced(self, *, watch: Watch | None = None) -> Answer:
        """Finds what is the same in every solution."""
        start = time.perf_counter()

        def answer(found: queries.Forced) -> Answer:
            part = None
            if found.solution is not None:
                part = self.part(found)
            return Answer(
                self.about(found.result, start),
                Question.FORCED,
                found.result,
                forced=part,
                facts=(len(found.values), found.facts),
            )

        return self._asked(queries.find_forced, answer, facts=self.formulated.facts, watch=watch)

    def explain(self, among: Sequence[str] = ()) -> Explained:
        """Explains why there is no solution; see `ilpuzzles.queries.explain`."""
        start = time.perf_counter()

        def answer(found: queries.Explanation) -> Explained:
            return Explained(self.about(found.result, start), found)

        return self._asked(queries.explain, answer, among=among)

    def relax(self, by: Literal["groups", "rows"] = "groups", among: Sequence[str] = ()) -> Relaxed:
        """Finds the least to give up for a solution; see `ilpuzzles.queries.relax`."""
        start = time.perf_counter()

        def answer(found: queries.Relaxation) -> Relaxed:
            about, given_up = self.about(found.result, start), bool(found.given_up)
            if found.solution is None:
                return Relaxed(about, found, None, ())
            solution, broken = self.judged(found.solution, weakened=given_up)
            return Relaxed(about, found, solution, broken)

        return self._asked(queries.relax, answer, by=by, among=among)

    def whatif(
        self,
        *,
        without: Sequence[str | Sequence[str]] = (),
        fix: Sequence[Mapping[Variable | Negation, int]] = (),
        limit: int = 10,
    ) -> Compared:
        """Compares variants of the model; see `ilpuzzles.queries.whatif`."""
        start = time.perf_counter()

        def answer(found: queries.Comparison) -> Compared:
            first = [variant.solutions[:1] for variant in found.variants]
            weakened = [bool(variant.model.switched_off) for variant in found.variants]
            pairs = [
                self.judged(*values, weakened=weak) if values else (None, ())
                for values, weak in zip(first, weakened, strict=True)
            ]
            return Compared(
                self.about(found.variants[0].result, start),
                found,
                tuple(solution for solution, _ in pairs),
                tuple(broken for _, broken in pairs),
            )

        return self._asked(queries.whatif, answer, without=without, fix=fix, limit=limit)

    def _asked(
        self, ask: Callable[..., _Found], say: Callable[[Any], _Said], **details: Any
    ) -> _Said:
        """Asks, and says the answer in the puzzle's words, also that of an interrupted question."""
        try:
            found = ask(
                self.model, backend=self.choice.backend.name, options=self.options, **details
            )
        except Interrupted as interruption:
            raise Interrupted(say(interruption.answer)) from interruption
        return say(found)
