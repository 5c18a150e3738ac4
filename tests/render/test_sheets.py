"""Sheets of SVG pictures, pictures whose pieces come one by one, and PNG."""

from __future__ import annotations

import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.cli.main import main
from ilpuzzles.errors import InputError
from ilpuzzles.experiments.experiments import experiment, own_puzzle, solve
from ilpuzzles.experiments.solution_answers import SolutionAnswer
from ilpuzzles.render import png as png_pictures
from ilpuzzles.render.png import png_of
from ilpuzzles.render.svg import Block, Picture, legend_lines, piece
from support.drawn import SVG, paths, texts


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314 - our own picture


def boxes(root: ET.Element) -> list[tuple[float, float, float, float]]:
    """Where the pictures of a sheet stand: left, top, right, bottom."""
    found = []
    for box in root.findall(f"{SVG}svg"):
        x, y, width, height = (float(box.get(name) or 0) for name in ("x", "y", "width", "height"))
        found.append((x, y, x + width, y + height))
    return found


@pytest.fixture(scope="module")
def several() -> SolutionAnswer:
    return experiment("lonpos", "2pieces").solutions(limit=70)


@pytest.mark.parametrize("columns", [None, 1, 3])
def test_pictures_stand_apart_and_inside(several: SolutionAnswer, columns: int | None) -> None:
    root = parsed(several.sheet(columns=columns, most=14))
    width, height = float(root.get("width") or 0), float(root.get("height") or 0)
    found = boxes(root)
    assert len(found) == 14
    for number, (left, top, right, bottom) in enumerate(found):
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height
        for other in found[:number]:
            assert right <= other[0] or other[2] <= left or bottom <= other[1] or other[3] <= top
    if columns:
        assert len({left for left, *_ in found}) == columns
    assert [text.text for text in root.findall(f"{SVG}text") if text.get("class") == "t"] == [
        str(number) for number in range(1, 15)
    ]


def test_a_sheet_shows_solutions_and_says_what_it_leaves_out(several: SolutionAnswer) -> None:
    root = parsed(several.sheet())
    framed = [box for box in root.iter() if box.get("viewBox")]
    parts = ["".join(ET.tostring(part, "unicode") for part in box) for box in framed]
    assert len(set(parts)) == 61
    assert len(boxes(root)) == 60
    assert [text.text for text in root.findall(f"{SVG}text")][-1] == "The first 60 of 70."
    assert "The first" not in several.sheet(most=70)


def test_a_sheet_has_one_legend_and_the_marks_of_what_differs() -> None:
    unique = experiment("tower", parameters={"height": 2}).unique()
    root = parsed(unique.sheet())
    said = " ".join(texts(root, "l"))
    assert said.endswith("At the dashed lines, the board goes on at its other side.")
    assert said.count("dashed") == 1
    assert paths(root, "m")


def test_pictures_that_are_not_ours_stand_on_a_sheet_too() -> None:
    model = Model("coins")
    coins = model.binary("coin", 2)
    drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
    with_pictures = own_puzzle(model, lambda values: values[coins.columns], svg=lambda _: drawing)
    root = parsed(with_pictures.solutions().sheet())
    assert len(root.findall(f"{SVG}image")) == 4
    assert own_puzzle(model).solutions().sheet() == ""
    assert own_puzzle(model).solutions().pdf() == b""


def test_wide_blocks_have_room_for_their_titles() -> None:
    block = Block("a rather long title", 10, 10, ("<path/>",))
    picture = Picture("", ((block, block),), ("word " * 40,), 12)
    shown = parsed(picture.document()).iter(f"{SVG}text")
    places = [float(text.get("x") or 0) for text in shown if text.get("class") == "t"]
    assert places[1] - places[0] >= len(block.title) * 8
    assert places[1] + len(block.title) * 4 <= picture.width
    assert len(legend_lines(picture.legend, picture.width)) > 1


def test_pieces_come_in_the_order_of_placing_if_motion_is_welcome() -> None:
    answer = solve("lonpos", "6pieces")
    still, moving = answer.svg(), answer.svg(animated=True)
    assert "animation" not in still
    assert "@media (prefers-reduced-motion:no-preference)" in moving
    # Without the style sheet, nothing is hidden.
    assert "opacity:0" in moving.split("</style>")[0]
    assert "opacity:0" not in moving.split("</style>")[1]
    groups = [group for group in parsed(moving).iter(f"{SVG}g") if group.get("class") == "piece"]
    order = {group.get("data-name"): group.get("style") for group in groups}
    assert set(order.values()) == {f"--n:{number}" for number in range(12)}
    given = {placed.tile for placed in answer.solutions[0].instance.givens}
    assert {order[tile] for tile in given} == {f"--n:{number}" for number in range(6)}
    assert (
        re.sub(r' style="--n:\d+"', "", moving.split("</style>")[1]) == still.split("</style>")[1]
    )


def test_names_of_pieces_are_escaped() -> None:
    assert 'data-name="&lt;&quot;&amp;"' in piece(1, '<"&', ["<path/>"])


def test_a_png_has_two_dots_for_a_pixel() -> None:
    picture = solve("lonpos", "8pieces").svg()
    root = parsed(picture)
    data = png_of(picture)
    assert data.startswith(b"\x89PNG\r\n")
    width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    assert (width, height) == (2 * int(root.get("width") or 0), 2 * int(root.get("height") or 0))


def test_what_cannot_be_drawn_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="the picture cannot be drawn"):
        png_of("<svg")
    monkeypatch.setattr(png_pictures, "_letters", lambda: None)
    with pytest.raises(InputError, match="is installed; install DejaVu Sans, or write an SVG file"):
        png_of('<svg xmlns="http://www.w3.org/2000/svg"><text>a</text></svg>')


def test_pictures_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    cube = ["cube", "--limit", "3", "--quiet"]
    assert main([*cube, "--svg", str(svg), "--png", str(png)]) == 0
    assert len(boxes(parsed(svg.read_text(encoding="utf-8")))) == 3
    assert png.read_bytes().startswith(b"\x89PNG")
    assert main(["cube", "--view", "apart", "--animate", "--svg", str(svg), "--quiet"]) == 0
    text = svg.read_text(encoding="utf-8")
    assert "layer 1" not in text
    assert "animation" in text
    assert main(["show", "lonpos", "--preset", "3pieces", "--png", str(png)]) == 0
    assert capsys.readouterr().err == ""


def test_a_view_without_a_picture_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cube", "--view", "solid"]) == main(["cube", "--animate"]) == 2
    assert capsys.readouterr().err == (
        "--view needs a picture; add --svg FILE or --png FILE\n"
        "--animate needs --svg; add --svg FILE\n"
    )


def test_without_resvg_only_png_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    path = tmp_path / "a.png"
    assert main(["cube", "--png", str(path)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("a PNG picture needs resvg_py, which is not installed here")
    assert said.err.endswith("; pip install resvg_py\n")
    assert not path.exists()
    assert main(["cube", "--svg", str(tmp_path / "a.svg"), "--quiet"]) == 0
