"""Hints on boards: each follows from what it names, and from no less; and is always the same."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from ilpuzzles import experiment, load
from ilpuzzles.asking.model import Model
from ilpuzzles.errors import CheckError, InputError
from ilpuzzles.genres.genre_position import GenrePosition
from ilpuzzles.genres.pencil_board import PencilPlayground
from ilpuzzles.genres.steps.board_proofs import MOST_QUESTIONS, Effort
from ilpuzzles.genres.steps.board_step import BoardStep
from ilpuzzles.genres.steps.row_reasoning import BoardRows, Reasoning, easiest_consequence
from ilpuzzles.hints.drawn_marks import read_marks
from ilpuzzles.modelling.program import Program
from ilpuzzles.puzzles.playground import MoveProof
from ilpuzzles.queries.solve import solve_model
from ilpuzzles.reading.library import Library
from ilpuzzles.rules.places import Place
from support.places import ROOT
from support.rings import but_slow

# One with pieces, or with cells to cut, has a board of its own, and no marks.
GENRES = sorted(
    path.stem.replace("_", "-")
    for path in (ROOT / "models").glob("*.py")
    if "@genre.pieces" not in path.read_text(encoding="utf-8")
)
BOARDS = [(genre, preset) for genre in GENRES for preset in Library.standard().presets(genre)]
FIRST = dict(reversed(BOARDS))


def opened(genre: str, preset: str) -> tuple[GenrePosition, PencilPlayground]:
    """A board, and what is played on."""
    position = load(genre, preset)
    assert isinstance(position, GenrePosition)
    ground = position.playground()
    assert isinstance(ground, PencilPlayground)
    return position, ground


BY_ROWS = {"hitori", "nonogram"}
"""Genres whose clues are rows, and nothing else depends on them."""


def program_with(
    position: GenrePosition, ground: PencilPlayground, clues: Collection[Hashable]
) -> tuple[Program, Model]:
    """The model of a board of which only some clues are known, made without the prover."""
    kind, board = position.kind, position.instance.data
    every = ground._board_clues.keys
    build = kind.models.build_to_draw_on
    if not (ground._board_clues.are_units or position.name in BY_ROWS):
        weaker = kind.file.functions.get("weaker_model")
        if weaker is not None:
            # Other tests judge such boards: see `test_step_reasons.py`.
            model = weaker(board, clues)
        else:
            fields = board.with_only(clues, every, kind.file.genre.unknown_clue)
            model = build(position.with_fields(fields).instance).model
        return model.program(), model
    model = build(position.instance).model
    program = model.program()
    gone = every - set(clues)
    keys = [program.names.row_key(number) for number in program.row_numbers.tolist()]
    return program.keep(np.array([key not in gone for key in keys])), model


def is_forced(
    position: GenrePosition,
    ground: PencilPlayground,
    step: BoardStep,
    clues: Collection[Hashable],
    marks: Collection[int],
    *,
    without: Collection[str] = (),
) -> bool:
    """Whether clues and marks alone force a step, as another solver sees it.

    Groups of rules may be left out.
    """
    program, model = program_with(position, ground, clues)
    gone = program.names.group_numbers(without)
    program = program.keep(~np.isin(program.rows.groups, gone))
    numbers = {label: column for column, label in labels_of(model).items()}
    labels = labels_of(ground._formulated.model)
    fixed = {
        numbers[labels[column]]: value
        for move in marks
        for column, value in ground.marked(move).values
    }
    for column, value in ground.marked(step.move).values:
        denied = {**fixed, numbers[labels[column]]: 1 - value}
        bounds = {place: (number, number) for place, number in denied.items()}
        if solve_model(program.within(bounds), "cpsat").values is not None:
            return False
    return True


def labels_of(model: Model) -> dict[int, tuple[str, object]]:
    """The family and the label of every column."""
    return {
        column: (family.name, family.label(column))
        for family in model.families
        for column in family.columns.ravel().tolist()
    }


def require_holds(position: GenrePosition, ground: PencilPlayground, placed: list[int]) -> bool:
    """Asks for a step, and proves it again; whether there was one."""
    step = ground._easiest(placed, lambda: False)
    if step is None:
        return False
    assert is_forced(position, ground, step, step.clues, step.marks)
    if step.minimal and ground._board_clues.are_named:
        for clue in step.clues:
            fewer = [other for other in step.clues if other != clue]
            assert not is_forced(position, ground, step, fewer, step.marks), clue
        for mark in step.marks:
            others = [other for other in step.marks if other != mark]
            assert not is_forced(position, ground, step, step.clues, others), mark
    return True


def solution_of(ground: PencilPlayground) -> list[int]:
    """The marks of the solution of a board that has one."""
    result = solve_model(ground._formulated.model, "cpsat")
    assert result.values is not None
    return [
        move
        for move in range(len(ground.data.moves))
        if all(result.values[column] == value for column, value in ground.marked(move).values)
    ]


def positions(genre: str, preset: str, number: int) -> Iterator[tuple[Any, Any, list[int]]]:
    """A board, from the start, and then with random marks of its solution."""
    position, ground = opened(genre, preset)
    dice, solution = Random(f"{genre} {preset}"), solution_of(ground)
    yield position, ground, []
    for _ in range(number):
        yield position, ground, sorted(dice.sample(solution, dice.randrange(len(solution))))


# A position of Fillomino takes as long as those of all others.
SLOW = {"fillomino"}


@pytest.mark.every("genre")
@pytest.mark.parametrize("genre", but_slow(GENRES, SLOW))
def test_a_step_follows_from_what_it_names_and_from_no_less(genre: str) -> None:
    for position, ground, placed in positions(genre, FIRST[genre], 2):
        require_holds(position, ground, placed)


@pytest.mark.exhaustive
@pytest.mark.parametrize(("genre", "preset"), BOARDS)
def test_steps_of_random_positions_hold(genre: str, preset: str) -> None:
    # A position of fillomino takes as long as seven of others.
    number = 2 if genre == "fillomino" else 6
    assert sum(require_holds(*one) for one in positions(genre, preset, number))


@pytest.mark.parametrize("genre", GENRES)
def test_no_reason_is_the_rules_or_every_solution(genre: str) -> None:
    _, ground = opened(genre, FIRST[genre])
    proof = ground.certain_move([])
    assert proof is not None
    (why,) = proof.refutations
    assert "rules" not in why
    assert "every solution" not in why


def singles(board: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """All naked and hidden singles of a Sudoku, found by looking at each cell and unit."""
    cells = list(product(range(9), range(9)))
    units = [[(n, k) for k in range(9)] for n in range(9)]
    units += [[(k, n) for k in range(9)] for n in range(9)]
    units += [
        [(r + i, c + j) for i in range(3) for j in range(3)] for r in (0, 3, 6) for c in (0, 3, 6)
    ]
    seen = {cell: {other for unit in units if cell in unit for other in unit} for cell in cells}
    fits = {
        cell: set(range(1, 10)) - {board[other] for other in seen[cell] if other in board}
        for cell in cells
        if cell not in board
    }
    found = {cell: min(digits) for cell, digits in fits.items() if len(digits) == 1}
    for unit in units:
        for digit in range(1, 10):
            places = [cell for cell in unit if digit in fits.get(cell, ())]
            if len(places) == 1:
                found[places[0]] = digit
    return found


def sudoku_with(given: int, seed: int) -> tuple[dict[tuple[int, int], int], GenrePosition]:
    """A Sudoku of random givens, which may have several solutions."""
    dice = Random(seed)
    digits, rows = dice.sample(range(1, 10), 9), [3 * b + r for b in (0, 1, 2) for r in (0, 1, 2)]
    whole = {(r, c): digits[(3 * (r % 3) + r // 3 + c) % 9] for r in rows for c in range(9)}
    board = {cell: whole[cell] for cell in dice.sample(sorted(whole), given)}
    text = "\n".join("".join(str(board.get((r, c), "-")) for c in range(9)) for r in range(9))
    position = load("sudoku", board=text)
    assert isinstance(position, GenrePosition)
    return board, position


@pytest.mark.parametrize("seed", range(6))
def test_where_a_sudoku_has_a_single_the_step_is_one(seed: int) -> None:
    board, position = sudoku_with(26 + 2 * seed, seed)
    ground = position.playground()
    assert isinstance(ground, PencilPlayground)
    proof = ground.certain_move([])
    known = singles(board)
    assert known
    assert proof is not None
    mark = ground.marked(proof.conclusion)
    assert known[mark.place] == int(mark.name)
    assert "a hidden single: " in proof.refutations[0] or "a naked single: " in proof.refutations[0]


@pytest.mark.parametrize("seed", range(8))
def test_what_is_called_a_single_is_one(seed: int) -> None:
    """Also beside marks, and on boards whose step is no single."""
    board, position = sudoku_with(22 + seed, 100 + seed)
    ground = position.playground()
    assert isinstance(ground, PencilPlayground)
    proof = ground.certain_move([])
    if proof is None or " single: " not in proof.refutations[0]:
        assert not singles(board)
        return
    mark = ground.marked(proof.conclusion)
    assert singles(board)[mark.place] == int(mark.name)


@pytest.mark.parametrize("genre", ["sudoku", "slitherlink", "hashi"])
def test_hints_do_not_depend_on_the_clock(genre: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def proofs() -> list[MoveProof | None]:
        return [
            ground.certain_move(placed) for _, ground, placed in positions(genre, FIRST[genre], 2)
        ]

    before = proofs()
    clock = iter(range(10**9))
    # To whoever looks at the clock, ten seconds pass from one look to the next.
    monkeypatch.setattr(time, "perf_counter", lambda: 10.0 * next(clock))
    assert proofs() == before


def test_what_everybody_sees_is_no_step() -> None:
    """A numbered cell of a Nurikabe is land, and a cell in no region has no star."""
    for genre, preset in (("nurikabe", "small"), ("star-battle", "void")):
        position, ground = opened(genre, preset)
        proof = ground.certain_move([])
        assert proof is not None
        board = position.instance.data
        assert ground.marked(proof.conclusion).place not in board.clues
        assert board.region_of.get(ground.marked(proof.conclusion).place) != "#"


@pytest.mark.parametrize("genre", ["akari", "binairo", "masyu", "slitherlink", "sudoku", "tents"])
def test_marks_that_are_drawn_are_those_of_the_board(genre: str) -> None:
    """A part of a solution, as data, shows the marks that it was made of, and no others."""
    for position, ground, placed in positions(genre, FIRST[genre], 3):
        plain = ground.solution(placed).to_json()
        drawn = position.moves_drawn(ground, plain)
        made = {pair for move in placed for pair in ground.marked(move).values}
        shown = {pair for move in drawn for pair in ground.marked(move).values}
        assert shown >= made
        assert not {(column, 1 - value) for column, value in shown} & shown


def test_hints_go_on_from_what_is_drawn() -> None:
    """From hint to hint with a newspaper in hand, the whole Sudoku is solved."""
    asked = experiment("sudoku", "small")
    solution = asked.solve().to_json()["solutions"][0]["rows"]
    drawn: Any = {"rows": ["? ? ? ?"] * 4}
    for _ in range(12):
        answer = asked.hint(marks=drawn)
        assert answer.step is not None
        drawn = answer.step.shown.to_json()
    # What is given is not drawn.
    pairs = [*zip(" ".join(drawn["rows"]).split(), " ".join(solution).split(), strict=True)]
    assert [one for one, _ in pairs].count("?") == 4
    assert all(one in {"?", other} for one, other in pairs)
    assert asked.hint(marks=drawn).state == "complete"


def test_wrong_marks_are_named() -> None:
    rows = ["1 ? ? ?", "? ? ? ?", "? ? ? ?", "? ? ? ?"]
    answer = experiment("sudoku", "small").hint(marks={"rows": rows})
    assert answer.verdict() == (
        "the 1 at row 1, column 1 cannot stay: it is ruled out by the 3 at row 2, column 1 "
        "and the 4 at row 4, column 2"
    )
    assert answer.exit_code() == 3
    assert answer.to_json()["wrong"] == answer.verdict()


@pytest.mark.parametrize("rows", [["1"], "1", [["?"]], [1], None])
def test_nonsense_is_no_mark(rows: Any) -> None:
    with pytest.raises(InputError):
        experiment("sudoku", "small").hint(marks={"rows": rows})
    with pytest.raises(InputError, match="lonpos takes no marks"):
        experiment("lonpos", "8pieces").hint(marks={"rows": rows})


def test_a_mark_that_means_nothing_is_refused() -> None:
    nothing = "? ? ? ?"
    # Row 2, column 1 has a 3 from the start.
    for rows, cell in ((["9 ? ? ?", nothing], "row 1"), ([nothing, "1 ? ? ?"], "row 2")):
        with pytest.raises(InputError, match=f"{cell}, column 1 has .*, which is no mark there"):
            experiment("sudoku", "small").hint(marks={"rows": [*rows, nothing, nothing]})


def test_words_of_genres_fit_the_clues_that_are_named() -> None:
    """Of a Killer, the 3 follows from one clue, but not since its column has no other cell."""
    _, ground = opened("killer-sudoku", "small")
    for move in range(len(ground.data.moves)):
        step = ground._steps.easiest([move])
        if step is None or step.group is None or step.by_contradiction:
            continue
        board = ground._steps.board
        rows = board.board_rows.only(step.clues)
        reasoning = Reasoning.of(rows, board.known_values(step.marks))
        values = set(ground.marked(step.move).values)
        rounds = [*reasoning.rounds(2)]
        proved = {(one.column, one.value) for consequences in rounds for one in consequences}
        assert values <= proved


def test_clues_are_named_where_all_of_them_are_needed() -> None:
    position = load("fillomino", board="1----")
    ground = position.playground()
    assert isinstance(ground, PencilPlayground)
    (one,) = (
        move
        for move in range(len(ground.data.moves))
        if (ground.marked(move).place, ground.marked(move).name) == ((0, 4), "1")
    )
    proof = ground.certain_move([one])
    assert proof is not None
    one_at_the_left = "the 1 at row 1, column 1"
    assert one_at_the_left in proof.refutations[0]


def test_a_wrong_single_bridge_has_a_reason() -> None:
    position = load("hashi", board="2-2")
    ground = position.playground()
    assert isinstance(ground, PencilPlayground)
    (single,) = (
        move for move in range(len(ground.data.moves)) if ground.marked(move).name == "line"
    )
    proof = ground.why_not([single])
    assert proof is not None
    assert "ruled out by the 2 at row 1, column" in proof.refutations[0]


def test_numbers_that_are_neither_0_nor_1_are_not_taken_for_such(tmp_path: Path) -> None:
    (tmp_path / "sums.py").write_text(
        "from ilpuzzles import Model\n"
        "from ilpuzzles.genres import Genre\n"
        "presets = {'one': {'board': ['--']}}\n"
        "genre = Genre(layout='board', solution_words='012', presets=presets)\n"
        "@genre.model\n"
        "def build(board):\n"
        "    model = Model('sums')\n"
        "    n = model.integer('n', board.grid.cells, lower=0, upper=2)\n"
        "    with model.group('sum', why='the cells add up to 4'):\n"
        "        model.add(n.sum() == 4, key=('row', 0))\n"
        "    return model\n"
    )
    library = Library.standard((), [tmp_path / "sums.py"])
    hint = experiment("sums", "one", library=library).hint()
    assert hint.step is None or "write 0" not in hint.step.what


def test_marks_are_read_from_rows_and_from_answers(tmp_path: Path) -> None:
    rows, answer = tmp_path / "rows.txt", tmp_path / "answer.json"
    rows.write_text("4 . . .\n. . . .\n. . . .\n. . . .\n")
    answer.write_text(json.dumps(experiment("sudoku", "small").hint().to_json()))
    (first, second) = (read_marks(path) for path in (rows, answer))
    assert first["rows"][0] == "4 ? ? ?"
    hints = [experiment("sudoku", "small").hint(marks=one).verdict() for one in (first, second)]
    assert hints[0] == hints[1] == "write 3 into row 1, column 3"
    rows.write_text('{"hint": null}')
    with pytest.raises(InputError, match="no marks"):
        read_marks(rows)


OPEN_WORDS = {
    "akari": "x",
    "binairo": "-",
    "fillomino": "-",
    "masyu": "-",
    "nurikabe": "?",
    "shikaku": "?",
    "slitherlink": "-",
    "sudoku": "-",
    "yajilin": "?",
}
"""What a person writes in place of a clue of which nothing is known."""


@pytest.mark.parametrize("genre", but_slow(OPEN_WORDS, SLOW))
def test_the_clues_that_are_named_are_enough_on_a_board_that_is_typed(genre: str) -> None:
    """The board is written anew as a text, cell by cell, with none but the clues of the reason."""
    position, ground = opened(genre, FIRST[genre])
    board = position.instance.data
    step = ground._steps.easiest([])
    step = step or ground._steps.of_forced([], ground._forced([], lambda: False))
    assert step is not None

    def is_forced_by(kept: Collection[Hashable]) -> bool:
        every = ground._board_clues.keys
        known = {cell for cell in board.clues if cell in kept or cell not in every}
        rows = [
            " ".join(
                board.clues[r, c]
                if (r, c) in known
                else OPEN_WORDS[genre]
                if (r, c) in board.clues
                else "-"
                for c in range(board.grid.columns)
            )
            for r in range(board.grid.rows)
        ]
        typed = load(genre, board="\n".join(rows))
        other = typed.playground()
        assert isinstance(other, PencilPlayground)
        numbers = {label: column for column, label in labels_of(other._formulated.model).items()}
        labels = labels_of(ground._formulated.model)
        ((column, value),) = ground.marked(step.move).values
        denied = numbers[labels[column]]
        program = other._formulated.model.program().within({denied: (1 - value, 1 - value)})
        return solve_model(program, "cpsat").values is None

    assert is_forced_by(step.clues)
    for clue in step.clues:
        assert not is_forced_by([other for other in step.clues if other != clue])


def test_a_step_that_the_solution_has_not_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another solver's solution of the board is the judge, also beside marks that are right."""
    _, ground = opened("sudoku", "small")
    right = solution_of(ground)
    wrong = next(
        move
        for move in range(len(ground.data.moves))
        if move not in right and ground.marked(move).value
    )
    proof = MoveProof(wrong, (), (), ("it is so",))
    monkeypatch.setattr(PencilPlayground, "certain_move_unless", lambda *_: proof)
    for marks in (None, {"rows": ["4 ? ? ?", *["? ? ? ?"] * 3]}):
        with pytest.raises(CheckError, match="it is forced to write"):
            experiment("sudoku", "small").hint(marks=marks)


