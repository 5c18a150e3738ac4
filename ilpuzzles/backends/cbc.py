"""CBC, the COIN-OR branch-and-cut solver, as a program in a process of its own."""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from platform import machine

from ilpuzzles.backends.cbc_solution import CbcAnswer, read_bound, read_nodes, read_solution
from ilpuzzles.backends.child import ChildRun, private_folder, run_child, with_grace
from ilpuzzles.backends.interface import Feature, Options
from ilpuzzles.backends.prepare import best_without_rows, settled
from ilpuzzles.backends.result import Limit, Result, Seconds, Status
from ilpuzzles.errors import BackendError, BackendMissingError, Problem
from ilpuzzles.modelling import Program, Solvable, linearised
from ilpuzzles.modelling.formats import mps_lines, numbered_names

# CBC computes in doubles and with tolerances. Larger coefficients than this make it call models
# infeasible that are not: at 10^12 about one random pair of equations in a thousand.
_LARGEST = 10**9

# Past this share of the limit, CBC calls a search infeasible that it has merely stopped.
_BELIEVED = 0.9

_PULP_FOLDERS = {"x86_64": "linux/i64", "amd64": "linux/i64", "aarch64": "linux/arm64"}


@dataclass(frozen=True, slots=True)
class CbcBackend:
    """CBC.

    The program is, in this order: the one given here, the one that the environment variable
    `ILPUZZLES_CBC` names, `cbc` on the PATH, the one of the package cbcbox, the one that comes
    with PuLP.

    Attributes:
        program: The CBC program, or None to look for it.

    Example:
        >>> from ilpuzzles.modelling import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> row = model.exactly_one(x)
        >>> model.maximize(x.dot([5, 7, 6]))
        >>> result = CbcBackend().solve(model, Options())
        >>> result.status.value, result.objective, result.values.tolist()
        ('optimal', 7, [0, 1, 0])
    """

    program: str | None = None
    name: str = "cbc"
    features: frozenset[Feature] = frozenset({Feature.OPTIMISE, Feature.WORKERS, Feature.SEED})
    needs: str = "pip install pulp, or put the program cbc on the PATH"

    def available(self) -> bool:
        """Whether there is a CBC program."""
        return self._find() is not None

    def version(self) -> str:
        """The version that the program states, and where it was found."""
        path = self._path()
        return f"{_stated_version(path)} ({path})"

    def solve(self, model: Solvable, options: Options) -> Result:
        """Looks for the best solution; see `Backend.solve`."""
        path = self._path()
        clock = time.perf_counter()
        program = model.program()
        built = time.perf_counter()
        result = Result(
            status=Status.INFEASIBLE,
            limit=Limit.NONE,
            values=None,
            objective=None,
            bound=None,
            complete=True,
            seconds=Seconds(build=built - clock),
            nodes=None,
            memory=None,
            backend=self.name,
            version=_stated_version(path),
        )
        ready = settled(linearised(program))
        if ready is None:
            return result
        if not len(ready.rows):
            best = best_without_rows(ready)
            status = Status.UNBOUNDED if best is None else Status.OPTIMAL
            return _judged(result, CbcAnswer(status, Limit.NONE, best), ready)
        _refuse_large_numbers(ready)
        with private_folder() as folder:
            _write(ready, folder / "model.mps")
            written = time.perf_counter()
            run = run_child(
                [path, *_arguments(options)],
                folder,
                limit=None if options.time_limit is None else with_grace(options.time_limit),
                verbose=options.verbose,
            )
            result = _answer(result, run, ready, folder / "solution.txt", options)
        done = time.perf_counter()
        return replace(result, seconds=Seconds(built - clock, written - built, done - written))

    def native(self, model: Solvable) -> str:
        """The model as the text of the MPS file that CBC would get."""
        return _mps(linearised(model.program()))

    def _path(self) -> str:
        path = self._find()
        if path is None:
            raise BackendMissingError(Problem("backend cbc is missing", self.needs))
        return path

    def _find(self) -> str | None:
        for given in (self.program, os.environ.get("ILPUZZLES_CBC")):
            if given:
                # What a user names is taken or missed, never silently replaced.
                found = shutil.which(given)
                return str(Path(found).resolve()) if found else None
        return shutil.which("cbc") or _in_cbcbox() or _in_pulp()


def _in_cbcbox() -> str | None:
    if find_spec("cbcbox") is None:
        return None
    import cbcbox  # noqa: PLC0415 - optional, and only imported where it is used

    return shutil.which(str(cbcbox.cbc_bin_path()))


