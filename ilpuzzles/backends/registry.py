"""Finds backends, ours and those of other packages, and picks one where the user leaves it open."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, TypeAlias

from ilpuzzles.backends.interface import (
    Backend,
    Feature,
    Options,
    SolutionSetEngine,
    require_honour,
)
from ilpuzzles.backends.structure import ranked, structure_of
from ilpuzzles.errors import (
    BackendError,
    BackendMissingError,
    IlpuzzlesError,
    UnknownNameError,
    quoted,
    unknown_name,
)
from ilpuzzles.lazy_imports import named
from ilpuzzles.modelling.cover_form import Meaning, cover_form, meanings, unfit_columns
from ilpuzzles.modelling.presolve import presolve
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rounding import rows_in_whole_numbers
from ilpuzzles.modelling.rows import Kind

AUTO = "auto"
ASKED_FOR = "asked for"
"""Why a backend that was named is taken."""

_BACKENDS = {
    "cpsat": "ilpuzzles.backends.cpsat:CpSatBackend",
    "cbc": "ilpuzzles.backends.cbc:CbcBackend",
    "scip": "ilpuzzles.backends.mathopt:ScipBackend",
    "highs": "ilpuzzles.backends.mathopt:HighsBackend",
    "clingo": "ilpuzzles.backends.clingo:ClingoBackend",
    "exactcover": "ilpuzzles.backends.exactcover:ExactCoverBackend",
}

_GENERAL = ("cpsat", "scip", "highs", "cbc", "clingo")
# The one that takes exact cover problems only.
_ENGINE = "exactcover"
# With fewer entries, CP-SAT is done before the engine is loaded.
_SMALL = 4000
# Likewise for the best solution, which takes CP-SAT longer.
_SMALL_BEST = 2000
# With more items, as in a Sudoku, a second solution is better looked for by learning.
_LOCAL = 200
# How much work of a backend is worth a try. All exact covers of this package for which the engine
# is picked end within a quarter of that.
_TRIED = 0.1
_TRIED_FIRST = "tried for a moment before the engine for exact covers"
# Cores of clingo prove within so much work what nobody else does in minutes, or mostly do not.
_TRIED_CORES = 0.25
# The lists of a search that needs more memory, in bytes, take longer to write than others take to
# search.
_MOST_MEMORY = 1 << 26
# Where conditions are checked after each, so many placements take hours. CP-SAT lists solutions
# more slowly than the engine wherever the engine comes to an end: after 30 s it had 38 of 2,231 on
# 5 x 12 with a condition, where the engine had all after 1.4.
_HOPELESS = 1e10
# If its bounds are of no use, a search for the best solution of so many placements takes a minute.
_BEARABLE = 3e7


PLUG_INS = "ilpuzzles.backends"
"""The entry points by which other packages offer backends."""


def own_backends() -> tuple[str, ...]:
    """The names of the backends of this package, sorted, installed or not."""
    return tuple(sorted(_BACKENDS))


@cache
def plug_ins() -> dict[str, EntryPoint]:
    """The backends that other packages offer, by their names, sorted; ours are none of them."""
    found = {entry.name: entry for entry in entry_points(group=PLUG_INS)}
    return {name: found[name] for name in sorted(found) if name not in _BACKENDS}


def backend_names() -> tuple[str, ...]:
    """The names of all backends, sorted, installed or not, those of other packages included."""
    return tuple(sorted({*_BACKENDS, *plug_ins()}))


def general_backends() -> tuple[str, ...]:
    """The names of those that take rows of every kind, sorted."""
    return tuple(name for name in backend_names() if name in _GENERAL or _takes_any_rows(name))


def exact_backends() -> tuple[str, ...]:
    """The names of those that take rows of every kind and compute in whole numbers, best first."""
    names = (name for name in _GENERAL if Feature.EXACT in get_backend(name).features)
    return tuple(name for name in names if is_installed(name))


def _takes_any_rows(name: str) -> bool:
    with suppress(BackendError):
        return name in plug_ins() and Feature.ANY_ROWS in get_backend(name).features
    return False


def installed_backends() -> tuple[str, ...]:
    """The names of those whose solvers are installed, sorted."""
    return tuple(name for name in backend_names() if is_installed(name))


def is_installed(name: str) -> bool:
    """Whether there is a backend of that name, and its solver is installed."""
    with suppress(BackendError):
        return get_backend(name).available()
    return False


@cache
def get_backend(name: str) -> Backend:
    """Finds a backend by its name: one of ours, of another package, or `module:Class`.

    Raises:
        UnknownNameError: If there is none of that name.
        BackendError: If it cannot be loaded, or is no backend.

    Example:
        >>> get_backend("cbc").name
        'cbc'
        >>> get_backend("ilpuzzles.backends.cbc:CbcBackend").name
        'cbc'
    """
    if name in _BACKENDS:
        backend: Backend = named(_BACKENDS[name])()
        return backend
    if ":" not in name and name not in plug_ins():
        raise UnknownNameError(unknown_name("backend", name, _all_names()))
    try:
        return made(named(name) if ":" in name else plug_ins()[name].load())
    except IlpuzzlesError:
        raise
    except Exception as error:
        what = f"backend {name} cannot be loaded ({type(error).__name__}: {error})"
        raise BackendError(what, "check the name and the package: module:Class") from error


def made(given: Any) -> Backend:
    """A backend that is given as an object, or as its class.

    Raises:
        BackendError: If it lacks something; the message says what.
        UnknownNameError: If it has nothing of a backend.

    Example:
        >>> made(get_backend("cbc")).name
        'cbc'
    """
    backend = given() if isinstance(given, type) else given
    missing = [part for part in _PARTS if not hasattr(backend, part)]
    if len(missing) == len(_PARTS):
        advice = f"a number is named, as number={given}" if isinstance(given, int) else ""
        raise UnknownNameError(unknown_name("backend", given, _all_names(), advice=advice))
    if missing:
        what = f"{quoted(given)} is no backend: it has no {', '.join(missing)}"
        raise BackendError(what, "write these")
    found: Backend = backend
    return found


def _all_names() -> list[str]:
    return [AUTO, *backend_names()]


# What every backend has.
_PARTS = ("name", "features", "needs", "available", "version", "solve", "native")


def address(backend: Backend) -> str | Backend:
    """What finds a backend in another process: its name, or else the object itself."""
    known = backend.name in _BACKENDS or backend.name in plug_ins()
    return backend.name if known and get_backend(backend.name) == backend else backend


class Task(Enum):
    """What a backend is wanted for, as far as that decides which one."""

    ONE = 1
    """A solution, the best one, or a second one."""
    ALL = 2
    """All solutions, or how many there are."""
    OTHER = 3
    """A question that adds rows of its own."""
    TWO = 4
    """Whether there is a second solution."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Which backend to use.

    Attributes:
        backend: The backend.
        why: Why this one, in a few words.
        otherwise: The names of those to try, one after the other, if this one refuses the program
            or fails, or has found no solution after so much `work`; none after one that was named.
        work: How much work is worth a try (`Options.work_limit`), or None for all.
        then: The choice to go on with after such a try, instead of the names.
    """

    backend: Backend
    why: str
    otherwise: tuple[str, ...] = ()
    work: float | None = None
    then: Choice | None = None

    def alone(self) -> Choice:
        """The same backend, with none after it."""
        return replace(self, otherwise=(), work=None, then=None)

    def next(self) -> Choice | None:
        """The next backend that is installed, or None if there is none."""
        if self.then is not None:
            return self.then
        for place, name in enumerate(self.otherwise):
            if is_installed(name):
                why = f"{self.backend.name} had failed"
                return Choice(get_backend(name), why, self.otherwise[place + 1 :])
        return None

    def why_of(self, name: str) -> str:
        """Why the backend of that name has answered."""
        if name != self.backend.name and self.then is not None:
            return self.then.why_of(name)
        if name == self.backend.name or not self.otherwise:
            return self.why
        if self.work is None:
            return f"{self.backend.name} had failed"
        return f"{self.backend.name} had found nothing in a short try"


BackendLike: TypeAlias = str | Choice | Backend | type[Backend]
"""What picks a backend: a name, or `auto`; an object or a class; or an earlier choice."""


def choose(
    name: BackendLike = AUTO,
    program: Program | None = None,
    task: Task = Task.OTHER,
    options: Options | None = None,
) -> Choice:
    """Takes the backend of that name, or picks one for `auto`.

    For all solutions of an exact cover problem, `auto` picks `exactcover`, with sideline conditions
    or without; for the best one, if these are not too many. It is usually also the quickest for a
    first solution, but now and then it looks in the wrong place for very long: so it is tried for a
    moment. If the options say how it is to search, it is picked, or the error says what stops it.

    Args:
        name: The name, or `auto`; a backend, or its class; or an earlier choice, which is returned.
        program: What is to be solved, if that is known.
        task: What the backend is wanted for.
        options: How to search, if that is known.

    Raises:
        UnknownNameError: If there is none of that name.
        BackendMissingError: If it is not installed here; for `auto`, if none is.
        BackendError: If one that is named would ignore an option.
    """
    for other in options.params if options is not None else ():
        get_backend(other)
    if isinstance(name, Choice):
        return name
    if name != AUTO:
        return _named_choice(get_backend(name) if isinstance(name, str) else made(name), options)
    options = options or Options()
    if len(options.params) == 1:
        (only,) = options.params
        return replace(choose(only, program, task, options), why="its parameters were given")
    general = _general(program, task, options)
    whole = None if program is None or task is Task.OTHER else _in_whole_numbers(program)
    return general if whole is None else _likely_quickest(whole, task, options, general)


def _likely_quickest(program: Program, task: Task, options: Options, general: Choice) -> Choice:
    """The choice for a program in whole numbers, where one in general is known."""
    if task is Task.ONE and program.objective is not None and not options.cover.says_something:
        general = _after_cores(program, general, options)
    if task is Task.ONE and _beyond_engine(program, options):
        return general
    if options.cover.says_something:
        # The engine says itself what stops it.
        return replace(choose(_ENGINE), why="its options were given")
    find = {Task.ONE: _for_one, Task.TWO: _for_two, Task.ALL: _for_all}
    return find[task](program, general)


def _after_cores(program: Program, general: Choice, options: Options) -> Choice:
    """The choice for the best connected thing: clingo for a moment, then what is there in general.

    Unsatisfiable cores find the most cells of a board of 9 x 9 that may be shaded in 0.2 s, CP-SAT
    in minutes; with costs that differ, it is the other way round.
    """
    structure = structure_of(program)
    clingo = get_backend("clingo")
    is_pure = structure.binaries == structure.columns and structure.connected > 0
    if not is_pure or not clingo.available() or options.workers > 1 or general.backend is clingo:
        return general
    why = "tried for a moment where something is to be connected at best"
    return Choice(clingo, why, work=_TRIED_CORES, then=general)


def _in_whole_numbers(program: Program) -> Program | None:
    """The program as backends in whole numbers get it; None if its data are for others."""
    try:
        return rows_in_whole_numbers(program)
    except BackendError:
        return None


def _beyond_engine(program: Program, options: Options) -> bool:
    """Whether the options ask for what the engine has not, such as a hint to start from."""
    more = bool(options.hint) or options.on_solution is not None
    return more or (options.gap > 0 and program.objective is not None)


def _named_choice(backend: Backend, options: Options | None) -> Choice:
    if not backend.available():
        raise BackendMissingError(f"backend {backend.name} is not installed", backend.needs)
    if options is not None:
        require_honour(backend.name, backend.features, options)
    return Choice(backend, ASKED_FOR)


def _for_one(program: Program, general: Choice) -> Choice:
    """The choice for a solution; the engine is not even loaded where it is not wanted."""
    small = _SMALL if program.objective is None else _SMALL_BEST
    if _is_small(program, small) or unfit_columns(program).any() or not _covers_something(program):
        return general
    engine, why = get_backend(_ENGINE), "the quickest on exact covers of this size"
    if not engine.available():
        return general
    if program.objective is not None:
        return _for_best(program, general)
    if not cover_form(program).plain:
        if _nodes(engine, program) is None:
            return general
        why = f"{why} with conditions"
    tried = Choice(engine, why, (general.backend.name, *general.otherwise), _TRIED)
    if Feature.WORK_LIMIT not in general.backend.features:
        return tried
    # Most are found before the engine would be loaded, which takes half a second with numba.
    return replace(general, why=_TRIED_FIRST, work=_TRIED, then=tried)


def _covers_something(program: Program) -> bool:
    """Whether the engine has something to branch on, and takes a moment to prepare for it.

    Where nothing has to be covered exactly, as in a packing or in Akari, it knows no bounds, and
    learns nothing: of 2,500 variables and 5,000 rows, it has no solution after 30 s.
    """
    exactly_one = meanings(program) == Meaning.EXACTLY_ONE
    covering = int(exactly_one.sum())
    if not covering:
        return False
    # A solution has as many options as it takes to cover all of these, and at each of them there is
    # a list of those that are left: a bit for each row.
    entries = int(program.rows.lengths()[exactly_one].sum())
    depth = covering * program.variables / max(1, entries)
    memory = depth * program.variables * len(program.rows) / 8
    return memory <= _MOST_MEMORY


def _is_small(program: Program, least: int) -> bool:
    """Whether so few entries are open that the engine takes longer to begin than others to end."""
    if len(program.rows.columns) < least:
        return True
    left = presolve(program)
    return left is None or len(left.rows.columns) < least


def _for_best(program: Program, general: Choice) -> Choice:
    """The choice for the best solution, where the engine may be the quickest.

    It goes through all solutions if its bounds are of no use, so they must not be too many.
    """
    engine = get_backend(_ENGINE)
    nodes = _nodes(engine, program)
    if nodes is None or nodes > _BEARABLE:
        return general
    others = (general.backend.name, *general.otherwise)
    return Choice(engine, "the quickest for the best exact cover of this size", others)


def _for_two(program: Program, general: Choice) -> Choice:
    """The choice for a second solution, for which the engine is tried for a moment."""
    if (program.rows.kinds == Kind.EXACTLY_ONE).sum() > _LOCAL or _is_small(program, _SMALL):
        return general
    chosen = _for_all(program, general)
    if chosen is general or not _covers_something(program):
        return general
    return replace(chosen, work=_TRIED)


def _for_all(program: Program, general: Choice) -> Choice:
    """The choice for all solutions, or their number."""
    engine = get_backend(_ENGINE)
    if not engine.available():
        return general
    why = "the quickest for all solutions of an exact cover"
    others = (general.backend.name, *general.otherwise)
    if cover_form(program).plain:
        return Choice(engine, why, others)
    if not (program.rows.kinds == Kind.EXACTLY_ONE).any():
        # Where nothing has to be covered exactly, as in Akari, estimates are far too low.
        return general
    nodes = _nodes(engine, program)
    if nodes is None or nodes > _HOPELESS:
        return general
    return Choice(engine, f"{why} with conditions", others)


def _nodes(engine: Backend, program: Program) -> float | None:
    """How long a search is estimated to be, or None if the engine does not take the program."""
    return engine.estimate(program) if isinstance(engine, SolutionSetEngine) else None


def _general(program: Program | None, task: Task, options: Options) -> Choice:
    """The backend that is likely to be the quickest of those that take rows of every kind."""
    names, why = _rank(program, task)
    able = _able(names, options)
    for place, name in enumerate(able):
        if get_backend(name).available():
            why = f"{', '.join(able[:place])} missing" if place else why
            return Choice(get_backend(name), why, able[place + 1 :])
    what = "no backend is installed"
    raise BackendMissingError(what, f"for example: {get_backend(names[0]).needs}")


def _rank(program: Program | None, task: Task) -> tuple[tuple[str, ...], str]:
    """The backends that take a program, the likely quickest first, and why that one."""
    if program is None:
        return _GENERAL, "the usual one"
    if task is not Task.ONE:
        program = replace(program, objective=None)
    structure = structure_of(program)
    if structure.connected and not is_installed("clingo"):
        structure = replace(structure, connected=0)
    return ranked(structure)


def _able(names: tuple[str, ...], options: Options) -> tuple[str, ...]:
    """Those that honour the options, if any does; none is loaded where all do."""
    needs = {Feature.WORKERS} if options.workers > 1 else set()
    needs |= {Feature.HINT} if options.hint else set()
    needs |= {Feature.GAP} if options.gap else set()
    needs |= {Feature.NODE_LIMIT} if options.node_limit is not None else set()
    needs |= {Feature.WORK_LIMIT} if options.work_limit is not None else set()
    needs |= {Feature.INCUMBENTS} if options.on_solution is not None else set()
    if not needs:
        return names
    return tuple(name for name in names if needs <= get_backend(name).features) or names
