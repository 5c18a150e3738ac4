"""Bounded, located reading of what users write: every value knows its line and column."""

from ilpuzzles.document.fields import Fields
from ilpuzzles.document.problems import ProblemList
from ilpuzzles.document.source import MAX_BYTES, read_source
from ilpuzzles.document.tree import (
    MAX_DEPTH,
    MAX_NODES,
    Line,
    Mapping,
    Node,
    Place,
    Scalar,
    Sequence,
    read_tree,
)

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_NODES",
    "Fields",
    "Line",
    "Mapping",
    "Node",
    "Place",
    "ProblemList",
    "Scalar",
    "Sequence",
    "read_source",
    "read_tree",
]
