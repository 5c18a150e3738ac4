"""Writes the pages of the reference, each from the one place that knows what it lists.

Commands and options come from their parsers, puzzles and presets from `models/` and `instances/`,
backends from the registry, the vocabulary and the interface from docstrings. Run it from the top of
the checkout after a change of these; a test compares:

    python -m scripts.make_reference
"""

from __future__ import annotations

import argparse
import ast
import inspect
import json
import re
import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.twelve.languages import jump_bodies, minizinc_lines
from benchmarks.twelve.measure import MODELS, bodies, code_lines
from ilpuzzles import errors
from ilpuzzles.asking.files import CoverModel, FileModel
from ilpuzzles.asking.model import Model
from ilpuzzles.asking.program import Askable, AskableProgram
from ilpuzzles.asking.questions import Questions
from ilpuzzles.asking.writing import Writers
from ilpuzzles.backends.interface import Feature, Options, abilities
from ilpuzzles.bench import spec_schema
from ilpuzzles.cli.commands import COMMANDS
from ilpuzzles.cli.help_command import overview
from ilpuzzles.cli.parser import Parser
from ilpuzzles.errors import InputError
from ilpuzzles.exactcover.settings import Settings
from ilpuzzles.experiments.loading import load
from ilpuzzles.formats.cover import CoverModelBase
from ilpuzzles.formats.latex import sections
from ilpuzzles.formats.reading import FileModelBase
from ilpuzzles.modelling.model import ModelBase
from ilpuzzles.modelling.program import Program, ProgramView
from ilpuzzles.modelling.text_tables import Table
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.puzzles.kinds import get_kind, kind_names
from ilpuzzles.puzzles.position import Position
from ilpuzzles.reading.fields import Form, FormField
from ilpuzzles.reading.library import PYTHON, Library, puzzle_parameters
from ilpuzzles.reading.parameters import PARAMETER_FORM
from ilpuzzles.solvers.registry import backend_names, get_backend

TOP = Path(__file__).resolve().parent.parent
FOLDER = TOP / "docs" / "reference"
PACKAGE = "ilpuzzles"
_MADE = "<!-- Written by scripts/make_reference.py; do not edit. -->"


def main() -> None:
    """Writes all pages, and deletes those of the interface that are no longer made."""
    made = pages()
    for path in (FOLDER / "api").glob("*.md"):
        if path.relative_to(FOLDER).as_posix() not in made:
            path.unlink()
    for name, text in made.items():
        path = FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(TOP))


def pages() -> dict[str, str]:
    """The text of every page by its name in `docs/reference/`."""
    return {
        "commands.md": commands(),
        "files.md": files(),
        "puzzles.md": puzzles(),
        "backends.md": backends(),
        "vocabulary.md": vocabulary(),
        "formulas.md": formulas(),
        "twelve_models.md": twelve_models(),
        **interface(),
    }


# Markdown


