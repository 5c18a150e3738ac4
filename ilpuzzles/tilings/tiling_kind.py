"""The kind of tiling puzzles, as everything above sees it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType

from ilpuzzles.geometry.region import Region
from ilpuzzles.puzzles.formulation import Formulation
from ilpuzzles.puzzles.kind import PuzzleKind, PuzzlePosition, of_instance
from ilpuzzles.puzzles.playground import Playground, without_empty
from ilpuzzles.puzzles.position import Keys, Plain, ShownTile
from ilpuzzles.render.svg import VIEWS, Picture, PictureView
from ilpuzzles.rules.faults import Fault
from ilpuzzles.rules.tiling import check_tiling
from ilpuzzles.tilings.cell_places import CellPlaces
from ilpuzzles.tilings.cells_model import cells
from ilpuzzles.tilings.elements_model import elements, has_equal_elements
from ilpuzzles.tilings.instance_schema import (
    CONDITION_FORM,
    GIVEN_FORM,
    INSTANCE_FORM,
    bare_instance,
    read_instance,
)
from ilpuzzles.tilings.logelium import Notation, PlacementLines, PlacementList, StepList
from ilpuzzles.tilings.placement_model import placement
from ilpuzzles.tilings.solid_pictures import bodies_of, has_bodies
from ilpuzzles.tilings.svg_pictures import picture_of_rest, tiles_picture, tiling_picture
from ilpuzzles.tilings.text_pictures import small_tiling_text, tiles_text, tiling_text
from ilpuzzles.tilings.tiling_exchange import instance_text, read_solution
from ilpuzzles.tilings.tiling_puzzle import (
    PlacedTile,
    Tile,
    TilingCondition,
    TilingInstance,
    TilingPuzzle,
    TilingSolution,
    colour_words,
)
from ilpuzzles.tilings.tiling_schema import (
    BOX_FORM,
    COVERED_FORM,
    PUZZLE_FORM,
    TILE_FORM,
    WRAP_FORM,
    read_puzzle,
)
from ilpuzzles.tilings.tiling_symmetry import TilingSymmetries, break_symmetry

# How many tiles may be left to place with the cells formulations, measured with their benchmark.
_MISSING = {"cbc": 5, "cpsat": 8, "highs": 7, "scip": 7}

# Who solves equal elements within seconds where they fill the cube of 27 places or fewer, measured
# with benchmarks/cube.yaml. In the plane, only CP-SAT is as quick to prove that nothing fits.
_PLACES = 27

_SOLVES = {
    "cells": {"cbc", "cpsat", "highs", "scip"},
    "cells-aggregated": {"cpsat", "scip"},
    "cells-sums": {"cbc", "cpsat", "highs", "scip"},
}


def _few_places(name: str, instance: TilingInstance, backend: str) -> bool:
    """Whether there are equal elements, and few places for them."""
    points = instance.region.points
    if not has_equal_elements(instance) or len(points) > _PLACES or backend not in _SOLVES[name]:
        return False
    in_space = points.shape[1] == 3 and bool((points.min(axis=0) < points.max(axis=0)).all())
    return in_space or backend == "cpsat"


def _few_tiles_or_places(name: str, instance: TilingInstance, backend: str) -> bool:
    """The same, or tiles that are all used once, and few of them are missing."""
    if has_equal_elements(instance):
        return _few_places(name, instance, backend)
    if not all(tile.is_single and not tile.fills for tile in instance.tiles):
        return False
    if instance.puzzle.is_coloured or instance.rules.most:
        return False
    missing = len(instance.tiles) - len(instance.givens)
    # With nothing given, seven tetrahexes already take a minute on SCIP.
    some_are_given = bool(instance.givens) or backend == "cpsat"
    few = missing <= _MISSING.get(backend, 0)
    return few and some_are_given and _is_quick(instance, backend)


def _is_quick(instance: TilingInstance, backend: str) -> bool:
    """Whether the puzzle says so; see `TilingPuzzle.quick_on`."""
    return not instance.puzzle.quick_on or backend in instance.puzzle.quick_on


def _is_covered(instance: TilingInstance, backend: str, *, once: bool = False) -> bool:
    """The same for an exact cover problem, for which there is a backend of its own.

    Reduction needs cells that are covered `once`.
    """
    if once and instance.rules.most:
        return False
    return backend == "exactcover" or _is_quick(instance, backend)


_FORMULATIONS = (
    Formulation(
        "placement", "a variable for every way to lay a tile on the board", placement, _is_covered
    ),
    Formulation(
        "reduced",
        "the same, without placements that leave some atom impossible to cover",
        partial(placement, reduce=True),
        partial(_is_covered, once=True),
    ),
    Formulation(
        "cells",
        "a variable for every tile and cell, one row for each cell of a placement; "
        "for tiles that are used once, or equal L trominoes",
        cells,
        partial(_few_tiles_or_places, "cells"),
    ),
    Formulation(
        "cells-aggregated",
        "like cells, with one row for each placement",
        partial(cells, aggregated=True),
        partial(_few_tiles_or_places, "cells-aggregated"),
    ),
    Formulation(
        "cells-sums",
        "like cells, with sums of neighbours; for equal L trominoes",
        partial(elements, sums=True),
        partial(_few_places, "cells-sums"),
    ),
)


class TilingPosition(PuzzlePosition):
    """A board with its tiles, some of which may be given."""

    __slots__ = ()

    unit = "piece"
    views = VIEWS
    instance: TilingInstance

    drawing = of_instance(tiling_text)
    small = of_instance(small_tiling_text)
    has_bodies = of_instance(has_bodies)
    bodies = of_instance(bodies_of)
    picture_of_rest = of_instance(picture_of_rest)
    symmetries = of_instance(TilingSymmetries.of)
    read_solution = of_instance(read_solution)
    placements = of_instance(PlacementList.of)
    placement_lines = of_instance(PlacementLines.of)
    steps = of_instance(StepList.of)

    def picture(
        self,
        solution: TilingSolution | None = None,
        marked: Keys = (),
        *,
        view: PictureView = "all",
    ) -> Picture:
        """The board with its tiles; see `tiling_picture`."""
        self.require_view(view)
        return tiling_picture(self.instance, solution, marked, view=view)

    def describe(self) -> Plain:
        """The instance as plain data; see `rules` for the keys."""
        instance = self.instance
        plain = self.kind.plain_puzzle(instance.puzzle) | _plain_region(instance.region)
        plain["givens"] = [given.to_json() for given in instance.givens]
        conditions = [_plain_condition(one) for one in instance.conditions]
        return plain | _plain_rules(instance) | without_empty({"conditions": conditions})

    def judge(self, solution: Plain) -> list[Fault]:
        """The rules that a tiling breaks."""
        faults = check_tiling(self.plain(), solution)
        if not faults:
            return []
        places = CellPlaces(self.instance.region)
        return [places.moved(one) for one in faults]

    def essence(self, plain: Plain) -> object:
        """The tiles."""
        return plain["tiles"]

    def solution_of(self, plain: Plain) -> TilingSolution:
        """The tiling that plain data describes."""
        return TilingSolution(self.instance, tuple(sorted(map(PlacedTile.of_json, plain["tiles"]))))

    def read_part(self, text: str) -> TilingSolution:
        """A tile in a placement, such as `Q.1@3.1`; see `Notation`."""
        return TilingSolution(self.instance, (Notation.of(self.instance).parse(text),))

    def taken_back(self, parts: Collection[str]) -> tuple[TilingPosition, Keys]:
        """The same without some of its given tiles, and the cells where they lay.

        Example:
            >>> from ilpuzzles.experiments.loading import load
            >>> load("lonpos", "8pieces").taken_back(["A"])[1]
            [(0, 5), (0, 6), (0, 7), (1, 5)]
        """
        instance = self.instance
        gone = [given for given in instance.givens if instance.part_of(given) in parts]
        after = instance.with_givens(given for given in instance.givens if given not in gone)
        return self.with_instance(after), [point for given in gone for point in given.points]

    def playground(self) -> Playground | None:
        """The cells, the tiles and their placements."""
        from ilpuzzles.tilings.tiling_playground import (  # noqa: PLC0415 - only to be played
            tiling_playground,
        )

        return tiling_playground(self.instance)

    def givens_to_json(self) -> Plain:
        """The given tiles as those of a solution are."""
        return TilingSolution(self.instance, self.instance.givens).to_json()

    def break_symmetry(self, choice: str = "auto") -> TilingPosition:
        """The same, of which fewer of several equivalent solutions are wanted."""
        breaking = break_symmetry(self.instance, choice)
        return replace(self, instance=replace(self.instance, breaking=breaking))

    def to_yaml(self, parameters: Mapping[str, int | str] | None = None) -> str:
        """The board and what lies on it; see `PuzzlePosition.to_yaml`."""
        return instance_text(self.instance, self.parameters if parameters is None else parameters)


class TilingKind(PuzzleKind):
    """Tiling puzzles; see `PuzzleKind`."""

    name = "tiling"
    positions = TilingPosition
    solution = TilingSolution
    judges = True
    generator = "ilpuzzles.generate.generators:POSITIONS"
    forms = (
        PUZZLE_FORM,
        BOX_FORM,
        WRAP_FORM,
        COVERED_FORM,
        TILE_FORM,
        INSTANCE_FORM,
        GIVEN_FORM,
        CONDITION_FORM,
    )
    drawn = "board"
    formulations = MappingProxyType({one.name: one for one in _FORMULATIONS})
    read_puzzle = staticmethod(read_puzzle)
    read_instance = staticmethod(read_instance)
    bare_instance = staticmethod(bare_instance)
    shape_text = staticmethod(tiles_text)
    shape_picture = staticmethod(tiles_picture)

    def has_bare_instance(self, puzzle: TilingPuzzle) -> bool:
        """Whether the puzzle has a region of its own; see `PuzzleKind.has_bare_instance`."""
        return puzzle.region is not None

    def show_tile(self, puzzle: TilingPuzzle, name: str, width: int | None = None) -> ShownTile:
        """A tile in all its orientations; see `PuzzleKind.show_tile`."""
        [(tile, shapes)] = puzzle.drawn(name)
        plain = [
            {"shape": int(one.title), "atoms": [*map(list, one.points)]} | colour_words(one.colours)
            for one in shapes
        ]
        about = {"puzzle": puzzle.name, "tile": name, "title": tile.title, "shapes": plain}
        return ShownTile(tiles_text(puzzle, width, name), tiles_picture(puzzle, name), about)

    def plain_puzzle(self, puzzle: TilingPuzzle) -> Plain:
        """What the puzzle is, as plain data; see `rules` for the keys."""
        plain: Plain = {"lattice": puzzle.lattice.name}
        if puzzle.region is not None:
            plain |= _plain_region(puzzle.region)
        return plain | {"tiles": {tile.name: _plain_tile(tile) for tile in puzzle.tiles}}


def _plain_condition(condition: TilingCondition) -> Plain:
    plain: Plain = {"name": condition.name, "target": condition.target}
    if condition.tiles is None:
        return plain | {"atoms": list(condition.atoms)}
    return plain | {"tiles": dict(condition.tiles)}


def _plain_rules(instance: TilingInstance) -> Plain:
    rules = instance.rules
    plain = {
        "match": bool(instance.puzzle.edges),
        "border": rules.border,
        "colouring": rules.colouring,
        "alternating": rules.alternating,
    }
    covered = {"least": list(rules.least), "most": list(rules.most)}
    return without_empty(plain | ({"covered": covered} if rules.most else {}))


def _plain_region(region: Region) -> Plain:
    further = {one.name: one.axis for one in region.further}
    wrap = region.periods.tolist()
    return {"region": region.points.tolist()} | without_empty({"wrap": wrap, "further": further})


def _plain_tile(tile: Tile) -> Plain:
    """A tile as plain data, without what is the same for most tiles."""
    shapes = [[list(point) for point in shape] for shape in tile.shapes]
    motions = tile.motions if isinstance(tile.motions, str) else list(tile.motions)
    plain: Plain = {"shape": shapes[0]} if len(shapes) == 1 else {"shapes": shapes}
    plain["motions"] = motions
    if not tile.is_single:
        plain |= {"least": tile.least, "most": tile.most}
    colours = [list(words) for words in tile.colours]
    rest = {"marks": tile.marks, "fills": list(tile.fills), "colours": colours}
    return plain | without_empty(rest)


TILING = TilingKind()
