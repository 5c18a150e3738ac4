"""All questions about a model of one's own: written in Python, or read from a file."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import pytest

from ilpuzzles import Experiment, Options, own_puzzle
from ilpuzzles.backends.result import Status
from ilpuzzles.errors import BackendMissingError, InputError, UnknownNameError
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.modelling.variables import VariableFamily
from support.commands import Run
from support.question_oracles import queens

SIZE = 6
Board = list[list[int]]


def by_hand() -> list[str]:
    """All solutions, as texts, found by trying all permutations."""
    found = []
    for columns in permutations(range(SIZE)):
        pairs = combinations(range(SIZE), 2)
        if all(abs(columns[a] - columns[b]) != b - a for a, b in pairs):
            found.append("\n".join("." * c + "Q" + "." * (SIZE - 1 - c) for c in columns))
    return sorted(found)


def text(board: Board) -> str:
    return "\n".join("".join(".Q"[cell] for cell in row) for row in board)


def svg(board: Board) -> str:
    dots = "".join(
        f"<circle cx='{c}' cy='{r}' r='.4'/>"
        for r, row in enumerate(board)
        for c, cell in enumerate(row)
        if cell
    )
    return f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='-1 -1 7 7'>{dots}</svg>"


def complaints(board: Board) -> list[str]:
    """What is wrong with a board, without looking at the model."""
    columns = zip(*board, strict=True)
    return [
        f"{name} {number} has {sum(line)} queens"
        for name, lines in (("row", board), ("column", columns))
        for number, line in enumerate(lines)
        if sum(line) != 1
    ]


@pytest.fixture
def puzzle() -> tuple[Experiment, VariableFamily]:
    """Queens as a puzzle of one's own, and the variables of the fields."""
    model = queens(SIZE)
    queen = model.family("queen")

    def decode(values: IntArray) -> Board:
        board: Board = values[queen.columns].tolist()
        return board

    return own_puzzle(model, decode, text=text, svg=svg, check=complaints), queen


@pytest.mark.exhaustive
@pytest.mark.parametrize("backend", ["cpsat", "cbc"])
def test_all_questions(puzzle: tuple[Experiment, VariableFamily], backend: str) -> None:
    asked = replace(puzzle[0], backend=backend)
    assert len(by_hand()) == 4
    solved = asked.solve()
    assert solved.text() in by_hand()
    assert (str(solved), solved.verified_by()) == ("solved", ["rows", "rules"])
    listed = asked.solutions()
    assert sorted(map(text, listed.solutions)) == by_hand()
    assert (listed.count, listed.complete) == (4, True)
    assert listed.text().endswith("\n4 solutions")
    assert (asked.count().count, asked.count(3).count) == (4, 3)
    unique = asked.unique()
    # Lists do not say where they differ.
    assert (unique.unique, str(unique)) == (False, "not unique: there are several solutions")
    forced = asked.forced()
    # No two solutions have a queen in common, so twelve fields stay empty.
    assert forced.facts == (12, 36)
    assert forced.to_json()["forced"]["solution"] == [[0] * SIZE] * SIZE
    data = listed.to_json()
    assert (data["puzzle"], data["preset"], data["formulation"]) == ("6 queens", None, "own")


def test_with_a_queen_fixed(puzzle: tuple[Experiment, VariableFamily]) -> None:
    asked, queen = puzzle
    fixed = asked.fix({queen[0, 1]: 1})
    right = next(board for board in by_hand() if board.startswith(".Q"))
    assert fixed.forced().text() == f"{right}\n36 of 36 are the same in every solution"
    unique = fixed.unique()
    assert (unique.unique, unique.text()) == (True, f"{right}\nunique")
    corner = asked.fix({queen[0, 0]: 1})
    for answer in (corner.solve(), corner.count(), corner.unique(), corner.forced()):
        assert (answer.status, bool(answer)) == (Status.INFEASIBLE, False)
        assert str(answer) == "proved: there is no solution"


