// @ts-check
/* Short proofs on an offline page: what the rows of a puzzle leave a place, and why, in the words that
   came with the page. Pure.

   A row is a sum of variables that are 0 or 1, with a least and a greatest value; a mark gives some of
   them their values. Where all other values of a row would be too few or too many, a value is
   proved; and what leads to a row that cannot hold is ruled out. */

import { capitalised, counted, listed } from "./words.js";

/** @import { PageProofs, WordsOfMarks } from "./types.d.ts" */
/** @import { Table } from "./table.js" */

const OPEN = -1; // the value of a variable that is not known
const TRIED_ROUNDS = 4; // rows that may follow from each other where a mark is tried
const DIRECT_ROUNDS = 2; // and before anything is tried
const LAST_ROUNDS = 8; // and where nothing else is found
const MOST_LOOKED = 30_000_000; // terms of rows that are looked at for one hint
const NAMED_MARKS = 3, NAMED_CLUES = 5; // more than these are counted
const THE_CLUE = "the clue ";

/** Values of variables: OPEN, 0 or 1; and for each what it comes from: a row, or -1 for a mark or for
    what is known from the start; and since which round it is known, 0 for these.
    @typedef {{ values: Int8Array, from: Int32Array, since: Int32Array }} Known */

/** A value that a row leaves a variable, or (column -1) a row that cannot hold. Its sum would be too
    high (`above`) otherwise, or too low.
    @typedef {{ row: number, column: number, value: number, above: boolean }} Finding */

/** The clues and marks that a proof rests on.
    @typedef {{ clues: Set<number>, marks: Set<number> }} Premises */

/** A proved move: the row that ends its proof, and what it rests on.
    @typedef {{ move: number, row: number, premises: Premises, isPlain: boolean,
      byContradiction: boolean }} Proof */

/** The rows of a board. */
export class RowProofs {
  /** @param {PageProofs} proofs @param {Table} table */
  constructor(proofs, table) {
    this.proofs = proofs;
    this.table = table;
    const { lengths, columns: signed, factors } = proofs.rows;
    this.number = lengths.length;
    const starts = this.starts = [0];
    for (const length of lengths) starts.push(starts[starts.length - 1] + length);
    const columns = this.entries = signed.map((column) => (column < 0 ? -1 - column : column));
    /** The coefficient of each entry.
        @type {number[]} */
    this.factors = signed.map((column) => (column < 0 ? -1 : 1));
    for (const [row, own] of Object.entries(factors))
      own.forEach((factor, at) => (this.factors[starts[Number(row)] + at] = factor));
    const pairs = [...proofs.values, proofs.fixed];
    this.columns = 1 + Math.max(-1, ...columns,
      ...pairs.flatMap((values) => values.filter((_, at) => at % 2 === 0)));
    /** The rows in which each variable is.
        @type {number[][]} */
    this.rowsOf = Array.from({ length: this.columns }, () => []);
    for (let row = 0; row < this.number; row++)
      for (let at = starts[row]; at < starts[row + 1]; at++) this.rowsOf[columns[at]].push(row);
    this.all = Array.from({ length: this.number }, (_, row) => row);
    /** Rows that say by themselves what a variable is, such as a number that is given. */
    this.stated = this.all.filter((row) => starts[row + 1] - starts[row] === 1);
    this.looked = 0;
  }

  /**
   * What marks, and what is known from the start, say of variables.
   * @param {number[]} placed
   * @returns {Known}
   */
  known(placed) {
    const values = new Int8Array(this.columns).fill(OPEN);
    const from = new Int32Array(this.columns).fill(-1);
    for (const pairs of [this.proofs.fixed, ...placed.map((move) => this.proofs.values[move])])
      for (let at = 0; at < pairs.length; at += 2) values[pairs[at]] = pairs[at + 1];
    for (const { column, value, row } of this.findings(values, this.stated).forced) {
      values[column] = value;
      from[column] = row;
    }
    return { values, from, since: new Int32Array(this.columns) };
  }

