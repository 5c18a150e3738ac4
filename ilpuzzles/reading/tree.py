"""A YAML document as a tree in which every key and value knows its place.

Only the plain part of YAML is accepted: mappings, sequences and text. Anchors, aliases, tags,
repeated keys and several documents in one file are refused, and no value is ever guessed to be a
number or a truth value: the reader of a field decides what it has to be (PyYAML on its own reads
`yes` as True, `011` as 9 and `1:30` as 90).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping as Values
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any, TypeAlias

import yaml

from ilpuzzles.errors import InputError, Problem, quoted, unknown_name
from ilpuzzles.reading.source import line_and_column

MAX_DEPTH = 16
"""The deepest nesting of mappings and sequences."""

MAX_NODES = 50_000
"""The largest number of values and keys in a document."""

MAX_PROBLEMS = 20
"""The largest number of problems reported for a file."""

_EXAMPLE = "ilpuzzles show PUZZLE --preset NAME --yaml"
"""The command that prints a file as an example, whatever puzzle it is about."""

# The C parser is many times faster; both report the same lines and columns.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(slots=True)
class ProblemList:
    """A growing list of problems, so that all errors of a file are reported at once.

    Example:
        >>> problems = ProblemList()
        >>> problems.raise_if_any()
        >>> problems.add("two heads", "keep one", where="a.yaml:1:1")
        >>> problems.raise_if_any()
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: a.yaml:1:1: two heads; keep one
    """

    found: list[Problem] = field(default_factory=list)

    def add(self, what: str, advice: str = "", *, where: object = "") -> None:
        """Adds one problem; `where` is a `TextPlace` or a string."""
        self.found.append(Problem(what, advice, str(where)))

    def require_known(self, kind: str, name: str, known: Collection[str], *, where: object) -> bool:
        """Whether a name is one of those that are known, which is noted if it is not."""
        if name not in known:
            self.found.append(unknown_name(kind, name, known, where=str(where)))
        return name in known

    def add_all(self, error: InputError, *, where: object) -> None:
        """Adds what an error says, in another place."""
        for problem in error.problems:
            self.add(problem.what, problem.advice, where=where)

    def raise_if_any(self) -> None:
        """Raises an `InputError` with everything found so far, the first twenty in full."""
        shown = self.found[:MAX_PROBLEMS]
        rest = len(self.found) - len(shown)
        if rest:
            shown.append(Problem(f"{rest} more problems in this file", "fix the first ones first"))
        if shown:
            raise InputError(*shown)


@dataclass(frozen=True, slots=True)
class TextPlace:
    """A place in a file; lines and columns count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"

    def right(self, columns: int) -> TextPlace:
        """The place that many columns further right."""
        return TextPlace(self.file, self.line, self.column + columns)


@dataclass(frozen=True, slots=True)
class TextLine:
    """One line of a text, and where it begins."""

    text: str
    place: TextPlace


@dataclass(frozen=True, slots=True)
class Scalar:
    """A text, as it was written.

    `plain` says whether it stands without quotes and not as a block; a block begins at its `|` or
    `>`. `lines` are its lines with their places, without empty lines at the end.
    """

    text: str
    plain: bool
    place: TextPlace
    lines: tuple[TextLine, ...]


@dataclass(frozen=True, slots=True)
class Sequence:
    """A list of values."""

    items: tuple[Node, ...]
    place: TextPlace


@dataclass(frozen=True, slots=True)
class Mapping:
    """Keys and their values, in the order of the file; no key stands twice."""

    entries: tuple[tuple[Scalar, Node], ...]
    place: TextPlace


Node: TypeAlias = Scalar | Sequence | Mapping


def example_of(puzzle: str) -> str:
    """The command that prints a file of a puzzle as an example."""
    return _EXAMPLE.replace("PUZZLE", puzzle)


def read_tree(text: str, file: str, example: str = _EXAMPLE) -> Node:
    """Reads one YAML document; an `InputError` has all of its problems that can be told apart.

    Args:
        text: The document.
        file: The name of its file, for messages.
        example: A command that prints such a file, for whoever has given an empty one.

    Example:
        >>> tree = read_tree("puzzle: lonpos", "my.yaml")
        >>> key, value = tree.entries[0]
        >>> value.text, str(value.place)
        ('lonpos', 'my.yaml:1:9')
    """
    builder = _Builder(text, file, example)
    root = builder.document()
    builder.problems.raise_if_any()
    return root


def substitute(tree: Node, values: Values[str, str], problems: ProblemList) -> Node:
    """Replaces every plain text `$name` by the value of that parameter, and notes unknown names.

    Example:
        >>> tree = substitute(read_tree("rows: $height", "m.yaml"), {"height": "3"}, ProblemList())
        >>> tree.entries[0][1].text
        '3'
    """
    if isinstance(tree, Mapping):
        entries = ((key, substitute(value, values, problems)) for key, value in tree.entries)
        return replace(tree, entries=tuple(entries))
    if isinstance(tree, Sequence):
        items = (substitute(item, values, problems) for item in tree.items)
        return replace(tree, items=tuple(items))
    if not (tree.plain and tree.text.startswith("$")):
        return tree
    name = tree.text[1:]
    if not problems.require_known("parameter", name, values, where=tree.place):
        return tree
    return Scalar(values[name], plain=True, place=tree.place, lines=tree.lines)


