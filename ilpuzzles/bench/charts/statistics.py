"""What runs come to: medians, PAR-2 scores and ranks of what is comparable, growth with size.

Equal runs are a measurement, measurements of comparable solvers a field. How far ranks hang on the
luck of single runs, resampling them tells (bootstrap). Growth is a power or an exponential, fitted
by least squares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import exp, floor, inf, log, log10
from statistics import correlation, fmean, linear_regression

import numpy as np

from ilpuzzles.bench.bench_run import BenchRun
from ilpuzzles.bench.summary import (
    Instance,
    Summary,
    grouped,
    par2_time,
    seconds_text,
    summaries,
)
from ilpuzzles.errors import counted
from ilpuzzles.modelling.text_tables import Table

FEWEST = 3
"""Through fewer sizes than this no growth is fitted."""

NOISE = 2.0
"""Costs that differ by no more than this factor are not taken for growth."""

RESOLUTION = 0.02
"""Costs that are all below this many seconds are not, either: they are those of starting."""

EXPLAINED = 0.7
"""The least part of the variance that a law has to explain, corrected for few points."""

SHIFT = 1.0
"""The seconds that are added to times before their geometric mean is taken, and then taken off.

So differences between times far below count little.
"""

DRAWS = 1000
"""How often runs are resampled."""

CONFIDENCE = 0.95
"""The share of the resampled ranks that an interval covers, at least."""

BEST = "virtual best"
"""Stands for the solver that is the best for each case, if that were known beforehand."""

_RANKING = ("rank", "95%", "solver", "PAR-2", "SGM", "behind", "solved", "fastest")
_MOST = 700.0  # the exponential of more is no number
_MANY = 1000  # sets of cases that are looked at
_NAMED = 4  # solvers that a sentence names


@dataclass(frozen=True, slots=True)
class Field:
    """Solvers that can be compared, since each shares a case with another one.

    Instances (cases with their questions) and solvers stand in the order of the runs;
    `summaries` has what is known about a solver on an instance.
    """

    instances: tuple[Instance, ...]
    solvers: tuple[str, ...]
    summaries: dict[tuple[Instance, str], Summary]

    def time(self, instance: Instance, solver: str) -> float:
        """The median time; infinite where it is not solved, or was not asked for."""
        summary = self.summaries.get((instance, solver))
        return inf if summary is None else summary.time

    def best(self, instance: Instance) -> float:
        """The time of the fastest solver."""
        return min(self.time(instance, solver) for solver in self.solvers)

    def times(self, solver: str) -> list[float]:
        """The times of a solver, from the shortest, without what it has not solved."""
        times = (self.time(instance, solver) for instance in self.instances)
        return sorted(time for time in times if time < inf)

    def asked(self, solver: str) -> int:
        """About how many instances it was asked."""
        return sum((instance, solver) in self.summaries for instance in self.instances)

    def limit(self, instance: Instance) -> float:
        """The longest time limit that any solver had for an instance."""
        return max(
            run.time_limit
            for (one, _), summary in self.summaries.items()
            if one == instance
            for run in summary.equal_runs
        )

    def score(self, solver: str) -> float:
        """PAR-2: the mean time over the cases that it was asked about, each with the same weight.

        A run that is not solved counts twice its time limit. Scores of solvers that were asked
        about other cases cannot be compared; see `common`.
        """
        return fmean(self._values_of(solver, lambda one: one.par2))

    def shifted_mean(self, solver: str) -> float:
        """The shifted geometric mean of what runs count, over the same cases; see `SHIFT`."""
        return exp(fmean(self._values_of(solver, _shifted))) - SHIFT

    def _values_of(self, solver: str, what: Callable[[Summary], float]) -> list[float]:
        known = (self.summaries.get((instance, solver)) for instance in self.instances)
        return [what(one) for one in known if one is not None]

    def virtual_best(self) -> tuple[float, float]:
        """The score and the shifted mean of whoever takes the best solver for each case."""
        cases = grouped(self.summaries.values(), lambda one: one.instance).values()
        score = fmean(min(one.par2 for one in known) for known in cases)
        return score, exp(fmean(min(map(_shifted, known)) for known in cases)) - SHIFT

    def ratios(self, solver: str) -> list[float]:
        """How many times as long as the best it takes, from the least, where it has solved it."""
        return sorted(
            time / self.best(instance)
            for instance in self.instances
            if (time := self.time(instance, solver)) < inf
        )

    @staticmethod
    def joined(fields: Iterable[Field]) -> Field:
        """Fields in one, whether or not their solvers can be compared."""
        fields = list(fields)
        return Field(
            tuple(one for field in fields for one in field.instances),
            tuple(one for field in fields for one in field.solvers),
            {key: one for field in fields for key, one in field.summaries.items()},
        )

    def part(self, instances: Sequence[Instance], solvers: Sequence[str]) -> Field:
        """The same with some of its instances and some of its solvers."""
        kept, asked = set(instances), set(solvers)
        return Field(
            tuple(instances),
            tuple(solvers),
            {
                (instance, solver): one
                for (instance, solver), one in self.summaries.items()
                if instance in kept and solver in asked
            },
        )


def _shifted(one: Summary) -> float:
    """The mean logarithm of what the runs count, with `SHIFT`."""
    return fmean(log(par2_time(run) + SHIFT) for run in one.equal_runs)


def fields_of(runs: Iterable[BenchRun]) -> list[Field]:
    """Puts solvers together that can be compared.

    Formulations of different puzzles are never asked about the same case; to put their times in
    one order would compare the puzzles.
    """
    linked: dict[str | Instance, str | Instance] = {}

    def first(end: str | Instance) -> str | Instance:
        while (beyond := linked.setdefault(end, end)) != end:
            linked[end] = linked[beyond]
            end = beyond
        return end

    known = summaries(runs)
    for one in known:
        linked[first(one.instance)] = first(one.solver)
    return [
        Field(
            tuple(dict.fromkeys(one.instance for one in group)),
            tuple(dict.fromkeys(one.solver for one in group)),
            {(one.instance, one.solver): one for one in group},
        )
        for group in grouped(known, lambda one: first(one.solver)).values()
    ]


def common(field: Field) -> Field:
    """The part of a field in which every solver was asked about every case.

    A specification may ask a solver about some of the cases alone. Its times on these say nothing
    about the others, so it cannot be ranked with solvers that were asked about all. Of all groups
    of solvers with the cases that they have in common, this is the one with the most pairs of a
    solver and a case; of several such groups the one with the most cases. There are at least two
    solvers in it, if the field has two.
    """
    asked = {
        solver: sum(
            (instance, solver) in field.summaries and 1 << place
            for place, instance in enumerate(field.instances)
        )
        for solver in field.solvers
    }
    # What some solvers have in common is an intersection of their sets, which are few.
    found: dict[int, None] = {}
    for one in dict.fromkeys(asked.values()):
        met = [one & other for other in found if one & other] if len(found) < _MANY else []
        found |= dict.fromkeys([one, *met])

    def worth(cases: int) -> tuple[bool, int, int]:
        solvers = sum(cases & known == cases for known in asked.values())
        return solvers > 1, solvers * cases.bit_count(), cases.bit_count()

    best = max(found, key=worth)
    return field.part(
        [instance for place, instance in enumerate(field.instances) if best >> place & 1],
        [solver for solver, known in asked.items() if best & known == best],
    )


def ranking(field: Field) -> list[tuple[int, str, float]]:
    """Rank, solver and score on the common cases, from the best; equal scores have equal ranks."""
    part = common(field)
    scores = {solver: part.score(solver) for solver in part.solvers}
    order = sorted(part.solvers, key=scores.__getitem__)
    return [
        (1 + sum(other < scores[one] for other in scores.values()), one, scores[one])
        for one in order
    ]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a solver stands among those that it can be compared with, on the cases of all of them.

    Attributes:
        group: The number of the group of solvers that have cases in common, from 1.
        rank: Its rank by the PAR-2 score, or None for the virtual best solver.
        least: The best rank that it would have with a little more luck; see `rank_intervals`. None
            where no run was made more than once.
        most: The worst rank likewise.
        solver: Its name, or `BEST`.
        par2: Its PAR-2 score in seconds.
        shifted_mean: The shifted geometric mean in seconds; see `SHIFT`.
        behind: How many times as long as the virtual best solver it takes, by the shifted means
            with their shift.
        solved: How many of the cases it has solved; those with a median.
        cases: How many there are.
        fastest: On how many it was the fastest.
    """

    group: int
    rank: int | None
    least: int | None
    most: int | None
    solver: str
    par2: float
    shifted_mean: float
    behind: float
    solved: int
    cases: int
    fastest: int

    @property
    def ranks(self) -> str:
        """The interval in words, such as `2-4`; empty where there is none."""
        if self.least is None:
            return ""
        return f"{self.least}" if self.least == self.most else f"{self.least}-{self.most}"


