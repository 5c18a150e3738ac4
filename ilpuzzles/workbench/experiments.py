"""All questions about an instance of a puzzle, or about a puzzle of one's own."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from ilpuzzles import queries
from ilpuzzles.backends import Result
from ilpuzzles.errors import InputError, Problem
from ilpuzzles.modelling import IntArray, Negation, Variable
from ilpuzzles.queries import Interrupted, Progress
from ilpuzzles.workbench.answer import Answer, Question
from ilpuzzles.workbench.findings import Compared, Explained, Relaxed
from ilpuzzles.workbench.judge import Listed
from ilpuzzles.workbench.orbits import Orbits
from ilpuzzles.workbench.stated import Stated

_Found = TypeVar("_Found")
_Said = TypeVar("_Said")
Watch = Callable[[Progress], None]
UpTo = bool | Literal["rotations"]


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
        up_to_symmetry: UpTo = False,
    ) -> Answer:
        """Lists solutions.

        Args:
            limit: How many are enough, or None for all of them.
            each: Called with every solution as it is found; then they are not kept.
            watch: Called with the progress now and then.
            up_to_symmetry: Whether one of all equivalent solutions is enough; `"rotations"` if
                mirror images are different.

        Raises:
            InputError: If no symmetries are known, or groups are switched off that keep them.
        """
        return self._listed(
            Question.SOLUTIONS, limit, each=each, watch=watch, up_to_symmetry=up_to_symmetry
        )

    def _listed(
        self,
        question: Question,
        limit: int | None,
        *,
        each: Callable[[Any], None] | None,
        watch: Watch | None,
        up_to_symmetry: UpTo,
    ) -> Answer:
        queries.require_limit(limit)
        start, backend = time.perf_counter(), self.choice.backend.name
        listed = Listed(
            self.subject,
            backend=backend,
            weakened=self.weakened,
            keep=each is None and question is Question.SOLUTIONS,
            orbits=self._orbits(up_to_symmetry) if up_to_symmetry else None,
        )

        def visit(values: IntArray) -> bool:
            solution = self.decoded(values)
            if listed.add(solution) and each is not None:
                each(solution)
            return limit is None or listed.different < limit

        def answer(result: Result) -> Answer:
            if listed.orbits is not None and result.complete and self._keeps_symmetries():
                listed.orbits.require_whole()
            return Answer(
                self.about(result, start),
                question,
                result,
                tuple(listed.solutions),
                tuple(listed.broken),
                count=listed.number,
                count_up_to_symmetry=None if listed.orbits is None else listed.different,
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
        up_to_symmetry: UpTo = False,
    ) -> Answer:
        """Counts the solutions; see `ilpuzzles.queries.count_solutions`.

        Args:
            limit: How many are enough, or None for all of them.
            ledger: The path of a file that remembers what is counted.
            watch: Called with the progress now and then.
            up_to_symmetry: Whether to count, too, how many there are of which no two are
                equivalent; then the limit is for these. `"rotations"` if mirror images differ.

        Raises:
            InputError: If no symmetries are known, or groups are switched off that keep them.
        """
        if up_to_symmetry:
            if ledger is not None:
                what = "a ledger for a count up to symmetry"
                raise InputError(Problem(what, "leave one of them out"))
            return self._listed(
                Question.COUNT, limit, each=None, watch=watch, up_to_symmetry=up_to_symmetry
            )
        start = time.perf_counter()

        def answer(count: queries.Count) -> Answer:
            about = self.about(count.result, start)
            return Answer(about, Question.COUNT, count.result, count=count.number)

        return self._asked(queries.count_solutions, answer, limit=limit, ledger=ledger, watch=watch)

    def unique(self) -> Answer:
        """Finds out whether there is exactly one solution; if there are more, it shows two.

        Raises:
            InputError: If symmetry breaking leaves some out.
        """
        self._require_all("whether there is one solution")
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

    def _require_all(self, question: str) -> None:
        """Raises if symmetry breaking makes an answer true of the solutions that it leaves only."""
        if self.subject.breaking is not None:
            what = f"{question}, where symmetry breaking leaves some out"
            raise InputError(Problem(what, "leave one of them out"))

    def _orbits(self, up_to_symmetry: UpTo) -> Orbits:
        symmetries = self.subject.symmetries()
        if up_to_symmetry == "rotations":
            if self.subject.breaking is not None:
                what = "solutions up to rotations, where symmetry breaking leaves out mirror images"
                raise InputError(Problem(what, "leave one of them out"))
            symmetries = symmetries.rotations()
        if self.weakened:
            what = "solutions up to symmetry of a model without some of its groups"
            raise InputError(Problem(what, "ask for all solutions"))
        return Orbits(symmetries)

    def _keeps_symmetries(self) -> bool:
        """Whether all equivalents of a solution are solutions, too."""
        return self.subject.breaking is None and not self.model.fixed

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
