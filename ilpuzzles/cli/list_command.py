"""`ilpuzzles list`: the puzzles in groups, those that words describe, and their presets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ilpuzzles.cli.command_parsers import list_parser
from ilpuzzles.cli.output import (
    CellLine,
    Entry,
    has_reader,
    say,
    say_entries,
    say_json,
    say_title,
    say_wrapped,
)
from ilpuzzles.cli.typed_command import command_to_type
from ilpuzzles.errors import Exit, UnknownNameError, unknown_name
from ilpuzzles.reading.library import Library

_GROUPS = (
    "Pieces on a board",
    "Pieces in space",
    "Pieces with colours",
    "Digits in a grid",
    "Loops and lines",
    "Cells to shade",
    "Regions and diagonals",
    "Things to place",
)
"""The groups of the puzzles that come with the package, in the order in which they are listed."""

_SHORT = 40
"""Characters of a sentence that says too little by itself."""

_OTHERS = "Others"
"""The group of puzzles whose files name none."""


@dataclass(frozen=True, slots=True)
class _Listed:
    """A puzzle as the list shows it."""

    name: str
    other_names: tuple[str, ...]
    title: str
    group: str
    about: str
    presets: tuple[str, ...]

    @classmethod
    def of(cls, name: str, library: Library) -> _Listed:
        """A puzzle of a library."""
        return cls(
            name,
            tuple(library.other_names(name)),
            library.title(name),
            library.group(name) or _OTHERS,
            library.about(name),
            library.presets(name),
        )

    def line(self) -> str:
        """The title, what it is about in a few words, and its other names."""
        words = _first_sentences(self.about)
        described = f"{self.title}: {words}" if words else self.title
        return f"{described} (or {', '.join(self.other_names)})" if self.other_names else described

    def matches(self, words: Iterable[str]) -> bool:
        """Whether all words stand in what there is to say about it, in capitals or not."""
        names = [self.name, *self.other_names, *self.presets]
        said = " ".join([*names, self.title, self.group, self.about]).lower()
        return all(word.lower() in said for word in words)

    def to_json(self) -> dict[str, object]:
        """The same as plain data."""
        return {
            "puzzle": self.name,
            "other_names": list(self.other_names),
            "title": self.title,
            "group": self.group,
            "about": self.about,
            "presets": list(self.presets),
        }


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Lists puzzles, group by group: all of them, or those that some words describe."""
    args = list_parser().parse_args(arguments)
    puzzles = [_Listed.of(name, library) for name in library.puzzles()]
    found = [one for one in puzzles if one.matches(args.words)]
    if args.words and not found:
        names = [one.name for one in puzzles]
        words = " ".join(args.words)
        advice = f"'{command_to_type(library, 'list')}' shows all {len(names)}"
        raise UnknownNameError(
            unknown_name("puzzle", words, names, advice=advice, more=library.aliases())
        )
    if args.json:
        say_json({"puzzles": [one.to_json() for one in found]})
        return Exit.ANSWERED
    width = max((len(one.name) for one in found), default=0)
    for group in _groups_of(found):
        members = [one for one in found if one.group == group]
        say_title(group)
        if has_reader():
            say_entries(_entry(one, width, with_presets=bool(args.words)) for one in members)
        else:
            for one in members:
                _say_plainly(one, width, with_presets=bool(args.words))
    if has_reader() and not args.words:
        command = command_to_type(library, "list", "WORD")
        say_wrapped(f"'{command}' finds puzzles by a word about them, with their presets.")
    return Exit.ANSWERED


def _first_sentences(about: str) -> str:
    """The first sentence; where it is very short, as in "Shade some cells.", the next ones too."""
    sentences = about.removesuffix(".").split(". ")
    shown = sentences.pop(0)
    while sentences and len(shown) < _SHORT:
        shown = f"{shown}. {sentences.pop(0)}"
    return shown


def _groups_of(puzzles: Iterable[_Listed]) -> list[str]:
    """The groups that some puzzles are in: those of the package, those of others, the rest."""
    there = {one.group for one in puzzles}
    own = sorted(there - {*_GROUPS, _OTHERS})
    return [group for group in (*_GROUPS, *own, _OTHERS) if group in there]


def _entry(puzzle: _Listed, width: int, *, with_presets: bool) -> Entry:
    lines = [CellLine(puzzle.line())]
    if with_presets:
        lines.append(CellLine(_presets_line(puzzle), "dim"))
    # Names of one width keep the columns of all groups in line.
    return [CellLine(puzzle.name.ljust(width))], lines


def _say_plainly(puzzle: _Listed, width: int, *, with_presets: bool) -> None:
    say(f"  {puzzle.name.ljust(width)}  {puzzle.line()}")
    if with_presets:
        say(f"    {_presets_line(puzzle)}")


def _presets_line(puzzle: _Listed) -> str:
    return f"presets: {' '.join(puzzle.presets) or 'none'}"
