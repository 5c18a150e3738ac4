"""Programs that can be asked and written to files, as those of `ilpuzzles.Model` are."""

from __future__ import annotations

from ilpuzzles.asking.questions import Questions
from ilpuzzles.asking.writing import Writers
from ilpuzzles.modelling.program import AnyProgram, HasProgram, Program


class Askable(Questions, Writers):
    """The common part of models and their programs: they are asked, and written to files."""

    __slots__ = ()

    def relaxed(self: HasProgram[AnyProgram]) -> AnyProgram:
        """The linear relaxation: linear rows, and columns that take any number within bounds.

        Raises:
            ModelError: If a row is stated by cuts.
        """
        from ilpuzzles.passes.relaxation import relaxed

        return relaxed(self.program())


class AskableProgram(Askable, Program):
    """A program that can be asked, as `Model.program`, `without`, `fix` and others return it."""

    __slots__ = ()
