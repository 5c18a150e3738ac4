"""Bounds that belong to a reason: whatever is named is judged by an independent program.

The judge is SciPy's `milp`, which gets the numbers that a test has made, none of our stored rows.
"""

from __future__ import annotations

import random
from collections.abc import Collection
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from scipy import optimize

from ilpuzzles.asking.files import read_model
from ilpuzzles.asking.model import Model
from ilpuzzles.backends.interface import Interrupted
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.queries.causes import BOUNDS
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.query_results import Explanation
from ilpuzzles.queries.restricted_search import Restricted
from ilpuzzles.queries.solve import Inquiry

FOUND, INFEASIBLE = 0, 2
"""What `milp` calls a solution, and a proof that there is none."""

FAR = 10_000.0
"""The judge looks no farther: numbers of these models are small, and so are their solutions."""

ENDS: list[tuple[int | None, int | None]] = [
    (0, 0),
    (1, 1),
    (3, 3),
    (-2, -2),
    (0, 1),
    (0, 4),
    (-1, 1),
    (0, None),
    (None, 2),
    (None, None),
]


@dataclass
class Data:
    """The numbers of a model: rows as coefficients and sides, columns as bounds and kinds."""

    ends: list[tuple[int | None, int | None]]
    whole: list[bool]
    rows: list[tuple[list[int], int | None, int | None]] = field(default_factory=list)

    @classmethod
    def random(cls, seed: int) -> Data:
        dice = random.Random(seed)
        columns = range(dice.randint(2, 5))
        data = cls([dice.choice(ENDS) for _ in columns], [dice.random() < 0.5 for _ in columns])
        for _ in range(dice.randint(1, 4)):
            coefficients = [dice.choice([-2, -1, 0, 0, 1, 1, 3]) for _ in columns]
            if any(coefficients):
                side = dice.randint(-6, 14)
                sides = dice.choice([(side, None), (None, side), (side, side)])
                data.rows.append((coefficients, *sides))
        return data

    def is_binary(self, column: int) -> bool:
        return self.whole[column] and self.ends[column] == (0, 1)

    def bounds(self) -> dict[str, tuple[int, int, int]]:
        """All bounds but those of binary columns: by their text, column, which end, and value."""
        found = {}
        for column, ends in enumerate(self.ends):
            for end, (sign, value) in enumerate(zip((">=", "<="), ends, strict=True)):
                if value is not None and not self.is_binary(column):
                    found[f"x{column} {sign} {value}"] = (column, end, value)
        return found

    def judge(self, named: Collection[str]) -> int:
        """What `milp` says of the rows and bounds that are named; all other columns are free."""
        limits = np.tile([-FAR, FAR], (len(self.ends), 1))
        for column in range(len(self.ends)):
            if self.is_binary(column):
                limits[column] = 0, 1
        for text, (column, end, value) in self.bounds().items():
            if text in named:
                limits[column, end] = value
        rows = [
            optimize.LinearConstraint(
                np.array([coefficients]),
                -np.inf if lower is None else lower,
                np.inf if upper is None else upper,
            )
            for number, (coefficients, lower, upper) in enumerate(self.rows)
            if f"row{number}" in named
        ]
        found = optimize.milp(
            np.zeros(len(self.ends)),
            integrality=np.array(self.whole, dtype=int),
            bounds=optimize.Bounds(limits[:, 0], limits[:, 1]),
            constraints=rows,
            options={"time_limit": 10},
        )
        return int(found.status)

    def model(self) -> Model:
        """The model as Python states it."""
        model = Model()
        x = []
        for column, (lower, upper) in enumerate(self.ends):
            add = model.integer if self.whole[column] else model.continuous
            x.append(add(f"x{column}", lower=lower, upper=upper))
        for number, (coefficients, lower, upper) in enumerate(self.rows):
            terms = [factor * one for factor, one in zip(coefficients, x, strict=True) if factor]
            total = model.sum(terms)
            if lower is not None and upper is not None:
                model.add(total == lower, name=f"row{number}")
            elif lower is not None:
                model.add(total >= lower, name=f"row{number}")
            elif upper is not None:
                model.add(total <= upper, name=f"row{number}")
        return model

    def lp(self) -> str:
        """The model as an LP file."""
        lines = ["Minimize", " cost: 0 x0", "Subject To"]
        for number, (coefficients, lower, upper) in enumerate(self.rows):
            terms = " ".join(f"{factor:+d} x{n}" for n, factor in enumerate(coefficients) if factor)
            sign = "=" if lower == upper else ">=" if upper is None else "<="
            lines.append(f" row{number}: {terms} {sign} {upper if lower is None else lower}")
        lines.append("Bounds")
        for column, (lower, upper) in enumerate(self.ends):
            least = "-inf" if lower is None else lower
            most = "inf" if upper is None else upper
            lines.append(f" {least} <= x{column} <= {most}")
        whole = " ".join(f"x{column}" for column, one in enumerate(self.whole) if one)
        lines += ["Generals", f" {whole}"] if whole else []
        return "\n".join([*lines, "End", ""])


