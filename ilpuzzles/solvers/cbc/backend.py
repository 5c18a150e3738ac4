"""CBC, the COIN-OR branch-and-cut solver, as a program in a process of its own."""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from platform import machine
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ilpuzzles.backends.interface import (
    GENERAL,
    TOLERANCE,
    Clock,
    Feature,
    Options,
    hinted,
    own_parameters,
    refusal_error,
)
from ilpuzzles.backends.result import Limit, Result, Status
from ilpuzzles.errors import BackendError, BackendMissingError, quoted
from ilpuzzles.formats.mps import mps_text
from ilpuzzles.jobs.process import PARTING_SECONDS, ChildRun, run_child, with_grace
from ilpuzzles.jobs.temporary_files import model_written, private_folder, require_room
from ilpuzzles.modelling.numbers import Number
from ilpuzzles.modelling.program import Program
from ilpuzzles.passes.limits import Trust
from ilpuzzles.passes.step import PassTrace
from ilpuzzles.solvers.mip.solving import (
    MipAnswer,
    Said,
    exact_values,
    failure,
    hearer,
    interrupted,
    solve_by_mip,
    stated,
    steps_by_mip,
)

Doubles: TypeAlias = npt.NDArray[np.float64]

_HEADER = re.compile(
    r"(?P<ending>[A-Z][A-Za-z -]*?)"
    r"(?: \(within gap tolerance\))?"
    r"(?P<relaxed> \(no integer solution - continuous used\))?"
    r" - objective value \S+$"
)
_LINE = re.compile(r"(?:\*\*)?\s*\d+ (?P<name>[xr]\d+)\s+(?P<value>\S+)\s+\S+$")
_NODES = re.compile(r"^Enumerated nodes:\s+(\d+)", re.MULTILINE)
_BOUND = re.compile(r"^Lower bound:\s+(\S+)", re.MULTILINE)
# What the heuristics try is not among these, nor are numbers of six digits.
_INCUMBENT = re.compile(r"Cbc\d+I Integer solution of (\S+) found ")
_BOTH = re.compile(
    r"Cbc\d+I (?:After \d+ nodes, \d+ on tree, (\S+) best solution, best possible (\S+) \("
    r"|Partial search - best objective (\S+) \(best possible (\S+)\))"
)
_ROOT = re.compile(r"Cbc\d+I At root node, \d+ cuts changed objective from \S+ to (\S+) in ")
# A text of eight digits is that close.
_PRINTED_ERROR = 1e-7
_ENDINGS = {
    "Optimal": (Status.OPTIMAL, Limit.NONE),
    "Infeasible": (Status.INFEASIBLE, Limit.NONE),
    "Integer infeasible": (Status.INFEASIBLE, Limit.NONE),
    "Unbounded": (Status.UNBOUNDED, Limit.NONE),
    "Stopped on time": (Status.FEASIBLE, Limit.TIME),
    "Stopped on iterations": (Status.FEASIBLE, Limit.NODES),
    "Stopped on nodes": (Status.FEASIBLE, Limit.NODES),
    "Stopped on solutions": (Status.FEASIBLE, Limit.SOLUTIONS),
}


def read_solution(path: Path, variables: int) -> tuple[MipAnswer, Doubles | None]:
    """Reads a solution file of so many columns, written with `printingOptions all`.

    Returns an answer without values, and these as CBC gives them, if there are any. A file that is
    missing, cut short, or says something unknown is a `BackendError`.
    """
    try:
        text = path.read_text(encoding="ascii")
    except (OSError, UnicodeDecodeError):
        raise BackendError("CBC left no solution file", "its log says more") from None
    header, _, body = text.partition("\n")
    match = _HEADER.match(header.rstrip())
    ending = _ENDINGS.get(match["ending"]) if match else None
    if match is None or ending is None:
        raise BackendError(f"CBC's solution file begins with {quoted(header)}", "its log says more")
    status, limit = ending
    if match["relaxed"] and status is Status.FEASIBLE:
        # The values that follow are those of the relaxation.
        return MipAnswer(Status.UNKNOWN, limit), None
    if match["relaxed"] or status in {Status.INFEASIBLE, Status.UNBOUNDED}:
        return MipAnswer(Status.INFEASIBLE if match["relaxed"] else status, limit), None
    if not text.endswith("\n"):
        raise BackendError("CBC's solution file is cut short", "is the disk full?")
    return MipAnswer(status, limit), _values(body, variables)


