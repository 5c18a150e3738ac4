"""A board to play on: its spots, the pieces with their shapes, and the moves that lay them.

A position says what can be played on it by `Position.playground`; a puzzle of your own has a
`Playground` that you made. Who asks what of it (how many solutions are left, what is sure) is in
`ilpuzzles.hints` and `ilpuzzles.play`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, TypeAlias

import numpy as np

from ilpuzzles.errors import InputError, counted
from ilpuzzles.geometry.lattice import BoolArray, IntArray
from ilpuzzles.render.colour_names import colour_name
from ilpuzzles.render.outline import SIDE, bounds, middle_of
from ilpuzzles.render.solid import Vertex
from ilpuzzles.render.svg import contrast, ink_on
from ilpuzzles.rules.places import Place, name_of_cell

Plain: TypeAlias = dict[str, Any]
"""Data as in JSON."""

Polygon: TypeAlias = Sequence[tuple[float, float]]
"""Corners (x, y), in pixels."""

MOST_SPOTS = 2_500
"""The most spots of a board that a page still shows at once."""

MOST_MOVES = 60_000
"""The most moves of such a board."""

Stopped: TypeAlias = Callable[[], bool]
"""Says whether nobody waits for an answer any more."""

_TELLS = 3.0
"""Colours of this contrast are told from each other without seeing colour."""


@dataclass(frozen=True, slots=True)
class PlayView:
    """A plane part of a board: a layer, or all of it.

    Attributes:
        name: What to write above it; may be empty.
        box: The least x and y, the width and the height of what it shows, in pixels.
        wrapped: Whether the board goes on at its other side.
        note: What to write below it; may be empty.
    """

    name: str
    box: tuple[float, float, float, float]
    wrapped: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """What a piece can cover, such as a cell.

    Attributes:
        name: What to call it: `row 1, column 2`.
        view: The number of its view.
        corners: Its polygon there; neighbours have the same corners where they touch.
        is_line: Whether it is for a line between cells, and is no cell.
    """

    name: str
    view: int
    corners: Polygon
    is_line: bool = False

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of its corners."""
        return middle_of(self.corners)


@dataclass(frozen=True, slots=True)
class BoardColour:
    """A colour that pieces show: its letter, and its value as `#rrggbb`."""

    letter: str
    value: str

    @property
    def title(self) -> str:
        """What to call it: `r (red)`."""
        return f"{self.letter} ({colour_name(self.value)})"


@dataclass(frozen=True, slots=True)
class PieceShape:
    """A way to turn a piece: the polygons of its cells, and which shape each motion leads to.

    Where it has colours, a word for each cell has the letter of its own and those of its sides,
    clockwise from the top; a dot stands for none. Its layers stand side by side, and `under` shows
    in each of them the cells of the others; `layers` are the middles of several (x), the top one
    first.
    """

    cells: tuple[Polygon, ...]
    turn: int = 0
    mirror: int = -1
    tip: int = -1
    colours: tuple[str, ...] = ()
    under: tuple[Polygon, ...] = ()
    layers: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayPiece:
    """A piece: how many copies of it are laid at least and at most (None for any number)."""

    name: str
    title: str
    colour: str
    shapes: tuple[PieceShape, ...]
    label: str = ""
    least: int = 1
    most: int | None = 1
    shades: tuple[str, ...] = ()
    """The colours by which its copies are told apart, in turn; none where they look alike."""

    @property
    def called(self) -> str:
        """What to call it in a sentence: its title without what explains it."""
        return self.title.split(",")[0]


@dataclass(frozen=True, slots=True, eq=False)
class MoveTable:
    """All moves: which piece is laid in which of its shapes, and the spots that it covers then.

    The spots of move m are `spots[starts[m]:starts[m + 1]]`, those of the cells of its shape first,
    in their order.
    """

    piece: IntArray
    shape: IntArray
    starts: IntArray
    spots: IntArray

    def __len__(self) -> int:
        return len(self.piece)

    def covered(self, move: int) -> IntArray:
        """The spots of a move."""
        return self.spots[self.starts[move] : self.starts[move + 1]]

    @classmethod
    def of(cls, moves: Iterable[tuple[int, int, Sequence[int]]]) -> MoveTable:
        """A table from the piece, the shape and the spots of every move."""
        listed = list(moves)
        lengths = [len(spots) for _, _, spots in listed]
        return cls(
            np.array([piece for piece, _, _ in listed], dtype=np.int64),
            np.array([shape for _, shape, _ in listed], dtype=np.int64),
            np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)]),
            np.array([spot for _, _, spots in listed for spot in spots], dtype=np.int64),
        )


