import assert from "node:assert/strict";
import { test } from "node:test";

import { sizeOf } from "../../ilpuzzles/play/editor.js";
import { boxOfPlace, placesMeant, plainElements, regionElements, roomBeside, UNIT } from "../../ilpuzzles/play/sheet_elements.js";
import { dominoes, shades, threes } from "./boards.js";
import { Game } from "./host.js";
import { openPage } from "./paper.js";

const SHEET = { puzzle: "small", title: "Own", parts: ["board"], lists: [], regions: "", walls: "",
  region: "region", hole: "", void: "", patterns: ["[0-9]+", "[?]"], letters: "0123456789?", words: [],
  meanings: [["?", "any number"]], fields: [], most: 2500, least: [1, 2] };

function emptyDraft(sheet, rows = 3, columns = 4) {
  const words = Object.fromEntries(sheet.parts.map((part) => {
    const [height, width] = sizeOf(part, { rows, columns });
    return [part, Array(height * width).fill("")];
  }));
  return { rows, columns, words, regions: Array(sheet.regions ? rows * columns : 0).fill(""), walls: [], said: {} };
}

/** Somebody at the sheet of a board. */
class Drawer extends Game {
  static async begin(context, more = {}, { draft, kept = {} } = {}) {
    const sheet = { ...SHEET, ...more };
    const game = new Drawer(context, shades({ questions: ["status", "draft"] }));
    for (const [key, value] of Object.entries(kept)) game.local.setItem(key, value);
    game.wait().tell("status", { solvable: null, dead: [] }).push("Edit");
    for (let n = 0; n < 4; n++) await null;
    return game.tell("sheet", { sheet, draft: draft ?? emptyDraft(sheet) });
  }

  get editor() { return this.session.editor; }
  get draft() { return this.editor.drawing.draft; }
  get verdict() { return this.editor.status.textContent; }
  get told() { return this.editor.said.textContent.replace(/\u00a0$/, ""); }
  get wordsThere() { return this.draft.words.board.map((word, at) => (word ? `${at}:${word}` : "")).filter(Boolean).join(" "); }

  spot(at, part = "board") { return this.editor.spots.get(`${part} ${at}`); }
  go(at, part) { this.spot(at, part).focus(); return this; }

  /** A stroke over places of the sheet, given in cells: across and down. */
  pull(places, { up = true, ...more } = {}) {
    const { picture } = this.editor, event = ([x, y]) => ({ button: 0, pointerId: 1, pointerType: "mouse",
      clientX: x * UNIT + picture.left, clientY: y * UNIT, ...more });
    picture.fire("pointerdown", event(places[0]));
    for (const place of places.slice(1)) this.page.body.fire("pointermove", event(place));
    if (up) this.page.body.fire("pointerup", event(places.at(-1)));
    return this;
  }

  marked(name) { return this.editor.layers.marks.children.filter((one) => one.classList.contains(name)).length; }
  input(label, value, kind = "input") {
    const field = this.place.querySelectorAll(`[aria-label]`).find((one) => one.getAttribute("aria-label") === label);
    field.value = value;
    field.fire(kind);
    return this;
  }
}

test("what is drawn is looked at once it has come to rest, and of the last draft alone", async (context) => {
  const game = await Drawer.begin(context);
  game.go(0).keys("1").wait(119).go(1).keys("2").wait(119);
  assert.deepEqual(game.asked("draft"), []);
  game.wait(1);
  assert.deepEqual(game.asked("draft").map(({ draft }) => draft.words.board.slice(0, 2)), [["1", "2"]]);
  assert.equal(game.wordsThere, "0:1 1:2");
  game.wait(600);
  assert.equal(game.verdict, "Looking for solutions …");
});

