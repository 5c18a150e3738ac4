"""All peers, in the order of the tables."""

from __future__ import annotations

from dataclasses import dataclass
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


def installed(package: str) -> str | None:
    """The version of a package, or None if it is missing."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None