@dataclass(frozen=True, slots=True, eq=False)
class ColourTable:
    """Where colours meet, and the colours that moves show there.

    It is about sides that two cells share, sides at the border, and cells. Two moves go together if
    they show the same colour wherever both show one, or another one where they have to be `unlike`.

    Attributes:
        beside: The spots at each of them, with the number of that side there, clockwise from the
            top; a cell with -1.
        demands: The colour that each has itself, by its number, so that moves show it; -1 for none.
        unlike: Whether moves have to show different colours there.
        starts: Where the entries of each move begin, shape (moves + 1,).
        sides: The sides and cells in which it shows a colour, by their numbers.
        colours: The number of that colour.
    """

    beside: tuple[tuple[tuple[int, int], ...], ...]
    demands: IntArray
    unlike: BoolArray
    starts: IntArray
    sides: IntArray
    colours: IntArray

    def to_json(self) -> Plain:
        """All of it as plain data."""
        arrays = ("demands", "unlike", "starts", "sides", "colours")
        plain: Plain = {name: getattr(self, name).tolist() for name in arrays}
        return plain | {"beside": [[list(one) for one in both] for both in self.beside]}


@dataclass(frozen=True, slots=True)
class PlaySpace:
    """How a board lies in space.

    Attributes:
        cell: What its cells look like: `ball` or `cube`.
        places: Where the spots are (x, y, z): x to the right, y away from whoever looks, z upwards;
            neighbours are 1 apart. None for a spot that is no cell.
        around: How many cells stand around the axis of a tower, which is at x = y = 0; 0 where the
            cells stand in rows.
    """

    cell: str
    places: tuple[Vertex | None, ...]
    around: int = 0

    def to_json(self) -> list[list[float] | None]:
        """The places as plain data."""
        return [
            None if place is None else [round(float(value), 4) + 0.0 for value in place]
            for place in self.places
        ]


