"""What becomes of a question that is interrupted: it hands over what was found."""

from __future__ import annotations

from typing import Any


class Interrupted(KeyboardInterrupt):
    """Ctrl-C while a question was being answered.

    It is raised, not returned, so that a script that asks many questions ends as a person who
    presses Ctrl-C expects.

    Attributes:
        answer: What was found so far, marked incomplete.

    Example:
        >>> try:
        ...     raise Interrupted("3 solutions so far")
        ... except KeyboardInterrupt as interruption:
        ...     print(interruption)
        interrupted; so far: 3 solutions so far
    """

    def __init__(self, answer: Any) -> None:
        super().__init__(answer)
        self.answer = answer

    def __str__(self) -> str:
        return f"interrupted; so far: {self.answer!s}"

    # Jupyter asks for this instead of printing a long traceback.
    def _render_traceback_(self) -> list[str]:
        return [str(self), "The answer so far is in the attribute 'answer' of this exception."]
