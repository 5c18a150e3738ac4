import assert from "node:assert/strict";
import { test } from "node:test";

import { laying } from "../../ilpuzzles/play/hand.js";
import { Table } from "../../ilpuzzles/play/table.js";
import { at, cubes, dominoes, threes } from "./boards.js";

/** Somebody who plays: the state, and what came of the last action. */
function player(board, placed = board.given) {
  const table = new Table(board);
  const game = { table, state: laying.begin(table, board.given, placed), last: {},
    does(type, more = {}) {
      game.last = laying.reduce(table, game.state, { type, ...more });
      game.state = game.last.state;
      return game.last;
    },
    says: (type, more) => game.does(type, more).announce,
    find: (name, spots) => table.spotsOf.findIndex((own, move) =>
      table.name(table.pieceOf[move]) === name && String(own) === String(spots)) };
  return game;
}

test("a piece is taken, aimed and placed by keys", () => {
  const game = player(threes());
  assert.equal(game.says("choose", { piece: 0, toBoard: true }), "In your hand: L (red).");
  assert.equal(game.last.focus, "cursor");
  assert.notEqual(game.state.ghost, null, "it would lie where the cursor is");
  const { ghost } = game.state;
  assert.equal(game.says("act", { spot: 0 }), "L placed.");
  assert.deepEqual([game.last.did, game.last.replace, game.last.focus], ["place", false, "kept"]);
  assert.deepEqual(game.state.placed, [ghost]);
  assert.equal(game.state.hand, null);
  assert.equal(game.says("name", { piece: 0, key: "L" }), "No L is left.");
  assert.equal(game.says("name", { piece: 1, key: "V" }), "In your hand: V.");
});

test("what is in the hand is turned, and says where it fits", () => {
  const game = player(threes());
  assert.equal(game.says("turn", { how: "turn" }), "Take a piece first.");
  game.does("choose", { piece: 0 });
  assert.equal(game.says("turn", { how: "tip" }), "L looks the same.");
  assert.equal(game.says("turn", { how: "turn" }), "L turned.");
  assert.equal(game.state.shapes[0], game.state.hand.shape);
  game.does("hover", { at: at(game.table.data, 1) });
  assert.match(game.says("turn", { how: "mirror" }), /^L mirrored\. L fits here\.$/);
  assert.equal(game.says("choose", { piece: 0 }), "L turned. L fits here.", "a click turns it too");
  assert.ok(laying.canUse(game.table, game.state, "turn"));
  assert.ok(!laying.canUse(game.table, game.state, "tip"));
  assert.ok(laying.canUse(game.table, game.state, "back"));
});

test("a solid is turned in the next way in which a piece fits", () => {
  const game = player(cubes()), { table } = game;
  assert.deepEqual(laying.tools(table).map(({ name }) => name), ["turn", "tip", "fit", "back"]);
  assert.deepEqual(laying.actionOfKey({ key: "f" }, table, game.state), { type: "fit" });
  assert.equal(game.says("fit"), "Take a piece first.");
  game.does("choose", { piece: 0 });
  const first = game.state.hand.shape;
  assert.match(game.says("fit"), /^Like this, \w+ fits in \d+ places?\.$/);
  assert.notEqual(game.state.hand.shape, first);
  assert.equal(game.state.shapes[0], game.state.hand.shape);
  // All but one cell are full.
  const full = table.spotsOf.findIndex((spots, move) => table.pieceOf[move] === 0 && spots.length > 2);
  assert.ok(full >= 0);
  game.state = { ...game.state, placed: [full] };
  assert.match(game.says("fit"), /fits nowhere any more\.$/);
});

test("the ghost follows the pointer and the cursor", () => {
  const board = threes(), game = player(board);
  game.does("hover", { at: at(board, 1) });
  assert.equal(game.state.ghost, null, "there is nothing in the hand");
  game.does("choose", { piece: 0 });
  game.does("hover", { at: at(board, 4) });
  assert.notEqual(game.state.ghost, null);
  game.does("hover", { at: null });
  assert.equal(game.state.ghost, null);
  game.does("reach", { spot: 5 });
  assert.ok(game.table.spotsOf[game.state.ghost].includes(5));
  game.does("release");
  assert.deepEqual([game.state.hand, game.state.ghost], [null, null]);
  game.does("reach", { spot: 2 });
  assert.equal(game.state.cursor, 2);
  assert.equal(game.does("reach", { spot: 2 }).state, game.state);
});

