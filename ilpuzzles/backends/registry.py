"""Finds backends by name, and picks one where the user leaves it open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache

from ilpuzzles.backends.interface import Backend, Estimates, Feature, Options
from ilpuzzles.backends.structure import ranked, structure_of
from ilpuzzles.errors import BackendMissingError, Problem, UnknownNameError, unknown_name
from ilpuzzles.lazy_imports import named
from ilpuzzles.modelling.cover_form import is_covering, open_entries
from ilpuzzles.modelling.program import Program

AUTO = "auto"

RACE = "race"
"""Two backends side by side."""

_BACKENDS = {
    "cpsat": "ilpuzzles.backends.cpsat:CpSatBackend",
    "cbc": "ilpuzzles.backends.cbc:CbcBackend",
    "scip": "ilpuzzles.backends.mathopt:ScipBackend",
    "highs": "ilpuzzles.backends.mathopt:HighsBackend",
    "exactcover": "ilpuzzles.backends.exactcover:ExactCoverBackend",
}

_GENERAL = ("cpsat", "scip", "highs", "cbc")

_RACE = "ilpuzzles.backends.race:Race"

# The one that takes exact cover problems only.
_ENGINE = "exactcover"

# With fewer entries, CP-SAT is done before the engine is loaded.
_SMALL = 4000

# Some tenth of a second.
_TRIED = 200_000

# Where conditions are checked after each, so many placements take half a minute at most.
_BEARABLE = 30_000_000


def backend_names() -> tuple[str, ...]:
    """The names of all backends, sorted, installed or not."""
    return tuple(sorted(_BACKENDS))


def general_backends() -> tuple[str, ...]:
    """The names of those that take rows of every kind, sorted."""
    return tuple(sorted(_GENERAL))


@cache
def get_backend(name: str) -> Backend:
    """Finds a backend by its name.

    Raises:
        UnknownNameError: If there is none of that name.

    Example:
        >>> get_backend("cbc").name
        'cbc'
    """
    if name not in _BACKENDS:
        raise UnknownNameError(unknown_name("backend", name, [AUTO, RACE, *_BACKENDS]))
    backend: Backend = named(_BACKENDS[name])()
    return backend


class Task(Enum):
    """What a backend is wanted for, as far as that decides which one."""

    ONE = 1
    """A solution, the best one, or a second one."""
    ALL = 2
    """All solutions, or how many there are."""
    OTHER = 3
    """A question that adds rows of its own."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which backend to use.

    Attributes:
        backend: The backend.
        why: Why this one, in a few words.
        otherwise: What to try if this one fails, or has found no solution after `nodes` nodes.
        nodes: How many nodes are worth a try, or None for all.
    """

    backend: Backend
    why: str
    otherwise: Backend | None = None
    nodes: int | None = None

    def why_of(self, name: str) -> str:
        """Why the backend of that name has answered."""
        if self.backend.name == RACE and name != RACE:
            return f"the first of {self.why}"
        if name == self.backend.name or self.otherwise is None:
            return self.why
        if self.nodes is None:
            return f"{self.backend.name} had failed"
        return f"{self.backend.name} had found nothing after {self.nodes:,} placements"


def choose(
    name: str | Choice = AUTO,
    program: Program | None = None,
    task: Task = Task.OTHER,
    options: Options | None = None,
) -> Choice:
    """Takes the backend of that name, or picks one for `auto`.

    For all solutions of an exact cover problem, `auto` picks `exactcover`; with sideline conditions
    only if its search ends soon even without them. It is usually also the quickest for a first
    solution, but now and then it looks in the wrong place for very long: so it is tried for a
    moment. If the options say how it is to search, it is picked, or the error says what stops it.

    Args:
        name: The name, or `auto`; or an earlier choice, which is returned.
        program: What is to be solved, if that is known.
        task: What the backend is wanted for.
        options: How to search, if that is known.

    Raises:
        UnknownNameError: If there is none of that name.
        BackendMissingError: If it is not installed here; for `auto`, if none is.
    """
    if isinstance(name, Choice):
        return name
    if name == RACE:
        return _race(program, task, options or Options())
    if name != AUTO:
        backend = get_backend(name)
        if not backend.available():
            raise BackendMissingError(Problem(f"backend {name} is not installed", backend.needs))
        return Choice(backend, "asked for")
    general = _general(program, task, options or Options())
    if task is Task.OTHER or program is None:
        return general
    if options is not None and options.cover.says_something:
        # The engine says itself what stops it.
        return replace(choose(_ENGINE), why="its options were given")
    return _for_one(program, general) if task is Task.ONE else _for_all(program, general)


def _for_one(program: Program, general: Choice) -> Choice:
    """The choice for a solution; the engine is not even loaded where it is not wanted."""
    if not is_covering(program) or program.objective is not None:
        return general
    if open_entries(program) < _SMALL or not get_backend(_ENGINE).available():
        return general
    why = "the quickest on exact covers of this size"
    return Choice(get_backend(_ENGINE), why, general.backend, _TRIED)


def _for_all(program: Program, general: Choice) -> Choice:
    """The choice for all solutions, or their number."""
    engine = get_backend(_ENGINE)
    if not engine.available():
        return general
    why = "the quickest for all solutions of an exact cover"
    if is_covering(program):
        return Choice(engine, why)
    nodes = engine.estimate(program) if isinstance(engine, Estimates) else None
    if nodes is None or nodes > _BEARABLE:
        return general
    return Choice(engine, f"{why} with conditions")


def _general(program: Program | None, task: Task, options: Options) -> Choice:
    """The backend that is likely to be the quickest of those that take rows of every kind."""
    names, why = _ranked(program, task)
    found, missing = _able(names, options)
    if not found:
        what = "no backend is installed"
        raise BackendMissingError(Problem(what, f"for example: {get_backend(names[0]).needs}"))
    why = f"{', '.join(missing)} missing" if missing else why
    return Choice(found[0], why, found[1] if len(found) > 1 else None)


def _ranked(program: Program | None, task: Task) -> tuple[tuple[str, ...], str]:
    """The backends that take a program, the likely quickest first, and why that one."""
    if program is None:
        return _GENERAL, "the usual one"
    if task is not Task.ONE:
        program = replace(program, objective=None)
    return ranked(structure_of(program))


def _able(names: Sequence[str], options: Options) -> tuple[list[Backend], list[str]]:
    """Those that are installed and honour the options, if any does; and what is missing before."""
    needs = {Feature.WORKERS} if options.workers > 1 else set()
    needs |= {Feature.NODE_LIMIT} if options.node_limit is not None else set()
    backends = [get_backend(name) for name in names]
    able = [backend for backend in backends if needs <= backend.features] or backends
    found = [backend for backend in able if backend.available()]
    before = able[: able.index(found[0])] if found else []
    return found, [backend.name for backend in before]


def _race(program: Program | None, task: Task, options: Options) -> Choice:
    """The two most promising backends side by side."""
    runners, _ = _able(_ranked(program, task)[0], options)
    if len(runners) < 2:
        return _general(program, task, options)
    backend: Backend = named(_RACE)((runners[0], runners[1]))
    return Choice(backend, f"{runners[0].name} and {runners[1].name} side by side")