def standings(field: Field, group: int = 1) -> list[Standing]:
    """How the solvers of a field stand, from the best; the virtual best comes last."""
    part, intervals = common(field), rank_intervals(field)
    score, best = part.virtual_best()
    cases, solved = len(part.instances), {one: len(part.times(one)) for one in part.solvers}
    found = []
    for rank, solver, par2 in ranking(field):
        mean, (least, most) = part.shifted_mean(solver), intervals.get(solver, (None, None))
        behind = (mean + SHIFT) / (best + SHIFT)
        wins = sum(part.time(one, solver) == part.best(one) < inf for one in part.instances)
        known = (par2, mean, behind, solved[solver], cases, wins)
        found.append(Standing(group, rank, least, most, solver, *known))
    if len(found) < 2:
        return found
    solvable = sum(part.best(one) < inf for one in part.instances)
    known = (score, best, 1.0, solvable, cases, solvable)
    return [*found, Standing(group, None, None, None, BEST, *known)]


def ranking_table(
    standings: Sequence[Standing],
    head: Sequence[str] = _RANKING,
    of: str = "/",
    nothing: str = "",
) -> Table:
    """A line for each standing; without the intervals where there are none."""
    rows = [
        [
            nothing if one.rank is None else str(one.rank),
            one.ranks,
            one.solver,
            seconds_text(one.par2),
            seconds_text(one.shifted_mean),
            f"{one.behind:,.2f}",
            f"{one.solved}{of}{one.cases}",
            str(one.fastest),
        ]
        for one in standings
    ]
    return Table(head, rows, {*head} - {head[2]}).filled()


