"""The forms in which public MPS files say what they say, and what each means."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.formats.mps import read_mps
from ilpuzzles.formats.reading import FileModel
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY
from ilpuzzles.queries.solve import solve_model

ROWS = "ROWS\n N cost\n N other\n G sum\n L diff\n"
COLUMNS = (
    "COLUMNS\n x cost 1 other 3\n x sum 1 diff 1\n y cost 3 other 1\n y sum 1 diff -1\n"
    "RHS\n R sum 2.5\n R diff 8\n"
)
WHOLE = f"NAME a\n{ROWS}{COLUMNS}BOUNDS\n UP B x 4\n UP B y 4\nENDATA\n"


def bounds(model: FileModel) -> dict[str, tuple[object, object]]:
    found: dict[str, tuple[object, object]] = {}
    for name in model.names:
        lower, upper = model.bounds(model.variable(name))
        found[name] = (
            None if lower == MINUS_INFINITY else lower,
            None if upper == PLUS_INFINITY else upper,
        )
    return found


SENSE = "OBJSENSE\n MAX\n"


@pytest.mark.parametrize(
    ("text", "best"),
    [
        (WHOLE, Fraction(5, 2)),
        (SENSE + WHOLE, 16),
        (WHOLE.replace("ROWS\n", f"{SENSE}ROWS\n"), 16),
        (WHOLE.replace("COLUMNS\n", f"{SENSE}COLUMNS\n"), 16),
        (WHOLE.replace("ENDATA\n", f"{SENSE}ENDATA\n"), 16),
        (WHOLE.replace("ROWS\n", "OBJSENSE MAXIMISE\nROWS\n"), 16),
        (WHOLE.replace("ROWS\n", "OBJSENSE\n    MAXIMUM\nROWS\n"), 16),
        (WHOLE.replace("ROWS\n", "OBJNAME\n    other\nROWS\n"), Fraction(5, 2)),
        (WHOLE.replace("ROWS\n", "OBJSENSE\n MAX\nOBJNAME other\nROWS\n"), 16),
        (WHOLE.replace("ROWS\n", "OBJNAME\n other\nROWS\n").replace("y cost 3 other 1",
         "y cost 3 other 2"), 5),
        (WHOLE.replace("R sum 2.5", "R sum 2.5 cost 10"), Fraction(-15, 2)),
        (WHOLE.replace("R sum 2.5", "R sum 2.5 cost -10"), Fraction(25, 2)),
        (WHOLE + "IMPORTANCES\n x 3\nwhat ever\n", Fraction(5, 2)),
        (WHOLE.replace("2.5", "2.5D0").replace("x 4", "x 0.4d1"), Fraction(5, 2)),
        (WHOLE.replace("2.5", "5/2"), Fraction(5, 2)),
        (WHOLE.replace("BOUNDS\n", "BOUNDS\n\n* so\n"), Fraction(5, 2)),
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


INTEGER = "ROWS\n N c\n L r\nCOLUMNS\n M 'MARKER' 'INTORG'\n x r 1\n{} y r 1\nBOUNDS\n{}ENDATA\n"


@pytest.mark.parametrize(
    ("end", "lines", "expected"),
    [
        # Integer columns without any bound are binary.
        (" M 'MARKER' 'INTEND'\n", "", {"x": (0, 1), "y": (0, None)}),
        (" M 'MARKER' 'INTEND'\n", " PL x\n", {"x": (0, None), "y": (0, None)}),
        (" M 'MARKER' 'INTEND'\n", " LO x 0\n", {"x": (0, None), "y": (0, None)}),
        (" M 'MARKER' 'INTEND'\n", " UI y 4.5\n", {"x": (0, 1), "y": (0, 4)}),
        # INTORG may stay open.
        ("", "", {"x": (0, 1), "y": (0, 1)}),
        ("", " UP x 9\n", {"x": (0, 9), "y": (0, 1)}),
        ("", " FR x\n MI y\n", {"x": (None, None), "y": (None, None)}),
        # A negative upper bound without a lower one.
        ("", " UP x -2\n UP y -1.5\n", {"x": (None, -2), "y": (None, -2)}),
        (" M 'MARKER' 'INTEND'\n", " UP y -1.5\n", {"x": (0, 1), "y": (None, Fraction(-3, 2))}),
        (" M 'MARKER' 'INTEND'\n", " UP y -1\n LO y -3\n", {"x": (0, 1), "y": (-3, -1)}),
        (" M 'MARKER' 'INTEND'\n", " UP y 0\n", {"x": (0, 1), "y": (0, 0)}),
        ("", " UP x 1e30\n LO y -1e20\n", {"x": (0, None), "y": (None, None)}),
    ],
)  # fmt: skip
def test_bounds_of_integer_columns(end: str, lines: str, expected: object) -> None:
    assert bounds(read_mps(INTEGER.format(end, lines))) == expected


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
        with pytest.raises(InputError) as caught:
            read_mps(wrong, "a")
        expected = "a:3:2: expected 2 fields, got 3; give a kind and a name without blanks"
        assert str(caught.value) == expected


SEMI = (
    "ROWS\n N cost\n G sum\nCOLUMNS\n{} x cost 1 sum 1\n{} y cost 3 sum 1\nRHS\n R sum {}\n"
    "BOUNDS\n{}ENDATA\n"
)
MARKERS = " M 'MARKER' 'INTORG'\n", " M 'MARKER' 'INTEND'\n"


@pytest.mark.parametrize("backend", ["cbc", "highs", "scip"])
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
    backend: str, needed: str, lines: str, marked: object, best: object
) -> None:
    begin, end = MARKERS if marked else ("", "")
    model = read_mps(SEMI.format(begin, end, needed, lines))
    assert solve_model(model, backend).objective == best
    assert solve_model(read_mps(model.to_mps()), backend).objective == best


SOS = (
    "ROWS\n N cost\n L sum\nCOLUMNS\n x cost -3 sum 1\n y cost -2 sum 1\n z cost -4 sum 1\n"
    "RHS\n R sum 10\nBOUNDS\n UP B x 2\n UP B y 2.5\n LO B z -1\n UP B z 1\nSOS\n{}ENDATA\n"
)


@pytest.mark.parametrize("backend", ["cbc", "highs", "scip"])
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
def test_special_ordered_sets(backend: str, lines: str, best: object) -> None:
    model = read_mps(SOS.format(lines))
    assert solve_model(model, backend).objective == best
    assert solve_model(read_mps(model.to_mps()), backend).objective == best


IF = (
    "ROWS\n N cost\n L cap\n E both\nCOLUMNS\n x cost -1 cap 1\n x both 1\n y cost -1 cap 1\n"
    " b cost {}\nRHS\n R cap 2.5 both 7\nRANGES\n R cap 1.5\nBOUNDS\n UP B x 9\n UP B y 9\n"
    " BV B b\nINDICATORS\n IF cap b 1\n IF both b 0\nENDATA\n"
)


@pytest.mark.parametrize("backend", ["cbc", "highs", "scip"])
def test_indicators(backend: str) -> None:
    for worth, best in ((0, -16), (-13, -16), (-14, Fraction(-33, 2))):
        model = read_mps(IF.format(worth))
        assert solve_model(model, backend).objective == best
        assert solve_model(read_mps(model.to_mps()), backend).objective == best
    assert [str(one) for one in model.check(np.array([0, 9, 1]))] == [
        "cap is 9, not within 1 and 2.5"
    ]
    assert [str(one) for one in model.check(np.array([0, 9, 0]))] == ["both is 0, not 7"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (WHOLE.replace("ENDATA", "QUADOBJ\n x x 2\nENDATA"),
         "18:1: quadratic terms: the section QUADOBJ; only linear rows and objectives are read"),
        (WHOLE.replace("ENDATA", "QCMATRIX sum\n x x 2\nENDATA"),
         "18:1: quadratic terms: the section QCMATRIX; only linear rows and objectives are read"),
        (WHOLE.replace("ENDATA", "QSECTION cost\n x x 2\nENDATA"),
         "18:1: quadratic terms: the section QSECTION; only linear rows and objectives are read"),
        (WHOLE.replace("ENDATA", "CSECTION k 0 QUAD\n x\nENDATA"),
         "18:1: conic terms: the section CSECTION; only linear rows and objectives are read"),
        (WHOLE.replace("ROWS", "OBJNAME\n sum\nROWS"),
         "2:1: OBJNAME: 'sum' is no row of kind N; name one of ROWS"),
        (WHOLE.replace("ROWS", "OBJNAME\nROWS"), "2:1: OBJNAME with 0 names; give one"),
        (SEMI.format("", "", 1, " SC B x 1e30\n LO B x 2\n"),
         "10:7: 'x' is semi-continuous, and has no upper bound; state one; rows need it as big M"),
        (SEMI.format("", "", 1, " SC B x 3\n UP B x 4\n"),
         "11:7: a second upper bound for 'x'; the first is on line 10"),
        (SOS.format(" x 1\n"), "16:2: a member of no set; begin with S1 or S2 and a name"),
        (SOS.format(" S1 a\n q 1\n"), "17:2: unknown column 'q'; name it in COLUMNS"),
        (SOS.format(" S1 a\n x one\n"), "17:4: 'one' is not a number; give a finite number"),
        (SOS.format(" S1 a\n x 1 y\n"),
         "17:2: expected 1 or 2 fields, got 3; give a column and its weight"),
        (SOS.format(" S1 a\n x 1\n x 2\n"),
         "18:2: 'x' stands twice in this set; keep one of the two"),
        (SOS.format(" S2 a\n x 1\n y 1\n"), ("16:2: two variables of 'a' have one weight; "
         "give each its own, since they make the order")),
        (SOS.replace(" UP B y 2.5\n", "").format(" S1 a\n x 1\n y 1\n"),
         None),
        (SOS.replace(" UP B y 2.5\n", "").replace(" LO B z -1\n", " MI B z\n").format(
            " S1 a\n x 1\n y 1\n"), "15:2: y needs bounds here; give it both bounds"),
        (IF.replace("IF cap b 1", "IF cap x 1").format(0),
         "19:9: the indicator 'x' is not binary; list it among the binaries"),
        (IF.replace("IF cap b 1", "IF cap b 2").format(0), "19:11: the value '2'; give 0 or 1"),
        (IF.replace("IF cap b 1", "IF cap q 1").format(0),
         "19:9: unknown column 'q'; name it in COLUMNS"),
        (IF.replace("IF cap b 1", "IF cost b 1").format(0),
         "19:5: unknown row 'cost'; name it in ROWS"),
        (IF.replace("IF cap b 1", "IF cap b").format(0),
         "19:2: 'IF cap b' is no indicator; write IF, a row, a binary column, and 0 or 1"),
        (IF.replace("IF both b 0", "IF cap b 0").format(0),
         "20:5: row 'cap' has an indicator already; keep one of the two"),
        (IF.replace(" UP B x 9\n", "").format(0),
         "18:2: x needs an upper bound here; give it one, which rows use as big M"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(text: str, message: str | None) -> None:
    if message is None:
        # The row `sum` bounds the column.
        assert solve_model(read_mps(text), "highs").objective is not None
        return
    with pytest.raises(InputError) as caught:
        read_mps(text, "a")
    assert str(caught.value) == f"a:{message}"
