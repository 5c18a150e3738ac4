"""All questions about an instance of a puzzle, or about a puzzle of one's own."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeVar

import numpy as np

from ilpuzzles import queries
from ilpuzzles.backends import Choice, Options, Result
from ilpuzzles.modelling import IntArray, Negation, Variable, View
from ilpuzzles.puzzles import Formulated
from ilpuzzles.queries import Interrupted, Progress
from ilpuzzles.rules import RuleViolation
from ilpuzzles.workbench.about import About, Times
from ilpuzzles.workbench.answer import Answer, Question
from ilpuzzles.workbench.findings import Compared, Explained, Relaxed
from ilpuzzles.workbench.judge import Listed, judged
from ilpuzzles.workbench.subject import Subject

_Found = TypeVar("_Found")
_Said = TypeVar("_Said")
Watch = Callable[[Progress], None]


@dataclass(frozen=True, slots=True, eq=False)
class Experiment:
    """A model that questions can be asked about, and the puzzle that it states.

    Made by `experiment` and `own_puzzle`. It never changes: `without`, `only`, `fix` make new ones.
    Every question can be interrupted: then `Interrupted` is raised, with what was found so far.

    Attributes:
        subject: The puzzle.
        formulation: The name of the formulation.
        formulated: The model and its decoder.
        model: The model, perhaps with groups off and variables fixed.
        choice: The backend, and why this one.
        options: How to search.
        load_seconds: How long it took to read the files.
        build_seconds: How long it took to state the model.

    Example:
        >>> from ilpuzzles.workbench import experiment
        >>> lonpos = experiment("lonpos", "8pieces")
        >>> lonpos.count().count, lonpos.unique().unique
        (1, True)
        >>> lonpos.without("starting position").solutions(limit=2).verdict()
        '2 solutions so far, incomplete: as many as were asked for'
    """

    subject: Subject
    formulation: str
    formulated: Formulated
    model: View
    choice: Choice
    options: Options
    load_seconds: float = 0.0
    build_seconds: float = 0.0

    # Variants

    def without(self, *groups: str) -> Experiment:
        """The same with some groups of rows switched off.

        Raises:
            UnknownNameError: If the model has no such group.
        """
        return replace(self, model=self.model.without(*groups))

    def only(self, *groups: str) -> Experiment:
        """The same with all groups of rows switched off but these.

        Raises:
            UnknownNameError: If the model has no such group.
        """
        return replace(self, model=self.model.only(*groups))

    def fix(self, values: Mapping[Variable | Negation, int]) -> Experiment:
        """The same with some variables fixed.

        Raises:
            ModelError: If a value is not possible for its variable.
        """
        return replace(self, model=self.model.fix(values))

    # Questions

    def solve(self) -> Answer:
        """Looks for a solution, the best one if the model has an objective.

        Raises:
            CheckError: If the solution of a full model is not one.
        """
        start = time.perf_counter()
        result = queries.solve_model(self.model, self.choice.backend.name, self.options)
        solutions: tuple[Any, ...] = ()
        broken: tuple[RuleViolation, ...] = ()
        if result.values is not None:
            solution, broken = self._judged(result.values)
            solutions = (solution,)
        about = self._about(result, start)
        return Answer(about, Question.SOLVE, result, solutions, broken)

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
        listed = Listed(self.subject, backend=backend, weakened=self._weakened, keep=each is None)

        def visit(values: IntArray) -> bool:
            solution = self._decoded(values)
            listed.add(solution)
            if each is not None:
                each(solution)
            return limit is None or listed.number < limit

        def answer(result: Result) -> Answer:
            return Answer(
                self._about(result, start),
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
            about = self._about(count.result, start)
            return Answer(about, Question.COUNT, count.result, count=count.number)

        return self._asked(queries.count_solutions, answer, limit=limit, ledger=ledger, watch=watch)

    def unique(self) -> Answer:
        """Finds out whether there is exactly one solution; if there are more, it shows two."""
        start = time.perf_counter()

        def answer(found: queries.Uniqueness) -> Answer:
            solutions = [self._judged(values) for values in found.solutions]
            return Answer(
                self._about(found.result, start),
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
                part = self._part(found)
            return Answer(
                self._about(found.result, start),
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
            return Explained(self._about(found.result, start), found)

        return self._asked(queries.explain, answer, among=among)

    def relax(self, by: Literal["groups", "rows"] = "groups", among: Sequence[str] = ()) -> Relaxed:
        """Finds the least to give up for a solution; see `ilpuzzles.queries.relax`."""
        start = time.perf_counter()

        def answer(found: queries.Relaxation) -> Relaxed:
            about, given_up = self._about(found.result, start), bool(found.given_up)
            if found.solution is None:
                return Relaxed(about, found, None, ())
            solution, broken = self._judged(found.solution, weakened=given_up)
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
                self._judged(*values, weakened=weak) if values else (None, ())
                for values, weak in zip(first, weakened, strict=True)
            ]
            return Compared(
                self._about(found.variants[0].result, start),
                found,
                tuple(solution for solution, _ in pairs),
                tuple(broken for _, broken in pairs),
            )

        return self._asked(queries.whatif, answer, without=without, fix=fix, limit=limit)

    # What all of them need

    @property
    def _weakened(self) -> bool:
        return bool(self.model.switched_off)

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

    def _decoded(self, values: IntArray) -> Any:
        return self.formulated.decode(values)

    def _judged(
        self, values: IntArray, *, weakened: bool | None = None
    ) -> tuple[Any, tuple[RuleViolation, ...]]:
        solution = self._decoded(values)
        weak = self._weakened or bool(weakened)
        backend = self.choice.backend.name
        return solution, judged(self.subject, solution, backend=backend, weakened=weak)

    def _part(self, found: queries.Forced) -> Any:
        """The part of a solution that is the same in all."""
        if self.formulated.partial is not None:
            return self.formulated.partial(found.values)
        if found.solution is None:
            return None
        names = [self.model.model.name_of(column) for column in range(len(found.solution))]
        known = np.array([name in found.values for name in names], dtype=bool)
        return self._decoded(np.where(known, found.solution, 0))

    def _about(self, result: Result, start: float) -> About:
        groups = self.model.model.groups
        spent, passed = result.seconds, time.perf_counter() - start
        return About(
            self.subject,
            self.formulation,
            tuple(groups[number].name for number in sorted(self.model.switched_off)),
            self.choice.why,
            self.model.statistics(),
            Times(
                load=self.load_seconds,
                build=self.build_seconds + spent.build + spent.hand_over,
                solve=spent.solve or passed,
                total=self.load_seconds + self.build_seconds + passed,
            ),
        )

    def text(self) -> str:
        """The model in a few lines: its size, and what its groups say."""
        size = self.model.statistics()
        lines = [f"{self.subject.name}, formulation {self.formulation}: {size}"]
        for number, group in enumerate(self.model.model.groups):
            off = " (off)" if number in self.model.switched_off else ""
            why = f": {group.why}" if group.why else ""
            lines.append(f"  {group.name}{off}{why}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<experiment with {self.subject.name}: {self.model!r}>"

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        bundle = {"text/plain": self.text()}
        picture = self.subject.svg()
        if picture:
            bundle["image/svg+xml"] = picture
        return bundle
