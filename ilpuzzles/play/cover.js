// @ts-check
/* A search for the solutions of a board: an exact cover by bit masks.

   Every spot is covered once, every piece is used as often as it has to be, and colours match where
   pieces touch. The search takes the item with the fewest moves left, and remembers how many
   solutions there are from what is covered. It works in short slices of time. */

/** @import { BoardData, Touching } from "./types.d.ts" */

const REMEMBERED = 400_000; // counts

/** What is covered, how often pieces are used, and the moves that still fit.
    @typedef {{ live: Int32Array, covered: Int32Array, used: Int32Array }} Found */

/** A slice of time for a search, which may get another one. */
export class Slice {
  /** @param {number} milliseconds */
  constructor(milliseconds) {
    this.milliseconds = milliseconds;
    this.end = 0;
    this.passed = false;
    this.steps = 0;
    this.renew();
  }

  renew() {
    this.end = performance.now() + this.milliseconds;
    this.passed = false;
    this.steps = 0;
  }

  over() {
    if (!this.passed && (++this.steps & 31) === 0 && performance.now() > this.end)
      this.passed = true;
    return this.passed;
  }
}

/**
 * Moves in an order that is always the same, and has nothing to do with their numbers.
 * @param {Int32Array} moves
 */
export function mixed(moves) {
  /** @param {number} move */
  const rank = (move) => Math.imul(move + 1, 0x9e3779b1) >>> 0;
  return [...moves].sort((one, other) => rank(one) - rank(other));
}

/** The moves of a board as bits: those that each has, and those that it forbids all others. These
    are the items that it covers, and behind them the colours that it shows on each side. */
export class Cover {
  /** @param {BoardData} board */
  constructor({ spots, pieces, moves, touching, colours = [] }) {
    this.spots = spots.path.length;
    this.pieceOf = moves.piece;
    this.single = pieces.map(({ copies }) => copies === 1);
    this.limit = pieces.map(({ copies }) => copies ?? Infinity);
    this.least = pieces.map(({ least }) => least ?? 0);
    this.counted = pieces.flatMap((_, p) => (this.single[p] ||
      (this.limit[p] === Infinity && !this.least[p]) ? [] : [p]));
    this.size = this.spots + pieces.length;
    this.mandatory = new Uint8Array(this.size).fill(1, 0, this.spots);
    pieces.forEach((_, p) => {
      if (this.single[p] && this.least[p]) this.mandatory[this.spots + p] = 1;
    });
    this.itemsOf = moves.piece.map((p, m) => {
      const own = moves.spots.slice(moves.starts[m], moves.starts[m + 1]);
      return this.single[p] ? [...own, this.spots + p] : own;
    });
    this.itemWords = Math.ceil(this.size / 32);
    // What the board demands of a side is seen to once for all.
    const open = (touching?.demands ?? []).map((demand) => demand < 0);
    let bit = this.itemWords * 32;
    this.tint = open.map((free) => (free ? (bit += colours.length) - colours.length : -1));
    this.words = Math.ceil(bit / 32);
    this.masks = new Int32Array(this.itemsOf.length * this.words);
    this.forbids = new Int32Array(this.masks.length);
    this.itemsOf.forEach((items, m) => {
      for (const item of items) this.mark([this.masks, this.forbids], m, item);
    });
    const possible = moves.piece.map((_, m) => !touching || this.paint(m, touching, colours.length));
    this.all = Int32Array.from(moves.piece, (_, m) => m).filter((m) => possible[m]);
    /** @type {Map<string, number>} */
    this.known = new Map();
  }

  /** @param {Int32Array[]} tables @param {number} move @param {number} bit */
  mark(tables, move, bit) {
    for (const table of tables) table[move * this.words + (bit >> 5)] |= 1 << (bit & 31);
  }

  /**
   * Marks the colours of a move; says whether it matches the board, and itself.
   * @param {number} move
   * @param {Touching} touching
   * @param {number} number of colours
   */
  paint(move, { starts, sides, colours, demands, unlike }, number) {
    const mine = new Map();
    for (let i = starts[move]; i < starts[move + 1]; i++) {
      const side = sides[i], colour = colours[i], first = this.tint[side];
      if (demands[side] >= 0 && demands[side] !== colour) return false;
      if (first < 0) continue;
      if (mine.has(side) && !unlike[side]) return false;
      mine.set(side, colour);
      this.mark([this.masks], move, first + colour);
      for (let other = 0; other < number; other++)
        if ((other === colour) === Boolean(unlike[side])) this.mark([this.forbids], move, first + other);
    }
    return true;
  }

  /** @param {number[]} placed @returns {Found} */
  position(placed) {
    /** @type {Found} */
    const empty = { live: this.all, covered: new Int32Array(this.words),
      used: new Int32Array(this.limit.length) };
    return placed.reduce((found, move) => this.after(found, move), empty);
  }

