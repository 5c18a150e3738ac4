"""Reads specifications of sweeps from YAML; all that is wrong is reported with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from ilpuzzles.backends.registry import backend_names
from ilpuzzles.bench.model_sources import (
    FunctionSource,
    ModelSource,
    Parameters,
    PuzzleSource,
    Source,
    sort_parameters,
)
from ilpuzzles.bench.spec import (
    CLAIMED,
    INSTALLED,
    MAX_CASES,
    QUESTIONS,
    Case,
    RunSettings,
    Spec,
    Tuning,
    ready_spec,
    ready_specs,
)
from ilpuzzles.document.fields import Fields, Form, FormField
from ilpuzzles.document.parameters import read_stated_parameters
from ilpuzzles.document.source import read_source
from ilpuzzles.document.tree import Mapping, Node, Place, ProblemList, Scalar, Sequence, read_tree
from ilpuzzles.errors import InputError, UnknownNameError, quoted, unknown_name
from ilpuzzles.library import Library, puzzle_parameters
from ilpuzzles.puzzles.families import family_names, get_family
from ilpuzzles.workbench.loading import family_of

MAX_REPEAT = 1_000
"""How often a run may be repeated."""

MAX_SECONDS = 7 * 86_400
"""The longest time limit."""

MAX_MEGABYTES = 1 << 24
"""The largest memory limit."""

MEGABYTE = 1 << 20

MOST_VALUES = 1_000
"""How many values a list may have."""

_LARGEST_SIZE = 1e9
_LARGEST_SEED = (1 << 31) - 1
_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,8})\Z")
_DECIMAL = re.compile(r"(0|[1-9][0-9]{0,8})(\.[0-9]{1,9})?\Z")
_Read = TypeVar("_Read")
_USUAL = RunSettings()

SETTING_FIELDS = (
    FormField("question", "name", f"What is asked: {', '.join(QUESTIONS)}.", _USUAL.question),
    FormField(
        "formulations",
        "list of names",
        "Formulations, or `FILE.py:function`; "
        f"`{CLAIMED}` stands for those that are meant for the backend.",
        ", ".join(_USUAL.formulations),
    ),
    FormField(
        "backends",
        "list of names",
        f"Backends; `{INSTALLED}` stands for all that are installed.",
        ", ".join(_USUAL.backends),
    ),
    FormField(
        "also",
        "list",
        "Further pairs of a formulation and a backend: `[cells cbc, cells scip]`.",
        "",
    ),
    FormField(
        "options", "list", "Options of the search; each list entry is a separate competitor.", ""
    ),
    FormField(
        "seeds", "list of whole numbers", "A run for each seed.", ", ".join(map(str, _USUAL.seeds))
    ),
    FormField(
        "row-orders",
        "whole number",
        "In how many orders the rows of each model are given: as stated, then at random.",
        _USUAL.row_orders,
    ),
    FormField("repeat", "whole number", "How often each run is repeated.", _USUAL.repeat),
    FormField(
        "time-limit", "number", "The seconds after which a solver stops.", f"{_USUAL.time_limit:g}"
    ),
    FormField("memory-limit", "number", "The MB of memory that a run may take.", ""),
)
"""How cases are run: for all of them, or for one."""

SPEC_FORM = Form(
    "a specification",
    "A specification",
    (
        FormField("title", "text", "What to call it."),
        FormField("about", "text", "What it is for.", ""),
        *SETTING_FIELDS,
        FormField("cases", "list", "The cases to run."),
    ),
)
"""The file of a specification."""

CASE_FORM = Form(
    "a case",
    "A case",
    (
        FormField("puzzle", "name", "A puzzle; or one of the next two fields.", ""),
        FormField(
            "model", "file", "A model in an LP, MPS, OPB or matrix file, or a saved one.", ""
        ),
        FormField("function", "text", "A function that returns a model: `FILE.py:name`.", ""),
        FormField("preset", "name", "The preset of the puzzle.", ""),
        FormField("file", "file", "A position of your own, instead of a preset.", ""),
        FormField("url", "text", "The address of a position, instead of a preset.", ""),
        FormField("parameters", "mapping", "Parameters of the puzzle or of the function.", ""),
        FormField("title", "text", "What to call it; by default, what it is about.", ""),
        FormField("series", "text", "A name shared by cases that differ only in size.", ""),
        FormField("size", "number", "How large it is among those of its series.", ""),
        *(replace(one, about="As above, for this case.", default="") for one in SETTING_FIELDS),
    ),
)
"""A case; what it does not say about how to run it, the specification says."""

TUNING_FORM = Form(
    "'options'",
    "Options of a search",
    (
        FormField("workers", "whole number", "Threads of the solver.", 1),
        FormField("gap", "number", "Accept a solution this close to the best.", 0),
        FormField("node-limit", "whole number", "Stop after this many nodes.", ""),
    ),
)
"""Options of a search."""

FORMS = (SPEC_FORM, CASE_FORM, TUNING_FORM)
"""The forms of a specification: the file, and the mappings in it."""


def find_spec(name: str, library: Library | None = None) -> Spec:
    """A specification that comes with the package by its name, or one of your own by its path.

    Raises:
        UnknownNameError: If it is neither.
        InputError: With everything that is wrong with the file.
    """
    if name in ready_specs():
        return read_spec(ready_spec(name), library)
    if Path(name).suffix not in {".yaml", ".yml"} and not Path(name).exists():
        advice = f"name a YAML file, or one of {', '.join(ready_specs())}"
        raise UnknownNameError(unknown_name("specification", name, ready_specs(), advice=advice))
    return read_spec(Path(name), library)


def read_spec(path: Path, library: Library | None = None) -> Spec:
    """Reads a specification; files that it names lie beside it, unless their paths are absolute.

    Raises:
        InputError: With everything that is wrong with it.
    """
    problems, library = ProblemList(), library or Library.standard()
    fields = _SpecFields(read_tree(read_source(path), str(path)), SPEC_FORM, problems)
    title, about = fields.text("title"), fields.text("about")
    folder = path.resolve().parent
    usual = _settings(fields, RunSettings(), folder)
    fields.require_formulations(all_formulations())
    node = fields.node("cases")
    items = node.items if isinstance(node, Sequence) else ()
    if node is not None and not 1 <= len(items) <= MAX_CASES:
        what, advice = (
            "'cases' is not a list of cases",
            f"write 1 to {MAX_CASES} times '- puzzle: X'",
        )
        problems.add(what, advice, where=node.place)
    cases: list[Case] = []
    known: dict[str, None] = {}
    seen: dict[tuple[str, str], Place] = {}
    for item in items[:MAX_CASES]:
        case = _case(_SpecFields(item, CASE_FORM, problems), usual, folder, library)
        if case is None:
            continue
        first = seen.setdefault((case.name, case.settings.question), item.place)
        if first is not item.place:
            what = f"case {quoted(case.name)} appears twice"
            advice = f"give one its own 'title'; the first is on line {first.line}"
            problems.add(what, advice, where=item.place)
        cases.append(case)
        known |= dict.fromkeys(_formulations_of(case.source, library))
    if not problems.found:
        # Each has to be one of some case.
        fields.require_formulations(known)
    fields.finish()
    problems.raise_if_any()
    return Spec(title, about, tuple(cases))


def all_formulations() -> list[str]:
    """The formulations that at least one puzzle has."""
    return [name for family in family_names() for name in get_family(family).formulations]


def absolute(formulation: str, folder: Path) -> str:
    """A formulation whose file, if it has one, is found from everywhere.

    Example:
        >>> absolute("my.py:build", Path("/own")), absolute("cells", Path("/own"))
        ('/own/my.py:build', 'cells')
    """
    return str(folder / formulation) if ".py:" in formulation else formulation


class _SpecFields(Fields):
    """Fields that have lists and decimal numbers, too; what is wrong is noted, and read as None."""

    def values(
        self, key: str, usual: tuple[_Read, ...], read: Callable[[Node], _Read | None]
    ) -> tuple[_Read, ...]:
        """Reads a list, in which nothing stands twice; one value stands for a list of one."""
        node = self.node(key, required=False)
        if node is None:
            return usual
        items = node.items if isinstance(node, Sequence) else (node,)
        if not items or len(items) > MOST_VALUES:
            what = f"{quoted(key)} has {len(items):,} values"
            self.problems.add(what, f"write 1 to {MOST_VALUES:,}", where=node.place)
            return usual
        found: list[_Read] = []
        for item in items:
            value = read(item)
            if value is not None and value in found:
                what = f"a value of {quoted(key)} appears twice"
                self.problems.add(what, "delete one of them", where=item.place)
            elif value is not None:
                found.append(value)
        return tuple(found) or usual

    def word(self, key: str, node: Node) -> str | None:
        """A text out of a list of texts."""
        if isinstance(node, Scalar) and node.text.strip():
            return " ".join(node.text.split())
        self.problems.add(f"{quoted(key)} is not a list of words", "write [one]", where=node.place)
        return None

    def known(self, kind: str, name: str | None, known: Iterable[str], where: Place) -> str | None:
        """A name that has to be one of those that are known."""
        known = list(known)
        if name is None or name in known:
            return name
        self.problems.found.append(unknown_name(kind, name, known, where=str(where)))
        return None

    def seed(self, node: Node) -> int | None:
        """A seed out of a list of seeds."""
        text = node.text if isinstance(node, Scalar) and node.plain else ""
        whole = text.isascii() and text.isdigit() and str(int(text[:18])) == text
        if whole and int(text) <= _LARGEST_SEED:
            return int(text)
        advice = f"write [0, 1] with numbers up to {_LARGEST_SEED}"
        self.problems.add("'seeds' is not a list of whole numbers", advice, where=node.place)
        return None

    def decimal(self, key: str, usual: float, *, most: float, positive: bool = False) -> float:
        """A number such as 60 or 0.5, not less than 0."""
        scalar = self.scalar(key, required=False)
        if scalar is None:
            return usual
        number = float(scalar.text) if scalar.plain and _DECIMAL.match(scalar.text) else -1.0
        if not 0 <= number <= most or (positive and not number):
            advice = f"write a number {'above 0' if positive else 'from 0'} to {most:g}"
            what = f"{quoted(key)} must be a number, got {quoted(scalar.text)}"
            self.problems.add(what, advice, where=scalar.place)
            return usual
        return number

    def require_formulations(self, known: Iterable[str]) -> None:
        """Notes formulations that are named, in fields that are read, and that nobody has."""
        names = list(known)
        for key, others in (("formulations", [CLAIMED]), ("also", [])):
            for name, place in self._formulations(key):
                if ".py:" not in name:
                    self.known("formulation", name, [*others, *names], place)

    def _formulations(self, key: str) -> Iterator[tuple[str, Place]]:
        """The formulations that a list names, and where they stand."""
        node = self.node(key) if self.form and key in self.form.names() else None
        for item in node.items if isinstance(node, Sequence) else (node,):
            if isinstance(item, Scalar):
                words = " ".join(item.text.split())
                name = words.rpartition(" ")[0] if key == "also" else words
                # What has none is noted elsewhere.
                if name:
                    yield name, item.place


def _case(fields: _SpecFields, usual: RunSettings, folder: Path, library: Library) -> Case | None:
    """Reads a case, or notes what is wrong with it."""
    before = len(fields.problems.found)
    source = _source(fields, folder, library)
    settings = _settings(fields, usual, folder)
    case = None
    title, series = fields.text("title"), fields.text("series")
    size = fields.decimal("size", -1.0, most=_LARGEST_SIZE)
    known = _formulations_of(source, library)
    if source is not None and len(fields.problems.found) == before:
        case = Case(source, settings, title, series, None if size < 0 else size)
        if isinstance(source, PuzzleSource):
            fields.require_formulations(known)
    fields.finish()
    return case


def _formulations_of(source: Source | None, library: Library) -> tuple[str, ...]:
    """The formulations that a case can be stated by; none where it is no puzzle."""
    if not isinstance(source, PuzzleSource):
        return ()
    return tuple(family_of(source.puzzle, library).formulations)


def _source(fields: _SpecFields, folder: Path, library: Library) -> Source | None:
    readers: dict[str, Callable[[], Source | None]] = {
        "puzzle": lambda: _puzzle(fields, folder, library),
        "model": lambda: ModelSource(folder / fields.text("model")),
        "function": lambda: _function(fields, folder),
    }
    said = [kind for kind in readers if kind in fields.names()]
    if len(said) != 1:
        what = "the case has no puzzle" if not said else f"a case with {' and '.join(said)}"
        advice = "write one of 'puzzle', 'model' and 'function'"
        fields.problems.add(what, advice, where=fields.place)
    sources = [readers[kind]() for kind in said]
    return sources[0] if len(sources) == 1 else None


def _puzzle(fields: _SpecFields, folder: Path, library: Library) -> PuzzleSource | None:
    problems = fields.problems
    before = len(problems.found)
    known = library.puzzles()
    name = library.called(fields.text("puzzle"))
    preset, file, url = (fields.text(key) for key in ("preset", "file", "url"))
    if sum(map(bool, (preset, file, url))) > 1:
        what = "more than one of 'preset', 'file' and 'url'"
        problems.add(what, "keep one of them", where=fields.place)
    node = fields.node("parameters")
    if fields.known("puzzle", name, known, fields.place_of("puzzle")) is None:
        return None
    if preset:
        fields.known("preset", preset, library.presets(name), fields.place_of("preset"))
    parameters: Parameters = ()
    if node is not None:
        try:
            key = Scalar("parameters", plain=True, place=node.place, lines=())
            tree = Mapping(((key, node),), node.place)
            stated = read_stated_parameters(tree, puzzle_parameters(name, library), name)
            parameters = sort_parameters({key: value for key, (value, _) in stated.items()})
        except InputError as error:
            problems.found.extend(error.problems)
    if len(problems.found) > before:
        return None
    path = folder / file if file else None
    return PuzzleSource(name, preset or None, path, url or None, parameters, library)


def _function(fields: _SpecFields, folder: Path) -> FunctionSource | None:
    text = fields.text("function")
    parameters = _own_parameters(fields)
    try:
        return FunctionSource.of(text, folder, parameters)
    except InputError as error:
        (problem,) = error.problems
        fields.problems.add(problem.what, problem.advice, where=fields.place_of("function"))
        return None


def _own_parameters(fields: Fields) -> Parameters:
    """What a function is called with: numbers and texts."""
    node = fields.node("parameters")
    if node is None:
        return ()
    inner = Fields(node, "'parameters'", fields.problems)
    found: dict[str, int | str] = {}
    for name in inner.names():
        scalar = inner.scalar(name)
        if not name.isidentifier():
            what, advice = f"parameter name {quoted(name)}", "use letters, digits and _"
            fields.problems.add(what, advice, where=inner.place_of(name))
        elif scalar is not None:
            number = scalar.plain and _WHOLE.match(scalar.text)
            found[name] = int(scalar.text) if number else scalar.text
    return sort_parameters(found)


def _settings(fields: _SpecFields, usual: RunSettings, folder: Path) -> RunSettings:
    """Reads how something is run; what holds where nothing is said is the usual."""

    def formulation(node: Node) -> str | None:
        name = fields.word("formulations", node)
        return name and absolute(name, folder)

    def backend(node: Node) -> str | None:
        name = fields.word("backends", node)
        if name is not None and ":" in name:
            return name
        return fields.known("backend", name, [*backend_names(), INSTALLED], node.place)

    repeat = fields.integer("repeat", default=usual.repeat, least=1)
    orders = fields.integer("row-orders", default=usual.row_orders, least=1)
    for key, number, what in (("repeat", repeat, "repetitions"), ("row-orders", orders, "orders")):
        if number > MAX_REPEAT:
            place, advice = fields.place_of(key), f"write at most {MAX_REPEAT:,}"
            fields.problems.add(f"{number:,} {what}", advice, where=place)
    memory = usual.memory_limit / MEGABYTE
    memory = fields.decimal("memory-limit", memory, most=MAX_MEGABYTES, positive=True)
    return RunSettings(
        question=fields.choice("question", QUESTIONS, default=usual.question),
        formulations=fields.values("formulations", usual.formulations, formulation),
        backends=fields.values("backends", usual.backends, backend),
        also=fields.values("also", usual.also, lambda node: _pair(fields, node, folder)),
        tunings=fields.values("options", usual.tunings, lambda node: _tuning(fields, node)),
        seeds=fields.values("seeds", usual.seeds, fields.seed),
        row_orders=orders,
        repeat=repeat,
        time_limit=fields.decimal("time-limit", usual.time_limit, most=MAX_SECONDS, positive=True),
        memory_limit=int(memory * MEGABYTE),
    )


def _pair(fields: _SpecFields, node: Node, folder: Path) -> tuple[str, str] | None:
    """A formulation and a backend, in one text."""
    text = " ".join(node.text.split()) if isinstance(node, Scalar) else ""
    formulation, _, backend = text.rpartition(" ")
    if not formulation:
        what, advice = "'also' is not a list of pairs", "write [cells cbc, cells scip]"
        fields.problems.add(what, advice, where=node.place)
    elif fields.known("backend", backend, backend_names(), node.place):
        return absolute(formulation, folder), backend
    return None


def _tuning(fields: Fields, node: Node) -> Tuning | None:
    """What is said about how to search."""
    inner = _SpecFields(node, TUNING_FORM, fields.problems)
    workers = inner.integer("workers", least=1)
    gap = inner.decimal("gap", 0.0, most=1e6)
    nodes = inner.integer("node-limit", default=0)
    inner.finish()
    try:
        return Tuning(workers, gap, nodes if "node-limit" in inner.names() else None)
    except InputError as error:
        problem = error.problems[0]
        fields.problems.add(problem.what, problem.advice, where=node.place)
        return None
