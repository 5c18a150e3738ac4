import assert from "node:assert/strict";
import { test } from "node:test";

import { History, Position } from "../../ilpuzzles/play/position.js";
import { Table } from "../../ilpuzzles/play/table.js";
import { threes } from "./boards.js";

test("steps are undone and redone, and there is nothing behind the last one", () => {
  const history = new History([]);
  history.go([1]);
  history.go([1, 2]);
  assert.ok(history.isLast);
  assert.ok(!history.step(1));
  assert.ok(history.step(-1) && history.step(-1));
  assert.ok(history.isFirst && !history.step(-1));
  assert.ok(history.step(1));
  history.go([1, 3]);
  assert.deepEqual(history.positions, [[], [1], [1, 3]], "another way forgets the first one");
});

test("a piece that was taken up and put down again is no step", () => {
  const history = new History([]);
  history.go([1, 12]);
  history.go([1]);
  history.go([12, 1], true);
  assert.deepEqual(history.positions, [[], [12, 1]]);
  history.go([12]);
  history.go([12, 2], true);
  assert.deepEqual(history.positions, [[], [12, 1], [12, 2]]);
});

test("what was kept is taken if it is about the position that is here", () => {
  const positions = [[], [1]];
  assert.equal(new History([1], [], { positions, at: 1 }).at, 1);
  assert.deepEqual(new History([2], [], { positions, at: 1 }).positions, [[2]]);
  assert.deepEqual(new History([1], [], { positions: "bad", at: 1 }).positions, [[1]]);
});

test("a position counts seconds from the first step until it is solved", () => {
  const table = new Table(threes()), position = new Position(table, {});
  assert.equal(position.elapsed(5_000), 0);
  position.change([0], 10_000);
  assert.equal(position.elapsed(13_000), 3);
  assert.deepEqual(position.record("place", 13_000), { at: 3, placed: [0], did: "place" });
  assert.equal(position.history.log[0].did, "start");
  position.finish(14_000);
  assert.equal(position.elapsed(99_000), 4);
  assert.ok(position.solved && position.isBegun && !position.isFull && !position.isLaid);
  assert.ok(position.step(-1, 20_000) && !position.step(-1, 20_000));
  assert.equal(position.elapsed(22_000), 6);
});

test("a position is kept and taken up again", () => {
  const table = new Table(threes()), position = new Position(table, {});
  position.change([0], 0);
  position.record("place", 1_500);
  position.helped = true;
  const saved = JSON.parse(JSON.stringify(position.save(1_500)));
  assert.deepEqual(Object.keys(saved),
    ["placed", "given", "seconds", "positions", "at", "log", "helped", "laid"]);
  const again = new Position(table, saved);
  assert.deepEqual(again.save(0), { ...position.save(1_500) });
  assert.ok(again.isBegun && again.helped);
});

test("what cannot lie together is left out", () => {
  const table = new Table(threes({ given: [0] })), clash = table.bySpot[0].find((move) => move > 0);
  const position = new Position(table, { placed: [clash, 99, 0], log: "bad", laid: 3, seconds: "x" });
  assert.deepEqual(position.placed, [0]);
  assert.deepEqual(position.given, [0]);
  assert.ok(position.isLaid && !position.isBegun);
  assert.equal(position.seconds, 0);
});

test("what was noted is kept with the position, as far as it is about places of the board", () => {
  const table = new Table(threes());
  const candidates = { 1: ["4"], 99: ["1"], x: ["1"], 2: "no list" };
  const position = new Position(table, { candidates });
  assert.deepEqual(position.candidates, { 1: ["4"] });
  assert.deepEqual(position.save(0).candidates, { 1: ["4"] });
});

test("notes and trials are undone with the marks, and kept", () => {
  const table = new Table(threes()), position = new Position(table, {});
  const noted = { corners: { 1: ["4"] } }, trial = { ...noted, trial: [0] };
  position.change([], 0, false, noted);
  position.change([0], 0, false, noted);
  position.change([0], 0, false, trial);
  assert.equal(position.history.positions.length, 4, "another note is a step of its own");
  const again = new Position(table, JSON.parse(JSON.stringify(position.save(0))));
  assert.deepEqual(again.aside, trial);
  for (const aside of [noted, noted, {}]) {
    again.step(-1, 0);
    assert.deepEqual(Object.fromEntries(Object.entries(again.aside).filter(([, one]) => one)), aside);
  }
  // What strangers have kept is read as far as it is about this board.
  const odd = { corners: { 99: ["1"], 0: 3 }, tints: { 0: "green", 1: 7 }, trial: [99, 0], asides: "bad" };
  assert.deepEqual(new Position(table, odd).aside, { corners: {}, tints: { 0: "green" }, trial: [0] });
});

test("a position that is set from outside was laid, unless it is the same", () => {
  const table = new Table(threes()), position = new Position(table, {});
  assert.ok(!position.set({ placed: [] }, 0));
  assert.ok(position.set({ placed: [0] }, 0));
  assert.ok(position.isLaid);
  assert.deepEqual(position.history.positions, [[], [0]]);
});

test("other givens make another position of the same marks, and its history goes on", () => {
  const table = new Table(threes()), position = new Position(table, {});
  const [one, other] = [0, table.spotsOf.findIndex((own, move) => table.pieceOf[move] === 1 && String(own) === "1,2,5")];
  position.change([one, other], 0);
  assert.ok(position.set({ placed: [one, other], given: [one] }, 0));
  assert.deepEqual([position.given, position.placed, position.isLaid], [[one], [one, other], true]);
  assert.ok(!position.set({ placed: [one, other], given: [one] }, 0));
  assert.ok(position.set({ placed: [one, other], given: [one, other] }, 0));
  assert.ok(position.set({ placed: [one, other], given: [] }, 0));
});

test("the clock goes on from step to step, and counts what is kept while it runs", () => {
  const position = new Position(new Table(threes()), { seconds: 10 });
  position.change([0], 1000);
  position.change([], 31_000);
  assert.equal(position.elapsed(41_000), 50);
  assert.equal(position.save(41_000).seconds, 50);
  position.finish(61_000);
  assert.deepEqual([position.elapsed(99_000), position.save(99_000).seconds], [70, 70]);
  position.step(-1, 100_000);
  assert.equal(position.elapsed(101_000), 71, "what lies between is no time of play");
});

test("a position is begun once something was done, even if all of it was taken back", () => {
  const position = new Position(new Table(threes()), {});
  assert.ok(!position.isBegun);
  position.change([0], 0);
  position.change([], 0);
  assert.ok(position.isBegun);
  position.step(-2, 0);
  assert.ok(!position.isBegun);
  assert.ok(new Position(new Table(threes()), { placed: [0] }).isBegun);
});

test("a record has an end, and its first lines stay", () => {
  const position = new Position(new Table(threes()), {});
  for (let n = 0; n < 5003; n++) position.record(`step ${n}`, 0);
  const { log } = position.history;
  assert.deepEqual([log.length, log[0].did, log[1].did, log.at(-1).did], [5000, "start", "step 0", "step 4998"]);
});