def page(title: str, about: str, *parts: str) -> str:
    """A page with its title, what it is about, and its parts."""
    return "\n\n".join([f"# {title}", _MADE, about, *filter(None, parts)]) + "\n"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; nothing where it has no rows."""
    made = Table(head, list(rows))
    return made.markdown(lambda cell: cell.replace("|", r"\|")) if made.rows else ""


def first_line(thing: object) -> str:
    """The first sentence or paragraph of a docstring, on one line."""
    return " ".join((inspect.getdoc(thing) or "").split("\n\n")[0].split())


def attribute_docs(kind: type) -> dict[str, str]:
    """What the text below each attribute in the source of a class says, on one line."""
    (found,) = ast.parse(inspect.getsource(kind)).body[:1]
    body = found.body if isinstance(found, ast.ClassDef) else []
    said: dict[str, str] = {}
    name = ""
    for statement in body:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            if name:
                said[name] = " ".join(str(statement.value.value).split())
            continue
        target = statement.targets[0] if isinstance(statement, ast.Assign) else None
        name = target.id if isinstance(target, ast.Name) else ""
    return said


def attribute_list(kind: type) -> list[tuple[str, str]]:
    """The attributes in the section `Attributes:` of a docstring, each with what it says."""
    text = (inspect.getdoc(kind) or "").partition("Attributes:\n")[2]
    section = re.split(r"^\S", text, maxsplit=1, flags=re.MULTILINE)[0]
    entries = re.split(r"^ {4}(?=\w+:)", section, flags=re.MULTILINE)[1:]
    split = (entry.split(":", 1) for entry in entries)
    return [(name, " ".join(about.split())) for name, about in split]


# Commands


def commands() -> str:
    """Every command with its groups of options, from the parsers."""
    parts = [f"```\n{overview()}\n```"]
    for command in COMMANDS.values():
        parts += _command(command.parser())
    said = attribute_docs(errors.Exit)
    codes = table(
        ["code", "meaning"], [(str(int(code)), said.get(code.name, "")) for code in errors.Exit]
    )
    return page(
        "Commands",
        "Every command and every option, as `ilpuzzles help COMMAND` shows them in a terminal.",
        *parts,
        "## Exit codes",
        codes,
    )


def _command(parser: Parser) -> Iterator[str]:
    """The help of a command."""
    yield f"## {parser.prog} {{ #{parser.command.lower().replace(' ', '-')} }}"
    yield parser.description or ""
    yield f"```\n{parser.prog} {parser.arguments}".rstrip() + "\n```"
    for title, actions in parser.groups().items():
        head = ["argument" if title == "arguments" else "option", f"{title}"]
        yield table(head, [(_option(action), _help(action)) for action in actions])
    if parser.examples:
        yield "Examples:\n\n```\n" + "\n".join(parser.examples) + "\n```"
    if parser.see_also:
        yield f"See also {', '.join(map(_also, parser.see_also))}."


def _also(name: str) -> str:
    """A link to what a help refers to: a command, or a page; what is neither is an option."""
    if name in COMMANDS:
        return f"[{name}](#{name.lower().replace(' ', '-')})"
    if (TOP / name).is_file():
        title = (TOP / name).read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
        return f"[{title}](../{name.removeprefix('docs/')})"
    return f"`{name}`"


def _option(action: argparse.Action) -> str:
    """An option as it is written, such as `--gap SHARE`, or an argument."""
    if not action.option_strings:
        return f"`{action.metavar or action.dest}`"
    value = ""
    if action.nargs != 0:
        listed = "|".join(map(str, action.choices)) if action.choices is not None else ""
        metavar = action.metavar or listed or action.dest.upper()
        value = f" [{metavar}]" if action.nargs == "?" else f" {metavar}"
    return ", ".join(f"`{option}{value}`" for option in action.option_strings)


def _help(action: argparse.Action) -> str:
    said = " ".join((action.help or "").split())
    default = action.default
    usual = isinstance(default, str | int | float) and not isinstance(default, bool)
    if usual and default not in {"", argparse.SUPPRESS} and "default" not in said:
        said += f" (default: {default})"
    return said


# Files


def files() -> str:
    """The fields of every file that users write, as their readers declare them."""
    forms_of_kinds = {name: get_kind(name).forms for name in kind_names()}
    parts: list[str] = []
    for kind, forms in sorted(forms_of_kinds.items(), key=lambda entry: -len(entry[1])):
        parts += [f"## Puzzles of the kind `{kind}`"]
        parts += [part for form in forms for part in _form(form, kind)]
    return page(
        "Files",
        "The fields of the YAML files of puzzles, positions and sweeps. A file is read strictly: a "
        "field that is not listed here is an error, which names its line and column. For a puzzle "
        "in a Python file, see [A puzzle of your own](../howto/own_puzzle.md).",
        *parts,
        "## Parameters",
        *_form(PARAMETER_FORM, ""),
        "## Specifications of sweeps",
        "A specification for `ilpuzzles bench`; "
        "[Compare solvers and formulations](../howto/bench.md) has an example.",
        *(part for form in spec_schema.FORMS for part in _form(form, "bench")),
    )


def _form(form: Form, prefix: str) -> list[str]:
    """A form with its heading; the anchor has the prefix, so that each stands once on the page."""
    title, _, file = form.title.partition(": ")
    anchor = "-".join([*filter(None, [prefix]), *title.lower().split()])
    rows = [(f"`{one.name}`", one.value, _default(one), one.about) for one in form.fields]
    return [
        f"### {title} {{ #{anchor} }}",
        f"The file `{file}`." if file else "",
        table(["field", "value", "left out", "meaning"], rows),
    ]


def _default(one: FormField[Any]) -> str:
    if one.required:
        return "required"
    said = one.default if isinstance(one.default, tuple) else (one.default,)
    shown = ", ".join(f"{each:g}" if isinstance(each, float) else str(each) for each in said)
    return "" if one.default in {None, ""} else f"`{shown}`"


# Puzzles


def puzzles() -> str:
    """Every puzzle with its presets and what is known of them."""
    library = Library((TOP,))
    parts: list[str] = []
    for name in library.puzzles():
        presets = [load(name, preset, library=library) for preset in library.presets(name)]
        puzzle = presets[0].puzzle
        parts += [f"## {puzzle.title}", puzzle.about]
        facts = [("command", f"`{PACKAGE} {name}`")]
        others = library.other_names(name)
        facts += [("other names", ", ".join(f"`{other}`" for other in others))] if others else []
        facts += [("source", puzzle.source)] if puzzle.source else []
        file = library.model_file(name)
        if file.suffix == PYTHON:
            facts += [("file", f"[models/{file.name}](../../models/{file.name})")]
        else:
            formulations = presets[0].kind.formulations
            facts += [("formulations", ", ".join(f"`{form}`" for form in formulations))]
        for parameter in puzzle_parameters(name, library):
            values = ", ".join(map(str, parameter.values)) or parameter.listed()
            facts += [(f"`--{parameter.name}`", f"{parameter.about}: {values}")]
        parts += ["\n".join(f"- **{what}**: {said}" for what, said in facts)]
        parts += [table(["preset", "title", "solutions", "up to symmetry"], map(_preset, presets))]
    return page(
        "Puzzles",
        "Every puzzle that comes with the package, and its presets. The numbers of solutions are "
        "those that the files of the presets state, and the tests count them again.",
        *parts,
    )


def _preset(loaded: Any) -> tuple[str, str, str, str]:
    instance = loaded.instance
    counts = (instance.solutions, instance.solutions_up_to_symmetry)
    shown = [f"{count:,}" if count is not None else "" for count in counts]
    return f"`{loaded.preset}`", instance.title, shown[0], shown[1]


# Formulas

_STATED = (
    ("tetrahexes", "parallelogram"),
    ("cube", "empty"),
    ("surasshupakku", "5x5"),
)
"""The presets whose formulas are shown: of each formulation, the first that it can state."""


def formulas() -> str:
    """The formulations of tilings, and of a genre, as mathematics for small presets."""
    library = Library((TOP,))
    presets = [load(*names, library=library) for names in _STATED]
    parts: list[str] = []
    kinds = list({id(preset.kind): preset.kind for preset in presets}.values())
    if without := set(kind_names()) - {kind.name for kind in kinds}:
        raise ValueError(f"no preset to show {min(without)} with; add a small one to _STATED")
    for kind in kinds:
        here = [preset for preset in presets if preset.kind is kind]
        name = kind.name
        of = f"puzzles of the kind `{name}`"
        if name not in kind_names():
            # The file of a genre is a kind of its own.
            name = of = here[0].puzzle.name
        parts += [f"## Formulations of {of} {{ #{name} }}"]
        for formulation in kind.formulations.values():
            parts += _formulation(formulation, here)
    return page(
        "Formulas",
        "Every formulation as mathematics, each for a small preset. `model.latex()` writes such "
        "formulas for any model: a notebook shows them, and `print` shows the LaTeX. Rows of one "
        "group that have the same shape are one formula. A sum over a set $S$ of its own stands "
        "for sums that are listed in the model, row by row; its size is given, and a row as an "
        "example. $R$ are sets of rows, $D$ the labels that a family of variables has, and $a$ "
        "and $b$ numbers that differ from row to row.",
        *parts,
    )


def _formulation(formulation: Any, presets: Iterable[Any]) -> Iterator[str]:
    """A formulation of the first preset that it can state, group by group."""
    for loaded in presets:
        try:
            model = formulation.build(loaded.instance).model
        except InputError:
            continue
        yield f"### {formulation.name}"
        yield (
            f"{formulation.about[0].upper()}{formulation.about[1:]}. Here for "
            f"`{loaded.puzzle.name} --preset {loaded.preset}`: {model.statistics()}."
        )
        for section in sections(model.program()):
            about = f"**{section.title[0].upper()}{section.title[1:]}**"
            yield f"{about}: {section.why}." if section.why else f"{about}."
            lines = " \\\\\n".join(f"& {line}" for line in section.lines)
            yield f"$$\n\\begin{{align*}}\n{lines}\n\\end{{align*}}\n$$"
        return
    raise ValueError(f"no preset to show {formulation.name} with; add one to _STATED")


# The same models with other packages


def twelve_models() -> str:
    """The models of `benchmarks.twelve`, as each package states them."""
    folder = TOP / "benchmarks" / "twelve"
    titles = {"ilpuzzles": "ilpuzzles", "pulp": "PuLP", "linopy": "linopy", "cpmpy": "CPMpy"}
    sources = {name: (folder / f"with_{name}.py").read_text(encoding="utf-8") for name in titles}
    code: dict[str, Mapping[str, list[str]]] = {n: bodies(text) for n, text in sources.items()}
    code |= {"jump": jump_bodies(), "minizinc": {m: minizinc_lines(m) for m in MODELS}}
    titles |= {"jump": "JuMP", "minizinc": "MiniZinc"}
    kept = json.loads((TOP / "docs" / "benchmarks" / "twelve.json").read_text(encoding="utf-8"))
    rows, parts = [], list[str]()
    for model in MODELS:
        name = model.replace("_", " ")
        about = re.search(rf'^def {model}\(.*\n    """(.*)"""', sources["ilpuzzles"], re.MULTILINE)
        parts += [f"## {name.capitalize()}", about[1] if about else ""]
        cells = []
        for package, title in titles.items():
            said = textwrap.dedent("\n".join(code[package][model])).strip()
            seconds = kept["seconds"][package].get(model)
            time = f", {seconds:.3f} s" if seconds else ""
            stated = said != "return None"
            lines = code_lines(said.splitlines(), "%" if package == "minizinc" else "#")
            cells.append(f"{lines}{time}" if stated else "")
            if stated:
                language = {"jump": "julia", "minizinc": "text"}.get(package, "python")
                block = textwrap.indent(f"```{language}\n{said}\n```", "    ")
                parts.append(f'=== "{title}"\n\n{block}')
        rows.append([name, *cells])
    return page(
        "Twelve models with six packages",
        "The same models on the same numbers, those of `benchmarks/twelve/data.py`. See also "
        "[Coming from PuLP, linopy, CPMpy, JuMP or MiniZinc](../howto/coming_from.md).",
        table(["lines, seconds", *titles.values()], rows),
        "Lines are those that state the model: without data, and without lines that make an empty "
        "model, call the solver or return. Seconds are those of the whole function, which states "
        "and solves, the median of several runs: ilpuzzles with the backend that it picks, PuLP "
        "with CBC, linopy with HiGHS, CPMpy with CP-SAT. MiniZinc is a language, whose compiler "
        "and solver, here Gecode, are another process; its seconds are those of that process, but "
        "for the diet, which Gecode does not prove. JuMP was not run here: its file prints its own "
        "times. A field is empty where the package cannot state the model.",
        "Such small models say what it costs to state one and to reach a solver, and little about "
        "solvers. `python -m benchmarks.twelve` measures where you are; these are from "
        f"{', '.join(kept['versions'])}. Tests solve ours on every backend that takes them.",
        *parts,
    )


# Backends


def backends() -> str:
    """The backends in the registry, what they can do, and the options of a search."""
    found = {name: get_backend(name) for name in backend_names()}
    words = sorted({word for backend in found.values() for word in abilities(backend)})
    known = {str(feature): attribute_docs(Feature)[feature.name] for feature in Feature}
    can = {
        "count": "Counts all solutions without listing them.",
        "enumerate": "Lists all solutions by itself; the others search again for each one.",
        "sample": "Draws solutions at random.",
    }
    rows = [
        [
            word,
            *("yes" if word in abilities(each) else "" for each in found.values()),
            (known | can)[word],
        ]
        for word in words
    ]
    return page(
        "Backends",
        f"`{PACKAGE} backends` says which of these are installed.",
        table(["backend", "needs"], [(f"`{name}`", each.needs) for name, each in found.items()]),
        "## Features",
        table(["feature", *(f"`{name}`" for name in found), "meaning"], rows),
        "## Options",
        f"The attributes of `{PACKAGE}.Options`; on the command line, options of the same names.",
        _attributes(Options),
        "## Options of exactcover",
        f"The attributes of `{PACKAGE}.exactcover.Settings`, which `Options.cover` takes.",
        _attributes(Settings),
    )


def _attributes(kind: type) -> str:
    return table(["name", "meaning"], [(f"`{name}`", said) for name, said in attribute_list(kind)])


# The vocabulary and the interface


class Public(NamedTuple):
    """A name that users import."""

    name: str
    face: str
    """The package or module to import it from."""
    home: str
    """The module that defines it."""

    @property
    def path(self) -> str:
        """Where it is found."""
        return f"{self.face}.{self.name}"

    @property
    def value(self) -> Any:
        """What it stands for."""
        return getattr(import_module(self.face), self.name)


def faces() -> dict[str, dict[str, str]]:
    """For every package with a lazy face, the names that it offers and their modules."""
    found: dict[str, dict[str, str]] = {}
    for path in sorted((TOP / PACKAGE).rglob("__init__.py")):
        names: dict[str, str] = {}
        for block in ast.parse(path.read_text(encoding="utf-8")).body:
            for line in block.body if isinstance(block, ast.If) else []:
                # A part of the package is no name: it has a page of its own.
                if isinstance(line, ast.ImportFrom) and line.module not in {None, PACKAGE}:
                    names |= {name.asname or name.name: line.module for name in line.names}
        if names:
            found[".".join(path.parent.relative_to(TOP).parts)] = names
    return found


def public_names() -> dict[str, Public]:
    """Every public name by its module and its name there; found first as `ilpuzzles.NAME`.

    Public is what faces offer, what pages and notebooks import, and the classes of what public
    functions and methods return or raise.
    """
    found: dict[str, Public] = {}

    def add(face: str, name: str, home: str) -> None:
        found.setdefault(f"{home}.{name}", Public(name, face, home))

    for face, names in sorted(faces().items(), key=lambda entry: entry[0].count(".")):
        for name, home in names.items():
            add(face, name, home)
    offered = faces()
    for face, name in _imported_by_pages():
        add(face, name, offered.get(face, {}).get(name, face))
    for public in list(found.values()):
        for kind in _met(public.value):
            if not kind.__name__.startswith("_"):
                add(kind.__module__, kind.__name__, kind.__module__)
    return found


def _imported_by_pages() -> list[tuple[str, str]]:
    """The modules and the names that pages import, in the order of the pages."""
    line = re.compile(rf"from ({PACKAGE}(?:\.\w+)*) import ([\w, ]+)")
    texts = [*sorted((TOP / "docs").rglob("*.md")), *sorted((TOP / "notebooks").glob("*.ipynb"))]
    imports = (found for path in texts for found in line.findall(path.read_text(encoding="utf-8")))
    found = [(module, name.strip()) for module, names in imports for name in names.split(",")]
    return [one for one in found if one[0] != PACKAGE or not (TOP / PACKAGE / one[1]).is_dir()]


def _met(value: Any) -> Iterator[type]:
    """The public classes that a function, or a public method of a class, returns or raises."""
    members = _members(value) if inspect.isclass(value) else [("", value)]
    for function in (_function(each) for name, each in members if not name.startswith("_")):
        if function is None:
            continue
        words = re.findall(r"\w+", str(function.__annotations__.get("return", "")))
        raised = (inspect.getdoc(function) or "").partition("Raises:")[2]
        for word in [*words, *re.findall(r"^ +(\w+): ", raised, re.MULTILINE)]:
            kind = function.__globals__.get(word, getattr(errors, word, None))
            home = _for_types(function.__module__).get(word) if kind is None else None
            kind = getattr(import_module(home), word) if home else kind
            if inspect.isclass(kind) and kind.__module__.startswith(f"{PACKAGE}."):
                yield kind


@cache
def _for_types(module: str) -> dict[str, str]:
    """The names that a module imports for type checkers alone, and where each is defined."""
    tree = ast.parse(inspect.getsource(import_module(module)))
    return {
        name.name: line.module or ""
        for block in tree.body
        if isinstance(block, ast.If)
        for line in block.body
        if isinstance(line, ast.ImportFrom)
        for name in line.names
    }


def _members(kind: type) -> Iterable[tuple[str, Any]]:
    """The members of a class, and those that it has from what several share."""
    members = dict(vars(kind))
    for base in _PARTS.get(kind, ()):
        members |= {name: each for name, each in vars(base).items() if name not in members}
    return members.items()


def _entry(public: Public) -> str:
    """What stands for a name on a page, which is filled in when the site is built."""
    parts = _PARTS.get(public.value, ()) if inspect.isclass(public.value) else ()
    if not parts:
        return f"::: {public.path}"
    names = [name for part in parts for name in vars(part) if not name.startswith("_")]
    # Of a model of a file, that alone which other models do not have.
    inherited = str(names) if issubclass(public.value, FileModel) else "true"
    return f"::: {public.path}\n    options:\n      inherited_members: {inherited}"


def _function(member: Any) -> Any:
    """The function of a method or a property; None where it is neither."""
    if isinstance(member, property):
        return member.fget
    found = inspect.unwrap(getattr(member, "__func__", member))
    return found if inspect.isfunction(found) else None


_ASKABLE = (ProgramView, Askable, Questions, Writers)

_PARTS: Mapping[type, tuple[type, ...]] = {
    Model: (ModelBase, *_ASKABLE),
    AskableProgram: (Program, *_ASKABLE),
    FileModel: (FileModelBase,),
    CoverModel: (CoverModelBase,),
    Program: (ProgramView,),
    PuzzlePosition: (Position,),
}
"""The classes whose members are described with those of a class."""

_FACES_OF_MODELS = {PACKAGE, f"{PACKAGE}.modelling"}
_VOCABULARY = ("functions", "pieces")
"""The files with the functions that make expressions."""


def vocabulary() -> str:
    """The functions that make expressions, and what a model offers, with what each says."""
    offered = [public for public in public_names().values() if public.face in _FACES_OF_MODELS]
    homes = {f"{PACKAGE}.modelling.{room}" for room in _VOCABULARY}
    functions = [public for public in offered if public.home in homes]
    constraints = [
        public for public in offered if public.home.startswith(f"{PACKAGE}.constraints.")
    ]
    # What is stated comes first, then what needs no solver, then the questions.
    parts = (ModelBase, Model, *_ASKABLE)
    methods = [
        name
        for name, value in dict(member for part in parts for member in vars(part).items()).items()
        if not name.startswith("_") and (inspect.isfunction(value) or isinstance(value, property))
    ]
    model_page = page_names()[f"{PACKAGE}.Model"]
    return page(
        "Vocabulary",
        "What models are made of. Names lead to their descriptions, with examples.",
        "## Functions",
        f"To be imported from `{PACKAGE}` or from `{PACKAGE}.modelling`.",
        table(
            ["function", "meaning"],
            [
                (f"[`{public.name}`](api/{_link(public)})", first_line(public.value))
                for public in sorted(functions)
            ],
        ),
        "## Global constraints",
        "What is said of a whole model, and to every solver in its own way "
        "([Global constraints](../explanation/global_constraints.md)).",
        table(
            ["function", "meaning"],
            [
                (f"[`{public.name}`](api/{_link(public)})", first_line(public.value))
                for public in sorted(constraints)
            ],
        ),
        "## A model",
        table(
            ["name", "meaning"],
            [
                (
                    f"[`{name}`](api/{model_page}.md#{PACKAGE}.Model.{name})",
                    first_line(getattr(Model, name)),
                )
                for name in methods
            ],
        ),
    )


_LONG = 1_500
"""A part of the package with more lines to read has pages of its own for its large classes."""

_LARGE = 150
"""A class with more lines than this is a large one."""

_THEMES = {
    "logic": """
        negation conjunction disjunction exclusive_disjunction implication equivalence conditional
        count
    """,
    "arithmetic": """
        absolute maximum minimum product quotient remainder multiple power factorial
        greatest_common_divisor
    """,
    "lists": "all_different different_values element member tabulated",
    "pieces": "piecewise_linear semi_continuous special_ordered_1 special_ordered_2",
    "expressions": """
        Variable Negation Expression Linear Logical Comparison Relation VariableArray VariableFamily
    """,
    "rows": "Row RowList OneRow Rows Kind Group Given Violation Assignment LazyConstraint",
}
"""What stands together on a page of `modelling`, and in which order."""

_TITLES = {
    "logic": "Functions: logic",
    "arithmetic": "Functions: arithmetic",
    "lists": "Functions: lists, sets and graphs",
    "pieces": "Functions: pieces of a line",
    "expressions": "Variables and expressions",
    "rows": "Rows and groups",
}


def reading_length(value: Any) -> int:
    """How many lines there are to read of a name, with those of its methods."""
    lines = len((inspect.getdoc(value) or "").splitlines()) if callable(value) else 1
    if inspect.isclass(value):
        members = (_function(each) for name, each in _members(value) if name[0] != "_")
        lines += sum(len((inspect.getdoc(one) or "").splitlines()) + 8 for one in members if one)
    return lines


@cache
def page_names() -> dict[str, str]:
    """The page of every public name, by its path."""
    rooms: Mapping[str, list[Public]] = defaultdict(list)
    for public in public_names().values():
        rooms[public.home.split(".")[1]].append(public)
    of_theme = {name: theme for theme, names in _THEMES.items() for name in names.split()}
    found: dict[str, str] = {}
    for room, names in rooms.items():
        lengths = {public.path: reading_length(public.value) for public in names}
        is_long = sum(lengths.values()) > _LONG
        for public in names:
            is_large = inspect.isclass(public.value) and lengths[public.path] > _LARGE
            theme = of_theme.get(public.name) if room == "modelling" else None
            part = public.name.lower() if is_large and is_long else theme
            found[public.path] = f"{room}_{part}" if part else room
    return found


def _link(public: Public) -> str:
    """A link of the index to what is said about a name."""
    return f"{page_names()[public.path]}.md#{public.path}"


def _pages_of(room: str, about: str, names: list[Public]) -> Iterator[tuple[str, str]]:
    """The pages of a part of the package: the first one lists the others."""
    order = [name for names in _THEMES.values() for name in names.split()]
    there: Mapping[str, list[Public]] = defaultdict(list)
    for public in names:
        there[page_names()[public.path]].append(public)
    whole = f"{PACKAGE}.{room}"
    rows = []
    for name in sorted(there.keys() - {room}):
        part = name.removeprefix(f"{room}_")
        title = _TITLES.get(part) or there[name][0].name
        group = sorted(
            there[name], key=lambda public: order.index(public.name) if part in _TITLES else 0
        )
        entries = [_entry(public) for public in group]
        yield (
            f"api/{name}.md",
            page(f"{room}: {title}", f"A part of [`{whole}`]({room}.md).", *entries),
        )
        rows += [(f"[`{one.name}`]({_link(one)})", first_line(one.value)) for one in group]
    entries = [_entry(public) for public in there[room]]
    listed = [table(["on pages of their own", "what it is"], rows)] if rows else []
    yield f"api/{room}.md", page(whole, about, *listed, *entries)


def interface() -> dict[str, str]:
    """Pages for every part of the package with public names, and one that lists them all."""
    rooms: Mapping[str, list[Public]] = defaultdict(list)
    for public in public_names().values():
        rooms[public.home.split(".")[1]].append(public)
    made: dict[str, str] = {}
    rows: list[tuple[str, str]] = []
    for room, names in sorted(rooms.items()):
        about = first_line(import_module(f"{PACKAGE}.{room}"))
        made |= dict(_pages_of(room, about, names))
        rows.append((f"[`{PACKAGE}.{room}`]({room}.md)", about))
    own = [public for public in public_names().values() if public.face == PACKAGE]
    made["api/index.md"] = page(
        "Python interface",
        f"What `import {PACKAGE}` offers; other names are imported from the part that has them.",
        table(
            ["name", "what it is"],
            [
                (
                    f"[`{public.name}`]({_link(public)})",
                    first_line(public.value),
                )
                for public in sorted(own)
            ],
        ),
        "## Parts",
        table(["part", "what it is"], rows),
    )
    return made


if __name__ == "__main__":
    main()
