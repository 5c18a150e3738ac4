"""LP and MPS files as other programs write them, each kind small: read, and solved as they read it.

The best values are what HiGHS 1.16 and SCIP 10 find, where they read such a file; the exhaustive
ring asks them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import pytest

from ilpuzzles.asking.files import FileModel, read_lp, read_mps
from ilpuzzles.errors import InputError
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.queries.explanation import explain
from ilpuzzles.queries.solve import solve_model
from support.doubles.peers import NO_PEERS, Peers, peers_if_any
from support.file_models import bounds, complaint, named_rows

MPS = """\
NAME a
ROWS
 N cost
 G sum
 L difference
COLUMNS
 x cost 1 sum 1
 x difference 1
 y cost 2 sum 1
 y difference -1
RHS
 R sum 3 difference 2
BOUNDS
 UP B x 4
 UP B y 5
ENDATA
"""
"""At best 3.5, with x = 2.5 and y = 0.5."""

FIXED = """\
NAME          BLEND
ROWS
 N  COST      $ price of a pound (of all charges)
 G  SUM
 L  DIFF
COLUMNS
* The first one
    X         COST         1.0
              SUM          1.0         DIFF         1.0
* The second one
    Y         COST         2.0         SUM          1.0
              DIFF        -1.0
RHS
    RHS1      SUM          3.0
              DIFF         2.0
BOUNDS
 UP BND       X            4.0
 UP           Y            5.0
ENDATA
"""
"""The same in the fixed form, where a line without a name goes on with the one above."""

LP = """\
Minimize
 cost: x + 2 y
Subject To
 sum: x + y >= 3
 difference: x - y <= 2
Bounds
 x <= 4
 y <= 5
