"""Labels of cells, cells that stay free, and parameters in parts: calendars and dice."""

from __future__ import annotations

import random
from calendar import monthrange
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import ilpuzzles
from ilpuzzles.cli.main import main
from ilpuzzles.errors import InputError
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.experiments.loading import load, load_bare
from ilpuzzles.reading.library import Library, puzzle_parameters
from ilpuzzles.reading.parameters import Parameter
from support.oracles import count_tilings

YEAR = [(month, day) for month in range(1, 13) for day in range(1, monthrange(2028, month)[1] + 1)]
"""The dates of a leap year."""

FIELD = """\
puzzle: field
family: tiling
title: Field
parameters:
  day:
    about: the cell that stays free
    parts: [{1: a, 2: b}, [x, y]]
    default: 2-y
lattice: square
region: |
  ...
  #..
labels: a x . b y
free: $day
tiles: {D: {count: any, shape: DD}, M: {count: any, shape: M}}
"""


def library(folder: Path, text: str = FIELD) -> Library:
    """A library with a field of five cells, four of them with labels."""
    (folder / "models").mkdir(exist_ok=True)
    (folder / "models" / "field.yaml").write_text(text)
    return Library((folder,))


def open_cells(position: Any) -> set[tuple[int, ...]]:
    return set(position.instance.region.cells())


MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec"


def test_a_date_leaves_its_month_and_its_day_free() -> None:
    for month, name in enumerate(MONTHS.split(), start=1):
        day = 3 * month - 5 if month > 1 else 31
        instance: Any = load("calendar", parameters={"date": f"{month}-{day}"}).instance
        free = [instance.labels[point] for point in instance.free_cells()]
        assert free == [name, str(day)]
        assert len(instance.region) == 41


DATES = [(1, 25, 216), (10, 6, 7)]
"""The dates with the most and the fewest solutions, as collections of solutions have them."""


@pytest.mark.exhaustive
@pytest.mark.parametrize(("month", "day", "solutions"), DATES)
@pytest.mark.parametrize("backend", ["exactcover", "cpsat"])
def test_published_counts_of_dates(month: int, day: int, solutions: int, backend: str) -> None:
    position: Any = load("calendar", parameters={"date": f"{month}-{day}"})
    assert experiment(position, backend=backend).count().count == solutions
    assert position.instance.solutions == solutions
    assert count_tilings(position.plain()) == solutions


@pytest.mark.exhaustive
def test_all_dates_together_have_the_published_number_of_solutions() -> None:
    counts = [
        experiment("calendar", parameters={"date": f"{month}-{day}"}).count().count
        for month, day in YEAR
    ]
    assert (len(counts), sum(counts)) == (366, 24_405)
    assert (min(counts), max(counts)) == (7, 216)


def test_dice_name_every_cell_once() -> None:
    (dice,) = puzzle_parameters("genius-square")
    faces = [face for die in dice.parts for face in die]
    assert sorted(faces) == [f"{row}{column}" for row in "ABCDEF" for column in range(1, 7)]
    throws = 1
    for die in dice.parts:
        throws *= len(die)
    assert throws == 62_208


@pytest.mark.exhaustive
def test_random_throws_have_as_many_solutions_as_a_plain_search_finds() -> None:
    (dice,) = puzzle_parameters("genius-square")
    drawn, fewest = random.Random(61), 62_208
    for _ in range(3):
        throw = [drawn.choice(list(die)) for die in dice.parts]
        drawn.shuffle(throw)
        position = load("genius-square", parameters={"dice": " ".join(throw)})
        found = experiment(position).count().count
        fewest = min(found, fewest)
        assert found == count_tilings(position.plain())
    assert fewest >= 11


def test_dates_are_written_in_several_ways() -> None:
    usual = load("calendar", parameters={"date": "2-3"})
    assert usual.parameters == {"date": "2-3"}
    for written in ("02-03", "2/3", "2, 3", "feb 3", "Feb-03"):
        other = load("calendar", parameters={"date": written})
        assert other.parameters == usual.parameters
        assert open_cells(other) == open_cells(usual)
    # The day does not come first: which is meant would be open on most days.
    with pytest.raises(InputError, match="date '25-1' has the month '25'; write month-day"):
        load("calendar", parameters={"date": "25-1"})
    assert load("calendar", parameters={"date": "01-25"}).preset == "1-25"


