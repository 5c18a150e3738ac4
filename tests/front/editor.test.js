import assert from "node:assert/strict";
import { test } from "node:test";

import { beginDrawing, canFollow, cellOf, cleared, describePlace, draw, isSameDraft, isWord, modesOf, nearestSide, newRegion, partsOf, placeAt, placeName, resized, sideOf, sizeOf, withLetter } from "../../ilpuzzles/play/editor.js";

const SHEET = { puzzle: "own", title: "Own", parts: ["board"], lists: [], regions: "", walls: "",
  region: "region", hole: "", void: "", patterns: ["[0-9]+", "[?]"], letters: "0123456789?", words: [],
  meanings: [], fields: [], most: 2500, least: [1, 2] };

/** An empty draft of a sheet. */
function emptyDraft(sheet, rows = 3, columns = 4) {
  const size = { rows, columns };
  const words = Object.fromEntries(sheet.parts.map((part) => {
    const [height, width] = sizeOf(part, size);
    return [part, Array(height * width).fill("")];
  }));
  return { ...size, words, regions: Array(sheet.regions ? rows * columns : 0).fill(""), walls: [], said: {} };
}

/** Somebody who draws on an empty sheet. */
function drawer(more = {}, rows = 3, columns = 4) {
  const sheet = { ...SHEET, ...more };
  const game = { sheet, state: beginDrawing(sheet, emptyDraft(sheet, rows, columns)),
    does(type, action = {}) {
      game.state = draw(game.state, { type, ...action }, sheet);
      return game.state;
    },
    /** A stroke over cells, or over sides. */
    strokes(...places) {
      places.forEach((place, n) => game.does(n ? "drag" : "press",
        game.state.mode === "walls" ? { place: null, side: place } : { place: { part: "board", at: place }, side: null }));
      return game.does("release");
    },
    get draft() {
      return game.state.draft;
    } };
  return game;
}

const cell = (at) => ({ part: "board", at });

test("places have a row and a column, and those beside the grid lie outside it", () => {
  const draft = { rows: 3, columns: 4 }, parts = ["board", "above", "below", "left", "right"];
  for (const [part, at, row, column] of [["board", 5, 1, 1], ["above", 2, -1, 2], ["below", 3, 3, 3],
    ["left", 1, 1, -1], ["right", 2, 2, 4]]) {
    assert.deepEqual(cellOf({ part, at }, draft), [row, column]);
    assert.deepEqual(placeAt([row, column], parts, draft), { part, at });
  }
  assert.deepEqual(cellOf({ part: "corners", at: 6 }, draft), [1, 1]);
  assert.deepEqual(placeAt([3, 4], ["corners"], draft), { part: "corners", at: 19 });
  for (const [outside, parts_] of [[[-1, -1], parts], [[3, 0], ["board"]], [[0, -1], ["board"]],
    [[0, 5], parts], [[4, 0], ["corners"]], [[1, 1], ["above"]]])
    assert.equal(placeAt(outside, parts_, draft), null, String(outside));
});

test("places are named as people count", () => {
  const draft = { rows: 3, columns: 4 };
  assert.equal(placeName(cell(5), draft), "row 2, column 2");
  assert.equal(placeName({ part: "corners", at: 6 }, draft), "row 2, column 2 of the corners");
  assert.equal(placeName({ part: "above", at: 2 }, draft), "above column 3");
  assert.equal(placeName({ part: "left", at: 2 }, draft), "left of row 3");
});

test("a sheet has the modes that its genre needs, regions first", () => {
  assert.deepEqual(modesOf(SHEET), ["words"]);
  const sheet = { ...SHEET, regions: "needed", walls: "optional" };
  assert.deepEqual(modesOf(sheet), ["regions", "words", "walls"]);
  assert.deepEqual(modesOf({ ...sheet, parts: [] }), ["regions", "walls"]);
  assert.deepEqual(modesOf({ ...sheet, regions: "optional" }), ["words", "regions", "walls"]);
  assert.deepEqual(partsOf({ ...sheet, parts: ["above"] }, "words"), ["above"]);
  assert.deepEqual(partsOf({ ...sheet, parts: ["above"] }, "walls"), ["board"]);
});

test("letters make a word as long as it is one, and begin another one then", () => {
  const kakuro = { ...SHEET, patterns: ["0", "[1-9][0-9]?,", ",[1-9][0-9]?", "[1-9][0-9]?,[1-9][0-9]?"] };
  const written = (letters, sheet) => [...letters].reduce((word, letter) => withLetter(word, letter, sheet), "");
  assert.equal(written("12,34", kakuro), "12,34");
  assert.equal(written("12,345", kakuro), "5", "no longer word is one");
  assert.equal(written("0,", kakuro), ",", "a white cell is none with a sum");
  assert.equal(written("03", { ...SHEET, patterns: ["[0-4]", "x"] }), "3");
  assert.equal(written("10e", { ...SHEET, patterns: ["[0-9]+[nesw]"] }), "10e");
  assert.equal(written("ab", { ...SHEET, patterns: [] }), "ab");
  assert.ok(isWord("12", SHEET) && !isWord("1?", SHEET));
});

