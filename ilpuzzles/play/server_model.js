// @ts-check
/* The model of a page that the local server answers: it posts questions, and reads the answers. */

import { keptLongKeys } from "./browser_storage.js";
import { withLooks } from "./looks.js";
import { keysOf, markOf, shortMarkOf } from "./page_address.js";
import { PageModel } from "./page_model.js";

/** @import { Answer, BoardData, EditorKind, FoundBoard, NamedBoard, Question, Tell } from "./types.d.ts" */

const RETRY_MS = 1500; // until a server that is gone is asked again
const BUSY_RETRY_MS = 400; // until one with too much to do is asked again
const MOST_TRIES = 5; // to open the board of an address, while the server has too much to do

/** The model of a page whose questions go to the local server. */
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