test("the picture comes first, and then the verdict; both of the draft that is drawn", async (context) => {
  const game = await Drawer.begin(context), picture = { svg: "<svg/>", box: [0, 0, 4, 3] };
  const texts = { yaml: "a: 1\n", text: "1 .\n" }, images = () => game.editor.layers.paper.querySelectorAll("image").length;
  assert.equal(game.can("Play it"), false);
  game.wait(200).tell("draft", { picture, texts, partial: true });
  assert.deepEqual([images(), game.can("Play it")], [1, true]);
  assert.ok(game.editor.status.classList.contains("pending"));
  game.tell("draft", { picture, texts, verdict: "several", places: [["board", 0, 1], ["board", 2, 3]] });
  assert.equal(game.verdict, "Several solutions: two of them differ in 2 cells, marked");
  assert.deepEqual([game.marked("differs"), game.marked("bad")], [2, 0]);
  assert.ok(!game.editor.status.classList.contains("pending"));
  game.go(3).keys("5");
  assert.deepEqual([game.marked("differs"), game.can("Play it"), images()], [0, false, 1],
    "another draft is not known yet, and the picture of the last one stays below");
  game.wait(600);
  const late = game.question("draft");
  game.keys("6").tell("draft", { picture: null, verdict: "one" }, late);
  assert.notEqual(game.verdict, "One solution", "an answer about what was drawn before is dropped");
  game.wait(200).tell("draft", { picture, texts, verdict: "one", places: [] });
  assert.equal(game.verdict, "One solution");
  assert.ok(game.editor.status.classList.contains("solved"));
});

test("verdicts in words; a problem is said and marked where it is", async (context) => {
  const game = await Drawer.begin(context), said = [];
  const hears = (answer) => {
    game.go(0).keys("1").wait(200).tell("draft", answer);
    said.push(game.verdict);
  };
  for (const verdict of ["none", "one", "several", "some", "unknown"]) hears({ verdict, places: [] });
  assert.deepEqual(said, ["No solution", "One solution", "Several solutions",
    "There is a solution; whether it is the only one would take a longer search",
    "Not known: that would take a longer search"]);
  assert.ok(!game.editor.status.classList.contains("wrong"));
  hears({ verdict: "none" });
  assert.ok(game.editor.status.classList.contains("wrong"));
  hears({ problem: "Row 1 is odd.", places: [["board", 0]] });
  assert.deepEqual([game.verdict, game.marked("bad"), game.can("Play it")], ["Row 1 is odd.", 4, false]);
  hears({ error: "That went wrong." });
  assert.equal(game.verdict, "That went wrong.");
});

test("a question of somebody comes before the look at what is drawn, which follows", async (context) => {
  const game = await Drawer.begin(context);
  game.wait(200);
  game.input("Rows, an address, or YAML", "1 2\n3 4").push("Read it");
  game.go(0).keys("7").wait(500);
  assert.equal(game.asked("draft").length, 1, "the reader waits for no verdict");
  game.tell("sheet", { error: "row 1 is too short" });
  assert.equal(game.told, "This was not read. Row 1 is too short.");
  game.wait(200);
  assert.deepEqual(game.question("draft").draft.words.board[0], "7");
  game.input("Rows, an address, or YAML", "1 2\n3 4").push("Read it");
  const draft = { ...emptyDraft(SHEET, 2, 2), words: { board: ["1", "2", "3", "4"] } };
  game.tell("sheet", { sheet: { ...SHEET }, draft });
  assert.deepEqual([game.wordsThere, game.told], ["0:1 1:2 2:3 3:4", "Read: 2 rows and 2 columns."]);
  game.push("Undo");
  assert.equal(game.wordsThere, "0:7", "reading is a step as any other");
});

