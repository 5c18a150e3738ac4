"""How tests call the command line: the types of their fixtures, and the parts of these."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from tempfile import TemporaryFile
from typing import Any, BinaryIO

Run = Callable[..., subprocess.CompletedProcess[str]]
Call = Callable[..., tuple[int, str, str]]
Asked = Callable[..., dict[str, Any]]

OURS = {"ILPUZZLES_PATH", "NO_COLOR", "FORCE_COLOR", "ILPUZZLES_CBC"}
COMPILING = "compiling the engine (once per installation) ..."
COMPILING_MORE = "compiling another part of the engine ..."


def unmeasured() -> dict[str, str]:
    """The environment for a process that coverage is not to load modules or write files in."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")}


def run_python(
    *arguments: str, check: bool = False, **how: Any
) -> subprocess.CompletedProcess[str]:
    """Runs `python` with these arguments in a process of its own, and keeps what it says."""
    command = [sys.executable, *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=check, **how)


def without_notice(said: str) -> str:
    """What a command said, without the word that the engine is compiled.

    On a new machine that stands in whichever test comes first.
    """
    return said.replace(f"{COMPILING}\n", "")


@contextmanager
def caught(descriptor: int) -> Iterator[BinaryIO]:
    """What is written to a descriptor, also by what is not Python, and by child processes."""
    redirect = redirect_stdout if descriptor == 1 else redirect_stderr
    with TemporaryFile() as file:
        kept = os.dup(descriptor)
        os.dup2(file.fileno(), descriptor)
        try:
            with (
                open(descriptor, "w", encoding="utf-8", errors="replace", closefd=False) as stream,
                redirect(stream),
            ):
                yield file
        finally:
            os.dup2(kept, descriptor)
            os.close(kept)
