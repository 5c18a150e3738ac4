"""The board to play on, in a browser: by mouse, keys and touch, with a server and without one."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

from ilpuzzles import load
from ilpuzzles.document.tree import read_tree
from ilpuzzles.play.counting import CancelledError
from ilpuzzles.play.game import Game
from ilpuzzles.play.page import FRONT_END, offline_page, read_scripts
from ilpuzzles.play.server import PlayServer
from ilpuzzles.puzzles.tiling.tiling_family import TILING
from support.board_player import Player
from support.browsers import PATIENCE, ColourScheme, do_without
from support.legible import misplaced, too_faint
from support.processes import wait_until
from support.reasons import Table

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize

pytestmark = pytest.mark.slow

TOKEN = "a-token-for-tests-0123456789"  # noqa: S105 - of a server that ends with the test
BOARDS = {
    "chequered": None,
    "cube": None,
    "dominoes": "4x4",
    "hexiamonds": None,
    "lonpos": "8pieces",
    "macmahon": None,
    "pentominoes": "6x10",
    "pyramid": None,
    "soma": None,
    "surasshupakku": "5x5",
    "tetrahexes": None,
    "tower": "height-2",
    "tritetratan": None,
    "wang": None,
}
LAST = 2
"""How many moves of a puzzle are played; the page begins with the others."""

WAYS = ["click", "type", "touch", "drag"]


class Served:
    """A server in this process that can be stopped and started again on its port."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.server = PlayServer(game, 0, TOKEN)
        self.address, self.port = self.server.address, self.server.port
        self._run()

    def _run(self) -> None:
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """Ends the server."""
        self.server.shutdown()
        self.server.end()
        self.thread.join(5)

    def start(self, token: str = TOKEN, game: Game | None = None) -> None:
        """Starts another one on the same port."""
        self.server = PlayServer(game or self.game, self.port, token)
        self.address = self.server.address
        self._run()


@pytest.fixture
def serve() -> Iterator[Callable[..., Served]]:
    """Starts servers, which end with the test."""
    running: list[Served] = []

    def started(puzzle: str, preset: str | None = None) -> Served:
        running.append(Served(Game(load(puzzle, preset))))
        return running[-1]

    yield started
    for each in running:
        each.stop()


@pytest.fixture(scope="module")
def served_once() -> Iterator[Callable[[str], Served]]:
    """The server of a puzzle, the same one in all tests."""
    running: dict[str, Served] = {}

    def found(puzzle: str) -> Served:
        if puzzle not in running:
            running[puzzle] = Served(Game(load(puzzle, BOARDS[puzzle])))
        return running[puzzle]

    yield found
    for each in running.values():
        each.stop()


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[BrowserContext]:
    """A window with a mouse, keys and a touch screen."""
    size: ViewportSize = {"width": 1280, "height": 900}
    context = browser.new_context(has_touch=True, viewport=size)
    yield context
    context.close()


def opened(page: Page, address: str, trouble: list[str] | None = None) -> Player:
    """A page with a board, and somebody who plays on it."""
    heard = [] if trouble is None else trouble
    page.context.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("console", lambda m: heard.extend([m.text] * (m.type == "error")))
    page.goto(address)
    page.wait_for_selector("body.ready")
    board = json.loads(page.locator("#board").inner_text())
    return Player(page, board)


def saved(board: dict[str, Any], folder: Path) -> str:
    """The address of an offline page."""
    path = folder / "board.html"
    path.write_text(offline_page(board), encoding="utf-8")
    return path.as_uri()


@pytest.mark.parametrize("way", WAYS[:-1])
@pytest.mark.parametrize("puzzle", BOARDS)
def test_every_puzzle_is_played_to_its_solution_by_mouse_by_keys_and_by_touch(
    window: BrowserContext, served_once: Callable[[str], Served], puzzle: str, way: str
) -> None:
    served = served_once(puzzle)
    trouble: list[str] = []
    found = served.game.answer({"ask": "solution", "placed": []})["moves"]
    board = served.game.board()
    new = [move for move in found if move not in board["given"]]
    mark = f"{puzzle}/{board['preset']}/{board['key']}/{len(board['moves']['piece'])}"
    lying = ".".join(map(str, new[:-LAST]))
    place = f"#at={quote(mark, safe='')}&given={'.'.join(map(str, board['given']))}&placed={lying}"
    player = opened(window.new_page(), served.address + place, trouble)
    assert player.lying() == sorted([*board["given"], *new[:-LAST]])
    assert player.root.locator(".seam").count() == (4 if puzzle == "tower" else 0)
    player.play(way, new[-LAST:])
    assert player.lying() == sorted({*found, *board["given"]})
    player.sees("Solved in")
    assert trouble == []
    player.page.close()


