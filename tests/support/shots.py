"""What is wrong with the letters of a picture, as a browser lays them out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator

# The box of a text is as high as its line, which differs from font to font; what counts is its ink.
_WRONG_LETTERS = """svg => {
  const wrong = [], frame = svg.getBoundingClientRect();
  const scale = frame.width / svg.viewBox.baseVal.width;
  const pen = document.createElement("canvas").getContext("2d");
  const boxes = [...svg.querySelectorAll("text")].filter(text => text.textContent).map(text => {
    const style = getComputedStyle(text), box = text.getBoundingClientRect();
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const ink = pen.measureText(text.textContent), toScreen = text.getScreenCTM();
    const baseline = text.getStartPositionOfChar(0).matrixTransform(toScreen).y;
    return [
      text.textContent, box.left, baseline - ink.actualBoundingBoxAscent * toScreen.d,
      box.right, baseline + ink.actualBoundingBoxDescent * toScreen.d,
    ];
  });
  for (const [letters, left, top, right, bottom] of boxes) {
    if (left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom)
      wrong.push(`clipped: ${letters}`);
  }
  // Rings of given pieces, each with a letter of its own in it, and no other one.
  for (const ring of svg.querySelectorAll("circle.r")) {
    const box = ring.getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    for (const [letters, left, top, right, bottom] of boxes) {
      const dx = Math.max(left - x, 0, x - right), dy = Math.max(top - y, 0, y - bottom);
      const near = Math.hypot(dx, dy) < box.width / 2;
      const own = Math.abs((left + right) / 2 - x) < scale;
      if (near && !own) wrong.push(`in a ring: ${letters}`);
    }
  }
  boxes.forEach(([one, ...a], number) => boxes.slice(number + 1).forEach(([other, ...b]) => {
    const wide = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
    const high = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
    if (wide > scale && high > scale) wrong.push(`overlap: ${one} / ${other}`);
  }));
  return wrong;
}"""


def wrong_letters(picture: Locator) -> list[str]:
    """The texts of a picture that are cut off, lie on each other, or touch another's ring."""
    found: list[str] = picture.evaluate(_WRONG_LETTERS)
    return found
