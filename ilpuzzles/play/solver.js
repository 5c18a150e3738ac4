// @ts-check
/* The model of an offline page: what a server would answer, the page finds by a search of its own.
   That leaves the page awake, and a new question ends it. */

import { Cover, Slice, mixed } from "./cover.js";
import { PageModel } from "./host.js";
import { Table } from "./table.js";

/** @import { Answer, BoardData, Question, Tell } from "./types.d.ts" */
/** @import { Found } from "./cover.js" */

/* Milliseconds: of search without a pause, after which a count is given as it is, and for
   everything else. */
export const LIMITS = { slice: 25, counting: 280, deciding: 4000 };

/** Thrown where a search has no time left. */
class OutOfTime extends Error {}

/** Thrown where nobody waits for an answer any more. */
class Ended extends Error {}

/** A question that is being answered, and until when that may take.
    @typedef {{ signal: AbortSignal, rested: number, end: number, tell: Tell }} Work */

/** Solutions that were found of a position, and the search for more.
    @typedef {{ place: string, slice: Slice, found: number[][], ended: boolean,
      search: Generator<number[] | null, void> }} List */

/** Answers the questions about a board. */
export class Solver {
  /**
   * @param {BoardData} board
   * @param {boolean} known whether its number of solutions was found by whoever made the page
   */
  constructor(board, known = true) {
    this.board = board;
    this.known = known;
    this.cover = new Cover(board);
    this.table = new Table(board);
    /** @type {List | null} */
    this.list = null;
  }

  /**
   * @param {Question} question
   * @param {Tell} tell
   * @param {AbortSignal} signal
   */
  async answer(question, tell, signal) {
    const rested = performance.now();
    const work = { signal, rested, end: rested + LIMITS.deciding, tell };
    tell(await this.find(question, work).catch((error) => ({ error: error instanceof OutOfTime
      ? "The page did not find this out in time. Lay another piece first, or take one back."
      : `This went wrong: ${error}` })));
  }

  /**
   * @param {Question} question
   * @param {Work} work
   * @returns {Promise<Answer>}
   */
  async find(question, work) {
    switch (question.ask) {
      case "status": return this.status(question.placed, work);
      case "hint": return this.hint(question.placed, work);
      case "solution": return this.solution(question.placed, work);
      case "solutions": return this.several(question, work);
      case "export": return this.exported(question);
      default: return { error: "A page cannot answer this." };
    }
  }

  /**
   * Lets the page do what else it has to; ends work that is not wanted, or takes too long.
   * @param {Work} work
   */
  async rest(work) {
    if (performance.now() - work.rested >= LIMITS.slice) {
      await new Promise((done) => setTimeout(done));
      work.rested = performance.now();
    }
    if (work.signal.aborted) throw new Ended();
    if (performance.now() > work.end) throw new OutOfTime();
  }

  /**
   * What a search finds next; nothing when it has ended.
   * @param {Generator<number[] | null, void>} search
   * @param {Slice} slice
   * @param {Work} work
   */
  async next(search, slice, work) {
    for (;;) {
      slice.renew();
      const { value, done } = search.next();
      if (done) return null;
      if (value) return value;
      await this.rest(work);
    }
  }

  /**
   * The moves that complete a position, or null where nothing does. They are tried in a mixed
   * order, so that no bad beginning is kept for long.
   * @param {number[]} placed
   * @param {Work} work
   */
  completion(placed, work) {
    const slice = new Slice(LIMITS.slice), position = this.cover.position(placed);
    return this.next(this.cover.solutions(position, slice, mixed), slice, work);
  }

  /** @param {number[]} placed @param {Work} work @returns {Promise<Answer>} */
  async status(placed, work) {
    const { board, cover } = this, began = performance.now();
    const position = cover.position(placed), dead = cover.dead(position);
    const open = cover.branch(position) !== null;
    // Of where the page begins, the number may be known to whoever made it.
    const start = this.known && [...board.given].sort().join() === [...placed].sort().join();
    if (start && board.solutions)
      return { solvable: true, count: board.solutions, exact: true, dead, complete: !open };
    if (dead.length) return { solvable: false, count: 0, exact: true, dead, complete: false };
    let count = 0, exact = false;
    for (;;) {
      const slice = new Slice(LIMITS.slice);
      count = Math.max(count, cover.count(position, slice));
      exact = !slice.passed && Number.isSafeInteger(count);
      const passed = performance.now() - began;
      if (!slice.passed || passed > LIMITS.deciding || (count && passed > LIMITS.counting)) break;
      if (passed > LIMITS.counting)
        work.tell({ partial: true, solvable: null, count: 0, exact: false, dead: [],
          complete: false });
      work.end = performance.now() + LIMITS.deciding;
      await this.rest(work);
    }
    return { solvable: count > 0 ? true : exact ? false : null, count, exact, dead: [],
      complete: !open && count > 0 };
  }