@dataclass(frozen=True, slots=True, eq=False)
class PlayData:
    """What a board shows, and what can be laid on it.

    Attributes:
        views: Its plane parts.
        spots: What can be covered.
        pieces: What can be laid.
        moves: Where.
        rounding: How round the corners of pieces are, in pixels.
        drag: `place` where pieces are laid, `cut` where cells are cut, `draw` where marks are made.
        marks: What else to draw: mappings with `view`, and `text`, `x`, `y`, `size`, or `path`.
        lines: For boards that are cut, the line of each move, or None.
        clues: What is given on each spot, in words, if something is.
        backdrop: For boards to draw on, the picture of what is given: an SVG document (`svg`), and
            where its corner is and how large it is (`box`).
        beside: The boxes (x, y, width, height) of clues beside the board, by their names: the side
            and the number of the line from 0, such as `left 2`.
        drawings: For these, what each move looks like: elements of SVG (`tag`, `set` for their
            attributes, `text`).
        following: For every spot, those that arrow keys lead to: left, right, up, down, and in a
            solid below and above; -1 for none. Empty to have them found from the places.
        colours: The colours that pieces show.
        touching: Where these meet, if they have to match.
        space: How a solid or a tower lies in space; None for a flat board.
        habits: For boards to draw on, what helps those who draw: `units` of spots in which a mark
            stands once at most, `stays` with the words for a spot that nobody has to mark, and
            `counted`, the clues that count marks (`spot`, `number`, and their `moves`).
    """

    views: tuple[PlayView, ...]
    spots: tuple[Spot, ...]
    pieces: tuple[PlayPiece, ...]
    moves: MoveTable
    rounding: float = 5.0
    drag: str = "place"
    marks: tuple[Plain, ...] = ()
    lines: tuple[tuple[float, ...] | None, ...] = ()
    clues: tuple[str, ...] = ()
    backdrop: Plain = field(default_factory=dict)
    beside: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    drawings: tuple[tuple[Plain, ...], ...] = ()
    following: tuple[tuple[int, ...], ...] = ()
    colours: tuple[BoardColour, ...] = ()
    touching: ColourTable | None = None
    space: PlaySpace | None = None
    habits: Plain = field(default_factory=dict)

    def __post_init__(self) -> None:
        if len(self.spots) > MOST_SPOTS or len(self.moves) > MOST_MOVES:
            what = f"a board of {len(self.spots):,} spots and {len(self.moves):,} moves"
            raise InputError(what, f"at most {MOST_SPOTS:,} and {MOST_MOVES:,} can be played")

    def to_json(self) -> Plain:
        """All of it as plain data."""
        moves = self.moves
        table = {
            name: getattr(moves, name).tolist() for name in ("piece", "shape", "starts", "spots")
        }
        if self.lines:
            table["lines"] = [None if line is None else [*map(_short, line)] for line in self.lines]
        if self.drawings:
            table["drawings"] = [list(one) for one in self.drawings]
        lines = [spot.is_line for spot in self.spots]
        if not any(lines):
            lines = []
        space = self.space
        places = space.to_json() if space else []
        around = {"cell": space.cell, "around": space.around} if space else {}
        return {
            "views": [
                {
                    "name": view.name,
                    "box": [*map(_short, view.box)],
                    "wrapped": view.wrapped,
                    "note": view.note,
                }
                for view in self.views
            ],
            "spots": {
                "name": [spot.name for spot in self.spots],
                "view": [spot.view for spot in self.spots],
                "path": [path_of(spot.corners) for spot in self.spots],
                "centre": [[*map(_short, spot.centre)] for spot in self.spots],
                "next": [list(one) for one in self.following or nearest_spots(self.spots)],
                **without_empty({"clue": list(self.clues), "space": places, "line": lines}),
            },
            "pieces": [_piece_json(piece) for piece in self.pieces],
            "moves": table,
            "rounding": _short(self.rounding),
            "drag": self.drag,
            "marks": list(self.marks),
            **self._colours_json(),
            **without_empty({"backdrop": self.backdrop, "space": around, "habits": self.habits}),
            **without_empty({"beside": {name: list(box) for name, box in self.beside.items()}}),
        }

    def _colours_json(self) -> Plain:
        """The colours, and whether letters have to tell them apart for one who sees none."""
        if not self.colours:
            return {}
        pairs = combinations([one.value for one in self.colours], 2)
        colours = [
            {"letter": c.letter, "title": c.title, "colour": c.value, "ink": ink_on(c.value)}
            for c in self.colours
        ]
        found: Plain = {"colours": colours, "letters": any(contrast(*p) < _TELLS for p in pairs)}
        return found | ({} if self.touching is None else {"touching": self.touching.to_json()})


@dataclass(frozen=True, slots=True)
class MoveProof:
    """A proof by simple logic that a move is sure, or that some moves exclude each other.

    Clues have names, since not all of them stand in spots.

    Attributes:
        conclusion: The move that is sure; where moves exclude each other, the last of them.
        premises: The moves that prove it, or the others that it cannot stay with.
        spots: The spots whose clues prove it.
        refutations: What is wrong with each other way, or with the moves, in words.
        minimal: Whether no premise and no spot can be left out.
        clues: The names of the clues.
        beside: The clues beside the board among them; see `PlayData.beside`.
    """

    conclusion: int
    premises: tuple[int, ...]
    spots: tuple[int, ...]
    refutations: tuple[str, ...]
    minimal: bool = True
    clues: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()


