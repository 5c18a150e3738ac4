// @ts-check
/* The board: pieces that are placed, turned and taken back by mouse, touch and keyboard.

   It is an ES module by the anywidget convention: `render({ model, el })`. The model has a board
   (`board`), the position (`state`) and whoever answers (`send`, "msg:custom"); it is a widget's in
   a notebook, the local server's (server_model.js) or the page's own (solver.js). Anywidget calls it
   a model: it is no integer program. Whatever comes from it is shown as text and numbers, never as
   markup. */

import { Actions } from "./actions.js";
import { AnswerBox } from "./answer_box.js";
import { Asking } from "./asking.js";
import { html } from "./dom.js";
import { Frame } from "./frame.js";
import { actionOf, readKey } from "./keys.js";
import { kindOf } from "./kinds.js";
import { NotebookModel } from "./notebook.js";
import { Pointer } from "./pointer.js";
import { Position } from "./position.js";
import { Replay } from "./replay.js";
import { SolidView } from "./solid.js";
import { Table } from "./table.js";
import { Float } from "./tray.js";
import { BoardView } from "./view.js";
import { isWrong } from "./words.js";

/** @import { Answer, BoardData, Camera, HelpLevel, Model, Notes, Play, SavedState, Scene, SheetDraft, Status } from "./types.d.ts" */

/** @type {HelpLevel[]} */
const HELP_LEVELS = ["off", "rules", "count"];

/** A board that is shown, until another one takes its place; and what that goes on with. */
export class Session {
  /** @param {Model} model @param {HTMLElement} el */
  constructor(model, el) {
    this.model = model;
    this.el = el;
    /** The editor, while somebody draws.
        @type {{ close: () => void } | null} */
    this.editor = null;
    /** What was chosen last in each select.
        @type {Record<string, string>} */
    this.picked = {};
    /** From where the board was looked at last, and whether it was, in space.
        @type {Camera | null} */
    this.camera = null;
    /** @type {boolean | null} */
    this.spaceOpen = null;
    /** Whether the rules were unfolded, once somebody has said so.
        @type {boolean | null} */
    this.aboutOpen = null;
    this.coloured = false; // whether lines that hang together have colours of their own
    this.number = 0; // of the last question
    this.lost = false; // whether nobody answers
    /** The state that was saved last.
        @type {SavedState | null} */
    this.saved = null;
    this.onBoard = () => this.open();
    model.on("change:board", this.onBoard);
    this.board = new Board(this);
    const begun = model.get("draft");
    if (begun) this.edit(begun);
  }

  open() {
    this.closeEditor();
    this.board.close();
    this.board = new Board(this);
  }

  /** Draws a board: the one that is shown, or what was drawn before.
      @param {SheetDraft | null} begun */
  async edit(begun = null) {
    const { board, model } = this;
    // What was drawn before is seen at once, and not the board behind it.
    board.frame.element.hidden = begun !== null;
    try {
      const Editor = await model.loadEditor?.();
      if (Editor && !this.editor && this.board === board) this.editor = new Editor(board, begun);
    } catch {
      board.frame.element.hidden = false;
      board.frame.announce("The editor could not be loaded: the server does not answer.");
    }
  }

  closeEditor() {
    this.editor?.close();
    this.editor = null;
  }

  close() {
    this.closeEditor();
    this.model.off("change:board", this.onBoard);
    this.board.close();
  }

  /** What is said while somebody plays: what was chosen last, or what suits the kind of the board.
      @returns {HelpLevel} */
  get help() {
    const chosen = this.model.get("help");
    return HELP_LEVELS.includes(chosen) ? chosen : kindOf(this.model.get("board")).help;
  }

  set help(level) {
    this.model.set("help", level);
  }
}

