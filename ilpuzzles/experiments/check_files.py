"""Checks solutions, from files or as data, against the rules of their puzzle."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ilpuzzles.errors import Exit, IlpuzzlesError, InputError, quoted
from ilpuzzles.experiments.experiments import formulate
from ilpuzzles.experiments.loading import PositionSource, load_bare, load_position
from ilpuzzles.lazy_imports import named
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.puzzles.own_puzzle import digest_of_data
from ilpuzzles.puzzles.position import Keys
from ilpuzzles.reading.json_text import JsonPart, json_excerpt, read_json, read_json_lines
from ilpuzzles.reading.library import Library
from ilpuzzles.reading.source import (
    STANDARD_INPUT,
    read_standard_input,
    read_unpacked,
    unpacked_name,
)
from ilpuzzles.render.text import Drawing, as_plain
from ilpuzzles.rules.faults import Fault

if TYPE_CHECKING:
    from ilpuzzles.formats.sol import CheckedValues

# A list of ten thousand solutions with 55 cells has about 20 MB, so the bound of a puzzle's own
# file would be too tight; read, it takes a few times as much memory as on disk.
MAX_BYTES = 1 << 26
"""The largest file of solutions that is read, in bytes."""

MAX_VIOLATIONS = 100_000
"""How many violations are kept of all solutions together; after that, one of each solution."""

# What a drawing may stumble over in a solution that is none, such as a tile off the board.
_UNDRAWABLE = (IlpuzzlesError, LookupError, TypeError, ValueError)

LINES = ".jsonl"
"""What files are called that have a solution in every line."""

VALUES = ".sol"
"""What files are called in which a solver has written the values of variables."""

# Loaded when such a file is read.
_CHECK_SOL = "ilpuzzles.formats.sol:check_sol"


@dataclass(frozen=True, slots=True)
class CheckedSolution:
    """What came out for one solution: the rules that it breaks, and which earlier one it repeats.

    `repeats` counts from 1. `equivalents` are what symmetries make of it, itself first, as plain
    data, and `drawings` the same as text; none if they were not asked for, or it breaks rules.
    """

    violations: tuple[Fault, ...]
    repeats: int | None
    equivalents: tuple[dict[str, Any], ...] = ()
    drawings: tuple[str, ...] = ()

    @property
    def accepted(self) -> bool:
        """Whether it breaks no rule and is a new one."""
        return not self.violations and self.repeats is None


@dataclass(frozen=True, slots=True, eq=False)
class RejectedSolution:
    """A solution that breaks rules, to be drawn with marks where it does."""

    number: int
    position: PuzzlePosition
    plain: Any
    violations: tuple[Fault, ...]

    def drawing(self, width: int | None = None) -> Drawing | None:
        """The solution in lines of segments; None if it is too far from one to be drawn."""
        with suppress(*_UNDRAWABLE):
            return self.position.drawing(*self._shown(), width=width)
        return None

    def svg(self) -> str:
        """The solution as an SVG document; empty if it cannot be drawn."""
        with suppress(*_UNDRAWABLE):
            return self.position.svg(*self._shown(), view="flat")
        return ""

    def _shown(self) -> tuple[Any, Keys]:
        return self.position.solution_of(self.plain), self.position.marks_of(self.violations)


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """What came out for a file of solutions.

    Attributes:
        puzzle: The name of the puzzle.
        preset: The preset that they were checked against, if it was one.
        against: What they were checked against, in a few words.
        solutions: What came out for each of them, in the order of the file.
        rejected: The first of them that breaks rules.
    """

    puzzle: str
    preset: str | None
    against: str
    solutions: tuple[CheckedSolution, ...]
    rejected: RejectedSolution | None = None

    @property
    def accepted(self) -> bool:
        """Whether all of them are solutions, and different ones."""
        return all(solution.accepted for solution in self.solutions)

    def __bool__(self) -> bool:
        return self.accepted

    def exit_code(self) -> Exit:
        """The exit code of a command that checked them."""
        return Exit.ANSWERED if self else Exit.CHECK_FAILED

    def summary(self) -> str:
        """How many are accepted, and what they were checked against."""
        count = len(self.solutions)
        accepted = sum(solution.accepted for solution in self.solutions)
        return f"{accepted:,} of {count:,} accepted, checked against {self.against}"

    def text(self) -> str:
        """A line for every accepted solution, and for every violation of the others."""
        count, lines = len(self.solutions), []
        for number, solution in enumerate(self.solutions, start=1):
            if solution.accepted:
                lines.append(f"solution {number} of {count}: accepted" if count > 1 else "accepted")
            if solution.repeats is not None:
                lines.append(f"solution {number}: repeats solution {solution.repeats}")
            lines += [f"solution {number}: {violation}" for violation in solution.violations]
            if solution.drawings:
                lines.append(f"solution {number} has {len(solution.drawings)} equivalents:")
            lines += solution.drawings
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        """The outcome as plain data."""
        return {
            "puzzle": self.puzzle,
            "preset": self.preset,
            "accepted": bool(self),
            "count": len(self.solutions),
            "duplicates": sum(solution.repeats is not None for solution in self.solutions),
            "solutions": [
                {
                    "accepted": solution.accepted,
                    "repeats": solution.repeats,
                    "violations": [violation.to_json() for violation in solution.violations],
                }
                | ({"equivalents": list(solution.equivalents)} if solution.equivalents else {})
                for solution in self.solutions
            ],
        }


def check_file(
    puzzle: str,
    source: str | Path,
    preset: str | None = None,
    *,
    instance: str | Path | None = None,
    board: str | None = None,
    url: str | None = None,
    parameters: Mapping[str, int | str] | None = None,
    equivalents: bool = False,
    library: Library | None = None,
) -> Checked:
    """Checks the solutions in a JSON file.

    The arguments are those of `check_solutions`, but for the `source`: the file, or `-` for
    standard input. It holds an answer as `--json` prints it, or one solution, `{"rows": [...],
    "tiles": [...]}` with one of the two keys or both, or a list of them. In `*.jsonl` every line
    is a solution. In `*.sol`, a solver has written the values of the variables that `export` names.

    Returns:
        What came out.

    Raises:
        UnknownNameError: If there is no such puzzle or preset.
        InputError: If the file does not hold solutions; the message names the place.
    """
    library = library or Library.standard()
    puzzle = library.called(puzzle)
    # A wrong name is an error before standard input is waited for.
    library.model_file(puzzle)
    position = PositionSource(
        puzzle, preset, instance, board, url, parameters=parameters, library=library
    )
    if str(source) == STANDARD_INPUT and str(instance) == STANDARD_INPUT:
        what = "the solutions and the instance cannot both come from standard input"
        raise InputError(what, "put one of them into a file")
    if unpacked_name(source).endswith(VALUES):
        return _check_sol(load_position(position), Path(source), equivalents=equivalents)
    if str(source) == STANDARD_INPUT:
        name = "standard input"
        text = read_standard_input(MAX_BYTES)
    else:
        name = str(source)
        text = read_unpacked(Path(source), MAX_BYTES)
    read = read_json_lines if unpacked_name(name).endswith(LINES) else read_json
    return _check_data(JsonPart(name, read(text, name)), position, equivalents=equivalents)


def _check_sol(position: PuzzlePosition, source: Path, *, equivalents: bool) -> Checked:
    """Checks a solver's solution file against the standard model of an instance, then the rules."""
    _, formulated = formulate(position)
    values: CheckedValues = named(_CHECK_SOL)(formulated.model.program(), source)
    puzzle = position.puzzle.name
    against = f"the model and the rules of {puzzle}"
    if not values:
        faults = [Fault("row", line) for line in values.text().splitlines()]
        solutions = (CheckedSolution(tuple(faults), None),)
        return Checked(puzzle, position.preset, against, solutions)
    solution = formulated.decode(values.values).to_json()
    checker = _Checker(position, equivalents=equivalents)
    solutions = (checker.check(JsonPart(str(source), solution)),)
    return Checked(puzzle, position.preset, against, solutions, checker.rejected)


