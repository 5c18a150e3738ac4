"""The variables that say whether something is true, each made once and as tightly as can be."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import product

from ilpuzzles.errors import ModelError, Problem, quoted
from ilpuzzles.modelling.affine import Affine, Literal
from ilpuzzles.modelling.definitions import Definitions
from ilpuzzles.modelling.expressions import Negation, Variable
from ilpuzzles.modelling.operations import Parity, Reified
from ilpuzzles.modelling.rows import Kind
from ilpuzzles.modelling.truths import Comparison, Connective, Junction, Logical, Relation


class Literals(Definitions):
    """The part of a model that turns truths into binary variables."""

    def literal(self, truth: Logical) -> Variable | Negation:
        """The binary variable, or the negation of one, that says whether something is true.

        The same truth has the same variable wherever it is used.

        Args:
            truth: A literal, a comparison, or what logic makes of them.

        Raises:
            ModelError: If it is not true or false, or of another model.

        Example:
            >>> from ilpuzzles.modelling import Model
            >>> model = Model()
            >>> n = model.integer("n", lower=0, upper=9)
            >>> model.literal(n <= 3), model.literal(n >= 4)
            (comparison 1, ~comparison 1)
        """
        found = self.plain_literal(truth)
        variable = Variable(self, found.column)
        return variable if found.positive else ~variable

    def plain_literal(self, truth: object) -> Literal:
        """The same in plain numbers."""
        if isinstance(truth, Variable):
            self._own(truth.owner)
            if self._store.bounds(truth.column) != (0, 1):
                raise ModelError(Problem(f"{truth!r} is not binary", "compare it: m.add(x >= 1)"))
            return Literal(truth.column)
        if isinstance(truth, Negation):
            return self.plain_literal(truth.variable).opposite
        if isinstance(truth, Comparison):
            return self._comparison(truth)
        if isinstance(truth, Junction):
            return self._junction(truth)
        if isinstance(truth, Relation):
            return self.plain_literal(truth.equivalent())
        raise ModelError(
            Problem(f"{quoted(truth)} is not a literal", "use a binary variable, ~x or x >= 1")
        )

    def _junction(self, junction: Junction) -> Literal:
        self._own(junction.owner)
        if junction.literal is None:
            for inner in junction.inside(lambda one: one.literal is not None):
                inner.literal = self._of_parts(inner)
            junction.literal = self._of_parts(junction)
        return junction.literal

    def _of_parts(self, junction: Junction) -> Literal:
        parts = [self.plain_literal(part) for part in junction.parts]
        return self._joined(junction.connective, parts)

    def _comparison(self, comparison: Comparison) -> Literal:
        if comparison.outside:
            return self._comparison(~comparison).opposite
        form = self.affine(comparison.subject)
        lower, upper = comparison.lower, comparison.upper
        if form.columns and form.coefficients[0] < 0:
            # Written with a positive coefficient first, the same comparison is the same row.
            lower, upper = (None if bound is None else -bound for bound in (upper, lower))
            form = form.times(-1)
        least, most = self.range_of(form)
        lower = None if lower is None or lower <= least else lower
        upper = None if upper is None or upper >= most else upper
        if lower is None and upper is None:
            return self._joined(Connective.AND, [])
        binary = all(self._store.bounds(column) == (0, 1) for column in form.columns)
        if binary and len(form.columns) <= 2:
            return self._of_two(form, lower, upper)
        if upper is None and lower is not None:
            return self._reified(form, None, lower - 1).opposite
        return self._reified(form, lower, upper)

    def _reified(self, form: Affine, lower: int | None, upper: int | None) -> Literal:
        def define() -> Literal:
            target = Literal(self.auxiliary("comparison", 0, 1).column)
            self.define(Reified(target, form, lower, upper))
            return target

        return self._once((form, lower, upper), define)

    def _of_two(self, form: Affine, lower: int | None, upper: int | None) -> Literal:
        """A comparison of at most two binary variables: logic says it more tightly."""
        literals = [Literal(column) for column in form.columns]

        def agreeing(choice: Sequence[bool]) -> list[Literal]:
            return [
                literal if true else literal.opposite
                for literal, true in zip(literals, choice, strict=True)
            ]

        choices = list(product((False, True), repeat=len(literals)))
        held = []
        for choice in choices:
            value = sum(f for f, true in zip(form.coefficients, choice, strict=True) if true)
            if (lower is None or lower <= value) and (upper is None or value <= upper):
                held.append(choice)
        if len(held) == 3:
            (missing,) = set(choices) - set(held)
            return self._joined(Connective.AND, agreeing(missing)).opposite
        if len(literals) == len(held) == 2:
            one, other = (agreeing(choice) for choice in held)
            shared = [literal for literal in one if literal in other]
            # Either one of the two variables decides alone, or they are equal or opposite.
            return shared[0] if shared else self._joined(Connective.XOR, [one[0], one[1].opposite])
        cases = [self._joined(Connective.AND, agreeing(choice)) for choice in held]
        return self._joined(Connective.OR, cases)

    def _joined(self, connective: Connective, literals: list[Literal]) -> Literal:
        if connective is Connective.XOR:
            return self._parity(literals)
        distinct = set(literals)
        conjunction = connective is Connective.AND
        if any(literal.opposite in distinct for literal in distinct):
            # Something and its opposite: never both, and always one of them.
            distinct, conjunction = set(), not conjunction
        if len(distinct) == 1:
            return distinct.pop()
        # Not one of some is true exactly if all their opposites are.
        dual = not conjunction, frozenset(literal.opposite for literal in distinct)
        if dual in self._store.literals:
            return self._store.literals[dual].opposite

        def define() -> Literal:
            target = Literal(self.auxiliary("and" if conjunction else "or", 0, 1).column)
            ordered = sorted(distinct, key=lambda literal: literal.column)
            with self.definitions():
                self._append(
                    Kind.CONJUNCTION if conjunction else Kind.DISJUNCTION,
                    [literal.column for literal in ordered],
                    [1 if literal.positive else -1 for literal in ordered],
                    (None, None),
                    target=target.column,
                )
            return target

        return self._once((conjunction, frozenset(distinct)), define)

    def _parity(self, literals: list[Literal]) -> Literal:
        odd, columns = reduced(literals)
        if not columns:
            return self._joined(Connective.AND if odd else Connective.OR, [])
        if len(columns) == 1:
            return Literal(columns[0], not odd)

        def define() -> Literal:
            target = Literal(self.auxiliary("exclusive or", 0, 1).column)
            self.define(Parity((*map(Literal, columns), target), odd=False))
            return target

        found = self._once(tuple(columns), define)
        return found.opposite if odd else found

    def _once(self, key: Hashable, define: Callable[[], Literal]) -> Literal:
        known = self._store.literals
        if key not in known:
            known[key] = define()
        return known[key]


def reduced(literals: list[Literal]) -> tuple[bool, list[int]]:
    """The parity of literals as that of variables: whether it is turned round, and the columns.

    Example:
        >>> reduced([Literal(4), Literal(2, positive=False), Literal(4)])
        (True, [2])
    """
    odd = False
    columns: set[int] = set()
    for literal in literals:
        odd ^= not literal.positive
        columns ^= {literal.column}
    return odd, sorted(columns)
