r"""Surasshupakku.

Cells without a clue may be cut along one diagonal. Cut the board so that every part has every
letter exactly once. No cut ends inside the board. A cut with both sides in the same part, a bridge,
is forbidden unless bridges are allowed. A '?' is any letter.

Known as Slash Pack on puzz.link, where bridges are allowed.
"""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import chain, product

from ilpuzzles import Model, connected, disjunction
from ilpuzzles.errors import InputError, counted, in_words, quoted
from ilpuzzles.genres import (
    MOTIONS,
    Board,
    CertainMove,
    Genre,
    Place,
    Symmetry,
    fault,
    module_beside,
)
from ilpuzzles.genres.boards import FieldProblem
from ilpuzzles.graphs import parts_of
from ilpuzzles.rules.places import CELL

genre = Genre(
    group="Regions and diagonals",
    aliases=["slashpack"],
    rules_at="Adam Furmanek's ILP series, part 63",
    layout="board",
    address="slashpack number16",
    clue_patterns={
        "[A-Z]": "a letter of the puzzle",
        "[1-9][0-9]*": "the same, where letters are numbers",
        "[?]": "any letter",
    },
    default_preset="5x5",
    parameters={
        "bridges": {
            "about": "whether both sides of a cut may lie in the same part",
            "values": ["forbidden", "allowed"],
            "default": "forbidden",
        }
    },
    solutions_with={"solutions-with-bridges": {"bridges": "allowed"}},
    clue_groups=(),
    shown_variables=["cut"],
    derived_fields=["parts"],
)

ANY = "?"
"""A clue that may be any letter, on a board."""
OPEN = "?"
"""A cell that is not decided yet, in a part of a solution; it is written like `ANY`."""
WHOLE = "."
"""A cell that is not cut, in a solution."""
CUTS = ("/", "\\")
MOST_ROWS = 40
"""The most rows, and the most columns, that a board may have."""
MOST_LABELS = 200_000
"""How many pairs of a vertex and a part a model may have."""


# Boards


@genre.board
def read(fields):
    """Reads a board, and refuses one whose clues cannot be shared out equally."""
    if "board" in fields:
        fields["board"] = in_capitals(fields["board"])
    board = Board.read(fields, clues=genre.clue_patterns)
    if not board.grid.is_whole:
        what = "the cells are no squares in whole rows"
        raise wrong("shape", what, "draw a rectangle of squares")
    rows = board.grid.rows
    columns = board.grid.columns
    if max(rows, columns) > MOST_ROWS:
        what = f"a board of {counted(rows, 'row')} and {counted(columns, 'column')}"
        raise wrong("board", what, f"at most {MOST_ROWS} of each are allowed")
    if not board.clues:
        raise wrong("board", "a board without clues", "write some letters")
    require_equal_shares(board, letters_of(board))
    return board


def wrong(field, what, advice, row=None):
    """The error of a field, or of a row of the board."""
    return InputError(FieldProblem(what, advice, "", field, row))


def in_capitals(drawn):
    """A drawing with capital letters."""
    return drawn.upper() if isinstance(drawn, str) else [str(row).upper() for row in drawn]


def letters_of(board):
    """The names of all letters, in their order; numbers from 1 on, where clues are numbers."""
    shown = {word for word in board.clues.values() if word != ANY}
    numbers = {word for word in shown if word.isdecimal()}
    letters = tuple(sorted(shown - numbers))
    if letters and numbers:
        raise wrong("board", "letters and numbers", "write one kind of them")
    stated = str(board.fields.get("letters", "")).strip().upper()
    if not stated:
        if not shown:
            advice = "say how many letters there are: 'letters: 3'"
            raise wrong("board", "only '?' on the board", advice)
        return letters or numbers_up_to(max(map(int, numbers)))
    names = stated_letters(stated, letters)
    for cell, name in board.clues.items():
        if name == ANY or name in names:
            continue
        if numbers:
            what = f"clue {name}, where there are {counted(len(names), 'letter')}"
            raise wrong("board", what, f"write 1 to {len(names)}", cell[0])
        what = f"{quoted(name)}, where the letters are {''.join(names)}"
        raise wrong("board", what, "add it to 'letters'", cell[0])
    return names


def stated_letters(stated, shown):
    """The letters that the field `letters` states: all of them, or how many there are."""
    if stated.isalpha() and len({*stated}) == len(stated):
        return tuple(stated)
    if not stated.isdecimal() or not 0 < int(stated) <= MOST_ROWS**2:
        raise wrong("letters", f"letters '{stated}'", "write how many, or all of them: ABC")
    if shown and len(shown) != int(stated):
        what = f"{counted(int(stated), 'letter')}, where {' '.join(shown)} stand on the board"
        raise wrong("letters", what, "write them all: 'letters: ABC'")
    return shown or numbers_up_to(int(stated))


def numbers_up_to(most):
    """The names of letters that are numbers."""
    return tuple(str(number) for number in range(1, most + 1))


