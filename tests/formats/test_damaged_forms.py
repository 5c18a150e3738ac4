"""Damaged files with every section: each is read, or refused in one line that names a place."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.formats.lp import read_lp
from ilpuzzles.formats.mps import read_mps
from ilpuzzles.formats.reading import FileModel

LP = """\
Maximize
 profit: 3 beer + 5 ale - 10 open
Subject To
 malt: 2 beer + 4.5 ale <= 40
 open = 0 -> beer + ale <= 0
 1 <= beer + ale <= 30
Bounds
 5 <= beer <= 12
 ale <= 6
Binaries
 open
Semi-Continuous
 beer
SOS
 kinds: S1:: beer:1 ale:2
End
"""
MPS = """\
NAME a
OBJSENSE
 MAX
ROWS
 N cost
 L cap
 E both $ a comment
COLUMNS
 x cost -1 cap 1
 x both 1
 y cost -1 cap 1
 b cost 3
RHS
 R cap 2.5 both 7
RANGES
 R cap 1.5
BOUNDS
 SC B x 9
 LO B x 1
 UP B y 9
 BV B b
SOS
 S2 set
 x 1
 y 2
 b 3
INDICATORS
 IF cap b 1
ENDATA
"""
SIGNS = "\x00\n \t\\*'.-+<=>:[0123456789eEinfx_$\u00e9\ud7ff"


def damaged(text: str, dice: random.Random) -> str:
    """A text with signs or whole lines that are missing, wrong, or in the wrong place."""
    if dice.random() < 0.5:
        lines = text.split("\n")
        for _ in range(dice.randint(1, 3)):
            one, other = dice.randrange(len(lines)), dice.randrange(len(lines))
            words = lines[one].split(" ")
            dice.shuffle(words)
            changed = [lines[other], " ".join(words), f"{lines[one]} {lines[other]}"]
            lines[one] = dice.choice(changed)
        return "\n".join(lines)
    signs = list(text)
    for _ in range(dice.randint(1, 4)):
        place = dice.randrange(len(signs))
        signs[place : place + dice.choice([0, 1, 1, 20])] = dice.choice(["", *SIGNS])
    return "".join(signs)


@pytest.mark.parametrize(("text", "read"), [(LP, read_lp), (MPS, read_mps)], ids=["lp", "mps"])
def test_damaged_files_never_end_in_a_traceback(
    text: str, read: Callable[[str, str], FileModel]
) -> None:
    assert read(text, "a").statistics().variables == 3
    dice = random.Random(7)
    taken = 0
    for _ in range(800):
        try:
            read(damaged(text, dice), "a")
            taken += 1
        except InputError as error:
            assert re.fullmatch(r"a:\d+:\d+: .+; .+", str(error))
    assert 20 < taken < 400
