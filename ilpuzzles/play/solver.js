/* The model of an offline page: what a server would answer, the page finds by a search of its own.

   An exact cover by bit masks: every spot is covered once, and every piece is used as often as it
   has to be. The search takes the item with the fewest moves left, and remembers how many solutions
   there are from what is covered. It works in short slices, so that the page stays awake, and a new
   position ends it. */

const SLICE = 25; // milliseconds of search without a pause
const COUNTING = 280; // milliseconds after which a count is given as it is
const DECIDING = 4000; // milliseconds for everything else
const REMEMBERED = 400_000; // counts

const FULL = { easy: 0.7, medium: 0.5, hard: 0 }; // the share of the pieces that stay on the board

/** Thrown where a search has no time left. */
class OutOfTime extends Error {}

/** The moves of a board as masks of the items that they cover. */
class Cover {
  constructor({ spots, pieces, moves }) {
    this.spots = spots.path.length;
    this.pieceOf = moves.piece;
    this.single = pieces.map(({ copies }) => copies === 1);
    this.limit = pieces.map(({ copies }) => copies ?? Infinity);
    this.least = pieces.map(({ least }) => least ?? 0);
    this.counted = pieces.flatMap((_, p) => (this.single[p] ||
      (this.limit[p] === Infinity && !this.least[p]) ? [] : [p]));
    const size = this.spots + pieces.length;
    this.words = Math.ceil(size / 32);
    this.mandatory = new Uint8Array(size).fill(1, 0, this.spots);
    pieces.forEach((_, p) => {
      if (this.single[p] && this.least[p]) this.mandatory[this.spots + p] = 1;
    });
    this.itemsOf = moves.piece.map((p, m) => {
      const own = moves.spots.slice(moves.starts[m], moves.starts[m + 1]);
      return this.single[p] ? [...own, this.spots + p] : own;
    });
    this.masks = new Int32Array(this.itemsOf.length * this.words);
    this.itemsOf.forEach((items, m) => {
      for (const item of items) this.masks[m * this.words + (item >> 5)] |= 1 << (item & 31);
    });
    this.size = size;
    this.all = Int32Array.from(moves.piece, (_, m) => m);
    this.known = new Map();
  }

  conflict(a, b) {
    const { masks, words } = this;
    for (let w = 0, i = a * words, j = b * words; w < words; w++, i++, j++)
      if (masks[i] & masks[j]) return true;
    return false;
  }

  /** A position: what is covered, how often pieces are used, and the moves that still fit. */
  position(placed, banned = -1) {
    let found = { live: banned < 0 ? this.all : this.all.filter((m) => m !== banned),
      covered: new Int32Array(this.words), used: new Int32Array(this.limit.length) };
    for (const move of placed) found = this.after(found, move);
    return found;
  }

  after({ live, covered, used }, move) {
    const { masks, words, pieceOf } = this, piece = pieceOf[move], next = new Int32Array(live.length);
    const full = used[piece] + 1 >= this.limit[piece];
    let size = 0;
    const base = move * words;
    for (let i = 0; i < live.length; i++) {
      const other = live[i];
      let free = !(full && pieceOf[other] === piece);
      for (let w = 0, j = other * words; free && w < words; w++, j++)
        if (masks[base + w] & masks[j]) free = false;
      if (free) next[size++] = other;
    }
    const more = covered.slice(), uses = used.slice();
    for (let w = 0; w < words; w++) more[w] |= masks[base + w];
    uses[piece] += 1;
    return { live: next.subarray(0, size), covered: more, used: uses };
  }

  /** The item to cover next, and the moves that do; nothing where all is covered. */
  branch({ live, covered }) {
    const counts = new Int32Array(this.size);
    for (let i = 0; i < live.length; i++)
      for (const item of this.itemsOf[live[i]]) counts[item] += 1;
    let best = -1, least = Infinity;
    for (let item = 0; item < this.size && least > 0; item++)
      if (this.mandatory[item] && counts[item] < least && !(covered[item >> 5] & (1 << (item & 31))))
        [best, least] = [item, counts[item]];
    if (best < 0) return null;
    return { item: best, moves: least ? live.filter((m) => this.itemsOf[m].includes(best)) : [] };
  }

