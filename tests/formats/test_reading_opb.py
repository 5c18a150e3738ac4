"""OPB files: what stands in them, what is wrong with them, and models that come back."""

from __future__ import annotations

import gzip
import random
import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from ilpuzzles.asking.files import read_model, read_opb
from ilpuzzles.asking.model import Model
from ilpuzzles.errors import InputError
from ilpuzzles.formats.names import readable_names
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.solve import solve_model
from support.file_models import complaint, named_rows

MIXED = """\
* #variable= 5 #constraint= 3
* a comment between blanks
min: +2 x1 -3 ~x2
  +1 x1 x3 ;
* in the middle
1 x1 +1 x2 -1 x4 >= 0;1 x1 2 ~x2 3 x3 <= 4 ;
-1 x4 ~x2 x4 +1 x3 ~x3 = -1 ;
"""


def test_all_that_a_file_may_have() -> None:
    model = read_opb(MIXED, "mixed.opb")
    assert (model.name, model.names) == ("mixed", ("x1", "x2", "x3", "x4", "x5", "x1 x3", "x4 ~x2"))
    assert [model.row_name(row) for row in range(3)] == ["c1", "c2", "c3"]
    program = model.program()
    assert program.deciding.tolist() == [True] * 5 + [False] * 2
    assert (program.lower.tolist(), program.upper.tolist()) == ([0] * 7, [1] * 7)
    assert program.objective is not None
    assert (program.objective.maximize, program.objective.constant) == (False, -3)
    found = {
        values
        for values in product((0, 1), repeat=5)
        if values[0] + values[1] >= values[3]
        and values[0] + 2 * (1 - values[1]) + 3 * values[2] <= 4
        and values[3] * (1 - values[1])
    }
    assert int(count_solutions(model, backend="cpsat")) == len(found)
    best = min(2 * x1 - 3 * (1 - x2) + x1 * x3 for x1, x2, x3, *_ in found)
    for backend in ("cpsat", "cbc"):
        assert solve_model(model, backend).objective == best


def test_negated_literals_of_long_files_move_their_numbers_to_the_other_side() -> None:
    """So many words are read at once, and fewer one after the other."""
    for times in (1, 20):
        model = read_opb("min: 5 ~x1 -2 x2 ;\n" + "-3 ~x1 2 x2 >= -1 ;\n" * times, "a")
        assert named_rows(model)[f"c{times}"] == ({"x1": 3, "x2": 2}, 2, None)
        assert solve_model(model).objective == min(3, 0 - 2)


def test_names_of_other_sorts_keep_their_order() -> None:
    model = read_opb("max: 1 b_2 ;\n1 b_2 1 a[1] >= 1 ;\n", "a")
    assert model.names == ("b_2", "a[1]")
    assert solve_model(model).objective == 1
    assert read_opb("* #variable= 2 #constraint= 0\n", "a").names == ("x1", "x2")
    assert read_opb("* #variable= 0 #constraint= 0\nmin: ;\n", "a").names == ()


WRONG = {
    "": "1:1: the file is empty; get it again",
    "1 x1 >= 1": "1:10: the file ends within a statement; end it with ';'",
    "1 x1 ;": "1:6: the constraint has no relation; "
    "write >=, <= or = and a whole number before ';'",
    "min: ;": "1:7: the file has no constraint; it seems truncated: get a complete copy",
    "1 x1 >= x2 ;": "1:9: expected a whole number, got 'x2'; "
    "give one with fewer than 63 bits before each term",
    "x1 >= 1 ;": "1:1: expected a whole number, got 'x1'; "
    "give one with fewer than 63 bits before each term",
    "1.5 x1 >= 1 ;": "1:1: expected a whole number, got '1.5'; "
    "give one with fewer than 63 bits before each term",
    "99999999999999999999 x1 >= 1 ;": "1:1: expected a whole number, got '99999999999999999999'; "
    "give one with fewer than 63 bits before each term",
    "4000000000000000000 x1 4000000000000000000 x1 >= 1 ;": "1:1: the numbers of this statement "
    "add up to 63 bits or more; scale it down",
    "1 x1 2 >= 1 ;": "1:6: the term has no variable; write one behind the number",
    "1 x1 == 1 ;": "1:6: expected a whole number, got '=='; "
    "give one with fewer than 63 bits before each term",
    "1 x1 >= 1 2 ;": "1:11: expected ';', got '2'; end it there",
    "1 x1 >= 1 ; min: 1 x1 ;": "1:13: the objective does not come first; "
    "put one objective before all constraints",
    "min: 1 x1 >= 1 ;": "1:11: '>=' does not belong in the objective; give terms, and ';'",
    "soft: 6 ;": "1:1: this is a soft constraint; give hard ones, with a relation",
    "[3] 1 x1 >= 1 ;": "1:1: this is a soft constraint; give hard ones, with a relation",
    "* #variable= 1 #constraint= 2\n1 x1 >= 1 ;": "2:12: the file has 1 constraint, but "
    "the first line says 2; it seems truncated; if it is complete, correct the first line",
    "* #variable= 999999999 #constraint= 0\n": "1:14: the first line says 999,999,999 "
    "variables; at most 10,000,000 are allowed",
    "* #variable= 9999999 #constraint= 1\n+1 x1 >= 1 ;\n": (
        "1:14: the first line says 9,999,999 variables, but the file uses 1; "
        "correct the number; at most 1,000,000 may be unused"
    ),
    "1 x1 >= 1 ;\n* ilpuzzles: auxiliary x2": "2:24: there is no column 'x2'; "
    "name a column of the file, or remove it",
}