  /** @param {number[]} placed @param {Work} work @returns {Promise<Answer>} */
  async hint(placed, work) {
    const { cover } = this, position = cover.position(placed);
    if (!cover.branch(position) && cover.enough(position))
      return { move: null, state: "complete", text: "The board is complete." };
    if (!await this.completion(placed, work))
      return { move: null, state: "no solution",
        text: "No solution is left from here: something has to be taken back." };
    const best = this.onlyMove(position, placed);
    if (!best) return { move: null, state: "unknown", text: "No spot and no piece has one way left. "
      + "More than that is found out by ilpuzzles play." };
    const { move, item, kept } = best, name = this.table.name(this.cover.pieceOf[move]);
    const spot = item < cover.spots;
    return { move, state: "sure",
      reason: { moves: kept, spots: spot ? [item] : [], pieces: spot ? [] : [item - cover.spots] },
      text: spot ? `Only ${name} can cover ${this.board.spots.name[item]}, and only like this.`
        : `${name} fits in one place only.` };
  }

  /**
   * An item that one move alone can cover, and the fewest pieces that show it.
   * @param {Found} position
   * @param {number[]} placed
   */
  onlyMove(position, placed) {
    const { cover } = this;
    /** @type {Map<number, number[]>} */
    const moves = new Map();
    for (const move of position.live)
      for (const item of cover.itemsOf[move])
        if (cover.mandatory[item]) moves.set(item, [...(moves.get(item) ?? []), move]);
    let best = null;
    for (const [item, [move, ...more]] of moves) {
      if (more.length) continue;
      const others = [...cover.all].filter((m) => m !== move && cover.itemsOf[m].includes(item));
      const kept = fewest(placed, (some) => {
        const live = new Set(cover.position(some).live);
        return others.every((other) => !live.has(other));
      });
      if (!best || kept.length < best.kept.length) best = { move, item, kept };
      if (best.kept.length < 2) break;
    }
    return best;
  }

  /** @param {number[]} placed @param {Work} work @returns {Promise<Answer>} */
  async solution(placed, work) {
    const found = await this.completion(placed, work);
    return { moves: found ? [...placed, ...found] : [] };
  }

  /** @param {Question} question @param {Work} work @returns {Promise<Answer>} */
  async several({ placed, from, number }, work) {
    const place = String(placed);
    const list = this.list?.place === place ? this.list : this.begin(place, placed);
    this.list = list;
    let complete = true;
    try {
      // One more than is shown, to know whether there are more.
      while (!list.ended && list.found.length <= from + number) {
        const found = await this.next(list.search, list.slice, work);
        if (found) list.found.push(found);
        else list.ended = true;
      }
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error;
      complete = false;
    }
    return { from, moves: list.found.slice(from, from + number), complete,
      more: list.found.length > from + number, count: list.ended ? list.found.length : null };
  }

  /** @param {string} place @param {number[]} placed @returns {List} */
  begin(place, placed) {
    const slice = new Slice(LIMITS.slice);
    return { place, slice, found: [], ended: false,
      search: this.cover.solutions(this.cover.position(placed), slice) };
  }

  /** @param {Question} question @returns {Answer} */
  exported({ placed, format }) {
    if (format === "address") return { data: location.href };
    const { table, board: { puzzle, preset, pieces, spots } } = this;
    const tiles = /** @type {number[]} */ (placed).map((move) => ({
      tile: pieces[table.pieceOf[move]].name,
      on: table.spotsOf[move].map((spot) => spots.name[spot]),
      shows: table.shows(table.pieceOf[move], table.shapeOf[move]) || undefined }));
    return { name: `${puzzle}.json`, type: "application/json",
      data: `${JSON.stringify({ puzzle, preset, tiles }, null, 2)}\n` };
  }
}

/**
 * The moves of which none can be left out for which something stays true.
 * @param {number[]} moves
 * @param {(moves: number[]) => boolean} holds
 */
function fewest(moves, holds) {
  return moves.reduce((kept, move) => {
    const without = kept.filter((each) => each !== move);
    return holds(without) ? without : kept;
  }, [...moves]);
}

/** Questions are answered by the page itself. */
export class SolverModel extends PageModel {
  /** @param {BoardData} board */
  constructor(board) {
    super(board);
    const shown = this.get("board");
    this.solver = new Solver(shown, shown === this.first);
  }

  /** @param {Question} question @param {Tell} tell @param {AbortSignal} signal @override */
  async answer(question, tell, signal) {
    await this.solver.answer(question, tell, signal);
    return 0;
  }
}
