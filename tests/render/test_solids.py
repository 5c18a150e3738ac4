from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from itertools import combinations, pairwise, product

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.experiments.experiments import solve
from ilpuzzles.experiments.loading import describe
from ilpuzzles.geometry.standard_lattices import CUBIC
from ilpuzzles.render.solid import (
    BALL,
    Body,
    Camera,
    Face,
    TowerShape,
    Vertex,
    cube_faces,
    pull_apart,
    sharp_edges,
    solid_block,
    without_inner,
)
from ilpuzzles.render.svg import VIEWS, PictureView, contrast
from ilpuzzles.tilings.solid_pictures import bodies_of, has_bodies, solid_at
from ilpuzzles.tilings.svg_pictures import tiling_picture
from ilpuzzles.tilings.tiling_puzzle import PlacedTile, TilingSolution
from support.drawn import SVG, solved, started, tiling
from support.rings import examples

SOLIDS = ["cube", "soma", "pyramid", "tower"]


@cache
def solution_of(puzzle: str) -> TilingSolution:
    parameters = {"height": 3} if puzzle == "tower" else None
    solution = solve(puzzle, parameters=parameters).solutions[0]
    assert isinstance(solution, TilingSolution)
    return solution


def bodies(puzzle: str) -> tuple[Body, ...]:
    solution = solution_of(puzzle)
    return bodies_of(solution.instance, solution)


def drawing(puzzle: str, view: PictureView) -> str:
    solution = solution_of(puzzle)
    return tiling_picture(solution.instance, solution, view=view).document()


def volume(faces: tuple[Face, ...]) -> float:
    """The volume inside faces, by the divergence theorem."""
    total = 0.0
    for face in faces:
        first, *others = np.array(face.corners)
        for second, third in pairwise(others):
            total += float(np.dot(first, np.cross(second, third))) / 6
    return total


def is_closed(faces: tuple[Face, ...]) -> bool:
    """Whether every side of a face is that of another one, which runs the other way."""
    sides: Counter[tuple[Vertex, Vertex]] = Counter()
    for face in faces:
        for start, end in zip(face.corners, (*face.corners[1:], face.corners[0]), strict=True):
            sides[start, end] += 1
    return all(sides[end, start] == number for (start, end), number in sides.items())


@examples(30)
@given(st.integers(3, 30), st.integers(-3, 3), st.data())
def test_a_towers_cells_are_closed_and_fill_it(columns: int, row: int, data: st.DataObject) -> None:
    shape = TowerShape(columns)
    column = data.draw(st.integers(0, columns - 1))
    cell = tuple(shape.cell_faces(row, column))
    disc = tuple(shape.disc_faces(row))
    # Between the parts of one cell there are faces neither of which is seen.
    assert is_closed(without_inner(cell))
    assert is_closed(without_inner(disc))
    ring = tuple(face for number in range(columns) for face in shape.cell_faces(row, number))
    whole = without_inner([*ring, *disc])
    assert is_closed(whole)
    inside = columns * volume(cell) + volume(disc)
    assert volume(whole) == pytest.approx(inside, rel=1e-3)
    assert volume(cell) > 0
    # Corners are rounded; the drawn circle has at most a corner for every 10 degrees.
    assert inside == pytest.approx(math.pi * shape.height, rel=0.2)


def test_pieces_are_closed_and_have_the_volume_of_their_cells() -> None:
    for puzzle in ("cube", "soma"):
        sizes = sorted(len(placed.points) for placed in solution_of(puzzle).tiles)
        assert sorted(round(volume(body.faces), 6) for body in bodies(puzzle)) == sizes
    shape = TowerShape(12)
    ring = [face for column in range(12) for face in shape.cell_faces(0, column)]
    row = volume(without_inner([*ring, *shape.disc_faces(0)]))
    total = sum(volume(body.faces) for body in bodies("tower"))
    assert total == pytest.approx(3 * row, rel=1e-3)
    for puzzle in ("cube", "soma", "tower"):
        assert all(is_closed(body.faces) for body in bodies(puzzle))


