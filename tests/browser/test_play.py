"""The board to play on, in a browser: by mouse, keys and touch, with a server and without one."""

from __future__ import annotations

import json
import math
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import quote

import numpy as np
import pytest

from ilpuzzles import load
from ilpuzzles.hints.solution_counter import CancelledError
from ilpuzzles.play.game import Game
from ilpuzzles.play.page import (
    offline_page,
    playable_page,
    read_asset,
)
from ilpuzzles.play.saved_position import read_saved_position
from ilpuzzles.play.server import PlayServer
from support.board_player import STEPS, Player
from support.browsers import PATIENCE, ColourScheme, do_without
from support.firefox import Firefox, FirefoxPlayer, running_firefox
from support.legible import misplaced, too_faint
from support.pages import puzzles_of_families
from support.processes import wait_until
from support.reasons import UNHURRIED, Table
from support.rings import is_wider

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, ViewportSize

pytestmark = pytest.mark.external

TOKEN = "a-token-for-tests-0123456789"  # noqa: S105 - of a server that ends with the test
BOARDS: dict[str, str | None] = {
    **dict.fromkeys(puzzles_of_families()),
    "dominoes": "4x4",
    "lonpos": "8pieces",
    "pentominoes": "6x10",
    "surasshupakku": "5x5",
    "tower": "height-2",
    # Boards to draw on: lines on sides and through cells, shades, symbols, numbers, words.
    **dict.fromkeys(["akari", "gokigen", "hitori", "masyu", "slitherlink", "sudoku"], "small"),
    "yajilin": "small",
}
LAST = 2
"""How many moves of a puzzle are played; the page begins with the others."""

WAYS = ["click", "type", "touch"]
KINDS = ["soma", "surasshupakku"]
"""A board of cubes and one of cells to cut, to be played in every way; one of squares is below."""


def plays(*, all_pairs: bool) -> list[tuple[str, str]]:
    """Every puzzle in one way, in turn, and each kind of board in all; or all in all."""
    turns = [(puzzle, WAYS[number % len(WAYS)]) for number, puzzle in enumerate(BOARDS)]
    return sorted({*turns, *product(BOARDS if all_pairs else KINDS, WAYS)})


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Gives the test that plays some pairs of a puzzle and a way, or all."""
    if {"puzzle", "way"} <= {*metafunc.fixturenames}:
        pairs = plays(all_pairs=is_wider(metafunc.config))
        metafunc.parametrize(("puzzle", "way"), pairs)


class Served:
    """A server in this process that can be stopped and started again on its port."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.server = PlayServer(game, 0, TOKEN)
        self.address, self.port = self.server.address, self.server.port
        self._run()

    def left(self) -> list[int]:
        """The moves from the start to a solution."""
        found: list[int] = self.game.answer({"ask": "solution", "placed": []})["moves"]
        return [move for move in found if move not in self.game.ground.given]

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


Hint: TypeAlias = Callable[[dict[str, Any], Callable[..., Any], Callable[[], bool]], Any]
Hints: TypeAlias = Callable[[Served, Hint], None]
Serve: TypeAlias = Callable[..., Served]


@cache
def game_of(puzzle: str, preset: str | None = None) -> Game:
    """The game of a board, which all tests share."""
    return Game(load(puzzle, preset), limits=UNHURRIED)


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Starts servers, which end with the test."""
    running: list[Served] = []

    def started(puzzle: str, preset: str | None = None) -> Served:
        running.append(Served(game_of(puzzle, preset)))
        return running[-1]

    yield started
    for each in running:
        each.stop()


@pytest.fixture
def lonpos(serve: Serve) -> Served:
    """A server of a board with one solution, of which four pieces are left to lay."""
    return serve("lonpos", "8pieces")


@pytest.fixture
def player(page: Page, lonpos: Served) -> Iterator[Player]:
    """Somebody who plays on that board, in which nothing goes wrong."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    found = opened(page, lonpos.address)
    found.sees("1 solution left")
    yield found
    assert errors == []


@pytest.fixture
def hints(monkeypatch: pytest.MonkeyPatch) -> Hints:
    """Has a server answer questions for a hint in another way."""

    def replaced(served: Served, hint: Hint) -> None:
        answer = served.game.answer

        def answered(question: dict[str, Any], *more: Any) -> Any:
            return (hint if question["ask"] == "hint" else answer)(question, *more)

        monkeypatch.setattr(served.game, "answer", answered)

    return replaced


def while_wanted(go_on: Callable[[], bool]) -> None:
    """Waits as long as somebody waits for the answer."""
    while go_on():
        threading.Event().wait(0.02)


@pytest.fixture(scope="module")
def window(browser: Browser) -> Iterator[Page]:
    """A page with a mouse, keys and a touch screen that shows one board after the other."""
    size: ViewportSize = {"width": 1280, "height": 900}
    context = browser.new_context(has_touch=True, viewport=size)
    yield context.new_page()
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


def shown_while_playing(player: Player, level: str) -> None:
    """Chooses how much a board says while one plays."""
    player.root.get_by_label("Show while I play").select_option(level)


def patient_asset(name: str) -> str:
    """The text of a script, which gives up nothing for lack of time, however slow a machine is."""
    usual, patient = "counting: 280, deciding: 4000", "counting: 60_000, deciding: 60_000"
    text = read_asset(name)
    assert name != "solver.js" or usual in text
    return text.replace(usual, patient)


def saved(board: dict[str, Any], folder: Path) -> str:
    """The address of an offline page."""
    path = folder / "board.html"
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("ilpuzzles.play.page.read_asset", patient_asset)
        path.write_text(offline_page(board), encoding="utf-8")
    return path.as_uri()