class Playground(ABC):
    """A board to play on, and what moves mean.

    Attributes:
        data: The board.
        given: The moves that lie there from the start.
        move_noun: What a move makes; empty for what the puzzle calls it.
        formulation: The formulation whose columns moves give values; empty for the standard one.
    """

    data: PlayData
    given: tuple[int, ...] = ()
    move_noun: str = ""
    formulation: str = ""
    covers = False
    """Whether the rules are that each spot is covered once, and each piece used as it says."""

    @abstractmethod
    def values(self, move: int) -> dict[int, int]:
        """The values of columns of the model that a move means, in the standard formulation."""

    @abstractmethod
    def solution(self, moves: Iterable[int]) -> Any:
        """Returns what moves make, the given ones among them: a solution or a part of one."""

    def as_finished(self, moves: Iterable[int]) -> Any:
        """Returns what moves make if nothing else is to be done: what the rules are asked about."""
        return self.solution(moves)

    def moves_of_values(self, values: IntArray) -> list[int]:
        """Returns the moves that make a solution, ascending, from the values of all columns."""
        return [
            move
            for move in range(len(self.data.moves))
            if all(values[column] == value for column, value in self.values(move).items())
        ]

    def moves_of(self, solution: Any) -> list[int] | None:
        """The moves that make a solution, ascending; None where it is of another board."""
        return None

    def instance(self, moves: Iterable[int]) -> Any:
        """The instance in which some moves, and nothing else, are given; None if there is none."""
        return None

    def certain_move(self, moves: Sequence[int]) -> MoveProof | None:
        """A move that is sure besides some by a logic of the puzzle's own; None without one.

        Where every spot is covered exactly once, and a move is one variable, hints find such moves
        by themselves, and do not ask.
        """
        return None

    def certain_move_unless(self, moves: Sequence[int], stopped: Stopped) -> MoveProof | None:
        """The same where it takes long: None once nobody waits any more, as `stopped` says."""
        return None if stopped() else self.certain_move(moves)

    def certain_moves_unless(
        self, moves: Sequence[int], stopped: Stopped
    ) -> tuple[list[MoveProof], bool]:
        """That move and all others that are as easy to see, and whether all were looked for."""
        first = self.certain_move_unless(moves, stopped)
        return ([] if first is None else [first]), False

    def page_rows(self) -> Plain:
        """The rows by which a page alone finds short proofs, and their words; perhaps none."""
        return {}

    def clash(self, moves: Sequence[int]) -> MoveProof | None:
        """Some of the moves that exclude each other, as a look at one rule or clue shows.

        Its `refutations` say why they cannot all stay. None where
        nothing is seen at once.
        """
        return None

    def clash_of_givens(self) -> str:
        """The clues that one rule excludes at a look, in words; empty where none are seen."""
        return ""

    def why_not(self, moves: Sequence[int], stopped: Stopped = lambda: False) -> MoveProof | None:
        """What does not allow some moves together, none of which can be left out.

        Its `refutations` say it in a sentence about them; None where nothing is known of it.
        """
        return None

    def describe(self, move: int) -> str:
        """A move in words, such as `place J (purple) in row 5, columns 7 to 10`."""
        moves = self.data.moves
        data = self.data
        where = self.name_spots(moves.covered(move).tolist())
        return f"place {data.pieces[int(moves.piece[move])].title} in {where}"

    def name_spots(self, spots: Sequence[int]) -> str:
        """What spots are called together."""
        return "; ".join(self.data.spots[spot].name for spot in spots)

    def name_moves(self, moves: Iterable[int]) -> list[str]:
        """What moves are called: `A (red)`, or also their cells where pieces are all alike."""
        data = self.data
        names = []
        for move in moves:
            piece = data.pieces[int(data.moves.piece[move])]
            name = piece.called
            if piece.most != 1:
                place = data.spots[int(data.moves.covered(move)[0])].name
                name = f"{place} {name}" if name[:1].islower() else f"{name} at {place}"
            names.append(name)
        return names

    def to_json(self, move: int) -> Plain:
        """A move as plain data."""
        data = self.data
        spots = data.moves.covered(move).tolist()
        piece = data.pieces[int(data.moves.piece[move])].name
        return {"piece": piece, "spots": [data.spots[spot].name for spot in spots]}

    def marks(self, move: int) -> Collection[Hashable]:
        """What pictures of solutions mark to show a move, by the keys of rows."""
        return ()

    def is_positive(self, move: int) -> bool:
        """Whether a move has to be made for its solution, and does not only rule something out."""
        return True

    def keys(self, spots: Iterable[int]) -> Collection[Hashable]:
        """What pictures of solutions mark to show spots of a proof, likewise."""
        return ()

    def broken(self, moves: Sequence[int]) -> Sequence[int]:
        """The spots where a rule is broken for good, as far as that is plain to see."""
        return ()

    def spots_to_blame(self, place: Place) -> Sequence[int]:
        """The spots to mark where a rule is broken; none where a clue beside them is enough."""
        return self.spots_of(place)

    def beside_of(self, place: Place) -> Sequence[str]:
        """The clues beside the board that a place stands for; see `PlayData.beside`."""
        return ()

    def broken_beside(self, moves: Sequence[int]) -> Sequence[str]:
        """The clues beside the board that are broken for good, as far as that is plain to see."""
        return ()

    def spots_of(self, place: Place) -> Sequence[int]:
        """The spots that a place consists of, so that it can be marked."""
        numbers = {spot.name: number for number, spot in enumerate(self.data.spots)}
        if place.name in numbers:
            return [numbers[place.name]]
        names = [name_of_cell(cell) for cell in place.cells]
        return [numbers[name] for name in names if name in numbers]

    def with_move(self, moves: Sequence[int], move: int) -> Any:
        """Returns the part of a solution that moves and one more make, to be drawn on the board."""
        return self.solution([*moves, move])

    def fits(self, moves: Sequence[int]) -> bool:
        """Whether moves can lie side by side: no spot is covered twice, no piece laid too often."""
        table = self.data.moves
        pieces = self.data.pieces
        spots = [spot for move in moves for spot in table.covered(move).tolist()]
        used = Counter(table.piece[list(moves)].tolist())
        if len(set(spots)) < len(spots):
            return False
        return all(
            piece.most is None or used[number] <= piece.most for number, piece in enumerate(pieces)
        )

    def is_whole(self, moves: Sequence[int]) -> bool:
        """Whether moves may be a whole solution: every spot that a move can cover is covered."""
        table = self.data.moves
        covered = {spot for move in moves for spot in table.covered(move).tolist()}
        return covered.issuperset(table.spots.tolist())


