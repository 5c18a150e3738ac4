"""The program that solves linear programs by HiGHS, and keeps the last one for a warm start.

It runs in a process of its own (see `ilpuzzles.jobs.forking`), known by its path, and imports
nothing of this package. It calls the C interface of the HiGHS library that OR-Tools ships, since
MathOpt hands HiGHS neither a basis to start from nor asks it for rays.

In its folder it finds `request`: a line of JSON, and then the model, or how it differs from the one
before. It leaves `answer`, a line of JSON and then arrays, which is there once all is written. One
file each, since a run of a small program takes less than the opening of a few more.
"""

from __future__ import annotations

import ctypes
import json
import os
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

ARRAYS = {
    "lower": "float64",
    "upper": "float64",
    "costs": "float64",
    "row_lower": "float64",
    "row_upper": "float64",
    "row_starts": "int64",
    "column_ids": "int64",
    "coefficients": "float64",
    "start": "int64",
    "members": "int64",
}
"""The arrays of a request, in the order of the file, and their types.

The matrix is stored by rows. `start` is the basis to start from, or empty: the status of every
column and then of every row, in HiGHS's own numbers. `members` is empty unless a conflict is looked
for: the number of the member that each row belongs to, and -1 for rows that always hold.
"""

_MATRIX = ("row_starts", "column_ids", "coefficients")
_BY_ROWS = 2
_MINIMIZE, _MAXIMIZE = 1, -1

# How HiGHS numbers the ends of its runs.
_OPTIMAL, _INFEASIBLE, _EITHER, _UNBOUNDED, _TIME_LIMIT = 7, 8, 9, 10, 13
_REASONS = {
    _OPTIMAL: "OPTIMAL",
    _INFEASIBLE: "INFEASIBLE",
    _UNBOUNDED: "UNBOUNDED",
    _TIME_LIMIT: "NO_SOLUTION_FOUND",
}
_FAILED = -1
# Coefficients up to this size are no coefficients to HiGHS, unless it is told otherwise.
_DROPPED = 1e-9
# What is less than this share of the largest entry of a ray is 0.
_NOTHING = 1e-9
# The largest total by which elastic rows may be missed where there is a solution.
_ELASTIC_TOLERANCE = 1e-7
# Where a ray names more members than that, another one is looked for.
_MOST_NAMED = 50
# So many doubles of witnesses are kept: 160 megabytes.
_MOST_WITNESS_DOUBLES = 20_000_000
_VALID = 1


class Attempt(NamedTuple):
    """The settings of a HiGHS run: with presolve or without, and the feasibility tolerance."""

    presolve: str
    tolerance: float


_FIRST = Attempt("choose", 1e-9)
_OTHERS = (
    # Presolve alone cannot always tell infeasible from unbounded.
    Attempt("off", 1e-9),
    # Its own tolerance, where 1e-9 keeps it from an end.
    Attempt("choose", 1e-7),
    Attempt("off", 1e-7),
)


