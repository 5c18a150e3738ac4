"""Takes the pictures of the gallery that need a browser: pages, boards, the panel.

Run it from the top of the checkout; it needs the extras browser, notebook and viz, and Chromium:

    python scripts/make_screens.py
"""

from __future__ import annotations

import json
import shutil
import sys
import tempfile
import threading
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from ilpuzzles.experiments.experiments import experiment, solve
from ilpuzzles.experiments.loading import load
from ilpuzzles.play.game import Game
from ilpuzzles.play.page import offline_page
from ilpuzzles.play.server import PlayServer

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HERE = Path(__file__).parent.parent
FOLDER = HERE / "docs" / "pictures"
PANEL = """\
from ilpuzzles.panel import Panel

panel = Panel("lonpos", "4pieces", formulation="cells")
panel.untick("one tile per cell")
panel.solve()
panel"""


def main() -> None:
    """Takes all of them."""
    # The tests know how to start a browser, and a JupyterLab that leaves nothing behind.
    sys.path.insert(0, str(HERE / "tests"))
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - an extra

    from support.browsers import ARGUMENTS, PROGRAMS  # noqa: PLC0415 - found since a moment ago

    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        program = next(filter(None, map(shutil.which, PROGRAMS)), None)
        browser = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        pyramid, lonpos = Path(folder, "pyramid.html"), Path(folder, "lonpos.html")
        pyramid.write_text(solve("pyramid", backend="cpsat").html(), encoding="utf-8")
        answer = experiment("lonpos", "2pieces").solutions()
        lonpos.write_text(answer.html(), encoding="utf-8")
        take_page(browser, pyramid, "page-pyramid", dark=False, explode=True)
        take_page(browser, lonpos, "page-lonpos", dark=True, explode=False)
        take_panel(browser, Path(folder))
        take_boards(browser)
        browser.close()


def take_page(browser: Browser, page: Path, name: str, *, dark: bool, explode: bool) -> None:
    """Takes the picture of a page."""
    context = browser.new_context(
        color_scheme="dark" if dark else "light", viewport={"width": 1000, "height": 760}
    )
    shown = context.new_page()
    shown.goto(page.as_uri())
    if explode:
        shown.wait_for_selector(".gl-container canvas")
        shown.wait_for_timeout(1500)
        for _ in range(6):
            shown.keyboard.press("+")
        shown.wait_for_timeout(1500)
    shown.screenshot(path=FOLDER / f"{name}.png")
    context.close()
    print(f"wrote {name}.png")


def take_panel(browser: Browser, folder: Path) -> None:
    """Takes the picture of the panel in JupyterLab."""
    from support.jupyterlab import running_lab  # noqa: PLC0415 - as above

    private = folder / "lab"
    private.mkdir()
    with running_lab(private) as lab:
        lab.add_notebook("panel.ipynb", PANEL)
        context = browser.new_context(viewport={"width": 1280, "height": 1500})
        shown = context.new_page()
        shown.goto(lab.page_of("panel.ipynb"))
        shown.click(".jp-Notebook .jp-Cell")
        shown.keyboard.press("Control+Enter")
        panel = shown.locator(".ilpuzzles-panel")
        panel.get_by_text("1 solution left").wait_for(timeout=60_000)
        shown.wait_for_timeout(2500)
        panel.screenshot(path=FOLDER / "panel.png")
        context.close()
    print("wrote panel.png")


