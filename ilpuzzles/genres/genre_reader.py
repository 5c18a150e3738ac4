"""Reads the genre in a Python file: the one that it makes, or what it says in the former way.

In the former way, the names at the top of the file are what a genre says of itself now, and its
functions have fixed names.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from ilpuzzles.errors import InputError, Problem, nearest, quoted
from ilpuzzles.genres.genre import Genre
from ilpuzzles.reading.python_modules import load_module

FORMER_FUNCTIONS = {
    "read": "board",
    "decode": "solution",
    "partial": "partial_solution",
    "rules": "rules",
    "draw": "picture",
    "text": "text",
    "svg": "svg",
    "clues": "clue_candidates",
    "empty": "lasting_clues",
    "together": "same_region",
    "board": "pieces",
    "weaker": "weaker_model",
    "clue_name": "clue_name",
}
"""The names that functions of a file had to have, and the decorators of today."""

FORMER_TEXTS = {
    "preset": "default_preset",
    "generated": "preset_to_generate",
    "layout": "layout",
    "address": "address",
    "unknown": "unknown_clue",
    "words": "solution_words",
    "stays": "known_anyway",
}
"""The names that texts of a file had to have, and what a genre calls them today."""

FORMER_VALUES = {
    "presets": "presets",
    "clue": "clue_patterns",
    "symbols": "symbols",
    "facts": "shown_variables",
    "hints": "reasons",
    "broken": "contradictions",
    "hint_cells": "most_cells_with_reasons",
    "backends": "backends",
}
"""The same for values that are no texts."""

_UNKNOWN_ARGUMENT = re.compile(r"^Genre\.__init__\(\) got an unexpected keyword argument '(\w+)'")
_CALLED_DECORATOR = re.compile(
    r"^Genre\.(\w+)\(\) missing 1 required positional argument: 'function'"
)
"""Messages of Python, of which we say what to do."""

_PAGE = "'ilpuzzles docs howto/own_puzzle'"


def genre_in(path: str, text: str) -> Genre:
    """Returns the genre that a Python file describes.

    Args:
        path: The file.
        text: Its text, which is run as a program.

    Raises:
        InputError: If there is none, or something is wrong with it, with its place.
    """
    try:
        module = vars(load_module(path, text))
    except InputError as error:
        place = error.problems[0].where
        cause = error.__cause__
        if isinstance(cause, InputError):
            # What a genre says of itself is wrong: that is known in sentences.
            raise InputError(*_at(place, cause)) from None
        if isinstance(cause, TypeError):
            _raise_wrong_call(str(cause), place)
        raise
    # A genre may have several names.
    genres = {id(value): value for value in module.values() if isinstance(value, Genre)}
    if len(genres) > 1:
        what = f"{len(genres)} genres in one file"
        raise InputError(what, "write each into a file of its own", path)
    if genres:
        [genre] = genres.values()
    elif callable(module.get("build")):
        genre = _former_genre(path, module)
    else:
        advice = f"write genre = Genre(...) and a function below @genre.model; see {_PAGE}"
        raise InputError("no genre", advice, f"{path}:1")
    if not genre.formulations:
        advice = "write a function that returns an ilpuzzles.Model, below @genre.model"
        raise InputError("the genre has no model", advice, f"{path}:1")
    return genre


def _at(place: str, error: InputError) -> list[Problem]:
    """The problems of an error, at this place."""
    return [replace(problem, where=place) for problem in error.problems]


def _raise_wrong_call(message: str, place: str) -> None:
    """Raises if Python's message is about an argument of `Genre` or of one of its decorators."""
    unknown = _UNKNOWN_ARGUMENT.search(message)
    if unknown is not None:
        known = [each.name for each in fields(Genre) if each.init]
        name = unknown[1]
        meant = nearest(name, known)
        advice = f"known: {', '.join(known)}" if meant is None else f"did you mean {quoted(meant)}?"
        raise InputError(f"a Genre has no {quoted(name)}", advice, place) from None
    called = _CALLED_DECORATOR.search(message)
    if called is not None:
        decorator = f"@genre.{called[1]}"
        what = f"'{decorator}()' has no function"
        raise InputError(what, f"write '{decorator}' without brackets", place) from None


def _former_genre(path: str, module: Mapping[str, Any]) -> Genre:
    """The genre of a file in the former way, which is understood for one more release."""
    new_names = FORMER_TEXTS | FORMER_VALUES
    arguments = {new: module[old] for old, new in new_names.items() if old in module}
    if "given" in module:
        given = module["given"]
        if not isinstance(given, str):
            what = f"'given' is {quoted(given)}"
            raise InputError(what, "write names in quotes, with blanks between them", path)
        arguments["clue_groups"] = given.split()
    try:
        genre = Genre(**arguments)
        genre.model(module["build"])
        for old, new in FORMER_FUNCTIONS.items():
            if old in module:
                getattr(genre, new)(module[old])
    except InputError as error:
        raise InputError(*_at(path, error)) from None
    warnings.warn(
        f"{path}: a puzzle is a Genre(...) now, and its functions are registered; files in this "
        f"form are read until the next release; see {_PAGE}",
        FutureWarning,
        stacklevel=2,
    )
    return genre
