// @ts-check
/* The board as a picture: its cells, what lies on them, and what is marked and said of them. */

import { html, imageAddress, placeIn, svg } from "./dom.js";
import { corners, distance, joined, middle, parts, rounded } from "./geometry.js";

/** @import { BoardData, DrawnElement, Field, Place, Point, Polygon, Scene, Shape } from "./types.d.ts" */
/** @import { Rules } from "./kinds.js" */
/** @import { Table } from "./table.js" */

const LAYERS = /** @type {const} */ (["cells", "signs", "pieces", "ghosts", "notes", "spots"]);
const REACH_PX = 24; // how far outside the picture a pointer is still at the board

/** @typedef {Record<typeof LAYERS[number] | "over", SVGGElement>} Layers */
/** @typedef {{ figure: HTMLElement, picture: SVGSVGElement, layers: Layers, focus: SVGPathElement }} View */

/** What a board tells of: a pointer that goes down or leaves, and what is done on a spot.
    @typedef {{ press: (event: PointerEvent) => void, leave: () => void,
      act: (target: EventTarget | null) => void, reach: (spot: number) => void }} BoardEvents */

/**
 * A part that has a colour, and the letter of that.
 * @param {Table} table
 * @param {Field} field
 * @param {number} size
 */
function fieldElements({ colours }, { path, colour, at: [x, y], pale }, size) {
  const part = svg("path", { class: pale ? "field pale" : "field", d: rounded([path], 0) });
  part.style.setProperty("--fill", colours.value(colour));
  const letter = colours.letter(colour);
  if (!letter) return [part];
  const text = svg("text", { class: "letter tint", x, y, "font-size": size }, letter);
  text.style.setProperty("--ink", colours.value(colour, "ink"));
  return [part, text];
}

/**
 * The colours of cells, by the words for them.
 * @param {Table} table
 * @param {Polygon[]} polygons
 * @param {string[]} words
 */
function colourElements(table, polygons, words) {
  return polygons.flatMap((polygon, i) => {
    const size = 0.9 * (table.colours.ground(polygon, words[i]) || 11);
    return table.colours.fields(polygon, words[i] ?? "").flatMap((one) =>
      fieldElements(table, one, size));
  });
}

/**
 * A piece that does not lie on the board.
 * @param {Table} table
 * @param {Shape} shape
 */
export function shapeElements(table, shape) {
  const polygons = shape.paths.map(corners);
  return [
    ...(shape.under ?? []).map((path) =>
      svg("path", { class: "elsewhere", d: rounded([corners(path)], table.rounding) })),
    svg("path", { class: "body", d: joined(polygons, 1.6, table.rounding) }),
    ...colourElements(table, polygons, shape.colours ?? []),
  ];
}

/** What elements of a drawing may be, and what may be set of them. */
const DRAWN_TAGS = /** @type {const} */ (["circle", "line", "path", "rect", "text"]);
const DRAWN_NAME = /^(c?[xy][12]?|d|r|rx|width|height|fill|stroke(-width|-linecap)?|font-size|text-anchor)$/;

/**
 * An element of a drawing; nothing where it is none.
 * @param {DrawnElement} drawn
 */
function drawnElement({ tag, set, text }) {
  const known = DRAWN_TAGS.find((one) => one === tag);
  if (!known) return [];
  const safe = Object.entries(set).filter(([name, value]) =>
    DRAWN_NAME.test(name) && !/url/i.test(value));
  return [svg(known, Object.fromEntries(safe), ...(text === undefined ? [] : [String(text)]))];
}

/** The pictures of a board, one for each of its views. */
export class BoardView {
  /** @param {Table} table @param {Rules} rules @param {BoardEvents} events */
  constructor(table, rules, events) {
    this.table = table;
    this.rules = rules;
    this.events = events;
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
    const figure = html("figure", {}, picture), last = data.views.length - 1;
    const end = !last ? "" : number === 0 ? " (top)" : number === last ? " (bottom)" : "";
    if (view.name) figure.prepend(html("figcaption", {}, `${view.name}${end}`));
    const bar = data.spots.name.find((name) => /^the .+ of row 1$/.test(name));
    if (view.wrapped) figure.append(html("figcaption", {}, `The dashed edges are joined.${
      bar ? ` A box beside a row is ${bar.replace("row 1", "that row")}.` : ""}`));
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
    for (const move of shown) {
      const classes = ["piece"];
      if (given.includes(move)) classes.push("given");
      if (reason.has(move)) classes.push("reason");
      if (reason.size && !reason.has(move)) classes.push("aside");
      this.drawMove(move, "pieces", classes.join(" "));
    }
    for (const move of notes.moves ?? [])
      if (!shown.includes(move)) this.drawMove(move, "ghosts", "piece proposed");
    if (ghost !== null && !replaying) {
      const fits = table.clashes(ghost, placed).length === 0;
      this.drawMove(ghost, "ghosts", `piece ghost ${fits ? "fits" : "clash"}`);
      if (!fits && !table.overlaps(ghost, placed).length) this.drawMismatches(ghost, placed);
    }
    this.drawSpots(notes.spots ?? [], "meant", "");
    this.drawSpots(replaying ? [] : scene.dead, "dead", table.drawings ? "" : "×");
    this.label(scene);
  }