  /**
   * A position with one more move.
   * @param {Found} found
   * @param {number} move
   * @returns {Found}
   */
  after({ live, covered, used }, move) {
    const { masks, forbids, words, itemWords, pieceOf } = this, piece = pieceOf[move];
    const next = new Int32Array(live.length);
    const full = used[piece] + 1 >= this.limit[piece];
    let size = 0;
    const base = move * words;
    for (let i = 0; i < live.length; i++) {
      const other = live[i];
      let free = !(full && pieceOf[other] === piece);
      for (let w = 0, j = other * words; free && w < words; w++, j++)
        if (forbids[base + w] & masks[j]) free = false;
      if (free) next[size++] = other;
    }
    const more = covered.slice(), uses = used.slice();
    for (let w = 0; w < itemWords; w++) more[w] |= masks[base + w];
    // A colour that is shown from both sides is nothing that anything has to match any more.
    for (let w = itemWords; w < words; w++) more[w] ^= masks[base + w];
    uses[piece] += 1;
    return { live: next.subarray(0, size), covered: more, used: uses };
  }

  /** @param {Int32Array} covered @param {number} item */
  isCovered(covered, item) {
    return (covered[item >> 5] & (1 << (item & 31))) !== 0;
  }

  /**
   * The item to cover next, and the moves that do; nothing where all is covered.
   * @param {Found} found
   */
  branch({ live, covered }) {
    const counts = new Int32Array(this.size);
    for (let i = 0; i < live.length; i++)
      for (const item of this.itemsOf[live[i]]) counts[item] += 1;
    let best = -1, least = Infinity;
    for (let item = 0; item < this.size && least > 0; item++)
      if (this.mandatory[item] && counts[item] < least && !this.isCovered(covered, item))
        [best, least] = [item, counts[item]];
    if (best < 0) return null;
    return { item: best, moves: least ? live.filter((m) => this.itemsOf[m].includes(best))
      : new Int32Array() };
  }

  /**
   * Whether enough copies are used where nothing is left to cover.
   * @param {Found} found
   */
  enough({ used }) {
    return this.counted.every((piece) => used[piece] >= this.least[piece]);
  }

  /**
   * The spots that no move can cover any more.
   * @param {Found} found
   */
  dead({ live, covered }) {
    const reached = new Set();
    for (const move of live) for (const item of this.itemsOf[move]) reached.add(item);
    return Array.from({ length: this.spots }, (_, spot) => spot).filter((spot) =>
      !reached.has(spot) && !this.isCovered(covered, spot));
  }

  /**
   * The pieces that have to be used once more, and fit nowhere any more.
   * @param {Found} found
   */
  lost({ live, covered, used }) {
    const left = new Set();
    for (const move of live) left.add(this.pieceOf[move]);
    return this.limit.flatMap((_, piece) => {
      const isUsed = this.single[piece] ? this.isCovered(covered, this.spots + piece)
        : used[piece] >= this.least[piece];
      return this.least[piece] && !isUsed && !left.has(piece) ? [piece] : [];
    });
  }

  /**
   * Whether something that has to be covered or used cannot be any more.
   * @param {Found} found
   */
  hasHole(found) {
    const branch = this.branch(found);
    return branch !== null && !branch.moves.length;
  }

  /**
   * The moves that are left for each item that has to be covered.
   * @param {Found} found
   */
  ways({ live }) {
    /** @type {Map<number, number[]>} */
    const ways = new Map();
    for (const move of live)
      for (const item of this.itemsOf[move]) {
        if (!this.mandatory[item]) continue;
        const moves = ways.get(item);
        if (moves) moves.push(move);
        else ways.set(item, [move]);
      }
    return ways;
  }

  /**
   * A position in which a move can be laid no more.
   * @param {Found} found
   * @param {number} move
   * @returns {Found}
   */
  without({ live, covered, used }, move) {
    return { live: live.filter((other) => other !== move), covered, used };
  }

  /**
   * How many solutions a position has; a lower bound once a slice is over.
   * @param {Found} position
   * @param {Slice} slice
   */
  count(position, slice) {
    const branch = this.branch(position);
    if (!branch) return this.enough(position) ? 1 : 0;
    if (!branch.moves.length) return 0;
    const key = position.covered.join() + this.counted.map((p) => `:${position.used[p]}`).join("");
    const known = this.known.get(key);
    if (known !== undefined) return known;
    let sum = 0;
    for (const move of branch.moves) {
      if (slice.over()) return sum;
      sum += this.count(this.after(position, move), slice);
    }
    if (!slice.passed && this.known.size < REMEMBERED) this.known.set(key, sum);
    return sum;
  }

  /**
   * Solutions of a position, one after the other; and null whenever a slice of time is over.
   * @param {Found} position
   * @param {Slice} slice
   * @param {(moves: Int32Array) => Iterable<number>} order
   * @param {number[]} chosen
   * @returns {Generator<number[] | null, void>}
   */
  *solutions(position, slice, order = (moves) => moves, chosen = []) {
    const branch = this.branch(position);
    if (!branch) {
      if (this.enough(position)) yield [...chosen];
      return;
    }
    for (const move of order(branch.moves)) {
      if (slice.over()) yield null;
      chosen.push(move);
      yield* this.solutions(this.after(position, move), slice, order, chosen);
      chosen.pop();
    }
  }
}
