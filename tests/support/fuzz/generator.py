"""Random descriptions of models, the same for every seed.

They are of three sorts: of everything, with large numbers, and exact covers. A fourth one is of
everything, with rows that a function finds, which no file can hold.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from support.fuzz.descriptions import SIGNS, Column, Description, Further, Statement, Tree
from support.fuzz.meaning import Meaning, tried

SORTS = ("any", "large", "cover")
LAZY = "lazy"
ENCODINGS = ("flow", "bfs", "lazy")
_GROUPS = ("", "board", "wishes", "givens")
_LARGE = (10**9, -(10**9), 10**9 - 9, 10**6, -(10**6), 999_999_937, 12_345_678)


def described(seed: int, sort: str) -> Description:
    """The description of some sort with that seed; two in three have a solution."""
    dice = random.Random(f"{sort} {seed}")
    made = (_Cover(dice) if sort == "cover" else _Any(dice, sort)).description()
    return _possible(made) if dice.random() < 0.5 else made


def _possible(made: Description) -> Description:
    """Without the statements that leave no solution of those before them."""
    meaning = Meaning(made)
    left = meaning.common(meaning.fixed)
    kept = []
    for number, one in enumerate(made.statements):
        on = one.group not in made.off
        if on and left and not left & meaning.masks[number]:
            continue
        left &= meaning.masks[number] if on else left
        kept.append(one)
    groups = {one.group for one in kept}
    off = tuple(group for group in made.off if group in groups)
    return replace(made, statements=tuple(kept), off=off)


class _Any:
    """Makes a description of everything there is."""

    def __init__(self, dice: random.Random, sort: str) -> None:
        self.dice = dice
        self.large, self.lazy = sort == "large", sort == LAZY
        self.columns: list[Column] = []
        self.statements: list[Statement] = []
        # What a sentence may speak of so far.
        self.binaries: list[str] = []
        self.numbers: list[str] = []

    def chance(self, share: float) -> bool:
        return self.dice.random() < share

    def description(self) -> Description:
        dice = self.dice
        self._declare(dice.choice([12, 60, 60, 200, 200, 800]))
        count = dice.choice([0, 1, 2, 3, 3, 4, 4, 5, 6])
        makers: list[tuple[Callable[[], Tree], float]] = [
            (lambda: self.truth(dice.choice([0, 1, 1, 2, 2, 3])), 10),
            (self._counted, 2),
            (self._defined, 1.5),
            (self._made, 0.7),
            (self._rows, 2),
            (self._constant, 0.5),
            (self._connected, 1.5),
        ]
        if self.lazy:
            count, makers = max(count, 1), [*makers, (self._lazy, 15)]
        for _ in range(count):
            (maker,) = dice.choices([m for m, _ in makers], [weight for _, weight in makers])
            group = dice.choice(_GROUPS)
            self.statements.append(Statement(group, maker()))
        goal = None
        if self.chance(0.4):
            goal = self.number(dice.choice([0, 1, 1, 2]))
            if self.chance(0.1):
                goal = ("*", 0, goal)
            elif self.chance(0.1):
                goal = ("constant", dice.choice([0, 7, *_LARGE]))
            elif self.chance(0.15):
                goal = self._share()
        further = dice.choice([0, 0, 0, 1, 1, 2]) if goal is not None else 0
        then = tuple(self._further() for _ in range(further))
        groups = [g for g in dict.fromkeys(one.group for one in self.statements) if g]
        off = tuple(dice.sample(groups, 1)) if groups and self.chance(0.2) else ()
        return Description(
            tuple(self.columns),
            tuple(self.statements),
            goal,
            self.chance(0.5),
            then,
            off,
            self._fixed() if self.chance(0.15) else (),
        )

    def _further(self) -> Further:
        slack, share = (0, "0")
        if self.chance(0.4):
            slack, share = self.dice.randint(0, 2), self.dice.choice(["0", "0.1", "0.3"])
        return self.number(self.dice.choice([0, 1])), self.chance(0.5), slack, share

    # Variables

    def _declare(self, most: int) -> None:
        dice = self.dice
        for _ in range(dice.randint(1, 7)):
            auxiliary = self.chance(0.25)
            if self.chance(0.5):
                name = f"x{len(self.columns)}"
                column = Column(name, 0, 1, auxiliary, binary=True)
            else:
                name = f"n{len(self.columns)}"
                lower = dice.choice([0, 0, 0, 1, -1, -2, -3, 5])
                if self.large and self.chance(0.6):
                    lower = dice.choice(_LARGE) + dice.randint(-2, 2)
                width = dice.choice([0, 1, 1, 2, 2, 3, 4, 6])
                column = Column(name, lower, lower + width, auxiliary)
            if tried([*self.columns, column]) > most:
                continue
            self.columns.append(column)
            self._known(column)
        if not self.columns:
            self.columns.append(Column("x0", 0, 1, binary=True))
            self._known(self.columns[0])
        if self.chance(0.3 if self.large else 0.08):
            self._widen()

    def _known(self, column: Column) -> None:
        self.numbers.append(column.name)
        if (column.lower, column.upper) == (0, 1):
            self.binaries.append(column.name)

    def _widen(self) -> None:
        """Adds a variable of very many values, which is what a formula says."""
        dice = self.dice
        formula = self.linear()
        if self.chance(0.3):
            formula = ("+", ("*", dice.choice([10**6, 10**8, 3]), formula), formula)
        lower, upper = dice.choice(
            [(-(10**9), 10**9), (0, 10**9), (-(10**9), 5), (-(10**12), 10**12), (None, None)]
        )
        column = Column(f"w{len(self.columns)}", lower, upper, self.chance(0.7), formula=formula)
        self.columns.append(column)
        self._known(column)

    def _fixed(self) -> tuple[tuple[str, int], ...]:
        narrow = [c for c in self.columns if c.formula is None and not c.late]
        chosen = self.dice.sample(narrow, min(len(narrow), self.dice.choice([1, 1, 2])))
        return tuple(
            (column.name, self.dice.randint(column.lower, column.upper))
            for column in chosen
            if column.lower is not None and column.upper is not None
        )

    # Numbers

    def constant(self) -> int:
        if self.large and self.chance(0.3):
            return self.dice.choice(_LARGE) + self.dice.randint(-3, 3)
        return self.dice.choice([-3, -2, -1, 0, 0, 1, 1, 2, 2, 3, 4, 6])

    def linear(self) -> Tree:
        """A sum of multiples, now and then with the same variable twice."""
        dice = self.dice
        terms: list[Tree] = []
        for _ in range(dice.choice([1, 1, 2, 2, 3, 4])):
            factor = self.constant() if self.chance(0.8) else dice.choice([1, -1])
            terms.append(("*", factor, ("v", dice.choice(self.numbers))))
        if self.chance(0.4):
            terms.append(("k", self.constant()))
        return ("sum", *terms)

    def _share(self) -> Tree:
        """A number with fractions, which no operation takes."""
        return ("over", self.dice.choice([2, 3, 4, 10]), self.linear())

    def number(self, depth: int) -> Tree:
        """A number, never a constant of Python's."""
        dice = self.dice
        if depth <= 0:
            return dice.choice(
                [
                    ("v", dice.choice(self.numbers)),
                    ("v", dice.choice(self.numbers)),
                    self.linear(),
                    ("constant", self.constant()),
                    ("num", self.truth(0)),
                ]
            )
        word = dice.choice(list(_NUMBERS))
        return _NUMBERS[word](self, depth - 1)

    def or_constant(self, depth: int) -> Tree:
        return ("k", self.constant()) if self.chance(0.2) else self.number(depth)

    def _place(self, count: int, depth: int) -> Tree:
        """A number that is a place of a list."""
        if count == 2 and self.chance(0.3):
            return ("num", self.truth(depth))
        return ("rem", self.number(depth), ("k", count))

    def element(self, depth: int) -> Tree:
        """A number out of a list."""
        items = [self.or_constant(depth) for _ in range(self.dice.randint(1, 4))]
        return ("elem", self._place(len(items), depth - 1), *items)

    def _small(self, depth: int, least: int, most: int) -> Tree:
        """A number between two bounds."""
        width = most - least + 1
        return ("+", ("rem", self.number(depth), ("k", width)), ("k", least))

    # Truths

    def truths(self, depth: int, least: int, most: int) -> list[Tree]:
        return [self.truth(depth) for _ in range(self.dice.randint(least, most))]

    def truth(self, depth: int) -> Tree:
        """Something true or false, never a constant of Python's."""
        dice = self.dice
        if depth <= 0:
            if self.binaries and self.chance(0.6):
                literal: Tree = ("v", dice.choice(self.binaries))
                return ("not", literal) if self.chance(0.35) else literal
            return self._compared(0)
        return _TRUTHS[dice.choice(list(_TRUTHS))](self, depth - 1)

    def _compared(self, depth: int) -> Tree:
        dice = self.dice
        if self.chance(0.25):
            return self._between(depth)
        one = self.linear() if depth == 0 and self.chance(0.7) else self.number(depth)
        one = self._share() if self.chance(0.1) else one
        other: Tree = ("k", self.constant()) if self.chance(0.6) else self.number(depth - 1)
        return (dice.choice(SIGNS), one, other)

    def _between(self, depth: int) -> Tree:
        """Within two bounds, which may leave no number between them, or leave out none."""
        dice = self.dice
        lower = self.constant()
        upper = lower + dice.choice([-7, -2, -1, 0, 0, 1, 2, 5, 10**9])
        if self.chance(0.1):
            lower, upper = -(10**9), 10**9
        number = ("constant", self.constant()) if self.chance(0.15) else self.number(depth)
        return ("between", number, lower, upper)

    def joined(self, word: str, depth: int) -> Tree:
        """Truths joined, constants among them."""
        parts = self.truths(depth, 2, 3)
        if self.chance(0.15):
            parts.insert(self.dice.randint(1, len(parts)), ("bit", self.dice.randint(0, 1)))
        if self.chance(0.1):
            parts.append(parts[0])
        return (word, *parts)

    # Statements

    def _counted(self) -> Tree:
        word = self.dice.choice(["exactly_one", "at_most_one", "at_least_one"])
        parts = self.truths(self.dice.choice([0, 0, 1]), 0, 5)
        if parts and self.chance(0.15):
            parts.append(parts[0])
        return (word, *parts)

    def _auxiliary_binaries(self) -> list[str]:
        return [c.name for c in self.columns if c.auxiliary and (c.lower, c.upper) == (0, 1)]

    def _defined(self) -> Tree:
        """A variable of the user's, called auxiliary or not, follows from others."""
        targets = self._auxiliary_binaries() if self.chance(0.7) else self.binaries
        if not targets:
            return self._counted()
        target = self.dice.choice(targets)
        known = [name for name in self.binaries if name != target]
        literals: list[Tree] = [("v", self.dice.choice(known)) for _ in range(2) if known]
        literals = [("not", one) if self.chance(0.4) else one for one in literals]
        word = self.dice.choice(["conjunction", "disjunction"])
        return ("define", word, target, self.chance(0.5), *literals)

    def _made(self) -> Tree:
        """A variable that a row makes; it stays when the row is off."""
        name = f"z{len(self.columns)}"
        word = self.dice.choice(["conjunction", "disjunction"])
        tree = ("let", word, name, self.chance(0.5), *self.truths(0, 0, 3))
        column = Column(name, 0, 1, auxiliary=True, binary=True, late=True)
        self.columns.append(column)
        self._known(column)
        return tree

    def _rows(self) -> Tree:
        """Rows from arrays, empty ones among them, and columns twice in a row."""
        dice = self.dice
        kind = dice.choice(["LINEAR", "LINEAR", "EXACTLY_ONE", "AT_MOST_ONE", "AT_LEAST_ONE"])
        known = self.numbers if kind == "LINEAR" else self.binaries
        rows = []
        for _ in range(dice.choice([0, 1, 1, 2])):
            names = [dice.choice(known) for _ in range(dice.randint(0, 4)) if known]
            factors = [self.constant() if kind == "LINEAR" else dice.choice([1, -1]) for _ in names]
            rows.append(tuple(zip(factors, names, strict=True)))
        lower = upper = None
        if kind == "LINEAR":
            lower = dice.choice([None, self.constant()])
            upper = None if lower is not None and self.chance(0.4) else self.constant()
        return ("rows", kind, lower, upper, *rows)

    def _lazy(self) -> Tree:
        """Rows that a function finds when they are broken."""
        dice, lower = self.dice, self.dice.randint(-3, 1)
        rows = []
        for _ in range(dice.choice([1, 1, 2, 3])):
            names = dice.sample(self.numbers, dice.randint(1, min(4, len(self.numbers))))
            rows.append(tuple((dice.choice([-2, -1, 1, 1, 3]), name) for name in names))
        return ("lazy", lower, lower + dice.randint(0, 5), *rows)

    def _constant(self) -> Tree:
        """A row without variables, true or false."""
        number = ("constant", self.constant())
        return self.dice.choice(
            [
                (self.dice.choice(SIGNS), number, ("k", self.constant())),
                ("between", ("sum",), self.constant(), self.constant()),
                ("not", ("between", ("sum",), self.constant(), self.constant())),
            ]
        )

    def _connected(self) -> Tree:
        dice = self.dice
        count = dice.randint(0, 6)
        pairs = dice.randint(0, 7) if count else 0
        edges = tuple((dice.randrange(count), dice.randrange(count)) for _ in range(pairs))
        active = tuple(self._switch() for _ in range(count))
        usable = tuple(self._switch() for _ in edges) if self.chance(0.25) else None
        roots = tuple(self._switch() for _ in range(count)) if self.chance(0.35) else None
        return ("connected", edges, active, usable, roots, dice.choice(ENCODINGS))

    def _switch(self) -> Tree:
        if self.chance(0.15):
            return ("bit", self.dice.randint(0, 1))
        return self.truth(self.dice.choice([0, 0, 0, 1]))


