"""Which runs a specification asks for, in which order, and what tells each from all others."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import product
from pathlib import Path

from ilpuzzles.backends.interface import Backend, Options
from ilpuzzles.bench.bench_run import BenchRun
from ilpuzzles.bench.machine import VERSION, solver_version, this_machine
from ilpuzzles.bench.model_sources import ModelSource, PuzzleSource, Source
from ilpuzzles.bench.results import alike, run_name
from ilpuzzles.bench.spec import CLAIMED, INSTALLED, MAX_RUNS, Case, RunSettings, Spec
from ilpuzzles.errors import InputError, quoted
from ilpuzzles.experiments.experiments import standard_form
from ilpuzzles.reading.source import read_source
from ilpuzzles.solvers.registry import (
    backend_names,
    choose,
    general_backends,
    installed_backends,
    own_backends,
)

SCHEMA = 4
"""Changes when a run means something else than before, so that old results are not taken for it."""

_OWN = ".py:"


@dataclass(frozen=True, slots=True)
class Planned:
    """A run that is to be made.

    Attributes:
        key: What tells it from all others: a hash of the data of the instance, the formulation,
            the backend and its version, the options, the question, the seed, the order of rows, the
            repetition, the limits, the versions of this package and of Python, the machine, and how
            many runs are made side by side. Of a cluster elsewhere the machines are not known
            beforehand: for them the first word of its address stands.
        run: What is known of it before.
        formulation: The formulation, with the path of its file if it has one.
        backend: The backend, or the name that finds it.
        cluster: Where it is made; see `open_pool`.
    """

    key: str
    run: BenchRun
    source: Source
    formulation: str
    options: Options = field(hash=False, compare=False)
    backend: str | Backend = field(hash=False, compare=False)
    cluster: str | None = None


def plan_runs(spec: Spec, *, workers: int = 1, cluster: str | None = None) -> list[Planned]:
    """All runs of a specification, in the order in which they are made.

    The same repetition of all competitors comes in turn: what the machine does besides then
    disturbs them alike. With more than one worker they disturb each other, and take longer.

    Raises:
        InputError: If files are wrong, nobody takes a case, a formulation is of no case, or there
            are too many runs.
        BackendMissingError: If a backend that is named is not installed.
    """
    planned_cases = [_PlannedCase(case, competitors(case)) for case in spec.cases]
    used_formulations: set[str] = set()
    for planned_case in planned_cases:
        used_formulations.update(formulation for formulation, _ in planned_case.competitors)
    _require_use(spec, used_formulations)
    number = sum(each.runs for each in planned_cases)
    if number > MAX_RUNS:
        raise InputError(
            f"the specification asks for {number:,} runs",
            f"at most {MAX_RUNS:,} are made; ask for fewer",
        )
    if any(case.settings.memory_limit for case in spec.cases) and sys.platform != "linux":
        raise InputError("a memory limit is kept on Linux only", "leave it out")
    # What is known beforehand of where runs are made.
    machine = this_machine()
    place = machine.line if cluster is None else cluster.partition(":")[0]
    circumstances: list[str | int] = [place, machine.python, workers]
    planned = [
        replace(run, run=replace(run.run, beside=workers), cluster=cluster)
        for each in planned_cases
        for run in each.plan(circumstances)
    ]
    twice = alike([each.run for each in planned])
    if twice is not None:
        what = f"two runs look alike in the results: {run_name(planned[twice[0]].run)}"
        raise InputError(what, "rename a file or a function")
    return planned


@dataclass(frozen=True, slots=True)
class _PlannedCase:
    """A case, and the pairs of a formulation and a backend that it is given to."""

    case: Case
    competitors: list[tuple[str, str]]

    @property
    def runs(self) -> int:
        """How many runs there are of it."""
        settings = self.case.settings
        return len(self.competitors) * len(settings.tunings) * settings.rounds

    def plan(self, circumstances: list[str | int]) -> Iterator[Planned]:
        """Its runs, in the order in which they are made."""
        case = self.case
        settings = case.settings
        content = blake2b(case.source.content(), digest_size=16).hexdigest()
        sources = {name: _own_source(name) for name, _ in self.competitors}
        versions = {
            name: solver_version(settings.objects.get(name, name)) for _, name in self.competitors
        }
        rounds = product(range(settings.repeat), range(settings.row_orders), settings.seeds)
        for (repetition, row_order, seed), (formulation, backend), tuning in product(
            rounds, self.competitors, settings.tunings
        ):
            run = BenchRun(
                case=case.name,
                formulation=_short_formulation(formulation),
                backend=backend,
                options=tuning.text,
                question=settings.question,
                seed=seed,
                repetition=repetition,
                row_order=row_order,
                time_limit=settings.time_limit,
                memory_limit=settings.memory_limit,
                series=case.series,
                size=case.size,
                version=versions[backend],
            )
            key = [
                [SCHEMA, VERSION, content, run.formulation, sources[formulation]],
                [run.backend, run.version, run.options, run.question],
                [run.seed, run.row_order, run.repetition, run.time_limit, run.memory_limit],
                circumstances,
            ]
            yield Planned(
                blake2b(json.dumps(key).encode(), digest_size=16).hexdigest(),
                run,
                case.source,
                formulation,
                tuning.options(settings.time_limit, seed),
                settings.objects.get(backend, backend),
            )


def _own_source(formulation: str) -> str:
    """The text of the file that a formulation of the user's stands in; empty for one of ours."""
    if _OWN not in formulation:
        return ""
    return read_source(Path(formulation.rpartition(":")[0]))


