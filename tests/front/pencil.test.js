import assert from "node:assert/strict";
import { test } from "node:test";

import { metClues, regions, threads } from "../../ilpuzzles/play/connected.js";
import { RUBBER } from "../../ilpuzzles/play/marking.js";
import { keyOfPen, pencil } from "../../ilpuzzles/play/pencil.js";
import { Table } from "../../ilpuzzles/play/table.js";
import { alike } from "../../ilpuzzles/play/writing.js";
import { SIZE, borders, crossing, digits, lines, shades, walls } from "./boards.js";

function player(board) {
  const table = new Table(board);
  const game = { table, state: pencil.begin(table, [], []), last: {},
    does(type, more = {}) {
      game.last = pencil.reduce(table, game.state, { type, ...more });
      game.state = game.last.state;
      return game.last;
    },
    click(spot, secondary = false, adds = false) {
      const at = { view: 0, place: table.centres[spot] };
      game.does("press", { spot, at, finger: false, secondary, adds });
      return game.does("drop", { at, over: true });
    },
    /** A pointer goes from one place to the next ones; says what was done, step by step. */
    stroke(first, ...others) {
      const place = (at) => ({ view: 0, place: at });
      game.does("press", { spot: table.spotAt(place(first)), at: place(first), finger: true,
        secondary: game.right });
      game.does("lift");
      const done = others.map((at) => game.does("drag", { at: place(at) }));
      game.does("drop", { at: place(others.at(-1)), over: true });
      return done;
    },
    key(key, spot) {
      game.does("reach", { spot });
      const action = pencil.actionOfKey({ key, onSpot: true }, table, game.state);
      return action && pencil.reduce(table, game.state, action);
    },
    get names() {
      return game.state.placed.map((move) =>
        `${table.pieces[table.pieceOf[move]].name}@${table.spotsOf[move][0]}`);
    } };
  return game;
}

test("a click goes through the marks of a place, the other button the other way", () => {
  const game = player(lines());
  const [line] = game.table.data.lines;
  assert.equal(game.click(line).announce, `${game.table.data.spots.name[line]}: line.`);
  assert.deepEqual(game.names, [`line@${line}`]);
  assert.equal(game.last.did, "place");
  game.click(line);
  assert.deepEqual(game.names, [`no line@${line}`]);
  game.click(line);
  assert.deepEqual(game.names, []);
  game.click(line, true);
  assert.deepEqual(game.names, [`no line@${line}`]);
});

test("a click in the middle of a cell draws nothing, and tints it as a note", () => {
  const game = player(walls()), { table } = game;
  const words = "row 1, column 1: tinted green, as a note.";
  assert.equal(game.click(0).announce, words);
  assert.deepEqual([game.names, game.state.tints, game.last.did], [[], { 0: "green" }, undefined]);
  game.click(0);
  assert.deepEqual(game.state.tints, { 0: "yellow" });
  game.click(0);
  assert.deepEqual(game.state.tints, {});
  game.click(0, true);
  assert.deepEqual(game.state.tints, { 0: "yellow" });
  assert.equal(game.does("take-back", { spot: 0 }).announce, "row 1, column 1: no tint.");
  game.click(0);
  game.does("choose", { piece: RUBBER });
  game.click(0);
  assert.deepEqual(game.state.tints, {});
  game.does("choose", { piece: 0 });
  assert.equal(game.click(0).announce, undefined, "a pen does not tint");
  game.does("put-back");
  // A tap that is meant for a side, and is not quite right, is none in the middle.
  const wall = table.data.wall(2, 1), [x, y] = table.centres[wall];
  for (const place of [[x - 0.27 * SIZE, y], [x, y - 0.27 * SIZE], [x + 0.2 * SIZE, y + 0.2 * SIZE]]) {
    game.does("press", { spot: table.spotAt({ view: 0, place }), at: { view: 0, place }, finger: true });
    game.does("drop", { at: { view: 0, place }, over: true });
    assert.deepEqual(game.names, [`line@${wall}`], String(place));
    game.does("take-back", { spot: wall });
  }
});

