"""`ilpuzzles list`: all puzzles and their presets."""

from __future__ import annotations

from collections.abc import Sequence

from ilpuzzles.cli.command_parsers import list_parser
from ilpuzzles.cli.output import CellLine, Entry, has_reader, say, say_entries, say_json
from ilpuzzles.errors import Exit
from ilpuzzles.library import Library


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Lists all puzzles and their presets."""
    given = list_parser().parse_args(arguments)
    titles = {name: library.title(name) for name in library.puzzles()}
    if given.json:
        puzzles = [
            {
                "puzzle": name,
                "other_names": library.other_names(name),
                "title": title,
                "presets": list(library.presets(name)),
            }
            for name, title in titles.items()
        ]
        say_json({"puzzles": puzzles})
        return Exit.ANSWERED
    if has_reader():
        say_entries(_entry(name, title, library) for name, title in titles.items())
        return Exit.ANSWERED
    for name, title in titles.items():
        say(f"{', '.join([name, *library.other_names(name)])}  {title}")
        say(f"    presets: {' '.join(library.presets(name)) or 'none'}")
    return Exit.ANSWERED


def _entry(name: str, title: str, library: Library) -> Entry:
    presets = " ".join(library.presets(name)) or "no presets"
    names = [
        CellLine(name),
        *(CellLine(f"or {other}", "not bold") for other in library.other_names(name)),
    ]
    return names, [CellLine(title), CellLine(presets, "dim")]
