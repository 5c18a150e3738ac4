"""Random solutions of a tiling, and tiles that tell them from all others: random hitting sets.

Let S be a solution, and K some of its tiles. Another solution T is an *alternative*; the tiles of
S that T does not have are its *mark* D(T). With K given there is exactly one solution if and only
if K has a tile in common with the mark of every alternative. So every alternative that is seen
tells of which tiles one has to be kept, and two solutions come with every K that turns out to have
several.

The search for solutions is ours, an exact cover whose options are tried in an order of one's own:
what it finds does not depend on the version of any solver, nor, unless there is a time limit, on
how long anything takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Status
from ilpuzzles.dice import Dice
from ilpuzzles.errors import BackendError, BackendMissingError, CheckError, InputError
from ilpuzzles.exactcover.engine import first_covers
from ilpuzzles.exactcover.settings import Run, SearchEnding as Stop, Settings
from ilpuzzles.experiments.experiments import Experiment, experiment
from ilpuzzles.experiments.loading import load, load_bare
from ilpuzzles.generate.budget import Budget, Ending, SearchStoppedError
from ilpuzzles.geometry.lattice import IntArray
from ilpuzzles.passes.cover_form import CoverForm
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.queries.restricted_search import require_answer, require_valid
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.reading.library import Library
from ilpuzzles.solvers.cover.backend import conditions_of, covering_of, problem_of
from ilpuzzles.solvers.registry import get_backend
from ilpuzzles.tilings.placement_bits import ones
from ilpuzzles.tilings.placement_table import PlacementTable
from ilpuzzles.tilings.tiling_puzzle import TilingInstance, TilingSolution

_ENGINE = "exactcover"
_LUBY = (1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 16, 32)
"""How many times as long as the first each of our own searches may take (Luby et al. 1993)."""

_ONCE = 50_000
"""So many placements the first may choose; fewer where conditions are looked at after each."""

_SEED_BITS = 31
FORMULATION = "placement"
_NODES = 20_000_000
"""After so many placements of the search for another solution, the backend is asked."""

_MOST_PARTIAL = 20_000
"""How many partial sets are looked at before the search is given up."""

_PATIENCE = 12
"""After so many sets of a solution that turn out to be too large, another solution is better."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundSolutions:
    """The first solutions that a search has found.

    Attributes:
        solutions: The solutions.
        complete: Whether there are no others.
    """

    solutions: tuple[TilingSolution, ...]
    complete: bool


def without_givens(
    puzzle: str,
    preset: str | None = None,
    *,
    file: Path | None = None,
    board: str | None = None,
    parameters: Mapping[str, int | str] | None = None,
    library: Library | None = None,
) -> PuzzlePosition:
    """Loads a puzzle with nothing given.

    Args:
        puzzle: The name of the puzzle.
        preset: The preset whose board to use, if the puzzle leaves that to instances; tiles given
            there are taken off.
        file: A file instead of a preset.
        board: A typed board instead of a file.
        parameters: The values of parameters that the puzzle declares.
        library: Where to look for puzzles and presets.

    Raises:
        UnknownNameError: If there is no such puzzle or preset.
        InputError: If a file is wrong, or this is nothing to make starting positions of.

    Example:
        >>> without_givens("lonpos", "8pieces").instance.givens
        ()
    """
    if preset is None and file is None and board is None:
        position = load_bare(puzzle, parameters, library)
    else:
        position = load(
            puzzle, preset, file=file, board=board, parameters=parameters, library=library
        )
    instance = BaseModel.instance_of(position)
    if instance.conditions:
        what = f"positions under conditions ({instance.conditions[0].name}) cannot be generated"
        raise InputError(what, "choose an instance without, or remove them")
    # Where the puzzle has a region of its own, it does not matter whose board it was.
    has_own_region = instance.puzzle.region is not None
    preset = None if has_own_region else position.preset
    return replace(position, instance=instance.with_givens(()), preset=preset)


@dataclass(frozen=True, slots=True, eq=False)
class OtherSolution:
    """Another solution with some of the tiles of one.

    Attributes:
        solution: The solution.
        is_reproducible: Whether it is always this one, whatever the backend and its version.
    """

    solution: TilingSolution
    is_reproducible: bool


