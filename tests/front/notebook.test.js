import assert from "node:assert/strict";
import { test } from "node:test";

import { NotebookModel } from "../../ilpuzzles/play/notebook.js";

/** A widget's model with these values. */
function widget(values) {
  return { values, get: (name) => values[name], set: (name, value) => (values[name] = value) };
}

test("a notebook keeps the level of help with the position", () => {
  const kept = widget({ state: { placed: [3] } }), model = new NotebookModel(kept);
  assert.equal(model.get("help"), undefined);
  model.set("help", "off");
  assert.deepEqual(kept.values.state, { placed: [3], help: "off" });
  assert.equal(model.get("help"), "off");
  assert.equal(new NotebookModel(widget({})).get("help"), undefined);
});

test("all else is the widget's own", () => {
  const kept = widget({ board: 1 }), model = new NotebookModel(kept);
  assert.equal(model.get("board"), 1);
  model.set("board", 2);
  assert.equal(kept.values.board, 2);
});
