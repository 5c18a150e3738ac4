"""Charts: what they say, and that they can be read."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations, pairwise
from xml.etree import ElementTree as ET

import pytest

from bench.sample_runs import field_of, many, partly, runs_of, solved
from ilpuzzles.bench.charts import (
    Chart,
    cactus,
    charts_of,
    fields_of,
    pair,
    profile,
    scaling,
    scaling_charts,
    spread,
)
from ilpuzzles.bench.charts.axes import Axis, size_axis, thinned, time_axis
from ilpuzzles.bench.charts.card import INK, SOFT
from ilpuzzles.bench.charts.frame import BANDED
from ilpuzzles.bench.charts.letters import shortened, text_width, wrapped
from ilpuzzles.bench.charts.marks import COLOURS, Look
from ilpuzzles.render.svg import GROUND, contrast

SVG = "{http://www.w3.org/2000/svg}"
SIZES = {"k": 12.0, "a": 12.0, "b": 12.0, "h": 15.0}
NASTY = 'a <b>&"c" ]]> \' é'


def every_chart(solvers: int, cases: int = 8, *, some: bool = False) -> list[Chart]:
    runs = (partly if some else many)(solvers, cases)
    (field,) = fields_of(runs)
    return charts_of(field) + scaling_charts(runs)


def boxes(svg: str) -> list[tuple[str, float, float, float, float]]:
    """Every text with the box that it takes, reckoned with 0.6 of its size for a letter."""
    found = []
    for element in ET.fromstring(svg).iter(f"{SVG}text"):  # noqa: S314 - our own document
        words, size = element.text or "", SIZES[element.attrib["class"]]
        x, y, width = (
            float(element.attrib["x"]),
            float(element.attrib["y"]),
            len(words) * 0.6 * size,
        )
        x -= {"start": 0.0, "middle": 0.5, "end": 1.0}[element.get("text-anchor", "start")] * width
        found.append((words, x, y - 0.8 * size, x + width, y + 0.2 * size))
    return found


def size_of(svg: str) -> tuple[float, float]:
    root = ET.fromstring(svg)  # noqa: S314 - our own document
    return float(root.attrib["width"]), float(root.attrib["height"])


# Axes


def test_labels_that_would_touch_are_thinned() -> None:
    ticks = tuple((float(value), f"{value:,}") for value in range(0, 100_000, 5000))
    axis = thinned(Axis(0, 100_000, 0, 300, logarithmic=False, ticks=ticks))
    ends = [(axis.place(value), text_width(text)) for value, text in axis.ticks]
    assert 1 < len(ends) < len(ticks)
    assert all(b - a > (wa + wb) / 2 for (a, wa), (b, wb) in pairwise(ends))


def test_equal_times_still_have_an_axis() -> None:
    axis = time_axis([3.0, 3.0], 0, 400)
    assert axis.low < 3 < axis.high
    assert len(axis.ticks) >= 2


def test_one_size_still_has_an_axis() -> None:
    assert [text for _, text in size_axis([5], 0, 400, logarithmic=False).ticks] == ["5"]


def test_what_is_too_wide_is_shortened() -> None:
    text = shortened("formulation " * 20, 120)
    assert text_width(text) <= 120
    assert "…" in text


def test_nothing_is_left_out_of_lines() -> None:
    text = f"{'placement' * 20} of {'tiles' * 9}"
    lines = wrapped(text, 120)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert max(map(text_width, lines)) <= 120


# Pictures


@pytest.mark.parametrize("some", [False, True])
@pytest.mark.parametrize("solvers", [1, 2, 6, 12, 20])
def test_labels_lie_inside_and_apart(solvers: int, some: bool) -> None:
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


@pytest.mark.parametrize("solvers", [1, 6, 20])
def test_everything_that_is_drawn_lies_inside(solvers: int) -> None:
    for chart in every_chart(solvers):
        width, height = size_of(chart.svg)
        for x, y in re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", chart.svg):
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
    looks = [Look(number) for number in range(12)]
    shapes = [
        re.sub(r'stroke="[^"]*"|fill="#(?!f8f9fa)[^"]*"', "", look.mark(9, 9)) for look in looks
    ]
    assert len(set(shapes)) == 12


def test_a_cactus_counts() -> None:
    field = field_of(
        {"cbc": {"a": 1, "b": 3, "c": None}, "scip": {"a": None, "b": None, "c": None}}
    )
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
    bands = re.findall(rf'<rect x="([\d.]+)" y="([\d.]+)"[^>]*fill="{BANDED}"', svg)
    edge = max(float(x) for x, _ in bands)
    marks = re.findall(r'<path d="M([\d.]+) [^"]*"[^>]*><title>(\w): ', svg)
    assert {case: float(x) > edge for x, case in marks} == {"a": False, "b": True}


def test_nothing_is_drawn_where_nothing_is_solved() -> None:
    runs = [
        replace(run, series="s", size=n)
        for n, run in enumerate(runs_of({"x": {"a": None, "b": None}}), 1)
    ]
    (field,) = fields_of(runs)
    assert charts_of(field) == []
    assert scaling_charts(runs) == []
    for chart in (cactus(field), profile(field), spread(field), scaling(runs)):
        ET.fromstring(chart.svg)  # noqa: S314 - our own document


def test_one_solver_has_nobody_to_be_compared_with() -> None:
    assert [chart.name for chart in every_chart(1)] == ["spread", "cactus", "scaling"]


def test_one_case_has_medians_alone() -> None:
    field = field_of({"x": {"a": 1}, "y": {"a": 2}})
    assert [chart.name for chart in charts_of(field)] == ["spread"]


def test_fields_have_names_and_titles_of_their_own() -> None:
    (field,) = fields_of(many(2))
    charts = charts_of(field, 2, "group 2")
    assert [chart.name for chart in charts] == ["spread-2", "cactus-2", "profile-2", "pair-2"]
    assert charts[0].title == "Median times by case, group 2"


def test_no_two_charts_of_two_fields_have_the_same_name() -> None:
    (field,) = fields_of(many(4))
    names = [chart.name for number in (1, 2, 3) for chart in charts_of(field, number)]
    assert sum("pair" in name for name in names) == 6
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
    marks = re.findall(r'fill="(#\w+)"[^>]*><title>form-\d+ (\w+):', chart.svg)
    assert len(marks) == 16
    assert len(set(marks)) == 2
    assert "Every backend has a mark of its own." in chart.reading
    alone = spread(field.part(field.instances, [field.solvers[1]]))
    found = re.findall(r'fill="(#\w+)"[^>]*><title>form-\d+ (\w+):', alone.svg)
    assert found == [mark for mark in marks if mark[1] == "scip"][:1]
    unknown = spread(fields_of([solved("a", "somebody", 1), solved("a", "scip", 1)])[0])
    assert len(set(re.findall(r'fill="(#\w+)"[^>]*><title>', unknown.svg))) == 2


def test_hundreds_of_cases_stay_readable() -> None:
    charts = {chart.name: chart.svg for chart in every_chart(6, cases=300)}
    assert "276 further cases left out; the tables have all." in charts["spread"]
    assert charts["cactus"].count("<title>") <= 1 + 6 * 14
    assert max(len(svg) for name, svg in charts.items() if name != "scaling") < 130_000
    assert size_of(charts["spread"])[1] < 3000
    (tall,) = (chart for chart in every_chart(30, cases=40) if chart.name == "spread")
    assert size_of(tall.svg)[1] < 4500
    assert "Shown are 24 of 30 solvers" in tall.svg
    assert "30 further cases left out" in tall.svg


def test_names_may_have_any_letters() -> None:
    runs = [
        solved(f"{NASTY} {n}", NASTY, n, series=NASTY, size=n, formulation="<&")
        for n in (1, 2, 3, 4)
    ]
    (field,) = fields_of(runs)
    for chart in charts_of(field) + scaling_charts(runs):
        said = " ".join(words for words, *_ in boxes(chart.svg))
        assert NASTY in said, chart.name
        assert re.fullmatch(r"[a-z0-9-]+", chart.name)


def test_the_same_runs_give_the_same_pictures() -> None:
    assert every_chart(6) == every_chart(6)
