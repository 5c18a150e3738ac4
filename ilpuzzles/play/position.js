// @ts-check
/* The position: what was given and what is placed, its history, its clock and its record. The time
   comes from outside, in milliseconds. */

import { asideOf, hasNotes, isSameAside } from "./noting.js";

/** @import { Aside, Entry, SavedState } from "./types.d.ts" */
/** @import { Table } from "./table.js" */

const MAX_LOG = 5000; // entries of the record

/** @param {number[]} moves */
const sorted = (moves) => String([...moves].sort((one, other) => one - other));

/** Positions that can be undone and redone, and the record of them with their times. */
export class History {
  /**
   * @param {number[]} first
   * @param {Entry[]} [log]
   * @param {SavedState} [kept]
   * @param {Aside} [aside] what is beside the first position
   */
  constructor(first, log = [], { positions, at = 0, asides } = {}, aside = {}) {
    // What was kept is taken if it is about the position that is here.
    const known = Array.isArray(positions) && positions.every(Array.isArray)
      && String(positions[at]) === String(first);
    this.positions = known ? [...positions] : [first];
    this.at = known ? at : 0;
    this.log = log;
    /** What is beside each position.
        @type {Aside[]} */
    this.asides = this.positions.map(() => ({}));
    /** @type {Aside} */
    let last = {};
    for (const n of this.positions.keys()) this.asides[n] = last = known && asides?.[n] || last;
    this.asides[this.at] = aside;
  }

  get placed() {
    return this.positions[this.at];
  }

  get aside() {
    return this.asides[this.at];
  }

  get isFirst() {
    return this.at === 0;
  }

  get isLast() {
    return this.at === this.positions.length - 1;
  }

  /** @param {number[]} placed @param {boolean} [replace] @param {Aside} [aside] */
  go(placed, replace = false, aside = this.aside) {
    let kept = this.at + (replace && this.at ? 0 : 1);
    const before = this.positions[kept - 1], noted = this.asides[kept - 1];
    // A piece that was taken up and put down again is no move.
    if (replace && sorted(before) === sorted(placed) && isSameAside(noted, aside)) kept -= 1;
    this.positions = [...this.positions.slice(0, kept), placed];
    this.asides = [...this.asides.slice(0, kept), isSameAside(noted, aside) ? noted : aside];
    this.at = this.positions.length - 1;
  }

  /** What is beside each position, as it is kept; nothing where there is nothing at all. */
  get keptAsides() {
    const { asides } = this;
    const isAny = asides.some((one) => hasNotes(one) || one.trial !== undefined);
    return isAny ? asides.map((one, n) => (n > 0 && one === asides[n - 1] ? null : one)) : undefined;
  }

  /** @param {number} by */
  step(by) {
    const next = this.at + by;
    if (next < 0 || next >= this.positions.length) return false;
    this.at = next;
    return true;
  }
}

/** A position in a game. */
export class Position {
  /** @param {Table} table @param {SavedState} saved */
  constructor(table, saved) {
    this.table = table;
    const { given, placed } = readMoves(table, saved);
    this.given = given;
    const asides = Array.isArray(saved.asides)
      ? saved.asides.map((one) => (one ? readAside(table, one) : null)) : undefined;
    this.history = new History(placed, Array.isArray(saved.log) ? saved.log : [], { ...saved, asides },
      readAside(table, saved));
    this.seconds = Number(saved.seconds) || 0;
    /** @type {number | null} */
    this.started = null;
    this.solved = false;
    this.helped = Boolean(saved.helped);
    this.laid = Array.isArray(saved.laid) ? saved.laid : []; // what was not played, but set
    this.coloured = Boolean(saved.coloured);
  }

  get placed() {
    return this.history.placed;
  }

  /** What is beside the marks: notes, tints, and where a trial began. */
  get aside() {
    return this.history.aside;
  }

  get candidates() {
    return this.aside.candidates ?? {};
  }

  /** Whether it was there, and not played. */
  get isLaid() {
    return [this.laid, this.given].some((moves) => sorted(moves) === sorted(this.placed));
  }

