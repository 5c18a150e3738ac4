"""Finds the models and instances there are: which puzzles, which presets, in which files."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from ilpuzzles.errors import InputError, UnknownNameError, require_known, unknown_name
from ilpuzzles.reading.fields import Fields, Text
from ilpuzzles.reading.parameters import Parameter, read_parameters
from ilpuzzles.reading.python_source import Script, read_script
from ilpuzzles.reading.source import read_source
from ilpuzzles.reading.tree import (
    Mapping,
    Node,
    ProblemList,
    Scalar,
    Sequence,
    TextLine,
    TextPlace,
    example_of,
    read_tree,
)

PYTHON = ".py"
"""What files are called that are a puzzle of their own."""

_NAME = re.compile(r"[a-z0-9][a-z0-9-]*\Z")

_TICK = 100_000_000
"""Nanoseconds for which a change may go unnoticed, at most."""

_Stamp: TypeAlias = tuple[int, int] | None
"""When a file was changed, and its size; None if there is no such file."""


def shipped_folder() -> Path:
    """The folder of the models and instances that come with the package.

    In a wheel they lie inside the package, in a checkout beside it. An editable install leaves a
    copy in site-packages that goes out of date, so nowhere else is looked.
    """
    package = Path(__file__).resolve().parents[1]
    inside = package / "_data"
    return inside if inside.is_dir() else package.parent


@dataclass(frozen=True, slots=True)
class Library:
    """Folders with `models/NAME.yaml` or `.py`, `puzzles/NAME.py`, and `instances/NAME/*.yaml`.

    A file that has been read is kept, and read again only once it has changed.

    Attributes:
        folders: Where to look; the first match wins.
        files: Python files with a puzzle each, which come before all folders. A puzzle has
            the name of its file, with `-` for `_`.

    Example:
        >>> library = Library.standard()
        >>> "lonpos" in library.puzzles(), "8pieces" in library.presets("lonpos")
        (True, True)
    """

    folders: tuple[Path, ...]
    files: tuple[Path, ...] = ()
    _read: dict[tuple[Path, str], tuple[_Stamp, Any]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _places: list[tuple[Path, str]] = field(
        default_factory=list, init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        """Makes the paths that every name is looked up in."""
        for folder in self.folders:
            kinds = ("models", ".yaml"), ("models", ".py"), ("puzzles", ".py")
            self._places.extend((folder / place, ending) for place, ending in kinds)

    def __reduce__(self) -> tuple[object, ...]:
        """What other processes get: they read files for themselves, from wherever they run."""
        return Library, tuple(
            tuple(path.absolute() for path in paths) for paths in (self.folders, self.files)
        )

    @classmethod
    def standard(cls, more: Iterable[Path] = (), files: Iterable[Path] = ()) -> Library:
        """The given folders, then those of `ILPUZZLES_PATH`, then what comes with the package.

        Args:
            more: Further folders.
            files: Python files with a puzzle each.

        Raises:
            InputError: If a folder that was asked for does not exist, or a file is not Python.
        """
        own = tuple(files)
        for file in own:
            if file.suffix != ".py" or not _NAME.match(puzzle_name(file)):
                what = "is not the name of a puzzle's file"
                raise InputError(what, "name it NAME.py, in lower-case letters", str(file))
            if not file.is_file():
                raise InputError("no such file", "check the path", str(file))
        paths = os.environ.get("ILPUZZLES_PATH", "").split(os.pathsep)
        named = [*more, *map(Path, filter(None, paths))]
        for folder in named:
            if not folder.is_dir():
                advice = "name one that has models/"
                raise InputError("no such library folder", advice, str(folder))
        return cls((*named, shipped_folder()), own)

    def puzzles(self) -> tuple[str, ...]:
        """The names of all puzzles, sorted."""
        return tuple(sorted(self._puzzle_files()))

    def called(self, name: str) -> str:
        """The puzzle that a name or another name for it means; the name itself if there is none.

        A name may have `_` for `-`, as files of Python must.

        Example:
            >>> library = Library.standard()
            >>> library.called("slashpack"), library.called("star_battle")
            ('surasshupakku', 'star-battle')
        """
        files = self._puzzle_files()
        if name in files:
            return name
        with_dashes = name.replace("_", "-")
        if with_dashes in files:
            return with_dashes
        aliases = self.aliases()
        return aliases.get(name) or aliases.get(with_dashes, name)

    def first_puzzle(self, words: Iterable[str]) -> str | None:
        """The puzzle that the first of some words means; None if none of them means one.

        A word that is the name of a puzzle comes before another that is an alias.

        Example:
            >>> Library.standard().first_puzzle(["hint", "slashpack", "sudoku"])
            'sudoku'
        """
        typed = list(words)
        puzzles = self._puzzle_files()
        for word in typed:
            if word in puzzles:
                return word
        meant = map(self.called, typed)
        return next((puzzle for puzzle in meant if puzzle in puzzles), None)

    def aliases(self) -> dict[str, str]:
        """Other names of puzzles, and the puzzles they mean; wrong files are reported elsewhere."""
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
        path = self.model_file(puzzle)
        if path.suffix == PYTHON:
            names = list(self.script(path).aliases)
            if not all(map(_NAME.match, names)):
                raise InputError("'aliases' has no names", 'write "other another"', str(path))
            return names
        node = Fields(self.tree(path), "the puzzle", ProblemList()).node("aliases")
        items = node.items if isinstance(node, Sequence) else ()
        names = [item.text if isinstance(item, Scalar) else "" for item in items]
        if node is not None and not (names and all(map(_NAME.match, names))):
            raise InputError("'aliases' is not a list of names", "write [other]", str(node.place))
        return names

    def presets(self, puzzle: str) -> tuple[str, ...]:
        """The names of all presets of a puzzle, sorted; those in a Python file first, as they are.

        Raises:
            InputError: If its Python file cannot be read.
        """
        path = self._puzzle_files().get(puzzle)
        own = tuple(self.script(path).presets) if path is not None and path.suffix == ".py" else ()
        return (*own, *sorted(self._instance_files(puzzle).keys() - set(own)))

    def title(self, puzzle: str) -> str:
        """The title of a puzzle; empty if its file has none.

        Raises:
            UnknownNameError: If there is no such puzzle.
            InputError: If its file cannot be read.
        """
        return self._text_of(puzzle, "title")

    def about(self, puzzle: str) -> str:
        """The description of a puzzle, on one line; empty if its file has none.

        Raises:
            UnknownNameError: If there is no such puzzle.
            InputError: If its file cannot be read.
        """
        return " ".join(self._text_of(puzzle, "about").split())

    def group(self, puzzle: str) -> str:
        """The heading under which a puzzle is listed; empty if its file names none.

        Raises:
            UnknownNameError: If there is no such puzzle.
            InputError: If its file cannot be read.

        Example:
            >>> Library.standard().group("slitherlink")
            'Loops and lines'
        """
        return self._text_of(puzzle, "group")

    def _text_of(self, puzzle: str, field: str) -> str:
        """The text of a field in the file of a puzzle: title, about or group."""
        path = self.model_file(puzzle)
        if path.suffix == PYTHON:
            said: str = getattr(self.script(path), field)
            return said
        return Fields(self.tree(path), "the puzzle", ProblemList()).read(Text(field))

    def genre_formulations(self) -> list[str]:
        """The names of the formulations in the Python files of all puzzles; wrong files have none.

        Example:
            >>> "flow" in Library.standard().genre_formulations()
            True
        """
        found: dict[str, None] = {}
        for path in self._puzzle_files().values():
            with suppress(InputError):
                found |= dict.fromkeys(
                    self.script(path).formulations if path.suffix == PYTHON else ()
                )
        return list(found)

    def model_file(self, puzzle: str) -> Path:
        """The file that says what a puzzle is, YAML or Python.

        Raises:
            UnknownNameError: If there is no such puzzle.
        """
        known = self._puzzle_files()
        if puzzle not in known:
            raise UnknownNameError(unknown_name("puzzle", puzzle, known, more=self.aliases()))
        return known[puzzle]

    def instance_file(self, puzzle: str, preset: str) -> Path:
        """The file of a preset: a YAML file, or the Python file that has it.

        Raises:
            UnknownNameError: If the puzzle has no such preset.
        """
        known = self.presets(puzzle)
        require_known("preset", preset, known)
        model = self.model_file(puzzle)
        if model.suffix == ".py" and preset in self.script(model).presets:
            return model
        return self._instance_files(puzzle)[preset]

    def script(self, path: Path) -> Script:
        """What a Python file says about itself; read again once it has changed.

        Raises:
            InputError: If it cannot be read.
        """
        script: Script = self._keep(path, "script", read_script)
        return script

    def tree(self, path: Path, puzzle: str = "PUZZLE") -> Node:
        """A YAML file as a tree; parsed again once it has changed.

        Args:
            path: The file.
            puzzle: The puzzle that it should be about, for messages.

        Raises:
            InputError: If it cannot be read.
        """

        def read(file: Path) -> Node:
            return read_tree(self.text(file), str(file), example_of(puzzle))

        tree: Node = self._keep(path, "tree", read)
        return tree

    def text(self, path: Path) -> str:
        """The text of a file; read again once it has changed.

        Raises:
            InputError: If it cannot be read.
        """
        text: str = self._keep(path, "text", read_source)
        return text

    def _keep(self, path: Path, kind: str, read: Callable[[Path], Any]) -> Any:
        stamp, kept = _stamp(path), self._read.get((path, kind))
        if kept is None or kept[0] != stamp:
            kept = self._read[path, kind] = stamp, read(path)
        return kept[1]

    def _files(self, folder: Path, ending: str) -> dict[str, Path]:
        """The files of a folder with this ending, by the names of what they hold.

        They are looked up for every name, and listed again once the folder has changed; what has
        changed just now may change again within the same tick of the clock.
        """
        stamp, kept = _stamp(folder), self._read.get((folder, ending))
        if stamp is None:
            return {}
        if kept is None or kept[0] != stamp:
            kept = stamp, _files_by_name(folder, ending)
            if time.time_ns() - stamp[0] > _TICK:
                self._read[folder, ending] = kept
        found: dict[str, Path] = kept[1]
        return found

    def _puzzle_files(self) -> dict[str, Path]:
        """The files of all puzzles by their names; what comes first wins."""
        found = {puzzle_name(file): file for file in reversed(self.files)}
        for folder, ending in self._places:
            found = self._files(folder, ending) | found
        return found

    def _instance_files(self, puzzle: str) -> dict[str, Path]:
        """The YAML files of the presets of a puzzle by their names."""
        found: dict[str, Path] = {}
        path = self._puzzle_files().get(puzzle)
        if path is not None and path.suffix == ".py":
            found = self._files(path.with_suffix(""), ".yaml")
        for folder in self.folders:
            found = self._files(folder / "instances" / puzzle, ".yaml") | found
        return found


def puzzle_name(file: Path) -> str:
    """What the puzzle in a file is called.

    Example:
        >>> puzzle_name(Path("examples/star_battle.py"))
        'star-battle'
    """
    return file.stem.replace("_", "-")


def puzzle_tree(name: str, library: Library) -> Node:
    """The file of a puzzle as a tree; of a Python file, its parameters and their values alone."""
    return file_tree(library.model_file(name), library)


def file_tree(path: Path, library: Library) -> Node:
    """The same of the puzzle in a file."""
    return _script_tree(library.script(path)) if path.suffix == PYTHON else library.tree(path)


def _script_tree(script: Script) -> Node:
    """The tree of a Python file, which says that the value of each parameter is `$name`.

    So values take the same way as in the files of other puzzles.
    """
    place = TextPlace(str(script.path), 1, 1)
    declared = script.parameters
    if not isinstance(declared, Mapping):
        return Mapping((), place)

    def text(said: str) -> Scalar:
        return Scalar(said, plain=True, place=place, lines=(TextLine(said, place),))

    values = tuple((key, text(f"${key.text}")) for key, _ in declared.entries)
    entries = (text("parameters"), declared), (text("values"), Mapping(values, place))
    return Mapping(entries, place)


def puzzle_parameters(name: str, library: Library | None = None) -> tuple[Parameter, ...]:
    """The parameters that a puzzle declares."""
    library = library or Library.standard()
    return read_parameters(puzzle_tree(library.called(name), library))


def _files_by_name(folder: Path, ending: str) -> dict[str, Path]:
    """The files of a folder with this ending, by the names of what they hold."""
    try:
        # Much faster than a glob, and every name is looked up in this way.
        found = [entry.name for entry in os.scandir(folder) if entry.name.endswith(ending)]
    except OSError:
        return {}
    files = [folder / name for name in found]
    named = {puzzle_name(file) if ending == ".py" else file.stem: file for file in files}
    return {name: file for name, file in named.items() if _NAME.match(name)}


def _stamp(path: Path) -> _Stamp:
    try:
        found = path.stat()
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size
