"""The growth of cost with size, and the chart that shows it."""

from __future__ import annotations

from dataclasses import replace
from math import exp, isfinite

import pytest

from ilpuzzles.bench.bench_run import BenchRun
from ilpuzzles.bench.charts.plots import scaling, scaling_charts
from ilpuzzles.bench.charts.statistics import Growth, growth
from support.sample_runs import many, solved, stopped


def test_large_sizes_and_steep_growth_stay_numbers() -> None:
    law = growth([(2000, 0.1), (2040, 1.0), (2100, 15.0)])
    assert isinstance(law, Growth)
    assert 0.05 < law.cost(2000) < 0.2
    assert law.cost(2100) == pytest.approx(15, rel=0.5)
    assert isfinite(law.cost(10**6))


@pytest.mark.parametrize("power", [0.5, 1, 3])
def test_a_power_is_found(power: float) -> None:
    law = growth((size, 2 * size**power) for size in (3, 4, 6, 9, 20))
    assert isinstance(law, Growth)
    assert not law.exponential
    assert (exp(law.level), law.rate, law.fit) == pytest.approx((2, power, 1))
    assert law.cost(7) == pytest.approx(2 * 7**power)
    assert law.points == 5
    assert law.other < law.fit


@pytest.mark.parametrize("base", [1.5, 2, 10])
def test_an_exponential_is_found(base: float) -> None:
    law = growth((size, 0.01 * base**size) for size in (3, 4, 6, 9, 12))
    assert isinstance(law, Growth)
    assert law.exponential
    assert (exp(law.level), law.rate, law.fit) == pytest.approx((0.01, base, 1))
    assert law.cost(7) == pytest.approx(0.01 * base**7)


def test_two_sizes_are_too_few_however_many_points() -> None:
    points = [(size, size**2.0) for size in (1, 2)] * 3
    assert growth(points) == "no fit: 2 sizes solved, 3 needed"
    assert growth(points[:1]) == "no fit: 1 size solved, 3 needed"
    assert growth([]) == "no fit: nothing solved"
    assert isinstance(growth([*points, (4, 16.0)]), Growth)


@pytest.mark.parametrize(
    ("costs", "reason"),
    [
        ((5.0, 5.0, 5.0, 5.0), "no growth: 4 points within a factor of 1"),
        ((1.0, 1.2, 1.5, 2.0), "no growth: 4 points within a factor of 2"),
        ((9.0, 7.0, 3.0, 1.0), "no growth: the larger of 4 points cost no more"),
        ((0.001, 0.002, 0.009, 0.019), "no fit: 4 points, all within 20 ms"),
        ((1.0, 9.0, 1.0, 9.0), "no clear law: 4 points, R² 0.217 at best"),
    ],
)
def test_no_growth_has_a_reason(costs: tuple[float, ...], reason: str) -> None:
    assert growth(zip((1, 2, 4, 8), costs, strict=True)) == reason


def test_growth_has_to_exceed_the_noise() -> None:
    points = [(size, 0.1 * size) for size in (1, 2, 3, 4)]
    assert isinstance(growth(points, 3.9), Growth)
    assert growth(points, 4.0) == "no growth: 4 points within a factor of 4"


def test_the_same_fit_is_not_enough_with_fewer_points() -> None:
    points = [(1, 1.0), (2, 5.0), (3, 4.0)]
    few, many = growth(points), growth(points * 4)
    assert few == "no clear law: 3 points, R² 0.769 at best"
    assert isinstance(many, Growth)
    assert many.points == 12


def test_bases_near_one_keep_their_digits() -> None:
    for base, text in ((1.00128, "1.00128^size"), (1.5, "1.500^size")):
        law = growth((size, base**size) for size in (64, 100, 200, 800))
        assert f"time grows as {text}, 4 points, R² 1.000 (power: 0." in str(law)


def test_what_is_not_all_explained_is_not_rounded_to_one() -> None:
    law = growth(zip((1, 2, 4, 8), (1, 2.001, 4, 8), strict=True))
    assert str(law).startswith("time grows as size^1.00, 4 points, R² 0.999 (exponential: 0.")


# Charts


def sizes(backend: str, costs: dict[int, float | None]) -> list[BenchRun]:
    return [
        stopped(f"size {size}", backend, series="s", size=size)
        if cost is None
        else solved(f"size {size}", backend, cost, series="s", size=size)
        for size, cost in costs.items()
    ]


def test_a_chart_names_the_growth_of_what_is_solved_alone() -> None:
    cubes = {size: 2e-3 * size**3 for size in (2, 3, 5, 8)}
    runs = sizes("cbc", {**cubes, 9: None})
    chart = scaling(runs)
    assert "placement cbc: time grows as size^3.00, 4 points, R² 1.000 (exp" in chart.svg
    assert "placement cbc, 9: not solved" in chart.svg
    (few,) = scaling_charts(many(1, cases=2))
    assert "placement solver-0: no fit: 2 sizes solved, 3 needed" in few.svg


def test_variables_are_the_size_where_cases_have_none() -> None:
    runs = [
        solved(f"case {n}", "cbc", 1e-5 * n**2, series="s", variables=n)
        for n in (100, 200, 500, 1000)
    ]
    (chart,) = scaling_charts(runs)
    assert "time grows as size^2.00, 4 points" in chart.svg
    assert ">variables</text>" in chart.svg


def test_no_line_where_equal_runs_differ_as_much_as_sizes() -> None:
    runs = [
        solved(f"size {size}", "cbc", seconds, series="s", size=size)
        for size in (1, 2, 3, 4)
        for seconds in (size, size, 5.0 * size)
    ]
    assert "no growth: 4 points within a factor of 4" in scaling(runs).svg
    assert "time grows as size^1.00" in scaling(runs[::3]).svg


def test_a_series_may_have_solvers_that_share_no_case() -> None:
    runs = [solved(f"case {n}", f"s{n}", n, series="s", size=n) for n in range(1, 15)]
    svg = scaling(runs).svg
    assert "Shown are 12 of 14 solvers" in svg
    assert svg.count("no fit: 1 size solved, 3 needed") == 12


def test_series_and_questions_have_charts_of_their_own() -> None:
    runs = many(1)
    counted = [replace(run, question="count", complete=run.solved) for run in runs]
    others = [replace(run, series="spiral", case=f"spiral {run.size}") for run in runs]
    charts = scaling_charts(runs + counted + others)
    assert [chart.name for chart in charts] == ["scaling", "scaling-2", "scaling-3"]
    assert [chart.title for chart in charts] == [
        "Time by size: tower",
        "Time by size: tower, count",
        "Time by size: spiral",
    ]
