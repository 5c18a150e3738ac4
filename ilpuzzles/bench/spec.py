"""What a sweep runs: cases with their settings; the specifications that come ready."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ilpuzzles.backends.interface import Backend, Options
from ilpuzzles.backends.option_values import Parameter
from ilpuzzles.bench.model_sources import Source

QUESTIONS = ("solve", "count", "count-up-to-symmetry", "unique")
"""What may be asked."""

CLAIMED = "claimed"
"""Stands for the formulations that claim a backend, see `Formulation.claims`."""

INSTALLED = "installed"
"""Stands for the backends that are installed."""

MAX_CASES = 500
"""How many cases a specification may have."""

MAX_RUNS = 50_000
"""How many runs it may ask for."""

_MEGABYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Tuning:
    """What else is said about how to search; raises `InputError` if a value makes no sense."""

    workers: int = 1
    gap: float = 0.0
    node_limit: int | None = None
    params: Mapping[str, Mapping[str, Parameter]] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        self.options(1.0, 0)

    @property
    def text(self) -> str:
        """What differs from the usual, in a few words, such as `workers 2, gap 0.01`."""
        parts = (
            f"workers {self.workers}" if self.workers > 1 else "",
            f"gap {self.gap!r}" if self.gap else "",
            f"nodes {self.node_limit}" if self.node_limit is not None else "",
            *(
                f"{backend} {name} {value}"
                for backend, own in self.params.items()
                for name, value in own.items()
            ),
        )
        return ", ".join(filter(None, parts))

    def options(self, time_limit: float, seed: int) -> Options:
        """The options of a search; nobody else is asked, since the backend alone is measured."""
        return Options(
            time_limit=time_limit,
            workers=self.workers,
            seed=seed,
            gap=self.gap,
            node_limit=self.node_limit,
            params=self.params,
            verify=False,
        )


@dataclass(frozen=True, slots=True)
class RunSettings:
    """How cases are run: who is asked what, how often, and for how long.

    Attributes:
        question: One of `QUESTIONS`.
        formulations: Names of formulations, or `FILE.py:function`; `CLAIMED` for those that claim
            the backend.
        backends: Names of backends, or `INSTALLED`.
        also: Further pairs of a formulation and a backend.
        tunings: What is said about how to search; each is a competitor of its own.
        row_orders: In how many orders the rows of each model are given: first as they are stated,
            then at random.
        repeat: How often each run is repeated.
        time_limit: After how many seconds a solver has to stop.
        memory_limit: How many bytes a run may take, or 0 for any number.
        objects: The backends that are objects, by the names that `backends` has for them.
    """

    question: str = "solve"
    formulations: tuple[str, ...] = (CLAIMED,)
    backends: tuple[str, ...] = (INSTALLED,)
    also: tuple[tuple[str, str], ...] = ()
    tunings: tuple[Tuning, ...] = (Tuning(),)
    seeds: tuple[int, ...] = (0,)
    row_orders: int = 1
    repeat: int = 1
    time_limit: float = 60.0
    memory_limit: int = 0
    objects: Mapping[str, Backend] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        """How many runs each competitor makes."""
        return len(self.seeds) * self.row_orders * self.repeat


def change_settings(settings: RunSettings, said: Mapping[str, Any]) -> RunSettings:
    """The same, but for what is said by the names of settings and is not None; memory is in MB."""
    changes = {name: value for name, value in said.items() if value is not None}
    if "memory_limit" in changes:
        changes["memory_limit"] = int(changes["memory_limit"] * _MEGABYTE)
    return replace(settings, **changes)


@dataclass(frozen=True, slots=True)
class Case:
    """What is run: a model, and how.

    Attributes:
        title: What to call it, or empty for the name of the source.
        series: What cases that differ in size alone have in common; empty for none.
        size: How large it is among those of its series, or None.
    """

    source: Source
    settings: RunSettings = RunSettings()
    title: str = ""
    series: str = ""
    size: float | None = None

    @property
    def name(self) -> str:
        """What to call it."""
        return self.title or self.source.name


_READY = Path(__file__).resolve().parent / "specs"


@dataclass(frozen=True, slots=True)
class Spec:
    """What a sweep runs: its cases stand in the order in which they are run."""

    title: str
    about: str = ""
    cases: tuple[Case, ...] = ()


def ready_specs() -> tuple[str, ...]:
    """The names of the specifications that come with the package, sorted.

    Example:
        >>> ready_specs()
        ('quick', 'scaling', 'seeds')
    """
    return tuple(sorted(path.stem for path in _READY.glob("*.yaml")))


def ready_spec(name: str) -> Path:
    """The file of a specification that comes with the package."""
    return _READY / f"{name}.yaml"
