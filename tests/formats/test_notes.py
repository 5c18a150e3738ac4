"""Files say in comments what is auxiliary and what belongs together: they count the same again."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, strategies as st

from ilpuzzles.asking.files import (
    FileModel,
    from_pulp,
    read_lp,
    read_matrix,
    read_model,
    read_mps,
    read_opb,
    read_saved,
)
from ilpuzzles.asking.model import Model
from ilpuzzles.asking.program import AskableProgram
from ilpuzzles.errors import InputError, ModelError
from ilpuzzles.experiments.experiments import formulate
from ilpuzzles.experiments.loading import load
from ilpuzzles.formats.mps import mps_text
from ilpuzzles.formats.names import readable_names
from ilpuzzles.formats.saved import saved_text
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.passes.linearisation import linearised
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.queries.query_results import Count
from ilpuzzles.queries.solutions import list_solutions
from ilpuzzles.queries.solve import solve_model
from support.begun_models import with_binaries
from support.commands import Run
from support.file_models import Read, complaint
from support.question_oracles import riddle
from support.rings import examples

MPS = "NAME a\nROWS\n N c\n G r\nCOLUMNS\n x r 1\n y r 1\nBOUNDS\n BV x\n UI y 3\nENDATA\n"
LP = (
    "Minimize\n obj: 0 x\nSubject To\n r: x + y >= 0\nBounds\n y <= 3\nBinaries\n x\nGenerals\n y\n"
    "End\n"
)
FILES: dict[str, tuple[str, str, Read]] = {"mps": (MPS, "*", read_mps), "lp": (LP, "\\", read_lp)}
WRITERS: dict[str, Callable[[Model | AskableProgram], str]] = {
    "mps": lambda model: model.to_mps(),
    "lp": lambda model: model.to_lp(),
    "opb": lambda model: model.to_opb(),
    "matrix": lambda model: model.to_matrix(),
}
READERS: dict[str, Read] = {"mps": read_mps, "lp": read_lp, "opb": read_opb, "matrix": read_matrix}


def through(form: str, model: Model | AskableProgram) -> FileModel:
    """A model as a file of some format, or as PuLP's problem, and that as a model."""
    if form == "pulp":
        return from_pulp(model.to_pulp())
    return READERS[form](WRITERS[form](model), "a")


def flags(model: FileModel) -> dict[str, bool]:
    """Which columns decide, by name."""
    return dict(zip(model.names, model.program().deciding.tolist(), strict=True))


@pytest.mark.every("form")
@pytest.mark.parametrize("form", ["lp", "mps", "pulp"])
@pytest.mark.parametrize("seed", range(12))
def test_files_have_as_many_solutions_as_models(seed: int, form: str) -> None:
    """Every sort of row, and variables that the user made auxiliary, against plain Python."""
    encoding = ("", "flow", "bfs")[seed % 3]
    made = riddle(seed, connectivity=encoding, nested=seed % 2 == 0, small=True)
    columns = readable_names(linearised(made.model.program())).columns
    again = through(form, made.model)
    program = linearised(made.model.program())
    assert flags(again) == dict(zip(columns, program.deciding.tolist(), strict=True))
    names = [columns[getattr(made.v, name).column] for name in made.names[: made.deciding]]
    places = [again.variable(name).column for name in names]
    # Whoever takes auxiliary variables for others finds more, and stops there.
    enough = len(made.solutions()) + 1
    listed = list_solutions(again, limit=enough, backend="cpsat")
    assert listed.complete
    found = sorted(tuple(values[places].tolist()) for values in listed.solutions)
    assert found == made.solutions()


@examples(40)
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


@pytest.mark.every("said")
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
        (" ilpuzzles: auxiliary: y", "1:14",
         "an unknown comment of ilpuzzles says 'auxiliary: y'; "),
        (" ilpuzzles: auxillary y", "1:14", "an unknown comment of ilpuzzles says 'auxillary y'; "),
        (" ILPUZZLES: AUXILIARY y", "1:14", "an unknown comment of ilpuzzles says 'AUXILIARY y'; "),
        (" ilpuzzles:", "1:2", "an unknown comment of ilpuzzles says ''; known: 'auxiliary', "),
        (" ilpuzzles: auxiliary c", "1:24", "there is no column 'c'; name a column"),
    ],
)  # fmt: skip
def test_comments_are_read_strictly(ending: str, said: str, place: str, message: str) -> None:
    text, mark, read = FILES[ending]
    text = f"{mark}{said}\n{text}"
    if not message:
        assert flags(read(text, "a")) == {"x": True, "y": "fine" in said}
        return
    assert complaint(read, text).startswith(f"{place}: {message}")


