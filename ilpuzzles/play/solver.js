// @ts-check
/* The model of an offline page: what a server would answer, the page finds by a search of its own.
   That leaves the page awake, and a new question ends it. */

import { Cover, Slice, mixed } from "./cover.js";
import { PageModel } from "./page_model.js";
import { Table } from "./table.js";
import { counted } from "./words.js";

/** @import { Answer, BoardData, Question, Tell } from "./types.d.ts" */
/** @import { Found } from "./cover.js" */

/* Milliseconds: of search without a pause, after which a count is given as it is, and for
   everything else. */
export const LIMITS = { slice: 25, counting: 280, deciding: 4000 };

/** Of an item that more moves can cover, nobody wants to look at all. */
const MOST_WAYS = 24;

const HOLE = "a spot that nothing can cover, or a piece that fits nowhere";

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
    this.command = board.command ?? "ilpuzzles play";
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
      case "status": return question.help === "off" || question.help === "rules"
        ? this.standing(question.placed, question.help) : this.status(question.placed, work);
      case "check": return this.check(question.placed);
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

  /**
   * What is seen without a search, for whoever does not want solutions to be counted.
   * @param {number[]} placed
   * @param {"off" | "rules"} help
   * @returns {Answer}
   */
  standing(placed, help) {
    const { cover } = this, position = cover.position(placed);
    const complete = !cover.branch(position) && cover.enough(position);
    const dead = help === "rules" ? cover.dead(position) : [];
    const pieces = help === "rules" ? cover.lost(position) : [];
    return { solvable: complete ? true : null, dead, pieces, complete,
      state: complete ? "complete" : dead.length || pieces.length ? "broken" : "open" };
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
    const solution = await this.completion(placed, work);
    if (!solution) return { move: null, state: "no solution",
      text: "No solution is left from here: something has to be taken back." };
    try {
      return this.onlyMove(position, placed) ?? await this.moveByHoles(position, placed, work)
        ?? await this.sharedMove(position, placed, solution, work);
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error;
      return { move: null, state: "unknown", text: `No spot and no piece has one way left, and this page found no longer proof in time. '${this.command}' searches on.` };
    }
  }

  /**
   * A hint at a move, with what proves it.
   * @param {number} move
   * @param {number} item
   * @param {number[]} kept
   * @param {string} text
   * @returns {Answer}
   */
  sure(move, item, kept, text) {
    const isSpot = item < this.cover.spots;
    return { move, state: "sure", text, reason: { moves: kept, spots: isSpot ? [item] : [],
      pieces: isSpot ? [] : [item - this.cover.spots] } };
  }

  /**
   * An item that one move alone can cover, and the fewest pieces that show it.
   * @param {Found} position
   * @param {number[]} placed
   * @returns {Answer | null}
   */
  onlyMove(position, placed) {
    const { cover } = this;
    let best = null;
    for (const [item, [move, ...more]] of cover.ways(position)) {
      if (more.length) continue;
      const others = [...cover.all].filter((m) => m !== move && cover.itemsOf[m].includes(item));
      const kept = fewest(placed, (some) => {
        const live = new Set(cover.position(some).live);
        return others.every((other) => !live.has(other));
      });
      if (!best || kept.length < best.kept.length) best = { move, item, kept };
      if (best.kept.length < 2) break;
    }
    if (!best) return null;
    const { move, item, kept } = best, name = this.table.name(cover.pieceOf[move]);
    return this.sure(move, item, kept, item < cover.spots
      ? `Only ${name} can cover ${this.board.spots.name[item]}, and only like this.`
      : `${name} fits in one place only.`);
  }

  /**
   * A move that is left for an item when all others leave a hole: a spot that nothing can cover, or a
   * piece that fits nowhere. Those items come first that have the fewest ways.
   * @param {Found} position
   * @param {number[]} placed
   * @param {Work} work
   * @returns {Promise<Answer | null>}
   */
  async moveByHoles(position, placed, work) {
    const { cover } = this;
    const items = [...cover.ways(position)].filter(([, moves]) => moves.length <= MOST_WAYS)
      .sort(([, one], [, other]) => one.length - other.length);
    for (const [item, moves] of items) {
      await this.rest(work);
      const left = moves.filter((move) => !cover.hasHole(cover.after(position, move)));
      if (left.length !== 1) continue;
      const [move] = left, name = this.table.name(cover.pieceOf[move]);
      /** @param {string} aim */
      const others = (aim) => (moves.length === 2 ? `the other way ${aim} leaves`
        : `each of the ${moves.length - 1} other ways ${aim} leaves`);
      const kept = fewest(placed, (some) => this.allElseLeavesHoles(some, item, move));
      return this.sure(move, item, kept, item < cover.spots
        ? `${name} has to cover ${this.board.spots.name[item]} like this: ${others("to cover it")} ${HOLE}.`
        : `${name} has to go here: ${others("to lay it")} ${HOLE}.`);
    }
    return null;
  }

  /**
   * Whether everything else that covers an item leaves a hole.
   * @param {number[]} placed
   * @param {number} item
   * @param {number} move
   */
  allElseLeavesHoles(placed, item, move) {
    const { cover } = this, position = cover.position(placed);
    const others = [...position.live].filter((other) => other !== move && cover.itemsOf[other].includes(item));
    return others.length <= 2 * MOST_WAYS && others.every((other) => cover.hasHole(cover.after(position, other)));
  }

  /**
   * A move that all solutions have, by a search for one without it.
   * @param {Found} position
   * @param {number[]} placed
   * @param {number[]} solution
   * @param {Work} work
   * @returns {Promise<Answer>}
   */
  async sharedMove(position, placed, solution, work) {
    const { cover } = this;
    let shared = [...solution];
    while (shared.length) {
      const [move] = shared, slice = new Slice(LIMITS.slice);
      const other = await this.next(cover.solutions(cover.without(position, move), slice, mixed), slice, work);
      if (!other) return { move, state: "sure", reason: { moves: placed, spots: [], pieces: [] },
        text: `${this.table.name(cover.pieceOf[move])} goes here: every solution ${
          placed.length ? "with the marked pieces " : ""}has it, as a search shows.` };
      shared = shared.filter((one) => other.includes(one));
    }
    return { move: null, state: "nothing sure", text: "No piece is forced: several solutions are left, "
      + "and they share no further piece. Try one, or look at a solution." };
  }

  /**
   * What is open and left, and what cannot become right any more.
   * @param {number[]} placed
   * @returns {Answer}
   */
  check(placed) {
    const { cover, table, board } = this, position = cover.position(placed);
    const dead = cover.dead(position), lost = cover.lost(position);
    const open = board.spots.name.filter((_, spot) => !cover.isCovered(position.covered, spot)).length;
    const left = cover.least.map((least, piece) => Math.max(least - position.used[piece], 0));
    const total = left.reduce((sum, number) => sum + number, 0);
    const names = left.flatMap((number, piece) => (number
      ? [table.name(piece) + (number > 1 ? ` (${number} times)` : "")] : []));
    const problems = [
      ...dead.map((spot) => `nothing can cover ${board.spots.name[spot]} any more`),
      ...lost.map((piece) => `${table.name(piece)} fits nowhere any more`)];
    const unfinished = [...(open ? [`${counted(open, "cell")} open`] : []),
      ...(total ? [`${counted(total, "piece")} left: ${names.join(", ")}`] : [])];
    return { ok: !open && !total, problems, unfinished, spots: dead };
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
