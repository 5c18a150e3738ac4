import assert from "node:assert/strict";
import { test } from "node:test";

import { inkOn, safeColour } from "../../ilpuzzles/play/colours.js";
import { clearMarks } from "../../ilpuzzles/play/marking.js";
import { Table } from "../../ilpuzzles/play/table.js";
import { at, colours, cuts, digits, dominoes, lines, threes } from "./boards.js";

const named = (table, name, spots) => table.spotsOf.findIndex((own, move) =>
  table.name(table.pieceOf[move]) === name && String(own) === String(spots));

test("a board knows its moves by shape, by spot and by piece", () => {
  const table = new Table(threes());
  assert.equal(table.spotsOf.length, 16);
  assert.deepEqual(table.fits, [true, true]);
  assert.equal(table.mirrors, false, "turns make of it what a mirror does");
  assert.equal(table.tips, false);
  assert.equal(table.rim, 6);
  assert.ok(table.bySpot[1].every((move) => table.spotsOf[move].includes(1)));
  assert.equal(table.title(0), "L (red)");
  assert.equal(table.title(1), "V");
  assert.deepEqual(table.shape(0, 99).paths, []);
});

test("moves go together unless they overlap, or no copy is left", () => {
  const table = new Table(threes());
  const first = named(table, "L", [0, 3, 4]), other = named(table, "V", [1, 2, 5]);
  const over = named(table, "V", [0, 1, 3]), again = named(table, "L", [1, 2, 5]);
  assert.deepEqual(table.clashes(other, [first]), []);
  assert.deepEqual(table.clashes(over, [first]), [first]);
  assert.deepEqual(table.clashes(again, [first]), [-1]);
  assert.equal(table.refusal(other, [first]), "");
  assert.equal(table.refusal(over, [first]), "V does not fit here: it would lie on L");
  assert.equal(table.refusal(again, [first]), "No L is left");
  assert.deepEqual(table.sound([first, over, "x", 1.5, -1, other]), [first, other]);
  assert.deepEqual(table.sound("no list"), []);
  assert.deepEqual([...table.owners([first]).keys()], [0, 3, 4]);
});

test("a click on a line between two cells goes to the line, also where cells can be marked", () => {
  const board = lines(), { moves } = board;
  for (const spot of [0, 1, 2]) {
    moves.piece.push(0);
    moves.shape.push(0);
    moves.drawings.push([]);
    moves.starts.push(moves.spots.push(spot));
  }
  const table = new Table(board);
  for (const line of [3, 4]) assert.equal(table.spotAt({ view: 0, place: table.centres[line] }), line);
  // The area of a line ends in the middles of the cells beside it.
  for (const cell of [0, 1, 2]) {
    const [x, y] = table.centres[cell];
    assert.equal(table.spotAt({ view: 0, place: [x, y - 10] }), cell);
  }
});

test("marks of several places go together, but those that were given stay", () => {
  const table = new Table(digits(2, {}, 4)), placed = [0, 3, 4, 7];
  for (let bits = 0; bits < 16; bits++) {
    const given = placed.filter((_, n) => (bits >> n) & 1), free = placed.filter((move) => !given.includes(move));
    const { state, announce } = clearMarks(table, { placed, given }, [0, 1, 2, 3]);
    assert.deepEqual([state.placed, state.given], [given, given]);
    if (free.length > 1) assert.equal(announce, `${free.length} marks removed.`);
    const some = clearMarks(table, { placed, given }, [1, 2]).state.placed;
    assert.deepEqual(some, placed.filter((move) => given.includes(move) || ![3, 4].includes(move)));
  }
});

test("what comes from elsewhere is checked", () => {
  const table = new Table(threes());
  assert.deepEqual(table.knownMoves([0, 99, -1, 3]), [0, 3]);
  assert.deepEqual(table.knownMoves(undefined), []);
  assert.deepEqual(table.knownSpots([5, 6]), [5]);
  assert.deepEqual(table.knownSpots(null), []);
  assert.equal(safeColour("#12af", "colour"), "#12af");
  assert.equal(safeColour("url(x)", "colour"), "#adb5bd");
  assert.equal(safeColour(undefined, "ink"), "#000000");
});

