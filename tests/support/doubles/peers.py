"""HiGHS and SCIP in an environment of their own, as readers and solvers of files."""

from __future__ import annotations

import json
import os
import re
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from support.doubles.data import DoubleModel

PEERS = "ILPUZZLES_PEERS"
"""The environment variable with a Python that has highspy and pyscipopt."""

NO_PEERS = f"{PEERS} names no Python with highspy and pyscipopt"
UNREADABLE = "unreadable"
"""The status of a file that a peer cannot read."""

LEAST_ENTRY = 1e-12
"""The least size of a coefficient that HiGHS keeps."""

_SECONDS = 5.0
_PROGRAM = Path(__file__).with_name("peer_program.py")


@dataclass(frozen=True, slots=True)
class PeerAnswer:
    """How a peer solved a file.

    Attributes:
        status: Optimal, infeasible, unbounded, unknown, or unreadable.
        objective: The best value.
        values: The value of every column by its name in the file.
        error: What went wrong, where the file cannot be read.
    """

    status: str
    objective: float | None = None
    values: Mapping[str, float] | None = None
    error: str = ""


class Peers:
    """A process that answers questions about files; it is started anew if it has died."""

    def __init__(self, python: str) -> None:
        self._python = python
        self._process: subprocess.Popen[str] | None = None
        self._folder = TemporaryDirectory()

    def close(self) -> None:
        """Ends the process."""
        self._folder.cleanup()
        if self._process is not None:
            with self._process:
                assert self._process.stdin is not None
                self._process.stdin.close()
            self._process = None

    def file(self, text: str, ending: str) -> Path:
        """A file with this text, until the next one of the same ending."""
        path = Path(self._folder.name, f"model{ending}")
        path.write_text(text, "utf-8")
        return path

    def solve(self, program: str, text: str, ending: str) -> PeerAnswer:
        """Solves the text of a file with `highs` or `scip`."""
        path = self.file(text, ending)
        return PeerAnswer(**self._ask(do=program, path=str(path), seconds=_SECONDS))

    def read(self, text: str, ending: str) -> DoubleModel | str:
        """The numbers of a file as HiGHS reads them, or why it does not."""
        found = self._ask(do="read", path=str(self.file(text, ending)))
        return found["error"] if "error" in found else _as_model(found)

    def write(self, text: str, ending: str, other: str) -> str:
        """The model of a file as HiGHS writes it in another format."""
        target = Path(self._folder.name, f"written{other}")
        found = self._ask(do="write", path=str(self.file(text, ending)), target=str(target))
        if "error" in found:
            raise ValueError(found["error"])
        return target.read_text("utf-8")

    def _ask(self, **question: Any) -> dict[str, Any]:
        if self._process is None:
            self._process = subprocess.Popen(
                [self._python, str(_PROGRAM)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                encoding="utf-8",
            )
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
            line = process.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            process.kill()
            process.communicate()
            self._process = None
            return {"status": "unknown", "error": "the process of the peers has ended"}
        found: dict[str, Any] = json.loads(line)
        return found


@contextmanager
def peers_if_any() -> Iterator[Peers | None]:
    """The peers that the environment variable names; None without it."""
    python = os.environ.get(PEERS)
    if not python:
        yield None
        return
    peers = Peers(python)
    try:
        yield peers
    finally:
        peers.close()


def number_in(name: str) -> int | None:
    """The number in a name such as `x[3]`, `x_3` or `r3__low`; None if there is none."""
    found = re.search(r"\d+", name)
    return None if found is None else int(found.group())


def _as_model(found: Mapping[str, Any]) -> DoubleModel:
    """The model of a file, with its columns in the order of the numbers in their names.

    A column without a number stands for the constant of the objective, and is fixed.
    """
    names: list[str] = found["columns"]
    numbers = [number_in(name) for name in names]
    columns = 1 + max((number for number in numbers if number is not None), default=-1)
    rows = len(found["row_lower"])
    matrix = np.zeros((rows, columns))
    lower, upper, costs = np.zeros(columns), np.zeros(columns), np.zeros(columns)
    whole = np.zeros(columns, dtype=bool)
    constant = float(found["constant"])
    for place, number in enumerate(numbers):
        if number is None:
            constant += found["costs"][place] * found["lower"][place]
            continue
        lower[number], upper[number] = found["lower"][place], found["upper"][place]
        costs[number] = found["costs"][place]
        whole[number] = found["whole"][place]
    places = zip(found["entry_rows"], found["entry_columns"], found["entries"], strict=True)
    for row, place, value in places:
        number = numbers[place]
        assert number is not None, "the constant stands in a row"
        matrix[row, number] += value
    return DoubleModel(
        family="file",
        matrix=matrix,
        row_lower=np.array(found["row_lower"]),
        row_upper=np.array(found["row_upper"]),
        lower=lower,
        upper=upper,
        whole=whole,
        costs=costs,
        constant=constant,
        maximise=found["maximise"],
    )