def test_every_puzzle_is_played_to_its_solution_by_mouse_by_keys_and_by_touch(
    window: Page, serve: Serve, puzzle: str, way: str
) -> None:
    served, trouble = serve(puzzle, BOARDS[puzzle]), list[str]()
    board, new = served.game.board(), served.left()
    # Once all that a solution needs is drawn, nothing is drawn by mistake.
    new.sort(key=served.game.ground.is_positive)
    mark = f"{puzzle}/{board['preset']}/{board['key']}/{len(board['moves']['piece'])}"
    lying = ".".join(map(str, new[:-LAST]))
    place = f"#at={quote(mark, safe='')}&given={'.'.join(map(str, board['given']))}&placed={lying}"
    player = opened(window, served.address + place, trouble)
    assert player.lying() == sorted([*board["given"], *new[:-LAST]])
    assert player.root.locator(".seam").count() == (4 if puzzle == "tower" else 0)
    player.play(way, new[-LAST:])
    assert player.lying() == sorted([*board["given"], *new])
    player.sees("Solved in")
    assert trouble == []


@pytest.mark.parametrize("how", ["touch", "drag"])
def test_played_in_one_way_only(browser: Browser, lonpos: Served, tmp_path: Path, how: str) -> None:
    size: ViewportSize = {"width": 360, "height": 740}
    context = browser.new_context(has_touch=how == "touch", viewport=size)
    player = opened(context.new_page(), saved(lonpos.game.board(), tmp_path))
    player.play(how, lonpos.left())
    player.sees("Solved in")
    context.close()


def test_a_hint_shows_its_reason_and_can_be_placed(lonpos: Served, player: Player) -> None:
    player.page.keyboard.press("Tab")
    player.spot(0).focus()
    player.page.keyboard.press("h")
    place = player.page.get_by_role("button", name="Place it")
    place.wait_for()
    asked = lonpos.game.answer({"ask": "hint", "placed": []})
    assert player.reason() == sorted(asked["reason"]["moves"])
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
    page: Page, player: Player, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    box = "e.getBoundingClientRect()"
    seen = f"e => {box}.top >= 0 && {box}.bottom <= innerHeight"
    assert player.button("Hint").evaluate(AT_ONCE)
    player.button("Place it").wait_for()
    assert player.root.locator(".answer").evaluate(seen)
    # On a phone, how things stand is in sight as well.
    assert width > 400 or player.root.locator(".status").evaluate(seen)
    assert player.root.locator(".proposed").first.evaluate(seen)


def test_nothing_moves_when_pieces_are_turned_and_laid(browser: Browser, tmp_path: Path) -> None:
    context = browser.new_context(has_touch=True, viewport={"width": 390, "height": 800})
    game = game_of("tetrahexes")
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
    player = opened(page, saved(game_of("tower", "height-2").board(), tmp_path))
    never = player.root.locator(".tray .never")
    assert [name.strip() for name in never.all_inner_texts()] == ["F", "S", "T", "W"]
    never.last.click()
    page.mouse.click(*player.middle(4))
    assert player.said() == "W fits nowhere on this board."
    assert player.button("Mirror").count() == 0
    assert "the ring of that row" in player.root.locator(".boards").inner_text()
    player.root.locator(".keys summary").click()
    assert "Page Up" not in player.root.locator(".keys").inner_text()
    soma = opened(page, saved(game_of("soma").board(), tmp_path))
    assert "layer 1 (top)" in soma.root.locator(".boards").inner_text()
    pictures = soma.root.locator(".tray svg").evaluate_all("all => all.map(e => e.innerHTML)")
    assert len({re.sub("fill[^;]*;", "", picture) for picture in pictures}) == 7


def test_why_not_names_what_cannot_stay_and_takes_it_back(lonpos: Served, player: Player) -> None:
    table, given = Table(player.board), player.board["given"]
    wrong = next(
        move
        for move in range(len(table.piece))
        if table.fits(move, given)
        and lonpos.game.answer({"ask": "status", "placed": [move]})["solvable"] is False
    )
    player.click([wrong])
    player.root.and_(player.page.locator(".stuck")).wait_for()
    assert player.status().inner_text().startswith("No solution is left from here")
    player.button("Why not?").click()
    back = player.root.get_by_role("button", name=re.compile("Take back"))
    back.wait_for()
    answer = lonpos.game.answer({"ask": "why-not", "placed": [wrong]})
    assert player.reason() == sorted(answer["conflict"])
    back.click()
    player.sees("1 solution left")
    assert wrong not in player.lying()
    player.button("Undo").click()
    assert wrong in player.lying()
    for _ in range(2):
        # There is nothing behind the last step.
        player.page.keyboard.press("y")
        assert player.lying() == given


def test_pieces_are_taken_moved_and_taken_back(page: Page, lonpos: Served, tmp_path: Path) -> None:
    player = opened(page, saved(lonpos.game.board(), tmp_path))
    first = lonpos.left()[0]
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
    # What was given is taken up in no way.
    given = player.spots(player.board["given"][0])[0]
    player.spot(given).focus()
    for key in ("Delete", "Enter"):
        page.keyboard.press(key)
        assert "was given" in player.said()
        assert player.lying() == sorted(player.board["given"])
    page.mouse.click(*player.middle(given))
    assert player.lying() == sorted(player.board["given"])


def test_a_reload_keeps_all_and_tabs_do_not_mix(page: Page, lonpos: Served, player: Player) -> None:
    first, second, *_ = lonpos.left()
    player.click([first])
    other = opened(page.context.new_page(), lonpos.address)
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


