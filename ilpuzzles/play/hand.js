// @ts-check
/* Boards on which pieces are laid: what is in the hand, and what becomes of it. Pure: a state and an
   action make another state, and what to announce. */

import { aimedSpot, fittingMoves, moveOver, sticksOut } from "./layers.js";
import { FAVOUR } from "./table.js";
import { counted } from "./words.js";

/** @import { Action, Drag, Hand, Outcome, Place, Play, Turn } from "./types.d.ts" */
/** @import { KeyContext, Rules } from "./kinds.js" */
/** @import { Table } from "./table.js" */

const NEVER = "fits nowhere on this board";
const TURNS = { r: "turn", m: "mirror", t: "tip" };
const DONE = { turn: "turned", mirror: "mirrored", tip: "tipped" };

/**
 * What keys and buttons are called that turn pieces, as far as a board has a use for them.
 * @param {Table} table
 * @returns {{ how: Turn, label: string, key: string }[]}
 */
const turnsOf = ({ mirrors, tips }) => [
  { how: "turn", label: "Turn", key: "R" },
  ...(mirrors ? [/** @type {const} */ ({ how: "mirror", label: "Mirror", key: "M" })] : []),
  ...(tips ? [/** @type {const} */ ({ how: "tip", label: "Tip", key: "T" })] : []),
];

/**
 * What to say of a piece that fits nowhere.
 * @param {Table} table
 * @param {number} piece
 */
export const nowhere = (table, piece) => (table.fits[piece] ? "" : NEVER);

/**
 * Whether what is in the hand fits where it would lie, in words.
 * @param {Table} table
 * @param {Play} state
 */
export function describeHand(table, state) {
  const { hand, ghost, placed } = state;
  if (!hand) return "";
  const name = table.name(hand.piece);
  if (ghost === null) {
    const spot = aimedSpot(table, state, state.pointed), why = sticksOut(table, hand, spot);
    return `${name} ${nowhere(table, hand.piece) || `does not fit here${why && `: ${why}`}`}`;
  }
  return table.refusal(ghost, placed) || `${name} fits here`;
}

/**
 * The move that would be placed: the nearest to a place, or to the cursor.
 * @param {Table} table
 * @param {Play} state
 * @param {Place | null} at
 * @returns {Play}
 */
function aim(table, state, at = null) {
  if (!state.hand) return { ...state, ghost: null };
  const { cursor } = state, { view } = table.data.spots, spot = aimedSpot(table, state, at);
  const move = spot >= 0 ? moveOver(table, state.hand, spot, state.placed) : table.nearest(state.hand, at ?? { view: view[cursor], place: table.centres[cursor] },
    state.placed, at ? FAVOUR : 0);
  return { ...state, ghost: move < 0 ? null : move };
}

/**
 * The pointer is at a place, or at none.
 * @param {Table} table
 * @param {Play} state
 * @param {Place | null} at
 * @returns {Play}
 */
const point = (table, state, at) => (at ? aim(table, { ...state, pointed: at }, at)
  : { ...state, pointed: null, ghost: null });

/**
 * @param {Play} state
 * @param {number} piece
 * @param {number} shape
 */
const shapesWith = (state, piece, shape) =>
  state.shapes.map((old, p) => (p === piece ? shape : old));

/**
 * Takes a piece into the hand.
 * @param {Table} table
 * @param {Play} state
 * @param {{ piece: number, shape: number, anchor?: number, from?: number | null }} hand
 * @returns {Outcome}
 */
function hold(table, state, { piece, shape, anchor, from = null }) {
  const hand = { piece, shape, anchor: anchor ?? table.anchor(piece, shape), from };
  const shows = table.shows(piece, shape);
  return { state: { ...state, hand, shapes: shapesWith(state, piece, shape) },
    announce: `In your hand: ${table.title(piece)}${shows && `; ${shows}`}.` };
}

/**
 * Takes one of the pieces that are left; one that is in the hand already is turned.
 * @param {Table} table
 * @param {Play} state
 * @param {{ piece: number, toBoard?: boolean, anchor?: number }} action
 * @returns {Outcome}
 */
function choose(table, state, { piece, toBoard = false, anchor }) {
  if (state.hand?.piece === piece && !toBoard && anchor === undefined)
    return turn(table, state, "turn");
  if (table.left(piece, state.placed) <= 0) return { state };
  const taken = hold(table, state, { piece, shape: state.shapes[piece], anchor });
  return toBoard ? { ...taken, state: aim(table, taken.state), focus: "cursor" } : taken;
}

/**
 * Takes the next one of the pieces that are left, or the one before.
 * @param {Table} table
 * @param {Play} state
 * @param {number} by
 */
