"""Chance comes back: the same seed makes the same choices, whatever makes them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from ilpuzzles.dice import Dice, Lots


def test_the_choices_of_a_seed_are_these() -> None:
    """Written down once; no version of anything may change them."""
    dice = Dice(505)
    things = list("ABCDEFGH")
    dice.shuffle(things)
    assert "".join(things) == "ABDEFGHC"
    assert [dice.below(1000) for _ in range(5)] == [300, 546, 814, 546, 660]
    assert dice.below(3**100) == 391401330270601556977422129364301862898047359640
    assert dice.sample(range(1000), 3) == [664, 739, 101]
    assert dice.sample("ABCDEFGH", 8) == list("FEDBAHGC")
    assert (dice.choice("xyz"), dice.fraction()) == ("x", 0.21302434892971966)
    with pytest.raises(ValueError, match="4 of 3 things"):
        dice.sample("ABC", 4)


def test_lots_do_not_hang_on_the_order() -> None:
    drawn = set()
    order = Dice(1)
    things = list(range(50))
    for _ in range(10):
        order.shuffle(things)
        lots, kept = Lots(7, Dice(3)), [-1] * 7
        for thing in things:
            for place in lots.places(bytes([thing])):
                kept[place] = thing
        drawn.add(tuple(kept))
    assert drawn == {(23, 11, 37, 13, 25, 27, 28)}


def test_every_thing_has_the_same_chance_everywhere() -> None:
    number = 9000
    lots, kept = Lots(number, Dice(0)), np.full(number, -1)
    for thing in range(9):
        kept[lots.places(bytes([thing]))] = thing
    counts = Counter(kept.tolist())
    # 8 degrees of freedom: beyond 34 with a chance of 0.00004.
    assert sum((counts[thing] - 1000) ** 2 / 1000 for thing in range(9)) < 34
