"""Who is ranked, and on which cases, where solvers were not all asked the same."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import pytest

from ilpuzzles.bench.charts.plots import Chart, cactus, profile
from ilpuzzles.bench.charts.statistics import (
    Field,
    common,
    fields_of,
    rank_intervals,
    ranking,
    ranking_tables,
    scope_text,
    share_within,
    standings,
    unranked,
)
from ilpuzzles.bench.summary import summaries
from support.sample_runs import TIMES, asked, failed, field_of, many, solved, stopped


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
    assert "".join(case for case, _ in part.instances) == cases
    assert part.solvers == tuple(f"placement {name}" for name in solvers.split())
    assert len(part.summaries) == len(part.instances) * len(part.solvers)
    assert common(part) == part


def test_the_common_cases_are_found_among_many_sets() -> None:
    # Every solver lacks a case of its own and shares twenty with all; their sets have more
    # intersections than anybody could look at.
    shared = "abcdefghijklmnopqrst"
    own = [chr(0x3B1 + number) for number in range(24)]
    field = asked({f"x{n}": shared + "".join(own[:n] + own[n + 1 :]) for n in range(24)})
    part = common(field)
    assert len(part.solvers) >= 2
    assert len(part.summaries) == len(part.instances) * len(part.solvers)
    assert len(part.solvers) * len(part.instances) >= 24 * 20 / 2


def test_an_easy_case_wins_no_rank() -> None:
    field = field_of(
        {"x": {"a": 1, "b": 20, "c": 30}, "y": {"a": 2, "b": 10, "c": 9}, "z": {"a": 0.1}}
    )
    ranks = [(rank, solver) for rank, solver, _ in ranking(field)]
    assert ranks == [(1, "placement y"), (2, "placement x")]
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


def repeated(times: Mapping[str, tuple[float, ...]]) -> Field:
    """The only field of backends with their times on one case, as with other seeds."""
    runs = [
        solved("a", backend, seconds, seed=seed)
        for backend, known in times.items()
        for seed, seconds in enumerate(known)
    ]
    (field,) = fields_of(runs)
    return field


def test_luck_in_ranks_by_hand() -> None:
    # Resampled, x means 1 in 8 of 27 draws, and never more than 2; y 1.9 in one of 27. So y is
    # ahead in 1 of 27 times 1 of 27 draws: too few to be in the interval.
    apart = repeated({"x": (1, 1, 2), "y": (1.9, 10, 10)})
    assert rank_intervals(apart) == {"placement x": (1, 1), "placement y": (2, 2)}
    # x means 1, 2.5 and 4 in 1, 2 and 1 of 4 draws, y 2, 2.5 and 3: x is behind in 3 of 8.
    close = repeated({"x": (1, 4), "y": (2, 3)})
    assert rank_intervals(close) == {"placement x": (1, 2), "placement y": (1, 2)}
    # A third that always comes last takes no part in this.
    three = rank_intervals(repeated({"z": (9, 10), "x": (1, 4), "y": (2, 3)}))
    assert three == {"placement z": (3, 3), "placement x": (1, 2), "placement y": (1, 2)}
    assert rank_intervals(field_of(TIMES)) == {}
    assert set(rank_intervals(repeated({"x": (2, 2), "y": (2, 2)})).values()) == {(1, 1)}


def test_a_ranking_in_a_terminal() -> None:
    (table,) = ranking_tables(standings(repeated({"x": (1, 4), "y": (2, 3)})))
    assert [table.head, *table.rows] == [
        ["rank", "95%", "solver", "PAR-2", "SGM", "behind", "solved", "fastest"],
        ["1", "1-2", "placement x", "2.50 s", "2.16 s", "1.00", "1/1", "1"],
        ["1", "1-2", "placement y", "2.50 s", "2.46 s", "1.10", "1/1", "1"],
        ["", "", "virtual best", "2.50 s", "2.16 s", "1.00", "1/1", "1"],
    ]
    assert ranking_tables(standings(field_of({"x": {"a": 1}, "y": {"a": 2}}))) == []
    assert ranking_tables(standings(field_of({"x": {"a": 1, "b": 1}}))) == []


# Charts


@pytest.mark.exhaustive
@pytest.mark.parametrize("chart", [cactus, profile])
def test_the_worst_are_left_out_where_there_are_too_many(chart: Callable[[Field], Chart]) -> None:
    (field,) = fields_of(many(15))
    svg = chart(field).svg
    assert "Shown are 8 of 15 solvers, the best by PAR-2; the tables have all." in svg
    assert "placement solver-7:" in svg
    assert "placement solver-8:" not in svg


@pytest.mark.exhaustive
@pytest.mark.parametrize("chart", [cactus, profile])
def test_only_who_was_asked_the_same_is_compared(chart: Callable[[Field], Chart]) -> None:
    times = {"x": {"a": 1.0, "b": 2.0, "c": 3.0}, "y": {"a": 2.0, "b": 2.0, "c": 3.0}}
    one = chart(field_of({**times, "z": {"a": 0.1}}))
    assert "placement z" not in one.svg
    assert one.svg == chart(field_of(times)).svg
    assert one.reading.endswith(scope_text(asked({"x": "abc", "y": "abc", "z": "a"})))


# Medians, spreads, scores


def test_a_median_is_none_where_half_of_the_runs_are_not_solved() -> None:
    three = [solved("a", "cbc", 1), stopped("a", "cbc"), solved("a", "cbc", 3)]
    (one,) = summaries(three)
    assert (one.median, one.time) == (3, 3)
    (one,) = summaries([*three, stopped("a", "cbc")])
    assert (one.median, one.time, one.most) == (None, math.inf, 3)
    # Nor is one that fails, however fast.
    (one,) = summaries([failed("a", "cbc")])
    assert one.time == math.inf
    # Of an even number, it is in the middle.
    (one,) = summaries([*three[::2], solved("a", "cbc", 9), solved("a", "cbc", 4)])
    assert one.median == 3.5


def test_seeds_are_put_together_and_options_are_not() -> None:
    runs = [solved("a", "cbc", 1, seed=s, options=f"workers {n}") for s in (1, 2) for n in (1, 2)]
    solvers = [one.solver for one in summaries(runs)]
    assert solvers == ["placement cbc workers 1", "placement cbc workers 2"]


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
    counted = solved("a", "x", 1, question="count", complete=True)
    (field,) = fields_of([solved("a", "x", 1), counted])
    assert field.instances == (("a", "solve"), ("a", "count"))


# Profiles, worked out by hand


def test_a_profile() -> None:
    first, second = {"a": 1, "b": 4, "c": 2, "d": None}, {"a": 2, "b": 1, "c": 2, "d": None}
    field = field_of({"one": first, "two": second})
    # The ratios of the first are 1, 4, 1 and none; of the second 2, 1, 1 and none.
    one, two = field.solvers
    shares = [share_within(field, one, tau) for tau in (1, 2, 3.9, 4, 100)]
    assert shares == [0.5, 0.5, 0.5, 0.75, 0.75]
    assert [share_within(field, two, tau) for tau in (1, 2, 100)] == [0.5, 0.75, 0.75]
    svg = profile(field).svg
    assert "placement one: best on 50%" in svg
    assert "75% within a factor of 4<" in svg


def test_ties_are_best_for_both() -> None:
    field = field_of({"one": {"a": 3, "b": 0.3}, "two": {"a": 3, "b": 0.1 + 0.2}})
    assert [share_within(field, solver, 1) for solver in field.solvers] == [1, 1]