/** A board: its position, what is asked about it, and all that shows it. */
export class Board {
  /** @param {Session} session */
  constructor(session) {
    const { model, el } = session;
    /** @type {BoardData} */
    const data = model.get("board");
    const kind = kindOf(data), { rules } = kind;
    this.session = session;
    this.model = model;
    this.lifetime = new AbortController();
    this.rules = rules;
    this.table = new Table(data);
    this.position = new Position(this.table, model.get("state") ?? {});
    /** @type {Play} */
    this.play = { ...rules.begin(this.table, this.position.given, this.position.placed),
      ...this.position.aside, coloured: this.position.coloured ||= session.coloured };
    /** @type {Notes} */
    this.notes = {};
    /** How things stand, if that is known.
        @type {Status | null} */
    this.known = null;
    /** Whether the board is solved, and closed to strokes that nobody means. */
    this.sealed = false;
    /** What a new position has taken the place of.
        @type {{ board: BoardData, state: SavedState } | null} */
    this.before = null;
    this.actions = new Actions(this);
    this.asking = new Asking(this);
    this.answerBox = new AnswerBox(this);
    this.replay = new Replay(this);
    this.pointer = new Pointer(this, this.lifetime.signal);
    this.view = new BoardView(this.table, kind, {
      press: (event) => this.pointer.press(event), leave: () => this.pointer.leave(),
      reach: (spot) => this.actions.dispatch({ type: "reach", spot }),
      act: (target) => this.actions.dispatch({ type: "act", spot: this.spotOf(target) }),
      pick: (target) => this.actions.dispatch({ type: "pick", spot: this.spotOf(target) }),
    });
    this.solid = data.spots.space ? new SolidView(this) : null;
    this.tray = new kind.Tray(this.table, {
      grab: (event, piece, picture) => this.pointer.grab(event, piece, picture),
      choose: (piece) => this.actions.dispatch({ type: "choose", piece, toBoard: true }),
      act: (action) => this.actions.dispatch(action),
    });
    this.float = new Float();
    this.frame = new Frame(this);
    const small = data.pieces.every(({ shapes }) => shapes.every(({ paths }) => paths.length < 3));
    const classes = ["ilpuzzles-board", rules.className, small && data.letters ? "lettered" : ""];
    this.root = html("div", { class: classes.filter(Boolean).join(" "),
      "data-lm-suppress-shortcuts": "true" }, this.frame.element, this.float.element);
    el.replaceChildren(this.root);
    this.frame.fit();
    this.listenToModel();
    this.listenToPage();
    this.draw();
    this.onConnection();
    this.asking.askStatus();
  }

  close() {
    this.asking.stop();
    this.replay.close();
    this.lifetime.abort();
  }

  listenToModel() {
    /** @type {[string, (...values: any[]) => void][]} */
    const listeners = [
      ["msg:custom", (/** @type {Answer} */ answer) => this.asking.onAnswer(answer)],
      ["change:link", () => this.onConnection()],
      ["change:state", () => this.onState()],
    ];
    for (const [event, listener] of listeners) {
      this.model.on(event, listener);
      this.lifetime.signal.addEventListener("abort", () => this.model.off(event, listener));
    }
  }

  listenToPage() {
    const { signal } = this.lifetime, early = { signal, capture: true };
    document.addEventListener("keydown", () => this.view.setPointing(false), early);
    document.addEventListener("pointerdown", () => this.view.setPointing(), early);
    this.root.addEventListener("keydown", (event) => this.onKey(event), { signal });
    // A page of its own hears keys wherever the mouse has clicked last.
    if (this.model.get("heading") === "h1")
      document.addEventListener("keydown", (event) => {
        if (event.target === document.body) this.onKey(event);
      }, { signal });
    // What is said, and answers, stay in sight above pieces that do so as well.
    const sized = new ResizeObserver(() => {
      this.frame.fit();
      const { element } = this.tray, sticks = getComputedStyle(element).position === "sticky";
      this.root.style.setProperty("--below", `${sticks ? element.offsetHeight : 0}px`);
    });
    sized.observe(this.tray.element);
    sized.observe(this.frame.element);
    addEventListener("resize", () => this.frame.fit(), { signal });
    signal.addEventListener("abort", () => sized.disconnect());
    // A reload goes on with the clock and with what can be undone.
    addEventListener("pagehide", () => this.position.started !== null && this.save(), { signal });
    const ticking = setInterval(() => this.frame.showTime(), 1000);
    signal.addEventListener("abort", () => clearInterval(ticking));
  }

  /** The position was set from outside, by Python in a notebook. */
  onState() {
    const state = this.model.get("state") ?? {};
    if (state === this.session.saved || !this.position.set(state, Date.now())) return;
    this.actions.release();
    this.actions.onPosition("set");
  }