def test_whoever_does_not_wait_is_not_kept_waiting() -> None:
    _, ground = opened("shikaku", "large")
    asked = iter([False, True])
    effort = Effort(lambda: next(asked, True))
    assert ground._steps.easiest([], effort) is None
    assert effort.questions >= MOST_QUESTIONS - 1
    assert ground.certain_move_unless([], lambda: True) is None


def test_two_who_ask_at_once_are_both_answered() -> None:
    _, ground = opened("sudoku", "medium")
    expected = ground.certain_move([])
    with ThreadPoolExecutor(4) as pool:
        assert [*pool.map(ground.certain_move, [[]] * 8)] == [expected] * 8


@pytest.mark.first(1)
def test_all_that_is_as_easy_as_a_single_are_all_singles(seeds: range) -> None:
    for seed in [*seeds][:4]:
        require_all_singles(*sudoku_with(27 + 2 * (seed % 4), seed))


def require_all_singles(board: dict[tuple[int, int], int], position: GenrePosition) -> None:
    answer = experiment(position).hint(all_steps=True)
    assert answer.step is not None
    assert answer.others is not None
    assert answer.has_all
    steps = [answer.step, *answer.others]
    assert {tuple(step.plain["place"]) for step in steps} == set(singles(board))
    assert all("single" in step.why for step in steps)
    assert len(answer.text().splitlines()) == 4 + len(answer.others)
    assert len(answer.to_json()["others"]) == len(answer.others)


