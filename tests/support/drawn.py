"""Small puzzles for pictures, and what there is in an SVG document."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections import defaultdict
from dataclasses import replace
from functools import cache

import numpy as np

from ilpuzzles.experiments.experiments import solve
from ilpuzzles.experiments.loading import load
from ilpuzzles.puzzles.position import Keys
from ilpuzzles.reading.library import Library
from ilpuzzles.render.text import as_plain
from ilpuzzles.tilings.svg_pictures import tiling_picture
from ilpuzzles.tilings.text_pictures import tiling_text
from ilpuzzles.tilings.tiling_puzzle import PlacedTile, Point, TilingInstance, TilingSolution
from support.places import TESTS

LIBRARY = Library.standard([TESTS / "render" / "data"])
SVG = "{http://www.w3.org/2000/svg}"


@cache
def solved(puzzle: str) -> TilingSolution:
    """A solution of one of the small puzzles."""
    solution = solve(puzzle, library=LIBRARY).solutions[0]
    assert isinstance(solution, TilingSolution)
    return solution


def started(puzzle: str, *givens: PlacedTile) -> TilingInstance:
    """One of the small puzzles with some tiles given."""
    instance = load(puzzle, library=LIBRARY).instance
    assert isinstance(instance, TilingInstance)
    return replace(instance, givens=givens)


def laid(puzzle: str, drawing: str) -> TilingSolution:
    """Tiles on the board of one of the small puzzles, drawn with their marks."""
    instance = started(puzzle)
    rows = drawing.splitlines()
    upwards = instance.region.lattice.chart_steps[0, 0] < 0
    points: dict[str, list[Point]] = defaultdict(list)
    for row, line in enumerate(rows):
        for column, mark in enumerate(line):
            place = np.array([row - len(rows) if upwards else row, column])
            point, kind = instance.region.lattice.points_of_chart(place)
            if mark != " ":
                assert kind >= 0
                points[mark].append(tuple(point.tolist()))
    names = {mark: tile.name for tile in instance.tiles for mark in tile.marks or tile.name}
    tiles = [PlacedTile(names[mark], tuple(sorted(found))) for mark, found in points.items()]
    tiles.sort(key=lambda placed: (placed.tile, placed.points))
    return TilingSolution(instance, tuple(tiles))


def tiling(puzzle: str, *tiles: PlacedTile) -> TilingSolution:
    """Any tiles on the board of one of the small puzzles."""
    return TilingSolution(started(puzzle), tiles)


def lines(
    instance: TilingInstance, solution: TilingSolution | None = None, marked: Keys = ()
) -> list[str]:
    """The picture in letters."""
    return as_plain(tiling_text(instance, solution, marked)).splitlines()


def picture(
    instance: TilingInstance, solution: TilingSolution | None = None, marked: Keys = ()
) -> ET.Element:
    """The picture as an element."""
    text = tiling_picture(instance, solution, marked).document()
    assert len(text) <= 15_000
    return ET.fromstring(text)  # noqa: S314 - our own picture


def letters(root: ET.Element) -> list[str]:
    """What is written on tiles and bars, sorted."""
    return sorted(texts(root, None))


def texts(root: ET.Element, name: str | None) -> list[str]:
    """What is written in texts of a class, or without one."""
    found = [text for text in root.iter(f"{SVG}text") if text.get("class") == name]
    return [text.text or "" for text in found]


def paths(root: ET.Element, name: str) -> list[str]:
    """What the paths of a class draw."""
    found = [path for path in root.iter(f"{SVG}path") if path.get("class") == name]
    return [path.get("d") or "" for path in found]


def loops(root: ET.Element, name: str = "p") -> int:
    """How many closed lines the paths of a class have together."""
    return sum(path.count("M") for path in paths(root, name))
