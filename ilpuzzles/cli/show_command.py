"""`ilpuzzles show`: what a puzzle is, where an instance starts, or what can be placed in it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import suppress
from textwrap import fill
from typing import Any

from ilpuzzles.cli.command_parsers import show_parser
from ilpuzzles.cli.command_steps import instance_of, parse
from ilpuzzles.cli.help_command import example_board, typing_command
from ilpuzzles.cli.output import (
    CellLine,
    Entry,
    has_reader,
    line_width,
    say,
    say_entries,
    say_file,
    say_json,
    say_title,
    say_wrapped,
    wrapped,
)
from ilpuzzles.cli.pictures import (
    note_left_out,
    require_pictures,
    say_drawing,
    write_page,
    write_pictures,
)
from ilpuzzles.errors import BackendError, Exit, InputError
from ilpuzzles.exactcover.estimate import MeasuredSearch
from ilpuzzles.experiments.experiments import formulate
from ilpuzzles.experiments.loading import Described, describe
from ilpuzzles.geometry.symmetry import TooManySymmetriesError
from ilpuzzles.puzzles.kind import PuzzlePosition, solution_count_text
from ilpuzzles.puzzles.position import PlacementReport, require_placements
from ilpuzzles.puzzles.typing_guide import TypingGuide
from ilpuzzles.reading.library import Library, puzzle_parameters
from ilpuzzles.reading.parameters import Parameter, beyond_defaults
from ilpuzzles.solvers.cover.backend import ExactCoverBackend

_WIDEST = 79


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Shows a puzzle and its pieces, the starting position of an instance, or its positions."""
    args = parse(show_parser(), arguments, library)
    _refuse_contradicting_options(args)
    require_pictures(args)
    about_instance = args.placements or args.steps or args.yaml
    if not (_names_instance(args) or about_instance):
        described = describe(args.puzzle, parameters=args.parameters, library=library)
        if args.tile is not None:
            _show_tile(args, described)
            return Exit.ANSWERED
        _show_puzzle(described, library, as_json=args.json)
        # The pieces look the same in every view.
        write_pictures(args, lambda **_: described.svg())
        return Exit.ANSWERED
    position = instance_of(args, library)
    if args.placements:
        _show_report(position, require_placements(position).placements(), as_json=args.json)
    elif args.yaml:
        declared = puzzle_parameters(position.name, library)
        say_file(f"{position.to_yaml(beyond_defaults(declared, position.parameters))}\n")
    elif args.steps:
        choice = args.break_symmetry or "auto"
        steps = require_placements(position, "steps").steps(choice)
        _show_report(position, steps, _measure(position, choice), as_json=args.json)
    else:
        _show_instance(position, args.formulation, as_json=args.json)
        write_pictures(args, position.svg)
        note_left_out(args, position, start=True)
        write_page(args, position.html)
    return Exit.ANSWERED


def _names_instance(args: Namespace) -> bool:
    names = (args.preset, args.file, args.board, args.url)
    return any(name is not None for name in names)


def _show_tile(args: Namespace, described: Described) -> None:
    tile = described.kind.show_tile(described.puzzle, args.tile, line_width())
    if args.json:
        say_json(tile.plain)
    else:
        say_drawing(tile.drawing)
    write_pictures(args, lambda **_: tile.picture.document())


def _refuse_contradicting_options(args: Namespace) -> None:
    """Raises unless the options go together."""
    names = ("formulation", "svg", "png", "html")
    options = [f"--{name}" for name in names if getattr(args, name) is not None]
    for option in options:
        for question in ("placements", "steps", "yaml"):
            if getattr(args, question):
                raise InputError(
                    f"{option} cannot be combined with --{question}", "leave one of them out"
                )
        if not _names_instance(args) and option in {"--formulation", "--html"}:
            raise InputError(f"{option} needs an instance", "add --preset NAME or --file FILE")
    if args.tile is not None and _names_instance(args):
        raise InputError("--tile cannot be combined with a position", "leave one of them out")
    if args.json and args.yaml:
        raise InputError("--json cannot be combined with --yaml", "leave one of them out")
    if args.break_symmetry is not None and not args.steps:
        raise InputError("--break-symmetry needs --steps", "add --steps")


def _measure(position: PuzzlePosition, choice: str) -> MeasuredSearch | None:
    """How long a search for all solutions would be, if the instance is an exact cover problem."""
    with suppress(TooManySymmetriesError):
        position = position.break_symmetry(choice)
    with suppress(BackendError):
        return ExactCoverBackend().measured(formulate(position)[1].model.program())
    return None


def _show_report(
    position: PuzzlePosition,
    report: PlacementReport,
    measured: MeasuredSearch | None = None,
    *,
    as_json: bool,
) -> None:
    if as_json:
        about = {"puzzle": position.puzzle.name, "preset": position.preset} | report.to_json()
        say_json(about | ({} if measured is None else {"search": measured.to_json()}))
        return
    for line in report.lines():
        say(line)
    if measured is not None:
        say(f"to search: {measured.text()}")