def require_equal_shares(board, names):
    """Raises unless there are parts among which the clues can be shared out."""
    total = len(board.clues)
    per_part = len(names)
    if total % per_part:
        fewer = total // per_part * per_part
        what = f"{counted(total, 'clue')}, where every part takes {per_part}"
        fitting = f"{fewer} or {fewer + per_part}" if fewer else f"{per_part}"
        raise wrong("board", what, f"write {fitting}")
    parts = total // per_part
    for name in names:
        times = len(board.cells_with_clue(name))
        if times > parts:
            what = f"{quoted(name)} stands {times} times"
            advice = f"{counted(total, 'clue')} are for {counted(parts, 'part')}"
            raise wrong("board", what, advice)


def part_count(board):
    """Into how many parts a board is cut."""
    return len(board.clues) // len(letters_of(board))


@genre.address_fields
def numbered(board):
    """The board with numbers for letters, as addresses have it."""
    names = letters_of(board)
    if not board.cells_with_clue(names[-1]):
        what = f"an address of a board whose letter {names[-1]} is hidden everywhere"
        raise InputError(what, "show it once, or use 'show --yaml'")
    number = {ANY: ANY} | {name: str(n) for n, name in enumerate(names, 1)}
    numbers = {cell: number[name] for cell, name in board.clues.items()}
    return {"board": board.grid.rows_of_words(numbers)}


def has_bridges(board):
    """Whether both sides of a cut may lie in the same part."""
    return board.fields.get("bridges", "forbidden") == "allowed"


def open_cells(board):
    """The cells without a clue; only these can be cut."""
    return [cell for cell in board.grid.cells if cell not in board.clues]


# What hangs together
#
# A join is where two sides of one cell hang together unless a certain cut separates them. The sides
# that do hang together on a board that is cut are a component of the graph of joins. A solution has
# one component for each part of the puzzle.

STEPS = {"n": (-1, 0), "e": (0, 1), "s": (1, 0), "w": (0, -1)}
DIRECTIONS = {"n": "north", "e": "east", "s": "south", "w": "west"}


@dataclass(frozen=True, slots=True)
class Join:
    """Two sides of a cell, which hang together unless a cut separates them.

    Attributes:
        first, second: The vertices of the sides.
        cell: The cell.
        cut: The cut that separates them.
        corner: The corner of the cell at which they meet, such as `north east`.
    """

    first: int
    second: int
    cell: tuple[int, int]
    cut: str
    corner: str


@dataclass(frozen=True, slots=True)
class Sides:
    r"""The graph of the sides of cells, along which a part hangs together.

    The vertices are sides, and the edges are joins within cells:

    - a cell that is not cut joins all four of its sides;
    - a cut `\` leaves the upper side joined with the right one, and the left with the lower one;
    - a cut `/` leaves the upper side joined with the left one, and the right with the lower one.

    Two cells with a side in common share its vertex. Parts that touch in a point share none. A cell
    with a clue is never cut, so that its four sides are one vertex; and so are those of several
    cells with clues side by side. This vertex has the name of the first of these cells.
    """

    names: list
    """The name of each vertex: a cell with a clue, or a cell and the direction of a side."""
    around: dict
    """The vertices of the upper, right, lower and left side of each cell."""
    joins: list

    @classmethod
    @lru_cache(maxsize=8)
    def of(cls, board):
        """The graph of a board, its vertices from top to bottom."""
        grid = board.grid
        names = {}
        for cell in grid.cells:
            for letter, side in zip(STEPS, grid.sides_of(cell)):
                names.setdefault(side, (cell, DIRECTIONS[letter]))
        for cells in grid.connected_parts(board.clues):
            for cell in cells:
                names |= dict.fromkeys(grid.sides_of(cell), cells[0])
        middles = {name: middle(name) for name in names.values()}
        order = sorted(middles, key=middles.get)
        number = {name: vertex for vertex, name in enumerate(order)}
        around = {}
        for cell in grid.cells:
            around[cell] = [number[names[side]] for side in grid.sides_of(cell)]
        joins = []
        for cell in open_cells(board):
            north, east, south, west = around[cell]
            joins.append(Join(north, east, cell, "/", "north east"))
            joins.append(Join(south, west, cell, "/", "south west"))
            joins.append(Join(north, west, cell, "\\", "north west"))
            joins.append(Join(south, east, cell, "\\", "south east"))
        return cls(order, around, joins)

    def of_cell(self, cell):
        """The vertex of a cell with a clue."""
        return self.around[cell][0]

    def neighbours(self, words=None):
        """The vertices that each is joined with.

        Args:
            words: How each cell is cut; None for all joins, each of which some cuts leave.
        """
        neighbours = {vertex: set() for vertex in range(len(self.names))}
        for join in self.joins:
            if words is None or words[join.cell] != join.cut:
                neighbours[join.first].add(join.second)
                neighbours[join.second].add(join.first)
        return neighbours

    def components(self, words):
        """The number of the component of each vertex, on a board that is cut like this."""
        neighbours = self.neighbours(words)
        components = {}
        for number, vertices in enumerate(parts_of(neighbours, neighbours.__getitem__)):
            components |= dict.fromkeys(vertices, number)
        return components


