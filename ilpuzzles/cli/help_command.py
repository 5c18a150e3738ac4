"""`ilpuzzles help` and `docs`: the help of a command or a puzzle, and the documentation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from ilpuzzles.cli.command_parsers import common_parser, docs_parser, help_parser
from ilpuzzles.cli.commands import (
    COMMANDS,
    PUZZLE,
    Command,
    command_names,
    find_command,
    parser_of,
)
from ilpuzzles.cli.output import has_reader, say
from ilpuzzles.cli.parser import HELP
from ilpuzzles.errors import Exit, InputError, UnknownNameError, unknown_name
from ilpuzzles.library import Library, shipped_folder

_EXAMPLES = (
    "ilpuzzles lonpos --preset 8pieces",
    "ilpuzzles lonpos --preset 5pieces --count",
    "ilpuzzles generate lonpos --placed 4 --unique",
)


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Shows the help of what is named, or the overview."""
    about: list[str] = help_parser().parse_args(arguments).about
    say(help_of(about, library) if about else overview())
    return Exit.ANSWERED


def open_docs(arguments: Sequence[str], _library: Library) -> Exit:
    """Prints where the pages are, and opens them if somebody looks.

    Raises:
        InputError: If they have not been built.
    """
    docs_parser().parse_args(arguments)
    # A wheel has them beside its puzzles; in a checkout, MkDocs builds them there.
    page = shipped_folder() / "site" / "index.html"
    if not page.is_file():
        advice = "in a checkout: pip install -e '.[docs]', then python -m mkdocs build"
        raise InputError("the documentation is not built", advice, str(page.parent))
    say(str(page))
    if has_reader():
        # Of no use to any other command.
        import webbrowser  # noqa: PLC0415

        webbrowser.open(page.as_uri())
    return Exit.ANSWERED


def help_of(about: Sequence[str], library: Library) -> str:
    """The help of a command or a puzzle.

    Raises:
        UnknownNameError: If there is none of that name.
    """
    found = find_command(about)
    if found is not None:
        command, rest = found
        return help_of_command(command, rest, library)
    puzzle = library.called(about[0])
    if puzzle in library.puzzles():
        return help_of_command(COMMANDS[PUZZLE], [puzzle], library)
    known = [*command_names(), *library.puzzles()]
    raise UnknownNameError(unknown_name("puzzle or command", about[0], known))


def help_of_command(command: Command, arguments: Sequence[str], library: Library) -> str:
    """The help of a command; of one about a puzzle that is named, with its parameters."""
    known = {*library.puzzles(), *library.aliases()}
    puzzle = next((library.called(word) for word in arguments if word in known), None)
    parser = parser_of(command, puzzle, library)
    if command.name == PUZZLE and puzzle is not None:
        presets = library.presets(puzzle)
        parser.notes = (
            f"{puzzle}: {library.title(puzzle)}",
            f"presets: {' '.join(presets) or 'none'}",
        )
        if presets:
            one = f"ilpuzzles {puzzle} --preset {presets[0]}"
            parser.examples = (one, f"{one} --count")
    return parser.format_help().rstrip()


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
    yield f"  {'--version':17} the versions of ilpuzzles, Python and the solvers"
    yield f"  {', '.join(HELP):17} this text, or the help of a command"
