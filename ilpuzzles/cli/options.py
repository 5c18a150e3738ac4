"""The options that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from ilpuzzles.cli.parser import Option, Parser, add_options, whole_number
from ilpuzzles.errors import InputError
from ilpuzzles.reading.parameters import Parameter
from ilpuzzles.render.svg import VIEWS

INSTANCE = "[--preset NAME | --file FILE | --board ROWS]"
"""How a line of usage says which position is meant."""

EXACT_COVERS = "exact covers (backend exactcover)"
"""The title of the options of the engine for exact covers."""

LONG_RUNS = "long runs"
"""The title of the options of counts that take days."""

QUIET = "print nothing, except for --json; the exit code is the answer"
"""The help of `--quiet` in most commands; files are written all the same."""

RELAXATION = "linear relaxation"
"""The title of the options of `--relaxation`."""

SECOND_OPINIONS = "second opinions"
"""The title of the options that say who confirms an answer."""

BACKEND: Option = (
    "--backend NAME", "the solver; 'ilpuzzles backends' lists them; auto by default", "auto",
)  # fmt: skip
BREAK_SYMMETRY: Option = (
    "--break-symmetry auto|off|TILE",
    "keep at least one of several equivalent solutions, but not all; off by default",
    "off",
)
FORMULATION: Option = (
    "--formulation NAME", "the model to use: see 'show PUZZLE'; or your own, FILE.py:function",
)  # fmt: skip
TIME_LIMIT: Option = ("--time-limit SECONDS", "stop after this many seconds")
WITHOUT: Option = (
    "--without GROUP", "leave out a group of rows; 'show PUZZLE --preset NAME' names them", [],
)  # fmt: skip

_EVERYWHERE = frozenset({"library", "puzzle"})
"""The options that are read before those of a command."""


def add_instance(parser: Parser, *, file: str = "--file") -> None:
    """The options that name a position: the start from which a puzzle is to be solved."""
    if file != "--file":
        parser.renamed["--file"] = file
    add_options(
        parser.group("which position").add_mutually_exclusive_group(),
        ("--preset NAME", "a position that comes with the puzzle; 'show PUZZLE' lists them"),
        (
            f"{file} FILE",
            "your own position: YAML, or a drawing of the board; - for standard input",
        ),
        ("--board ROWS", "the rows of a board: 'AA./A..', with a dot for each open cell"),
        ("--url URL", "the address of a position on puzz.link, for puzzles that have one"),
    )


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
                metavar=parameter.metavar(),
                type=str if parameter.is_word else whole_number,
                dest=f"parameter {parameter.name}",
                help=f"{parameter.about}: {parameter.listed()}",
            )
        except argparse.ArgumentError:
            what = f"parameter {parameter.name} of {puzzle} has the name of an option"
            raise InputError(what, "call it something else") from None


def add_puzzle(parser: Parser, *, models: bool = False, file: str = "--file") -> None:
    """The argument that names a puzzle, or a model in a file, and what names a position."""
    about = "the name of a puzzle; 'ilpuzzles list' shows them all"
    about += "; or a model file, as for 'solve-model'" if models else ""
    metavar = "PUZZLE|MODEL" if models else "PUZZLE"
    parser.group("arguments").add_argument("puzzle", metavar=metavar, help=about)
    add_instance(parser, file=file)
    if models:
        add_exact(parser)


def add_exact(parser: Parser) -> None:
    """The option that says how numbers of a model file are read."""
    about = "treat all numbers as exact (by default those with more than 12 digits are measured), "
    about += "and find exact values of continuous variables, however much work that is"
    add_options(parser.group("model files"), ("--exact", about))


def add_output(parser: Parser, *, json: bool = True, quiet: str = "") -> argparse._ArgumentGroup:
    """The group of options that say what is shown, with `--json` and perhaps `--quiet`."""
    group = parser.group("output")
    if json:
        add_options(group, ("--json", "print one JSON object"))
    if quiet:
        add_options(group, ("--quiet", quiet))
    return group


def add_how(parser: Parser, *, lists: bool = False) -> None:
    """The options that say how the answer is found; `lists` if solutions are listed or counted."""
    add_search(parser, FORMULATION, WITHOUT, BREAK_SYMMETRY, lists=lists)


def add_players_search(parser: Parser, *, without: bool) -> None:
    """The options that say how a player is answered; `without` if rules can be left out.

    A player asks about all solutions of a position, and there is nothing to be close to.
    """
    parser.set_defaults(break_symmetry="off", gap=0.0, **({} if without else {"without": []}))
    add_search(parser, FORMULATION, *([WITHOUT] if without else []), gap=False)


def add_search(parser: Parser, *first: Option, lists: bool = False, gap: bool = True) -> None:
    """The options of every search, and others; `lists` as in `add_how`.

    There is a `gap` if something may be the best.
    """
    processes = ", or processes for --all and --count" if lists else ""
    close = ("--gap SHARE", "accept a solution this close to the best: 0.01 is one percent", 0.0)
    start = ("--start FILE", "start from this solution: JSON, or a solver's *.sol")
    add_options(
        parser.group("how to search"),
        *(BACKEND, *first, TIME_LIMIT),
        ("--node-limit N", "stop after this many nodes of the search tree"),
        ("--work-limit SECONDS", "stop after so much work, the same on any machine"),
        *([close] if gap else []),
        ("--param NAME=VALUE", "set one of the solver's own parameters", []),
        ("--workers N", f"threads of the solver{processes}; 1 by default", 1),
        ("--seed N", "seed of random choices; 0 by default", 0),
        *([start] if lists else []),
        ("--verbose", "describe the model and the solver, and show its log"),
    )
    add_second_opinion(parser)


def add_cover(parser: Parser, *, order: bool) -> None:
    """The options of the backend `exactcover`; `order` if what it covers can be named."""
    cover = parser.group(EXACT_COVERS)
    cover.add_argument(
        "--engine",
        choices=["auto", "search", "table"],
        default="auto",
        help="depth-first search, or a table of states; auto picks the faster by an estimate",
    )
    add_options(cover, ("--memory MB", "memory for the table; 1024 by default", 1024))
    if order:
        about = "cover in a fixed order: corners first, or these atoms"
        add_options(cover, ("--order corners|N,N,...", about))
    else:
        parser.set_defaults(order=None)
    depth = "branch on the item with the fewest options down to this depth only; at every depth "
    add_options(
        cover,
        ("--minimal-depth N", f"{depth}by default, at none with --order"),
        ("--no-safety", "do not cover an item at once when it has a single option left"),
        ("--no-dead-ends", "do not look for items that have no option left"),
        ("--no-reduction", "keep options that leave some other item without any"),
    )


def add_long_runs(parser: Parser) -> None:
    """The options `--ledger`, `--status` and `--cluster`; see `asking`."""
    ledger = "with --count: keep finished parts in this file, so that the same command resumes "
    cluster = "with --count or --all: run on a Dask cluster, N jobs at a time (--workers N); "
    status = "with --ledger: only report how far the count has got, even while it is running"
    add_options(
        parser.group(LONG_RUNS),
        ("--ledger FILE", f"{ledger}where it was stopped"),
        ("--status", status),
        ("--cluster ADDRESS", f"{cluster}tcp://HOST:PORT or tls://HOST:PORT is its scheduler"),
    )


def add_second_opinion(parser: Parser) -> None:
    """The options `--verify`, `--no-verify` and `--report`."""
    group = parser.group(SECOND_OPINIONS)
    verify = group.add_mutually_exclusive_group()
    help_verify = "wait until another backend confirms what cbc, highs or scip say: that there is "
    help_verify += "no solution, no further one or none better; by default wait only a moment"
    verify.add_argument("--verify", action="store_true", default=None, help=help_verify)
    help_no_verify = "ask no other backend"
    verify.add_argument("--no-verify", action="store_false", dest="verify", help=help_no_verify)
    about = "if two backends contradict each other, write the model that shows it: "
    add_options(group, ("--report FILE", f"{about}*.lp or *.ilp.json"))


def add_pictures(shown: argparse._ArgumentGroup, *, solutions: bool = False) -> None:
    """The options that write pictures and a page; `--animate` is for those of `solutions`."""
    most = "; at most 60 solutions, or up to 1,000 with --limit" if solutions else ""
    add_options(
        shown,
        ("--svg FILE", f"write the picture to a file{most}"),
        ("--png FILE", "the same picture as PNG"),
    )
    shown.add_argument(
        "--view",
        choices=VIEWS,
        help="for boards in space: flat (layers, or unrolled), solid, apart, or all (flat and "
        "solid, the default); numbered: flat, with the numbers of atoms",
    )
    if solutions:
        add_options(shown, ("--animate", "with --svg: place the pieces one by one"))
    else:
        shown.set_defaults(animate=False)
    about = "write a page to browse; with the extra viz, solids can be turned"
    add_options(shown, ("--html FILE", about))
