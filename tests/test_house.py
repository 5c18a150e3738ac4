"""The architecture: imports go down without circles, and private names stay in their package."""

from __future__ import annotations

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from typing import NamedTuple

from support.places import ROOT

PACKAGE = ROOT / "ilpuzzles"
FILES = sorted(PACKAGE.rglob("*.py"))
COMMAND_TABLE = {"ilpuzzles.__main__", "ilpuzzles.cli.main"}
ASKING = "ilpuzzles.modelling.asked"
"""What imports others when they are asked for: the commands, and each command by its name."""
OPTIONAL = ("numba", "dask", "distributed", "rich", "matplotlib", "ipywidgets")
"""Packages that are imported late, and so are our own modules that need them."""
DOORS = {"ilpuzzles.solvers.clingo.ways", "ilpuzzles.solvers.cpsat.ways"}
"""Modules that are imported late: they load constraints, and how solvers are told them."""


class Import(NamedTuple):
    """A module of the package imports another one; inside a function, if it is `late`."""

    source: str
    target: str
    late: bool


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the package, parsed, by its dotted name."""
    found = {}
    for path in FILES:
        parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def imports(source: str, node: ast.AST, *, late: bool = False) -> Iterator[Import]:
    """What a module imports of the package, for types alone as well."""
    for child in ast.iter_child_nodes(node):
        inside = late or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
        if isinstance(child, ast.ImportFrom) and child.module:
            for name in child.names:
                for target in (f"{child.module}.{name.name}", child.module):
                    if target in modules():
                        yield Import(source, target, late)
                        break
        yield from imports(source, child, late=inside)


@cache
def all_imports() -> list[Import]:
    """What all modules import of each other."""
    return [each for name, tree in modules().items() for each in imports(name, tree)]


def foreign(name: str) -> set[str]:
    """The packages that a module imports at its top."""
    found = set()
    for node in modules()[name].body:
        if isinstance(node, ast.Import):
            found |= {each.name.split(".")[0] for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.split(".")[0])
    return found


def test_imports_have_no_circle() -> None:
    below: dict[str, set[str]] = {name: set() for name in modules()}
    for each in all_imports():
        # For type checkers, this file says what the methods of models are: functions above.
        if each.source != ASKING:
            below[each.source].add(each.target)
    order = list(TopologicalSorter(below).static_order())  # raises if there is a circle
    assert len(order) == len(modules())


def test_own_modules_are_imported_at_the_top() -> None:
    late = {each for each in all_imports() if each.late and each.source not in COMMAND_TABLE}
    late = {each for each in late if each.target not in DOORS}
    assert {each for each in late if not foreign(each.target) & set(OPTIONAL)} == set()


def test_nobody_reaches_into_another_package() -> None:
    """What begins with an underscore is for the package that has it; named tuples' own is not."""
    owners: defaultdict[str, set[str]] = defaultdict(set)
    used: list[tuple[str, str]] = []
    for module, tree in modules().items():
        room = module.split(".")[1:2]
        for node in ast.walk(tree):
            match node:
                case ast.Attribute(ast.Name("self" | "cls"), name):
                    owners[name].update(room)
                case ast.Attribute(_, name) if name.startswith("_") and not name.endswith("__"):
                    used += [(name, one) for one in room]
                case ast.FunctionDef(name) | ast.AnnAssign(ast.Name(name)):
                    owners[name].update(room)
    del owners["_replace"]
    assert {(name, room) for name, room in used if room not in owners.get(name, {room})} == set()


def test_no_public_class_name_stands_twice() -> None:
    classes = Counter(
        node.name
        for tree in modules().values()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, number in classes.items() if number > 1] == []
