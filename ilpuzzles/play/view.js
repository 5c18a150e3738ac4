// @ts-check
/* The board as a picture: its cells, what lies on them, and what is marked and said of them. */

import { inkOn } from "./colours.js";
import { html, imageAddress, placeIn, svg } from "./dom.js";
import { metClues, regions, threads } from "./connected.js";
import { candidateElements, fieldElements } from "./drawings.js";
import { corners, joined, rounded } from "./geometry.js";
import { reachableSpots } from "./layers.js";
import { notesInWords } from "./noting.js";
import { widthOf } from "./strokes.js";
import { alike } from "./writing.js";

/** @import { BoardData, Place, Scene } from "./types.d.ts" */
/** @import { Kind } from "./kinds.js" */
/** @import { Table } from "./table.js" */

const LAYERS = /** @type {const} */ (["cells", "aids", "signs", "pieces", "ghosts", "notes", "spots"]);
const REACH_PX = 24; // how far outside the picture a pointer is still at the board

/** @typedef {Record<typeof LAYERS[number] | "over", SVGGElement>} Layers */
/** @typedef {{ figure: HTMLElement, picture: SVGSVGElement, layers: Layers, focus: SVGPathElement }} View */

/** What a board tells of: a pointer that goes down or leaves, and what is done on a spot.
    @typedef {{ press: (event: PointerEvent) => void, leave: () => void,
      act: (target: EventTarget | null) => void, pick: (target: EventTarget | null) => void, reach: (spot: number) => void }} BoardEvents */

/** The pictures of a board, one for each of its views. */
export class BoardView {
  /** @param {Table} table @param {Kind} kind @param {BoardEvents} events */
  constructor(table, kind, events) {
    this.table = table;
    this.kind = kind;
    this.events = events;
    /** The colours of copies that are told apart.
        @type {Map<number, string>} */
    this.shades = new Map();
    /** The colours of lines that hang together.
        @type {Map<number, string>} */
    this.threads = new Map();
    this.pointing = false; // a cursor that only a pointer has set is not shown
    /** @type {SVGPathElement[]} */
    this.spots = [];
    this.views = table.data.views.map((view, number) => this.makeView(view, number));
    this.element = html("div", { class: "boards" }, ...this.views.map(({ figure }) => figure));
  }

  /** @param {BoardData["views"][number]} view @param {number} number @returns {View} */
  makeView(view, number) {
    const [x, y, width, height] = view.box.map(Number), { rim, data } = this.table;
    const picture = svg("svg", {
      viewBox: `${x - rim} ${y - rim} ${width + 2 * rim} ${height + 2 * rim}`,
      role: "application", "aria-roledescription": "board",
      "aria-label": view.name ? String(view.name) : "Board",
    });
    picture.style.setProperty("--wide", String(width + 2 * rim));
    picture.style.setProperty("--ratio", String((width + 2 * rim) / (height + 2 * rim)));
    const layers = /** @type {Layers} */ ({});
    for (const name of LAYERS) {
      layers[name] = svg("g", { class: name });
      if (name !== "spots") layers[name].setAttribute("aria-hidden", "true");
      picture.append(layers[name]);
    }
    const focus = svg("path", { class: "cursor", "aria-hidden": "true" });
    layers.over = svg("g", { class: "over", "aria-hidden": "true" });
    picture.append(focus, layers.over);
    this.addBackdrop(layers.cells);
    this.addSpots(number, layers, focus);
    if (view.wrapped) this.addSeam(layers.signs, number);
    this.addMarks(layers.signs, number);
    picture.addEventListener("pointerdown", (event) => this.events.press(event));
    picture.addEventListener("contextmenu", (event) => this.table.drawings && event.preventDefault());
    picture.addEventListener("pointerleave", () => this.events.leave());
    picture.addEventListener("click", (event) => event.detail === 0 && this.events.act(event.target));
    picture.addEventListener("dblclick", (event) => this.events.pick(event.target));
    const figure = html("figure", {}, picture), last = data.views.length - 1;
    const end = !last ? "" : number === 0 ? " (top)" : number === last ? " (bottom)" : "";
    if (view.name) figure.prepend(html("figcaption", {}, `${view.name}${end}`));
    if (view.note) figure.append(html("figcaption", {}, view.note));
    return { figure, picture, layers, focus };
  }

