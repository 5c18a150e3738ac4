// @ts-check
/* The table of the questions of players: what each says besides the position, and how its answer is
   shown. */

import { html, imageAddress, smallButton } from "./dom.js";
import { notesToSave } from "./noting.js";
import { checkWords, describeStatus, formatNumber } from "./words.js";

/** @import { Answer, Status } from "./types.d.ts" */
/** @import { Board } from "./board.js" */

const PAGE = 20; // solutions that are asked for at a time

/** The words in a list of an answer.
    @param {unknown} names */
const knownNames = (names) => (Array.isArray(names) ? names.map(String) : []);

/**
 * With a label and words it has a button; `partial` answers are shown where that is set.
 * @typedef {Object} PlayerQuestion
 * @property {string} [label]
 * @property {string} [words] what it is good for
 * @property {string} [key]
 * @property {boolean} [partial]
 * @property {(board: Board, ...choice: string[]) => object} [ask]
 * @property {(board: Board, answer: Answer, kind: string) => void} show
 */

/** @type {Record<string, PlayerQuestion>} */
export const QUESTIONS = {
  hint: {
    label: "Hint", words: "a forced move, and why", key: "H", partial: true,
    show: showHint,
  },
  "why-not": {
    label: "Why not?", words: "what cannot stay, once no solution is left",
    show(board, { conflict, spots, beside, text, take_back }) {
      const { table, position: { given }, answerBox } = board;
      const back = table.knownMoves(take_back).filter((move) => !given.includes(move));
      board.notes = { conflict: table.knownMoves(conflict), spots: table.knownSpots(spots),
        beside: knownNames(beside) };
      answerBox.open("why-not", html("p", {}, text || "These cannot all stay."), answerBox.actions(
        ...(back.length ? [smallButton(`Take back ${board.rules.nameMoves(table, back)}`, () =>
          board.actions.takeBack(back))] : [])));
      board.draw();
    },
  },
  forced: {
    label: "What is forced?", words: "all that is the same in every solution",
    show(board, { moves, text, single }) {
      const { table, position: { placed }, answerBox } = board;
      const found = table.knownMoves(moves).filter((move) => !placed.includes(move));
      const words = text || (found.length ? `${board.rules.nameMoves(table, found)}: the same in every solution.`
        : "Nothing is the same in every solution.");
      const show = () => propose(board, "forced", words, found);
      const isFull = table.owners([...placed, ...found]).size === table.polygons.length;
      if (!found.length || !(single || isFull)) return show();
      return answerBox.open("forced", html("p", {}, "Everything is forced: a single solution is left."),
        answerBox.actions(smallButton("Show it", show)));
    },
  },
  solution: {
    label: "Solution", words: "a solution from here",
    show(board, { moves, text }) {
      const found = board.table.knownMoves(moves);
      const words = found.length ? "A solution from here." : "There is none from here.";
      propose(board, "solution", text || words, shownOf(board, found));
    },
  },
  solutions: {
    label: "All solutions", words: "all of them, one after the other",
    ask: () => ({ from: 0, number: PAGE }),
    show: addPages,
  },
  check: {
    label: "Check", words: "what is missing, and which rules are broken",
    show(board, { ok, problems, unfinished, spots, beside, last }) {
      const { answerBox, table } = board;
      board.notes = { wrong: table.knownSpots(spots), wrongBeside: knownNames(beside),
        spots: table.knownSpots(last?.spots), beside: knownNames(last?.beside) };
      const { wrong, open } = checkWords(ok, knownNames(problems), knownNames(unfinished));
      answerBox.open("check", html("p", {}, wrong.title), ...(wrong.lines.length
        ? [html("ul", {}, ...wrong.lines.map((one) => html("li", {}, one)))] : []),
      ...(open ? [html("p", {}, open)] : []), answerBox.actions());
      board.draw();
    },
  },
  status: {
    partial: true,
    show(board, answer) {
      board.known = /** @type {Status} */ (answer);
      if (answer.complete && answer.solvable && !board.position.solved) board.actions.finish();
      board.draw();
      if (!answer.partial) board.asking.askPicture();
    },
  },
  new: { ask: (_, difficulty) => ({ difficulty }), show: showNew },
  preset: { ask: (_, name) => ({ name }), show: showNew },
  export: {
    ask(board, format) {
      board.answerBox.saving = format;
      // Notes are no part of a solution: only a file that is opened again has use for them.
      const notes = format === "json" ? notesToSave(board.position.aside) : undefined;
      return notes ? { format, notes } : { format };
    },
    show: save,
  },
  picture: {
    ask: () => ({ view: "solid" }),
    show(board, { svg }) {
      if (typeof svg !== "string") return;
      // As an image it can run nothing and fetch nothing.
      board.frame.showPicture(imageAddress(svg));
    },
  },
};

