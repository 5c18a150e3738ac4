"""Puzzles in which a board is divided into regions, or cells by diagonals."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import cache
from itertools import product
from random import Random
from typing import Any

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
    pairs_beside,
    parts_of,
    rectangle,
    rows_of,
    size_of,
    walls_drawn,
    walls_of,
    words_of,
)


class Dominosa(Published):
    genre = "dominosa"
    families = ("domino",)
    sizes = ((2, 3), (3, 4), (4, 3), (1, 6), (4, 5))
    large = ((5, 6), (6, 5), (6, 7))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        dominoes: list[list[Cell]] = []
        left = set(rectangle(rows, columns))
        while left:
            cell = min(left, key=lambda one: (len(beside(one, left)), dice.random()))
            near = beside(cell, left)
            if not near:
                return self.planted(dice, rows, columns)
            dominoes.append([cell, dice.choice(near)])
            left.difference_update(dominoes[-1])
        greatest = next(n for n in range(rows * columns) if (n + 1) * (n + 2) == rows * columns)
        names = dice.sample(set_of_dominoes(greatest), len(dominoes))
        clues: Words = {}
        words: Words = {}
        for cells, name in zip(dominoes, names, strict=True):
            words |= dict.fromkeys(cells, name)
            clues |= dict(zip(dice.sample(cells, 2), name.split("-"), strict=True))
        return {"board": rows_of(clues)}, words

    def spoiled(self, dice: Random, fields: Fields) -> Fields:
        if dice.random() < 0.2:
            return super().spoiled(dice, fields)
        # Two numbers change places, so that each is there as often as before.
        clues = words_of(fields["board"])
        one, other = dice.sample(sorted(clues), 2)
        return fields | {"board": rows_of(clues | {one: clues[other], other: clues[one]})}

    def clue(self, dice: Random) -> str:
        return dice.choice("012")

    def candidates(self, fields: Fields) -> Iterable[Words]:
        clues = clues_of(fields)
        for dominoes in tilings_by_dominoes(*size_of(clues)):
            words: Words = {}
            for cells in dominoes:
                words |= dict.fromkeys(cells, "-".join(sorted(clues[cell] for cell in cells)))
            yield words

    def changed(self, dice: Random, words: Words) -> Words:
        cells = sorted(words)
        return words | {dice.choice(cells): words[dice.choice(cells)]}

    def is_solution(self, fields: Fields, words: Words) -> bool:
        clues = clues_of(fields)
        greatest = max(map(int, clues.values()))
        if sorted(words.values()) != sorted(set_of_dominoes(greatest) * 2):
            return False
        for name in set(words.values()):
            one, other = [cell for cell, word in words.items() if word == name]
            if other not in beside(one, words):
                return False
            if name not in {f"{clues[one]}-{clues[other]}", f"{clues[other]}-{clues[one]}"}:
                return False
        return True

    def value(self, words: Words, label: Any) -> int:
        top, left, bottom, right = label
        return int(words[top, left] == words[bottom, right])


def set_of_dominoes(greatest: int) -> list[str]:
    """All dominoes from 0-0 to the double of a number."""
    return [f"{low}-{high}" for low in range(greatest + 1) for high in range(low, greatest + 1)]


@cache
def tilings_by_dominoes(rows: int, columns: int) -> list[list[list[Cell]]]:
    """All ways to divide a board into dominoes."""

    def more(left: frozenset[Cell]) -> Iterator[list[list[Cell]]]:
        if not left:
            yield []
            return
        r, c = min(left)
        for near in ((r, c + 1), (r + 1, c)):
            if near in left:
                for rest in more(left - {(r, c), near}):
                    yield [[(r, c), near], *rest]

    return list(more(frozenset(rectangle(rows, columns))))


class Fillomino(Published):
    genre = "fillomino"
    families = ("number",)
    # Large regions without a clue have variables of their own, in an order of their own.
    decides = False
    sizes = ((3, 3), (2, 4), (5, 2), (1, 8), (1, 9))
    large = ((5, 5), (4, 6), (6, 6))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        left = set(cells)
        parts = []
        while left:
            part = grown(dice, sorted(left), dice.choice([1, 2, 3, 4, 5, 7, 9]))
            parts.append(part)
            left -= part
        # Of two regions with the same size that touch, one is made of both.
        words = {cell: str(len(part)) for part in parts for cell in part}
        while any(word != str(len(part)) for word, part in equal_parts(words)):
            for _, part in equal_parts(words):
                words |= dict.fromkeys(part, str(len(part)))
        share = dice.choice([0, 0, 0.2, 0.4, 0.7])
        clues = {
            cell: dice.choice([*[words[cell]] * 8, "?"]) for cell in cells if dice.random() < share
        }
        fields: Fields = {"board": drawing(cells, clues)}
        if dice.random() < 0.4:
            borders = [
                pair for pair in pairs_beside(cells) if len({words[cell] for cell in pair}) > 1
            ]
            walls = [pair for pair in borders if dice.random() < 0.3]
            fields["walls"] = walls_drawn(dice, cells, walls)
        return fields, words

    def spoiled(self, dice: Random, fields: Fields) -> Fields:
        if dice.random() < 0.5:
            cells = sorted(self.cells(fields))
            return fields | {"walls": walls_drawn(dice, cells, dice.sample(pairs_beside(cells), 2))}
        return super().spoiled(dice, fields)

    def candidates(self, fields: Fields) -> Iterable[Words]:
        return numberings(*size_of(self.cells(fields)))

    def changed(self, dice: Random, words: Words) -> Words:
        # A cell goes over to the region beside it, whose numbers grow.
        cell = dice.choice(sorted(words))
        near = beside(cell, words)
        if not near or dice.random() < 0.3:
            return words | {cell: dice.choice("12345")}
        moved = words | {cell: words[dice.choice(near)]}
        for _, part in equal_parts(moved):
            moved |= dict.fromkeys(part, str(len(part)))
        return moved

    def is_solution(self, fields: Fields, words: Words) -> bool:
        if any(word != str(len(part)) for word, part in equal_parts(words)):
            return False
        for one, other in walls_of(fields):
            if words[one] == words[other]:
                return False
        clues = clues_of(fields)
        return all(clue in {"?", words[cell]} for cell, clue in clues.items())

    def value(self, words: Words, label: Any) -> int:
        cell, number = label
        return int(words[cell] == str(number))


def equal_parts(words: Words) -> list[tuple[str, set[Cell]]]:
    """The parts of cells with the same number that hang together."""
    cells_with: dict[str, set[Cell]] = {}
    for cell, word in words.items():
        cells_with.setdefault(word, set()).add(cell)
    return [(word, part) for word, cells in cells_with.items() for part in parts_of(cells)]


@cache
def numberings(rows: int, columns: int) -> list[Words]:
    """All boards of Fillomino without a clue: each choice of borders says what the numbers are."""
    cells = rectangle(rows, columns)
    pairs = pairs_beside(cells)
    found = {}
    for chosen in product([False, True], repeat=len(pairs)):
        part_of = {cell: {cell} for cell in cells}
        for (one, other), is_open in zip(pairs, chosen, strict=True):
            if is_open and part_of[one] is not part_of[other]:
                joined = part_of[one] | part_of[other]
                part_of |= dict.fromkeys(joined, joined)
        words = {cell: str(len(part_of[cell])) for cell in cells}
        found[tuple(words.values())] = words
    return [
        words
        for words in found.values()
        if all(word == str(len(part)) for word, part in equal_parts(words))
    ]


class Galaxies(Published):
    genre = "galaxies"
    families = ("half",)
    sizes = ((3, 3), (2, 4), (1, 7), (3, 4), (4, 2))
    large = ((6, 6), (5, 8), (7, 7))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        holes = {cell for cell in cells[1:-1] if dice.random() < 0.05}
        left = set(cells) - holes
        regions = {}
        while left:
            r, c = dice.choice(sorted(left))
            kind = dice.choice("01230")
            touched = touched_by((r, c), kind)
            if not left.issuperset(touched):
                continue
            region = set(touched)
            for _ in range(dice.choice([0, 2, 6, 20])):
                new = [
                    cell
                    for place in region
                    for cell in beside(place, left - region)
                    if opposite((r, c), kind, cell) in left
                ]
                if new:
                    cell = dice.choice(sorted(new))
                    region |= {cell, opposite((r, c), kind, cell)}
            left -= region
            regions[r, c] = (kind, region)
        clues = {cell: kind + dice.choice(["", "", "b"]) for cell, (kind, _) in regions.items()}
        words = dict.fromkeys(cells, ".")
        for n, (_, (_, region)) in enumerate(sorted(regions.items()), 1):
            words |= dict.fromkeys(region, str(n))
        return {"board": drawing(cells, clues | dict.fromkeys(holes, "#"))}, words

    def spoiled(self, dice: Random, fields: Fields) -> Fields:
        clues = {cell: clue for cell, clue in clues_of(fields).items() if clue != "#"}
        cell = dice.choice(sorted(clues))
        other = {"0": "1", "1": "0", "2": "0", "3": "2"}[clues[cell][0]]
        return fields | {"board": rows_of(words_of(fields["board"]) | {cell: other})}

    def candidates(self, fields: Fields) -> Iterable[Words]:
        words, names = self._numbered(fields)
        free = [cell for cell, word in words.items() if word == OPEN]
        for chosen in product(names, repeat=len(free)):
            yield words | dict(zip(free, chosen, strict=True))

    def _numbered(self, fields: Fields) -> tuple[Words, list[str]]:
        """The numbers of centres in their cells, with a dot in each hole; and all numbers."""
        words = {cell: word.replace("#", ".") for cell, word in words_of(fields["board"]).items()}
        centres = sorted(cell for cell, word in words.items() if word[0].isdecimal())
        numbers = {cell: str(n) for n, cell in enumerate(centres, 1)}
        return words | numbers, [*numbers.values()]

    def changed(self, dice: Random, words: Words) -> Words:
        cells = sorted(cell for cell, word in words.items() if word != ".")
        changed = dict(words)
        changed[dice.choice(cells)] = words[dice.choice(cells)]
        return changed

    def is_solution(self, fields: Fields, words: Words) -> bool:
        centres = {cell: clue[0] for cell, clue in clues_of(fields).items() if clue != "#"}
        for name in set(words.values()) - {"."}:
            region = {cell for cell, word in words.items() if word == name}
            inside = [cell for cell, kind in centres.items() if region & touched_by(cell, kind)]
            if len(inside) != 1 or not hang_together(region):
                return False
            kind = centres[inside[0]]
            if not region >= touched_by(inside[0], kind):
                return False
            if any(opposite(inside[0], kind, cell) not in region for cell in region):
                return False
        return True

    def value(self, words: Words, label: Any) -> int:
        centre, cell = label
        return int(words[centre] == words[cell])


def touched_by(cell: Cell, kind: str) -> set[Cell]:
    """The cells that a centre touches: in a cell, on a side right of or below it, at a corner."""
    r, c = cell
    return {
        "0": {(r, c)},
        "1": {(r, c), (r, c + 1)},
        "2": {(r, c), (r + 1, c)},
        "3": {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)},
    }[kind]


def opposite(centre: Cell, kind: str, cell: Cell) -> Cell:
    """Where half a turn about a centre takes a cell: the middle of both is that of the centre."""
    touched = touched_by(centre, kind)
    (top, left), (bottom, right) = min(touched), max(touched)
    return top + bottom - cell[0], left + right - cell[1]


class Gokigen(Published):
    genre = "gokigen"
    families = ("falling",)
    sizes = ((3, 4), (4, 3), (3, 3), (2, 5), (1, 6))
    large = ((7, 7), (6, 9))
    words = "/\\"

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        words: Words = {}
        for cell in dice.sample(cells, len(cells)):
            word, other = dice.sample("/\\", 2)
            words[cell] = other if has_loop(words | {cell: word}) else word
        share = dice.choice([0.2, 0.6])
        corners = rectangle(rows + 1, columns + 1)
        clues = {
            corner: dice.choice([*[str(meeting(corner, words))] * 8, "?"])
            for corner in corners
            if dice.random() < share
        }
        return {"corners": drawing(corners, clues)}, words

    def cells(self, fields: Fields) -> Collection[Cell]:
        rows, columns = size_of(words_of(fields["corners"]))
        return rectangle(rows - 1, columns - 1)

    def spoiled(self, dice: Random, fields: Fields) -> Fields:
        words = words_of(fields["corners"])
        return {"corners": rows_of(words | {dice.choice(sorted(words)): dice.choice("?01234")})}

    def is_solution(self, fields: Fields, words: Words) -> bool:
        numbers = words_of(fields["corners"])
        return not has_loop(words) and all(
            number in {OPEN, "?", str(meeting(corner, words))} for corner, number in numbers.items()
        )

    def value(self, words: Words, label: Any) -> int:
        return int(words[label] == "\\")


def diagonal(cell: Cell, word: str) -> tuple[Cell, Cell]:
    """The corners that a diagonal joins."""
    r, c = cell
    return ((r, c), (r + 1, c + 1)) if word == "\\" else ((r, c + 1), (r + 1, c))


def meeting(corner: Cell, words: Words) -> int:
    """How many diagonals meet at a corner."""
    return sum(corner in diagonal(cell, word) for cell, word in words.items())


def has_loop(words: Words) -> bool:
    """Whether a diagonal joins two corners that others have joined already."""
    tree: dict[Cell, Cell] = {}

    def root(corner: Cell) -> Cell:
        while corner in tree:
            corner = tree[corner]
        return corner

    for cell, word in words.items():
        one, other = map(root, diagonal(cell, word))
        if one == other:
            return True
        tree[one] = other
    return False


class Shikaku(Published):
    genre = "shikaku"
    families = ("rectangle",)
    sizes = ((3, 4), (4, 3), (3, 3), (2, 5), (1, 7))
    large = ((7, 7), (6, 9))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        most = dice.choice([9, 20])

        def cut(area: list[Cell]) -> list[list[Cell]]:
            axis = dice.choice([0, 1])
            places = sorted({cell[axis] for cell in area})
            if len(places) < 2 or (len(area) < most and dice.random() < 0.4):
                return [area]
            middle = dice.choice(places[1:])
            halves = [[c for c in area if c[axis] < middle], [c for c in area if c[axis] >= middle]]
            return cut(halves[0]) + cut(halves[1])

        clues = {}
        parts = {}
        for part in cut(cells):
            cell = dice.choice(part)
            clues[cell] = dice.choice([*[str(len(part))] * 4, "?"])
            parts[cell] = part
        words = {c: str(n) for n, cell in enumerate(sorted(clues), 1) for c in parts[cell]}
        return {"board": drawing(cells, clues)}, words

    def candidates(self, fields: Fields) -> Iterable[Words]:
        clues = sorted(clues_of(fields))
        for parts in cuts(*size_of(self.cells(fields))):
            inside = [[n for n, clue in enumerate(clues, 1) if clue in part] for part in parts]
            if all(len(numbers) == 1 for numbers in inside):
                yield {c: str(n) for part, (n,) in zip(parts, inside, strict=True) for c in part}

    def changed(self, dice: Random, words: Words) -> Words:
        cells = sorted(words)
        return words | {dice.choice(cells): words[dice.choice(cells)]}

    def is_solution(self, fields: Fields, words: Words) -> bool:
        clues = clues_of(fields)
        for name in set(words.values()):
            region = {cell for cell, word in words.items() if word == name}
            (top, left), (bottom, right) = min(region), max(region)
            whole = {(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)}
            numbers = [clues[cell] for cell in region if cell in clues]
            if region != whole or len(numbers) != 1 or numbers[0] not in {"?", str(len(region))}:
                return False
        return True

    def value(self, words: Words, label: Any) -> int:
        top, left, bottom, right = label
        cells = {(r, c) for r in range(top, bottom + 1) for c in range(left, right + 1)}
        names = {words[cell] for cell in cells}
        return int(len(names) == 1 and len(cells) == sum(word in names for word in words.values()))


@cache
def cuts(rows: int, columns: int) -> list[list[set[Cell]]]:
    """All ways to cut a board into rectangles."""
    every = rectangle(rows, columns)

    def more(left: frozenset[Cell]) -> Iterator[list[set[Cell]]]:
        if not left:
            yield []
            return
        r, c = min(left)
        for height in range(1, rows - r + 1):
            for width in range(1, columns - c + 1):
                part = {(r + down, c + right) for down, right in rectangle(height, width)}
                if part <= left:
                    yield from ([part, *rest] for rest in more(left - part))

    return list(more(frozenset(every)))


PUZZLES = (Dominosa(), Fillomino(), Galaxies(), Gokigen(), Shikaku())