test("a click in the middle of a cell that has marks beside lines is meant for the cell", () => {
  const board = lines(), { moves } = board;
  board.pieces.push({ ...board.pieces[0], name: "shaded", title: "shaded", label: "■" });
  for (const spot of [0, 1, 2]) {
    moves.piece.push(2);
    moves.shape.push(0);
    moves.spots.push(spot);
    moves.starts.push(moves.spots.length);
    moves.drawings.push([]);
  }
  const game = player(board), { centres } = game.table;
  game.does("press", { spot: 3, at: { view: 0, place: centres[1] }, finger: false });
  assert.equal(game.does("drop", {}).focus, "cursor");
  assert.deepEqual([game.names, game.state.cursor], [["shaded@1"], 1]);
  // A stroke from there draws lines, unless its pen shades.
  game.stroke(centres[0], centres[1]);
  assert.deepEqual(game.names, ["shaded@1", "line@3"]);
  game.does("choose", { piece: 2 });
  game.stroke(centres[0], centres[2]);
  assert.deepEqual(game.names, ["line@3", "shaded@0", "shaded@1", "shaded@2"].sort((one, other) =>
    game.names.indexOf(one) - game.names.indexOf(other)));
});

test("a click on an end of long lines says how to draw", () => {
  const board = crossing();
  board.spots.clue = board.spots.name.map((_, spot) => (spot === 3 ? "2" : ""));
  const game = player(board);
  assert.equal(game.click(3).announce, "Draw from island to island.");
  assert.deepEqual(game.click(0), { state: game.state });
});

test("lines lie above the cells beside them", () => {
  const { table } = player(lines());
  for (const line of table.data.lines)
    assert.equal(table.spotAt({ view: 0, place: table.centres[line] }), line);
});

test("what a cell may be is noted, by keys and by pens, and is no mark", () => {
  const game = player(digits()), { table } = game;
  assert.deepEqual(pencil.actionOfKey({ key: "n", onSpot: true }, table, game.state), { type: "note" });
  game.does("note");
  assert.equal(game.state.noting, "centre");
  game.does("mark", { spot: 0, name: "3" });
  assert.equal(game.does("mark", { spot: 0, name: "1" }).announce,
    `${table.data.spots.name[0]}: may be 1, 3.`);
  assert.deepEqual([game.names, game.last.did, game.state.candidates], [[], undefined, { 0: ["1", "3"] }]);
  game.does("mark", { spot: 0, name: "1" });
  assert.deepEqual(game.state.candidates, { 0: ["3"] });
  // A cell that was tapped waits for several pens.
  game.click(1);
  for (const piece of [0, 3]) game.does("choose", { piece });
  assert.deepEqual(game.state.candidates, { 0: ["3"], 1: ["1", "4"] });
  game.does("note", { mode: undefined });
  game.does("mark", { spot: 1, name: "4" });
  assert.deepEqual([game.names, game.state.candidates[1]], [["4@1"], ["1", "4"]]);
  // What is rubbed out is the mark, and then what was noted.
  game.does("take-back", { spot: 1 });
  game.does("take-back", { spot: 1 });
  assert.deepEqual([game.names, game.state.candidates], [[], { 0: ["3"] }]);
  game.does("put-back");
  game.does("choose", { piece: RUBBER });
  game.click(0);
  assert.deepEqual(game.state.candidates, {});
});

test("Shift and a digit notes it in the corners, Ctrl in the middle, and N goes through both", () => {
  const game = player(digits()), press = (more) =>
    pencil.actionOfKey({ onSpot: true, shift: false, control: false, ...more }, game.table, game.state);
  assert.deepEqual(press({ key: "!", digit: "1", shift: true }), { type: "mark", spot: 0, name: "1", mode: "corner" });
  assert.deepEqual(press({ key: "1", digit: "1", control: true }), { type: "mark", spot: 0, name: "1", mode: "centre" });
  // Some keyboards need Shift for digits.
  assert.deepEqual(press({ key: "1", digit: "1", shift: true }), { type: "mark", spot: 0, name: "1" });
  assert.equal(press({ key: "9", digit: "9", control: true }), null);
  game.does("mark", { spot: 0, name: "2", mode: "corner" });
  game.does("mark", { spot: 0, name: "1", mode: "centre" });
  assert.deepEqual([game.state.corners, game.state.candidates], [{ 0: ["2"] }, { 0: ["1"] }]);
  assert.equal(game.last.announce, "row 1, column 1: may be 1, 2 in the corners.");
  for (const mode of ["centre", "corner", undefined]) {
    game.does("note");
    assert.equal(game.state.noting, mode);
  }
  game.does("mark", { spot: 0, name: "4" });
  assert.equal(game.does("mark", { spot: 0, name: "1", mode: "corner" }).announce,
    "A note does not show here: something is written.");
  for (const key of ["0", " "]) assert.deepEqual(press({ key }), { type: "take-back", spot: 0 });
});