class _Members:
    """The members of a linear program, which are held or left out.

    A row with a single entry is the bound of a column here: thousands of those would make a program
    large that has a few other rows.
    """

    def __init__(self, highs: Highs, arrays: dict[str, Any], members: Any) -> None:
        import numpy as np  # noqa: PLC0415 - the path of modules is known only now

        self._np = np
        self._highs = highs
        self._arrays = arrays
        self._member_of = members
        self.held = {member for member in members.tolist() if member >= 0}
        self._find_singles()
        # The rows of each member, and the places of its singles among all singles.
        self._rows_of: dict[int, list[int]] = {}
        self._singles_of: dict[int, list[int]] = {}
        single_place = {row: place for place, row in enumerate(self._single_rows.tolist())}
        for row, member in enumerate(members.tolist()):
            if row in single_place:
                self._singles_of.setdefault(member, []).append(single_place[row])
            else:
                self._rows_of.setdefault(member, []).append(row)
        highs.without_costs(len(arrays["lower"]))
        self._turn_singles_into_bounds()

    def _find_singles(self) -> None:
        """Finds the rows with a single entry, their columns, and the bounds that they give them."""
        np = self._np
        starts = self._arrays["row_starts"]
        rows = (np.diff(starts) == 1).nonzero()[0]
        factors = self._arrays["coefficients"][starts[rows]]
        # A factor of 0 bounds nothing.
        rows = rows[factors != 0]
        factors = factors[factors != 0]
        self._single_rows = rows
        self._single_columns = self._arrays["column_ids"][starts[rows]]
        at_lower = self._arrays["row_lower"][rows] / factors
        at_upper = self._arrays["row_upper"][rows] / factors
        # A negative factor turns the bounds around.
        self._single_lower = np.where(factors < 0, at_upper, at_lower)
        self._single_upper = np.where(factors < 0, at_lower, at_upper)
        self._is_held = np.ones(len(rows), dtype=bool)

    def _turn_singles_into_bounds(self) -> None:
        """Takes the singles out of the rows, and gives their columns the bounds instead."""
        if not len(self._single_rows):
            return
        endless = self._np.full(len(self._single_rows), self._np.inf)
        self._highs.set_bounds("Rows", self._single_rows, -endless, endless)
        self._set_columns(self._single_columns)

    def hold(self, members: list[int]) -> None:
        """Gives members their bounds again."""
        self.held.update(members)
        self._change(members, held=True)

    def leave_out(self, members: list[int]) -> None:
        """Takes the bounds of members away."""
        self.held.difference_update(members)
        self._change(members, held=False)

    def _change(self, members: list[int], *, held: bool) -> None:
        np = self._np
        rows: list[int] = []
        singles: list[int] = []
        for member in members:
            rows += self._rows_of.get(member, [])
            singles += self._singles_of.get(member, [])
        if rows:
            places = np.array(sorted(rows))
            lower = self._arrays["row_lower"][places]
            upper = self._arrays["row_upper"][places]
            if not held:
                lower = np.full(len(rows), -np.inf)
                upper = np.full(len(rows), np.inf)
            self._highs.set_bounds("Rows", places, lower, upper)
        if singles:
            self._is_held[singles] = held
            self._set_columns(self._single_columns[singles])

    def _set_columns(self, columns: Any) -> None:
        """Gives columns the bounds that all rows with a single entry leave them."""
        np = self._np
        columns = np.unique(columns)
        held = self._is_held & np.isin(self._single_columns, columns)
        lower = self._arrays["lower"].copy()
        upper = self._arrays["upper"].copy()
        np.maximum.at(lower, self._single_columns[held], self._single_lower[held])
        np.minimum.at(upper, self._single_columns[held], self._single_upper[held])
        self._highs.set_bounds("Cols", columns, lower[columns], upper[columns])

    def named(self, ray: Any) -> set[int]:
        """The members that a ray names: rows that are not 0, and bounds of what these add up to."""
        np = self._np
        arrays = self._arrays
        columns = len(arrays["lower"])
        is_named = np.abs(ray) > _NOTHING * np.abs(ray).max()
        owners = np.repeat(np.arange(len(ray)), np.diff(arrays["row_starts"]))
        terms = np.where(is_named, ray, 0.0)[owners] * arrays["coefficients"]
        sums = np.bincount(arrays["column_ids"], weights=terms, minlength=columns)
        sizes = np.bincount(arrays["column_ids"], weights=np.abs(terms), minlength=columns)
        # Where the named rows do not cancel out, the bounds of the column are part of the proof.
        is_left = np.abs(sums) > _NOTHING * sizes
        is_needed = is_left[self._single_columns] & self._is_held
        rows = np.concatenate([is_named.nonzero()[0], self._single_rows[is_needed]])
        return {member for member in self._member_of[rows].tolist() if member >= 0}


