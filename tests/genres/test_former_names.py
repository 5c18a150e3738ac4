"""Former names of the vocabulary: each gives what the present one does, and says its name."""

from __future__ import annotations

import copy
import inspect
import pydoc
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import pytest

import ilpuzzles.genres
from ilpuzzles import Model
from ilpuzzles.genres import Board, Grid, Sketch, implies_elementwise
from ilpuzzles.genres.former_names import KEYWORDS, MEMBERS, NAMES

FIELDS = {
    "board": ["2---", "----", "----", "----"],
    "corners": ["1----", "-----", "-----", "-----", "-----"],
    "regions": ["AABB"] * 4,
    "left": "1 - - -",
}
BOARD = Board.read(FIELDS)
THINGS = {"Grid": BOARD.grid, "Board": BOARD, "Sketch": Sketch.of(BOARD)}
CLASSES = {"Grid": Grid, "Board": Board, "Sketch": Sketch}
EVERY_MEMBER = [(cls, former) for cls, members in MEMBERS.items() for former in members]


def comparable(thing: Any) -> Any:
    """A value that is equal for equal things, as grids are not."""
    return repr(thing) if isinstance(thing, Grid) else thing


@pytest.mark.every("former")
@pytest.mark.parametrize("former", NAMES)
def test_functions_and_constants_are_found_under_their_former_names(former: str) -> None:
    with pytest.warns(
        FutureWarning, match=f"genres.{former} is now called ilpuzzles.genres.{NAMES[former]};"
    ):
        thing = getattr(ilpuzzles.genres, former)
    assert thing is getattr(ilpuzzles.genres, NAMES[former])


@pytest.mark.every("cls", "former")
@pytest.mark.parametrize(("cls", "former"), EVERY_MEMBER)
def test_methods_and_attributes_are_found_under_their_former_names(cls: str, former: str) -> None:
    thing = THINGS[cls]
    present = MEMBERS[cls][former]
    with pytest.warns(FutureWarning, match=f"{cls}.{former} is now called {present};"):
        member = getattr(thing, former)
    assert comparable(member) == comparable(getattr(thing, present))


@pytest.mark.parametrize("cls", CLASSES)
def test_former_names_are_not_shown_beside_the_present_ones(cls: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        page = pydoc.plain(pydoc.render_doc(CLASSES[cls]))
        members = {name for name, _ in inspect.getmembers(CLASSES[cls])}
        members.update(name for name, _ in inspect.getmembers(THINGS[cls]))
    shown = {*members, *dir(THINGS[cls]), *vars(CLASSES[cls])}
    assert shown.isdisjoint(MEMBERS[cls])
    for former, present in MEMBERS[cls].items():
        assert f"{present}(" in page or f"{present}\n" in page, present
        assert f"    {former}(" not in page, former


@pytest.mark.parametrize("cls", CLASSES)
def test_what_never_was_a_member_is_none(cls: str) -> None:
    message = f"'{cls}' object has no attribute 'nearest_cells'"
    with pytest.raises(AttributeError, match=message) as refused:
        getattr(THINGS[cls], "nearest_cells")  # noqa: B009 - type checkers know that it is none
    assert refused.value.name == "nearest_cells"
    assert refused.value.obj is THINGS[cls]


def test_a_board_can_be_copied() -> None:
    copied = copy.deepcopy(BOARD)
    assert copied.grid.cells == BOARD.grid.cells


def rows_of_an_implication(**arguments: Any) -> Any:
    """The row of an implication whose two lists are given by these names."""
    model = Model()
    rain, wet = model.binary("rain", 1), model.binary("wet", 1)
    lists = {name: [rain] if value == "if" else [wet] for name, value in arguments.items()}
    implies_elementwise(model, **lists)
    return model.count().number


CALLS: dict[str, tuple[Callable[..., Any], dict[str, Any]]] = {
    "implies_elementwise": (rows_of_an_implication, {"given": "if", "some": "then"}),
    "Board.counted_clues": (BOARD.counted_clues, {"of": lambda _: BOARD.grid.cells}),
    "Board.flag": (lambda **default: BOARD.flag("full", **default), {"otherwise": True}),
    "Board.number": (lambda **default: BOARD.number("stars", **default), {"otherwise": 3}),
}


@pytest.mark.parametrize("function", KEYWORDS)
def test_arguments_are_taken_by_their_former_names(function: str) -> None:
    call, former = CALLS[function]
    assert former.keys() == KEYWORDS[function].keys()
    present = {KEYWORDS[function][name]: value for name, value in former.items()}
    with pytest.warns(FutureWarning) as warned:
        result = call(**former)
    assert result == call(**present)
    assert [str(one.message) for one in warned] == [
        f"the argument '{name}' of {function} is now called '{KEYWORDS[function][name]}'; "
        "the old name works for one release"
        for name in former
    ]


def test_no_argument_is_taken_twice() -> None:
    with pytest.raises(TypeError, match="otherwise"):
        BOARD.flag("full", default=True, otherwise=False)  # type: ignore[call-arg] # the former name


def test_no_name_of_the_vocabulary_has_two_meanings() -> None:
    offered = set(dir(ilpuzzles.genres))
    assert offered.isdisjoint(NAMES)
    for cls, members in MEMBERS.items():
        assert members.keys().isdisjoint(members.values()), cls
    members_of = {cls: {name for name in vars(CLASSES[cls]) if name[0] != "_"} for cls in CLASSES}
    # What a function states or reads, no method is called.
    for cls, names in members_of.items():
        assert names.isdisjoint(offered), cls


def test_the_warning_names_the_line_of_the_user() -> None:
    lines = ["from ilpuzzles.genres import Grid", "", "Grid.of(2, 2).near((0, 0))"]
    lines += ["from ilpuzzles.genres import apart"]
    ended = subprocess.run(
        [sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=True
    )
    told = [line.rpartition(";")[0] for line in ended.stderr.splitlines() if "Warning" in line]
    assert told == [
        "<string>:3: FutureWarning: Grid.near is now called neighbours",
        (
            "<string>:4: FutureWarning: ilpuzzles.genres.apart is now called "
            "ilpuzzles.genres.not_touching"
        ),
    ]