class OwnPlayground(Playground):
    """A board of your own, whose moves give variables values.

    Args:
        data: The board.
        values: For every move, the values of columns that it means.
        decode: Turns the values of all columns into a solution.
        columns: How many columns there are.
    """

    def __init__(
        self,
        data: PlayData,
        values: Sequence[dict[int, int]],
        decode: Callable[[IntArray], Any],
        columns: int,
    ) -> None:
        self.data = data
        self._values = values
        self._decode = decode
        self._columns = columns

    def values(self, move: int) -> dict[int, int]:
        """See `Playground.values`."""
        return self._values[move]

    def solution(self, moves: Iterable[int]) -> Any:
        """What the values of moves make, with 0 for all others."""
        values = np.zeros(self._columns, dtype=np.int64)
        for move in moves:
            for column, value in self._values[move].items():
                values[column] = value
        return self._decode(values)

    def is_whole(self, moves: Sequence[int]) -> bool:
        """Whether as many pieces lie there as have to: spots may stay empty."""
        return bool(moves) and len(moves) >= sum(piece.least for piece in self.data.pieces)


_PALETTE = ["#4263eb", "#e8590c", "#2b8a3e", "#ae3ec9", "#f08c00", "#0b7285", "#c92a2a", "#5c940d"]


def grid_data(
    rows: int,
    columns: int,
    pieces: Mapping[str, Mapping[str, Any]],
    moves: Iterable[tuple[str, Sequence[tuple[int, int]]]],
) -> PlayData:
    r"""A board of square cells, from which pieces are laid on some.

    Args:
        rows: How many rows of cells there are.
        columns: How many columns.
        pieces: Pieces by their names; each may have a `title`, a `colour` as `#rrggbb`, and how
            many copies of it are used, at `least` (0 by default) and at `most` (any number). Where
            cells are cut, and nothing is laid, each has a `line`: `/`, `\`, or none (`""`).
        moves: The name of the piece of each move, and the cells (row, column) that it covers,
            numbered from 0.

    Raises:
        InputError: If a piece is not known, or a cell is outside.

    Example:
        >>> data = grid_data(2, 2, {"R": {"most": 2}}, [("R", [(0, 0)]), ("R", [(1, 1)])])
        >>> len(data.spots), data.moves.covered(1).tolist()
        (4, [3])
    """
    spots = [
        Spot(name_of_cell((row, column)), 0, _square(row, column))
        for row in range(rows)
        for column in range(columns)
    ]
    names = list(pieces)
    shapes: list[dict[tuple[tuple[int, int], ...], int]] = [{} for _ in names]
    table = []
    for name, cells in moves:
        if name not in pieces:
            raise InputError(f"a move of piece {name!r}", f"name one of {', '.join(names)}")
        outside = [cell for cell in cells if not (0 <= cell[0] < rows and 0 <= cell[1] < columns)]
        if outside or not cells:
            what = f"a move of {name} to {outside[0] if outside else 'no cell'}"
            raise InputError(
                what, f"give cells of {counted(rows, 'row')} and {counted(columns, 'column')}"
            )
        piece = names.index(name)
        low = min(row for row, _ in cells), min(column for _, column in cells)
        shape = tuple((row - low[0], column - low[1]) for row, column in cells)
        number = shapes[piece].setdefault(shape, len(shapes[piece]))
        table.append((piece, number, [row * columns + column for row, column in cells]))
    laid = []
    for number, (name, about) in enumerate(pieces.items()):
        # A piece without a move is shown as one cell.
        turned = list(shapes[number]) or [((0, 0),)]
        laid.append(
            PlayPiece(
                name=name,
                title=str(about.get("title", name)),
                colour=str(about.get("colour", _PALETTE[number % len(_PALETTE)])),
                shapes=tuple(
                    PieceShape(
                        tuple(_square(row, column) for row, column in shape),
                        turn=(turns + 1) % len(turned),
                    )
                    for turns, shape in enumerate(turned)
                ),
                least=int(about.get("least", 0)),
                most=about.get("most"),
            )
        )
    box = (0, 0, columns * SIDE, rows * SIDE)
    data = PlayData((PlayView("", box),), tuple(spots), tuple(laid), MoveTable.of(table))
    if not any("line" in about for about in pieces.values()):
        return data
    ways = [str(about.get("line", "")) for about in pieces.values()]
    lines = [_line(spots[covered[0]].corners, ways[piece]) for piece, _, covered in table]
    return replace(data, drag="cut", lines=tuple(lines))


