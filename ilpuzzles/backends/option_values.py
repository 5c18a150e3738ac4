"""Options as people give them: numpy's numbers become Python's, and what makes no sense is refused.

`READERS` has a reader for every option except `hint` and `cover`, so that each is read in one place
before a backend sees it. An option that is None counts as not given.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from decimal import Decimal
from numbers import Real
from operator import index
from typing import Any, TypeAlias

from ilpuzzles.errors import InputError, quoted
from ilpuzzles.modelling.numbers import python_scalar

Parameter: TypeAlias = bool | int | float | str
"""The value of a parameter of a solver."""

LARGEST_SEED = (1 << 31) - 1
"""The largest seed, and the largest limit of nodes, that every solver takes."""

MOST_WORKERS = 1024

ENDLESS = 1e9
"""A limit of so many seconds, 31 years, is none.

People write 1e20, 1e30 or infinity for that. Solvers count in nanoseconds of 64 bits, which end at
9.2e9 seconds, and so do the waits of an operating system.
"""


def flag(name: str, given: object) -> bool:
    """The value of an option that is on or off.

    Example:
        >>> flag("verbose", 1)
        True
        >>> flag("verbose", "no")
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: verbose must be True or False, got 'no'
    """
    scalar = python_scalar(given)
    if isinstance(scalar, int) and scalar in {0, 1}:
        return bool(scalar)
    raise InputError(f"{_in_words(name)} must be True or False, got {quoted(given)}")


def is_on(name: str, given: object, *, usual: bool) -> bool:
    """The value of an option that is on or off, or the usual one if it is None."""
    return usual if given is None else flag(name, given)


def whole_number(name: str, given: object) -> int:
    """The value of an option that is a whole number.

    Example:
        >>> whole_number("node_limit", 2.5)
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: node limit must be a whole number, got '2.5'
    """
    try:
        return int(index(python_scalar(given)))
    except TypeError:
        what = f"{_in_words(name)} must be a whole number, got {quoted(given)}"
        raise InputError(what) from None


def whole_number_within(name: str, given: object, least: int, most: int) -> int:
    """The value of an option that is a whole number within a range."""
    number = whole_number(name, given)
    if not least <= number <= most:
        what = f"{_in_words(name)} must be between {least} and {most}, got {number}"
        raise InputError(what)
    return number


def double(name: str, given: object) -> float:
    """The value of an option that may have decimals; a short float means its decimal."""
    scalar = python_scalar(given)
    if isinstance(scalar, Real | Decimal):
        with suppress(ValueError, OverflowError):
            return float(scalar)
    raise InputError(f"{_in_words(name)} must be a number, got {quoted(given)}")


def _limit(name: str, given: object, wanted: str) -> float | None:
    """A limit that has to be positive; None for one that is never reached."""
    number = double(name, given)
    if not number > 0:
        raise InputError(f"{_in_words(name)} must be {wanted}, got {number}")
    return number if number < ENDLESS else None


def _time_limit(name: str, given: object) -> float | None:
    return _limit(name, given, "a positive number of seconds")


def _work_limit(name: str, given: object) -> float | None:
    return _limit(name, given, "positive")


def _workers(name: str, given: object) -> int:
    return whole_number_within(name, given, 1, MOST_WORKERS)


def _seed(name: str, given: object) -> int:
    return whole_number_within(name, given, 0, LARGEST_SEED)


def _node_limit(name: str, given: object) -> int | None:
    scalar = python_scalar(given)
    if isinstance(scalar, float) and scalar == math.inf:
        return None
    return whole_number_within(name, scalar, 1, LARGEST_SEED)


def _gap(name: str, given: object) -> float:
    number = double(name, given)
    if not 0 <= number < math.inf:
        raise InputError(f"{name} must be 0 or a share such as 0.01, got {number}")
    return number


def _text(name: str, given: object) -> str:
    scalar = python_scalar(given)
    if isinstance(scalar, str):
        return scalar
    raise InputError(f"{_in_words(name)} must be a string, got {quoted(given)}")


def _function(name: str, given: object) -> Any:
    if callable(given):
        return given
    raise InputError(f"{name} must be a function, got {quoted(given)}")


def parameters(name: str, given: object) -> dict[str, dict[str, Parameter]]:
    """The parameters for each backend, in Python's own values.

    Example:
        >>> import numpy as np
        >>> parameters("params", {"scip": {"limits/gap": np.float32(0.01)}, "highs": None})
        {'scip': {'limits/gap': 0.01}, 'highs': {}}
    """
    if not isinstance(given, Mapping):
        raise InputError(f"{name} must map backends to parameters, got {quoted(given)}", _EXAMPLE)
    return {str(backend): _parameters_of(backend, own) for backend, own in given.items()}


_EXAMPLE = 'write {"scip": {"limits/gap": 0.01}}'


def _parameters_of(backend: object, given: object) -> dict[str, Parameter]:
    """The parameters for one backend."""
    if given is None:
        return {}
    error = InputError(f"{quoted(given)} are not parameters of {backend}", _EXAMPLE)
    if not isinstance(given, Mapping):
        raise error
    own = {str(name): python_scalar(value) for name, value in given.items()}
    if not all(isinstance(value, bool | int | float | str) for value in own.values()):
        raise error
    return own


def _in_words(name: str) -> str:
    return name.replace("_", " ")


READERS: Mapping[str, Callable[[str, object], object]] = {
    "time_limit": _time_limit,
    "workers": _workers,
    "seed": _seed,
    "verbose": flag,
    "gap": _gap,
    "node_limit": _node_limit,
    "work_limit": _work_limit,
    "params": parameters,
    "unsafe": flag,
    "on_solution": _function,
    "cluster": _text,
    "verify": flag,
    "exact": flag,
    "watch": _function,
    "stopped": _function,
    "deadline": double,
}
"""The reader of each option, but for `hint` and `cover`, which are objects of their own."""