def sharpen(values: Doubles, path: Path) -> Doubles:
    """Values with all their digits: of each, CBC writes no more than eight as text.

    The file, written by `saveSolution`, has the numbers of rows and columns, then the objective,
    and two doubles for every row and for every column. If it is missing or says something else, the
    values stay as they are.
    """
    try:
        data = path.read_bytes()
    except OSError:
        return values
    rows, columns = np.frombuffer(data[:8].ljust(8, b"\0"), dtype=np.int32).tolist()
    if columns != len(values) or len(data) != 8 + 8 * (1 + 2 * rows + 2 * columns):
        return values
    start = 1 + 2 * rows
    exact = np.frombuffer(data[8:], dtype=np.float64)[start : start + columns]
    close = np.allclose(exact, values, rtol=_PRINTED_ERROR, atol=TOLERANCE)
    return exact if close else values


def _values(body: str, variables: int) -> Doubles:
    values = np.zeros(variables, dtype=np.float64)
    seen = np.zeros(variables, dtype=bool)
    for line in body.splitlines():
        match = _LINE.match(line)
        name, number = match.groups() if match else ("", "")
        if name.startswith("r"):
            continue
        try:
            column, value = int(name[1:]), float(number)
        except ValueError:
            what = f"CBC's solution file has an unreadable line, {quoted(line)}"
            raise BackendError(what, "is the disk full?") from None
        if column >= variables or seen[column]:
            what = f"CBC's solution file gives {name} twice, or the model has no such variable"
            raise BackendError(what, "run it again")
        values[column], seen[column] = value, True
    if not seen.all():
        missing = int(np.nonzero(~seen)[0][0])
        raise BackendError(f"CBC's solution file is cut short: no x{missing}", "is the disk full?")
    return values


def read_nodes(log: str) -> int | None:
    """The number of nodes searched, according to the log."""
    found = _NODES.findall(log)
    return int(found[-1]) if found else None


def read_bound(log: str) -> float | None:
    """The bound on the minimised objective that the log states."""
    found = _BOUND.findall(log)
    return float(found[-1]) if found else None


def read_line(line: str) -> Said:
    """The incumbent and the bound in a line of CBC's log, as they are minimised.

    Example:
        >>> read_line("Cbc0012I Integer solution of 77.569983 found by rounding after 0 iterations")
        (77.569983, None)
        >>> read_line("Cbc0010I After 0 nodes, 1 on tree, 7 best solution, best possible -9.5 (2)")
        (7.0, -9.5)
    """
    found, root, both = _INCUMBENT.match(line), _ROOT.match(line), _BOTH.match(line)
    if both is not None:
        best, bound = filter(None, both.groups())
        return stated(best), stated(bound)
    return found and stated(found[1]), root and stated(root[1])


