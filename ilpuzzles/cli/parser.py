"""Parsers of command lines: their help in short groups, and errors of one line each."""

from __future__ import annotations

import argparse
import re
import shutil
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from textwrap import fill
from typing import Any, NoReturn, TypeAlias, TypeVar

from ilpuzzles.errors import InputError, Problem, nearest, quoted

HELP = ("-h", "--help")
"""What asks for the help of a command."""

_NUMBER = re.compile(r"-\d+$|-\d*\.\d+$")
_PLAIN = re.compile(r"--?[\w-]{1,40}\Z")
_BOARD = re.compile(r"-(?!-?[a-z][a-z-]*(=|\Z))")
_WORD = re.compile(r"[a-z][a-z-]{1,40}\Z")
_WIDTH = (40, 90)
_COLUMN = 26
_LIKE = 0.7

_Read = TypeVar("_Read")


class UnknownOptionError(InputError, LookupError):
    """An option that the command does not have.

    Attributes:
        option: The option, as it was written.
        near: The option of the command that it looks like, or None.
    """

    def __init__(self, option: str, near: str | None, advice: str) -> None:
        self.option, self.near = option, near
        super().__init__(Problem(f"unknown option {option_text(option)}", advice))


class UnexpectedArgumentError(InputError):
    """An argument that the command has no use for.

    Attributes:
        argument: The argument, as it was written.
        meant: Whether the advice says what was probably meant.
    """

    def __init__(self, argument: str, advice: str, *, meant: bool = False) -> None:
        self.argument, self.meant = argument, meant
        super().__init__(Problem(f"unexpected argument {quoted(argument)}", advice))


