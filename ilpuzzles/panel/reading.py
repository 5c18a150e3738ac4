"""What code can read from a panel."""

from __future__ import annotations

from typing import Any

from ilpuzzles.modelling import Group
from ilpuzzles.panel.display import Display
from ilpuzzles.panel.session import Session
from ilpuzzles.workbench import Answer, Experiment, Explained


class Reading:
    """Everything that a panel shows, as values.

    Args:
        session: What is chosen, and what was found out.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._error = self._notice = ""

    @property
    def answer(self) -> Answer | None:
        """The last answer, or None; of an interrupted question, what was found so far."""
        return self._session.answer

    @property
    def counted(self) -> Answer | None:
        """The last count of this model, or None."""
        return self._session.counted

    @property
    def explained(self) -> Explained | None:
        """The last explanation, or None."""
        return self._session.explained

    @property
    def shown(self) -> Answer | None:
        """The solution that is shown, as an answer with the rules that it breaks, or None."""
        return self._session.shown

    @property
    def found(self) -> tuple[Any, ...]:
        """The different solutions that were found so far."""
        return self._session.known

    @property
    def experiment(self) -> Experiment:
        """The model as it is chosen, to ask it anything else."""
        return self._session.experiment

    @property
    def groups(self) -> tuple[Group, ...]:
        """The groups of rows, on or off."""
        return self._session.groups

    @property
    def off(self) -> tuple[str, ...]:
        """The names of the groups that are off."""
        return self._session.off

    @property
    def error(self) -> str:
        """What went wrong last, in a line; empty if nothing did."""
        return self._error

    def text(self) -> str:
        """What is shown, in letters and lines."""
        told = (Display.of(self._session).text(), self._notice, self._error)
        return "\n".join(line for line in told if line)
