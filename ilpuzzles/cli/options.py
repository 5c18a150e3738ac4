"""What the arguments of several commands have in common."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from ilpuzzles.cli.output import say, say_json
from ilpuzzles.errors import Exit, InputError, Problem

if TYPE_CHECKING:
    from ilpuzzles.backends.interface import Options
    from ilpuzzles.library import Library
    from ilpuzzles.workbench.experiments import Experiment


def add_long_runs(parser: argparse.ArgumentParser) -> None:
    """The options `--ledger`, `--status` and `--cluster`; see `require_long_run`."""
    group = parser.add_argument_group("long runs")
    group.add_argument(
        "--ledger",
        metavar="FILE",
        type=Path,
        help="with --count: note there what is counted, one part of the model after the other, "
        "so that the same command goes on after whatever ended it",
    )
    group.add_argument(
        "--status",
        action="store_true",
        help="with --count and --ledger: only say how far the count is; it may be running",
    )
    group.add_argument(
        "--cluster",
        metavar="local|ADDRESS",
        help="with --count or --all: use --workers N of a Dask cluster; local starts one here, "
        "tcp://HOST:PORT is a scheduler that is there",
    )


def require_long_run(given: argparse.Namespace) -> None:
    """Raises unless the options of long runs make sense together.

    Raises:
        InputError: If they do not.
    """
    from ilpuzzles.jobs.pool import require_place  # noqa: PLC0415 - most commands run no jobs

    if given.ledger is not None:
        if not given.count:
            raise InputError(Problem("--ledger without --count", "add --count"))
        for option in ("limit", "up_to_symmetry"):
            if getattr(given, option):
                word = option.replace("_", "-")
                raise InputError(Problem(f"--ledger with --{word}", "leave one of them out"))
    if given.status and given.ledger is None:
        raise InputError(Problem("--status without --ledger", "add --count --ledger FILE"))
    if given.cluster is not None:
        if not (given.count or given.all):
            raise InputError(Problem("--cluster without --count or --all", "add one of these"))
        for option in ("limit", "up_to_symmetry"):
            if getattr(given, option):
                word = option.replace("_", "-")
                raise InputError(Problem(f"--cluster with --{word}", "leave one of them out"))
        require_place(given.cluster)


def show_status(given: argparse.Namespace, asked: Experiment) -> Exit:
    """Says how far a count is; nothing is counted.

    Raises:
        InputError: If there is no such ledger, or it belongs to something else.
    """
    from ilpuzzles.queries.count import count_status  # noqa: PLC0415 - commands that ask nothing are fast

    status = count_status(asked.model, given.ledger)
    if given.json:
        say_json(status.to_json())
    else:
        say(status.text())
    return Exit.ANSWERED


_EVERYWHERE = frozenset({"library", "puzzle"})
"""The options that are read before those of a command."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are ours: one line that says what to do next."""

    def error(self, message: str) -> NoReturn:
        """Raises what is wrong with the arguments."""
        raise InputError(Problem(message, f"see '{self.prog} --help'"))


def new_parser(command: str, about: str) -> Parser:
    """A parser for a command."""
    # Abbreviated options would change their meaning as options are added.
    return Parser(prog=f"ilpuzzles {command}", description=about, allow_abbrev=False)


