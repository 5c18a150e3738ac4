import assert from "node:assert/strict";
import { test } from "node:test";

import { laying } from "../../ilpuzzles/play/hand.js";
import { aimedSpot, moveOver, reachableSpots, sticksOut } from "../../ilpuzzles/play/layers.js";
import { Table } from "../../ilpuzzles/play/table.js";
import { cubes, threes } from "./boards.js";

const FLAT = { piece: 0, shape: 0, anchor: 0 }, STANDING = { piece: 0, shape: 1, anchor: 0 };

test("every cell that a piece can cover as it is turned is reachable", () => {
  const table = new Table(cubes());
  assert.deepEqual([...reachableSpots(table, FLAT, [])].sort(), [0, 1, 2, 4, 5, 6]);
  assert.deepEqual([...reachableSpots(table, STANDING, [])].sort(), [0, 2, 4, 5, 6, 7]);
  const pillar = table.spotsOf.findIndex((own) => String(own) === "0,4");
  assert.deepEqual([...reachableSpots(table, FLAT, [pillar])], []);
  assert.deepEqual([...reachableSpots(table, STANDING, [pillar])].sort(), [2, 6, 7]);
  assert.deepEqual([...reachableSpots(table, null, [])], []);
  assert.deepEqual([...reachableSpots(table, { piece: 1, shape: 0, anchor: 0 }, [pillar])], []);
  assert.deepEqual([...reachableSpots(new Table(threes()), FLAT, [])], [], "a flat board stays as it is");
});

test("a piece covers the cell that is pointed at, or shows where it clashes", () => {
  const table = new Table(cubes());
  assert.deepEqual(table.spotsOf[moveOver(table, STANDING, 0, [])], [0, 4, 5]);
  assert.deepEqual(table.spotsOf[moveOver(table, STANDING, 7, [])], [2, 6, 7], "held by another cell");
  const pillar = table.spotsOf.findIndex((own) => String(own) === "0,4");
  const clash = moveOver(table, FLAT, 0, [pillar]);
  assert.deepEqual(table.spotsOf[clash], [0, 1, 2]);
  assert.match(table.refusal(clash, [pillar]), /it would lie on I$/);
  assert.equal(moveOver(table, FLAT, 3, []), -1);
  assert.equal(aimedSpot(table, { cursor: 5 }, null), 5);
  assert.equal(aimedSpot(table, { cursor: 5 }, { view: 1, place: [66, 22] }), 5);
  assert.equal(aimedSpot(new Table(threes()), { cursor: 1 }, null), -1);
});

test("a piece says where it would stick out", () => {
  const board = cubes(), table = new Table(board);
  assert.equal(sticksOut(table, STANDING, 4), "it sticks out below layer 2");
  assert.equal(sticksOut(table, { ...STANDING, anchor: 1 }, 0), "it sticks out above layer 1");
  assert.equal(sticksOut(table, FLAT, 7), "it sticks out at the side of layer 2");
  assert.equal(sticksOut(table, { ...FLAT, shape: 9 }, 7), "turned like this, it fits nowhere");
  assert.equal(sticksOut(table, FLAT, 0), "");
  assert.equal(sticksOut(new Table(threes()), FLAT, 0), "");
  const state = { ...laying.begin(table, [], []), hand: { ...FLAT, from: null }, cursor: 7 };
  const { announce } = laying.reduce(table, state, { type: "act", spot: 7 });
  assert.equal(announce, "V does not fit here: it sticks out at the side of layer 2.");
});