test("cells are chosen by clicks, drags and arrow keys, and a digit is written into all of them", () => {
  const game = player(digits(4, {}, 4)), { centres } = game.table;
  game.stroke(centres[0], centres[2]);
  assert.deepEqual([game.state.selection, game.names], [[0, 1, 2], []], "a drag writes nothing");
  assert.equal(game.does("mark", { spot: 2, name: "3" }).announce, "3 cells: 3.");
  assert.deepEqual(game.names, ["3@0", "3@1", "3@2"]);
  assert.equal(game.does("take-back", { spot: 1 }).announce, "3 marks removed.");
  game.click(1, false, true);
  assert.deepEqual(game.state.selection, [0, 2], "one that was chosen is let go");
  game.click(3, false, true);
  assert.deepEqual(game.state.selection, [0, 2, 3]);
  game.does("choose", { piece: 0 });
  assert.deepEqual(game.names, ["1@0", "1@2", "1@3"]);
  game.click(1);
  assert.deepEqual(game.state.selection, [1]);
  game.does("reach", { spot: 2, adds: true });
  assert.deepEqual(game.state.selection, [1, 2]);
  game.does("reach", { spot: 3 });
  assert.deepEqual(game.state.selection, [1, 2], "the focus alone changes nothing");
  game.does("reach", { spot: 0, adds: false });
  assert.deepEqual(game.state.selection, []);
  game.click(1);
  game.click(1);
  assert.deepEqual(game.state.selection, [], "a second click lets it go");
  game.stroke(centres[1], centres[3]);
  game.does("put-back");
  assert.deepEqual(game.state.selection, []);
  // A note that all chosen cells have is taken away, or else all get it.
  game.does("mark", { spot: 1, name: "2", mode: "corner" });
  game.does("take-back", { spot: 0 });
  game.stroke(centres[0], centres[1]);
  assert.equal(game.does("mark", { spot: 1, name: "2", mode: "corner" }).announce, "2 cells: 2 noted.");
  game.does("mark", { spot: 1, name: "2", mode: "corner" });
  assert.deepEqual(game.state.corners, {});
});

test("a double click chooses all cells with a digit, and equal digits are lit", () => {
  const board = digits(4, {}, 4);
  board.spots.clue = ["", "", "", "2"];
  const game = player(board);
  for (const [spot, name] of [[0, "2"], [1, "1"], [2, "2"]]) game.does("mark", { spot, name });
  assert.deepEqual(alike(game.table, game.state), []);
  game.does("reach", { spot: 0 });
  assert.deepEqual(alike(game.table, game.state), [0, 2]);
  assert.equal(game.does("pick", { spot: 2 }).announce, "2 cells with 2 chosen.");
  assert.deepEqual(game.state.selection, [0, 2]);
  game.does("reach", { spot: 1 });
  assert.deepEqual(alike(game.table, game.state), [1]);
  const lined = player(lines());
  assert.deepEqual(lined.does("pick", { spot: 3 }), { state: lined.state });
  assert.deepEqual(alike(lined.table, lined.state), []);
});