@pytest.mark.parametrize("way", WAYS)
def test_a_board_is_played_in_one_way_alone(browser: Browser, tmp_path: Path, way: str) -> None:
    size: ViewportSize = {"width": 360, "height": 740}
    context = browser.new_context(has_touch=way == "touch", viewport=size)
    game = Game(load("lonpos", "8pieces"))
    player = opened(context.new_page(), saved(game.board(), tmp_path))
    given, found = player.board["given"], game.answer({"ask": "solution", "placed": []})["moves"]
    player.play(way, [move for move in found if move not in given])
    player.sees("Solved in")
    context.close()


def test_a_hint_shows_its_reason_and_can_be_placed(
    page: Page, serve: Callable[..., Served]
) -> None:
    served = serve("lonpos", "8pieces")
    player = opened(page, served.address)
    player.sees("1 solution left")
    page.keyboard.press("Tab")
    player.spot(0).focus()
    page.keyboard.press("h")
    place = page.get_by_role("button", name="Place it")
    place.wait_for()
    asked = served.game.answer({"ask": "hint", "placed": []})
    reason = player.root.locator(".pieces .reason").evaluate_all("a => a.map(e => e.dataset.move)")
    assert sorted(set(map(int, reason))) == sorted(asked["reason"]["moves"])
    assert asked["text"] in player.root.locator(".answer").inner_text()
    place.click()
    assert asked["move"] in player.lying()
    # A new position closes what was said about the last one.
    assert not player.root.locator(".answer").is_visible()