test("undo and redo by buttons and keys, and what is cleared is there again", async (context) => {
  const game = await Drawer.begin(context);
  assert.deepEqual([game.can("Undo"), game.can("Redo")], [false, false]);
  game.go(0).keys("1").go(5).keys("2");
  game.push("Clear");
  assert.deepEqual([game.wordsThere, game.told], ["", "The sheet is empty."]);
  game.push("Undo");
  assert.deepEqual([game.wordsThere, game.told], ["0:1 5:2", "Undone."]);
  const key = (letter, more) => game.go(0).key(letter, { ctrlKey: true, ...more });
  key("z");
  assert.equal(game.wordsThere, "0:1");
  key("y");
  assert.deepEqual([game.wordsThere, game.told], ["0:1 5:2", "Redone."]);
  key("z");
  key("Z", { shiftKey: true });
  assert.equal(game.wordsThere, "0:1 5:2");
  game.push("Undo").push("Undo");
  assert.equal(game.wordsThere, "", "what was redone can be undone again");
  game.push("Redo").push("Redo");
  assert.equal(key("q").defaultPrevented, false);
  game.editor.word.fire("keydown", { key: "z", ctrlKey: true });
  assert.equal(game.wordsThere, "0:1 5:2", "a field has its own steps");
});

test("keys write, rub out letter by letter or all at once, and go over the sheet", async (context) => {
  const game = await Drawer.begin(context);
  game.go(0).keys("12");
  assert.deepEqual([game.wordsThere, game.told], ["0:12", "Row 1, column 1: 12."]);
  game.key("Backspace");
  assert.equal(game.wordsThere, "0:1");
  game.keys("5").key("Delete");
  assert.equal(game.wordsThere, "");
  for (const key of ["ArrowRight", "ArrowDown", "ArrowRight", "ArrowRight", "ArrowRight"]) game.key(key);
  game.keys("9");
  assert.equal(game.wordsThere, "7:9");
  assert.equal(game.page.activeElement, game.spot(7));
  assert.equal(game.spot(7).getAttribute("aria-label"), "row 2, column 4: 9");
  assert.deepEqual([...game.editor.spots.values()].filter((one) => one.getAttribute("tabindex") === "0"), [game.spot(7)]);
});

test("the keypad writes, and what begins no clue is pale; a letter says what it means", async (context) => {
  const game = await Drawer.begin(context, { later: "0", patterns: ["[1-9][0-9]?", "[?]"] });
  assert.deepEqual(["0", "1", "?"].map((letter) => game.can(letter)), [false, true, true]);
  game.go(0).push("1").push("0");
  assert.equal(game.wordsThere, "0:10");
  assert.equal(game.can("0"), false);
  assert.equal(game.button("?").title, "any number");
  game.push("Rub out");
  assert.equal(game.wordsThere, "0:1");
  game.editor.word.value = "34";
  game.editor.word.fire("input");
  assert.equal(game.wordsThere, "0:34");
});

test("a stamp writes the same word wherever a stroke goes, as one step", async (context) => {
  const game = await Drawer.begin(context);
  game.go(0).keys("3").push("Stamp");
  assert.equal(game.told, "Stamp: 3.");
  game.pull([[0.5, 1.5], [3.5, 1.5]]);
  assert.equal(game.wordsThere, "0:3 4:3 5:3 6:3 7:3");
  game.wait(200);
  assert.equal(game.question("draft").draft.words.board[7], "3");
  game.push("Undo");
  assert.equal(game.wordsThere, "0:3");
  game.pull([[0.5, 2.5], [1.5, 2.5]], { up: false });
  game.page.body.fire("pointercancel", { pointerId: 1 });
  assert.equal(game.wordsThere, "0:3", "what the browser takes leaves nothing");
  game.pull([[0.5, 2.5], [2.5, 2.5]], { up: false });
  game.editor.picture.fire("pointerdown", { button: 0, pointerId: 2, clientX: 0, clientY: 0 });
  assert.equal(game.wordsThere, "0:3", "nor do two fingers");
  game.pull([[0.5, 2.5], [1.5, 2.5]], { button: 2 });
  assert.equal(game.wordsThere, "0:3", "the other button is the browser's");
  game.push("Stamp");
  assert.equal(game.told, "A tap chooses a place.");
  game.pull([[2.5, 0.5]]);
  assert.deepEqual([game.wordsThere, game.page.activeElement], ["0:3", game.spot(2)]);
});

