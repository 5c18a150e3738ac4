// @ts-check
/* Boards to draw on: cells are shaded or written into, lines are drawn or ruled out. A click gives a
   place its next mark or that of the pen, a stroke gives it to all places that it crosses. Where one
   of many marks is written, cells are chosen first, and then written into. Pure: a state and an action
   make another state, and what to announce. */

import { changes, beginStroke, drawAlong, takeStrokeBack } from "./drawing.js";
import { RUBBER, clearMark, nameOf, namesAt, nextName, refusalOf, rulesOut } from "./marking.js";
import { asideOf, isSameAside, nextTint, tinted, withoutSeen } from "./noting.js";
import { isShort, middleCell, sortOf } from "./strokes.js";
import { counted } from "./words.js";
import { chooseAlike, chooseCell, goTo, isWritten, targets, write } from "./writing.js";

/** @import { Action, NoteMode, Outcome, Play } from "./types.d.ts" */
/** @import { Rules } from "./kinds.js" */
/** @import { Table } from "./table.js" */

/** What a digit is, in the order of the key N; without one it is written.
    @type {(NoteMode | undefined)[]} */
const MODES = [undefined, "centre", "corner"];

/** What is said of these. */
const MODE_WORDS = { write: "Marks are written.", centre: "What a cell may be is noted in its middle.",
  corner: "What a cell may be is noted in its corners." };

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
    return isWritten(table) ? undefined : nextName(table, state.placed, spot, by);
  if (pen === RUBBER) return null;
  const { name } = table.pieces[pen], before = table.owners(state.placed).get(spot);
  if (!names.includes(name)) return undefined;
  return before !== undefined && nameOf(table, before) === name ? null : name;
}

/**
 * A click on a cell in which nothing can be drawn.
 * @param {Table} table
 * @param {Play} state
 * @param {number} spot
 * @returns {Outcome}
 */
function clickOnClosed(table, state, spot, by = 1) {
  const { hasCells, hasLines, isBridged } = sortOf(table);
  const isEnd = isBridged && Boolean(table.data.spots.clue?.[spot]);
  if (isEnd) return { state, announce: "Draw from island to island." };
  if (state.pen === RUBBER && state.tints?.[spot]) return tinted(table, state, [spot], null);
  if (hasLines && !hasCells && !isBridged && state.pen === undefined)
    return tinted(table, state, [spot], nextTint(state, spot, by));
  return { state: isWritten(table) && state.selection?.length ? { ...state, selection: [] } : state };
}

/**
 * A click, or Enter.
 * @param {Table} table
 * @param {Play} state
 * @param {number} spot
 * @param {number} [by]
 * @param {boolean} [adds] whether it is chosen besides others
 * @returns {Outcome}
 */
function clickOn(table, state, spot, by = 1, adds = false) {
  if (spot < 0) return { state };
  if (!table.bySpot[spot].length) return clickOnClosed(table, state, spot, by);
  const refusal = state.pen === RUBBER ? "" : refusalOf(table, spot);
  if (refusal) return { state, announce: refusal };
  const name = adds && isWritten(table) ? undefined : wanted(table, state, spot, by);
  if (name !== undefined) return write(table, { ...state, selection: [] }, [spot], name);
  return isWritten(table) && (adds || state.pen === undefined) ? chooseCell(table, state, spot, adds)
    : { state, announce: "This does not go here." };
}

/**
 * A pointer comes up: it was a stroke, or else a click.
 * @param {Table} table
 * @param {Play} state
 * @returns {Outcome}
 */
function endDrawing(table, state) {
  const { drag } = state, ended = { ...state, drag: null };
  if (!drag) return { state: ended };
  // One that has gone back to where it began was no tap.
  const isIdle = !drag.done?.length && drag.name === undefined && drag.stroke !== "choose";
  const isTap = !drag.moved || (isIdle && isShort(table, drag));
  if (!isTap) return { state: ended };
  const middle = drag.start ? middleCell(table, { view: drag.view ?? 0, place: drag.start }) : -1;
  if (middle < 0 || middle === drag.spot) return clickOn(table, ended, drag.spot, drag.by, drag.adds);
  return { ...clickOn(table, { ...ended, cursor: middle }, middle, drag.by), focus: "cursor" };
}

/**
 * Takes a pen, or lets it go.
 * @param {Table} table
 * @param {Play} state
 * @param {number} piece
 * @returns {Outcome}
 */