test("a digit goes from the notes of all cells that see it", () => {
  const game = player(digits(4, { habits: { units: [[0, 1], [1, 2]] } }, 4));
  for (const spot of [0, 1, 2, 3]) {
    game.does("mark", { spot, name: "1", mode: "centre" });
    game.does("mark", { spot, name: "1", mode: "corner" });
  }
  game.does("mark", { spot: 3, name: "2", mode: "corner" });
  game.does("mark", { spot: 1, name: "1" });
  assert.deepEqual([game.state.candidates, game.state.corners],
    [{ 1: ["1"], 3: ["1"] }, { 1: ["1"], 3: ["1", "2"] }]);
  // An answer that is placed does so as well; what sees nothing takes nothing away.
  const move = game.table.bySpot[2][0];
  assert.deepEqual(pencil.tidied(game.table, game.state, [move]).candidates, { 3: ["1"] });
  game.does("mark", { spot: 3, name: "2" });
  assert.deepEqual(game.state.candidates, { 1: ["1"], 3: ["1"] });
});

test("a cell with a clue that stays as it is says so", () => {
  const board = shades({ habits: { stays: { 1: "unshaded" } } }), game = player(board);
  const words = "This cell has a clue and stays unshaded.";
  assert.equal(game.click(1).announce, words);
  assert.equal(game.does("mark", { spot: 1, name: "shaded" }).announce, words);
  assert.deepEqual(game.names, []);
  game.stroke(game.table.centres[0], game.table.centres[2]);
  assert.deepEqual(game.names, ["shaded@0", "shaded@2"]);
  game.does("choose", { piece: 0 });
  assert.equal(game.click(1).announce, words);
  // What it is may be marked all the same, as answers do.
  game.does("mark", { spot: 1, name: "empty" });
  assert.deepEqual(game.names, ["shaded@0", "shaded@2", "empty@1"]);
});

test("a trial ends with all of its marks kept, or taken back", () => {
  const game = player(lines()), [one, other] = game.table.data.lines;
  assert.deepEqual(game.does("try", { how: "keep" }), { state: game.state });
  game.click(one);
  const before = game.state.placed;
  game.does("try", { how: "begin" });
  assert.deepEqual(game.state.trial, before);
  game.click(other);
  assert.deepEqual(game.state.trial, before);
  assert.equal(game.does("try", { how: "drop" }).announce, "The trial is taken back: 1 mark.");
  assert.deepEqual([game.state.placed, game.state.trial, game.last.did], [before, undefined, "take back"]);
  game.does("try", { how: "begin" });
  game.click(other);
  assert.equal(game.does("try", { how: "keep" }).announce, "The trial is kept: 1 mark.");
  assert.deepEqual([game.names.length, game.state.trial], [2, undefined]);
});

test("a stroke that goes back takes away what it has drawn, and the step with it", () => {
  const game = player(lines()), { centres, data: { lines: [one, other] } } = game.table;
  const done = game.stroke(centres[0], centres[2], centres[1]);
  assert.deepEqual(game.names, [`line@${one}`]);
  assert.deepEqual(done.map(({ did, replace }) => [did, Boolean(replace)]),
    [["place", false], ["take back", true]]);
  const again = game.stroke(centres[1], centres[2], centres[1], centres[2]);
  assert.deepEqual(game.names, [`line@${one}`, `line@${other}`]);
  assert.deepEqual(again.map(({ replace }) => Boolean(replace)), [false, true, false]);
  game.stroke(centres[1], centres[0], centres[1]);
  assert.deepEqual(game.names, [`line@${other}`, `line@${one}`], "what it rubs out comes back, and it was no tap");
  // Halfway back is not back.
  const [x, y] = centres[1];
  game.does("take-back", { spot: other });
  game.stroke(centres[1], centres[2], [x + 0.4 * SIZE, y]);
  assert.deepEqual(game.names, [`line@${one}`, `line@${other}`]);
});

test("a stroke over lines rubs them out, and with the other button rules them out", () => {
  const game = player(lines()), { centres, data: { lines: [one, other] } } = game.table;
  game.stroke(centres[0], centres[2]);
  game.stroke(centres[2], centres[0]);
  assert.deepEqual(game.names, []);
  // It takes away what it began on, and leaves what says that there is no line.
  game.click(one);
  game.click(other, true);
  game.stroke(centres[0], centres[2]);
  assert.deepEqual(game.names, [`no line@${other}`]);
  game.right = true;
  game.click(one);
  game.stroke(centres[0], centres[1]);
  assert.deepEqual(game.names, [`no line@${other}`, `no line@${one}`]);
  game.stroke(centres[0], centres[2]);
  assert.deepEqual(game.names, []);
});