  /**
   * The marks that say something of each variable.
   * @param {number[]} placed
   */
  marksOf(placed) {
    /** @type {Map<number, number>} */
    const found = new Map();
    for (const move of placed) {
      const pairs = this.proofs.values[move];
      for (let at = 0; at < pairs.length; at += 2) found.set(pairs[at], move);
    }
    return found;
  }

  /**
   * What some rows say: the values that they leave, and those of them that cannot hold.
   * @param {Int8Array} values
   * @param {Iterable<number>} rows
   */
  findings(values, rows) {
    const { starts, entries: columns } = this, { least, most } = this.proofs.rows;
    /** @type {Finding[]} */
    const forced = [];
    /** @type {Finding[]} */
    const broken = [];
    for (const row of rows) {
      let low = 0, high = 0;
      for (let at = starts[row]; at < starts[row + 1]; at++) {
        const value = values[columns[at]], factor = this.factors[at];
        if (value !== OPEN) {
          low += factor * value;
          high += factor * value;
        } else if (factor > 0) high += factor;
        else low += factor;
      }
      this.looked += starts[row + 1] - starts[row];
      const top = most[row], bottom = least[row];
      if (low > top || high < bottom) {
        broken.push({ row, column: -1, value: -1, above: low > top });
        continue;
      }
      for (let at = starts[row]; at < starts[row + 1]; at++) {
        if (values[columns[at]] !== OPEN) continue;
        const factor = this.factors[at], size = Math.abs(factor);
        // What would make it too much has to be low.
        for (const above of [true, false])
          if (above ? low + size > top : high - size < bottom)
            forced.push({ row, column: columns[at], value: (factor > 0) === above ? 0 : 1, above });
      }
    }
    return { forced, broken };
  }

  /**
   * Goes on from what is known, round by round, until a row cannot hold or nothing follows.
   * @param {Known} known which is changed
   * @param {Iterable<number>} rows those to look at first
   * @param {number} rounds
   * @param {(forced: Finding[]) => boolean} [seen] looks at what a round finds; true ends it
   * @returns {Finding[]} the rows that cannot hold
   */
  goOn({ values, from, since }, rows, rounds, seen = () => false) {
    let next = rows;
    for (let round = 0; round < rounds; round++) {
      const { forced, broken } = this.findings(values, next);
      if (broken.length) return broken;
      if (!forced.length || seen(forced)) return [];
      const touched = new Set();
      for (const { column, value, row } of forced) {
        if (values[column] !== OPEN) continue;
        values[column] = value;
        from[column] = row;
        since[column] = round + 1;
        for (const other of this.rowsOf[column]) touched.add(other);
      }
      next = touched;
    }
    return this.findings(values, next).broken;
  }

  /**
   * The fewest clues and marks that show a finding; see `_premises` of `row_reasoning.py`.
   * @param {Finding} finding
   * @param {Known} known
   * @param {Map<number, number>} marksOf
   * @param {Premises} premises to which they are added
   * @param {number} before since which round that is known: nothing rests on what came later
   */
  addPremises({ row, column, above }, known, marksOf, premises, before = Infinity) {
    const { rows } = this.proofs, sign = above ? 1 : -1;
    if (rows.clues[row] !== undefined) premises.clues.add(rows.clues[row]);
    const limit = sign * (above ? rows.most[row] : rows.least[row]);
    /** @type {[number, number][]} */
    const shares = [];
    let reach = 0;
    for (let at = this.starts[row]; at < this.starts[row + 1]; at++) {
      const factor = sign * this.factors[at], own = this.entries[at], value = known.values[own];
      const floor = Math.min(factor, 0);
      if (own === column) reach += Math.max(factor, 0);
      else if (value === OPEN || known.since[own] >= before) reach += floor;
      else {
        reach += factor * value;
        if (factor * value > floor) shares.push([factor * value - floor, own]);
      }
    }
    let room = reach - limit - 1;
    // Without these, it would still be too much; the smallest ones are left out first.
    for (const [share, own] of shares.sort(([one], [other]) => one - other)) {
      if (share <= room) room -= share;
      else this.addReason(own, known, marksOf, premises);
    }
  }

