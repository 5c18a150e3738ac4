"""Reads what CBC wrote, strictly: half a file or an unknown word is an error, never an answer."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

from ilpuzzles.backends.mip import Answer, whole_values
from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import BackendError, Problem, quoted
from ilpuzzles.modelling import IntArray

_HEADER = re.compile(
    r"(?P<ending>[A-Z][A-Za-z -]*?)"
    r"(?: \(within gap tolerance\))?"
    r"(?P<relaxed> \(no integer solution - continuous used\))?"
    r" - objective value \S+$"
)
_LINE = re.compile(r"(?:\*\*)?\s*\d+ (?P<name>[xr]\d+)\s+(?P<value>\S+)\s+\S+$")
_NODES = re.compile(r"^Enumerated nodes:\s+(\d+)", re.MULTILINE)
_BOUND = re.compile(r"^Lower bound:\s+(\S+)", re.MULTILINE)

# A text of eight digits is that close.
_PRINTED = 1e-7

_ENDINGS = {
    "Optimal": (Status.OPTIMAL, Limit.NONE),
    "Infeasible": (Status.INFEASIBLE, Limit.NONE),
    "Integer infeasible": (Status.INFEASIBLE, Limit.NONE),
    "Unbounded": (Status.UNBOUNDED, Limit.NONE),
    "Stopped on time": (Status.FEASIBLE, Limit.TIME),
    "Stopped on iterations": (Status.FEASIBLE, Limit.NODES),
    "Stopped on nodes": (Status.FEASIBLE, Limit.NODES),
    "Stopped on solutions": (Status.FEASIBLE, Limit.SOLUTIONS),
}


def read_solution(path: Path, variables: int) -> Answer:
    """Reads a solution file that was written with `printingOptions all`.

    Args:
        path: The file.
        variables: How many columns there must be.

    Returns:
        What it says.

    Raises:
        BackendError: If the file is missing, cut short, or says something unknown.
    """
    try:
        text = path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        raise BackendError(Problem("CBC left no solution file", "its log says more")) from None
    header, _, body = text.partition("\n")
    match = _HEADER.match(header.rstrip())
    ending = _ENDINGS.get(match["ending"]) if match else None
    if match is None or ending is None:
        raise BackendError(
            Problem(f"CBC's solution file begins with {quoted(header)}", "its log says more")
        )
    status, limit = ending
    if match["relaxed"] and status is Status.FEASIBLE:
        # The values that follow are those of the relaxation.
        return Answer(Status.UNKNOWN, limit, None)
    if match["relaxed"] or status in {Status.INFEASIBLE, Status.UNBOUNDED}:
        return Answer(Status.INFEASIBLE if match["relaxed"] else status, limit, None)
    if not text.endswith("\n"):
        raise BackendError(Problem("CBC's solution file is cut short", "is the disk full?"))
    return Answer(status, limit, _values(body, variables))


def sharpened(values: IntArray, path: Path) -> IntArray:
    """Values with all their digits: of each, CBC writes no more than eight as text.

    Args:
        values: What it wrote as text, one per column.
        path: What it wrote as doubles, by `saveSolution`: the numbers of rows and columns, then
            the objective, and two doubles for every row and for every column.

    Returns:
        The values with all digits; as they are if the file is missing or says something else.
    """
    try:
        data = path.read_bytes()
    except OSError:
        return values
    rows, columns = np.frombuffer(data[:8].ljust(8, b"\0"), dtype=np.int32).tolist()
    if columns != len(values) or len(data) != 8 + 8 * (1 + 2 * rows + 2 * columns):
        return values
    start = 1 + 2 * rows
    exact = np.rint(np.frombuffer(data[8:], dtype=np.float64)[start : start + columns])
    if not np.allclose(exact, values, rtol=_PRINTED, atol=0.0):
        return values
    return exact.astype(np.int64)


def _values(body: str, variables: int) -> IntArray:
    values = np.zeros(variables, dtype=np.float64)
    seen = np.zeros(variables, dtype=bool)
    for line in body.splitlines():
        match = _LINE.match(line)
        if match is None:
            raise BackendError(
                Problem(f"CBC's solution file has a line {quoted(line)}", "is the disk full?")
            )
        name = match["name"]
        if name[0] == "r":
            continue
        column = int(name[1:])
        if column >= variables or seen[column]:
            raise BackendError(
                Problem(f"CBC's solution file has {name} twice or in error", "run it again")
            )
        seen[column] = True
        try:
            values[column] = float(match["value"])
        except ValueError:
            raise BackendError(
                Problem(f"CBC's solution file has a line {quoted(line)}", "is the disk full?")
            ) from None
    if not seen.all():
        missing = int(np.nonzero(~seen)[0][0])
        raise BackendError(
            Problem(f"CBC's solution file is cut short: no x{missing}", "is the disk full?")
        )
    return whole_values(values, "CBC")


def read_nodes(log: str) -> int | None:
    """How many nodes the log says were searched."""
    found = _NODES.findall(log)
    return int(found[-1]) if found else None


def read_bound(log: str) -> float | None:
    """The bound on the minimised objective that the log states."""
    found = _BOUND.findall(log)
    return float(found[-1]) if found else None
