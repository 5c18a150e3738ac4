"""Random cuttings of a board into parts of about the same size, and clues that tell them apart.

A part is cut in two along a path of diagonals that begins and ends on the border of the board, or
on cuts that are there, and visits no such point in between, and no other one twice. So the cuts and
the border of the board always hang together: no cut ends inside the board, no part has a hole, and
every cut has different parts on both sides. That goes on until there are as many parts as wanted.

Every part has each letter once, in different cells that are not cut. Another cutting that obeys the
rules about cuts is an *alternative*. It is *refuted* if it cuts a cell with a clue, or one of its
parts has a letter twice, or another number of clues than there are letters; since the whole board
has as many of each letter as there are parts, this is the same as that it is no solution.
"""

from typing import NamedTuple

from ilpuzzles.genres import module_beside

logic = module_beside(__file__, "logic.py")
ANY = logic.ANY
NO_CLUE = logic.NO_CLUE
BACK = logic.BACK
FORWARD = logic.FORWARD
UNCUT = logic.UNCUT

_PATHS = 40
"""So many paths are tried to cut a part in two; the best one is taken."""

_RESTARTS = 10
"""So often a cutting is begun before it is given up."""

_TURN = 0.65
"""How likely a path is to turn where it might."""

_WINDING = 0.015
"""What a further cut on a path is worth, next to the share by which parts have the wrong size."""

_CHOICES = 24
"""So many random changes are looked at; the one that refutes most alternatives is made."""

_STEPS = 100
"""So many changes are made, and some more for every alternative, before it is given up."""


class Cutting(NamedTuple):
    """A board: the value of every cell, and the cells of every part that are not cut."""

    cuts: tuple
    parts: tuple


class _Part(NamedTuple):
    """A part, and into how many it is still to be cut."""

    borders: set
    number: int


class _Halves(NamedTuple):
    """How good a path is, its cuts, and the parts on both sides."""

    score: float
    cuts: dict
    sides: tuple


def random_cutting(grid, parts, room, dice, *, tick=None):
    """A random cutting into so many parts with `room` uncut cells at least, or None.

    What `tick` raises, which is called now and then, ends the search.
    """
    for _ in range(_RESTARTS):
        if tick is not None:
            tick()
        cutting = _Cutter(grid, room, dice).cut(parts)
        if cutting is not None:
            return cutting
    return None


class _Cutter:
    def __init__(self, grid, room, dice):
        self.grid = grid
        self.room = room
        self.dice = dice
        self.cuts = [UNCUT] * grid.cells
        rows = grid.rows
        columns = grid.columns
        self.wide = columns + 1
        points = range((rows + 1) * (columns + 1))
        self.taken = [
            point // self.wide in {0, rows} or point % self.wide in {0, columns} for point in points
        ]

    def cut(self, parts):
        """A cutting into so many parts, or None."""
        waiting = [_Part(set(range(self.grid.border_count)), parts)]
        done = []
        while waiting:
            part = waiting.pop()
            if part.number == 1:
                done.append(part)
                continue
            found = [self._halves(part) for _ in range(_PATHS)]
            best = max((one for one in found if one), key=lambda one: one.score, default=None)
            if best is None:
                return None
            for cell, cut in best.cuts.items():
                self.cuts[cell] = cut
                for point in self._ends(cell, cut):
                    self.taken[point] = True
            waiting += best.sides
        cells = [tuple(self._whole(part.borders)) for part in done]
        if any(len(part) < self.room for part in cells):
            return None
        return Cutting(tuple(self.cuts), tuple(sorted(cells)))

    def _whole(self, borders):
        """The cells of a part that are not cut."""
        return sorted(
            cell
            for border in borders
            for cell, place in self.grid.beside[border]
            if place == 0 and self.cuts[cell] == UNCUT
        )

    def _ends(self, cell, cut):
        point = cell // self.grid.columns * self.wide + cell % self.grid.columns
        return (point, point + self.wide + 1) if cut == BACK else (point + 1, point + self.wide)

    def _halves(self, part):
        """A random path through a part, unless it is a bad one."""
        whole = self._whole(part.borders)
        if not whole:
            return None
        path = self._path(set(whole))
        if path is None:
            return None
        for cell, cut in path.items():
            self.cuts[cell] = cut
        first = next(iter(path))
        north = self.grid.borders[first][0]
        south = self.grid.borders[first][2]
        one, other = (self.grid.piece(border, self.cuts) for border in (north, south))
        sizes = len(self._whole(one)), len(self._whole(other))
        for cell in path:
            self.cuts[cell] = UNCUT
        share = sizes[0] / max(sum(sizes), 1)
        number = min(max(round(part.number * share), 1), part.number - 1)
        numbers = number, part.number - number
        if any(size < wanted * self.room for size, wanted in zip(sizes, numbers, strict=True)):
            return None
        score = min(len(path), 12) * _WINDING - abs(share * part.number - number) / number
        return _Halves(score, path, (_Part(one, numbers[0]), _Part(other, numbers[1])))

    def _path(self, whole):
        """A random path, as cells and their cuts; None if it is lost before it ends."""
        starts = sorted(
            point
            for cell in whole
            for cut in (FORWARD, BACK)
            for point in self._ends(cell, cut)
            if self.taken[point]
        )
        point = self.dice.choice(starts)
        before = (0, 0)
        path = {}
        seen = set()
        columns = self.grid.columns
        while True:
            steps = []
            straight = None
            row, column = divmod(point, self.wide)
            for down, right in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
                r = row + min(down, 0)
                c = column + min(right, 0)
                cell = r * columns + c
                if not (0 <= r < self.grid.rows and 0 <= c < columns):
                    continue
                step = (cell, BACK if down == right else FORWARD, down, right)
                after = (row + down) * self.wide + column + right
                if cell not in whole or cell in path or after in seen:
                    continue
                if (down, right) == before:
                    straight = step
                else:
                    steps.append(step)
            if straight and (not steps or self.dice.fraction() > _TURN):
                steps = [straight]
            if not steps:
                return None
            cell, cut, down, right = self.dice.choice(steps)
            path[cell], before = cut, (down, right)
            point = (row + down) * self.wide + column + right
            if self.taken[point]:
                return path
            seen.add(point)