def test_a_page_misses_its_server_and_goes_on_when_another_token_took_its_place(
    page: Page, lonpos: Served, player: Player
) -> None:
    first, second, *_ = lonpos.left()
    alert = page.get_by_role("alert")
    lonpos.stop()
    player.click([first])
    alert.get_by_text("does not answer").wait_for()
    lonpos.start()
    alert.wait_for(state="hidden")
    player.sees("1 solution left")
    lonpos.stop()
    # A server of another board is not its own.
    lonpos.start(TOKEN[::-1], game_of("soma"))
    opened(page.context.new_page(), lonpos.address).sees("solutions left")
    player.click([second])
    alert.get_by_text("Open its new address").wait_for()
    lonpos.stop()
    lonpos.start(TOKEN[1:])
    other = opened(page.context.new_page(), lonpos.address)
    other.sees("1 solution left")
    alert.wait_for(state="hidden")
    player.sees("1 solution left")
    page.reload()
    page.wait_for_selector("body.ready")
    player.sees("1 solution left")
    assert {first, second} <= set(player.lying())
    assert not {first, second} & set(other.lying())


def test_a_new_server_keeps_no_question_waiting(page: Page, lonpos: Served, player: Player) -> None:
    lonpos.server.token = TOKEN[::-1]
    player.button("Hint").click()
    page.get_by_role("alert").get_by_text("was restarted").wait_for()
    player.root.locator(".answer").wait_for(state="hidden")


def test_keys_work_after_a_click_elsewhere_and_escape_closes(page: Page, player: Player) -> None:
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


def test_pieces_and_tools_stay_in_sight_by_a_tall_board(browser: Browser, tmp_path: Path) -> None:
    size: ViewportSize = {"width": 360, "height": 640}
    context = browser.new_context(has_touch=True, viewport=size)
    page = context.new_page()
    player = opened(page, saved(game_of("pyramid").board(), tmp_path))
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


# In one go, since the view is drawn anew where an answer comes.
IN_SPACE = """(root, [spot, right, down]) => {
  const element = root.querySelector(`.solid [data-cell='${spot}']`);
  element.ownerSVGElement.scrollIntoView({ block: "nearest" });
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x + width * right, y + height * down];
}"""


def in_space(player: Player, spot: int, part: tuple[float, float] = (0.5, 0.5)) -> tuple[int, int]:
    """Where a spot is in the window, in the view in space."""
    x, y = player.root.evaluate(IN_SPACE, [spot, *part])
    return round(x), round(y)


def half_built(page: Page, serve: Serve, puzzle: str, left: int) -> tuple[Player, list[int]]:
    """A board on which some moves are left, and these, the lowest first."""
    served = serve(puzzle)
    board, new = served.game.board(), served.left()
    spots, space = Player(page, board).spots, board["spots"]["space"]
    # What belongs to a ring stands nowhere in space.
    new.sort(key=lambda move: min(space[spot][2] for spot in spots(move) if space[spot]))
    mark = f"{puzzle}/{board['preset']}/{board['key']}/{len(board['moves']['piece'])}"
    lying = ".".join(map(str, new[: len(new) - left]))
    place = f"#at={quote(mark, safe='')}&given=&placed={lying}"
    return opened(page, served.address + place), new[len(new) - left :]


@pytest.mark.parametrize("puzzle", ["pyramid", "soma"])
def test_a_solid_is_finished_in_space_by_mouse(page: Page, serve: Serve, puzzle: str) -> None:
    player, left = half_built(page, serve, puzzle, 4 if puzzle == "pyramid" else 2)
    slider = player.root.get_by_label("Pull layers apart")
    slider.fill("2")
    for move in left:
        player.in_tray(move).click()
        for step in player.turns(move):
            player.button(STEPS[step][0]).click()
        reached = player.root.locator(".solid .reachable").evaluate_all(
            "all => all.map(e => Number(e.dataset.cell))"
        )
        assert {*player.spots(move)} <= {*reached}
        assert player.root.locator(".boards .reachable").count() == len(reached)
        for spot in player.spots(move):
            page.mouse.move(*in_space(player, spot))
            if player.ghost() == move:
                assert player.root.locator(".solid g.ghost.fits").count() == len(player.spots(move))
                page.mouse.click(*in_space(player, spot))
                break
        assert move in player.lying(), (move, player.said())
    player.sees("Solved in")
    # What lies there is taken up again by a click, and goes back.
    lying = player.lying()
    page.mouse.click(*in_space(player, player.spots(left[-1])[0]))
    assert len(player.lying()) == len(lying) - 1
    page.keyboard.press("Escape")
    assert player.lying() == lying


BALLS = "all => all.map(e => [+e.getAttribute('cx'), +e.getAttribute('cy')])"
DOTS = """all => all.map(e => /translate\\((\\S+) (\\S+)\\)/.exec(e.getAttribute("transform")))
  .map(([, x, y]) => [+x, +y])"""


def alike(places: list[list[float]]) -> list[float]:
    """Places in a picture, whatever is in its middle and however large it is; in one order."""
    found = np.array(places)
    found -= found.mean(axis=0)
    found /= np.abs(found).max()
    ordered: list[float] = found[np.lexsort(np.round(found.T, 1))].ravel().tolist()
    return ordered