_NUMBERS: dict[str, Callable[[_Any, int], Tree]] = {
    "+": lambda g, d: ("+", g.number(d), g.or_constant(d)),
    "-": lambda g, d: ("-", g.number(d), g.or_constant(d)),
    "*": lambda g, d: ("*", g.constant(), g.number(d)),
    "neg": lambda g, d: ("neg", g.number(d)),
    "halved": lambda g, d: ("halved", g.number(d)),
    "sum": lambda g, d: ("sum", *(g.or_constant(d) for _ in range(g.dice.randint(0, 3)))),
    "num": lambda g, d: ("num", g.truth(d)),
    "max": lambda g, d: ("max", g.number(d), *(g.or_constant(d) for _ in range(2))),
    "min": lambda g, d: ("min", g.number(d), g.or_constant(d)),
    "abs": lambda g, d: ("abs", g.number(d)),
    "prod": lambda g, d: ("prod", g.number(d), g.or_constant(d - 1)),
    "quo": lambda g, d: ("quo", g.number(d), ("k", g.dice.choice([1, 2, 3, 5, -2, -3]))),
    "quo_by": lambda g, d: ("quo", g.number(d), g._small(d - 1, 1, 3)),
    "rem": lambda g, d: ("rem", g.number(d), ("k", g.dice.choice([1, 2, 3, 5, -2, -3]))),
    "elem": _Any.element,
    "table": lambda g, d: ("table", g.number(d), g.dice.choice([2, 5, 7])),
    "pow": lambda g, d: ("pow", g.number(d), ("k", g.dice.choice([0, 1, 2, 3]))),
    "pow_of": lambda g, d: ("pow", ("k", g.dice.choice([-2, 0, 1, 2, 3])), g._small(d, 0, 4)),
    "fact": lambda g, d: ("fact", g._small(d, 0, 4)),
    "gcd": lambda g, d: ("gcd", g._small(d, -3, 4), g._small(d - 1, 0, 6)),
    "if": lambda g, d: ("if", g.truth(d), g.number(d), g.or_constant(d)),
    "count": lambda g, d: ("count", *g.truths(d, 1, 3)),
    "diff": lambda g, d: ("diff", g._small(d, 0, 3), *(g._small(0, 0, 2) for _ in range(2))),
}