test("a word is written where the cursor is, and begins anew after the cursor has moved", () => {
  const own = drawer();
  own.does("go", { place: cell(1) });
  own.does("write", { letter: "1" });
  own.does("write", { letter: "2" });
  assert.equal(own.draft.words.board[1], "12");
  own.does("move", { way: "e" });
  assert.deepEqual(own.state.cursor, cell(2));
  own.does("move", { way: "w" });
  own.does("write", { letter: "3" });
  assert.equal(own.draft.words.board[1], "3");
  own.does("write", { letter: "4" });
  own.does("back");
  assert.equal(own.draft.words.board[1], "3", "the last letter");
  own.does("go", { place: cell(1) });
  own.does("back");
  assert.equal(own.draft.words.board[1], "", "all of a word that was there");
  own.does("set", { word: "77" });
  own.does("back", { whole: true });
  assert.equal(own.draft.words.board[1], "");
  assert.equal(own.does("move", { way: "n" }).cursor.at, 1, "the board ends there");
});

test("a letter that begins no clue is written behind another one alone", () => {
  const own = drawer({ patterns: ["[1-9][0-9]*"], later: "0" });
  own.does("go", { place: cell(1) });
  own.does("write", { letter: "0" });
  assert.equal(own.draft.words.board[1], "");
  assert.equal(own.state.past.length, 0, "nothing to undo");
  own.does("write", { letter: "1" });
  own.does("write", { letter: "0" });
  assert.equal(own.draft.words.board[1], "10");
  own.does("go", { place: cell(1) });
  own.does("write", { letter: "0" });
  assert.equal(own.draft.words.board[1], "10", "a new word would begin");
  assert.equal(canFollow("", "0", own.sheet), false);
  assert.equal(canFollow("1", "0", own.sheet), true);
});

test("a second digit takes the place of the first where clues have one", () => {
  const own = drawer({ patterns: ["[1-9]"], words: [] });
  own.does("go", { place: cell(1) });
  for (const letter of "12") own.does("write", { letter });
  assert.equal(own.draft.words.board[1], "2");
});

test("numbers beside the grid follow one another", () => {
  const own = drawer({ parts: ["above", "left"], lists: ["above", "left"], patterns: [] });
  assert.deepEqual(own.state.cursor, { part: "above", at: 0 });
  for (const letter of "3 12") own.does("write", { letter });
  assert.equal(own.draft.words.above[0], "3 12");
  own.does("back");
  own.does("back");
  assert.equal(own.draft.words.above[0], "3", "no blank is left at the end");
});

test("a stamp writes the same word wherever a stroke goes, and takes it away where it is", () => {
  const own = drawer({ parts: ["board", "left"] });
  own.does("stamp", { word: "0" });
  own.strokes(0, 1, 2);
  assert.deepEqual(own.draft.words.board.slice(0, 4), ["0", "0", "0", ""]);
  own.strokes(1);
  assert.equal(own.draft.words.board[1], "");
  own.does("press", { place: cell(4), side: null });
  own.does("drag", { place: { part: "left", at: 1 }, side: null });
  own.does("release");
  assert.equal(own.draft.words.left[1], "", "a stroke stays in its part");
  own.does("write", { letter: "1" });
  own.does("write", { letter: "6" });
  assert.deepEqual([own.state.stamp, own.draft.words.board[4]], ["16", "0"], "the stamp is written");
  own.does("set", { word: "17" });
  assert.equal(own.state.stamp, "17");
  own.does("stamp", { word: null });
  own.strokes(8, 9);
  assert.equal(own.draft.words.board[8], "", "without a stamp, a tap chooses");
  assert.equal(drawer({ words: ["x"] }).state.stamp, "x", "the only word there is");
});

test("a stroke makes a region, or one grow; what is left out is in none", () => {
  const own = drawer({ regions: "needed", void: "#" });
  assert.equal(own.state.mode, "regions");
  own.strokes(0, 1, 5);
  own.strokes(2, 3);
  assert.deepEqual(own.draft.regions.slice(0, 6), ["A", "A", "B", "B", "", "A"]);
  own.strokes(3, 7);
  assert.equal(own.draft.regions[7], "B", "begun in a region, it grows");
  own.does("brush", { brush: "rub" });
  own.strokes(3);
  own.does("brush", { brush: "void" });
  own.strokes(11);
  assert.deepEqual([own.draft.regions[3], own.draft.regions[11]], ["", "#"]);
  own.does("brush", { brush: "draw" });
  own.strokes(11);
  assert.equal(own.draft.regions[11], "C", "what is in no region begins a new one");
});

