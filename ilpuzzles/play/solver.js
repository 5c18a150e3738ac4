/* The model of an offline page: what a server would answer, the page finds by a search of its own.

   An exact cover by bit masks: every spot is covered once, every piece is used as often as it has
   to be, and colours match where pieces touch. The search takes the item with the fewest moves left, and remembers how many solutions
   there are from what is covered. It works in short slices, so that the page stays awake, and a new
   position ends it. */

/* Milliseconds: of search without a pause, after which a count is given as it is, and for
   everything else. */
const LIMITS = { slice: 25, counting: 280, deciding: 4000 };
const PATIENCE = 150; // milliseconds for a count that may be left open
const REMEMBERED = 400_000; // counts
const NARROW = 8; // spots at which every move is tried

const FULL = { easy: 0.7, medium: 0.5, hard: 0 }; // the share of the pieces that stay on the board

/** Thrown where a search has no time left. */
class OutOfTime extends Error {}

/** Thrown where nobody waits for an answer any more. */
class Ended extends Error {}

/** The moves of a board as bits: those that each has, and those that it forbids all others. These
    are the items that it covers, and behind them the colours that it shows on each side. */
class Cover {
  constructor({ spots, pieces, moves, touching, colours }) {
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
    this.itemWords = this.words;
    // What the board demands of a side is seen to once for all.
    const open = (touching?.demands ?? []).map((demand) => demand < 0);
    let bit = this.itemWords * 32;
    this.tint = open.map((free) => (free ? (bit += colours.length) - colours.length : -1));
    this.words = Math.ceil(bit / 32);
    this.masks = new Int32Array(this.itemsOf.length * this.words);
    this.forbids = new Int32Array(this.masks.length);
    this.itemsOf.forEach((items, m) => {
      for (const item of items) this.mark([this.masks, this.forbids], m, item);
    });
    const possible = moves.piece.map((_, m) => !touching || this.paint(m, touching, colours.length));
    this.size = size;
    this.all = Int32Array.from(moves.piece, (_, m) => m).filter((m) => possible[m]);
    this.known = new Map();
  }

  mark(tables, move, bit) {
    for (const table of tables) table[move * this.words + (bit >> 5)] |= 1 << (bit & 31);
  }

  /** Marks the colours of a move; says whether it matches the board, and itself. */
  paint(move, { starts, sides, colours, demands, unlike }, number) {
    const mine = new Map();
    for (let i = starts[move]; i < starts[move + 1]; i++) {
      const side = sides[i], colour = colours[i], first = this.tint[side];
      if (demands[side] >= 0 && demands[side] !== colour) return false;
      if (first < 0) continue;
      if (mine.has(side) && !unlike[side]) return false;
      mine.set(side, colour);
      this.mark([this.masks], move, first + colour);
      for (let other = 0; other < number; other++)
        if ((other === colour) === Boolean(unlike[side])) this.mark([this.forbids], move, first + other);
    }
    return true;
  }

  /** A position: what is covered, how often pieces are used, and the moves that still fit. */
  position(placed, banned = -1) {
    let found = { live: banned < 0 ? this.all : this.all.filter((m) => m !== banned),
      covered: new Int32Array(this.words), used: new Int32Array(this.limit.length) };
    for (const move of placed) found = this.after(found, move);
    return found;
  }

