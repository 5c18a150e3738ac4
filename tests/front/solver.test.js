import assert from "node:assert/strict";
import { test } from "node:test";

import { Cover, Slice, mixed } from "../../ilpuzzles/play/cover.js";
import { LIMITS, Solver } from "../../ilpuzzles/play/solver.js";
import { Table } from "../../ilpuzzles/play/table.js";
import { colours, dominoes, threes, tiling } from "./boards.js";

async function answers(solver, question, signal = new AbortController().signal) {
  const told = [];
  await solver.answer({ placed: [], id: 1, ...question }, (answer) => told.push(answer), signal);
  return told;
}
const answer = async (...asked) => (await answers(...asked)).at(-1);
const board = (rows, columns) =>
  tiling(rows, columns, [{ name: "D", cells: [[0, 0], [0, 1]], copies: null, least: 0 }]);

test("the solutions of a board are counted and listed", () => {
  const cover = new Cover(board(4, 4)), slice = new Slice(60_000);
  assert.equal(cover.count(cover.position([]), slice), 36);
  assert.equal(cover.count(cover.position([]), slice), 36, "from what it remembers");
  const found = [...cover.solutions(cover.position([]), slice, mixed)];
  assert.equal(new Set(found.map((moves) => String([...moves].sort()))).size, 36);
});

test("pieces are used as often as they have to be", () => {
  const count = (least, copies) => {
    const cover = new Cover(tiling(2, 3, [
      { name: "D", cells: [[0, 0], [0, 1]], copies: null, least: 0 },
      { name: "M", cells: [[0, 0]], copies, least }]));
    return cover.count(cover.position([]), new Slice(60_000));
  };
  assert.equal(count(0, 0), 3);
  assert.equal(count(1, 1), 0, "one square leaves five");
  assert.equal(count(2, 2), 11);
  assert.equal(count(0, null), 22);
});

test("colours have to match in a search as well", () => {
  const data = colours(), cover = new Cover(data), table = new Table(data);
  const found = [...cover.solutions(cover.position([]), new Slice(60_000))];
  const fits = found.filter((moves) => table.sound(moves).length === 2);
  assert.equal(fits.length, found.length);
  assert.equal(found.length, 2);
  const unlike = new Cover(colours({ touching: { ...data.touching, unlike: [1, 0] } }));
  assert.equal(unlike.count(unlike.position([]), new Slice(60_000)), 2);
});

test("how things stand", async () => {
  const data = dominoes(), solver = new Solver(data, false);
  assert.deepEqual(await answer(solver, { ask: "status" }),
    { solvable: true, count: 3, exact: true, dead: [], complete: false });
  const table = new Table(data), spots = (wanted) =>
    table.spotsOf.findIndex((own) => String(own) === String(wanted));
  const stuck = await answer(solver, { ask: "status", placed: [spots([1, 2]), spots([3, 4])] });
  assert.deepEqual([stuck.solvable, stuck.dead], [false, [0, 5]]);
  const whole = [spots([0, 1]), spots([3, 4]), spots([2, 5])];
  assert.equal((await answer(solver, { ask: "status", placed: whole })).complete, true);
});

test("of the first position, what is known beforehand is taken", async () => {
  const data = { ...dominoes(), solutions: 77 };
  assert.equal((await answer(new Solver(data), { ask: "status" })).count, 77);
  assert.equal((await answer(new Solver(data, false), { ask: "status" })).count, 3);
});

test("a hint is sure, and its reason has no piece that it does not need", async () => {
  const data = board(2, 4), solver = new Solver(data), table = new Table(data);
  const spots = (wanted) => table.spotsOf.findIndex((own) => String(own) === String(wanted));
  const near = spots([1, 5]), far = spots([3, 7]);
  const hint = await answer(solver, { ask: "hint", placed: [far, near] });
  assert.equal(hint.state, "sure");
  assert.deepEqual(table.spotsOf[hint.move], [0, 4]);
  assert.deepEqual(hint.reason, { moves: [near], spots: [0], pieces: [] });
  assert.equal(hint.text, "Only D can cover row 1, column 1, and only like this.");
  const many = await answer(solver, { ask: "hint" });
  assert.deepEqual([many.move, many.state], [null, "nothing sure"]);
  assert.match(many.text, /^No piece is forced: several solutions are left/);
  const wrong = [spots([1, 2]), spots([4, 5])];
  assert.equal((await answer(solver, { ask: "hint", placed: wrong })).state, "no solution");
  const whole = [0, 1, 2, 3].map((column) => spots([column, column + 4]));
  assert.equal((await answer(solver, { ask: "hint", placed: whole })).state, "complete");
});

test("a piece with one place is a hint, too", async () => {
  const solver = new Solver(tiling(1, 3, [
    { name: "I", cells: [[0, 0], [0, 1], [0, 2]] }]));
  const hint = await answer(solver, { ask: "hint" });
  assert.match(hint.text, /^(Only I can cover|I fits in one place only)/);
  assert.deepEqual(hint.reason.moves, []);
});

test("solutions are listed page by page", async () => {
  const solver = new Solver(board(4, 4)), page = (from) =>
    answer(solver, { ask: "solutions", from, number: 20 });
  const [first, second] = [await page(0), await page(20)];
  assert.deepEqual([first.moves.length, first.more, first.count], [20, true, null]);
  assert.deepEqual([second.moves.length, second.more, second.count], [16, false, 36]);
  assert.equal((await answer(solver, { ask: "solution" })).moves.length, 8);
  const none = new Solver(board(1, 3));
  assert.deepEqual((await answer(none, { ask: "solution" })).moves, []);
});

