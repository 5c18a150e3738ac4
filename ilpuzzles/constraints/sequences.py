"""`inverse`, `table`, `automaton` and `lexicographic`: what sequences of numbers may be."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ilpuzzles.errors import ModelError, Problem, quoted
from ilpuzzles.modelling.affine import Affine, LinearRows, Literal, total
from ilpuzzles.modelling.encoding import Encoder
from ilpuzzles.modelling.functions import Numbers, gathered
from ilpuzzles.modelling.global_constraint import (
    CpSatModel,
    GlobalConstraint,
    Language,
    listed,
    require_number,
)
from ilpuzzles.modelling.model import Model
from ilpuzzles.modelling.numbers import Number, Numeric, whole
from ilpuzzles.modelling.operations import Outcome


def inverse(
    model: Model,
    places: Numbers,
    holders: Numbers,
    *,
    encoding: str | None = None,
    name: str = "inverse",
) -> None:
    """States that two sequences are permutations, each the inverse of the other.

    `places[i] == j` exactly if `holders[j] == i`: whoever is at a place, that place is theirs.

        places   2 0 1
        holders  1 2 0

    Encodings: `native` for CP-SAT's own constraint; `rows`, with a binary variable for every pair,
    exactly one of them 1 for each place and each holder.

    Args:
        model: The model.
        places: Numbers from 0 on.
        holders: As many numbers.
        encoding: The name of the encoding, or None for the one that suits the solver.
        name: What to call the row.

    Raises:
        ModelError: If there are not as many of the one as of the other.
        UnknownNameError: If there is no such encoding.

    Example:
        >>> model = Model()
        >>> p, q = model.integer("p", 3, lower=0, upper=2), model.integer("q", 3, lower=0, upper=2)
        >>> inverse(model, p, q)
        >>> model.count().number, model.fix({p: [2, 0, 1]}).solve()[q].tolist()
        (6, [1, 2, 0])
    """
    encoder = Encoder.of(model)
    one, other = (_forms(encoder, numbers) for numbers in (places, holders))
    encoder.state_global(Inverse(one, other, encoding=encoding), name)


def table(
    model: Model,
    numbers: Numbers,
    allowed: Iterable[Sequence[Numeric]],
    *,
    encoding: str | None = None,
    name: str = "table",
) -> None:
    """States that several numbers together are one of the tuples that are allowed.

        day  shift
        Mon  early
        Mon  late
        Tue  early

    Encodings: `native` for CP-SAT's own constraint; `rows`, with a binary variable for each tuple.

    Args:
        model: The model.
        numbers: The numbers.
        allowed: The tuples that are allowed, each with a value for every number.
        encoding: The name of the encoding, or None for the one that suits the solver.
        name: What to call the row.

    Raises:
        ModelError: If a tuple has another length.
        UnknownNameError: If there is no such encoding.

    Example:
        >>> model = Model()
        >>> n = model.integer("n", 2, lower=0, upper=9)
        >>> table(model, n, [(1, 2), (3, 4), (5, 60)])
        >>> [values.tolist() for values in sorted(model.solutions(), key=max)]
        [[1, 2], [3, 4]]
    """
    encoder = Encoder.of(model)
    forms = _forms(encoder, numbers)
    tuples = (listed(one, "values") for one in listed(allowed, "tuples"))
    rows = dict.fromkeys(tuple(map(whole, one)) for one in tuples)
    row = AllowedTuples(forms, tuple(rows), encoding=encoding)
    encoder.state_global(row, name)


def automaton(
    model: Model,
    numbers: Numbers,
    transitions: Mapping[tuple[Hashable, int], Hashable],
    start: Hashable,
    ends: Iterable[Hashable],
    *,
    encoding: str | None = None,
    name: str = "automaton",
) -> None:
    """States that a sequence of numbers leads an automaton from its start to one of its ends.

    Each number leads from a state to the next one; where there is no transition, it is forbidden.
    Whatever a regular expression says of a sequence can be said like this.

              1          0          0
        (work) -> (work)   -> (rest) -> (rest)   no work after rest

    Encodings: `native` for CP-SAT's own constraint; `rows`, one unit of flow through the states of
    every step, which follows from the numbers.

    Args:
        model: The model.
        numbers: The sequence.
        transitions: By state and number, the next state.
        start: The state before the first number.
        ends: The states that it may be in after the last one.
        encoding: The name of the encoding, or None for the one that suits the solver.
        name: What to call the row.

    Raises:
        ModelError: If a number of a transition is not whole.
        UnknownNameError: If there is no such encoding.

    Example:
        No two days of work in a row, out of four:

        >>> model = Model()
        >>> work = model.binary("work", 4)
        >>> free_or_tired = {("free", 0): "free", ("free", 1): "tired", ("tired", 0): "free"}
        >>> automaton(model, work, free_or_tired, "free", ["free", "tired"])
        >>> model.count().number
        8
    """
    encoder = Encoder.of(model)
    last_ones = dict.fromkeys(listed(ends, "states"))
    if not isinstance(transitions, Mapping):
        what = f"{quoted(transitions)} has no transitions"
        raise ModelError(Problem(what, "give a dictionary: by state and number, the next state"))
    states = dict.fromkeys([start, *last_ones])
    for (state, _), following in transitions.items():
        states |= {state: None, following: None}
    number = {state: place for place, state in enumerate(states)}
    arcs = tuple(
        (number[state], whole(value), number[following])
        for (state, value), following in transitions.items()
    )
    last = tuple(number[state] for state in last_ones)
    row = Automaton(_forms(encoder, numbers), arcs, last, encoding=encoding)
    encoder.state_global(row, name)


def lexicographic(
    model: Model,
    one: Numbers,
    other: Numbers,
    *,
    strict: bool = False,
    encoding: str | None = None,
    name: str = "lexicographic",
) -> None:
    """States that a sequence comes before another one, as in a dictionary, or is the same.

    Where they differ first, the one has the smaller number; a beginning of the other comes first.

        0 1 1 0 <= 0 1 1 1      1 0 0 0 > 0 1 1 1

    There is one encoding, `rows`: binary variables say how far the sequences are the same.

    Args:
        model: The model.
        one: The numbers of the one.
        other: The numbers of the other.
        strict: Whether they may not be the same.
        encoding: The name of the encoding, or None.
        name: What to call the row.

    Raises:
        UnknownNameError: If there is no such encoding.

    Example:
        >>> model = Model()
        >>> x = model.binary("x", 2, 2)
        >>> lexicographic(model, x[0], x[1])
        >>> model.count().number
        10
    """
    encoder = Encoder.of(model)
    sequences = (_forms(encoder, one), _forms(encoder, other))
    row = Lexicographic(*sequences, strict, encoding=encoding)
    encoder.state_global(row, name)


def _forms(encoder: Encoder, numbers: Numbers) -> tuple[Affine, ...]:
    return tuple(map(encoder.affine, gathered((numbers,))))


@dataclass(frozen=True, slots=True)
class Inverse(GlobalConstraint):
    """Two sequences are permutations, each the inverse of the other."""

    word: ClassVar[str] = "inverse"
    places: tuple[Affine, ...]
    holders: tuple[Affine, ...]

    def require_shape(self) -> None:
        """Raises a `ModelError` unless there are as many of the one as of the other."""
        require_number("holders", len(self.holders), len(self.places))

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """How many numbers are wrong."""
        places, holders = ([f.value(values) for f in fs] for fs in (self.places, self.holders))
        right = {(i, j) for i, j in enumerate(places)} & {(i, j) for j, i in enumerate(holders)}
        return Outcome(len(places) - len(right), 0, 0)

    def rows(self, into: LinearRows, encoding: str) -> None:  # noqa: ARG002 - there is but one
        """Adds a binary variable for each pair."""
        size = len(self.places)
        pairs = [into.one_of(size) for _ in self.places]
        for place, row in zip(self.places, pairs, strict=True):
            into.row(total(x.affine.times(j) for j, x in enumerate(row)).minus(place), 0, 0)
        for j, holder in enumerate(self.holders):
            column = [row[j].affine for row in pairs]
            into.row(total(column), 1, 1)
            into.row(total(x.times(i) for i, x in enumerate(column)).minus(holder), 0, 0)

    def cpsat(self, model: CpSatModel) -> None:
        """Adds CP-SAT's own constraint, which wants variables for numbers."""
        sides = [[model.column(form) for form in side] for side in (self.places, self.holders)]
        made = model.constraint().inverse
        made.f_direct.extend(sides[0])
        made.f_inverse.extend(sides[1])


