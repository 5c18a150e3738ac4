"""All exact covers of a problem: how many, which, a random one, and what they have in common."""

from __future__ import annotations

from ilpuzzles.exactcover.driving import Visit
from ilpuzzles.exactcover.problem import CoverProblem, IntArray
from ilpuzzles.exactcover.question import Question
from ilpuzzles.exactcover.settings import Run, Settings


def count_covers(
    problem: CoverProblem, settings: Settings | None = None, run: Run | None = None
) -> Run:
    """Counts the solutions.

    Args:
        problem: The problem.
        settings: How to search.
        run: Limits, and what is known at any moment; a new one if there is none.

    Returns:
        The run: how many were found, and whether these are all.

    Example:
        >>> demo = [[0, 2], [0, 1], [1, 2], [0], [1], [2]]
        >>> run = count_covers(CoverProblem.of(demo, items=3))
        >>> run.found, run.complete
        (4, True)
    """
    return Question(problem, settings, run).count()


def visit_covers(
    problem: CoverProblem,
    visit: Visit,
    settings: Settings | None = None,
    run: Run | None = None,
    *,
    few: bool = False,
) -> Run:
    """Passes all solutions on, each once, some at a time.

    Args:
        problem: The problem.
        visit: Called with solutions: an array with a row for each, which has its options in some
            order and is filled up with -1. When it returns False, no more follow.
        settings: How to search; the order depends on the engine, and not on the workers.
        run: Limits, and what is known at any moment.
        few: Whether few solutions are likely to be enough, so that preparing a table for all of
            them is not worth it.

    Returns:
        The run.

    Example:
        >>> demo = [[0, 2], [0, 1], [1, 2], [0], [1], [2]]
        >>> found = []
        >>> run = visit_covers(
        ...     CoverProblem.of(demo, items=3), lambda rows: found.extend(rows.tolist()) is None
        ... )
        >>> sorted(found), run.complete
        ([[0, 4], [1, 5], [3, 2], [3, 4, 5]], True)
    """
    return Question(problem, settings, run).visit(visit, few=few)


def first_covers(
    problem: CoverProblem,
    number: int,
    settings: Settings | None = None,
    run: Run | None = None,
) -> IntArray:
    """The first solutions of a search that tries options in the order in which they are given.

    The search is plain and in whole numbers, so these are the same on every machine and with every
    version of what compiles it.

    Args:
        problem: The problem.
        number: How many solutions.
        settings: How to search; the engine and the workers do not matter.
        run: Limits, and what is known at any moment.

    Returns:
        A solution in every row, as options filled up with -1; as many as were found.

    Example:
        >>> demo = [[0, 2], [0, 1], [1, 2], [0], [1], [2]]
        >>> first_covers(CoverProblem.of(demo, items=3), 2).tolist()
        [[0, 4], [1, 5]]
    """
    return Question(problem, settings, run).first(number)


def sample_covers(
    problem: CoverProblem,
    number: int,
    seed: int = 0,
    settings: Settings | None = None,
    run: Run | None = None,
) -> tuple[IntArray, Run]:
    """Draws solutions at random: each time, every one has the same chance.

    From a table they are drawn at once. The search has to visit all solutions for that.

    Args:
        problem: The problem.
        number: How many.
        seed: Where chance begins; the same one draws the same solutions from the same engine, in
            whatever order that comes to them.
        settings: How to search.
        run: Limits, and what is known at any moment.

    Returns:
        A solution in every row, as options filled up with -1, and the run. There
        is no row if there is no solution, or the run is not complete.

    Example:
        >>> import numpy as np
        >>> demo = [[0, 2], [0, 1], [1, 2], [0], [1], [2]]
        >>> found, run = sample_covers(CoverProblem.of(demo, items=3), 1000)
        >>> sorted(np.unique(found, axis=0, return_counts=True)[1].tolist())[0] > 200
        True
    """
    return Question(problem, settings, run).sample(number, seed)


def cover_extremes(
    problem: CoverProblem,
    weights: IntArray,
    settings: Settings | None = None,
    run: Run | None = None,
) -> tuple[IntArray, IntArray] | None:
    """The least and the greatest sum of weights over the options of a solution.

    Args:
        problem: The problem.
        weights: What each option adds, shape (sums, options).
        settings: How to search.
        run: Limits, and what is known at any moment.

    Returns:
        Both for every sum; None where there is no table to read them from, or no solution.

    Example:
        >>> import numpy as np
        >>> demo = CoverProblem.of([[0], [1], [0, 1]], items=2)
        >>> print(*cover_extremes(demo, np.array([[1, 1, 1], [0, 0, 1]])))
        [1 0] [2 1]
    """
    return Question(problem, settings, run).extremes(weights)
