import assert from "node:assert/strict";
import { test } from "node:test";

import { digits, dominoes, lines, shades, threes, tiling } from "./boards.js";
import { Game } from "./host.js";

const COUNTED = { solvable: true, count: 2, exact: true, dead: [] };
const SOLVED = { ...COUNTED, count: 1, complete: true };

/** Tells how things stand, once that was asked. */
const settle = (game, status = COUNTED) => game.wait().tell("status", status);

test("undo and redo go through all that was done, one thing at a time", (context) => {
  const game = new Game(context, dominoes()), [left, middle] = [game.move("D", 0, 3), game.move("D", 1, 4)];
  assert.deepEqual(["Undo", "Redo", "Clear"].map((name) => game.can(name)), [false, false, false]);
  game.lay(left).lay(middle).act({ type: "take-back", spot: 0 });
  const positions = [[], [left], [left, middle], [middle]];
  assert.deepEqual(game.placed, [middle]);
  for (const before of [2, 1, 0]) {
    game.push("Undo");
    assert.deepEqual([game.placed, game.said], [positions[before], "Undone."]);
    assert.deepEqual([game.can("Undo"), game.can("Redo")], [before > 0, true]);
  }
  for (const next of [1, 2, 3]) {
    game.push("Redo");
    assert.deepEqual([game.placed, game.said], [positions[next], "Redone."]);
    assert.equal(game.can("Redo"), next < 3);
  }
  game.focus(0).keys("zz");
  assert.deepEqual(game.placed, [left]);
  game.keys("y");
  assert.deepEqual(game.placed, [left, middle]);
  game.push("Undo").lay(game.move("D", 4, 5));
  assert.equal(game.can("Redo"), false, "another way forgets the one before");
});

test("what shows a position follows every step: spots, pieces, what is kept and what is asked", (context) => {
  const game = new Game(context, threes()), piece = game.move("L", 0, 3, 4);
  settle(game);
  const asked = () => game.wait().question("status").placed;
  const kept = () => game.model.get("state").placed;
  game.lay(piece);
  assert.equal(game.label(3), "row 2, column 1, L (red)");
  assert.equal(game.drawn("pieces", "piece").length, 1);
  assert.deepEqual([asked(), kept()], [[piece], [piece]]);
  game.push("Undo");
  assert.equal(game.label(3), "row 2, column 1, empty");
  assert.equal(game.drawn("pieces", "piece").length, 0);
  assert.deepEqual([asked(), kept()], [[], []]);
  game.push("Redo");
  assert.deepEqual([asked(), kept()], [[piece], [piece]]);
  assert.ok(game.model.kept >= 3, "each step is kept at once");
});

test("a cleared board has what was given, and nothing else: no marks, notes, tints or trial", (context) => {
  const given = 0, game = new Game(context, digits(4, { given: [given] }, 3)), { board } = game;
  game.act({ type: "mark", spot: 1, name: "2" }, { type: "mark", spot: 2, name: "3", mode: "centre" },
    { type: "mark", spot: 2, name: "4", mode: "corner" }, { type: "try", how: "begin" });
  board.actions.apply({ state: { ...board.play, tints: { 1: "green" } } });
  const noted = game.label(2);
  assert.match(noted, /may be 3, 4 in the corners$/);
  game.push("Clear");
  assert.deepEqual(game.placed, [given]);
  assert.deepEqual([game.label(1), game.label(2)], ["row 1, column 2, open", "row 1, column 3, open"]);
  const { candidates, corners, tints, trial } = { ...board.play, ...game.model.get("state") };
  assert.deepEqual([candidates, corners, tints, trial], [undefined, undefined, undefined, undefined]);
  assert.equal(game.said, "The board is clear.");
  assert.equal(game.can("Clear"), false);
  game.push("Undo");
  assert.equal(game.label(2), noted, "one step brings all of it back");
  assert.equal(board.play.trial.length, 2);
});

test("notes alone can be cleared", (context) => {
  const game = new Game(context, digits());
  game.act({ type: "mark", spot: 1, name: "2", mode: "centre" });
  assert.ok(game.can("Clear"));
  assert.deepEqual(game.model.get("state").candidates, { 1: ["2"] }, "what is noted is kept at once");
  game.push("Clear");
  assert.equal(game.label(1), "row 1, column 2, open");
});

