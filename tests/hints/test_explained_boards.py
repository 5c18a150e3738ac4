"""Boards without a solution: what clashes does so by itself, and what is taken back is enough."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from random import Random

import pytest

from ilpuzzles import experiment, load
from ilpuzzles.errors import IlpuzzlesError
from ilpuzzles.experiments.experiments import Experiment
from ilpuzzles.genres.genre_position import GenrePosition
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.reading.library import Library
from support.places import ROOT

# One board of fillomino takes as long as all boards of most other genres.
FEWER_BOARDS = {"fillomino": 2}
GENRES = sorted(path.stem.replace("_", "-") for path in (ROOT / "models").glob("*.py"))
TRIES = 60


def broken_boards(genre: str, number: int) -> Iterator[Experiment]:
    """Random boards without a solution: a preset of which a few clues have become other ones."""
    position = load(genre, Library.standard().presets(genre)[0])
    assert isinstance(position, GenrePosition)
    board, dice = position.instance.data, Random(genre)
    clues = board.corner_clues or board.clues
    words, found = sorted(clues.values()), 0
    for attempt in range(TRIES if len(clues) > 1 else 0):
        changed = dice.sample(sorted(clues), min(len(clues), 2 + attempt // 20))
        other = {**clues, **{cell: dice.choice(words) for cell in changed}}
        fields = board.with_clues(other, corners=bool(board.corner_clues))
        try:
            asked = experiment(position.with_fields(fields))
        except IlpuzzlesError:
            # What reads the board has seen that these clues make no sense.
            continue
        if asked.given is None or solve_model(asked.model, "cpsat").values is not None:
            continue
        yield asked
        found += 1
        if found == number:
            return


def can_hold(asked: Experiment, kept: Collection[Hashable]) -> bool | None:
    """Whether a board of which only some clues are known has a solution, as CP-SAT sees it.

    None if there is no such board.
    """
    position = asked.subject
    assert isinstance(position, GenrePosition)
    kind = position.kind
    try:
        model = kind.models.weaker_model(position.instance, kept, clues_of(asked))
    except IlpuzzlesError:
        return None
    return solve_model(model, "cpsat").values is not None


def clues_of(asked: Experiment) -> set[Hashable]:
    """The keys of all clues that the model has rows for."""
    given, program = asked.given, asked.model
    assert given is not None
    return {
        program.names.row_key(number)
        for number, group in zip(program.row_numbers.tolist(), program.rows.groups, strict=True)
        if group >= 0 and program.groups[group].name in given.groups
    }


def require_explained(asked: Experiment) -> bool:
    """Asks why there is no solution, and what to take back; whether clues are to blame."""
    assert asked.given is not None
    if asked.given.remake is None:
        return False
    answer = asked.explain()
    parts = answer.explanation.given
    if not parts:
        return False
    clues = clues_of(asked)
    named = {key for part in parts for key in part.keys}
    assert can_hold(asked, named) is False
    if answer.explanation.minimal:
        for gone in named:
            assert can_hold(asked, named - {gone}) is not False
    singles = {clue for clue in clues if can_hold(asked, clues - {clue})}
    repaired = asked.repair()
    ways = [{key for part in way for key in part.keys} for way in repaired.ways.sets]
    assert all(can_hold(asked, clues - way) for way in ways)
    if repaired.ways.all_known and not repaired.result.limit.value.startswith("time"):
        assert (singles == set().union(*ways)) if len(ways[0]) == 1 else not singles
    return True


@pytest.mark.parametrize("genre", ["tapa", "hashi"])
def test_what_clashes_on_a_board_clashes_by_itself(genre: str) -> None:
    (asked,) = broken_boards(genre, 1)
    assert require_explained(asked)


@pytest.mark.exhaustive
@pytest.mark.parametrize("genre", GENRES)
def test_what_clashes_on_boards_of_every_genre_clashes_by_itself(genre: str) -> None:
    for asked in broken_boards(genre, FEWER_BOARDS.get(genre, 6)):
        require_explained(asked)


def test_an_island_that_reaches_nowhere_blames_those_that_are_in_its_way() -> None:
    """The model knows of the islands of 1 without their rows: they are not to be left out."""
    asked = experiment("nurikabe", board="----1/-----/4---1/-----/1---1")
    assert len(asked.explain().given or ()) > 1
    repaired = asked.repair()
    assert len(repaired.alternatives) > 1
    assert repaired.verified_by() == ["rows", "rules"]


def test_what_is_taken_back_is_gone_from_the_picture() -> None:
    asked = experiment("nurikabe", board="----1/-----/4---1/-----/1---1")
    repaired = asked.repair()
    assert isinstance(repaired.after, GenrePosition)
    (part,) = repaired.alternatives[0]
    assert "?" in str(repaired.after.describe())
    assert part
