"""Reads one case of a specification."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ilpuzzles.bench.cases import Case, Manner
from ilpuzzles.bench.described import Reported
from ilpuzzles.bench.field_readers import read_decimal, read_list, read_word
from ilpuzzles.bench.manner_schema import check_formulations, read_manner
from ilpuzzles.bench.sources import (
    FunctionSource,
    ModelSource,
    Parameters,
    PuzzleSource,
    Source,
    sorted_parameters,
)
from ilpuzzles.document import Fields, Mapping, Node, Scalar
from ilpuzzles.errors import InputError, quoted, unknown_name
from ilpuzzles.library import Library
from ilpuzzles.workbench.loading import family_of, puzzle_parameters, stated_parameters

_KINDS = ("puzzle", "model", "function")
_WHOLE = re.compile(r"-?(0|[1-9][0-9]{0,8})\Z")
_LARGEST_SIZE = 1e9


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a case is read in.

    Attributes:
        folder: Where files are looked for.
        library: Where puzzles are looked for.
        manner: How cases are run where they say nothing.
    """

    folder: Path
    library: Library
    manner: Manner


def read_case(fields: Fields, around: Surroundings) -> Case | None:
    """Reads a case, and notes what is wrong with it; then it is perhaps None.

    Args:
        fields: The case.
        around: What it is read in.
    """
    before = len(fields.problems.found)
    source = _source(fields, around)
    manner = read_manner(fields, around.manner, around.folder)
    case = None
    title, series = fields.text("title", default=""), fields.text("series", default="")
    size = read_decimal(fields, "size", -1.0, most=_LARGEST_SIZE)
    known: tuple[str, ...] = ()
    if isinstance(source, PuzzleSource):
        known = formulations_of(source, around.library)
    reported = _reported(fields, known)
    if source is not None and len(fields.problems.found) == before:
        case = Case(source, manner, title, series, None if size < 0 else size, reported)
        if isinstance(source, PuzzleSource):
            check_formulations(fields, known)
    fields.finish()
    return case


def _source(fields: Fields, around: Surroundings) -> Source | None:
    said = [kind for kind in _KINDS if kind in fields.names()]
    if len(said) != 1:
        what = "a case without a puzzle" if not said else f"a case with {' and '.join(said)}"
        advice = "write one of 'puzzle', 'model' and 'function'"
        fields.problems.add(what, advice, where=fields.place)
    readers = {"puzzle": _puzzle, "model": _model, "function": _function}
    sources = [readers[kind](fields, around) for kind in said]
    return sources[0] if len(sources) == 1 else None


def _puzzle(fields: Fields, around: Surroundings) -> PuzzleSource | None:
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


def _model(fields: Fields, around: Surroundings) -> ModelSource:
    return ModelSource(around.folder / fields.text("model"))


def _function(fields: Fields, around: Surroundings) -> FunctionSource | None:
    text = fields.text("function")
    parameters = _own_parameters(fields)
    file, _, name = text.rpartition(":")
    if not file.endswith(".py") or not name.isidentifier():
        what, place = f"{quoted(text)} names no function", fields.place_of("function")
        fields.problems.add(what, "write FILE.py:function", where=place)
        return None
    return FunctionSource(around.folder / file, name, parameters)


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
    """The formulations that an instance can be stated by.

    Args:
        source: The instance.
        library: Where puzzles are looked for.
    """
    return tuple(family_of(source.puzzle, library).formulations)
