"""Puzzles in which cells are shaded."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import combinations, pairwise, permutations, product
from random import Random
from typing import Any

from support.published.placing import seen_from
from support.published.plain import (
    OPEN,
    Cell,
    Fields,
    Published,
    Words,
    around,
    beside,
    clues_of,
    drawing,
    grown,
    hang_together,
    has_full_square,
    lines_of,
    named,
    pairs_beside,
    parts_of,
    rectangle,
    regions_of,
    rooms,
    rows_of,
    spread,
    walls_drawn,
    walls_of,
    words_of,
)


def shaded_in(words: Words) -> set[Cell]:
    """The cells that are shaded."""
    return {cell for cell, word in words.items() if word == "x"}


def shading(cells: Iterable[Cell], shaded: Collection[Cell]) -> Words:
    """The words of a shading."""
    return {cell: "x" if cell in shaded else OPEN for cell in cells}


def makes_no_square(cell: Cell, part: set[Cell]) -> bool:
    """Whether a part with one more cell still has no square of 2x2 cells."""
    return not has_full_square(part | {cell})


def winding(dice: Random, cells: Collection[Cell]) -> set[Cell]:
    """Cells that hang together and fill no square of 2x2 cells; often as many as there can be."""
    size = dice.choice([dice.randint(1, len(cells) - 1), len(cells) - 1])
    return grown(dice, cells, size, makes_no_square)


def scattered(dice: Random, cells: Collection[Cell], share: float) -> set[Cell]:
    """Cells no two of which touch along a side, and which leave the others connected."""
    shaded: set[Cell] = set()
    for cell in dice.sample(sorted(cells), len(cells)):
        is_free = dice.random() < share and not beside(cell, shaded)
        if is_free and hang_together(set(cells) - shaded - {cell}):
            shaded.add(cell)
    return shaded


class Nurikabe(Published):
    genre = "nurikabe"
    families = ("sea",)
    sizes = ((3, 4), (4, 3), (2, 6), (1, 7), (5, 2))
    large = ((5, 6), (6, 5), (7, 7), (4, 8))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        # Of several seas one whose islands wind, so that their ends lie near each other.
        seas = [winding(dice, cells) for _ in range(dice.choice([1, 8]))]
        sea = max(seas, key=lambda sea: sum(detours(set(cells) - sea).values()))
        clues = {}
        for island in parts_of(set(cells) - sea):
            longest = detours(island)
            ends = sorted(cell for cell in island if longest[cell] == max(longest.values()))
            at = dice.choice([*[dice.choice(ends)] * 2, dice.choice(sorted(island))])
            clues[at] = dice.choice([*[len(island)] * 6, "?"])
        return {"board": drawing(cells, clues)}, shading(cells, sea)

    def is_solution(self, fields: Fields, words: Words) -> bool:
        clues = clues_of(fields)
        sea = shaded_in(words)
        if not hang_together(sea) or has_full_square(sea):
            return False
        for island in parts_of(words.keys() - sea):
            numbers = [clues[cell] for cell in island if cell in clues]
            if len(numbers) != 1 or numbers[0] not in {"?", str(len(island))}:
                return False
        return not sea.intersection(clues)


def detours(land: Collection[Cell]) -> dict[Cell, int]:
    """For each cell how much longer the way through land is at most than the straight one."""
    longest = {}
    for start in land:
        distances = {start: 0}
        for cell in (reached := [start]):
            for near in beside(cell, land):
                if near not in distances:
                    distances[near] = distances[cell] + 1
                    reached.append(near)
        r, c = start
        longest[start] = max(n - abs(r - a) - abs(c - b) for (a, b), n in distances.items())
    return longest


class Tapa(Published):
    genre = "tapa"
    sizes = ((3, 4), (4, 3), (3, 3), (2, 6), (1, 7))
    large = ((6, 6), (7, 5), (5, 8))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        shaded = winding(dice, cells)
        share = dice.choice([0.3, 0.8])
        clues = {}
        for cell in cells:
            if cell not in shaded and dice.random() < share:
                runs = dice.sample(digits := runs_around(cell, shaded), len(digits))
                hidden = dice.choice([0, 0, 1, 2])
                clues[cell] = "".join(["?"] * len(runs[:hidden]) + runs[hidden:])
                clues[cell] = "".join(dice.sample(clues[cell], len(runs)))
        return {"board": drawing(cells, clues)}, shading(cells, shaded)

    def clue(self, dice: Random) -> str:
        return dice.choice(
            ["?", "0", "1", "2", "3", "5", "11", "11", "?2", "22", "11?", "1?1", "??"]
        )

    def spoiled(self, dice: Random, fields: Fields) -> Fields:
        # Around the middle of a board, several runs have room.
        words = words_of(fields["board"])
        middle = max(words, key=lambda cell: (len(around(cell, words)), dice.random()))
        return {"board": rows_of(words | {middle: self.clue(dice)})}

    def is_solution(self, fields: Fields, words: Words) -> bool:
        clues = clues_of(fields)
        shaded = shaded_in(words)
        if not hang_together(shaded) or has_full_square(shaded) or shaded.intersection(clues):
            return False
        return all(fits_runs(clue, runs_around(cell, shaded)) for cell, clue in clues.items())


def runs_around(cell: Cell, shaded: Collection[Cell]) -> list[str]:
    """How long the runs of shaded cells around a cell are; a single 0 where there is none."""
    r, c = cell
    ring = [(r - 1, c - 1), (r - 1, c), (r - 1, c + 1), (r, c + 1)]
    ring += [(r + 1, c + 1), (r + 1, c), (r + 1, c - 1), (r, c - 1)]
    if all(place in shaded for place in ring):
        return ["8"]
    lengths = []
    for start in range(8):
        # A run begins behind a place that is not shaded.
        if ring[start] in shaded and ring[start - 1] not in shaded:
            length = 1
            while ring[(start + length) % 8] in shaded:
                length += 1
            lengths.append(str(length))
    return lengths or ["0"]


def fits_runs(clue: str, runs: list[str]) -> bool:
    """Whether the digits of a clue are the lengths of runs, in some order; ? is any digit."""
    return len(clue) == len(runs) and any(
        all(digit in {"?", run} for digit, run in zip(clue, order, strict=True))
        for order in permutations(runs)
    )


class Heyawake(Published):
    genre = "heyawake"
    least = 0
    sizes = ((3, 4), (4, 3), (2, 6), (1, 8), (3, 3))
    large = ((6, 6), (7, 5), (8, 8))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        # Large numbers have rows of their own; so many boards are as full as can be.
        tries = [
            scattered(dice, cells, dice.choice([0.3, 1, 1])) for _ in range(dice.choice([1, 9]))
        ]
        shaded = max(tries, key=len)
        words = shading(cells, shaded)
        share = dice.choice([0, 0.7, 1])
        most = dice.choice([1, 2, 3, len(cells) // 3])
        while True:
            parts = rooms(dice, cells, most)
            names = named(parts)
            inner = [pair for pair in pairs_beside(cells) if len({names[c] for c in pair}) == 1]
            walls = {pair for pair in inner if dice.random() < dice.choice([0, 0, 0.1])}
            clues = {}
            for part in parts:
                if dice.random() < share:
                    clues[dice.choice(sorted(part))] = dice.choice([*[len(part & shaded)] * 5, "?"])
            fields: Fields = {"board": drawing(cells, clues), "regions": rows_of(names)}
            if walls or dice.random() < 0.2:
                fields["walls"] = walls_drawn(dice, cells, walls)
            if self.is_solution(fields, words):
                return fields, words
            most = max(1, most - 1)

    def clue(self, dice: Random) -> str:
        return dice.choice("?0123")

    def changed(self, dice: Random, words: Words) -> Words:
        # A cell less leaves the others apart and connected.
        shaded = sorted(shaded_in(words))
        if shaded and dice.random() < 0.7:
            return words | {dice.choice(shaded): OPEN}
        return super().changed(dice, words)

    def is_solution(self, fields: Fields, words: Words) -> bool:
        shaded = shaded_in(words)
        white = words.keys() - shaded
        if any(beside(cell, shaded) for cell in shaded) or not hang_together(white):
            return False
        room_of = words_of(fields["regions"])
        walls = walls_of(fields)
        for line in lines_of(words):
            crossed = 0
            for cell, following in pairwise(line):
                if cell in shaded or following in shaded:
                    crossed = 0
                elif room_of[cell] != room_of[following] or {cell, following} in walls:
                    crossed += 1
                if crossed > 1:
                    return False
        rooms_by_name = regions_of(fields)
        return all(
            number in {"?", str(len(shaded & rooms_by_name[room_of[cell]]))}
            for cell, number in clues_of(fields).items()
        )


class Hitori(Published):
    genre = "hitori"
    sizes = ((3, 4), (4, 3), (3, 3), (2, 6), (1, 6))
    large = ((6, 6), (5, 8), (8, 8))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        shaded = scattered(dice, cells, dice.choice([0.4, 1]))
        # Numbers with two digits on some boards.
        side = max(rows, columns) + dice.choice([0, 1])
        numbers = dice.sample(range(1, side + dice.choice([1, 9])), side)
        clues = {(r, c): str(numbers[(r + c) % side]) for r, c in cells}
        for r, c in sorted(shaded):
            line = [cell for cell in cells if cell not in shaded and (cell[0] == r or cell[1] == c)]
            clues[r, c] = clues[dice.choice(line)] if line else dice.choice("123")
        for cell in cells:
            if dice.random() < 0.1:
                clues[cell] = dice.choice(["?", OPEN])
        clues[dice.choice(cells)] = str(side)
        fields = {"board": rows_of(clues)}
        words = shading(cells, shaded)
        return (
            (fields, words)
            if self.is_solution(fields, words)
            else self.planted(dice, rows, columns)
        )

    def clue(self, dice: Random) -> str:
        return dice.choice("?1234")

    def is_solution(self, fields: Fields, words: Words) -> bool:
        shaded = shaded_in(words)
        white = words.keys() - shaded
        if any(beside(cell, shaded) for cell in shaded) or not hang_together(white):
            return False
        clues = clues_of(fields)
        for line in lines_of(words):
            numbers = [clues.get(cell, "?") for cell in line if cell in white]
            if any(number != "?" and numbers.count(number) > 1 for number in numbers):
                return False
        return True


class Kurodoko(Published):
    genre = "kurodoko"
    sizes = ((3, 4), (4, 3), (3, 3), (2, 6), (1, 8))
    large = ((6, 6), (7, 5), (8, 8))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        shaded = scattered(dice, cells, dice.choice([0.3, 1]))
        share = dice.choice([0.2, 0.5])
        clues = {}
        for cell in cells:
            if cell not in shaded and dice.random() < share:
                number = 1 + len(seen_from(cell, cells, shaded))
                clues[cell] = dice.choice([*[str(number)] * 6, "?"])
        return {"board": drawing(cells, clues)}, shading(cells, shaded)

    def is_solution(self, fields: Fields, words: Words) -> bool:
        shaded = shaded_in(words)
        white = words.keys() - shaded
        if any(beside(cell, shaded) for cell in shaded) or not hang_together(white):
            return False
        return all(
            cell in white and number in {"?", str(1 + len(seen_from(cell, words, shaded)))}
            for cell, number in clues_of(fields).items()
        )


class Mosaic(Published):
    genre = "mosaic"
    least = 0
    sizes = ((3, 4), (4, 3), (3, 3), (2, 6), (1, 8))
    large = ((6, 6), (7, 5), (8, 9))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        dark = dice.choice([0.3, 0.5, 0.8])
        shaded = {cell for cell in cells if dice.random() < dark}
        share = dice.choice([0.5, 0.9])
        clues = {
            cell: len({cell, *around(cell, cells)} & shaded)
            for cell in cells
            if dice.random() < share
        }
        return {"board": drawing(cells, clues)}, shading(cells, shaded)

    def clue(self, dice: Random) -> str:
        return dice.choice("0123456789")

    def is_solution(self, fields: Fields, words: Words) -> bool:
        shaded = shaded_in(words)
        return all(
            number == str(len({cell, *around(cell, words)} & shaded))
            for cell, number in clues_of(fields).items()
        )


class Nonogram(Published):
    genre = "nonogram"
    sizes = ((3, 4), (4, 3), (1, 8), (6, 2), (3, 3))
    large = ((8, 8), (6, 11))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        share = dice.choice([0.3, 0.5, 0.7])
        words = shading(cells, {cell for cell in cells if dice.random() < share})
        runs = [" ".join(map(str, lengths_of_runs(words, line))) or "0" for line in lines_of(cells)]
        return {"left": runs[:rows], "above": runs[rows:]}, words

    def cells(self, fields: Fields) -> Collection[Cell]:
        return rectangle(len(fields["left"]), len(fields["above"]))

    def spoiled(self, dice: Random, fields: Fields) -> Fields:
        side = dice.choice(["left", "above"])
        return fields | {side: dice.sample(fields[side], len(fields[side]))}

    def is_solution(self, fields: Fields, words: Words) -> bool:
        wanted = [*fields["left"], *fields["above"]]
        return all(
            lengths_of_runs(words, line)
            == [int(number) for number in numbers.split() if number != "0"]
            for line, numbers in zip(lines_of(words), wanted, strict=True)
        )


def lengths_of_runs(words: Words, line: list[Cell]) -> list[int]:
    """How long the runs of shaded cells in a line are."""
    lengths = [0]
    for cell in line:
        if words[cell] == "x":
            lengths[-1] += 1
        else:
            lengths.append(0)
    return [length for length in lengths if length]


class Lits(Published):
    genre = "lits"
    sizes = ((3, 4), (4, 3), (2, 6), (4, 4), (3, 5))
    large = ((6, 6), (7, 7), (5, 8))
    words = "-LITS"

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        most = len(cells) // dice.choice([5, 7])
        letters: Words = {}
        chosen: list[set[Cell]] = []
        for _ in range(8 * most):
            tetromino = grown(dice, [cell for cell in cells if cell not in letters], 4)
            letter = letter_of(tetromino)
            touched = {near for cell in tetromino for near in beside(cell, letters)}
            if (
                letter
                and len(chosen) < most
                and (touched or not chosen)
                and letter not in {letters[near] for near in touched}
                and not has_full_square({*letters, *tetromino})
            ):
                letters |= dict.fromkeys(tetromino, letter)
                chosen.append(tetromino)
        if not chosen:
            return self.planted(dice, rows, columns)
        parts = spread(dice, cells, chosen)
        # A region without a tetromino is no region.
        void = {cell for part in parts for cell in part - set(letters) if dice.random() < 0.05}
        names = named(parts) | dict.fromkeys(void, dice.choice("#@"))
        words = dict.fromkeys(cells, OPEN) | letters
        regions = [
            region
            for name, region in regions_of({"regions": rows_of(names)}).items()
            if name not in "#@"
        ]
        if not all(map(hang_together, regions)):
            return self.planted(dice, rows, columns)
        fields: Fields = {"regions": rows_of(names)}
        given = {cell: letter for cell, letter in letters.items() if dice.random() < 0.1}
        if given:
            fields["board"] = drawing(cells, given)
        if dice.random() < 0.5:
            parting = [
                pair
                for pair in pairs_beside(cells)
                if dice.random() < 0.3 and not any(pair <= tetromino for tetromino in chosen)
            ]
            fields["walls"] = walls_drawn(dice, cells, parting)
        return fields, words

    def spoiled(self, dice: Random, fields: Fields) -> Fields:
        cells = sorted(self.cells(fields))
        return fields | {"walls": walls_drawn(dice, cells, [dice.choice(pairs_beside(cells))])}

    def candidates(self, fields: Fields) -> Iterable[Words]:
        cells = sorted(self.cells(fields))
        fillings: list[Words] = [dict.fromkeys(cells, OPEN)]
        for name, region in regions_of(fields).items():
            if name not in "#@":
                ways = [
                    dict.fromkeys(four, letter_of(four))
                    for four in combinations(sorted(region), 4)
                    if letter_of(four)
                ]
                fillings = [filling | way for filling in fillings for way in ways]
        return fillings

    def is_solution(self, fields: Fields, words: Words) -> bool:
        letters = {cell: word for cell, word in words.items() if word != OPEN}
        if not hang_together(letters) or has_full_square(letters):
            return False
        name_of = words_of(fields["regions"])
        walls = walls_of(fields)
        for name, region in regions_of(fields).items():
            four = region.intersection(letters)
            if name in "#@":
                if four:
                    return False
                continue
            if {letters[cell] for cell in four} != {letter_of(four)}:
                return False
            if any(set(pair) <= four for pair in walls):
                return False
        for pair in pairs_beside(letters):
            one, other = pair
            if name_of[one] != name_of[other] and letters[one] == letters[other]:
                return False
        return all(words[cell] == letter for cell, letter in clues_of(fields).items())

    def value(self, words: Words, label: Any) -> int:
        return int(words[label] != OPEN)


SHAPES = {
    "I": ["xxxx"],
    "L": ["x--/xxx", "--x/xxx"],
    "T": ["-x-/xxx"],
    "S": ["xx-/-xx", "-xx/xx-"],
}  # fmt: skip


def letter_of(cells: Iterable[Cell]) -> str:
    """The letter of a tetromino, however it is turned; none for a square and for other cells."""
    four = set(cells)
    for letter, drawings in SHAPES.items():
        for drawn in drawings:
            rows = drawn.split("/")
            shape = {
                (r, c) for r, row in enumerate(rows) for c, word in enumerate(row) if word == "x"
            }
            for _ in range(4):
                shape = {(c, -r) for r, c in shape}
                if moved(shape) == moved(four):
                    return letter
    return ""


def moved(cells: Collection[Cell]) -> set[Cell]:
    """Cells as near as possible to the upper left corner."""
    top = min((r for r, _ in cells), default=0)
    left = min((c for _, c in cells), default=0)
    return {(r - top, c - left) for r, c in cells}


class Norinori(Published):
    genre = "norinori"
    sizes = ((3, 4), (4, 3), (2, 6), (3, 5), (1, 8))
    large = ((6, 6), (7, 7), (5, 8))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        shaded: set[Cell] = set()
        share = dice.choice([0.5, 1, 1])
        for pair in dice.sample(pairs := pairs_beside(cells), len(pairs)):
            if not shaded or dice.random() < share:
                near = {place for cell in pair for place in beside(cell, cells)}
                shaded |= set() if near & shaded else pair
        parts = spread(dice, cells, pairs_joined(dice, cells, shaded))
        # A region without its unshaded cells is still one, if it hangs together.
        void = {cell for cell in cells if cell not in shaded and dice.random() < 0.05}
        if not all(hang_together(part - void) for part in parts):
            void = set()
        names = named(parts) | dict.fromkeys(void, dice.choice("#@"))
        fields: Fields = {"regions": rows_of(names)}
        given = {cell: "x" for cell in shaded if dice.random() < dice.choice([0, 0, 0.2])}
        if given:
            fields["board"] = drawing(cells, given)
        if dice.random() < 0.2:
            # Walls mean nothing.
            walls = [pair for pair in pairs if dice.random() < 0.2]
            fields["walls"] = walls_drawn(dice, cells, walls)
        return fields, shading(cells, shaded)

    def spoiled(self, dice: Random, fields: Fields) -> Fields:
        cells = sorted(self.cells(fields))
        given = clues_of(fields) | {dice.choice(cells): "x"}
        return fields | {"board": drawing(cells, given)}

    def candidates(self, fields: Fields) -> Iterable[Words]:
        cells = sorted(self.cells(fields))
        fillings: list[set[Cell]] = [set()]
        for name, region in regions_of(fields).items():
            if name not in "#@":
                pairs = [*combinations(sorted(region), 2)]
                fillings = [filling | {*pair} for filling in fillings for pair in pairs]
        return (shading(cells, filling) for filling in fillings)

    def changed(self, dice: Random, words: Words) -> Words:
        # Another half of a domino, which may lie in the same region.
        cell = dice.choice(sorted(shaded_in(words)) or sorted(words))
        if dice.random() < 0.5:
            return super().changed(dice, words)
        return words | {cell: OPEN, dice.choice(around(cell, words)): "x"}

    def is_solution(self, fields: Fields, words: Words) -> bool:
        shaded = shaded_in(words)
        if (
            any(len(beside(cell, shaded)) != 1 for cell in shaded)
            or clues_of(fields).keys() - shaded
        ):
            return False
        return all(
            len(region & shaded) == (0 if name in "#@" else 2)
            for name, region in regions_of(fields).items()
        )


def pairs_joined(
    dice: Random, cells: Collection[Cell], shaded: Collection[Cell]
) -> list[set[Cell]]:
    """Parts with two shaded cells each, which hang together; often those of two dominoes."""
    for _ in range(20):
        left = set(shaded)
        free = set(cells)
        parts = []
        while left:
            start = dice.choice(sorted(left))
            way = {start: [start]}
            for cell in (reached := [start]):
                near = beside(cell, free if cell == start or cell not in left else ())
                for place in dice.sample(near, len(near)):
                    if place not in way:
                        way[place] = [*way[cell], place]
                        reached.append(place)
            others = sorted(left.intersection(way) - {start})
            if not others:
                break
            # One of those that are near.
            part = way[min(others, key=lambda place: len(way[place]) + 3 * dice.random())]
            parts.append(set(part))
            free -= parts[-1]
            left -= parts[-1]
        if not left:
            return parts
    return parts_of(shaded)


class Shakashaka(Published):
    genre = "shakashaka"
    least = 0
    families = ("triangle",)
    sizes = ((3, 3), (2, 4), (3, 3), (2, 3), (1, 4))
    large = ((6, 6), (5, 8), (7, 5))
    words = ("-", "nw", "ne", "se", "sw")

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        most = 4 if len(cells) < 10 else len(cells)
        words: Words = dict.fromkeys(cells, OPEN)
        white: set[Cell] = set()
        for _ in range(dice.choice([0, 1, 8])):
            # A turned area with triangles around it.
            placed = diamond(dice.choice(cells), dice.randint(1, 2), dice.randint(1, 2))
            has_room = white.isdisjoint(placed) and len(white) + len(placed) <= most
            if has_room and placed.keys() <= set(cells):
                words |= placed
                white |= placed.keys()
        for _ in range(12):
            # Others are upright.
            (r, c), (high, wide) = dice.choice(cells), dice.choice([(1, 1), (1, 2), (2, 1), (2, 2)])
            more = white.union((r + y, c + x) for y, x in rectangle(high, wide)) & set(cells)
            black = dict.fromkeys(set(cells) - more, "x")
            if len(more) <= most and self.is_solution({"board": drawing(cells, black)}, words):
                white = more
        black = dict.fromkeys(set(cells) - white, "x")
        triangles = {cell for cell in cells if words[cell] != OPEN}
        clues = {
            cell: str(len(beside(cell, triangles))) if dice.random() < 0.5 else "x"
            for cell in sorted(black)
        }
        return {"board": drawing(cells, clues)}, words

    def clue(self, dice: Random) -> str:
        return dice.choice("x01234")

    def candidates(self, fields: Fields) -> Iterable[Words]:
        board = words_of(fields["board"])
        white = [cell for cell, word in board.items() if word == OPEN]
        for chosen in product(self.words, repeat=len(white)):
            yield dict.fromkeys(board, OPEN) | dict(zip(white, chosen, strict=True))

    def is_solution(self, fields: Fields, words: Words) -> bool:
        clues = clues_of(fields)
        triangles = {cell for cell, word in words.items() if word != OPEN}
        if triangles.intersection(clues):
            return False
        for cell, clue in clues.items():
            if clue not in {"x", str(len(beside(cell, triangles)))}:
                return False
        return all(map(fills_a_box, white_parts(set(words).difference(clues), words)))

    def value(self, words: Words, label: Any) -> int:
        cell, way = label
        return int(words[cell] == way)


def diamond(top: Cell, down: int, across: int) -> Words:
    """The triangles around a white area that is turned, by the cell at the left of its top."""
    r, c = top
    # Its sides go down to the left and down to the right.
    left = [(r + n, c - n) for n in range(down)]
    right = [(r + n, c + 1 + n) for n in range(across)]
    lower_left = [(r + down + n, c - down + 1 + n) for n in range(across)]
    lower_right = [(r + across + n, c + across - n) for n in range(down)]
    sides = {"nw": left, "ne": right, "sw": lower_left, "se": lower_right}
    words = {cell: way for way, cells in sides.items() for cell in cells}
    rows = range(r, r + down + across)
    for row in rows:
        inside = [column for at, column in words if at == row]
        words |= {
            (row, n): OPEN for n in range(min(inside) + 1, max(inside)) if (row, n) not in words
        }
    return words


def white_parts(white: Collection[Cell], words: Words) -> list[set[tuple[int, int]]]:
    """The white areas, in little squares of which a cell has 4x4, without those on a diagonal.

    The little squares that a hypotenuse cuts are left out; where they are all that joins two
    corners, nothing is joined.
    """
    little = set()
    for r, c in white:
        word = words[r, c]
        for y, x in product(range(4), repeat=2):
            is_black = {
                "nw": y + x <= 3,
                "se": y + x >= 3,
                "ne": x >= y,
                "sw": y >= x,
            }.get(word, False)
            if not is_black:
                little.add((4 * r + y, 4 * c + x))
    return parts_of(little)


def fills_a_box(part: set[tuple[int, int]]) -> bool:
    """Whether little squares fill a rectangle, upright or turned, as far as they can."""
    rows = {y for y, _ in part}
    columns = {x for _, x in part}
    if len(part) == (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1):
        # Sides that are cut would lack little squares.
        return all(
            end % 4 == 0 for end in (min(rows), max(rows) + 1, min(columns), max(columns) + 1)
        )
    sums = {y + x for y, x in part}
    differences = {y - x for y, x in part}
    # The sides of a turned box go through corners of cells.
    ends = (min(sums) - 1, max(sums) + 1, min(differences) - 1, max(differences) + 1)
    if [end % 4 for end in ends] != [3, 3, 0, 0]:
        return False
    box = {
        (y, x)
        for y in range(min(rows) - 3, max(rows) + 4)
        for x in range(min(columns) - 3, max(columns) + 4)
        if min(sums) <= y + x <= max(sums) and min(differences) <= y - x <= max(differences)
    }
    return part == box


class YinYang(Published):
    genre = "yin-yang"
    families = ("black",)
    sizes = ((3, 4), (4, 3), (3, 3), (2, 6), (1, 7))
    large = ((6, 6), (7, 5), (8, 8))
    words = "wb"

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        # Two combs, whose teeth lie between each other; then cells change their colours.
        words: Words = {
            (r, c): "b" if c == 0 or (r % 2 == 0 and c < columns - 1) else "w" for r, c in cells
        }
        for _ in range(dice.choice([0, 4 * len(cells)])):
            cell = dice.choice(cells)
            other = words | {cell: "w" if words[cell] == "b" else "b"}
            if self.is_solution({"board": drawing(cells, {})}, other):
                words = other
        share = dice.choice([0.1, 0.3, 0.6])
        clues = {cell: words[cell] for cell in cells if dice.random() < share}
        return {"board": drawing(cells, clues)}, words

    def clue(self, dice: Random) -> str:
        return dice.choice("wb")

    def is_solution(self, fields: Fields, words: Words) -> bool:
        for colour in "wb":
            circles = {cell for cell, word in words.items() if word == colour}
            if not hang_together(circles) or has_full_square(circles):
                return False
        return all(words[cell] == colour for cell, colour in clues_of(fields).items())

    def value(self, words: Words, label: Any) -> int:
        return int(words[label] == "b")


PUZZLES = (
    Nurikabe(),
    Tapa(),
    Heyawake(),
    Hitori(),
    Nonogram(),
    Lits(),
    Norinori(),
    Kurodoko(),
    Mosaic(),
    Shakashaka(),
    YinYang(),
)
