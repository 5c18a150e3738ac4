"""What the surroundings may do to a search with the real CBC."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ilpuzzles.backends.cbc import CbcBackend
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import BackendError
from ilpuzzles.jobs.process import _running
from ilpuzzles.modelling.model import Model
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.workbench.experiments import formulate
from ilpuzzles.workbench.loading import load
from support.random_models import sample


def hard() -> Model:
    """A model that takes CBC minutes."""
    _, formulated = formulate(load("lonpos", "2pieces"), "cells")
    return formulated.model


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary folder with blanks in its name, for everything that asks for one."""
    folder = tmp_path / "a folder with blanks"
    folder.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    return folder


def test_two_searches_at_once_in_one_folder(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(temporary)
    samples = [sample(seed, objective=True) for seed in range(16)]
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda made: solve_model(made.model, "cbc"), samples))
    for made, result in zip(samples, results, strict=True):
        assert result.objective == made.best()
    assert list(temporary.iterdir()) == []


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV])
def test_a_solver_that_is_killed_is_an_error(temporary: Path, sent: signal.Signals) -> None:
    model = hard()

    def kill() -> None:
        while not _running:
            time.sleep(0.01)
        time.sleep(0.5)
        for child in list(_running):
            os.killpg(child.pid, sent)

    CbcBackend().version()
    killer = threading.Thread(target=kill)
    killer.start()
    result = CbcBackend().solve(model.program(), Options(time_limit=60))
    killer.join()
    assert result.status is Status.ERROR
    assert f"CBC ended with exit code {-sent}" in result.message
    assert (result.limit, result.values, result.complete) == (Limit.NONE, None, False)
    assert list(temporary.iterdir()) == []


@pytest.fixture
def tiny_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A temporary folder on a disk of 64 KiB."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    if (
        sys.platform != "linux"
        or subprocess.run(mount, capture_output=True, check=False).returncode
    ):
        pytest.skip("no small disk can be mounted here")
    monkeypatch.setattr("tempfile.tempdir", str(folder))
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def test_a_full_disk_when_the_model_is_written(tiny_disk: Path) -> None:
    with pytest.raises(BackendError, match="cannot be written"):
        CbcBackend().solve(hard().program(), Options())
    assert list(tiny_disk.iterdir()) == []


def test_a_full_disk_when_the_solution_is_written(tiny_disk: Path) -> None:
    """At every amount of free space: the right answer or what is wrong, never a wrong answer."""
    made = Model()
    x = made.binary("x", 300)
    made.add(x.sum() == 150)
    made.maximize(x.dot(list(range(300))))
    best = sum(range(150, 300))
    CbcBackend().version()
    endings = set()
    for kilobytes in range(0, 64, 4):
        filler = tiny_disk / "filler"
        filler.write_bytes(b"x" * (kilobytes * 1024))
        try:
            result = CbcBackend().solve(made.program(), Options())
        except BackendError as error:
            what, _, _ = str(error).partition(" (No space left on device)")
            endings.add(what)
        else:
            endings.add("answered")
            assert (result.status, result.objective) == (Status.OPTIMAL, best)
        filler.unlink()
        assert list(tiny_disk.iterdir()) == []
    assert endings == {
        "the model for CBC cannot be written",
        "the temporary folder cannot be written",
        "answered",
    }
