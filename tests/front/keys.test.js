import assert from "node:assert/strict";
import { test } from "node:test";

import { cutting } from "../../ilpuzzles/play/cutting.js";
import { laying } from "../../ilpuzzles/play/hand.js";
import { actionOf, readKey } from "../../ilpuzzles/play/keys.js";
import { pencil } from "../../ilpuzzles/play/pencil.js";
import { Table } from "../../ilpuzzles/play/table.js";
import { cuts, digits, threes } from "./boards.js";

const PLACES = { shift: false, control: false, onSpot: false, inTray: false };

function asked(rules, board, paging = false) {
  const table = new Table(board), play = { ...rules.begin(table, [], []), cursor: 2 };
  return (key, where = {}) => actionOf({ ...PLACES, key, ...where }, { table, rules, play, paging });
}

test("keys do the same on all boards", () => {
  for (const key of [asked(laying, threes()), asked(cutting, cuts())]) {
    assert.deepEqual(key("ArrowDown", { onSpot: true }), { type: "go", direction: 3 });
    assert.deepEqual(key("ArrowUp", { inTray: true }), { type: "tray", by: -1 });
    assert.deepEqual(key("PageDown", { inTray: true }), { type: "tray", by: 1 });
    assert.equal(key("ArrowLeft"), null);
    assert.deepEqual(key("z", { control: true }), { type: "undo" });
    assert.deepEqual(key("Z", { control: true, shift: true }), { type: "redo" });
    assert.deepEqual(key("y", { control: true }), { type: "redo" });
    assert.deepEqual(key("Y", { control: true }), { type: "redo" }, "Caps Lock changes nothing");
    assert.deepEqual(key("Z", { control: true }), { type: "undo" });
    assert.deepEqual(key("z"), { type: "undo" });
    assert.deepEqual(key("h"), { type: "ask", question: "hint" });
    assert.deepEqual(key("Escape"), { type: "put-back" });
    assert.deepEqual(key(" ", { onSpot: true }), { type: "act", spot: 2 });
    assert.deepEqual(key("Backspace", { onSpot: true }), { type: "take-back", spot: 2 });
    assert.equal(key("Delete"), null);
    assert.equal(key("q"), null);
    assert.equal(key("toString"), null);
  }
});

test("arrow keys turn pages while solutions are shown, but not on the board", () => {
  const key = asked(laying, threes(), true);
  assert.deepEqual(key("ArrowRight"), { type: "page", by: 1 });
  assert.deepEqual(key("ArrowLeft"), { type: "page", by: -1 });
  assert.deepEqual(key("ArrowLeft", { onSpot: true }), { type: "go", direction: 0 });
});

test("keys turn pieces, and take them by name", () => {
  const key = asked(laying, threes());
  assert.deepEqual(key("r"), { type: "turn", how: "turn" });
  assert.deepEqual(key("m"), { type: "turn", how: "mirror" });
  assert.deepEqual(key("t"), { type: "turn", how: "tip" });
  assert.deepEqual(key("n"), { type: "next", by: 1 });
  assert.deepEqual(key("b"), { type: "next", by: -1 });
  assert.deepEqual(key("L", { shift: true }), { type: "name", piece: 0, key: "L" });
  assert.equal(key("L"), null, "a letter needs Shift");
});

test("keys mark cells", () => {
  const key = asked(cutting, cuts());
  assert.deepEqual(key("\\", { onSpot: true }), { type: "mark", spot: 2, name: "\\" });
  assert.equal(key("/"), null);
});

test("Ctrl and a digit is left to the browser, but for boards that note it", () => {
  assert.equal(asked(laying, threes())("1", { control: true, digit: "1", onSpot: true }), null);
  const key = asked(pencil, digits(4, {}, 3));
  assert.deepEqual(key("1", { control: true, digit: "1", onSpot: true }),
    { type: "mark", spot: 2, name: "1", mode: "centre" });
  assert.deepEqual(key(" ", { onSpot: true }), { type: "take-back", spot: 2 });
  assert.deepEqual(key("ArrowLeft", { onSpot: true, shift: true }), { type: "go", direction: 0, adds: true });
});

test("keys of fields, of the browser and of the system are left to them", () => {
  const target = (inside) => ({ closest: (selector) => (selector.includes(inside) ? {} : null),
    dataset: { spot: "1" } });
  const event = (key, more = {}) => ({ key, target: target(".none"), altKey: false, ctrlKey: false,
    metaKey: false, shiftKey: false, ...more });
  assert.deepEqual(readKey(event("r")), { ...PLACES, key: "r", onSpot: true });
  assert.equal(readKey(event("r", { target: target("select") })), null);
  assert.equal(readKey(event("r", { altKey: true })), null);
  assert.equal(readKey(event("r", { ctrlKey: true })), null);
  assert.equal(readKey(event("Z", { metaKey: true })).control, true);
  assert.equal(readKey(event("r", { target: target(".tray") })).inTray, true);
  assert.equal(readKey(event("!", { code: "Digit1", shiftKey: true })).digit, "1");
  assert.equal(readKey(event("1", { code: "Digit1", ctrlKey: true })).digit, "1");
});
