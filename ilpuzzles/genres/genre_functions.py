"""The functions in the file of a genre: what goes wrong in them has its place."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from traceback import walk_tb
from typing import Any, TypeGuard

import numpy as np

from ilpuzzles.errors import InputError
from ilpuzzles.puzzles.position import Plain
from ilpuzzles.puzzles.user_code import kind_of
from ilpuzzles.reading.python_modules import errors_in


@dataclass(frozen=True, slots=True)
class GenreFunction:
    """A function of the user's file; what goes wrong in it has its place."""

    path: str
    name: str
    function: Callable[..., Any]

    @property
    def line(self) -> int | None:
        """The line in which it begins, if it is a function of the file."""
        code = getattr(self.function, "__code__", None)
        if code is None:
            return None
        # It is asked at every call, and most paths are the same.
        file: str = code.co_filename
        if file != self.path and file != str(Path(self.path).absolute()):
            return None
        line: int = code.co_firstlineno
        return line

    @property
    def place(self) -> str:
        """The place where it begins: the file, and the line if that is known."""
        return self.path if self.line is None else f"{self.path}:{self.line}"

    def __call__(self, *arguments: Any) -> Any:
        """Returns the value of the function; of a generator, the list of all that it yields."""
        with errors_in(self.path, self.line):
            value = self.function(*arguments)
            # The code of a generator is run only now.
            return list(value) if isinstance(value, Iterator) else value

    def call_or_refuse(self, *arguments: Any) -> Any:
        """Returns the value of the function, which may raise an `InputError` about its arguments.

        Such an error passes as it is: it says what the file cannot state, and nothing in the file
        is wrong.
        """
        try:
            return self(*arguments)
        except InputError as error:
            if not is_own_error(error.__cause__, self.path):
                raise
            raise error.__cause__ from None

    def require(self, value: object, expected: Any, advice: str) -> None:
        """Raises unless a value that the function has returned is of a type."""
        if not isinstance(value, expected):
            raise InputError(f"{self.name!r} returns {kind_of(value)}", advice, self.place)


def is_own_error(error: BaseException | None, path: str) -> TypeGuard[InputError]:
    """Whether the code of a file has raised an error about what it was given."""
    frames = [] if error is None else [frame for frame, _ in walk_tb(error.__traceback__)]
    last = frames[-1].f_code.co_filename if frames else ""
    return isinstance(error, InputError) and last in {path, str(Path(path).absolute())}


def plain_of(data: Any, place: str) -> Plain:
    """Data as JSON has it; an `InputError` if it cannot be written as that."""
    try:
        plain: Plain = json.loads(json.dumps(data, default=_of_numpy, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        what = "this is not plain data"
        advice = "use dictionaries, lists, strings and numbers"
        raise InputError(f"{what} ({error})", advice, place) from None
    return plain


def _of_numpy(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if isinstance(value, set | frozenset):
        return sorted(value)
    raise TypeError(f"a value of type {type(value).__name__}")
