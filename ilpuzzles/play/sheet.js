// @ts-check
/* The editor as it is seen: the sheet that somebody draws on, its keypad and forms, and what Python
   says of the draft. What is drawn is seen at once; the genre's own picture takes its place as soon
   as Python has made it. */

import { html, iconButton, imageAddress, placeIn, smallButton, svg } from "./dom.js";
import { beginDrawing, canFollow, cleared, describePlace, draw, isBeside, isSameDraft, modesOf, nearestSide, partsOf, placeAt, resized, sizeOf, wordBegun } from "./editor.js";
import { UNIT, boxOfPlace, outlineOfBox, placesMeant, plainElements, regionElements, roomBeside } from "./sheet_elements.js";
import { capitalised, counted } from "./words.js";

/** @import { Answer, Aside, Checked, Draft, Drawing, DrawingAction, Sheet, SheetDraft, SheetField, SheetPlace } from "./types.d.ts" */
/** @import { Board } from "./board.js" */

const SHEET_RIM = 4; // units around the sheet, so that lines and dots at its border are seen whole
const CHECK_DELAY_MS = 120;
const SLOW_MS = 600; // until it is said that solutions are looked for

/** @type {[number, number, number, number]} */
const NO_BOX = [0, 0, 0, 0];

/** @type {Record<string, string>} */
const ARROW_WAYS = { ArrowLeft: "w", ArrowRight: "e", ArrowUp: "n", ArrowDown: "s" };

/** @type {Record<string, string>} */
const VERDICTS = {
  none: "No solution",
  one: "One solution",
  several: "Several solutions",
  some: "There is a solution; whether it is the only one would take a longer search",
  unknown: "Not known: that would take a longer search",
};

/** @type {Record<string, string>} */
const FORMATS = { text: "Rows", address: "Address", yaml: "YAML", svg: "Picture (SVG)" };

/** @type {Record<string, string>} */
const FILE_TYPES = { text: "text/plain", address: "text/plain", yaml: "application/yaml", svg: "image/svg+xml" };

/** A focus that a pointer has set. `focusVisible` is not yet in TypeScript's library. */
const QUIETLY = /** @type {FocusOptions} */ ({ preventScroll: true, focusVisible: false });

/**
 * A button that is pressed or not.
 * @param {string} label
 * @param {() => void} act
 */
function pressable(label, act) {
  const button = html("button", { type: "button", class: "do pen", "aria-pressed": "false" }, label);
  button.addEventListener("click", act);
  return button;
}

/** @param {string} puzzle */
const lastDraftKey = (puzzle) => `ilpuzzles-draft-${puzzle}`;

/**
 * What was drawn last for a puzzle, in this browser, if that is kept.
 * @param {string} puzzle
 * @returns {SheetDraft | null}
 */
function lastDraft(puzzle) {
  try {
    const kept = JSON.parse(localStorage.getItem(lastDraftKey(puzzle)) ?? "null");
    return kept?.sheet?.puzzle === puzzle && kept.draft?.words ? kept : null;
  } catch {
    return null;
  }
}

/** @param {SheetDraft} begun */
function keepLastDraft(begun) {
  try {
    localStorage.setItem(lastDraftKey(begun.sheet.puzzle), JSON.stringify(begun));
  } catch {
    // A reload of this tab has it all the same.
  }
}

/** @param {string} name */
const makeLayer = (name) => svg("g", { class: name, "aria-hidden": "true" });

/** @param {string} label */
const sizeField = (label) => html("input", { type: "number", min: "1", max: "2500", inputmode: "numeric",
  "aria-label": label });