@pytest.mark.every("text")
@pytest.mark.parametrize("text", WRONG, ids=repr)
def test_errors_name_their_places(text: str) -> None:
    assert complaint(read_opb, text) == WRONG[text]


def test_every_beginning_of_a_file_is_refused() -> None:
    for end in range(MIXED.rindex(";")):
        with pytest.raises(InputError):
            read_opb(MIXED[:end], "a")


def test_notes_on_the_objective_are_read_strictly() -> None:
    note, text = "* ilpuzzles: the objective is multiplied by", "min: 4 x1 ;\n1 x1 >= 1 ;\n"
    assert solve_model(read_opb(f"{note} 8\n{text}")).objective == Fraction(1, 2)
    for notes, message in (
        (
            f"{note} 8\n{note} 8\n",
            "a:2:14: a second comment of ilpuzzles says 'the objective is multiplied by 8'; known",
        ),
        (f"{note} 0\n", "a:1:14: an unknown comment of ilpuzzles says 'the objective is multi"),
        (
            f"* ilpuzzles: the constant {2**62} of the objective is left out\n",
            f"a:1:1: the objective has the constant {2**62}; give one with fewer than 63 bits",
        ),
    ):
        with pytest.raises(InputError, match=re.escape(message)):
            read_opb(notes + text, "a")


@pytest.mark.parametrize("seed", range(40))
def test_random_models_come_back(seed: int) -> None:
    """As many solutions, the same names, and the same best value, against trying everything."""
    dice = random.Random(seed)
    model = Model("random")
    x = [model.binary(f"of {number}", auxiliary=number > 5) for number in range(7)]
    chosen = dice.sample(range(7), 3)
    both = model.conjunction([x[chosen[0]], ~x[chosen[1]]])
    for number in range(dice.randrange(1, 4)):
        weights = [dice.randrange(-4, 5) for _ in x]
        total = model.sum(weight * one for weight, one in zip(weights, x, strict=True)) + both
        bound = dice.randrange(-3, 6)
        model.add([total <= bound, total >= bound, total.between(bound, bound + 2)][number % 3])
    costs = [dice.randrange(-9, 10) for _ in x]
    goal = model.sum(cost * one for cost, one in zip(costs, x, strict=True)) - 2 * both
    getattr(model, ("minimize", "maximize")[seed % 2])(goal)
    again = read_opb(model.to_opb(), "a")
    program = linearised(model.program())
    assert list(again.names) == readable_names(program).columns
    assert again.program().deciding.tolist() == program.deciding.tolist()
    for one in (again, model):
        assert one.program().objective is not None
    found = [
        (*values, int(values[chosen[0]] and not values[chosen[1]]))
        for values in product((0, 1), repeat=7)
    ]
    valid = [values for values in found if not model.check(np.array(values))]
    assert int(count_solutions(again, backend="cpsat")) == len({values[:6] for values in valid})
    result = solve_model(again, "cpsat")
    assert (result.values is None) == (not valid)
    if valid:
        worth = [sum(map(int.__mul__, costs, values)) - 2 * values[7] for values in valid]
        assert result.objective == (max(worth) if seed % 2 else min(worth))


def test_a_packed_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "mixed.opb.gz"
    file.write_bytes(gzip.compress(MIXED.encode()))
    assert read_model(file).to_opb() == read_opb(MIXED, "mixed.opb.gz").to_opb()
