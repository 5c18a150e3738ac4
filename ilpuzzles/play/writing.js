// @ts-check
/* Boards on which one of many marks is written into a cell: cells are chosen first, and then written
   into, or it is noted what they may be. Pure: a state and what is done make another state. */

import { clearMarks, mark, markAll, nameOf, namesAt } from "./marking.js";
import { isSameAside, note, withoutNotes, withoutSeen } from "./noting.js";
import { counted } from "./words.js";

/** @import { NoteMode, Outcome, Play } from "./types.d.ts" */
/** @import { Table } from "./table.js" */

/** A place with more marks than these is not clicked through: one is chosen, or typed. */
const MAX_CLICKS = 3;

/** Boards on which one of many marks is written into a cell. */
const WRITTEN = /** @type {WeakMap<Table, boolean>} */ (new WeakMap());

/**
 * Whether there are so many marks for a place that one is written, and others are noted before.
 * @param {Table} table
 */
export function isWritten(table) {
  const known = WRITTEN.get(table) ?? table.bySpot.some((moves) => moves.length > MAX_CLICKS);
  WRITTEN.set(table, known);
  return known;
}

/**
 * What is written in a place, or given there; nothing where that is open, or no mark of the board.
 * @param {Table} table
 * @param {Map<number, number>} owners of all places
 * @param {number} spot
 */
function writtenIn(table, owners, spot) {
  const move = owners.get(spot), clue = table.data.spots.clue?.[spot];
  if (move !== undefined) return nameOf(table, move);
  const isGiven = table.bySpot[spot]?.length === 0 && table.pieces.some(({ name }) => name === clue);
  return isGiven ? clue : undefined;
}

/**
 * Where there is written the same as at the cursor.
 * @param {Table} table
 * @param {Play} state
 */
export function alike(table, state) {
  // Where nobody has been yet, the cursor is no choice of theirs.
  if (!isWritten(table) || !state.reached) return [];
  const owners = table.owners(state.placed), name = writtenIn(table, owners, state.cursor);
  if (name === undefined) return [];
  return [...table.bySpot.keys()].filter((spot) => writtenIn(table, owners, spot) === name);
}

/** The places that the next mark goes to: all chosen ones, if the cursor is among them.
    @param {Play} state @param {number} spot */
export const targets = ({ selection = [] }, spot) => (selection.includes(spot) ? selection : [spot]);

/**
 * Writes what places are, or notes that they may be so; what is rubbed out is a mark or else notes.
 * @param {Table} table
 * @param {Play} state
 * @param {number[]} spots
 * @param {string | null} name
 * @param {NoteMode} [mode] where it is noted
 * @returns {Outcome}
 */
export function write(table, state, spots, name, mode = state.noting) {
  const owners = table.owners(state.placed), marked = spots.filter((spot) => owners.has(spot));
  if (name === null) {
    if (marked.length) return spots.length > 1 ? clearMarks(table, state, spots)
      : mark(table, state, spots[0], null);
    const next = withoutNotes(state, spots);
    return isSameAside(state, next) ? { state } : { state: next, announce: "The notes are gone." };
  }
  if (!mode || !isWritten(table)) {
    const outcome = markAll(table, state, spots, name);
    return outcome.did ? { ...outcome, state: withoutSeen(table, outcome.state, spots, name) } : outcome;
  }
  const open = spots.filter((spot) => !owners.has(spot) && namesAt(table, spot).includes(name));
  if (!open.length) return { state, announce: marked.length
    ? "A note does not show here: something is written." : "This does not go here." };
  return note(table, state, open, name, mode);
}

/**
 * Chooses a cell that is written into next, alone or besides others; one that was chosen is let go.
 * @param {Table} table
 * @param {Play} state
 * @param {number} spot
 * @param {boolean} adds
 * @returns {Outcome}
 */
export function chooseCell(table, state, spot, adds) {
  const { selection = [] } = state, was = selection.includes(spot);
  const others = adds ? selection.filter((one) => one !== spot) : [];
  const now = was && (adds || selection.length === 1) ? others : [...others, spot];
  const words = now.length > 1 ? `${counted(now.length, "cell")} chosen.`
    : now.length ? "Choose what to write here, or type it." : "No cell is chosen.";
  return { state: { ...state, selection: now }, announce: words };
}

/**
 * Chooses all cells with the digit of one, as a double click does.
 * @param {Table} table
 * @param {Play} state
 * @param {number} spot
 * @returns {Outcome}
 */
export function chooseAlike(table, state, spot) {
  if (spot < 0 || !isWritten(table) || state.pen !== undefined) return { state };
  const open = alike(table, { ...state, cursor: spot }).filter((one) => table.bySpot[one].length);
  if (!open.length) return { state };
  const name = writtenIn(table, table.owners(state.placed), spot);
  return { state: { ...state, cursor: spot, selection: open },
    announce: `${counted(open.length, "cell")} with ${name} chosen.` };
}

/**
 * The cursor goes to a place, which is chosen besides others or lets those go.
 * @param {Table} table
 * @param {Play} state
 * @param {number} spot
 * @param {boolean} [adds] nothing where the cursor alone is meant
 * @returns {Outcome}
 */
export function goTo(table, state, spot, adds) {
  const { cursor, selection = [] } = state, moved = { ...state, cursor: spot };
  if (adds === undefined || !isWritten(table)) return { state: moved };
  if (!adds) return { state: selection.length ? { ...moved, selection: [] } : moved };
  const open = [...selection, cursor, spot].filter((one) => table.bySpot[one].length);
  const now = [...new Set(open)];
  return { state: { ...moved, selection: now }, announce: `${counted(now.length, "cell")} chosen.` };
}
