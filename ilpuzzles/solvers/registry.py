"""The registry of backends, ours and those of other packages, and the choice that `auto` makes."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, TypeAlias

import numpy as np

from ilpuzzles.backends.interface import (
    Backend,
    Feature,
    Options,
    SolutionSetEngine,
    StatesConstraints,
    require_honour,
)
from ilpuzzles.errors import (
    BackendError,
    BackendMissingError,
    IlpuzzlesError,
    UnknownNameError,
    quoted,
    unknown_name,
)
from ilpuzzles.lazy_imports import named
from ilpuzzles.modelling.objective import Objective
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.passes.cover_form import Meaning, cover_form, meanings, unfit_columns
from ilpuzzles.passes.presolve import presolve
from ilpuzzles.passes.ways import LINEAR_ROWS, Ways
from ilpuzzles.passes.whole_numbers import rows_in_whole_numbers
from ilpuzzles.solvers.own_backends import OWN_BACKENDS
from ilpuzzles.solvers.structure import Structure, ranked, structure_of

AUTO = "auto"
ASKED_FOR = "asked for"
"""Why a backend that was named is taken."""

_GENERAL = ("cpsat", "scip", "highs", "cbc", "clingo")
# It takes exact cover problems only.
_ENGINE = "exactcover"

# By the following numbers `auto` chooses. Where a comment names a model, such as exact_cover-60x300
# (first), that is a line of docs/benchmarks/defaults.md, which `python -m benchmarks.defaults`
# measures. Entries are those that presolve leaves open, nodes are what the engine estimates, and
# work is a backend's own measure of about a second (`Options.work_limit`).

# With fewer entries, CP-SAT is done before the engine is loaded: triple_matching-10x60 (first),
# with 180, takes both of them 0.01 s; with 660, triple_matching-25x220 (best) takes 5.24 and 0.10.
_FEWEST_ENTRIES_FOR_ENGINE = 400
# With fewer entries, CP-SAT mostly knows of a second solution before the engine is loaded.
# pentominoes-3x20 has 7,416: a first one takes it 0.76 s, and the engine 0.03.
_FEWEST_ENTRIES_FOR_SECOND = 4_000
# With more items, a second solution is better looked for by learning: sudoku-3x25, with 324, and
# sudoku-4x110 (first), where the engine takes 0.48 s, and CP-SAT 0.02.
_MOST_ITEMS_FOR_SECOND = 200

# The work of a try. CP-SAT settles 76 of 99 first solutions within 0.1 s, and 85 within 20; of the
# exact covers of this package for which the engine is picked, all end within a quarter of that.
_WORK_OF_TRY = 0.1
# CP-SAT settles 68 of 111 best solutions within 0.25 s, 77 within 1, and 84 within 20.
_WORK_OF_LONGER_TRY = 0.25
# clingo's cores prove at once what others do in minutes, or mostly do not: most_shaded-7 (best)
# takes them 0.02 s, and CP-SAT 17.5; connected_tree-30x70 (best) takes them 2.5.
_WORK_OF_CORES = 0.25
# Where columns are counted and nothing is connected: domination-10 (best) takes 0.03 s, and CBC
# 1.9; independent_set-140x8 (best) has no end.
_WORK_OF_CORES_FOR_COUNTS = 0.05
# Two backends take so many turns, each of three times the work of its last one, before the one in
# general goes on to the end: the last turns are of 8 and 20 s. The turns are what assignment-60x10
# (first) loses by: 5.6 s, where CP-SAT alone takes 0.1.
_TURNS_OF_EACH = 5

# A search of the engine of so many nodes ends in a second or two, so it is not cut short:
# exact_cover-60x300 (count) has 870,000 and takes 0.16 s, pentominoes-6x10 (count) 2.4 million and
# 0.3.
_MOST_NODES_TO_THE_END = 3e6
# If its bounds are of no use, a search for the best solution of so many nodes takes a minute; see
# docs/explanation/exact_covers.md, which has the figures of `benchmarks.best_covers`.
_MOST_NODES_FOR_BEST = 3e7
# Where conditions are checked after each node, so many take hours. CP-SAT lists solutions more
# slowly than the engine wherever the engine ends at all: after 30 s it had 38 of 2,231 on 5 x 12
# with a condition, where the engine had all after 1.4.
_MOST_NODES_FOR_ALL = 1e10

# A program with more entries takes CP-SAT a tenth of a second or more to be handed over:
# graph_colours-300x1500x6 (first), with 19,800, takes it 0.05 s in all.
_MOST_ENTRIES_FOR_TRY = 50_000
# Lists of the engine that need more memory take longer to write than others take to search:
# graph_colours-200x900x5 (first), where CP-SAT takes 0.04 s, and the engine does not end.
_MOST_BYTES_OF_LISTS = 1 << 26


PLUG_INS = "ilpuzzles.backends"
"""The entry points by which other packages offer backends."""


def own_backends() -> tuple[str, ...]:
    """Returns the names of the backends of this package, sorted, installed or not."""
    return tuple(sorted(OWN_BACKENDS))


@cache
def plug_ins() -> dict[str, EntryPoint]:
    """Returns the backends of other packages by their names, sorted."""
    entries = {entry.name: entry for entry in entry_points(group=PLUG_INS)}
    return {name: entries[name] for name in sorted(entries) if name not in OWN_BACKENDS}


def backend_names() -> tuple[str, ...]:
    """Returns the names of all backends, sorted, installed or not, with those of other packages."""
    return tuple(sorted({*OWN_BACKENDS, *plug_ins()}))


def general_backends() -> tuple[str, ...]:
    """Returns the names of the backends that take rows of every kind, sorted."""
    return tuple(name for name in backend_names() if name in _GENERAL or _takes_any_rows(name))


def exact_backends() -> tuple[str, ...]:
    """Returns the names of general backends that compute in whole numbers, the best one first."""
    names = (name for name in _GENERAL if Feature.EXACT in get_backend(name).features)
    return tuple(name for name in names if is_installed(name))


def _takes_any_rows(name: str) -> bool:
    with suppress(BackendError):
        return name in plug_ins() and Feature.ANY_ROWS in get_backend(name).features
    return False


def installed_backends() -> tuple[str, ...]:
    """Returns the names of the backends whose solvers are installed, sorted."""
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
        >>> get_backend("ilpuzzles.solvers.cbc.backend:CbcBackend").name
        'cbc'
    """
    if name in OWN_BACKENDS:
        return OWN_BACKENDS[name]()
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
    """Returns the backend that is given as an object, or as its class.

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
        advice = f"write a number with its name, number={given}" if isinstance(given, int) else ""
        raise UnknownNameError(unknown_name("backend", given, _all_names(), advice=advice))
    if missing:
        what = f"{quoted(given)} is not a backend: it has no {', '.join(missing)}"
        raise BackendError(what, "define them")
    checked: Backend = backend
    return checked


def _all_names() -> list[str]:
    return [AUTO, *backend_names()]


# What every backend has.
_PARTS = ("name", "features", "needs", "available", "version", "solve", "native")


def ways_of(backend: Backend) -> Ways:
    """The ways in which a backend can be told global constraints: its own, or those of a feature.

    Example:
        >>> ways_of(get_backend("cbc")).language
        <Language.LINEAR: 'linear rows'>
    """
    if isinstance(backend, StatesConstraints):
        return backend.ways()
    if Feature.CONSTRAINTS in backend.features:
        return ways_of(get_backend("cpsat"))
    if Feature.RULES in backend.features:
        return ways_of(get_backend("clingo"))
    return LINEAR_ROWS


def address(backend: Backend) -> str | Backend:
    """Returns the key of a backend for another process: its name, or else the object itself."""
    has_known_name = backend.name in OWN_BACKENDS or backend.name in plug_ins()
    is_known = has_known_name and get_backend(backend.name) == backend
    return backend.name if is_known else backend


class Task(Enum):
    """The task that a backend is chosen for."""

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
    """The backend to use, why, and the next ones in turn.

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
        """Returns the choice of the same backend, with none after it."""
        return replace(self, otherwise=(), work=None, then=None)

    def without_tries(self) -> Choice:
        """Returns the first choice that goes on to the end, for many searches in a row."""
        if self.work is None or self.then is None:
            return self
        return self.then.without_tries()

    def next(self) -> Choice | None:
        """Returns the choice of the next backend that is installed, or None if there is none."""
        if self.then is not None:
            return self.then
        for place, name in enumerate(self.otherwise):
            if is_installed(name):
                why = f"{self.backend.name} had failed"
                return Choice(get_backend(name), why, self.otherwise[place + 1 :])
        return None

    def why_of(self, name: str) -> str:
        """Returns why the backend of that name has answered, in a few words."""
        if name != self.backend.name and self.then is not None:
            return self.then.why_of(name)
        if name == self.backend.name or not self.otherwise:
            return self.why
        if self.work is None:
            return f"{self.backend.name} had failed"
        return f"{self.backend.name} had found nothing in a short try"


