"""`ilpuzzles docs`: the documentation site, in a browser."""

from __future__ import annotations

from collections.abc import Sequence

from ilpuzzles.cli.command_parsers import docs_parser
from ilpuzzles.cli.output import has_reader, say
from ilpuzzles.errors import Exit, InputError, Problem
from ilpuzzles.library import Library, shipped_folder


def run(arguments: Sequence[str], _library: Library) -> Exit:
    """Prints where the pages are, and opens them if somebody looks.

    Raises:
        InputError: If they have not been built.
    """
    docs_parser().parse_args(arguments)
    # A wheel has them beside its puzzles; in a checkout, MkDocs builds them there.
    page = shipped_folder() / "site" / "index.html"
    if not page.is_file():
        advice = "in a checkout: pip install -e '.[docs]', then python -m mkdocs build"
        raise InputError(Problem("the documentation is not built", advice, str(page.parent)))
    say(str(page))
    if has_reader():
        # Of no use to any other command.
        import webbrowser  # noqa: PLC0415

        webbrowser.open(page.as_uri())
    return Exit.ANSWERED
