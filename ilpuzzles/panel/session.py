"""What is chosen in a panel and what was found out so far; it knows no widgets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from ilpuzzles.backends.interface import Backend, Interrupted, Options
from ilpuzzles.backends.result import Status
from ilpuzzles.errors import InputError, require_known
from ilpuzzles.experiments.answer import Answer
from ilpuzzles.experiments.experiments import Experiment, experiment
from ilpuzzles.experiments.loading import load
from ilpuzzles.experiments.model_answers import ExplanationAnswer
from ilpuzzles.experiments.solution_answers import (
    CountAnswer,
    ListAnswer,
    SolutionAnswer,
    SolveAnswer,
)
from ilpuzzles.modelling.rows import Group
from ilpuzzles.modelling.statistics import Statistics
from ilpuzzles.progress import Watch
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.puzzles.own_puzzle import digest_of_data, solution_json
from ilpuzzles.puzzles.position import Position
from ilpuzzles.puzzles.user_code import Build
from ilpuzzles.reading.library import Library, puzzle_parameters
from ilpuzzles.reading.parameters import read_stated_parameters
from ilpuzzles.solvers.registry import AUTO, choose, installed_backends

AS_GIVEN = "as given"


_Answer = TypeVar("_Answer", bound=Answer)


class Session:
    """A conversation about one puzzle: choices, questions, and what came out.

    It starts from a model that is `given`, whose formulation was asked for as `build`; symmetries
    are broken likewise for other presets of the library. A question that is interrupted keeps what
    was found so far and raises `Interrupted`. A later answer takes the explanation away. Of the
    `solutions` that were found of the model as it was last asked about, one `page` is shown;
    `has_all_solutions` says whether these are proved to be all.
    """

    def __init__(
        self,
        given: Experiment,
        library: Library,
        build: str | Build | None = None,
        break_symmetry: str = "off",
    ) -> None:
        self.given = given
        self.library = library
        self._build = build
        self._break_symmetry = break_symmetry
        self.preset = self.start
        self.time_limit: float | None = 60.0
        self.answer: SolutionAnswer | None = None
        self.counted: CountAnswer | None = None
        self.explained: ExplanationAnswer | None = None
        self.solutions: tuple[Any, ...] = ()
        self.page = 0
        self.has_all_solutions = False
        self._model = given
        # A backend that was given as an object cannot be found by its name.
        self._given_backend: Backend | None = None
        if isinstance(given.backend, str):
            self.backend = given.backend
        else:
            self._given_backend = choose(given.backend).backend
            self.backend = self._given_backend.name
        self._off = given.model.switched_off
        self._asked: object = None

    @property
    def start(self) -> str:
        """The name of the preset that was given, or `AS_GIVEN`."""
        name = self.given.subject.preset
        return name if name in self._presets() else AS_GIVEN

    @property
    def presets(self) -> tuple[str, ...]:
        """The presets to choose from; what was given is one of them."""
        of_library = self._presets()
        return of_library if self.start in of_library else (self.start, *of_library)

    @property
    def formulations(self) -> dict[str, str]:
        """The formulations to choose from, and what they are."""
        position = self.given.subject
        name = self.given.formulation
        formulations: dict[str, str] = {}
        if isinstance(position, PuzzlePosition):
            for formulation in position.kind.formulations.values():
                formulations[formulation.name] = formulation.about
        if name in formulations:
            return formulations
        return {name: "a formulation of your own", **formulations}

    def _presets(self) -> tuple[str, ...]:
        position = self.given.subject
        if not isinstance(position, PuzzlePosition):
            return ()
        return self.library.presets(position.name)

    def _state(self, preset: str, formulation: str) -> Experiment:
        """The model of a preset in a formulation.

        Only the model that was given has the variables that are fixed in it, and the options that
        speak of its variables and rows.
        """
        given = self.given
        require_known("preset", preset, self.presets)
        require_known("formulation", formulation, self.formulations)
        if preset == self.start and formulation == given.formulation:
            return given
        # Other models are of the library: of one's own there is one preset and one formulation.
        position = self._load(preset)
        build = self._build if formulation == given.formulation else None
        return experiment(
            position,
            formulation=build or formulation,
            options=replace(given.options, hint={}, cover=Options().cover),
        )

    def _load(self, preset: str) -> PuzzlePosition:
        """The instance; it keeps the values of parameters that the preset leaves open."""
        given = self.given.subject
        if isinstance(given, PuzzlePosition) and preset == self.start:
            return given
        name = given.name
        declared = puzzle_parameters(name, self.library)
        stated: Mapping[str, object] = {}
        if declared:
            tree = self.library.tree(self.library.instance_file(name, preset), name)
            stated = read_stated_parameters(tree, declared, name)
        kept = {key: value for key, value in given.parameters.items() if key not in stated}
        position = load(name, preset, parameters=kept, library=self.library)
        if self._break_symmetry == "off":
            return position
        return position.break_symmetry(self._break_symmetry)

    @property
    def subject(self) -> Position:
        """The puzzle."""
        return self._model.subject

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups of rows of the model, on or off."""
        return self._model.groups

    @property
    def off(self) -> tuple[str, ...]:
        """The names of the groups that are switched off."""
        return tuple(self.groups[number].name for number in sorted(self._off))

    @property
    def formulation(self) -> str:
        """The formulation that is chosen."""
        return self._model.formulation

    @property
    def backends(self) -> tuple[str, ...]:
        """The backends to choose from: those that are installed."""
        names = list(installed_backends())
        if self._given_backend is not None:
            names.insert(0, self._given_backend.name)
        return (AUTO, *dict.fromkeys(names))

    @property
    def experiment(self) -> Experiment:
        """The model as it is chosen, to ask it anything else."""
        backend: str | Backend = self.backend
        if self._given_backend is not None and backend == self._given_backend.name:
            backend = self._given_backend
        return replace(
            self._model,
            model=self._model.model.part(self._off, self._model.model.fixed),
            backend=backend,
            options=replace(self._model.options, time_limit=self.time_limit),
        )

    @property
    def size(self) -> Statistics:
        """How large the model is, as it is chosen."""
        return self.experiment.model.statistics()

    @property
    def stale(self) -> bool:
        """Whether something else is chosen than what the last question was about."""
        return self._asked is not None and self._asked != self._about()

    @property
    def can_go_on(self) -> bool:
        """Whether there may be a solution after the one that is shown."""
        if self.stale or not self.solutions:
            return not self.infeasible
        return self.page + 1 < len(self.solutions) or not self.has_all_solutions

    @property
    def infeasible(self) -> bool:
        """Whether the model as it is chosen is proved to have no solution."""
        if self.stale or self.answer is None:
            return False
        return self.answer.status is Status.INFEASIBLE

    @property
    def shown(self) -> SolutionAnswer | None:
        """The solution to show, as an answer of its own with the rules that it breaks, or None."""
        if self.answer is None or not self.solutions:
            return None
        solution = self.solutions[self.page]
        broken = tuple(self.answer.subject.violations(solution))
        return SolveAnswer(self.answer.about, self.answer.result, (solution,), broken)

    def switch(self, *names: str, on: bool) -> None:
        """Switches groups on or off."""
        numbers = frozenset(self._model.model.names.group_numbers(names))
        self._off = self._off - numbers if on else self._off | numbers

    def choose_preset(self, name: str) -> None:
        """Takes another preset; what was found about the one before is forgotten."""
        self._take(self._state(name, self.formulation))
        self.preset = name
        self.answer = None
        self.explained = None
        self._asked = None
        self._forget_solutions()

    def choose_formulation(self, name: str) -> None:
        """States the model anew in another formulation; its groups are as it comes with them."""
        self._take(self._state(self.preset, name))

    def choose_backend(self, name: str) -> None:
        """Takes another backend, which has to be installed."""
        if self._given_backend is None or name != self._given_backend.name:
            choose(name)
        self.backend = name

    def choose_time_limit(self, seconds: float | None) -> None:
        """Takes another limit for every question, in seconds, or none."""
        if seconds is not None and (
            isinstance(seconds, bool) or not isinstance(seconds, (int, float))
        ):
            raise InputError(f"the time limit must be a number or None, got {seconds!r}")
        replace(self._model.options, time_limit=seconds)
        self.time_limit = seconds

    def solve(self) -> SolutionAnswer:
        """Looks for a solution."""
        return self._ask(Experiment.solve, self._keep)

    def another(self, watch: Watch | None = None) -> SolutionAnswer:
        """Shows the next of the known solutions, or looks for one that is different from all.

        Where there is no other, the page stays.
        """
        if self.answer is None or self.stale or not self.solutions:
            return self.solve()
        if self.page + 1 < len(self.solutions):
            self.page += 1
        elif not self.has_all_solutions:
            # One more than are known has a new one; twice as many, so that asking anew stays cheap.
            wanted = 2 * len(self.solutions) + 1
            return self._ask(lambda model: model.solutions(wanted, watch=watch), self._keep)
        return self.answer

    def back(self) -> None:
        """Shows the solution before."""
        self.page = max(self.page - 1, 0)

    def count(self, watch: Watch | None = None) -> CountAnswer:
        """Counts the solutions."""
        return self._ask(lambda model: model.count(watch=watch), self._keep_count)

    def explain(self, watch: Watch | None = None) -> ExplanationAnswer:
        """Explains why there is no solution."""
        return self._ask(lambda model: model.explain(watch=watch), self._keep_reason)

    def _take(self, model: Experiment) -> None:
        self._model = model
        self._off = model.model.switched_off

    def _about(self) -> object:
        """What is chosen, as far as solutions depend on it."""
        return self.preset, self.formulation, self._off

    def _ask(
        self, ask: Callable[[Experiment], _Answer], keep: Callable[[_Answer], None]
    ) -> _Answer:
        """Asks the model, and keeps what comes out, also of a question that is interrupted."""
        model = self.experiment
        about = self._about()
        try:
            answer = ask(model)
        except Interrupted as interruption:
            self._remember(about)
            keep(interruption.answer)
            raise
        self._remember(about)
        keep(answer)
        return answer

    def _remember(self, about: object) -> None:
        """Solutions of another model are no longer of interest."""
        if self._asked != about:
            self._forget_solutions()
        self._asked = about

    def _forget_solutions(self) -> None:
        self.solutions = ()
        self.page = 0
        self.has_all_solutions = False
        self.counted = None

    def _keep(self, answer: SolutionAnswer) -> None:
        page_of = {_digest_of(known): page for page, known in enumerate(self.solutions)}
        answered = {_digest_of(solution): solution for solution in answer.solutions}
        new = [solution for digest, solution in answered.items() if digest not in page_of]
        self.solutions = (*self.solutions, *new)
        if new:
            self.page = len(page_of)
        elif answered and isinstance(answer, SolveAnswer):
            self.page = page_of[next(iter(answered))]
        if isinstance(answer, ListAnswer):
            self.has_all_solutions = answer.complete
        self.answer = answer
        self.explained = None

    def _keep_count(self, answer: CountAnswer) -> None:
        self.answer = self.counted = answer
        self.explained = None
        self.has_all_solutions = self.has_all_solutions or (
            answer.complete and answer.count == len(self.solutions)
        )

    def _keep_reason(self, explained: ExplanationAnswer) -> None:
        self.explained = explained


