"""The names of the ILP series for the vocabulary.

The series of articles that the puzzles of this project come from builds its models out of named
operations. Here they are under the same names, each the function or operator that does it; its
goals are methods of the model:

| names in the series | here |
| --- | --- |
| the goals min, max | `model.minimize`, `model.maximize` |
| the goals minimax, maximin | `model.minimize(maximum(...))`, `model.maximize(minimum(...))` |

Example:
    >>> from ilpuzzles import Model
    >>> from ilpuzzles.modelling import series_names as series
    >>> model = Model()
    >>> x, y, n = model.binary("x"), model.binary("y"), model.integer("n", lower=0, upper=9)
    >>> row = model.add(series.MaterialImplication(x, series.IsEqual(n, 4)))
    >>> row = model.add(series.Cardinality([x, y, series.IsLessThan(n, 3)], 1, 2))
    >>> series.minimax(model, [n, series.Condition(x, 7, 2)])
"""

from __future__ import annotations

import operator
from collections.abc import Iterable

from ilpuzzles.modelling import functions, pieces
from ilpuzzles.modelling.expressions import Comparison, Logical, Operand, TruthValue
from ilpuzzles.modelling.model import ModelBase

AbsoluteValue = functions.absolute
Addition = operator.add
AllDifferent = functions.all_different
BinaryNegation = functions.negation
Condition = functions.conditional
Conjunction = functions.conjunction
DifferentValuesCount = functions.different_values
Disjunction = functions.disjunction
Division = functions.quotient
Equivalency = functions.equivalence
ExclusiveDisjunction = functions.exclusive_disjunction
Exponentiation = functions.power
Factorial = functions.factorial
FromSet = functions.member
GCD = functions.greatest_common_divisor
IsEqual = operator.eq
IsGreaterOrEqual = operator.ge
IsGreaterThan = operator.gt
IsLessOrEqual = operator.le
IsLessThan = operator.lt
IsNotEqual = operator.ne
MaterialImplication = functions.implication
Maximum = functions.maximum
Minimum = functions.minimum
MultipleOf = functions.multiple
Multiplication = functions.product
Negation = operator.neg
Remainder = functions.remainder
SOS1 = pieces.special_ordered_1
SOS2 = pieces.special_ordered_2
Subtraction = operator.sub


# The functions of the series have these names.
def Cardinality(truths: Iterable[TruthValue], least: int, most: int) -> Comparison:  # noqa: N802
    """Between two bounds many of some truths hold."""
    return functions.count(truths).between(least, most)


def NotFromSet(number: Operand, values: Iterable[int]) -> Logical:  # noqa: N802
    """A number is none of a set of constants."""
    return ~functions.member(number, values)


def minimax(model: ModelBase, numbers: Iterable[Operand]) -> None:
    """Asks for the greatest of some numbers to be as small as it can be."""
    model.minimize(functions.maximum(numbers))


def maximin(model: ModelBase, numbers: Iterable[Operand]) -> None:
    """Asks for the least of some numbers to be as large as it can be."""
    model.maximize(functions.minimum(numbers))
