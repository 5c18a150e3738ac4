// @ts-check
/* What hangs together on a board to draw on: pieces of line, regions that borders close, and clues
   that are met. Nothing here draws. */

import { distance } from "./geometry.js";
import { nameOf } from "./marking.js";
import { diamondOf, endsOf, isLine, key, sortOf, widthOf } from "./strokes.js";

/** @import { Table } from "./table.js" */

/** Colours that are told apart, on white as well as on a dark ground. */
export const THREADS = ["#1f78d1", "#d6401f", "#15883e", "#a63fc4", "#b06a00", "#0a8a94", "#d12a78",
  "#6a7d00", "#6b63e0", "#9a5f3c", "#5f7a8c", "#c9304b"];

/** Parts that grow together: each thing has a leader, which it shares with all of its part. */
class Parts {
  constructor() {
    /** @type {Map<string | number, string | number>} */
    this.above = new Map();
  }

  /** @param {string | number} thing @returns {string | number} */
  leader(thing) {
    let at = thing;
    for (let next = this.above.get(at); next !== undefined && next !== at; next = this.above.get(at))
      at = next;
    return at;
  }

  /** @param {string | number} one @param {string | number} other */
  join(one, other) {
    this.above.set(this.leader(one), this.leader(other));
  }
}

/** @param {Table} table @param {number} move */
const isDrawnLine = (table, move) => isLine(table, table.spotsOf[move][0])
  && ["line", "double line"].includes(nameOf(table, move));

/** How much worse it is that neighbours have the same colour than that others have it. */
const BESIDE_EACH_OTHER = 1000;

/**
 * Gives each of some parts a colour: one by its first thing, so that it keeps it while others come and
 * go; where that is taken, the next one that no neighbour has, and that is used least.
 * @param {number[]} firsts the number of the first thing of each part
 * @param {(one: number, other: number) => boolean} [touch] whether two parts do, by their numbers here
 */
function coloursOf(firsts, touch = () => false) {
  /** @type {number[]} */
  const chosen = [];
  for (const [part, first] of firsts.entries()) {
    const costs = THREADS.map(() => 0);
    for (const [other, colour] of chosen.entries())
      costs[colour] += touch(part, other) ? BESIDE_EACH_OTHER : 1;
    const inTurn = THREADS.map((_, at) => (first * 5 + at) % THREADS.length);
    chosen.push(inTurn.reduce((best, other) => (costs[other] < costs[best] ? other : best)));
  }
  return chosen.map((colour) => THREADS[colour]);
}

/**
 * A colour for each piece of line, by the moves that draw it; nothing where lines are borders.
 * @param {Table} table
 * @param {number[]} placed
 * @returns {Map<number, string>}
 */
export function threads(table, placed) {
  if (hasRegions(table)) return new Map();
  const lines = placed.filter((move) => isDrawnLine(table, move)), parts = new Parts();
  const ends = lines.map((move) => endsOf(table, table.spotsOf[move][0]).map(key));
  for (const [one, other] of ends) parts.join(one, other);
  const leaders = ends.map(([one]) => parts.leader(one));
  const all = [...new Set(leaders)];
  const colours = coloursOf(all.map((leader) => table.spotsOf[lines[leaders.indexOf(leader)]][0]));
  return new Map(lines.map((move, at) => [move, colours[all.indexOf(leaders[at])]]));
}

/** The cells on both sides of each line of a board, as far as there are two.
    @param {Table} table @returns {Map<number, [number, number]>} */
function sidesOf(table) {
  const cells = [...table.polygons.keys()].filter((spot) => !isLine(table, spot));
  const byMiddle = new Map(cells.map((spot) => [key(table.centres[spot]), spot]));
  /** @type {Map<number, [number, number]>} */
  const found = new Map();
  table.polygons.forEach((_, spot) => {
    if (!isLine(table, spot)) return;
    const [, side, , otherSide] = diamondOf(table, spot);
    const one = byMiddle.get(key(side)), other = byMiddle.get(key(otherSide));
    if (one !== undefined && other !== undefined) found.set(spot, [one, other]);
  });
  return found;
}

/**
 * Whether the lines of a board are the borders of regions: around the whole board there is none to draw.
 * @param {Table} table
 */
function hasRegions(table) {
  const { hasLines, hasCells, joinsCells } = sortOf(table);
  const lines = [...table.polygons.keys()].filter((spot) => isLine(table, spot));
  return hasLines && !hasCells && !joinsCells && sidesOf(table).size === lines.length;
}

/**
 * A colour for each region that borders close around one clue, by its cells; nothing on boards where
 * lines are no borders.
 * @param {Table} table
 * @param {number[]} placed
 * @returns {Map<number, string>}
 */
export function regions(table, placed) {
  if (!hasRegions(table)) return new Map();
  const sides = sidesOf(table);
  const drawn = new Set(placed.filter((move) => isDrawnLine(table, move)).map((move) => table.spotsOf[move][0]));
  const parts = new Parts();
  for (const [line, [one, other]] of sides) if (!drawn.has(line)) parts.join(one, other);
  const cells = [...new Set([...sides.values()].flat())].sort((one, other) => one - other);
  /** @type {Map<string | number, number>} */
  const clues = new Map();
  for (const leaders of cluesAmong(table, cells).map((touched) => touched.map((cell) => parts.leader(cell))))
    for (const leader of new Set(leaders))
      // A clue between two regions belongs to none.
      clues.set(leader, (clues.get(leader) ?? 0) + (new Set(leaders).size > 1 ? 2 : 1));
  const closed = [...new Set(cells.map((cell) => parts.leader(cell)))].filter((leader) => clues.get(leader) === 1);
  const beside = new Set([...sides.values()].map((both) =>
    both.map((cell) => closed.indexOf(parts.leader(cell))).sort((one, other) => one - other).join()));
  const colours = coloursOf(closed.map((leader) => cells.findIndex((cell) => parts.leader(cell) === leader)),
    (one, other) => beside.has([one, other].sort((a, b) => a - b).join()));
  return new Map(cells.flatMap((cell) => {
    const at = closed.indexOf(parts.leader(cell));
    return at < 0 ? [] : [[cell, colours[at]]];
  }));
}

/**
 * The cells that each clue touches: its own, or those around a dot.
 * @param {Table} table
 * @param {number[]} cells
 */
function cluesAmong(table, cells) {
  const all = table.data.spots.clue ?? [];
  return [...all.keys()].filter((spot) => all[spot]).map((spot) => {
    const reach = 0.75 * widthOf(table, cells[0]);
    return cells.includes(spot) ? [spot]
      : cells.filter((cell) => distance(table.centres[cell], table.centres[spot]) < reach);
  });
}

/**
 * The spots of clues that are met: so many marks are drawn as they say. A 0 is met once nothing of it
 * is open.
 * @param {Table} table
 * @param {number[]} placed
 */
export function metClues(table, placed) {
  const owners = table.owners(placed);
  return (table.data.habits?.counted ?? []).filter(({ number, moves }) => {
    const drawn = moves.filter((move) => owners.get(table.spotsOf[move][0]) === move).length;
    const isOpen = moves.some((move) => !owners.has(table.spotsOf[move][0]));
    return drawn === number && (number > 0 || !isOpen);
  }).map(({ spot }) => spot);
}