def test_two_fingers_on_a_board_to_draw_on_draw_nothing(browser: Browser, serve: Serve) -> None:
    context = browser.new_context(has_touch=True, viewport={"width": 390, "height": 800})
    player = opened(context.new_page(), serve("slitherlink", "small").address)
    player.sees("No rule is broken so far")
    line = player.board["moves"]["spots"][0]
    x, y = player.middle(line)
    touch = context.new_cdp_session(player.page)

    def fingers(kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": a, "y": b, "id": n} for n, (a, b) in enumerate(points)]
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    fingers("touchStart", (x - 12, y))
    fingers("touchMove", (x, y))
    fingers("touchMove", (x + 12, y))
    assert wait_until(lambda: len(player.lying()) == 1)
    fingers("touchStart", (x + 12, y), (x + 90, y + 60))
    fingers("touchMove", (x + 12, y - 20), (x + 90, y + 40))
    fingers("touchEnd")
    assert wait_until(lambda: not player.lying())
    # One finger draws as before.
    player.play("touch", [0])
    assert len(player.lying()) == 1
    context.close()


def test_pieces_that_stand_are_shown_in_space_and_where_they_can_go(
    page: Page, serve: Serve
) -> None:
    player, left = half_built(page, serve, "pyramid", 4)
    player.in_tray(left[0]).click()
    shown, fit = player.root.locator(".tray [aria-pressed='true'] .miniature"), ".solid .reachable"
    seen = 0
    for _ in range(24):
        player.button("Next fit").click()
        assert player.root.locator(fit).count() > 0
        dots = player.root.locator(fit).evaluate_all(DOTS)
        if shown.count() and len(dots) == len(player.spots(left[0])):
            # It goes to one place alone, and is seen there as it is shown.
            balls = shown.locator(".skin").evaluate_all(BALLS)
            assert alike(balls) == pytest.approx(alike(dots), abs=0.03)
            seen += 1
    assert seen
    assert player.said().startswith("Like this, ")
    # A tower tells as well.
    player = opened(page, serve("tower").address)
    player.root.locator(".choose:not(.never)").first.click()
    assert player.root.locator(fit).count() > 0


def test_the_view_in_space_turns_by_mouse_and_by_keys(page: Page, serve: Serve) -> None:
    player, _ = half_built(page, serve, "pyramid", 4)
    solid, lying = player.root.locator(".solid"), player.lying()
    page.emulate_media(reduced_motion="reduce")
    frame = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"

    def seen() -> tuple[int, int]:
        page.evaluate(frame)
        return in_space(player, player.spots(lying[0])[0])

    places = [seen()]
    box = solid.bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] + 120, middle[1] + 30, steps=6)
    page.mouse.up()
    places.append(seen())
    assert (player.lying(), player.ghost()) == (lying, None), "a drag takes nothing up"
    for key in ["ArrowLeft", "ArrowUp", "+"]:
        page.keyboard.press(key)
        places.append(seen())
    assert player.root.get_by_label("Pull layers apart").input_value() == "0.25"
    ball = solid.locator(".body-in-space .skin").first

    def sizes() -> tuple[float, float]:
        """How wide a ball is, and how far apart two balls are."""
        one, other = (in_space(player, player.spots(move)[0]) for move in (lying[0], lying[-1]))
        found = ball.bounding_box()
        assert found is not None
        return found["width"], math.dist(one, other)

    wide, apart = sizes()
    page.mouse.wheel(0, -300)
    places.append(seen())
    wider, farther = sizes()
    assert wider / wide == pytest.approx(farther / apart, rel=0.05)
    assert wider > 1.2 * wide
    assert len({*places}) == len(places)
    page.get_by_text("In space").click()
    assert not solid.is_visible()


def test_a_refused_click_says_why(page: Page, serve: Serve) -> None:
    player, left = half_built(page, serve, "pyramid", 12)
    board = player.board
    piece = left[0]
    player.in_tray(piece).click()
    held = {board["spots"]["name"][spot]: spot for spot in range(len(board["spots"]["name"]))}
    page.mouse.click(*player.middle(held["layer 1, row 1, column 1"]))
    assert re.search(r"it sticks out (above|below|at the side of) layer \d", player.said())


