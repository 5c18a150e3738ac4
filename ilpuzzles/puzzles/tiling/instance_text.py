"""Writes instances as files that can be read again: something to begin with, and to edit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from ilpuzzles.geometry import IntArray, Lattice, Region
from ilpuzzles.puzzles.tiling.grid_text import OPEN, OUTSIDE
from ilpuzzles.puzzles.tiling.puzzle import Point, TilingInstance
from ilpuzzles.puzzles.tiling.region_schema import AXES
from ilpuzzles.puzzles.tiling.solution import TilingSolution


def instance_text(instance: TilingInstance, parameters: Mapping[str, int | str]) -> str:
    """An instance as YAML: its region, if the puzzle leaves that open, and its board.

    Conditions, and what is only said about an instance, are left out.

    Args:
        instance: The instance.
        parameters: The values of the parameters of its puzzle.

    Returns:
        The text of a file.

    Example:
        >>> from ilpuzzles.workbench import load
        >>> print(instance_text(load("tetrahexes").instance, {}))
        puzzle: tetrahexes
        region: |
          .#.#.#.#.#.#.
          #.#.#.#.#.#.#.
          ##.#.#.#.#.#.#.
          ###.#.#.#.#.#.#.
        board: |
          .#.#.#.#.#.#.
          #.#.#.#.#.#.#.
          ##.#.#.#.#.#.#.
          ###.#.#.#.#.#.#.
    """
    return "\n".join(_lines(instance, parameters))


def _lines(instance: TilingInstance, parameters: Mapping[str, int | str]) -> Iterator[str]:
    region = instance.region
    yield f"puzzle: {instance.puzzle.name}"
    if parameters:
        values = (f"{name}: {value}" for name, value in parameters.items())
        yield f"parameters: {{{', '.join(values)}}}"
    open_cells = {tuple(point): OPEN for point in region.points.tolist()}
    if instance.puzzle.region is None:
        yield "region: |"
        yield from _drawn(region, open_cells)
        yield from _closed(region)
    copies_look_alike = any(
        instance.puzzle.tile(given.tile).most != 1
        and len(instance.puzzle.tile(given.tile).marks) < 2
        for given in instance.givens
    )
    yield "board: |"
    if not copies_look_alike:
        yield from _drawn(region, TilingSolution(instance, instance.givens).owners())
        return
    yield from _drawn(region, open_cells)
    yield "givens:"
    for given in instance.givens:
        atoms = ", ".join(str(list(point)) for point in given.points)
        yield f"  - {{tile: {given.tile}, atoms: [{atoms}]}}"


def _closed(region: Region) -> Iterator[str]:
    """How a region is wrapped, and its further atoms."""
    axes, lattice = AXES[region.lattice.dimension], region.lattice
    counts = [
        f"{axes[axis]}: {period[axis] // lattice.translations[axis, axis]}"
        for period in region.periods
        for axis in np.nonzero(period)[0][:1].tolist()
    ]
    if counts:
        yield f"wrap: {{{', '.join(counts)}}}"
    if region.further:
        kinds = (f"{further.name}: {axes[further.axis]}" for further in region.further)
        yield f"further: {{{', '.join(kinds)}}}"


def _drawn(region: Region, characters: Mapping[Point, str]) -> Iterator[str]:
    """A drawing of all atoms, indented; layers with an empty line between them."""
    lattice = region.lattice
    points = np.array(list(characters), dtype=np.int64)
    for period in region.periods:
        # Of all cells that are the same, the one of the first round is drawn.
        axis = int(np.nonzero(period)[0][0])
        count = period[axis] // lattice.translations[axis, axis]
        points = points - (lattice.split(points)[0][:, axis] // count)[:, None] * period
    places = _moved_into_view(lattice, lattice.chart(points))
    drawn = dict(zip(map(tuple, places.tolist()), characters.values(), strict=True))
    sides = places.max(axis=0) + 1
    if lattice.chart_steps[-2, -2] < 0:
        # These rows count from the last one.
        drawn = {(row - int(places[:, 0].min()), column): c for (row, column), c in drawn.items()}
        sides[0] = -places[:, 0].min()
    layers = [(layer,) for layer in range(sides[0])] if len(sides) == 3 else [()]
    for number, start in enumerate(layers):
        if number:
            yield ""
        height, width = sides[-2:].tolist()
        if start and lattice.ragged:
            inside = places[places[:, 0] == start[0], 1:]
            height, width = (inside.max(axis=0, initial=0) + 1).tolist()
        for row in range(height):
            line = "".join(drawn.get((*start, row, column), OUTSIDE) for column in range(width))
            yield f"  {line.rstrip(OUTSIDE) or OUTSIDE}" if lattice.ragged else f"  {line}"


def _moved_into_view(lattice: Lattice, places: IntArray) -> IntArray:
    """Places of a drawing, moved by a shift of the lattice so that none is left of it or above."""
    for axis in range(lattice.dimension):
        step = int(lattice.chart_steps[axis, axis])
        least, most = int(places[:, axis].min()), int(places[:, axis].max())
        # Rows that count from the last one, -1, must not go beyond it.
        beyond = most + 1 if step < 0 else -least
        places = places + max(-(-beyond // abs(step)), 0) * lattice.chart_steps[axis]
    return places
