"""Writes solutions to a file as they are found: lines of JSON, or an array."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np

from ilpuzzles.errors import InputError, Problem
from ilpuzzles.jobs.temporary_files import Replacement, require_ending
from ilpuzzles.workbench.check_files import LINES
from ilpuzzles.workbench.own_puzzles import solution_json

ARRAY = ".npy"


def require_solution_file(path: Path) -> None:
    """Raises unless the name of a file says in which form it is to have solutions."""
    require_ending(path, "file of solutions", LINES, ARRAY)


@runtime_checkable
class HasTileNumbers(Protocol):
    """A solution that says which tile covers each atom."""

    def tile_numbers(self) -> list[int]:
        """For every atom, in the order of the region, the number of its tile; -1 for none."""


class SolutionFile:
    """A file that `number` solutions are added to; it is there once it is finished.

    In `*.jsonl` every line is a solution as `--json` shows it. `*.npy` has an array with a row for
    every solution and a column for every atom, in the order in which the region numbers them: the
    number of the tile that covers it, in the order of the puzzle's file, plus the number of the
    copy times the number of tiles; -1 where there is none.

    Example:
        >>> import tempfile
        >>> from ilpuzzles import experiment
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = SolutionFile(Path(folder, "cube.npy"))
        ...     answer = experiment("cube").solutions(limit=2, each=file.add)
        ...     file.finish()
        ...     np.load(Path(folder, "cube.npy")).shape
        (2, 27)
    """

    def __init__(self, path: Path) -> None:
        require_solution_file(path)
        # A device or a pipe has no ending, and cannot be gone back in for the header of an array.
        self._kind = ARRAY if path.suffix.lower() == ARRAY else LINES
        self._replacement = Replacement(path)
        self._width: int | None = None
        self.number = 0

    def add(self, solution: Any) -> None:
        """Adds a solution."""
        if self._kind == LINES:
            text = json.dumps(solution_json(solution), ensure_ascii=False)
            self._replacement.write(text.encode() + b"\n")
        elif isinstance(solution, HasTileNumbers):
            row = np.array(solution.tile_numbers(), dtype=np.int32)
            if self._width is None:
                self._width = len(row)
                self._write_header()
            self._replacement.write(row.tobytes())
        else:
            what = "an array of solutions in which no tiles cover cells"
            raise InputError(Problem(what, f"name a file *{LINES}"))
        self.number += 1

    def _write_header(self) -> None:
        """The header of the array; NumPy leaves room in it for more rows."""
        shape = (self.number, self._width or 0)
        header = {"descr": "<i4", "fortran_order": False, "shape": shape}
        np.lib.format.write_array_header_1_0(self._replacement.file, header)

    def finish(self) -> None:
        """Puts the file in its place."""
        if self._kind == ARRAY:
            try:
                self._replacement.file.seek(0)
                self._write_header()
            except OSError as error:
                raise self._replacement.unwritten(error) from None
        self._replacement.finish()

    def discard(self) -> None:
        """Removes what was not finished."""
        self._replacement.discard()
