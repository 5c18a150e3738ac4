"""How many placements each step of the Logelium algorithm leaves before the search begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import numpy as np

from ilpuzzles.errors import InputError
from ilpuzzles.geometry import IntArray
from ilpuzzles.geometry.symmetry import TooManySymmetriesError
from ilpuzzles.puzzles.family import Plain
from ilpuzzles.puzzles.tiling.breaking import OFF, Breaking, break_symmetry
from ilpuzzles.puzzles.tiling.puzzle import TilingInstance
from ilpuzzles.puzzles.tiling.reduction import reduced
from ilpuzzles.puzzles.tiling.symmetry import TilingSymmetries
from ilpuzzles.puzzles.tiling.table import PlacementTable


@dataclass(frozen=True, slots=True)
class Step:
    """A step.

    Attributes:
        name: What was done.
        count: How many placements there are now.
        note: Why; may be empty.
        skipped: Whether there was nothing to do, as the note says.
    """

    name: str
    count: int
    note: str = ""
    skipped: bool = False

    def __str__(self) -> str:
        if self.skipped:
            return f"{self.name}: {self.note}"
        return f"{self.name} {self.count:,}{f' ({self.note})' if self.note else ''}"


@dataclass(frozen=True, slots=True, eq=False)
class StepList:
    """The steps, in the order of the algorithm.

    Attributes:
        instance: The instance.
        symmetries: How many symmetries it has, the identity included; None if there are too many
            to be found.
        steps: The steps.

    Example:
        >>> from ilpuzzles.workbench import load
        >>> for line in StepList.of(load("lonpos", "empty").instance, "off").lines():
        ...     print(line)
        55 atoms, 12 tiles, 4 symmetries
        placements 1,789
        after symmetry: the same, symmetry breaking is off
        after reduction 1,697
    """

    instance: TilingInstance
    symmetries: int | None
    steps: tuple[Step, ...]

    @classmethod
    def of(cls, instance: TilingInstance, choice: str = "auto") -> StepList:
        """Takes all steps.

        Args:
            instance: The instance.
            choice: What to break symmetries by: `auto`, `off`, or the name of a tile.

        Raises:
            InputError: If that tile cannot break symmetries.
        """
        breaking, order, excess = _broken(instance, choice)
        table = PlacementTable.of(instance)
        number = np.arange(len(table))
        steps = [Step("placements", len(number))]
        if instance.givens:
            number = number[_agreeing(table)]
            note = "given tiles lie in their places, and nothing overlaps them"
            steps.append(Step("after the starting position", len(number), note))
        if excess:
            note = f"the same, {excess}"
            steps.append(Step("after symmetry", len(number), note, skipped=True))
        elif breaking is None or order == 1:
            why = "symmetry breaking is off" if choice == OFF else "there is nothing to break by"
            steps.append(Step("after symmetry", len(number), f"the same, {why}", skipped=True))
        else:
            number = np.setdiff1d(number, breaking.dropped)
            steps.append(Step("after symmetry", len(number), breaking.text))
        steps.append(_reduction(table, number))
        return cls(instance, order, tuple(steps))

    def lines(self) -> Iterator[str]:
        """How large the instance is, and then a line for every step."""
        sizes = [
            (len(self.instance.region), "atom", "atoms"),
            (len(self.instance.tiles), "tile", "tiles"),
        ]
        if self.symmetries is not None:
            sizes.append((self.symmetries, "symmetry", "symmetries"))
        parts = [f"{count:,} {one if count == 1 else many}" for count, one, many in sizes]
        yield ", ".join(parts if self.symmetries is not None else [*parts, "symmetries unknown"])
        yield from map(str, self.steps)

    def to_json(self) -> Plain:
        """The same as plain data; None where symmetries are unknown."""
        return {
            "atoms": len(self.instance.region),
            "tiles": len(self.instance.tiles),
            "symmetries": self.symmetries,
            "steps": [
                {"step": step.name, "count": step.count, "note": step.note} for step in self.steps
            ],
        }


def _broken(instance: TilingInstance, choice: str) -> tuple[Breaking | None, int | None, str]:
    """The breaking, the number of symmetries, and why there is none where they are too many."""
    breaking, order, excess = None, None, ""
    # This comes first: a name that is wrong is said in any case.
    try:
        breaking = break_symmetry(instance, choice)
    except TooManySymmetriesError as error:
        excess = error.problems[0].what
    with suppress(TooManySymmetriesError):
        order = TilingSymmetries.of(instance).order
    return breaking, order, excess


def _reduction(table: PlacementTable, number: IntArray) -> Step:
    """The step of position reduction, for some of the placements."""
    try:
        left = len(reduced(table.chosen(number))) if len(number) else 0
    except InputError:
        return Step("after reduction", len(number), "left out, too large", skipped=True)
    return Step("after reduction", left)


def _agreeing(table: PlacementTable) -> IntArray:
    """The placements that can stand beside the givens, and those of the givens themselves."""
    instance = table.instance
    given = table.numbers(instance.givens)
    taken = np.zeros(len(instance.region), dtype=bool)
    for number in given:
        taken[table.covered(number)] = True
    overlapping = np.logical_or.reduceat(taken[table.atoms], table.starts[:-1])
    used = Counter(placed.tile for placed in instance.givens)
    spent = np.array(
        [tile.most is not None and used[tile.name] >= tile.most for tile in instance.tiles]
    )
    kept = ~overlapping & ~spent[table.tile]
    kept[given] = True
    agreeing: IntArray = np.nonzero(kept)[0]
    return agreeing
