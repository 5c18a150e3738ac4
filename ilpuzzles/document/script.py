"""What a Python file says about itself, read without running it."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

from ilpuzzles.document.source import read_source
from ilpuzzles.errors import InputError, Problem


@dataclass(frozen=True, slots=True)
class Script:
    """A Python file that says what a puzzle is.

    Attributes:
        path: The file.
        text: Its text.
        title: The first line of its docstring, without a full stop.
        about: The rest of the docstring.
        presets: The names in its dictionary `presets`, in the order of the file.
    """

    path: Path
    text: str
    title: str
    about: str
    presets: tuple[str, ...]


def read_script(path: Path) -> Script:
    r"""Reads a Python file that says what a puzzle is.

    Raises:
        InputError: If it cannot be read, is no Python, or computes the names of its presets.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder, "queens.py")
        ...     _ = path.write_text("'Queens.'\npresets = {'eight': {'size': 8}}")
        ...     script = read_script(path)
        >>> script.title, script.presets
        ('Queens', ('eight',))
    """
    text = read_source(path)
    try:
        tree = ast.parse(text, str(path))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line, column = getattr(error, "lineno", None) or 1, getattr(error, "offset", None) or 1
        said = error.msg if isinstance(error, SyntaxError) else "too deeply nested, or a null byte"
        what = f"{type(error).__name__}: {said}"
        raise InputError(Problem(what, "mend it there", f"{path}:{line}:{column}")) from None
    title, _, about = (ast.get_docstring(tree) or "").partition("\n")
    return Script(path, text, title.strip().removesuffix("."), about.strip(), _presets(tree, path))


def _presets(tree: ast.Module, path: Path) -> tuple[str, ...]:
    """The names of the presets; later values take the place of earlier ones."""
    names: tuple[str, ...] = ()
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
        found = [key.value for key in keys if isinstance(key, ast.Constant)]
        if len(found) < len(keys) or not all(isinstance(name, str) for name in found):
            what = "the names of the presets are not written out"
            advice = 'write presets = {"name": ...}, or YAML files in a folder beside the file'
            raise InputError(Problem(what, advice, f"{path}:{statement.lineno}"))
        names = tuple(dict.fromkeys(str(name) for name in found))
    return names
