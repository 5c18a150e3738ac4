// @ts-check
/* The model of a page: its values, who listens to them, and the local server that answers.

   The address names the board and has the position, so that a reload, a copy of the address and a
   second tab have them; what else belongs to the tab is kept in its session, and what all tabs of a
   browser have in common in its storage. */

import { Session } from "./board.js";
import { html } from "./dom.js";
import { digestOf, isShortened, keysOf, markOf, readAddress, shortMarkOf, writeAddress } from "./page_address.js";
import { Questions } from "./questions.js";

/** @import { Answer, BoardData, EditorKind, FoundBoard, Model, NamedBoard, Question, SavedState, SheetDraft, Tell } from "./types.d.ts" */

/** What the session keeps: the board that the page began with, and the one that is shown since.
    @typedef {{ first?: string, board?: BoardData | null, state?: SavedState & { mark?: string },
      draft?: SheetDraft | null }} Kept */

const HELP_KEY = "ilpuzzles-help";
const LONG_KEYS = "ilpuzzles-long-keys"; // keys of boards that are too long for an address
const MOST_LONG_KEYS = 16;

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

/** The last keys that were too long for an address, by their digests.
    @returns {[string, string][]} */
function keptLongKeys() {
  try {
    const kept = JSON.parse(keptChoice(LONG_KEYS) ?? "[]");
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/** @param {string} key */
function keepLongKey(key) {
  const digest = digestOf(key), kept = keptLongKeys();
  if (kept[0]?.[0] === digest) return;
  const others = kept.filter(([other]) => other !== digest);
  keepChoice(LONG_KEYS, JSON.stringify([[digest, key], ...others].slice(0, MOST_LONG_KEYS)));
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
    this.questions.send(question);
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

const RETRY_MS = 1500; // until a server that is gone is asked again
const BUSY_RETRY_MS = 400; // until one with too much to do is asked again
const MOST_TRIES = 5; // to open the board of an address, while the server has too much to do

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
    const first = markOf(this.first), others = new BroadcastChannel("ilpuzzles");
    others.addEventListener("message", ({ data }) => {
      if (data?.first !== first || typeof data.token !== "string") return;
      this.token = data.token;
      history.replaceState(null, "", `?token=${encodeURIComponent(data.token)}${location.hash}`);
    });
    others.postMessage({ first, token: this.token });
  }

  /**
   * Finds the board that the address names, by asking the server where it is not the page's own.
   * @override
   * @returns {Promise<FoundBoard>}
   */
  async findNamed() {
    const { first, named } = this;
    if (!named || named.mark === shortMarkOf(first)) return super.findNamed();
    const own = String(first.puzzle);
    if (named.puzzle !== own)
      return { words: `The address names a board of ${named.puzzle}, and this page has ${own}. `
        + `To open it, run 'ilpuzzles play ${named.puzzle}'.` };
    const key = named.digest ? keptLongKeys().find(([digest]) => digest === named.digest)?.[1] : named.key;
    if (named.digest && key === undefined)
      return { words: "The board of this address is too large to be in it, and this browser does not have it any more." };
    return this.askForBoard({ ...named, key: key ?? "" });
  }

  /**
   * @param {NamedBoard} named
   * @returns {Promise<FoundBoard>}
   */
  async askForBoard(named) {
    let words = "The board of this address cannot be opened: it was in a file. Run the command with that file again.";
    for (const board of keysOf(named)) {
      // Another position of the same pieces is known by what is given.
      const given = named.preset ? {} : { given: named.state.given };
      const { board: found, error } = await this.askOnce({ ask: "board", id: 0, board,
        puzzle: named.puzzle, ...given });
      if (found) {
        const data = withLooks(found);
        if (shortMarkOf(data) === named.mark) return { board: data, state: this.stateOf(data) };
        return { board: data, state: {}, words: "This board has changed since its address was written, and begins anew." };
      }
      words = `The board of this address cannot be opened: ${error ?? "the server does not answer"}.`;
    }
    return { words };
  }

  /**
   * Has a question answered before there is a board to ask about.
   * @param {Question} question
   * @returns {Promise<Answer>}
   */
  async askOnce(question) {
    const { signal } = new AbortController();
    /** @type {Answer} */
    let last = {};
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const wait = await this.answer(question, (answer) => (last = answer), signal);
      if (wait !== BUSY_RETRY_MS) break;
      await new Promise((done) => setTimeout(done, wait));
    }
    return last;
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
 * Shows the board of a page, or the one that its address names.
 * @param {new (board: BoardData) => PageModel} Kind
 */
export async function start(Kind) {
  const data = document.getElementById("board"), place = document.getElementById("play");
  if (!data || !place) return;
  const model = new Kind(withLooks(JSON.parse(data.textContent ?? "")));
  let words = "";
  if (model.isElsewhere) {
    place.replaceChildren(html("p", { role: "status" }, "Opening the board of this address …"));
    const found = await model.findNamed();
    if (found.board) {
      model.set("board", found.board);
      model.set("state", found.state);
      model.set("draft", null);
    }
    words = found.words ?? "";
  }
  const session = new Session(model, place);
  if (words) session.board.frame.announce(words);
  addEventListener("hashchange", () => follow(model, session));
  document.body.classList.add("ready");
}

/**
 * Opens the board and the position of an address that somebody has pasted into the page's own tab.
 * @param {PageModel} model
 * @param {Session} session
 */
async function follow(model, session) {
  const { named } = model, shown = model.get("board");
  if (!named) return;
  const isShown = named.mark === shortMarkOf(shown);
  const { board, state, words } = isShown ? { board: shown, state: model.stateOf(shown), words: "" }
    : await model.findNamed();
  if (board) {
    model.set("draft", null);
    session.board.begin(board, state ?? {});
  }
  if (words) session.board.frame.announce(words);
}