def add_json(parser: Parser) -> None:
    """The option `--json`."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")


def add_instance(parser: Parser, *, file: str = "--file") -> None:
    """The options that say which instance is meant; see `parsed` for parameters."""
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--preset", metavar="NAME", help="one that comes with it; see 'list'")
    which.add_argument(file, metavar="FILE", type=Path, help="a YAML file with your own")
    which.add_argument("--url", metavar="URL", help="an address of puzz.link, for surasshupakku")


def parsed(
    parser: Parser, arguments: Sequence[str], library: Library, puzzle: str | None = None
) -> argparse.Namespace:
    """Parses arguments, with an option for every parameter that the puzzle declares.

    Args:
        parser: The parser, with the options of `add_instance`.
        arguments: The arguments.
        library: Where puzzles are looked for.
        puzzle: The puzzle; by default the first argument that is one.

    Returns:
        What is given; `parameters` has the values of parameters by their names.

    Raises:
        InputError: If the arguments make no sense.
    """
    from ilpuzzles.workbench.loading import puzzle_parameters  # noqa: PLC0415 - see above

    words = [argument for argument in arguments if not argument.startswith("-")]
    known = {name: name for name in library.puzzles()}
    if puzzle is None and not known.keys() & set(words):
        known = library.aliases()
    puzzle = puzzle or next((known[word] for word in words if word in known), None)
    declared = puzzle_parameters(puzzle, library) if puzzle is not None else ()
    for parameter in declared:
        try:
            if parameter.name in _EVERYWHERE:
                raise argparse.ArgumentError(None, "taken")
            parser.add_argument(
                f"--{parameter.name}",
                metavar="|".join(map(str, parameter.values)) if parameter.is_word else "N",
                type=str if parameter.is_word else int,
                dest=f"parameter {parameter.name}",
                help=f"{parameter.about}: {parameter.listed()}",
            )
        except argparse.ArgumentError:
            what = f"parameter {parameter.name} of {puzzle} has the name of an option"
            raise InputError(Problem(what, "call it something else")) from None
    given = parser.parse_args(arguments)
    if hasattr(given, "puzzle"):
        given.puzzle = library.called(given.puzzle)
    values = {p.name: getattr(given, f"parameter {p.name}") for p in declared}
    given.parameters = {name: value for name, value in values.items() if value is not None}
    return given


def add_without(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """The option `--without`."""
    parser.add_argument(
        "--without",
        metavar="GROUP",
        action="append",
        default=[],
        help="switch a group of rows off to see what goes wrong; see 'show'",
    )


def add_search(how: argparse._ArgumentGroup) -> None:
    """The options of every search; see `search_options`."""
    how.add_argument("--time-limit", type=float, metavar="SECONDS", help="stop after that time")
    how.add_argument("--node-limit", type=int, metavar="N", help="stop after so many nodes")
    how.add_argument("--gap", type=float, default=0.0, help="stop this close to the best: 0.01")
    help_workers = "threads of the solver; of others than exactcover processes for --all, --count"
    how.add_argument("--workers", type=int, default=1, metavar="N", help=help_workers)
    how.add_argument("--seed", type=int, default=0, metavar="N", help="for what is random in it")
    how.add_argument("--verbose", action="store_true", help="the solver's log on standard error")


def add_cover(parser: Parser, *, order: bool) -> None:
    """The options of the backend `exactcover`.

    Args:
        parser: Where to add them.
        order: Whether things to cover have an order that can be named.
    """
    cover = parser.add_argument_group("how the backend exactcover searches")
    cover.add_argument(
        "--engine",
        choices=["auto", "search", "table"],
        default="auto",
        help="depth first, or with a table of states; auto: what is estimated to be quicker",
    )
    cover.add_argument(
        "--memory", type=int, default=1024, metavar="MB", help="for the table; 1024 by default"
    )
    if order:
        cover.add_argument(
            "--order",
            metavar="corners|N,N,...",
            help="a static order: corners first, or these atoms",
        )
    else:
        parser.set_defaults(order=None)
    cover.add_argument(
        "--minimal-depth",
        type=int,
        metavar="N",
        help="branch on what has fewest options down to this depth only; everywhere by default, "
        "nowhere with --order",
    )
    cover.add_argument(
        "--no-safety",
        action="store_true",
        help="let what has a single option left wait until the order comes to it",
    )
    cover.add_argument(
        "--no-dead-ends", action="store_true", help="do not look for what has no option left"
    )
    cover.add_argument(
        "--no-reduction", action="store_true", help="keep options that leave others none"
    )


def search_options(given: argparse.Namespace) -> Options:
    """How to search, out of parsed arguments.

    Raises:
        InputError: If a value makes no sense, or says how another backend is to search.
    """
    # Commands that never solve start faster without these.
    from ilpuzzles.backends.interface import Options  # noqa: PLC0415
    from ilpuzzles.backends.registry import AUTO  # noqa: PLC0415
    from ilpuzzles.exactcover.settings import Engine, Settings  # noqa: PLC0415

    cover = Settings()
    if hasattr(given, "engine"):
        cover = Settings(
            engine=Engine(given.engine),
            memory=given.memory << 20,
            minimal_depth=given.minimal_depth,
            safety=not given.no_safety,
            dead_ends=not given.no_dead_ends,
            reduce=not given.no_reduction,
        )
    ordered = getattr(given, "order", None) is not None
    if (cover.says_something or ordered) and given.backend not in {AUTO, "exactcover"}:
        what = f"options of exactcover with --backend {given.backend}"
        raise InputError(Problem(what, "leave them out, or use --backend exactcover"))
    return Options(
        time_limit=given.time_limit,
        node_limit=given.node_limit,
        gap=given.gap,
        workers=given.workers,
        seed=given.seed,
        verbose=given.verbose,
        cover=cover,
        cluster=getattr(given, "cluster", None),
    )


def add_how(parser: Parser) -> None:
    """The options that say how the answer is to be found."""
    how = parser.add_argument_group("how")
    how.add_argument("--backend", default="auto", metavar="NAME", help="see 'backends'")
    how.add_argument("--formulation", metavar="NAME", help="see 'show'; or FILE.py:function")
    add_without(how)
    how.add_argument(
        "--break-symmetry",
        metavar="auto|off|TILE",
        default="off",
        help="leave fewer of several equivalent solutions, at least one of them; off by default",
    )
    add_search(how)


def add_questions(parser: Parser, *, symmetry: bool) -> None:
    """The options that ask for more than a solution; see `require_sense`.

    Args:
        parser: Where to add them.
        symmetry: Whether symmetries are known.
    """
    group = parser.add_argument_group("ask")
    ask = group.add_mutually_exclusive_group()
    ask.add_argument("--all", action="store_true", help="all solutions")
    ask.add_argument("--count", action="store_true", help="how many solutions there are")
    ask.add_argument("--unique", action="store_true", help="whether there is exactly one")
    ask.add_argument("--forced", action="store_true", help="what is the same in all solutions")
    ask.add_argument(
        "--random", type=int, metavar="N", help="so many solutions drawn at random; see --seed"
    )
    if symmetry:
        group.add_argument(
            "--up-to-symmetry",
            nargs="?",
            const=True,
            default=False,
            choices=["rotations"],
            help="one of all equivalent solutions; with --count, how many of these; "
            "say 'rotations' if mirror images are different",
        )
    else:
        parser.set_defaults(up_to_symmetry=False)
    group.add_argument("--limit", type=int, metavar="N", help="stop at so many solutions")
    group.add_argument(
        "--save",
        metavar="FILE",
        type=Path,
        help="write solutions as they come: *.jsonl, one in a line, or *.npy, an array",
    )
    add_long_runs(parser)


def require_sense(given: argparse.Namespace) -> None:
    """Raises unless the question makes sense.

    Raises:
        InputError: If a limit is not positive, or has no meaning beside the question, or a file of
            solutions has another ending.
    """
    require_long_run(given)
    for question in ("unique", "forced", "random"):
        if given.up_to_symmetry and getattr(given, question):
            raise InputError(Problem(f"--up-to-symmetry with --{question}", "leave one out"))
    listing = given.all or (given.limit is not None and not given.count)
    if given.save is not None and not (listing or given.random is not None):
        what = "--save without a list of solutions"
        raise InputError(Problem(what, "add --all, --limit N or --random N"))
    if given.save is not None:
        from ilpuzzles.workbench.solution_files import (  # noqa: PLC0415 - slow to import
            require_solution_file,
        )

        require_solution_file(given.save)
    if getattr(given, "sheet", False):
        _require_sheet(given, listing=listing or given.random is not None)
    if given.limit is None:
        return
    if given.limit < 1:
        raise InputError(Problem(f"a limit of {given.limit} solutions", "give 1 or more"))
    for question in ("unique", "forced", "random"):
        if getattr(given, question):
            raise InputError(Problem(f"--limit with --{question}", "leave one of them out"))


def _require_sheet(given: argparse.Namespace, *, listing: bool) -> None:
    """Raises unless there are pictures to put on a sheet.

    Raises:
        InputError: If there are none.
    """
    if not listing:
        what = "--sheet without a list of solutions"
        raise InputError(Problem(what, "add --all, --limit N or --random N"))
    for option in ("json", "quiet", "save"):
        if getattr(given, option):
            raise InputError(Problem(f"--sheet with --{option}", "leave one of them out"))
