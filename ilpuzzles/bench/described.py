"""What a sweep was about, in words: what a report says before it shows any number."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from ilpuzzles.errors import InputError, Problem


@dataclass(frozen=True, slots=True)
class Reported:
    """What somebody else has reported about a case, to be put beside what is measured here.

    Attributes:
        text: What was reported, such as `under 200 ms with CPLEX`.
        source: Where it was reported.
        formulations: The formulations here that are the one that it was reported of.
    """

    text: str
    source: str = ""
    formulations: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, data: Any) -> Reported:
        """What `asdict` has made plain data of; older files name no formulations.

        Raises:
            KeyError: If something is missing.
            TypeError: If it is something else.
        """
        named = data.get("formulations", ())
        if not isinstance(named, list | tuple) or not all(isinstance(one, str) for one in named):
            raise TypeError(named)
        return cls(str(data["text"]), str(data["source"]), tuple(named))


@dataclass(frozen=True, slots=True)
class DescribedCase:
    """A case in words.

    Attributes:
        case: Its name, as `Run.case` has it.
        question: What is asked about it, as `Run.question` has it.
        reported: What somebody else has reported about it, or None.
    """

    case: str
    question: str = "solve"
    reported: Reported | None = None


@dataclass(frozen=True, slots=True)
class Description:
    """A sweep in words.

    Attributes:
        title: Its title.
        about: What it is about, in a few sentences; may be empty.
        command: The command that has made it; may be empty.
        cases: Its cases, in the order in which they were run.
        planned: How many runs it has if nothing ends it before, or None if that is not known.

    Example:
        >>> case = DescribedCase("cube empty", reported=Reported("under 200 ms", "an article"))
        >>> about = Description("Cubes", command="ilpuzzles bench cubes.yaml", cases=(case,))
        >>> Description.from_json(about.to_json()) == about
        True
    """

    title: str
    about: str = ""
    command: str = ""
    cases: tuple[DescribedCase, ...] = ()
    planned: int | None = None

    def to_json(self) -> dict[str, Any]:
        """The description as plain data."""
        return asdict(self) | {"cases": [asdict(case) for case in self.cases]}

    @classmethod
    def from_json(cls, data: Any) -> Description:
        """The description that `to_json` has made plain data of.

        Raises:
            InputError: If it is something else.
        """
        try:
            cases = tuple(
                DescribedCase(
                    str(case["case"]),
                    str(case["question"]),
                    Reported.from_json(case["reported"]) if case["reported"] else None,
                )
                for case in data["cases"]
            )
            planned = data.get("planned")
            if planned is not None and (type(planned) is not int or planned < 0):
                raise TypeError(planned)
            title, about, command = (str(data[key]) for key in ("title", "about", "command"))
            return cls(title, about, command, cases, planned)
        except (AttributeError, KeyError, TypeError, IndexError):
            what = "what the sweep was about cannot be read"
            raise InputError(Problem(what, "see whether another version has written it")) from None
