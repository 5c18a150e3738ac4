"""Defaults to rely on: `auto` beside every single backend on the textbook's models.

    python -m benchmarks.defaults measure [--names PATTERN] [--backends NAME ...]
    python -m benchmarks.defaults report

`measure` asks every model in `benchmarks.classical_models` what it is asked (the first solution,
the best one, how many there are) of every backend and of `auto`, one after the other, and adds a
line to the table for each; what stands there is not asked again. `report` writes the page.

`benchmarks.backend_choice` measures what the choice has learned from: single backends, on the wall
clock, on public files as well. Here `auto` itself is asked, with the short tries that it makes, in
processor time, and what it is held to is one rule: three times the best single backend, and 0.3 s.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from benchmarks.classical_models import (
    BEST,
    COUNT,
    FAMILIES,
    classical_model,
    classical_names,
    classical_tasks,
)
from benchmarks.pencil import cpu_seconds
from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.errors import IlpuzzlesError
from ilpuzzles.modelling.numbers import text_of
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.text_tables import Table
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.solvers.registry import AUTO, backend_names, general_backends

TABLE = Path("docs/benchmarks/defaults.jsonl")
PAGE = TABLE.with_suffix(".md")
LIMIT = 20.0
TIMES, MORE = 3, 0.3
"""What `auto` may take: so many times the best single backend, and so many seconds more."""

SETTLED = {"optimal", "infeasible", "complete"}


def answer_of(program: Program, task: str, backend: str) -> dict[str, Any]:
    """What a backend makes of a task: the status, the objective or the number, who answered."""
    options = Options(time_limit=LIMIT)
    if task == COUNT:
        found = count_solutions(program, backend, options=options)
        status = "complete" if found.complete else "partial"
        return {"status": status, "number": found.number, "by": found.result.backend}
    asked = program if task == BEST else replace(program, objective=None)
    result = solve_model(asked, backend, options)
    said: dict[str, Any] = {"status": result.status.value, "by": result.backend}
    if result.objective is not None:
        said["objective"] = text_of(result.objective)
    return said


def measured(name: str, task: str, backend: str) -> dict[str, Any]:
    """A line of the table."""
    program = classical_model(name).program()
    begun = cpu_seconds()
    try:
        said = answer_of(program, task, backend)
    except IlpuzzlesError as error:
        said = {"status": "error", "message": " ".join(str(error).split())[:200]}
    seconds = round(cpu_seconds() - begun, 3)
    return {"name": name, "task": task, "backend": backend, **said, "seconds": seconds}


def warm_up() -> None:
    """Loads every solver once, which is not to be measured."""
    model = Model()
    x = model.binary("x", 6)
    model.exactly_one(x[:3])
    model.exactly_one(x[3:])
    for name in backend_names():
        model.solve(name)


def questions(pattern: re.Pattern[str], backends: list[str]) -> Iterator[tuple[str, str, str]]:
    """Models, tasks and backends, in a fixed order; MIP solvers list no solutions by themselves."""
    for name in classical_names():
        if not pattern.search(name):
            continue
        for task in classical_tasks(name):
            for backend in backends:
                if task != COUNT or backend not in {"cbc", "highs", "scip"}:
                    yield name, task, backend


def lines_of(table: Path) -> list[dict[str, Any]]:
    """The lines of a table, which may not be there yet."""
    return [json.loads(line) for line in table.read_text().splitlines()] if table.is_file() else []


def measure(given: argparse.Namespace) -> None:
    """Adds to the table what is not yet there."""
    warm_up()
    known = {(line["name"], line["task"], line["backend"]) for line in lines_of(given.table)}
    with given.table.open("a") as file:
        for question in questions(given.names, given.backends):
            if question not in known:
                line = measured(*question)
                print(json.dumps(line), file=file, flush=True)
                print(*line.values(), flush=True)


@dataclass(frozen=True, slots=True)
class Case:
    """A model and a task: what each backend took that settled it, in seconds of processor time."""

    name: str
    task: str
    seconds: dict[str, float] = field(default_factory=dict)
    by: str = ""

    @property
    def best(self) -> tuple[float, str]:
        """What the quickest single backend took, and which one that is."""
        return min((seconds, name) for name, seconds in self.seconds.items() if name != AUTO)

    @property
    def allowed(self) -> float:
        """What `auto` may take."""
        return TIMES * self.best[0] + MORE

    @property
    def is_kept(self) -> bool:
        """Whether it takes no more than that."""
        return self.seconds.get(AUTO, 2 * LIMIT) <= self.allowed

    def cell(self, backend: str) -> str:
        """The seconds of a backend as text; those of `auto` are bold where they are too many."""
        text = f"{self.seconds[backend]:.2f}" if backend in self.seconds else "-"
        return f"**{text}**" if backend == AUTO and not self.is_kept else text

    def loss(self) -> list[str]:
        """A line about a case in which `auto` takes too long."""
        best_seconds, best_backend = self.best
        model = self.name.replace("_", " ")
        best = f"{best_seconds:.2f}"
        if AUTO not in self.seconds:
            return [model, self.task, f"`{best_backend}`", best, f"more than {LIMIT:.0f}", "-"]
        # Less than a hundredth of a second cannot be told from none.
        times = self.seconds[AUTO] / max(best_seconds, 0.01)
        return [model, self.task, f"`{best_backend}`", best, self.cell(AUTO), f"{times:.1f}"]


def cases(lines: list[dict[str, Any]]) -> list[Case]:
    """All models and tasks that some single backend has settled, in the order of the families."""
    found: dict[tuple[str, str], dict[str, float]] = {}
    by: dict[tuple[str, str], str] = {}
    for line in lines:
        place = line["name"], line["task"]
        if line["status"] in SETTLED:
            found.setdefault(place, {})[line["backend"]] = line["seconds"]
        if line["backend"] == AUTO:
            by[place] = line.get("by", "")
    return [
        Case(name, task, found[name, task], by.get((name, task), ""))
        for name in classical_names()
        for task in classical_tasks(name)
        if set(found.get((name, task), ())) - {AUTO}
    ]


ABOUT = """\
<!-- Written by `python -m benchmarks.defaults report`; do not edit it. -->

