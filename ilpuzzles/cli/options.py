"""The options that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path

from ilpuzzles.cli.parser import Parser, number, whole_number
from ilpuzzles.document.parameters import Parameter
from ilpuzzles.errors import InputError
from ilpuzzles.render.svg import VIEWS

INSTANCE = "[--preset NAME | --file FILE | --board ROWS]"
"""How a line of usage says which position is meant."""

_EVERYWHERE = frozenset({"library", "puzzle"})
"""The options that are read before those of a command."""


def add_instance(parser: Parser, *, file: str = "--file") -> None:
    """The options that name a position: the start from which a puzzle is to be solved."""
    group = parser.group("which position")
    which = group.add_mutually_exclusive_group()
    help_preset = "one that comes with the puzzle; 'list' shows them"
    which.add_argument("--preset", metavar="NAME", help=help_preset)
    help_file = "your own: YAML, or just a drawing of the board; - for standard input"
    which.add_argument(file, metavar="FILE", type=Path, help=help_file)
    help_board = "the rows of a board: 'AA./A..', with a dot for each open cell"
    which.add_argument("--board", metavar="ROWS", help=help_board)
    help_url = "a puzzle's address on puzz.link, where it has one"
    which.add_argument("--url", metavar="URL", help=help_url)


def add_parameters(parser: Parser, puzzle: str, declared: Iterable[Parameter]) -> None:
    """An option for every parameter that a puzzle declares.

    Raises:
        InputError: If a parameter has the name of an option.
    """
    group = parser.group(f"parameters of {puzzle}")
    for parameter in declared:
        try:
            if parameter.name in _EVERYWHERE:
                raise argparse.ArgumentError(None, "taken")
            group.add_argument(
                f"--{parameter.name}",
                metavar="|".join(map(str, parameter.values)) if parameter.is_word else "N",
                type=str if parameter.is_word else whole_number,
                dest=f"parameter {parameter.name}",
                help=f"{parameter.about}: {parameter.listed()}",
            )
        except argparse.ArgumentError:
            what = f"parameter {parameter.name} of {puzzle} has the name of an option"
            raise InputError(what, "call it something else") from None


def add_puzzle(parser: Parser, *, models: bool = False) -> None:
    """The argument that names a puzzle, or a model in a file."""
    about = "the name of a puzzle; 'ilpuzzles list' shows them all"
    about += "; or a model file, as for 'solve-model'" if models else ""
    metavar = "PUZZLE|MODEL" if models else "PUZZLE"
    parser.group("arguments").add_argument("puzzle", metavar=metavar, help=about)


def add_output(parser: Parser, *, json: bool = True, quiet: str = "") -> argparse._ArgumentGroup:
    """The group of options that say what is shown, with `--json` and perhaps `--quiet`."""
    group = parser.group("output")
    if json:
        group.add_argument("--json", action="store_true", help="print one JSON object")
    if quiet:
        group.add_argument("--quiet", action="store_true", help=quiet)
    return group


def add_without(group: argparse._ArgumentGroup) -> None:
    """The option `--without`."""
    group.add_argument(
        "--without",
        metavar="GROUP",
        action="append",
        default=[],
        help="leave out a group of rows; 'show PUZZLE --preset NAME' names them",
    )


def add_formulation(group: argparse._ArgumentGroup) -> None:
    """The option `--formulation`."""
    group.add_argument(
        "--formulation",
        metavar="NAME",
        help="the model to use: see 'show PUZZLE'; or your own, FILE.py:function",
    )


def add_how(parser: Parser, *, lists: bool = False) -> None:
    """The options that say how the answer is found; `lists` if solutions are listed or counted."""
    how = parser.group("how to search")
    add_backend(how)
    add_formulation(how)
    add_without(how)
    add_break_symmetry(how)
    add_search(how, lists=lists)
    add_second_opinion(parser)


def add_break_symmetry(group: argparse._ArgumentGroup) -> None:
    """The option `--break-symmetry`."""
    group.add_argument(
        "--break-symmetry",
        metavar="auto|off|TILE",
        default="off",
        help="keep at least one of several equivalent solutions, but not all; off by default",
    )


def add_players_search(parser: Parser, *, without: bool) -> None:
    """The options that say how a player is answered; `without` if rules can be left out.

    A player asks about all solutions of a position, and there is nothing to be close to.
    """
    how = parser.group("how to search")
    add_backend(how)
    add_formulation(how)
    if without:
        add_without(how)
    else:
        parser.set_defaults(without=[])
    parser.set_defaults(break_symmetry="off", gap=0.0)
    add_search(how, gap=False)
    add_second_opinion(parser)


def add_backend(group: argparse._ArgumentGroup) -> None:
    """The option `--backend`."""
    about = "the solver; 'ilpuzzles backends' lists them; auto by default"
    group.add_argument("--backend", default="auto", metavar="NAME", help=about)


def add_time_limit(group: argparse._ArgumentGroup) -> None:
    """The option `--time-limit`."""
    about = "stop after this many seconds"
    group.add_argument("--time-limit", type=number, metavar="SECONDS", help=about)


def add_search(how: argparse._ArgumentGroup, *, lists: bool = False, gap: bool = True) -> None:
    """The options of every search; `lists` as in `add_how`, `gap` if something may be the best."""
    add_time_limit(how)
    help_nodes = "stop after this many nodes of the search tree"
    how.add_argument("--node-limit", type=whole_number, metavar="N", help=help_nodes)
    if gap:
        help_gap = "accept a solution this close to the best: 0.01 is one percent"
        how.add_argument("--gap", type=number, default=0.0, metavar="SHARE", help=help_gap)
    processes = ", or processes for --all and --count" if lists else ""
    help_param = "one of the solver's own parameters"
    how.add_argument("--param", action="append", default=[], metavar="NAME=VALUE", help=help_param)
    help_workers = f"threads of the solver{processes}; 1 by default"
    how.add_argument("--workers", type=whole_number, default=1, metavar="N", help=help_workers)
    help_seed = "seed of random choices; 0 by default"
    how.add_argument("--seed", type=whole_number, default=0, metavar="N", help=help_seed)
    if lists:
        how.add_argument(
            "--start",
            metavar="FILE",
            type=Path,
            help="start from this solution: JSON, or a solver's *.sol",
        )
    help_verbose = "describe the model and the solver, and show its log, on standard error"
    how.add_argument("--verbose", action="store_true", help=help_verbose)


def add_cover(parser: Parser, *, order: bool) -> None:
    """The options of the backend `exactcover`; `order` if what it covers can be named."""
    cover = parser.group("exact covers (backend exactcover)")
    cover.add_argument(
        "--engine",
        choices=["auto", "search", "table"],
        default="auto",
        help="depth-first search, or a table of states; auto picks the faster by an estimate",
    )
    cover.add_argument(
        "--memory",
        type=whole_number,
        default=1024,
        metavar="MB",
        help="memory for the table; 1024 by default",
    )
    if order:
        cover.add_argument(
            "--order",
            metavar="corners|N,N,...",
            help="cover in a fixed order: corners first, or these atoms",
        )
    else:
        parser.set_defaults(order=None)
    cover.add_argument(
        "--minimal-depth",
        type=whole_number,
        metavar="N",
        help="branch on the item with the fewest options down to this depth only; at every depth "
        "by default, at none with --order",
    )
    cover.add_argument(
        "--no-safety",
        action="store_true",
        help="do not cover an item at once when it has a single option left",
    )
    cover.add_argument(
        "--no-dead-ends", action="store_true", help="do not look for items that have no option left"
    )
    cover.add_argument(
        "--no-reduction",
        action="store_true",
        help="keep options that leave some other item without any",
    )


def add_long_runs(parser: Parser) -> None:
    """The options `--ledger`, `--status` and `--cluster`; see `asking`."""
    group = parser.group("long runs")
    group.add_argument(
        "--ledger",
        metavar="FILE",
        type=Path,
        help="with --count: keep finished parts in this file, so that the same command resumes "
        "where it was stopped",
    )
    group.add_argument(
        "--status",
        action="store_true",
        help="with --ledger: only report how far the count has got, even while it is running",
    )
    group.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="with --count or --all: run on a Dask cluster, N jobs at a time (--workers N); "
        "tcp://HOST:PORT or tls://HOST:PORT is its scheduler",
    )


def add_second_opinion(parser: Parser) -> None:
    """The options `--verify`, `--no-verify` and `--report`."""
    group = parser.group("second opinions")
    verify = group.add_mutually_exclusive_group()
    help_verify = "wait until another backend has confirmed that there is no solution, no further "
    help_verify += "one or none better, where cbc, highs or scip say so; by default for a moment"
    verify.add_argument("--verify", action="store_true", default=None, help=help_verify)
    help_no_verify = "ask no other backend"
    verify.add_argument("--no-verify", action="store_false", dest="verify", help=help_no_verify)
    help_report = "if two backends contradict each other, write the model that shows it: "
    help_report += "*.lp or *.ilp.json"
    group.add_argument("--report", type=Path, metavar="FILE", help=help_report)


def add_pictures(shown: argparse._ArgumentGroup, *, solutions: bool = False) -> None:
    """The options `--svg`, `--png`, `--view`, and for pictures of `solutions` also `--animate`."""
    most = "; at most 60 solutions, or up to 1,000 with --limit" if solutions else ""
    help_svg = f"write the picture to a file{most}"
    shown.add_argument("--svg", metavar="FILE", type=Path, help=help_svg)
    help_png = "the same picture as PNG; needs the extra viz"
    shown.add_argument("--png", metavar="FILE", type=Path, help=help_png)
    shown.add_argument(
        "--view",
        choices=VIEWS,
        help="for boards in space: flat (layers, or unrolled), solid, apart, or all (flat and "
        "solid, the default); numbered: flat, with the numbers of atoms",
    )
    if solutions:
        shown.add_argument(
            "--animate", action="store_true", help="with --svg: place the pieces one by one"
        )
    else:
        shown.set_defaults(animate=False)


def add_pdf(shown: argparse._ArgumentGroup, what: str) -> None:
    """The option `--pdf`."""
    help_pdf = f"write {what}; needs the extra viz"
    shown.add_argument("--pdf", metavar="FILE", type=Path, help=help_pdf)


def add_page(shown: argparse._ArgumentGroup) -> None:
    """The option `--html`."""
    shown.add_argument(
        "--html",
        metavar="FILE",
        type=Path,
        help="write a page to browse; with the extra viz, solids can be turned",
    )