@pytest.mark.parametrize("puzzle", ["pyramid", "cube", "soma", "tower"])
def test_a_solid_and_its_layers_are_in_sight_together_and_so_is_a_refusal(
    page: Page, serve: Serve, puzzle: str
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    player, left = half_built(page, serve, puzzle, 2)
    for part in (".solid", ".boards", ".tools", ".status"):
        box = player.root.locator(part).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 800
    player.in_tray(left[0]).click()
    taken = player.spots(player.lying()[0])[0]
    page.mouse.click(*player.middle(taken))
    said = player.root.locator(".said")
    assert said.inner_text()
    box = said.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 250
    assert page.evaluate("scrollY") == 0


@pytest.mark.parametrize(
    ("puzzle", "preset"), [("nonogram", "cat"), ("sudoku", "large"), ("kakuro", "large")]
)
def test_all_of_a_board_to_draw_on_is_within_reach_on_a_phone(
    browser: Browser, serve: Serve, puzzle: str, preset: str
) -> None:
    context = browser.new_context(has_touch=True, viewport={"width": 390, "height": 844})
    player = opened(context.new_page(), serve(puzzle, preset).address)
    player.sees("No rule is broken so far")
    assert player.page.evaluate("document.documentElement.scrollWidth") == 390
    assert not player.root.get_by_text("Rules", exact=True).evaluate("e => e.parentElement.open")
    board = player.root.locator(".boards svg").bounding_box()
    assert board is not None
    assert board["y"] < 200
    assert board["x"] >= 0
    assert board["x"] + board["width"] <= 390
    for pen in player.root.locator(".tray button:visible").all():
        box = pen.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= 390 - box["width"]
    context.close()


IN_REACH = """(pen) => {
  const { x, y, width, height } = pen.getBoundingClientRect();
  return pen.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}"""


@pytest.mark.parametrize("height", [844, 560])
def test_an_answer_leaves_the_pens_in_reach_on_a_phone(
    browser: Browser, serve: Serve, height: int
) -> None:
    context = browser.new_context(has_touch=True, viewport={"width": 390, "height": height})
    player = opened(context.new_page(), serve("sudoku", "large").address)
    player.sees("No rule is broken so far")
    for question, words in (("Check", "58 cells open"), ("Hint", "Write")):
        player.button(question).click()
        player.root.locator(".answer", has_text=words).wait_for()
        pens = player.root.locator(".tray .pen:visible").all()
        assert len(pens) >= 9
        for pen in pens:
            pen.scroll_into_view_if_needed()
            # Just after an answer has opened, a second tap does nothing.
            assert wait_until(partial(pen.evaluate, IN_REACH))
    context.close()


def test_a_board_is_printed_without_what_is_around_it(page: Page, serve: Serve) -> None:
    player = opened(page, serve("sudoku", "small").address)
    player.sees("No rule is broken so far")
    page.emulate_media(media="print")
    for around in (".about", ".time", ".status", ".tools", ".side"):
        assert not player.root.locator(around).first.is_visible(), around
    assert player.root.locator(".boards svg").is_visible()
    assert player.root.locator(".title").is_visible()


def test_how_much_is_said_is_remembered_and_given_digits_are_marked_too(
    page: Page, serve: Serve
) -> None:
    served = serve("sudoku", "small")
    player = opened(page, served.address)
    player.sees("No rule is broken so far")
    # The second row has a given 3.
    names = player.board["spots"]["name"]
    player.spot(names.index("row 2, column 3")).focus()
    page.keyboard.press("3")
    player.sees("2 places, in red, are wrong")
    assert player.root.locator(".dead").count() == 2
    shown_while_playing(player, "off")
    player.sees("Nothing is checked while you play")
    assert player.root.locator(".dead").count() == 0
    page.reload()
    player.sees("Nothing is checked while you play")
    player.root.get_by_label("Position").select_option("medium")
    player.button("Open").click()
    player.root.locator(".pen", has_text="6").wait_for()
    player.sees("Nothing is checked while you play")
    shown_while_playing(player, "count")
    player.sees("1 solution left")
    page.reload()
    player.sees("1 solution left")


def test_check_marks_what_is_wrong_and_counts_what_is_open(page: Page, serve: Serve) -> None:
    player = opened(page, serve("nonogram", "boat").address)
    names = player.board["spots"]["name"]
    # The sixth row has one cell.
    for column in (5, 7):
        page.mouse.click(*player.middle(names.index(f"row 6, column {column}")))
    player.button("Check").click()
    page.get_by_text("wrong:").wait_for()
    assert player.root.locator("rect.wrong").count() >= 1
    assert player.root.locator(".answer li").count() <= 6
    page.get_by_text(re.compile(r"Not finished: \d+ unfinished lines")).wait_for()
    player.button("Close").click()
    assert player.root.locator(".wrong").count() == 0


def test_a_solved_board_looks_so_and_offers_what_comes_next(page: Page, serve: Serve) -> None:
    player = opened(page, serve("slitherlink", "small").address)
    player.button("Solution").click()
    player.button("Place all of it").click()
    player.sees("Solved with help")
    page.locator(".ilpuzzles-board.finished .ending").wait_for()
    lying = player.lying()
    line = player.spots(lying[0])[0]
    page.mouse.click(*player.middle(line))
    assert player.lying() == lying
    assert "The board is solved" in player.said()
    player.button("Draw on").click()
    page.mouse.click(*player.middle(line))
    assert player.lying() != lying
    player.button("Undo").click()
    player.button("Next: medium").click()
    player.sees("No rule is broken so far")
    assert len(player.lying()) == 0
    assert player.root.locator("[data-spot]").count() > len(player.board["spots"]["name"])


def test_a_new_position_is_not_called_like_the_one_before(page: Page, lonpos: Served) -> None:
    player = opened(page, lonpos.address)
    title, time = player.root.locator(".title"), player.root.locator(".time")
    assert (title.inner_text(), time.inner_text()) == ("Lonpos 505: Eight pieces placed", "0:00")
    player.click(lonpos.left()[:1])
    assert wait_until(lambda: time.inner_text() != "0:00")
    player.button("New position").click()
    title.get_by_text("Lonpos 505: A new position").wait_for()
    assert time.inner_text() == "0:00"
    page.reload()
    page.wait_for_selector("body.ready")
    assert title.inner_text() == "Lonpos 505: A new position"


def test_a_new_position_or_preset_replaces_what_was_laid(page: Page, serve: Serve) -> None:
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
            answer.get_by_text("No other piece is forced.").wait_for()


def test_a_move_ends_slow_answers(page: Page, lonpos: Served, player: Player, hints: Hints) -> None:
    ended = []

    def slow(_question: object, _tell: object, go_on: Callable[[], bool]) -> dict[str, Any]:
        while_wanted(go_on)
        ended.append("hint")
        return {"move": None, "text": "too late"}

    hints(lonpos, slow)
    player.button("Hint").click()
    page.get_by_text("Thinking …").wait_for()
    player.button("Stop").click()
    player.root.locator(".answer").wait_for(state="hidden")
    assert wait_until(lambda: ended == ["hint"])
    player.button("Hint").click()
    page.get_by_text("Thinking …").wait_for()
    player.click(lonpos.left()[:1])
    player.sees("1 solution left")
    assert wait_until(lambda: ended == ["hint", "hint"])
    assert not page.get_by_text("too late").is_visible()


MOVE_AND_ASK = """() => {
  for (const name of ["undo", "hint"]) document.querySelector(`button.${name}`).click();
}"""


def test_a_question_during_a_move_is_answered(lonpos: Served, player: Player, hints: Hints) -> None:
    answer = lonpos.game.answer

    def slow(question: dict[str, Any], tell: Callable[..., Any], go_on: Callable[[], bool]) -> Any:
        # How things stand is asked a moment after each move, and ends what was asked before.
        for _ in range(20):
            threading.Event().wait(0.02)
            if not go_on():
                raise CancelledError
        return answer(question, tell, go_on)

    hints(lonpos, slow)
    player.click(lonpos.left()[:1])
    player.page.evaluate(MOVE_AND_ASK)
    player.button("Place it").wait_for()
    player.sees("1 solution left")
    assert player.button("Place it").is_visible()


def test_a_hint_is_shown_before_its_reason_is_as_small_as_it_gets(
    page: Page, lonpos: Served, player: Player, hints: Hints
) -> None:
    go, answer = threading.Event(), lonpos.game.answer

    def slow(question: dict[str, Any], tell: Callable[..., Any], go_on: Any) -> dict[str, Any]:
        found = answer(question, tell, go_on)
        tell(found | {"text": "a large reason", "partial": True})
        assert go.wait(60)
        return found | {"text": "a small reason"}

    hints(lonpos, slow)
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
    page.keyboard.press("Enter")
    player.sees("1 solution left")
    assert len(player.lying()) == 9
    # What is placed meanwhile ends the search.
    go.clear()
    player.button("Hint").click()
    looking.wait_for()
    player.button("Place it").click()
    go.set()
    player.sees("1 solution left")
    assert not page.get_by_text("a small reason").is_visible()
    assert len(player.lying()) == 10


def test_what_a_server_breaks_off_is_no_answer_and_is_asked_again(
    page: Page, lonpos: Served, player: Player, hints: Hints, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken_off(_question: object, _tell: object, go_on: Callable[[], bool]) -> Any:
        assert lonpos.server.stopping.wait(60)
        assert not go_on()
        raise CancelledError

    hints(lonpos, broken_off)
    player.button("Hint").click()
    said = player.root.locator(".answer")
    said.get_by_text("Thinking …").wait_for()
    lonpos.stop()
    page.get_by_role("alert").wait_for()
    assert said.inner_text().split("\n")[0] == "Waiting for the server …"
    monkeypatch.undo()
    lonpos.start()
    player.button("Place it").wait_for()


def one_cell(player: Player, name: str, spot: int) -> int:
    """The move that lays a piece of one cell on a spot as it lies in the tray."""
    piece = [piece["name"] for piece in player.board["pieces"]].index(name)
    moves = player.board["moves"]
    turned = enumerate(zip(moves["piece"], moves["shape"], strict=True))
    return next(m for m, one in turned if one == (piece, 0) and player.spots(m) == [spot])


def test_a_piece_is_refused_where_its_colours_do_not_match(page: Page, tmp_path: Path) -> None:
    player = opened(page, saved(game_of("macmahon").board(), tmp_path))
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


def test_a_finger_draws_along_a_way_and_takes_it_back(browser: Browser, serve: Serve) -> None:
    """On a small screen, whose cells are as large as a finger."""
    context = browser.new_context(has_touch=True, viewport={"width": 390, "height": 740})
    served, trouble = serve("masyu", "large"), list[str]()
    player = opened(context.new_page(), served.address, trouble)
    player.sees("No rule is broken so far")
    cells = [player.board["spots"]["name"].index(f"row 1, column {n}") for n in (1, 2, 3, 4)]
    assert player.middle(cells[1])[0] - player.middle(cells[0])[0] >= 32
    player.stroke(cells)
    lines = [player.board["spots"]["name"][player.spots(move)[0]] for move in player.lying()]
    assert lines == [f"from row 1, column {n} to row 1, column {n + 1}" for n in (1, 2, 3)]
    # Of a touch that follows another one at once, Chromium makes no click now and then.
    player.page.wait_for_timeout(700)
    player.button("Undo").tap()
    assert player.lying() == []
    player.button("Redo").tap()
    player.button("Rub out").tap()
    player.root.locator(".pen[aria-pressed=true]").wait_for()
    # What is said of the position may shift the page.
    player.sees("No rule is broken so far")
    player.page.wait_for_timeout(700)
    player.stroke(cells[::-1])
    assert player.lying() == []
    assert trouble == []
    context.close()


def test_a_long_refusal_leaves_the_tools_of_a_phone_free(browser: Browser, serve: Serve) -> None:
    context = browser.new_context(has_touch=True, viewport={"width": 390, "height": 740})
    player = opened(context.new_page(), serve("sudoku", "small").address)
    player.sees("No rule is broken so far")
    root, refusal = player.root, "The server cannot open the board of this page. " * 6
    for words in (refusal, "A short one."):
        root.locator(".said").evaluate("(box, words) => box.textContent = words", words)
        box, line, tools = (root.locator(f).bounding_box() for f in (".said", ".line", ".tools"))
        assert box is not None
        assert line is not None
        assert tools is not None
        assert box["y"] + box["height"] <= tools["y"]
        assert box["y"] >= line["y"]
        top_of_box = box["y"]
    # Below a status, a short one leaves that in sight; of a long one, the rest is scrolled to.
    status = player.status().bounding_box()
    assert status is not None
    assert top_of_box >= status["y"] + status["height"] - 3
    said = root.locator(".said")
    said.evaluate("(box, words) => box.textContent = words", refusal)
    assert said.evaluate("(box) => box.scrollHeight > box.clientHeight")
    said.evaluate("(box) => box.scrollTo(0, box.scrollHeight)")
    assert said.evaluate("(box) => box.scrollTop > 0")
    for name in ("undo", "redo", "clear"):
        tool = root.locator(f".tools .{name}")
        is_free = "(tool) => { const { x, y, width, height } = tool.getBoundingClientRect();"
        is_free += " const at = document.elementFromPoint(x + width / 2, y + height / 2);"
        assert tool.evaluate(f"{is_free} return tool.contains(at); }}")
    context.close()


def test_notes_are_saved_as_json_and_opened_again(page: Page, serve: Serve, tmp_path: Path) -> None:
    served = serve("sudoku", "small")
    player = opened(page, served.address)
    player.sees("No rule is broken so far")
    given = {spot for move in player.lying() for spot in player.spots(move)}
    spot = min({*range(16)} - given)
    page.mouse.click(*player.middle(spot))
    page.keyboard.press("Control+1")
    page.keyboard.press("Shift+Digit2")
    label = player.spot(spot).get_attribute("aria-label") or ""
    assert "may be 1, 2 in the corners" in label
    page.get_by_label("Format").select_option("json")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as").click()
    file = tmp_path / "sudoku.json"
    saved.value.save_as(file)
    position = read_saved_position(file)
    assert position is not None
    server = PlayServer(served.game, 0, TOKEN, board=served.game.with_position(position))
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    other = opened(page.context.new_page(), server.address)
    assert f"{other.spot(spot).get_attribute('aria-label')}, chosen" == label
    # The editor of another page opens the same file.
    page.get_by_role("button", name="Edit").click()
    page.locator(".editor summary", has_text="Paste or open").click()
    page.get_by_label("A file with a board").set_input_files(file)
    page.locator(".editor").wait_for(state="detached")
    assert "may be 1, 2 in the corners" in (player.spot(spot).get_attribute("aria-label") or "")
    server.shutdown()
    server.end()
    thread.join(5)


def test_what_is_drawn_wrongly_is_seen_and_taken_back(page: Page, serve: Serve) -> None:
    player = opened(page, serve("slitherlink", "small").address)
    player.sees("No rule is broken so far")
    # Beside a 0 there is no line.
    spot = player.board["spots"]["name"].index("below row 1, column 3")
    page.mouse.click(*player.middle(spot))
    player.sees("1 place, in red, is wrong")
    assert player.root.locator(".dead").count() == 1
    clue = player.spot(player.board["spots"]["name"].index("row 2, column 3"))
    assert clue.get_attribute("aria-label") == (
        "row 2, column 3, clue 0, nothing to draw, broken for good"
    )
    player.button("Why not?").click()
    page.get_by_text("The line below row 1, column 3 cannot stay").wait_for()
    player.button("Take back 1 mark").click()
    player.sees("No rule is broken so far")
    # The other button goes the other way round.
    page.mouse.click(*player.middle(spot), button="right")
    assert [player.board["pieces"][player.piece(move)]["name"] for move in player.lying()] == [
        "no line"
    ]


def test_several_cells_are_chosen_and_notes_go_where_a_digit_is_seen(
    page: Page, serve: Serve
) -> None:
    player = opened(page, serve("sudoku", "small").address)
    # The first row is open.
    cells = [player.board["spots"]["name"].index(f"row 1, column {n}") for n in (1, 2, 3, 4)]

    def labels() -> list[str]:
        return [str(player.spot(cell).get_attribute("aria-label")) for cell in cells]

    page.mouse.move(*player.middle(cells[0]))
    page.mouse.down()
    page.mouse.move(*player.middle(cells[2]))
    page.mouse.up()
    assert (player.said(), player.lying()) == ("3 cells chosen.", [])
    page.keyboard.press("Shift+Digit3")
    page.keyboard.press("Control+1")
    noted = "open, may be 1, 3 in the corners, chosen"
    assert labels()[:3] == [f"row 1, column {n}, {noted}" for n in (1, 2, 3)]
    # In the row and in the box of a 1, there is no other one.
    page.mouse.click(*player.middle(cells[3]))
    page.keyboard.press("1")
    assert labels()[0] == "row 1, column 1, open, 3 in the corners"
    page.keyboard.press("z")
    assert labels()[0] == "row 1, column 1, open, may be 1, 3 in the corners"
    # Clicks add to what is chosen, a double click chooses all with a digit, and 0 clears them.
    for cell in (cells[0], cells[2]):
        page.mouse.click(*player.middle(cell))
        page.keyboard.press("2")
    page.mouse.dblclick(*player.middle(cells[0]))
    assert player.said() == "2 cells with 2 chosen."
    page.keyboard.press("0")
    assert player.lying() == []
    page.mouse.click(*player.middle(cells[0]))
    page.keyboard.down("Control")
    page.mouse.click(*player.middle(cells[3]))
    page.keyboard.up("Control")
    player.button("4").click()
    assert [label.split(", ")[2] for label in labels()] == ["4", "open", "open", "4"]


def test_a_trial_is_taken_back_and_is_there_again_after_undo_and_a_reload(
    page: Page, serve: Serve
) -> None:
    player = opened(page, serve("masyu", "small").address)
    cells = [player.board["spots"]["name"].index(f"row 1, column {n}") for n in (1, 2, 3)]

    def stroke(*spots: int) -> None:
        page.mouse.move(*player.middle(spots[0]))
        page.mouse.down()
        for spot in spots[1:]:
            page.mouse.move(*player.middle(spot), steps=4)
        page.mouse.up()

    stroke(*cells[:2])
    before = player.lying()
    player.button("Trial").click()
    stroke(cells[1], cells[2])
    assert player.marked(".trial") == [move for move in player.lying() if move not in before]
    page.reload()
    page.get_by_text("Trial: 1 mark").wait_for()
    player.button("Take back").click()
    assert player.lying() == before
    player.button("Undo").click()
    page.get_by_text("Trial: 1 mark").wait_for()
    player.button("Keep").click()
    assert len(player.lying()) == 2
    assert player.marked(".trial") == []
    # Over lines, a stroke rubs out; back over its own way, it takes that back.
    stroke(*cells)
    assert player.lying() == []
    stroke(*cells, cells[1])
    assert player.lying() == before
    player.button("Colours").click()
    assert player.marked(".thread") == before
    # In the middle of a cell, nothing is drawn.
    page.mouse.click(*player.middle(cells[2]))
    assert (player.lying(), player.said()) == (before, "row 1, column 3: tinted green, as a note.")


def test_a_file_has_a_board_to_draw_on_and_says_what_it_leaves_to_the_server(
    page: Page, tmp_path: Path
) -> None:
    path, trouble = tmp_path / "board.html", list[str]()
    path.write_text(playable_page(load("sudoku", "small")), encoding="utf-8")
    player = opened(page, path.as_uri(), trouble)
    shown_while_playing(player, "count")
    player.sees("1 solution left")
    player.button("Hint").click()
    page.get_by_text("it is a hidden single").wait_for()
    player.button("Mark it").click()
    assert len(player.lying()) == 1
    wrong = next(m for m in range(len(player.board["moves"]["piece"])) if m not in player.lying())
    player.play("click", [wrong])
    player.button("Solution").click()
    player.sees("No solution is left from here")
    player.button("Why not?").click()
    player.button("Take back 1 mark").click()
    player.sees("1 solution left")
    player.button("Solution").click()
    player.button("Place all of it").click()
    player.sees("Solved with help")
    assert trouble == []


def test_drawings_of_strangers_cannot_run_anything(page: Page, tmp_path: Path) -> None:
    evil = "</script><img src=x onerror=alert(1)><svg onload=alert(1)>"
    board = Game(load("slitherlink")).board()
    board["backdrop"]["svg"] = f'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">{evil}'
    board["spots"]["clue"] = [evil for _ in board["spots"]["name"]]
    for drawing in board["moves"]["drawings"]:
        drawing.append({"tag": "script", "set": {}, "text": "alert(1)"})
        drawing.append({"tag": "image", "set": {"href": "x", "onerror": "alert(1)"}})
        drawing[0]["set"] |= {"onclick": "alert(1)", "fill": "url(http://x)", "style": "x"}
    heard: list[str] = []
    page.on("dialog", lambda dialog: heard.append(dialog.message))
    player = opened(page, saved(board, tmp_path), heard)
    spot = board["spots"]["name"].index("above row 1, column 1")
    page.mouse.click(*player.middle(spot))
    assert player.root.locator(".mark").count() == 1
    assert page.locator("#play script, #play img, #play .mark image").count() == 0
    assert page.locator(".mark [onclick], .mark [fill^=url], .mark [style]").count() == 0
    assert heard == []


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
    player.root.locator(".answer button").first.wait_for()
    assert page.locator("#play script, #play img, #play foreignObject").count() == 0
    assert page.evaluate(
        "[...document.querySelectorAll('#play *')].every(e => "
        "![...e.attributes].some(a => a.name.startsWith('on')))"
    )
    assert heard == []


@pytest.mark.parametrize("colour_scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1600])
def test_the_board_is_legible_and_accessible(
    page: Page, lonpos: Served, width: int, colour_scheme: ColourScheme
) -> None:
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    assert dark == (colour_scheme == "dark")
    page.set_viewport_size({"width": width, "height": 900})
    player = opened(page, lonpos.address)
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


# A hint on the board of MacMahon takes seconds.
@pytest.mark.parametrize(
    ("puzzle", "question"),
    [
        *[("lonpos", "Hint"), ("macmahon", "Check"), ("soma", "Hint"), ("surasshupakku", "Hint")],
        *[("slitherlink", "Hint"), ("sudoku", "Hint"), ("yajilin", "Check")],
    ],
)
def test_axe_finds_nothing(browser: Browser, serve: Serve, puzzle: str, question: str) -> None:
    if find_spec("axe_playwright_python") is None:
        do_without("axe is missing: pip install 'ilpuzzles[browser]'")
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - not everybody has it

    # It looks at the page by a script, which the page's own policy would refuse.
    context = browser.new_context(bypass_csp=True, viewport={"width": 360, "height": 740})
    player = opened(context.new_page(), serve(puzzle, BOARDS[puzzle]).address)
    player.status().get_by_text(re.compile("left|No rule is broken so far")).wait_for()
    player.button(question).click()
    player.button("Close").wait_for()
    player.root.locator(".keys summary").click()
    found = Axe().run(player.page).response["violations"]
    assert [(one["id"], one["impact"]) for one in found] == []
    context.close()


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Firefox]:
    """A window of Firefox."""
    pytest.importorskip("websocket", reason="websocket-client is missing; JupyterLab brings it")
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("there is no Firefox: install firefox-esr")
    with running_firefox(program, tmp_path_factory.mktemp("firefox")) as started:
        yield started


@pytest.mark.parametrize("board", ["pyramid", "surasshupakku"])
def test_a_board_is_solved_in_firefox(firefox: Firefox, serve: Serve, board: str) -> None:
    served = serve(board, BOARDS[board])
    firefox.open(served.address)
    FirefoxPlayer(firefox, served.game.board()).solve(served.left())
    # A cursor that only a pointer has set is not shown.
    assert firefox.run(".cursor")
    assert not firefox.run(".cursor[d]")
