"""What becomes of a test for which something is missing."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def do_without(what: str) -> NoReturn:
    """Skips the test, or fails where a browser is required."""
    if os.environ.get("ILPUZZLES_BROWSER") == "required":
        pytest.fail(what, pytrace=False)
    pytest.skip(what)
