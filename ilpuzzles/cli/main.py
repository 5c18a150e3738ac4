"""Runs a command, and turns whatever happens into an exit code and a line that helps."""

from __future__ import annotations

import os
import signal
import stat
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from ilpuzzles.cli.arguments import OVERVIEW, library_parser
from ilpuzzles.cli.output import note, say, told
from ilpuzzles.errors import (
    BackendError,
    CheckError,
    Exit,
    IlpuzzlesError,
    InputError,
    Problem,
    UnknownNameError,
    unknown_name,
)

if TYPE_CHECKING:
    from ilpuzzles.library import Library


# Signals that ask a process to end. A terminal that is closed sends SIGHUP, where there is one.
_ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
_COMMANDS = {
    "backends": "ilpuzzles.cli.backends_command",
    "bench": "ilpuzzles.cli.bench_command",
    "check": "ilpuzzles.cli.check_command",
    "export": "ilpuzzles.cli.export_command",
    "explain": "ilpuzzles.cli.explain_command",
    "generate": "ilpuzzles.cli.generate_command",
    "list": "ilpuzzles.cli.list_command",
    "show": "ilpuzzles.cli.show_command",
    "solve-model": "ilpuzzles.cli.solve_model_command",
    "whatif": "ilpuzzles.cli.whatif_command",
}
_ABOUT_A_PUZZLE = {"check", "export", "explain", "generate", "show", "whatif"}


class Terminated(KeyboardInterrupt):
    """The process was asked to end (SIGTERM, SIGHUP); what is true of Ctrl-C is true of this."""


def main(arguments: Sequence[str]) -> Exit:
    """Runs a command.

    Args:
        arguments: What stands behind the program's name.

    Returns:
        The exit code.
    """
    try:
        return _dispatch(arguments)
    except IlpuzzlesError as error:
        note(str(error))
        if isinstance(error, BackendError):
            return Exit.BACKEND
        # What is neither is a bad argument, or a file that cannot be read or written.
        return Exit.CHECK_FAILED if isinstance(error, CheckError) else Exit.BAD_INPUT
    except KeyboardInterrupt as interruption:
        cause: BaseException | None = interruption
        while cause is not None and not isinstance(cause, Terminated):
            cause = cause.__cause__
        note("interrupted" if cause is None else "terminated")
        return Exit.INTERRUPTED if cause is None else Exit.TERMINATED


def _dispatch(arguments: Sequence[str]) -> Exit:
    if not arguments or arguments[0] in {"-h", "--help"}:
        say(OVERVIEW.rstrip())
        return Exit.ANSWERED if arguments else Exit.BAD_INPUT
    if arguments[0] == "--version":
        from ilpuzzles import __version__  # noqa: PLC0415 - the package imports nothing of its own

        say(f"ilpuzzles {__version__}")
        return Exit.ANSWERED
    known, rest = library_parser().parse_known_args(arguments)
    if not (rest or known.puzzle):
        raise InputError(Problem("no command", "see 'ilpuzzles --help'"))
    from ilpuzzles.library import Library, puzzle_name  # noqa: PLC0415 - not needed for --help

    library = Library.standard(known.library, known.puzzle)
    if known.puzzle:
        rest = _with_puzzle(rest, puzzle_name(known.puzzle[-1]), library)
    command, rest = rest[0], rest[1:]
    # Each command's module is imported when it is called: list must not wait for a solver.
    if command in _COMMANDS:
        run = import_module(_COMMANDS[command]).run
        with told(quiet="--quiet" in rest):
            code: Exit = run(rest, library)
        return code
    puzzles, command = library.puzzles(), library.called(command)
    if command not in puzzles:
        raise UnknownNameError(unknown_name("puzzle or command", command, [*_COMMANDS, *puzzles]))
    from ilpuzzles.cli import solve_command  # noqa: PLC0415

    with told(quiet="--quiet" in rest):
        return solve_command.run(command, rest, library)


def _with_puzzle(arguments: Sequence[str], puzzle: str, library: Library) -> list[str]:
    """The arguments, with the puzzle of `--puzzle` where one is asked for and none is named."""
    if not arguments or arguments[0].startswith("-"):
        return [puzzle, *arguments]
    command, *rest = arguments
    named = command not in _ABOUT_A_PUZZLE or {*rest} & {*library.puzzles(), *library.aliases()}
    return [command, *([] if named else [puzzle]), *rest]


def entry_point() -> NoReturn:
    """Runs the command of this process and ends it."""
    _open_what_is_closed()
    for number in _ENDINGS:
        # What nohup has said stays said.
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _terminate)
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character shall show another one, not a traceback.
        with suppress(AttributeError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr] # absent where replaced
    try:
        code = main(sys.argv[1:])
        # All is done but leaving: another signal changes nothing.
        for number in (signal.SIGINT, *_ENDINGS):
            signal.signal(number, signal.SIG_IGN)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read the answer has seen enough; nothing may be written at exit either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = Exit.ANSWERED
    except OSError as error:
        with suppress(OSError):
            note(f"the answer cannot be written ({error.strerror}); check where it goes")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = Exit.BAD_INPUT
    sys.exit(int(code))


def _open_what_is_closed() -> None:
    """Makes up for streams that were closed before (`>&-`): files would be opened in their place.

    What is written to standard output then fails like on a full disk; notes go nowhere.
    """
    for number, mode in ((0, os.O_RDONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            # The least number that is free is taken, and those below it are in use.
            os.open(os.devnull, mode)
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - for good
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - likewise


def _terminate(number: int, _frame: FrameType | None) -> NoReturn:
    if number != signal.SIGTERM:
        # The terminal is gone: what would be written to it must not be in the way of the files.
        for stream in (1, 2):
            if _is_gone(stream):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream)
    raise Terminated


def _is_gone(stream: int) -> bool:
    """Whether a stream leads to a terminal that hung up: it is a device, and is none any more."""
    return stat.S_ISCHR(os.fstat(stream).st_mode) and not os.isatty(stream)
