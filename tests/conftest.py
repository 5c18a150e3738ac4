"""What several test modules share."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ilpuzzles.backends import Backend, general_backends, get_backend


@pytest.fixture(params=general_backends())
def backend(request: pytest.FixtureRequest) -> Backend:
    """Every backend that takes rows of all kinds, in turn."""
    found = get_backend(request.param)
    assert found.available(), f"the tests need {request.param}: {found.needs}"
    return found


CHUNK = 25


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--models 5000` makes the random tests ten times as long."""
    parser.addoption(
        "--models", type=int, default=500, help="how many random models each backend solves"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Gives a test that asks for `seeds` all seeds, in chunks."""
    if "seeds" in metafunc.fixturenames:
        count = metafunc.config.getoption("--models")
        chunks = [range(first, min(first + CHUNK, count)) for first in range(0, count, CHUNK)]
        metafunc.parametrize("seeds", chunks, ids=lambda chunk: f"{chunk.start}")


Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs `python -m ilpuzzles` in an empty folder, as a user would."""

    def start(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        inherited = {
            name: value
            for name, value in os.environ.items()
            if name not in {"ILPUZZLES_PATH", "NO_COLOR", "FORCE_COLOR", "ILPUZZLES_CBC"}
        }
        return subprocess.run(
            [sys.executable, "-m", "ilpuzzles", *arguments],
            cwd=tmp_path,
            env=inherited | {"PYTHONIOENCODING": "utf-8"} | environment,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )

    return start
