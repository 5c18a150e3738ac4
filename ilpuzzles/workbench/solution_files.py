"""Writes solutions to a file as they are found: lines of JSON, or an array."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO, Any, Protocol

import numpy as np

from ilpuzzles.errors import InputError, OutputError, Problem
from ilpuzzles.workbench.subject import Subject, solution_json

LINES, ARRAY = ".jsonl", ".npy"


class HasOwners(Protocol):
    """A solution that says which tile owns each atom."""

    def tile_numbers(self) -> list[int]:
        """For every atom, in the order of the region, the number of its tile."""


class SolutionFile:
    """A file that solutions are added to; it is there once it is finished.

    In `*.jsonl` every line is a solution as `--json` shows it. `*.npy` has an array with a row for
    every solution and a column for every atom, in the order in which the region numbers them: the
    number of the tile that covers it, in the order of the puzzle's file.

    Attributes:
        number: How many solutions it has.

    Example:
        >>> from ilpuzzles.workbench import experiment
        >>> cube, folder = experiment("cube"), tempfile.TemporaryDirectory()
        >>> file = SolutionFile.of(Path(folder.name, "cube.npy"), cube.subject)
        >>> answer = cube.solutions(limit=2, each=file.add)
        >>> file.finish()
        >>> np.load(Path(folder.name, "cube.npy")).shape
        (2, 27)
        >>> folder.cleanup()
    """

    def __init__(self, path: Path, file: IO[bytes]) -> None:
        self._path = path.resolve()
        self._file = file
        self._width: int | None = None
        self.number = 0

    @classmethod
    def of(cls, path: Path, subject: Subject) -> SolutionFile:
        """Begins a file under a temporary name beside the one that it gets.

        Raises:
            InputError: If its name does not say what kind of file it is.
            OutputError: If it cannot be written.
        """
        if path.suffix not in {LINES, ARRAY}:
            what = f"solutions of {subject.name} in a file *{path.suffix}"
            raise InputError(Problem(what, f"name a file *{LINES} or *{ARRAY}", str(path)))
        try:
            file = tempfile.NamedTemporaryFile(  # noqa: SIM115 - `finish` and `discard` close it
                dir=path.resolve().parent, prefix=f".{path.name}.", delete=False
            )
        except OSError as error:
            raise _unwritten(path, error) from None
        return cls(path, file)

    def add(self, solution: Any) -> None:
        """Adds a solution.

        Raises:
            InputError: If it has no atoms with owners, for an array.
            OutputError: If it cannot be written.
        """
        try:
            if self._path.suffix == LINES:
                text = json.dumps(solution_json(solution), ensure_ascii=False)
                self._file.write(text.encode() + b"\n")
            else:
                self._add_row(solution)
        except OSError as error:
            raise _unwritten(self._path, error) from None
        self.number += 1

    def _add_row(self, solution: Any) -> None:
        if not hasattr(solution, "tile_numbers"):
            what = f"an array of solutions of type {type(solution).__name__}"
            raise InputError(Problem(what, f"write *{LINES}"))
        row = np.array(solution.tile_numbers(), dtype=np.int16)
        if self._width is None:
            self._width = len(row)
            self._write_header()
        self._file.write(row.tobytes())

    def _write_header(self) -> None:
        """The header of the array; NumPy leaves room in it for more rows."""
        shape = (self.number, self._width or 0)
        header = {"descr": "<i2", "fortran_order": False, "shape": shape}
        np.lib.format.write_array_header_1_0(self._file, header)

    def finish(self) -> None:
        """Gives the file its name.

        Raises:
            OutputError: If that cannot be done.
        """
        try:
            if self._path.suffix == ARRAY:
                self._file.seek(0)
                self._write_header()
            self._file.close()
            umask = os.umask(0)
            os.umask(umask)
            temporary = Path(self._file.name)
            temporary.chmod(0o666 & ~umask)
            temporary.replace(self._path)
        except OSError as error:
            raise _unwritten(self._path, error) from None

    def discard(self) -> None:
        """Removes what was not finished."""
        self._file.close()
        with suppress(OSError):
            Path(self._file.name).unlink()


def _unwritten(path: Path, error: OSError) -> OutputError:
    what = f"cannot be written ({error.strerror})"
    return OutputError(Problem(what, "name another file", str(path)))
