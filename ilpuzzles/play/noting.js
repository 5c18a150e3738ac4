// @ts-check
/* Notes beside the marks: what a cell may be, in its middle or in its corners, and tints. They are no
   part of a solution, and are undone and kept with the position. Pure. */

import { namesAt } from "./marking.js";
import { counted } from "./words.js";

/** @import { Aside, Candidates, NoteMode, Outcome, Play } from "./types.d.ts" */
/** @import { Table } from "./table.js" */

/** What a cell can be tinted with, in the order of clicks. */
export const TINTS = ["green", "yellow"];

/** Where a state keeps the notes of a mode. */
const KEPT_IN = /** @type {const} */ ({ centre: "candidates", corner: "corners" });

/**
 * What is kept beside the marks, of a state of play or of a saved one.
 * @param {Aside} state
 * @returns {Aside}
 */
export const asideOf = ({ candidates, corners, tints, trial }) => ({ candidates, corners, tints, trial });

/** Whether the notes, the tints and the trial of two states are the same.
    @param {Aside} one @param {Aside} other */
export const isSameAside = (one, other) => one.candidates === other.candidates
  && one.corners === other.corners && one.tints === other.tints && one.trial === other.trial;

/** Whether something is noted or tinted.
    @param {Aside} state */
export const hasNotes = ({ candidates, corners, tints }) =>
  [candidates, corners, tints].some((notes) => Object.keys(notes ?? {}).length > 0);

/**
 * The notes and tints of a state, as they are saved with its board; nothing where there are none.
 * @param {Aside} state
 * @returns {Aside | undefined}
 */
export const notesToSave = (state) => {
  const { candidates = {}, corners = {}, tints = {} } = state;
  return hasNotes(state) ? { candidates, corners, tints } : undefined;
};

/**
 * The notes of a place in words, one entry for each sort.
 * @param {Aside} state
 * @param {number} spot
 */
export function notesInWords({ candidates, corners, tints }, spot) {
  const words = [];
  if (candidates?.[spot]) words.push(`may be ${candidates[spot].join(", ")}`);
  if (corners?.[spot]) words.push(`${corners[spot].join(", ")} in the corners`);
  if (tints?.[spot]) words.push(`tinted ${tints[spot]}`);
  return words;
}

/**
 * Notes with those of one place replaced.
 * @param {Candidates | undefined} notes
 * @param {number} spot
 * @param {string[]} names
 * @returns {Candidates}
 */
function withNames(notes, spot, names) {
  const { [spot]: _, ...others } = notes ?? {};
  return names.length ? { ...others, [spot]: names } : others;
}

/**
 * Notes a name in places, or takes it away where all of them have it.
 * @param {Table} table
 * @param {Play} state
 * @param {number[]} spots
 * @param {string} name
 * @param {NoteMode} mode
 * @returns {Outcome}
 */
export function note(table, state, spots, name, mode) {
  const field = KEPT_IN[mode], able = spots.filter((spot) => namesAt(table, spot).includes(name));
  let notes = state[field];
  const isEverywhere = able.every((spot) => notes?.[spot]?.includes(name));
  for (const spot of able) {
    const before = notes?.[spot] ?? [];
    const now = namesAt(table, spot).filter((one) => (one === name ? !isEverywhere : before.includes(one)));
    notes = withNames(notes, spot, now);
  }
  const next = { ...state, [field]: notes };
  const [spot] = able, words = notesInWords(next, spot).join(", ") || "no notes";
  const announce = able.length > 1
    ? `${counted(able.length, "cell")}: ${name} ${isEverywhere ? "no more noted" : "noted"}.`
    : `${table.data.spots.name[spot]}: ${words}.`;
  return { state: next, announce };
}

/**
 * Takes the notes of places away; the same state where there are none.
 * @param {Play} state
 * @param {number[]} spots
 * @returns {Play}
 */
export function withoutNotes(state, spots) {
  let { candidates, corners } = state;
  for (const spot of spots) {
    if (candidates?.[spot]) candidates = withNames(candidates, spot, []);
    if (corners?.[spot]) corners = withNames(corners, spot, []);
  }
  return { ...state, candidates, corners };
}

/**
 * Takes a name from the notes of all places that cannot have it any more, now that others have it.
 * @param {Table} table
 * @param {Play} state
 * @param {number[]} spots in which it is written
 * @param {string} name
 * @returns {Play}
 */
export function withoutSeen(table, state, spots, name) {
  const units = (table.data.habits?.units ?? []).filter((unit) => spots.some((spot) => unit.includes(spot)));
  let { candidates, corners } = state;
  for (const spot of new Set(units.flat())) {
    if (spots.includes(spot)) continue;
    const [may, corner] = [candidates?.[spot], corners?.[spot]];
    if (may?.includes(name)) candidates = withNames(candidates, spot, may.filter((one) => one !== name));
    if (corner?.includes(name)) corners = withNames(corners, spot, corner.filter((one) => one !== name));
  }
  return { ...state, candidates, corners };
}

/** The tint that comes next in a cell, in one direction or the other; null for none.
    @param {Play} state @param {number} spot */
export function nextTint({ tints }, spot, by = 1) {
  const all = [null, ...TINTS], at = Math.max(0, all.indexOf(tints?.[spot] ?? null));
  return all[(at + by + all.length) % all.length];
}

/**
 * Tints cells, or takes their tints away.
 * @param {Table} table
 * @param {Play} state
 * @param {number[]} spots
 * @param {string | null} tint
 * @returns {Outcome}
 */
export function tinted(table, state, spots, tint) {
  const tints = { ...state.tints };
  for (const spot of spots) {
    if (tint === null) delete tints[spot];
    else tints[spot] = tint;
  }
  const where = spots.length > 1 ? counted(spots.length, "cell") : table.data.spots.name[spots[0]];
  return { state: { ...state, tints },
    announce: `${where}: ${tint === null ? "no tint" : `tinted ${tint}, as a note`}.` };
}
