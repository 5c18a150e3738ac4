"""Files that are there as a whole or not at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

from ilpuzzles.errors import InputError, OutputError, Problem

_DEVICES = ("/", "dev")


def require_ending(path: Path, kind: str, *endings: str, or_else: str = "") -> None:
    """Raises unless the name of a file says what is in it; devices and pipes may have any name.

    Args:
        path: The file.
        kind: What is in it.
        endings: How its name may end.
        or_else: What else could be done about it.

    Raises:
        InputError: If the name ends in another way.

    Example:
        >>> require_ending(Path("soma.PNG"), "PNG picture", ".png")
        >>> require_ending(Path("soma.txt"), "PNG picture", ".png")
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: soma.txt: no PNG picture is called *.txt; name a file *.png
    """
    if path.suffix.lower() in endings or path.absolute().parts[:2] == _DEVICES:
        return
    if path.exists() and not path.is_file():
        return
    called = f"is called *{path.suffix}" if path.suffix else "has a name without an ending"
    names = " or ".join(f"*{ending}" for ending in endings)
    advice = f"name a file {names}{or_else and f', or {or_else}'}"
    raise InputError(Problem(f"no {kind} {called}", advice, str(path)))


class Replacement:
    """A file that is written beside the one whose place it takes, once it is finished.

    Where the name is a link, the file that it leads to is replaced. A device or a pipe is written
    to, not replaced.

    Args:
        path: The file.

    Attributes:
        file: Where to write.

    Raises:
        OutputError: If it cannot be written.

    Example:
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     replacement = Replacement(Path(folder, "a.txt"))
        ...     replacement.write(b"all of it")
        ...     before = Path(folder, "a.txt").exists()
        ...     replacement.finish()
        ...     before, Path(folder, "a.txt").read_text()
        (False, 'all of it')
    """

    def __init__(self, path: Path) -> None:
        self._name = path
        self._path = path.resolve()
        self._temporary: Path | None = None
        try:
            # What /dev/stdout leads to if that is a pipe has no name of its own.
            if path.exists() and not path.is_file():
                self.file: IO[bytes] = path.open("wb")
                return
            handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=f".{self._path.name}.")
            self._temporary = Path(name)
            self.file = os.fdopen(handle, "w+b")
        except OSError as error:
            raise self.unwritten(error) from None

    def write(self, data: bytes) -> None:
        """Writes some more.

        Raises:
            OutputError: If that cannot be done.
        """
        try:
            self.file.write(data)
        except OSError as error:
            raise self.unwritten(error) from None

    def finish(self) -> None:
        """Puts the file in its place.

        Raises:
            OutputError: If that cannot be done.
        """
        try:
            self.file.close()
            if self._temporary is not None:
                umask = os.umask(0)
                os.umask(umask)
                self._temporary.chmod(0o666 & ~umask)
                self._temporary.replace(self._path)
                self._temporary = None
        except OSError as error:
            raise self.unwritten(error) from None

    def discard(self) -> None:
        """Removes what was not finished; may be called at any time."""
        with suppress(OSError):
            self.file.close()
        if self._temporary is not None:
            with suppress(OSError):
                self._temporary.unlink()
            self._temporary = None

    def unwritten(self, error: OSError) -> OutputError:
        """What to say if it cannot be written."""
        what = f"cannot be written ({error.strerror})"
        return OutputError(Problem(what, "name another file", str(self._name)))