def middle(name):
    """The middle of a cell or of a side, in half cells."""
    is_side = isinstance(name[0], tuple)
    if not is_side:
        row, column = name
        return 2 * row + 1, 2 * column + 1
    (row, column), direction = name
    down, right = STEPS[direction[0]]
    return 2 * row + 1 + down, 2 * column + 1 + right


def cuts_at(corner):
    """The four cuts that end at a corner of cells, each with its cell."""
    row, column = corner
    return [
        ((row - 1, column - 1), "\\"),
        ((row - 1, column), "/"),
        ((row, column - 1), "/"),
        ((row, column), "\\"),
    ]


# The model


LABELS = (
    "how each cell is cut, and which part each side of a cell is in; a part is kept in one piece"
)


@genre.formulation(
    "flow",
    f"{LABELS} by a flow from one of its clues",
    # Up to how many cells a backend proves within seconds that a solution is the only one,
    # measured with benchmarks/surasshupakku.py.
    backends={"cpsat": 225, "scip": 64, "highs": 49, "cbc": 49},
)
def flow(board):
    return by_parts(board, "flow")


@genre.formulation("bfs", f"{LABELS} by distances, as in the article", backends={"cpsat": 225})
def bfs(board):
    return by_parts(board, "bfs")


@genre.formulation(
    "lazy",
    f"{LABELS} by rows that are added as they are needed",
    best_with="clingo",
    backends={"clingo": 225, "cpsat": 225, "cbc": 49, "scip": 36, "highs": 36},
)
def lazy(board):
    return by_parts(board, "lazy")


def is_shown(board):
    """Whether every clue shows its letter."""
    return ANY not in board.clues.values()


@genre.formulation(
    "seed",
    "the article's own, which lets stray cuts through; included to show why",
    backends={"cpsat": 25},
    suits=is_shown,
    sound=False,
)
def seed(board):
    """States the model of the article, for boards that it can state."""
    if has_bridges(board):
        raise InputError("formulation seed has no bridges", "forbid them, or use flow")
    if not is_shown(board):
        raise InputError("formulation seed needs clues that are letters, not ?", "use flow")
    return module_beside(__file__, "surasshupakku/seed.py").build(board, letters_of(board))


def by_parts(board, encoding):
    """States how cells are cut, and which part each side of a cell lies in.

    Labels of parts do not change along what hangs together, and every label has one root. So a
    part is in one piece if every vertex is connected to some root.
    """
    model = Model(f"surasshupakku {encoding}")
    truths = Truths(model, board)
    with model.group("one cut", why="a cell is cut along one diagonal, or not at all"):
        model.at_most_one(truths.cut, axis=1)
    with model.group("one part", why="every side of a cell lies in exactly one part"):
        for vertex, name in enumerate(truths.sides.names):
            is_in_part = [truths.in_part[vertex, part] for part in truths.possible[vertex]]
            model.exactly_one(is_in_part, key=name)
    with model.group("along a cell", why="sides that no cut separates lie in the same part"):
        model.at_least_one(same_parts_without_cuts(truths))
    if not has_bridges(board):
        with model.group("sides of a cut", why="both sides of a cut lie in different parts"):
            model.at_least_one(other_parts_beyond_cuts(truths))
    with model.group("dead ends", why="no cut ends alone at a point inside the board"):
        model.at_least_one(no_dead_ends(board, truths))
    with model.group("no letters", why="no cuts leave a piece without letters around a point"):
        model.at_least_one(no_pieces_around_points(board, truths))
    with model.group("letters", why="every part has every letter exactly once"):
        state_letters(model, board, truths)
    with model.group("numbers of parts", why="the clues say which part has which number"):
        roots = number_parts(model, board, truths)
    # Every component has the label of its root, so that the cuts decide all other variables but
    # those of a flow.
    all_but_cuts = [variable for family in model.families[1:] for variable in family.flat]
    joins = truths.sides.joins
    with (
        model.defining(*truths.cut.flat, since=0) as defined,
        model.group("connected", why="every part is in one piece"),
    ):
        defined.extend(all_but_cuts)
        connected(
            model,
            [(join.first, join.second) for join in joins],
            dict.fromkeys(range(len(truths.sides.names)), 1),
            edges=[truths.is_uncut[join.cell, join.cut] for join in joins],
            roots=dict(enumerate(roots)),
            encoding=encoding,
        )
    return model


