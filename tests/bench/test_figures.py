"""The numbers behind charts: medians, scores, profiles, growth."""

from __future__ import annotations

from math import inf

from ilpuzzles.bench.charts.plots import profile
from ilpuzzles.bench.charts.statistics import fields_of, measurements_of, ranking, share_within
from support.sample_runs import LIMIT, failed, field_of, solved, stopped

# Medians, spreads, scores


def test_a_median_and_its_spread() -> None:
    (one,) = measurements_of(
        solved("a", "cbc", seconds, repetition=number) for number, seconds in enumerate((5, 1, 2))
    )
    assert (one.median, one.least, one.most, one.solved_runs) == (2, 1, 5, 3)


def test_a_median_is_none_where_half_of_the_runs_are_not_solved() -> None:
    three = [solved("a", "cbc", 1), stopped("a", "cbc"), solved("a", "cbc", 3)]
    (one,) = measurements_of(three)
    assert (one.median, one.solved) == (3, True)
    (one,) = measurements_of([*three, stopped("a", "cbc")])
    assert (one.median, one.solved, one.most) == (inf, False, 3)


def test_a_failed_run_is_not_solved_however_fast() -> None:
    (one,) = measurements_of([failed("a", "cbc")])
    assert one.median == inf


def test_seeds_are_put_together_and_options_are_not() -> None:
    runs = [
        solved("a", "cbc", 1, seed=seed, options=f"workers {n}") for seed in (1, 2) for n in (1, 2)
    ]
    assert [one.solver for one in measurements_of(runs)] == [
        "placement cbc workers 1",
        "placement cbc workers 2",
    ]


def test_par2_counts_what_is_not_solved_as_twice_its_limit() -> None:
    field = field_of({"cbc": {"a": 10, "b": None}, "scip": {"a": 30, "b": 30}})
    assert field.score("placement cbc") == (10 + 2 * LIMIT) / 2
    assert ranking(field) == [(1, "placement scip", 30), (2, "placement cbc", 65)]


def test_par2_says_nothing_about_a_case_that_was_not_asked() -> None:
    field = field_of({"cbc": {"a": 10}, "scip": {"a": 30, "b": None}})
    assert field.score("placement cbc") == 10
    assert field.score("placement scip") == (30 + 2 * LIMIT) / 2
    assert field.asked("placement cbc") == 1
    assert ranking(field) == [(1, "placement cbc", 10), (2, "placement scip", 30)]


def test_equal_scores_have_equal_ranks() -> None:
    field = field_of({"x": {"a": 2}, "y": {"a": 1}, "z": {"a": 1}, "w": {"a": 3}})
    ranks = [(rank, solver.split()[1]) for rank, solver, _ in ranking(field)]
    assert ranks == [(1, "y"), (1, "z"), (3, "x"), (4, "w")]


def test_solvers_that_share_no_case_are_apart_until_a_third_joins_them() -> None:
    runs = [solved("a", "x", 1), solved("b", "y", 1)]
    assert len(fields_of(runs)) == 2
    (field,) = fields_of([*runs, solved("a", "z", 1), solved("b", "z", 1)])
    assert field.solvers == ("placement x", "placement y", "placement z")
    assert [case for case, _ in field.instances] == ["a", "b"]


def test_a_case_is_another_instance_with_another_question() -> None:
    (field,) = fields_of(
        [solved("a", "x", 1), solved("a", "x", 1, question="count", complete=True)]
    )
    assert field.instances == (("a", "solve"), ("a", "count"))


# Profiles, worked out by hand


def test_a_profile() -> None:
    field = field_of(
        {
            "one": {"a": 1, "b": 4, "c": 2, "d": None},
            "two": {"a": 2, "b": 1, "c": 2, "d": None},
        }
    )
    # The ratios of the first are 1, 4, 1 and none; of the second 2, 1, 1 and none.
    one, two = field.solvers
    assert [share_within(field, one, tau) for tau in (1, 2, 3.9, 4, 100)] == [
        0.5,
        0.5,
        0.5,
        0.75,
        0.75,
    ]
    assert [share_within(field, two, tau) for tau in (1, 2, 100)] == [0.5, 0.75, 0.75]
    svg = profile(field).svg
    assert "placement one: best on 50%" in svg
    assert "75% within a factor of 4<" in svg


def test_ties_are_best_for_both() -> None:
    field = field_of({"one": {"a": 3, "b": 0.3}, "two": {"a": 3, "b": 0.1 + 0.2}})
    assert [share_within(field, solver, 1) for solver in field.solvers] == [1, 1]
