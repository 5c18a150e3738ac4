"""Pages are tried out beyond what they show: their code works, and what they name is there."""

from __future__ import annotations

import re
import sys
from itertools import product
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Backend
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.experiments.loading import load
from ilpuzzles.passes.step import Pass, run_passes
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.queries.solutions import enumerate_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.reading.library import Library
from ilpuzzles.solvers.own_backends import OWN_BACKENDS
from support import pages
from support.commands import Run
from support.oracles import count_tilings
from support.places import DOCS, ROOT
from support.random_models import sample

BACKEND, OPERATION, PASS, FAMILY, TILINGS = (
    DOCS / "howto" / f"{name}.md" for name in ("backend", "operation", "pass", "family", "tilings")
)
PAGES = [
    ROOT / "CONTRIBUTING.md",
    BACKEND,
    OPERATION,
    PASS,
    FAMILY,
    *sorted((DOCS / "explanation").glob("*.md")),
    *sorted((DOCS / "decisions").glob("*.md")),
]
PROSE = "\n".join(
    re.sub(r"^ *```.*?^ *```$", "", pages.prose_of(page), flags=re.S | re.M) for page in PAGES
)


def blocks(page: Path, language: str) -> list[str]:
    """The code blocks of a page, in the order in which they stand."""
    return [block.text for block in pages.blocks(page) if block.language == language]


def shown(page: Path) -> dict[str, Any]:
    """What the Python blocks of a page define."""
    names: dict[str, Any] = {"__name__": __name__}
    for block in blocks(page, "python"):
        # As in a file of a reader, without the `from __future__` of this one.
        code = compile(block, page.name, "exec", dont_inherit=True)
        exec(code, names)  # noqa: S102 - our own examples
    return names


@pytest.mark.exhaustive
def test_the_operation_of_the_page(backend: Backend) -> None:
    names = shown(OPERATION)
    sign, apart = names["sign"], names["apart"]
    model = Model()
    n = model.integer("n", 2, lower=-2, upper=2)
    w = model.binary("w")
    model.add(apart(n[0], n[1], 3) | w)
    model.add(w.implies(~apart(n[0], n[1], 2)))
    model.add(sign(n[0]) + sign(n[1]) >= 0)
    found: list[tuple[int, ...]] = []
    listed = enumerate_solutions(model, lambda now: found.append(tuple(now[:3].tolist())), backend)
    expected = [
        (a, b, flag)
        for a, b, flag in product(range(-2, 3), range(-2, 3), (0, 1))
        if (abs(a - b) >= 3 or flag)
        and (not flag or abs(a - b) < 2)
        and (a > 0) - (a < 0) + (b > 0) - (b < 0) >= 0
    ]
    assert listed.complete
    assert sorted(found) == expected
    stated = Model()
    jobs = stated.integer("start", 3, lower=0, upper=9)
    for one, other in ((0, 1), (0, 2), (1, 2)):
        stated.add(apart(jobs[one], jobs[other], 3))
    stated.minimize(jobs.sum())
    assert solve_model(stated, backend).objective == 0 + 3 + 6


@pytest.mark.exhaustive
def test_the_pass_of_the_page() -> None:
    """Of random models whose rows stand twice, it leaves half, and the same solutions."""
    repeated_rows: Pass = shown(PASS)["REPEATED_ROWS"]
    for seed in range(40):
        program = sample(seed, objective=False).model.program()
        places = np.arange(len(program.rows))
        order = np.concatenate([places, places])
        rows = program.rows.ordered(order)
        twice = program.having(rows=rows, row_numbers=program.row_numbers[order])
        after = run_passes([repeated_rows], twice).program
        defining = int(rows.defining().sum())
        assert len(after.rows) - defining <= len(program.rows) - defining // 2
        every = np.array([*product((0, 1), repeat=program.variables)])
        assert after.rows_hold(every).tolist() == program.rows_hold(every).tolist()


