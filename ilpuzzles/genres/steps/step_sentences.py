"""Why a step on a board holds, in a sentence for somebody who knows the rules."""

from __future__ import annotations

import string
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from ilpuzzles.errors import in_words
from ilpuzzles.genres.mark_words import MarkWords
from ilpuzzles.genres.steps.board_proofs import BoardClues
from ilpuzzles.genres.steps.board_step import BoardStep
from ilpuzzles.genres.steps.set_words import SetWords
from ilpuzzles.modelling.rows import Group
from ilpuzzles.rules.places import CELL, CORNER, PAIR, SIDE, Place

NameClue: TypeAlias = Callable[[Hashable], str]
"""The name of a clue by its key, such as `the 3 at row 1, column 2`; empty if it has none."""

DIRECT: Mapping[str, str] = {
    "borders: line": "it follows from {reasons}: no region can have the cells on both sides of it",
    "borders: no line": "it follows from {reasons}: the cells on both sides are in the same region",
}
"""Sentences for groups that boards of many genres have, where a row leaves no other value."""

BROKEN: Mapping[str, str] = {"borders": ""}
"""The consequence of the opposite, likewise; empty for rows that only say what a word means."""

_FEW_RULES = 2
"""More rules than these are not told: nobody sees them work together."""

_NAMED = 3
"""More marks than these are counted, and not named."""

_LISTED = 5
"""More clues than these are counted, and not named."""

_THE_CLUE = "the clue "

IN_SPOTS = frozenset({CELL, CORNER, SIDE, PAIR})
"""Kinds of places that a board can mark; of rows, regions and clues beside it, it marks none."""

IN_DIRECT = ("reasons", "place", "word", "given")
"""The fields that sentences of `StepWords.direct` may have."""

IN_SETS = ("word", "bases", "covers")
"""The fields of sentences about locked sets, called `row in column` or `areas in areas`."""

IN_BROKEN = ("clue", "place")
"""The fields that sentences of `StepWords.broken` may have."""


def fields_of(sentence: str) -> set[str]:
    """The fields of a sentence: the names that it has in braces.

    Raises:
        ValueError: If the braces do not fit.

    Example:
        >>> fields_of("it follows from {reasons}")
        {'reasons'}
    """
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


@dataclass(frozen=True, slots=True)
class StepWords:
    """The words of a genre for the reasons for steps.

    Attributes:
        direct: Sentences by the group of the last row of a proof, where the row leaves no other
            value: `stars`, or `stars: empty` for one kind of mark alone. They may have `{reasons}`,
            `{place}` (what the row is about), `{word}` (the mark) and `{given}` (all reasons but
            the clue of the row, as in ", given the 3 at row 1, column 2").
        broken: What would be wrong otherwise, by the group of the row that could not hold. It goes
            on from "if row 1, column 2 were shaded, ", and may have `{clue}` and `{place}`.
        stays: What is known of all clues, also of those that are not named.
        name_clue: The name of a clue, by its key.
    """

    direct: Mapping[str, str] = field(default_factory=dict)
    broken: Mapping[str, str] = field(default_factory=dict)
    stays: str = ""
    name_clue: NameClue = str


