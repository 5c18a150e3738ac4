"""The sums of a run over models in doubles, and what becomes of them in the reports of pytest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

SOLVE = "solve"
"""The question that every model is asked."""

PROPERTY = "doubles"
"""The property of a report that has the sums of a test."""


@dataclass(slots=True)
class Tally:
    """The sums of a run.

    Attributes:
        models: How many models were solved, by what the oracle says of them.
        answers: How many answers there are, by question and outcome.
    """

    models: Counter[str] = field(default_factory=Counter)
    answers: Counter[tuple[str, str]] = field(default_factory=Counter)

    def add(self, question: str, status: str, outcome: str) -> None:
        """Adds the outcome of a question about a model, of which the oracle knows the status."""
        if question == SOLVE:
            self.models[status] += 1
        # Processes of pytest hand over plain texts only.
        self.answers[question, str(outcome)] += 1

    def plain(self) -> list[tuple[str, str, int]]:
        """The sums as they can be handed from process to process."""
        models = [("", status, number) for status, number in self.models.items()]
        answers = [(*names, number) for names, number in self.answers.items()]
        return [*models, *answers]

    def add_plain(self, sums: Iterable[tuple[str, str, int]]) -> None:
        """Adds the sums of another process."""
        for question, name, number in sums:
            if question:
                self.answers[question, name] += number
            else:
                self.models[name] += number

    def lines(self) -> list[str]:
        """The sums in words."""
        if not self.answers:
            return []
        total = self.models.total()
        lines = [f"{total:,} models in doubles, by the oracle: {_in_words(self.models)}"]
        for question in dict.fromkeys(question for question, _ in self.answers):
            counts = Counter(
                {outcome: n for (one, outcome), n in self.answers.items() if one == question}
            )
            lines.append(f"{question}: {_in_words(counts)}")
        wrong = sum(self.answers[one] for one in self.answers if one[1] == "wrong")
        lines.append(f"{self.answers.total():,} answers, {wrong:,} wrong")
        return lines


def _in_words(counts: Counter[str]) -> str:
    return ", ".join(f"{number:,} {name}" for name, number in counts.most_common())


def lines_of_reports(reports: Iterable[Iterable[tuple[str, Any]]]) -> list[str]:
    """The sums of all tests in words, from the properties of their reports."""
    tally = Tally()
    for properties in reports:
        for name, value in properties:
            if name == PROPERTY:
                tally.add_plain(value)
    return tally.lines()
