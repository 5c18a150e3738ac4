"""Reading MPS files: what is taken, in which forms, what is refused and where."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from ilpuzzles.asking.files import read_mps
from ilpuzzles.errors import InputError, UnknownNameError
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.queries.solve import solve_model
from support.file_models import bounds, complaint, named_rows
from support.random_models import sample

HEAD = "NAME a\nROWS\n N cost\n L low\n G high\n E even\n"
BODY = (
    "COLUMNS\n M 'MARKER' 'INTORG'\n x cost 3 low 1\n x high 1\n y cost -2 even 2\n y low 1\n"
    " M 'MARKER' 'INTEND'\n"
)
WHOLE = HEAD + BODY + "RHS\n R low 4 high 1\n R even 2\nBOUNDS\n BV B x\n UP B y 3\nENDATA\n"
ROWS = "ROWS\n N cost\n N other\n G sum\n L diff\n"
COLUMNS = (
    "COLUMNS\n x cost 1 other 3\n x sum 1 diff 1\n y cost 3 other 1\n y sum 1 diff -1\n"
    "RHS\n R sum 2.5\n R diff 8\n"
)
FREE = f"NAME a\n{ROWS}{COLUMNS}BOUNDS\n UP B x 4\n UP B y 4\nENDATA\n"


def test_a_file_model_can_be_added_to() -> None:
    model = read_mps(WHOLE)
    z = model.binary("z", 2)
    row = model.exactly_one([model.variable("x"), z[1]])
    assert (model.name_of(3), model.row_name(row)) == ("z[1]", "exactly_one[0]")
    assert model.statistics().rows == 4
    with pytest.raises(UnknownNameError, match=r"^unknown variable 'xx'; did you mean 'x'\?$"):
        model.variable("xx")


@pytest.mark.every("kind", "width")
@pytest.mark.parametrize(
    ("kind", "width", "lower", "upper"),
    [
        ("E", "3", 5, 8), ("E", "-3", 2, 5), ("E", "0", 5, 5), ("L", "3", 2, 5), ("L", "-3", 2, 5),
        ("G", "3", 5, 8), ("G", "-3", 5, 8), ("L", "0", 5, 5),
    ],
)  # fmt: skip
def test_ranges(kind: str, width: str, lower: int, upper: int) -> None:
    text = (
        f"ROWS\n N c\n {kind} r\nCOLUMNS\n x r 1\nRHS\n r 5\nRANGES\n r {width}\nBOUNDS\n UI x 9\n"
        "ENDATA\n"
    )
    assert named_rows(read_mps(text))["r"] == ({"x": 1}, lower, upper)


@pytest.mark.every("lines")
@pytest.mark.parametrize(
    ("lines", "lower", "upper"),
    [
        ("LO B * 0", 0, None), ("UP B * 3", 0, 3), ("UP B * 0", 0, 0), ("UP B * -0.0", 0, 0),
        ("UP B * -3\n LO B * -5", -5, -3), ("LO B * -3", -3, None),
        ("UP B * 3\n UP B * 3.0", 0, 3), ("FX B * 2\n LO B * 2", 2, 2),
        ("UP B * 1.7976931348623157e308", 0, None), ("UP B * 1e75", 0, None),
        ("LO B * -1.7976931348623157D+308", None, None), ("UP B * 1e400", 0, None),
        (f"UP B * {10**308}", 0, None),
        ("FX B * -3", -3, -3), ("FR B *", None, None), ("MI B *", None, None), ("PL B *", 0, None),
        ("MI B *\n UP B * -4", None, -4), ("UP B * -4\n MI B *", None, -4), ("BV B *", 0, 1),
        ("LI B * -2\n UI B * 5.", -2, 5), ("UI B * 4.5", 0, 4), ("UP * 3e0", 0, 3),
        ("BV *", 0, 1), ("BV * 1", 0, 1), ("BV B * 1", 0, 1), ("FR B * 0.0", None, None),
        ("UP B * 1e30", 0, None), ("LO B * -1e20", None, None),
        ("LO B * -Inf\n UP B * +infinity", None, None),
    ],
)  # fmt: skip
def test_bounds(lines: str, lower: int | None, upper: int | None) -> None:
    text = INTEGER.format(
        " M 'MARKER' 'INTEND'\n", "".join(f" {lines}\n".replace("*", name) for name in "xy")
    )
    assert bounds(read_mps(text)) == {"x": (lower, upper), "y": (lower, upper)}


INTEGER = "ROWS\n N c\n L r\nCOLUMNS\n M 'MARKER' 'INTORG'\n x r 1\n{} y r 1\nBOUNDS\n{}ENDATA\n"


def test_bounds_that_markers_decide() -> None:
    """Integer columns without any bound are binary; INTORG may stay open."""
    end, half = " M 'MARKER' 'INTEND'\n", Fraction(-3, 2)
    for marks, lines, x, y in (
        (end, "", (0, 1), (0, None)),
        ("", "", (0, 1), (0, 1)),
        (end, " MI x\n UP x -1.5\n MI y\n UP y -1.5\n", (None, -2), (None, half)),
        (end, " LO x -1.5\n UP x 9.5\n LO y -1.5\n", (-1, 9), (half, None)),
    ):
        assert bounds(read_mps(INTEGER.format(marks, lines))) == {"x": x, "y": y}


@pytest.mark.every("section")
@pytest.mark.parametrize(
    ("section", "maximize"),
    [
        # SCIP, CPLEX and MOSEK; Gurobi; OR-Tools; PuLP; HiGHS writes the word in the line, too.
        ("* SCIP STATISTICS\nOBJSENSE\n  MAX\n", True), ("OBJSENSE MAX\n", True),
        ("OBJSENSE\n    MAXIMIZE\n", True), ("OBJSENSE    maximize\n", True),
        ("*SENSE:Maximize\n", True), ("*SENSE:Minimize\n", False), ("OBJSENSE MAXIMISE\n", True),
        ("OBJSENSE\n    MAXIMUM\n", True), ("OBJSENSE\n* so\n\n maximize\n", True), ("", False),
        ("OBJSENSE\n  MIN\n", False), ("OBJSENSE\n MAX\n*SENSE:Maximize\n", True),
        ("* sense: maximize\n", False),
        # These two have changed the signs, and say in a comment for people that they have.
        ("* Max problem is converted into Min one\n", False), ("*<meta origsense='MAX'>\n", False),
    ],
)  # fmt: skip
def test_senses(section: str, maximize: bool) -> None:
    for text in (section + WHOLE, WHOLE.replace("ROWS\n", section + "ROWS\n")):
        objective = read_mps(text).program().objective
        assert objective is not None
        assert objective.maximize is maximize


def test_fixed_form_comments_and_other_line_ends() -> None:
    text = """\