class Truths:
    """The variables of a model, and their opposites, which most rows speak of.

    Attributes:
        sides: The graph of the sides of cells.
        cut: The variables of all cuts, by cells and diagonals.
        is_cut, is_uncut: Whether a cell is cut along a diagonal, by both.
        in_part, not_in_part: Whether a vertex lies in a part, by both; only for pairs that are
            possible.
        possible: The parts that each vertex may lie in.
    """

    def __init__(self, model, board):
        self.sides = Sides.of(board)
        free = open_cells(board)
        self.cut = model.binary("cut", free, CUTS)
        self.is_cut = dict(zip(product(free, CUTS), self.cut.flat))
        self.is_uncut = {key: ~truth for key, truth in self.is_cut.items()}
        reach = reached(board, self.sides, letters_of(board))
        pairs = []
        for part, vertices in enumerate(reach, 1):
            pairs += [(vertex, part) for vertex in sorted(vertices)]
        if len(pairs) > MOST_LABELS:
            what = f"the model of this board would have {len(pairs):,} labels"
            raise InputError(what, f"at most {MOST_LABELS:,} are allowed; take a smaller board")
        labels = [(self.sides.names[vertex], part) for vertex, part in pairs]
        self.in_part = dict(zip(pairs, model.binary("part", labels, auxiliary=True).flat))
        self.not_in_part = {pair: ~truth for pair, truth in self.in_part.items()}
        self.possible = {vertex: [] for vertex in range(len(self.sides.names))}
        for vertex, part in pairs:
            self.possible[vertex].append(part)


def same_parts_without_cuts(truths):
    """The clauses that keep a label along the sides of a cell which no cut separates."""
    clauses = {}
    for join in truths.sides.joins:
        is_cut = truths.is_cut[join.cell, join.cut]
        for part in truths.possible[join.first]:
            clause = [truths.not_in_part[join.first, part]]
            if (join.second, part) in truths.in_part:
                clause.append(truths.in_part[join.second, part])
            clauses[join.cell, join.corner, part] = [*clause, is_cut]
    return clauses


def other_parts_beyond_cuts(truths):
    """The clauses that forbid a label on both sides of a cut."""
    clauses = {}
    for join in truths.sides.joins:
        is_uncut = truths.is_uncut[join.cell, join.cut]
        for part in truths.possible[join.first]:
            if (join.second, part) in truths.in_part:
                clauses[join.cell, join.corner, part] = [
                    truths.not_in_part[join.first, part],
                    truths.not_in_part[join.second, part],
                    is_uncut,
                ]
    return clauses


def no_dead_ends(board, truths):
    """The clauses that give every cut another one at each of its ends inside the board."""
    clauses = {}
    for corner in board.grid.corners:
        if len(board.grid.cells_at_corner(corner)) < 4:
            continue
        ends = [end for end in cuts_at(corner) if end in truths.is_cut]
        for end in ends:
            goes_on = [truths.is_cut[next_cut] for next_cut in ends if next_cut != end]
            clauses[(*end, "at", corner)] = [truths.is_uncut[end], *goes_on]
    return clauses


def no_pieces_around_points(board, truths):
    """The clauses that forbid the cuts which together leave a piece around a point."""
    # The other cut of each cell at a point does not end there, but goes past it: four of these make
    # a square around the point, two at the border a triangle, and one in a corner of the board too.
    other_cut = {"/": "\\", "\\": "/"}
    clauses = {}
    for corner in board.grid.corners:
        cells_there = board.grid.cells_at_corner(corner)
        cuts_past = [(cell, other_cut[cut]) for cell, cut in cuts_at(corner) if cell in cells_there]
        # A cell with a clue is never cut, so that there is always a letter around its corners.
        if all(cut in truths.is_cut for cut in cuts_past):
            clauses["around", corner] = [truths.is_uncut[cut] for cut in cuts_past]
    return clauses


def state_letters(model, board, truths):
    """States that every part has every letter; a hidden one stands for any that is missing."""
    has_hidden = not is_shown(board)
    names = letters_of(board)
    for part in range(1, part_count(board) + 1):
        clues_of_part = {}
        for cell in board.clues:
            label = (truths.sides.of_cell(cell), part)
            if label in truths.in_part:
                clues_of_part[cell] = truths.in_part[label]
        for name in names:
            shown = [is_in for cell, is_in in clues_of_part.items() if board.clues[cell] == name]
            if has_hidden and shown:
                model.at_most_one(shown, key=(part, name))
            elif not has_hidden:
                model.exactly_one(shown, key=(part, name))
        if has_hidden:
            # A part may reach no letter at all: then there is no solution.
            model.add(model.sum([0, *clues_of_part.values()]) == len(names), key=part)


def leading_cells(board):
    """The cells with the letter that most clues show, whose parts have the first numbers."""
    return max((board.cells_with_clue(name) for name in letters_of(board)), key=len)