@pytest.mark.exhaustive
def test_two_queens_in_a_row(puzzle: tuple[Experiment, VariableFamily]) -> None:
    asked, queen = puzzle
    wrong = asked.fix({queen[0, 1]: 1, queen[0, 3]: 1})
    reason = wrong.explain()
    names = [row["row"] for row in reason.to_json()["rows"]]
    assert names == ["rows[0]", "queen[0, 1] = 1", "queen[0, 3] = 1"]
    assert "  rows (one queen in every row)\n" in str(reason)
    assert reason.explanation.minimal
    # A puzzle of one's own has no picture of what is there to begin with.
    assert set(reason._repr_mimebundle_()) == {"text/plain"}
    given_up = wrong.relax("rows")
    assert given_up.to_json()["give_up"] in (["queen[0, 1] = 1"], ["queen[0, 3] = 1"])
    assert given_up.solution is not None
    assert text(given_up.solution) in by_hand()
    assert ET.fromstring(given_up.svg()).tag.endswith("}svg")  # noqa: S314 - our own
    assert wrong.relax("groups", ["fixed values"]).to_json()["give_up"] == ["fixed values"]
    kept = wrong.relax("rows", ["rows", "columns", "diagonals"])
    # Two queens in a row, and so none in another one.
    assert len(kept.relaxation.given_up or ()) == kept.relaxation.least >= 2
    assert kept.text().endswith("\nrules that this breaks: check")
    with pytest.raises(UnknownNameError, match="did you mean 'columns'"):
        wrong.explain(["column"])


def test_pictures(puzzle: tuple[Experiment, VariableFamily]) -> None:
    asked, _ = puzzle
    assert set(asked._repr_mimebundle_()) == {"text/plain"}
    assert repr(asked).startswith("<experiment with 6 queens: ")
    bundle = asked.solve()._repr_mimebundle_()
    assert ET.fromstring(bundle["image/svg+xml"])[0].tag.endswith("circle")  # noqa: S314 - our own
    bundle = asked.solutions()._repr_mimebundle_()
    html = ET.fromstring(f"<div>{bundle['text/html']}</div>")  # noqa: S314 - our own
    # Each stands apart, so that nothing in it can reach the notebook.
    images = html.findall(".//img")
    assert len(images) == 4
    assert all((image.get("src") or "").startswith("data:image/svg+xml") for image in images)


def test_without_a_decoder_there_are_names() -> None:
    model = queens(SIZE)
    asked = own_puzzle(model, name="six queens")
    answer = asked.fix({model.family("queen")[0, 1]: 1}).solve()
    where = [(0, 1), (1, 3), (2, 5), (3, 0), (4, 2), (5, 4)]
    assert answer.text() == ", ".join(f"queen[{r}, {c}]" for r, c in where)
    (values,) = answer.to_json()["solutions"]
    assert values == {"values": {f"queen[{r}, {c}]": 1 for r, c in where}}
    assert answer.verified_by() == ["rows"]
    assert repr(answer) == "<answer to six queens: solved>"
    assert set(answer._repr_mimebundle_()) == {"text/plain"}
    assert asked.unique().verdict().startswith("not unique: there are several solutions; these two")
    empty = {f"queen[{r}, {c}]": 0 for r, c in product(range(SIZE), repeat=2)}
    for board in by_hand():
        for r, line in enumerate(board.splitlines()):
            del empty[f"queen[{r}, {line.index('Q')}]"]
    assert asked.forced().to_json()["forced"]["solution"] == {"values": empty}


def test_a_checker_that_complains_is_heard() -> None:
    model = queens(SIZE)
    columns = model.family("queen").columns

    def edges(board: Board) -> Sequence[str]:
        return ["a queen at the edge"] if any(board[0]) else []

    asked = own_puzzle(model, lambda values: values[columns].tolist(), check=edges)
    listed = asked.solutions()
    assert (listed.count, listed.verified_by()) == (4, ["rows"])
    assert {violation.rule for violation in listed.broken} == {"check"}
    assert "broken rule 'check': a queen at the edge" in listed.text()
    solved = asked.solve()
    assert (str(solved), solved.to_json()["broken_rules"]) == (
        "solved, but against the rules",
        ["check: a queen at the edge"],
    )


