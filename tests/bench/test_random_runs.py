"""Medians, scores, ranks and ratios of random runs, against their definitions in plain Python.

Times are drawn from few numbers, so that there are ties, single runs, even numbers of runs, cases
that nobody has solved, and solvers that were asked about some of the cases alone.
"""

from __future__ import annotations

import math
import random
from itertools import combinations

import pytest

from ilpuzzles.bench.bench_run import BenchRun
from ilpuzzles.bench.charts.statistics import (
    BEST,
    Field,
    common,
    fields_of,
    rank_intervals,
    ranking,
    ranking_table,
    share_within,
    shown,
    standings,
    unranked,
)
from ilpuzzles.bench.report import document_of, lines_of_unsolved
from ilpuzzles.bench.report_format import Paragraph
from ilpuzzles.bench.results import Description, Results, alike
from ilpuzzles.bench.summary import Summary, summaries
from support.sample_runs import LIMIT, MACHINE, failed, solved, stopped

TIMES = (1.0, 1.0, 2.0, 3.0, LIMIT, None, None, math.nan)
"""What a run takes: None where its limit stops it, and nan where it fails."""


def runs_of(seed: int) -> list[BenchRun]:
    """Runs of two to four solvers on one to four cases, each asked once or some times."""
    dice = random.Random(seed)
    runs = []
    repetitions = dice.choice((1, 2, 3, 4))
    cases = "abcd"[: dice.randint(1, 4)]
    for backend in "wxyz"[: dice.randint(2, 4)]:
        asked = cases if dice.random() < 0.7 else dice.sample(cases, dice.randint(1, len(cases)))
        for case in asked:
            for repetition in range(repetitions):
                seconds = dice.choice(TIMES)
                if seconds is None:
                    run = stopped(case, backend, repetition=repetition)
                elif math.isnan(seconds):
                    run = failed(case, backend)
                else:
                    run = solved(case, backend, seconds, repetition=repetition)
                runs.append(run)
    return runs


def cost(run: BenchRun) -> float:
    """What a run counts: its time, or twice the limit."""
    return run.total if run.status == "feasible" else 2 * LIMIT


def mean(numbers: list[float]) -> float:
    return math.fsum(numbers) / len(numbers)


def middle(numbers: list[float]) -> float:
    """Half of the numbers lie on each side."""
    ordered = sorted(numbers)
    half = len(ordered) // 2
    return ordered[half] if len(ordered) % 2 else (ordered[half - 1] + ordered[half]) / 2


def of(runs: list[BenchRun], case: str, backend: str) -> list[BenchRun]:
    return [run for run in runs if (run.case, run.backend) == (case, backend)]


def require_summary(one: Summary, runs: list[BenchRun]) -> None:
    ended = [run.total for run in runs if run.status == "feasible"]
    errors = [run for run in runs if run.error]
    assert (one.runs, one.solved, one.errors) == (len(runs), len(ended), len(errors))
    assert one.limits == len(runs) - len(ended) - len(errors)
    half = middle([*ended, *[math.inf] * (len(runs) - len(ended))])
    assert one.time == half
    assert one.median == (None if half == math.inf else half)
    assert one.span == ((min(ended), max(ended)) if ended else ())
    assert one.spread == (max(ended) / min(ended) if ended else 1)
    assert one.par2 == pytest.approx(mean([cost(run) for run in runs]))


def test_scores_and_ranks_are_those_of_their_definitions(seeds: range) -> None:
    tied = ranked_by_half = 0
    for seed in range(len(seeds) * 8):
        runs = runs_of(seed)
        for one in summaries(runs):
            require_summary(one, of(runs, one.case, one.backend))
            ranked_by_half += one.runs % 2 == 0 and 2 * one.solved == one.runs + 1
        for field in fields_of(runs):
            tied += require_field(field, runs)
    assert tied


def require_field(field: Field, runs: list[BenchRun]) -> bool:
    """Ranks, means and wins on the cases that all have in common; returns whether some tie."""
    backends = {solver: solver.split()[1] for solver in field.solvers}
    cases = {instance: instance[0] for instance in field.instances}
    asked = {
        solver: {one for one in cases if of(runs, cases[one], backends[solver])}
        for solver in backends
    }
    part = common(field)
    solvers, instances = part.solvers, part.instances
    assert all({*instances} <= asked[solver] for solver in solvers)
    require_most_pairs(asked, len(solvers), len(instances))
    assert {*unranked(field)} == {*field.solvers} - {*solvers}
    costs = {
        (one, solver): [cost(run) for run in of(runs, cases[one], backends[solver])]
        for one in instances
        for solver in solvers
    }
    scores = {solver: mean([mean(costs[one, solver]) for one in instances]) for solver in solvers}
    found = ranking(field)
    assert {solver for _, solver, _ in found} == {*solvers}
    assert [rank for rank, _, _ in found] == sorted(rank for rank, _, _ in found)
    for rank, solver, score in found:
        assert score == pytest.approx(scores[solver])
        better = sum(scores[other] < scores[solver] - 1e-9 for other in solvers)
        assert rank == 1 + better
    require_standings(field, costs)
    for solver in field.solvers:
        times = [field.time(one, solver) for one in field.instances]
        for factor in (1, 2, 1.5, 3):
            within = sum(
                time < math.inf and time <= factor * field.best(one) * (1 + 1e-9)
                for one, time in zip(field.instances, times, strict=True)
            )
            assert share_within(field, solver, factor) == within / len(times)
    most = len(field.solvers)
    assert shown(field, most) == (field.solvers, [])
    if most > 1:
        first, notes = shown(field, most - 1)
        assert len(first) == most - 1
        assert len(notes) == 1
        order = [solver for _, solver, _ in found] + unranked(field)
        assert {*first} == {*order[: most - 1]}
    return len({rank for rank, _, _ in found}) < len(found)