@pytest.mark.parametrize(
    ("date", "told"),
    [
        ("2026-11-30", "date '2026-11-30'; write month-day, such as 12-31"),
        ("13-1", "date '13-1' has the month '13'; write month-day, such as 12-31"),
        ("1-32", "date '1-32' has the day '32'; write month-day, such as 12-31"),
    ],
)
def test_a_date_that_there_is_not_has_the_form_of_one_as_advice(date: str, told: str) -> None:
    with pytest.raises(InputError) as caught:
        load("calendar", parameters={"date": date})
    assert str(caught.value) == told


def test_dice_lie_in_any_order_but_each_shows_one_face() -> None:
    throw = "A6-F2-D1-B1-B5-E3-F4"
    words = throw.lower().split("-")
    random.Random(1).shuffle(words)
    position = load("genius-square", parameters={"dice": ",".join(words)})
    assert position.preset == "fewest"
    assert position.parameters == {"dice": throw}
    for wrong in ("A6-F1-D1-B1-B5-E3-F4", "A6-F2-D1-B1-B5-E3", "A6-F2-D1-B1-B5-E3-G7", "", 3):
        with pytest.raises(InputError, match="genius-square has dice "):
            load("genius-square", parameters={"dice": wrong})


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ("calendar --date 11-30 --json", "11-30"),
        ("show calendar --date 11-30 --yaml", "parameters: {date: 11-30}"),
        ("show calendar --json", '"12": "Dec"'),
        ("calendar --help", "--date 12-31"),
        ("show calendar --preset 10-6", "Oct"),
        ("hint calendar --date 10-06", ""),
    ],
)
def test_commands_know_the_date(
    arguments: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments.split()) == 0
    assert shown in capsys.readouterr().out


def test_a_position_that_was_written_is_read_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", "calendar", "--date", "2-29", "--yaml"]) == 0
    path = tmp_path / "date.yaml"
    path.write_text(capsys.readouterr().out)
    again = load("calendar", file=path)
    assert again.parameters == {"date": "2-29"}
    assert open_cells(again) == open_cells(load("calendar", parameters={"date": "2-29"}))


def test_a_default_with_parts_and_what_it_leaves_free(tmp_path: Path) -> None:
    own = library(tmp_path)
    shown = load("field", library=own)
    # Cells by rows: a x . and b y; b and y stay free.
    assert open_cells(shown) == {(0, 0), (0, 1), (0, 2)}
    assert shown.parameters in ({}, {"day": "2-y"})
    other = load_bare("field", {"day": "1-x"}, own)
    assert open_cells(other) == {(0, 2), (1, 1), (1, 2)}
    # A monomino, and a domino or two monominoes.
    asked = experiment("field", parameters={"day": "b x"}, library=own)
    assert asked.count().count == 2


def test_free_cells_are_drawn_with_their_labels(tmp_path: Path) -> None:
    position = load("field", library=library(tmp_path))
    assert position.text().splitlines()[:5] == [
        "┌───────────┐",
        "│ a   x   · │",
        "└───┬───────┤",
        "    │ b   y │",
        "    └───────┘",
    ]
    # Where a line has little room, labels have none.
    small = "\n".join("".join(one.text for one in line) for line in position.drawing(width=9))
    assert "free: b y" in small
    picture = position.svg()
    assert all(f">{label}</text>" in picture for label in "axby")
    solved = ilpuzzles.solve("field", parameters={"day": "2-y"}, library=library(tmp_path))
    drawn = solved.svg()
    assert ">b</text>" in drawn
    assert ">x</text>" not in drawn


def test_labels_belong_to_a_region_of_the_position_too() -> None:
    text = "region: {rows: 2, columns: 3}\nlabels: a b c d e f\nfree: [c, f]"
    position = load("dominoes", text=text)
    assert open_cells(position) == set(product(range(2), range(2)))
    again = load("dominoes", text=position.to_yaml())
    assert open_cells(again) == open_cells(position)
    assert again.instance.labels == position.instance.labels
    # What labels no cell that stays free is written as well.
    labelled = load("dominoes", text="region: {rows: 1, columns: 2}\nlabels: 1 .")
    assert load("dominoes", text=labelled.to_yaml()).instance.labels == {(0, 0): "1"}


