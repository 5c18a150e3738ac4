"""Makes boards with exactly one solution: a random cutting, and clues that refute all others.

Clues are put into the parts of the cutting at random. A search by simple logic looks for another
solution, first for those that are like the cutting. Each one that it finds is an alternative, clues
are moved until all of these are refuted, and the search begins again, until there is no other
solution. If clues cannot be moved so, or the search gets lost, there is another cutting.

Nothing here depends on a solver, nor on the time that anything takes, so that the same dice make
the same board everywhere.
"""

from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from ilpuzzles.errors import CheckError, InputError, counted
from ilpuzzles.experiments.loading import load
from ilpuzzles.generate.budget import Difficulty, Ending
from ilpuzzles.generate.generator_base import MadePosition, PositionSearch, Proposal, Request
from ilpuzzles.generate.generators import GeneratorKind
from ilpuzzles.genres import MOTIONS, module_beside
from ilpuzzles.reading.library import Library, puzzle_parameters
from ilpuzzles.reading.parameters import beyond_defaults, check_parameters

logic = module_beside(__file__, "logic.py")
cuttings = module_beside(__file__, "cutting.py")

_MOST_ROWS = 40
"""The most rows, and the most columns, that a board may have."""

_DENSEST = 0.6
"""Which share of the cells may have clues."""

_CELLS_PER_CLUE = 3.2
"""Of so many cells one has a clue, where nobody says how many parts there are."""

_MOST_ALTERNATIVES = 300
"""After so many questions another cutting is better."""

_MOST_TRIES = 500
"""How many cuttings are tried for a board before the search is given up."""

_REPORT = "please report this"


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRequest(Request):
    """The wishes for new boards.

    Attributes:
        parts: Into how many parts they are cut; None for a number that suits the size.
        hidden: How many clues show `?` instead of their letter.

    Example:
        >>> BoardRequest(rows=8, columns=8, letters=4).wanted_parts
        5
        >>> BoardRequest(rows=3, columns=3, letters=2, parts=4)
        Traceback (most recent call last):
        ilpuzzles.errors.InputError: 8 clues on 9 cells; ask for at most 5 clues: fewer parts ...
    """

    rows: int
    columns: int
    letters: int
    parts: int | None = None
    hidden: int = 0
    plural = "boards"

    def __post_init__(self):
        for name in ("rows", "columns"):
            size = getattr(self, name)
            if not 1 <= size <= _MOST_ROWS:
                raise InputError(f"{size} {name}", f"give 1 to {_MOST_ROWS}")
        for name in ("letters", "parts"):
            count = getattr(self, name)
            if count is not None and count < 1:
                raise InputError(f"{count} {name}", "give 1 or more")
        if self.columns == 1 and self.letters > 9:
            what = f"{self.letters} letters in a single column"
            raise InputError(what, "ask for more columns, where numbers have blanks between them")
        cells = self.rows * self.columns
        clues = self.letters * self.wanted_parts
        most = int(cells * _DENSEST)
        if clues > most:
            what = f"{counted(clues, 'clue')} on {counted(cells, 'cell')}"
            advice = (
                f"ask for at most {counted(most, 'clue')}: fewer parts or letters, or more cells"
            )
            raise InputError(what, advice if most else "ask for more cells")
        if not 0 <= self.hidden <= clues:
            what = f"{self.hidden} hidden clues, where the board has {clues}"
            raise InputError(what, f"give 0 to {clues}")
        Request.__post_init__(self)

    @property
    def wanted_parts(self):
        """Into how many parts a board is cut."""
        if self.parts is not None:
            return self.parts
        return max(round(self.rows * self.columns / (self.letters * _CELLS_PER_CLUE)), 1)

    @property
    def size(self):
        """The size of a board, in words."""
        return f"{counted(self.rows, 'row')} and {counted(self.columns, 'column')}"

    def describe(self, number):
        """What is asked for, in a few words, as if so many of them were."""
        what = "board" if number == 1 else "boards"
        inside = f"{counted(self.letters, 'letter')} in {counted(self.wanted_parts, 'part')}"
        hidden = f", {counted(self.hidden, 'hidden clue')}" if self.hidden else ""
        return f"{what} of {self.size} with {inside}{hidden} and one solution"

    @property
    def advice(self):
        """What to do where the time or the tries are used up."""
        return {
            Ending.TIME: "ask for a smaller board",
            Ending.TRIES: "ask for other parts or letters",
        }

    @property
    def options(self):
        """The options of the command that asks for it, without the number."""
        words = [f"--rows {self.rows} --columns {self.columns} --letters {self.letters}"]
        if self.parts is not None:
            words.append(f"--parts {self.parts}")
        if self.hidden:
            words.append(f"--hidden {self.hidden}")
        return " ".join([*words, f"--seed {self.seed}"])

    def plain(self):
        """What is asked for but number and seed, as plain data."""
        return {
            "rows": self.rows,
            "columns": self.columns,
            "letters": self.letters,
            "parts": self.wanted_parts,
            "hidden": self.hidden,
        }


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class MadeBoard(MadePosition):
    """A board with exactly one solution, and what simple logic does wrong until it is found."""

    request: BoardRequest

    @property
    def verdict(self):
        """What is known, in a line."""
        asked = self.request
        size = f"{asked.rows} x {asked.columns}"
        inside = f"{counted(asked.letters, 'letter')} in {counted(asked.wanted_parts, 'part')}"
        hard = (
            f"difficulty {self.difficulty.text_with_scale}, {self.difficulty.forced} forced first"
        )
        return f"{size}, {inside}, one solution, {hard}"

    def plain(self):
        """What is known, as plain data."""
        return {
            "rows": self.request.rows,
            "columns": self.request.columns,
            "letters": self.request.letters,
            "parts": self.request.wanted_parts,
            "unique": True,
            "solutions": 1,
            "difficulty": self.difficulty.to_json(),
        }


