// @ts-check
/* What players and answers do to the position, and what follows from that. */

import { showEnding, showPage } from "./question_table.js";
import { asideOf, isSameAside } from "./noting.js";

/** @import { Action, Outcome, Play } from "./types.d.ts" */
/** @import { Board } from "./board.js" */

/** What goes on while a replay is shown; all else ends it. */
const PASSIVE = ["hover", "reach", "turn", "lift", "drag", "drop", "cancel", "release"];

/** What changes a board to draw on; once it is solved, that is hardly meant. */
const CHANGING = ["press", "act", "mark", "take-back"];

/** Whether two states look different, but for the cursor.
    @param {Play} one @param {Play} other */
const looksOther = (one, other) => one.hand !== other.hand || one.ghost !== other.ghost
  || one.shapes !== other.shapes || one.pen !== other.pen || one.selection !== other.selection
  || one.noting !== other.noting || one.coloured !== other.coloured
  || Boolean(one.drag?.moved) !== Boolean(other.drag?.moved);

export class Actions {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
  }

  /** @param {Action} action */
  dispatch(action) {
    const { answerBox, asking, frame, play, replay, rules, table } = this.board;
    switch (action.type) {
      case "undo": return this.step(-1);
      case "redo": return this.step(1);
      case "clear": return this.clear();
      case "ask": return frame.buttons[action.question] && asking.askFor(action.question);
      case "page": return showPage(this.board, (answerBox.pages?.at ?? 0) + action.by);
      case "tray": return this.goInTray(action.by);
      case "go": return this.go(action.direction, action.adds ?? false);
      default:
        if (!PASSIVE.includes(action.type) && replay.stop()) return undefined;
        if (this.board.sealed && CHANGING.includes(action.type)) {
          frame.announce("The board is solved. To change it all the same, undo, clear it, or choose Draw on.");
          return undefined;
        }
        return this.apply(rules.reduce(table, play, action));
    }
  }

  /** @param {Outcome} outcome */
  apply({ state, announce, did, replace, focus, close }) {
    const { board } = this, { play } = board;
    if (close && !board.answerBox.element.hidden) board.answerBox.close();
    board.play = state;
    if (announce !== undefined) board.frame.announce(announce);
    if (did) this.setPlaced(state.placed, did, replace);
    else if (!isSameAside(play, state)) this.setAside(replace);
    else if (looksOther(play, state)) board.draw();
    else if (play.cursor !== state.cursor) board.showCursor();
    if (state.coloured !== play.coloured) board.keepColours(Boolean(state.coloured));
    if (focus === "cursor") board.focusCursor();
    if (focus === "kept") board.keepFocus();
  }

  /** Lets go of what is in the hand. */
  release() {
    this.dispatch({ type: "release" });
  }

  /** @param {number} direction @param {boolean} adds whether cells are chosen on the way */
  go(direction, adds) {
    const { play, table } = this.board;
    const spot = table.data.spots.next[play.cursor]?.[direction] ?? -1;
    if (spot < 0) return;
    this.dispatch({ type: "reach", spot, adds });
    this.board.focusCursor();
  }

  /** @param {number} by */
  goInTray(by) {
    const { focusedElement, tray } = this.board;
    /** @type {NodeListOf<HTMLElement>} */
    const shown = tray.element.querySelectorAll("button:not([hidden])");
    const buttons = [...shown], at = buttons.findIndex((button) => button === focusedElement);
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  }

  clear() {
    const { frame, position, replay } = this.board;
    if (replay.stop()) return;
    this.release();
    position.helped = false;
    this.board.play = { ...this.board.play, ...asideOf({}), selection: [] };
    frame.announce("The board is clear.");
    this.setPlaced([...position.given], "clear");
  }

  /** @param {number} by */
  step(by) {
    const { before, frame, position, replay } = this.board;
    if (replay.stop()) return;
    this.release();
    if (by < 0 && position.history.isFirst && before) {
      this.board.begin(before.board, before.state).frame
        .announce("The position from before is back.");
    } else if (position.step(by, Date.now())) {
      frame.announce(by < 0 ? "Undone." : "Redone.");
      this.onPosition(by < 0 ? "undo" : "redo");
    }
  }

  /**
   * Places moves that an answer has proposed.
   * @param {number[]} moves
   */
  lay(moves) {
    const { frame, position, rules, table } = this.board;
    const free = rules.roomFor(table, position.placed, moves);
    this.release();
    position.helped = true;
    this.board.play = rules.tidied?.(table, this.board.play, moves) ?? this.board.play;
    frame.announce(`${rules.nameMoves(table, moves)} placed.`);
    this.setPlaced(table.sound([...free, ...moves.filter((move) => !free.includes(move))]), "place");
    this.board.focusCursor({ preventScroll: true });
    this.showBoard();
  }

  /** @param {number[]} moves */
  takeBack(moves) {
    this.release();
    this.setPlaced(this.board.position.placed.filter((move) => !moves.includes(move)), "take back");
  }

  /** @param {number[]} placed @param {string} did */
  setPlaced(placed, did, replace = false) {
    this.board.position.change(placed, Date.now(), replace, this.board.play);
    this.onPosition(did);
  }

  /** Other notes are beside the marks, which are the same. */
  setAside(replace = false) {
    const { board } = this;
    board.position.change(board.position.placed, Date.now(), replace, board.play);
    board.save();
    board.draw();
  }

  /**
   * The position is another one now.
   * @param {string} did
   */
  onPosition(did) {
    const { board } = this, { placed, given, aside } = board.position;
    board.play = { ...board.play, ...asideOf(aside), placed, given };
    board.known = null;
    board.sealed = false;
    board.notes = {};
    board.answerBox.close({ quiet: true });
    this.record(did);
    board.save();
    board.draw();
    board.asking.askStatus();
  }

  /** Nothing is left to do. */
  finish() {
    const { position, rules } = this.board;
    position.finish(Date.now());
    // What was solved before the page was opened has no ending here.
    if (!position.isLaid) {
      this.board.sealed = rules.className === "draws";
      showEnding(this.board);
      this.showBoard();
    }
    this.record("solved");
    this.board.save();
  }

  /** Brings the board into sight, where an answer far from it has changed it. */
  showBoard() {
    this.board.view.element.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} did */
  record(did) {
    const { asking, position, table: { data } } = this.board;
    const entry = position.record(did, Date.now());
    if (data.questions?.includes("record"))
      asking.send("record", { board: data.key ?? "", ...entry });
  }
}