  /** Whether enough copies are used where nothing is left to cover. */
  enough({ used }) {
    return this.counted.every((piece) => used[piece] >= this.least[piece]);
  }

  /** How many solutions a position has; a lower bound once the time is over. */
  count(position, time) {
    const branch = this.branch(position);
    if (!branch) return this.enough(position) ? 1 : 0;
    if (!branch.moves.length) return 0;
    const key = position.covered.join() + this.counted.map((p) => `:${position.used[p]}`).join("");
    const known = this.known.get(key);
    if (known !== undefined) return known;
    let sum = 0;
    for (const move of branch.moves) {
      if (time.over()) return sum;
      sum += this.count(this.after(position, move), time);
    }
    if (!time.passed && this.known.size < REMEMBERED) this.known.set(key, sum);
    return sum;
  }

  /** Solutions of a position, one after the other, in an order that may be shuffled. */
  *solutions(position, time, order = (moves) => moves, chosen = []) {
    const branch = this.branch(position);
    if (!branch) {
      if (this.enough(position)) yield [...chosen];
      return;
    }
    for (const move of order(branch.moves)) {
      if (time.over()) throw new OutOfTime();
      chosen.push(move);
      yield* this.solutions(this.after(position, move), time, order, chosen);
      chosen.pop();
    }
  }

  first(placed, time, banned = -1) {
    return this.solutions(this.position(placed, banned), time).next().value ?? null;
  }
}

/** Time for a search: over at a moment, or when somebody says so. */
class Time {
  constructor(milliseconds) {
    this.end = performance.now() + milliseconds;
    this.passed = false;
    this.steps = 0;
  }

  over() {
    if (!this.passed && (++this.steps & 31) === 0 && performance.now() > this.end)
      this.passed = true;
    return this.passed;
  }
}

class SolverModel extends PageModel {
  constructor(board) {
    super(board);
    this.cover = new Cover(this.get("board"));
    this.run = 0;
    this.waiting = [];
    this.busy = false;
    this.list = null;
  }

  send(question) {
    if (question.ask === "status") {
      this.run += 1;
      this.waiting = [question];
    } else if (question.ask === "cancel") this.waiting = this.waiting.filter((q) =>
      q.ask === "status");
    else this.waiting.push(question);
    this.go();
  }

  async go() {
    if (this.busy) return;
    this.busy = true;
    while (this.waiting.length) {
      const question = this.waiting.shift(), { run } = this;
      let answer;
      try {
        answer = await this.answer(question, run);
      } catch (error) {
        if (!(error instanceof OutOfTime)) throw error;
        answer = { error: "The page did not find this out in time. Place another piece first." };
      }
      if (run === this.run && answer) this.tell("msg:custom", { to: question.id, ...answer });
    }
    this.busy = false;
  }

  answer(question, run) {
    const kinds = { status: "status", hint: "hint", "why-not": "whyNot", forced: "forced",
      solution: "solution", solutions: "several", new: "position", export: "exported" };
    return this[kinds[question.ask]]?.(question, run) ?? { error: "A page cannot answer this." };
  }

  pause() {
    return new Promise((done) => setTimeout(done));
  }

  async status({ id, placed }, run) {
    const { cover } = this, began = performance.now(), board = this.get("board");
    const position = cover.position(placed), dead = this.dead(position);
    // Of where the page begins, the number may be known to whoever made it.
    const start = board === this.first && [...board.given].sort().join() === [...placed].sort().join();
    if (start && board.solutions)
      return { solvable: true, count: board.solutions, exact: true, dead, complete: false };
    if (dead.length) return { solvable: false, count: 0, exact: true, dead, complete: false };
    let count = 0, exact = false;
    for (;;) {
      const time = new Time(SLICE);
      count = Math.max(count, cover.count(position, time));
      exact = !time.passed;
      const passed = performance.now() - began;
      if (exact || passed > DECIDING || (count && passed > COUNTING)) break;
      if (passed > COUNTING)
        this.tell("msg:custom", { to: id, partial: true, solvable: null, count: 0, exact: false,
          dead: [], complete: false });
      await this.pause();
      if (run !== this.run) return null;
    }
    const open = cover.branch(position) !== null;
    return { solvable: count > 0 ? true : exact ? false : null, count, exact, dead: [],
      complete: !open && count > 0 };
  }

