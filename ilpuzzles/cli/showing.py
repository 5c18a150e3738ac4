"""`ilpuzzles show`: what a puzzle is, or where an instance starts."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from ilpuzzles.cli.arguments import show_parser
from ilpuzzles.cli.exits import Exit
from ilpuzzles.cli.output import require_folder, say, say_drawing, say_json, write_file
from ilpuzzles.errors import InputError, Problem
from ilpuzzles.library import Library
from ilpuzzles.puzzles import Family, Puzzle
from ilpuzzles.render import board_text, shape_text
from ilpuzzles.workbench import Loaded, formulate, load, load_puzzle


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Shows a puzzle and its pieces, or the starting position of an instance."""
    given = show_parser().parse_args(arguments)
    if given.preset is not None or given.file is not None:
        if given.svg is not None:
            require_folder(given.svg)
        loaded = load(given.puzzle, given.preset, file=given.file, library=library)
        _show_instance(loaded, given.formulation, as_json=given.json)
        if given.svg is not None:
            write_file(given.svg, loaded.svg())
        return Exit.ANSWERED
    if given.formulation is not None:
        raise InputError(
            Problem("--formulation without an instance", "add --preset NAME or --file FILE")
        )
    if given.svg is not None:
        raise InputError(Problem("--svg without an instance", "add --preset NAME or --file FILE"))
    family, puzzle = load_puzzle(given.puzzle, library)
    _show_puzzle(family, puzzle, library.presets(puzzle.name), as_json=given.json)
    return Exit.ANSWERED


def _show_puzzle(
    family: Family, puzzle: Puzzle, presets: tuple[str, ...], *, as_json: bool
) -> None:
    if as_json:
        about = {
            "puzzle": puzzle.name,
            "title": puzzle.title,
            "about": puzzle.about,
            "source": puzzle.source,
            "family": family.name,
            "formulations": list(family.formulations),
            "presets": list(presets),
        }
        say_json(about | family.plain_puzzle(puzzle))
        return
    say(puzzle.title)
    for text in (puzzle.about, puzzle.source and f"Source: {puzzle.source}"):
        if text:
            say(fill(text, 79))
    say("")
    say_drawing(shape_text(family.name, puzzle))
    say("")
    for formulation in family.formulations.values():
        say(f"formulation {formulation.name}: {formulation.about}")
    say(f"presets: {' '.join(presets) or 'none'}")


def _show_instance(loaded: Loaded, formulation: str | None, *, as_json: bool) -> None:
    instance = loaded.instance
    name, formulated = formulate(loaded, formulation)
    statistics = formulated.model.statistics()
    if as_json:
        about = {
            "puzzle": loaded.puzzle.name,
            "preset": loaded.preset,
            "title": instance.title,
            "known_solutions": instance.solutions,
            "formulation": name,
            "groups": {group.name: group.why for group in formulated.model.groups},
            "model": {
                "variables": statistics.variables,
                "rows": statistics.rows,
                "nonzeros": statistics.nonzeros,
            },
        }
        say_json(about | loaded.family.plain(instance))
        return
    title = f": {instance.title}" if instance.title else ""
    say(f"{loaded.puzzle.title}{title}")
    say_drawing(board_text(loaded.family.name, instance))
    if instance.solutions is not None:
        say(f"known number of solutions: {instance.solutions:,}")
    say(f"formulation {name}: {statistics}")
    for group in formulated.model.groups:
        say(f"group '{group.name}': {group.why}")
