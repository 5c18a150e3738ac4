"""HTML pages of solutions, without network: a picture at once, and packed data for a script."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from itertools import chain, islice, pairwise
from string import Template
from types import ModuleType
from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

from ilpuzzles.extras import require_extra
from ilpuzzles.render.solid import BALL, Body, Surface, Vertex

FLAT_SIZE = 100_000
"""How large a page without 3-D is at most, in bytes, unless a single solution is larger."""

SPACE_SIZE = 6_000_000
"""How large a page in 3-D is at most, likewise."""

_FLAT_SCRIPTS = ("data.js", "picture.js", "controls.js", "page.js")

_SPACE_SCRIPTS = (*_FLAT_SCRIPTS[:3], "geometry.js", "camera.js", "space.js", "page.js")

_SENTENCE = 200  # bytes for what is only known once the solutions are packed

MOST = 1000
"""How many solutions a page has at most: nobody pages through more."""

_DIGITS = 4
_Numbers = tuple[float, ...]
_Shape = tuple[_Numbers, tuple[int, ...], tuple[int, ...], _Numbers, Vertex]
_TAGS = re.compile(r"(?=<)")
_FIRST = 16
_NAMESPACE = "http://www.w3.org/2000/svg"
_ROOT = re.compile(r"<svg[\s>/]")
_OURS = re.compile(r'<svg[^>]* class="ilpuzzles"')


def make_page(page: Page) -> MadePage:
    """A page as HTML, in one piece; an `ExtraMissingError` if it needs plotly, which is missing.

    Example:
        >>> trio = Page("Trio", "Solved.", "", [Shown("", "AAB"), Shown("", "ABB")], 2)
        >>> text, shown = make_page(trio)
        >>> "<h1>Trio</h1>" in text, "<pre>AAB</pre>" in text, len(text) < 30_000, shown
        (True, True, True, 2)
    """
    solutions = map(inline_text, page.solutions)
    first = next(solutions)
    in_space = bool(first.bodies)
    library = packed(_plotly_script()) if in_space else ""
    room = (SPACE_SIZE if in_space else FLAT_SIZE) - _SENTENCE
    room -= len(_document(page, first, library, "", page.number).encode())
    data, shown = pack_solutions(chain([first], solutions), room, MOST)
    return MadePage(_document(page, first, library, data, shown), shown)


def require_plotly() -> ModuleType:
    """The package that draws pieces in space; an `ExtraMissingError` if it is not installed."""
    return require_extra("plotly.offline", "viz", "a page in 3-D")


def describe_shown(shown: int, number: int) -> str:
    """How many solutions can be seen, where these are not all.

    Example:
        >>> describe_shown(57, 834), describe_shown(3, 3)
        ('These are the first 57 of 834 solutions.', '')
    """
    if shown >= number:
        return ""
    these = "This is the first" if shown == 1 else f"These are the first {shown:,}"
    return f"{these} of {number:,} solutions."


def _document(page: Page, first: Shown, library: str, data: str, shown: int) -> str:
    scripts = _SPACE_SCRIPTS if first.bodies else _FLAT_SCRIPTS
    script = '"use strict";\n' + "\n".join(map(_file, scripts))
    allowed = [script, _plotly_script()] if library else [script]
    blocks = [_block("solutions", data)] + ([_block("plotly", library)] if library else [])
    still = "" if page.number == 1 else "Without JavaScript, a page shows the first solution only."
    remarks = f'<pre class="remarks" tabindex="0">{escape(page.remarks)}</pre>'
    return Template(_file("page.html")).substitute(
        policy=_policy(allowed),
        title=escape(page.title),
        style=_file("page.css"),
        kind="space" if library else "flat",
        about=f'<p class="about">{escape(page.about)}</p>' if page.about else "",
        asked=f"Asked: {escape(page.asked)}. " if page.asked else "",
        verdict=escape(page.verdict),
        picture=picture_html(first),
        caption=escape(first.caption),
        remarks=remarks if page.remarks else "",
        more=describe_shown(shown, page.number),
        still=still,
        facts=_fold(page),
        data="\n".join(blocks),
        script=script,
    )


def _fold(page: Page) -> str:
    """How the answer was found, or what else is known, for those who open it."""
    if not page.facts:
        return ""
    heading = "How it was found" if page.asked else "More about it"
    facts = (
        f"<div><dt>{escape(fact.name)}</dt><dd>{escape(fact.value)}</dd></div>"
        for fact in page.facts
    )
    lines = ["<dl>", *facts, "</dl>", "</details>"]
    return "\n".join([f'<details class="facts"><summary>{heading}</summary>', *lines])


def _policy(scripts: list[str]) -> str:
    """What a browser may do for this page: run these scripts, and fetch nothing."""
    sums = (b64encode(sha256(script.encode()).digest()).decode("ascii") for script in scripts)
    hashes = " ".join(f"'sha256-{one}'" for one in sums)
    return (
        f"default-src 'none'; script-src {hashes}; style-src 'unsafe-inline'; "
        "img-src data: blob:; font-src data:; base-uri 'none'; form-action 'none'"
    )


def _block(name: str, data: str) -> str:
    return f'<script type="text/plain" id="{name}">{data}</script>'


def _file(name: str) -> str:
    return (files("ilpuzzles.render.page") / name).read_text(encoding="utf-8").strip()


@cache
def _plotly_script() -> str:
    script: str = require_plotly().get_plotlyjs()
    return script


@dataclass(frozen=True, slots=True)
class Fact:
    """A line about the answer: what it is about, and what it says."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A solution, or a starting position, as it is shown.

    `picture` is an SVG document, or nothing; then `text` is shown, the same in letters and lines.
    `caption` stands below it, and `bodies` are its pieces in space, if it has any.
    """

    picture: str
    text: str = ""
    caption: str = ""
    bodies: tuple[Body, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """The contents of a page.

    `about` is what the puzzle is, and `asked` what was asked, both perhaps empty; `verdict` is the
    outcome in a sentence, `remarks` what else there is to say about it, in lines,
    and `facts` how it was found out. `solutions` has at least one; they may be drawn as they are
    asked for: a page takes as many as it has room for, and `MOST` at most, of the `number`
    altogether.
    """

    title: str
    verdict: str
    remarks: str
    solutions: Iterable[Shown]
    number: int
    facts: tuple[Fact, ...] = ()
    about: str = ""
    asked: str = ""


class MadePage(NamedTuple):
    """The HTML of a page, and how many solutions are on it, the first ones, if there are more."""

    html: str
    shown: int


class Solids:
    """Shapes and pieces, each numbered when it is first seen.

    Example:
        >>> from ilpuzzles.render.solid import Body
        >>> from ilpuzzles.render.solid import cube_faces
        >>> solids = Solids()
        >>> for x in (0, 2):
        ...     cube = Body(x, "AB"[x // 2], "#3066be", False, tuple(cube_faces(x, 0, 0)), ())
        ...     print(solids.placed(cube))
        [0, 0.0, 0.0, 0.0, 0, 0]
        [0, 2.0, 0.0, 0.0, 1, 2]
        >>> [len(numbers) for numbers in solids.data(1, 2)["shapes"][0].values()]
        [72, 36, 24, 0, 3]
    """

    def __init__(self) -> None:
        self._shapes: dict[_Shape, int] = {}
        self._pieces: dict[tuple[str, str, bool], int] = {}

    def placed(self, body: Body) -> list[float]:
        """A body: the number of its shape, where that stands, which piece it is, when it comes."""
        places = [corner for face in body.faces for corner in face.corners] + list(body.balls)
        x, y, z = _place(map(min, zip(*places, strict=True)))
        shape = _shape(body.moved((-x, -y, -z)))
        piece = (body.name, body.colour, body.given)
        number = self._shapes.setdefault(shape, len(self._shapes))
        return [number, x, y, z, self._pieces.setdefault(piece, len(self._pieces)), body.number]

    def sizes(self) -> tuple[int, int]:
        """The number of shapes and pieces."""
        return len(self._shapes), len(self._pieces)

    def data(self, shapes: int, pieces: int) -> dict[str, Any]:
        """The first so many shapes and pieces as plain data."""
        keys = ("corners", "triangles", "edges", "balls", "middle")
        return {
            "shapes": [dict(zip(keys, one, strict=True)) for one in islice(self._shapes, shapes)],
            "pieces": [
                dict(zip(("name", "colour", "given"), one, strict=True))
                for one in islice(self._pieces, pieces)
            ],
        }


def _shape(body: Body) -> _Shape:
    """The corners of a body in a row, its triangles and edges by their numbers, and its balls."""
    # Surfaces have corners of their own, so that light sees an edge where they meet.
    corners: dict[tuple[Vertex, Surface], int] = {}
    at: dict[Vertex, int] = {}
    triangles: list[int] = []
    for face in body.faces:
        numbers = []
        for corner in face.corners:
            place = _place(corner)
            numbers.append(corners.setdefault((place, face.surface), len(corners)))
            at.setdefault(place, numbers[-1])
        for second, third in pairwise(numbers[1:]):
            triangles += (numbers[0], second, third)
    return (
        tuple(part for corner, _ in corners for part in corner),
        tuple(triangles),
        tuple(at[_place(end)] for edge in body.edges() for end in edge),
        tuple(part for ball in body.balls for part in _place(ball)),
        _place(body.middle()),
    )


def _place(place: Iterable[float]) -> Vertex:
    x, y, z = (round(number, _DIGITS) + 0.0 for number in place)
    return x, y, z


class Pack:
    """Solutions that share the elements of their pictures and the shapes of their pieces.

    Example:
        >>> pack = Pack()
        >>> for letter in "ABA":
        ...     pack.add(Shown(f"<svg><path d='M0'/><text>{letter}</text></svg>"))
        >>> pack.data(3)["elements"]
        ['<svg>', "<path d='M0'/>", '<text>A', '</text>', '</svg>', '<text>B']
        >>> [solution["picture"] for solution in pack.data(2)["solutions"]]
        [[0, 1, 2, 3, 4], [0, 1, 5, 3, 4]]
    """

    def __init__(self) -> None:
        self._elements: dict[str, int] = {}
        self._solids = Solids()
        self._solutions: list[dict[str, Any]] = []
        # How many elements, shapes and pieces were known after each solution.
        self._known: list[tuple[int, int, int]] = []

    def __len__(self) -> int:
        return len(self._solutions)

    def add(self, shown: Shown) -> None:
        """Adds a solution."""
        solution: dict[str, Any] = {}
        if shown.picture:
            # By tags, since whoever draws need not begin a line for every element.
            tags = filter(None, _TAGS.split(shown.picture))
            solution["picture"] = [
                self._elements.setdefault(tag, len(self._elements)) for tag in tags
            ]
        if shown.text:
            solution["text"] = shown.text
        if shown.caption:
            solution["caption"] = shown.caption
        if shown.bodies:
            solution["bodies"] = [self._solids.placed(body) for body in shown.bodies]
        self._solutions.append(solution)
        self._known.append((len(self._elements), *self._solids.sizes()))

    def data(self, number: int) -> dict[str, Any]:
        """The first so many solutions as plain data."""
        elements, shapes, pieces = self._known[number - 1] if number else (0, 0, 0)
        data: dict[str, Any] = {
            "elements": list(islice(self._elements, elements)),
            "solutions": self._solutions[:number],
        }
        if shapes:
            data |= {"radius": BALL, **self._solids.data(shapes, pieces)}
        return data


def packed(text: str) -> str:
    """A text, compressed (zlib) and in letters (base64)."""
    return b64encode(zlib.compress(text.encode(), 9)).decode("ascii")


def pack_solutions(solutions: Iterable[Shown], room: int, most: int) -> tuple[str, int]:
    """The first solutions, compressed, as many as there is room for, and how many they are.

    It is one at least, if there is any, and `most` at most; `room` is in characters. No more
    solutions are made than are looked at.
    """
    pack, rest = Pack(), islice(iter(solutions), most)

    def text(number: int) -> str:
        return packed(json.dumps(pack.data(number), separators=(",", ":"), ensure_ascii=False))

    wanted = _FIRST
    while True:
        for shown in islice(rest, wanted - len(pack)):
            pack.add(shown)
        fitting = text(len(pack))
        if len(fitting) > room:
            fits = bisect_right(range(len(pack)), room, 1, key=lambda number: len(text(number))) - 1
            return text(max(fits, 1)), max(fits, 1)
        if len(pack) < wanted:
            return fitting, len(pack)
        wanted *= 2


def inline_text(shown: Shown) -> Shown:
    """The same, with a picture that can stand inside a page, or none.

    Example:
        >>> inline_text(Shown("<?xml version='1.0'?><svg/>")).picture
        '<svg xmlns="http://www.w3.org/2000/svg"/>'
        >>> inline_text(Shown("</div>", "AAB")).picture
        ''
    """
    root = _ROOT.search(shown.picture)
    # What comes before the root has no place inside a page.
    picture = shown.picture[root.start() :].strip() if root is not None else ""
    name = _root_name(picture)
    if name == "svg":
        picture = picture.replace("<svg", f'<svg xmlns="{_NAMESPACE}"', 1)
    elif name != f"{{{_NAMESPACE}}}svg":
        picture = ""
    return replace(shown, picture=picture)


def picture_html(shown: Shown) -> str:
    """A picture as an element of a page: ours as it is, others shut off from the rest of it."""
    if not shown.picture:
        return f"<pre>{escape(shown.text)}</pre>"
    if _OURS.match(shown.picture):
        return shown.picture
    data = b64encode(shown.picture.encode()).decode("ascii")
    return f'<img alt="{escape(shown.text)}" src="data:image/svg+xml;base64,{data}">'


def _root_name(picture: str) -> str:
    """The name of the outermost element, or nothing where tags do not match."""
    try:
        # There is no prolog any more, so nothing that could grow or be fetched.
        return ET.fromstring(picture).tag  # noqa: S314
    except ET.ParseError:
        return ""
