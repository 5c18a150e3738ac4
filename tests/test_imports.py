"""What is imported when: solvers, pandas, rich and numba come in when they are used, not before."""

from __future__ import annotations

import json

import pytest

from support.commands import run_python, unmeasured

HEAVY = ["ortools", "pulp", "highspy", "numba", "pandas", "rich", "matplotlib"]

REPORT = """
import contextlib, io, json, sys
{code}
print(json.dumps(list(sys.modules)))
"""

COMMAND = """
from ilpuzzles.cli.main import main
with contextlib.redirect_stdout(io.StringIO()):
    assert main({arguments!r}) == 0
"""


def loaded_by(code: str) -> list[str]:
    """The modules that are loaded after running some code in a new process."""
    done = run_python("-c", REPORT.format(code=code), env=unmeasured(), check=True)
    found: list[str] = json.loads(done.stdout.splitlines()[-1])
    return found


def test_importing_the_package_loads_nothing() -> None:
    assert not {*loaded_by("import ilpuzzles")} & {*HEAVY, "numpy", "yaml"}
    assert not {*loaded_by("import ilpuzzles.panel")} & {"ipywidgets", "IPython"}


@pytest.mark.exhaustive
@pytest.mark.every("command")
@pytest.mark.parametrize(
    "command",
    ["list", "list --json", "--version", "--help", "lonpos --help", "show lonpos", "backends"],
)
def test_commands_that_solve_nothing_load_no_solver(command: str) -> None:
    loaded = {*loaded_by(COMMAND.format(arguments=command.split()))}
    assert not loaded & {*HEAVY}
    if command not in {"show lonpos", "--version", "backends"}:
        assert "numpy" not in loaded
    if command == "list":
        # It loads what it reads, and nothing that writes files.
        assert "yaml" in loaded
        assert not loaded & {"tempfile", "random", "secrets", "hashlib"}


@pytest.mark.exhaustive
@pytest.mark.parametrize(("backend", "own"), [("auto", {"ortools"}), ("cbc", set())])
def test_solving_loads_few_modules_and_the_one_solver_used(backend: str, own: set[str]) -> None:
    arguments = ["lonpos", "--preset", "8pieces", "--backend", backend, "--quiet"]
    loaded = loaded_by(COMMAND.format(arguments=arguments))
    assert {*loaded} & {*HEAVY} == own
    # How rows are stored, and proofs about them, are small modules, and so are labels, layouts and
    # names of other packages; a file for CBC takes some more. A package of its own for each room,
    # and a file for each concept of a puzzle, took five more, and one for each solver and for the
    # passes another fifteen, and no time that could be measured. A model that can be asked is made
    # of a few small modules: its statements, its questions, its files, copies and extensions.
    # The table of passes names those of every kind of solver: five more;
    # what a program and a store are made of has six files of its own.
    most = 196 if backend == "auto" else 212
    assert sum(name.partition(".")[0] == "ilpuzzles" for name in loaded) < most


PLAIN = """
from ilpuzzles import Model
model = Model()
x = model.binary("x", 3)
model.add(x.sum() <= 2)
{row}
for backend in ("auto", "cpsat", "clingo"):
    assert model.solve(backend) and model.count(backend)
"""


def test_constraints_are_loaded_for_programs_that_have_some() -> None:
    """With all solvers' ways of stating them."""
    plain = loaded_by(PLAIN.format(row="model.add((x[0] + x[1] == 1).implies(x[2]))"))
    told = [name for name in plain if name.startswith("ilpuzzles.constraints.")]
    told += [name for name in plain if name.endswith((".ways", ".constraints"))]
    assert told == ["ilpuzzles.passes.ways"]
    row = "from ilpuzzles import lexicographic; lexicographic(model, x[:1], x[1:2])"
    loaded = loaded_by(PLAIN.format(row=row))
    assert {"ilpuzzles.constraints.circuits", "ilpuzzles.solvers.cpsat.ways"} <= {*loaded}


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
    done = run_python("-c", GARBAGE, check=True)
    looked, left_alone = map(int, done.stderr.split())
    assert looked < 30
    assert left_alone > 10_000
