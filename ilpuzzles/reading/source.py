"""Reads the text of a file, within stated bounds."""

from __future__ import annotations

import gzip
import sys
import zlib
from io import BufferedIOBase
from pathlib import Path
from typing import IO

from ilpuzzles.errors import InputError

STANDARD_INPUT = "-"
"""What stands for standard input in place of a file."""

MAX_BYTES = 1 << 20
"""The largest file that describes a puzzle, in bytes."""

_PIECE = 1 << 20
_BINARY = (b"%PDF-", b"\x89PNG", b"\x1f\x8b", b"PK\x03\x04", b"\xff\xd8\xff", b"GIF8")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


def read_source(path: Path, most: int = MAX_BYTES) -> str:
    """Reads at most so many bytes of UTF-8 text, without a byte order mark, or an `InputError`."""
    return _decode(read_bytes(path, most), str(path), most)


def read_unpacked(path: Path, most: int = MAX_BYTES) -> str:
    """The same of a file that may be packed, as the ending of its name says."""
    packed = path.suffix.lower()
    return _decode(
        read_bytes(path, most, packed=packed if packed in PACKED else ""), str(path), most
    )


def unpacked_name(path: str | Path) -> str:
    """The name of a file without the ending that says how it is packed.

    Example:
        >>> unpacked_name("a.sol.gz"), unpacked_name("a.sol"), unpacked_name(".gz")
        ('a.sol', 'a.sol', '.gz')
    """
    name = str(path)
    return name[: -len(Path(name).suffix)] if Path(name).suffix.lower() in PACKED else name


def read_standard_input(most: int = MAX_BYTES) -> str:
    """Reads standard input, at most so many bytes of UTF-8 text, or an `InputError`."""
    where = "standard input"
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:
        raise InputError("is closed", "name a file", where)
    try:
        data = read_at_most(stream, most)
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", "name a file", where) from None
    return _decode(data, where, most)


def read_at_most(file: IO[bytes] | BufferedIOBase, most: int) -> bytes:
    """At most so many bytes of a file, and one more if there are more, which shows that there are.

    They are read in pieces, since a single read asks for all of its memory before it begins.
    """
    parts, left = list[bytes](), most + 1
    while left:
        asked = min(left, _PIECE)
        parts.append(file.read(asked))
        left -= len(parts[-1])
        # That was the end. Who types would have to say so twice if it were asked for more.
        if len(parts[-1]) < asked:
            break
    return b"".join(parts)


PACKED = {".gz": "gzip", ".bz2": "bzip2", ".xz": "xz"}
"""The endings of packed files, and the programs that make them."""

_Errors = tuple[type[Exception], ...]


def _opened(path: Path, packed: str) -> tuple[IO[bytes] | BufferedIOBase, _Errors]:
    """A file, unpacked as it is read, and the errors that say that it is damaged."""
    if not packed:
        return path.open("rb"), ()
    if packed == ".gz":
        return gzip.open(path), (gzip.BadGzipFile, EOFError, zlib.error)
    try:
        # Some builds of Python lack these.
        if packed == ".bz2":
            import bz2  # noqa: PLC0415

            return bz2.open(path), (EOFError,)
        import lzma  # noqa: PLC0415

        return lzma.open(path), (EOFError, lzma.LZMAError)
    except ImportError:
        what = f"this Python cannot unpack {PACKED[packed]}"
        raise InputError(what, "unpack it", str(path)) from None


def read_bytes(path: Path, most: int, *, packed: str = "") -> bytes:
    """The same of the file of a path, unpacked, or an `InputError`.

    `packed` is the ending of a packed file, a key of `PACKED`.
    """
    where = str(path)
    # The errors of bytes that do not unpack, once it is known how the file is packed.
    errors_of_packing = _Errors()
    try:
        file, errors_of_packing = _opened(path, packed)
        with file:
            return read_at_most(file, most)
    except errors_of_packing:
        pass
    except FileNotFoundError:
        raise InputError("no such file", "check the path", where) from None
    except IsADirectoryError:
        raise InputError("is a folder", "name a file in it", where) from None
    except InputError:
        raise
    except (OSError, ValueError) as error:
        # What bz2 raises for bytes that are none of its own has no number.
        if not (packed and isinstance(error, OSError) and error.errno is None):
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise InputError(f"cannot be read ({reason})", "check the path", where) from None
    raise InputError(f"is not a complete {PACKED[packed]} file", "get it again", where)


def _decode(data: bytes, where: str, most: int) -> str:
    if len(data) > most:
        raise InputError(
            f"the input is larger than {most:,} bytes", "no puzzle needs that much", where
        )
    if data.startswith(_BINARY) or (b"\0" in data and not data.startswith(_UTF16)):
        raise InputError("this is not a text file", "name a file that an editor can show", where)
    return utf8_text(data, where, "save it as UTF-8")


def utf8_text(data: bytes, where: str, advice: str) -> str:
    """The text of a file without a byte order mark, or an `InputError` at what is no UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # Columns are counted in bytes, since there are no characters.
        line, column = line_and_column(data.decode("latin-1"), error.start)
        raise InputError("this is not UTF-8 text", advice, f"{where}:{line}:{column}") from None


def line_and_column(text: str, index: int) -> tuple[int, int]:
    """The line and the column of a character, from 1."""
    return text.count("\n", 0, index) + 1, index - text.rfind("\n", 0, index)
