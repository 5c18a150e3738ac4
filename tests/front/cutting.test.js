import assert from "node:assert/strict";
import { test } from "node:test";

import { cutting } from "../../ilpuzzles/play/cutting.js";
import { Table } from "../../ilpuzzles/play/table.js";
import { SIZE, at, cuts } from "./boards.js";

function player() {
  const table = new Table(cuts());
  const game = { table, state: cutting.begin(table, [0], [0]), last: {},
    does(type, more = {}) {
      game.last = cutting.reduce(table, game.state, { type, ...more });
      game.state = game.last.state;
      return game.last;
    },
    says: (type, more) => game.does(type, more).announce,
    stroke(spot, right, down, steps = 4) {
      const [x, y] = table.centres[spot];
      const place = (share) => ({ view: 0, place: [x + share * right * SIZE, y + share * down * SIZE] });
      game.does("press", { spot, at: place(-0.5), finger: false });
      let said;
      for (let i = 1; i <= steps; i++)
        said = game.says("drag", { at: place(i / steps - 0.5) }) ?? said;
      return game.says("drop", { at: place(0.5), over: true }) ?? said;
    } };
  return game;
}

test("a cell is cut by a key, and changed by a click", () => {
  const game = player();
  assert.equal(game.says("mark", { spot: 1, name: "/" }), "row 1, column 2: cut up.");
  assert.equal(game.last.did, "place");
  assert.equal(game.does("mark", { spot: 1, name: "/" }).did, undefined, "it is cut already");
  assert.equal(game.says("act", { spot: 1 }), "row 1, column 2: cut down.");
  assert.equal(game.last.did, "move");
  assert.equal(game.says("act", { spot: 1 }), "row 1, column 2: whole.");
  assert.equal(game.says("act", { spot: 1 }), "row 1, column 2: open.");
  assert.deepEqual(game.state.placed, [0]);
});

test("what was given stays", () => {
  const game = player();
  assert.equal(game.says("act", { spot: 0 }), "This cell was given, and stays.");
  assert.equal(game.says("take-back", { spot: 0 }), "cut up was given, and stays.");
});

test("a mark is taken away, and with none there an answer is closed", () => {
  const game = player();
  game.does("act", { spot: 1 });
  assert.equal(game.says("take-back", { spot: 1 }), "Mark removed.");
  assert.equal(game.does("take-back", { spot: 1 }).close, true);
  assert.equal(game.does("put-back").close, true);
});

test("a stroke across a cell cuts it in its direction", () => {
  const game = player();
  assert.equal(game.stroke(1, 0.9, 0.9), "row 1, column 2: cut down.");
  assert.equal(game.stroke(2, 0.9, -0.9), "row 2, column 1: cut up.");
  assert.equal(game.state.drag, null);
});

test("a short stroke cuts, a shaking hand clicks, and what ends elsewhere does nothing", () => {
  const game = player();
  assert.equal(game.stroke(1, 0.3, 0.3), "row 1, column 2: cut down.");
  assert.equal(game.stroke(1, 0.05, 0.05), "row 1, column 2: whole.");
  const { placed } = game.state;
  game.does("press", { spot: 1, at: at(game.table.data, 1), finger: false });
  game.does("drag", { at: null });
  game.does("drag", { at: at(game.table.data, 3) });
  assert.equal(game.says("drop", { at: at(game.table.data, 3), over: true }), undefined);
  assert.deepEqual(game.state.placed, placed);
});

test("a pointer that the browser takes changes nothing", () => {
  const game = player();
  game.does("press", { spot: 1, at: at(game.table.data, 1), finger: true });
  assert.equal(game.state.cursor, 1);
  game.does("cancel");
  assert.equal(game.state.drag, null);
  game.does("press", { spot: -1, at: null, finger: true });
  game.does("drag", { at: null });
  game.does("drop", { at: null, over: false });
  assert.equal(game.does("drag", { at: null }).did, undefined);
  assert.equal(game.does("drop", { at: null, over: false }).did, undefined);
  game.does("reach", { spot: 3 });
  assert.equal(game.state.cursor, 3);
  assert.equal(game.does("turn", { how: "turn" }).announce, undefined);
  assert.deepEqual(game.state.placed, [0]);
});

test("its words, keys and tools", () => {
  const { table, state } = player();
  assert.deepEqual(cutting.tools(table), []);
  assert.equal(cutting.canUse(table, state, "turn"), false);
  assert.equal(cutting.keysHelp(table).length, 3);
  assert.equal(cutting.describeHand(table, state), "");
  assert.equal(cutting.nameMoves(table, [0, 1]), "2 marks");
  assert.deepEqual(cutting.roomFor(table, [0, 4], [5]), [0]);
});
