"""The modelling language, and programs in flat arrays: no puzzle, no solver.

To see how a statement becomes arrays, read the files in this order:

1. What people write: `variables.py` (families and their labels), `expressions.py` (sums,
   comparisons, truths), `functions.py` (maximum, element and others), and `expression_array.py`
   (arrays of all these).
2. What it means in plain numbers: `numbers.py`, `affine.py` (linear forms), `operations.py` (rows
   that are not linear), and `global_constraint.py`.
3. Where it is kept: `model.py` (the methods that state), `encoding.py` (auxiliary variables and
   rows of truths), `written.py` (rows as they were written), `row_builder.py` and `rows.py` (rows
   in whole numbers or doubles), `column_store.py`, `row_store.py`, `objective.py` and `store.py`.
4. What solvers get: `names.py` and `program.py`. `determination.py` says which columns follow from
   others, and `row_check.py` whether an answer is right.

The other files serve these: `copying.py` and `extending.py` make further models and programs,
`numpy_functions.py` and `pairing.py` let arrays behave as those of numpy and pandas do, and
`pointers.py` knows the names of other libraries.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ilpuzzles.lazy_imports import lazy_face

if TYPE_CHECKING:
    from ilpuzzles.modelling.bounds import Bounds as Bounds
    from ilpuzzles.modelling.expressions import (
        Comparison as Comparison,
        Expression as Expression,
        Logical as Logical,
        Negation as Negation,
        Variable as Variable,
    )
    from ilpuzzles.modelling.functions import (
        absolute as absolute,
        all_different as all_different,
        conditional as conditional,
        conjunction as conjunction,
        count as count,
        different_values as different_values,
        disjunction as disjunction,
        element as element,
        equivalence as equivalence,
        exclusive_disjunction as exclusive_disjunction,
        factorial as factorial,
        greatest_common_divisor as greatest_common_divisor,
        implication as implication,
        maximum as maximum,
        member as member,
        minimum as minimum,
        multiple as multiple,
        negation as negation,
        power as power,
        product as product,
        quotient as quotient,
        remainder as remainder,
        tabulated as tabulated,
    )
    from ilpuzzles.modelling.given import Given as Given
    from ilpuzzles.modelling.lazy_rows import Assignment as Assignment
    from ilpuzzles.modelling.names import Names as Names
    from ilpuzzles.modelling.objective import Objective as Objective
    from ilpuzzles.modelling.pieces import (
        piecewise_linear as piecewise_linear,
        semi_continuous as semi_continuous,
        special_ordered_1 as special_ordered_1,
        special_ordered_2 as special_ordered_2,
    )
    from ilpuzzles.modelling.program import (
        Program as Program,
        ProgramView as ProgramView,
        program_of as program_of,
    )
    from ilpuzzles.modelling.row_check import Row as Row, RowList as RowList, Violation as Violation
    from ilpuzzles.modelling.rows import (
        DEFINITION as DEFINITION,
        NO_GROUP as NO_GROUP,
        NO_TARGET as NO_TARGET,
        Group as Group,
        IntArray as IntArray,
        Kind as Kind,
        Rows as Rows,
    )
    from ilpuzzles.modelling.statistics import Statistics as Statistics
    from ilpuzzles.modelling.variables import (
        VariableArray as VariableArray,
        VariableFamily as VariableFamily,
    )

_FORMER = {
    "Model": "ilpuzzles:Model",
    "CoverForm": "ilpuzzles.passes.cover_form:CoverForm",
    "linearised": "ilpuzzles.passes.linearisation:linearised",
}

__getattr__, __dir__ = lazy_face(__name__, _FORMER)
