"""Makes the pictures of the README.

Run it from the top of the checkout:

python scripts/make_pictures.py
"""

from __future__ import annotations

from pathlib import Path

from ilpuzzles.workbench import experiment, solve

FOLDER = Path(__file__).parent.parent / "docs" / "pictures"


def main() -> None:
    """Writes all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    hopeless = experiment("lonpos", file=FOLDER.parent / "hopeless.yaml", backend="cpsat")
    pictures = {
        "lonpos-8pieces": solve("lonpos", "8pieces", backend="cpsat").svg(),
        "lonpos-explained": hopeless.explain(["starting position"]).svg(),
        "tower": solve("tower", parameters={"height": 4}, backend="cpsat").svg(),
        "tritetratan": solve("tritetratan", backend="cpsat").svg(),
        "pyramid": solve("pyramid", backend="cpsat").svg(),
        "cube": solve("cube", backend="cpsat").svg(),
        "hexiamonds": solve("hexiamonds", backend="cpsat").svg(),
    }
    for name, picture in pictures.items():
        path = FOLDER / f"{name}.svg"
        path.write_text(picture, encoding="utf-8")
        print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
