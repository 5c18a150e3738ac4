"""Models as files: what is written, and that CBC and we read the same model out of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from ilpuzzles.asking.files import read_lp, read_matrix, read_mps, read_saved
from ilpuzzles.asking.model import Model
from ilpuzzles.asking.program import AskableProgram
from ilpuzzles.errors import ModelError
from ilpuzzles.formats.names import readable_names
from ilpuzzles.formats.saved import saved_text
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.program import program_of
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.linear_relaxation import solve_relaxation
from ilpuzzles.queries.solve import solve_model
from support.begun_models import with_binaries
from support.file_models import Read, best_by_cbc, everything, names_of
from support.mixed_models import mixed_sample
from support.random_models import sample


@pytest.fixture
def model() -> Model:
    """A bit of everything."""
    made = Model("bits")
    x = made.binary("x", ["a b", "c"], [1, 2])
    n = made.integer("n", lower=-3, upper=None)
    with made.group("first group", why="for show"):
        made.add(x["a b", 1] + 2 * x["a b", 2] <= 2)
        made.add((x["a b", 1] - n).between(-1, 0))
    made.exactly_one([x["a b", 2], ~x["c", 1]])
    made.conjunction([x["a b", 1], x["c", 1]], aggregated=True)
    made.maximize(3 * x["a b", 1] - n + 9)
    return made


def test_lp(model: Model) -> None:
    (family, *_) = model.families
    assert model.fix({family["c", 1]: 1}).to_lp().splitlines() == [
        "\\ bits",
        "\\ variables fixed: 1",
        "\\ ilpuzzles: auxiliary and_2",
        '\\ ilpuzzles: group "first group" "for show"',
        "\\ ilpuzzles: rows first_group_0 first_group_1__low",
        "Maximize",
        " obj: + 3 x_a_b_1 - n + 9 constant + 0 x_c_2",
        "Subject To",
        " first_group_0: + x_a_b_1 + 2 x_a_b_2 <= 2",
        " first_group_1: + x_a_b_1 - n <= 0",
        " first_group_1__low: + x_a_b_1 - n >= -1",
        " exactly_one_0: + x_a_b_2 - x_c_1 = 0",
        " conjunction_0: + x_a_b_1 + x_c_1 - 2 and_2 <= 1",
        " conjunction_0__low: + x_a_b_1 + x_c_1 - 2 and_2 >= 0",
        "Bounds",
        " x_c_1 = 1",
        " -3 <= n <= +inf",
        " constant = 1",
        "Binaries",
        " x_a_b_1 x_a_b_2 x_c_1 x_c_2 and_2",
        "Generals",
        " n",
        "End",
    ]


def test_mps(model: Model) -> None:
    (family, *_) = model.families
    assert model.fix({family["c", 1]: 1}).to_mps().splitlines() == [
        "* variables fixed: 1",
        "* ilpuzzles: auxiliary and_2",
        '* ilpuzzles: group "first group" "for show"',
        "* ilpuzzles: rows first_group_0 first_group_1",
        "* ilpuzzles: to be maximised: the signs of the objective are changed",
        "NAME bits FREE",
        "ROWS",
        " N obj",
        " L first_group_0",
        " L first_group_1",
        " E exactly_one_0",
        " L conjunction_0",
        "COLUMNS",
        " MARK 'MARKER' 'INTORG'",
        " x_a_b_1 obj -3 first_group_0 1",
        " x_a_b_1 first_group_1 1 conjunction_0 1",
        " x_a_b_2 first_group_0 2 exactly_one_0 1",
        " x_c_1 exactly_one_0 -1 conjunction_0 1",
        " x_c_2 obj 0",
        " n obj 1 first_group_1 -1",
        " and_2 conjunction_0 -2",
        " MARK 'MARKER' 'INTEND'",
        "RHS",
        " RHS first_group_0 2",
        " RHS conjunction_0 1",
        " RHS obj 9",
        "RANGES",
        " RNG first_group_1 1",
        " RNG conjunction_0 1",
        "BOUNDS",
        " BV B x_a_b_1",
        " BV B x_a_b_2",
        " FX B x_c_1 1",
        " BV B x_c_2",
        " PL B n",
        " LO B n -3",
        " BV B and_2",
        "ENDATA",
    ]


def test_a_model_of_a_file_is_copied_with_its_names() -> None:
    model = read_lp("Minimize\n c: x + 2 y\nSubject To\n r: x + y >= 1\nBinaries\n x y\nEnd\n")
    other = model.copy("other")
    assert (other.name, other.names, other.row_name(0)) == ("other", ("x", "y"), "r")
    other.add(other.variable("x") == 0)
    assert (solve_model(model).objective, solve_model(other).objective) == (1, 2)
    cover = read_matrix("1 0\n1 1\n0 1\n")
    assert cover.copy().chosen(np.array([0, 1, 0])) == cover.chosen(np.array([0, 1, 0]))


def test_variables_of_a_file_are_no_attributes() -> None:
    model = read_lp("Minimize\n c: lamp\nSubject To\n r: lamp >= 1\nEnd\n")
    said = (
        r"^FileModel: the variables of a file are not attributes; write model.variable\('lamp'\)$"
    )
    with pytest.raises(AttributeError, match=said):
        getattr(model, "lamp")  # noqa: B009 - type checkers know that there is none
    with pytest.raises(AttributeError, match="unknown method or family 'solv'; did you mean"):
        getattr(model, "solv")  # noqa: B009 - likewise


def test_names_stay_different() -> None:
    model = Model()
    labels = ["a b", "a_b", "a.b", "a-b", "", "é"]
    model.binary("e", labels)
    model.binary("x" * 300, ["p", "q"])
    text = model.to_lp()
    names = text.split("Binaries\n")[1].split("End")[0].split()
    assert len(names) == len(set(names)) == 8
    assert all(re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.]*", name) for name in names)
    assert all(len(line) <= 250 for line in text.splitlines())


def test_opb(model: Model) -> None:
    with pytest.raises(
        ModelError, match=r"^'n' is not binary, and OPB has only binary variables; use LP or MPS$"
    ):
        opb(model)
    share = Model()
    share.continuous("y", upper=1)
    with pytest.raises(ModelError, match="'y' is not binary, and OPB has only binary variables"):
        share.to_opb()
    binary = Model("ilpuzzles: auxiliary q")
    x = binary.binary("x", ["a b", "c", "d"])
    binary.add((2 * x["a b"] - 3 * x["c"]).between(-1, 1))
    binary.at_least_one([x["c"], ~x["d"]])
    binary.add_rows(Kind.LINEAR, np.zeros(3, int), np.zeros(0, int), lower=np.array([0, 1]))
    binary.maximize(x["c"] - 4 * x["d"] + 2)
    assert opb(binary.fix({x["d"]: 1})) == [
        "* #variable= 3 #constraint= 5",
        "* 'ilpuzzles: auxiliary q'",
        "* x1 = x_a_b",
        "* x2 = x_c",
        "* x3 = x_d",
        "* ilpuzzles: to be maximised: the signs of the objective are changed",
        "* ilpuzzles: the constant 2 of the objective is left out",
        "min: -1 x2 +4 x3 ;",
        "+1 x3 = 1 ;",
        "+2 x1 -3 x2 >= -1 ;",
        "-2 x1 +3 x2 >= -1 ;",
        "+1 x2 -1 x3 >= 0 ;",
        "+1 x1 >= 2 ;",
    ]
    empty = Model()
    empty.exactly_one([])
    assert opb(empty) == ["* #variable= 1 #constraint= 1", "* model", "+1 x1 >= 2 ;"]


def opb(model: Model | AskableProgram) -> list[str]:
    """The lines of a model in the OPB format, but for those that say what is fixed."""
    lines = model.to_opb().splitlines()
    return [line for line in lines if not line.startswith("* variables fixed")]


def test_columns_beyond_the_model_are_auxiliary() -> None:
    model = Model()
    model.binary("auxiliary_0")
    program = model.program()
    more = replace(
        program,
        lower=Bounds.lower([0, 0, 0]),
        upper=Bounds.upper([1, 1, 1]),
        deciding=np.array([True, False, False]),
    )
    names = readable_names(more).columns
    assert names == ["auxiliary_0", "auxiliary_0__2", "auxiliary_1"]


def test_rows_that_contradict_themselves_stay_impossible() -> None:
    model, x = with_binaries(2)
    model.add_rows(Kind.LINEAR, np.array([0, 2]), np.array([0, 1]), lower=2, upper=1)
    model.maximize(x.sum())
    assert " E linear_0" in model.to_mps()
    assert " RHS linear_0 1" in model.to_mps()
    assert best_by_cbc(model.to_mps(), "mps") is None
    assert best_by_cbc(model.to_lp(), "lp") is None


def test_halves_of_rows_have_names_of_their_own() -> None:
    model, x = with_binaries(3)
    for name in ("sum", "sum__low"):
        model.add_rows(
            Kind.LINEAR, np.array([0, 3]), np.arange(3), lower=1, upper=2, name=name, keys=[()]
        )
    assert re.findall("sum[_a-z]*:", model.to_lp()) == [
        "sum:", "sum__low_:", "sum__low:", "sum__low__low:",
    ]  # fmt: skip
    assert len(model.to_pulp().constraints()) == 4
    assert x.size == 3


def test_many_columns_are_written_in_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    model, x = with_binaries(9)
    for row in range(5):
        model.add(model.sum((row + 2) * variable for variable in x if variable.column != row) <= 9)
    whole = model.to_mps()
    assert "\n x_8 linear_0 2 linear_1 3\n x_8 linear_2 4 linear_3 5\n x_8 linear_4 6\n" in whole
    for size in (1, 2, 3, 7):
        monkeypatch.setattr("ilpuzzles.formats.mps._ENTRIES_AT_ONCE", size)
        assert model.to_mps() == whole


@pytest.mark.parametrize("seed", range(20))
def test_cbc_finds_the_same_best_value_in_files(seed: int) -> None:
    made = sample(seed, objective=True)
    best = made.best()
    lp, mps = best_by_cbc(made.model.to_lp(), "lp"), best_by_cbc(made.model.to_mps(), "mps")
    assert (lp is None, mps is None) == (best is None, best is None)
    if best is not None:
        # CBC changes the sign of a maximum of LP.
        assert abs(lp or 0) == pytest.approx(abs(best), abs=1e-6)
        assert mps == pytest.approx(-best if made.maximize else best, abs=1e-6)


FORMATS: dict[str, tuple[Callable[[Model | AskableProgram], str], Read]] = {
    "lp": (lambda model: model.to_lp(), read_lp),
    "mps": (lambda model: model.to_mps(), read_mps),
}


def whole_sample(seed: int) -> Model | AskableProgram:
    """A random model of binary variables, perhaps with others, and with some that are fixed."""
    made = sample(seed, objective=seed % 2 == 0).model
    if seed % 4 > 1:
        n = made.integer("n", ["p q", "r"], lower=-seed, upper=None)
        made.add((3 * n["p q"] - 2 * n["r"]).between(-4, 1 << 40))
        made.integer("unused", lower=None, upper=5)
        made.integer("free one", lower=None, upper=None)
    (x, *_) = made.families
    return made.fix({x[0]: seed % 3 % 2}) if seed % 5 else made.without()


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("seed", range(40))
def test_what_is_written_is_read_again(seed: int, form: str) -> None:
    """Number by number, by name, and with the same auxiliary variables."""
    write, read = FORMATS[form]
    for model in (whole_sample(seed), mixed_sample(seed).model):
        again = read(write(model), "a")
        program = linearised(program_of(model))
        found = everything(again.program(), names_of(again))
        assert found == everything(program, readable_names(program))
        third = read(write(again), "a")
        assert everything(third.program(), names_of(third)) == found


RANGES = {"a": (0, 3), "b": (-2, 2), "c": (0, 1), "d": (0, 2), "f": (2, 3)}
BITS = dict.fromkeys("abcdf", (0, 1))


def with_set(most: int, ranges: dict[str, tuple[int, int]]) -> str:
    """An LP file with a special ordered set."""
    return (
        "Maximize\n obj: a + 2 b + 3 c + 4 d + 2 f\nSubject To\n load: a + b + c + d + f <= 9\n"
        "Bounds\n"
        + "".join(f" {low} <= {name} <= {high}\n" for name, (low, high) in ranges.items())
        + f"Generals\n a b c d f\nSOS\n chosen: S{most}:: a:1 b:2 c:3 d:4 f:5\nEnd\n"
    )


def tried(most: int, ranges: dict[str, tuple[int, int]]) -> list[tuple[int, ...]]:
    """All solutions, by trying everything."""
    found = []
    for values in product(*(range(low, high + 1) for low, high in ranges.values())):
        places = [place for place, value in enumerate(values) if value]
        if sum(values) <= 9 and (not places or places[-1] - places[0] < most):
            found.append(values)
    return found


@pytest.mark.parametrize("ranges", [RANGES, BITS], ids=["whole", "bits"])
@pytest.mark.parametrize("most", [1, 2])
def test_an_ordered_set_of_integers_is_a_row(most: int, ranges: dict[str, tuple[int, int]]) -> None:
    model = read_lp(with_set(most, ranges))
    wanted = tried(most, ranges)
    best = max(sum(map(int.__mul__, (1, 2, 3, 4, 2), values)) for values in wanted)
    assert [row.name for row in model.rows()] == ["load", "chosen"]
    assert (model.names, model.statistics().variables) == (tuple(ranges), len(ranges))
    opened = read_saved(saved_text(model.program()), "a")
    for one in (model, opened, read_lp(model.to_lp()), read_mps(model.to_mps())):
        assert int(count_solutions(one)) == len(wanted)
        assert solve_model(one).objective == best
    wrong = np.array([high for _, high in ranges.values()])
    assert [broken.name for broken in model.check(wrong)][-1:] == ["chosen"]
    found = solve_relaxation(program_of(model)).objective
    assert found is not None
    assert found >= best


@pytest.mark.exhaustive
@pytest.mark.parametrize("backend", ["cpsat", "clingo", "scip", "highs", "cbc"])
@pytest.mark.parametrize("most", [1, 2])
def test_every_backend_counts_each_solution_of_a_set_once(most: int, backend: str) -> None:
    ranges = RANGES | {"f": (0, 1)}
    count = count_solutions(read_lp(with_set(most, ranges)), backend=backend)
    assert (int(count), count.complete) == (len(tried(most, ranges)), True)
