r"""What is plainly impossible on a board, without a search; and a cell that has one way left.

Cells with a clue are decided: they are not cut. The three ways to cut a cell, `.`, `/` and `\`, are
its values. Pieces are what hangs together for certain, because the cells in between are decided. A
value of a cell is plainly impossible if, together with what is decided so far, it

- leaves a point inside the board where exactly one cut ends, and all four cells around are decided;
- makes a piece that has a letter twice, or more clues than there are letters;
- closes a piece with fewer clues than letters: no cell at its borders is left to be decided; or
- makes a piece that lies on both sides of a cut, where bridges are forbidden.

What is known is kept in plain lists and in whole numbers whose bits are cells or borders. That is
what makes a copy, and so a step back of a search, cheap.
"""

from typing import NamedTuple

UNCUT, FORWARD, BACK = ".", "/", "\\"
NO_CLUE, ANY = 0, -1
"""The words of a cell without a clue, and of a clue that may be any letter."""

VALUES = (UNCUT, FORWARD, BACK)
"""How a cell may be cut."""

PIECES = {UNCUT: ((0, 1, 2, 3),), FORWARD: ((0, 3), (1, 2)), BACK: ((0, 1), (2, 3))}
"""Which of the borders of a cell, north, east, south and west, are those of the same piece."""


class Corner(NamedTuple):
    """A point inside the board: the four cells around it, and the cut of each that ends there."""

    cells: tuple
    cuts: tuple


class SlashGrid:
    """The cells and borders of a board.

    Example:
        >>> grid = SlashGrid(2, 2)
        >>> grid.borders[0], grid.borders[3]
        ((0, 3, 5, 2), (6, 9, 11, 8))
        >>> grid.pieces("..//")
        [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1]
    """

    def __init__(self, rows, columns):
        self.rows = rows
        self.columns = columns
        self.cells = rows * columns
        wide = 2 * columns + 1
        self.border_count = rows * wide + columns
        self.borders = []
        self.beside = [[] for _ in range(self.border_count)]
        """For every border the cells on both sides, and which of their borders it is."""
        for row in range(rows):
            for column in range(columns):
                north = row * wide + column
                around = (north, north + columns + 1, north + wide, north + columns)
                for place, border in enumerate(around):
                    self.beside[border].append((len(self.borders), place))
                self.borders.append(around)
        self.corners = [
            Corner(
                (cell - columns - 1, cell - columns, cell - 1, cell), (BACK, FORWARD, FORWARD, BACK)
            )
            for cell in range(self.cells)
            if cell >= columns and cell % columns
        ]

    def piece(self, border, cuts):
        """The borders that hang together with one of them, where cells are cut like this."""
        reached = {border}
        waiting = [border]
        while waiting:
            for cell, place in self.beside[waiting.pop()]:
                around = self.borders[cell]
                for piece in PIECES[cuts[cell]]:
                    if place in piece:
                        for other in piece:
                            if around[other] not in reached:
                                reached.add(around[other])
                                waiting.append(around[other])
        return reached

    def pieces(self, cuts):
        """For every border the number of its piece, by the first border of each."""
        found = [-1] * self.border_count
        number = 0
        for border in range(self.border_count):
            if found[border] < 0:
                for other in self.piece(border, cuts):
                    found[other] = number
                number += 1
        return found

    def lines(self, cuts):
        """The cuts row by row."""
        joined = "".join(cuts)
        return tuple(
            joined[start : start + self.columns] for start in range(0, self.cells, self.columns)
        )


DANGLING, CROWDED, CLOSED, BRIDGE = -1, -2, -3, -4
"""What is wrong with a value; letters, which are there twice, are greater than 0."""

CANDIDATES = 8
"""Of so many cells the one with the simplest proof is taken."""

SMALL = 100
"""On boards with more cells, the first one is taken."""

BIT = {value: 1 << number for number, value in enumerate(VALUES)}
SPLIT = {
    value: tuple((group[0], group[1:]) for group in groups) for value, groups in PIECES.items()
}
LEFT = [tuple(value for value in VALUES if bits & BIT[value]) for bits in range(8)]
ALL = len(LEFT) - 1