class _Builder:
    """Turns the parser's events into a tree, refusing what is not plain."""

    def __init__(self, text: str, file: str, example: str) -> None:
        self.file = file
        self.example = example
        self.source = text.splitlines()
        self.problems = ProblemList()
        self.nodes = 0
        self.events: Iterator[Any] = self._parse(text)

    def _parse(self, text: str) -> Iterator[Any]:
        try:
            yield from yaml.parse(text, Loader=_LOADER)
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            place = TextPlace(self.file, mark.line + 1, mark.column + 1) if mark else self.file
            what = (error.problem or error.context or "cannot be understood").strip()
            if "nesting depth" in what:
                # The parser looks ahead, and newer ones have a limit of their own (1,000 levels).
                self._stop_too_deep(place)
            self._stop(f"not YAML: {what}", "check the indentation and the quotes there", place)
        except yaml.reader.ReaderError as error:
            # The characters come decoded, or as the bytes that the C parser looked at.
            found = error.character
            code = found if isinstance(found, int) else ord(str(found)[:1] or "\0")
            place = TextPlace(self.file, *line_and_column(text, max(text.find(chr(code)), 0)))
            self._stop(f"a character that YAML forbids (U+{code:04X})", "delete it", place)

    def _stop_too_deep(self, where: object) -> None:
        self._stop(f"nested deeper than {MAX_DEPTH} levels", "make it flatter", where)

    def _stop(self, what: str, advice: str, where: object) -> None:
        self.problems.add(what, advice, where=where)
        raise InputError(*self.problems.found) from None

    def _place(self, event: Any) -> TextPlace:
        return TextPlace(self.file, event.start_mark.line + 1, event.start_mark.column + 1)

    def document(self) -> Node:
        root: Node | None = None
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                if root is not None:
                    self._stop("a second document", "keep one document", self._place(event))
                root = self._node(next(self.events), depth=1)
        if root is None or (isinstance(root, Scalar) and root.plain and not root.text):
            raise InputError("the file is empty", f"'{self.example}' prints an example", self.file)
        return root

    def _node(self, event: Any, depth: int) -> Node:
        place = self._place(event)
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self._stop(f"more than {MAX_NODES:,} values", "no puzzle needs that many", place)
        if depth > MAX_DEPTH:
            self._stop_too_deep(place)
        if isinstance(event, yaml.AliasEvent):
            self.problems.add("an alias (*)", "write the value again", where=place)
            return Scalar("", plain=False, place=place, lines=())
        if event.anchor is not None:
            self.problems.add("an anchor (&)", "delete it", where=place)
        if event.tag is not None:
            self.problems.add("a tag (!)", "delete it", where=place)
        if isinstance(event, yaml.MappingStartEvent):
            return self._mapping(place, depth)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(place, depth)
        return self._scalar(event, place)

    def _mapping(self, place: TextPlace, depth: int) -> Mapping:
        entries: list[tuple[Scalar, Node]] = []
        seen: dict[str, TextPlace] = {}
        for event in self._until(yaml.MappingEndEvent):
            key = self._node(event, depth + 1)
            value = self._node(next(self.events), depth + 1)
            if not isinstance(key, Scalar):
                self.problems.add("a key that is not a string", "use a plain word", where=key.place)
            elif key.text in seen:
                self.problems.add(
                    f"key {quoted(key.text)} appears twice",
                    f"delete one; the first is on line {seen[key.text].line}",
                    where=key.place,
                )
            else:
                seen[key.text] = key.place
                entries.append((key, value))
        return Mapping(tuple(entries), place)

    def _sequence(self, place: TextPlace, depth: int) -> Sequence:
        events = self._until(yaml.SequenceEndEvent)
        return Sequence(tuple(self._node(event, depth + 1) for event in events), place)

    def _until(self, end: type) -> Iterator[Any]:
        return takewhile(lambda event: not isinstance(event, end), self.events)

    def _scalar(self, event: Any, place: TextPlace) -> Scalar:
        text: str = event.value
        plain = event.style is None or event.style == ""
        if event.style == "|":
            lines = self._literal_lines(text, place)
        elif "\n" in text:
            lines = self._lines_of_folded(text, place, event.end_mark.line)
        else:
            first = place if plain else place.right(1)
            lines = (TextLine(text, first),) if text else ()
        return Scalar(text, plain, place, lines)

    def _literal_lines(self, text: str, place: TextPlace) -> tuple[TextLine, ...]:
        """Finds each line of a block in the file; the parser reports only where it begins."""
        lines: list[TextLine] = []
        for offset, line in enumerate(text.rstrip("\n").split("\n")):
            number = place.line + offset
            raw = self.source[number] if number < len(self.source) else ""
            column = max(raw.find(line), 0) if line else 0
            lines.append(TextLine(line, TextPlace(self.file, number + 1, column + 1)))
        return tuple(lines)

    def _lines_of_folded(self, text: str, place: TextPlace, last: int) -> tuple[TextLine, ...]:
        """Finds each line of a text that was folded: each stands somewhere below the one before.

        A line that the parser has put together from several stands nowhere as a whole; it is given
        the place where the text begins.
        """
        lines: list[TextLine] = []
        number, end = place.line - 1, min(last + 1, len(self.source))
        for line in text.rstrip("\n").split("\n"):
            found = next((n for n in range(number, end) if line in self.source[n]), None)
            if not line or found is None:
                lines.append(TextLine(line, place))
                continue
            column = self.source[found].index(line)
            lines.append(TextLine(line, TextPlace(self.file, found + 1, column + 1)))
            number = found + 1
        return tuple(lines)
