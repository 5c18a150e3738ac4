"""A puzzle that is stated as a model."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from ilpuzzles.backends import Choice, Options, Result, Task, choose
from ilpuzzles.errors import InputError, Problem
from ilpuzzles.modelling import Group, IntArray, Negation, Variable, View
from ilpuzzles.puzzles import Formulated
from ilpuzzles.queries import Forced
from ilpuzzles.queries.naming import by_name
from ilpuzzles.rules import RuleViolation
from ilpuzzles.workbench import judge
from ilpuzzles.workbench.about import About, Times
from ilpuzzles.workbench.own_puzzles import Subject


@dataclass(frozen=True, slots=True, eq=False)
class Stated:
    """A puzzle and the model that states it; it shows itself with its groups of rows.

    Attributes:
        subject: The puzzle.
        formulation: The name of the formulation.
        formulated: The model and its decoder.
        model: The model, perhaps with groups off and variables fixed.
        backend: The name of a backend, or `auto`; see `choice`.
        options: How to search.
        load_seconds: How long it took to read the files.
        build_seconds: How long it took to state the model.
    """

    subject: Subject
    formulation: str
    formulated: Formulated
    model: View
    backend: str
    options: Options
    load_seconds: float = 0.0
    build_seconds: float = 0.0

    def without(self, *groups: str) -> Self:
        """The same with some groups of rows switched off.

        Raises:
            UnknownNameError: If the model has no such group.
        """
        return replace(self, model=self.model.without(*groups))

    def only(self, *groups: str) -> Self:
        """The same with all groups of rows switched off but these.

        Raises:
            UnknownNameError: If the model has no such group.
        """
        return replace(self, model=self.model.only(*groups))

    def fix(self, values: Mapping[Variable | Negation, int]) -> Self:
        """The same with some variables fixed.

        Raises:
            ModelError: If a value is not possible for its variable.
        """
        return replace(self, model=self.model.fix(values))

    def choice(self, task: Task = Task.OTHER) -> Choice:
        """The backend for a task, and why this one."""
        return choose(self.backend, self.model.program(), task, self.options)

    def ordered(self, order: str) -> Self:
        """The same with an order in which the backend `exactcover` covers things.

        Args:
            order: What the formulation understands; for a tiling `corners`, or numbers of atoms.

        Raises:
            InputError: If the formulation has no such order.
        """
        if self.formulated.order is None:
            what = f"an order for formulation {self.formulation}"
            raise InputError(Problem(what, "leave it out, or use 'placement'"))
        cover = replace(self.options.cover, order=self.formulated.order(order))
        return replace(self, options=replace(self.options, cover=cover))

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups of rows of the model, also those that are switched off."""
        return self.model.model.groups

    @property
    def weakened(self) -> bool:
        """Whether solutions may break rules: groups are off, or the formulation is not sound."""
        return bool(self.model.switched_off) or not self.formulated.sound

    def decoded(self, values: IntArray) -> Any:
        """The values of all variables as a solution of the puzzle."""
        return self.formulated.decode(values)

    def judged(
        self, values: IntArray, backend: str, *, weakened: bool = False
    ) -> tuple[Any, tuple[RuleViolation, ...]]:
        """The values of all variables as a solution, and the rules that it breaks.

        Args:
            values: The values.
            backend: Who found them.
            weakened: Whether rules may be broken, although no group is switched off here.

        Raises:
            CheckError: If rules are broken that may not be.
        """
        solution = self.decoded(values)
        weak = self.weakened or weakened
        return solution, judge.judged(self.subject, solution, backend=backend, weakened=weak)

    def part(self, found: Forced) -> Any:
        """The part of a solution that is the same in all."""
        if self.formulated.partial is not None:
            return self.formulated.partial(found.values)
        if found.solution is None:
            return None
        known = np.zeros(len(found.solution), dtype=bool)
        named = by_name(self.model, np.nonzero(self.model.program().deciding)[0].tolist())
        known[[column for name, column in named.items() if name in found.values]] = True
        return self.decoded(np.where(known, found.solution, 0))

    def about(self, result: Result, start: float, task: Task = Task.OTHER) -> About:
        """What an answer is about, to a question that was asked at `start`."""
        spent, passed = result.seconds, time.perf_counter() - start
        return About(
            self.subject,
            self.formulation,
            tuple(self.groups[number].name for number in sorted(self.model.switched_off)),
            self.choice(task).why_of(result.backend),
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
        for number, group in enumerate(self.groups):
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
