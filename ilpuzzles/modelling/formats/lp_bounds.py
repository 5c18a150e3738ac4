"""Which variables an LP file declares, and their bounds."""

from __future__ import annotations

from dataclasses import dataclass, field

from ilpuzzles.errors import quoted
from ilpuzzles.modelling.formats.file_text import FileText
from ilpuzzles.modelling.formats.lp_tokens import Section, Token
from ilpuzzles.modelling.formats.numbers import read_number, too_large
from ilpuzzles.modelling.rows import MINUS_INFINITY, PLUS_INFINITY

_INFINITY_WORDS = {"inf", "infinity"}
_TURNED = {"<=": ">=", ">=": "<=", "=": "="}


@dataclass(slots=True)
class Declared:
    """A variable.

    Attributes:
        name: Its name, where it stands first.
        lower: The least value, if it is stated.
        upper: The greatest value, if it is stated.
        title: The section that says that it is integer, or an empty text.
    """

    name: Token
    lower: int | None = None
    upper: int | None = None
    title: str = ""

    @property
    def bounded(self) -> bool:
        """Whether any bound of it is stated."""
        return self.lower is not None or self.upper is not None

    def bounds(self) -> tuple[int, int]:
        """Its bounds, with 0 and infinity (or 1) where nothing is stated."""
        most = 1 if self.title == "Binaries" else PLUS_INFINITY
        return (
            0 if self.lower is None else self.lower,
            most if self.upper is None else self.upper,
        )


@dataclass(slots=True)
class Declarations:
    """All variables that are named in Binaries, Generals and Bounds.

    Attributes:
        known: The variables by their names, integer ones first.
    """

    known: dict[str, Declared] = field(default_factory=dict)

    def read_members(self, section: Section) -> None:
        """Reads Binaries or Generals.

        Raises:
            InputError: If something else than names stands there, or one of them twice.
        """
        for token in section.tokens():
            if token.kind == "end":
                return
            if token.kind != "name":
                what = f"{quoted(token.written)} among {section.title}"
                raise section.wrong(token, what, "give names with blanks between them")
            if token.written in self.known:
                what = f"{quoted(token.written)} is declared twice"
                raise section.wrong(token, what, "keep one of the two")
            self.known[token.written] = Declared(token, title=section.title)

    def read_bounds(self, section: Section) -> None:
        """Reads Bounds, one bound or pair of bounds in every line.

        Raises:
            InputError: If a line says something else, or says it again.
        """
        for line in range(section.line + 1, section.end):
            tokens = list(section.line_tokens(line))
            if tokens:
                _read_line(section, tokens, self.known)

    def bounds(self, name: str, text: FileText) -> tuple[int, int]:
        """The bounds of a variable.

        Raises:
            InputError: If they contradict each other or its section, or it is not integer.
        """
        declared = self.known[name]
        place = (declared.name.line, declared.name.column)
        lower, upper = declared.bounds()
        if declared.title == "Binaries" and not 0 <= lower <= upper <= 1:
            what = f"the binary variable {quoted(name)} has the bounds {lower} and {upper}"
            raise text.at(*place, what, "keep them within 0 and 1, or list it under Generals")
        if lower > upper:
            advice = f"its bounds are {lower} and {upper}"
            if declared.lower is None:
                advice = "where no lower bound is stated it is 0; state it"
            raise text.at(*place, f"no value is left for {quoted(name)}", advice)
        if not declared.title and lower != upper:
            what = f"the variable {quoted(name)} is continuous, and ilpuzzles solves integer models"
            raise text.at(*place, what, "list it under Binaries or Generals")
        return lower, upper


def _read_line(section: Section, tokens: list[Token], known: dict[str, Declared]) -> None:
    """Reads `1 <= x <= 3`, either half of it, `x = 3` or `x free`."""
    parts = _parts(section, tokens)
    shape = [kind for kind, _, _ in parts]
    name_place = shape.index("name") if "name" in shape else 0
    name = parts[name_place][1]
    if shape == ["name", "free"]:
        bounds = [(">=", MINUS_INFINITY), ("<=", PLUS_INFINITY)]
    elif shape == ["name", "compare", "value"]:
        bounds = [(_compare(parts[1][1]), parts[2][2])]
    elif shape in (
        ["value", "compare", "name"],
        ["value", "compare", "name", "compare", "value"],
    ):
        bounds = [(_TURNED[_compare(parts[1][1])], parts[0][2])]
        if len(parts) > 3:
            bounds.append((_compare(parts[3][1]), parts[4][2]))
    else:
        advice = "write x <= 3, x >= 1, 1 <= x <= 3, x = 3 or x free"
        raise section.wrong(tokens[0], "this is no bound of a variable", advice)
    declared = known.setdefault(name.written, Declared(name))
    for compare, value in bounds:
        _set(section, name, declared, compare, value)


def _compare(token: Token) -> str:
    """`<=`, `>=` or `=`, however it is written."""
    return {"<": "<=", "=<": "<=", ">": ">=", "=>": ">="}.get(token.written, token.written)


def _set(section: Section, name: Token, declared: Declared, compare: str, value: int) -> None:
    """Sets one bound, or both to the same number."""
    lower, upper = compare in {">=", "="}, compare in {"<=", "="}
    if (lower and declared.lower is not None) or (upper and declared.upper is not None):
        what = f"a second bound of {quoted(name.written)}"
        raise section.wrong(name, what, "keep one lower and one upper bound")
    if (lower and value == PLUS_INFINITY) or (upper and value == MINUS_INFINITY):
        what = f"no value is left for {quoted(name.written)}"
        raise section.wrong(name, what, "give a finite number")
    if lower:
        declared.lower = value
    if upper:
        declared.upper = value


def _parts(section: Section, tokens: list[Token]) -> list[tuple[str, Token, int]]:
    """Joins signs with their numbers: kinds, tokens, and values (0 for what has none)."""
    parts: list[tuple[str, Token, int]] = []
    sign: Token | None = None
    for token in tokens:
        word = token.written.lower()
        if token.kind == "sign" and sign is None:
            sign = token
            continue
        factor = -1 if sign is not None and sign.written == "-" else 1
        if token.kind == "number":
            number = read_number(token.written)
            if not isinstance(number, int) or too_large(number):
                what = f"the bound {quoted(token.written)}"
                raise section.wrong(token, what, "give a whole number of less than 63 bits")
            parts.append(("value", token, factor * number))
        elif word in _INFINITY_WORDS:
            parts.append(("value", token, PLUS_INFINITY if factor > 0 else MINUS_INFINITY))
        elif sign is not None:
            raise section.wrong(sign, "a sign without a number", "write x <= -3")
        else:
            kind = "free" if word == "free" and parts else token.kind
            parts.append((kind, token, 0))
        sign = None
    return parts
