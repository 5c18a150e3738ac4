/* A host of paper: a board as somebody sees and plays it on a page of paper, whoever answers its questions
   (nobody does until a test says what), and a clock that goes on when it is told to. */

import { Session } from "../../ilpuzzles/play/board.js";
import { Editor } from "../../ilpuzzles/play/sheet.js";
import { FIGURE_PX, beforeLeaving, openPage } from "./paper.js";

/** What a board is shown from: it writes down what was asked and kept. */
export class PaperModel {
  constructor(values) {
    this.values = { heading: "h1", link: "open", state: {}, ...values };
    this.listeners = [];
    this.asked = [];
    this.kept = 0;
  }

  get(name) { return this.values[name]; }

  set(name, value) {
    if (this.values[name] === value) return;
    this.values[name] = value;
    this.tell(`change:${name}`);
  }

  on(event, listener) { this.listeners.push([event, listener]); }
  off(event, listener) { this.listeners = this.listeners.filter(([, other]) => other !== listener); }
  tell(event, ...more) { for (const [name, listener] of [...this.listeners]) if (name === event) listener(...more); }
  save_changes() { this.kept += 1; }
  send(question) { this.asked.push(question); }
  async loadEditor() { return Editor; }
}

export class Game {
  /** @param context of the test @param data of the board @param values of the model, and where it is opened */
  constructor(context, data, { hash, ...values } = {}) {
    Object.assign(this, openPage(context, { hash }));
    this.model = new PaperModel({ board: data, ...values });
    this.place = this.page.createElement("div");
    this.page.body.append(this.place);
    this.session = new Session(this.model, this.place);
    beforeLeaving(() => this.session.close());
  }

  get board() { return this.session.board; }
  get table() { return this.board.table; }
  get position() { return this.board.position; }
  get placed() { return [...this.board.position.placed].sort((one, other) => one - other); }

  /* -- what is seen -- */

  get status() { return this.board.frame.status.textContent; }
  get said() { return this.board.frame.liveRegion.textContent.replace(/\u00a0$/, ""); }
  get time() { return this.board.frame.time.textContent; }
  get answer() { return this.board.answerBox.element; }
  get answered() { return this.answer.hidden ? null : this.answer.querySelector("p").textContent; }

  /** The words of the buttons of the answer that is open, and the classes of what lies in a layer. */
  get choices() { return this.answer.querySelectorAll("button").map((button) => button.textContent); }

  drawn(layer, name) {
    return this.place.querySelectorAll(`.${layer}`).flatMap((group) => group.children)
      .filter((element) => element.classList.contains(name));
  }

  label(spot) { return this.board.view.spots[spot].getAttribute("aria-label"); }

  button(words) {
    const found = this.place.querySelectorAll("button").filter((one) => one.isSeen
      && [one.textContent, one.getAttribute("aria-label")].includes(words));
    if (found.length !== 1) throw new Error(`${found.length} buttons ${words}`);
    return found[0];
  }

  can(words) { return !this.button(words).hasAttribute("disabled"); }

  /** The number of the move that brings a piece onto some spots, or makes a mark. */
  move(name, ...spots) {
    const { table } = this;
    return table.spotsOf.findIndex((own, move) => table.pieces[table.pieceOf[move]].name === name
      && String(own) === String(spots));
  }

  /* -- what is done -- */

  push(words) {
    const button = this.button(words);
    if (button.hasAttribute("disabled")) throw new Error(`${words} is pale`);
    button.focus();
    button.click();
    return this;
  }

  choose(label, value) {
    const box = this.place.querySelector(`select[aria-label="${label}"]`) ?? this.place.querySelector(".help select");
    box.value = value;
    box.fire("change");
  }

  /** A key, on what has the focus. */
  key(key, more = {}) {
    return this.page.activeElement.fire("keydown", { key, ...more });
  }

  keys(text) {
    for (const key of text) this.key(key);
    return this;
  }

  focus(spot) {
    this.board.view.spots[spot].focus();
    return this;
  }

  /** A pointer at places of the board, in its units: down at the first one, and up at the last one. */
  stroke(places, { button = 0, pointerType = "mouse", view = 0, up = true, ...more } = {}) {
    const events = places.map(([x, y]) => ({ button, pointerType, pointerId: 1, isPrimary: true,
      clientX: x + FIGURE_PX * view, clientY: y, ...more }));
    this.board.view.views[view].picture.fire("pointerdown", events[0]);
    for (const event of events.slice(1)) this.page.body.fire("pointermove", event);
    if (up) this.page.body.fire("pointerup", events.at(-1));
    return this;
  }

  middle(spot) { return this.table.centres[spot]; }
  tap(spot, more) { return this.stroke([this.middle(spot)], { view: this.table.data.spots.view[spot], ...more }); }
  draw(spots, more) { return this.stroke(spots.map((spot) => this.middle(spot)), more); }

  act(...actions) {
    for (const action of actions) this.board.actions.dispatch(action);
    return this;
  }

  /** Other moves lie on the board, as a click has laid them. */
  lay(...moves) {
    this.board.play = { ...this.board.play, placed: [...this.board.position.placed, ...moves] };
    this.board.actions.setPlaced(this.board.play.placed, "place");
    return this;
  }

  /* -- what is asked -- */

  wait(milliseconds = 100) {
    this.clock.tick(milliseconds);
    return this;
  }

  /** The questions of a kind, the last one last. */
  asked(kind) { return this.model.asked.filter(({ ask }) => ask === kind); }

  question(kind) {
    const found = this.asked(kind).at(-1);
    if (!found) throw new Error(`nobody has asked ${kind}`);
    return found;
  }

  /** Answers the last question of a kind, or one that was asked before. */
  tell(kind, answer, question = this.question(kind)) {
    this.model.tell("msg:custom", { ...answer, to: question.id });
    return this;
  }
}
