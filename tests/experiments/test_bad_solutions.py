"""Files of solutions that a user may get wrong: one line says where, and the exit code is 2."""

from __future__ import annotations

import copy
import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

import ilpuzzles
from ilpuzzles.cli.main import main
from ilpuzzles.errors import InputError
from support.rings import examples


def tiles(*atoms: Any) -> dict[str, Any]:
    return {"tiles": [{"tile": "A", "atoms": list(atoms)}]}


# What stands in the file, and the line that is printed for it.
BAD: dict[str, tuple[Any, str]] = {
    "empty": (b"", "sol.json: the file is empty; write the JSON of a solution into it"),
    "cut short": (
        b'{"rows": [\n"AAB"',
        ("sol.json:2:6: not JSON: expecting ',' delimiter; "
         "fix it there, or write the file again with a program"),
    ),
    "a text": ("x", ('sol.json: expected a list, or an object such as {"tiles": [...]} '
                     'or {"rows": [...]}, got "x"; write it again')),
    "no solution": ([], "sol.json: the file holds no solutions; there is nothing to check"),
    "another puzzle": (
        {"puzzle": "pyramid", "solutions": []},
        ("sol.json: puzzle: these are solutions of 'pyramid'; "
         "check them as these, or write 'lonpos'"),
    ),
    "a preset that is no text": (
        {"preset": 8, "solutions": []},
        "sol.json: preset: expected the name of a preset, or null, got 8; write it again",
    ),
    "nothing in it": ({}, 'sol.json: neither rows nor tiles; write "rows" or "tiles"'),
    "an unknown key": ({"row": []}, "sol.json: unknown key 'row'; did you mean 'rows'?"),
    "a row as a number": (
        {"rows": ["AAB", 5]},
        "sol.json: rows[1]: expected a row of letters, got 5; write it again",
    ),
    "rows without end": (
        {"rows": ["A" * 10_000] * 200},
        "sol.json: rows: more than 1,048,576 cells; no puzzle has that many",
    ),
    "a tile without cells": (
        {"tiles": [{"tile": "A"}]}, "sol.json: tiles[0]: key 'atoms' is missing; write it again",
    ),
    "a cell as a number": (
        {"solutions": [tiles([0, 0], 7)]},
        "sol.json: solutions[0].tiles[0].atoms[1]: expected [row, column], got 7; write it again",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_bad_files_are_refused_with_their_places(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data, line = BAD[name]
    monkeypatch.chdir(tmp_path)
    content = data if isinstance(data, bytes) else json.dumps(data).encode()
    Path("sol.json").write_bytes(content)
    code = main(["check", "lonpos", "sol.json"])
    assert (code, *capsys.readouterr()) == (2, "", line + "\n")


def test_bad_usage_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("ilpuzzles.experiments.check_files.MAX_BYTES", 9)
    Path("sol.json").write_text(" " * 10)
    Path("ok.json").write_text("[{}]")
    for arguments, line in {
        "lonpos none.json": "none.json: no such file; check the path",
        "lonpos sol.json": "sol.json: the input is larger than 9 bytes; no puzzle needs that much",
        "lonpos ok.json --preset 9pieces": "unknown preset '9pieces'; did you mean '8pieces'?",
        "lonpos ok.json --instance x.yaml": "x.yaml: no such file; check the path",
        "lonpos": "FILE is missing; usage: ilpuzzles check PUZZLE|MODEL FILE [options]",
    }.items():
        assert main(["check", *arguments.split()]) == 2
        assert tuple(capsys.readouterr()) == ("", line + "\n")


@cache
def _only_one() -> dict[str, Any]:
    """The solution of the preset 8pieces, which has no other."""
    found: dict[str, Any] = ilpuzzles.solve("lonpos", "8pieces").to_json()["solutions"][0]
    return found


def is_the_only_one(data: Any) -> bool:
    """Whether some data states that solution; a far simpler test than the one it checks."""
    right, agree = _only_one(), []
    if data.get("rows") is not None:
        # What stands beside the board shows that it is not part of it.
        lines = [row.rstrip("#") for row in data["rows"]]
        agree.append([line for line in lines if line] == right["rows"])
    if data.get("tiles") is not None:
        given = sorted((entry["tile"], sorted(entry["atoms"])) for entry in data["tiles"])
        agree.append(given == sorted((one["tile"], one["atoms"]) for one in right["tiles"]))
    return all(agree) and bool(agree)


def require_sense(data: Any) -> None:
    """Some data is refused in one line, or rejected, or accepted for a good reason."""
    try:
        checked = ilpuzzles.check_solutions("lonpos", data, "8pieces", name="f")
    except InputError as error:
        assert re.fullmatch(r"f(: [^\n]+)?: [^\n]+; [^\n]+|f: unknown key [^\n]+", str(error))
        return
    json.dumps(checked.to_json())
    assert all(line.isprintable() for line in checked.text().splitlines())
    alone = isinstance(data, dict) and "solutions" not in data
    entries = data["solutions"] if isinstance(data, dict) and not alone else data
    for entry, outcome in zip([data] if alone else entries, checked.solutions, strict=True):
        repeated = outcome.repeats is not None
        assert outcome.accepted == (is_the_only_one(entry) and not repeated)


SCALAR = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3)
KEY = st.sampled_from(["solutions", "rows", "tiles", "tile", "atoms", "puzzle", "preset", "x"])
ANY_JSON = st.recursive(
    SCALAR, lambda one: st.lists(one, max_size=4) | st.dictionaries(KEY, one, max_size=4)
)


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every list or object in some data, with each of its keys."""
    if not isinstance(data, dict | list):
        return []
    keys = list(data) if isinstance(data, dict) else list(range(len(data)))
    return [(data, key) for key in keys] + [pair for key in keys for pair in places(data[key])]


@pytest.mark.exhaustive
@given(st.data(), ANY_JSON)
@examples(80)
def test_no_data_ends_in_a_mistake_or_a_traceback(data: st.DataObject, anything: Any) -> None:
    require_sense(anything)
    wanted = {key: value for key, value in _only_one().items() if data.draw(st.booleans())}
    entries: Any = copy.deepcopy([wanted] * data.draw(st.integers(1, 2)))
    for _ in range(data.draw(st.integers(0, 3))):
        found = places(entries)
        if not found:
            break
        holder, key = data.draw(st.sampled_from(found))
        act = data.draw(st.sampled_from(["delete", "replace", "copy", "repeat"]))
        other, from_key = data.draw(st.sampled_from(found))
        if act == "delete":
            del holder[key]
        elif act == "replace":
            holder[key] = data.draw(SCALAR | st.lists(SCALAR, max_size=3))
        elif act == "repeat" and isinstance(holder, list):
            holder.insert(0, copy.deepcopy(holder[key]))
        elif from_key in (other if isinstance(other, dict) else range(len(other))):
            holder[key] = copy.deepcopy(other[from_key])
    require_sense(entries if data.draw(st.booleans()) else {"solutions": entries})
