"""Writes answers: as text, JSON, pictures and tables to standard output, or to files.

Tables are for terminals; where nobody looks at the answer, commands write plain lines instead.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from argparse import Namespace
from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO, TypeAlias

from ilpuzzles.errors import Exit, InputError, OutputError, one_line, visible
from ilpuzzles.jobs.temporary_files import require_ending, write_bytes

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from ilpuzzles.bench.sweep import SweepStatus
    from ilpuzzles.experiments.answer import Answer
    from ilpuzzles.experiments.check_files import Checked
    from ilpuzzles.experiments.solution_files import CheckedList
    from ilpuzzles.formats.sol import CheckedValues
    from ilpuzzles.queries.count import CountStatus


_NUMBERS = re.compile(r"\[\n\s*(-?\d+(?:,\n\s*-?\d+)*)\n\s*\]")


def say(text: str) -> None:
    """Writes lines of the answer to standard output."""
    sys.stdout.write(visible(text) + "\n")


def say_wrapped(text: str, indent: str = "") -> None:
    """Writes a sentence, wrapped where a person looks at it; further lines are indented."""
    say(wrapped(text, line_width(), indent))


def wrapped(text: str, width: int | None, indent: str = "") -> str:
    """A sentence in lines of a width, with words whole; one line where there is no width."""
    if width is None:
        return text
    return fill(
        text,
        max(width, len(indent) + 1),
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def note(text: str) -> None:
    """Writes a line about the work to standard error."""
    sys.stderr.write(one_line(text) + "\n")


def say_file(text: str) -> None:
    """Writes a file that nobody gave a name to, as it is where no person looks at it."""
    sys.stdout.write(visible(text) if has_reader() else text)


def say_json(data: Any) -> None:
    """Writes the answer as one JSON object, with lists of numbers on one line."""
    import json  # noqa: PLC0415 - most answers are text

    text = json.dumps(data, indent=2, ensure_ascii=False)
    if visible(text) != text:
        # JSON has escapes of its own, and means the same with them.
        text = json.dumps(data, indent=2).replace("\x7f", "\\u007f")
    # No string in JSON has a line break in it, so only lists can match.
    say(_NUMBERS.sub(lambda match: "[" + re.sub(r"\s+", " ", match[1]) + "]", text))


def say_json_line(data: Any) -> None:
    """Writes one of several answers as a JSON object in a line."""
    import json  # noqa: PLC0415 - likewise

    text = json.dumps(data, ensure_ascii=False)
    say(text if visible(text) == text else json.dumps(data).replace("\x7f", "\\u007f"))


def say_answer(args: Namespace, answer: Answer | Checked | CheckedValues | CheckedList) -> None:
    """Writes an answer as the options `--json` and `--quiet` say."""
    if args.json:
        say_json(answer.to_json())
    elif not args.quiet:
        say(answer.text())


def say_status(args: Namespace, status: CountStatus | SweepStatus) -> Exit:
    """Says how far long work is, by its ledger; nothing is done."""
    if args.json:
        say_json(status.to_json())
    else:
        say(status.text())
    return Exit.ANSWERED


def note_summary(args: Namespace, answer: Answer, *, has_verdict: bool = False) -> None:
    """Notes in a line where an answer comes from, and with `--verbose` all there is to know of it.

    The line begins with the verdict unless standard output has that already (`has_verdict`).
    """
    note(answer.origin() if has_verdict else answer.summary())
    if args.verbose:
        for detail in answer.details():
            note(f"{detail.name.lower()}: {detail.value}")
        for line in answer.result.steps_text().splitlines():
            note(line)


def console_of(stream: TextIO) -> Console:
    """What writes with the library rich; without styles where `NO_COLOR` is set."""
    from rich.console import Console  # noqa: PLC0415 - likewise

    plain = bool(os.environ.get("NO_COLOR"))
    return Console(file=stream, highlight=False, color_system=None if plain else "auto")


def line_width() -> int | None:
    """How many characters a line has where a person looks at the answer, or None elsewhere."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def require_folder(path: Path) -> None:
    """Raises unless a file can be put there, as far as can be told before the work is done."""
    if path.is_dir():
        raise OutputError("is a folder", "name a file in it", str(path))
    if not path.absolute().parent.is_dir():
        raise OutputError("its folder does not exist", "make the folder first", str(path))


