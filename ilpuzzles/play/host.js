// @ts-check
/* The model of a page: its values, who listens to them, and the local server that answers.

   The position is kept in the address, so that a reload, a copy of the address and a second tab have
   it; what else belongs to the tab is kept in its session. */

import { Session } from "./board.js";
import { Questions } from "./questions.js";

/** @import { BoardData, EditorKind, Model, Question, SavedState, SheetDraft, Tell } from "./types.d.ts" */

/** What the session keeps: the board that the page began with, and the one that is shown since.
    @typedef {{ first?: string, board?: BoardData | null, state?: SavedState & { mark?: string },
      draft?: SheetDraft | null }} Kept */

const HELP_KEY = "ilpuzzles-help";

/**
 * What was chosen on an earlier page, if the browser keeps that.
 * @param {string} key
 */
function keptChoice(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Keeps a choice for later pages, where the browser allows it.
 * @param {string} key
 * @param {string} choice
 */
function keepChoice(key, choice) {
  try {
    localStorage.setItem(key, choice);
  } catch {
    // It holds for this page.
  }
}

/** @implements {Model} */
export class PageModel {
  /** @param {BoardData} board */
  constructor(board) {
    /** @type {Map<string, Set<(...values: any[]) => void>>} */
    this.listeners = new Map();
    this.questions = new Questions((question, tell, signal) => this.answer(question, tell, signal),
      (answer) => this.tell("msg:custom", answer));
    this.first = board;
    this.kept = this.stored();
    const isKept = this.kept.first === this.mark(board);
    const replaced = isKept ? this.kept.board : null;
    const shown = replaced ?? board;
    const own = this.kept.state?.mark === this.mark(shown) ? this.kept.state : {};
    /** @type {Map<string, any>} */
    this.values = new Map(Object.entries({
      board: shown, heading: "h1", link: "open", state: { ...own, ...this.address(shown) },
      help: keptChoice(HELP_KEY),
      // What is being drawn, if somebody draws.
      draft: isKept && this.kept.draft !== undefined ? this.kept.draft : board.sheet ?? null,
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
    this.questions.send(question);
  }

  /**
   * What tells one board from another.
   * @param {BoardData} board
   */
  mark(board) {
    return [board.puzzle, board.preset, board.key ?? "", board.moves.piece.length].join("/");
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
    const board = this.get("board"), state = this.get("state") ?? {}, mark = this.mark(board);
    /** @param {string} name */
    const list = (name) => (Array.isArray(state[name]) ? `&${name}=${state[name].join(".")}` : "");
    const place = `#at=${encodeURIComponent(mark)}${list("given")}${list("placed")}`;
    // Browsers hear of an address only so often, and a draft does not change it.
    if (location.hash !== place) history.replaceState(null, "", place);
    try {
      sessionStorage.setItem("ilpuzzles", JSON.stringify({
        first: this.mark(this.first), board: board === this.first ? null : board,
        state: { ...state, mark }, draft: this.get("draft"),
      }));
    } catch {
      // The address still has the position.
    }
  }

  /** @returns {Kept} */
  stored() {
    try {
      return JSON.parse(sessionStorage.getItem("ilpuzzles") ?? "null") ?? {};
    } catch {
      return {};
    }
  }

  /**
   * The position that the address names, if it is one of this board.
   * @param {BoardData} board
   * @returns {SavedState}
   */
  address(board) {
    const found = new URLSearchParams(location.hash.slice(1));
    if (found.get("at") !== this.mark(board)) return {};
    /** @param {string} name */
    const list = (name) => (found.get(name) ?? "").split(".").filter(Boolean).map(Number);
    return { given: list("given"), placed: list("placed") };
  }
}

const RETRY_MS = 1500; // until a server that is gone is asked again
const BUSY_RETRY_MS = 400; // until one with too much to do is asked again

/** Questions go to the local server. */
export class ServerModel extends PageModel {
  /** @param {BoardData} board */
  constructor(board) {
    super(board);
    this.page = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
      byte.toString(16).padStart(2, "0")).join("");
    this.token = new URLSearchParams(location.search).get("token") ?? "";
    /** @type {Promise<unknown>} */
    this.recorded = Promise.resolve();
    this.introduce();
  }

  /** Pages of a server that has ended go on with the token of the one that took its place. */
  introduce() {
    const first = this.mark(this.first), others = new BroadcastChannel("ilpuzzles");
    others.addEventListener("message", ({ data }) => {
      if (data?.first !== first || typeof data.token !== "string") return;
      this.token = data.token;
      history.replaceState(null, "", `?token=${encodeURIComponent(data.token)}${location.hash}`);
    });
    others.postMessage({ first, token: this.token });
  }

  /** The editor, which comes when somebody draws: nobody who plays waits for it.
      @returns {Promise<EditorKind>} */
  async loadEditor() {
    const { Editor } = await import(`/editor.js?token=${encodeURIComponent(this.token)}`);
    return Editor;
  }

  /** @param {Question} question @override */
  send(question) {
    if (question.ask !== "record") {
      super.send(question);
      return;
    }
    // One after the other, in their order; what a server that is gone would record is lost.
    this.recorded = this.recorded
      .then(() => this.post(question, new AbortController().signal)).catch(() => {});
  }

  /** @param {Question} question @param {AbortSignal} signal */
  post(question, signal) {
    return fetch("/ask", {
      method: "POST", signal, cache: "no-store", credentials: "omit",
      headers: { "Content-Type": "application/json", "X-Ilpuzzles-Token": this.token },
      body: JSON.stringify({ ...question, page: this.page }),
    });
  }

  /**
   * Asks, and hands over what comes.
   * @override
   * @param {Question} question
   * @param {Tell} tell
   * @param {AbortSignal} signal
   */
  async answer(question, tell, signal) {
    try {
      const response = await this.post(question, signal);
      if (response.status === 403) {
        this.set("link", "closed");
        return RETRY_MS;
      }
      if (response.status === 429 || response.status === 503) return BUSY_RETRY_MS;
      this.set("link", "open");
      if (!response.ok) {
        const { error } = await response.json().catch(() => ({}));
        tell({ error: error ?? "The server refused this." });
        return 0;
      }
      const ended = await this.read(response, tell, signal);
      if (ended || signal.aborted) return 0;
    } catch {
      if (signal.aborted) return 0;
    }
    this.set("link", "lost");
    return RETRY_MS;
  }

  /**
   * Reads answers, one a line; says whether the last one has come.
   * @param {Response} response
   * @param {Tell} tell
   * @param {AbortSignal} signal
   */
  async read(response, tell, signal) {
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "", ended = false;
    while (reader) {
      const { value, done } = await reader.read();
      if (done || signal.aborted) break;
      text += value;
      const lines = text.split("\n");
      text = lines.pop() ?? "";
      for (const line of lines.filter((each) => each.trim())) {
        const answer = JSON.parse(line);
        if (answer.stopped) return false; // it ended before it knew
        ended = ended || !answer.partial;
        tell(answer);
      }
    }
    return ended;
  }
}

/**
 * A board whose drawings have what they look like again, which a page names only once.
 * @param {BoardData & { looks?: Record<string, string>[] }} board
 * @returns {BoardData}
 */
export function withLooks({ looks, ...board }) {
  for (const { set } of looks ? (board.moves.drawings ?? []).flat() : [])
    if (set.look !== undefined && looks) {
      Object.assign(set, looks[Number(set.look)]);
      delete set.look;
    }
  return board;
}

/**
 * Shows the board of a page.
 * @param {new (board: BoardData) => PageModel} Kind
 */
export function start(Kind) {
  const data = document.getElementById("board"), place = document.getElementById("play");
  if (!data || !place) return;
  new Session(new Kind(withLooks(JSON.parse(data.textContent ?? ""))), place);
  document.body.classList.add("ready");
}
