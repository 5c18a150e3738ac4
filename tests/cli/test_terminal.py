"""What a person sees in a terminal: progress that goes away, pictures and tables that fit."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest

from ilpuzzles.formats.mps import mps_text
from support.commands import Call, Run
from support.knapsacks import knapsacks
from support.processes import linux_only
from support.terminal import Seen, run_in_terminal, run_in_terminal_here, screen

pytestmark = linux_only

TOWER = ["tower", "--height", "5", "--backend", "exactcover", "--engine", "search"]
EIGHT = ["lonpos", "--preset", "8pieces"]
FOUND = re.compile(r"[1-9][\d,]* found")
RunHere = Callable[..., Seen]
HIDDEN, SHOWN = "\x1b[?25l", "\x1b[?25h"


@pytest.fixture
def run_here(tmp_path: Path) -> RunHere:
    """Runs a command in a terminal and in this process."""
    return partial(run_in_terminal_here, folder=tmp_path)


def picture(seen: Seen) -> list[str]:
    """All lines but the note about the work."""
    notes = [n for n, line in enumerate(seen.lines) if re.search(r" by \w+ in [\d.]+ s", line)]
    return seen.lines[: notes[0]]


def test_the_screen_of_a_terminal() -> None:
    assert screen("ab\r\ncd\rx\x1b[1A\x1b[2K\x1b[1mz\x1b[0m") == [" z", "xd"]


@pytest.mark.exhaustive
def test_progress_is_shown_and_goes_away() -> None:
    seen = run_in_terminal(
        [*TOWER, "--count"],
        80,
        interrupt=lambda last: last.count(" left") > 1 and bool(FOUND.search(last)),
    )
    assert seen.code == 130
    steps = [line for line in screen(seen.raw.replace("\r", "\r\n")) if " found " in line]
    assert len(steps) > 1
    for step in steps:
        assert len(step) < 80
        assert "%" in step
        assert "━" in step
    assert 0 < seen.raw.count(HIDDEN) == seen.raw.count(SHOWN)
    assert seen.raw.rindex(HIDDEN) < seen.raw.rindex(SHOWN)
    assert len(seen.lines) == 3
    assert seen.lines[0].isdigit()
    assert "so far, incomplete: interrupted" in seen.lines[1]
    assert seen.lines[2] == "interrupted"


@pytest.mark.exhaustive
def test_progress_makes_room_for_pictures() -> None:
    arguments = [*TOWER, "--all", "--sheet"]
    seen = run_in_terminal(arguments, 60, interrupt=lambda last: bool(FOUND.search(last)))
    assert seen.code == 130
    assert seen.raw.count(HIDDEN) == seen.raw.count(SHOWN) > 0
    *sheet, verdict, last = seen.lines
    assert "so far, incomplete" in verdict
    assert last == "interrupted"
    numbers = [int(word) for line in sheet[::7] for word in line.split()]
    assert numbers == [*range(1, len(numbers) + 1)]
    assert not any("found" in line or "%" in line for line in sheet)
    # Every picture is whole: a number, five rows, an empty line.
    assert (len(sheet) + 1) % 7 == 0
    assert all(not line for line in sheet[6::7])
    assert all(line for place, line in enumerate(sheet) if place % 7 != 6)


@pytest.mark.exhaustive
def test_no_progress_where_nobody_wants_it(
    run_here: RunHere, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Every solution is said at once.
    monkeypatch.setattr("ilpuzzles.cli.progress_line._PATIENCE", 0.0)
    monkeypatch.setattr("ilpuzzles.progress._PAUSE", 0.0)
    arguments = ["lonpos", "--preset", "3pieces", "--count", "--backend", "cpsat"]
    assert FOUND.search(run_here(arguments, 80).raw)
    quiet = run_here([*arguments, "--quiet"], 80)
    assert (quiet.code, quiet.raw) == (0, "")
    code, said, noted = call(*arguments)
    assert (code, said, FOUND.search(noted), "\x1b" in noted) == (0, "7\n", None, False)


@pytest.mark.exhaustive
def test_that_kernels_are_compiled_is_shown_and_goes_away(tmp_path: Path) -> None:
    arguments = ["tower", "--height", "2", "--count", "--engine", "search"]
    first, again = (run_in_terminal(arguments, 80, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2))
    assert [*tmp_path.rglob("*.nbi")]
    assert "compiling the engine (once per installation)" in first.raw
    assert "compiling" not in again.raw
    assert first.raw.count(HIDDEN) == first.raw.count(SHOWN) > 0
    for seen in (first, again):
        assert seen.code == 0
        # Numba would have colorama end with an escape sequence.
        assert seen.raw.endswith(" s\r\n")
        assert len(seen.lines) == 2
        assert seen.lines[0] == again.lines[0]
        assert "counted by exactcover" in seen.lines[1]


@pytest.mark.exhaustive
def test_pictures_are_as_wide_as_the_terminal_lets_them(run: Run, run_here: RunHere) -> None:
    plain = run(*EIGHT).stdout.splitlines()
    assert picture(run_in_terminal(EIGHT, 45)) == plain
    narrow = picture(run_here(EIGHT, 40))
    assert len(narrow) == 6
    assert narrow[0] == " B B B C C A A A E E E"
    assert narrow[5] == "given: A D E G I J K L   placed: B C F H"
    least = picture(run_here(EIGHT, 80, COLUMNS="14"))
    assert least[0] == "BBBCCAAAEEE"
    assert least[5:] == ["given: A D E G", "  I J K L", "  placed: B C", "  F H"]


@pytest.mark.exhaustive
def test_layers_stand_below_each_other_in_a_narrow_terminal(run: Run, run_here: RunHere) -> None:
    plain = run("soma").stdout.splitlines()
    assert picture(run_here(["soma"], 80)) == plain
    lines = picture(run_here(["soma"], 40))
    assert [line.split("   ")[0] for line in lines if "layer" in line] == ["layer 1", "layer 3"]
    assert max(map(len, lines)) <= 40
    assert len(lines) > len(plain)
    letters = [sorted(c for c in "".join(part) if c.isupper()) for part in (lines[:-1], plain[:-1])]
    assert letters[0] == letters[1]


@pytest.mark.exhaustive
def test_marks_and_legends_fit_into_a_narrow_terminal(run_here: RunHere) -> None:
    shown = run_here(["show", "surasshupakku", "--preset", "15x15"], 40)
    assert shown.code == 0
    assert all(len(line) <= 40 for line in shown.lines[:17])
    assert shown.lines[1].startswith("3 1")


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("columns", "line"),
    [
        (80, "list"),
        (40, "list"),
        (40, "backends"),
        (40, "show tower"),
        (40, "show surasshupakku"),
        (40, "show yajilin"),
        (40, "show nonogram"),
        (40, "show tower --preset height-3"),
        (80, "show lonpos --preset 8pieces"),
        (40, "whatif lonpos --preset 8pieces --without 'each tile once' --limit 2"),
    ],
)
def test_tables_fit_and_say_the_same(
    line: str, columns: int, call: Call, run_here: RunHere
) -> None:
    code, plain, _ = call(line)
    assert (code, "\x1b" in plain) == (0, False)
    seen = run_here(shlex.split(line), columns)
    assert seen.code == 0
    assert "\x1b[1m" in seen.raw
    too_long = [text for text in seen.lines if len(text) > columns]
    # What is to be copied stays in one line, which the terminal breaks.
    assert [text for text in too_long if not text.startswith("  ilpuzzles ")] == []
    presets = [text.split()[1:] for text in plain.splitlines() if "presets:" in text]
    assert {name for names in presets for name in names} <= set(" ".join(seen.lines).split())


@pytest.mark.exhaustive
@pytest.mark.parametrize("arguments", [["list"], ["backends"], EIGHT], ids=" ".join)
def test_no_colour_where_it_is_not_wanted(arguments: list[str], run_here: RunHere) -> None:
    assert "\x1b[" in run_here(arguments, 80).raw
    plain = run_here(arguments, 80, NO_COLOR="1")
    assert plain.code == 0
    assert "\x1b" not in plain.raw


@pytest.mark.exhaustive
def test_a_sheet_has_as_many_columns_as_fit(run: Run, run_here: RunHere) -> None:
    arguments = ["cube", "--limit", "7", "--sheet"]
    for columns, rows in ((80, [5, 2]), (40, [3, 3, 1]), (5, [1] * 7)):
        seen = run_here(arguments, columns)
        lines = picture(seen)
        numbers = [line.split() for line in lines[::5]]
        assert [len(row) for row in numbers] == rows
        assert [word for row in numbers for word in row] == [str(n + 1) for n in range(7)]
        assert "\x1b[" in seen.raw
        assert columns < 80 or lines == run(*arguments).stdout.splitlines()


def test_rich_breaks_no_line_twice(run_here: RunHere) -> None:
    lines = run_here(["list"], 60).lines
    assert not any(one == two == "" for one, two in pairwise(lines))


@pytest.mark.exhaustive
@pytest.mark.parametrize("backend", ["cbc", "cpsat"])
def test_bounds_are_shown_while_a_model_is_solved(backend: str, tmp_path: Path) -> None:
    file = tmp_path / "knapsacks.mps"
    file.write_text(mps_text(knapsacks(120).program()))
    seen = run_in_terminal(
        ["solve-model", str(file), "--backend", backend, "--time-limit", "60"],
        80,
        interrupt=lambda last: "gap " in last,
    )
    assert seen.code == 130
    shown = [line for line in screen(seen.raw.replace("\r", "\r\n")) if "gap" in line]
    assert re.fullmatch(r"solving best [\d,.]+, bound [\d,.]+, gap [\d.]+% 0:\d\d", shown[0])
    # The line is gone; what was found by then is said with its gap.
    assert not any(line.startswith("solving") for line in seen.lines)
    assert seen.lines[-1] == "interrupted"
