"""The Logelium algorithm: its positions as bit arrays, their notation, and what each step leaves.

Step 2 makes two lists of positions: the *main* list of an atom has all positions that cover it, the
*secondary* list those whose first atom it is. Every position is in one secondary list.

*The notation*, such as `Q.1@3.1`: tile Q in its shape 1, at X = 3 and Y = 1. A position is a
placement. The number of a shape is that of `TileOrientations`. The place is that of the cell to
which the first covered atom belongs, counted from 1 along each axis of the lattice, the last axis
first: `x.y` in the plane, `x.y.z` in space. A cell is a step of the lattice, see `Lattice.split`,
and the first atom is the one with the lowest number in the region.

So X runs as the columns do. Y runs as the region is numbered: downwards on the lattices whose
drawings are numbered by rows, such as the square one, and upwards on `tan`, where the notation is
that of the Logelium. Where a region is wrapped, the first atom is that of the shape before it is
wrapped, the anchor of the placement: otherwise, two positions could have the same name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from textwrap import TextWrapper
from typing import NamedTuple

import numpy as np

from ilpuzzles.errors import InputError, counted, quoted, require_known
from ilpuzzles.geometry.lattice import IntArray
from ilpuzzles.geometry.symmetry import TooManySymmetriesError
from ilpuzzles.puzzles.position import Plain
from ilpuzzles.tilings.placement_table import PlacementTable, reduced
from ilpuzzles.tilings.tiling_puzzle import (
    Breaking,
    PlacedTile,
    TilingInstance,
    TilingSolution,
    words_of,
)
from ilpuzzles.tilings.tiling_symmetry import OFF, TilingSymmetries, break_symmetry

_WRAPPER = TextWrapper(100, " " * 4, " " * 4, break_on_hyphens=False)
_POSITION = re.compile(r"(.)\.([1-9][0-9]{0,8})@([1-9][0-9]{0,8}(?:\.[1-9][0-9]{0,8})*)\Z")
_WORD = 8

CORNERS = "corners"
"""Atoms that few placements cover come first."""


@dataclass(frozen=True, slots=True)
class Step:
    """What one step leaves."""

    name: str
    count: int
    note: str = ""
    skipped: bool = False
    """Whether there was nothing to do, as the note says."""

    def __str__(self) -> str:
        if self.skipped:
            return f"{self.name}: {self.note}"
        return f"{self.name} {self.count:,}{f' ({self.note})' if self.note else ''}"


@dataclass(frozen=True, slots=True, eq=False)
class StepList:
    """The steps, in the order of the algorithm; `symmetries` is None if there are too many to find.

    Example:
        >>> from ilpuzzles.experiments.loading import load
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
        """Takes all steps; symmetries are broken by `auto`, `off`, or the name of a tile.

        Raises:
            InputError: If that tile cannot break symmetries.
        """
        breaking, order, excess = _breaking_of(instance, choice)
        table = PlacementTable.of(instance)
        number = np.arange(len(table))
        steps = [Step("placements", len(number))]
        if instance.givens:
            number = _agreeing(table)
            note = "given tiles lie in their places, and nothing overlaps them"
            steps.append(Step("after the starting position", len(number), note))
        if excess or breaking is None or order == 1:
            off = "symmetry breaking is off" if choice == OFF else "there is nothing to break by"
            note = f"the same, {excess or off}"
            steps.append(Step("after symmetry", len(number), note, skipped=True))
        else:
            number = np.setdiff1d(number, breaking.dropped)
            steps.append(Step("after symmetry", len(number), breaking.text))
        steps.append(_reduction(table, number))
        return cls(instance, order, tuple(steps))

    def lines(self) -> Iterator[str]:
        """How large the instance is, and then a line for every step."""
        order = self.symmetries
        symmetries = f"{order:,} symmetries" if order is not None else "symmetries unknown"
        atoms = len(self.instance.region)
        tiles = len(self.instance.tiles)
        sizes = counted(atoms, "atom"), counted(tiles, "tile")
        yield ", ".join([*sizes, "1 symmetry" if order == 1 else symmetries])
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


def _breaking_of(instance: TilingInstance, choice: str) -> tuple[Breaking | None, int | None, str]:
    """The breaking, the number of symmetries, and why there is none where they are too many."""
    breaking = None
    order = None
    excess = ""
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
        why = "cells are not all covered once" if table.instance.rules.most else "too large"
        return Step("after reduction", len(number), f"left out, {why}", skipped=True)
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
    return np.nonzero(kept)[0]