/**
 * Says that the board is solved, and what to go on with.
 * @param {Board} board
 */
export function showEnding(board) {
  const { answerBox, asking, frame, position, session, table: { data } } = board;
  const { words } = describeStatus(board.known, { replaying: false, laid: position.isLaid,
    helped: position.helped, seconds: position.seconds, help: session.help, lost: false });
  const presets = data.presets ?? [], at = presets.indexOf(data.preset ?? "");
  const next = at < 0 ? undefined : presets[at + 1];
  const buttons = [];
  if (frame.asks.has("new"))
    buttons.push(smallButton("New position", () => frame.buttons.new.click()));
  if (frame.asks.has("preset") && next !== undefined)
    buttons.push(smallButton(`Next: ${next}`, () => asking.askFor("preset", next)));
  if (frame.hasAddress)
    buttons.push(smallButton("Share the puzzle", () => asking.askFor("export", "address")));
  if (board.sealed) buttons.push(smallButton("Draw on", () => {
    board.sealed = false;
    answerBox.close();
    frame.announce("You can draw on.");
  }));
  answerBox.open("ending", html("p", { class: "ending" }, words), answerBox.actions(...buttons));
}

/** @type {Record<string, string>} */
const HINT_STATES = { complete: "The board is complete.",
  unknown: "No hint was found." };

/** @param {Board} board @param {Answer} answer */
function showHint(board, { move, text, reason, state, partial }) {
  const { answerBox, asking, table } = board;
  const placeable = Number.isInteger(move) && move in table.spotsOf;
  board.notes = { moves: placeable ? [move] : [], reason: table.knownMoves(reason?.moves),
    spots: table.knownSpots(reason?.spots), beside: knownNames(reason?.beside),
    pieces: reason?.pieces ?? [] };
  const words = text || HINT_STATES[state] || "Nothing is forced here.";
  const { element } = answerBox;
  const looking = element.querySelector(".looking"), first = element.firstElementChild;
  if (looking && first) {
    // The buttons stay, and with them the focus.
    first.textContent = words;
    looking.remove();
  } else answerBox.open("hint", html("p", {}, words),
    ...(partial ? [html("p", { class: "waits looking" }, "Looking for a smaller reason …")] : []),
    answerBox.actions(...(placeable ? [smallButton(board.rules.placeLabel, () =>
      board.actions.lay([move]))] : []), ...(state === "no solution" && board.frame.buttons["why-not"]
      ? [smallButton("Why not?", () => asking.askFor("why-not"))] : [])));
  board.draw();
}

/**
 * What of a solution is there to be seen.
 * @param {Board} board
 * @param {number[]} moves
 */
const shownOf = ({ rules, table }, moves) => moves.filter((move) => !rules.rulesOut?.(table, move));

/**
 * Shows moves that can all be placed.
 * @param {Board} board
 * @param {string} kind
 * @param {string} words
 * @param {number[]} moves
 */
function propose(board, kind, words, moves) {
  board.notes = { moves };
  board.answerBox.open(kind, html("p", {}, words), board.answerBox.actions(...(moves.length
    ? [smallButton("Place all of it", () => board.actions.lay(moves))] : [])));
  board.draw();
}

/** @param {Board} board @param {Answer} answer */
function addPages(board, { from, moves, more, count, digits, complete }) {
  const lists = (Array.isArray(moves) ? moves : []).map((list) =>
    shownOf(board, board.table.knownMoves(list)));
  const pages = board.answerBox.pages ?? { lists: [], at: 0, more: false, late: false, count: null };
  lists.forEach((list, i) => (pages.lists[Number(from) + i] = list));
  Object.assign(pages, { more: Boolean(more) || complete === false, late: complete === false,
    count: count === undefined || count === null ? pages.count : digits ?? formatNumber(count) });
  if (pages.wanted !== undefined && pages.lists[pages.wanted]) pages.at = pages.wanted;
  board.answerBox.pages = pages;
  showPage(board, pages.at);
}

