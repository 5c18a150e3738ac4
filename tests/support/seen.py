"""What a person sees in the picture of a board of squares, and where: read from SVG and from text.

A mark is three things: how many half cells it lies below the upper left corner of the grid, how
many to the right of it, and what it is. So a cell (r, c) has (2r + 1, 2c + 1), and the corner
before it (2r, 2c); what lies between two neighbours has one odd and one even number. A plus says
that it was drawn by a solution, with a pen of another colour than what is given.

Nothing here knows how pictures are made: sizes and colours are what they look like.
"""

from __future__ import annotations

import re
import unicodedata
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

Mark: TypeAlias = tuple[int, int, str]
Point: TypeAlias = tuple[float, float]

PEN = "#1f5fbf"
SHADES = {"#212529": "black", "#5c677d": "shaded", "#e1e6ee": "tint"}
RED = "#c1121f"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
DISCS = {
    # By the fill and the radius in hundredths of a cell.
    ("#57a639", 25): "tree",
    ("#ffd166", 22): "bulb",
    ("#ffffff", 32): "white",
    ("#ffffff", 25): "ring",
}
SAME_DISCS = {32: "black disc", 6: "dot", 7: "point"}
"""Discs that are filled with the colour of their edge."""


@dataclass
class Seen:
    """What is seen of a board.

    Attributes:
        marks: What lies on the grid, each as often as it is there.
        beside: The words beside it, outwards, by the side and the number of the line from 0.
        marked: Where something is marked, in half cells.
    """

    marks: Counter[Mark] = field(default_factory=Counter)
    beside: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    marked: set[tuple[int, int]] = field(default_factory=set)


# Pictures


class Frame:
    """Where the grid lies in a picture."""

    @classmethod
    def of(cls, svg: str, rows: int, columns: int) -> Frame:
        """The frame of a picture of a board of so many rows and columns."""
        return cls(ET.fromstring(svg), rows, columns)  # noqa: S314 - our own

    def __init__(self, root: ET.Element, rows: int, columns: int) -> None:
        boxes = [
            [float(n) for n in NUMBER.findall(path.attrib["d"])]
            for path in root.iter()
            if path.get("class") in {"b", "c"}
        ]
        self.left, self.top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        self.unit = boxes[0][2] - boxes[0][0]
        self.rows, self.columns = rows, columns
        self.cells = [self.half((box[0] + box[4]) / 2, (box[1] + box[5]) / 2) for box in boxes]

    def half(self, x: float, y: float) -> tuple[int, int]:
        """A point in half cells; it lies exactly there, as far as an eye can tell."""
        y, x = 2 * (y - self.top) / self.unit, 2 * (x - self.left) / self.unit
        assert abs(y - round(y)) < 0.1, f"{y} half cells down"
        assert abs(x - round(x)) < 0.1, f"{x} half cells to the right"
        return round(y), round(x)

    def cell(self, x: float, y: float) -> tuple[int, int]:
        """The middle of the cell that a point lies in."""
        down, right = (y - self.top) // self.unit, (x - self.left) // self.unit
        return 2 * int(down) + 1, 2 * int(right) + 1


def seen_in_picture(svg: str, rows: int, columns: int) -> Seen:
    """What is seen in the picture of a board of so many rows and columns."""
    root = ET.fromstring(svg)  # noqa: S314 - our own
    frame = Frame(root, rows, columns)
    seen = Seen()
    for (y, x), path in zip(
        frame.cells, (one for one in root.iter() if one.get("class") in {"b", "c"}), strict=True
    ):
        fill = re.search("fill:(#[0-9a-f]+)", path.get("style", ""))
        seen.marks[y, x, "cell"] += 1
        if fill:
            seen.marks[y, x, SHADES[fill[1]]] += 1
    block = next(one for one in root.iter() if one.tag.endswith("}g"))
    _add_elements(seen, frame, [_plain(one) for one in block])
    return seen


def seen_in_drawing(
    elements: Iterable[Mapping[str, Any]], svg: str, rows: int, columns: int
) -> Counter[Mark]:
    """The marks of elements that are drawn onto the picture of a board."""
    frame = Frame.of(svg, rows, columns)
    seen = Seen()
    _add_elements(seen, frame, list(elements))
    return seen.marks


