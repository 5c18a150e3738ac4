"""JSON that a user gives: read strictly and within bounds, with a path to every value."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, NoReturn

from ilpuzzles.document.source import line_and_column
from ilpuzzles.errors import InputError, Problem, quoted

_LONGEST_SHOWN = 60
_ADVICE = "fix it there, or write the file again with a program"

# A text, which may contain anything, or one of the words that JSON does not have.
_CONSTANT = re.compile(r'"(?:[^"\\]|\\.)*"|(NaN|-?Infinity)')


@dataclass(frozen=True, slots=True)
class JsonPlace:
    """Where a value stands in a JSON document: the file, and the keys and numbers that lead there.

    Example:
        >>> place = JsonPlace("sol.json")
        >>> print(place, place.key("tiles").item(2).key("atoms"), sep=" | ")
        sol.json | sol.json: tiles[2].atoms
    """

    file: str
    path: str = ""

    def key(self, name: str) -> JsonPlace:
        """The place of a key's value."""
        return JsonPlace(self.file, f"{self.path}.{name}" if self.path else name)

    def item(self, number: int) -> JsonPlace:
        """The place of an item of a list, counted from 0."""
        return JsonPlace(self.file, f"{self.path}[{number}]")

    def wrong(self, what: str, advice: str) -> InputError:
        """An error about the value there, to be raised."""
        return InputError(Problem(what, advice, str(self)))

    def __str__(self) -> str:
        return f"{self.file}: {self.path}" if self.path else self.file


def shown_json(value: Any) -> str:
    """A value in a few words, as it would stand in JSON.

    Example:
        >>> print(shown_json("x"), shown_json(True), shown_json([1, 2]), sep=" | ")
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


def read_json(text: str, file: str, line: int = 1) -> Any:
    """Reads one JSON document, strictly; `line` is the number of its first line in the file.

    No key may stand twice in an object, and there is no NaN. A whole number of more than 18 digits
    is read as a float, as most readers of JSON do, which no bound on digits can stop. The
    `InputError` has the place of the first thing that is wrong.

    Example:
        >>> read_json('{"rows": ["AAB"]}', "sol.json")
        {'rows': ['AAB']}
        >>> read_json('{"rows": ["AAB"', "sol.json")
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: sol.json:1:16: not JSON: expecting ',' delimiter; fix it there, or write the file again with a program
    """  # noqa: E501 - an error is one line
    if not text.strip():
        raise InputError(Problem("empty file", "write the JSON of a solution into it", file))

    def wrong(what: str, index: int) -> InputError:
        row, column = line_and_column(text, index)
        place = f"{file}:{row + line - 1}:{column}"
        return InputError(Problem(f"not JSON: {what}", _ADVICE, place))

    def constant(_word: str) -> NoReturn:
        found = next(match for match in _CONSTANT.finditer(text) if match[1])
        raise wrong(found[1], found.start(1))

    def as_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(found := dict(pairs)) != len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise InputError(Problem(f"key {quoted(twice)} appears twice", "delete one", file))
        return found

    try:
        return json.loads(
            text,
            parse_int=lambda digits: int(digits) if len(digits) <= 18 else float(digits),
            parse_constant=constant,
            object_pairs_hook=as_object,
        )
    except json.JSONDecodeError as error:
        raise wrong(f"{error.msg[:1].lower()}{error.msg[1:]}", error.pos) from None
    except RecursionError:
        raise InputError(Problem("nested too deeply", "make it flatter", file)) from None


def read_json_lines(text: str, file: str) -> list[Any]:
    r"""Reads JSON documents, one in a line (JSON Lines); empty lines are none.

    Example:
        >>> read_json_lines('{"rows": ["AAB"]}\n{"rows": ["ABB"]}\n', "sol.jsonl")
        [{'rows': ['AAB']}, {'rows': ['ABB']}]
    """
    lines = enumerate(text.split("\n"), 1)
    return [read_json(line, file, number) for number, line in lines if line.strip()]