def _digest_of(solution: Any) -> bytes:
    """What equal solutions have in common."""
    return digest_of_data(solution_json(solution))


_BESIDE = {
    "preset": "a preset",
    "file": "a file",
    "url": "an address",
    "parameters": "parameters",
    "formulation": "a formulation",
    "options": "options",
    "break_symmetry": "symmetry breaking",
}
"""What an experiment has of its own: by the argument of `Panel`, in words."""


def open_session(
    puzzle: str | PuzzlePosition | Experiment,
    preset: str | None = None,
    *,
    backend: str = AUTO,
    time_limit: float | None = None,
    library: Library | None = None,
    **how: Any,
) -> Session:
    """Begins a session; for the arguments see `Panel`.

    Example:
        >>> open_session("tower", parameters={"height": 3}).preset
        'height-3'
    """
    how["preset"] = preset
    if isinstance(puzzle, Experiment):
        for name, value in how.items():
            if value not in (None, "off"):
                what = f"{_BESIDE[name]} beside an experiment, which has its own"
                raise InputError(what, "leave one of them out")
        given = puzzle
        if backend != AUTO:
            given = replace(given, backend=choose(backend).backend)
    else:
        given = experiment(puzzle, backend=backend, library=library, **how)
    library = library or Library.standard()
    session = Session(given, library, how.get("formulation"), how.get("break_symmetry", "off"))
    limit = given.options.time_limit
    session.choose_time_limit(time_limit if limit is None else limit)
    return session
