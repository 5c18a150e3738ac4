"""The house: a room for each concept, arrows that go down, and no more than is needed."""

from __future__ import annotations

import ast
import re
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


def test_no_file_name_and_no_public_class_name_stands_twice() -> None:
    files = Counter(path.name for path in PACKAGE.rglob("*.py") if path.name != "__init__.py")
    classes = Counter(
        node.name
        for tree in modules().values()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert [name for name, number in (files + classes).items() if number > 1] == []


def test_what_is_abstract_has_several_implementations_or_users() -> None:
    """A class that only says what one other class is, for one reader, is a class too many."""
    classes = {
        node.name: node
        for tree in modules().values()
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    }
    bases = {name: _words(*node.bases) for name, node in classes.items()}
    members = {name: _members(node) for name, node in classes.items()}
    spoken = {module: _words(tree) for module, tree in modules().items()}
    lonely = set()
    for name in (one for one in classes if bases[one] & {"Protocol", "ABC"}):
        made = {one for one in classes if name in bases[one]}
        if "Protocol" in bases[name]:
            made |= {one for one in classes if members[name] <= members[one]} - {name}
        users = [module for module, words in spoken.items() if name in words]
        lonely |= {name} if len(made) < 2 and len(users) < 2 else set()
    # What a position can, the command line asks it, and names no family.
    assert lonely == {"HasPlacements", "HasBodies"}


def _members(node: ast.ClassDef) -> set[str]:
    """What a class has: functions, attributes, and what it sets of itself."""
    found = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
    for one in ast.walk(node):
        match one:
            case ast.AnnAssign(ast.Name(name)) | ast.Assign([ast.Name(name)]):
                found.add(name)
            case ast.Attribute(ast.Name("self"), name, ast.Store()):
                found.add(name)
    return found


def _words(*trees: ast.AST) -> set[str]:
    """All names in some code."""
    return {
        one.id if isinstance(one, ast.Name) else one.attr
        for tree in trees
        for one in ast.walk(tree)
        if isinstance(one, ast.Name | ast.Attribute)
    }


def test_the_house_has_few_rooms_and_is_short() -> None:
    """A feature that needs more raises these numbers in its own commit, where everybody sees it."""
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in FILES)
    assert len(FILES) <= 297
    assert lines <= 81_700


def test_scripts_of_pages_are_short_and_so_are_their_classes() -> None:
    methods = re.compile(r"^  (?:static |async |get |set |\*)*\w+\([^;]*\) \{$", re.MULTILINE)
    for path in sorted(PACKAGE.rglob("*.js")):
        text = path.read_text(encoding="utf-8")
        assert len(text.splitlines()) <= 450, path.name
        for body in re.findall(r"^(?:export )?class .*?^}$", text, re.DOTALL | re.MULTILINE):
            assert len(methods.findall(body)) <= 25, (path.name, body.splitlines()[0])


PARTICIPLE = re.compile(
    r"_*(made|found|said|known|taken|shown|written|left|kept|given|drawn|told|held|spent|laid|lost"
    r"|built|begun|chosen|broken|heard|meant|sent|brought|gone|seen|understood|thrown|won|hidden"
    r"|grown|(?!seed|need|feed|speed|exceed|embed|shed|heed)[a-z]+ed)(_|$)"
)


def test_what_is_done_is_named_as_a_verb_and_what_is_asked_as_a_predicate() -> None:
    """Names that begin with a participle say neither what goes in nor what comes out."""
    names = [
        node.name
        for tree in modules().values()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and not node.name.startswith("__")
    ]
    assert len([name for name in names if PARTICIPLE.match(name)]) < 0.05 * len(names)


def test_the_readme_is_short() -> None:
    """One screen and a half, code aside; everything else is on the site."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    prose = re.sub(r"^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    assert len(prose.split()) <= 1_000