test("the nearest move is found, and free places are favoured", () => {
  const board = dominoes(), table = new Table(board);
  const hand = { piece: 0, shape: 0, anchor: 0 };
  assert.deepEqual(table.spotsOf[table.nearest(hand, at(board, 4), [])], [4, 5]);
  assert.equal(table.nearest(hand, { view: 1, place: [0, 0] }, []), -1);
  assert.equal(table.nearest(hand, { view: 0, place: [900, 0] }, []), -1);
  const placed = [named(table, "D", [0, 1])], edge = { view: 0, place: [22, 40] };
  assert.deepEqual(table.spotsOf[table.nearest(hand, edge, placed)], [3, 4]);
  assert.deepEqual(table.spotsOf[table.nearest(hand, edge, placed, 0)], [0, 1]);
  assert.equal(table.left(0, placed), Infinity);
  assert.equal(table.anchor(0, 0), 0);
  assert.equal(table.anchor(0, 99), 0);
});

test("a place is in a spot, or in none", () => {
  const board = cuts(), table = new Table(board);
  assert.equal(table.spotAt(at(board, 3)), 3);
  assert.equal(table.spotAt({ view: 0, place: [-5, 5] }), -1);
  assert.equal(table.spotAt(null), -1);
});

test("colours have to match each other and the board", () => {
  const table = new Table(colours());
  const [left, right] = [0, 1].map((spot) =>
    ["A", "B", "C"].map((name) => named(table, name, [spot])));
  assert.deepEqual(table.clashes(right[0], [left[2]]), []);
  assert.deepEqual(table.clashes(right[0], [left[1]]), [left[1]]);
  assert.equal(table.refusal(right[0], [left[1]]),
    "A does not fit here: on the left it shows red, and B shows green");
  assert.deepEqual(table.clashes(right[1], []), [-1], "the border demands red");
  assert.equal(table.refusal(right[1], []),
    "B does not fit here: on the right it shows green, where red is needed");
  assert.deepEqual([...table.seen([left[1]])], [[0, 1], [1, 0]]);
  assert.equal(table.demanded.length, 1);
  assert.ok(table.rim > 6);
  assert.equal(table.shows(0, 0), "on the right red, on the left red");
});

test("where colours must differ, alike ones are refused", () => {
  const board = colours();
  board.touching.unlike = [1, 0];
  board.touching.demands = [-1, -1];
  const table = new Table(board);
  const left = named(table, "A", [0]), right = named(table, "C", [1]);
  assert.deepEqual(table.clashes(right, [left]), []);
  assert.match(table.refusal(named(table, "A", [1]), [named(table, "C", [0])]),
    /^A does not fit here: on the left it shows red, and so does C$/);
});

test("fields of colours have a place for their letter", () => {
  const { colours: shown, polygons } = new Table(colours());
  const fields = shown.fields(polygons[0], "r.g..");
  assert.deepEqual(fields.map(({ colour }) => colour), [0, 1]);
  assert.equal(shown.ground(polygons[0], "r...."), 0);
  assert.ok(shown.ground(polygons[0], ".r...") > 0);
  assert.equal(shown.ground(polygons[0], undefined), 0);
  assert.equal(shown.letter(0), "r");
  assert.equal(shown.value(0), "#ff0000");
  assert.equal(shown.value(1), "#adb5bd");
  assert.equal(shown.title(undefined), "");
  assert.equal(new Table(dominoes()).colours.letter(0), "");
  assert.equal(shown.describe([colours().spots.path[0]], ["r...."]), "cells red");
});

test("copies are told apart by shades, and keep them", () => {
  const shades = ["#ff0000", "#00ff00", "#0000ff"], data = dominoes();
  data.pieces[0] = { ...data.pieces[0], shades };
  const table = new Table(data);
  const found = table.shades([0, 1, 2]);
  assert.deepEqual([...found.values()].sort(), [...shades].sort(), "each has one of its own");
  assert.equal(table.shades([2]).size, 1);
  assert.equal(table.shades([0, 1]).get(0), found.get(0), "what was laid first does not change");
  assert.equal(new Set(table.shades([0, 1, 2, 3, 4, 5]).values()).size, 3, "then they are used again");
  assert.equal(new Table(dominoes()).shades([0, 1]).size, 0);
});

test("black or white can be read on every colour", () => {
  for (const [colour, ink] of [["#ffffff", "#000000"], ["#000000", "#ffffff"], ["#f2d13b", "#000000"],
    ["#3066be", "#ffffff"], ["#fff", "#000000"], ["#767676", "#000000"]])
    assert.equal(inkOn(colour), ink, colour);
});
