// @ts-check
/* What strokes draw: lines that they go along, cells that they go through, tints, and cells that they
   choose. All that a stroke does is one step. Pure: a state and a stroke make another state. */

import { RUBBER, nameOf, namesAt, refusalOf, rulesOut } from "./marking.js";
import { asideOf, isSameAside, nextTint, tinted } from "./noting.js";
import { crossedCell, crossedLines, isBack, isLine, middleCell, momentsOf, passedFrom, sortOf } from "./strokes.js";
import { counted } from "./words.js";
import { isWritten, write } from "./writing.js";

/** @import { Drag, Outcome, Place, Play } from "./types.d.ts" */
/** @import { Moment } from "./strokes.js" */
/** @import { Table } from "./table.js" */

/**
 * What a stroke does: it chooses cells to write into, tints cells, or draws lines or in cells.
 * @param {Table} table
 * @param {Play} state
 * @param {Drag} drag
 * @returns {Drag["stroke"]}
 */
function strokeOf(table, { pen }, { first, start, view = 0 }) {
  const { hasLines, hasCells, joinsCells } = sortOf(table);
  if (isWritten(table)) return pen === RUBBER ? "cells" : "choose";
  if (!hasLines) return "cells";
  if (pen !== undefined && pen !== RUBBER) {
    const spots = (table.byShape.get(`${pen}:0`) ?? []).map((move) => table.spotsOf[move][0]);
    return spots.some((spot) => isLine(table, spot)) ? "lines" : "cells";
  }
  if (pen === RUBBER && hasCells && first >= 0 && !isLine(table, first)) return "cells";
  const isMiddle = !joinsCells && start && middleCell(table, { view, place: start }, true) >= 0;
  return isMiddle && pen === undefined ? "tints" : "lines";
}

/**
 * A stroke begins.
 * @param {Table} table
 * @param {Play} state
 * @returns {Play}
 */
export function beginStroke(table, state) {
  if (!state.drag) return state;
  const drag = { ...state.drag, moved: true };
  const stroke = strokeOf(table, state, drag), { first, adds } = drag;
  const begun = { ...state, drag: { ...drag, stroke } };
  if (stroke !== "choose") return begun;
  const others = adds ? state.selection ?? [] : [];
  const own = first >= 0 && table.bySpot[first].length ? [first] : [];
  return { ...begun, pen: undefined, selection: [...new Set([...others, ...own])] };
}

/**
 * What a stroke makes of all places: what it begins on, or else the first mark; by the other button
 * the last one. On a line that is drawn already, it rubs out along it, or draws a second one where
 * there may be two.
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
  const last = names[names.length - 1];
  if (before === undefined) return by < 0 ? last : names[0];
  const name = nameOf(table, before);
  if (!isLine(table, spot)) return name;
  if (by < 0) return name === last ? null : last;
  if (name === "line" && names.includes("double line")) return "double line";
  return rulesOut(table, before) ? name : null;
}

/**
 * A stroke comes to a place: what it makes of the first one, it makes of all others like it.
 * @param {Table} table
 * @param {Play} state
 * @param {Drag} drag
 * @param {number} spot
 * @param {Moment} moment
 * @returns {Outcome}
 */
function drawOn(table, state, drag, spot, moment) {
  const { done = [], trail = [] } = drag, before = table.owners(state.placed).get(spot);
  const name = drag.name === undefined ? wantedAlong(table, state, spot, drag.by) : drag.name;
  if (name === undefined) return { state };
  const refusal = name === null ? "" : refusalOf(table, spot, name);
  const fits = name === null || namesAt(table, spot).includes(name);
  // It takes away what it began on, and leaves all else.
  const rubs = drag.rubs ?? (name === null && state.pen !== RUBBER && before !== undefined
    ? rulesOut(table, before) : undefined);
  const isOther = name === null && rubs !== undefined
    && (before === undefined || rulesOut(table, before) !== rubs);
  if (refusal || !fits || isOther)
    return { state: { ...state, drag: { ...drag, done: [...done, spot] } }, announce: refusal || undefined };
  const { announce, did, state: marked } = write(table, state, [spot], name);
  const line = isLine(table, spot);
  const next = { ...drag, name, rubs, done: [...done, spot],
    trail: line ? [...trail, { spot, before, ends: passedFrom(table, spot, moment) }] : trail };
  return { state: { ...marked, drag: next }, announce, did };
}

