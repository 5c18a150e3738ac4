"""Values that are left open in a document: `$name` stands for the value of a parameter."""

from __future__ import annotations

from collections.abc import Mapping as Values
from dataclasses import replace

from ilpuzzles.document.problems import ProblemList
from ilpuzzles.document.tree import Mapping, Node, Scalar, Sequence
from ilpuzzles.errors import unknown_name


def substituted(tree: Node, values: Values[str, str], problems: ProblemList) -> Node:
    """Puts the values of parameters where their names stand.

    Args:
        tree: A document.
        values: The values by their names, without the `$`.
        problems: Where to note names that stand for nothing.

    Returns:
        The document, in which every plain text `$name` is the value of that name.

    Example:
        >>> from ilpuzzles.document import Fields, read_tree
        >>> tree = substituted(read_tree("rows: $height", "m.yaml"), {"height": "3"}, ProblemList())
        >>> Fields(tree, "a box", ProblemList()).integer("rows")
        3
    """
    if isinstance(tree, Mapping):
        entries = ((key, substituted(value, values, problems)) for key, value in tree.entries)
        return replace(tree, entries=tuple(entries))
    if isinstance(tree, Sequence):
        items = (substituted(item, values, problems) for item in tree.items)
        return replace(tree, items=tuple(items))
    if not (tree.plain and tree.text.startswith("$")):
        return tree
    name = tree.text[1:]
    if name not in values:
        problems.found.append(unknown_name("parameter", name, values, where=str(tree.place)))
        return tree
    return Scalar(values[name], plain=True, place=tree.place, lines=tree.lines)
