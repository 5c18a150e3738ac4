"""The vocabulary: what logic and arithmetic can say of variables.

Every function takes its arguments one by one or in one list, and its results nest freely. What
needs a solver's own constraint or a row becomes an auxiliary variable of the model, which does not
tell solutions apart. `ilpuzzles.modelling.series` has the names of the ILP series for them.
"""

from ilpuzzles.modelling.functions.numbers import (
    absolute,
    element,
    factorial,
    greatest_common_divisor,
    maximum,
    minimum,
    power,
    tabulated,
)
from ilpuzzles.modelling.functions.products import multiple, product, quotient, remainder
from ilpuzzles.modelling.functions.selections import (
    all_different,
    different_values,
    member,
    special_ordered_1,
    special_ordered_2,
)
from ilpuzzles.modelling.functions.truths import (
    conditional,
    conjunction,
    count,
    disjunction,
    equivalence,
    exclusive_disjunction,
    implication,
    negation,
)

__all__ = [
    "absolute",
    "all_different",
    "conditional",
    "conjunction",
    "count",
    "different_values",
    "disjunction",
    "element",
    "equivalence",
    "exclusive_disjunction",
    "factorial",
    "greatest_common_divisor",
    "implication",
    "maximum",
    "member",
    "minimum",
    "multiple",
    "negation",
    "power",
    "product",
    "quotient",
    "remainder",
    "special_ordered_1",
    "special_ordered_2",
    "tabulated",
]
