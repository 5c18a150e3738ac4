"""Locked sets in words: those of a genre, which knows what its rows are about."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ilpuzzles.errors import in_words
from ilpuzzles.genres.pencil_marks import PencilMark
from ilpuzzles.genres.steps.board_step import SeenSet
from ilpuzzles.rules.places import Place

_MOST_LISTED = 6
"""Of more places than these, nobody wants to read what cannot be there."""

_REASONS = "{reasons}: "
"""Where the words of a genre have named the clues, and begin with what is to be seen."""


@dataclass(frozen=True, slots=True)
class SetWords:
    """The words for locked sets on a board.

    Attributes:
        words: The words of the genre. Those for locked sets are found by their number of bases and
            by what these and the covers are, such as `2 row in column`, `2 areas in areas` or
            `areas in areas`: kinds of places, or groups of rows.
        marks: What can be drawn on the board.
        place_of: Where on the board the key of a row is.
    """

    words: Mapping[str, str]
    marks: Sequence[PencilMark]
    place_of: Callable[[Hashable], Place | None]

    def can_tell(self, seen: SeenSet) -> bool:
        """Whether the genre has words for a set."""
        return self._template(seen) is not None

    def before(self, sets: Sequence[SeenSet], words: str) -> str | None:
        """The words for the last row of a proof, with those for some sets before them.

        None if the genre has no words for one of the sets.
        """
        clauses = self._clauses(sets, with_last=True)
        if clauses is None:
            return None
        start, reasons, last = words.rpartition(_REASONS)
        return "; ".join([f"{start}{reasons}{clauses}", f"then {last}"])

    def alone(self, sets: Sequence[SeenSet]) -> str | None:
        """The words for some sets of which the last one proves a step itself."""
        return self._clauses(sets, with_last=False)

    def _clauses(self, sets: Sequence[SeenSet], *, with_last: bool) -> str | None:
        """The clauses about some sets, in order; the last one perhaps without its consequence."""
        gone_after: list[tuple[str, list[int]]] = []
        for seen in sets:
            words = self._words_for(seen)
            if words is None:
                return None
            # A pair in a row and a box says the same of both.
            if not gone_after or gone_after[-1][0] != words:
                gone_after.append((words, []))
            gone_after[-1][1].extend(seen.gone)
        clauses = []
        for number, (words, gone) in enumerate(gone_after, 1):
            follows = self._gone(gone) if with_last or number < len(gone_after) else ""
            clauses.append(f"{words}, so {follows}" if follows else words)
        return "; ".join(clauses)

    def _words_for(self, seen: SeenSet) -> str | None:
        """The clause about a set; None if the genre has no words for it."""
        template = self._template(seen)
        if template is None:
            return None
        names = {self.marks[move].name for move in seen.places}
        return template.format(
            word=in_words(_in_order(names)),
            bases=self._names(seen.bases),
            covers=self._names(seen.covers),
        )

    def _template(self, seen: SeenSet) -> str | None:
        """The sentence of the genre for a set, with braces; None if there is none."""
        kinds = f"{self._kind(seen.bases)} in {self._kind(seen.covers)}"
        groups = " in ".join(seen.groups)
        number = len(seen.bases)
        for key in (f"{number} {kinds}", f"{number} {groups}", kinds, groups):
            if key in self.words:
                return self.words[key]
        return None

    def _kind(self, keys: Iterable[Hashable]) -> str:
        """The kind of the places that some rows are about; empty if there are several."""
        kinds = {"" if place is None else place.kind for place in map(self.place_of, keys)}
        return kinds.pop() if len(kinds) == 1 else ""

    def _names(self, keys: Iterable[Hashable]) -> str:
        """The names of the places that some rows are about, each once."""
        places = map(self.place_of, keys)
        names = dict.fromkeys(place.name for place in places if place is not None)
        return in_words([*names])

    def _gone(self, moves: Sequence[int]) -> str:
        """The marks that are ruled out: `row 1, column 8 cannot be 3`; empty if there are many."""
        words_at: dict[str, list[str]] = {}
        for move in moves:
            mark = self.marks[move]
            words_at.setdefault(Place.of(mark.place).name, []).append(mark.name)
        if len(words_at) > _MOST_LISTED:
            return ""
        places_without: dict[str, list[str]] = {}
        for place, words in words_at.items():
            *others, last = _in_order(words)
            either = f"{', '.join(others)} or {last}" if others else last
            places_without.setdefault(either, []).append(place)
        parts = [f"{in_words(places)} cannot be {word}" for word, places in places_without.items()]
        return in_words(parts)


def _in_order(names: Iterable[str]) -> list[str]:
    """The names of marks in the order of numbers, if that is what they are."""
    return sorted(names, key=lambda name: (len(name), name))
