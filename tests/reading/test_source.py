from __future__ import annotations

import io
from pathlib import Path

import pytest

from ilpuzzles.errors import InputError
from ilpuzzles.reading.source import MAX_BYTES, read_source, read_standard_input


def problem_of(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        read_source(path)
    return str(caught.value).replace(str(path), "FILE")


def given(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    """Makes these bytes the standard input."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_a_byte_order_mark_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, data = tmp_path / "a.yaml", b"\xef\xbb\xbfa: \xc3\xa9"
    path.write_bytes(data)
    given(monkeypatch, data)
    assert read_source(path) == read_standard_input() == "a: é"


def test_what_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    assert problem_of(tmp_path / "none.yaml") == "FILE: no such file; check the path"
    assert problem_of(tmp_path) == "FILE: is a folder; name a file in it"
    below = tmp_path / "file"
    below.write_text("x")
    assert "cannot be read" in problem_of(below / "a.yaml")
    assert "cannot be read" in problem_of(Path("a\0b"))


@pytest.mark.parametrize(
    "data", [b"%PDF-1.4\n%text alone", b"\x89PNG\r\n", b"\x7fELF\2\1\1\0", b"puzzle\0"], ids=repr
)
def test_what_is_no_text_is_not_asked_to_be_saved_as_text(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "all.pdf"
    path.write_bytes(data)
    assert problem_of(path) == "FILE: this is not a text file; name a file that an editor can show"


@pytest.mark.parametrize(
    ("data", "place"), [(b"a: 1\nb: \xff", "2:4"), ("puzzle: lonpos".encode("utf-16"), "1:1")]
)
def test_not_utf8_has_a_place(
    data: bytes, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(data)
    assert problem_of(path) == f"FILE:{place}: this is not UTF-8 text; save it as UTF-8"
    given(monkeypatch, data)
    with pytest.raises(InputError, match=f"^standard input:{place}: this is not UTF-8 text; "):
        read_standard_input()


def test_too_large_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    assert "larger than 1,048,576 bytes" in problem_of(path)
    path.write_bytes(b"#" * MAX_BYTES)
    assert len(read_source(path)) == MAX_BYTES
    assert "larger than" in problem_of(Path("/dev/zero"))
    given(monkeypatch, b"12345")
    with pytest.raises(InputError, match=r"^standard input: the input is larger than 4 bytes; no"):
        read_standard_input(4)


def test_standard_input_may_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(InputError, match=r"^standard input: is closed; name a file$"):
        read_standard_input()