test("a stroke leaves out no cell, the first and the last one neither", async (context) => {
  const game = await Drawer.begin(context, { regions: "needed", parts: [] });
  const regions = () => game.draft.regions.join("");
  game.pull([[0.5, 0.5], [3.5, 0.5]]);
  assert.equal(regions(), "AAAA");
  game.pull([[3.5, 2.9], [3.5, 1.1], [0.5, 1.1]]);
  assert.equal(regions(), "AAAABBBBB");
  game.push("Undo");
  assert.equal(regions(), "AAAA");
  game.push("Redo").push("Rub out").pull([[0.5, 0.5]]);
  assert.equal(regions(), "AAABBBBB");
  assert.equal(game.editor.layers.tints.querySelectorAll("rect").length, 8);
  game.go(11);
  game.key("ArrowLeft", { shiftKey: true });
  assert.equal(game.draft.regions[10], "B");
  game.key("c");
  assert.equal(game.draft.regions[10], "C");
});

test("walls are drawn where a stroke goes along the sides of cells", async (context) => {
  const game = await Drawer.begin(context, { walls: "optional" });
  game.push("Walls");
  for (const x of [1, 0.9, 1.12]) {
    game.pull([[x, 0.4], [x, 2.6]]);
    assert.equal(game.draft.walls.length, 3, "none of those that it crosses");
    if (x !== 1.12) game.push("Undo");
  }
  game.pull([[1, 0.5]]);
  assert.equal(game.draft.walls.length, 2);
  assert.match(game.spot(4).getAttribute("aria-label"), /wall to the right/);
  assert.doesNotMatch(game.spot(0).getAttribute("aria-label"), /wall/);
  game.push("Clues").go(0).keys("4");
  assert.equal(game.wordsThere, "0:4");
});

test("numbers beside the grid follow one another, and are drawn towards it", async (context) => {
  const game = await Drawer.begin(context, { parts: ["above", "left"], lists: ["above"], patterns: [] });
  game.go(1, "above").keys("3").key(" ");
  game.keys("12");
  assert.equal(game.draft.words.above[1], "3 12");
  const texts = () => game.editor.layers.plain.querySelectorAll("text")
    .map((one) => [one.textContent, Math.round(Number(one.getAttribute("y")) / UNIT)]);
  const [[near], [far]] = texts().sort(([, one], [, other]) => other - one);
  assert.deepEqual([near, far], ["12", "3"], "the last one stands at the grid");
  game.go(0, "left").keys("7").key(" ");
  assert.equal(game.draft.words.left[0], "7", "there is one number in each row");
});

test("the first line of a genre: a flag, a number and a list of numbers", async (context) => {
  const fields = [["looped", "flag"], ["most", "number"], ["fleet", "numbers"]].map(([name, kind]) =>
    ({ name, kind, default: null, needed: false }));
  const game = await Drawer.begin(context, { fields }), field = (name) => game.editor.fields.querySelector(`[data-field="${name}"]`);
  const sets = (name, value) => { field(name).value = value; field(name).fire("input"); };
  field("looped").checked = true;
  field("looped").fire("change");
  sets("most", "12 and 3");
  sets("fleet", "3, 2 2");
  assert.deepEqual(game.draft.said, { looped: true, most: 12, fleet: [3, 2, 2] });
  sets("fleet", "none");
  assert.deepEqual(game.draft.said, { looped: true, most: 12 });
  game.push("Undo");
  assert.equal(field("fleet").value, "3 2 2");
  for (let n = 0; n < 3; n++) game.push("Undo");
  assert.deepEqual([field("looped").checked, field("most").value], [false, ""]);
});

