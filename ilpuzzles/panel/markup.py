"""The texts of a panel as HTML, and its style sheet.

What is coloured has a ground of its own, so that it reads on light and dark pages alike, and says
the same in words.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape

STYLE = """<style>
.ilpuzzles-panel { max-width: 100%; gap: 6px; padding: 4px; overflow: hidden; }
.ilpuzzles-panel .widget-html, .ilpuzzles-panel .widget-html-content {
  height: auto; min-height: 0; line-height: 1.4; overflow-wrap: anywhere; }
.ilpuzzles-panel .widget-html-content:empty { display: none; }
.ilpuzzles-panel .widget-html { margin: 0 2px; max-width: 100%; }
.ilpuzzles-panel .ilpuzzles-row { gap: 2px 12px; flex-flow: row wrap; align-items: center; }
.ilpuzzles-panel .ilpuzzles-group { gap: 0 10px; flex-flow: row wrap; align-items: center; }
.ilpuzzles-panel .ilpuzzles-group .widget-checkbox { height: auto; margin: 2px 0; }
.ilpuzzles-panel .ilpuzzles-group .widget-label-basic input { margin: 0 8px 0 2px; }
.ilpuzzles-panel .ilpuzzles-group .widget-label-basic,
.ilpuzzles-panel .ilpuzzles-group .widget-label-basic span {
  height: auto; white-space: normal; line-height: 1.4; align-items: center; font-weight: 600; }
.ilpuzzles-head { font-weight: 600; margin-top: 4px; }
.ilpuzzles-off, .ilpuzzles-bad, .ilpuzzles-told {
  display: inline-block; border-radius: 4px; padding: 1px 8px; margin: 1px 0; }
.ilpuzzles-off { background: #fff3cd; color: #5c4400; }
.ilpuzzles-bad { background: #fde8e8; color: #8f1218; }
.ilpuzzles-told { background: #e7f1fb; color: #123f6d; }
.ilpuzzles-outcome { font-size: 1.15em; font-weight: 600; }
.ilpuzzles-picture img { max-width: 100%; height: auto; display: block; background: #fff;
  border-radius: 10px; }
.ilpuzzles-picture pre, .ilpuzzles-reason pre { margin: 0; white-space: pre-wrap;
  overflow-wrap: anywhere; color: inherit; background: transparent; }
.ilpuzzles-picture pre { white-space: pre; overflow-x: auto; }
</style>"""

_NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'


def head(text: str) -> str:
    """A heading."""
    return f"<div class='ilpuzzles-head'>{escape(text)}</div>"


def why(text: str, *, on: bool) -> str:
    """What a group says, and whether it is off."""
    off = "" if on else "<span class='ilpuzzles-off'>off</span> "
    return f"{off}{escape(text)}"


def outcome(text: str) -> str:
    """The verdict; it is read out when it changes."""
    return f"<div role='status' class='ilpuzzles-outcome'>{escape(text)}</div>"


def told(text: str) -> str:
    """A remark that stands out."""
    return f"<span class='ilpuzzles-told'>{escape(text)}</span>" if text else ""


def bad(*texts: str) -> str:
    """What is wrong, a box for each."""
    return "".join(
        f"<div><span class='ilpuzzles-bad'>{escape(text)}</span></div>" for text in texts
    )


def plain(text: str) -> str:
    """A line of text."""
    return escape(text)


def lines(text: str) -> str:
    """Several lines as they are."""
    return f"<pre>{escape(text)}</pre>" if text else ""


def picture(title: str, svg: str, letters: str) -> str:
    """A picture, or where there is none, its letters.

    An image of its own: the style sheets of several documents in one page would mix.
    """
    if not svg:
        return lines(letters)
    start = svg.find("<svg")
    if start >= 0 and _NAMESPACE[:6] not in svg[start : svg.find(">", start)]:
        svg = svg.replace("<svg", f"<svg {_NAMESPACE}", 1)
    data = b64encode(svg.encode()).decode()
    return f"<img alt='{escape(title)}' src='data:image/svg+xml;base64,{data}'>"
