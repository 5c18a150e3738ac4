"""Puzzles, included ones and your own, made ready for questions; and the questions."""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar, Unpack, overload

import numpy as np

from ilpuzzles import queries
from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import (
    Interrupted,
    Options,
    OptionWords,
    SolutionSetEngine,
    interruptible,
    options_with,
)
from ilpuzzles.backends.result import Result
from ilpuzzles.errors import InputError, UnknownNameError, nearest, quoted, require_known
from ilpuzzles.experiments.answer import About, Times
from ilpuzzles.experiments.distinct_solutions import Orbits, SolutionList, broken_rules
from ilpuzzles.experiments.loading import PositionSource, load_position
from ilpuzzles.experiments.solution_answers import (
    BestAnswer,
    CountAnswer,
    ForcedAnswer,
    ListAnswer,
    OptimalAnswer,
    SampleAnswer,
    SolutionAnswer,
    SolveAnswer,
    UniqueAnswer,
)
from ilpuzzles.lazy_imports import named
from ilpuzzles.modelling.expressions import Logical, Negation, Operand, Variable
from ilpuzzles.modelling.given import Given
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.program import Program, program_of
from ilpuzzles.modelling.row_check import RowList
from ilpuzzles.modelling.rows import Group, IntArray
from ilpuzzles.progress import Watch
from ilpuzzles.puzzles.formulation import Formulated
from ilpuzzles.puzzles.kind import PuzzleKind, PuzzlePosition
from ilpuzzles.puzzles.own_puzzle import NamedValues, OwnPuzzle, solution_by_names
from ilpuzzles.puzzles.playground import OwnPlayground, PlayData, Playground
from ilpuzzles.puzzles.position import EquivalentSolutions, Position
from ilpuzzles.puzzles.user_code import Build, own_formulation
from ilpuzzles.queries.query_results import (
    BestSolutions,
    Correction,
    Count,
    Explanation,
    Forced,
    OrbitCount,
    Solutions,
    Uniqueness,
    VariantTable,
)
from ilpuzzles.queries.restricted_search import require_answer
from ilpuzzles.queries.solve import Inquiry, solve_model
from ilpuzzles.reading.library import Library
from ilpuzzles.rules.faults import Fault
from ilpuzzles.solvers.registry import AUTO, BackendLike, Choice, Task, choose, is_installed

if TYPE_CHECKING:
    from ilpuzzles.experiments.model_answers import (
        CorrectionAnswer,
        ExplanationAnswer,
        LinearRelaxationAnswer,
        VariantsAnswer,
    )
    from ilpuzzles.experiments.player_answers import HintAnswer, RepairAnswer
    from ilpuzzles.queries.linear_relaxation import LinearRelaxation
    from ilpuzzles.queries.variants import Fixing

OFF = "off"

# The arguments of `experiment` that are no options of a search.
_ARGUMENTS = (
    "preset",
    "file",
    "board",
    "url",
    "text",
    "parameters",
    "library",
    "formulation",
    "break_symmetry",
    "backend",
    "options",
)

# Loaded when they are asked for.
_OF_MODELS = "ilpuzzles.experiments.model_answers"
_PLAYERS = "ilpuzzles.hints.player_questions"

_Found = TypeVar("_Found")
_Answer = TypeVar("_Answer")
_OfSolutions = TypeVar("_OfSolutions", bound=SolutionAnswer)
_Ranked = TypeVar("_Ranked", bound=BestAnswer)
_Counted = TypeVar("_Counted", bound=CountAnswer)
UpTo = bool | Literal["rotations"]


@dataclass(frozen=True, slots=True)
class _Started:
    """A question that is being asked: since when, and of which backend, which is chosen once."""

    seconds: float
    choice: Choice


def formulate(
    position: PuzzlePosition, formulation: str | Build | None = None
) -> tuple[str, Formulated]:
    """States an instance as a model.

    Args:
        position: The position.
        formulation: The name of a formulation, or None for the standard one; or your own, as
            `FILE.py:function` or as a function that returns a `Formulated` for an instance.

    Returns:
        The name of the formulation, and the model with its decoder.

    Raises:
        UnknownNameError: If the puzzle has no such formulation.
        InputError: If your own formulation cannot be loaded, or fails.

    Example:
        >>> from ilpuzzles import load
        >>> name, formulated = formulate(load("lonpos", "empty"))
        >>> name, str(formulated.model.statistics())
        ('placement', '1,789 variables, 67 rows, 10,048 nonzeros')
    """
    own = own_formulation(formulation, position.kind)
    if own is not None:
        return own.name, own.build(position.instance)
    known = position.kind.formulations
    name = formulation if isinstance(formulation, str) else next(iter(known))
    require_known("formulation", name, known)
    return name, known[name].build(position.instance)