def named_by(answer: Explanation) -> set[str]:
    """The rows and bounds that an explanation names."""
    return {row.name.removesuffix("[0]") for row in answer.rows}


def require_right(data: Data, answer: Explanation) -> bool:
    """Compares an explanation with the judge's; returns whether there was something to explain."""
    everything = {f"row{number}" for number in range(len(data.rows))} | data.bounds().keys()
    possible = data.judge(everything) == FOUND
    assert (answer.result.status is Status.INFEASIBLE) is not possible
    if possible:
        return False
    named = named_by(answer)
    assert named <= everything
    assert answer.bounds_granted == ()
    assert data.judge(named) == INFEASIBLE, named
    if answer.minimal:
        for one in named:
            assert data.judge(named - {one}) == FOUND, (named, one)
        assert all(witness is not None for witness in answer.witnesses)
    return True


@pytest.mark.exhaustive
def test_a_judge_agrees_with_what_python_models_name() -> None:
    explained = minimal = 0
    for seed in range(60):
        data = Data.random(seed)
        answer = explain(data.model(), bounds=True)
        if require_right(data, answer):
            explained += 1
            minimal += answer.minimal
    assert explained > 20
    assert minimal == explained


@pytest.mark.exhaustive
def test_a_judge_agrees_with_what_files_name(tmp_path: Path) -> None:
    """A file does not tell whether a column that is fixed at a whole number is whole."""
    explained = 0
    for seed in range(100, 140):
        data = Data.random(seed)
        path = tmp_path / f"{seed}.lp"
        path.write_text(data.lp())
        explained += require_right(data, explain(read_model(path), bounds=True))
    assert explained > 10


def require_proved(data: Data, names: set[str], *, minimal: bool) -> None:
    """Asks the judge about a reason whose search may have been interrupted at any moment."""
    bounds = data.bounds().keys()
    if names.isdisjoint(bounds) and not minimal:
        # As long as no bound is named, all of them hold.
        names |= bounds
    assert data.judge(names) == INFEASIBLE, names
    if minimal:
        for name in names:
            assert data.judge(names - {name}) == FOUND, (names, name)