class Rules:
    """What does not change while a board is looked at.

    Args:
        rows: For every row what stands in its cells: the number of a letter from 1, `ANY`, or
            `NO_CLUE`.
        letters: How many letters there are.
        bridges: Whether both sides of a cut may lie in the same part.
    """

    def __init__(self, rows, letters, *, bridges):
        self.grid = SlashGrid(len(rows), len(rows[0]))
        self.letters = letters
        self.bridges = bridges
        self.clues = [clue for row in rows for clue in row]
        self.clue_cells = [cell for cell, clue in enumerate(self.clues) if clue != NO_CLUE]
        self.corners_at = [[] for _ in self.clues]
        """For every cell the points at its corners: the cells around each, and their cuts there."""
        self.around = [0] * self.grid.cells
        """For every cell those that have such a point in common with it, as bits."""
        for corner in self.grid.corners:
            for cell in corner.cells:
                self.corners_at[cell].append(corner)
                for other in corner.cells:
                    self.around[cell] |= 1 << other


class Knowledge:
    """What is known of a board; `undecided` are the cells that are not decided, as bits.

    A piece is known by the number of one of its borders, and everything about it is kept there.
    """

    __slots__ = (
        "_at",
        "_clues",
        "_decided",
        "_ends",
        "_fewest",
        "_known",
        "_left",
        "_members",
        "_opposite",
        "_piece",
        "_rules",
        "undecided",
    )

    def __init__(self, rules):
        grid = rules.grid
        self._rules = rules
        self.undecided = (1 << grid.cells) - 1
        self._decided = [""] * grid.cells
        self._left = [ALL] * grid.cells
        self._fewest = [0, 0, 0, self.undecided]
        """The cells that are not decided and have 0, 1, 2 or 3 values left, as bits."""
        self._piece = list(range(grid.border_count))
        self._members = [1 << border for border in range(grid.border_count)]
        """The borders of every piece, as bits."""
        self._opposite = [0] * grid.border_count
        """The borders across the cuts of every piece, as bits."""
        self._known = [0] * grid.border_count
        """The letters of every piece, as bits."""
        self._clues = [0] * grid.border_count
        """How many clues it has."""
        self._ends = [len(cells) for cells in grid.beside]
        """How many of its borders are those of cells that are not decided; some count twice."""
        self._at = [sum(1 << cell for cell, _ in cells) for cells in grid.beside]
        """The cells at its borders, as bits."""

    @classmethod
    def of(cls, rules, decided=(), shown=None):
        """What is known at first: that cells with a clue are not cut, and how others are.

        If it is said which clues are `shown`, the others may be any letter.
        """
        known = cls(rules)
        for cell in rules.clue_cells:
            known._decide_only(cell, UNCUT)
        for cell in rules.clue_cells:
            clue = rules.clues[cell]
            piece = known._piece[rules.grid.borders[cell][0]]
            known._clues[piece] += 1
            if clue != ANY and (shown is None or cell in shown):
                # A letter that is there twice counts as too many clues.
                twice = known._known[piece] >> clue & 1
                known._clues[piece] += twice * rules.letters
                known._known[piece] |= 1 << clue
        for cell, value in dict(decided).items():
            known._decide_only(cell, value)
        return known

    def copy(self):
        """The same, which may change without this one."""
        other = object.__new__(type(self))
        other._rules = self._rules
        other.undecided = self.undecided
        other._decided = self._decided[:]
        other._left = self._left[:]
        other._fewest = self._fewest[:]
        other._piece = self._piece[:]
        other._members = self._members[:]
        other._opposite = self._opposite[:]
        other._known = self._known[:]
        other._clues = self._clues[:]
        other._ends = self._ends[:]
        other._at = self._at[:]
        return other

    def strike_off(self):
        """Strikes off all values that are plainly impossible; `decide` does it for those near."""
        self._look_again(self.undecided)

    def values_left(self, cell):
        """The values of a cell that are not struck off."""
        return LEFT[self._left[cell]]

    def is_possible(self):
        """Whether no piece has too many clues, or is closed with too few; asked once, at first."""
        letters = self._rules.letters
        return all(
            self._clues[piece] <= letters and (self._ends[piece] or self._clues[piece] == letters)
            for piece in set(self._piece)
        )

    def values(self):
        """How every cell is cut, once all are decided."""
        return self._decided

    def next_choice(self):
        """The first cell with the fewest values left, and these."""
        cells = next(cells for cells in self._fewest if cells)
        cell = (cells & -cells).bit_length() - 1
        return cell, LEFT[self._left[cell]]

    def decide(self, cell, value):
        """Decides for a value that is not plainly impossible."""
        changed = self._rules.around[cell]
        for piece in self._decide_only(cell, value):
            changed |= self._at[piece]
        self._look_again(changed & self.undecided)

    def _decide_only(self, cell, value):
        """Decides a cell, and says which pieces have changed."""
        bit = 1 << cell
        self.undecided &= ~bit
        self._fewest[self._left[cell].bit_count()] &= ~bit
        self._decided[cell] = value
        borders = self._rules.grid.borders[cell]
        piece = self._piece
        changed = []
        for first, others in SPLIT[value]:
            self._ends[piece[borders[first]]] -= 1
            for other in others:
                self._ends[piece[borders[other]]] -= 1
                self._join(piece[borders[first]], piece[borders[other]])
            changed.append(piece[borders[first]])
        if value != UNCUT:
            one, other = changed
            self._opposite[one] |= self._members[other]
            self._opposite[other] |= self._members[one]
        return changed

    def _join(self, one, other):
        if one == other:
            return
        if self._members[one].bit_count() < self._members[other].bit_count():
            one, other = other, one
        members = self._members[other]
        self._members[one] |= members
        self._opposite[one] |= self._opposite[other]
        self._known[one] |= self._known[other]
        self._clues[one] += self._clues[other]
        self._ends[one] += self._ends[other]
        self._at[one] |= self._at[other]
        while members:
            lowest = members & -members
            self._piece[lowest.bit_length() - 1] = one
            members ^= lowest

    def _look_again(self, cells):
        """Strikes off the values of some cells that have become impossible."""
        while cells:
            bit = cells & -cells
            cells ^= bit
            cell = bit.bit_length() - 1
            before = self._left[cell]
            left = before
            for value in LEFT[before]:
                if self.problem(cell, value):
                    left ^= BIT[value]
            if left != before:
                self._left[cell] = left
                self._fewest[before.bit_count()] &= ~bit
                self._fewest[left.bit_count()] |= bit

    def problem(self, cell, value):
        """Why a value of a cell is plainly impossible: a letter that is there twice, or `Problem`.

        0 if it is not.
        """
        if self._is_dangling(cell, value):
            return DANGLING
        piece = self._piece
        north, east, south, west = self._rules.grid.borders[cell]
        north = piece[north]
        east = piece[east]
        south = piece[south]
        west = piece[west]
        if value == UNCUT:
            return self._join_problem({north, east, south, west}, 4)
        if value == FORWARD:
            one = {north, west}
            other = {east, south}
        else:
            one = {north, east}
            other = {south, west}
        if one & other:
            # A bridge, and one piece in the end.
            return self._join_problem(one | other, 4) if self._rules.bridges else BRIDGE
        return self._join_problem(one, 2) or self._join_problem(other, 2)

    def _join_problem(self, pieces, ends):
        """Why pieces cannot become one, when so many of their ends are used up; 0 if they can."""
        known = clues = 0
        ends = -ends
        for piece in pieces:
            twice = known & self._known[piece]
            if twice:
                return twice.bit_length() - 1
            known |= self._known[piece]
            clues += self._clues[piece]
            ends += self._ends[piece]
        if clues > self._rules.letters:
            return CROWDED
        if not ends and clues < self._rules.letters:
            return CLOSED
        if self._rules.bridges:
            return 0
        members = opposite = 0
        for piece in pieces:
            members |= self._members[piece]
            opposite |= self._opposite[piece]
        return BRIDGE if members & opposite else 0

    def _is_dangling(self, cell, value):
        """Whether exactly one cut ends at a point whose cells are all decided then."""
        decided = self._decided
        for cells, cuts in self._rules.corners_at[cell]:
            ends = 0
            for other, cut in zip(cells, cuts, strict=True):
                shown = value if other == cell else decided[other]
                if not shown:
                    break
                ends += shown == cut
            else:
                if ends == 1:
                    return True
        return False


