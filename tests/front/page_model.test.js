import assert from "node:assert/strict";
import { test } from "node:test";

import { KeyModel } from "../../ilpuzzles/play/answer_key.js";
import { keepChoice, keepLongKey, keptChoice, keptLongKeys } from "../../ilpuzzles/play/browser_storage.js";
import { withLooks } from "../../ilpuzzles/play/looks.js";
import { digestOf, markOf, readAddress, writeAddress } from "../../ilpuzzles/play/page_address.js";
import { PageModel } from "../../ilpuzzles/play/page_model.js";
import { SolverModel } from "../../ilpuzzles/play/solver.js";
import { start } from "../../ilpuzzles/play/start.js";
import { dominoes, lines, threes } from "./boards.js";
import { openPage } from "./paper.js";

const turn = () => new Promise((done) => setImmediate(done));

test("a page tells of values that are others now, and only those", (context) => {
  openPage(context);
  const model = new PageModel(threes()), heard = [], listener = (...more) => heard.push(more);
  model.on("change:state", listener);
  const state = { placed: [1] };
  model.set("state", state);
  model.set("state", state);
  assert.deepEqual([heard, model.get("state")], [[[]], state]);
  model.off("change:state", listener);
  model.set("state", {});
  assert.equal(heard.length, 1);
});

test("a reload has the position, its steps and what was drawn; the address has the position alone", (context) => {
  const { location, session } = openPage(context), board = threes(), model = new PageModel(board);
  const state = { placed: [1, 2], given: [1], positions: [[1], [1, 2]], at: 1, seconds: 9 };
  model.set("state", state);
  model.save_changes();
  assert.deepEqual(readAddress(location.hash).state, { placed: [1, 2], given: [1] });
  assert.deepEqual(new PageModel(board).get("state"), { ...state, mark: markOf(board) });
  session.kept.clear();
  assert.deepEqual(new PageModel(board).get("state"), { given: [1], placed: [1, 2] });
  assert.deepEqual(new PageModel(dominoes({ key: "other" })).get("state"), {}, "another board has another one");
});

test("what the address says comes before what the tab has kept", (context) => {
  const { location } = openPage(context), board = threes(), model = new PageModel(board);
  model.set("state", { placed: [1, 2], seconds: 9 });
  model.save_changes();
  location.hash = writeAddress(board, { given: [], placed: [] });
  const { placed, given, seconds } = new PageModel(board).get("state");
  assert.deepEqual([placed, given, seconds], [[], [], 9], "a board without marks, too");
});

test("what lies on a board that was saved is there, until it is played on", (context) => {
  openPage(context);
  const board = threes({ placed: [3], candidates: { 1: ["2"] } });
  const { placed, candidates } = new PageModel(board).get("state");
  assert.deepEqual([placed, candidates], [[3], { 1: ["2"] }]);
  const model = new PageModel(board);
  model.set("state", { placed: [] });
  model.save_changes();
  assert.deepEqual(new PageModel(board).get("state").placed, []);
});

test("a board that took the place of the first one is there after a reload, on this page alone", (context) => {
  const { location } = openPage(context), [first, other] = [threes(), dominoes({ preset: "two" })];
  const model = new PageModel(first);
  model.set("board", other);
  model.set("state", { placed: [0] });
  model.save_changes();
  assert.equal(readAddress(location.hash).mark, markOf(other));
  const again = new PageModel(first);
  assert.deepEqual([again.get("board"), again.get("state").placed], [JSON.parse(JSON.stringify(other)), [0]]);
  assert.equal(again.isElsewhere, false);
  location.hash = "";
  const page = new PageModel(lines());
  assert.deepEqual([page.get("board").pieces.length, page.get("state")], [2, {}], "the page of another board");
});

test("a draft is kept in the tab, and in no address", (context) => {
  const { location } = openPage(context), sheet = { sheet: {}, draft: { rows: 2 } }, board = threes({ sheet });
  const model = new PageModel(board);
  assert.equal(model.get("draft"), sheet, "who wants a board of their own begins with an empty sheet");
  const draft = { sheet: {}, draft: { rows: 3 } };
  model.set("draft", draft);
  model.save_changes();
  assert.equal(location.hash, "");
  assert.deepEqual(new PageModel(board).get("draft"), draft);
  model.set("draft", null);
  model.save_changes();
  assert.equal(new PageModel(board).get("draft"), null, "what was played is no draft any more");
  assert.notEqual(location.hash, "");
});

test("who opens the address of a board gets that board, and no empty sheet", (context) => {
  const board = threes({ sheet: { sheet: {}, draft: {} } });
  openPage(context, { hash: writeAddress(board, { placed: [2] }) });
  const model = new PageModel(board);
  assert.deepEqual([model.get("draft"), model.get("state").placed], [null, [2]]);
});

test("a level of help holds for all pages of a browser", (context) => {
  const { local } = openPage(context);
  new PageModel(threes()).set("help", "off");
  assert.equal(new PageModel(dominoes()).get("help"), "off");
  local.getItem = local.setItem = () => { throw new Error("not allowed"); };
  assert.equal(new PageModel(dominoes()).get("help"), null);
  const model = new PageModel(dominoes());
  model.set("help", "rules");
  assert.equal(model.get("help"), "rules", "it holds for this page all the same");
});

