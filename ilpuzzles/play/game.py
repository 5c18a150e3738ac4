"""A board for those who play: what it shows, and the questions and answers while they do.

Questions and answers are plain data, and each question carries the moves that lie on the board; so
whoever asks may be a page, a notebook or a test, and nothing is lost where a server begins again.
"""

from __future__ import annotations

import base64
import json
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any, TypeAlias

from ilpuzzles.backends.interface import Options
from ilpuzzles.errors import IlpuzzlesError, InputError, counted, in_words, quoted
from ilpuzzles.experiments.experiments import Experiment
from ilpuzzles.experiments.loading import load
from ilpuzzles.generate.generators import DIFFICULTIES, generator_of_difficulty
from ilpuzzles.hints.hint_finder import HintFinder, MoveConflict, Reason
from ilpuzzles.hints.hint_words import HintWords
from ilpuzzles.hints.solution_counter import (
    CancelledError,
    GoOn,
    Limits,
    SolutionCounter,
    WorkBudget,
    bare_experiment,
    counter_of,
    has_columns_of,
)
from ilpuzzles.lazy_imports import named
from ilpuzzles.play.page import plain_board, require_playground
from ilpuzzles.play.saved_position import SavedPosition
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.puzzles.own_puzzle import solution_json
from ilpuzzles.puzzles.playground import MoveProof
from ilpuzzles.puzzles.position import require_address
from ilpuzzles.reading.library import Library
from ilpuzzles.render.pdf_book import book_of_pictures
from ilpuzzles.render.png import png_of
from ilpuzzles.render.svg import VIEWS
from ilpuzzles.rules.faults import Fault
from ilpuzzles.rules.places import CELL, Place
from ilpuzzles.rules.tiling import TILE_ONCE, is_unfinished

Plain: TypeAlias = dict[str, Any]
Asked: TypeAlias = Mapping[str, Any]
Tell: TypeAlias = Callable[[Plain], None]

_WAIT = 0.05
_LONGEST_KEY = 64 << 10
_MOST_PAGE, _MOST_FROM, _MOST_PAGED = 20, 1_000_000, 8
_MOST_GAMES = 4
_MANY = 50_000
"""A list of more solutions than this is long: a million of them take 300 MB."""
_SHOWN = 1_000
_FEW = 5
_LONG_SENTENCE = 80
"""Of what is not finished, a sentence of more letters is not told in full."""

# Loaded where boards are drawn: with it come grids and their pictures.
_DRAFTING = "ilpuzzles.play.drafting:Drafting"

OFF, RULES, COUNT = "off", "rules", "count"
HELP_LEVELS = (OFF, RULES, COUNT)
"""The levels of help while somebody plays: none, broken rules, the number of solutions left."""

_QUESTIONS = "status hint why-not forced solution solutions check export picture"


class _Paged:
    """The solutions that pages have shown, of all boards of a server; one long list at most."""

    def __init__(self) -> None:
        self._lists: dict[tuple[str, frozenset[int]], list[list[int]]] = {}
        self._lock, self._long = threading.Lock(), threading.Lock()

    @contextmanager
    def turn(self, number: int, go_on: GoOn) -> Iterator[None]:
        """Waits until no other long list is made, if so many solutions make a long one."""
        if number <= _MANY:
            yield
            return
        while not self._long.acquire(timeout=_WAIT):
            if not go_on():
                raise CancelledError
        try:
            yield
        finally:
            self._long.release()

    def get(self, key: tuple[str, frozenset[int]]) -> list[list[int]]:
        """The solutions that were shown of a position."""
        with self._lock:
            return self._lists.get(key, [])

    def make_room(self, number: int) -> None:
        """Forgets the list that is long, if so many solutions make another one."""
        if number > _MANY:
            with self._lock:
                self._lists = {k: some for k, some in self._lists.items() if len(some) <= _MANY}

    def keep(self, key: tuple[str, frozenset[int]], shown: list[list[int]]) -> None:
        """Remembers solutions of a position, and forgets the oldest of others."""
        self.make_room(len(shown))
        with self._lock:
            self._lists.pop(key, None)
            self._lists[key] = shown
            for old in list(self._lists)[:-_MOST_PAGED]:
                del self._lists[old]


