"""Random sentences of the vocabulary, nested up to some depth; the same for every seed."""

from __future__ import annotations

import random


def truth(dice: random.Random, depth: int) -> str:
    """Something true or false."""
    if depth == 0:
        return dice.choice(["v.x", "v.y", "~v.x", "~v.y", comparison(dice, 0)])
    one, other = (truth(dice, depth - 1) for _ in range(2))
    number = dice.randint(-2, 3)
    return dice.choice(
        [
            f"({one} & {other})",
            f"({one} | {other})",
            f"({one} ^ {other})",
            f"~({one} | {other})",
            f"~({one} & {other})",
            f"implies({one}, {other})",
            f"equivalence({one}, {other})",
            f"conditional({one}, ({other} | v.x), ({other} & v.y))",
            f"(count({one}, {other}, v.y) == {dice.randint(0, 3)})",
            f"exclusive_disjunction({one}, {other}, v.x)",
            f"all_different({whole(dice, depth - 1)}, {whole(dice, depth - 1)}, {number})",
            f"member({whole(dice, depth - 1)}, ({number}, {number + 1}, {number + 3}))",
            comparison(dice, depth),
        ]
    )


def comparison(dice: random.Random, depth: int) -> str:
    """A comparison of two numbers."""
    sign = dice.choice(["<=", ">=", "<", ">", "==", "!="])
    return f"({whole(dice, depth)} {sign} {whole(dice, max(depth - 1, 0))})"


def whole(dice: random.Random, depth: int) -> str:
    """A whole number."""
    if depth == 0:
        return dice.choice(["v.a", "v.b", "v.d", "(v.a - v.b)", "(2 * v.d - v.a)", "(v.x + v.b)"])
    one, other = (whole(dice, depth - 1) for _ in range(2))
    return dice.choice(
        [
            f"({one} + {other})",
            f"({one} - {other})",
            f"maximum({one}, {other})",
            f"minimum({one}, {other}, 1)",
            f"absolute({one})",
            f"product({one}, v.x)",
            f"product(v.a, {other})",
            f"quotient({one}, {dice.choice([2, 3, -2])})",
            f"remainder({one}, v.d)",
            f"conditional({truth(dice, depth - 1)}, {one}, {other})",
            f"element(v.d - 1, [{one}, {other}, {dice.randint(-3, 3)}])",
            f"(({truth(dice, depth - 1)}) * 2 + {one})",
            f"tabulated({one}, lambda n: n * n % 5)",
            f"different_values({one}, {other}, v.a)",
        ]
    )