@dataclass(frozen=True, slots=True)
class StepSentences:
    """Sentences about the steps of a board.

    Attributes:
        words: The words of the genre.
        clues: The clues of the board.
        marks: The words for its marks.
        sets: The words for locked sets.
        place_of: Where on the board the key of a row is.
        unit_rules: The rules of the rows, columns and regions that take the place of clues.
    """

    words: StepWords
    clues: BoardClues
    marks: MarkWords
    sets: SetWords
    place_of: Callable[[Hashable], Place | None]
    unit_rules: Sequence[str]

    def why(self, step: BoardStep) -> str:
        """Why a step holds."""
        reasons = self.premises(step)
        if step.by_contradiction and step.group is not None:
            broken = self._broken(step, step.group)
            return self._if_not(step, broken) if broken else f"it follows from {reasons}"
        words = self._direct_words(step)
        if words is not None:
            place = self.place_of(step.key)
            return words.format(
                word=self.marks.name(step.move),
                place=place,
                reasons=reasons,
                given=self._given(step),
            )
        rules = " and ".join(self._rules(step, step.group) or self._rules_needed(step))
        return f"it follows from {reasons}{rules and f': {rules}'}"

    def is_named(self, step: BoardStep) -> bool:
        """Whether a step has a name by which a person sees it, whatever clues it rests on."""
        words = None if step.by_contradiction else self._direct_words(step)
        return words is not None and "reasons" not in fields_of(words)

    # Direct proofs

    def _direct_words(self, step: BoardStep) -> str | None:
        """The sentence for all that has to be seen, if there is one."""
        if not step.is_easy:
            return None
        last = None if step.group is None else step.group.name
        keys = [f"{last}: {self.marks.name(step.move)}", last or ""]
        found = [
            all_words[key]
            for all_words in (self.words.direct, DIRECT)
            for key in keys
            if key in all_words
        ]
        words = found[0] if found else None
        if words is not None and "{place}" in words and self.place_of(step.key) is None:
            words = None
        if not step.sets:
            return words
        if last is None:
            return self.sets.alone(step.sets)
        return None if words is None else self.sets.before(step.sets, words)

    def _rules(self, step: BoardStep, last: Group | None) -> list[str]:
        """The rules that a proof takes besides clues, each once: of units, and of its last row."""
        if last is None or self._broken_words(last) == "":
            return []
        rules = list(self.unit_rules) if self.clues.are_units and step.clues else []
        if not self._ends_with_clue(step) or self.clues.are_units:
            rules.append(last.why)
        return list(dict.fromkeys(filter(None, rules)))

    def _rules_needed(self, step: BoardStep) -> list[str]:
        """The rules that a proof without a last row takes, if these are few."""
        needed = [one.why for one in step.rules if one.why and self._broken_words(one) != ""]
        return needed if len(needed) <= _FEW_RULES else []

    # Contradictions

    def _if_not(self, step: BoardStep, broken: str) -> str:
        """The consequence of the opposite of a step, and the premises that it takes besides."""
        sentence = f"if {self.marks.otherwise(step.move)}, {broken}"
        if not self.clues.are_named:
            return f"it follows from {self.premises(step)}: {sentence}"
        return sentence + self._given(step)

    def _given(self, step: BoardStep) -> str:
        """Names what a step rests on besides the clue of the last row, at the end of a sentence."""
        is_told = self._ends_with_clue(step)
        others = [key for key in step.clues if not (is_told and key == step.key)]
        given = ", and ".join(filter(None, [self.name_clues(others), self._name_marks(step)]))
        return f", given {given}" if given else ""

    def _broken(self, step: BoardStep, last: Group) -> str:
        """The clue or rule that the opposite of a step breaks; empty if no words fit."""
        is_clue = self._ends_with_clue(step)
        place = self.place_of(step.key)
        clue = self._name_clue(step.key) if is_clue else ""
        words = self._broken_words(last)
        if words is not None:
            fields = fields_of(words)
            if ("clue" not in fields or clue) and ("place" not in fields or place is not None):
                return words.format(clue=clue, place=place)
        if is_clue:
            return f"{clue} could not hold" if not self.clues.are_units else ""
        return f"it would break the rule that {last.why}" if last.why else ""

    def _broken_words(self, last: Group) -> str | None:
        """The words for a broken row of a group; empty if it is no rule, None without words."""
        return self.words.broken.get(last.name, BROKEN.get(last.name))

    def _ends_with_clue(self, step: BoardStep) -> bool:
        """Whether the last row of a proof is a clue; that of a rule may have such a key as well."""
        is_clue = step.group is not None and step.group.name in self.clues.groups
        return is_clue and step.key in step.clues

    # Premises

    def premises(self, step: BoardStep) -> str:
        """Names the clues and the marks that a step rests on."""
        parts = [self.name_clues(step.clues)]
        if not self.clues.are_named:
            parts.append(self.words.stays or "all that is given")
        parts.append(self._name_marks(step))
        named = ", and from ".join(filter(None, parts))
        return named or self.words.stays or "the rules alone"

    def _name_marks(self, step: BoardStep) -> str:
        """Names the marks that a step rests on; empty if there are none."""
        if len(step.marks) > _NAMED:
            return f"the {len(step.marks)} marks that are shown"
        return in_words(self.marks.names(step.marks))

    def name_clues(self, clues: Collection[Hashable]) -> str:
        """Names some clues; empty if there are none."""
        names = self.clue_names(clues)
        is_everything = not self.clues.are_units and not self.clues.keys.difference(clues)
        if len(names) > _LISTED and is_everything:
            return "everything that is given"
        if len(names) > _LISTED:
            noun = "rows, columns and regions" if self.clues.are_units else "clues"
            places = map(self.place_of, clues)
            are_marked = all(place is not None and place.kind in IN_SPOTS for place in places)
            return (
                f"the {len(names)} {noun} that are marked" if are_marked else f"{len(names)} {noun}"
            )
        if len(names) > 1 and all(name.startswith(_THE_CLUE) for name in names):
            return f"the clues {in_words([name.removeprefix(_THE_CLUE) for name in names])}"
        return in_words(names)

    def clue_names(self, clues: Collection[Hashable]) -> list[str]:
        """Returns the names of some clues, each once: a line may have several."""
        return list(dict.fromkeys(map(self._name_clue, clues)))

    def _name_clue(self, key: Hashable) -> str:
        """Names a clue, or the row, column or region that takes the place of one."""
        place = self.place_of(key)
        if self.clues.are_units and place is not None:
            return place.name
        return self.words.name_clue(key) or f"{_THE_CLUE}{key if place is None else place.where}"
