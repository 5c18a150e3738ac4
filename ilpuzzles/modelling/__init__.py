"""One model, every engine: 0-1 variables and rows in flat arrays; no puzzle, no solver."""

from ilpuzzles.modelling.check import Violation
from ilpuzzles.modelling.connectivity import connected
from ilpuzzles.modelling.expressions import Comparison
from ilpuzzles.modelling.expressions import Expression
from ilpuzzles.modelling.expressions import Logical
from ilpuzzles.modelling.expressions import Negation
from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.modelling.functions import absolute
from ilpuzzles.modelling.functions import all_different
from ilpuzzles.modelling.functions import conditional
from ilpuzzles.modelling.functions import conjunction
from ilpuzzles.modelling.functions import count
from ilpuzzles.modelling.functions import different_values
from ilpuzzles.modelling.functions import disjunction
from ilpuzzles.modelling.functions import element
from ilpuzzles.modelling.functions import equivalence
from ilpuzzles.modelling.functions import exclusive_disjunction
from ilpuzzles.modelling.functions import factorial
from ilpuzzles.modelling.functions import greatest_common_divisor
from ilpuzzles.modelling.functions import implication
from ilpuzzles.modelling.functions import maximum
from ilpuzzles.modelling.functions import member
from ilpuzzles.modelling.functions import minimum
from ilpuzzles.modelling.functions import multiple
from ilpuzzles.modelling.functions import negation
from ilpuzzles.modelling.functions import power
from ilpuzzles.modelling.functions import product
from ilpuzzles.modelling.functions import quotient
from ilpuzzles.modelling.functions import remainder
from ilpuzzles.modelling.functions import special_ordered_1
from ilpuzzles.modelling.functions import special_ordered_2
from ilpuzzles.modelling.functions import tabulated
from ilpuzzles.modelling.given import Given
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.model import program_of
from ilpuzzles.modelling.program import Names
from ilpuzzles.modelling.program import Objective
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.program import Statistics
from ilpuzzles.modelling.rows import DEFINITION
from ilpuzzles.modelling.rows import Group
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.modelling.rows import MINUS_INFINITY
from ilpuzzles.modelling.rows import NO_GROUP
from ilpuzzles.modelling.rows import NO_TARGET
from ilpuzzles.modelling.rows import PLUS_INFINITY
from ilpuzzles.modelling.rows import Rows
from ilpuzzles.modelling.variables import Family
from ilpuzzles.modelling.variables import VariableArray
from warnings import warn

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
