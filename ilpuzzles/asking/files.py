"""Models of files and of problems of PuLP, as people get them, and the functions that read them."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

from ilpuzzles.asking.model import Model
from ilpuzzles.asking.program import AskableProgram
from ilpuzzles.formats.cover import CoverModelBase, parse_matrix
from ilpuzzles.formats.lp import parse_lp
from ilpuzzles.formats.model_files import Kinds, parse_any, parse_file
from ilpuzzles.formats.mps import parse_mps
from ilpuzzles.formats.opb import parse_opb
from ilpuzzles.formats.pulp import pulp_model
from ilpuzzles.formats.reading import FileModelBase
from ilpuzzles.formats.saved import SavedModelBase, parse_saved


class FileModel(FileModelBase, Model):
    r"""A model whose variables and rows have names of their own, as in the file it came from.

    It is a `Model` like any other: variables and rows can be added, and they are named as usual.
    Names of columns, and those of rows, stand once each; `deciding` is None if all whole columns
    decide, and `continuous` if there are no others.

    Example:
        >>> from ilpuzzles import read_lp
        >>> model = read_lp(
        ...     "Minimize\n obj: left\nSubject To\n one: left + right = 1\n"
        ...     "Binaries\n left right\nEnd\n"
        ... )
        >>> model.variable("right"), model.row_name(0)
        (right, 'one')
    """


class CoverModel(CoverModelBase, FileModel):
    """The exact covers of a matrix: chosen rows that have exactly one 1 in every column.

    For every row of the matrix the model has a binary variable, `row[0]`, `row[1]`, ..., and for
    every column a row of kind exactly_one, `column[0]`, `column[1]`, ... in one group. A column
    without any 1 is a row that nothing satisfies; whether a row without any 1 is chosen is free.
    `shape` is how many rows and columns there are; `rows` and `columns` are the places of every 1.

    Example:
        >>> import numpy as np
        >>> model = CoverModel("pair", (2, 1), np.array([0, 1]), np.array([0, 0]))
        >>> print(model.statistics(), model.variable("row[1]"), model.row_name(0))
        2 variables, 1 row, 2 nonzeros row[1] column[0]
        >>> print(*model.check(np.array([1, 1])))
        column[0] is 2, not 1
        >>> model.chosen(np.array([0, 1]))
        ChosenRows(rows=(1,))
    """


class SavedModel(SavedModelBase, Model):
    """A model as it was saved: like any other, with families found by name (`Model.family`)."""


_KINDS = Kinds(named=FileModel, cover=CoverModel, saved=SavedModel)


def open_model(path: str | Path, *, exact: bool = False) -> Model | AskableProgram:
    """Opens a model in any file: one that `save` wrote, or one that `read_model` reads.

    Args:
        path: A file whose name ends with `.ilp.json`, or with one of the endings that `read_model`
            knows; or with one of these and `.gz`, `.bz2` or `.xz`.
        exact: Whether numbers are exact whatever their digits, so that none is measured. A saved
            model says that itself.

    Returns:
        The model as it was saved, with its families, groups and rows. Of a part of a model, which
        `without`, `only` and `fix` make, that part, a `Program`.

    Raises:
        InputError: If the file is wrong; the message names the place of the first error.

    Example:
        >>> import tempfile
        >>> model = Model("rooks")
        >>> rook = model.binary("rook", 2, 2)
        >>> with model.group("rows", why="one rook in every row"):
        ...     row = model.exactly_one(rook, axis=1)
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     model.save(Path(folder, "rooks.ilp.json"))
        ...     again = open_model(Path(folder, "rooks.ilp.json"))
        >>> again, again.groups[0].why
        (<model rooks: 4 variables, 2 rows, 4 nonzeros>, 'one rook in every row')
    """
    opened = parse_any(Path(path), _KINDS, exact=exact)
    return cast("Model | AskableProgram", opened)


def read_model(path: str | Path, *, exact: bool = False) -> FileModel:
    """Reads an LP, MPS, OPB or matrix file; the ending of its name says which.

    Args:
        path: A file whose name ends with `.mps`, `.lp`, `.opb`, or for the matrix of an exact cover
            problem `.txt` or `.cover`; or with one of these and `.gz`, `.bz2` or `.xz`.
        exact: Whether numbers are exact whatever their digits, so that none is measured.

    Returns:
        The model, with the names of the file; for a matrix a `CoverModel`.

    Raises:
        InputError: If the file is wrong; the message names the place of the first error.
    """
    return cast("FileModel", parse_file(Path(path), _KINDS, exact=exact))


def read_lp(text: str, source: str = "model.lp", *, exact: bool = False) -> FileModel:
    r"""Reads a model in the LP format.

    It reads what CPLEX's manual describes, and what the readers of Gurobi, HiGHS and SCIP take as
    well: an objective, rows with or without names (row n without one is `c` and n), ranges
    `2 <= x + y <= 8`, indicator rows `b = 1 -> x <= 3`, bounds, Binaries, Generals,
    Semi-Continuous, and special ordered sets; sections in any order behind the objective. Variables
    have the bounds 0 and infinity unless Bounds says otherwise, and are continuous unless they are
    listed. Numbers are exact up to 12 digits: 0.1 is one tenth; those with more are measured.
    Bounds from 1e20 on are infinite. A variable that a sum names several times has the sum of these
    coefficients, of several bounds on one side the last one counts, and an upper bound below 0
    without a lower bound leaves no value, as HiGHS and SCIP read all three. Rows of User Cuts are
    rows, in a group of their own. Quadratic terms, and whatever programs read in different ways,
    are refused.

    Comments of `lp_text` that say which columns are auxiliary are honoured; in files without
    them, all whole columns distinguish solutions. What is semi-continuous, in a special ordered
    set or behind an indicator gets rows with the bounds as big M where a backend needs them.

    Args:
        text: What stands in the file.
        source: What to call the file in messages.
        exact: Whether numbers are exact whatever their digits, so that none is measured.

    Returns:
        The model, with the names of the file. A row that `lp_text` has split is two rows.

    Raises:
        InputError: If the text is wrong; the message names the place of the first error.

    Example:
        >>> model = read_lp(
        ...     "\\ two\nMaximize\n obj: 3 x + n\nSubject To\n most: x + 2 n <= 7\n"
        ...     "Bounds\n n <= 5\nBinaries\n x\nGenerals\n n\nEnd\n"
        ... )
        >>> model.name, model.names, str(model.statistics())
        ('two', ('x', 'n'), '2 variables, 1 row, 2 nonzeros')
        >>> read_lp("Minimize\n obj: 3,5 y\nEnd\n", "a")
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: a:2:8: '3,5' has a decimal comma; write a decimal point, ...
    """
    return parse_lp(text, FileModel, source, exact=exact)


def read_mps(text: str, source: str = "model.mps", *, exact: bool = False) -> FileModel:
    r"""Reads a model in the MPS format.

    Where readers differ, this one does what most do. Fields are separated by blanks; if that makes
    no sense, and the columns are those of the fixed form, names may have blanks in them. A line of
    the fixed form without a column goes on with the column above, as in GLPK. Between the markers
    INTORG and INTEND, a column without any bound is binary; another has the lower bound 0, and no
    upper bound. It stays 0 where the upper bound is below it, as HiGHS and SCIP read it, so that
    there is no solution (for CPLEX, Gurobi and CBC it is minus infinity); a row has that upper
    bound then, and a note says so. MI leaves the upper bound as it is. Bounds, right-hand sides and
    ranges from 1e20 on are infinite. Of several sets of these, the first one counts, which a note
    says. Variables are integer between the markers, by a bound of type BV, LI, UI or SI, or if
    fixed to a whole number; all others are continuous. One with a bound of type SC or SI is 0, or
    within its bounds, and it is continuous or integer as the type says, also between markers
    (HiGHS reads it so; SCIP takes the markers' word). The objective is the first N row, or the one
    that OBJNAME names; any other N row is kept as a row without bounds. The right-hand side of the
    objective is what is subtracted from it. It is minimised unless a section OBJSENSE, wherever it
    stands, or PuLP's comment `*SENSE:Maximize` says otherwise. The rows of LAZYCONS and USERCUTS
    are rows, the latter in a group of their own. Sections SOS and INDICATORS are as CPLEX has them,
    and sets also as lp_solve has them. Numbers are exact: 0.1 is one tenth. What comes after
    ENDATA, in a line that begins with $ or *, or behind a field that does, is a comment. Quadratic
    and conic sections are refused.

    Comments of `mps_text` that say which columns are auxiliary, or that it has changed the signs
    of a maximum, are honoured; in files without them, all whole columns distinguish solutions.

    Args:
        text: What stands in the file.
        source: What to call the file in messages.
        exact: Whether numbers are exact whatever their digits; else those with more than 12 are
            measured.

    Returns:
        The model, with the names of the file.

    Raises:
        InputError: If the text is wrong; the message names the place of the first error.

    Example:
        >>> model = read_mps(
        ...     "NAME two\nROWS\n N cost\n E one\nCOLUMNS\n x cost 2 one 1\n y cost 1 one 1\n"
        ...     "RHS\n RHS one 1\nBOUNDS\n BV BND x\n BV BND y\nENDATA\n"
        ... )
        >>> model.name, str(model.statistics()), model.row_name(0)
        ('two', '2 variables, 1 row, 2 nonzeros', 'one')
        >>> read_mps("NAME two\nROWS\n X cost\nCOLUMNS\nENDATA\n", "two.mps")
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: two.mps:3:2: unknown kind of row 'X'; known: N, L, G, E
    """
    return parse_mps(text, FileModel, source, exact=exact)


def read_opb(text: str, source: str = "model.opb") -> FileModel:
    r"""Reads a model in the OPB format.

    A product of literals becomes an auxiliary variable that is defined by them. Comments of
    `opb_text` that name the variables, say which are auxiliary, and that there was a maximum, are
    honoured. If the first line says how many variables there are, these are x1, x2, ..., whether
    they are used or not; if it says how many constraints, that has to be true.

    Args:
        text: What stands in the file.
        source: What to call the file in messages.

    Returns:
        The model, with the names of the file; its constraints are called c1, c2, ...

    Raises:
        InputError: If the text is wrong, or has soft constraints; the message names the place of
            the first error.

    Example:
        >>> model = read_opb("min: 2 x1 -3 x2 ;\n1 x1 2 ~x2 >= 1 ;\n1 x1 x2 1 x3 = 1 ;\n")
        >>> model.names, str(model.statistics())
        (('x1', 'x2', 'x3', 'x1 x2'), '4 variables, 3 rows, 7 nonzeros')
        >>> read_opb("1 x1 >= 1", "a")
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: a:1:10: the file ends within a statement; end it with ';'
    """
    return parse_opb(text, FileModel, source)


def read_matrix(text: str, source: str = "matrix.txt") -> CoverModel:
    r"""Reads the matrix of an exact cover problem.

    Every line is an option, and every column has to be covered exactly once. The numbers 0 and 1
    stand with blanks between them, as `numpy.savetxt(file, matrix, fmt="%d")` writes them, or with
    nothing. Lines that begin with # are comments; blank lines may stand before and after the
    matrix. Rows and columns are numbered from 0.

    Args:
        text: What stands in the file.
        source: What to call the file in messages.

    Returns:
        The model, with a variable for every row and an exactly one row for every column.

    Raises:
        InputError: If the text is wrong; the message names the place of the first error.

    Example:
        >>> model = read_matrix("# three options\n1 0 1\n010\n1 0 0\n")
        >>> model.names, str(model.statistics())
        (('row[0]', 'row[1]', 'row[2]'), '3 variables, 3 rows, 4 nonzeros')
        >>> [model.name_of(column) for column in model.program().rows.columns.tolist()]
        ['row[0]', 'row[2]', 'row[1]', 'row[0]']
        >>> read_matrix("1 0\n1 2\n", "a.txt")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: a.txt:2:3: '2' is not 0 or 1; write 0 and 1 with blanks ...
    """
    return parse_matrix(text, CoverModel, source)


def read_saved(text: str, source: str) -> Model | AskableProgram:
    """Reads the text of a file; a part of a model, as `without` and `fix` make it, is a program.

    Raises:
        InputError: If the file is wrong; the message names the place of the first error.
    """
    return cast("Model | AskableProgram", parse_saved(text, SavedModel, source))


def from_pulp(problem: Any, *, exact: bool = False) -> FileModel:
    """Makes a model of a `pulp.LpProblem`, of which you can ask every question.

    Names are kept as PuLP has them. The variables are in the order of `problem.variables()`, which
    is that of their names; after them come those that are in special ordered sets alone. The rows
    are the constraints in their order, and then the sets. Floats are read as those of a `Model`:
    0.1 is one tenth, and what has more than 12 digits is measured. Bounds of 1e20 or more are none.
    Variables are auxiliary as they were in the model that `to_pulp` made the problem of. The
    problem stays as it is.

    Args:
        problem: The problem; elastic constraints that extend it are constraints like others.
        exact: Whether every float means its shortest decimal, so that no number is measured.

    Returns:
        The model, whose variables are found by `model.variable(name)`.

    Raises:
        InputError: If it is no such problem, or holds something that a model cannot: two variables
            of one name, a number that is infinite or too large, bounds that leave no value, a set
            whose variables have no bounds.

    Example:
        >>> import pulp
        >>> problem = pulp.LpProblem("snack", pulp.LpMaximize)
        >>> nuts = problem.add_variable("nuts", 0, 5, pulp.LpInteger)
        >>> figs = problem.add_variable("figs", 0, None, pulp.LpInteger)
        >>> problem += 3 * nuts + 4 * figs
        >>> problem += 0.5 * nuts + figs <= 4, "weight"
        >>> model = from_pulp(problem)
        >>> model.names, model.row_name(0)
        (('figs', 'nuts'), 'weight')
    """
    return pulp_model(problem, FileModel, exact=exact)