def check_solutions(
    puzzle: str,
    data: Any,
    preset: str | None = None,
    *,
    instance: str | Path | None = None,
    board: str | None = None,
    url: str | None = None,
    parameters: Mapping[str, int | str] | None = None,
    equivalents: bool = False,
    library: Library | None = None,
    name: str = "the data",
) -> Checked:
    """Checks solutions given as data; see `check_file`.

    Args:
        puzzle: The name of the puzzle.
        data: An answer's `to_json()`, a solution, or a list of solutions.
        preset: The preset whose solutions they should be.
        instance: Instead of a preset, the file of a position.
        board: Instead of a file, the rows of a position; see `load`.
        url: An address of the instance instead of all these. With none of them, an answer is
            checked against the preset that it names, and everything else against the puzzle itself,
            with nothing given.
        parameters: The values of parameters that the puzzle declares.
        equivalents: Whether to list what symmetries make of each solution.
        library: Where to look for puzzles and presets.
        name: What to call the data in messages.

    Returns:
        What came out.

    Raises:
        UnknownNameError: If there is no such puzzle or preset.
        InputError: If these are not solutions; the message has the path to the first error.

    Example:
        >>> from ilpuzzles import solve
        >>> answer = solve("lonpos", "8pieces").to_json()
        >>> print(check_solutions("lonpos", answer).text())
        accepted
        >>> tiles = answer["solutions"][0]["tiles"]
        >>> print(check_solutions("lonpos", {"tiles": tiles[:11]}).text())
        solution 1: tile once: tile L is used 0 times
        solution 1: cell once: row 2, column 7 is covered 0 times
        solution 1: cell once: row 3, column 6 is covered 0 times
        solution 1: cell once: row 3, column 7 is covered 0 times
        solution 1: cell once: row 3, column 8 is covered 0 times
        solution 1: cell once: row 4, column 7 is covered 0 times
    """
    position = PositionSource(
        puzzle, preset, instance, board, url, parameters=parameters, library=library
    )
    return _check_data(JsonPart(name, data), position, equivalents=equivalents)


