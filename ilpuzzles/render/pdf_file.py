"""PDF files in vectors: A4 pages, symbols that are stored once, letters of Helvetica, images.

Nothing in a file depends on when or where it is made: the same pages give the same bytes.
"""

from __future__ import annotations

import unicodedata
import zlib
from collections.abc import Iterable
from functools import cache
from io import BytesIO
from typing import Any

import numpy as np

from ilpuzzles.errors import InputError
from ilpuzzles.extras import require_extra

WIDTH, HEIGHT = 595.28, 841.89
"""The size of a page, A4 upright, in points; places on it are measured from its upper left."""

PLAIN, BOLD = "F1", "F2"
"""The names of the fonts: Helvetica, which every reader of PDF files has."""

_ENCODING = "cp1252"
_FONTS = {PLAIN: "Helvetica", BOLD: "Helvetica-Bold"}
_ELSE = 556

# How wide the characters from blank to ~ are, in thousandths of the size of the font.
_WIDTHS = {
    PLAIN: (
        "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 "
        "556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 "
        "556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 "
        "556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 "
        "500 500 500 334 260 334 584"
    ),
    BOLD: (
        "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 "
        "556 556 556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 "
        "611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 "
        "611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 "
        "556 556 500 389 280 389 584"
    ),
}


def require_pdf() -> Any:
    """The package that writes PDF files; an `ExtraMissingError` if it is not installed."""
    return require_extra("pydyf", None, "a PDF file")


def in_font(text: str) -> bool:
    """Whether the fonts of every reader have all characters of a text.

    Example:
        >>> in_font("Pièce 5"), in_font("фигура")
        (True, False)
    """
    try:
        text.encode(_ENCODING)
    except UnicodeEncodeError:
        return False
    return True


def text_width(text: str, size: float, font: str = PLAIN) -> float:
    """The width of a text, in the unit of its size.

    Example:
        >>> round(text_width("Lonpos", 10), 2), round(text_width("Lonpos", 10, BOLD), 2)
        (32.8, 36.11)
    """
    return sum(_letter_width(letter, font) for letter in text) * size / 1000


@cache
def _letter_width(letter: str, font: str) -> int:
    # A letter with an accent is as wide as without it.
    place = ord(unicodedata.normalize("NFD", letter)[0]) - 32
    widths = _WIDTHS[font].split()
    return int(widths[place]) if 0 <= place < len(widths) else _ELSE


def number_text(number: float) -> str:
    """A number in a PDF file: short, and never in the notation with an exponent.

    Example:
        >>> number_text(12.0), number_text(-0.5), number_text(1e-9), number_text(3.14159)
        ('12', '-.5', '0', '3.142')
    """
    text = f"{number:.3f}".rstrip("0").rstrip(".")
    if text in {"-0", "0", ""}:
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def operators(*parts: float | str) -> str:
    """Numbers and operators as a line of a page."""
    return " ".join(part if isinstance(part, str) else number_text(part) for part in parts)