  /**
   * What the value of a variable comes from.
   * @param {number} column
   * @param {Known} known
   * @param {Map<number, number>} marksOf
   * @param {Premises} premises
   */
  addReason(column, known, marksOf, premises) {
    const move = marksOf.get(column), row = known.from[column];
    if (move !== undefined) premises.marks.add(move);
    else if (row >= 0) {
      const value = known.values[column];
      const { starts, entries: columns } = this;
      let above = false;
      for (let at = starts[row]; at < starts[row + 1]; at++)
        if (columns[at] === column) above = (this.factors[at] > 0) === (value === 0);
      this.addPremises({ row, column, value, above }, known, marksOf, premises, known.since[column]);
    }
  }

  /**
   * The easiest proof of one of some moves; null if there is no short one.
   * @param {number[]} placed
   * @param {number[]} wanted moves that are sure, those that say more first
   * @returns {Proof | null}
   */
  easiest(placed, wanted) {
    this.looked = 0;
    const marksOf = this.marksOf(placed);
    return this.stating(placed, wanted) ?? this.directly(placed, marksOf, wanted, DIRECT_ROUNDS)
      ?? this.byTrying(placed, marksOf, wanted) ?? this.directly(placed, marksOf, wanted, LAST_ROUNDS);
  }

  /**
   * A move that a row states by itself.
   * @param {number[]} placed
   * @param {number[]} wanted
   * @returns {Proof | null}
   */
  stating(placed, wanted) {
    const { values, from } = this.known(placed);
    for (const move of wanted) {
      const [column, value] = this.proofs.values[move], row = from[column];
      if (row < 0 || values[column] !== value) continue;
      const clue = this.proofs.rows.clues[row];
      return { move, row, premises: { clues: new Set(clue === undefined ? [] : [clue]), marks: new Set() },
        isPlain: true, byContradiction: false };
    }
    return null;
  }

  /**
   * The shortest of the proofs that end in the first round in which there are some.
   * @param {number[]} placed
   * @param {Map<number, number>} marksOf
   * @param {number[]} wanted
   * @param {number} rounds
   */
  directly(placed, marksOf, wanted, rounds) {
    const known = this.known(placed);
    /** @type {Proof[]} */
    let proofs = [];
    let round = 0;
    this.goOn(known, this.all, rounds, (forced) => {
      round += 1;
      proofs = this.direct(forced, known, marksOf, wanted, round <= DIRECT_ROUNDS);
      return proofs.length > 0;
    });
    return shortest(proofs);
  }

  /**
   * The moves whose values a round leaves, with their proofs.
   * @param {Finding[]} forced
   * @param {Known} known
   * @param {Map<number, number>} marksOf
   * @param {number[]} wanted
   * @param {boolean} isPlain whether a row or two show them
   */
  direct(forced, known, marksOf, wanted, isPlain) {
    /** @type {Map<number, Finding[]>} */
    const byColumn = new Map();
    for (const finding of forced)
      byColumn.set(finding.column, [...(byColumn.get(finding.column) ?? []), finding]);
    /** @type {Proof[]} */
    const proofs = [];
    for (const move of wanted) {
      const [column, value] = this.proofs.values[move];
      for (const finding of byColumn.get(column) ?? []) {
        if (finding.value !== value) continue;
        /** @type {Premises} */
        const premises = { clues: new Set(), marks: new Set() };
        this.addPremises(finding, known, marksOf, premises);
        proofs.push({ move, row: finding.row, premises, isPlain, byContradiction: false });
      }
    }
    return proofs;
  }

