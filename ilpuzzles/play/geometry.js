// @ts-check
/* Shapes on paper: polygons are lists of corners, clockwise on the screen. */

/** @import { Face, Point, Polygon, Side } from "./types.d.ts" */

const WAYS = ["above", "at the upper right", "on the right", "at the lower right", "below",
  "at the lower left", "on the left", "at the upper left"];

/** @param {Point} one @param {Point} other */
export const distance = ([x, y], [u, v]) => Math.hypot(x - u, y - v);

/**
 * The corners of a polygon that is written as a path, clockwise on the screen.
 * @param {string} path
 * @returns {Polygon}
 */
export function corners(path) {
  const numbers = (String(path).match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
  /** @type {Polygon} */
  const found = [];
  for (let i = 0; i + 1 < numbers.length; i += 2) found.push([numbers[i], numbers[i + 1]]);
  let area = 0;
  found.forEach(([x, y], i) => {
    const [u, v] = found[(i + 1) % found.length];
    area += x * v - u * y;
  });
  return area < 0 ? found.reverse() : found;
}

/**
 * @param {readonly Point[]} points
 * @returns {Point}
 */
export const middle = (points) => [
  points.reduce((sum, [x]) => sum + x, 0) / points.length,
  points.reduce((sum, [, y]) => sum + y, 0) / points.length,
];

/**
 * @param {Polygon} polygon
 * @returns {Side[]}
 */
export const sides = (polygon) =>
  polygon.map((start, i) => [start, polygon[(i + 1) % polygon.length]]);

/** @param {Point} start @param {Point} end */
const sideKey = ([a, b], [c, d]) => `${a},${b};${c},${d}`;

/**
 * Whether a place is in a polygon whose corners all point outwards.
 * @param {Polygon} polygon
 * @param {Point} place
 */
export const contains = (polygon, [x, y]) => sides(polygon).every(([[a, b], [c, d]]) =>
  (c - a) * (y - b) - (d - b) * (x - a) >= -1e-6);

/**
 * The polygons that hang together by whole sides, as lists of their numbers.
 * @param {Polygon[]} polygons
 * @returns {number[][]}
 */
export function parts(polygons) {
  /** @type {Map<string, number>} */
  const owner = new Map();
  polygons.forEach((polygon, i) =>
    sides(polygon).forEach(([start, end]) => owner.set(sideKey(start, end), i)));
  const seen = new Set();
  return polygons.flatMap((_, first) => {
    if (seen.has(first)) return [];
    const part = [first];
    seen.add(first);
    for (const i of part)
      for (const [start, end] of sides(polygons[i])) {
        const other = owner.get(sideKey(end, start));
        if (other !== undefined && !seen.has(other)) {
          seen.add(other);
          part.push(other);
        }
      }
    return [part];
  });
}

/** @param {Point} before @param {Point} here @param {Point} after */
const turnedBy = ([a, b], [c, d], [e, f]) =>
  Math.atan2((c - a) * (f - d) - (d - b) * (e - c), (c - a) * (e - c) + (d - b) * (f - d));

/**
 * The item before a number in a ring of items.
 * @template T
 * @param {readonly T[]} ring
 * @param {number} i
 */
const before = (ring, i) => ring[(i + ring.length - 1) % ring.length];

/**
 * The outline of polygons that share whole sides: closed loops with the inside on the right.
 * @param {Polygon[]} polygons
 * @returns {Polygon[]}
 */
export function outline(polygons) {
  /** @type {Map<string, Side>} */
  const open = new Map();
  for (const polygon of polygons)
    for (const [start, end] of sides(polygon))
      if (!open.delete(sideKey(end, start))) open.set(sideKey(start, end), [start, end]);
  /** @type {Map<string, Side[]>} */
  const onward = new Map();
  for (const side of open.values()) {
    const key = String(side[0]);
    onward.set(key, [...(onward.get(key) ?? []), side]);
  }
  /** @type {Polygon[]} */
  const loops = [];
  while (open.size) {
    /** @type {Side | undefined} */
    let side = open.values().next().value;
    /** @type {Polygon} */
    const loop = [];
    while (side && open.delete(sideKey(...side))) {
      loop.push(side[0]);
      const [start, corner] = side;
      const next = (onward.get(String(corner)) ?? []).filter((s) => open.has(sideKey(...s)));
      side = next.sort((s, t) => turnedBy(start, corner, t[1]) - turnedBy(start, corner, s[1]))[0];
    }
    const bent = loop.filter((here, i) => {
      const turn = turnedBy(before(loop, i), here, loop[(i + 1) % loop.length]);
      return Math.abs(turn) > 1e-3;
    });
    loops.push(bent);
  }
  return loops;
}

/**
 * The direction from a side to the inside, of length 1.
 * @param {Point} start
 * @param {Point} end
 * @returns {Point}
 */
export function inwards([a, b], [c, d]) {
  const length = Math.hypot(c - a, d - b) || 1;
  return [(b - d) / length, (c - a) / length];
}

/**
 * A loop whose sides are moved to the inside.
 * @param {Polygon} loop
 * @param {number} by
 * @returns {Polygon}
 */
export function pulledIn(loop, by) {
  return loop.map((here, i) => {
    const [ax, ay] = inwards(before(loop, i), here);
    const [bx, by_] = inwards(here, loop[(i + 1) % loop.length]);
    const scale = by / Math.max(1 + ax * bx + ay * by_, 0.2);
    return [here[0] + scale * (ax + bx), here[1] + scale * (ay + by_)];
  });
}

/** @param {Point} place */
const spelt = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/**
 * Loops as a path with rounded corners.
 * @param {Polygon[]} loops
 * @param {number} radius
 */
export function rounded(loops, radius) {
  /** @param {Point} from @param {Point} to @returns {Point} */
  const towards = ([a, b], [c, d]) => {
    const length = Math.hypot(c - a, d - b);
    const share = length ? Math.min(radius / length, 0.5) : 0;
    return [a + share * (c - a), b + share * (d - b)];
  };
  return loops.map((loop) => `${loop.map((here, i) => {
    const enter = towards(here, before(loop, i));
    const leave = towards(here, loop[(i + 1) % loop.length]);
    return `${i ? "L" : "M"}${spelt(enter)}Q${spelt(here)} ${spelt(leave)}`;
  }).join("")}Z`).join("");
}

/**
 * What is a share of the way from one place to another.
 * @param {Point} one
 * @param {Point} other
 * @param {number} share
 * @returns {Point}
 */
export const between = ([x, y], [u, v], share) => [x + share * (u - x), y + share * (v - y)];

/**
 * The sides of a polygon clockwise from the top, each with the way to it in words.
 * @param {Polygon} polygon
 * @returns {Face[]}
 */
export function sidesFromTop(polygon) {
  const [x, y] = middle(polygon);
  return sides(polygon).map((side) => {
    const [u, v] = middle(side), turn = Math.atan2(u - x, y - v) / (2 * Math.PI);
    /** @type {Face} */
    const face = { side, middle: [u, v], way: WAYS[Math.round(turn * 8 + 8) % 8],
      turn: (turn + 1.005) % 1 }; // what is straight above is not a hair to the left of it
    return face;
  }).sort((one, other) => one.turn - other.turn);
}

/**
 * The outline of polygons as a path, a little smaller and with rounded corners.
 * @param {Polygon[]} polygons
 * @param {number} by
 * @param {number} radius
 */
export const joined = (polygons, by, radius) =>
  rounded(outline(polygons).map((loop) => pulledIn(loop, by)), radius);
