"""Why steps on boards hold, in words: every sentence is whole, names places of the board, once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from genres.test_board_steps import BOARDS, FIRST, GENRES, opened, positions
from ilpuzzles import load
from ilpuzzles.errors import InputError
from ilpuzzles.genres.genre_position import GenrePosition
from ilpuzzles.genres.pencil_board import PencilPlayground
from ilpuzzles.genres.steps.step_sentences import IN_BROKEN, IN_DIRECT, IN_SETS, fields_of
from ilpuzzles.reading.library import Library
from ilpuzzles.rules.places import Place

CELLS = re.compile(r"row (\d+), column (\d+)")
LINES = re.compile(r"\b(row|column) (\d+)(?!\d)")
CLAUSES = re.compile(r": |; |, given |, and from |, then | if ")


def sentences(genre: str, preset: str, number: int) -> Iterator[tuple[Any, str]]:
    """The board, and why the easiest step holds: at the start, and beside random marks."""
    for position, ground, placed in positions(genre, preset, number):
        proof = ground.certain_move(placed)
        if proof is not None:
            yield position.instance.data, proof.refutations[0]


def require_whole(board: Any, why: str) -> None:
    """Fails unless a sentence is one that can be read aloud."""
    assert not re.search(r"[{}]|None|True|False|  | ,|,,|;;|: *$|\(\d+, \d+\)", why), why
    assert "the rules" not in why, why
    assert "every solution" not in why, why
    assert not re.search(r"\b(\w+) \1\b", why), why
    assert why[0].islower(), why
    assert why[-1] not in ".,;:", why
    clauses = CLAUSES.split(why)
    assert len(clauses) == len(set(clauses)), why
    for row, column in CELLS.findall(why):
        assert 1 <= int(row) <= board.grid.rows, why
        assert 1 <= int(column) <= board.grid.columns, why
    for kind, number in LINES.findall(why):
        assert 1 <= int(number) <= (board.grid.rows if kind == "row" else board.grid.columns), why


@pytest.mark.exhaustive
@pytest.mark.every("genre")
@pytest.mark.parametrize("genre", GENRES)
def test_a_reason_is_a_sentence_about_places_of_the_board(genre: str) -> None:
    for board, why in sentences(genre, FIRST[genre], 1):
        require_whole(board, why)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("genre", "preset"), BOARDS)
def test_reasons_in_random_positions_are_sentences(genre: str, preset: str) -> None:
    for board, why in sentences(genre, preset, 6):
        require_whole(board, why)


@pytest.mark.exhaustive
@pytest.mark.every("genre")
@pytest.mark.parametrize("genre", GENRES)
def test_the_words_of_a_genre_are_about_its_groups(genre: str) -> None:
    """A sentence for a group that is not there would never be said."""
    position, ground = opened(genre, FIRST[genre])
    kind = position.kind
    groups = {group.name for group in ground._formulated.model.groups}
    # Groups that a board has only with a flag or with walls.
    groups |= {"different", "walls", "borders"}
    for sentences_of, fields in (
        (kind.file.genre.reasons, IN_DIRECT),
        (kind.file.genre.contradictions, IN_BROKEN),
    ):
        for key, sentence in sentences_of.items():
            allowed = IN_SETS if " in " in key else fields
            assert fields_of(sentence) <= {*allowed}
            group = key.partition(":")[0]
            assert group in groups or " in " in group, key


def test_of_two_marks_the_other_one_would_be_there() -> None:
    for genre, expected in (
        ("nurikabe", {"row 1, column 1 were shaded", "row 1, column 1 were unshaded"}),
        ("akari", {"there were a bulb at row 1, column 2", "row 1, column 2 were empty"}),
        ("tents", {"there were a tent at row 1, column 3", "row 1, column 3 were empty"}),
        ("slitherlink", {"there were a line there", "there were no line there"}),
        ("binairo", {"row 1, column 1 were 1", "row 1, column 1 were 2"}),
        ("sudoku", {"row 1, column 1 were not 2"}),
        ("gokigen", {"there were a / in row 1, column 1", "there were a \\ in row 1, column 1"}),
        ("hashi", {"there were fewer than two lines there", "there were no line there"}),
    ):
        _, ground = opened(genre, FIRST[genre])
        words = ground._mark_words
        said = {words.otherwise(move) for move in range(len(ground.data.moves))}
        assert expected <= said, genre


def own_board(path: Path, text: str, **fields: Any) -> PencilPlayground:
    """What is played on, on a board of a genre of somebody's own."""
    path.write_text(text)
    library = Library.standard((), [path])
    position = load(path.stem, library=library, **fields)
    assert isinstance(position, GenrePosition)
    ground = position.playground()
    assert isinstance(ground, PencilPlayground)
    return ground


