"""Solution files of solvers: each solver's own form, and what is no solution file."""

from __future__ import annotations

import gzip
from fractions import Fraction
from pathlib import Path

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import Exit, InputError
from ilpuzzles.formats.sol import check_sol, read_sol
from support.commands import Run

CBC = """Optimal - objective value 3.75000000
      0 x                     0.5                       0
**    1 y_1                     2                    -1.5
"""
HIGHS = """Model status
Optimal

# Primal solution values
Feasible
Objective 3.75
# Columns 2
x 0.5
y_1 2
# Rows 1
row 9

# Dual solution values
Feasible
# Columns 2
x 7
y_1 7
"""
SCIP = """solution status: optimal solution found
objective value:                                 3.75
x                                                 0.5 \t(obj:1.5)
y_1                                                 2 \t(obj:1)
"""
GUROBI = "# Solution for model obj\n# Objective value = 3.75\nx 5e-1\ny_1 2\n"


MIPLIB = "=obj= 3.75\nx 0.5\ny_1 2\n"
CPLEX = """<?xml version = "1.0" encoding="UTF-8" standalone="yes"?>
<CPLEXSolution version="1.2">
 <header
   problemName="a.lp"
   objectiveValue="3.75"
   solutionStatusValue="101"
   solutionStatusString="integer optimal solution"/>
 <linearConstraints>
  <constraint name="r" index="0" slack="0"/>
 </linearConstraints>
 <variables>
  <variable name="x" index="0" value="0.5"/>
  <variable name='y_1' index="1" value="2"/>
 </variables>
</CPLEXSolution>
"""
FORMS = {
    "cbc": CBC, "highs": HIGHS, "scip": SCIP, "gurobi": GUROBI, "miplib": MIPLIB, "cplex": CPLEX,
}  # fmt: skip


@pytest.mark.every("form")
@pytest.mark.parametrize("form", FORMS)
def test_each_solver_is_read(form: str) -> None:
    text = FORMS[form]
    found = read_sol(text)
    assert dict(found.values) == {"x": Fraction(1, 2), "y_1": 2}
    assert found.objective == Fraction(15, 4)