class Parser(argparse.ArgumentParser):
    """The arguments of a command, with all that its help says.

    Attributes:
        command: The command, such as `bench report`; for a puzzle its name, or PUZZLE.
        arguments: What stands behind the command in a line of usage.
        examples: Commands to begin with, complete as they are typed.
        notes: Lines of the help about what the command is called for.
        found_by: The options that find the puzzle the command is called for, where it needs some.
        see_also: Other commands that people look for here, and pages of the documentation.
        renamed: Options of other commands that have another name here, with that name.
        for_experts: The titles of groups that the help leaves to `ilpuzzles help COMMAND --all`.
        is_whole: Whether the help has these groups, too.
    """

    def __init__(
        self,
        command: str,
        about: str,
        *,
        arguments: str = "[options]",
        examples: Sequence[str] = (),
        see_also: Sequence[str] = (),
        with_help: bool = True,
    ) -> None:
        prog = f"ilpuzzles {command}".rstrip()
        # Abbreviated options would change their meaning as options are added.
        super().__init__(
            prog=prog,
            usage=f"{prog} {arguments}".rstrip(),
            description=about,
            allow_abbrev=False,
            add_help=False,
            exit_on_error=False,
        )
        self.command, self.arguments = command, arguments
        self.notes: tuple[str, ...] = ()
        self.found_by = ""
        self.renamed: dict[str, str] = {}
        self.for_experts: tuple[str, ...] = ()
        self.is_whole = False
        self.examples, self.see_also = tuple(examples), tuple(see_also)
        if with_help:
            self.add_argument(*HELP, action="help", help=argparse.SUPPRESS)

    @property
    def summary(self) -> str:
        """What the command does, as one line of a list says it: no capital, no full stop."""
        about = (self.description or "").partition(": ")[0]
        return about[:1].lower() + about[1:].removesuffix(".")

    def options(self) -> dict[str, argparse.Action]:
        """All options, by each way to write them."""
        return dict(self._option_string_actions)

    def positionals(self) -> list[argparse.Action]:
        """The arguments that are no options, in their order."""
        return [action for action in self._actions if not action.option_strings]

    def group(self, title: str) -> argparse._ArgumentGroup:
        """The group of that title, made when it is first named."""
        found = (group for group in self._action_groups if group.title == title)
        return next(found, None) or self.add_argument_group(title)

    def groups(self) -> dict[str, list[argparse.Action]]:
        """What the help has to say, under the titles of its groups."""
        shown = {
            group.title or "": [
                action
                for action in group._group_actions  # noqa: SLF001 - argparse has no other way
                if action.help is not argparse.SUPPRESS
            ]
            for group in self._action_groups
        }
        return {title: actions for title, actions in shown.items() if actions}

    def format_help(self) -> str:
        """The help: usage, groups of options, examples, and what else to look at."""
        width = help_width()
        usage = f"usage: {self.usage}"
        if len(usage) > width:
            usage = fill(usage, width, subsequent_indent=" " * 7, break_on_hyphens=False)
        lines = [usage, "", fill(self.description or "", width)]
        if self.notes:
            lines += ["", *(fill(line, width, subsequent_indent="  ") for line in self.notes)]
        for title, actions in self.groups().items():
            if title in self.for_experts and not self.is_whole:
                continue
            formatter = argparse.HelpFormatter(self.prog, max_help_position=_COLUMN, width=width)
            formatter.start_section(title)
            formatter.add_arguments(actions)
            formatter.end_section()
            lines += ["", formatter.format_help().strip("\n")]
        if self.for_experts and not self.is_whole:
            titles = [title for title in self.groups() if title in self.for_experts]
            words = ("ilpuzzles help", self.command, "--all", self.found_by)
            command = " ".join(filter(None, words))
            more = f"'{command}' has more options: {', '.join(titles)}"
            lines += ["", fill(more, width, subsequent_indent="  ")]
        if self.examples:
            lines += ["", "examples:", *(f"  {example}" for example in self.examples)]
        if self.see_also:
            also = fill(f"see also: {', '.join(self.see_also)}", width, subsequent_indent="  ")
            lines += ["", also]
        return "\n".join(lines) + "\n"

    def parse_args(  # type: ignore[override] # no reading of sys.argv
        self, args: Sequence[str], namespace: argparse.Namespace | None = None
    ) -> argparse.Namespace:
        """Parses all arguments.

        Raises:
            UnknownOptionError: If there is an option that the command does not have.
            InputError: If something else is wrong.
        """
        arguments = _with_boards(args)
        for option in _options_of(arguments):
            self._require_option(option)
        parsed: argparse.Namespace
        parsed, rest = self.parse_known_args(arguments, namespace)
        if rest:
            near = near_option(f"--{rest[0]}", self.options()) if _WORD.match(rest[0]) else None
            if near is None and self._takes_more(parsed, rest):
                return parsed
            advice = f"usage: {self.usage}" if near is None else f"did you mean {near}?"
            raise UnexpectedArgumentError(rest[0], advice, meant=near is not None)
        return parsed

    def _takes_more(self, parsed: argparse.Namespace, rest: Sequence[str]) -> bool:
        """Whether arguments behind options join a last list of arguments before them.

        argparse ends a list of files at the first option.
        """
        lists = [action for action in self.positionals() if action.nargs in {"+", "*"}]
        if not lists or any(argument.startswith("-") for argument in rest):
            return False
        last = lists[-1]
        read = last.type if callable(last.type) else str
        setattr(parsed, last.dest, [*getattr(parsed, last.dest), *map(read, rest)])
        return True

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parses what is known here; see the base class."""
        try:
            return super().parse_known_args(args, namespace)
        except argparse.ArgumentError as error:
            raise InputError(self._problem(error)) from None

    def error(self, message: str) -> NoReturn:
        """Raises what is wrong with the arguments."""
        raise InputError(self._problem(argparse.ArgumentError(None, message)))

    def _require_option(self, option: str) -> None:
        known = self.options()
        name = option if option in known or option.startswith("--") else option[:2]
        if name not in known and name in self.renamed:
            advice = f"for '{self.prog}' it is {self.renamed[name]}"
            raise InputError(f"unknown option {name}", advice)
        if name not in known:
            near = near_option(option, known)
            advice = self._see_help() if near is None else f"did you mean {near}?"
            raise UnknownOptionError(option, near, advice)

    def _see_help(self) -> str:
        command = " ".join(filter(None, (self.prog, "--help", self.found_by)))
        return f"see '{command}'"

    def _problem(self, error: argparse.ArgumentError) -> Problem:
        """An error of argparse in our words."""
        name, message = error.argument_name, error.message
        if name is None:
            missing = message.partition("arguments are required: ")[2]
            return Problem(f"{missing} is missing" if missing else message, f"usage: {self.usage}")
        name = name.split("/")[-1]
        advice = self._see_help()
        other = message.partition("not allowed with argument ")[2]
        if other:
            return Problem(
                f"{name} cannot be combined with {other.split('/')[-1]}", "leave one of them out"
            )
        if message.startswith("expected "):
            return Problem(f"{name} needs {self._value_text(name)} after it", advice)
        if message.startswith("ignored explicit argument"):
            return Problem(f"{name} takes no value", "leave out what follows '='")
        return Problem(f"{name}: {message}", "" if "; " in message else advice)

    def _value_text(self, name: str) -> str:
        """What stands behind an option, as its help says."""
        action = self.options().get(name)
        metavar = None if action is None else action.metavar
        if action is not None and metavar is None and action.choices is not None:
            return f"one of {', '.join(map(str, action.choices))}"
        return metavar if isinstance(metavar, str) else "a value"

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Raises unless a value is among the choices of its option; the nearest one is advice."""
        if action.choices is None or value in action.choices:
            return
        choices = [str(choice) for choice in action.choices]
        near = nearest(str(value), choices)
        advice = f"choose {either(choices)}" if near is None else f"did you mean {quoted(near)}?"
        raise argparse.ArgumentError(action, f"unknown value {quoted(value)}; {advice}")


