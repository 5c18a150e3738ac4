"""Sets of atoms as bit arrays, in the writing of the Logelium."""

from __future__ import annotations

from collections.abc import Iterable

_WORD = 8


def hexadecimal(atoms: Iterable[int], size: int) -> str:
    """Writes a set of atoms as a bit array in hexadecimal digits.

    Atom i is bit i, the most significant one first. Words of 32 bits are separated by a blank; the
    last one is cut to whole bytes.

    Args:
        atoms: The numbers of the atoms, from 0.
        size: How many atoms there are in all.

    Returns:
        The words.

    Example:
        >>> hexadecimal([0, 2, 24, 25, 26, 27, 47, 49], 136)
        'A00000F0 00014000 00000000 00000000 00'
        >>> hexadecimal([0, 8], 9)
        '8080'
    """
    array = bytearray((size + 7) // 8)
    for atom in atoms:
        array[atom // 8] |= 0x80 >> atom % 8
    digits = array.hex().upper()
    return " ".join(digits[first : first + _WORD] for first in range(0, len(digits), _WORD))
