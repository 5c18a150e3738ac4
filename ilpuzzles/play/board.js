/* The board: pieces that are placed, turned and taken back by mouse, touch and keyboard.

   After layout.js it is one ES module by the anywidget convention: `render({ model, el })`. The
   model has a board (`board`), the position (`state`) and whoever answers (`send`, "msg:custom"); it
   is a widget's in a notebook, the local server's (host.js) or the page's own (solver.js). Whatever
   comes from it is shown as text and numbers, never as markup. */

const SVG = "http://www.w3.org/2000/svg";
const STILL = 6; // how many pixels a pointer may move in a click
const LONGEST = 5000; // entries of the record
const UNSEEN = { preventScroll: true, focusVisible: false }; // a focus that a pointer has set
const TOOLS = 64; // pixels that stay free above what is brought into sight
const NEVER = "fits nowhere on this board";
const MOST = 220; // units of the board that a piece in the tray is wide and high
const NOWHERE = { view: -1, place: [0, 0] };

/** An element with attributes; what is text stays text. */
function made(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function drawn(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const written = (number) => Number(number).toLocaleString("en");
const counted = (number, one, several = `${one}s`) =>
  `${written(number)} ${Number(number) === 1 ? one : several}`;
const clock = (seconds) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

/* ---- What is seen ------------------------------------------------------------------------ */

const ICONS = {
  turn: "M20 11a8 8 0 1 0-2.3 5.7M20 4v7h-7",
  mirror: "M12 3v18M8 7l-5 10h5zM16 7l5 10h-5z",
  tip: "M4 14l8 5 8-5M12 4v9M8 8l4-4 4 4",
  back: "M4 9h16M4 9v11h16V9M12 3v9M8.500 8.500L12 12l3.500-3.500",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  clear: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
};

/** The questions: their names, what their buttons say, and what they are good for. */
const QUESTIONS = [
  ["hint", "Hint", "a move that is certain, and why"],
  ["why-not", "Why not?", "what cannot stay, once no solution is left"],
  ["forced", "What is forced?", "all that is the same in every solution"],
  ["solution", "Solution", "a solution from here"],
  ["solutions", "All solutions", "all of them, one after the other"],
  ["check", "Check", "what is missing, or against the rules"],
];

const CUT_KEYS = [
  ["Enter", "changes the cell: /, \\, a dot for no cut, nothing"],
  ["/ \\ and .", "cut this way, cut that way, no cut"],
  ["Delete", "takes the mark of the cell away"],
];

const LAY_KEYS = [
  ["Enter", "puts down what is in your hand, or takes up what lies there"],
  ["N and B", "take the next piece, and the one before; Shift and its letter take a piece by name"],
  ["R, M, T", "turn, mirror and tip what is in your hand"],
  ["Delete", "takes the piece under the cursor off the board"],
];

/** The keys of a board, and what they do. */
const keysOf = (cuts, layered, mirrors, tips) => [
  ["Arrow keys", `go over the board${layered ? "; Page Up and Page Down change the layer" : ""}`],
  ...(cuts ? CUT_KEYS : LAY_KEYS.map(([keys, words]) => (keys !== "R, M, T" ? [keys, words]
    : [["R", mirrors && "M", tips && "T"].filter(Boolean).join(", "),
      `${["turn", mirrors && "mirror", tips && "tip"].filter(Boolean).join(", ")
        .replace(/, (?=\w+$)/, " and ")} what is in your hand`]))),
  ["Z and Y", "undo and redo"],
  ["H", "gives a hint"],
  ["Escape", cuts ? "closes an answer" : "lets go: a piece goes back to where it was"],
];

class Board {
  constructor(model, el) {
    this.model = model;
    this.el = el;
    this.asked = new Map(); // the last question of each kind that waits for its answer
    this.number = 0;
    this.picked = {}; // what was chosen last in each select
    this.gone = new AbortController();
    this.root = made("div", { class: "ilpuzzles-board", "data-lm-suppress-shortcuts": "true" });
    el.replaceChildren(this.root);
    this.heard = (answer) => this.hear(answer);
    this.linked = () => this.showLink();
    this.replaced = () => this.load();
    this.restated = () => this.restate();
    model.on("msg:custom", this.heard);
    model.on("change:link", this.linked);
    model.on("change:board", this.replaced);
    model.on("change:state", this.restated);
    const { signal } = this.gone;
    document.addEventListener("keydown", () => (this.pointing = false), { signal, capture: true });
    document.addEventListener("pointerdown", () => this.point(), { signal, capture: true });
    this.root.addEventListener("keydown", (event) => this.key(event), { signal });
    // A page of its own hears keys wherever the mouse has clicked last.
    if (model.get("heading") === "h1")
      document.addEventListener("keydown", (event) => {
        if (event.target === document.body) this.key(event);
      }, { signal });
    document.addEventListener("pointermove", (event) => this.dragged(event), { signal });
    document.addEventListener("pointerup", (event) => this.dropped(event), { signal });
    document.addEventListener("pointercancel", () => this.letDrag(), { signal });
    // A reload goes on with the clock and with what can be undone.
    addEventListener("pagehide", () => this.started && this.save(), { signal });
    this.ticking = setInterval(() => this.tick(), 1000);
    this.load();
  }

  close() {
    this.gone.abort();
    clearInterval(this.ticking);
    clearTimeout(this.soon);
    clearTimeout(this.playing);
    this.model.off("msg:custom", this.heard);
    this.model.off("change:link", this.linked);
    this.model.off("change:board", this.replaced);
    this.model.off("change:state", this.restated);
  }

  /** Takes the board of the model, and its position. */
  load() {
    const data = this.model.get("board");
    this.layout = new Layout(data);
    const state = this.model.get("state") ?? {}, { given, placed } = this.stated(state);
    this.given = given;
    const log = Array.isArray(state.log) ? state.log : [];
    this.past = new Past(placed, log, state);
    this.seconds = Number(state.seconds) || 0;
    this.started = null;
    this.solved = false;
    this.helped = Boolean(state.helped);
    this.laid = Array.isArray(state.laid) ? state.laid : []; // what was not played, but set
    this.shapes = this.layout.pieces.map(() => 0);
    this.hand = null;
    this.ghost = null;
    this.notes = {};
    this.known = null;
    this.pages = null;
    this.before = null; // what a new position has taken the place of
    this.cursor = 0;
    this.build();
    this.draw();
    this.showLink();
    this.askStatus();
  }

  /** What a state says is given and placed, as far as it can lie together. */
  stated(state) {
    const given = this.layout.sound(state.given ?? this.layout.data.given);
    const more = Array.isArray(state.placed) ? state.placed : [];
    return { given,
      placed: this.layout.sound([...given, ...more.filter((move) => !given.includes(move))]) };
  }

  /** The position was set from outside, by Python in a notebook. */
  restate() {
    const state = this.model.get("state") ?? {};
    if (state === this.saved) return;
    const { given, placed } = this.stated(state);
    if (String(placed) === String(this.placed) && String(given) === String(this.given)) return;
    this.given = given;
    this.hand = null;
    this.laid = placed;
    this.change(placed, "set", { kept: true });
  }

  get placed() {
    return this.past.placed;
  }

  /** Whether the position was there, and not played. */
  get isLaid() {
    const of = (moves) => String([...moves].sort((one, other) => one - other));
    return [this.laid, this.given].some((moves) => of(moves) === of(this.placed));
  }

  /** Whether every spot is covered. */
  get isFull() {
    return this.owners(this.placed).size === this.layout.polygons.length;
  }

  /* -- the parts of the page -- */

  build() {
    const { data } = this.layout, asks = new Set(data.questions ?? []);
    // A page has its own heading; in a notebook it stands below those of the notebook.
    const level = this.model.get("heading") === "h1" ? 1 : 3, heading = `h${level}`;
    const part = (words) => made(`h${level + 1}`, { class: "part" }, words);
    const solid = data.views.length > 1 || data.views.some(({ wrapped }) => wrapped);
    this.status = made("p", { class: "status", role: "status" });
    this.said = made("p", { class: "said", role: "status" });
    this.link = made("p", { class: "link", role: "alert" });
    this.link.hidden = true;
    this.time = made("span", { class: "time", role: "timer", "aria-label": "time played" });
    this.views = data.views.map((view, number) => this.view(view, number));
    this.boards = made("div", { class: "boards" }, ...this.views.map(({ figure }) => figure));
    this.tray = made("div", { class: "tray", role: "group", "aria-label": "Pieces left" });
    this.float = drawn("svg", { class: "float", "aria-hidden": "true" });
    this.float.style.display = "none";
    this.buttons = {};
    const hand = made("div", { class: "tools", role: "group", "aria-label": "In your hand" },
      ...(this.layout.cuts ? [] : [
        this.button("turn", "Turn", () => this.turn("turn"), "R"),
        ...(this.layout.mirrors
          ? [this.button("mirror", "Mirror", () => this.turn("mirror"), "M")] : []),
        ...(this.layout.tips ? [this.button("tip", "Tip", () => this.turn("tip"), "T")] : []),
        this.button("back", "Put back", () => this.letGo({ toTray: true })),
      ]),
      this.button("undo", "Undo", () => this.step(-1), "Z"),
      this.button("redo", "Redo", () => this.step(1), "Y"),
      this.button("clear", "Clear", () => this.clear()));
    const questions = QUESTIONS.filter(([name]) => asks.has(name)).map(([name, label, words]) =>
      this.button(name, label, () => this.askFor(name), name === "hint" ? "H" : "", words));
    this.more = made("div", { class: "answer" });
    this.more.hidden = true;
    this.space = made("details", { class: "space" }, made("summary", {}, "In space"));
    this.space.addEventListener("toggle", () => this.askPicture());
    const side = made("div", { class: "side" },
      part(this.layout.cuts ? "Cutting" : "Pieces left"), this.tray,
      part("Ask"), this.asks = made("div", { class: "asks", role: "group", "aria-label": "Ask" },
        ...questions),
      this.watchBox(),
      part("More"), this.furtherTools(asks), this.keysHelp());
    this.root.replaceChildren(made("div", { class: "page" },
      made("header", {},
        made(heading, { class: "title" }, this.heading()),
        made("p", { class: "about" }, String(data.about ?? ""))),
      this.link,
      made("div", { class: "stage" },
        made("div", { class: "play" },
          made("div", { class: "line" }, this.status, this.time),
          hand, this.boards, this.said, this.more,
          ...(asks.has("picture") && solid ? [this.space] : [])),
        side)), this.float);
    this.root.classList.toggle("cuts", this.layout.cuts);
    const small = this.layout.pieces.every(({ shapes }) => shapes.every((s) => s.paths.length < 3));
    this.root.classList.toggle("lettered", small && Boolean(data.letters));
    this.makeTray();
  }

  /** What the board is called; a position of its own is not called like the one before it. */
  heading() {
    const { data } = this.layout, title = String(data.title ?? data.puzzle ?? "Puzzle");
    return String(this.given) === String(this.layout.sound(data.given))
      ? title : `${title.split(": ")[0]}: A new position`;
  }

  button(name, label, act, key = "", words = label) {
    const button = made("button", { type: "button", class: `do ${name}` });
    if (ICONS[name])
      button.append(drawn("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
        drawn("path", { d: ICONS[name] })));
    button.append(made("span", {}, label));
    if (key) button.setAttribute("aria-keyshortcuts", key);
    if (key || words !== label) button.setAttribute("title", key ? `${words} (${key})` : words);
    button.addEventListener("click", act);
    this.buttons[name] = button;
    return button;
  }

  watchBox() {
    const box = made("input", { type: "checkbox" });
    this.watch = this.watch ?? true;
    box.checked = this.watch;
    box.addEventListener("change", () => {
      this.watch = box.checked;
      // How things stand is asked before all else, which ends what is being answered.
      if (this.more.querySelector(".waits:not(.looking)")) this.closeAnswer();
      this.more.querySelector(".looking")?.remove();
      this.askStatus();
    });
    return made("label", { class: "watch" }, box, " Count the solutions left while I play");
  }

  furtherTools(asks) {
    const rows = [], { data } = this.layout;
    const row = (name, label, box, ask) => rows.push(made("div", { class: "row" },
      this.button(name, label, () => ask(box.value)), box));
    if (asks.has("new"))
      row("new", "New position", this.select("Difficulty", ["easy", "medium", "hard"]),
        (difficulty) => this.askFor("new", { difficulty }));
    if (asks.has("preset") && data.presets?.length > 1) {
      const names = this.select("Position", data.presets.map(String));
      const own = !data.presets.includes(data.preset);
      if (own) names.prepend(made("option", { value: "", disabled: "", hidden: "" }, "own position"));
      names.value = own ? "" : data.preset;
      row("preset", "Open", names, (name) => (name ? this.askFor("preset", { name })
        : this.say("Choose what to open first.")));
    }
    if (asks.has("export")) {
      // A position has an address where the key of its board is one.
      const named = data.key && !String(data.key).startsWith("preset:") ? ["address"] : [];
      const formats = data.formats ?? ["yaml", "json", "svg", "png", "pdf", ...named];
      row("export", "Save as", this.select("Format", formats, (name) =>
        (name.length > 4 ? name : name.toUpperCase())), (format) =>
        this.askFor("export", { format: this.saving = format }));
    }
    rows.push(made("div", { class: "row" },
      this.button("replay", "Replay the moves", () => this.replay())));
    return made("div", { class: "further" }, ...rows);
  }

  /** Names to choose from; on the next board the same one is chosen. */
  select(label, names, written = String) {
    const box = made("select", { "aria-label": label },
      ...names.map((name) => made("option", { value: name }, written(name))));
    if (names.includes(this.picked[label])) box.value = this.picked[label];
    box.addEventListener("change", () => (this.picked[label] = box.value));
    return box;
  }

  keysHelp() {
    const { layout } = this, { data } = layout, list = made("dl");
    const asked = QUESTIONS.filter(([name]) => data.questions?.includes(name));
    for (const [keys, words] of [...keysOf(layout.cuts, data.views.length > 1, layout.mirrors,
      layout.tips), ...asked.map(([, label, words]) => [label, words])])
      list.append(made("div", {}, made("dt", {}, keys), made("dd", {}, words)));
    const mouse = layout.cuts
      ? "Drag across a cell to cut it, or click on it to change its cut."
      : "Drag a piece to the board, or click on it and then on the board. Click on it again to " +
        "turn it. Drag a piece off the board to take it back. A small circle marks the cell by " +
        "which you hold it, and a ring around a letter a piece that was given and stays.";
    return made("details", { class: "keys" }, made("summary", {}, "How to play"),
      made("p", {}, mouse), list);
  }

  /** One part of the board: what it shows, from the bottom to the top. */
  view(view, number) {
    const [x, y, width, height] = view.box.map(Number);
    const { rim } = this.layout;
    const svg = drawn("svg", {
      viewBox: `${x - rim} ${y - rim} ${width + 2 * rim} ${height + 2 * rim}`,
      role: "application", "aria-roledescription": "board",
      "aria-label": view.name ? String(view.name) : "Board",
    });
    svg.style.setProperty("--wide", String(width + 2 * rim));
    svg.style.setProperty("--ratio", String((width + 2 * rim) / (height + 2 * rim)));
    const layers = {};
    for (const name of ["cells", "signs", "pieces", "ghosts", "notes", "spots"]) {
      layers[name] = drawn("g", { class: name });
      if (name !== "spots") layers[name].setAttribute("aria-hidden", "true");
      svg.append(layers[name]);
    }
    const focus = drawn("path", { class: "cursor", "aria-hidden": "true" });
    layers.over = drawn("g", { class: "over", "aria-hidden": "true" });
    svg.append(focus, layers.over);
    this.spotElements = number ? this.spotElements : [];
    this.layout.polygons.forEach((polygon, spot) => {
      if (this.layout.data.spots.view[spot] !== number) return;
      const path = joined([polygon], 0.75, this.layout.rounding > 8 ? this.layout.rounding : 2);
      const closed = this.layout.bySpot[spot].length ? "" : "closed";
      layers.cells.append(drawn("path", { d: path, class: closed }));
      const element = drawn("path", {
        d: rounded([polygon], 0), role: "button", tabindex: "-1", "data-spot": String(spot),
      });
      element.addEventListener("focus", () => this.focused(spot, focus, path));
      element.addEventListener("blur", () => focus.removeAttribute("d"));
      this.spotElements[spot] = element;
      layers.spots.append(element);
    });
    if (view.wrapped) this.seam(layers.signs, number);
    for (const sign of this.layout.data.marks ?? []) {
      if (sign.view !== number) continue;
      if (sign.path !== undefined) {
        const points = corners(sign.path);
        layers.signs.append(drawn("path", { class: "sign", d: rounded([points], 0) }));
      }
      if (sign.text !== undefined) {
        layers.signs.append(drawn("text", {
          x: Number(sign.x), y: Number(sign.y), "font-size": Number(sign.size ?? 20),
          class: "letter",
        }, String(sign.text)));
      }
    }
    for (const field of this.layout.demanded)
      if (this.layout.data.spots.view[field.spot] === number)
        layers.signs.append(...this.field(field, 9));
    svg.addEventListener("pointerdown", (event) => this.pressed(event, number));
    svg.addEventListener("pointerleave", () => this.drag || this.show(null));
    svg.addEventListener("click", (event) => event.detail === 0 && this.act(event.target));
    const figure = made("figure", {}, svg);
    const last = this.layout.data.views.length - 1;
    const end = (last && { 0: " (top)", [last]: " (bottom)" }[number]) || "";
    if (view.name) figure.prepend(made("figcaption", {}, `${view.name}${end}`));
    const bar = this.layout.data.spots.name.find((name) => /^the .+ of row 1$/.test(name));
    if (view.wrapped) figure.append(made("figcaption", {}, `The dashed edges are joined.${
      bar ? ` A box beside a row is ${bar.replace("row 1", "that row")}.` : ""}`));
    return { figure, svg, layers, focus };
  }

  /** Dashed lines where the board goes on at its other side. */
  seam(signs, number) {
    const { view, next } = this.layout.data.spots, { centres, polygons } = this.layout;
    polygons.forEach((polygon, spot) => {
      // To the right of its last cell there may be something else, such as a ring.
      const [other] = next[spot];
      if (view[spot] !== number || other < 0 || centres[other][0] < centres[spot][0]) return;
      for (const [corners, sign] of [[polygon, -1], [polygons[other], 1]]) {
        const edge = Math.max(...corners.map(([x]) => x * sign)) * sign;
        const ys = corners.map(([, y]) => y), x = edge + 3 * sign;
        signs.append(drawn("line", { class: "seam", x1: x, x2: x, y1: Math.min(...ys),
          y2: Math.max(...ys) }));
      }
    });
  }

  /* -- drawing -- */

  /** What lies on each spot: a move, or nothing. */
  owners(placed = this.shown) {
    const found = new Map();
    for (const move of placed)
      for (const spot of this.layout.spotsOf[move]) found.set(spot, move);
    return found;
  }

  /** The moves that are shown: the position, or a moment of the record. */
  get shown() {
    return this.replayed ?? this.placed;
  }

  draw() {
    for (const { layers } of this.views)
      for (const name of ["pieces", "ghosts", "notes", "over"]) layers[name].replaceChildren();
    const { notes } = this;
    const reason = new Set([...(notes.reason ?? []), ...(notes.conflict ?? [])]);
    for (const move of this.shown) {
      const kind = ["piece"];
      if (this.given.includes(move)) kind.push("given");
      if (reason.has(move)) kind.push("reason");
      if (reason.size && !reason.has(move)) kind.push("aside");
      this.drawMove(move, "pieces", kind.join(" "));
    }
    for (const move of notes.moves ?? [])
      if (!this.shown.includes(move)) this.drawMove(move, "ghosts", "piece proposed");
    if (this.ghost !== null && !this.replayed) {
      const fits = this.layout.clashes(this.ghost, this.placed).length === 0;
      this.drawMove(this.ghost, "ghosts", `piece ghost ${fits ? "fits" : "clash"}`);
      if (!fits && !this.layout.overlaps(this.ghost, this.placed).length) this.drawMismatches();
    }
    this.drawSpots(notes.spots ?? [], "meant", "");
    const dead = this.watch && !this.replayed ? this.known?.dead ?? [] : [];
    this.drawSpots(dead, "dead", "×");
    this.labelSpots();
    this.drawTray();
    this.drawTools();
  }

  drawMove(move, layer, kind) {
    const { layout } = this, piece = layout.pieceOf[move];
    const line = layout.data.moves.lines?.[move];
    if (layout.cuts || layout.data.moves.lines) {
      this.drawLine(move, line, layer, kind);
      return;
    }
    const views = new Map();
    for (const spot of layout.spotsOf[move]) {
      const view = layout.data.spots.view[spot];
      views.set(view, [...(views.get(view) ?? []), spot]);
    }
    for (const [view, spots] of views) {
      const polygons = spots.map((spot) => layout.polygons[spot]);
      const group = drawn("g", { class: kind, "data-move": String(move) });
      group.style.setProperty("--fill", layout.colour(piece));
      group.style.setProperty("--ink", layout.colour(piece, "ink"));
      group.append(drawn("path", { class: "body", d: joined(polygons, 1.6, layout.rounding) }));
      const words = layout.pieces[piece].shapes[layout.shapeOf[move]]?.colours ?? [];
      const fields = this.fields(polygons, words), ground = layout.ground(polygons[0], words[0]);
      group.append(...fields);
      group.classList.toggle("coloured", fields.length > 0);
      if (ground) group.append(...spots.map((spot) => drawn("circle", { class: "ground", r: ground,
        cx: layout.centres[spot][0], cy: layout.centres[spot][1] })));
      for (const part of parts(polygons)) {
        const inside = part.map((i) => polygons[i]), centres = part.map((i) =>
          layout.centres[spots[i]]);
        const whole = middle(centres);
        const [x, y] = centres.reduce((best, centre) =>
          distance(centre, whole) + 0.1 < distance(best, whole) ? centre : best);
        const small = ground ? ground * 1.35 : inside[0].length < 4 ? 13 : 17;
        if (kind.includes("given"))
          group.append(drawn("circle", { cx: x, cy: y, r: ground || small - 4, class: "ring" }));
        group.append(drawn("text", { x, y, class: "letter", "font-size": small },
          layout.name(piece)));
      }
      if (fields.length && kind.includes("reason"))
        group.append(drawn("path", { class: "under", d: joined(polygons, 4.5, layout.rounding) }));
      if (kind.includes("reason") || kind.includes("clash"))
        group.append(drawn("path", { class: "edge", d: joined(polygons, 4.5, layout.rounding) }));
      this.views[view].layers[layer].append(group);
    }
  }

  /** The colours of cells, by the words for them. */
  fields(polygons, words) {
    return polygons.flatMap((polygon, i) => {
      const size = 0.9 * (this.layout.ground(polygon, words[i]) || 11);
      return this.layout.fields(polygon, words[i] ?? "").flatMap((one) => this.field(one, size));
    });
  }

  /** A part that has a colour, and the letter of that. */
  field({ path, colour, at: [x, y], pale }, size) {
    const part = drawn("path", { class: pale ? "field pale" : "field", d: rounded([path], 0) });
    part.style.setProperty("--fill", this.layout.tint(colour));
    const letter = this.layout.tintLetter(colour);
    if (!letter) return [part];
    const text = drawn("text", { class: "letter tint", x, y, "font-size": size }, letter);
    text.style.setProperty("--ink", this.layout.tint(colour, "ink"));
    return [part, text];
  }

  /** Where the colours of what is in the hand do not match. */
  drawMismatches() {
    const { layout } = this, { view } = layout.data.spots;
    const { over } = this.views[view[layout.spotsOf[this.ghost][0]]].layers;
    for (const { side } of layout.mismatches(this.ghost, this.placed)) {
      const [x, y] = layout.sideAt[side];
      over.append(drawn("circle", { class: "unequal", cx: x, cy: y, r: 7.5 }),
        drawn("text", { class: "sign-unequal", x, y }, "≠"));
    }
  }

  /** A cut, or the dot of a cell that stays whole. */
  drawLine(move, line, layer, kind) {
    const [spot] = this.layout.spotsOf[move];
    const group = drawn("g", { class: `${kind} cut`, "data-move": String(move) });
    if (line) {
      const [x1, y1, x2, y2] = line.map(Number);
      group.append(drawn("line", { class: "under", x1, y1, x2, y2 }));
      group.append(drawn("line", { x1, y1, x2, y2 }));
    } else {
      const [cx, cy] = this.layout.centres[spot];
      group.append(drawn("circle", { cx, cy, r: 3.5 }));
    }
    this.views[this.layout.data.spots.view[spot]].layers[layer].append(group);
  }

  drawSpots(spots, kind, sign) {
    for (const spot of spots) {
      if (!(spot in this.layout.polygons)) continue;
      const { notes } = this.views[this.layout.data.spots.view[spot]].layers;
      const polygon = this.layout.polygons[spot], [x, y] = this.layout.centres[spot];
      notes.append(drawn("path", { class: kind, d: joined([polygon], 4, 3) }));
      if (sign) notes.append(drawn("text", { class: `sign-${kind}`, x, y }, sign));
    }
  }

  labelSpots() {
    const owners = this.owners(), dead = new Set(this.watch ? this.known?.dead ?? [] : []);
    const meant = new Set(this.notes.spots ?? []), { layout } = this;
    const seen = layout.data.touching ? layout.seen(this.shown) : null;
    this.spotElements.forEach((element, spot) => {
      const move = owners.get(spot), words = [String(this.layout.data.spots.name[spot])];
      if (move === undefined) {
        words.push("empty");
        if (seen) words.push(...layout.around[spot].filter(({ side }) => seen.has(side))
          .map(({ side, way }) => `${way} ${layout.tintTitle(seen.get(side))}`.trim()));
      } else {
        const what = this.layout.cuts
          ? String(this.layout.pieces[this.layout.pieceOf[move]].title)
          : this.layout.title(this.layout.pieceOf[move]);
        words.push(this.given.includes(move) ? `${what}, given` : what);
        words.push(...[layout.shows(layout.pieceOf[move], layout.shapeOf[move])].filter(Boolean));
      }
      if (dead.has(spot)) words.push("nothing can cover it any more");
      if (meant.has(spot)) words.push("marked");
      if (spot === this.cursor && this.hand) words.push(this.handHere());
      element.setAttribute("aria-label", words.join(", "));
      element.setAttribute("tabindex", spot === this.cursor ? "0" : "-1");
      element.classList.toggle("taken", move !== undefined && !this.given.includes(move));
    });
  }

  /** Whether what is in the hand fits where the cursor is, in words. */
  handHere() {
    const name = this.layout.name(this.hand.piece);
    if (this.ghost === null)
      return `${name} ${this.layout.fits[this.hand.piece] ? "does not fit here" : NEVER}`;
    return this.layout.refusal(this.ghost, this.placed) || `${name} fits here`;
  }

  /** The buttons of all pieces; those that are used up leave their places free. */
  makeTray() {
    this.choices = this.layout.cuts ? [] : this.layout.pieces.map((_, number) => {
      const picture = drawn("svg", { "aria-hidden": "true" });
      const name = made("span", { class: "name", "aria-hidden": "true" });
      const button = made("button", {
        type: "button", class: "choose", "data-piece": String(number),
      }, picture, name);
      button.style.setProperty("--fill", this.layout.colour(number));
      // However it is turned, it takes the same room.
      const boxes = this.layout.pieces[number].shapes.map(({ box }) => box.map(Number));
      const room = [2, 3].map((side) => Math.min(MOST, Math.max(1, ...boxes.map((box) => box[side]))));
      picture.style.setProperty("--wide", String(room[0] + 6));
      picture.style.setProperty("--high", String(room[1] + 6));
      button.addEventListener("pointerdown", (event) => this.grabbed(event, number, picture));
      button.addEventListener("click", (event) =>
        event.detail === 0 && this.choose(number, { toBoard: true }));
      return { button, picture, name, room, drawn: null };
    });
    this.none = made("p", { class: "none" });
    this.tray.replaceChildren(...this.choices.map(({ button }) => button), this.none);
  }

  drawTray() {
    const { layout } = this;
    if (layout.cuts) {
      const cuts = this.shown.filter((move) => layout.data.moves.lines[move]).length;
      this.none.textContent = counted(cuts, "cut");
      return;
    }
    let hidden = 0;
    this.choices.forEach((choice, number) => {
      const piece = layout.pieces[number], left = layout.left(number, this.shown);
      const { button, picture, name } = choice, held = this.hand?.piece === number;
      button.hidden = left <= 0;
      button.classList.toggle("gone", layout.left(number, this.given) <= 0);
      hidden += left <= 0 ? 1 : 0;
      const many = piece.copies === 1 ? "" : left === Infinity ? ", any number left"
        : `, ${left} left`;
      const times = piece.copies === 1 ? "" : left === Infinity ? " ∞" : ` ×${left}`;
      button.setAttribute("aria-pressed", String(held));
      const lost = this.watch && !this.replayed && (this.known?.pieces ?? []).includes(number);
      const meant = (this.notes.pieces ?? []).includes(number);
      button.classList.toggle("lost", lost);
      button.classList.toggle("never", !layout.fits[number]);
      if (!layout.fits[number]) button.title = `${layout.name(number)} ${NEVER}`;
      button.classList.toggle("marked", meant);
      const shows = layout.shows(number, this.shapes[number]);
      button.setAttribute("aria-label", `${layout.title(number)}${many}${shows && `, ${shows}`}${
        layout.fits[number] ? lost ? ", fits nowhere any more" : "" : `, ${NEVER}`}${meant ? ", marked" : ""}`);
      name.textContent = `${layout.name(number)}${times}`;
      const grip = held ? this.hand.anchor : -1, state = `${this.shapes[number]}/${grip}`;
      if (choice.drawn === state) return;
      choice.drawn = state;
      this.drawShape(choice, number, grip);
    });
    this.none.textContent = hidden === this.choices.length ? "All pieces lie on the board." : "";
    this.scrollTray();
  }

  /** In a tray of one row, what is in the hand is in sight. */
  scrollTray() {
    const { tray } = this, scrolls = tray.scrollWidth > tray.clientWidth;
    tray.classList.toggle("scrolls", scrolls);
    const held = scrolls && !this.drag && this.hand && this.choices[this.hand.piece].button;
    if (!held || held.hidden) return;
    const { offsetLeft: left, offsetWidth: wide } = held;
    tray.scrollLeft = Math.min(left, Math.max(tray.scrollLeft, left + wide - tray.clientWidth));
  }

  /** A piece as it is turned, and the cell by which it is held. */
  drawShape({ picture, room }, number, grip) {
    const shape = this.layout.pieces[number].shapes[this.shapes[number]]
      ?? { paths: [], box: [0, 0, 1, 1] };
    const [x, y, width, height] = shape.box.map(Number);
    const wide = Math.max(room[0], width) + 6, high = Math.max(room[1], height) + 6;
    picture.setAttribute("viewBox", [x + (width - wide) / 2, y + (height - high) / 2, wide, high].join(" "));
    picture.replaceChildren(...this.shapeElements(number, shape));
    if (grip < 0 || grip >= shape.paths.length) return;
    const [cx, cy] = middle(corners(shape.paths[grip]));
    picture.append(drawn("circle", { cx, cy, r: 6, class: "grip" }));
  }

  shapeElements(piece, shape) {
    const polygons = shape.paths.map(corners);
    const found = (shape.under ?? []).map((path) =>
      drawn("path", { class: "elsewhere", d: rounded([corners(path)], this.layout.rounding) }));
    found.push(drawn("path", { class: "body", d: joined(polygons, 1.6, this.layout.rounding) }));
    return [...found, ...this.fields(polygons, shape.colours ?? [])];
  }

  drawTools() {
    const able = (name, is) => this.buttons[name]?.toggleAttribute("disabled", !is);
    const { hand } = this, shape = hand && this.layout.pieces[hand.piece].shapes[hand.shape];
    for (const name of ["turn", "mirror", "tip"])
      able(name, hand && shape[name] >= 0 && shape[name] !== hand.shape);
    able("back", hand !== null);
    able("undo", this.past.at > 0 || this.before);
    able("redo", this.past.at < this.past.positions.length - 1);
    able("clear", this.placed.length > this.given.length);
    able("replay", this.past.log.length > 1);
    able("why-not", this.known === null || this.known.solvable !== true || !this.watch);
    this.root.classList.toggle("holding", hand !== null);
    this.root.classList.toggle("stuck", this.watch && this.known?.solvable === false);
    this.sayStatus();
  }

  sayStatus() {
    const { known } = this;
    let words = "", why = "";
    if (this.replayed) words = "Replay";
    else if (known?.complete && known.solvable)
      words = this.isLaid ? "Solved"
        : `Solved ${this.helped ? "with help " : ""}in ${clock(this.seconds)}${this.helped ? "" : "!"}`;
    else if (!this.watch) words = "Solutions are not counted";
    else if (!known) words = this.wasLost ? "Not counted: there is no server" : "Counting …";
    else if (known.solvable === false) words = "No solution is left from here";
    else if (known.exact)
      words = `${known.digits ?? written(known.count)} ${known.count === 1 ? "solution" : "solutions"} left`;
    else if (known.count > 1) words = `At least ${written(known.count)} solutions left`;
    else if (known.solvable) words = "It can still be solved";
    else words = known.partial ? "Counting …" : "Not known whether it can be solved";
    const dead = this.watch && !this.replayed ? known?.dead?.length ?? 0 : 0;
    const lost = this.watch && !this.replayed ? known?.pieces?.length ?? 0 : 0;
    if (dead && known.solvable === false) why = `nothing can cover ${counted(dead, "place")}, marked ×`;
    else if (lost && known.solvable === false)
      why = `${counted(lost, "piece")}, marked ×, ${lost === 1 ? "fits" : "fit"} nowhere`;
    this.status.classList.toggle("solved", Boolean(known?.complete && known.solvable));
    if (this.status.textContent !== (why ? `${words}: ${why}` : words))
      this.status.replaceChildren(words, ...(why ? [": ", made("span", { class: "why" }, why)] : []));
    this.tick();
  }

  tick() {
    const running = this.started && !this.solved;
    const seconds = this.seconds + (running ? (Date.now() - this.started) / 1000 : 0);
    const words = clock(seconds);
    if (this.time.textContent !== words) this.time.textContent = words;
  }

  get elapsed() {
    return this.seconds + (this.started && !this.solved ? (Date.now() - this.started) / 1000 : 0);
  }

  say(words) {
    // The same words twice are said twice.
    this.said.textContent = this.said.textContent === words ? `${words}\u00a0` : words;
  }

  /* -- the hand -- */

  choose(piece, { anchor, shape, toBoard = false, from = null } = {}) {
    if (this.stopReplay()) return;
    if (this.hand?.piece === piece && toBoard === false && from === null && anchor === undefined) {
      this.turn("turn");
      return;
    }
    if (this.layout.left(piece, this.placed) <= 0) return;
    if (shape !== undefined) this.shapes[piece] = shape;
    const at = this.shapes[piece];
    this.hand = { piece, shape: at, anchor: anchor ?? this.layout.anchor(piece, at), from };
    const shows = this.layout.shows(piece, at);
    this.say(`In your hand: ${this.layout.title(piece)}${shows && `; ${shows}`}.`);
    if (toBoard) {
      this.aim();
      this.draw();
      this.spotElements[this.cursor]?.focus();
    } else this.draw();
  }

  turn(how) {
    const { hand } = this;
    if (!hand) {
      this.say("Take a piece first.");
      return;
    }
    const next = this.layout.pieces[hand.piece].shapes[hand.shape][how];
    if (!(next >= 0) || next === hand.shape) {
      this.say(`${this.layout.name(hand.piece)} looks the same.`);
      return;
    }
    hand.shape = next;
    hand.anchor = this.layout.anchor(hand.piece, next);
    this.shapes[hand.piece] = next;
    const done = { turn: "turned", mirror: "mirrored", tip: "tipped" }[how];
    if (this.ghost !== null || this.pointed) this.aim(this.pointed);
    if (this.drag?.moved) this.drawFloat();
    const shows = this.layout.shows(hand.piece, next);
    this.say(`${this.layout.name(hand.piece)} ${done}${shows && `: ${shows}`}. ${this.ghost === null ? ""
      : `${this.handHere()}.`}`.trim());
    this.draw();
  }

  /** Lays what was taken up where it lay; `why` is said first. */
  layBack(why = "") {
    const { piece, from } = this.hand;
    this.shapes[piece] = this.layout.shapeOf[from];
    this.place(from);
    this.say(`${why}${this.layout.name(piece)} is back where it lay.`);
  }

  /** Lets go: what lay on the board lies there again, unless it goes back among the pieces. */
  letGo({ toTray = false } = {}) {
    if (this.stopReplay()) return;
    if (!this.more.hidden) this.closeAnswer();
    if (!this.hand) return;
    if (this.hand.from !== null && !toTray) {
      this.layBack();
      return;
    }
    this.say(`${this.layout.name(this.hand.piece)} is back among the pieces.`);
    this.hand = null;
    this.show(null);
    this.draw();
  }

  /** Lets the ghost be where a place is, or the cursor. */
  aim(at = null) {
    if (!this.hand) {
      this.ghost = null;
      return;
    }
    const view = at ? at.view : this.layout.data.spots.view[this.cursor];
    const place = at ? at.place : this.layout.centres[this.cursor];
    const move = this.layout.nearest(this.hand, view, place, this.placed, at ? FAVOUR : 0);
    this.ghost = move < 0 ? null : move;
  }

  show(at) {
    this.pointed = at;
    const before = this.ghost;
    if (at) this.aim(at);
    else this.ghost = null;
    if (before !== this.ghost) this.draw();
  }

  /** A cursor that only a pointer has set is not shown. */
  point() {
    this.pointing = true;
    for (const view of this.views) view.focus.removeAttribute("d");
  }

  focused(spot, focus, path) {
    for (const view of this.views) view.focus.removeAttribute("d");
    if (!this.pointing && this.spotElements[spot].matches(":focus-visible"))
      focus.setAttribute("d", path);
    if (this.cursor === spot && !this.hand) return;
    this.cursor = spot;
    if (this.hand && !this.drag) {
      this.pointed = null;
      this.aim();
      this.draw();
    } else this.labelSpots();
  }

  /** What Enter does on a spot, and what a screen reader's click does. */
  act(target) {
    const spot = Number(target?.closest?.("[data-spot]")?.dataset.spot ?? this.cursor);
    if (this.stopReplay()) return;
    if (this.layout.cuts) {
      this.cycle(spot);
      return;
    }
    if (this.hand) {
      if (this.ghost === null) this.aim();
      if (this.ghost === null) this.say(`${this.handHere()}.`);
      else this.place(this.ghost);
      return;
    }
    this.takeUp(spot);
  }

  place(move) {
    if (this.replayed) return;
    const refusal = this.layout.refusal(move, this.placed), piece = this.layout.pieceOf[move];
    const name = this.layout.name(piece);
    if (refusal) {
      this.say(`${refusal}.`);
      return;
    }
    const moved = this.hand?.from !== null && this.hand?.from !== undefined;
    this.hand = this.layout.left(piece, this.placed) > 1 && !moved && this.hand
      ? { ...this.hand } : null;
    this.ghost = null;
    this.say(`${name} placed.`);
    this.change([...this.placed, move], moved ? "move" : "place", { replace: moved });
    this.keepFocus();
  }

  /** Keys go on working where what had the focus is hidden now. */
  keepFocus() {
    const focused = this.root.getRootNode().activeElement;
    if (focused === null || focused.hidden || !this.root.contains(focused))
      this.spotElements[this.cursor]?.focus({ preventScroll: true });
  }

  takeUp(spot) {
    const move = this.owners(this.placed).get(spot);
    if (move === undefined) {
      this.say(this.layout.cuts ? "" : "Nothing lies here. Take a piece first.");
      return;
    }
    const piece = this.layout.pieceOf[move];
    if (this.given.includes(move)) {
      this.say(`${this.layout.title(piece)} was given, and stays.`);
      return;
    }
    const anchor = Math.max(this.layout.spotsOf[move].indexOf(spot), 0);
    this.change(this.placed.filter((m) => m !== move), "take back");
    this.choose(piece, { anchor, shape: this.layout.shapeOf[move], from: move });
    this.ghost = move;
    this.draw();
  }

  takeBack(spot) {
    const move = this.owners(this.placed).get(spot);
    if (this.hand || move === undefined) {
      this.letGo({ toTray: true });
      return;
    }
    const piece = this.layout.pieceOf[move];
    if (this.given.includes(move)) {
      this.say(`${this.layout.title(piece)} was given, and stays.`);
      return;
    }
    this.say(this.layout.cuts ? "Mark taken away." : `${this.layout.name(piece)} taken back.`);
    this.change(this.placed.filter((m) => m !== move), "take back");
  }

  clear() {
    if (this.stopReplay()) return;
    this.hand = null;
    this.helped = false;
    this.say("The board is clear.");
    this.change([...this.given], "clear");
  }

  step(by) {
    if (this.stopReplay()) return;
    this.hand = null;
    if (by < 0 && !this.past.at && this.before) {
      this.begin(this.before.board, this.before.state);
      this.say("The position from before is back.");
      return;
    }
    if (!this.past.step(by)) return;
    this.say(by < 0 ? "Undone." : "Done again.");
    this.change(this.placed, by < 0 ? "undo" : "redo", { kept: true });
  }

  /** The position is another one now. */
  change(placed, did, { replace = false, kept = false } = {}) {
    if (kept) {
      if (placed !== this.placed) this.past.go(placed);
    } else this.past.go(placed, { replace });
    this.started = this.started ?? Date.now();
    this.solved = false;
    this.known = null;
    this.notes = {};
    this.closeAnswer({ quiet: true });
    this.record(did);
    this.save();
    this.draw();
    this.askStatus();
  }

  record(did) {
    const entry = { at: Math.round(this.elapsed * 10) / 10, placed: [...this.placed], did };
    if (!this.past.log.length)
      this.past.log.push({ at: 0, placed: [...this.given], did: "start" });
    if (this.past.log.length < LONGEST) this.past.log.push(entry);
    if ((this.layout.data.questions ?? []).includes("record"))
      this.model.send({ ask: "record", id: ++this.number, board: this.layout.data.key ?? "",
        ...entry });
  }

  /** All that a reload needs. */
  get state() {
    return {
      placed: [...this.placed], given: [...this.given],
      seconds: Math.round(this.elapsed), ...this.past, helped: this.helped, laid: this.laid,
    };
  }

  save() {
    this.saved = this.state;
    this.model.set("state", this.saved);
    this.model.save_changes();
  }

  /* -- cutting -- */

  /** The move that makes a cell what it is to be; -1 for a kind that the cell does not know. */
  cutAt(spot, kind) {
    const found = this.layout.bySpot[spot].find((move) =>
      this.layout.pieces[this.layout.pieceOf[move]].name === kind);
    return found ?? -1;
  }

  cut(spot, kind) {
    const before = this.owners(this.placed).get(spot);
    if (before !== undefined && this.given.includes(before)) {
      this.say("This cell was given, and stays.");
      return;
    }
    const move = kind === null ? -1 : this.cutAt(spot, kind);
    if (before === move || (before === undefined && move < 0)) return;
    const rest = this.placed.filter((m) => m !== before);
    const title = move < 0 ? "open" : String(this.layout.pieces[this.layout.pieceOf[move]].title);
    this.say(`${this.layout.data.spots.name[spot]}: ${title}.`);
    this.change(move < 0 ? rest : [...rest, move], before === undefined ? "place" : "move");
  }

  cycle(spot) {
    const kinds = [...this.layout.bySpot[spot]]
      .sort((a, b) => this.layout.pieceOf[a] - this.layout.pieceOf[b])
      .map((move) => this.layout.pieces[this.layout.pieceOf[move]].name);
    const before = this.owners(this.placed).get(spot);
    const at = before === undefined ? -1
      : kinds.indexOf(this.layout.pieces[this.layout.pieceOf[before]].name);
    this.cut(spot, kinds[at + 1] ?? null);
  }

  /** Cuts the cell that a drag has crossed, at least so much of it in both directions. */
  cutAlong(drag, at, least = 0.4) {
    const spot = this.spotAt(at);
    if (spot !== drag.spot) {
      drag.spot = spot;
      drag.entered = at.place;
      return;
    }
    if (spot < 0) return;
    const xs = this.layout.polygons[spot].map(([x]) => x);
    const wide = Math.max(...xs) - Math.min(...xs);
    const [dx, dy] = [at.place[0] - drag.entered[0], at.place[1] - drag.entered[1]];
    if (Math.min(Math.abs(dx), Math.abs(dy)) < wide * least) return;
    drag.moved = true;
    this.cut(spot, dx * dy > 0 ? "\\" : "/");
  }

  /* -- pointers: mouse, pen and finger -- */

  /** Where a pointer is: in which view, and at which place of the board. */
  located({ clientX, clientY }) {
    for (const [view, { svg }] of this.views.entries()) {
      const box = svg.getBoundingClientRect(), rim = 24;
      if (clientX < box.left - rim || clientX > box.right + rim) continue;
      if (clientY < box.top - rim || clientY > box.bottom + rim) continue;
      const matrix = svg.getScreenCTM();
      if (!matrix) continue;
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
      return { view, place: [x, y] };
    }
    return null;
  }

  spotAt(at) {
    if (!at) return -1;
    return this.layout.polygons.findIndex((polygon, spot) =>
      this.layout.data.spots.view[spot] === at.view && sides(polygon).every(([[a, b], [c, d]]) =>
        (c - a) * (at.place[1] - b) - (d - b) * (at.place[0] - a) >= -1e-6));
  }

  /** A pointer goes down on a piece that is left. */
  grabbed(event, piece, picture) {
    if (event.button !== 0 || this.drag) return;
    if (this.stopReplay()) return;
    event.preventDefault();
    const { paths } = this.layout.pieces[piece].shapes[this.shapes[piece]];
    const matrix = picture.getScreenCTM();
    let anchor;
    if (matrix) {
      const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
      const far = paths.map((path) => distance(middle(corners(path)), [x, y]));
      if (Math.min(...far) < 24) anchor = far.indexOf(Math.min(...far));
    }
    const again = this.hand?.piece === piece;
    this.drag = { id: event.pointerId, x: event.clientX, y: event.clientY, piece, anchor, again,
      moved: false, finger: event.pointerType === "touch", tray: true, before: this.hand };
    this.choices[piece].button.focus(UNSEEN);
  }

  /** A pointer goes down on the board. */
  pressed(event, view) {
    if (event.button !== 0 || this.drag) return;
    if (this.stopReplay()) return;
    event.preventDefault();
    const at = this.located(event), spot = this.spotAt(at);
    this.drag = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: false,
      finger: event.pointerType === "touch", spot, first: spot, entered: at?.place, view };
    if (spot >= 0) {
      this.cursor = spot;
      this.spotElements[spot].focus(UNSEEN);
    }
  }

  dragged(event) {
    const { drag } = this;
    if (!drag) {
      if (this.hand && event.pointerType !== "touch") this.show(this.located(event));
      return;
    }
    if (event.pointerId !== drag.id) return;
    const far = Math.hypot(event.clientX - drag.x, event.clientY - drag.y);
    if (this.layout.cuts) {
      this.cutAlong(drag, this.located(event) ?? NOWHERE);
      return;
    }
    if (!drag.moved && far <= STILL) return;
    if (!drag.moved) {
      drag.moved = true;
      if (drag.tray && !drag.again) this.choose(drag.piece, { anchor: drag.anchor });
      // What lies on the board comes along when it is dragged.
      if (!drag.tray && !this.hand && drag.spot >= 0) {
        const owner = this.owners(this.placed).get(drag.spot);
        if (owner !== undefined) this.takeUp(drag.spot);
      } else if (drag.again && drag.anchor !== undefined && this.hand)
        this.hand.anchor = drag.anchor;
      if (this.hand) this.drawFloat();
    }
    if (!this.hand) return;
    // A finger hides what is under it: the piece stays above it.
    const above = drag.finger ? 44 : 0;
    const place = { clientX: event.clientX, clientY: event.clientY - above };
    drag.at = place;
    const at = this.located(place);
    this.show(at);
    this.moveFloat(place, this.ghost === null);
  }

  dropped(event) {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.id) return;
    this.drag = null;
    this.float.style.display = "none";
    if (this.layout.cuts) {
      // A short stroke has a direction, too; one that ends elsewhere is no click.
      if (!drag.moved) this.cutAlong(drag, this.located(event) ?? NOWHERE, 0.2);
      if (!drag.moved && drag.spot >= 0 && drag.spot === drag.first) this.cycle(drag.spot);
      return;
    }
    if (!drag.moved) {
      this.clicked(drag, event);
      return;
    }
    if (!this.hand) return;
    const onBoard = drag.at && this.located(drag.at);
    const refusal = this.ghost === null ? this.handHere()
      : this.layout.refusal(this.ghost, this.placed);
    if (!onBoard && this.ghost === null) {
      if (this.hand.from !== null) this.letGo({ toTray: true });
    } else if (refusal && this.hand.from !== null) this.layBack(`${refusal}. `);
    else if (this.ghost === null) this.say(`${refusal}.`);
    else this.place(this.ghost);
    this.draw();
  }

  clicked(drag, event) {
    if (drag.tray) {
      if (drag.again) this.turn("turn");
      else this.choose(drag.piece, { anchor: drag.anchor });
      return;
    }
    if (drag.spot < 0) return;
    if (this.hand) this.show(this.located(event));
    // A finger that cannot lay what is in the hand on a piece takes that piece up.
    const under = this.owners(this.placed).get(drag.spot);
    const fits = this.hand && this.ghost !== null && !this.layout.refusal(this.ghost, this.placed);
    if (!this.hand || (drag.finger && under !== undefined && !fits && !this.given.includes(under))) {
      this.takeUp(drag.spot);
      return;
    }
    if (this.ghost === null) this.say(`${this.handHere()}.`);
    else this.place(this.ghost);
    if (event.pointerType === "touch") this.show(null);
  }

  /** The browser takes the pointer for itself, as where a finger scrolls. */
  letDrag() {
    const { drag } = this;
    if (!drag) return;
    this.drag = null;
    this.float.style.display = "none";
    this.show(null);
    if (drag.tray) {
      this.hand = drag.before;
      this.say("");
    }
    if (!drag.tray && drag.moved && this.hand && this.hand.from !== null) this.layBack();
    this.draw();
  }

  /** The piece under the pointer, while it is over no board. */
  drawFloat() {
    const { hand } = this, shape = this.layout.pieces[hand.piece].shapes[hand.shape];
    const [x, y, width, height] = shape.box.map(Number);
    const matrix = this.views[0].svg.getScreenCTM(), scale = matrix ? matrix.a : 1;
    this.float.setAttribute("viewBox", `${x - 3} ${y - 3} ${width + 6} ${height + 6}`);
    this.float.style.width = `${(width + 6) * scale}px`;
    this.float.style.height = `${(height + 6) * scale}px`;
    this.float.style.setProperty("--fill", this.layout.colour(hand.piece));
    this.float.replaceChildren(...this.shapeElements(hand.piece, shape));
    const path = shape.paths[hand.anchor] ?? shape.paths[0];
    const [ax, ay] = path ? middle(corners(path)) : [x, y];
    this.grip = [(ax - x + 3) * scale, (ay - y + 3) * scale];
  }

  moveFloat({ clientX, clientY }, seen) {
    this.float.style.display = seen ? "block" : "none";
    if (!seen || !this.grip) return;
    this.float.style.left = `${clientX - this.grip[0]}px`;
    this.float.style.top = `${clientY - this.grip[1]}px`;
  }

  /* -- keys -- */

  key(event) {
    const { target } = event;
    if (target.closest("input, select, textarea, summary")) return;
    const onSpot = target.dataset?.spot !== undefined, inTray = target.closest(".tray") !== null;
    const control = event.ctrlKey || event.metaKey;
    if (event.altKey || (control && !["z", "y"].includes(event.key.toLowerCase()))) return;
    if (this.keyPressed(event, { onSpot, inTray, control })) {
      event.preventDefault();
      event.stopPropagation();
    }
  }

  keyPressed(event, { onSpot, inTray, control }) {
    const arrows = { ArrowLeft: 0, ArrowRight: 1, ArrowUp: 2, ArrowDown: 3,
      PageUp: 4, PageDown: 5 };
    const { key } = event;
    if (onSpot && key in arrows) return this.go(arrows[key]);
    if (this.pages && !onSpot && ["ArrowLeft", "ArrowRight"].includes(key)) {
      this.showPage(this.pages.at + (key === "ArrowRight" ? 1 : -1));
      return true;
    }
    if (inTray && key in arrows) return this.goInTray([1, 3, 5].includes(arrows[key]) ? 1 : -1);
    if (control) {
      this.step(key.toLowerCase() === "y" || event.shiftKey ? 1 : -1);
      return true;
    }
    if (onSpot && (key === "Enter" || key === " ")) {
      this.act(event.target);
      return true;
    }
    if (this.layout.cuts && onSpot && ["\\", "/", "."].includes(key)) {
      this.cut(this.cursor, key);
      return true;
    }
    if (!this.layout.cuts) {
      const named = this.layout.pieces.findIndex((_, p) => this.layout.name(p) === key
        && (event.shiftKey || !/^[a-z]$/i.test(key)));
      if (named >= 0) {
        if (this.layout.left(named, this.placed) > 0) this.choose(named, { toBoard: true });
        else this.say(`No ${key} is left.`);
        return true;
      }
      const turns = { r: "turn", m: "mirror", t: "tip" };
      if (key in turns) {
        this.turn(turns[key]);
        return true;
      }
      if (key === "n" || key === "b") {
        this.nextPiece(key === "n" ? 1 : -1);
        return true;
      }
    }
    const others = {
      Escape: () => this.letGo(), z: () => this.step(-1), y: () => this.step(1),
      h: () => this.buttons.hint && this.askFor("hint"),
      ...(onSpot ? { Delete: () => this.takeBack(this.cursor),
        Backspace: () => this.takeBack(this.cursor) } : {}),
    };
    if (!Object.hasOwn(others, key)) return false;
    others[key]();
    return true;
  }

  go(direction) {
    const next = this.layout.data.spots.next[this.cursor]?.[direction] ?? -1;
    if (next >= 0) {
      const from = this.cursor;
      this.cursor = next;
      this.spotElements[from].setAttribute("tabindex", "-1");
      if (this.hand) {
        this.pointed = null;
        this.aim();
        this.draw();
      } else this.labelSpots();
      this.spotElements[next].focus();
    }
    return true;
  }

  goInTray(by) {
    const buttons = [...this.tray.querySelectorAll("button:not([hidden])")];
    const at = buttons.indexOf(this.root.getRootNode().activeElement);
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
    return true;
  }

  nextPiece(by) {
    const left = this.layout.pieces.flatMap((_, p) =>
      this.layout.left(p, this.placed) > 0 ? [p] : []);
    if (!left.length) return;
    const at = this.hand ? left.indexOf(this.hand.piece) : by > 0 ? -1 : 0;
    this.choose(left[(at + by + left.length) % left.length], { toBoard: true });
  }

  /* -- questions and answers -- */

  ask(kind, more = {}) {
    const due = this.soon;
    clearTimeout(due);
    this.soon = null;
    // How things stand is asked before: it would end whatever has been asked by then.
    if (due && kind !== "status") this.ask("status");
    const id = ++this.number;
    // Whatever is asked next ends the search for a smaller reason.
    this.more.querySelector(".looking")?.remove();
    this.asked.set(kind, id);
    this.model.send({ ask: kind, id, placed: [...this.placed], given: [...this.given],
      board: this.layout.data.key ?? "", puzzle: this.layout.data.puzzle ?? "",
      size: this.layout.pieceOf.length, ...more });
  }

  /** Asks how things stand; with nothing open, even if nobody wants to know. */
  askStatus() {
    clearTimeout(this.soon);
    this.soon = null;
    this.asked.clear();
    if (!this.watch && !this.isFull && !this.layout.cuts) {
      this.known = null;
      this.draw();
      return;
    }
    this.soon = setTimeout(() => this.ask("status"), 40);
  }

  askFor(kind, more = {}) {
    if (this.stopReplay()) return;
    this.hand = null;
    this.ghost = null;
    this.notes = {};
    this.say("");
    this.openAnswer(kind, made("p", { class: "waits" }, "Thinking …"),
      made("div", { class: "row" }, this.small("Stop", () => this.closeAnswer())));
    this.draw();
    this.ask(kind, kind === "solutions" ? { from: 0, number: 20, ...more } : more);
  }

  askPicture() {
    if (this.space?.open) this.ask("picture", { view: "solid" });
  }

  hear(answer) {
    if (!answer || typeof answer !== "object") return;
    const found = [...this.asked].find(([, id]) => id === answer.to);
    if (!found) return;
    const [kind] = found;
    if (!answer.partial) this.asked.delete(kind);
    if (answer.error !== undefined) {
      this.failed(kind, String(answer.error));
      return;
    }
    const heard = {
      status: () => this.hearStatus(answer), hint: () => this.hearHint(answer),
      "why-not": () => this.hearWhyNot(answer), forced: () => this.hearForced(answer),
      solution: () => this.hearSolution(answer), solutions: () => this.hearSolutions(answer),
      new: () => this.hearNew(answer, kind), preset: () => this.hearNew(answer, kind),
      check: () => this.hearCheck(answer),
      export: () => this.hearExport(answer), picture: () => this.hearPicture(answer),
    };
    if (answer.partial && kind !== "status" && kind !== "hint") return;
    heard[kind]?.();
  }

  failed(kind, words) {
    if (kind === "status") {
      this.known = { solvable: null, partial: false };
      this.draw();
      this.say(words);
    } else this.openAnswer(kind, made("p", {}, words), this.actions());
  }

  hearStatus(answer) {
    this.known = answer;
    if (answer.complete && answer.solvable && !this.solved) {
      this.seconds = this.elapsed;
      this.solved = true;
      this.started = null;
      this.record("solved");
      this.save();
    }
    this.draw();
    if (!answer.partial) this.askPicture();
  }

  /** What a question has brought: below the board, and in one column below the questions. */
  openAnswer(kind, ...children) {
    this.answered = kind;
    this.more.replaceChildren(...children);
    const beside = this.asks.getBoundingClientRect().left > this.boards.getBoundingClientRect().right;
    const above = beside ? this.said : this.asks;
    if (this.more.previousElementSibling !== above) above.after(this.more);
    this.more.hidden = false;
    this.more.setAttribute("role", "status");
    queueMicrotask(() => this.reveal());
  }

  /** Brings an answer into sight, with what it marks if there is room for both. */
  reveal() {
    if (this.more.hidden) return;
    this.more.scrollIntoView({ block: "nearest" });
    const mark = this.root.querySelector(".proposed") ?? this.root.querySelector(".edge, .meant");
    const { bottom } = this.more.getBoundingClientRect();
    if (mark && bottom - mark.getBoundingClientRect().top < innerHeight - TOOLS)
      mark.scrollIntoView({ block: "nearest" });
  }

  closeAnswer({ quiet = false } = {}) {
    for (const kind of [...this.asked.keys()]) if (kind !== "status") this.asked.delete(kind);
    if (this.answered && !quiet && this.model.get("link") !== "lost")
      this.model.send({ ask: "cancel", id: ++this.number });
    this.answered = null;
    this.pages = null;
    this.notes = {};
    this.more.hidden = true;
    this.more.replaceChildren();
    if (!quiet) this.draw();
  }

  small(label, act) {
    const button = made("button", { type: "button", class: "do small" }, label);
    button.addEventListener("click", act);
    return button;
  }

  actions(...buttons) {
    return made("div", { class: "row" }, ...buttons, this.small("Close", () => this.closeAnswer()));
  }

  hearHint({ move, text, reason, state, partial }) {
    const placeable = Number.isInteger(move) && move in this.layout.spotsOf;
    this.notes = { moves: placeable ? [move] : [], reason: this.layoutMoves(reason?.moves),
      spots: this.layoutSpots(reason?.spots), pieces: reason?.pieces ?? [] };
    const words = text || { complete: "The board is complete.", unknown: "No hint was found in time." }[state]
      || "Nothing is certain here.";
    const looking = this.more.querySelector(".looking");
    if (looking) {
      // The buttons stay, and with them the focus.
      this.more.firstElementChild.textContent = words;
      looking.remove();
    } else this.openAnswer("hint", made("p", {}, words),
      ...(partial ? [made("p", { class: "waits looking" }, "Looking for a smaller reason …")] : []),
      this.actions(...(placeable ? [this.small(this.layout.cuts ? "Mark it" : "Place it", () =>
        this.lay([move]))] : [])));
    this.draw();
  }

  hearWhyNot({ conflict, spots, text, take_back }) {
    const back = this.layoutMoves(take_back).filter((move) => !this.given.includes(move));
    this.notes = { conflict: this.layoutMoves(conflict), spots: this.layoutSpots(spots) };
    this.openAnswer("why-not", made("p", {}, text || "These cannot all stay."), this.actions(
      ...(back.length ? [this.small(`Take back ${this.named(back)}`, () => {
        this.hand = null;
        this.change(this.placed.filter((move) => !back.includes(move)), "take back");
      })] : [])));
    this.draw();
  }

  named(moves) {
    if (this.layout.cuts) return counted(moves.length, "mark");
    return moves.map((move) => this.layout.name(this.layout.pieceOf[move])).join(", ");
  }

  hearForced({ moves, text }) {
    const found = this.layoutMoves(moves).filter((move) => !this.placed.includes(move));
    const whole = this.owners([...this.placed, ...found]).size === this.layout.polygons.length;
    const show = () => {
      this.notes = { moves: found };
      this.openAnswer("forced", made("p", {}, text || (found.length
        ? `${this.named(found)}: the same in every solution.`
        : "Nothing is the same in every solution.")),
      this.actions(...(found.length ? [this.small("Place all of it", () => this.lay(found))] : [])));
      this.draw();
    };
    if (!whole || !found.length) show();
    else this.openAnswer("forced", made("p", {}, "Everything: a single solution is left."),
      this.actions(this.small("Show it", show)));
  }

  hearSolution({ moves, text }) {
    const found = this.layoutMoves(moves);
    this.notes = { moves: found };
    this.openAnswer("solution", made("p", {}, text || (found.length
      ? "A solution from here." : "There is none from here.")),
      this.actions(...(found.length ? [this.small("Place all of it", () => this.lay(found))] : [])));
    this.draw();
  }

  hearSolutions({ from, moves, more, count, digits, complete }) {
    const lists = (Array.isArray(moves) ? moves : []).map((list) => this.layoutMoves(list));
    const pages = this.pages ?? { lists: [], at: 0 };
    lists.forEach((list, i) => (pages.lists[Number(from) + i] = list));
    Object.assign(pages, { more: Boolean(more) || complete === false, late: complete === false,
      count: count === undefined || count === null ? pages.count ?? null
        : digits ?? written(count) });
    if (pages.wanted !== undefined && pages.lists[pages.wanted]) pages.at = pages.wanted;
    this.pages = pages;
    this.showPage(pages.at);
  }

  showPage(at) {
    const { pages } = this, last = pages.lists.length - 1;
    if (last < 0) {
      this.openAnswer("solutions", made("p", {}, pages.late ? "No solution was found in time."
        : "There is no solution from here."), this.actions());
      this.draw();
      return;
    }
    if (at > last && pages.more) {
      pages.wanted = at;
      this.ask("solutions", { from: pages.lists.length, number: 20 });
      return;
    }
    pages.at = Math.min(Math.max(at, 0), last);
    this.notes = { moves: pages.lists[pages.at] };
    const all = pages.count ?? (pages.more ? null : written(pages.lists.length));
    const total = all === null ? "" : ` of ${all}`;
    const focused = this.root.getRootNode().activeElement?.dataset?.page;
    const previous = this.small("Previous", () => this.showPage(pages.at - 1));
    const next = this.small("Next", () => this.showPage(pages.at + 1));
    previous.dataset.page = "previous";
    next.dataset.page = "next";
    previous.toggleAttribute("disabled", pages.at === 0);
    next.toggleAttribute("disabled", pages.at >= last && !pages.more);
    this.openAnswer("solutions",
      made("p", {}, `Solution ${written(pages.at + 1)}${total}`),
      this.actions(previous, next, this.small("Place all of it", () =>
        this.lay(pages.lists[pages.at]))));
    if (focused) {
      (focused === "next" ? next : previous).focus({ preventScroll: true });
      this.more.lastChild.style.animation = "none"; // one page may follow the other at once
    }
    this.draw();
  }

  hearNew({ given, board, text }, kind) {
    this.closeAnswer({ quiet: true });
    const old = this.model.get("board"), { before } = this;
    const begun = this.past.at > 0 || this.placed.length > this.given.length;
    const state = { ...this.state };
    if (board && typeof board === "object") this.begin(board, {});
    else this.begin(old, { given: this.layout.sound(given) });
    this.before = begun ? { board: old, state } : before;
    this.draw();
    const back = this.before ? " Undo brings back the one before." : "";
    this.say(`${text || "A new position."}${back}`);
    this.buttons[kind]?.focus({ preventScroll: true });
  }

  /** Takes another board, or another position of the same one. */
  begin(board, state) {
    const { layout } = this;
    this.saved = state; // what comes from here is not heard as a position set from outside
    this.model.set("state", state);
    this.model.set("board", board);
    if (this.layout === layout) this.load();
    this.model.save_changes();
  }

  hearCheck({ ok, problems }) {
    const found = Array.isArray(problems) ? problems.map(String) : [];
    const solved = this.known?.complete;
    this.openAnswer("check", made("p", {}, ok ? (solved ? "Solved: all rules are kept."
      : "Nothing is against the rules.") : this.layout.cuts ? "Not solved yet:" : this.isFull ? "Against the rules:"
        : "Not finished yet:"),
      made("ul", {}, ...found.map((words) => made("li", {}, words))), this.actions());
  }

  hearExport({ name, type, data, base64, text }) {
    if (this.saving === "address") {
      const field = made("input", { type: "text", readonly: "", "aria-label": "Address",
        value: String(data).trim() });
      this.openAnswer("export", made("p", {}, "The address of this position:"), field,
        this.actions(this.small("Copy", async () => {
          field.select();
          await navigator.clipboard?.writeText(field.value).catch(() => {});
          this.say("Copied.");
        })));
      return;
    }
    const bytes = base64
      ? Uint8Array.from(atob(String(data)), (letter) => letter.charCodeAt(0)) : String(data);
    const kind = /^[\w.+-]+\/[\w.+-]+$/.test(String(type)) ? String(type) : "text/plain";
    URL.revokeObjectURL(this.download);
    const url = this.download = URL.createObjectURL(new Blob([bytes], { type: kind }));
    const file = String(name ?? "position").replace(/[^\w.-]+/g, "_");
    const link = made("a", { href: url, download: file }, "Save it once more");
    this.openAnswer("export", made("p", {}, `${file} is among your downloads. `, link), ...(text ? [made("p", {}, text)] : []),
      this.actions());
    link.click();
  }

  hearPicture({ svg }) {
    if (typeof svg !== "string") return;
    const image = made("img", { alt: "The pieces in space" });
    // As an image it can run nothing and fetch nothing.
    const bytes = new TextEncoder().encode(svg);
    image.src = `data:image/svg+xml;base64,${btoa(Array.from(bytes, (b) =>
      String.fromCharCode(b)).join(""))}`;
    this.space.replaceChildren(this.space.firstElementChild, image);
  }

  layoutMoves(moves) {
    return (Array.isArray(moves) ? moves : []).filter((move) => move in this.layout.spotsOf);
  }

  layoutSpots(spots) {
    return (Array.isArray(spots) ? spots : []).filter((spot) => spot in this.layout.polygons);
  }

  /** Places moves that an answer has proposed. */
  lay(moves) {
    const free = this.layout.cuts
      ? this.placed.filter((old) => !moves.some((move) =>
        this.layout.spotsOf[move][0] === this.layout.spotsOf[old][0]))
      : this.placed;
    const placed = this.layout.sound([...free, ...moves.filter((move) => !free.includes(move))]);
    this.hand = null;
    this.helped = true;
    this.say(`${this.named(moves)} placed.`);
    this.change(placed, "place");
    this.spotElements[this.cursor]?.focus({ preventScroll: true });
  }

  showLink() {
    const state = this.model.get("link") ?? "open";
    const words = {
      lost: "The server does not answer. Your position is kept here; run the same command again " +
        "to go on.",
      closed: "The server was started anew. Open the address that it shows, and play goes on " +
        "here as well.",
    }[state] ?? "";
    // This page will get no answer any more.
    if (state === "closed" && this.more.querySelector(".waits")) this.closeAnswer({ quiet: true });
    this.link.hidden = !words;
    this.link.textContent = words;
    if (this.wasLost && !words) {
      this.say("The server is back.");
      // What was asked last is asked again by the model.
      if (!this.asked.size) this.askStatus();
    }
    this.wasLost = Boolean(words);
    const waits = this.more.querySelector(".waits:not(.looking)");
    if (waits) waits.textContent = words ? "Waiting for the server …" : "Thinking …";
    this.sayStatus();
  }

  /* -- the record as an animation -- */

  replay() {
    if (this.replayed) {
      this.stopReplay();
      return;
    }
    const { log } = this.past;
    if (log.length < 2) return;
    this.hand = null;
    this.closeAnswer({ quiet: true });
    this.buttons.replay.lastChild.textContent = "Stop the replay";
    const show = (number) => {
      if (number >= log.length) {
        this.stopReplay();
        return;
      }
      this.replayed = this.layout.sound(log[number].placed);
      this.draw();
      const pause = number + 1 < log.length ? log[number + 1].at - log[number].at : 1;
      this.playing = setTimeout(() => show(number + 1), Math.min(Math.max(pause * 250, 250), 1200));
    };
    show(0);
  }

  /** Ends a replay; says whether there was one. */
  stopReplay() {
    if (!this.replayed) return false;
    clearTimeout(this.playing);
    this.replayed = null;
    this.buttons.replay.lastChild.textContent = "Replay the moves";
    this.draw();
    return true;
  }
}

function render({ model, el }) {
  const board = new Board(model, el);
  return () => board.close();
}

export default { render };
