"""Reads lists and decimal numbers of a specification, and notes what is wrong with them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from ilpuzzles.document import Fields, Node, Scalar, Sequence
from ilpuzzles.errors import quoted

_Read = TypeVar("_Read")

MOST_VALUES = 1_000
"""How many values a list may have."""

_DECIMAL = re.compile(r"(0|[1-9][0-9]{0,8})(\.[0-9]{1,9})?\Z")


def read_list(
    fields: Fields,
    key: str,
    usual: tuple[_Read, ...],
    read: Callable[[Node], _Read | None],
) -> tuple[_Read, ...]:
    """Reads a list, in which nothing stands twice; one value stands for a list of one.

    Args:
        fields: Where it stands.
        key: Its key.
        usual: What holds where there is none.
        read: Reads a value, and notes what is wrong with it; then it returns None.
    """
    node = fields.node(key, required=False)
    if node is None:
        return usual
    items = node.items if isinstance(node, Sequence) else (node,)
    if not items or len(items) > MOST_VALUES:
        what = f"{quoted(key)} has {len(items):,} values"
        fields.problems.add(what, f"write 1 to {MOST_VALUES:,}", where=node.place)
        return usual
    found: list[_Read] = []
    for item in items:
        value = read(item)
        if value is not None and value in found:
            fields.problems.add(
                f"a value of {quoted(key)} stands twice", "delete one of them", where=item.place
            )
        elif value is not None:
            found.append(value)
    return tuple(found) or usual


def read_word(fields: Fields, key: str, node: Node) -> str | None:
    """A text out of a list of texts."""
    if isinstance(node, Scalar) and node.text.strip():
        return " ".join(node.text.split())
    fields.problems.add(f"{quoted(key)} is no list of words", "write [one]", where=node.place)
    return None


def read_whole(fields: Fields, key: str, node: Node, *, most: int) -> int | None:
    """A whole number, not less than 0, out of a list of numbers."""
    text = node.text if isinstance(node, Scalar) and node.plain else ""
    if text.isascii() and text.isdigit() and str(int(text[:18])) == text and int(text) <= most:
        return int(text)
    advice = f"write [0, 1] with numbers up to {most}"
    fields.problems.add(f"{quoted(key)} is no list of whole numbers", advice, where=node.place)
    return None


def read_decimal(
    fields: Fields, key: str, usual: float, *, most: float, positive: bool = False
) -> float:
    """A number such as 60 or 0.5, not less than 0."""
    scalar = fields.scalar(key, required=False)
    if scalar is None:
        return usual
    number = float(scalar.text) if scalar.plain and _DECIMAL.match(scalar.text) else -1.0
    if not 0 <= number <= most or (positive and not number):
        advice = f"write a number {'above 0' if positive else 'from 0'} to {most:g}"
        fields.problems.add(f"{quoted(key)} is {quoted(scalar.text)}", advice, where=scalar.place)
        return usual
    return number
