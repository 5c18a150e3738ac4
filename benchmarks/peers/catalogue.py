"""All peers, in the order of the tables."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version


@dataclass(frozen=True, slots=True)
class Peer:
    """A package and a way to use it.

    Attributes:
        title: What the tables call it.
        module: The module of `benchmarks.peers` that has it.
        style: Which of the module's styles it is.
        package: What must be installed.
        sizes: The sizes at which it is measured.
        target: Its name in the targets of `benchmarks.peers.report`, for our own.
    """

    title: str
    module: str
    style: str
    package: str = "ortools"
    sizes: tuple[str, ...] = ("small", "large")
    target: str = ""


PEERS = (
    Peer("arrays into CP-SAT's proto", "raw", "cpsat"),
    Peer("arrays into MathOpt's proto", "raw", "mathopt"),
    Peer("ilpuzzles, add_rows from arrays", "own", "bulk", target="bulk"),
    Peer("ilpuzzles, A @ x <= 1 to matrices", "own", "matrix"),
    Peer("ilpuzzles, helpers of arrays", "own", "helpers-arrays", target="helpers"),
    Peer("ilpuzzles, helpers of lists", "own", "helpers-lists", target="helpers"),
    Peer("ilpuzzles, sum(x) == 1", "own", "operators", target="operators"),
    Peer("ilpuzzles, sum(c * x) == 9", "own", "weighted", target="operators"),
    Peer("CP-SAT's cp_model, helpers", "cp_model", "helpers"),
    Peer("CP-SAT's cp_model, sum(x) == 1", "cp_model", "operators"),
    Peer("CP-SAT's cp_model, sum(c * x) == 9", "cp_model", "weighted"),
    Peer("MathOpt, sum(x) == 1", "mathopt", "operators"),
    Peer("CPMpy to cp_model, sum(x) == 1", "cpmpy", "operators", "cpmpy"),
    Peer("linopy, tables to matrices", "linopy", "bulk", "linopy"),
    Peer("linopy, tables to an LP file", "linopy", "bulk-file", "linopy"),
    # Half a minute at the large size, which says no more than the small one.
    Peer("linopy, sum(x) == 1 to matrices", "linopy", "operators", "linopy", sizes=("small",)),
    Peer("PuLP to an MPS file, sum(x) == 1", "pulp", "operators", "pulp"),
)


# What states models of data, in whole numbers and in doubles.
OF_DATA = (
    Peer("ilpuzzles", "own_data", "data"),
    Peer("linopy", "linopy_data", "data", "linopy"),
    Peer("pyoptinterface", "pyoptinterface_data", "data", "pyoptinterface"),
)


def installed(package: str) -> str | None:
    """The version of a package, or None if it is missing here, and in the environment of peers."""
    try:
        return version(package)
    except PackageNotFoundError:
        return _version_there(package)


def python_with(package: str) -> str:
    """The Python that has a package: this one, or that of the environment of peers.

    Some peers bring a HiGHS of their own, which cannot share an environment with what is here. The
    variable `ILPUZZLES_PEERS` names the Python of another one.
    """
    try:
        version(package)
    except PackageNotFoundError:
        return os.environ.get("ILPUZZLES_PEERS", sys.executable)
    return sys.executable


@cache
def _version_there(package: str) -> str | None:
    python = os.environ.get("ILPUZZLES_PEERS")
    if not python:
        return None
    ask = f"from importlib.metadata import version; print(version({package!r}))"
    run = subprocess.run(  # noqa: S603 - a Python that the user names, with fixed arguments
        [python, "-c", ask], capture_output=True, text=True, check=False
    )
    return run.stdout.strip() or None