class Game:
    """A puzzle to play.

    Args:
        asked: The puzzle, or the model of one with a board of its own.
        library: Where to look for other presets.
        limits: How much answers may cost.

    Raises:
        InputError: If there is no board of it to play on.

    Example:
        >>> from ilpuzzles import load
        >>> game = Game(load("soma"))
        >>> game.answer({"ask": "status", "placed": []})["count"]
        11520
    """

    def __init__(
        self,
        asked: PuzzlePosition | Experiment,
        library: Library | None = None,
        paged: _Paged | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.library = library or Library.standard()
        self.limits = limits or Limits()
        self._subject = asked.subject if isinstance(asked, Experiment) else asked
        self.ground = ground = require_playground(self._subject)
        _ = ground.data  # what is too large for a board is refused at once
        self.loaded = self._subject if isinstance(self._subject, PuzzlePosition) else None
        preset = self._subject.preset
        self.key = self._address() or (f"preset:{preset}" if preset else self._text())
        if isinstance(asked, Experiment) and has_columns_of(asked, ground):
            self._asked = asked
        elif self.loaded is not None:
            self._asked = bare_experiment(self.loaded, ground)
        self._counter: SolutionCounter | None = None
        self._finder: HintFinder | None = None
        self._lock = threading.Lock()
        self._warming: tuple[frozenset[int], threading.Event] | None = None
        self._warm_found = 0
        self._stopped = threading.Event()
        self._paged = _Paged() if paged is None else paged
        self._others: dict[str, Game] = {}
        self._keeping = threading.Lock()

    @property
    def unit(self) -> str:
        """What a move places or decides."""
        return self.ground.move_noun or self._subject.unit

    @property
    def counter(self) -> SolutionCounter:
        """What counts; made when it is needed first."""
        with self._lock:
            if self._counter is None:
                self._counter = counter_of(self._asked, self.ground)
            return self._counter

    @property
    def finder(self) -> HintFinder:
        """What finds reasons."""
        counter = self.counter
        with self._lock:
            if self._finder is None:
                self._finder = HintFinder(counter, self.limits)
            return self._finder

    def warm(self) -> None:
        """Looks at all solutions, so that answers come at once; what that takes is compiled."""
        key = frozenset(self.ground.given)
        self._warming = key, threading.Event()
        try:
            budget = WorkBudget(
                is_wanted=lambda: not self._stopped.is_set(), on_progress=self._on_warming
            )
            self.counter.prepare(sorted(key), budget)
            _ = self.finder
        finally:
            self._warming[1].set()
            self._warming = None

    def stop(self) -> None:
        """Ends what `warm` does."""
        self._stopped.set()

    def _on_warming(self, found: int) -> None:
        self._warm_found = found

    def of(self, key: object) -> Game:
        """The game that a board with a key is about; see `other`. The last few are kept."""
        if not isinstance(key, str) or not key or key == self.key:
            return self
        with self._keeping:
            game = self._others.get(key)
        game = game or self.other(key)
        with self._keeping:
            # Somebody else may have asked for it meanwhile.
            game = self._others[key] = self._others.pop(key, game)
            for old in list(self._others)[:-_MOST_GAMES]:
                del self._others[old]
        return game

    def other(self, key: str) -> Game:
        """The game that a board with another `key` is about, in the same puzzle.

        Raises:
            InputError: If there is no such board.
        """
        subject = self._subject
        if not isinstance(subject, PuzzlePosition) or len(key) > _LONGEST_KEY:
            raise InputError("this board is not known any more", "begin a new one")
        found = position_of_key(subject.name, key, self.library)
        return Game(found, self.library, self._paged, self.limits)

    def with_position(self, saved: SavedPosition) -> Plain:
        """The board as plain data, with what lay there when its position was saved.

        Raises:
            InputError: If the board has no such moves.
        """
        asked: Plain = {"given": list(saved.given), "placed": list(saved.moves)}
        placed = self._moves(asked)
        is_own = {*saved.given} == {*self.ground.given}
        board = self.board(None if is_own else saved.given)
        return board | {"placed": placed}

    # The board

    def board(self, given: Sequence[int] | None = None) -> Plain:
        """The board as plain data, perhaps with other moves that lie there from the start."""
        board = plain_board(self._subject, self.ground) | {
            "key": self.key,
            "presets": self._presets(),
            "questions": self.questions(),
        }
        if given is None:
            return board
        title = str(board["title"])
        if {*given} != {*self.ground.given}:
            title = f"{title.partition(': ')[0]}: A new position"
        return board | {"preset": "", "given": list(given), "title": title}

    def questions(self) -> list[str]:
        """What can be asked."""
        found, subject = _QUESTIONS.split(), self._subject
        if isinstance(subject, PuzzlePosition):
            found += ["new"] * bool(subject.kind.generator)
            found += ["preset"] * (len(self._presets()) > 1)
            found += ["draft"] * self.is_drawn
        return found

    def _presets(self) -> list[str]:
        with suppress(IlpuzzlesError):
            if isinstance(self._subject, PuzzlePosition):
                return list(self.library.presets(self._subject.name))
        return []

    def _text(self) -> str:
        """The key of a board that is neither built in nor has an address."""
        if self.loaded is None:
            return ""
        return f"text:{self.loaded.to_yaml()}"

    def _address(self) -> str | None:
        with suppress(IlpuzzlesError):
            return require_address(self._subject)
        return None

    # Questions

    def answer(
        self, question: Asked, tell: Tell = lambda _: None, go_on: GoOn = lambda: True
    ) -> Plain:
        """Answers a question.

        Args:
            question: What is asked (`ask`), the moves on the board (`placed`), and more.
            tell: Called with what is known so far.
            go_on: Says whether the answer is still wanted.

        Raises:
            InputError: If the question makes no sense.
            CancelledError: If the answer is not wanted any more.
        """
        answers: Mapping[str, Callable[..., Plain]] = {
            "board": self._board,
            "status": self._status,
            "hint": self._hint,
            "why-not": self._why_not,
            "forced": self._answer_forced,
            "solution": self._solution,
            "solutions": self._solutions,
            "new": self._new,
            "preset": self._preset,
            "check": self._check,
            "export": self._export,
            "picture": self._picture,
            "sheet": self._sheet,
            "draft": self._draft,
            "open-draft": self._open_draft,
        }
        ask = _one_of("a question", question.get("ask"), answers, "ask")
        return answers[ask](question, self._moves(question), tell, go_on)

    def _moves(self, question: Asked) -> list[int]:
        """The moves on the board, those that are given first; each once."""
        found: list[int] = []
        # A page may be left over from another board that was served at the same address.
        own = self._subject.name, len(self.ground.data.moves)
        if (question.get("puzzle", own[0]), question.get("size", own[1])) != own:
            raise InputError("this is the page of another board", "open the address anew")
        for name, default in (("given", list(self.ground.given)), ("placed", [])):
            moves = question.get(name, default)
            number = len(self.ground.data.moves)
            sound = isinstance(moves, list) and len(moves) <= number
            if not sound or not all(type(m) is int and 0 <= m < number for m in moves):
                what = f"{name!r} is no list of moves"
                raise InputError(what, f"give whole numbers from 0 to {number - 1}")
            found += moves
        return list(dict.fromkeys(found))

    def _moves_given(self, question: Asked) -> list[int]:
        return list(question.get("given", self.ground.given))

    def _board(self, question: Asked, *_: object) -> Plain:
        given = question.get("given")
        return {"board": self.board(None if given is None else self._moves_given(question))}

    def _status(self, question: Asked, moves: list[int], tell: Tell, go_on: GoOn) -> Plain:
        help_level = _one_of("help", question.get("help", COUNT), HELP_LEVELS)
        if help_level == COUNT:
            return self._count(moves, tell, go_on)
        # Nobody asks for a proof: what is told must not depend on whether there is a solution.
        complete = self.counter.is_complete(moves)
        broken = self._broken(moves) if help_level == RULES else {}
        is_broken = any(broken.values())
        return {
            "solvable": True if complete else None,
            "state": "complete" if complete else "broken" if is_broken else "open",
            "complete": complete,
            **broken,
        }

    def _broken(self, moves: list[int]) -> Plain:
        """The places of broken rules, as far as they show without a search for solutions.

        The spots (`dead`), the clues `beside` the board, and the `pieces` that fit nowhere.
        """
        spots, pieces = self.finder.dead(moves)
        beside = self.ground.broken_beside(moves)
        if self.ground.data.drag != "place":
            wrong = [one for one in self.counter.faults(moves) if not one.is_unfinished]
            spots = sorted({*spots, *self._spots_of(wrong)})
            beside = sorted({*beside, *self._beside_of(wrong)})
        return {"dead": spots, "pieces": pieces, "beside": list(beside)}

    def _spots_of(self, faults: Iterable[Fault]) -> list[int]:
        """The spots where rules are broken."""
        places = [place for one in faults for place in one.places]
        return sorted({spot for place in places for spot in self.ground.spots_to_blame(place)})

    def _beside_of(self, faults: Iterable[Fault]) -> list[str]:
        """The clues beside the board that solutions break."""
        places = [place for one in faults for place in one.places]
        return sorted({name for place in places for name in self.ground.beside_of(place)})

    def _count(self, moves: list[int], tell: Tell, go_on: GoOn) -> Plain:
        begun, key = time.perf_counter(), frozenset(moves)
        spots, pieces = self.finder.dead(moves)
        complete = self.counter.is_complete(moves)
        beside = list(self.ground.broken_beside(moves))
        shown = {"dead": spots, "pieces": pieces, "beside": beside, "complete": complete}

        def said(count: int, *, exact: bool) -> Plain:
            solvable = True if count else False if exact else None
            state = "complete" if complete else "solvable" if solvable else "unknown"
            return {
                "solvable": solvable,
                "count": count,
                "digits": f"{count:,}",  # a page has numbers of 53 bits
                "exact": exact,
                "state": "unsolvable" if solvable is False else state,
                **shown,
                "seconds": round(time.perf_counter() - begun, 3),
            }

        def partial(count: int) -> None:
            tell(said(count, exact=False) | {"partial": True})

        budget = WorkBudget(seconds=self.limits.status, is_wanted=go_on, on_progress=partial)
        if self.counter.known(key) is None and not spots and not pieces:
            partial(0)
            self._wait(key, partial, budget)
        position = self.counter.position(moves, budget)
        return said(position.count, exact=position.exact)

    def _wait(
        self, key: frozenset[int], partial: Callable[[int], None], budget: WorkBudget
    ) -> None:
        """Waits for what is being looked at already, if that is the same position."""
        warming, told = self._warming, time.perf_counter()
        while warming is not None and warming[0] == key and not budget.is_spent:
            budget.check()
            if warming[1].wait(_WAIT) or self.counter.known(key) is not None:
                return
            if time.perf_counter() - told >= 10 * _WAIT:
                told = time.perf_counter()
                partial(self._warm_found)

    def _hint(self, _question: Asked, moves: list[int], tell: Tell, go_on: GoOn) -> Plain:
        nothing: Plain = {"move": None, "reason": None, "others": []}
        if self.counter.is_complete(moves):
            return nothing | {"state": "complete", "text": "The board is complete."}
        may_go_on = self.counter.solvable(moves, self._work(self.limits.solvable, go_on))
        if may_go_on is False:
            text = "There is no solution any more. Ask why, or take something back."
            return nothing | {"state": "no solution", "text": text}
        # What is plain is sure as well where it is not known whether there is a solution.
        found, known = self.finder.hint(moves, self._work(self.limits.hint, go_on))
        if found is None and not known:
            text = "No forced move was found: that would take a longer search."
            return nothing | {"state": "unknown", "text": text}
        if found is None:
            unit = self.unit
            text = (
                f"No {unit} is forced: several solutions are left, and they share no further "
                f"{unit}. Try one, or look at a solution."
            )
            return nothing | {"state": "nothing sure", "text": text}
        move, reason = found
        # Whoever knows what is wrong with each other way has looked for the smallest proof.
        if not reason.minimal and not reason.others:
            tell(self._sure(move, reason) | {"partial": True})
            reason = self.finder.minimise(move, reason, self._work(self.limits.reason, go_on))
        return self._sure(move, reason)

    @staticmethod
    def _work(work: float, go_on: GoOn) -> WorkBudget:
        """So much work for an answer, as long as it is wanted."""
        return WorkBudget(work=work, is_wanted=go_on)

    def _sure(self, move: int, reason: Reason) -> Plain:
        words = self.ground.describe(move)
        parts = ("moves", "spots", "pieces", "rules", "beside")
        why = f"{HintWords(self.finder, marked=True).why(reason)}."
        return {
            "move": move,
            "state": "sure",
            "text": f"{words[:1].upper()}{words[1:]}: {why}",
            "what": words,
            "why": why,
            "reason": {name: list(getattr(reason, name)) for name in parts}
            | {"minimal": reason.minimal},
            "others": list(reason.others),
        }

    def _why_not(self, question: Asked, moves: list[int], _tell: Tell, go_on: GoOn) -> Plain:
        if self.counter.is_complete(moves):
            return {"conflict": [], "take_back": [], "text": "The board is complete.", "spots": []}
        solvable = self.counter.solvable(moves, self._work(self.limits.solvable, go_on))
        if solvable is not False:
            text = "There is a solution, so all of it can stay."
            if solvable is None:
                text = "It would take a longer search to say whether there is a solution."
            return {"conflict": [], "take_back": [], "text": text, "spots": []}
        proof = self.ground.clash(moves)
        budget = self._work(self.limits.conflict, go_on)
        if proof is None:
            conflict = self.finder.conflict(moves, budget)
            proof = self.ground.why_not(conflict.moves, lambda: not go_on())
        else:
            conflict = MoveConflict((*proof.premises, proof.conclusion))
        back = self.finder.take_back(moves, self._moves_given(question), budget)
        data, parts, spots = self.ground.data, [], conflict.spots
        beside = () if proof is None else proof.beside
        if not conflict.moves:
            parts.append("There is no solution, whatever is laid.")
        elif conflict.spots or conflict.pieces:
            names = [data.spots[spot].name for spot in conflict.spots]
            names += [data.pieces[piece].title for piece in conflict.pieces]
            what = f"nothing can cover {names[0]}" if conflict.spots else f"{names[0]} fits nowhere"
            parts.append(f"With {self._name_moves(conflict.moves)}, {what}.")
        else:
            why = f"no solution has {'it' if len(conflict.moves) == 1 else 'them'}"
            if proof is not None:
                spots, why = proof.spots, proof.refutations[0]
            parts.append(f"{self._cannot_stay(conflict.moves, why)}.")
        if back:
            named = f"back {self._name_moves(back)}"
            if {*back} == {*conflict.moves}:
                named = "it back" if len(back) == 1 else "them back"
            parts.append(f"Take {named}, and there is a solution again.")
        return {
            "conflict": list(conflict.moves),
            "spots": list(spots),
            "beside": list(beside),
            "minimal": conflict.minimal,
            "take_back": back or [],
            "text": " ".join(parts),
        }

    def _cannot_stay(self, moves: Sequence[int], why: str) -> str:
        """That some moves cannot stay together, and why."""
        what = self._name_moves(moves)
        word = {1: "stay", 2: "both stay"}.get(len(moves), "all stay")
        return f"{what[:1].upper()}{what[1:]} cannot {word}: {why}"

    def _name_moves(self, moves: Sequence[int]) -> str:
        return in_words(self.ground.name_moves(moves))

    def _answer_forced(self, _question: Asked, moves: list[int], _tell: Tell, go_on: GoOn) -> Plain:
        budget = self._work(self.limits.forced, go_on)
        sure, whole = self.finder.find_forced_moves(moves, budget)
        table = self.ground.data.moves
        spots = sorted({spot for move in sure for spot in table.covered(move).tolist()})
        unit = self.unit
        verb = "is" if len(sure) == 1 else "are"
        text = f"{counted(len(sure), f'more {unit}')} {verb} forced: in every solution."
        if not sure:
            text = f"No other {unit} is forced."
            if self.counter.solvable(moves, self._work(self.limits.solvable, go_on)) is False:
                text = "There is no solution from here."
        if not whole:
            text += " There may be more: that would take a longer search."
        if sure:
            text += self._easiest_of_forced(moves, go_on)
        single = bool(sure) and whole and self._is_only_solution([*moves, *sure], go_on)
        return {
            "moves": sure,
            "spots": spots,
            "text": text,
            "complete": whole,
            "single": single,
        }

    def _is_only_solution(self, moves: list[int], go_on: GoOn) -> bool:
        """Whether moves that every solution has are all that a solution has."""
        found, _ = self.counter.first(moves, 1, self._work(self.limits.solvable, go_on))
        return bool(found) and {*found[0]} <= {*moves}

    def _easiest_of_forced(self, moves: list[int], go_on: GoOn) -> str:
        """The step of a hint in a sentence, which goes on from all that is forced."""
        found, _ = self.finder.hint(moves, self._work(self.limits.hint, go_on))
        if found is None:
            return ""
        move, reason = found
        why = HintWords(self.finder).why(reason)
        return f" The easiest is to {self.ground.describe(move)}: {why}."

    def _time(self, go_on: GoOn) -> WorkBudget:
        """The time to look for solutions that are shown."""
        return WorkBudget(seconds=self.limits.listed, is_wanted=go_on)

    def _solution(self, _question: Asked, moves: list[int], _tell: Tell, go_on: GoOn) -> Plain:
        found, complete = self.counter.first(moves, 1, self._time(go_on))
        if found:
            return {"moves": self._check_solutions(found)[0]}
        text = "There is no solution from here."
        return {"moves": [], "text": text if complete else "No solution was found in time."}

    def _solutions(self, question: Asked, moves: list[int], _tell: Tell, go_on: GoOn) -> Plain:
        first = _whole(question, "from", 0, _MOST_FROM)
        number = _whole(question, "number", 1, _MOST_PAGE)
        with self._paged.turn(first + number, go_on):
            budget = self._time(go_on)
            found, complete = self._list_solutions(moves, first + number + 1, budget)
        known = self.counter.known(frozenset(moves))
        count = known.count if known is not None and known.exact else None
        count = len(found) if complete and len(found) <= first + number else count
        return {
            "from": first,
            "moves": self._check_solutions(found[first : first + number]),
            "more": len(found) > first + number,
            "complete": complete,
            "count": count,
            "digits": None if count is None else f"{count:,}",
        }

    def _list_solutions(
        self, moves: Sequence[int], number: int, budget: WorkBudget
    ) -> tuple[list[list[int]], bool]:
        """Some solutions, in the order in which pages have shown them; see `SolutionCounter.first`.

        A search and a list that is known by now may have orders of their own.
        """
        key = self.key, frozenset(moves)
        shown, complete = self._paged.get(key), True
        if len(shown) < number:
            self._paged.make_room(number)
            found, complete = self.counter.first(moves, number, budget)
            known = set(map(tuple, shown))
            shown = shown + [one for one in found if tuple(one) not in known]
        self._paged.keep(key, shown)
        return shown[:number], complete

    def _check_solutions(self, found: list[list[int]]) -> list[list[int]]:
        """The same, if the rules accept them."""
        for moves in found:
            faults = self.counter.faults(moves)
            if faults:
                raise InputError(f"a solution breaks a rule: {faults[0]}", "please report this")
        return found

    def _new(self, question: Asked, _moves: object, _tell: Tell, go_on: GoOn) -> Plain:
        subject = self._subject
        if not isinstance(subject, PuzzlePosition) or not subject.kind.generator:
            raise InputError(f"new positions of {subject.name}", "none can be made")
        difficulty = _one_of("difficulty", question.get("difficulty", "medium"), DIFFICULTIES)

        def watch(_progress: object) -> None:
            if not go_on():
                raise CancelledError

        make = generator_of_difficulty(subject, self.ground, difficulty, self.library)
        made = make(options=Options(time_limit=self.limits.new), library=self.library, watch=watch)
        if not made.positions:
            raise InputError(made.verdict(), "try another difficulty")
        (position, *_), bare = made.positions, self.ground.instance(())
        # What it was found by, such as the number of wrong choices, is for `ilpuzzles generate`.
        text = f"A new position, {difficulty}, with a single solution."
        loaded = load(
            subject.name,
            text=position.text,
            parameters=None if bare is None else subject.parameters,
            library=self.library,
        )
        if bare is None:
            other = Game(loaded, self.library, limits=self.limits)
            return {"given": list(other.ground.given), "board": other.board(), "text": text}
        # The same cells and tiles have the same moves, whatever is given.
        ground = loaded.playground()
        given = [] if ground is None else list(ground.given)
        return {"given": given, "board": self.board(given), "text": text}

    def _preset(self, question: Asked, *_: object) -> Plain:
        name = _one_of("preset", question.get("name"), self._presets())
        loaded = load(self._subject.name, name, library=self.library)
        other = Game(loaded, self.library, limits=self.limits)
        return {"given": list(other.ground.given), "board": other.board()}

    # Boards that somebody draws

    @property
    def is_drawn(self) -> bool:
        """Whether boards of the puzzle can be drawn in an editor."""
        has_drawings = bool(self.ground.data.drawings)
        return has_drawings and isinstance(self._subject, PuzzlePosition)

    @property
    def drafting(self) -> Any:
        """The answers to whoever draws a board."""
        if not self.is_drawn:
            what = f"there is no editor for boards of {self._subject.name}"
            advice = f"write a file instead; see 'ilpuzzles show {self._subject.name} --yaml'"
            raise InputError(what, advice)
        return named(_DRAFTING)(self._subject, self.library)

    def _sheet(self, question: Asked, *_: object) -> Plain:
        sheet: Plain = self.drafting.sheet(question)
        return sheet

    def _draft(self, question: Asked, _moves: object, tell: Tell, go_on: GoOn) -> Plain:
        checked: Plain = self.drafting.check(question.get("draft"), tell, go_on)
        return checked

    def _open_draft(self, question: Asked, *_: object) -> Plain:
        other = self.other(self.drafting.opened(question.get("draft")))
        return {"given": list(other.ground.given), "board": other.board()}

    def _check(self, _question: Asked, moves: list[int], *_: object) -> Plain:
        faults = self.counter.faults(moves)
        unfinished, broken = list[Fault](), list[Fault]()
        for one in faults:
            is_missing = one.is_unfinished or is_unfinished(one)
            (unfinished if is_missing else broken).append(one)
        words = [one.what for one in broken]
        spots = self._spots_of(broken)
        beside = self._beside_of(broken)
        if self.ground.data.drawings:
            spots = sorted({*spots, *self.ground.broken(moves)})
            beside = sorted({*beside, *self.ground.broken_beside(moves)})
            proof = self.ground.clash(moves)
            if proof is not None and not self._is_told(proof, broken):
                # What cannot become right comes before what is not yet done.
                words.insert(
                    0, self._cannot_stay((*proof.premises, proof.conclusion), proof.refutations[0])
                )
        missing, last = self._what_is_missing(unfinished, moves)
        return {
            "ok": not faults,
            "problems": words[:_SHOWN],
            "unfinished": missing[:_SHOWN],
            "spots": spots,
            "beside": beside,
            "last": {"spots": self._spots_of(last), "beside": self._beside_of(last)},
        }

    def _is_told(self, proof: MoveProof, broken: Iterable[Fault]) -> bool:
        """Whether a fault names just the cells with marks that exclude each other.

        Of a row in which a digit stands twice, only the proof says which marks these are.
        """
        covered = self.ground.data.moves.covered
        clashing = {
            spot for move in (*proof.premises, proof.conclusion) for spot in covered(move).tolist()
        }
        return any(clashing == {*self._spots_of([one])} for one in broken)

    def _what_is_missing(
        self, unfinished: Sequence[Fault], moves: Sequence[int]
    ) -> tuple[list[str], Sequence[Fault]]:
        """The work that is left, in words, and the faults to mark where little is left.

        The rules take a cell without a mark for an empty one. Of an island that is most of the open
        cells they would say that it has too many numbers; all that is known is that cells are open.
        """
        untouched = self._untouched(moves)
        told: list[Fault] = []
        plain: list[Fault] = []
        for one in unfinished:
            open_spots = untouched.intersection(self._spots_of([one]))
            if len(open_spots) <= _FEW or any(_is_single(place) for place in one.places):
                told.append(one)
                plain.append(one)
            elif 2 * len(open_spots) <= len(untouched):
                told.append(one)
        words = _words_of_missing(told, in_full=len(plain) == len(told))
        if len(plain) < len(unfinished):
            words.insert(0, f"{counted(len(untouched), 'cell')} open")
        # Where little is left, one wants to see where.
        return words, plain if len(unfinished) <= _FEW else []

    def _untouched(self, moves: Iterable[int]) -> set[int]:
        """The cells without a mark, of those of which somebody may say that they stay empty."""
        data, ground = self.ground.data, self.ground
        if not data.drawings:
            return set()
        covered = data.moves.covered
        may_stay_empty = {
            spot
            for move in range(len(data.moves))
            if not ground.is_positive(move)
            for spot in covered(move).tolist()
            if not data.spots[spot].is_line
        }
        marked = {spot for move in moves for spot in covered(move).tolist()}
        return may_stay_empty - marked - {*data.habits.get("stays", {})}

    # Files

    def _export(self, question: Asked, moves: list[int], *_: object) -> Plain:
        makers: Mapping[str, Callable[[list[int]], tuple[str, str | bytes]]] = {
            "yaml": self._yaml,
            "json": lambda moves: self._json(moves, self._moves_given(question)),
            "svg": lambda moves: ("image/svg+xml", self._svg(moves)),
            "png": lambda moves: ("image/png", png_of(self._svg(moves))),
            "pdf": self._pdf,
            "address": lambda _: ("text/plain", require_address(self._subject) + "\n"),
        }
        form = _one_of("format", question.get("format"), makers)
        kind, data = makers[form](moves)
        ending = "txt" if form == "address" else form
        name = f"{self._subject.name}.{ending}"
        if isinstance(data, bytes):
            text = base64.b64encode(data).decode("ascii")
            return {"name": name, "type": kind, "data": text, "base64": True}
        found = {"name": name, "type": kind, "data": data, "base64": False}
        if form == "yaml" and moves and self.ground.instance(moves) is None:
            command = f"ilpuzzles play {self._subject.name} --file {self._subject.name}.json"
            found["text"] = (
                "YAML has the puzzle alone, without what you have drawn. JSON has that as well: "
                f"save as JSON, and '{command}' goes on from here."
            )
        return found

    def _yaml(self, moves: list[int]) -> tuple[str, str]:
        subject = self._subject
        if not isinstance(subject, PuzzlePosition):
            raise InputError(f"{subject.name} cannot be written as YAML", "choose JSON")
        instance = self.ground.instance(moves)
        shown = subject if instance is None else subject.with_instance(instance)
        return "application/yaml", shown.to_yaml() + "\n"

    def _json(self, moves: list[int], given: list[int]) -> tuple[str, str]:
        subject = self._subject
        # The board, and what lies there from the start: `saved_position` opens it again.
        plain: Plain = {"puzzle": subject.name, "board": self.key, "given": given}
        # Another position of the same board is no solution of the preset.
        if set(self.ground.given) <= set(moves):
            plain |= {"preset": subject.preset}
        if isinstance(subject, PuzzlePosition):
            plain |= {"parameters": dict(subject.parameters)}
        plain |= {"moves": moves, "solutions": [solution_json(self.ground.solution(moves))]}
        return "application/json", json.dumps(plain, ensure_ascii=False, indent=2) + "\n"

    def _svg(self, moves: list[int]) -> str:
        svg = self._subject.svg(self.ground.solution(moves))
        if not svg:
            raise InputError(f"{self._subject.name} has no picture", "choose JSON")
        return svg

    def _pdf(self, moves: list[int]) -> tuple[str, bytes]:
        subject = self._subject
        picture = subject.picture(self.ground.solution(moves))
        if picture is None:
            raise InputError(f"{subject.name} has no picture", "choose JSON")
        return "application/pdf", book_of_pictures(subject.title, [("", picture)]).data

    def _picture(self, question: Asked, moves: list[int], *_: object) -> Plain:
        view: Any = _one_of("view", question.get("view", "solid"), VIEWS)
        return {"svg": self._subject.svg(self.ground.solution(moves), view=view)}


def _is_single(place: Place) -> bool:
    """Whether a place is one cell, and no region or group that open cells belong to."""
    return place.kind == CELL


def _words_of_missing(unfinished: Sequence[Fault], *, in_full: bool) -> list[str]:
    """The numbers of open cells, of pieces that are left, and of all else that is to be done.

    If not `in_full`, what is still to be done is counted alone.
    """
    plain = [one for one in unfinished if not one.noun]
    cells = {one.places[0] for one in plain if one.places and one.places[0].kind == CELL}
    pieces = [str(one.parts[0]) for one in unfinished if one.rule == TILE_ONCE]
    words = []
    if cells:
        words.append(f"{counted(len(cells), 'cell')} open")
    if pieces:
        words.append(f"{counted(len(pieces), 'piece')} left: {', '.join(pieces)}")
    alike: dict[str, list[Fault]] = {}
    for one in unfinished:
        if one.noun:
            alike.setdefault(one.noun, []).append(one)
    for noun, several in alike.items():
        is_short = in_full and len(several) == 1 and len(several[0].what) <= _LONG_SENTENCE
        words.append(several[0].what if is_short else counted(len(several), noun))
    return words


def position_of_key(name: str, key: str, library: Library) -> PuzzlePosition:
    """Loads the position of a puzzle that a key of `Game` names.

    Raises:
        InputError: If there is none.
    """
    kind, _, rest = key.partition(":")
    if kind == "preset":
        return load(name, rest, library=library)
    if kind == "text":
        return load(name, text=rest, library=library)
    return load(name, url=key, library=library)


def _one_of(what: str, asked: object, known: Collection[str], verb: str = "choose") -> str:
    """What a question names, which has to be one of some words."""
    if not isinstance(asked, str) or asked not in known:
        raise InputError(f"{what} {quoted(str(asked)[:40])}", f"{verb} one of {', '.join(known)}")
    return asked


def _whole(question: Asked, name: str, least: int, most: int) -> int:
    value = question.get(name, least)
    if type(value) is not int or not least <= value <= most:
        what = f"{name!r} is {quoted(str(value)[:40])}"
        raise InputError(what, f"give a whole number from {least} to {most}")
    return value
