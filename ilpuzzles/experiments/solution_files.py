"""Solutions in files and words: written as they are found, read as hints, checked, or fixed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ilpuzzles.errors import Exit, InputError, ModelError, nearest, quoted
from ilpuzzles.experiments.check_files import LINES, MAX_BYTES, VALUES, list_solutions_of
from ilpuzzles.experiments.experiments import Experiment
from ilpuzzles.jobs.temporary_files import Replacement, require_ending
from ilpuzzles.lazy_imports import named
from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.modelling.numbers import Number, exact
from ilpuzzles.modelling.program import Program
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.puzzles.own_puzzle import solution_json
from ilpuzzles.reading.json_text import JsonPart, read_json, read_json_lines
from ilpuzzles.reading.source import (
    STANDARD_INPUT,
    read_standard_input,
    read_unpacked,
    unpacked_name,
)
from ilpuzzles.solvers.registry import Task

if TYPE_CHECKING:
    from ilpuzzles.formats.sol import CheckedValues

ARRAY = ".npy"
_JSON_ENDINGS = (".json", LINES)

# Loaded when they are asked for.
_SOL_VALUES = "ilpuzzles.formats.sol:sol_values"
_CHECK_SOL = "ilpuzzles.formats.sol:check_sol"
_CHECK_VALUES = "ilpuzzles.formats.sol:check_values"
_FILE_MODEL = "ilpuzzles.formats.reading:FileModelBase"
_READ_NUMBER = "ilpuzzles.formats.reading:read_number"

# Names of variables have commas between their brackets.
_COMMA = re.compile(r",(?![^\[]*\])")

_MANY, _FEW = 10_000, 3


def require_solution_file(path: Path) -> None:
    """Raises unless the name of a file says in which form it is to have solutions."""
    require_ending(path, "file of solutions", LINES, ARRAY)


class SolutionFile:
    """A file that `number` solutions are added to; it is there once it is finished.

    In `*.jsonl` every line is a solution as `--json` shows it. `*.npy` has an array with a row for
    every solution and a column for every atom, in the order in which the region numbers them: the
    number of the tile that covers it, in the order of the puzzle's file, plus the number of the
    copy times the number of tiles; -1 where there is none.

    Example:
        >>> import tempfile
        >>> from ilpuzzles import experiment
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = SolutionFile(Path(folder, "cube.npy"))
        ...     answer = experiment("cube").solutions(limit=2, each=file.add)
        ...     file.finish()
        ...     np.load(Path(folder, "cube.npy")).shape
        (2, 27)
    """

    def __init__(self, path: Path) -> None:
        require_solution_file(path)
        # A device or a pipe has no ending, and cannot be gone back in for the header of an array.
        self._kind = ARRAY if path.suffix.lower() == ARRAY else LINES
        self._replacement = Replacement(path)
        self._width: int | None = None
        self.number = 0

    def add(self, solution: Any) -> None:
        """Adds a solution."""
        if self._kind == LINES:
            text = json.dumps(solution_json(solution), ensure_ascii=False)
            self._replacement.write(text.encode() + b"\n")
        elif hasattr(solution, "tile_numbers"):
            row = np.array(solution.tile_numbers(), dtype=np.int32)
            if self._width is None:
                self._width = len(row)
                self._write_header()
            self._replacement.write(row.tobytes())
        else:
            what = "solutions in which no tiles cover cells cannot be saved as an array"
            raise InputError(what, f"name a file *{LINES}")
        self.number += 1

    def _write_header(self) -> None:
        """The header of the array; NumPy leaves room in it for more rows."""
        header = {"descr": "<i4", "fortran_order": False, "shape": (self.number, self._width or 0)}
        np.lib.format.write_array_header_1_0(self._replacement.file, header)

    def finish(self) -> None:
        """Puts the file in its place."""
        if self._kind == ARRAY:
            try:
                self._replacement.file.seek(0)
                self._write_header()
            except OSError as error:
                raise self._replacement.unwritten(error) from None
        self._replacement.finish()

    def discard(self) -> None:
        """Removes what was not finished."""
        self._replacement.discard()


def started_from(asked: Experiment, path: str | Path) -> Experiment:
    """The same experiment, whose searches start from the first solution in a file (a MIP start).

    The file is what `--json` or `--save` has written of the puzzle or the model, or `*.sol`, what a
    solver has written of a model that was exported; either may be packed. Nobody checks it: a wrong
    start costs time, and changes no answer.

    Raises:
        InputError: If the file is wrong, or names a variable that the model has not.
        BackendError: If the backend takes no start.

    Example:
        >>> import tempfile
        >>> from ilpuzzles import experiment
        >>> lonpos = experiment("lonpos", "8pieces")
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     file = Path(folder, "answer.json")
        ...     written = file.write_text(json.dumps(lonpos.solve().to_json()))
        ...     len(started_from(lonpos, file).options.hint)
        1789
    """
    model, source = asked.model, Path(path)
    if unpacked_name(path).endswith(VALUES):
        numbers: Mapping[int, Number] = dict(enumerate(named(_SOL_VALUES)(model, source)))
    else:
        numbers = _json_values(asked, source)
    whole = model.whole().tolist()
    hint = {
        _variable(model, column): round(number) if whole[column] else number
        for column, number in numbers.items()
    }
    asked = replace(asked, options=replace(asked.options, hint=hint))
    # It raises where a backend that is named takes no hints.
    asked.choice(Task.ONE)
    return asked


def _json_values(asked: Experiment, path: Path) -> Mapping[int, Number]:
    """What a file of solutions says of the columns of a model."""
    source, subject, data = str(path), asked.subject, _json_data(path)
    # A model file has no name that another file would know it by.
    known = isinstance(subject, PuzzlePosition) or not isinstance(data, dict)
    name = subject.name if known else data.get("puzzle", "")
    listed = list_solutions_of(JsonPart(source, data), name)
    if not listed.solutions:
        raise listed.part.wrong("the file holds no solutions", "name one that has some")
    entry = listed.solutions[0]
    if isinstance(entry.value, dict) and "values" in entry.value:
        return _read_named_values(asked.model, entry.at("values"))
    encode = asked.formulated.encode
    if encode is None or not isinstance(subject, PuzzlePosition):
        raise entry.wrong("there are no values of variables", 'write {"values": {"x": 1}}')
    meant = encode(subject.solution_of(subject.read_solution(entry)))
    # Some solvers start from values of all variables only.
    numbers = dict.fromkeys(np.nonzero(asked.model.deciding)[0].tolist(), 0)
    return numbers | {variable.column: value for variable, value in meant.items()}


def _json_data(path: Path) -> Any:
    """The data in a file of JSON, or of JSON lines, which may be packed."""
    source = str(path)
    if source == STANDARD_INPUT:
        return read_json(read_standard_input(MAX_BYTES), "standard input")
    text = read_unpacked(path, MAX_BYTES)
    read = read_json_lines if unpacked_name(path).endswith(LINES) else read_json
    return read(text, source)


@dataclass(frozen=True, slots=True, eq=False)
class CheckedList:
    """The outcome for several solutions of a model, in the order of their file.

    Attributes:
        source: The name of the file.
        solutions: The outcome for each solution.
    """

    source: str
    solutions: tuple[CheckedValues, ...]

    def __bool__(self) -> bool:
        """Whether all of them satisfy every row."""
        return all(self.solutions)

    def exit_code(self) -> Exit:
        """The exit code of a command that checked them."""
        return Exit.ANSWERED if self else Exit.CHECK_FAILED

    def text(self) -> str:
        """The outcome for each solution, all lines behind its number."""
        lines = []
        for number, checked in enumerate(self.solutions, start=1):
            lines += [f"solution {number}: {line}" for line in checked.text().splitlines()]
        return "\n".join(lines)

    def summary(self) -> str:
        """The number of solutions that are right, in a line."""
        accepted = sum(map(bool, self.solutions))
        return f"{self.source}: {accepted:,} of {len(self.solutions):,} accepted"

    def to_json(self) -> dict[str, Any]:
        """The outcome as plain data."""
        return {
            "file": self.source,
            "accepted": bool(self),
            "solutions": [checked.to_json() for checked in self.solutions],
        }


def check_model_solutions(program: Program, path: str | Path) -> CheckedValues | CheckedList:
    """Checks the solutions of a model in a file against every row.

    Args:
        program: The model.
        path: What `--json` or `--save` has written of the model, or a solver's `*.sol`; either may
            be packed, and JSON may come from standard input (`-`).

    Returns:
        The outcome; a list if the file holds several solutions.

    Raises:
        InputError: If the file is wrong, or names a variable that the model has not.
    """
    path, source = Path(path), str(path)
    if not _is_json(path):
        checked: CheckedValues = named(_CHECK_SOL)(program, path)
        return checked
    data = _json_data(path)
    name = data.get("puzzle", "") if isinstance(data, dict) else ""
    listed = list_solutions_of(JsonPart(source, data), name)
    is_list = listed.part.value is not data or isinstance(data, list)
    # What is found of a file has all values, and what is listed those that tell solutions apart.
    is_complete = isinstance(program.names.owner, named(_FILE_MODEL)) and not is_list
    if not (is_complete or program.shown().all()):
        hidden = program.names.name_of(int(np.nonzero(~program.shown())[0][0]))
        what = f"the values of auxiliary variables, such as {hidden}, are not among these"
        raise InputError(what, "give a solver's *.sol", source)
    found = []
    for entry in listed.solutions:
        if not (isinstance(entry.value, dict) and isinstance(entry.value.get("values"), dict)):
            raise entry.wrong("the file holds no solution", 'write {"values": {"x": 1}}')
        known = _read_named_values(program, entry.at("values"))
        numbers = [known.get(column, 0) for column in range(program.variables)]
        found.append(named(_CHECK_VALUES)(program, numbers, source, _stated(entry)))
    if not found:
        raise listed.part.wrong("the file holds no solutions", "there is nothing to check")
    return CheckedList(source, tuple(found)) if len(found) > 1 else found[0]


def _is_json(path: Path) -> bool:
    """Whether a file of solutions is JSON, by its ending or by how its text begins."""
    name = unpacked_name(path)
    if name == STANDARD_INPUT or name.endswith(_JSON_ENDINGS):
        return True
    return not name.endswith(VALUES) and read_unpacked(path, MAX_BYTES).lstrip()[:1] in {"{", "["}


def _stated(entry: JsonPart) -> Number | None:
    """The objective that stands beside the values of a solution, if it does."""
    stated = entry.value.get("objective")
    return exact(stated) if type(stated) in {int, float} else None


def _read_named_values(model: Program, part: JsonPart) -> Mapping[int, Number]:
    known, numbers = model.by_name(range(model.variables)), {}
    for name, value in part.mapping('an object such as {"x": 1}').items():
        try:
            numbers[_column(name, known, str(part))] = exact(value)
        except ModelError as error:
            raise part.at(name).wrong(error.problems[0].what, "write a number") from None
    return numbers


def _variable(program: Program, column: int) -> Variable:
    """A variable of the model that a program was made of."""
    owner = program.names.owner
    if owner is None:
        raise InputError("this program was made without a model", "ask about the model instead")
    return Variable(owner, column)


def _column(name: str, known: Mapping[str, int], where: str = "") -> int:
    column = known.get(name)
    if column is None:
        near = nearest(name, list(known)) if len(known) < _MANY else None
        first = ", ".join(list(known)[:_FEW])
        advice = f"did you mean {quoted(near)}?" if near else f"it has, for example, {first}"
        raise InputError(f"the model has no variable {quoted(name)}", advice, where)
    return column


def fixing(asked: Experiment, text: str) -> dict[Variable, Number]:
    """What a text fixes: variables by their names, or parts of a solution in words.

    Args:
        asked: The question about a puzzle or a model.
        text: `x = 1, y[2] = 0`; or for a tiling positions of tiles, such as `Q.1@3.1, X.1@2.5`.

    Raises:
        InputError: If there is no such variable or position.

    Example:
        >>> from ilpuzzles import experiment
        >>> lonpos = experiment("lonpos", "empty")
        >>> fixing(lonpos, "K.1@1.4")
        {place[K, 1, (3, 0)]: 1}
        >>> fixing(lonpos, "place[K, 1, (3, 0)] = 0, J.1@1.1")
        {place[K, 1, (3, 0)]: 0, place[J, 1, (0, 0)]: 1}
    """
    known = asked.model.by_name(range(asked.model.variables))
    first, _, last = text.rpartition("=")
    alone = first.strip() in known and "," not in last
    found: dict[Variable, Number] = {}
    for part in [text] if alone else _COMMA.split(text):
        name, equals, written = (piece.strip() for piece in part.rpartition("="))
        if equals:
            value = named(_READ_NUMBER)(written)
            if value is None:
                raise InputError(f"{quoted(written)} is not a number", "write NAME=VALUE")
            meant: Mapping[Variable, Number]
            meant = {_variable(asked.model, _column(name, known)): value}
        else:
            encode = asked.formulated.encode
            solution = asked.subject.read_part(written)
            meant = {} if encode is None else encode(solution)
            if not meant:
                what = f"formulation {asked.formulation} has no variable for {written}"
                raise InputError(what, "use another one, or write NAME=VALUE")
        for variable, value in meant.items():
            if found.setdefault(variable, value) != value:
                what = f"{variable!r} has two values in {quoted(text)}"
                raise InputError(what, "keep one of them")
    return found
