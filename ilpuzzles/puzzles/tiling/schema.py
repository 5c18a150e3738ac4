"""Reads tiling puzzles and their instances from YAML trees, noting everything that is wrong."""

from __future__ import annotations

import re
from collections import defaultdict

import numpy as np

from ilpuzzles.document import Fields, Mapping, Node, Place, ProblemList, Scalar
from ilpuzzles.errors import InputError, quoted, unknown_name
from ilpuzzles.geometry import LATTICES, Lattice, Motions, Region, normalised
from ilpuzzles.puzzles.tiling.grid_text import OPEN, OUTSIDE, Mark, read_grid
from ilpuzzles.puzzles.tiling.puzzle import PlacedTile, Point, Tile, TilingInstance, TilingPuzzle

_TILE_NAME = re.compile(r"[A-Za-z0-9]\Z")
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\Z")

MAX_TILES = 62
"""How many tiles a puzzle may have: as many as there are letters and digits."""

MAX_PLACED_CELLS = 10_000_000
"""How many cells all placements of a puzzle may cover together, at most."""


def read_puzzle(tree: Node) -> TilingPuzzle:
    """Reads what a tiling puzzle is.

    Args:
        tree: The root of `models/NAME.yaml`.

    Returns:
        The puzzle.

    Raises:
        InputError: With everything that is wrong with the file.
    """
    problems = ProblemList()
    fields = Fields(tree, "the puzzle", problems)
    name = fields.text("puzzle")
    fields.choice("family", ["tiling"])
    title = fields.text("title")
    about = fields.text("about", default="")
    source = fields.text("source", default="")
    lattice = LATTICES.get(fields.choice("lattice", LATTICES))
    motions = fields.choice("motions", [motion.value for motion in Motions], default="all")
    region_text = fields.scalar("region")
    tiles_node = fields.node("tiles")
    fields.finish()
    region = None
    tiles: tuple[Tile, ...] = ()
    if lattice is not None and region_text is not None:
        region = _region(lattice, region_text, problems)
    if lattice is not None and tiles_node is not None:
        tiles = _tiles(lattice, Motions(motions), tiles_node, problems)
    problems.raise_if_any()
    if region is None or not tiles or tiles_node is None:
        # Unreachable: each of these has noted why.
        raise InputError("the puzzle has no region or no tiles")
    _require_fit(region, tiles, tiles_node.place, problems)
    return TilingPuzzle(name, title, about, source, region, tiles)


def _region(lattice: Lattice, text: Scalar, problems: ProblemList) -> Region | None:
    marks = read_grid(text, lattice.dimension, problems)
    for mark in marks:
        if mark.character not in {OPEN, OUTSIDE}:
            problems.add(
                f"{quoted(mark.character)} in a region",
                f"write {OPEN} for a cell and {OUTSIDE} for none",
                where=mark.place,
            )
    points = [mark.point for mark in marks if mark.character == OPEN]
    if marks and not points:
        problems.add("a region without cells", f"write {OPEN} for a cell", where=text.place)
    return Region.of(lattice, points) if points else None


def _tiles(
    lattice: Lattice, motions: Motions, node: Node, problems: ProblemList
) -> tuple[Tile, ...]:
    if not isinstance(node, Mapping) or not node.entries:
        problems.add("'tiles' has no tiles", "write 'A:' and its fields", where=node.place)
        return ()
    tiles = []
    for key, value in node.entries:
        if not _TILE_NAME.match(key.text):
            problems.add(
                f"tile name {quoted(key.text)}", "use one letter or digit", where=key.place
            )
            continue
        fields = Fields(value, f"tile {key.text}", problems)
        title = fields.text("title", default="")
        colour = fields.scalar("colour", required=False)
        shape = fields.scalar("shape")
        fields.finish()
        if colour is not None and not _COLOUR.match(colour.text):
            problems.add(
                f"colour {quoted(colour.text)}", 'write it as "#rrggbb"', where=colour.place
            )
        points = _shape(lattice, key.text, shape, problems) if shape is not None else ()
        tiles.append(Tile(key.text, title, colour.text if colour else "", points, motions))
    return tuple(sorted(tiles, key=lambda tile: tile.name))


def _shape(lattice: Lattice, name: str, text: Scalar, problems: ProblemList) -> tuple[Point, ...]:
    marks = read_grid(text, lattice.dimension, problems)
    for mark in marks:
        if mark.character not in {OPEN, name}:
            problems.add(
                f"{quoted(mark.character)} in the shape of tile {name}",
                f"write {name} for its cells and {OPEN} beside them",
                where=mark.place,
            )
    points = [mark.point for mark in marks if mark.character == name]
    if marks and not points:
        problems.add(f"tile {name} has no cells", f"write {name} for its cells", where=text.place)
    if not points:
        return ()
    return _as_points(normalised(lattice, np.array(points, dtype=np.int64)))


