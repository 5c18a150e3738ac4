"""The options of long runs: what is remembered of them, how far they are, and where they run."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ilpuzzles.cli.output import say, say_json
from ilpuzzles.errors import Exit, InputError, Problem

if TYPE_CHECKING:
    from ilpuzzles.workbench import Experiment


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
    from ilpuzzles.jobs import require_place  # noqa: PLC0415 - most commands run no jobs

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
    from ilpuzzles.queries import count_status  # noqa: PLC0415 - commands that ask nothing are fast

    status = count_status(asked.model, given.ledger)
    if given.json:
        say_json(status.to_json())
    else:
        say(status.text())
    return Exit.ANSWERED
