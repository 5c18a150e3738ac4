"""Whether an answer can be right: by what is known of the case, and by the other answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from ilpuzzles.backends import Status
from ilpuzzles.bench.record import Run
from ilpuzzles.workbench.answer import Answer
from ilpuzzles.workbench.experiments import Experiment
from ilpuzzles.workbench.loading import Loaded


def judged(run: Run, asked: Experiment, answer: Answer) -> Run:
    """A run with what is wrong with its answer.

    Args:
        run: The run.
        asked: The question.
        answer: The answer. If it breaks rules, its formulation lets that through.
    """
    sound = asked.formulated.sound
    broken = dict.fromkeys(violation.rule for violation in answer.broken)
    note = f"the solution breaks rules: {', '.join(broken)}" if broken else run.note
    error = run.error
    if answer.status is Status.ERROR:
        error = f"{run.backend} failed: {answer.result.message}"
    elif sound and run.complete and isinstance(asked.subject, Loaded):
        error = error or _against_known(run, asked.subject)
    return replace(run, sound=sound, note=note, error=error)


def _against_known(run: Run, loaded: Loaded) -> str:
    """What contradicts the number of solutions that the instance is known to have."""
    known = loaded.instance.solutions
    if run.question == "count-up-to-symmetry":
        known = loaded.instance.solutions_up_to_symmetry
    if known is None:
        return ""
    if run.count is not None and run.count != known:
        return f"counts {run.count:,}, where {known:,} are known"
    if run.unique is not None and run.unique is not (known == 1):
        return f"says {'one' if run.unique else 'several or none'}, where {known:,} are known"
    if run.status == "infeasible" and known:
        return f"says that there is no solution, where {known:,} are known"
    return ""


def compared(runs: Iterable[Run]) -> list[Run]:
    """The same runs, with an error in each of those whose answers contradict each other.

    Nobody knows which of them is wrong. Formulations that are known to let wrong solutions through
    are left alone.

    Example:
        >>> five = Run("a", "f", "cbc", question="count", complete=True, count=5)
        >>> six = Run("a", "g", "cbc", question="count", complete=True, count=6)
        >>> [run.error for run in compared([five, six])][0]
        'the answers contradict each other: 5 (f cbc), 6 (g cbc)'
    """
    runs = list(runs)
    said: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for run in runs:
        answer = _answer(run)
        if answer:
            said[run.case, run.question].setdefault(answer, run.solver)
    return [_contradicted(run, said[run.case, run.question]) for run in runs]


def _contradicted(run: Run, said: dict[str, str]) -> Run:
    if len(said) < 2 or not _answer(run):
        return run
    listed = ", ".join(f"{answer} ({solver})" for answer, solver in said.items())
    return replace(run, error=f"the answers contradict each other: {listed}")


def _answer(run: Run) -> str:
    """What is proved by a run, in a word; empty for nothing that others could contradict."""
    if run.error or not run.sound:
        return ""
    if run.question == "solve":
        if run.objective is not None:
            return f"objective {run.objective:,}" if run.status == "optimal" else ""
        return _STATUSES.get(run.status, "")
    if run.unique is not None:
        return "one solution" if run.unique else "not one"
    return f"{run.count:,}" if run.complete and run.count is not None else ""


_STATUSES = {"optimal": "a solution", "feasible": "a solution", "infeasible": "no solution"}