test("a stroke draws walls that it goes along, and none that it goes across", () => {
  const game = player(walls()), { wall } = game.table.data, at = (x, y) => [x * SIZE / 2, y * SIZE / 2];
  game.stroke(at(0, 2), at(4, 2));
  assert.deepEqual(game.names, [`line@${wall(1, 2)}`, `line@${wall(3, 2)}`]);
  game.does("take-back", { spot: wall(1, 2) });
  game.does("take-back", { spot: wall(3, 2) });
  // From somewhere in a cell to another one, and along a wall on which it begins.
  game.stroke(at(1, 0.35), at(1, 3));
  assert.deepEqual(game.names, []);
  game.stroke(at(1, 2), at(3, 2));
  assert.deepEqual(game.names, [`line@${wall(1, 2)}`, `line@${wall(3, 2)}`]);
  game.stroke(at(1, 1), at(3, 1), at(3, 3));
  assert.deepEqual(game.state.tints, { 0: "green", 1: "green", 3: "green" });
  assert.equal(game.names.length, 2);
});

test("a hand that slips on a tap has still tapped", () => {
  const game = player(walls()), { table } = game, spot = table.data.wall(2, 1), [x, y] = table.centres[spot];
  game.stroke([x, y], [x + 8, y + 2]);
  assert.deepEqual(game.names, [`line@${spot}`]);
});

test("pieces of line have colours of their own, which they keep while others come and go", () => {
  const game = player(walls()), { wall } = game.table.data;
  for (const [x, y] of [[1, 0], [4, 3], [2, 1]]) game.click(wall(x, y));
  const [first, second, joined] = game.state.placed, colours = threads(game.table, game.state.placed);
  assert.equal(colours.get(first), colours.get(joined), "they meet at a corner");
  assert.notEqual(colours.get(first), colours.get(second));
  assert.equal(threads(game.table, [second]).get(second), colours.get(second));
});

test("regions that borders close around one clue have colours", () => {
  const game = player(borders());
  assert.equal(regions(game.table, game.state.placed).size, 0);
  // A wall between the upper and the lower row.
  for (const spot of [6, 7]) if (game.state.placed.length < 2) game.click(spot);
  const found = regions(game.table, game.state.placed);
  assert.equal(found.size, 4);
  assert.equal(new Set(found.values()).size, 2);
  assert.equal(regions(player(lines()).table, []).size, 0);
});

test("clues that count marks are met by so many; a 0 once nothing is open", () => {
  const board = lines(), move = (spot, piece) => board.moves.spots.findIndex((one, at) =>
    one === spot && board.moves.piece[at] === piece);
  board.habits = { counted: [{ spot: 1, number: 1, moves: [move(3, 0), move(4, 0)] },
    { spot: 0, number: 0, moves: [move(3, 0)] }] };
  const game = player(board);
  assert.deepEqual(metClues(game.table, []), []);
  game.click(3, true);
  assert.deepEqual(metClues(game.table, game.state.placed), [0]);
  game.click(4);
  assert.deepEqual(metClues(game.table, game.state.placed), [1, 0]);
});

test("a clue is met by exactly as many marks as it says, whatever the others are", () => {
  const board = lines(), { piece, spots } = board.moves;
  const move = (spot, of) => spots.findIndex((one, at) => one === spot && piece[at] === of);
  const around = [3, 4];
  for (let number = 0; number <= 2; number++) {
    board.habits = { counted: [{ spot: 0, number, moves: around.map((spot) => move(spot, 0)) }] };
    const { table } = player(board);
    // Each of the two is drawn, crossed out or open.
    for (let way = 0; way < 9; way++) {
      const states = [way % 3, Math.floor(way / 3)];
      const placed = around.flatMap((spot, at) => (states[at] < 2 ? [move(spot, states[at])] : []));
      const drawn = states.filter((state) => state === 0).length, isOpen = states.includes(2);
      const isMet = drawn === number && !(number === 0 && isOpen);
      assert.deepEqual(metClues(table, placed), isMet ? [0] : [], `${number} of ${states}`);
    }
  }
});

