// @ts-check
/* The model of an offline page whose solutions are all known to it: what a server would prove is
   looked up. Why a mark is sure it sees where a few rows of the puzzle show it. */

import { PageModel } from "./page_model.js";
import { ProofWords, RowProofs } from "./reasons.js";
import { Table } from "./table.js";
import { capitalised, counted } from "./words.js";

/** @import { Answer, BoardData, HelpLevel, Question, Tell } from "./types.d.ts" */

/** A solution: all its marks, and those that have to be drawn.
    @typedef {{ moves: number[], needed: number[] }} KnownSolution */

/** Answers the questions about a board by the list of its solutions. */
export class AnswerKey {
  /** @param {BoardData} board */
  constructor(board) {
    this.table = new Table(board);
    this.command = board.command ?? "ilpuzzles play";
    /** @type {KnownSolution[]} */
    this.solutions = (board.known ?? []).map(({ moves, needed }) =>
      ({ moves: this.table.knownMoves(moves), needed: this.table.knownMoves(needed) }));
    this.proofs = board.proofs ? new RowProofs(board.proofs, this.table) : null;
    this.words = board.proofs ? new ProofWords(board.proofs, this.table) : null;
  }

  /**
   * The solutions that have some moves.
   * @param {number[]} placed
   */
  having(placed) {
    return this.solutions.filter(({ moves }) => placed.every((move) => moves.includes(move)));
  }

  /** @param {Question} question @returns {Answer} */
  answer({ ask, placed, from = 0, number = 1, help = "count" }) {
    switch (ask) {
      case "status": return this.status(placed, help);
      case "hint": return this.hint(placed);
      case "why-not": return this.conflict(placed);
      case "forced": return this.forced(placed);
      case "check": return this.check(placed);
      case "solution": return { moves: this.having(placed)[0]?.moves ?? [] };
      case "solutions": return this.page(placed, from, number);
      case "export": return { data: location.href };
      default: return { error: "A page cannot answer this." };
    }
  }

  /**
   * Whether all that a solution needs is drawn, and nothing besides that it does not have.
   * @param {number[]} placed
   */
  isComplete(placed) {
    return this.having(placed).some(({ needed }) => needed.every((move) => placed.includes(move)));
  }

  /** @param {number[]} placed @param {HelpLevel} help @returns {Answer} */
  status(placed, help) {
    const complete = this.isComplete(placed), dead = help === "off" ? [] : this.brokenSpots(placed);
    // Whoever does not want solutions to be counted learns nothing of them.
    if (help !== "count")
      return { solvable: complete ? true : null, dead, pieces: [], complete,
        state: complete ? "complete" : dead.length ? "broken" : "open" };
    const { length } = this.having(placed);
    return { solvable: length > 0, count: length, exact: true, dead, complete };
  }

  /**
   * The clues that cannot hold any more, and the marks that exclude each other.
   * @param {number[]} placed
   */
  brokenSpots(placed) {
    const { proofs, table } = this;
    if (!proofs) return [];
    const spots = proofs.broken(placed).flatMap(({ premises: { clues, marks } }) =>
      (clues.size ? proofs.spotsOf(clues) : [...marks].flatMap((move) => table.spotsOf[move])));
    return [...new Set(spots)].sort((one, other) => one - other);
  }

  /** @param {number[]} placed @param {number} from @param {number} number @returns {Answer} */
  page(placed, from, number) {
    const moves = this.having(placed).map((solution) => solution.moves);
    return { from, moves: moves.slice(from, from + number), complete: true,
      more: moves.length > from + number, count: moves.length };
  }

  /**
   * The moves that all solutions have besides some; those that have to be drawn come first, since they
   * say more than those that have not.
   * @param {number[]} placed
   */
  shared(placed) {
    const [first, ...others] = this.having(placed);
    const moves = (first?.moves ?? []).filter((move) => !placed.includes(move)
      && others.every((solution) => solution.moves.includes(move)));
    const needed = new Set(first?.needed);
    return [...moves.filter((move) => needed.has(move)), ...moves.filter((move) => !needed.has(move))];
  }

