// @ts-check
/* The queue of questions, whoever answers them: the local server, a notebook's kernel or the page
   itself. One is answered at a time, and the newest position comes first. */

/** @import { Question, Tell, Transport } from "./types.d.ts" */

/** A question that is being answered.
    @typedef {{ question: Question, abort: AbortController }} Current */

/** @param {Question} question */
const isStatus = ({ ask }) => ask === "status";

export class QuestionQueue {
  /** @param {Transport} transport @param {Tell} tell */
  constructor(transport, tell) {
    this.transport = transport;
    this.tell = tell;
    /** @type {Question[]} */
    this.waiting = [];
    /** @type {Current | null} */
    this.current = null;
  }

  /**
   * Takes a question. How things stand (`status`) is asked of a new position, and ends all else;
   * `cancel` ends all but that, and any other question what was asked before it.
   * @param {Question} question
   */
  send(question) {
    const counting = this.waiting.filter(isStatus), current = this.current?.question;
    if (isStatus(question)) {
      this.waiting = [question];
      this.stop();
    } else if (question.ask === "cancel") {
      this.waiting = counting;
      if (current && !isStatus(current)) this.stop();
    } else {
      // Counting goes on when this has been answered; a picture is made in no time.
      this.waiting = [question, ...counting, ...(current && isStatus(current) ? [current] : [])];
      if (current?.ask !== "picture") this.stop();
    }
    this.go();
  }

  stop() {
    this.current?.abort.abort();
    this.current = null;
  }

  /** Has the questions answered that wait. */
  async go() {
    while (!this.current && this.waiting.length) {
      const [question, ...others] = this.waiting;
      const current = { question, abort: new AbortController() };
      this.waiting = others;
      this.current = current;
      const wait = await this.transport(question, (answer) => {
        if (this.current === current) this.tell({ ...answer, to: question.id });
      }, current.abort.signal);
      if (this.current !== current) return;
      if (wait) {
        // It is asked again, unless something newer is by then.
        await new Promise((done) => setTimeout(done, wait));
        if (this.current !== current) return;
        this.waiting.unshift(question);
      }
      this.current = null;
    }
  }
}