def test_all_easiest_steps_are_drawn_and_marked() -> None:
    answer = experiment("sudoku", "small").hint(all_steps=True)
    drawn, marked = answer.board()
    assert drawn is not None
    assert answer.step is not None
    assert answer.others
    assert len(marked) == 1 + len(answer.others)
    assert sum(row.count("?") for row in drawn.plain["rows"]) < 16 - 6


@pytest.mark.parametrize("genre", ["slitherlink", "tapa", "star-battle", "akari"])
def test_all_easiest_steps_hold_and_rest_on_no_more_than_the_first(genre: str) -> None:
    position, ground = opened(genre, FIRST[genre])
    first = ground._steps.easiest([])
    assert first is not None
    others, are_all = ground._steps.as_easy(
        [], first, ground._sentences.is_named, Effort(questions=400)
    )
    assert are_all
    assert len({first.move, *(step.move for step in others)}) == 1 + len(others)
    for step in others:
        assert len(step.clues) + len(step.marks) <= len(first.clues) + len(first.marks)
        assert is_forced(position, ground, step, step.clues, step.marks)


def test_a_question_for_all_that_is_cut_off_says_so() -> None:
    _, ground = opened("sudoku", "medium")
    whole, _ = ground.certain_moves_unless([], lambda: False)
    asked = iter([False] * 30)
    found, are_all = ground.certain_moves_unless([], lambda: next(asked, True))
    assert 0 < len(found) < len(whole)
    assert not are_all


