"""`ilpuzzles solve-model`: solves a model that somebody else has written."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ilpuzzles.backends import Interrupted, Status
from ilpuzzles.cli.argument_parts import require_sense, search_options
from ilpuzzles.cli.arguments import solve_model_parser
from ilpuzzles.cli.exits import Exit
from ilpuzzles.cli.output import note, say, say_json
from ilpuzzles.cli.questions import ask
from ilpuzzles.library import Library
from ilpuzzles.workbench.model_answers import ModelAnswer, file_experiment, solve_file


def run(arguments: Sequence[str], _library: Library) -> Exit:
    """Solves the model in an MPS, LP or matrix file and shows the answer."""
    given = solve_model_parser().parse_args(arguments)
    require_sense(given)
    several = given.all or given.limit is not None or given.random is not None
    if several or given.count or given.unique or given.forced:
        return ask(given, file_experiment(given.model, given.backend, search_options(given)))
    try:
        answer = solve_file(given.model, given.backend, search_options(given))
    except Interrupted as interruption:
        _show(given, interruption.answer)
        raise
    _show(given, answer)
    return _exit(answer)


def _show(given: argparse.Namespace, answer: ModelAnswer) -> None:
    if given.json:
        say_json(answer.to_json())
    elif not given.quiet:
        say(answer.text())
    if not given.quiet:
        note(_summary(answer))


def _summary(answer: ModelAnswer) -> str:
    result = answer.result
    solver = f"{result.backend} {result.version} ({answer.why})"
    checks = answer.verified_by()
    checked = f", {' and '.join(checks)} checked" if checks else ""
    seconds = f"{answer.seconds.total:.2f} s"
    return f"{answer.verdict()}: {solver}, {answer.statistics}, {seconds}{checked}"


def _exit(answer: ModelAnswer) -> Exit:
    if answer:
        return Exit.ANSWERED
    return {
        Status.INFEASIBLE: Exit.NO_SOLUTION,
        # That no solution is best is proved; whoever asks for the best one gets none.
        Status.UNBOUNDED: Exit.NO_SOLUTION,
        Status.ERROR: Exit.BACKEND,
    }.get(answer.status, Exit.LIMIT)
