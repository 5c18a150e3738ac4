"""Files that we write, read by HiGHS; and files as others write them, read by HiGHS and by us."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from ilpuzzles.asking.files import read_lp, read_mps, read_opb
from ilpuzzles.asking.model import Model
from support.linear_texts import (
    Linear,
    as_lp,
    as_mps,
    for_highs,
    holds,
    random_linear,
    read_by_highs,
    read_opb_plainly,
    said_by,
    stated,
)

CHUNKS = [range(30), pytest.param(range(30, 150), marks=pytest.mark.exhaustive)]

FORMATS: dict[str, tuple[Callable[..., Any], Callable[[Model], str], Callable[..., str]]] = {
    "lp": (read_lp, Model.to_lp, as_lp),
    "mps": (read_mps, Model.to_mps, as_mps),
}


def named(linear: Linear) -> Linear:
    """A program with rows called as exports call them, where no key follows the name."""
    rows = {name.removesuffix("_0"): row for name, row in linear.rows.items()}
    return Linear(linear.columns, rows, linear.costs, linear.constant, linear.maximise).plain()


@pytest.mark.parametrize("chunk", CHUNKS, ids=["few", "more"])
@pytest.mark.parametrize("suffix", FORMATS)
def test_what_we_write_is_what_another_program_reads(
    suffix: str, chunk: range, tmp_path: Path
) -> None:
    read, write, _ = FORMATS[suffix]
    for seed in chunk:
        meant = random_linear(seed)
        text = write(stated(meant))
        found = read_by_highs(text, suffix, tmp_path)
        assert named(found.plain()).minimised() == meant.plain().minimised(), (seed, text)
        # Our own comments say what the format does not, such as which way the objective goes.
        assert named(said_by(read(text)).plain()) == meant.plain(), (seed, text)


@pytest.mark.parametrize("chunk", CHUNKS, ids=["few", "more"])
@pytest.mark.parametrize("suffix", FORMATS)
def test_what_others_write_is_read_as_it_is_meant(
    suffix: str, chunk: range, tmp_path: Path
) -> None:
    read, _, write = FORMATS[suffix]
    for seed in chunk:
        meant = random_linear(seed + 1000)
        text = write(meant, seed)
        assert said_by(read(text)).plain() == meant.plain(), (seed, text)
        if suffix == "lp":
            text = for_highs(meant, seed)
        assert read_by_highs(text, suffix, tmp_path).plain() == meant.plain(), (seed, text)


@pytest.mark.parametrize("chunk", CHUNKS, ids=["few", "more"])
def test_an_opb_file_has_the_solutions_of_its_model(chunk: range) -> None:
    """Of all assignments, in plain Python; and so has what is read again."""
    for seed in chunk:
        meant = random_linear(seed, binary=True)
        text = stated(meant).to_opb()
        found, again = read_opb_plainly(text), said_by(read_opb(text))
        sign = -1 if meant.maximise else 1
        for bits in product((0, 1), repeat=len(meant.columns)):
            values = dict(zip(meant.columns, bits, strict=True))
            numbered = {f"x{place + 1}": bit for place, bit in enumerate(bits)}
            assert holds(found, numbered) == holds(meant, values) == holds(again, values), text
            worth = sum(cost * values[name] for name, cost in meant.costs.items())
            assert worth == sign * sum(cost * numbered[name] for name, cost in found.costs.items())
            assert worth + meant.constant == again.constant + sum(
                cost * values[name] for name, cost in again.costs.items()
            )
        assert again.plain().maximise == meant.plain().maximise