test("a stroke from cell to cell draws the lines between them, as one step", () => {
  const game = player(lines());
  const { centres, data: { lines: all } } = game.table;
  const done = game.stroke(centres[0], centres[1], centres[2]);
  assert.deepEqual(game.names, [`line@${all[0]}`, `line@${all[1]}`]);
  assert.deepEqual(done.map(({ did, replace }) => [did, Boolean(replace)]),
    [["place", false], ["place", true]]);
  game.click(all[0]);
  game.does("take-back", { spot: all[1] });
  game.stroke(centres[0], centres[2]);
  assert.deepEqual(game.names, [`no line@${all[0]}`, `no line@${all[1]}`], "what it begins on");
});

test("a stroke goes along a long line, and not over those that cross it", () => {
  for (const [along, across] of [[0, 1], [1, 0]]) {
    const game = player(crossing()), { data: { lines: [one, other] }, centres } = game.table;
    const wanted = [one, other][along], [x, y] = centres[wanted];
    const ends = along ? [[x, y - 40], [x, y + 40]] : [[x - 40, y], [x + 40, y]];
    game.stroke(ends[0], [x, y], ends[1]);
    assert.deepEqual(game.names, [`line@${wanted}`], `not ${[one, other][across]}`);
  }
});

test("two fingers that scroll leave no mark", () => {
  const game = player(lines()), { table } = game, [left, right] = table.data.lines;
  game.click(right);
  const before = game.state.placed, at = (spot) => ({ view: 0, place: table.centres[spot] });
  game.does("press", { spot: left, at: at(left), finger: true });
  game.does("lift");
  game.does("drag", { at: { view: 0, place: [table.centres[left][0] + 8, table.centres[left][1]] } });
  assert.equal(game.names.length, 2);
  const { announce, did, replace } = game.does("cancel");
  assert.deepEqual([game.state.placed, announce, did, replace],
    [before, "Nothing was drawn.", "take back", true]);
  // A finger that has drawn nothing yet takes nothing back.
  game.does("press", { spot: left, at: at(left), finger: true });
  assert.equal(game.does("cancel").did, undefined);
  assert.deepEqual(game.state.placed, before);
});

test("what was pointed at is rubbed out by the rubber, which does not stay in the hand", () => {
  const game = player(digits());
  game.does("mark", { spot: 0, name: "2" });
  game.click(0);
  game.does("choose", { piece: RUBBER });
  assert.deepEqual([game.names, game.state.pen], [[], undefined]);
});

test("a second stroke draws a second line where there may be two", () => {
  const board = lines(), first = board.moves.piece.findIndex((piece) => board.pieces[piece].name === "line");
  board.pieces.push({ ...board.pieces[board.moves.piece[first]], name: "double line", title: "double line" });
  const spot = board.moves.spots[board.moves.starts[first]];
  board.moves.piece.push(board.pieces.length - 1);
  board.moves.shape.push(0);
  board.moves.spots.push(spot);
  board.moves.starts.push(board.moves.spots.length);
  const game = player(board), [x, y] = game.table.centres[spot];
  const draws = () => game.stroke([x - 1, y - 1], [x, y], [x + 1, y + 1]);
  draws();
  assert.deepEqual(game.names, [`line@${spot}`]);
  draws();
  assert.deepEqual(game.names, [`double line@${spot}`]);
  draws();
  assert.deepEqual(game.names, [], "and the third one rubs both out");
});

test("a quick stroke leaves nothing out", () => {
  const game = player(lines());
  const { centres, data: { lines: all } } = game.table;
  game.stroke(centres[0], centres[2]);
  assert.equal(game.names.length, 2);
  game.does("choose", { piece: RUBBER });
  game.stroke(centres[2], centres[0]);
  assert.deepEqual(game.names, [], all.join());
});

