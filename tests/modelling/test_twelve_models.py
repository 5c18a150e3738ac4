"""The twelve models of the benchmarks: equal optima, and no more lines than others need."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from benchmarks.twelve import data, with_ilpuzzles
from benchmarks.twelve.languages import jump_bodies, minizinc_lines
from benchmarks.twelve.measure import MODELS, bodies, code_lines

HERE = Path(with_ilpuzzles.__file__).parent
OPTIMA: dict[str, Any] = {
    "knapsack": 89,
    "diet": pytest.approx(6.19148, rel=1e-5),
    "assignment": 15,
    "transport": 17075,
    "facility_location": 134,
    "job_shop": 55,
    "tour": 141,
    "colouring": 4,
    "queens": 54,
    "magic_square": 2,
    "cutting_stock": 6,
}
CONTINUOUS = {"diet", "transport"}


def require_optimum(model: str, backend: str) -> None:
    """The optimum; of the sudoku, the grid that the clues are of."""
    answer = getattr(with_ilpuzzles, model)(backend)
    if model != "sudoku":
        assert answer == OPTIMA[model]
        return
    for row, clues in zip(answer, data.CLUES.tolist(), strict=True):
        assert sorted(row) == list(range(1, 10))
        assert all(clue in {0, digit} for clue, digit in zip(clues, row, strict=True))
    assert all(len({*column}) == 9 for column in zip(*answer, strict=True))


@pytest.mark.parametrize("model", MODELS)
def test_what_is_picked_finds_the_optimum(model: str) -> None:
    require_optimum(model, "auto")


@pytest.mark.exhaustive
@pytest.mark.parametrize("backend", ["cpsat", "highs", "scip", "cbc", "clingo"])
@pytest.mark.parametrize("model", MODELS)
def test_every_backend_finds_the_same(model: str, backend: str) -> None:
    if model not in CONTINUOUS or backend not in {"cpsat", "clingo"}:
        require_optimum(model, backend)


@pytest.mark.parametrize("model", MODELS)
def test_no_other_package_needs_fewer_lines(model: str) -> None:
    lines = {"minizinc": code_lines(minizinc_lines(model), "%")}
    lines["jump"] = code_lines(jump_bodies()[model], "#")
    for path in HERE.glob("with_*.py"):
        said = bodies(path.read_text(encoding="utf-8"))[model]
        if [line.strip() for line in said] != ["return None"]:
            lines[path.stem] = code_lines(said, "#")
    ours = lines.pop("with_ilpuzzles")
    assert 0 < ours <= min(lines.values())
    assert len(lines) == (4 if model == "diet" else 5)