function chooseNext(table, state, by) {
  const left = table.pieces.flatMap((_, p) => (table.left(p, state.placed) > 0 ? [p] : []));
  if (!left.length) return { state };
  const at = state.hand ? left.indexOf(state.hand.piece) : by > 0 ? -1 : 0;
  return choose(table, state, { piece: left[(at + by + left.length) % left.length], toBoard: true });
}

/**
 * Turns, mirrors or tips what is in the hand.
 * @param {Table} table
 * @param {Play} state
 * @param {Turn} how
 * @returns {Outcome}
 */
function turn(table, state, how) {
  const { hand } = state;
  if (!hand) return { state, announce: "Take a piece first." };
  const { piece } = hand, name = table.name(piece), shape = table.shape(piece, hand.shape)[how];
  if (!(shape >= 0) || shape === hand.shape) return { state, announce: `${name} looks the same.` };
  /** @type {Play} */
  let next = { ...state, hand: { ...hand, shape, anchor: table.anchor(piece, shape) },
    shapes: shapesWith(state, piece, shape) };
  if (state.ghost !== null || state.pointed) next = aim(table, next, state.pointed);
  const shows = table.shows(piece, shape);
  const here = next.ghost === null ? "" : `${describeHand(table, next)}.`;
  return { state: next,
    announce: `${name} ${DONE[how]}${shows && `: ${shows}`}. ${here}`.trim() };
}

/** Turns what is in the hand in the next way in which it fits somewhere.
    @param {Table} table @param {Play} state @returns {Outcome} */
function turnToFit(table, state) {
  const { hand, placed } = state;
  if (!hand) return { state, announce: "Take a piece first." };
  const { piece } = hand, { shapes } = table.pieces[piece], name = table.name(piece);
  for (let n = 1; n <= shapes.length; n++) {
    const shape = (hand.shape + n) % shapes.length;
    const places = fittingMoves(table, { piece, shape, anchor: 0 }, placed).length;
    if (!places) continue;
    const next = { ...state, hand: { ...hand, shape, anchor: table.anchor(piece, shape) },
      ghost: null, pointed: null, shapes: shapesWith(state, piece, shape) };
    return { state: next, announce: `Like this, ${name} fits in ${counted(places, "place")}.` };
  }
  return { state, announce: `${name} fits nowhere any more.` };
}

/**
 * Lays a move on the board, if it fits.
 * @param {Table} table
 * @param {Play} state
 * @param {number} move
 * @returns {Outcome}
 */
function place(table, state, move) {
  const { hand, placed } = state, piece = table.pieceOf[move];
  const refusal = table.refusal(move, placed);
  if (refusal) return { state, announce: `${refusal}.` };
  const moved = hand !== null && hand.from !== null;
  const kept = hand && !moved && table.left(piece, placed) > 1 ? hand : null;
  return { state: { ...state, placed: [...placed, move], hand: kept, ghost: null },
    announce: `${table.name(piece)} placed.`, did: moved ? "move" : "place", replace: moved,
    focus: "kept" };
}

/** Lays down what would lie here, or says why it cannot.
    @param {Table} table @param {Play} state @returns {Outcome} */
const layDown = (table, state) => (state.ghost === null
  ? { state, announce: `${describeHand(table, state)}.` } : place(table, state, state.ghost));

/**
 * Lays what was taken up where it lay; what is said first says why.
 * @param {Table} table
 * @param {Play} state
 * @param {Hand} hand
 * @param {number} from
 * @returns {Outcome}
 */
function returnToPlace(table, state, { piece }, from, why = "") {
  const back = { ...state, shapes: shapesWith(state, piece, table.shapeOf[from]) };
  return { ...place(table, back, from),
    announce: `${why}${table.name(piece)} is back where it lay.` };
}

/**
 * What lay on the board lies there again, unless it goes back among the pieces.
 * @param {Table} table
 * @param {Play} state
 * @returns {Outcome}
 */
function putBack(table, state, toTray = false) {
  const { hand } = state;
  if (!hand) return { state, close: true };
  if (hand.from !== null && !toTray)
    return { ...returnToPlace(table, state, hand, hand.from), close: true };
  return { state: { ...state, hand: null, ghost: null, pointed: null }, close: true,
    announce: `${table.name(hand.piece)} is back among the pieces.` };
}

/**
 * Takes up what lies on a spot.
 * @param {Table} table
 * @param {Play} state
 * @param {number} spot
 * @returns {Outcome}
 */
