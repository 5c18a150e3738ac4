import assert from "node:assert/strict";
import { test } from "node:test";

import { NotebookModel } from "../../ilpuzzles/play/notebook.js";
import { QuestionQueue } from "../../ilpuzzles/play/question_queue.js";

const turn = () => new Promise((done) => setImmediate(done));

/** A queue, and somebody who answers when the test says so. */
function asked() {
  const open = [], told = [];
  const queue = new QuestionQueue((question, tell, signal) => new Promise((done) => {
    open.push({ ask: question.ask, tell, end: (wait = 0) => done(wait), signal });
  }), (answer) => told.push(answer));
  const send = (ask, id) => queue.send({ ask, id });
  return { queue, open, told, send, now: () => open.filter(({ signal }) => !signal.aborted).at(-1)?.ask };
}

test("one question is answered at a time, the newest first", async () => {
  const { open, send, told, now } = asked();
  send("hint", 1);
  send("forced", 2);
  assert.ok(open[0].signal.aborted, "nobody waits for the hint any more");
  assert.equal(now(), "forced");
  open[0].tell({ text: "late" });
  open[1].tell({ text: "yes", partial: true });
  open[1].tell({ text: "yes" });
  assert.deepEqual(told, [{ text: "yes", partial: true, to: 2 }, { text: "yes", to: 2 }]);
  open[1].end();
  await turn();
  assert.equal(open.length, 2);
});

test("a new position ends all else", () => {
  const { open, queue, send, now } = asked();
  send("hint", 1);
  send("status", 2);
  assert.equal(now(), "status");
  assert.ok(open[0].signal.aborted);
  send("status", 3);
  assert.ok(open[1].signal.aborted);
  assert.deepEqual(queue.waiting, []);
});

test("counting goes on when a question has been answered", async () => {
  const { open, send, now } = asked();
  send("status", 1);
  send("hint", 2);
  assert.equal(now(), "hint");
  open[1].end();
  await turn();
  assert.equal(now(), "status");
  assert.equal(open.length, 3);
});

test("a question waits for a picture, and counting for both", async () => {
  const { open, send, now } = asked();
  send("picture", 1);
  send("hint", 2);
  assert.equal(now(), "picture");
  open[0].end();
  await turn();
  assert.equal(now(), "hint");
});

test("what is cancelled is neither answered nor asked again", async () => {
  const { open, queue, send } = asked();
  send("status", 1);
  send("hint", 2);
  send("cancel", 3);
  assert.ok(open[1].signal.aborted);
  assert.equal(open[2].ask, "status");
  send("cancel", 4);
  assert.ok(!open[2].signal.aborted, "how things stand is not cancelled");
  assert.deepEqual(queue.waiting, []);
});

test("whoever is busy is asked again, unless something newer is", async () => {
  const { open, send, now } = asked();
  send("hint", 1);
  open[0].end(1);
  await new Promise((done) => setTimeout(done, 15));
  assert.deepEqual(open.map(({ ask }) => ask), ["hint", "hint"]);
  open[1].end(1);
  await turn();
  send("status", 2);
  await new Promise((done) => setTimeout(done, 15));
  assert.equal(now(), "status");
  assert.equal(open.length, 3);
});

/** The model of a widget whose kernel hears what is sent. */
function widget() {
  const listeners = new Set(), sent = [], values = new Map();
  return { sent, listeners, get: (name) => values.get(name), saved: 0,
    set: (name, value) => values.set(name, value), save_changes() { this.saved += 1; },
    on: (_, listener) => listeners.add(listener), off: (_, listener) => listeners.delete(listener),
    send: (question) => sent.push(question),
    answer: (answer) => [...listeners].forEach((listener) => listener(answer)) };
}

test("a notebook's kernel is asked one question at a time", async () => {
  const kernel = widget(), model = new NotebookModel(kernel), heard = [];
  model.set("state", 7);
  model.save_changes();
  assert.deepEqual([model.get("state"), kernel.saved], [7, 1]);
  const listener = (answer) => heard.push(answer.to);
  model.on("msg:custom", listener);
  model.send({ ask: "status", id: 1 });
  model.send({ ask: "hint", id: 2 });
  assert.deepEqual(kernel.sent.map(({ ask }) => ask), ["status", "cancel", "hint"]);
  kernel.answer({ to: 2, partial: true });
  kernel.answer({ to: 9 });
  await turn();
  assert.equal(kernel.sent.length, 3);
  kernel.answer({ to: 2 });
  await turn();
  assert.deepEqual(kernel.sent.at(-1), { ask: "status", id: 1 });
  assert.deepEqual(heard, [2, 9, 2]);
  kernel.answer({ to: 1 });
  model.off("msg:custom", listener);
  assert.equal(kernel.listeners.size, 0);
});