def _check_data(data: JsonPart, source: PositionSource, *, equivalents: bool) -> Checked:
    """Checks the solutions in data against the position that is named, or that they name."""
    library = source.library or Library.standard()
    puzzle = library.called(source.puzzle)
    library.model_file(puzzle)
    listed = list_solutions_of(data, puzzle)
    if not listed.solutions:
        raise listed.part.wrong("the file holds no solutions", "there is nothing to check")
    if not source.is_named and listed.preset in library.presets(puzzle):
        source = replace(source, preset=listed.preset)
    parameters = {**listed.parameters, **(source.parameters or {})}
    if source.is_named:
        position = load_position(replace(source, parameters=parameters))
    else:
        position = load_bare(puzzle, parameters, library)
        if position.preset is not None and listed.is_answer:
            what = f"the file does not say which instance of {puzzle} it answers"
            advice = "add --preset NAME, --instance FILE, --board ROWS or --url URL"
            raise listed.part.wrong(what, advice)
    checker = _Checker(position, equivalents=equivalents)
    solutions = tuple(map(checker.check, listed.solutions))
    against = _against(position, source)
    return Checked(puzzle, source.preset, against, solutions, checker.rejected)


def _against(position: PuzzlePosition, source: PositionSource) -> str:
    """The position that solutions are checked against, in a few words."""
    puzzle = position.puzzle.name
    if source.is_named and source.preset is None:
        return str(source.file or source.url or "the board that was typed")
    if position.preset is not None:
        return f"preset {position.preset} of {puzzle}"
    return f"{puzzle} itself, with nothing given"


class ListedSolutions(NamedTuple):
    """The solutions in a file, what holds them, and what it says about the instance."""

    solutions: list[JsonPart]
    part: JsonPart
    is_answer: bool = False
    preset: str | None = None
    parameters: Mapping[str, int | str] = MappingProxyType({})


def list_solutions_of(part: JsonPart, puzzle: str) -> ListedSolutions:
    """The solutions in data that may be an answer to a puzzle, a list, or a solution by itself."""
    if isinstance(part.value, list):
        return ListedSolutions([*part.items()], part)
    data = part.mapping('a list, or an object such as {"tiles": [...]} or {"rows": [...]}')
    if "solutions" not in data:
        return ListedSolutions([part], part)
    named, preset = data.get("puzzle", puzzle), data.get("preset")
    if named != puzzle:
        shown = quoted(named) if isinstance(named, str) else json_excerpt(named)
        what = f"these are solutions of {shown}"
        raise part.at("puzzle").wrong(what, f"check them as these, or write {quoted(puzzle)}")
    if preset is not None:
        part.at("preset").text("the name of a preset, or null")
    parameters: Mapping[str, Any] = {}
    if "parameters" in data:
        parameters = part.at("parameters").mapping('an object such as {"height": 3}')
    solutions = part.at("solutions")
    return ListedSolutions([*solutions.items()], solutions, True, preset, parameters)


class _Checker:
    """Checks one solution after the other, and remembers them."""

    def __init__(self, position: PuzzlePosition, *, equivalents: bool) -> None:
        self._position = position
        self._symmetries = position.symmetries() if equivalents else None
        self._seen: dict[bytes, int] = {}
        self._count = 0
        self._left = MAX_VIOLATIONS
        self.rejected: RejectedSolution | None = None

    def check(self, part: JsonPart) -> CheckedSolution:
        solution = self._position.read_solution(part)
        faults = self._position.judge(solution)
        self._count += 1
        if faults and self.rejected is None:
            self.rejected = RejectedSolution(self._count, self._position, solution, tuple(faults))
        digest = digest_of_data(self._position.essence(solution))
        first = self._seen.setdefault(digest, self._count)
        repeats = first if first < self._count else None
        kept = self._within_limit(faults)
        if self._symmetries is None or faults:
            return CheckedSolution(tuple(kept), repeats)
        equivalents = list(self._symmetries.equivalents(self._position.solution_of(solution)))
        plain = [equivalent.to_json() for equivalent in equivalents]
        drawings = [as_plain(self._position.drawing(equivalent)) for equivalent in equivalents]
        return CheckedSolution(tuple(kept), repeats, tuple(plain), tuple(drawings))

    def _within_limit(self, faults: list[Fault]) -> list[Fault]:
        """As many faults as are kept of this solution; of the rest, their number."""
        most = max(self._left, 1)
        kept = faults[:most]
        rest = len(faults) - len(kept)
        if rest:
            kept.append(Fault("and so on", f"{rest:,} violations are not shown"))
        self._left -= len(kept)
        return kept