def number_parts(model, board, truths):
    """States which part has which number, so that the same cuts are found once.

    The leading letter is the one that most clues show. The parts with these clues have the first
    numbers, in the order of the clues. In all other parts that letter is hidden: they have the last
    numbers, in the order of their first clues that may be any letter.

    Returns:
        For every vertex, whether it gives a part its number, and so is the root of this part: 0 if
        it does not, 1 if it does, or else a truth.
    """
    sides = truths.sides
    roots = [0] * len(sides.names)
    shown = leading_cells(board)
    for part, cell in enumerate(shown, 1):
        model.add(truths.in_part[sides.of_cell(cell), part] == 1, key=cell)
        roots[sides.of_cell(cell)] = 1
    rest = range(len(shown) + 1, part_count(board) + 1)
    hidden = sorted({sides.of_cell(cell) for cell in board.cells_with_clue(ANY)})
    hidden = [vertex for vertex in hidden if roots[vertex] == 0]
    if rest and not hidden:
        # These parts have no clue: there is no solution.
        for part in rest:
            model.exactly_one([], key=part)
    elif rest:
        first = first_hidden(model, truths, hidden, rest)
        for vertex in hidden:
            roots[vertex] = disjunction(first[vertex, part] for part in rest)
    return roots


def first_hidden(model, truths, hidden, rest):
    """States which hidden clue of each of some parts is its first one.

    Args:
        model: The model.
        truths: The other variables.
        hidden: The vertices of hidden clues, in their order.
        rest: The numbers of the parts.

    Returns:
        By vertex and part: whether the vertex is the first one of `hidden` in the part.
    """
    names = [truths.sides.names[vertex] for vertex in hidden]
    # `first`: whether a hidden clue is the first one of a part. `begun`: whether the part has begun
    # there, that is, whether its first hidden clue is this one or an earlier one.
    first_at = model.binary("first", names, rest, auxiliary=True)
    begun_at = model.binary("begun", names, rest, auxiliary=True)
    first = {}
    clauses = {}
    # At the first of all hidden clues, nothing has begun before.
    names_before = [None, *names[:-1]]
    for vertex, name, name_before in zip(hidden, names, names_before, strict=True):
        for part in rest:
            is_in_part = truths.in_part[vertex, part]
            is_first = first_at[name, part]
            is_begun = begun_at[name, part]
            first[vertex, part] = is_first
            begun_before = [] if name_before is None else [begun_at[name_before, part]]
            clauses["in it", name, part] = [~is_first, is_in_part]
            clauses["begun", name, part] = [~is_in_part, is_begun]
            clauses["first", name, part] = [~is_begun, is_first, *begun_before]
            clauses["begins here", name, part] = [~is_first, is_begun]
            for was_begun in begun_before:
                clauses["not before", name, part] = [~is_first, ~was_begun]
                clauses["stays", name, part] = [~was_begun, is_begun]
            if part > rest[0]:
                # A part begins only after the part with the number before has begun.
                previous_part = [] if name_before is None else [begun_at[name_before, part - 1]]
                clauses["in order", name, part] = [~is_begun, *previous_part]
    model.at_least_one(clauses)
    # At the last hidden clue, all parts have begun.
    for part in rest:
        model.add(begun_at[names[-1], part] == 1, key=part)
    return first


# What a part can have

MOST_STATES = 50_000
"""After so many ways to collect letters, everything counts as reached."""


def reached(board, sides, names):
    """For every part, the vertices that it can have: those on a path with no letter twice.

    A path goes along joins. It begins at the clue that gives the part its number, or where that is
    hidden, at any clue that may be any letter.

    If a vertex is on no path of any part, or a part reaches too few letters, there is no solution.
    Then every part can have every vertex, so that `explain` can name rows that contradict each
    other, instead of variables that are missing.
    """
    everything = set(range(len(sides.names)))
    # Of each vertex: the letters that its clues show, as bits, and how many are hidden.
    letters = [0] * len(everything)
    hidden = [0] * len(everything)
    for cell, clue in board.clues.items():
        vertex = sides.of_cell(cell)
        if clue == ANY:
            hidden[vertex] += 1
        else:
            letters[vertex] |= 1 << names.index(clue)
    neighbours = sides.neighbours()
    shown = [sides.of_cell(cell) for cell in leading_cells(board)]
    reach = [on_paths(neighbours, [vertex], letters, hidden, len(names)) for vertex in shown]
    parts = part_count(board)
    if len(reach) < parts:
        # In the other parts, the leading letter is behind a hidden clue, and no clue shows it. So
        # their paths begin at hidden clues, and avoid vertices that show the leading letter.
        starts = {sides.of_cell(cell) for cell in board.cells_with_clue(ANY)}.difference(shown)
        leading = names.index(board.clues[leading_cells(board)[0]]) if shown else 0
        # A vertex that shows it counts for as many clues more as a part has, which is too many.
        hidden_or_closed = []
        for hidden_there, letters_there in zip(hidden, letters, strict=True):
            shows_leading = letters_there >> leading & 1
            hidden_or_closed.append(hidden_there + shows_leading * len(names))
        vertices = on_paths(neighbours, sorted(starts), letters, hidden_or_closed, len(names))
        reach += [vertices] * (parts - len(reach))
    is_enough = everything <= set().union(*reach)
    if not any(hidden):
        all_letters = (1 << len(names)) - 1
        for vertices in reach:
            collected = 0
            for vertex in vertices:
                collected |= letters[vertex]
            is_enough = is_enough and collected == all_letters
    return reach if is_enough else [everything] * len(reach)


