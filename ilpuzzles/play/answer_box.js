// @ts-check
/* The box in which answers open, one at a time. */

import { html, smallButton } from "./dom.js";

/** @import { Board } from "./board.js" */

const MARGIN_PX = 24; // stays free around what is brought into sight

/** The solutions that are paged through. `wanted` is the page to show when it comes.
    @typedef {{ lists: number[][], at: number, more: boolean, late: boolean,
      count: string | null, wanted?: number }} Pages */

export class AnswerBox {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    /** The kind of the question whose answer is open.
        @type {string | null} */
    this.kind = null;
    /** @type {Pages | null} */
    this.pages = null;
    this.saving = ""; // the format in which the position is saved
    this.download = ""; // the address of what was saved last
  }

  get element() {
    return this.board.frame.answer;
  }

  /** Whether a hint may be followed by a better one. */
  get isLooking() {
    return this.element.querySelector(".looking") !== null;
  }

  get isWaiting() {
    return this.element.querySelector(".waits:not(.looking)") !== null;
  }

  /** How things stand is asked before all else, which ends what is being answered. */
  endLooking() {
    if (this.isWaiting) this.close();
    this.stopLooking();
  }

  /** Says no more that a better hint may follow. */
  stopLooking() {
    this.element.querySelector(".looking")?.remove();
  }

  /** Shows that a question takes time.
      @param {string} kind */
  wait(kind) {
    this.pages = null;
    this.open(kind, html("p", { class: "waits" }, "Thinking …"),
      html("div", { class: "row" }, smallButton("Stop", () => this.close())));
  }

  /** @param {string} kind @param {string} words */
  openWords(kind, words) {
    this.open(kind, html("p", {}, words), this.actions());
  }

  /**
   * What a question has brought: below the board, and in one column below the questions; where the
   * pieces or pens stay in sight there, above them, so that they can be reached.
   * @param {string} kind
   * @param {(Node | string)[]} children
   */
  open(kind, ...children) {
    const { element: box, board: { frame, view } } = this;
    this.kind = kind;
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
    const { element: box, board: { root, view: { element } } } = this;
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
    const { board, element: box } = this;
    board.asking.forget();
    if (this.kind && !quiet && board.model.get("link") !== "lost") board.asking.send("cancel");
    this.kind = null;
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
