"""Where starting positions are looked for: a puzzle with nothing given, stated as one model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from ilpuzzles.dice import Dice
from ilpuzzles.errors import CheckError, InputError, Problem
from ilpuzzles.generate.covers import Covers
from ilpuzzles.generate.effort import Effort, Ending, StopError
from ilpuzzles.generate.random_solution import drawn_solution
from ilpuzzles.library import Library
from ilpuzzles.puzzles.tiling import TilingInstance, TilingSolution
from ilpuzzles.puzzles.tiling.placement_table import PlacementTable
from ilpuzzles.workbench import Experiment, Loaded, experiment, load
from ilpuzzles.workbench.loading import load_bare

FORMULATION = "placement"

_NODES = 20_000_000
"""After so many placements of the search for another solution, the backend is asked."""


def bare(
    puzzle: str,
    preset: str | None = None,
    *,
    file: Path | None = None,
    parameters: Mapping[str, int | str] | None = None,
    library: Library | None = None,
) -> Loaded:
    """Loads a puzzle with nothing given.

    Args:
        puzzle: The name of the puzzle.
        preset: A preset whose board is meant, where that is left to instances; what is given there
            is taken off.
        file: A file of one's own, likewise.
        parameters: The values of parameters that the puzzle declares.
        library: Where to look for puzzles and presets.

    Raises:
        UnknownNameError: If there is no such puzzle or preset.
        InputError: If a file is wrong, or this is nothing to make starting positions of.

    Example:
        >>> bare("lonpos", "8pieces").instance.givens
        ()
    """
    if preset is None and file is None:
        loaded = load_bare(puzzle, parameters, library)
    else:
        loaded = load(puzzle, preset, file=file, parameters=parameters, library=library)
    instance = Ground.instance_of(loaded)
    if instance.conditions:
        what = f"the instance has conditions ({instance.conditions[0].name})"
        raise InputError(Problem(what, "take one without, or take them away"))
    empty = TilingInstance(instance.puzzle, instance.region)
    # Where the puzzle has a region of its own, it does not matter whose board it was.
    own = instance.puzzle.region is not None
    return replace(loaded, instance=empty, preset=None if own else loaded.preset)


class Another(NamedTuple):
    """Another solution with some of the tiles of one.

    Attributes:
        solution: The solution.
        known: Whether it is always this one, whatever the backend and its version.
    """

    solution: TilingSolution
    known: bool


@dataclass(slots=True, eq=False)
class Ground:
    """A puzzle with nothing given, stated as one model that all questions are asked about.

    Attributes:
        loaded: The puzzle.
        stated: The model; given tiles are variables that are fixed.
        table: All placements, in the order of the variables.
        effort: What may be tried.
        seen: All solutions that were seen so far, by their placements.
        helpers: The solvers that it took to find random solutions: others may find others.
    """

    loaded: Loaded
    stated: Experiment
    table: PlacementTable
    effort: Effort
    seen: dict[frozenset[int], TilingSolution] = field(default_factory=dict)
    helpers: dict[str, None] = field(default_factory=dict)
    _covers: Covers = field(init=False)

    def __post_init__(self) -> None:
        self._covers = Covers.of(self.stated)

    @classmethod
    def of(cls, loaded: Loaded, effort: Effort, backend: str = "auto") -> Ground:
        """States a puzzle that has nothing given; see `bare`."""
        stated = experiment(loaded, formulation=FORMULATION, backend=backend)
        return cls(loaded, stated, PlacementTable.of(cls.instance_of(loaded)), effort)

    @property
    def instance(self) -> TilingInstance:
        """The instance, with nothing given."""
        return self.instance_of(self.loaded)

    @staticmethod
    def instance_of(loaded: Loaded) -> TilingInstance:
        """The instance of a tiling puzzle.

        Raises:
            InputError: If it is of another family.
        """
        instance = loaded.instance
        if not isinstance(instance, TilingInstance):
            what = f"{loaded.name} is no tiling puzzle"
            raise InputError(Problem(what, "take one that lays tiles"))
        return instance

    def random_solution(self, dice: Dice) -> TilingSolution | None:
        """Some solution, or None if there is none; see `random_solution`."""
        covers = replace(self._covers, stated=replace(self.stated, options=self.effort.options()))
        solution, helper = drawn_solution(covers, dice)
        if helper:
            self.helpers[helper] = None
        return None if solution is None else self._remembered(solution)

    def another(self, solution: TilingSolution, placements: Sequence[int]) -> Another | None:
        """Another solution with some of the placements of a solution, or None if there is none.

        The search lays those of the solution first, so it finds one that has many of them. Where
        that takes too long, the backend is asked whether there is another one: which one it shows
        is not the same everywhere.

        Raises:
            CheckError: If the solution is not found again.
            StopError: If the tries or the time are used up.
        """
        options, own = self.effort.next_try(), self.numbers(solution)
        rest = [number for number in range(self._covers.placements) if number not in own]
        order = [*sorted(own), *rest]
        looked = self._covers.first(2, order, options, laid=placements, nodes=_NODES)
        known = bool(looked.solutions) and (len(looked.solutions) == 2 or looked.complete)
        found = looked.solutions if known or looked.complete else self._asked(placements)
        others = [one for one in found if self.numbers(one) != own]
        if not found or len(others) == len(found) == 1:
            what = f"a solution of {self.loaded.name} was lost"
            raise CheckError(Problem(what, "try another backend"))
        if not others:
            return None
        return Another(self._remembered(others[0]) if known else others[0], known)

    def _asked(self, placements: Sequence[int]) -> tuple[TilingSolution, ...]:
        """The one solution with these placements, or two that differ, as the backend says."""
        (place,) = self.stated.formulated.model.families
        variables = place.positions()
        fixed = self.stated.fix({variables[number]: 1 for number in placements})
        answer = replace(fixed, options=self.effort.options()).unique()
        if answer.unique is None:
            raise StopError(Ending.TIME)
        return answer.solutions

    def numbers(self, solution: TilingSolution) -> frozenset[int]:
        """The placements of a solution."""
        return frozenset(self.table.numbers(solution.tiles))

    def _remembered(self, solution: TilingSolution) -> TilingSolution:
        return self.seen.setdefault(self.numbers(solution), solution)