def require_file(path: Path | None, kind: str, *endings: str) -> None:
    """Raises unless a file, if one is named, can be put there and is called as such files are."""
    if path is not None:
        require_folder(path)
        require_ending(path, kind, *endings)


_SQLITE = b"SQLite format 3\0"
_BESIDE = ("-wal", "-shm", "-journal")

NamedPath = tuple[str, Path | None]
"""What a file is called in a message, such as `--csv`, and the file, or None if none was given."""


def require_apart(read: Iterable[NamedPath], written: Sequence[NamedPath]) -> None:
    """Raises unless files can be written that are no others of the command, and no databases.

    Devices and pipes may be named as often as one likes: nothing is lost in them.
    """
    others = [(name, path) for name, path in read if path is not None]
    for name, path in written:
        if path is None:
            continue
        require_folder(path)
        for other, its_path in others:
            if same_file(path, its_path):
                what = f"{name} is the same file as {other}"
                raise InputError(what, "name another file", str(path))
        if _is_database(path):
            what = f"{name} is a database of SQLite, perhaps a ledger"
            raise InputError(what, "name another file", str(path))
        others.append((name, path))


def require_apart_from_ledger(ledger: Path | None, written: Iterable[NamedPath]) -> None:
    """Raises unless files are none of those that SQLite keeps beside a ledger."""
    if ledger is None:
        return
    real = os.path.realpath(ledger)
    for name, path in written:
        if path is not None and any(same_file(path, Path(f"{real}{end}")) for end in _BESIDE):
            what = f"{name} is a file of SQLite's beside --ledger"
            raise InputError(what, "name another file", str(path))


def same_file(one: Path, other: Path) -> bool:
    """Whether two names are of the same file, or will be once it is there.

    Example:
        >>> same_file(Path("runs.csv"), Path("results/../runs.csv"))
        True
        >>> same_file(Path("/dev/null"), Path("/dev/null"))
        False
    """
    try:
        if one.exists() and other.exists():
            return one.is_file() and one.samefile(other)
    except OSError:
        # Reading or writing the file says better what is wrong with it.
        return False
    return os.path.realpath(one) == os.path.realpath(other)


def _is_database(path: Path) -> bool:
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            return file.read(len(_SQLITE)) == _SQLITE
    except OSError:
        return False


def write_file(path: Path, text: str) -> None:
    """Writes a file of text as a whole or not at all; see `write_bytes`."""
    write_bytes(path, text.encode())


class CellLine(NamedTuple):
    """A line of a cell, wrapped where the terminal is narrow, in a style of rich, such as `dim`."""

    text: str
    style: str = ""


Entry: TypeAlias = tuple[list[CellLine], list[CellLine]]
"""The lines on both sides; see `say_entries`."""


def has_reader() -> bool:
    """Whether a person looks at standard output."""
    return sys.stdout.isatty()


def say_entries(entries: Iterable[Entry]) -> None:
    """Writes a list of entries: names to the left, what there is to say about them to the right."""
    table = _table()
    table.show_header = False
    table.add_column(style="bold", overflow="fold")
    table.add_column(overflow="fold")
    for left, right in entries:
        table.add_row(_cell(left), _cell(right))
    _print(table)


def say_columns(lines: Sequence[Sequence[str]]) -> None:
    """Writes a table, its first line as the head, columns but the first one to the right."""
    table = _table()
    head, *rows = lines
    for number, title in enumerate(head):
        table.add_column(
            _cell([CellLine(title)]), justify="right" if number else "left", overflow="fold"
        )
    for row in rows:
        table.add_row(*(_cell([CellLine(text)]) for text in row))
    _print(table)


def say_title(text: str) -> None:
    """Writes a line, bold where a person looks at it."""
    if has_reader():
        _print(_cell([CellLine(text, "bold")]))
    else:
        say(text)


def _table() -> Table:
    # Commands whose answers go elsewhere start faster without this.
    from rich import box  # noqa: PLC0415
    from rich.table import Table  # noqa: PLC0415

    return Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_edge=False)


def _cell(lines: Sequence[CellLine]) -> Text:
    from rich.text import Text  # noqa: PLC0415 - likewise

    text = Text()
    for number, line in enumerate(lines):
        text.append("\n" if number else "")
        text.append(one_line(line.text), line.style or None)
    return text


def _print(what: Table | Text) -> None:
    console_of(sys.stdout).print(what)