class BoardSearch(PositionSearch):
    """Makes boards that have exactly one solution.

    Their files say those parameters, such as whether bridges are allowed, whose values are not the
    usual ones.

    Example:
        >>> request = BoardRequest(rows=4, columns=4, letters=2, seed=3)
        >>> made = BoardSearch("surasshupakku", request).run()
        >>> made.verdict().split(" found")[0]
        '1 board of 4 rows and 4 columns with 2 letters in 2 parts and one solution'
    """

    def __init__(self, puzzle, request, parameters=None):
        self.puzzle = puzzle
        self.parameters = parameters or {}
        self.request = request
        self.most_tries = _MOST_TRIES * request.number

    def begin(self):
        """Reads the parameters of the puzzle."""
        self.library = self.library or Library.standard()
        self.puzzle = self.library.called(self.puzzle)
        declared = puzzle_parameters(self.puzzle, self.library)
        self.parameters = check_parameters(declared, self.parameters, self.puzzle)
        self._said = beyond_defaults(declared, self.parameters)
        self._bridges = self.parameters.get("bridges") == "allowed"

    def propose(self):
        """A random board with one solution; a cutting is a try."""
        request = self.request
        tick = self.budget.options
        grid = logic.SlashGrid(request.rows, request.columns)
        while True:
            self.budget.next_try()
            cutting = cuttings.random_cutting(
                grid, request.wanted_parts, request.letters, self.dice, tick=tick
            )
            rows = None if cutting is None else self._tell_apart(grid, cutting)
            if rows is not None:
                return Proposal(_key(rows), partial(self._check_board, rows, cutting))

    def _rules(self, rows):
        """A board, as the logic knows it."""
        return logic.Rules(rows, self.request.letters, bridges=self._bridges)

    def _tell_apart(self, grid, cutting):
        """The rows of a board whose one solution is a cutting; None if none is found."""
        clues = cuttings.Clues(grid, cutting, self.request.letters, self.request.hidden, self.dice)
        wanted = grid.lines(cutting.cuts)
        for _ in range(_MOST_ALTERNATIVES):
            rows = clues.board()
            rules = self._rules(rows)
            found = search(
                rules,
                most_wrong=most_wrong(rules),
                most_solutions=2,
                near=wanted,
                tick=self.budget.options,
            )
            alternatives = [solution for solution in found.solutions if solution != wanted]
            if not alternatives:
                return rows if found.difficulty.complete else None
            for alternative in alternatives:
                clues.add("".join(alternative))
            if not clues.refute():
                return None
        return None

    def _check_board(self, rows, cutting):
        """A board, written, read back and checked."""
        loaded = self._position(rows)
        solution = loaded.solution_of(_solution(rows, cutting))
        hard = board_difficulty(self._rules(rows), tick=self.budget.options)
        comments = [
            self.made_by(*(f"--{name} {value}" for name, value in self._said.items())),
            f"Difficulty {hard.text_with_scale}.",
            f"Cells that are forced first: {hard.forced}.",
        ]
        text, again = self.file_of(loaded, self._said, comments, self._fields(hard))
        broken = again.violations(solution)
        if broken:
            raise CheckError(f"a board was made of a wrong cutting: {broken[0]}", _REPORT)
        if hard.complete and hard.solutions != 1:
            what = f"a board with {hard.solutions} solutions was taken for one with one"
            raise CheckError(what, _REPORT)
        self.require_unique(again, solution, self.budget.options())
        return MadeBoard(request=self.request, solution=solution, difficulty=hard, text=text)

    def _position(self, rows):
        """The board as a position."""
        words = {logic.NO_CLUE: ".", logic.ANY: "?"}
        between = "" if self.request.letters < 10 else " "
        drawn = [between.join(words.get(clue) or str(clue) for clue in row) for row in rows]
        lines = [f"  {line}" for line in drawn]
        has_hidden = any(logic.ANY in row for row in rows)
        letters = [f"letters: {self.request.letters}"] if has_hidden else []
        text = "\n".join([*letters, "board: |", *lines])
        return load(self.puzzle, text=text, parameters=self.parameters, library=self.library)

    def _fields(self, hard):
        # The cutting that was wanted has no bridges, so it is the one solution without them, too.
        fields = {"title": self.request.size, "solutions": 1}
        if self._bridges:
            fields["solutions-with-bridges"] = 1
        if hard.complete:
            fields["difficulty"] = hard.wrong
        return fields