def _show_puzzle(described: Described, library: Library, *, as_json: bool) -> None:
    kind = described.kind
    puzzle = described.puzzle
    presets = described.presets
    parameters = puzzle_parameters(puzzle.name, library)
    example = example_board(puzzle.name, presets, library)
    guide = None if example is None else example.typing_guide()
    if as_json:
        about: dict[str, Any] = {
            "puzzle": puzzle.name,
            "title": puzzle.title,
            "about": puzzle.about,
            "source": puzzle.source,
            "family": kind.name,
            "formulations": list(kind.formulations),
            "presets": list(presets),
            "parameters": {parameter.name: parameter.to_json() for parameter in parameters},
        }
        about |= {} if guide is None else {"typing": guide.to_json()}
        say_json(about | kind.plain_puzzle(puzzle))
        return
    say_title(puzzle.title)
    width = line_width()
    for text in (puzzle.about, puzzle.source and f"Source: {puzzle.source}"):
        if text:
            say(fill(text, min(_WIDEST, width or _WIDEST)))
    say("")
    drawing = kind.shape_text(puzzle, width)
    if drawing:
        say_drawing(drawing)
        say("")
    if example is not None and guide is not None:
        say_drawing(example.drawing(width=width))
        for line in _typing_lines(example, guide, library, width):
            say(line)
        say("")
    if has_reader():
        say_entries(_puzzle_entries(described, parameters))
        return
    for formulation in kind.formulations.values():
        say(f"formulation {formulation.name}: {formulation.about}")
    for parameter in parameters:
        say(f"parameter --{parameter.name}: {parameter.about} ({parameter.choices()})")
    say(f"presets: {' '.join(presets) or 'none'}")


def _typing_lines(
    example: PuzzlePosition, guide: TypingGuide, library: Library, width: int | None
) -> Iterator[str]:
    """How a board is typed, from one that is shown above."""
    yield ""
    yield f"This is the preset {example.preset}. To type it:"
    yield f"  {typing_command(example.name, guide, library)}"
    yield wrapped("or write these rows into a file, and name it with --file:", width)
    for row in guide.rows:
        yield f"  {row}".rstrip()
    if len(guide.parts) > 1:
        has_more = any(part.startswith("perhaps") for part in guide.parts)
        is_apart = has_more or "" in guide.rows
        apart = ", with an empty row between drawings" if is_apart else ""
        yield wrapped(f"in this order{apart}:", width)
        for part in guide.parts:
            yield wrapped(f"  {part}", width, "    ")
    if guide.words:
        yield "clues:"
        yield from _clue_lines(guide, width)
    yield wrapped(f"fields of a YAML file: {' '.join(guide.fields)}", width, "  ")


def _clue_lines(guide: TypingGuide, width: int | None) -> Iterator[str]:
    """The words of a cell and their meanings, side by side if the terminal has room."""
    widest = max(len(word) for word, _ in guide.words)
    indent = " " * (widest + 4)
    has_room = width is None or len(indent) <= width // 2
    for word, meaning in guide.words:
        if has_room:
            yield wrapped(f"  {word:{widest}}  {meaning}", width, indent)
        else:
            yield wrapped(f"  {word}", width, "    ")
            yield wrapped(f"      {meaning}", width, "      ")


def _show_instance(position: PuzzlePosition, formulation: str | None, *, as_json: bool) -> None:
    instance = position.instance
    name, formulated = formulate(position, formulation)
    statistics = formulated.model.statistics()
    if as_json:
        about = {
            "puzzle": position.puzzle.name,
            "preset": position.preset,
            "title": instance.title,
            "known_solutions": instance.solutions,
            "known_solutions_up_to_symmetry": instance.solutions_up_to_symmetry,
            "source_of_known": instance.source,
            "formulation": name,
            "groups": {group.name: group.why for group in formulated.model.groups},
            "model": {
                "variables": statistics.variables,
                "rows": statistics.rows,
                "nonzeros": statistics.nonzeros,
            },
        }
        say_json(about | position.plain())
        return
    say_title(position.title)
    say_drawing(position.drawing(width=line_width()))
    if instance.solutions is not None:
        source = f" ({instance.source})" if instance.source else ""
        say_wrapped(f"known number of solutions: {solution_count_text(instance)}{source}", "  ")
    say_wrapped(f"formulation {name}: {statistics}", "  ")
    if has_reader():
        groups = formulated.model.groups
        say_entries(([CellLine(group.name)], [CellLine(group.why)]) for group in groups)
        return
    for group in formulated.model.groups:
        say(f"group '{group.name}': {group.why}")


def _puzzle_entries(described: Described, parameters: Sequence[Parameter]) -> list[Entry]:
    """What can be said when a puzzle is to be solved."""
    entries = [_section("formulations")]
    formulations = described.kind.formulations.values()
    entries += [([CellLine(each.name)], [CellLine(each.about)]) for each in formulations]
    if parameters:
        entries.append(_section("parameters"))
    for parameter in parameters:
        about = [CellLine(parameter.about), CellLine(parameter.choices(), "dim")]
        entries.append(([CellLine(f"--{parameter.name}")], about))
    return [*entries, _section("presets", " ".join(described.presets) or "none")]


def _section(title: str, text: str = "") -> Entry:
    """A title for what follows, or for a text."""
    return [CellLine(title, "not bold cyan")], [CellLine(text)]
