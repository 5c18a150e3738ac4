"""Typed, located access to the fields of a mapping in YAML, and forms: which fields it may have."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from ilpuzzles.document.tree import Mapping, Node, Place, ProblemList, Scalar, Sequence
from ilpuzzles.errors import quoted, unknown_name

_INTEGER = re.compile(r"-?(0|[1-9][0-9]{0,17})\Z")


@dataclass(frozen=True, slots=True)
class FormField:
    """A field that a mapping may have.

    Attributes:
        name: Its key.
        value: What its value is, such as `text` or `whole number`.
        about: What it says, in one sentence.
        default: What holds where it is left out; None if it may not be left out.
    """

    name: str
    value: str
    about: str
    default: str | int | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """The fields that a mapping may have: its reader knows no others, and the reference lists them.

    Attributes:
        what: What the mapping is in messages, such as `a puzzle`.
        title: What it is in the reference.
        fields: Its fields.

    Example:
        >>> size = FormField("size", "whole number", "The length of its sides.")
        >>> box = Form("a box", "Boxes", (size,))
        >>> box.field("size").default is None
        True
        >>> box.field("weight")
        Traceback (most recent call last):
        KeyError: "the form of a box has no field 'weight'"
    """

    what: str
    title: str
    fields: tuple[FormField, ...]

    def names(self) -> tuple[str, ...]:
        """The names of its fields."""
        return tuple(one.name for one in self.fields)

    def field(self, name: str) -> FormField:
        """A field by its name; a reader that asks for one that is not declared is wrong."""
        for one in self.fields:
            if one.name == name:
                return one
        raise KeyError(f"the form of {self.what} has no field {name!r}")


class Fields:
    """Reads the fields of one mapping and keeps what is wrong with them.

    A field that is missing or wrong is noted and read as an empty value, so that the rest of the
    file can be read too; the caller ends with `finish` and then `problems.raise_if_any()`.

    A `form` says which fields may be asked for, and what holds where one is left out; mappings with
    keys of any name have no form, but say `what` they are, for messages.

    Example:
        >>> from ilpuzzles.document.tree import read_tree
        >>> problems = ProblemList()
        >>> size = FormField("size", "whole number", "The length of its sides.")
        >>> box = Form("a box", "Boxes", (size, FormField("title", "text", "What to call it.")))
        >>> fields = Fields(read_tree("size: 011", "my.yaml"), box, problems)
        >>> fields.integer("size"), fields.text("title")
        (0, '')
        >>> fields.finish()
        >>> for problem in problems.found:
        ...     print(problem)
        my.yaml:1:7: 'size' must be a whole number without leading zeros, got '011'
        my.yaml:1:1: key 'title' is missing; add it to a box
    """

    def __init__(self, node: Node, form: Form | str, problems: ProblemList, what: str = "") -> None:
        self.place = node.place
        self.form = form if isinstance(form, Form) else None
        self.what = what or (form.what if isinstance(form, Form) else form)
        self.problems = problems
        self._asked: list[str] = []
        self._is_mapping = isinstance(node, Mapping)
        self._entries: dict[str, tuple[Scalar, Node]] = {}
        if isinstance(node, Mapping):
            self._entries = {key.text: (key, value) for key, value in node.entries}
        else:
            problems.add(
                f"{self.what} is not a mapping", "write 'key: value' lines", where=node.place
            )

    def names(self) -> tuple[str, ...]:
        """The keys of the mapping, in the order of the file."""
        return tuple(self._entries)

    def place_of(self, key: str) -> Place:
        """Where the value of a key stands, or the mapping itself where there is none."""
        return self._entries[key][1].place if key in self._entries else self.place

    def default(self, key: str) -> str | int | None:
        """What holds where a field is left out, by the form; None if it may not be."""
        return None if self.form is None else self.form.field(key).default

    def node(self, key: str, *, required: bool | None = None) -> Node | None:
        """The value of a key as it stands, or None; the form says if it is required."""
        default = self.default(key)
        self._asked.append(key)
        if key in self._entries:
            return self._entries[key][1]
        if (default is None if required is None else required) and self._is_mapping:
            self.problems.add(
                f"key {quoted(key)} is missing", f"add it to {self.what}", where=self.place
            )
        return None

    def scalar(self, key: str, *, required: bool | None = None) -> Scalar | None:
        """The value of a key if it is a text, or None."""
        node = self.node(key, required=required)
        if node is None or isinstance(node, Scalar):
            return node
        self.problems.add(f"{quoted(key)} is not a string", "write one value", where=node.place)
        return None

    def text(self, key: str, *, default: str | None = None) -> str:
        """A text on one line; required unless it has a default."""
        default = self._text_default(key) if default is None else default
        scalar = self.scalar(key, required=default is None)
        if scalar is None:
            return default or ""
        if not scalar.text.strip():
            self.problems.add(f"{quoted(key)} is empty", "write some text", where=scalar.place)
        return " ".join(scalar.text.split())

    def choice(self, key: str, choices: Collection[str], *, default: str | None = None) -> str:
        """One of some words; required unless it has a default."""
        default = self._text_default(key) if default is None else default
        scalar = self.scalar(key, required=default is None)
        if scalar is None:
            return default or ""
        if scalar.text not in choices:
            self.problems.found.append(
                unknown_name(key, scalar.text, choices, where=str(scalar.place))
            )
            return default or ""
        return scalar.text

    def integer(self, key: str, *, default: int | None = None, least: int | None = None) -> int:
        """A whole number; required unless it has a default."""
        if default is None:
            declared = self.default(key)
            default = declared if isinstance(declared, int) else None
        scalar = self.scalar(key, required=default is None)
        if scalar is None:
            return default or 0
        if not scalar.plain or not _INTEGER.match(scalar.text):
            what = f"{quoted(key)} must be a whole number without leading zeros"
            self.problems.add(f"{what}, got {quoted(scalar.text)}", where=scalar.place)
            return default or 0
        number = int(scalar.text)
        if least is not None and number < least:
            what = f"{quoted(key)} must be at least {least}, got {number}"
            self.problems.add(what, where=scalar.place)
        return number

    def _text_default(self, key: str) -> str | None:
        default = self.default(key)
        return None if default is None else str(default)

    def finish(self) -> None:
        """Notes every key that was not asked for."""
        for key, (scalar, _) in self._entries.items():
            if key not in self._asked:
                self.problems.found.append(
                    unknown_name("key", key, self._asked, where=str(scalar.place))
                )


def plain_data(node: Node) -> Any:
    r"""Part of a document as dictionaries, lists, texts, and numbers written without quotes.

    Example:
        >>> from ilpuzzles.document.tree import read_tree
        >>> plain_data(read_tree("size: 8\nname: '8'\nrows: [yes, 011]", "my.yaml"))
        {'size': 8, 'name': '8', 'rows': ['yes', '011']}
    """
    if isinstance(node, Mapping):
        return {key.text: plain_data(value) for key, value in node.entries}
    if isinstance(node, Sequence):
        return [plain_data(item) for item in node.items]
    return int(node.text) if node.plain and _INTEGER.match(node.text) else node.text
