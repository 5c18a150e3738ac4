"""Begins a session with whatever a user hands to a panel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from ilpuzzles.backends import AUTO, Options, choose
from ilpuzzles.errors import InputError, Problem
from ilpuzzles.library import Library
from ilpuzzles.panel.origin import Origin
from ilpuzzles.panel.session import Session
from ilpuzzles.workbench import Experiment, Loaded, experiment
from ilpuzzles.workbench.plugins import Build


def open_session(
    puzzle: str | Loaded | Experiment,
    preset: str | None = None,
    *,
    file: str | Path | None = None,
    url: str | None = None,
    parameters: Mapping[str, int | str] | None = None,
    formulation: str | Build | None = None,
    break_symmetry: str = "off",
    backend: str = AUTO,
    options: Options | None = None,
    time_limit: float | None = None,
    library: Library | None = None,
) -> Session:
    """Begins a session; for the arguments see `Panel`.

    Raises:
        InputError: If something that the user gave is wrong.
        BackendError: If a solver is missing.

    Example:
        >>> open_session("tower", parameters={"height": 3}).preset
        'height-3'
    """
    if isinstance(puzzle, Experiment):
        beside = {
            "a preset": preset,
            "a file": file,
            "an address": url,
            "parameters": parameters,
            "a formulation": formulation,
            "options": options,
            "symmetry breaking": None if break_symmetry == "off" else break_symmetry,
        }
        for name, value in beside.items():
            if value is not None:
                what = f"{name} beside an experiment, which has its own"
                raise InputError(Problem(what, "leave one of them out"))
        given = puzzle
        if backend != AUTO:
            given = replace(given, backend=choose(backend).backend.name)
    else:
        given = experiment(
            puzzle,
            preset,
            file=file,
            url=url,
            parameters=parameters,
            formulation=formulation,
            break_symmetry=break_symmetry,
            backend=backend,
            options=options,
            library=library,
        )
    session = Session(
        Origin(given, library or Library.standard(), formulation, break_symmetry),
    )
    limit = given.options.time_limit
    session.choose_time_limit(time_limit if limit is None else limit)
    return session
