"""How good `auto` is: every backend on public files, textbook models, tours, schedules, puzzles.

    python -m benchmarks.backend_choice measure FOLDER ... [--backends NAME ...] [--at-once N]
    python -m benchmarks.backend_choice report

`measure` solves every model by every backend, some at once, adds a line to the table for each, and
goes on where it was stopped; the folders have public model files. `report` writes the page:
what `auto` takes beside the best single choice for each model.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from multiprocessing import get_context
from pathlib import Path
from random import Random
from statistics import geometric_mean
from typing import Any

from benchmarks.classical_models import classical_model, classical_names
from benchmarks.job_shops import stated
from benchmarks.loops import tour
from ilpuzzles.asking.files import read_model
from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.errors import IlpuzzlesError
from ilpuzzles.experiments.experiments import formulate
from ilpuzzles.experiments.loading import load
from ilpuzzles.modelling.numbers import text_of
from ilpuzzles.modelling.program import Program, program_of
from ilpuzzles.modelling.text_tables import Table
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.reading.library import Library
from ilpuzzles.solvers.structure import Structure, structure_of

BACKENDS = ("cpsat", "highs", "scip", "cbc", "clingo")
TABLE = Path("docs/benchmarks/backend_choice.jsonl")
SOLVED = frozenset({"optimal", "infeasible", "unbounded"})
LIMIT, SHIFT = 20.0, 1.0
ENDINGS = {".mps", ".lp", ".opb", ".gz"}
MOST = 200_000
"""How many entries a model may have."""


def job_shop(jobs: int, machines: int) -> Model:
    """A job shop with random times, every job on every machine once."""
    dice = Random(jobs)
    orders = (dice.sample(range(machines), machines) for _ in range(jobs))
    return stated([[(one, dice.randint(1, 99)) for one in order] for order in orders])


CONSTRAINED: dict[str, Callable[[], Model]] = {
    **{f"tour-{cities}": partial(tour, cities, None) for cities in (10, 20, 35, 50)},
    **{f"job-shop-{n}x{m}": partial(job_shop, n, m) for n, m in ((5, 5), (8, 5), (8, 8))},
}
"""Models that are made of global constraints."""


def sources(folders: list[Path]) -> Iterator[str]:
    """Where each model is from: a file, `own:NAME`, `constraint:NAME`, or `puzzle:NAME PRESET`."""
    for folder in folders:
        files = sorted(path for path in folder.rglob("*") if path.suffix.lower() in ENDINGS)
        yield from (str(path) for path in files if path.is_file())
    yield from (f"own:{name}" for name in classical_names())
    yield from (f"constraint:{name}" for name in CONSTRAINED)
    library = Library.standard()
    for puzzle in library.puzzles():
        yield from (f"puzzle:{puzzle} {preset}" for preset in library.presets(puzzle))


@lru_cache(maxsize=4)
def program_from(source: str) -> Program:
    """The program that a source names."""
    kind, _, name = source.partition(":")
    if kind == "own":
        return classical_model(name).program()
    if kind == "constraint":
        return CONSTRAINED[name]().program()
    if kind == "puzzle":
        return program_of(formulate(load(*name.split(" ")))[1].model)
    return program_of(read_model(source))


def name_of(source: str) -> str:
    """What a model is called in the table: for a file, its folder and its name."""
    if source.startswith(("own:", "constraint:", "puzzle:")):
        return source
    path = Path(source)
    return f"{path.parent.name}/{path.name.removesuffix('.gz').rpartition('.')[0]}"


def measured(source: str, backend: str, limit: float) -> dict[str, object]:
    """What a backend makes of a model: its status, objective and seconds on the wall clock."""
    program = program_from(source)
    begin = time.perf_counter()
    said: dict[str, object] = {"name": name_of(source), "backend": backend}
    try:
        result = solve_model(program, backend, Options(time_limit=limit))
    except IlpuzzlesError as error:
        return {**said, "status": "error", "message": str(error)}
    said["status"] = result.status.value
    if result.objective is not None:
        said["objective"] = text_of(result.objective)
    return {**said, "seconds": round(time.perf_counter() - begin, 3)}


def described(source: str) -> dict[str, object] | None:
    """The structure of a model, as a line of the table; None if it cannot be read, or is large."""
    try:
        program = program_from(source)
    except IlpuzzlesError:
        return None
    if len(program.rows.columns) > MOST:
        return None
    return {"name": name_of(source), "structure": asdict(structure_of(program))}


def lines_of(table: Path) -> list[dict[str, Any]]:
    """The lines of a table, which may not be there yet."""
    return [json.loads(line) for line in table.read_text().splitlines()] if table.is_file() else []


def measure(asked: argparse.Namespace) -> None:
    """Adds to the table what is not yet there."""
    found = lines_of(asked.table)
    known = {line["name"] for line in found if "structure" in line}
    done = {(line["name"], line["backend"]) for line in found if "backend" in line}
    workers = {"max_workers": asked.at_once, "mp_context": get_context("spawn")}
    with asked.table.open("a") as file, ProcessPoolExecutor(**workers) as pool:
        waiting = []
        for source in sources(asked.folders):
            if name_of(source) not in known:
                line = described(source)
                if line is None:
                    continue
                known.add(name_of(source))
                print(json.dumps(line), file=file, flush=True)
            waiting += [
                pool.submit(measured, source, backend, asked.time_limit)
                for backend in asked.backends
                if (name_of(source), backend) not in done
            ]
        for future in as_completed(waiting):
            print(json.dumps(future.result()), file=file, flush=True)


_KINDS = {"own": "textbook models", "constraint": "tours and schedules", "puzzle": "puzzles"}


@dataclass(frozen=True, slots=True)
class Case:
    """A model of the table: what it is like, and what each backend took, in seconds.

    Backends that did not settle it are missing among the seconds.
    """

    name: str
    structure: Structure
    seconds: dict[str, float]

    @property
    def best(self) -> float:
        """What the quickest of the single backends took."""
        return min(self.seconds[name] for name in BACKENDS if name in self.seconds)

    @property
    def kind(self) -> str:
        """Where it is from, what it is made of, and whether some variables are continuous."""
        kind = _KINDS.get(self.name.partition(":")[0], "public files")
        if kind == "puzzles" and self.structure.connected + self.structure.propagated:
            kind = "puzzles where things connect"
        return f"{kind}, mixed" if self.structure.continuous else kind

    def time(self, backend: str) -> float:
        """What a backend counts."""
        return self.seconds.get(backend, 2 * LIMIT)

    def ratio(self, backend: str) -> float:
        """What a backend takes beside the best one, each with the shift."""
        return (self.time(backend) + SHIFT) / (self.best + SHIFT)


def cases(lines: list[dict[str, Any]]) -> list[Case]:
    """The models that some backend settled, in the order of their names."""
    seconds: dict[str, dict[str, float]] = {}
    for line in lines:
        if line.get("status") in SOLVED:
            seconds.setdefault(line["name"], {})[line["backend"]] = line["seconds"]
    return [
        Case(line["name"], Structure(**line["structure"]), seconds[line["name"]])
        for line in sorted(lines, key=lambda line: str(line["name"]))
        if "structure" in line and set(BACKENDS) & set(seconds.get(line["name"], ()))
    ]


def factor(some: list[Case], backend: str) -> float:
    """How much longer a backend takes than the best of each: the quotient of the shifted means."""
    return geometric_mean(case.ratio(backend) for case in some)


PAGE = Path("docs/benchmarks/backend_choice.md")

ABOUT = """\
<!-- Written by `python -m benchmarks.backend_choice report`; do not edit it. -->

