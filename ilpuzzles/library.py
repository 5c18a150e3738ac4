"""Finds the models and instances there are: which puzzles, which presets, in which files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

from ilpuzzles.document import Fields, Node, ProblemList, Scalar, Sequence, read_source, read_tree
from ilpuzzles.errors import InputError, Problem, UnknownNameError, unknown_name

_NAME = re.compile(r"[a-z0-9][a-z0-9-]*\Z")

_Stamp: TypeAlias = tuple[int, int] | None
"""When a file was changed, and its size; None if there is no such file."""


def shipped_folder() -> Path:
    """The folder of the models and instances that come with the package.

    In a wheel they lie inside the package, in a checkout beside it. An editable install leaves a
    copy in site-packages that goes out of date, so nowhere else is looked.
    """
    package = Path(__file__).resolve().parent
    inside = package / "_data"
    return inside if inside.is_dir() else package.parent


@dataclass(frozen=True, slots=True)
class Library:
    """Folders with `models/PUZZLE.yaml` and `instances/PUZZLE/PRESET.yaml`.

    A file that has been read is kept, and read again only once it has changed.

    Attributes:
        folders: Where to look; what is found first wins.

    Example:
        >>> library = Library.standard()
        >>> "lonpos" in library.puzzles(), "8pieces" in library.presets("lonpos")
        (True, True)
    """

    folders: tuple[Path, ...]
    _trees: dict[Path, tuple[_Stamp, Node]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def __reduce__(self) -> tuple[object, ...]:
        """What other processes get: they read files for themselves."""
        return Library, (self.folders,)

    @classmethod
    def standard(cls, more: Iterable[Path] = ()) -> Library:
        """The given folders, then those of `ILPUZZLES_PATH`, then what comes with the package.

        Raises:
            InputError: If a folder that was asked for does not exist.
        """
        named = list(more)
        named += [
            Path(part) for part in os.environ.get("ILPUZZLES_PATH", "").split(os.pathsep) if part
        ]
        for folder in named:
            if not folder.is_dir():
                raise InputError(
                    Problem("no such library folder", "name one that has models/", str(folder))
                )
        return cls((*named, shipped_folder()))

    def puzzles(self) -> tuple[str, ...]:
        """The names of all puzzles, sorted."""
        return self._names("models")

    def called(self, name: str) -> str:
        """The puzzle that a name or another name for it means; the name itself if there is none.

        Example:
            >>> Library.standard().called("slashpack")
            'surasshupakku'
        """
        return name if name in self.puzzles() else self.aliases().get(name, name)

    def aliases(self) -> dict[str, str]:
        """Other names of puzzles, and which puzzles they mean; what is wrong is told elsewhere."""
        found: dict[str, str] = {}
        for puzzle in self.puzzles():
            with suppress(InputError):
                for name in self.other_names(puzzle):
                    found.setdefault(name, puzzle)
        return found

    def other_names(self, puzzle: str) -> list[str]:
        """The other names of a puzzle.

        Raises:
            UnknownNameError: If there is no such puzzle.
            InputError: If its file cannot be read, or they are no list of names.
        """
        node = self._fields(puzzle).node("aliases", required=False)
        items = node.items if isinstance(node, Sequence) else ()
        names = [item.text if isinstance(item, Scalar) else "" for item in items]
        if node is not None and not (names and all(map(_NAME.match, names))):
            raise InputError(
                Problem("'aliases' is no list of names", "write [other]", str(node.place))
            )
        return names

    def presets(self, puzzle: str) -> tuple[str, ...]:
        """The names of all presets of a puzzle, sorted."""
        return self._names(f"instances/{puzzle}")

    def title(self, puzzle: str) -> str:
        """The title of a puzzle; empty if its file has none.

        Raises:
            UnknownNameError: If there is no such puzzle.
            InputError: If its file cannot be read.
        """
        return self._fields(puzzle).text("title", default="")

    def model_file(self, puzzle: str) -> Path:
        """The file that says what a puzzle is.

        Raises:
            UnknownNameError: If there is no such puzzle.
        """
        return self._file("models", "puzzle", puzzle, self.puzzles())

    def instance_file(self, puzzle: str, preset: str) -> Path:
        """The file of a preset.

        Raises:
            UnknownNameError: If the puzzle has no such preset.
        """
        return self._file(f"instances/{puzzle}", "preset", preset, self.presets(puzzle))

    def model(self, puzzle: str) -> Node:
        """The file that says what a puzzle is, as a tree.

        Raises:
            UnknownNameError: If there is no such puzzle.
            InputError: If the file cannot be read.
        """
        return self.tree(self.model_file(puzzle))

    def instance(self, puzzle: str, preset: str) -> Node:
        """The file of a preset as a tree.

        Raises:
            UnknownNameError: If the puzzle has no such preset.
            InputError: If the file cannot be read.
        """
        return self.tree(self.instance_file(puzzle, preset))

    def tree(self, path: Path) -> Node:
        """A file as a tree: parsed the first time, and after it has changed.

        Raises:
            InputError: If it cannot be read.
        """
        stamp, kept = _stamp(path), self._trees.get(path)
        if kept is None or kept[0] != stamp:
            kept = self._trees[path] = stamp, read_tree(read_source(path), str(path))
        return kept[1]

    def _fields(self, puzzle: str) -> Fields:
        return Fields(self.model(puzzle), "the puzzle", ProblemList())

    def _names(self, place: str) -> tuple[str, ...]:
        found = {
            file.stem
            for folder in self.folders
            for file in (folder / place).glob("*.yaml")
            if _NAME.match(file.stem)
        }
        return tuple(sorted(found))

    def _file(self, place: str, kind: str, name: str, known: tuple[str, ...]) -> Path:
        if name not in known:
            raise UnknownNameError(unknown_name(kind, name, known))
        files = (folder / place / f"{name}.yaml" for folder in self.folders)
        return next(file for file in files if file.is_file())


def _stamp(path: Path) -> _Stamp:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size