  after({ live, covered, used }, move) {
    const { masks, forbids, words, itemWords, pieceOf } = this, piece = pieceOf[move];
    const next = new Int32Array(live.length);
    const full = used[piece] + 1 >= this.limit[piece];
    let size = 0;
    const base = move * words;
    for (let i = 0; i < live.length; i++) {
      const other = live[i];
      let free = !(full && pieceOf[other] === piece);
      for (let w = 0, j = other * words; free && w < words; w++, j++)
        if (forbids[base + w] & masks[j]) free = false;
      if (free) next[size++] = other;
    }
    const more = covered.slice(), uses = used.slice();
    for (let w = 0; w < itemWords; w++) more[w] |= masks[base + w];
    // A colour that is shown from both sides is nothing that anything has to match any more.
    for (let w = itemWords; w < words; w++) more[w] ^= masks[base + w];
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

  /** How many solutions a position has; a lower bound once a slice is over. */
  count(position, slice) {
    const branch = this.branch(position);
    if (!branch) return this.enough(position) ? 1 : 0;
    if (!branch.moves.length) return 0;
    const key = position.covered.join() + this.counted.map((p) => `:${position.used[p]}`).join("");
    const known = this.known.get(key);
    if (known !== undefined) return known;
    let sum = 0;
    for (const move of branch.moves) {
      if (slice.over()) return sum;
      sum += this.count(this.after(position, move), slice);
    }
    if (!slice.passed && this.known.size < REMEMBERED) this.known.set(key, sum);
    return sum;
  }

  /** Solutions of a position, one after the other; and null whenever a slice of time is over. */
  *solutions(position, slice, order = (moves) => moves, chosen = []) {
    const branch = this.branch(position);
    if (!branch) {
      if (this.enough(position)) yield [...chosen];
      return;
    }
    for (const move of order(branch.moves)) {
      if (slice.over()) yield null;
      chosen.push(move);
      yield* this.solutions(this.after(position, move), slice, order, chosen);
      chosen.pop();
    }
  }
}

/** Moves in an order that is always the same, and has nothing to do with their numbers. */
function mixed(moves) {
  const rank = (move) => Math.imul(move + 1, 0x9e3779b1) >>> 0;
  return [...moves].sort((one, other) => rank(one) - rank(other));
}

/** A slice of time for a search, which may get another one. */
class Slice {
  constructor() {
    this.renew();
  }

  renew() {
    this.end = performance.now() + LIMITS.slice;
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
    this.waiting = [];
    this.current = null;
    this.list = null;
  }

  send(question) {
    const isStatus = ({ ask }) => ask === "status", { current } = this;
    if (question.ask === "status") this.waiting = [question];
    else {
      this.waiting = this.waiting.filter(isStatus);
      if (question.ask !== "cancel") this.waiting.push(question);
    }
    if (current && (question.ask === "status" || !isStatus(current.question)))
      current.ended = true;
    this.go();
  }

  async go() {
    while (!this.current && this.waiting.length) {
      const question = this.waiting.shift();
      const rested = performance.now();
      const work = { question, ended: false, rested, end: rested + LIMITS.deciding };
      this.current = work;
      const answer = await this.answered(question, work);
      if (!work.ended) this.tell("msg:custom", { to: question.id, ...answer });
      this.current = null;
    }
  }

  async answered(question, work) {
    const kinds = { status: "status", hint: "hint", "why-not": "whyNot", forced: "forced",
      solution: "solution", solutions: "several", new: "position", export: "exported" };
    try {
      const answer = await this[kinds[question.ask]]?.(question, work);
      return answer ?? { error: "A page cannot answer this." };
    } catch (error) {
      return { error: error instanceof OutOfTime
        ? "The page did not find this out in time. Lay another piece first, or take one back."
        : `This went wrong: ${error}` };
    }
  }

  /** Lets the page do what else it has to; ends work that is not wanted, or takes too long. */
  async rest(work) {
    if (performance.now() - work.rested >= LIMITS.slice) {
      await new Promise((done) => setTimeout(done));
      work.rested = performance.now();
    }
    if (work.ended) throw new Ended();
    if (performance.now() > work.end) throw new OutOfTime();
  }

  /** What a search finds next; nothing when it has ended. */
  async next(search, slice, work) {
    for (;;) {
      slice.renew();
      const { value, done } = search.next();
      if (done) return null;
      if (value) return value;
      await this.rest(work);
    }
  }

  /** The moves that complete a position, or null where nothing does. They are tried in a mixed
      order, so that no bad beginning is kept for long. */
  completion(placed, work, { banned = -1, order = mixed } = {}) {
    const slice = new Slice(), position = this.cover.position(placed, banned);
    return this.next(this.cover.solutions(position, slice, order), slice, work);
  }

