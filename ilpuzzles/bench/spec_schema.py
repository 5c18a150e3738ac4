"""Reads specifications of sweeps from YAML; all that is wrong is reported with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import KW_ONLY, dataclass, replace
from pathlib import Path
from typing import Any

from ilpuzzles.backends.interface import read_parameter
from ilpuzzles.backends.option_values import Parameter
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
    change_settings,
    ready_spec,
    ready_specs,
)
from ilpuzzles.errors import InputError, UnknownNameError, quoted, unknown_name
from ilpuzzles.experiments.loading import puzzle_kind
from ilpuzzles.formats.model_files import is_model_file
from ilpuzzles.puzzles.kinds import get_kind, kind_names
from ilpuzzles.reading.fields import ByHand, Fields, Form, FormField, OneOf, Text, Whole, Written
from ilpuzzles.reading.library import Library, puzzle_parameters
from ilpuzzles.reading.parameters import read_stated_parameters
from ilpuzzles.reading.source import read_source
from ilpuzzles.reading.tree import Node, ProblemList, Scalar, Sequence, TextPlace, read_tree
from ilpuzzles.solvers.registry import backend_names

MAX_REPEAT = 1_000
"""How often a run may be repeated."""

MAX_SECONDS = 7 * 86_400
"""The longest time limit."""

MAX_MEGABYTES = 1 << 24
"""The largest memory limit."""

MOST_VALUES = 1_000
"""How many values a list may have."""

_LARGEST_SIZE = 1e9
_LARGEST_SEED = (1 << 31) - 1
_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,8})\Z")
_DECIMAL = re.compile(r"(0|[1-9][0-9]{0,8})(\.[0-9]{1,9})?\Z")
_USUAL = RunSettings()


@dataclass(frozen=True, slots=True)
class _Decimal(FormField[float | None]):
    """A number such as 60 or 0.5, not less than 0."""

    value: str = "number"
    _: KW_ONLY
    most: float
    positive: bool = False

    def read_text(self, text: Scalar, problems: ProblemList) -> float | None:
        number = float(text.text) if text.plain and _DECIMAL.match(text.text) else -1.0
        if not 0 <= number <= self.most or (self.positive and not number):
            advice = f"write a number {'above 0' if self.positive else 'from 0'} to {self.most:g}"
            what = f"{quoted(self.name)} must be a number, got {quoted(text.text)}"
            problems.add(what, advice, where=text.place)
            return None
        return number


@dataclass(frozen=True, slots=True)
class _Several(FormField[tuple[Any, ...] | None]):
    """A list, in which nothing stands twice; one value stands for a list of one."""

    value: str = "list"
    _: KW_ONLY
    each: Callable[[str, Node, ProblemList], Any]

    def read(self, node: Node, problems: ProblemList) -> tuple[Any, ...] | None:
        """What `each` makes of the values, except None."""
        items = node.items if isinstance(node, Sequence) else (node,)
        if not items or len(items) > MOST_VALUES:
            what = f"{quoted(self.name)} has {len(items):,} values"
            problems.add(what, f"write 1 to {MOST_VALUES:,}", where=node.place)
            return None
        found: list[Any] = []
        for item in items:
            value = self.each(self.name, item, problems)
            if value is not None and value in found:
                what = f"a value of {quoted(self.name)} appears twice"
                problems.add(what, "delete one of them", where=item.place)
            elif value is not None:
                found.append(value)
        return tuple(found) or None


def _word(key: str, node: Node, problems: ProblemList) -> str:
    """A text out of a list of texts; empty, once that is noted, if it is none."""
    text = _text(node)
    if not text:
        problems.add(f"{quoted(key)} is not a list of words", "write [one]", where=node.place)
    return text


def _text(node: Node) -> str:
    return " ".join(node.text.split()) if isinstance(node, Scalar) else ""


def _formulation(key: str, node: Node, problems: ProblemList) -> str | None:
    return absolute(_word(key, node, problems), _folder(node.place)) or None


def _backend(key: str, node: Node, problems: ProblemList) -> str | None:
    name, known = _word(key, node, problems), [*backend_names(), INSTALLED]
    if not name or ":" in name:
        return name or None
    return name if problems.require_known("backend", name, known, where=node.place) else None


def _pair(key: str, node: Node, problems: ProblemList) -> tuple[str, str] | None:
    """A formulation and a backend, in one text."""
    formulation, _, backend = _text(node).rpartition(" ")
    if not formulation:
        what, advice = f"{quoted(key)} is not a list of pairs", "write [cells cbc, cells scip]"
        problems.add(what, advice, where=node.place)
    elif problems.require_known("backend", backend, backend_names(), where=node.place):
        return absolute(formulation, _folder(node.place)), backend
    return None


def _seed(key: str, node: Node, problems: ProblemList) -> int | None:
    text = node.text if isinstance(node, Scalar) and node.plain else ""
    whole = text.isascii() and text.isdigit() and str(int(text[:18])) == text
    if whole and int(text) <= _LARGEST_SEED:
        return int(text)
    advice = f"write [0, 1] with numbers up to {_LARGEST_SEED}"
    problems.add(f"{quoted(key)} is not a list of whole numbers", advice, where=node.place)
    return None


def _tuning(_key: str, node: Node, problems: ProblemList) -> Tuning | None:
    """What is said about how to search."""
    said = Fields(node, TUNING_FORM, problems).rest()
    try:
        own = _params(said["params"], problems)
        return Tuning(said["workers"], said["gap"], said["node-limit"], own)
    except InputError as error:
        problems.add_all(error, where=node.place)
        return None


SETTING_FIELDS: tuple[FormField[Any], ...] = (
    OneOf(
        "question",
        f"What is asked: {', '.join(QUESTIONS)}.",
        default=_USUAL.question,
        known=QUESTIONS,
    ),
    _Several(
        "formulations",
        "Formulations, or `FILE.py:function`; "
        f"`{CLAIMED}` stands for those that are meant for the backend.",
        "list of names",
        _USUAL.formulations,
        each=_formulation,
    ),
    _Several(
        "backends",
        f"Backends; `{INSTALLED}` stands for all that are installed.",
        "list of names",
        _USUAL.backends,
        each=_backend,
    ),
    _Several(
        "also",
        "Further pairs of a formulation and a backend: `[cells cbc, cells scip]`.",
        each=_pair,
    ),
    _Several(
        "options", "Options of the search; each list entry is a separate competitor.", each=_tuning
    ),
    _Several("seeds", "A run for each seed.", "list of whole numbers", _USUAL.seeds, each=_seed),
    Whole(
        "row-orders",
        "In how many orders the rows of each model are given: as stated, then at random.",
        default=_USUAL.row_orders,
        least=1,
    ),
    Whole("repeat", "How often each run is repeated.", default=_USUAL.repeat, least=1),
    _Decimal(
        "time-limit",
        "The seconds after which a solver stops.",
        default=_USUAL.time_limit,
        most=MAX_SECONDS,
        positive=True,
    ),
    _Decimal(
        "memory-limit", "The MB of memory that a run may take.", most=MAX_MEGABYTES, positive=True
    ),
)
"""How cases are run: for all of them, or for one."""

SPEC_FORM = Form(
    "a specification",
    "A specification",
    (
        Text("title", "What to call it.", required=True),
        Text("about", "What it is for."),
        *SETTING_FIELDS,
        ByHand("cases", "The cases to run.", "list", required=True),
    ),
)
"""The file of a specification."""

CASE_FORM = Form(
    "a case",
    "A case",
    (
        Text("puzzle", "A puzzle; or one of the next two fields.", "name"),
        Text("model", "A model in an LP, MPS, OPB or matrix file, or a saved one.", "file"),
        Text("function", "A function that returns a model: `FILE.py:name`."),
        Text("preset", "The preset of the puzzle.", "name"),
        Text("file", "A position of your own, instead of a preset.", "file"),
        Text("url", "The address of a position, instead of a preset."),
        ByHand("parameters", "Parameters of the puzzle or of the function.", "mapping"),
        Text("title", "What to call it; by default, what it is about."),
        Text("series", "A name shared by cases that differ only in size."),
        _Decimal("size", "How large it is among those of its series.", most=_LARGEST_SIZE),
        *(replace(one, about="As above, for this case.", default=None) for one in SETTING_FIELDS),
    ),
)
"""A case; what it does not say about how to run it, the specification says."""

TUNING_FORM = Form(
    "'options'",
    "Options of a search",
    (
        Whole("workers", "Threads of the solver.", default=1, least=1),
        _Decimal("gap", "Accept a solution this close to the best.", default=0.0, most=1e6),
        Whole("node-limit", "Stop after this many nodes."),
        ByHand("params", "Parameters of solvers: names and values for each backend.", "mapping"),
    ),
)
"""Options of a search."""

FORMS = (SPEC_FORM, CASE_FORM, TUNING_FORM)
"""The forms of a specification: the file, and the mappings in it."""


def _params(node: Node | None, problems: ProblemList) -> dict[str, dict[str, Parameter]]:
    if node is None:
        return {}
    found: dict[str, dict[str, Parameter]] = {}
    for backend, own in Fields(node, "'params'", problems).entries:
        inner = Fields(own, f"the parameters of {backend.text}", problems)
        said = {name: inner.read(Written(name)) for name in inner.names()}
        found[backend.text] = {n: read_parameter(one.text) for n, one in said.items() if one}
    return found


def find_spec(name: str, library: Library | None = None) -> Spec:
    """A specification that comes with the package by its name, or one of your own by its path.

    Raises:
        UnknownNameError: If it is neither.
        InputError: With everything that is wrong with the file.
    """
    if name in ready_specs():
        return read_spec(ready_spec(name), library)
    if is_model_file(name):
        what = f"{quoted(name)} is a model, not a specification"
        raise InputError(what, f"did you mean {quoted(f'ilpuzzles bench --models {name}')}?")
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
    tree = read_tree(read_source(path), str(path), "ilpuzzles docs howto/bench")
    fields = Fields(tree, SPEC_FORM, problems)
    title, about = fields["title"], fields["about"]
    usual = _settings(fields, RunSettings())
    _require_formulations(fields, all_formulations(library))
    node = fields["cases"]
    items = node.items if isinstance(node, Sequence) else ()
    if node is not None and not 1 <= len(items) <= MAX_CASES:
        advice = f"write 1 to {MAX_CASES} times '- puzzle: X'"
        problems.add("'cases' is not a list of cases", advice, where=node.place)
    cases: list[Case] = []
    known: dict[str, None] = {}
    seen: dict[tuple[str, str], TextPlace] = {}
    for item in items[:MAX_CASES]:
        case = _case(Fields(item, CASE_FORM, problems), usual, library)
        if case is None:
            continue
        first = seen.setdefault((case.name, case.settings.question), item.place)
        if first is not item.place:
            what = f"case {quoted(case.name)} appears twice"
            advice = f"give one its own 'title'; the first is on line {first.line}"
            problems.add(what, advice, where=item.place)
        cases.append(case)
        known |= dict.fromkeys(formulations_of(case.source, library))
    if not problems.found:
        # Each has to be one of some case.
        _require_formulations(fields, known)
    fields.finish()
    problems.raise_if_any()
    return Spec(title, about, tuple(cases))


def all_formulations(library: Library | None = None) -> list[str]:
    """The formulations that at least one puzzle has."""
    known = [name for kind in kind_names() for name in get_kind(kind).formulations]
    return [*known, *(library or Library.standard()).genre_formulations()]


def absolute(formulation: str, folder: Path) -> str:
    """A formulation whose file, if it has one, is found from everywhere.

    Example:
        >>> absolute("my.py:build", Path("/own")), absolute("cells", Path("/own"))
        ('/own/my.py:build', 'cells')
    """
    return str(folder / formulation) if ".py:" in formulation else formulation


def _folder(place: TextPlace) -> Path:
    """Where the files lie that a specification names."""
    return Path(place.file).resolve().parent


def _require_formulations(fields: Fields, known: Iterable[str]) -> None:
    """Notes formulations that are named, in fields that are read, and that nobody has."""
    for key, names in {"formulations": [CLAIMED, *known], "also": [*known]}.items():
        node = fields.node(key)
        for item in node.items if isinstance(node, Sequence) else (node,):
            words = "" if item is None else _text(item)
            name = words.rpartition(" ")[0] if key == "also" else words
            # What has none is noted elsewhere.
            if item is not None and name and ".py:" not in name:
                fields.problems.require_known("formulation", name, names, where=item.place)


def _case(fields: Fields, usual: RunSettings, library: Library) -> Case | None:
    before = len(fields.problems.found)
    source = _source(fields, library)
    settings = _settings(fields, usual)
    case = None
    title, series, size = (fields[key] for key in ("title", "series", "size"))
    if source is not None and len(fields.problems.found) == before:
        case = Case(source, settings, title, series, size)
        if isinstance(source, PuzzleSource):
            _require_formulations(fields, formulations_of(source, library))
    fields.finish()
    return case


def formulations_of(source: Source | None, library: Library) -> tuple[str, ...]:
    """The formulations that a case can be stated by; none where it is no puzzle."""
    if not isinstance(source, PuzzleSource):
        return ()
    return tuple(puzzle_kind(source.puzzle, library).formulations)


def _source(fields: Fields, library: Library) -> Source | None:
    readers: dict[str, Callable[[], Source | None]] = {
        "puzzle": lambda: _puzzle(fields, library),
        "model": lambda: ModelSource(_folder(fields.place) / fields["model"]),
        "function": lambda: _function(fields),
    }
    said = [kind for kind in readers if kind in fields.names()]
    if len(said) != 1:
        what = f"the case has {' and '.join(said) or 'no puzzle'}"
        advice = "write one of 'puzzle', 'model' and 'function'"
        fields.problems.add(what, advice, where=fields.place)
    sources = [readers[kind]() for kind in said]
    return sources[0] if len(sources) == 1 else None


def _puzzle(fields: Fields, library: Library) -> PuzzleSource | None:
    problems = fields.problems
    before = len(problems.found)
    known = library.puzzles()
    name = library.called(fields["puzzle"])
    preset, file, url = (fields[key] for key in ("preset", "file", "url"))
    if sum(map(bool, (preset, file, url))) > 1:
        what = "'preset', 'file' and 'url' cannot be combined"
        problems.add(what, "keep one of them", where=fields.place)
    node = fields["parameters"]
    if not problems.require_known("puzzle", name, known, where=fields.place_of("puzzle")):
        return None
    if preset:
        presets, where = library.presets(name), fields.place_of("preset")
        problems.require_known("preset", preset, presets, where=where)
    parameters: Parameters = ()
    if node is not None:
        try:
            stated = read_stated_parameters(fields.tree, puzzle_parameters(name, library), name)
            parameters = sort_parameters({key: value for key, (value, _) in stated.items()})
        except InputError as error:
            problems.found.extend(error.problems)
    if len(problems.found) > before:
        return None
    path = _folder(fields.place) / file if file else None
    return PuzzleSource(name, preset or None, path, url or None, parameters, library)


def _function(fields: Fields) -> FunctionSource | None:
    text, parameters = fields["function"], _own_parameters(fields)
    try:
        return FunctionSource.of(text, _folder(fields.place), parameters)
    except InputError as error:
        fields.problems.add_all(error, where=fields.place_of("function"))
        return None


def _own_parameters(fields: Fields) -> Parameters:
    """What a function is called with: numbers and texts."""
    node = fields["parameters"]
    if node is None:
        return ()
    inner = Fields(node, "'parameters'", fields.problems)
    found: dict[str, int | str] = {}
    for name in inner.names():
        scalar = inner.read(Written(name))
        if not name.isidentifier():
            what, advice = f"parameter name {quoted(name)}", "use letters, digits and _"
            fields.problems.add(what, advice, where=inner.place_of(name))
        elif scalar is not None:
            number = scalar.plain and _WHOLE.match(scalar.text)
            found[name] = int(scalar.text) if number else scalar.text
    return sort_parameters(found)


def _settings(fields: Fields, usual: RunSettings) -> RunSettings:
    """Reads how something is run; what holds where nothing is said is the usual."""
    times = {"repeat": "repetitions", "row-orders": "orders"}
    said = {key: fields[key] for key in times}
    for key, what in times.items():
        if (said[key] or 0) > MAX_REPEAT:
            place, advice = fields.place_of(key), f"write at most {MAX_REPEAT:,}"
            fields.problems.add(f"{said[key]:,} {what}", advice, where=place)
    others = dict.fromkeys(("memory-limit", *(one.name for one in SETTING_FIELDS)))
    said |= {key: fields[key] for key in others if key not in said}
    names = {key: key.replace("-", "_") for key in said} | {"options": "tunings"}
    return change_settings(usual, {name: said[key] for key, name in names.items()})
