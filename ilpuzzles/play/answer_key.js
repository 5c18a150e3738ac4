// @ts-check
/* The model of an offline page whose solutions are all known to it: what a server would prove is
   looked up. It says what is sure, and not why. */

import { PageModel } from "./host.js";
import { Table } from "./table.js";
import { counted } from "./words.js";

/** @import { Answer, BoardData, Question, Tell } from "./types.d.ts" */

/** Answers the questions about a board by the list of its solutions. */
export class AnswerKey {
  /** @param {BoardData} board */
  constructor(board) {
    this.table = new Table(board);
    this.solutions = (board.known ?? []).map(({ moves, needed }) =>
      ({ moves: this.table.knownMoves(moves), needed: this.table.knownMoves(needed) }));
  }

  /**
   * The solutions that have some moves.
   * @param {number[]} placed
   */
  having(placed) {
    return this.solutions.filter(({ moves }) => placed.every((move) => moves.includes(move)));
  }

  /** @param {Question} question @returns {Answer} */
  answer({ ask, placed, from = 0, number = 1 }) {
    const left = this.having(placed), moves = left.map((solution) => solution.moves);
    switch (ask) {
      case "status": return { solvable: left.length > 0, count: left.length, exact: true, dead: [],
        complete: left.some(({ needed }) => needed.every((move) => placed.includes(move))) };
      case "hint": return this.hint(placed);
      case "why-not": return this.conflict(placed);
      case "forced": return this.forced(placed);
      case "solution": return { moves: moves[0] ?? [] };
      case "solutions": return { from, moves: moves.slice(from, from + number), complete: true,
        more: moves.length > from + number, count: moves.length };
      case "export": return { data: location.href };
      default: return { error: "A page cannot answer this." };
    }
  }

  /**
   * The moves that all solutions have besides some.
   * @param {number[]} placed
   */
  shared(placed) {
    const [first, ...others] = this.having(placed);
    return (first?.moves ?? []).filter((move) => !placed.includes(move)
      && others.every(({ moves }) => moves.includes(move)));
  }

  /** @param {number[]} placed @returns {Answer} */
  hint(placed) {
    const { table } = this, left = this.having(placed), shared = this.shared(placed);
    if (left.some(({ needed }) => needed.every((move) => placed.includes(move))))
      return { move: null, state: "complete", text: "The board is complete." };
    if (!left.length) return { move: null, state: "no solution",
      text: "No solution is left from here. Ask why, or take something back." };
    // What has to be drawn says more than what has not.
    const move = shared.find((one) => left[0].needed.includes(one)) ?? shared[0];
    if (move === undefined) return { move: null, state: "nothing sure",
      text: "The solutions that are left share no further mark." };
    const [spot] = table.spotsOf[move];
    return { move, state: "sure", reason: { moves: [], spots: [], pieces: [] },
      text: `${table.data.spots.name[spot]}: ${table.title(table.pieceOf[move])}. It is part of ${
        left.length === 1 ? "the only solution" : "all solutions"}. This page knows its solutions, but no reasons: these are what 'ilpuzzles play' finds.` };
  }

  /** @param {number[]} placed @returns {Answer} */
  conflict(placed) {
    if (this.having(placed).length)
      return { conflict: [], take_back: [], text: "There is a solution, so all of it can stay." };
    // The solution that keeps the most says what is wrong.
    const wrong = this.solutions.map(({ moves }) => placed.filter((one) => !moves.includes(one)))
      .sort((one, other) => one.length - other.length)[0] ?? [];
    return { conflict: wrong, take_back: wrong, text: wrong.length
      ? `${counted(wrong.length, "mark")} cannot stay.` : "There is no solution." };
  }

  /** @param {number[]} placed @returns {Answer} */
  forced(placed) {
    const moves = this.shared(placed);
    return { moves, text: this.having(placed).length
      ? `${counted(moves.length, "more mark")} ${moves.length === 1 ? "is" : "are"} forced: in every solution.`
      : "There is no solution from here." };
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
