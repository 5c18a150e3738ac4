"""Solutions of tilings that somebody else has written down, and instances written as files.

Reading a solution decides whether the data has the form of a solution at all, and nothing else;
whether it is one, the rules decide.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any

import numpy as np

from ilpuzzles.geometry.lattice import IntArray, Lattice
from ilpuzzles.geometry.region import Region
from ilpuzzles.reading.json_text import JsonPart, json_excerpt
from ilpuzzles.reading.source import MAX_BYTES
from ilpuzzles.tilings.drawing_reader import AXES, FARTHEST, OPEN, OUTSIDE, point_form
from ilpuzzles.tilings.tiling_puzzle import PlacedTile, Point, TilingInstance, TilingSolution

MAX_CELLS = MAX_BYTES
"""How many cells a solution may have: no drawing of a region has more characters than its file."""


def read_solution(instance: TilingInstance, part: JsonPart) -> dict[str, Any]:
    """Reads `tiles`, sorted, and the drawing if it is there: what the rule checker takes.

    The data is an object with `tiles`, with a drawing, or with both, as `TilingSolution.to_json`
    makes it; the drawing is `rows` or `owners`, as the lattice wants it. Without `tiles` every
    letter of the drawing is a tile.

    Raises:
        InputError: If it does not have this form, with the path to the first thing that is wrong.

    Example:
        >>> from ilpuzzles.experiments.loading import load
        >>> instance = load("lonpos", "empty").instance
        >>> plain = read_solution(instance, JsonPart("sol.json", {"rows": ["KK", "KK"]}))
        >>> plain["tiles"]
        [{'tile': 'K', 'atoms': [[0, 0], [0, 1], [1, 0], [1, 1]]}]
        >>> read_solution(instance, JsonPart("sol.json", {"tiles": 5}))
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: sol.json: tiles: expected a list, got 5; write it again
    """
    lattice = instance.region.lattice
    drawing = "rows" if lattice.is_grid else "owners"
    there = [key for key, value in part.keys((), (drawing, "tiles")).items() if value is not None]
    plain: dict[str, Any] = {}
    if drawing in there:
        drawn = part.at(drawing)
        grid = lattice.is_grid
        letters = _letters(drawn, lattice.dimension) if grid else _owners(instance, drawn)
        plain = {drawing: drawn.value}
        if "tiles" not in there:
            plain["tiles"] = _tiles_of(instance, letters, drawn)
    if "tiles" in there:
        plain["tiles"] = _tiles(instance, part.at("tiles"))
    if not plain:
        raise part.wrong(f"neither {drawing} nor tiles", f'write "{drawing}" or "tiles"')
    return plain


def _tiles(instance: TilingInstance, part: JsonPart) -> list[dict[str, Any]]:
    dimension = instance.region.lattice.dimension
    form = point_form(dimension)
    puzzle = instance.puzzle
    found = list[dict[str, Any]]()
    known = [key for key, colours in (("cells", puzzle.cells), ("edges", puzzle.edges)) if colours]
    cells = 0
    for entry in part.items():
        entry.keys(("tile", "atoms", *known))
        name = entry.at("tile").text("the letter of a tile")
        atoms = [*entry.at("atoms").items()]
        cells += len(atoms)
        _require_size(cells, part)
        points = [_point(atom, dimension, form) for atom in atoms]
        # On a wrapped region, points that differ by a period are the same atom.
        reduced = instance.region.reduced(np.array(points, dtype=np.int64).reshape(-1, dimension))
        placed = {"tile": name, "atoms": reduced.tolist()}
        for key in known:
            what = f"{'a letter' if key == 'cells' else 'a word of letters'} for each atom"
            words = entry.at(key).text(what).split()
            colours = [*"".join(words)] if key == "cells" else words
            if not words or len(colours) != len(points):
                raise entry.at(key).unlike(what)
            placed[key] = ("" if key == "cells" else " ").join(colours)
        found.append(PlacedTile.of_json(placed).to_json())
    return sorted(found, key=itemgetter("tile", "atoms"))


def _point(part: JsonPart, dimension: int, form: str) -> list[int]:
    numbers = part.wholes(form)
    if len(numbers) != dimension:
        raise part.wrong(f"a point of length {len(numbers)}", f"write {form}")
    farthest = max(numbers, key=abs)
    if abs(farthest) > FARTHEST:
        raise part.wrong(f"{json_excerpt(farthest)} is too far away", f"write {form}")
    return numbers


def _letters(part: JsonPart, dimension: int) -> dict[tuple[int, ...], str]:
    """What stands in each cell of a drawing: rows of letters, or a list of layers of rows."""
    drawings: list[tuple[tuple[int, ...], JsonPart]] = [((), part)]
    if dimension == 3:
        drawings = [((number,), layer) for number, layer in enumerate(part.items())]
    found: dict[tuple[int, ...], str] = {}
    cells = 0
    for start, rows in drawings:
        for number, row in enumerate(rows.items()):
            letters = row.text("a row of letters")
            cells += len(letters)
            _require_size(cells, part)
            found |= {(*start, number, column): letter for column, letter in enumerate(letters)}
    return found


def _owners(instance: TilingInstance, part: JsonPart) -> dict[tuple[int, ...], str]:
    """What stands for each atom in a text with one letter per atom."""
    points = instance.region.cells()
    letters = part.text("a letter for every atom")
    if len(letters) != len(points):
        what = f"{len(letters)} letters for {len(points)} atoms"
        raise part.wrong(what, "write a letter for every atom")
    return dict(zip(points, letters, strict=True))


def _tiles_of(
    instance: TilingInstance, letters: dict[tuple[int, ...], str], part: JsonPart
) -> list[dict[str, Any]]:
    """The tiles of a drawing: the atoms that show the same letter are one."""
    names = {mark: tile.name for tile in instance.tiles for mark in tile.marks or tile.name}
    cells: dict[str, list[list[int]]] = defaultdict(list)
    for point, letter in letters.items():
        if letter not in {OPEN, OUTSIDE}:
            cells[letter].append(list(point))
    if instance.puzzle.is_coloured:
        raise part.wrong("how the tiles are turned cannot be seen", 'write "tiles", too')
    for tile in instance.tiles:
        if tile.most != 1 and not tile.marks and tile.name in cells:
            what = f"which atoms marked {tile.name} are the same copy cannot be seen"
            raise part.wrong(what, 'write "tiles", too')
    parts = ((names.get(letter, letter), sorted(points)) for letter, points in cells.items())
    return [{"tile": name, "atoms": points} for name, points in sorted(parts)]


def _require_size(cells: int, part: JsonPart) -> None:
    if cells > MAX_CELLS:
        raise part.wrong(f"more than {MAX_CELLS:,} cells", "no puzzle has that many")


def instance_text(instance: TilingInstance, parameters: Mapping[str, int | str]) -> str:
    """An instance as YAML: its region, if the puzzle leaves that open, and its board.

    Conditions, and what is only said about an instance, are left out. The parameters are those of
    its puzzle, with their values.

    Example:
        >>> from ilpuzzles.experiments.loading import load
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
    open_cells = dict.fromkeys(region.cells(), OPEN)
    if instance.puzzle.region is None:
        free = instance.free_cells()
        yield "region: |"
        yield from _drawing_lines(region, open_cells | dict.fromkeys(free, OPEN))
        yield from _region_lines(region)
        yield from _label_lines(instance, free)
        yield from _rules(instance)
    given_tiles = [instance.puzzle.tile(given.tile) for given in instance.givens]
    copies_look_alike = any(
        tile.colours or (tile.most != 1 and len(tile.marks) < 2) for tile in given_tiles
    )
    yield "board: |"
    if not copies_look_alike:
        yield from _drawing_lines(region, TilingSolution(instance, instance.givens).owners())
        return
    yield from _drawing_lines(region, open_cells)
    yield "givens:"
    for given in instance.givens:
        atoms = ", ".join(str(list(point)) for point in given.points)
        plain = given.to_json()
        colours = [f'{key}: "{plain[key]}"' for key in ("cells", "edges") if key in plain]
        yield f"  - {{{', '.join([f'tile: {given.tile}', f'atoms: [{atoms}]', *colours])}}}"


