// @ts-check
/* What is beside the board: the pieces that are left, or how much is cut; and the piece that is
   dragged over the page. */

import { html, svg } from "./dom.js";
import { LAYER_NAME, layerNames, miniature, shapeElements } from "./drawings.js";
import { corners, middle } from "./geometry.js";
import { nowhere } from "./hand.js";
import { RUBBER } from "./marking.js";
import { keyOfPen } from "./pencil.js";
import { sortOf } from "./strokes.js";
import { counted } from "./words.js";
import { isWritten } from "./writing.js";

/** @import { Camera, Drag, Hand, NoteMode, Play, Scene, Shape } from "./types.d.ts" */
/** @import { TrayEvents } from "./kinds.js" */
/** @import { Table } from "./table.js" */
/** @import { BoardView } from "./view.js" */

const MAX_TRAY_SIZE = 220; // units of the board that a piece in the tray is wide and high

/** A piece that can be chosen. `drawn` says what its picture shows.
    @typedef {{ button: HTMLButtonElement, picture: SVGSVGElement, name: HTMLElement,
      room: number[], drawn: string }} Choice */

/** @param {(Node | string)[]} children */
const trayElement = (...children) =>
  html("div", { class: "tray", role: "group", "aria-label": "Pieces left" }, ...children);

/** How many cells are cut. */
export class CutTray {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    this.number = html("p", { class: "none" });
    this.element = trayElement(this.number);
  }

  /** @param {Scene} scene */
  draw({ shown }) {
    const cuts = shown.filter((move) => this.table.lines?.[move]).length;
    this.number.textContent = counted(cuts, "cut");
  }
}

/** What the digits of a board are, by the buttons of its modes.
    @type {[NoteMode | undefined, string, string][]} */
const MODE_BUTTONS = [[undefined, "Digits", "Digits are written (N changes this)"],
  ["corner", "Corner", "Digits are noted in the corners (Shift and a digit)"],
  ["centre", "Centre", "Digits are noted in the middle (Ctrl and a digit)"]];

/** The pens: one for each mark, and one that rubs out; above them what a digit is, below them a trial. */
export class PenTray {
  /** @param {Table} table @param {TrayEvents} events */
  constructor(table, events) {
    this.table = table;
    /** @param {string} label @param {string} title @param {() => void} act */
    const makeButton = (label, title, act, name = "do") => {
      const button = html("button", { type: "button", class: name, title }, label);
      button.addEventListener("click", act);
      return button;
    };
    this.pens = [...table.pieces.keys(), RUBBER].map((piece) => {
      const label = piece === RUBBER ? "Rub out" : table.name(piece);
      const title = piece === RUBBER ? label : table.title(piece);
      const key = piece === RUBBER ? "" : keyOfPen(table, piece);
      const button = makeButton(label, key && key !== title ? `${title} (${key})` : title,
        () => events.choose(piece), "do pen");
      button.setAttribute("aria-label", title);
      if (key.length === 1) button.setAttribute("aria-keyshortcuts", key);
      return { button, piece };
    });
    this.modes = (isWritten(table) ? MODE_BUTTONS : []).map(([mode, label, title]) =>
      ({ mode, button: makeButton(label, title, () => events.act({ type: "note", mode })) }));
    this.trial = makeButton("Trial", "Marks from now on are drawn in another colour, and can all be taken back",
      () => events.act({ type: "try", how: "begin" }));
    this.ends = [makeButton("Keep", "The marks of the trial stay", () => events.act({ type: "try", how: "keep" })),
      makeButton("Take back", "All marks of the trial go", () => events.act({ type: "try", how: "drop" }))];
    this.words = html("span", { class: "trial-words" });
    this.onTrial = html("span", { class: "on-trial" }, this.words, ...this.ends);
    this.colours = makeButton("Colours", "Lines that hang together, and closed regions, have a colour of their own",
      () => events.act({ type: "colour" }));
    this.colours.hidden = !sortOf(table).hasLines;
    /** @param {string} name @param {string} label @param {HTMLElement[]} children */
    const row = (name, label, ...children) =>
      html("div", { class: name, role: "group", "aria-label": label }, ...children);
    const own = row("own", "Pens", ...this.pens.map(({ button }) => button));
    const helps = row("helps", "Trial and colours", this.colours, this.trial, this.onTrial);
    const modes = row("modes", "What a digit is", ...this.modes.map(({ button }) => button));
    // Few pens have a trial beside them, many have it above.
    this.element = html("div", { class: "tray pens" }, ...(this.modes.length ? [modes, helps, own] : [own, helps]));
  }

