"""Exact covers as matrices: what is read, what is refused, and what is written."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.asking.files import CoverModel, read_matrix
from ilpuzzles.asking.model import Model
from ilpuzzles.asking.program import AskableProgram
from ilpuzzles.errors import ModelError
from ilpuzzles.formats import cover as cover_module
from ilpuzzles.formats.cover import cover_of
from ilpuzzles.modelling.program import program_of
from ilpuzzles.modelling.rows import Kind
from support.begun_models import with_binaries, with_binary
from support.file_models import complaint

ROWS = ["0010110", "1001001", "0110010", "1001000", "0100001"]

HOW = "write 0 and 1 with blanks between them, or without"
SAME = "give all rows the same length"


def covers(matrix: list[list[int]]) -> list[tuple[int, ...]]:
    """Every set of rows that has exactly one 1 in every column, by trying all sets."""
    found = []
    for chosen in product((0, 1), repeat=len(matrix)):
        rows = [row for row, wanted in zip(matrix, chosen, strict=True) if wanted]
        if all(sum(row[place] for row in rows) == 1 for place in range(len(matrix[0]))):
            found.append(tuple(number for number, wanted in enumerate(chosen) if wanted))
    return sorted(found)


def solutions(model: Model | AskableProgram) -> list[tuple[int, ...]]:
    """Every assignment of the variables, within their bounds, that satisfies every row."""
    program = program_of(model)
    ends = zip(program.lower.numbers.tolist(), program.upper.numbers.tolist(), strict=True)
    spans = [range(a, b + 1) for a, b in ends]
    return [values for values in product(*spans) if not model.check(np.array(values))]


def matrix_of(text: str) -> list[list[int]]:
    """A text of ours as numbers, read the simple way."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return [[int(number) for number in line.split()] for line in lines]


def test_all_ways_to_write_a_matrix_are_read_alike() -> None:
    spaced = "\n".join(" ".join(row) for row in ROWS)
    dense = "\n".join(ROWS)
    wide = "# a comment\n\n" + "\n".join("\t" + "  ".join(row) + " " for row in ROWS) + "\n\n \n"
    ragged = spaced.replace("0 1", "0   1").replace("0 0", "0\t 0")
    mixed = f"{spaced}\n# the same again follows\n"
    returned = spaced.replace("\n", "\r\n") + "\r\n"
    for text in (spaced, spaced + "\n", dense, wide, ragged, mixed, returned):
        model = read_matrix(text, "knuth.txt")
        assert isinstance(model, CoverModel)
        assert model.name == "knuth"
        assert model.names == tuple(f"row[{number}]" for number in range(5))
        assert model.to_matrix() == spaced + "\n"
        rows = model.program().rows
        assert rows.kinds.tolist() == [Kind.EXACTLY_ONE] * 7
        assert [model.groups[number].name for number in rows.groups] == ["each column once"] * 7
        assert model.groups[0].why == "exactly one chosen row has a 1 in it"
        assert [model.row_name(number) for number in (0, 6)] == ["column[0]", "column[6]"]
        assert not model.without("each column once").check(np.ones(5, int))


def test_a_column_without_any_1_has_no_cover() -> None:
    model = read_matrix("1 0\n1 0\n")
    assert solutions(model) == []
    assert str(model.check(np.array([1, 0]))[0]) == "column[1] is 0, not 1"


def test_the_blocks_of_a_large_matrix_fit_together(monkeypatch: pytest.MonkeyPatch) -> None:
    dice = random.Random(3)
    rows = [[dice.randint(0, 1) for _ in range(7)] for _ in range(50)]
    text = "\n".join(" ".join(map(str, row)) for row in rows) + "\n"
    expected = read_matrix(text).to_matrix()
    monkeypatch.setattr(cover_module, "_DIGITS_AT_ONCE", 20)
    monkeypatch.setattr(cover_module, "_BYTES_AT_ONCE", 20)
    assert read_matrix(text).to_matrix() == expected == text


