"""What tests with a browser share: how it is started, and what becomes of them without one."""

from __future__ import annotations

import os
from typing import Literal, NoReturn

import pytest

ColourScheme = Literal["light", "dark"]

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# How long a browser may take, in milliseconds: long, for busy machines, but less than a test may.
PATIENCE = 90_000

# Without a sandbox, since containers are often run by root. The processor draws in 3-D as well, but
# does not put each page together that way, for which it took thirty times as long.
ARGUMENTS = (
    *("--no-sandbox", "--disable-dev-shm-usage", "--use-gl=angle", "--use-angle=swiftshader"),
    *("--enable-unsafe-swiftshader", "--disable-gpu-compositing"),
)


def do_without(what: str) -> NoReturn:
    """Skips the test, or fails where a browser is required."""
    if os.environ.get("ILPUZZLES_BROWSER") == "required":
        pytest.fail(what, pytrace=False)
    pytest.skip(what)