def _require_engine() -> None:
    """Raises a `BackendMissingError` if the engine for exact covers is not installed."""
    engine = get_backend(_ENGINE)
    if not engine.available():
        what = f"new positions of tilings need backend {_ENGINE}, which is not installed"
        raise BackendMissingError(what, engine.needs)


@dataclass(slots=True, eq=False)
class BaseModel:
    """A puzzle with nothing given, stated as one model that all questions are asked about.

    Attributes:
        stated: The model; given tiles are variables that are fixed.
        form: The same as an exact cover problem.
        table: All placements, in the order of the variables.
        seen: All solutions that were seen so far, by their placements.
        helpers: The solvers that it took to find random solutions, with their versions: others may
            find others.
    """

    position: PuzzlePosition
    stated: Experiment
    form: CoverForm
    table: PlacementTable
    budget: Budget
    seen: dict[frozenset[int], TilingSolution] = field(default_factory=dict)
    helpers: dict[str, None] = field(default_factory=dict)

    @classmethod
    def of(cls, position: PuzzlePosition, budget: Budget, backend: str = "auto") -> BaseModel:
        """States a puzzle that has nothing given; see `without_givens`.

        Raises:
            BackendMissingError: If the engine is not installed.
            BackendError: If items have bounds: what is laid takes them.
        """
        _require_engine()
        stated = experiment(position, formulation=FORMULATION, backend=backend)
        form = covering_of(stated.model, _ENGINE, most=len(stated.model.rows))
        if form.bounds is not None:
            what = "positions are only made where every cell and every tile is there once"
            raise BackendError(what, "change the instance")
        return cls(position, stated, form, PlacementTable.of(cls.instance_of(position)), budget)

    @property
    def instance(self) -> TilingInstance:
        """The instance, with nothing given."""
        return self.instance_of(self.position)

    @staticmethod
    def instance_of(position: PuzzlePosition) -> TilingInstance:
        """The instance of a tiling puzzle; raises `InputError` if it is of another family."""
        instance = position.instance
        if not isinstance(instance, TilingInstance):
            raise InputError(
                f"{position.name} is not a tiling puzzle", "choose one that lays tiles"
            )
        return instance

    def random_solution(self, dice: Dice) -> TilingSolution | None:
        """Some solution: the first one of a search that tries placements in random order.

        The same dice find the same solution everywhere, with two exceptions: a time limit, and a
        puzzle of which the search finds no solution in some four million placements. Of that,
        CP-SAT finds one. Not all solutions are equally likely.

        Returns:
            The solution, or None if there is proved to be none.

        Raises:
            SearchStoppedError: If the time is over.
            BackendError: If a solver is missing or fails.
        """
        once = _ONCE // (1 + len(self.form.conditions))
        for times in _LUBY:
            order = list(range(len(self.table)))
            dice.shuffle(order)
            first = self._first(1, order, self.budget.options(), nodes=times * once)
            if first.solutions:
                return self._remember(first.solutions[0])
            if first.complete:
                return None
        return self._draw_by_cpsat(dice)

    def _draw_by_cpsat(self, dice: Dice) -> TilingSolution | None:
        options = replace(self.budget.options(), seed=dice.bits(_SEED_BITS))
        result = require_answer(solve_model(self.stated.model, "cpsat", options))
        if result.values is None:
            if result.status is not Status.INFEASIBLE:
                raise SearchStoppedError(Ending.TIME)
            return None
        self.helpers[f"{result.backend} {result.version}"] = None
        return self._remember(self._solution(result.values, result.backend))

    def _first(
        self,
        number: int,
        order: Sequence[int],
        options: Options,
        *,
        laid: Iterable[int] = (),
        nodes: int | None = None,
    ) -> FoundSolutions:
        """The first solutions, checked, of a search that tries all placements in some order.

        Those that are `laid` are in all; `nodes` is how many placements the search may choose.

        Raises:
            SearchStoppedError: If the time was over before.
        """
        (place,) = self.stated.model.names.families
        variables = self.stated.model.variables
        option_of = np.full(variables, -1)
        option_of[self.form.columns] = np.arange(len(self.form.columns))
        # What can be laid at all, in the order that is wanted.
        tried = option_of[place.columns[np.array(order, dtype=np.int64)]]
        tried = tried[tried >= 0]
        problem = problem_of(self.form).reorder(tried)
        given = np.isin(tried, option_of[place.columns[np.array(list(laid), dtype=np.int64)]])
        masks, forbids = problem.marks().masks()
        taken = np.bitwise_or.reduce(forbids[:, given], axis=1, initial=np.uint64(0))
        kept = given | ~(masks & taken[:, None]).any(axis=0)
        conditions = tuple(
            replace(condition, totals=condition.totals[tried[kept]])
            for condition in conditions_of(self.form)
        )
        run = Run(seconds=options.time_limit, node_limit=nodes)
        covers = first_covers(problem.keep(kept), number, Settings(conditions=conditions), run)
        if run.ending is Stop.TIME:
            raise SearchStoppedError(Ending.TIME)
        values = self.form.values(np.append(tried[kept], -1)[covers], variables)
        solutions = tuple(self._solution(row, _ENGINE) for row in values)
        return FoundSolutions(solutions, run.complete)

    def _solution(self, values: IntArray, by: str) -> TilingSolution:
        """What a solver says, as a solution that is checked."""
        require_valid(self.stated.model, values, by)
        solution: TilingSolution = self.stated.judged(values, by)[0]
        return solution

    def another(self, solution: TilingSolution, placements: Sequence[int]) -> OtherSolution | None:
        """Another solution with some of the placements of a solution, or None if there is none.

        The search lays those of the solution first, so it finds one that has many of them. Where
        that takes too long, the backend is asked whether there is another one: which one it shows
        is not the same everywhere.

        Raises:
            CheckError: If the solution is not found again.
            SearchStoppedError: If the tries or the time are used up.
        """
        options = self.budget.next_try()
        numbers = self.numbers(solution)
        rest = [number for number in range(len(self.table)) if number not in numbers]
        first_two = self._first(
            2, [*sorted(numbers), *rest], options, laid=placements, nodes=_NODES
        )
        solutions = first_two.solutions
        is_reproducible = bool(solutions) and (len(solutions) == 2 or first_two.complete)
        if not is_reproducible and not first_two.complete:
            solutions = self._ask_backend(placements)
        others = [other for other in solutions if self.numbers(other) != numbers]
        is_lost = len(solutions) == 1 and len(others) == 1
        if not solutions or is_lost:
            raise CheckError(f"a solution of {self.position.name} was lost", "try another backend")
        if not others:
            return None
        other = self._remember(others[0]) if is_reproducible else others[0]
        return OtherSolution(other, is_reproducible)

    def _ask_backend(self, placements: Sequence[int]) -> tuple[TilingSolution, ...]:
        """The one solution with these placements, or two that differ, as the backend says."""
        (place,) = self.stated.model.names.families
        variables = place.positions()
        fixed = self.stated.fix({variables[number]: 1 for number in placements})
        answer = replace(fixed, options=self.budget.options()).unique()
        if answer.unique is None:
            raise SearchStoppedError(Ending.TIME)
        return answer.solutions

    def numbers(self, solution: TilingSolution) -> frozenset[int]:
        """The placements of a solution."""
        return frozenset(self.table.numbers(solution.tiles))

    def _remember(self, solution: TilingSolution) -> TilingSolution:
        return self.seen.setdefault(self.numbers(solution), solution)


