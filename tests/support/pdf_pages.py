"""What stands on the pages of a PDF file."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

from pypdf import PdfReader

_SHOWN = re.compile(r"\(((?:[^()\\]|\\.)*)\) Tj")


def opened(data: bytes) -> PdfReader:
    """A PDF file, read strictly."""
    return PdfReader(BytesIO(data), strict=True)


def contents(data: bytes) -> list[str]:
    """The operators of every page."""
    found = []
    for page in opened(data).pages:
        content = page.get_contents()
        assert content is not None
        found.append(content.get_data().decode("cp1252"))
    return found


def lines(content: str) -> list[str]:
    """All texts on a page, in the order in which they are drawn."""
    return [re.sub(r"\\(.)", r"\1", text) for text in _SHOWN.findall(content)]


def file_lines(path: Path) -> list[list[str]]:
    """All texts on every page of a file."""
    return [lines(content) for content in contents(path.read_bytes())]


def numbers(page: list[str]) -> list[int]:
    """The captions of a page that are numbers of three digits at most."""
    return [int(text) for text in page if re.fullmatch(r"\d{1,3}", text)]
