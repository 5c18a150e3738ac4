"""`ilpuzzles repair`: the fewest pieces to take back so that there is a solution again."""

from __future__ import annotations

from collections.abc import Sequence

from ilpuzzles.cli.command_parsers import repair_parser
from ilpuzzles.cli.hint_command import ask
from ilpuzzles.errors import Exit
from ilpuzzles.library import Library
from ilpuzzles.workbench.experiments import Experiment


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Finds the fewest parts of a position to take back."""
    return ask(repair_parser(), arguments, library, Experiment.repair)