class CutProof(NamedTuple):
    """How a cell has to be cut, and what proves it.

    Attributes:
        cell: The number of the cell.
        cut: How.
        decided: The decided cells that prove it; none can be left out.
        clues: The cells of the clues whose letters it takes; likewise.
        problems: What is wrong with each other way, by that way.
    """

    cell: int
    cut: str
    decided: list
    clues: list
    problems: dict


def next_cut(rules, decided):
    """A cell that has one way left, with the smallest proof of those that are found first.

    Args:
        rules: The board.
        decided: How some cells without a clue are cut, by their numbers.

    Returns:
        A `CutProof`, or None if there is no such cell.
    """
    known = Knowledge.of(rules, decided)
    known.strike_off()
    undecided = [cell for cell in range(rules.grid.cells) if known.undecided >> cell & 1]
    sure = [cell for cell in undecided if len(known.values_left(cell)) == 1]
    # What is cut comes before what stays whole.
    sure.sort(key=lambda cell: known.values_left(cell) == (UNCUT,))
    most = CANDIDATES if rules.grid.cells <= SMALL else 1
    proofs = [proof_of(rules, decided, cell, *known.values_left(cell)) for cell in sure[:most]]
    return min(proofs, key=lambda one: len(one.decided) + len(one.clues), default=None)