class _Change(NamedTuple):
    """A clue goes into another cell, where another clue may be, which comes here then."""

    clue: int
    cell: int


class _Clue:
    def __init__(self, part, letter, cell):
        self.part = part
        self.letter = letter
        self.cell = cell
        self.hidden = False


class Clues:
    """Clues in the parts of a cutting, so many of which are hidden.

    Example:
        >>> from ilpuzzles.dice import Dice
        >>> grid, dice = logic.SlashGrid(2, 2), Dice(1)
        >>> clues = Clues(grid, Cutting((".", "/", "/", "."), ((0,), (3,))), 1, 0, dice)
        >>> clues.board(), clues.refute()
        (((1, 0), (0, 1)), True)
    """

    def __init__(self, grid, cutting, letters, hidden, dice):
        self._grid = grid
        self._cutting = cutting
        self._letters = letters
        self._dice = dice
        self._clues = [
            _Clue(part, letter, cell)
            for part, cells in enumerate(cutting.parts)
            for letter, cell in enumerate(dice.sample(cells, letters), 1)
        ]
        for clue in dice.sample(self._clues, hidden):
            clue.hidden = True
        self._alternatives = []

    def board(self):
        """What stands in the cells, row by row; see `Rules` of the logic."""
        cells = [NO_CLUE] * self._grid.cells
        for clue in self._clues:
            cells[clue.cell] = ANY if clue.hidden else clue.letter
        wide = self._grid.columns
        return tuple(tuple(cells[start : start + wide]) for start in range(0, len(cells), wide))

    def add(self, cuts):
        """Notes another alternative, by how every cell is cut."""
        pieces = self._grid.pieces(cuts)
        self._alternatives.append(
            [
                pieces[borders[0]] if cut == UNCUT else -1
                for borders, cut in zip(self._grid.borders, cuts, strict=True)
            ]
        )

    def refute(self):
        """Changes clues until all alternatives are refuted; whether that is achieved."""
        standing = self._standing()
        for _ in range(_STEPS + 4 * len(self._alternatives)):
            if not standing:
                return True
            changes = list(self._against(self._dice.choice(standing)))
            if not changes:
                # It only cuts some of the same cells along their other diagonals.
                return False
            if len(changes) > _CHOICES:
                changes = self._dice.sample(changes, _CHOICES)
            # Of equally good changes the first one is made.
            outcomes = [self._after(change) for change in changes]
            best = min(range(len(changes)), key=lambda number: len(outcomes[number]))
            self._make(changes[best])
            standing = outcomes[best]
        return False

    def _against(self, alternative):
        """The changes that refute an alternative that stands so far."""
        for number, clue in enumerate(self._clues):
            for cell in self._cutting.parts[clue.part]:
                if alternative[cell] != alternative[clue.cell]:
                    yield _Change(number, cell)

    def _after(self, change):
        """The alternatives that stand after a change, which is not made."""
        before = self._clues[change.clue].cell
        self._make(change)
        standing = self._standing()
        self._make(_Change(change.clue, before))
        return standing

    def _standing(self):
        """The alternatives that are not refuted."""
        return [one for one in self._alternatives if not self._is_refuted(one)]

    def _make(self, change):
        changed = self._clues[change.clue]
        for clue in self._clues:
            if clue.cell == change.cell:
                clue.cell = changed.cell
        changed.cell = change.cell

    def _is_refuted(self, alternative):
        seen = set()
        number = {}
        for clue in self._clues:
            piece = alternative[clue.cell]
            if piece < 0:
                return True
            if not clue.hidden:
                if (piece, clue.letter) in seen:
                    return True
                seen.add((piece, clue.letter))
            number[piece] = number.get(piece, 0) + 1
        return any(count != self._letters for count in number.values())