def _plain(element: ET.Element) -> dict[str, Any]:
    tag = element.tag.rpartition("}")[2]
    parts = (part.partition(":") for part in element.get("style", "").split(";") if part)
    said = {**element.attrib, **{name: value for name, _, value in parts}}
    return {"tag": tag, "set": said, "text": element.text}


def _add_elements(seen: Seen, frame: Frame, elements: Sequence[Mapping[str, Any]]) -> None:
    short: list[tuple[Point, Point, str]] = []
    beside: dict[tuple[str, int], list[tuple[float, str]]] = defaultdict(list)
    for element in elements:
        tag, said = element["tag"], element["set"]
        name = said.get("class")
        if tag == "line":
            ends = [(float(said[f"x{n}"]), float(said[f"y{n}"])) for n in (1, 2)]
            if not _add_line(seen, frame, ends[0], ends[1], said["stroke"]):
                short.append((ends[0], ends[1], said["stroke"]))
        elif name == "m":
            seen.marked.add(_middle_of_mark(frame, tag, said))
        elif tag == "circle":
            place = float(said["cx"]), float(said["cy"])
            size = round(100 * float(said["r"]) / frame.unit)
            pen = "+" if PEN in {said["fill"], said.get("stroke")} else ""
            look = DISCS.get((said["fill"], size)) or SAME_DISCS[size]
            where = frame.cell(*place) if look == "tree" else frame.half(*place)
            seen.marks[(*where, pen + look)] += 1
        elif tag == "rect":
            _add_box(seen, frame, said)
        elif tag == "path" and name is None:
            _add_shape(seen, frame, said)
        elif tag == "text":
            _add_text(seen, frame, element, beside)
    _add_short_lines(seen, frame, short)
    for key, words in beside.items():
        words.sort(reverse=key[0] in {"above", "left"})
        seen.beside[key] = [word for _, word in words]