def _require_use(spec: Spec, used: set[str]) -> None:
    """Raises if a formulation is named that no case has: it may be meant for some of them only."""
    for case in spec.cases:
        if not isinstance(case.source, PuzzleSource):
            continue
        settings = case.settings
        for name in (*settings.formulations, *(formulation for formulation, _ in settings.also)):
            if name != CLAIMED and name not in used:
                what = f"no case here can be stated by formulation {quoted(name)}"
                raise InputError(what, "leave it out, or add a case of its puzzle")


def longest_seconds(planned: list[Planned]) -> float:
    """How long runs may take if every solver is stopped at its limit."""
    return sum(each.run.time_limit for each in planned)


def competitors(case: Case) -> list[tuple[str, str]]:
    """The pairs of a formulation and a backend that a case is given to.

    Raises:
        InputError: If there are none, or the case is wrong.
        BackendMissingError: If a backend that is named is not installed.
    """
    settings = case.settings
    source = case.source
    for name in {*settings.backends, *(backend for _, backend in settings.also)} - {INSTALLED}:
        choose(settings.objects.get(name, name))
    if isinstance(source, PuzzleSource):
        pairs = _of_puzzle(case, source)
    else:
        takes_matrices = isinstance(source, ModelSource) and source.is_matrix
        usual = backend_names() if takes_matrices else general_backends()
        pairs = [("", backend) for backend in _backends(case, usual)]
    if not pairs:
        also = (" ".join(pair) for pair in settings.also)
        names = ", ".join((*settings.formulations, *settings.backends, *also))
        what = f"no solver takes case {quoted(case.name)} ({names})"
        raise InputError(what, "name formulations and backends that do")
    return list(dict.fromkeys(pairs))


def _of_puzzle(case: Case, source: PuzzleSource) -> list[tuple[str, str]]:
    position = source.position()
    settings = case.settings
    formulations = position.kind.formulations
    pairs: list[tuple[str, str]] = []

    def is_meant_for(formulation: str, backend: str) -> bool:
        claims = formulations[formulation].claims
        return claims(position.instance, _like(backend, settings))

    for name in settings.formulations:
        if name == CLAIMED:
            backends = _backends(case, backend_names())
            claimed = [
                (formulation, backend)
                for formulation in formulations
                for backend in backends
                if is_meant_for(formulation, backend)
            ]
            pairs += claimed
            # A backend that is named runs, in the standard form if no form is meant for it.
            served = {INSTALLED, *(backend for _, backend in claimed)}
            for backend in backends:
                if backend in settings.backends and backend not in served:
                    standard = standard_form(position.kind, _like(backend, settings))
                    pairs.append((standard, backend))
        # A formulation may be meant for other cases of the specification.
        elif name in formulations or _OWN in name:
            usual = [
                backend
                for backend in backend_names()
                if backend in general_backends()
                or (name in formulations and is_meant_for(name, backend))
            ]
            pairs += [(name, backend) for backend in _backends(case, tuple(usual))]
    for name, backend in settings.also:
        if name in formulations or _OWN in name:
            pairs.append((name, backend))
    return pairs


def _like(backend: str, settings: RunSettings) -> str:
    """One of our backends that formulations are meant for, in place of one of another package."""
    own_object = settings.objects.get(backend)
    name = backend if own_object is None else own_object.name
    return name if name in own_backends() else "highs"


def _backends(case: Case, usual: tuple[str, ...]) -> list[str]:
    """The backends that are named; where those that are installed are meant, the usual ones."""
    backends: list[str] = []
    for name in case.settings.backends:
        if name == INSTALLED:
            backends += [backend for backend in usual if backend in installed_backends()]
        else:
            backends.append(name)
    return backends


def _short_formulation(formulation: str) -> str:
    """A formulation without the folder of its file."""
    if _OWN not in formulation:
        return formulation
    path, _, function = formulation.rpartition(":")
    return f"{Path(path).name}:{function}"
