"""The toolkit for pictures: text, SVG, PNG, pages. It knows no puzzle."""

from ilpuzzles.render.svg import VIEWS, Picture, PictureView
from ilpuzzles.render.text import Drawing, Segment, Sheet, as_plain, as_rich, sheet_text

__all__ = [
    "VIEWS",
    "Drawing",
    "Picture",
    "PictureView",
    "Segment",
    "Sheet",
    "as_plain",
    "as_rich",
    "sheet_text",
]