def on_paths(neighbours, starts, letters, hidden, most):
    """The vertices that a path can get to which has no letter twice, and not too many clues.

    Args:
        neighbours: The vertices that each is joined with.
        starts: The vertices at which a path may begin.
        letters: For each vertex, the letters that its clues show, as bits.
        hidden: For each vertex, how many hidden clues it has.
        most: How many clues a path may have.
    """
    # A state is the vertex that a path has got to, the letters on it, and how many hidden clues.
    waiting = [(vertex, letters[vertex], hidden[vertex]) for vertex in starts]
    seen = set(waiting)
    while waiting:
        if len(seen) > MOST_STATES:
            return set(neighbours)
        vertex, collected, further = waiting.pop()
        for neighbour in neighbours[vertex]:
            if collected & letters[neighbour]:
                continue
            letters_after = collected | letters[neighbour]
            further_after = further + hidden[neighbour]
            state = (neighbour, letters_after, further_after)
            if state not in seen and letters_after.bit_count() + further_after <= most:
                seen.add(state)
                waiting.append(state)
    return {vertex for vertex, *_ in seen}


# Solutions


@genre.solution
def decode(board, values):
    """Returns the cuts of a solution, and the clues of its parts."""
    return solution_of(board, values["cut"])


@genre.partial_solution
def decode_part(board, known):
    """Returns the cuts that are known; `?` is an open cell."""
    return solution_of(board, known["cut"])


def solution_of(board, cuts):
    r"""The rows of a board that is cut like this, and the cells with clues of each part.

    Args:
        board: The board.
        cuts: For each open cell, the values for `/` and `\`: 1, 0, or None if it is not known.
    """
    words = dict.fromkeys(board.clues, WHOLE)
    for cell, (rising, falling) in zip(open_cells(board), cuts, strict=True):
        if rising == 1:
            words[cell] = "/"
        elif falling == 1:
            words[cell] = "\\"
        elif rising == 0 and falling == 0:
            words[cell] = WHOLE
        else:
            words[cell] = OPEN
    rows = [row.replace(" ", "") for row in board.grid.rows_of_words(words)]
    if OPEN in words.values():
        return {"rows": rows}
    return {"rows": rows, "parts": clues_by_part(board, words)}


def clues_by_part(board, words):
    """The cells with clues of every part, in the order of the first ones.

    Parts without any clue, of which right solutions have none, come last.
    """
    sides = Sides.of(board)
    components = sides.components(words)
    clues_of = {}
    for cell in board.clues:
        clues_of.setdefault(components[sides.of_cell(cell)], []).append(list(cell))
    without_clue = set(components.values()) - clues_of.keys()
    return [*clues_of.values(), *([] for _ in without_clue)]


@genre.picture
def draw(board, solution):
    """Draws a board, and a solution if there is one."""
    words = dict.fromkeys(board.grid.cells, WHOLE)
    parts = {}
    if solution:
        words_of_solution = board.words(solution)
        words |= {cell: words_of_solution[cell] for cell in open_cells(board)}
        if OPEN not in words.values():
            parts = numbers_of_parts(board, words)
    pictures = module_beside(__file__, "surasshupakku/pictures.py")
    return pictures.Cuts(board, letters_of(board), words, parts)


def numbers_of_parts(board, words):
    """The numbers of the parts at the sides of each cell, in the order of their first clues."""
    sides = Sides.of(board)
    components = sides.components(words)
    with_clues = [components[sides.of_cell(cell)] for cell in board.clues]
    in_order = dict.fromkeys([*with_clues, *components.values()])
    number_of = {component: part for part, component in enumerate(in_order)}
    numbers = {}
    for cell, vertices in sides.around.items():
        numbers[cell] = [number_of[components[vertex]] for vertex in vertices]
    return numbers


@genre.variable_values
def encode(board, solution):
    """Returns the values of the variables for the cuts that a solution has."""
    words = board.words(solution)
    values = {}
    for cell in open_cells(board):
        if words[cell] != OPEN:
            values |= {(cell, cut): int(words[cell] == cut) for cut in CUTS}
    return {"cut": values}


# Playing, and hints

COLOURS = {"/": "#1c7ed6", "\\": "#e8590c", WHOLE: "#868e96"}


@genre.pieces
def board_to_cut(board):
    """Describes the board to play on: each open cell can be cut, or left whole."""
    pieces = {
        cut: {
            "title": f"cut like {cut}",
            "action": f"cut {{}} like {cut}",
            "colour": COLOURS[cut],
            "line": cut,
        }
        for cut in CUTS
    }
    pieces[WHOLE] = {
        "title": "left whole",
        "action": "leave {} whole",
        "colour": COLOURS[WHOLE],
        "line": "",
    }
    moves = []
    for cell in open_cells(board):
        for word in pieces:
            values = [("cut", (cell, cut), int(cut == word)) for cut in CUTS]
            moves.append((word, [cell], values))
    size = {"rows": board.grid.rows, "columns": board.grid.columns}
    return {**size, "unit": "cell", "pieces": pieces, "moves": moves}