BackendLike: TypeAlias = str | Choice | Backend | type[Backend]
"""A choice of backend: a name, or `auto`; an object or a class; or an earlier `Choice`."""


def backend_or_auto(given: BackendLike | None) -> BackendLike:
    """Returns the backend as it was given; `auto` where None was.

    Example:
        >>> backend_or_auto(None), backend_or_auto("cbc")
        ('auto', 'cbc')
    """
    return AUTO if given is None else given


def choose(
    name: BackendLike = AUTO,
    program: Program | None = None,
    task: Task = Task.OTHER,
    options: Options | None = None,
) -> Choice:
    """Returns the backend of that name, or picks one for `auto`.

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
    if program is None or task is Task.OTHER:
        return general
    whole = _in_whole_numbers(program)
    return general if whole is None else _likely_quickest(whole, task, options, general)


def _likely_quickest(program: Program, task: Task, options: Options, general: Choice) -> Choice:
    """Returns the choice for a program in whole numbers, where one in general is known."""
    if options.cover.says_something:
        if task is Task.ONE and _beyond_engine(program, options):
            return general
        # The engine says itself what stops it.
        return replace(choose(_ENGINE), why="its options were given")
    if task is Task.ONE:
        return _for_one(program, options, general)
    return _for_two(program, general) if task is Task.TWO else _for_all(program, general)


def _in_whole_numbers(program: Program) -> Program | None:
    """Returns the program as backends in whole numbers get it; None if they cannot take it."""
    try:
        return rows_in_whole_numbers(program)
    except BackendError:
        return None


def _beyond_engine(program: Program, options: Options) -> bool:
    """Whether the options ask for something that the engine lacks, such as a hint."""
    has_gap = options.gap > 0 and program.objective is not None
    return bool(options.hint) or options.on_solution is not None or has_gap


def _named_choice(backend: Backend, options: Options | None) -> Choice:
    if not backend.available():
        raise BackendMissingError(f"backend {backend.name} is not installed", backend.needs)
    if options is not None:
        require_honour(backend.name, backend.features, options)
    return Choice(backend, ASKED_FOR)


def _for_one(program: Program, options: Options, general: Choice) -> Choice:
    """Returns the choice for a solution, or the best one: short tries, then the one in general.

    Each try is of a backend that is quicker by far on many models of a kind, and endless on others:
    if it has not ended after some work, the next one begins.
    """
    if options.workers > 1:
        return general
    engine = None if _beyond_engine(program, options) else _engine_try(program)
    if program.objective is None:
        first = _cpsat_try(program, _WORK_OF_TRY) if engine is not None else None
        return _one_after_the_other([*_in_turns(first, engine), general])
    structure = structure_of(program)
    if structure.connected:
        return _one_after_the_other([*_tries_for_connected(program, structure), general])
    has_prices = structure.is_classical
    first = _cpsat_try(program, _WORK_OF_LONGER_TRY) if has_prices or engine is not None else None
    is_counted = has_prices and _counts_columns(program.objective)
    cores = _cores_try(structure, _WORK_OF_CORES_FOR_COUNTS) if is_counted else None
    return _one_after_the_other([cores, first, engine, general])


def _tries_for_connected(program: Program, structure: Structure) -> list[Choice]:
    """Returns tries for the best connected part: by turns where columns are counted, else a few."""
    cores = _cores_try(structure, _WORK_OF_CORES)
    learning = _cpsat_try(program, _WORK_OF_LONGER_TRY)
    if cores is None or learning is None or _counts_columns(program.objective):
        return _in_turns(cores, learning)
    # With costs that differ, clingo has either proved the best by then, or is the wrong one:
    # connected_tree-20x45 (best) takes it less than 0.01 s, smallest_island-6x80 (best) 6.9, where
    # CP-SAT takes 0.04.
    return [cores, replace(learning, work=1.0), replace(cores, work=1.0)]


def _counts_columns(goal: Objective | None) -> bool:
    """Whether an objective counts columns: all its prices are equal, without their signs."""
    return goal is not None and len(np.unique(np.abs(goal.coefficients))) == 1


def _in_turns(first: Choice | None, second: Choice | None) -> list[Choice]:
    """Returns tries of two backends by turns, each of three times the work of its last one.

    Where each of them ends on models on which the other is endless, that takes less than five times
    as long as the right one alone. A try without a limit of its work is the last.
    """
    if first is None or second is None:
        return [choice for choice in (first, second) if choice is not None]
    tries: list[Choice] = []
    for turn in range(_TURNS_OF_EACH):
        for choice in (first, second):
            if choice.work is None:
                return [*tries, choice]
            tries.append(replace(choice, work=choice.work * 3**turn))
    return tries


def _one_after_the_other(choices: Sequence[Choice | None]) -> Choice:
    """Returns the first choice that is not None, each with the next one after it."""
    first, *others = (choice for choice in choices if choice is not None)
    return replace(first, then=_one_after_the_other(others)) if others else first


def _cpsat_try(program: Program, work: float) -> Choice | None:
    """Returns a try of CP-SAT, where it takes the program, and it is quickly handed over."""
    cpsat = get_backend("cpsat")
    is_taken = not program.is_mixed() and not program.unbounded().any()
    if not is_taken or len(program.rows.columns) > _MOST_ENTRIES_FOR_TRY or not cpsat.available():
        return None
    return Choice(cpsat, "tried for a moment: the quickest on most small models", work=work)


def _cores_try(structure: Structure, work: float) -> Choice | None:
    """Returns a try of unsatisfiable cores, by clingo, where every variable is 0 or 1.

    They find the most cells of a board of 9 x 9 that may be shaded in 0.2 s, CP-SAT in minutes, and
    the fewest that dominate all others in 0.03 s, CBC in 2; with costs that differ, it is the other
    way round.
    """
    clingo = get_backend("clingo")
    if structure.binaries < structure.columns or not clingo.available():
        return None
    return Choice(clingo, "tried for a moment: cores may prove the best at once", work=work)


def _engine_try(program: Program) -> Choice | None:
    """Returns a try of the engine where it takes the program, or its choice if it ends soon."""
    if _is_small(program, _FEWEST_ENTRIES_FOR_ENGINE) or unfit_columns(program).any():
        return None
    engine = get_backend(_ENGINE)
    if not engine.available() or not _covers_something(program):
        return None
    nodes = _nodes(engine, program)
    is_plain = cover_form(program).plain
    if program.objective is not None:
        # It goes through all solutions if its bounds are of no use, so they must not be too many.
        why = "the quickest for the best exact cover of this size"
        return None if nodes is None or nodes > _MOST_NODES_FOR_BEST else Choice(engine, why)
    if nodes is None and not is_plain:
        return None
    why = "the quickest on exact covers of this size" + ("" if is_plain else " with conditions")
    if nodes is not None and nodes <= _MOST_NODES_TO_THE_END:
        return Choice(engine, why)
    return Choice(engine, why, work=_WORK_OF_TRY if nodes is None else _WORK_OF_LONGER_TRY)


def _covers_something(program: Program) -> bool:
    """Whether the engine has something to branch on, and prepares for it in a moment.

    Where nothing has to be covered exactly, as in a packing or in Akari, it knows no bounds, and
    learns nothing: packing-2500x5000 (first) has no end within 20 s, and takes CP-SAT 0.13.
    """
    exactly_one = meanings(program) == Meaning.EXACTLY_ONE
    covering = int(exactly_one.sum())
    if not covering:
        return False
    # A solution has as many options as it takes to cover all of these, and at each of them there is
    # a list of those that are left, with a bit for each row.
    entries = int(program.rows.lengths()[exactly_one].sum())
    depth = covering * program.variables / max(1, entries)
    bits = depth * program.variables * len(program.rows)
    return bits / 8 <= _MOST_BYTES_OF_LISTS


def _is_small(program: Program, least: int) -> bool:
    """Whether so few entries are open that the engine takes longer to begin than others to end."""
    if len(program.rows.columns) < least:
        return True
    presolved = presolve(program)
    return presolved is None or len(presolved.rows.columns) < least


def _for_two(program: Program, general: Choice) -> Choice:
    """Returns the choice for a second solution, for which the engine is tried for a moment."""
    if (program.rows.kinds == Kind.EXACTLY_ONE).sum() > _MOST_ITEMS_FOR_SECOND:
        return general
    chosen = _for_all(program, general)
    if chosen is general or not _covers_something(program):
        return general
    if _is_small(program, _FEWEST_ENTRIES_FOR_SECOND):
        first = _cpsat_try(program, _WORK_OF_TRY)
        return general if first is None else replace(first, then=chosen)
    return replace(chosen, work=_WORK_OF_TRY)


def _for_all(program: Program, general: Choice) -> Choice:
    """Returns the choice for all solutions, or their number."""
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
    if nodes is None or nodes > _MOST_NODES_FOR_ALL:
        return general
    return Choice(engine, f"{why} with conditions", others)


def _nodes(engine: Backend, program: Program) -> float | None:
    """Returns the estimated nodes of a search, or None if the engine does not take the program."""
    return engine.estimate(program) if isinstance(engine, SolutionSetEngine) else None


def _general(program: Program | None, task: Task, options: Options) -> Choice:
    """Returns the choice of the general backend that is likely to be the quickest."""
    names, why = _rank(program, task)
    able = _able(names, options)
    for place, name in enumerate(able):
        if get_backend(name).available():
            why = f"{', '.join(able[:place])} missing" if place else why
            return Choice(get_backend(name), why, able[place + 1 :])
    what = "no backend is installed"
    raise BackendMissingError(what, f"for example: {get_backend(names[0]).needs}")


def _rank(program: Program | None, task: Task) -> tuple[tuple[str, ...], str]:
    """Returns the backends that take a program, the likely quickest first, and why that one."""
    if program is None:
        return _GENERAL, "the usual one"
    if task is not Task.ONE:
        program = replace(program, objective=None)
    structure = structure_of(program)
    if structure.connected and not is_installed("clingo"):
        structure = replace(structure, connected=0)
    return ranked(structure)


def _able(names: tuple[str, ...], options: Options) -> tuple[str, ...]:
    """Returns the backends that honour the options, or all of them if none does."""
    is_asked_for = {
        Feature.WORKERS: options.workers > 1,
        Feature.HINT: bool(options.hint),
        Feature.GAP: bool(options.gap),
        Feature.NODE_LIMIT: options.node_limit is not None,
        Feature.WORK_LIMIT: options.work_limit is not None,
        Feature.INCUMBENTS: options.on_solution is not None,
    }
    needed = {feature for feature, is_needed in is_asked_for.items() if is_needed}
    # Backends are loaded only where there is something to ask them.
    if not needed:
        return names
    return tuple(name for name in names if needed <= get_backend(name).features) or names
