// @ts-check
/* The kinds of boards: pieces are laid (hand.js), cells are cut (cutting.js), or marks are
   made with a pencil (pencil.js). To add a kind, write a module like these and name it in `KINDS`;
   nothing else asks which kind a board is.

   A kind has two halves. Its `rules` are pure, and are tested without a browser:
   - state: `begin` makes the state of play (`Play` in types.d.ts) of what is given and placed;
   - actions: `reduce` turns a state and an action into another one, what to announce, and whether
     the moves in it are a new position (`Outcome`). Pointers come as press or grab, lift, drag, drop
     and cancel; screen readers and Enter as act;
   - keys: `actionOfKey` knows the keys that no other kind has, `tools` the buttons, `canUse` which
     of these are of use now;
   - words: the strings, and `keysHelp`, `describeHand` and `nameMoves`;
   - answers: `roomFor` says what may stay where moves of an answer are laid, `solvedWhenFull`
     whether only a full board can be solved.
   The other half is its view: `drawMove` draws what lies on the board (drawings.js), and `Tray` what
   is beside it, by its `element` and `draw(scene)` (tray.js).

   A kind that needs further actions, or more in its state, names them in types.d.ts. */

import { cutting } from "./cutting.js";
import { drawCut, drawMark, drawPiece } from "./drawings.js";
import { laying } from "./hand.js";
import { pencil } from "./pencil.js";
import { CutTray, PenTray, PieceTray } from "./tray.js";

/** @import { Action, BoardData, HelpLevel, Outcome, Play, Scene } from "./types.d.ts" */
/** @import { Drawing } from "./drawings.js" */
/** @import { Table } from "./table.js" */

/**
 * A key that is pressed, and where; `digit` is that of the key itself, whatever Shift makes of it.
 * @typedef {{ key: string, digit?: string, shift: boolean, control: boolean, onSpot: boolean,
 *   inTray: boolean }} KeyContext
 */

/**
 * @typedef {Object} Rules
 * @property {string} className of the whole board, for its style
 * @property {number} lift pixels that are kept free between a finger and what it drags
 * @property {string} heading above the tray
 * @property {string} pointerHelp
 * @property {string} escapeHelp
 * @property {string} placeLabel of the button that accepts a hint
 * @property {boolean} solvedWhenFull
 * @property {string} deadLabel what to say of a spot that is lost
 * @property {string} [deadSign] what is drawn on it
 * @property {(number: number) => string} [describeDead] how many are
 * @property {(table: Table) => { name: string, label: string, key: string, action: Action }[]} tools
 * @property {(table: Table, play: Play, tool: string) => boolean} canUse
 * @property {(play: Play) => boolean} [isOn] whether the tool is on that is a switch
 * @property {(table: Table) => [string, string][]} keysHelp
 * @property {(table: Table, given: number[], placed: number[]) => Play} begin
 * @property {(table: Table, play: Play, action: Action) => Outcome} reduce
 * @property {boolean} [notes] whether Ctrl and a digit is for the board
 * @property {(key: KeyContext, table: Table, play: Play) => Action | null} actionOfKey
 * @property {(table: Table, play: Play) => string} describeHand
 * @property {(table: Table, moves: number[]) => string} nameMoves
 * @property {(table: Table, placed: number[], moves: number[]) => number[]} roomFor
 * @property {(table: Table, play: Play, moves: number[]) => Play} [tidied] without notes that moves make
 *   void
 * @property {(table: Table, move: number) => boolean} [rulesOut] whether a solution does without it
 */

/**
 * What a tray tells of: a pointer that goes down on a piece, a screen reader's click, and what its own
 * buttons do.
 * @typedef {{ grab: (event: PointerEvent, piece: number, picture: SVGSVGElement) => void,
 *   choose: (piece: number) => void, act: (action: Action) => void }} TrayEvents
 */

/** @typedef {{ element: HTMLElement, draw: (scene: Scene) => void }} Tray */

/**
 * A kind of boards; `help` is the level of help that a board begins with.
 * @typedef {{ rules: Rules, help: HelpLevel, Tray: new (table: Table, events: TrayEvents) => Tray,
 *   drawMove: (table: Table, move: number, classes: string) => Drawing[] }} Kind
 */

/** @type {Record<string, Kind>} */
const KINDS = {
  place: { rules: laying, help: "count", Tray: PieceTray, drawMove: drawPiece },
  cut: { rules: cutting, help: "rules", Tray: CutTray, drawMove: drawCut },
  draw: { rules: pencil, help: "rules", Tray: PenTray, drawMove: drawMark },
};

/** @param {BoardData} data */
export const kindOf = (data) => KINDS[data.drag && Object.hasOwn(KINDS, data.drag) ? data.drag : "place"];
