"""All solutions of an instance: which, how many, up to symmetry, at random."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from ilpuzzles import queries
from ilpuzzles.backends import Feature, Result, Task
from ilpuzzles.errors import InputError, Problem
from ilpuzzles.modelling import IntArray
from ilpuzzles.puzzles.family import EquivalentSolutions
from ilpuzzles.queries import Interrupted, Progress
from ilpuzzles.workbench.answer import Answer
from ilpuzzles.workbench.judge import Listed
from ilpuzzles.workbench.orbits import Orbits
from ilpuzzles.workbench.stated import Stated
from ilpuzzles.workbench.verdict import Question

_Found = TypeVar("_Found")
_Said = TypeVar("_Said")
Watch = Callable[[Progress], None]
UpTo = bool | Literal["rotations"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class AllSolutions(Stated):
    """A puzzle that is stated as a model, with the questions about all of its solutions."""

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
        start, backend = time.perf_counter(), self.choice(Task.ALL).backend.name
        listed = Listed(
            self.subject,
            backend=backend,
            weakened=self.weakened,
            keep=each is None and question is Question.SOLUTIONS,
            orbits=Orbits(self._symmetries(up_to_symmetry)) if up_to_symmetry else None,
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
                self.about(result, start, Task.ALL),
                question,
                result,
                tuple(listed.solutions),
                tuple(listed.broken),
                count=listed.number,
                count_up_to_symmetry=None if listed.orbits is None else listed.different,
            )

        inquiry = queries.Inquiry(self.model, backend, self.options, Task.ALL)
        try:
            result = queries.enumerate_solutions(
                self.model, visit, backend, self.options, watch=watch, few=limit is not None
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
            moves = None if limit is not None else self._moves(up_to_symmetry)
            if moves is not None:
                return self._orbit_count(moves, watch)
            return self._listed(
                Question.COUNT, limit, each=None, watch=watch, up_to_symmetry=up_to_symmetry
            )
        start = time.perf_counter()

        def answer(count: queries.Count) -> Answer:
            about = self.about(count.result, start, Task.ALL)
            return Answer(
                about,
                Question.COUNT,
                count.result,
                count=count.number,
                looked_at=self._looks_at(limit, ledger),
            )

        return self._asked(queries.count_solutions, answer, limit=limit, ledger=ledger, watch=watch)

    def _looks_at(self, limit: int | None, ledger: str | Path | None) -> bool:
        """Whether a count lists the solutions, so that each is checked."""
        counts = Feature.COUNT in self.choice(Task.ALL).backend.features
        apart = ledger is not None or self.options.cluster is not None
        return not counts or limit is not None or apart

    def _moves(self, up_to_symmetry: UpTo) -> IntArray | None:
        """The symmetries as moves of columns, if solutions can be counted up to them that way."""
        symmetries = self._symmetries(up_to_symmetry)
        make = self.formulated.moves
        if make is None or not self._keeps_symmetries():
            return None
        if Feature.COUNT not in self.choice(Task.ALL).backend.features:
            return None
        moves = make(symmetries)
        # A colouring says the same of all solutions, but not of all parts of them.
        return moves if queries.can_be_moved(self.model, moves) else None

    def _orbit_count(self, moves: IntArray, watch: Watch | None) -> Answer:
        start = time.perf_counter()

        def answer(found: queries.OrbitCount) -> Answer:
            about = self.about(found.result, start, Task.ALL)
            number = found.count.number
            return Answer(
                about,
                Question.COUNT,
                found.result,
                count=number,
                count_up_to_symmetry=found.orbits,
                looked_at=False,
            )

        return self._asked(queries.count_orbits, answer, moves=moves, watch=watch)

    def random(self, number: int = 1, *, watch: Watch | None = None) -> Answer:
        """Draws solutions at random: each time, every solution has the same chance.

        Args:
            number: How many; the same one may come several times.
            watch: Called with the progress now and then.

        Raises:
            InputError: If the number makes no sense.
        """
        start = time.perf_counter()

        def answer(found: queries.Solutions) -> Answer:
            backend = found.result.backend
            solutions = [self.judged(values, backend) for values in found.found]
            return Answer(
                self.about(found.result, start, Task.ALL),
                Question.RANDOM,
                found.result,
                tuple(solution for solution, _ in solutions),
                next((broken for _, broken in solutions if broken), ()),
            )

        return self._asked(queries.sample_solutions, answer, number=number, watch=watch)

    def _symmetries(self, up_to_symmetry: UpTo) -> EquivalentSolutions:
        symmetries = self.subject.symmetries()
        if up_to_symmetry == "rotations":
            if self.subject.breaking is not None:
                what = "solutions up to rotations, where symmetry breaking leaves out mirror images"
                raise InputError(Problem(what, "leave one of them out"))
            symmetries = symmetries.rotations()
        if self.weakened:
            what = "solutions up to symmetry of a model without some of its groups"
            raise InputError(Problem(what, "ask for all solutions"))
        return symmetries

    def _keeps_symmetries(self) -> bool:
        """Whether all equivalents of a solution are solutions, too."""
        return self.subject.breaking is None and not self.model.fixed

    def _asked(
        self, ask: Callable[..., _Found], say: Callable[[Any], _Said], **details: Any
    ) -> _Said:
        """Asks, and says the answer in the puzzle's words, also that of an interrupted question."""
        try:
            found = ask(self.model, backend=self.backend, options=self.options, **details)
        except Interrupted as interruption:
            raise Interrupted(say(interruption.answer)) from interruption
        return say(found)
