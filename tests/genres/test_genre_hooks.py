"""What a genre may say besides its model: parameters, symmetries, cuts, certain moves, and more."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import ilpuzzles
from ilpuzzles.errors import InputError
from ilpuzzles.generate.generators import generator_of
from ilpuzzles.reading.library import Library, puzzle_parameters
from support.commands import Run

GENRE = '''"""Strokes.

Every cell of a row is cut.
"""

from functools import partial

import ilpuzzles
from ilpuzzles.errors import InputError
from ilpuzzles.genres import Board, CertainMove, Genre, Symmetry, module_beside

genre = Genre(
    layout="board",
    address="gokigen 4cell",
    clue_patterns="[1-4]",
    default_preset="three",
    parameters={
        "kind": {"about": "which strokes there are", "values": ["both", "some"], "default": "both"}
    },
    solutions_with={"solutions-of-some": {"kind": "some"}},
    derived_fields=["number"],
    shown_variables=["rising"],
    clue_groups=(),
    presets={"three": {"rows": 1, "columns": 3, "solutions": 8, "solutions-of-some": 7}},
)


@genre.board
def read(fields):
    return Board.read(fields, clues=genre.clue_patterns)


def stated(board, least):
    model = ilpuzzles.Model("strokes")
    rising = model.binary("rising", board.grid.cells)
    with model.group("some", why="some cell is cut like /"):
        model.add(rising.sum() >= least)
    return model


@genre.formulation("right", "as it is", backends={"cpsat": 3})
def right(board):
    return stated(board, int(board.fields["kind"] == "some"))


@genre.formulation("wrong", backends=["cpsat"], suits=lambda board: False, sound=False)
def wrong(board):
    if board.fields["kind"] == "some":
        raise InputError("strokes of some kind", "take the formulation right")
    return module_beside(__file__, "strokes/wrong.py").build(board)


@genre.solution
def decode(board, values):
    rows = ["".join("/" if one else "\\\\" for one in values["rising"])]
    return {"rows": rows, "number": rows[0].count("/")}


@genre.partial_solution
def decode_part(board, known):
    return {"rows": ["".join({None: "?", 1: "/", 0: "\\\\"}[one] for one in known["rising"])]}


@genre.variable_values
def encode(board, solution):
    words = board.words(solution)
    return {"rising": {cell: int(word == "/") for cell, word in words.items() if word != "?"}}


@genre.rules
def rules(board, solution):
    if board.fields["kind"] == "some" and "/" not in solution["rows"][0]:
        yield "no cell is cut like /"


@genre.symmetries
def symmetries(board):
    return [Symmetry(dict), Symmetry(mirrored, is_rotation=False)]


def mirrored(solution):
    return {**solution, "rows": [row[::-1] for row in solution["rows"]]}


@genre.address_fields
def address_fields(board):
    raise InputError("strokes have no address", "keep them")


@genre.pieces
def pieces(board):
    kinds = {cut: {"title": f"like {cut}", "action": f"cut {{}} like {cut}", "line": cut}
             for cut in "/\\\\"}
    moves = [(cut, [cell], [("rising", cell, int(cut == "/"))])
             for cell in board.grid.cells for cut in kinds]
    return {"rows": 1, "columns": board.grid.columns, "unit": "cell", "pieces": kinds,
            "moves": moves}


@genre.certain_move
def certain(board, moves):
    if len(moves) != 2:
        return None
    (left,) = set(board.grid.cells).difference(cell for _, (cell,) in moves)
    return CertainMove(("/", (left,)), ("it is the last one",), moves=tuple(moves))


@genre.generator
def generator():
    return module_beside(__file__, "strokes/made.py").KIND
'''
WRONG = """import ilpuzzles


def build(board):
    model = ilpuzzles.Model("wrong")
    model.binary("rising", board.grid.cells)
    return model
"""
MADE = """from ilpuzzles.generate.generators import GeneratorKind