@pytest.mark.parametrize(
    ("board", "told"),
    [("----1/-----/1----/-----/----1", "the 1 at"), ("-----/-2-2-/-----/-----/-----", "where")],
)
def test_what_a_model_knows_from_the_start_is_told_by_the_nearest_clues(
    board: str, told: str
) -> None:
    """Beside a 1, and between two numbers, a model of Nurikabe has no island at all."""
    position = load("nurikabe", board=board)
    ground = position.playground()
    assert ground is not None
    proof = ground.certain_move([])
    assert proof is not None
    assert proof.minimal
    assert ground.describe(proof.conclusion).startswith("shade ")
    assert told in proof.refutations[0]


def test_a_region_of_one_cell_has_its_star_there() -> None:
    _, ground = opened("star-battle", "small")
    proof = ground.certain_move([])
    assert proof is not None
    assert ground.describe(proof.conclusion) == "put a star into row 3, column 2"


def test_nothing_is_drawn_outside_the_board() -> None:
    position, ground = opened("star-battle", "void")
    void = {cell for name in "#@" for cell in position.instance.data.regions.get(name, ())}
    assert void
    assert void.isdisjoint(mark.place for mark in map(ground.marked, range(len(ground._marks))))


@pytest.mark.parametrize("genre", GENRES)
def test_only_what_stands_on_a_board_is_called_a_clue(genre: str) -> None:
    position, ground = opened(genre, FIRST[genre])
    assert all(position.place_of(key) is not None for key in ground._board_clues.keys)


