"""Pictures as text where there is nothing but ASCII."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import ilpuzzles
from ilpuzzles.genres import layers_text
from ilpuzzles.render.ascii_walls import ASCII, in_ascii, register_ascii
from ilpuzzles.tilings import text_pictures
from support.slashed import module

WALLS = [chr(number) for number in range(0x2500, 0x2580)]


def test_every_wall_that_is_drawn_has_another_one() -> None:
    drawn = set("·○●■≠∧∨")  # noqa: RUF001 - as they are drawn
    for drawing in (layers_text, module("pictures"), text_pictures):
        source = Path(str(drawing.__file__)).read_text(encoding="utf-8")
        drawn |= {wall for wall in WALLS if wall in source}
    assert len(drawn) > 20
    for character in sorted(drawn):
        other = in_ascii(character)
        assert other.isascii()
        assert other != "?"
        assert len(other) == 1


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "latin-1", "utf-8"])
def test_what_an_encoding_has_is_left_as_it_is(encoding: str) -> None:
    register_ascii()
    text = "┌─●─┐ 3 ≥ 2\n│ é ·│ Ж\n"
    file = io.BytesIO()
    stream = io.TextIOWrapper(file, encoding=encoding, errors=ASCII, newline="\n")
    stream.write(text)
    stream.flush()
    shown = file.getvalue().decode(encoding)
    assert len(shown) == len(text)
    for wanted, got in zip(text, shown, strict=True):
        try:
            wanted.encode(encoding)
        except UnicodeEncodeError:
            assert got == in_ascii(wanted)
        else:
            assert got == wanted


def test_a_picture_keeps_its_shape() -> None:
    model_of = ilpuzzles.experiment("lonpos", "8pieces")
    text = model_of.solve().text()
    plain = in_ascii(text)
    assert [len(line) for line in plain.splitlines()] == [len(line) for line in text.splitlines()]
    assert plain.isascii()
    assert "?" not in plain
