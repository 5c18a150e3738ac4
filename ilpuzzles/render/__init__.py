"""Pictures of boards and solutions: text and SVG."""

from ilpuzzles.render.pictures import Keys, board_svg, board_text, shape_text
from ilpuzzles.render.segments import Drawing, Segment, as_plain, as_rich

__all__ = [
    "Drawing",
    "Keys",
    "Segment",
    "as_plain",
    "as_rich",
    "board_svg",
    "board_text",
    "shape_text",
]