@dataclass(frozen=True, slots=True, eq=False)
class PlacementList:
    """All positions of an instance, whatever is given, and the two lists of every atom.

    Example:
        >>> from ilpuzzles.experiments.loading import load
        >>> positions = PlacementList.of(load("lonpos", "empty").instance)
        >>> next(positions.lines())
        'A.1@1.1 801C0000 000000'
        >>> len(positions.main[0]), len(positions.secondary[0]), len(positions.secondary[54])
        (41, 41, 0)
    """

    table: PlacementTable
    names: tuple[PlacementName, ...]
    main: tuple[IntArray, ...]
    """For every atom the positions that cover it, ascending."""
    secondary: tuple[IntArray, ...]
    """For every atom the positions whose first atom it is, ascending."""

    @classmethod
    def of(cls, instance: TilingInstance) -> PlacementList:
        """Finds all positions of an instance."""
        table = PlacementTable.of(instance)
        size = len(instance.region)
        return cls(
            table,
            Notation.of(instance).positions(table),
            _lists(table.atoms, table.owner(), size),
            _lists(table.atoms[table.starts[:-1]], np.arange(len(table)), size),
        )

    def __len__(self) -> int:
        return len(self.table)

    def hexadecimal(self, position: int) -> str:
        """The atoms of a position as a bit array."""
        return hexadecimal(self.table.covered(position).tolist(), len(self.main))

    def lines(self) -> Iterator[str]:
        """Every position with its bit array, and every atom with its secondary list."""
        labels = [str(position) for position in self.names]
        for number, label in enumerate(labels):
            yield f"{label} {self.hexadecimal(number)}"
        for atom, (key, main, secondary) in enumerate(self._atoms()):
            words = [str(part) for part in key]
            place = " ".join(words) if isinstance(key[0], str) else f"({', '.join(words)})"
            yield f"atom {atom} at {place}: main list {len(main)}, secondary list {len(secondary)}"
            yield from _WRAPPER.wrap(" ".join(labels[number] for number in secondary.tolist()))

    def to_json(self) -> Plain:
        """The same as plain data; the lists have the indices of the positions."""
        return {
            "positions": [
                {
                    "label": str(position),
                    "tile": position.tile,
                    "shape": position.shape,
                    "place": list(position.place),
                    "atoms": self.table.covered(number).tolist(),
                    "hex": self.hexadecimal(number),
                }
                for number, position in enumerate(self.names)
            ],
            "atoms": [
                {
                    "atom": atom,
                    "point": list(key),
                    "main": main.tolist(),
                    "secondary": rest.tolist(),
                }
                for atom, (key, main, rest) in enumerate(self._atoms())
            ],
        }

    def _atoms(self) -> Iterator[tuple[tuple[Hashable, ...], IntArray, IntArray]]:
        """What every atom is called, with its main and its secondary list."""
        return zip(self.table.instance.region.keys(), self.main, self.secondary, strict=True)


def _lists(atoms: IntArray, positions: IntArray, size: int) -> tuple[IntArray, ...]:
    """The positions that come with each of `size` atoms; the positions are ascending."""
    order = np.argsort(atoms, kind="stable")
    starts = np.searchsorted(atoms[order], np.arange(1, size))
    return tuple(np.split(positions[order], starts))


class PlacementName(NamedTuple):
    """The name of a placement: a tile, the number of its shape, and X, Y, and in space Z."""

    tile: str
    shape: int
    place: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.tile}.{self.shape}@{'.'.join(map(str, self.place))}"


@dataclass(frozen=True, slots=True, eq=False)
class Notation:
    """Writes and reads the positions of an instance; `low` is the smallest step on each axis."""

    instance: TilingInstance
    low: IntArray

    @classmethod
    def of(cls, instance: TilingInstance) -> Notation:
        """The notation for an instance."""
        region = instance.region
        return cls(instance, region.lattice.split(region.points)[0].min(axis=0))

    def positions(self, table: PlacementTable) -> tuple[PlacementName, ...]:
        """What the placements of a table are called; all names are different."""
        region = self.instance.region
        steps = region.lattice.split(region.points[table.anchor])[0]
        places = map(tuple, (steps - self.low + 1)[:, ::-1].tolist())
        labels = zip(table.labels(), places, strict=True)
        return tuple(PlacementName(tile, shape, place) for (tile, shape, _), place in labels)

    def parse(self, text: str, where: object = "") -> PlacedTile:
        """The tile on its atoms that a notation means; `where` is its place, for messages.

        Raises:
            InputError: If it is no notation, or there is no such position.

        Example:
            >>> from ilpuzzles.experiments.loading import load
            >>> notation = Notation.of(load("lonpos", "empty").instance)
            >>> notation.parse("K.1@1.4").points
            ((3, 0), (3, 1), (4, 0), (4, 1))
            >>> notation.parse("K.2@1.4", "my.yaml:3:3")
            Traceback (most recent call last):
            ilpuzzles.errors.InputError: my.yaml:3:3: tile K has no shape 2; its shapes: 1
        """
        position = self._parse_position(text, str(where))
        names = [tile.name for tile in self.instance.tiles]
        require_known("tile", position.tile, names, where=str(where))
        region = self.instance.region
        tile = self.instance.puzzle.tile(position.tile)
        shapes, numbers, colours = tile.painted(region.lattice)
        if position.shape not in numbers:
            what = f"tile {tile.name} has no shape {position.shape}"
            known = ", ".join(map(str, numbers.tolist()))
            raise InputError(what, f"its shapes: {known}", str(where))
        step = np.array(position.place[::-1], dtype=np.int64) - 1 + self.low
        # The first atom of a shape in normal form has step 0.
        chosen = numbers.tolist().index(position.shape)
        points = shapes[chosen] + step @ region.lattice.translations
        atoms = region.numbers(points)
        what = f"tile {tile.name} does not lie at {'.'.join(map(str, position.place))}"
        what += f" in shape {position.shape}"
        # On a wrapped region, only one of all points that are the same atom has a name.
        if (atoms < 0).any() or (region.points[atoms[0]] != points[0]).any():
            seen = f"see 'show {self.instance.puzzle.name} --placements'"
            raise InputError(what, f"it would be off the region; {seen}", str(where))
        if len(np.unique(atoms)) < len(atoms):
            raise InputError(what, "it would overlap itself", str(where))
        words = words_of(colours[chosen]) if tile.colours else ()
        return PlacedTile.of(tile.name, region.points[atoms].tolist(), words)

    def _parse_position(self, text: str, where: str) -> PlacementName:
        found = _POSITION.match(text)
        place = tuple(int(part) for part in found[3].split(".")) if found else ()
        dimension = self.instance.region.lattice.dimension
        if found is None or len(place) != dimension:
            name = self.instance.tiles[0].name
            ones = ".".join("1" * dimension)
            axes = ".".join("xyz"[:dimension])
            advice = f"write tile.shape@{axes}, such as {name}.1@{ones}"
            raise InputError(f"{quoted(text)} is not a position", advice, where)
        return PlacementName(found[1], int(found[2]), place)