def standard_form(kind: PuzzleKind, backend: BackendLike) -> str:
    """The formulation for a backend, or for those that are installed."""
    for one in kind.formulations.values():
        if one.best_with and backend in {AUTO, one.best_with} and is_installed(one.best_with):
            return one.name
    return next(iter(kind.formulations))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Experiment:
    """A puzzle, the model that states it, and the questions that can be asked about it.

    Made by `experiment` and `own_puzzle`. It never changes: `without`, `only`, `fix`, `add`,
    `minimize` and `maximize` return new ones. Every question can be interrupted: then `Interrupted`
    is raised, with what was found so far (`solve` raises a plain `KeyboardInterrupt` if nothing
    was). A notebook shows it with its groups. Long questions call `watch` with the progress now and
    then.

    Attributes:
        subject: The puzzle.
        formulation: The name of the formulation.
        formulated: The model and its decoder.
        model: The model, perhaps with groups off and variables fixed.
        backend: The name of a backend, or `auto`; see `choice`.
        options: How to search.
        load_seconds: How long it took to read the files.
        build_seconds: How long it took to state the model.
        extended: Whether rules were added, which symmetries of the puzzle may not keep.

    Example:
        >>> from ilpuzzles import experiment
        >>> lonpos = experiment("lonpos", "8pieces")
        >>> lonpos.count().count, lonpos.unique().unique
        (1, True)
        >>> lonpos.without("starting position").solutions(limit=2).verdict()
        '2 solutions, as many as were asked for'
    """

    subject: Position
    formulation: str
    formulated: Formulated
    model: Program
    backend: BackendLike
    options: Options
    load_seconds: float = 0.0
    build_seconds: float = 0.0
    extended: bool = False

    def without(self, *groups: str) -> Experiment:
        """The same with some groups of rows switched off, by their names."""
        return replace(self, model=self.model.without(*groups))

    def only(self, *groups: str) -> Experiment:
        """The same with all groups of rows but these switched off."""
        return replace(self, model=self.model.only(*groups))

    def fix(self, values: Mapping[Variable | Negation, int]) -> Experiment:
        """The same with some variables fixed to values within their bounds."""
        return replace(self, model=self.model.fix(values))

    def add(self, *rules: Logical, group: str, why: str = "") -> Experiment:
        """The same with rules of your own, in a group with a name and a reason.

        The rules are about variables of `formulated.model`, such as those in the `coefficients` of
        its rows. Other experiments with this model stay as they are.

        Raises:
            ModelError: If the model has such a group already.
            InputError: If symmetry breaking leaves some solutions out: perhaps all that obey.

        Example:
            A board of 2 x 3 cells has three tilings with dominoes; in two, one stands on the left:

            >>> dominoes = experiment("dominoes", text="region: {rows: 2, columns: 3}")
            >>> cells = {row.key: row for row in dominoes.rows("each cell once")}
            >>> one, other = (cells[cell].coefficients for cell in ((0, 0), (1, 0)))
            >>> rule = sum(x for x in one if x in other) == 1
            >>> left = dominoes.add(rule, group="left", why="a domino stands on the left")
            >>> dominoes.count().count, left.count().count
            (3, 2)
        """
        made = self._with_more_columns(self._model().extension(self.model, rules, group, why))
        return replace(made, extended=True)

    def minimize(self, objective: Operand) -> Experiment:
        """The same with an objective of your own, in place of any before, to be minimised."""
        return self._optimizing(objective, maximize=False)

    def maximize(self, objective: Operand) -> Experiment:
        """The same with an objective of your own, in place of any before, to be maximised."""
        return self._optimizing(objective, maximize=True)

    def _optimizing(self, objective: Operand, *, maximize: bool) -> Experiment:
        # What the objective says may have needed further columns, such as for a maximum.
        extended = self._model().extension(self.model)
        goal = Objective.stated(self.formulated.model, objective, maximize=maximize)
        # The objective is that of the program with all groups on, of which some are off again.
        with_all_groups = extended.entire or extended
        with_goal = replace(with_all_groups, objective=goal)
        program = with_goal.part(extended.switched_off, extended.fixed)
        return self._with_more_columns(program)

    def _model(self) -> Model:
        self.require_all("a rule or an objective of your own")
        return self.formulated.model

    def _with_more_columns(self, program: Program) -> Experiment:
        """The same with a program that has more columns at the end, which the decoder skips."""
        decode = partial(_decode_first, self.formulated.decode, self.model.variables)
        formulated = replace(self.formulated, decode=decode)
        return replace(self, model=program, formulated=formulated)

    def rows(self, *groups: str) -> RowList:
        """The rows of some groups, or all rows, except those that are off.

        They can be looked at one by one; a notebook shows how many there are, and the first ones.

        Example:
            >>> print(experiment("lonpos", "8pieces").rows("each tile once").text(shown=1))
            each tile once: 12 rows
              each tile once[A]: exactly one of place[A, 1, (0, 0)], place[A, 1, (0, 1)], \
place[A, 1, (0, 2)], place[A, 1, (0, 3)] and 260 more
        """
        return self.model.rows_of(*groups)

    def choice(self, task: Task = Task.OTHER) -> Choice:
        """The backend for a task, and why this one."""
        return choose(self.backend, self.model, task, self.options)

    def ordered(self, order: str) -> Experiment:
        """The same with the order in which the backend `exactcover` covers items.

        The formulation says what an order is; for a tiling, `corners` or the numbers of atoms.
        """
        if self.formulated.order is None:
            what = f"formulation {self.formulation} takes no order"
            raise InputError(what, "leave it out, or use 'placement'")
        cover = replace(self.options.cover, order=self.formulated.order(order))
        return replace(self, options=replace(self.options, cover=cover))

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups of rows of the model, also those that are switched off."""
        return self.model.groups

    @property
    def weakened(self) -> bool:
        """Whether solutions may break rules: groups are off, or the formulation is not sound."""
        return bool(self.model.switched_off) or not self.formulated.sound

    @property
    def given(self) -> Given | None:
        """The givens; None if it is not known which rows state them.

        A model that is made again with less given would be that of the puzzle as it is, without the
        changes of this experiment: then the rows have to do.
        """
        given = self.formulated.given
        if given is not None and (self.weakened or self.extended):
            return replace(given, remake=None)
        return given

    def decoded(self, values: IntArray) -> Any:
        """The values of all variables as a solution of the puzzle."""
        return self.formulated.decode(values)

    def judged(
        self, values: IntArray, backend: str, *, weakened: bool = False
    ) -> tuple[Any, tuple[Fault, ...]]:
        """The values of all variables as a solution, and the rules that it breaks.

        Raises:
            CheckError: If it breaks rules although it must not.
        """
        solution = self.decoded(values)
        weak = self.weakened or weakened
        return solution, broken_rules(self.subject, solution, backend=backend, weakened=weak)

    def part(self, outcome: Forced) -> Any:
        """The part of a solution that is the same in all."""
        if self.formulated.partial is not None:
            return self.formulated.partial(outcome.values)
        if outcome.solution is None:
            return None
        deciding_columns = np.nonzero(self.model.deciding)[0].tolist()
        is_forced = np.zeros(len(outcome.solution), dtype=bool)
        for name, column in self.model.by_name(deciding_columns).items():
            if name in outcome.values:
                is_forced[column] = True
        # A variable that is not forced is taken for 0: what it would place is not drawn.
        forced_values = np.where(is_forced, outcome.solution, 0)
        return self.decoded(forced_values)

    def _about(self, result: Result, started: _Started) -> About:
        """What the answer to a question is about."""
        groups_off = [self.groups[number].name for number in sorted(self.model.switched_off)]
        since_start = time.perf_counter() - started.seconds
        spent = result.times
        # Where nobody has measured the search, it is taken for all of the time.
        solving = spent.solve + spent.confirm or since_start
        times = Times(
            load=self.load_seconds,
            build=self.build_seconds + spent.build + spent.hand_over,
            solve=solving,
            total=self.load_seconds + self.build_seconds + since_start,
        )
        return About(
            self.subject,
            self.formulation,
            tuple(groups_off),
            started.choice.why_of(result.backend),
            self.model.statistics(),
            times,
            self.options.params,
        )

    def solve(self, *, watch: Watch | None = None) -> SolveAnswer:
        """Looks for a solution, the best one if the model has an objective."""

        def answer(about: About, result: Result) -> SolveAnswer:
            values = () if result.values is None else (result.values,)
            return self._answer_with(SolveAnswer, about, Solutions(self.model, values, result))

        return self.run(solve_model, answer, Task.ONE, watch=watch)

    def relaxation(
        self, *, method: str = "simplex", ranging: bool = False
    ) -> LinearRelaxationAnswer:
        """Solves the linear relaxation; see `ilpuzzles.solve_relaxation`.

        Args:
            method: The method, as there.
            ranging: Whether to find as well how far each cost and each bound may move.
        """

        def ask(model: Program, options: Options, **_: object) -> LinearRelaxation:
            return queries.solve_relaxation(model, options, method=method)

        def answer(about: About, outcome: LinearRelaxation) -> LinearRelaxationAnswer:
            kind: type[LinearRelaxationAnswer] = named(f"{_OF_MODELS}:LinearRelaxationAnswer")
            ranges = outcome.ranging() if ranging and outcome else None
            return kind(about, outcome.result, outcome, ranges)

        return self.run(ask, answer, Task.OTHER)

    def solutions(
        self,
        limit: int | None = None,
        *,
        each: Callable[[Any], None] | None = None,
        watch: Watch | None = None,
        up_to_symmetry: UpTo = False,
    ) -> ListAnswer:
        """Lists solutions, at most as many as the `limit`.

        If `each` is given, it is called with every solution as it is found, and they are not kept.
        With `up_to_symmetry`, one of each set of equivalent solutions is listed; `"rotations"`
        counts mirror images as different.

        Raises:
            InputError: If no symmetries are known, or groups are switched off that keep them.
        """
        started = self._start(Task.ALL)
        return self._answer_listed(
            ListAnswer, started, limit, each=each, watch=watch, up_to_symmetry=up_to_symmetry
        )

    def best(self, number: int = 10, *, watch: Watch | None = None) -> BestAnswer:
        """Finds the best solutions, the best one first; see `ilpuzzles.best_solutions`.

        Raises an `InputError` if the model has no objective.
        """
        asked = {"number": number, "watch": watch}
        ranked = partial(self._answer_ranked, BestAnswer)
        return self.run(queries.best_solutions, ranked, Task.ONE, **asked)

    def optimal(self, limit: int | None = None, *, watch: Watch | None = None) -> OptimalAnswer:
        """Lists all solutions with the best objective; see `ilpuzzles.optimal_solutions`.

        Raises an `InputError` if the model has no objective.
        """
        asked = {"limit": limit, "watch": watch}
        ranked = partial(self._answer_ranked, OptimalAnswer)
        return self.run(queries.optimal_solutions, ranked, Task.ONE, **asked)

    def _answer_ranked(self, kind: type[_Ranked], about: About, outcome: BestSolutions) -> _Ranked:
        more = {"objectives": outcome.objectives, "ranking": outcome.label()}
        return self._answer_with(kind, about, outcome, **more)

    def _answer_listed(
        self,
        kind: type[_Counted],
        started: _Started,
        limit: int | None,
        *,
        each: Callable[[Any], None] | None = None,
        watch: Watch | None,
        up_to_symmetry: UpTo,
    ) -> _Counted:
        queries.require_limit(limit)
        choice = started.choice
        listed = SolutionList(
            self.subject,
            backend=choice.backend.name,
            weakened=self.weakened,
            keep=each is None and issubclass(kind, ListAnswer),
            orbits=Orbits(self._symmetries(up_to_symmetry)) if up_to_symmetry else None,
        )

        def visit(values: IntArray) -> bool:
            solution = self.decoded(values)
            if listed.add(solution) and each is not None:
                each(solution)
            return limit is None or listed.different < limit

        def answer(result: Result) -> _Counted:
            if listed.orbits is not None and result.complete and self._keeps_symmetries():
                listed.orbits.require_whole()
            return kind(
                self._about(result, started),
                result,
                tuple(listed.solutions),
                tuple(listed.broken),
                count=listed.number,
                count_up_to_symmetry=None if listed.orbits is None else listed.different,
                stated=self._stated_number(),
            )

        inquiry = Inquiry(self.model, choice, self.options, Task.ALL)
        with interruptible(lambda: answer(inquiry.interrupted(found=listed.number))):
            result = queries.enumerate_solutions(
                self.model, visit, choice, self.options, watch=watch, few=limit is not None
            )
        return answer(require_answer(result))

    def count(
        self,
        limit: int | None = None,
        *,
        ledger: str | Path | None = None,
        watch: Watch | None = None,
        up_to_symmetry: UpTo = False,
    ) -> CountAnswer:
        """Counts the solutions; see `ilpuzzles.queries.count_solutions`.

        A file at the path `ledger` records what is counted. With `up_to_symmetry`, classes of
        equivalent solutions are counted as well, and the limit is for these; `"rotations"` counts
        mirror images as different.

        Raises:
            InputError: If no symmetries are known, or groups are switched off that keep them.
        """
        started = self._start(Task.ALL)
        counts_without_listing = isinstance(started.choice.backend, SolutionSetEngine)
        if up_to_symmetry:
            if ledger is not None:
                raise InputError("a count up to symmetry takes no ledger", "leave one of them out")
            moves = None
            if counts_without_listing and limit is None:
                moves = self._moves(up_to_symmetry)
            if moves is not None:
                return self._orbit_count(moves, started, watch)
            return self._answer_listed(
                CountAnswer, started, limit, watch=watch, up_to_symmetry=up_to_symmetry
            )
        # Each solution is looked at where the count lists them: always in parts, and up to a limit.
        in_parts = ledger is not None or self.options.cluster is not None
        lists_solutions = not counts_without_listing or limit is not None or in_parts

        def answer(about: About, outcome: Count) -> CountAnswer:
            return CountAnswer(
                about,
                outcome.result,
                count=outcome.number,
                looked_at=lists_solutions,
                stated=self._stated_number(),
            )

        details = {"limit": limit, "ledger": ledger, "watch": watch}
        return self.run(queries.count_solutions, answer, started, **details)

    def _moves(self, up_to_symmetry: UpTo) -> IntArray | None:
        """The symmetries as moves of columns, if solutions can be counted up to them that way."""
        symmetries, make = self._symmetries(up_to_symmetry), self.formulated.moves
        if make is None or not self._keeps_symmetries():
            return None
        moves = make(symmetries)
        # A colouring says the same of all solutions, but not of all parts of them.
        return moves if queries.can_be_moved(self.model, moves) else None

    def _orbit_count(self, moves: IntArray, started: _Started, watch: Watch | None) -> CountAnswer:
        def answer(about: About, outcome: OrbitCount) -> CountAnswer:
            return CountAnswer(
                about,
                outcome.result,
                count=outcome.count.number,
                count_up_to_symmetry=outcome.orbits,
                looked_at=False,
                stated=self._stated_number(),
            )

        return self.run(queries.count_orbits, answer, started, moves=moves, watch=watch)

    def _stated_number(self) -> int | None:
        """How many solutions the instance is said to have, if these are what is asked about."""
        position = self.subject
        if not isinstance(position, PuzzlePosition) or position.breaking is not None:
            return None
        is_changed = self.weakened or self.extended or bool(self.model.fixed)
        return None if is_changed else position.instance.solutions

    def random(self, number: int = 1, *, watch: Watch | None = None) -> SampleAnswer:
        """Draws this many solutions at random: each time, every solution has the same chance.

        The same solution may be drawn several times.
        """
        asked = {"number": number, "watch": watch}
        drawn = partial(self._answer_with, SampleAnswer)
        return self.run(queries.sample_solutions, drawn, Task.ALL, **asked)

    def unique(self) -> UniqueAnswer:
        """Finds out whether there is exactly one solution; if there are more, it shows two.

        Raises an `InputError` if symmetry breaking leaves some solutions out.
        """
        self.require_all("asking whether there is exactly one solution")

        def answer(about: About, outcome: Uniqueness) -> UniqueAnswer:
            return self._answer_with(UniqueAnswer, about, outcome, unique=outcome.unique)

        return self.run(queries.check_uniqueness, answer, Task.TWO)

    def forced(self, *, watch: Watch | None = None) -> ForcedAnswer:
        """Finds what is the same in every solution: the backbone.

        Raises an `InputError` if symmetry breaking leaves some solutions out.
        """
        self.require_all("asking what all solutions share")

        def answer(about: About, outcome: Forced) -> ForcedAnswer:
            return ForcedAnswer(
                about,
                outcome.result,
                forced=None if outcome.solution is None else self.part(outcome),
                facts=(len(outcome.values), outcome.facts),
            )

        facts = self.formulated.facts
        return self.run(queries.find_forced, answer, Task.ALL, facts=facts, watch=watch)

    def explain(
        self,
        among: Sequence[str] = (),
        *,
        all_rows: bool = False,
        bounds: bool = False,
        reasons: int = 1,
        watch: Watch | None = None,
    ) -> ExplanationAnswer:
        """Explains why there is no solution; see `ilpuzzles.queries.explain`.

        It looks first at what was given, such as tiles on the board: which parts of it conflict,
        and the fewest to take back. If the rules alone are to blame, it names them. If the model
        does not say what was given, as one of your own may not, it looks for rows (an IIS): those
        of the groups `among`, if any are named, with all others taken for granted. `all_rows` looks
        in the whole model at once: for groups, then for rows in them. With `bounds`, it also says
        which bounds of the variables in these rows are needed. It looks for as many `reasons` as
        there are, at most so many.
        """
        given = None if all_rows else self.given

        def answer(about: About, outcome: Explanation) -> ExplanationAnswer:
            kind: type[ExplanationAnswer] = named(f"{_OF_MODELS}:ExplanationAnswer")
            return kind(about, outcome.result, outcome)

        rows = given is None or bool(among)
        details = {"among": among, "given": given, "rows": rows, "bounds": bounds}
        return self.run(
            queries.explain, answer, Task.OTHER, watch=watch, reasons=reasons, **details
        )

    def hint(
        self, *, all_steps: bool = False, watch: Watch | None = None, marks: Any = None
    ) -> HintAnswer:
        """Finds the next step that is certain, such as a piece with only one place, and says why.

        A step is certain if it is part of every solution. On a board the reason is the smallest one
        that is found for the simplest move; otherwise that all solutions have it, or that none is
        left without it. Raises an `InputError` if symmetry breaking leaves some solutions out.

        Args:
            all_steps: Whether to look for all other steps as well that are as easy.
            watch: Called now and then with what has been done.
            marks: What is drawn on the board of a pencil puzzle by now, as a part of a solution in
                plain data: `{"rows": ["? x", "- ?"]}`.

        Example:
            >>> from ilpuzzles import experiment
            >>> first = experiment("sudoku", "small").hint()
            >>> print(first.verdict())
            write 4 into row 1, column 1
            >>> drawn = {"rows": ["4 ? ? ?", "? ? ? ?", "? ? ? ?", "? ? ? ?"]}
            >>> print(experiment("sudoku", "small").hint(marks=drawn).verdict())
            write 3 into row 1, column 3
            >>> every = experiment("sudoku", "small").hint(all_steps=True)
            >>> every.others[0].what
            'write 3 into row 1, column 3'
        """
        ask: Callable[..., HintAnswer] = named(f"{_PLAYERS}:hint")
        return ask(self, watch, marks, all_steps=all_steps)

    def repair(self, *, watch: Watch | None = None) -> RepairAnswer:
        """Finds the fewest parts of what is given to take back, so that there is a solution again.

        Raises:
            InputError: If the model does not say which of its rows hold what is given.
        """
        ask: Callable[..., RepairAnswer] = named(f"{_PLAYERS}:repair")
        return ask(self, watch)

    def undo(self, *, watch: Watch | None = None) -> RepairAnswer:
        """The name of `repair` in the release before; it warns."""
        what = "Experiment.undo is called repair now; the old name goes with the next release"
        warnings.warn(what, DeprecationWarning, stacklevel=2)
        return self.repair(watch=watch)

    def relax(
        self,
        by: Literal["groups", "rows"] = "groups",
        among: Sequence[str] = (),
        *,
        watch: Watch | None = None,
    ) -> CorrectionAnswer:
        """Finds the least to give up so that there is a solution; see `ilpuzzles.queries.relax`."""

        def answer(about: About, outcome: Correction) -> CorrectionAnswer:
            kind: type[CorrectionAnswer] = named(f"{_OF_MODELS}:CorrectionAnswer")
            if outcome.solution is None:
                return kind(about, outcome.result, outcome)
            weak = bool(outcome.given_up)
            checked = self.judged(outcome.solution, outcome.result.backend, weakened=weak)
            return kind(about, outcome.result, outcome, *checked)

        details = {"by": by, "among": among}
        return self.run(queries.relax, answer, Task.OTHER, watch=watch, **details)

    def whatif(
        self,
        *,
        without: Sequence[str | Sequence[str]] = (),
        fix: Sequence[Fixing | tuple[str, Fixing]] = (),
        limit: int = 10,
        watch: Watch | None = None,
    ) -> VariantsAnswer:
        """Compares variants of the model; see `ilpuzzles.queries.whatif`."""

        def answer(about: About, outcome: VariantTable) -> VariantsAnswer:
            pairs: list[tuple[Any, tuple[Fault, ...]]] = []
            for variant in outcome:
                weak = bool(variant.model.switched_off)
                first = variant.solutions[:1]
                pairs += [self.judged(one, outcome.result.backend, weakened=weak) for one in first]
                pairs += [] if first else [(None, ())]
            solutions, broken = zip(*pairs, strict=True)
            kind: type[VariantsAnswer] = named(f"{_OF_MODELS}:VariantsAnswer")
            return kind(about, outcome.result, outcome, solutions, broken)

        details = {"without": without, "fix": fix, "limit": limit, "watch": watch}
        return self.run(queries.whatif, answer, Task.OTHER, **details)

    def _start(self, task: Task) -> _Started:
        return _Started(time.perf_counter(), self.choice(task))

    def run(
        self,
        query: Callable[..., _Found],
        make_answer: Callable[[About, Any], _Answer],
        task: Task | _Started,
        **details: Any,
    ) -> _Answer:
        """Runs a query, and makes the answer, even if the query is interrupted.

        Args:
            query: Called with the model, the backend, the options and the `details`.
            make_answer: Makes an answer in the puzzle's words of what the query returns.
            task: What is asked of the backend, or a question for which it is chosen already.
            details: Further arguments of the query.
        """
        started = self._start(task) if isinstance(task, Task) else task

        def answer_to(outcome: Any) -> _Answer:
            result = outcome if isinstance(outcome, Result) else outcome.result
            return make_answer(self._about(result, started), outcome)

        try:
            outcome = query(self.model, backend=started.choice, options=self.options, **details)
        except Interrupted as interruption:
            raise Interrupted(answer_to(interruption.answer)) from interruption
        return answer_to(outcome)

    def _answer_with(
        self,
        kind: type[_OfSolutions],
        about: About,
        outcome: Solutions | Uniqueness,
        **more: Any,
    ) -> _OfSolutions:
        """An answer with solutions, and the rules that the first one breaks which breaks any."""
        solutions = [self.judged(values, outcome.result.backend) for values in outcome.solutions]
        broken = next((broken for _, broken in solutions if broken), ())
        return kind(about, outcome.result, tuple(one for one, _ in solutions), broken, **more)

    def _symmetries(self, up_to_symmetry: UpTo) -> EquivalentSolutions:
        symmetries = self.subject.symmetries()
        if up_to_symmetry == "rotations":
            if self.subject.breaking is not None:
                what = "mirror images cannot be told apart: symmetry breaking leaves them out"
                raise InputError(what, "leave out one of the two")
            symmetries = symmetries.rotations()
        if self.weakened:
            what = "symmetries are not known for a model without some of its groups"
            raise InputError(what, "ask for all solutions")
        return symmetries

    def _keeps_symmetries(self) -> bool:
        """Whether all equivalents of a solution are solutions as well."""
        return self.subject.breaking is None and not self.model.fixed and not self.extended

    def require_all(self, question: str) -> None:
        """Raises if symmetry breaking makes an answer true of the solutions that it leaves only."""
        if self.subject.breaking is not None:
            what = (
                f"{question} cannot be combined with symmetry breaking, which leaves solutions out"
            )
            raise InputError(what, "leave one of them out")

    def text(self) -> str:
        """The model in a few lines: its size, and what its groups say."""
        lines = [f"{self.subject.name}, formulation {self.formulation}: {self.model.statistics()}"]
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


def _decode_first(decode: Callable[[IntArray], Any], columns: int, values: IntArray) -> Any:
    """Decodes the values of the first columns, those that the decoder knows."""
    return decode(values[:columns])


def experiment(
    puzzle: str | PuzzlePosition,
    preset: str | None = None,
    *,
    file: str | Path | None = None,
    board: str | None = None,
    url: str | None = None,
    text: str | None = None,
    parameters: Mapping[str, int | str] | None = None,
    formulation: str | Build | None = None,
    break_symmetry: str = "off",
    backend: BackendLike = "auto",
    options: Options | None = None,
    library: Library | None = None,
    **words: Unpack[OptionWords],
) -> Experiment:
    """Prepares an instance of a puzzle for questions.

    Args:
        puzzle: The name of a puzzle, or an instance that is already loaded.
        preset: The name of a preset.
        file: The path of a file instead of a preset; `-` for standard input.
        board: The rows of a board instead of a file; see `load`.
        url: The address of an instance instead of any of these; see `load`.
        text: What a file of an instance says, instead of any of these; see `load`.
        parameters: The values of parameters that the puzzle declares, such as `{"height": 3}`.
        formulation: The name of a formulation, or None for the standard one; or your own, see
            `formulate`.
        break_symmetry: `off` for all solutions; `auto`, or for a tiling the name of a tile, for
            symmetry breaking, which leaves fewer of several equivalent ones.
        backend: The name of a backend, or a backend itself; `auto` picks one.
        options: How to search; options may also be given directly, as `time_limit=3`.
        library: Where to look for puzzles and presets.

    Returns:
        The experiment, to be asked questions: `solve`, `solutions`, `count`, `unique`, `forced`,
        `explain`, `relax`, `whatif`, `hint`, `repair`.

    Raises:
        InputError: If something that the user gave is wrong.
        BackendError: If a solver is missing.

    Example:
        >>> print(experiment("lonpos", "8pieces").unique())
        unique
    """
    _require_arguments(words)
    start = time.perf_counter()
    if not isinstance(puzzle, PuzzlePosition):
        source = PositionSource(puzzle, preset, file, board, url, text, parameters, library)
        puzzle = load_position(source)
    if break_symmetry != OFF:
        puzzle = puzzle.break_symmetry(break_symmetry)
    read = time.perf_counter()
    choose(backend)
    name, formulated = formulate(puzzle, formulation or standard_form(puzzle.kind, backend))
    return Experiment(
        subject=puzzle,
        formulation=name,
        formulated=formulated,
        model=formulated.model.program(),
        backend=backend,
        options=options_with(options, words),
        load_seconds=read - start,
        build_seconds=time.perf_counter() - read,
    )


def _require_arguments(words: Mapping[str, object]) -> None:
    """Raises for a mistyped argument of `experiment`, which would be taken for an option."""
    for word in words:
        near = nearest(word, [*_ARGUMENTS, *OptionWords.__annotations__])
        if near in _ARGUMENTS:
            raise UnknownNameError(f"unknown argument {quoted(word)}", f"did you mean {near}=?")


def own_puzzle(
    model: Model | Program,
    decode: Callable[[IntArray], Any] | None = None,
    *,
    name: str | None = None,
    text: Callable[[Any], str] = str,
    svg: Callable[[Any], str] | None = None,
    check: Callable[[Any], Sequence[str]] | None = None,
    board: tuple[PlayData, Sequence[Mapping[Variable, int]]] | None = None,
    backend: BackendLike = "auto",
    options: Options | None = None,
) -> Experiment:
    r"""Prepares a model of your own for questions.

    Args:
        model: The model, or a program.
        decode: Turns the values of all variables into a solution of any type. For `forced` it gets
            the values that are the same in all solutions, and 0 for all others. By default a
            solution is its variables by their names.
        name: What to call the puzzle; by default the name of the model.
        text: Draws a solution with letters.
        svg: Draws a solution as an SVG document.
        check: Lists what is wrong with a solution, in a few words each, without using the model.
        board: What can be played on, such as `grid_data` makes it, and for each of its moves the
            values of variables that it means; see `ilpuzzles.play`.
        backend: The name of a backend, or a backend itself; `auto` picks one.
        options: How to search.

    Returns:
        The experiment, to be asked questions; the answers show the pictures.

    Raises:
        BackendError: If a solver is missing.

    Example:
        >>> rooks = Model("rooks")
        >>> rook = rooks.binary("rook", 2, 2)
        >>> with rooks.group("lines", why="one rook in every row and column"):
        ...     rows = rooks.exactly_one(rook, axis=0), rooks.exactly_one(rook, axis=1)
        >>> puzzle = own_puzzle(
        ...     rooks,
        ...     lambda values: values[rook.columns].tolist(),
        ...     text=lambda board: "\n".join("".join(".R"[cell] for cell in row) for row in board),
        ... )
        >>> print(puzzle.fix({rook[0, 0]: 1}).solve().text())
        R.
        .R
        >>> puzzle.count().count
        2
    """
    program = program_of(model)
    owner = program.names.owner
    model = owner if isinstance(owner, Model) else Model(program.names.title)
    ground: Playground | None = None
    if board is not None:
        data, moves = board
        values = [{one.column: value for one, value in move.items()} for move in moves]
        if len(values) != len(data.moves):
            what = f"the board has {len(data.moves)} moves, but meanings of {len(values)}"
            raise InputError(what, "give one for each")
        shown = decode or partial(solution_by_names, program)
        ground = OwnPlayground(data, values, shown, program.variables)
    return Experiment(
        subject=OwnPuzzle(name or program.names.title, text, svg, check, ground),
        formulation="own",
        formulated=Formulated(model, decode)
        if decode is not None
        else Formulated(model, partial(solution_by_names, program), partial=NamedValues.of),
        model=program,
        backend=backend if backend == AUTO else choose(backend).backend,
        options=options or Options(),
    )


@overload
def solve(
    puzzle: Model | Program,
    backend: BackendLike = ...,
    /,
    *,
    options: Options | None = ...,
    **words: Unpack[OptionWords],
) -> Result: ...


@overload
def solve(
    puzzle: str | PuzzlePosition,
    preset: str | None = ...,
    *,
    file: str | Path | None = ...,
    board: str | None = ...,
    url: str | None = ...,
    text: str | None = ...,
    parameters: Mapping[str, int | str] | None = ...,
    formulation: str | Build | None = ...,
    break_symmetry: str = ...,
    without: Sequence[str] = ...,
    backend: BackendLike = ...,
    options: Options | None = ...,
    library: Library | None = ...,
    **words: Unpack[OptionWords],
) -> SolveAnswer: ...


def solve(
    puzzle: str | PuzzlePosition | Model | Program, preset: Any = None, **words: Any
) -> SolveAnswer | Result:
    r"""Solves an instance of a puzzle; the arguments are those of `experiment`.

    A model is solved as by `solve_model`, and takes what that takes.

    Groups of rows in `without` are switched off, to see what goes wrong without them.

    Returns:
        The answer. A solution in it satisfies every row of the model, and the rule checker of the
        puzzle accepts it, unless groups are switched off: then it may break rules, and
        `SolutionAnswer.broken` says which.

    Raises:
        InputError: If something that the user gave is wrong.
        BackendError: If a solver is missing.
        CheckError: If the solution of a full model fails its check.

    Example:
        >>> answer = solve("lonpos", "8pieces")
        >>> print(*answer.to_json()["solutions"][0]["rows"], sep="\n")
        BBBCCAAAEEE
        BBFFCALEEHD
        GGGFCLLLHHD
        KKGICILHHDD
        KKGIIIJJJJD
    """
    if isinstance(puzzle, Model | Program):
        return solve_model(puzzle, **({"backend": preset} if preset else {}), **words)
    without = words.pop("without", ())
    return experiment(puzzle, preset, **words).without(*without).solve()