/** The editor of a page, in the place of its board. */
export class Editor {
  /**
   * @param {Board} board
   * @param {SheetDraft | null} begun what was drawn before; without it, the board itself is drawn
   */
  constructor(board, begun) {
    this.board = board;
    /** @type {Sheet | null} */
    this.sheet = null;
    /** @type {Drawing | null} */
    this.drawing = null;
    /** What Python has said, and of which draft.
        @type {{ draft: Draft, checked: Checked } | null} */
    this.known = null;
    /** The picture that lies below, and of which draft it is.
        @type {{ draft: Draft, picture: NonNullable<Checked["picture"]> } | null} */
    this.pictured = null;
    /** The question that waits for its answer.
        @type {{ id: number, kind: string, show: (answer: Answer) => void } | null} */
    this.asked = null;
    this.isChecked = false; // whether all has been said of what is drawn
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.soon = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.slow = undefined;
    /** The pointer that draws, and where it was last.
        @type {{ id: number, last: [number, number] } | null} */
    this.pointer = null;
    this.download = "";
    /** The elements of places, by their keys.
        @type {Map<string, SVGElement>} */
    this.spots = new Map();
    this.spotsFor = ""; // the mode and size for which there are spots
    this.keysFor = ""; // the letters for which there is a keypad
    this.lifetime = new AbortController();
    const isOwn = board.model.get("heading") === "h1";
    this.title = html(isOwn ? "h1" : "h3", { class: "title" }, "Your own board");
    this.status = html("p", { class: "status", role: "status" });
    this.said = html("p", { class: "told", role: "status" });
    this.link = html("p", { class: "link", role: "alert" });
    this.link.hidden = true;
    this.modes = html("div", { class: "tools", role: "group", "aria-label": "What to draw" });
    /** @type {Record<string, HTMLButtonElement>} */
    this.modeButtons = {};
    this.keypad = html("div", { class: "tools keypad", role: "group", "aria-label": "What to write" });
    this.word = html("input", { type: "text", class: "word", autocomplete: "off", autocapitalize: "off",
      spellcheck: "false", "aria-label": "Word" });
    this.fields = html("div", { class: "row fields" });
    this.rows = sizeField("Rows");
    this.columns = sizeField("Columns");
    this.sizeShown = ""; // the size that these fields have shown last
    this.format = html("select", { "aria-label": "Format" });
    this.text = html("textarea", { readonly: "", rows: "4", "aria-label": "The board as text", wrap: "off" });
    /** What the formats were made of.
        @type {Editor["known"]} */
    this.textsShown = null;
    this.readField = html("textarea", { rows: "4", "aria-label": "Rows, an address, or YAML", wrap: "off",
      placeholder: "Rows, an address of puzz.link, or YAML", spellcheck: "false" });
    this.help = html("details", { class: "keys" }, html("summary", {}, "How to draw"));
    this.picture = svg("svg", { role: "application", "aria-roledescription": "sheet", "aria-label": "Sheet" });
    this.layers = { paper: makeLayer("paper"), plain: makeLayer("plain"), tints: makeLayer("tints"),
      marks: makeLayer("marks"), spots: svg("g", { class: "spots" }) };
    this.outlined = svg("path", { class: "cursor", "aria-hidden": "true" });
    this.picture.append(...Object.values(this.layers), this.outlined);
    this.undoButton = iconButton("undo", "Undo", () => this.dispatch({ type: "undo" }, "Undone."), "Z");
    this.redoButton = iconButton("redo", "Redo", () => this.dispatch({ type: "redo" }, "Redone."), "Y");
    this.clearButton = iconButton("clear", "Clear", () => this.drawing
      && this.dispatch({ type: "draft", draft: cleared(this.drawing.draft) }, "The sheet is empty."));
    this.playButton = smallButton("Play it", () => this.play());
    this.playButton.classList.add("main");
    /** What was drawn before this page, and has not been opened again.
        @type {SheetDraft | null} */
    this.last = null;
    this.lastButton = smallButton("", () => this.openLast());
    this.lastButton.hidden = true;
    this.element = this.makePage();
    this.listen();
    board.root.append(this.element);
    board.frame.element.hidden = true;
    board.asking.stop();
    board.answerBox.close({ quiet: true });
    const { model } = board, { signal } = this.lifetime;
    /** @param {Answer} answer */
    const onAnswer = (answer) => this.onAnswer(answer);
    const onLink = () => this.showLink();
    model.on("msg:custom", onAnswer);
    model.on("change:link", onLink);
    signal.addEventListener("abort", () => {
      model.off("msg:custom", onAnswer);
      model.off("change:link", onLink);
    });
    if (begun) this.begin(begun);
    else {
      this.showStatus("Opening …");
      this.ask("sheet", {}, (answer) => (answer.error === undefined ? this.begin(answer)
        : this.leave(String(answer.error))));
    }
  }

  /** Ends the editor; the board of the page is seen again. */
  close() {
    clearTimeout(this.soon);
    clearTimeout(this.slow);
    URL.revokeObjectURL(this.download);
    this.lifetime.abort();
    this.element.remove();
    this.board.frame.element.hidden = false;
  }

  /** Goes back to the board.
      @param {string} words */
  leave(words = "") {
    const { board } = this, { session } = board;
    this.keep(null);
    session.editor = null;
    this.close();
    board.asking.send("cancel");
    board.asking.askStatus();
    board.draw();
    if (words) board.frame.announce(words);
    board.frame.buttons.edit?.focus({ preventScroll: true });
  }

  /** Offers what was drawn last, if that is something else than what is on the sheet. */
  offerLast() {
    const { drawing, lastButton, sheet } = this, last = sheet && lastDraft(sheet.puzzle);
    this.last = last && drawing && !isSameDraft(last.draft, drawing.draft) ? last : null;
    lastButton.hidden = this.last === null;
    if (!this.last) return;
    const { rows, columns } = this.last.draft;
    lastButton.textContent = `Go on with the last draft, ${rows} × ${columns}`;
  }

  /** Goes on with what was drawn last; Undo leads back. */
  openLast() {
    const { last } = this;
    if (!last) return;
    this.last = null;
    this.lastButton.hidden = true;
    this.sheet = last.sheet;
    this.keysFor = "";
    this.dispatch({ type: "draft", draft: last.draft }, "This is what you drew last.");
    this.focusCursor();
  }

  /** A reload goes on with what is drawn.
      @param {SheetDraft | null} begun */
  keep(begun) {
    const { model } = this.board;
    model.set("draft", begun);
    model.save_changes();
  }

  /* -- asking -- */

  /**
   * @param {string} kind
   * @param {object} more
   * @param {(answer: Answer) => void} show
   */
  ask(kind, more, show) {
    const { asking, table: { data } } = this.board;
    const id = asking.send(kind, { board: data.key ?? "", puzzle: data.puzzle ?? "", ...more });
    this.asked = { id, kind, show };
  }

