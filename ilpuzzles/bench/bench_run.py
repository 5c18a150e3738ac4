"""One measured run: what was asked, how it ended, what it cost, and whether it can be right."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields, replace
from sys import float_info
from typing import Any

from ilpuzzles.backends.result import Limit, Status
from ilpuzzles.errors import InputError, quoted
from ilpuzzles.experiments.experiments import Experiment
from ilpuzzles.experiments.solution_answers import SolutionAnswer
from ilpuzzles.modelling.precision import TOLERANCE
from ilpuzzles.puzzles.kind import PuzzlePosition

_WORDS = {"status": frozenset(Status), "limit": frozenset(Limit)}
_ANY_SIGN = frozenset({"objective", "bound", "root"})
_STATUSES = {"optimal": "a solution", "feasible": "a solution", "infeasible": "no solution"}


@dataclass(frozen=True, slots=True)
class BenchRun:
    """A line of results. Times are in seconds on the wall clock, unless it is said otherwise.

    Attributes:
        case: What was run: a puzzle with its preset and parameters, a model file, a function.
        formulation: The name of the formulation; empty for a model.
        backend: The backend that was asked, never `auto`.
        options: What else was said about how to search, such as `workers 2`; may be empty.
        question: `solve`, `count`, `count-up-to-symmetry` or `unique`.
        seed: The seed.
        repetition: Which of several equal runs it is, from 0.
        row_order: 0 for the rows of the model as they were stated; another number stands for the
            random order that they were put into.
        time_limit: After how many seconds the solver had to stop.
        memory_limit: The memory in bytes that the run might take, with all processes that it
            started; 0 for any.
        series: What cases that differ in size alone have in common; empty for none.
        size: How large the case is among those of its series, or None.
        version: The version of the solver.
        machine: Where it was made: processor, cores, memory and system in a line, of
            `Machine.line`; empty where that was not written down.
        beside: How many runs of the sweep were made side by side.
        variables: How many variables the model has.
        rows: How many rows.
        nonzeros: How many entries these have.
        load: Reading and checking files.
        build: Stating the model.
        handover: Turning it into what the solver takes.
        solve: Waiting for the solver; for questions that may take many searches, all of them with
            what lies between.
        total: All of it, but the start of the process.
        cpu: The time of all processors, of the process and its children, but its start.
        memory: The most memory that the process or one of its children has had, in bytes.
        nodes: How many nodes the search had, or None where that is not known.
        status: What is known; see `Status`.
        limit: Which limit came first; see `Limit`.
        complete: Whether the question is settled.
        objective: The objective of the best solution, or None.
        bound: What no solution can beat, or None.
        root: The value of the linear relaxation, which says how tight the formulation is; None
            without an objective, or where it took too long. Its time counts nowhere.
        count: How many solutions were counted, or None; up to symmetry if that was asked for.
        unique: Whether there is exactly one solution, or None if that is not known.
        checked: The checks that the answer has passed, such as `rows` and `rules`.
        sound: Whether every solution of the model is one of the case; a formulation may be known
            to let others through.
        note: What else there is to say, such as the rules that a solution breaks which such a
            formulation has let through; may be empty.
        error: What went wrong, in one line, a wrong answer included; empty if nothing did.
    """

    case: str
    formulation: str
    backend: str
    options: str = ""
    question: str = "solve"
    seed: int = 0
    repetition: int = 0
    row_order: int = 0
    time_limit: float = 0.0
    memory_limit: int = 0
    series: str = ""
    size: float | None = None
    version: str = ""
    machine: str = ""
    beside: int = 1
    variables: int = 0
    rows: int = 0
    nonzeros: int = 0
    load: float = 0.0
    build: float = 0.0
    handover: float = 0.0
    solve: float = 0.0
    total: float = 0.0
    cpu: float = 0.0
    memory: int = 0
    nodes: int | None = None
    status: str = "unknown"
    limit: str = "none"
    complete: bool = False
    objective: float | None = None
    bound: float | None = None
    root: float | None = None
    count: int | None = None
    unique: bool | None = None
    checked: tuple[str, ...] = ()
    sound: bool = True
    note: str = ""
    error: str = ""

    @property
    def solver(self) -> str:
        """The formulation and the backend, and the options if there are any."""
        return " ".join(filter(None, (self.formulation, self.backend, self.options)))

    @property
    def instance(self) -> tuple[str, str]:
        """The case and the question."""
        return (self.case, self.question)

    @property
    def broken(self) -> bool:
        """Whether it has come to a solution that breaks rules, let through by its formulation."""
        unsound = not self.error and not self.sound and "rules" not in self.checked
        return unsound and self.question == "solve" and self.status in {"optimal", "feasible"}

    @property
    def solved(self) -> bool:
        """Whether the question is settled: at a limit it is not, whatever was found by then.

        A solution is enough where any will do, or where it is as near to the best as was wanted.
        One that a formulation has let through, and that breaks rules, is none.
        """
        if self.error or (not self.sound and "rules" not in self.checked):
            return False
        if self.complete or self.question != "solve":
            return self.complete
        enough = self.objective is None or self.limit == "gap"
        return self.status == "optimal" or (self.status == "feasible" and enough)

    def to_json(self) -> dict[str, Any]:
        """The run as plain data."""
        return asdict(self) | {"checked": list(self.checked)}

    @classmethod
    def from_json(cls, data: Any) -> BenchRun:
        """The run out of `to_json`; raises `InputError` if the data is something else."""
        kinds = {field.name: str(field.type) for field in fields(cls)}
        if (
            not isinstance(data, dict)
            or not {"case", "formulation", "backend"} <= set(data) <= set(kinds)
            or not all(_is_kind(value, kinds[name]) for name, value in data.items())
        ):
            what = f"{quoted(str(data)[:60])} is not the result of a run"
            raise InputError(what, "see whether another version has written it")
        for name, value in data.items():
            if not _is_possible(name, value):
                what = f"{name} {quoted(value)} is not the result of a run"
                raise InputError(what, "see whether another version has written it")
        return cls(**{**data, "checked": tuple(data.get("checked", ()))})


def _is_kind(value: Any, kind: str) -> bool:
    """Whether plain data may be the value of a field of some type."""
    if kind.endswith(" | None"):
        return value is None or _is_kind(value, kind.removesuffix(" | None"))
    if kind.startswith("tuple"):
        return isinstance(value, (list, tuple)) and all(isinstance(one, str) for one in value)
    if isinstance(value, bool) or kind == "bool":
        return isinstance(value, bool) and kind == "bool"
    if kind == "float":
        return isinstance(value, (int, float)) and abs(value) <= float_info.max
    return isinstance(value, {"int": int, "str": str}[kind])


def _is_possible(name: str, value: Any) -> bool:
    """Whether a field may have a value that is of its type."""
    if name in _WORDS:
        return value in _WORDS[name]
    return not isinstance(value, (int, float)) or name in _ANY_SIGN or value >= 0


def judged(run: BenchRun, asked: Experiment, answer: SolutionAnswer) -> BenchRun:
    """A run with what is wrong with its answer.

    If the answer breaks rules, its formulation lets that through.
    """
    sound = asked.formulated.sound
    broken = dict.fromkeys(violation.rule for violation in answer.broken)
    note = f"the solution breaks rules: {', '.join(broken)}" if broken else run.note
    error = run.error
    if answer.status is Status.ERROR:
        error = f"{run.backend} failed: {answer.result.message}"
    elif sound and run.complete and isinstance(asked.subject, PuzzlePosition):
        error = error or _against_known(run, asked.subject)
    return replace(run, sound=sound, note=note, error=error)


def _against_known(run: BenchRun, position: PuzzlePosition) -> str:
    """What contradicts the number of solutions that the instance is known to have."""
    known = position.instance.solutions
    if run.question == "count-up-to-symmetry":
        known = position.instance.solutions_up_to_symmetry
    if known is None:
        return ""
    if run.count is not None and run.count != known:
        return f"counts {run.count:,}, where {known:,} are known"
    if run.unique is not None and run.unique is not (known == 1):
        return f"says {'one' if run.unique else 'several or none'}, where {known:,} are known"
    if run.status == "infeasible" and known:
        return f"says that there is no solution, where {known:,} are known"
    return ""


def compared(runs: Iterable[BenchRun]) -> list[BenchRun]:
    """The same runs, with an error in each of those whose answers contradict each other.

    Nobody knows which of them is wrong. Formulations that are known to let wrong solutions through
    are left alone. Objectives in doubles are the same if they differ by no more than what counts as
    equally good, which is 1e-9 of them.
    """
    runs = list(runs)
    said: dict[tuple[str, str], dict[str, BenchRun]] = defaultdict(dict)
    for run in runs:
        answer = _answer(run)
        known = said[run.instance]
        if answer and not any(_is_same_objective(run, other) for other in known.values()):
            known.setdefault(answer, run)
    return [_contradiction(run, said[run.instance]) for run in runs]


def _is_same_objective(run: BenchRun, other: BenchRun) -> bool:
    """Whether both have proved optima that nobody who computes in doubles can tell apart."""
    one, two = run.objective, other.objective
    if one is None or two is None or {run.status, other.status} != {"optimal"}:
        return False
    if isinstance(one, int) and isinstance(two, int):
        return one == two
    return abs(one - two) <= TOLERANCE * max(1, abs(one), abs(two))


def _contradiction(run: BenchRun, said: dict[str, BenchRun]) -> BenchRun:
    if len(said) < 2 or not _answer(run):
        return run
    listed = ", ".join(f"{answer} ({other.solver})" for answer, other in said.items())
    return replace(run, error=f"the answers contradict each other: {listed}")


def _answer(run: BenchRun) -> str:
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