  async status({ id, placed }, work) {
    const { cover } = this, began = performance.now(), board = this.get("board");
    const position = cover.position(placed), dead = this.dead(position);
    const open = cover.branch(position) !== null;
    // Of where the page begins, the number may be known to whoever made it.
    const start = board === this.first && [...board.given].sort().join() === [...placed].sort().join();
    if (start && board.solutions)
      return { solvable: true, count: board.solutions, exact: true, dead, complete: !open };
    if (dead.length) return { solvable: false, count: 0, exact: true, dead, complete: false };
    let count = 0, exact = false;
    for (;;) {
      const slice = new Slice();
      count = Math.max(count, cover.count(position, slice));
      exact = !slice.passed && Number.isSafeInteger(count);
      const passed = performance.now() - began;
      if (!slice.passed || passed > LIMITS.deciding || (count && passed > LIMITS.counting)) break;
      if (passed > LIMITS.counting)
        this.tell("msg:custom", { to: id, partial: true, solvable: null, count: 0, exact: false,
          dead: [], complete: false });
      work.end = performance.now() + LIMITS.deciding;
      await this.rest(work);
    }
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

  /** What a move shows, in words; nothing without colours. */
  shows(move) {
    const layout = new Layout(this.get("board"));
    return layout.shows(layout.pieceOf[move], layout.shapeOf[move]);
  }

  /** The moves of which none can be left out for which something stays true; and if that is sure. */
  async fewest(moves, holds, work) {
    let kept = [...moves], sure = true;
    try {
      for (const move of moves) {
        const without = kept.filter((each) => each !== move);
        if (await holds(without)) kept = without;
        await this.rest(work);
      }
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error;
      sure = false;
    }
    return { kept, sure };
  }

  /** The moves of an item besides one. */
  others(item, move) {
    return [...this.cover.all].filter((m) => m !== move && this.cover.itemsOf[m].includes(item));
  }

  async hint({ placed }, work) {
    const { cover } = this, position = cover.position(placed);
    if (!cover.branch(position) && cover.enough(position))
      return { move: null, state: "complete", text: "The board is complete." };
    if (!await this.completion(placed, work))
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
      const [move] = moves, others = this.others(item, move);
      const holds = (kept) => {
        const live = new Set(cover.position(kept).live);
        return others.every((other) => !live.has(other));
      };
      const { kept } = await this.fewest(placed, holds, work);
      if (!best || kept.length < best.kept.length) best = { move, item, kept };
      if (best.kept.length < 2) break;
    }
    if (!best) return this.hintByTrying(placed, counts, work);
    const name = this.label(best.move);
    return { move: best.move, state: "sure", reason: this.reason(best.kept, best.item),
      text: best.item < cover.spots
        ? `Only ${name} can cover ${this.called(best.item)}, and only like this.`
        : `${name} fits in one place only.` };
  }

  reason(moves, item) {
    const spot = item < this.cover.spots;
    return { moves, spots: spot ? [item] : [], pieces: spot ? [] : [item - this.cover.spots] };
  }

  /** A hint for which every other move of a spot is tried until it leads nowhere. */
  async hintByTrying(placed, counts, work) {
    const { cover } = this;
    const narrow = [...counts].sort(([, a], [, b]) => a.length - b.length).slice(0, NARROW);
    for (const [item, moves] of narrow) {
      const good = [];
      for (const move of moves) {
        if (good.length < 2 && await this.completion([...placed, move], work)) good.push(move);
      }
      if (good.length !== 1) continue;
      const [move] = good, others = this.others(item, move);
      const holds = async (kept) => {
        const live = new Set(cover.position(kept).live);
        for (const other of others)
          if (live.has(other) && await this.completion([...kept, other], work)) return false;
        return true;
      };
      const { kept, sure } = await this.fewest(placed, holds, work);
      const where = item < cover.spots ? `on ${this.called(item)}` : `for ${this.called(item)}`;
      return { move, state: "sure", reason: this.reason(kept, item),
        text: `${this.label(move)} goes here: everything else ${where} leads nowhere${
          sure ? "" : " (as far as the time allowed to look)"}.` };
    }
    return { move: null, state: "nothing sure", text: "No piece is certain yet: try one." };
  }