  /** @param {Scene} scene */
  draw({ play }) {
    for (const { button, piece } of this.pens)
      button.setAttribute("aria-pressed", String(play.pen === piece));
    for (const { button, mode } of this.modes)
      button.setAttribute("aria-pressed", String(play.noting === mode));
    const { trial } = play, isOn = trial !== undefined;
    const number = play.placed.filter((move) => !trial?.includes(move)).length;
    this.words.textContent = isOn ? `Trial: ${counted(number, "mark")}` : "";
    // What had the focus is not to be lost with its button.
    const page = /** @type {Document | ShadowRoot} */ (this.element.getRootNode());
    const hadFocus = [this.trial, ...this.ends].some((button) => button === page.activeElement);
    this.trial.hidden = isOn;
    for (const element of [this.onTrial, ...this.ends]) element.hidden = !isOn;
    if (hadFocus) (isOn ? this.ends[0] : this.trial).focus({ preventScroll: true });
    this.colours.setAttribute("aria-pressed", String(Boolean(play.coloured)));
  }
}

/** How wide and high a shape is, with what its layers are called.
    @param {Shape} shape */
const shapeSize = ({ box, layers }) =>
  [Number(box[2]), Number(box[3]) + (layers?.length ? LAYER_NAME : 0)];

/** The buttons of all pieces; those that are used up leave their places free. */
export class PieceTray {
  /** @param {Table} table @param {TrayEvents} events */
  constructor(table, events) {
    this.table = table;
    this.choices = table.pieces.map((_, piece) => this.makeChoice(piece, events));
    this.none = html("p", { class: "none" });
    this.element = trayElement(...this.choices.map(({ button }) => button), this.none);
  }

  /** @param {number} piece @param {TrayEvents} events @returns {Choice} */
  makeChoice(piece, events) {
    const picture = svg("svg", { "aria-hidden": "true" });
    const name = html("span", { class: "name", "aria-hidden": "true" });
    const button = html("button", { type: "button", class: "choose", "data-piece": piece },
      picture, name);
    button.style.setProperty("--fill", this.table.colour(piece));
    // However it is turned, it takes the same room.
    const { data, pieces } = this.table, { shapes } = pieces[piece];
    const flat = data.space ? shapes.filter(({ layers }) => (layers?.length ?? 0) < 2) : shapes;
    const sizes = (flat.length ? flat : shapes).map(shapeSize);
    const room = [0, 1].map((side) =>
      Math.min(MAX_TRAY_SIZE, Math.max(1, ...sizes.map((size) => size[side]))));
    picture.style.setProperty("--wide", String(room[0] + 6));
    picture.style.setProperty("--high", String(room[1] + 6));
    button.addEventListener("pointerdown", (event) => events.grab(event, piece, picture));
    button.addEventListener("click", (event) => event.detail === 0 && events.choose(piece));
    return { button, picture, name, room, drawn: "" };
  }

  /** @param {Scene} scene */
  draw(scene) {
    const left = this.choices.filter((choice, piece) => this.drawChoice(choice, piece, scene));
    this.none.textContent = left.length ? "" : "All pieces lie on the board.";
    this.scrollToHand(scene.play);
  }

  /**
   * Shows a piece as it is turned; says whether one is left.
   * @param {Choice} choice
   * @param {number} piece
   * @param {Scene} scene
   */
  drawChoice(choice, piece, { shown, replaying, notes, lost, play, camera }) {
    const { table } = this, { button, name } = choice, { copies } = table.pieces[piece];
    const left = table.left(piece, shown), never = nowhere(table, piece);
    const isLost = !replaying && lost.includes(piece), isMarked = notes.pieces?.includes(piece);
    button.hidden = left <= 0;
    button.classList.toggle("gone", table.left(piece, play.given) <= 0);
    button.classList.toggle("lost", isLost);
    button.classList.toggle("never", Boolean(never));
    button.classList.toggle("marked", Boolean(isMarked));
    button.setAttribute("aria-pressed", String(play.hand?.piece === piece));
    if (never) button.title = `${table.name(piece)} ${never}`;
    const many = copies === 1 ? "" : left === Infinity ? ", any number left" : `, ${left} left`;
    const times = copies === 1 ? "" : left === Infinity ? " ∞" : ` ×${left}`;
    const shows = table.shows(piece, play.shapes[piece]);
    const chances = never ? `, ${never}` : isLost ? ", fits nowhere any more" : "";
    button.setAttribute("aria-label", `${table.title(piece)}${many}${shows && `, ${shows}`}${
      chances}${isMarked ? ", marked" : ""}`);
    name.textContent = `${table.name(piece)}${times}`;
    this.drawShape(choice, piece, play, camera);
    return left > 0;
  }

