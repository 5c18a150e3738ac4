"""The files of instances of a genre: where everything stands in one, and how one is written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ilpuzzles.errors import Problem
from ilpuzzles.genres.boards import FieldProblem
from ilpuzzles.reading.tree import Mapping as Tree, Node, Scalar, Sequence as Items


@dataclass(frozen=True, slots=True)
class InstancePlaces:
    """Where an instance stands, and what it says, as far as that is known.

    Attributes:
        start: Where it begins.
        whole: The file or the line that is named where nothing else is known.
        fields: Where each field begins.
        rows: The place of each row of a drawing, and of each entry of a list.
    """

    start: str
    whole: str
    fields: Mapping[str, str] = field(default_factory=dict)
    rows: Mapping[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of_tree(cls, tree: Node) -> InstancePlaces:
        """The places in the tree of a file."""
        entries = tree.entries if isinstance(tree, Tree) else ()
        # A drawing alone is no field: it has the place of the file.
        fields = {key.text: str(key.place) for key, value in entries if value.place != key.place}
        rows = {
            key.text: [str(item.place) for item in value.items]
            for key, value in entries
            if isinstance(value, Items)
        }
        return cls(str(tree.place), tree.place.file, fields, rows)

    def of_problem(self, problem: Problem) -> str:
        """Where something is wrong."""
        if problem.where or not isinstance(problem, FieldProblem):
            return problem.where or self.whole
        rows = self.rows.get(problem.field, ())
        if len(rows) == 1:
            return rows[0]
        if problem.row is not None and problem.row < len(rows):
            return rows[problem.row]
        return self.fields.get(problem.field, self.whole)


def lines_of(tree: Node, name: str) -> list[str]:
    """The place of each line of a field that is a text."""
    entries = tree.entries if isinstance(tree, Tree) else ()
    return [
        f"{line.place.file}:{line.place.line}"
        for key, value in entries
        if key.text == name and isinstance(value, Scalar)
        for line in value.lines
    ]


def are_plain(rows: Iterable[Any]) -> bool:
    """Whether rows can stand below each other as they are, without quotes."""
    return all(isinstance(row, str) and row == row.strip() != "" for row in rows)


def drawing_entry(name: str, rows: Sequence[str]) -> str:
    """A drawing as a field of a file, line by line."""
    return "\n  ".join([f"{name}: |", *rows])


def entry(name: str, value: Any) -> str:
    """A field of a file that is read as it is: drawings line by line, all else as JSON."""
    lines = value.splitlines() if isinstance(value, str) else []
    if len(lines) > 1 and all(line.isprintable() and line == line.strip() != "" for line in lines):
        kept = "|" if value.endswith("\n") else "|-"
        return "\n  ".join([f"{name}: {kept}", *lines])
    return f"{name}: {json.dumps(value, ensure_ascii=False)}"
