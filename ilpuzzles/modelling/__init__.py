"""One model, every engine: 0-1 variables and rows in flat arrays; no puzzle, no solver."""

from warnings import warn

from ilpuzzles.modelling.connectivity import connected
from ilpuzzles.modelling.expressions import Comparison, Expression, Logical, Negation, Variable
from ilpuzzles.modelling.functions import (
    absolute,
    all_different,
    conditional,
    conjunction,
    count,
    different_values,
    disjunction,
    element,
    equivalence,
    exclusive_disjunction,
    factorial,
    greatest_common_divisor,
    implication,
    maximum,
    member,
    minimum,
    multiple,
    negation,
    power,
    product,
    quotient,
    remainder,
    special_ordered_1,
    special_ordered_2,
    tabulated,
)
from ilpuzzles.modelling.given import Given
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.model import Model, program_of
from ilpuzzles.modelling.program import Names, Objective, Program, Statistics
from ilpuzzles.modelling.row_check import Violation
from ilpuzzles.modelling.rows import (
    DEFINITION,
    MINUS_INFINITY,
    NO_GROUP,
    NO_TARGET,
    PLUS_INFINITY,
    Group,
    IntArray,
    Kind,
    Rows,
)
from ilpuzzles.modelling.variables import Family, VariableArray

__all__ = [
    "DEFINITION",
    "MINUS_INFINITY",
    "NO_GROUP",
    "NO_TARGET",
    "PLUS_INFINITY",
    "Comparison",
    "Expression",
    "Family",
    "Given",
    "Group",
    "IntArray",
    "Kind",
    "Logical",
    "Model",
    "Names",
    "Negation",
    "Objective",
    "Program",
    "Rows",
    "Statistics",
    "Variable",
    "VariableArray",
    "Violation",
    "absolute",
    "all_different",
    "conditional",
    "conjunction",
    "connected",
    "count",
    "different_values",
    "disjunction",
    "element",
    "equivalence",
    "exclusive_disjunction",
    "factorial",
    "greatest_common_divisor",
    "implication",
    "linearised",
    "maximum",
    "member",
    "minimum",
    "multiple",
    "negation",
    "power",
    "product",
    "program_of",
    "quotient",
    "remainder",
    "special_ordered_1",
    "special_ordered_2",
    "tabulated",
]


def __getattr__(name: str) -> object:
    if name == "row_text":
        warn("row_text(program, row, model) is program.row_text(row)", DeprecationWarning, 2)
        return lambda program, row, _model=None: program.row_text(row)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