def test_the_backend_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("exhaustive")
    monkeypatch.setitem(sys.modules, "exhaustive", module)
    for block in blocks(BACKEND, "python"):
        exec(compile(block, "backend.md", "exec"), vars(module))  # noqa: S102 - our own example
    monkeypatch.setitem(OWN_BACKENDS, "exhaustive", vars(module)["ExhaustiveBackend"])
    for seed in range(60):
        made = sample(seed, objective=True)
        if made.model.program().variables <= 8:
            result = solve_model(made.model, "exhaustive")
            assert (result.complete, result.objective) == (True, made.best()), f"seed {seed}"
    model = Model()
    n = model.integer("n", 2, lower=0, upper=2)
    model.add(n[0] != n[1])
    model.add((n[0] + n[1] == 2) | (n[0] == 1))
    found: list[tuple[int, ...]] = []
    listed = enumerate_solutions(
        model, lambda values: found.append(tuple(values[:2].tolist())), "exhaustive"
    )
    assert (listed.complete, sorted(found)) == (True, [(0, 2), (1, 0), (1, 2), (2, 0)])


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """A library of the puzzles on the page on tilings."""
    files = [block for block in pages.blocks(TILINGS) if block.language == "yaml" and block.file]
    assert len(files) == 10
    for block in files:
        path = tmp_path / block.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.text, encoding="utf-8")
    return Library((tmp_path,))


@pytest.mark.parametrize(
    ("puzzle", "parameters", "preset", "number"),
    [
        ("trio", {}, "corner", 1),
        ("rosette", {}, "given", 2),
        ("strip", {"length": 4}, "valued", 5),
        ("strip", {"length": 3}, None, 5),
        ("matching", {}, "2x3", 416),
        ("shingles", {}, None, 6),
        ("week", {"when": "sa-pm"}, None, 6),
    ],
)
def test_puzzles_of_the_page_on_tilings_are_solved(
    puzzle: str, parameters: dict[str, int | str], preset: str | None, number: int, library: Library
) -> None:
    asked = experiment(puzzle, parameters=parameters, library=library)
    assert isinstance(asked.subject, PuzzlePosition)
    assert asked.subject.preset == preset
    assert asked.count().count == number
    # The oracle knows neither colours nor cells that are covered twice.
    if puzzle not in {"matching", "shingles"}:
        assert count_tilings(asked.subject.plain()) == number


def test_the_puzzle_of_the_page_on_families(library: Library, tmp_path: Path) -> None:
    puzzle, preset = blocks(FAMILY, "yaml")
    (tmp_path / "models" / "trio.yaml").write_text(puzzle)
    (tmp_path / "instances" / "trio" / "empty.yaml").write_text(preset)
    loaded = load("trio", "empty", library=library)
    counted = experiment(loaded, backend="cpsat").count().count
    assert counted == count_tilings(loaded.plain()) == 20
    assert loaded.instance.solutions == 20


@pytest.mark.parametrize("how", ["fewest options first", "`--order corners`"])
def test_the_figures_of_the_cube_on_the_page_on_exact_covers(how: str, run: Run) -> None:
    text = (DOCS / "explanation" / "exact_covers.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"^For the cube.*\n((?:.*\n)+?)\n## ", text, re.MULTILINE)
    (line,) = re.findall(rf"^\| {how} \|.*$", table, re.MULTILINE)
    _, _, placements, dead_ends, _ = (part.strip() for part in line.split("|"))
    options = how.strip("`").split() if how.startswith("`") else []
    search = ("cube", "--count", "--backend", "exactcover", "--engine", "search", "--verbose")
    notes = run(*search, *options).stderr
    assert f"{placements} placements, {dead_ends} dead ends" in notes


def test_every_file_that_is_named_is_there() -> None:
    paths = [
        path.as_posix()
        for place in ("ilpuzzles", "models", "tests", "scripts", "docs/examples")
        for path in (ROOT / place).rglob("*.*")
    ]
    named = set(re.findall(r"`([\w/]+\.(?:py|js))`", PROSE)) - {"__init__.py"}
    assert len(named) > 50
    assert {name for name in named if not any(path.endswith(f"/{name}") for path in paths)} == set()


def test_every_class_that_is_named_is_there() -> None:
    places = [ROOT / "ilpuzzles", ROOT / "models"]
    files = [path for place in places for path in place.rglob("*.py")]
    source = "\n".join(path.read_text("utf-8") for path in files)
    classes = set(re.findall(r"^class (\w+)", source, re.MULTILINE))
    named = set(re.findall(r"`([A-Z][a-z]+[A-Z]?\w*)(?:\.\w+)*`", PROSE))
    assert len(named) > 20
    # Those of Python, and of OR-Tools.
    others = {"BrokenProcessPool", "Decimal", "Fraction", "KeyboardInterrupt", "ModelProto"}
    assert named - classes == others
