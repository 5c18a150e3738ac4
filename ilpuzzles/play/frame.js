// @ts-check
/* What is around the board: its heading, how things stand, buttons, choices and help. */

import { QUESTIONS } from "./question_table.js";
import { html, iconButton } from "./dom.js";
import { hasNotes } from "./noting.js";
import { describeStatus, formatTime } from "./words.js";

/** @import { HelpLevel } from "./types.d.ts" */
/** @import { Board } from "./board.js" */

/** How wide a window is in which the rules are shown at once. */
const ROOM_PX = 640;

/* How much a unit of a layer is enlarged beside a solid, and what stays free below. */
const MOST_ZOOM = 1.7, LEAST_ZOOM = 0.6, ZOOM_STEP = 0.05, FIT_MARGIN_PX = 12;

/** @type {[HelpLevel, string][]} */
const HELP = [["off", "Nothing"], ["rules", "Broken rules only"], ["count", "Solutions left"]];

const LOST = "The server does not answer. Your position is kept here; run the same command again "
  + "to go on.";
const CLOSED = "The server was restarted. Open its new address; this page reconnects by itself.";
/** @type {Record<string, string>} */
const LINKS = { lost: LOST, closed: CLOSED };

/** @param {string} label @param {(Node | string)[]} children */
const group = (label, name = "", ...children) =>
  html("div", { class: name, role: "group", "aria-label": label }, ...children);

export class Frame {
  /** @param {Board} board */
  constructor(board) {
    const { table, rules, tray } = board, { data } = table;
    this.board = board;
    this.asks = new Set(data.questions ?? []);
    /** @type {Record<string, HTMLButtonElement>} */
    this.buttons = {};
    this.status = html("p", { class: "status", role: "status" });
    this.liveRegion = html("p", { class: "said", role: "status" });
    this.link = html("p", { class: "link", role: "alert" });
    this.link.hidden = true;
    this.time = html("span", { class: "time", role: "timer", "aria-label": "time played" });
    this.answer = html("div", { class: "answer" });
    this.answer.hidden = true;
    this.fittedTo = ""; // the size of the page for which layers were made as large as they are
    this.space = html("details", { class: "space" }, html("summary", {}, "In space"));
    this.space.addEventListener("toggle", () => board.asking.askPicture());
    // A page has its own heading; in a notebook it stands below those of the notebook.
    const own = board.model.get("heading") === "h1";
    /** @param {string} words */
    const part = (words) => html(own ? "h2" : "h4", { class: "part" }, words);
    const tools = this.makeTools();
    this.boards = this.makeBoards();
    this.questions = group("Ask", "asks", ...this.makeQuestions());
    this.element = html("div", { class: "page" },
      html("header", {},
        html(own ? "h1" : "h3", { class: "title" }, this.heading),
        ...this.makeAbout()),
      this.link,
      html("div", { class: "stage" },
        html("div", { class: "play" },
          html("div", { class: "line" }, this.status, this.liveRegion, this.time),
          tools, this.boards, ...this.makePicture(), this.answer),
        html("div", { class: "side" },
          part(rules.heading), tray.element,
          part("Ask"), this.questions, this.makeHelpLevel(),
          part("More"), this.makeFurtherTools(), this.makeHelp())));
  }

  /** The rules, folded where there is little room. */
  makeAbout() {
    const { about } = this.board.table.data;
    if (!about) return [];
    const rules = html("details", { class: "about" }, html("summary", {}, "Rules"),
      html("p", {}, String(about)));
    rules.open = this.board.session.aboutOpen ?? innerWidth >= ROOM_PX;
    rules.addEventListener("toggle", () => (this.board.session.aboutOpen = rules.open));
    return [rules];
  }

  /** What the board is called; a position of its own is not called like the one before it. */
  get heading() {
    const { table, position } = this.board, { data } = table;
    const title = String(data.title ?? data.puzzle ?? "Puzzle");
    return String(position.given) === String(table.sound(data.given))
      ? title : `${title.split(": ")[0]}: A new position`;
  }

  /** @param {string} name @param {string} label @param {() => void} act */
  makeButton(name, label, act, key = "", words = label) {
    this.buttons[name] = iconButton(name, label, act, key, words);
    return this.buttons[name];
  }

  /** The plan, and the board in space beside it. */
  makeBoards() {
    const { solid, view } = this.board;
    return solid ? html("div", { class: "both" }, solid.element, view.element) : view.element;
  }

