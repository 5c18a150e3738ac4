"""Typed, located access to the fields of a mapping in YAML, and forms: which fields it may have."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import KW_ONLY, dataclass
from typing import Any, Generic, TypeVar

from ilpuzzles.errors import quoted
from ilpuzzles.reading.tree import Mapping, Node, ProblemList, Scalar, Sequence, TextPlace

_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,17})\Z")
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class FormField(Generic[_T]):
    """A field that a mapping may have, and how its value is read.

    Attributes:
        name: Its key.
        about: What it says, in one sentence.
        value: What its value is, such as `drawing`.
        default: What holds where it is left out, or wrong.
        required: Whether it may not be left out.
    """

    name: str
    about: str = ""
    value: str = "text"
    default: Any = None
    required: bool = False

    def read(self, node: Node, problems: ProblemList) -> _T | None:
        """The meaning of a value, which is one text for most; None once it is noted to be wrong."""
        if isinstance(node, Scalar):
            return self.read_text(node, problems)
        problems.add(f"{quoted(self.name)} is not a string", "write one value", where=node.place)
        return None

    def read_text(self, text: Scalar, problems: ProblemList) -> _T | None:
        """What a text means."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class ByHand(FormField[Any]):
    """A value that its reader reads by hand: the node itself."""

    def read(self, node: Node, problems: ProblemList) -> Node:  # noqa: ARG002
        """The node."""
        return node


@dataclass(frozen=True, slots=True)
class Written(FormField[Scalar | None]):
    """One text as it was written, with its place."""

    def read_text(self, text: Scalar, problems: ProblemList) -> Scalar:  # noqa: ARG002
        """The text."""
        return text


@dataclass(frozen=True, slots=True)
class Text(FormField[str]):
    """A text on one line."""

    default: Any = ""

    def read_text(self, text: Scalar, problems: ProblemList) -> str:
        """The text with single blanks."""
        if not text.text.strip():
            problems.add(f"{quoted(self.name)} is empty", "write some text", where=text.place)
        return " ".join(text.text.split())


@dataclass(frozen=True, slots=True)
class OneOf(FormField[str]):
    """One of the words that are `known`."""

    value: str = "name"
    default: Any = ""
    _: KW_ONLY
    known: Collection[str]

    def read_text(self, text: Scalar, problems: ProblemList) -> str | None:
        """The word."""
        known = problems.require_known(self.name, text.text, self.known, where=text.place)
        return text.text if known else None


@dataclass(frozen=True, slots=True)
class Whole(FormField[int | None]):
    """A whole number, perhaps with a `least` value; one that is less is read all the same."""

    value: str = "whole number"
    _: KW_ONLY
    least: int | None = None

    def read_text(self, text: Scalar, problems: ProblemList) -> int | None:
        """The number."""
        if not text.plain or not _INTEGER.match(text.text):
            what = f"{quoted(self.name)} must be a whole number without leading zeros"
            problems.add(f"{what}, got {quoted(text.text)}", where=text.place)
            return None
        number = int(text.text)
        if self.least is not None and number < self.least:
            what = f"{quoted(self.name)} must be at least {self.least}, got {number}"
            problems.add(what, where=text.place)
        return number


@dataclass(frozen=True, slots=True)
class Form:
    """The fields that a mapping may have: its reader knows no others, and the reference lists them.

    Attributes:
        what: What the mapping is in messages, such as `a puzzle`.
        title: What it is in the reference.
        fields: Its fields.

    Example:
        >>> box = Form("a box", "Boxes", (Whole("size", "The length of its sides."),))
        >>> box.field("size").required
        False
        >>> box.field("weight")
        Traceback (most recent call last):
        KeyError: "the form of a box has no field 'weight'"
    """

    what: str
    title: str
    fields: tuple[FormField[Any], ...]

    def names(self) -> tuple[str, ...]:
        """The names of its fields."""
        return tuple(one.name for one in self.fields)

    def field(self, name: str) -> FormField[Any]:
        """A field by its name; a reader that asks for one that is not declared is wrong."""
        for one in self.fields:
            if one.name == name:
                return one
        raise KeyError(f"the form of {self.what} has no field {name!r}")


