"""Labels of variables and keys of rows in saved models.

Texts, whole numbers, true, false and null are what they are in JSON, and a list of labels stands
for a tuple, also for a named one, which equals it. Any other label is an object with a single key,
the kind of label that it is: `{"date": "2024-05-17"}`. What comes back equals what was saved, and
is found where that would be found.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any

from ilpuzzles.errors import InputError, quoted
from ilpuzzles.extras import ExtraMissingError, require_extra
from ilpuzzles.formats.saved_operations import save_error
from ilpuzzles.modelling.labels import missing_part, plain_label, same_label
from ilpuzzles.reading.json_text import JsonPart, json_excerpt

DEEPEST_LABEL = 20
"""The deepest nesting of a label in lists; it is read by recursion, which Python limits."""

_ADVICE = "use strings, numbers, dates, or tuples of these"


@dataclass(frozen=True, slots=True)
class _Kind:
    """A kind of label that JSON does not have.

    Attributes:
        has: Whether a label is of this kind.
        written: A label of this kind in JSON.
        read: The label that stands in a part of a file; any `ValueError`, `TypeError` or
            `ArithmeticError` says that none does.
    """

    has: Callable[[Any], bool]
    written: Callable[[Any], Any]
    read: Callable[[JsonPart], Any]


def _of_type(*types: type) -> Callable[[Any], bool]:
    return lambda label: isinstance(label, types)


def _of_pandas(name: str) -> Callable[[Any], bool]:
    """Whether a label is of a type of pandas, which need not be there."""
    return lambda label: (
        type(label).__name__ == name and type(label).__module__.partition(".")[0] == "pandas"
    )


def _has_nanoseconds(label: Any) -> bool:
    return _of_pandas("Timestamp")(label) and bool(label.nanosecond)


def _microseconds(label: timedelta) -> int:
    return (label.days * 86_400 + label.seconds) * 1_000_000 + label.microseconds


def _period(part: JsonPart) -> Any:
    ordinal, frequency = part.several(2, "a number and its frequency")
    return _pandas().Period(ordinal=ordinal.whole(), freq=frequency.text())


def _pandas() -> Any:
    return require_extra("pandas", None, "a label of this file")


_KINDS = {
    "float": _Kind(_of_type(float), repr, lambda part: float(part.text())),
    "fraction": _Kind(_of_type(Fraction), str, lambda part: Fraction(part.exact())),
    "decimal": _Kind(_of_type(Decimal), str, lambda part: Decimal(part.text())),
    "bytes": _Kind(_of_type(bytes), bytes.hex, lambda part: bytes.fromhex(part.text())),
    # Dates of pandas are dates of Python as well, and equal the ones that are read, which need no
    # pandas; only nanoseconds would be lost.
    "timestamp": _Kind(
        _has_nanoseconds,
        lambda label: label.isoformat(),
        lambda part: _pandas().Timestamp(part.text()),
    ),
    "datetime": _Kind(
        _of_type(datetime),
        lambda label: label.isoformat(),
        lambda part: datetime.fromisoformat(part.text()),
    ),
    "date": _Kind(_of_type(date), date.isoformat, lambda part: date.fromisoformat(part.text())),
    "time": _Kind(_of_type(time), time.isoformat, lambda part: time.fromisoformat(part.text())),
    # Written as text, those of pandas look different from those of Python.
    "nanoseconds": _Kind(
        _of_pandas("Timedelta"),
        lambda label: _microseconds(label) * 1_000 + label.nanoseconds,
        lambda part: _pandas().Timedelta(part.whole(), unit="ns"),
    ),
    "timedelta": _Kind(
        _of_type(timedelta), _microseconds, lambda part: timedelta(microseconds=part.whole())
    ),
    "period": _Kind(
        _of_pandas("Period"),
        lambda label: [label.ordinal, label.freqstr],
        _period,
    ),
}


def label_as_json(label: Any, where: str, depth: int = 0) -> Any:
    """A label as it stands in a file; `where` it stands in the model is for the error.

    Raises:
        ModelError: If no file can hold it.

    Example:
        >>> label_as_json(("a", 2, date(2024, 5, 17)), "a family")
        ['a', 2, {'date': '2024-05-17'}]
    """
    label = plain_label(label)
    if label is None or type(label) in {str, int, bool}:
        return label
    if isinstance(label, tuple) and depth < DEEPEST_LABEL:
        return [label_as_json(part, where, depth + 1) for part in label]
    if isinstance(label, Fraction) and label.denominator == 1:
        return label.numerator
    for word, kind in _KINDS.items():
        if kind.has(label):
            written = JsonPart("", {word: kind.written(label)})
            if _is_read_as(written.at(word), kind, label):
                return written.value
            break
    what = f"{where} has {quoted(repr(label))} of type {type(label).__name__}"
    advice = _ADVICE
    if isinstance(label, Enum):
        advice = f"use the names: [one.name for one in {type(label).__name__}]"
    raise save_error(what, advice)


def _is_read_as(written: JsonPart, kind: _Kind, label: Hashable) -> bool:
    """Whether a label that was written is the same one when it is read."""
    try:
        return same_label(kind.read(written), label)
    except (ValueError, TypeError, ArithmeticError):
        return False


def needs_objects(plain: Any) -> bool:
    """Whether a label in JSON is an object, or a list with one."""
    return isinstance(plain, dict) or (isinstance(plain, list) and any(map(needs_objects, plain)))


def read_label(part: JsonPart, depth: int = 0) -> Hashable:
    """Reads a label.

    Raises:
        InputError: If it is none, or not written as `label_as_json` writes it.

    Example:
        >>> read_label(JsonPart("a.json", ["a", {"float": "0.5"}]))
        ('a', 0.5)
    """
    value = part.value
    if value is None or type(value) in {str, int, bool}:
        found: Hashable = value
        return found
    if isinstance(value, list) and depth < DEEPEST_LABEL:
        return tuple(read_label(item, depth + 1) for item in part.items())
    if isinstance(value, dict) and len(value) == 1:
        return _read_object(part)
    raise part.unlike("a label: a text, a whole number, an object, or a list of labels")


def _read_object(part: JsonPart) -> Hashable:
    """Reads a label of a kind that JSON does not have."""
    part.keys((), _KINDS)
    ((word, value),) = part.value.items()
    inner = part.at(word)
    try:
        found: Hashable = _KINDS[word].read(inner)
        # One way to write each, so that the same model always has the same bytes.
        is_right = missing_part(found) is None and label_as_json(found, "") == part.value
    except (InputError, ExtraMissingError):
        raise
    except (ValueError, TypeError, ArithmeticError, AttributeError, KeyError):
        is_right = False
    if not is_right:
        raise inner.wrong(f"expected a {word} as save writes it, got {json_excerpt(value)}")
    return found