def _in_pulp() -> str | None:
    # Importing PuLP would import highspy too, which cannot share a process with OR-Tools.
    spec = find_spec("pulp")
    if spec is None or spec.origin is None:
        return None
    system = {"darwin": "osx/i64", "win32": "win/i64"}
    place = system.get(sys.platform) or _PULP_FOLDERS.get(machine().lower(), "linux/i32")
    return shutil.which("cbc", path=str(Path(spec.origin).parent / "solverdir" / "cbc" / place))


@cache
def _stated_version(path: str) -> str:
    """Runs the program once to see what it calls itself."""
    with private_folder() as folder:
        run = run_child([path, "-quit"], folder, limit=10.0)
    found = re.search(r"^Version:\s*(\S+)", run.log, re.MULTILINE)
    if "CBC" not in run.log and found is None:
        raise BackendError(Problem(f"{path} is not CBC", "set ILPUZZLES_CBC to the program cbc"))
    return found[1] if found else "unknown"


def _refuse_large_numbers(program: Program) -> None:
    parts = [program.rows.coefficients]
    if program.objective is not None:
        parts.append(program.objective.coefficients)
    if any(len(part) and max(-int(part.min()), int(part.max())) > _LARGEST for part in parts):
        raise BackendError(Problem(f"coefficients above {_LARGEST:,}", "use the backend cpsat"))


def _mps(program: Program) -> str:
    if program.objective is not None:
        # The constant is added to what CBC reports, in whole numbers.
        program = replace(program, objective=replace(program.objective, constant=0))
    return "\n".join(mps_lines(program, numbered_names(program))) + "\n"


def _write(program: Program, path: Path) -> None:
    try:
        path.write_text(_mps(program), encoding="ascii")
    except OSError as error:
        raise BackendError(
            Problem(f"the model for CBC cannot be written ({error.strerror})", "free some space")
        ) from None


def _arguments(options: Options) -> list[str]:
    arguments = ["model.mps", "-timeMode", "elapsed"]
    if options.time_limit is not None:
        arguments += ["-sec", f"{options.time_limit:.6f}"]
    if options.workers > 1:
        arguments += ["-threads", str(options.workers)]
    seed = str(options.seed + 1)  # 0 would ask CBC for the time of day
    arguments += ["-randomCbcSeed", seed, "-randomSeed", seed]
    # Without gaps: "optimal" must mean that nothing is better.
    arguments += ["-allowableGap", "0", "-ratioGap", "0", "-printingOptions", "all"]
    return [*arguments, "-solve", "-solution", "solution.txt", "-quit"]


def _answer(
    result: Result, run: ChildRun, program: Program, solution: Path, options: Options
) -> Result:
    result = replace(result, memory=run.memory, nodes=read_nodes(run.log))
    if run.killed:
        return replace(result, status=Status.UNKNOWN, limit=Limit.TIME, complete=False)
    if run.returncode != 0:
        return _failed(result, f"CBC ended with exit code {run.returncode}", run.log)
    if re.search(r"There were [1-9]\d* errors on input", run.log):
        return _failed(result, "CBC could not read the model", run.log)
    try:
        answer = read_solution(solution, program.variables)
    except BackendError as error:
        return _failed(result, str(error), run.log)
    late = options.time_limit is not None and run.seconds >= _BELIEVED * options.time_limit
    if answer.status is Status.INFEASIBLE and late:
        answer = CbcAnswer(Status.UNKNOWN, Limit.TIME, None)
    return _judged(result, answer, program, bound=read_bound(run.log))


def _judged(
    result: Result, answer: CbcAnswer, program: Program, bound: float | None = None
) -> Result:
    """Puts an answer into the result; `bound` is that of the objective as it was minimised."""
    status, limit, values, objective = answer.status, answer.limit, answer.values, None
    if program.objective is None:
        bound = None
        if values is not None:
            # Any solution answers a question without an objective.
            status, limit = Status.OPTIMAL, Limit.NONE
    elif values is not None:
        objective = program.objective.value(values)
    if program.objective is not None and bound is not None:
        sign = -1 if program.objective.maximize else 1
        bound = sign * bound + program.objective.constant
    if status is Status.OPTIMAL and objective is not None:
        bound = float(objective)
    return replace(
        result,
        status=status,
        limit=limit,
        values=values,
        objective=objective,
        bound=bound,
        complete=status in {Status.OPTIMAL, Status.INFEASIBLE, Status.UNBOUNDED},
    )


def _failed(result: Result, what: str, log: str) -> Result:
    last = [line for line in log.splitlines() if line.strip()][-3:]
    message = f"{what}; the end of its log: {' | '.join(last)}"
    return replace(result, status=Status.ERROR, complete=False, message=message)
