import assert from "node:assert/strict";
import { test } from "node:test";

import { keepLongKey } from "../../ilpuzzles/play/browser_storage.js";
import { markOf, writeAddress } from "../../ilpuzzles/play/page_address.js";
import { ServerModel } from "../../ilpuzzles/play/server_model.js";
import { dominoes, threes } from "./boards.js";
import { openPage } from "./paper.js";

const turn = () => new Promise((done) => setImmediate(done));
const turns = async () => { for (let n = 0; n < 12; n++) await turn(); };

/** Other tabs of a browser, which hear what is said in one. */
function openChannel(context) {
  const channels = [], outside = globalThis.BroadcastChannel;
  globalThis.BroadcastChannel = class {
    constructor() { channels.push(this); }
    addEventListener(_, listener) { this.listener = listener; }
    postMessage(data) { for (const other of channels) if (other !== this) other.listener?.({ data }); }
  };
  context.after(() => (globalThis.BroadcastChannel = outside));
}

/** A server that answers as a test says: a function of the question, or a list of replies in their order. */
function served(context, replies, { hash = "", board = threes() } = {}) {
  const page = openPage(context, { hash, search: "?token=secret" }), sent = [], outside = globalThis.fetch;
  openChannel(context);
  globalThis.fetch = async (path, { headers, body, signal, ...more }) => {
    const question = JSON.parse(body), number = sent.push({ path, headers, question, ...more }) - 1;
    const reply = typeof replies === "function" ? replies(question, number) : replies[number] ?? replies.at(-1);
    if (reply instanceof Error) throw reply;
    signal.throwIfAborted();
    return reply;
  };
  context.after(() => (globalThis.fetch = outside));
  const model = new ServerModel(board), told = [];
  model.on("msg:custom", (answer) => told.push(answer));
  return { ...page, model, sent, told };
}

/** A reply whose text comes in some parts. */
const reply = (parts, status = 200) => new Response(new ReadableStream({
  start(stream) {
    for (const part of [parts].flat()) stream.enqueue(new TextEncoder().encode(part));
    stream.close();
  },
}), { status });
const line = (answer) => `${JSON.stringify(answer)}\n`;

test("a question goes to the server with the token and the number of the page", async (context) => {
  const { model, sent, told } = served(context, () => reply(line({ count: 3 })));
  model.send({ ask: "status", id: 5, placed: [1] });
  await turns();
  const [{ path, method, credentials, headers, question }] = sent;
  assert.deepEqual([path, method, credentials], ["/ask", "POST", "omit"]);
  assert.equal(headers["X-Ilpuzzles-Token"], "secret");
  assert.deepEqual({ ...question, page: question.page.length }, { ask: "status", id: 5, placed: [1], page: 24 });
  assert.deepEqual(told, [{ count: 3, to: 5 }]);
});

test("answers come line by line, wherever the network cuts them, and the last one ends the question", async (context) => {
  const text = line({ count: 1, partial: true }) + "\n" + line({ text: "größer ≥ 2", partial: true }) + line({ count: 3 });
  const bytes = new TextEncoder().encode(text);
  for (const size of [1, 7, 1000]) {
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.slice(n * size, (n + 1) * size));
    const body = new ReadableStream({ start(stream) { parts.forEach((part) => stream.enqueue(part)); stream.close(); } });
    const { model, told, sent } = served(context, [new Response(body)]);
    model.send({ ask: "status", id: 1 });
    await turns();
    assert.deepEqual(told.map(({ count, text: words, partial }) => [count, words, partial]),
      [[1, undefined, true], [undefined, "größer ≥ 2", true], [3, undefined, undefined]], `${size} bytes at a time`);
    assert.equal(sent.length, 1);
    assert.equal(model.get("link"), "open");
  }
});

test("a question is asked again where the server is gone, ends too soon, is busy, or has another token", async (context) => {
  const cases = [[new TypeError("no network"), 1500, "lost"], [reply(line({ partial: true })), 1500, "lost"],
    [reply(line({ stopped: true })), 1500, "lost"], [reply("", 429), 400, "open"], [reply("", 503), 400, "open"],
    [reply("", 403), 1500, "closed"]];
  for (const [first, wait, link] of cases) {
    const { model, sent, told, clock } = served(context, [first, reply(line({ count: 3 }))]);
    model.send({ ask: "hint", id: 1 });
    await turns();
    assert.deepEqual([sent.length, model.get("link")], [1, link]);
    clock.tick(wait - 1);
    await turns();
    assert.equal(sent.length, 1);
    clock.tick(1);
    await turns();
    assert.deepEqual([sent.length, model.get("link"), told.at(-1)], [2, "open", { count: 3, to: 1 }]);
    assert.deepEqual(sent[1].question, sent[0].question);
  }
});

test("what the server refuses is no reason to ask again", async (context) => {
  for (const [body, error] of [[line({ error: "That is no question." }), "That is no question."], ["<html>", "The server refused this."]]) {
    const { model, sent, told, clock } = served(context, [reply(body, 400)]);
    model.send({ ask: "hint", id: 1 });
    await turns();
    clock.tick(9999);
    await turns();
    assert.deepEqual([sent.length, told], [1, [{ error, to: 1 }]]);
  }
});

