"""`ilpuzzles bench report`: makes pages of the results of a sweep."""

from __future__ import annotations

from collections.abc import Sequence

from ilpuzzles.bench.command_spec import command_words
from ilpuzzles.bench.report import report
from ilpuzzles.bench.results import read_results
from ilpuzzles.cli.command_parsers import report_parser
from ilpuzzles.cli.output import require_apart, require_file, write_file
from ilpuzzles.cli.pictures import PAGES
from ilpuzzles.errors import Exit, InputError
from ilpuzzles.reading.library import Library


def run(arguments: Sequence[str], _library: Library) -> Exit:
    """Makes pages of the results of a sweep; the pictures of a text lie beside it."""
    args = report_parser().parse_args(arguments)
    if args.html is None and args.markdown is None:
        raise InputError("there is nothing to write", "add --html FILE or --markdown FILE")
    read = [("the results", args.results)]
    written = [("--html", args.html), ("--markdown", args.markdown)]
    require_apart(read, written)
    require_file(args.html, "page", *PAGES)
    require_file(args.markdown, "text in Markdown", ".md", ".markdown")
    made = report(
        read_results(args.results),
        command=command_words(["report", *arguments], frozenset(), frozenset()),
        prefix="" if args.markdown is None else f"{args.markdown.stem}-",
    )
    if args.markdown is not None:
        pictures = [
            ("a picture beside --markdown", args.markdown.with_name(name)) for name in made.pictures
        ]
        require_apart([*read, *written], pictures)
    if args.html is not None:
        write_file(args.html, made.html)
    if args.markdown is not None:
        for name, picture in made.pictures.items():
            write_file(args.markdown.with_name(name), picture)
        write_file(args.markdown, made.markdown)
    return Exit.ANSWERED
