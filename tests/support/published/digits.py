"""Puzzles in which digits are written into cells."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from itertools import permutations, product
from math import prod
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
    lines_of,
    named,
    rectangle,
    regions_of,
    rows_of,
    size_of,
    words_of,
)


def squares_of_rows(
    rows: int, columns: int, ways: Sequence[tuple[str, ...]], *, repeats: str = ""
) -> Iterator[Words]:
    """Fillings row by row, without a digit twice in a column, except for some."""

    def more(above: list[tuple[str, ...]]) -> Iterator[Words]:
        if len(above) == rows:
            yield {(r, c): above[r][c] for r in range(rows) for c in range(columns)}
            return
        used = [{row[c] for row in above}.difference(repeats) for c in range(columns)]
        for row in ways:
            if not any(word in used[c] for c, word in enumerate(row)):
                yield from more([*above, row])

    return more([])


def latin(dice: Random, side: int) -> Words:
    """A square with each digit once in each row and column."""
    rows, columns, digits = (dice.sample(range(side), side) for _ in range(3))
    return {
        (r, c): str(digits[(rows[r] + columns[c]) % side] + 1) for r, c in rectangle(side, side)
    }


def all_differ(words: Words, areas: Iterable[Iterable[Cell]], spare: str = "") -> bool:
    """Whether no area has a word twice, except for one that does not count."""
    for area in areas:
        chosen = [words[cell] for cell in area if words[cell] != spare]
        if len(set(chosen)) < len(chosen):
            return False
    return True


def diagonals_of(side: int) -> list[list[Cell]]:
    """Both diagonals of a square."""
    return [[(n, n) for n in range(side)], [(n, side - 1 - n) for n in range(side)]]


def cages_by_chance(dice: Random, cells: Collection[Cell], most: int) -> list[set[Cell]]:
    """Cages that have all cells."""
    left = set(cells)
    cages = []
    while left:
        cage = grown(dice, sorted(left), dice.randint(1, most))
        cages.append(cage)
        left -= cage
    return cages


class DigitPuzzle(Published):
    """A puzzle whose model has a variable for each cell and each digit."""

    families = ("digit",)
    words = "123456789"
    sizes: Sequence[tuple[int, int]] = ((4, 4),)
    large: Sequence[tuple[int, int]] = ((6, 6), (5, 5))

    def clue(self, dice: Random) -> str:
        return dice.choice("1234")

    def candidates(self, fields: Fields) -> Iterable[Words]:
        side, _ = size_of(self.cells(fields))
        digits = [str(n + 1) for n in range(side)]
        return squares_of_rows(side, side, [*permutations(digits)])

    def changed(self, dice: Random, words: Words) -> Words:
        # Two digits change places, so that half of what is to be broken stays whole.
        one, other = dice.sample(sorted(words), 2) if len(words) > 1 else [*words, *words]
        return words | {one: words[other], other: words[one]}

    def value(self, words: Words, label: Any) -> int:
        cell, digit = label
        return int(words[cell] == str(digit))


class Sudoku(DigitPuzzle):
    genre = "sudoku"
    large = ((6, 6), (9, 9), (8, 8))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        kind = dice.choice(["boxes", "boxes", "jigsaw", "diagonals"]) if rows == 4 else "boxes"
        while True:
            words = sudoku(dice, rows) if kind == "boxes" else latin4(dice)
            share = 0.1 if kind == "diagonals" else dice.choice([0.1, 0.4])
            clues = {cell: words[cell] for cell in cells if dice.random() < share}
            fields: Fields = {"board": drawing(cells, clues)}
            if kind == "diagonals":
                fields["diagonals"] = True
            if kind == "jigsaw":
                fields["regions"] = rows_of(named(jigsaw(dice, words)))
            if self.is_solution(fields, words):
                return fields, words

    def is_solution(self, fields: Fields, words: Words) -> bool:
        side, _ = size_of(words)
        areas: list[Iterable[Cell]] = [*lines_of(words)]
        if "regions" in fields:
            areas += regions_of(fields).values()
        else:
            height, width = BOXES[side]
            for top in range(0, side, height):
                for left in range(0, side, width):
                    areas.append([(top + r, left + c) for r, c in rectangle(height, width)])
        if fields.get("diagonals"):
            areas += diagonals_of(side)
        digits = {str(n + 1) for n in range(side)}
        return (
            digits.issuperset(words.values())
            and all_differ(words, areas)
            and clues_of(fields).items() <= words.items()
        )


BOXES = {4: (2, 2), 6: (2, 3), 8: (2, 4), 9: (3, 3), 10: (2, 5), 12: (3, 4)}


def sudoku(dice: Random, side: int) -> Words:
    """A Sudoku by chance: lines of boxes, lines in these, and digits are shuffled."""
    height, width = BOXES[side]

    def lines(size: int, bands: int) -> list[int]:
        order = dice.sample(range(bands), bands)
        return [band * size + n for band in order for n in dice.sample(range(size), size)]

    rows, columns = lines(height, width), lines(width, height)
    digits = dice.sample(range(1, side + 1), side)
    return {
        (r, c): str(digits[(row % height * width + row // height + column) % side])
        for r, row in enumerate(rows)
        for c, column in enumerate(columns)
    }


def latin4(dice: Random) -> Words:
    """Any square of four digits."""
    return dice.choice(squares_of_four())


@cache
def squares_of_four() -> list[Words]:
    """All squares of four digits, with each of them once in each row and column."""
    return [*squares_of_rows(4, 4, [*permutations("1234")])]


def jigsaw(dice: Random, words: Words) -> list[set[Cell]]:
    """Regions that have each digit once."""
    side, _ = size_of(words)

    def is_new(cell: Cell, part: set[Cell]) -> bool:
        return words[cell] not in {words[other] for other in part}

    while True:
        left = set(words)
        parts = []
        while left:
            parts.append(grown(dice, sorted(left), side, is_new))
            left -= parts[-1]
        if len(parts) == side:
            return parts


class Skyscrapers(DigitPuzzle):
    genre = "skyscrapers"
    sizes = ((4, 4), (3, 3), (4, 4), (1, 1), (2, 2))
    words = "01234"

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        height = dice.choice([rows, max(1, rows - 1), max(1, rows - 2)])
        words = {
            cell: word if int(word) <= height else "0" for cell, word in latin(dice, rows).items()
        }
        fields: Fields = {"rows": rows, "columns": columns}
        if height < rows:
            fields["height"] = height
        if dice.random() < 0.3 and self.is_solution(fields | {"diagonals": True}, words):
            fields["diagonals"] = True
        views = views_of(words)
        share = dice.choice([0.3, 0.8])
        for side in ("above", "below", "left", "right"):
            if dice.random() < 0.8:
                fields[side] = [
                    str(seen(words, line)) if dice.random() < share else OPEN
                    for line in views[side]
                ]
        given = {cell: words[cell] for cell in cells if dice.random() < 0.1 and words[cell] != "0"}
        fields["board"] = drawing(cells, given)
        return fields, words

    def spoiled(self, dice: Random, fields: Fields) -> Fields:
        side = dice.choice(["above", "below", "left", "right"])
        size, _ = size_of(self.cells(fields))
        return fields | {side: [dice.choice("-123") for _ in range(size)]}

    def cells(self, fields: Fields) -> Collection[Cell]:
        return words_of(fields["board"]).keys()

    def candidates(self, fields: Fields) -> Iterable[Words]:
        side, _ = size_of(self.cells(fields))
        height = fields.get("height", side)
        digits = [str(n + 1) for n in range(height)] + ["0"] * (side - height)
        ways = sorted(set(permutations(digits)))
        return squares_of_rows(side, side, ways, repeats="0")

    def is_solution(self, fields: Fields, words: Words) -> bool:
        side, _ = size_of(words)
        height = fields.get("height", side)
        wanted = sorted([str(n + 1) for n in range(height)] + ["0"] * (side - height))
        areas = lines_of(words)
        if fields.get("diagonals"):
            areas += diagonals_of(side)
        if any(sorted(words[cell] for cell in area) != wanted for area in areas):
            return False
        for name, lines in views_of(words).items():
            for line, number in zip(lines, fields.get(name, ()), strict=False):
                if number not in {OPEN, str(seen(words, line))}:
                    return False
        return clues_of(fields).items() <= words.items()


def views_of(cells: Iterable[Cell]) -> dict[str, list[list[Cell]]]:
    """The lines that are seen from each side of a board, the nearest cells first."""
    every = list(cells)
    rows, _ = size_of(every)
    lines = lines_of(every)
    across, down = lines[:rows], lines[rows:]
    return {
        "left": across,
        "right": [line[::-1] for line in across],
        "above": down,
        "below": [line[::-1] for line in down],
    }


def seen(words: Words, line: list[Cell]) -> int:
    """How many buildings are seen along a line."""
    heights = [int(words[cell]) for cell in line]
    return sum(height > max([0, *heights[:n]]) for n, height in enumerate(heights))


class Kenken(DigitPuzzle):
    genre = "kenken"
    sizes = ((4, 4), (3, 3), (4, 4), (2, 2))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        words = latin(dice, rows)
        cages = cages_by_chance(dice, cells, dice.choice([2, 3, 4, 6]))
        clues = {}
        for cage in cages:
            if dice.random() < 0.8:
                digits = sorted(int(words[cell]) for cell in cage)
                results = [f"{sum(digits)}+", f"{prod(digits)}*", f"{prod(digits)}x"]
                if len(digits) == 2:
                    results.append(f"{digits[1] - digits[0]}-")
                    if digits[1] % digits[0] == 0:
                        results += [f"{digits[1] // digits[0]}/", f"{digits[1] // digits[0]}:"]
                result = dice.choice(results)
                clues[dice.choice(sorted(cage))] = dice.choice([result, result, result[:-1]])
        return {"board": drawing(cells, clues), "regions": rows_of(named(cages))}, words

    def clue(self, dice: Random) -> str:
        sign = dice.choice(["", *"+*-/x:"])
        return f"{dice.randint(1, 6)}{sign}"

    def is_solution(self, fields: Fields, words: Words) -> bool:
        side, _ = size_of(words)
        if not {str(n + 1) for n in range(side)}.issuperset(words.values()):
            return False
        if not all_differ(words, lines_of(words)):
            return False
        clues = clues_of(fields)
        for cage in regions_of(fields).values():
            digits = [int(words[cell]) for cell in cage]
            if any(not is_result(clues[cell], digits) for cell in cage if cell in clues):
                return False
        return True


def is_result(clue: str, digits: list[int]) -> bool:
    """Whether a clue of a cage comes out of its digits, by one of the four operations."""
    sign = clue[-1] if not clue[-1].isdecimal() else "any"
    number = int(clue.rstrip("+*x-/:"))
    if sign == "any":
        return any(is_result(f"{number}{each}", digits) for each in "+*-/")
    if sign == "+":
        return sum(digits) == number
    if sign in "*x":
        return prod(digits) == number
    if len(digits) != 2:
        return False
    one, other = digits
    if sign == "-":
        return number in {one - other, other - one}
    return one == number * other or other == number * one


class KillerSudoku(DigitPuzzle):
    genre = "killer-sudoku"
    large = ((6, 6), (9, 9))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        words = sudoku(dice, rows)
        with_diagonals = rows == 4 and dice.random() < 0.4
        while with_diagonals and not Sudoku().is_solution({"diagonals": True}, words):
            words = latin4(dice)
        cages = []
        for cage in cages_by_chance(dice, cells, dice.choice([2, 4, 4])):
            if len({words[cell] for cell in cage}) < len(cage):
                cages += [{cell} for cell in cage]
            else:
                cages.append(cage)
        share = dice.choice([0, 0.2, 0.8])
        clues = {}
        for cage in cages:
            if dice.random() < share:
                clues[dice.choice(sorted(cage))] = str(sum(int(words[cell]) for cell in cage))
        fields: Fields = {"board": drawing(cells, clues), "regions": rows_of(named(cages))}
        if with_diagonals:
            fields["diagonals"] = True
        return fields, words

    def clue(self, dice: Random) -> str:
        return dice.choice("345678")

    def is_solution(self, fields: Fields, words: Words) -> bool:
        without_clues = {name: value for name, value in fields.items() if name == "diagonals"}
        if not Sudoku().is_solution(without_clues, words):
            return False
        cages = regions_of(fields).values()
        clues = clues_of(fields)
        for cage in cages:
            total = sum(int(words[cell]) for cell in cage)
            if any(int(clues[cell]) != total for cell in cage if cell in clues):
                return False
        return all_differ(words, cages)


class RippleEffect(DigitPuzzle):
    genre = "ripple-effect"
    sizes = ((3, 4), (4, 3), (2, 5), (1, 7), (3, 3))
    large = ((5, 5), (4, 6), (6, 4))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        words: Words | None = None
        while words is None:
            cages = cages_by_chance(dice, cells, dice.choice([3, 4, 4, 5]))
            words = ripples_by_chance(dice, cages)
        share = dice.choice([0.1, 0.3])
        clues = {cell: words[cell] for cell in cells if dice.random() < share}
        clues |= {cell: "?" for cell in cells if dice.random() < 0.05}
        return {"board": drawing(cells, clues), "regions": rows_of(named(cages))}, words

    def clue(self, dice: Random) -> str:
        return dice.choice("?1234")

    def candidates(self, fields: Fields) -> Iterable[Words]:
        rooms = [sorted(room) for room in regions_of(fields).values()]
        ways = [permutations("123456789"[: len(room)]) for room in rooms]
        cells = [cell for room in rooms for cell in room]
        for chosen in product(*ways):
            digits = [digit for way in chosen for digit in way]
            yield dict(zip(cells, digits, strict=True))

    def is_solution(self, fields: Fields, words: Words) -> bool:
        for room in regions_of(fields).values():
            if sorted(words[cell] for cell in room) != [*"123456789"[: len(room)]]:
                return False
        clues = clues_of(fields)
        if any(clue not in {"?", words[cell]} for cell, clue in clues.items()):
            return False
        return are_far_apart(words, words)


def are_far_apart(words: Words, cells: Iterable[Cell]) -> bool:
    """Whether digits have as many cells as they say between them and equal ones in a line."""
    for r, c in cells:
        word = words[r, c]
        for n in range(1, int(word) + 1):
            near = [(r, c + n), (r, c - n), (r + n, c), (r - n, c)]
            if any(words.get(cell) == word for cell in near):
                return False
    return True


def ripples_by_chance(dice: Random, rooms: Sequence[set[Cell]]) -> Words | None:
    """Digits in all rooms, room by room; None if none are found soon."""
    singles = {cell for room in rooms if len(room) == 1 for cell in room}
    if any(beside(cell, singles) for cell in singles):
        return None
    tries = 0

    def more(words: Words, left: Sequence[set[Cell]]) -> Words | None:
        nonlocal tries
        if not left:
            return words
        room = sorted(left[0])
        ways = [*permutations("123456789"[: len(room)])]
        for way in dice.sample(ways, len(ways)):
            tries += 1
            filled = words | dict(zip(room, way, strict=True))
            if are_far_apart(filled, room):
                found = more(filled, left[1:])
                if found is not None or tries > 2000:
                    return found
        return None

    return more({}, sorted(rooms, key=min))


class Binairo(Published):
    genre = "binairo"
    families = ("two",)
    sizes = ((4, 4), (2, 8), (6, 2), (4, 4), (2, 6))
    large = ((8, 8), (6, 10), (8, 6))
    words = "12"

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        while True:
            words = dict(zip(cells, twos_by_chance(dice, rows, columns), strict=True))
            if self.is_solution({"board": drawing(cells, {})}, words):
                break
        share = dice.choice([0.1, 0.4])
        clues = {cell: words[cell] for cell in cells if dice.random() < share}
        fields: Fields = {"board": drawing(cells, clues)}
        if dice.random() < 0.5 and self.is_solution(fields | {"different": True}, words):
            fields["different"] = True
        return fields, words

    def clue(self, dice: Random) -> str:
        return dice.choice("12")

    def candidates(self, fields: Fields) -> Iterable[Words]:
        rows, columns = size_of(self.cells(fields))
        halves = sorted(set(permutations("1" * (columns // 2) + "2" * (columns // 2))))
        for words in squares_of_rows(rows, columns, halves, repeats="12"):
            down = ["".join(words[r, c] for r in range(rows)) for c in range(columns)]
            if all(column.count("1") == column.count("2") for column in down):
                yield words

    def changed(self, dice: Random, words: Words) -> Words:
        # Four digits at the corners of a rectangle change places, so that lines keep their halves.
        (top, left), (bottom, right) = dice.choices(sorted(words), k=2)
        corners = [(top, left), (top, right), (bottom, right), (bottom, left)]
        digits = [words[corner] for corner in corners]
        if digits in (["1", "2", "1", "2"], ["2", "1", "2", "1"]):
            return words | dict(zip(corners, digits[::-1], strict=True))
        return super().changed(dice, words) if dice.random() < 0.3 else words

    def is_solution(self, fields: Fields, words: Words) -> bool:
        rows, _ = size_of(words)
        lines = ["".join(words[cell] for cell in line) for line in lines_of(words)]
        for line in lines:
            if line.count("1") != line.count("2") or "111" in line or "222" in line:
                return False
        if fields.get("different"):
            for alike in (lines[:rows], lines[rows:]):
                if len(set(alike)) < len(alike):
                    return False
        return clues_of(fields).items() <= words.items()

    def value(self, words: Words, label: Any) -> int:
        return int(words[label] == "2")


def twos_by_chance(dice: Random, rows: int, columns: int) -> list[str]:
    """A filling with as many of 1 as of 2 in each row, no three of which lie side by side.

    It goes on row by row, and begins anew where no row fits below the others.
    """
    while True:
        filled: list[str] = []
        for _ in range(rows):
            for _ in range(40):
                row = "".join(dice.sample("12" * (columns // 2), columns))
                below = ["".join(column) for column in zip(*filled, row, strict=True)]
                if "111" in row or "222" in row:
                    continue
                if all(
                    max(column.count("1"), column.count("2")) <= rows // 2
                    and column[-3:] not in {"111", "222"}
                    for column in below
                ):
                    filled.append(row)
                    break
        if len(filled) == rows:
            return [*"".join(filled)]


class Kakuro(DigitPuzzle):
    genre = "kakuro"
    sizes = ((3, 4), (4, 3), (3, 3), (2, 5), (1, 5))
    large = ((5, 11), (11, 4), (7, 7))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        is_small = len(cells) <= 12
        # A board may have white cells at its border, which no sum is about.
        share = dice.choice([0, 0.1, 0.4])
        white = {(r, c) for r, c in cells if ((r and c) or is_small) and dice.random() >= share}
        while is_small and len(white) > 4 + (rows < 3):
            white.discard(dice.choice(sorted(white)))
        if not white or any(len(run) > 9 for _, run in runs_of(white)):
            return self.planted(dice, rows, columns)
        words: Words = dict.fromkeys(cells, OPEN)
        for cell in sorted(white):
            used = {words[c] for _, run in runs_of(white) if cell in run for c in run}
            left = sorted({*"123456789"} - used)
            if not left:
                return self.planted(dice, rows, columns)
            words[cell] = dice.choice(left)
        sums: dict[Cell, dict[str, str]] = {cell: {} for cell in cells if cell not in white}
        for way, run in runs_of(white):
            (r, c), total = run[0], sum(int(words[cell]) for cell in run)
            before = (r, c - 1) if way == "across" else (r - 1, c)
            if before in sums and dice.random() < 0.8:
                sums[before][way] = dice.choice([*[str(total)] * 6, "0"])
        clues = dict.fromkeys(white, "0")
        for cell, totals in sums.items():
            clues[cell] = f"{totals.get('down', '')},{totals.get('across', '')}"
            if clues[cell] == ",":
                clues[cell] = dice.choice([",", OPEN])
        return {"board": rows_of(clues)}, words

    def spoiled(self, dice: Random, fields: Fields) -> Fields:
        clues = clues_of(fields)
        sums = [cell for cell, clue in clues.items() if clue.strip("0,")]
        if not sums:
            return fields
        cell = dice.choice(sorted(sums))
        down, _, across = clues[cell].partition(",")
        down, across = (
            str(max(1, int(total) + dice.choice([-1, 1]))) if total else ""
            for total in (down, across)
        )
        return fields | {"board": rows_of(words_of(fields["board"]) | {cell: f"{down},{across}"})}

    def candidates(self, fields: Fields) -> Iterable[Words]:
        words = words_of(fields["board"])
        white = sorted(cell for cell, word in words.items() if word == "0")
        lines = {cell: [run for _, run in runs_of(set(white)) if cell in run] for cell in white}

        def more(number: int, filled: Words) -> Iterator[Words]:
            if number == len(white):
                yield dict.fromkeys(words, OPEN) | filled
                return
            used = {filled.get(cell) for run in lines[white[number]] for cell in run}
            for digit in self.words:
                if digit not in used:
                    yield from more(number + 1, filled | {white[number]: digit})

        return more(0, {})

    def changed(self, dice: Random, words: Words) -> Words:
        white = sorted(cell for cell, word in words.items() if word != OPEN)
        return words | {dice.choice(white): dice.choice(self.words)}

    def is_solution(self, fields: Fields, words: Words) -> bool:
        board = words_of(fields["board"])
        white = {cell for cell, word in board.items() if word == "0"}
        for way, run in runs_of(white):
            digits = [words[cell] for cell in run]
            if len(set(digits)) < len(digits):
                return False
            r, c = run[0]
            before = board.get((r, c - 1) if way == "across" else (r - 1, c), ",")
            down, _, across = before.partition(",")
            total = across if way == "across" else down.strip(OPEN)
            if total not in {"", "0", str(sum(map(int, digits)))}:
                return False
        return True


def runs_of(white: Collection[Cell]) -> list[tuple[str, list[Cell]]]:
    """The runs of white cells across and down, as far as they go."""
    runs = []
    for way, down, right in (("across", 0, 1), ("down", 1, 0)):
        for r, c in sorted(white):
            if (r - down, c - right) not in white:
                run = [(r, c)]
                while (run[-1][0] + down, run[-1][1] + right) in white:
                    run.append((run[-1][0] + down, run[-1][1] + right))
                runs.append((way, run))
    return runs


class Futoshiki(DigitPuzzle):
    genre = "futoshiki"
    sizes = ((4, 4), (3, 3), (4, 4), (2, 2), (1, 1))
    large = ((6, 6), (7, 7))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        words = latin(dice, rows)
        share = dice.choice([0, 0.1, 0.3])
        given = {cell: words[cell] for cell in cells if dice.random() < share}
        share = dice.choice([0.1, 0.4, 1])
        signs = {}
        for r, c in cells:
            for sign, other in (("<>", (r, c + 1)), ("^v", (r + 1, c))):
                if other in words and dice.random() < share:
                    is_less = int(words[r, c]) < int(words[other])
                    signs[r + other[0], c + other[1]] = sign[0 if is_less else 1]
        # The digits are drawn with the signs, or by themselves.
        inside = given if dice.random() < 0.7 else {}
        whole = dict.fromkeys(rectangle(2 * rows - 1, 2 * columns - 1), ".") | signs
        whole |= {(2 * r, 2 * c): inside.get((r, c), OPEN) for r, c in cells}
        fields: Fields = {"signs": rows_of(whole)}
        if not inside:
            fields["board"] = drawing(cells, given)
        return fields, words

    def cells(self, fields: Fields) -> Collection[Cell]:
        return [(r // 2, c // 2) for r, c in words_of(fields["signs"]) if r % 2 == c % 2 == 0]

    def spoiled(self, dice: Random, fields: Fields) -> Fields:
        whole = words_of(fields["signs"])
        at = dice.choice(sorted(whole))
        if at[0] % 2 == at[1] % 2 == 0:
            return fields | {"signs": rows_of(whole | {at: dice.choice("-1234")})}
        if at[0] % 2 and at[1] % 2:
            return fields
        return fields | {"signs": rows_of(whole | {at: dice.choice("^v" if at[0] % 2 else "<>")})}

    def is_solution(self, fields: Fields, words: Words) -> bool:
        side, _ = size_of(words)
        if not {str(n + 1) for n in range(side)}.issuperset(words.values()):
            return False
        for (r, c), word in words_of(fields["signs"]).items():
            # A sign in an odd row stands between cells of a column, in an odd column, of a row.
            before = int(words[r // 2, c // 2])
            behind = int(words[(r + 1) // 2, (c + 1) // 2])
            if word.isdecimal() and before != int(word):
                return False
            if (word in "<^" and before >= behind) or (word in ">v" and before <= behind):
                return False
        return all_differ(words, lines_of(words)) and clues_of(fields).items() <= words.items()


PUZZLES = (
    Sudoku(),
    Skyscrapers(),
    Kenken(),
    KillerSudoku(),
    RippleEffect(),
    Binairo(),
    Kakuro(),
    Futoshiki(),
)