KIND = GeneratorKind((), lambda puzzle, options, library: f"made {puzzle}", None)
"""


@pytest.fixture
def library(tmp_path: Path) -> Library:
    folder = tmp_path / "strokes"
    folder.mkdir()
    (folder / "wrong.py").write_text(WRONG)
    (folder / "made.py").write_text(MADE)
    (tmp_path / "strokes.py").write_text(GENRE)
    return Library.standard(files=[tmp_path / "strokes.py"])


def opened(library: Library, kind: str = "both", **how: Any) -> Any:
    return ilpuzzles.experiment("strokes", library=library, parameters={"kind": kind}, **how)


def test_parameters_are_fields_and_options(library: Library, run: Run, tmp_path: Path) -> None:
    (declared,) = puzzle_parameters("strokes", library)
    assert (declared.name, declared.values, declared.default) == ("kind", ("both", "some"), "both")
    for kind, number in (("both", 8), ("some", 7)):
        asked = opened(library, kind)
        assert asked.count().count == asked.subject.instance.solutions == number
        assert asked.subject.parameters == {"kind": kind}
    file = str(tmp_path / "strokes.py")
    assert run("--puzzle", file, "--kind", "some", "--count").stdout == "7\n"
    assert "which strokes there are" in run("--puzzle", file, "--help").stdout
    refused = run("--puzzle", file, "--kind", "none").stderr
    assert refused == "kind none; strokes has kind both, some\n"


def test_parameters_are_written_and_read(library: Library) -> None:
    text = opened(library, "some").subject.to_yaml()
    assert "parameters: {kind: some}" in text
    assert "kind: some\n" not in text
    again = ilpuzzles.load("strokes", text=text, library=library)
    assert again.parameters == {"kind": "some"}
    assert again.instance.fields == {"rows": 1, "columns": 3, "kind": "some"}
    with pytest.raises(InputError, match="'kind' is a parameter; write 'parameters: "):
        ilpuzzles.load("strokes", text="rows: 1\ncolumns: 3\nkind: some", library=library)


def test_presets_of_the_file_state_parameters(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "strokes.py"
    few = '"few": {"rows": 1, "columns": 2, "parameters": {"kind": "some"}, "solutions-of-some": 3}'
    path.write_text(GENRE.replace("presets={", f"presets={{{few}, "))
    loaded = ilpuzzles.load("strokes", "few", library=library)
    assert (loaded.parameters, loaded.instance.solutions) == ({"kind": "some"}, 3)
    assert ilpuzzles.experiment(loaded).count().count == 3
    what = "the preset few has kind some, not both; leave it out"
    with pytest.raises(InputError, match=what):
        ilpuzzles.load("strokes", "few", parameters={"kind": "both"}, library=library)
    # The standard preset is meant where several have these parameters.
    assert opened(library, "some").subject.preset == "three"
    assert opened(library, "both").subject.preset == "three"
    path.write_text(path.read_text().replace('"kind": "some"}, "sol', '"kind": "none"}, "sol'))
    with pytest.raises(InputError, match="kind none; strokes has kind both, some"):
        ilpuzzles.load("strokes", "few", library=library)


def test_parameters_have_to_be_written_out(library: Library, tmp_path: Path) -> None:
    path = tmp_path / "strokes.py"
    path.write_text(GENRE.replace("parameters={\n", "parameters=dict() or {\n"))
    with pytest.raises(InputError, match=r"strokes\.py:17:16: the parameters are not written out"):
        ilpuzzles.load("strokes", library=library)


def test_formulations_claim_boards_by_their_size(library: Library) -> None:
    kind = opened(library).subject.kind
    right, wrong = kind.formulations.values()
    small, large = (
        ilpuzzles.load("strokes", text=f"rows: 1\ncolumns: {columns}", library=library).instance
        for columns in (3, 4)
    )
    assert (right.claims(small, "cpsat"), right.claims(small, "cbc")) == (True, False)
    assert not right.claims(large, "cpsat")
    assert not wrong.claims(small, "cpsat")
    assert library.genre_formulations()[-2:] != []
    assert {"right", "wrong"} <= {*library.genre_formulations()}


def test_a_formulation_in_a_file_beside_need_not_be_sound(library: Library) -> None:
    asked = opened(library, formulation="wrong")
    assert not asked.formulated.sound
    assert asked.count().count == 8
    # What it cannot state is said in its own words.
    with pytest.raises(InputError, match=r"^strokes of some kind; take the formulation right$"):
        opened(library, "some", formulation="wrong")


def test_equivalent_solutions_are_one(library: Library) -> None:
    asked = opened(library)
    answer = asked.count(up_to_symmetry=True)
    assert (answer.count, answer.count_up_to_symmetry) == (8, 6)
    symmetries = asked.subject.symmetries()
    assert (symmetries.order, symmetries.rotations().order) == (2, 1)
    # What follows from the rest makes no difference.
    plain = {"rows": ["/\\\\"], "number": 1}
    assert asked.subject.essence(plain) == {"rows": ["/\\\\"]}


def test_cells_are_cut_and_a_certain_move_is_found(library: Library) -> None:
    asked = opened(library)
    ground = asked.subject.playground()
    plain = ground.data.to_json()
    assert (plain["drag"], ground.move_noun) == ("cut", "cell")
    assert plain["moves"]["lines"][:2] == [[0, 44, 44, 0], [0, 0, 44, 44]]
    assert ground.describe(1) == "cut row 1, column 1 like \\"
    assert ground.to_json(1) == {"cell": [0, 0], "cut": "\\"}
    assert ground.solution([1, 2]).plain == {"rows": ["\\/?"]}
    assert ground.as_finished([1, 2]).plain == {"rows": ["\\/\\"], "number": 1}
    assert ground.certain_move([1]) is None
    proof = ground.certain_move([1, 2])
    assert (proof.conclusion, proof.premises, proof.refutations) == (
        4,
        (1, 2),
        ("it is the last one",),
    )
    solved = asked.solve().solutions[0]
    assert ground.solution(ground.moves_of(solved)).plain["rows"] == solved.plain["rows"]
    other = ilpuzzles.load("strokes", text="rows: 1\ncolumns: 2", library=library)
    assert ground.moves_of(other.solution_of({"rows": ["//"]})) is None


def test_a_solution_is_a_start(library: Library) -> None:
    asked = opened(library)
    values = asked.formulated.encode(asked.subject.solution_of({"rows": ["/\\?"]}))
    assert {str(variable): value for variable, value in values.items()} == {
        "rising[0, 0]": 1,
        "rising[0, 1]": 0,
    }


def test_an_address_is_refused_in_the_words_of_the_genre(library: Library) -> None:
    with pytest.raises(InputError, match=r"^strokes have no address; keep them$"):
        opened(library).subject.address()


def test_the_generator_of_a_file_beside_makes_positions(library: Library, tmp_path: Path) -> None:
    assert generator_of("strokes", {}, library) == "made strokes"  # type: ignore[comparison-overlap]
    (tmp_path / "strokes" / "made.py").write_text("KIND = 4\n")
    with pytest.raises(InputError, match="the generator of strokes is '4'; return an ilpuzzles"):
        generator_of("strokes", {}, library)
    (tmp_path / "strokes" / "made.py").unlink()
    with pytest.raises(InputError, match=r"strokes/made\.py"):
        generator_of("strokes", {}, library)


LINES_IN_REGIONS = '''"""Loops in regions.

