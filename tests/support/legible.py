"""What a person could not read on a page: too little contrast, boxes that overlap or stick out."""

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


def too_faint(root: Locator, least: float = 4.5) -> list[str]:
    """The texts whose contrast is less than that, with it; what cannot be used is left out."""
    found: list[str] = root.evaluate(_TOO_FAINT, least)
    return found


def misplaced(root: Locator) -> list[str]:
    """What sticks out at the sides or lies over something else."""
    found: list[str] = root.evaluate(_MISPLACED)
    return found
