"""Modules under the names that they had before: the same objects, and a line with the new name."""

from __future__ import annotations

import subprocess
import sys
import warnings
from importlib import import_module

import pytest

from ilpuzzles.moved_modules import new_name

MOVED = {
    "ilpuzzles.grid": "ilpuzzles.genres",
    "ilpuzzles.grid.boards": "ilpuzzles.genres.boards",
    "ilpuzzles.puzzles.tiling": "ilpuzzles.tilings",
    "ilpuzzles.puzzles.tiling.tiling_puzzle": "ilpuzzles.tilings.tiling_puzzle",
    "ilpuzzles.library": "ilpuzzles.reading.library",
    "ilpuzzles.document.fields": "ilpuzzles.reading.fields",
    "ilpuzzles.workbench.experiments": "ilpuzzles.experiments.experiments",
    "ilpuzzles.workbench.hints.hint_finder": "ilpuzzles.hints.hint_finder",
    "ilpuzzles.workbench.plugins": "ilpuzzles.puzzles.user_code",
    "ilpuzzles.backends.mip": "ilpuzzles.solvers.mip.solving",
    "ilpuzzles.backends.scaling": "ilpuzzles.passes.limits",
    "ilpuzzles.modelling.presolve": "ilpuzzles.passes.presolve",
}


@pytest.mark.parametrize("old", MOVED)
def test_a_module_is_found_under_its_old_name(old: str) -> None:
    new = import_module(MOVED[old])
    spec = new.__spec__
    for name in [name for name in sys.modules if new_name(name)]:
        del sys.modules[name]
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        assert import_module(old) is new
    texts = [str(one.message) for one in warned]
    assert all(one.category is FutureWarning for one in warned)
    assert any(f"is now called {MOVED[old].rsplit('.', 1)[0]}" in text for text in texts)
    assert new.__spec__ is spec
    assert new.__name__ == MOVED[old]


@pytest.mark.parametrize("name", ["ilpuzzles.grid.nothing", "ilpuzzles.workbanch", "ilpuzzles.x.y"])
@pytest.mark.filterwarnings("ignore:.* is now called:FutureWarning")
def test_a_name_that_never_was_is_not_found(name: str) -> None:
    with pytest.raises(ModuleNotFoundError):
        import_module(name)


def test_the_warning_names_the_line_of_the_user() -> None:
    program = "\nfrom ilpuzzles.grid import Board\nimport ilpuzzles\nprint(Board.__module__)\n"
    command = [sys.executable, "-c", program]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ended.stdout == "ilpuzzles.genres.boards\n"
    assert ended.stderr.startswith("<string>:2: FutureWarning: ilpuzzles.grid is now called")
    assert ended.stderr.count("Warning") == 1
