// @ts-check
/* Strokes: which lines and cells a pointer goes along on a board to draw on. Nothing here changes what
   is drawn. */

import { contains, distance } from "./geometry.js";

/** @import { Drag, Place, Point } from "./types.d.ts" */
/** @import { Table } from "./table.js" */

/** How far from the middle of a line a stroke may cross it, as a part of its length. */
const BESIDE = 0.3;

/** Units from which on a line is long, and others may cross it: a stroke has to go along it. */
const LONG = 50;

/** How much of the way has to go along a line, and along a long one. */
const ALONG = 0.5, ALONG_LONG = 0.8;

/** Units between the places of a stroke that are looked at. */
const STRIDE = 3;

/** Units over which the direction of a stroke is taken, and from which on it has one. */
const ROPE = 12, SHORTEST_ROPE = 6;

/** How near to the middle of a line a stroke may begin that goes along it, as a part of its length. */
const BEGUN = 0.2;

/** How much of a line is left behind when a stroke goes back over it. */
const LEFT_BEHIND = 0.2;

/** How near to the middle of a cell a click is meant for the cell, and a stroke that begins there, as a
    part of its width. */
const CLICK_MIDDLE = 0.2, STROKE_MIDDLE = 0.28;

/** How near to the middle of a cell a stroke has to come that chooses cells: diagonals stay thin. */
const NEAR_MIDDLE = 0.42;

/** Whether a place is for a line between cells.
    @param {Table} table @param {number} spot */
export const isLine = (table, spot) => table.data.spots.line?.[spot] ?? false;

/** What a board has to draw on. */
const SORTS = /** @type {WeakMap<Table, { hasLines: boolean, hasCells: boolean, joinsCells: boolean,
  isBridged: boolean }>} */ (new WeakMap());

/**
 * What can be drawn on a board: lines, marks in cells; whether lines join the middles of cells, and
 * whether some of these are no neighbours, as islands.
 * @param {Table} table
 */
export function sortOf(table) {
  const known = SORTS.get(table);
  if (known) return known;
  const open = table.bySpot.flatMap((moves, spot) => (moves.length ? [spot] : []));
  const lines = open.filter((spot) => isLine(table, spot));
  const cells = [...table.polygons.keys()].filter((spot) => !isLine(table, spot));
  const middles = new Set(cells.map((spot) => key(table.centres[spot])));
  const found = {
    hasLines: lines.length > 0,
    hasCells: lines.length < open.length,
    joinsCells: lines.length > 0 && lines.every((spot) =>
      endsOf(table, spot).every((end) => middles.has(key(end)))),
    isBridged: lines.some((spot) => lengthOf(table, spot) > LONG),
  };
  found.isBridged &&= found.joinsCells;
  SORTS.set(table, found);
  return found;
}

/** A place as a key of a map: in whole units.
    @param {Point} place */
export const key = ([x, y]) => `${Math.round(x)},${Math.round(y)}`;

/** The corners of all lines, as the data of a board has them.
    @type {WeakMap<Table, Point[][]>} */
const DIAMONDS = new WeakMap();

/**
 * The corners of a line: an end, what is beside it, the other end, and what is at the other side. In
 * the polygons of a table they go clockwise, from any of them.
 * @param {Table} table
 * @param {number} spot
 */
