"""Runs a command, and turns whatever happens into an exit code and a line that helps."""

from __future__ import annotations

import os
import signal
import stat
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from ilpuzzles import __version__
from ilpuzzles.cli.options import Parser
from ilpuzzles.cli.output import note, note_log, say
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
    "PUZZLE": "ilpuzzles.cli.solve_command",
    "backends": "ilpuzzles.cli.backends_command",
    "bench": "ilpuzzles.cli.bench_command",
    "bench report": "ilpuzzles.cli.report_command",
    "check": "ilpuzzles.cli.check_command",
    "export": "ilpuzzles.cli.export_command",
    "explain": "ilpuzzles.cli.explain_command",
    "generate": "ilpuzzles.cli.generate_command",
    "list": "ilpuzzles.cli.list_command",
    "show": "ilpuzzles.cli.show_command",
    "solve-model": "ilpuzzles.cli.solve_model_command",
    "whatif": "ilpuzzles.cli.whatif_command",
}
"""The module of each command; it is imported when it is called: list must not wait for a solver."""
_ABOUT_A_PUZZLE = {"check", "export", "explain", "generate", "show", "whatif"}


_OVERVIEW = """\
usage: ilpuzzles PUZZLE [--preset NAME | --file FILE] [options]
       ilpuzzles list | show PUZZLE | explain PUZZLE | whatif PUZZLE | check PUZZLE FILE
       ilpuzzles export PUZZLE | generate PUZZLE | backends | solve-model FILE
       ilpuzzles bench SPEC | bench report FILE

Solves puzzles as 0-1 models.

  PUZZLE      solve one: 'ilpuzzles lonpos --preset 8pieces'; or ask for --all, --count, --unique
              or --forced
  list        all puzzles and their presets
  show        what a puzzle is, or a starting position
  explain     why an instance has no solution, or what to give up for one
  whatif      what becomes of an instance without some of its rules
  export      the model of an instance as an LP, MPS or OPB file, or a matrix of 0 and 1
  generate    a new starting position: 'ilpuzzles generate lonpos --placed 4 --unique'
  check       whether the solutions in a JSON file are solutions
  solve-model solve a model of your own: 'ilpuzzles solve-model FILE.mps'
  bench       measure solvers: 'ilpuzzles bench quick', or a specification of your own
  backends    the solvers, and whether they are installed

  --library DIR   look for puzzles and presets there too
  --puzzle FILE.py  a puzzle of your own: 'ilpuzzles --puzzle FILE.py --preset NAME'
  --version       the version of ilpuzzles
  --help          this text; 'ilpuzzles COMMAND --help' has the options of a command
"""


class Terminated(KeyboardInterrupt):
    """The process was asked to end (SIGTERM, SIGHUP); what is true of Ctrl-C is true of this."""


def main(arguments: Sequence[str]) -> Exit:
    """Runs a command with the arguments behind the program's name."""
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


def _library_parser() -> Parser:
    """The options that are understood before and after every command."""
    parser = Parser(prog="ilpuzzles", add_help=False, allow_abbrev=False)
    for option, metavar in (("--library", "DIR"), ("--puzzle", "FILE.py")):
        parser.add_argument(option, metavar=metavar, type=Path, action="append", default=[])
    return parser


def _dispatch(arguments: Sequence[str]) -> Exit:
    if not arguments or arguments[0] in {"-h", "--help"}:
        say(_OVERVIEW.rstrip())
        return Exit.ANSWERED if arguments else Exit.BAD_INPUT
    if arguments[0] == "--version":
        say(f"ilpuzzles {__version__}")
        return Exit.ANSWERED
    known, rest = _library_parser().parse_known_args(arguments)
    if not (rest or known.puzzle):
        raise InputError(Problem("no command", "see 'ilpuzzles --help'"))
    from ilpuzzles.library import Library, puzzle_name  # noqa: PLC0415 - not needed for --help

    library = Library.standard(known.library, known.puzzle)
    if known.puzzle:
        rest = _with_puzzle(rest, puzzle_name(known.puzzle[-1]), library)
    command, rest = _command(rest, library)
    with note_log(quiet="--quiet" in rest):
        code: Exit = import_module(_COMMANDS[command]).run(rest, library)
    return code


def _command(arguments: list[str], library: Library) -> tuple[str, list[str]]:
    """The key of a command in the table, and its arguments; those of a puzzle begin with it."""
    for words in (2, 1):
        command = " ".join(arguments[:words])
        if command in _COMMANDS and command != "PUZZLE":
            return command, arguments[words:]
    puzzles, puzzle = library.puzzles(), library.called(arguments[0])
    if puzzle not in puzzles:
        commands = [name for name in _COMMANDS if name.islower() and " " not in name]
        raise UnknownNameError(unknown_name("puzzle or command", puzzle, [*commands, *puzzles]))
    return "PUZZLE", [puzzle, *arguments[1:]]


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
        # What reads the answer has seen enough; nothing may be written at exit either.
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
