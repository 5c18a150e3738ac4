"""Whether tiles can fill a region as far as their sizes tell."""

from __future__ import annotations

from collections.abc import Iterable

from ilpuzzles.document import Place, ProblemList
from ilpuzzles.geometry import Region
from ilpuzzles.puzzles.tiling.puzzle import PlacedTile, Tile

MAX_PLACED_CELLS = 10_000_000
"""How many cells all placements of a puzzle may cover together, at most."""


def require_areas(
    region: Region, tiles: tuple[Tile, ...], givens: Iterable[PlacedTile], where: Place
) -> None:
    """Raises unless some choice of tiles has as many cells as the region, and all can be handled.

    Args:
        region: The region.
        tiles: The tiles.
        givens: Tiles that lie there from the start, and so are used.
        where: Where to say that they do not fit.

    Raises:
        InputError: If the numbers of cells do not match; both are said.
    """
    problems = ProblemList()
    cells = len(region.points)
    used = {tile.name: 0 for tile in tiles}
    for given in givens:
        used[given.tile] += 1
    # Bit n is set where some choice of tiles has n cells.
    reachable = 1
    for tile in tiles:
        size, least = len(tile.points), max(tile.least, used[tile.name])
        reachable = _shifted(reachable, size * least, cells)
        left = cells // size if tile.most is None else max(tile.most - least, 0)
        for _ in range(min(left, cells // size)):
            wider = reachable | _shifted(reachable, size, cells)
            if wider == reachable:
                break
            reachable = wider
    if not reachable >> cells & 1:
        fewest = sum(len(tile.points) * max(tile.least, used[tile.name]) for tile in tiles)
        fixed = all(tile.least == tile.most for tile in tiles)
        what = f"the tiles cover {fewest} cells, the region has {cells}"
        if not fixed:
            what = f"no choice of the tiles covers {cells} cells, as many as the region has"
            if fewest > cells:
                what = f"the tiles cover at least {fewest} cells, the region has {cells}"
        advice = "make them equal" if fixed else "change the region or the tiles"
        problems.add(what, advice, where=where)
    motions = len(region.lattice.point_group)
    covered = sum(motions * cells * len(tile.points) for tile in tiles)
    if covered > MAX_PLACED_CELLS:
        problems.add(
            f"up to {covered:,} cells in all placements",
            f"at most {MAX_PLACED_CELLS:,} are handled; take a smaller region",
            where=where,
        )
    problems.raise_if_any()


def _shifted(numbers: int, by: int, cells: int) -> int:
    """Adds a number to each of some numbers, kept as bits; those beyond the cells are left out.

    Bits are dropped before they are shifted, so that there are never more of them than cells.
    """
    return (numbers & ((1 << (cells - by + 1)) - 1)) << by if by <= cells else 0
