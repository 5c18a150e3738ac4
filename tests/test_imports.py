"""What is imported when: solvers, pandas, rich and numba come in when they are used, not before."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from support.commands import unmeasured

HEAVY = ["ortools", "pulp", "highspy", "numba", "pandas", "rich", "matplotlib"]

REPORT = """
import contextlib, io, json, sys
{code}
print(json.dumps(sorted({{name.split(".")[0] for name in sys.modules}})))
"""

COMMAND = """
from ilpuzzles.cli.main import main
with contextlib.redirect_stdout(io.StringIO()):
    assert main({arguments!r}) == 0
"""


def loaded_by(code: str) -> set[str]:
    """The top-level modules that are loaded after running some code in a new process."""
    done = subprocess.run(
        [sys.executable, "-c", REPORT.format(code=code)],
        env=unmeasured(),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return set(json.loads(done.stdout.splitlines()[-1]))


def test_importing_the_package_loads_nothing() -> None:
    assert not loaded_by("import ilpuzzles") & {*HEAVY, "numpy", "yaml"}


def test_a_list_loads_what_it_reads_and_nothing_that_writes_files() -> None:
    loaded = loaded_by(COMMAND.format(arguments=["list"]))
    assert "yaml" in loaded
    assert not loaded & {"tempfile", "random", "secrets", "hashlib", "rich"}


@pytest.mark.parametrize(
    "arguments",
    [
        ["list"],
        ["--version"],
        ["--help"],
        ["lonpos", "--help"],
        ["show", "lonpos"],
        ["list", "--json"],
    ],
)
def test_commands_that_solve_nothing_load_no_solver(arguments: list[str]) -> None:
    loaded = loaded_by(COMMAND.format(arguments=arguments))
    assert not loaded & set(HEAVY)
    if arguments[0] not in {"show", "--version"}:
        assert "numpy" not in loaded


def test_backends_are_listed_without_importing_them() -> None:
    assert not loaded_by(COMMAND.format(arguments=["backends"])) & set(HEAVY)


@pytest.mark.parametrize(("backend", "own"), [("cbc", set()), ("cpsat", {"ortools"})])
def test_solving_loads_the_one_solver_that_is_used(backend: str, own: set[str]) -> None:
    arguments = ["lonpos", "--preset", "8pieces", "--backend", backend, "--quiet"]
    assert loaded_by(COMMAND.format(arguments=arguments)) & set(HEAVY) == own


GARBAGE = """
import atexit, gc, sys
from ilpuzzles.cli.main import entry_point
collections = lambda: sum(each["collections"] for each in gc.get_stats())
begun = collections()
atexit.register(lambda: print(collections() - begun, gc.get_freeze_count(), file=sys.stderr))
sys.argv = ["ilpuzzles", "lonpos", "--preset", "8pieces", "--quiet"]
entry_point()
"""


def test_a_command_hardly_looks_for_garbage_in_what_it_has_loaded() -> None:
    done = subprocess.run(
        [sys.executable, "-c", GARBAGE], capture_output=True, encoding="utf-8", check=True
    )
    looked, left_alone = map(int, done.stderr.split())
    assert looked < 30
    assert left_alone > 10_000
