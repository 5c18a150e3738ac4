"""What is to be seen on a board of each genre, and where: said once more, from plain data alone.

The boards are rarely square, so that rows and columns cannot be mixed up, and their solutions are
random words that obey no rules: a picture shows what it is given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, TypeAlias

from ilpuzzles.genres import Board, Sketch
from ilpuzzles.genres.layers import INK, PEN, SHADE, TINT
from support.seen import Mark

Plain: TypeAlias = dict[str, Any]
Cell: TypeAlias = tuple[int, int]

SYMBOLS = {"white": "○", "black disc": "●", "star": "*", "bulb": "o", "tree": "T", "tent": "^",
           "dot": "·", "cross": "x", "ship": "■", "mine": "*", "moon": "C",
           "plus": "+", "minus": "-"}  # fmt: skip

STEPS = {"n": (0, 1), "s": (2, 1), "w": (1, 0), "e": (1, 2)}
"""Where the sides of a cell are, in half cells."""


def words_of(drawing: list[str]) -> list[list[str]]:
    """The words in the rows of a drawing."""
    return [row.split() if " " in row else list(row) for row in drawing]


def lines_of(beside: Any) -> list[str]:
    """What stands beside each line, in a list or in a text."""
    return beside.split() if isinstance(beside, str) else list(beside)


@dataclass
class Look:
    """What is drawn on a board, layer by layer, as a person would say it."""

    fields: Plain
    size: tuple[int, int] = (0, 0)
    clues: dict[Cell, str] = field(default_factory=dict)
    region_of: dict[Cell, str] = field(default_factory=dict)
    shades: dict[Cell, str] = field(default_factory=dict)
    texts: dict[Cell, str] = field(default_factory=dict)
    small: dict[Cell, str] = field(default_factory=dict)
    symbols: dict[Cell, str] = field(default_factory=dict)
    slashes: dict[Cell, str] = field(default_factory=dict)
    between: dict[tuple[int, int], str] = field(default_factory=dict)
    crosses: set[tuple[int, int]] = field(default_factory=set)
    dots: dict[tuple[int, int], str] = field(default_factory=dict)
    beside: dict[tuple[str, int], list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        fields = self.fields
        drawn = next((fields[name] for name in ("board", "regions") if name in fields), None)
        if drawn is not None:
            rows = words_of(drawn)
            self.size = len(rows), len(rows[0])
        elif "corners" in fields:
            rows = words_of(fields["corners"])
            self.size = len(rows) - 1, len(rows[0]) - 1
        else:
            self.size = len(lines_of(fields["left"])), len(lines_of(fields["above"]))
        self.clues = {
            **self._drawing("board"),
            **{(r, c): word for r, c, word in fields.get("given", ())},
        }
        self.texts = dict(self.clues)
        self.region_of = self._drawing("regions")
        if self.region_of:
            self.borders(self.region_of, "wall")
            self.shades = {at: "shaded" for at, name in self.region_of.items() if name in "#@"}
        for (r, c), word in self._drawing("walls").items():
            for way in word:
                self.between[2 * r + STEPS[way][0], 2 * c + STEPS[way][1]] = "wall"
        self.dots = {(2 * r, 2 * c): word for (r, c), word in self._drawing("corners").items()}
        for side in ("above", "below", "left", "right"):
            for n, line in enumerate(lines_of(fields.get(side, ()))):
                # Words are listed from the left and from the top.
                words = [word for word in line.split() if word != "-"]
                outwards = words[::-1] if side in {"above", "left"} else words
                self.beside |= {(side, n): outwards} if words else {}

    def _drawing(self, name: str) -> dict[Cell, str]:
        """What stands in the cells of a drawing."""
        rows = enumerate(words_of(self.fields.get(name, [])))
        return {(r, c): word for r, row in rows for c, word in enumerate(row) if word != "-"}

    @property
    def cells(self) -> list[Cell]:
        """All cells."""
        return [(r, c) for r in range(self.size[0]) for c in range(self.size[1])]

    def words(self, solution: Plain) -> dict[Cell, str]:
        """The words of a solution by cell."""
        rows = words_of(solution["rows"])
        return {(r, c): rows[r][c] for r, c in self.cells}

    def borders(self, names: Mapping[Cell, str], look: str) -> None:
        """Walls around the board, and between cells with other names; an open name has none."""
        for r, c in self.cells:
            for down, right in ((0, 1), (1, 0), (2, 1), (1, 2)):
                beyond = (r + down - 1, c + right - 1)
                pair = {names.get((r, c)), names.get(beyond)}
                if beyond not in self.cells or (len(pair) > 1 and "?" not in pair):
                    self.between[2 * r + down, 2 * c + right] = look

    def shading(self, words: Mapping[Cell, str]) -> None:
        """Shaded cells, and while some are open, what is known to be empty."""
        for cell, word in words.items():
            if word == "x":
                self.shades[cell] = "shaded"
            elif word == "-" and "?" in words.values():
                self.symbols[cell] = "+white" if cell in self.clues else "+dot"

    def put(self, words: Mapping[Cell, str], symbols: Mapping[str, str]) -> None:
        """Symbols of a solution; while some cells are open, dots where nothing is."""
        known = dict(symbols) | ({"-": "dot"} if "?" in words.values() else {})
        for cell, word in words.items():
            if word in known and cell not in self.texts and cell not in self.symbols:
                self.symbols[cell] = f"+{known[word]}"

    def write(self, words: Mapping[Cell, str], silent: str = "-?") -> None:
        """Words of a solution that are not given."""
        for cell, word in words.items():
            if word not in silent and word != self.clues.get(cell):
                self.texts[cell] = f"+{word}"

    def lines(self, words: Mapping[Cell, str], none: list[Any]) -> None:
        """Lines through the sides of cells, and crosses where none is for sure."""
        for (r, c), word in words.items():
            if word == "x":
                self.shades[r, c] = "shaded"
            elif set(word) <= set("nsew?"):
                for way in word.strip("?"):
                    place = 2 * r + STEPS[way][0], 2 * c + STEPS[way][1]
                    has_wall = self.between.get(place, "").startswith("wall")
                    # A line may cross a wall, such as the border of a region.
                    self.between[place] = "wall, line" if has_wall else "line"
        self.crosses |= {(a + u + 1, b + v + 1) for (a, b), (u, v) in none}

    # What it looks like

    def marks(self) -> Counter[Mark]:
        """All marks of a picture."""
        found: Counter[Mark] = Counter()
        for r, c in self.cells:
            found.update((2 * r + 1, 2 * c + 1, what) for what in self._in_cell((r, c)))
        for (y, x), both in self.between.items():
            for what in both.split(", "):
                name = "+line" if what in {"line", "double"} else what
                found[y, x, name] += 1 + (what == "double")
        for y, x in self.crosses:
            found[y, x, "no line"] += 1
        for (y, x), what in self.dots.items():
            found[y, x, "ring" if what else "point"] += 1
            found[y, x, what] += bool(what)
        return +found

    def _in_cell(self, cell: Cell) -> list[str]:
        """All marks of a cell."""
        found = ["cell"]
        layers = (self.shades, self.symbols, self.slashes)
        found += [layer[cell] for layer in layers if cell in layer]
        text, symbol = self.texts.get(cell, ""), self.symbols.get(cell, "")
        # The ink of what is given is not that of a pen, but on dark cells all is white.
        text = text.removeprefix("+") if self.shades.get(cell) in {"shaded", "black"} else text
        if text[1:] and text[-1] in "nesw" and text[:-1].isdecimal():
            # An arrow is drawn behind its number.
            found += [text[:-1], f"arrow {text[-1]}"]
        elif cell in self.texts:
            found.append(text)
        found += [f"small {self.small[cell]}"] if cell in self.small else []
        more = {"bulb": "rays", "tree": "trunk"}.get(symbol.removeprefix("+"))
        return [*found, more] if more else found

    def letters(self, cell: Cell) -> str:
        """What stands in a cell of a text."""
        text, symbol = self.texts.get(cell, ""), self.symbols.get(cell, "")
        shade = self.shades.get(cell)
        r, c = cell
        if (2 * r + 1, 2 * c + 1) in self.dots:
            circle = self.dots[2 * r + 1, 2 * c + 1].strip() or "○"
            return f"#{circle}#" if shade else circle
        if (2 * r + 1, 2 * c + 1) in self.crosses:
            return "x"
        if cell in self.slashes:
            return self.slashes[cell].strip("+")
        # A circle around a text goes without saying, unless it says that the cell is known.
        if symbol and not (symbol == "white" and text):
            return SYMBOLS[symbol.strip("+")]
        if shade == "shaded" or (shade == "black" and not text):
            return "###" if self.between or self.dots else "#"
        return text.removeprefix("+") or self.small.get(cell, "")


# Random sketches


def random_sketch(dice: Random) -> tuple[Look, Sketch]:
    """A sketch with anything in any place, and what is to be seen of it."""
    rows, columns = dice.randint(2, 4), dice.randint(2, 5)
    cells = [(r, c) for r in range(rows) for c in range(columns)]

    def some(share: float = 0.2) -> list[Cell]:
        return [cell for cell in cells if dice.random() < share]

    words = dict.fromkeys(cells, "-") | {
        cell: dice.choice(["1", "12", "7", "256"]) for cell in some()
    }
    fields: Plain = {"board": [" ".join(words[r, c] for c in range(columns)) for r in range(rows)]}
    has_lines = dice.random() < 0.7
    if has_lines and dice.random() < 0.5:
        fields["walls"] = [
            " ".join("-" + "e" * (c + 1 < columns) for c in range(columns)).replace("-e", "e")
            for r in range(rows)
        ]
    for side in dice.sample(["above", "below", "left", "right"], dice.choice([0, 1, 2, 4])):
        lines = columns if side in {"above", "below"} else rows
        fields[side] = [dice.choice(["-", "1", "12", "3 14", "2 1 1"]) for _ in range(lines)]
    look, sketch = Look(fields), Sketch.of(Board.read(fields))
    for name, colour in (("shaded", SHADE), ("black", INK), ("tint", TINT)):
        chosen = some(0.1)
        sketch.shade(chosen, colour)
        look.shades |= dict.fromkeys(chosen, name)
    texts = {cell: dice.choice("ABC") for cell in some(0.1)}
    sketch.write(texts, PEN)
    look.texts |= {cell: f"+{text}" for cell, text in texts.items()}
    small = dict.fromkeys(some(0.1), "5")
    sketch.write_small(small)
    look.small = small
    look.texts = {cell: text for cell, text in look.texts.items() if cell not in small}
    for name, said in (*((name, name) for name in SYMBOLS if name != "black disc"),
                       ("black", "black disc")):  # fmt: skip
        chosen, is_given = some(0.04), dice.random() < 0.5
        sketch.symbol(name, chosen, INK if is_given else PEN)
        # Trees look the same whoever has planted them.
        pen = "" if is_given or name == "tree" else "+"
        look.symbols |= dict.fromkeys(chosen, pen + said)
    if has_lines:
        _draw_random_lines(dice, look, sketch)
    else:
        slashes = {cell: dice.choice("/\\") for cell in some(0.1)}
        sketch.slash(slashes)
        look.slashes = {cell: f"+{way}" for cell, way in slashes.items()}
    return look, sketch


def _draw_random_lines(dice: Random, look: Look, sketch: Sketch) -> None:
    rows, columns = look.size
    for r, c in look.cells:
        for other, place in (
            ((r + 1, c), (2 * r + 2, 2 * c + 1)),
            ((r, c + 1), (2 * r + 1, 2 * c + 2)),
        ):
            if other not in look.cells or place in look.between:
                continue
            side = ((place[0] // 2, place[1] // 2), ((place[0] + 1) // 2, (place[1] + 1) // 2))
            kind = dice.choice(["line", "double", "wall", "+wall", "cross", "", "", ""])
            if kind in {"line", "double"}:
                sketch.path([((r, c), other)], 1 + (kind == "double"))
                look.between[place] = kind
            elif kind in {"wall", "+wall"}:
                sketch.wall([side], PEN if kind == "+wall" else INK)
                look.between[place] = kind
            elif kind == "cross":
                sketch.cross_out([side])
                look.crosses.add(place)
    for r in range(rows + 1):
        for c in range(columns + 1):
            text = dice.choice(["", "3", " ", None, None, None])
            if text is not None:
                sketch.write_at_corners({(r, c): text})
                look.dots[2 * r, 2 * c] = text


# What the pictures of genres have in common


def usual(look: Look, solution: Plain, symbols: Mapping[str, str] | None = None) -> None:
    """Words, shades and diagonals as most genres have them."""
    words = look.words(solution)
    known = symbols or {}
    look.put(words, known)
    others = {cell: word for cell, word in words.items() if word not in known}
    look.slashes |= {cell: f"+{word}" for cell, word in others.items() if word in "/\\"}
    look.shading(others)
    look.write({cell: word for cell, word in others.items() if word not in "x/\\"})


def with_symbols(look: Look, symbols: Mapping[str, str]) -> None:
    """Symbols in place of given words."""
    for cell, word in look.clues.items():
        if word in symbols:
            look.symbols[cell] = symbols[word]
            del look.texts[cell]


def with_regions(look: Look, words: Mapping[Cell, str]) -> None:
    """Borders that a solution draws; while some cells are open, lines between those of a region."""
    look.borders(words, "+wall")
    if "?" not in words.values():
        return
    for r, c in look.cells:
        for other, place in (
            ((r + 1, c), (2 * r + 2, 2 * c + 1)),
            ((r, c + 1), (2 * r + 1, 2 * c + 2)),
        ):
            if words[r, c] == words.get(other) != "?":
                look.between[place] = "line"


# Genres


def akari(look: Look, solution: Plain | None) -> None:
    look.shades = dict.fromkeys(look.clues, "black")
    if solution:
        look.put(look.words(solution), {"o": "bulb"})
    look.texts = {cell: word for cell, word in look.texts.items() if word != "x"}


def battleships(look: Look, solution: Plain | None) -> None:
    if solution:
        look.texts = {cell: word for cell, word in look.texts.items() if word == "x"}
        look.put(look.words(solution), dict.fromkeys("onesmw*", "ship"))


def magnets(look: Look, solution: Plain | None) -> None:
    with_symbols(look, {"p": "plus", "n": "minus", "x": "cross"})
    if solution:
        look.put(look.words(solution), {"p": "plus", "n": "minus"})


def fillomino(look: Look, solution: Plain | None) -> None:
    if solution:
        look.borders(look.words(solution), "+wall")
        look.write(look.words(solution))


def galaxies(look: Look, solution: Plain | None) -> None:
    look.texts, black = {}, set()
    words = look.words(solution) if solution else {}
    with_regions(look, words)
    for (r, c), word in look.clues.items():
        down, right = divmod(int(word[0]), 2)
        look.dots[2 * r + 1 + down, 2 * c + 1 + right] = " "
        black |= {words.get((r, c))} if word[1:] else set()
    look.shades = {cell: "shaded" for cell, word in words.items() if word in black - {"?"}}


def hashi(look: Look, solution: Plain | None) -> None:
    look.dots = {(2 * r + 1, 2 * c + 1): word for (r, c), word in look.texts.items()}
    look.texts = {}
    for (r, c), word in look.words(solution).items() if solution else ():
        number = "-12".find(word[0]) if word[0] in "-12" else "-ab".find(word[0])
        if number > 0:
            across = word[0] in "12"
            for back in (0, 2):
                place = (2 * r + 1, 2 * c + back) if across else (2 * r + back, 2 * c + 1)
                look.between[place] = "double" if number == 2 else "line"
    for (a, b), (u, v) in (solution or {}).get("none", ()):
        look.crosses.add((a + u + 1, b + v + 1))


def kakuro(look: Look, solution: Plain | None) -> None:
    white = {cell for cell, word in look.clues.items() if word == "0"}
    look.shades = dict.fromkeys(set(look.cells) - white, "black")
    look.texts = {
        cell: "\\".join("" if total == "0" else total for total in word.split(","))
        for cell, word in look.clues.items()
        if cell not in white
    }
    if solution:
        look.write({cell: word for cell, word in look.words(solution).items() if cell in white})


def with_sums(look: Look, solution: Plain | None) -> None:
    look.small, look.texts = look.texts, {}
    if solution:
        look.write(look.words(solution))
        # A digit may be the same as the sum of its cage.
        look.texts = {
            cell: f"+{word}" for cell, word in look.words(solution).items() if word != "?"
        }


def killer_sudoku(look: Look, solution: Plain | None) -> None:
    with_sums(look, solution)
    # Boxes of 2 rows and 3 columns on a board of 6x6, tinted as on a chessboard.
    look.shades = dict.fromkeys(((r, c) for r, c in look.cells if (r // 2 + c // 3) % 2), "tint")


def lits(look: Look, solution: Plain | None) -> None:
    if solution:
        words = look.words(solution)
        look.shades = {cell: "tint" for cell, word in words.items() if word not in "-?"}
        usual(look, solution)


def nonogram(look: Look, solution: Plain | None) -> None:
    look.borders({(r, c): f"{r // 5} {c // 5}" for r, c in look.cells}, "wall")
    if solution:
        usual(look, solution)


def numberlink(look: Look, solution: Plain | None) -> None:
    look.symbols = dict.fromkeys(look.clues, "white")
    if solution:
        look.lines(look.words(solution), solution.get("none", []))


def masyu(look: Look, solution: Plain | None) -> None:
    with_symbols(look, {"w": "white", "1": "white", "b": "black disc", "2": "black disc"})
    if solution:
        look.lines(look.words(solution), solution.get("none", []))


def loop_alone(look: Look, solution: Plain | None) -> None:
    if solution:
        look.lines(look.words(solution), solution.get("none", []))


def simple_loop(look: Look, solution: Plain | None) -> None:
    if solution:
        look.lines(look.words(solution), solution.get("none", []))
    black = [cell for cell, word in look.clues.items() if word == "x"]
    look.shades |= dict.fromkeys(black, "black")
    look.texts = {cell: word for cell, word in look.texts.items() if word != "x"}


def moon_or_sun(look: Look, solution: Plain | None) -> None:
    with_symbols(look, {"s": "bulb", "o": "bulb", "m": "moon", "x": "moon"})
    loop_alone(look, solution)


def yajilin(look: Look, solution: Plain | None) -> None:
    if solution:
        words = {
            cell: word for cell, word in look.words(solution).items() if cell not in look.clues
        }
        look.lines(words, solution.get("none", []))


def shikaku(look: Look, solution: Plain | None) -> None:
    with_regions(look, look.words(solution) if solution else {})


def slitherlink(look: Look, solution: Plain | None) -> None:
    rows, columns = look.size
    look.dots = {(2 * r, 2 * c): "" for r in range(rows + 1) for c in range(columns + 1)}
    for name in ("line", "none") if solution else ():
        for (a, b), (u, v) in (solution or {}).get(name, ()):
            if name == "line":
                look.between[a + u, b + v] = "+wall"
            else:
                look.crosses.add((a + u, b + v))


def tapa(look: Look, solution: Plain | None) -> None:
    if solution:
        words = look.words(solution)
        look.shading({cell: word for cell, word in words.items() if cell not in look.clues})


def symbolic(symbols: Mapping[str, str]) -> Callable[[Look, Plain | None], None]:
    def draw(look: Look, solution: Plain | None) -> None:
        with_symbols(look, symbols)
        if solution:
            usual(look, solution, symbols)

    return draw


without_symbols = symbolic({})


# Boards


@dataclass(frozen=True)
class Drawn:
    """A genre: a board, the words that its solutions have, and what is seen of them."""

    fields: Plain
    words: str | list[str]
    draw: Callable[[Look, Plain | None], None] = without_symbols
    keeps: str = ""
    """Clues that a solution repeats: all of them, or those with these words."""

    def look(self, solution: Plain | None = None) -> Look:
        """What is seen of a solution, or of the board alone."""
        look = Look(self.fields)
        self.draw(look, solution)
        return look

    def solution(self, dice: Random) -> Plain:
        """A random solution; about every other one is not finished."""
        look = Look(self.fields)
        is_open = dice.random() < 0.5
        words = [*self.words, *(["?"] * 2 if is_open else [])]
        if self.words == "lines":
            return _random_lines(look, dice, is_open=is_open, loop=self.draw is slitherlink)
        if self.words == "bridges":
            return _random_bridges(dice, is_open=is_open)
        chosen = {cell: dice.choice(words) for cell in look.cells}
        if self.draw is kakuro:
            chosen |= {cell: "-" for cell in look.cells if look.clues.get(cell) != "0"}
        for cell, word in look.clues.items():
            if self.keeps == "all" or word in self.keeps.split():
                chosen[cell] = word
        rows, columns = look.size
        return {"rows": [" ".join(chosen[r, c] for c in range(columns)) for r in range(rows)]}


def _random_lines(look: Look, dice: Random, *, is_open: bool, loop: bool) -> Plain:
    """Lines between some neighbours; on a loop, along some sides of cells."""
    rows, columns = (n + loop for n in look.size)
    steps = [
        ((r, c), (r + d, c + 1 - d)) for r in range(rows) for c in range(columns) for d in (0, 1)
    ]
    pairs = [pair for pair in steps if pair[1][0] < rows and pair[1][1] < columns]
    if not loop:
        # Where a clue has an arrow, no line goes through its cell.
        walled = {at for at, word in look.clues.items() if word[-1] in "nesw"}
        pairs = [pair for pair in pairs if walled.isdisjoint(pair)]
    there = {pair: dice.choice([0, 1, None] if is_open else [0, 1]) for pair in pairs}
    line = [pair for pair, on in there.items() if on]
    none = [pair for pair, on in there.items() if on == 0]
    more: Plain = {"none": none} if is_open else {}
    if loop:
        inside = [" ".join(dice.choice("-x") for _ in range(columns - 1)) for _ in range(rows - 1)]
        return {"rows": inside, "line": line, **more}
    words = [["" for _ in range(columns)] for _ in range(rows)]
    for (r, c), (u, v) in sorted(line):
        words[r][c] += "s" if u > r else "e"
        words[u][v] += "n" if u > r else "w"
    free = [at for at in look.cells if not words[at[0]][at[1]] and at not in look.clues]
    shaded = {at for at in free if dice.random() < 0.3}
    rows_of_words = [
        " ".join(word or ("x" if (r, c) in shaded else "-") for c, word in enumerate(row))
        for r, row in enumerate(words)
    ]
    return {"rows": rows_of_words, **more}


HASHI = {((0, 0), (0, 3)): "12", ((0, 0), (2, 0)): "ab", ((0, 3), (2, 3)): "ab",
         ((2, 0), (2, 3)): "12", ((2, 3), (2, 5)): "12"}  # fmt: skip
"""The pairs of islands of the board below, with the words for one bridge and for two."""


def _random_bridges(dice: Random, *, is_open: bool) -> Plain:
    words = [["-"] * 6 for _ in range(3)]
    none = []
    for ((r, c), (u, v)), letters in HASHI.items():
        number = dice.choice([0, 1, 2, None] if is_open else [0, 1, 2])
        word = "?" if number is None else f"-{letters}"[number]
        none += [((r, c), (u, v))] if number == 0 else []
        for y in range(r, u + 1):
            for x in range(c, v + 1):
                if (y, x) not in {(r, c), (u, v)}:
                    words[y][x] = word
    rows = [" ".join(row) for row in words]
    return {"rows": rows, "none": none} if is_open else {"rows": rows}


GENRES = {
    "akari": Drawn({"board": ["1-x--", "---0-", "x----"]}, "-o", akari),
    "battleships": Drawn(
        {"ships": [1, 1], "above": ["-", "1", "-", "-"], "left": ["1", "-"],
         "board": ["o---", "---x"]},
        "-onesmw*", battleships),
    "binairo": Drawn({"board": ["1---", "--2-"]}, "12", keeps="all"),
    "dominosa": Drawn({"board": ["0011", "2012", "0212"]}, "123456", shikaku),
    "country-road": Drawn({"regions": ["AABBB", "ACCCB", "ACCCD"],
                           "board": ["--1--", "?----", "-2---"]}, "lines", loop_alone),
    "fillomino": Drawn({"board": ["4--1-", "--2--", "3----"]}, "1234", fillomino),
    "galaxies": Drawn({"board": ["0 1b - 2 0b", "3 - 2b - 0", "- - - 1 -"]}, "12345678", galaxies),
    "gokigen": Drawn({"corners": ["-1--0", "2--3-", "----1"]}, "/\\"),
    "hashi": Drawn({"board": ["2--3--", "------", "2--4-1"]}, "bridges", hashi),
    "heyawake": Drawn({"regions": ["AABBB", "ACCCB", "ACCCD"],
                       "board": ["--1--", "0----", "-2---"]}, "-x"),
    "hitori": Drawn({"board": ["1 2 12 2", "3 3 1 -", "2 1 1 3"]}, "-x"),
    "kakuro": Drawn({"board": ["- 3,0 4,0 - -", "0,4 0 0 - -", "0,14 0 0 0 0"]}, "123", kakuro),
    "kenken": Drawn({"regions": ["AAB", "CBB", "CCC"], "board": ["3+ - 6x", "- - -", "7 - -"]},
                    "123", with_sums),
    "killer-sudoku": Drawn(
        {"regions": ["AABBCC", "AABBCC", "DDEEFF", "DDEEFF", "GGHHII", "GGHHII"],
         "board": ["15 - - - 12 -", *["- - - - - -"] * 3, "- - 13 - - -", "- - - - - -"]},
        "123456", killer_sudoku),
    "kurodoko": Drawn({"board": ["4 - - - ?", "- - 2 - -", "- - - 6 -"]}, "-x"),
    "lits": Drawn({"regions": ["AAABB", "AACBB", "CCCCB"]}, "-LITSx", lits),
    "magnets": Drawn(
        {"regions": ["AAB#", "CCBD", "EEFD", "GGFH", "II#H"],
         "board": ["p---", "---x", "--n-", "----", "----"], "above": ["-", "1", "-", "2"],
         "below": ["1", "-", "-", "-"], "left": ["-", "2", "-", "-", "1"],
         "right": ["1", "-", "-", "-", "0"]},
        "-pn", magnets),
    "masyu": Drawn({"board": ["w-b--", "-1---", "--b2-"]}, "lines", masyu),
    "minesweeper": Drawn({"board": ["1--?", "--3-", "0---"]}, "-x", symbolic({"x": "mine"})),
    "moon-or-sun": Drawn({"regions": ["AABBB", "ACCCB", "ACCDD"],
                          "board": ["s-m--", "x-?--", "-o-s-"]}, "lines", moon_or_sun),
    "mosaic": Drawn({"board": ["1---4", "--9--", "-0--3"]}, "-x"),
    "nonogram": Drawn({"above": ["1", "-", "1 1", "2", "1", "3", "-"], "left": ["3", "1 1", "4"]},
                      "-x", nonogram),
    "norinori": Drawn({"regions": ["AABBB", "ACCCB", "#CDDD"]}, "-x"),
    "numberlink": Drawn({"board": ["1--2-", "-12--", "3---3"]}, "lines", numberlink),
    "nurikabe": Drawn({"board": ["1---?", "--2--", "5----"]}, "-x"),
    "ripple-effect": Drawn({"regions": ["AABB", "ACCB", "DDCC"], "board": ["3---", "--2-", "----"]},
                           "123", keeps="all"),
    "shikaku": Drawn({"board": ["6---", "-4--", "---2"]}, "123", shikaku),
    "simple-loop": Drawn({"board": ["--x--", "-?---", "x--x-"]}, "lines", simple_loop),
    "skyscrapers": Drawn(
        {"board": ["--3", "1--", "---"], "above": ["1", "-", "2"], "below": ["-", "2", "-"],
         "left": ["-", "3", "-"], "right": ["-", "-", "2"]},
        "1230", symbolic({"0": "cross"}), keeps="all"),
    "slitherlink": Drawn({"board": ["3--1", "-0--", "--2-"]}, "lines", slitherlink),
    "star-battle": Drawn({"stars": 1, "regions": ["AABB", "AC#B", "CCDB", "CDDD"]}, "-x",
                         symbolic({"*": "star", "x": "star"})),
    "sudoku": Drawn({"board": ["1---", "---2", "-3--", "----"], "regions": ["AABB", "AABB", "CCDD",
                    "CCDD"]}, "1234", keeps="all"),
    "tapa": Drawn({"board": ["- 2 - - -", "- - - 11 -", "3 - - - ?"]}, "-x", tapa),
    "tents": Drawn(
        {"board": ["x----", "--x--", "----x"], "above": ["-", "1", "-", "-", "1"],
         "left": ["1", "-", "-"]},
        "-o", symbolic({"x": "tree", "o": "tent"}), keeps="x"),
    "yajilin": Drawn({"board": ["- 1e - - -", "- - - 1s -", "0n - - - -"]}, "lines", yajilin),
    "yin-yang": Drawn({"board": ["w--b-", "-b---", "--w-w"]}, "wb",
                      symbolic({"w": "white", "b": "black disc"}), keeps="all"),
}  # fmt: skip
"""A board of every genre that draws with the vocabulary."""
