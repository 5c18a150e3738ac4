"""The options that write pictures to files, and what they do."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from ilpuzzles.cli.argument_parts import Parser
from ilpuzzles.cli.output import note, require_file, write_bytes, write_file
from ilpuzzles.errors import InputError, Problem

# Those of `ilpuzzles.render`, which is slow to import for what only prints help.
_VIEWS = ("all", "flat", "solid", "apart")


def add_pictures(shown: argparse._ArgumentGroup | Parser, *, animated: bool = False) -> None:
    """The options `--svg`, `--png`, `--view`, and perhaps `--animate`.

    Args:
        shown: Where to add them.
        animated: Whether there are solutions that can be placed piece by piece.
    """
    from pathlib import Path  # noqa: PLC0415 - for the type of the options alone

    help_svg = "write the picture to a file; of many solutions, the first 60"
    shown.add_argument("--svg", metavar="FILE", type=Path, help=help_svg)
    shown.add_argument(
        "--png", metavar="FILE", type=Path, help="the same as dots; needs the extra viz"
    )
    shown.add_argument(
        "--view",
        choices=_VIEWS,
        help="of boards that are not plane: flat (layers, or unrolled), solid, apart, or all "
        "(flat and solid, the default)",
    )
    if animated:
        shown.add_argument(
            "--animate", action="store_true", help="with --svg: place piece by piece"
        )
    else:
        shown.set_defaults(animate=False)


def wants_pictures(given: argparse.Namespace) -> bool:
    """Whether a picture goes to a file, for commands that have any."""
    return any(getattr(given, name, None) is not None for name in ("svg", "png"))


def require_pictures(given: argparse.Namespace) -> None:
    """Raises unless pictures can be written, as far as can be told before the work is done.

    Raises:
        InputError: If an option has no meaning beside the others, or a file another ending.
        OutputError: If a file cannot be put where it is to go.
        ExtraMissingError: If the package for PNG pictures is not installed.
    """
    require_file(given.svg, "SVG picture", ".svg")
    require_file(given.png, "PNG picture", ".png")
    if given.png is not None:
        from ilpuzzles.render.png import require_png  # noqa: PLC0415 - slow to import

        require_png()
    if given.view is not None and not wants_pictures(given):
        raise InputError(Problem("--view without a picture", "add --svg FILE or --png FILE"))
    if given.animate and given.svg is None:
        raise InputError(Problem("--animate without --svg", "add --svg FILE"))
    for question in ("all", "limit", "random", "unique"):
        if given.animate and getattr(given, question, None) not in {None, False}:
            what = f"--animate with --{question}, of which there is a sheet"
            raise InputError(Problem(what, "leave one of them out"))
    for option in ("svg", "png"):
        if getattr(given, option) is not None and getattr(given, "count", False):
            what = f"--{option} with --count"
            raise InputError(Problem(what, "ask for --all, or leave one of them out"))


def write_pictures(given: argparse.Namespace, draw: Callable[..., str], said: str = "") -> None:
    """Writes the pictures that the options ask for.

    Args:
        given: The options.
        draw: Makes an SVG document, empty where there is no picture; takes `view` (None for the
            usual one) and `animated`.
        said: What to say of each file; may be empty.
    """
    view = given.view
    if given.svg is not None:
        picture = draw(view=view, animated=given.animate)
        if picture:
            write_file(given.svg, picture)
            if said:
                note(f"{given.svg}: {said}")
        else:
            note(f"{given.svg}: not written, since there is no picture of this puzzle")
    if given.png is not None:
        from ilpuzzles.render.png import png_of  # noqa: PLC0415 - slow to import

        picture = draw(view=view, animated=False)
        if picture:
            write_bytes(given.png, png_of(picture))
            if said:
                note(f"{given.png}: {said}")
        else:
            note(f"{given.png}: not written, since there is no picture of this puzzle")
