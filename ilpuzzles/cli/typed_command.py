"""Commands as they are typed: the one that was, and those that the program suggests next."""

from __future__ import annotations

import os
import shlex
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ilpuzzles.reading.library import Library

_PROGRAM = "ilpuzzles"

# Options with a value that say where the answer goes, and options that say how it is shown.
_OUTPUT = {"--pdf", "--svg", "--png", "--html", "--save", "--output", "-o", "--folder"}
_NOTES = {"--json", "--quiet", "--verbose", "--sheet"}


def as_typed(words: Iterable[str]) -> str:
    r"""Words as they are typed in a shell, in quotes where they need them.

    A terminal obeys what stands in the name of a file as well: such characters are written as
    escapes, which bash and zsh read in dollar quotes.

    Example:
        >>> as_typed(["show", "my board.txt", "a\nb's.txt"])
        "show 'my board.txt' $'a\\x0ab\\'s.txt'"
    """
    return " ".join(map(_quoted_word, words))


def _quoted_word(word: str) -> str:
    if word.isprintable():
        return shlex.quote(word)
    escapes = {"\\": "\\\\", "'": "\\'"}
    letters: list[str] = []
    for letter in word:
        shown = letter if letter.isprintable() else _shell_escape(letter)
        letters.append(escapes.get(letter, shown))
    return f"$'{''.join(letters)}'"


def _shell_escape(letter: str) -> str:
    """A letter as an escape in dollar quotes, where two digits are a byte and more are a letter."""
    code = ord(letter)
    # Python reads bytes of the name of a file that are no UTF-8 as these letters (PEP 383).
    is_lone_byte = 0xDC80 <= code <= 0xDCFF
    if code < 0x80 or is_lone_byte:
        return f"\\x{code & 0xFF:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def library_words(library: Library) -> list[str]:
    """The options of the command line without which a library would lack some puzzles."""
    paths = os.environ.get("ILPUZZLES_PATH", "").split(os.pathsep)
    found_anyway = set(map(Path, filter(None, paths)))
    words: list[str] = []
    # The last folder is the one that comes with the package.
    for folder in library.folders[:-1]:
        if folder not in found_anyway:
            words += ["--library", str(folder)]
    for file in library.files:
        words += ["--puzzle", str(file)]
    return words


def position_words(args: Namespace) -> list[str]:
    """The puzzle that a command was about, and the options that named its position."""
    words: list[str] = [args.puzzle]
    for name, value in args.parameters.items():
        words += [f"--{name}", str(value)]
    for name in ("preset", "file", "board", "url"):
        value = getattr(args, name)
        if value is not None:
            words += [f"--{name}", str(value)]
    return words


def command_to_type(library: Library, *words: str) -> str:
    """A command to be typed next, with the options that find its puzzle.

    Example:
        >>> from ilpuzzles.reading.library import Library
        >>> command_to_type(Library.standard(), "explain", "lonpos", "--file", "my board.txt")
        "ilpuzzles explain lonpos --file 'my board.txt'"
    """
    return as_typed([_PROGRAM, *words, *library_words(library)])


def with_library(command: str, library: Library) -> str:
    """A command that is written already, with the options that find its puzzle behind it."""
    words = library_words(library)
    return f"{command} {as_typed(words)}" if words else command


def command_text(*words: str) -> str:
    """A command as it would be typed, without what says where its answer goes and how it is noted.

    Example:
        >>> command_text("lonpos", "--all", "--pdf", "a.pdf", "--svg=b.svg", "--quiet")
        'ilpuzzles lonpos --all'
    """
    kept = [_PROGRAM]
    following = iter(words)
    for word in following:
        if word in _OUTPUT:
            next(following, None)
        elif word.partition("=")[0] not in _OUTPUT | _NOTES:
            kept.append(word)
    return as_typed(kept)