def take_boards(browser: Browser) -> None:
    """Takes pictures of a board to play on: with a hint, at an end, and on a phone."""
    server = PlayServer(Game(load("lonpos", "5pieces-2")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for name, width, height in (("board", 1200, 810), ("board-stuck", 1200, 810)):
        take_board(browser, server.address, name, (width, height), dark=False)
    take_board(browser, server.address, "board-phone", (360, 740), dark=True)
    server.shutdown()
    server.end()
    take_pencil(browser)
    take_colours(browser)


def take_pencil(browser: Browser) -> None:
    """Takes a picture of a board to draw on, after a few lines, with a hint."""
    from support.board_player import Player  # noqa: PLC0415 - as above

    game = Game(load("slitherlink", "large"))
    server = PlayServer(game)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    context = browser.new_context(viewport={"width": 1200, "height": 860})
    shown = context.new_page()
    shown.goto(server.address)
    shown.wait_for_selector("body.ready")
    player = Player(shown, json.loads(shown.locator("#board").inner_text()))
    lines = [move for move in game.answer({"ask": "solution", "placed": []})["moves"]
             if player.board["pieces"][player.piece(move)]["name"] == "line"]  # fmt: skip
    player.play("click", lines[:24])
    player.button("Hint").click()
    player.button("Mark it").wait_for()
    shown.mouse.move(5, 5)
    shown.screenshot(path=FOLDER / "board-pencil.png")
    context.close()
    server.shutdown()
    server.end()
    print("wrote board-pencil.png")


def take_colours(browser: Browser) -> None:
    """Takes a picture of a board with colours, over which a piece is held that does not match."""
    from support.board_player import Player  # noqa: PLC0415 - as above

    game = Game(load("macmahon"))
    moves = game.answer({"ask": "solution", "placed": []})["moves"]
    board = game.board(moves[: len(moves) // 2]) | {"title": load("macmahon").title}
    context = browser.new_context(viewport={"width": 1200, "height": 720})
    shown = context.new_page()
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "board.html")
        page.write_text(offline_page(board | {"given": []}), encoding="utf-8")
        place = ".".join(map(str, board["given"]))
        mark = quote(
            f"macmahon/{board['preset']}/{board['key']}/{len(board['moves']['piece'])}", ""
        )
        shown.goto(f"{page.as_uri()}#at={mark}&given=&placed={place}")
        shown.wait_for_selector("body.ready")
    player = Player(shown, board)
    player.sees("left")
    player.in_tray(moves[-1]).click()
    shown.evaluate("document.activeElement.blur()")
    shown.mouse.move(*player.middle(3))
    shown.mouse.click(*player.middle(3))
    shown.screenshot(path=FOLDER / "board-colours.png")
    context.close()
    print("wrote board-colours.png")


def take_board(
    browser: Browser, address: str, name: str, size: tuple[int, int], *, dark: bool
) -> None:
    """Takes a picture of a board."""
    from support.board_player import Player  # noqa: PLC0415 - as above

    context = browser.new_context(
        color_scheme="dark" if dark else "light",
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=1.5 if dark else 1,
    )
    shown = context.new_page()
    shown.goto(address)
    shown.wait_for_selector("body.ready")
    player = Player(shown, json.loads(shown.locator("#board").inner_text()))
    player.sees("left")
    if name == "board-stuck":
        player.click([_move_to_an_end(player.board)])
        player.sees("No solution")
        player.button("Why not?").click()
    else:
        player.button("Hint").click()
    player.button("Close").wait_for()
    shown.mouse.move(5, 5)
    shown.screenshot(path=FOLDER / f"{name}.png")
    context.close()
    print(f"wrote {name}.png")


def _move_to_an_end(board: dict[str, Any]) -> int:
    """A move after which there is no solution, as any beginner would make it."""
    game, moves, given = Game(load("lonpos", "5pieces-2")), board["moves"], board["given"]
    spots = [set(moves["spots"][first:last]) for first, last in pairwise(moves["starts"])]
    taken = set().union(*(spots[move] for move in given))
    used = {moves["piece"][move] for move in given}
    free = [
        move
        for move, covered in enumerate(spots)
        if not covered & taken and moves["piece"][move] not in used
    ]
    answers = ((m, game.answer({"ask": "status", "placed": [m]})) for m in free)
    return next(m for m, found in answers if found["solvable"] is False and not found["dead"])


if __name__ == "__main__":
    main()
