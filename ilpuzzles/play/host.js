/* The model of a page: its values, who listens to them, and the local server that answers.

   The position is kept in the address, so that a reload, a copy of the address and a second tab have
   it; what else belongs to the tab is kept in its session. */

class PageModel {
  constructor(board) {
    this.listeners = new Map();
    this.first = board;
    this.kept = this.stored();
    const replaced = this.kept.first === this.mark(board) ? this.kept.board : null;
    const shown = replaced ?? board;
    const own = this.kept.state?.mark === this.mark(shown) ? this.kept.state : {};
    this.values = new Map(Object.entries({
      board: shown, heading: "h1", link: "open", state: { ...own, ...this.address(shown) },
    }));
  }

  /** What tells one board from another. */
  mark(board) {
    return [board.puzzle, board.preset, board.key ?? "", board.moves.piece.length].join("/");
  }

  get(name) {
    return this.values.get(name);
  }

  set(name, value) {
    if (this.values.get(name) === value) return;
    this.values.set(name, value);
    this.tell(`change:${name}`);
  }

  on(event, listener) {
    if (!this.listeners.has(event)) this.listeners.set(event, new Set());
    this.listeners.get(event).add(listener);
  }

  off(event, listener) {
    this.listeners.get(event)?.delete(listener);
  }

  tell(event, ...values) {
    for (const listener of [...(this.listeners.get(event) ?? [])]) listener(...values);
  }

  save_changes() {
    const board = this.get("board"), state = this.get("state") ?? {}, mark = this.mark(board);
    const list = (name) => (Array.isArray(state[name]) ? `&${name}=${state[name].join(".")}` : "");
    const place = `#at=${encodeURIComponent(mark)}${list("given")}${list("placed")}`;
    history.replaceState(null, "", place);
    try {
      sessionStorage.setItem("ilpuzzles", JSON.stringify({
        first: this.mark(this.first), board: board === this.first ? null : board,
        state: { ...state, mark },
      }));
    } catch {
      // The address still has the position.
    }
  }

  stored() {
    try {
      return JSON.parse(sessionStorage.getItem("ilpuzzles")) ?? {};
    } catch {
      return {};
    }
  }

  /** The position that the address names, if it is one of this board. */
  address(board) {
    const found = new URLSearchParams(location.hash.slice(1));
    if (found.get("at") !== this.mark(board)) return {};
    const list = (name) => (found.get(name) ?? "").split(".").filter(Boolean).map(Number);
    return { given: list("given"), placed: list("placed") };
  }
}

const AGAIN = 1500; // milliseconds until a server that is gone is asked again
const BUSY = 400; // milliseconds until one with too much to do is asked again

/** Questions go to the local server, one after the other; the newest position comes first. */
class ServerModel extends PageModel {
  constructor(board) {
    super(board);
    this.page = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
      byte.toString(16).padStart(2, "0")).join("");
    this.token = new URLSearchParams(location.search).get("token") ?? "";
    this.waiting = [];
    this.current = null;
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

  send(question) {
    if (question.ask === "record") {
      // One after the other, in their order; what a server that is gone would record is lost.
      this.recorded = this.recorded
        .then(() => this.post(question, new AbortController().signal)).catch(() => {});
      return;
    }
    if (question.ask === "cancel") {
      this.waiting = this.waiting.filter(({ ask }) => ask === "status");
      if (this.current && this.current.question.ask !== "status") this.stop();
    } else if (question.ask === "status") {
      this.waiting = [question];
      this.stop();
    } else {
      const { current } = this;
      // Counting goes on when this has been answered.
      const status = current?.question.ask === "status" ? [current.question] : [];
      this.waiting = [question, ...this.waiting.filter(({ ask }) => ask === "status"), ...status];
      if (status.length || current?.question.ask !== "picture") this.stop();
    }
    this.go();
  }

  stop() {
    this.current?.abort.abort();
    this.current = null;
  }

  async go() {
    if (this.current || !this.waiting.length) return;
    const question = this.waiting.shift(), abort = new AbortController();
    const current = { question, abort };
    this.current = current;
    const wait = await this.answered(question, abort.signal);
    if (this.current !== current) return;
    if (wait) {
      // It is asked again, unless something newer is by then.
      await new Promise((done) => setTimeout(done, wait));
      if (this.current !== current) return;
      this.waiting.unshift(question);
    }
    this.current = null;
    this.go();
  }

  post(question, signal) {
    return fetch("/ask", {
      method: "POST", signal, cache: "no-store", credentials: "omit",
      headers: { "Content-Type": "application/json", "X-Ilpuzzles-Token": this.token },
      body: JSON.stringify({ ...question, page: this.page }),
    });
  }

  /** Asks, and hands over what comes; how long to wait until the same is asked again, or 0. */
  async answered(question, signal) {
    try {
      const response = await this.post(question, signal);
      if (response.status === 403) {
        this.set("link", "closed");
        return AGAIN;
      }
      if (response.status === 429 || response.status === 503) return BUSY;
      this.set("link", "open");
      if (!response.ok) {
        const { error } = await response.json().catch(() => ({}));
        this.tell("msg:custom", { to: question.id, error: error ?? "The server refused this." });
        return 0;
      }
      const ended = await this.read(response, question, signal);
      if (ended || signal.aborted) return 0;
    } catch {
      if (signal.aborted) return 0;
    }
    this.set("link", "lost");
    return AGAIN;
  }

  /** Reads answers, one a line; says whether the last one has come. */
  async read(response, question, signal) {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "", ended = false;
    for (;;) {
      const { value, done } = await reader.read();
      if (done || signal.aborted) return ended;
      text += value;
      const lines = text.split("\n");
      text = lines.pop();
      for (const line of lines.filter((each) => each.trim())) {
        const answer = JSON.parse(line);
        if (answer.stopped) return false; // it ended before it knew
        ended = ended || !answer.partial;
        this.tell("msg:custom", { ...answer, to: question.id });
      }
    }
  }
}

/** Shows the board of a page. */
function start(Kind) {
  const board = JSON.parse(document.getElementById("board").textContent);
  render({ model: new Kind(board), el: document.getElementById("play") });
  document.body.classList.add("ready");
}