test("a question that nobody waits for is not asked again", async (context) => {
  const { model, sent, told, clock } = served(context, [new TypeError("no network"), reply(line({ count: 3 }))]);
  model.send({ ask: "hint", id: 1 });
  await turns();
  model.send({ ask: "cancel", id: 2 });
  clock.tick(9999);
  await turns();
  assert.deepEqual([sent.length, told], [1, []]);
});

test("moves are recorded one after the other, and do not keep questions waiting", async (context) => {
  const ends = [];
  const { model, sent } = served(context, ({ ask }) => (ask === "record"
    ? new Promise((done) => ends.push(() => done(reply("")))) : reply(line({ count: 1 }))));
  model.send({ ask: "record", id: 1, did: "place" });
  model.send({ ask: "record", id: 2, did: "undo" });
  model.send({ ask: "status", id: 3 });
  await turns();
  assert.deepEqual(sent.map(({ question }) => question.id).sort(), [1, 3]);
  ends[0]();
  await turns();
  const records = sent.map(({ question }) => question).filter(({ ask }) => ask === "record");
  assert.deepEqual(records.map(({ did }) => did), ["place", "undo"]);
});

test("pages of the same board go on with the token of the server that came last", (context) => {
  const first = served(context, []), { location } = first;
  new ServerModel(dominoes({ key: "preset:other" }));
  assert.equal(first.model.token, "secret");
  location.search = "?token=newer one";
  new ServerModel(threes());
  assert.equal(first.model.token, "newer one");
  assert.equal(location.search, "?token=newer%20one");
});

/* -- boards that an address names -- */

const named = dominoes({ puzzle: "small", preset: "", key: "text:own" });
const hash = writeAddress(named, { given: [0], placed: [0, 1] });

test("the board of an address is asked of the server, and opened with its position", async (context) => {
  const { model, sent } = served(context, [reply(line({ board: named }))], { hash });
  assert.ok(model.isElsewhere);
  const { board, state, words } = await model.findNamed();
  assert.deepEqual([markOf(board), state, words], [markOf(named), { given: [0], placed: [0, 1] }, undefined]);
  const [{ question }] = sent;
  assert.deepEqual([question.ask, question.board, question.puzzle, question.given], ["board", "text:own", "small", [0]]);
});

test("a board that has a name is asked for by that, and else by its key; what it is not is said", async (context) => {
  const preset = dominoes({ preset: "two", key: "https://there/?x" }), there = writeAddress(preset, { placed: [1] });
  const { model, sent } = served(context, [reply(line({ error: "there is no preset two" })), reply(line({ board: preset }))],
    { hash: there });
  assert.deepEqual((await model.findNamed()).state, { placed: [1] });
  assert.deepEqual(sent.map(({ question }) => [question.board, question.given]),
    [["preset:two", undefined], ["https://there/?x", undefined]]);
  const { model: none } = served(context, [reply(line({ error: "no such board" }))], { hash });
  assert.deepEqual(await none.findNamed(), { words: "The board of this address cannot be opened: no such board." });
  const { model: gone } = served(context, [new TypeError("no network")], { hash });
  assert.match((await gone.findNamed()).words, /cannot be opened: the server does not answer\.$/);
});

test("a board that is another one by now begins anew", async (context) => {
  const changed = dominoes({ puzzle: "small", preset: "", key: "text:own", ...threes() });
  const { model } = served(context, [reply(line({ board: changed }))], { hash });
  const { state, words } = await model.findNamed();
  assert.deepEqual([state, words], [{}, "This board has changed since its address was written, and begins anew."]);
});

test("a busy server is asked again a few times", async (context) => {
  const replies = (_, number) => (number < 3 ? reply("", 503) : reply(line({ board: named })));
  const { model, sent, clock } = served(context, replies, { hash }), found = model.findNamed();
  for (let n = 0; n < 4; n++) {
    await turns();
    clock.tick(400);
  }
  assert.deepEqual([markOf((await found).board), sent.length], [markOf(named), 4]);
  const always = served(context, () => reply("", 503), { hash }), lost = always.model.findNamed();
  for (let n = 0; n < 9; n++) {
    await turns();
    always.clock.tick(400);
  }
  assert.match((await lost).words, /does not answer/);
  assert.equal(always.sent.length, 5);
});

test("a page does not ask for boards of other puzzles, for its own, or for what nobody has any more", async (context) => {
  const other = { ...named, puzzle: "large" }, { model, sent } = served(context, [], { hash: writeAddress(other, {}) });
  assert.match((await model.findNamed()).words, /names a board of large, and this page has small\. To open it, run 'ilpuzzles play large'\.$/);
  const own = served(context, [], { hash: writeAddress(threes(), { placed: [2] }) });
  assert.deepEqual((await own.model.findNamed()).state, { placed: [2] });
  const long = { ...named, key: `text:${"1 2 3\n".repeat(2000)}` }, place = writeAddress(long, {});
  const lost = served(context, [reply(line({ board: long }))], { hash: place });
  assert.match((await lost.model.findNamed()).words, /this browser does not have it any more/);
  assert.deepEqual([sent.length, own.sent.length, lost.sent.length], [0, 0, 0]);
  keepLongKey(long.key);
  assert.equal(markOf((await lost.model.findNamed()).board), markOf(long));
  assert.equal(lost.sent[0].question.board, long.key);
});
