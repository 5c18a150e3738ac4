"""The panel in a real JupyterLab, driven like a person would drive it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from support.browsers import PATIENCE, do_without
from support.jupyterlab import Lab, processes_of, running_lab
from support.legible import misplaced, too_faint
from support.processes import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.external

NOTEBOOK = "panel.ipynb"

SHOW = """\
from ilpuzzles.panel import Panel
panel = Panel("lonpos", "4pieces", backend="cpsat")
panel"""

PLAY = """\
from ilpuzzles.play.widget import play_widget
board = play_widget("lonpos", "8pieces")
board"""

READY = """() => {
  const session = window.jupyterapp?.shell?.currentWidget?.context?.sessionContext;
  const kernel = session?.isReady && session.session?.kernel;
  return kernel && kernel.connectionStatus === "connected" && kernel.status === "idle";
}"""


@pytest.fixture(scope="module")
def lab(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:  # noqa: ARG001 - without a browser there is no use in a server
    """A server, of which nothing is left afterwards."""
    if find_spec("jupyterlab") is None:
        do_without("JupyterLab is missing: pip install 'ilpuzzles[browser]'")
    with running_lab(tmp_path_factory.mktemp("lab")) as started:
        yield started
        written = {path.name for path in started.folder.iterdir()}
    assert wait_until(lambda: not processes_of(started.mark))
    assert written <= {NOTEBOOK, ".ipynb_checkpoints"}


@pytest.fixture(scope="module")
def window(browser: Browser, lab: Lab) -> Iterator[Page]:
    """A notebook with two empty cells: a page and a kernel take ten seconds to start."""
    context = browser.new_context(color_scheme="dark")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    lab.add_notebook(NOTEBOOK, "", "")
    page.goto(lab.page_of(NOTEBOOK))
    page.wait_for_function(READY)
    yield page
    context.close()


@pytest.fixture
def notebook(window: Page) -> Page:
    """The same, in a window of a usual size."""
    window.set_viewport_size({"width": 1280, "height": 900})
    return window


def run_cell(page: Page, number: int, code: str) -> None:
    """Writes code into a cell, and runs it."""
    page.locator(".jp-CodeCell .cm-content").nth(number).click()
    page.keyboard.press("Control+A")
    page.keyboard.insert_text(code)
    page.keyboard.press("Control+Enter")


def shown(page: Page, code: str, kind: str) -> Locator:
    """What a cell shows, in place of what it has shown before."""
    former = page.locator(f".{kind}")
    former.evaluate_all("all => all.forEach(e => e.classList.add('former'))")
    run_cell(page, 0, code)
    found = page.locator(f".{kind}:not(.former)")
    found.wait_for()
    return found


def test_a_panel_is_driven(notebook: Page) -> None:
    from playwright.sync_api import expect  # noqa: PLC0415 - likewise

    panel = shown(notebook, SHOW, "ilpuzzles-panel")
    verdict, broken = panel.locator(".ilpuzzles-verdict"), panel.locator(".ilpuzzles-broken")
    count = panel.locator(".ilpuzzles-count-so-far")
    expect(panel.locator(".ilpuzzles-group")).to_have_count(3)

    panel.locator(".ilpuzzles-solve").click()
    expect(verdict).to_have_text("solved")
    expect(broken).to_be_hidden()

    group = panel.locator(".ilpuzzles-group", has_text="each cell once")
    expect(group).to_contain_text("every cell is covered by exactly one tile")
    group.get_by_role("checkbox").uncheck()
    expect(group).to_contain_text("off")
    expect(panel.locator(".ilpuzzles-stale")).to_contain_text("press Solve")
    panel.locator(".ilpuzzles-solve").click()
    expect(verdict).to_have_text("solved, but against the rules")
    expect(broken).to_contain_text("broken rule 'cell once':")
    expect(broken).to_contain_text("is covered")
    source = panel.locator(".ilpuzzles-picture img").get_attribute("src") or ""
    assert source.startswith("data:image/svg+xml;base64,")

    group.get_by_role("checkbox").check()
    panel.locator(".ilpuzzles-count").click()
    expect(count).to_have_text("count: 1 solution")
    expect(broken).to_be_hidden()

    # A long count tells how far it is, and the square button ends it.
    panel.locator(".ilpuzzles-preset select").select_option("empty")
    expect(verdict).to_contain_text("nothing asked yet")
    panel.locator(".ilpuzzles-count").click()
    expect(verdict).to_have_text(re.compile(r"counting: [\d,]+ solutions so far"))
    expect(panel.locator(".ilpuzzles-solve")).to_be_disabled()
    notebook.get_by_role("button", name="Interrupt the kernel").click()
    stopped = re.compile(r"[1-9][\d,]* solutions so far, incomplete: interrupted")
    expect(count).to_have_text(stopped)
    expect(panel.locator(".ilpuzzles-error")).to_contain_text("what was found so far is kept")
    expect(panel.locator(".ilpuzzles-solve")).to_be_enabled()
    expect(notebook.locator(".jp-OutputArea-output[data-mime-type*=error]")).to_have_count(0)


def test_a_panel_lays_what_it_finds(notebook: Page) -> None:
    from playwright.sync_api import expect  # noqa: PLC0415 - likewise

    if find_spec("anywidget") is None:
        do_without("anywidget is missing: pip install 'ilpuzzles[notebook]'")
    panel = shown(notebook, SHOW, "ilpuzzles-panel")
    board = panel.locator(".ilpuzzles-board")
    status, pieces = board.locator(".status"), board.locator(".pieces .piece")
    expect(status).to_have_text("1 solution left")
    expect(pieces).to_have_count(4)
    for _ in range(2):
        panel.locator(".ilpuzzles-solve").click()
        # Nobody has played, so no time is told.
        expect(status).to_have_text("Solved")
        expect(pieces).to_have_count(12)
        board.get_by_role("button", name="Undo").click()
        expect(status).to_have_text("1 solution left")
        expect(pieces).to_have_count(4)
    expect(panel.locator(".ilpuzzles-verdict")).to_have_text("solved")
    expect(panel.locator(".ilpuzzles-picture img")).to_have_count(0)


def test_a_panel_is_legible(notebook: Page) -> None:
    from playwright.sync_api import expect  # noqa: PLC0415 - likewise

    panel = shown(notebook, SHOW, "ilpuzzles-panel")
    panel.locator(".ilpuzzles-group", has_text="each tile once").get_by_role("checkbox").uncheck()
    panel.locator(".ilpuzzles-solve").click()
    expect(panel.locator(".ilpuzzles-broken")).to_contain_text("broken rule 'tile once':")
    if find_spec("anywidget") is not None:
        expect(panel.locator(".ilpuzzles-board .status")).to_contain_text("left")
    # It begins in the dark.
    for light in (False, True):
        notebook.emulate_media(color_scheme="light" if light else "dark")
        themed = f"document.body.dataset.jpThemeLight === '{str(light).lower()}'"
        notebook.wait_for_function(themed)
        for width in (1280, 480):
            notebook.set_viewport_size({"width": width, "height": 1000})
            expect(panel.locator(".ilpuzzles-picture img")).to_be_visible()
            assert misplaced(panel) == []
            assert too_faint(panel) == []
            # No contrast is as large as that: all texts are looked at.
            assert len(too_faint(panel, 22)) >= 15


def test_a_board_is_played_in_a_notebook(notebook: Page) -> None:
    from playwright.sync_api import expect  # noqa: PLC0415 - likewise

    if find_spec("anywidget") is None:
        do_without("anywidget is missing: pip install 'ilpuzzles[notebook]'")
    board, keyboard = shown(notebook, PLAY, "ilpuzzles-board"), notebook.keyboard
    expect(board.locator(".status")).to_have_text("1 solution left")
    board.get_by_role("button", name="Hint", exact=True).click()
    board.get_by_role("button", name="Place it").click()
    expect(board.locator(".pieces .piece")).to_have_count(9)
    # Keys of the notebook's own do not get in the way of the board's.
    board.locator("[data-spot='0']").focus()
    keyboard.press("z")
    expect(board.locator(".pieces .piece")).to_have_count(8)
    keyboard.press("y")
    expect(board.locator(".pieces .piece")).to_have_count(9)
    # What lies on the board is in the kernel, as soon as it has heard of it: ipywidgets keeps a
    # change back until the kernel has answered the one before, which a cell may overtake.
    run_cell(notebook, 1, "board.state['placed'][-1], len(board.state['placed'])")
    answer = notebook.locator(".jp-OutputArea-output").last

    def asked_again() -> bool:
        keyboard.press("Control+Enter")
        notebook.wait_for_function(READY)
        return answer.inner_text().strip().endswith(", 9)")

    assert wait_until(asked_again), answer.inner_text()
