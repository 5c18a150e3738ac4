// @ts-check
/* The record as an animation. */

/** @import { Board } from "./board.js" */

// How long a moment is shown.
const SHORTEST_MS = 250;
const LONGEST_MS = 1200;
const SPEED = 4;

export class Replay {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** The moves of the moment that is shown.
        @type {number[] | null} */
    this.moves = null;
  }

  get running() {
    return this.moves !== null;
  }

  /** Begins, or stops if it has begun. */
  toggle() {
    if (this.stop()) return;
    const { board } = this, { log } = board.position.history;
    if (log.length < 2) return;
    board.actions.release();
    board.answerBox.close({ quiet: true });
    board.frame.nameReplay("Stop the replay");
    board.view.element.scrollIntoView({ block: "nearest" });
    this.show(0);
  }

  /** @param {number} number of a line of the record */
  show(number) {
    const { board } = this, { log } = board.position.history;
    if (number >= log.length) {
      this.stop();
      return;
    }
    this.moves = board.table.sound(log[number].placed);
    board.draw();
    const pause = number + 1 < log.length ? log[number + 1].at - log[number].at : 1;
    const shown = Math.min(Math.max(pause * 1000 / SPEED, SHORTEST_MS), LONGEST_MS);
    this.timer = setTimeout(() => this.show(number + 1), shown);
  }

  close() {
    clearTimeout(this.timer);
    this.moves = null;
  }

  /** Ends it; says whether it was running. */
  stop() {
    if (!this.moves) return false;
    this.close();
    this.board.frame.nameReplay("Replay the moves");
    this.board.draw();
    return true;
  }
}
