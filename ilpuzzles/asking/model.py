"""The model as people use it: what it states, what it is asked, and the files it is written to."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Self

from ilpuzzles.asking.program import Askable, AskableProgram
from ilpuzzles.modelling.copying import copy_model, counterpart
from ilpuzzles.modelling.expressions import Logical
from ilpuzzles.modelling.extending import extended
from ilpuzzles.modelling.lazy_rows import Finder, state_lazy_rows
from ilpuzzles.modelling.model import ModelBase
from ilpuzzles.modelling.program import AnyProgram
from ilpuzzles.modelling.row_check import Row


class Model(Askable, ModelBase):
    """A model: families of variables, rows over them, and named groups of rows.

    Variables are binary, whole or continuous. Numbers are exact as people write them, so that 0.1
    is one tenth; a float whose shortest decimal has more than 12 digits was measured or computed,
    means itself, and its row holds within 1e-9 of its size.

    Args:
        name: What to call it.
        exact: Whether every float means its shortest decimal, so that no number is measured.

    Example:
        Two queens that do not attack each other along a row or column of a 2 x 2 board:

        >>> import numpy as np
        >>> from ilpuzzles import Model
        >>> model = Model("rooks")
        >>> rook = model.binary("rook", 2, 2)
        >>> with model.group("rows", why="one rook in every row"):
        ...     _ = model.exactly_one(rook, axis=1)
        >>> with model.group("columns", why="one rook in every column"):
        ...     _ = model.exactly_one(rook, axis=0)
        >>> print(model.statistics())
        4 variables, 4 rows, 8 nonzeros
        >>> model.check(np.array([1, 0, 0, 1]))
        ()
        >>> print(*model.check(np.array([1, 0, 1, 0])), sep="; ")
        columns[0] is 2, not 1; columns[1] is 0, not 1
    """

    def program(self) -> AskableProgram:
        """The model as arrays, which is what solvers get; kept until something is added."""
        return self._store.program(self, self.name, AskableProgram)

    def copy(self, name: str | None = None) -> Self:
        """Returns a copy with variables, rows, groups and objectives of its own.

        What changes one of the two leaves the other alone. Lazy rows come along, and their function
        goes on speaking of the variables it knows.

        Args:
            name: The name of the copy; by default that of the model.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.binary("x", 3)
            >>> row = model.add(x.sum() <= 1)
            >>> other = model.copy("two")
            >>> y = other.counterpart(x)
            >>> both = other.add(y[0] + y[1] == 1)
            >>> print(model.count("cpsat"), other.count("cpsat"))
            4 2
        """
        return copy_model(self, name)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        made = memo[id(self)] = self.copy()
        return made

    def counterpart(self, thing: Any) -> Any:
        """Returns what stands in this model for something of a model that it is a copy of.

        It works in both directions, and between copies of one model, for what was there when the
        two parted.

        Args:
            thing: A variable, a sum, a comparison or another truth, an array of these, or a row.

        Raises:
            ModelError: If it is of another model, or newer than the copy.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.binary("x", ["a", "b"])
            >>> model.copy().counterpart(x["a"] + 2 * x["b"] <= 1)
            x[a] + 2 x[b] <= 1
        """
        return counterpart(self, thing)

    def lazy(self, function: Finder, name: str = "", key: Hashable = None) -> Row:
        """States rows that a function finds as they are needed (lazy constraints).

        It is for rows of which there are too many to state, such as those against subtours. A
        solver searches without them; the function looks at what it has found, and gives rows that
        this breaks, or none if it is right; then the solver searches again.

        The function says what a solution is, so it has to be consistent: the same answer for the
        same values, an answer without rows for every solution, and no row that a solution breaks.
        It is called several times, and with values that satisfy the bounds of all variables, but
        perhaps not all other rows: some questions leave rows out. It stays in this process: what
        needs several, such as a count with several workers, refuses such a model, and no file can
        hold it.

        Args:
            function: Called with the values of a candidate, to be indexed by variables, sums of
                them or arrays. It returns or yields rows (comparisons) that the values break.
            name: The name of the row that stands for all of these; by default that of its group,
                or of the function.
            key: What follows the name in brackets.

        Returns:
            The row that stands for all of these.

        Raises:
            ModelError: If it is not a function. While a question is asked: if the function fails,
                or gives a row that the values do not break, or that has variables which were added
                after this call.

        Example:
            Of six numbers, no two that are neighbours are to be chosen:

            >>> import numpy as np
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.binary("x", 6)
            >>> def apart(values):
            ...     chosen = values[x]
            ...     for n in range(5):
            ...         if chosen[n] and chosen[n + 1]:
            ...             yield x[n] + x[n + 1] <= 1
            >>> row = model.lazy(apart)
            >>> model.maximize(x.dot([3, 5, 4, 1, 6, 7]))
            >>> result = model.solve()
            >>> result.objective, result.array(x).tolist()
            (14, [1, 0, 1, 0, 0, 1])
            >>> print(*model.check(np.array([1, 1, 1, 0, 0, 0])))
            apart[0] is 2, not 0
        """
        return state_lazy_rows(self, function, (name, key))

    def extension(
        self, program: AnyProgram, rules: Sequence[Logical] = (), group: str = "", why: str = ""
    ) -> AnyProgram:
        """A program of this model with further rows, in a group of their own.

        The model stays as it is, and so do other programs of it: rows, groups and auxiliary
        variables that are needed are those of this program alone. Groups are off and variables
        fixed as before. The program has all variables that the model has now; to ask about one that
        the model gets later, extend it again.

        Args:
            program: A program of this model, which may have been extended before.
            rules: What must hold as well.
            group: The name of the group; what an earlier extension of the program has put there
                stays.
            why: A sentence that says what the rules mean.

        Raises:
            ModelError: If the program is of another model, or the group is one of the model's own.

        Example:
            >>> from ilpuzzles import Model
            >>> model = Model()
            >>> x = model.binary("x", 3)
            >>> made = model.extension(model.program(), [x[0] | x[1] & x[2]], "mine")
            >>> print(made.statistics(), model.statistics(), sep="; ")
            4 variables, 2 rows, 5 nonzeros; 3 variables, 0 rows, 0 nonzeros
        """
        return extended(self, program, rules, group, why)