  /** @param {Answer} answer */
  onAnswer(answer) {
    if (!this.asked || answer?.to !== this.asked.id) return;
    const { kind, show } = this.asked;
    if (!answer.partial) this.asked = null;
    show(answer);
    // A question of somebody has ended the look at what is drawn: that begins anew.
    if (kind !== "draft" && !this.isChecked && !this.lifetime.signal.aborted) this.changed();
  }

  /** Whether somebody answers. */
  showLink() {
    const state = this.board.model.get("link") ?? "open";
    this.link.hidden = state === "open";
    this.link.textContent = state === "open" ? ""
      : "The server does not answer. Your draft is kept here; run the same command again to go on.";
  }

  /** @param {Pick<SheetDraft, "sheet" | "draft"> | Answer} begun */
  begin({ sheet, draft }) {
    this.sheet = sheet;
    this.drawing = beginDrawing(sheet, draft);
    this.fillForms();
    this.offerLast();
    this.changed();
    this.draw();
    this.focusCursor();
  }

  /** @param {DrawingAction} action @param {string} [words] */
  dispatch(action, words) {
    if (!this.drawing || !this.sheet) return;
    const before = this.drawing, after = draw(before, action, this.sheet);
    this.drawing = after;
    if (after.draft !== before.draft && !after.stroke) this.changed();
    // The end of a stroke changes nothing that is seen, and is what has to be checked.
    else if (before.stroke && !after.stroke && after.past !== before.past) this.changed();
    this.draw();
    const said = words ?? this.described(before, after);
    if (said) this.say(said);
  }

  /** @param {Drawing} before @param {Drawing} after */
  described(before, after) {
    if (after.draft === before.draft || after.stroke || !this.sheet) return "";
    return after.mode === "words" || before.stroke === null
      ? `${capitalised(describePlace(after.cursor, after.draft, this.sheet))}.` : "";
  }

  /** Something else is drawn now: it is kept, and looked at. */
  changed() {
    if (!this.drawing || !this.sheet) return;
    const { draft, past } = this.drawing, begun = { sheet: this.sheet, draft };
    this.keep(begun);
    // A sheet on which nobody has drawn does not take the place of the last one.
    if (past.length) keepLastDraft(begun);
    clearTimeout(this.soon);
    clearTimeout(this.slow);
    this.isChecked = false;
    this.status.classList.add("pending");
    this.soon = setTimeout(() => this.check(draft), CHECK_DELAY_MS);
    this.slow = setTimeout(() => this.showStatus("Looking for solutions …"), SLOW_MS);
  }

  /** @param {Draft} draft */
  check(draft) {
    // What somebody has asked is answered first.
    if (this.asked && this.asked.kind !== "draft") return;
    this.ask("draft", { draft }, (answer) => {
      if (draft !== this.drawing?.draft) return;
      const checked = /** @type {Checked} */ (answer.error === undefined ? answer
        : { problem: String(answer.error) });
      this.known = { draft, checked };
      if (checked.picture) this.pictured = { draft, picture: checked.picture };
      else if (checked.problem !== undefined) this.pictured = null;
      if (!answer.partial) {
        this.isChecked = true;
        clearTimeout(this.slow);
        this.showVerdict(checked);
      }
      this.draw();
    });
  }

  /** @param {Checked} checked */
  showVerdict({ problem, verdict, places = [] }) {
    const several = verdict === "several" && places.length
      ? `: two of them differ in ${counted(places.length, "cell")}, marked` : "";
    this.showStatus(problem ?? `${VERDICTS[verdict ?? "unknown"]}${several}`, verdict ?? "");
  }

  /** @param {string} words @param {string} verdict */
  showStatus(words, verdict = "") {
    this.status.classList.remove("pending");
    this.status.classList.toggle("solved", verdict === "one");
    this.status.classList.toggle("wrong", verdict === "none");
    if (this.status.textContent !== words) this.status.textContent = words;
  }

  /** @param {string} words */
  say(words) {
    // The same words twice are said twice.
    this.said.textContent = this.said.textContent === words ? `${words}\u00a0` : words;
  }

  /* -- the page -- */

  /** All of the page: the sheet and its keypad, and beside them what is set and saved. */
  makePage() {
    const { data } = this.board.table;
    return html("div", { class: "page editor" },
      html("header", {}, this.title, html("p", { class: "about" }, String(data.about ?? ""))),
      this.link,
      html("div", { class: "stage" },
        html("div", { class: "play" },
          html("div", { class: "line" }, this.status, this.lastButton),
          html("div", { class: "tools steps", role: "group", "aria-label": "Steps" },
            this.playButton, this.undoButton, this.redoButton, this.clearButton),
          this.modes,
          html("div", { class: "boards" }, html("figure", {}, this.picture)),
          this.keypad, this.said),
        html("div", { class: "side" },
          this.fields, this.makeSize(), this.makeSave(), this.makeRead(),
          html("div", { class: "row" }, smallButton("Print", () => print()),
            smallButton("Back to the board", () => this.leave())),
          this.help)));
  }