  /** A picture of the board in space, where Python makes one and the page does not. */
  makePicture() {
    const { solid, table: { data: { views } } } = this.board;
    const isDeep = views.length > 1 || views.some(({ wrapped }) => wrapped);
    return !solid && isDeep && this.asks.has("picture") ? [this.space] : [];
  }

  /** Whether the puzzle can be sent as an address: the key of its board is one, or the page has one. */
  get hasAddress() {
    const { formats, key } = this.board.table.data;
    if (!this.asks.has("export")) return false;
    return formats ? formats.includes("address") : Boolean(key) && !/^(preset|text):/.test(String(key));
  }

  makeTools() {
    const { board } = this;
    return group("In your hand", "tools",
      ...board.rules.tools(board.table).map(({ name, label, key, action }) =>
        this.makeButton(name, label, () => board.actions.dispatch(action), key)),
      this.makeButton("undo", "Undo", () => board.actions.dispatch({ type: "undo" }), "Z"),
      this.makeButton("redo", "Redo", () => board.actions.dispatch({ type: "redo" }), "Y"),
      this.makeButton("clear", "Clear", () => board.actions.dispatch({ type: "clear" })));
  }

  /** What can be asked by a button, with what that is good for. */
  get asked() {
    return Object.entries(QUESTIONS).flatMap(([name, { label, words, key }]) =>
      (label && words && this.asks.has(name) ? [{ name, label, words, key }] : []));
  }

  makeQuestions() {
    return this.asked.map(({ name, label, words, key }) =>
      this.makeButton(name, label, () => this.board.asking.askFor(name), key, words));
  }

  /** A choice of how much is said while somebody plays. */
  makeHelpLevel() {
    const { board } = this, box = html("select", {},
      ...HELP.map(([level, words]) => html("option", { value: level }, words)));
    box.value = board.session.help;
    box.addEventListener("change", () => {
      board.session.help = /** @type {HelpLevel} */ (box.value);
      board.known = null;
      board.answerBox.endLooking();
      board.draw();
      board.asking.askStatus();
    });
    return html("label", { class: "help" }, "Show while I play: ", box);
  }

  makeFurtherTools() {
    const { board, asks } = this, { data } = board.table;
    /** @type {HTMLElement[]} */
    const rows = [];
    /** @param {string} name @param {string} label @param {HTMLSelectElement} box
        @param {() => void} act */
    const row = (name, label, box, act = () => board.asking.askFor(name, box.value)) =>
      rows.push(html("div", { class: "row" }, this.makeButton(name, label, act), box));
    if (asks.has("new"))
      row("new", "New position", this.makeSelect("Difficulty", ["easy", "medium", "hard"]));
    if (asks.has("preset") && data.presets && data.presets.length > 1) {
      const presets = data.presets.map(String), names = this.makeSelect("Position", presets);
      const preset = data.preset !== undefined && presets.includes(data.preset) ? data.preset : "";
      if (!preset)
        names.prepend(html("option", { value: "", disabled: "", hidden: "" }, "own position"));
      names.value = preset;
      row("preset", "Open", names, () => (names.value ? board.asking.askFor("preset", names.value)
        : this.announce("Choose what to open first.")));
    }
    if (asks.has("export")) {
      const formats = data.formats
        ?? ["yaml", "json", "svg", "png", "pdf", ...(this.hasAddress ? ["address"] : [])];
      row("export", "Save as", this.makeSelect("Format", formats, (name) =>
        (name.length > 4 ? name : name.toUpperCase())));
    }
    if (asks.has("draft") && board.model.loadEditor)
      rows.push(html("div", { class: "row" }, this.makeButton("edit", "Edit",
        () => board.session.edit(), "", "draw a board of your own, beginning with this one")));
    rows.push(html("div", { class: "row" },
      this.makeButton("replay", "Replay the moves", () => board.replay.toggle())));
    return html("div", { class: "further" }, ...rows);
  }

  /**
   * Names to choose from; on the next board the same one is chosen.
   * @param {string} label
   * @param {string[]} names
   * @param {(name: string) => string} show
   */
  makeSelect(label, names, show = String) {
    const { picked } = this.board.session, box = html("select", { "aria-label": label },
      ...names.map((name) => html("option", { value: name }, show(name))));
    if (names.includes(picked[label])) box.value = picked[label];
    box.addEventListener("change", () => (picked[label] = box.value));
    return box;
  }

