"""LP and MPS files say in comments which rows are in which group; puzzles count the same again."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ilpuzzles.errors import InputError, ModelError
from ilpuzzles.formats.cover import read_matrix
from ilpuzzles.formats.lp import read_lp
from ilpuzzles.formats.mps import read_mps
from ilpuzzles.formats.opb import read_opb
from ilpuzzles.formats.pulp import from_pulp
from ilpuzzles.formats.reading import FileModel
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.program import Program
from ilpuzzles.queries.count import count_solutions
from ilpuzzles.workbench.experiments import formulate
from ilpuzzles.workbench.loading import load
from support.commands import Run

Read = Callable[[str, str], FileModel]
FORMATS: dict[str, tuple[Callable[[Program], str], Read]] = {
    "lp": (Program.to_lp, read_lp),
    "mps": (Program.to_mps, read_mps),
    "opb": (Program.to_opb, read_opb),
    "matrix": (Program.to_matrix, read_matrix),
}


def through_file(program: Program, form: str) -> Model:
    """A program as the text of a file, and that as a model."""
    write, read = FORMATS[form]
    return read(write(program), f"a.{form}")


def through_pulp(program: Program) -> Model:
    """A program as PuLP's problem, and that as a model."""
    return from_pulp(program.to_pulp())


SMALL = [
    ("cube", "empty"), ("dominoes", "4x4"), ("lonpos", "8pieces"), ("surasshupakku", "5x5"),
    ("surasshupakku", "5x5-2"), ("surasshupakku", "bridge"), ("tetrahexes", "parallelogram"),
    ("tower", "height-2"),
]  # fmt: skip
MOST = 12


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


@pytest.mark.every("form")
@pytest.mark.parametrize("form", [*FORMATS, "pulp"])
@pytest.mark.parametrize(("puzzle", "preset"), SMALL)
def test_a_file_never_counts_another_number(puzzle: str, preset: str, form: str) -> None:
    loaded = load(puzzle, preset)
    for name in loaded.family.formulations:
        try:
            program = formulate(loaded, name)[1].model.program()
            again = through_pulp(program) if form == "pulp" else through_file(program, form)
        except (InputError, ModelError):
            continue
        if program.variables > 250:
            continue
        wanted = count_solutions(program, limit=MOST, backend="cpsat")
        found = count_solutions(again, limit=MOST, backend="cpsat")
        assert (found.number, found.complete) == (wanted.number, wanted.complete)


@pytest.mark.parametrize("form", ["lp", "mps"])
def test_groups_can_be_switched_off_again(form: str) -> None:
    write, read = FORMATS[form]
    model = model_of()
    again = read(write(model.program()), "a")
    assert again.groups == model.groups
    for names in ((), ("pairs",), ("logic",), ("pairs", "logic")):
        wanted = linearised(model.without(*names))
        found = again.without(*names)
        assert found.rows.lengths().sum() >= wanted.rows.lengths().sum()
        assert count_solutions(found).number == count_solutions(model.without(*names)).number
    part = read(write(model.without("pairs")), "a")
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


@pytest.mark.parametrize("note", NOTES)
@pytest.mark.parametrize("form", ["lp", "mps"])
def test_notes_that_make_no_sense_are_refused(form: str, note: str) -> None:
    model = Model()
    x = model.binary("x", 2)
    model.add(x.sum() >= 1, name="one")
    model.add(x.sum() <= 1, name="two")
    write, read = FORMATS[form]
    mark = {"lp": "\\", "mps": "*"}[form]
    text = write(model.program()).replace("one_0", "one").replace("two_0", "two")
    lines = "".join(f"{mark} {line}\n" for line in note.split("|"))
    with pytest.raises(InputError) as found:
        read(lines + text, "a")
    assert NOTES[note] in str(found.value)
    assert str(found.value).startswith(f"a:{note.count('|') + 1}:")


def test_an_export_says_what_it_loses(run: Run) -> None:
    wanted = ["export", "surasshupakku", "--preset", "5x5", "--formulation", "bfs"]
    done = run(*wanted, "--output", "a.lp")
    assert "rows of logic became linear rows" in done.stderr
    assert done.stderr.count("\n") == 1
    assert run("solve-model", "a.lp", "--count").stdout == "1\n"
    assert run(*wanted, "--format", "ilpuzzles", "--output", "a.ilp.json").stderr == ""
