"""What a question may say, at its limits: words, numbers, moves, notes; and what is kept."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any, cast

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.experiments.loading import load
from ilpuzzles.play import solution_pages
from ilpuzzles.play.board_question import read_moves, read_whole, read_word
from ilpuzzles.play.game import Game
from ilpuzzles.play.saved_position import notes_of
from ilpuzzles.play.server import PlayServer, _read
from ilpuzzles.play.solution_pages import SolutionPages
from ilpuzzles.play.widget import QuestionQueue, _Question


def is_refused(read: Any, *asked: Any) -> bool:
    try:
        read(*asked)
    except InputError:
        return True
    return False


def test_a_whole_number_lies_between_two_that_are_allowed() -> None:
    numbers = [3, 4, 8, 9, True, "4", 4.0, None]
    refused = [is_refused(read_whole, {"from": number}, "from", 4, 8) for number in numbers]
    assert refused == [True, False, False, True, True, True, True, True]
    assert read_whole({}, "from", 4, 8) == 4


def test_moves_are_those_of_the_board_from_the_first_to_the_last() -> None:
    assert read_moves({"placed": [0, 1, 2]}, "placed", 3, []) == [0, 1, 2]
    assert read_moves({}, "placed", 3, [2]) == [2]
    for wrong in ([-1], [3], [True], ["0"], [0.0], "012", None, {"0": 1}, [0, 1, 2, 0]):
        assert is_refused(read_moves, {"placed": wrong}, "placed", 3, []), wrong


def test_a_word_is_one_of_the_choices_and_a_long_one_is_not_quoted_in_full() -> None:
    assert read_word("help", "off", ("off", "count")) == "off"
    with pytest.raises(InputError) as refused:
        read_word("help", "x" * 1_000, ("off", "count"))
    assert len(str(refused.value)) < 100
    assert is_refused(read_word, "help", 5, ("5",))


def test_notes_are_about_cells_of_the_board_and_have_words() -> None:
    words = {"0": ["1"], "8": ["2", "3"], "9": ["1"], "-1": ["1"], "²": ["1"], "x": ["1"]}
    assert notes_of({"candidates": words, "corners": words}, 9) == {
        name: {"0": ["1"], "8": ["2", "3"]} for name in ("candidates", "corners")
    }
    odd = {"1": [], "2": "12", "3": [1], "4": [""], "5": ["x" * 41], "6": ["x" * 40]}
    assert notes_of({"corners": odd}, 9) == {"corners": {"6": ["x" * 40]}}
    tints = {"0": "green", "1": "", "2": ["green"], "9": "green"}
    assert notes_of({"tints": tints}, 9) == {"tints": {"0": "green"}}
    nothings: list[object] = [None, [], "notes", {}, {"tints": []}, {"corners": {"9": ["1"]}}]
    for nothing in nothings:
        assert notes_of(nothing, 9) == {}


def lists_of(pages: SolutionPages, names: str) -> dict[str, int]:
    return {name: len(pages.get((name, frozenset()))) for name in names}


def test_the_last_lists_are_kept_and_the_one_that_was_shown_last_is_among_them() -> None:
    pages = SolutionPages()
    for name in "abcdefgh":
        pages.keep((name, frozenset()), [[1]])
    pages.keep(("a", frozenset()), [[1], [2]])
    pages.keep(("i", frozenset()), [[1]])
    assert lists_of(pages, "abci") == {"a": 2, "b": 0, "c": 1, "i": 1}
    assert pages.get(("a", frozenset({1}))) == []


def test_one_list_is_long_and_others_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solution_pages, "LONG", 3)
    pages = SolutionPages()
    for name, number in (("a", 3), ("b", 4), ("c", 3)):
        pages.keep((name, frozenset()), [[n] for n in range(number)])
    assert lists_of(pages, "abc") == {"a": 3, "b": 4, "c": 3}
    pages.keep(("d", frozenset()), [[n] for n in range(4)])
    assert lists_of(pages, "abcd") == {"a": 3, "b": 0, "c": 3, "d": 4}


class SlowGame:
    """A game whose answers come when a test lets them."""

    def __init__(self) -> None:
        self.begun = threading.Semaphore(0)
        self.asked: list[str] = []
        self.go = threading.Event()

    def game_of(self, _key: object) -> SlowGame:
        return self

    def answer(self, fields: Any, _tell: Any, is_wanted: Any) -> dict[str, Any]:
        self.asked.append(fields["ask"])
        self.begun.release()
        while is_wanted() and not self.go.wait(0.005):
            pass
        return {"wanted": is_wanted()}


@pytest.fixture
def slow() -> Iterator[tuple[SlowGame, QuestionQueue, list[dict[str, Any]]]]:
    game, sent = SlowGame(), list[dict[str, Any]]()
    queue = QuestionQueue(cast("Any", game), sent.append)
    yield game, queue, sent
    game.go.set()


Slow = tuple[SlowGame, QuestionQueue, list[dict[str, Any]]]


def ask(slow: Slow, *kinds: str) -> list[str]:
    """Asks one question after the other, each while the one before is answered; what then waits."""
    game, queue, _ = slow
    for number, kind in enumerate(kinds):
        queue.ask({"ask": kind, "id": number})
        if kind != "cancel":
            assert game.begun.acquire(timeout=60)
    return [str(question.kind) for question in queue.waiting]


def test_a_count_is_put_off_by_a_question_and_goes_on_after_it(slow: Slow) -> None:
    assert ask(slow, "status", "hint") == ["status"]
    game, _, sent = slow
    game.go.set()
    assert game.begun.acquire(timeout=60)
    assert game.asked == ["status", "hint", "status"]
    assert sent[0] == {"to": 1, "wanted": True}


def test_a_new_position_ends_all_else(slow: Slow) -> None:
    assert ask(slow, "hint", "status") == []
    assert ask(slow, "hint") == ["status"]
    assert ask(slow, "status") == []


def test_who_cancels_ends_an_answer_and_no_count(slow: Slow) -> None:
    game, queue, _ = slow
    assert ask(slow, "status", "cancel") == []
    assert queue.current is not None
    assert queue.current.is_wanted
    ask(slow, "hint", "cancel")
    assert game.begun.acquire(timeout=60)
    assert game.asked == ["status", "hint", "status"]


def test_what_is_no_question_is_left_alone() -> None:
    queue = QuestionQueue(cast("Any", SlowGame()), lambda _: None)
    nonsense: list[object] = [None, [], "status", {"ask": 5}, {"id": 1}]
    for each in nonsense:
        queue.ask(each)
    assert queue.current is None
    assert queue.waiting == []
    assert not _Question({"ask": "hint"}).is_count


def test_a_question_names_its_page_and_has_a_number() -> None:
    def read(**fields: object) -> dict[str, Any] | None:
        return _read(json.dumps({"ask": "status", **fields}).encode())

    assert read() == {"ask": "status", "id": 0, "page": "0"}
    assert read(page="a" * 40) is not None
    for wrong in ({"page": "a" * 41}, {"page": ""}, {"page": "a b"}, {"page": "a\n"}, {"id": True}):
        assert read(**wrong) is None, wrong


def test_a_record_begins_at_no_time_and_ends_with_its_size(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []
    server = PlayServer(Game(load("dominoes", "4x4")), 0, "a" * 20, lines.append)
    server.note({"at": 0, "did": "start", "placed": []})
    server.note({"at": 1.006, "did": "place", "placed": [0], "board": "preset:4x4"})
    plain = [json.loads(line) for line in lines]
    assert plain[0] == {"at": 0.0, "did": "start", "placed": []}
    assert plain[1] == {"board": "preset:4x4", "at": 1.01, "did": "place", "placed": [0]}
    monkeypatch.setattr("ilpuzzles.play.server._MOST_RECORDED", server.recorded - 1)
    server.note({"at": 2, "did": "undo", "placed": []})
    assert len(lines) == 2
    server.end()


def test_as_many_are_answered_as_there_is_room_for() -> None:
    server = PlayServer(Game(load("dominoes", "4x4")), 0, "a" * 20)
    assert [server.enter() for _ in range(9)] == [True] * 8 + [False]
    server.leave()
    assert server.enter()
    first = server.ticket("page")
    first.ended.set()
    second = server.ticket("page")
    assert (first.stopped.is_set(), second.stopped.is_set()) == (True, False)
    for number in range(64):
        assert not server.ticket(f"other{number}").stopped.is_set()
    assert second.stopped.is_set(), "of too many pages, the oldest one ends"
    server.end()