  /**
   * A move whose opposite leads to a row that cannot hold, in as few rows as can be.
   * @param {number[]} placed
   * @param {Map<number, number>} marksOf
   * @param {number[]} wanted
   * @returns {Proof | null}
   */
  byTrying(placed, marksOf, wanted) {
    for (let rounds = 1; rounds <= TRIED_ROUNDS; rounds++) {
      /** @type {Proof[]} */
      const proofs = [];
      for (const move of wanted) {
        if (this.looked > MOST_LOOKED) break;
        const [column, value] = this.proofs.values[move], known = this.known(placed);
        if (known.values[column] !== OPEN) continue;
        known.values[column] = 1 - value;
        const [finding] = this.goOn(known, this.rowsOf[column], rounds);
        if (!finding) continue;
        /** @type {Premises} */
        const premises = { clues: new Set(), marks: new Set() };
        this.addPremises(finding, known, marksOf, premises);
        proofs.push({ move, row: finding.row, premises, isPlain: false, byContradiction: true });
      }
      if (proofs.length) return shortest(proofs);
    }
    return null;
  }

  /**
   * The rows that cannot hold with some marks, each with what it rests on.
   * @param {number[]} placed
   */
  broken(placed) {
    const known = this.known(placed), marksOf = this.marksOf(placed);
    return this.findings(known.values, this.all).broken.map((finding) => {
      /** @type {Premises} */
      const premises = { clues: new Set(), marks: new Set() };
      this.addPremises(finding, known, marksOf, premises);
      return { row: finding.row, premises };
    }).filter(({ premises }) => premises.marks.size);
  }

  /**
   * The spots of some clues.
   * @param {Iterable<number>} clues
   */
  spotsOf(clues) {
    return [...clues].flatMap((clue) => this.proofs.clues[clue].spots);
  }
}

/**
 * Of some proofs, the one that rests on the least.
 * @param {Proof[]} proofs
 */
function shortest(proofs) {
  /** @param {Proof} proof */
  const size = ({ premises: { clues, marks } }) => clues.size + marks.size;
  /** @type {Proof | null} */
  let best = null;
  for (const proof of proofs) if (!best || size(proof) < size(best)) best = proof;
  return best;
}

/** Proofs in words; they have the forms of `step_sentences.py`. */
export class ProofWords {
  /** @param {PageProofs} proofs @param {Table} table */
  constructor(proofs, table) {
    this.proofs = proofs;
    this.table = table;
  }

  /**
   * A sentence about a mark, from the words for its kind and for its place.
   * @param {number} move
   * @param {keyof WordsOfMarks} kind
   */
  mark(move, kind) {
    const { texts, of } = this.proofs.words[kind], [spot] = this.table.spotsOf[move];
    return texts[of[move]].replace("{}", this.table.data.spots.name[spot]);
  }

  /** What to draw, and why.
      @param {Proof} proof */
  hint(proof) {
    return `${capitalised(this.mark(proof.move, "draw"))}: ${this.why(proof)}.`;
  }

  /** Why a step holds.
      @param {Proof} proof */
  why(proof) {
    const { rows, groups, places, unitRules = [], areUnits } = this.proofs, { row } = proof;
    const group = groups[rows.groups[row]], reasons = this.reasons(proof.premises);
    if (proof.byContradiction) {
      const broken = this.brokenWords(proof);
      return broken ? this.ifNot(proof, broken) : `it follows from ${reasons}`;
    }
    const place = places[rows.places[row]] ?? "", word = this.word(proof.move);
    const direct = proof.isPlain ? group.direct?.[word] ?? group.direct?.[""] : undefined;
    if (direct !== undefined && (place || !direct.includes("{place}")))
      return filled(direct, { reasons, place, word, given: this.given(proof) });
    const isTold = rows.clues[row] !== undefined && !areUnits;
    const rules = group.broken === "" ? [] : [
      ...(areUnits && proof.premises.clues.size ? unitRules : []), ...(isTold ? [] : [group.why])];
    const told = [...new Set(rules)].filter(Boolean).join(" and ");
    return `it follows from ${reasons}${told && `: ${told}`}`;
  }

