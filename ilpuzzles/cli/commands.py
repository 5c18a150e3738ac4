"""The table of commands, which help, completion and the reference share."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ilpuzzles.cli import command_parsers as parsers
from ilpuzzles.cli.options import add_parameters
from ilpuzzles.cli.parser import Parser
from ilpuzzles.reading.library import PYTHON, Library, puzzle_parameters

PUZZLE = "PUZZLE"
"""What stands in the table for the name of any puzzle, which is a command by itself."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command. All that its help says is in its parser.

    Attributes:
        name: What is typed, such as `bench report`; `PUZZLE` for the name of a puzzle.
        section: The title under which the overview lists it.
        run: What runs it, as `module:function`, imported when it is called: `list` needs no solver.
        parser: Makes its parser, which needs no puzzle and imports nothing heavy.
    """

    name: str
    section: str
    run: str
    parser: Callable[[], Parser]

    @property
    def is_about_a_puzzle(self) -> bool:
        """Whether its first argument is a puzzle."""
        return any(action.dest == "puzzle" for action in self.parser().positionals())


def _command(name: str, section: str, place: str, parser: Callable[[], Parser]) -> Command:
    module, _, function = place.partition(":")
    return Command(name, section, f"ilpuzzles.cli.{module}:{function or 'run'}", parser)


COMMANDS: dict[str, Command] = {
    command.name: command
    for command in (
        _command(PUZZLE, "play", "solve_command", parsers.solve_parser),
        _command("list", "play", "list_command", parsers.list_parser),
        _command("show", "play", "show_command", parsers.show_parser),
        _command("play", "play", "play_command", parsers.play_parser),
        _command("hint", "play", "explain_command:hint", parsers.hint_parser),
        _command("repair", "play", "explain_command:repair", parsers.repair_parser),
        _command("generate", "play", "generate_command", parsers.generate_parser),
        _command("check", "play", "check_command", parsers.check_parser),
        _command("explain", "ask", "explain_command", parsers.explain_parser),
        _command("whatif", "ask", "explain_command:compare", parsers.whatif_parser),
        _command("export", "model", "export_command", parsers.export_parser),
        _command("solve-model", "model", "solve_command:solve_model", parsers.solve_model_parser),
        _command("bench", "measure", "bench_command", parsers.bench_parser),
        _command("bench report", "measure", "report_command", parsers.report_parser),
        _command("backends", "look up", "backends_command", parsers.backends_parser),
        _command("completion", "look up", "completion_command", parsers.completion_parser),
        _command("docs", "look up", "docs_command", parsers.docs_parser),
        _command("help", "look up", "help_command", parsers.help_parser),
    )
}
"""All commands by their names, in the order in which the overview lists them."""


FORMER = {"undo": "repair", "--hint": "--start", "--positions": "--placements"}
"""Names of commands and options that the release before had, which still work."""


def parser_of(command: Command, puzzle: str | None, library: Library) -> Parser:
    """The parser of a command, with an option for every parameter of the puzzle it is about.

    Its help is silent about `--url` where the puzzle has no addresses.

    Raises:
        InputError: If a parameter has the name of an option.
    """
    solves = command.name == PUZZLE and puzzle is not None
    parser = parsers.solve_parser(puzzle) if solves and puzzle else command.parser()
    if puzzle is not None and (solves or command.is_about_a_puzzle):
        add_parameters(parser, puzzle, puzzle_parameters(puzzle, library))
        url = parser.options().get("--url")
        if url is not None and not _has_addresses(puzzle, library):
            url.help = argparse.SUPPRESS
    return parser


def _has_addresses(puzzle: str, library: Library) -> bool:
    """Whether boards of a puzzle can be named by an address."""
    path = library.model_file(library.called(puzzle))
    return path.suffix == PYTHON and library.script(path).has_addresses


def find_command(arguments: Sequence[str]) -> tuple[Command, list[str]] | None:
    """The command that arguments begin with, and the rest of them; None if they name none."""
    for words in (2, 1):
        name = " ".join(arguments[:words])
        name = FORMER.get(name, name)
        if name in COMMANDS and name != PUZZLE:
            return COMMANDS[name], list(arguments[words:])
    return None


def command_names() -> list[str]:
    """What can be typed as the first word, besides puzzles."""
    return [name for name in COMMANDS if name != PUZZLE and " " not in name]


def owners(option: str) -> list[str]:
    """The commands that have an option."""
    return [name for name, command in COMMANDS.items() if option in command.parser().options()]
