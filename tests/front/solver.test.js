import assert from "node:assert/strict";
import { test } from "node:test";

import { Cover, Slice, mixed } from "../../ilpuzzles/play/cover.js";
import { LIMITS, Solver } from "../../ilpuzzles/play/solver.js";
import { Table } from "../../ilpuzzles/play/table.js";
import { colours, dominoes, threes, tiling } from "./boards.js";
import { openPage } from "./paper.js";

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

test("what is known beforehand is told of exactly the position that it belongs to", async () => {
  const data = board(2, 3), table = new Table(data), spots = (...wanted) =>
    table.spotsOf.findIndex((own) => String(own) === String(wanted));
  const given = [spots(0, 3), spots(1, 2)], other = [spots(0, 1), spots(2, 5)];
  const solver = new Solver({ ...data, given, solutions: 77 }), count = async (placed) =>
    (await answer(solver, { ask: "status", placed })).count;
  assert.equal(await count([...given].reverse()), 77, "in any order");
  assert.equal(await count(other), 1, "as many pieces lie there");
  assert.equal(await count(given.slice(0, 1)), 2);
  assert.equal(await count([...given, spots(4, 5)]), 1);
  assert.equal(await count([]), 3);
  const none = new Solver({ ...data, given: [], solutions: 77 });
  assert.equal((await answer(none, { ask: "status", placed: other })).count, 1);
});

test("solutions of another position are another list, and a solution has what lies there", async () => {
  const data = board(2, 3), solver = new Solver(data), table = new Table(data);
  const [first, last] = [[0, 3], [2, 5]].map((own) => table.spotsOf.findIndex((spots) => String(spots) === String(own)));
  const list = async (placed) => {
    const { moves, count } = await answer(solver, { ask: "solutions", placed, from: 0, number: 20 });
    return [moves.length, count];
  };
  assert.deepEqual(await list([]), [3, 3]);
  assert.deepEqual(await list([first]), [2, 2]);
  assert.deepEqual(await list([first, last]), [1, 1]);
  assert.deepEqual(await list([]), [3, 3]);
  const { moves } = await answer(solver, { ask: "solution", placed: [first] });
  assert.equal(new Set(moves.flatMap((move) => table.spotsOf[move])).size, 6);
  assert.equal(moves[0], first);
});

test("a page that ends with a page of solutions has no more of them", async () => {
  const solver = new Solver(board(2, 3)), page = async (from, number) => {
    const { moves, more, count } = await answer(solver, { ask: "solutions", from, number });
    return [moves.length, more, count];
  };
  assert.deepEqual(await page(0, 2), [2, true, null]);
  assert.deepEqual(await page(2, 2), [1, false, 3]);
  const whole = new Solver(board(2, 3));
  assert.deepEqual((await answer(whole, { ask: "solutions", from: 0, number: 3 })).more, false);
});

/** A slice of so many looks at the clock, of which each is a step. */
const sliceOf = (looks) => ({ passed: false, looks, over() {
  this.passed ||= this.looks-- <= 0;
  return this.passed;
} });

test("a count that was cut off is no more than there are, and is not kept as a whole one", () => {
  for (const [rows, columns, total] of [[3, 4, 11], [4, 4, 36], [4, 5, 95]]) {
    const cover = new Cover(board(rows, columns)), position = cover.position([]);
    let most = 0, looks = 0, last = sliceOf(0);
    do {
      last = sliceOf(++looks);
      most = cover.count(position, last);
      assert.ok(most <= total && (last.passed || most === total), `${most} after ${looks} looks`);
    } while (last.passed);
    assert.equal(most, total);
    assert.equal(cover.count(position, sliceOf(0)), total, "what is known takes no time");
  }
});

test("a count that was cut off is told as a bound", async (context) => {
  const before = { ...LIMITS }, { now } = performance;
  context.after(() => Object.assign(LIMITS, before) && Object.assign(performance, { now }));
  Object.assign(LIMITS, { slice: 200, counting: -1, deciding: 60_000 });
  let looks = 0;
  performance.now = () => looks++; // a clock that goes on by itself, so that no machine is too slow
  const last = await answer(new Solver(board(12, 12), false), { ask: "status" });
  assert.deepEqual([last.solvable, last.exact, last.complete], [true, false, false]);
  assert.ok(last.count > 0);
});

