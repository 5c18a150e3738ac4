"""A model and a program as files, as texts in their formats, and as objects of other libraries.

Each format is imported when somebody wants it, since most programs write none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ilpuzzles.modelling.program import ProgramView

if TYPE_CHECKING:
    from pathlib import Path

    from ilpuzzles.modelling.text_tables import Formulas


class Writers(ProgramView):
    """The methods that write a model or a program to files."""

    __slots__ = ()

    def save(self, path: str | Path) -> None:
        """Writes it to a file that `open_model` opens again, with nothing lost.

        The same model gives the same bytes; which groups are off, and which variables fixed, is
        kept. The file is written under another name first, so that it is there as a whole or not at
        all.

        Args:
            path: The file; its name ends with `.ilp.json`.

        Raises:
            ModelError: If the model has rows that a Python function finds (`lazy`), or labels other
                than texts, whole numbers and tuples of these.
            InputError: If the name has another ending.
            OutputError: If the file cannot be written.
        """
        from ilpuzzles.formats.saved import save_program

        save_program(self.program(), path)

    def to_lp(self) -> str:
        """Returns the text in the LP format, with readable names.

        Comments say which columns are auxiliary, and `read_model` honours them: what it reads has
        as many solutions as the model. Other programs ignore them, and count assignments of all
        variables.

        Raises:
            ModelError: If a row is stated by cuts, or there are several objectives.
        """
        from ilpuzzles.formats.lp import lp_text
        from ilpuzzles.formats.names import with_single_objective

        return lp_text(with_single_objective(self.program()))

    def to_mps(self) -> str:
        """Returns the text in the free MPS format, with readable names; maxima change sign.

        Comments say so, and which columns are auxiliary; `read_model` honours them, as in `to_lp`.

        Raises:
            ModelError: If a row is stated by cuts, or there are several objectives.
        """
        from ilpuzzles.formats.mps import mps_text
        from ilpuzzles.formats.names import with_single_objective

        return mps_text(with_single_objective(self.program()))

    def to_opb(self) -> str:
        """Returns the text in the OPB format of pseudo-Boolean competitions, for binary variables.

        Comments say which columns are auxiliary.

        Raises:
            ModelError: If a variable is not binary, a row is stated by cuts, or there are several
                objectives.
        """
        from ilpuzzles.formats.names import with_single_objective
        from ilpuzzles.formats.opb import opb_text

        return opb_text(with_single_objective(self.program()))

    def to_matrix(self, *, unused_rows: bool = True, names: bool = False) -> str:
        """Returns the matrix of an exact cover problem: 0 and 1, a line for every variable.

        Args:
            unused_rows: Whether to end with a line for every column that may stay empty, with a
                single 1 in it; then the matrix has as many exact covers as the model has solutions.
            names: Whether comments say what each line and column stands for.

        Raises:
            ModelError: If a row says anything but exactly one, at most one, or the value of a
                variable; the message names it.
        """
        from ilpuzzles.formats.cover import matrix_text

        return matrix_text(self.program(), unused_rows=unused_rows, names=names)

    def to_pulp(self) -> Any:
        """Returns a `pulp.LpProblem`, with readable names.

        PuLP has no auxiliary variables: the problem has the same best solutions, but the files
        that PuLP writes do not say which variables distinguish solutions. What a solver of PuLP
        has found comes back by `values_from_pulp`.

        Raises:
            ModelError: If a row is stated by cuts, or there are several objectives.
        """
        from ilpuzzles.formats.names import with_single_objective
        from ilpuzzles.formats.pulp import pulp_problem

        return pulp_problem(with_single_objective(self.program()))

    def latex(self) -> Formulas:
        r"""Returns formulas in LaTeX, with one for each family of rows.

        Rows of the same group, name and shape are one formula, with a quantifier. Where a row sums
        up all variables of a family that have its labels, the sum says so; otherwise it is over a
        set, of which the formulas say how large it is, and give an example. A notebook shows the
        formulas, and `print` the text: an `align*` environment for pdflatex (with `amsmath`),
        MathJax and KaTeX.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model("rooks")
            >>> rook = model.binary("rook", 2, 2)
            >>> with model.group("rows", why="one rook in every row"):
            ...     row = model.exactly_one(rook, axis=1)
            >>> print(model.latex())
            \begin{align*}
            & \text{rows: one rook in every row} \\
            & \quad \sum_{j \in J} \mathit{rook}_{i,j} = 1 \qquad \forall i \in I \\
            & \text{variables} \\
            & \quad \mathit{rook}_{i,j} \in \{0, 1\} \qquad \forall i \in I,\ j \in J \\
            & \text{index sets} \\
            & \quad i \in I = \{0, 1\} \\
            & \quad j \in J = \{0, 1\}
            \end{align*}
        """
        from ilpuzzles.formats.latex import formulas

        return formulas(self.program())
