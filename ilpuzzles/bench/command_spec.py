"""Specifications out of what a user says in a line, instead of a file or besides it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

from ilpuzzles.asking.model import Model
from ilpuzzles.bench.model_sources import (
    FunctionSource,
    ModelSource,
    ObjectSource,
    PuzzleSource,
    Source,
    packed,
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
)
from ilpuzzles.bench.spec_schema import (
    MAX_MEGABYTES,
    MAX_REPEAT,
    MAX_SECONDS,
    absolute,
    all_formulations,
    formulations_of,
)
from ilpuzzles.errors import InputError, quoted, require_known
from ilpuzzles.modelling.program import Program
from ilpuzzles.reading.library import Library
from ilpuzzles.solvers.registry import backend_names, choose

ModelLike: TypeAlias = str | Path | Model | Program
"""A model, or the path of a model file."""

ModelsLike: TypeAlias = ModelLike | Iterable[ModelLike] | Mapping[str, ModelLike]
"""Models, perhaps with names."""

_TUNING = ("threads", "gap", "node_limit")


def spec_of(
    puzzles: Sequence[str],
    models: ModelsLike,
    functions: Sequence[str],
    library: Library | None = None,
) -> Spec:
    """A specification of `PUZZLE` or `PUZZLE:PRESET`, of models, and of `FILE.py:function`.

    Raises:
        InputError: If something is named that is not there, or twice.
    """
    library = library or Library.standard()
    cases = [Case(_puzzle(text, library)) for text in puzzles]
    if isinstance(models, Mapping):
        cases += [Case(_model(one), title=name) for name, one in models.items()]
    elif isinstance(models, str | Path | Model | Program):
        cases.append(Case(_model(models)))
    else:
        cases += [Case(_model(one)) for one in models]
    cases += [Case(FunctionSource.of(text, Path.cwd())) for text in functions]
    names = [case.name for case in cases]
    if len(names) > MAX_CASES:
        raise InputError(f"{len(names):,} cases are named", f"name at most {MAX_CASES}")
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        what = f"two cases are named {quoted(twice)}"
        raise InputError(what, "leave one out, or give them titles in a YAML file")
    return Spec(", ".join(names), cases=tuple(cases))


def _model(one: ModelLike) -> Source:
    if isinstance(one, Model | Program):
        return ObjectSource(one, one.name if isinstance(one, Model) else one.names.title)
    return ModelSource(Path(one).absolute())


def alter_spec(spec: Spec, options: dict[str, Any]) -> Spec:
    """The same specification, for which options say otherwise how cases are run.

    They are `question`, `formulations`, `backends`, `time_limit`, `memory_limit` (in MB), `repeat`,
    `seeds`, `row_orders`, `threads`, `gap` and `node_limit`; what is None was not given.

    Raises:
        InputError: If a value makes no sense.
        UnknownNameError: If no puzzle has a formulation.
    """
    said = {name: value for name, value in options.items() if value is not None}
    _check(said)
    names = ("question", "repeat", "row_orders", "time_limit", "memory_limit")
    changes: dict[str, Any] = {name: said.get(name) for name in names}
    if "formulations" in said:
        changes["formulations"] = _formulations(said["formulations"], spec)
        if not any(isinstance(case.source, PuzzleSource) for case in spec.cases):
            what = "formulations are named, but no case is a puzzle"
            raise InputError(what, "leave them out: a model is stated as it is")
    if "backends" in said:
        changes |= _backends(said["backends"])
    if "seeds" in said:
        changes["seeds"] = tuple(dict.fromkeys(said["seeds"]))
    if "formulations" in said or "backends" in said:
        changes["also"] = ()
    cases = []
    for case in spec.cases:
        settings = change_settings(case.settings, changes)
        if any(name in said for name in _TUNING):
            settings = replace(settings, tunings=_tunings(settings, said))
        for seed in settings.seeds:
            # It raises if the seed makes no sense.
            settings.tunings[0].options(settings.time_limit, seed)
        cases.append(replace(case, settings=settings))
    return replace(spec, cases=tuple(cases))


def _check(said: dict[str, Any]) -> None:
    require_known("question", said.get("question", QUESTIONS[0]), QUESTIONS)
    for name, what in (("repeat", "repetitions"), ("row_orders", "orders of rows")):
        if not 1 <= said.get(name, 1) <= MAX_REPEAT:
            raise InputError(f"{what} must be between 1 and {MAX_REPEAT:,}, got {said[name]}")
    for name, most, unit in (
        ("memory_limit", MAX_MEGABYTES, "MB"),
        ("time_limit", MAX_SECONDS, "seconds"),
    ):
        if not 0 < said.get(name, 1) <= most:
            what = f"the {name.replace('_', ' ')} must be above 0 and at most {most:,} {unit}"
            raise InputError(f"{what}, got {said[name]:g}")


def _backends(names: Iterable[str]) -> dict[str, Any]:
    """Their names, and those that are objects or have another name than their own, by it."""
    given = names if isinstance(names, Mapping) else {name: name for name in names}
    for name, backend in given.items():
        if name == backend and ":" not in name:
            require_known("backend", name, (INSTALLED, *backend_names()))
    objects = {name: choose(backend).backend for name, backend in given.items() if name != backend}
    for name, backend in objects.items():
        packed(backend, f"backend {quoted(name)}")
    return {"backends": tuple(given), "objects": objects}


def _formulations(names: Iterable[str], spec: Spec) -> tuple[str, ...]:
    """The names of formulations that puzzles have, and absolute paths of one's own."""
    formulations = [CLAIMED, *all_formulations()]
    for case in spec.cases:
        if isinstance(case.source, PuzzleSource):
            # It may come from another library, or register some where no text shows them.
            library = case.source.library or Library.standard()
            formulations += formulations_of(case.source, library)
    known = list(dict.fromkeys(formulations))
    for name in names:
        if ".py:" not in name:
            require_known("formulation", name, known)
    return tuple(dict.fromkeys(absolute(name, Path.cwd()) for name in names))


def _tunings(settings: RunSettings, said: dict[str, Any]) -> tuple[Tuning, ...]:
    threads = said.get("threads")
    found = settings.tunings
    if threads is not None:
        found = tuple(replace(one, workers=number) for number in threads for one in found)
    changes = {name: said[name] for name in ("gap", "node_limit") if name in said}
    return tuple(dict.fromkeys(replace(one, **changes) for one in found))


def _puzzle(text: str, library: Library) -> PuzzleSource:
    name, _, preset = text.partition(":")
    called = library.called(name)
    # It raises if there is none of that name.
    library.model_file(called)
    if preset:
        library.instance_file(called, preset)
    return PuzzleSource(called, preset or None, library=library)


def command_words(arguments: Iterable[str], unsaid: frozenset[str], alone: frozenset[str]) -> str:
    """A command as others can read and repeat it: without its files of results, and no paths.

    Options that are `unsaid` are left out with their values; those that are `alone` have none.

    Example:
        >>> words = ["own/my.yaml", "--csv", "a.csv", "--repeat", "2", "--json"]
        >>> command_words(words, frozenset({"--csv"}), frozenset({"--json"}))
        'ilpuzzles bench my.yaml --repeat 2'
    """
    words, skip = ["ilpuzzles", "bench"], False
    for argument in arguments:
        option = argument.partition("=")[0]
        if skip or option in alone:
            skip = False
        elif option in unsaid:
            skip = "=" not in argument
        else:
            words.append(",".join(part.rpartition(os.sep)[2] for part in argument.split(",")))
    return " ".join(words)