STRIPES = """
from ilpuzzles import Model
from ilpuzzles.genres import Genre
genre = Genre(
    layout="corners",
    solution_words="-x",
    clue_patterns="[0-4]",
    presets={"one": {"corners": ["---", "-2-", "---"]}},
    contradictions={"stripes": "{place} would be like its neighbour"},
)
@genre.model
def build(board):
    model = Model("stripes")
    shaded = model.binary("shaded", board.grid.cells)
    with model.group("stripes", why="cells side by side differ"):
        for cell, other in board.grid.neighbour_pairs:
            model.add(shaded[cell] + shaded[other] == 1, key=other)
    with model.group("clues", why="a number counts the shaded cells around it"):
        for corner, cells, number in board.counted_clues(board.grid.cells_at_corner):
            model.add(shaded[cells].sum() == number, key=corner)
    return model
"""


def test_a_row_about_a_cell_is_no_clue_at_the_corner_with_its_numbers(tmp_path: Path) -> None:
    """Corner (1, 1) has a clue; the rule that two cells differ is about the cell (1, 1)."""
    ground = own_board(tmp_path / "stripes.py", STRIPES)
    shaded = {
        ground.marked(move).place: move
        for move in range(len(ground.data.moves))
        if ground.marked(move).value
    }
    proof = ground.clash([shaded[0, 1], shaded[1, 1]])
    assert proof is not None
    assert proof.spots == ()
    assert proof.refutations == ("cells side by side differ",)
    corner = len(ground.data.spots) - 1
    assert ground.broken([shaded[cell] for cell in ((0, 0), (0, 1), (1, 0))])
    (key,) = ground.keys([corner])
    assert isinstance(key, Place)
    assert key.kind == "corner"


@pytest.mark.parametrize(
    ("argument", "says"),
    [
        (
            'contradictions={"strips": "it would be alike"}',
            "'contradictions' has a sentence for the group 'strips', which is none",
        ),
        ('reasons={"stripe: shaded": "{reasons}"}', "did you mean 'stripes'?"),
        # Such a group may be there on other boards.
        ('reasons={"walls": "{reasons}"}', ""),
        ('reasons={"row in row": "{word}"}', ""),
        ('reasons={"stripes": "{reasons}", "stripe": "{reasons}"}', ""),
        ('reasons={"stripes: shaded": "{reasons}"}', ""),
        (
            'reasons={"stripes: shadd": "{reasons}"}',
            (
                "'reasons' has a sentence for the mark 'shadd', which no cell or line can have; "
                "known: empty, shaded"
            ),
        ),
        (
            'reasons={"clues: unshaded": "{reasons}"}',
            "the mark 'unshaded', which no cell or line can have; known: empty, shaded",
        ),
        (
            'contradictions={"stripes: shaded": "it would be alike"}',
            (
                "'contradictions' has a sentence for the mark 'shaded'; "
                "write one for the whole group: 'stripes'"
            ),
        ),
        ('contradictions={"walls: shaded": "it would be alike"}', ""),
    ],
)
def test_a_sentence_for_a_misspelt_group_or_mark_is_an_error(
    argument: str, says: str, tmp_path: Path
) -> None:
    """It would never be said."""
    text = STRIPES.replace(
        'contradictions={"stripes": "{place} would be like its neighbour"}', argument
    )
    if not says:
        own_board(tmp_path / "stripes.py", text)
        return
    with pytest.raises(InputError, match=re.escape(says)):
        own_board(tmp_path / "stripes.py", text)


