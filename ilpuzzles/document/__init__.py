"""Bounded, located reading of what users write: every value knows its line and column."""

from ilpuzzles.document.fields import Fields, plain_data
from ilpuzzles.document.json_text import JsonPlace, read_json, read_json_lines, shown_json
from ilpuzzles.document.script import Script, read_script
from ilpuzzles.document.source import MAX_BYTES, read_source, read_standard_input
from ilpuzzles.document.tree import (
    MAX_DEPTH,
    MAX_NODES,
    Line,
    Mapping,
    Node,
    Place,
    ProblemList,
    Scalar,
    Sequence,
    read_tree,
    substituted,
)

__all__ = [
    "MAX_BYTES",
    "MAX_DEPTH",
    "MAX_NODES",
    "Fields",
    "JsonPlace",
    "Line",
    "Mapping",
    "Node",
    "Place",
    "ProblemList",
    "Scalar",
    "Script",
    "Sequence",
    "plain_data",
    "read_json",
    "read_json_lines",
    "read_script",
    "read_source",
    "read_standard_input",
    "read_tree",
    "shown_json",
    "substituted",
]
