"""Asks one of the questions of the command line and shows the answer."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from ilpuzzles.backends import Limit, Status
from ilpuzzles.cli.argument_parts import search_options
from ilpuzzles.cli.exits import Exit
from ilpuzzles.cli.meter import Meter
from ilpuzzles.cli.output import note, say, say_drawing, say_json, write_file
from ilpuzzles.library import Library
from ilpuzzles.queries import Interrupted
from ilpuzzles.workbench import Answer, Experiment, experiment
from ilpuzzles.workbench.answer import Question
from ilpuzzles.workbench.solution_files import SolutionFile


def prepared(puzzle: str, given: argparse.Namespace, library: Library) -> Experiment:
    """The experiment that the options of an instance and of `add_how` describe."""
    asked = experiment(
        puzzle,
        given.preset,
        file=given.file,
        url=given.url,
        parameters=given.parameters,
        formulation=given.formulation,
        break_symmetry=given.break_symmetry,
        backend=given.backend,
        options=search_options(given),
        library=library,
    )
    order: str | None = getattr(given, "order", None)
    return asked if order is None else asked.ordered(order)


def ask(given: argparse.Namespace, asked: Experiment) -> Exit:
    """Asks what the options say, shows the answer, and says how it ended.

    Args:
        given: Options with those of `add_questions`, `json`, `quiet` and perhaps `svg`.
        asked: What to ask about.

    Raises:
        Interrupted: On Ctrl-C, once what was found by then is shown.
    """
    meter = Meter(quiet=given.quiet)
    saved = None if given.save is None else SolutionFile(given.save)
    try:
        try:
            answer = _question(given, asked, meter, saved)()
        finally:
            meter.clear()
        _show(given, answer, saved)
    except Interrupted as interruption:
        # What was found by then is the answer; the exit code says that it was cut short.
        _show(given, interruption.answer, saved)
        raise
    finally:
        if saved is not None:
            saved.discard()
    return _exit(answer)


def _question(
    given: argparse.Namespace, asked: Experiment, meter: Meter, saved: SolutionFile | None
) -> Callable[[], Answer]:
    if given.count:
        symmetry = given.up_to_symmetry
        return partial(asked.count, given.limit, watch=meter, up_to_symmetry=symmetry)
    if given.unique:
        return asked.unique
    if given.forced:
        return partial(asked.forced, watch=meter)
    if given.random is not None:
        return partial(asked.random, given.random, watch=meter)
    if given.all or given.limit is not None or given.up_to_symmetry:
        # Pictures come as they are found; JSON is one object.
        kept = given.json or given.quiet or _svg(given) is not None
        each: Callable[[Any], None] | None = None if kept else partial(_draw, asked, meter)
        if saved is not None:
            each = saved.add
        return partial(
            asked.solutions,
            given.limit,
            each=each,
            watch=meter,
            up_to_symmetry=given.up_to_symmetry,
        )
    return asked.solve


def _draw(asked: Experiment, meter: Meter, solution: Any) -> None:
    meter.clear()
    say_drawing(asked.subject.drawing(solution))


def _show(given: argparse.Namespace, answer: Answer, saved: SolutionFile | None) -> None:
    if saved is not None:
        for solution in answer.solutions:
            saved.add(solution)
        saved.finish()
        if not given.quiet:
            note(f"{saved.number:,} solutions written to {given.save}")
    if given.json:
        say_json(answer.to_json())
    elif not given.quiet:
        _say(given, answer, pictures=saved is None)
    path = _svg(given)
    if path is not None and answer.shown():
        write_file(path, answer.svg())
    if not given.quiet:
        if answer.subject.breaking is not None:
            note(answer.subject.breaking.text)
        note(_summary(answer))


def _say(given: argparse.Namespace, answer: Answer, *, pictures: bool) -> None:
    for drawing in answer.drawings() if pictures else ():
        say_drawing(drawing)
    for line in answer.broken_rules():
        say(line)
    if given.count:
        different = answer.count_up_to_symmetry
        say(str(answer.count if different is None else different))
    elif given.unique or given.forced or answer.status is Status.INFEASIBLE:
        say(answer.verdict())


def _summary(answer: Answer) -> str:
    result, about = answer.result, answer.about
    solver = f"{result.backend} {result.version} ({about.why})"
    size = f"{about.formulation}, {about.statistics}"
    said = result.details
    if said:
        solver += f", {_engine(said)}"
    checks = answer.verified_by()
    checked = f", {' and '.join(checks)} checked" if checks else ""
    return f"{answer.verdict()}: {solver}, {size}, {about.seconds.total:.2f} s{checked}"


def _engine(details: Mapping[str, str | int]) -> str:
    """What the engine did, in words."""
    figures = [
        f"{number:,} {name.replace('_', ' ')}"
        for name, number in details.items()
        if isinstance(number, int) and name != "options"
    ]
    why = f": {details['why']}" if details.get("why") else ""
    return f"by {details['engine']}{why}; {', '.join(figures)}"


def _exit(answer: Answer) -> Exit:
    if answer.status is Status.ERROR:
        return Exit.BACKEND
    if answer.status is Status.INFEASIBLE:
        return Exit.NO_SOLUTION
    # Of a best solution any will do, as far as the exit code goes.
    solved = answer.question is Question.SOLVE and bool(answer.solutions)
    enough = answer.complete or solved
    return Exit.ANSWERED if enough or answer.limit is Limit.SOLUTIONS else Exit.LIMIT


def _svg(given: argparse.Namespace) -> Path | None:
    """Where the picture goes, for commands that have any."""
    path: Path | None = getattr(given, "svg", None)
    return path