  async whyNot({ placed, given = this.get("board").given }, work) {
    const hopeless = async (moves) => !await this.completion(moves, work);
    if (!await hopeless(placed)) return { conflict: [], text: "There is a solution from here.",
      take_back: [] };
    const { kept: conflict, sure } = await this.fewest(placed, hopeless, work);
    const names = conflict.map((move) => this.label(move)).join(", ");
    const text = conflict.length === 1 ? `${names} cannot stay where it is.`
      : conflict.length ? `${names} cannot all stay where they are${
        sure ? "" : " (as far as the time allowed to look)"}.`
        : "This board has no solution at all.";
    return { conflict, take_back: await this.takenBack(placed, given, hopeless), text };
  }

  /** One or two moves that are not given, the latest ones, without which there is a solution. */
  async takenBack(placed, given, hopeless) {
    const own = placed.filter((move) => !given.includes(move)).reverse();
    const sets = [...own.map((move) => [move]),
      ...own.flatMap((move, i) => own.slice(i + 1).map((other) => [move, other]))];
    try {
      for (const set of sets)
        if (!await hopeless(placed.filter((move) => !set.includes(move)))) return set;
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error;
    }
    return [];
  }

  async forced({ placed }, work) {
    const first = await this.completion(placed, work);
    if (!first) return { moves: [], spots: [], text: "There is no solution from here." };
    let shared = first;
    for (const move of first) {
      if (!shared.includes(move)) continue;
      const other = await this.completion(placed, work, { banned: move });
      if (other) shared = shared.filter((each) => other.includes(each));
    }
    return { moves: shared, spots: [] };
  }

  async solution({ placed }, work) {
    const found = await this.completion(placed, work);
    return { moves: found ? [...placed, ...found] : [] };
  }

  async several({ placed, from, number }, work) {
    const place = placed.join();
    if (this.list?.place !== place) {
      const slice = new Slice();
      this.list = { place, slice, found: [], ended: false,
        search: this.cover.solutions(this.cover.position(placed), slice) };
    }
    const { list } = this;
    let complete = true;
    try {
      // One more than is shown, to know whether there are more.
      while (!list.ended && list.found.length <= from + number) {
        const found = await this.next(list.search, list.slice, work);
        if (found) list.found.push(found);
        else list.ended = true;
      }
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error;
      complete = false;
    }
    return { from, moves: list.found.slice(from, from + number), complete,
      more: list.found.length > from + number, count: list.ended ? list.found.length : null };
  }

  /** A position with a single solution: some pieces of a random one. */
  async position({ difficulty }, work) {
    const { cover } = this;
    const shuffled = (moves) => {
      const found = [...moves];
      for (let i = found.length - 1; i > 0; i--) {
        const j = Math.floor(Math.random() * (i + 1));
        [found[i], found[j]] = [found[j], found[i]];
      }
      return found;
    };
    const whole = await this.completion([], work, { order: shuffled });
    if (!whole) return { error: "This board has no solution." };
    let given = whole;
    for (const move of shuffled(whole)) {
      if (given.length <= Math.ceil(whole.length * (FULL[difficulty] ?? 0.5))) break;
      const fewer = given.filter((each) => each !== move);
      if (await this.isOnly(fewer, work)) given = fewer;
    }
    return { given };
  }

  /** Whether a position is known soon to have one solution. */
  async isOnly(placed, work) {
    const position = this.cover.position(placed), end = performance.now() + PATIENCE;
    while (performance.now() < end) {
      const slice = new Slice(), number = this.cover.count(position, slice);
      if (number > 1 || !slice.passed) return number === 1;
      work.end = performance.now() + LIMITS.deciding;
      await this.rest(work);
    }
    return false;
  }

  exported({ placed, format }) {
    if (format === "address") return { data: location.href };
    const { puzzle, preset, spots } = this.get("board");
    const tiles = placed.map((move) => ({ tile: this.get("board").pieces[this.cover.pieceOf[move]].name,
      on: this.cover.itemsOf[move].filter((item) => item < this.cover.spots)
        .map((spot) => spots.name[spot]), shows: this.shows(move) || undefined }));
    return { name: `${puzzle}.json`, type: "application/json",
      data: `${JSON.stringify({ puzzle, preset, tiles }, null, 2)}\n` };
  }
}
