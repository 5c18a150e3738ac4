"""Somebody who plays on the board of a page: by clicks, by keys or by touch."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession, Locator, Page

STEPS = {"turn": ("Turn", "r"), "mirror": ("Mirror", "m"), "tip": ("Tip", "t")}
_PATIENCE = 4  # how often a finger tries to lay a piece
_ARROWS = ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown")
MIDDLE = """(element, [x, y]) => {
  element.ownerSVGElement.scrollIntoView({ block: "nearest" });
  const place = new DOMPoint(x, y).matrixTransform(element.getScreenCTM());
  return [place.x, place.y];
}"""

_LISTEN = """() => addEventListener("pointermove",
  (event) => { window.finger = [event.clientX, event.clientY]; }, { capture: true })"""
_HEARD = "place => window.finger?.every((at, n) => Math.abs(at - place[n]) < 1.5)"


def _way(start: int, goal: int, following: Callable[[int], Iterable[tuple[str, int]]]) -> list[str]:
    """The steps of a shortest way from one place to another; -1 is none."""
    waiting, before = deque([start]), {start: (-1, "")}
    while goal not in before:
        here = waiting.popleft()
        for step, other in following(here):
            if other >= 0 and other not in before:
                before[other] = (here, step)
                waiting.append(other)
    steps: list[str] = []
    while goal != start:
        goal, step = before[goal]
        steps.append(step)
    return steps[::-1]


@dataclass
class Player:
    """Plays moves on the board of a page, and knows how the pieces that are left are turned."""

    page: Page
    board: dict[str, Any]

    def __post_init__(self) -> None:
        self.shapes = [0] * len(self.board["pieces"])
        self.root = self.page.locator(".ilpuzzles-board")

    def spots(self, move: int) -> list[int]:
        """The spots that a move covers, those of its cells first."""
        starts: Sequence[int] = self.board["moves"]["starts"]
        return list(self.board["moves"]["spots"][starts[move] : starts[move + 1]])

    def tries(self, move: int) -> list[int]:
        """Where to hold a piece until it would lie right: answers may shift the page meanwhile."""
        return 3 * self.spots(move)

    def piece(self, move: int) -> int:
        """The piece of a move."""
        return int(self.board["moves"]["piece"][move])

    def status(self) -> Locator:
        """The line that says how things stand."""
        return self.root.locator(".status")

    def sees(self, words: str) -> None:
        """Waits until that is how things stand."""
        self.status().get_by_text(words).wait_for()

    def said(self) -> str:
        """What was said last about a move."""
        return self.root.locator(".said").inner_text()

    def lying(self) -> list[int]:
        """The moves on the board, those that are given included."""
        return self.marked(".pieces .piece")

    def reason(self) -> list[int]:
        """The moves on the board that are part of a reason or a conflict."""
        return self.marked(".pieces .reason")

    def ghost(self) -> int | None:
        """The move that would be placed now."""
        return next(iter(self.marked(".ghosts .ghost")), None)

    def marked(self, selector: str) -> list[int]:
        """The moves of some parts of the picture, sorted."""
        parts = self.root.locator(selector)
        numbers = parts.evaluate_all("all => all.map(e => Number(e.dataset.move))")
        return sorted({*numbers})

    def button(self, name: str) -> Locator:
        """A button by its name."""
        return self.root.get_by_role("button", name=name, exact=True)

    def spot(self, spot: int) -> Locator:
        """A spot of the board."""
        return self.root.locator(f"[data-spot='{spot}']")

    def middle(self, spot: int) -> tuple[float, float]:
        """Where the middle of a spot is in the window."""
        found = self.spot(spot).evaluate(MIDDLE, self.board["spots"]["centre"][spot])
        return float(found[0]), float(found[1])

    def in_tray(self, move: int) -> Locator:
        """The button of a move's piece among those that are left."""
        return self.root.locator(f".tray [data-piece='{self.piece(move)}']")

    def turns(self, move: int) -> list[str]:
        """How to turn a move's piece from how it lies in the tray to how it has to lie."""
        piece, goal = self.piece(move), self.board["moves"]["shape"][move]
        shapes, start = self.board["pieces"][piece]["shapes"], self.shapes[piece]
        self.shapes[piece] = goal
        return _way(start, goal, lambda one: [(step, shapes[one].get(step, -1)) for step in STEPS])

    def click(self, moves: Iterable[int]) -> None:
        """Places pieces with the mouse: a click on the piece, one on the board."""
        for move in moves:
            steps = self.turns(move)
            if self.in_tray(move).get_attribute("aria-pressed") == "false":
                self.in_tray(move).click()
            for step in steps:
                self.button(STEPS[step][0]).click()
            for spot in self.tries(move):
                self.page.mouse.move(*self.middle(spot))
                if self.ghost() == move:
                    self.page.mouse.click(*self.middle(spot))
                    break
            assert move in self.lying(), (move, self.said())

    def drag(self, moves: Iterable[int]) -> None:
        """Places pieces with the mouse: each is dragged from the tray, and turned on its way."""
        for move in moves:
            steps = self.turns(move)
            self.in_tray(move).scroll_into_view_if_needed()
            self.in_tray(move).hover()
            self.page.mouse.down()
            for spot in self.tries(move):
                self.page.mouse.move(*self.middle(spot), steps=2)
                for step in steps:
                    self.page.keyboard.press(STEPS[step][1])
                steps = []
                if self.ghost() == move:
                    break
            self.page.mouse.up()
            assert move in self.lying(), (move, self.said())

    def go(self, spot: int) -> None:
        """Goes over the board to a spot with arrow keys alone."""
        here = int(self.root.locator("[data-spot][tabindex='0']").get_attribute("data-spot") or 0)
        following = self.board["spots"]["next"]
        for key in _way(here, spot, lambda one: zip(_ARROWS, following[one], strict=False)):
            self.page.keyboard.press(key)

    def tab_to_board(self) -> None:
        """Goes to the board by the Tab key, if it has not the focus."""
        for _ in range(60):
            if self.page.evaluate("document.activeElement.dataset.spot") is not None:
                return
            self.page.keyboard.press("Tab")

    def type(self, moves: Iterable[int]) -> None:
        """Places pieces with keys alone."""
        self.tab_to_board()
        for move in moves:
            piece = self.board["pieces"][self.piece(move)]
            name = piece["label"]
            self.page.keyboard.press(f"Shift+{name}" if name.isalpha() else name)
            for step in self.turns(move):
                self.page.keyboard.press(STEPS[step][1])
            for spot in self.tries(move):
                self.go(spot)
                if self.ghost() == move:
                    self.page.keyboard.press("Enter")
                    break
            assert move in self.lying(), (move, self.said())
            self.page.keyboard.press("Escape")

    def touch(self, moves: Iterable[int]) -> None:
        """Places pieces with a finger: each is dragged to its place."""
        session = self.page.context.new_cdp_session(self.page)
        for move in moves:
            # An answer that comes in the middle may shift the page: then a person tries again.
            for _ in range(_PATIENCE):
                for step in self.turns(move):
                    if self.in_tray(move).get_attribute("aria-pressed") == "false":
                        self.in_tray(move).tap()
                        self.root.locator(".tray [aria-pressed='true']").wait_for()
                    self.button(STEPS[step][0]).tap()
                held = self._drag_by_finger(session, move)
                if move in self.lying():
                    break
                if held is not None:
                    self.shapes[self.piece(move)] = self.board["moves"]["shape"][held]
            assert move in self.lying(), (move, self.said())

    def _drag_by_finger(self, session: CDPSession, move: int) -> int | None:
        """Drags a piece over the board until it would lie right; the move that it would be."""
        self.in_tray(move).scroll_into_view_if_needed()
        box = self.in_tray(move).locator("svg").bounding_box()
        assert box is not None
        held = None
        self._finger(session, "touchStart", box["x"] + 8, box["y"] + 8)
        for spot in self.tries(move):
            x, y = self.middle(spot)
            self._finger(session, "touchMove", x, y + 44)
            held = self.ghost()
            if held == move:
                break
        self._finger(session, "touchEnd")
        return held

    def play(self, way: str, moves: Iterable[int]) -> None:
        """Plays moves in one way: by `click`, `drag`, `type` (keys) or `touch`."""
        one = {"cut": self._cut, "draw": self._draw}.get(self.board["drag"])
        if one is not None:
            for move in moves:
                one(way, move)
                assert move in self.lying(), (move, self.said())
        else:
            getattr(self, way)(moves)

    def _cut(self, way: str, move: int) -> None:
        """Cuts a cell; a finger, or the mouse in a drag, goes across it."""
        (spot,), piece = self.spots(move), self.piece(move)
        name = self.board["pieces"][piece]["name"]
        x, y = self.middle(spot)
        down = -12 if name == "/" else 12
        if way == "type":
            self.tab_to_board()
            self.go(spot)
            self.page.keyboard.press(name)
        elif way == "click" or name == ".":
            tap = self.page.touchscreen.tap if way == "touch" else self.page.mouse.click
            for _ in range(piece + 1):
                tap(x, y)
        elif way == "touch":
            session = self.page.context.new_cdp_session(self.page)
            self._finger(session, "touchStart", x - 12, y - down)
            for part in (0, 1):
                self._finger(session, "touchMove", x + 12 * part, y + down * part)
            self._finger(session, "touchEnd")
        else:
            self.page.mouse.move(x - 12, y - down)
            self.page.mouse.down()
            self.page.mouse.move(x + 12, y + down, steps=8)
            self.page.mouse.up()

    def _draw(self, way: str, move: int) -> None:
        """Makes a mark: by a key, by as many clicks as it takes, or by its pen."""
        (spot,), name = self.spots(move), self.board["pieces"][self.piece(move)]["name"]
        here = [n for n in range(len(self.board["moves"]["piece"])) if self.spots(n) == [spot]]
        pieces = sorted(map(self.piece, here))
        if way == "type":
            self.tab_to_board()
            self.go(spot)
            for key in name if name.isdecimal() else name[0]:
                self.page.keyboard.press(key)
            return
        pen = self.root.get_by_role("button", name=name, exact=True)
        clicks = 1 if len(pieces) > 3 else pieces.index(self.piece(move)) + 1
        if len(pieces) > 3:
            pen.click()
        for _ in range(clicks):
            tap = self.page.touchscreen.tap if way == "touch" else self.page.mouse.click
            tap(*self.middle(spot))
        if len(pieces) > 3:
            pen.click()

    def stroke(self, spots: Sequence[int]) -> None:
        """Goes with a finger from the middle of a spot to that of another, and on."""
        session = self.page.context.new_cdp_session(self.page)
        self._finger(session, "touchStart", *self.middle(spots[0]))
        for spot in spots[1:]:
            self._finger(session, "touchMove", *self.middle(spot))
        self._finger(session, "touchEnd")

    def _finger(self, session: Any, kind: str, *place: float) -> None:
        """What a finger does, and waits until the page has heard of its way."""
        points = [dict(zip("xy", place, strict=True))] if place else []
        if kind == "touchStart":
            self.page.evaluate(_LISTEN)
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        if kind == "touchMove":
            self.page.wait_for_function(_HEARD, arg=list(place))