test("another size keeps what lies on it; rows are rows, and columns columns", async (context) => {
  const game = await Drawer.begin(context);
  game.go(5).keys("8");
  game.editor.rows.value = "2";
  game.editor.columns.value = "6";
  game.place.querySelector("form").fire("submit");
  const { rows, columns } = game.question("sheet");
  assert.deepEqual([rows, columns], [2, 6]);
  game.tell("sheet", { sheet: { ...SHEET } });
  assert.deepEqual([game.draft.rows, game.draft.columns, game.wordsThere, game.told],
    [2, 6, "7:8", "2 rows and 6 columns."]);
  game.place.querySelector("form").fire("submit");
  game.tell("sheet", { error: "a board has 3 rows at least" });
  assert.equal(game.told, "A board has 3 rows at least.");
  game.push("Undo");
  assert.deepEqual([game.editor.rows.value, game.editor.columns.value, game.wordsThere], ["3", "4", "5:8"]);
});

test("what is drawn is saved in the format that was chosen, as long as it is known", async (context) => {
  const game = await Drawer.begin(context), { editor } = game;
  const texts = { text: "1 2\n", yaml: "board: 1\n" }, picture = { svg: "<svg/>", box: [0, 0, 1, 1] };
  const formats = () => editor.format.options.map((one) => one.textContent);
  game.push("Download").push("Copy");
  assert.deepEqual([game.page.downloads, game.copied], [[], []]);
  game.wait(200).tell("draft", { texts, picture, verdict: "one" });
  assert.deepEqual([formats(), editor.text.value], [["Rows", "YAML", "Picture (SVG)"], "1 2\n"]);
  game.input("Format", "yaml", "change");
  assert.equal(editor.text.value, "board: 1\n");
  game.push("Download");
  game.input("Format", "text", "change").push("Download");
  assert.deepEqual(game.page.downloads, ["small.yaml", "small.txt"]);
  assert.deepEqual([await game.saved[0].text(), game.saved[0].type], ["board: 1\n", "application/yaml"]);
  game.input("Format", "svg", "change").push("Copy");
  await null;
  await null;
  assert.deepEqual([game.copied, game.told], [["<svg/>"], "Copied."]);
  game.go(0).keys("1").wait(200).tell("draft", { texts, picture, verdict: "one" });
  assert.equal(editor.format.value, "svg", "what was chosen stays chosen");
  game.keys("2").wait(200).tell("draft", { problem: "Odd." });
  assert.match(editor.text.value, /^Nothing to save yet/);
});

test("the draft is kept at every step, and offered the next time if it is another one", async (context) => {
  const game = await Drawer.begin(context);
  assert.equal(game.local.getItem("ilpuzzles-draft-small"), null, "an empty sheet takes nothing's place");
  game.go(0).keys("4");
  assert.equal(game.model.get("draft").draft.words.board[0], "4");
  const kept = { "ilpuzzles-draft-small": game.local.getItem("ilpuzzles-draft-small") };
  const again = await Drawer.begin(context, {}, { kept });
  again.push("Go on with the last draft, 3 × 4");
  assert.deepEqual([again.wordsThere, again.told], ["0:4", "This is what you drew last."]);
  again.push("Undo");
  assert.equal(again.wordsThere, "");
  const same = await Drawer.begin(context, {}, { kept, draft: game.draft });
  assert.equal(same.editor.lastButton.hidden, true, "it is there already");
  const other = await Drawer.begin(context, { puzzle: "other" }, { kept: { "ilpuzzles-draft-other": kept["ilpuzzles-draft-small"] } });
  assert.equal(other.editor.lastButton.hidden, true, "of another puzzle");
});

test("a board of one's own is played, and one that cannot be is not", async (context) => {
  const game = await Drawer.begin(context);
  game.wait(200).tell("draft", { verdict: "one", texts: {} }).push("Play it");
  assert.deepEqual(game.question("open-draft").draft, game.draft);
  game.tell("open-draft", { error: "there is no such board" });
  assert.equal(game.told, "There is no such board.");
  game.push("Play it").tell("open-draft", { board: dominoes() });
  assert.deepEqual([game.session.editor, game.model.get("draft"), game.table.data.pieces.length], [null, null, 1]);
  assert.equal(game.said, "Your own board. Edit goes back to the sheet.");
});

