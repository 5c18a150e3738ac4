"""Reads a folder of public model files, solves some, and prints tables in Markdown.

It is for the page docs/benchmarks/public_models.md, which says where the files can be had: the
folder has one for each collection. Run it from the top of the checkout:

    python scripts/public_models.py FOLDER [--solve BACKEND] [--time-limit S] [--most N]
        [--optima FILE.solu ...]

Optima are those of `.solu` files: lines such as `=opt= p0033 3089` and `=inf= stein27_inf`.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from ilpuzzles.asking.files import FileModel, read_model
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.result import Result, Status
from ilpuzzles.errors import IlpuzzlesError
from ilpuzzles.modelling.numbers import text_of
from ilpuzzles.queries.solve import solve_model

ENDINGS = {".mps", ".lp", ".opb", ".gz"}
CLOSE = Fraction(1, 10**6)
"""By which share of its size an objective may differ from a known one, which is rounded."""


@dataclass(frozen=True, slots=True)
class File:
    """A file, its model or why it has none, and how many seconds that took."""

    name: str
    model: FileModel | None
    reason: str
    seconds: float

    def size(self) -> str:
        """Its variables (with the share of whole ones), rows and nonzeros, as cells of a table."""
        if self.model is None:
            return "- | - | -"
        program = self.model.program()
        kinds = f"{program.variables:,} ({int(program.whole().sum()):,} whole)"
        return f"{kinds} | {len(program.rows):,} | {len(program.rows.columns):,}"

    def known(self, optima: dict[str, str]) -> str:
        """Its known optimum, `infeasible`, or empty."""
        name = self.name.rpartition("/")[2].removesuffix(".gz")
        return optima.get(name.rpartition(".")[0], "")


def read_files(folder: Path) -> Iterator[File]:
    """Reads every model file below a folder."""
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() not in ENDINGS or not path.is_file():
            continue
        name = str(path.relative_to(folder))
        begin = time.perf_counter()
        try:
            model, reason = read_model(path), ""
        except IlpuzzlesError as error:
            model, reason = None, str(error).removeprefix(f"{path}:")
        yield File(name, model, reason, time.perf_counter() - begin)


def read_optima(paths: Iterable[Path]) -> dict[str, str]:
    """Known optima by the names of files without their endings."""
    found: dict[str, str] = {}
    for path in paths:
        for kind, name, value in re.findall(r"^=(\w+)=\s+(\S+)[ \t]*(\S*)", path.read_text(), re.M):
            if kind in {"opt", "inf"}:
                found[name] = "infeasible" if kind == "inf" else value
    return found


def judged(result: Result, known: str) -> str:
    """What a result is worth beside what is known: `right`, `WRONG`, or why nothing is said."""
    if result.status in {Status.FEASIBLE, Status.UNKNOWN}:
        return "no proof in time"
    if result.status is Status.ERROR:
        return "the solver failed"
    said = result.status.value if result.objective is None else text_of(result.objective)
    if not known:
        return f"{said}, nothing known"
    if known == "infeasible" or result.objective is None:
        right = said == known
    else:
        size = abs(Fraction(known))
        right = abs(Fraction(result.objective) - Fraction(known)) <= CLOSE * (1 + size)
    return "right" if right else f"WRONG: {said}, not {known}"


def solve_files(files: Iterable[File], asked: argparse.Namespace) -> Iterator[str]:
    """Lines of a table: what a backend says of every file that is small enough."""
    optima = read_optima(asked.optima)
    options = Options(time_limit=asked.time_limit)
    yield "| file | entries | seconds | exact | objective | verdict |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for file in files:
        if file.model is None or len(file.model.program().rows.columns) > asked.most:
            continue
        begin = time.perf_counter()
        try:
            result = solve_model(file.model, asked.solve, options)
        except IlpuzzlesError as error:
            yield f"| {file.name} | | | | | {error} |"
            continue
        seconds = time.perf_counter() - begin
        exact = "" if result.objective is None else "no" if result.missed else "yes"
        objective = "" if result.objective is None else text_of(result.objective)
        entries = len(file.model.program().rows.columns)
        cells = (file.name, f"{entries:,}", f"{seconds:.1f}", exact, objective)
        yield f"| {' | '.join(cells)} | {judged(result, file.known(optima))} |"


def main() -> int:
    """Prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--solve", metavar="BACKEND")
    parser.add_argument("--time-limit", type=float, default=10, metavar="S")
    parser.add_argument("--most", type=int, default=20_000, metavar="ENTRIES")
    parser.add_argument("--optima", type=Path, nargs="*", default=[], metavar="FILE.solu")
    asked = parser.parse_args()
    files = list(read_files(asked.folder))
    if not asked.solve:
        print("| file | variables | rows | entries | read in |\n| --- | --- | --- | --- | --- |")
        for file in files:
            read = file.reason or f"{1000 * file.seconds:.0f} ms"
            print(f"| {file.name} | {file.size()} | {read} |")
        number = sum(file.model is not None for file in files)
        print(f"\n{number} of {len(files)} files are read.")
        return 0
    for line in solve_files(files, asked):
        print(line, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