def help_width() -> int:
    """How wide help is: like the terminal, and never so wide that it is hard to read."""
    return min(max(shutil.get_terminal_size().columns - 2, _WIDTH[0]), _WIDTH[1])


def near_option(option: str, known: Iterable[str]) -> str | None:
    """The option that a mistyped or shortened one is most like, or None.

    Example:
        >>> near_option("--backnd", ["--backend", "--save"]), near_option("--lib", ["--library"])
        ('--backend', '--library')
        >>> near_option("--height", ["--sheet"]) is None
        True
    """
    words = {name.lstrip("-"): name for name in known if name.startswith("--")}
    typed = option.lstrip("-")
    begun = [word for word in words if typed and word.startswith(typed)]
    near = begun[0] if len(begun) == 1 else nearest(typed, words, likeness=_LIKE)
    return None if near is None else words[near]


def _read(text: str, kind: Callable[[str], _Read], what: str) -> _Read:
    try:
        return kind(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not {what}") from None


def whole_number(text: str) -> int:
    """The type of options that take a whole number."""
    return _read(text, int, "a whole number")


def number(text: str) -> float:
    """The type of options that take a number."""
    return _read(text, float, "a number")


def words(text: str) -> list[str]:
    """The type of options that take words with commas between them."""
    found = [word.strip() for word in text.split(",")]
    if not all(found):
        raise argparse.ArgumentTypeError(f"there is an empty name in {quoted(text)}")
    return found


def numbers(text: str) -> list[int]:
    """The type of options that take whole numbers with commas between them."""
    what = "a list of whole numbers such as 1,2,3"
    return _read(text, lambda line: [*map(int, line.split(","))], what)


_TYPES: Mapping[str, Callable[[str], Any]] = {
    **dict.fromkeys(("N", "K", "S", "MB"), whole_number),
    **dict.fromkeys(("SECONDS", "SHARE"), number),
    **dict.fromkeys(("FILE", "DIR", "FILE.py"), Path),
    "NAME,...": words,
    "N,...": numbers,
}


Option: TypeAlias = tuple[str, str] | tuple[str, str, Any]
"""An option, its help, and perhaps its default.

What stands behind an option says what it takes: `--limit N` a whole number, `--svg FILE` a path,
`--backend NAME` a word, `--json` nothing. One whose default is a list may come again.
"""


def add_options(group: argparse._ActionsContainer, *options: Option) -> None:
    """Adds options to a group."""
    for option, about, *default in options:
        name, _, metavar = option.partition(" ")
        how: dict[str, Any] = {"metavar": metavar, "type": _TYPES.get(metavar)}
        how |= {"default": default[0]} if default else {}
        how |= {"action": "append"} if default == [[]] else {}
        group.add_argument(name, help=about, **(how if metavar else {"action": "store_true"}))


def option_text(option: str) -> str:
    """An option in a message: as it is, or between quotes where it is no usual one."""
    return option if _PLAIN.match(option) else quoted(option)


def either(words: Iterable[str]) -> str:
    """Words to choose from.

    Example:
        >>> either(["lp", "mps", "opb"]), either(["lp"])
        ('lp, mps or opb', 'lp')
    """
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def _with_boards(arguments: Iterable[str]) -> list[str]:
    """The arguments, a board after `--board` joined to it: its rows may begin with a minus.

    Example:
        >>> _with_boards(["--board", "-2-/--3", "--count"])
        ['--board=-2-/--3', '--count']
    """
    found: list[str] = []
    for argument in arguments:
        if found[-1:] == ["--board"] and _BOARD.match(argument):
            found[-1] = f"--board={argument}"
        else:
            found.append(argument)
    return found


def _options_of(arguments: Iterable[str]) -> Iterable[str]:
    """What argparse takes for options; not their values behind `=`."""
    for argument in arguments:
        if argument == "--":
            return
        if argument.startswith("-") and len(argument) > 1 and " " not in argument:
            name = argument.partition("=")[0]
            if not _NUMBER.match(argument):
                yield name
