"""The parameters of a puzzle: numbers and words that an instance chooses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ilpuzzles.errors import InputError, Problem, UnknownNameError, quoted, unknown_name
from ilpuzzles.reading.fields import ByHand, Fields, Form, FormField, OneOf, Text, Whole
from ilpuzzles.reading.tree import (
    Mapping as Entries,
    Node,
    ProblemList,
    Scalar,
    Sequence as Items,
    TextPlace,
)

MAX_VALUES = 1_000
"""The largest number of values of a parameter."""

MAX_PARTS = 20
"""The most parts that the value of a parameter may have."""

JOINT = "-"
"""The separator between the parts of a value."""

_NAME = re.compile(r"[a-z]+(-[a-z]+)*\Z")
_NUMBER = re.compile(r"(0|[1-9][0-9]{0,8})\Z")
_WORD = re.compile(r"[A-Za-z0-9]{1,20}\Z")
_BETWEEN = re.compile(r"[-,/\s]+")
_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number or a word that an instance of a puzzle chooses; on the command line, `--name`.

    The `default` is meant where nobody says anything; if it is None, a value has to be given.

    A value may have `parts`, such as the month and the day of a date, or what several dice show.
    Each part is a mapping: what is typed, and what it stands for in the file of the puzzle. Then
    there are no `values`, and a value is one word of each part, joined by hyphens. How that is
    `written` is a word for each part, such as `month-day`.

    Example:
        >>> date = Parameter("date", "", (), parts=({"1": "Jan", "2": "Feb"}, {"1": "1", "2": "2"}))
        >>> date.read("02-1"), date.read("feb 1"), date.read("3-1")
        ('2-1', '2-1', None)
        >>> date.meaning("2-1")
        'Feb 1'
    """

    name: str
    about: str
    values: tuple[int | str, ...]
    default: int | str | None = None
    parts: tuple[Mapping[str, str], ...] = ()
    written: str = ""

    @property
    def is_word(self) -> bool:
        """Whether it is a word, or has parts, and is no number."""
        return bool(self.parts) or any(isinstance(value, str) for value in self.values)

    def listed(self) -> str:
        """Its values in a few words."""
        if self.written:
            return f"{self.written}, such as {self.example()}"
        if self.parts:
            each = "; ".join(_first_few(list(part)) for part in self.parts)
            return f"{self.example()}, or others of {each}"
        return _first_few(self.values)

    def example(self) -> str:
        """A value to begin with."""
        if self.parts:
            return JOINT.join(list(part)[-1] for part in self.parts)
        return str(self.values[0])

    def metavar(self) -> str:
        """The placeholder for a value behind the option."""
        if self.parts:
            return self.example()
        return "|".join(map(str, self.values)) if self.is_word else "N"

    def to_json(self) -> list[Any]:
        """Its values, or those of each part, as plain data."""
        return [dict(part) for part in self.parts] if self.parts else list(self.values)

    def read(self, value: object) -> int | str | None:
        """The value that somebody means, as it is written here; None if there is no such value."""
        if not self.parts:
            return next((one for one in self.values if one == value), None)
        words = [word for word in _BETWEEN.split(str(value)) if word]
        if len(words) != len(self.parts):
            return None
        found = [_key_of(word, part) for word, part in zip(words, self.parts, strict=True)]
        if None in found and self._are_apart():
            # Dice lie in any order, and no two of them have a side in common.
            found = [
                next(filter(None, (_key_of(word, part) for word in words)), None)
                for part in self.parts
            ]
        return JOINT.join(key for key in found if key) if None not in found else None

    def meaning(self, value: int | str) -> str:
        """The form of a value that the file of the puzzle gets."""
        if not self.parts:
            return str(value)
        words = str(value).split(JOINT)
        return " ".join(part[word] for word, part in zip(words, self.parts, strict=True))

    def _are_apart(self) -> bool:
        """Whether every word tells which part it belongs to."""
        words = [word.lower() for part in self.parts for word in part]
        return len(words) == len(set(words))

    def choices(self) -> str:
        """Its values, and which of them is the default."""
        return self.listed() + ("" if self.default is None else f"; {self.default} by default")


def _first_few(values: Sequence[int | str]) -> str:
    first = ", ".join(map(str, values[:_SHOWN]))
    return first + (", ..." if len(values) > _SHOWN else "")


def _key_of(word: str, part: Mapping[str, str]) -> str | None:
    """The key of a part that a word names, by itself or by its meaning; None for neither."""
    keys = {_plain(key): key for key in part}
    by_meaning = {_plain(meaning): key for key, meaning in part.items()}
    return keys.get(_plain(word)) or by_meaning.get(_plain(word))


def _plain(word: str) -> str:
    """A word without regard to case; months and days may be written with a zero before them."""
    return (word.lstrip("0") or "0") if word.isdecimal() else word.lower()