@pytest.mark.every("text")
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a:1:1: the file is empty; get it again"),
        (
            "Infeasible - objective value 0\n",
            "a:1:1: the file says 'Infeasible', so there is no solution; let",
        ),
        (
            "solution status: infeasible\n",
            "a:1:1: the file says 'infeasible', so there is no solution; let",
        ),
        (
            "Model status\nInfeasible\n",
            "a:2:1: the file says 'Infeasible', so there is no solution; let",
        ),
        (
            HIGHS[:84],
            "a:7:1: fewer columns than this line says; it seems truncated: get a complete copy",
        ),
        (
            HIGHS[:40],
            "a:1:1: there is no section '# Columns'; it seems truncated: get a complete copy",
        ),
        (CBC.replace("0.5 ", "nan "), "a:2:31: 'nan' is not a number; give a finite number"),
        (CBC.replace("y_1", "x"), "a:3:9: 'x' appears twice; keep one of them"),
        ("x 1 2\n", "a:1:1: this is not a line of a solution file: 'x 1 2'; expected a name"),
        (
            "\n=infeas=\n",
            "a:2:1: the file says '=infeas=', so there is no solution; let a solver find one",
        ),
        (
            "=unkn=\n",
            "a:1:1: the file says '=unkn=', so there is no solution; let a solver find one",
        ),
        (CPLEX.replace("0.5", "nan"), "a:12:3: 'nan' is not a number; give a name and a finite"),
        (CPLEX.replace("y_1", "x"), "a:13:3: 'x' appears twice; keep one of them"),
        (CPLEX.replace("name='y_1' ", ""), "a:13:3: the variable has no name; give a name and"),
        (
            CPLEX.replace("</CPLEXSolution>\n", ""),
            "a:14:14: the file ends without </CPLEXSolution>; it seems truncated: get a",
        ),
        (
            CPLEX.replace("integer optimal", "integer infeasible"),
            "a:3:2: the file says 'integer infeasible solution', so there is no solution; let",
        ),
        (CPLEX + CPLEX, "a:17:1: the file has a second solution; write one solution to the file"),
        ("<?xml version='1.0'?>\n<instance/>\n", "a:1:1: the XML has no CPLEXSolution; give a"),
        (
            CPLEX[: CPLEX.index(" <variables>")] + "</CPLEXSolution>\n",
            "a:2:1: there is no tag <variable> in the CPLEXSolution; write the values of the",
        ),
        (CBC + "what\n", "a:4:1: this is not a line of a solution file: 'what'; expected a number"),
    ],
)
def test_what_is_no_solution_is_said_with_its_place(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_sol(text, "a")
    assert str(caught.value).startswith(message)


LP = "Minimize\n c: 1.5 x + y\nSubject To\n r: x + y >= 2.5\nGenerals\n y\nEnd\n"


def checked(run: Run, tmp_path: Path, text: str, *more: str) -> tuple[int, str, str]:
    (tmp_path / "m.lp").write_text(LP)
    (tmp_path / "a.sol").write_text(text)
    done = run("check", str(tmp_path / "m.lp"), str(tmp_path / "a.sol"), *more)
    return done.returncode, done.stdout, done.stderr.replace(str(tmp_path), "")


def test_values_are_checked_against_a_model(run: Run, tmp_path: Path) -> None:
    right = "x 0.5\ny 2\n"
    code, out, err = checked(run, tmp_path, right)
    assert (code, out) == (Exit.ANSWERED, "every row is satisfied\nobjective: 2.75\n")
    assert err == "/a.sol: accepted\n"
    code, out, err = checked(run, tmp_path, "x 0.5\ny 1\n")
    assert (code, out) == (Exit.CHECK_FAILED, "r is 1.5, not at least 2.5\nobjective: 1.75\n")
    assert err == "/a.sol: refused, 1 violation\n"
    code, out, _ = checked(run, tmp_path, "x 0.5\ny 1.6\n")
    assert (code, out.splitlines()[0]) == (Exit.CHECK_FAILED, "y is 1.6, not a whole number")
    code, out, _ = checked(run, tmp_path, "# Objective value = 9\n" + right)
    assert (code, out.splitlines()[1]) == (Exit.CHECK_FAILED, "objective: 2.75, not 9")
    code, out, _ = checked(run, tmp_path, "x 0.4999999999\ny 2.0000001\n")
    assert code == Exit.ANSWERED
    assert out.startswith("every row is satisfied within 1e-9: r is 2.499999999")
    code, _, err = checked(run, tmp_path, "x 0.5\nyy 2\n")
    said = "/a.sol: the model has no variable 'yy'; did you mean 'y'?\n"
    assert (code, err) == (Exit.BAD_INPUT, said)
    code, _, err = checked(run, tmp_path, right, "--preset", "8pieces")
    said = "--preset does not apply to a model file; leave it out, or name a puzzle\n"
    assert (code, err) == (Exit.BAD_INPUT, said)
    assert '"accepted": true' in checked(run, tmp_path, right, "--json")[1]
    # Files of MIPLIB leave out what is 0, and say what their values are worth.
    code, out, _ = checked(run, tmp_path, "=obj= 2.75\n" + right)
    assert (code, out) == (Exit.ANSWERED, "every row is satisfied\nobjective: 2.75\n")
    code, out, _ = checked(run, tmp_path, "=obj= 3\n" + right)
    assert (code, out.splitlines()[1]) == (Exit.CHECK_FAILED, "objective: 2.75, not 3")
    (tmp_path / "a.sol.gz").write_bytes(gzip.compress(b"=obj= 2\ny 2\n"))
    done = run("check", str(tmp_path / "m.lp"), str(tmp_path / "a.sol.gz"))
    assert done.stdout == "r is 2, not at least 2.5\nobjective: 2\n"


def test_xml_needs_neither_a_header_nor_a_version() -> None:
    header = CPLEX[CPLEX.index(" <header") : CPLEX.index(" <linearConstraints>")]
    for text in (
        CPLEX.replace(header, ""),
        CPLEX.replace(' version="1.2"', "").replace(header, ""),
    ):
        found = read_sol(text)
        assert (dict(found.values), found.objective) == ({"x": Fraction(1, 2), "y_1": 2}, None)


def test_names_in_xml_are_what_they_stand_for() -> None:
    text = CPLEX.replace('"x"', '"x&lt;1&amp;2"').replace("\n", "\r\n")
    assert dict(read_sol(text).values) == {"x<1&2": Fraction(1, 2), "y_1": 2}


def test_the_objective_may_be_that_of_the_file_which_was_solved(tmp_path: Path) -> None:
    """An MPS file has a maximum with its signs changed, and thirds are multiplied by three."""
    model = Model()
    x = model.binary("x", 2)
    model.maximize(x[0] / 3 + 5 * x[1])
    program, file = model.program(), tmp_path / "a.sol"
    for stated, right in (("5.3333333", 1), ("-16", 1), ("16", 1), ("-5.333333", 1), ("8", 0)):
        file.write_text(f"# Objective value = {stated}\nx_0 1\nx_1 1\n")
        assert bool(check_sol(program, file)) is bool(right), stated
    model.minimize(x[0] + 5 * x[1])
    file.write_text("# Objective value = -6\nx_0 1\nx_1 1\n")
    assert check_sol(model.program(), file).text() == "every row is satisfied\nobjective: 6, not -6"


def test_a_puzzle_is_checked_by_its_rules_too(run: Run, tmp_path: Path) -> None:
    import json  # noqa: PLC0415 - only here

    from ilpuzzles import formulate, load, solve_model  # noqa: PLC0415 - likewise
    from ilpuzzles.formats.names import readable_names  # noqa: PLC0415 - likewise

    _, formulated = formulate(load("lonpos", "8pieces"))
    program = formulated.model.program()
    values = solve_model(program).values
    assert values is not None
    names = readable_names(program).columns
    lines = [f"{name} {value}" for name, value in zip(names, values.tolist(), strict=True) if value]
    path = tmp_path / "a.sol"
    path.write_text("\n".join(lines) + "\n")
    done = run("check", "lonpos", str(path), "--preset", "8pieces")
    assert (done.returncode, done.stdout) == (Exit.ANSWERED, "accepted\n")
    packed = tmp_path / "a.sol.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    done = run("check", "lonpos", str(packed), "--preset", "8pieces")
    assert (done.returncode, done.stdout) == (Exit.ANSWERED, "accepted\n")
    path.write_text("\n".join(lines[1:]) + "\n")
    done = run("check", "lonpos", str(path), "--preset", "8pieces", "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["accepted"]) == (Exit.CHECK_FAILED, False)
    assert found["solutions"][0]["violations"][0]["rule"] == "row"