def _add_line(seen: Seen, frame: Frame, one: Point, other: Point, colour: str) -> bool:
    """Adds a wall, a diagonal or a line between cells; returns whether it is one of these."""
    down, right = (2 * abs(one[n] - other[n]) / frame.unit for n in (1, 0))
    if max(down, right) < 1.5:
        return False
    pen = "+" if colour == PEN else ""
    if min(down, right) > 1.5:
        (y1, x1), (y2, x2) = frame.half(*one), frame.half(*other)
        assert y1 % 2 == x1 % 2 == 0
        way = "\\" if (y2 > y1) == (x2 > x1) else "/"
        seen.marks[(y1 + y2) // 2, (x1 + x2) // 2, pen + way] += 1
        return True
    # One of two lines beside each other lies a little off the middle.
    is_across = down < right
    ends = sorted([one, other])
    x, y = ends[0]
    off = 2 * (y - frame.top if is_across else x - frame.left) / frame.unit
    start, end = (
        round(2 * (end[0] - frame.left) / frame.unit)
        if is_across
        else round(2 * (end[1] - frame.top) / frame.unit)
        for end in ends
    )
    assert abs(off - round(off)) < 0.25
    for at in range(start + 1, end, 2):
        where = (round(off), at) if is_across else (at, round(off))
        is_wall = start % 2 == 0
        assert is_wall == (round(off) % 2 == 0), "it goes from a corner to a middle"
        seen.marks[(*where, pen + ("wall" if is_wall else "line"))] += 1
    return True


def _middle_of_mark(frame: Frame, tag: str, said: Mapping[str, str]) -> tuple[int, int]:
    if tag == "circle":
        return frame.half(float(said["cx"]), float(said["cy"]))
    x, y, wide, high = (float(said[name]) for name in ("x", "y", "width", "height"))
    return frame.half(x + wide / 2, y + high / 2)


def _add_box(seen: Seen, frame: Frame, said: Mapping[str, str]) -> None:
    x, y, wide, high = (float(said[name]) for name in ("x", "y", "width", "height"))
    if said["fill"] == "#8d5b3a":
        # The trunk of a tree hangs below its middle.
        seen.marks[(*frame.half(x + wide / 2, y), "trunk")] += 1
    else:
        pen = "+" if said["fill"] == PEN else ""
        seen.marks[(*frame.half(x + wide / 2, y + high / 2), pen + "ship")] += 1


def _add_shape(seen: Seen, frame: Frame, said: Mapping[str, str]) -> None:
    numbers = [float(n) for n in NUMBER.findall(said["d"])]
    across, down = numbers[0::2], numbers[1::2]
    pen = "+" if said["fill"] == PEN else ""
    kinds = {
        10: "star",
        16: "mine",
        12: "plus",
        8: "minus",
        3: "tent",
        24: "moon",
        4: SHADES.get(said["fill"], "shape"),
    }
    middle = (min(across) + max(across)) / 2, (min(down) + max(down)) / 2
    name = kinds[len(across)]
    where = frame.half(*middle) if name in SHADES.values() else frame.cell(*middle)
    seen.marks[(*where, name if name in SHADES.values() else pen + name)] += 1


def _add_text(
    seen: Seen,
    frame: Frame,
    element: Mapping[str, Any],
    beside: dict[tuple[str, int], list[tuple[float, str]]],
) -> None:
    said, text = element["set"], element["text"] or ""
    x, y = float(said["x"]), float(said["y"])
    if said.get("text-anchor") == "start":
        low, right = frame.cell(x, y)
        assert x < frame.left + (right - 0.5) / 2 * frame.unit, "it begins at the left"
        assert y < frame.top + low / 2 * frame.unit, "it is written high"
        seen.marks[low, right, f"small {text}"] += 1
        return
    size = float(said["font-size"].removesuffix("px"))
    y -= 0.36 * size
    across: float = (x - frame.left) / frame.unit
    down: float = (y - frame.top) / frame.unit
    if -0.2 < across < frame.columns + 0.2 and -0.2 < down < frame.rows + 0.2:
        pen = "+" if said["fill"] == PEN else ""
        # Beside a number with an arrow there is room for that.
        right = round(2 * across)
        assert abs(2 * across - right) < 0.4
        assert abs(2 * down - round(2 * down)) < 0.1
        seen.marks[round(2 * down), right, pen + text] += 1
        return
    # Words beside the grid stand in the middle of their line.
    if 0 <= across <= frame.columns:
        assert abs(2 * across % 2 - 1) < 0.1
        beside["above" if down < 0 else "below", int(across)].append((y, text))
    else:
        assert abs(2 * down % 2 - 1) < 0.1
        beside["left" if across < 0 else "right", int(down)].append((x, text))


def _add_short_lines(seen: Seen, frame: Frame, lines: Iterable[tuple[Point, Point, str]]) -> None:
    """Adds crosses, the rays of a bulb, and arrows behind numbers."""
    middles: dict[tuple[int, int], list[tuple[Point, Point, str]]] = defaultdict(list)
    others: dict[tuple[int, int], list[tuple[Point, Point]]] = defaultdict(list)
    for one, other, colour in lines:
        x, y = ((one[n] + other[n]) / 2 for n in (0, 1))
        exact = [2 * (y - frame.top) / frame.unit, 2 * (x - frame.left) / frame.unit]
        is_diagonal = abs(abs(one[0] - other[0]) - abs(one[1] - other[1])) < 0.05
        if is_diagonal and all(abs(n - round(n)) < 0.05 for n in exact):
            middles[round(exact[0]), round(exact[1])].append((one, other, colour))
        else:
            others[frame.cell(x, y)].append((one, other))
    for where, strokes in middles.items():
        assert len(strokes) == 2, "a cross has two strokes"
        colour = strokes[0][2]
        name = {RED: "no line", PEN: "+cross"}.get(colour, "cross")
        seen.marks[(*where, name)] += 1
    for where, strokes_here in others.items():
        ends = Counter(end for pair in strokes_here for end in pair)
        tip, count = ends.most_common(1)[0]
        if count < 3:
            assert len(strokes_here) == 8, "a bulb has eight rays"
            seen.marks[(*where, "rays")] += 1
            continue
        tail = max(
            (end for pair in strokes_here for end in pair),
            key=lambda end: abs(end[0] - tip[0]) + abs(end[1] - tip[1])
            if {end[0] - tip[0], end[1] - tip[1]} & {0.0} else 0,
        )  # fmt: skip
        down, right = tip[1] - tail[1], tip[0] - tail[0]
        way = ("s" if down > 0 else "n") if abs(down) > abs(right) else ("e" if right > 0 else "w")
        seen.marks[(*where, f"arrow {way}")] += 1


# Texts


def _arms(letter: str) -> set[str]:
    """The directions in which a letter that draws lines leaves its middle, by its Unicode name."""
    name = unicodedata.name(letter, "")
    if not name.startswith("BOX DRAWINGS"):
        return set()
    words = set(name.split())
    arms = {way for way, word in zip("nesw", ("UP", "RIGHT", "DOWN", "LEFT"), strict=True)
            if word in words}  # fmt: skip
    if "VERTICAL" in words:
        arms |= {"n", "s"}
    if "HORIZONTAL" in words:
        arms |= {"e", "w"}
    return arms


@dataclass
class Letters:
    """A drawing of a board in letters, taken apart.

    Attributes:
        words: What stands in each cell.
        between: What crosses or parts two neighbours, by its place in half cells: `wall`, `line`,
            `wall, line`, `double` or `no line`; walls at the edge are there as well.
        corners: What stands at corners.
        beside: The words beside the grid, outwards.
        bold: The cells and corners that are bold, in half cells.
    """

    words: dict[tuple[int, int], str] = field(default_factory=dict)
    between: dict[tuple[int, int], str] = field(default_factory=dict)
    corners: dict[tuple[int, int], str] = field(default_factory=dict)
    beside: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    bold: set[tuple[int, int]] = field(default_factory=set)


Sheet: TypeAlias = list[list[tuple[str, bool]]]
"""Lines of letters, each with whether it is bold."""


def sheet_of(drawing: Sequence[Sequence[Any]]) -> Sheet:
    """A drawing letter by letter."""
    return [[(letter, part.bold) for part in line for letter in part.text] for line in drawing]


def read_letters(
    sheet: Sheet,
    size: tuple[int, int],
    *,
    above: int = 0,
    below: int = 0,
    left: int = 0,
    width: int = 0,
    cut: bool = False,
) -> Letters:
    """Takes a drawing apart.

    Args:
        sheet: The drawing.
        size: How many rows and columns the board has.
        above: How many lines of words stand above the grid.
        below: How many below.
        left: How many letters stand left of it.
        width: How wide cells are that stand side by side; 0 for a canvas, on which a cell takes
            four letters across and two lines down.
        cut: Whether a canvas lacks its first two letters, in which nothing would stand.
    """
    rows, columns = size
    body = sheet[above : len(sheet) - below]
    read = Letters()
    if width:
        ends = [(left + c * (width + 1), left + (c + 1) * (width + 1) - 2) for c in range(columns)]
        _read_table(read, body, ends)
        lines_of_rows = body
    else:
        # Lines above and below the cells are left out where nothing could stand in them.
        start, first = left - 2 * cut, 1 - (2 * rows + 1 - len(body)) // 2
        lines = {
            n + 1 - first: {x - start: letter for x, letter in enumerate(line) if x >= left}
            for n, line in enumerate(body)
        }
        _Canvas(read, lines).read(rows, columns)
        ends = [(start + 4 * c + 2, start + 4 * c + 2) for c in range(columns)]
        lines_of_rows = body[first::2]
    assert len(lines_of_rows) >= rows
    right = ends[-1][1] + (1 if width else 3)
    for r in range(rows):
        text = "".join(letter for letter, _ in lines_of_rows[r])
        beside = {("left", r): text[:left].split()[::-1], ("right", r): text[right:].split()}
        read.beside |= {line: words for line, words in beside.items() if words}
    _read_outside(read, {"above": sheet[:above][::-1], "below": sheet[len(sheet) - below :]}, ends)
    return read


def _read_table(read: Letters, body: Sheet, ends: Sequence[tuple[int, int]]) -> None:
    """Cells side by side, each with the letters where it begins and ends."""
    for r, line in enumerate(body):
        for c, (begin, end) in enumerate(ends):
            cell = line[begin : end + 1]
            read.words[2 * r + 1, 2 * c + 1] = "".join(letter for letter, _ in cell).strip()
            if any(is_bold for _, is_bold in cell):
                read.bold.add((2 * r + 1, 2 * c + 1))


def _read_outside(
    read: Letters, lines: Mapping[str, Sheet], ends: Sequence[tuple[int, int]]
) -> None:
    """Words above and below, each at the column that it stands at."""
    for side, lines_there in lines.items():
        for away, line in enumerate(lines_there):
            for word in re.finditer(r"\S+", "".join(letter for letter, _ in line)):
                at = [c for c, (a, b) in enumerate(ends) if word.start() <= b and a < word.end()]
                assert len(at) == 1, f"{word[0]!r} {side} the grid stands at columns {at}"
                words = read.beside.setdefault((side, at[0]), [])
                assert len(words) == away, f"nothing stands between {word[0]!r} and the grid"
                words.append(word[0])


_OPPOSITE = {"n": ("s", -1, 0), "s": ("n", 1, 0), "e": ("w", 0, 1), "w": ("e", 0, -1)}


@dataclass
class _Canvas:
    """Squares of four letters and two lines, with lines between and through them."""

    read_to: Letters
    lines: Mapping[int, Mapping[int, tuple[str, bool]]]

    def at(self, y: int, x: int) -> tuple[str, bool]:
        """A letter, and whether it is bold."""
        return self.lines.get(y, {}).get(x, (" ", False))

    def read(self, rows: int, columns: int) -> None:
        """Reads the letters in cells, then at corners, then between two cells."""
        read = self.read_to
        for y in range(1, 2 * rows, 2):
            for x in range(1, 2 * columns, 2):
                found = [self.at(y, 2 * x + n) for n in (-1, 0, 1)]
                letters = (" " if _arms(letter) else letter for letter, _ in found)
                read.words[y, x] = "".join(letters).strip()
                if any(is_bold for _, is_bold in found):
                    read.bold.add((y, x))
        for y in range(0, 2 * rows + 1, 2):
            for x in range(0, 2 * columns + 1, 2):
                letter, is_bold = self.at(y, 2 * x)
                if letter.strip() and not _arms(letter):
                    read.corners[y, x] = letter
                if is_bold:
                    read.bold.add((y, x))
        for y in range(2 * rows + 1):
            for x in range(1 - y % 2, 2 * columns + 1, 2):
                self.read_side(y, x)
        self.require_whole_lines()
        self.require_bold_marks()

    def require_bold_marks(self) -> None:
        """Nothing is bold but in cells and at corners."""
        for y, line in self.lines.items():
            for x, (letter, is_bold) in line.items():
                is_mark = x % 4 > 0 if y % 2 else x % 4 == 0
                assert is_mark or not is_bold, f"{letter!r} is bold between cells"

    def read_side(self, y: int, x: int) -> None:
        """Reads what parts two cells, or joins them."""
        letter, _ = self.at(y, 2 * x)
        arms = _arms(letter)
        if not letter.strip():
            return
        along, across = ({"n", "s"}, {"e", "w"}) if y % 2 else ({"e", "w"}, {"n", "s"})
        if not arms:
            # A circle may stand there, as the centre of a galaxy.
            self.read_to.between[y, x] = "no line" if letter == "x" else letter
        elif along <= arms:
            self.read_to.between[y, x] = "wall, line" if across <= arms else "wall"
        else:
            assert arms == across, letter
            is_double = "DOUBLE" in unicodedata.name(letter)
            self.read_to.between[y, x] = "double" if is_double else "line"

    def require_whole_lines(self) -> None:
        """Every line goes on in the next letter, unless a word stands there."""
        for y, line in self.lines.items():
            for x, (letter, _) in line.items():
                for arm in _arms(letter):
                    back, down, right = _OPPOSITE[arm]
                    other, _ = self.at(y + down, x + right)
                    if "DOUBLE" in unicodedata.name(letter) + unicodedata.name(other):
                        # Between two islands, a double line has one letter all along.
                        continue
                    assert other.strip(), f"a line ends at line {y}, letter {x}"
                    assert back in _arms(other) or not _arms(other), (letter, other)
