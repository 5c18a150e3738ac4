"""The Python file of a puzzle: what it says about itself, read from its syntax tree, not run."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from ilpuzzles.errors import InputError, quoted
from ilpuzzles.reading.source import read_source
from ilpuzzles.reading.tree import (
    Mapping as Entries,
    Node,
    Scalar,
    Sequence as Items,
    TextLine,
    TextPlace,
)

OWN_FORMULATION = "own"
"""The name of the formulation that `@genre.model` registers."""

BORDERS_FORMULATION = "borders"
"""The name of the standard formulation with variables for the borders of regions."""


@dataclass(frozen=True, slots=True)
class Script:
    """A Python file that says what a puzzle is.

    `title` is the first line of its docstring, without a full stop, and `about` the rest, of which
    the first paragraph has the `rules` for who plays; `presets` are the names of its presets, and
    the lines in which they stand. `group` is the heading under which it is listed, `aliases` are
    its other names, and it may have addresses. `parameters` are what instances choose, as in the
    file of a model; None if it declares none. `formulations` are the names of its formulations, as
    far as they can be read without running it.
    """

    path: Path
    text: str
    title: str
    about: str
    presets: Mapping[str, int]
    group: str = ""
    aliases: tuple[str, ...] = ()
    has_addresses: bool = False
    parameters: Node | None = None
    formulations: tuple[str, ...] = ()

    @property
    def rules(self) -> str:
        """The first paragraph about the puzzle."""
        return self.about.partition("\n\n")[0]


def read_script(path: Path) -> Script:
    r"""Reads a Python file that says what a puzzle is.

    The names of its presets, its group, its aliases and its parameters must be literals.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder, "queens.py")
        ...     _ = path.write_text("'Queens.'\ngenre = Genre(presets={'eight': {'size': 8}})")
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
    of_itself = _said_of_itself(tree)
    return Script(
        path,
        text,
        title.strip().removesuffix("."),
        about.strip(),
        _presets(of_itself.get("presets"), path),
        _text(of_itself.get("group")),
        _words(of_itself.get("aliases")),
        bool(_text(of_itself.get("address"))),
        _parameters(of_itself.get("parameters"), path),
        tuple(_formulations(tree)),
    )


def _said_of_itself(tree: ast.Module) -> dict[str, ast.expr]:
    """The values that a file gives the names of its puzzle, as they are written: the last for each.

    That are the arguments of `Genre(...)`, or else what is assigned at the top of the file.
    """
    assigned: dict[str, ast.expr] = {}
    for statement in tree.body:
        targets: list[ast.expr] = []
        if isinstance(statement, ast.Assign):
            targets = statement.targets
        elif isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
        if value is None:
            continue
        arguments = _arguments_of_genre(value)
        if arguments is not None:
            # A long dictionary of presets may stand above.
            return {
                name: assigned.get(said.id, said) if isinstance(said, ast.Name) else said
                for name, said in arguments.items()
            }
        for target in targets:
            if isinstance(target, ast.Name):
                assigned[target.id] = value
    return assigned


def _arguments_of_genre(value: ast.expr) -> dict[str, ast.expr] | None:
    """The arguments of a call of `Genre`, by their names; None if it is something else."""
    if not isinstance(value, ast.Call):
        return None
    called = value.func.attr if isinstance(value.func, ast.Attribute) else None
    if isinstance(value.func, ast.Name):
        called = value.func.id
    if called != "Genre":
        return None
    return {one.arg: one.value for one in value.keywords if one.arg is not None}


def _formulations(tree: ast.Module) -> list[str]:
    """The names of the formulations that functions of a file are registered as.

    `@genre.model` registers one named `own`, and `@genre.formulation("flow")` one named `flow`.
    Where `@genre.same_region` says which cells are together, there is one named `borders` as well.
    """
    names: list[str] = []
    draws_borders = False
    for function in tree.body:
        if not isinstance(function, ast.FunctionDef):
            continue
        for decorator in function.decorator_list:
            registers = _attribute(decorator)
            if registers == "model":
                names.append(OWN_FORMULATION)
            elif registers == "same_region":
                draws_borders = True
            elif registers == "formulation":
                names.append(_first_text(decorator))
    if not names:
        # In the former way of writing a puzzle, functions have fixed names.
        functions = {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}
        if "build" in functions:
            names.append(OWN_FORMULATION)
            draws_borders = "together" in functions
    if draws_borders:
        names.append(BORDERS_FORMULATION)
    return [name for name in names if name]


def _attribute(decorator: ast.expr) -> str:
    """The name behind the dot in `@genre.model` and `@genre.model(...)`; empty if there is none."""
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    return called.attr if isinstance(called, ast.Attribute) else ""


def _first_text(decorator: ast.expr) -> str:
    """The text that is the first argument of a call; empty if it is something else."""
    arguments = decorator.args if isinstance(decorator, ast.Call) else []
    return _text(arguments[0]) if arguments else ""


def _text(value: ast.expr | None) -> str:
    """The text that is written there; empty if there is none.

    A file may use the name for something of its own, which is none of our business.
    """
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return value.value
    return ""


def _words(value: ast.expr | None) -> tuple[str, ...]:
    """The words that are written there, in one text or in a list of texts."""
    if not isinstance(value, ast.List | ast.Tuple):
        return tuple(_text(value).split())
    texts = [_text(one) for one in value.elts]
    return tuple(texts) if all(texts) else ()


def _presets(value: ast.expr | None, path: Path) -> dict[str, int]:
    """The names of the presets that are written there, and the lines in which they stand."""
    if value is None:
        return {}
    keys = value.keys if isinstance(value, ast.Dict) else [None]
    names = [key for key in keys if isinstance(key, ast.Constant) and isinstance(key.value, str)]
    if len(names) < len(keys):
        what = "the names of the presets are not literals"
        advice = 'write presets={"name": ...}, or YAML files in a folder beside the file'
        raise InputError(what, advice, f"{path}:{value.lineno}")
    return {str(key.value): key.lineno for key in names}


def _parameters(value: ast.expr | None, path: Path) -> Node | None:
    """The parameters that are written there."""
    if value is None:
        return None
    place = TextPlace(str(path), value.lineno, value.col_offset + 1)
    try:
        plain = ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        plain = None
    if not isinstance(plain, dict):
        advice = 'write parameters={"name": {"about": "...", "values": [...], "default": ...}}'
        raise InputError("the parameters are not written out", advice, str(place))
    return _node_of(plain, place)


def _node_of(plain: object, place: TextPlace) -> Node:
    """Plain data as a tree, all of it in one place."""
    if isinstance(plain, dict):
        entries = ((_scalar(str(key), place), _node_of(one, place)) for key, one in plain.items())
        return Entries(tuple(entries), place)
    if isinstance(plain, list | tuple):
        return Items(tuple(_node_of(one, place) for one in plain), place)
    if not isinstance(plain, str | int) or isinstance(plain, bool):
        raise InputError(
            f"{quoted(plain)} does not belong among the parameters", "write a text", str(place)
        )
    return _scalar(str(plain), place)


def _scalar(text: str, place: TextPlace) -> Scalar:
    return Scalar(text, plain=False, place=place, lines=(TextLine(text, place),))
