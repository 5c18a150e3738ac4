"""Reads specifications of sweeps; everything that is wrong is reported with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from ilpuzzles.backends.registry import backend_names
from ilpuzzles.bench.results import Reported
from ilpuzzles.bench.sources import (
    FunctionSource,
    ModelSource,
    Parameters,
    PuzzleSource,
    Source,
    sorted_parameters,
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
from ilpuzzles.document.fields import Fields
from ilpuzzles.document.source import read_source
from ilpuzzles.document.tree import Mapping, Node, Place, ProblemList, Scalar, Sequence, read_tree
from ilpuzzles.errors import InputError, UnknownNameError, quoted, unknown_name
from ilpuzzles.library import Library
from ilpuzzles.puzzles.family import family_names, get_family
from ilpuzzles.workbench.loading import family_of, puzzle_parameters, stated_parameters

_KINDS = ("puzzle", "model", "function")
_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,8})\Z")
_LARGEST_SIZE = 1e9
MAX_REPEAT = 1_000
"""How often a run may be repeated."""

MAX_SECONDS = 7 * 86_400
"""The longest time limit."""

_LARGEST_SEED = (1 << 31) - 1
_Read = TypeVar("_Read")
MOST_VALUES = 1_000
"""How many values a list may have."""

_DECIMAL = re.compile(r"(0|[1-9][0-9]{0,8})(\.[0-9]{1,9})?\Z")


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
    tree = read_tree(read_source(path), str(path))
    problems = ProblemList()
    fields = Fields(tree, "a specification", problems)
    title, about = fields.text("title"), fields.text("about", default="")
    folder = path.resolve().parent
    usual = read_settings(fields, RunSettings(), folder)
    check_formulations(fields, _of_all_puzzles())
    around = _Context(folder, library or Library.standard(), usual)
    node = fields.node("cases")
    items = node.items if isinstance(node, Sequence) else ()
    if node is not None and not 1 <= len(items) <= MAX_CASES:
        what, advice = "'cases' is no list of cases", f"write 1 to {MAX_CASES} times '- puzzle: X'"
        problems.add(what, advice, where=node.place)
    cases: list[Case] = []
    seen: dict[tuple[str, str], Place] = {}
    for item in items[:MAX_CASES]:
        case = read_case(Fields(item, "a case", problems), around)
        if case is None:
            continue
        first = seen.setdefault((case.name, case.settings.question), item.place)
        if first is not item.place:
            what = f"case {quoted(case.name)} stands twice"
            advice = f"give one a 'title' of its own; the first is in line {first.line}"
            problems.add(what, advice, where=item.place)
        cases.append(case)
    if not problems.found:
        check_formulations(fields, _of_some_case(cases, around.library))
    fields.finish()
    problems.raise_if_any()
    return Spec(title, about, tuple(cases))


def _of_some_case(cases: Iterable[Case], library: Library) -> list[str]:
    """The formulations that at least one case has."""
    sources = [case.source for case in cases]
    puzzles = [source for source in sources if isinstance(source, PuzzleSource)]
    return list(dict.fromkeys(name for one in puzzles for name in formulations_of(one, library)))


def _of_all_puzzles() -> list[str]:
    """The formulations that at least one puzzle has."""
    return [name for family in family_names() for name in get_family(family).formulations]


@dataclass(frozen=True, slots=True)
class _Context:
    """What a case is read in: the folder of its files, and how cases are run that say nothing."""

    folder: Path
    library: Library
    settings: RunSettings


def read_case(fields: Fields, around: _Context) -> Case | None:
    """Reads a case, and notes what is wrong with it; then it is perhaps None."""
    before = len(fields.problems.found)
    source = _source(fields, around)
    settings = read_settings(fields, around.settings, around.folder)
    case = None
    title, series = fields.text("title", default=""), fields.text("series", default="")
    size = read_decimal(fields, "size", -1.0, most=_LARGEST_SIZE)
    known: tuple[str, ...] = ()
    if isinstance(source, PuzzleSource):
        known = formulations_of(source, around.library)
    reported = _reported(fields, known)
    if source is not None and len(fields.problems.found) == before:
        case = Case(source, settings, title, series, None if size < 0 else size, reported)
        if isinstance(source, PuzzleSource):
            check_formulations(fields, known)
    fields.finish()
    return case


def _source(fields: Fields, around: _Context) -> Source | None:
    said = [kind for kind in _KINDS if kind in fields.names()]
    if len(said) != 1:
        what = "a case without a puzzle" if not said else f"a case with {' and '.join(said)}"
        advice = "write one of 'puzzle', 'model' and 'function'"
        fields.problems.add(what, advice, where=fields.place)
    readers = {"puzzle": _puzzle, "model": _model, "function": _function}
    sources = [readers[kind](fields, around) for kind in said]
    return sources[0] if len(sources) == 1 else None


def _puzzle(fields: Fields, around: _Context) -> PuzzleSource | None:
    library, problems = around.library, fields.problems
    before = len(problems.found)
    known = library.puzzles()
    name = library.called(fields.text("puzzle"))
    preset, file = fields.text("preset", default=""), fields.text("file", default="")
    url = fields.text("url", default="")
    if sum(map(bool, (preset, file, url))) > 1:
        what = "more than one of 'preset', 'file' and 'url'"
        problems.add(what, "keep one of them", where=fields.place)
    node = fields.node("parameters", required=False)
    if name not in known:
        place = str(fields.place_of("puzzle"))
        problems.found.append(unknown_name("puzzle", name, known, where=place))
        return None
    if preset and preset not in library.presets(name):
        place = str(fields.place_of("preset"))
        problems.found.append(unknown_name("preset", preset, library.presets(name), where=place))
    parameters: Parameters = ()
    if node is not None:
        try:
            tree = Mapping(((_key(node), node),), node.place)
            stated = stated_parameters(tree, puzzle_parameters(name, library), name)
            parameters = sorted_parameters({key: value for key, (value, _) in stated.items()})
        except InputError as error:
            problems.found.extend(error.problems)
    if len(problems.found) > before:
        return None
    return PuzzleSource(
        name,
        preset or None,
        around.folder / file if file else None,
        url or None,
        parameters,
        library,
    )


def _key(node: Node) -> Scalar:
    return Scalar("parameters", plain=True, place=node.place, lines=())


def _model(fields: Fields, around: _Context) -> ModelSource:
    return ModelSource(around.folder / fields.text("model"))


def _function(fields: Fields, around: _Context) -> FunctionSource | None:
    text = fields.text("function")
    parameters = _own_parameters(fields)
    try:
        return FunctionSource.of(text, around.folder, parameters)
    except InputError as error:
        (problem,) = error.problems
        fields.problems.add(problem.what, problem.advice, where=fields.place_of("function"))
        return None


def _own_parameters(fields: Fields) -> Parameters:
    """What a function is called with: numbers and texts."""
    node = fields.node("parameters", required=False)
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
    return sorted_parameters(found)


def _reported(fields: Fields, known: tuple[str, ...]) -> Reported | None:
    node = fields.node("reported", required=False)
    if node is None:
        return None
    inner = Fields(node, "'reported'", fields.problems)
    formulations = read_list(inner, "formulations", (), partial(read_word, inner, "formulations"))
    check_formulations(inner, known)
    reported = Reported(inner.text("text"), inner.text("source", default=""), formulations)
    inner.finish()
    return reported


def formulations_of(source: PuzzleSource, library: Library) -> tuple[str, ...]:
    """The formulations that an instance can be stated by."""
    return tuple(family_of(source.puzzle, library).formulations)


def read_settings(fields: Fields, usual: RunSettings, folder: Path) -> RunSettings:
    """Reads how something is run."""

    def formulation(node: Node) -> str | None:
        name = read_word(fields, "formulations", node)
        return name and absolute(name, folder)

    repeat = fields.integer("repeat", default=usual.repeat, least=1)
    if repeat > MAX_REPEAT:
        place, advice = fields.place_of("repeat"), f"write at most {MAX_REPEAT:,}"
        fields.problems.add(f"{repeat:,} repetitions", advice, where=place)
    return RunSettings(
        question=fields.choice("question", QUESTIONS, default=usual.question),
        formulations=read_list(fields, "formulations", usual.formulations, formulation),
        backends=read_list(
            fields,
            "backends",
            usual.backends,
            lambda node: _backend(fields, "backends", node, INSTALLED),
        ),
        also=read_list(fields, "also", usual.also, lambda node: _pair(fields, node, folder)),
        tunings=read_list(fields, "options", usual.tunings, lambda node: _tuning(fields, node)),
        seeds=read_list(
            fields,
            "seeds",
            usual.seeds,
            lambda node: read_whole(fields, "seeds", node, most=_LARGEST_SEED),
        ),
        repeat=repeat,
        time_limit=read_decimal(
            fields, "time-limit", usual.time_limit, most=MAX_SECONDS, positive=True
        ),
    )


def check_formulations(fields: Fields, known: Iterable[str]) -> None:
    """Notes formulations that are named somewhere, once the rest is read, and that nobody has."""
    for key, others in (("formulations", [CLAIMED]), ("also", [])):
        names = [*others, *known]
        for name, place in _formulations(fields, key):
            if name not in names and ".py:" not in name:
                problem = unknown_name("formulation", name, names, where=str(place))
                fields.problems.found.append(problem)


def _formulations(fields: Fields, key: str) -> Iterator[tuple[str, Place]]:
    """The formulations that a list names, and where they stand."""
    node = fields.node(key, required=False)
    for item in node.items if isinstance(node, Sequence) else (node,):
        if isinstance(item, Scalar):
            words = " ".join(item.text.split())
            name = words.rpartition(" ")[0] if key == "also" else words
            # What has none is noted elsewhere.
            if name:
                yield name, item.place


def absolute(formulation: str, folder: Path) -> str:
    """A formulation whose file, if it has one, is found from everywhere."""
    return str(folder / formulation) if ".py:" in formulation else formulation


def _backend(fields: Fields, key: str, node: Node, *more: str) -> str | None:
    name, known = read_word(fields, key, node), [*backend_names(), *more]
    if name is None or name in known:
        return name
    fields.problems.found.append(unknown_name("backend", name, known, where=str(node.place)))
    return None


def _pair(fields: Fields, node: Node, folder: Path) -> tuple[str, str] | None:
    """A formulation and a backend, in one text."""
    text = " ".join(node.text.split()) if isinstance(node, Scalar) else ""
    formulation, _, backend = text.rpartition(" ")
    if not formulation:
        fields.problems.add(
            "'also' is no list of pairs", "write [cells cbc, cells scip]", where=node.place
        )
        return None
    if backend not in backend_names():
        known = backend_names()
        fields.problems.found.append(unknown_name("backend", backend, known, where=str(node.place)))
        return None
    return absolute(formulation, folder), backend


def _tuning(fields: Fields, node: Node) -> Tuning | None:
    """What is said about how to search."""
    inner = Fields(node, "'options'", fields.problems)
    workers = inner.integer("workers", default=1, least=1)
    gap = read_decimal(inner, "gap", 0.0, most=1e6)
    nodes = inner.integer("node-limit", default=0)
    inner.finish()
    try:
        return Tuning(workers, gap, nodes if "node-limit" in inner.names() else None)
    except InputError as error:
        problem = error.problems[0]
        fields.problems.add(problem.what, problem.advice, where=node.place)
        return None


def read_list(
    fields: Fields,
    key: str,
    usual: tuple[_Read, ...],
    read: Callable[[Node], _Read | None],
) -> tuple[_Read, ...]:
    """Reads a list, in which nothing stands twice; one value stands for a list of one.

    `read` notes what is wrong with a value, and returns None then.
    """
    node = fields.node(key, required=False)
    if node is None:
        return usual
    items = node.items if isinstance(node, Sequence) else (node,)
    if not items or len(items) > MOST_VALUES:
        what = f"{quoted(key)} has {len(items):,} values"
        fields.problems.add(what, f"write 1 to {MOST_VALUES:,}", where=node.place)
        return usual
    found: list[_Read] = []
    for item in items:
        value = read(item)
        if value is not None and value in found:
            fields.problems.add(
                f"a value of {quoted(key)} stands twice", "delete one of them", where=item.place
            )
        elif value is not None:
            found.append(value)
    return tuple(found) or usual


def read_word(fields: Fields, key: str, node: Node) -> str | None:
    """A text out of a list of texts."""
    if isinstance(node, Scalar) and node.text.strip():
        return " ".join(node.text.split())
    fields.problems.add(f"{quoted(key)} is no list of words", "write [one]", where=node.place)
    return None


def read_whole(fields: Fields, key: str, node: Node, *, most: int) -> int | None:
    """A whole number, not less than 0, out of a list of numbers."""
    text = node.text if isinstance(node, Scalar) and node.plain else ""
    if text.isascii() and text.isdigit() and str(int(text[:18])) == text and int(text) <= most:
        return int(text)
    advice = f"write [0, 1] with numbers up to {most}"
    fields.problems.add(f"{quoted(key)} is no list of whole numbers", advice, where=node.place)
    return None


def read_decimal(
    fields: Fields, key: str, usual: float, *, most: float, positive: bool = False
) -> float:
    """A number such as 60 or 0.5, not less than 0."""
    scalar = fields.scalar(key, required=False)
    if scalar is None:
        return usual
    number = float(scalar.text) if scalar.plain and _DECIMAL.match(scalar.text) else -1.0
    if not 0 <= number <= most or (positive and not number):
        advice = f"write a number {'above 0' if positive else 'from 0'} to {most:g}"
        fields.problems.add(f"{quoted(key)} is {quoted(scalar.text)}", advice, where=scalar.place)
        return usual
    return number
