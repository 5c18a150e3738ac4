"""Pencil puzzles to play: cells are shaded or written into, lines are drawn or ruled out."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np

from ilpuzzles import queries
from ilpuzzles.backends.interface import Clock, Options
from ilpuzzles.errors import counted, in_words
from ilpuzzles.grid.layers import PEN, SYMBOL_LETTERS
from ilpuzzles.grid.layers_svg import GridPlaces, marks_of
from ilpuzzles.grid.sketch import Sketch
from ilpuzzles.modelling.expressions import Expression, Variable
from ilpuzzles.modelling.global_constraint import Language
from ilpuzzles.modelling.linearisation import linearised
from ilpuzzles.modelling.numbers import NumberArray
from ilpuzzles.modelling.program import Program
from ilpuzzles.modelling.rows import Group, IntArray, Kind
from ilpuzzles.puzzles.family import Formulated
from ilpuzzles.puzzles.playground import (
    MoveTable,
    PieceShape,
    Plain,
    PlainProof,
    PlayData,
    Playground,
    PlayPiece,
    PlayView,
    Polygon,
    Spot,
)
from ilpuzzles.queries.causes import FIXED, Cause
from ilpuzzles.queries.reasons import easiest_fact
from ilpuzzles.render.svg import MARGIN
from ilpuzzles.workbench.pencil_marks import PencilMark, part_of

_WRITTEN = ("texts", "slashes")
"""Layers of marks that say something, also where a variable is 0."""

_MOMENT, _PATIENCE, _PROVING = 2.0, 0.8, 1.2
"""How many seconds the rest of a board is looked for, a hint, and the smallest proof of that."""

_NEAR = 40
"""From so many marks, at most, a hint is chosen."""

_THIN = 0.45
"""How wide the spots of lines are where cells have marks as well."""

_REACH = 13
"""How far the spot of a line between two cells that are no neighbours reaches, in pixels."""

_RIM = 2
"""How much is seen around a board, in pixels."""

_NAMED, _LISTED = 3, 5
"""More marks than these are counted, and not named; and more clues."""

_LETTERS = {
    "shaded": "■",
    "line": "━",
    "double line": "═",
    "no line": "x",
    "empty": "·",
    **SYMBOL_LETTERS,
}
_WAYS = (
    *("right of", "at the lower right of", "below", "at the lower left of"),
    *("left of", "at the upper left of", "above", "at the upper right of"),
)
"""Where a side lies, by its angle in eighths of a turn."""

_WORDS = {
    "shaded": "shade {}",
    "line": "draw a line {}",
    "double line": "draw two lines {}",
    "no line": "draw no line {}",
    "empty": "leave {} empty",
}


class PencilPlayground(Playground):
    """A board to draw on; a move gives one variable one value.

    Args:
        formulated: The model of a board, with facts and parts of solutions.
        blank: What is drawn of the board alone.
        marks: What can be done.
    """

    unit = "mark"

    def __init__(self, formulated: Formulated, blank: Sketch, marks: Sequence[PencilMark]) -> None:
        self._formulated, self._marks = formulated, marks
        self._program = formulated.model.program()
        # Global constraints speak by their rows, such as how many lines meet.
        self._linear = linearised(self._program.stated_in(Language.LINEAR))
        self._clue_names = () if formulated.given is None else formulated.given.groups
        board = _Board(blank, marks)
        self.data, self._clue_spots = board.data(), board.clue_spots
        self._shades = any(mark.layer == "shaded" for mark in marks)

    def marked(self, move: int) -> PencilMark:
        """The mark that a move makes."""
        return self._marks[move]

    def values(self, move: int) -> dict[int, int]:
        """See `Playground.values`."""
        return dict(self._marks[move].values)

    def solution(self, moves: Iterable[int]) -> Any:
        """What is known with these marks."""
        return part_of(self._formulated, [self._marks[move] for move in moves])

    def whole(self, moves: Iterable[int]) -> Any:
        """The board with these marks and none besides, and with what follows from them."""
        drawn = list(moves)
        values = np.zeros(self._program.variables, dtype=np.int64)
        for column, value in (one for move in drawn for one in self._marks[move].values):
            values[column] = value
        fixed = {c: int(values[c]) for mark in self._marks for c, _ in mark.values}
        done = {self._marks[move].place for move in drawn}
        # Where 0 is written as well, what has no mark is not yet 0.
        either = (mark for mark in self._marks if not mark.value and self._is_written(mark))
        is_open = any(mark.place not in done for mark in either)
        options = Options(time_limit=_MOMENT)
        rest = None if is_open else queries.solve_model(self._with(fixed), options=options).values
        if rest is None and any(map(self._is_written, self._marks)):
            # What is not written yet is open, and not wrong.
            return part_of(self._formulated, self._marks_given(drawn))
        return self._formulated.decode(values if rest is None else rest)

    def _marks_given(self, moves: Iterable[int]) -> list[PencilMark]:
        """Some marks, and those of variables that a row of their own gives a value."""
        rows = self._program.rows
        alone = (np.diff(rows.starts) == 1) & (rows.lower == rows.upper)
        columns = rows.columns[rows.starts[:-1][alone]].tolist()
        numbers = rows.coefficients[rows.starts[:-1][alone]], rows.lower.numbers[alone]
        given = zip(columns, (numbers[1] // numbers[0]).tolist(), strict=True)
        shown = [PencilMark((one,), (), "texts", None) for one in given]
        return [*shown, *(self._marks[move] for move in moves)]

    def _with(self, values: Mapping[int, int]) -> Program:
        """The model in which columns have these values, as rules."""
        return self._program.within({column: (v, v) for column, v in values.items()})

    def says(self, move: int) -> bool:
        """Whether a mark is there, and not only said not to be."""
        mark = self._marks[move]
        return mark.value != 0 or self._is_written(mark)

    @staticmethod
    def _is_written(mark: PencilMark) -> bool:
        """Whether it is a word or a stroke, not only a dot or a cross for what is not there."""
        return mark.layer in _WRITTEN

    def is_whole(self, moves: Sequence[int]) -> bool:
        """Whether there is something besides what is said not to be there."""
        return any(map(self.says, moves))

    # Proofs

    def certain_move(self, moves: Sequence[int]) -> PlainProof | None:
        """A mark that the fewest clues prove beside those that are there; near the last one."""
        given = self._formulated.given
        if given is None or not given.groups:
            return None
        known = {column: v for move in moves for column, v in self.values(move).items()}
        program, clock = self._with(known), Clock(Options(time_limit=_PATIENCE))
        forced = queries.find_forced(program, facts=self._facts, options=clock.options()).values
        ahead = [
            n
            for n, mark in enumerate(self._marks)
            if mark.column not in known and all(forced.get(c) == v for c, v in mark.values)
        ]
        facts: dict[Any, Sequence[tuple[int, int]]] = {
            n: self._marks[n].values for n in self._easiest_first(program, moves, ahead)
        }
        options = clock.options()
        if not facts or options is None:
            return None
        reason = easiest_fact(program, facts, given, options=options)
        if reason is None:
            return None
        (move,) = [n for n in facts if n == reason.fact]
        # Which of the marks it takes beside these clues is asked of this one alone.
        clues = [n for n, group in enumerate(self._program.groups) if group.name in given.groups]
        kept = ~np.isin(self._program.rows.groups, clues)
        for part in reason.parts:
            kept[part.rows] = True
        fixed, fact = self._program.keep(kept).part((), known), {move: facts[move]}
        both = easiest_fact(fixed, fact, given, options=Options(time_limit=_PROVING))
        proof = self._proof(move, moves, (both or reason).parts, given.called)
        return replace(proof, minimal=both is not None and both.minimal)

    def _facts(self, _values: IntArray) -> Mapping[Hashable, Expression]:
        """The numbers that the variables of all moves have."""
        model = self._formulated.model
        return {c: Variable(model, c) + 0 for mark in self._marks for c, _ in mark.values}

    def _easiest_first(self, program: Program, moves: Sequence[int], ahead: list[int]) -> list[int]:
        """Some moves: what one row says by itself, then what says more, and near the last one."""
        spots, covered = self.data.spots, self.data.moves.covered
        pressed = set(_columns_pressed(program).tolist())

        def order(move: int) -> tuple[bool, bool, float]:
            mark, near = self._marks[move], 0.0
            if moves:
                here, there = (spots[int(covered(one)[0])].centre for one in (move, moves[-1]))
                near = math.dist(here, there)
            return mark.column not in pressed, not mark.value, near

        return sorted(ahead, key=order)[:_NEAR]

    def _proof(
        self, move: Any, moves: Sequence[int], parts: Sequence[Cause], called: Callable[[str], str]
    ) -> PlainProof:
        """What proves a move: clues, and marks that are there."""
        drawn = {column: one for one in moves for column in self.values(one)}
        fixed = [(one.program.rows, row) for one in parts if one.group is FIXED for row in one.rows]
        columns = (int(rows.columns[rows.starts[row]]) for rows, row in fixed)
        beside = list(dict.fromkeys(drawn[column] for column in columns))
        spots, why = self._clues([one for one in parts if one.group is not FIXED], called)
        if beside:
            many = len(beside) > _NAMED
            names = [counted(len(beside), "mark")] if many else self.name_moves(beside)
            why += f", beside {in_words(names)}"
        return PlainProof(move, tuple(beside), spots, (f"it follows from {why}",))

    def _clues(
        self, parts: Sequence[Cause], called: Callable[[str], str]
    ) -> tuple[tuple[int, ...], str]:
        """The spots of some clues, and what they are called together."""
        spots: dict[int, None] = {}
        names: list[str] = []
        for part in parts:
            own = dict.fromkeys(self._clue_spots[k] for k in part.keys if k in self._clue_spots)
            spots |= own
            where = f"at {self.name_spots(list(own))}"
            names.append(where if own else _count_from_one(called(part.name)))
        clues = f"the clue{'s' * (len(names) > 1)} {in_words(names)}" if names else "the rules"
        if len(spots) == len(names) > _LISTED:
            clues = f"the {len(names)} clues that are marked"
        return tuple(spots), clues

    def why_not(self, moves: Sequence[int]) -> PlainProof | None:
        """See `Playground.why_not`: the fewest clues that do not allow some marks together."""
        given = self._formulated.given
        if given is None or not moves:
            return None
        *others, last = moves
        ((column, value), *more), options = self._marks[last].values, Options(time_limit=_PATIENCE)
        known = dict(more) | {c: v for move in others for c, v in self.values(move).items()}
        denied: dict[Hashable, list[tuple[int, int]]] = {last: [(column, 1 - value)]}
        reason = easiest_fact(self._with(known), denied, given, options=options)
        if reason is None:
            return None
        spots, clues = self._clues(reason.parts, given.called)
        verb = "do" if len(reason.parts) != 1 else "does"
        words = f"{clues} {verb} not allow {'it' if not others else 'them'}"
        return PlainProof(last, tuple(others), spots, (words,), reason.minimal)

    def broken(self, moves: Sequence[int]) -> list[int]:
        """The spots of clues that no solution keeps any more, and of marks that exclude each other.

        A row says so by itself, whatever else is drawn.
        """
        found: set[int] = set()
        for group, clues, marks in self._violations(moves):
            if group.name in self._clue_names:
                found |= {*clues}
            else:
                found |= {spot for move in marks for spot in self._spots(move)}
        return sorted(found)

    def clash(self, moves: Sequence[int]) -> PlainProof | None:
        """See `Playground.clash`: the row with the fewest marks that holds no more."""
        rows = [one for one in self._violations(moves) if one[2]]
        if not rows:
            return None
        group, clues, marks = min(rows, key=lambda one: len(one[2]))
        words = group.why or "the rules do not allow it"
        if group.name in self._clue_names and clues:
            it = "it" if len(marks) == 1 else "them"
            words = f"the clue at {self.name_spots(clues)} does not allow {it}"
        return PlainProof(marks[-1], tuple(marks[:-1]), tuple(clues), (words,))

    def _violations(self, moves: Sequence[int]) -> Iterator[tuple[Group, list[int], list[int]]]:
        """Rows that cannot hold any more: the group, the spots of a clue, and the fewest marks."""
        drawn = {mark.column: (mark.value, -1) for mark in self._marks_given(())}
        drawn |= {c: (v, move) for move in moves for c, v in self.values(move).items()}
        program = self._linear.within({c: (value, value) for c, (value, _) in drawn.items()})
        rows, (least, most) = program.rows, _row_bounds(program)
        lower, upper = rows.lower.in_doubles(), rows.upper.in_doubles()
        over = np.maximum(least - upper, lower - most)
        over[(rows.lengths() == 0) | (rows.kinds > Kind.AT_LEAST_ONE) | (rows.groups < 0)] = 0
        for row in np.nonzero(over > 0)[0].tolist():
            number, entries = int(program.row_numbers[row]), rows.entries(row)
            key = program.names.row_key(number) if number >= 0 else None
            clues = [self._clue_spots[key]] if key in self._clue_spots else []
            high, room = least[row] > upper[row], float(over[row])
            shares: dict[int, int] = {}
            for column, factor in zip(
                rows.columns[entries].tolist(), rows.coefficients[entries].tolist(), strict=True
            ):
                value, move = drawn.get(column, (0, -1))
                # What makes it more than it may be is a 1 of a positive term or a 0 of another.
                if move >= 0 and ((factor > 0) == bool(value)) == high:
                    shares[move] = shares.get(move, 0) + abs(factor)
            marks = []
            for move, share in shares.items():
                # Without this one, it would still be too much.
                if room > share:
                    room -= share
                else:
                    marks.append(move)
            yield program.groups[int(rows.groups[row])], clues, marks

    def _spots(self, move: int) -> list[int]:
        spots: list[int] = self.data.moves.covered(move).tolist()
        return spots

    # Words

    def describe(self, move: int) -> str:
        """A mark in words, such as `draw a line above row 1, column 2`."""
        mark = self._marks[move]
        where = self.name_spots(self.data.moves.covered(move).tolist())
        if self._is_written(mark):
            return f"write {mark.name} into {where}"
        if mark.name == "empty" and self._shades:
            return f"leave {where} unshaded"
        return _WORDS.get(mark.name, f"put a {mark.name} into {{}}").format(where)

    def name_moves(self, moves: Iterable[int]) -> list[str]:
        """What marks are called: `the line above row 1, column 2`."""
        found = []
        for move in moves:
            mark, where = self._marks[move], self.name_spots(self.data.moves.covered(move).tolist())
            if mark.name in {"shaded", "empty"}:
                found.append(f"{where} {mark.name}")
            elif mark.name == "no line":
                found.append(f"no line {where}")
            else:
                found.append(f"the {mark.name} {where if 'line' in mark.name else f'at {where}'}")
        return found

    def to_json(self, move: int) -> Plain:
        """The place, and the mark there."""
        mark = self._marks[move]
        return {"place": list(mark.place), "mark": mark.name}

    def marks(self, move: int) -> Collection[Hashable]:
        """The place."""
        return [self._marks[move].place]

    def keys(self, spots: Iterable[int]) -> Collection[Hashable]:
        """The keys of clues, by their spots."""
        wanted = set(spots)
        return [key for key, spot in self._clue_spots.items() if spot in wanted]


class _Board:
    """Where everything lies on the board of a sketch."""

    def __init__(self, blank: Sketch, marks: Sequence[PencilMark]) -> None:
        self.blank, self.marks, self.grid = blank, marks, blank.grid
        self.places, self.picture = GridPlaces.of(blank), blank.picture()
        self.sides = {tuple(cells): side for side, cells in self.grid.beside.items()}
        # A line between cells and a side may have the same numbers.
        self.paired = any(mark.layer == "paths" for mark in marks)
        cells, lines = self.grid.cells, [m.place for m in marks if m.place not in self.grid.all]
        # A clue in the middle of a cell belongs to that.
        middles: dict[Any, Any] = {tuple(n + 0.5 for n in cell): cell for cell in cells}
        self.inside = {cell: blank.dots.get(one, "") for one, cell in middles.items()}
        corners = [one for one, text in blank.dots.items() if text.strip() and one not in middles]
        self.keys: list[Any] = [*cells, *dict.fromkeys(lines), *corners]
        self.lines = len(cells), len(self.keys) - len(corners)
        known = {key: number for number, key in enumerate(self.keys)}
        self.clue_spots: dict[Hashable, int] = known
        self.spot_of = {key: n for n, key in enumerate(self.keys[: self.lines[1]])}

    def data(self) -> PlayData:
        """What the board shows, and what can be drawn."""
        names = dict.fromkeys(mark.name for mark in self.marks)
        numbers = {name: number for number, name in enumerate(names)}
        shape = PieceShape((self._around((0.0, 0.0), 8),))
        moves = [(numbers[m.name], 0, [self.spot_of[m.place]]) for m in self.marks]
        box = (-MARGIN, -MARGIN, self.picture.width, self.picture.height)
        inside = (-_RIM, -_RIM, self.places.width + 2 * _RIM, self.places.height + 2 * _RIM)
        return PlayData(
            views=(PlayView("", inside),),
            spots=tuple(
                Spot(self._name(n, key), 0, self._corners(n, key))
                for n, key in enumerate(self.keys)
            ),
            pieces=tuple(
                PlayPiece(name, name, PEN, (shape,), _LETTERS.get(name, name), least=0, most=None)
                for name in names
            ),
            moves=MoveTable.of(moves),
            drag="draw",
            clues=tuple(map(self._clue, range(len(self.keys)), self.keys)),
            backdrop={"svg": self.picture.document(), "box": [*box]},
            drawings=tuple(map(self._drawing, self.marks)),
        )

    def _drawing(self, mark: PencilMark) -> tuple[Plain, ...]:
        """What a mark looks like, as elements of SVG."""
        sketch, place = Sketch(self.grid), mark.place
        if mark.layer == "crosses":
            between = place
            if self.paired:
                middles = tuple(tuple(n + 0.5 for n in cell) for cell in place)
                between = self.sides.get(place, middles)
            sketch.cross([between])
        else:
            getattr(sketch, mark.layer)[place] = mark.look
        if mark.layer in {"shaded", "symbols"} and place in self.blank.texts:
            # It would hide the clue.
            sketch.texts[place] = self.blank.texts[place]
        if mark.layer == "paths":
            ends = {tuple(n + 0.5 for n in cell): self.inside[cell] for cell in place}
            sketch.dot({middle: text for middle, text in ends.items() if text})
        root = ET.fromstring(f"<g>{''.join(marks_of(sketch, self.places))}</g>")  # noqa: S314 - it is our own
        return tuple(_plain_element(one) for one in root)

    def _clue(self, number: int, key: Any) -> str:
        if number >= self.lines[1]:
            return self.blank.dots[key]
        if number >= self.lines[0]:
            return ""
        text, _ = self.blank.texts.get(key) or self.blank.symbols.get(key, ("", ""))
        return text or self.blank.small.get(key) or self.inside[key]

    def _name(self, number: int, key: Any) -> str:
        if number < self.lines[0]:
            return _name_of_cell(key)
        if number >= self.lines[1]:
            down = f"below row {key[0]:g}" if key[0] else "above row 1"
            right = f"right of column {key[1]:g}" if key[1] else "left of column 1"
            return f"the corner {down}, {right}"
        if self.paired:
            return f"from {_name_of_cell(key[0])} to {_name_of_cell(key[1])}"
        cell = self.grid.beside[key][0]
        ends = np.array([self.places.corner(corner) for corner in key])
        right, down = ends.mean(axis=0) - self.places.middle(cell)
        way = round(math.atan2(down, right) / (math.pi / 4)) % len(_WAYS)
        return f"{_WAYS[way]} {_name_of_cell(cell)}"

    def _corners(self, number: int, key: Any) -> Polygon:
        if number < self.lines[0]:
            return [self.places.corner(corner) for corner in self.grid.corners_of(key)]
        if number >= self.lines[1]:
            return self._around(self.places.corner(key), 9)
        thin = _THIN if any(mark.place in self.grid.all for mark in self.marks) else 1.0
        if self.paired:
            ends = [self.places.middle(cell) for cell in key]
            side = self.sides.get(key)
            beside = [] if side is None else [self.places.corner(corner) for corner in side]
        else:
            ends = [self.places.corner(corner) for corner in key]
            beside = [self.places.middle(cell) for cell in self.grid.beside[key]]
        (x, y), (u, v) = ends
        middle = (x + u) / 2, (y + v) / 2
        if len(beside) == 1:
            beside += [(2 * middle[0] - a, 2 * middle[1] - b) for a, b in beside]
        if not beside:
            # Between cells that are no neighbours.
            away = _REACH / math.dist(*ends)
            beside = [
                (middle[0] + side * away * (v - y), middle[1] - side * away * (u - x))
                for side in (1, -1)
            ]
        one, other = (
            (middle[0] + thin * (a - middle[0]), middle[1] + thin * (b - middle[1]))
            for a, b in beside
        )
        return [ends[0], one, ends[1], other]

    @staticmethod
    def _around(middle: tuple[float, float], reach: float) -> Polygon:
        x, y = middle
        return [(x - reach, y - reach), (x + reach, y - reach), (x + reach, y + reach),
                (x - reach, y + reach)]  # fmt: skip


def _row_bounds(program: Program) -> tuple[NumberArray, NumberArray]:
    """The least and the greatest value that each row can have within the bounds of its variables.

    Doubles know infinity, and are exact for what clues count.
    """
    rows = program.rows
    ends = [bounds.in_doubles()[rows.columns] for bounds in (program.lower, program.upper)]
    rising, coefficients = rows.coefficients > 0, rows.coefficients.astype(np.float64)
    least, most = (
        np.add.reduceat(np.append(coefficients * np.where(rising, one, other), 0), rows.starts[:-1])
        for one, other in (ends, ends[::-1])
    )
    return least, most


def _columns_pressed(program: Program) -> IntArray:
    """The columns of which some row by itself leaves one value, if they are 0 or 1."""
    rows, (least, most) = program.rows, _row_bounds(program)
    room = np.minimum(rows.upper.in_doubles() - least, most - rows.lower.in_doubles())
    linear = rows.kinds <= Kind.AT_LEAST_ONE
    tight = abs(rows.coefficients) > np.repeat(np.where(linear, room, np.inf), rows.lengths())
    found: IntArray = np.unique(rows.columns[tight])
    return found


def _count_from_one(name: str) -> str:
    """A name of something in a line, with its number as people count: `row 1` for `row 0`."""
    sides = {"above": "above column", "below": "below column", "left": "left of row"}
    sides |= {"right": "right of row", "row": "of row", "column": "of column"}
    side, _, place = name.partition(" ")
    name = f"{sides.get(side, side)} {place}" if place else name
    return re.sub(r"\b(row|column) (\d+)", lambda one: f"{one[1]} {int(one[2]) + 1}", name)


def _name_of_cell(cell: tuple[int, int]) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def _plain_element(element: ET.Element) -> Plain:
    """An element of SVG as plain data; what its style says are attributes as well."""
    attributes = dict(element.attrib)
    style = attributes.pop("style", "")
    attributes |= {n: v for n, _, v in (part.partition(":") for part in style.split(";")) if n}
    plain: Plain = {"tag": element.tag, "set": attributes}
    return plain | ({"text": element.text} if element.text else {})
