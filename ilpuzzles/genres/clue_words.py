"""How the clues of a genre are written: patterns, what they mean, and both in words for errors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import cycle
from typing import TypeAlias

from ilpuzzles.errors import quoted

UP_TO_ROWS = "[1-N]"
"""The pattern of a number from 1 to the number of rows, such as a digit of a Sudoku."""

OPEN = "-"
"""The word of a cell without a clue, as boards are written."""

Patterns: TypeAlias = str | Mapping[str, str]
"""A regular expression that a clue matches; or several, each with what such a clue means.

A pattern without a meaning is another way to write what a former one says, and is not told. The
pattern `-` matches no clue: it says what a cell without one is, where that is no open cell.
"""

_NUMBER = re.compile(r"\[(\d)-(\d)\](\+|\[0-9\][*?])?")
_SYMBOLS = re.compile(r"(?:\[((?:[^]\\]|\\.)+)\]|(\\?[^][(){}.*+?|\\]|\\.))(\??)")
_PARTS = re.compile(r"(\d)-(\d)|(A-Za-z|A-Z|a-z)|\\?(.)")
_FEW = 2
_EXAMPLES = 3
"""From how many clues of several parts on each is told by an example."""
_NUMBERS = (8, 16, 4, 2)
_LAST_NUMBER = 11


@lru_cache(maxsize=256)
def clue_pattern(pattern: str, rows: int) -> re.Pattern[str]:
    """The regular expression of the clues of one pattern, on a board of so many rows.

    Example:
        >>> [bool(clue_pattern("[1-N]", 9).fullmatch(word)) for word in ("9", "10")]
        [True, False]
    """
    if UP_TO_ROWS in pattern:
        numbers = "|".join(str(number) for number in range(1, rows + 1))
        pattern = pattern.replace(UP_TO_ROWS, f"(?:{numbers})")
    return re.compile(pattern)


def is_clue(patterns: Patterns, word: str, rows: int) -> bool:
    """Whether a word is a clue by one of the patterns."""
    several = [patterns] if isinstance(patterns, str) else patterns
    return any(clue_pattern(one, rows).fullmatch(word) for one in several if one != OPEN)


def clues_in_words(patterns: Patterns, rows: int) -> str:
    """The clues of a genre in a sentence.

    Example:
        >>> clues_in_words({"[0-4]": "how many bulbs are beside it", "x": "a black cell"}, 9)
        'a number from 0 to 4 or x'
        >>> clues_in_words("[1-9][0-9]*|[?]", 9)
        'a number from 1 on or ?'
    """
    told = _told_patterns(patterns)
    examples = _examples(told, rows)
    words = [clue_in_words(pattern, rows) for pattern in told if pattern not in examples]
    if not examples:
        return _either(words)
    like = f"like {_either(quoted(example) for example in examples.values())}"
    return f"{_either(words)}, or {like}" if words else like


def clue_meanings(patterns: Patterns, rows: int) -> dict[str, str]:
    """Returns the meanings of the clues of a genre, by their words.

    Example:
        >>> clue_meanings({"[0-4]": "how many bulbs are beside it", "-": "a white cell"}, 9)
        {'a number from 0 to 4': 'how many bulbs are beside it', '- or .': 'a white cell'}
    """
    told = _told_patterns(patterns)
    examples = _examples(told, rows)
    words = {
        pattern: f"like {quoted(examples[pattern])}"
        if pattern in examples
        else clue_in_words(pattern, rows)
        for pattern in told
    }
    if isinstance(patterns, str):
        return {words[pattern]: "a clue" for pattern in told}
    meanings = {words[pattern]: patterns[pattern] for pattern in told}
    return meanings | ({"- or .": patterns[OPEN]} if OPEN in patterns else {})


def _told_patterns(patterns: Patterns) -> list[str]:
    """The patterns of clues that have a meaning."""
    if isinstance(patterns, str):
        return [patterns] if patterns else []
    return [pattern for pattern, meaning in patterns.items() if meaning and pattern != OPEN]


def _examples(patterns: Iterable[str], rows: int) -> dict[str, str]:
    """An example for each pattern of several parts, if there are so many that words are long."""
    numbers = cycle(_NUMBERS)
    found: dict[str, str] = {}
    for pattern in patterns:
        parts = [*_example_parts(pattern, numbers)]
        example = "".join(parts)
        if len(parts) > 1 and clue_pattern(pattern, rows).fullmatch(example):
            found[pattern] = example
    return found if len(found) >= _EXAMPLES else {}


def _example_parts(pattern: str, numbers: Iterator[int]) -> Iterator[str]:
    """The parts of an example: numbers, and of every set of symbols the first one."""
    is_first = True
    while pattern:
        number = _NUMBER.match(pattern)
        symbols = _SYMBOLS.match(pattern)
        if number is not None:
            yield str(next(numbers) if is_first else _LAST_NUMBER)
            is_first = False
            pattern = pattern[number.end() :]
        elif symbols is not None:
            low, _, letters, symbol = _PARTS.findall(symbols[1] or symbols[2])[0]
            yield low or letters[:1] or symbol
            pattern = pattern[symbols.end() :]
        else:
            return


def clue_in_words(pattern: str, rows: int) -> str:
    """The clues of one pattern in words, or the pattern itself where it is no simple one.

    Example:
        >>> clue_in_words("[1-N]", 9), clue_in_words("[0-9]+", 9), clue_in_words("[LITS]", 9)
        ('a number from 1 to 9', 'a number', 'L, I, T or S')
        >>> clue_in_words("[0-9]+[nesw]", 9)
        'a number with n, e, s or w behind it'
        >>> clue_in_words("(a|b)c", 9)
        'a text like (a|b)c'
    """
    found: list[str] = []
    # A bar in a group is left to whoever knows the whole language.
    for one in [pattern] if "(" in pattern else re.split(r"(?<!\\)\|", pattern):
        words = _alternative(one, rows)
        if words is None:
            return f"a text like {pattern}"
        found += words
    return _either(found)


def _alternative(pattern: str, rows: int) -> list[str] | None:
    """The clues of a pattern without bars: a number, symbols, or one behind the other."""
    said: list[str] = []
    behind: list[str] = []
    perhaps = ""
    while pattern:
        number = _NUMBER.match(pattern)
        symbols = _SYMBOLS.match(pattern)
        if pattern.startswith(UP_TO_ROWS):
            words = [f"a number from 1 to {rows}"]
            length = len(UP_TO_ROWS)
        elif number is not None and number[3] and number[2] != "9":
            # Not every number with so many digits is one, such as 15 of [1-4][0-9]?.
            return None
        elif number is not None:
            words = [_number(number[1], number[2], number[3])]
            length = number.end()
        elif symbols is not None and (said or not symbols[3]):
            words = _symbols(symbols[1] or symbols[2])
            length = symbols.end()
            perhaps = ", perhaps" if symbols[3] else ""
        else:
            return None
        if said:
            behind.append(_quoted(words))
        said = said or words
        pattern = pattern[length:]
    return [f"{_quoted(said)}{perhaps} with {' and '.join(behind)} behind it"] if behind else said


def _quoted(words: Iterable[str]) -> str:
    """Words to choose from, where punctuation stands in quotes."""
    return _either([word if word[0].isalnum() else f"'{word}'" for word in words])


def _number(least: str, greatest: str, more: str | None) -> str:
    if more is None:
        return f"a number from {least} to {greatest}"
    if more.endswith("?"):
        return f"a number from {least} to {greatest}9"
    return "a number" if least == "0" else f"a number from {least} on"


def _symbols(characters: str) -> list[str]:
    """The symbols of a set, such as `0-4x`."""
    found = []
    for low, high, letters, symbol in _PARTS.findall(characters):
        if low and int(high) - int(low) >= _FEW:
            found.append(_number(low, high, None))
        elif low:
            found += [low, high]
        else:
            found.append("a letter" if letters else symbol)
    return found


def _either(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last
