"""Reading LP files: what is taken, in which forms, what is refused and where."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from ilpuzzles.asking.files import read_lp
from ilpuzzles.errors import InputError
from ilpuzzles.queries.solve import solve_model
from support.file_models import Sides, bounds, complaint, named_rows
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
HEAD = "Minimize\n obj: x + y\nSubject To\n"
TAIL = "Bounds\n x <= 9\n y <= 9\nGenerals\n x y\nEnd\n"
X, Y = {"x": 1}, {"x": 1, "y": 1}


@pytest.mark.every("text")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" x + y >= 2\n", {"c1": (Y, 2, None)}),
        (" c2: x >= 1\n x + y >= 2\n x <= 3\n",
         {"c2": (X, 1, None), "c2_": (Y, 2, None), "c3": (X, None, 3)}),
        (" 2 <= x + y <= 8\n", {"c1": (Y, 2, 8)}),
        (" r: 8 >= x + y >= 2\n", {"r": (Y, 2, 8)}),
        (" r: -5 <= x + y\n", {"r": (Y, -5, None)}),
        (" r: - 5 <= x + y <= +inf\n", {"r": (Y, -5, None)}),
        (" r: -infinity <= x + y <= 4\n", {"r": (Y, None, 4)}),
        (" r: 3 = x + y\n", {"r": (Y, 3, 3)}),
        (" r: x + y <= 1e20\n", {"r": (Y, None, None)}),
        (" r: x >= 1 s: x + y <= 3 x <= 2\n",
         {"r": (X, 1, None), "s": (Y, None, 3), "c3": (X, None, 2)}),
        (" 7: x >= 1\n (8): x <= 2\n e(9): x <= 3\n",
         {"7": (X, 1, None), "(8)": (X, None, 2), "e(9)": (X, None, 3)}),
        (" end: x >= 1\n st: x <= 2\n", {"end": (X, 1, None), "st": (X, None, 2)}),
        (" 4 x\n +\n 2\n y >=\n 3\n", {"c1": ({"x": 4, "y": 2}, 3, None)}),
        (" r: 1/3 x + 0.5 y = 1\n", {"r": ({"x": 2, "y": 3}, 6, 6)}),
        (" r: x =< 3\n s: x => 1\n t: x < 2\n u: x > 0\n",
         {"r": (X, None, 3), "s": (X, 1, None), "t": (X, None, 2), "u": (X, 0, None)}),
        (" r: 1 <= x\n s: 3 >= x\n 2nd: 2 = x\n",
         {"r": (X, 1, None), "s": (X, None, 3), "2nd": (X, 2, 2)}),
    ],
)  # fmt: skip
def test_rows(text: str, expected: object) -> None:
    assert named_rows(read_lp(HEAD + text + TAIL)) == expected


@pytest.mark.parametrize(
    ("objective", "constant", "costs"),
    [
        ("Minimize x + y", 0, [1, 1]),
        ("MIN\n obj: 3 + x + y - 1", 2, [1, 1]),
        ("minimise", 0, []),
        ("Minimum\n cost:\n", 0, []),
        ("Minimize\n 0.5 x + y + 1.5", 3, [1, 2]),
        ("Maximize -24 x", 0, [-24]),
        ("MAX 5", 5, []),
        ("min + 2 x + 4\n - 3 y", 4, [2, -3]),
    ],
)
def test_objectives(objective: str, constant: int, costs: list[int]) -> None:
    model = read_lp(f"{objective}\nst\n r: x + y >= 0\n{TAIL}")
    found = model.program().objective
    if found is None:
        assert (constant, costs) == (0, [])
        return
    assert (found.constant, found.coefficients.tolist()) == (constant, costs)
    assert found.maximize is objective.lower().startswith("max")


@pytest.mark.every("said")
@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("x >= -inf", (None, None)), ("x free", (None, None)), ("x FREE", (None, None)),
        ("-infinity <= x <= 4", (None, 4)), ("x >= -1e30", (None, None)), ("x <= +inf", (0, None)),
        ("-3 <= x <= 4", (-3, 4)), ("4 >= x >= -3", (-3, 4)), ("x <= 3 x >= 1", (1, 3)),
        ("x = 2.5", (Fraction(5, 2), Fraction(5, 2))), ("x\n<= 4\n-1 <= x", (-1, 4)),
        ("x <= -2 x >= -3.5", (Fraction(-7, 2), -2)), ("", (0, None)),
    ],
)  # fmt: skip
def test_bounds(said: str, found: Sides) -> None:
    text = f"Minimize\n x\nSubject To\n r: x + y >= 0\nBounds\n {said}\nEnd\n"
    assert bounds(read_lp(text))["x"] == found


def test_sections_stand_in_any_order_and_several_times() -> None:
    text = (
        "Max obj: x + 2 y + z Bounds x <= 5 General x Subject To a: x + y + z <= 8\nbounds\n"
        "y <= 3\nst\nb: x - y >= 0\nbin\nz\ninteger\n\nint y\nend"
    )
    model = read_lp(text)
    assert named_rows(model) == {
        "a": ({"x": 1, "y": 1, "z": 1}, None, 8),
        "b": ({"x": 1, "y": -1}, 0, None),
    }
    assert bounds(model) == {"x": (0, 5), "y": (0, 3), "z": (0, 1)}
    assert not model.is_continuous(range(3))
    assert solve_model(model).objective == 11


def test_words_that_are_titles_elsewhere() -> None:
    """A title is none behind a sign or a factor, or before a comparison or a colon."""
    text = "min\n obj: + st + 2 bin\nst\n bound: st + bin >= 2\n bin <= 1\nbounds\n gen <= 2\nend\n"
    model = read_lp(text)
    assert set(model.names) == {"st", "bin", "gen"}
    bound, other = ({"st": 1, "bin": 1}, 2, None), ({"bin": 1}, None, 1)
    assert named_rows(model) == {"bound": bound, "c2": other}
    assert solve_model(model).objective == 2


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("min\n obj: {}\nst\n c: x + {} >= 1\nend\n", "2:7"),
        ("min\n obj: x\nst\n c: x + {} >= 1\ngeneral\n {} x\nend\n", "6:2"),
        ("min\n obj: x\nst\n c: x + {} >= 1\nbinary\n x {}\nend\n", "6:4"),
        ("min\n obj: x\nst\n c: x + {} >= 1\nbounds\n {} free\nend\n", "6:2"),
    ],
)
def test_a_title_that_is_the_name_of_a_variable_as_well_is_refused(text: str, place: str) -> None:
    """Of some of these, HiGHS makes a variable and SCIP a title; none of them is meant."""
    for name, title in (("st", "Subject To"), ("gen", "Generals"), ("bin", "Binaries")):
        wrong = complaint(read_lp, text.format(name, name))
        advice = "give the variable in line 4 another name"
        assert wrong == f"{place}: '{name}' is the title {title} here; {advice}"


def test_a_title_alone_in_its_line_is_none_of_a_variable() -> None:
    """HiGHS writes files so, whatever variables are called."""
    model = read_lp("min\n obj: 2 st + bin\nst\n c: st + bin + x >= 3\nbin\n x\nend\n")
    assert set(model.names) == {"st", "bin", "x"}
    assert solve_model(model, "highs").objective == 2


def test_a_file_without_rows() -> None:
    model = read_lp("Maximize\n obj: 2 x\nBounds\n x <= 2.5\nEnd\n")
    assert (named_rows(model), solve_model(model).objective) == ({}, 5)


SEMI = "Minimize\n obj: x + 3 y\nSubject To\n r: x + y >= {}\nBounds\n 2 <= x <= 4\n{}\nEnd\n"


@pytest.mark.parametrize(
    ("needed", "kind", "best"),
    [
        ("0", "Semi-Continuous\n x", 0), ("0.5", "semis x", Fraction(3, 2)),
        ("1", "SEMI\n x", 2), ("2.5", "semi-continuous x", Fraction(5, 2)),
        ("2.5", "semis x\ngenerals x", 3), ("5", "semi x", 7),
        ("0.5", "semis\ngenerals\nbin\nsos", 2),
    ],
)  # fmt: skip
def test_semi_continuous_variables(needed: str, kind: str, best: object) -> None:
    model = read_lp(SEMI.format(needed, kind))
    assert solve_model(model, "highs").objective == best
    assert solve_model(read_lp(model.to_lp()), "highs").objective == best


def test_what_semi_continuous_means_for_every_value() -> None:
    model = read_lp(SEMI.format(0, "semis\n x"))
    points = [np.array([x, 0], dtype=object) for x in (-1, 0, Fraction(1, 2), 2, 3, 4, 5)]
    assert [point[0] for point in points if not model.check(point)] == [0, 2, 3, 4]
    assert model.bounds(model.variable("x")) == (0, 4)
    # 0 is within the bounds of both of these anyway.
    for wider in ("-2 <= x <= 4", "x <= 4"):
        loose = read_lp(SEMI.format(0, "semis\n x").replace("2 <= x <= 4", wider))
        assert list(named_rows(loose)) == ["r"]


SOS = (
    "Maximize\n obj: 3 x + 2 y + 4 z + w\nSubject To\n r: x + y + z + w <= 10\nBounds\n"
    " x <= 2\n y <= 2.5\n -1 <= z <= 1\n w <= 0.5\nSOS\n {}\nEnd\n"
)


@pytest.mark.parametrize(
    ("sets", "best"),
    [
        ("s: S1:: x:1 y:2 z:3 w:4", 6),
        ("s1 :: x : 1  y : 2  z : 3\n w : 4", 6),
        ("s: S2:: x:1 y:2 z:3 w:4", 11),
        ("s: S2:: w:4 z:-3 y:2.5 x:1e1", 9),
        ("a: S1:: x:1 y:2\n S1:: z:1 w:2", 10),
        ("one: S2:: x:1 z:2", Fraction(31, 2)),
    ],
)
def test_special_ordered_sets(sets: str, best: object) -> None:
    model = read_lp(SOS.format(sets))
    found = solve_model(model, "highs")
    assert (found.objective, found.missed) == (best, None)
    assert solve_model(read_lp(model.to_lp()), "highs").objective == best


def test_a_bound_that_rows_imply_serves_as_big_m() -> None:
    text = (
        "Maximize\n obj: 3 x + 2 y + 4 z\nSubject To\n sum: x + y + z = 1\n"
        " if: b = 1 -> x + y <= 0.5\n low: z >= 0.25\n use: b >= 1\nBinaries\n b\n"
        "SOS\n s: S2:: x:1 y:2 z:3\nEnd\n"
    )
    model = read_lp(text)
    assert solve_model(model, "highs").objective == Fraction(7, 2) + Fraction(1, 2)
    wrong = complaint(read_lp, text.replace("sum: x + y + z = 1", "sum: x - y + z = 1"))
    assert wrong.startswith("5:2: x needs an upper bound here; ")


def test_a_lower_bound_that_rows_imply_is_rounded_only_for_whole_variables() -> None:
    text = (
        "Minimize\n obj: x + b\nSubject To\n low: 2 x - 2 z >= -7\n if: b = 0 -> x >= -1\n"
        "Bounds\n x free\n -1 <= z <= 1\nBinaries\n b\nEnd\n"
    )
    for more, least in (("", Fraction(-9, 2)), ("Generals\n x\n", -4)):
        model = read_lp(text.replace("Binaries", f"{more}Binaries"))
        assert bounds(model)["x"] == (least, None)
        assert solve_model(model, "highs").objective == least + 1


def test_what_is_implied_minds_that_a_semi_continuous_variable_can_be_0() -> None:
    text = (
        "Maximize\n obj: y + 0.5 x\nSubject To\n both: x + y <= 10\nBounds\n x >= 5\n z <= 1\n"
        "Semis\n x\nSOS\n S1:: y:1 z:2\nEnd\n"
    )
    model = read_lp(text)
    assert bounds(model) == {"y": (0, 10), "x": (0, 10), "z": (0, 1)}
    assert solve_model(model, "highs").objective == 10
    assert solve_model(read_lp(text.replace("0.5 x", "3 x")), "highs").objective == 30
    halves = read_lp(text.replace("x + y <= 10", "2 x + 2 y <= 21"))
    assert bounds(halves)["y"] == (0, Fraction(21, 2))


def test_indicator_rows() -> None:
    text = (
        "Maximize\n obj: x + y + {} b\nSubject To\n if: b = 1 -> x + y <= 2.5\n"
        " other: b = 0 -> 1 <= x - y <= 3\n b = 0 -> y = 1\nBounds\n x <= 9\n y <= 9\n"
        "Binaries\n b\nEnd\n"
    )
    for worth, best in ((0, 5), (2, 5), (3, Fraction(11, 2))):
        model = read_lp(text.format(worth))
        assert solve_model(model, "highs").objective == best
        assert solve_model(read_lp(model.to_lp()), "highs").objective == best
    assert [model.row_name(row) for row in range(3)] == ["if", "other", "c3"]
    assert [str(one) for one in model.check(np.array([0, 4, 0]))] == [
        "other is 4, not within 1 and 3",
        "c3 is 0, not 1",
    ]
    assert model.check(np.array([1, 2, Fraction(1, 2)], dtype=object)) == ()


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
    assert named_rows(model) == {
        "a": ({"x": 2, "y": 1}, None, 4),
        "b": ({"x": -1, "y": -1}, -1, None),
        "c": ({"x": 3}, 3, 3),
    }
    found = bounds(model)
    assert [found[name] for name in "nmkf"] == [(None, 4), (-2, None), (0, 7), (None, None)]


DIFFERENT = "programs read that differently; move it to the right"
PRODUCT = (
    "the sign '*' stands between a number and a variable; write a product without a sign, as in 2 x"
)
RIGHT_SIDE = (
    "follows the number on the right side of a row; "
    "leave only the number there, and move all variables to the left: v - w <= 0"
)
BOUND = "write x <= 3, x >= 1, 1 <= x <= 3, x = 3 or x free"
QUADRATIC = "only linear rows and objectives are read"
WRONG = [
    (WHOLE, "", "1:1: the file is empty; get it again"),
    ("End\n", "", "14:3: the file ends without End; it seems truncated: get a complete copy"),
    ("End\n", "End\n x", "16:2: there is text after End; remove it"),
    ("Maximize", "x\nMaximize",
     "2:1: there is text before the objective; start with Minimize or Maximize"),
    ("Bounds", "Binaries",
     "9:4: '<=' does not belong in Binaries; give names with blanks between them"),
    ("Bounds", "Maximize", "8:1: a second objective; keep one of the two"),
    ("Subject To", "Bounds", "7:3: the sign has no number; write x <= -3"),
    ("Maximize\n", "Bounds\nMaximize\n",
     "2:1: Bounds before the objective; the objective comes first"),
    ("Bounds", "PWLObj",
     "8:1: the section 'PWLObj' is not supported; only linear rows are read; remove it"),
    ("3 x -", "3 1x -",
     ("3:7: the number '1' stands between another number and a name; "
      "the name of a variable cannot begin with a digit")),
    ("3 x -", "3 x -\n -", "4:2: the term has no variable; write numbers before variables"),
    ("3 x -", "3 4 x -", "3:7: the term has no variable; write numbers before variables"),
    ("3 x -", "3 x", "3:11: expected a sign or a comparison, got 'n'; write + or - between terms"),
    ("3 x -", "x * n -", f"3:9: the character '*' makes a quadratic term; {QUADRATIC}"),
    ("3 x -", "3 * x -", f"3:9: {PRODUCT}"),
    ("3 x -", "x * 3 -", f"3:9: {PRODUCT}"),
    ("3 x -", "3,5 x -", "3:8: '3,5' has a decimal comma; write a decimal point, as in 1.5"),
    (">= 1", ">= 1,5", "7:11: '1,5' has a decimal comma; write a decimal point, as in 1.5"),
    (" n <= 5", " n <= 1,000",
     "9:8: '1,000' has a decimal comma; write a decimal point, as in 1.5"),
    ("3 x -", "[ x ] -", f"3:7: the character '[' makes a quadratic term; {QUADRATIC}"),
    ("3 x -", "3 x ^ 2 -", f"3:11: the character '^' makes a quadratic term; {QUADRATIC}"),
    ("3 x -", "3 x / -", "3:11: the character '/' does not belong here; give terms such as 3 x"),
    ("+ 9 constant", "<= 3", "3:15: '<=' does not belong in the objective; give only terms"),
    ("+ 9 constant", "+ constant + constant",
     "3:28: the objective has a second constant; keep one of the two"),
    (">= 1", ">= 1 2", f"7:12: '2' {RIGHT_SIDE}"),
    (">= 1", ">= 1 + 2", f"7:12: '+' {RIGHT_SIDE}"),
    (">= 1", ">= 1 + n", f"7:12: '+' {RIGHT_SIDE}"),
    (">= 1", ">= 1 + n\n last: x + n <= 3", f"7:12: '+' {RIGHT_SIDE}"),
    (">= 1", ">= 1 + 2\n last: x + n <= 3", f"7:12: '+' {RIGHT_SIDE}"),
    ("x + 2 n <= 7", "2 <= x + n\n y - n <= 3",
     ("5:10: the row has a number on its left side only; "
      "write it behind the terms, as in x + y >= 2")),
    ("x + 2 n <= 7", "2 <= x n <= 3",
     "5:15: expected a sign or a comparison, got 'n'; write + or - between terms"),
    ("+ y >= 1", "+ y - 1 >= 1",
     "7:9: the constant 1 stands on the left side of a row; " + DIFFERENT),
    ("x + 2 n <= 7", "x + 2 n <= 7 <= 8",
     "5:21: the row has no terms; begin it with terms, such as 3 x + y"),
    ("x + 2 n <= 7", "2 <= x + 2 n >= 7",
     "5:21: the row has both '<=' and '>='; write a range as 2 <= x + y <= 8"),
    ("x + 2 n <= 7", "8 <= x + 2 n <= 7",
     "6:2: no number lies between 8 and 7; write a range as 2 <= x + y <= 8"),
    ("x + 2 n <= 7", "x + 2 n >= inf",
     "5:16: a row cannot be compared with this infinity; give a finite number"),
    ("x + 2 n <= 7", "x + 2 n = 1 -> y <= 1",
     "5:20: this is not the condition of an indicator row; write b = 1 -> x + y <= 3"),
    ("x + 2 n <= 7", "n = 1 -> y <= 1",
     "5:8: the indicator 'n' is not binary; list it among the binaries"),
    (">= 1", ">= x", ("7:10: 'x' does not belong on the right side of a row; "
     "move all variables to the left: v - w <= 0")),
    (">= 1", ">= n + 1", ("7:10: 'n' does not belong on the right side of a row; "
     "move all variables to the left: v - w <= 0")),
    (">= 1", ">= 2 n", f"7:12: 'n' {RIGHT_SIDE}"),
    (">= 1", ">= 2\n n", ("9:1: the row has no comparison; "
     "end it with <=, >= or = and a number; variables stand on its left side only")),
    (">= 1", ">=", "8:1: a number is missing; give one with fewer than 63 bits"),
    (">= 1", "", "8:1: row 'pair' has no comparison; end it with <=, >= or = and a number"),
    ("+ y", "+ 4e18 x + 4e18 x",
     "7:19: the coefficients of 'x' add up to 63 bits or more; scale them down"),
    (" n <= 5", " n < m",
     "9:2: this is not a bound of a variable; write x <= 3, x >= 1, 1 <= x <= 3, x = 3 or x free"),
    (" n <= 5", " n",
     "9:2: this is not a bound of a variable; write x <= 3, x >= 1, 1 <= x <= 3, x = 3 or x free"),
    (" n <= 5", " 1n <= 5", ("9:2: the number '1' stands before a name in a bound; "
     f"the name of a variable cannot begin with a digit; {BOUND}")),
    (" n <= 5", " inf <= 5", ("9:2: 'inf' is a number here, not a variable; "
     f"give the variable another name; {BOUND}")),
    (" n\n", " 1n\n",
     "14:2: '1' does not belong in Generals; the name of a variable cannot begin with a digit"),
    (" n <= 5", " n <= 9999999999999999999",
     ("9:7: the bound '9999999999999999999' has 63 bits or more; "
      "give a number with fewer than 63 bits, or inf for none")),
    (" n <= 5", " n >= 1.797e308",
     "9:2: the bounds leave no value for 'n'; give a finite number"),
    (" n <= 5", " n <= -inf", "9:2: the bounds leave no value for 'n'; give a finite number"),
    (" n <= 5", " 6 <= n <= 5", "14:2: the bounds leave no value for 'n'; its bounds are 6 and 5"),
    (" n <= 5", " x <= 2", ("12:2: the binary variable 'x' has the bounds 0 and 2; "
     "keep them within 0 and 1, or list it under Generals")),
    (" n <= 5", " 5.2 <= n <= 5.8",
     "14:2: the bounds leave no value for 'n'; its bounds are 6 and 5"),
    (" x y", " x 1", "12:4: '1' does not belong in Binaries; give names with blanks between them"),
    (" n\n", " n x\n",
     "14:4: 'x' is declared twice; keep one of the two; programs read that differently"),
    (" n <= 5", " n >= 0\n n <= 1\nGenrals",
     "11:1: this is not a bound of a variable; write x <= 3, x >= 1, 1 <= x <= 3, x = 3 or x free"),
    (" n <= 5\n constant = 1\nBinaries\n x y\nGenerals", "Binaries\n x y constant\nGenrals",
     ("11:1: 'Genrals' is neither a section nor a variable in use; "
      "known sections: Minimize, Maximize, Subject To, User Cuts, Bounds, Binaries, Generals, "
      "Semi-Continuous, SOS, End; put a blank before a variable")),
]  # fmt: skip
MORE = "Minimize\n obj: x\nSubject To\n r: x + y >= 0\n{}End\n"
WRONG_SECTIONS = [
    ("Bounds\n x >= 1\nSemis\n x\n",
     "8:2: 'x' is semi-continuous, and has no upper bound; state one; rows need it as big M"),
    ("Bounds\n x <= -1\n x >= -inf\nSemis\n x\n",
     "9:2: 'x' is semi-continuous, and has no lower bound; state one; rows need it as big M"),
    ("Semis\n x x\n", "6:4: 'x' appears twice in Semi-Continuous; keep one of the two"),
    ("SOS\n s: S1:: x:1 y:2\n", "6:2: x needs bounds here; give it both bounds"),
    ("SOS\n s: S3:: x:1\n",
     "6:5: 'S3' does not begin a special ordered set; write name: S1:: x:1 y:2, or S2"),
    ("SOS\n s: S1:: x:1 q:2\n", "6:14: unknown variable 'q'; name it in a row or in Bounds"),
    ("SOS\n s: S1:: x:1 x:2\n", "6:14: 'x' appears twice in this set; keep one of the two"),
    ("SOS\n s: S2:: x:1 y:1\n",
     ("6:2: two variables of 's' have the same weight; "
      "give each its own weight, since weights put them in order")),
    ("General Constraints\n z = max ( x , y )\n",
     ("5:1: the section 'General Constraints' is not supported; only linear rows are read; "
      "remove it")),
    ("Bounds\n x >= 1 <= 2\n",
     "6:9: this is not a bound of a variable; write x <= 3, x >= 1, 1 <= x <= 3, x = 3 or x free"),
    ("Bounds\n 1 <= x x <= 1/2 y free\n",
     "6:7: the bounds leave no value for 'x'; its bounds are 1 and 0.5"),
]  # fmt: skip


@pytest.mark.every("text", "message")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        *((WHOLE.replace(old, new, 1), message) for old, new, message in WRONG),
        *((MORE.format(text), message) for text, message in WRONG_SECTIONS),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, message: str) -> None:
    assert complaint(read_lp, text) == message


def test_no_part_of_a_file_is_taken_for_the_whole() -> None:
    for text in (WHOLE, sample(5, objective=True).model.to_lp()):
        for cut in range(len(text) - 1):
            with pytest.raises(InputError):
                read_lp(text[:cut])
        read_lp(text[:-1])