End
"""
"""The same in LP."""

BOTH = ("highs", "scip")
HALF = Fraction(7, 2)


@dataclass(frozen=True)
class Case:
    """A file, and what is known of it.

    Attributes:
        text: What is put for what in one of the files above.
        best: The best value, or None if there is no solution.
        readers: The programs that find the same.
        noted: What a note says, if there is one.
    """

    text: str
    best: Number | None
    readers: tuple[str, ...] = BOTH
    noted: str = ""

    @property
    def ending(self) -> str:
        """The ending of such a file."""
        return ".lp" if self.text.startswith("Minimize") else ".mps"

    def read(self) -> FileModel:
        """The model of the file."""
        return read_lp(self.text, "a") if self.ending == ".lp" else read_mps(self.text, "a")


def changed(text: str, old: str, new: str) -> str:
    """A text with one part put for another, which is there once."""
    assert text.count(old) == 1, old
    return text.replace(old, new)


def cuts(section: str) -> str:
    """The MPS file with one row more, in a section of its own."""
    text = changed(MPS, "COLUMNS\n", f"{section}\n G late\nCOLUMNS\n")
    text = changed(text, "y difference -1", "y difference -1 late 1")
    return changed(text, " R sum 3", " R late 2\n R sum 3")


SOS = changed(MPS, "ENDATA", "SOS\n{}ENDATA")
NEGATIVE = "a:14: 'x' has the upper bound -4 and no lower bound, which is 0 then"
SECOND = ": a second set in {}; the first one, '{}', counts, without {} of others (as in SCIP"

CASES = {
    "plain mps": Case(MPS, HALF),
    "plain lp": Case(LP, HALF),
    "lines without a column": Case(FIXED, HALF, ()),
    "a comment of a dollar": Case(changed(MPS, "COLUMNS", "$ a word\nCOLUMNS\n$x cost"), HALF, ()),
    "a comment of a dollar first": Case(f"$ a word\n{MPS}", HALF, ()),
    "lazy constraints": Case(cuts("LAZYCONS"), 5),
    "user cuts": Case(cuts("USERCUTS"), 5, ("scip",)),
    "lazy constraints in lp": Case(
        changed(LP, "Bounds", "Lazy Constraints\n y >= 2\nBounds"), 5, ("scip",)),
    # SCIP does not look at user cuts before it calls a solution one, and finds 14 for 5.
    "user cuts in lp": Case(changed(LP, "Bounds", "user cuts\n late: y >= 2\nBounds"), 5, ()),
    "sets of lp_solve": Case(
        SOS.format(" S1 SOS SOS1 5\n SOS x 10000\n SOS y 20000\n"), 6, ()),
    "sets in sections of lp_solve": Case(
        changed(MPS, "ENDATA", "SOS1\n SOS SOS1 5\n SOS x 1\n SOS y 2\nENDATA"), 6, ()),
    "sets as cplex has them": Case(SOS.format(" S1 SOS one 5\n x 1\n y 2\n"), 6, ("scip",)),
    "a second set of sides": Case(
        changed(MPS, "BOUNDS", " S sum 4 difference 1\nBOUNDS"), HALF, BOTH,
        "13" + SECOND.format("RHS", "R", "1 line")),
    "a second set of ranges": Case(
        changed(MPS, "BOUNDS", "RANGES\n Q sum 2\n W sum 0\nBOUNDS"), HALF, BOTH,
        "15" + SECOND.format("RANGES", "Q", "1 line")),
    "a second set of bounds": Case(
        changed(MPS, "ENDATA", " UP C x 1\n UP C y 1\nENDATA"), HALF, BOTH,
        "16" + SECOND.format("BOUNDS", "B", "2 lines")),
    # What the first set says nothing about is only HiGHS's word, and gives 4.
    "a second set of other sides": Case(
        changed(MPS, " R sum 3 difference 2\n", " R sum 3\n S difference 1\n"), Fraction(9, 2),
        ("scip",), "13" + SECOND.format("RHS", "R", "1 line")),
    "the same bound again": Case(changed(MPS, "ENDATA", " UP B x 4.0\nENDATA"), HALF),
    "the same side again": Case(changed(MPS, "BOUNDS", " R sum 3.0\nBOUNDS"), HALF),
    "an upper bound below 0": Case(
        changed(changed(MPS, " G sum", " L sum"), "x 4", "x -4"), None, BOTH, NEGATIVE),
    "an upper bound of an integer below 0": Case(
        changed(changed(MPS, " G sum", " L sum"), "UP B x 4", "UI B x -4"), None, BOTH,
        NEGATIVE),
    "an upper bound below 0 in lp": Case(
        changed(changed(LP, ">= 3", "<= 3"), "x <= 4\n y <= 5", "x <= -4\nGeneral\n x"),
        None, BOTH, "a:7: 'x' has the upper bound -4 and no lower bound, which is 0 then"),
    "an upper bound of 0": Case(changed(MPS, "x 4", "x 0"), 6),
    "the largest double": Case(changed(MPS, "x 4", "x 1.7976931348623157e+308"), HALF),
    "a bound of 1e75": Case(changed(MPS, "x 4", "x 1e75"), HALF),
    "a side of 1e30": Case(changed(MPS, "difference 2", "difference 1e30"), 3),
    "a range of 1e30": Case(changed(MPS, "BOUNDS", "RANGES\n Q sum 1e30\nBOUNDS"), HALF),
    "the largest double in lp": Case(changed(LP, "x <= 4", "x <= 1.7976931348623157e308"), HALF),
    "terms that are added": Case(changed(LP, "x + y >= 3", "x + y + x >= 3"), Fraction(3, 2)),
    "terms of the objective": Case(changed(LP, "x + 2 y", "x + 2 y + 3 x"), 6),
    "three terms": Case(changed(LP, "x + y >= 3", "0.5 x + y + 0.25 x + 0.25 x >= 3"), HALF),
    "terms that are nothing together": Case(changed(LP, "x + y >= 3", "x + y - x >= 3"), 6),
    "two rows of one name": Case(
        changed(LP, "difference:", "sum:"), HALF, BOTH,
        "5: a row has the name of another row; the second 'sum' is 'sum__2'"),
    "two upper bounds in lp": Case(changed(LP, " y <= 5", " y <= 5\n x <= 2"), 4),
    "two lower bounds in lp": Case(changed(LP, " y <= 5", " y >= 1\n y >= 2"), 5),
    "a value, then a bound": Case(changed(LP, "x <= 4", "x = 2\n x <= 3"), HALF),
    "free, then a bound": Case(changed(LP, "x <= 4", "x free\n x <= 1"), 5),
    "an integer twice": Case(changed(LP, "End", "Generals\n x x\nEnd"), 4),
    "names that begin with digits": Case(
        changed(changed(LP, "sum:", "0_Cuts:"), "difference:", "2nd :"), HALF, ()),
    "numbers as names": Case(changed(changed(LP, "sum:", "1:"), "cost:", "1.5e3x:"), HALF, ()),
}  # fmt: skip


@pytest.fixture(scope="module")
def peers() -> Iterator[Peers]:
    """HiGHS and SCIP in an environment of their own."""
    with peers_if_any() as found:
        if found is None:
            pytest.skip(NO_PEERS)
        yield found


@pytest.mark.parametrize("kind", CASES)
def test_a_file_is_read_as_others_read_it(kind: str) -> None:
    case = CASES[kind]
    model = case.read()
    assert solve_model(model, "highs").objective == case.best
    again = read_lp(model.to_lp()) if case.ending == ".lp" else read_mps(model.to_mps())
    assert solve_model(again, "highs").objective == case.best
    if case.noted:
        (note,) = model.notes
        assert note.startswith("a:")
        assert case.noted in note
    elif case.best is not None:
        assert model.notes == ()


@pytest.mark.exhaustive
def test_others_find_the_same(peers: Peers) -> None:
    wrong = []
    for kind, case in CASES.items():
        for program in case.readers:
            found = peers.solve(program, case.text, case.ending)
            best = None if case.best is None else pytest.approx(float(case.best), abs=1e-6)
            if found.objective != best or (best is None) != (found.status == "infeasible"):
                wrong.append(f"{program}, {kind}: {found}")
    assert not wrong, "\n".join(["", *wrong])


def test_a_line_without_a_name_goes_on_with_the_one_above() -> None:
    model = read_mps(FIXED)
    assert named_rows(model) == {
        "SUM": ({"X": 1, "Y": 1}, 3, None), "DIFF": ({"X": 1, "Y": -1}, None, 2),
    }  # fmt: skip
    assert bounds(model) == {"X": (0, 4), "Y": (0, 5)}
    assert model.notes == ()


def test_coefficients_of_one_variable_are_added() -> None:
    sums = {"three terms": {"x": 1, "y": 1}, "terms that are nothing together": {"y": 1}}
    for kind, expected in sums.items():
        assert named_rows(CASES[kind].read())["sum"] == (expected, 3, None)
    exact = changed(LP, "x + y >= 3", "0.1 x + y + 0.2 x + 1/3 x >= 3")
    assert named_rows(read_lp(exact))["sum"] == ({"x": 19, "y": 30}, 90, None)
    many = " + ".join(["x", "2 y"] * 100)
    assert named_rows(read_lp(changed(LP, "x + y >= 3", f"{many} >= 3")))["sum"] == (
        {"x": 100, "y": 200}, 3, None,
    )  # fmt: skip


def test_names_that_begin_with_digits_are_whole() -> None:
    rows = [*named_rows(CASES["names that begin with digits"].read())]
    assert rows == ["0_Cuts", "2nd"]
    assert [*named_rows(CASES["numbers as names"].read())] == ["1", "difference"]
    # With a blank, it is no name; without a colon, it is a term.
    assert complaint(read_lp, changed(LP, "difference:", "2 nd:")) == (
        "5:6: the row has no comparison; end it with <=, >= or = and a number; "
        "variables stand on its left side only"
    )
    assert named_rows(read_lp(changed(LP, " difference: x", " 2nd"), "a"))["c2"][0] == {
        "nd": 2, "y": -1,
    }  # fmt: skip


def test_a_note_says_that_numbers_before_a_name_are_factors() -> None:
    """PuLP writes variables that are called `1y` and `2y` so."""
    lone = changed(LP, "x + y >= 3", "1x + 2y >= 3")
    assert read_lp(lone, "a").notes == ()
    # Whoever writes terms with blanks, or one factor twice, means a sum.
    assert read_lp(changed(LP, "x + y >= 3", "1 y + x + 2 y >= 3"), "a").notes == ()
    assert read_lp(changed(LP, "x + y >= 3", "1y + x + 1y >= 3 \\ 2y"), "a").notes == ()
    said = (
        "'1y' and '2y' are 1 and 2 times 'y', as HiGHS and SCIP read it: "
        "the name of a variable cannot begin with a digit"
    )
    pair = read_lp(changed(LP, "x + y >= 3", "x + 1y\n + 2y >= 3"), "a")
    assert pair.notes == (f"a:4: {said}",)
    assert named_rows(pair)["sum"] == ({"x": 1, "y": 3}, 3, None)
    several = read_lp(changed(LP, "x + y >= 3", "4x + 1y + 2y + 3x + 3y >= 3"), "a")
    (note,) = several.notes
    assert note.endswith("begin with a digit; so it is with 1 other name")
    many = " + ".join(f"{number}y" for number in range(1, 100))
    (note,) = read_lp(changed(LP, "x + y >= 3", f"{many} >= 3"), "a").notes
    assert note == f"a:4: {said}"


def test_rows_of_one_name_are_numbered() -> None:
    text = LP.replace("difference:", "sum:").replace("Bounds", " sum: y >= 0\n sum: x >= 0\nBounds")
    model = read_lp(text, "a")
    assert [*named_rows(model)] == ["sum", "sum__2", "sum__3", "sum__4"]
    said = "a:5: 3 rows have the name of another row; the second 'sum' is 'sum__2' here"
    assert model.notes == (said,)


def test_a_row_may_be_called_like_the_objective() -> None:
    for name in ("cost", "obj"):
        text = changed(LP, " cost:", " cost:" if name == "cost" else "")
        model = read_lp(changed(text, "difference:", f"{name}:"), "a")
        assert ([*named_rows(model)], model.notes) == (["sum", name], ())
        assert solve_model(model, "highs").objective == HALF


def test_user_cuts_can_be_left_out() -> None:
    for kind in ("user cuts", "user cuts in lp"):
        model = CASES[kind].read()
        assert [group.name for group in model.groups] == ["user cuts"]
        assert solve_model(model.without("user cuts"), "highs").objective == HALF
    assert CASES["lazy constraints"].read().groups == ()


def test_what_no_value_is_left_by_is_explained() -> None:
    for kind in ("an upper bound below 0", "an upper bound below 0 in lp"):
        model = CASES[kind].read()
        assert bounds(model)["x"] == (0, None)
        assert "'x' has the upper bound -4 and no lower bound" in model.notes[0]
        said = str(explain(model))
        assert "upper_bound_x: x <= -4" in said


def test_continued_lines_need_a_column_above_and_blanks_before() -> None:
    wrong = changed(FIXED, "    X         COST         1.0\n", "")
    assert complaint(read_mps, wrong).startswith(
        "8:15: expected 3 or 5 fields, got 4; give a column"
    )
    free = changed(MPS, " x difference 1\n", " difference 1\n")
    assert complaint(read_mps, free).startswith("8:2: expected 3 or 5 fields, got 2; give a column")
    marked = changed(FIXED, "* The second one", "    M         'MARKER'       'INTORG'\n"
                     "              DIFF         1.0")  # fmt: skip
    assert complaint(read_mps, marked).startswith("11:15: expected 3 or 5 fields, got 2; ")


LP_SOLVE = [
    "/* Objective function */\nmax: +143 x +60 y;\n\n+120 x +210 y <= 15000;\n",
    "max: 3x+2y; c1: x + y <= 4;\nint x;\n",
    "min: x + y; // all\nR1: x >= 1;\n",
]


@pytest.mark.parametrize("text", LP_SOLVE)
def test_the_format_of_lp_solve_is_named(text: str) -> None:
    with pytest.raises(
        InputError, match=r"^models/a\.lp: this is the LP format of lp_solve"
    ) as said:
        read_lp(text, "models/a.lp")
    assert str(said.value).endswith("convert it: lp_solve -S1 -parse models/a.lp -wfmps a.mps")
    # A name may end with a semicolon; then what is wrong is something else.
    assert complaint(read_lp, changed(LP, "x - y <= 2", "x - y <=\n x;")).startswith(
        "6:2: 'x;' does not belong on"
    )


@pytest.mark.every("kind", "number")
@pytest.mark.parametrize(
    ("kind", "number"), [("L", "1e20"), ("G", "-inf"), ("L", "1.8e308"), ("G", "-1e30")]
)
def test_a_row_with_an_infinite_side_says_nothing(kind: str, number: str) -> None:
    text = changed(MPS, " L diff", f" {kind} diff")
    text = changed(text, "difference 2", f"difference {number}")
    assert named_rows(read_mps(text))["difference"][1:] == (None, None)


@pytest.mark.every("kind", "width")
@pytest.mark.parametrize(
    ("kind", "width", "sides"),
    [
        ("E", "1e30", (2, None)), ("E", "-1e30", (None, 2)), ("L", "-1e30", (None, 2)),
        ("G", "inf", (2, None)),
    ],
)  # fmt: skip
def test_a_row_with_an_infinite_range_has_one_side(kind: str, width: str, sides: object) -> None:
    text = changed(MPS, " L diff", f" {kind} diff")
    text = changed(text, "BOUNDS", f"RANGES\n W difference {width}\nBOUNDS")
    assert named_rows(read_mps(text))["difference"][1:] == sides