  /** @param {SVGGElement} cells */
  addBackdrop(cells) {
    const { backdrop } = this.table.data;
    if (typeof backdrop?.svg !== "string") return;
    const [x, y, width, height] = backdrop.box.map(Number);
    // As an image it can run nothing and fetch nothing.
    cells.append(svg("image", { x, y, width, height, href: imageAddress(backdrop.svg) }));
  }

  /** @param {number} number @param {Layers} layers @param {SVGPathElement} focus */
  addSpots(number, layers, focus) {
    const { table } = this, { rounding } = table;
    table.polygons.forEach((polygon, spot) => {
      if (table.data.spots.view[spot] !== number) return;
      const path = joined([polygon], 0.75, rounding > 8 ? rounding : 2);
      const closed = table.bySpot[spot].length ? "" : "closed";
      if (!table.drawings) layers.cells.append(svg("path", { d: path, class: closed }));
      const element = svg("path", {
        d: rounded([polygon], 0), role: "button", tabindex: "-1", "data-spot": spot,
      });
      element.addEventListener("focus", () => {
        this.hideCursor();
        if (!this.pointing && element.matches(":focus-visible")) focus.setAttribute("d", path);
        this.events.reach(spot);
      });
      element.addEventListener("blur", () => focus.removeAttribute("d"));
      this.spots[spot] = element;
      layers.spots.append(element);
    });
  }

  /**
   * Letters and shapes of the board, and the colours that it demands.
   * @param {SVGGElement} signs
   * @param {number} number
   */
  addMarks(signs, number) {
    const { data, demanded } = this.table;
    for (const { view, path, text, x, y, size } of data.marks ?? []) {
      if (view !== number) continue;
      if (path !== undefined)
        signs.append(svg("path", { class: "sign", d: rounded([corners(path)], 0) }));
      if (text !== undefined)
        signs.append(svg("text", { x: Number(x), y: Number(y), "font-size": Number(size ?? 20),
          class: "letter" }, String(text)));
    }
    for (const field of demanded)
      if (data.spots.view[field.spot] === number)
        signs.append(...fieldElements(this.table, field, 9));
  }

  /**
   * Dashed lines where the board goes on at its other side.
   * @param {SVGGElement} signs
   * @param {number} number
   */
  addSeam(signs, number) {
    const { view, next } = this.table.data.spots, { centres, polygons } = this.table;
    polygons.forEach((polygon, spot) => {
      // To the right of its last cell there may be something else, such as a ring.
      const [other] = next[spot];
      if (view[spot] !== number || other < 0 || centres[other][0] < centres[spot][0]) return;
      for (const [edges, sign] of /** @type {const} */ ([[polygon, -1], [polygons[other], 1]])) {
        const edge = Math.max(...edges.map(([x]) => x * sign)) * sign;
        const ys = edges.map(([, y]) => y), x = edge + 3 * sign;
        signs.append(svg("line", { class: "seam", x1: x, x2: x, y1: Math.min(...ys),
          y2: Math.max(...ys) }));
      }
    });
  }

