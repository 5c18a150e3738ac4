"""Charts: what they say, that they can be read, and the growth that they show."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import replace
from itertools import combinations, pairwise
from math import exp, isfinite
from xml.etree import ElementTree as ET

import matplotlib as mpl
import pytest

from ilpuzzles.bench.bench_run import BenchRun
from ilpuzzles.bench.charts.plots import (
    BANDED,
    COLOURS,
    INK,
    SOFT,
    Chart,
    cactus,
    charts_of,
    pair,
    profile,
    scaling,
    scaling_charts,
    spread,
    text_width,
    wrapped,
)
from ilpuzzles.bench.charts.statistics import Growth, fields_of, growth
from ilpuzzles.render.svg import GROUND, contrast
from support.sample_runs import failed, field_of, many, partly, runs_of, solved, stopped

SVG = "{http://www.w3.org/2000/svg}"


def every_chart(solvers: int, cases: int = 8, *, some: bool = False) -> list[Chart]:
    runs = (partly if some else many)(solvers, cases)
    (field,) = fields_of(runs)
    return charts_of(field) + scaling_charts(runs)


def style_of(element: ET.Element) -> dict[str, str]:
    return dict(part.split(": ") for part in element.get("style", "").split("; ") if part)


def boxes(svg: str) -> list[tuple[str, float, float, float, float]]:
    """Every text with the box that it takes, reckoned with 0.6 of its size for a letter."""
    found = []
    for element in ET.fromstring(svg).iter(f"{SVG}text"):  # noqa: S314 - our own document
        words, style = element.text or "", style_of(element)
        size = float(style.get("font-size", "12px").removesuffix("px"))
        x, y = float(element.attrib["x"]), float(element.attrib["y"])
        width = len(words) * 0.6 * size
        x -= {"start": 0.0, "middle": 0.5, "end": 1.0}[style.get("text-anchor", "start")] * width
        found.append((words, x, y - 0.8 * size, x + width, y + 0.2 * size))
    return found


def marks_of(svg: str) -> list[tuple[str, float, tuple[str, str]]]:
    """What every mark stands for, how far to the right it is, and how it looks."""
    found = []
    for group in ET.fromstring(svg).iter(f"{SVG}g"):  # noqa: S314 - our own document
        title = group.find(f"{SVG}title")
        if title is not None:
            (use,) = group.iter(f"{SVG}use")
            look = (use.attrib["href"], style_of(use)["fill"])
            found.append((title.text or "", float(use.attrib["x"]), look))
    return found


def size_of(svg: str) -> tuple[float, float]:
    root = ET.fromstring(svg)  # noqa: S314 - our own document
    return float(root.attrib["width"]), float(root.attrib["height"])


# Axes and words


@pytest.mark.exhaustive
def test_equal_times_and_sizes_still_have_an_axis() -> None:
    texts = [words for words, *_ in boxes(spread(field_of({"x": {"a": 3.0}})).svg)]
    assert {"1 s", "2 s", "5 s"} <= set(texts)
    one_size = scaling([solved("a", "cbc", 1, series="s", size=5.0)]).svg
    assert "5" in [words for words, *_ in boxes(one_size)]


@pytest.mark.exhaustive
def test_labels_of_sizes_that_would_touch_are_left_out() -> None:
    runs = [solved(f"{n}", "cbc", n / 9e5, series="s", size=1e6 + n) for n in range(1, 10**6, 9999)]
    said = [words for words, *_ in boxes(scaling(runs).svg) if re.fullmatch("[0-9,]{9}", words)]
    assert 2 < len(said) < 12
    assert said[0] == "1,000,001"


def test_what_is_too_wide_is_shortened() -> None:
    one, other = (f"{letter} formulation {'of tiles ' * 20}" for letter in "ab")
    runs = [solved("c", "cbc", 1, formulation=name) for name in (one, other)]
    (field,) = fields_of(runs)
    said = [words for words, *_ in boxes(pair(field, *field.solvers).svg) if "…" in words]
    assert len(said) == 2
    assert all(text_width(words) <= 380 for words in said)
    assert said[0].startswith("time of a formulation of")


def test_nothing_is_left_out_of_lines() -> None:
    text = f"{'placement' * 20} of {'tiles' * 9}"
    lines = wrapped(text, 120)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert max(map(text_width, lines)) <= 120


# Pictures


@pytest.mark.exhaustive
@pytest.mark.parametrize(("solvers", "some"), [(1, False), (6, True), (20, True)])
def test_everything_lies_inside_and_labels_apart(solvers: int, some: bool) -> None:
    for chart in every_chart(solvers, some=some):
        width, height = size_of(chart.svg)
        texts = boxes(chart.svg)
        for words, left, top, right, bottom in texts:
            where = (chart.name, words)
            assert left >= 0, where
            assert right <= width, where
            assert top >= 0, where
            assert bottom <= height, where
        for (one, *a), (other, *b) in combinations(texts, 2):
            apart = a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]
            assert apart, (chart.name, one, other)
        drawn = re.sub("<defs>.*?</defs>", "", chart.svg, flags=re.DOTALL)
        places = re.findall(r"[ML] (-?[\d.]+) (-?[\d.]+)", drawn)
        assert len(places) > 10
        for x, y in places:
            assert 0 <= float(x) <= width, chart.name
            assert 0 <= float(y) <= height, chart.name


def test_lettering_and_lines_can_be_seen_on_their_ground() -> None:
    for ink in (INK, SOFT):
        assert contrast(ink, GROUND) >= 4.5
        assert contrast(ink, BANDED) >= 4.5
    for colour in COLOURS:
        assert contrast(colour, GROUND) >= 3


def test_solvers_can_be_told_apart_without_colour() -> None:
    lightness = sorted(contrast(colour, GROUND) for colour in COLOURS)
    assert all(dark / light >= 1.25 for light, dark in pairwise(lightness))
    marks = marks_of(spread(field_of({f"x{n}": {"a": 1.0} for n in range(12)})).svg)
    shapes = {(shape, fill == GROUND) for _, _, (shape, fill) in marks}
    assert len(shapes) == 12


def test_a_cactus_counts() -> None:
    field = field_of({"cbc": {"a": 1, "b": 3, "c": None}, "scip": dict.fromkeys("abc")})
    svg = cactus(field).svg
    assert "placement cbc: 2 of 3" in svg
    assert "placement scip: 0 of 3" in svg
    assert "placement cbc: 2 within 3.00 s" in svg


def test_a_pair_says_who_is_faster() -> None:
    field = field_of(
        {
            "x": {"a": 1, "b": 2, "c": 3, "d": None, "e": None},
            "y": {"a": 2, "b": 1, "c": 3, "d": 9, "e": None},
        }
    )
    texts = [words for words, *_ in boxes(pair(field, *field.solvers).svg)]
    assert "5 instances asked of both" in texts
    assert texts.count("faster on 1") == 1
    assert texts.count("faster on 2") == 1
    assert {"equal on 1", "1 solved by neither"} <= set(texts)


def test_what_is_not_solved_stands_beyond_the_axes() -> None:
    field = field_of({"x": {"a": 1, "b": None}, "y": {"a": 1, "b": 2}})
    svg = pair(field, *field.solvers).svg
    bands = re.findall(rf'd="M ([\d.]+) [^"]*" [^>]*style="fill: {BANDED}', svg)
    edge = max(map(float, bands))
    assert {title[0]: x > edge for title, x, _ in marks_of(svg)} == {"a": False, "b": True}


def test_a_limit_is_named_where_it_is_the_only_reason() -> None:
    times: dict[str, dict[str, float | None]] = {"x": {"a": 1, "b": 1, "c": None}, "y": {"c": 2}}
    runs = runs_of(times)
    for more, said in (([], "not in 60 s"), ([failed("a", "y")], "not solved")):
        texts = [words for words, *_ in boxes(spread(fields_of([*runs, *more])[0]).svg)]
        assert {"not in 60 s", "not solved"} & set(texts) == {said}
    (field,) = fields_of(many(2))
    assert "time limit 60 s" in [words for words, *_ in boxes(cactus(field).svg)]
    solved_all = field_of({"x": {"a": 1, "b": 2, "c": 3}, "y": {"a": 1, "b": 2, "c": 3}})
    assert "time limit" not in cactus(solved_all).svg


def test_nothing_is_drawn_where_nothing_is_solved() -> None:
    failed = enumerate(runs_of({"x": {"a": None, "b": None}}), 1)
    runs = [replace(run, series="s", size=n) for n, run in failed]
    (field,) = fields_of(runs)
    assert charts_of(field) == []
    assert scaling_charts(runs) == []
    for chart in (cactus(field), profile(field), spread(field), scaling(runs)):
        ET.fromstring(chart.svg)  # noqa: S314 - our own document


def test_one_solver_has_nobody_to_be_compared_with() -> None:
    assert [chart.name for chart in every_chart(1)] == ["spread", "cactus", "scaling"]
    # One case, or one that is common to all, has medians alone.
    for few in (
        {"x": {"a": 1}, "y": {"a": 2}},
        {"x": dict.fromkeys("abc", 1.0), "y": dict.fromkeys("cde", 1.0)},
    ):
        assert [chart.name for chart in charts_of(field_of(few))] == ["spread"]


@pytest.mark.exhaustive
def test_fields_have_names_and_titles_of_their_own() -> None:
    (field,) = fields_of(many(2))
    charts = charts_of(field, 2, "group 2")
    assert [chart.name for chart in charts] == ["spread-2", "cactus-2", "profile-2", "pair-2"]
    assert charts[0].title == "Median times by case, group 2"
    (field,) = fields_of(many(4))
    names = [chart.name for number in (1, 2) for chart in charts_of(field, number)]
    assert sum("pair" in name for name in names) == 4
    assert len(set(names)) == len(names)


def test_no_two_rows_read_equal() -> None:
    long = "a formulation whose name is so very long that no chart has room for all of it"
    ends = "up to all of the symmetries that its board has, whatever these may be, and its pieces"
    runs = [
        solved(f"{letter} tower, {ends}, height {height}", backend, 1, formulation=f"{long}{kind}")
        for letter in "ab"
        for height in (2, 3)
        for backend in ("cbc", "cpsat")
        for kind in (" one", " two")
    ]
    (field,) = fields_of(runs)
    svg = spread(field).svg
    said = " ".join(words for words, *_ in boxes(svg))
    for case, _ in field.instances:
        assert said.count(case) == 1
    for solver in field.solvers:
        assert said.count(solver) == len(field.instances)
    assert "…" not in svg


def test_a_backend_has_the_same_mark_whoever_else_is_there() -> None:
    runs = [
        solved("a", backend, 1, formulation=f"form-{number}")
        for number in range(8)
        for backend in ("cbc", "scip")
    ]
    (field,) = fields_of(runs)
    chart = spread(field)
    marks = [(title.split(":")[0].split()[1], look) for title, _, look in marks_of(chart.svg)]
    assert len(marks) == 16
    assert len(set(marks)) == 2
    assert "Every backend has a mark of its own." in chart.reading
    alone = spread(field.part(field.instances, [field.solvers[1]]))
    found = [(title.split(":")[0].split()[1], look) for title, _, look in marks_of(alone.svg)]
    assert found == [mark for mark in marks if mark[0] == "scip"][:1]
    unknown = spread(fields_of([solved("a", "somebody", 1), solved("a", "scip", 1)])[0])
    assert len({look for _, _, look in marks_of(unknown.svg)}) == 2


@pytest.mark.exhaustive
def test_hundreds_of_cases_stay_readable() -> None:
    charts = {chart.name: chart.svg for chart in every_chart(6, cases=150)}
    assert "126 further cases left out; the tables have all." in charts["spread"]
    assert charts["cactus"].count("<title>") <= 1 + 6 * 14
    assert max(len(svg) for name, svg in charts.items() if name != "scaling") < 130_000
    assert size_of(charts["spread"])[1] < 3000
    (field,) = fields_of(many(30, 40))
    tall = spread(field)
    assert size_of(tall.svg)[1] < 4500
    assert "Shown are 24 of 30 solvers" in tall.svg
    assert "30 further cases left out" in tall.svg


@pytest.mark.exhaustive
def test_settings_of_the_user_and_of_the_charts_stay_apart() -> None:
    before = every_chart(2)
    with mpl.rc_context({"font.size": 30, "lines.linewidth": 9, "axes.grid": False}):
        known = dict(mpl.rcParams)
        assert every_chart(2) == before
        assert dict(mpl.rcParams) == known


def test_only_what_is_drawn_loads_matplotlib() -> None:
    code = "import sys, ilpuzzles.bench.report; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# The growth of cost with size


def test_large_sizes_and_steep_growth_stay_numbers() -> None:
    law = growth([(2000, 0.1), (2040, 1.0), (2100, 15.0)])
    assert isinstance(law, Growth)
    assert 0.05 < law.cost(2000) < 0.2
    assert law.cost(2100) == pytest.approx(15, rel=0.5)
    assert isfinite(law.cost(10**6))


@pytest.mark.parametrize(
    ("rate", "exponential"),
    [(0.5, False), (1, False), (3, False), (1.5, True), (2, True), (10, True)],
)
def test_the_law_is_found(rate: float, exponential: bool) -> None:
    def cost(size: float) -> float:
        return 2.0 * float(rate**size if exponential else size**rate)

    law = growth((size, cost(size)) for size in (3, 4, 6, 9, 20))
    assert isinstance(law, Growth)
    assert law.exponential is exponential
    assert (exp(law.level), law.rate, law.fit) == pytest.approx((2, rate, 1))
    assert law.cost(7) == pytest.approx(cost(7))
    assert (law.points, law.other < law.fit) == (5, True)


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


def test_bases_near_one_and_shares_below_one_keep_their_digits() -> None:
    for base, text in ((1.00128, "1.00128^size"), (1.5, "1.500^size")):
        law = growth((size, base**size) for size in (64, 100, 200, 800))
        assert f"time grows as {text}, 4 points, R² 1.000 (power: 0." in str(law)
    law = growth(zip((1, 2, 4, 8), (1, 2.001, 4, 8), strict=True))
    assert str(law).startswith("time grows as size^1.00, 4 points, R² 0.999 (exponential: 0.")


# Charts of growth


def sizes(backend: str, costs: dict[int, float | None]) -> list[BenchRun]:
    return [
        stopped(f"size {size}", backend, series="s", size=size)
        if cost is None
        else solved(f"size {size}", backend, cost, series="s", size=size)
        for size, cost in costs.items()
    ]


@pytest.mark.exhaustive
def test_a_chart_names_the_growth_of_what_is_solved_alone() -> None:
    cubes = {size: 2e-3 * size**3 for size in (2, 3, 5, 8)}
    runs = sizes("cbc", {**cubes, 9: None})
    chart = scaling(runs)
    assert "placement cbc: time grows as size^3.00, 4 points, R² 1.000 (exp" in chart.svg
    assert "placement cbc, 9: not solved" in chart.svg
    (few,) = scaling_charts(many(1, cases=2))
    assert "placement solver-0: no fit: 2 sizes solved, 3 needed" in few.svg


def test_variables_are_the_size_where_cases_have_none() -> None:
    sizes = (100, 200, 500, 1000)
    runs = [solved(f"case {n}", "cbc", 1e-5 * n**2, series="s", variables=n) for n in sizes]
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
