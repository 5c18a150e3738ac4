"""As many as there are, one more and one less: what is shown, said, saved, and the exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from support.commands import Asked, Call


def model_with(number: int) -> str:
    """So many solutions, the best one the last: a number from 0 on."""
    row = f"row: n <= {number - 1}"
    return f"Maximize\n goal: n\nSubject To\n {row}\nBounds\n n <= 99\nGenerals\n n\nEnd\n"


NUMBER = 4
LIMITS = (None, 1, NUMBER - 1, NUMBER, NUMBER + 1)


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "few.lp"
    path.write_text(model_with(NUMBER), encoding="utf-8")
    return path


@pytest.mark.every("limit")
@pytest.mark.parametrize("limit", LIMITS)
@pytest.mark.parametrize("question", ["--all", "--count", "--best"])
def test_what_is_shown_says_whether_it_is_all(
    question: str, limit: int | None, model: Path, call: Call, asked: Asked
) -> None:
    command = f"solve-model few.lp {question}"
    if question == "--best":
        command += f" {limit or NUMBER}"
    elif limit is not None:
        command += f" --limit {limit}"
    shown = min(limit or NUMBER, NUMBER)
    is_full = limit is not None and limit <= NUMBER
    data = asked(command)
    if question == "--count":
        assert data["count"] == shown
    else:
        assert len(data["solutions"]) == shown
    if question != "--best":
        assert data["complete"] is not is_full
        assert data["limit"] == ("solutions" if is_full else "none")
    code, said, noted = call(command)
    assert code == 0
    if question == "--count":
        assert said.split()[0] == str(shown)
    elif question == "--best":
        values = [line for line in said.splitlines() if line.startswith("objective: ")]
        assert values == [f"objective: {NUMBER - 1 - n}" for n in range(shown)]
    is_cut_off = is_full and question != "--best"
    assert ("as many as were asked for" in said + noted) is is_cut_off
    has_all = question == "--best" and shown < (limit or NUMBER)
    assert ("all there are" in said + noted) is has_all
    if question != "--count":
        saved = f"{command} --save found.jsonl"
        assert call(saved)[0] == 0
        lines = (model.parent / "found.jsonl").read_text(encoding="utf-8").splitlines()
        values_saved = {json.dumps(json.loads(line)["values"]) for line in lines}
        assert len(values_saved) == len(lines) == shown


@pytest.mark.usefixtures("model")
@pytest.mark.parametrize("option", ["--limit", "--best", "--random"])
def test_nothing_is_no_number_of_solutions(option: str, call: Call) -> None:
    for number in ("0", "-1"):
        code, said, noted = call("solve-model", "few.lp", f"{option}={number}")
        assert (code, said) == (2, "")
        assert number in noted


@pytest.mark.parametrize(("number", "code"), [(0, 3), (1, 0), (2, 0)])
def test_no_solution_and_one_alone(number: int, code: int, model: Path, call: Call) -> None:
    model.write_text(model_with(number), encoding="utf-8")
    unique, said, _ = call("solve-model few.lp --unique")
    assert unique == code
    verdict = said.splitlines()[-1]
    begins = ["proved: there is no solution", "unique", "not unique"][number]
    assert verdict.partition(":" if number else "\n")[0] == begins
    counted, said, _ = call("solve-model few.lp --count")
    assert (counted, said.split()[0]) == (code, str(number))
    for question in ("", "--all", "--best 1", "--forced", "--random 1"):
        assert call(f"solve-model few.lp {question}")[0] == code


@pytest.mark.parametrize("number", [20, 21])
def test_on_the_command_line_all_of_a_list_are_shown(number: int, model: Path, call: Call) -> None:
    model.write_text(model_with(number), encoding="utf-8")
    code, said, _ = call(f"solve-model few.lp --best {number}")
    assert code == 0
    assert said.count("objective: ") == number
