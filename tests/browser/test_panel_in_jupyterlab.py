"""The panel in a real JupyterLab, driven like a person would drive it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from support.browsers import do_without
from support.jupyterlab import Lab, processes_of, running_lab
from support.legible import misplaced, too_faint
from support.processes import wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.slow

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
    names = {f"{name}.ipynb" for name in ("panel", "dark", "board", "laid")}
    assert written <= {*names, ".ipynb_checkpoints"}


def run_cell(page: Page, lab: Lab, name: str, *cells: str) -> None:
    """Opens a notebook, and runs its first cell."""
    lab.add_notebook(name, *cells)
    page.goto(lab.page_of(name))
    page.wait_for_function(READY)
    page.locator(".jp-CodeCell .cm-content").first.click()
    page.keyboard.press("Shift+Enter")


def open_panel(page: Page, lab: Lab, name: str) -> Locator:
    """A notebook with a panel, after its cell was run."""
    run_cell(page, lab, name, SHOW)
    panel = page.locator(".ilpuzzles-panel")
    panel.wait_for()
    return panel


def test_a_panel_is_driven(page: Page, lab: Lab) -> None:
    from playwright.sync_api import expect  # noqa: PLC0415 - likewise

    panel = open_panel(page, lab, "panel.ipynb")
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
    page.get_by_role("button", name="Interrupt the kernel").click()
    stopped = re.compile(r"[1-9][\d,]* solutions so far, incomplete: interrupted")
    expect(count).to_have_text(stopped)
    expect(panel.locator(".ilpuzzles-error")).to_contain_text("what was found so far is kept")
    expect(panel.locator(".ilpuzzles-solve")).to_be_enabled()
    expect(page.locator(".jp-OutputArea-output[data-mime-type*=error]")).to_have_count(0)


def test_a_panel_lays_what_it_finds(page: Page, lab: Lab) -> None:
    from playwright.sync_api import expect  # noqa: PLC0415 - likewise

    if find_spec("anywidget") is None:
        do_without("anywidget is missing: pip install 'ilpuzzles[notebook]'")
    panel = open_panel(page, lab, "laid.ipynb")
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


@pytest.mark.parametrize("colour_scheme", ["light", "dark"])
def test_a_panel_is_legible(page: Page, lab: Lab, colour_scheme: str) -> None:
    from playwright.sync_api import expect  # noqa: PLC0415 - likewise

    panel = open_panel(page, lab, "dark.ipynb")
    themed = f"document.body.dataset.jpThemeLight === '{str(colour_scheme == 'light').lower()}'"
    page.wait_for_function(themed)
    panel.locator(".ilpuzzles-group", has_text="each tile once").get_by_role("checkbox").uncheck()
    panel.locator(".ilpuzzles-solve").click()
    expect(panel.locator(".ilpuzzles-broken")).to_contain_text("broken rule 'tile once':")
    if find_spec("anywidget") is not None:
        expect(panel.locator(".ilpuzzles-board .status")).to_contain_text("left")
    for width in (1280, 480):
        page.set_viewport_size({"width": width, "height": 1000})
        expect(panel.locator(".ilpuzzles-picture img")).to_be_visible()
        assert misplaced(panel) == []
        assert too_faint(panel) == []
        # No contrast is as large as that: all texts are looked at.
        assert len(too_faint(panel, 22)) >= 15


def test_a_board_is_played_in_a_notebook(page: Page, lab: Lab) -> None:
    from playwright.sync_api import expect  # noqa: PLC0415 - likewise

    if find_spec("anywidget") is None:
        do_without("anywidget is missing: pip install 'ilpuzzles[notebook]'")
    run_cell(
        page, lab, "board.ipynb", PLAY, "board.state['placed'][-1], len(board.state['placed'])"
    )
    board = page.locator(".ilpuzzles-board")
    expect(board.locator(".status")).to_have_text("1 solution left")
    board.get_by_role("button", name="Hint", exact=True).click()
    board.get_by_role("button", name="Place it").click()
    expect(board.locator(".pieces .piece")).to_have_count(9)
    # Keys of the notebook's own do not get in the way of the board's.
    board.locator("[data-spot='0']").focus()
    page.keyboard.press("z")
    expect(board.locator(".pieces .piece")).to_have_count(8)
    page.keyboard.press("y")
    expect(board.locator(".pieces .piece")).to_have_count(9)
    # What lies on the board is in the kernel, as soon as it has heard of it: ipywidgets keeps a
    # change back until the kernel has answered the one before, which a cell may overtake.
    page.locator(".jp-CodeCell .cm-content").nth(1).click()
    answer = page.locator(".jp-OutputArea-output").last

    def asked_again() -> bool:
        page.keyboard.press("Control+Enter")
        page.wait_for_function(READY)
        return answer.inner_text().strip().endswith(", 9)")

    assert wait_until(asked_again), answer.inner_text()