def _line(corners: Polygon, way: str) -> tuple[float, ...] | None:
    """The line of a cut through a square cell; None where it is not cut."""
    upper_left, upper_right, lower_right, lower_left = corners
    ends = {"/": (*lower_left, *upper_right), "\\": (*upper_left, *lower_right)}
    return ends.get(way)


def _square(row: int, column: int) -> Polygon:
    x, y = column * SIDE, row * SIDE
    return [(x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE)]


def _short(value: float) -> float:
    rounded = round(float(value), 1)
    return int(rounded) if rounded == int(rounded) else rounded


def path_of(corners: Polygon) -> str:
    """A polygon as the path of an SVG element, with one decimal.

    Example:
        >>> path_of([(0, 0), (44, 0), (22, 38.105)])
        'M0 0L44 0L22 38.1Z'
    """
    return "M" + "L".join(f"{_short(x)} {_short(y)}" for x, y in corners) + "Z"


def without_empty(plain: Plain) -> Plain:
    """What is there of some data."""
    return {key: value for key, value in plain.items() if value}


def _shape_json(shape: PieceShape) -> Plain:
    low, size = bounds((*shape.cells, *shape.under) or [[(0.0, 0.0)]])
    plain = {
        "paths": [*map(path_of, shape.cells)],
        "box": [*map(_short, (*low, *size))],
        "turn": shape.turn,
        "mirror": shape.mirror,
        "tip": shape.tip,
    }
    return plain | without_empty(
        {
            "colours": list(shape.colours),
            "under": [*map(path_of, shape.under)],
            "layers": [*map(_short, shape.layers)],
        }
    )


def _piece_json(piece: PlayPiece) -> Plain:
    return {
        "name": piece.name,
        "label": piece.label or piece.name,
        "title": piece.title,
        "colour": piece.colour,
        "ink": ink_on(piece.colour),
        "copies": piece.most,
        "least": piece.least,
        "shapes": [*map(_shape_json, piece.shapes)],
        **without_empty({"shades": list(piece.shades)}),
    }


_DIRECTIONS = ((-1, 0), (1, 0), (0, -1), (0, 1))


def nearest_spots(spots: Sequence[Spot]) -> list[tuple[int, ...]]:
    """The nearest spots of the same view to the left, to the right, above and below; -1 for none.

    Example:
        >>> square = [(0, 0), (2, 0), (2, 2), (0, 2)]
        >>> other = [(x + 2, y) for x, y in square]
        >>> nearest_spots([Spot("one", 0, square), Spot("other", 0, other)])
        [(-1, 1, -1, -1), (0, -1, -1, -1)]
    """
    centres = np.array([spot.centre for spot in spots], dtype=np.float64).reshape(-1, 2)
    views = np.array([spot.view for spot in spots])
    found = []
    for number, centre in enumerate(centres):
        away = centres - centre
        ways = []
        for x, y in _DIRECTIONS:
            along, across = away @ (x, y), np.abs(away @ (y, x))
            fits = (along > 0.1) & (across <= along + 0.1) & (views == views[number])
            cost = np.where(fits, along + 2 * across, np.inf)
            best = int(np.argmin(cost))
            ways.append(best if np.isfinite(cost[best]) else -1)
        found.append(tuple(ways))
    return found
