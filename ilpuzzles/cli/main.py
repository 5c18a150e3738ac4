"""Runs a command, and turns whatever happens into an exit code and a line that helps."""

from __future__ import annotations

import gc
import os
import sys
import traceback
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from types import TracebackType
from typing import TYPE_CHECKING, NoReturn, TextIO

from ilpuzzles.cli.command_parsers import common_parser
from ilpuzzles.cli.commands import (
    COMMANDS,
    FORMER,
    PUZZLE,
    Command,
    command_names,
    find_command,
    owners,
)
from ilpuzzles.cli.output import note, say
from ilpuzzles.cli.parser import (
    HELP,
    UnexpectedArgumentError,
    UnknownOptionError,
    near_option,
    option_text,
)
from ilpuzzles.cli.progress_line import note_log
from ilpuzzles.cli.signals import (
    Terminated,
    ending_behind,
    hear_signals,
    ignore_signals,
    raise_signals,
)
from ilpuzzles.cli.typed_command import command_to_type
from ilpuzzles.errors import (
    Exit,
    IlpuzzlesError,
    InputError,
    PositionMissingError,
    UnknownNameError,
    exit_code_of,
    nearest,
    quoted,
    unknown_name,
)
from ilpuzzles.lazy_imports import named
from ilpuzzles.render.ascii_walls import ASCII, register_ascii

if TYPE_CHECKING:
    from ilpuzzles.reading.library import Library

_PUZZLES = ("puzzle", "puzzle or command")
"""The words for names of puzzles in messages about unknown ones."""

_FEW, _SURE, _LIKE = 2, 0.8, 0.7

# Nearly all that a command loads stays until it ends. Looking for garbage in it after every 700 new
# objects, as Python does, and once more at the end, takes a sixth of the time of a short count.
_OBJECTS = 20_000


def main(arguments: Sequence[str]) -> Exit:
    """Runs a command with the arguments behind the program's name."""
    try:
        return _dispatch(arguments)
    except Exception as error:
        if ending := ending_behind(error):
            return _exit_after(ending)
        if not isinstance(error, IlpuzzlesError):
            raise
        for problem in error.problems:
            note(str(problem))
        return exit_code_of(error)
    except KeyboardInterrupt as interruption:
        return _exit_after(ending_behind(interruption))


def _exit_after(ending: type[BaseException] | None) -> Exit:
    hear_signals()
    is_asked = ending is Terminated
    note("terminated" if is_asked else "interrupted")
    return Exit.TERMINATED if is_asked else Exit.INTERRUPTED


def _dispatch(arguments: Sequence[str]) -> Exit:
    if not arguments or arguments[0] in HELP:
        say(import_module("ilpuzzles.cli.help_command").overview())
        return Exit.ANSWERED if arguments else Exit.BAD_INPUT
    if arguments[0] == "--version":
        for line in import_module("ilpuzzles.cli.backends_command").versions():
            say(line)
        return Exit.ANSWERED
    if list(arguments[:2]) == ["completion", "words"]:
        import_module("ilpuzzles.cli.completion_command").answer_shell(arguments[3:])
        return Exit.ANSWERED
    known, rest = common_parser().parse_known_args(arguments)
    if not (rest or known.puzzle):
        raise InputError("no command is given", "see 'ilpuzzles --help'")
    from ilpuzzles.reading.library import Library, puzzle_name  # noqa: PLC0415 - not needed for --help

    library = Library.standard(known.library, known.puzzle)
    if known.puzzle:
        rest = _with_puzzle(rest, puzzle_name(known.puzzle[-1]), library)
    command, rest = _command(_with_present_names(rest), library)
    if {*HELP} & {*rest}:
        say(import_module("ilpuzzles.cli.help_command").help_of_command(command, rest, library))
        return Exit.ANSWERED
    with note_log(quiet="--quiet" in rest, verbose="--verbose" in rest):
        return _run(command, rest, library)