DIGITS = """from ilpuzzles import Model
from ilpuzzles.genres import Board, Genre
genre = Genre(
    layout="board",
    clue_patterns="[1-3]",
    presets={"one": {"board": ["1--", "---", "---"]}},
    reasons={"cells: 1": "{reasons}"},
)
@genre.model
def build(board):
    model = Model("digits")
    digit = model.binary("digit", board.grid.cells, [1, 2, 3])
    with model.group("cells", why="every cell has a digit"):
        model.exactly_one(digit, axis=1)
    return model
@genre.solution
def decode(board, values):
    return {"rows": board.grid.rows_of_choices(values["digit"], [1, 2, 3])}
@genre.partial_solution
def partial(board, known):
    return decode(board, known)
"""


def test_a_digit_that_this_board_has_not_may_be_a_mark_of_another_one(tmp_path: Path) -> None:
    own_board(tmp_path / "digits.py", DIGITS.replace('"cells: 1"', '"cells: 9"'))
    with pytest.raises(InputError, match=r"the mark 'eins', .*; known: 1, 2, 3"):
        own_board(tmp_path / "digits.py", DIGITS.replace('"cells: 1"', '"cells: eins"'))


@pytest.mark.parametrize(
    ("argument", "says"),
    [
        ("unknown_clue=None", "'unknown_clue' is None"),
        ('unknown_clue=""', "'unknown_clue' is ''"),
        ('reasons={"": "where they stand"}', "'reasons' is"),
        ('reasons={"stripes": "{places}"}', "'reasons' has \"places\" in braces"),
        ('contradictions={"stripes": "{reasons}"}', "'contradictions' has \"reasons\" in braces"),
        ('contradictions={"stripes": "{"}', "'contradictions' has"),
    ],
)
def test_words_for_hints_are_checked(argument: str, says: str, tmp_path: Path) -> None:
    said = 'contradictions={"stripes": "{place} would be like its neighbour"}'
    assert said in STRIPES
    with pytest.raises(InputError) as caught:
        own_board(tmp_path / "stripes.py", STRIPES.replace(said, argument))
    assert says in str(caught.value)


def test_weaker_boards_may_be_made_by_a_function(tmp_path: Path) -> None:
    """And where it returns no model, that is said."""
    text = STRIPES + "@genre.weaker_model\ndef weaker(board, known):\n    return 1\n"
    ground = own_board(tmp_path / "stripes.py", text)
    weaker = ground._board_clues.weaker
    assert weaker is not None
    with pytest.raises(InputError, match="'weaker' returns"):
        weaker(())


@pytest.mark.exhaustive
def test_random_marks_have_names_of_their_own() -> None:
    dice = Random(1)
    for genre in GENRES:
        _, ground = opened(genre, FIRST[genre])
        moves = dice.sample(range(len(ground.data.moves)), min(20, len(ground.data.moves)))
        assert all(ground.name_moves([move])[0] for move in moves)
        assert len({ground.describe(move) for move in moves}) == len(moves)


def test_a_contradiction_about_a_double_bridge_is_none_about_a_single_one() -> None:
    """Of a mark with two values, the opposite of the second one is another mark."""
    for preset in ("small", "medium", "large"):
        _, ground = opened("hashi", preset)
        values = ground._formulated.model.solve("cpsat").values
        assert values is not None
        for moves in ([], ground.moves_of_values(values)[:6]):
            for proof in ground.certain_moves_unless(moves, lambda: False)[0]:
                (why,) = proof.refutations
                is_single = ground.marked(proof.conclusion).name == "line"
                assert not (is_single and "if there were two lines" in why)