@pytest.mark.exhaustive
def test_balls_that_touch_are_one_apart_and_none_overlap() -> None:
    balls = [ball for body in bodies("pyramid") for ball in body.balls]
    assert len(balls) == 55
    apart = Counter(round(math.dist(*pair), 6) for pair in combinations(balls, 2))
    assert min(apart) == 2 * BALL
    # A ball touches those of its layer beside it, and four of the layer below.
    assert apart[1.0] == sum(2 * n * (n - 1) for n in range(1, 6)) + sum(
        4 * n * n for n in range(1, 5)
    )


def test_edges_are_where_surfaces_end() -> None:
    # Two cubes in a row: the outline of a box, and no line around its middle.
    box = without_inner([*cube_faces(0, 0, 0), *cube_faces(1, 0, 0)])
    assert len(box) == 10
    lines = {line for face in sharp_edges(box) for line in face}
    assert len(lines) == 16
    assert ((1, 0, 0), (1, 0, 1)) not in lines
    # An L has an edge in its inner corner, and none where its arms go on.
    bend = without_inner([*cube_faces(0, 0, 0), *cube_faces(1, 0, 0), *cube_faces(1, 1, 0)])
    assert ((1, 1, 0), (1, 1, 1)) in {line for face in sharp_edges(bend) for line in face}


def test_pieces_are_placed_upwards_and_given_ones_first() -> None:
    solution = solution_of("cube")
    heights = [body.middle()[2] for body in bodies_of(solution.instance, solution)]
    assert heights == sorted(heights)
    top = max(solution.tiles, key=lambda tile: -sum(point[0] for point in tile.points))
    instance = replace(solution.instance, givens=(top,))
    first = bodies_of(instance, TilingSolution(instance, solution.tiles))[0]
    assert first.given
    assert first.middle()[2] == max(heights)


def test_exploded_pieces_keep_their_form_and_their_middle() -> None:
    whole = bodies("soma")
    apart = pull_apart(whole, 0.5)
    centre = np.mean(np.array([body.middle() for body in whole]), axis=0).tolist()
    for one, other in zip(whole, apart, strict=True):
        assert volume(other.faces) == pytest.approx(volume(one.faces))
        assert math.dist(other.middle(), centre) == pytest.approx(
            1.5 * math.dist(one.middle(), centre)
        )
    faces = [face for body in apart for face in body.faces]
    assert len(without_inner(faces)) == len(faces)
    assert pull_apart(()) == ()


@examples(60)
@given(
    st.sets(st.tuples(*[st.integers(0, 2)] * 3), min_size=2, max_size=12),
    st.integers(5, 85),
    st.integers(5, 85),
)
def test_cubes_hide_no_nearer_ones(
    cells: set[tuple[int, int, int]], turn: int, height: int
) -> None:
    camera = Camera(turn, height, 10)
    towards, places = camera.towards(), sorted(cells)
    cubes = [Body(n, "", "#3066be", False, tuple(cube_faces(*c)), ()) for n, c in enumerate(places)]
    drawn = "".join(solid_block(cubes, camera).elements)
    ordered = [places[int(number)] for number in re.findall(r'data-piece="(\d+)"', drawn)]
    for number, later in enumerate(ordered):
        for earlier in ordered[:number]:
            # Whatever hides a cube is nowhere behind it, in any of the three directions.
            ahead = [
                (b - a) * (1 if part > 0 else -1)
                for a, b, part in zip(later, earlier, towards, strict=True)
            ]
            assert not all(step >= 0 for step in ahead)


SHAPES = re.compile(
    r'<g class="piece" data-piece="\d+" data-name="(?P<name>[^"]*)"|'
    r'<path class="q" d="(?P<path>[^"]*)" fill="(?P<fill>#\w{6})"|'
    r'<circle cx="(?P<cx>[\d.-]+)" cy="(?P<cy>[\d.-]+)" r="(?P<r>[\d.]+)" fill="(?P<ball>#\w+)"'
    r'(?P<shine> opacity=".4")?|'
    r'<text x="(?P<x>[\d.-]+)" y="(?P<y>[\d.-]+)" fill="(?P<ink>#\w{6})"[^>]*>(?P<text>[^<]*)<'
)