class Fields:
    """Reads the fields of one mapping and keeps what is wrong with them.

    A field that is missing or wrong is noted and read as an empty value, so that the rest of the
    file can be read too; the caller ends with `rest` or `finish`, and `problems.raise_if_any()`.

    A `form` has the fields that may be asked for by their names; mappings with keys of any name
    have none, but say `what` they are, for messages.

    Example:
        >>> from ilpuzzles.reading.tree import read_tree
        >>> problems = ProblemList()
        >>> size = Whole("size", "The length of its sides.", default=1)
        >>> title = Text("title", "What to call it.", required=True)
        >>> box = Form("a box", "Boxes", (size, title))
        >>> fields = Fields(read_tree("{size: 011, colour: red}", "my.yaml"), box, problems)
        >>> fields["size"], fields.rest()
        (1, {'title': ''})
        >>> for problem in problems.found:
        ...     print(problem)
        my.yaml:1:8: 'size' must be a whole number without leading zeros, got '011'
        my.yaml:1:1: key 'title' is missing; add it to a box
        my.yaml:1:13: unknown key 'colour'; known: size, title
    """

    def __init__(self, node: Node, form: Form | str, problems: ProblemList, what: str = "") -> None:
        self.tree, self.place = node, node.place
        self.form = form if isinstance(form, Form) else Form(form, "", ())
        self.what = what or self.form.what
        self.problems = problems
        self.entries = node.entries if isinstance(node, Mapping) else ()
        self._values = {key.text: value for key, value in self.entries}
        self._asked: set[str] = set()
        self._is_mapping = isinstance(node, Mapping)
        if not self._is_mapping:
            problems.add(
                f"{self.what} is not a mapping", "write 'key: value' lines", where=node.place
            )

    def names(self) -> tuple[str, ...]:
        """The keys of the mapping, in the order of the file."""
        return tuple(self._values)

    def place_of(self, key: str) -> TextPlace:
        """Where the value of a key stands, or the mapping itself where there is none."""
        return self._values[key].place if key in self._values else self.place

    def node(self, key: str, *, required: bool = False) -> Node | None:
        """The value of a key as it stands, or None."""
        self._asked.add(key)
        if key in self._values:
            return self._values[key]
        if required and self._is_mapping:
            self.problems.add(
                f"key {quoted(key)} is missing", f"add it to {self.what}", where=self.place
            )
        return None

    def read(self, field: FormField[_T]) -> _T:
        """What a field says, or its default."""
        node = self.node(field.name, required=field.required)
        value = None if node is None else field.read(node, self.problems)
        default: _T = field.default
        return default if value is None else value

    def __getitem__(self, key: str) -> Any:
        """The same of a field of the form."""
        return self.read(self.form.field(key))

    def rest(self) -> dict[str, Any]:
        """All fields of the form that nobody has asked for, by their names; then `finish`."""
        found = {key: self[key] for key in self.form.names() if key not in self._asked}
        self.finish()
        return found

    def finish(self) -> None:
        """Notes every key that was not asked for."""
        for key, _ in self.entries:
            self.problems.require_known("key", key.text, self._asked, where=key.place)


def plain_data(node: Node) -> Any:
    r"""Part of a document as dictionaries, lists, texts; numbers and truths have no quotes.

    Example:
        >>> from ilpuzzles.reading.tree import read_tree
        >>> plain_data(read_tree("size: 8\nname: '8'\nx: true\nrows: [yes, 011]", "my.yaml"))
        {'size': 8, 'name': '8', 'x': True, 'rows': ['yes', '011']}
    """
    if isinstance(node, Mapping):
        return {key.text: plain_data(value) for key, value in node.entries}
    if isinstance(node, Sequence):
        return [plain_data(item) for item in node.items]
    if node.plain and node.text in {"true", "false"}:
        return node.text == "true"
    return int(node.text) if node.plain and _INTEGER.match(node.text) else node.text
