"""What a peer does: it states an instance, and hands it to a solver."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.peers.data import Shape
from benchmarks.peers.instance import Size


@dataclass(frozen=True, slots=True)
class Style:
    """One way to state a model with one package.

    Attributes:
        build: States an `Instance`, or `Data`, as the package's own model.
        hand_over: Makes what the solver takes of it; may write into the folder.
        size: Variables, rows and nonzeros of what was handed over, to see that nothing is missing.
        more: Further work with the model, by name.
    """

    build: Callable[[Any], Any]
    hand_over: Callable[[Any, Path], Any]
    size: Callable[[Any], tuple[int, int, int]]
    more: Mapping[str, Callable[[Any, Path], object]] = field(default_factory=dict)


def as_it_is(model: Any, _folder: Path) -> Any:
    """Hands over a model that is what the solver takes already."""
    return model


def proto_size(proto: Any) -> tuple[int, int, int]:
    """Counts what is in a `CpModelProto`."""
    nonzeros = 0
    for constraint in proto.constraints:
        # To touch a kind that a constraint does not have makes it of that kind, and empty.
        if constraint.has_linear():
            nonzeros += len(constraint.linear.vars)
        elif constraint.has_exactly_one():
            nonzeros += len(constraint.exactly_one.literals)
        elif constraint.has_at_most_one():
            nonzeros += len(constraint.at_most_one.literals)
    return len(proto.variables), len(proto.constraints), nonzeros


def expected(size: Size | Shape) -> tuple[int, int, int]:
    """What every peer must hand over."""
    return size.variables, size.rows, size.nonzeros
