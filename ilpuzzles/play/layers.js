// @ts-check
/* Boards in layers: a piece goes wherever it covers the spot that is pointed at, whatever cell it is
   held by, and says where it would stick out. Pure. */

/** @import { Hand, Place, Vertex } from "./types.d.ts" */
/** @import { Table } from "./table.js" */

const HAIR = 1e-3; // places in space that are nearer are the same one

/** @typedef {Pick<Hand, "piece" | "shape" | "anchor">} Held */

/** Whether a board shows layers side by side, or stands in space.
    @param {Table} table */
export const isSolid = ({ data }) => data.views.length > 1 || Boolean(data.space);

/** @param {Vertex} place */
export const placeKey = ([x, y, z]) => [x, y, z].map((value) => Math.round(value / HAIR)).join(" ");

/**
 * The moves of a piece, as it is turned, that fit.
 * @param {Table} table
 * @param {Held} held
 * @param {number[]} placed
 */
export function fittingMoves(table, { piece, shape }, placed) {
  if (table.left(piece, placed) <= 0) return [];
  const owners = table.owners(placed);
  return (table.byShape.get(`${piece}:${shape}`) ?? []).filter((move) =>
    !table.spotsOf[move].some((spot) => owners.has(spot)) && !table.clashes(move, placed).length);
}

/**
 * The spots that what is in the hand can cover as it is turned; none on a flat board.
 * @param {Table} table
 * @param {Held | null} held
 * @param {number[]} placed
 * @returns {Set<number>}
 */
export function reachableSpots(table, held, placed) {
  if (!held || !isSolid(table)) return new Set();
  return new Set(fittingMoves(table, held, placed).flatMap((move) => table.spotsOf[move]));
}

/**
 * How far two spots are from each other, in space where that is known.
 * @param {Table} table
 * @param {number} one
 * @param {number} other
 */
function spotsApart({ data, centres }, one, other) {
  const { space, view } = data.spots, from = space?.[one], to = space?.[other];
  if (from && to) return Math.hypot(from[0] - to[0], from[1] - to[1], from[2] - to[2]);
  const [x, y] = centres[one], [u, v] = centres[other];
  return Math.hypot(x - u, y - v, 44 * (view[one] - view[other]));
}

/**
 * The move that would be laid by pointing at a spot, or -1: the held cell goes there if it can, else
 * the piece covers the spot in the nearest way; else it is shown where it clashes.
 * @param {Table} table
 * @param {Held} held
 * @param {number} spot
 * @param {number[]} placed
 */
export function moveOver(table, held, spot, placed) {
  const { anchor, piece, shape } = held;
  let best = -1, least = Infinity;
  for (const move of fittingMoves(table, held, placed)) {
    const own = table.spotsOf[move];
    if (!own.includes(spot)) continue;
    const far = spotsApart(table, own[anchor] ?? own[0], spot);
    if (far < least - HAIR) [best, least] = [move, far];
  }
  if (best >= 0) return best;
  return (table.byShape.get(`${piece}:${shape}`) ?? []).find((move) =>
    table.spotsOf[move][anchor] === spot) ?? -1;
}

/**
 * The layers of a solid from the top: how high each is, and what it is called.
 * @param {Table} table
 */
function layerHeights({ data }) {
  const { space = [], view } = data.spots;
  return data.views.map(({ name }, number) => {
    const spot = view.findIndex((other, at) => other === number && space[at]);
    return { name: String(name ?? ""), height: space[spot]?.[2] ?? NaN };
  }).filter(({ height }) => !Number.isNaN(height)).sort((one, other) => other.height - one.height);
}

/**
 * Where what is in the hand would stick out if the cell by which it is held lay on a spot, in words;
 * nothing if that is not known.
 * @param {Table} table
 * @param {Held} held
 * @param {number} spot
 */
export function sticksOut(table, { piece, shape, anchor }, spot) {
  const space = table.data.spots.space, from = space?.[spot];
  const [like] = table.byShape.get(`${piece}:${shape}`) ?? [];
  if (!space || !from || table.data.views.length < 2) return "";
  if (like === undefined) return "turned like this, it fits nowhere";
  const there = new Set(space.flatMap((place) => (place ? [placeKey(place)] : [])));
  const held = space[table.spotsOf[like][anchor]] ?? from, layers = layerHeights(table);
  const out = table.spotsOf[like].flatMap((one) => {
    const cell = space[one];
    if (!cell) return [];
    /** @type {Vertex} */
    const place = [cell[0] - held[0] + from[0], cell[1] - held[1] + from[1], cell[2] - held[2] + from[2]];
    return there.has(placeKey(place)) ? [] : [place[2]];
  });
  const top = layers[0], bottom = layers[layers.length - 1];
  if (!out.length || !top) return "";
  if (out.some((height) => height > top.height + HAIR)) return `it sticks out above ${top.name}`;
  if (out.some((height) => height < bottom.height - HAIR)) return `it sticks out below ${bottom.name}`;
  const beside = layers.find(({ height }) => out.some((one) => Math.abs(one - height) < HAIR));
  return beside ? `it sticks out at the side of ${beside.name}` : "";
}

/**
 * The spot that is pointed at on a board with layers, or the one that the cursor is on; else -1.
 * @param {Table} table
 * @param {{ cursor: number }} state
 * @param {Place | null} at
 */
export const aimedSpot = (table, { cursor }, at) =>
  (isSolid(table) ? at ? table.spotAt(at) : cursor : -1);