* a comment
NAME          TESTPROB

ROWS
 N  COST
 L  LIM1
* another
 N  IGNORED
COLUMNS
    MARKER                 'MARKER'                 'INTORG'
    XONE      COST         1.0E+00   LIM1         1.000000
    XONE      IGNORED            9
    MARKER                 'MARKER'                 'INTEND'
RHS
    RHS1      LIM1         4.000
BOUNDS
 UP BND1      XONE         4
ENDATA
"""
    for line_end in ("\n", "\r\n"):
        model = read_mps(text.replace("\n", line_end))
        limited, free = ({"XONE": 1}, None, 4), ({"XONE": 9}, None, None)
        assert named_rows(model) == {"LIM1": limited, "IGNORED": free}
    assert read_mps(text.replace("NAME          TESTPROB", "NAME"), "some/b.mps").name == "b"


def test_fractions_are_scaled_away() -> None:
    text = WHOLE.replace("x cost 3 low 1", "x cost 3 low .5").replace("y low 1", "y low 0.25")
    text = text.replace("R low 4 high 1", "R low 1.125 high 1").replace("R even 2", "R even 1.50e0")
    assert named_rows(read_mps(text)) == {
        "low": ({"x": 2, "y": 1}, None, 4),
        "high": ({"x": 1}, 1, None),
        "even": ({"y": 4}, 3, 3),
    }


def test_rows_of_literals_are_recognised() -> None:
    rows = {
        "E one 1": Kind.EXACTLY_ONE, "L one 1": Kind.AT_MOST_ONE, "G one 1": Kind.AT_LEAST_ONE,
        "L one 2": Kind.LINEAR, "G one 0": Kind.LINEAR, "E one 0": Kind.LINEAR,
    }  # fmt: skip
    kinds = {"E": Kind.EXACTLY_ONE, "L": Kind.AT_MOST_ONE, "G": Kind.AT_LEAST_ONE}
    negated = {f"{letter} one 0": kind for letter, kind in kinds.items()}
    for factor, cases in ((1, rows), (-1, negated)):
        for case, kind in cases.items():
            letter, name, side = case.split()
            for bound, expected in (("BV x", kind), ("UI x 2", Kind.LINEAR)):
                text = (
                    f"ROWS\n {letter} {name}\nCOLUMNS\n x {name} {factor}\n y {name} 1\n"
                    f"RHS\n {name} {side}\nBOUNDS\n {bound}\n BV y\nENDATA\n"
                )
                model = read_mps(text)
                assert model.program().rows.kinds.tolist() == [expected], text
                assert model.program().objective is None


SENSE = "OBJSENSE\n MAX\n"


@pytest.mark.every("text")
@pytest.mark.parametrize(
    ("text", "best"),
    [
        (FREE, Fraction(5, 2)),
        (FREE.replace("COLUMNS\n", f"{SENSE}COLUMNS\n"), 16),
        (FREE.replace("ENDATA\n", f"{SENSE}ENDATA\n"), 16),
        (FREE.replace("ROWS\n", "OBJNAME\n    other\nROWS\n"), Fraction(5, 2)),
        (FREE.replace("ROWS\n", f"{SENSE}OBJNAME other\nROWS\n"), 16),
        (FREE.replace("ROWS\n", "OBJNAME\n other\nROWS\n").replace("3 other 1", "3 other 2"), 5),
        (FREE.replace("R sum 2.5", "R sum 2.5 cost 10"), Fraction(-15, 2)),
        (FREE.replace("R sum 2.5", "R sum 2.5 cost -10"), Fraction(25, 2)),
        (FREE + "IMPORTANCES\n x 3\nwhat ever\n", Fraction(5, 2)),
        (FREE.replace("2.5", "2.5D0").replace("x 4", "x 0.4d1"), Fraction(5, 2)),
        (FREE.replace("2.5", "5/2"), Fraction(5, 2)),
    ],
)  # fmt: skip
def test_objectives_and_what_stands_beside_them(text: str, best: object) -> None:
    assert solve_model(read_mps(text), "highs").objective == best


def test_comments_at_the_ends_of_lines() -> None:
    text = (
        "NAME a\nROWS\n N cost $ the cost\n G sum * the sum\n N $y\nCOLUMNS\n"
        " x cost 2 $ two\n x sum 1 $y 1\n $x sum 1 * both\n $x cost 3 sum2 $ no\n"
        "RHS\n R sum 3 $ three\nRANGES\n R sum 1 $one\nBOUNDS\n UP B $x 4 $ four\nENDATA\n"
    )
    with pytest.raises(InputError, match="expected 3 or 5 fields, got 4"):
        read_mps(text)
    model = read_mps(text.replace(" sum2 $ no", " $ no"))
    assert model.names == ("x", "$x")
    assert bounds(model) == {"x": (0, None), "$x": (0, 4)}
    assert solve_model(model, "highs").objective == 6
    assert str(model.check(np.array([5, 0]))[0]) == "sum is 5, not within 3 and 4"


FIXED = """\
NAME          BLANKS
ROWS
 N  THE COST
 G  MIN SUM
