import assert from "node:assert/strict";
import { test } from "node:test";

import { digits, dominoes } from "./boards.js";
import { Game } from "./host.js";

/** A game with a record: laid at 0 s, at 2 s, and at 2.4 s taken back. */
function recorded(context, more) {
  const game = new Game(context, dominoes(more)), [left, middle] = [game.move("D", 0, 3), game.move("D", 1, 4)];
  game.lay(left).wait(2000).lay(middle).wait(400).act({ type: "take-back", spot: 0 });
  return { game, moments: [[], [left], [left, middle], [middle]] };
}

const shown = (game) => game.drawn("pieces", "piece").map((element) => Number(element.getAttribute("data-move")));

test("a replay shows every moment from the first to the last one, each for a part of its time", (context) => {
  const { game, moments } = recorded(context);
  game.push("Replay the moves");
  // The first piece came at once, which is shown for a moment at least; 2 s and 0.4 s are a quarter as long.
  const lengths = [250, 500, 250, 250];
  for (const [number, moves] of moments.entries()) {
    assert.deepEqual(shown(game), moves, `moment ${number}`);
    assert.equal(game.status, "Replay");
    game.wait(lengths[number] - 1);
    assert.deepEqual(shown(game), moves, `the end of moment ${number}`);
    game.wait(1);
  }
  assert.deepEqual(shown(game), moments.at(-1));
  assert.equal(game.board.replay.running, false);
  assert.ok(game.can("Replay the moves"), "it can be shown again");
});

test("nothing is shown for long: a pause of an hour takes little more than a second", (context) => {
  const game = new Game(context, dominoes()), move = game.move("D", 0, 3);
  game.lay(move).wait(3_600_000).lay(game.move("D", 1, 4)).push("Replay the moves").wait(250);
  assert.deepEqual(shown(game), [move]);
  game.wait(1199);
  assert.equal(shown(game).length, 1);
  game.wait(1);
  assert.equal(shown(game).length, 2);
});

test("a replay is stopped by whatever is done, which does nothing else; a pointer that moves does not stop it", (context) => {
  const { game, moments } = recorded(context), begin = () => game.push("Replay the moves").wait(250);
  const ends = { "the button": () => game.push("Stop the replay"), undo: () => game.key("z"),
    clear: () => game.push("Clear"), "a click": () => game.tap(0), hint: () => game.push("Hint"),
    "a piece": () => game.act({ type: "choose", piece: 0 }) };
  const asked = game.model.asked.length;
  for (const [name, end] of Object.entries(ends)) {
    begin();
    assert.deepEqual(shown(game), moments[1]);
    game.act({ type: "hover", at: null }, { type: "reach", spot: 1 });
    if (name === "the button") assert.ok(game.board.replay.running);
    end();
    assert.deepEqual([shown(game), game.placed, game.board.replay.running], [moments[3], moments[3], false], name);
    for (const moment of [250, 250, 500]) {
      game.wait(moment);
      assert.deepEqual([shown(game), game.board.replay.running], [moments[3], false], `after ${name}, it does not go on`);
    }
  }
  assert.equal(game.model.asked.length, asked + 1, "nothing was asked but how things stand");
});

test("there is nothing to replay until something was done, and one step is enough", (context) => {
  const game = new Game(context, dominoes());
  assert.equal(game.can("Replay the moves"), false);
  game.board.replay.toggle();
  assert.equal(game.board.replay.running, false);
  game.lay(game.move("D", 0, 3)).push("Replay the moves");
  assert.deepEqual(shown(game), []);
  game.wait(250);
  assert.equal(shown(game).length, 1);
});

test("a replay shows marks alone: no notes, no trial, no dead spots, and nobody is told that it is solved", (context) => {
  const game = new Game(context, digits());
  game.act({ type: "mark", spot: 0, name: "1" }, { type: "try", how: "begin" }, { type: "mark", spot: 1, name: "2" },
    { type: "take-back", spot: 1 }, { type: "mark", spot: 1, name: "3", mode: "centre" });
  game.wait().tell("status", { solvable: true, complete: true, dead: [1] });
  const notes = () => game.place.querySelectorAll(".candidates").length;
  const dead = () => game.drawn("notes", "dead").length, finished = () => game.board.root.classList.contains("finished");
  assert.deepEqual([dead(), finished()], [1, true]);
  const before = game.place.querySelectorAll(".pieces")[0].children.length;
  game.push("Replay the moves").wait(250).wait(250);
  assert.deepEqual([shown(game).length, dead(), finished()], [2, 0, false]);
  assert.equal(game.drawn("pieces", "trial").length, 0);
  assert.equal(notes(), 0);
  game.push("Stop the replay");
  assert.equal(game.place.querySelectorAll(".pieces")[0].children.length, before);
});

test("a board that is closed shows no more of its replay", (context) => {
  const { game } = recorded(context);
  game.push("Replay the moves");
  const { board } = game;
  game.session.open();
  game.wait(5000);
  assert.equal(board.replay.running, false);
});
