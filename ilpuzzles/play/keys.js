// @ts-check
/* Keys: what a player does by them. */

/** @import { Action, Play } from "./types.d.ts" */
/** @import { KeyContext, Rules } from "./kinds.js" */
/** @import { Table } from "./table.js" */

/** The directions of `spots.next`.
    @type {Record<string, number>} */
const ARROWS = { ArrowLeft: 0, ArrowRight: 1, ArrowUp: 2, ArrowDown: 3, PageUp: 4, PageDown: 5 };
const FORWARDS = [1, 3, 5];

/**
 * A key and where it was pressed; nothing where it belongs to a field, to the browser or to the
 * system.
 * @param {KeyboardEvent} event
 * @returns {KeyContext | null}
 */
export function readKey({ target, key, code, altKey, ctrlKey, metaKey, shiftKey }) {
  const element = /** @type {HTMLElement} */ (target), control = ctrlKey || metaKey;
  if (element.closest("input, select, textarea, summary") || altKey) return null;
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(code ?? "")?.[1];
  if (control && digit === undefined && !["z", "y"].includes(key.toLowerCase())) return null;
  return { key, ...(digit === undefined ? {} : { digit }), control, shift: shiftKey, onSpot: element.dataset?.spot !== undefined,
    inTray: element.closest(".tray") !== null };
}

/**
 * What a key does.
 * @param {KeyContext} context
 * @param {{ table: Table, rules: Rules, play: Play, paging: boolean }} game
 * @returns {Action | null}
 */
export function actionOf(context, { table, rules, play, paging }) {
  const { key, digit, shift, control, onSpot, inTray } = context;
  const spot = play.cursor, arrow = Object.hasOwn(ARROWS, key) ? ARROWS[key] : -1;
  if (onSpot && arrow >= 0) return { type: "go", direction: arrow, ...(shift ? { adds: true } : {}) };
  if (paging && !onSpot && (arrow === 0 || arrow === 1)) return { type: "page", by: arrow ? 1 : -1 };
  if (inTray && arrow >= 0) return { type: "tray", by: FORWARDS.includes(arrow) ? 1 : -1 };
  if (control && digit !== undefined) return rules.notes ? rules.actionOfKey(context, table, play) : null;
  if (control) return { type: key.toLowerCase() === "y" || shift ? "redo" : "undo" };
  if (onSpot && key === "Enter") return { type: "act", spot };
  const own = rules.actionOfKey(context, table, play);
  if (!own && onSpot && key === " ") return { type: "act", spot };
  if (own) return own;
  if (onSpot && (key === "Delete" || key === "Backspace")) return { type: "take-back", spot };
  /** @type {Record<string, Action>} */
  const others = { Escape: { type: "put-back" }, z: { type: "undo" }, y: { type: "redo" },
    h: { type: "ask", question: "hint" } };
  return Object.hasOwn(others, key) ? others[key] : null;
}