  listen() {
    const { picture, word } = this, { signal } = this.lifetime;
    word.addEventListener("input", () => this.dispatch({ type: "set", word: word.value }, ""));
    this.format.addEventListener("change", () => this.showText());
    picture.addEventListener("pointerdown", (event) => this.press(event));
    document.addEventListener("pointermove", (event) => this.move(event), { signal });
    document.addEventListener("pointerup", (event) => this.release(event), { signal });
    document.addEventListener("pointercancel", (event) => this.release(event, true), { signal });
    picture.addEventListener("keydown", (event) => this.onKey(event));
    this.element.addEventListener("keydown", (event) => this.onShortcut(event));
    this.element.addEventListener("dragover", (event) => event.preventDefault());
    this.element.addEventListener("drop", (event) => {
      event.preventDefault();
      const [file] = event.dataTransfer?.files ?? [], text = event.dataTransfer?.getData("text");
      if (file) this.readFile(file);
      else if (text) this.read(text);
    });
  }

  makeSize() {
    const { rows, columns } = this;
    const form = html("form", { class: "row" }, html("label", {}, "Rows ", rows),
      html("label", {}, "Columns ", columns), html("button", { class: "do small" }, "Change size"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.resize(Number(rows.value), Number(columns.value));
    });
    return form;
  }

  makeSave() {
    return html("details", {}, html("summary", {}, "Save or share"),
      html("div", { class: "row" }, this.format, smallButton("Copy", () => this.copy()),
        smallButton("Download", () => this.save())), this.text);
  }

  makeRead() {
    const { readField } = this;
    const file = html("input", { type: "file", "aria-label": "A file with a board" });
    file.addEventListener("change", () => file.files?.[0] && this.readFile(file.files[0]));
    return html("details", {}, html("summary", {}, "Paste or open"), readField,
      html("div", { class: "row" }, smallButton("Read it", () => this.read(readField.value)), file));
  }

  /** What depends on the genre: the modes, the fields of the first line, and the help. */
  fillForms() {
    const { sheet } = this;
    if (!sheet) return;
    this.title.textContent = `${sheet.title}: Your own board`;
    const labels = { words: "Clues", regions: `${capitalised(sheet.region)}s`, walls: "Walls", signs: "Signs",
      paths: "Paths" };
    this.modeButtons = Object.fromEntries(modesOf(sheet).map((mode) =>
      [mode, pressable(labels[mode], () => this.dispatch({ type: "mode", mode }, ""))]));
    const buttons = Object.values(this.modeButtons);
    this.modes.replaceChildren(...(buttons.length > 1 ? buttons : []));
    this.modes.hidden = buttons.length < 2;
    this.fields.replaceChildren(...sheet.fields.map((field) => this.makeField(field)));
    this.fields.hidden = !sheet.fields.length;
    const [summary] = this.help.children, keys = this.helpLines(sheet, labels.regions);
    this.help.replaceChildren(summary, html("dl", {}, ...keys.map(([key, words]) =>
      html("div", {}, html("dt", {}, key), html("dd", {}, words)))));
    this.keysFor = this.spotsFor = "";
  }

  /** @param {Sheet} sheet @param {string} regions @returns {[string, string][]} */
  helpLines(sheet, regions) {
    return [
      ...(sheet.parts.length ? /** @type {[string, string][]} */ ([
        ["Clues", "choose a place, then write by keys or the keypad; Stamp writes the same word wherever you tap or draw"],
        ...sheet.meanings.map(([word, meaning]) => [word, meaning])]) : []),
      ...(sheet.regions ? /** @type {[string, string][]} */ ([[regions,
        `draw over cells that belong together; from a ${sheet.region} on, it grows; cells that you leave out are put together by themselves. By keys: a letter, or Shift and an arrow`]]) : []),
      ...(sheet.walls ? /** @type {[string, string][]} */ ([["Walls",
        "tap the side between two cells, or draw along it. By keys: Shift and an arrow"]]) : []),
      ...(sheet.signs ? /** @type {[string, string][]} */ ([["Signs",
        "tap the side between two cells for one sign after the other. By keys: Shift and an arrow"]]) : []),
      ...(sheet.paths ? /** @type {[string, string][]} */ ([["Paths",
        "draw from the bulb on; from its end on, a path grows, and a tap elsewhere on it rubs it out. By keys: Shift and an arrow"]]) : []),
      ["Arrow keys", "go over the sheet"],
      ["Backspace", "rubs out"],
      ["Control-Z and Control-Y", "undo and redo"],
    ];
  }

  /** @param {SheetField} field */
  makeField({ name, kind, default: usual }) {
    const value = this.drawing?.draft.said[name];
    if (kind === "flag") {
      const box = html("input", { type: "checkbox", "data-field": name });
      box.checked = Boolean(value ?? usual);
      box.addEventListener("change", () => this.dispatch({ type: "say", name, value: box.checked }, ""));
      return html("label", {}, box, ` ${capitalised(name)}`);
    }
    const isList = kind === "numbers";
    const field = html("input", { type: "text", inputmode: isList ? "text" : "numeric",
      "data-field": name, autocomplete: "off", ...(isList ? { placeholder: "such as 3 2 1" } : {}) });
    field.value = Array.isArray(value) ? value.join(" ") : String(value ?? "");
    field.addEventListener("input", () => {
      const numbers = (field.value.match(/\d+/g) ?? []).map(Number).filter(Number.isSafeInteger);
      const said = isList ? numbers : numbers[0];
      this.dispatch({ type: "say", name, value: numbers.length ? said : null }, "");
    });
    return html("label", {}, `${capitalised(name)} `, field);
  }

