"""What a person could not read: too little contrast, boxes or letters that overlap or stick out."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Locator

_TOO_FAINT = """(root, least) => {
  const parsed = text => {
    const numbers = text.match(/[\\d.]+/g).map(Number);
    return [...numbers.slice(0, 3), numbers[3] ?? 1];
  };
  const over = (front, back) => {
    const share = front[3];
    return [0, 1, 2].map(i => front[i] * share + back[i] * (1 - share)).concat(1);
  };
  const ground = element => {
    const layers = [];
    for (let e = element; e; e = e.parentElement)
      layers.push(parsed(getComputedStyle(e).backgroundColor));
    return layers.reverse().reduce((back, front) => over(front, back), [255, 255, 255, 1]);
  };
  const light = colour => {
    const [r, g, b] = colour.slice(0, 3).map(value => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const faint = [];
  for (const element of root.querySelectorAll("*")) {
    const words = [...element.childNodes].filter(n => n.nodeType === 3 && n.data.trim());
    const shown = element.getClientRects().length && !element.closest("style,option,:disabled");
    const field = element.matches("input:not([type=checkbox]),select");
    if (!shown || !(words.length || field)) continue;
    const back = ground(element), ink = over(parsed(getComputedStyle(element).color), back);
    const [dark, bright] = [light(back), light(ink)].sort((a, b) => a - b);
    const ratio = (bright + 0.05) / (dark + 0.05);
    if (ratio < least) faint.push(`${ratio.toFixed(2)}: ${element.textContent.slice(0, 60)}`);
  }
  return faint;
}"""

_MISPLACED = """root => {
  const wrong = [], outer = root.getBoundingClientRect();
  const boxes = [...root.querySelectorAll("select,input,button,label,.widget-html-content,img")]
    .filter(e => e.getClientRects().length && !e.closest("label label"))
    .map(e => [e, e.getBoundingClientRect()]).filter(([e, box]) => box.width && box.height);
  const named = e => `${e.tagName} ${(e.textContent || e.alt || "").slice(0, 40)}`;
  // What a row that scrolls hides is scrolled to.
  const hidden = e => e !== root && (/auto|scroll/.test(getComputedStyle(e).overflowX)
    ? e.scrollWidth > e.clientWidth : hidden(e.parentElement));
  for (const [e, box] of boxes)
    if ((box.left < outer.left - 1 || box.right > outer.right + 1) && !hidden(e))
      wrong.push(`sticks out: ${named(e)}`);
  boxes.forEach(([e, a], i) => boxes.slice(i + 1).forEach(([f, b]) => {
    if (e.contains(f) || f.contains(e)) return;
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 1 && high > 1) wrong.push(`overlap: ${named(e)} / ${named(f)}`);
  }));
  return wrong;
}"""

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


def too_faint(root: Locator, least: float = 4.5) -> list[str]:
    """The texts whose contrast is less than that, with it; what cannot be used is left out."""
    found: list[str] = root.evaluate(_TOO_FAINT, least)
    return found


def misplaced(root: Locator) -> list[str]:
    """What sticks out at the sides or lies over something else."""
    found: list[str] = root.evaluate(_MISPLACED)
    return found


def wrong_letters(picture: Locator) -> list[str]:
    """The texts of a picture that are cut off, lie on each other, or touch another's ring."""
    found: list[str] = picture.evaluate(_WRONG_LETTERS)
    return found
