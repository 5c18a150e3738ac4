"""The rules of tiling puzzles on square, cubic, triangular, hexagonal, tan and fcc lattices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from ilpuzzles.rules.congruence import is_copy, shows_its_colours, sides_of
from ilpuzzles.rules.drawing_check import check_drawing, copy_marks, name_shown
from ilpuzzles.rules.faults import Fault, fault
from ilpuzzles.rules.places import CELL, Place
from ilpuzzles.rules.plain_tiling import (
    Placement,
    Point,
    lattice_of,
    placements_of,
    points_of,
    reduced,
)

TILE_ONCE, TILE_COUNT, CELL_ONCE, FURTHER = "tile once", "tile count", "cell once", "further"
"""Rules that a tiling breaks while it is not finished."""

TILE = "tile"
"""The kind of a place that is a copy of a tile."""


def is_unfinished(found: Fault) -> bool:
    """Whether a fault says only that something does not lie there yet.

    Example:
        >>> is_unfinished(fault(CELL_ONCE, "{} is covered {:time}", (0, 0), 0))
        True
    """
    return found.rule in {TILE_ONCE, CELL_ONCE, FURTHER} and found.parts[-1] == 0


def check_tiling(instance: dict[str, Any], solution: dict[str, Any]) -> list[Fault]:
    """Checks that every cell is covered once, by the right number of tiles in their own shapes.

    All points are lists of integers, in the coordinates of the lattice.

    Args:
        instance: What is to be tiled:

            - `region`: the atoms, in the order in which they are numbered;
            - `lattice`: `square`, `cubic`, `triangular`, `hexagonal`, `tan` or `fcc`; without it
              `square` or `cubic`, as many coordinates as there are;
            - `wrap`: period vectors in echelon form; atoms that differ by them are the same, and
              the region has the reduced ones;
            - `further`: for each name the number of a coordinate; for every value of that
              coordinate in the region there is one atom more, to be covered once as well;
            - `tiles`: for every name its `shape` or `shapes`, its `motions` (see `orientations`);
              how often it is used, at `least` (1) and at `most` (1; null is no limit); the `marks`
              that it is drawn with (its name; with several characters, one for each copy in the
              order of the region); which further atoms it `fills`, for every value that it
              touches; and its `colours`, for each shape a word for every atom: that of the cell
              and those of its sides (see `sides_of`), a dot for none;
            - `match`: whether edges that touch have the same colour; `border`: the colour of those
              at the border; `colouring`: the colours of the region's cells; `alternating`: whether
              the cells of tiles that touch have different colours;
            - `covered`: how often each cell is covered, at `least` and at `most`, in the order of
              the region; by default once;
            - `givens`: placements that have to be there, a list of `tile` and `atoms`;
            - `conditions`: a list of `name`, `target` and the weights of `atoms` (in the order of
              the region) or of `tiles` (0 for those that are left out); what is covered, or used,
              weighs as much as the target in all.
        solution: `tiles` (a list of `tile` and `atoms`, with the colours of `cells`, a letter for
            each atom, and of `edges`, a word for each, where there are any), and perhaps a drawing
            in `rows` or `owners` (see `check_drawing`).

    Returns:
        The broken rules: `known tile`, `tile once`, `tile count`, `shape`, `colours`, `inside`,
        `cell once`, `cell count`, `edges match`, `border`, `colours of cells`, `givens`, `further`,
        `condition`, `drawing`.

    Example:
        >>> domino = {"shape": [[0, 0], [0, 1]], "motions": "all"}
        >>> board = {"region": [[0, 0], [1, 0]], "tiles": {"A": domino}, "givens": []}
        >>> check_tiling(board, {"tiles": [{"tile": "A", "atoms": [[0, 0], [1, 0]]}]})
        []
        >>> for found in check_tiling(board, {"tiles": []}):
        ...     print(found)
        tile once: tile A is used 0 times
        cell once: row 1, column 1 is covered 0 times
        cell once: row 2, column 1 is covered 0 times
    """
    region = points_of(instance["region"])
    placed = placements_of(solution["tiles"])
    marks = {name: tile.get("marks") or name for name, tile in instance["tiles"].items()}
    return [
        *_check_tile_names(instance, placed),
        *_tile_counts(instance, placed),
        *_shapes(instance, placed, copy_marks(region, marks, placed)),
        *_inside(region, placed),
        *_cells_once(instance, region, placed),
        *_colours(instance, region, placed),
        *_givens(instance, placed),
        *_further(instance, region, placed),
        *_conditions(instance, region, placed),
        *check_drawing(region, marks, placed, solution),
    ]


def _check_tile_names(instance: dict[str, Any], placed: Sequence[Placement]) -> list[Fault]:
    return [
        fault("known tile", "there is no tile {}", name_shown(name))
        for name, *_ in placed
        if name not in instance["tiles"]
    ]


def _tile_counts(instance: dict[str, Any], placed: Sequence[Placement]) -> Iterator[Fault]:
    used = Counter(name for name, *_ in placed)
    for name, tile in sorted(instance["tiles"].items()):
        least, most = tile.get("least", 1), tile.get("most", 1)
        if used[name] >= least and (most is None or used[name] <= most):
            continue
        what = "tile {} is used {:time}"
        if least == most == 1:
            yield fault(TILE_ONCE, what, name, used[name])
        elif least == most:
            yield fault(TILE_COUNT, f"{what} instead of {{}}", name, used[name], least)
        elif used[name] < least:
            yield fault(TILE_COUNT, f"{what}, at least {{}} needed", name, used[name], least)
        else:
            yield fault(TILE_COUNT, f"{what}, at most {{}} allowed", name, used[name], most)


def _shapes(
    instance: dict[str, Any], placed: Sequence[Placement], marks: Sequence[str]
) -> list[Fault]:
    lattice = lattice_of(instance)
    periods = points_of(instance.get("wrap") or ())
    # Copies that a drawing tells apart are told apart here.
    called = [
        one.tile if mark == one.tile else f"{one.tile}, drawn as {name_shown(mark)},"
        for one, mark in zip(placed, marks, strict=True)
    ]
    return [
        fault("shape", "the cells of {} do not have its shape", Place(TILE, name, one.atoms))
        for name, one in zip(called, placed, strict=True)
        if one.tile in instance["tiles"]
        and not is_copy(one.atoms, instance["tiles"][one.tile], lattice, periods)
    ] + [
        fault("colours", "{} does not have the colours that it shows", Place(TILE, name, one.atoms))
        for name, one in zip(called, placed, strict=True)
        if "colours" in instance["tiles"].get(one.tile, {})
        and not shows_its_colours(one, instance["tiles"][one.tile], lattice, periods)
    ]


def _inside(region: Sequence[Point], placed: Sequence[Placement]) -> list[Fault]:
    inside = set(region)
    return [
        fault(
            "inside",
            "tile {} covers {}, which is outside the region",
            name_shown(name),
            _cell(atom),
        )
        for name, atoms, _ in placed
        for atom in atoms
        if atom not in inside
    ]


def _cells_once(
    instance: dict[str, Any], region: Sequence[Point], placed: Sequence[Placement]
) -> Iterator[Fault]:
    covered = Counter(atom for one in placed for atom in one.atoms)
    bounds = instance.get("covered")
    if not bounds:
        for atom in sorted(region):
            if covered[atom] != 1:
                yield fault(CELL_ONCE, "{} is covered {:time}", _cell(atom), covered[atom])
        return
    for one, number in Counter(placed).items():
        if number > 1:
            what = "two copies of tile {} lie in the same place"
            yield fault("cell count", what, one.tile)
    for atom, least, most in sorted(zip(region, bounds["least"], bounds["most"], strict=True)):
        if not least <= covered[atom] <= most:
            what = "{} is covered {:time} instead of {} to {}"
            yield fault("cell count", what, _cell(atom), covered[atom], least, most)


def _colours(
    instance: dict[str, Any], region: Sequence[Point], placed: Sequence[Placement]
) -> Iterator[Fault]:
    """What the colours of cells and edges have to be: by themselves, and where tiles touch."""
    periods, lattice = points_of(instance.get("wrap") or ()), lattice_of(instance)
    colouring, border = instance.get("colouring"), instance.get("border")
    inside = {atom: place for place, atom in enumerate(region)}
    shown = {
        atom: (number, word)
        for number, one in enumerate(placed)
        for atom, word in zip(one.atoms, one.colours, strict=False)
        if atom in inside
    }
    for atom, (number, word) in sorted(shown.items()):
        if colouring and word[0] != colouring[inside[atom]]:
            what = "{} has colour {} instead of {}"
            wanted = colouring[inside[atom]]
            yield fault("colours of cells", what, _cell(atom), word[0], wanted)
        sides = sides_of(lattice, atom)
        for colour, beyond in zip(word[1:].ljust(len(sides), "."), sides, strict=False):
            other = reduced(beyond, periods)
            if other not in inside and border and colour not in {border, "."}:
                what = "{} shows {} at the border instead of {}"
                yield fault("border", what, _cell(atom), colour, border)
            # Of the two cells of a side, one says what is wrong.
            if other not in shown or atom > other:
                continue
            neighbour, there = shown[other]
            facing = there[1:][sides_of(lattice, beyond).index(atom) :][:1] or "."
            if instance.get("match") and facing != colour:
                what = "{} shows {} where {} shows {}"
                yield fault("edges match", what, _cell(atom), colour, _cell(other), facing)
            if instance.get("alternating") and neighbour != number and there[0] == word[0]:
                what = "{} and {} both have colour {}"
                yield fault("colours of cells", what, _cell(atom), _cell(other), word[0])


def _givens(instance: dict[str, Any], placed: Sequence[Placement]) -> Iterator[Fault]:
    lying = Counter(map(_in_order, placed))
    for given in map(_in_order, placements_of(instance.get("givens") or ())):
        if not lying[given]:
            tile = Place(TILE, given.tile, given.atoms)
            yield fault("givens", "{} is not where it was given", tile)
        lying[given] = max(lying[given] - 1, 0)


def _in_order(placement: Placement) -> Placement:
    """The same placement with its atoms in order."""
    atoms, words = placement.atoms, placement.colours
    if len(words) != len(atoms):
        return Placement(placement.tile, tuple(sorted(atoms)))
    places = sorted(range(len(atoms)), key=atoms.__getitem__)
    in_order = tuple(words[place] for place in places)
    return Placement(placement.tile, tuple(atoms[place] for place in places), in_order)


def _further(
    instance: dict[str, Any], region: Sequence[Point], placed: Sequence[Placement]
) -> Iterator[Fault]:
    """A copy fills its further atoms of every value that one of its atoms has."""
    for further, axis in (instance.get("further") or {}).items():
        filled = Counter(
            value
            for name, atoms, _ in placed
            if further in (instance["tiles"].get(name, {}).get("fills") or ())
            for value in {atom[axis] for atom in atoms if axis < len(atom)}
        )
        for value in sorted({atom[axis] for atom in region}):
            if filled[value] != 1:
                what = "{} is filled {:time}"
                yield fault(FURTHER, what, Place(further, value), filled[value])


def _conditions(
    instance: dict[str, Any], region: Sequence[Point], placed: Sequence[Placement]
) -> Iterator[Fault]:
    for condition in instance.get("conditions") or ():
        if "tiles" in condition:
            total = sum(condition["tiles"].get(name, 0) for name, *_ in placed)
        else:
            weights = dict(zip(region, condition["atoms"], strict=True))
            total = sum(weights.get(atom, 0) for _, atoms, _ in placed for atom in atoms)
        if total != condition["target"]:
            what = "{} is {} instead of {}"
            yield fault("condition", what, condition["name"], total, condition["target"])


def _cell(atom: Point) -> Place:
    """The place of an atom, in the coordinates of its lattice."""
    return Place(CELL, atom)
