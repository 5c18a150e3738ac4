"""Addresses of pages in a browser: each opens the board that it names, and drafts are kept."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import pytest

from ilpuzzles import load
from ilpuzzles.play.game import Game
from ilpuzzles.play.page import read_asset
from ilpuzzles.play.server import PlayServer
from support.browsers import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.external

TOKEN = "a-token-for-tests-0123456789"  # noqa: S105 - of a server that ends with the test
CLUE = "row 1, column 1: 3"


class Command:
    """A server as `ilpuzzles play` runs it, which can be run again on its port."""

    def __init__(self, genre: str, preset: str | None = None, *, is_new: bool = False) -> None:
        self.port = 0
        self.run(genre, preset, is_new=is_new)

    def run(self, genre: str, preset: str | None = None, *, is_new: bool = False) -> None:
        """Begins to serve."""
        game = Game(load(genre, preset))
        sheet = game.drafting.new_sheet((4, 4)) if is_new else None
        self.server = PlayServer(game, self.port, TOKEN, sheet=sheet)
        self.port = self.server.port
        self.address = self.server.address
        serve = self.server.serve_forever
        self.thread = threading.Thread(target=serve, args=(0.05,), daemon=True)
        self.thread.start()

    def end(self) -> None:
        """Ends the server."""
        self.server.shutdown()
        self.server.end()
        self.thread.join(5)


Run: TypeAlias = Callable[..., Command]


@pytest.fixture
def run() -> Iterator[Run]:
    """Runs commands, which end with the test."""
    running: list[Command] = []

    def started(genre: str, preset: str | None = None, *, is_new: bool = False) -> Command:
        running.append(Command(genre, preset, is_new=is_new))
        return running[-1]

    yield started
    for each in running:
        each.end()


def opened(page: Page, address: str) -> Page:
    """A page at an address."""
    page.context.set_default_timeout(PATIENCE)
    page.goto(address)
    page.wait_for_selector("body.ready")
    return page


def second_tab(page: Page) -> Page:
    """Another tab of the same browser at the address of the first one."""
    return opened(page.context.new_page(), page.url)


def drawn_board(page: Page, command: Command, key: str = "Enter") -> None:
    """Draws a board of one clue, plays it, and draws a mark there."""
    opened(page, command.address)
    page.locator(".editor .spots path").first.wait_for(state="attached")
    page.locator(".editor figure svg").get_by_role("button", name="row 1, column 1").focus()
    page.keyboard.press("3")
    page.locator(".editor .status:not(.pending)").get_by_text("solution").wait_for()
    page.get_by_role("button", name="Play it").click()
    # Until the editor is gone, the last cell is that of the board before.
    page.locator(".editor").wait_for(state="detached")
    page.locator(".stage .status").first.wait_for(state="attached")
    page.locator(".spots [data-spot]").last.focus()
    page.keyboard.press(key)
    page.wait_for_url(re.compile(r"&placed=\d"))


def position(page: Page) -> tuple[str, int]:
    """The address, and how many cells the board has."""
    page.locator(".spots [data-spot]").last.wait_for(state="attached")
    return page.evaluate("location.hash"), page.locator(".spots [data-spot]").count()


@pytest.mark.parametrize("genre", ["nurikabe", "sudoku"])
def test_the_address_of_an_own_board_opens_it_in_another_tab_and_on_another_server(
    page: Page, run: Run, genre: str
) -> None:
    command = run(genre, "large", is_new=True)
    drawn_board(page, command, "2" if genre == "sudoku" else "Enter")
    before = position(page)
    assert position(second_tab(page)) == before
    # Its own tab has it too, with what can be undone.
    page.reload()
    page.wait_for_selector("body.ready")
    assert position(page) == before
    # The same command, run again without the draft, knows nothing of the board.
    command.end()
    command.run(genre, "large")
    other = second_tab(page)
    assert position(other) == before
    other.get_by_role("button", name="Undo").wait_for()
    page.reload()
    page.wait_for_selector("body.ready")
    assert position(page) == before


@pytest.mark.parametrize(("genre", "preset"), [("sudoku", "small"), ("soma", None)])
def test_the_address_of_a_new_position_opens_it(
    page: Page, run: Run, genre: str, preset: str | None
) -> None:
    command = run(genre, preset)
    opened(page, command.address)
    page.get_by_role("button", name="New position").click()
    page.get_by_text("A new position, easy").wait_for()
    page.wait_for_url(re.compile("#at="))
    title = page.locator("h1").text_content()
    labels = "spots => spots.map((spot) => spot.getAttribute('aria-label'))"
    seen = page.locator(".spots [data-spot]").evaluate_all(labels)
    other = second_tab(page)
    assert other.locator(".spots [data-spot]").evaluate_all(labels) == seen
    # An address of a Sudoku has no title.
    assert genre == "sudoku" or other.locator("h1").text_content() == title


def test_an_address_is_followed_in_the_tab_where_it_is_pasted(page: Page, run: Run) -> None:
    command = run("nurikabe", "large", is_new=True)
    drawn_board(page, command)
    before = position(page)
    other = opened(page.context.new_page(), command.address)
    other.locator(".editor .spots path").first.wait_for(state="attached")
    other.evaluate("hash => { location.hash = hash; }", before[0])
    other.locator(".editor").wait_for(state="detached")
    assert position(other) == before


def test_an_address_of_a_board_that_cannot_be_opened_says_so_and_stays(
    page: Page, run: Run
) -> None:
    command = run("nurikabe", "small")
    places = {
        "#at=sudoku%2Flarge%2Fpreset%3Alarge%2F729&placed=1": "a board of sudoku",
        "#at=nurikabe%2F%2Fnurikabe%2F0%2F9%2Fzz%2F7&placed=1": "cannot be opened",
        "#at=nurikabe%2F%2F%23abc%2F7&placed=1": "does not have it any more",
    }
    for hash_, words in places.items():
        tab = opened(page.context.new_page(), command.address + hash_)
        tab.get_by_text(words).wait_for()
        tab.locator(".spots [data-spot]").last.wait_for(state="attached")
        assert tab.evaluate("location.hash") == hash_
        # Once somebody plays, the address is that of the board that is played.
        for spot in range(3):
            tab.locator(".spots [data-spot]").nth(spot).focus()
            tab.keyboard.press("Enter")
        tab.wait_for_url(re.compile("small"))


def test_the_key_of_a_board_that_is_too_long_for_an_address_is_kept_in_the_browser(
    page: Page, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def shorter_asset(name: str) -> str:
        return read_asset(name).replace("LONGEST_MARK = 6000", "LONGEST_MARK = 20")

    monkeypatch.setattr("ilpuzzles.play.page.read_asset", shorter_asset)
    command = run("nurikabe", "large", is_new=True)
    drawn_board(page, command)
    before = position(page)
    assert "%23" in before[0]
    assert position(second_tab(page)) == before


def test_the_last_draft_is_offered_and_undo_leads_back(page: Page, run: Run) -> None:
    command = run("nurikabe", "small", is_new=True)
    opened(page, command.address)
    again = page.get_by_role("button", name="Go on with the last draft")
    cell = page.locator(".editor figure svg").get_by_role("button", name="row 1, column 1")
    cell.wait_for(state="attached")
    assert not again.is_visible()
    cell.focus()
    page.keyboard.press("3")
    page.get_by_role("button", name=CLUE).wait_for(state="attached")
    # The tab is closed, and the command run again.
    other = opened(page.context.new_page(), command.address)
    page.close()
    again = other.get_by_role("button", name="Go on with the last draft, 4")
    again.wait_for()
    assert other.get_by_role("button", name=CLUE).count() == 0
    again.click()
    other.get_by_role("button", name=CLUE).wait_for(state="attached")
    assert not again.is_visible()
    other.locator(".editor").get_by_role("button", name="Undo").click()
    other.get_by_role("button", name=CLUE).wait_for(state="detached")


def test_a_position_saved_as_json_is_opened_in_the_editor(
    page: Page, run: Run, tmp_path: Path
) -> None:
    command = run("nurikabe", "large", is_new=True)
    drawn_board(page, command)
    before = position(page)
    page.get_by_label("Format").select_option("json")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as").click()
    file = tmp_path / "nurikabe.json"
    saved.value.save_as(file)
    other = opened(page.context.new_page(), command.address)
    other.locator(".editor .spots path").first.wait_for(state="attached")
    other.locator(".editor summary", has_text="Paste or open").click()
    other.get_by_label("A file with a board").set_input_files(file)
    other.locator(".editor").wait_for(state="detached")
    found = position(other)
    assert found[0].partition("&")[0] == before[0].partition("&")[0]
    assert found[0].partition("&placed=")[2] == before[0].partition("&placed=")[2]