def _region_lines(region: Region) -> Iterator[str]:
    """How a region is wrapped, and its further atoms."""
    axes = AXES[region.lattice.dimension]
    lattice = region.lattice
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


def _label_lines(instance: TilingInstance, free: Sequence[Point]) -> Iterator[str]:
    """The labels of the cells of a region, and the labels of those that stay free."""
    if not instance.labels:
        return
    # Labels are written in the order of all cells, those that stay free among them.
    whole = Region.of(instance.region.lattice, [*instance.region.cells(), *free])
    yield "labels: |"
    yield f"  {' '.join(instance.labels.get(cell, OPEN) for cell in whole.cells())}"
    if free:
        words = dict.fromkeys(instance.labels[point] for point in free)
        yield f"free: [{', '.join(words)}]"


def _rules(instance: TilingInstance) -> Iterator[str]:
    """What the region demands besides."""
    rules = instance.rules
    cells = instance.region.cells()
    if rules.border:
        yield f'border: "{rules.border}"'
    if rules.alternating:
        yield "colouring: alternating"
    if rules.colouring:
        yield "colouring: |"
        yield from _drawing_lines(instance.region, dict(zip(cells, rules.colouring, strict=True)))
    for key, bounds in (("least", rules.least), ("most", rules.most)) if rules.most else ():
        if key == "least":
            yield "covered:"
        yield f"  {key}: |"
        digits = dict(zip(cells, map(str, bounds), strict=True))
        yield from (f"  {line}" for line in _drawing_lines(instance.region, digits))


def _drawing_lines(region: Region, characters: Mapping[Point, str]) -> Iterator[str]:
    """A drawing of all atoms, indented; layers with an empty line between them."""
    lattice = region.lattice
    points = np.array(list(characters), dtype=np.int64)
    for period in region.periods:
        # Of all cells that are the same, the one of the first round is drawn.
        axis = int(np.nonzero(period)[0][0])
        count = period[axis] // lattice.translations[axis, axis]
        points = points - (lattice.split(points)[0][:, axis] // count)[:, None] * period
    places = _move_into_view(lattice, lattice.chart(points))
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


def _move_into_view(lattice: Lattice, places: IntArray) -> IntArray:
    """Places of a drawing, moved by a shift of the lattice so that none is left of it or above."""
    for axis in range(lattice.dimension):
        step = int(lattice.chart_steps[axis, axis])
        least, most = int(places[:, axis].min()), int(places[:, axis].max())
        # Rows that count from the last one, -1, must not go beyond it.
        beyond = most + 1 if step < 0 else -least
        places = places + max(-(-beyond // abs(step)), 0) * lattice.chart_steps[axis]
    return places