def random_hitting_set(
    count: int, size: int, dice: Dice, *, met: Sequence[int], avoided: Sequence[int] = ()
) -> int | None:
    """A random set of `size` of the numbers below `count`, as bits, that meets each of some sets.

    A depth-first search with random branches: of the sets that are not met yet, the smallest one
    gives the numbers to choose from. Not all sets are equally likely. The result contains none of
    the `avoided` sets; None if there is none, or the search took too long.
    """
    everything = (1 << count) - 1
    waiting = [(0, 0)]
    for _ in range(_MOST_PARTIAL):
        if not waiting:
            return None
        kept, refused = waiting.pop()
        free = everything & ~kept & ~refused
        left = size - kept.bit_count()
        if free.bit_count() < left or any(numbers & ~kept == 0 for numbers in avoided):
            continue
        missed = [numbers & free for numbers in met if not numbers & kept]
        if _least_hits(missed, left) > left:
            continue
        if not missed and not (left and avoided):
            return kept | _bits_of(dice.sample(list(ones(free)), left))
        branches = list(ones(min(missed, key=int.bit_count) if missed else free))
        dice.shuffle(branches)
        following = []
        for number in branches:
            following.append((kept | 1 << number, refused))
            refused |= 1 << number
        waiting += reversed(following)
    return None