# What `auto` takes

`auto` is the backend of every question that names none. Here it is beside every single backend, on
{families} families of models from the textbooks in three sizes each: the first solution, the best
one, and how many there are, where that means something. All figures are seconds of processor time,
the solver's own process included, with one worker and {limit:.0f} seconds at most, in a process
that has loaded every solver before.

`auto` may take {times} times as long as the quickest single backend of each model, and {more} s
more. It keeps to that in {kept} of {number} cases. It makes short tries where the structure of a
model does not tell: CP-SAT first, the engine for exact covers where something has to be covered
exactly, and clingo's cores where something is connected or counted. Each of these is limited by its
own work, not by seconds, so that the same backend answers on any machine. The numbers that it
chooses by stand at the top of `ilpuzzles/solvers/registry.py`, with the lines below that they come
from.

```sh
python -m benchmarks.defaults measure
python -m benchmarks.defaults report
```
"""

LOSSES = """\
## Where it takes longer

The cases in which `auto` takes more than {times} times as long as the quickest single backend, and
{more} s more. If you have such a model, name the backend.
"""

ALL = """\
## All cases

A dash means that it was not settled, or that the backend does not take the model. Figures of `auto`
are **bold** where it takes longer than that.
"""


def report(table: Path) -> Iterator[str]:
    """The page, in Markdown."""
    measured_cases = cases(lines_of(table))
    lost = [case for case in measured_cases if not case.is_kept]
    yield ABOUT.format(
        families=len(FAMILIES),
        limit=LIMIT,
        times=TIMES,
        more=MORE,
        kept=len(measured_cases) - len(lost),
        number=len(measured_cases),
    )
    if lost:
        yield LOSSES.format(times=TIMES, more=MORE)
        heads = ["model", "task", "quickest", "its seconds", "`auto`", "times"]
        yield Table(heads, [case.loss() for case in lost]).markdown(str)
        yield ""
    yield ALL
    names = (*general_backends(), "exactcover", AUTO)
    lines = []
    for case in measured_cases:
        cells = [case.cell(name) for name in names]
        lines.append([case.name.replace("_", " "), case.task, *cells, case.by])
    yield Table(["model", "task", *(f"`{name}`" for name in names), "by"], lines).markdown(str)


def main() -> int:
    """Does what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("task", choices=["measure", "report"])
    parser.add_argument("--names", type=re.compile, default=re.compile(""))
    parser.add_argument("--backends", nargs="*", default=[*backend_names(), AUTO])
    parser.add_argument("--table", type=Path, default=TABLE)
    given = parser.parse_args()
    if given.task == "measure":
        measure(given)
    else:
        PAGE.write_text("\n".join(report(given.table)) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
