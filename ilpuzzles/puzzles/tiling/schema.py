"""Reads tiling puzzles from YAML trees, noting everything that is wrong."""

from __future__ import annotations

from ilpuzzles.backends import backend_names
from ilpuzzles.document import Fields, Mapping, Node, ProblemList, Scalar, Sequence
from ilpuzzles.errors import InputError, unknown_name
from ilpuzzles.geometry import LATTICES
from ilpuzzles.puzzles.tiling.areas import require_areas
from ilpuzzles.puzzles.tiling.puzzle import TilingPuzzle
from ilpuzzles.puzzles.tiling.region_schema import read_region
from ilpuzzles.puzzles.tiling.tile_schema import read_motions, read_tiles


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
    motions_node = fields.node("motions", required=False)
    region_node = fields.node("region", required=False)
    wrap = fields.node("wrap", required=False)
    further = fields.node("further", required=False)
    tiles_node = fields.node("tiles")
    breaker = fields.scalar("breaker", required=False)
    quick_on = fields.node("quick-on", required=False)
    # These are read by those who look for the puzzle.
    fields.node("parameters", required=False)
    fields.node("preset", required=False)
    fields.node("aliases", required=False)
    fields.finish()
    if lattice is None or tiles_node is None:
        problems.raise_if_any()
        # Unreachable: each of these has noted why.
        raise InputError("the puzzle has no lattice or no tiles")
    region = None
    if region_node is not None:
        region = read_region(lattice, region_node, wrap, further, problems)
    elif wrap is not None or further is not None:
        where = (wrap or further or tiles_node).place
        problems.add("'wrap' or 'further' without 'region'", "add a region", where=where)
    motions = read_motions(lattice, motions_node, problems)
    kinds: list[str] | None = None
    if region_node is not None:
        kinds = [key.text for key, _ in further.entries] if isinstance(further, Mapping) else []
    tiles = read_tiles(lattice, motions, kinds, tiles_node, problems)
    backends = _backends(quick_on, problems)
    names = [tile.name for tile in tiles if tile.is_single]
    if breaker is not None and breaker.text not in names:
        problems.found.append(
            unknown_name("single tile", breaker.text, names, where=str(breaker.place))
        )
    if isinstance(further, Mapping) and not problems.found:
        filled = {kind for tile in tiles for kind in tile.fills}
        for key, _ in further.entries:
            if key.text not in filled:
                what = f"no tile fills a {key.text}"
                advice = f"add 'fills: {key.text}' to a tile"
                problems.add(what, advice, where=key.place)
    problems.raise_if_any()
    if region is not None:
        require_areas(region, tiles, (), tiles_node.place)
    return TilingPuzzle(
        name,
        title,
        about,
        source,
        lattice,
        region,
        tiles,
        breaker=breaker.text if breaker else "",
        quick_on=backends,
    )


def _backends(node: Node | None, problems: ProblemList) -> tuple[str, ...]:
    """The names of backends in a list."""
    if node is None:
        return ()
    if not isinstance(node, Sequence) or not node.items:
        problems.add("'quick-on' is not a list", "write [cpsat]", where=node.place)
        return ()
    found = []
    for item in node.items:
        text = item.text if isinstance(item, Scalar) else ""
        if text not in backend_names():
            problems.found.append(
                unknown_name("backend", text, backend_names(), where=str(item.place))
            )
        found.append(text)
    return tuple(found)
