"""`ilpuzzles export`: the model of an instance as a file for other programs."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from ilpuzzles.cli.arguments import export_parser
from ilpuzzles.cli.exits import Exit
from ilpuzzles.cli.output import require_folder, write_file
from ilpuzzles.library import Library
from ilpuzzles.modelling import View
from ilpuzzles.workbench import formulate, load


def run(arguments: Sequence[str], library: Library) -> Exit:
    """Writes the model of an instance in the LP, MPS or OPB format."""
    given = export_parser().parse_args(arguments)
    if given.output is not None:
        require_folder(given.output)
    loaded = load(given.puzzle, given.preset, file=given.file, library=library)
    _, formulated = formulate(loaded, given.formulation)
    model = formulated.model.without(*given.without)
    text = _TEXTS[given.format](model)
    if given.output is None:
        sys.stdout.write(text)
    else:
        write_file(given.output, text)
    return Exit.ANSWERED


_TEXTS = {"lp": View.to_lp, "mps": View.to_mps, "opb": View.to_opb}
