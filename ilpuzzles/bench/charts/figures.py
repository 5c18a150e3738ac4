"""What many runs come to: medians, spreads, scores, and which solvers can be compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from statistics import median

from ilpuzzles.bench.record import Run
from ilpuzzles.bench.summary import par2, repeated

LEAST = 1e-6
"""No time counts as less than this many seconds: nothing here is measured more closely."""

Instance = tuple[str, str]
"""A case and a question about it."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """Runs that are equal but for the seed and the repetition.

    A run that has not settled its question counts as later than any that has. So half of the runs
    and more have to be solved for the median to be a time.

    Attributes:
        runs: The runs, at least one.

    Example:
        >>> runs = [Run("trio", "placement", "cbc", total=t, complete=True) for t in (3, 1, 2)]
        >>> it = Measurement(tuple(runs))
        >>> it.median, it.least, it.most
        (2, 1, 3)
    """

    runs: tuple[Run, ...]

    @property
    def instance(self) -> Instance:
        """The case and the question."""
        return (self.runs[0].case, self.runs[0].question)

    @property
    def solver(self) -> str:
        """The formulation and the backend, and the options if there are any."""
        return self.runs[0].solver

    @property
    def times(self) -> list[float]:
        """The time of every run, from the shortest; infinite for those that are not solved."""
        return sorted(max(run.total, LEAST) if run.solved else inf for run in self.runs)

    @property
    def median(self) -> float:
        """The median of the times, or infinity."""
        return median(self.times)

    @property
    def least(self) -> float:
        """The shortest time of a run that is solved, or infinity."""
        return self.times[0]

    @property
    def most(self) -> float:
        """The longest time of a run that is solved, or infinity."""
        return max((time for time in self.times if time < inf), default=inf)

    @property
    def solved(self) -> bool:
        """Whether the median is a time."""
        return self.median < inf

    @property
    def solved_runs(self) -> int:
        """How many of the runs are solved."""
        return sum(run.solved for run in self.runs)


@dataclass(frozen=True, slots=True)
class Field:
    """Solvers that can be compared, since each shares a case with another one.

    Attributes:
        instances: The cases with their questions, in the order of the runs.
        solvers: The solvers, likewise.
        measurements: What is known about a solver on an instance.
    """

    instances: tuple[Instance, ...]
    solvers: tuple[str, ...]
    measurements: dict[tuple[Instance, str], Measurement]

    def time(self, instance: Instance, solver: str) -> float:
        """The median time; infinite where it is not solved, or was not asked for."""
        measurement = self.measurements.get((instance, solver))
        return inf if measurement is None else measurement.median

    def best(self, instance: Instance) -> float:
        """The time of the fastest solver."""
        return min(self.time(instance, solver) for solver in self.solvers)

    def times(self, solver: str) -> list[float]:
        """The times of a solver, from the shortest, without what it has not solved."""
        times = (self.time(instance, solver) for instance in self.instances)
        return sorted(time for time in times if time < inf)

    def asked(self, solver: str) -> int:
        """About how many instances it was asked."""
        return sum((instance, solver) in self.measurements for instance in self.instances)

    def limit(self, instance: Instance) -> float:
        """The longest time limit that any solver had for an instance."""
        return max(
            run.time_limit
            for (one, _), measurement in self.measurements.items()
            if one == instance
            for run in measurement.runs
        )

    def score(self, solver: str) -> float:
        """PAR-2: the mean time over the cases that it was asked about, each with the same weight.

        A run that is not solved counts twice its time limit. Scores of solvers that were asked
        about other cases cannot be compared; see `common`.
        """
        known = [
            par2(self.measurements[instance, solver].runs)
            for instance in self.instances
            if (instance, solver) in self.measurements
        ]
        return sum(known) / len(known)

    def ratios(self, solver: str) -> list[float]:
        """How many times as long as the best it takes, from the least, where it has solved it."""
        return sorted(
            time / self.best(instance)
            for instance in self.instances
            if (time := self.time(instance, solver)) < inf
        )

    def part(self, instances: Sequence[Instance], solvers: Sequence[str]) -> Field:
        """The same with some of its instances and some of its solvers."""
        kept, asked = set(instances), set(solvers)
        return Field(
            tuple(instances),
            tuple(solvers),
            {
                (instance, solver): one
                for (instance, solver), one in self.measurements.items()
                if instance in kept and solver in asked
            },
        )


def measurements_of(runs: Iterable[Run]) -> list[Measurement]:
    """Puts equal runs together, in the order of the first of each."""
    return [Measurement(tuple(group)) for group in repeated(runs)]


def fields_of(runs: Iterable[Run]) -> list[Field]:
    """Puts solvers together that can be compared.

    Formulations of different puzzles are never asked about the same case; to put their times in
    one order would compare the puzzles.

    Example:
        >>> asked = (("trio", "placement"), ("slashes", "flow"), ("quartet", "placement"))
        >>> fields = fields_of(Run(case, name, "cbc") for case, name in asked)
        >>> [[case for case, _ in field.instances] for field in fields]
        [['trio', 'quartet'], ['slashes']]
    """
    known = measurements_of(runs)
    group_of: dict[str | Instance, list[Measurement]] = {}
    for measurement in known:
        ends = (measurement.instance, measurement.solver)
        joined = [measurement]
        for group in {id(group_of[end]): group_of[end] for end in ends if end in group_of}.values():
            joined += group
        for one in joined:
            group_of[one.instance] = group_of[one.solver] = joined
    groups = {id(group_of[one.solver]): group_of[one.solver] for one in known}
    place = {id(one): number for number, one in enumerate(known)}
    return [_field(sorted(group, key=lambda one: place[id(one)])) for group in groups.values()]


def _field(group: Iterable[Measurement]) -> Field:
    known = {(one.instance, one.solver): one for one in group}
    return Field(
        tuple(dict.fromkeys(instance for instance, _ in known)),
        tuple(dict.fromkeys(solver for _, solver in known)),
        known,
    )
