"""Labels of variables and keys of rows: texts, numbers, dates, and tuples of these.

A label is looked up in dictionaries, so that one label may be written in several ways: `2`,
`np.int64(2)` and `2.0` are the same. Elements of arrays of numpy, and kinds of texts and numbers,
are kept as the plain ones that they equal: a model then has the same names, and can be saved,
whichever library its labels came from. Dates of pandas stay, which equal those of Python.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np

_PLAIN = {bytes, bool, date, datetime, Fraction, int, str, time, timedelta, type(None)}
"""The types of labels that are kept as they are."""

_SCALARS: tuple[type, ...] = (str, int, float, bytes)

_NOT_THERE = {"NAType", "NaTType"}
"""The types of pandas for what is missing, of which some cannot even be compared."""


def plain_labels(labels: Iterable[Any]) -> tuple[Hashable, ...]:
    """Labels in their plain forms.

    Example:
        >>> plain_labels(np.array(["a", "b"])), plain_labels([(np.int64(1), True), 2.5])
        (('a', 'b'), ((1, True), 2.5))
    """
    found = tuple(labels)
    kinds = {*map(type, found)}
    if kinds == {tuple}:
        # The keys of many rows: no call for each of their parts.
        kinds = {*map(type, chain.from_iterable(found))}
    return found if kinds <= _PLAIN else tuple(map(plain_label, found))


def plain_label(label: Any) -> Any:
    """A label in its plain form, or as it is if it has none.

    Example:
        >>> plain_label(np.str_("a")), plain_label(np.float64(0.5)), plain_label(np.True_)
        ('a', 0.5, True)
        >>> plain_label(np.datetime64("2024-05-17"))
        datetime.datetime(2024, 5, 17, 0, 0)
    """
    if type(label) in _PLAIN:
        return label
    if isinstance(label, tuple):
        parts = tuple(map(plain_label, label))
        unchanged = all(part is before for part, before in zip(parts, label, strict=True))
        # A named tuple stays what it is: it equals the tuple.
        return label if unchanged else parts
    plain = label
    if isinstance(label, np.datetime64 | np.timedelta64):
        return _python_date(label)
    if isinstance(label, np.generic):
        plain = label.item()
    else:
        for kind in _SCALARS:
            if isinstance(label, kind):
                # The value itself: `str` of a member of an enumeration is its name.
                plain = kind(label) if kind is not str else str.__str__(label)
    return plain if plain is not label and same_label(plain, label) else label


def _python_date(label: np.datetime64 | np.timedelta64) -> Any:
    """A date of numpy as one of Python, which equals that of pandas; or as it is, if none does.

    numpy's own equal no tuple and no text without an array of answers.
    """
    kind = type(label).__name__
    if np.isnat(label) or np.datetime_data(label.dtype)[0] == "generic":
        return label
    found = label.astype(f"{kind}[us]").item()
    is_same = isinstance(found, datetime | timedelta) and label == np.dtype(kind).type(found)
    return found if is_same else label


def same_label(one: Hashable, other: Hashable) -> bool:
    """Whether two labels are the same in a dictionary."""
    return bool(one == other) and hash(one) == hash(other)


def missing_part(label: Any) -> Any:
    """The part of a label that stands for what is missing, such as NaN, or None if it has none.

    Nothing is equal to it, not even itself, so that it cannot be looked up.

    Example:
        >>> missing_part(("a", float("nan"))), missing_part(("a", 1.5, None))
        (nan, None)
    """
    if type(label) in _PLAIN:
        return None
    if isinstance(label, tuple):
        found = (missing_part(part) for part in label)
        return next((part for part in found if part is not None), None)
    if type(label).__name__ in _NOT_THERE:
        return label
    if isinstance(label, Decimal):
        return label if label.is_nan() else None
    is_number = isinstance(label, float | np.floating | np.datetime64 | np.timedelta64)
    return label if is_number and label != label else None  # noqa: PLR0124 - true of NaN alone
