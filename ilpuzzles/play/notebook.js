// @ts-check
/* The model of a widget in a notebook: its kernel is asked by messages, one question at a time. */

import { QuestionQueue } from "./question_queue.js";

/** @import { Answer, Model, Question } from "./types.d.ts" */

/** @implements {Model} */
export class NotebookModel {
  /** @param {Model} model of the widget */
  constructor(model) {
    this.model = model;
    // Answers reach whoever listens to the widget by themselves.
    this.queue = new QuestionQueue((question, _, signal) => this.post(question, signal), () => {});
  }

  /** @param {string} name */
  get(name) {
    // The level of help is kept with the position, which the notebook keeps.
    return name === "help" ? this.model.get("state")?.help : this.model.get(name);
  }

  /** @param {string} name @param {any} value */
  set(name, value) {
    if (name === "help") this.model.set("state", { ...this.model.get("state"), help: value });
    else this.model.set(name, value);
  }

  /** @param {string} event @param {(...values: any[]) => void} listener */
  on(event, listener) {
    this.model.on(event, listener);
  }

  /** @param {string} event @param {(...values: any[]) => void} listener */
  off(event, listener) {
    this.model.off(event, listener);
  }

  save_changes() {
    this.model.save_changes();
  }

  /** @param {Question} question */
  send(question) {
    this.queue.send(question);
  }

  /**
   * Sends a question, and waits for the last answer to it.
   * @param {Question} question
   * @param {AbortSignal} signal
   * @returns {Promise<number>}
   */
  post(question, signal) {
    const { model } = this;
    return new Promise((done) => {
      const end = () => {
        model.off("msg:custom", onAnswer);
        done(0);
      };
      /** @param {Answer} answer */
      const onAnswer = (answer) => {
        if (answer?.to === question.id && !answer.partial) end();
      };
      model.on("msg:custom", onAnswer);
      signal.addEventListener("abort", () => {
        model.send({ ask: "cancel", id: question.id });
        end();
      }, { once: true });
      model.send(question);
    });
  }
}
