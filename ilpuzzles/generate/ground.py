"""Where starting positions are looked for: a puzzle with nothing given, stated as one model."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ilpuzzles.errors import InputError, Problem
from ilpuzzles.generate.effort import Effort, Ending, StopError
from ilpuzzles.generate.random_solution import random_solution
from ilpuzzles.library import Library
from ilpuzzles.puzzles.tiling import TilingInstance, TilingSolution
from ilpuzzles.puzzles.tiling.table import PlacementTable
from ilpuzzles.workbench import Experiment, Loaded, experiment, load
from ilpuzzles.workbench.loading import load_bare

FORMULATION = "placement"


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


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A puzzle with nothing given, stated as one model that all questions are asked about.

    Attributes:
        loaded: The puzzle.
        stated: The model; given tiles are variables that are fixed.
        table: All placements, in the order of the variables.
        effort: What may be tried.
        seen: All solutions that were seen so far, by their placements.
    """

    loaded: Loaded
    stated: Experiment
    table: PlacementTable
    effort: Effort
    seen: dict[frozenset[int], TilingSolution] = field(default_factory=dict)

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

    def random_solution(self, dice: random.Random) -> TilingSolution | None:
        """Some solution, or None if there is none; see `random_solution`."""
        solution = random_solution(replace(self.stated, options=self.effort.options()), dice)
        return None if solution is None else self._remembered(solution)

    def solutions(self, placements: Iterable[int]) -> tuple[TilingSolution, ...]:
        """The one solution with these placements, or two that differ.

        They satisfy all rows and rules; that there is one only is proved.

        Raises:
            StopError: If the tries or the time are used up.
        """
        (place,) = self.stated.formulated.model.families
        variables = place.positions()
        fixed = self.stated.fix({variables[number]: 1 for number in placements})
        answer = replace(fixed, options=self.effort.next_try()).unique()
        if answer.unique is None:
            raise StopError(Ending.TIME)
        return tuple(self._remembered(solution) for solution in answer.solutions)

    def numbers(self, solution: TilingSolution) -> frozenset[int]:
        """The placements of a solution."""
        return frozenset(self.table.numbers(solution.tiles))

    def _remembered(self, solution: TilingSolution) -> TilingSolution:
        return self.seen.setdefault(self.numbers(solution), solution)
