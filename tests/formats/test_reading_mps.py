"""Reading MPS files: what is taken, what is refused and where, and that nothing is misread."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import TypeAlias

import numpy as np
import pytest

from ilpuzzles.backends.cbc import CbcBackend
from ilpuzzles.backends.interface import Options
from ilpuzzles.backends.registry import get_backend
from ilpuzzles.errors import InputError, UnknownNameError
from ilpuzzles.formats.mps import read_mps
from ilpuzzles.formats.reading import FileModel
from ilpuzzles.jobs.process import run_child
from ilpuzzles.jobs.temporary_files import private_folder
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY, Kind
from support.random_models import sample

HEAD = "NAME a\nROWS\n N cost\n L low\n G high\n E even\n"
BODY = (
    "COLUMNS\n M 'MARKER' 'INTORG'\n x cost 3 low 1\n x high 1\n y cost -2 even 2\n y low 1\n"
    " M 'MARKER' 'INTEND'\n"
)
WHOLE = HEAD + BODY + "RHS\n R low 4 high 1\n R even 2\nBOUNDS\n BV B x\n UP B y 3\nENDATA\n"

Row: TypeAlias = tuple[dict[int, int], int, int]


def rows_of(program: Program) -> list[Row]:
    """The rows: coefficients by column, and the bounds."""
    rows = program.rows
    columns, factors = rows.columns.tolist(), rows.coefficients.tolist()
    return [
        (dict(zip(columns[first:last], factors[first:last], strict=True)), lower, upper)
        for (first, last), lower, upper in zip(
            pairwise(rows.starts.tolist()), rows.lower.tolist(), rows.upper.tolist(), strict=True
        )
    ]


def named_rows(model: FileModel) -> dict[str, tuple[dict[str, int], int, int]]:
    """The rows by name: coefficients by name, and the bounds."""
    return {
        model.row_name(number): ({model.names[c]: f for c, f in factors.items()}, lower, upper)
        for number, (factors, lower, upper) in enumerate(rows_of(model.program()))
    }


def bounds(model: FileModel) -> dict[str, tuple[Number, Number]]:
    return {name: model.bounds(model.variable(name)) for name in model.names}


def test_what_a_file_says() -> None:
    model = read_mps(WHOLE)
    assert (model.name, model.names) == ("a", ("x", "y"))
    assert bounds(model) == {"x": (0, 1), "y": (0, 3)}
    assert named_rows(model) == {
        "low": ({"x": 1, "y": 1}, MINUS_INFINITY, 4),
        "high": ({"x": 1}, 1, PLUS_INFINITY),
        "even": ({"y": 2}, 2, 2),
    }
    objective = model.program().objective
    assert objective is not None
    assert (objective.columns.tolist(), objective.coefficients.tolist()) == ([0, 1], [3, -2])
    assert (objective.constant, objective.maximize) == (0, False)
    assert [str(v) for v in model.check(np.array([0, 2]))] == [
        "high is 0, not at least 1",
        "even is 4, not 2",
    ]


def test_a_file_model_can_be_added_to() -> None:
    model = read_mps(WHOLE)
    z = model.binary("z", 2)
    row = model.exactly_one([model.variable("x"), z[1]])
    assert (model.name_of(3), model.row_name(row)) == ("z[1]", "exactly_one[0]")
    assert model.statistics().rows == 4
    with pytest.raises(UnknownNameError, match=r"^unknown variable 'xx'; did you mean 'x'\?$"):
        model.variable("xx")


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


@pytest.mark.parametrize(
    ("lines", "lower", "upper"),
    [
        ("", 0, 1), ("LO B x 0", 0, None), ("UP B x 3", 0, 3), ("UP B x -3", None, -3),
        ("UP B x -3\n LO B x -5", -5, -3), ("UI B x -3", None, -3), ("UP B x 0", 0, 0),
        ("LO B x -3", -3, None),
        ("FX B x -3", -3, -3), ("FR B x", None, None), ("MI B x", None, None), ("PL B x", 0, None),
        ("MI B x\n UP B x -4", None, -4), ("UP B x -4\n MI B x", None, -4), ("BV B x", 0, 1),
        ("LI B x -2\n UI B x 5.", -2, 5), ("UP x 3e0", 0, 3), ("BV x", 0, 1), ("BV x 1", 0, 1),
        ("BV B x 1", 0, 1), ("FR B x 0.0", None, None), ("UP B x 1e30", 0, None),
        ("LO B x -1e20", None, None), ("LO B x -Inf\n UP B x +infinity", None, None),
    ],
)  # fmt: skip
def test_bounds(lines: str, lower: int | None, upper: int | None) -> None:
    text = (
        "ROWS\n N c\n L r\nCOLUMNS\n M 'MARKER' 'INTORG'\n x r 1\n M 'MARKER' 'INTEND'\n"
        f"BOUNDS\n {lines}\nENDATA\n"
    )
    least = MINUS_INFINITY if lower is None else lower
    most = PLUS_INFINITY if upper is None else upper
    assert bounds(read_mps(text)) == {"x": (least, most)}


@pytest.mark.parametrize(
    ("section", "maximize"),
    [("OBJSENSE\n    MAX\n", True), ("OBJSENSE MAX\n", True), ("OBJSENSE MINIMIZE\n", False),
     ("OBJSENSE\n* so\n\n maximize\n", True), ("", False), ("OBJSENSE    MAXIMIZE\n", True),
     ("OBJSENSE\n  MIN\n", False), ("*SENSE:Maximize\n", True), ("*SENSE:Minimize\n", False),
     ("OBJSENSE\n MAX\n*SENSE:Maximize\n", True), ("* sense: maximize\n", False)],
)  # fmt: skip
def test_senses(section: str, maximize: bool) -> None:
    for text in (section + WHOLE, WHOLE.replace("ROWS\n", section + "ROWS\n")):
        objective = read_mps(text).program().objective
        assert objective is not None
        assert objective.maximize is maximize


def test_the_right_hand_side_of_the_objective_is_subtracted() -> None:
    objective = read_mps(WHOLE.replace("R even 2", "R even 2 cost -7")).program().objective
    assert objective is not None
    assert objective.constant == 7


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
        assert named_rows(model) == {
            "LIM1": ({"XONE": 1}, MINUS_INFINITY, 4),
            "IGNORED": ({"XONE": 9}, MINUS_INFINITY, PLUS_INFINITY),
        }
    assert read_mps(text.replace("NAME          TESTPROB", "NAME"), "some/b.mps").name == "b"


def test_fractions_are_scaled_away() -> None:
    text = WHOLE.replace("x cost 3 low 1", "x cost 3 low .5").replace("y low 1", "y low 0.25")
    text = text.replace("R low 4 high 1", "R low 1.125 high 1").replace("R even 2", "R even 1.50e0")
    assert named_rows(read_mps(text)) == {
        "low": ({"x": 2, "y": 1}, MINUS_INFINITY, 4),
        "high": ({"x": 1}, 1, PLUS_INFINITY),
        "even": ({"y": 4}, 3, 3),
    }


def test_rows_of_literals_are_recognised() -> None:
    rows = {
        "E one 1": Kind.EXACTLY_ONE, "L one 1": Kind.AT_MOST_ONE, "G one 1": Kind.AT_LEAST_ONE,
        "L one 2": Kind.LINEAR, "G one 0": Kind.LINEAR, "E one 0": Kind.LINEAR,
    }  # fmt: skip
    negated = {
        "E one 0": Kind.EXACTLY_ONE,
        "L one 0": Kind.AT_MOST_ONE,
        "G one 0": Kind.AT_LEAST_ONE,
    }
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


@pytest.mark.parametrize("seed", range(40))
def test_what_we_write_is_read_back(seed: int) -> None:
    made = sample(seed, objective=seed % 2 == 0).model
    if seed % 4 > 1:
        n = made.integer("n", ["p q", "r"], lower=-seed, upper=None)
        made.add((3 * n["p q"] - 2 * n["r"]).between(-4, 1 << 40))
        made.integer("unused", lower=None, upper=5)
    made.binary("fixed [0]")
    program = linearised(made.program())
    model = read_mps(made.to_mps())
    again = model.program()
    assert again.deciding.tolist() == program.deciding.tolist()
    assert rows_of(program) == rows_of(again)
    assert program.lower.tolist() == again.lower.tolist()
    assert program.upper.tolist() == again.upper.tolist()
    # The reader may see literals where the model spoke of numbers, never the other way round.
    literal = program.rows.kinds != Kind.LINEAR
    assert (program.rows.kinds == again.rows.kinds)[literal].all()
    if program.objective is None:
        assert again.objective is None
    else:
        values = np.arange(program.variables)
        theirs = again.objective
        assert (0 if theirs is None else theirs.value(values)) == program.objective.value(values)
        assert theirs is None or theirs.maximize == program.objective.maximize
    assert read_mps(model.to_mps()).to_mps() == model.to_mps()


def cbc_says(text: str) -> float | None:
    """What CBC makes of a file by itself: the objective, or None for infeasible."""
    program = CbcBackend()._find()
    assert program is not None
    with private_folder() as folder:
        Path(folder, "model.mps").write_text(text)
        run = run_child([program, "model.mps", "-solve", "-solution", "s.txt", "-quit"], folder)
        assert not re.search("[1-9][0-9]* errors", run.log), run.log
        header = Path(folder, "s.txt").read_text().splitlines()[0]
    if header.startswith(("Infeasible", "Integer infeasible")):
        return None
    assert header.startswith("Optimal"), header
    return float(header.split()[-1])


def random_file(seed: int) -> str:
    """A small file with ranges of every sign, fractions, and bounds of many types."""
    dice = random.Random(seed)
    rows = [(dice.choice("LGEN"), f"r{n}") for n in range(4)]
    lines = ["NAME", "ROWS", " N cost", *(f" {kind} {name}" for kind, name in rows), "COLUMNS"]
    lines.append("    MARKER  'MARKER'  'INTORG'")
    for column in range(4):
        lines.append(f" c{column} cost {dice.randint(-5, 5)}")
        for _, name in rows:
            if dice.random() < 0.7:
                lines.append(f" c{column} {name} {dice.choice([-2, -1, 1, 1.5, 0.25, 3])}")
    lines += ["    MARKER  'MARKER'  'INTEND'", "RHS"]
    sided = [name for kind, name in rows if kind != "N"]
    lines += [f" RHS {name} {dice.randint(-6, 12) / 2}" for name in sided]
    lines.append("RANGES")
    lines += [
        f" RNG {name} {dice.choice([-7, -2.5, 2, 8])}" for name in sided if dice.random() < 0.6
    ]
    lines.append("BOUNDS")
    for column in range(4):
        bound = dice.choice(["BV B {}", "UP B {} 4", "FX B {} 2", "LO B {} -3\n UP B {} 2"])
        lines.append(" " + bound.replace("{}", f"c{column}"))
    return "\n".join([*lines, "ENDATA", ""])


@pytest.mark.parametrize("seed", range(25))
def test_cbc_reads_the_same_out_of_files(seed: int) -> None:
    text = random_file(seed)
    model = read_mps(text)
    result = get_backend("cpsat").solve(model.program(), Options())
    assert cbc_says(text) == (
        None if result.objective is None else pytest.approx(result.objective, abs=1e-6)
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a:1:1: the file is empty; get it again"),
        (" \n\n", "a:1:1: the file is empty; get it again"),
        (HEAD, "a:6:8: the file ends without ENDATA; it was cut off; get it again"),
        ("ROWS\x00\n", ("a:1:5: the character '\\x00' has no place in a model file; "
         "check that this is a text file")),
        ("x\n R\u00a0low\n", ("a:2:3: the character '\\xa0' has no place in a model file; "
         "check that this is a text file")),
        (" x\nROWS\n", "a:1:2: data before the first section; start with NAME"),
        ("puzzle: a\n", ("a:1:1: unknown section 'puzzle:'; "
         "known: NAME, OBJSENSE, OBJNAME, ROWS, COLUMNS, RHS, RANGES, BOUNDS, SOS, INDICATORS, "
         "ENDATA")),
        (WHOLE.replace("BOUNDS", "RHS"), "a:17:1: section RHS appears twice; join the two"),
        (WHOLE.replace("ROWS\n", "COLUMNS\n"), "a:2:1: COLUMNS before ROWS; put ROWS before it"),
        ("ROWS\nNAME\n", "a:2:1: NAME after ROWS; put it before"),
        ("NAME a\nENDATA\n", "a:2:1: ENDATA before COLUMNS; put COLUMNS before it"),
        ("NAME a\n b\nROWS\nCOLUMNS\nENDATA\n", "a:2:2: text below NAME; remove it"),
        (WHOLE.replace("ROWS\n", "ROWS N\n"), ("a:2:6: 'N' on the line of ROWS; "
         "start the data on a new line, with a blank")),
        ("OBJSENSE\n" + WHOLE, "a:1:1: OBJSENSE without a word; add MAX or MIN"),
        ("OBJSENSE UP\n" + WHOLE, "a:1:10: 'UP' in OBJSENSE; give MAX or MIN, and nothing else"),
        ("OBJSENSE MAX\n MIN\n" + WHOLE,
         "a:2:2: 'MIN' in OBJSENSE; give MAX or MIN, and nothing else"),
        ("*SENSE:Up\n" + WHOLE, ("a:1:1: 'Up' in the comment *SENSE:; "
         "write Maximize or Minimize, or remove the comment")),
        ("*SENSE:Maximize\nOBJSENSE MIN\n" + WHOLE,
         "a:1:1: 'Maximize' in this comment contradicts line 2; keep one of the two"),
        ("*SENSE:Maximize\n*SENSE:Minimize\n" + WHOLE,
         "a:2:1: 'Minimize' in this comment contradicts line 1; keep one of the two"),
        (WHOLE.replace(" L low", " L low est"), ("a:4:2: expected 2 fields, got 3; "
         "give a kind and a name without blanks")),
        (WHOLE.replace(" L low", " l low"), "a:4:2: unknown kind of row 'l'; known: N, L, G, E"),
        (WHOLE.replace(" G high", " G low"), ("a:5:4: there is already a row 'low'; choose "
         "another name")),
        (WHOLE.replace(" G high", " G cost"), ("a:5:4: there is already a row 'cost'; "
         "choose another name")),
        (WHOLE.replace("x high 1", "x high"), ("a:10:2: expected 3 or 5 fields, got 2; "
         "give a column and one or two rows with numbers; names have no blanks")),
        (WHOLE.replace("x high 1", "x hig 1"), "a:10:4: unknown row 'hig'; name it in ROWS"),
        (WHOLE.replace("x high 1", "x high 1e"), ("a:10:9: '1e' is not a number; "
         "give a finite number")),
        (WHOLE.replace("x high 1", "x high nan"), ("a:10:9: 'nan' is not a number; "
         "give a finite number")),
        (WHOLE.replace("x high 1", "x high inf"), ("a:10:9: 'inf' is not a number; "
         "give a finite number")),
        (WHOLE.replace("x high 1", "x high 1e999999999"), ("a:10:9: '1e999999999' is not a number; "
         "give a finite number")),
        (WHOLE.replace("x high 1", "x high 1_0"), ("a:10:9: '1_0' is not a number; "
         "give a finite number")),
        (WHOLE.replace("x high 1", "x high 1e19"), ("a:10:9: '1e19' has 63 bits or more; "
         "scale it down")),
        (WHOLE.replace("R low 4", "R low 1e19"), ("a:4:4: row 'low' has a bound of 63 bits or "
         "more; scale it to whole numbers")),
        (WHOLE.replace("x high 1", "x high 1 low 2"), ("a:10:2: 'x' has two coefficients in "
         "'low'; keep one of the two")),
        (WHOLE.replace("x high 1", "x high 1 high 2"), ("a:10:2: 'x' has two coefficients in "
         "'high'; keep one of the two")),
        (WHOLE.replace("y low 1", "x even 1"), ("a:12:2: column 'x' continues after another "
         "one; put all its lines together")),
        (WHOLE.replace(" M 'MARKER' 'INTORG'\n", ""), ("a:12:13: INTEND without INTORG; "
         "let INTORG and INTEND take turns")),
        (WHOLE.replace("INTEND", "INTORG"), ("a:13:13: INTORG follows INTORG; "
         "let INTORG and INTEND take turns")),
        (WHOLE.replace("INTORG", "SOSORG"), ("a:8:13: unknown marker ''SOSORG''; "
         "known: 'INTORG', 'INTEND'")),
        (WHOLE.replace("R even 2", "S even 2"), ("a:16:2: a second set in RHS: 'S', after 'R'; "
         "keep one of the sets")),
        (WHOLE.replace("R even 2", "R low 2"), ("a:16:4: row 'low' has a number here already; "
         "keep one of the two")),
        (WHOLE.replace("R even 2", "R evn 2"), "a:16:4: unknown row 'evn'; name it in ROWS"),
        (WHOLE.replace("R even 2", "R even two"), ("a:16:9: 'two' is not a number; "
         "give a finite number")),
        (WHOLE.replace("R even 2", "even"), ("a:16:2: expected 2 to 5 fields, got 1; "
         "give the name of the set and one or two rows with numbers")),
        (WHOLE.replace("BOUNDS", "RANGES\n R cost 1\nBOUNDS"), ("a:18:4: row 'cost' is of kind N "
         "and has no right-hand side; remove this")),
        (WHOLE.replace("E even", "N even"), ("a:16:4: row 'even' is of kind N "
         "and has no right-hand side; remove this")),
        (WHOLE.replace("UP B y 3", "XX B y 3"), ("a:19:2: unknown type of bound 'XX'; "
         "known: LO, UP, FX, LI, UI, BV, FR, MI, PL, SC, SI")),
        (WHOLE.replace("UP B y 3", "UP B z 3"), "a:19:7: unknown column 'z'; name it in COLUMNS"),
        (WHOLE.replace("UP B y 3", "UP C y 3"), ("a:19:2: a second set in BOUNDS: 'C', after 'B'; "
         "keep one of the sets")),
        (WHOLE.replace("UP B y 3", "UP y"), ("a:19:2: 2 fields; "
         "give a type, the name of the set and a column, and a number")),
        (WHOLE.replace("UP B y 3", "BV B y 1 1"), ("a:19:2: 5 fields; "
         "give a type, the name of the set and a column")),
        (WHOLE.replace("UP B y 3", "UP B y 1e19"), ("a:19:9: the bound '1e19'; "
         "give a number with fewer than 63 bits")),
        (WHOLE.replace("UP B y 3", "UP B y nan"), ("a:19:9: 'nan' is not a number; "
         "give a finite number")),
        (WHOLE.replace("UP B y 3", "FR B y zero"), ("a:19:9: 'zero' is not a number; "
         "give a finite number")),
        (WHOLE.replace("UP B y 3", "BV B z"), "a:19:7: unknown column 'z'; name it in COLUMNS"),
        (WHOLE.replace("UP B y 3", "UP B y -inf"), ("a:19:9: '-inf' leaves no value; "
         "give a finite number")),
        (WHOLE.replace("UP B y 3", "FX B y 1e30"), ("a:19:9: '1e30' leaves no value; "
         "give a finite number")),
        (WHOLE.replace("UP B y 3", "UP B x 1"), ("a:19:7: a second upper bound for 'x'; "
         ""
         "the first is on line 18")),
        (WHOLE.replace("UP B y 3", "UP B y 3\n LO B y 4"), ("a:20:7: the bounds leave no value "
         "for 'y'; its bounds are 4 and 3")),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_mps(text, "a")
    assert str(caught.value) == message


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


def test_damaged_files_never_end_in_a_traceback() -> None:
    dice = random.Random(3)
    signs = "\x00\n \t*'.-+0123456789eEINRUBx_\u00e9\ud7ff"
    for _ in range(1500):
        text = list(WHOLE)
        for _ in range(dice.randint(1, 4)):
            place = dice.randrange(len(text))
            change = dice.randrange(3)
            text[place : place + (change != 0)] = dice.choice(signs) if change else ""
            if change == 2:
                del text[place : place + dice.randint(0, 30)]
        try:
            read_mps("".join(text), "a")
        except InputError as error:
            assert re.match(r"a:\d+:\d+: .+; .+", str(error))
            assert "\n" not in str(error)


def test_long_runs_of_different_bounds() -> None:
    model = Model()
    for number in range(300):
        model.integer(f"n{number}", lower=-number, upper=number % 7)
    again = read_mps(model.to_mps())
    assert again.names == tuple(f"n{number}" for number in range(300))
    assert bounds(again)["n13"] == (-13, 6)