# CBC computes in doubles. It called 9 of 670 tight programs with coefficients of 10^8 or 10^9
# infeasible that were not, and none of 540 with 10^7; with 10^6, none of 400 at activities of 10^9
# to 10^13. Of a mixed program with factors from 0.001 to 241,000 (pcu_0.01), it calls a solution
# the best that is not, or finds none, as the seed would have it; HiGHS and SCIP do not.
_TRUST = Trust(coefficients=10**7, activity=10**11, costs=10**9, spread=10.0**8)
# With an objective, CBC's preprocessing has called solutions optimal that were not, for 8 of 5,000
# small random models; without an objective, none of 2,500 went wrong. Without preprocessing all
# 2,500 with an objective were right, but for 10 on which CBC crashed: these are run once more.
_PLAIN = ("-preprocess", "off")
# With coefficients of 10^8 and 10^9, CBC called 9 of 670 programs infeasible that were not; so it
# found the solution of 8 of these.
_UNSCALED = ("-scaling", "off")
# For mixed programs: what is closer to being right is easier to make exact.
_CLOSE = ("-primalTolerance", "1e-9", "-dualTolerance", "1e-9", "-integerTolerance", "1e-9")
# With these, CBC has called 10 of 10,000 mixed models of random doubles infeasible that improve for
# ever, most of them equations: asked once more with its usual tolerances, it says so.
_USUAL = ("-scaling", "off", "-presolve", "off")
# The text of a solution has eight digits of each number.
_PRINTED = 10**7
# Past this share of the limit, CBC calls a search infeasible that it has merely stopped.
_BELIEVED = 0.9
# What options say, what right answers depend on, and what is no parameter but a command.
_KEPT = {
    *("timeMode", "seconds", "threads", "randomCbcSeed", "randomSeed", "allowableGap"),
    *("preprocess", "scaling", "primalTolerance", "dualTolerance", "integerTolerance", "cutoff"),
    *("increment", "maxNodes", "mipStart", "printingOptions", "printMask", "messages", "import"),
    *("export", "solve", "solution", "saveSolution", "branchAndCut", "initialSolve", "-", "stdin"),
    # Without a log, nobody would know the bound.
    *("logLevel", "slogLevel", "quit", "exit", "stop", "end"),
}
_REFUSAL = re.compile(r"No match for .*|Possible options for [^>]*|.* is provided for .*")
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
        >>> from ilpuzzles import Model
        >>> model = Model()
        >>> x = model.binary("x", 3)
        >>> row = model.exactly_one(x)
        >>> model.maximize(x.dot([5, 7, 6]))
        >>> result = CbcBackend().solve(model.program(), Options())
        >>> result.status.value, result.objective, result.values.tolist()
        ('optimal', 7, [0, 1, 0])
    """

    program: str | None = None
    name: str = "cbc"
    features: frozenset[Feature] = GENERAL | {
        Feature.PARAMETERS,
        *(Feature.WORKERS, Feature.NODE_LIMIT, Feature.CONTINUOUS),
    }
    needs: str = "pip install pulp, or put the program cbc on the PATH"

    def available(self) -> bool:
        """Whether there is a CBC program."""
        return self._find() is not None

    def version(self) -> str:
        """The version that the program states, and where it was found."""
        path = self._path()
        return f"{_ask_version(path)} ({path})"

    def solve(self, program: Program, options: Options) -> Result:
        """Looks for the best solution; see `Backend.solve`."""
        path = self._path()
        run, version = partial(_run, path), _ask_version(path)
        return solve_by_mip(program, options, run, name=self.name, version=version, trust=_TRUST)

    def steps(self, program: Program) -> PassTrace:
        """Runs the passes before a search; see `TellsSteps.steps`."""
        return steps_by_mip(program, _TRUST)

    def native(self, program: Program) -> str:
        """The text of an MPS file; of large numbers, CBC itself gets smaller ones."""
        return mps_text(program, numbered=True)

    def _path(self) -> str:
        path = self._find()
        if path is None:
            raise BackendMissingError("backend cbc is not installed", self.needs)
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
def _ask_version(path: str) -> str:
    """Runs the program once to see what it calls itself."""
    with private_folder() as folder:
        run = run_child([path, "-quit"], folder, limit=10.0)
        found = re.search(r"^Version:\s*(\S+)", run.log, re.MULTILINE)
        if "CBC" not in run.log and found is None:
            # What it said may have found no room.
            require_room(folder)
            raise BackendError(f"{path} is not CBC", "set ILPUZZLES_CBC to the program cbc")
    return found[1] if found else "unknown"


def _run(path: str, program: Program, options: Options, again: bool) -> tuple[MipAnswer, float]:
    with private_folder() as folder:
        hint = hinted(program, options)
        clock = Clock(options)
        with model_written("CBC"):
            (folder / "model.mps").write_text(
                mps_text(program, numbered=True, tick=clock.require_time), encoding="ascii"
            )
            if hint:
                (folder / "hint.txt").write_text(_hint_text(hint), encoding="ascii")
        written = time.perf_counter()
        clock.require_time()
        if again:
            other_ways = _USUAL if _is_tolerant(program) else _UNSCALED
            return _search(path, folder, program, options, other_ways), written
        ways = _PLAIN if program.objective is not None else ()
        answer = _search(path, folder, program, options, ways)
        if answer.status is Status.ERROR and ways:
            left = clock.options()
            if left is not None:
                answer = _search(path, folder, program, left, ())
        return answer, written


def _search(
    path: str, folder: Path, program: Program, options: Options, ways: Sequence[str]
) -> MipAnswer:
    """One run of CBC, with further arguments that say how it is to search."""
    for name in ("solution.txt", "solution.bin"):
        (folder / name).unlink(missing_ok=True)
    arguments = _arguments(options, ways, hint=(folder / "hint.txt").exists())
    # Where values may have more digits than CBC writes as text, it saves them as doubles too.
    larger = (program.lower < -_PRINTED) | (program.upper > _PRINTED)
    if _is_tolerant(program) and ways is not _USUAL:
        ways = [*ways, *_CLOSE]
    saving = ["-saveSolution", "solution.bin"] if larger.any() or program.is_mixed() else []
    limit = with_grace(Clock(options).seconds_left())
    command = [path, *arguments, *saving, "-quit"]
    how: dict[str, Any] = {
        "verbose": options.verbose,
        "heard": hearer(program, options, read_line, minimised=True),
        "stopped": options.stopped,
    }
    try:
        run = run_child(command, folder, limit=limit, parting=PARTING_SECONDS, **how)
    except KeyboardInterrupt as interruption:
        # It stops as at a limit, and writes what it has.
        nothing_said = ChildRun(0, "", False, 0.0, 0.0, 0)
        left = _answer(nothing_said, program, folder / "solution.txt", options)
        return interrupted(left, interruption)
    return _answer(run, program, folder / "solution.txt", options)


def _is_tolerant(program: Program) -> bool:
    """Whether rows may be missed by a share of their size."""
    return program.is_mixed() or program.is_measured()


def _hint_text(hint: dict[int, Number]) -> str:
    """The file of a start, which looks like one of a solution."""
    lines = (
        f"{place} x{column} {float(value)!r} 0"
        for place, (column, value) in enumerate(hint.items())
    )
    return "\n".join(["Stopped on time - objective value 0", *lines]) + "\n"


def _arguments(options: Options, ways: Sequence[str], *, hint: bool) -> list[str]:
    arguments = ["model.mps", "-timeMode", "elapsed"]
    left = Clock(options).seconds_left()
    if left is not None:
        # CBC takes 0 for no limit.
        arguments += ["-sec", f"{max(left, 0.001):.6f}"]
    if options.workers > 1:
        arguments += ["-threads", str(options.workers)]
    seed = str(options.seed + 1)  # 0 would ask CBC for the time of day
    arguments += ["-randomCbcSeed", seed, "-randomSeed", seed]
    # Without a gap unless one is asked for: "optimal" must mean that nothing is better.
    arguments += ["-allowableGap", "0", "-ratioGap", f"{options.gap:.12f}"]
    arguments += ways
    if options.node_limit is not None:
        arguments += ["-maxNodes", str(options.node_limit)]
    if hint:
        arguments += ["-mipStart", "hint.txt"]
    own = own_parameters("cbc", options, _KEPT)
    arguments += [word for name, value in own.items() for word in (f"-{name}", str(value))]
    arguments += ["-printingOptions", "all"]
    return [*arguments, "-solve", "-solution", "solution.txt"]


def _answer(run: ChildRun, program: Program, solution: Path, options: Options) -> MipAnswer:
    nodes, memory = read_nodes(run.log), run.memory
    if run.killed:
        return MipAnswer(Status.UNKNOWN, Limit.TIME, nodes=nodes, memory=memory)
    if run.returncode != 0:
        return failure(f"CBC ended with exit code {run.returncode}", run, solution.parent)
    if options.params.get("cbc") and (refusal := _REFUSAL.search(run.log)):
        raise refusal_error("cbc", " ".join(refusal[0].split()))
    if re.search(r"There were [1-9]\d* errors on input", run.log):
        return failure("CBC could not read the model", run, solution.parent)
    try:
        found, values = read_solution(solution, program.variables)
        if values is not None:
            values = sharpen(values, solution.with_suffix(".bin"))
            found = replace(found, values=exact_values(values, program, "CBC"))
    except BackendError as error:
        return failure(str(error), run, solution.parent)
    late = options.time_limit is not None and run.seconds >= _BELIEVED * options.time_limit
    if found.status is Status.INFEASIBLE and late:
        return MipAnswer(Status.UNKNOWN, Limit.TIME, nodes=nodes, memory=memory)
    bound = read_bound(run.log)
    if bound is not None and program.objective is not None:
        # That of the objective as it was minimised.
        bound = -bound if program.objective.maximize else bound
    return replace(found, bound=bound, nodes=nodes, memory=memory)
