"""Runs Python files that a user has written, and says where in them something went wrong."""

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

from ilpuzzles.errors import InputError
from ilpuzzles.reading.source import read_source

_LONGEST = 300


class _Loader(SourceFileLoader):
    """Compiles a text; a cache is neither read, which might be old, nor written beside the file."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> CodeType:
        code: CodeType = self.source_to_code(self._text, self.get_filename(fullname))
        return code


def load_module(path: str, text: str | None = None) -> ModuleType:
    """Runs a Python file, as it is now, as a module of its own.

    Its folder is not searched for modules, and nothing is written there.
    """
    text = read_source(Path(path)) if text is None else text
    # No name that anybody imports; dataclasses and pickle want a module to be found by its name.
    name = f"_ilpuzzles_{sha256(str(Path(path).resolve()).encode()).hexdigest()[:16]}"
    spec = spec_from_file_location(name, path, loader=_Loader(name, path, text))
    if spec is None or spec.loader is None:
        raise InputError("cannot be loaded as a module", "check the path", path)
    module = module_from_spec(spec)
    sys.modules[name] = module
    with errors_in(path):
        spec.loader.exec_module(module)
    return module


@contextmanager
def errors_in(path: str, line: int | None = None) -> Iterator[None]:
    """Turns whatever goes wrong inside into one line with the place in the user's file.

    Ctrl-C is none of it. The line is that of the file's own code, or else the one given. What the
    user's code prints goes to standard error: standard output holds answers alone.

    Example:
        >>> with errors_in("my.py"):
        ...     1 / 0
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: my.py: ZeroDivisionError: division by zero; fix it there
    """
    try:
        with redirect_stdout(sys.stderr):
            yield
    except (Exception, SystemExit) as error:
        raise InputError(_error_text(error), _advice(error), _place(error, path, line)) from error


def _place(error: BaseException, path: str, line: int | None) -> str:
    if isinstance(error, SyntaxError) and error.filename == path and error.lineno:
        return f"{path}:{error.lineno}:{error.offset or 1}"
    lines = [
        number
        for frame, number in walk_tb(error.__traceback__)
        # Paths may be made absolute on the way into a code object.
        if frame.f_code.co_filename in {path, str(Path(path).absolute())}
    ]
    last = lines[-1] if lines else line
    return path if last is None else f"{path}:{last}"


def _error_text(error: BaseException) -> str:
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
    return "fix it there"


_BESIDE: dict[str, tuple[str, ModuleType]] = {}
"""The modules of files beside others, by their paths, each with the text that was run."""


def module_beside(file: str, name: str) -> ModuleType:
    """Returns the module of a file beside another one, which is run when it is first asked for.

    What only some questions need can stand there: a long formulation, or a generator.

    Args:
        file: The file that asks, `__file__`.
        name: The path of the other one, from the folder of this one: `"my_puzzle/seed.py"`.

    Raises:
        InputError: If there is no such file, or something goes wrong in it, with the place.
    """
    path = str(Path(file).absolute().parent / name)
    text = read_source(Path(path))
    known = _BESIDE.get(path)
    if known is None or known[0] != text:
        known = _BESIDE[path] = text, load_module(path, text)
    return known[1]