/**
 * A stroke goes back over the line that it has crossed last, and that becomes what it was before.
 * @param {Table} table
 * @param {Play} state
 * @param {Drag} drag
 * @returns {Outcome}
 */
function goBack(table, state, drag) {
  const { done = [], trail = [] } = drag, last = trail[trail.length - 1];
  const rest = state.placed.filter((move) => !table.spotsOf[move].includes(last.spot));
  return { state: { ...state, placed: last.before === undefined ? rest : [...rest, last.before],
    drag: { ...drag, trail: trail.slice(0, -1), done: done.filter((spot) => spot !== last.spot) } },
  announce: "Taken back along the way.", did: "take back" };
}

/**
 * The places that a stroke comes to just now.
 * @param {Table} table
 * @param {Drag} drag
 * @param {number} view
 * @param {Moment} moment
 */
function crossed(table, { stroke }, view, moment) {
  if (stroke === "lines") return crossedLines(table, view, moment);
  const cell = crossedCell(table, view, moment, stroke === "choose");
  return cell < 0 || (stroke !== "tints" && !table.bySpot[cell].length) ? [] : [cell];
}

/**
 * What a stroke makes of a place that it comes to.
 * @param {Table} table
 * @param {Play} state
 * @param {Drag} drag
 * @param {number} spot
 * @param {Moment} moment
 * @returns {Outcome}
 */
function comeTo(table, state, drag, spot, moment) {
  const { done = [], stroke } = drag, next = { ...drag, done: [...done, spot] };
  if (stroke === "choose") {
    const selection = [...new Set([...(state.selection ?? []), spot])];
    return { state: { ...state, cursor: spot, selection, drag: next },
      announce: `${counted(selection.length, "cell")} chosen.` };
  }
  if (stroke !== "tints") return drawOn(table, state, drag, spot, moment);
  const tint = drag.name === undefined ? nextTint(state, spot, drag.by) : drag.name;
  const { state: marked, announce } = tinted(table, state, [spot], tint);
  return { state: { ...marked, drag: { ...next, name: tint } }, announce };
}

/**
 * A stroke goes on. All that it does is one step.
 * @param {Table} table
 * @param {Play} state
 * @param {Drag} drag
 * @param {Place | null} at
 * @returns {Outcome}
 */
export function drawAlong(table, state, drag, at) {
  const { start, entered, done: before = [] } = drag;
  if (!start || !entered) return { state };
  if (!at) return { state: { ...state, drag: { ...drag, away: true } } };
  // What lies between the places where it left the board and came back was not drawn over.
  const from = drag.away ? at.place : entered;
  /** @type {Outcome} */
  let outcome = { state };
  /** @param {Outcome} next */
  const goOn = (next) => {
    outcome = { state: next.state, announce: next.announce ?? outcome.announce, did: next.did ?? outcome.did };
  };
  let rope = drag.away ? at.place : drag.rope ?? start;
  for (const moment of [{ at: start, before: start, rope: start, start },
    ...momentsOf(start, from, at.place, rope)].slice(before.length ? 1 : 0)) {
    rope = moment.rope;
    const now = outcome.state.drag ?? drag, last = now.trail?.[now.trail.length - 1];
    if (last && isBack(last.ends, moment)) goOn(goBack(table, outcome.state, now));
    for (const spot of crossed(table, now, at.view, moment)) {
      const here = outcome.state.drag ?? drag;
      if (!here.done?.includes(spot)) goOn(comeTo(table, outcome.state, here, spot, moment));
    }
  }
  const now = { ...(outcome.state.drag ?? drag), entered: at.place, rope, away: false };
  const next = { ...outcome.state, drag: now };
  if (!changes(state, next)) return { ...outcome, state: next, did: undefined };
  return { ...outcome, state: next, replace: drag.changed, did: outcome.did };
}

/** Whether other marks or notes are there.
    @param {Play} one @param {Play} other */
export const changes = (one, other) => !isSameAside(one, other)
  || String([...one.placed].sort()) !== String([...other.placed].sort());

/**
 * What was no stroke, but a finger of two that scroll, leaves nothing.
 * @param {Play} state
 * @returns {Outcome}
 */
export function takeStrokeBack(state) {
  const { drag } = state, ended = { ...state, drag: null };
  if (!drag?.was || !drag.moved) return { state: ended };
  const before = { ...ended, ...asideOf(drag.was), placed: drag.was.placed, selection: drag.was.selection };
  if (!changes(ended, before)) return { state: before };
  return { state: before, announce: "Nothing was drawn.", did: "take back", replace: drag.changed };
}