test("what takes too long says so, and goes on where it was", async (context) => {
  const before = { ...LIMITS };
  context.after(() => Object.assign(LIMITS, before));
  Object.assign(LIMITS, { slice: 0, counting: 0, deciding: 0 });
  const solver = new Solver(board(5, 5), false); // 25 squares: no dominoes cover them
  const asked = { ask: "solutions", from: 0, number: 20 };
  const first = await answer(solver, asked);
  assert.deepEqual([first.complete, first.count], [false, null]);
  let last = first;
  while (!last.complete) last = await answer(solver, asked);
  assert.deepEqual([last.moves, last.count], [[], 0]);
  assert.match((await answer(solver, { ask: "hint" })).error, /in time/);
  const status = await answer(solver, { ask: "status" });
  assert.equal(status.exact, false);
});

test("a long count is told as it is, until nobody waits any more", async (context) => {
  const before = { ...LIMITS };
  context.after(() => Object.assign(LIMITS, before));
  Object.assign(LIMITS, { slice: 0, counting: -1, deciding: 60_000 });
  const lost = tiling(3, 3, [{ name: "D", cells: [[0, 0], [0, 1]], copies: null, least: 0 }]);
  const told = await answers(new Solver(lost, false), { ask: "status" });
  assert.equal(told.at(-1).solvable, false);
  const ended = AbortSignal.abort();
  assert.match((await answer(new Solver(board(8, 8), false), { ask: "solution" }, ended)).error,
    /went wrong/);
});

test("a position is saved with what its pieces show", async () => {
  const saved = await answer(new Solver(colours()), { ask: "export", placed: [0], format: "json" });
  assert.equal(saved.name, "small.json");
  assert.deepEqual(JSON.parse(saved.data).tiles,
    [{ tile: "A", on: ["row 1, column 1"], shows: "on the right red, on the left red" }]);
  const plain = await answer(new Solver(threes()), { ask: "export", placed: [], format: "json" });
  assert.deepEqual(JSON.parse(plain.data).tiles, []);
  assert.match((await answer(new Solver(threes()), { ask: "weather" })).error, /cannot answer/);
});

test("a move is sure where all others leave a hole", async () => {
  const data = tiling(2, 4, [{ name: "S", cells: [[0, 0]] }, { name: "I", cells: [[0, 0], [0, 1], [0, 2]] },
    { name: "L", cells: [[0, 0], [1, 0], [2, 0], [2, 1]] }]);
  const solver = new Solver(data), table = new Table(data);
  const corner = table.spotsOf.findIndex((own) => String(own) === "0");
  const hint = await answer(solver, { ask: "hint", placed: [corner] });
  assert.deepEqual([hint.state, table.spotsOf[hint.move]], ["sure", [4, 5, 6]]);
  assert.deepEqual(hint.reason, { moves: [corner], spots: [4], pieces: [] });
  assert.equal(hint.text, "I has to cover row 2, column 1 like this: the other way to cover it leaves "
    + "a spot that nothing can cover, or a piece that fits nowhere.");
});

test("a search shows that all solutions have a move", async () => {
  const data = tiling(3, 4, [{ name: "D", cells: [[0, 0], [0, 1]] }, { name: "I", cells: [[0, 0], [0, 1], [0, 2]] },
    { name: "V", cells: [[0, 0], [1, 0], [1, 1]] }, { name: "L", cells: [[0, 0], [1, 0], [2, 0], [2, 1]] }]);
  const solver = new Solver(data), table = new Table(data);
  const laid = table.spotsOf.findIndex((own) => String(own) === "1,5");
  const hint = await answer(solver, { ask: "hint", placed: [laid] });
  assert.equal(hint.state, "sure");
  assert.equal(hint.text, "I goes here: every solution with the marked pieces has it, as a search shows.");
  assert.deepEqual(hint.reason, { moves: [laid], spots: [], pieces: [] });
  const all = await answer(solver, { ask: "solutions", placed: [laid], from: 0, number: 20 });
  assert.ok(all.moves.length && all.moves.every((moves) => moves.includes(hint.move)));
});

test("a check says what is open and left, and what cannot become right", async () => {
  const data = tiling(2, 3, [{ name: "D", cells: [[0, 0], [0, 1]], copies: 3 }]), solver = new Solver(data);
  const table = new Table(data), spots = (wanted) => table.spotsOf.findIndex((own) => String(own) === String(wanted));
  assert.deepEqual(await answer(solver, { ask: "check" }), { ok: false, problems: [],
    unfinished: ["6 cells open", "3 pieces left: D (3 times)"], spots: [] });
  const stuck = [spots([1, 2]), spots([3, 4])];
  const { problems, spots: dead } = await answer(solver, { ask: "check", placed: stuck });
  assert.deepEqual(dead, [0, 5]);
  assert.deepEqual(problems, ["nothing can cover row 1, column 1 any more",
    "nothing can cover row 2, column 3 any more", "D fits nowhere any more"]);
  assert.deepEqual(await answer(solver, { ask: "status", placed: stuck, help: "rules" }),
    { solvable: null, dead: [0, 5], pieces: [0], complete: false, state: "broken" });
  const off = await answer(solver, { ask: "status", placed: stuck, help: "off" });
  assert.deepEqual([off.dead, off.state], [[], "open"]);
  const whole = [spots([0, 1]), spots([3, 4]), spots([2, 5])];
  assert.deepEqual((await answer(solver, { ask: "check", placed: whole })).ok, true);
  assert.equal((await answer(solver, { ask: "status", placed: whole, help: "rules" })).state, "complete");
});
