"""Solutions up to symmetry on the command line, and what symmetries make of a solution."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import ilpuzzles
from ilpuzzles.asking.model import Model
from ilpuzzles.errors import InputError
from ilpuzzles.experiments.check_files import check_solutions
from support.commands import Asked, Call

EXAMPLE = ["QQUUULLLLY00", "QQU2UL2YYYYQ"]


@cache
def tower() -> list[dict[str, Any]]:
    """All solutions of the tower of two rows."""
    found: list[dict[str, Any]] = ilpuzzles.experiment("tower").solutions().to_json()["solutions"]
    return found


def as_text(solution: dict[str, Any]) -> str:
    """What equal solutions have in common."""
    return json.dumps(solution, sort_keys=True)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_tower_has_23_different_solutions(workers: str, asked: Asked) -> None:
    data = asked(f"tower --count --up-to-symmetry --workers {workers}")
    assert (data["preset"], data["solutions"], data["complete"]) == ("height-2", [], True)
    assert (data["count"], data["count_up_to_symmetry"]) == (552, 23)
    data = asked(f"tower --count --break-symmetry auto --workers {workers}")
    assert (data["count"], data["count_up_to_symmetry"], data["complete"]) == (23, None, True)
    assert data["symmetry_breaking"]["exact"] is True
    assert "one of all equivalent solutions is left" in data["symmetry_breaking"]["text"]


@pytest.mark.exhaustive
def test_one_of_each_is_listed(asked: Asked, call: Call) -> None:
    data = asked("tower --all --up-to-symmetry")
    assert (data["count"], data["count_up_to_symmetry"], len(data["solutions"])) == (552, 23, 23)
    # No two of them are equivalent, and their equivalents are all there are.
    checked = check_solutions("tower", data["solutions"], equivalents=True)
    assert checked.accepted
    reached = [as_text(one) for each in checked.solutions for one in each.equivalents]
    assert sorted(reached) == sorted(map(as_text, tower()))
    # Whoever says what is to be told apart, asks for a list. Pictures come one by one.
    code, said, _ = call("tower --up-to-symmetry --workers 2")
    assert (code, said.count("  ring (")) == (0, 2 * 23)


@pytest.mark.parametrize("question", ["", "--all", "--count"])
def test_a_limit_counts_what_is_different(asked: Asked, question: str) -> None:
    data = asked(f"dominoes --preset 4x4 {question} --up-to-symmetry --limit 5")
    said = data["count_up_to_symmetry"], data["limit"], data["complete"]
    assert said == (5, "solutions", False)
    assert data["count"] >= 5
    assert len(data["solutions"]) == (0 if question == "--count" else 5)
    data = asked(f"dominoes --preset 4x4 {question} --up-to-symmetry --limit 10")
    assert (data["count_up_to_symmetry"], data["complete"]) == (9, True)


@pytest.mark.exhaustive
def test_mirror_images_may_be_told_apart(call: Call) -> None:
    for board, apart, alike in (("dominoes --preset 4x4", 12, 9), ("cube", 222, 111)):
        asked = f"{board} --count --up-to-symmetry"
        assert call(f"{asked} rotations")[:2] == (0, f"{apart}\n")
        # Breaking does not change what is counted up to all symmetries.
        for more in ("", "--break-symmetry auto"):
            assert call(f"{asked} {more}")[:2] == (0, f"{alike}\n")


def test_nothing_is_known_about_puzzles_of_ones_own(tmp_path: Path) -> None:
    model = Model("coins")
    model.binary("coin", 2)
    own = ilpuzzles.own_puzzle(model)
    for ask in (own.count, own.solutions):
        with pytest.raises(InputError, match="ilpuzzles knows no symmetries of coins"):
            ask(up_to_symmetry=True)
    assert own.count().count == 4
    with pytest.raises(InputError, match="a count up to symmetry takes no ledger"):
        ilpuzzles.experiment("tower").count(up_to_symmetry=True, ledger=tmp_path / "a.ledger")


@pytest.mark.exhaustive
def test_the_example_has_24_equivalents(asked: Asked, call: Call, tmp_path: Path) -> None:
    (solution,) = [one for one in tower() if one["rows"] == EXAMPLE]
    file = tmp_path / "sol.json"
    file.write_text(json.dumps(solution))
    (checked,) = asked("check tower sol.json --equivalents")["solutions"]
    equivalents = checked["equivalents"]
    assert (checked["accepted"], len(equivalents), equivalents[0]) == (True, 24, solution)
    assert len({as_text(one) for one in equivalents}) == 24
    assert {as_text(one) for one in equivalents} <= {as_text(one) for one in tower()}
    assert check_solutions("tower", equivalents).accepted
    # Without the option there is no such key, and in text they are drawn.
    assert "equivalents" not in asked("check tower sol.json")["solutions"][0]
    code, said, _ = call("check tower sol.json --equivalents")
    assert (code, said.count("  ring (")) == (0, 2 * 24)
    assert said.startswith("accepted\nsolution 1 has 24 equivalents:\n")
    # Rows alone are accepted as well.
    file.write_text(json.dumps({"rows": EXAMPLE}))
    assert call("check tower sol.json")[:2] == (0, "accepted\n")
    file.write_text(json.dumps({"rows": EXAMPLE[::-1]}))
    # Turned upside down, it is mirrored, too, unless the columns run backwards.
    code, said, _ = call("check tower sol.json --equivalents")
    assert (code, "equivalents" in said) == (6, False)
    file.write_text(json.dumps({"rows": [row[::-1] for row in reversed(EXAMPLE)]}))
    assert call("check tower sol.json")[0] == 0


def test_an_answer_is_checked_against_its_own_parameters(asked: Asked, tmp_path: Path) -> None:
    file = tmp_path / "three.yaml"
    file.write_text("puzzle: tower\nparameters: {height: 3}\ngivens: [0.1@1.1]\n")
    answer = asked("tower --file three.yaml")
    assert (answer["preset"], answer["parameters"]) == (None, {"height": 3})
    checked = check_solutions("tower", answer)
    assert checked.accepted
    assert checked.against == "tower itself, with nothing given"
    for wrong, said in ((3, "parameters: expected an object"), ({"width": 3}, "parameter 'width'")):
        with pytest.raises(InputError, match=said):
            check_solutions("tower", answer | {"parameters": wrong})


@pytest.mark.parametrize(
    ("puzzle", "advice"),
    [
        ("dominoes", "no position of dominoes is named; give a preset"),
        (
            "tetrahexes",
            "not say which .*; add --preset NAME, --instance FILE, --board ROWS or --url URL",
        ),
    ],
)
def test_an_answer_about_a_region_of_ones_own_needs_its_file(
    asked: Asked, tmp_path: Path, puzzle: str, advice: str
) -> None:
    file = tmp_path / "small.yaml"
    file.write_text(f"puzzle: {puzzle}\nregion: {{rows: 7, columns: 4}}\n")
    answer = asked(f"{puzzle} --file small.yaml")
    with pytest.raises(InputError, match=advice):
        check_solutions(puzzle, answer)
    assert check_solutions(puzzle, answer, instance=file).accepted