_TRUTHS: dict[str, Callable[[_Any, int], Tree]] = {
    "cmp": lambda g, d: g._compared(d),
    "again": lambda g, d: g._compared(d),
    "between": lambda g, d: g._between(d),
    "&": lambda g, d: g.joined("&", d),
    "|": lambda g, d: g.joined("|", d),
    "^": lambda g, d: g.joined("^", d),
    "not": lambda g, d: ("not", g.truth(d)),
    "not_of": lambda g, d: ("not_of", g.truth(d)),
    "not between": lambda g, d: ("not", g._between(d)),
    "then": lambda g, d: ("then", g.truth(d), g.truth(d)),
    "implies": lambda g, d: ("implies", g.truth(d), g.truth(d)),
    "equiv": lambda g, d: ("equiv", g.truth(d), g.truth(d)),
    "xor": lambda g, d: ("xor", *g.truths(d, 1, 4)),
    "all": lambda g, d: ("all", *g.truths(d, 1, 3)),
    "any": lambda g, d: ("any", *g.truths(d, 1, 3)),
    "if": lambda g, d: ("if", g.truth(d), g.truth(d), g.truth(d)),
    "alldiff": lambda g, d: ("alldiff", g.number(d), *(g.or_constant(d) for _ in range(2))),
    "member": lambda g, d: ("member", g.number(d), *(g.constant() for _ in range(3))),
    "none": lambda g, d: ("member", g.number(d)),
    "multiple": lambda g, d: ("multiple", g.number(d), ("k", g.dice.choice([1, 2, 3, -3]))),
    "semi": lambda g, d: ("semi", g.number(d), g.constant(), g.constant()),
    "sos1": lambda g, d: ("sos1", g.number(d), *(g.number(0) for _ in range(2))),
    "sos2": lambda g, d: ("sos2", g.number(d), *(g.number(0) for _ in range(3))),
}