/** All solutions of a position, by trying what covers its first open spot. */
function allSolutions(table, placed) {
  const owners = table.owners(placed), open = table.polygons.findIndex((_, spot) => !owners.has(spot));
  const used = (piece) => placed.filter((move) => table.pieceOf[move] === piece).length;
  if (open < 0) return table.pieces.every(({ least }, piece) => used(piece) >= least) ? [placed] : [];
  return table.bySpot[open].filter((move) => !table.spotsOf[move].some((spot) => owners.has(spot))
    && used(table.pieceOf[move]) < (table.pieces[table.pieceOf[move]].copies ?? Infinity))
    .flatMap((move) => allSolutions(table, [...placed, move]));
}

const sets = (lists) => lists.map((moves) => String([...moves].sort((one, other) => one - other))).sort();
const SHAPES = [[[0, 0]], [[0, 0], [0, 1]], [[0, 0], [1, 0], [1, 1]], [[0, 0], [0, 1], [0, 2]], [[0, 0], [0, 1], [1, 1], [1, 2]]];

for (let seed = 0; seed < 12; seed++) test(`answers about random boards are those that trying everything gives: ${seed}`, async () => {
  let state = seed * 7919 + 1;
  const below = (number) => Math.floor((state = (state * 48271) % 2147483647) / 2147483647 * number);
  const data = tiling(2 + below(2), 3 + below(2), Array.from({ length: 2 + below(2) }, (_, n) => {
    const copies = [null, 1, 2, 3][below(4)];
    return { name: "ABCD"[n], cells: SHAPES[below(SHAPES.length)], copies, least: below(1 + Math.min(copies ?? 2, 2)) };
  }));
  const table = new Table(data), solver = new Solver(data, false);
  for (let n = 0; n < 4; n++) {
    const some = table.spotsOf.flatMap((_, move) => (below(table.spotsOf.length) < 2 ? [move] : []));
    const placed = n ? table.sound(some) : [], all = allSolutions(table, placed);
    const { solvable, count, exact, complete, dead } = await answer(solver, { ask: "status", placed });
    assert.deepEqual([solvable, count, exact, complete],
      [all.length > 0, all.length, true, all.some((moves) => moves.length === placed.length)]);
    assert.ok(!dead.length || !all.length);
    const listed = await answer(solver, { ask: "solutions", placed, from: 0, number: 1000 });
    assert.deepEqual(sets(listed.moves.map((moves) => [...placed, ...moves])), sets(all));
    const { moves: one } = await answer(solver, { ask: "solution", placed });
    assert.ok(all.length ? sets(all).includes(sets([one])[0]) : !one.length);
    const hint = await answer(solver, { ask: "hint", placed });
    const shared = all.length ? all[0].filter((move) => !placed.includes(move) && all.every((moves) => moves.includes(move))) : [];
    const states = [[complete, "complete"], [!all.length, "no solution"], [!shared.length, "nothing sure"], [true, "sure"]];
    assert.equal(hint.state, states.find(([is]) => is)[1]);
    if (hint.state !== "sure") continue;
    assert.ok(shared.includes(hint.move));
    assert.ok(allSolutions(table, hint.reason.moves).every((moves) => moves.includes(hint.move)), hint.text);
  }
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

test("a position is saved with what its pieces show", async (context) => {
  const saved = await answer(new Solver(colours()), { ask: "export", placed: [0], format: "json" });
  assert.equal(saved.name, "small.json");
  assert.deepEqual(JSON.parse(saved.data).tiles,
    [{ tile: "A", on: ["row 1, column 1"], shows: "on the right red, on the left red" }]);
  const plain = await answer(new Solver(threes()), { ask: "export", placed: [], format: "json" });
  assert.deepEqual(JSON.parse(plain.data).tiles, []);
  assert.match((await answer(new Solver(threes()), { ask: "weather" })).error, /cannot answer/);
  const { location } = openPage(context, { hash: "#at=there" });
  const address = await answer(new Solver(threes()), { ask: "export", placed: [], format: "address" });
  assert.equal(address.data, location.href);
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