def require_most_pairs(asked: dict[str, set[tuple[str, str]]], solvers: int, cases: int) -> None:
    """No other group of two solvers or more shares more pairs of a solver and a case."""
    if len(asked) < 2:
        return
    assert solvers > 1
    for number in range(2, len(asked) + 1):
        for group in combinations(asked.values(), number):
            shared = len(set.intersection(*group))
            assert (number * shared, shared) <= (solvers * cases, cases) or not shared


def require_standings(field: Field, costs: dict[tuple[tuple[str, str], str], list[float]]) -> None:
    part = common(field)
    logs = {key: mean([math.log(one + 1) for one in known]) for key, known in costs.items()}
    least = [min(logs[one, solver] for solver in part.solvers) for one in part.instances]
    best = math.exp(mean(least))
    table = standings(field)
    intervals = rank_intervals(field)
    is_repeated = all(len(known) > 1 for known in costs.values())
    assert intervals.keys() == ({*part.solvers} if is_repeated else set())
    for one in table:
        assert one.cases == len(part.instances)
        if one.solver == BEST:
            # Whoever takes the best one solves what anybody has solved, and as fast.
            by_anybody = [min(part.time(case, s) for s in part.solvers) for case in part.instances]
            solved = sum(time < math.inf for time in by_anybody)
            assert (one.solved, one.fastest) == (solved, solved)
            continue
        shifted = math.exp(mean([logs[case, one.solver] for case in part.instances]))
        assert one.shifted_mean == pytest.approx(shifted - 1)
        assert one.behind == pytest.approx(shifted / best)
        times = {case: part.time(case, one.solver) for case in part.instances}
        assert one.solved == sum(time < math.inf for time in times.values())
        assert one.fastest == sum(
            time < math.inf and time == min(part.time(case, other) for other in part.solvers)
            for case, time in times.items()
        )
        if is_repeated:
            low, high = intervals[one.solver]
            assert (one.least, one.most) == (low, high)
            assert 1 <= low <= high <= len(part.solvers)
            assert one.ranks == (f"{low}" if low == high else f"{low}-{high}")
    if len(table) > 1:
        last = table[-1]
        assert (last.solver, last.rank, last.behind) == (BEST, None, 1)
        assert last.shifted_mean == pytest.approx(best - 1)
        par2 = [min(mean(costs[one, solver]) for solver in part.solvers) for one in part.instances]
        assert last.par2 == pytest.approx(mean(par2))
    lines = ranking_table(table).rows
    assert all(f"{one.solved}/{one.cases}" in row for one, row in zip(table, lines, strict=True))


def test_the_report_counts_the_runs_and_names_those_that_are_missing(seeds: range) -> None:
    for seed in seeds:
        runs = runs_of(seed)
        number = len(runs)
        ended = sum(run.status == "feasible" for run in runs)
        errors = sum(bool(run.error) for run in runs)
        for planned in (None, number, number + 1):
            results = Results(Description("a sweep", planned=planned), MACHINE, tuple(runs))
            first, *_ = [
                block
                for block in document_of(results, "").blocks
                if isinstance(block, Paragraph) and block.lead
            ]
            assert f"{ended} of {number} run{'s' * (number > 1)} solved" in first.text
            is_short = planned is not None and planned > number
            assert (" made" in first.text) is is_short
            for said, what in ((errors, "failed"), (number - ended - errors, "stopped before")):
                assert (f"{said} {what}" in first.text) is bool(said)
        missed = {(run.case, run.backend) for run in runs if run.status != "feasible"}
        assert len(lines_of_unsolved(runs)) == len(missed)


def test_the_first_two_runs_that_are_alike_are_named_wherever_they_stand() -> None:
    runs = [solved("a", "x", 1.0, repetition=number) for number in range(4)]
    assert alike(runs) is None
    for first, second in combinations(range(4), 2):
        changed = list(runs)
        changed[second] = solved("a", "x", 9.0, repetition=first)
        assert alike(changed) == (first, second)