  /* -- what is drawn -- */

  /** The box of a place, in the units of the picture.
      @param {SheetPlace} place */
  box(place) {
    const { sheet, drawing } = this;
    return sheet && drawing ? boxOfPlace(sheet, drawing.draft, place) : NO_BOX;
  }

  draw() {
    const { sheet, drawing } = this;
    if (!sheet || !drawing) return;
    const { draft, mode, stamp, cursor } = drawing, { rows, columns } = draft;
    const room = roomBeside(sheet, draft);
    const box = [-room.left, -room.above, columns + room.left + room.right, rows + room.above + room.below];
    const ends = box.map((each) => each * UNIT), [x, y] = ends.map((end) => end - SHEET_RIM);
    const [width, height] = ends.slice(2).map((length) => length + 2 * SHEET_RIM);
    this.picture.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.picture.style.setProperty("--wide", String(width));
    this.picture.style.setProperty("--ratio", String(width / height));
    this.picture.classList.toggle("paints", mode !== "words" || stamp !== null);
    this.layers.paper.replaceChildren(svg("rect", { x, y, width, height, class: "ground" }), ...this.backdrop());
    this.layers.plain.replaceChildren(...plainElements(sheet, draft, this.shownDraft));
    this.layers.tints.replaceChildren(...(mode === "regions" ? regionElements(draft) : []));
    this.layers.marks.replaceChildren(...this.markElements());
    this.drawSpots();
    if (mode === "words" && stamp !== null) this.outlined.removeAttribute("d");
    else this.outlined.setAttribute("d", outlineOfBox(this.box(cursor)));
    this.drawTools();
  }

  /** The picture that Python has made, where it lies below the sheet. */
  backdrop() {
    const { pictured } = this, draft = this.drawing?.draft;
    const fits = pictured && draft && pictured.draft.rows === draft.rows
      && pictured.draft.columns === draft.columns;
    if (!fits) return [];
    const [x, y, width, height] = pictured.picture.box.map((each) => each * UNIT);
    // As an image it can run nothing and fetch nothing.
    return [svg("image", { x, y, width, height, href: imageAddress(pictured.picture.svg) })];
  }

  /** The draft that the picture below shows, if one lies there. */
  get shownDraft() {
    return this.layers.paper.childElementCount > 1 ? this.pictured?.draft ?? null : null;
  }

  /** The places that are wrong, or in which two solutions differ. */
  markElements() {
    const { known, sheet, drawing } = this;
    if (!known || !sheet || !drawing || known.draft !== drawing.draft) return [];
    const { problem, places: named = [] } = known.checked;
    const places = named.flatMap((place) => placesMeant(drawing.draft, place));
    return places.map((place) =>
      svg("path", { d: outlineOfBox(this.box(place)), class: problem === undefined ? "differs" : "bad" }));
  }

  /** Elements for all places: they have the focus, and say what is there. */
  drawSpots() {
    const { sheet, drawing } = this;
    if (!sheet || !drawing) return;
    const { draft, mode, cursor } = drawing, parts = partsOf(sheet, mode);
    const room = roomBeside(sheet, draft);
    const wanted = [mode, draft.rows, draft.columns, ...Object.values(room), ...parts].join();
    if (wanted !== this.spotsFor) {
      const hadFocus = this.layers.spots.contains(this.board.focusedElement);
      this.spotsFor = wanted;
      this.spots = new Map();
      for (const part of parts) {
        const [height, width] = sizeOf(part, draft);
        for (let at = 0; at < height * width; at++) this.addSpot({ part, at });
      }
      this.layers.spots.replaceChildren(...this.spots.values());
      if (hadFocus) this.focusCursor();
    }
    for (const part of parts) {
      const [height, width] = sizeOf(part, draft);
      for (let at = 0; at < height * width; at++) {
        const element = this.spots.get(`${part} ${at}`), isHere = part === cursor.part && at === cursor.at;
        const label = describePlace({ part, at }, draft, sheet);
        if (element?.getAttribute("aria-label") !== label) element?.setAttribute("aria-label", label);
        const index = isHere ? "0" : "-1";
        if (element?.getAttribute("tabindex") !== index) element?.setAttribute("tabindex", index);
      }
    }
  }

  /** @param {SheetPlace} place */
  addSpot(place) {
    const element = svg("path", { d: outlineOfBox(this.box(place)), role: "button", tabindex: "-1" });
    element.addEventListener("focus", () => {
      const cursor = this.drawing?.cursor;
      if (!this.pointer && (cursor?.part !== place.part || cursor.at !== place.at))
        this.dispatch({ type: "go", place }, "");
    });
    this.spots.set(`${place.part} ${place.at}`, element);
  }

