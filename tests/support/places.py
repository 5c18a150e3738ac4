"""Where things stand in the checkout."""

from __future__ import annotations

from pathlib import Path

TESTS = Path(__file__).parent.parent
ROOT = TESTS.parent
DOCS = ROOT / "docs"
PUZZLE_FILES = TESTS / "support" / "puzzle_files"
PATHS = [str(ROOT), str(TESTS)]  # what a process of its own needs to find the package and its tests
