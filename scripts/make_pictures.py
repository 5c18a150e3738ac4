"""Makes the pictures of the README.

Run it from the top of the checkout:

python scripts/make_pictures.py
"""

from __future__ import annotations

from pathlib import Path

from ilpuzzles.workbench import solve

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"


def main() -> None:
    """Writes all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    path = FOLDER / "lonpos-8pieces.svg"
    path.write_text(solve("lonpos", "8pieces", backend="cpsat").svg(), encoding="utf-8")
    print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