  /** Whoever answers is there, or is not. */
  onConnection() {
    const { answerBox, asking, frame, session } = this, state = this.model.get("link") ?? "open";
    // This page will get no answer any more.
    const isAnswering = answerBox.isWaiting || answerBox.isLooking;
    if (state === "closed" && isAnswering) answerBox.close({ quiet: true });
    const lost = frame.showLink(state);
    if (session.lost && !lost) {
      frame.announce("The server is back.");
      // What was asked last is asked again by the model.
      if (!asking.asked.size) asking.askStatus();
    }
    session.lost = lost;
    frame.showStatus();
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (this.session.editor) return;
    const { answerBox, play, rules, table } = this, key = readKey(event);
    const action = key && actionOf(key, { table, rules, play, paging: answerBox.pages !== null });
    if (!action) return;
    this.actions.dispatch(action);
    event.preventDefault();
    event.stopPropagation();
  }

  save() {
    const help = this.model.get("help");
    this.session.saved = { ...this.position.save(Date.now()), ...(help ? { help } : {}) };
    this.model.set("state", this.session.saved);
    this.model.save_changes();
  }

  /**
   * Takes another board, or another position of the same one.
   * @param {BoardData} data
   * @param {SavedState} state
   */
  begin(data, state) {
    const { model, session } = this, help = model.get("help");
    const kept = help ? { ...state, help } : state;
    session.saved = kept; // what comes from here is not heard as a position set from outside
    model.set("state", kept);
    model.set("board", data);
    if (session.board === this) session.open();
    model.save_changes();
    return session.board;
  }

  /* -- what is seen -- */

  /** @returns {Scene} */
  get scene() {
    const { known, notes, play, replay, session: { help } } = this, isShown = help !== "off";
    return { shown: replay.moves ?? play.placed, replaying: replay.running, play, notes,
      dead: isShown ? known?.dead ?? [] : [], lost: isShown ? known?.pieces ?? [] : [],
      broken: isShown ? known?.beside ?? [] : [], camera: this.solid?.camera };
  }

  draw() {
    const { known, play, replay, scene } = this;
    this.view.draw(scene);
    this.solid?.draw(scene);
    this.tray.draw(scene);
    this.float.draw(this.table, play, this.view);
    this.frame.draw();
    this.root.classList.toggle("holding", play.hand !== null);
    this.root.classList.toggle("finished", Boolean(known?.complete && known.solvable) && !replay.running);
    this.root.classList.toggle("stuck", isWrong(known, this.session.help));
  }

  /** The cursor is in another place. */
  showCursor() {
    this.view.label(this.scene);
    this.view.drawAids(this.scene);
  }

  /** Colours of lines are kept while one plays. @param {boolean} coloured */
  keepColours(coloured) {
    this.position.coloured = this.session.coloured = coloured;
    this.save();
  }

  /** @returns {HTMLElement | null} */
  get focusedElement() {
    const page = /** @type {Document | ShadowRoot} */ (this.root.getRootNode());
    return /** @type {HTMLElement | null} */ (page.activeElement);
  }

  /** @param {FocusOptions} [options] */
  focusCursor(options) {
    this.view.spots[this.play.cursor]?.focus(options);
  }

  /** Keys go on working where what had the focus is hidden now. */
  keepFocus() {
    const focused = this.focusedElement;
    if (focused === null || focused.hidden || !this.root.contains(focused))
      this.focusCursor({ preventScroll: true });
  }

  /**
   * Where a pointer is on the plan, or what it is over in space.
   * @param {{ clientX: number, clientY: number }} pointer
   */
  locate(pointer) {
    const there = this.solid?.locate(pointer);
    return there === undefined ? this.view.locate(pointer) : there;
  }

  /**
   * The spot of an element, or the cursor.
   * @param {EventTarget | null} target
   */
  spotOf(target) {
    const element = target instanceof Element ? target.closest("[data-spot]") : null;
    return Number(element?.getAttribute("data-spot") ?? this.play.cursor);
  }
}

/** @param {{ model: Model, el: HTMLElement }} widget */
function render({ model, el }) {
  const session = new Session(new NotebookModel(model), el);
  return () => session.close();
}

export default { render };