test("a page without a storage plays on", (context) => {
  const { session, location } = openPage(context);
  session.getItem = session.setItem = () => { throw new Error("not allowed"); };
  const model = new PageModel(threes());
  model.set("state", { placed: [1] });
  model.save_changes();
  assert.deepEqual(readAddress(location.hash).state.placed, [1]);
});

test("the last sixteen keys that are too long for an address are kept, each once", (context) => {
  const { local } = openPage(context), keys = Array.from({ length: 18 }, (_, n) => `key ${n}`);
  for (const key of keys) keepLongKey(key);
  keepLongKey(keys[10]);
  const kept = keptLongKeys();
  assert.deepEqual(kept.map(([, key]) => key), [keys[10], ...keys.slice(11).reverse(), ...keys.slice(2, 10).reverse()]);
  assert.ok(kept.every(([digest, key]) => digest === digestOf(key)));
  local.setItem("ilpuzzles-long-keys", "{not json");
  assert.deepEqual(keptLongKeys(), []);
  keepChoice("one", "two");
  assert.equal(keptChoice("one"), "two");
});

test("a long key is kept as soon as its board is in the address", (context) => {
  openPage(context);
  const key = `text:${"1 2 3\n".repeat(2000)}`, board = threes({ key }), model = new PageModel(board);
  model.save_changes();
  assert.deepEqual(keptLongKeys(), [[digestOf(key), key]]);
});

test("drawings have again what they look like, the first look as well", () => {
  const looks = [{ fill: "red" }, { fill: "blue", stroke: "none" }];
  const element = (set) => ({ tag: "path", set }), moves = { drawings: [[element({ d: "M0", look: "0" })],
    [element({ d: "M1", look: "1" }), element({ d: "M2" })]] };
  const { moves: { drawings }, looks: left } = withLooks({ looks, moves });
  assert.deepEqual(drawings.flat().map(({ set }) => set),
    [{ d: "M0", fill: "red" }, { d: "M1", fill: "blue", stroke: "none" }, { d: "M2" }]);
  assert.equal(left, undefined);
});

/** A page that begins with a board, as Python writes it. */
async function begin(context, board, { hash = "", Kind = PageModel } = {}) {
  const opened = openPage(context, { hash }), { page } = opened;
  for (const [id, words] of [["board", JSON.stringify(board)], ["play", ""]]) {
    const element = page.createElement("div");
    element.setAttribute("id", id);
    if (words) element.append(words);
    page.body.append(element);
  }
  const asked = [];
  class Model extends Kind {
    async answer(question, tell, signal) {
      asked.push(question);
      return Kind === PageModel ? 0 : super.answer(question, tell, signal);
    }
  }
  await start(Model);
  const words = () => page.querySelector(".said").textContent, drawn = () => page.querySelectorAll(".piece").length;
  return { ...opened, asked, words, drawn };
}

test("a page shows its board, with the position of the address", async (context) => {
  const board = threes(), game = await begin(context, board, { hash: writeAddress(board, { placed: [0] }) });
  assert.equal(game.drawn(), 1);
  assert.ok(game.page.body.classList.contains("ready"));
  game.location.hash = writeAddress(board, { placed: [] });
  game.window.fire("hashchange");
  await turn();
  assert.equal(game.drawn(), 0, "an address that is pasted into the tab is followed");
});

test("a page alone says that it has no other board, and shows its own", async (context) => {
  const other = dominoes({ preset: "two" });
  const game = await begin(context, threes({ title: "Small: one" }), { hash: writeAddress(other, { placed: [0] }) });
  assert.equal(game.words(), "The address names another board than the one of this page, Small: one.");
  assert.equal(game.drawn(), 0);
  game.location.hash = "#nothing";
  game.window.fire("hashchange");
  await turn();
  assert.equal(game.drawn(), 0);
});

test("the board of an address takes the place of a draft", async (context) => {
  const found = dominoes({ preset: "two" });
  class Finder extends PageModel {
    async findNamed() { return { board: found, state: { placed: [1] }, words: "Found." }; }
  }
  const sheet = { sheet: {}, draft: {} }, kept = [];
  class Model extends Finder {
    set(name, value) { kept.push([name, value]); super.set(name, value); }
  }
  const game = await begin(context, threes({ sheet }), { hash: writeAddress(found, { placed: [1] }), Kind: Model });
  assert.deepEqual([game.words(), game.drawn()], ["Found.", 1]);
  assert.deepEqual(kept.filter(([name]) => name === "draft"), [["draft", null]]);
});

test("a page that solves by itself answers its own board, and what it may know of it alone", async (context) => {
  const game = await begin(context, dominoes({ solutions: 77, questions: ["status"] }), { Kind: SolverModel });
  game.clock.tick(100);
  for (let n = 0; n < 9; n++) await turn();
  assert.equal(game.page.querySelector(".status").textContent, "77 solutions left");
});

test("a page that has a key to its solutions answers from that", async (context) => {
  const board = lines({ known: [{ moves: [0, 2], needed: [0, 2] }], questions: ["status", "hint"] });
  const game = await begin(context, board, { Kind: KeyModel });
  game.clock.tick(100);
  for (let n = 0; n < 3; n++) await turn();
  assert.equal(game.page.querySelector(".status").textContent, "No rule is broken so far");
  game.page.querySelectorAll("button").find((one) => one.textContent === "Hint").click();
  for (let n = 0; n < 3; n++) await turn();
  assert.match(game.page.querySelector(".answer").textContent, /part of the only solution/);
});