@dataclass(frozen=True, slots=True)
class AllowedTuples(GlobalConstraint):
    """Several numbers together are one of some tuples."""

    word: ClassVar[str] = "table"
    items: tuple[Affine, ...]
    allowed: tuple[tuple[int, ...], ...]

    def require_shape(self) -> None:
        """Raises a `ModelError` unless every tuple has a value for each number."""
        for one in self.allowed:
            require_number("values in a tuple", len(one), len(self.items))

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """Whether they are one of the tuples: 1 or 0."""
        found = tuple(item.value(values) for item in self.items)
        return Outcome(int(found in set(self.allowed)), 1, 1)

    def rows(self, into: LinearRows, encoding: str) -> None:  # noqa: ARG002 - there is but one
        """Adds a binary variable for each tuple."""
        chosen = into.one_of(len(self.allowed))
        for place, item in enumerate(self.items):
            pairs = zip(self.allowed, chosen, strict=True)
            into.row(total(x.affine.times(one[place]) for one, x in pairs).minus(item), 0, 0)

    def cpsat(self, model: CpSatModel) -> None:
        """Adds CP-SAT's own constraint."""
        items = list(map(model.expression, self.items))
        made = model.constraint()
        if not (items and self.allowed):
            # CP-SAT's has to have numbers: of none, there is one tuple.
            made.bool_or.literals.extend([model.literal(bool(self.allowed))])
            return
        made.table.exprs.extend(items)
        made.table.values.extend([value for one in self.allowed for value in one])


