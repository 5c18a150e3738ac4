"""A browser for the tests that need one: `browser` is started once, `page` is new in every test.

These tests are marked external, and run by `python -m pytest -m external tests/browser`. Where
there is no browser they skip with a word; with `ILPUZZLES_BROWSER=required` that is a failure.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.browsers import ARGUMENTS, PATIENCE, PROGRAMS, ColourScheme, do_without

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Playwright, ViewportSize


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives browsers."""
    try:
        from playwright.sync_api import expect, sync_playwright  # noqa: PLC0415 - not everybody has it
    except ImportError:
        do_without("playwright is missing: pip install 'ilpuzzles[browser]'")
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """Chromium without a window, with a home folder of its own."""
    own = playwright.chromium.executable_path
    program = next(filter(None, map(shutil.which, PROGRAMS)), own)
    if not Path(program).exists():
        do_without("there is no Chromium: install it, or run 'playwright install chromium'")
    home = str(tmp_path_factory.mktemp("chromium"))
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    started = playwright.chromium.launch(
        executable_path=program, args=list(ARGUMENTS), env={**inherited, "HOME": home}
    )
    yield started
    started.close()


@pytest.fixture
def colour_scheme() -> ColourScheme:
    """What the page is told the user likes; `parametrize` it for both, "light" and "dark"."""
    return "light"


@pytest.fixture
def page(browser: Browser, colour_scheme: ColourScheme) -> Iterator[Page]:
    """A fresh page that shares nothing with those before it."""
    size: ViewportSize = {"width": 1280, "height": 900}
    context = browser.new_context(color_scheme=colour_scheme, viewport=size)
    context.set_default_timeout(PATIENCE)
    yield context.new_page()
    context.close()