class Highs:
    """An instance of HiGHS, and the arrays of the model that it has."""

    def __init__(self, path: str) -> None:
        import numpy as np  # noqa: PLC0415 - the path of modules is known only now

        self._np = np
        self._library = ctypes.CDLL(path)
        self._library.Highs_create.restype = ctypes.c_void_p
        self._library.Highs_getRunTime.restype = ctypes.c_double
        self._highs = ctypes.c_void_p(self._library.Highs_create())
        width = self._library.Highs_getSizeofHighsInt(self._highs)
        self._highs_int: Any = np.int32 if width == np.dtype(np.int32).itemsize else np.int64
        self._has: dict[str, Any] = {}
        # What the last run with elastic rows has found.
        self._elastic: dict[str, Any] = {}
        self._deadline = float("inf")
        self._options: dict[str, Any] = {}

    # The model

    def load(self, arrays: dict[str, Any], *, maximize: bool, constant: float) -> None:
        """Takes a model; what has not changed since the last one stays, with its factors."""
        np = self._np
        before = self._has
        # What fails below leaves no model behind that anybody believes to be there.
        self._has = {}
        if before and len(before["lower"]) != len(arrays["lower"]):
            before = {}
        keeps_matrix = bool(before) and all(
            np.array_equal(arrays[name], before[name]) for name in _MATRIX
        )
        if keeps_matrix:
            self._change_numbers(arrays, before)
        else:
            self._pass(arrays)
        self._change("changeObjectiveSense", _MAXIMIZE if maximize else _MINIMIZE)
        self._change("changeObjectiveOffset", ctypes.c_double(constant))
        if len(arrays["start"]) and not keeps_matrix:
            columns = len(arrays["lower"])
            start = arrays["start"].astype(self._highs_int)
            of_columns = start[:columns].copy()
            of_rows = start[columns:].copy()
            # HiGHS completes what is no basis, or begins anew.
            self._call("setBasis", of_columns.ctypes, of_rows.ctypes)
        self._has = arrays

    def _pass(self, arrays: dict[str, Any]) -> None:
        """Hands over a model as a whole."""
        # By itself, HiGHS drops coefficients of 1e-9 and below; less than 1e-12 it cannot keep. But
        # with less than its own, it does not finish on some public models (klein1 to klein3).
        sizes = self._np.abs(arrays["coefficients"])
        small = 1e-12 if sizes.min(initial=1.0) <= _DROPPED else _DROPPED
        self._set("Double", "small_matrix_value", ctypes.c_double(small))
        starts = arrays["row_starts"].astype(self._highs_int)
        ids = arrays["column_ids"].astype(self._highs_int)
        doubles = [arrays[name] for name in ("costs", "lower", "upper", "row_lower", "row_upper")]
        sizes = len(arrays["lower"]), len(arrays["row_lower"]), len(ids)
        code = self._call(
            "passLp",
            *sizes,
            _BY_ROWS,
            _MINIMIZE,
            ctypes.c_double(0.0),
            *(numbers.ctypes for numbers in doubles),
            starts.ctypes,
            ids.ctypes,
            arrays["coefficients"].ctypes,
        )
        if code == _FAILED:
            raise ValueError("HiGHS refuses the model")

    def _change_numbers(self, arrays: dict[str, Any], before: dict[str, Any]) -> None:
        """Changes costs and bounds alone."""
        np = self._np
        columns, rows = len(arrays["lower"]), len(arrays["row_lower"])
        if not np.array_equal(arrays["costs"], before["costs"]):
            self._change("changeColsCostByRange", 0, columns - 1, arrays["costs"].ctypes)
        for what, last, names in (
            ("changeColsBoundsByRange", columns - 1, ("lower", "upper")),
            ("changeRowsBoundsByRange", rows - 1, ("row_lower", "row_upper")),
        ):
            if not all(np.array_equal(arrays[name], before[name]) for name in names):
                self._change(what, 0, last, *(arrays[name].ctypes for name in names))

    # Runs

    def solve(self, request: dict[str, Any]) -> dict[str, Any]:
        """Solves the model; returns what is known, with arrays of numbers by name."""
        self._set_options(request)
        status = 0
        for attempt in (_FIRST, *_OTHERS):
            if attempt is not _FIRST:
                self._call("clearSolver")
            status = self._run(attempt)
            if status in _REASONS:
                break
        found: dict[str, Any] = {"reason": _REASONS.get(status, f"status {status} of HiGHS")}
        if status == _OPTIMAL:
            found |= self._solution()
        elif status == _INFEASIBLE and request["ray"]:
            found["ray"] = self._ray("Dual", len(self._has["row_lower"]))
        elif status == _UNBOUNDED and request["ray"]:
            found["ray"] = self._ray("Primal", len(self._has["lower"]))
        found["iterations"] = self._count("simplex_iteration_count")
        return found

    # Conflicts

    def find_conflict(self, request: dict[str, Any]) -> dict[str, Any]:
        """Finds members that have no solution together, none of which can be left out.

        The ray that proves that there is no solution names the first ones (its rows that are not
        0); where these are many, that of elastic rows may name fewer. Then each of these is left
        out in turn: if there is still no solution, it stays out, and so do all that the new ray
        does not name; else there is a witness that it is needed. Every run starts from the basis of
        the one before.
        """
        np = self._np
        self._set_options(request)
        members = _Members(self, self._has, request["members"])
        status = self._run_or_relax()
        if status == _OPTIMAL:
            return {"reason": "OPTIMAL", "values": self._values()}
        if status != _INFEASIBLE:
            return {"reason": _REASONS.get(status, f"status {status} of HiGHS")}
        self._leave_out_unnamed(members)
        if len(members.held) > _MOST_NAMED and self._run_elastically() == _INFEASIBLE:
            self._leave_out_unnamed(members)
            self._run_or_relax()
        needed, witnesses = self._try_without_each(members)
        found = list(witnesses.values())
        return {
            "reason": "INFEASIBLE",
            "kept": np.array(sorted(members.held), dtype=np.int64),
            "witnessed": np.array(sorted(witnesses), dtype=np.int64),
            "witnesses": np.concatenate(found) if found else np.zeros(0),
            "minimal": members.held <= needed,
        }

    def _try_without_each(self, members: _Members) -> tuple[set[int], dict[int, Any]]:
        """Leaves out each member that is not needed; those that are, and witnesses of these."""
        witnesses: dict[int, Any] = {}
        room = _MOST_WITNESS_DOUBLES // max(1, len(self._has["lower"]))
        needed: set[int] = set()
        for member in sorted(members.held):
            if member not in members.held:
                continue
            if self._left() == 0.0:
                break
            members.leave_out([member])
            status = self._run_or_relax()
            if status == _INFEASIBLE:
                self._leave_out_unnamed(members)
                continue
            if status == _OPTIMAL:
                needed.add(member)
                if len(witnesses) < room:
                    witnesses[member] = self._values()
            members.hold([member])
        return needed, {one: values for one, values in witnesses.items() if one in members.held}

    def _leave_out_unnamed(self, members: _Members) -> None:
        """Leaves out all members that the ray does not name, if the others are enough."""
        ray = self._elastic.get("ray")
        if ray is None:
            ray = self._ray("Dual", len(self._has["row_lower"]))
        if not len(ray):
            return
        others = sorted(members.held - members.named(ray))
        if not others:
            return
        members.leave_out(others)
        if self._run_or_relax() != _INFEASIBLE:
            # Rounding has made the ray name too few.
            members.hold(others)

    def _values(self) -> Any:
        """The values of the last solution."""
        values = self._elastic.get("values")
        return self._solution()["values"] if values is None else values

    def set_bounds(self, what: str, places: Any, lower: Any, upper: Any) -> None:
        """Gives some columns (`Cols`) or rows (`Rows`) other bounds."""
        numbers = places.astype(self._highs_int)
        self._change(
            f"change{what}BoundsBySet", len(numbers), numbers.ctypes, lower.ctypes, upper.ctypes
        )

    def without_costs(self, columns: int) -> None:
        """Makes all costs 0: where there is no solution they only stand in the way."""
        zeros = self._np.zeros(columns)
        self._change("changeColsCostByRange", 0, columns - 1, zeros.ctypes)

    def _run_or_relax(self) -> int:
        """Runs without presolve, which would lose the basis and the ray; asks again if in doubt."""
        self._elastic = {}
        status = self._run(_OTHERS[0])
        return status if status in _REASONS else self._run_elastically()

    def _run_elastically(self) -> int:
        """Makes every row elastic, and minimises by how much the rows are missed together.

        Where no bounds of a column cross, that has an optimum, whose duals are a ray. HiGHS has
        ended with an unknown status on public models (INF-PILOT-WE, INF-D2Q06C) where its dual
        simplex method saw that there is no solution.
        """
        np = self._np
        columns, rows = len(self._has["lower"]), len(self._has["row_lower"])
        lower, upper = self._row_bounds(rows)
        given = [np.isfinite(lower).nonzero()[0], np.isfinite(upper).nonzero()[0]]
        places = np.concatenate(given).astype(self._highs_int)
        signs = np.concatenate([np.ones(len(given[0])), -np.ones(len(given[1]))])
        count = len(places)
        ones, zeros, ends = np.ones(count), np.zeros(count), np.full(count, np.inf)
        starts = np.arange(count + 1).astype(self._highs_int)
        arrays = [ones, zeros, ends]
        self._call("clearSolver")
        self._change("changeObjectiveSense", _MINIMIZE)
        self._change(
            "addCols",
            count,
            *(numbers.ctypes for numbers in arrays),
            count,
            starts.ctypes,
            places.ctypes,
            signs.ctypes,
        )
        status = self._run(_FIRST)
        if status not in _REASONS:
            self._call("clearSolver")
            status = self._run(Attempt("choose", 1e-7))
        if status == _OPTIMAL:
            values, reduced = np.zeros(columns + count), np.zeros(columns + count)
            activities, duals = np.zeros(rows), np.zeros(rows)
            parts = (values, reduced, activities, duals)
            self._change("getSolution", *(numbers.ctypes for numbers in parts))
            if values[columns:].sum() > _ELASTIC_TOLERANCE:
                status, self._elastic = _INFEASIBLE, {"ray": duals}
            else:
                self._elastic = {"values": values[:columns].copy()}
        self._change("deleteColsByRange", columns, columns + count - 1)
        self._call("clearSolver")
        return status

    def _row_bounds(self, rows: int) -> tuple[Any, Any]:
        """The bounds of all rows as they are now."""
        np = self._np
        lower, upper = np.zeros(rows), np.zeros(rows)
        counted = np.zeros(2, self._highs_int)
        self._call(
            "getRowsByRange",
            0,
            rows - 1,
            counted[:1].ctypes,
            lower.ctypes,
            upper.ctypes,
            counted[1:].ctypes,
            None,
            None,
            None,
        )
        return lower, upper

    def _set_options(self, request: dict[str, Any]) -> None:
        """Sets what is the same for all attempts, and notes when they have to end."""
        limit = request["time_limit"]
        now = time.perf_counter()
        self._deadline = float("inf")
        if limit is not None:
            # To start, and to read the model, has taken some of the time. All processes have the
            # same clock; where a system is different, nothing is known of that.
            passed = now - request["asked"]
            self._deadline = now + limit - (passed if passed > 0.0 else 0.0)
        self._set("Bool", "output_flag", bool(request["verbose"]))
        self._set("Int", "random_seed", request["seed"])
        self._set("Int", "threads", 1)
        self._set("String", "solver", request["method"].encode())

    def _left(self) -> float:
        """The seconds that are left of the limit of the request; infinite without one."""
        return max(self._deadline - time.perf_counter(), 0.0)

    def _run(self, attempt: Attempt) -> int:
        """One run in the time that is left, and the status of the model after it."""
        left = self._left()
        if left == 0.0:
            return _TIME_LIMIT
        self._set("String", "presolve", attempt.presolve.encode())
        for name in ("primal_feasibility_tolerance", "dual_feasibility_tolerance"):
            self._set("Double", name, ctypes.c_double(attempt.tolerance))
        self._set("Double", "time_limit", ctypes.c_double(left))
        # Its clock goes on from one run to the next.
        self._call("zeroAllClocks")
        code = self._call("run")
        status = self._call("getModelStatus")
        return 0 if code == _FAILED else status

    def _solution(self) -> dict[str, Any]:
        """The values, prices and, if there is one, the basis of an optimum."""
        np = self._np
        columns, rows = len(self._has["lower"]), len(self._has["row_lower"])
        sizes = {"values": columns, "reduced": columns, "activities": rows, "duals": rows}
        found: dict[str, Any] = {name: np.zeros(size) for name, size in sizes.items()}
        self._change("getSolution", *(numbers.ctypes for numbers in found.values()))
        if self._count("basis_validity") == _VALID:
            of_columns, of_rows = (
                np.zeros(columns, self._highs_int),
                np.zeros(rows, self._highs_int),
            )
            self._change("getBasis", of_columns.ctypes, of_rows.ctypes)
            found["basis"] = np.concatenate([of_columns, of_rows]).astype(np.int64)
        return found

    def _ray(self, kind: str, size: int) -> Any:
        """A ray that proves that there is no solution (dual), or no best one (primal)."""
        has_ray, ray = ctypes.c_longlong(0), self._np.zeros(size)
        self._call(f"get{kind}Ray", ctypes.byref(has_ray), ray.ctypes)
        if not has_ray.value:
            # Presolve has found out by itself.
            self._call("clearSolver")
            self._run(_OTHERS[0])
            self._call(f"get{kind}Ray", ctypes.byref(has_ray), ray.ctypes)
        return ray if has_ray.value else self._np.zeros(0)

    def _count(self, name: str) -> int:
        """Returns a whole number that HiGHS counts, such as its iterations."""
        number = ctypes.c_longlong(0)
        self._call("getIntInfoValue", name.encode(), ctypes.byref(number))
        # A number of 32 bits fills the lower half.
        return ctypes.c_int(number.value).value

    def _set(self, kind: str, name: str, value: Any) -> None:
        """Sets an option; thousands of short runs have the same."""
        known = value.value if isinstance(value, ctypes.c_double) else value
        if self._options.get(name) == known:
            return
        self._options[name] = known
        if self._call(f"set{kind}OptionValue", name.encode(), value) == _FAILED:
            raise ValueError(f"HiGHS refuses {name} = {value}")

    def _call(self, name: str, *given: Any) -> int:
        """Calls a function of the library; the arrays that it is given have to live until then."""
        code: int = getattr(self._library, f"Highs_{name}")(self._highs, *given)
        return code

    def _change(self, name: str, *given: Any) -> None:
        """Calls a function that changes the model; what HiGHS refuses ends the run."""
        if self._call(name, *given) == _FAILED:
            raise ValueError(f"HiGHS refuses to {name}")

    def close(self) -> None:
        """Gives back the memory of the instance."""
        self._library.Highs_destroy(self._highs)


