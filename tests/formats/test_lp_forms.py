"""The forms in which public LP files say what they say, and what each means."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.formats.lp import read_lp
from ilpuzzles.formats.reading import FileModel
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY
from ilpuzzles.queries.solve import solve_model

HEAD = "Minimize\n obj: x + y\nSubject To\n"
TAIL = "Bounds\n x <= 9\n y <= 9\nGenerals\n x y\nEnd\n"


def rows(model: FileModel) -> dict[str, tuple[dict[str, int], int | None, int | None]]:
    """The rows by name: coefficients by name, and the bounds, None for none."""
    found = {}
    parts = model.program().rows
    for row in range(len(parts)):
        entries = slice(int(parts.starts[row]), int(parts.starts[row + 1]))
        names = [model.names[column] for column in parts.columns[entries].tolist()]
        lower, upper = parts.lower.tolist()[row], parts.upper.tolist()[row]
        found[model.row_name(row)] = (
            dict(zip(names, parts.coefficients[entries].tolist(), strict=True)),
            None if lower == MINUS_INFINITY else lower,
            None if upper == PLUS_INFINITY else upper,
        )
    return found


X, Y = {"x": 1}, {"x": 1, "y": 1}


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
    ],
)  # fmt: skip
def test_rows(text: str, expected: object) -> None:
    assert rows(read_lp(HEAD + text + TAIL)) == expected


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


@pytest.mark.parametrize(
    ("bounds", "lower", "upper"),
    [
        ("x >= -inf", None, None), ("-inf <= x", None, None), ("x free", None, None),
        ("x FREE", None, None), ("-infinity <= x <= 4", None, 4), ("x >= -1e30", None, None),
        ("x <= +inf", 0, None), ("-3 <= x <= 4", -3, 4), ("4 >= x >= -3", -3, 4),
        ("x = 2.5", Fraction(5, 2), Fraction(5, 2)), ("x <= 3 x >= 1", 1, 3),
        ("1 <= x x <= 1/2 y free", None, None), ("x\n<= 4\n-1 <= x", -1, 4), ("", 0, None),
    ],
)  # fmt: skip
def test_bounds(bounds: str, lower: object, upper: object) -> None:
    text = f"Minimize\n x\nSubject To\n r: x + y >= 0\nBounds\n {bounds}\nEnd\n"
    if bounds.startswith("1 <= x x"):
        with pytest.raises(InputError, match="the bounds leave no value for 'x'"):
            read_lp(text)
        return
    model = read_lp(text)
    least, most = model.bounds(model.variable("x"))
    assert (None if least == MINUS_INFINITY else least) == lower
    assert (None if most == PLUS_INFINITY else most) == upper


def test_sections_stand_in_any_order_and_several_times() -> None:
    text = (
        "Max obj: x + 2 y + z Bounds x <= 5 General x Subject To a: x + y + z <= 8\nbounds\n"
        "y <= 3\nst\nb: x - y >= 0\nbin\nz\ninteger\n\nint y\nend"
    )
    model = read_lp(text)
    assert rows(model) == {
        "a": ({"x": 1, "y": 1, "z": 1}, None, 8),
        "b": ({"x": 1, "y": -1}, 0, None),
    }
    bounds = {name: model.bounds(model.variable(name)) for name in model.names}
    assert bounds == {"x": (0, 5), "y": (0, 3), "z": (0, 1)}
    assert not model.is_continuous(range(3))
    assert solve_model(model).objective == 11


def test_words_that_are_titles_elsewhere() -> None:
    """A title is none behind a sign or a factor, or before a comparison or a colon."""
    text = "min\n obj: + st + 2 bin\nst\n bound: st + bin >= 2\n bin <= 1\nbounds\n gen <= 2\nend\n"
    model = read_lp(text)
    assert set(model.names) == {"st", "bin", "gen"}
    assert rows(model) == {
        "bound": ({"st": 1, "bin": 1}, 2, None),
        "c2": ({"bin": 1}, None, 1),
    }
    assert solve_model(model).objective == 2


def test_a_file_without_rows() -> None:
    model = read_lp("Maximize\n obj: 2 x\nBounds\n x <= 2.5\nEnd\n")
    assert (rows(model), solve_model(model).objective) == ({}, 5)


SEMI = "Minimize\n obj: x + 3 y\nSubject To\n r: x + y >= {}\nBounds\n 2 <= x <= 4\n{}\nEnd\n"


@pytest.mark.parametrize("backend", ["cbc", "highs", "scip"])
@pytest.mark.parametrize(
    ("needed", "kind", "best"),
    [
        ("0", "Semi-Continuous\n x", 0), ("0.5", "semis x", Fraction(3, 2)),
        ("1", "SEMI\n x", 2), ("2.5", "semi-continuous x", Fraction(5, 2)),
        ("2.5", "semis x\ngenerals x", 3), ("4", "semi\n x", 4), ("5", "semi x", 7),
        ("0.5", "semis\ngenerals\nbin\nsos", 2),
    ],
)  # fmt: skip
def test_semi_continuous_variables(backend: str, needed: str, kind: str, best: object) -> None:
    model = read_lp(SEMI.format(needed, kind))
    assert solve_model(model, backend).objective == best
    for again in (read_lp(model.to_lp()),):
        assert solve_model(again, backend).objective == best


def test_what_semi_continuous_means_for_every_value() -> None:
    model = read_lp(SEMI.format(0, "semis\n x"))
    right = [value for value in (-1, 0, Fraction(1, 2), 2, 3, 4, 5) if not wrong(model, value)]
    assert right == [0, 2, 3, 4]
    assert model.bounds(model.variable("x")) == (0, 4)
    # 0 is within the bounds of both of these anyway.
    for bounds in ("-2 <= x <= 4", "x <= 4"):
        loose = read_lp(SEMI.format(0, "semis\n x").replace("2 <= x <= 4", bounds))
        assert list(rows(loose)) == ["r"]


def wrong(model: FileModel, value: object) -> bool:
    return bool(model.check(np.array([value, 0], dtype=object)))


SOS = (
    "Maximize\n obj: 3 x + 2 y + 4 z + w\nSubject To\n r: x + y + z + w <= 10\nBounds\n"
    " x <= 2\n y <= 2.5\n -1 <= z <= 1\n w <= 0.5\nSOS\n {}\nEnd\n"
)


@pytest.mark.parametrize("backend", ["cbc", "highs", "scip"])
@pytest.mark.parametrize(
    ("sets", "best"),
    [
        ("s: S1:: x:1 y:2 z:3 w:4", 6),
        ("S1:: x:1 y:2 z:3 w:4", 6),
        ("s1 :: x : 1  y : 2  z : 3\n w : 4", 6),
        ("s: S2:: x:1 y:2 z:3 w:4", 11),
        ("s: S2:: w:4 z:-3 y:2.5 x:1e1", 9),
        ("a: S1:: x:1 y:2\n S1:: z:1 w:2", 10),
        ("one: S2:: x:1 z:2", Fraction(31, 2)),
    ],
)
def test_special_ordered_sets(backend: str, sets: str, best: object) -> None:
    model = read_lp(SOS.format(sets))
    found = solve_model(model, backend)
    assert (found.objective, found.missed) == (best, None)
    assert solve_model(read_lp(model.to_lp()), backend).objective == best


def test_a_bound_that_rows_imply_serves_as_big_m() -> None:
    text = (
        "Maximize\n obj: 3 x + 2 y + 4 z\nSubject To\n sum: x + y + z = 1\n"
        " if: b = 1 -> x + y <= 0.5\n low: z >= 0.25\n use: b >= 1\nBinaries\n b\n"
        "SOS\n s: S2:: x:1 y:2 z:3\nEnd\n"
    )
    model = read_lp(text)
    assert solve_model(model, "highs").objective == Fraction(7, 2) + Fraction(1, 2)
    for unbounded, name in ((text.replace("sum: x + y + z = 1", "sum: x - y + z = 1"), "x"),):
        with pytest.raises(InputError) as caught:
            read_lp(unbounded, "a")
        assert str(caught.value).startswith(f"a:5:2: {name} needs an upper bound here; ")


def test_what_is_implied_minds_that_a_semi_continuous_variable_can_be_0() -> None:
    text = (
        "Maximize\n obj: y + 0.5 x\nSubject To\n both: x + y <= 10\nBounds\n x >= 5\n z <= 1\n"
        "Semis\n x\nSOS\n S1:: y:1 z:2\nEnd\n"
    )
    model = read_lp(text)
    assert [model.bounds(model.variable(name)) for name in "xyz"] == [(0, 10), (0, 10), (0, 1)]
    assert solve_model(model, "highs").objective == 10
    assert solve_model(read_lp(text.replace("0.5 x", "3 x")), "highs").objective == 30
    halves = read_lp(text.replace("x + y <= 10", "2 x + 2 y <= 21"))
    assert halves.bounds(halves.variable("y")) == (0, Fraction(21, 2))


@pytest.mark.parametrize("backend", ["cbc", "highs", "scip"])
def test_indicator_rows(backend: str) -> None:
    text = (
        "Maximize\n obj: x + y + {} b\nSubject To\n if: b = 1 -> x + y <= 2.5\n"
        " other: b = 0 -> 1 <= x - y <= 3\n b = 0 -> y = 1\nBounds\n x <= 9\n y <= 9\n"
        "Binaries\n b\nEnd\n"
    )
    for worth, best in ((0, 5), (2, 5), (3, Fraction(11, 2))):
        model = read_lp(text.format(worth))
        assert solve_model(model, backend).objective == best
        assert solve_model(read_lp(model.to_lp()), backend).objective == best
    assert [model.row_name(row) for row in range(3)] == ["if", "other", "c3"]
    assert [str(one) for one in model.check(np.array([0, 4, 0]))] == [
        "other is 4, not within 1 and 3",
        "c3 is 0, not 1",
    ]
    assert model.check(np.array([1, 2, Fraction(1, 2)], dtype=object)) == ()


LONG = "Minimize\n obj: x\nSubject To\n r: x + y >= 0\n{}End\n"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Bounds\n x >= 1\nSemis\n x\n",
         "8:2: 'x' is semi-continuous, and has no upper bound; state one; rows need it as big M"),
        ("Bounds\n x <= -1\n x >= -inf\nSemis\n x\n",
         "9:2: 'x' is semi-continuous, and has no lower bound; state one; rows need it as big M"),
        ("Semis\n x x\n", "6:4: 'x' stands twice among Semi-Continuous; keep one of the two"),
        ("Semis\n 3 x\n", "6:2: '3' among Semi-Continuous; give names with blanks between them"),
        ("SOS\n s: S1:: x:1 y:2\n", "6:2: x needs bounds here; give it both bounds"),
        ("SOS\n s: S3:: x:1\n",
         "6:5: 'S3' begins no special ordered set; write name: S1:: x:1 y:2, or S2"),
        ("SOS\n s: x:1\n",
         "6:5: 'x' begins no special ordered set; write name: S1:: x:1 y:2, or S2"),
        ("SOS\n s: S1:: x:1 q:2\n", "6:14: unknown variable 'q'; name it in a row or in Bounds"),
        ("SOS\n s: S1:: x:1 x:2\n", "6:14: 'x' stands twice in this set; keep one of the two"),
        ("SOS\n s: S2:: x:1 y:1\n", ("6:2: two variables of 's' have one weight; "
         "give each its own, since they make the order")),
        ("SOS\n s: S1:: x y\n",
         "6:10: 'x' begins no special ordered set; write name: S1:: x:1 y:2, or S2"),
        ("General Constraints\n z = max ( x , y )\n",
         "5:1: the section 'General Constraints'; only linear rows are read; remove it"),
        ("Bounds\n x >= 1 <= 2\n", ("6:9: this is not a bound of a variable; "
         "write x <= 3, x >= 1, 1 <= x <= 3, x = 3 or x free")),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_lp(LONG.format(text), "a")
    assert str(caught.value) == f"a:{message}"
