"""Reading LP files as we write them: what is taken, what is refused and where."""

from __future__ import annotations

import random
import re

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.formats.lp import read_lp
from ilpuzzles.formats.names import FileNames, readable_names
from ilpuzzles.formats.reading import FileModel
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY, Kind
from support.random_models import sample

WHOLE = """\
\\ small
Maximize
 obj: 3 x - n + 9 constant
Subject To
 most: x + 2 n <= 7
 pair: x
  + y >= 1
Bounds
 n <= 5
 constant = 1
Binaries
 x y
Generals
 n
End
"""

Row = tuple[dict[str, int], int, int]


def rows_by_name(program: Program, names: FileNames) -> dict[str, Row]:
    """The rows as a file names them: those with two bounds as two, those without none left out."""
    rows = program.rows
    found: dict[str, Row] = {}
    for row, name in enumerate(names.rows):
        entries = slice(int(rows.starts[row]), int(rows.starts[row + 1]))
        columns = [names.columns[column] for column in rows.columns[entries].tolist()]
        factors = dict(zip(columns, rows.coefficients[entries].tolist(), strict=True))
        lower, upper = int(rows.lower[row]), int(rows.upper[row])
        if lower == upper:
            found[name] = factors, lower, upper
            continue
        if upper < PLUS_INFINITY:
            found[name] = factors, MINUS_INFINITY, upper
        if lower > MINUS_INFINITY:
            second = f"{name}__low" if upper < PLUS_INFINITY else name
            found[second] = factors, lower, PLUS_INFINITY
    return found


def names_of(model: FileModel) -> FileNames:
    rows = [model.row_name(row) for row in range(model.statistics().rows)]
    return FileNames(list(model.names), rows)


def test_what_a_file_says() -> None:
    model = read_lp(WHOLE)
    assert (model.name, model.names) == ("small", ("x", "y", "n"))
    assert [model.bounds(model.variable(name)) for name in model.names] == [(0, 1), (0, 1), (0, 5)]
    assert rows_by_name(model.program(), names_of(model)) == {
        "most": ({"x": 1, "n": 2}, MINUS_INFINITY, 7),
        "pair": ({"x": 1, "y": 1}, 1, PLUS_INFINITY),
    }
    assert model.program().rows.kinds.tolist() == [Kind.LINEAR, Kind.AT_LEAST_ONE]
    objective = model.program().objective
    assert objective is not None
    assert dict(zip(objective.columns.tolist(), objective.coefficients.tolist(), strict=True)) == {
        0: 3,
        2: -1,
    }
    assert (objective.constant, objective.maximize) == (9, True)


@pytest.mark.parametrize("seed", range(40))
def test_what_we_write_is_read_back(seed: int) -> None:
    made = sample(seed, objective=seed % 2 == 0).model
    if seed % 4 > 1:
        n = made.integer("n", ["p q", "r"], lower=-seed, upper=None)
        made.add((3 * n["p q"] - 2 * n["r"]).between(-4, 1 << 40))
        made.integer("unused", lower=None, upper=5)
        made.integer("free one", lower=None, upper=None)
    (x, *_) = made.families
    view = made.fix({x[0]: seed % 3 % 2}) if seed % 5 else made.without()
    program = linearised(view)
    names = readable_names(program)
    model = read_lp(view.to_lp())
    again = model.program()
    assert rows_by_name(again, names_of(model)) == rows_by_name(program, names)
    assert dict(zip(model.names, again.deciding.tolist(), strict=True)) == dict(
        zip(names.columns, program.deciding.tolist(), strict=True)
    )
    limits = zip(program.lower.tolist(), program.upper.tolist(), strict=True)
    theirs = zip(again.lower.tolist(), again.upper.tolist(), strict=True)
    assert dict(zip(model.names, theirs, strict=True)) == dict(
        zip(names.columns, limits, strict=True)
    )
    if program.objective is None:
        assert again.objective is None
    else:
        assert again.objective is not None
        assert again.objective.maximize == program.objective.maximize
        assert again.objective.constant == program.objective.constant
        costs = [
            {
                called[column]: factor
                for column, factor in zip(
                    goal.columns.tolist(), goal.coefficients.tolist(), strict=True
                )
            }
            for goal, called in (
                (again.objective, list(model.names)),
                (program.objective, names.columns),
            )
        ]
        assert costs[0] == costs[1]
    assert read_lp(model.to_lp()).to_lp() == model.to_lp()


