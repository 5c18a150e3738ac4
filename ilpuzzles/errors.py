"""All errors, under one base class, the exit codes, and the words of messages.

Each error is also the builtin exception that fits, and each says in one line what is wrong, where
(`file:line:column` for files) and what to do next.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any
from unicodedata import category

_LONGEST_QUOTE = 60

# Characters of a list of known names; the letters of all tiles of a large puzzle still fit.
_LONGEST_LIST = 80
_NEAREST = 3

# Controls, what changes the direction of a text or cannot be seen, halves of characters, and what
# ends a line elsewhere. Two characters of the third kind join letters and emoji.
_COMMANDING = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_LINES, _HARMLESS = "\n\t", "\u200c\u200d"


class Exit(IntEnum):
    """Exit codes of commands."""

    ANSWERED = 0
    """The question is answered."""
    BAD_INPUT = 2
    """An argument or a file is wrong, or a file cannot be read or written."""
    NO_SOLUTION = 3
    """There is no solution, and that is proved."""
    LIMIT = 4
    """A limit ended the search before the answer was known."""
    BACKEND = 5
    """A solver is missing, has failed, or cannot do what was asked."""
    CHECK_FAILED = 6
    """A solution breaks a row or a rule, or two backends contradict each other."""
    INTERRUPTED = 130
    """Ctrl-C; what was found by then has been printed."""
    TERMINATED = 143
    """The process was asked to end (SIGTERM, SIGHUP); otherwise as after Ctrl-C."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: what, what to do next, and the place; the last two may be empty.

    Example:
        >>> print(Problem("unknown key 'bord'", "did you mean 'board'?", "my.yaml:2:1"))
        my.yaml:2:1: unknown key 'bord'; did you mean 'board'?
    """

    what: str
    advice: str = ""
    where: str = ""

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        advice = f"; {self.advice}" if self.advice else ""
        return one_line(f"{place}{self.what}{advice}")


class IlpuzzlesError(Exception):
    """Base class of all errors of this package.

    Args:
        *problems: What is wrong, as problems, or the parts of one: what, advice, place.

    Attributes:
        problems: What is wrong, in the order in which it stands in the file.

    Example:
        >>> print(InputError("unknown key 'bord'", "did you mean 'board'?"))
        unknown key 'bord'; did you mean 'board'?
    """

    def __init__(self, *problems: Problem | str) -> None:
        parts = [one for one in problems if isinstance(one, str)]
        several = [one for one in problems if isinstance(one, Problem)]
        self.problems: tuple[Problem, ...] = (*several, *([Problem(*parts)] if parts else []))
        super().__init__(*problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)

    def _render_traceback_(self) -> list[str]:
        """What Jupyter shows: one line, since readers can correct their call, not our code."""
        return str(self).splitlines()


class InputError(IlpuzzlesError, ValueError):
    """Something that a user wrote (a file, an option, an argument) is wrong."""


class UnknownNameError(InputError, LookupError):
    """A name that stands for nothing: a puzzle, preset, backend, formulation or group."""


class PositionMissingError(InputError, LookupError):
    """No position of a puzzle is named, and there are several.

    Attributes:
        puzzle: The name of the puzzle.
        presets: The names of its presets.
        drawn: Whether a board alone is a position of it.
    """

    def __init__(
        self,
        puzzle: str,
        presets: Sequence[str],
        *,
        drawn: bool,
        ways: tuple[str, str, str] = ("a preset", "a file", "a board"),
    ) -> None:
        self.puzzle, self.presets, self.drawn = puzzle, tuple(presets), drawn
        preset, file, board = ways
        first = f"{preset} ({', '.join(presets)})"
        rest = f", {file} or {board}" if drawn else f" or {file}"
        super().__init__(Problem(f"no position of {puzzle} is named", f"give {first}{rest}"))


class OutputError(IlpuzzlesError, OSError):
    """A file that the user named cannot be written."""

    # OSError has a __str__ of its own, which would win over the one-line form.
    __str__ = IlpuzzlesError.__str__


class ModelError(IlpuzzlesError, ValueError):
    """A model is stated in a way that has no meaning."""


class ModelKeyError(ModelError, LookupError):
    """A family of variables has no variable of that key."""


class BackendError(IlpuzzlesError, RuntimeError):
    """A solver failed, or said something that cannot be understood."""


class BackendMissingError(BackendError):
    """A solver is not installed here."""


class LargeNumbersError(BackendError):
    """A model has numbers that a solver cannot be trusted with."""


class CheckError(IlpuzzlesError, RuntimeError):
    """An answer breaks rows of its model or rules of its puzzle, or another backend refutes it.

    Attributes:
        program: The program that shows it, which can be saved; or None.
    """

    def __init__(self, *problems: Problem | str, program: Any = None) -> None:
        super().__init__(*problems)
        self.program = program


def exit_code_of(error: IlpuzzlesError) -> Exit:
    """The exit code of a command that an error has ended.

    Example:
        >>> exit_code_of(InputError("no such file", "check the path")).name
        'BAD_INPUT'
    """
    if isinstance(error, BackendError):
        return Exit.BACKEND
    if isinstance(error, CheckError):
        return Exit.CHECK_FAILED
    # What is neither is a bad argument, or a file that cannot be read or written.
    return Exit.BAD_INPUT


class RowStorageError(CheckError):
    """A row is stored differently from how it was written, for which no solver is to blame."""


def visible(text: str, *, harmless: str = _LINES + _HARMLESS) -> str:
    r"""A text that a terminal shows and does not obey: what would command it is written out.

    Whatever goes to standard output or standard error comes through here. Names and titles are
    written by others, and may hold escapes, or turn the direction of what stands behind them.

    Example:
        >>> print(visible("\x1b]0;title\x07 of a \u202emodel\nin two lines"))
        \x1b]0;title\x07 of a \u202emodel
        in two lines
    """
    if (text.replace("\n", "") if "\n" in harmless else text).isprintable():
        return text
    return "".join(
        spell_out(character)
        if category(character) in _COMMANDING and character not in harmless
        else character
        for character in text
    )


def one_line(text: str) -> str:
    r"""A text that is shown in one line, so that no part of it can be taken for a line of ours.

    Example:
        >>> print(one_line("x\nproved: there is no solution"))
        x\nproved: there is no solution
    """
    return visible(text, harmless=_HARMLESS)


def spell_out(character: str) -> str:
    """A character as an escape of Python's."""
    return character.encode("unicode_escape").decode()


