"""Who is ranked, and on which cases, where solvers were not all asked the same."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import product

import pytest

from ilpuzzles.bench.bench_run import BenchRun
from ilpuzzles.bench.charts.plots import Chart, cactus, profile
from ilpuzzles.bench.charts.statistics import (
    Field,
    common,
    fields_of,
    measurements_of,
    rank_intervals,
    ranking,
    ranking_lines,
    scope_text,
    share_within,
    standings,
    unranked,
)
from ilpuzzles.bench.report import ranking_table, report, unranked_table
from ilpuzzles.bench.report_format import Table
from ilpuzzles.bench.results import Description
from ilpuzzles.dice import Dice
from support.sample_runs import (
    LIMIT,
    MACHINE,
    asked,
    failed,
    field_of,
    many,
    runs_of,
    solved,
    stopped,
)

TIMES: dict[str, dict[str, float | None]] = {
    "cbc": {"cube": 1, "tower": 4, "tan": None},
    "scip": {"cube": 2, "tower": 3, "tan": 5},
}


def text_of(runs: list[BenchRun]) -> str:
    return report(runs, Description("", "", "", ()), MACHINE).markdown


def rows(table: Table) -> list[dict[str, str]]:
    return [dict(zip(table.head, row, strict=True)) for row in table.rows]


def letters(field: Field) -> tuple[str, str]:
    """The cases and the backends of a field."""
    cases = "".join(case for case, _ in field.instances)
    return cases, " ".join(solver.removeprefix("placement ") for solver in field.solvers)


@pytest.mark.parametrize(
    ("known", "cases", "solvers"),
    [
        ({"x": "abc", "y": "abc"}, "abc", "x y"),
        ({"x": "a"}, "a", "x"),
        # One that was asked about one case alone takes nothing away from the others.
        ({"x": "abcd", "y": "abcd", "z": "b"}, "abcd", "x y"),
        # Nor does one that was asked about more cases than all others.
        ({"x": "abcd", "y": "abc", "z": "abc"}, "abc", "x y z"),
        # Nobody was asked about everything.
        ({"x": "abcde", "y": "bcdef"}, "bcde", "x y"),
        ({"x": "bcdefg", "y": "acdefg", "z": "abdefg"}, "defg", "x y z"),
        # Two groups of the same worth: the one with more cases.
        ({"z": "ab", "w": "ab", "x": "abcd", "y": "abcd"}, "abcd", "x y"),
        # A chain: neighbours have a case in common.
        ({"x": "ab", "y": "bc", "z": "cd"}, "b", "x y"),
    ],
)
def test_the_common_cases(known: dict[str, str], cases: str, solvers: str) -> None:
    part = common(asked(known))
    assert letters(part) == (cases, solvers)
    assert len(part.measurements) == len(part.instances) * len(part.solvers)
    assert common(part) == part


def test_the_common_cases_are_found_among_many_sets() -> None:
    # Every solver lacks a case of its own and shares twenty with all; their sets have more
    # intersections than anybody could look at.
    shared = "abcdefghijklmnopqrst"
    own = [chr(0x3B1 + number) for number in range(24)]
    field = asked(
        {f"x{place}": shared + "".join(own[:place] + own[place + 1 :]) for place in range(24)}
    )
    part = common(field)
    assert len(part.solvers) >= 2
    assert len(part.measurements) == len(part.instances) * len(part.solvers)
    assert len(part.solvers) * len(part.instances) >= 24 * 20 / 2


def test_an_easy_case_wins_no_rank() -> None:
    field = field_of(
        {"x": {"a": 1, "b": 20, "c": 30}, "y": {"a": 2, "b": 10, "c": 9}, "z": {"a": 0.1}}
    )
    assert [(rank, solver) for rank, solver, _ in ranking(field)] == [
        (1, "placement y"),
        (2, "placement x"),
    ]
    assert unranked(field) == ["placement z"]
    assert field.score("placement z") == 0.1
    # What was not asked costs nothing.
    assert [field.score(f"placement {name}") for name in "xy"] == [17, 7]


def test_those_that_are_not_ranked_are_ordered_by_what_they_were_asked() -> None:
    field = asked({"x": "abcd", "y": "abcd", "u": "abcd", "z": "a", "w": "ab", "v": "b"})
    assert unranked(field) == ["placement w", "placement z", "placement v"]


def test_the_sentence_names_who_is_left_out() -> None:
    field = asked({"x": "abcdef", "y": "abcdef", **{f"z{n}": "a" for n in range(6)}})
    assert scope_text(field) == (
        "2 of 8 solvers are compared, on 6 cases, which each of them was asked about. "
        "Left out, since they were not asked about all of these: placement z0, placement z1, "
        "placement z2, placement z3 and 2 more."
    )
    assert "Left out, since it was not asked about all of these: placement z." in scope_text(
        asked({"x": "abc", "y": "abcd", "z": "a"})
    )
    said = "2 solvers are compared, on 2 cases, which each of them was asked about."
    assert scope_text(asked({"x": "ab", "y": "ab"})) == said


# Means, the virtual best, and how far ranks are a matter of luck


def test_means_and_the_virtual_best_by_hand() -> None:
    # cbc counts 1, 4 and 120 seconds, scip 2, 3 and 5; the best of each case are 1, 3 and 5.
    first, second, best = standings(field_of(TIMES))
    assert (first.rank, first.solver) == (1, "placement scip")
    assert first.par2 == pytest.approx(10 / 3)
    assert first.shifted_mean == pytest.approx((3 * 4 * 6) ** (1 / 3) - 1)
    assert second.par2 == pytest.approx(125 / 3)
    assert second.shifted_mean == pytest.approx((2 * 5 * 121) ** (1 / 3) - 1)
    assert (best.rank, best.solver) == (None, "virtual best")
    assert best.par2 == pytest.approx(3)
    assert best.shifted_mean == pytest.approx((2 * 4 * 6) ** (1 / 3) - 1)
    assert first.behind == pytest.approx(((3 * 4 * 6) / (2 * 4 * 6)) ** (1 / 3))
    assert second.behind == pytest.approx(((2 * 5 * 121) / (2 * 4 * 6)) ** (1 / 3))
    assert [(one.solved, one.cases, one.fastest) for one in (first, second, best)] == [
        (3, 3, 2),
        (2, 3, 1),
        (3, 3, 3),
    ]
    # Made once, runs say nothing about luck.
    assert {(one.least, one.most, one.ranks) for one in (first, second, best)} == {(None, None, "")}


def repeated(times: Mapping[str, tuple[float, ...]]) -> Field:
    """The only field of backends with their times on one case, as with other seeds."""
    runs = [
        solved("a", backend, seconds, seed=seed)
        for backend, known in times.items()
        for seed, seconds in enumerate(known)
    ]
    (field,) = fields_of(runs)
    return field


def exact_shares(times: Mapping[str, tuple[float, ...]]) -> dict[str, dict[int, float]]:
    """How often each has each rank, if all its runs are drawn anew in all possible ways."""
    means = [[sum(drawn) for drawn in product(one, repeat=len(one))] for one in times.values()]
    found = {name: Counter[int]() for name in times}
    for scores in product(*means):
        for name, score in zip(times, scores, strict=True):
            found[name][1 + sum(other < score for other in scores)] += 1
    whole = math.prod(map(len, means))
    return {
        name: {rank: times / whole for rank, times in counts.items()}
        for name, counts in found.items()
    }


def test_luck_in_ranks_by_hand() -> None:
    # Resampled, x means 1 in 8 of 27 draws, and never more than 2; y 1.9 in one of 27. So y is
    # ahead in 1 of 27 times 1 of 27 draws: too few to be in the interval.
    apart = repeated({"x": (1, 1, 2), "y": (1.9, 10, 10)})
    assert rank_intervals(apart) == {"placement x": (1, 1), "placement y": (2, 2)}
    # x means 1, 2.5 and 4 in 1, 2 and 1 of 4 draws, y 2, 2.5 and 3: x is behind in 3 of 8.
    close = {"x": (1.0, 4.0), "y": (2.0, 3.0)}
    assert exact_shares(close)["x"] == {1: 5 / 8, 2: 3 / 8}
    assert rank_intervals(repeated(close)) == {"placement x": (1, 2), "placement y": (1, 2)}
    assert [one.ranks for one in standings(repeated(close))] == ["1-2", "1-2", ""]
    assert rank_intervals(field_of(TIMES)) == {}
    assert set(rank_intervals(repeated({"x": (2, 2), "y": (2, 2)})).values()) == {(1, 1)}


@pytest.mark.parametrize("seed", range(6))
def test_intervals_cover_what_all_draws_would(seed: int) -> None:
    dice = Dice(seed)
    times = {name: tuple(0.1 + dice.fraction() for _ in range(3)) for name in "xyz"}
    found, shares = rank_intervals(repeated(times)), exact_shares(times)
    for name, share in shares.items():
        least, most = found[f"placement {name}"]
        assert sum(share.get(rank, 0) for rank in range(least, most + 1)) > 0.94
        # Each end is no further out than it has to be.
        for end in {least, most}:
            beyond = [rank for rank in share if rank <= end] if end == least else []
            beyond = beyond or [rank for rank in share if rank >= end]
            assert sum(share[rank] for rank in beyond) > 0.02
    # The same runs give the same intervals.
    assert rank_intervals(repeated(times)) == found


def test_a_ranking_in_a_terminal() -> None:
    lines = ranking_lines(standings(repeated({"x": (1.0, 4.0), "y": (2.0, 3.0)})))
    assert lines == [
        [
            ["rank", "95%", "solver", "PAR-2", "SGM", "behind", "solved", "fastest"],
            ["1", "1-2", "placement x", "2.50 s", "2.16 s", "1.00", "1/1", "1"],
            ["1", "1-2", "placement y", "2.50 s", "2.46 s", "1.10", "1/1", "1"],
            ["", "", "virtual best", "2.50 s", "2.16 s", "1.00", "1/1", "1"],
        ]
    ]
    assert ranking_lines(standings(field_of({"x": {"a": 1}, "y": {"a": 2}}))) == []
    assert ranking_lines(standings(field_of({"x": {"a": 1, "b": 1}}))) == []


# Charts


@pytest.mark.parametrize("chart", [cactus, profile])
def test_the_worst_are_left_out_where_there_are_too_many(chart: Callable[[Field], Chart]) -> None:
    (field,) = fields_of(many(15))
    svg = chart(field).svg
    assert "Shown are 8 of 15 solvers, the best by PAR-2; the tables have all." in svg
    assert "placement solver-7:" in svg
    assert "placement solver-8:" not in svg


@pytest.mark.parametrize("chart", [cactus, profile])
def test_only_who_was_asked_the_same_is_compared(chart: Callable[[Field], Chart]) -> None:
    times = {"x": {"a": 1.0, "b": 2.0, "c": 3.0}, "y": {"a": 2.0, "b": 2.0, "c": 3.0}}
    one = chart(field_of({**times, "z": {"a": 0.1}}))
    assert "placement z" not in one.svg
    assert one.svg == chart(field_of(times)).svg
    assert one.reading.endswith(
        "2 of 3 solvers are compared, on 3 cases, which each of them was asked about. "
        "Left out, since it was not asked about all of these: placement z."
    )


# Reports


def test_who_was_asked_less_stands_below_the_ranking() -> None:
    runs = [*runs_of(TIMES), solved("cube", "highs", 0.1)]
    (field,) = fields_of(runs)
    ranked = [(row["Solver"], row["Fastest on"]) for row in rows(ranking_table(field))]
    assert ranked == [("placement scip", "2"), ("placement cbc", "1"), ("virtual best", "3")]
    left = unranked_table(field)
    assert tuple(left.head) == ("Not ranked", "Asked about", "Solved", "PAR-2 of these")
    assert [tuple(row) for row in left.rows] == [
        ("placement highs", "1 of 3 cases", "1 of 1", "100 ms")
    ]
    text = text_of(runs)
    assert "compared" not in text_of(runs_of(TIMES)).split("## Charts")[0]
    said = (
        "2 of 3 solvers are compared, on 3 cases, which each of them was asked about. "
        "Left out, since it was not asked about all of these: placement highs."
    )
    assert f"\n{said}\n" in text
    assert "cannot be compared with those above" in text


def test_cases_that_are_not_common_are_named() -> None:
    runs = [*runs_of(TIMES), *(solved(f"more, {n}", "cbc", 1) for n in range(5))]
    text = text_of(runs)
    assert "2 solvers are compared, on 3 of 8 cases" in text
    assert "Not among the cases: more, 0; more, 1; more, 2; more, 3 and 1 more." in text
    assert "Not ranked" not in text


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
    assert (one.median, one.solved, one.most) == (math.inf, False, 3)
    # Nor is one that fails, however fast.
    (one,) = measurements_of([failed("a", "cbc")])
    assert one.median == math.inf
    # Of an even number, it is in the middle.
    (one,) = measurements_of([*three[::2], solved("a", "cbc", 9), solved("a", "cbc", 4)])
    assert one.median == 3.5


def test_seeds_are_put_together_and_options_are_not() -> None:
    runs = [
        solved("a", "cbc", 1, seed=seed, options=f"workers {n}") for seed in (1, 2) for n in (1, 2)
    ]
    assert [one.solver for one in measurements_of(runs)] == [
        "placement cbc workers 1",
        "placement cbc workers 2",
    ]


def test_par2_says_nothing_about_a_case_that_was_not_asked() -> None:
    field = field_of({"cbc": {"a": 10}, "scip": {"a": 30, "b": None}})
    assert field.score("placement cbc") == 10
    assert field.score("placement scip") == (30 + 2 * LIMIT) / 2
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