@pytest.mark.parametrize("said", ["wrong", None, 3, iter(["wrong"])])
def test_a_checker_that_says_something_else(said: Any) -> None:
    asked = own_puzzle(queens(SIZE), check=lambda _: said)
    with pytest.raises(InputError, match=f"a checker that returns {type(said).__name__}; return a"):
        asked.solve()


@pytest.mark.exhaustive
@pytest.mark.parametrize(("backend", "workers"), [("cbc", 1), ("cpsat", 2)])
def test_a_decoder_that_raises(backend: str, workers: int) -> None:
    def decode(values: IntArray) -> Any:
        raise LookupError(f"{len(values)} values")

    asked = own_puzzle(queens(SIZE), decode, backend=backend, options=Options(workers=workers))
    questions: list[Callable[[], Any]] = [asked.solve, asked.solutions, asked.unique, asked.forced]
    for ask in questions:
        with pytest.raises(LookupError, match="36 values"):
            ask()
    # Nobody has to decode anything for these.
    assert asked.count().count == 4
    assert asked.explain().explanation.solution is not None


def test_decoders_that_leave_something_out() -> None:
    model = queens(SIZE)
    asked = own_puzzle(model, lambda values: int(values.sum()))
    assert asked.solutions().solutions == (6, 6, 6, 6)
    assert str(asked.unique()) == "not unique: there are several solutions"
    odd = own_puzzle(model, lambda _: {1, 2}).solutions(2)
    assert odd.to_json()["solutions"] == ["{1, 2}", "{1, 2}"]
    raw = own_puzzle(model, lambda values: values).solutions()
    assert len({values.tobytes() for values in raw.solutions}) == 4
    with pytest.raises(InputError, match="expected a model, got str"):
        own_puzzle("queens")  # type: ignore[arg-type]
    with pytest.raises((UnknownNameError, BackendMissingError)):
        own_puzzle(model, backend="cpstat")


# z is 2 or 3, and x and y are not both 1.
SMALL = (
    "Minimize\n obj: x + z\nSubject To\n pair: x + y <= 1\n high: z - w >= 1\n same: w = 1\n"
    "Bounds\n z <= 3\nBinary\n x y w\nGeneral\n z\nEnd\n"
)


def test_answers_about_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "small.lp").write_text(SMALL)
    (tmp_path / "none.lp").write_text(SMALL.replace("same: w = 1", "same: w - z >= 0"))
    (tmp_path / "open.lp").write_text(SMALL.replace("z <= 3", "z >= 0"))
    for file, question, code, said in (
        ("small", "--count --limit 5", 0, "5\n"),
        ("small", "--forced", 0, "w = 1\n1 of 4 are the same in every solution\n"),
        ("small", "--count --quiet", 0, ""),
        ("none", "--count", 3, "0\n"),
        ("none", "--unique", 3, "proved: there is no solution\n"),
        ("open", "--count", 2, ""),
    ):
        done = run("solve-model", f"{file}.lp", *question.split())
        assert (done.returncode, done.stdout) == (code, said)
        assert (done.stderr == "") == ("--quiet" in question)
    assert done.stderr == "solutions cannot be listed: variable z has no bounds; give it bounds\n"
    for options, number, unique in (("--all", 6, None), ("--limit 2", 2, None), ("--unique", 2, 0)):
        data = json.loads(run("solve-model", "small.lp", *options.split(), "--json").stdout)
        assert len({str(one["values"]) for one in data["solutions"]}) == number
        assert (data["unique"], data["verified_by"][:1]) == (unique, ["rows"])
