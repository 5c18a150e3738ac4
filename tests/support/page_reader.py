"""Pages as a browser takes them."""

from __future__ import annotations

import base64
import json
import zlib
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any


@dataclass
class Read(HTMLParser):
    """A page as a browser takes it."""

    html: str
    tags: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)
    texts: dict[str, str] = field(default_factory=dict)
    blocks: dict[str, str] = field(default_factory=dict)
    _open: str = ""

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = dict(attrs)
        self.tags.append((tag, known))
        self._open = known.get("id") or tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts[self._open] = self.texts.get(self._open, "") + data

    def data(self) -> dict[str, Any]:
        """The solutions that the script of the page shows."""
        found: dict[str, Any] = json.loads(unpacked(self.texts["solutions"]))
        return found

    def pictures(self) -> list[str]:
        """All pictures, put together again."""
        data = self.data()
        return [
            "".join(data["elements"][number] for number in solution["picture"])
            for solution in data["solutions"]
        ]


def unpacked(letters: str) -> str:
    return zlib.decompress(base64.b64decode(letters)).decode()
