"""Takes the pictures of the gallery that need a browser: pages in it, and the panel in JupyterLab.

Run it from the top of the checkout; it needs the extras browser, notebook and viz, and Chromium:

    python scripts/make_screens.py
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from ilpuzzles.workbench.experiments import experiment, solve

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
        context = browser.new_context(viewport={"width": 1280, "height": 1000})
        shown = context.new_page()
        shown.goto(lab.page_of("panel.ipynb"))
        shown.click(".jp-Notebook .jp-Cell")
        shown.keyboard.press("Control+Enter")
        panel = shown.locator(".ilpuzzles-panel")
        panel.wait_for(timeout=60_000)
        shown.wait_for_timeout(2500)
        panel.screenshot(path=FOLDER / "panel.png")
        context.close()
    print("wrote panel.png")


if __name__ == "__main__":
    main()