test("what was solved with a hint says so, until the board is cleared", (context) => {
  const game = new Game(context, threes()), [first, second] = [game.move("L", 0, 3, 4), game.move("V", 1, 2, 5)];
  settle(game);
  game.push("Hint").tell("hint", { move: first, text: "L goes here." }).push("Place it");
  assert.equal(game.said, "L placed.");
  game.lay(second);
  settle(game, SOLVED);
  assert.equal(game.status, "Solved with help in 0:00");
  game.push("Clear").lay(first).lay(second);
  settle(game, SOLVED);
  assert.equal(game.status, "Solved in 0:00!");
});

test("an answer that is placed makes room for itself, and leaves all else", (context) => {
  const game = new Game(context, digits(4, {}, 3)), [two, three] = [game.move("2", 0), game.move("3", 0)];
  const other = game.move("1", 2);
  game.lay(two).lay(other);
  settle(game);
  game.push("Hint").tell("hint", { move: three }).push("Mark it");
  assert.deepEqual(game.placed, [three, other]);
  assert.equal(game.said, "1 mark placed.");
  game.push("Undo");
  assert.deepEqual(game.placed, [two, other]);
});

test("the ending offers what comes next; a drawn board is closed until somebody wants to draw on", (context) => {
  const questions = ["status", "hint", "new", "preset", "export"];
  const game = new Game(context, shades({ questions, presets: ["one", "two", "three"] }));
  const click = { type: "act", spot: 2 };
  game.act({ type: "act", spot: 0 });
  settle(game, SOLVED);
  assert.equal(game.answered, "Solved in 0:00!");
  assert.deepEqual(game.choices, ["New position", "Next: two", "Draw on", "Close"]);
  const solved = game.placed;
  for (const act of [click, { type: "take-back", spot: 0 }, { type: "mark", spot: 1, name: "empty" },
    { type: "press", spot: 1, at: null, finger: false }]) {
    game.act(act);
    assert.deepEqual(game.placed, solved);
    assert.match(game.said, /^The board is solved\. To change it all the same, undo, clear it, or choose Draw on\./);
  }
  game.push("Draw on").act(click);
  assert.equal(game.placed.length, 2);
  game.push("Undo");
  settle(game, SOLVED);
  game.push("Undo").act(click);
  assert.equal(game.placed.length, 1, "after a step back it is open again");
});

test("who solves the last board, or one of their own, is offered no next one", (context) => {
  const ending = (more) => {
    const game = new Game(context, shades({ questions: ["status", "preset"], presets: ["one", "two"], ...more }));
    game.act({ type: "act", spot: 0 });
    settle(game, SOLVED);
    return game.choices;
  };
  assert.deepEqual(ending({ preset: "two" }), ["Draw on", "Close"]);
  assert.deepEqual(ending({ preset: "" }), ["Draw on", "Close"]);
  assert.deepEqual(ending({ preset: "one" }), ["Next: two", "Draw on", "Close"]);
});

test("a board that lies there solved has no ending, and one is told only once", (context) => {
  const laid = new Game(context, threes());
  const solution = [laid.move("L", 0, 3, 4), laid.move("V", 1, 2, 5)];
  laid.model.set("state", { placed: solution });
  settle(laid, SOLVED);
  assert.deepEqual([laid.status, laid.answered], ["Solved", null]);
  const game = new Game(context, threes());
  game.lay(solution[0]).wait(7000).lay(solution[1]);
  settle(game, SOLVED);
  assert.equal(game.status, "Solved in 0:07!");
  game.push("Close").wait(5000);
  assert.equal(game.time, "0:07", "the clock stands still");
  game.board.asking.askNow();
  game.tell("status", SOLVED);
  assert.equal(game.answered, null);
});

test("arrow keys reach every spot, the first and the last ones too, and stay at the border", (context) => {
  const game = new Game(context, tiling(2, 3, [{ name: "D", cells: [[0, 0], [0, 1]], copies: null }]));
  const walk = (start, keys) => {
    game.focus(start);
    for (const key of keys.split(" ")) game.key(`Arrow${key}`);
    assert.equal(game.page.activeElement, game.board.view.spots[game.board.play.cursor]);
    return game.board.play.cursor;
  };
  assert.equal(walk(1, "Left"), 0);
  assert.equal(walk(3, "Up"), 0);
  assert.equal(walk(0, "Up Left"), 0);
  assert.equal(walk(0, "Right Right Down"), 5);
  assert.equal(walk(5, "Down Right"), 5);
  assert.equal(walk(5, "Left Up"), 1);
  const tabs = game.board.view.spots.map((spot) => spot.getAttribute("tabindex"));
  assert.deepEqual(tabs, ["-1", "0", "-1", "-1", "-1", "-1"], "Tab leads to the cursor");
});