function takeUp(table, state, spot) {
  const move = table.owners(state.placed).get(spot);
  if (move === undefined) return { state, announce: "Nothing lies here. Take a piece first." };
  const piece = table.pieceOf[move], shape = table.shapeOf[move];
  if (state.given.includes(move))
    return { state, announce: `${table.title(piece)} was given, and stays.` };
  const anchor = Math.max(table.spotsOf[move].indexOf(spot), 0);
  const rest = { ...state, placed: state.placed.filter((m) => m !== move) };
  const taken = hold(table, rest, { piece, shape, anchor, from: move });
  return { ...taken, state: { ...taken.state, ghost: move }, did: "take back" };
}

/**
 * Takes what lies on a spot off the board.
 * @param {Table} table
 * @param {Play} state
 * @param {number} spot
 * @returns {Outcome}
 */
function takeBack(table, state, spot) {
  const move = table.owners(state.placed).get(spot);
  if (state.hand || move === undefined) return putBack(table, state, true);
  const piece = table.pieceOf[move];
  if (state.given.includes(move))
    return { state, announce: `${table.title(piece)} was given, and stays.` };
  return { state: { ...state, placed: state.placed.filter((m) => m !== move) },
    announce: `${table.name(piece)} taken back.`, did: "take back" };
}

/* ---- Pointers ----------------------------------------------------------------------------- */

/** @type {Drag} */
const DRAG = { moved: false, finger: false, tray: false, spot: -1, first: -1, piece: -1,
  again: false, before: null };

/**
 * A pointer that is down has gone some way: it takes along what it went down on.
 * @param {Table} table
 * @param {Play} before
 * @returns {Outcome}
 */
function lift(table, before) {
  if (!before.drag) return { state: before };
  const drag = { ...before.drag, moved: true }, state = { ...before, drag }, { hand } = state;
  if (drag.tray && !drag.again) return choose(table, state, drag);
  if (!drag.tray && !hand && drag.spot >= 0)
    return table.owners(state.placed).has(drag.spot) ? takeUp(table, state, drag.spot) : { state };
  if (drag.again && drag.anchor !== undefined && hand)
    return { state: { ...state, hand: { ...hand, anchor: drag.anchor } } };
  return { state };
}

/**
 * A pointer goes up where it went down.
 * @param {Table} table
 * @param {Play} before
 * @param {Drag} drag
 * @param {Place | null} at
 * @returns {Outcome}
 */
function click(table, before, drag, at) {
  if (drag.tray) return drag.again ? turn(table, before, "turn") : choose(table, before, drag);
  if (drag.spot < 0) return { state: before };
  const state = before.hand ? point(table, before, at) : before, { hand, ghost, placed } = state;
  // A finger that cannot lay what is in the hand on a piece takes that piece up.
  const under = table.owners(placed).get(drag.spot);
  const fits = hand && ghost !== null && !table.refusal(ghost, placed);
  if (!hand || (drag.finger && under !== undefined && !fits && !state.given.includes(under)))
    return takeUp(table, state, drag.spot);
  const laid = layDown(table, state);
  return drag.finger ? { ...laid, state: point(table, laid.state, null) } : laid;
}

/**
 * A pointer that was down goes up.
 * @param {Table} table
 * @param {Play} before
 * @param {{ at: Place | null, over: boolean }} where
 * @returns {Outcome}
 */
function drop(table, before, { at, over }) {
  const { drag } = before, state = { ...before, drag: null }, { hand, ghost, placed } = state;
  if (!drag) return { state };
  if (!drag.moved) return click(table, state, drag, at);
  if (!hand) return { state };
  if (!over && ghost === null)
    return hand.from === null ? { state } : putBack(table, state, true);
  const refusal = ghost === null ? describeHand(table, state) : table.refusal(ghost, placed);
  if (refusal && hand.from !== null)
    return returnToPlace(table, state, hand, hand.from, `${refusal}. `);
  return layDown(table, state);
}

/** The browser takes the pointer for itself, as where a finger scrolls.
    @param {Table} table @param {Play} before @returns {Outcome} */
function cancelDrag(table, before) {
  const { drag } = before;
  if (!drag) return { state: before };
  const state = { ...before, drag: null, pointed: null, ghost: null }, { hand } = state;
  if (drag.tray) return { state: { ...state, hand: drag.before }, announce: "" };
  return drag.moved && hand && hand.from !== null ? returnToPlace(table, state, hand, hand.from)
    : { state };
}

/* ---- What the board calls ----------------------------------------------------------------- */

/**
 * @param {Table} table
 * @param {Play} state
 * @param {Action} action
 * @returns {Outcome}
 */