  /** @param {number[]} placed @returns {Answer} */
  hint(placed) {
    const left = this.having(placed), shared = this.shared(placed);
    if (this.isComplete(placed))
      return { move: null, state: "complete", text: "The board is complete." };
    if (!left.length) return { move: null, state: "no solution",
      text: "No solution is left from here. Ask why, or take something back." };
    if (!shared.length) return { move: null, state: "nothing sure",
      text: "The solutions that are left share no further mark." };
    const proof = this.proofs?.easiest(placed, shared);
    if (proof && this.proofs && this.words) {
      const { clues, marks } = proof.premises;
      return { move: proof.move, state: "sure", text: this.words.hint(proof),
        reason: { moves: [...marks], spots: this.proofs.spotsOf(clues), pieces: [] } };
    }
    const [move] = shared, whose = left.length === 1 ? "the only solution" : "all solutions";
    return { move, state: "sure", reason: { moves: [], spots: [], pieces: [] },
      text: `${this.name(move)}: it is part of ${whose}. This page finds no short reason; '${
        this.command}' looks for one.` };
  }

  /** What a move does, as the beginning of a sentence.
      @param {number} move */
  name(move) {
    const { table } = this, [spot] = table.spotsOf[move];
    return this.words ? capitalised(this.words.mark(move, "draw"))
      : `${capitalised(table.data.spots.name[spot])}: ${table.title(table.pieceOf[move])}`;
  }

  /** @param {number[]} placed @returns {Answer} */
  conflict(placed) {
    if (this.having(placed).length)
      return { conflict: [], take_back: [], text: "There is a solution, so all of it can stay." };
    const [broken] = this.broken(placed);
    if (broken && this.proofs && this.words) {
      const marks = [...broken.premises.marks];
      return { conflict: marks, take_back: marks, spots: this.proofs.spotsOf(broken.premises.clues),
        text: `${this.words.cannotStay(broken)}.` };
    }
    // The solution that keeps the most says what is wrong.
    const wrong = this.solutions.map(({ moves }) => placed.filter((one) => !moves.includes(one)))
      .sort((one, other) => one.length - other.length)[0] ?? [];
    return { conflict: wrong, take_back: wrong, text: wrong.length
      ? `${counted(wrong.length, "mark")} cannot stay: the nearest solution has something else there.`
      : "There is no solution." };
  }

  /**
   * The rows that cannot hold, those with the fewest marks first.
   * @param {number[]} placed
   */
  broken(placed) {
    return (this.proofs?.broken(placed) ?? []).sort((one, other) =>
      one.premises.marks.size - other.premises.marks.size);
  }

  /**
   * The rules that are broken, and how much is not drawn yet. Of marks that are wrong, but break no
   * rule by themselves, nothing is said: "Why not?" tells.
   * @param {number[]} placed
   * @returns {Answer}
   */
  check(placed) {
    const broken = this.broken(placed), { words, solutions } = this;
    const problems = words ? broken.map((one) => words.cannotStay(one)) : [];
    const drawn = new Set(placed);
    const left = solutions.map(({ needed }) => needed.filter((move) => !drawn.has(move)).length);
    // Only where all solutions need as many marks, their number says nothing of any of them.
    const sure = solutions.length === 1 && !problems.length ? left[0] : 0;
    const complete = this.isComplete(placed);
    return { ok: complete, problems: [...new Set(problems)],
      unfinished: sure && !complete ? [`${counted(sure, "more mark")} of the solution ${sure === 1 ? "is" : "are"} missing`] : [],
      spots: this.brokenSpots(placed) };
  }

  /** @param {number[]} placed @returns {Answer} */
  forced(placed) {
    const moves = this.shared(placed), left = this.having(placed).length;
    if (!left) return { moves, single: false, text: "There is no solution from here." };
    return { moves, single: moves.length > 0 && left === 1, text: !moves.length ? "No other mark is forced."
      : `${counted(moves.length, "more mark")} ${moves.length === 1 ? "is" : "are"} forced: in every solution.` };
  }
}

/** Questions are answered from the list that came with the page. */
export class KeyModel extends PageModel {
  /** @param {BoardData} board */
  constructor(board) {
    super(board);
    this.key = new AnswerKey(this.get("board"));
  }

  /** @param {Question} question @param {Tell} tell @override */
  async answer(question, tell) {
    tell(this.key.answer(question));
    return 0;
  }
}
