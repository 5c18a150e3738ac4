"""Nonogram: every rule broken by name, and wrong boards."""

from __future__ import annotations

from itertools import groupby, product

import pytest

from ilpuzzles import Model
from ilpuzzles.errors import InputError
from ilpuzzles.genres import runs_of_lengths
from support.genres import broken, changed, opened, solved


def lengths_of(line: tuple[int, ...]) -> list[int]:
    """How long the runs of ones in a line are."""
    return [sum(run) for one, run in groupby(line) if one]


@pytest.mark.parametrize("backend", ["cpsat", "clingo", "highs"])
def test_runs_are_what_they_say_in_every_line(backend: str) -> None:
    lines = list(product((0, 1), repeat=6))
    for lengths in ([], [1], [6], [1, 1], [2, 1], [1, 2, 1], [3, 2], [4, 2]):
        model = Model()
        on = model.binary("on", 6)
        runs_of_lengths(model, [~on[0], *on[1:]], lengths, key="line")
        wanted = sum(lengths_of((1 - line[0], *line[1:])) == lengths for line in lines)
        assert model.count(backend).number == wanted


def test_every_rule_is_broken_by_name() -> None:
    fields, solution = solved("nonogram", "heart")
    assert broken("nonogram", fields, solution) == []
    assert broken("nonogram", fields, changed(solution, (0, 1), "-")) == [
        "runs: row 1 has a run of 1 instead of runs of 1 and 1",
        "runs: column 2 has a run of 3 instead of a run of 4",
    ]
    assert broken("nonogram", fields, changed(solution, (4, 2), "-")) == [
        "runs: row 5 has no runs instead of a run of 1",
        "runs: column 3 has a run of 3 instead of a run of 4",
    ]
    assert broken("nonogram", fields, changed(solution, (0, 0), "o")) == [
        "known word: row 1, column 1 has 'o', which is none of - x"
    ]


def test_a_line_is_unfinished_if_shading_more_cells_can_still_finish_it() -> None:
    pictures = ["".join(cells) for cells in product("-x", repeat=5)]
    for lengths in ([1], [2], [5], [1, 1], [2, 1], [1, 2], [1, 1, 1]):
        above = [min(sum(lengths), 1)] * sum(lengths) + [0] * (5 - sum(lengths))
        fields = {"left": [" ".join(map(str, lengths))], "above": " ".join(map(str, above))}
        position = opened("nonogram", fields)
        finished = [
            picture
            for picture in pictures
            if lengths_of(tuple(int(cell == "x") for cell in picture)) == lengths
        ]
        for picture in pictures:
            faults = [
                fault
                for fault in position.judge({"rows": [picture]})
                if str(fault).startswith("runs: row 1 ")
            ]
            can_grow = any(
                all(cell == "x" for cell, was in zip(other, picture, strict=True) if was == "x")
                for other in finished
            )
            assert len(faults) == (picture not in finished)
            assert all(fault.is_unfinished == can_grow for fault in faults), (lengths, picture)


def test_a_text_has_a_line_for_each_column_and_row() -> None:
    fields, _ = solved("nonogram", "heart")
    lines = ["5 5", *"24442", "1 1", "5", "5", "3", "1"]
    assert opened("nonogram", fields).to_text().split("\n") == lines


def test_wrong_boards_are_told() -> None:
    for fields, told in (
        ({"rows": 2, "columns": 2}, "into 'above' and 'left'"),
        ({"above": ["1"], "left": ["1"], "board": ["x"]}, "nothing else"),
        ({"above": ["1"], "left": ["1"], "right": ["1"]}, "nothing else"),
        ({"above": ["1", "1"], "left": ["1 1"]}, "row 1 has 2 cells, and its runs need at least 3"),
        ({"above": ["1", "0", "1"], "left": ["1 0"]}, "row 1 has a run of 0 beside others"),
        ({"above": ["1", "1"], "left": ["1"]}, "above have 2 cells, and those to the left 1"),
        ({"above": ["1", "x"], "left": ["1"]}, "'above' has 'x'"),
    ):
        with pytest.raises(InputError, match=told):
            opened("nonogram", fields)
