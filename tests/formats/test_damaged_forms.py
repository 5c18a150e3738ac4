"""Damaged files with every section: each is read, or refused in one line that names a place."""

from __future__ import annotations

import random
import re

import numpy as np
import pytest

from ilpuzzles.asking.files import read_lp, read_matrix, read_mps, read_opb, read_saved
from ilpuzzles.errors import InputError, LargeNumbersError, ModelError
from ilpuzzles.formats import mps_sections, reading
from ilpuzzles.formats.lp import lp_text
from ilpuzzles.formats.mps import mps_text
from ilpuzzles.formats.opb import opb_text
from ilpuzzles.formats.saved import saved_text
from support.file_models import LP, MPS, Read

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


ROWS = """\
Minimize
 obj: + 3 x + 4 y - 0.25 z
  + 7 w - x1 + 2 x2 + 9 x3 - x4 + 5 x5
Subject To
 a: + 3 x + 4 y - z >= 2
 b: x + 1/3 y
  + 3 z <= 10.5 c:x-y+z<=-3
 2 x + 2 y = 4 \\ a comment
 d: x + new <= 5
 e: - x - y - z - w + 2 x1 - 3 x2 + x3 - x4 + 0 x5 >= -20
 0 <= x + w <= 9
 f: x = 1 -> y <= 3
 g: z <= 1e30
 h: x + other >= 1
Bounds
 x <= 1
Generals
 x
End
"""
REPEATED = """\
Minimize
 obj: + 3 x + 4 y - 0.25 x + y - 4 y
Subject To
 a: x + y + x + y - x >= 2
 2nd: x + y <= 8
 a: - x - 0.5 z - 0.5 z - x >= -20
 a: x + y - x <= 7
User Cuts
 0_Cuts: x + z <= 9
 cut: 2 x + z + 1/3 x <= 30
Bounds
 x <= 5
 x <= 4
 w <= -2
End
"""
COLUMNS = MPS.replace(" x cost -1 cap 1\n", " M 'MARKER' 'INTORG'\n x cost -1 cap 1.5\n").replace(
    " b cost 3\n", " M 'MARKER' 'INTEND'\n* a comment\n b cost 1/3\n"
)
SUMS = """\
* #variable= 6 #constraint= 6
min: -1 x1 +2 ~x2 -3 x3 ;
+1 x1 +1 x2 >= 1 ;
+1 x1 +1 x2 -1 x3
 +2 x4 >= 1 ;+1 x5 -0 x6 = 0 ;
* a comment
+3 x1 +3 ~x2 <= 2 ;
+3 x1 +3 x2 x4 >= 2 ;
+1 x1 +1 x2 +1 x1 >= 1 ;
"""