@dataclass(frozen=True, slots=True, eq=False)
class PlacementLines:
    """Writes solutions as the Logelium does: a line for each tile, its position and its atoms.

    The tiles are in the order of their first atoms. One that lies in no position, such as the known
    part of a tile, has its name alone.

    Example:
        >>> from ilpuzzles import solve
        >>> answer = solve("lonpos", "8pieces")
        >>> lines = PlacementLines.of(answer.subject.instance)(answer.solutions[0])
        >>> lines[:2]
        ['B.7@1.1 E0180000 000000', 'C.6@4.1 18010020 040000']
    """

    table: PlacementTable
    names: tuple[PlacementName, ...]

    @classmethod
    def of(cls, instance: TilingInstance) -> PlacementLines:
        """What writes solutions of an instance."""
        table = PlacementTable.of(instance)
        return cls(table, Notation.of(instance).positions(table))

    def __call__(self, solution: TilingSolution) -> list[str]:
        """The lines of a solution, or of a part of one."""
        region = self.table.instance.region
        lines = []
        for placed in solution.tiles:
            name = placed.tile
            atoms = region.numbers(np.array(placed.points, dtype=np.int64))
            with suppress(KeyError):
                [number] = self.table.numbers([placed])
                name = str(self.names[number])
                atoms = self.table.covered(number)
            covered = sorted(atoms.tolist())
            lines.append((covered, f"{name} {hexadecimal(covered, len(region))}"))
        return [line for _, line in sorted(lines)]


def hexadecimal(atoms: Iterable[int], size: int) -> str:
    """Writes a set of some of `size` atoms as a bit array in hexadecimal digits.

    Atom i is bit i, the most significant one first. Words of 32 bits are separated by a blank; the
    last one is cut to whole bytes.

    Example:
        >>> hexadecimal([0, 2, 24, 25, 26, 27, 47, 49], 136)
        'A00000F0 00014000 00000000 00000000 00'
    """
    array = bytearray((size + 7) // 8)
    for atom in atoms:
        array[atom // 8] |= 0x80 >> atom % 8
    digits = array.hex().upper()
    return " ".join(digits[first : first + _WORD] for first in range(0, len(digits), _WORD))


def atoms_in_order(table: PlacementTable, words: str) -> tuple[int, ...]:
    """The numbers of the atoms that an order names: `corners`, or numbers with commas between them.

    Raises:
        InputError: If it is neither, or an atom is named twice or not there.

    Example:
        >>> from ilpuzzles.experiments.loading import load
        >>> table = PlacementTable.of(load("lonpos", "empty").instance)
        >>> atoms_in_order(table, "corners")[:4], atoms_in_order(table, "7, 3")
        ((0, 10, 44, 54), (7, 3))
    """
    atoms = len(table.instance.region)
    if words.strip() == CORNERS:
        covering = np.bincount(table.atoms, minlength=atoms)
        return tuple(np.lexsort((np.arange(atoms), covering)).tolist())
    numbers = []
    for word in words.split(","):
        if not word.strip().isdecimal() or int(word) >= atoms:
            what = f"{quoted(word.strip())} in the order is not an atom"
            raise InputError(what, f"write 'corners', or numbers from 0 to {atoms - 1}")
        numbers.append(int(word))
    twice = [number for number in numbers if numbers.count(number) > 1]
    if twice:
        raise InputError(f"the order has atom {twice[0]} twice", "name each once")
    return tuple(numbers)
