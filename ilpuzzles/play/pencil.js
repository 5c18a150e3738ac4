// @ts-check
/* Boards to draw on: cells are shaded or written into, lines are drawn or ruled out. A click gives a
   place its next mark or that of the pen, a stroke gives it to all places that it crosses. Pure: a
   state and an action make another state, and what to announce. */

import { distance } from "./geometry.js";
import { clearMark, mark, namesAt, nameOf, nextName, note, rulesOut } from "./marking.js";
import { counted } from "./words.js";

/** @import { Action, Drag, Outcome, Place, Play, Point, Polygon } from "./types.d.ts" */
/** @import { Rules } from "./kinds.js" */
/** @import { Table } from "./table.js" */

/** A place with more marks than these is not clicked through: one is chosen, or typed. */
const MAX_CLICKS = 3;

/** How near to the middle of a line a stroke crosses it, as a part of its length. */
const CROSSES = 0.3;

/** Units from which on a line is long, and how much of a stroke has to go along such a one. */
const LONG = 50, ALONG = 0.8;

/** Units between the places of a stroke that are looked at. */
const STRIDE = 3;

/** The pen that takes marks away. */
export const RUBBER = -1;

/** Whether a place is for a line between cells.
    @param {Table} table @param {number} spot */
const isLine = (table, spot) => table.data.spots.line?.[spot] ?? false;

/** Whether there are so many marks for a place that one is written, and others are noted before.
    @param {Table} table @param {number} spot */
const isWritten = (table, spot) => table.bySpot[spot].length > MAX_CLICKS;

/**
 * Writes what a place is, or notes that it may be so; what is rubbed out is a mark or else notes.
 * @param {Table} table
 * @param {Play} state
 * @param {number} spot
 * @param {string | null} name
 * @returns {Outcome}
 */
function write(table, state, spot, name) {
  const isMarked = table.owners(state.placed).has(spot);
  const isNote = name === null ? Boolean(state.candidates?.[spot]) : state.noting && isWritten(table, spot);
  return isNote && !isMarked ? note(table, state, spot, name) : mark(table, state, spot, name);
}

/**
 * What the pen makes of a place; without a pen, what comes next, or nothing where that is not known.
 * @param {Table} table
 * @param {Play} state
 * @param {number} spot
 * @returns {string | null | undefined}
 */
function wanted(table, state, spot, by = 1) {
  const { pen } = state, names = namesAt(table, spot);
  if (pen === undefined || by < 0)
    return isWritten(table, spot) ? undefined : nextName(table, state.placed, spot, by);
  if (pen === RUBBER) return null;
  const { name } = table.pieces[pen], before = table.owners(state.placed).get(spot);
  if (!names.includes(name)) return undefined;
  return before !== undefined && nameOf(table, before) === name ? null : name;
}

/**
 * What a stroke makes of all places: what it begins on, or else the first mark; by the other button
 * the last one.
 * @param {Table} table
 * @param {Play} state
 * @param {number} spot
 * @returns {string | null | undefined}
 */
function wantedAlong(table, state, spot, by = 1) {
  const names = namesAt(table, spot), before = table.owners(state.placed).get(spot);
  if (state.pen === RUBBER) return null;
  if (state.pen !== undefined) {
    const { name } = table.pieces[state.pen];
    return names.includes(name) ? name : undefined;
  }
  if (isWritten(table, spot)) return undefined;
  if (before === undefined) return by < 0 ? names[names.length - 1] : names[0];
  const name = nameOf(table, before);
  // A second stroke draws a second line.
  return name === "line" && names.includes("double line") ? "double line" : name;
}

/**
 * A click, or Enter.
 * @param {Table} table
 * @param {Play} state
 * @param {number} spot
 * @returns {Outcome}
 */
function clickOn(table, state, spot, by = 1) {
  if (spot < 0 || !table.bySpot[spot].length) return { state };
  const name = wanted(table, state, spot, by);
  if (name !== undefined) return write(table, { ...state, waiting: undefined }, spot, name);
  return { state: { ...state, waiting: state.pen === undefined ? spot : undefined },
    announce: state.pen === undefined
    ? "Choose what to write here, or type it." : "This does not go here." };
}

