"""The questions that a model and a program can be asked, as methods.

Their answers come from the rooms above, which are looked up when somebody asks: modelling itself
knows no solver. Type checkers alone read where the questions are.
"""

from __future__ import annotations

from types import MethodType
from typing import TYPE_CHECKING, Any

from ilpuzzles.lazy_imports import named

if TYPE_CHECKING:
    from ilpuzzles.queries.best import best_solutions, optimal_solutions
    from ilpuzzles.queries.corrections import relax
    from ilpuzzles.queries.count import count_solutions
    from ilpuzzles.queries.explanation import explain
    from ilpuzzles.queries.forced import find_forced
    from ilpuzzles.queries.linear_relaxation import solve_relaxation
    from ilpuzzles.queries.sample import sample_solutions
    from ilpuzzles.queries.solutions import list_solutions
    from ilpuzzles.queries.solve import solve_model
    from ilpuzzles.queries.unique import check_uniqueness
    from ilpuzzles.queries.variants import whatif


class _Question:
    """A function of `ilpuzzles.queries` as a method of what it is asked about."""

    def __init__(self, place: str) -> None:
        self._place = place

    def __get__(self, asked: object, _: type) -> Any:
        question = named(f"ilpuzzles.queries.{self._place}")
        return question if asked is None else MethodType(question, asked)


class Asked:
    """The questions of a model and of a program: functions of `ilpuzzles`, with what these take.

    Example:
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", ["a", "b", "c"])
        >>> row = model.add(x.sum() == 2)
        >>> print(model.count("cpsat", time_limit=60), model.unique().verdict.value)
        3 several
        >>> model.maximize(x @ [3, 4, 5])
        >>> result = model.solve()
        >>> result.objective, result[x].tolist()
        (9, [0, 1, 1])
        >>> model.fix({x["a"]: 1}).best(number=1).objectives
        (8,)
    """

    __slots__ = ()

    if TYPE_CHECKING:
        solve = solve_model
        count = count_solutions
        solutions = list_solutions
        best = best_solutions
        optimal = optimal_solutions
        unique = check_uniqueness
        forced = find_forced
        sample = sample_solutions
        explain = explain
        relax = relax
        whatif = whatif
        relaxation = solve_relaxation
    else:
        solve = _Question("solve:solve_model")
        count = _Question("count:count_solutions")
        solutions = _Question("solutions:list_solutions")
        best = _Question("best:best_solutions")
        optimal = _Question("best:optimal_solutions")
        unique = _Question("unique:check_uniqueness")
        forced = _Question("forced:find_forced")
        sample = _Question("sample:sample_solutions")
        explain = _Question("explanation:explain")
        relax = _Question("corrections:relax")
        whatif = _Question("variants:whatif")
        relaxation = _Question("linear_relaxation:solve_relaxation")