def lies_in(x: float, y: float, corners: list[tuple[float, float]]) -> bool:
    """Whether a place lies in a polygon, by how often a ray from it leaves that."""
    inside = False
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


def lies_in_ball(x: float, y: float, middle: tuple[float, float], radius: float) -> bool:
    return math.dist((x, y), middle) < radius


def grounds(text: str) -> list[tuple[str, str, set[str]]]:
    """Of every letter of a solid that letter, its ink, and the colours of what is under it."""
    painted: list[tuple[str, Callable[[float, float], bool]]] = []
    found: list[tuple[str, str, set[str]]] = []
    name = ""
    for part in SHAPES.finditer(text):
        name = part["name"] or name
        if part["path"]:
            for loop in part["path"].split("z")[:-1]:
                numbers = [float(number) for number in re.findall(r"-?[\d.]+", loop)]
                corners = list(zip(numbers[::2], numbers[1::2], strict=True))
                painted.append((part["fill"], partial(lies_in, corners=corners)))
        elif part["r"]:
            middle, radius = (float(part["cx"]), float(part["cy"])), float(part["r"])
            covers = partial(lies_in_ball, middle=middle, radius=radius)
            painted.append(("shine" if part["shine"] else part["ball"], covers))
        elif part["ink"]:
            assert part["text"] == name
            top = set()
            for dx, dy in product((-4.5, 0, 4.5), (-6, 0, 6)):
                place = float(part["x"]) + dx, float(part["y"]) - 6.5 + dy
                top.add(next((one for one, covers in painted[::-1] if covers(*place)), "nothing"))
            found.append((name, part["ink"], top))
    return found


