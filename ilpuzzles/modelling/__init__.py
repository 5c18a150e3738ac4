"""The modelling language, and programs in flat arrays: no puzzle, no solver.

From a statement to a program, read `numbers`, `expressions`, `expression_array` and `functions`
(what a person writes), `model` (what it is stated to), `encoding` and `operations` (truths and
functions become variables and rows), `row_store` and `store` (how rows gather), `rows` and
`program` (the arrays that solvers get), and `row_check` (whether an answer satisfies them).
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
    from ilpuzzles.modelling.pieces import (
        piecewise_linear as piecewise_linear,
        semi_continuous as semi_continuous,
        special_ordered_1 as special_ordered_1,
        special_ordered_2 as special_ordered_2,
    )
    from ilpuzzles.modelling.program import (
        Names as Names,
        Objective as Objective,
        Program as Program,
        ProgramView as ProgramView,
        Statistics as Statistics,
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