  /** @param {FocusOptions} options */
  focusCursor(options = QUIETLY) {
    const cursor = this.drawing?.cursor;
    if (cursor) this.spots.get(`${cursor.part} ${cursor.at}`)?.focus(options);
  }

  /* -- tools -- */

  /** Which tools there are now, and which of them are pressed. */
  drawTools() {
    const { sheet, drawing } = this;
    if (!sheet || !drawing) return;
    const { draft, mode, stamp, brush, cursor, past, future } = drawing;
    for (const [name, button] of Object.entries(this.modeButtons))
      button.setAttribute("aria-pressed", String(name === mode));
    this.undoButton.toggleAttribute("disabled", !past.length);
    this.redoButton.toggleAttribute("disabled", !future.length);
    const isKnown = this.known?.draft === draft && this.known.checked.problem === undefined;
    this.playButton.toggleAttribute("disabled", !isKnown);
    this.drawKeypad();
    for (const button of this.keypad.querySelectorAll("[data-brush]"))
      button.setAttribute("aria-pressed", String(button.getAttribute("data-brush") === brush));
    this.keypad.querySelector(".stamp")?.setAttribute("aria-pressed", String(stamp !== null));
    const begun = wordBegun(drawing);
    for (const button of this.keypad.querySelectorAll("[data-letter]")) {
      const letter = button.getAttribute("data-letter") ?? "";
      button.toggleAttribute("disabled", !isBeside(cursor.part) && !canFollow(begun, letter, sheet));
    }
    for (const button of this.keypad.querySelectorAll("[data-letter]"))
      if (sheet.words.length && !isBeside(cursor.part))
        button.setAttribute("aria-pressed", String(button.getAttribute("data-letter") === stamp));
    const word = stamp ?? draft.words[cursor.part]?.[cursor.at] ?? "";
    if (this.word.value !== word && this.board.focusedElement !== this.word) this.word.value = word;
    this.word.setAttribute("aria-label", stamp === null
      ? describePlace(cursor, draft, sheet).split(":")[0] : "Word of the stamp");
    this.showSize(draft);
    this.showFormats();
    for (const field of this.fields.querySelectorAll("input")) this.showField(field, draft);
  }

  /** @param {HTMLInputElement} field @param {Draft} draft */
  showField(field, draft) {
    if (field === this.board.focusedElement) return;
    const own = this.sheet?.fields.find(({ name }) => name === field.dataset.field);
    const value = draft.said[field.dataset.field ?? ""];
    if (own?.kind === "flag") field.checked = Boolean(value ?? own.default);
    else field.value = Array.isArray(value) ? value.join(" ") : String(value ?? "");
  }

  /** @param {Draft} draft */
  showSize({ rows, columns }) {
    const size = `${rows} ${columns}`;
    if (this.sizeShown === size) return;
    this.sizeShown = size;
    this.rows.value = String(rows);
    this.columns.value = String(columns);
  }

  drawKeypad() {
    const { sheet, drawing } = this;
    if (!sheet || !drawing) return;
    const { mode, cursor } = drawing, isNumbers = isBeside(cursor.part);
    const isList = sheet.lists.includes(cursor.part);
    const letters = mode !== "words" ? "" : isNumbers ? "1234567890" : sheet.letters;
    const wanted = [mode, letters, isList].join("\n");
    if (wanted === this.keysFor) return;
    this.keysFor = wanted;
    if (mode === "words") {
      const keys = [...letters].map((letter) => {
        const key = pressable(letter, () => this.write(letter));
        key.removeAttribute("aria-pressed");
        key.setAttribute("data-letter", letter);
        const [, meaning] = sheet.meanings.find(([word]) => word === letter) ?? [];
        if (meaning && !isNumbers) key.title = meaning;
        return key;
      });
      const hole = sheet.hole && !isNumbers
        ? [smallButton("No cell", () => this.dispatch({ type: "set", word: sheet.hole }))] : [];
      const next = isList ? [smallButton("Next number", () => this.write(" "))] : [];
      const back = smallButton("Rub out", () => this.dispatch({ type: "back" }));
      back.title = "What stands at the chosen place, letter by letter";
      const stamp = pressable("Stamp", () => this.toggleStamp());
      stamp.classList.replace("pen", "stamp");
      stamp.title = "The same word wherever you tap or draw";
      const typed = html("span", { class: "typed" }, "Type:", this.word);
      this.keypad.replaceChildren(...keys, ...next, ...hole, back, stamp, typed);
    } else if (mode === "regions") {
      const name = sheet.region;
      /** @type {[Drawing["brush"], string][]} */
      const brushes = [["draw", `Draw a ${name}`], ["rub", "Rub out"],
        ...(sheet.void ? /** @type {[Drawing["brush"], string][]} */ ([["void", `In no ${name}`]]) : [])];
      this.keypad.replaceChildren(...brushes.map(([brush, label]) => {
        const button = pressable(label, () => this.dispatch({ type: "brush", brush }, ""));
        button.setAttribute("data-brush", brush);
        return button;
      }));
    } else this.keypad.replaceChildren(html("span", {}, mode === "walls"
      ? "Tap the side between two cells, or draw along it." : mode === "signs"
      ? "Tap the side between two cells for one sign after the other."
      : "Draw from the bulb on; tap a path to rub it out."));
  }

