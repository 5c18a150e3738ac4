// @ts-check
/* The model of a page: its values, who listens to them, and where they are kept. Who answers its
   questions is for others to say: the local server (server_model.js) or the page itself (solver.js
   and answer_key.js).

   The address names the board and has the position, so that a reload, a copy of the address and a
   second tab have them; what else belongs to the tab is kept in its session, and what all tabs of a
   browser have in common in its storage. */

import { keepChoice, keepLongKey, keptChoice } from "./browser_storage.js";
import { isShortened, markOf, readAddress, shortMarkOf, writeAddress } from "./page_address.js";
import { QuestionQueue } from "./question_queue.js";

/** @import { BoardData, FoundBoard, Model, Question, SavedState, SheetDraft, Tell } from "./types.d.ts" */

/** What the session keeps: the board that the page began with, and the one that is shown since.
    @typedef {{ first?: string, board?: BoardData | null, state?: SavedState & { mark?: string },
      draft?: SheetDraft | null }} Kept */

const HELP_KEY = "ilpuzzles-help";

/** @implements {Model} */
export class PageModel {
  /** @param {BoardData} board */
  constructor(board) {
    /** @type {Map<string, Set<(...values: any[]) => void>>} */
    this.listeners = new Map();
    this.queue = new QuestionQueue((question, tell, signal) => this.answer(question, tell, signal),
      (answer) => this.tell("msg:custom", answer));
    this.first = board;
    this.kept = this.stored();
    const isKept = this.kept.first === markOf(board);
    const replaced = isKept ? this.kept.board : null;
    const shown = replaced ?? board;
    // Whoever opens the address of a board wants that one, and no empty sheet.
    const sheet = this.named ? null : board.sheet ?? null;
    /** @type {Map<string, any>} */
    this.values = new Map(Object.entries({
      board: shown, heading: "h1", link: "open", state: this.stateOf(shown),
      help: keptChoice(HELP_KEY),
      // What is being drawn, if somebody draws.
      draft: isKept && this.kept.draft !== undefined ? this.kept.draft : sheet,
    }));
  }

  /**
   * Has a question answered; says after how many milliseconds to ask it again, or 0.
   * @param {Question} question
   * @param {Tell} tell
   * @param {AbortSignal} signal
   * @returns {Promise<number>}
   */
  async answer(question, tell, signal) {
    throw new Error("a model of a page says who answers");
  }

  /** @param {Question} question */
  send(question) {
    this.queue.send(question);
  }

  /** @param {string} name */
  get(name) {
    return this.values.get(name);
  }

  /** @param {string} name @param {any} value */
  set(name, value) {
    if (this.values.get(name) === value) return;
    this.values.set(name, value);
    if (name === "help") keepChoice(HELP_KEY, value);
    this.tell(`change:${name}`);
  }

  /** @param {string} event @param {(...values: any[]) => void} listener */
  on(event, listener) {
    this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener));
  }

  /** @param {string} event @param {(...values: any[]) => void} listener */
  off(event, listener) {
    this.listeners.get(event)?.delete(listener);
  }

  /** @param {string} event @param {any[]} values */
  tell(event, ...values) {
    for (const listener of [...(this.listeners.get(event) ?? [])]) listener(...values);
  }

  save_changes() {
    const board = this.get("board"), state = this.get("state") ?? {}, draft = this.get("draft");
    // A draft is in no address; until it is played, the address stays that of the board before.
    if (!draft) this.writeAddress(board, state);
    try {
      sessionStorage.setItem("ilpuzzles", JSON.stringify({
        first: markOf(this.first), board: board === this.first ? null : board,
        state: { ...state, mark: markOf(board) }, draft,
      }));
    } catch {
      // The address still has the position.
    }
  }

  /** @param {BoardData} board @param {SavedState} state */
  writeAddress(board, state) {
    if (isShortened(board)) keepLongKey(board.key ?? "");
    const place = writeAddress(board, { given: board.given, ...state });
    // Browsers hear of an address only so often.
    if (location.hash !== place) history.replaceState(null, "", place);
  }

  /** @returns {Kept} */
  stored() {
    try {
      return JSON.parse(sessionStorage.getItem("ilpuzzles") ?? "null") ?? {};
    } catch {
      return {};
    }
  }

  /** The board that the address names, if it names one. */
  get named() {
    return readAddress(location.hash);
  }

  /**
   * The position on a board: what lies there, what the session has kept of it, and, before all
   * else, what the address says.
   * @param {BoardData} board
   * @returns {SavedState}
   */
  stateOf(board) {
    const { named, kept } = this;
    const { placed, candidates, corners, tints } = board;
    const saved = placed ? { placed, candidates, corners, tints } : {};
    const before = kept.state?.mark === markOf(board) ? kept.state : saved;
    return { ...before, ...(named?.mark === shortMarkOf(board) ? named.state : {}) };
  }

  /** Whether the address names another board than the one that is shown. */
  get isElsewhere() {
    const { named } = this;
    return named !== null && named.mark !== shortMarkOf(this.get("board"));
  }

  /**
   * Finds the board that the address names; a page alone has one board.
   * @returns {Promise<FoundBoard>}
   */
  async findNamed() {
    const { first, named } = this;
    if (named && named.mark === shortMarkOf(first)) return { board: first, state: this.stateOf(first) };
    return { words: `The address names another board than the one of this page, ${first.title}.` };
  }
}