def test_comments_count_wherever_they_stand() -> None:
    for text in (MPS.replace("BOUNDS", "* ilpuzzles: auxiliary x\nBOUNDS"), MPS + "* ilpuzzles: "
                 "auxiliary x\n"):  # fmt: skip
        assert flags(read_mps(text)) == {"x": False, "y": True}
    again = read_lp(LP.replace("r: x + y >= 0", "r: x + y >= 0 \\ ilpuzzles: auxiliary x"))
    assert flags(again) == {"x": False, "y": True}
    assert read_lp(f"\\ ilpuzzles: auxiliary x\n{LP}", "some/b.lp").name == "b"


def test_a_maximum_is_read_as_one_from_mps() -> None:
    model, x = with_binaries(3)
    model.at_most_one(x)
    model.maximize(x[0] + 4 * x[1] + 10)
    text = model.to_mps()
    assert solve_model(read_mps(text), "cpsat").objective == 14
    assert solve_model(read_mps(text.replace("ilpuzzles:", "")), "cpsat").objective == -14
    wrong = "2:1: a comment says that signs were changed for a minimum, but the file maxi"
    for head in ("OBJSENSE MAX\n", "*SENSE:Maximize\n"):
        assert complaint(read_mps, head + text).startswith(wrong)
    again = complaint(read_mps, f"{text}{text.splitlines()[0]}\n")
    signs = "'to be maximised: the signs of the objective are changed'"
    assert f"a second comment of ilpuzzles says {signs}; known" in again


# No array of 64 bits holds it.
TINY = Fraction(1, 10**30)
GOALS: dict[str, tuple[str, list[Number]]] = {
    "a whole one": ("maximize", [2, 1, 0, 10]),
    "a minimum": ("minimize", [2, -1, 0, -7]),
    "fractions": ("maximize", [Fraction(2, 3), -1, Fraction(1, 4), Fraction(-1, 2)]),
    "many digits": ("maximize", [TINY, -3 * TINY, 0, Fraction(1, 8)]),
    "a constant alone": ("maximize", [0, 0, 0, Fraction(7, 2)]),
    "thirds": ("minimize", [Fraction(1, 3), Fraction(-1, 2), 5, Fraction(-1, 7)]),
}


@pytest.mark.every("goal", "form")
@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("form", ["lp", "mps", "opb"])
def test_an_objective_comes_back_as_it_was(form: str, goal: str) -> None:
    """What no decimals hold, and no array of 64 bits, is multiplied, and a comment says so."""
    sense, (*factors, constant) = GOALS[goal]
    model = Model("the constant 4 of the objective is left out")
    x = model.binary("x", 3)
    model.add(x.sum() / 3 == Fraction(2, 3))
    getattr(model, sense)(x.dot(factors) + constant)
    text, again = WRITERS[form](model), through(form, model)
    assert text.count("ilpuzzles: the objective is multiplied by 42\n") == (goal == "thirds")
    wanted, found = model.program().objective, again.program().objective
    assert wanted is not None
    assert found is not None
    assert (found.form(), found.maximize) == (wanted.form(), wanted.maximize)
    assert solve_model(again).objective == solve_model(model).objective
    assert WRITERS[form](through(form, again)) == WRITERS[form](again)
    # Whoever solves a file for us gets the numbers as they are.
    assert "multiplied" not in mps_text(model.program(), numbered=True)


@pytest.mark.parametrize("form", ["lp", "mps", "opb"])
def test_numbers_that_no_reader_takes_are_not_written(form: str) -> None:
    """Thirds make a number three times as large, and files hold fewer than 63 bits."""
    row, goal, most = Model(), Model(), Model()
    x = row.binary("x", 2)
    row.add(2**61 * x[0] + x[1] / 3 <= 2, "load")
    y = goal.binary("y", 2)
    goal.minimize(2**61 * y[0] + y[1] / 3)
    for model, where in ((row, "row load"), (goal, "the objective")):
        message = f"^{where}.* has a number of 63 bits or more once it is whole; scale it down"
        with pytest.raises(ModelError, match=message):
            WRITERS[form](model)
        assert read_saved(saved_text(model.program()), "a").statistics() == model.statistics()
    with pytest.raises(ModelError, match=r"row load.* has a number of 63 bits or more"):
        row.to_pulp()
    most.add((2**62 - 1) * most.binary("z") <= 2**62 - 1)
    again = through(form, most).program().rows.coefficients
    assert np.abs(again).tolist() == [2**62 - 1]


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
    model, x = with_binaries(3)
    with model.group("joined"):
        model.lazy(lambda values: [x[0] + x[1] <= 1] if values[x[0]] + values[x[1]] > 1 else [])
    for write in (model.to_lp, model.to_mps, model.to_opb, model.to_pulp):
        with pytest.raises(ModelError, match="is stated by cuts, which no file can hold"):
            write()
    with pytest.raises(ModelError, match="a 0-1 matrix cannot state"):
        model.to_matrix()
    # Without the rows themselves nothing is lost.
    assert count_solutions(read_mps(model.without("joined").to_mps())).number == 8


