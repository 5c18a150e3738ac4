from __future__ import annotations

import math
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.geometry.standard_lattices import CUBIC
from ilpuzzles.puzzles.tiling.solid_pictures import bodies_of, has_bodies, solid_at
from ilpuzzles.puzzles.tiling.svg_pictures import tiling_picture
from ilpuzzles.puzzles.tiling.tiling_puzzle import PlacedTile, TilingSolution
from ilpuzzles.render.solid import (
    BALL,
    Body,
    Camera,
    Face,
    TowerShape,
    Vertex,
    cube_faces,
    dot,
    exploded,
    normal,
    sharp_edges,
    solid_block,
    without_inner,
)
from ilpuzzles.render.svg import VIEWS, PictureView, contrast
from ilpuzzles.workbench.experiments import solve
from ilpuzzles.workbench.loading import describe
from support.drawn import SVG, solved, started, tiling
from support.rings import examples

SOLIDS = ["cube", "soma", "pyramid", "tower"]


def solution_of(puzzle: str) -> TilingSolution:
    parameters = {"height": 3} if puzzle == "tower" else None
    solution = solve(puzzle, parameters=parameters).solutions[0]
    assert isinstance(solution, TilingSolution)
    return solution


def bodies(puzzle: str) -> tuple[Body, ...]:
    solution = solution_of(puzzle)
    return bodies_of(solution.instance, solution)


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


def test_a_cube_looks_outwards_and_is_closed() -> None:
    faces = tuple(cube_faces(2, -3, 5))
    assert is_closed(faces)
    assert volume(faces) == pytest.approx(1)
    for face in faces:
        middle = np.mean(np.array(face.corners), axis=0) - np.array(face.middle)
        assert dot(normal(face.corners), tuple(middle.tolist())) == pytest.approx(0.5)


@examples(30)
@given(st.integers(3, 30), st.integers(-3, 3), st.data())
def test_cells_of_a_tower_are_closed_and_fill_it(
    columns: int, row: int, data: st.DataObject
) -> None:
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


@pytest.mark.parametrize("puzzle", ["cube", "soma"])
def test_pieces_of_cubes_have_the_volume_of_their_cells(puzzle: str) -> None:
    solution = solution_of(puzzle)
    sizes = sorted(len(placed.points) for placed in solution.tiles)
    found = bodies(puzzle)
    assert sorted(round(volume(body.faces), 6) for body in found) == sizes
    assert all(is_closed(body.faces) for body in found)
    assert sum(volume(body.faces) for body in found) == pytest.approx(27)


def test_the_pieces_of_a_tower_fill_it() -> None:
    found = bodies("tower")
    shape = TowerShape(12)
    row = without_inner(
        [f for c in range(12) for f in shape.cell_faces(0, c)] + [*shape.disc_faces(0)]
    )
    total = sum(volume(body.faces) for body in found)
    assert total == pytest.approx(3 * volume(row), rel=1e-3)
    assert all(is_closed(body.faces) for body in found)


def test_balls_that_touch_are_one_apart_and_none_overlap() -> None:
    balls = [ball for body in bodies("pyramid") for ball in body.balls]
    assert len(balls) == 55
    apart = Counter(
        round(math.dist(one, other), 6) for n, one in enumerate(balls) for other in balls[:n]
    )
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


def test_what_lies_in_a_plane_has_no_bodies() -> None:
    lonpos = solve("lonpos", "8pieces").solutions[0]
    assert not has_bodies(lonpos.instance)
    assert bodies_of(lonpos.instance, lonpos) == ()
    # A board that goes on in its columns stands upright; others that go on do not.
    assert has_bodies(started("cylinder"))
    assert not has_bodies(started("hexagon-ring"))
    assert not has_bodies(started("cylinders"))


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
    apart = exploded(whole, 0.5)
    centre = np.mean(np.array([body.middle() for body in whole]), axis=0).tolist()
    for one, other in zip(whole, apart, strict=True):
        assert volume(other.faces) == pytest.approx(volume(one.faces))
        assert math.dist(other.middle(), centre) == pytest.approx(
            1.5 * math.dist(one.middle(), centre)
        )
    faces = [face for body in apart for face in body.faces]
    assert len(without_inner(faces)) == len(faces)
    assert exploded(()) == ()


@examples(60)
@given(
    st.sets(st.tuples(*[st.integers(0, 2)] * 3), min_size=2, max_size=12),
    st.integers(5, 85),
    st.integers(5, 85),
)
def test_no_cube_is_drawn_over_one_that_is_nearer(
    cells: set[tuple[int, int, int]], turn: int, height: int
) -> None:
    camera = Camera(turn, height, 10)
    middles = {cell: next(cube_faces(*cell)).middle for cell in cells}
    towards = camera.towards()
    ordered = sorted(cells, key=lambda cell: camera.depth(middles[cell]))
    for number, later in enumerate(ordered):
        for earlier in ordered[:number]:
            # Whatever hides a cube is nowhere behind it, in any of the three directions.
            ahead = [
                (b - a) * (1 if part > 0 else -1)
                for a, b, part in zip(later, earlier, towards, strict=True)
            ]
            assert not all(step >= 0 for step in ahead)


def drawn(puzzle: str, view: PictureView) -> ET.Element:
    solution = solution_of(puzzle)
    text = tiling_picture(solution.instance, solution, view=view).document()
    assert len(text) <= {"flat": 15_000, "all": 45_000, "solid": 40_000, "apart": 75_000}[view]
    return ET.fromstring(text)  # noqa: S314 - our own picture


