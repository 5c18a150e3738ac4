"""What others have reported of cases, beside what the same cases take here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ilpuzzles.bench.charts.statistics import Measurement, measurements_of
from ilpuzzles.bench.described import DescribedCase, Reported
from ilpuzzles.bench.record import Run
from ilpuzzles.bench.report_content import Table
from ilpuzzles.bench.summary import instance_text, limit_text, seconds_text


@dataclass(frozen=True, slots=True)
class _Said:
    """A report, and what is known of the cases that it is about.

    Attributes:
        reported: The report.
        cases: The cases in words.
        known: What was measured of each solver, one for each case that it was asked about.
    """

    reported: Reported
    cases: list[str] = field(default_factory=list)
    known: dict[str, list[Measurement]] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """What it is about."""
        # Names may have commas of their own.
        return "; ".join(self.cases)

    def settles(self, solver: str) -> bool:
        """Whether a solver has solved all cases."""
        known = self.known[solver]
        return len(known) == len(self.cases) and all(one.solved for one in known)

    def slowest(self, solver: str) -> float:
        """The longest median of a solver."""
        return max(one.median for one in self.known[solver])


def reported_table(runs: Sequence[Run], described: Iterable[DescribedCase]) -> Table:
    """What others have reported of cases, beside the quickest and the slowest solver here.

    One report of several cases is one row: whoever solves one of them only has not solved them.

    Example:
        >>> runs = [Run("trio", "placement", "cbc", total=2.0, complete=True)]
        >>> said = DescribedCase("trio", reported=Reported("ten minutes", "an article"))
        >>> reported_table(runs, [said]).rows
        (('trio', 'ten minutes (an article)', 'placement cbc, 2.00 s', '', '1 of 1'),)
    """
    rows = []
    for said in _said(runs, described):
        source = f" ({said.reported.source})" if said.reported.source else ""
        settled = sorted(filter(said.settles, said.known), key=said.slowest)
        rows.append(
            (
                said.title,
                f"{said.reported.text}{source}",
                _timed(said, settled[0]) if settled else "",
                _timed(said, settled[-1]) if len(settled) > 1 else "",
                f"{len(settled)} of {len(said.known)}",
            )
        )
    head = ("Case", "Reported", "Quickest here", "Slowest that solves it", "Solved by")
    return Table(head, tuple(rows), frozenset({"Solved by"}))


def own_table(runs: Sequence[Run], described: Iterable[DescribedCase]) -> Table:
    """What the formulations take here that the reports are about, on every backend.

    Example:
        >>> runs = [Run("one", "cells", "cbc", total=2.0, complete=True)]
        >>> runs += [Run("two", "cells", "cbc", time_limit=60.0)]
        >>> report = Reported("nothing in an hour", formulations=("cells",))
        >>> own_table(runs, [DescribedCase(name, reported=report) for name in ("one", "two")]).rows
        (('one; two', 'cells cbc', '1 of 2', '2.00 s', '', 'two: not within 60 s'),)
    """
    rows = []
    for said in _said(runs, described):
        for solver, known in said.known.items():
            if known[0].runs[0].formulation not in said.reported.formulations:
                continue
            times = sorted(one.median for one in known if one.solved)
            rows.append(
                (
                    said.title,
                    solver,
                    f"{len(times)} of {len(known)}",
                    seconds_text(times[0]) if times else "",
                    seconds_text(times[-1]) if len(times) > 1 else "",
                    "; ".join(_unsolved(one) for one in known if not one.solved),
                )
            )
    head = ("Case", "Solver", "Solved", "Quickest", "Slowest", "Not solved")
    return Table(head, tuple(rows), frozenset({"Solved", "Quickest", "Slowest"}))


def _said(runs: Sequence[Run], described: Iterable[DescribedCase]) -> list[_Said]:
    """The reports of cases that were run, in the order of the cases."""
    groups: dict[tuple[str, str], list[Measurement]] = {}
    for known in measurements_of(runs):
        groups.setdefault(known.instance, []).append(known)
    found: dict[tuple[Reported, str], _Said] = {}
    for one in described:
        asked = groups.get((one.case, one.question), [])
        if one.reported is None or not asked:
            continue
        said = found.setdefault((one.reported, one.question), _Said(one.reported))
        said.cases.append(instance_text((one.case, one.question)))
        for known in asked:
            said.known.setdefault(known.solver, []).append(known)
    return list(found.values())


def _timed(said: _Said, solver: str) -> str:
    """A solver, and its median times from the shortest to the longest."""
    times = sorted(one.median for one in said.known[solver])
    ends = dict.fromkeys((seconds_text(times[0]), seconds_text(times[-1])))
    return f"{solver}, {' to '.join(ends)}"


def _unsolved(known: Measurement) -> str:
    run = known.runs[0]
    if any(one.broken for one in known.runs):
        why = "breaks rules"
    elif any(one.error for one in known.runs):
        why = "failed"
    else:
        why = f"not within {limit_text(run.time_limit)}" if run.time_limit else "not solved"
    return f"{run.case}: {why}"