One loop, and of each region whether the loop passes it.
"""

import ilpuzzles
from ilpuzzles.genres import Genre, loop_faults, read_lines

genre = Genre(
    layout="regions",
    solution_words="lines",
    presets={"small": {"regions": ["AAB", "AAB"]}},
)


@genre.model
def build(board):
    model = ilpuzzles.Model("loops in regions")
    line = model.binary("line", board.grid.neighbour_pairs)
    used = model.binary("used", board.regions)
    with model.group("loop", why="the line is one loop"):
        ilpuzzles.circuit(model, line)
        model.at_least_one(line)
    with model.group("used", why="a region is used if a line is in it"):
        for name, cells in board.regions.items():
            touching = [line[pair] for pair in board.grid.neighbour_pairs if {*pair} & {*cells}]
            model.add(used[name] == ilpuzzles.disjunction(touching))
    with model.group("both", why="both regions are used"):
        model.add(used.sum() == 2)
    return model


@genre.rules
def rules(board, solution):
    return list(loop_faults(read_lines(board.grid, solution["rows"])))
'''


def test_a_family_with_a_variable_for_each_region_shades_no_cells(tmp_path: Path) -> None:
    """Only the family that `shading` names does; another one beside the lines is none of it."""
    path = tmp_path / "regions.py"
    path.write_text(LINES_IN_REGIONS)
    library = Library.standard(files=[path])
    asked = ilpuzzles.experiment(ilpuzzles.load("regions", library=library))
    assert asked.count().count == 2
    assert "line" in asked.hint().verdict()
    for solution in asked.solutions().solutions:
        assert "x" not in "".join(solution.plain["rows"])