test("a pen makes its own mark, and takes it away; a rubber takes any away", () => {
  const game = player(digits());
  assert.equal(game.click(0).announce, "Choose what to write here, or type it.");
  assert.deepEqual(game.state.selection, [0]);
  assert.equal(game.does("choose", { piece: 0 }).did, "place", "what was pointed at is written into");
  assert.deepEqual([game.names, game.state.pen, game.state.selection], [["1@0"], undefined, [0]]);
  game.does("take-back", { spot: 0 });
  game.does("put-back");
  assert.equal(game.does("choose", { piece: 2 }).announce, "The pen is: 3.");
  game.click(0);
  game.click(1);
  assert.deepEqual(game.names, ["3@0", "3@1"]);
  game.click(1);
  assert.deepEqual(game.names, ["3@0"]);
  game.does("choose", { piece: RUBBER });
  assert.equal(game.last.announce, "The pen rubs marks out now.");
  game.click(0);
  assert.deepEqual(game.names, []);
  assert.equal(game.does("put-back").announce, "No pen is chosen.");
  assert.equal(game.does("put-back").close, true);
});

test("what a pen cannot draw in a place is said", () => {
  const game = player(lines());
  game.does("choose", { piece: 1 });
  game.click(game.table.data.lines[0]);
  assert.equal(game.names.length, 1);
  const wrong = player({ ...lines(), pieces: [...lines().pieces, { name: "x", shapes: [] }] });
  wrong.does("choose", { piece: 2 });
  assert.equal(wrong.click(wrong.table.data.lines[0]).announce, "This does not go here.");
});

test("keys write: numbers of two digits as well, and names by their first letters", () => {
  const game = player(digits(12));
  game.state = game.key("1", 0).state;
  assert.deepEqual(game.names, ["1@0"]);
  game.state = game.key("2", 0).state;
  assert.deepEqual(game.names, ["12@0"]);
  game.state = game.key("5", 0).state;
  assert.deepEqual(game.names, ["5@0"]);
  assert.equal(game.key("q", 0), null);
  const lined = player(lines()), [line] = lined.table.data.lines;
  lined.state = lined.key("n", line).state;
  assert.deepEqual(lined.names, [`no line@${line}`]);
  lined.state = lined.key("l", line).state;
  assert.deepEqual(lined.names, [`line@${line}`]);
  lined.state = lined.key(".", line).state;
  assert.deepEqual(lined.names, [`no line@${line}`]);
});

test("Enter and Delete change and take away, and a stroke that is cancelled ends", () => {
  const game = player(lines()), [line] = game.table.data.lines;
  game.does("act", { spot: line });
  assert.deepEqual(game.names, [`line@${line}`]);
  assert.equal(game.does("take-back", { spot: line }).announce, "Mark removed.");
  game.does("press", { spot: line, at: null, finger: false });
  game.does("cancel");
  assert.equal(game.state.drag, null);
  assert.equal(game.does("hover", { at: null }).state, game.state);
});

test("an answer takes the place of the marks where it lies", () => {
  const game = player(digits()), { table } = game;
  const [one, two] = table.bySpot[0], other = table.bySpot[1][0];
  assert.deepEqual(pencil.roomFor(table, [one, other], [two]), [other]);
  assert.equal(pencil.nameMoves(table, [one, two]), "2 marks");
  assert.equal(pencil.describeDead(1), "1 place, in red, is wrong");
  assert.equal(pencil.describeDead(2), "2 places, in red, are wrong");
  assert.deepEqual(pencil.keysHelp(player(lines()).table).slice(1, 3),
    [["L", "line"], ["X", "no line"]]);
});

test("keys are as the pens are labelled", () => {
  const game = player(lines()), [line] = game.table.data.lines;
  assert.deepEqual([0, 1].map((piece) => keyOfPen(game.table, piece)), ["l", "x"]);
  game.state = game.key("x", line).state;
  assert.deepEqual(game.names, [`no line@${line}`]);
  const shaded = player(shades());
  assert.deepEqual([0, 1].map((piece) => keyOfPen(shaded.table, piece)), ["s", "."]);
  for (const [key, name] of [["S", "shaded"], ["e", "empty"], ["s", "shaded"], [".", "empty"], ["s", "shaded"],
    ["x", "empty"]]) {
    shaded.state = shaded.key(key, 0).state;
    assert.deepEqual(shaded.names, [`${name}@0`], key);
  }
  assert.equal(keyOfPen(player(digits(12)).table, 11), "12");
});