def said(text: str, read: Read) -> str:
    """All that a file says, or what is wrong with it."""
    try:
        model = read(text, "a")
    except InputError as error:
        return str(error)
    program = model.program()
    names = [model.row_name(row) for row in range(len(program.rows))]
    parts = model.names, names, model.notes, model.to_lp(), program.rows, program.objective
    return " ".join(map(str, parts))


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("text", "read"),
    [(ROWS, read_lp), (LP, read_lp), (REPEATED, read_lp), (COLUMNS, read_mps), (SUMS, read_opb)],
    ids=["rows", "lp", "repeated", "mps", "opb"],
)
def test_what_is_plain_is_read_at_once_as_it_is_word_by_word(
    text: str, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    dice = random.Random(3)
    texts = [text, *(damaged(text, dice) for _ in range(200))]
    found = []
    for few in (1, 1 << 40):
        monkeypatch.setattr(reading, "_FEWEST_PLAIN_WORDS", few)
        if few > 1:
            monkeypatch.setattr(mps_sections, "_add_plain_columns", lambda *_: None)
        found.append([said(one, read) for one in texts])
    assert found[0] == found[1]
    assert not found[0][0].startswith("a:")


# Whole variables where others may be, and notes of ours.
NOTED = """\
\\ ilpuzzles: auxiliary ale
\\ ilpuzzles: group "the malt" "there is no more"
\\ ilpuzzles: rows malt malt
\\ ilpuzzles: the objective is multiplied by 3
\\ ilpuzzles: the constant 7 of the objective is left out
""" + LP.replace("Binaries\n", "Generals\n ale beer x y\nBinaries\n").replace(
    " ale <= 6\n", " ale <= 6\n -3 <= x <= 4\n y <= 2\n"
).replace("ale:2\n", "ale:2\n more: S2:: x:1 y:2 ale:3 open:4 beer:5\n")
WHOLE = COLUMNS.replace("INDICATORS", " S1 other\n x 1\n y 2\n b 3\nINDICATORS").replace(
    "UP B y", "UI B y"
)
TURNED = SUMS.replace(
    "min:", "* ilpuzzles: to be maximised: the signs of the objective are changed\nmin:"
).replace("min:", "* ilpuzzles: the objective is multiplied by 6\n* ilpuzzles: auxiliary x3\nmin:")
MATRIX = "1 0 1 0\n0 1 0 1\n1 1 0 0\n0 0 1 1\n"
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?")
NUMBERS = ("0", "-1", "1e30", "-1e30", "1/3", "1e-40", "0.12345678901234567891", "inf", "-inf",
           str(2**62 - 1), str(2**62), str(2**63), "99999999999999999999")  # fmt: skip


def with_other_numbers(text: str, dice: random.Random) -> str:
    """A text with other numbers, some of them enormous."""
    for _ in range(dice.randint(1, 3)):
        places = [found.span() for found in NUMBER.finditer(text)]
        first, end = dice.choice(places or [(0, 0)])
        text = text[:first] + dice.choice(NUMBERS) + text[end:]
    return text


def with_other_sections(text: str, dice: random.Random) -> str:
    """A text in which a section is missing, stands twice, or in another place."""
    parts = re.split(r"\n(?=[A-Za-z])", text)
    one, other = (dice.randrange(len(parts)) for _ in range(2))
    parts[one : one + 1] = dice.choice([[], [parts[other]], [parts[one], parts[other]]])
    return "\n".join(parts)


@pytest.mark.every("form")
@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    ("form", "text", "read"),
    [
        ("lp", NOTED, read_lp),
        ("mps", WHOLE, read_mps),
        ("opb", TURNED, read_opb),
        ("matrix", MATRIX, read_matrix),
    ],
)
def test_what_a_damaged_file_gives_is_usable(form: str, text: str, read: Read, seed: int) -> None:
    dice = random.Random(f"{form} {seed}")
    spoil = (damaged, with_other_numbers, with_other_numbers, with_other_sections)
    used = 0
    for _ in range(50):
        try:
            model = read(dice.choice(spoil)(text, dice), "a")
        except InputError as error:
            assert re.fullmatch(r"a(:\d+){0,2}: .+", str(error))
            continue
        used += 1
        program = model.program()
        assert len([row.name for row in model.rows()]) == len(program.rows)
        model.check(np.zeros(program.variables, dtype=int))
        assert read_saved(saved_text(program), "a").statistics() == model.statistics()
        for write, again in ((lp_text, read_lp), (mps_text, read_mps), (opb_text, read_opb)):
            try:
                written = write(program)
            except (ModelError, LargeNumbersError) as error:
                assert re.search("is not binary|63 bits or more once|more than 62", str(error))
                continue
            assert again(written, "b").statistics().rows >= 0
    assert used > 2


def test_a_bound_that_follows_is_one_that_could_be_stated() -> None:
    """A row gives `z` a bound of 64 bits, beside a variable that needs one as big M."""
    text = (
        "Minimize\n obj: y\nSubject To\n s: y + b <= 5\n r: 0.25 z - y <= {}\n"
        " f: b = 1 -> y <= 3\nGenerals\n y z\nBinaries\n b\nEnd\n"
    )
    for side, most in (("7", 48), ("4e18", None)):
        program = read_lp(text.format(side), "a").program()
        assert program.upper.tolist() == [1, 5, most]
        assert read_saved(saved_text(program), "a").statistics() == program.statistics()
