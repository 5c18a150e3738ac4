"""The rings of the tests: what the quick one has of each family, and that a hang is a failure."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from support.commands import run_python
from support.places import ROOT
from support.rings import CHUNK, FIRST, SHARE, chunks, dear_tests, quick_share


def family(*arguments: tuple[str, list[Any]], every: tuple[str, ...] = ()) -> list[Any]:
    """All cases of a test, as far as `quick_share` looks at them."""
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
    kept = quick_share(cases)
    assert len(kept) == SHARE
    assert values_of(kept, "backend") == {"a", "b", "c"}
    assert values_of(kept, "use") == set(range(4))
    assert [case.nodeid for case in quick_share(cases[::-1])] == [case.nodeid for case in kept]


def test_every_value_of_an_argument_can_be_asked_for() -> None:
    cases = family(("puzzle", list(range(40))), ("backend", ["a", "b"]), every=("puzzle",))
    kept = quick_share(cases)
    assert values_of(kept, "puzzle") == set(range(40))
    assert len(kept) <= 41


@pytest.mark.parametrize("number", [1, FIRST, CHUNK, 60, 200])
def test_all_seeds_are_in_some_chunk(number: int) -> None:
    found = chunks(number, whole=False)
    assert [seed for chunk in found for seed in chunk.values[0]] == list(range(number))  # type: ignore[union-attr]
    assert len(found[0].values[0]) == min(number, FIRST)  # type: ignore[arg-type]
    assert [bool(chunk.marks) for chunk in found] == [False] + [True] * (len(found) - 1)
    assert not any(chunk.marks for chunk in chunks(number, whole=True))


def test_what_is_left_to_the_exhaustive_ring_is_there() -> None:
    """A test that has another name now needs it in `tests/exhaustive.txt`, too."""
    texts: dict[str, str] = {}
    for name in dear_tests():
        file, _, test = name.partition("::")
        text = texts.setdefault(file, (ROOT / file).read_text("utf-8"))
        # An example in a docstring goes by the dotted name of its function.
        assert f"\ndef {test.rpartition('.')[2]}(" in text, name


PROPERTY = """
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
@pytest.mark.slow
def test_hangs():
    time.sleep(60)
def test_of_seeds(seeds): pass
"""


def test_each_ring_has_its_tests(tmp_path: Path) -> None:
    """And what runs in two rings runs each time with other examples; a hang ends in a failure."""
    (tmp_path / "test_it.py").write_text(PROPERTY)
    passed = {}
    for ring in ("", "exhaustive", "slow"):
        (tmp_path / "asked").write_text("")
        asked, patience = ["-m", ring] if ring else [], 0.3 if ring == "slow" else 100
        done = run_python(
            *("-m", "pytest", "-n", "0", "-vv", "-p", "conftest"),
            *("-p", "no:cacheprovider", f"-ofaulthandler_timeout={patience}"),
            *("-c", f"{ROOT}/pyproject.toml", f"--rootdir={tmp_path}", *asked, "test_it.py"),
            cwd=tmp_path,
            env={"PYTHONPATH": f"{ROOT}:{ROOT / 'tests'}"},
        )
        passed[ring] = done.stdout.count("PASSED"), len((tmp_path / "asked").read_text())
        if "slow" in ring:
            assert done.returncode == 1
            assert "in test_hangs" in done.stderr
        else:
            assert done.returncode == 0, done.stdout
    assert passed[""] == (1 + SHARE + 1, 5)
    assert passed["exhaustive"] == (1 + 99 - SHARE + 1 + 50 // CHUNK, 50)
    assert passed["slow"] == (0, 0)