AT_ONCE = """async hint => {
  hint.click();
  await null;
  const stop = document.querySelector(".answer button"), box = stop.getBoundingClientRect();
  return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) !== stop;
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 480), (390, 760)])
def test_an_answer_opens_in_sight_and_its_buttons_hear_no_second_tap_on_the_question(
    page: Page, tmp_path: Path, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    player = opened(page, saved(Game(load("lonpos", "8pieces")).board(), tmp_path))
    player.sees("1 solution left")
    box = "e.getBoundingClientRect()"
    seen = f"e => {box}.top >= 0 && {box}.bottom <= innerHeight"
    assert player.button("Hint").evaluate(AT_ONCE)
    player.button("Place it").wait_for()
    assert player.root.locator(".answer").evaluate(seen)
    assert player.root.locator(".proposed").first.evaluate(seen)
    player.button("Place it").click()
    assert len(player.lying()) == 9


def test_nothing_moves_when_pieces_are_turned_and_laid(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(has_touch=True, viewport={"width": 390, "height": 800})
    game = Game(load("tetrahexes"))
    player = opened(context.new_page(), saved(game.board(), tmp_path))
    place = "e => [e.getBoundingClientRect().top, e.offsetHeight]"
    parts = [player.spot(0), player.button("Hint"), player.root.locator(".tray")]
    first = [part.evaluate(place) for part in parts]
    answers = (game.answer({"ask": "status", "placed": [move]}) for move in range(99))
    corner = next(move for move, answer in enumerate(answers) if answer["dead"])
    player.touch([corner])
    player.sees("nothing can cover")
    assert [part.evaluate(place) for part in parts] == first
    # A finger that swipes over the pieces takes none up.
    tray, finger = player.root.locator(".tray"), context.new_cdp_session(player.page)
    box = player.root.locator(".choose").nth(3).bounding_box()
    assert box is not None
    x, y = box["x"] + 20, box["y"] + 20
    for step in range(15):
        kind = "touchMove" if step else "touchStart"
        points = [{"x": x - 10 * step, "y": y}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    assert wait_until(lambda: tray.evaluate("e => e.scrollLeft") > 0)
    assert player.root.locator(".tray [aria-pressed='true']").count() == 0
    assert "In your hand" not in player.said()
    # One that taps on a piece on the board takes that up, whatever is in the hand.
    player.root.locator(".choose").nth(2).tap()
    spot = player.spots(corner)[0]
    player.page.touchscreen.tap(*player.middle(spot))
    assert player.lying() == []
    assert player.in_tray(corner).get_attribute("aria-pressed") == "true"
    context.close()


def test_what_a_board_has_no_use_for_is_said(page: Page, tmp_path: Path) -> None:
    player = opened(page, saved(Game(load("tower", "height-2")).board(), tmp_path))
    never = player.root.locator(".tray .never")
    assert [name.strip() for name in never.all_inner_texts()] == ["F", "S", "T", "W"]
    never.last.click()
    page.mouse.click(*player.middle(4))
    assert player.said() == "W fits nowhere on this board."
    assert player.button("Mirror").count() == 0
    assert "the ring of that row" in player.root.locator(".boards").inner_text()
    player.root.locator(".keys summary").click()
    assert "Page Up" not in player.root.locator(".keys").inner_text()
    soma = opened(page, saved(Game(load("soma")).board(), tmp_path))
    assert "layer 1 (top)" in soma.root.locator(".boards").inner_text()
    pictures = soma.root.locator(".tray svg").evaluate_all("all => all.map(e => e.innerHTML)")
    assert len({re.sub("fill[^;]*;", "", picture) for picture in pictures}) == 7


def test_why_not_names_what_cannot_stay_and_takes_it_back(
    page: Page, serve: Callable[..., Served]
) -> None:
    served = serve("lonpos", "8pieces")
    player = opened(page, served.address)
    data = player.board["moves"]
    given = player.board["given"]
    free = set(range(55)) - {spot for move in given for spot in player.spots(move)}
    left = set(range(12)) - {player.piece(move) for move in given}
    wrong = next(
        move
        for move in range(len(data["piece"]))
        if set(player.spots(move)) <= free
        and player.piece(move) in left
        and served.game.answer({"ask": "status", "placed": [move]})["solvable"] is False
    )
    player.click([wrong])
    player.root.and_(page.locator(".stuck")).wait_for()
    assert player.status().inner_text().startswith("No solution is left from here")
    player.button("Why not?").click()
    back = player.root.get_by_role("button", name=re.compile("Take back"))
    back.wait_for()
    conflict = player.root.locator(".pieces .reason").evaluate_all(
        "all => all.map(e => Number(e.dataset.move))"
    )
    answer = served.game.answer({"ask": "why-not", "placed": [wrong]})
    assert sorted(set(conflict)) == sorted(answer["conflict"])
    back.click()
    player.sees("1 solution left")
    assert wrong not in player.lying()
    player.button("Undo").click()
    assert wrong in player.lying()
    player.button("Redo").click()
    assert wrong not in player.lying()


def test_a_short_stroke_cuts_along_and_one_that_leaves_its_cell_is_no_click(
    page: Page, serve: Callable[..., Served]
) -> None:
    player = opened(page, serve("surasshupakku", "5x5").address)
    # Three moves for each cell: cut like /, like \, and left whole.
    free = player.board["moves"]["spots"][::3]
    first = next(spot for spot in free if spot % 5 < 4 and spot + 1 in free)
    second, wide = first + 1, player.middle(first + 1)[0] - player.middle(first)[0]

    def stroke(spot: int, right: float, down: float) -> list[int]:
        x, y = player.middle(spot)
        page.mouse.move(x - right * wide / 2, y - down * wide / 2)
        page.mouse.down()
        page.mouse.move(x + right * wide / 2, y + down * wide / 2, steps=3)
        page.mouse.up()
        return [move % 3 for move in player.lying()]

    assert stroke(first, 0.3, 0.3) == [1]
    assert stroke(first, -0.3, 0.3) == [0]
    assert stroke(second, 0.3, 0.3) == [0, 1]
    assert stroke(second, -1.4, 0.0) == [0, 1]
    # A hand that shakes a little clicks.
    assert stroke(second, 0.05, 0.05) == [0, 2]


def test_pieces_are_taken_up_moved_and_taken_back(page: Page, tmp_path: Path) -> None:
    game = Game(load("lonpos", "8pieces"))
    player = opened(page, saved(game.board(), tmp_path))
    solution = game.answer({"ask": "solution", "placed": []})["moves"]
    first = next(move for move in solution if move not in player.board["given"])
    player.click([first])
    spot = player.spots(first)[0]
    # Taken up by a click and put down again: as before, and nothing to undo but its first move.
    page.mouse.click(*player.middle(spot))
    assert first not in player.lying()
    page.mouse.click(*player.middle(spot))
    assert first in player.lying()
    # Dragged off the board.
    x, y = player.middle(spot)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 420, steps=6)
    page.mouse.up()
    assert first not in player.lying()
    player.button("Undo").click()
    assert first in player.lying()
    # Dropped where another one lies, or let go by a key: it lies where it lay.
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(*player.middle(player.spots(player.board["given"][0])[0]), steps=6)
    page.mouse.up()
    assert first in player.lying()
    assert "it would lie on" in player.said()
    assert player.said().endswith("is back where it lay.")
    page.mouse.click(x, y)
    assert first not in player.lying()
    page.keyboard.press("Escape")
    assert first in player.lying()
    page.mouse.click(x, y)
    player.button("Put back").click()
    assert first not in player.lying()
    player.button("Undo").click()
    assert first in player.lying()
    assert player.root.locator(".cursor[d]").count() == 0
    # Taken back by a key; what was given stays.
    player.spot(spot).focus()
    page.keyboard.press("Delete")
    assert first not in player.lying()
    given = player.spots(player.board["given"][0])[0]
    player.spot(given).focus()
    page.keyboard.press("Delete")
    assert "was given" in player.said()
    assert player.lying() == sorted(player.board["given"])


def test_what_is_known_of_a_long_count_is_a_lower_bound(
    page: Page, serve: Callable[..., Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serve("dominoes", "4x4")
    known = {"solvable": True, "count": 36, "exact": False, "dead": [], "complete": False}
    monkeypatch.setattr(served.game, "answer", lambda *_: known)
    opened(page, served.address).sees("At least 36 solutions left")


def test_a_full_board_is_solved_though_nothing_is_counted(page: Page, tmp_path: Path) -> None:
    game = Game(load("lonpos", "8pieces"))
    player = opened(page, saved(game.board(), tmp_path))
    player.root.get_by_role("checkbox").uncheck()
    player.sees("Solutions are not counted")
    found = game.answer({"ask": "solution", "placed": []})["moves"]
    player.click([move for move in found if move not in player.board["given"]])
    player.sees("Solved in")


def test_a_reload_keeps_the_position_and_two_tabs_do_not_mix(
    page: Page, serve: Callable[..., Served]
) -> None:
    served = serve("lonpos", "8pieces")
    player = opened(page, served.address)
    found = served.game.answer({"ask": "solution", "placed": []})["moves"]
    first, second, *_ = (move for move in found if move not in player.board["given"])
    player.click([first])
    other = opened(page.context.new_page(), served.address)
    assert first not in other.lying()
    other.click([second])
    page.reload()
    page.wait_for_selector("body.ready")
    assert first in player.lying()
    assert second not in player.lying()
    for each in (player, other):
        each.sees("1 solution left")
    # What was done can be undone all the same.
    player.button("Undo").click()
    assert first not in player.lying()


def test_a_server_that_is_gone_is_missed_and_found_again(
    page: Page, serve: Callable[..., Served]
) -> None:
    served = serve("lonpos", "8pieces")
    player = opened(page, served.address)
    player.sees("1 solution left")
    found = served.game.answer({"ask": "solution", "placed": []})["moves"]
    first, second, *_ = (move for move in found if move not in player.board["given"])
    served.stop()
    player.click([first])
    alert = page.get_by_role("alert")
    alert.wait_for()
    assert "does not answer" in alert.inner_text()
    player.click([second])
    served.start()
    alert.wait_for(state="hidden")
    player.sees("1 solution left")
    assert {first, second} <= set(player.lying())


def test_a_page_goes_on_when_a_server_with_another_token_took_the_place_of_its_own(
    page: Page, serve: Callable[..., Served]
) -> None:
    served = serve("lonpos", "8pieces")
    player = opened(page, served.address)
    found = served.game.answer({"ask": "solution", "placed": []})["moves"]
    first, second, *_ = (move for move in found if move not in player.board["given"])
    player.click([first])
    player.sees("1 solution left")
    served.stop()
    # A server of another board is not its own.
    served.start(TOKEN[::-1], Game(load("soma")))
    opened(page.context.new_page(), served.address).sees("solutions left")
    player.click([second])
    alert = page.get_by_role("alert")
    alert.get_by_text("Open the address that it shows").wait_for()
    served.stop()
    served.start(TOKEN[1:])
    other = opened(page.context.new_page(), served.address)
    other.sees("1 solution left")
    alert.wait_for(state="hidden")
    player.sees("1 solution left")
    page.reload()
    page.wait_for_selector("body.ready")
    player.sees("1 solution left")
    assert {first, second} <= set(player.lying())
    assert not {first, second} & set(other.lying())


def test_keys_are_heard_after_a_click_beside_the_board_and_escape_closes_answers(
    page: Page, serve: Callable[..., Served]
) -> None:
    served = serve("lonpos", "8pieces")
    player = opened(page, served.address)
    player.sees("1 solution left")
    page.get_by_role("button", name="F (white)").first.click()
    page.mouse.click(5, page.evaluate("innerHeight") - 5)
    assert page.evaluate("document.activeElement === document.body")
    page.keyboard.press("r")
    assert player.said() == "F turned."
    player.button("Check").click()
    answer = player.root.locator(".answer")
    answer.get_by_text("18 cells open").wait_for()
    assert player.said() == ""
    page.keyboard.press("Escape")
    answer.wait_for(state="hidden")


def test_pieces_and_tools_stay_in_sight_beside_a_tall_board(
    browser: Browser, tmp_path: Path
) -> None:
    size: ViewportSize = {"width": 360, "height": 640}
    context = browser.new_context(has_touch=True, viewport=size)
    page = context.new_page()
    player = opened(page, saved(Game(load("pyramid")).board(), tmp_path))
    spot = player.board["spots"]["name"].index("layer 4, row 2, column 2")
    page.evaluate("y => scrollTo(0, y)", player.middle(spot)[1] - 320)
    seen = "e => { const { top, bottom } = e.getBoundingClientRect(); return [top, bottom]; }"
    top, end = player.root.locator(".tools").evaluate(seen)
    start, bottom = player.root.locator(".tray").evaluate(seen)
    assert top >= 0
    assert end < player.middle(spot)[1] < start
    assert bottom <= 640
    touched = "e => getComputedStyle(e.ownerSVGElement).touchAction"
    assert player.spot(spot).evaluate(touched) == "pan-y pinch-zoom"
    player.root.locator(".choose").nth(1).tap()
    assert player.spot(spot).evaluate(touched) == "none"
    page.keyboard.press("b")
    page.keyboard.press("b")
    last = player.root.locator(".choose").last.bounding_box()
    assert last is not None
    assert 0 <= last["x"] <= 360 - last["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    context.close()


def test_a_new_position_is_not_called_like_the_one_before(page: Page, tmp_path: Path) -> None:
    player = opened(page, saved(Game(load("lonpos", "8pieces")).board(), tmp_path))
    title = player.root.locator(".title")
    assert title.inner_text() == "Lonpos 505: Eight pieces placed"
    time = player.root.locator(".time")
    assert time.inner_text() == "0:00"
    solution = Game(load("lonpos", "8pieces")).answer({"ask": "solution"})["moves"]
    player.click([next(move for move in solution if move not in player.board["given"])])
    time.get_by_text("0:01").wait_for()
    player.button("New position").click()
    title.get_by_text("Lonpos 505: A new position").wait_for()
    assert time.inner_text() == "0:00"
    page.reload()
    page.wait_for_selector("body.ready")
    assert title.inner_text() == "Lonpos 505: A new position"


def test_a_new_position_or_a_preset_takes_the_place_of_what_was_laid(
    page: Page, serve: Callable[..., Served]
) -> None:
    player = opened(page, serve("dominoes", "4x4").address)
    player.click([0])
    level, position = (player.root.get_by_label(name) for name in ("Difficulty", "Position"))
    level.select_option("medium")
    for name, left, given in (("New position", "1 solution left", 4), ("Open", "36 solutions", 0)):
        before = player.lying()
        for undone in (True, False):
            if not given:
                position.select_option("4x4")
            player.button(name).click()
            player.sees(left)
            assert len(player.lying()) == given
            if undone:
                player.button("Undo").click()
                assert player.lying() == before
        assert level.input_value() == "medium"
        assert position.input_value() == ("" if given else "4x4")
        assert player.root.locator(".time").inner_text() == "0:00"
        player.button("What is forced?").click()
        answer = player.root.locator(".answer")
        if given:
            # All that is left is shown to nobody who has not asked for it.
            answer.get_by_text("a single solution is left").wait_for()
            assert player.root.locator(".proposed").count() == 0
            player.button("Show it").click()
            player.button("Place all of it").click()
            player.sees("Solved with help in")
        else:
            answer.get_by_text("in every solution").wait_for()


def test_a_question_to_a_server_started_anew_does_not_wait_for_ever(
    page: Page, serve: Callable[..., Served]
) -> None:
    served = serve("lonpos", "8pieces")
    player = opened(page, served.address)
    player.sees("1 solution left")
    served.server.token = TOKEN[::-1]
    player.button("Hint").click()
    page.get_by_role("alert").get_by_text("started anew").wait_for()
    player.root.locator(".answer").wait_for(state="hidden")


def test_slow_answers_are_cancelled_by_the_next_move(
    page: Page, serve: Callable[..., Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serve("lonpos", "8pieces")
    answer, ended = served.game.answer, []

    def slow(question: dict[str, Any], tell: Any, go_on: Callable[[], bool]) -> dict[str, Any]:
        if question["ask"] == "hint":
            while go_on():
                threading.Event().wait(0.02)
            ended.append("hint")
            return {"move": None, "text": "too late"}
        return answer(question, tell, go_on)

    monkeypatch.setattr(served.game, "answer", slow)
    player = opened(page, served.address)
    player.button("Hint").click()
    page.get_by_text("Thinking …").wait_for()
    player.button("Stop").click()
    player.root.locator(".answer").wait_for(state="hidden")
    assert wait_until(lambda: ended == ["hint"])
    player.button("Hint").click()
    page.get_by_text("Thinking …").wait_for()
    first = next(m for m in answer({"ask": "solution"})["moves"] if m not in player.board["given"])
    player.click([first])
    player.sees("1 solution left")
    assert not page.get_by_text("too late").is_visible()
    assert wait_until(lambda: ended == ["hint", "hint"])


def test_a_hint_is_shown_before_its_reason_is_as_small_as_it_gets(
    page: Page, serve: Callable[..., Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    served, go = serve("lonpos", "8pieces"), threading.Event()
    answer = served.game.answer

    def slow(question: dict[str, Any], tell: Any, go_on: Callable[[], bool]) -> dict[str, Any]:
        found = answer(question, tell, go_on)
        if question["ask"] != "hint":
            return found
        tell(found | {"text": "a large reason", "partial": True})
        assert go.wait(60)
        return found | {"text": "a small reason"}

    monkeypatch.setattr(served.game, "answer", slow)
    player = opened(page, served.address)
    player.button("Hint").click()
    looking = page.get_by_text("Looking for a smaller reason …")
    looking.wait_for()
    assert page.get_by_text("a large reason").is_visible()
    place = player.button("Place it")
    place.focus()
    go.set()
    page.get_by_text("a small reason").wait_for()
    assert not looking.is_visible()
    assert place.evaluate("button => button === document.activeElement")
    before = len(player.lying())
    page.keyboard.press("Enter")
    player.sees("1 solution left")
    assert len(player.lying()) == before + 1
    # What is placed meanwhile ends the search.
    go.clear()
    player.button("Hint").click()
    looking.wait_for()
    player.button("Place it").click()
    go.set()
    player.sees("1 solution left")
    assert not page.get_by_text("a small reason").is_visible()
    assert len(player.lying()) == before + 2


def test_another_question_ends_the_search_for_a_smaller_reason(
    page: Page, serve: Callable[..., Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serve("soma", "cube")
    answer = served.game.answer

    def slow(question: dict[str, Any], tell: Any, go_on: Callable[[], bool]) -> dict[str, Any]:
        if question["ask"] != "hint":
            return answer(question, tell, go_on)
        tell({"move": 0, "text": "a large reason", "reason": None, "partial": True})
        while go_on():
            threading.Event().wait(0.02)
        raise CancelledError

    monkeypatch.setattr(served.game, "answer", slow)
    player = opened(page, served.address)
    player.button("Hint").click()
    looking = page.get_by_text("Looking for a smaller reason …")
    looking.wait_for()
    page.get_by_text("In space").click()
    looking.wait_for(state="detached")
    assert page.get_by_text("a large reason").is_visible()
    assert player.button("Place it").is_visible()


def test_what_a_server_breaks_off_is_no_answer_and_is_asked_again(
    page: Page, serve: Callable[..., Served], monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serve("lonpos", "8pieces")
    answer = served.game.answer

    def slow(question: dict[str, Any], tell: Any, go_on: Callable[[], bool]) -> dict[str, Any]:
        while question["ask"] == "hint" and not served.server.stopping.wait(0.02):
            pass
        if not go_on():
            raise CancelledError
        return answer(question, tell, go_on)

    monkeypatch.setattr(served.game, "answer", slow)
    player = opened(page, served.address)
    player.button("Hint").click()
    said = player.root.locator(".answer")
    said.get_by_text("Thinking …").wait_for()
    served.stop()
    page.get_by_role("alert").wait_for()
    assert said.inner_text().split("\n")[0] == "Waiting for the server …"
    monkeypatch.undo()
    served.start()
    player.button("Place it").wait_for()


def test_solutions_are_paged_through(page: Page, tmp_path: Path) -> None:
    board = Game(load("dominoes", "4x4")).board()
    player = opened(page, saved(board, tmp_path))
    page.get_by_text("36 solutions left").wait_for()
    player.button("All solutions").click()
    page.get_by_text("Solution 1").wait_for()
    shown = set()
    for number in range(2, 37):
        numbers = player.root.locator(".ghosts .proposed").evaluate_all(
            "all => all.map(e => Number(e.dataset.move))"
        )
        shown.add(tuple(sorted(numbers)))
        player.button("Next").click()
        page.get_by_text(f"Solution {number}", exact=False).wait_for()
    assert len(shown) == 35
    assert player.button("Next").is_disabled()
    page.keyboard.press("ArrowLeft")
    page.get_by_text("Solution 35 of").wait_for()
    page.keyboard.press("ArrowRight")
    page.get_by_text("Solution 36 of").wait_for()
    player.button("Place all of it").click()
    page.wait_for_selector(".status.solved")


ASK = """([board, questions]) => new Promise(async (done) => {
  const answers = [];
  const model = new SolverModel(board);
  model.on("msg:custom", (answer) => {
    if (answer.partial) return;
    answers.push(answer);
    if (answers.length === questions.length) done(answers);
    else model.send(questions[answers.length]);
  });
  model.send(questions[0]);
})"""


STRIPES = """
puzzle: stripes
family: tiling
title: Stripes
lattice: square
cells: {d: "#7a5230", e: "#8a6240"}
tiles:
  A: {count: any, shape: de}
  B: {count: any, shape: ded}