class _Cover(_Any):
    """Makes an exact cover problem, with some rows beside it."""

    def __init__(self, dice: random.Random) -> None:
        super().__init__(dice, "any")

    def description(self) -> Description:
        dice = self.dice
        for number in range(dice.randint(1, 9)):
            if self.chance(0.06):
                value = dice.randint(0, 1)
                column = Column(f"n{number}", value, value)
            else:
                column = Column(f"x{number}", 0, 1, binary=True)
            self.columns.append(column)
            self._known(column)
        binaries = self.binaries
        for _ in range(dice.randint(0, 6)):
            some = [n for n in binaries if self.chance(dice.choice([0.3, 0.5]))]
            self.statements.append(Statement(dice.choice(_GROUPS), self._item(some)))
        if self.chance(0.25):
            terms = [("*", self.constant(), ("v", name)) for name in binaries if self.chance(0.6)]
            self.statements.append(Statement("wishes", self._sideline(("sum", *terms))))
        groups = [g for g in dict.fromkeys(one.group for one in self.statements) if g]
        off = tuple(dice.sample(groups, 1)) if groups and self.chance(0.2) else ()
        fixed = self._fixed() if self.chance(0.2) else ()
        goal = self.linear() if self.chance(0.3) else None
        large = self.chance(0.5)
        return Description(
            tuple(self.columns), tuple(self.statements), goal, large, off=off, fixed=fixed
        )

    def _item(self, some: list[str]) -> Tree:
        """An item in one of the ways to state it."""
        dice = self.dice
        twice = [dice.choice(some)] if some and self.chance(0.05) else []
        literals = [("v", name) for name in [*some, *twice]]
        exactly = self.chance(0.7)
        way = dice.randrange(4)
        if way == 0:
            factor = dice.choice([1, 1, 2, -3])
            total = ("sum", *(("*", factor, one) for one in literals))
            sign = "==" if exactly else "<=" if factor > 0 else ">="
            return (sign, total, ("k", factor))
        if way == 1:
            kind = "EXACTLY_ONE" if exactly else "AT_MOST_ONE"
            return ("rows", kind, None, None, tuple((1, name) for _, name in literals))
        if way == 2 and self.chance(0.3):
            return ("==", ("sum", *literals[:1]), ("k", dice.randint(0, 1)))
        return ("exactly_one" if exactly else "at_most_one", *literals)

    def _sideline(self, total: Tree) -> Tree:
        lower = self.constant()
        return self.dice.choice(
            [
                ("<=", total, ("k", lower)),
                (">=", total, ("k", lower)),
                ("==", total, ("k", lower)),
                ("between", total, lower, lower + self.dice.choice([-1, 0, 1, 3])),
            ]
        )
