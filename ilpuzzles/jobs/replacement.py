"""Files that are there as a whole or not at all."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

from ilpuzzles.errors import OutputError, Problem


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
            if self._path.exists() and not self._path.is_file():
                self.file: IO[bytes] = self._path.open("wb")
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