def ranking_tables(standings: Iterable[Standing]) -> list[Table]:
    """A table for each group of solvers in which there is something to compare."""
    return [
        ranking_table(group)
        for group in grouped(standings, lambda one: one.group).values()
        if len(group) > 1 and (group[0].cases > 1 or group[0].least is not None)
    ]


def rank_intervals(field: Field) -> dict[str, tuple[int, int]]:
    """Between which ranks each solver lies if other runs of the same cases had been made.

    From the equal runs of each solver on each common case (seeds, orders of rows, repetitions) as
    many are drawn with replacement, and the solvers are ranked anew, `DRAWS` times. What lies
    between the ends is `CONFIDENCE` of these ranks. The cases stay the same: nothing is said about
    others. Without two runs of each there is nothing to draw from, and no interval.
    """
    part = common(field)
    if min(one.runs for one in part.summaries.values()) < 2:
        return {}
    # The bits of this generator are the same in every version of NumPy.
    bits = np.random.PCG64(0)
    scores = np.zeros((DRAWS, len(part.solvers)))
    for place, solver in enumerate(part.solvers):
        for instance in part.instances:
            runs = part.summaries[instance, solver].equal_runs
            times = np.array([par2_time(run) for run in runs])
            drawn = bits.random_raw((DRAWS, len(times))) % np.uint64(len(times))
            scores[:, place] += times[drawn].mean(axis=1)
    ranks = np.array([1 + np.searchsorted(np.sort(row), row) for row in scores])
    ranks.sort(axis=0)
    left = int(DRAWS * (1 - CONFIDENCE) / 2)
    ends = zip(ranks[left].tolist(), ranks[DRAWS - 1 - left].tolist(), strict=True)
    return dict(zip(part.solvers, ends, strict=True))


def unranked(field: Field) -> list[str]:
    """The solvers that were not asked about all common cases: first who was asked the most."""
    ranked = common(field).solvers
    others = [solver for solver in field.solvers if solver not in ranked]
    return sorted(others, key=field.asked, reverse=True)


def scope_text(field: Field) -> str:
    """Which cases and solvers are compared, in a sentence or two."""
    part, others = common(field), unranked(field)
    who = _of(len(part.solvers), len(field.solvers), "solver")
    cases = _of(len(part.instances), len(field.instances), "case")
    are = "is" if len(part.solvers) == 1 else "are"
    said = f"{who} {are} compared, on {cases}, which each of them was asked about."
    if not others:
        return said
    names = ", ".join(others[:_NAMED])
    more = f" and {len(others) - _NAMED:,} more" if len(others) > _NAMED else ""
    they = "it was" if len(others) == 1 else "they were"
    return f"{said} Left out, since {they} not asked about all of these: {names}{more}."


def _of(some: int, total: int, what: str) -> str:
    """How many of all, with their noun."""
    return f"{some:,} of {counted(total, what)}" if some < total else counted(total, what)


def shown(field: Field, most: int) -> tuple[tuple[str, ...], list[str]]:
    """The best solvers in the order of the field, and a note on those that are left out.

    The best are the first in the ranking; after these come the solvers that are not ranked, those
    first that were asked about the most cases.
    """
    if len(field.solvers) <= most:
        return field.solvers, []
    order = [*(solver for _, solver, _ in ranking(field)), *unranked(field)]
    best = set(order[:most])
    chosen = tuple(solver for solver in field.solvers if solver in best)
    total = counted(len(field.solvers), "solver")
    return chosen, [f"Shown are {most} of {total}, the best by PAR-2; the tables have all."]