PARAMETER_FORM = Form(
    "a parameter",
    "A parameter",
    (
        Text("about", "What it is, in a few words."),
        ByHand("values", "All values that it may have: numbers, or words.", "list"),
        ByHand(
            "parts",
            "Instead of `values`: the parts of a value, each a list of words, or a mapping of what "
            "is typed to what it stands for, such as `{1: Jan, 2: Feb}`. A value is one word of "
            "each, such as `2-28`, and `$name` stands for these words with blanks between them.",
            "list",
        ),
        Text("written", "How a value with `parts` is written, in words, such as `month-day`."),
        ByHand("default", "The value where none is given; left out, one must be.", "value"),
    ),
)
"""What the file of a puzzle says about each of its parameters."""


def read_parameters(tree: Node) -> tuple[Parameter, ...]:
    """The parameters that the file of a model declares, in its order."""
    node = Fields(tree, "the puzzle", ProblemList()).node("parameters")
    if node is None:
        return ()
    problems = ProblemList()
    found = []
    for key, inner in Fields(node, "'parameters'", problems).entries:
        name = key.text
        fields = Fields(inner, PARAMETER_FORM, problems, f"parameter {name}")
        about = fields["about"]
        listed = fields["values"]
        divided = fields["parts"]
        written = fields.read(Text("written"))
        if (listed is None) == (divided is None):
            what = f"parameter {name} has neither 'values' nor 'parts'"
            if listed is not None:
                what = f"parameter {name} has 'values' and 'parts'"
            problems.add(what, "write one of them", where=key.place)
        values = _values(listed, problems)
        parts = _parts(divided, problems)
        parameter = Parameter(name, about, values, parts=parts, written=written)
        if parts:
            said = fields.read(Text("default"))
            usual = parameter.read(said) if said else None
            if said and usual is None:
                what = f"the default cannot be {quoted(said)}"
                problems.add(what, f"write {parameter.listed()}", where=key.place)
        else:
            default = fields.read(OneOf("default", known=[str(value) for value in values]))
            usual = next((value for value in values if str(value) == default), None)
        fields.finish()
        if not _NAME.match(name):
            what = f"{quoted(name)} is not a name for a parameter"
            problems.add(what, "use lower-case letters", where=key.place)
        found.append(replace(parameter, default=usual))
    problems.raise_if_any()
    return tuple(found)


def read_stated_parameters(
    tree: Node, declared: Iterable[Parameter], puzzle: str
) -> dict[str, tuple[int | str, TextPlace]]:
    """The values that the file of an instance states, and where."""
    node = Fields(tree, "the instance", ProblemList()).node("parameters")
    if node is None:
        return {}
    problems = ProblemList()
    fields = Fields(node, "'parameters'", problems)
    known = {parameter.name: parameter for parameter in declared}
    found: dict[str, tuple[int | str, TextPlace]] = {}
    for key, _ in fields.entries:
        if key.text not in known:
            problems.found.append(_unknown(key.text, known, puzzle, str(key.place)))
            continue
        before = len(problems.found)
        parameter, place = known[key.text], fields.place_of(key.text)
        kind: type[FormField[Any]] = Text if parameter.is_word else Whole
        value = fields.read(kind(key.text))
        meant = parameter.read(value)
        if len(problems.found) == before and meant is None:
            what, advice = _out_of_range(parameter, value, puzzle)
            problems.add(what, advice, where=place)
        found[key.text] = (value if meant is None else meant), place
    problems.raise_if_any()
    return found


def check_parameters(
    declared: Iterable[Parameter],
    values: Mapping[str, int | str],
    puzzle: str,
    *,
    whole: bool = True,
) -> dict[str, int | str]:
    """The values of parameters that a puzzle declares; where none is given, the default.

    Where they need not be `whole`, values that are missing stay so.
    """
    known = {parameter.name: parameter for parameter in declared}
    for name, value in values.items():
        if name not in known:
            raise UnknownNameError(_unknown(name, known, puzzle))
        said: Any = value
        # In Python, truth values are numbers.
        number = isinstance(said, int) and not isinstance(said, bool)
        if not (number or known[name].is_word):
            raise InputError(f"{name} must be a whole number, got {quoted(value)}")
        if known[name].read(value) is None:
            raise InputError(*_out_of_range(known[name], value, puzzle))
    values = as_declared(known.values(), values)
    missing = {name: parameter for name, parameter in known.items() if name not in values}
    for name, parameter in missing.items():
        if whole and parameter.default is None:
            what = f"the {name} of {puzzle} is missing"
            one_of = "" if parameter.written else "one of "
            raise InputError(what, f"give {one_of}{parameter.listed()}")
    usual = {name: parameter.default for name, parameter in missing.items()} if whole else {}
    return {**values, **{name: value for name, value in usual.items() if value is not None}}