class PdfFile:
    """A PDF file that grows page by page.

    Example:
        >>> file = PdfFile("Two pages")
        >>> for _ in range(2):
        ...     file.add_page([operators(10, 10, 50, 50, "re f")])
        >>> file.data()[:8], file.data() == file.data(), file.pages
        (b'%PDF-1.7', True, 2)
    """

    def __init__(self, title: str) -> None:
        self._pydyf = require_pdf()
        self._title = title
        self._pages: list[str] = []
        self._symbols: dict[tuple[str, tuple[float, ...]], str] = {}
        self._opacities: dict[tuple[float, float], str] = {}
        self._images: dict[bytes, str] = {}

    @property
    def pages(self) -> int:
        """The number of pages."""
        return len(self._pages)

    def add_page(self, lines: Iterable[str]) -> None:
        """Adds a page of operators, which measure from its upper left corner, downwards."""
        self._pages.append("\n".join([operators(1, 0, 0, -1, 0, HEIGHT, "cm"), *lines]))

    def symbol(self, content: str, box: tuple[float, float, float, float]) -> str:
        """The name of operators that are stored once; all they draw is in the box (x, y, x, y)."""
        return self._symbols.setdefault((content, box), f"S{len(self._symbols)}")

    def opacity(self, fill: float, stroke: float) -> str:
        """The name of a graphics state in which what is drawn shines through."""
        return self._opacities.setdefault((fill, stroke), f"G{len(self._opacities)}")

    def image(self, png: bytes) -> str:
        """The name of an image, of one unit by one unit."""
        return self._images.setdefault(png, f"I{len(self._images)}")

    def data(self) -> bytes:
        """The file."""
        pydyf = self._pydyf
        pdf = pydyf.PDF()
        pdf.info["Title"] = pydyf.String(self._title)
        resources = pydyf.Dictionary({"Font": pydyf.Dictionary(), "XObject": pydyf.Dictionary()})
        pdf.add_object(resources)
        for name, base in _FONTS.items():
            font = {"Type": "/Font", "Subtype": "/Type1", "BaseFont": f"/{base}"}
            font["Encoding"] = "/WinAnsiEncoding"
            resources["Font"][name] = self._add_object(pdf, pydyf.Dictionary(font))
        states = {
            name: pydyf.Dictionary({"ca": number_text(fill), "CA": number_text(stroke)})
            for (fill, stroke), name in self._opacities.items()
        }
        resources["ExtGState"] = pydyf.Dictionary(states)
        for (content, box), name in self._symbols.items():
            extra = {"Type": "/XObject", "Subtype": "/Form", "BBox": f"[{operators(*box)}]"}
            extra["Resources"] = resources.reference
            symbol = pydyf.Stream([content], extra, compress=True)
            resources["XObject"][name] = self._add_object(pdf, symbol)
        for png, name in self._images.items():
            resources["XObject"][name] = self._image_object(pdf, png)
        for page in self._pages:
            stream = pydyf.Stream([page.encode(_ENCODING)], compress=True)
            whole = {
                "Type": "/Page",
                "Parent": pdf.pages.reference,
                "MediaBox": f"[{operators(0, 0, WIDTH, HEIGHT)}]",
                "Resources": resources.reference,
                "Contents": self._add_object(pdf, stream),
            }
            pdf.add_page(pydyf.Dictionary(whole))
        file = BytesIO()
        pdf.write(file, compress=True)
        return file.getvalue()

    def _add_object(self, pdf: Any, thing: Any) -> bytes:
        pdf.add_object(thing)
        reference: bytes = thing.reference
        return reference

    def _image_object(self, pdf: Any, png: bytes) -> bytes:
        """Adds an image, and what of it shines through, and returns its reference."""
        dots = dots_of(png)
        height, width, _ = dots.shape
        size = {"Type": "/XObject", "Subtype": "/Image", "Width": width, "Height": height}
        size["BitsPerComponent"] = 8
        grey = size | {"ColorSpace": "/DeviceGray"}
        mask = self._pydyf.Stream([dots[:, :, 3].tobytes()], grey, compress=True)
        colours = size | {"ColorSpace": "/DeviceRGB", "SMask": self._add_object(pdf, mask)}
        image = self._pydyf.Stream([dots[:, :, :3].tobytes()], colours, compress=True)
        return self._add_object(pdf, image)


def dots_of(png: bytes) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """The dots of a PNG image that resvg has drawn, shape (height, width, 4): RGB and alpha.

    Raises:
        InputError: If it is of another kind.
    """
    place, data, head = 8, b"", b""
    while place < len(png):
        length = int.from_bytes(png[place : place + 4])
        kind, content = png[place + 4 : place + 8], png[place + 8 : place + 8 + length]
        head, data = (content, data) if kind == b"IHDR" else (head, data)
        data += content if kind == b"IDAT" else b""
        place += length + 12
    if head[8:] != b"\x08\x06\x00\x00\x00":
        raise InputError("the image is not RGBA", "write an SVG file instead")
    width, height = int.from_bytes(head[:4]), int.from_bytes(head[4:8])
    lines = np.frombuffer(zlib.decompress(data), dtype=np.uint8).reshape(height, 4 * width + 1)
    dots = np.zeros((height + 1, width + 1, 4), dtype=np.uint8)
    for row, line in enumerate(lines, start=1):
        _undo_filter(int(line[0]), line[1:].reshape(width, 4), dots[row], dots[row - 1])
    return dots[1:, 1:]


def _undo_filter(kind: int, line: Any, row: Any, above: Any) -> None:
    """Undoes the filter of a line of a PNG image; `row` and `above` begin with a dot of nothing."""
    if kind == 0:
        row[1:] = line
    elif kind == 1:
        row[1:] = np.add.accumulate(line, axis=0, dtype=np.uint8)
    elif kind == 2:
        row[1:] = line + above[1:]
    else:
        old = above.astype(np.int64).tolist()
        left = [0, 0, 0, 0]
        for place, dot in enumerate(line.tolist(), start=1):
            up, corner = old[place], old[place - 1]
            left = [
                (value + _predict(kind, left[n], up[n], corner[n])) & 255
                for n, value in enumerate(dot)
            ]
            row[place] = left


def _predict(kind: int, left: int, up: int, corner: int) -> int:
    if kind == 3:
        return (left + up) // 2
    # Of these three the nearest to their sum, as Paeth has it.
    total = left + up - corner
    return min((left, up, corner), key=lambda one: abs(total - one))