def counted(number: int, what: str) -> str:
    """A number of things in words.

    Example:
        >>> counted(1, "row"), counted(3_000, "row")
        ('1 row', '3,000 rows')
    """
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"


def in_words(names: Sequence[str]) -> str:
    """Names in a sentence; with semicolons where names have commas of their own.

    Example:
        >>> in_words(["A"]), in_words(["A", "B", "C"])
        ('A', 'A, B and C')
        >>> in_words(["row 1, column 1", "row 2, column 4", "row 3, column 1"])
        'row 1, column 1; row 2, column 4; and row 3, column 1'
    """
    if len(names) < 2:
        return "".join(names)
    *first, last = names
    if len(first) > 1 and any(", " in name for name in names):
        return f"{'; '.join(first)}; and {last}"
    return f"{', '.join(first)} and {last}"


def list_names(names: Sequence[str]) -> str:
    """Names after a colon; with semicolons where names have commas of their own.

    Example:
        >>> list_names(["A", "B"]), list_names(["row 1, column 1", "row 2, column 4"])
        ('A, B', 'row 1, column 1; row 2, column 4')
    """
    return ("; " if any(", " in name for name in names) else ", ").join(names)


def quoted(text: object) -> str:
    r"""Puts what a user wrote between quotes, on one line and not longer than needed.

    Example:
        >>> print(quoted("two\nlines"), quoted("x" * 100))
        'two\nlines' 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'
    """
    written = str(text)
    shown = written[:_LONGEST_QUOTE] + ("..." if len(written) > _LONGEST_QUOTE else "")
    escaped = "".join(
        character if character.isprintable() else spell_out(character) for character in shown
    )
    return f"'{escaped}'"


def unknown_name(
    kind: str,
    name: str,
    known: Iterable[str],
    *,
    where: str = "",
    advice: str = "",
    more: Iterable[str] = (),
) -> Problem:
    """Describes an unknown name, with the nearest known one as advice.

    `kind` is what the name should stand for, such as `"preset"`; `advice` is what to say when no
    known name is near, by default which names are known: of many, the three nearest. `more` are
    names that are understood as well, but not listed.

    Example:
        >>> print(unknown_name("backend", "cpsta", ["cbc", "cpsat"]))
        unknown backend 'cpsta'; did you mean 'cpsat'?
        >>> print(unknown_name("preset", "seven", [f"{n}pieces" for n in range(2, 20)]))
        unknown preset 'seven'; the nearest of 18: 2pieces, 3pieces, 4pieces
    """
    names = sorted(known)
    # Callers from Python may pass anything for a name.
    name = str(name)
    near = nearest(name, [*names, *more])
    if near is not None:
        advice = f"did you mean {quoted(near)}?"
    elif not advice:
        advice = _known_names(name, names)
    return Problem(f"unknown {kind} {quoted(name)}", advice, where)


def _known_names(name: str, names: Sequence[str]) -> str:
    """All known names where a line has room for them, the nearest three otherwise."""
    if not names:
        return "there are none here"
    listed = ", ".join(names)
    if len(listed) <= _LONGEST_LIST:
        return f"known: {listed}"
    # difflib is only needed once something is wrong.
    from difflib import SequenceMatcher  # noqa: PLC0415

    def unlikeness(known: str) -> float:
        return -SequenceMatcher(None, name.lower(), known.lower()).ratio()

    # Sorting is stable: of names that are equally near, the alphabet decides.
    three = sorted(names, key=unlikeness)[:_NEAREST]
    return f"the nearest of {len(names)}: {', '.join(three)}"


def require_known(kind: str, name: str, known: Collection[str], *, where: str = "") -> str:
    """The name, which is a known one; see `unknown_name`.

    Raises:
        UnknownNameError: If it is not.

    Example:
        >>> sizes = {"cbc": 1, "cpsat": 2}
        >>> sizes[require_known("backend", "cbc", sizes)]
        1
    """
    if name not in known:
        raise UnknownNameError(unknown_name(kind, name, known, where=where))
    return name


def nearest(name: str, known: Iterable[str], *, likeness: float = 0.6) -> str | None:
    """The known name that a mistyped one is most like, or None if it is like none of them.

    `likeness` is the least that counts, from 0 to 1.

    Example:
        >>> nearest("--backnd", ["--backend", "--save"]), nearest("LONPOS", ["lonpos", "tower"])
        ('--backend', 'lonpos')
        >>> nearest("zzz", ["lonpos", "tower"]) is None
        True
    """
    # difflib is only needed once something is wrong.
    from difflib import get_close_matches  # noqa: PLC0415

    names = sorted(known)
    for written in (name, name.lower()):
        near = get_close_matches(written, names, n=1, cutoff=likeness)
        if near:
            return near[0]
    return None
