"""`ilpuzzles PUZZLE`: solves an instance and shows the answer."""

from __future__ import annotations

from collections.abc import Sequence

from ilpuzzles.backends import Status
from ilpuzzles.cli.arguments import search_options, solve_parser
from ilpuzzles.cli.exits import Exit
from ilpuzzles.cli.output import (
    note,
    require_folder,
    say,
    say_drawing,
    say_json,
    write_file,
)
from ilpuzzles.library import Library
from ilpuzzles.workbench import Answer, solve


def run(puzzle: str, arguments: Sequence[str], library: Library) -> Exit:
    """Solves an instance of a puzzle and shows the answer."""
    given = solve_parser(puzzle).parse_args(arguments)
    if given.svg is not None:
        require_folder(given.svg)
    answer = solve(
        puzzle,
        given.preset,
        file=given.file,
        formulation=given.formulation,
        without=given.without,
        backend=given.backend,
        options=search_options(given),
        library=library,
    )
    if given.json:
        say_json(answer.to_json())
    elif answer.solutions and not given.quiet:
        say_drawing(answer.drawing())
        for line in answer.broken_rules():
            say(line)
    elif answer.status is Status.INFEASIBLE and not given.quiet:
        say(answer.verdict())
    if given.svg is not None and answer.solutions:
        write_file(given.svg, answer.svg())
    if not given.quiet:
        note(_summary(answer))
    return _exit(answer)


def _summary(answer: Answer) -> str:
    result, seconds = answer.result, answer.seconds
    solver = f"{result.backend} {result.version} ({answer.why})"
    size = f"{answer.formulation}, {answer.statistics}"
    checks = answer.verified_by()
    checked = f", {' and '.join(checks)} checked" if checks else ""
    return f"{answer.verdict()}: {solver}, {size}, {seconds.total:.2f} s{checked}"


def _exit(answer: Answer) -> Exit:
    if answer.solutions:
        return Exit.ANSWERED
    return {
        Status.INFEASIBLE: Exit.NO_SOLUTION,
        Status.ERROR: Exit.BACKEND,
    }.get(answer.status, Exit.LIMIT)
