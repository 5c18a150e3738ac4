"""JSON that a user gives: read strictly and within bounds, with a path to every value."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import Any, NoReturn

from ilpuzzles.errors import InputError, counted, in_words, quoted, unknown_name
from ilpuzzles.reading.source import line_and_column

MOST_DIGITS = 4_000
"""A number with more digits than that is a mistake, and slow to read."""

LARGEST_SIZE = 1 << 1000
"""No number reaches that; floats would not be enough to hold it."""

_LONGEST_SHOWN = 60
_FRACTION = re.compile(
    rf"(-?(?:0|[1-9][0-9]{{0,{MOST_DIGITS - 1}}}))(?:/([1-9][0-9]{{0,{MOST_DIGITS - 1}}}))?"
)
_ADVICE = "fix it there, or write the file again with a program"

# A text, which may contain anything, or one of the words that JSON does not have.
_CONSTANT = re.compile(r'"(?:[^"\\]|\\.)*"|(NaN|-?Infinity)')


@dataclass(frozen=True, slots=True)
class JsonPart:
    """A value in a JSON document, and the keys and numbers that lead there.

    What reads it says what it expects; anything else is an `InputError` with the place.

    Example:
        >>> part = JsonPart("a.json", {"sizes": [1, "x"]})
        >>> print(part, part.at("sizes").at(1), sep=" | ")
        a.json | a.json: sizes[1]
        >>> part.at("sizes").at(0).whole(least=1)
        1
        >>> part.at("sizes").wholes()
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: a.json: sizes[1]: expected a whole number, got "x"; write it again
    """  # noqa: E501 - an error is one line

    file: str
    value: Any
    path: tuple[str | int, ...] = ()

    def wrong(self, what: str, advice: str = "write it again") -> InputError:
        """An error about the value, to be raised."""
        return InputError(what, advice, str(self))

    def unlike(self, what: str) -> InputError:
        """Says what the value should be, and is not."""
        return self.wrong(f"expected {what}, got {json_excerpt(self.value)}")

    def at(self, step: str | int) -> JsonPart:
        """The value of a key, or an item of a list; it is there."""
        return JsonPart(self.file, self.value[step], (*self.path, step))

    def mapping(self, what: str = "an object") -> dict[str, Any]:
        """An object with any keys."""
        if not isinstance(self.value, dict):
            raise self.unlike(what)
        return self.value

    def keys(self, required: Sequence[str], optional: Collection[str] = ()) -> Mapping[str, Any]:
        """An object with these keys and no others."""
        if not isinstance(self.value, dict):
            raise self.unlike(f"an object with {in_words([*required] or sorted(optional))}")
        for key in self.value:
            if key not in required and key not in optional:
                known = dict.fromkeys([*required, *optional])
                raise InputError(unknown_name("key", key, known, where=str(self)))
        for key in required:
            if key not in self.value:
                raise self.wrong(f"key {quoted(key)} is missing")
        return self.value

    def items(self, what: str = "a list") -> Iterator[JsonPart]:
        """The items of a list."""
        if not isinstance(self.value, list):
            raise self.unlike(what)
        file, path = self.file, self.path
        return (JsonPart(file, item, (*path, number)) for number, item in enumerate(self.value))

    def several(self, count: int, what: str) -> list[JsonPart]:
        """The items of a list of so many."""
        found = list(self.items(what))
        if len(found) != count:
            raise self.wrong(f"expected {what}, got {counted(len(found), 'item')}")
        return found

    def text(self, what: str = "a text") -> str:
        """A text."""
        if not isinstance(self.value, str):
            raise self.unlike(what)
        return self.value

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            raise self.unlike("true or false")
        return self.value

    def one_of(self, words: Collection[str]) -> str:
        """One of some words."""
        if not isinstance(self.value, str) or self.value not in words:
            raise self.unlike(f"one of {', '.join(words)}")
        return self.value

    def whole(self, least: int | None = None, most: int | None = None) -> int:
        """A whole number, perhaps one within bounds."""
        if type(self.value) is not int:
            raise self.unlike("a whole number")
        if (least is not None and self.value < least) or (most is not None and self.value > most):
            within = f"{least} or more" if most is None else f"{least} to {most}"
            raise self.unlike(f"a number of {within}")
        return self.value

    def wholes(self, what: str = "a list") -> list[int]:
        """A list of whole numbers."""
        if not isinstance(self.value, list):
            raise self.unlike(what)
        if {*map(type, self.value)} - {int}:
            for item in self.items():
                item.whole()
        return self.value

    def numbered(self, count: int, what: str, *, once: bool = True) -> list[int]:
        """A list of numbers of columns, or of rows, of which there are so many, each once."""
        found = self.wholes()
        if found and (min(found) < 0 or max(found) >= count):
            for item in self.items():
                item.number_of(count, what)
        if once and len(set(found)) != len(found):
            first = {number: n for n, number in reversed([*enumerate(found)])}
            again = next(n for n, number in enumerate(found) if first[number] != n)
            raise self.at(again).wrong(f"{what} {found[again]} appears twice")
        return found

    def number_of(self, count: int, what: str) -> int:
        """The number of a column, a row or a group, of which there are so many."""
        number = self.whole()
        if not 0 <= number < count:
            raise self.wrong(f"there is no {what} {number}: there are {count:,}")
        return number

    def exact(self) -> int | Fraction:
        """A whole number, also as a text, or as a text a fraction in lowest terms."""
        number: int | Fraction
        if type(self.value) is int:
            number = self.value
        else:
            found = _FRACTION.fullmatch(self.value) if isinstance(self.value, str) else None
            if found is None:
                raise self.unlike('a whole number or a fraction such as "1/3"')
            top, bottom = int(found[1]), int(found[2] or 1)
            if found[2] is not None and (bottom == 1 or gcd(top, bottom) > 1):
                raise self.unlike("a fraction in lowest terms")
            # Earlier releases wrote a whole number as a text if it came of fractions.
            number = Fraction(top, bottom) if bottom > 1 else top
        if not -LARGEST_SIZE < number < LARGEST_SIZE:
            raise self.wrong("a number has 1,000 bits or more")
        return number

    def value_of_row(self) -> int | float | Fraction:
        """The same, or a float, which is a measured number."""
        return self.value if type(self.value) is float else self.exact()

    def __str__(self) -> str:
        """Where it stands."""
        steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.path)
        return f"{self.file}: {''.join(steps).removeprefix('.')}" if self.path else self.file


def json_excerpt(value: Any) -> str:
    """A value in a few words, as it would stand in JSON.

    Example:
        >>> print(json_excerpt("x"), json_excerpt(True), json_excerpt([1, 2]), sep=" | ")
        "x" | true | a list
    """
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    if not isinstance(value, str | int | float | None):
        return f"a value of type {type(value).__name__}"
    if isinstance(value, int) and abs(value) >= 10**_LONGEST_SHOWN:
        return "a number with too many digits"
    text = json.dumps(value[:_LONGEST_SHOWN] if isinstance(value, str) else value)
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "..."


def read_json(text: str, file: str, line: int = 1, *, digits: int = 18) -> Any:
    """Reads one JSON document, strictly; `line` is the number of its first line in the file.

    No key may stand twice in an object, and there is no NaN. A whole number of more `digits` than
    that is read as a float, as most readers of JSON do, which no bound on digits can stop. The
    `InputError` has the place of the first thing that is wrong.

    Example:
        >>> read_json('{"rows": ["AAB"]}', "sol.json")
        {'rows': ['AAB']}
        >>> read_json('{"rows": ["AAB"', "sol.json")
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: sol.json:1:16: not JSON: expecting ',' delimiter; fix it there, or write the file again with a program
    """  # noqa: E501 - an error is one line
    if not text.strip():
        raise InputError("the file is empty", "write the JSON of a solution into it", file)

    def wrong(what: str, index: int) -> InputError:
        row, column = line_and_column(text, index)
        return InputError(f"not JSON: {what}", _ADVICE, f"{file}:{row + line - 1}:{column}")

    def constant(_word: str) -> NoReturn:
        found = next(match for match in _CONSTANT.finditer(text) if match[1])
        raise wrong(found[1], found.start(1))

    def as_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(found := dict(pairs)) != len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise InputError(f"key {quoted(twice)} appears twice", "delete one", file)
        return found

    try:
        return json.loads(
            text,
            parse_int=lambda written: int(written) if len(written) <= digits else float(written),
            parse_constant=constant,
            object_pairs_hook=as_object,
        )
    except json.JSONDecodeError as error:
        raise wrong(f"{error.msg[:1].lower()}{error.msg[1:]}", error.pos) from None
    except RecursionError:
        raise InputError("the JSON is nested too deeply", "make it flatter", file) from None


def read_json_lines(text: str, file: str) -> list[Any]:
    r"""Reads JSON documents, one in a line (JSON Lines); empty lines are none.

    Example:
        >>> read_json_lines('{"rows": ["AAB"]}\n{"rows": ["ABB"]}\n', "sol.jsonl")
        [{'rows': ['AAB']}, {'rows': ['ABB']}]
    """
    lines = enumerate(text.split("\n"), 1)
    return [read_json(line, file, number) for number, line in lines if line.strip()]
