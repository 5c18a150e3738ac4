"""Finds the tests that run a line: a mistake in that line is for these to notice.

To ask all tests of a room about each of hundreds of mistakes takes hours; those that run the line
take a fifth of that. What they run is recorded once, with the tests of each room that is asked for.

A result that is kept from one test for another is computed in the first of them alone, so that a
mistake in it may be noticed by more tests than those that are named here.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from coverage import CoverageData

from scripts.trials import HOME, NO_OTHERS, PLUGINS, copies, room_tests

# A line that more tests run is asked of the whole room, which has noticed it as soon.
_MOST = 100


@dataclass(frozen=True, slots=True)
class CoveringTests:
    """The tests that run each line of the files of some rooms.

    Attributes:
        by_room: For the tests of each room: of each file, the tests that run each line.
    """

    by_room: Mapping[tuple[str, ...], Mapping[str, Mapping[int, Sequence[str]]]]

    def of(self, file: str, row: int) -> list[str]:
        """The tests to ask about a line: all of its room where none is known to run it.

        What runs while a file is imported belongs to no test.
        """
        room = room_tests(file)
        lines = self.by_room[_recorded_tests(file)].get(file, {})
        first, last = statement_of((HOME / file).read_text("utf-8"), row)
        found = {test for line in range(first, last + 1) for test in lines.get(line, ())}
        return room if not found or "" in found or len(found) > _MOST else sorted(found)


def statement_of(source: str, row: int) -> tuple[int, int]:
    r"""The first and the last line of the statement that a line is in; of a block, of its head.

    >>> source = "if (a and\n        b):\n    c()\n"
    >>> statement_of(source, 2), statement_of(source, 3)
    ((1, 2), (3, 3))
    """
    first, last = row, row
    shortest = None
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.stmt) or node.end_lineno is None:
            continue
        body = getattr(node, "body", None)
        end = body[0].lineno - 1 if body else node.end_lineno
        end = max(end, node.lineno)
        if node.lineno <= row <= end and (shortest is None or end - node.lineno < shortest):
            first, last, shortest = node.lineno, end, end - node.lineno
    return first, last


def covering_tests(files: Iterable[str], workers: int) -> CoveringTests:
    """Runs the tests of the rooms of some files, and records what each of them runs."""
    rooms = sorted({*map(_recorded_tests, files)})
    with copies(workers) as free, ThreadPoolExecutor(workers) as pool:

        def recorded(room: tuple[str, ...]) -> Mapping[str, Mapping[int, Sequence[str]]]:
            copy = free.get()
            try:
                return _lines_by_file(room, copy)
            finally:
                free.put(copy)

        return CoveringTests(dict(zip(rooms, pool.map(recorded, rooms), strict=True)))


def _recorded_tests(file: str) -> tuple[str, ...]:
    """The tests that are recorded for a file: for those in `models/`, those of all genres."""
    beside = "ilpuzzles/genres/genre.py" if file.startswith("models/") else file
    return tuple(room_tests(beside))


def _lines_by_file(room: Sequence[str], copy: Path) -> dict[str, dict[int, list[str]]]:
    """The tests that run each line, by file."""
    there = [name for name in room if (copy / name).exists()]
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder, "coverage")
        places = {"PYTHONPATH": str(copy), "NUMBA_CACHE_DIR": str(copy / "numba")}
        subprocess.run(
            [
                *(sys.executable, "-m", "pytest", "-n", "0", *PLUGINS, "-p", "pytest_cov"),
                *("--cov=ilpuzzles", "--cov=models", "--cov-context=test", "--cov-report="),
                *there,
            ],
            cwd=copy,
            env=os.environ | places | {"COVERAGE_FILE": str(database)} | NO_OTHERS,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        return dict(_lines_run(database, copy))


def _lines_run(database: Path, copy: Path) -> Iterator[tuple[str, dict[int, list[str]]]]:
    """Each file of the package and of the puzzles, and the tests that ran each of its lines."""
    data = CoverageData(str(database))
    data.read()
    for path in sorted(data.measured_files()):
        if not Path(path).is_relative_to(copy):
            continue
        contexts = data.contexts_by_lineno(path)
        lines = {
            # All cases of a test: what tells one from the others may be any text.
            line: sorted({test.rpartition("|")[0].partition("[")[0] for test in tests})
            for line, tests in contexts.items()
        }
        yield Path(path).relative_to(copy).as_posix(), lines