  /** @param {Scene} scene */
  draw(scene) {
    const { table } = this, { shown, notes, replaying, play: { given, ghost, placed } } = scene;
    for (const { layers } of this.views)
      for (const name of /** @type {const} */ (["pieces", "ghosts", "notes", "over"]))
        layers[name].replaceChildren();
    const reason = new Set([...(notes.reason ?? []), ...(notes.conflict ?? [])]);
    this.shades = table.shades([...shown, ...(notes.moves ?? []), ...(ghost === null ? [] : [ghost])]);
    const { trial } = scene.play;
    this.threads = scene.play.coloured ? threads(table, shown) : new Map();
    this.drawAids(scene);
    for (const move of shown) {
      const classes = ["piece"];
      if (trial && !replaying && !trial.includes(move)) classes.push("trial");
      if (given.includes(move)) classes.push("given");
      if (reason.has(move)) classes.push("reason");
      if (reason.size && !reason.has(move)) classes.push("aside");
      this.drawMove(move, "pieces", classes.join(" "));
    }
    const owners = table.owners(shown);
    this.drawMet(metClues(table, shown).filter((spot) => !owners.has(spot)));
    for (const [mode, notes] of replaying ? [] : /** @type {const} */ (
      [["centre", scene.play.candidates], ["corner", scene.play.corners]]))
      for (const [spot, names] of Object.entries(notes ?? {}))
        if (!owners.has(Number(spot))) this.views[table.data.spots.view[Number(spot)]].layers.pieces
          .append(...candidateElements(table, Number(spot), names, mode));
    for (const move of notes.moves ?? [])
      if (!shown.includes(move)) this.drawMove(move, "ghosts",
        `piece proposed${(notes.moves?.length ?? 0) > 1 ? " among" : ""}`);
    if (ghost !== null && !replaying) {
      const fits = table.clashes(ghost, placed).length === 0;
      this.drawMove(ghost, "ghosts", `piece ghost ${fits ? "fits" : "clash"}`);
      if (!fits && !table.overlaps(ghost, placed).length) this.drawMismatches(ghost, placed);
    }
    if (!replaying) this.drawReachable(scene.play);
    this.drawSpots(notes.spots ?? [], "meant", "");
    this.drawSpots(notes.wrong ?? [], "wrong", "");
    this.drawSpots(replaying ? [] : scene.dead, "dead", this.kind.rules.deadSign ?? "");
    this.drawBeside(notes.beside ?? [], "meant");
    this.drawBeside(notes.wrongBeside ?? [], "wrong");
    this.drawBeside(replaying ? [] : scene.broken ?? [], "dead");
    this.label(scene);
  }

  /** @param {number} move @param {"pieces" | "ghosts"} layer @param {string} classes */
  drawMove(move, layer, classes) {
    const shade = this.shades.get(move);
    for (const { view, element } of this.kind.drawMove(this.table, move, classes)) {
      if (shade) {
        element.style.setProperty("--fill", shade);
        element.style.setProperty("--ink", inkOn(shade));
      }
      const thread = layer === "pieces" ? this.threads.get(move) : undefined;
      if (thread) {
        element.style.setProperty("--thread", thread);
        element.classList.add("thread");
      }
      this.views[view].layers[layer].append(element);
    }
  }

  /**
   * What helps those who draw, below all marks: chosen cells, equal digits, tints, and closed regions.
   * @param {Scene} scene
   */
  drawAids({ shown, play, replaying }) {
    const { table } = this;
    for (const { layers } of this.views) layers.aids.replaceChildren();
    if (!table.drawings) return;
    /** @param {number} spot @param {string} name @param {string} [fill] */
    const paint = (spot, name, fill) => {
      const path = svg("path", { class: name, d: rounded([table.polygons[spot]], 0) });
      if (fill) path.style.setProperty("--fill", fill);
      this.views[table.data.spots.view[spot]].layers.aids.append(path);
    };
    for (const [spot, fill] of play.coloured ? regions(table, shown) : []) paint(spot, "region", fill);
    if (replaying) return;
    for (const [spot, tint] of Object.entries(play.tints ?? {})) paint(Number(spot), `tint ${tint}`);
    for (const spot of alike(table, play)) paint(spot, "alike");
    for (const spot of play.selection ?? []) paint(spot, "chosen");
  }

  /**
   * Where the colours of what is in the hand do not match.
   * @param {number} ghost
   * @param {number[]} placed
   */
  drawMismatches(ghost, placed) {
    const { table } = this, { view } = table.data.spots;
    const { over } = this.views[view[table.spotsOf[ghost][0]]].layers;
    for (const { side } of table.mismatches(ghost, placed)) {
      const [x, y] = table.sideAt[side];
      over.append(svg("circle", { class: "unequal", cx: x, cy: y, r: 7.5 }),
        svg("text", { class: "sign-unequal", x, y }, "≠"));
    }
  }

  /** The cells of layers that what is in the hand can cover as it is turned.
      @param {Scene["play"]} play */
  drawReachable({ hand, placed }) {
    const { table } = this;
    for (const spot of reachableSpots(table, hand, placed)) {
      const [cx, cy] = table.centres[spot];
      this.views[table.data.spots.view[spot]].layers.notes
        .append(svg("circle", { class: "reachable", cx, cy, r: 5 }));
    }
  }

