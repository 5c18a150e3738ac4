"""Pages of PDF files: what pictures become on them, and how they are laid out."""

from __future__ import annotations

import re
import struct
import zlib

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles import experiment
from ilpuzzles.extras import ExtraMissingError
from ilpuzzles.geometry.lattice import IntArray
from ilpuzzles.render.pdf_book import BookPicture, Chapter, best_grid, pdf_book
from ilpuzzles.render.pdf_file import HEIGHT, WIDTH, PdfFile, dots_of
from ilpuzzles.render.pdf_ink import drawn, letters
from ilpuzzles.render.png import png_of
from support.missing_packages import hide
from support.pdf_pages import contents, lines, numbers, opened
from support.places import DOCS

COMPOSED = {"model-explained", "three-kinds"}
"""Pictures of the first screen, which are for pages and not for paper."""

OURS = sorted(path for path in (DOCS / "pictures").glob("*.svg") if path.stem not in COMPOSED)
SIZE = 'width="90" height="60" viewBox="0 0 90 60"'
HEAD = f'<svg xmlns="http://www.w3.org/2000/svg" {SIZE}>'


@pytest.fixture(scope="module")
def two() -> bytes:
    """Solutions of a position, more than one page has."""
    return experiment("lonpos", "2pieces").solutions(150).pdf(foot="ilpuzzles lonpos")


@pytest.mark.exhaustive
def test_all_solutions_are_on_the_pages(two: bytes) -> None:
    pages = contents(two)
    written = [lines(page) for page in pages]
    assert [number for page in written for number in numbers(page)] == list(range(1, 151))
    for number, page in enumerate(written, start=1):
        # Every piece of every board has its letter.
        assert {page.count(letter) for letter in "ABCDEFGHIJKL"} == {len(numbers(page))}
        assert page[-2:] == [f"{number} / {len(pages)}", "ilpuzzles lonpos"]
    head = "Lonpos 505: Two pieces placed"
    assert written[0][:2] == [head, "150 solutions, as many as were asked for."]
    # Each shape of a piece is stored once, wherever it lies.
    assert len(pages) > 5
    assert len(two) < 30_000
    symbols = re.findall(r"/(S\d+) Do", "".join(pages))
    assert len(symbols) > 1_800 > 30 * len(set(symbols))
    for sheet in opened(two).pages:
        assert [round(float(side)) for side in sheet.mediabox] == [0, 0, 595, 842]