@pytest.mark.every("text")
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "1:1: the file is empty; get it again"),
        ("# no row\n\n", "1:9: the matrix has no rows; write a line of 0 and 1 for every option"),
        ("0 1\n1 2\n", f"2:3: '2' is not 0 or 1; {HOW}"),
        ("01\n0x\n", f"2:2: 'x' is not 0 or 1; {HOW}"),
        ("0 1\n 10 1\n", f"2:2: '10' is not 0 or 1; {HOW}"),
        ("0,1\n", f"1:2: ',' is not 0 or 1; {HOW}"),
        ("0 é\n", f"1:3: 'é' is not 0 or 1; {HOW}"),
        ("0.0e+00 1.0e+00\n", ("1:1: '0.0e+00' is not 0 or 1; write whole numbers: "
         'numpy.savetxt with fmt="%d"')),
        ("1.0\n", "1:1: '1.0' is not 0 or 1; write whole numbers: numpy.savetxt with fmt=\"%d\""),
        ("01 # one\n", "1:4: a comment follows numbers; put comments on lines of their own"),
        ("#\n0 1 1\n0 1\n", f"3:4: the row has 2 numbers, but line 2 has 3; {SAME}"),
        ("01\n011\n", f"2:3: the row has 3 numbers, but line 1 has 2; {SAME}"),
        ("0 1\n\n\n1 0\n", ("2:1: a blank line stands inside the matrix; "
         "remove it, or put one matrix in a file")),
        ("0 1\x0b\n", ("1:4: the character '\\x0b' has no place in a model file; "
         "check that this is a text file")),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(text: str, line: str) -> None:
    assert complaint(read_matrix, text) == line


@pytest.mark.parametrize(
    ("name", "line"),
    [("ROWS", "3:1: more than 2 rows"), ("COLUMNS", "1:1: more than 2 columns"),
     ("ONES", "2:1: more than 2 entries of 1")],
)  # fmt: skip
def test_limits_are_said(monkeypatch: pytest.MonkeyPatch, name: str, line: str) -> None:
    monkeypatch.setattr(cover_module, f"MAX_{name}", 2)
    found = complaint(read_matrix, "101\n100\n001\n")
    assert found == f"{line}; solve it with a program made for that, or split it"


def puzzle() -> Model:
    """Two pieces on three cells, of which the last one may stay empty."""
    model = Model("strip")
    x = model.binary("put", ["A0", "A1", "B0", "B1", "B2"])
    with model.group("pieces", why="each piece once"):
        model.exactly_one([x["A0"], x["A1"]])
        model.exactly_one([x["B0"], x["B1"], x["B2"]])
    with model.group("cells", why="at most one piece in a cell"):
        model.at_most_one([x["A0"], x["B0"]])
        model.at_most_one([x["A0"], x["A1"], x["B1"]])
        model.at_most_one([x["A1"], x["B2"]])
    with model.group("start", why="what is given"):
        model.add(x["B0"] == 0)
    return model


def test_a_model_becomes_a_matrix() -> None:
    model = puzzle()
    lines = ["1 0 1 1 0", "1 0 0 1 1", "0 1 0 1 0", "0 1 0 0 1"]
    unused = ["0 0 1 0 0", "0 0 0 1 0", "0 0 0 0 1"]
    assert model.to_matrix().splitlines() == lines + unused
    assert model.to_matrix(unused_rows=False).splitlines() == lines
    (family,) = model.families
    fixed = model.without("start").fix({family["A0"]: 1, family["B1"]: 0})
    # The variable that is fixed to 1 has a column of its own, the last one.
    lines = ["1 0 1 1 0 1", "1 0 0 1 1 0", "0 1 1 0 0 0", "0 1 0 0 1 0"]
    assert fixed.to_matrix(unused_rows=False).splitlines() == lines
    assert fixed.to_matrix(names=True).splitlines()[:14] == [
        "# row 0 = put_A0",
        "# row 1 = put_A1",
        "# row 2 = put_B0",
        "# row 3 = put_B2",
        "# row 4 = nothing else in column 2",
        "# row 5 = nothing else in column 3",
        "# row 6 = nothing else in column 4",
        "# column 0 = pieces_0",
        "# column 1 = pieces_1",
        "# column 2 = cells_0",
        "# column 3 = cells_1",
        "# column 4 = cells_2",
        "# column 5 = put_A0 = 1",
        "1 0 1 1 0 1",
    ]
    named = fixed.to_matrix(names=True)
    assert read_matrix(named).to_matrix() == fixed.to_matrix()
    assert np.loadtxt(named.splitlines(), dtype=int).tolist() == matrix_of(named)


def test_rows_that_never_or_always_hold() -> None:
    model, x = with_binaries(2)
    model.exactly_one(x)
    lower, upper = np.array([2, -np.inf]), np.array([1, np.inf])
    starts = np.array([0, 2, 4])
    model.add_rows(Kind.LINEAR, starts, np.array([0, 1, 0, 1]), lower=lower, upper=upper)
    assert model.to_matrix() == "1 0\n1 0\n"
    assert solutions(model) == covers(matrix_of(model.to_matrix())) == []
    stuck, y = with_binary("y")
    stuck.add((3 * y).between(1, 2))
    stuck.at_most_one([])
    assert stuck.to_matrix() == "0 0\n0 1\n"


def refused(model: Model | AskableProgram) -> str:
    with pytest.raises(ModelError) as caught:
        model.to_matrix()
    return str(caught.value)


