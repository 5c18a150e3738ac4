"""Backends of other packages: as objects, classes, `module:Class`, and by entry points."""

from __future__ import annotations

import csv
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import GENERAL, Feature, Options
from ilpuzzles.backends.result import Result
from ilpuzzles.constraints.circuits import Circuit, circuit
from ilpuzzles.constraints.tables import table
from ilpuzzles.errors import BackendError, ModelError, UnknownNameError
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.modelling.global_constraint import NATIVE
from ilpuzzles.modelling.program import Program
from ilpuzzles.passes.ways import Ways
from ilpuzzles.queries.best import best_solutions
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.queries.unique import check_uniqueness
from ilpuzzles.solvers.registry import choose, get_backend, own_backends, plug_ins, ways_of
from support.begun_models import with_rooks
from support.commands import run_python
from support.places import DOCS, ROOT
from support.plain_backend import PlainBackend

EXAMPLE = DOCS / "examples" / "glpk_backend"


class Borrowed(PlainBackend):
    """CP-SAT under another name."""

    name = "borrowed"

    def solve(self, program: Program, options: Options) -> Result:
        return get_backend("cpsat").solve(program, options)


class Lacking:
    """It cannot solve."""

    name = "lacking"
    features: frozenset[Feature] = GENERAL
    needs = "nothing"


class Forgetful(PlainBackend):
    """It would take a continuous variable for a whole one."""

    name = "forgetful"

    def solve(self, *asked: object) -> Any:
        raise AssertionError(asked)

    enumerate = core = solve


@pytest.mark.parametrize("given", [Borrowed, Borrowed(), "test_plug_ins:Borrowed"])
def test_what_picks_a_backend_does_everywhere(given: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    assert choose(given).backend.name == "borrowed"
    model, rook = with_rooks(3)
    assert solve_model(model, given)
    assert count_solutions(model, backend=given).number == 6
    cube = experiment("cube", backend=given)
    assert cube.choice().backend.name == "borrowed"
    assert cube.solve().result.checked
    with model.group("none", why="no rook at all"):
        model.add(rook.sum() == 0)
    assert set(explain(model, backend=given).groups) == set(model.groups)


class WithOwnWays(Borrowed):
    """It takes circuits whole, and nothing else."""

    def __init__(self) -> None:
        self.stated: list[str | None] = []

    def ways(self) -> Ways:
        return Ways("its own words", native={Circuit: lambda row, into: into.append(row.way)})

    def solve(self, program: Program, options: Options) -> Result:
        for row in program.global_constraints().values():
            assert row.language == "its own words"
            if row.way == NATIVE:
                self.ways().native[type(row)](row, self.stated)
        return Borrowed.solve(self, program, options)


def with_loop(encoding: str | None = None) -> Model:
    """A loop of three edges, or none of them, and a table of two."""
    model = Model()
    line = model.binary("line", [("a", "b"), ("b", "c"), ("c", "a")])
    circuit(model, line, encoding=encoding)
    table(model, list(line.flat)[:2], [(0, 0), (1, 1)])
    return model


def test_a_backend_may_bring_ways_of_its_own() -> None:
    backend = WithOwnWays()
    assert ways_of(backend).language == "its own words"
    assert with_loop().statistics(backend).ways == {"circuit[0]": "native", "table[0]": "rows"}
    assert int(with_loop().count(backend)) == 2
    assert {*backend.stated} == {NATIVE}
    backend = WithOwnWays()
    assert int(with_loop("flow").count(backend)) == 2
    assert backend.stated == []
    model = with_loop()
    table(model, [model.binary("x")], [(1,)], encoding="native")
    with pytest.raises(ModelError, match="'table' has no native encoding in its own words; leave"):
        model.solve(backend)


@pytest.mark.parametrize(
    ("feature", "ways"),
    [
        (Feature.CONSTRAINTS, {"circuit[0]": "native", "table[0]": "native"}),
        (Feature.RULES, {"circuit[0]": "native", "table[0]": "rows"}),
        (Feature.SEED, {"circuit[0]": "lazy", "table[0]": "rows"}),
    ],
)
def test_a_backend_without_ways_gets_those_of_its_features(
    feature: Feature, ways: dict[str, str]
) -> None:
    backend = Borrowed()
    backend.features = GENERAL | {feature}
    assert with_loop().statistics(backend).ways == ways
    assert int(with_loop().count(backend)) == 2


@pytest.mark.parametrize(
    "ask", [solve_model, list_solutions, count_solutions, check_uniqueness, best_solutions, explain]
)
def test_no_backend_gets_continuous_variables_without_saying_that_it_takes_them(ask: Any) -> None:
    model = Model()
    model.add(2 * model.continuous("x", lower=0, upper=1) + 2 * model.binary("b") == 1)
    with pytest.raises(BackendError, match="forgetful does not support the continuous variable x"):
        ask(model, backend=Forgetful())


def test_workers_find_a_backend_that_has_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    model, _ = with_rooks(3)
    found = count_solutions(model, backend="test_plug_ins:Borrowed", options=Options(workers=2))
    assert found.number == 6


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        (Lacking, BackendError, "it has no available, version, solve, native; define them"),
        (3, UnknownNameError, "unknown backend '3'"),
        ("no_such_module:It", BackendError, "No module named 'no_such_module'"),
        ("json:nothing", BackendError, "module 'json' has no attribute 'nothing'"),
        ("json:dumps", UnknownNameError, "unknown backend '<function dumps"),
    ],
)
def test_what_is_no_backend_is_refused(given: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message.replace("(", r"\(")):
        choose(given)


