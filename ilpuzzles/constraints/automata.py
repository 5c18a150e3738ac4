"""`automaton`: the sequences that an automaton accepts."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ilpuzzles.errors import ModelError, quoted
from ilpuzzles.modelling.affine import Affine, LinearRows, total
from ilpuzzles.modelling.encoding import Encoder
from ilpuzzles.modelling.functions import Numbers, gathered
from ilpuzzles.modelling.global_constraint import (
    GlobalConstraint,
    listed,
    require_number,
)
from ilpuzzles.modelling.model import ModelBase
from ilpuzzles.modelling.numbers import Number, whole
from ilpuzzles.modelling.operations import Outcome


def automaton(
    model: ModelBase,
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

        >>> from ilpuzzles import Model
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
        raise ModelError(what, "give a dictionary with the next state for each state and number")
    states = dict.fromkeys([start, *last_ones])
    for (state, _), following in transitions.items():
        states |= {state: None, following: None}
    number = {state: place for place, state in enumerate(states)}
    arcs = tuple(
        (number[state], whole(value), number[following])
        for (state, value), following in transitions.items()
    )
    items = tuple(map(encoder.affine, gathered((numbers,))))
    final = tuple(number[state] for state in last_ones)
    encoder.state_global(Automaton(items, arcs, final, encoding=encoding), name)


@dataclass(frozen=True, slots=True)
class Automaton(GlobalConstraint):
    """A sequence leads an automaton from the state 0 to one of its ends.

    Attributes:
        items: The sequence.
        arcs: State, number and next state.
        ends: The states in which it may end.
    """

    word: ClassVar[str] = "automaton"
    HAS_NATIVE: ClassVar[bool] = True
    items: tuple[Affine, ...]
    arcs: tuple[tuple[int, int, int], ...]
    ends: tuple[int, ...]

    def require_shape(self) -> None:
        """Raises a `ModelError` if two transitions from a state have the same number."""
        require_number("transitions", len({arc[:2] for arc in self.arcs}), len(self.arcs))

    def outcome(self, values: Sequence[Number]) -> Outcome:
        """Whether it gets to an end: 1 or 0."""
        following = {(state, value): reached for state, value, reached in self.arcs}
        state: int | None = 0
        for item in self.items:
            if state is not None:
                state = following.get((state, int(item.value(values))))
        return Outcome(int(state in self.ends), 1, 1)

    def rows(self, into: LinearRows, encoding: str) -> None:  # noqa: ARG002 - there is but one
        """Adds a unit of flow from state to state."""
        # The flows that arrive at each state that can be reached.
        arriving: dict[int, list[Affine]] = {0: [Affine.number(1)]}
        for item in self.items:
            arriving_next: dict[int, list[Affine]] = {}
            leaving: dict[int, list[Affine]] = {state: [] for state in arriving}
            read: list[Affine] = []
            for state, value, reached in self.arcs:
                if state in arriving:
                    flow = into.binary().affine
                    leaving[state].append(flow)
                    arriving_next.setdefault(reached, []).append(flow)
                    read.append(flow.times(value))
            for state, flows in arriving.items():
                into.row(total(leaving[state]).minus(total(flows)), 0, 0)
            into.row(total(read).minus(item), 0, 0)
            arriving = arriving_next
        at_end = [flow for state in self.ends for flow in arriving.get(state, ())]
        into.row(total(at_end), 1, None)
