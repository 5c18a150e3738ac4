"""Puzzles in which lines are drawn: loops, paths and bridges."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise, product
from random import Random
from typing import Any, TypeAlias

from support.published.plain import (
    OPEN,
    Cell,
    Fields,
    Published,
    Words,
    beside,
    clues_of,
    drawing,
    grown,
    hang_together,
    named,
    pairs_beside,
    parts_of,
    rectangle,
    regions_of,
    rows_of,
    size_of,
    words_of,
)

Line: TypeAlias = frozenset[Cell]
"""A line between two cells, or two corners, side by side."""

STEPS = {"n": (-1, 0), "s": (1, 0), "e": (0, 1), "w": (0, -1)}


def words_of_lines(cells: Iterable[Cell], lines: Collection[Line]) -> Words:
    """In which directions lines leave each cell."""
    words = {}
    for r, c in cells:
        ways = [
            way
            for way, (down, right) in STEPS.items()
            if frozenset([(r, c), (r + down, c + right)]) in lines
        ]
        words[r, c] = "".join(ways) or OPEN
    return words


def lines_in(words: Words) -> set[Line] | None:
    """The lines that words tell of; None if one has no other end."""
    ends: dict[Line, int] = {}
    for (r, c), word in words.items():
        for way in word if set(word) <= set(STEPS) else "":
            down, right = STEPS[way]
            line = frozenset([(r, c), (r + down, c + right)])
            ends[line] = ends.get(line, 0) + 1
    return None if any(number < 2 for number in ends.values()) else set(ends)


def groups_of(lines: Iterable[Line]) -> list[set[Cell]]:
    """The cells, or corners, that lines join."""
    groups: list[set[Cell]] = []
    for line in lines:
        joined = [group for group in groups if group & line]
        groups = [group for group in groups if not group & line]
        groups.append(set(line).union(*joined))
    return groups


def is_one_loop(lines: Collection[Line]) -> bool:
    """Whether lines make a single loop, which meets itself nowhere."""
    groups = groups_of(lines)
    return len(groups) == 1 and all(
        sum(place in line for line in lines) == 2 for place in groups[0]
    )


@cache
def all_loops(rows: int, columns: int) -> list[frozenset[Line]]:
    """All loops from point to point of a grid."""
    places = rectangle(rows, columns)
    found = set()

    def walk(path: list[Cell]) -> None:
        for near in beside(path[-1], places):
            if near == path[0] and len(path) > 2:
                found.add(frozenset(map(frozenset, pairwise([*path, near]))))
            elif near > path[0] and near not in path:
                walk([*path, near])

    for place in places:
        walk([place])
    return sorted(found, key=lambda loop: sorted(map(sorted, loop)))


def loop_by_chance(dice: Random, rows: int, columns: int) -> set[Line]:
    """The border of some squares between the points of a grid; it often winds."""
    squares = rectangle(rows - 1, columns - 1)
    padded = [(r - 1, c - 1) for r, c in rectangle(rows + 1, columns + 1)]

    def keeps_one_loop(cell: Cell, part: set[Cell]) -> bool:
        new = part | {cell}
        if not hang_together(cell for cell in padded if cell not in new):
            return False
        r, c = cell
        # Two squares that meet at a corner alone would have the loop meet itself.
        return all(
            (r, c + right) in part or (r + down, c) in part or (r + down, c + right) not in part
            for down in (-1, 1)
            for right in (-1, 1)
        )

    size = dice.randint(1, len(squares))
    return border_of(grown(dice, squares, size, keeps_one_loop))


def border_of(squares: Collection[Cell]) -> set[Line]:
    """The sides of squares that no other of them has."""
    border: set[Line] = set()
    for square in squares:
        border ^= set(sides_of(square))
    return border


def sides_of(cell: Cell) -> list[Line]:
    """The sides of a cell, by their corners."""
    r, c = cell
    corners = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c), (r, c)]
    return [frozenset(pair) for pair in pairwise(corners)]


class Slitherlink(Published):
    """Slitherlink; the `words` of a solution say of each side whether it is on the loop."""

    genre = "slitherlink"
    least = 0
    families = ("line",)
    sizes = ((3, 3), (2, 4), (4, 3), (3, 4), (1, 5))
    large = ((6, 6), (5, 8), (7, 7))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        loop = loop_by_chance(dice, rows + 1, columns + 1)
        share = dice.choice([0.3, 0.7])
        clues = {
            cell: dice.choice([*[str(len(loop.intersection(sides_of(cell))))] * 8, "?"])
            for cell in cells
            if dice.random() < share
        }
        return {"board": drawing(cells, clues)}, self._words(cells, loop)

    def _words(self, cells: Collection[Cell], loop: Collection[Line]) -> Words:
        every = {side for cell in cells for side in sides_of(cell)}
        return {side: "x" if side in loop else OPEN for side in sorted(every, key=sorted)}

    def clue(self, dice: Random) -> str:
        return dice.choice("?01234")

    def changed(self, dice: Random, words: Words) -> Words:
        side = dice.choice([*words])
        sides = sides_of(min(side))
        if not words.keys() >= {*sides}:
            sides = [side]
        if dice.random() < 0.3:
            sides = sides[:1]
        other = {"x": OPEN, OPEN: "x"}
        return words | {side: other[words[side]] for side in sides}

    def candidates(self, fields: Fields) -> Iterable[Words]:
        cells = self.cells(fields)
        rows, columns = size_of(cells)
        return (self._words(cells, loop) for loop in all_loops(rows + 1, columns + 1))

    def is_solution(self, fields: Fields, words: Words) -> bool:
        loop = {side for side, word in words.items() if word == "x"}
        return is_one_loop(loop) and all(
            clue in {"?", str(len(loop.intersection(sides_of(cell))))}
            for cell, clue in clues_of(fields).items()
        )

    def solution(self, words: Words) -> dict[str, Any]:
        return {"line": [sorted(map(list, side)) for side, word in words.items() if word == "x"]}

    def essence(self, solution: Any) -> object:
        return frozenset(frozenset(map(tuple, side)) for side in solution["line"])

    def value(self, words: Words, label: Any) -> int:
        return int(words[frozenset(label)] == "x")


class LinePuzzle(Published):
    """A puzzle with lines between the middles of cells."""

    families: Sequence[str] = ("line",)

    def changed(self, dice: Random, words: Words) -> Words:
        # Around a square, what was a line is none, and the other way round.
        lines = lines_in(words) or set()
        rows, columns = size_of(words)
        if min(rows, columns) > 1 and dice.random() < 0.7:
            lines = lines ^ set(sides_of((dice.randrange(rows - 1), dice.randrange(columns - 1))))
        else:
            lines = lines ^ {dice.choice(pairs_beside(words))}
        drawn = words_of_lines(words, lines)
        shaded = {cell: "x" for cell, word in words.items() if word == "x" and drawn[cell] == OPEN}
        return drawn | shaded

    def value(self, words: Words, label: Any) -> int:
        (r, c), (to_r, to_c) = label
        way = next(way for way, step in STEPS.items() if step == (to_r - r, to_c - c))
        return int(way in words[r, c])


class Masyu(LinePuzzle):
    genre = "masyu"
    sizes = ((4, 4), (3, 5), (5, 3), (4, 5), (2, 4))
    large = ((7, 7), (6, 9))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        words = words_of_lines(cells, loop_by_chance(dice, rows, columns))
        share = dice.choice([0.3, 0.8])
        clues = {}
        for cell in cells:
            for pearl in ("w", "b"):
                if dice.random() < share and self.is_solution(
                    {"board": drawing(cells, {cell: pearl})}, words
                ):
                    clues[cell] = dice.choice([pearl, {"w": "1", "b": "2"}[pearl]])
        return {"board": drawing(cells, clues)}, words

    def clue(self, dice: Random) -> str:
        return dice.choice("wb")

    def candidates(self, fields: Fields) -> Iterable[Words]:
        cells = sorted(self.cells(fields))
        return (words_of_lines(cells, loop) for loop in all_loops(*size_of(cells)))

    def is_solution(self, fields: Fields, words: Words) -> bool:
        lines = lines_in(words)
        if lines is None or not is_one_loop(lines):
            return False
        straight = {cell for cell, word in words.items() if word in {"ns", "ew"}}
        for cell, pearl in clues_of(fields).items():
            if words[cell] == OPEN:
                return False
            ahead = [near for near in beside(cell, words) if frozenset([cell, near]) in lines]
            if pearl in "w1" and (cell not in straight or straight.issuperset(ahead)):
                return False
            if pearl in "b2" and (cell in straight or not straight.issuperset(ahead)):
                return False
        return True


class SimpleLoop(LinePuzzle):
    genre = "simple-loop"
    sizes = ((4, 4), (3, 5), (5, 3), (4, 5), (2, 4))
    large = ((7, 7), (6, 9))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        words = words_of_lines(cells, loop_by_chance(dice, rows, columns))
        clues = {cell: "x" for cell, word in words.items() if word == OPEN}
        if dice.random() < 0.3:
            # Of some cells nothing is known.
            clues |= {cell: "?" for cell in cells if dice.random() < 0.2}
        return {"board": drawing(cells, clues)}, words

    def clue(self, dice: Random) -> str:
        return dice.choice([OPEN, "?"])

    def candidates(self, fields: Fields) -> Iterable[Words]:
        cells = sorted(self.cells(fields))
        return (words_of_lines(cells, loop) for loop in all_loops(*size_of(cells)))

    def is_solution(self, fields: Fields, words: Words) -> bool:
        lines = lines_in(words)
        if lines is None or not is_one_loop(lines):
            return False
        clues = clues_of(fields)
        on_loop = {cell for cell, word in words.items() if word != OPEN}
        return all(
            cell in clues if cell not in on_loop else clues.get(cell) != "x" for cell in words
        )


def cycle_of(lines: Collection[Line]) -> list[Cell]:
    """The cells of a loop, one after the other."""
    path = [min(cell for line in lines for cell in line)]
    while True:
        ahead = [min(line - {path[-1]}) for line in lines if path[-1] in line]
        new = [cell for cell in sorted(ahead) if cell not in path]
        if not new:
            return path
        path.append(new[0])


def regions_along(
    dice: Random, cells: Collection[Cell], lines: Collection[Line]
) -> list[set[Cell]]:
    """Regions each of which a loop visits once, and of which no two share a border that it leaves.

    The loop is cut into pieces, one for each region; cells that it leaves out and that hang
    together join one region all together.
    """
    cycle = cycle_of(lines)
    shift = dice.randrange(len(cycle))
    cycle = cycle[shift:] + cycle[:shift]
    most = max(1, len(cycle) // dice.choice([2, 3, 5]))
    cuts = sorted(dice.sample(range(1, len(cycle)), dice.randint(1, most) - 1))
    regions = [set(cycle[start:end]) for start, end in pairwise([0, *cuts, len(cycle)])]
    for part in parts_of(set(cells).difference(cycle)):
        near = [region for region in regions if any(beside(cell, region) for cell in part)]
        dice.choice(near).update(part)
    return regions


class OneVisitPuzzle(LinePuzzle):
    """A puzzle with a loop that visits each of the regions once."""

    sizes = ((4, 4), (3, 5), (5, 3), (4, 5), (2, 4))
    large = ((7, 7), (6, 9))

    def candidates(self, fields: Fields) -> Iterable[Words]:
        cells = sorted(self.cells(fields))
        return (words_of_lines(cells, loop) for loop in all_loops(*size_of(cells)))

    def visits_all_once(self, fields: Fields, lines: Collection[Line]) -> bool:
        """Whether a loop comes into each region once, and goes out of it once."""
        regions = regions_of(fields)
        for name, region in regions.items():
            if name == "@":
                # These cells are in no region.
                if any(line & region for line in lines):
                    return False
                continue
            on_loop = any(cell in line for line in lines for cell in region)
            ways_out = sum(len(line & region) == 1 for line in lines)
            if not on_loop or ways_out != (2 if len(regions.keys() - {"@"}) > 1 else 0):
                return False
        return True


class CountryRoad(OneVisitPuzzle):
    genre = "country-road"

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        loop = loop_by_chance(dice, rows, columns)
        words = words_of_lines(cells, loop)
        regions = regions_along(dice, cells, loop)
        names = named(regions)
        if dice.random() < 0.3:
            # A cell that the loop leaves out is in no region, if the others hang together.
            for cell in cells:
                rest = next(region for region in regions if cell in region) - {cell}
                if words[cell] == OPEN and dice.random() < 0.5 and hang_together(rest):
                    names[cell] = "@"
                    regions = [rest if cell in region else region for region in regions]
        share = dice.choice([0.3, 0.8])
        clues = {}
        for region in regions:
            if dice.random() < share:
                number = sum(words[cell] != OPEN for cell in region)
                clues[dice.choice(sorted(region))] = dice.choice([*[str(number)] * 6, "?"])
        fields = {"board": drawing(cells, clues), "regions": rows_of(names)}
        return fields, words

    def clue(self, dice: Random) -> str:
        return dice.choice("?12345")

    def is_solution(self, fields: Fields, words: Words) -> bool:
        lines = lines_in(words)
        if lines is None or not is_one_loop(lines) or not self.visits_all_once(fields, lines):
            return False
        passed = {cell for line in lines for cell in line}
        names = words_of(fields["regions"])
        for pair in pairs_beside(words):
            both = {names[cell] for cell in pair}
            if len(both) > 1 and "@" not in both and not pair & passed:
                return False
        regions = regions_of(fields)
        return all(
            clue in {"?", str(len(passed & regions[names[cell]]))}
            for cell, clue in clues_of(fields).items()
        )


class MoonOrSun(OneVisitPuzzle):
    genre = "moon-or-sun"

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        loop = loop_by_chance(dice, rows, columns)
        words = words_of_lines(cells, loop)
        regions = regions_along(dice, cells, loop)
        if len(regions) % 2 and len(regions) > 1:
            # Suns and moons take turns: the last two regions lie beside each other on the loop.
            regions[-2:] = [regions[-2] | regions[-1]]
        share = dice.choice([0.2, 0.5, 0.8])
        first = dice.randrange(2)
        clues = {}
        for number, region in enumerate(regions):
            on_loop = sorted(cell for cell in region if words[cell] != OPEN)
            given = {dice.choice(on_loop)} | {cell for cell in region if dice.random() < share}
            for cell in given:
                is_sun = (words[cell] != OPEN) is ((number + first) % 2 == 0)
                clues[cell] = dice.choice("so" if is_sun else "mx")
        return {"board": drawing(cells, clues), "regions": rows_of(named(regions))}, words

    def spoiled(self, dice: Random, fields: Fields) -> Fields:
        # A sun or a moon more, or the other way round, but none less: a region has one.
        words = words_of(fields["board"])
        cell = dice.choice(sorted(words))
        return fields | {"board": rows_of(words | {cell: self.clue(dice)})}

    def clue(self, dice: Random) -> str:
        return dice.choice("smox")

    def is_solution(self, fields: Fields, words: Words) -> bool:
        lines = lines_in(words)
        if lines is None or not is_one_loop(lines) or not self.visits_all_once(fields, lines):
            return False
        passed = {cell for line in lines for cell in line}
        clues = clues_of(fields)
        kinds = {}
        for name, region in regions_of(fields).items():
            suns = {cell for cell in region if clues.get(cell, OPEN) in "so"}
            moons = {cell for cell in region if clues.get(cell, OPEN) in "mx"}
            if suns and suns <= passed and not moons & passed:
                kinds[name] = "suns"
            elif moons and moons <= passed and not suns & passed:
                kinds[name] = "moons"
            else:
                return False
        names = words_of(fields["regions"])
        for line in lines:
            one, other = (names[cell] for cell in line)
            if one != other and kinds[one] == kinds[other]:
                return False
        return True


class Yajilin(LinePuzzle):
    genre = "yajilin"
    least = 0
    families = ("line", "shaded")
    sizes = ((4, 4), (3, 5), (5, 3), (4, 3), (2, 5))
    large = ((7, 7), (6, 8))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        words = words_of_lines(cells, loop_by_chance(dice, rows, columns))
        free = [cell for cell in cells if words[cell] == OPEN]
        shaded: set[Cell] = set()
        for cell in dice.sample(free, len(free)):
            if dice.random() < 0.7 and not beside(cell, shaded):
                shaded.add(cell)
        words |= dict.fromkeys(shaded, "x")
        clues = {}
        for cell in free:
            if cell not in shaded:
                way = dice.choice("nesw")
                number = dice.choice(
                    [*[str(len(shaded.intersection(ray(cell, way, cells))))] * 3, "?"]
                )
                clues[cell] = dice.choice([*[number + way] * 4, "x", "?", "@"])
        return {"board": drawing(cells, clues)}, words

    def clue(self, dice: Random) -> str:
        return dice.choice("?012") + dice.choice("nesw")

    def candidates(self, fields: Fields) -> Iterable[Words]:
        cells = sorted(self.cells(fields))
        clues = clues_of(fields)
        for loop in all_loops(*size_of(cells)):
            words = words_of_lines(cells, loop)
            yield {
                cell: "x" if word == OPEN and cell not in clues else word
                for cell, word in words.items()
            }

    def is_solution(self, fields: Fields, words: Words) -> bool:
        shaded = {cell for cell, word in words.items() if word == "x"}
        lines = lines_in({cell: word for cell, word in words.items() if cell not in shaded})
        if lines is None or not is_one_loop(lines) or any(beside(cell, shaded) for cell in shaded):
            return False
        clues = clues_of(fields)
        if any((word == OPEN) is not (cell in clues) for cell, word in words.items()):
            return False
        return all(
            not clue[0].isdecimal()
            or int(clue[:-1]) == len(shaded.intersection(ray(cell, clue[-1], words)))
            for cell, clue in clues.items()
        )

    def value(self, words: Words, label: Any) -> int:
        if label in words:
            return int(words[label] == "x")
        return super().value(words, label)


def ray(cell: Cell, way: str, cells: Collection[Cell]) -> list[Cell]:
    """The cells in a direction, up to the border."""
    down, right = STEPS[way]
    r, c = cell
    found = []
    while (r := r + down, c := c + right) in cells:
        found.append((r, c))
    return found


class Numberlink(LinePuzzle):
    genre = "numberlink"
    sizes = ((3, 4), (4, 3), (3, 3), (2, 5), (1, 6))
    large = ((6, 6), (5, 8))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        may_touch = dice.random() < 0.4
        left = set(cells)
        paths: list[list[Cell]] = []
        while left:
            path = [dice.choice(sorted(left))]
            left.discard(path[0])
            for _ in range(dice.choice([3, 8, 30])):
                new = [
                    near
                    for near in beside(path[-1], left)
                    if may_touch or len(beside(near, path)) == 1
                ]
                if not new:
                    break
                path.append(dice.choice(new))
                left.discard(path[-1])
            paths.append(path)
        paths = [path for path in paths if len(path) > 1]
        if not paths:
            return self.planted(dice, rows, columns)
        names = dice.sample([*"123456789ABCxyz", "10", "11", "0"], 18)
        clues = {
            cell: name
            for name, path in zip(names, paths, strict=False)
            for cell in (path[0], path[-1])
        }
        lines = {frozenset(pair) for path in paths[:18] for pair in pairwise(path)}
        words = words_of_lines(cells, lines)
        fields: Fields = {"board": drawing(cells, clues)}
        if OPEN in words.values() or dice.random() < 0.1:
            fields["full"] = False
        if may_touch:
            fields["touching"] = True
        return fields, words

    def spoiled(self, dice: Random, fields: Fields) -> Fields:
        words = words_of(fields["board"])
        one = dice.choice(sorted(clues_of(fields)))
        other = dice.choice(sorted(words))
        return fields | {"board": rows_of(words | {one: words[other], other: words[one]})}

    def candidates(self, fields: Fields) -> Iterable[Words]:
        cells = sorted(self.cells(fields))
        ends = clues_of(fields)
        pairs = sorted(pairs_beside(cells), key=sorted)
        last = {cell: max(n for n, pair in enumerate(pairs) if cell in pair) for cell in cells}

        def more(number: int, lines: list[Line]) -> Iterator[Words]:
            done = [cell for cell in pairs[number - 1] if number and last[cell] == number - 1]
            for cell in cells if number == len(pairs) else done:
                degree = sum(cell in line for line in lines)
                if degree not in ({1} if cell in ends else {0, 2}):
                    return
            if number == len(pairs):
                yield words_of_lines(cells, lines)
                return
            yield from more(number + 1, lines)
            if all(sum(cell in line for line in lines) < 2 for cell in pairs[number]):
                yield from more(number + 1, [*lines, pairs[number]])

        return more(0, [])

    def is_solution(self, fields: Fields, words: Words) -> bool:
        lines = lines_in(words)
        clues = clues_of(fields)
        if lines is None:
            return False
        for cell, word in words.items():
            wanted = {1} if cell in clues else {2} if fields.get("full", True) else {0, 2}
            if len(word.replace(OPEN, "")) not in wanted:
                return False
        for path in groups_of(lines):
            ends = [clues[cell] for cell in path if cell in clues]
            if len(ends) != 2 or ends[0] != ends[1]:
                return False
            if not fields.get("touching") and any(pair not in lines for pair in pairs_beside(path)):
                return False
        return True


class Hashi(Published):
    genre = "hashi"
    families = ("bridge",)
    sizes = ((5, 5), (4, 6), (3, 4), (1, 6), (6, 4))
    large = ((7, 7), (9, 6))
    words = "-12ab"

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        if min(rows, columns) > 3 and dice.random() < 0.6:
            return self._crossing(dice, rows, columns)
        return self._built(dice, rows, columns)

    def _crossing(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        """Islands around a cell in which two bridges could cross."""
        top, r, bottom = sorted(dice.sample(range(rows), 3))
        left, c, right = sorted(dice.sample(range(columns), 3))
        ring = [(r, left), (top, left), (top, c), (top, right), (r, right)]
        bridges = {frozenset(pair): dice.choice([1, 2]) for pair in pairwise(ring)}
        across = dice.choice(
            [frozenset([(top, c), (bottom, c)]), frozenset([(r, left), (r, right)])]
        )
        bridges[across] = dice.choice([1, 2])
        if (bottom, c) not in across:
            # The last island is joined in another way.
            bridges |= {frozenset([(r, right), (bottom, right)]): 1}
            bridges |= {frozenset([(bottom, right), (bottom, c)]): 1}
        return self._board(dice, rectangle(rows, columns), bridges)

    def _built(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        """Bridges that have been built one after the other."""
        cells = rectangle(rows, columns)
        islands = {dice.choice(cells)}
        taken: dict[Cell, str] = {}
        bridges: dict[Line, int] = {}
        for _ in range(dice.choice([4, 10, 60])):
            start = dice.choice(sorted(islands))
            way = dice.choice("nesw")
            # It ends at the next island, or at a new one before that.
            path: list[Cell] = []
            for cell in ray(start, way, cells):
                if cell in taken:
                    break
                path.append(cell)
                if cell in islands:
                    break
            if not path:
                continue
            end = path[-1] if path[-1] in islands else dice.choice(path)
            if end not in islands and len(cells) < 30 and len(islands) > 6:
                continue
            between = path[: path.index(end)]
            if frozenset([start, end]) not in bridges:
                islands.add(end)
                bridges[frozenset([start, end])] = dice.choice([1, 2])
                taken |= dict.fromkeys(between, "")
        if len(islands) < 2:
            return self._built(dice, rows, columns)
        return self._board(dice, cells, bridges)

    def _board(
        self, dice: Random, cells: Iterable[Cell], bridges: dict[Line, int]
    ) -> tuple[Fields, Words]:
        """A board whose islands know some of their numbers."""
        islands = {island for pair in bridges for island in pair}
        share = dice.choice([0.3, 0.7])
        clues = {
            island: str(sum(number for pair, number in bridges.items() if island in pair))
            if dice.random() < share
            else "?"
            for island in islands
        }
        fields = {"board": drawing(cells, clues)}
        return fields, self._words(fields, bridges)

    def clue(self, dice: Random) -> str:
        return dice.choice("?123")

    def _spans(self, fields: Fields) -> dict[Line, tuple[str, list[Cell]]]:
        """Pairs of islands that see each other: how bridges are written, and the cells between."""
        islands = clues_of(fields)
        cells = self.cells(fields)
        spans = {}
        for island in sorted(islands):
            for way, letters in (("e", "12"), ("s", "ab")):
                path = ray(island, way, cells)
                ends = [n for n, cell in enumerate(path) if cell in islands]
                if ends:
                    spans[frozenset([island, path[ends[0]]])] = (letters, path[: ends[0]])
        return spans

    def _words(self, fields: Fields, bridges: dict[Line, int]) -> Words:
        """Bridges as words; those between islands side by side stand in the first one."""
        words: Words = dict.fromkeys(self.cells(fields), "")
        for pair, (letters, between) in self._spans(fields).items():
            if bridges.get(pair):
                for cell in between or [min(pair)]:
                    words[cell] += letters[bridges[pair] - 1]
        return {cell: "".join(sorted(word)) or OPEN for cell, word in words.items()}

    def _bridges(self, fields: Fields, words: Words) -> dict[Line, int]:
        """The number of bridges between islands, as far as their first cell says it."""
        bridges = {}
        for pair, (letters, between) in self._spans(fields).items():
            first = words[between[0] if between else min(pair)]
            bridges[pair] = max([0, *(letters.find(letter) + 1 for letter in first)])
        return bridges

    def candidates(self, fields: Fields) -> Iterable[Words]:
        spans = list(self._spans(fields))
        for numbers in product(range(3), repeat=len(spans)):
            yield self._words(fields, dict(zip(spans, numbers, strict=True)))

    def is_solution(self, fields: Fields, words: Words) -> bool:
        bridges = self._bridges(fields, words)
        islands = clues_of(fields)
        whole = self._words(fields, bridges)
        if whole != words or any(len(words[cell]) > 1 for cell in words if cell not in islands):
            return False
        for island, clue in islands.items():
            number = sum(number for pair, number in bridges.items() if island in pair)
            if clue not in {"?", str(number)}:
                return False
        groups = groups_of(pair for pair, number in bridges.items() if number)
        return len(groups) == 1 and groups[0] == islands.keys()

    def value(self, words: Words, label: Any) -> int:
        (one, other), number = label
        # The first cell between two islands says how many bridges there are.
        letters = "12" if one[0] == other[0] else "ab"
        r, c = one
        between = (r, c + 1) if letters == "12" else (r + 1, c)
        word = words[one] if between == other else words[between]
        return int(max([0, *(letters.find(letter) + 1 for letter in word)]) >= number)


PUZZLES = (
    Slitherlink(),
    Masyu(),
    SimpleLoop(),
    CountryRoad(),
    MoonOrSun(),
    Yajilin(),
    Numberlink(),
    Hashi(),
)
