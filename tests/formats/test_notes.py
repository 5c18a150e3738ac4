"""Files say which columns are auxiliary, and are read as the models that they were."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.errors import InputError, ModelError
from ilpuzzles.formats.lp import read_lp
from ilpuzzles.formats.model_files import read_model
from ilpuzzles.formats.mps import mps_text, read_mps
from ilpuzzles.formats.names import readable_names
from ilpuzzles.formats.opb import read_opb
from ilpuzzles.formats.reading import FileModel
from ilpuzzles.formats.saved import read_saved, saved_text
from ilpuzzles.modelling.connectivity import connected
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.model import Model
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.forced import find_forced
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.workbench.experiments import formulate
from ilpuzzles.workbench.loading import load
from support.question_oracles import riddle
from support.rings import examples

MPS = "NAME a\nROWS\n N c\n G r\nCOLUMNS\n x r 1\n y r 1\nBOUNDS\n BV x\n UI y 3\nENDATA\n"
LP = (
    "Minimize\n obj: 0 x\nSubject To\n r: x + y >= 0\nBounds\n y <= 3\nBinaries\n x\nGenerals\n y\n"
    "End\n"
)
Read = Callable[[str, str], FileModel]
FILES: dict[str, tuple[str, str, Read]] = {"mps": (MPS, "*", read_mps), "lp": (LP, "\\", read_lp)}
WRITERS: dict[str, Callable[[Model], str]] = {"mps": Model.to_mps, "lp": Model.to_lp}


def flags(model: FileModel) -> dict[str, bool]:
    """Which columns decide, by name."""
    return dict(zip(model.names, model.program().deciding.tolist(), strict=True))


@pytest.mark.parametrize("ending", FILES)
def test_a_board_of_surasshupakku_has_one_solution_as_a_file_too(ending: str) -> None:
    model = formulate(load("surasshupakku", "5x5"), "flow")[1].model
    _, _, read = FILES[ending]
    text = WRITERS[ending](model)
    again = read(text, f"a.{ending}")
    # Assignments of all variables are beyond 35,000: whoever counts those stops at the second.
    assert list_solutions(again, limit=2).complete
    assert count_solutions(again).number == 1
    bare = "".join(line for line in text.splitlines(True) if "ilpuzzles:" not in line)
    assert all(flags(read(bare, "a")).values())
    several = list_solutions(read(bare, "a"), limit=2)
    assert (len(several), several.complete) == (2, False)


@pytest.mark.parametrize("ending", FILES)
@pytest.mark.parametrize("seed", range(24))
def test_files_have_as_many_solutions_as_models(seed: int, ending: str) -> None:
    """Every sort of row, and variables that the user made auxiliary, against plain Python."""
    encoding = ("", "flow", "bfs")[seed % 3]
    made = riddle(seed, connectivity=encoding, nested=seed % 2 == 0, small=True)
    columns = readable_names(linearised(made.model.program())).columns
    again = FILES[ending][2](WRITERS[ending](made.model), "a")
    program = linearised(made.model.program())
    assert flags(again) == dict(zip(columns, program.deciding.tolist(), strict=True))
    names = [columns[getattr(made.v, name).column] for name in made.names[: made.deciding]]
    places = [again.variable(name).column for name in names]
    # Whoever takes auxiliary variables for others finds more, and stops there.
    enough = len(made.solutions()) + 1
    listed = list_solutions(again, enough, backend="cpsat")
    assert listed.complete
    found = sorted(tuple(values[places].tolist()) for values in listed.found)
    assert found == made.solutions()
    assert count_solutions(again, limit=enough, backend="cpsat").number == len(made.solutions())
    forced = find_forced(again, backend="cpsat")
    if made.solutions():
        same = {
            name: values[0]
            for name, values in zip(names, zip(*made.solutions(), strict=True), strict=True)
            if len(set(values)) == 1
        }
        assert dict(forced.values) == same


@examples(60)
@given(
    columns=st.lists(
        st.tuples(st.text(max_size=4), st.booleans(), st.integers(-2, 1), st.integers(0, 4)),
        min_size=1,
        max_size=12,
    ),
    title=st.text(max_size=8) | st.just("ilpuzzles: auxiliary x"),
    sense=st.sampled_from(["minimize", "maximize", ""]),
)
def test_what_is_auxiliary_survives(
    columns: list[tuple[str, bool, int, int]], title: str, sense: str
) -> None:
    model = Model(title)
    made = [
        model.integer(f"n{number} {name}", lower=low, upper=low + more, auxiliary=auxiliary)
        for number, (name, auxiliary, low, more) in enumerate(columns)
    ]
    model.add(made[0] * 2 <= 3 * made[-1] + 4)
    # A maximum of two takes auxiliary variables of its own.
    model.add((made[0] >= 1) | (made[-1] <= 0))
    if sense:
        getattr(model, sense)(made[0] - 2 * model.sum(made) + 5)
    program = linearised(model.program())
    names = readable_names(program).columns
    for ending, (_, _, read) in FILES.items():
        text = WRITERS[ending](model)
        again = read(text, "a")
        assert flags(again) == dict(zip(names, program.deciding.tolist(), strict=True))
        goal = again.program().objective
        assert (goal is not None and goal.maximize) == (sense == "maximize")
        assert flags(read(WRITERS[ending](again), "a")) == flags(again)


def test_long_lists_are_several_lines(tmp_path: Path) -> None:
    model = Model("long")
    for number in range(300):
        model.integer(f"n{number}", lower=0, upper=number % 7, auxiliary=number % 3 > 0)
    for ending in FILES:
        text = WRITERS[ending](model)
        notes = [line for line in text.splitlines() if "ilpuzzles:" in line]
        assert len(notes) > 10
        assert max(map(len, notes)) <= 96
        packed = tmp_path / f"a.{ending}.gz"
        packed.write_bytes(gzip.compress(text.encode()))
        again = read_model(packed)
        assert sum(flags(again).values()) == 100
        assert again.bounds(again.variable("n13")) == (0, 6)


@pytest.mark.parametrize("ending", FILES)
@pytest.mark.parametrize(
    ("said", "place", "message"),
    [
        (" ilpuzzles: auxiliary y", "", ""),
        ("ilpuzzles:auxiliary \t y", "", ""),
        (" Ilpuzzles is a fine thing: auxiliary q", "", ""),
        (" ilpuzzles: auxiliary y q", "1:26", "there is no column 'q'; name a column"),
        (" ilpuzzles: auxiliary", "1:14", "'auxiliary' names no column; name one after it"),
        (" ilpuzzles: auxiliary y x y", "1:28", "'y' is called auxiliary twice; "),
        (" ilpuzzles: auxiliary: y", "1:14", "'auxiliary: y' in a comment of ilpuzzles; "),
        (" ilpuzzles: auxillary y", "1:14", "'auxillary y' in a comment of ilpuzzles; "),
        (" ILPUZZLES: AUXILIARY y", "1:14", "'AUXILIARY y' in a comment of ilpuzzles; "),
        (" ilpuzzles:", "1:2", "'' in a comment of ilpuzzles; known: 'auxiliary', 'group', "),
        (" ilpuzzles: auxiliary c", "1:24", "there is no column 'c'; name a column"),
    ],
)  # fmt: skip
def test_comments_are_read_strictly(ending: str, said: str, place: str, message: str) -> None:
    text, mark, read = FILES[ending]
    text = f"{mark}{said}\n{text}"
    if not message:
        assert flags(read(text, "a")) == {"x": True, "y": "fine" in said}
        return
    with pytest.raises(InputError) as caught:
        read(text, "a")
    assert str(caught.value).startswith(f"a:{place}: {message}")


def test_comments_count_wherever_they_stand() -> None:
    for text in (MPS.replace("BOUNDS", "* ilpuzzles: auxiliary x\nBOUNDS"), MPS + "* ilpuzzles: "
                 "auxiliary x\n"):  # fmt: skip
        assert flags(read_mps(text)) == {"x": False, "y": True}
    again = read_lp(LP.replace("r: x + y >= 0", "r: x + y >= 0 \\ ilpuzzles: auxiliary x"))
    assert flags(again) == {"x": False, "y": True}
    assert read_lp(f"\\ ilpuzzles: auxiliary x\n{LP}", "some/b.lp").name == "b"


def test_a_maximum_is_read_as_one_from_mps() -> None:
    model = Model()
    x = model.binary("x", 3)
    model.at_most_one(x)
    model.maximize(x[0] + 4 * x[1] + 10)
    text = model.to_mps()
    assert solve_model(read_mps(text), "cpsat").objective == 14
    assert solve_model(read_mps(text.replace("ilpuzzles:", "")), "cpsat").objective == -14
    first = text.splitlines()[0]
    for more, message in (
        (
            f"{text}{first}\n",
            "to be maximised: the signs of the objective are changed' again; known",
        ),
        (
            f"OBJSENSE MAX\n{text}",
            "a:2:1: signs are changed for a minimum, and yet the file says to maxi",
        ),
        (
            f"*SENSE:Maximize\n{text}",
            "a:2:1: signs are changed for a minimum, and yet the file says to m",
        ),
    ):
        with pytest.raises(InputError, match=message):
            read_mps(more, "a")


@pytest.mark.parametrize("ending", FILES)
def test_a_number_of_twenty_digits_keeps_its_sign(ending: str) -> None:
    """No array of 64 bits holds it."""
    factor = Fraction("0.12345678901234567891")
    model = Model()
    x = model.binary("x", 3)
    model.maximize(factor * x[0] - 2 * factor * x[1] + x[2] / 4 - factor)
    again = FILES[ending][2](WRITERS[ending](model), "a").program().objective
    assert again is not None
    form = again.form()
    assert (form.coefficients, form.constant) == ((factor, -2 * factor, Fraction(1, 4)), -factor)
    assert again.maximize


@pytest.mark.parametrize("sense", ["minimize", "maximize"])
@pytest.mark.parametrize("ending", FILES)
def test_an_objective_with_thirds_comes_back(ending: str, sense: str) -> None:
    """No decimals hold it, so that it is multiplied, as rows are, and a comment says so."""
    model = Model("thirds")
    x = model.binary("x", 3)
    model.add(x.sum() / 3 <= Fraction(2, 3))
    getattr(model, sense)(x[0] / 3 - x[1] / 2 + 5 * x[2] - Fraction(1, 7))
    text = WRITERS[ending](model)
    assert text.count("ilpuzzles: the objective is multiplied by 42\n") == 1
    again = FILES[ending][2](text, "a")
    found, wanted = again.program().objective, model.program().objective
    assert found is not None
    assert wanted is not None
    assert (found.form(), found.maximize) == (wanted.form(), wanted.maximize)
    assert solve_model(again).objective == solve_model(model).objective
    assert "multiplied" not in WRITERS[ending](Model("halves"))
    # Whoever solves a file for us gets the numbers as they are.
    assert "multiplied" not in mps_text(model.program(), numbered=True)


@pytest.mark.parametrize(
    ("write", "read"),
    [(Model.to_lp, read_lp), (Model.to_mps, read_mps), (Model.to_opb, read_opb)],
)
def test_numbers_that_no_reader_takes_are_not_written(
    write: Callable[[Model], str], read: Read
) -> None:
    """Thirds make a number three times as large, and files hold fewer than 63 bits."""
    row, goal, most = Model(), Model(), Model()
    x = row.binary("x", 2)
    row.add(2**61 * x[0] + x[1] / 3 <= 2, "load")
    y = goal.binary("y", 2)
    goal.minimize(2**61 * y[0] + y[1] / 3)
    for model, where in ((row, "row load"), (goal, "the objective")):
        message = f"^{where}.* has a number of 63 bits or more once it is whole; scale it down"
        with pytest.raises(ModelError, match=message):
            write(model)
        assert read_saved(saved_text(model.program()), "a").statistics() == model.statistics()
    with pytest.raises(ModelError, match=r"row load.* has a number of 63 bits or more"):
        row.to_pulp()
    most.add((2**62 - 1) * most.binary("z") <= 2**62 - 1)
    again = read(write(most), "a").program().rows.coefficients
    assert np.abs(again).tolist() == [2**62 - 1]


def test_opb_names_its_own_variables() -> None:
    model = Model("ilpuzzles: auxiliary q")
    x = model.binary("x", 2)
    model.add(model.binary("helper", auxiliary=True) + x[0] <= 1)
    lines = model.to_opb().splitlines()
    assert lines[:6] == [
        "* #variable= 3 #constraint= 1",
        "* 'ilpuzzles: auxiliary q'",
        "* x1 = x_0",
        "* x2 = x_1",
        "* x3 = helper",
        "* ilpuzzles: auxiliary x3",
    ]


def test_files_say_what_was_left_out() -> None:
    model = Model("two\nlines")
    x, y = model.binary("x"), model.binary("y")
    with model.group("pair"):
        model.exactly_one([x, y])
    view = model.without("pair").fix({x: 1})
    for text, mark in ((view.to_lp(), "\\"), (view.to_mps(), "*"), (view.to_opb(), "*")):
        assert f"\n{mark} variables fixed: 1\n" in f"\n{text}"
        assert f"\n{mark} without the group 'pair'\n" in f"\n{text}"
    assert read_lp(view.to_lp()).name == "two lines"
    assert count_solutions(read_lp(view.to_lp())).number == 2
    assert count_solutions(read_mps(view.to_mps())).number == 2


def test_what_no_file_can_hold_is_refused() -> None:
    model = Model()
    x = model.binary("x", 3)
    with model.group("joined"):
        connected(model, np.array([[0, 1], [1, 2]]), x, encoding="lazy")
    for write in (model.to_lp, model.to_mps, model.to_opb, model.to_pulp):
        with pytest.raises(ModelError, match="'connected' is stated by cuts, which no file can ho"):
            write()
    with pytest.raises(ModelError, match="a 0-1 matrix cannot state"):
        model.to_matrix()
    # Without the rows themselves nothing is lost.
    assert count_solutions(read_mps(model.without("joined").to_mps())).number == 8


def test_a_matrix_has_no_auxiliary_rows() -> None:
    model = Model()
    model.at_most_one([model.binary("x"), model.binary("helper", auxiliary=True)])
    with pytest.raises(ModelError, match="'helper' is auxiliary: it does not tell solutions apart"):
        model.to_matrix()


@pytest.mark.parametrize("backend", ["cpsat", "cbc", "highs", "scip"])
def test_flows_do_not_multiply_solutions(backend: str) -> None:
    model = Model()
    cycle = np.array([[0, 1], [1, 2], [2, 3], [3, 0]])
    connected(model, cycle, model.binary("x", 4), encoding="flow")
    for ending, (_, _, read) in FILES.items():
        again = read(WRITERS[ending](model), "a")
        count = count_solutions(again, limit=20, backend=backend)
        assert (count.number, count.complete) == (14, True)
