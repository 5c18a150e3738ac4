"""The editor in a browser: boards are drawn by touch and by keys, checked, played and saved."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import pytest

from ilpuzzles import load
from ilpuzzles.play.drafting import Drafting
from ilpuzzles.play.game import Game
from ilpuzzles.play.page import play_page
from ilpuzzles.play.server import PlayServer
from support.board_drawer import Drawer
from support.browsers import PATIENCE, ColourScheme, do_without
from support.legible import too_faint

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.external

TOKEN = "a-token-for-tests-0123456789"  # noqa: S105 - of a server that ends with the test
PHONE: Any = {"width": 390, "height": 844}

DRAWN = {
    "sudoku": "large",
    "slitherlink": "large",
    "star-battle": "large",
    "heyawake": "large",
    "kakuro": "large",
    "nonogram": "boat",
    "surasshupakku": "6x6",
}
"""Boards that are drawn by touch: clues in cells and beside them, regions, sums, numbers."""

Open: TypeAlias = Callable[..., "Page"]


@pytest.fixture
def open_editor(browser: Browser) -> Iterator[Open]:
    """Opens the editor on an empty sheet, on a phone; nothing may go wrong in the page."""
    running: list[tuple[PlayServer, threading.Thread, Any]] = []
    trouble: list[str] = []

    def opened(genre: str, size: tuple[int, int] | None = None, **more: Any) -> Page:
        game = Game(load(genre))
        sheet = game.drafting.new_sheet(size)
        server = PlayServer(game, 0, TOKEN, sheet=sheet)
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        context = browser.new_context(**({"has_touch": True, "viewport": PHONE} | more))
        context.set_default_timeout(PATIENCE)
        running.append((server, thread, context))
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("console", lambda one: trouble.extend([one.text] * (one.type == "error")))
        page.goto(server.address)
        page.locator(".editor .spots path").first.wait_for(state="attached")
        return page

    yield opened
    for server, thread, context in running:
        context.close()
        server.shutdown()
        server.end()
        thread.join(5)
    assert trouble == []


def sees(page: Page, words: str) -> None:
    """Waits until the editor says something of what is drawn."""
    page.locator(".editor .status:not(.pending)").get_by_text(words).wait_for()


def saved(page: Page, form: str) -> str:
    """What the editor offers to save."""
    details = page.locator(".editor details", has_text="Save or share")
    if details.get_attribute("open") is None:
        details.locator("summary").click()
    root = page.locator(".editor")
    root.get_by_label("Format").select_option(form)
    text: str = root.get_by_label("The board as text").input_value()
    return text


def numbered(draft: dict[str, Any]) -> dict[str, Any]:
    """A draft in which regions are numbered in their order."""
    numbers: dict[str, int] = {}
    regions = [numbers.setdefault(name, len(numbers)) for name in draft["regions"]]
    return draft | {"regions": regions}


def board_of(genre: str, preset: str) -> Any:
    """A preset; a Kakuro has a row and a column of black cells more, so that it is 10x10."""
    if genre != "kakuro":
        return load(genre, preset)
    rows = [f"{row} -" for row in load(genre, preset).instance.fields["board"]]
    return load(genre, board="/".join([*rows, " ".join("-" * 10)]))


@pytest.mark.parametrize(("genre", "preset"), DRAWN.items())
def test_a_board_is_drawn_by_touch_solved_saved_and_read_again(
    open_editor: Open, genre: str, preset: str
) -> None:
    draft = Drafting(board_of(genre, preset)).sheet({})["draft"]
    page = open_editor(genre, (draft["rows"], draft["columns"]))
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    drawer = Drawer(page)
    drawer.draw(draft)
    sees(page, "One solution")
    text = saved(page, "text")
    read = Drafting(load(genre, text=text)).sheet({})["draft"]
    assert numbered(read) == numbered(draft)
    address = saved(page, "address").strip()
    read = Drafting(load(genre, url=address)).sheet({})["draft"]
    assert numbered(read) == numbered(draft)
    drawer.button("Play it")
    page.get_by_role("button", name="Solution", exact=True).tap()
    page.get_by_role("button", name="Place all of it").tap()
    page.locator(".status.solved").wait_for()
    page.get_by_role("button", name="Edit").tap()
    sees(page, "One solution")
    assert numbered(Drafting(load(genre, text=saved(page, "text"))).sheet({})["draft"]) == numbered(
        draft
    )


def test_a_board_is_drawn_by_keys_alone(open_editor: Open) -> None:
    page = open_editor("heyawake", (3, 3), viewport={"width": 1280, "height": 900}, has_touch=False)
    spot = page.get_by_role("button", name="row 1, column 1: empty")
    spot.wait_for()
    assert spot.evaluate("spot => spot === document.activeElement")
    for key in ["a", "Shift+ArrowRight", "Shift+ArrowDown", "ArrowLeft", "b"]:
        page.keyboard.press(key)
    page.get_by_role("button", name="row 2, column 2: empty, room A").wait_for()
    assert page.get_by_role("button", name="row 2, column 1").evaluate(
        "spot => spot === document.activeElement"
    )
    page.get_by_role("button", name="Clues").press("Enter")
    page.get_by_role("button", name="row 2, column 1").focus()
    page.keyboard.press("1")
    page.get_by_role("button", name="row 2, column 1: 1, room B").wait_for()
    page.keyboard.press("Backspace")
    page.keyboard.press("Control+z")
    page.get_by_role("button", name="row 2, column 1: 1, room B").wait_for()
    page.keyboard.press("Control+y")
    page.get_by_role("button", name="Walls").press("Enter")
    page.get_by_role("button", name="row 2, column 1").focus()
    page.keyboard.press("Shift+ArrowUp")
    page.get_by_role("button", name="row 2, column 1: empty, room B, wall above").wait_for()
    sees(page, "Several solutions")


def test_a_reload_goes_on_with_the_draft_until_the_editor_is_left(open_editor: Open) -> None:
    page = open_editor("slitherlink", (4, 4))
    drawer = Drawer(page)
    drawer.write("board", 5, "3", {"rows": 4, "columns": 4})
    sees(page, "Several solutions")
    page.reload()
    page.get_by_role("button", name="row 2, column 2: 3").wait_for(state="attached")
    drawer = Drawer(page)
    drawer.button("Back to the board")
    page.get_by_role("button", name="Hint").wait_for()
    page.reload()
    page.get_by_role("button", name="Hint").wait_for()
    assert page.locator(".editor").count() == 0
    page.get_by_role("button", name="Edit").tap()
    sees(page, "One solution")


def test_what_is_pasted_or_opened_is_read_and_nonsense_is_refused(
    open_editor: Open, tmp_path: Path
) -> None:
    page = open_editor("sudoku")
    page.locator(".editor summary", has_text="Paste or open").tap()
    field = page.get_by_label("Rows, an address, or YAML")
    told = page.locator(".editor .told")

    def read(text: str) -> None:
        field.fill(text)
        page.get_by_role("button", name="Read it").tap()

    read("3---/--3-/-1--/---2")
    page.get_by_role("button", name="row 1, column 1: 3").wait_for(state="attached")
    assert page.get_by_label("Rows", exact=True).input_value() == "4"
    large: Any = load("sudoku", "large")
    read(f"https://puzz.link/p?{large.address()}")
    page.locator(".editor .spots path").nth(80).wait_for(state="attached")
    sees(page, "One solution")
    read(load("sudoku", "jigsaw").to_yaml())
    # The board before has a row 7, column 7 as well, but no regions.
    page.get_by_role("button", name=re.compile("^row 7, column 7.*region")).wait_for(
        state="attached"
    )
    for nonsense in ["abc", "puzzle: kakuro", "slither/3/3/a", "{", "1-/---"]:
        read(nonsense)
        told.get_by_text("This was not read.").wait_for()
        assert page.locator(".editor .spots path").count() == 49
        # What is said next is said anew.
        Drawer(page).tap((0.5, 0.5))
        Drawer(page).button("1")
        told.get_by_text("Row 1, column 1: 1").wait_for()
        Drawer(page).button("Undo")
        told.get_by_text("Undone.").wait_for()
    file = tmp_path / "own.txt"
    file.write_text("12--\n----\n----\n----\n")
    page.get_by_label("A file with a board").set_input_files(file)
    page.get_by_role("button", name="row 1, column 2: 2").wait_for(state="attached")


def test_the_size_changes_and_what_is_drawn_stays(open_editor: Open) -> None:
    page = open_editor("sudoku", (4, 4))
    drawer = Drawer(page)
    drawer.write("board", 5, "3", {"rows": 4, "columns": 4})
    rows, columns = page.get_by_label("Rows", exact=True), page.get_by_label("Columns")
    for size, words in [(0, "At least"), (99, "2,500")]:
        rows.fill(str(size))
        columns.fill(str(size))
        # What a browser knows to be wrong, it says by itself.
        page.locator(".editor form").evaluate("form => form.noValidate = true")
        drawer.button("Change size")
        page.locator(".editor .told").get_by_text(re.compile(words, re.IGNORECASE)).wait_for()
    rows.fill("6")
    columns.fill("6")
    drawer.button("Change size")
    page.locator(".editor .spots path").nth(35).wait_for(state="attached")
    page.get_by_role("button", name="row 2, column 2: 3").wait_for(state="attached")
    # The digits of a larger board are more.
    drawer.write("board", 35, "6", {"rows": 6, "columns": 6})
    sees(page, "Several solutions")
    columns.fill("5")
    drawer.button("Change size")
    sees(page, "The board has 6 rows and 5 columns: draw a square.")
    assert page.get_by_role("button", name="Play it").is_disabled()


def test_what_is_wrong_and_where_solutions_differ_is_marked(open_editor: Open) -> None:
    page = open_editor("sudoku", (4, 4))
    sees(page, "Several solutions: two of them differ in")
    assert page.locator(".marks .differs").count() > 0
    drawer = Drawer(page)
    drawer.tap((0.5, 0.5))
    page.keyboard.type("9")
    sees(page, "Row 1, column 1 of the board has '9': a clue is a number from 1 to 4.")
    assert page.locator(".marks .bad").count() == 1
    for at in (0, 1):
        drawer.write("board", at, "2", {"rows": 4, "columns": 4})
    sees(page, "No solution")


def test_a_stamp_writes_where_a_finger_draws(open_editor: Open) -> None:
    page = open_editor("kakuro", (4, 4))
    drawer = Drawer(page)
    drawer.button("Stamp")
    drawer.button("0")
    drawer.stroke([(1.5, 1.5), (3.5, 1.5), (3.5, 3.5)])
    words = page.locator(".editor .spots path[aria-label$=': 0']")
    assert words.count() == 5
    drawer.tap((3.5, 3.5))
    assert words.count() == 4
    drawer.button("Stamp")
    drawer.tap((0.5, 1.5))
    for letter in ",12":
        drawer.button(letter)
    page.get_by_role("button", name="row 2, column 1: ,12").wait_for(state="attached")


def test_a_board_of_other_cells_is_refused_in_words(browser: Browser) -> None:
    game = Game(load("slitherlink", "honeycomb"))
    server = PlayServer(game, 0, TOKEN)
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    page = browser.new_page()
    page.goto(server.address)
    page.get_by_role("button", name="Edit").click()
    page.get_by_text("a board of hexagonal cells; the editor draws boards of squares").wait_for()
    assert page.locator(".editor").count() == 0
    page.close()
    server.shutdown()
    server.end()
    thread.join(5)


@pytest.mark.parametrize("colour_scheme", ["light", "dark"])
@pytest.mark.parametrize("genre", ["sudoku", "star-battle", "nonogram", "gokigen"])
def test_axe_finds_nothing_and_all_can_be_read(
    open_editor: Open, genre: str, colour_scheme: ColourScheme
) -> None:
    if find_spec("axe_playwright_python") is None:
        do_without("axe is missing: pip install 'ilpuzzles[browser]'")
    from axe_playwright_python.sync_playwright import Axe  # noqa: PLC0415 - not everybody has it

    # It looks at the page by a script, which the page's own policy would refuse.
    page = open_editor(genre, bypass_csp=True, color_scheme=colour_scheme)
    for summary in page.locator(".editor .side details > summary").all():
        summary.tap()
    page.locator(".editor .status:not(.pending)").wait_for()
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["impact"]) for one in found] == []
    assert too_faint(page.locator(".editor")) == []
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    small = page.locator(".editor").evaluate(
        """root => [...root.querySelectorAll("button, summary, select")]
          .map(one => [one.textContent, one.getBoundingClientRect()])
          .filter(([, box]) => box.width && (box.height < 32 || box.width < 24))
          .map(([text]) => text)"""
    )
    assert small == []


def test_those_who_play_do_not_load_the_editor() -> None:
    page = play_page(Game(load("slitherlink")).board())
    assert "beginDrawing" not in page
    assert "loadEditor" in page
