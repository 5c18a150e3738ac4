"""Formulations and functions that a user has written in a Python file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from inspect import isfunction
from typing import Any, TypeAlias

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import InputError, UnknownNameError, quoted, unknown_name
from ilpuzzles.modelling.rows import IntArray
from ilpuzzles.puzzles.formulation import Formulated, Formulation
from ilpuzzles.puzzles.kind import PuzzleKind
from ilpuzzles.reading.json_text import JsonPart
from ilpuzzles.reading.python_modules import errors_in, load_module

Build: TypeAlias = Callable[[Any], Formulated]
"""A function that states an instance as a model."""


def own_formulation(asked: str | Build | None, kind: PuzzleKind) -> Formulation | None:
    """The formulation that a user has written, or None where one of ours is meant by its name.

    What it builds, and every solution that it decodes, has the form that the kind wants.

    Example:
        >>> from ilpuzzles.puzzles.kinds import get_kind
        >>> own_formulation("cells", get_kind("tiling")) is None
        True
    """
    if asked is None:
        return None
    if isinstance(asked, str):
        if ".py:" not in asked and not asked.endswith(".py"):
            return None
        return _check_formulation(load_formulation(asked), kind)
    if not callable(asked):
        advice = "give a name, FILE.py:function, or a function"
        raise InputError(f"a formulation of type {type(asked).__name__}", advice)
    name = getattr(asked, "__name__", type(asked).__name__)
    return _check_formulation(_formulation(name, asked), kind)


def load_formulation(text: str) -> Formulation:
    """Loads a formulation from `FILE.py:function`, which takes an instance, and is called by that.

    Whatever the code of the file raises, when it is loaded, called, or decodes a solution, is an
    `InputError` with the place in the file.

    Example:
        >>> load_formulation("my.py")
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: my.py: no function of the file is named; write my.py:function
    """
    path, function = load_function(text, "a function that takes an instance")

    def build(instance: Any) -> Formulated:
        with errors_in(path):
            formulated = function(instance)
        return errors_in_formulated(require_formulated(formulated, text), path)

    return _formulation(text, build)


def errors_in_formulated(formulated: Formulated, path: str, line: int | None = None) -> Formulated:
    """Returns the same; what goes wrong in its functions has its place, see `errors_in`."""

    def placed(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def call(argument: Any) -> Any:
            with errors_in(path, line):
                return function(argument)

        return call

    return replace(
        formulated,
        decode=placed(formulated.decode),
        facts=None if formulated.facts is None else placed(formulated.facts),
        partial=None if formulated.partial is None else placed(formulated.partial),
    )


def load_function(text: str, wanted: str = "a function") -> tuple[str, Callable[..., Any]]:
    """The path of a file, and a function in it, of `FILE.py:function`; `wanted` is for messages.

    What calls it does so inside of `errors_in`.
    """
    path, _, name = text.rpartition(":") if ".py:" in text else (text, "", "")
    if not name:
        raise InputError("no function of the file is named", f"write {path}:function", path)
    module = load_module(path)
    function = vars(module).get(name)
    if function is None:
        known = [other for other, value in vars(module).items() if isfunction(value)]
        raise UnknownNameError(unknown_name("function", name, known, where=path))
    if not callable(function):
        raise InputError(f"{quoted(name)} is not a function", f"name {wanted}", path)
    return path, function


def _formulation(name: str, build: Build) -> Formulation:
    return Formulation(name, "a formulation of your own", build, lambda _instance, _backend: False)


def _check_formulation(formulation: Formulation, kind: PuzzleKind) -> Formulation:
    """The same; what comes out of the user's code is refused unless it has the right form."""

    def require_solution(solution: Any, what: str) -> Any:
        if isinstance(solution, kind.solution):
            return solution
        advice = f"return a {kind.solution.__name__}"
        raise InputError(f"{what} returns {kind_of(solution)}", advice, formulation.name)

    def build(instance: Any) -> Formulated:
        formulated = require_formulated(formulation.build(instance), formulation.name)
        partial = formulated.partial

        def decode(values: IntArray) -> Any:
            solution = require_solution(formulated.decode(values), "the decoder")
            with errors_in(formulation.name):
                plain = solution.to_json()
            kind.position(instance).read_solution(JsonPart(formulation.name, plain))
            return solution

        if partial is None:
            return replace(formulated, decode=decode)
        return replace(
            formulated,
            decode=decode,
            partial=lambda known: require_solution(partial(known), "'partial'"),
        )

    return replace(formulation, build=build)


def require_formulated(found: object, where: str) -> Formulated:
    """What a user's function has returned, if it is an instance that is stated as a model."""
    advice = "return ilpuzzles.Formulated(model, decode)"
    if not isinstance(found, Formulated):
        raise InputError(f"the function returns {kind_of(found)}", advice, where)
    if not isinstance(found.model, Model):
        raise InputError(f"the model is {kind_of(found.model)}", advice, where)
    if not callable(found.decode):
        raise InputError(f"the decoder is {kind_of(found.decode)}", advice, where)
    for name, function in (("facts", found.facts), ("partial", found.partial)):
        if function is not None and not callable(function):
            raise InputError(f"'{name}' is {kind_of(function)}", "give a function", where)
    return found


def kind_of(value: object) -> str:
    """What a value is, for messages: its type, or None."""
    return "None" if value is None else f"a value of type {type(value).__name__}"
