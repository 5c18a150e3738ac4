/* The model of an offline page: what a server would answer, the page finds by a search of its own.

   An exact cover by bit masks: every spot is covered once, every piece is used as often as it has
   to be, and colours match where pieces touch. The search takes the item with the fewest moves left, and remembers how many solutions
   there are from what is covered. It works in short slices, so that the page stays awake, and a new
   position ends it. */

/* Milliseconds: of search without a pause, after which a count is given as it is, and for
   everything else. */
const LIMITS = { slice: 25, counting: 280, deciding: 4000 };
const REMEMBERED = 400_000; // counts

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
  position(placed) {
    let found = { live: this.all, covered: new Int32Array(this.words), used: new Int32Array(this.limit.length) };
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
    const kinds = { status: "status", hint: "hint", solution: "solution", solutions: "several",
      export: "exported" };
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
  completion(placed, work) {
    const slice = new Slice(), position = this.cover.position(placed);
    return this.next(this.cover.solutions(position, slice, mixed), slice, work);
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

  /** The moves of which none can be left out for which something stays true. */
  fewest(moves, holds) {
    return moves.reduce((kept, move) => {
      const without = kept.filter((each) => each !== move);
      return holds(without) ? without : kept;
    }, [...moves]);
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
        text: "No solution is left from here: something has to be taken back." };
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
      const kept = this.fewest(placed, holds);
      if (!best || kept.length < best.kept.length) best = { move, item, kept };
      if (best.kept.length < 2) break;
    }
    if (!best) return { move: null, state: "unknown", text: "No spot and no piece has one way left. "
      + "More than that is found out by ilpuzzles play." };
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
