"""Reads instances of tiling puzzles from YAML trees."""

from __future__ import annotations

from ilpuzzles.document import Fields, Node, Place, ProblemList
from ilpuzzles.errors import InputError, Problem, quoted
from ilpuzzles.geometry import Region
from ilpuzzles.puzzles.tiling.areas import require_areas
from ilpuzzles.puzzles.tiling.board_schema import read_board
from ilpuzzles.puzzles.tiling.condition_schema import read_conditions
from ilpuzzles.puzzles.tiling.givens_schema import placed_together, read_placed
from ilpuzzles.puzzles.tiling.puzzle import TilingInstance, TilingPuzzle
from ilpuzzles.puzzles.tiling.region_schema import read_region


def bare_instance(puzzle: TilingPuzzle) -> TilingInstance:
    """The instance of a puzzle in which nothing is given.

    Raises:
        InputError: If the puzzle has no region of its own.
    """
    if puzzle.region is None:
        raise InputError(
            Problem(
                f"every instance of {puzzle.name} has a region of its own",
                f"name a preset; see 'show {puzzle.name}'",
            )
        )
    return TilingInstance(puzzle, puzzle.region)


def read_instance(puzzle: TilingPuzzle, tree: Node) -> TilingInstance:
    """Reads what is to be covered, and which tiles lie there.

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
    source = fields.text("source", default="")
    known = fields.integer("solutions", default=-1, least=0)
    different = fields.integer("solutions-up-to-symmetry", default=-1, least=0)
    fields.integer("difficulty", default=-1, least=0)
    # Parameters are read by those who look for the puzzle.
    fields.node("parameters", required=False)
    region_node = fields.node("region", required=False)
    wrap, further = (fields.node(key, required=False) for key in ("wrap", "further"))
    board = fields.scalar("board", required=False)
    placed = fields.node("givens", required=False)
    conditions_node = fields.node("conditions", required=False)
    fields.finish()
    region = puzzle.region
    if region_node is not None and region is not None:
        what = f"{puzzle.name} has a region of its own"
        problems.add(what, "delete 'region'", where=region_node.place)
    elif region_node is not None:
        region = read_region(puzzle.lattice, region_node, wrap, further, problems)
        if region is not None:
            place = region_node.place if further is None else further.place
            _require_kinds(puzzle, region, place, problems)
    elif region is not None:
        for key, node in (("wrap", wrap), ("further", further)):
            if node is not None:
                advice = f"delete it; {puzzle.name} has a region of its own"
                problems.add(f"{quoted(key)} without 'region'", advice, where=node.place)
    else:
        what = "key 'region' is missing"
        problems.add(what, "add it to the instance", where=tree.place)
    if region is None:
        problems.raise_if_any()
        raise InputError("the instance has no region")  # unreachable: it was noted why
    instance = TilingInstance(
        puzzle,
        region,
        title,
        known if known >= 0 else None,
        different if different >= 0 else None,
        source,
    )
    givens = [
        *(read_board(instance, board, problems) if board is not None else ()),
        *(read_placed(instance, placed, problems) if placed is not None else ()),
    ]
    conditions = read_conditions(instance, conditions_node, problems)
    together = placed_together(instance, givens, problems)
    problems.raise_if_any()
    where = (region_node or board or placed or tree).place
    require_areas(region, puzzle.tiles, together, where)
    return TilingInstance(
        puzzle,
        region,
        title,
        instance.solutions,
        instance.solutions_up_to_symmetry,
        source,
        together,
        conditions,
    )


def _require_kinds(
    puzzle: TilingPuzzle, region: Region, place: Place, problems: ProblemList
) -> None:
    """Notes kinds of further atoms that tiles fill or regions have, but not both."""
    filled = {kind: tile.name for tile in puzzle.tiles for kind in tile.fills}
    known = {further.name for further in region.further}
    for kind in sorted(known - set(filled)):
        problems.add(f"no tile of {puzzle.name} fills a {kind}", "delete it", where=place)
    for kind in sorted(set(filled) - known):
        what = f"tile {filled[kind]} fills a {kind}, and the region has none"
        problems.add(what, f"add 'further' with '{kind}: rows'", where=place)