function choosePen(table, state, piece) {
  const { selection = [] } = state;
  // What was chosen first is written into, and no pen stays in the hand.
  const name = piece === RUBBER ? null : table.pieces[piece].name;
  if (selection.some((spot) => name === null || namesAt(table, spot).includes(name)))
    return write(table, state, selection, name);
  const pen = state.pen === piece ? undefined : piece;
  const words = pen === undefined ? "No pen is chosen."
    : pen === RUBBER ? "The pen rubs marks out now." : `The pen is: ${table.title(pen)}.`;
  return { state: { ...state, pen, selection: [] }, announce: words };
}

/**
 * A trial begins; or it ends, and its marks are kept or all taken back.
 * @param {Play} state
 * @param {"begin" | "keep" | "drop"} how
 * @returns {Outcome}
 */
function tryOut(state, how) {
  const { placed, trial } = state;
  if (how === "begin") return { state: { ...state, trial: trial ?? [...placed] },
    announce: "A trial: marks are drawn in another colour until you keep them or take them back." };
  if (!trial) return { state };
  const number = counted(placed.filter((move) => !trial.includes(move)).length, "mark");
  const ended = { ...state, trial: undefined };
  if (how === "keep") return { state: ended, announce: `The trial is kept: ${number}.` };
  return { state: { ...ended, placed: trial }, announce: `The trial is taken back: ${number}.`,
    did: "take back" };
}

/**
 * @param {Table} table
 * @param {Play} state
 * @param {Action} action
 * @returns {Outcome}
 */
function reduceDrawing(table, state, action) {
  switch (action.type) {
    case "mark": return write(table, state, targets(state, action.spot), action.name, action.mode ?? state.noting);
    case "note": {
      const noting = "mode" in action ? action.mode
        : MODES[(MODES.indexOf(state.noting) + 1) % MODES.length];
      return { state: { ...state, noting }, announce: MODE_WORDS[noting ?? "write"] };
    }
    case "act": return clickOn(table, state, action.spot);
    case "pick": return chooseAlike(table, state, action.spot);
    case "take-back": return state.tints?.[action.spot] ? tinted(table, state, [action.spot], null)
      : isWritten(table) ? write(table, state, targets(state, action.spot), null)
      : clearMark(table, state, action.spot);
    case "put-back":
      if (state.pen !== undefined) return { ...choosePen(table, { ...state, selection: [] }, state.pen), close: true };
      return { state: state.selection?.length ? { ...state, selection: [] } : state, close: true };
    case "choose": return choosePen(table, state, action.piece);
    case "try": return tryOut(state, action.how);
    case "colour": return { state: { ...state, coloured: !state.coloured },
      announce: state.coloured ? "All lines have one colour." : "Lines that hang together have a colour of their own." };
    case "reach": return goTo(table, { ...state, reached: true }, action.spot, action.adds);
    case "press": return { state: { ...state, reached: true, cursor: action.spot < 0 ? state.cursor : action.spot,
      drag: { moved: false, finger: action.finger, tray: false, spot: action.spot, first: action.spot,
        start: action.at?.place, entered: action.at?.place, view: action.at?.view, piece: -1,
        again: false, before: null, done: [], trail: [], by: action.secondary ? -1 : 1,
        adds: action.adds, was: { ...asideOf(state), placed: state.placed, selection: state.selection } } } };
    case "lift": return { state: beginStroke(table, state) };
    case "drag": return state.drag?.moved ? drawAlong(table, state, state.drag, action.at) : { state };
    case "drop": return endDrawing(table, state);
    case "cancel": return takeStrokeBack(state);
    default: return { state };
  }
}

/**
 * What an action makes of a state; marks of a stroke are one step together.
 * @param {Table} table
 * @param {Play} state
 * @param {Action} action
 * @returns {Outcome}
 */
function reducePencil(table, state, action) {
  const outcome = reduceDrawing(table, state, action), { drag } = outcome.state;
  const hasChanged = Boolean(outcome.did) || !isSameAside(state, outcome.state);
  if (!hasChanged || !drag || !drag.moved) return outcome;
  // A stroke that has gone all the way back is no step any more.
  const changed = !drag.was || changes({ ...state, ...drag.was }, outcome.state);
  return { ...outcome, state: { ...outcome.state, drag: { ...drag, changed } } };
}

/**
 * The key of a pen: what it writes, or else a letter.
 * @param {Table} table
 * @param {number} piece
 */