region: {rows: 3, columns: 6}
wrap: {columns: 6}
colouring: alternating
"""
"""Where tiles touch, their cells differ, on a board that is closed."""


def offline_game(puzzle: str) -> Game:
    """A game whose page needs no server."""
    if puzzle != "stripes":
        return Game(load(puzzle, BOARDS[puzzle] if puzzle != "lonpos" else "empty"))
    fields = STRIPES.partition("region:")
    read = TILING.read_puzzle(read_tree(fields[0], "stripes.yaml"))
    text = "puzzle: stripes\nregion:" + fields[2]
    instance = TILING.read_instance(read, read_tree(text, "board.yaml"))
    return Game(replace(load("wang"), instance=instance, preset=None))


OFFLINE = ["lonpos", "soma", "hexiamonds", "tower", "cube", "dominoes"]
OFFLINE += ["chequered", "macmahon", "stripes", "wang"]


@pytest.mark.parametrize("puzzle", OFFLINE)
def test_an_offline_page_answers_like_the_engine(page: Page, puzzle: str) -> None:
    """Counts are the engine's; hints are in all solutions, and their reasons can't be shorter."""
    game, random = offline_game(puzzle), Random(7)
    board = game.board() | {"preset": "other"}
    table = Table(board)
    found = game.answer({"ask": "solutions", "placed": [], "from": 0, "number": 20})["moves"]
    positions: list[list[int]] = []
    for _ in range(12):
        whole = random.choice(found)
        placed = random.sample(whole, random.randint(len(whole) * 2 // 5, len(whole) - 1))
        # Every second position has a move of somebody who errs.
        free = [move for move in range(len(table.piece)) if table.fits(move, placed)]
        positions.append([*placed, *random.sample(free, len(positions) % 2)])
    questions: list[dict[str, Any]] = [
        {"ask": ask, "id": number, "placed": placed, "given": []}
        for number, (placed, ask) in enumerate(product(positions, ("status", "hint", "why-not")))
    ]
    # However slow this machine is, nothing ends for lack of time.
    answers = _answered(page, board, questions, COUNTING=60_000, DECIDING=60_000)
    assert len(answers) == len(questions)
    assert sum(bool(answer.get("move")) for answer in answers) >= 2
    for asked, answer in zip(questions, answers, strict=True):
        placed = asked["placed"]
        if asked["ask"] == "status":
            expected = game.answer({"ask": "status", "placed": placed})
            assert answer["exact"]
            assert (answer["count"], answer["complete"]) == (
                expected["count"],
                expected["complete"],
            )
        elif asked["ask"] == "why-not":
            conflict = answer["conflict"]
            assert bool(conflict) == (not _solvable(game, placed))
            assert not conflict or not _solvable(game, conflict)
            assert all(_solvable(game, [o for o in conflict if o != m]) for m in conflict)
        elif answer["move"] is not None:
            assert _is_in_all(game, placed, answer["move"])
            assert set(answer["reason"]["moves"]) <= set(placed)
            assert _is_in_all(game, answer["reason"]["moves"], answer["move"])


def _answered(
    page: Page, board: dict[str, Any], questions: list[dict[str, Any]], **constants: int
) -> list[dict[str, Any]]:
    """What an offline page answers, perhaps with other limits."""
    text = read_scripts(*FRONT_END, "host.js", "solver.js").replace(
        "export default { render };", ""
    )
    for name, value in constants.items():
        text, number = re.subn(rf"const {name} = \d+;", f"const {name} = {value};", text)
        assert number == 1
    page.goto("about:blank")
    page.add_script_tag(content=f"{text}\nwindow.SolverModel = SolverModel;")
    answers: list[dict[str, Any]] = page.evaluate(ASK, [board, questions])
    return answers


def test_an_offline_page_that_lacks_time_says_so_and_goes_on_where_it_was(page: Page) -> None:
    board = Game(load("lonpos", "3pieces")).board()
    asked = {"ask": "solutions", "placed": board["given"], "given": [], "from": 0, "number": 20}
    questions = [asked | {"id": number} for number in range(60)]
    answers = _answered(page, board, questions, SLICE=0, DECIDING=0)
    numbers = [len(answer["moves"]) for answer in answers]
    assert numbers == sorted(numbers)
    assert [answers[0][name] for name in ("moves", "complete", "count")] == [[], False, None]
    assert all(answer["count"] == (7 if answer["complete"] else None) for answer in answers)
    assert answers[-1]["complete"]
    (hint,) = _answered(page, board, [asked | {"ask": "hint", "id": 1}], SLICE=0, DECIDING=0)
    assert "in time" in hint["error"]


def _solvable(game: Game, placed: list[int]) -> bool:
    return bool(game.answer({"ask": "status", "placed": placed})["solvable"])


def _is_in_all(game: Game, placed: list[int], move: int) -> bool:
    """Whether some moves have as many solutions as they have with one more."""
    counts = [
        game.answer({"ask": "status", "placed": moves})["count"]
        for moves in (placed, [*placed, move])
    ]
    return bool(counts[0] == counts[1] > 0)


def one_cell(player: Player, name: str, spot: int) -> int:
    """The move that lays a piece of one cell on a spot as it lies in the tray."""
    piece = [piece["name"] for piece in player.board["pieces"]].index(name)
    moves = player.board["moves"]
    return next(
        move
        for move in range(len(moves["piece"]))
        if (moves["piece"][move], moves["shape"][move]) == (piece, 0)
        and player.spots(move) == [spot]
    )


def test_a_piece_is_refused_where_its_colours_do_not_match(page: Page, tmp_path: Path) -> None:
    player = opened(page, saved(Game(load("macmahon")).board(), tmp_path))
    red = one_cell(player, "A", 7)
    player.click([red])
    assert "on the left r (red)" in (player.spot(8).get_attribute("aria-label") or "")
    refused = {
        ("S", 8): "on the left it shows g (turquoise), and A shows r (red).",
        ("X", 2): "above it shows y (yellow), where r (red) is needed.",
    }
    for (name, spot), words in refused.items():
        move = one_cell(player, name, spot)
        player.in_tray(move).click()
        page.mouse.move(*player.middle(spot))
        assert player.ghost() == move
        assert player.root.locator(".ghost.clash").count() == 1
        assert player.root.locator(".unequal").count() == 1
        page.mouse.click(*player.middle(spot))
        assert player.said() == f"{name} does not fit here: {words}"
        assert player.lying() == [red]
        player.button("Put back").click()
        assert player.root.locator(".unequal").count() == 0
    # By keys, the reason is said where the cursor is.
    player.spot(8).focus()
    page.keyboard.press("Shift+S")
    assert "on the left it shows g" in (player.spot(8).get_attribute("aria-label") or "")
    page.keyboard.press("Enter")
    assert player.lying() == [red]
    page.keyboard.press("Shift+B")
    label = player.in_tray(one_cell(player, "B", 8)).get_attribute("aria-label") or ""
    assert label.endswith("below r (red), on the left g (turquoise)")
    page.keyboard.press("r")
    assert player.said().startswith("B turned: above g (turquoise), on the right r (red)")
    page.keyboard.press("Enter")
    assert len(player.lying()) == 2
    label = player.spot(8).get_attribute("aria-label") or ""
    assert label.endswith(
        "B, above g (turquoise), on the right r (red), below r (red), on the left r (red)"
    )


@pytest.mark.parametrize("puzzle", ["soma", "macmahon"])
def test_strangers_cannot_run_anything(page: Page, tmp_path: Path, puzzle: str) -> None:
    evil = "</script><img src=x onerror=alert(1)><svg onload=alert(1)>"
    board = Game(load(puzzle)).board()
    board |= {"title": evil, "about": evil, "unit": evil, "preset": evil}
    board["marks"] = [{"view": 0, "text": evil, "x": 0, "y": 0, "size": 9}]
    board["spots"]["name"][0] = evil
    board["views"][0]["name"] = evil
    for piece in board["pieces"]:
        piece |= {"name": evil, "label": evil, "title": evil, "colour": f'red" onclick="{evil}'}
        piece["shapes"][0]["paths"][0] += f'"><script>{evil}</script>'
        for shape in piece["shapes"]:
            shape["colours"] = [word + evil for word in shape.get("colours", [])]
    for colour in board.get("colours", []):
        letter = evil if colour["letter"] == "y" else colour["letter"]
        colour |= {"title": evil, "colour": f"red;}}{evil}", "ink": evil, "letter": letter}
    board.get("touching", {"beside": [[[0, 0]]]})["beside"][0][0][1] = evil
    heard: list[str] = []
    page.on("dialog", lambda dialog: heard.append(dialog.message))
    player = opened(page, saved(board, tmp_path), heard)
    assert player.root.locator(".title").inner_text() == evil
    player.button("Hint").click()
    page.wait_for_timeout(400)
    assert page.locator("#play script, #play img, #play foreignObject").count() == 0
    assert page.evaluate(
        "[...document.querySelectorAll('#play *')].every(e => "
        "![...e.attributes].some(a => a.name.startsWith('on')))"
    )
    assert heard == []


@pytest.mark.parametrize("colour_scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1600])
def test_the_board_is_legible_and_accessible(
    page: Page, tmp_path: Path, width: int, colour_scheme: ColourScheme
) -> None:
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert dark == (colour_scheme == "dark")
    page.set_viewport_size({"width": width, "height": 900})
    player = opened(page, saved(Game(load("lonpos", "8pieces")).board(), tmp_path))
    page.get_by_text("1 solution left").wait_for()
    player.in_tray(player.board["moves"]["piece"].index(1)).click()
    player.button("Hint").click()
    page.get_by_role("button", name="Place it").wait_for()
    player.root.locator(".keys summary").click()
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    assert too_faint(player.root) == []
    assert misplaced(player.root) == []
    # Everything that can be used has a name and a role, and nothing is said by colour alone.
    nameless = player.root.locator("button, select, input, [role=button]").evaluate_all(
        "all => all.filter(e => !(e.ariaLabel || e.labels?.length || e.textContent.trim()))"
    )
    assert nameless == []
    assert player.root.locator("[role=status]").count() >= 2
    assert player.root.locator(".pieces .piece .letter").count() == 8


@pytest.mark.parametrize("puzzle", ["lonpos", "macmahon", "soma", "surasshupakku"])
def test_axe_finds_nothing(browser: Browser, serve: Callable[..., Served], puzzle: str) -> None:
    if find_spec("axe_playwright_python") is None:
        do_without("axe is missing: pip install 'ilpuzzles[browser]'")
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - not everybody has it

    # It looks at the page by a script, which the page's own policy would refuse.
    context = browser.new_context(bypass_csp=True, viewport={"width": 360, "height": 740})
    player = opened(context.new_page(), serve(puzzle, BOARDS[puzzle]).address)
    player.sees("left")
    player.button("Hint").click()
    player.button("Close").wait_for()
    player.root.locator(".keys summary").click()
    found = Axe().run(player.page).response["violations"]
    assert [(one["id"], one["impact"]) for one in found] == []
    context.close()
