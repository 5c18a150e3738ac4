"""`ilpuzzles solve-model` with several files, or with a folder: a line for each."""

from __future__ import annotations

import gzip
import json
from itertools import permutations
from pathlib import Path

import pytest

from ilpuzzles.errors import Exit
from support.commands import Call

PACK = (
    "Maximize\n v: 5 lamp + 4 tent\nSubject To\n w: 2 lamp + 3 tent <= 4\nBinary\n lamp tent\nEnd\n"
)
NONE = PACK.replace("<= 4", "= 4")
BELOW = "ROWS\n N c\n G r\nCOLUMNS\n x c 1 r 1\nBOUNDS\n UP B x -1\nENDATA\n"
CUT = PACK.removesuffix("End\n")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path) -> None:
    folder = tmp_path / "models"
    (folder / "inside.lp").mkdir(parents=True)
    texts = {"b.lp": PACK, "a.lp": NONE, "cut.lp": CUT, "below.mps": BELOW, "readme.txt": "none"}
    for name, text in {**texts, "notes.md": "none"}.items():
        (folder / name).write_text(text)
    (folder / "c.lp.gz").write_bytes(gzip.compress(PACK.encode()))


def cells(said: str) -> list[list[str]]:
    """The cells of every line but the last, which may have blanks in it; seconds are left out."""
    lines = [line.split(None, 5) for line in said.splitlines()]
    return [[*line[:4], line[5]] for line in lines]


def test_a_folder_is_a_table(call: Call) -> None:
    code, said, noted = call("solve-model models")
    assert cells(said) == [
        ["file", "status", "objective", "gap", "note"],
        ["models/a.lp", "infeasible", "-", "-", "-"],
        ["models/b.lp", "optimal", "5", "-", "-"],
        ["models/below.mps", "infeasible", "-", "-", cells(said)[3][4]],
        ["models/c.lp.gz", "optimal", "5", "-", "-"],
        ["models/cut.lp", "refused", "-", "-",
         "6:11: the file ends without End; it seems truncated: get a complete copy"],
    ]  # fmt: skip
    assert cells(said)[3][4].startswith("7: 'x' has the upper bound -1 and no lower bound")
    # A file was refused.
    assert (code, noted) == (2, "")


def test_files_are_in_the_order_in_which_they_are_named(call: Call) -> None:
    code, said, _ = call("solve-model models/b.lp models/a.lp --backend cpsat --seed 3")
    assert code == 0
    assert [line[:2] for line in cells(said)[1:]] == [
        ["models/b.lp", "optimal"], ["models/a.lp", "infeasible"],
    ]  # fmt: skip
    assert call("solve-model models/a.lp models/a.lp --quiet") == (0, "", "")
    assert call("solve-model models/a.lp")[0] == 3


def test_files_may_stand_behind_options(call: Call) -> None:
    usual = call("solve-model models/b.lp models/a.lp --backend cpsat --quiet --json")[1]
    for command in (
        "solve-model models/b.lp --backend cpsat models/a.lp --quiet --json",
        "solve-model --backend cpsat models/b.lp --quiet --json models/a.lp",
    ):
        code, said, _ = call(command)
        assert code == 0
        files = [json.loads(line)["file"] for line in said.splitlines()]
        assert files == [json.loads(line)["file"] for line in usual.splitlines()]
    # The name of an option without its dashes is no file.
    code, _, noted = call("solve-model models/b.lp --backend cpsat count")
    assert (code, noted) == (2, "unexpected argument 'count'; did you mean --count?\n")


def test_a_folder_that_is_missing_is_said_to_be(call: Call) -> None:
    for name in ("missing", "missing/"):
        code, _, noted = call(f"solve-model {name}")
        assert (code, noted) == (2, "missing: no such file or folder; check the path\n")


def test_json_is_an_object_in_each_line(call: Call) -> None:
    code, said, _ = call("solve-model models --json")
    found = [json.loads(line) for line in said.splitlines()]
    assert code == 2
    assert [(one["file"], one["status"]) for one in found] == [
        ("models/a.lp", "infeasible"), ("models/b.lp", "optimal"),
        ("models/below.mps", "infeasible"), ("models/c.lp.gz", "optimal"),
        ("models/cut.lp", "refused"),
    ]  # fmt: skip
    assert found[1]["values"] == {"lamp": 1}
    assert found[2]["notes"][0].startswith("models/below.mps:7: 'x' has the upper bound -1")
    assert "notes" not in found[1]
    (problem,) = found[4]["problems"]
    assert problem.startswith("models/cut.lp:6:11: the file ends without End")


def test_the_code_is_that_of_the_gravest_case(call: Call, tmp_path: Path) -> None:
    (tmp_path / "mixed.lp").write_text("Minimize\n c: x\nSubject To\n r: x >= 0.5\nEnd\n")
    code, said, _ = call("solve-model mixed.lp models/b.lp --backend cpsat")
    assert (code, cells(said)[1][:2]) == (5, ["mixed.lp", "error"])
    assert cells(said)[1][4].startswith("backend cpsat does not support the continuous variable")
    code, said, _ = call("solve-model models/cut.lp mixed.lp --backend cpsat --time-limit 1e-6")
    assert code == 5
    code, said, _ = call("solve-model models/b.lp models/a.lp --backend cpsat --time-limit 1e-6")
    assert (code, cells(said)[1][1]) == (4, "unknown")
    assert cells(said)[1][4].startswith("unknown: the time limit came first")


def test_a_single_file_notes_how_it_was_read(call: Call) -> None:
    code, said, noted = call("solve-model models/below.mps")
    assert (code, said) == (3, "status: infeasible\n")
    first = "models/below.mps:7: 'x' has the upper bound -1 and no lower bound, which is 0 then"
    assert noted.startswith(first)
    assert call("explain models/below.mps")[2].startswith(first)
    assert call("solve-model models/below.mps --quiet") == (3, "", "")


GRAVEST_FIRST = [Exit.CHECK_FAILED, Exit.BACKEND, Exit.BAD_INPUT, Exit.LIMIT, Exit.ANSWERED]
"""As the reference of commands has them."""


def test_the_exit_code_is_that_of_the_gravest_case(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever cases come together, and in whatever order."""

    def ends(_args: object, _options: object, file: Path, _width: int) -> Exit:
        return Exit(int(file.stem))

    monkeypatch.setattr("ilpuzzles.cli.solve_many._solve_one", ends)
    for number in range(1, len(GRAVEST_FIRST) + 1):
        for codes in permutations(GRAVEST_FIRST, number):
            # Nothing is solved alone in this way: a single file is no table.
            files = [f"{code:d}.lp" for code in (*codes, codes[0])]
            gravest = min(codes, key=GRAVEST_FIRST.index)
            assert call(f"solve-model {' '.join(files)} --quiet")[0] == gravest
