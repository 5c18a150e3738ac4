"""How far a sweep is, from its ledger alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ilpuzzles.bench.plan import Planned
from ilpuzzles.bench.record import Run
from ilpuzzles.bench.sweep import IDENTITY
from ilpuzzles.errors import counted
from ilpuzzles.jobs import read_ledger


@dataclass(frozen=True, slots=True)
class SweepStatus:
    """How far a sweep is.

    Attributes:
        cases: Of each case and its question: how many runs are finished, and how many there are.
        failed: The runs that have come to no result, each with its error; they are tried again.
        others: How many finished runs the ledger has beside these.

    Example:
        >>> died = Run("cube empty", "placement", "cbc", error="it died")
        >>> print(SweepStatus({("cube empty", "solve"): (1, 3)}, (died,), 4).text())
        cube empty: solve: 1 of 3
        1 of 3 runs finished
        1 run failed, and will be tried again:
          cube empty, solve, placement cbc: it died
        4 other runs are in the ledger: of other cases or options, made by another number of \
workers, on another machine, or with other versions
    """

    cases: dict[tuple[str, str], tuple[int, int]]
    failed: tuple[Run, ...] = ()
    others: int = 0

    @property
    def done(self) -> int:
        """How many runs are finished."""
        return sum(done for done, _ in self.cases.values())

    @property
    def runs(self) -> int:
        """How many there are."""
        return sum(runs for _, runs in self.cases.values())

    def text(self) -> str:
        """The status in some lines."""
        lines = [
            f"{case}: {question}: {done:,} of {runs:,}"
            for (case, question), (done, runs) in self.cases.items()
        ]
        lines.append(f"{self.done:,} of {counted(self.runs, 'run')} finished")
        if self.failed:
            lines.append(f"{counted(len(self.failed), 'run')} failed, and will be tried again:")
        lines += [f"  {run.case}, {run.question}, {run.solver}: {run.error}" for run in self.failed]
        if self.others:
            lines.append(others_text(self.others))
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """The status as plain data."""
        named = ("case", "question", "formulation", "backend", "options", "seed", "repetition")
        return {
            "done": self.done,
            "runs": self.runs,
            "cases": [
                {"case": case, "question": question, "done": done, "runs": runs}
                for (case, question), (done, runs) in self.cases.items()
            ],
            "failed": [
                {name: getattr(run, name) for name in (*named, "error")} for run in self.failed
            ],
            "others": self.others,
        }


def others_text(number: int) -> str:
    """What is said of runs in a ledger that are none of a sweep."""
    are = "run is" if number == 1 else "runs are"
    return (
        f"{number:,} other {are} in the ledger: of other cases or options, made by another number "
        "of workers, on another machine, or with other versions"
    )


def sweep_status(planned: Sequence[Planned], ledger: Path) -> SweepStatus:
    """Tells how far a sweep is; another process may be at it.

    Args:
        planned: The runs, of `planned_runs`.
        ledger: The file; it is not changed.

    Raises:
        InputError: If there is no such file, or it is something else.
    """
    contents = read_ledger(ledger, IDENTITY)
    cases: dict[tuple[str, str], tuple[int, int]] = {}
    for one in planned:
        name = (one.run.case, one.run.question)
        done, runs = cases.get(name, (0, 0))
        cases[name] = (done + (one.key in contents.finished), runs + 1)
    # Of the same run under several titles, the first one stands for all.
    keys = {one.key: one for one in reversed(planned)}
    failed = tuple(
        replace(one.run, error=contents.failures[key])
        for key, one in reversed(keys.items())
        if key in contents.failures and key not in contents.finished
    )
    return SweepStatus(cases, failed, len(contents.finished.keys() - keys.keys()))
