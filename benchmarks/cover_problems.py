"""The exact cover problems of the benchmarks of the engine for exact covers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np

from ilpuzzles.asking.model import Model
from ilpuzzles.exactcover.problem import NO_COLOUR, CoverProblem
from ilpuzzles.experiments.experiments import formulate
from ilpuzzles.experiments.loading import load
from ilpuzzles.solvers.cover.backend import ExactCoverBackend


@dataclass(frozen=True)
class Instance:
    """A preset whose number of solutions is known.

    Attributes:
        name: What the tables call it.
        puzzle: The puzzle.
        preset: The preset.
        listed: Whether its solutions are listed, too; there are too many of some.
        quick: Whether it is among the small ones.
        target: How many times as fast as the best peer we want to be.
        spared: How many times as fast we want to count with symmetries, the time to find them
            included, as without.
    """

    name: str
    puzzle: str
    preset: str
    listed: bool = True
    quick: bool = False
    target: float = 1.0
    spared: float = 0.9

    @cached_property
    def model(self) -> Model:
        """The instance in the formulation `placement`."""
        return formulate(load(self.puzzle, self.preset))[1].model

    @cached_property
    def problem(self) -> CoverProblem:
        """The same in arrays."""
        return ExactCoverBackend().native(self.model.program())

    @property
    def known(self) -> int:
        """How many solutions there are, as its file says."""
        known: int | None = load(self.puzzle, self.preset).instance.solutions
        if known is None:
            raise ValueError(f"instances/{self.puzzle}/{self.preset}.yaml has no solutions")
        return known


INSTANCES = (
    Instance("cube", "cube", "empty", quick=True),
    Instance("tower-2", "tower", "height-2", quick=True),
    Instance("3x20", "pentominoes", "3x20", quick=True),
    Instance("4x15", "pentominoes", "4x15"),
    Instance("5x12", "pentominoes", "5x12", spared=4),
    Instance("6x10", "pentominoes", "6x10", target=6, spared=2.5),
    Instance("8x8", "pentominoes", "8x8", quick=True, target=4, spared=3.5),
    Instance("soma", "soma", "cube", quick=True),
    Instance("dominoes-8x8", "dominoes", "8x8", listed=False),
    Instance("tritetratan", "tritetratan", "form", target=4, spared=3.4),
    Instance("pyramid", "pyramid", "empty", target=4, spared=2.5),
    Instance("tower-3", "tower", "height-3"),
    Instance("tower-4", "tower", "height-4", spared=12),
    Instance("tower-5", "tower", "height-5", target=4, spared=12),
    Instance("lonpos", "lonpos", "empty", target=30),
    Instance("macmahon", "macmahon", "4x6", target=3),
)


def instance_named(name: str) -> Instance:
    """The instance of a name."""
    return next(instance for instance in INSTANCES if instance.name == name)


def small_one(like: CoverProblem) -> CoverProblem:
    """A problem with three solutions and the same items as another, to warm up with."""
    needed = np.nonzero(like.primary)[0].tolist()
    optional = np.nonzero(~like.primary)[0].tolist()
    options = [[item] for item in needed]
    options += [needed[:2], needed[1:3]]
    options[0] = [needed[0], *optional]
    return CoverProblem.of(options, len(like.primary), optional)


def as_lists(problem: CoverProblem) -> tuple[list[list[str]], list[str], list[str], bool]:
    """The options as lists of items, primary items, secondary ones, and whether there are colours.

    An item with a colour is `item:colour`.
    """
    names = [str(item) for item in problem.items.tolist()]
    if problem.colours is not None:
        colours = problem.colours.tolist()
        names = [
            f"{name}:{colour}" if colour != NO_COLOUR else name
            for name, colour in zip(names, colours, strict=True)
        ]
    ends = problem.starts.tolist()
    return (
        [names[first:last] for first, last in pairwise(ends)],
        [str(item) for item in np.nonzero(problem.primary)[0].tolist()],
        [str(item) for item in np.nonzero(~problem.primary)[0].tolist()],
        problem.colours is not None,
    )


def as_matrix(problem: CoverProblem) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """A row for every option; a further one for every secondary item covers it alone."""
    secondary = np.nonzero(~problem.primary)[0]
    rows = problem.options + len(secondary)
    matrix = np.zeros((rows, len(problem.primary)), dtype=bool)
    matrix[problem.owners(), problem.items] = True
    matrix[problem.options + np.arange(len(secondary)), secondary] = True
    return matrix
