// @ts-check
/* What is asked while somebody plays: each question has a number, and waits for its answer. */

import { QUESTIONS } from "./question_table.js";

/** @import { Answer } from "./types.d.ts" */
/** @import { Board } from "./board.js" */

const STATUS_DELAY_MS = 40;

export class Asking {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** The last question of each kind that waits for its answer.
        @type {Map<string, number>} */
    this.asked = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.soon = undefined;
  }

  /** @param {string} kind @param {object} more */
  send(kind, more = {}) {
    const id = ++this.board.session.number;
    this.board.model.send({ ask: kind, id, ...more });
    return id;
  }

  /** @param {string} kind @param {object} more */
  ask(kind, more = {}) {
    const due = this.soon !== undefined, { position, table } = this.board;
    this.stop();
    // How things stand is asked before: it would end whatever has been asked by then.
    if (due && kind !== "status") this.askNow();
    // Whatever is asked next ends the search for a smaller reason.
    this.board.answerBox.stopLooking();
    this.asked.set(kind, this.board.session.number + 1);
    this.send(kind, { placed: [...position.placed], given: [...position.given],
      board: table.data.key ?? "", puzzle: table.data.puzzle ?? "", size: table.pieceOf.length,
      ...more });
  }

  /** Asks how things stand, as far as that is to be said. */
  askNow() {
    this.ask("status", { help: this.board.session.help });
  }

  /** Asks nothing any more by itself. */
  stop() {
    clearTimeout(this.soon);
    this.soon = undefined;
  }

  /** Asks how things stand; with nothing open, even if nobody wants to know. */
  askStatus() {
    const { board } = this;
    this.stop();
    this.asked.clear();
    if (board.session.help === "off" && board.rules.solvedWhenFull && !board.position.isFull) {
      board.known = null;
      board.draw();
      return;
    }
    this.soon = setTimeout(() => this.askNow(), STATUS_DELAY_MS);
  }

  /**
   * Asks what a player wants to know, and shows that it takes time.
   * @param {string} kind
   * @param {string[]} choice
   */
  askFor(kind, ...choice) {
    const { board } = this;
    if (board.replay.stop()) return;
    board.actions.release();
    board.notes = {};
    board.frame.announce("");
    board.answerBox.wait(kind);
    board.draw();
    this.ask(kind, QUESTIONS[kind].ask?.(board, ...choice));
  }

  /** @param {Answer | undefined} answer */
  onAnswer(answer) {
    if (!answer || typeof answer !== "object") return;
    const found = [...this.asked].find(([, id]) => id === answer.to);
    if (!found) return;
    const [kind] = found, question = QUESTIONS[kind];
    if (!answer.partial) this.asked.delete(kind);
    if (answer.error !== undefined) this.fail(kind, String(answer.error));
    else if (!answer.partial || question.partial) question.show(this.board, answer, kind);
  }

  /** @param {string} kind @param {string} words */
  fail(kind, words) {
    const { board } = this;
    if (kind === "status") {
      board.known = { solvable: null, partial: false };
      board.draw();
      board.frame.announce(words);
    } else board.answerBox.openWords(kind, words);
  }

  /** Asks for a picture, where that is looked at. */
  askPicture() {
    if (this.board.frame.wantsPicture) this.ask("picture", { view: "solid" });
  }

  /** Waits for no answers any more, but for how things stand. */
  forget() {
    for (const kind of [...this.asked.keys()]) if (kind !== "status") this.asked.delete(kind);
  }
}