  /** @param {string} letter */
  write(letter) {
    const { drawing, sheet } = this;
    const isWhole = Boolean(sheet?.words.length) && !isBeside(drawing?.cursor.part ?? "");
    if (drawing?.stamp !== null && drawing?.stamp !== undefined && isWhole)
      this.dispatch({ type: "stamp", word: letter }, `Stamp: ${letter}.`);
    else this.dispatch({ type: "write", letter });
  }

  toggleStamp() {
    const { drawing, sheet } = this;
    if (!drawing || !sheet) return;
    const { cursor, draft, stamp } = drawing;
    const word = draft.words[cursor.part][cursor.at] || (sheet.words[0] ?? sheet.letters[0] ?? "");
    this.dispatch({ type: "stamp", word: stamp === null ? word : null },
      stamp === null ? `Stamp: ${word}.` : "A tap chooses a place.");
  }

  /* -- pointers and keys -- */

  /** Where a pointer is, in cells: across and down.
      @param {PointerEvent} event @returns {[number, number] | null} */
  point(event) {
    const found = placeIn(this.picture, event);
    return found && [found[0] / UNIT, found[1] / UNIT];
  }

  /** What lies at a point.
      @param {[number, number]} point @param {number} reach */
  there([x, y], reach) {
    const { sheet, drawing } = this;
    if (!sheet || !drawing) return { place: null, side: null };
    const { draft, mode } = drawing, { rows, columns } = draft, parts = partsOf(sheet, mode);
    const isCorner = parts.includes("corners");
    /** @param {number} at @param {number} size */
    const line = (at, size) => (isCorner ? Math.round(at) : at < 0 ? -1 : Math.min(Math.floor(at), size));
    return { place: placeAt([line(y, rows), line(x, columns)], parts, draft),
      side: mode === "walls" || mode === "signs" ? nearestSide([x, y], draft, reach) : null };
  }

  /** @param {PointerEvent} event */
  press(event) {
    const point = this.point(event), isPainting = this.picture.classList.contains("paints");
    if (this.pointer && event.pointerId !== this.pointer.id) {
      // Two fingers scroll and zoom.
      this.dispatch({ type: "release", cancelled: true });
      this.pointer = null;
      return;
    }
    if (event.button !== 0 || !point) return;
    if (isPainting) event.preventDefault();
    this.pointer = { id: event.pointerId, last: point };
    this.dispatch({ type: "press", ...this.there(point, 0.5) });
    this.focusCursor();
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { pointer, drawing } = this;
    if (!pointer || event.pointerId !== pointer.id || !drawing?.stroke) return;
    const point = this.point(event);
    if (!point) return;
    const [x, y] = pointer.last, [u, v] = point;
    const steps = Math.max(1, Math.ceil(Math.hypot(u - x, v - y) / 0.2));
    for (let step = 1; step <= steps; step++) {
      const there = this.there([x + (u - x) * step / steps, y + (v - y) * step / steps], 0.25);
      if (this.drawing && this.sheet) this.drawing = draw(this.drawing, { type: "drag", ...there }, this.sheet);
    }
    pointer.last = point;
    this.draw();
  }

  /** @param {PointerEvent} event @param {boolean} cancelled */
  release(event, cancelled = false) {
    if (this.pointer?.id !== event.pointerId) return;
    this.pointer = null;
    this.dispatch({ type: "release", cancelled });
  }