def test_what_people_write_in_the_same_style() -> None:
    text = """\
\\* made by hand *\\
min
 x+2y
such that
 a: 0.5 x + .25y<=1   \\ scaled by four
 b: - x - y > -1e0
 c: 3 x = +3
bounds
 -inf <= n < 4
 -2 <= m
 7 >= k >= 0
 f free
binary
 x
 y
gen
 n m k f
end
"""
    model = read_lp(text, "b.lp")
    assert (model.name, model.names) == ("made by hand", ("x", "y", "n", "m", "k", "f"))
    assert rows_by_name(model.program(), names_of(model)) == {
        "a": ({"x": 2, "y": 1}, MINUS_INFINITY, 4),
        "b": ({"x": -1, "y": -1}, -1, PLUS_INFINITY),
        "c": ({"x": 3}, 3, 3),
    }
    assert [model.bounds(model.variable(name)) for name in "nmkf"] == [
        (MINUS_INFINITY, 4),
        (-2, PLUS_INFINITY),
        (0, 7),
        (MINUS_INFINITY, PLUS_INFINITY),
    ]


QUADRATIC = "only linear rows and objectives are read"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (WHOLE, "", "1:1: the file is empty; get it again"),
        ("End\n", "", "14:3: the file ends without End; it was cut off; get it again"),
        ("End\n", "En\n", "15:3: the file ends without End; it was cut off; get it again"),
        ("End\n", "End\n x", "16:2: text after End; remove it"),
        ("Maximize", "x\nMaximize",
         "2:1: text before the objective; start with Minimize or Maximize"),
        ("Bounds", "Binaries", "9:4: '<=' among Binaries; give names with blanks between them"),
        ("Bounds", "Maximize", "8:1: a second objective; keep one of the two"),
        ("Subject To", "Bounds", "7:3: the sign has no number; write x <= -3"),
        ("Maximize\n", "Bounds\nMaximize\n",
         "2:1: Bounds before the objective; the objective comes first"),
        ("Bounds", "User Cuts",
         "8:1: the section 'User Cuts'; only linear rows are read; remove it"),
        ("3 x -", "3 x -\n -", "4:2: the term has no variable; write numbers before variables"),
        ("3 x -", "3 4 x -", "3:7: the term has no variable; write numbers before variables"),
        ("3 x -", "3 x", ("3:11: expected a sign or a comparison, got 'n'; "
         "write + or - between terms")),
        ("3 x -", "x * 3 -", f"3:9: quadratic terms: the character '*'; {QUADRATIC}"),
        ("3 x -", "[ x ] -", f"3:7: quadratic terms: the character '['; {QUADRATIC}"),
        ("3 x -", "3 x ^ 2 -", f"3:11: quadratic terms: the character '^'; {QUADRATIC}"),
        ("+ 9 constant", "<= 3", "3:15: '<=' in the objective; give only terms"),
        ("+ 9 constant", "+ constant + constant", "3:28: a second constant; keep one of the two"),
        ("pair:", "most:", "6:2: there is already a row 'most'; choose another name"),
        ("pair:", "obj:", "6:2: there is already a row 'obj'; choose another name"),
        (">= 1", ">= 1 2", ("7:12: the constant 2 on the left side of a row; "
         "programs read that differently; move it to the right")),
        ("+ y >= 1", "+ y - 1 >= 1", ("7:9: the constant 1 on the left side of a row; "
         "programs read that differently; move it to the right")),
        ("x + 2 n <= 7", "x + 2 n <= 7 <= 8",
         "5:21: a row without terms; begin with some, such as 3 x + y"),
        ("x + 2 n <= 7", "2 <= x + 2 n >= 7",
         "5:21: '<=' and '>=' in one row; write a range as 2 <= x + y <= 8"),
        ("x + 2 n <= 7", "8 <= x + 2 n <= 7",
         "6:2: nothing is between 8 and 7; write a range as 2 <= x + y <= 8"),
        ("x + 2 n <= 7", "x + 2 n >= inf", "5:16: no number is infinite; give a finite one"),
        ("x + 2 n <= 7", "x + 2 n = 1 -> y <= 1",
         "5:20: this is no condition of an indicator row; write b = 1 -> x + y <= 3"),
        ("x + 2 n <= 7", "n = 1 -> y <= 1",
         "5:8: the indicator 'n' is not binary; list it among the binaries"),
        (">= 1", ">= x", "7:10: expected a number, got 'x'; give one with fewer than 63 bits"),
        (">= 1", ">= 1e19", ("7:10: expected a number, got '1e19'; "
         "give one with fewer than 63 bits")),
        (">= 1", ">=", "8:1: a number is missing; give one with fewer than 63 bits"),
        (">= 1", "", ("8:1: row 'pair' has no comparison; "
         "end it with <=, >= or = and a number")),
        ("+ y", "+ x", "7:5: 'x' has two coefficients in 'pair'; keep one of the two"),
        (" n <= 5", " n < m", ("9:2: this is not a bound of a variable; "
         "write x <= 3, x >= 1, 1 <= x <= 3, x = 3 or x free")),
        (" n <= 5", " n", ("9:2: this is not a bound of a variable; "
         "write x <= 3, x >= 1, 1 <= x <= 3, x = 3 or x free")),
        (" n <= 5", " n <= 9999999999999999999", ("9:7: the bound '9999999999999999999'; "
         "give a number with fewer than 63 bits")),
        (" n <= 5", " n <= - x", "9:7: the sign has no number; write x <= -3"),
        (" n <= 5", " n <= 5\n n <= 6", ("10:2: 'n' has this bound already; "
         "keep one lower and one upper bound")),
        (" n <= 5", " n <= -inf", "9:2: the bounds leave no value for 'n'; give a finite number"),
        (" n <= 5", " n <= -5", ("14:2: the bounds leave no value for 'n'; "
         "where no lower bound is stated it is 0; state it")),
        (" n <= 5", " 6 <= n <= 5", ("14:2: the bounds leave no value for 'n'; its bounds are "
         "6 and 5")),
        (" n <= 5", " x <= 2", ("12:2: the binary variable 'x' has the bounds 0 and 2; "
         "keep them within 0 and 1, or list it under Generals")),
        (" n <= 5", " 5.2 <= n <= 5.8", ("14:2: the bounds leave no value for 'n'; its bounds are "
         "6 and 5")),
        (" x y", " x 1", "12:4: '1' among Binaries; give names with blanks between them"),
        (" x y", " x x", "12:4: 'x' is declared twice; keep one of the two"),
        ("Generals\n n", "Generals\n n x", "14:4: 'x' is declared twice; keep one of the two"),
        (" n <= 5", " n >= 0\n n <= 1\nGenrals", ("11:1: this is not a bound of a variable; "
         "write x <= 3, x >= 1, 1 <= x <= 3, x = 3 or x free")),
        (" n <= 5\n constant = 1\nBinaries\n x y\nGenerals", "Binaries\n x y constant\nGenrals",
         ("11:1: 'Genrals' is neither a section nor a variable in use; "
         "known sections: Minimize, Maximize, Subject To, Bounds, Binaries, Generals, "
         "Semi-Continuous, SOS, End; "
         "put a blank before a variable")),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(old: str, new: str, message: str) -> None:
    assert old in WHOLE
    with pytest.raises(InputError) as caught:
        read_lp(WHOLE.replace(old, new, 1), "a")
    assert str(caught.value) == f"a:{message}"


def test_no_part_of_a_file_is_taken_for_the_whole() -> None:
    for text in (WHOLE, sample(5, objective=True).model.to_lp()):
        for cut in range(len(text) - 1):
            with pytest.raises(InputError):
                read_lp(text[:cut])
        read_lp(text[:-1])


def test_damaged_files_never_end_in_a_traceback() -> None:
    dice = random.Random(3)
    signs = "\x00\n \t\\*'.-+<=>:[0123456789eEinfx_\u00e9\ud7ff"
    for _ in range(1500):
        text = list(WHOLE)
        for _ in range(dice.randint(1, 4)):
            place = dice.randrange(len(text))
            change = dice.randrange(3)
            text[place : place + (change != 0)] = dice.choice(signs) if change else ""
            if change == 2:
                del text[place : place + dice.randint(0, 30)]
        try:
            read_lp("".join(text), "a")
        except InputError as error:
            assert re.match(r"a:\d+:\d+: .+; .+", str(error))
            assert "\n" not in str(error)