export function keyOfPen(table, piece) {
  const { name } = table.pieces[piece];
  if (name === "no line") return "x";
  if (name === "empty") return ".";
  return name.length > 1 && !/\d/.test(name) ? name[0] : name;
}

/**
 * The mark that a key stands for: what is written, or else its pen's key or label.
 * @param {Table} table
 * @param {Play} state
 * @param {string} key
 */
function nameOfKey(table, { placed, cursor }, key) {
  const names = namesAt(table, cursor), before = table.owners(placed).get(cursor);
  const longer = before === undefined ? key : nameOf(table, before) + key;
  const exact = [longer, key].find((one) => names.includes(one));
  if (exact !== undefined) return exact;
  const low = key.toLowerCase(), pens = [...table.pieces.keys()].filter((piece) =>
    names.includes(table.pieces[piece].name));
  const pen = pens.find((piece) => [keyOfPen(table, piece), table.name(piece)].includes(low))
    ?? pens.find((piece) => table.pieces[piece].name.length > 1 && table.pieces[piece].name[0] === low)
    // What is not there is typed in one way on all boards.
    ?? (".x".includes(low) ? pens.find((piece) => ["empty", "no line"].includes(table.pieces[piece].name)) : undefined);
  return pen === undefined ? undefined : table.pieces[pen].name;
}

/** The marks of a board, by their keys.
    @param {Table} table @returns {[string, string][]} */
const ownKeys = (table) => table.pieces.map((_, piece) =>
  [keyOfPen(table, piece).toUpperCase(), table.title(piece)]);

/** @type {[string, string][]} */
const WRITING_KEYS = [["N", "changes between writing, notes in the middle and notes in the corners"],
  ["Shift and a digit", "notes it in the corners; Ctrl and a digit in the middle"],
  ["Shift and arrow keys", "choose several cells; so do Ctrl and clicks, and a drag"],
  ["Delete, 0, Space", "take the marks or else the notes away"]];

/** @type {Rules} */
export const pencil = {
  className: "draws",
  lift: 0,
  heading: "Pens",
  pointerHelp: "Tap or click on a cell or a line to change its mark, or draw along several; the other "
    + "mouse button goes the other way round. Draw back over a line to rub it out. Where digits are "
    + "written, a drag chooses cells, and a double click all cells with a digit. A pen makes its own "
    + "mark. One finger draws on the board: to scroll there, take two.",
  escapeHelp: "lets a pen and chosen cells go, or closes an answer",
  placeLabel: "Mark it",
  solvedWhenFull: false,
  deadLabel: "broken for good",
  describeDead: (number) => `${counted(number, "place")}, in red, ${number === 1 ? "is" : "are"} wrong`,

  tools: () => [],
  canUse: () => true,
  keysHelp: (table) => [["Enter", isWritten(table) ? "chooses a cell" : "changes the mark"], ...ownKeys(table),
    ...(isWritten(table) ? WRITING_KEYS : /** @type {[string, string][]} */ ([["Delete", "takes the mark away"]]))],

  begin: (_, given, placed) => ({ given, placed, cursor: 0, hand: null, ghost: null, pointed: null,
    shapes: [], drag: null }),
  reduce: reducePencil,
  notes: true,
  actionOfKey({ key, digit, shift, control, onSpot }, table, state) {
    const spot = state.cursor, writes = isWritten(table);
    if (onSpot && writes) {
      /** @type {NoteMode | undefined} */
      const mode = control ? "centre" : shift && digit !== key ? "corner" : undefined;
      const name = digit !== undefined && mode ? nameOfKey(table, { ...state, placed: [] }, digit) : undefined;
      if (name !== undefined && mode) return { type: "mark", spot, name, mode };
    }
    if (control) return null;
    const name = onSpot && key.length === 1 ? nameOfKey(table, state, key) : undefined;
    if (name !== undefined) return { type: "mark", spot, name };
    if (onSpot && writes && (key === "0" || key === " ")) return { type: "take-back", spot };
    return writes && key.toLowerCase() === "n" ? { type: "note" } : null;
  },
  describeHand: () => "",
  nameMoves: (_, moves) => counted(moves.length, "mark"),
  roomFor: (table, placed, moves) => placed.filter((old) => !moves.some((move) =>
    table.spotsOf[move][0] === table.spotsOf[old][0])),
  tidied: (table, state, moves) => moves.reduce((next, move) =>
    withoutSeen(table, next, table.spotsOf[move], nameOf(table, move)), state),
  rulesOut,
};