# Of the run before: the solver, and the arrays of the request.
_kept: dict[str, Any] = {}


def _read(request: dict[str, Any], content: bytes, begin: int) -> dict[str, Any]:
    """The arrays of a request, made of those before where it says how they differ."""
    import numpy as np  # noqa: PLC0415 - the path of modules is known only now

    before = _kept.pop("arrays", None) if request["known"] else None
    arrays = {}
    for (name, kind), sizes in zip(ARRAYS.items(), request["sizes"], strict=True):
        start, removed, changed, added = sizes
        parts = []
        for part, count in (("int64", changed), (kind, changed), (kind, added)):
            parts.append(np.frombuffer(content, part, count, begin))
            begin += 8 * count
        places, numbers, instead = parts
        known = np.zeros(0, kind) if before is None else before[name]
        if changed or removed or added:
            known = np.concatenate([known[:start], instead, known[start + removed :]])
            known[places] = numbers
        arrays[name] = known
    return arrays


def prepare() -> None:
    """Loads what takes long."""
    import numpy  # noqa: F401, ICN001, PLC0415 - loaded for the copies of this process


def run() -> None:
    """Solves what is in the current folder, and writes the answer there."""
    import numpy as np  # noqa: PLC0415 - the path of modules is known only now

    content = Path("request").read_bytes()
    end = content.index(b"\n") + 1
    request = json.loads(content[:end])
    arrays = _read(request, content, end)
    # One that fails is not used again.
    highs = _kept.pop("highs", None) or Highs(request["library"])
    highs.load(arrays, maximize=request["maximize"], constant=request["constant"])
    if request["conflict"]:
        said = highs.find_conflict({**request, "members": arrays["members"]})
        # Its bounds are no longer those of the request.
        highs.close()
        highs = None
    else:
        said = highs.solve(request)
    parts = {name: part for name, part in said.items() if isinstance(part, np.ndarray)}
    sizes = {name: (part.dtype.str, len(part)) for name, part in parts.items()}
    words = {name: part for name, part in said.items() if name not in parts}
    head = json.dumps({**words, "sizes": sizes}).encode()
    with open("answer.part", "wb") as file:  # noqa: PTH123 - a Path takes as long as the rest
        file.write(b"".join([head, b"\n", *(part.tobytes() for part in parts.values())]))
    os.rename("answer.part", "answer")  # noqa: PTH104 - likewise
    if highs is not None:
        _kept["highs"] = highs
    if request["stays"]:
        _kept["arrays"] = arrays


if __name__ == "__main__":
    first_line = Path("request").read_bytes().partition(b"\n")[0]
    sys.path[:] = json.loads(first_line)["path"]
    prepare()
    run()