test("arrow keys go round in the tray, past pieces that are used up", (context) => {
  const game = new Game(context, tiling(2, 4, [..."ABCD"].map((name) => ({ name, cells: [[0, 0], [0, 1]] }))));
  const pieces = game.place.querySelectorAll("button[data-piece]");
  const walk = (...keys) => {
    for (const key of keys) game.key(key);
    return Number(game.page.activeElement.getAttribute("data-piece"));
  };
  game.lay(game.move("B", 0, 1));
  pieces[0].focus();
  assert.equal(walk("ArrowRight"), 2);
  assert.equal(walk("ArrowDown", "ArrowRight"), 0);
  assert.equal(walk("ArrowLeft"), 3);
  assert.equal(walk("ArrowUp", "ArrowUp"), 0);
});

test("moves are recorded in their order, where that is wanted", (context) => {
  const game = new Game(context, dominoes({ questions: ["status", "record"] })), move = game.move("D", 0, 3);
  game.lay(move).wait(2500).push("Undo").push("Redo").push("Clear");
  const record = game.asked("record").map(({ at, did, placed, board }) => [at, did, placed, board]);
  assert.deepEqual(record, [[0, "place", [move], "preset:one"], [2.5, "undo", [], "preset:one"],
    [2.5, "redo", [move], "preset:one"], [2.5, "clear", [], "preset:one"]]);
  const quiet = new Game(context, dominoes());
  assert.deepEqual(quiet.lay(move).asked("record"), []);
});

test("a position that Python sets is another one if its marks or its givens are", (context) => {
  const game = new Game(context, threes()), [first, second] = [game.move("L", 0, 3, 4), game.move("V", 1, 2, 5)];
  game.lay(first);
  const steps = () => game.position.history.positions.length;
  const set = (state) => {
    const before = steps();
    game.model.set("state", state);
    return steps() - before;
  };
  assert.equal(set({ placed: [first] }), 0, "the same one");
  assert.equal(set({ placed: [first], given: [first] }), 1, "what was placed is given now");
  assert.match(game.label(0), /L \(red\), given$/);
  assert.equal(set({ placed: [first, second], given: [first] }), 1);
  assert.deepEqual(game.placed, [first, second]);
  assert.ok(game.position.isLaid);
  game.push("Clear");
  assert.deepEqual(game.placed, [first]);
  const kept = game.model.get("state");
  game.model.tell("change:state");
  assert.equal(game.model.get("state"), kept, "what it keeps itself is no news");
});

test("the position from before a new one is an Undo away, but not before the steps since", (context) => {
  const data = threes({ questions: ["status", "hint", "new"], title: "Small: one" });
  const game = new Game(context, data), [first, second] = [game.move("L", 0, 3, 4), game.move("V", 1, 2, 5)];
  game.lay(first).push("New position").tell("new", { given: [second], text: "Here it is." });
  assert.equal(game.said, "Here it is. Undo brings back the one before.");
  assert.equal(game.place.querySelector("h1").textContent, "Small: A new position");
  assert.deepEqual(game.placed, [second]);
  game.lay(game.move("L", 0, 3, 4)).push("Undo");
  assert.deepEqual([game.placed, game.said], [[second], "Undone."]);
  game.push("Undo");
  assert.deepEqual([game.placed, game.said], [[first], "The position from before is back."]);
  assert.equal(game.place.querySelector("h1").textContent, "Small: one");
  game.push("Undo");
  assert.deepEqual(game.placed, [], "with all that can be undone there");
  game.push("New position").tell("new", { given: [second] });
  assert.equal(game.said, "A new position.", "nobody has begun the one before");
  game.lay(game.move("L", 0, 3, 4));
  for (const given of [first, second]) game.push("New position").tell("new", { given: [given] });
  assert.equal(game.said, "A new position. Undo brings back the one before.");
  game.push("Undo");
  assert.equal(game.placed.length, 2, "the last one that somebody has begun");
});

test("a new board takes the place of this one, with the level of help that was chosen", (context) => {
  const game = new Game(context, threes({ questions: ["status", "preset"], presets: ["one", "two"] }));
  game.model.set("help", "rules");
  game.choose("Position", "two");
  game.push("Open");
  assert.deepEqual(game.question("preset").name, "two");
  const next = lines({ preset: "two" });
  game.tell("preset", { board: next });
  assert.equal(game.session.board.table.data, next);
  assert.equal(game.said, "A new position.");
  assert.deepEqual(game.model.get("state"), { help: "rules" });
  assert.equal(game.wait().question("status").help, "rules");
});
