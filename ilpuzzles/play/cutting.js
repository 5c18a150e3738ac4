// @ts-check
/* Boards whose cells are cut, or marked as whole: what a stroke across a cell makes of it. Pure: a
   state and an action make another state, and what to announce. */

import { clearMark, cycle, mark } from "./marking.js";
import { counted } from "./words.js";

/** @import { Action, Drag, Outcome, Place, Play } from "./types.d.ts" */
/** @import { Rules } from "./kinds.js" */
/** @import { Table } from "./table.js" */

/** How much of a cell a stroke crosses in both directions; less is enough where it ends. */
const STROKE = 0.4;
const SHORT_STROKE = 0.2;

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
  return mark(table, { ...state, drag: { ...drag, moved: true } }, spot, dx * dy > 0 ? "\\" : "/");
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
    case "mark": return mark(table, state, action.spot, action.name);
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
  deadLabel: "nothing can cover it any more",
  deadSign: "×",
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
};