/**
 * Shows one of the solutions that are paged through, or asks for more of them.
 * @param {Board} board
 * @param {number} at
 */
export function showPage(board, at) {
  const { answerBox, asking } = board, { pages } = answerBox;
  if (!pages) return;
  const last = pages.lists.length - 1;
  if (last < 0) {
    answerBox.open("solutions", html("p", {}, pages.late ? "No solution was found in time."
      : "There is no solution from here."), answerBox.actions());
    board.draw();
    return;
  }
  if (at > last && pages.more) {
    pages.wanted = at;
    asking.ask("solutions", { from: pages.lists.length, number: PAGE });
    return;
  }
  pages.at = Math.min(Math.max(at, 0), last);
  board.notes = { moves: pages.lists[pages.at] };
  const all = pages.count ?? (pages.more ? null : formatNumber(pages.lists.length));
  const total = all === null ? "" : ` of ${all}`, focused = board.focusedElement?.dataset.page;
  const previous = smallButton("Previous", () => showPage(board, pages.at - 1));
  const next = smallButton("Next", () => showPage(board, pages.at + 1));
  previous.dataset.page = "previous";
  next.dataset.page = "next";
  previous.toggleAttribute("disabled", pages.at === 0);
  next.toggleAttribute("disabled", pages.at >= last && !pages.more);
  const actions = answerBox.actions(previous, next, smallButton("Place all of it", () =>
    board.actions.lay(pages.lists[pages.at])));
  answerBox.open("solutions", html("p", {}, `Solution ${formatNumber(pages.at + 1)}${total}`), actions);
  if (focused) {
    (focused === "next" ? next : previous).focus({ preventScroll: true });
    actions.style.animation = "none"; // one page may follow the other at once
  }
  board.draw();
}

/** @param {Board} board @param {Answer} answer @param {string} kind */
function showNew(board, { given, board: data, text }, kind) {
  const old = board.model.get("board"), { before, position } = board;
  board.answerBox.close({ quiet: true });
  const state = position.save(Date.now()), { isBegun } = position;
  const next = data && typeof data === "object" ? board.begin(data, {})
    : board.begin(old, { given: board.table.sound(given) });
  next.before = isBegun ? { board: old, state } : before;
  next.draw();
  const back = next.before ? " Undo brings back the one before." : "";
  next.frame.announce(`${text || "A new position."}${back}`);
  next.view.element.scrollIntoView({ block: "nearest" });
  next.frame.buttons[kind]?.focus({ preventScroll: true });
}

/** @param {Board} board @param {Answer} answer */
function save(board, { name, type, data, base64, text }) {
  const { answerBox } = board;
  if (answerBox.saving === "address") {
    const field = html("input", { type: "text", readonly: "", "aria-label": "Address",
      value: String(data).trim() });
    const copy = smallButton("Copy", async () => {
      field.select();
      await navigator.clipboard?.writeText(field.value).catch(() => {});
      board.frame.announce("Copied.");
    });
    answerBox.open("export", html("p", {}, "The address of this position:"), field,
      answerBox.actions(copy));
    return;
  }
  const bytes = base64
    ? Uint8Array.from(atob(String(data)), (letter) => letter.charCodeAt(0)) : String(data);
  const kind = /^[\w.+-]+\/[\w.+-]+$/.test(String(type)) ? String(type) : "text/plain";
  URL.revokeObjectURL(answerBox.download);
  const url = answerBox.download = URL.createObjectURL(new Blob([bytes], { type: kind }));
  const file = String(name ?? "position").replace(/[^\w.-]+/g, "_");
  const link = html("a", { href: url, download: file }, "Download again");
  answerBox.open("export", html("p", {}, `${file} was downloaded. `, link),
    ...(text ? [html("p", {}, text)] : []), answerBox.actions());
  link.click();
}