  /** @param {KeyboardEvent} event */
  onShortcut(event) {
    const { key, ctrlKey, metaKey, shiftKey, target } = event;
    const isField = target instanceof Element && target.closest("input, textarea, select") !== null;
    const letter = key.toLowerCase();
    if (!(ctrlKey || metaKey) || isField || !["z", "y"].includes(letter)) return;
    event.preventDefault();
    const isRedo = letter === "y" || shiftKey;
    this.dispatch({ type: isRedo ? "redo" : "undo" }, isRedo ? "Redone." : "Undone.");
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || !this.drawing) return;
    const action = this.actionOf(key, shiftKey);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    this.dispatch(action, action.type === "move" ? "" : undefined);
    if (action.type === "press") this.dispatch({ type: "release" });
    if (action.type === "move" || action.type === "extend") this.focusCursor({ preventScroll: false });
  }

  /** @param {string} key @param {boolean} shift @returns {DrawingAction | null} */
  actionOf(key, shift) {
    const { drawing, sheet } = this;
    if (!drawing || !sheet) return null;
    const { cursor, mode, stamp } = drawing, way = ARROW_WAYS[key];
    if (way) return { type: shift && mode !== "words" ? "extend" : "move", way };
    if (key === "Backspace" || key === "Delete") return { type: "back", whole: key === "Delete" };
    const isList = sheet.lists.includes(cursor.part);
    if (key === "Enter" || (key === " " && !isList)) {
      const isPainting = mode === "regions" || mode === "paths" || (mode === "words" && stamp !== null);
      return isPainting ? { type: "press", place: cursor, side: null } : null;
    }
    if ([...key].length !== 1) return null;
    if (mode === "regions") return /[a-z]/i.test(key) ? { type: "name", name: key.toUpperCase() } : null;
    if (mode !== "words") return null;
    if (isBeside(cursor.part)) return /[0-9]/.test(key) || (isList && key === " ") ? { type: "write", letter: key } : null;
    return { type: "write", letter: key };
  }

  /* -- forms -- */

  /** @param {number} rows @param {number} columns */
  resize(rows, columns) {
    this.ask("sheet", { rows, columns }, ({ sheet, error }) => {
      if (error !== undefined) this.say(`${capitalised(String(error))}.`);
      else if (this.drawing) {
        this.sheet = sheet;
        this.dispatch({ type: "draft", draft: resized(this.drawing.draft, rows, columns) },
          `${counted(rows, "row")} and ${counted(columns, "column")}.`);
        this.keysFor = "";
        this.draw();
      }
    });
  }

  /** @param {string} text */
  read(text) {
    const position = savedPosition(text);
    if (position) {
      this.openSaved(position);
      return;
    }
    this.ask("sheet", { text }, ({ sheet, draft, error }) => {
      if (error !== undefined) this.say(`This was not read. ${capitalised(String(error))}.`);
      else {
        this.sheet = sheet;
        this.keysFor = "";
        this.dispatch({ type: "draft", draft }, `Read: ${counted(draft.rows, "row")} and ${counted(draft.columns, "column")}.`);
      }
    });
  }

  /** Opens a position that was saved as JSON, with what was drawn and noted on its board.
      @param {{ puzzle: string, board: string, given?: number[], moves: number[], notes?: Aside }} position */
  openSaved({ puzzle, board: key, given, moves, notes }) {
    const own = this.sheet?.puzzle;
    if (puzzle !== own) {
      this.say(`This was not read. It is a board of ${puzzle}, and this is the editor of ${own}.`);
      return;
    }
    this.ask("board", { board: key, ...(Array.isArray(given) ? { given } : {}) }, ({ board: data, error }) => {
      if (error !== undefined) {
        this.say(`This was not read. ${capitalised(String(error))}.`);
        return;
      }
      this.keep(null);
      const { candidates, corners, tints } = notes ?? {};
      const next = this.board.begin(data, { placed: moves, candidates, corners, tints });
      next.frame.announce("The position that was saved, with what was drawn.");
      next.focusCursor({ preventScroll: true });
    });
  }

  /** @param {File} file */
  async readFile(file) {
    const text = await file.text().catch(() => "");
    this.readField.value = text;
    this.read(text);
  }

  /** The texts of what is drawn, by their formats. */
  get texts() {
    const { known, drawing, sheet } = this;
    if (!known || !drawing || !sheet || known.draft !== drawing.draft) return {};
    const { texts = {}, picture } = known.checked;
    return { ...texts, ...(picture ? { svg: picture.svg } : {}) };
  }

  /** The formats in which the draft can be saved. */
  showFormats() {
    const { format, texts } = this;
    if (this.textsShown === this.known) return;
    this.textsShown = this.known;
    const chosen = format.value || "text";
    const names = Object.keys(FORMATS).filter((name) => name in texts);
    format.replaceChildren(...names.map((name) => html("option", { value: name }, FORMATS[name])));
    if (names.includes(chosen)) format.value = chosen;
    this.showText();
  }

  showText() {
    this.text.value = this.chosenText ?? "Nothing to save yet: see what is said above the sheet.";
  }

  /** @returns {string | undefined} */
  get chosenText() {
    return /** @type {Record<string, string>} */ (this.texts)[this.format.value];
  }

  async copy() {
    const { chosenText: text } = this;
    if (text === undefined) return;
    this.text.select();
    await navigator.clipboard?.writeText(text).catch(() => {});
    this.say("Copied.");
  }

  save() {
    const { chosenText: text, sheet } = this, name = this.format.value;
    if (text === undefined || !sheet) return;
    URL.revokeObjectURL(this.download);
    this.download = URL.createObjectURL(new Blob([text], { type: FILE_TYPES[name] }));
    const ending = name === "yaml" || name === "svg" ? name : "txt";
    const link = html("a", { href: this.download, download: `${sheet.puzzle}.${ending}` });
    link.click();
    this.say(`${sheet.puzzle}.${ending} was downloaded.`);
  }

  /** Opens the board that is drawn, to be played. */
  play() {
    const { drawing, board } = this;
    if (!drawing) return;
    this.ask("open-draft", { draft: drawing.draft }, ({ board: data, error }) => {
      if (error !== undefined) {
        this.say(`${capitalised(String(error))}.`);
        return;
      }
      this.keep(null);
      const next = board.begin(data, {});
      next.frame.announce("Your own board. Edit goes back to the sheet.");
      next.focusCursor({ preventScroll: true });
    });
  }
}

/**
 * The position that a page has saved as JSON; null if a text is none.
 * @param {string} text
 */
function savedPosition(text) {
  try {
    const found = JSON.parse(text);
    const isPosition = typeof found?.board === "string" && found.board && Array.isArray(found.moves);
    return isPosition && typeof found.puzzle === "string" ? found : null;
  } catch {
    return null;
  }
}
