// @ts-check
/* Boards whose cells are cut, or marked as whole: what a key, a click and a stroke make of a cell.
   Pure: a state and an action make another state, and what to announce. */

import { counted } from "./words.js";

/** @import { Action, Drag, Outcome, Place, Play } from "./types.d.ts" */
/** @import { Rules } from "./kinds.js" */
/** @import { Table } from "./table.js" */

/** How much of a cell a stroke crosses in both directions; less is enough where it ends. */
const STROKE = 0.4;
const SHORT_STROKE = 0.2;

/** @param {Table} table @param {number} move */
const nameOf = (table, move) => table.pieces[table.pieceOf[move]].name;

/**
 * Makes a cell what a mark says, or open again for none.
 * @param {Table} table
 * @param {Play} state
 * @param {number} spot
 * @param {string | null} name
 * @returns {Outcome}
 */
function cut(table, state, spot, name) {
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
 * Makes a cell what comes next.
 * @param {Table} table
 * @param {Play} state
 * @param {number} spot
 */
function cycle(table, state, spot) {
  const names = [...table.bySpot[spot]]
    .sort((one, other) => table.pieceOf[one] - table.pieceOf[other])
    .map((move) => nameOf(table, move));
  const before = table.owners(state.placed).get(spot);
  const at = before === undefined ? -1 : names.indexOf(nameOf(table, before));
  return cut(table, state, spot, names[at + 1] ?? null);
}

/**
 * Takes the mark of a cell away.
 * @param {Table} table
 * @param {Play} state
 * @param {number} spot
 * @returns {Outcome}
 */
function clearMark(table, state, spot) {
  const move = table.owners(state.placed).get(spot);
  if (move === undefined) return { state, close: true };
  if (state.given.includes(move))
    return { state, announce: `${table.title(table.pieceOf[move])} was given, and stays.` };
  return { state: { ...state, placed: state.placed.filter((one) => one !== move) },
    announce: "Mark taken away.", did: "take back" };
}

/**
 * A stroke goes on: it cuts a cell that it has crossed far enough.
 * @param {Table} table
 * @param {Play} state
 * @param {Drag} drag
 * @param {Place | null} at
 * @returns {Outcome}
 */
function stroke(table, state, drag, at, least = STROKE) {
  const spot = table.spotAt(at);
  if (spot !== drag.spot || !at || !drag.entered)
    return { state: { ...state, drag: { ...drag, spot, entered: at?.place } } };
  if (spot < 0) return { state };
  const xs = table.polygons[spot].map(([x]) => x);
  const wide = Math.max(...xs) - Math.min(...xs);
  const [dx, dy] = [at.place[0] - drag.entered[0], at.place[1] - drag.entered[1]];
  if (Math.min(Math.abs(dx), Math.abs(dy)) < wide * least) return { state };
  return cut(table, { ...state, drag: { ...drag, moved: true } }, spot, dx * dy > 0 ? "\\" : "/");
}

/**
 * A stroke ends. A short one has a direction, too; one that ends elsewhere is no click.
 * @param {Table} table
 * @param {Play} state
 * @param {Place | null} at
 * @returns {Outcome}
 */
function endStroke(table, state, at) {
  const { drag } = state;
  if (!drag) return { state };
  const last = drag.moved ? { state } : stroke(table, state, drag, at, SHORT_STROKE);
  const ended = { ...last.state, drag: null }, { moved, spot, first } = last.state.drag ?? drag;
  return !moved && spot >= 0 && spot === first ? cycle(table, ended, spot)
    : { ...last, state: ended };
}

/**
 * @param {Table} table
 * @param {Play} state
 * @param {Action} action
 * @returns {Outcome}
 */
function reduceCutting(table, state, action) {
  switch (action.type) {
    case "mark": return cut(table, state, action.spot, action.name);
    case "act": return cycle(table, state, action.spot);
    case "take-back": return clearMark(table, state, action.spot);
    case "put-back": return { state, close: true };
    case "reach": return { state: { ...state, cursor: action.spot } };
    case "press": return { state: { ...state, cursor: action.spot < 0 ? state.cursor : action.spot,
      drag: { moved: false, finger: action.finger, tray: false, spot: action.spot,
        first: action.spot, entered: action.at?.place, piece: -1, again: false, before: null } } };
    case "drag": return state.drag ? stroke(table, state, state.drag, action.at) : { state };
    case "drop": return endStroke(table, state, action.at);
    case "cancel": return { state: { ...state, drag: null } };
    default: return { state };
  }
}

/** @type {Rules} */
export const cutting = {
  className: "cuts",
  lift: 0,
  heading: "Cutting",
  pointerHelp: "Drag across a cell to cut it, or click on it to change its cut.",
  escapeHelp: "closes an answer",
  placeLabel: "Mark it",
  solvedWhenFull: false,

  tools: () => [],
  canUse: () => false,
  keysHelp: () => [
    ["Enter", "changes the cell: /, \\, a dot for no cut, nothing"],
    ["/ \\ and .", "cut this way, cut that way, no cut"],
    ["Delete", "takes the mark of the cell away"],
  ],

  begin: (_, given, placed) => ({ given, placed, cursor: 0, hand: null, ghost: null, pointed: null,
    shapes: [], drag: null }),
  reduce: reduceCutting,
  actionOfKey: ({ key, onSpot }, _, { cursor }) => (onSpot && ["\\", "/", "."].includes(key)
    ? { type: "mark", spot: cursor, name: key } : null),
  describeHand: () => "",
  nameMoves: (_, moves) => counted(moves.length, "mark"),
  roomFor: (table, placed, moves) => placed.filter((old) => !moves.some((move) =>
    table.spotsOf[move][0] === table.spotsOf[old][0])),
  unsolved: () => "Not solved yet:",
};