test("a piece that does not fit is refused, and says why", () => {
  const board = threes(), game = player(board);
  game.state = { ...game.state, placed: [game.find("L", [0, 3, 4])] };
  game.does("choose", { piece: 1 });
  game.does("hover", { at: at(board, 0) });
  assert.match(game.says("act", { spot: 0 }), /^V does not fit here: it would lie on L\.$/);
  assert.equal(game.last.did, undefined);
  assert.match(laying.describeHand(game.table, game.state), /it would lie on L$/);
  game.state = { ...game.state, ghost: null };
  assert.equal(laying.describeHand(game.table, game.state), "V does not fit here");
});

test("a piece that fits nowhere says so", () => {
  const board = threes();
  board.pieces.push({ ...board.pieces[0], name: "X", label: "X" });
  const game = player(board);
  game.does("choose", { piece: 2 });
  assert.equal(game.says("act", { spot: 0 }), "X fits nowhere on this board.");
});

test("a piece is taken up and goes back, to its place or among the others", () => {
  const game = player(threes()), move = game.find("L", [0, 3, 4]);
  game.state = { ...game.state, placed: [move] };
  assert.equal(game.says("act", { spot: 2 }), "Nothing lies here. Take a piece first.");
  assert.equal(game.says("act", { spot: 4 }), "In your hand: L (red).");
  assert.deepEqual([game.last.did, game.state.placed, game.state.ghost], ["take back", [], move]);
  assert.deepEqual(game.state.hand, { piece: 0, shape: game.table.shapeOf[move], anchor: 2, from: move });
  game.does("turn", { how: "turn" });
  assert.equal(game.says("put-back"), "L is back where it lay.");
  assert.deepEqual([game.last.did, game.last.replace, game.last.close], ["move", true, true]);
  assert.deepEqual(game.state.placed, [move]);
  assert.equal(game.state.shapes[0], game.table.shapeOf[move]);
  game.does("act", { spot: 4 });
  assert.equal(game.says("put-back", { toTray: true }), "L is back among the pieces.");
  assert.deepEqual([game.state.placed, game.state.hand], [[], null]);
  assert.equal(game.does("put-back").close, true, "an answer is closed with nothing in the hand");
});

test("what was given stays", () => {
  const move = player(threes()).find("L", [0, 3, 4]), game = player(threes({ given: [move] }));
  for (const type of ["act", "take-back"])
    assert.equal(game.says(type, { spot: 0 }), "L (red) was given, and stays.");
  assert.deepEqual(game.state.placed, [move]);
});

test("a key takes off what is under the cursor, or lets go", () => {
  const game = player(threes()), move = game.find("V", [0, 3, 4]);
  game.state = { ...game.state, placed: [move] };
  assert.equal(game.says("take-back", { spot: 3 }), "V taken back.");
  assert.equal(game.last.did, "take back");
  game.does("choose", { piece: 1 });
  assert.equal(game.says("take-back", { spot: 3 }), "V is back among the pieces.");
});

test("keys go through the pieces that are left", () => {
  const game = player(threes());
  game.does("next", { by: 1 });
  assert.equal(game.state.hand.piece, 0);
  game.does("next", { by: 1 });
  assert.equal(game.state.hand.piece, 1);
  game.does("next", { by: 1 });
  assert.equal(game.state.hand.piece, 0);
  game.does("release");
  game.does("next", { by: -1 });
  assert.equal(game.state.hand.piece, 1);
  const full = player(threes());
  full.state = { ...full.state, placed: [full.find("L", [0, 3, 4]), full.find("V", [1, 2, 5])] };
  assert.equal(full.does("next", { by: 1 }).announce, undefined);
});

test("what has copies stays in the hand", () => {
  const game = player(dominoes());
  game.does("choose", { piece: 0, toBoard: true });
  game.does("act", { spot: 0 });
  assert.equal(game.state.hand.piece, 0);
});

