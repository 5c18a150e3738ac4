from __future__ import annotations

import pytest

from ilpuzzles import errors


@pytest.mark.parametrize(
    ("error", "builtin"),
    [
        (errors.InputError, ValueError),
        (errors.UnknownNameError, LookupError),
        (errors.OutputError, OSError),
        (errors.ModelError, ValueError),
        (errors.ModelKeyError, LookupError),
        (errors.BackendError, RuntimeError),
        (errors.BackendMissingError, RuntimeError),
        (errors.CheckError, RuntimeError),
    ],
)
def test_each_error_is_ours_and_the_builtin_that_fits(
    error: type[errors.IlpuzzlesError], builtin: type[Exception]
) -> None:
    raised = error(errors.Problem("what", "next", "where"), errors.Problem("more"))
    assert isinstance(raised, errors.IlpuzzlesError)
    assert isinstance(raised, builtin)
    assert str(raised) == "where: what; next\nmore"
    assert len(raised.problems) == 2


def test_quoted_stays_on_one_line() -> None:
    assert errors.quoted("a\x1b[31m\n") == "'a\\x1b[31m\\n'"


def test_of_many_known_names_the_three_nearest_are_shown() -> None:
    known = [f"{letter * 9}{number}" for letter in "abcdefghij" for number in range(10)]
    advice = errors.unknown_name("preset", "c7c7c7c", known).advice
    first, _, listed = advice.partition(": ")
    assert first == "the nearest of 100"
    # All that are shown have the seven and the letter, or the letter alone.
    assert [name for name in listed.split(", ") if name.startswith("c")] == listed.split(", ")
    assert len(listed.split(", ")) == 3
    # Names that a line has room for are all shown, however many they are.
    letters = [chr(ord("A") + number) for number in range(26)]
    assert errors.unknown_name("tile", "?", letters).advice == f"known: {', '.join(letters)}"
    # Names that are understood, but not listed.
    assert errors.unknown_name("puzzle", "kanodle", known, more=["kanoodle"]).advice.endswith(
        "'kanoodle'?"
    )


def test_unknown_name_lists_what_is_known_when_nothing_is_near() -> None:
    assert str(errors.unknown_name("preset", "zzz", ["b", "a"])) == (
        "unknown preset 'zzz'; known: a, b"
    )
    assert str(errors.unknown_name("preset", "zzz", [])) == (
        "unknown preset 'zzz'; there are none here"
    )
