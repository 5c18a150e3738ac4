"""The ways to find all exact covers that are compared, ours and those of other packages.

What each gets is what it takes: arrays, lists of items, or a matrix, made before the clock starts.
"""

from __future__ import annotations

import warnings
from array import array
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from benchmarks.cover_problems import Instance, as_lists, as_matrix, small_one
from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Options
from ilpuzzles.exactcover.engine import count_covers, visit_covers
from ilpuzzles.exactcover.problem import CoverProblem
from ilpuzzles.exactcover.settings import Engine, Settings
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.queries.count import count_solutions

Question = Callable[[], tuple[int, bool]]
"""Answers how many solutions were found, and whether these are all."""


WHOLE = "ours whole count"
"""What our count takes that does not use symmetries."""


@dataclass(frozen=True, slots=True)
class Way:
    """A way to find all solutions.

    Attributes:
        name: What the tables call it.
        package: What has to be installed.
        prepare: Warms up, and returns what is measured; it takes the instance and a time limit.
        lists: Whether it makes every solution, or only counts them.
        ours: Whether it is the engine that the others are compared with.
        plain: Whether it knows no colours.
        after: Another way; where that one does not come to an end, neither does this.
        inexact: Why wrong numbers are known of it, so that they are no failure of the benchmark.
    """

    name: str
    package: str
    prepare: Callable[[Instance, float], Question]
    lists: bool = False
    ours: bool = False
    plain: bool = False
    after: str = ""
    inexact: str = ""


def _ours(ask: Callable[[CoverProblem], tuple[int, bool]]) -> Callable[[Instance, float], Question]:
    """What our engine is asked, after a small problem."""

    def prepare(instance: Instance, _limit: float) -> Question:
        _warm_up(instance.problem)
        return partial(ask, instance.problem)

    return prepare


def _our_list(problem: CoverProblem) -> tuple[int, bool]:
    sizes: list[int] = []

    def visit(solutions: IntArray) -> bool:
        sizes.append(len(solutions))
        return True

    run = visit_covers(problem, visit)
    return sum(sizes), run.complete


def _our_first(problem: CoverProblem) -> tuple[int, bool]:
    return visit_covers(problem, lambda _: False, few=True).found, False


def _warm_up(problem: CoverProblem) -> None:
    small = small_one(problem)
    for engine in Engine:
        settings = Settings(engine)
        count_covers(small, settings)
        visit_covers(small, lambda _: True, settings)
    visit_covers(small, lambda _: False, few=True)


def _xcover_list(instance: Instance, _limit: float) -> Question:
    def ask(problem: CoverProblem) -> Question:
        import xcover  # noqa: PLC0415 - a peer, which may be missing

        if problem.primary.all():
            matrix = as_matrix(problem)
            return lambda: (sum(1 for _ in xcover.covers_bool(matrix)), True)
        lists = as_lists(problem)
        return lambda: (sum(1 for _ in xcover.covers(*lists)), True)

    return _warm(ask, instance.problem)


def _xcover_diagram(*, memo: bool) -> Callable[[Instance, float], Question]:
    def ask(problem: CoverProblem) -> Question:
        import xcover  # noqa: PLC0415 - likewise

        if problem.primary.all():
            matrix = as_matrix(problem)
            return lambda: (_paths(xcover.covers_bool_zdd(matrix, use_memo_cache=memo)), True)
        lists = as_lists(problem)
        return lambda: (_paths(xcover.covers_zdd(*lists, use_memo_cache=memo)), True)

    return lambda instance, _limit: _warm(ask, instance.problem)


def _paths(nodes: Iterable[tuple[int, int, int, int]]) -> int:
    """The number of solutions: of paths from the last node to node 1, over both of its arcs.

    Nodes are numbered from 2, and come after those that they lead to.
    """
    paths = array("Q", [0, 1])
    add = paths.append
    for _index, _option, without, with_it in nodes:
        add(paths[without] + paths[with_it])
    return paths[-1]


def _exact_cover(*, listed: bool) -> Callable[[Instance, float], Question]:
    def prepare(instance: Instance, _limit: float) -> Question:
        # Without a number it would count first, and then search again to list. A row more than
        # there are solutions shows if it finds too many.
        most = instance.known + 1

        def ask(problem: CoverProblem) -> Question:
            import exact_cover  # noqa: PLC0415 - likewise

            matrix = as_matrix(problem)
            if listed:
                return lambda: (len(exact_cover.get_all_solutions(matrix, most)), True)
            return lambda: (int(exact_cover.get_solution_count(matrix)), True)

        return _warm(ask, instance.problem)

    return prepare


def _warm(ask: Callable[[CoverProblem], Question], problem: CoverProblem) -> Question:
    """Asks about a small problem first."""
    with warnings.catch_warnings():
        # xcover compares numbers that numba finds unsafe.
        warnings.simplefilter("ignore")
        found, _ = ask(small_one(problem))()
    if found != 3:
        raise RuntimeError(f"{found} instead of 3 solutions of the small problem")
    return ask(problem)


def _cpsat(instance: Instance, limit: float) -> Question:
    small = Model()
    small.exactly_one(small.binary("x", 3))
    count_solutions(small, backend="cpsat")
    model = instance.model

    def ask() -> tuple[int, bool]:
        found = count_solutions(model, backend="cpsat", options=Options(time_limit=limit))
        return found.number, found.complete

    return ask


CPSAT = "cpsat"
_COLLISIONS = "its memo takes states for equal whose hashes of 32 bits are"

WAYS = (
    Way("ours list", "ilpuzzles", _ours(_our_list), lists=True, ours=True),
    Way("ours count", "ilpuzzles", _ours(lambda p: (count_covers(p).found, True)), ours=True),
    Way(
        WHOLE,
        "ilpuzzles",
        _ours(lambda p: (count_covers(p, Settings(symmetry=False)).found, True)),
        ours=True,
    ),
    Way("ours first", "ilpuzzles", _ours(_our_first), ours=True),
    Way("xcover list", "xcover", _xcover_list, lists=True),
    Way("xcover zdd", "xcover", _xcover_diagram(memo=False)),
    Way("xcover memo", "xcover", _xcover_diagram(memo=True), inexact=_COLLISIONS),
    Way("exact_cover count", "exact_cover", _exact_cover(listed=False), plain=True),
    Way(
        "exact_cover list",
        "exact_cover",
        _exact_cover(listed=True),
        lists=True,
        plain=True,
        after="exact_cover count",
    ),
    Way(CPSAT, "ortools", _cpsat),
)


def way_named(name: str) -> Way:
    """The way of a name."""
    return next(way for way in WAYS if way.name == name)
