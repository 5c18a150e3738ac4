"""Answers for those who play: what can be done next for certain, and what has to be taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from ilpuzzles.backends.result import Status
from ilpuzzles.errors import Exit, counted, in_words
from ilpuzzles.experiments.answer import Answer, BoardAnswer
from ilpuzzles.experiments.model_answers import places_json
from ilpuzzles.puzzles.own_puzzle import solution_json
from ilpuzzles.puzzles.position import Keys, Position
from ilpuzzles.queries.query_results import Correction, ending

_SHOWN = 5


class State(StrEnum):
    """How it stands with a position."""

    SURE = "sure"
    """Something is sure."""
    NOTHING_SURE = "nothing sure"
    """There are several solutions, and nothing that is left is the same in all."""
    COMPLETE = "complete"
    """There is nothing left to do."""
    NO_SOLUTION = "no solution"
    """There is no solution."""
    UNKNOWN = "unknown"
    """A limit came first."""


class Certainty(StrEnum):
    """Why a step is certain; the first reasons are plain to see, the last ones took a search."""

    CELL = "cell"
    """Only one piece can cover a cell, and only in one place."""
    PIECE = "piece"
    """A piece fits in only one place."""
    HOLE = "hole"
    """Every other way to cover a cell, or to place a piece, leaves something that nothing fits."""
    LOGIC = "logic"
    """Every other way is against a rule at once, as the logic of the puzzle sees."""
    SEARCH = "search"
    """A search proved that without it some cells and pieces cannot be done together."""
    SOLUTIONS = "solutions"
    """All solutions were listed, and it is part of each."""
    CONTRADICTION = "contradiction"
    """It was proved that there is no solution without it."""


@dataclass(frozen=True, slots=True)
class ProofParts:
    """What proves a step, by the names of its parts.

    Attributes:
        pieces: What lies on the board, and has to stay.
        spots: The spots that have to be covered.
        to_lay: The pieces that have to be laid.
        rules: What else is needed, in words.
        clues: The clues that it rests on; spots are those of them that stand in cells or corners.
        minimal: Whether it is proved that nothing of this can be left out.
    """

    pieces: tuple[str, ...] = ()
    spots: tuple[str, ...] = ()
    to_lay: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    clues: tuple[str, ...] = ()
    minimal: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class NextStep:
    """Something that can be done next, such as a piece to be placed.

    Attributes:
        what: What to do, in words: `place J (purple) in row 5, columns 7 to 10`.
        plain: The same as plain data.
        shown: What is given and this step, as a solution to draw.
        marked: The keys of rows under which pictures can mark it.
        certainty: Why it is certain.
        why: The reason in words.
        move: The number of the move on the board, or None where there is no board.
        proof: What proves it, where that is known.
    """

    what: str
    plain: dict[str, Any]
    shown: Any
    marked: Keys
    certainty: Certainty = Certainty.CONTRADICTION
    why: str = "there is no solution without it"
    move: int | None = None
    proof: ProofParts | None = None

    def __str__(self) -> str:
        return f"{self.what}: {self.why}"

    def to_json(self) -> dict[str, Any]:
        """The step as plain data."""
        return {
            **self.plain,
            "what": self.what,
            "reason": self.certainty,
            "why": self.why,
            "proof": None if self.proof is None else asdict(self.proof),
            "board": solution_json(self.shown),
        }


@dataclass(frozen=True, slots=True)
class NextCommand:
    """A command of the program that leads on from an answer.

    Attributes:
        purpose: What it is for: `to see why`.
        name: Its name; empty for the command that solves the puzzle.
    """

    purpose: str
    name: str = ""


def _method_call(command: str) -> str:
    """The method of `Experiment` that asks what a command asks."""
    return f"{command or 'solve'}()"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class HintAnswer(BoardAnswer):
    """The next step that is sure, and why.

    Attributes:
        state: How it stands with the position.
        step: The step, if one is sure; see `NextStep` for what is known of it.
        solution: A solution, if there is one; the rules have accepted it.
        count: How many solutions there are, where they were counted.
        can_repair: Whether something is given that can be taken back.
        wrong: What of that which is drawn cannot stay, and why, in words.
        clash: What of that which is given cannot stay, where one rule shows it, and why, in words.
        others: All other steps that are as easy, if these were asked for; else None.
        has_all: Whether all of them were looked for.
        together: What is given and all of these steps, or else all that is drawn where something
            cannot stay, as a solution to draw; and what to mark.
    """

    asks, noun = "the next forced piece", "hint for"

    state: State
    step: NextStep | None = None
    solution: Any | None = None
    count: int | None = None
    can_repair: bool = False
    wrong: str = ""
    others: tuple[NextStep, ...] | None = None
    has_all: bool = False
    together: tuple[Any, Keys] = (None, ())
    clash: str = ""

    def __bool__(self) -> bool:
        """Whether something is sure."""
        return self.step is not None

    def is_settled(self) -> bool:
        """Whether everything is known that was asked for."""
        return self.state is not State.UNKNOWN

    def describe_question(self) -> str:
        """The question in words."""
        return f"the next forced {self.subject.unit}"

    def describe_answer(self) -> str:
        """What can be done next, in words; empty without a solution, or if nothing is known."""
        unit = self.subject.unit
        if self.wrong:
            return self.wrong
        if self.step is not None:
            return self.step.what
        if self.state is State.NOTHING_SURE:
            return (
                f"no {unit} is forced: several solutions are left, and they share no further {unit}"
            )
        if self.state is State.COMPLETE:
            return f"complete: no {unit} is left"
        if self.solution is not None:
            return f"unknown whether a {unit} is sure: {ending(self.result.limit)}"
        return ""

    def why(self) -> str:
        """The reason why the step is sure, in words; empty where there is none."""
        return "" if self.step is None else self.step.why

    def next_command(self) -> NextCommand | None:
        """The command that answers what a hint leaves open, if there is one."""
        if self.state is State.NOTHING_SURE:
            return NextCommand("to see one of them")
        if self.clash:
            return NextCommand("to see why", "explain")
        if self.state is State.NO_SOLUTION and not self.wrong:
            if self.can_repair:
                return NextCommand("to see what to take back", "repair")
            return NextCommand("to see why", "explain")
        return None

    def text(self, type_command: Callable[[str], str] = _method_call) -> str:
        """The verdict, and the reason line by line.

        Args:
            type_command: Returns what to type for the name of a command about the same position;
                by default the method of an experiment.
        """
        lines = [self.verdict()]
        if self.step is not None:
            lines.append(f"why: {self.step.why}")
        if self.others is not None and self.step is not None:
            lines += ["", self._how_many_others(), *map(str, self.others)]
        if self.clash:
            lines.append(self.clash)
        command = self.next_command()
        if command is not None:
            lines.append(f"{command.purpose}: {type_command(command.name)}")
        return "\n".join(lines)

    def _how_many_others(self) -> str:
        """How many steps are as easy, as a line before these."""
        number = len(self.others or ())
        more = "" if self.has_all else " (there may be more)"
        if not number and not self.has_all:
            return "no other step was looked for"
        if not number:
            return "no other step has as short a reason"
        return f"{counted(number, 'more step')} {'is' if number == 1 else 'are'} as easy{more}:"

    def exit_code(self) -> Exit:
        """The exit code of a command that asked this."""
        return Exit.NO_SOLUTION if self.wrong else BoardAnswer.exit_code(self)

    def verified_by(self) -> list[str]:
        """Which checks the solution has passed that goes on from the step."""
        if self.solution is None:
            return []
        return ["rows", "rules"] if self.subject.judges and not self.about.without else ["rows"]

    def to_json(self) -> dict[str, Any]:
        """The step as plain data."""
        hint = None if self.step is None else self.step.to_json()
        others = None if self.others is None else [step.to_json() for step in self.others]
        return {
            **self.about.identity(),
            **self.outcome(),
            "state": self.state.value,
            "hint": hint,
            "others": others,
            "all_others": None if others is None else self.has_all,
            "wrong": self.wrong or self.clash or None,
            "count": self.count,
            "checked": bool(self.verified_by()),
            "verified_by": self.verified_by(),
            **self.about.figures(),
        }

    def board(self) -> tuple[Any | None, Keys]:
        """The position with the step, or with all that are as easy, or what cannot stay: marked."""
        if self.step is None:
            return self.together
        return self.together if self.others else (self.step.shown, self.step.marked)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class RepairAnswer(BoardAnswer):
    """The fewest parts of what was given that have to be taken back for a solution.

    Attributes:
        ways: All ways to take back so few, as far as they are known; see `Correction`.
        after: The position afterwards, in the first of these ways, if it can be drawn.
        marked: What to mark there to show what was taken back.
        judged: Whether the rules have accepted a solution of it.
    """

    asks, noun = "the fewest pieces to take back", "repair of"

    ways: Correction
    after: Position | None = None
    marked: Keys = ()
    judged: bool = False

    @property
    def taken_back(self) -> tuple[str, ...] | None:
        """What to take back, by its names; empty if nothing has to be, None if that is unknown."""
        return next(iter(self.alternatives), None)

    @property
    def alternatives(self) -> tuple[tuple[str, ...], ...]:
        """All known ways to take back so few, the first one included."""
        return tuple(tuple(part.name for part in one) for one in self.ways.sets)

    def __bool__(self) -> bool:
        """Whether something has to be taken back."""
        return bool(self.taken_back)

    def describe_answer(self) -> str:
        """What to take back, in words; empty if that is not known, or of no use."""
        ways = self.ways
        if not ways.sets:
            return ""
        if not ways.sets[0]:
            return "there is a solution, so nothing has to be taken back"
        fewest = "" if self.complete else f" (perhaps fewer will do: {ending(self.result.limit)})"
        return f"take back {_name_parts(ways.sets[0])}, and there is a solution{fewest}"

    def text(self) -> str:
        """What to take back, and what may be taken back instead."""
        lines, ways = [self.verdict()], self.ways
        others = ways.sets[1:]
        if others:
            shown = "; ".join(map(_name_parts, others[:_SHOWN]))
            rest = len(others) - _SHOWN
            instead = "or instead" if len(others) == 1 else "or instead one of these"
            lines.append(f"{instead}: {shown}{f'; and {rest} more ways' if rest > 0 else ''}")
        elif ways.sets and ways.sets[0] and ways.all_known:
            few = "nothing else alone" if len(ways.sets[0]) == 1 else "nothing else of that number"
            lines.append(f"{few} would do")
        if self.status is Status.INFEASIBLE:
            lines.append("there is none even with nothing given: the rules alone rule it out")
        return "\n".join(lines)

    def exit_code(self) -> Exit:
        """The exit code of a command that asked this."""
        return Exit.LIMIT if self.ways.sets and not self.complete else Answer.exit_code(self)

    def verified_by(self) -> list[str]:
        """Which checks the solution of the rest has passed."""
        if not self.ways.solutions:
            return []
        return ["rows", "rules"] if self.judged else ["rows"]

    def to_json(self) -> dict[str, Any]:
        """What to take back as plain data."""
        taken = self.taken_back
        return {
            **self.about.identity(),
            **self.outcome(),
            "take_back": None if taken is None else list(taken),
            "at": [places_json(self.subject, part) for part in next(iter(self.ways.sets), ())],
            "alternatives": [list(one) for one in self.alternatives],
            "all_alternatives": self.ways.all_known,
            "at_least": self.ways.least,
            "board": None if self.after is None else self.after.givens_to_json(),
            "checked": bool(self.verified_by()),
            "verified_by": self.verified_by(),
            **self.about.figures(),
        }

    def board(self) -> tuple[None, Keys]:
        """The position afterwards, with marks where something was taken back."""
        return None, self.marked

    def drawn(self) -> Position:
        """The position afterwards, if it can be drawn."""
        return self.after or self.subject


def _name_parts(parts: Sequence[Any]) -> str:
    return in_words([str(part.called) for part in parts])
