"""All questions about an instance of a puzzle, or about a puzzle of one's own."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from ilpuzzles import queries
from ilpuzzles.backends import Result, Task
from ilpuzzles.errors import InputError, Problem
from ilpuzzles.modelling import Negation, Variable
from ilpuzzles.queries import Interrupted
from ilpuzzles.workbench.all_solutions import AllSolutions, Watch
from ilpuzzles.workbench.answer import Answer
from ilpuzzles.workbench.findings import Compared, Explained, Relaxed
from ilpuzzles.workbench.verdict import Question


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Experiment(AllSolutions):
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
            about = self.about(result, start, Task.ONE)
            if result.values is None:
                return Answer(about, Question.SOLVE, result)
            solution, broken = self.judged(result.values, result.backend)
            return Answer(about, Question.SOLVE, result, (solution,), broken)

        try:
            result = queries.solve_model(self.model, self.backend, self.options)
        except Interrupted as interruption:
            raise Interrupted(answer(interruption.answer)) from interruption
        return answer(result)

    def unique(self) -> Answer:
        """Finds out whether there is exactly one solution; if there are more, it shows two.

        Raises:
            InputError: If symmetry breaking leaves some out.
        """
        self._require_all("whether there is one solution")
        start = time.perf_counter()

        def answer(found: queries.Uniqueness) -> Answer:
            backend = found.result.backend
            solutions = [self.judged(values, backend) for values in found.solutions]
            return Answer(
                self.about(found.result, start, Task.ALL),
                Question.UNIQUE,
                found.result,
                tuple(solution for solution, _ in solutions),
                next((broken for _, broken in solutions if broken), ()),
                unique=found.unique,
            )

        return self._asked(queries.check_uniqueness, answer)

    def forced(self, *, watch: Watch | None = None) -> Answer:
        """Finds what is the same in every solution.

        Raises:
            InputError: If symmetry breaking leaves some out.
        """
        self._require_all("what is the same in all solutions")
        start = time.perf_counter()

        def answer(found: queries.Forced) -> Answer:
            part = None
            if found.solution is not None:
                part = self.part(found)
            return Answer(
                self.about(found.result, start, Task.ALL),
                Question.FORCED,
                found.result,
                forced=part,
                facts=(len(found.values), found.facts),
            )

        return self._asked(queries.find_forced, answer, facts=self.formulated.facts, watch=watch)

    def explain(
        self, among: Sequence[str] = (), *, all_rows: bool = False, watch: Watch | None = None
    ) -> Explained:
        """Explains why there is no solution; see `ilpuzzles.queries.explain`.

        First by what was given, such as tiles on the board: which of it clashes, and the fewest
        parts of it to take back. If the rules alone are to blame, by their names. Where a model
        does not say what was given, such as one of your own, by the rows.

        Args:
            among: The groups to look for rows in; all others are taken for granted.
            all_rows: Whether to look in the whole model at once: for groups, then for rows in them.
            watch: Called with the progress now and then.
        """
        start = time.perf_counter()
        given = None if all_rows else self.formulated.given

        def answer(found: queries.Explanation) -> Explained:
            return Explained(self.about(found.result, start), found)

        rows = given is None or bool(among)
        return self._asked(
            queries.explain, answer, among=among, given=given, rows=rows, watch=watch
        )

    def relax(
        self,
        by: Literal["groups", "rows"] = "groups",
        among: Sequence[str] = (),
        *,
        watch: Watch | None = None,
    ) -> Relaxed:
        """Finds the least to give up for a solution; see `ilpuzzles.queries.relax`."""
        start = time.perf_counter()

        def answer(found: queries.Relaxation) -> Relaxed:
            about, given_up = self.about(found.result, start), bool(found.given_up)
            if found.solution is None:
                return Relaxed(about, found, None, ())
            solution, broken = self.judged(found.solution, found.result.backend, weakened=given_up)
            return Relaxed(about, found, solution, broken)

        return self._asked(queries.relax, answer, by=by, among=among, watch=watch)

    def whatif(
        self,
        *,
        without: Sequence[str | Sequence[str]] = (),
        fix: Sequence[Mapping[Variable | Negation, int]] = (),
        limit: int = 10,
    ) -> Compared:
        """Compares variants of the model; see `ilpuzzles.queries.whatif`."""
        start = time.perf_counter()

        def answer(found: queries.VariantTable) -> Compared:
            first = [variant.solutions[:1] for variant in found.variants]
            weakened = [bool(variant.model.switched_off) for variant in found.variants]
            name = found.variants[0].result.backend
            pairs = [
                self.judged(values[0], name, weakened=weak) if values else (None, ())
                for values, weak in zip(first, weakened, strict=True)
            ]
            return Compared(
                self.about(found.variants[0].result, start),
                found,
                tuple(solution for solution, _ in pairs),
                tuple(broken for _, broken in pairs),
            )

        return self._asked(queries.whatif, answer, without=without, fix=fix, limit=limit)

    def _require_all(self, question: str) -> None:
        """Raises if symmetry breaking makes an answer true of the solutions that it leaves only."""
        if self.subject.breaking is not None:
            what = f"{question}, where symmetry breaking leaves some out"
            raise InputError(Problem(what, "leave one of them out"))
