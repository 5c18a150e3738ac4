"""What the page on exact covers shows must be so: its examples run, and its figures are right."""

from __future__ import annotations

import re
from typing import Any

import pytest

from support.commands import Run
from support.places import DOCS

PAGE = (DOCS / "explanation" / "exact_covers.md").read_text(encoding="utf-8")


def test_the_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    for block in re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE):
        exec(compile(block, "exact_covers.md", "exec"), names)  # noqa: S102 - our own examples
    printed = capsys.readouterr().out.splitlines()
    assert printed[0] == "4 True"
    assert sorted(printed[1:5]) == [
        "[[0, 1], [2]]",
        "[[0, 2], [1]]",
        "[[0], [1, 2]]",
        "[[0], [1], [2]]",
    ]
    assert printed[5] == "(5, 3)"
    assert printed[6] == "9"
    assert printed[7] == "[[1, 5], [2, 3]] 3 True"
    assert printed[8] == "90"
    assert [line.split()[0] for line in printed[9:11]] == ["6728", "6728"]
    assert printed[11] == "5328 111"


@pytest.mark.parametrize("how", ["fewest options first", "`--order corners`"])
def test_the_figures_of_the_cube(how: str, run: Run) -> None:
    (table,) = re.findall(r"^For the cube.*\n((?:.*\n)+?)\n## ", PAGE, re.MULTILINE)
    (line,) = [line for line in table.splitlines() if line.startswith(f"| {how} |")]
    _, _, placements, dead_ends, _ = (part.strip() for part in line.split("|"))
    order = re.findall(r"`(.*)`", how)
    options = order[0].split() if order else []
    search = ("cube", "--count", "--backend", "exactcover", "--engine", "search", "--verbose")
    notes = run(*search, *options).stderr
    assert f"{placements} placements, {dead_ends} dead ends" in notes