  /** @param {number} move */
  word(move) {
    return String(this.table.pieces[this.table.pieceOf[move]].name);
  }

  /** @param {Proof} proof @param {string} broken */
  ifNot(proof, broken) {
    const sentence = `if ${this.mark(proof.move, "otherwise")}, ${broken}`;
    return this.proofs.areUnnamed ? `it follows from ${this.reasons(proof.premises)}: ${sentence}`
      : sentence + this.given(proof);
  }

  /** What would be wrong otherwise; empty if there are no words for it.
      @param {Pick<Proof, "row">} proof */
  brokenWords({ row }) {
    const { rows, groups, places, clues, areUnits } = this.proofs;
    const group = groups[rows.groups[row]], place = places[rows.places[row]] ?? "";
    const clue = clues[rows.clues[row]]?.name ?? "";
    const { broken } = group;
    if (broken !== undefined && (clue || !broken.includes("{clue}"))
      && (place || !broken.includes("{place}"))) return filled(broken, { clue, place });
    if (clue) return areUnits ? "" : `${clue} could not hold`;
    return group.why ? `it would break the rule that ${group.why}` : "";
  }

  /** What a step rests on besides the clue of its row, at the end of a sentence.
      @param {Proof} proof */
  given({ row, premises: { clues, marks } }) {
    const own = this.proofs.rows.clues[row];
    const others = [...clues].filter((clue) => clue !== own);
    const given = [this.clueNames(others), this.markNames(marks)].filter(Boolean).join(", and ");
    return given && `, given ${given}`;
  }

  /** What a step rests on.
      @param {Premises} premises */
  reasons({ clues, marks }) {
    const { stays, areUnnamed } = this.proofs;
    const parts = [this.clueNames([...clues]), areUnnamed ? stays || "all that is given" : "",
      this.markNames(marks)];
    return parts.filter(Boolean).join(", and from ") || stays || "the rules alone";
  }

  /** @param {Set<number>} marks */
  markNames(marks) {
    if (marks.size > NAMED_MARKS) return `the ${marks.size} marks that are shown`;
    return listed([...marks].map((move) => this.mark(move, "named")));
  }

  /** @param {number[]} clues */
  clueNames(clues) {
    // In the order in which they are read.
    const found = clues.map((clue) => this.proofs.clues[clue]).sort((one, other) =>
      (one.spots[0] ?? Infinity) - (other.spots[0] ?? Infinity) || 0);
    const names = [...new Set(found.map(({ name }) => name))];
    if (names.length > NAMED_CLUES)
      return this.proofs.areUnits ? counted(names.length, "row, column or region", "rows, columns and regions")
        : `${names.length} clues`;
    return names.length > 1 && names.every((name) => name.startsWith(THE_CLUE))
      ? `the clues ${listed(names.map((name) => name.slice(THE_CLUE.length)))}` : listed(names);
  }

  /**
   * That some marks cannot stay together, and why.
   * @param {{ row: number, premises: Premises }} broken
   */
  cannotStay({ row, premises: { clues, marks } }) {
    const { rows, groups } = this.proofs, named = capitalised(this.markNames(marks));
    const together = marks.size === 1 ? "stay" : marks.size === 2 ? "both stay" : "all stay";
    const clue = clues.size ? this.clueNames([...clues]) : "";
    const why = clue ? `${clue} does not allow ${marks.size === 1 ? "it" : "them"}`
      : groups[rows.groups[row]].why || "the rules do not allow it";
    return `${named} cannot ${together}: ${why}`;
  }
}

/**
 * A sentence with what belongs into its braces.
 * @param {string} sentence
 * @param {Record<string, string>} fields
 */
const filled = (sentence, fields) =>
  sentence.replace(/\{(\w+)\}/g, (braces, name) => fields[name] ?? braces);
