"""A board for those who play: what it shows, and the questions and answers while they do.

Questions and answers are plain data, and each question carries the moves that lie on the board; so
whoever asks may be a page, a notebook or a test, and nothing is lost where a server begins again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

from ilpuzzles.backends.interface import Options
from ilpuzzles.errors import IlpuzzlesError, InputError, counted
from ilpuzzles.experiments.experiments import Experiment
from ilpuzzles.experiments.loading import load
from ilpuzzles.generate.generators import DIFFICULTIES, generator_of_difficulty
from ilpuzzles.hints.hint_finder import HintFinder, MoveConflict, Reason
from ilpuzzles.hints.hint_words import HintWords
from ilpuzzles.hints.solution_counter import (
    CancelledError,
    IsWanted,
    Limits,
    SolutionCounter,
    WorkBudget,
    bare_experiment,
    counter_of,
    has_columns_of,
)
from ilpuzzles.lazy_imports import named
from ilpuzzles.play.board_check import BoardCheck, clues_beside_of_faults, spots_of_faults
from ilpuzzles.play.board_export import BoardExport
from ilpuzzles.play.board_question import (
    BoardQuestion,
    OnPartial,
    read_moves,
    read_whole,
    read_word,
)
from ilpuzzles.play.move_words import cannot_stay, names_of_moves
from ilpuzzles.play.page import plain_board, require_playground
from ilpuzzles.play.precompute import Precomputation
from ilpuzzles.play.saved_position import SavedPosition
from ilpuzzles.play.solution_pages import SolutionPages
from ilpuzzles.puzzles.kind import PuzzlePosition
from ilpuzzles.puzzles.playground import MoveProof, Playground
from ilpuzzles.puzzles.position import Position, require_address
from ilpuzzles.reading.library import Library
from ilpuzzles.render.svg import VIEWS

Plain: TypeAlias = dict[str, Any]

_LONGEST_KEY = 64 << 10
_MOST_ON_PAGE = 20
_LAST_SHOWN = 1_000_000
_MOST_GAMES = 4

# Loaded where boards are drawn: with it come grids and their pictures.
_DRAFTING = "ilpuzzles.play.drafting:Drafting"

OFF, RULES, COUNT = "off", "rules", "count"
HELP_LEVELS = (OFF, RULES, COUNT)
"""The levels of help while somebody plays: none, broken rules, the number of solutions left."""

_QUESTIONS = "status hint why-not forced solution solutions check export picture"


class Game:
    """A puzzle to play.

    Args:
        asked: The puzzle, or the model of one with a board of its own.
        library: Where to look for other presets.
        solution_pages: The solutions that pages have shown, where several games share them.
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
        solution_pages: SolutionPages | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.library = library or Library.standard()
        self.limits = limits or Limits()
        self.position: Position = asked.subject if isinstance(asked, Experiment) else asked
        self.ground = ground = require_playground(self.position)
        _ = ground.data  # what is too large for a board is refused at once
        self.board_key = self._find_board_key()
        self._experiment = _experiment_of(asked, ground)
        self._counter: SolutionCounter | None = None
        self._finder: HintFinder | None = None
        self._making = threading.Lock()
        self._precomputation = Precomputation(ground.given)
        self._solution_pages = SolutionPages() if solution_pages is None else solution_pages
        self._other_games: dict[str, Game] = {}
        self._keeping_games = threading.Lock()

    @property
    def puzzle_position(self) -> PuzzlePosition | None:
        """The starting position; None if this is a model of one's own."""
        return self.position if isinstance(self.position, PuzzlePosition) else None

    @property
    def unit(self) -> str:
        """What a move places or decides."""
        return self.ground.move_noun or self.position.unit

    @property
    def counter(self) -> SolutionCounter:
        """The counter of solutions; made when it is needed first."""
        with self._making:
            if self._counter is None:
                self._counter = counter_of(self._experiment, self.ground)
            return self._counter

    @property
    def finder(self) -> HintFinder:
        """The finder of hints and their reasons; made when it is needed first."""
        counter = self.counter
        with self._making:
            if self._finder is None:
                self._finder = HintFinder(counter, self.limits)
            return self._finder

    def precompute(self) -> None:
        """Counts the solutions in advance, so that answers come at once; compiles what that takes.

        Raises:
            CancelledError: If it was stopped.
        """
        self._precomputation.run(self.counter, then=lambda: self.finder)

    def stop(self) -> None:
        """Ends what `precompute` does."""
        self._precomputation.stop()

    # Other boards of the puzzle

    def game_of(self, board_key: object) -> Game:
        """The game on the board with a key; this one where there is none. The last few are kept.

        Raises:
            InputError: If there is no such board.
        """
        if not isinstance(board_key, str) or not board_key or board_key == self.board_key:
            return self
        with self._keeping_games:
            game = self._other_games.get(board_key)
        game = game or self.new_game(board_key)
        with self._keeping_games:
            # Somebody else may have asked for it meanwhile; the last one comes last.
            game = self._other_games.pop(board_key, game)
            self._other_games[board_key] = game
            oldest = list(self._other_games)[:-_MOST_GAMES]
            for forgotten in oldest:
                del self._other_games[forgotten]
        return game

    def new_game(self, board_key: str) -> Game:
        """A new game on the board with a key, which is of the same puzzle.

        Raises:
            InputError: If there is no such board.
        """
        name = self.position.name
        if self.puzzle_position is None:
            raise InputError(f"{name} is a model with one board", "play on that one")
        if len(board_key) > _LONGEST_KEY:
            what = f"a board of {len(board_key):,} letters"
            raise InputError(what, f"{_LONGEST_KEY:,} are allowed")
        position = position_of_key(name, board_key, self.library)
        return Game(position, self.library, self._solution_pages, self.limits)

    def _find_board_key(self) -> str:
        """Returns the key of the board: its address, its preset, or else its whole text.

        Whoever has the key can make the board again; see `position_of_key`. It is empty for a model
        of one's own.
        """
        with suppress(IlpuzzlesError):
            address = require_address(self.position)
            if self._has_usual_parameters(address):
                return address
        preset_key = f"preset:{self.position.preset}"
        if self.position.preset and self._has_usual_parameters(preset_key):
            return preset_key
        if self.puzzle_position is None:
            return ""
        return f"text:{self.puzzle_position.to_yaml()}"

    def _has_usual_parameters(self, board_key: str) -> bool:
        """Whether a key, which does not name parameters, finds a board with the same ones."""
        position = self.puzzle_position
        if position is None or not position.parameters:
            return True
        try:
            usual = position_of_key(position.name, board_key, self.library)
        except IlpuzzlesError:
            return False
        return dict(usual.parameters) == dict(position.parameters)

    # The board

    def with_position(self, saved: SavedPosition) -> Plain:
        """The board as plain data, with what lay there when its position was saved.

        Raises:
            InputError: If the board has no such moves.
        """
        question = self._read({"given": list(saved.given), "placed": list(saved.moves)})
        is_as_usual = {*saved.given} == {*self.ground.given}
        board = self.board(None if is_as_usual else saved.given)
        return board | {"placed": question.moves, **saved.notes}

    def board(self, given: Sequence[int] | None = None) -> Plain:
        """The board as plain data, perhaps with other moves that lie there from the start."""
        board = plain_board(self.position, self.ground) | {
            "key": self.board_key,
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
        """The names of the questions that can be asked."""
        names = _QUESTIONS.split()
        if self.puzzle_position is None:
            return names
        if self.puzzle_position.kind.generator:
            names.append("new")
        if len(self._presets()) > 1:
            names.append("preset")
        if self.is_drawn:
            names.append("draft")
        return names

    def _presets(self) -> list[str]:
        if self.puzzle_position is None:
            return []
        with suppress(IlpuzzlesError):
            return list(self.library.presets(self.position.name))
        return []

    # Questions

    def answer(
        self,
        fields: Mapping[str, Any],
        on_partial: OnPartial = lambda _: None,
        is_wanted: IsWanted = lambda: True,
    ) -> Plain:
        """Answers a question.

        Args:
            fields: What is asked (`ask`), the moves on the board (`placed`), and more.
            on_partial: Called with what is known so far.
            is_wanted: Says whether the answer is still wanted.

        Raises:
            InputError: If the question makes no sense.
            CancelledError: If the answer is not wanted any more.
        """
        answers: Mapping[str, Callable[[BoardQuestion], Plain]] = {
            "board": self._answer_board,
            "status": self._answer_status,
            "hint": self._answer_hint,
            "why-not": self._answer_why_not,
            "forced": self._answer_forced,
            "solution": self._answer_solution,
            "solutions": self._answer_solutions,
            "new": self._answer_new,
            "preset": self._answer_preset,
            "check": self._answer_check,
            "export": self._answer_export,
            "picture": self._answer_picture,
            "sheet": self._answer_sheet,
            "draft": self._answer_draft,
            "open-draft": self._answer_open_draft,
        }
        ask = read_word("a question", fields.get("ask"), answers, "ask")
        return answers[ask](self._read(fields, on_partial, is_wanted))

    def _read(
        self,
        fields: Mapping[str, Any],
        on_partial: OnPartial = lambda _: None,
        is_wanted: IsWanted = lambda: True,
    ) -> BoardQuestion:
        """A question with the moves on the board, those that are given first; each once."""
        name = self.position.name
        number = len(self.ground.data.moves)
        # A page may be left over from another board that was served at the same address.
        if fields.get("puzzle", name) != name or fields.get("size", number) != number:
            raise InputError("this page shows another board", "reload it")
        given = read_moves(fields, "given", number, list(self.ground.given))
        placed = read_moves(fields, "placed", number, [])
        moves = list(dict.fromkeys([*given, *placed]))
        return BoardQuestion(fields, given, moves, on_partial, is_wanted)

    def _answer_board(self, question: BoardQuestion) -> Plain:
        has_given = question.fields.get("given") is not None
        return {"board": self.board(question.given if has_given else None)}

    def _answer_status(self, question: BoardQuestion) -> Plain:
        help_level = read_word("help", question.fields.get("help", COUNT), HELP_LEVELS)
        if help_level == COUNT:
            return self._status_with_count(question)
        # Nobody asks for a proof: what is told must not depend on whether there is a solution.
        complete = self.counter.is_complete(question.moves)
        broken = self._broken_places(question.moves) if help_level == RULES else {}
        is_broken = any(broken.values())
        return {
            "solvable": True if complete else None,
            "state": "complete" if complete else "broken" if is_broken else "open",
            "complete": complete,
            **broken,
        }

    def _broken_places(self, moves: list[int]) -> Plain:
        """The places of broken rules, as far as they show without a search for solutions.

        The spots (`dead`), the clues `beside` the board, and the `pieces` that fit nowhere.
        """
        spots, pieces = self.finder.dead(moves)
        beside = self.ground.broken_beside(moves)
        if self.ground.data.drag != "place":
            faults = [fault for fault in self.counter.faults(moves) if not fault.is_unfinished]
            spots = sorted({*spots, *spots_of_faults(self.ground, faults)})
            beside = sorted({*beside, *clues_beside_of_faults(self.ground, faults)})
        return {"dead": spots, "pieces": pieces, "beside": list(beside)}

    def _status_with_count(self, question: BoardQuestion) -> Plain:
        started = time.perf_counter()
        moves = question.moves
        position = frozenset(moves)
        spots, pieces = self.finder.dead(moves)
        complete = self.counter.is_complete(moves)
        beside = list(self.ground.broken_beside(moves))

        def answer(count: int, *, exact: bool) -> Plain:
            solvable = True if count else False if exact else None
            if solvable is False:
                state = "unsolvable"
            elif complete:
                state = "complete"
            else:
                state = "solvable" if solvable else "unknown"
            return {
                "solvable": solvable,
                "count": count,
                "digits": f"{count:,}",  # a page has numbers of 53 bits
                "exact": exact,
                "state": state,
                "dead": spots,
                "pieces": pieces,
                "beside": beside,
                "complete": complete,
                "seconds": round(time.perf_counter() - started, 3),
            }

        def on_progress(count: int) -> None:
            question.on_partial(answer(count, exact=False) | {"partial": True})

        budget = WorkBudget(
            seconds=self.limits.status, is_wanted=question.is_wanted, on_progress=on_progress
        )
        if self.counter.known(position) is None and not spots and not pieces:
            on_progress(0)
            self._precomputation.wait(self.counter, position, on_progress, budget)
        counted_position = self.counter.position(moves, budget)
        return answer(counted_position.count, exact=counted_position.exact)

    def _answer_hint(self, question: BoardQuestion) -> Plain:
        moves = question.moves
        nothing: Plain = {"move": None, "reason": None, "others": []}
        if self.counter.is_complete(moves):
            return nothing | {"state": "complete", "text": "The board is complete."}
        if self._solvable(question) is False:
            text = "There is no solution any more. Ask why, or take something back."
            return nothing | {"state": "no solution", "text": text}
        # An easy step is sure as well where it is not known whether there is a solution.
        step, is_complete = self.finder.hint(moves, question.within_work(self.limits.hint))
        if step is None and not is_complete:
            text = "No forced move was found: that would take a longer search."
            return nothing | {"state": "unknown", "text": text}
        if step is None:
            unit = self.unit
            text = (
                f"No {unit} is forced: several solutions are left, and they share no further "
                f"{unit}. Try one, or look at a solution."
            )
            return nothing | {"state": "nothing sure", "text": text}
        move, reason = step
        # Whoever knows what is wrong with each other way has looked for the smallest proof.
        if not reason.minimal and not reason.others:
            question.on_partial(self._sure(move, reason) | {"partial": True})
            reason = self.finder.minimise(move, reason, question.within_work(self.limits.reason))
        return self._sure(move, reason)

    def _solvable(self, question: BoardQuestion) -> bool | None:
        """Whether there is a solution; None if that would take a longer search."""
        budget = question.within_work(self.limits.solvable)
        return self.counter.solvable(question.moves, budget)

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

    def _answer_why_not(self, question: BoardQuestion) -> Plain:
        moves = question.moves
        nothing: Plain = {"conflict": [], "take_back": [], "spots": []}
        if self.counter.is_complete(moves):
            return nothing | {"text": "The board is complete."}
        solvable = self._solvable(question)
        if solvable is None:
            text = "It would take a longer search to say whether there is a solution."
            return nothing | {"text": text}
        if solvable:
            return nothing | {"text": "There is a solution, so all of it can stay."}
        proof = self.ground.clash(moves)
        budget = question.within_work(self.limits.conflict)
        if proof is None:
            conflict = self.finder.conflict(moves, budget)
            proof = self.ground.why_not(conflict.moves, lambda: not question.is_wanted())
        else:
            conflict = MoveConflict((*proof.premises, proof.conclusion))
        to_take_back = self.finder.take_back(moves, question.given, budget)
        is_hole = bool(conflict.spots or conflict.pieces)
        shows_proof = proof is not None and bool(conflict.moves) and not is_hole
        sentences = [self._conflict_in_words(conflict, proof)]
        if to_take_back:
            sentences.append(self._advice(to_take_back, conflict))
        return {
            "conflict": list(conflict.moves),
            "spots": list(proof.spots if proof is not None and shows_proof else conflict.spots),
            "beside": [] if proof is None else list(proof.beside),
            "minimal": conflict.minimal,
            "take_back": to_take_back or [],
            "text": " ".join(sentences),
        }

    def _conflict_in_words(self, conflict: MoveConflict, proof: MoveProof | None) -> str:
        """A sentence that says which moves cannot stay, and why."""
        if not conflict.moves:
            return "There is no solution, whatever is laid."
        if conflict.spots or conflict.pieces:
            moves = names_of_moves(self.ground, conflict.moves)
            return f"With {moves}, {self._hole_in_words(conflict)}."
        if proof is not None:
            why = proof.refutations[0]
        else:
            why = f"no solution has {'it' if len(conflict.moves) == 1 else 'them'}"
        return f"{cannot_stay(self.ground, conflict.moves, why)}."

    def _hole_in_words(self, conflict: MoveConflict) -> str:
        """Which spot cannot be covered, or which piece cannot be laid, beside the moves."""
        data = self.ground.data
        if conflict.spots:
            return f"nothing can cover {data.spots[conflict.spots[0]].name}"
        return f"{data.pieces[conflict.pieces[0]].title} fits nowhere"

    def _advice(self, to_take_back: Sequence[int], conflict: MoveConflict) -> str:
        """A sentence that says what to take back."""
        if {*to_take_back} != {*conflict.moves}:
            what = f"back {names_of_moves(self.ground, to_take_back)}"
        else:
            what = "it back" if len(to_take_back) == 1 else "them back"
        return f"Take {what}, and there is a solution again."

    def _answer_forced(self, question: BoardQuestion) -> Plain:
        budget = question.within_work(self.limits.forced)
        forced, is_complete = self.finder.find_forced_moves(question.moves, budget)
        covered = self.ground.data.moves.covered
        spots = sorted({spot for move in forced for spot in covered(move).tolist()})
        unit = self.unit
        verb = "is" if len(forced) == 1 else "are"
        text = f"{counted(len(forced), f'more {unit}')} {verb} forced: in every solution."
        if not forced:
            text = f"No other {unit} is forced."
            if self._solvable(question) is False:
                text = "There is no solution from here."
        if not is_complete:
            text += " There may be more: that would take a longer search."
        if forced:
            text += self._easiest_of_forced(question)
        single = bool(forced) and is_complete and self._is_only_solution(question, forced)
        return {
            "moves": forced,
            "spots": spots,
            "text": text,
            "complete": is_complete,
            "single": single,
        }

    def _is_only_solution(self, question: BoardQuestion, forced: Sequence[int]) -> bool:
        """Whether the moves and what is forced beside them are all that a solution has."""
        moves = [*question.moves, *forced]
        budget = question.within_work(self.limits.solvable)
        solutions, _ = self.counter.first(moves, 1, budget)
        return bool(solutions) and {*solutions[0]} <= {*moves}

    def _easiest_of_forced(self, question: BoardQuestion) -> str:
        """The step of a hint in a sentence, which goes on from all that is forced."""
        step, _ = self.finder.hint(question.moves, question.within_work(self.limits.hint))
        if step is None:
            return ""
        move, reason = step
        why = HintWords(self.finder).why(reason)
        return f" The easiest is to {self.ground.describe(move)}: {why}."

    def _answer_solution(self, question: BoardQuestion) -> Plain:
        budget = question.within_seconds(self.limits.listed)
        solutions, is_complete = self.counter.first(question.moves, 1, budget)
        if solutions:
            self._require_rules(solutions)
            return {"moves": solutions[0]}
        text = "There is no solution from here."
        return {"moves": [], "text": text if is_complete else "No solution was found in time."}

    def _answer_solutions(self, question: BoardQuestion) -> Plain:
        first = read_whole(question.fields, "from", 0, _LAST_SHOWN)
        number = read_whole(question.fields, "number", 1, _MOST_ON_PAGE)
        end = first + number
        with self._solution_pages.turn(end, question.is_wanted):
            # One more than is shown, to know whether there is another page.
            solutions, is_complete = self._list_solutions(question, end + 1)
        has_more = len(solutions) > end
        count: int | None = None
        if is_complete and not has_more:
            count = len(solutions)
        else:
            known_position = self.counter.known(frozenset(question.moves))
            if known_position is not None and known_position.exact:
                count = known_position.count
        page = solutions[first:end]
        self._require_rules(page)
        return {
            "from": first,
            "moves": page,
            "more": has_more,
            "complete": is_complete,
            "count": count,
            "digits": None if count is None else f"{count:,}",
        }

    def _list_solutions(self, question: BoardQuestion, number: int) -> tuple[list[list[int]], bool]:
        """So many solutions, in the order in which pages have shown them, and whether it is all.

        A search and a list that is known by now may have orders of their own.
        """
        listing = self.board_key, frozenset(question.moves)
        shown = self._solution_pages.get(listing)
        is_complete = True
        if len(shown) < number:
            self._solution_pages.make_room(number)
            budget = question.within_seconds(self.limits.listed)
            solutions, is_complete = self.counter.first(question.moves, number, budget)
            already_shown = {tuple(solution) for solution in shown}
            new = [solution for solution in solutions if tuple(solution) not in already_shown]
            shown = shown + new
        self._solution_pages.keep(listing, shown)
        return shown[:number], is_complete

    def _require_rules(self, solutions: Sequence[Sequence[int]]) -> None:
        """Raises an `InputError` unless the rules accept solutions that are to be shown."""
        for moves in solutions:
            faults = self.counter.faults(moves)
            if faults:
                raise InputError(f"a solution breaks a rule: {faults[0]}", "please report this")

    def _answer_check(self, question: BoardQuestion) -> Plain:
        return BoardCheck(self.ground, self.counter, question.moves).answer()

    def _answer_export(self, question: BoardQuestion) -> Plain:
        return BoardExport(self.position, self.ground, self.board_key).answer(question)

    def _answer_picture(self, question: BoardQuestion) -> Plain:
        view: Any = read_word("view", question.fields.get("view", "solid"), VIEWS)
        return {"svg": self.position.svg(self.ground.solution(question.moves), view=view)}

    # New positions

    def _answer_new(self, question: BoardQuestion) -> Plain:
        position = self.puzzle_position
        if position is None or not position.kind.generator:
            name = self.position.name
            raise InputError(f"{name} cannot make new positions", "choose a preset")
        difficulty = read_word(
            "difficulty", question.fields.get("difficulty", "medium"), DIFFICULTIES
        )

        def watch(_progress: object) -> None:
            if not question.is_wanted():
                raise CancelledError

        make = generator_of_difficulty(position, self.ground, difficulty, self.library)
        generated = make(
            options=Options(time_limit=self.limits.new), library=self.library, watch=watch
        )
        if not generated.positions:
            raise InputError(generated.verdict(), "try another difficulty")
        without_givens = self.ground.instance(())
        new_position = load(
            position.name,
            text=generated.positions[0].text,
            parameters=None if without_givens is None else position.parameters,
            library=self.library,
        )
        # How hard it is in numbers, such as that of wrong guesses, is for `ilpuzzles generate`.
        text = f"A new position, {difficulty}, with a single solution."
        if without_givens is None:
            game = Game(new_position, self.library, limits=self.limits)
            return {"given": list(game.ground.given), "board": game.board(), "text": text}
        # The same cells and tiles have the same moves, whatever is given.
        ground = new_position.playground()
        given = [] if ground is None else list(ground.given)
        return {"given": given, "board": self.board(given), "text": text}

    def _answer_preset(self, question: BoardQuestion) -> Plain:
        preset = read_word("preset", question.fields.get("name"), self._presets())
        position = load(self.position.name, preset, library=self.library)
        return _board_of(Game(position, self.library, limits=self.limits))

    # Boards that somebody draws

    @property
    def is_drawn(self) -> bool:
        """Whether boards of the puzzle can be drawn in an editor."""
        return self.puzzle_position is not None and self.puzzle_position.kind.can_be_drawn

    @property
    def drafting(self) -> Any:
        """The answers to whoever draws a board.

        Raises:
            InputError: If boards of the puzzle cannot be drawn.
        """
        if not self.is_drawn:
            name = self.position.name
            advice = f"write a file instead; see 'ilpuzzles show {name} --yaml'"
            raise InputError(f"there is no editor for boards of {name}", advice)
        return named(_DRAFTING)(self.position, self.library)

    def _answer_sheet(self, question: BoardQuestion) -> Plain:
        sheet: Plain = self.drafting.sheet(question.fields)
        return sheet

    def _answer_draft(self, question: BoardQuestion) -> Plain:
        checked: Plain = self.drafting.check(
            question.fields.get("draft"), question.on_partial, question.is_wanted
        )
        return checked

    def _answer_open_draft(self, question: BoardQuestion) -> Plain:
        board_key = self.drafting.opened(question.fields.get("draft"))
        return _board_of(self.new_game(board_key))


def _board_of(game: Game) -> Plain:
    """The answer that puts the board of another game in the place of this one."""
    return {"given": list(game.ground.given), "board": game.board()}


def _experiment_of(asked: PuzzlePosition | Experiment, ground: Playground) -> Experiment:
    """The model whose variables the moves of a board decide."""
    if not isinstance(asked, Experiment):
        return bare_experiment(asked, ground)
    position = asked.subject
    if not isinstance(position, PuzzlePosition) or has_columns_of(asked, ground):
        return asked
    return bare_experiment(position, ground)


def position_of_key(name: str, board_key: str, library: Library) -> PuzzlePosition:
    """Loads the position of a puzzle that the `Game.board_key` of a board names.

    Raises:
        InputError: If there is none.
    """
    kind, _, rest = board_key.partition(":")
    if kind == "preset":
        return load(name, rest, library=library)
    if kind == "text":
        return load(name, text=rest, library=library)
    return load(name, url=board_key, library=library)
