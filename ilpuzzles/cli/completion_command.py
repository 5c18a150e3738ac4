"""`ilpuzzles completion`: what a shell offers when Tab is pressed, and the scripts that ask for it.

A script hands the words of the line on and shows what comes back, a candidate per line; it knows
nothing of commands and options, so that it never goes out of date.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from ilpuzzles.cli.command_parsers import common_parser, completion_parser
from ilpuzzles.cli.commands import (
    COMMANDS,
    PUZZLE,
    Command,
    command_names,
    find_command,
    parser_of,
)
from ilpuzzles.cli.output import say
from ilpuzzles.cli.parser import HELP, Parser
from ilpuzzles.errors import Exit, IlpuzzlesError, one_line
from ilpuzzles.lazy_imports import named
from ilpuzzles.reading.library import Library, puzzle_name, shipped_folder

FILES, FOLDERS = ":files", ":folders"
"""What stands for the names of files and of folders, which the shell knows best."""

Candidate = tuple[str, str]
"""What may be typed, and what it means; the latter may be empty."""


def run(arguments: Sequence[str], _library: Library) -> Exit:
    """Prints the script of a shell."""
    shell: str = completion_parser().parse_args(arguments).shell
    say(Path(__file__).with_name(f"completion.{shell}").read_text(encoding="utf-8").rstrip())
    return Exit.ANSWERED


def answer_shell(words: Sequence[str]) -> None:
    """Writes what may stand in the place of the last word, a candidate per line.

    A shell that waits for Tab gets no message: where something is wrong there are no candidates.
    """
    found: list[Candidate] = []
    with suppress(IlpuzzlesError, OSError):
        found = candidates(words)
    for word, about in found:
        say(f"{one_line(word)}\t{one_line(about)}" if about else one_line(word))


def candidates(words: Sequence[str]) -> list[Candidate]:
    """What may stand in the place of the last word behind the program's name.

    Example:
        >>> candidates(["lonpos", "--preset", "8p"])
        [('8pieces', ''), ('8pieces-2', ''), ('8pieces-3', '')]
        >>> candidates(["export", "lonpos", "--format", ""])[0]
        ('lp', '')
        >>> candidates(["--library", "mo"])
        [(':folders', '')]
    """
    typed, current, glued = _whole_words(words)
    line = _Line(typed)
    found = [
        (f"{glued}{word}" if word not in {FILES, FOLDERS} else word, about)
        for word, about in line.candidates(current)
    ]
    return [one for one in found if one[0].startswith((glued + current, FILES, FOLDERS))]


def _whole_words(words: Sequence[str]) -> tuple[list[str], str, str]:
    """The words before the last one, the last one, and what of it stands before its value.

    In bash, `--backend=cp` comes as three words; elsewhere, as one.
    """
    *typed, current = words or [""]
    typed = [word for word in typed if word != "="]
    option, equals, value = current.partition("=")
    if option.startswith("-") and equals:
        return [*typed, option], value, f"{option}="
    return typed, "" if current == "=" else current, ""


class _Line:
    """A line of words that has been typed so far."""

    def __init__(self, typed: Sequence[str]) -> None:
        self._common = common_parser()
        rest = list(typed)
        self._library, self._waiting = Library.standard(), ""
        if rest and rest[-1] in self._common.options():
            self._waiting = rest.pop()
        known, rest = self._common.parse_known_args(rest)
        self._library = Library.standard(known.library, known.puzzle)
        own = puzzle_name(known.puzzle[-1]) if known.puzzle else None
        self._command, self._rest, self._puzzle = self._read(rest, own)

    def _read(
        self, rest: list[str], own: str | None
    ) -> tuple[Command | None, list[str], str | None]:
        """The command, its arguments, and the puzzle that it is about, as far as they are typed."""
        found = find_command(rest)
        if found is not None:
            command, rest = found
            return command, rest, self._library.first_puzzle(rest) or own
        puzzle = self._library.first_puzzle(rest[:1])
        if puzzle is not None:
            return COMMANDS[PUZZLE], rest[1:], puzzle
        return (None, rest, None) if own is None else (COMMANDS[PUZZLE], rest, own)

    def candidates(self, current: str) -> Iterator[Candidate]:
        """What may come next, more than what begins as `current` does."""
        if self._waiting:
            yield from self._values(self._common.options()[self._waiting], current)
        elif self._command is None:
            if not self._rest:
                yield from self._first_words()
        else:
            yield from self._next(parser_of(self._command, self._puzzle, self._library), current)

    def _first_words(self) -> Iterator[Candidate]:
        yield from self._topics()
        yield from _option_candidates(self._common)
        yield "--version", "versions of ilpuzzles, Python and the solvers"
        yield HELP[-1], "all commands"

    def _next(self, parser: Parser, current: str) -> Iterator[Candidate]:
        option, places = self._place(parser)
        if option is not None and (option.nargs != "?" or not current.startswith("-")):
            yield from self._values(option, current)
            if option.nargs != "?":
                return
        if places and not current.startswith("-"):
            yield from self._values(places[0], current)
            if not self._rest and self._command is COMMANDS["bench"]:
                yield "report", COMMANDS["bench report"].parser().summary
            return
        if "help" not in parser.prog:
            given = {action.dest for word, action in parser.options().items() if word in self._rest}
            yield from _option_candidates(parser, given)
            yield HELP[-1], "the help of this command"

    def _place(self, parser: Parser) -> tuple[argparse.Action | None, list[argparse.Action]]:
        """The option whose value comes next, if one does, and the arguments that are missing."""
        options, places = parser.options(), parser.positionals()
        waiting: argparse.Action | None = None
        for word in self._rest:
            if word.partition("=")[0] in options:
                action = options[word.partition("=")[0]]
                waiting = None if action.nargs == 0 or "=" in word else action
            elif waiting is None:
                places = places[1:] if places and places[0].nargs != "*" else places
            elif waiting.nargs != "+":
                waiting = None
        if self._puzzle is not None and self._command is not COMMANDS[PUZZLE]:
            # The puzzle may be named by --puzzle.
            places = [action for action in places if action.dest != "puzzle"]
        return waiting, places

    def _values(self, action: argparse.Action, current: str) -> Iterator[Candidate]:
        """What may stand for an argument, or behind an option."""
        kind = self._kinds().get(action.dest)
        if action.choices is not None:
            yield from ((str(choice), "") for choice in action.choices)
        elif kind is not None:
            before, comma, _ = current.rpartition(",")
            several = "," in str(action.metavar)
            for word, about in kind():
                yield (before + comma if several else "") + word, about
        metavar = str(action.metavar)
        if action.type is Path or metavar.startswith(("FILE", "SPEC")) or "|MODEL" in metavar:
            yield (FOLDERS if metavar == "DIR" else FILES), ""

    def _kinds(self) -> dict[str, Callable[[], Iterator[Candidate]]]:
        """Where values come from, by what argparse calls them."""
        return {
            "puzzle": self._puzzles,
            "puzzles": self._puzzles,
            "words": self._puzzles,
            "about": self._topics,
            "page": self._pages,
            "preset": self._presets,
            "backend": self._backends,
            "backends": self._backends,
            "formulation": self._formulations,
            "formulations": self._formulations,
            "spec": lambda: ((name, "") for name in ("quick", "scaling", "seeds")),
            "break_symmetry": lambda: ((word, "") for word in ("auto", "off")),
            "order": lambda: iter([("corners", "corners first")]),
        }

    def _puzzles(self) -> Iterator[Candidate]:
        for name in self._library.puzzles():
            with suppress(IlpuzzlesError):
                yield name, self._library.title(name)

    def _topics(self) -> Iterator[Candidate]:
        if not self._rest:
            yield from ((name, COMMANDS[name].parser().summary) for name in command_names())
            yield from self._puzzles()

    def _pages(self) -> Iterator[Candidate]:
        folder = shipped_folder() / "docs"
        pages = named("ilpuzzles.cli.docs_command:page_files")(folder)
        yield from ((page, "") for page in pages)

    def _presets(self) -> Iterator[Candidate]:
        if self._puzzle is not None:
            yield from ((name, "") for name in self._library.presets(self._puzzle))

    def _backends(self) -> Iterator[Candidate]:
        yield "auto", "whichever suits the question"
        yield from ((name, "") for name in named("ilpuzzles.solvers.registry:backend_names")())

    def _formulations(self) -> Iterator[Candidate]:
        if self._puzzle is not None:
            kind = named("ilpuzzles.experiments.loading:puzzle_kind")(self._puzzle, self._library)
            yield from ((one.name, one.about) for one in kind.formulations.values())
        if self._command is COMMANDS["bench"]:
            yield "claimed", "those meant for the backend"


def _option_candidates(
    parser: Parser, given: set[str] | frozenset[str] = frozenset()
) -> Iterator[Candidate]:
    """The options of a parser and their help, without those that are there and stand once only."""
    for actions in parser.groups().values():
        for action in actions:
            again = isinstance(action, argparse._AppendAction | argparse._ExtendAction)  # noqa: SLF001
            if action.dest not in given or again:
                for option in action.option_strings:
                    yield option, action.help or ""