def _solution(rows, cutting):
    """The solution that a cutting is, as plain data."""
    columns = len(rows[0])
    cuts = "".join(cutting.cuts)
    parts = []
    for cells in cutting.parts:
        places = [divmod(cell, columns) for cell in sorted(cells)]
        parts.append([[row, column] for row, column in places if rows[row][column]])
    starts = range(0, len(cuts), columns)
    return {"rows": [cuts[start : start + columns] for start in starts], "parts": sorted(parts)}


def _key(rows):
    """The form that equivalent boards share, turned, mirrored, or with letters renamed."""
    return min(_renumber_letters(motion.moved(rows)) for motion in MOTIONS)


def _renumber_letters(rows):
    """The same clues, with letters numbered as they come."""
    number = {}
    return tuple(
        tuple(
            clue if clue <= logic.NO_CLUE else number.setdefault(clue, len(number) + 1)
            for clue in row
        )
        for row in rows
    )


# How hard a board is
#
# How hard a board is: a search by simple logic, and what it does wrong before it is through.
#
# Values that are plainly impossible (`logic.py`) are struck off. The search always looks at the
# cell with the fewest values left; of several, at the first in reading order. If it has none, the
# search goes back. Otherwise it decides for each of them in turn and goes on. Every value decided
# for is a node of the search tree. Of a board with one solution, the nodes on the way to that are
# right, one for every cell without a clue, and all others wrong; in which order values are tried
# does not matter, since all of them are.