def _require_fit(
    region: Region, tiles: tuple[Tile, ...], where: Place, problems: ProblemList
) -> None:
    """Raises unless the tiles can fill the region as far as their sizes tell."""
    covered = sum(len(tile.points) for tile in tiles)
    if covered != len(region):
        problems.add(
            f"the tiles cover {covered} cells, the region has {len(region)}",
            "make them equal",
            where=where,
        )
    cells = sum(len(region.lattice.point_group) * len(region) * len(tile.points) for tile in tiles)
    if cells > MAX_PLACED_CELLS:
        problems.add(
            f"up to {cells:,} cells in all placements",
            f"at most {MAX_PLACED_CELLS:,} are handled; take a smaller region",
            where=where,
        )
    problems.raise_if_any()


def read_instance(puzzle: TilingPuzzle, tree: Node) -> TilingInstance:
    """Reads which tiles lie on the board.

    Args:
        puzzle: The puzzle.
        tree: The root of the instance's file.

    Returns:
        The instance.

    Raises:
        InputError: With everything that is wrong with the file.
    """
    problems = ProblemList()
    fields = Fields(tree, "the instance", problems)
    fields.choice("puzzle", [puzzle.name])
    title = fields.text("title", default="")
    fields.text("about", default="")
    known = fields.integer("solutions", default=-1, least=0)
    board = fields.scalar("board")
    fields.finish()
    givens = _givens(puzzle, board, problems) if board is not None else ()
    problems.raise_if_any()
    return TilingInstance(puzzle, title, known if known >= 0 else None, givens)


def _givens(puzzle: TilingPuzzle, board: Scalar, problems: ProblemList) -> tuple[PlacedTile, ...]:
    region = puzzle.region
    marks = read_grid(board, region.lattice.dimension, problems)
    if not marks or not _has_right_size(puzzle, board, marks, problems):
        return ()
    names = [tile.name for tile in puzzle.tiles]
    cells = {tuple(point) for point in region.points.tolist()}
    found: dict[str, list[Mark]] = defaultdict(list)
    for mark in marks:
        inside = mark.point in cells
        if inside == (mark.character == OUTSIDE):
            problems.add(
                f"{quoted(mark.character)} on a place {'in' if inside else 'out'}side the region",
                f"write {OPEN} or a tile" if inside else f"write {OUTSIDE}",
                where=mark.place,
            )
        elif mark.character not in {OPEN, OUTSIDE, *names}:
            problems.found.append(
                unknown_name("tile", mark.character, names, where=str(mark.place))
            )
        elif inside and mark.character != OPEN:
            found[mark.character].append(mark)
    return tuple(_given(puzzle, name, found[name], problems) for name in sorted(found))


def _has_right_size(
    puzzle: TilingPuzzle, board: Scalar, marks: tuple[Mark, ...], problems: ProblemList
) -> bool:
    drawn = [side + 1 for side in marks[-1].point]
    needed = (puzzle.region.points.max(axis=0) + 1).tolist()
    if drawn == needed:
        return True
    words = ["layers", "rows", "columns"][-len(needed) :]
    shown = " and ".join(f"{n} {word}" for n, word in zip(drawn, words, strict=True))
    wanted = " and ".join(f"{n} {word}" for n, word in zip(needed, words, strict=True))
    problems.add(
        f"a board of {shown}", f"the board of {puzzle.name} has {wanted}", where=board.place
    )
    return False


def _given(puzzle: TilingPuzzle, name: str, marks: list[Mark], problems: ProblemList) -> PlacedTile:
    tile = puzzle.tile(name)
    lattice = puzzle.region.lattice
    points = np.array([mark.point for mark in marks], dtype=np.int64)
    if len(points) != len(tile.points):
        problems.add(
            f"tile {name} has {len(tile.points)} cells, and {len(points)} are marked",
            "mark the whole tile once, or none of it",
            where=marks[0].place,
        )
    elif not (tile.orientations(lattice) == normalised(lattice, points)).all(axis=(1, 2)).any():
        problems.add(
            f"the cells marked {name} do not have the shape of tile {name}",
            f"see 'show {puzzle.name}'",
            where=marks[0].place,
        )
    return PlacedTile(name, tuple(sorted(mark.point for mark in marks)))


def _as_points(array: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> tuple[Point, ...]:
    return tuple(tuple(point) for point in array.tolist())