# Which backend for which model

`auto` picks a backend by the structure of the model: how many variables are continuous, how many
have a price, whether rows are logic. It has learned this from the models below: public files
(MIPLIB 3 and the files that HiGHS, SCIP and COIN-OR are tested with, of up to 200,000 entries and
20 variables or more, some of whole variables, less those of MIPLIB that nobody solves in a
minute), models of the textbooks in three sizes each, tours and job shops that are made of global
constraints, and all puzzles of this package. Each was given to every backend with one worker and
{limit:.0f} seconds.

How many times as long as the best single backend of each model a choice takes, by the shifted
geometric mean: the geometric mean of seconds plus one, divided by that of the best, so that
models that take no time hardly count. What is not settled in time counts as {penalty:.0f}
seconds; models that nobody settles are left out.
"""

MIDDLE = """\
A worst case of {worst:.1f} means that no model takes `auto` more than {worst:.1f} times as long
as the best. `auto` can be quicker than all of them: the engine for exact covers is none of them.

To repeat it, with folders of files that you have:

```sh
python -m benchmarks.backend_choice measure FOLDER ...
python -m benchmarks.backend_choice report
```

## All models

Seconds on the wall clock; a dash where the search was not finished, or the backend does not take
the model.
"""


def report(table: Path) -> Iterator[str]:
    """The page, in Markdown."""
    found = cases(lines_of(table))
    names = [*BACKENDS, "auto"]
    head = [f"`{name}`" for name in names]
    yield ABOUT.format(limit=LIMIT, penalty=2 * LIMIT)
    yield Table(["", "models", *head], list(_summary(found, names))).markdown(str)
    yield ""
    yield MIDDLE.format(worst=max(case.ratio("auto") for case in found))
    yield Table(["model", "variables", "rows", *head], list(_details(found, names))).markdown(str)


def _summary(found: list[Case], names: list[str]) -> Iterator[list[str]]:
    """A line for each kind of models, and for all."""
    for kind in (*sorted({case.kind for case in found}), "all"):
        some = [case for case in found if kind in (case.kind, "all")]
        cells = [
            f"{factor(some, name):.2f}" if any(name in case.seconds for case in some) else "-"
            for name in names
        ]
        yield [kind, f"{len(some)}", *cells]
    yield ["worst model", "", *(f"{max(case.ratio(name) for case in found):.1f}" for name in names)]
    open_ones = (sum(name not in case.seconds for case in found) for name in names)
    yield ["not settled", "", *map(str, open_ones)]


def _details(found: list[Case], names: list[str]) -> Iterator[list[str]]:
    """A line for each model."""
    for case in found:
        cells = [f"{case.seconds[name]:.2f}" if name in case.seconds else "-" for name in names]
        size = [f"{case.structure.columns:,}", f"{case.structure.rows:,}"]
        yield [case.name.replace(":", " "), *size, *cells]


def main() -> int:
    """Does what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=["measure", "report"])
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--table", type=Path, default=TABLE)
    parser.add_argument("--time-limit", type=float, default=LIMIT)
    parser.add_argument("--backends", nargs="*", default=BACKENDS)
    parser.add_argument("--at-once", type=int, default=2)
    asked = parser.parse_args()
    if asked.task == "measure":
        measure(asked)
    else:
        PAGE.write_text("\n".join(report(asked.table)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
