"""`ilpuzzles generate`: new starting positions and boards, as files that can be solved."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from ilpuzzles.backends.interface import Options
from ilpuzzles.cli.command_parsers import generate_parser
from ilpuzzles.cli.command_steps import ask_and_show, parse
from ilpuzzles.cli.output import note, require_file, say_file, say_json, write_file
from ilpuzzles.cli.pictures import require_paper, write_paper
from ilpuzzles.cli.progress_line import ProgressLine
from ilpuzzles.errors import Exit, InputError, OutputError, counted
from ilpuzzles.generate.booklet import booklet
from ilpuzzles.generate.generator_base import Generated, MadePosition
from ilpuzzles.generate.generators import generator_of
from ilpuzzles.reading.library import Library


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Makes starting positions or boards, and writes them to standard output or to files."""
    args = parse(generate_parser(), arguments, library)
    make = generator_of(args.puzzle, vars(args), library)
    require_paper(args)
    paths = _paths(args)
    line = ProgressLine(quiet=args.quiet)
    waiting = iter(paths)

    def write(position: MadePosition) -> None:
        # Whatever ends the work, what was found by then is there.
        path = next(waiting, None)
        if path is not None:
            write_file(path, position.text)
        if not args.quiet:
            line.clear()
            note(f"{f'{path}: ' if path else ''}{position.verdict}")

    question = partial(
        make,
        backend=args.backend,
        options=Options(time_limit=args.time_limit),
        library=library,
        each=write,
        watch=line,
    )
    return ask_and_show(question, partial(_show, args, library), line.clear)


def _show(args: Namespace, library: Library, made: Generated[Any, Any]) -> None:
    if args.json:
        say_json(made.to_json())
    elif args.output is None and args.folder is None and args.pdf is None:
        for position in made.positions:
            say_file(position.text)
    if args.pdf is not None and made.positions:
        write_paper(args, booklet(made, library), counted(len(made.positions), "position"))
    if not args.quiet:
        note(f"{made.verdict()} in {made.seconds:.1f} s")


def _make_folder(folder: Path) -> None:
    """Makes a folder that is not there yet, before the work: it may turn out to be impossible."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise OutputError("is not a folder", "name another one", str(folder)) from None
    except OSError as error:
        what = f"cannot be made: {error.strerror}"
        raise OutputError(what, "name another folder", str(folder)) from None


def _paths(args: Namespace) -> list[Path]:
    """The files to be written; none where they go to standard output."""
    if args.output is not None and args.folder is not None:
        raise InputError("--output cannot be combined with --folder", "leave one of them out")
    elsewhere = args.output is None and (args.json or args.pdf is not None)
    if args.number > 1 and args.folder is None and not elsewhere:
        what = "cannot go into one file"
        advice = "name a folder with --folder DIR instead"
        if args.output is None:
            what = "cannot go to standard output"
            advice = "add --folder DIR, --json or --pdf FILE"
        raise InputError(f"{args.number} positions {what}", advice)
    if args.output is not None:
        require_file(args.output, "file of a preset", ".yaml", ".yml")
        return [args.output]
    if args.folder is None:
        return []
    _make_folder(args.folder)
    numbers = range(1, args.number + 1)
    paths: list[Path] = [args.folder / f"{args.puzzle}-{number}.yaml" for number in numbers]
    for path in paths:
        if path.exists():
            raise OutputError("already exists", "name another folder", str(path))
    return paths