@pytest.fixture
def installed(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs Python with the example package, and one that is broken, as `pip` would install them."""
    shutil.copy(EXAMPLE / "ilpuzzles_glpk.py", tmp_path)
    for package, entry in (
        ("ilpuzzles_glpk", "glpk = ilpuzzles_glpk:GlpkBackend"),
        ("broken", "broken = no_such_module:Backend"),
    ):
        folder = tmp_path / f"{package}-1.0.dist-info"
        folder.mkdir()
        (folder / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (folder / "entry_points.txt").write_text(f"[ilpuzzles.backends]\n{entry}\n")

    def run(*arguments: str, **how: Any) -> subprocess.CompletedProcess[str]:
        environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])}
        return run_python("-m", *arguments, env=environment, **how)

    return run


def test_the_example_is_short_and_says_where_it_is() -> None:
    text = (EXAMPLE / "ilpuzzles_glpk.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 80
    stated = (EXAMPLE / "pyproject.toml").read_text(encoding="utf-8")
    assert '[project.entry-points."ilpuzzles.backends"]\nglpk = "ilpuzzles_glpk:' in stated


@pytest.mark.exhaustive
def test_an_installed_package_is_a_backend_like_ours(
    installed: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    listed = json.loads(installed("ilpuzzles", "backends", "--json").stdout)["backends"]
    said = {one["backend"]: one for one in listed}
    assert list(said) == sorted([*own_backends(), "broken", "glpk"])
    assert said["glpk"]["available"]
    assert "cannot be loaded (ModuleNotFoundError" in said["broken"]["version"]
    counted = installed(
        *("ilpuzzles", "dominoes", "--preset", "4x4", "--count"),
        *("--backend", "glpk", "--workers", "2"),
    )
    assert counted.stdout.split()[0] == "36", counted.stderr
    lines = tmp_path / "runs.csv"
    swept = installed(
        *("ilpuzzles", "bench", "--puzzles", "soma:cube", "--backends", "glpk"),
        *("--formulations", "placement", "--time-limit", "20", "--csv", str(lines)),
    )
    assert swept.returncode == 0, swept.stderr
    with lines.open(encoding="utf-8", newline="") as file:
        (solved,) = csv.DictReader(file)
    found = [solved[name] for name in ("case", "formulation", "backend", "status", "checked")]
    assert found == ["soma cube", "placement", "glpk", "optimal", "rows rules"]
    wrong = installed("ilpuzzles", "cube", "--backend", "broken")
    assert wrong.returncode != 0
    assert wrong.stderr.count("\n") == 1
    assert "backend broken cannot be loaded" in wrong.stderr


@pytest.mark.exhaustive
def test_the_example_passes_the_tests_of_backends(
    installed: Callable[..., subprocess.CompletedProcess[str]],
) -> None:
    # A test that is named would run in all its cases.
    fuzz = "test_every_answer_is_right or test_no_backend_denies_what_was_planted"
    arguments = ("--backend", "glpk", "-q", "-n", "0", "-p", "no:cacheprovider")
    chosen = ("tests/solvers", "tests/fuzz", "-k", f"solvers or {fuzz}")
    done = installed("pytest", *chosen, *arguments, cwd=ROOT)
    assert done.returncode == 0, done.stdout[-3000:]
    assert done.stdout.count(".") >= 10


def test_no_other_backends_are_looked_for_without_need() -> None:
    code = (
        "from ilpuzzles import Model, solve_model\n"
        "from ilpuzzles.solvers import registry\n"
        "model = Model()\nmodel.exactly_one(model.binary('x', 3))\nsolve_model(model)\n"
        "print(registry.plug_ins.cache_info().currsize)"
    )
    assert run_python("-c", code, check=True).stdout == "0\n"
    assert isinstance(plug_ins(), dict)