test("who goes back to the board finds it as it was, and no key of the sheet reaches it", async (context) => {
  const game = await Drawer.begin(context);
  assert.equal(game.board.frame.element.hidden, true);
  game.board.root.fire("keydown", { key: "z" });
  game.go(0).keys("1");
  game.push("Back to the board");
  assert.deepEqual([game.session.editor, game.model.get("draft"), game.board.frame.element.hidden], [null, null, false]);
  assert.equal(game.place.querySelector(".editor"), null);
  assert.equal(game.page.activeElement.textContent, "Edit");
  assert.equal(game.asked("cancel").length, 1);
  const asked = game.asked("draft").length;
  game.wait(5000);
  assert.equal(game.asked("draft").length, asked, "nothing is looked at any more");
  assert.equal(game.asked("status").length, 2);
});

test("while somebody draws, keys on the page do nothing to the board behind", async (context) => {
  const game = new Drawer(context, shades({ questions: ["status", "draft"] }));
  game.act({ type: "act", spot: 0 }).wait().push("Edit");
  for (let n = 0; n < 4; n++) await null;
  game.tell("sheet", { sheet: SHEET, draft: emptyDraft(SHEET) });
  game.page.body.fire("keydown", { key: "z" });
  assert.equal(game.placed.length, 1);
});

test("a sheet that cannot be had leads back to the board, with the reason", async (context) => {
  const game = new Drawer(context, shades({ questions: ["status", "draft"] }));
  game.wait().push("Edit");
  for (let n = 0; n < 4; n++) await null;
  game.tell("sheet", { error: "there is no editor for this" });
  assert.deepEqual([game.session.editor, game.said], [null, "there is no editor for this"]);
  game.model.loadEditor = async () => { throw new Error("no network"); };
  game.push("Edit");
  for (let n = 0; n < 4; n++) await null;
  assert.match(game.said, /^The editor could not be loaded/);
  assert.equal(game.board.frame.element.hidden, false);
});

test("a position that was saved as JSON is opened with what was noted, if it is of this puzzle", async (context) => {
  const game = await Drawer.begin(context), field = "Rows, an address, or YAML";
  const saved = { puzzle: "small", board: "preset:one", given: [0], moves: [0, 2], notes: { candidates: { 1: ["2"] } } };
  game.input(field, JSON.stringify({ ...saved, puzzle: "large" })).push("Read it");
  assert.match(game.told, /^This was not read\. It is a board of large, and this is the editor of small\.$/);
  assert.equal(game.asked("board").length, 0);
  game.input(field, JSON.stringify(saved)).push("Read it");
  const { board, given } = game.question("board");
  assert.deepEqual([board, given], ["preset:one", [0]]);
  game.tell("board", { error: "no such board" });
  assert.equal(game.told, "This was not read. No such board.");
  game.push("Read it").tell("board", { board: threes({ given: [0] }) });
  assert.deepEqual(game.model.get("state").placed, [0, 2]);
  assert.deepEqual(game.board.play.candidates, { 1: ["2"] });
  assert.equal(game.said, "The position that was saved, with what was drawn.");
  const other = await Drawer.begin(context);
  other.input(field, JSON.stringify({ moves: [], board: "" })).push("Read it");
  assert.ok("text" in other.question("sheet"), "what is no position is read as a text");
});

test("a file that is dropped on the sheet, or chosen, is read", async (context) => {
  const game = await Drawer.begin(context), file = { text: async () => "5 5\n5 5" };
  game.editor.element.fire("drop", { dataTransfer: { files: [file], getData: () => "" } });
  for (let n = 0; n < 4; n++) await null;
  assert.deepEqual([game.question("sheet").text, game.editor.readField.value], ["5 5\n5 5", "5 5\n5 5"]);
  game.editor.element.fire("drop", { dataTransfer: { files: [], getData: () => "1 1" } });
  assert.equal(game.question("sheet").text, "1 1");
});