@pytest.mark.exhaustive
def test_an_interruption_at_any_search_hands_over_what_is_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In whichever stage it comes: rows, bounds, or further reasons."""
    look = Inquiry.look
    searches_left = 0

    def look_or_interrupt(
        self: Inquiry, restricted: Restricted, nodes: int | None = None
    ) -> Result:
        nonlocal searches_left
        if searches_left == 0:
            raise KeyboardInterrupt
        searches_left -= 1
        return look(self, restricted, nodes)

    monkeypatch.setattr(Inquiry, "look", look_or_interrupt)
    named_rows = named_bounds = named_others = 0
    for seed in (0, 1):
        data = Data.random(seed)
        for searches in range(99):
            searches_left = searches
            try:
                answer = explain(data.model(), bounds=True, reasons=3)
            except Interrupted as interruption:
                answer = interruption.answer
                assert answer.result.limit is Limit.INTERRUPTED
                assert not answer.complete
            else:
                break
            if answer.rows:
                assert answer.result.status is Status.INFEASIBLE
                require_proved(data, named_by(answer), minimal=answer.minimal)
            for causes in answer.others:
                names = {cause.name.removesuffix("[0]") for cause in causes}
                require_proved(data, names, minimal=True)
            named_rows += bool(answer.rows)
            named_bounds += BOUNDS in answer.groups
            named_others += bool(answer.others)
        assert searches < 98
    assert min(named_rows, named_bounds, named_others) > 0


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("value", [0, 1, 3])
def test_a_variable_that_is_fixed_has_its_bounds_named(value: int, *, whole: bool) -> None:
    data = Data([(0, 4), (value, value)], [False, whole], [([1, 1], 10, None)])
    answer = explain(data.model(), bounds=True)
    assert named_by(answer) == {"row0", "x0 <= 4", f"x1 <= {value}"}
    assert (answer.minimal, answer.binary_granted) == (True, False)
    assert require_right(data, answer)


@pytest.mark.parametrize("name", ["cbc", "scip", "highs"])
def test_only_whole_variables_from_0_to_1_are_granted(name: str) -> None:
    data = Data([(0, 1), (0, 1), (1, 1)], [True, False, True], [([1, 1, 1], 4, None)])
    answer = explain(data.model(), name, bounds=True)
    assert named_by(answer) == {"row0", "x1 <= 1", "x2 <= 1"}
    assert answer.binary_granted
    assert "\ntaken for granted: binary variables are 0 or 1\n" in str(answer)
    assert require_right(data, answer)


def test_wholeness_that_a_file_does_not_state_is_no_reason(tmp_path: Path) -> None:
    """With y whole, 2 y = 3 could not hold; but y may be 3/2, and only its bounds forbid it."""
    data = Data([(0, 0)], [False], [([2], 3, 3)])
    path = tmp_path / "half.lp"
    path.write_text(data.lp())
    answer = explain(read_model(path), bounds=True)
    assert named_by(answer) == {"row0", "x0 <= 0"}
    # Without that bound, 3/2 is a solution; if y is whole after all, there is none.
    assert not answer.minimal
    assert str(answer).startswith("there is no solution; perhaps not all of these are needed\n")
    assert require_right(data, answer)


def test_bounds_that_logic_rests_on_are_named_and_stay() -> None:
    model = Model()
    n = model.integer("n", lower=0, upper=4)
    z = model.binary("z")
    model.add(z.implies(n >= 5), name="late")
    model.add(z >= 1, name="on")
    answer = explain(model, bounds=True)
    assert [row.name for row in answer.rows] == ["late[0]", "on[0]"]
    assert [bound.text for bound in answer.bounds_granted] == ["n >= 0", "n <= 4"]
    assert str(answer).splitlines()[-4:] == [
        "taken for granted, since logic rests on these bounds:",
        "    n >= 0",
        "    n <= 4",
        "leave out any one of these rows, and the others have a solution",
    ]


def test_logic_that_has_no_part_in_a_reason_is_left_out_of_it() -> None:
    model = Model()
    n, k = model.integer("n", lower=0, upper=4), model.integer("k", lower=0, upper=3)
    # The truth has a column of its own, which n defines within its bounds.
    model.add(k + (n >= 2) >= 5, name="much")
    answer = explain(model, bounds=True)
    assert (answer.minimal, named_by(answer)) == (True, {"much", "k <= 3"})
    assert [bound.text for bound in answer.bounds_granted] == ["n >= 0", "n <= 4"]
    apart = Model()
    n, k = apart.integer("n", lower=0, upper=4), apart.integer("k", lower=0, upper=3)
    apart.add((n >= 2).implies(n <= 3), name="idle")
    apart.add(k >= 5, name="much")
    answer = explain(apart, bounds=True)
    assert (named_by(answer), answer.bounds_granted) == ({"much", "k <= 3"}, ())


def test_the_proof_is_about_the_bounds_that_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The backends that confirm a reason get columns that are free but for what is named."""
    told: list[tuple[Program, IntArray]] = []

    def confirm(_inquiry: Inquiry, program: Program, rows: IntArray) -> tuple[str, ...]:
        told.append((program, rows))
        return ("highs",)

    monkeypatch.setattr("ilpuzzles.queries.explanation.confirmed_by", confirm)
    data = Data([(0, 4), (0, 0)], [False, False], [([1, 1], 10, None)])
    answer = explain(data.model(), bounds=True)
    [(program, rows)] = told
    assert program.unbounded().all()
    assert sorted(rows.tolist()) == sorted(int(row.rows[0]) for row in answer.rows)
