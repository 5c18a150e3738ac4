"""Runs what a user has written in a Python file, and says where in it something went wrong."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from hashlib import sha256
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import walk_tb
from types import CodeType, ModuleType

from ilpuzzles.document import read_source
from ilpuzzles.errors import InputError, Problem

_LONGEST = 300


class _Loader(SourceFileLoader):
    """Compiles a text; a cache is neither read, which might be old, nor written beside the file."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = self.source_to_code(self._text, self.get_filename(fullname))
        return code


def load_module(path: str) -> ModuleType:
    """Runs a Python file as a module of its own.

    Its folder is not searched for modules, and nothing is written there.

    Args:
        path: The file, UTF-8 text.

    Returns:
        The module, as the file is now.

    Raises:
        InputError: If it cannot be read, or raises anything while it runs.
    """
    text = read_source(Path(path))
    # No name that anybody imports; dataclasses and pickle want a module to be found by its name.
    name = f"_ilpuzzles_{sha256(str(Path(path).resolve()).encode()).hexdigest()[:16]}"
    spec = spec_from_file_location(name, path, loader=_Loader(name, path, text))
    if spec is None or spec.loader is None:
        raise InputError(Problem("cannot be loaded as a module", "check the path", path))
    module = module_from_spec(spec)
    sys.modules[name] = module
    with located(path):
        spec.loader.exec_module(module)
    return module


@contextmanager
def located(path: str) -> Iterator[None]:
    """Turns whatever goes wrong inside into one line with the place in the user's file.

    What the user's code prints goes to standard error: standard output holds answers alone.

    Raises:
        InputError: For every exception, `sys.exit()` included, but not for Ctrl-C.

    Example:
        >>> with located("my.py"):
        ...     1 / 0
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: my.py: ZeroDivisionError: division by zero; mend it there
    """
    try:
        with redirect_stdout(sys.stderr):
            yield
    except (Exception, SystemExit) as error:
        raise InputError(Problem(_said(error), _advice(error), _place(error, path))) from error


def _place(error: BaseException, path: str) -> str:
    if isinstance(error, SyntaxError) and error.filename == path and error.lineno:
        return f"{path}:{error.lineno}:{error.offset or 1}"
    lines = [
        line
        for frame, line in walk_tb(error.__traceback__)
        # Paths may be made absolute on the way into a code object.
        if frame.f_code.co_filename in {path, str(Path(path).absolute())}
    ]
    return f"{path}:{lines[-1]}" if lines else path


def _said(error: BaseException) -> str:
    kind = type(error).__name__
    try:
        text = error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:  # noqa: BLE001 - even its text is the user's code
        return kind
    line = "".join(
        character if character.isprintable() else " " for character in " ".join(text.split())
    )
    shown = line if len(line) <= _LONGEST else f"{line[:_LONGEST]}..."
    return f"{kind}: {shown}" if shown else kind


def _advice(error: BaseException) -> str:
    if isinstance(error, ModuleNotFoundError):
        return "install it, or write it into the file: the folder of the file is not searched"
    return "mend it there"