test("a server that is gone is said to be, and the draft stays", async (context) => {
  const game = await Drawer.begin(context);
  game.model.set("link", "lost");
  assert.match(game.editor.link.textContent, /^The server does not answer\. Your draft is kept here/);
  assert.equal(game.editor.link.hidden, false);
  game.model.set("link", "open");
  assert.equal(game.editor.link.hidden, true);
});

/* -- what a draft looks like -- */

const drawn = { ...SHEET, parts: ["board", "above", "right", "corners"], lists: ["above"], regions: "optional", hole: "#" };

test("places lie where they are: in the grid, at its corners, and beside it", () => {
  const draft = emptyDraft(drawn), box = (part, at) => boxOfPlace(drawn, draft, { part, at }).map((one) => one / UNIT);
  assert.deepEqual(box("board", 6), [2, 1, 1, 1]);
  assert.deepEqual(box("corners", 0), [-0.4, -0.4, 0.8, 0.8]);
  assert.deepEqual(box("right", 2), [4, 2, 1, 1]);
  const [x, y, width, height] = box("above", 3);
  assert.deepEqual([x, y + height, width], [3, 0, 1]);
  const longer = { ...draft, words: { ...draft.words, above: ["1 2 3 4 5", "", "", ""] } };
  assert.ok(roomBeside(drawn, longer).above > roomBeside(drawn, draft).above, "there is room for one more number than there is");
  assert.ok(roomBeside(drawn, longer).above > 5 * 0.62 + 0.6);
});

test("places that Python names are found: a cell, a whole row, a line beside, and none outside", () => {
  const draft = emptyDraft(drawn), found = (...named) => placesMeant(draft, named).map(({ part, at }) => `${part} ${at}`);
  assert.deepEqual(found("board", 2, 3), ["board 11"]);
  assert.deepEqual(found("board", 1), ["board 4", "board 5", "board 6", "board 7"]);
  assert.deepEqual(found("above", 3), ["above 3"]);
  assert.deepEqual(found("above", 4), []);
  assert.deepEqual(found("corners", 3, 4), ["corners 19"]);
  assert.deepEqual([found("board", 3, 0), found("board", -1, 0), found("board", 0, 4)], [[], [], []]);
});

test("what the picture below does not show yet is drawn plainly, and nothing else", (context) => {
  openPage(context);
  const draft = emptyDraft(drawn), set = (change) => ({ ...draft, ...change });
  const cells = (one, shown) => plainElements(drawn, one, shown).filter((element) => ["cell", "hole"].includes(element.getAttribute("class"))
    && element.tagName === "rect").map((element) => Number(element.getAttribute("y")) / UNIT * 4 + Number(element.getAttribute("x")) / UNIT);
  assert.equal(cells(draft, null).length, 12);
  assert.deepEqual(cells(draft, draft), []);
  const word = set({ words: { ...draft.words, board: draft.words.board.map((_, at) => (at === 5 ? "3" : "")) } });
  assert.deepEqual(cells(word, draft), [5]);
  const region = set({ regions: draft.regions.map((_, at) => (at === 5 ? "A" : "")) });
  assert.deepEqual(cells(region, draft), [1, 4, 5, 6, 9], "a region changes the sides of its neighbours");
  const hole = set({ words: { ...draft.words, board: draft.words.board.map((_, at) => (at === 0 ? "#" : "")) } });
  assert.deepEqual(plainElements(drawn, hole, null).filter((one) => one.getAttribute("class") === "hole").length, 1);
  const thick = (one) => plainElements(drawn, one, null).filter((element) => element.tagName === "line").length;
  assert.equal(thick(draft), 14, "around the grid");
  assert.equal(thick(region), 14 + 8, "each side of the region, from both of its cells");
  const tints = regionElements(set({ regions: ["A", "B", "A", ...Array(9).fill("")] }));
  const fills = tints.filter((one) => one.tagName === "rect").map((one) => one.getAttribute("fill"));
  assert.deepEqual([fills.length, fills[0] === fills[2], fills[0] === fills[1]], [3, true, false]);
});
