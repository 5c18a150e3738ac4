"""The sizes and colours of SVG pictures, and their style sheet."""

from __future__ import annotations

MARGIN = 14
TITLE = 22
LINE = 18
GROUND = "#f8f9fa"
CLASH_INK = "#c1121f"
_LINES = "#ced4da"
_SEAM = "#868e96"
_TEXT = "#212529"

_ALWAYS = (
    f".t{{font-size:14px;fill:{_TEXT}}}",
    f".c{{fill:#fff;stroke:{_LINES}}}",
    ".p{stroke-width:2;fill-rule:evenodd}",
    ".r{fill:none;stroke-width:2}",
    f".x{{fill:none;stroke:{CLASH_INK}}}",
    f".s{{font-size:14px;fill:{CLASH_INK};stroke:#fff;stroke-width:3;paint-order:stroke}}",
    ".o{fill-opacity:.45}",
    ".n{fill:none;stroke:#fff;stroke-width:5}",
    f".m{{fill:none;stroke:{CLASH_INK};stroke-width:3;stroke-dasharray:5 3}}",
)
_WHERE_USED = {
    "w": f".w{{fill:none;stroke:{_SEAM};stroke-width:2;stroke-dasharray:6 5}}",
    "g": f".g{{fill:{GROUND};fill-rule:evenodd}}",
    "b": ".b{fill:#fff}",
    "q": ".q{stroke-width:1.1}",
    "e": ".e{fill:none;stroke-width:1.6;stroke-linecap:round}",
    "f": ".f{fill:none;stroke-width:1.5;stroke-opacity:.7}",
    "l": f".l{{font:13px sans-serif;text-anchor:start;fill:{_TEXT}}}",
}


# Pieces come one after the other, unless their reader prefers less motion.
_ANIMATION = (
    "@keyframes ilpuzzles-piece{from{opacity:0;transform:translateY(-14px)}}"
    "@media (prefers-reduced-motion:no-preference){.ilpuzzles-moving .piece"
    "{animation:ilpuzzles-piece .5s ease-out both;animation-delay:calc(var(--n)*.35s)}}"
)


def style(body: str, *, animated: bool = False) -> str:
    """The style sheet of a picture.

    Nothing in it differs from picture to picture, since in a page it reaches all of them. What
    does, such as the size of letters, stands at the root of each.

    Args:
        body: The elements of the picture; classes that few pictures use are left out elsewhere.
        animated: Whether pieces appear one after the other.
    """
    rules = [
        "text{font-weight:bold;font-family:sans-serif;text-anchor:middle}",
        *_ALWAYS,
        *(rule for name, rule in _WHERE_USED.items() if f'class="{name}"' in body),
    ]
    # Every rule names the class of the root: in a page with more pictures, styles reach everything.
    sheet = "".join(f".ilpuzzles {rule}" for rule in rules)
    return f"{sheet}{_ANIMATION}" if animated else sheet