def as_declared(
    declared: Iterable[Parameter], values: Mapping[str, int | str]
) -> dict[str, int | str]:
    """The same values, those with parts as they are written here; what is wrong stays as it is."""
    known = {parameter.name: parameter for parameter in declared}
    found = dict(values)
    for name, value in values.items():
        if name not in known or not known[name].parts:
            continue
        meant = known[name].read(value)
        if meant is not None:
            found[name] = meant
    return found


def meanings(declared: Iterable[Parameter], values: Mapping[str, int | str]) -> dict[str, str]:
    """The values of `$name` in the file of a puzzle, by the names of its parameters."""
    known = {parameter.name: parameter for parameter in declared}
    return {name: known[name].meaning(value) for name, value in values.items()}


def beyond_defaults(
    declared: Iterable[Parameter], values: Mapping[str, int | str]
) -> dict[str, int | str]:
    """The values that are not those which are meant where nobody says anything."""
    usual = {one.name: one.default for one in declared}
    return {name: value for name, value in values.items() if value != usual.get(name)}


def are_said(declared: Iterable[Parameter], values: Mapping[str, int | str]) -> bool:
    """Whether every parameter has a value, or a default."""
    return all(one.name in values or one.default is not None for one in declared)


def _unknown(name: str, known: Iterable[str], puzzle: str, where: str = "") -> Problem:
    names = sorted(known)
    advice = "" if names else f"{puzzle} has none"
    return unknown_name("parameter", name, names, where=where, advice=advice)


def _out_of_range(parameter: Parameter, value: int | str, puzzle: str) -> tuple[str, str]:
    if parameter.parts:
        what = f"{parameter.name} {quoted(value)}"
        if parameter.written:
            return what + _wrong_part(parameter, str(value)), f"write {parameter.listed()}"
        return what, f"{puzzle} has {parameter.name} {parameter.listed()}"
    return f"{parameter.name} {value}", f"{puzzle} has {parameter.name} {parameter.listed()}"


def _wrong_part(parameter: Parameter, value: str) -> str:
    """Which word of a value is wrong, if it has one for each part; a clause, or nothing."""
    names = parameter.written.split(JOINT)
    words = [word for word in _BETWEEN.split(value) if word]
    if not len(words) == len(names) == len(parameter.parts):
        return ""
    for name, word, part in zip(names, words, parameter.parts, strict=True):
        if _key_of(word, part) is None:
            return f" has the {name} {quoted(word)}"
    return ""


def _parts(node: Node | None, problems: ProblemList) -> tuple[Mapping[str, str], ...]:
    """The parts of a value: what is typed, and what it stands for."""
    if node is None:
        return ()
    items = node.items if isinstance(node, Items) else ()
    what = "'parts' is not a list of parts"
    advice = "write [[a, b], {1: x, 2: y}]"
    if not 1 <= len(items) <= MAX_PARTS:
        problems.add(what, f"{advice}, at most {MAX_PARTS}", where=node.place)
        return ()
    found: list[dict[str, str]] = []
    for item in items:
        words: list[tuple[Node, Node]] = []
        if isinstance(item, Items):
            words = [(one, one) for one in item.items]
        elif isinstance(item, Entries):
            words = list(item.entries)
        part: dict[str, str] = {}
        for typed, meant in words[:MAX_VALUES]:
            texts = [one.text for one in (typed, meant) if isinstance(one, Scalar)]
            is_twice = bool(texts) and _plain(texts[0]) in map(_plain, part)
            if len(texts) < 2 or not all(map(_WORD.match, texts)) or is_twice:
                which = f"word {quoted(texts[0])}" if texts else "a word"
                how = "write each once, in letters and digits"
                problems.add(f"{which} of a part", how, where=typed.place)
                return ()
            part[texts[0]] = texts[1]
        if not part or len(words) > MAX_VALUES:
            problems.add(what, f"{advice}, of at most {MAX_VALUES:,} words", where=item.place)
            return ()
        found.append(part)
    return tuple(found)


def _values(node: Node | None, problems: ProblemList) -> tuple[int | str, ...]:
    if node is None:
        return ()
    items = node.items if isinstance(node, Items) else ()
    if len(items) > MAX_VALUES:
        what = f"the parameter has {len(items):,} values"
        problems.add(what, f"at most {MAX_VALUES:,} are allowed", where=node.place)
        return ()
    texts = [item.text if isinstance(item, Scalar) else "" for item in items]
    if texts and all(_NUMBER.match(text) for text in texts):
        return tuple(int(text) for text in texts)
    if texts and all(_NAME.match(text) for text in texts):
        return tuple(texts)
    what, advice = "'values' is not a list of numbers, or of words", "write [2, 3] or [no, yes]"
    problems.add(what, advice, where=node.place)
    return ()