test("regions are drawn by keys", () => {
  const own = drawer({ regions: "optional" });
  own.does("mode", { mode: "regions" });
  own.does("name", { name: "Q" });
  own.does("extend", { way: "e" });
  own.does("extend", { way: "s" });
  assert.deepEqual([0, 1, 5].map((at) => own.draft.regions[at]), ["Q", "Q", "Q"]);
  assert.equal(own.state.cursor.at, 5);
  own.does("back");
  assert.equal(own.draft.regions[5], "");
  own.does("extend", { way: "s" });
  assert.deepEqual([own.draft.regions[5], own.draft.regions[9]], ["A", "A"], "a new region");
  assert.equal(own.does("extend", { way: "s" }).cursor.at, 9, "the board ends there");
  assert.equal(newRegion([..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"]), "A2");
});

test("walls lie between two cells, and a stroke draws or takes away", () => {
  const own = drawer({ walls: "optional" });
  own.does("mode", { mode: "walls" });
  own.strokes(0, 1, null, 3);
  assert.deepEqual(own.draft.walls, [0, 1, 3]);
  own.strokes(1, 9);
  assert.deepEqual(own.draft.walls, [0, 3], "begun on a wall, it rubs out");
  own.does("go", { place: cell(5) });
  own.does("extend", { way: "w" });
  assert.deepEqual([own.draft.walls, own.state.cursor.at], [[0, 3, 8], 5]);
  own.does("extend", { way: "w" });
  assert.deepEqual(own.draft.walls, [0, 3]);
  assert.equal(own.does("back"), own.state);
  const size = { rows: 3, columns: 4 };
  assert.deepEqual(["n", "e", "s", "w"].map((way) => sideOf(0, way, size)), [null, 0, 1, null]);
  assert.equal(nearestSide([0.9, 0.5], size), 0);
  assert.equal(nearestSide([1.1, 0.5], size), 0);
  assert.equal(nearestSide([0.5, 0.1], size), null, "the edge");
  assert.equal(nearestSide([0.5, 0.6], size, 0.25), null, "the middle");
  assert.equal(nearestSide([-1, 0.6], size), null, "outside");
});

test("signs come one after the other, at the sides where they can stand", () => {
  const own = drawer({ signs: { across: "<>", down: "^v" } });
  own.does("draft", { draft: { ...own.draft, signs: Array(24).fill("") } });
  assert.deepEqual(modesOf(own.sheet), ["words", "signs"]);
  own.does("mode", { mode: "signs" });
  /** @param {number | null} side */
  const tap = (side) => own.does("press", { place: cell(3), side });
  assert.deepEqual([0, 0, 0].map((side) => tap(side).draft.signs[side]), ["<", ">", ""]);
  assert.deepEqual([3, 3, 3].map((side) => tap(side).draft.signs[side]), ["^", "v", ""]);
  assert.equal(tap(null).draft, own.draft);
  own.does("go", { place: cell(5) });
  own.does("extend", { way: "w" });
  own.does("extend", { way: "n" });
  assert.equal(own.draft.signs[8] + own.draft.signs[3], "<^");
  assert.match(describePlace(cell(5), own.draft, own.sheet), /\^ above, < to the left$/);
  assert.equal(own.does("back"), own.state);
  assert.deepEqual(resized(own.draft, 2, 3).signs.map((word, side) => word && side).filter((side) => side !== ""), [3, 6]);
  assert.ok(!isSameDraft(own.draft, cleared(own.draft)));
});

test("paths are drawn from their bulbs on, go back, go on and are rubbed out", () => {
  const own = drawer({ parts: ["above"], paths: "needed" });
  assert.deepEqual(modesOf(own.sheet), ["paths", "words"]);
  own.strokes(0, 1, 1, 5, 4, 5, 9);
  assert.deepEqual(own.draft.paths, [[0, 1, 5, 9]], "back from 4");
  own.strokes(9, 10);
  assert.deepEqual(own.draft.paths, [[0, 1, 5, 9, 10]], "on from its end");
  own.strokes(2, 1, 7, 3);
  assert.deepEqual(own.draft.paths[1], [2, 7, 3], "not over another path");
  own.strokes(6);
  assert.deepEqual(own.draft.paths[2], [6]);
  own.strokes(6);
  assert.equal(own.draft.paths.length, 2, "a tap rubs a bulb out");
  own.does("go", { place: cell(8) });
  own.does("extend", { way: "n" });
  own.does("extend", { way: "n" });
  assert.deepEqual([own.draft.paths.length, own.state.cursor.at], [3, 4], "0 is on a path");
  assert.match(describePlace(cell(4), own.draft, own.sheet), /step 2 of 2 of a path/);
  assert.deepEqual(resized(own.draft, 3, 3).paths, [[0, 1, 4, 7, 8], [6, 3]], "none that leaves the board");
  own.does("back");
  own.strokes(1, 7);
  assert.deepEqual(own.draft.paths, []);
  own.does("undo");
  assert.ok(isSameDraft(own.draft, { ...own.draft, paths: [...own.draft.paths].reverse() }));
  assert.deepEqual(cleared(own.draft).paths, []);
});

test("steps are undone and redone, a stroke at once, and nothing is no step", () => {
  const own = drawer({ regions: "needed" });
  const first = own.draft;
  own.strokes(0, 1, 2, 3);
  const second = own.draft;
  own.does("say", { name: "stars", value: 2 });
  own.does("say", { name: "stars", value: null });
  assert.deepEqual(own.draft.said, {});
  own.does("undo");
  assert.deepEqual(own.draft.said, { stars: 2 });
  own.does("undo");
  assert.equal(own.draft, second);
  own.does("undo");
  assert.equal(own.draft, first);
  assert.equal(own.does("undo").draft, first);
  own.does("redo");
  assert.equal(own.draft, second);
  own.strokes(3);
  assert.equal(own.state.future.length, 2, "a stroke that changes nothing is no step");
  own.does("press", { place: cell(8), side: null });
  own.does("undo");
  own.does("release", { cancelled: true });
  assert.equal(own.draft, second, "a stroke that is cancelled was none");
  own.does("draft", { draft: cleared(own.draft) });
  assert.deepEqual(own.draft.regions, first.regions);
  own.does("undo");
  assert.equal(own.draft, second);
});

test("a draft of another size keeps what lies on it, and so does undoing it", () => {
  const own = drawer({ parts: ["board", "above", "left"], regions: "needed", walls: "optional" });
  own.strokes(0, 1, 5);
  own.does("mode", { mode: "words" });
  for (const [place, letter] of [[cell(6), "6"], [cell(11), "9"], [{ part: "above", at: 3 }, "1"],
    [{ part: "left", at: 0 }, "2"]]) {
    own.does("go", { place });
    own.does("write", { letter });
  }
  own.does("mode", { mode: "walls" });
  own.strokes(0, 13, 5);
  own.does("go", { place: cell(11) });
  own.does("draft", { draft: resized(own.draft, 2, 3) });
  assert.deepEqual(own.draft.words.board, ["", "", "", "", "", "6"]);
  assert.deepEqual(own.draft.words.above, ["", "", ""]);
  assert.deepEqual(own.draft.words.left, ["2", ""]);
  assert.deepEqual(own.draft.regions, ["A", "A", "", "", "A", ""]);
  assert.deepEqual(own.draft.walls, [0, 5], "others lie outside");
  assert.deepEqual(own.state.cursor, cell(0), "the cursor is on the sheet");
  own.does("draft", { draft: resized(own.draft, 4, 4) });
  assert.deepEqual(own.draft.words.board.slice(4, 8), ["", "", "6", ""]);
  own.does("undo");
  own.does("undo");
  assert.equal(own.draft.words.board[11], "9");
});

test("what is at a place is said", () => {
  const own = drawer({ parts: ["board", "left"], regions: "needed", walls: "optional", hole: "#", void: "@",
    region: "room" });
  const said = (place) => describePlace(place, own.draft, own.sheet);
  assert.equal(said(cell(0)), "row 1, column 1: empty");
  own.strokes(0, 1);
  own.does("mode", { mode: "walls" });
  own.strokes(0, 1);
  own.does("mode", { mode: "words" });
  own.does("go", { place: cell(0) });
  own.does("write", { letter: "3" });
  assert.equal(said(cell(0)), "row 1, column 1: 3, room A, wall to the right and below");
  own.does("set", { word: "#" });
  assert.match(said(cell(0)), /no cell/);
  own.does("mode", { mode: "regions" });
  own.does("brush", { brush: "void" });
  own.strokes(5);
  assert.equal(said(cell(5)), "row 2, column 2: empty, in no room");
  assert.equal(said({ part: "left", at: 0 }), "left of row 1: empty");
});

test("two drafts are the same board, however their regions are called", () => {
  const one = { ...emptyDraft(SHEET, 1, 3), regions: ["A", "A", "B"], walls: [2, 0] };
  assert.ok(isSameDraft(one, { ...one, regions: ["7", "7", "A"], walls: [0, 2] }));
  assert.ok(!isSameDraft(one, { ...one, regions: ["A", "B", "B"] }));
  assert.ok(!isSameDraft(one, { ...one, words: { board: ["", "1", ""] } }));
});