export function diamondOf(table, spot) {
  const all = DIAMONDS.get(table) ?? [];
  DIAMONDS.set(table, all);
  if (!all[spot]) {
    const numbers = (table.data.spots.path[spot].match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
    all[spot] = [0, 2, 4, 6].map((at) => [numbers[at], numbers[at + 1]]);
  }
  return all[spot];
}

/**
 * The two ends of a line.
 * @param {Table} table
 * @param {number} spot
 * @returns {[Point, Point]}
 */
export function endsOf(table, spot) {
  const [one, , other] = diamondOf(table, spot);
  return [one, other];
}

/** @param {Table} table @param {number} spot */
const lengthOf = (table, spot) => distance(...endsOf(table, spot));

/** How wide a cell is.
    @param {Table} table @param {number} spot */
export const widthOf = (table, spot) =>
  2 * Math.min(...table.polygons[spot].map((corner, at, all) => {
    const next = all[(at + 1) % all.length];
    return distance([(corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2], table.centres[spot]);
  }));

/**
 * The cell at a place, whatever lines lie above it; -1 for none.
 * @param {Table} table
 * @param {Place | null | undefined} at
 */
export function cellAt(table, at) {
  if (!at) return -1;
  return table.polygons.findIndex((polygon, spot) => !isLine(table, spot)
    && table.data.spots.view[spot] === at.view && contains(polygon, at.place));
}

/**
 * The cell at whose middle a place is, on a board of lines: no line is meant there. Where lines join
 * the middles of cells that have marks as well, it is a cell with marks.
 * @param {Table} table
 * @param {Place | null | undefined} at
 * @param {boolean} [begins] whether a stroke begins there
 */
export function middleCell(table, at, begins = false) {
  const { hasLines, hasCells, joinsCells } = sortOf(table), cell = cellAt(table, at);
  if (!hasLines || !at || cell < 0) return -1;
  if (hasCells && !(joinsCells && table.bySpot[cell].length)) return -1;
  const part = begins ? STROKE_MIDDLE : CLICK_MIDDLE;
  return distance(at.place, table.centres[cell]) <= part * widthOf(table, cell) ? cell : -1;
}

/**
 * How far along a line a place is: 0 at the one end, 1 at the other.
 * @param {[Point, Point]} ends
 * @param {Point} at
 */
function partOf([[x, y], [u, v]], at) {
  const [a, b] = [u - x, v - y];
  return ((at[0] - x) * a + (at[1] - y) * b) / (a * a + b * b);
}

/** A moment of a stroke: where it is, where it was before, where its rope ends, and where it began.
    @typedef {{ at: Point, before: Point, rope: Point, start: Point }} Moment */

/**
 * The moments of a stroke on its way from one place to the next.
 * @param {Point} start where the stroke began
 * @param {Point} from
 * @param {Point} to
 * @param {Point} rope
 */
export function momentsOf(start, from, to, rope) {
  const steps = Math.max(1, Math.ceil(distance(from, to) / STRIDE));
  /** @type {Moment[]} */
  const found = [];
  let before = from;
  for (let step = 1; step <= steps; step++) {
    const part = step / steps;
    /** @type {Point} */
    const at = [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part];
    const long = distance(rope, at);
    // As a rope that is drawn along: it smooths the way of a hand that trembles.
    if (long > ROPE)
      rope = [at[0] + (rope[0] - at[0]) * ROPE / long, at[1] + (rope[1] - at[1]) * ROPE / long];
    found.push({ at, before, rope, start });
    before = at;
  }
  return found;
}

/**
 * Whether a stroke crosses the middle of a line just now, and goes along it.
 * @param {[Point, Point]} ends
 * @param {Moment} moment
 */
function crosses(ends, { at, before, rope, start }) {
  const length = distance(...ends), way = distance(rope, at);
  const middle = /** @type {Point} */ ([(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2]);
  const isPassed = (partOf(ends, before) < 0.5) !== (partOf(ends, at) < 0.5);
  const isBegun = distance(start, middle) <= BEGUN * length && way >= SHORTEST_ROPE;
  if (!isPassed && !isBegun) return false;
  if (distance(at, middle) > BESIDE * length) return false;
  if (length < LONG && way < SHORTEST_ROPE) return true;
  const along = Math.abs(partOf(ends, at) - partOf(ends, rope)) * length;
  return along > (length < LONG ? ALONG : ALONG_LONG) * way;
}

/**
 * The lines that a stroke crosses just now.
 * @param {Table} table
 * @param {number} view
 * @param {Moment} moment
 */
export function crossedLines(table, view, moment) {
  const { polygons, bySpot } = table;
  return [...polygons.keys()].filter((spot) => isLine(table, spot) && bySpot[spot].length > 0
    && table.data.spots.view[spot] === view
    // Along a long line, a stroke stays where a click would meet it.
    && (lengthOf(table, spot) < LONG || contains(polygons[spot], moment.at)
      || contains(polygons[spot], moment.before))
    && crosses(endsOf(table, spot), moment));
}

/**
 * The ends of a line that a stroke crosses, first the one from which it comes.
 * @param {Table} table
 * @param {number} spot
 * @param {Moment} moment
 */
export function passedFrom(table, spot, { at, rope }) {
  const ends = endsOf(table, spot);
  return partOf(ends, rope) <= partOf(ends, at) ? ends : /** @type {[Point, Point]} */ ([ends[1], ends[0]]);
}

/**
 * Whether a stroke is back at the end from which it has crossed a line.
 * @param {[Point, Point]} ends the first one is that from which it came
 * @param {Moment} moment
 */
export const isBack = (ends, { at }) =>
  partOf(ends, at) < LEFT_BEHIND && distance(at, ends[0]) < 0.5 * distance(...ends);

/**
 * The cell that a stroke goes through just now; -1 for none.
 * @param {Table} table
 * @param {number} view
 * @param {Moment} moment
 * @param {boolean} [near] whether only near to its middle
 */
export function crossedCell(table, view, { at }, near = false) {
  const cell = cellAt(table, { view, place: at });
  if (cell < 0 || !near) return cell;
  return distance(at, table.centres[cell]) <= NEAR_MIDDLE * widthOf(table, cell) ? cell : -1;
}

/**
 * Whether a stroke was so short that it was a tap.
 * @param {Table} table
 * @param {Drag} drag
 */
export function isShort(table, { start, entered, spot }) {
  if (!start || !entered || spot < 0) return false;
  const reach = isLine(table, spot) ? Math.min(lengthOf(table, spot), LONG) : widthOf(table, spot);
  return distance(start, entered) < 0.45 * reach;
}
