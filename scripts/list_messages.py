"""Prints every message that a user can meet, with its place, to be read in one go.

`python -m scripts.list_messages` lists the errors, notes and answers in the Python code; with
`--help-texts`, the help of options as well. What stands in braces is filled in when it is said.
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent / "ilpuzzles"

_SPEAKERS = frozenset(
    {
        *("Problem", "FieldProblem", "JobProblem", "fault", "note", "say", "warn", "Fact"),
        *("say_title", "unknown_name", "wrong", "_wrong", "refuse", "_refuse", "wrong_field"),
    }
)
"""Functions and classes that get the words of a message, besides errors."""

_OPTIONS = frozenset({"add_argument", "add_options", "Parser", "group"})
"""Functions that get the help of options."""

_LEAST = 8
"""Letters of a text from which on it may be a message, and not a name."""


@dataclass(frozen=True, slots=True, order=True)
class Message:
    """A text in the code, and where it stands."""

    path: str
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


def messages(folder: Path = PACKAGE, *, help_texts: bool = False) -> list[Message]:
    """Returns the messages in the files of a folder, in the order of files and lines."""
    speakers = _SPEAKERS | (_OPTIONS if help_texts else frozenset())
    found: set[Message] = set()
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        name = str(path.relative_to(folder.parent))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _is_speaker(node, speakers):
                found |= {Message(name, line, text) for line, text in _texts(node)}
            elif isinstance(node, ast.Assign | ast.AugAssign) and _is_part(node):
                found |= {Message(name, line, text) for line, text in _texts(node.value)}
    return sorted(found)


def _is_speaker(call: ast.Call, speakers: frozenset[str]) -> bool:
    """Whether a call says something: it makes an error, or hands words on."""
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else ""
    if isinstance(function, ast.Name):
        name = function.id
    return name.endswith("Error") or name in speakers


def _is_part(statement: ast.Assign | ast.AugAssign) -> bool:
    """Whether a statement prepares the words of a message: `what = ...`, `advice += ...`."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    names = {target.id for target in targets if isinstance(target, ast.Name)}
    return not names.isdisjoint({"what", "advice", "text", "words", "why", "about", "said"})


def _texts(node: ast.AST) -> Iterator[tuple[int, str]]:
    """The texts in an expression that may be messages, with their lines."""
    inside: set[int] = set()
    for each in ast.walk(node):
        if isinstance(each, ast.JoinedStr):
            inside |= {id(part) for part in each.values}
    for each in ast.walk(node):
        if isinstance(each, ast.JoinedStr):
            text = "".join(_part(part) for part in each.values)
        elif isinstance(each, ast.Constant) and isinstance(each.value, str):
            if id(each) in inside:
                continue
            text = each.value
        else:
            continue
        if len(text) >= _LEAST and " " in text.strip():
            yield each.lineno, " ".join(text.split())


def _part(part: ast.expr) -> str:
    """A part of a text with braces: words, or what is filled in."""
    if isinstance(part, ast.Constant):
        return str(part.value)
    value = part.value if isinstance(part, ast.FormattedValue) else part
    return f"{{{ast.unparse(value)}}}"


def main() -> None:
    """Prints the list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--help-texts", action="store_true", help="list the help of options, too")
    given = parser.parse_args()
    for message in messages(help_texts=given.help_texts):
        print(message)


if __name__ == "__main__":
    main()
