"""The parameters of a puzzle: numbers and words that an instance chooses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ilpuzzles.document.fields import ByHand, Fields, Form, FormField, OneOf, Text, Whole
from ilpuzzles.document.tree import Node, ProblemList, Scalar, Sequence as Items, TextPlace
from ilpuzzles.errors import InputError, Problem, UnknownNameError, quoted, unknown_name

MAX_VALUES = 1_000
"""How many values a parameter may have."""

_NAME = re.compile(r"[a-z]+(-[a-z]+)*\Z")
_NUMBER = re.compile(r"(0|[1-9][0-9]{0,8})\Z")
_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number or a word that an instance of a puzzle chooses; on the command line, `--name`.

    The `default` is meant where nobody says anything; if it is None, a value has to be given.
    """

    name: str
    about: str
    values: tuple[int | str, ...]
    default: int | str | None = None

    @property
    def is_word(self) -> bool:
        """Whether it is a word, and no number."""
        return any(isinstance(value, str) for value in self.values)

    def listed(self) -> str:
        """Its values in a few words."""
        first = ", ".join(map(str, self.values[:_SHOWN]))
        return first + (", ..." if len(self.values) > _SHOWN else "")

    def choices(self) -> str:
        """Its values, and which of them is the default."""
        return self.listed() + ("" if self.default is None else f"; {self.default} by default")


PARAMETER_FORM = Form(
    "a parameter",
    "A parameter",
    (
        Text("about", "What it is, in a few words."),
        ByHand("values", "All values that it may have: numbers, or words.", "list", required=True),
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
        about, values = fields["about"], _values(fields["values"], problems)
        default = fields.read(OneOf("default", known=[str(value) for value in values]))
        fields.finish()
        if not _NAME.match(name):
            what = f"parameter name {quoted(name)}"
            problems.add(what, "use lower-case letters", where=key.place)
        usual = next((value for value in values if str(value) == default), None)
        found.append(Parameter(name, about, values, usual))
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
        if len(problems.found) == before and value not in parameter.values:
            what, advice = _out_of_range(parameter, value, puzzle)
            problems.add(what, advice, where=place)
        found[key.text] = value, place
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
            raise InputError(f"{name} {quoted(value)}", "give a whole number")
        if value not in known[name].values:
            raise InputError(*_out_of_range(known[name], value, puzzle))
    missing = {name: parameter for name, parameter in known.items() if name not in values}
    for name, parameter in missing.items():
        if whole and parameter.default is None:
            what = f"the {name} of {puzzle} is missing"
            raise InputError(what, f"give one of {parameter.listed()}")
    usual = {name: parameter.default for name, parameter in missing.items()} if whole else {}
    return {**values, **{name: value for name, value in usual.items() if value is not None}}


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
    return f"{parameter.name} {value}", f"{puzzle} has {parameter.name} {parameter.listed()}"


def _values(node: Node | None, problems: ProblemList) -> tuple[int | str, ...]:
    if node is None:
        return ()
    items = node.items if isinstance(node, Items) else ()
    if len(items) > MAX_VALUES:
        what = f"{len(items):,} values of a parameter"
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
