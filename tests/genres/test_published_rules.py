"""Every genre against the published rules of its puzzle, which share no line with it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest

from ilpuzzles.asking.model import Model
from ilpuzzles.errors import InputError
from ilpuzzles.experiments.experiments import experiment
from ilpuzzles.modelling.expressions import Variable
from ilpuzzles.reading.library import Library
from support.genres import opened
from support.published.plain import OPEN, Fields, Published, Words, clues_of, rows_of, words_of
from support.published.puzzles import PUZZLES
from support.rings import chunks

# More solutions than these are not worth the time that they take.
MOST = 300

some_boards = pytest.mark.parametrize("boards", chunks(24, first=3))
every_puzzle = pytest.mark.parametrize("genre", sorted(PUZZLES))


def small_boards(puzzle: Published, seed: int) -> Iterator[tuple[Fields, list[Words]]]:
    """A board and all its solutions by the published rules; every third one has a wrong clue."""
    dice = Random(seed)
    while True:
        fields, planted = puzzle.planted(dice, *puzzle.sizes[seed % len(puzzle.sizes)])
        assert puzzle.is_solution(fields, planted)
        if dice.random() < 0.35:
            fields = puzzle.spoiled(dice, fields)
        solutions = [
            words for words in puzzle.candidates(fields) if puzzle.is_solution(fields, words)
        ]
        if len(solutions) <= MOST:
            yield fields, solutions


def typed(dice: Random, fields: Fields) -> Fields:
    """The same board, as somebody else would type it."""
    if "board" not in fields:
        return fields
    clues, words = clues_of(fields), words_of(fields["board"])
    if dice.random() < 0.3:
        # Some of what is drawn is told beside the drawing.
        told = [cell for cell in sorted(clues) if clues[cell] != "#" and dice.random() < 0.5]
        rows = rows_of(words | dict.fromkeys(told, OPEN))
        return fields | {"board": rows, "given": [[*cell, clues[cell]] for cell in told]}
    if all(len(word) == 1 for word in words.values()) and dice.random() < 0.5:
        other = dice.choice([OPEN, "."])
        rows = [row.replace(" ", "").replace(OPEN, other) for row in fields["board"]]
        return fields | {"board": rows}
    return fields


def test_every_genre_has_published_rules() -> None:
    library = Library.standard()
    genres = {name for name in library.puzzles() if library.model_file(name).suffix == ".py"}
    # The boards of Surasshupakku have an oracle of their own.
    assert genres == {*PUZZLES, "surasshupakku"}


@every_puzzle
@some_boards
@pytest.mark.every("genre")
def test_a_model_has_the_solutions_of_the_published_rules(genre: str, boards: range) -> None:
    puzzle = PUZZLES[genre]
    for seed in boards:
        fields, solutions = next(small_boards(puzzle, seed))
        wanted = sorted(map(repr, map(puzzle.essence, map(puzzle.solution, solutions))))
        try:
            position = opened(genre, typed(Random(seed), fields))
        except InputError:
            # What is refused outright has no solution.
            found = []
        else:
            listed = experiment(position).solutions().solutions
            found = sorted(repr(puzzle.essence(solution.plain)) for solution in listed)
        assert found == wanted, (seed, fields)


@every_puzzle
@some_boards
@pytest.mark.every("genre")
def test_fillings_are_judged_as_by_the_published_rules(genre: str, boards: range) -> None:
    puzzle = PUZZLES[genre]
    for seed in boards:
        dice = Random(seed)
        is_small = seed % 2 == 0
        size = dice.choice(puzzle.sizes if is_small else puzzle.large)
        fields, planted = puzzle.planted(dice, *size)
        fillings = [planted]
        if is_small:
            some = [*islice(puzzle.candidates(fields), 5000)]
            fillings += dice.sample(some, min(50, len(some)))
        for _ in range(12):
            once = puzzle.changed(dice, planted)
            fillings += [once, puzzle.changed(dice, once)]
        for board in (fields, puzzle.spoiled(dice, fields)):
            try:
                position = opened(genre, typed(dice, board))
            except InputError:
                assert board is not fields
                continue
            for words in fillings:
                faults = position.judge(puzzle.solution(words))
                is_right = puzzle.is_solution(board, words)
                assert (not faults) is is_right, (seed, board, puzzle.solution(words), faults)


@every_puzzle
@some_boards
@pytest.mark.every("genre")
def test_a_model_rules_out_no_solution_of_a_larger_board(genre: str, boards: range) -> None:
    puzzle = PUZZLES[genre]
    for seed in boards:
        dice = Random(seed)
        fields, planted = puzzle.planted(dice, *puzzle.large[seed % len(puzzle.large)])
        assert puzzle.is_solution(fields, planted)
        position = opened(genre, typed(dice, fields))
        formulated = position.kind.build(position.instance)
        values = values_of(formulated.model, puzzle, planted)
        result = formulated.model.program().fix(values).solve()
        assert result.values is not None, (seed, fields, puzzle.solution(planted))
        if puzzle.decides:
            found = puzzle.essence(formulated.decode(result.values).plain)
            assert found == puzzle.essence(puzzle.solution(planted)), (seed, fields)


def values_of(model: Model, puzzle: Published, words: Words) -> dict[Variable, int]:
    """The values of the variables of a model that say what a solution is."""
    values = {}
    for family in model.families:
        for variable in family.flat if family.name in puzzle.families else ():
            label: Any = family.label(variable.column)
            values[variable] = puzzle.value(words, label[0] if len(label) == 1 else label)
    return values