def _with_present_names(arguments: list[str]) -> list[str]:
    """Puts the names of today in place of those of the release before, and says so."""
    found = []
    for place, argument in enumerate(arguments):
        old, equals, value = argument.partition("=")
        new = FORMER.get(old, old) if place == 0 or old.startswith("--") else old
        if new != old and "--quiet" not in arguments:
            note(f"'{old}' is called '{new}' now; the old name goes with the next release")
        found.append(f"{new}{equals}{value}")
    return found


def _run(command: Command, arguments: Sequence[str], library: Library) -> Exit:
    """Runs a command; what is wrong with its arguments is said with all commands in view."""
    try:
        code: Exit = named(command.run)(arguments, library)
    except UnknownOptionError as error:
        raise _with_owner(error, command) from None
    except UnexpectedArgumentError as error:
        raise _elsewhere(error, command, arguments, library) from None
    except PositionMissingError as error:
        raise _in_options(error, command) from None
    except UnknownNameError as error:
        raise _as_model(error, arguments) from None
    return code


def _command(arguments: list[str], library: Library) -> tuple[Command, list[str]]:
    """A command, and its arguments; those of a puzzle begin with it."""
    found, (word, *rest) = find_command(arguments), arguments
    if found is not None:
        return found
    if word.startswith("-"):
        raise _early_option_error(word)
    puzzles, puzzle = library.puzzles(), library.called(word)
    if puzzle in puzzles:
        return COMMANDS[PUZZLE], [puzzle, *rest]
    known = [*command_names(), *puzzles]
    others = library.aliases()
    problem = unknown_name("puzzle or command", word, known, more=others)
    if nearest(word, [*known, *others]) is None:
        command = command_to_type(library, "list")
        problem = replace(problem, advice=f"{problem.advice}; '{command}' shows all puzzles")
    meant = nearest(word, [*known, *others], likeness=_SURE)
    if meant is None and rest and library.called(rest[0]) in puzzles:
        problem = replace(problem, advice=_before_a_puzzle(word, rest[0], library))
    elif meant is None and f"--{word}" in COMMANDS[PUZZLE].parser().options():
        problem = replace(problem, advice=_as_option(word, PUZZLE, library))
    raise _as_model(UnknownNameError(problem), [word])


def _as_model(error: UnknownNameError, arguments: Sequence[str]) -> UnknownNameError:
    """The error of an unknown puzzle, with the command for it where it is a model file."""
    if len(error.problems) != 1:
        return error
    problem = error.problems[0]
    unknown = {f"unknown {kind} {quoted(w)}": w for kind in _PUZZLES for w in arguments}
    if problem.what not in unknown:
        return error
    advice = import_module("ilpuzzles.formats.model_files").solve_advice(unknown[problem.what])
    return UnknownNameError(replace(problem, advice=advice)) if advice else error


def _before_a_puzzle(word: str, puzzle: str, library: Library) -> str:
    """What to type instead of an unknown command with a puzzle behind it."""
    if f"--{word}" in COMMANDS[PUZZLE].parser().options():
        return _as_option(word, puzzle, library)
    near = nearest(word, command_names(), likeness=_LIKE)
    if near is not None:
        return f"did you mean {quoted(near)}?"
    # 'solve lonpos': a puzzle is a command by itself.
    return f"to solve {puzzle}, type '{command_to_type(library, puzzle)}'"


def _as_option(word: str, puzzle: str, library: Library) -> str:
    """What to type instead of a word that is an option of all puzzles."""
    option = COMMANDS[PUZZLE].parser().options()[f"--{word}"]
    value = [str(option.metavar)] if option.nargs is None else []
    return f"type '{command_to_type(library, puzzle, f'--{word}', *value)}'"


def _elsewhere(
    error: UnexpectedArgumentError, command: Command, arguments: Sequence[str], library: Library
) -> UnexpectedArgumentError:
    """An unexpected argument, with the command or the question that it is the name of."""
    word = error.argument
    puzzle = library.first_puzzle(arguments)
    if puzzle is not None and word in COMMANDS:
        about = [puzzle] if COMMANDS[word].is_about_a_puzzle else []
        command_line = command_to_type(library, word, *about)
        return UnexpectedArgumentError(word, f"type '{command_line}'", meant=True)
    if puzzle is None or f"--{word}" in command.parser().options():
        return error
    asks = command.is_about_a_puzzle and f"--{word}" in COMMANDS[PUZZLE].parser().options()
    if asks and not error.meant:
        return UnexpectedArgumentError(word, _as_option(word, puzzle, library), meant=True)
    return error