@genre.certain_move
def certain(board, moves):
    """Finds a cell that can be cut in one way only, by logic without a solver."""
    logic = module_beside(__file__, "surasshupakku/logic.py")
    columns = board.grid.columns
    names = letters_of(board)
    rules = logic.Rules(numbers_of_clues(board), len(names), bridges=has_bridges(board))
    done = {cell: word for word, (cell,) in moves}
    numbers = {row * columns + column: word for (row, column), word in done.items()}
    proof = logic.next_cut(rules, numbers)
    if proof is None:
        return None
    cells = [divmod(cell, columns) for cell in proof.decided]
    return CertainMove(
        (proof.cut, (divmod(proof.cell, columns),)),
        tuple(logic.reasons_of(proof.problems, names)),
        moves=tuple((done[cell], (cell,)) for cell in cells),
        clues=tuple(divmod(clue, columns) for clue in proof.clues),
        # What is seen at once needs all of it; less may do for a longer look.
        is_minimal=not proof.decided and not proof.clues,
    )


def numbers_of_clues(board):
    """The rows of a board with a number for every letter, -1 for any letter, and 0 for no clue."""
    number = {ANY: -1, "-": 0} | {name: n for n, name in enumerate(letters_of(board), 1)}
    return [[number[word] for word in row.split()] for row in board.grid.rows_of_words(board.clues)]


@genre.generator
def generator():
    """Returns the maker of boards, which is in a file of its own."""
    return module_beside(__file__, "surasshupakku/generator.py").BOARDS


# Turns and mirrors


@genre.symmetries
def symmetries(board):
    """Returns the turns and mirrors after which the clues are as before, but for names."""
    motions = [motion for motion in MOTIONS if keeps_clues(motion, board)]
    return [Symmetry(partial(moved, board, motion), motion.is_rotation) for motion in motions]


def keeps_clues(motion, board):
    """Whether a motion takes letters to letters, each always to the same one."""
    rows = [row.split() for row in board.grid.rows_of_words(board.clues)]
    after = motion.moved(rows)
    if len(after) != len(rows) or len(after[0]) != len(rows[0]):
        return False
    pairs = set(zip(chain(*rows), chain(*after)))
    # No clue, and any letter, stay what they are; letters change places at most.
    stays = all(old == new for old, new in pairs if not {old, new}.isdisjoint({"-", ANY}))
    return stays and len(pairs) == len(dict(pairs)) == len({new for _, new in pairs})


def moved(board, motion, solution):
    """A solution after a motion of the board."""
    rows = ["".join(row) for row in motion.moved(solution["rows"])]
    if motion.turns_diagonals:
        swap = str.maketrans({"/": "\\", "\\": "/"})
        rows = [row.translate(swap) for row in rows]
    if "parts" not in solution:
        return {"rows": rows}
    return {"rows": rows, "parts": clues_by_part(board, board.words({"rows": rows}))}


# The rules


@genre.rules
def rules(board, solution):
    """Yields the faults of a solution, which may be unfinished."""
    rows = [row.replace(" ", "") for row in solution["rows"]]
    wrong_size = list(wrong_sizes(board.grid, rows))
    if wrong_size:
        return wrong_size
    words = {
        (row, column): word for row, line in enumerate(rows) for column, word in enumerate(line)
    }
    cuts = {cell: word for cell, word in words.items() if word in CUTS and cell not in board.clues}
    parts = list(hanging_together(board.grid, cuts))
    # Parts with clues come first, as they do in solutions.
    parts.sort(key=lambda part: (not clues_in(board, part), clues_in(board, part), min(part)))
    faults = list(wrong_cuts(board, words))
    for part in parts:
        faults += wrong_letters(board, part)
    faults += dead_ends(board.grid, cuts)
    if board.fields.get("bridges") != "allowed":
        faults += bridges(board, cuts, parts)
    if solution.get("parts") is not None:
        faults += wrong_parts(board, parts, solution["parts"])
    return faults


def wrong_sizes(grid, rows):
    """The rows that are missing, or have another length."""
    if len(rows) != grid.rows:
        yield fault("size", "the number of rows is {} instead of {}", len(rows), grid.rows)
        return
    for number, row in enumerate(rows):
        if len(row) != grid.columns:
            what = "the length of {} is {} instead of {}"
            yield fault("size", what, ("row", number), len(row), grid.columns)


