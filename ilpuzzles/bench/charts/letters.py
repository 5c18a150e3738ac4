"""How wide text is, as far as that can be told without a font, and text that fits."""

from __future__ import annotations

SIZE = 12
"""The size of the letters of charts, in pixels."""

TITLE_SIZE = 15
"""The size of the letters of titles, which are bold."""

# Parts of the size of a letter, after DejaVu Sans: it is wide, so most others fit as well.
_WIDTHS = {
    "iIjl.,:;'|! ": 0.36,
    "frtJ()[]/\\-": 0.43,
    "mwMW%@+=<>~": 0.98,
}
_BY_LETTER = {letter: width for letters, width in _WIDTHS.items() for letter in letters}
_SMALL, _CAPITAL, _WIDE = 0.64, 0.78, 1.05
_BOLD = 1.12


def text_width(text: str, size: float = SIZE, *, bold: bool = False) -> float:
    """How wide a text is at most, in pixels.

    Example:
        >>> text_width("ill") < text_width("www")
        True
    """
    width = sum(_part(letter) for letter in text) * size
    return width * _BOLD if bold else width


def shortened(text: str, width: float, size: float = SIZE) -> str:
    """A text, with its middle left out where it is too wide: names often differ at their ends.

    Example:
        >>> shortened("placement", 400)
        'placement'
        >>> shortened("a formulation with a long name", 100)
        'a form…g name'
    """
    if text_width(text, size) <= width:
        return text
    kept = len(text) - 1
    while kept > 2 and text_width(_without_middle(text, kept), size) > width:
        kept -= 1
    return _without_middle(text, kept)


def wrapped(text: str, width: float, size: float = SIZE, *, bold: bool = False) -> list[str]:
    """A text in lines that fit; words that are too wide are broken, and nothing is left out.

    Example:
        >>> wrapped("tritetratan form, count-up-to-symmetry", 180)
        ['tritetratan form,', 'count-up-to-symmetry']
        >>> wrapped("m" * 10, 60)
        ['mmmmm', 'mmmmm']
    """
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if text_width(longer, size, bold=bold) <= width:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for letter in word:
            if lines[-1] and text_width(lines[-1] + letter, size, bold=bold) > width:
                lines.append("")
            lines[-1] += letter
    return lines


def _without_middle(text: str, kept: int) -> str:
    return f"{text[: kept - kept // 2].rstrip()}…{text[len(text) - kept // 2 :].lstrip()}"


def _part(letter: str) -> float:
    if letter in _BY_LETTER:
        return _BY_LETTER[letter]
    if not letter.isascii() and letter.isalpha():
        return _WIDE
    return _CAPITAL if letter.isupper() else _SMALL