COLUMNS
    LEFT ONE  THE COST           1.0   MIN SUM            1.0
    RIGHT     THE COST           2.0   MIN SUM            1.0
RHS
    RHS 1     MIN SUM            3.0
BOUNDS
 UP BND 1     LEFT ONE           2.0
ENDATA
"""


def test_names_with_blanks_in_the_fixed_form() -> None:
    model = read_mps(FIXED)
    assert (model.names, model.row_name(0)) == (("LEFT ONE", "RIGHT"), "MIN SUM")
    assert bounds(model) == {"LEFT ONE": (0, 2), "RIGHT": (0, None)}
    assert solve_model(model, "highs").objective == 4
    assert solve_model(read_mps(model.to_mps()), "highs").objective == 4
    # In any other form, such a line has a field too many.
    for wrong in (
        FIXED.replace("    LEFT ONE  ", "   LEFT ONE  "),
        FIXED.replace("    RIGHT", "\tRIGHT"),
        FIXED.replace("MIN SUM            3.0", "MIN SUM             3.0 4"),
        FIXED.replace(" UP BND 1", " UP BND 12345 "),
    ):
        expected = "3:2: expected 2 fields, got 3; give a kind and a name without blanks"
        assert complaint(read_mps, wrong) == expected


SEMI = (
    "ROWS\n N cost\n G sum\nCOLUMNS\n{} x cost 1 sum 1\n{} y cost 3 sum 1\nRHS\n R sum {}\n"
    "BOUNDS\n{}ENDATA\n"
)
MARKERS = " M 'MARKER' 'INTORG'\n", " M 'MARKER' 'INTEND'\n"


@pytest.mark.parametrize(
    ("needed", "lines", "marked", "best"),
    [
        ("0.5", " SC B x 4\n LO B x 2\n", False, Fraction(3, 2)),
        ("1", " LO B x 2\n SC B x 4\n", False, 2),
        ("2.5", " SC B x 4\n LO B x 2\n", False, Fraction(5, 2)),
        ("2.5", " SI B x 4\n LO B x 2\n", False, 3),
        ("2.5", " SC B x 4\n LO B x 2\n", True, Fraction(5, 2)),
        ("2.5", " SI B x 4\n LO B x 2\n", True, 3),
        ("5", " SC B x 4\n LO B x 1.5\n", False, 7),
        ("5", " SC B x 4\n", False, 7),
        ("5", " SC B x 1e30\n", False, 5),
        ("5", " SC B x inf\n", False, 5),
    ],
)  # fmt: skip
def test_semi_continuous_and_semi_integer_columns(
    needed: str, lines: str, marked: object, best: object
) -> None:
    begin, end = MARKERS if marked else ("", "")
    model = read_mps(SEMI.format(begin, end, needed, lines))
    assert solve_model(model, "highs").objective == best
    assert solve_model(read_mps(model.to_mps()), "highs").objective == best


SOS = (
    "ROWS\n N cost\n L sum\nCOLUMNS\n x cost -3 sum 1\n y cost -2 sum 1\n z cost -4 sum 1\n"
    "RHS\n R sum 10\nBOUNDS\n UP B x 2\n UP B y 2.5\n LO B z -1\n UP B z 1\nSOS\n{}ENDATA\n"
)


@pytest.mark.parametrize(
    ("lines", "best"),
    [
        (" S1 one\n    x 1\n    y 2\n    z 3\n", -6),
        (" S1\n    x\n    y\n    z\n", -6),
        (" S1 SOS one 5\n    x 1\n    y 2\n    z 3\n", -6),
        (" S2 one\n    x 1\n    y 2\n    z 3\n", -11),
        (" S2 one\n    x 10\n    y 30\n    z -2.5\n", -11),
        (" S1 one\n x 1\n y 2\n S1 two\n x 1\n z 2\n", -9),
    ],
)
def test_special_ordered_sets(lines: str, best: object) -> None:
    model = read_mps(SOS.format(lines))
    assert solve_model(model, "highs").objective == best
    assert solve_model(read_mps(model.to_mps()), "highs").objective == best


IF = (
    "ROWS\n N cost\n L cap\n E both\nCOLUMNS\n x cost -1 cap 1\n x both 1\n y cost -1 cap 1\n"
    " b cost {}\nRHS\n R cap 2.5 both 7\nRANGES\n R cap 1.5\nBOUNDS\n UP B x 9\n UP B y 9\n"
    " BV B b\nINDICATORS\n IF cap b 1\n IF both b 0\nENDATA\n"
)


def test_indicators() -> None:
    for worth, best in ((0, -16), (-13, -16), (-14, Fraction(-33, 2))):
        model = read_mps(IF.format(worth))
        assert solve_model(model, "highs").objective == best
        assert solve_model(read_mps(model.to_mps()), "highs").objective == best
    assert [*map(str, model.check(np.array([0, 9, 1])))] == ["cap is 9, not within 1 and 2.5"]
    assert [str(one) for one in model.check(np.array([0, 9, 0]))] == ["both is 0, not 7"]


WRONG = [
    ("", "1:1: the file is empty; get it again"),
    (HEAD, "6:8: the file ends without ENDATA; it seems truncated: get a complete copy"),
    ("ROWS\x00\n",
     "1:5: the character '\\x00' has no place in a model file; check that this is a text file"),
    ("x\n R\u00a0low\n",
     "2:3: the character '\\xa0' has no place in a model file; check that this is a text file"),
    (" x\nROWS\n", "1:2: data before the first section; start with NAME"),
    ("puzzle: a\n", ("1:1: unknown section 'puzzle:'; "
     "known: NAME, OBJSENSE, OBJNAME, ROWS, LAZYCONS, USERCUTS, COLUMNS, RHS, RANGES, BOUNDS, "
     "SOS, SOS1, SOS2, INDICATORS, ENDATA")),
    ("ROWS\nNAME\n", "2:1: NAME stands after ROWS; put it before"),
    ("NAME a\nENDATA\n", "2:1: ENDATA stands before COLUMNS; put COLUMNS before it"),
    ("NAME a\n b\nROWS\nCOLUMNS\nENDATA\n", "2:2: text below NAME; remove it"),
    ("OBJSENSE\n" + WHOLE, "1:1: OBJSENSE has no word; add MAX or MIN"),
    ("OBJSENSE UP\n" + WHOLE, "1:10: OBJSENSE says 'UP'; give MAX or MIN, and nothing else"),
    ("OBJSENSE MAX\n MIN\n" + WHOLE, "2:2: OBJSENSE says 'MIN'; give MAX or MIN, and nothing else"),
    ("*SENSE:Up\n" + WHOLE,
     "1:1: the comment *SENSE: says 'Up'; write Maximize or Minimize, or remove the comment"),
    ("*SENSE:Maximize\nOBJSENSE MIN\n" + WHOLE,
     "1:1: 'Maximize' in this comment contradicts line 2; keep one of the two"),
    (FREE.replace("ENDATA", "QUADOBJ\n x x 2\nENDATA"),
     "18:1: the section QUADOBJ has quadratic terms; only linear rows and objectives are read"),
    (FREE.replace("ENDATA", "CSECTION k 0 QUAD\n x\nENDATA"),
     "18:1: the section CSECTION has conic terms; only linear rows and objectives are read"),
    (FREE.replace("ROWS", "OBJNAME\n sum\nROWS"),
     "2:1: OBJNAME: 'sum' is not a row of kind N; name one of ROWS"),
    (FREE.replace("ROWS", "OBJNAME\nROWS"), "2:1: OBJNAME with 0 names; give one"),
    (SEMI.format("", "", 1, " SC B x 1e30\n LO B x 2\n"),
     "10:7: 'x' is semi-continuous, and has no upper bound; state one; rows need it as big M"),
    (SOS.format(" x 1\n"), "16:2: a member of no set; begin with S1 or S2 and a name"),
    (SOS.format(" S1 a\n x one\n"), "17:4: 'one' is not a number; give a finite number"),
    (SOS.format(" S1 a\n x 1 y\n"),
     "17:2: expected 1 or 2 fields, got 3; give a column and its weight"),
    (SOS.format(" S1 a\n x 1\n x 2\n"), "18:2: 'x' appears twice in this set; keep one of the two"),
    (SOS.format(" S2 a\n x 1\n y 1\n"),
     ("16:2: two variables of 'a' have the same weight; "
      "give each its own weight, since weights put them in order")),
    (SOS.replace(" UP B y 2.5\n", "").replace(" LO B z -1\n", " MI B z\n").format(
        " S1 a\n x 1\n y 1\n"),
     "15:2: y needs bounds here; give it both bounds"),
]  # fmt: skip
WRONG_IN_WHOLE = [
    ("BOUNDS", "RHS", "17:1: section RHS appears twice; join the two"),
    ("ROWS\n", "COLUMNS\n", "2:1: COLUMNS stands before ROWS; put ROWS before it"),
    ("ROWS\n", "ROWS N\n",
     "2:6: 'N' does not belong on the line of ROWS; start the data on a new line, with a blank"),
    (" L low", " L low est",
     "4:2: expected 2 fields, got 3; give a kind and a name without blanks"),
    (" L low", " l low", "4:2: unknown kind of row 'l'; known: N, L, G, E"),
    (" G high", " G low", "5:4: there is already a row 'low'; choose another name"),
    ("x high 1", "x high", ("10:2: expected 3 or 5 fields, got 2; "
     "give a column and one or two rows with numbers; names have no blanks")),
    ("x high 1", "x hig 1", "10:4: unknown row 'hig'; name it in ROWS"),
    ("x high 1", "x high 1e999999999", "10:9: '1e999999999' is not a number; give a finite number"),
    ("x high 1", "x high 1_0", "10:9: '1_0' is not a number; give a finite number"),
    ("x high 1", "x high 1e19", "10:9: '1e19' has 63 bits or more; scale it down"),
    ("R low 4", "R low 1e19",
     "4:4: row 'low' has a bound of 63 bits or more; scale it to whole numbers"),
    ("x high 1", "x high 1 high 2",
     ("10:2: 'x' has two coefficients in 'high'; "
      "keep one of the two; HiGHS takes the first, SCIP adds them")),
    ("y low 1", "x even 1",
     "12:2: column 'x' continues after another one; put all its lines together"),
    (" M 'MARKER' 'INTORG'\n", "",
     "12:13: INTEND has no INTORG before it; let INTORG and INTEND alternate"),
    ("INTEND", "INTORG", "13:13: INTORG follows INTORG; let INTORG and INTEND alternate"),
    ("INTORG", "SOSORG", "8:13: unknown marker ''SOSORG''; known: 'INTORG', 'INTEND'"),
    ("R even 2", "R low 2",
     ("16:4: row 'low' has a number here already; "
      "keep one of the two; HiGHS takes the first, SCIP the last")),
    ("R low 4", "R low -1e30",
     "15:8: row 'low' has the right-hand side '-1e30'; give a finite number"),
    ("R even 2", "R even inf",
     "16:9: row 'even' has the right-hand side 'inf'; give a finite number"),
    ("R low 4", "R cost 1e30",
     "15:9: the objective has the constant '1e30'; give one with fewer than 63 bits"),
    ("R low 4 high 1\n R even 2\n", "R low 1e30\nRANGES\n R low 3\n",
     "4:4: row 'low' has a range, and its right-hand side is infinite; leave one of the two out"),
    ("R even 2", "R evn 2", "16:4: unknown row 'evn'; name it in ROWS"),
    ("R even 2", "even", ("16:2: expected 2 to 5 fields, got 1; "
     "give the name of the set and one or two rows with numbers")),
    ("BOUNDS", "RANGES\n R cost 1\nBOUNDS",
     "18:4: row 'cost' is of kind N and has no right-hand side; remove this"),
    ("E even", "N even", "16:4: row 'even' is of kind N and has no right-hand side; remove this"),
    ("UP B y 3", "XX B y 3",
     "19:2: unknown type of bound 'XX'; known: LO, UP, FX, LI, UI, BV, FR, MI, PL, SC, SI"),
    ("UP B y 3", "UP B z 3", "19:7: unknown column 'z'; name it in COLUMNS"),
    ("UP B y 3", "UP y",
     "19:2: 2 fields; give a type, the name of the set and a column, and a number"),
    ("UP B y 3", "BV B y 1 1", "19:2: 5 fields; give a type, the name of the set and a column"),
    ("UP B y 3", "UP B y 1e19", ("19:9: the bound '1e19' has 63 bits or more; "
     "give a number with fewer than 63 bits, or inf for none")),
    ("UP B y 3", "LO B y 1.8e308", "19:9: '1.8e308' leaves no value; give a finite number"),
    ("UP B y 3", "FX B y 1e20", "19:9: '1e20' leaves no value; give a finite number"),
    ("UP B y 3", "FR B y zero", "19:9: 'zero' is not a number; give a finite number"),
    ("UP B y 3", "UP B y -inf", "19:9: '-inf' leaves no value; give a finite number"),
    ("UP B y 3", "UP B x 2",
     ("19:7: a second upper bound for 'x'; "
      "keep it or that of line 18: HiGHS takes the first, SCIP the last")),
    ("UP B y 3", "UP B y 3\n LO B y 4",
     "20:7: the bounds leave no value for 'y'; its bounds are 4 and 3"),
]  # fmt: skip
WRONG_IN_IF = [
    ("IF cap b 1", "IF cap x 1",
     "19:9: the indicator 'x' is not binary; list it among the binaries"),
    ("IF cap b 1", "IF cap b 2", "19:11: the value '2'; give 0 or 1"),
    ("IF cap b 1", "IF cap q 1", "19:9: unknown column 'q'; name it in COLUMNS"),
    ("IF cap b 1", "IF cost b 1", "19:5: unknown row 'cost'; name it in ROWS"),
    ("IF cap b 1", "IF cap b",
     "19:2: 'IF cap b' is not an indicator; write IF, a row, a binary column, and 0 or 1"),
    ("IF both b 0", "IF cap b 0", "20:5: row 'cap' has an indicator already; keep one of the two"),
    (" UP B x 9\n", "", "18:2: x needs an upper bound here; give it one, which rows use as big M"),
]  # fmt: skip


@pytest.mark.every("text", "message")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        *WRONG,
        *((WHOLE.replace(old, new), message) for old, new, message in WRONG_IN_WHOLE),
        *((IF.format(0).replace(old, new), message) for old, new, message in WRONG_IN_IF),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, message: str) -> None:
    assert complaint(read_mps, text) == message


def test_a_continuous_variable_that_is_fixed_is_one_value() -> None:
    text = WHOLE.replace(" M 'MARKER' 'INTORG'\n", "").replace(" M 'MARKER' 'INTEND'\n", "")
    model = read_mps(text.replace("UP B y 3", "FX B y 3"))
    assert (bounds(model)["y"], model.program().is_mixed()) == ((3, 3), False)
    model = read_mps(text.replace("UP B y 3", "UP B y 3.5"))
    assert (bounds(model)["y"], model.program().is_mixed()) == ((0, Fraction(7, 2)), True)


def test_no_part_of_a_file_is_taken_for_the_whole() -> None:
    text = sample(5, objective=True).model.to_mps()
    for cut in range(len(text) - 1):
        with pytest.raises(InputError):
            read_mps(text[:cut])
    read_mps(text[:-1])
