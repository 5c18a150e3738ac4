// @ts-check
/* The board in space: balls or cubes that can be turned, looked into and built on. What it does on a
   spot is what a click on the same spot of the plan does, and the plan is for those who do not see. */

import { inkOn } from "./colours.js";
import { html, placeIn, svg } from "./dom.js";
import { reachableSpots } from "./layers.js";
import { BALL, cameraTowards, cellsInSpace, extent, firstCamera, fromFarToNear, layerSheets, movedCamera, nearness,
  onPaper, outerSides, spotUnder, wholeProjection, withLight } from "./space.js";

/** @import { Camera, Place, Point, Polygon, Scene, Vertex } from "./types.d.ts" */
/** @import { Cell, Projection } from "./space.js" */
/** @import { Board } from "./board.js" */

export const PAPER = /** @type {Point} */ ([400, 330]); // units of the picture
const SLOP_PX = 6; // how far a pointer may move in a click
const TURN_BY = 0.6; // degrees for a pixel
const KEY_TURN = 15, KEY_APART = 0.25, WHEEL_ZOOM = 0.0015;
const OPEN_PX = 640; // how wide a window is that shows this at once
const EMPTY = 0.12, REACHED = 0.19; // radius of the dots of the nearest empty cells
const FAR_SIZE = 0.45, FAR_LIGHT = 0.4; // of the farthest ones, as a share of that of the nearest

/** @type {Record<string, Partial<Camera>>} */
const KEYS = {
  ArrowLeft: { turn: -KEY_TURN }, ArrowRight: { turn: KEY_TURN },
  ArrowUp: { height: KEY_TURN }, ArrowDown: { height: -KEY_TURN },
  "+": { apart: KEY_APART }, "=": { apart: KEY_APART }, "-": { apart: -KEY_APART },
};

let gradients = 0; // several boards may stand on one page

/** What is drawn of a cell: its element stays, and `paint` brings it where it is seen.
    @typedef {{ cell: Cell, element: SVGGElement, paint: (projection: Projection, near: (cell: Cell) => number) => void }} Item */

/** What a body on some cells looks like.
    @typedef {{ spots: Set<number>, colour: string, ink: string, name: string, classes: string }} Body */

/** Pointers that are down: where each is now, where the first one went down, and on what.
    @typedef {{ at: Map<number, [number, number]>, x: number, y: number, onSpot: boolean,
      moved: boolean, finger: boolean }} Grip */

export class SolidView {
  /** @param {Board} board */
  constructor(board) {
    this.board = board;
    this.cells = cellsInSpace(board.table.data);
    /** By their spots.
        @type {Cell[]} */
    this.bySpot = [];
    for (const cell of this.cells) this.bySpot[cell.spot] = cell;
    this.size = extent(this.cells);
    this.camera = board.session.camera ?? firstCamera(this.cells);
    this.goal = this.camera; // where it goes to
    /** @type {Item[]} */
    this.items = [];
    /** @type {Grip | null} */
    this.grip = null;
    this.full = new Set();
    /** The spots that what is in the hand can cover.
        @type {Set<number>} */
    this.reached = new Set();
    /** The colours of copies that are told apart.
        @type {Map<number, string>} */
    this.shades = new Map();
    this.frame = 0;
    this.light = `ilpuzzles-light-${gradients++}`;
    this.floor = svg("path", { class: "floor" });
    this.bodies = svg("g", {});
    this.sheets = layerSheets(this.cells, board.table.data.space).map((sheet) =>
      ({ ...sheet, path: svg("path", { class: "sheet" }) }));
    this.outlines = svg("g", { class: "outlines" });
    this.picture = svg("svg", { class: "solid", role: "img", tabindex: "0",
      viewBox: `${-PAPER[0] / 2} ${-PAPER[1] / 2} ${PAPER[0]} ${PAPER[1]}`,
      "aria-label": "The board in space. Arrow keys turn it, plus and minus pull its layers apart; "
        + "pieces are laid by keys on the plan." },
      this.makeLight(), this.floor, ...this.sheets.map(({ path }) => path), this.bodies, this.outlines);
    this.slider = html("input", { type: "range", min: "0", max: "2", step: "0.05", autocomplete: "off",
      value: this.goal.apart,
      "aria-label": "Pull layers apart" });
    this.element = html("details", { class: "space" }, html("summary", {}, "In space"),
      this.picture, html("label", { class: "apart" }, html("span", {}, "Layers apart"), this.slider));
    this.element.open = board.session.spaceOpen ?? innerWidth >= OPEN_PX;
    this.listen();
    board.lifetime.signal.addEventListener("abort", () => cancelAnimationFrame(this.frame));
  }

