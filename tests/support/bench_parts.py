"""What the tests of sweeps share: functions that return models, and small specifications."""

from __future__ import annotations

from pathlib import Path

from ilpuzzles.bench.model_sources import FunctionSource, PuzzleSource
from ilpuzzles.bench.plan import Planned, plan_runs
from ilpuzzles.bench.spec import Case, RunSettings, Spec

FUNCTIONS = """\
import os
import signal
import time
from ilpuzzles import Model


def rooks(n=3):
    model = Model("rooks")
    board = model.binary("rook", n, n)
    model.exactly_one(board, axis=0)
    model.exactly_one(board, axis=1)
    return model


def knapsack():
    model = Model("knapsack")
    x = model.binary("x", 3)
    model.add(2 * x[0] + 3 * x[1] + 4 * x[2] <= 6)
    model.maximize(3 * x[0] + 4 * x[1] + 6 * x[2])
    return model


def impossible():
    model = rooks()
    model.add(model.binary("y") >= 2)
    return model


def crash():
    os.kill(os.getpid(), signal.SIGSEGV)


def leave():
    print("out of order")
    os._exit(3)


def wait():
    time.sleep(100)


def wrong():
    return 1 / 0


def nothing():
    return None


def out_of_room():
    import errno
    if "ILPUZZLES_TEST_ROOM" not in os.environ:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    return rooks()


def out_of_memory():
    return bytearray(1 << 60)


def without_library():
    import no_such_library


def write_nothing_more():
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    return rooks()


def hungry(megabytes=0):
    kept = [bytes(bytearray(b"x") * (1 << 20)) for _ in range(megabytes)]
    time.sleep(100)
    return rooks() if kept else None
"""

# A decoder that loses a tile, and a model that loses solutions.
BROKEN = """\
from dataclasses import replace
from ilpuzzles.puzzles.kinds import get_kind

placement = get_kind("tiling").formulations["placement"]


def loses_a_tile(instance):
    found = placement.build(instance)
    whole = found.decode

    def decode(values):
        solution = whole(values)
        return replace(solution, tiles=solution.tiles[:-1])

    return replace(found, decode=decode)


def loses_solutions(instance):
    found = placement.build(instance)
    found.model.add(found.model.families[0].flat[0] == 0)
    return found
"""


def write_functions(folder: Path) -> Path:
    """A file with functions that return models, or go wrong in their own ways."""
    path = folder / "own.py"
    path.write_text(FUNCTIONS, encoding="utf-8")
    return path


def planned(case: Case, *, workers: int = 1, cluster: str | None = None) -> list[Planned]:
    """The runs of a case."""
    return plan_runs(Spec("a test", cases=(case,)), workers=workers, cluster=cluster)


def of_function(
    folder: Path, name: str, *, backend: str = "cbc", question: str = "solve", limit: float = 20
) -> Planned:
    """The one run of a function of `FUNCTIONS`."""
    settings = RunSettings(question=question, backends=(backend,), time_limit=limit)
    (run,) = planned(Case(FunctionSource(write_functions(folder), name), settings))
    return run


def of_puzzle(puzzle: str, preset: str | None, settings: RunSettings) -> list[Planned]:
    """The runs of an instance of a puzzle."""
    return planned(Case(PuzzleSource(puzzle, preset), settings))