  /**
   * Makes clues pale that are met.
   * @param {number[]} spots
   */
  drawMet(spots) {
    const { table } = this;
    for (const spot of spots) {
      const [cx, cy] = table.centres[spot];
      this.views[table.data.spots.view[spot]].layers.pieces
        .append(svg("circle", { class: "met", cx, cy, r: 0.3 * widthOf(table, spot) }));
    }
  }

  /** @param {number[]} spots @param {string} name @param {string} sign */
  drawSpots(spots, name, sign) {
    const { table } = this;
    for (const spot of table.knownSpots(spots)) {
      const { notes } = this.views[table.data.spots.view[spot]].layers;
      const [x, y] = table.centres[spot];
      notes.append(svg("path", { class: name, d: joined([table.polygons[spot]], 4, 3) }));
      if (sign) notes.append(svg("text", { class: `sign-${name}`, x, y }, sign));
    }
  }

  /**
   * Marks clues that stand beside the board.
   * @param {string[]} clues
   * @param {string} name
   */
  drawBeside(clues, name) {
    const { beside = {} } = this.table.data, [{ layers }] = this.views;
    for (const clue of clues) {
      if (!Object.hasOwn(beside, clue)) continue;
      const [x, y, width, height] = beside[clue].map(Number);
      layers.notes.append(svg("rect", { class: name, x, y, width, height, rx: 4 }));
    }
  }

  /**
   * Says of each spot what is there.
   * @param {Scene} scene
   */
  label({ shown, notes, dead, play }) {
    const { table } = this, owners = table.owners(shown), { given, cursor } = play;
    const seen = table.data.touching ? table.seen(shown) : null;
    this.spots.forEach((element, spot) => {
      const move = owners.get(spot), words = [String(table.data.spots.name[spot])];
      const clue = table.data.spots.clue?.[spot];
      if (clue) words.push(`clue ${clue}`);
      if (move === undefined) {
        words.push(!table.drawings ? "empty" : table.bySpot[spot].length ? "open" : "nothing to draw");
        words.push(...notesInWords(play, spot));
        if (seen) words.push(...table.around[spot].filter(({ side }) => seen.has(side))
          .map(({ side, way }) => `${way} ${table.colours.title(seen.get(side))}`.trim()));
      } else {
        const piece = table.pieceOf[move], shows = table.shows(piece, table.shapeOf[move]);
        words.push(given.includes(move) ? `${table.title(piece)}, given` : table.title(piece));
        if (shows) words.push(shows);
      }
      if (dead.includes(spot)) words.push(this.kind.rules.deadLabel);
      if (play.selection?.includes(spot)) words.push("chosen");
      if (move !== undefined && play.trial && !play.trial.includes(move)) words.push("on trial");
      if (notes.spots?.includes(spot)) words.push("marked");
      if (spot === cursor && play.hand) words.push(this.kind.rules.describeHand(table, play));
      element.setAttribute("aria-label", words.join(", "));
      element.setAttribute("tabindex", spot === cursor ? "0" : "-1");
      element.classList.toggle("taken", move !== undefined && !given.includes(move));
    });
  }

  hideCursor() {
    for (const { focus } of this.views) focus.removeAttribute("d");
  }

  /** A pointer is used, or keys are. */
  setPointing(pointing = true) {
    this.pointing = pointing;
    if (pointing) this.hideCursor();
  }

  /**
   * Where a pointer is: in which view, and at which place of the board.
   * @param {{ clientX: number, clientY: number }} pointer
   * @returns {Place | null}
   */
  locate(pointer) {
    const { clientX, clientY } = pointer;
    for (const [view, { picture }] of this.views.entries()) {
      const box = picture.getBoundingClientRect();
      if (clientX < box.left - REACH_PX || clientX > box.right + REACH_PX) continue;
      if (clientY < box.top - REACH_PX || clientY > box.bottom + REACH_PX) continue;
      const place = placeIn(picture, pointer);
      if (place) return { view, place };
    }
    return null;
  }

  /** Pixels on the screen for a unit of the board. */
  get scale() {
    return this.views[0].picture.getScreenCTM()?.a ?? 1;
  }
}