def proof_of(rules, decided, cell, cut):
    """What is needed of what is decided, and of the clues, one after the other left out."""
    kept = dict(decided)
    clues = list(rules.clue_cells)
    ways = [way for way in (FORWARD, BACK, UNCUT) if way != cut]
    place = divmod(cell, rules.grid.columns)

    def problems():
        known = Knowledge.of(rules, kept, clues)
        return {way: known.problem(cell, way) for way in ways}

    def distance(other):
        row, column = divmod(other, rules.grid.columns)
        return abs(row - place[0]) + abs(column - place[1])

    for one in sorted(decided, key=distance, reverse=True):
        before = kept.pop(one)
        if not all(problems().values()):
            kept[one] = before
    for clue in rules.clue_cells:
        clues.remove(clue)
        if not all(problems().values()):
            clues.append(clue)
    return CutProof(cell, cut, sorted(kept), sorted(clues), problems())


# In words

SAID = {FORWARD: "cut like /", BACK: "cut like \\", UNCUT: "left whole"}
WORDS = {
    DANGLING: "a cut would end alone",
    CROWDED: "a part would have too many clues",
    CLOSED: "a part without all letters would be closed off",
    BRIDGE: "both sides of a cut would lie in one part",
}


def reasons_of(problems, names):
    """The faults of each way to cut a cell, in sentences.

    Args:
        problems: The problem of each way.
        names: The names of the letters, in their order.

    Example:
        >>> reasons_of({FORWARD: CROWDED, UNCUT: CROWDED}, "AB")
        ['if it were cut like / or left whole, a part would have too many clues']
        >>> reasons_of({FORWARD: 2, UNCUT: CROWDED}, "AB")[0]
        'if it were cut like /, a part would have B twice'
    """
    ways = {}
    for way, problem in problems.items():
        ways.setdefault(problem, []).append(SAID[way])
    sentences = []
    for problem, said in ways.items():
        wrong = WORDS.get(problem) or f"a part would have {names[problem - 1]} twice"
        sentences.append(f"if it were {' or '.join(said)}, {wrong}")
    return sentences
