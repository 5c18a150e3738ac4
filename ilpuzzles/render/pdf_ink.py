"""SVG documents as operators of PDF files: shapes as symbols, letters as letters, else an image."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from typing import NamedTuple
from xml.etree import ElementTree as ET

from ilpuzzles.render.pdf_file import BOLD, PLAIN, PdfFile, in_font, operators, text_width
from ilpuzzles.render.png import png_of

_RULE = re.compile(r"\.ilpuzzles \.?([\w-]+)\{([^}]*)\}")
_TOKEN = re.compile(r"([MLHVCQZmlhvcqz])|(-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?)")
_PATH = re.compile(r"[\sMLHVCQZmlhvcqz\d.,e-]*")
_MOVE = re.compile(r"translate\(\s*(-?[\d.]+)(?:[\s,]+(-?[\d.]+))?\s*\)")
_COLOUR = re.compile(r"#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_KNOWN_COLOURS = {"black": "#000000", "white": "#ffffff", "red": "#ff0000", "grey": "#808080"}

_ROUND = 0.5523  # how far the handles of a Bezier curve reach that is a quarter of a circle
_SHARP = 3.0  # how sharp images are: dots per pixel
_ANCHORS = {"start": 0.0, "middle": 0.5, "end": 1.0}
_AS_OPERATOR = {"butt": 0, "miter": 0, "round": 1, "square": 2, "bevel": 2}

# What shapes inherit, and what else elements may say; whatever says more becomes an image.
_STYLES = {
    "fill", "stroke", "stroke-width", "fill-rule", "fill-opacity", "stroke-opacity",
    "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "paint-order",
    "font-size", "font-weight", "font-family", "font", "text-anchor",
}  # fmt: skip
_SILENT = {"class", "role", "id", "opacity", "data-piece", "data-name", "xmlns", "style"}
_PLACES = {
    "svg": {"x", "y", "width", "height", "viewBox"},
    "g": {"transform"},
    "path": {"d"},
    "rect": {"x", "y", "width", "height", "rx"},
    "circle": {"cx", "cy", "r"},
    "line": {"x1", "y1", "x2", "y2"},
    "polygon": {"points"},
    "polyline": {"points"},
    "text": {"x", "y", "dy"},
}

Point = tuple[float, float]
Step = tuple[str, tuple[Point, ...]]
"""A part of a path: move, line, curve or close, and the points that it names."""


class Inked(NamedTuple):
    """A picture as operators, and its size in pixels."""

    lines: list[str]
    width: float
    height: float


class _ForeignError(Exception):
    """Something in an SVG document that is not understood here."""


@dataclass(frozen=True, slots=True)
class _Style:
    """How to draw: properties of CSS by their names."""

    values: Mapping[str, str]

    def get(self, name: str, otherwise: str) -> str:
        return self.values.get(name, otherwise)

    def number(self, name: str, otherwise: float) -> float:
        value = self.values.get(name)
        return otherwise if value is None else _number(value.removesuffix("px"))

    def with_values(self, values: Mapping[str, str]) -> _Style:
        return replace(self, values={**self.values, **values}) if values else self


def drawn(svg: str, file: PdfFile) -> Inked:
    """Draws an SVG document for a page of a file, from its upper left corner, in its own pixels.

    What says more than our own pictures do becomes an image, for which resvg is needed.

    Raises:
        InputError: If it cannot be drawn.
        ExtraMissingError: If it needs resvg, which is missing.
    """
    root = ET.fromstring(svg)  # noqa: S314 - `require_svg` has let it pass, or it is ours
    try:
        rules: dict[str, str] = {}
        for sheet in root.iter():
            if _tag(sheet) == "style":
                rules |= dict(_RULE.findall(sheet.text or ""))
        width, height = (_number(root.get(name, "").removesuffix("px")) for name in _SIZE)
        return Inked(list(_Ink(file, rules).root(root)), width, height)
    except _ForeignError:
        return _as_image(svg, file)


_SIZE = ("width", "height")


def letters(
    file: PdfFile,
    place: Point,
    text: str,
    size: float,
    font: str = PLAIN,
    *,
    colour: str = "#000000",
) -> list[str]:
    """A line of text that begins at a place; an image where the fonts lack some letter."""
    if in_font(text):
        return [_letters(place, text, size, font, f"{_rgb(colour)} rg")]
    return [_image_of_letters(file, place, text, size, colour, bold=font == BOLD)]


def _letters(place: Point, text: str, size: float, font: str, paint: str) -> str:
    safe = re.sub(r"([\\()])", r"\\\1", text)
    return " ".join(
        [
            f"BT {paint}",
            operators(f"/{font}", size, "Tf", 1, 0, 0, -1, *place, "Tm"),
            f"({safe}) Tj ET",
        ]
    )


def _image_of_letters(
    file: PdfFile,
    place: Point,
    text: str,
    size: float,
    colour: str,
    *,
    bold: bool,
    anchor: str = "start",
) -> str:
    """A line of text as an image, for which the fonts of the machine are asked."""
    share, weight = _ANCHORS[anchor], "bold" if bold else "normal"
    # A letter of full width is as wide as high.
    width, height = (len(text) + 1) * size, 1.5 * size
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}">'
        f'<text x="{share * width:g}" y="{1.1 * size:g}" font-size="{size:g}" fill="{colour}" '
        f'font-family="sans-serif" font-weight="{weight}" text-anchor="{anchor}">'
        f"{escape(text)}</text></svg>"
    )
    name = file.image(png_of(svg, scale=2 * _SHARP))
    box = (width, 0, 0, -height, place[0] - share * width, place[1] + 0.4 * size)
    return f"q {operators(*box, 'cm')} /{name} Do Q"


def _as_image(svg: str, file: PdfFile) -> Inked:
    png = png_of(svg, scale=_SHARP)
    width, height = (int.from_bytes(png[at : at + 4]) / _SHARP for at in (16, 20))
    name = file.image(png)
    return Inked(
        [f"q {operators(width, 0, 0, -height, 0, height, 'cm')} /{name} Do Q"], width, height
    )


class _Ink:
    """Draws elements of one document, which has these rules by the names of classes and tags."""

    def __init__(self, file: PdfFile, rules: Mapping[str, str]) -> None:
        self._file = file
        self._rules = {name: _declarations(text) for name, text in rules.items()}

    def root(self, root: ET.Element) -> Iterator[str]:
        view = root.get("viewBox", "").split()
        if _tag(root) != "svg" or (view and [_number(one) for one in view[:2]] != [0, 0]):
            raise _ForeignError
        size = [_number(root.get(name, "").removesuffix("px")) for name in _SIZE]
        if view and [_number(one) for one in view[2:]] != size:
            raise _ForeignError
        style = self._style_of(root, _Style({}))
        for child in root:
            yield from self._element(child, style)

    def _style_of(self, element: ET.Element, style: _Style) -> _Style:
        """The style of an element: its attributes, then the rules, then its own style."""
        tag = _tag(element)
        known = _STYLES | _SILENT | _PLACES.get(tag, set())
        if not known.issuperset(element.attrib):
            raise _ForeignError
        own = {name: value for name, value in element.items() if name in _STYLES}
        for name in (tag, *element.get("class", "").split()):
            own |= self._rules.get(name, {})
        own |= _declarations(element.get("style", ""))
        opacity = element.get("opacity")
        if opacity is not None:
            if tag in {"g", "svg"}:
                raise _ForeignError
            for name in ("fill-opacity", "stroke-opacity"):
                own[name] = str(_number(own.get(name, "1")) * _number(opacity))
        return style.with_values(own)

    def _element(self, element: ET.Element, style: _Style) -> Iterator[str]:
        tag = _tag(element)
        if tag in {"title", "desc", "style"}:
            return
        if tag not in _PLACES:
            raise _ForeignError
        style = self._style_of(element, style)
        if tag == "g":
            yield from self._group(element, style)
        elif tag == "svg":
            yield from self._part(element, style)
        elif tag == "text":
            yield from self._text(element, style)
        else:
            yield from self._shape(_steps(element), style)

    def _group(self, element: ET.Element, style: _Style) -> Iterator[str]:
        move = element.get("transform")
        found = _MOVE.fullmatch(move.strip()) if move else None
        if move and found is None:
            raise _ForeignError
        if found:
            yield operators("q", 1, 0, 0, 1, float(found[1]), float(found[2] or 0), "cm")
        for child in element:
            yield from self._element(child, style)
        if found:
            yield "Q"

    def _part(self, element: ET.Element, style: _Style) -> Iterator[str]:
        """A document inside a document: scaled to its box, and cut off there."""
        x, y, width, height = (
            _number(element.get(name, "0")) for name in ("x", "y", "width", "height")
        )
        view = [_number(one) for one in element.get("viewBox", "").split()] or [x, y, width, height]
        scale = min(width / view[2], height / view[3])
        left = x + (width - view[2] * scale) / 2 - view[0] * scale
        top = y + (height - view[3] * scale) / 2 - view[1] * scale
        yield operators("q", x, y, width, height, "re W n", scale, 0, 0, scale, left, top, "cm")
        for child in element:
            yield from self._element(child, style)
        yield "Q"

    def _shape(self, steps: tuple[Step, ...], style: _Style) -> Iterator[str]:
        """A path, as a symbol that is moved where it belongs."""
        if not steps:
            return
        (x, y), content, box = _path(steps)
        fill, stroke = style.get("fill", "#000000"), style.get("stroke", "none")
        width = style.number("stroke-width", 1.0)
        lines = [] if fill == "none" else [f"{_rgb(fill)} rg"]
        if stroke != "none":
            cap = _AS_OPERATOR.get(style.get("stroke-linecap", "butt"))
            join = _AS_OPERATOR.get(style.get("stroke-linejoin", "miter"))
            if cap is None or join is None:
                raise _ForeignError
            dashes = style.get("stroke-dasharray", "").replace(",", " ")
            lines += [f"{_rgb(stroke)} RG", operators(width, "w", cap, "J", join, "j")]
            lines += [f"[{dashes}] 0 d"] if dashes and dashes != "none" else []
        opacity = style.number("fill-opacity", 1.0), style.number("stroke-opacity", 1.0)
        if opacity != (1.0, 1.0):
            lines.append(f"/{self._file.opacity(*opacity)} gs")
        evenly = style.get("fill-rule", "nonzero") == "evenodd"
        filled = "" if fill == "none" else "f*" if evenly else "f"
        ending = {("", False): "n", ("", True): "S", ("f", True): "B", ("f*", True): "B*"}
        end = ending.get((filled, stroke != "none"), filled)
        reach = 2 * width if stroke != "none" else 1.0
        around = (box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach)
        name = self._file.symbol("\n".join([*lines, content, end]), around)
        yield operators("q", 1, 0, 0, 1, x, y, f"cm /{name} Do Q")

    def _text(self, element: ET.Element, style: _Style) -> Iterator[str]:
        if len(element):
            raise _ForeignError
        text, size = (element.text or "").strip(), style.number("font-size", 16.0)
        bold = style.get("font-weight", "normal") == "bold"
        anchor, short = style.get("text-anchor", "start"), style.get("font", "")
        if short:
            first = re.match(r"([\d.]+)px", short)
            if first is None:
                raise _ForeignError
            size, bold = float(first[1]), False
        x, y = (_number(element.get(name, "0")) for name in "xy")
        lower = element.get("dy")
        if lower is not None:
            if not lower.endswith("em"):
                raise _ForeignError
            y += _number(lower[:-2]) * size
        font, fill = BOLD if bold else PLAIN, style.get("fill", "#000000")
        if anchor not in _ANCHORS:
            raise _ForeignError
        if not in_font(text):
            yield _image_of_letters(self._file, (x, y), text, size, fill, bold=bold, anchor=anchor)
            return
        place = (x - _ANCHORS[anchor] * text_width(text, size, font), y)
        stroke = style.get("stroke", "none")
        if stroke != "none":
            halo = operators(f"{_rgb(stroke)} RG", style.number("stroke-width", 1.0), "w 1 j 1 Tr")
            yield f"q {_letters(place, text, size, font, halo)} Q"
        yield _letters(place, text, size, font, f"{_rgb(fill)} rg 0 Tr")


def _tag(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _number(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        raise _ForeignError from None
    if not math.isfinite(number):
        raise _ForeignError
    return number


@cache
def _declarations(text: str) -> dict[str, str]:
    """The declarations of a rule that matter on paper."""
    pairs = (part.split(":", 1) for part in text.split(";") if ":" in part)
    return {name.strip(): value.strip() for name, value in pairs if name.strip() in _STYLES}


@cache
def _rgb(colour: str) -> str:
    found = _COLOUR.fullmatch(_KNOWN_COLOURS.get(colour, colour))
    if found is None:
        raise _ForeignError
    digits = found[1] if len(found[1]) == 6 else "".join(2 * digit for digit in found[1])
    return operators(*(int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)))


def _steps(element: ET.Element) -> tuple[Step, ...]:
    tag = _tag(element)
    if tag == "path":
        return _path_steps(element.get("d", ""))
    if tag in {"polygon", "polyline"}:
        numbers = [_number(one) for one in element.get("points", "").replace(",", " ").split()]
        corners = list(zip(numbers[::2], numbers[1::2], strict=False))
        closed: list[Step] = [("h", ())] if tag == "polygon" else []
        lines: list[Step] = [("l", (corner,)) for corner in corners[1:]]
        return (("m", (corners[0],)), *lines, *closed) if corners else ()
    names = {"line": ("x1", "y1", "x2", "y2"), "circle": ("cx", "cy", "r")}
    values = [_number(element.get(name, "0")) for name in names.get(tag, ())]
    if tag == "line":
        return (("m", ((values[0], values[1]),)), ("l", ((values[2], values[3]),)))
    if tag == "circle":
        x, y, radius = values
        return _rounded_rectangle((x - radius, y - radius, 2 * radius, 2 * radius), radius)
    box = [_number(element.get(name, "0")) for name in ("x", "y", "width", "height")]
    most = min(box[2], box[3]) / 2
    return _rounded_rectangle(
        (box[0], box[1], box[2], box[3]), min(_number(element.get("rx", "0")), most)
    )


def _rounded_rectangle(box: tuple[float, float, float, float], r: float) -> tuple[Step, ...]:
    """A rectangle (x, y, width, height) with quarters of circles as its corners."""
    x, y, width, height = box
    right, low = x + width, y + height
    if not r:
        corners = ((right, y), (right, low), (x, low))
        return (("m", ((x, y),)), *(("l", (corner,)) for corner in corners), ("h", ()))
    k = r * (1 - _ROUND)
    return (
        ("m", ((x + r, y),)),
        ("l", ((right - r, y),)),
        ("c", ((right - k, y), (right, y + k), (right, y + r))),
        ("l", ((right, low - r),)),
        ("c", ((right, low - k), (right - k, low), (right - r, low))),
        ("l", ((x + r, low),)),
        ("c", ((x + k, low), (x, low - k), (x, low - r))),
        ("l", ((x, y + r),)),
        ("c", ((x, y + k), (x + k, y), (x + r, y))),
        ("h", ()),
    )


@cache
def _path_steps(path: str) -> tuple[Step, ...]:
    """The steps of a path: moves, lines, curves of either kind as cubic ones, and ends of loops.

    Example:
        >>> _path_steps("M1 2h3z")
        (('m', ((1.0, 2.0),)), ('l', ((4.0, 2.0),)), ('h', ()))
    """
    if not _PATH.fullmatch(path):
        raise _ForeignError
    tokens = [(letter, number) for letter, number in _TOKEN.findall(path)]
    steps: list[Step] = []
    here = start = (0.0, 0.0)
    command, place = "", 0
    while place < len(tokens):
        letter, _ = tokens[place]
        if letter:
            command, place = letter, place + 1
            if letter in "zZ":
                steps.append(("h", ()))
                here = start
                continue
        needed = {"H": 1, "V": 1, "C": 6, "Q": 4}.get(command.upper(), 2)
        numbers = [float(number) for other, number in tokens[place : place + needed] if not other]
        if not command or command in "zZ" or len(numbers) < needed:
            raise _ForeignError
        place += needed
        points = _points(command, numbers, here)
        if command.upper() == "M":
            start, kind = points[0], "m"
            command = "l" if command == "m" else "L"
        else:
            kind = "c" if len(points) > 1 else "l"
        if len(points) == 2:
            handle, end = points
            points = (_towards(here, handle), _towards(end, handle), end)
        steps.append((kind, points))
        here = points[-1]
    return tuple(steps)


def _points(command: str, numbers: list[float], here: Point) -> tuple[Point, ...]:
    """The points that a command names, where they stand."""
    x, y = here if command.islower() else (0.0, 0.0)
    if command.upper() == "H":
        return ((x + numbers[0], here[1]),)
    if command.upper() == "V":
        return ((here[0], y + numbers[0]),)
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    return tuple((x + dx, y + dy) for dx, dy in pairs)


def _towards(end: Point, handle: Point) -> Point:
    """The handle of a cubic curve, from that of a quadratic one."""
    return end[0] + (handle[0] - end[0]) * 2 / 3, end[1] + (handle[1] - end[1]) * 2 / 3


@cache
def _path(steps: tuple[Step, ...]) -> tuple[Point, str, tuple[float, float, float, float]]:
    """A path moved to its upper left corner: how far, its operators, and its box.

    So a shape is the same wherever it lies.
    """
    points = [point for _, part in steps for point in part]
    x, y = min(x for x, _ in points), min(y for _, y in points)
    lines = (
        operators(*(value for px, py in part for value in (px - x, py - y)), kind)
        for kind, part in steps
    )
    far = max(px for px, _ in points) - x, max(py for _, py in points) - y
    return (x, y), "\n".join(lines), (0.0, 0.0, round(far[0], 3), round(far[1], 3))