  /** The spots that no move can cover any more. */
  dead({ live, covered }) {
    const reached = new Set();
    for (const move of live) for (const item of this.cover.itemsOf[move]) reached.add(item);
    return Array.from({ length: this.cover.spots }, (_, spot) => spot).filter((spot) =>
      !reached.has(spot) && !(covered[spot >> 5] & (1 << (spot & 31))));
  }

  /** What an item is called: a spot, or a piece. */
  called(item) {
    const { spots, pieces } = this.get("board");
    if (item < this.cover.spots) return spots.name[item];
    return pieces[item - this.cover.spots].label ?? pieces[item - this.cover.spots].name;
  }

  label(move) {
    const piece = this.get("board").pieces[this.cover.pieceOf[move]];
    return piece.label ?? piece.name;
  }

  /** The fewest of some moves, none of which can be left out, for which something stays true. */
  async fewest(moves, holds, run) {
    let kept = [...moves];
    for (const move of moves) {
      const without = kept.filter((each) => each !== move);
      if (holds(without)) kept = without;
      await this.pause();
      if (run !== this.run) return kept;
    }
    return kept;
  }

  async hint({ placed }, run) {
    const { cover } = this, time = new Time(DECIDING), position = cover.position(placed);
    const branch = cover.branch(position);
    if (!branch) return { move: null, state: "complete", text: "The board is complete." };
    if (!cover.first(placed, time))
      return { move: null, state: "no solution",
        text: "No solution is left from here: something has to be taken back. Why not? says what." };
    // An item that one move alone can cover, and the fewest pieces that show it.
    const counts = new Map();
    for (const move of position.live)
      for (const item of cover.itemsOf[move])
        if (cover.mandatory[item]) counts.set(item, [...(counts.get(item) ?? []), move]);
    let best = null;
    for (const [item, moves] of counts) {
      if (moves.length !== 1) continue;
      const [move] = moves;
      const others = [...cover.all].filter((m) => m !== move && cover.itemsOf[m].includes(item));
      const holds = (kept) => {
        const { live } = cover.position(kept), left = new Set(live);
        return others.every((other) => !left.has(other));
      };
      const reason = await this.fewest(placed, holds, run);
      if (run !== this.run) return null;
      if (!best || reason.length < best.reason.length) best = { move, item, reason };
      if (best.reason.length < 2) break;
    }
    if (best) {
      const spot = best.item < cover.spots, name = this.label(best.move);
      return { move: best.move, state: "sure",
        text: spot ? `Only ${name} can cover ${this.called(best.item)}, and only like this.`
          : `${name} fits in one place only.`,
        reason: { moves: best.reason, spots: spot ? [best.item] : [] } };
    }
    return this.hintByTrying(placed, counts, time, run);
  }

  /** A hint for which every other move of a spot is tried until it leads nowhere. */
  async hintByTrying(placed, counts, time, run) {
    const { cover } = this;
    const narrow = [...counts].sort(([, a], [, b]) => a.length - b.length).slice(0, 8);
    for (const [item, moves] of narrow) {
      const good = [];
      for (const move of moves) {
        if (cover.first([...placed, move], time)) good.push(move);
        if (good.length > 1) break;
        await this.pause();
        if (run !== this.run) return null;
      }
      if (good.length !== 1) continue;
      const [move] = good;
      const others = [...cover.all].filter((m) => m !== move && cover.itemsOf[m].includes(item));
      const holds = (kept) => {
        const left = new Set(cover.position(kept).live);
        return others.every((other) => !left.has(other) || !cover.first([...kept, other], time));
      };
      const reason = await this.fewest(placed, holds, run);
      const where = item < cover.spots ? `on ${this.called(item)}` : `for ${this.called(item)}`;
      return { move, state: "sure", reason: { moves: reason, spots: item < cover.spots ? [item] : [] },
        text: `${this.label(move)} goes here: everything else ${where} leads nowhere.` };
    }
    return { move: null, state: "nothing sure", text: "No piece is certain yet: try one." };
  }