@pytest.mark.parametrize("view", ["all", "solid", "apart"])
@pytest.mark.parametrize("puzzle", SOLIDS)
def test_letters_of_solids_can_be_read_and_name_their_piece(puzzle: str, view: PictureView) -> None:
    root = drawn(puzzle, view)
    names = {body.name for body in bodies(puzzle)}
    lettered = set()
    for group in root.iter(f"{SVG}g"):
        texts = [text for text in group.findall(f"{SVG}text") if text.get("style")]
        fills = [shape.get("fill") for shape in group if shape.tag != f"{SVG}text"]
        assert not (texts and fills)
        for text in texts:
            assert text.text == group.get("data-name")
            lettered.add(text.text)
    assert lettered <= names
    assert len(lettered) >= len(names) // 2
    inks = {text.get("fill") for text in root.iter(f"{SVG}text") if text.get("style")}
    assert inks <= {"#000000", "#ffffff"}


SHAPES = re.compile(
    r'<path class="q" d="([^"]*)" fill="(#\w{6})"|'
    r'<circle cx="([\d.-]+)" cy="([\d.-]+)" r="([\d.]+)" fill="(#\w+)"( opacity=".4")?|'
    r'<text x="([\d.-]+)" y="([\d.-]+)" fill="(#\w{6})"'
)
NUMBER = re.compile(r"-?[\d.]+")


def lies_in(x: float, y: float, corners: list[tuple[float, float]]) -> bool:
    """Whether a place lies in a polygon, by how often a ray from it leaves that."""
    inside = False
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return inside


def grounds(text: str) -> list[tuple[str, set[str]]]:
    """The ink of every letter of a solid, and the colours of what is drawn under it."""
    painted: list[tuple[str, Callable[[float, float], bool]]] = []
    letters: list[tuple[str, set[str]]] = []
    for found in SHAPES.finditer(text):
        path, fill, cx, cy, radius, ball, shine, x, y, ink = found.groups()
        if path:
            for loop in path.split("z")[:-1]:
                numbers = [float(number) for number in NUMBER.findall(loop)]
                corners = list(zip(numbers[::2], numbers[1::2], strict=True))
                painted.append((fill, partial(lies_in, corners=corners)))
        elif radius:
            middle, reach = (float(cx), float(cy)), float(radius)
            colour = "shine" if shine else ball
            painted.append(
                (colour, lambda a, b, m=middle, r=reach: math.dist((a, b), m) < r)  # type: ignore[misc] # bound now
            )
        else:
            place, top = (float(x), float(y) - 6.5), set()
            for dx, dy in product((-4.5, 0, 4.5), (-6, 0, 6)):
                under = [
                    colour for colour, covers in painted if covers(place[0] + dx, place[1] + dy)
                ]
                top.add(under[-1] if under else "nothing")
            letters.append((ink, top))
    return letters


@pytest.mark.parametrize("puzzle", [*SOLIDS, "pieces"])
@pytest.mark.parametrize("view", ["solid", "apart"])
def test_letters_can_be_read_on_what_is_under_them(puzzle: str, view: PictureView) -> None:
    if puzzle == "pieces":
        found = grounds(describe("pyramid").svg())
    else:
        solution = solution_of(puzzle)
        found = grounds(tiling_picture(solution.instance, solution, view=view).document())
    assert len(found) >= 5
    for ink, under in found:
        assert not under & {"nothing", "shine"}
        assert min(contrast(ink, colour) for colour in under) >= 4.5


def test_faces_have_light_and_shade() -> None:
    solution = solution_of("cube")
    text = tiling_picture(solution.instance, solution, view="solid").document()
    fills = set(re.findall(r'class="q"[^>]*fill="(#\w{6})"', text))
    assert len(fills) > len(solution.tiles)


def test_a_tower_is_seen_from_both_sides() -> None:
    root = drawn("tower", "solid")
    titles = [text.text for text in root.iter(f"{SVG}text") if text.get("class") == "t"]
    assert titles == ["from the front", "from behind"]
    outer = {group.get("data-name") for group in root.iter(f"{SVG}g") if group.get("data-name")}
    assert outer == set(solution_of("tower").marks())


def test_solids_stand_beside_their_layers() -> None:
    titles = [text.text for text in drawn("cube", "all").iter(f"{SVG}text") if text.get("class")]
    assert titles == ["layer 1", "layer 2", "layer 3"]
    flat = solution_of("cube")
    text = tiling_picture(flat.instance, flat, view="flat").document()
    assert 'class="q"' not in text


def test_an_empty_solid_has_only_layers() -> None:
    instance = solution_of("cube").instance
    assert (
        tiling_picture(instance, view="all").document()
        == tiling_picture(instance, view="flat").document()
    )
    assert "layer 3" in tiling_picture(instance, view="apart").document()


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


def test_the_cuts_of_surasshupakku_are_drawn() -> None:
    for bridges, said in (("forbidden", "different parts"), ("allowed", "one part")):
        described = describe("surasshupakku", parameters={"bridges": bridges})
        text = " ".join(re.findall(r'class="l"[^>]*>([^<]*)<', described.svg()))
        assert said in text
        assert described.svg().count('stroke-width="5"') == 2


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
