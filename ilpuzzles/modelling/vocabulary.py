"""The vocabulary of models: the functions and arrays that operators of expressions stand for.

`expressions.py` cannot import them, since they are made of expressions. It has an abstract class,
`Vocabulary`, and each expression finds the one of its model: `abs(x)` calls `absolute(x)` here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ilpuzzles.modelling import expression_array, functions, numpy_functions
from ilpuzzles.modelling.expression_array import ExpressionArray, TruthArray
from ilpuzzles.modelling.expressions import Expression, Linear, Logical, Operand, Vocabulary


class ModelVocabulary(Vocabulary):
    """The vocabulary of every model: each method is the function of the same name."""

    __slots__ = ()

    def absolute(self, number: Operand) -> Expression:
        """The absolute value of a number: `abs(x)`."""
        return functions.absolute(number)

    def power(self, base: Operand, exponent: Operand) -> Expression:
        """A number raised to a power: `x ** 2` or `2 ** x`."""
        return functions.power(base, exponent)

    def quotient(self, number: Operand, divisor: Operand) -> Expression:
        """A number divided by another one, rounded down: `x // 3`."""
        return functions.quotient(number, divisor)

    def remainder(self, number: Operand, divisor: Operand) -> Expression:
        """The remainder of such a division: `x % 3`."""
        return functions.remainder(number, divisor)

    def element_array(self, element: Linear) -> ExpressionArray:
        """An operand as an array without axes, for operators with an array on the other side."""
        return expression_array.element_array(element)

    def truth_element(self, truth: Logical) -> TruthArray:
        """A truth as an array without axes, likewise."""
        return expression_array.truth_element(truth)

    def call_ufunc(
        self, ufunc: object, method: str, inputs: Sequence[Any], options: Mapping[str, object]
    ) -> Any:
        """The result of one of numpy's functions of elements, such as `np.add(x, y)`."""
        return numpy_functions.call_ufunc(ufunc, method, inputs, options)

    def call_function(self, function: Any, args: Sequence[Any], options: Mapping[str, Any]) -> Any:
        """The result of one of numpy's functions of arrays, such as `np.stack([x, y])`."""
        return numpy_functions.call_function(function, args, options)