def test_the_first_row_that_stops_it_is_named() -> None:
    model = puzzle()
    (x,) = model.families
    with model.group("far apart", why="for show"):
        model.add(x["A0"] + x["B1"] == 1)
        model.add(x["A0"] + 2 * x["B1"] <= 2)
        model.at_least_one(x)
    advice = 'write LP or MPS, or switch the group off with --without "far apart"'
    what = "a 0-1 matrix cannot state 'put[A0] + 2 put[B1] <= 2' (row far apart[1])"
    assert refused(model) == f"{what}; {advice}"
    assert model.without("far apart").to_matrix() == puzzle().to_matrix()
    negated, y = with_binaries(2, name="y")
    negated.exactly_one([y[0], ~y[1]])
    what = "a 0-1 matrix cannot state 'exactly one of y[0], ~y[1]' (row exactly_one[0])"
    assert refused(negated) == f"{what}; write LP or MPS"


def test_other_variables_and_objectives_are_refused() -> None:
    model = Model()
    x, n = model.binary("x", 2), model.integer("n", lower=0, upper=3)
    model.exactly_one(x)
    assert refused(model) == "'n' is not binary; write LP or MPS"
    model.add(n + x[0] <= 1)
    what = "a 0-1 matrix cannot state 'n + x[0] <= 1' (row linear[0]): 'n' is not binary"
    assert refused(model) == f"{what}; write LP or MPS"
    hidden, y = with_binaries(2, name="y")
    hidden.exactly_one(y)
    both = hidden.conjunction(list(y.flat))
    assert "a 0-1 matrix cannot state 'and 1 = all of y[0], y[1]' (row conjunction[0])" in refused(
        hidden
    )
    assert both.column == 2
    other = Model()
    z, extra = other.binary("z"), other.binary("extra", auxiliary=True)
    other.at_most_one([z, extra])
    assert "): 'extra' is auxiliary: it does not tell solutions apart; write" in refused(other)
    goal = Model()
    goal.exactly_one(goal.binary("x", 2))
    goal.maximize(goal.families[0].sum())
    assert refused(goal) == "a 0-1 matrix has no place for an objective; write LP or MPS"


def test_matrices_without_shape_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    model, x = with_binaries(2)
    what = "the model has no rows, so the matrix would have no columns"
    assert refused(model) == f"{what}; write LP or MPS"
    model.exactly_one(x)
    none = "no variable can be 1, so the matrix would have no lines; write LP or MPS"
    assert refused(model.fix({x[0]: 0, x[1]: 0})) == none
    monkeypatch.setattr(cover_module, "MAX_CHARACTERS", 3)
    long = "the matrix would have 2 lines and 1 column, more than 3 characters; write LP or MPS"
    assert refused(model) == long


@st.composite
def coverable(draw: st.DrawFn) -> Model | AskableProgram:
    """Models whose rows a matrix can express, some of them stated in a roundabout way."""
    model = Model()
    count = draw(st.integers(1, 5))
    x = list(model.binary("x", count).flat)
    some = st.lists(st.sampled_from(x), unique_by=lambda variable: variable.column, max_size=4)
    for _ in range(draw(st.integers(1, 4))):
        kind, terms = draw(st.integers(0, 7)), draw(some)
        one, total = draw(st.sampled_from(x)), model.sum(terms)
        if kind <= 1:
            model.exactly_one(terms)
        elif kind <= 3:
            model.at_most_one(terms)
        elif kind == 4:
            model.add(total.between(draw(st.integers(-1, 1)), 1))
        elif kind == 5:
            model.add((draw(st.sampled_from([-2, -1, 1, 2])) * one).between(-1, 1))
        elif kind == 6:
            model.add(one == draw(st.integers(0, 1)))
        else:
            model.add(model.sum(terms[:2]) == 0)
    fixed = draw(st.dictionaries(st.sampled_from(range(count)), st.integers(0, 1), max_size=2))
    return model.fix({x[number]: value for number, value in fixed.items()})


@pytest.mark.exhaustive
@given(coverable())
def test_as_many_covers_as_solutions(model: AskableProgram) -> None:
    try:
        text = model.to_matrix()
    except ModelError as error:
        assert "the matrix would have no " in str(error)
        return
    found = covers(matrix_of(text))
    assert len(found) == len(solutions(model))
    again = read_matrix(text)
    assert sorted(again.chosen(np.array(values)).rows for values in solutions(again)) == found
    assert again.to_matrix() == text
    # Without the further rows, each solution that covers all columns is left.
    short = cover_of(model)
    used = len(short.columns)
    if used:
        exact = covers(matrix_of(model.to_matrix(unused_rows=False)))
        assert exact == [cover for cover in found if all(row < used for row in cover)]