  /** Whether every spot is covered. */
  get isFull() {
    return this.table.owners(this.placed).size === this.table.polygons.length;
  }

  /** Whether something has been done that is worth to come back to. */
  get isBegun() {
    return !this.history.isFirst || this.placed.length > this.given.length;
  }

  /**
   * The seconds that were played.
   * @param {number} now
   */
  elapsed(now) {
    const running = this.started !== null && !this.solved;
    return this.seconds + (running && this.started !== null ? (now - this.started) / 1000 : 0);
  }

  /**
   * Other moves lie on the board now.
   * @param {number[]} placed
   * @param {number} now
   * @param {boolean} [replace]
   * @param {Aside} [aside] what is beside them
   */
  change(placed, now, replace = false, aside = this.aside) {
    this.history.go(placed, replace, asideOf(aside));
    this.resume(now);
  }

  /**
   * Undoes or redoes a step; says whether there was one.
   * @param {number} by
   * @param {number} now
   */
  step(by, now) {
    const stepped = this.history.step(by);
    if (stepped) this.resume(now);
    return stepped;
  }

  /**
   * The position was set from outside; says whether that is another one.
   * @param {SavedState} state
   * @param {number} now
   */
  set(state, now) {
    const { given, placed } = readMoves(this.table, state);
    if (String(placed) === String(this.placed) && String(given) === String(this.given))
      return false;
    this.given = given;
    this.laid = placed;
    this.change(placed, now);
    return true;
  }

  /** @param {number} now */
  resume(now) {
    this.started ??= now;
    this.solved = false;
  }

  /**
   * Stops the clock.
   * @param {number} now
   */
  finish(now) {
    this.seconds = this.elapsed(now);
    this.solved = true;
    this.started = null;
  }

  /**
   * Writes down what was done.
   * @param {string} did
   * @param {number} now
   * @returns {Entry}
   */
  record(did, now) {
    const { log } = this.history;
    const entry = { at: Math.round(this.elapsed(now) * 10) / 10, placed: [...this.placed], did };
    if (!log.length) log.push({ at: 0, placed: [...this.given], did: "start" });
    if (log.length < MAX_LOG) log.push(entry);
    return entry;
  }

  /**
   * All that a reload needs.
   * @param {number} now
   * @returns {SavedState}
   */
  save(now) {
    const { positions, at, log, keptAsides: asides } = this.history;
    const beside = Object.fromEntries(Object.entries(this.aside).filter(([, value]) =>
      value !== undefined && (Array.isArray(value) || Object.keys(value).length > 0)));
    return { placed: [...this.placed], given: [...this.given], seconds: Math.round(this.elapsed(now)),
      positions, at, log, helped: this.helped, laid: this.laid,
      ...beside, ...(asides ? { asides } : {}), ...(this.coloured ? { coloured: true } : {}) };
  }
}

/**
 * What a state says is given and placed, as far as it can lie together.
 * @param {Table} table
 * @param {SavedState} state
 */
function readMoves(table, state) {
  const given = table.sound(state.given ?? table.data.given);
  const more = Array.isArray(state.placed) ? state.placed : [];
  return { given, placed: table.sound([...given, ...more.filter((move) => !given.includes(move))]) };
}

/**
 * What a state says is beside the marks, as far as it is about places and moves of the board.
 * @param {Table} table
 * @param {Aside} state
 * @returns {Aside}
 */
function readAside(table, { candidates, corners, tints, trial }) {
  /** @param {unknown} notes @param {(note: unknown) => boolean} isNote */
  const read = (notes, isNote) => Object.fromEntries(Object.entries(notes ?? {}).filter(([spot, one]) =>
    table.bySpot[Number(spot)] && isNote(one)));
  /** @type {Aside} */
  const found = {};
  if (candidates) found.candidates = read(candidates, Array.isArray);
  if (corners) found.corners = read(corners, Array.isArray);
  if (tints) found.tints = read(tints, (one) => typeof one === "string");
  if (Array.isArray(trial)) found.trial = table.sound(trial);
  return found;
}
