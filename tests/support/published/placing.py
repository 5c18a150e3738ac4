"""Puzzles in which things are placed: bulbs, ships, stars and tents."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from itertools import product
from random import Random
from typing import Any

from support.published.plain import (
    NAMES,
    OPEN,
    Cell,
    Fields,
    Published,
    Words,
    around,
    beside,
    clues_of,
    drawing,
    hang_together,
    lines_of,
    named,
    parts_of,
    rectangle,
    regions_of,
    rows_of,
    size_of,
    spread,
    words_of,
)


def numbers_beside(cells: Iterable[Cell], chosen: Iterable[Cell]) -> tuple[list[str], list[str]]:
    """How many cells are chosen in each row, and in each column."""
    every, some = list(cells), set(chosen)
    numbers = [str(len(some.intersection(line))) for line in lines_of(every)]
    rows, _ = size_of(every)
    return numbers[:rows], numbers[rows:]


def some_numbers(dice: Random, cells: Iterable[Cell], chosen: Iterable[Cell]) -> Fields:
    """Numbers left of a board and above it, some of which are left out."""
    left, above = numbers_beside(cells, chosen)
    share = dice.choice([0, 0.3, 0.7, 1])
    fields = {}
    for side, numbers in (("left", left), ("above", above)):
        fields[side] = [number if dice.random() < share else OPEN for number in numbers]
    return fields


def numbers_fit(fields: Fields, words: Words, chosen: Iterable[Cell]) -> bool:
    """Whether the numbers beside a board count the cells that are chosen."""
    for side, numbers in zip(("left", "above"), numbers_beside(words, chosen), strict=True):
        for wanted, number in zip(fields.get(side, ()), numbers, strict=False):
            if wanted not in {OPEN, number}:
                return False
    return True


def with_other_number(dice: Random, fields: Fields) -> Fields:
    """A board with another number beside it."""
    side = dice.choice(["left", "above"])
    numbers = list(fields[side])
    numbers[dice.randrange(len(numbers))] = dice.choice("-0123")
    return fields | {side: numbers}


class Akari(Published):
    genre = "akari"
    least = 0
    families = ("bulb",)
    sizes = ((3, 4), (4, 3), (3, 5), (2, 7), (1, 8))
    large = ((7, 7), (6, 9), (9, 5))
    words = "-o"

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        share = dice.choice([0.15, 0.35])
        black = {cell for cell in cells[1:] if dice.random() < share}
        bulbs: set[Cell] = set()
        for cell in dice.sample(cells, len(cells)):
            if cell not in black and not bulbs.intersection(seen_from(cell, cells, black)):
                bulbs.add(cell)
        clues = {
            cell: str(len(beside(cell, bulbs))) if dice.random() < 0.6 else "x" for cell in black
        }
        words = {cell: "o" if cell in bulbs else OPEN for cell in cells}
        return {"board": drawing(cells, clues)}, words

    def clue(self, dice: Random) -> str:
        return dice.choice("x01234")

    def is_solution(self, fields: Fields, words: Words) -> bool:
        clues = clues_of(fields)
        bulbs = {cell for cell, word in words.items() if word == "o"}
        if bulbs.intersection(clues):
            return False
        for cell in words:
            if cell in clues:
                if clues[cell] not in {"x", str(len(beside(cell, bulbs)))}:
                    return False
                continue
            seen = len(bulbs.intersection(seen_from(cell, words, clues)))
            if (seen > 0) is (cell in bulbs):
                return False
        return True

    def value(self, words: Words, label: Any) -> int:
        return int(words[label] == "o")


def seen_from(cell: Cell, cells: Iterable[Cell], black: Iterable[Cell]) -> list[Cell]:
    """The cells in the row and the column of a cell, up to the next black ones."""
    white = set(cells).difference(black)
    seen = []
    for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        r, c = cell[0] + down, cell[1] + right
        while (r, c) in white:
            seen.append((r, c))
            r, c = r + down, c + right
    return seen


class Battleships(Published):
    genre = "battleships"
    families = ("part",)
    sizes = ((3, 4), (1, 8), (4, 3), (1, 7), (8, 1))
    large = ((6, 6), (5, 8), (8, 7))
    words = "-onesm"

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        words: Words = dict.fromkeys(cells, OPEN)
        fleet = [0] * max(rows, columns)
        for _ in range(dice.choice([2, 6, 30])):
            (r, c), length = dice.choice(cells), dice.choice([1, 1, 2, 2, 3, 4])
            down, right = dice.choice([(0, 1), (1, 0)])
            ship = [(r + n * down, c + n * right) for n in range(length)]
            taken = {cell for cell in cells if words[cell] != OPEN}
            if all(
                cell in words and cell not in taken and not around(cell, taken) for cell in ship
            ):
                words |= dict(zip(ship, ship_word(length, is_upright=bool(down)), strict=True))
                fleet[length - 1] += 1
        parts = [cell for cell in cells if words[cell] != OPEN]
        if not parts:
            return self.planted(dice, rows, columns)
        clues = {}
        for cell in cells:
            if dice.random() < 0.15:
                clues[cell] = "x" if words[cell] == OPEN else dice.choice([words[cell], "?"])
        fields = some_numbers(dice, cells, parts) | {"ships": fleet, "board": drawing(cells, clues)}
        return fields, words

    def spoiled(self, dice: Random, fields: Fields) -> Fields:
        if dice.random() < 0.5:
            return with_other_number(dice, fields)
        return super().spoiled(dice, fields)

    def clue(self, dice: Random) -> str:
        return dice.choice("x?onesmw")

    def candidates(self, fields: Fields) -> Iterable[Words]:
        # The cells of ships are all that there is to choose: what a part is follows from them.
        cells = sorted(self.cells(fields))
        for chosen in product([False, True], repeat=len(cells)):
            taken = {cell for cell, is_part in zip(cells, chosen, strict=True) if is_part}
            words: Words = dict.fromkeys(cells, OPEN)
            for part in parts_of(taken):
                ship = sorted(part)
                words |= dict.fromkeys(ship, "m") | dict(
                    zip(
                        ship,
                        ship_word(len(ship), is_upright=ship[0][1] == ship[-1][1]),
                        strict=True,
                    )
                )
            yield words

    def changed(self, dice: Random, words: Words) -> Words:
        ships = parts_of(cell for cell, word in words.items() if word != OPEN)
        if dice.random() < 0.3 or not ships:
            return super().changed(dice, words)
        # A ship moves, so that the fleet stays what it was.
        while True:
            ship = dice.choice(sorted(map(sorted, ships)))
            down, right = dice.choice([(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, 1)])
            moved = {(r + down, c + right): words[r, c] for r, c in ship}
            rest = words | dict.fromkeys(ship, OPEN)
            if all(rest.get(cell) == OPEN for cell in moved):
                return rest | moved
            if dice.random() < 0.1:
                return words

    def is_solution(self, fields: Fields, words: Words) -> bool:
        parts = {cell for cell, word in words.items() if word != OPEN}
        fleet = [0] * max(len(words), len(fields["ships"]))
        for part in parts_of(parts):
            ship = sorted(part)
            is_upright = len({c for _, c in ship}) == 1
            if not is_upright and len({r for r, _ in ship}) > 1:
                return False
            if "".join(words[cell] for cell in ship) != ship_word(len(ship), is_upright=is_upright):
                return False
            if any(len(around(cell, parts)) > len(beside(cell, part)) for cell in ship):
                return False
            fleet[len(ship) - 1] += 1
        if fleet != fields["ships"] + [0] * (len(fleet) - len(fields["ships"])):
            return False
        for cell, clue in clues_of(fields).items():
            word = words[cell].replace(OPEN, "x")
            if word != clue and (clue != "?" or word == "x"):
                return False
        return numbers_fit(fields, words, parts)

    def value(self, words: Words, label: Any) -> int:
        return int(words[label] != OPEN)


def ship_word(length: int, *, is_upright: bool) -> str:
    """The parts of a ship from the left to the right, or from above."""
    if length == 1:
        return "o"
    first, last = "ns" if is_upright else "we"
    return first + "m" * (length - 2) + last


class Magnets(Published):
    genre = "magnets"
    families = ("pole",)
    sizes = ((3, 3), (2, 5), (5, 2), (1, 8), (3, 4))
    large = ((6, 6), (5, 8), (7, 5))
    words = "-pn"

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        dominoes: list[set[Cell]] = []
        left = set(cells)
        while left:
            cell = min(left, key=lambda one: (len(beside(one, left)), dice.random()))
            near = beside(cell, left)[:1]
            # A cell without a neighbour is in no region.
            dominoes += [{cell, *near}] if near else []
            left -= {cell, *near}
        names = dict.fromkeys(cells, "#") | named(dominoes)
        words: Words = dict.fromkeys(cells, OPEN)
        for domino in dominoes:
            one, other = dice.sample(sorted(domino), 2)
            poles = {one: "p", other: "n"}
            if dice.random() < 0.8 and self.are_apart(words | poles):
                words |= poles
        fields: Fields = {"regions": rows_of(names)}
        # Boards of twelve cells have hundreds of solutions if few numbers stand beside them.
        share = dice.choice([0.3, 0.7, 1] if len(cells) < 12 else [0.7, 1])
        for pole, sides in (("p", ("left", "above")), ("n", ("right", "below"))):
            chosen = [cell for cell, word in words.items() if word == pole]
            for side, numbers in zip(sides, numbers_beside(cells, chosen), strict=True):
                fields[side] = [one if dice.random() < share else OPEN for one in numbers]
        given = {cell: words[cell].replace(OPEN, "x") for cell in cells if dice.random() < 0.1}
        fields["board"] = drawing(cells, given)
        return fields, words

    def spoiled(self, dice: Random, fields: Fields) -> Fields:
        if dice.random() < 0.7:
            side = dice.choice(["left", "above", "right", "below"])
            numbers = [*fields[side]]
            numbers[dice.randrange(len(numbers))] = dice.choice("-0123")
            return fields | {side: numbers}
        return super().spoiled(dice, fields)

    def clue(self, dice: Random) -> str:
        return dice.choice("pnx")

    def candidates(self, fields: Fields) -> Iterable[Words]:
        names = words_of(fields["regions"])
        dominoes = [sorted(cells) for name, cells in regions_of(fields).items() if name != "#"]
        for chosen in product(["--", "pn", "np"], repeat=len(dominoes)):
            words = dict.fromkeys(names, OPEN)
            for domino, poles in zip(dominoes, chosen, strict=True):
                words |= dict(zip(domino, poles, strict=True))
            yield words

    def are_apart(self, words: Words) -> bool:
        """Whether no two equal poles are side by side."""
        poles = {cell: word for cell, word in words.items() if word != OPEN}
        return not any(
            poles[near] == pole for cell, pole in poles.items() for near in beside(cell, poles)
        )

    def is_solution(self, fields: Fields, words: Words) -> bool:
        for name, cells in regions_of(fields).items():
            poles = {words[cell] for cell in cells}
            if poles not in ([{OPEN}] if name == "#" else [{OPEN}, {"p", "n"}]):
                return False
        for cell, given in clues_of(fields).items():
            if words[cell].replace(OPEN, "x") != given:
                return False
        for pole, sides in (("p", ("left", "above")), ("n", ("right", "below"))):
            chosen = [cell for cell, word in words.items() if word == pole]
            for side, numbers in zip(sides, numbers_beside(words, chosen), strict=True):
                for wanted, number in zip(fields.get(side, ()), numbers, strict=False):
                    if wanted not in {OPEN, number}:
                        return False
        return self.are_apart(words)

    def value(self, words: Words, label: Any) -> int:
        cell, pole = label
        return int(words[cell] == pole)


class Minesweeper(Published):
    genre = "minesweeper"
    least = 0
    families = ("mine",)
    sizes = ((3, 4), (4, 3), (2, 6), (1, 9), (3, 5))
    large = ((7, 7), (6, 9), (9, 5))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        holes = {cell for cell in cells if dice.random() < 0.1} - {(0, 0), cells[-1]}
        there = [cell for cell in cells if cell not in holes]
        share = dice.choice([0.2, 0.4])
        mines = {cell for cell in there if dice.random() < share}
        numbers = dice.choice([0.3, 0.7])
        clues = {}
        for cell in there[:-1]:
            if cell not in mines and dice.random() < numbers:
                clues[cell] = dice.choice([str(len(around(cell, mines)))] * 4 + ["?"])
        fields: Fields = {"board": drawing(cells, clues | dict.fromkeys(holes, "#"))}
        if dice.random() < 0.5:
            fields["mines"] = len(mines)
        words = dict.fromkeys(cells, OPEN) | dict.fromkeys(mines, "x") | dict.fromkeys(holes, ".")
        return fields, words

    def spoiled(self, dice: Random, fields: Fields) -> Fields:
        if "mines" in fields and dice.random() < 0.5:
            return fields | {"mines": max(0, fields["mines"] + dice.choice([-1, 1]))}
        return super().spoiled(dice, fields)

    def clue(self, dice: Random) -> str:
        return dice.choice("?0123")

    def candidates(self, fields: Fields) -> Iterable[Words]:
        words = words_of(fields["board"])
        free = [cell for cell, word in words.items() if word == OPEN]
        rest = {cell: "." if word == "#" else OPEN for cell, word in words.items()}
        for chosen in product("-x", repeat=len(free)):
            yield rest | dict(zip(free, chosen, strict=True))

    def is_solution(self, fields: Fields, words: Words) -> bool:
        clues = clues_of(fields)
        # Where there is no cell, nothing can stand.
        holes = {cell for cell, clue in clues.items() if clue == "#"}
        mines = {cell for cell, word in words.items() if word == "x" and cell not in holes}
        if mines.intersection(clues) or len(mines) != fields.get("mines", len(mines)):
            return False
        numbers = {cell: clue for cell, clue in clues.items() if clue not in "#?"}
        return all(clue == str(len(around(cell, mines))) for cell, clue in numbers.items())

    def value(self, words: Words, label: Any) -> int:
        return int(words[label] == "x")


class StarBattle(Published):
    genre = "star-battle"
    families = ("star",)
    sizes = ((4, 4), (5, 5), (1, 1))
    large = ((6, 6), (7, 7), (9, 9))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        number = 2 if rows > 8 else 1
        stars = stars_by_chance(dice, rows, number)
        left = dice.sample(stars, len(stars))
        seeds = []
        while left:
            # Near stars share a region.
            seed = left.pop()
            left.sort(key=lambda star: -abs(star[0] - seed[0]) - abs(star[1] - seed[1]))
            seeds.append([seed, *[left.pop() for _ in range(number - 1)]])
        paths = [path_between(group, set(stars)) for group in seeds]
        if any(one & other for n, one in enumerate(paths) for other in paths[:n]):
            return self.planted(dice, rows, columns)
        parts = spread(dice, cells, paths)
        names = named(parts)
        void = [cell for cell in cells if cell not in stars and dice.random() < 0.1]
        for cell in void:
            if hang_together({c for c, name in names.items() if name == names[cell]} - {cell}):
                names[cell] = dice.choice("#@")
        words = {cell: "x" if cell in stars else OPEN for cell in cells}
        fields: Fields = {"stars": number, "regions": rows_of(names)}
        given = {cell: "*" for cell in stars if dice.random() < 0.1}
        if given:
            fields["board"] = drawing(cells, given)
        return fields, words

    def spoiled(self, dice: Random, fields: Fields) -> Fields:
        cells = sorted(self.cells(fields))
        given = dict.fromkeys(dice.sample(cells, min(2, len(cells))), "*")
        return fields | {"board": drawing(cells, given)}

    def candidates(self, fields: Fields) -> Iterable[Words]:
        cells = sorted(self.cells(fields))
        side, _ = size_of(cells)
        number = fields["stars"]
        rows = [row for row in product("-x", repeat=side) if row.count("x") == number]
        for chosen in product(rows, repeat=side):
            if all(column.count("x") == number for column in zip(*chosen, strict=True)):
                yield {(r, c): chosen[r][c] for r, c in cells}

    def is_solution(self, fields: Fields, words: Words) -> bool:
        stars = {cell for cell, word in words.items() if word == "x"}
        if any(around(star, stars) for star in stars):
            return False
        areas = [set(line) for line in lines_of(words)]
        for name, region in regions_of(fields).items():
            if name not in "#@":
                areas.append(region)
            elif region & stars:
                return False
        if any(len(area & stars) != fields["stars"] for area in areas):
            return False
        return stars.issuperset(clues_of(fields))


def stars_by_chance(dice: Random, side: int, number: int) -> list[Cell]:
    """Stars that do not touch, so many in each row and column."""

    def more(row: int, stars: list[Cell]) -> list[Cell] | None:
        if row == side:
            return stars
        free = [
            (row, c)
            for c in range(side)
            if sum(c == other for _, other in stars) < number and not around((row, c), stars)
        ]
        groups = [{one, other} for one in free for other in free if abs(one[1] - other[1]) > 1]
        if number == 1:
            groups = [{one} for one in free]
        for group in dice.sample(groups, len(groups)):
            found = more(row + 1, stars + sorted(group))
            if found is not None:
                return found
        return None

    found = more(0, [])
    assert found is not None
    return found


def path_between(stars: list[Cell], others: set[Cell]) -> set[Cell]:
    """The cells on the way from one star to another: along a column, and then along a row."""
    (r, c), (to_r, to_c) = stars[0], stars[-1]
    path = {(row, c) for row in range(min(r, to_r), max(r, to_r) + 1)}
    path |= {(to_r, column) for column in range(min(c, to_c), max(c, to_c) + 1)}
    return path | (path & others)


class Tents(Published):
    genre = "tents"
    families = ("tent",)
    sizes = ((3, 4), (4, 3), (2, 6), (1, 8), (3, 5))
    large = ((7, 7), (6, 9), (8, 8))
    words = "-ox"

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        tents: list[Cell] = []
        trees: list[Cell] = []
        for cell in dice.sample(cells, len(cells))[: dice.choice([3, 8, 80])]:
            free = [near for near in beside(cell, cells) if near not in tents and near not in trees]
            if cell not in trees and free and not around(cell, tents):
                tents.append(cell)
                trees.append(dice.choice(free))
        if rows > 2 and columns > 2 and dice.random() < 0.2:
            # A ring, in which tents share trees in two ways.
            tents, trees = [(0, 0), (0, 2), (2, 0), (2, 2)], [(0, 1), (1, 2), (2, 1), (1, 0)]
        fields = some_numbers(dice, cells, tents)
        fields["board"] = drawing(cells, dict.fromkeys(trees, "x"))
        words = dict.fromkeys(cells, OPEN) | dict.fromkeys(tents, "o") | dict.fromkeys(trees, "x")
        return fields, words

    def spoiled(self, dice: Random, fields: Fields) -> Fields:
        if dice.random() < 0.5:
            return with_other_number(dice, fields)
        words = words_of(fields["board"])
        return fields | {"board": rows_of(words | {dice.choice(sorted(words)): "x"})}

    def candidates(self, fields: Fields) -> Iterable[Words]:
        words = words_of(fields["board"])
        free = [cell for cell, word in words.items() if word == OPEN]
        for chosen in product("-o", repeat=len(free)):
            yield words | dict(zip(free, chosen, strict=True))

    def is_solution(self, fields: Fields, words: Words) -> bool:
        trees = set(clues_of(fields))
        if trees != {cell for cell, word in words.items() if word == "x"}:
            return False
        tents = [cell for cell, word in words.items() if word == "o"]
        if any(around(tent, tents) for tent in tents) or not numbers_fit(fields, words, tents):
            return False
        return len(tents) == len(trees) and each_has_its_own(tents, trees)

    def value(self, words: Words, label: Any) -> int:
        return int(words[label] == "o")


def each_has_its_own(tents: list[Cell], trees: set[Cell]) -> bool:
    """Whether tents can have a tree each that is beside it, by trying all ways."""
    if not tents:
        return True
    # The tent with the fewest trees to choose among comes first.
    tent = min(tents, key=lambda one: len(beside(one, trees)))
    others = [other for other in tents if other != tent]
    return any(each_has_its_own(others, trees - {tree}) for tree in beside(tent, trees))


class Thermometers(Published):
    genre = "thermometers"
    families = ("filled",)
    sizes = ((3, 4), (4, 3), (3, 3), (2, 6), (1, 5))
    large = ((6, 6), (5, 8), (9, 7))

    def planted(self, dice: Random, rows: int, columns: int) -> tuple[Fields, Words]:
        cells = rectangle(rows, columns)
        left = set(cells)
        if dice.random() < 0.3:
            # Some cells are on no thermometer.
            left -= set(dice.sample(cells, len(cells) // 4))
        used = set(left)
        thermometers = []
        while left:
            path = [dice.choice(sorted(left))]
            left.discard(path[0])
            longest = dice.randint(1, 6)
            near = dice.choice([beside, beside, around])
            while len(path) < longest and (new := near(path[-1], left)):
                path.append(dice.choice(new))
                left.discard(path[-1])
            thermometers.append(path)
        form = dice.choice(["{letter}{step}", "{letter}.{step}", "{number}.{step}"])
        steps = dict.fromkeys(cells, OPEN)
        filled = set()
        for number, path in enumerate(thermometers):
            filled |= set(path[: dice.randint(0, len(path))])
            for step, cell in enumerate(path, 1):
                steps[cell] = form.format(letter=NAMES[number], number=number, step=step)
        if not used:
            return self.planted(dice, rows, columns)
        words = {cell: "x" if cell in filled else OPEN for cell in cells}
        return {"paths": rows_of(steps), **some_numbers(dice, cells, filled)}, words

    def cells(self, fields: Fields) -> Collection[Cell]:
        return words_of(fields["paths"]).keys()

    def spoiled(self, dice: Random, fields: Fields) -> Fields:
        return with_other_number(dice, fields)

    def is_solution(self, fields: Fields, words: Words) -> bool:
        filled = {cell for cell, word in words.items() if word == "x"}
        steps: dict[tuple[str, int], Cell] = {}
        for cell, word in words_of(fields["paths"]).items():
            if word == OPEN:
                if cell in filled:
                    return False
                continue
            digits = word[len(word.rstrip("0123456789")) :]
            steps[word.removesuffix(digits), int(digits)] = cell
        for (name, step), cell in steps.items():
            if cell in filled and step > 1 and steps[name, step - 1] not in filled:
                return False
        return numbers_fit(fields, words, filled)


PUZZLES = (
    Akari(),
    Battleships(),
    Magnets(),
    Minesweeper(),
    StarBattle(),
    Tents(),
    Thermometers(),
)