def test_labels_on_other_lattices_and_on_wrapped_boards(tmp_path: Path) -> None:
    drawn = "region: |\n  . .\n   .\nlabels: a b c\nfree: b\n"
    text = FIELD.partition("lattice:")[0] + f"lattice: hexagonal\n{drawn}"
    text += "tiles: {D: {count: any, shape: D D}}\n"
    hexagons: Any = load("field", library=library(tmp_path, text))
    assert hexagons.instance.free_cells() == [(0, 1)]
    assert ">b</text>" in hexagons.svg()
    assert "free: b" in hexagons.text()
    box = "region: {rows: 2, columns: 4}\nwrap: {columns: 4}"
    ring: Any = load("dominoes", text=f"{box}\nlabels: a b c d e f g h\nfree: [a, e]")
    assert len(ring.instance.region) == 6
    again: Any = load("dominoes", text=ring.to_yaml())
    assert again.instance.labels == ring.instance.labels
    assert open_cells(again) == open_cells(ring)


WRONG = {
    "labels: a x . b y": ("labels: a x", "2 labels for 5 cells; write one for each, or ."),
    "labels: a x . b": ("labels: a x . long", "label 'long'; write at most 3 characters"),
    "free: $day": ("free: [a, z]", "unknown label 'z'; known: a, b, x, y"),
    "labels: a x . b y\n": ("", "'free' without 'labels'; add 'labels'"),
    "a x . b y\nfree: $day": ("a a a a a\nfree: a", "all cells stay free; leave some to cover"),
    "default: 2-y": (
        "default: 2-z",
        "the default cannot be '2-z'; write 2-y, or others of 1, 2; x, y",
    ),
    "parts: [{1: a, 2: b}, [x, y]]": ("parts: 3", "'parts' is not a list of parts; write "),
    "parts: [{1: a, 2: b}": ("parts: [{}", "'parts' is not a list of parts; write "),
    "[x, y]]": ("[x, x]]", "word 'x' of a part; write each once, in letters and digits"),
    "x, y]]\n": ("x, X]]\n", "word 'X' of a part; write each once, in letters and digits"),
    "free: $day\n": ('free: ""\n', "'free' is empty; write the labels of cells, or leave it out"),
    "free: $": ("free: [[a], b]\n# ", "an item of 'free' is no label; write [Nov, 30]"),
    "parts: [{1: a, 2: b}, [x, y]]\n": (
        "values: [1]\n    parts: [[1]]\n",
        "parameter day has 'values' and 'parts'; write one of them",
    ),
    "    parts: [{1: a, 2: b}, [x, y]]\n    default: 2-y\n": (
        "",
        "parameter day has neither 'values' nor 'parts'; write one of them",
    ),
}


@pytest.mark.parametrize(("right", "wrong"), WRONG.items())
def test_what_is_wrong_with_labels_and_parts(
    right: str, wrong: tuple[str, str], tmp_path: Path
) -> None:
    written, said = wrong
    text = FIELD.replace(right, written)
    assert text != FIELD
    with pytest.raises(InputError) as caught:
        load("field", library=library(tmp_path, text))
    first = str(caught.value).splitlines()[0]
    assert said in first
    assert first.startswith(str(tmp_path / "models" / "field.yaml"))


def test_labels_without_a_region_are_refused() -> None:
    with pytest.raises(InputError, match="delete it; lonpos has a region of its own"):
        load("lonpos", text=f"labels: {'a ' * 55}")


def test_a_word_is_itself_before_it_is_the_meaning_of_another_one() -> None:
    zeros = Parameter("n", "", (), parts=({"01": "one", "02": "two"},))
    assert (zeros.read("01"), zeros.read("1"), zeros.read("two")) == ("01", "01", "02")
    assert zeros.read(zeros.example()) == zeros.example()
    crossed = Parameter("n", "", (), parts=({"am": "pm", "pm": "am"},))
    assert [crossed.read(word) for word in ("am", "pm")] == ["am", "pm"]


def test_the_board_to_play_on_shows_the_labels() -> None:
    position = load("calendar", parameters={"date": "1-25"})
    playground: Any = position.playground()
    shown = {mark["text"]: mark for mark in playground.data.marks}
    assert {"Jan", "25", "31"} <= shown.keys()
    assert len(shown) == 12 + 31
    # The date itself stays free: it has no spot, and is drawn with its outline.
    assert {text for text, mark in shown.items() if "path" in mark} == {"Jan", "25"}
    [view] = playground.data.views
    left, top, width, height = view.box
    for mark in shown.values():
        assert left < mark["x"] < left + width
        assert top < mark["y"] < top + height