SMALL = [
    ("cube", "empty"), ("dominoes", "4x4"), ("lonpos", "8pieces"), ("surasshupakku", "5x5"),
    ("tetrahexes", "parallelogram"),
    ("tower", "height-2"),
]  # fmt: skip
MOST = 12


@cache
def counted(puzzle: str, preset: str) -> list[tuple[AskableProgram, Count]]:
    """The models of all formulations that are small, and how many solutions these have."""
    loaded, found = load(puzzle, preset), []
    for name in loaded.kind.formulations:
        with suppress(InputError, ModelError):
            program = formulate(loaded, name)[1].model.program()
            if program.variables <= 250:
                found.append((program, count_solutions(program, limit=MOST, backend="cpsat")))
    return found


@pytest.mark.exhaustive
@pytest.mark.every("form")
@pytest.mark.parametrize("form", [*READERS, "pulp"])
@pytest.mark.parametrize(("puzzle", "preset"), SMALL)
def test_a_file_never_counts_another_number(puzzle: str, preset: str, form: str) -> None:
    for program, wanted in counted(puzzle, preset):
        try:
            again = through(form, program)
        except (InputError, ModelError):
            continue
        found = count_solutions(again, limit=MOST, backend="cpsat")
        assert (found.number, found.complete) == (wanted.number, wanted.complete)


def model_of() -> Model:
    """Two groups, one of them with a conjunction and with a row of two bounds."""
    model = Model("two groups")
    x = model.binary("x", 4)
    with model.group("pairs", why='one of "two" \\ each'):
        model.exactly_one(x[:2])
        model.add(x.sum().between(1, 3))
    model.add(x[0] + x[3] <= 1)
    with model.group("logic"):
        model.add(x[0].implies(x[2] & x[3]))
        model.conjunction([x[1], x[2]])
    with model.group("pairs"):
        model.exactly_one(x[2:])
    return model


@pytest.mark.parametrize("form", ["lp", "mps"])
def test_groups_can_be_switched_off_again(form: str) -> None:
    model = model_of()
    again = through(form, model)
    assert again.groups == model.groups
    for names in ((), ("pairs",), ("logic",), ("pairs", "logic")):
        wanted = linearised(model.without(*names))
        found = again.without(*names)
        assert found.rows.lengths().sum() >= wanted.rows.lengths().sum()
        assert count_solutions(found).number == count_solutions(model.without(*names)).number
    part = through(form, model.without("pairs"))
    assert [group.name for group in part.groups] == ["logic"]


NOTES = {
    "ilpuzzles: rows one one": "'rows' without what belongs to it; name a group before",
    'ilpuzzles: group "a" b': "a group without a name of its own",
    'ilpuzzles: group "" "b"': "a group without a name of its own",
    'ilpuzzles: group "a\\q" "b"': "a group without a name of its own",
    'ilpuzzles: group "a" "b"|ilpuzzles: group "a" "b"': "a group without a name of its own",
    'ilpuzzles: group "a" "b"|ilpuzzles: rows one ten': "there is no row 'ten'",
    'ilpuzzles: group "a" "b"|ilpuzzles: rows two one': "'two' to 'one' are not rows without",
    'ilpuzzles: group "a" "b"|ilpuzzles: rows one two|ilpuzzles: rows two two': "are not rows",
}


@pytest.mark.every("note")
@pytest.mark.parametrize("note", NOTES)
@pytest.mark.parametrize("form", ["lp", "mps"])
def test_notes_that_make_no_sense_are_refused(form: str, note: str) -> None:
    model, x = with_binaries(2)
    model.add(x.sum() >= 1, name="one")
    model.add(x.sum() <= 1, name="two")
    _, mark, read = FILES[form]
    text = WRITERS[form](model).replace("one_0", "one").replace("two_0", "two")
    lines = "".join(f"{mark} {line}\n" for line in note.split("|"))
    found = complaint(read, lines + text)
    assert NOTES[note] in found
    assert found.startswith(f"{note.count('|') + 1}:")


def test_an_export_says_what_it_loses(run: Run) -> None:
    wanted = ["export", "surasshupakku", "--preset", "5x5", "--formulation", "bfs"]
    done = run(*wanted, "--output", "a.lp")
    assert "1 row of logic became linear rows" in done.stderr
    assert done.stderr.count("\n") == 1
    assert run("solve-model", "a.lp", "--count").stdout == "1\n"
    assert run(*wanted, "--format", "ilpuzzles", "--output", "a.ilp.json").stderr == ""