/**
 * Whether a stroke at some point is meant for a line: it is near its middle, and goes along it if it
 * is a long one, which others may cross.
 * @param {Polygon} polygon of the line
 * @param {Point} middle
 * @param {Point} at
 * @param {Point} from
 * @param {Point} to
 */
function meets([one, , other], middle, at, from, to) {
  const length = distance(one, other), way = distance(from, to);
  const along = (to[0] - from[0]) * (other[0] - one[0]) + (to[1] - from[1]) * (other[1] - one[1]);
  return distance(at, middle) <= CROSSES * length
    && (length < LONG || Math.abs(along) > ALONG * length * way);
}

/**
 * The places that a stroke crosses on its way.
 * @param {Table} table
 * @param {Point} from
 * @param {Place} to
 */
function crossed(table, from, { view, place }) {
  const steps = Math.max(1, Math.ceil(distance(from, place) / STRIDE)), found = new Set();
  for (let n = 0; n <= steps; n++) {
    /** @type {Point} */
    const at = [from[0] + (place[0] - from[0]) * n / steps, from[1] + (place[1] - from[1]) * n / steps];
    const spot = table.spotAt({ view, place: at });
    if (spot < 0 || !table.bySpot[spot].length) continue;
    if (isLine(table, spot) && !meets(table.polygons[spot], table.centres[spot], at, from, place)) continue;
    found.add(spot);
  }
  return found;
}

/**
 * A stroke goes on: what it makes of the first place, it makes of all others like it.
 * @param {Table} table
 * @param {Play} state
 * @param {Drag} drag
 * @param {Place | null} at
 * @returns {Outcome}
 */
function drawAlong(table, state, drag, at) {
  if (!at || !drag.entered) return { state };
  let next = { ...state, drag: { ...drag, entered: at.place } }, done = drag.done ?? [];
  /** @type {Outcome} */
  let outcome = { state: next };
  for (const spot of crossed(table, drag.entered, at)) {
    if (done.includes(spot)) continue;
    const name = done.length ? drag.name : wantedAlong(table, state, spot, drag.by);
    if (name === undefined || (done.length && isLine(table, done[0]) !== isLine(table, spot))) continue;
    if (name !== null && !namesAt(table, spot).includes(name)) continue;
    const { announce, did, state: marked } = write(table, next, spot, name);
    const began = done.length > 0;
    done = [...done, spot];
    drag = { ...drag, name };
    next = { ...marked, drag: { ...drag, done, name, entered: at.place } };
    outcome = { state: next, announce, did: did ?? outcome.did, replace: began || outcome.replace };
  }
  return outcome;
}

/**
 * A pointer comes up: it was a stroke, or else a click.
 * @param {Table} table
 * @param {Play} state
 * @returns {Outcome}
 */
function endDrawing(table, state) {
  const { drag } = state, ended = { ...state, drag: null };
  if (!drag || drag.moved) return { state: ended };
  return clickOn(table, ended, drag.spot, drag.by);
}

/**
 * What was no stroke, but a finger of two that scroll, leaves nothing.
 * @param {Play} state
 * @returns {Outcome}
 */
function takeStrokeBack(state) {
  const { drag } = state, ended = { ...state, drag: null };
  if (!drag?.placed || !drag.done?.length) return { state: ended };
  return { state: { ...ended, placed: drag.placed }, announce: "Nothing was drawn.", did: "take back",
    replace: true };
}

/**
 * Takes a pen, or lets it go.
 * @param {Table} table
 * @param {Play} state
 * @param {number} piece
 * @returns {Outcome}
 */
function choosePen(table, state, piece) {
  const { waiting } = state;
  // What was pointed at first is written into, and no pen stays in the hand.
  const name = piece === RUBBER ? null : table.pieces[piece].name;
  if (waiting !== undefined && (name === null || namesAt(table, waiting).includes(name)))
    return write(table, { ...state, waiting: state.noting ? waiting : undefined }, waiting, name);
  const pen = state.pen === piece ? undefined : piece;
  const words = pen === undefined ? "No pen is chosen."
    : pen === RUBBER ? "The pen rubs marks out now." : `The pen is: ${table.title(pen)}.`;
  return { state: { ...state, pen, waiting: undefined }, announce: words };
}

/**
 * @param {Table} table
 * @param {Play} state
 * @param {Action} action
 * @returns {Outcome}
 */
