"""One model, every engine: 0-1 variables and rows in flat arrays; no puzzle, no solver."""

from ilpuzzles.modelling.basics import MINUS_INFINITY, PLUS_INFINITY, IntArray
from ilpuzzles.modelling.check import Violation
from ilpuzzles.modelling.connectivity import connected
from ilpuzzles.modelling.expressions import Expression, Negation, Variable
from ilpuzzles.modelling.families import Family, VariableArray
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
from ilpuzzles.modelling.rows import DEFINITION, NO_GROUP, NO_TARGET, Group, Kind, Rows
from ilpuzzles.modelling.truths import Comparison, Logical

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