  /** @param {number} move @param {"pieces" | "ghosts"} layer @param {string} classes */
  drawMove(move, layer, classes) {
    const { table } = this;
    if (table.drawings) {
      this.drawMark(move, table.drawings[move], layer, classes);
      return;
    }
    if (table.lines) {
      this.drawLine(move, table.lines[move], layer, classes);
      return;
    }
    /** @type {Map<number, number[]>} */
    const views = new Map();
    for (const spot of table.spotsOf[move]) {
      const view = table.data.spots.view[spot];
      views.set(view, [...(views.get(view) ?? []), spot]);
    }
    for (const [view, spots] of views)
      this.views[view].layers[layer].append(this.pieceElement(move, spots, classes));
  }

  /**
   * The part of a piece in one view.
   * @param {number} move
   * @param {number[]} spots
   * @param {string} classes
   */
  pieceElement(move, spots, classes) {
    const { table } = this, { centres, rounding } = table, piece = table.pieceOf[move];
    const polygons = spots.map((spot) => table.polygons[spot]);
    const group = svg("g", { class: classes, "data-move": move });
    group.style.setProperty("--fill", table.colour(piece));
    group.style.setProperty("--ink", table.colour(piece, "ink"));
    group.append(svg("path", { class: "body", d: joined(polygons, 1.6, rounding) }));
    const words = table.shape(piece, table.shapeOf[move]).colours ?? [];
    const fields = colourElements(table, polygons, words);
    const ground = table.colours.ground(polygons[0], words[0]);
    group.append(...fields);
    group.classList.toggle("coloured", fields.length > 0);
    if (ground) group.append(...spots.map((spot) => svg("circle", { class: "ground", r: ground,
      cx: centres[spot][0], cy: centres[spot][1] })));
    for (const part of parts(polygons)) {
      const [x, y] = nearestToMiddle(part.map((i) => centres[spots[i]]));
      const size = ground ? ground * 1.35 : polygons[part[0]].length < 4 ? 13 : 17;
      if (classes.includes("given"))
        group.append(svg("circle", { cx: x, cy: y, r: ground || size - 4, class: "ring" }));
      group.append(svg("text", { x, y, class: "letter", "font-size": size }, table.name(piece)));
    }
    if (fields.length && classes.includes("reason"))
      group.append(svg("path", { class: "under", d: joined(polygons, 4.5, rounding) }));
    if (classes.includes("reason") || classes.includes("clash"))
      group.append(svg("path", { class: "edge", d: joined(polygons, 4.5, rounding) }));
    return group;
  }

  /**
   * A mark, as the board says it looks; around one that is a reason or a proposal is a line.
   * @param {number} move
   * @param {DrawnElement[]} elements
   * @param {"pieces" | "ghosts"} layer
   * @param {string} classes
   */
  drawMark(move, elements, layer, classes) {
    const [spot] = this.table.spotsOf[move];
    const group = svg("g", { class: `${classes} mark`, "data-move": move });
    group.append(...elements.flatMap(drawnElement));
    if (/reason|proposed/.test(classes))
      group.append(svg("path", { class: "around", d: joined([this.table.polygons[spot]], 2, 3) }));
    this.views[this.table.data.spots.view[spot]].layers[layer].append(group);
  }

  /**
   * A line, or the dot of a cell that stays whole.
   * @param {number} move
   * @param {number[] | null} line
   * @param {"pieces" | "ghosts"} layer
   * @param {string} classes
   */
  drawLine(move, line, layer, classes) {
    const [spot] = this.table.spotsOf[move];
    const group = svg("g", { class: `${classes} cut`, "data-move": move });
    if (line) {
      const [x1, y1, x2, y2] = line.map(Number);
      group.append(svg("line", { class: "under", x1, y1, x2, y2 }));
      group.append(svg("line", { x1, y1, x2, y2 }));
    } else {
      const [cx, cy] = this.table.centres[spot];
      group.append(svg("circle", { cx, cy, r: 3.5 }));
    }
    this.views[this.table.data.spots.view[spot]].layers[layer].append(group);
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
        words.push(table.drawings && !table.bySpot[spot].length ? "nothing to draw" : "empty");
        if (seen) words.push(...table.around[spot].filter(({ side }) => seen.has(side))
          .map(({ side, way }) => `${way} ${table.colours.title(seen.get(side))}`.trim()));
      } else {
        const piece = table.pieceOf[move], shows = table.shows(piece, table.shapeOf[move]);
        words.push(given.includes(move) ? `${table.title(piece)}, given` : table.title(piece));
        if (shows) words.push(shows);
      }
      if (dead.includes(spot)) words.push(this.rules.deadLabel);
      if (notes.spots?.includes(spot)) words.push("marked");
      if (spot === cursor && play.hand) words.push(this.rules.describeHand(table, play));
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

/**
 * The one of some places that is nearest to their middle.
 * @param {Point[]} places
 */
function nearestToMiddle(places) {
  const whole = middle(places);
  return places.reduce((best, place) =>
    (distance(place, whole) + 0.1 < distance(best, whole) ? place : best));
}
