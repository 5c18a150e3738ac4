"""`ilpuzzles check MODEL FILE`: solutions of a model in JSON, held against its rows."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from ilpuzzles.errors import Exit
from ilpuzzles.experiments.model_file import file_experiment
from ilpuzzles.experiments.solution_files import started_from
from support.commands import Call

LP = "Minimize\n c: 1.5 x + y\nSubject To\n r: x + y >= 2.5\nGenerals\n y\nEnd\n"
BINARIES = "Minimize\n c: x + y\nSubject To\n r: x + y >= 1\nBinaries\n x y\nEnd\n"


def test_what_json_writes_of_a_model_is_checked(call: Call, tmp_path: Path) -> None:
    (tmp_path / "m.lp").write_text(LP)
    for file in ("answer.json", "answer"):
        answer = call("solve-model m.lp --json --quiet")[1]
        (tmp_path / file).write_text(answer)
        code, out, err = call(f"check m.lp {file}")
        assert (code, out) == (Exit.ANSWERED, "every row is satisfied\nobjective: 2.75\n")
        assert err == f"{file}: accepted\n"
    (tmp_path / "packed.json.gz").write_bytes(gzip.compress(answer.encode()))
    assert call("check m.lp packed.json.gz")[:2] == (code, out)
    (tmp_path / "wrong.json").write_text('{"values": {"x": 0.5, "y": 1}, "objective": 9}')
    code, out, err = call("check m.lp wrong.json")
    assert out == "r is 1.5, not at least 2.5\nobjective: 1.75, not 9\n"
    assert (code, err) == (Exit.CHECK_FAILED, "wrong.json: refused, 1 violation\n")


def test_several_solutions_of_a_model_are_checked(call: Call, tmp_path: Path) -> None:
    (tmp_path / "m.lp").write_text(BINARIES)
    assert call("solve-model m.lp --all --save all.jsonl --quiet")[0] == Exit.ANSWERED
    (tmp_path / "all.json").write_text(call("solve-model m.lp --all --json --quiet")[1])
    for file in ("all.jsonl", "all.json"):
        code, out, err = call(f"check m.lp {file}")
        assert (code, err) == (Exit.ANSWERED, f"{file}: 3 of 3 accepted\n")
        assert out.count("every row is satisfied") == 3
    with (tmp_path / "all.jsonl").open("a") as lines:
        lines.write('{"values": {}}\n')
    code, out, err = call("check m.lp all.jsonl")
    assert (code, err) == (Exit.CHECK_FAILED, "all.jsonl: 3 of 4 accepted\n")
    assert out.splitlines()[-2:] == [
        "solution 4: r is 0, not at least 1", "solution 4: objective: 0",
    ]  # fmt: skip
    assert '"accepted": false' in call("check m.lp all.jsonl --json")[1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "a.json: the file holds no solutions; there is nothing to check"),
        ('{"values": null}', 'a.json: the file holds no solution; write {"values": {"x": 1}}'),
        ('{"values": {"z": 1}}', "a.json: values: the model has no variable 'z'; it has, "),
        ("{", "a.json:1:2: "),
    ],
)
def test_json_that_is_no_solution_of_a_model_is_a_line(
    call: Call, tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "m.lp").write_text(LP)
    (tmp_path / "a.json").write_text(text)
    code, out, err = call("check m.lp a.json")
    assert (code, out, err.count("\n")) == (Exit.BAD_INPUT, "", 1)
    assert err.startswith(said)


def test_auxiliary_variables_that_a_list_leaves_out_are_not_taken_for_0(
    call: Call, tmp_path: Path
) -> None:
    (tmp_path / "m.lp").write_text("\\ ilpuzzles: auxiliary y\n" + BINARIES)
    (tmp_path / "all.json").write_text(call("solve-model m.lp --all --json --quiet")[1])
    code, _, err = call("check m.lp all.json")
    said = "all.json: the values of auxiliary variables, such as y, are not among these"
    assert (code, err) == (Exit.BAD_INPUT, f"{said}; give a solver's *.sol\n")
    # A single answer has the values of all variables.
    (tmp_path / "one.json").write_text(call("solve-model m.lp --json --quiet")[1])
    assert call("check m.lp one.json")[0] == Exit.ANSWERED


@pytest.mark.parametrize("ending", ["sol.gz", "json.gz", "jsonl.gz"])
def test_a_packed_file_is_checked_and_started_from(call: Call, tmp_path: Path, ending: str) -> None:
    (tmp_path / "m.lp").write_text(BINARIES)
    text = "=obj= 2\nx 1\ny 1\n" if ending == "sol.gz" else '{"values": {"x": 1, "y": 1}}\n'
    (tmp_path / f"a.{ending}").write_bytes(gzip.compress(text.encode()))
    assert call(f"check m.lp a.{ending}")[1] == "every row is satisfied\nobjective: 2\n"
    assert call(f"solve-model m.lp --start a.{ending} --quiet")[0] == Exit.ANSWERED
    hint = started_from(file_experiment(tmp_path / "m.lp"), tmp_path / f"a.{ending}").options.hint
    assert list(hint.values()) == [1, 1]