@pytest.mark.parametrize("path", OURS, ids=lambda path: path.stem)
def test_our_pictures_stay_lines_and_letters(path: object, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (DOCS / "pictures" / str(path)).read_text(encoding="utf-8")
    foreign = "♛" in text
    if not foreign:
        hide(monkeypatch, "resvg_py")
    drawing = drawn(text, PdfFile("picture"))
    assert any("/I" in line for line in drawing.lines) is foreign
    # A path, a line, a circle and a rectangle are a symbol each; a letter may have a halo.
    shapes = len(re.findall("<(?:path|circle|rect|line)[ >]", text))
    assert sum(" Do Q" in line and "/S" in line for line in drawing.lines) == shapes
    halos = len(re.findall(r'<text [^>]*(?:paint-order="stroke"|class="s")', text))
    shown = sum(" Tj ET" in line for line in drawing.lines)
    assert foreign or shown == text.count("<text") + halos
    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', text)
    assert size is not None
    assert (drawing.width, drawing.height) == (float(size[1]), float(size[2]))


def test_a_shape_is_one_symbol_wherever_it_lies() -> None:
    file = PdfFile("two")
    path = '<path d="M{} {}h20v10z" fill="#ff0000"/>'
    svg = f"{HEAD}{path.format(1, 2)}{path.format(40, 30)}</svg>"
    assert drawn(svg, file).lines == ["q 1 0 0 1 1 2 cm /S0 Do Q", "q 1 0 0 1 40 30 cm /S0 Do Q"]


FOREIGN = {
    "a gradient": '<linearGradient id="a"/><path d="M0 0h9v9z" fill="url(#a)"/>',
    "a turned group": '<g transform="rotate(9)"><path d="M0 0h9v9z"/></g>',
    "an arc": '<path d="M0 0A9 9 0 0 1 9 9z"/>',
    "an ellipse": '<ellipse rx="9" ry="5"/>',
    "a colour by an unknown name": '<path d="M0 0h9v9z" fill="rebeccapurple"/>',
    "parts of a text": '<text x="9" y="9">A<tspan>B</tspan></text>',
    "what is transparent as a whole": '<g opacity=".5"><path d="M0 0h9v9z"/></g>',
    "a path that is cut short": '<path d="M0 0h9v9L3"/>',
    "a filter": '<path d="M0 0h9v9z" filter="url(#f)"/>',
}


@pytest.mark.every("inside")
@pytest.mark.parametrize("inside", FOREIGN.values(), ids=FOREIGN)
def test_what_says_more_becomes_an_image(inside: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing = drawn(f"{HEAD}{inside}</svg>", PdfFile("foreign"))
    assert drawing == (["q 90 0 0 -60 0 60 cm /I0 Do Q"], 90, 60)
    hide(monkeypatch, "resvg_py")
    with pytest.raises(ExtraMissingError, match="a PNG picture needs resvg_py"):
        drawn(f"{HEAD}{inside}</svg>", PdfFile("foreign"))


def test_letters_that_the_fonts_lack_become_images() -> None:
    file = PdfFile("letters")
    assert "(caf\xe9 \\(1\\)) Tj" in letters(file, (10, 20), "café (1)", 12)[0]
    assert re.fullmatch(r"q [\d. -]+ cm /I0 Do Q", letters(file, (10, 20), "Суд", 12)[0])
    book = pdf_book("棋 Суд", [Chapter("", [BookPicture("№ 1", f"{HEAD}</svg>")])], ["Ж"])
    images = opened(book.data).pages[0]["/Resources"]["/XObject"]  # type: ignore[index]
    assert sum(name.startswith("/I") for name in images) == 3


def filtered(kind: int, left: IntArray, up: IntArray, corner: IntArray) -> IntArray:
    """What a filter of PNG takes away from a line."""
    total = left + up - corner
    nearest = np.argmin([abs(total - one) for one in (left, up, corner)], axis=0)
    paeth: IntArray = np.choose(nearest, [left, up, corner])
    kinds: list[IntArray] = [left * 0, left, up, (left + up) // 2, paeth]
    return kinds[kind]


@given(st.integers(0, 2**32), st.lists(st.integers(0, 4), min_size=1, max_size=6))
def test_dots_of_a_png_image(seed: int, kinds: list[int]) -> None:
    height, width = len(kinds), 7
    padded = np.zeros((height + 1, width + 1, 4), dtype=np.int64)
    dots = padded[1:, 1:]
    dots[:] = np.random.default_rng(seed).integers(0, 256, dots.shape)
    around = zip(padded[1:, :-1], padded[:-1, 1:], padded[:-1, :-1], strict=True)
    lines = [
        bytes([kind]) + ((dots[row] - filtered(kind, *beside)) % 256).astype(np.uint8).tobytes()
        for row, (kind, beside) in enumerate(zip(kinds, around, strict=True))
    ]
    data = zlib.compress(b"".join(lines))
    chunks = [(b"IHDR", struct.pack(">II5B", width, height, 8, 6, 0, 0, 0))]
    chunks += [(b"IDAT", data[:9]), (b"IDAT", data[9:]), (b"IEND", b"")]
    png = b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
        for name, body in chunks
    )
    assert np.array_equal(dots_of(png), dots)
    drawn_dots = dots_of(png_of(f'{HEAD}<path d="M0 0h45v60H0z" fill="#3066be"/></svg>', scale=1))
    assert drawn_dots[30, 10].tolist() == [0x30, 0x66, 0xBE, 255]
    assert (drawn_dots.shape, drawn_dots[30, 80, 3]) == ((60, 90, 4), 0)


@given(
    st.integers(1, 2000),
    st.tuples(st.floats(20, 3000), st.floats(20, 3000)),
    st.floats(0.02, 2),
    st.floats(300, 740),
)
def test_a_grid_fits_on_the_page(
    number: int, size: tuple[float, float], least: float, room: float
) -> None:
    columns, rows, scale = best_grid(number, size, least, room)
    across = columns * (size[0] * scale + 14) - 14
    down = rows * (size[1] * scale + 13 + 14) - 14
    assert across < WIDTH - 83
    assert down < room + 1
    assert 0 < scale <= 1.1
    together = columns * rows >= number
    # On several pages only where pictures would become too small on one.
    whole = best_grid(number, size, 0.0, room)
    assert together or whole.scale < least or whole.columns * whole.rows < number


def test_legends_and_marks_are_on_paper_and_a_picture_alone_is_large() -> None:
    alone = experiment("lonpos", "8pieces").solve().pdf(foot="ilpuzzles lonpos")
    assert b"Date" not in alone
    assert lines(contents(alone)[0])[-1] == "ilpuzzles lonpos"
    scale = re.search(r"^q ([\d.]+) 0 0 \1 ", contents(alone)[0], re.MULTILINE)
    assert scale is not None
    assert float(scale[1]) > 0.95
    (page,) = contents(experiment("tower").solve().pdf())
    assert "At the dashed lines, the board goes on at its other side." in lines(page)
    data = experiment("lonpos", "2pieces").unique().pdf()
    assert lines(contents(data)[0])[1].startswith("Not unique: there are several solutions")
    symbols = opened(data).pages[0]["/Resources"]["/XObject"].values()  # type: ignore[index]
    assert any(b"[5 3] 0 d" in symbol.get_object().get_data() for symbol in symbols)


def test_what_shines_through_does_so_on_paper() -> None:
    file = PdfFile("clash")
    svg = f'{HEAD}<path d="M0 0h9v9z" fill-opacity=".45"/></svg>'
    file.add_page(drawn(svg, file).lines)
    # Places are measured from the upper left.
    assert contents(file.data())[0].startswith(f"1 0 0 -1 0 {HEIGHT:g} cm\n")
    resources = opened(file.data()).pages[0]["/Resources"]
    assert resources["/ExtGState"]["/G0"]["/ca"] == 0.45  # type: ignore[index]
