// @ts-check
/* Marks: what a cell or a line becomes, where each place has one mark at most. Pure: a state and what
   is done make another state, and what to announce. */

/** @import { Outcome, Play } from "./types.d.ts" */
/** @import { Table } from "./table.js" */

/** @param {Table} table @param {number} move */
export const nameOf = (table, move) => table.pieces[table.pieceOf[move]].name;

/** Whether a mark says that something is not there, which a solution does without.
    @param {Table} table @param {number} move */
export const rulesOut = (table, move) => ["no line", "empty"].includes(nameOf(table, move));

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
  const move = table.bySpot[spot].find((one) => nameOf(table, one) === name);
  if (before === move) return { state };
  const rest = placed.filter((one) => one !== before);
  const title = move === undefined ? "open" : String(table.pieces[table.pieceOf[move]].title);
  return { state: { ...state, placed: move === undefined ? rest : [...rest, move] },
    announce: `${table.data.spots.name[spot]}: ${title}.`,
    did: before === undefined ? "place" : "move" };
}

/**
 * Notes that a place may be something, or no more; without a name, that nothing is known of it.
 * @param {Table} table
 * @param {Play} state
 * @param {number} spot
 * @param {string | null} name
 * @returns {Outcome}
 */
export function note(table, state, spot, name) {
  const before = state.candidates?.[spot] ?? [];
  const now = namesAt(table, spot).filter((one) => name !== null && before.includes(one) !== (one === name));
  const { [spot]: _, ...others } = state.candidates ?? {};
  return { state: { ...state, candidates: now.length ? { ...others, [spot]: now } : others },
    announce: `${table.data.spots.name[spot]}: ${now.length ? `may be ${now.join(", ")}` : "no notes"}.` };
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
 * Takes a mark away.
 * @param {Table} table
 * @param {Play} state
 * @param {number} spot
 * @returns {Outcome}
 */
export function clearMark(table, state, spot) {
  const move = table.owners(state.placed).get(spot);
  if (move === undefined) return { state, close: true };
  if (state.given.includes(move))
    return { state, announce: `${table.title(table.pieceOf[move])} was given, and stays.` };
  return { state: { ...state, placed: state.placed.filter((one) => one !== move) },
    announce: "Mark removed.", did: "take back" };
}