_OFTEN = 64
"""After so many values somebody is told that the search goes on."""

MOST_WRONG = 20_000
"""After so many wrong values the search is given up."""

_WORK = 5_000_000
"""On large boards it is given up earlier: after so many wrong values, divided by the cells."""


class Found(NamedTuple):
    """The outcome of a search: solutions, row by row, and how hard that was.

    If it is complete, there are no others.
    """

    solutions: tuple
    difficulty: Difficulty


def search(rules, *, most_wrong, most_solutions=None, near=(), tick=None):
    """Looks for solutions by simple logic.

    Args:
        rules: The board, as the logic knows it.
        most_wrong: After how many wrong values to give up.
        most_solutions: How many solutions are enough, or None for all.
        near: A solution that is known, row by row; it is found first, and then those that are
            like it.
        tick: Called now and then; what it raises ends the search.

    Example:
        >>> found = search(logic.Rules([[1, 0], [0, 1]], 1, bridges=False), most_wrong=1000)
        >>> found.solutions, found.difficulty.complete
        ((('./', '/.'),), True)
    """
    start = logic.Knowledge.of(rules)
    start.strike_off()
    free = rules.grid.cells - len(rules.clue_cells)
    known_values = "".join(near)
    solutions = ()
    right = nodes = forced = 0
    chosen = False
    waiting = [(start, -1, "")] if start.is_possible() else []
    while waiting:
        known, cell, value = waiting.pop()
        while True:
            if cell >= 0:
                nodes += 1
                known.decide(cell, value)
                if tick is not None and not nodes % _OFTEN:
                    tick()
                on_the_way = free - known.undecided.bit_count()
                if nodes - max(right, on_the_way) > most_wrong:
                    return Found(solutions, Difficulty(most_wrong, False, len(solutions), forced))
            if not known.undecided:
                solutions += (rules.grid.lines(known.values()),)
                right += free
                if len(solutions) == most_solutions:
                    hard = Difficulty(max(nodes - right, 0), False, most_solutions, forced)
                    return Found(solutions, hard)
                break
            cell, values = known.next_choice()
            chosen = chosen or len(values) != 1
            forced += not chosen
            if not values:
                break
            value = values[0]
            if known_values and known_values[cell] in values:
                value = known_values[cell]
            others = [other for other in reversed(values) if other != value]
            waiting += [(known.copy(), cell, other) for other in others]
    return Found(solutions, Difficulty(max(nodes - right, 0), True, len(solutions), forced))


def board_difficulty(rules, most=MOST_WRONG, tick=None):
    """Searches for all solutions of a board, and counts what it does wrong; see `search`."""
    return search(rules, most_wrong=min(most, most_wrong(rules)), tick=tick).difficulty


def most_wrong(rules):
    """After how many wrong values a search of a board is given up."""
    return min(MOST_WRONG, _WORK // rules.grid.cells)


# What the command and the board to play on ask for

_SIDES = {"easy": (5, 3), "medium": (6, 3), "hard": (8, 4)}
"""The side of a square board, and how many letters it has."""


def make_boards(puzzle, options, library):
    """Returns what makes boards, for the options of `generate`."""
    for name in ("rows", "columns", "letters"):
        if options[name] is None:
            raise InputError(f"the number of {name} is missing", f"add --{name} N")
    names = ("rows", "columns", "letters", "parts", "number", "seed")
    request = BoardRequest(**{name: options[name] for name in names}, hidden=options["hidden"] or 0)
    return BoardSearch(puzzle, request, options["parameters"]).run


def choose_boards(position, ground, difficulty):
    """Chooses the options for a player's difficulty."""
    side, letters = _SIDES[difficulty]
    return {"rows": side, "columns": side, "letters": letters}


BOARDS = GeneratorKind(
    ("rows", "columns", "letters", "parts", "hidden"), make_boards, choose_boards
)
"""Boards that are cut along diagonals."""