@dataclass(frozen=True, slots=True)
class Automaton(GlobalConstraint):
    """A sequence leads an automaton from the state 0 to one of its ends.

    Attributes:
        items: The sequence.
        arcs: State, number and next state.
        ends: The states in which it may end.
    """

    word: ClassVar[str] = "automaton"
    items: tuple[Affine, ...]
    arcs: tuple[tuple[int, int, int], ...]
    ends: tuple[int, ...]

    def require_shape(self) -> None:
        """Raises a `ModelError` if two transitions from a state have the same number."""
        require_number("transitions", len({arc[:2] for arc in self.arcs}), len(self.arcs))

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """Whether it gets to an end: 1 or 0."""
        known = {(state, value): following for state, value, following in self.arcs}
        state: int | None = 0
        for item in self.items:
            state = None if state is None else known.get((state, int(item.value(values))))
        return Outcome(int(state in self.ends), 1, 1)

    def rows(self, into: LinearRows, encoding: str) -> None:  # noqa: ARG002 - there is but one
        """Adds a unit of flow from state to state."""
        there: dict[int, list[Affine]] = {0: [Affine.number(1)]}
        for item in self.items:
            following: dict[int, list[Affine]] = {}
            leaving: dict[int, list[Affine]] = {state: [] for state in there}
            named: list[Affine] = []
            for state, value, reached in self.arcs:
                if state in there:
                    along = into.binary().affine
                    leaving[state].append(along)
                    following.setdefault(reached, []).append(along)
                    named.append(along.times(value))
            for state, arriving in there.items():
                into.row(total(leaving[state]).minus(total(arriving)), 0, 0)
            into.row(total(named).minus(item), 0, 0)
            there = following
        at_end = [form for state in self.ends for form in there.get(state, ())]
        into.row(total(at_end), 1, None)

    def cpsat(self, model: CpSatModel) -> None:
        """Adds CP-SAT's own constraint."""
        items = list(map(model.expression, self.items))
        made = model.constraint()
        if not (items and self.arcs and self.ends):
            # CP-SAT's has to have all of them; without numbers, it stays where it starts.
            made.bool_or.literals.extend([model.literal(not items and 0 in self.ends)])
            return
        tails, labels, heads = zip(*self.arcs, strict=True)
        made.automaton.exprs.extend(items)
        made.automaton.starting_state = 0
        made.automaton.final_states.extend(list(self.ends))
        made.automaton.transition_tail.extend(list(tails))
        made.automaton.transition_label.extend(list(labels))
        made.automaton.transition_head.extend(list(heads))


@dataclass(frozen=True, slots=True)
class Lexicographic(GlobalConstraint):
    """A sequence comes before another one, or is the same."""

    word: ClassVar[str] = "lexicographic"
    NATIVE_IN: ClassVar[frozenset[Language]] = frozenset()
    one: tuple[Affine, ...]
    other: tuple[Affine, ...]
    strict: bool

    def require_shape(self) -> None:
        """Sequences may be of any length."""

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """Whether it does: 1 or 0."""
        one, other = ([form.value(values) for form in side] for side in (self.one, self.other))
        return Outcome(int(one < other if self.strict else one <= other), 1, 1)

    def rows(self, into: LinearRows, encoding: str) -> None:  # noqa: ARG002 - there is but one
        """Adds how far they are the same: e(i) says that the first i numbers are.

        While e(i - 1), the one number is at most the other; if not e(i) as well, it is less.
        """
        same: list[Literal] = []
        for here, there in zip(self.one, self.other, strict=False):
            gap, before = here.minus(there), same[-1:]
            same.append(into.binary())
            for literal in before:
                into.clause((literal, same[-1].opposite))
            into.implied(before, gap, None, 0)
            into.implied([same[-1]], gap, 0, 0)
            into.implied([*before, same[-1].opposite], gap, None, -1)
        # A beginning of the other comes first.
        longer = len(self.one) - len(self.other)
        if longer > 0 or (longer == 0 and self.strict):
            into.clause([literal.opposite for literal in same[-1:]])
