// @ts-check
/* The beginning of a page: its board, or the one that its address names. */

import { Session } from "./board.js";
import { html } from "./dom.js";
import { withLooks } from "./looks.js";
import { shortMarkOf } from "./page_address.js";

/** @import { BoardData } from "./types.d.ts" */
/** @import { PageModel } from "./page_model.js" */

/**
 * Shows the board of a page, or the one that its address names.
 * @param {new (board: BoardData) => PageModel} Kind
 */
export async function start(Kind) {
  const data = document.getElementById("board"), place = document.getElementById("play");
  if (!data || !place) return;
  const model = new Kind(withLooks(JSON.parse(data.textContent ?? "")));
  let words = "";
  if (model.isElsewhere) {
    place.replaceChildren(html("p", { role: "status" }, "Opening the board of this address …"));
    const found = await model.findNamed();
    if (found.board) {
      model.set("board", found.board);
      model.set("state", found.state);
      model.set("draft", null);
    }
    words = found.words ?? "";
  }
  const session = new Session(model, place);
  if (words) session.board.frame.announce(words);
  addEventListener("hashchange", () => follow(model, session));
  document.body.classList.add("ready");
}

/**
 * Opens the board and the position of an address that somebody has pasted into the page's own tab.
 * @param {PageModel} model
 * @param {Session} session
 */
async function follow(model, session) {
  const { named } = model, shown = model.get("board");
  if (!named) return;
  const isShown = named.mark === shortMarkOf(shown);
  const { board, state, words } = isShown ? { board: shown, state: model.stateOf(shown), words: "" }
    : await model.findNamed();
  if (board) {
    model.set("draft", null);
    session.board.begin(board, state ?? {});
  }
  if (words) session.board.frame.announce(words);
}