  async whyNot({ placed, given = this.get("board").given }, run) {
    const { cover } = this, time = new Time(DECIDING);
    const hopeless = (moves) => !cover.first(moves, time);
    if (!hopeless(placed)) return { conflict: [], text: "There is a solution from here.",
      take_back: [] };
    const conflict = await this.fewest(placed, hopeless, run);
    if (run !== this.run) return null;
    const own = placed.filter((move) => !given.includes(move));
    const without = (...moves) => !hopeless(placed.filter((move) => !moves.includes(move)));
    let back = own.filter((move) => without(move)).slice(0, 1);
    for (let i = 0; !back.length && i < own.length; i++)
      for (let j = i + 1; !back.length && j < own.length; j++)
        if (without(own[i], own[j])) back = [own[i], own[j]];
    const names = conflict.map((move) => this.label(move)).join(", ");
    const text = conflict.length === 1 ? `${names} cannot stay where it is.`
      : conflict.length ? `${names} cannot all stay where they are.`
        : "This board has no solution at all.";
    return { conflict, take_back: back, text };
  }

  async forced({ placed }, run) {
    const { cover } = this, time = new Time(DECIDING);
    const first = cover.first(placed, time);
    if (!first) return { moves: [], spots: [], text: "There is no solution from here." };
    let shared = first;
    for (const move of first) {
      if (!shared.includes(move)) continue;
      const other = cover.first(placed, time, move);
      if (other) shared = shared.filter((each) => other.includes(each));
      await this.pause();
      if (run !== this.run) return null;
    }
    return { moves: shared, spots: [] };
  }

  solution({ placed }) {
    return { moves: this.cover.first(placed, new Time(DECIDING)) ?? [] };
  }

  several({ placed, from, number }) {
    const place = placed.join();
    if (this.list?.place !== place) {
      const time = new Time(DECIDING);
      this.list = { place, time, found: [], ended: false,
        next: this.cover.solutions(this.cover.position(placed), time) };
    }
    const { list } = this;
    list.time.end = performance.now() + DECIDING;
    // One more than is shown, to know whether there are more.
    while (!list.ended && list.found.length <= from + number) {
      const { value, done } = list.next.next();
      if (done) list.ended = true;
      else list.found.push(value);
    }
    return { from, moves: list.found.slice(from, from + number),
      more: list.found.length > from + number, count: list.ended ? list.found.length : null };
  }

  /** A position with a single solution: some pieces of a random one. */
  position({ difficulty }) {
    const { cover } = this, time = new Time(DECIDING);
    const shuffled = (moves) => {
      const found = [...moves];
      for (let i = found.length - 1; i > 0; i--) {
        const j = Math.floor(Math.random() * (i + 1));
        [found[i], found[j]] = [found[j], found[i]];
      }
      return found;
    };
    const whole = cover.solutions(cover.position([]), time, shuffled).next().value;
    if (!whole) return { error: "The page found no position in time." };
    let given = whole;
    for (const move of shuffled(whole)) {
      if (given.length <= Math.ceil(whole.length * (FULL[difficulty] ?? 0.5))) break;
      const fewer = given.filter((each) => each !== move);
      const patience = new Time(150), number = cover.count(cover.position(fewer), patience);
      if (number === 1 && !patience.passed) given = fewer;
    }
    return { given };
  }

  exported({ placed, format }) {
    if (format === "address") return { data: location.href };
    const { puzzle, preset, spots } = this.get("board");
    const tiles = placed.map((move) => ({ tile: this.get("board").pieces[this.cover.pieceOf[move]].name,
      on: this.cover.itemsOf[move].filter((item) => item < this.cover.spots)
        .map((spot) => spots.name[spot]) }));
    return { name: `${puzzle}.json`, type: "application/json",
      data: `${JSON.stringify({ puzzle, preset, tiles }, null, 2)}\n` };
  }
}
