from __future__ import annotations

from pathlib import Path

import pytest

from ilpuzzles.document.source import MAX_BYTES, read_source
from ilpuzzles.errors import InputError


def problem_of(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        read_source(path)
    return str(caught.value).replace(str(path), "FILE")


def test_reads_text_without_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: \xc3\xa9")
    assert read_source(path) == "a: é"


def test_what_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    assert problem_of(tmp_path / "none.yaml") == "FILE: no such file; check the path"
    assert problem_of(tmp_path) == "FILE: is a folder; name a file in it"
    below = tmp_path / "file"
    below.write_text("x")
    assert "cannot be read" in problem_of(below / "a.yaml")
    assert "cannot be read" in problem_of(Path("a\0b"))


def test_not_utf8_has_a_place(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"a: 1\nb: \xff")
    assert problem_of(path) == "FILE:2:4: not UTF-8 text; save it as UTF-8"


@pytest.mark.parametrize(
    "data", [b"%PDF-1.4\n%text alone", b"\x89PNG\r\n", b"\x7fELF\2\1\1\0", b"puzzle\0"], ids=repr
)
def test_what_is_no_text_is_not_asked_to_be_saved_as_text(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "all.pdf"
    path.write_bytes(data)
    assert problem_of(path) == "FILE: not a text file; name a file that an editor can show"
    path.write_bytes("puzzle: lonpos".encode("utf-16"))
    assert problem_of(path) == "FILE:1:1: not UTF-8 text; save it as UTF-8"


def test_too_large_is_refused_before_it_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    assert "larger than 1,048,576 bytes" in problem_of(path)
    path.write_bytes(b"#" * MAX_BYTES)
    assert len(read_source(path)) == MAX_BYTES
    assert "larger than" in problem_of(Path("/dev/zero"))