def _in_options(error: PositionMissingError, command: Command) -> InputError:
    """That no position is named, in the words of the command's options."""
    options = command.parser().options()
    if not {"--preset", "--board"} <= options.keys():
        return error
    file = "--file" if "--file" in options else "--instance"
    ways = ("--preset NAME", f"{file} FILE", "--board ROWS")
    return PositionMissingError(error.puzzle, error.presets, drawn=error.drawn, ways=ways)


def _early_option_error(option: str) -> InputError:
    """An option where a command is expected."""
    name, first = option.partition("=")[0], ("--help", "--version", "--library", "--puzzle")
    has = owners(name)
    if has:
        what = f"{option_text(name)} needs a puzzle or a command before it"
        return InputError(what, f"type 'ilpuzzles {has[0]} {name}'")
    near = near_option(name, first)
    advice = "see 'ilpuzzles --help'" if near is None else f"did you mean {near}?"
    return UnknownOptionError(name, near, advice)


def _with_owner(error: UnknownOptionError, command: Command) -> UnknownOptionError:
    """An unknown option of a command, with the command that has it."""
    has = [name for name in owners(error.option) if name != command.name]
    if not has:
        return error
    others = ", ".join(f"'ilpuzzles {name}'" for name in has[:_FEW])
    more = " and others" if len(has) > _FEW else ""
    return UnknownOptionError(error.option, error.near, f"it belongs to {others}{more}")


def _with_puzzle(arguments: Sequence[str], puzzle: str, library: Library) -> list[str]:
    """The arguments, with the puzzle of `--puzzle` where one is asked for and none is named."""
    if not arguments or arguments[0].startswith("-"):
        return [puzzle, *arguments]
    command, *rest = arguments
    if (
        nearest(command, [*COMMANDS, *library.puzzles(), *library.aliases()], likeness=_LIKE)
        is None
    ):
        # 'count': what it stands for, the puzzle knows.
        return [puzzle, *arguments]
    about_one = command in COMMANDS and COMMANDS[command].is_about_a_puzzle
    is_named = not about_one or library.first_puzzle(rest) is not None
    return [command, *([] if is_named else [puzzle]), *rest]


def entry_point() -> NoReturn:
    """Runs the command of this process and ends it."""
    gc.set_threshold(_OBJECTS)
    _open_what_is_closed()
    sys.excepthook, warnings.showwarning = _note_traceback, _note_warning
    register_ascii()
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character shall show another one, not a traceback.
        with suppress(AttributeError):
            stream.reconfigure(errors=ASCII)  # type: ignore[union-attr] # absent where replaced
    try:
        try:
            raise_signals()
            code = main(sys.argv[1:])
            # All is done but leaving.
            ignore_signals()
        except KeyboardInterrupt as interruption:
            # It came when the command had answered, or just before another one was heard.
            code = _exit_after(ending_behind(interruption))
        gc.freeze()
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


def _note_traceback(
    kind: type[BaseException], error: BaseException, place: TracebackType | None
) -> None:
    """What Python says where an error of ours ends the command; it quotes names and lines."""
    for line in "".join(traceback.format_exception(kind, error, place)).splitlines():
        note(line)


def _note_warning(  # noqa: PLR0917 - Python calls it with all of these
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: TextIO | None = None,  # noqa: ARG001 - not shown
    line: str | None = None,  # noqa: ARG001 - not shown
) -> None:
    """Notes a warning of Python or of a library, such as of a file that somebody else has written.

    Our own warnings about what will change name the file of the user.
    """
    is_ours = issubclass(category, FutureWarning)
    note(str(message) if is_ours else f"{filename}:{lineno}: {category.__name__}: {message}")


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