  /**
   * A piece as it is turned, and the cell by which it is held.
   * @param {Choice} choice
   * @param {number} piece
   * @param {Play} play
   * @param {Camera} [camera] from where a solid is looked at
   */
  drawShape(choice, piece, { hand, shapes }, camera) {
    const grip = hand?.piece === piece ? hand.anchor : -1, seen = camera && `${camera.turn}/${camera.height}`;
    const drawn = `${shapes[piece]}/${grip}/${seen}`;
    if (choice.drawn === drawn) return;
    choice.drawn = drawn;
    const { picture, room } = choice, shape = this.table.shape(piece, shapes[piece]);
    // What stands in several layers is shown as the solid is.
    const solid = camera && (shape.layers?.length ?? 0) > 1
      ? miniature(this.table, piece, shapes[piece], camera) : null;
    if (solid) {
      const reach = Math.max(solid.reach, ...room.map((side) => side / 2));
      picture.setAttribute("viewBox", [-reach, -reach, 2 * reach, 2 * reach].join(" "));
      picture.replaceChildren(svg("g", { class: "miniature" }, ...solid.elements));
      return;
    }
    const [x, y] = shape.box.map(Number), [width, height] = shapeSize(shape);
    const wide = Math.max(room[0], width) + 6, high = Math.max(room[1], height) + 6;
    picture.setAttribute("viewBox",
      [x + (width - wide) / 2, y + (height - high) / 2, wide, high].join(" "));
    picture.replaceChildren(...shapeElements(this.table, shape), ...layerNames(shape));
    if (grip < 0 || grip >= shape.paths.length) return;
    const [cx, cy] = middle(corners(shape.paths[grip]));
    picture.append(svg("circle", { cx, cy, r: 6, class: "grip" }));
  }

  /**
   * In a tray of one row, what is in the hand is in sight.
   * @param {Play} play
   */
  scrollToHand({ hand, drag }) {
    const { element } = this, scrolls = element.scrollWidth > element.clientWidth;
    element.classList.toggle("scrolls", scrolls);
    const held = scrolls && !drag && hand ? this.choices[hand.piece].button : null;
    if (!held || held.hidden) return;
    const { offsetLeft: left, offsetWidth: wide } = held;
    element.scrollLeft = Math.min(left, Math.max(element.scrollLeft, left + wide - element.clientWidth));
  }
}

/** The piece under the pointer, while it is over no board. */
export class Float {
  constructor() {
    this.element = svg("svg", { class: "float", "aria-hidden": "true" });
    this.element.style.display = "none";
    this.grip = [0, 0];
    /** @type {Hand | null} */
    this.hand = null;
  }

  /**
   * Shows what is dragged, as large as on the board.
   * @param {Table} table
   * @param {{ hand: Hand | null, drag: Drag | null }} play
   * @param {BoardView} view
   */
  draw(table, { hand, drag }, view) {
    if (!drag?.moved || !hand || hand === this.hand) return;
    this.hand = hand;
    const shape = table.shape(hand.piece, hand.shape), { style } = this.element, { scale } = view;
    const [x, y, width, height] = shape.box.map(Number);
    this.element.setAttribute("viewBox", `${x - 3} ${y - 3} ${width + 6} ${height + 6}`);
    style.width = `${(width + 6) * scale}px`;
    style.height = `${(height + 6) * scale}px`;
    style.setProperty("--fill", table.colour(hand.piece));
    this.element.replaceChildren(...shapeElements(table, shape));
    const path = shape.paths[hand.anchor] ?? shape.paths[0];
    const [ax, ay] = path ? middle(corners(path)) : [x, y];
    this.grip = [(ax - x + 3) * scale, (ay - y + 3) * scale];
  }

  /** @param {{ clientX: number, clientY: number }} pointer @param {boolean} seen */
  move({ clientX, clientY }, seen) {
    const { style } = this.element;
    style.display = seen ? "block" : "none";
    style.left = `${clientX - this.grip[0]}px`;
    style.top = `${clientY - this.grip[1]}px`;
  }

  hide() {
    this.element.style.display = "none";
    this.hand = null;
  }
}