  makeHelp() {
    const { rules, table } = this.board;
    const layers = table.data.views.length > 1 ? "; Page Up and Page Down change the layer" : "";
    /** @type {[string, string][]} */
    const keys = [
      ["Arrow keys", `go over the board${layers}`],
      ...rules.keysHelp(table),
      ["Z and Y", "undo and redo"],
      ["H", "gives a hint"],
      ["Escape", rules.escapeHelp],
      ...this.asked.map(({ label, words }) => /** @type {[string, string]} */ ([label, words])),
    ];
    return html("details", { class: "keys" }, html("summary", {}, "How to play"),
      html("p", {}, rules.pointerHelp),
      html("dl", {}, ...keys.map(([key, words]) =>
        html("div", {}, html("dt", {}, key), html("dd", {}, words)))));
  }

  /**
   * Makes the layers of a solid as large as they can be beside it without being cut by the window's
   * end; in one column, they are as large as their style says.
   */
  fit() {
    const { model, solid, view } = this.board;
    if (!solid) return;
    const { element } = view, { style } = element;
    const size = [this.element.clientWidth, innerHeight, solid.element.open].join("/");
    if (this.fittedTo === size) return;
    this.fittedTo = size;
    style.removeProperty("--fitted");
    const isBeside = element.offsetLeft > solid.element.offsetLeft;
    if (!isBeside) return;
    // A page is looked at from its top; what stands in a notebook is scrolled to.
    const { top } = this.element.getBoundingClientRect();
    const above = model.get("heading") === "h1" ? top + scrollY : 0;
    const room = innerHeight - above - (this.boards.getBoundingClientRect().top - top) - FIT_MARGIN_PX;
    for (let zoom = MOST_ZOOM; zoom > LEAST_ZOOM; zoom -= ZOOM_STEP) {
      style.setProperty("--fitted", String(zoom));
      if (element.scrollHeight <= room) return;
    }
  }

  /** Which buttons are of use now, and how things stand. */
  draw() {
    const { board } = this, { play, position, known, rules, table } = board;
    const { history } = position;
    /** @param {string} name @param {boolean} is */
    const enable = (name, is) => this.buttons[name]?.toggleAttribute("disabled", !is);
    for (const { name } of rules.tools(table)) {
      enable(name, rules.canUse(table, play, name));
      if (rules.isOn) this.buttons[name].setAttribute("aria-pressed", String(rules.isOn(play)));
    }
    enable("undo", !history.isFirst || board.before !== null);
    enable("redo", !history.isLast);
    enable("clear", position.placed.length > position.given.length
      || hasNotes(play));
    enable("replay", history.log.length > 1);
    enable("why-not", known === null || known.solvable !== true || board.session.help !== "count");
    this.showStatus();
  }

  showStatus() {
    const { known, position, replay, rules, session: { help, lost } } = this.board;
    const { words, why } = describeStatus(known, { replaying: replay.running, help, lost,
      describeDead: rules.describeDead, laid: position.isLaid, helped: position.helped,
      seconds: position.seconds });
    // While rules are checked, what was said before stays; but a board that was solved has changed.
    const shown = words || (this.status.classList.contains("solved") ? "Checking …" : "");
    this.status.classList.toggle("solved", Boolean(known?.complete && known.solvable));
    if (shown && this.status.textContent !== (why ? `${shown}: ${why}` : shown))
      this.status.replaceChildren(shown,
        ...(why ? [": ", html("span", { class: "why" }, why)] : []));
    this.showTime();
  }

  showTime() {
    const words = formatTime(this.board.position.elapsed(Date.now()));
    if (this.time.textContent !== words) this.time.textContent = words;
  }

  /**
   * Says whether there is anybody to ask; nothing where there is.
   * @param {string} state
   */
  showLink(state) {
    const words = LINKS[state] ?? "";
    this.link.hidden = !words;
    this.link.textContent = words;
    const waits = this.answer.querySelector(".waits:not(.looking)");
    if (waits) waits.textContent = words ? "Waiting for the server …" : "Thinking …";
    return words !== "";
  }

  /** @param {string} words */
  announce(words) {
    const region = this.liveRegion;
    // The same words twice are said twice.
    region.textContent = region.textContent === words ? `${words}\u00a0` : words;
  }

  /** @param {string} label */
  nameReplay(label) {
    const words = this.buttons.replay.lastChild;
    if (words) words.textContent = label;
  }

  /** Shows the board in space. */
  get wantsPicture() {
    return this.space.open;
  }

  /** @param {string} address of the picture */
  showPicture(address) {
    const summary = this.space.firstElementChild;
    this.space.replaceChildren(...(summary ? [summary] : []),
      html("img", { alt: "The pieces in space", src: address }));
  }
}