def share_within(field: Field, solver: str, factor: float) -> float:
    """The share of the instances that a solver solves within a factor of the best time."""
    # Rounding must not move a ratio across the factor that it is equal to.
    within = sum(ratio <= factor * (1 + 1e-9) for ratio in field.ratios(solver))
    return within / len(field.instances)


# Growth


@dataclass(frozen=True, slots=True)
class Growth:
    """A fitted growth: exp(level) * rate ** size if `exponential`, else exp(level) * size ** rate.

    The factor exp(level) itself may be too small for a number. `fit` is the part of the variance of
    log cost that it explains (R squared), 1 at best; `other` is that of the other law.
    """

    exponential: bool
    level: float
    rate: float
    fit: float
    other: float
    points: int

    def cost(self, size: float) -> float:
        """The cost that it predicts."""
        grown = size * log(self.rate) if self.exponential else self.rate * log(size)
        return exp(min(self.level + grown, _MOST))

    def __str__(self) -> str:
        """The growth in words."""
        law = f"{_base(self.rate)}^size" if self.exponential else f"size^{self.rate:.2f}"
        other = "power" if self.exponential else "exponential"
        return (
            f"time grows as {law}, {self.points} points, "
            f"R² {_share(self.fit)} ({other}: {_share(self.other)})"
        )


def growth(points: Iterable[tuple[float, float]], noise: float = NOISE) -> Growth | str:
    """The power or the exponential that fits costs in seconds by least squares of log cost.

    Args:
        points: Sizes with their costs, all above 0.
        noise: By which factor costs have to differ to be taken for growth.

    Returns:
        The one that explains more, a power if both explain the same; or why there is none.
    """
    known = sorted(points)
    sizes = len({size for size, _ in known})
    if sizes < FEWEST:
        few = f"{counted(sizes, 'size')} solved, {FEWEST} needed" if sizes else "nothing solved"
        return f"no fit: {few}"
    least, most = min(cost for _, cost in known), max(cost for _, cost in known)
    if most <= RESOLUTION:
        return f"no fit: {len(known)} points, all within {RESOLUTION * 1000:.0f} ms"
    if most <= noise * least:
        return f"no growth: {len(known)} points within a factor of {most / least:.3g}"
    costs = [log(cost) for _, cost in known]
    powers = _line([log(size) for size, _ in known], costs)
    exponents = _line([size for size, _ in known], costs)
    # Rounding must not decide between two that fit equally well.
    exponential = exponents[2] > powers[2] + 1e-9
    (start, slope, fit), (_, _, other) = (exponents, powers) if exponential else (powers, exponents)
    if slope <= 0:
        return f"no growth: the larger of {len(known)} points cost no more"
    # A line through few points explains much of them by chance: R squared, adjusted.
    if 1 - (1 - fit) * (len(known) - 1) / (len(known) - 2) < EXPLAINED:
        return f"no clear law: {len(known)} points, R² {_share(fit)} at best"
    rate = exp(slope) if exponential else slope
    return Growth(exponential, start, rate, fit, other, len(known))


def _line(across: list[float], up: list[float]) -> tuple[float, float, float]:
    """The line of least squares: where it starts, its slope, and R squared."""
    slope, start = linear_regression(across, up)
    return start, slope, correlation(across, up) ** 2


def _base(rate: float) -> str:
    """The base of an exponential, with three digits of what it has beyond 1."""
    places = 2 - floor(log10(max(rate - 1, 1e-9)))
    return f"{rate:.{min(max(places, 2), 9)}f}"


def _share(part: float) -> str:
    # What does not explain everything is not rounded to 1.
    return f"{part:.3f}" if part >= 1 - 1e-9 else f"{min(part, 0.999):.3f}"


def sized(runs: Iterable[BenchRun]) -> bool:
    """Whether runs say how large their cases are; if not, the number of variables is the size."""
    return all(run.size is not None and run.size > 0 for run in runs)


def fit_line(
    found: Iterable[Summary], by_size: bool
) -> tuple[list[tuple[float, Summary]], Growth | str]:
    """What a solver was asked, by size, and the growth of the medians of what it has solved.

    Equal runs that scatter more than the medians of different sizes hide any growth.
    """
    points = sorted(
        ((_size(one, by_size=by_size), one) for one in found), key=lambda point: point[0]
    )
    solved = [(size, one) for size, one in points if one.time < inf]
    noise = max([NOISE, *(one.spread for _, one in solved)])
    return points, growth(((size, one.time) for size, one in solved), noise)


def _size(summary: Summary, *, by_size: bool) -> float:
    run = summary.equal_runs[0]
    if by_size and run.size is not None:
        return run.size
    return max(*(one.variables for one in summary.equal_runs), 1)
