// @ts-check
/* What is asked while somebody plays, and the box in which answers open. */

import { QUESTIONS } from "./answers.js";
import { html, smallButton } from "./dom.js";

/** @import { Answer } from "./types.d.ts" */
/** @import { Board } from "./board.js" */

const STATUS_DELAY_MS = 40;
const MARGIN_PX = 24; // stays free around what is brought into sight

/** The solutions that are paged through. `wanted` is the page to show when it comes.
    @typedef {{ lists: number[][], at: number, more: boolean, late: boolean,
      count: string | null, wanted?: number }} Pages */

export class Asking {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** The last question of each kind that waits for its answer.
        @type {Map<string, number>} */
    this.asked = new Map();
    /** The kind of the question whose answer is open.
        @type {string | null} */
    this.answered = null;
    /** @type {Pages | null} */
    this.pages = null;
    this.saving = ""; // the format in which the position is saved
    this.download = ""; // the address of what was saved last
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
    this.box.querySelector(".looking")?.remove();
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
    this.open(kind, html("p", { class: "waits" }, "Thinking …"),
      html("div", { class: "row" }, smallButton("Stop", () => this.close())));
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
    } else this.open(kind, html("p", {}, words), this.actions());
  }

  /* -- the box -- */

  get box() {
    return this.board.frame.answerBox;
  }

  /** Whether a hint may be followed by a better one. */
  get isLooking() {
    return this.box.querySelector(".looking") !== null;
  }

  get isWaiting() {
    return this.box.querySelector(".waits:not(.looking)") !== null;
  }

  /** Asks for a picture, where that is looked at. */
  askPicture() {
    if (this.board.frame.wantsPicture) this.ask("picture", { view: "solid" });
  }

  /** How things stand is asked before all else, which ends what is being answered. */
  endLooking() {
    if (this.isWaiting) this.close();
    this.box.querySelector(".looking")?.remove();
  }

  /**
   * What a question has brought: below the board, and in one column below the questions; where the
   * pieces or pens stay in sight there, above them, so that they can be reached.
   * @param {string} kind
   * @param {(Node | string)[]} children
   */
  open(kind, ...children) {
    const { box, board: { frame, view } } = this;
    this.answered = kind;
    box.replaceChildren(...children);
    const right = view.element.getBoundingClientRect().right;
    const beside = frame.questions.getBoundingClientRect().left > right;
    const penStays = parseFloat(this.board.root.style.getPropertyValue("--below")) > 0;
    // An ending is about the board, and nobody has asked for it there.
    const isAtBoard = beside || penStays || kind === "ending";
    const above = isAtBoard ? frame.boards : frame.questions;
    if (box.previousElementSibling !== above) above.after(box);
    box.hidden = false;
    box.setAttribute("role", "status");
    queueMicrotask(() => this.reveal());
  }

  /** Brings an answer into sight, and all of the board that it marks, or the mark. The answer sticks
      to the window's end, above the pieces where these do so as well. */
  reveal() {
    const { box, board: { root, view: { element } } } = this;
    if (box.hidden) return;
    const below = parseFloat(root.style.getPropertyValue("--below")) || 0;
    root.style.setProperty("--covered", `${below + box.offsetHeight}px`);
    box.scrollIntoView({ block: "nearest" });
    const mark = element.querySelector(".proposed") ?? element.querySelector(".edge, .meant");
    if (!mark) return;
    const tools = /** @type {HTMLElement} */ (root.querySelector(".tools")), style = getComputedStyle(tools);
    const above = style.position === "sticky" ? parseFloat(style.top) + tools.offsetHeight : 0;
    const room = innerHeight - above - below - box.offsetHeight - MARGIN_PX;
    (element.offsetHeight < room ? element : mark).scrollIntoView({ block: "nearest" });
  }

  close({ quiet = false } = {}) {
    const { board, box } = this;
    for (const kind of [...this.asked.keys()]) if (kind !== "status") this.asked.delete(kind);
    if (this.answered && !quiet && board.model.get("link") !== "lost") this.send("cancel");
    this.answered = null;
    this.pages = null;
    board.notes = {};
    box.hidden = true;
    box.replaceChildren();
    if (!quiet) board.draw();
  }

  /** The buttons of an answer, and one that closes it.
      @param {HTMLElement[]} buttons */
  actions(...buttons) {
    return html("div", { class: "row" }, ...buttons, smallButton("Close", () => this.close()));
  }
}