def test_a_proof_without_a_last_row_names_the_rules_that_it_takes() -> None:
    _, ground = opened("hashi", "medium")
    proof = ground.certain_move([])
    assert proof is not None
    assert "bridges connect all islands" in proof.refutations[0]


def test_what_cannot_stay_is_drawn_and_marked() -> None:
    rows = ["? ? ? ? ? ? ?", "? - ? ? ? ? ?", *["? ? ? ? ? ? ?"] * 5]
    answer = experiment("nurikabe", "medium").hint(marks={"rows": rows})
    drawn, marked = answer.board()
    assert drawn is not None
    assert drawn.plain["rows"][1].split()[1] == "-"
    assert list(marked) == [Place.of((1, 1))]


def test_words_that_are_no_marks_are_refused_with_those_that_are() -> None:
    rows = ["? ? ? ? ? ? ?", "? # ? ? ? ? ?", *["? ? ? ? ? ? ?"] * 5]
    with pytest.raises(InputError, match=r"row 2, column 2 has .* write x, -, \? for open cells"):
        experiment("nurikabe", "medium").hint(marks={"rows": rows})


@pytest.mark.exhaustive
@pytest.mark.parametrize("genre", ["hashi", "nurikabe"])
def test_rules_that_a_proof_names_are_enough_and_none_is_in_vain(genre: str) -> None:
    told = 0
    for position, ground, placed in positions(genre, FIRST[genre], 8):
        step = ground._easiest(placed, lambda: False)
        if step is None or not step.rules:
            continue
        told += 1
        needed = {group.name for group in step.rules}
        rules = {group.name for group in ground._formulated.model.groups}
        others = rules - needed - ground._board_clues.groups
        assert is_forced(position, ground, step, step.clues, step.marks, without=others)
        for rule in needed:
            assert not is_forced(position, ground, step, step.clues, step.marks, without={rule}), (
                rule
            )
    assert told


def test_a_row_that_says_another_value_is_no_proof_of_this_one() -> None:
    model = Model()
    x = model.binary("x", 2)
    with model.group("stated"):
        model.add(x[0] == 0)
    rows = BoardRows.of(model.program(), (), ())
    assert easiest_consequence(rows, {}, 0, 1, 2) is None
    found = easiest_consequence(rows, {}, 0, 0, 2)
    assert found is not None
    assert found.row == 0


def test_marks_are_read_from_a_position_that_a_page_has_saved(tmp_path: Path) -> None:
    file = tmp_path / "saved.json"
    file.write_text('{"puzzle": "nurikabe", "moves": [1], "solutions": [{"rows": ["# ?"]}]}')
    assert read_marks(file) == {"rows": ["# ?"]}
    file.write_text('{"puzzle": "nurikabe", "moves": [1], "solutions": []}')
    with pytest.raises(InputError, match="no marks"):
        read_marks(file)
