"""Models whose numbers do not fit into 64 bits, or are fractions: their arrays hold objects."""

from __future__ import annotations

from fractions import Fraction

from ilpuzzles.asking.model import Model

BEYOND_64_BITS = 10**19 + 1


def with_wide_bound(bound: int = BEYOND_64_BITS) -> Model:
    """0.5 n <= bound: the bound of the stored row, n <= 2 bound, has more than 64 bits."""
    model = Model()
    n = model.integer("n", lower=0, upper=500)
    model.add(Fraction(1, 2) * n <= bound)
    return model


STEP = Fraction(4194304, 4194301)
LENGTHS = (Fraction(5746173, 4194287), Fraction(2935994, 4194277))


def wide_sum(n: int, d: int, k: int, b: int, lengths: tuple[Fraction, Fraction]) -> Fraction:
    """The left side of `with_wide_coefficients`, less the right one."""
    first, second = lengths
    return STEP * (n - b - 1) + first * d + second * k


def with_wide_coefficients(lengths: tuple[Fraction, Fraction] = LENGTHS) -> Model:
    """STEP (n - b) + first length d + second length k = STEP, where b is auxiliary.

    The least common denominator has 66 bits, and so have the coefficients of the stored row.
    """
    model = Model()
    n = model.integer("n", lower=0, upper=5)
    d = model.integer("d", lower=0, upper=3)
    k = model.integer("k", lower=0, upper=3)
    b = model.integer("b", lower=0, upper=3, auxiliary=True)
    first, second = lengths
    model.add(STEP * n - STEP * b + first * d + second * k == STEP)
    return model


def with_third(most: Fraction = Fraction(1, 3)) -> Model:
    """A whole n from 997 to 1000, and an auxiliary c that takes any number up to a fraction."""
    model = Model()
    n = model.integer("n", lower=997, upper=1000)
    c = model.continuous("c", lower=0, upper=most)
    model.add(n + c <= 1002)
    return model