  makeLight() {
    return svg("defs", {}, svg("radialGradient", { id: this.light, cx: ".36", cy: ".3", r: ".75" },
      svg("stop", { offset: "0", "stop-color": "#fff", "stop-opacity": ".55" }),
      svg("stop", { offset: ".35", "stop-color": "#fff", "stop-opacity": ".1" }),
      svg("stop", { offset: ".6", "stop-color": "#000", "stop-opacity": ".04" }),
      svg("stop", { offset: "1", "stop-color": "#000", "stop-opacity": ".42" })));
  }

  listen() {
    const { picture, slider, element } = this;
    picture.addEventListener("pointerdown", (event) => this.press(event));
    picture.addEventListener("pointermove", (event) => this.move(event));
    picture.addEventListener("pointerup", (event) => this.lift(event));
    picture.addEventListener("pointercancel", () => (this.grip = null));
    picture.addEventListener("pointerleave", () => this.board.pointer.leave());
    picture.addEventListener("keydown", (event) => this.onKey(event));
    picture.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.go({ zoom: Math.exp(-event.deltaY * WHEEL_ZOOM) }, true);
    }, { passive: false });
    slider.addEventListener("input", () =>
      this.go({ apart: Number(slider.value) - this.goal.apart }, true));
    element.addEventListener("toggle", () => {
      this.board.session.spaceOpen = element.open;
      this.draw(this.board.scene);
    });
  }

  /* -- the camera -- */

  /**
   * Turns, zooms or pulls apart: at once as a pointer does, or in a short motion.
   * @param {Partial<Camera>} by
   */
  go(by, atOnce = matchMedia("(prefers-reduced-motion: reduce)").matches) {
    const before = this.camera.apart > 0;
    this.goal = movedCamera(this.goal, by);
    if (atOnce) this.camera = this.goal;
    this.board.session.camera = this.goal;
    this.slider.value = String(this.goal.apart);
    // Where layers part, sides are seen that were between them.
    if (before !== this.goal.apart > 0) this.draw(this.board.scene);
    this.schedule();
  }

  schedule() {
    if (!this.frame) this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.camera = cameraTowards(this.camera, this.goal, 0.3);
      this.paint();
      const { camera, goal } = this;
      if (/** @type {(keyof Camera)[]} */ (Object.keys(goal)).some((name) => camera[name] !== goal[name]))
        this.schedule();
      else this.board.tray.draw(this.board.scene);
    });
  }

  get projection() {
    return wholeProjection(this.camera, this.size, PAPER);
  }

  /* -- pointers and keys -- */

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !Object.hasOwn(KEYS, event.key)) return;
    this.go(KEYS[event.key]);
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {PointerEvent} event */
  press(event) {
    const { board, grip } = this, { clientX: x, clientY: y, pointerId } = event;
    if (event.button !== 0 || board.pointer.down) return;
    event.preventDefault();
    if (grip) {
      // A second finger zooms.
      grip.at.set(pointerId, [x, y]);
      grip.moved = true;
      return;
    }
    if (board.replay.stop()) return;
    this.picture.focus({ preventScroll: true });
    this.picture.setPointerCapture(pointerId);
    this.grip = { at: new Map([[pointerId, [x, y]]]), x, y, moved: false,
      onSpot: this.spotAt(event) >= 0, finger: event.pointerType === "touch" };
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { grip } = this, { clientX: x, clientY: y, pointerId } = event, last = grip?.at.get(pointerId);
    if (!grip || !last) return;
    const spread = () => {
      const [[a, b], [c, d]] = [...grip.at.values()];
      return Math.hypot(a - c, b - d) || 1;
    };
    const before = grip.at.size > 1 ? spread() : 0;
    if (!grip.moved && Math.hypot(x - grip.x, y - grip.y) <= SLOP_PX) return;
    grip.moved = true;
    grip.at.set(pointerId, [x, y]);
    if (before) this.go({ zoom: spread() / before }, true);
    else if (this.isTurning) this.go({ turn: TURN_BY * (last[0] - x), height: TURN_BY * (y - last[1]) }, true);
    else if (grip.finger) this.board.actions.dispatch({ type: "hover", at: this.locate(event) ?? null });
  }

  /** @param {PointerEvent} event */
  lift(event) {
    const { board, grip } = this, turned = this.isTurning;
    if (!grip?.at.has(event.pointerId)) return;
    this.grip = null;
    const spot = turned ? -1 : this.spotAt(event), at = this.placeOf(spot), { finger } = grip;
    if (!at) return;
    board.actions.dispatch({ type: "press", spot, at, finger });
    board.actions.dispatch({ type: "drop", at, over: false });
  }

  /** What is in the hand is carried over cells; all else that is dragged turns the board. */
  get isTurning() {
    const { grip, board } = this;
    return grip !== null && grip.moved && (!grip.onSpot || !board.play.hand || grip.at.size > 1);
  }

  /** @param {{ clientX: number, clientY: number }} pointer */
  spotAt(pointer) {
    const place = placeIn(this.picture, pointer);
    if (!place) return -1;
    // A full hand wants room for what it holds, an empty one wants something to take.
    const wanted = this.board.play.hand ? this.reached : this.full;
    return spotUnder(this.cells, this.projection, place, (spot) => this.full.has(spot),
      (spot) => wanted.has(spot));
  }

  /** @param {number} spot @returns {Place | null} */
  placeOf(spot) {
    const { data, centres } = this.board.table;
    return spot < 0 ? null : { view: data.spots.view[spot], place: centres[spot] };
  }

  /**
   * The place on the plan of what is under a pointer, or null; undefined where that is not here.
   * @param {{ clientX: number, clientY: number }} pointer
   */
  locate(pointer) {
    const { left, right, top, bottom } = this.picture.getBoundingClientRect();
    const { clientX: x, clientY: y } = pointer;
    if (!this.element.open || x < left || x > right || y < top || y > bottom) return undefined;
    return this.isTurning ? null : this.placeOf(this.spotAt(pointer));
  }

  /* -- what is seen -- */

  /** @param {Scene} scene */
  draw(scene) {
    if (!this.element.open) return;
    const { table } = this.board, { shown, notes, replaying, play } = scene;
    const { hand, ghost, placed, given } = play;
    this.full = new Set(shown.flatMap((move) => table.spotsOf[move]));
    this.items = [];
    this.outlines.replaceChildren();
    this.shades = table.shades([...shown, ...(notes.moves ?? []), ...(ghost === null ? [] : [ghost])]);
    const reason = new Set([...(notes.reason ?? []), ...(notes.conflict ?? [])]);
    this.reached = replaying ? new Set() : reachableSpots(table, hand, placed);
    for (const cell of this.cells) {
      const { spot } = cell;
      const marks = [this.reached.has(spot) && "reachable", notes.spots?.includes(spot) && "meant",
        !replaying && scene.dead.includes(spot) && "dead"].filter(Boolean).join(" ");
      if (!this.full.has(spot) || marks) this.addDot(cell, marks, this.full.has(spot));
    }
    for (const move of shown)
      this.addBody(move, [given.includes(move) && "given", reason.has(move) && "reason",
        reason.size && !reason.has(move) && "aside"]);
    for (const move of notes.moves ?? []) if (!shown.includes(move)) this.addBody(move, ["proposed"]);
    if (ghost !== null && !replaying)
      this.addBody(ghost, ["ghost", table.clashes(ghost, placed).length ? "clash" : "fits"]);
    this.paint();
  }

  /** @param {Cell} cell @param {string} marks @param {boolean} full */
  addDot(cell, marks, full) {
    const s = this.projection.scale, element = svg("g", { class: `dot ${marks}`, "data-cell": cell.spot });
    const large = /reachable/.test(marks);
    const dot = svg("circle", { class: "place", r: Math.min(large ? 8 : 4.5, (large ? REACHED : EMPTY) * s) });
    if (!full) element.append(dot);
    if (/meant/.test(marks)) element.append(svg("circle", { class: "around", r: 0.36 * s }));
    if (/dead/.test(marks)) element.append(svg("text", { class: "lost", "font-size": 0.6 * s }, "×"));
    this.addAt(cell, element);
    // The nearer a dot is, the larger and the darker: of dots alone, nothing else tells the depth.
    this.items.push({ cell, element: svg("g", {}), paint: (_, near) => {
      const share = near(cell);
      dot.setAttribute("transform", `scale(${(FAR_SIZE + (1 - FAR_SIZE) * share).toFixed(3)})`);
      dot.setAttribute("opacity", (FAR_LIGHT + (1 - FAR_LIGHT) * share).toFixed(3));
    } });
  }

  /**
   * What stands on the middle of a cell, however that is turned.
   * @param {Cell} cell
   * @param {SVGGElement} element
   */
  addAt(cell, element) {
    const { scale } = this.projection;
    this.items.push({ cell, element, paint: (projection) =>
      putAt(element, projection.point(cell.place), projection.scale / scale) });
  }

  /** @param {number} move @param {(string | number | false)[]} classes */
  addBody(move, classes) {
    const { table } = this.board, piece = table.pieceOf[move];
    const colour = this.shades.get(move) ?? table.colour(piece);
    /** @type {Body} */
    const body = { spots: new Set(table.spotsOf[move]), colour, ink: inkOn(colour), name: table.name(piece),
      classes: ["body-in-space", ...classes].filter(Boolean).join(" ") };
    for (const spot of body.spots) {
      const cell = this.bySpot[spot];
      if (!cell) continue;
      if (cell.sides.length) this.addCube(cell, body);
      else this.addBall(cell, body);
    }
  }

  /** @param {Cell} cell @param {Body} body */
  makeGroup(cell, { colour, ink, classes }) {
    const element = svg("g", { class: classes, "data-cell": cell.spot });
    element.style.setProperty("--fill", colour);
    element.style.setProperty("--ink", ink);
    return element;
  }

  /** @param {Cell} cell @param {Body} body */
  addBall(cell, body) {
    const r = BALL * this.projection.scale, element = this.makeGroup(cell, body);
    element.append(svg("circle", { class: "skin", r: r - 0.5 }),
      svg("circle", { r: r - 0.5, fill: `url(#${this.light})` }),
      svg("text", { class: "letter", "font-size": r * 0.85 }, body.name));
    if (/given/.test(body.classes)) element.append(svg("circle", { class: "ring", r: r * 0.58 }));
    if (/reason|clash|proposed/.test(body.classes))
      element.append(svg("circle", { class: "line", r: r - 2 }));
    this.addAt(cell, element);
    if (!/ghost|proposed/.test(body.classes)) return;
    // What would lie behind others is seen through them.
    const outline = svg("circle", { class: body.classes, r: r - 1 }), { scale } = this.projection;
    this.outlines.append(outline);
    this.items.push({ cell, element: svg("g", {}), paint: (projection) =>
      putAt(outline, projection.point(cell.place), projection.scale / scale) });
  }

  /** @param {Cell} cell @param {Body} body */
  addCube(cell, body) {
    const isFaint = /ghost|proposed/.test(body.classes), element = this.makeGroup(cell, body);
    const outer = outerSides(cell, this.bySpot, (spot) => body.spots.has(spot),
      (spot) => !isFaint && this.full.has(spot), this.goal.apart > 0 || this.camera.apart > 0);
    const sides = outer.map((side) => {
      const path = svg("path", { class: "skin" });
      path.style.setProperty("--fill", withLight(body.colour, side.light));
      return { ...side, path };
    });
    const lines = svg("path", { class: "line" }), over = svg("path", { class: body.classes });
    const { scale } = this.projection;
    const letter = svg("text", { class: "letter", "font-size": 0.42 * scale }, body.name);
    const ring = svg("circle", { class: "ring", r: 0.29 * scale });
    const top = svg("g", {}, letter, ...(/given/.test(body.classes) ? [ring] : []));
    element.append(...sides.map(({ path }) => path), lines, top);
    if (isFaint) this.outlines.append(over);
    this.items.push({ cell, element, paint: (projection) => {
      const seen = sides.filter(({ corners }) => projection.sees(corners));
      for (const { path, corners } of sides)
        path.setAttribute("d", projection.sees(corners) ? loopPath(onPaper(corners, cell, projection)) : "");
      const edges = seen.flatMap((side) => side.edges).map((edge) =>
        `M${onPaper(edge, cell, projection).map(spelled).join("L")}`).join("");
      lines.setAttribute("d", edges);
      over.setAttribute("d", edges);
      // The letter stands on the side that is turned to whoever looks most.
      const areas = seen.map(({ corners }) => area(onPaper(corners, cell, projection)));
      const best = seen[areas.indexOf(Math.max(...areas))];
      top.setAttribute("visibility", best ? "visible" : "hidden");
      if (!best) return;
      top.style.setProperty("--ink", inkOn(withLight(body.colour, best.light)));
      putAt(top, middleOf(onPaper(best.corners, cell, projection)), projection.scale / scale);
    } });
  }

  /** Brings all where it is seen from here, the near before the far. */
  paint() {
    const { projection } = this;
    /** @type {Map<Cell, Item[]>} */
    const byCell = new Map(), near = nearness(this.cells, projection);
    for (const item of this.items) {
      item.paint(projection, near);
      byCell.set(item.cell, [...(byCell.get(item.cell) ?? []), item]);
    }
    this.bodies.replaceChildren(...fromFarToNear(this.cells, projection).flatMap((cell) =>
      (byCell.get(cell) ?? []).map(({ element }) => element)));
    this.paintFloor(projection);
    this.paintSheets(projection);
  }

  /** The layers in which there is room, as sheets on which the dots lie: they show how high each is.
      @param {Projection} projection */
  paintSheets(projection) {
    for (const { corners, cells, path } of this.sheets) {
      const isSeen = this.sheets.length > 1 && cells.some(({ spot }) => !this.full.has(spot));
      path.setAttribute("d", isSeen ? loopPath(onPaper(corners, cells[0], projection)) : "");
    }
  }

  /** What the lowest layer stands on, for whoever looks from above.
      @param {Projection} projection */
  paintFloor(projection) {
    const lowest = Math.min(...this.cells.map(({ place }) => place[2]));
    const parts = this.camera.height <= 0 ? [] : this.cells.flatMap((cell) => {
      const { place: [x, y, z], sides } = cell;
      if (z > lowest + 0.01) return [];
      /** @type {Vertex[]} */
      const round = ROUND.map(([a, b]) => [x + a, y + b, z - BALL]);
      return [loopPath(onPaper(sides.at(-1) ?? round, cell, projection))];
    });
    this.floor.setAttribute("d", parts.join(""));
  }
}

/** @type {Point[]} */
const ROUND = Array.from({ length: 20 }, (_, n) =>
  [0.46 * Math.cos((n * Math.PI) / 10), 0.46 * Math.sin((n * Math.PI) / 10)]);

/**
 * Brings an element to a place, as large as that is seen now.
 * @param {SVGElement} element
 * @param {Point} place
 * @param {number} scale of what was drawn
 */
function putAt(element, [x, y], scale) {
  element.setAttribute("transform",
    `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})`);
}

/** @param {Point} place */
const spelled = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** @param {Polygon} loop */
const loopPath = (loop) => `M${loop.map(spelled).join("L")}Z`;

/** @param {Polygon} loop */
const middleOf = (loop) => /** @type {Point} */ ([0, 1].map((axis) =>
  loop.reduce((sum, place) => sum + place[axis], 0) / loop.length));

/** @param {Polygon} loop */
const area = (loop) => Math.abs(loop.reduce((sum, [x, y], at) => {
  const [u, v] = loop[(at + 1) % loop.length];
  return sum + x * v - y * u;
}, 0)) / 2;