test("a piece is dragged from the tray to the board", () => {
  const board = threes(), game = player(board);
  game.does("grab", { piece: 0, anchor: 1, finger: false });
  game.does("drag", { at: at(board, 3) });
  assert.equal(game.state.hand, null, "it has not moved yet");
  assert.equal(game.says("lift"), "In your hand: L (red).");
  assert.equal(game.state.hand.anchor, 1);
  game.does("drag", { at: at(board, 3) });
  assert.equal(game.table.spotsOf[game.state.ghost][1], 3);
  assert.equal(game.says("drop", { at: at(board, 3), over: true }), "L placed.");
  assert.equal(game.state.drag, null);
});

test("a click on a piece takes it, and another one turns it", () => {
  const game = player(threes());
  const click = (more) => {
    game.does("grab", { piece: 0, finger: false, ...more });
    return game.says("drop", { at: null, over: false });
  };
  assert.equal(click(), "In your hand: L (red).");
  assert.equal(click(), "L turned.");
  game.does("grab", { piece: 0, anchor: 2, finger: false });
  game.does("lift");
  assert.equal(game.state.hand.anchor, 2, "it is held where it was grabbed");
});

test("what is dragged off the board goes among the pieces, and elsewhere back", () => {
  const board = threes(), game = player(board), move = game.find("L", [0, 3, 4]);
  const other = game.find("V", [1, 2, 5]), off = { view: 0, place: [900, 900] };
  const drag = (to, over) => {
    game.state = { ...game.state, placed: [move, other] };
    game.does("press", { spot: 4, at: at(board, 4), finger: false });
    game.does("lift");
    game.does("drag", { at: to });
    return game.says("drop", { at: to, over });
  };
  assert.equal(drag(null, false), "L is back among the pieces.");
  assert.deepEqual(game.state.placed, [other]);
  assert.equal(drag(at(board, 2), true),
    "L does not fit here: it would lie on V. L is back where it lay.");
  assert.deepEqual(game.state.placed, [other, move]);
  assert.equal(drag(off, true), "L does not fit here. L is back where it lay.");
  game.does("press", { spot: 4, at: at(board, 4), finger: false });
  assert.equal(game.state.cursor, 4);
  game.does("lift");
  assert.equal(game.says("cancel"), "L is back where it lay.");
});

test("a finger that scrolls the tray takes nothing", () => {
  const game = player(threes());
  assert.equal(game.does("cancel").announce, undefined);
  game.does("grab", { piece: 0, finger: true });
  game.does("lift");
  assert.equal(game.says("cancel"), "");
  assert.equal(game.state.hand, null);
  game.does("press", { spot: -1, at: null, finger: true });
  game.does("lift");
  assert.equal(game.does("drop", { at: null, over: false }).announce, undefined);
});

test("a click on the board lays down or takes up", () => {
  const board = threes(), game = player(board);
  const click = (spot, finger = false) => {
    game.does("press", { spot, at: at(board, spot), finger });
    return game.says("drop", { at: at(board, spot), over: false });
  };
  game.does("choose", { piece: 0 });
  assert.equal(click(0), "L placed.");
  game.does("choose", { piece: 1 });
  assert.match(click(0), /^V does not fit here/);
  assert.equal(click(0, true), "In your hand: L (red).", "a finger takes up what is in the way");
  game.does("release");
  assert.equal(click(5), "Nothing lies here. Take a piece first.");
  game.does("choose", { piece: 1 });
  assert.equal(click(0, true), "V placed.");
  assert.equal(game.state.pointed, null);
});

test("what is dragged off and was never on the board stays in the hand", () => {
  const game = player(threes());
  game.does("grab", { piece: 0, finger: false });
  game.does("lift");
  assert.equal(game.does("drop", { at: null, over: false }).announce, undefined);
  assert.equal(game.state.hand.piece, 0);
});

test("its words, keys and tools are those that the board has a use for", () => {
  const { table } = player(threes());
  assert.deepEqual(laying.tools(table).map(({ name }) => name), ["turn", "back"]);
  assert.deepEqual(laying.keysHelp(table)[2], ["R", "turn what is in your hand"]);
  table.mirrors = table.tips = true;
  assert.deepEqual(laying.keysHelp(table)[2],
    ["R, M, T", "turn, mirror and tip what is in your hand"]);
  assert.equal(laying.nameMoves(table, [0, 1]), "L, L");
  assert.deepEqual(laying.roomFor(table, [3], [4]), [3]);
});
