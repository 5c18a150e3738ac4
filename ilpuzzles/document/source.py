"""Reads the text of a file, within stated bounds."""

from __future__ import annotations

from pathlib import Path

from ilpuzzles.errors import InputError, Problem

MAX_BYTES = 1 << 20
"""The largest file that is read, in bytes."""


def read_source(path: Path) -> str:
    """Reads a file as UTF-8 text.

    Args:
        path: The file.

    Returns:
        Its text, without a byte order mark.

    Raises:
        InputError: If it cannot be read, is larger than `MAX_BYTES`, or is not UTF-8 text.
    """
    where = str(path)
    try:
        with path.open("rb") as file:
            # One byte more than allowed shows that a file is too large without reading all of it.
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise InputError(Problem("no such file", "check the path", where)) from None
    except IsADirectoryError:
        raise InputError(Problem("is a folder", "name a file in it", where)) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(Problem(f"cannot be read ({reason})", "check the path", where)) from None
    if len(data) > MAX_BYTES:
        raise InputError(
            Problem(f"larger than {MAX_BYTES:,} bytes", "no puzzle needs that much", where)
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - (data.rfind(b"\n", 0, error.start) + 1) + 1
        raise InputError(
            Problem("not UTF-8 text", "save it as UTF-8", f"{where}:{line}:{column}")
        ) from None
    return text