def _least_hits(missed: list[int], left: int) -> int:
    """At least so many numbers it takes to meet all these sets: some of them are disjoint."""
    used = 0
    disjoint = 0
    for numbers in sorted(missed, key=int.bit_count):
        if not numbers:
            return left + 1
        if not numbers & used:
            used |= numbers
            disjoint += 1
    return disjoint


def _bits_of(numbers: Iterable[int]) -> int:
    return sum(1 << number for number in numbers)


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another solution, and its mark: the tiles that it does not have, as bits.

    Where the solution is not the same everywhere, the mark is all that it may not have.
    """

    solution: TilingSolution
    mark: int


class Alternatives:
    """What is known about the starting positions that belong to one solution.

    Sets of its tiles are whole numbers: bit n is the tile with the n-th placement.
    """

    def __init__(self, base: BaseModel, solution: TilingSolution) -> None:
        self.solution = solution
        self.placements = sorted(base.numbers(solution))
        self._base = base
        self._alternatives: list[Alternative] = []
        self._sufficient: list[int] = []
        # Whatever was seen before, for other questions, is an alternative as well.
        for numbers, other in base.seen.items():
            self._add(self._mark(numbers), other)

    @property
    def count(self) -> int:
        """How many tiles the solution has."""
        return len(self.placements)

    def chosen(self, kept: int) -> list[int]:
        """The placements of a set of tiles."""
        return [self.placements[number] for number in ones(kept)]

    def is_unique(self, kept: int) -> bool:
        """Whether there is exactly one solution with these tiles; asks unless it is known."""
        if any(sufficient & ~kept == 0 for sufficient in self._sufficient):
            return True
        if any(not alternative.mark & kept for alternative in self._alternatives):
            return False
        other = self._base.another(self.solution, self.chosen(kept))
        if other is None:
            self._sufficient.append(kept)
        elif other.is_reproducible:
            self._add(self._mark(self._base.numbers(other.solution)), other.solution)
        else:
            # What hangs on the backend decides nothing: all that counts is that there is one.
            self._add((1 << self.count) - 1 & ~kept, other.solution)
        return other is None

    def _mark(self, numbers: frozenset[int]) -> int:
        return _bits_of(
            number for number, placement in enumerate(self.placements) if placement not in numbers
        )

    def _add(self, mark: int, other: TilingSolution) -> None:
        """Remembers an alternative, unless another one says more."""
        if mark and not any(alternative.mark & ~mark == 0 for alternative in self._alternatives):
            self._alternatives = [
                alternative for alternative in self._alternatives if mark & ~alternative.mark
            ]
            self._alternatives.append(Alternative(other, mark))

    def shrunk(self, kept: int, dice: Dice) -> int:
        """Takes tiles away, in random order, until none can be spared any more."""
        order = list(ones(kept))
        dice.shuffle(order)
        for number in order:
            if self.is_unique(kept & ~(1 << number)):
                kept &= ~(1 << number)
        return kept

    def why_needed(self, kept: int) -> Iterator[tuple[int, TilingSolution]]:
        """For every tile of a minimal set, its placement and an alternative that has all others."""
        for number in ones(kept):
            without_it = [
                alternative.solution
                for alternative in self._alternatives
                if alternative.mark & kept == 1 << number
            ]
            yield self.placements[number], without_it[0]

    def unique_set(self, size: int, dice: Dice) -> int | None:
        """A set of so many tiles with exactly one solution, or None if none is found."""
        while True:
            marks = [alternative.mark for alternative in self._alternatives]
            kept = random_hitting_set(self.count, size, dice, met=marks)
            if kept is None or self.is_unique(kept):
                return kept

    def minimal_set(self, size: int, dice: Dice) -> int | None:
        """The same, of which no tile can be spared."""
        minimal: list[int] = []
        while len(minimal) < _PATIENCE:
            marks = [alternative.mark for alternative in self._alternatives]
            kept = random_hitting_set(self.count, size, dice, met=marks, avoided=minimal)
            if kept is None:
                return None
            if self.is_unique(kept):
                least = self.shrunk(kept, dice)
                if least == kept:
                    return kept
                minimal.append(least)
        return None
