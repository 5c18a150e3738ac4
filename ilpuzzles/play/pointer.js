// @ts-check
/* Pointers: mouse, pen and finger. What they do on the board and the tray becomes actions. */

import { placeIn } from "./dom.js";
import { corners, distance, middle } from "./geometry.js";

/** @import { Board } from "./board.js" */

const CLICK_SLOP_PX = 6; // how far a pointer may move in a click
const GRIP = 24; // units from the middle of a cell within which it is held there

/** A focus that a pointer has set. `focusVisible` is not yet in TypeScript's library. */
const UNSEEN = /** @type {FocusOptions} */ ({ preventScroll: true, focusVisible: false });

/** A pointer that is down: where it went down, and what it holds is now.
    @typedef {{ id: number, x: number, y: number, finger: boolean, moved: boolean,
      last: { clientX: number, clientY: number } | null }} Down */

export class Pointer {
  /** @param {Board} board @param {AbortSignal} signal */
  constructor(board, signal) {
    this.board = board;
    /** @type {Down | null} */
    this.down = null;
    document.addEventListener("pointermove", (event) => this.move(event), { signal });
    document.addEventListener("pointerup", (event) => this.drop(event), { signal });
    document.addEventListener("pointercancel", () => this.cancel(), { signal });
  }

  /**
   * Begins a drag, unless there is one, or a replay to be stopped.
   * @param {PointerEvent} event
   */
  begin(event) {
    const known = event.button === 0 || (event.button === 2 && this.board.table.drawings);
    if (this.down?.finger && event.pointerType === "touch" && this.board.table.drawings) {
      // Two fingers scroll and zoom a board to draw on.
      this.cancel();
      return false;
    }
    // Where the end of a touch was not heard, a new one that is alone says that it is over.
    if (this.down?.finger && event.isPrimary && event.pointerId !== this.down.id) this.cancel();
    if (!known || this.down || this.board.replay.stop()) return false;
    event.preventDefault();
    this.down = { id: event.pointerId, x: event.clientX, y: event.clientY, moved: false,
      finger: event.pointerType === "touch", last: null };
    return true;
  }

  /**
   * A pointer goes down on a piece that is left.
   * @param {PointerEvent} event
   * @param {number} piece
   * @param {SVGSVGElement} picture
   */
  grab(event, piece, picture) {
    if (!this.begin(event)) return;
    const { table, play } = this.board, place = placeIn(picture, event);
    const far = place ? table.shape(piece, play.shapes[piece]).paths.map((path) =>
      distance(middle(corners(path)), place)) : [];
    const nearest = Math.min(...far);
    this.board.actions.dispatch({ type: "grab", piece, finger: event.pointerType === "touch",
      anchor: nearest < GRIP ? far.indexOf(nearest) : undefined });
    /** @type {HTMLElement} */ (event.currentTarget).focus(UNSEEN);
  }

  /**
   * A pointer goes down on the board.
   * @param {PointerEvent} event
   */
  press(event) {
    if (!this.begin(event)) return;
    const { table, view } = this.board, at = view.locate(event), spot = table.spotAt(at);
    this.board.actions.dispatch({ type: "press", spot, at, finger: event.pointerType === "touch",
      secondary: event.button === 2, adds: event.shiftKey || event.ctrlKey || event.metaKey });
    if (spot >= 0) view.spots[spot].focus(UNSEEN);
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { board, down } = this;
    if (!down) {
      if (board.play.hand && event.pointerType !== "touch")
        board.actions.dispatch({ type: "hover", at: board.locate(event) });
      return;
    }
    if (event.pointerId !== down.id) return;
    if (!down.moved && Math.hypot(event.clientX - down.x, event.clientY - down.y) > CLICK_SLOP_PX) {
      down.moved = true;
      board.actions.dispatch({ type: "lift" });
    }
    // A finger hides what is under it: the piece stays above it.
    const { clientX, clientY } = event, lift = down.finger ? board.rules.lift : 0;
    const place = { clientX, clientY: clientY - lift };
    board.actions.dispatch({ type: "drag", at: board.locate(place) });
    if (!board.play.drag?.moved || !board.play.hand) return;
    down.last = place;
    board.float.move(place, board.play.ghost === null);
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const { board, down } = this;
    if (!down || event.pointerId !== down.id) return;
    this.down = null;
    board.float.hide();
    board.actions.dispatch({ type: "drop", at: board.locate(event),
      over: down.last !== null && board.locate(down.last) !== null });
  }

  /** The browser takes the pointer for itself, as where a finger scrolls. */
  cancel() {
    if (!this.down) return;
    this.down = null;
    this.board.float.hide();
    this.board.actions.dispatch({ type: "cancel" });
  }

  /** The pointer leaves a picture. */
  leave() {
    if (!this.down) this.board.actions.dispatch({ type: "hover", at: null });
  }
}
