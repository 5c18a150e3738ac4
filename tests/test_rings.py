"""The rings of the tests: what the quick one has of each family, and that a hang is a failure."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from support.commands import run_python
from support.places import ROOT
from support.rings import CHUNK, FIRST, SHARE, chunks, some_of


def family(*arguments: tuple[str, list[Any]], every: tuple[str, ...] = ()) -> list[Any]:
    """All cases of a test, as far as `some_of` looks at them."""
    names, lists = zip(*arguments, strict=True)
    mark = SimpleNamespace(args=every) if every else None
    return [
        SimpleNamespace(
            nodeid=f"tests/test_a.py::test_b[{values}]",
            callspec=SimpleNamespace(params=dict(zip(names, values, strict=True))),
            get_closest_marker=lambda _name: mark,
        )
        for values in product(*lists)
    ]


def values_of(cases: list[Any], name: str) -> set[Any]:
    return {case.callspec.params[name] for case in cases}


def test_the_share_of_a_family_has_every_value_of_short_arguments() -> None:
    cases = family(("backend", ["a", "b", "c"]), ("use", list(range(4))), ("seed", list(range(90))))
    kept = some_of(cases)
    assert len(kept) == SHARE
    assert values_of(kept, "backend") == {"a", "b", "c"}
    assert values_of(kept, "use") == set(range(4))
    assert [case.nodeid for case in some_of(cases[::-1])] == [case.nodeid for case in kept]


def test_every_value_of_an_argument_can_be_asked_for() -> None:
    cases = family(("puzzle", list(range(40))), ("backend", ["a", "b"]), every=("puzzle",))
    kept = some_of(cases)
    assert values_of(kept, "puzzle") == set(range(40))
    assert len(kept) <= 41


def test_a_larger_share_has_as_many_as_it_should_and_depends_on_the_lots() -> None:
    cases = family(("backend", ["a", "b", "c"]), ("seed", list(range(90))))
    kept = some_of(cases, 90)
    assert len(kept) == 90
    assert values_of(kept, "backend") == {"a", "b", "c"}
    other = some_of(cases, 90, lambda case: repr(case.nodeid[::-1]).encode())
    assert len(other) == 90
    assert {case.nodeid for case in kept} != {case.nodeid for case in other}


@pytest.mark.parametrize("number", [1, FIRST, CHUNK, 60, 200])
def test_all_seeds_are_in_some_chunk(number: int) -> None:
    parts = chunks(number)
    assert [seed for chunk in parts for seed in chunk.values[0]] == list(range(number))  # type: ignore[union-attr]
    assert len(parts[0].values[0]) == min(number, FIRST)  # type: ignore[arg-type]
    assert [bool(chunk.marks) for chunk in parts] == [False] + [True] * (len(parts) - 1)


FILE = """
import time
import pytest
from hypothesis import given, strategies as st
from support.rings import examples
pytestmark = pytest.mark.filterwarnings("default")
@examples(50)
@given(st.integers())
def test_property(number): open("asked", "a").write("x")
@pytest.mark.parametrize("seed", range(99))
def test_many(seed): pass
@pytest.mark.exhaustive
def test_long(): pass
@pytest.mark.external
def test_hangs():
    time.sleep(60)
def test_of_seeds(seeds): pass
"""
# Random models come in these parts in the exhaustive ring; the quick one has the first.
PARTS = 3


def passed(folder: Path, *arguments: str, hang: float = 100) -> tuple[int, int]:
    """How many tests of the file above pass, and how many examples its property has.

    A test that takes longer than `hang` seconds has to end the run.
    """
    (folder / "test_it.py").write_text(FILE)
    (folder / "asked").write_text("")
    done = run_python(
        *("-m", "pytest", "-n", "0", "-vv", "-p", "conftest"),
        *("-p", "no:cacheprovider", f"-ofaulthandler_timeout={hang}"),
        *("-c", f"{ROOT}/pyproject.toml", f"--rootdir={folder}", *arguments),
        cwd=folder,
        env={"PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"},
    )
    if hang < 1:
        assert done.returncode == 1
        assert "in test_hangs" in done.stderr
    else:
        assert done.returncode == 0, done.stdout
    return done.stdout.count("PASSED"), len((folder / "asked").read_text())


@pytest.mark.exhaustive
def test_each_ring_has_its_tests(tmp_path: Path) -> None:
    """And what runs in two rings runs each time with other examples; a hang ends in a failure."""
    assert passed(tmp_path, "test_it.py") == (1 + SHARE + 1, 5)
    rest = 1 + (99 - SHARE) + 1 + (PARTS - 1)
    assert passed(tmp_path, "-m", "exhaustive", "test_it.py") == (rest, 50)
    assert passed(tmp_path, "-m", "external", "test_it.py", hang=0.3) == (0, 0)
    # Of the 94 cases that are left to it, 32 are one in three; the seeds come in few parts.
    drawn = 1 + 32 + 1 + (PARTS - 1)
    assert passed(tmp_path, "-m", "exhaustive", "--one-in", "3", "test_it.py") == (drawn, 50)


@pytest.mark.exhaustive
def test_what_is_named_and_what_is_widened_runs_in_all_its_cases(tmp_path: Path) -> None:
    assert passed(tmp_path, "test_it.py::test_many") == (99, 0)
    assert passed(tmp_path, "test_it.py::test_long") == (1, 0)
    assert passed(tmp_path, "test_it.py", "--wider", "1") == (1 + 99 + 1 + PARTS, 50)
    # 120 random models come in parts that end with 5, 25, 50, 75, 100 and 120.
    assert passed(tmp_path, "test_it.py", "--wider", "3") == (1 + 99 + 1 + 6, 150)
