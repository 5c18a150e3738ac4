// @ts-check
/* Marks: what a cell or a line becomes, where each place has one mark at most. Pure: a state and what
   is done make another state, and what to announce. */

/** @import { Outcome, Play } from "./types.d.ts" */
/** @import { Table } from "./table.js" */

/** The pen that takes marks away. */
export const RUBBER = -1;

/** @param {Table} table @param {number} move */
export const nameOf = (table, move) => table.pieces[table.pieceOf[move]].name;

/** Whether a mark says that something is not there, which a solution does without.
    @param {Table} table @param {number} move */
export const rulesOut = (table, move) => ["no line", "empty"].includes(nameOf(table, move));

/**
 * Why nobody can make a mark in a place, whatever else is drawn; nothing where one can.
 * @param {Table} table
 * @param {number} spot
 * @param {string | null} [name] of the mark; without one, whether a click has something to do
 */
export function refusalOf(table, spot, name) {
  const stays = table.data.habits?.stays?.[spot];
  const fits = name === null || table.bySpot[spot].some((move) =>
    nameOf(table, move) === name && table.pieces[table.pieceOf[move]].title === stays);
  return stays === undefined || fits ? "" : `This cell has a clue and stays ${stays}.`;
}

/**
 * Gives a place a mark, or takes it away for none.
 * @param {Table} table
 * @param {Play} state
 * @param {number} spot
 * @param {string | null} name
 * @returns {Outcome}
 */
export function mark(table, state, spot, name) {
  const { placed, given } = state, before = table.owners(placed).get(spot);
  if (before !== undefined && given.includes(before))
    return { state, announce: "This cell was given, and stays." };
  const refusal = refusalOf(table, spot, name);
  if (refusal) return { state, announce: refusal };
  const move = table.bySpot[spot].find((one) => nameOf(table, one) === name);
  if (before === move) return { state };
  const rest = placed.filter((one) => one !== before);
  const title = move === undefined ? "open" : String(table.pieces[table.pieceOf[move]].title);
  return { state: { ...state, placed: move === undefined ? rest : [...rest, move] },
    announce: `${table.data.spots.name[spot]}: ${title}.`,
    did: before === undefined ? "place" : "move" };
}

/**
 * The marks that a place can have, in the order of the pieces.
 * @param {Table} table
 * @param {number} spot
 */
export const namesAt = (table, spot) => [...table.bySpot[spot]]
  .sort((one, other) => table.pieceOf[one] - table.pieceOf[other])
  .map((move) => nameOf(table, move));

/**
 * The mark that comes next in a place, in one direction or the other; null for none.
 * @param {Table} table
 * @param {number[]} placed
 * @param {number} spot
 */
export function nextName(table, placed, spot, by = 1) {
  const all = [null, ...namesAt(table, spot)], before = table.owners(placed).get(spot);
  const at = before === undefined ? 0 : all.indexOf(nameOf(table, before));
  return all[(at + by + all.length) % all.length];
}

/**
 * Gives a place the mark that comes next.
 * @param {Table} table
 * @param {Play} state
 * @param {number} spot
 */
export function cycle(table, state, spot, by = 1) {
  return mark(table, state, spot, nextName(table, state.placed, spot, by));
}

/**
 * Gives several places the same mark, or takes theirs away for none, as one step.
 * @param {Table} table
 * @param {Play} state
 * @param {number[]} spots
 * @param {string | null} name
 * @returns {Outcome}
 */
export function markAll(table, state, spots, name) {
  const able = name === null ? spots : spots.filter((spot) => namesAt(table, spot).includes(name));
  /** @type {Outcome} */
  let outcome = { state };
  for (const spot of able) {
    const { did = outcome.did, ...marked } = mark(table, outcome.state, spot, name);
    outcome = { ...marked, did };
  }
  if (able.length < 2 || !outcome.did) return outcome;
  const title = able.flatMap((spot) => table.bySpot[spot])
    .filter((move) => nameOf(table, move) === name).map((move) => table.title(table.pieceOf[move]))[0];
  return { ...outcome, announce: `${able.length} cells: ${title ?? "open"}.` };
}

/**
 * Takes the marks of places away, as far as they were not given.
 * @param {Table} table
 * @param {Play} state
 * @param {number[]} spots
 * @returns {Outcome}
 */
export function clearMarks(table, state, spots) {
  const owners = table.owners(state.placed), marked = spots.filter((spot) => owners.has(spot));
  const moves = marked.map((spot) => owners.get(spot)), free = moves.filter((move) =>
    move !== undefined && !state.given.includes(move));
  if (!marked.length) return { state, close: true };
  if (!free.length)
    return { state, announce: `${table.title(table.pieceOf[Number(moves[0])])} was given, and stays.` };
  return { state: { ...state, placed: state.placed.filter((one) => !free.includes(one)) },
    announce: free.length > 1 ? `${free.length} marks removed.` : "Mark removed.", did: "take back" };
}

/**
 * Takes a mark away.
 * @param {Table} table
 * @param {Play} state
 * @param {number} spot
 */
export const clearMark = (table, state, spot) => clearMarks(table, state, [spot]);