function reducePencil(table, state, action) {
  switch (action.type) {
    case "mark": return write(table, { ...state, waiting: undefined }, action.spot, action.name);
    case "note": return { state: { ...state, noting: !state.noting },
      announce: state.noting ? "Marks are written." : "What a cell may be is noted." };
    case "act": return clickOn(table, state, action.spot);
    case "take-back": return state.candidates?.[action.spot] ? write(table, state, action.spot, null)
      : clearMark(table, state, action.spot);
    case "put-back": return state.pen === undefined ? { state, close: true }
      : { ...choosePen(table, state, state.pen), close: true };
    case "choose": return choosePen(table, state, action.piece);
    case "reach": return { state: { ...state, cursor: action.spot } };
    case "press": return { state: { ...state, cursor: action.spot < 0 ? state.cursor : action.spot,
      drag: { moved: false, finger: action.finger, tray: false, spot: action.spot,
        first: action.spot, entered: action.at?.place, piece: -1, again: false, before: null,
        done: [], by: action.secondary ? -1 : 1, placed: state.placed } } };
    case "lift": return { state: { ...state, waiting: undefined, drag: state.drag && { ...state.drag, moved: true } } };
    case "drag": return state.drag?.moved ? drawAlong(table, state, state.drag, action.at) : { state };
    case "drop": return endDrawing(table, state);
    case "cancel": return takeStrokeBack(state);
    default: return { state };
  }
}

/**
 * The mark that a key stands for: what is written, or else the first letter of a name.
 * @param {Table} table
 * @param {Play} state
 * @param {string} key
 */
function nameOfKey(table, { placed, cursor }, key) {
  const names = namesAt(table, cursor), before = table.owners(placed).get(cursor);
  const longer = before === undefined ? key : nameOf(table, before) + key;
  return [longer, key].find((one) => names.includes(one))
    ?? names.find((one) => one.length > 1 && one[0] === key.toLowerCase())
    ?? (key === "." ? names.find((one) => one === "empty" || one === "no line") : undefined);
}

/** The marks of a board, by their keys.
    @param {Table} table @returns {[string, string][]} */
const ownKeys = (table) => table.pieces.map(({ name, title }) =>
  [name.length > 1 && !/\d/.test(name) ? name[0].toUpperCase() : name, String(title ?? name)]);

/** @type {Rules} */
export const pencil = {
  className: "draws",
  lift: 0,
  heading: "Pens",
  pointerHelp: "Tap or click on a cell or a line to change its mark, or draw along several; the other "
    + "mouse button goes the other way round. A pen makes its own mark. One finger draws on the board: "
    + "to scroll there, take two.",
  escapeHelp: "lets a pen go, or closes an answer",
  placeLabel: "Mark it",
  solvedWhenFull: false,
  deadLabel: "broken for good",
  describeDead: (number) => `${counted(number, "place")}, in red, ${number === 1 ? "is" : "are"} wrong`,

  tools: (table) => (table.bySpot.some((_, spot) => isWritten(table, spot))
    ? [{ name: "note", label: "Notes", key: "N", action: { type: "note" } }] : []),
  canUse: () => true,
  isOn: (state) => Boolean(state.noting),
  keysHelp: (table) => [["Enter", "changes the mark"], ...ownKeys(table),
    ...(pencil.tools(table).length ? /** @type {[string, string][]} */ ([["N",
      "notes what a cell may be, until it is pressed again"]]) : []),
    ["Delete", "takes the mark away"]],

  begin: (_, given, placed) => ({ given, placed, cursor: 0, hand: null, ghost: null, pointed: null,
    shapes: [], drag: null }),
  reduce: reducePencil,
  actionOfKey({ key, onSpot }, table, state) {
    const name = onSpot && key.length === 1 ? nameOfKey(table, state, key) : undefined;
    if (name !== undefined) return { type: "mark", spot: state.cursor, name };
    return key.toLowerCase() === "n" && pencil.tools(table).length ? { type: "note" } : null;
  },
  describeHand: () => "",
  nameMoves: (_, moves) => counted(moves.length, "mark"),
  roomFor: (table, placed, moves) => placed.filter((old) => !moves.some((move) =>
    table.spotsOf[move][0] === table.spotsOf[old][0])),
  rulesOut,
  unsolved: () => "Not solved yet:",
};
