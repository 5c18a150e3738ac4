"""The Python file of a puzzle: what it says about itself, read from its syntax tree, not run."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ilpuzzles.document.source import read_source
from ilpuzzles.errors import InputError


@dataclass(frozen=True, slots=True)
class Script:
    """A Python file that says what a puzzle is.

    `title` is the first line of its docstring, without a full stop, and `about` the rest, of which
    the first paragraph has the `rules` for who plays; `presets` are the names in its dictionary of
    that name, and the lines in which they stand; `names` are all that it assigns and all its
    functions. `group` is the heading under which it is listed, and `aliases` are its other names.
    """

    path: Path
    text: str
    title: str
    about: str
    presets: Mapping[str, int]
    names: frozenset[str] = frozenset()
    group: str = ""
    aliases: tuple[str, ...] = ()

    @property
    def rules(self) -> str:
        """The first paragraph about the puzzle."""
        return self.about.partition("\n\n")[0]


def read_script(path: Path) -> Script:
    r"""Reads a Python file that says what a puzzle is.

    The names of its presets, its group and its aliases must be literals.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder, "queens.py")
        ...     _ = path.write_text("'Queens.'\npresets = {'eight': {'size': 8}}")
        ...     script = read_script(path)
        >>> script.title, script.presets
        ('Queens', {'eight': 2})
    """
    return _script_of(path, read_source(path))


@lru_cache(maxsize=64)
def _script_of(path: Path, text: str) -> Script:
    """The script with this text: presets of one puzzle are loaded one after the other."""
    try:
        tree = ast.parse(text, str(path))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line, column = getattr(error, "lineno", None) or 1, getattr(error, "offset", None) or 1
        said = error.msg if isinstance(error, SyntaxError) else "too deeply nested, or a null byte"
        what = f"{type(error).__name__}: {said}"
        raise InputError(what, "fix it there", f"{path}:{line}:{column}") from None
    title, _, about = (ast.get_docstring(tree) or "").partition("\n")
    return Script(
        path,
        text,
        title.strip().removesuffix("."),
        about.strip(),
        _presets(tree, path),
        _names(tree),
        _text(tree, "group"),
        _words(tree, "aliases"),
    )


def _names(tree: ast.Module) -> frozenset[str]:
    """What is assigned, or defined as a function, at the top of a file."""
    targets = (one for each in tree.body if isinstance(each, ast.Assign) for one in each.targets)
    assigned = {one.id for one in targets if isinstance(one, ast.Name)}
    return frozenset(assigned | {one.name for one in tree.body if isinstance(one, ast.FunctionDef)})


def _value(tree: ast.Module, name: str) -> ast.expr | None:
    """The last value that is assigned to a name at the top of a file."""
    found = None
    for statement in tree.body:
        if not isinstance(statement, ast.Assign):
            continue
        if any(isinstance(one, ast.Name) and one.id == name for one in statement.targets):
            found = statement.value
    return found


def _text(tree: ast.Module, name: str) -> str:
    """The text that a name at the top of a file stands for; empty if there is none.

    A file may use the name for something of its own, which is none of our business.
    """
    value = _value(tree, name)
    is_text = isinstance(value, ast.Constant) and isinstance(value.value, str)
    return value.value if is_text else ""


def _words(tree: ast.Module, name: str) -> tuple[str, ...]:
    """The words that a name at the top of a file stands for, in one text or in a list of texts."""
    value = _value(tree, name)
    if not isinstance(value, ast.List | ast.Tuple):
        return tuple(_text(tree, name).split())
    texts = [one.value for one in value.elts if isinstance(one, ast.Constant)]
    are_words = len(texts) == len(value.elts) and all(isinstance(one, str) for one in texts)
    return tuple(texts) if are_words else ()


def _presets(tree: ast.Module, path: Path) -> dict[str, int]:
    """The names of the presets; later values take the place of earlier ones."""
    names: dict[str, int] = {}
    for statement in tree.body:
        targets: list[ast.expr] = []
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        if not any(isinstance(one, ast.Name) and one.id == "presets" for one in targets):
            continue
        value = getattr(statement, "value", None)
        keys = value.keys if isinstance(value, ast.Dict) else [None]
        found = [key for key in keys if isinstance(key, ast.Constant)]
        if len(found) < len(keys) or not all(isinstance(key.value, str) for key in found):
            what = "the names of the presets are not literals"
            advice = 'write presets = {"name": ...}, or YAML files in a folder beside the file'
            raise InputError(what, advice, f"{path}:{statement.lineno}")
        names = {str(key.value): key.lineno for key in found}
    return names
