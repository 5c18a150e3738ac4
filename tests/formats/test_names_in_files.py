"""Names in exported files: none that a reader takes for a section, or for the name of a set."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from ilpuzzles.asking.files import read_lp, read_mps
from ilpuzzles.asking.model import Model
from ilpuzzles.formats.lp_words import TITLES
from ilpuzzles.formats.names import readable_names
from ilpuzzles.queries.solve import solve_model
from support.doubles.peers import NO_PEERS, Peers, peers_if_any
from support.evil_names import BEST, NAMES, PLACES, model_with

# HiGHS takes these for sections wherever a line of an MPS file begins with them.
MPS_WORDS = {"name", "objsense", "qsection", "qcmatrix", "csection"}


@pytest.fixture(scope="module")
def peers() -> Iterator[Peers]:
    """HiGHS and SCIP in an environment of their own."""
    with peers_if_any() as found:
        if found is None:
            pytest.skip(NO_PEERS)
        yield found


def texts(name: str, place: str) -> dict[str, str]:
    """The files of a model in which something has a name."""
    model = model_with(name, place)
    return {".lp": model.to_lp(), ".mps": model.to_mps()}


@pytest.mark.exhaustive
@pytest.mark.every("place")
@pytest.mark.parametrize("place", PLACES)
def test_other_programs_read_every_name(place: str, peers: Peers) -> None:
    wrong = []
    for name in NAMES:
        for ending, text in texts(name, place).items():
            for program in ("highs", "scip"):
                found = peers.solve(program, text, ending)
                if found.objective != pytest.approx(BEST, abs=1e-6):
                    wrong.append(f"{program}, {ending}, {name!r}: {found}")
    assert not wrong, "\n".join(["", *wrong])


@pytest.mark.exhaustive
@pytest.mark.every("place")
@pytest.mark.parametrize("place", PLACES)
def test_every_name_is_read_again(place: str) -> None:
    for name in NAMES:
        for ending, text in texts(name, place).items():
            again = read_lp(text) if ending == ".lp" else read_mps(text)
            assert again.statistics().variables == 3
            assert len(set(again.names)) == 3
            assert again.program().objective is not None
            if ending == ".mps" and place == "model":
                assert re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.]*", again.name)


def test_an_mps_file_says_the_name_of_its_model() -> None:
    named = {
        "knapsack": "knapsack",
        "two  words": "two_words",
        "free": "_free",
        "3 ways": "_3_ways",
    }
    for name, written in named.items():
        text = texts(name, "model")[".mps"]
        assert f"\nNAME {written} FREE\n" in f"\n{text}"
        assert read_mps(text).name == written


def test_the_best_value_of_the_model_is_what_the_others_are_held_against() -> None:
    for ending, text in texts("B", "both").items():
        read = read_lp if ending == ".lp" else read_mps
        assert solve_model(read(text), "highs").objective == BEST


def test_no_word_that_stands_for_something_is_a_name() -> None:
    words = {word for title in TITLES.values() for word in title if " " not in word}
    words |= {"free", "inf", "infinity", "nan", "obj", "pwlobj", "scenario"} | MPS_WORDS
    cases = {case(word) for word in words for case in (str.lower, str.upper, str.title)}
    model = Model()
    for word in sorted(cases):
        model.add(model.binary(word) >= 0, word)
    names = readable_names(model.program())
    for found in (names.columns, names.rows):
        assert not {name.lower() for name in found} & words
        assert all(re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.]*", name) for name in found)


@pytest.mark.parametrize("name", ["B", "RHS", "RNG", "_B"])
def test_a_set_has_no_name_of_a_column_or_a_row(name: str) -> None:
    model = model_with(name, "both")
    written = readable_names(model.program())
    lines = model.to_mps().partition("\nRHS\n")[2].splitlines()
    sides, bounds = lines[: lines.index("BOUNDS")], lines[lines.index("BOUNDS") + 1 : -1]
    sets = {line.split()[0] for line in sides if line[0] == " "}
    sets |= {line.split()[1] for line in bounds}
    assert len(sets) == 3
    assert not sets & {*written.columns, *written.rows}