function reduceLaying(table, state, action) {
  switch (action.type) {
    case "choose": return choose(table, state, action);
    case "name": return table.left(action.piece, state.placed) > 0
      ? choose(table, state, { piece: action.piece, toBoard: true })
      : { state, announce: `No ${action.key} is left.` };
    case "next": return chooseNext(table, state, action.by);
    case "turn": return turn(table, state, action.how);
    case "fit": return turnToFit(table, state);
    case "put-back": return putBack(table, state, action.toTray);
    case "take-back": return takeBack(table, state, action.spot);
    case "act": return state.hand
      ? layDown(table, state.ghost === null ? aim(table, state) : state)
      : takeUp(table, state, action.spot);
    case "reach": return { state: reach(table, state, action.spot) };
    case "hover": return { state: state.hand || !action.at ? point(table, state, action.at) : state };
    case "grab": return { state: { ...state, drag: { ...DRAG, tray: true, piece: action.piece,
      anchor: action.anchor, finger: action.finger, before: state.hand,
      again: state.hand?.piece === action.piece } } };
    case "press": return { state: { ...state, cursor: action.spot < 0 ? state.cursor : action.spot,
      drag: { ...DRAG, spot: action.spot, finger: action.finger } } };
    case "lift": return lift(table, state);
    case "drag": return { state: state.drag?.moved && state.hand ? point(table, state, action.at)
      : state };
    case "drop": return drop(table, state, action);
    case "cancel": return cancelDrag(table, state);
    case "release": return { state: { ...state, hand: null, ghost: null } };
    default: return { state };
  }
}

/**
 * The cursor is on a spot.
 * @param {Table} table
 * @param {Play} state
 * @param {number} cursor
 * @returns {Play}
 */
function reach(table, state, cursor) {
  if (state.cursor === cursor && !state.hand) return state;
  const next = { ...state, cursor };
  return state.hand && !state.drag ? aim(table, { ...next, pointed: null }) : next;
}

/**
 * @param {KeyContext} context
 * @param {Table} table
 * @returns {Action | null}
 */
function actionOfKey({ key, shift }, table) {
  const piece = table.pieces.findIndex((_, p) => table.name(p) === key
    && (shift || !/^[a-z]$/i.test(key)));
  if (piece >= 0) return { type: "name", piece, key };
  const how = Object.hasOwn(TURNS, key) ? TURNS[/** @type {"r"} */ (key)] : "";
  if (how) return { type: "turn", how: /** @type {Turn} */ (how) };
  if (key === "f" && table.tips) return { type: "fit" };
  if (key === "n" || key === "b") return { type: "next", by: key === "n" ? 1 : -1 };
  return null;
}

/** @type {Rules} */
export const laying = {
  className: "",
  lift: 44,
  heading: "Pieces left",
  pointerHelp: "Drag a piece to the board, or tap (click) on it and then on the board. Tap on it again "
    + "to turn it. Drag a piece off the board to take it back. A small circle marks the cell by "
    + "which you hold it, and a ring around a letter a piece that was given and stays. On a solid, "
    + "blue dots are the cells that it can take as it is turned; drag beside it to turn the solid, and "
    + "pinch to zoom.",
  escapeHelp: "lets go: a piece goes back to where it was",
  placeLabel: "Place it",
  deadLabel: "nothing can cover it any more",
  deadSign: "×",
  solvedWhenFull: true,

  tools: (table) => [
    ...turnsOf(table).map(({ how, label, key }) =>
      ({ name: how, label, key, action: /** @type {Action} */ ({ type: "turn", how }) })),
    ...(table.tips ? [{ name: "fit", label: "Next fit", key: "F",
      action: /** @type {Action} */ ({ type: "fit" }) }] : []),
    { name: "back", label: "Put back", key: "", action: { type: "put-back", toTray: true } },
  ],

  canUse(table, { hand }, tool) {
    if (!hand || tool === "back" || tool === "fit") return hand !== null;
    const shape = table.shape(hand.piece, hand.shape)[/** @type {Turn} */ (tool)];
    return shape >= 0 && shape !== hand.shape;
  },

  keysHelp(table) {
    const turns = turnsOf(table);
    return [
      ["Enter", "puts down what is in your hand, or takes up what lies there"],
      ["N and B", "take the next piece, and the one before; Shift and its letter take a piece by name"],
      [turns.map(({ key }) => key).join(", "), `${turns.map(({ how }) => how).join(", ")
        .replace(/, (?=\w+$)/, " and ")} what is in your hand`],
      ...(table.tips ? /** @type {[string, string][]} */ ([["F",
        "turns it in the next way in which it fits somewhere"]]) : []),
      ["Delete", "takes the piece under the cursor off the board"],
    ];
  },

  begin: (table, given, placed) => ({ given, placed, cursor: 0, hand: null, ghost: null,
    pointed: null, shapes: table.pieces.map(() => 0), drag: null }),
  reduce: reduceLaying,
  actionOfKey,
  describeHand,
  nameMoves: (table, moves) => moves.map((move) => table.name(table.pieceOf[move])).join(", "),
  roomFor: (_, placed) => placed,
};
