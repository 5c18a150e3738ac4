"""Somebody who draws a board in the editor of a page, by touch or by keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Page

Point: TypeAlias = tuple[float, float]

UNIT = 36.0
"""The side of a cell in the picture of a sheet."""

_PLACE = """(sheet, [x, y]) => {
  const place = new DOMPoint(x, y).matrixTransform(sheet.getScreenCTM());
  return [place.x, place.y];
}"""


@dataclass
class Drawer:
    """Draws what a draft has on an empty sheet."""

    page: Page

    def __post_init__(self) -> None:
        self.has_stroked = False
        self.root = self.page.locator(".editor")
        self.sheet = self.root.locator("figure svg")
        self.session: CDPSession = self.page.context.new_cdp_session(self.page)

    def button(self, name: str) -> None:
        """Presses a button."""
        if self.has_stroked:
            # The first tap after strokes of a program clicks nowhere in Chromium, on any page.
            self.page.touchscreen.tap(1, 1)
            self.has_stroked = False
        self.root.get_by_role("button", name=name, exact=True).tap()

    def at(self, place: Point) -> Point:
        """Where a place of the sheet is in the window, given in cells: across and down."""
        box = self.sheet.bounding_box()
        window = self.page.viewport_size
        assert box is not None
        assert window is not None
        if box["y"] < 0 or box["y"] + box["height"] > window["height"]:
            self.sheet.scroll_into_view_if_needed()
        x, y = self.sheet.evaluate(_PLACE, [place[0] * UNIT, place[1] * UNIT])
        return x, y

    def tap(self, place: Point) -> None:
        """Taps a place of the sheet."""
        self.page.touchscreen.tap(*self.at(place))

    def stroke(self, places: Sequence[Point]) -> None:
        """Draws with a finger from place to place."""
        points = [self.at(place) for place in places]
        self._finger("touchStart", points[0])
        for point in points[1:]:
            self._finger("touchMove", point)
        self._finger("touchEnd")
        self.has_stroked = True

    def _finger(self, kind: str, *points: Point) -> None:
        touched = [{"x": x, "y": y, "id": 1} for x, y in points]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    # Drafts

    def draw(self, draft: Mapping[str, Any]) -> None:
        """Draws all of a draft: fields, regions, walls and words."""
        for name, value in draft["said"].items():
            field = self.root.locator(f"[data-field={name}]")
            if isinstance(value, bool):
                field.set_checked(value)
            else:
                numbers = value if isinstance(value, list) else [value]
                field.fill(" ".join(map(str, numbers)))
        if any(draft["regions"]):
            self._draw_regions(draft["regions"], draft["columns"])
        if draft["walls"]:
            self._draw_walls(draft["walls"], draft["columns"])
        words = {part: lines for part, lines in draft["words"].items() if any(lines)}
        modes = self.root.locator("[aria-label='What to draw'] button")
        if words and modes.count():
            self.button("Clues")
        for part, lines in words.items():
            for at, word in enumerate(lines):
                if word:
                    self.write(part, at, word, draft)

    def write(self, part: str, at: int, word: str, size: Mapping[str, int]) -> None:
        """Chooses a place, and writes a word there by the keypad."""
        self.tap(place_of(part, at, size["rows"], size["columns"]))
        for letter in word:
            self.button("Next number" if letter == " " else letter)

    def _draw_regions(self, names: Sequence[str], columns: int) -> None:
        for name in dict.fromkeys(names):
            cells = {n for n, other in enumerate(names) if other == name}
            self.stroke([(n % columns + 0.5, n // columns + 0.5) for n in _walk(cells, columns)])

    def _draw_walls(self, walls: Sequence[int], columns: int) -> None:
        self.button("Walls")
        for side in walls:
            row, column = divmod(side // 2, columns)
            is_lower = side % 2
            self.tap((column + 0.5, row + 0.95) if is_lower else (column + 0.95, row + 0.5))


def place_of(part: str, at: int, rows: int, columns: int) -> Point:
    """The middle of a place for a word, in cells: across and down."""
    if part == "corners":
        return at % (columns + 1), at // (columns + 1)
    beside = {
        "above": (at + 0.5, -0.4),
        "below": (at + 0.5, rows + 0.4),
        "left": (-0.4, at + 0.5),
        "right": (columns + 0.4, at + 0.5),
    }
    return beside.get(part, (at % columns + 0.5, at // columns + 0.5))


def _walk(cells: set[int], columns: int) -> list[int]:
    """A walk through all cells of a region, from neighbour to neighbour."""
    walk: list[int] = []
    seen: set[int] = set()

    def visit(cell: int) -> None:
        seen.add(cell)
        walk.append(cell)
        steps = [columns, -columns]
        steps += [1] if cell % columns < columns - 1 else []
        steps += [-1] if cell % columns else []
        for step in steps:
            if cell + step in cells - seen:
                visit(cell + step)
                walk.append(cell)

    visit(min(cells))
    return walk
