"""Pictures of boards and solutions: text, SVG, PNG, pages."""

from ilpuzzles.render.pictures import (
    Keys,
    board_picture,
    board_svg,
    board_text,
    shape_svg,
    shape_text,
    small_text,
)
from ilpuzzles.render.segments import Drawing, Segment, as_plain, as_rich
from ilpuzzles.render.sheet_text import Sheet, sheet_text
from ilpuzzles.render.svg_document import Picture
from ilpuzzles.render.views import VIEWS, PictureView

__all__ = [
    "VIEWS",
    "Drawing",
    "Keys",
    "Picture",
    "PictureView",
    "Segment",
    "Sheet",
    "as_plain",
    "as_rich",
    "board_picture",
    "board_svg",
    "board_text",
    "shape_svg",
    "shape_text",
    "sheet_text",
    "small_text",
]
