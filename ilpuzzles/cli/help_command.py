"""`ilpuzzles help`: the help of a command or a puzzle, and the overview of all."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby
from typing import TYPE_CHECKING

from ilpuzzles.cli.command_parsers import OF_TILES, common_parser, help_parser
from ilpuzzles.cli.commands import (
    COMMANDS,
    PUZZLE,
    Command,
    command_names,
    find_command,
    parser_of,
)
from ilpuzzles.cli.output import say
from ilpuzzles.cli.parser import HELP
from ilpuzzles.cli.typed_command import as_typed, command_to_type, library_words, with_library
from ilpuzzles.errors import Exit, IlpuzzlesError, UnknownNameError, unknown_name
from ilpuzzles.lazy_imports import named
from ilpuzzles.reading.library import PYTHON, Library

if TYPE_CHECKING:
    from ilpuzzles.cli.parser import Parser
    from ilpuzzles.puzzles.kind import PuzzlePosition
    from ilpuzzles.puzzles.typing_guide import TypingGuide

_LOAD = "ilpuzzles.experiments.loading:load"
"""Loaded where a puzzle is a Python file, whose boards need grids."""

_OF_TILES = frozenset(
    {
        *("--up-to-symmetry", "--break-symmetry", "--placements", "--steps", "--tile", "--order"),
        *("--view", "--animate", "--equivalents"),
        *("--rows", "--columns", "--letters", "--parts", "--hidden"),
    }
)
"""Options that only other puzzles have a use for."""

_ABOUT_A_BOARD = frozenset({"show", "play", "hint", "repair", "explain", "whatif", "export"})
"""Commands that make sense for any board."""

_EXAMPLES = (
    "ilpuzzles lonpos --preset 8pieces",
    "ilpuzzles lonpos --preset 5pieces --count",
    "ilpuzzles generate lonpos --placed 4 --unique",
)


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Shows the help of what is named, or the overview."""
    args = help_parser().parse_args(arguments)
    say(help_of(args.about, library, whole=args.all) if args.about else overview())
    return Exit.ANSWERED


def help_of(about: Sequence[str], library: Library, *, whole: bool = False) -> str:
    """The help of a command or a puzzle; the `whole` one has the options for experts, too.

    Raises:
        UnknownNameError: If there is none of that name.
    """
    found = find_command(about)
    if found is not None:
        command, rest = found
        return help_of_command(command, rest, library, whole=whole)
    puzzle = library.called(about[0])
    if puzzle in library.puzzles():
        return help_of_command(COMMANDS[PUZZLE], [puzzle], library, whole=whole)
    known = [*command_names(), *library.puzzles()]
    others = library.aliases()
    raise UnknownNameError(unknown_name("puzzle or command", about[0], known, more=others))


def help_of_command(
    command: Command, arguments: Sequence[str], library: Library, *, whole: bool = False
) -> str:
    """The help of a command; of one about a puzzle that is named, with its parameters."""
    puzzle = library.first_puzzle(arguments)
    parser = parser_of(command, puzzle, library)
    parser.is_whole = whole
    if puzzle is None:
        return parser.format_help().rstrip()
    presets = library.presets(puzzle)
    words: tuple[str, ...]
    example = example_board(puzzle, presets, library)
    guide = None if example is None else example.typing_guide()
    if guide is not None:
        _speak_of_boards(parser, puzzle, guide)
        if command.name in _ABOUT_A_BOARD:
            words = (command.name, puzzle, "--preset", presets[0])
            typed = typing_command(f"{command.name} {puzzle}", guide, library)
            parser.examples = (command_to_type(library, *words), typed)
        if command.name == "generate":
            words = ("generate", puzzle, "--preset", presets[0], "--minimal")
            parser.examples = (command_to_type(library, *words),)
    if command.name == PUZZLE:
        parser.found_by = as_typed(library_words(library))
        parser.notes = (
            f"{puzzle}: {library.title(puzzle)}",
            f"presets: {' '.join(presets) or 'none'}",
        )
        if guide is not None:
            parser.notes += tuple(f"{word}: {meaning}" for word, meaning in guide.words)
        if presets:
            words = (puzzle, "--preset", presets[0])
            solves = command_to_type(library, *words)
            if guide is None:
                parser.examples = (solves, command_to_type(library, *words, "--count"))
            else:
                parser.examples = (solves, typing_command(puzzle, guide, library))
    return parser.format_help().rstrip()


def example_board(puzzle: str, presets: Sequence[str], library: Library) -> PuzzlePosition | None:
    """A board that shows how boards of a pencil puzzle are typed; None if it is no such puzzle.

    It is the preset that is meant by naming none, or else the first one.
    """
    if library.model_file(puzzle).suffix != PYTHON or not presets:
        return None
    load: Callable[..., PuzzlePosition] = named(_LOAD)
    for preset in (None, presets[0]):
        # Of a file in which something is wrong, the help says what it can.
        with suppress(IlpuzzlesError):
            return load(puzzle, preset, library=library)
    return None


def typing_command(puzzle: str, guide: TypingGuide, library: Library) -> str:
    """The command that solves a board that is typed, or another one about the puzzle."""
    return with_library(f"ilpuzzles {puzzle} --board {_in_quotes(guide.one_line)}", library)


def _in_quotes(text: str) -> str:
    """A text as an argument in a shell, always between quotes."""
    quoted = as_typed([text])
    return f"'{text}'" if quoted == text else quoted


def _speak_of_boards(parser: Parser, puzzle: str, guide: TypingGuide) -> None:
    """Changes the help of a command so that it speaks of a pencil puzzle, and not of tiles."""
    options = parser.options()
    for option in _OF_TILES & options.keys():
        options[option].help = argparse.SUPPRESS
    board = options.get("--board")
    if board is not None:
        example = "" if "/" not in guide.one_line else ", with slashes between them"
        board.help = f"the rows of a board{example}; 'show {puzzle}' says how to type it"
    about = "leave no clue that could be left out; the default without --placed"
    for option, text in (("--placed", "how many clues are given"), ("--minimal", about)):
        if option in options:
            options[option].help = text
    parser.group(OF_TILES).title = "starting positions"
    parser.see_also = tuple(f"show {puzzle}" if one == "show" else one for one in parser.see_also)


def overview() -> str:
    """The help of the program: all commands, in sections."""
    lines = [
        "usage: ilpuzzles PUZZLE [--preset NAME | --file FILE | --board ROWS] [options]",
        "       ilpuzzles COMMAND [options]",
        "",
        "Solve puzzles and integer programs; count, explain and draw their solutions.",
        *_sections(),
        "",
        "examples:",
        *(f"  {example}" for example in _EXAMPLES),
        "",
        "'ilpuzzles help COMMAND' and 'ilpuzzles help PUZZLE' have the options.",
    ]
    return "\n".join(lines)


def _sections() -> Iterator[str]:
    for section, commands in groupby(COMMANDS.values(), lambda command: command.section):
        yield from ("", f"{section}:")
        for command in commands:
            yield f"  {command.name:13} {command.parser().summary}"
    yield from ("", "with every command:")
    for action in common_parser().groups()["with every command"]:
        yield f"  {f'{action.option_strings[0]} {action.metavar}':17} {action.help}"
    yield f"  {'--version':17} show the versions of ilpuzzles, Python and the solvers"
    yield f"  {', '.join(HELP):17} show this text, or the help of a command"
