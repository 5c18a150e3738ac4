"""Encoding: what is no linear row becomes variables and rows that say the same.

A truth becomes a literal, made once and as tightly as can be, or rows that state it. What defines
an auxiliary variable belongs to no group and is always on: it restricts nothing but that variable.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import compress, product
from operator import attrgetter
from threading import get_ident
from typing import cast

import numpy as np

from ilpuzzles.errors import ModelError, quoted
from ilpuzzles.modelling.affine import Affine, Literal
from ilpuzzles.modelling.bounds import Bounds
from ilpuzzles.modelling.column_store import Traits
from ilpuzzles.modelling.expression_array import LinearArray
from ilpuzzles.modelling.expressions import (
    Comparison,
    Connective,
    Expression,
    Junction,
    Logical,
    Negation,
    Operand,
    Owner,
    Relation,
    TruthValue,
    Variable,
    linear_sum,
    owner_of,
)
from ilpuzzles.modelling.global_constraint import GlobalConstraint
from ilpuzzles.modelling.numbers import Number, exact, text_of
from ilpuzzles.modelling.operations import Conditional, Operation, Parity, Reified
from ilpuzzles.modelling.ownership import require_same_model
from ilpuzzles.modelling.precision import exact_bounds, has_measured, largest_of, rounded_sums
from ilpuzzles.modelling.row_builder import scale_rows
from ilpuzzles.modelling.rows import (
    DEFINITION,
    Defines,
    IntArray,
    Kind,
)
from ilpuzzles.modelling.store import Label, Store
from ilpuzzles.modelling.variables import VariableFamily
from ilpuzzles.modelling.written import WrittenRows

LARGEST_NUMBER = 1 << 60
"""The limit on numbers in operations, so that the rows they become fit into 64 bits."""


@dataclass(slots=True, eq=False)
class TruthMemory:
    """The memory of a model: its store, and the literals of truths, so that each is made once.

    Attributes:
        store: Its columns, rows and groups.
    """

    store: Store
    _literals: dict[Hashable, Literal] = field(default_factory=dict)

    def on_store(self, store: Store) -> TruthMemory:
        """A copy for a copy of the store, in which the same literals are made."""
        return TruthMemory(store, self._literals.copy())

    def literal(self, key: Hashable) -> Literal | None:
        """The literal of what a key stands for, if it has been made."""
        return self._literals.get(key)

    def keep(self, key: Hashable, literal: Literal) -> None:
        """Remembers the literal of what a key stands for."""
        self._literals[key] = literal

    def literal_of(self, junction: Junction) -> Literal | None:
        """The literal of a junction, if it has been made."""
        return junction.literal

    def keep_of(self, junction: Junction, literal: Literal) -> None:
        """Remembers the literal of a junction."""
        junction.literal = literal

    def equivalent(self, relation: Relation) -> Logical:
        """The truth that a relation is equivalent to, made of comparisons."""
        return relation.equivalent()


@dataclass(slots=True, eq=False, kw_only=True)
class Overlay(TruthMemory):
    """A memory on top of that of a model: what goes into it, the model itself does not see.

    Truths that the model has a literal of keep it here. Others have theirs here alone, and leave
    nothing on the junctions and relations that they are, since these are the model's own as well.

    Attributes:
        below: The memory of the model.
        known: How many columns of the model what is stated knows. A literal that the model has made
            since is as if it were not there.
    """

    below: TruthMemory
    known: int
    # By the numbers of the objects, which stay theirs as long as these are kept.
    _of_junctions: dict[int, tuple[Junction, Literal]] = field(default_factory=dict)
    _equivalents: dict[int, tuple[Relation, Logical]] = field(default_factory=dict)

    def copied(self, store: Store) -> Overlay:
        """A copy that others may add to, with a copy of the store."""
        return replace(
            self,
            store=store,
            _literals=self._literals.copy(),
            _of_junctions=self._of_junctions.copy(),
            _equivalents=self._equivalents.copy(),
        )

    def literal(self, key: Hashable) -> Literal | None:
        """The literal of what a key stands for, if it has been made here or is known."""
        own = self._literals.get(key)
        return self._if_known(self.below.literal(key)) if own is None else own

    def literal_of(self, junction: Junction) -> Literal | None:
        """The literal of a junction, likewise."""
        if id(junction) in self._of_junctions:
            return self._of_junctions[id(junction)][1]
        return self._if_known(self.below.literal_of(junction))

    def keep_of(self, junction: Junction, literal: Literal) -> None:
        """Remembers the literal of a junction here."""
        self._of_junctions[id(junction)] = junction, literal

    def equivalent(self, relation: Relation) -> Logical:
        """The same, made anew, since it may speak of variables that are made here."""
        if id(relation) not in self._equivalents:
            made_anew = relation.equivalent.__wrapped__()
            self._equivalents[id(relation)] = relation, made_anew
        return self._equivalents[id(relation)][1]

    def _if_known(self, literal: Literal | None) -> Literal | None:
        return literal if literal is not None and literal.column < self.known else None


class Encoder:
    """The encoder of truths and numbers into auxiliary variables and rows.

    Example:
        >>> from ilpuzzles import Model
        >>> n = Model().integer("n", lower=0, upper=9)
        >>> encoder = encoder_of([n])
        >>> encoder.literal(n <= 3), encoder.literal(n >= 4)
        (comparison 1, ~comparison 1)
    """

    def __init__(self, owner: Owner, memory: TruthMemory) -> None:
        self.owner = owner
        self._own_store = memory.store
        self._own = memory
        # By threads: for one that extends the model, the model is what it has become by that.
        self._overlays: dict[int, Overlay] = {}

    @staticmethod
    def of(owner: Owner) -> Encoder:
        """The encoder of a model."""
        return cast("Encoder", owner._encoder)  # noqa: SLF001 - the one way to it

    @property
    def memory(self) -> TruthMemory:
        """The memory of the model: for a thread that extends it, with the extension."""
        return self._overlays.get(get_ident(), self._own) if self._overlays else self._own

    @property
    def store(self) -> Store:
        """The columns, rows and groups of that."""
        return self.memory.store if self._overlays else self._own_store

    @contextmanager
    def stating_into(self, overlay: Overlay) -> Iterator[None]:
        """Has all that this thread states go into an overlay; other threads see the model alone."""
        thread = get_ident()
        self._overlays[thread] = overlay
        try:
            yield
        finally:
            del self._overlays[thread]

    def check_owner(self, owner: object, what: object = "the variable") -> None:
        """Raises unless something is of this model."""
        require_same_model(what, owner, self.owner, "this is the model")

    # Numbers

    def expression(self, number: Operand) -> Expression:
        """A number as a linear expression of this model."""
        return linear_sum(self.owner, [number])

    def affine(self, number: Operand, *, mixed: bool = False, bounded: bool = True) -> Affine:
        """A number in plain figures; its variables need bounds, so that it stays below 60 bits.

        Unless it is `mixed`, it has to be whole whatever its variables are. Where no row needs
        them as big M, bounds need not be there (`bounded` is false).
        """
        if type(number) is int and abs(number) < LARGEST_NUMBER:
            return Affine.number(number)
        expression = self.expression(number)
        form = expression.exact_form()
        if not mixed and not self.is_whole(form):
            what = f"{quoted(expression)} must be a whole number here, but is not always one"
            raise ModelError(what, "leave out fractions and continuous variables")
        bounds = (
            [self.store.columns.bounds_of(column) for column in form.columns] if bounded else []
        )
        for column, (lower, upper) in zip(form.columns, bounds, strict=False):
            if lower is None or upper is None:
                name = self.owner.name_of(column)
                raise ModelError(f"{name} needs bounds here", "give it both bounds")
        least, most = form.within(bounds) if bounded else (0, 0)
        if max(-least, most) >= LARGEST_NUMBER:
            what = f"the value may reach {text_of(max(-least, most))}, more than 60 bits"
            raise ModelError(what, "scale them down")
        return form

    def is_binary(self, variable: Variable) -> bool:
        """Whether a variable is 0 or 1."""
        return self._binary([variable.column])

    def is_whole(self, form: Affine) -> bool:
        """Whether a number is whole whatever its variables are."""
        whole = {*map(type, form.coefficients), type(form.constant)} <= {int}
        return whole and not self.store.columns.is_continuous(form.columns)

    def is_continuous(self, form: Affine) -> bool:
        """Whether a number has continuous variables."""
        return self.store.columns.is_continuous(form.columns)

    def range_of(self, number: Affine) -> tuple[Number, Number]:
        """The least and the greatest value that a number can have, by its variables' bounds."""
        return number.within(map(self.store.columns.bounds_of, number.columns))

    def whole_range(self, number: Operand) -> range:
        """The values that a whole number can have, by its variables' bounds."""
        least, most = self.range_of(self.affine(number))
        return range(int(least), int(most) + 1)

    def compared(
        self, truth: Comparison, *, one_way: bool = False
    ) -> tuple[Affine, Number | None, Number | None, int]:
        """The number that is compared, its bounds, and the scale that made them whole.

        They are in whole numbers unless some variable is continuous; then the scale is 1. The
        variables need bounds; if the number only is to hold where something else does (`one_way`),
        no others than those that its rows need as big M.

        Raises:
            ModelError: If a continuous number is to stay outside of bounds.
        """
        form = self.affine(truth.subject, mixed=True, bounded=not one_way)
        if one_way:
            self.require_ends(form, least=truth.lower is not None, most=truth.upper is not None)
        scale = 1
        coefficients = truth.subject.coefficients
        lower, upper = (None if b is None else exact(b) for b in (truth.lower, truth.upper))
        if not self.store.columns.is_continuous(form.columns):
            if has_measured(coefficients):
                return self._rounded(truth, form)
            bounds = exact_bounds(truth.lower, truth.upper, coefficients)
            written = WrittenRows.of([form.columns], [form.coefficients], [bounds])
            scaled = scale_rows(written, np.ones(1, dtype=bool))
            scale = int(scaled.scales[0])
            lower, upper = scaled.lower.at(0), scaled.upper.at(0)
            if scale != 1:
                form = Affine(form.columns, tuple(scaled.coefficients.tolist()))
        elif truth.outside:
            what = f"{quoted(truth)} has continuous variables, which can come close to any bound"
            raise ModelError(what, "use <= or >=, with a margin")
        return form, lower, upper, scale

    def _rounded(
        self, truth: Comparison, form: Affine
    ) -> tuple[Affine, Number | None, Number | None, int]:
        """A measured comparison of whole variables, in whole numbers within its tolerance."""
        bounds = [self.store.columns.bounds_of(column) for column in form.columns]
        reach = []
        for column, (lower, upper) in zip(form.columns, bounds, strict=True):
            if lower is None or upper is None:
                name = self.owner.name_of(column)
                raise ModelError(f"{name} needs bounds here", "give it both bounds")
            reach.append(float(largest_of([lower, upper])))
        rounded = rounded_sums(
            np.zeros(len(form.columns), dtype=np.int64),
            np.array([float(number) for number in form.coefficients]),
            np.array(reach),
            (Bounds.lower([truth.lower]), Bounds.upper([truth.upper])),
        )
        whole = Affine.of(form.columns, rounded.coefficients.tolist())
        return whole, rounded.lower.at(0), rounded.upper.at(0), int(rounded.scales[0])

    def require_ends(self, form: Affine, *, least: bool, most: bool) -> None:
        """Raises unless a number has a least and a greatest value, as far as these are asked for.

        Both are to stay below 60 bits.
        """
        ends: list[Number] = [form.constant, form.constant]
        for column, factor in zip(form.columns, form.coefficients, strict=True):
            bounds = self.store.columns.bounds_of(column)
            for end, wanted in enumerate((least, most)):
                bound = bounds[(factor > 0) is bool(end)]
                if wanted and bound is None:
                    side = "an upper" if bound is bounds[1] else "a lower"
                    what = f"{self.owner.name_of(column)} needs {side} bound here"
                    raise ModelError(what, "give it one, which rows use as big M")
                if wanted and bound is not None:
                    ends[end] += factor * bound
        if max(-ends[0], ends[1]) >= LARGEST_NUMBER:
            what = f"the value may reach {text_of(max(-ends[0], ends[1]))}, more than 60 bits"
            raise ModelError(what, "scale them down")

    # Auxiliary variables and their definitions

    def auxiliaries(
        self,
        word: str,
        axes: tuple[int, ...],
        lower: Number,
        upper: Number,
        *,
        continuous: bool = False,
    ) -> VariableFamily:
        """New variables that do not tell solutions apart, so many along each axis.

        Their name is the word and a number, and no other family has it.
        """
        store = self.store
        if max(-lower, upper) >= LARGEST_NUMBER:
            what = f"the value of {word} may reach {text_of(max(-lower, upper))}, more than 60 bits"
            raise ModelError(what, "scale them down")
        name = store.columns.auxiliary_name(word)
        family = VariableFamily(self.owner, name, store.columns.count, axes, word=word)
        store.columns.add_family(family, Traits(False, lower, upper, continuous))
        return family

    def auxiliary(
        self, word: str, lower: Number, upper: Number, *, continuous: bool = False
    ) -> Variable:
        """A new variable that follows from others, and does not tell solutions apart."""
        family = self.auxiliaries(word, (), lower, upper, continuous=continuous)
        return Variable(self.owner, family.first)

    def function(
        self,
        lower: Number,
        upper: Number,
        operation: Callable[[int], Operation],
        of: Iterable[Affine] = (),
        *,
        continuous: bool = False,
    ) -> Expression:
        """A new variable within bounds, defined by the operation that is made for its column.

        It is continuous if that is asked for, or one of the numbers that it is a function `of` is
        not always whole.
        """
        made = operation(self.store.columns.count)
        continuous = continuous or not all(map(self.is_whole, of))
        target = self.auxiliary(made.word, lower, upper, continuous=continuous)
        self.define(made)
        return target.expression()

    def define(self, definition: Operation | Comparison) -> None:
        """Adds a row that holds always, since it only says what an auxiliary variable is."""
        with self._definitions():
            if isinstance(definition, Operation):
                self.store.operate(definition)
            else:
                form = self.affine(definition.subject, mixed=True)
                bounds = definition.lower, definition.upper
                columns, coefficients = list(form.columns), list(form.coefficients)
                self.store.append(Kind.LINEAR, columns, coefficients, bounds, ("definition", None))

    @contextmanager
    def defining(
        self, given: Iterable[Operand | LinearArray], since: int | None = None
    ) -> Iterator[list[Operand | LinearArray]]:
        """Vouches for rows that say together what some variables are; see `Model.defining`."""
        first = self.store.rows.count if since is None else since
        numbers: list[Operand | LinearArray] = []
        yield numbers
        columns, known = (
            tuple(linear_sum(self.owner, map(_summed_up, part)).columns)
            for part in (numbers, given)
        )
        self.store.define_together(columns, known, range(first, self.store.rows.count))

    @contextmanager
    def _definitions(self) -> Iterator[None]:
        """Marks rows as definitions, which belong to no group."""
        store = self.store
        outer = store.open_group
        store.open_group = DEFINITION
        try:
            yield
        finally:
            store.open_group = outer

    # Truths as literals

    def literal(self, truth: Logical) -> Variable | Negation:
        """The binary variable, or the negation of one, that says whether something is true.

        The same truth, a literal, a comparison, or what logic makes of them, has the same variable
        wherever it is used.
        """
        return self.handle(self.plain_literal(truth))

    def handle(self, literal: Literal) -> Variable | Negation:
        """A literal as the variable, or the negated variable, that it is."""
        variable = Variable(self.owner, literal.column)
        return variable if literal.positive else ~variable

    def plain_literal(self, truth: object) -> Literal:
        """The literal of a truth in plain numbers; see `literal`."""
        if isinstance(truth, Variable):
            self.check_owner(truth.owner)
            if not self._binary([truth.column]):
                raise ModelError(f"{truth!r} is not binary", "compare it: m.add(x >= 1)")
            return Literal(truth.column)
        if isinstance(truth, Negation):
            return self.plain_literal(truth.variable).opposite
        if isinstance(truth, Comparison):
            return self._comparison(truth)
        if isinstance(truth, Junction):
            return self._junction(truth)
        if isinstance(truth, Relation):
            return self.plain_literal(self.memory.equivalent(truth))
        what = f"{quoted(truth)} is not a literal"
        raise ModelError(what, "use a binary variable, ~x or x >= 1")

    def plain_literals(self, truths: Iterable[object]) -> tuple[list[int], list[Number]]:
        """The columns of some literals, and their signs: 1, and -1 for a negated one."""
        truths = list(truths)
        if self.store.columns.all_binary:
            # The usual case: variables and negated ones, in a model of nothing but binary ones.
            owner, signs = self.owner, [-1 if type(x) is Negation else 1 for x in truths]
            known = [x.variable if type(x) is Negation else x for x in truths]
            columns = [x.column for x in known if type(x) is Variable and x.owner is owner]
            if len(columns) == len(truths):
                return columns, list(signs)
        return _columns_and_signs([self.plain_literal(truth) for truth in truths])

    def require_binary(self, columns: IntArray) -> None:
        """Raises unless all of some variables are binary."""
        if not self.store.columns.all_binary:
            for column in columns.ravel().tolist():
                self.plain_literal(Variable(self.owner, column))

    def _binary(self, columns: Iterable[int]) -> bool:
        return all(map(self.store.columns.is_binary, columns))

    def _junction(self, junction: Junction) -> Literal:
        self.check_owner(junction.owner)
        memory = self.memory
        found = memory.literal_of(junction)
        if found is None:
            for inner in junction.inside(lambda one: memory.literal_of(one) is not None):
                memory.keep_of(inner, self._of_parts(inner))
            found = self._of_parts(junction)
            memory.keep_of(junction, found)
        return found

    def _of_parts(self, junction: Junction) -> Literal:
        parts = [self.plain_literal(part) for part in junction.parts]
        return self._join(junction.connective, parts)

    def _comparison(self, comparison: Comparison) -> Literal:
        if comparison.outside:
            return self._comparison(~comparison).opposite
        form, lower, upper, scale = self.compared(comparison)
        if self.store.columns.is_continuous(form.columns):
            what = f"no variable can say whether {quoted(comparison)} for a continuous number"
            advice = "state one direction, b.implies(x <= 2.5), and the other with a margin"
            raise ModelError(what, advice)
        if form.columns and form.coefficients[0] < 0:
            # Written with a positive coefficient first, the same comparison is the same row.
            lower, upper = (None if bound is None else -bound for bound in (upper, lower))
            form = form.times(-1)
        least, most = self.range_of(form)
        lower = None if lower is None or lower <= least else lower
        upper = None if upper is None or upper >= most else upper
        if lower is None and upper is None:
            return self._join(Connective.AND, [])
        if len(form.columns) <= 2 and self._binary(form.columns):
            return self._of_two(form, lower, upper)
        if upper is None and lower is not None:
            return self._reify_form(form, None, lower - 1, scale).opposite
        return self._reify_form(form, lower, upper, scale)

    def _reify_form(
        self, form: Affine, lower: Number | None, upper: Number | None, scale: int
    ) -> Literal:
        def define() -> Literal:
            target = Literal(self.auxiliary("comparison", 0, 1).column)
            self.define(Reified(target, form, lower, upper, scale))
            return target

        return self._once((form, lower, upper), define)

    def _of_two(self, form: Affine, lower: Number | None, upper: Number | None) -> Literal:
        """A comparison of at most two binary variables: logic says it more tightly."""

        def agreeing(choice: Sequence[bool]) -> list[Literal]:
            return list(map(Literal, form.columns, choice))

        choices = list(product((False, True), repeat=len(form.columns)))
        held = []
        for choice in choices:
            value = sum(compress(form.coefficients, choice))
            if (lower is None or lower <= value) and (upper is None or value <= upper):
                held.append(choice)
        if len(held) == 3:
            (missing,) = set(choices) - set(held)
            return self._join(Connective.AND, agreeing(missing)).opposite
        if len(form.columns) == len(held) == 2:
            one, other = (agreeing(choice) for choice in held)
            shared = [literal for literal in one if literal in other]
            # Either one of the two variables decides alone, or they are equal or opposite.
            return shared[0] if shared else self._join(Connective.XOR, [one[0], one[1].opposite])
        cases = [self._join(Connective.AND, agreeing(choice)) for choice in held]
        return self._join(Connective.OR, cases)

    def _join(self, connective: Connective, literals: list[Literal]) -> Literal:
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
        opposite = self.memory.literal(dual)
        if opposite is not None:
            return opposite.opposite

        def define() -> Literal:
            target = Literal(self.auxiliary("and" if conjunction else "or", 0, 1).column)
            entries = _columns_and_signs(sorted(distinct, key=attrgetter("column")))
            kind = Kind.CONJUNCTION if conjunction else Kind.DISJUNCTION
            with self._definitions():
                self.store.append(kind, *entries, (None, None), defines=Defines(target.column))
            return target

        return self._once((conjunction, frozenset(distinct)), define)

    def _parity(self, literals: list[Literal]) -> Literal:
        odd, columns = _reduce_parity(literals)
        if not columns:
            return self._join(Connective.AND if odd else Connective.OR, [])
        if len(columns) == 1:
            return Literal(columns[0], not odd)

        def define() -> Literal:
            target = Literal(self.auxiliary("exclusive or", 0, 1).column)
            self.define(Parity((*map(Literal, columns), target), odd=False))
            return target

        found = self._once(tuple(columns), define)
        return found.opposite if odd else found

    def _once(self, key: Hashable, define: Callable[[], Literal]) -> Literal:
        memory = self.memory
        known = memory.literal(key)
        if known is None:
            known = define()
            memory.keep(key, known)
        return known

    # Truths as rows

    def state(self, truth: Logical, name: str, key: Hashable = None) -> None:
        """Adds rows that say that something is true, with the name and the key of `Model.add`."""
        if not isinstance(truth, Logical):
            what = f"{quoted(truth)} is not a row"
            advice = "compare with ==, <= or >=, or use logic"
            if str(truth) in {"True", "False"}:
                # Python has compared what it was given already.
                advice = "n in {2, 3} is member(n, {2, 3}), and 1 == 2 is not a row"
            raise ModelError(what, advice)
        self._state(truth, (), (name, key))

    def _state(self, truth: Logical, conditions: tuple[Literal, ...], label: Label) -> None:
        """States that something is true if all conditions are."""
        if isinstance(truth, Comparison):
            self.check_owner(truth.owner)
            if not conditions and not truth.outside:
                subject, bounds = truth.subject, (truth.lower, truth.upper)
                columns, coefficients = subject.columns, subject.coefficients
                self.store.append(Kind.LINEAR, columns, coefficients, bounds, label)
                return
            form, lower, upper, scale = self.compared(truth, one_way=not truth.outside)
            held = Conditional(conditions, form, lower, upper, truth.outside, scale)
            self.store.operate(held, label)
        elif isinstance(truth, Junction) and truth.connective is Connective.AND:
            for part in truth.parts:
                self._state(part, conditions, label)
        elif isinstance(truth, Junction) and truth.connective is Connective.OR:
            self._state_any(truth.parts, conditions, label)
        elif isinstance(truth, Relation):
            if conditions:
                self._state(self.memory.equivalent(truth), conditions, label)
            else:
                self.check_owner(truth.owner)
                self.store.operate(truth.operation, label)
        elif isinstance(truth, Junction) and not conditions:
            self._state_parity([self.plain_literal(part) for part in truth.parts], label)
        else:
            self._clause([*(c.opposite for c in conditions), self.plain_literal(truth)], label)

    def state_global(self, operation: GlobalConstraint, name: str) -> None:
        """Adds the row of a global constraint to the open group."""
        operation.require_right()
        self.store.operate(operation, (name, None))

    def _state_parity(self, literals: list[Literal], label: Label) -> None:
        """States that an odd number of literals is true."""
        turned, columns = _reduce_parity(literals)
        if len(columns) > 1:
            self.store.operate(Parity(tuple(map(Literal, columns)), not turned), label)
        elif columns:
            self._clause([Literal(columns[0], not turned)], label)
        elif not turned:
            self._clause([], label)

    def _state_any(
        self, parts: tuple[Logical, ...], conditions: tuple[Literal, ...], label: Label
    ) -> None:
        """States that one of several truths holds if all conditions do."""
        numeric = [
            part for part in parts if isinstance(part, Comparison) and not self._of_binaries(part)
        ]
        held = numeric[-1] if numeric else None
        others = [self.plain_literal(part) for part in parts if part is not held]
        if held is None:
            self._clause([*(c.opposite for c in conditions), *others], label)
            return
        distinct = dict.fromkeys([*conditions, *(other.opposite for other in others)])
        if any(condition.opposite in distinct for condition in distinct):
            return
        self._state(held, tuple(distinct), label)

    def _of_binaries(self, comparison: Comparison) -> bool:
        """Whether a comparison is logic in disguise: one of at most two binary variables."""
        columns = self.affine(comparison.subject, mixed=True, bounded=False).columns
        return len(columns) <= 2 and self._binary(columns)

    def _clause(self, literals: list[Literal], label: Label) -> None:
        """At least one of some literals is true."""
        distinct = dict.fromkeys(literals)
        if any(literal.opposite in distinct for literal in distinct):
            return
        columns, signs = _columns_and_signs(distinct)
        self.store.append(Kind.AT_LEAST_ONE, columns, signs, (1 - signs.count(-1), None), label)


def encoder_of(parts: Iterable[Operand | TruthValue]) -> Encoder:
    """The encoder of the model that some numbers or truths are of; raises if all are constants."""
    return Encoder.of(owner_of(parts))


def _summed_up(numbers: Operand | LinearArray) -> Operand:
    """A number itself, and the sum of an array, which has the same columns."""
    return numbers.sum() if isinstance(numbers, LinearArray) else numbers


def _columns_and_signs(literals: Iterable[Literal]) -> tuple[list[int], list[Number]]:
    """The columns of some literals, and 1 for each, or -1 for a negated one."""
    literals = list(literals)
    signs: list[Number] = [1 if literal.positive else -1 for literal in literals]
    return [literal.column for literal in literals], signs


def _reduce_parity(literals: list[Literal]) -> tuple[bool, list[int]]:
    """The parity of literals as that of variables: whether it is turned round, and the columns."""
    odd = False
    columns: set[int] = set()
    for literal in literals:
        odd ^= not literal.positive
        columns ^= {literal.column}
    return odd, sorted(columns)
