"""The architecture: imports go down without circles, and private names stay in their package."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from typing import NamedTuple

import pytest

from support.places import ROOT

# To read all of the package takes eight seconds.
pytestmark = pytest.mark.exhaustive

PACKAGE = ROOT / "ilpuzzles"
FILES = sorted(PACKAGE.rglob("*.py"))
OPTIONAL = ("numba", "dask", "distributed", "rich", "matplotlib", "ipywidgets")
"""Packages that are imported late, and so are our own modules that need them."""
DOORS = {
    "ilpuzzles": "advice is for names that it does not offer",
    "ilpuzzles.asking.program": "a program asks few of the questions",
    "ilpuzzles.asking.questions": "likewise",
    "ilpuzzles.asking.writing": "likewise, and is written in few formats",
    "ilpuzzles.__main__": "Ctrl-C is listened to before anything else is imported",
    "ilpuzzles.cli.main": "of all commands, one is run",
    "ilpuzzles.jobs.pool": "few jobs run in a cluster",
    "ilpuzzles.solvers.own_backends": "of all backends, one is asked",
    "ilpuzzles.solvers.clingo.backend": "few models have constraints",
    "ilpuzzles.solvers.clingo.rows": "likewise",
    "ilpuzzles.solvers.cpsat.backend": "likewise",
    "ilpuzzles.solvers.cpsat.rows": "likewise",
    "ilpuzzles.solvers.structure": "likewise",
    "ilpuzzles.tilings.tiling_kind": "only what is played has a board",
}
"""Modules that import others of ours inside functions, and why not at their top."""
ABOVE = {"experiments", "hints", "generate", "play", "bench", "panel", "cli"}
"""Rooms that may name modules of ours in strings, to import them late."""
NAMING = {
    "ilpuzzles.backends": "former names",
    "ilpuzzles.geometry": "former names",
    "ilpuzzles.geometry.shapes": "former names",
    "ilpuzzles.modelling": "former names",
    "ilpuzzles.formats.cover": "former names",
    "ilpuzzles.formats.reading": "former names",
    "ilpuzzles.modelling.model": "former names",
    "ilpuzzles.puzzles": "former names",
    "ilpuzzles.puzzles.kind": "former names",
    "ilpuzzles.genres.former_names": "former names",
    "ilpuzzles.queries.parallel": "workers of a pool get the name of the function they call",
    "ilpuzzles.puzzles.kinds": "the file of a puzzle names its kind, which is defined above",
    "ilpuzzles.tilings.tiling_kind": "a kind names its generator, which is above",
    "ilpuzzles.genres.genre_kind": "a kind names its generator, which is above",
}
"""Modules below these rooms that name modules of ours in strings as well, and why."""
PLACE = re.compile(r"ilpuzzles(\.\w+)+(\.|:\w*)")
"""The place of a thing, `ilpuzzles.errors:quoted`, or its beginning in an f-string."""


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
        below[each.source].add(each.target)
    order = list(TopologicalSorter(below).static_order())  # raises if there is a circle
    assert len(order) == len(modules())


def test_own_modules_are_imported_at_the_top() -> None:
    late = {each for each in all_imports() if each.late}
    assert {each.source for each in late if not foreign(each.target) & set(OPTIONAL)} == {*DOORS}


def names_modules(tree: ast.Module) -> bool:
    """Whether a module names others of ours in strings, which no tool can follow."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(ast.Name("named" | "import_module"), [ast.Constant(str(text)), *_]):
                if text.startswith("ilpuzzles."):
                    return True
            case ast.Constant(str(text)) if PLACE.fullmatch(text):
                return True
    return False


def test_below_experiments_nobody_names_our_modules_in_strings() -> None:
    naming = {name for name, tree in modules().items() if names_modules(tree)}
    assert {name for name in naming if name.split(".")[1:2][0] not in ABOVE} == {*NAMING}


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