@pytest.mark.parametrize("puzzle", [*SOLIDS, "pieces"])
@pytest.mark.parametrize("view", ["solid", "apart"])
def test_letters_name_their_piece_and_can_be_read_on_it(puzzle: str, view: PictureView) -> None:
    names = {body.name for body in bodies("pyramid" if puzzle == "pieces" else puzzle)}
    found = grounds(describe("pyramid").svg() if puzzle == "pieces" else drawing(puzzle, view))
    assert {name for name, _, _ in found} <= names
    assert len({name for name, _, _ in found}) >= max(5, len(names) // 2)
    for _, ink, under in found:
        assert not under & {"nothing", "shine"}
        assert min(contrast(ink, colour) for colour in under) >= 4.5


def titles(text: str) -> list[str]:
    return re.findall(r'<text [^>]*class="t"[^>]*>([^<]*)<', text)


def test_what_the_views_show() -> None:
    # Faces have light and shade.
    solid = drawing("cube", "solid")
    fills = set(re.findall(r'class="q"[^>]*fill="(#\w{6})"', solid))
    assert len(fills) > len(solution_of("cube").tiles)
    # A tower is seen from both sides, and solids stand beside their layers.
    tower = drawing("tower", "solid")
    assert titles(tower) == ["from the front", "from behind"]
    assert set(re.findall(r'data-name="([^"]*)"', tower)) == set(solution_of("tower").marks())
    assert titles(drawing("cube", "all")) == ["layer 1", "layer 2", "layer 3"]
    assert 'class="q"' not in drawing("cube", "flat")
    # An empty solid has only layers.
    empty: dict[PictureView, str] = {
        view: tiling_picture(solution_of("cube").instance, view=view).document() for view in VIEWS
    }
    assert empty["all"] == empty["flat"]
    assert "layer 3" in empty["apart"]
    # What lies in a plane has no bodies. A board that goes on in its columns stands upright, and
    # others that go on do not.
    lonpos = solve("lonpos", "8pieces").solutions[0]
    assert bodies_of(lonpos.instance, lonpos) == ()
    upright = [has_bodies(started(name)) for name in ("cylinder", "hexagon-ring", "cylinders")]
    assert upright == [True, False, False]


def test_pieces_that_lie_on_each_other_can_be_drawn() -> None:
    balls = solved("five-balls")
    bad = tiling("five-balls", *balls.tiles, PlacedTile("A", balls.tiles[-1].points))
    for view in VIEWS:
        text = tiling_picture(bad.instance, bad, view=view).document()
        root = ET.fromstring(text)  # noqa: S314 - our own picture
        assert {"A", "D"} <= {group.get("data-name") for group in root.iter(f"{SVG}g")}


def test_nothing_of_a_body_shows_through_its_nearer_cells() -> None:
    # A step: seen from the front right, its lower cube covers an edge of the one behind.
    step = Body(0, "Z", "#3066be", False, *solid_at(CUBIC, [(1, 1, 0), (1, 0, 0), (0, 0, 0)]))
    drawn = "".join(solid_block([step], Camera(34, 30, 42)).elements)
    kinds = re.findall(r'class="([qe])"', drawn)
    # Faces and lines take turns, cell by cell, and do not come as two heaps.
    assert [len(faces) > 0 for faces in "".join(kinds).split("e")] == [True, True, True, False]


@pytest.mark.parametrize(
    ("puzzle", "pieces"),
    [("lonpos", 12), ("cube", 1), ("pyramid", 12), ("tritetratan", 18), ("soma", 7)],
)
def test_all_pieces_of_a_puzzle_are_drawn(puzzle: str, pieces: int) -> None:
    described = describe(puzzle)
    root = ET.fromstring(described.svg())  # noqa: S314 - our own picture
    numbers = {group.get("data-piece") for group in root.iter(f"{SVG}g") if group.get("data-piece")}
    assert len(numbers) == pieces
    assert len([text for text in root.iter(f"{SVG}text") if text.get("class") == "t"]) == pieces
    bundle = described._repr_mimebundle_()
    assert described.svg() in bundle["text/html"]
    assert "presets: " in bundle["text/html"]
    assert described.text() in bundle["text/plain"]


@pytest.mark.parametrize("puzzle", ["cube", "soma", "pyramid"])
def test_from_above_a_solid_looks_like_its_layers_and_is_no_mirror_image(puzzle: str) -> None:
    solution = solution_of(puzzle)
    camera = Camera(0, 90, 1)
    marks = dict(zip(solution.tiles, solution.marks(), strict=True))
    # With layer, row and column.
    cells = {(mark, *point) for tile, mark in marks.items() for point in tile.points}
    found = set()
    for body in bodies_of(solution.instance, solution):
        for middle in [*dict.fromkeys(face.middle for face in body.faces), *body.balls]:
            x, y = camera.place(middle)
            if body.balls:
                # Each layer of a packing is wider than that above it by half a ball on every side.
                layer = round(-middle[2] / 0.5**0.5)
                found.add((body.name, layer, round(y + layer / 2), round(x + layer / 2)))
            else:
                layer = round(-middle[2] - 0.5)
                found.add((body.name, layer, round(y - 0.5), round(x - 0.5)))
    assert found == cells


def test_a_tower_goes_on_to_the_right_as_it_does_unrolled() -> None:
    shape = TowerShape(12)
    front, behind = Camera(0, 20, 100), Camera(180, 20, 100)
    middles = [next(shape.cell_faces(0, column)).middle for column in range(12)]
    # The first six columns are in front and the others behind, each from the left to the right.
    for camera, columns in ((front, range(6)), (behind, range(6, 12))):
        places = [camera.place(middles[column])[0] for column in columns]
        assert places == sorted(places)
        others = [middles[column] for column in range(12) if column not in columns]
        nearest = max(map(camera.depth, others))
        assert min(camera.depth(middles[column]) for column in columns) > nearest
    high, low = (next(shape.cell_faces(row, 2)).middle for row in (0, 1))
    assert front.place(high)[1] < front.place(low)[1]