def wrong_cuts(board, words):
    """The cells that are cut though they have a clue, that are open, or hold something else."""
    for cell, word in words.items():
        if word == OPEN:
            yield fault("open", "{} is open", cell)
        elif word not in (*CUTS, WHOLE):
            yield fault("known cut", "{} is {}", cell, quoted(word))
        elif word != WHOLE and cell in board.clues:
            yield fault("cut on a clue", "{} is cut", cell)


def bridges(board, cuts, parts):
    """The cuts with both sides in the same part."""
    part_at = {quarter: part for part in parts for quarter in part}
    for cell in cuts:
        part = part_at[(*cell, 0)]
        if (*cell, 2) in part:
            place = place_of_part(board, part)
            sentence = "both sides of the cut in {} are in {}"
            yield fault("bridge", sentence, cell, place, unfinished="unfinished cut")


ACROSS = ((-1, 0), (0, 1), (1, 0), (0, -1))
"""The steps to the cells beyond the upper, right, lower and left border."""
SAME_SIDE = {"\\": (1, 0, 3, 2), "/": (3, 2, 1, 0)}
"""For every cut and each quarter of a cell, which other one is on the same side."""


def hanging_together(grid, cuts):
    """The parts of a board: sets of quarters of cells, each at one of the four borders.

    Quarters of a cell hang together unless a cut separates them, and each with the one across its
    border.
    """
    left = {(*cell, border) for cell in grid.cells for border in range(4)}
    while left:
        part = {min(left)}
        waiting = [*part]
        while waiting:
            row, column, border = waiting.pop()
            down, right = ACROSS[border]
            joined = [(row + down, column + right, (border + 2) % 4)]
            if (row, column) in cuts:
                joined.append((row, column, SAME_SIDE[cuts[row, column]][border]))
            else:
                joined += [(row, column, any_border) for any_border in range(4)]
            new = left.intersection(joined) - part
            part |= new
            waiting += new
        left -= part
        yield part


def clues_in(board, part):
    """The cells with clues of a part, in reading order."""
    return sorted({quarter[:2] for quarter in part}.intersection(board.clues))


def place_of_part(board, part):
    """A part as a place: it has the name of its first clue, or else of its first quarter."""
    cells = tuple(sorted({quarter[:2] for quarter in part}))
    clues = clues_in(board, part)
    if clues:
        return Place("part", clues[0], cells, f"the part with {Place.of(clues[0])}")
    *cell, border = min(part)
    side = ("upper", "right", "lower", "left")[border]
    return Place("part", (*cell,), cells, f"the part at the {side} border of {Place.of((*cell,))}")


def wrong_letters(board, part):
    """The letters that a part has twice, or not at all; `?` is one of those that are missing."""
    place = place_of_part(board, part)
    names = letters_of(board)
    clues = Counter(board.clues[cell] for cell in clues_in(board, part))
    if not clues:
        yield fault("no letters", "{} has no clue", place)
        return
    hidden = clues.pop(ANY, 0)
    twice = {name: times for name, times in clues.items() if times > 1}
    for name in sorted(twice, key=names.index):
        sentence = "{} has {} {:time}"
        yield fault(
            "letter twice", sentence, place, name, twice[name], unfinished="repeated letter"
        )
    absent = [name for name in names if name not in clues]
    if len(absent) > hidden > 0:
        what = "{} of {} missing in {}"
        yield fault("letter missing", what, len(absent) - hidden, ", ".join(absent), place)
    elif len(absent) > hidden:
        yield fault("letter missing", "{} missing in {}", ", ".join(absent), place)
    elif clues.total() + hidden > len(names) and not twice:
        number = clues.total() + hidden
        sentence = "{} has {:clue} instead of {}"
        yield fault("too many clues", sentence, place, number, len(names), unfinished="large part")


def dead_ends(grid, cuts):
    """The points inside the board at which exactly one cut ends."""
    for row, column in grid.corners:
        if len(grid.cells_at_corner((row, column))) < 4:
            continue
        ends = [cuts.get(cell) for cell in ((row - 1, column - 1), (row, column))].count("\\")
        ends += [cuts.get(cell) for cell in ((row - 1, column), (row, column - 1))].count("/")
        if ends == 1:
            corner = Place.corner((row, column))
            yield fault("dead end", "only one cut ends in {}", corner, unfinished="loose end")


def wrong_parts(board, parts, stated):
    """The differences between the parts that a solution states, and those that its cuts make."""
    cut_out = Counter(tuple(clues_in(board, part)) for part in parts)
    named = Counter(tuple(sorted(map(tuple, part))) for part in stated)
    for differing, how in ((named - cut_out, "one too many"), (cut_out - named, "missing")):
        for cells in sorted(differing.elements()):
            if not cells:
                yield fault("parts", f"a part with no clues is {how}", unfinished="unfinished part")
                continue
            noun = "clue" if len(cells) == 1 else "clues"
            where = in_words(["at {}"] * len(cells))
            places = [Place(CELL, cell) for cell in cells]
            sentence = f"a part with just the {noun} {where} is {how}"
            yield fault("parts", sentence, *places, unfinished="unfinished part")
