/* What a board is as data, and what the modules of the front end hand to each other. Python writes
   the data (`PlayData.to_json` and `Game.board`); types alone read this file. */

export type Point = [number, number];
export type Polygon = Point[];

/** A place in space: x to the right, y away from whoever looks, z upwards. */
export type Vertex = [number, number, number];
export type Side = [Point, Point];

/** A side of a polygon, and the way to it in words and as a part of a turn. */
export interface Face { side: Side; middle: Point; way: string; turn: number }

/* ---- The data of a board ------------------------------------------------------------------ */

/** A piece as it can be turned: its cells, its box, and the numbers of its shapes after a turn. */
export interface Shape {
  paths: string[];
  box: number[];
  turn: number;
  mirror: number;
  tip: number;
  colours?: string[];
  under?: string[];
  /** The middles of its layers (x), the top one first, where it has several. */
  layers?: number[];
}

export interface Piece {
  name: string;
  label?: string;
  title?: string;
  colour: string;
  ink: string;
  copies: number | null;
  least?: number;
  shapes: Shape[];
  /** The colours by which its copies are told apart, in turn. */
  shades?: string[];
}

export interface BoardColour { letter: string; title: string; colour: string; ink: string }

/** Where moves show colours, and what these have to match; -1 demands nothing. */
export interface Touching {
  demands: number[];
  unlike: (boolean | number)[];
  starts: number[];
  sides: number[];
  colours: number[];
  beside: number[][][];
}

/** An element of SVG, as data. */
export interface DrawnElement { tag: string; set: Record<string, string>; text?: string }

/** A letter or a shape that is drawn on the board. */
export interface Mark { view: number; path?: string; text?: string; x?: number; y?: number; size?: number }

export interface BoardData {
  key?: string;
  puzzle?: string;
  preset?: string;
  presets?: string[];
  title?: string;
  about?: string;
  given: number[];
  solutions?: number;
  /** All solutions, where a page has them: their moves, and those that have to be drawn. */
  known?: { moves: number[]; needed: number[] }[];
  /** The rows by which a page alone finds short proofs, and the words for them. */
  proofs?: PageProofs;
  /** The command that knows more than a page alone. */
  command?: string;
  questions?: string[];
  formats?: string[];
  views: { name?: string; box: number[]; wrapped?: boolean; note?: string }[];
  spots: { name: string[]; view: number[]; path: string[]; centre: Point[]; next: number[][];
    clue?: string[]; space?: (Vertex | null)[];
    /** Whether each is for a line between cells. */
    line?: boolean[] };
  /** What cells of a solid look like, and how many stand around the axis of a tower. */
  space?: { cell: string; around: number };
  /** A picture of what is given, below all marks. */
  backdrop?: { svg: string; box: number[] };
  /** The boxes of clues beside the board, by their names. */
  beside?: Record<string, number[]>;
  pieces: Piece[];
  moves: {
    piece: number[];
    shape: number[];
    starts: number[];
    spots: number[];
    lines?: (number[] | null)[];
    drawings?: DrawnElement[][];
  };
  /** What helps those who draw. */
  habits?: Habits;
  rounding?: number;
  drag?: string;
  marks?: Mark[];
  colours?: BoardColour[];
  letters?: boolean;
  touching?: Touching;
  /** A draft to begin with, where a board of one's own is wanted. */
  sheet?: SheetDraft;
  /** What lies there besides, where a saved position is opened, and what was noted beside it. */
  placed?: number[];
  candidates?: Candidates;
  corners?: Candidates;
  tints?: Record<number, string>;
}

/** The board that an address names, with a key or the digest of a long one, and the position on it. */
export interface NamedBoard {
  mark: string;
  puzzle: string;
  preset: string;
  key: string;
  digest: string;
  state: SavedState;
}

/** The board that an address names, or in words why it cannot be opened. */
export interface FoundBoard { board?: BoardData; state?: SavedState; words?: string }

/** What helps those who draw: spots in which a digit stands once at most, what spots with clues stay
    that nobody has to mark, and the clues that count marks; one that counts twice is there twice. */
export interface Habits {
  units?: number[][];
  stays?: Record<number, string>;
  counted?: { spot: number; number: number; moves: number[] }[];
}

/** Sentences with a place for where a mark is, and the one of each move. */
export interface Templates { texts: string[]; of: number[] }

export interface WordsOfMarks { draw: Templates; named: Templates; otherwise: Templates }

/** A family of rows: the rule, and the words for one that leaves no other value or cannot hold. */
export interface RowGroup { why: string; direct?: Record<string, string>; broken?: string }

/** What a page knows of the rows of its puzzle; variables have numbers. */
export interface PageProofs {
  /** The variables that each move gives a value, each followed by that. */
  values: number[][];
  /** The values that are known from the start, likewise. */
  fixed: number[];
  /** A variable whose coefficient is -1 is written as `-1 - column`; rows with others are in
      `factors`. Clues and places are those of few rows, by their numbers. */
  rows: { lengths: number[]; columns: number[]; factors: Record<string, number[]>;
    least: number[]; most: number[]; groups: number[]; clues: Record<string, number>;
    places: Record<string, number> };
  groups: RowGroup[];
  clues: { name: string; spots: number[] }[];
  places: string[];
  words: WordsOfMarks;
  unitRules?: string[];
  areUnits?: boolean;
  areUnnamed?: boolean;
  stays?: string;
}

/* ---- Drawing ------------------------------------------------------------------------------ */

/** A part of a cell that has a colour. */
export interface Field { colour: number; path: Polygon; at: Point; pale?: boolean; spot?: number }

/** Where somebody looks from: degrees round to the right and down, how often a length is enlarged, and
    how far layers are pulled apart, in parts of their distance. */
export interface Camera { turn: number; height: number; zoom: number; apart: number }

/** A place on the board, in one of its views. */
export interface Place { view: number; place: Point }

/** What an answer marks on the board. */
export interface Notes {
  moves?: number[];
  reason?: number[];
  conflict?: number[];
  spots?: number[];
  pieces?: number[];
  /** Clues beside the board, by their names. */
  beside?: string[];
  /** What is wrong: spots, and clues beside the board. */
  wrong?: number[];
  wrongBeside?: string[];
}

/** All that is drawn at a moment; `shown` is the position, or a moment of its record. */
export interface Scene {
  shown: number[];
  replaying: boolean;
  play: Play;
  notes: Notes;
  dead: number[];
  lost: number[];
  /** Clues beside the board that are broken. */
  broken?: string[];
  /** From where a solid is looked at. */
  camera?: Camera;
}

/* ---- Playing ------------------------------------------------------------------------------ */

/** A piece in the hand: how it is turned, by which cell it is held, and where it was taken up. */
export interface Hand { piece: number; shape: number; anchor: number; from: number | null }

/** What a pointer that is down does; a kind of boards keeps in it what it needs. */
export interface Drag {
  moved: boolean;
  finger: boolean;
  tray: boolean;
  spot: number;
  first: number;
  entered?: Point;
  piece: number;
  anchor?: number;
  again: boolean;
  before: Hand | null;
  /** The places of a stroke, what it makes of them, and in which direction marks follow. */
  done?: number[];
  name?: string | null;
  by?: number;
  /** What a stroke does, where it began, in which view, and where the rope ends that it draws along. */
  stroke?: "choose" | "tints" | "lines" | "cells";
  start?: Point;
  view?: number;
  rope?: Point;
  /** Whether a stroke has left the board, and has not come back. */
  away?: boolean;
  /** The lines of a stroke: what was there before, and the ends, the one from which it came first. */
  trail?: { spot: number; before: number | undefined; ends: [Point, Point] }[];
  /** Whether a stroke that rubs out does so with what says that nothing is there, or with all else. */
  rubs?: boolean;
  /** Whether cells are chosen besides those that are. */
  adds?: boolean;
  /** What there was before, and whether it is another position now. */
  was?: Aside & { placed: number[]; selection?: number[] };
  changed?: boolean;
}

/** How it is noted what a cell may be. */
export type NoteMode = "centre" | "corner";

/** What a player has noted of places. */
export type Candidates = Record<number, string[]>;

/** What is kept beside the marks, and undone with them. */
export interface Aside {
  /** What places may be, by their numbers: noted in the middle, and in the corners. */
  candidates?: Candidates;
  corners?: Candidates;
  /** The tints of cells. */
  tints?: Record<number, string>;
  /** The moves with which a trial began, if there is one. */
  trial?: number[];
}

/** The state of play, which reducers turn into another one and never change. */
export interface Play extends Aside {
  placed: number[];
  given: number[];
  cursor: number;
  hand: Hand | null;
  ghost: number | null;
  pointed: Place | null;
  shapes: number[];
  drag: Drag | null;
  /** The piece that a pen draws, if one is chosen. */
  pen?: number;
  /** Whether somebody has moved the cursor. */
  reached?: boolean;
  /** The places that were chosen, into which the next pen writes. */
  selection?: number[];
  /** How it is noted what a place may be, where it is not written what it is. */
  noting?: NoteMode;
  /** Whether lines that hang together have a colour of their own. */
  coloured?: boolean;
}

export type Turn = "turn" | "mirror" | "tip";

/** What a player does. The first ones are for the board itself, all others for its kind. */
export type Action =
  | { type: "undo" | "redo" | "clear" }
  | { type: "ask"; question: string }
  | { type: "page" | "tray"; by: number }
  | { type: "reach"; spot: number; adds?: boolean }
  | { type: "act" | "take-back" | "pick"; spot: number }
  | { type: "go"; direction: number; adds?: boolean }
  | { type: "choose"; piece: number; toBoard?: boolean; anchor?: number }
  | { type: "name"; piece: number; key: string }
  | { type: "next"; by: number }
  | { type: "turn"; how: Turn }
  | { type: "put-back"; toTray?: boolean }
  | { type: "mark"; spot: number; name: string; mode?: NoteMode }
  | { type: "note"; mode?: NoteMode }
  | { type: "try"; how: "begin" | "keep" | "drop" }
  | { type: "colour" }
  | { type: "hover" | "drag"; at: Place | null }
  | { type: "grab"; piece: number; anchor?: number; finger: boolean }
  | { type: "press"; spot: number; at: Place | null; finger: boolean; secondary?: boolean;
    adds?: boolean }
  | { type: "drop"; at: Place | null; over: boolean }
  | { type: "lift" | "cancel" | "release" | "fit" };

/** What has become of an action. With `did`, the moves of the state are a new position. */
export interface Outcome {
  state: Play;
  announce?: string;
  did?: string;
  /** The new position takes the place of the last one in the history. */
  replace?: boolean;
  /** The focus goes to the cursor: in any case, or if it would be nowhere. */
  focus?: "cursor" | "kept";
  /** An open answer is closed. */
  close?: boolean;
}

/** A position as it is kept, by a page or a notebook. */
export interface SavedState extends Aside {
  placed?: number[];
  given?: number[];
  seconds?: number;
  positions?: number[][];
  at?: number;
  log?: Entry[];
  helped?: boolean;
  laid?: number[];
  /** What was beside the marks in each position; null where it was as before. */
  asides?: (Aside | null)[];
  coloured?: boolean;
  /** The level of help, if one was chosen. */
  help?: HelpLevel;
}

/** A line of the record. */
export interface Entry { at: number; placed: number[]; did: string }

/* ---- Questions ---------------------------------------------------------------------------- */

export interface Question { ask: string; id: number; [more: string]: any }

/** An answer; `to` is the question's number, and a partial one is followed by another. */
export interface Answer { to?: number; partial?: boolean; error?: string; [more: string]: any }

/** What is said while somebody plays: nothing, which rules are broken, or how many solutions are left. */
export type HelpLevel = "off" | "rules" | "count";

/** How things stand: the answer to the question `status`. */
export interface Status {
  solvable: boolean | null;
  count?: number;
  digits?: string;
  exact?: boolean;
  dead?: number[];
  pieces?: number[];
  beside?: string[];
  complete?: boolean;
  partial?: boolean;
}

/** Tells of answers to a question as they come. */
export type Tell = (answer: Answer) => void;

/** Has a question answered; says after how many milliseconds to ask it again, or 0. */
export type Transport = (question: Question, tell: Tell, signal: AbortSignal) => Promise<number>;

/** What a board is shown from and asks, which anywidget calls a model; it is no integer program. */
export interface Model {
  get(name: string): any;
  set(name: string, value: any): void;
  on(event: string, listener: (...values: any[]) => void): void;
  off(event: string, listener: (...values: any[]) => void): void;
  save_changes(): void;
  send(question: Question): void;
  /** The editor for boards of one's own, where there is one. */
  loadEditor?(): Promise<EditorKind>;
}

/** What draws boards of one's own in the place of a board: it begins with what was drawn before, or
    with the board itself. */
export type EditorKind =
  new (board: import("./board.js").Board, begun: SheetDraft | null) => { close(): void };

/* ---- Drawing a board of one's own ----------------------------------------------------------- */

/** What the sheet of a genre has: Python writes it (`BoardSheet.plain`). */
export interface Sheet {
  puzzle: string;
  title: string;
  /** Where words stand: `board`, `corners`, `above`, `below`, `left`, `right`. */
  parts: string[];
  /** Parts beside the grid with several numbers for each line. */
  lists: string[];
  /** Whether there are regions or walls: `needed`, `optional`, or nothing. */
  regions: string;
  walls: string;
  /** The signs that can stand between cells of a row and of a column; whether there are paths. */
  signs?: { across: string; down: string } | null;
  paths?: string;
  /** What the rules call a region. */
  region: string;
  /** The words for a place without a cell, and for a cell in no region, where there are such. */
  hole: string;
  void: string;
  /** Clues as regular expressions, the letters of a keypad, and all words where each is a letter. */
  patterns: string[];
  letters: string;
  /** Those of the letters that begin no clue, such as the 0 of 10. */
  later?: string;
  words: string[];
  meanings: [string, string][];
  fields: SheetField[];
  most: number;
  least: [number, number];
}

export interface SheetField {
  name: string;
  kind: "number" | "numbers" | "flag";
  default: boolean | null;
  needed: boolean;
}

/** What somebody has drawn: words by parts, the names of regions by cells, and numbers of sides;
    signs by the numbers of sides, and the cells of paths. */
export interface Draft {
  rows: number;
  columns: number;
  words: Record<string, string[]>;
  regions: string[];
  walls: number[];
  signs?: string[];
  paths?: number[][];
  said: Record<string, number | number[] | boolean>;
}

/** A draft on its sheet, as a page keeps it. */
export interface SheetDraft { sheet: Sheet; draft: Draft }

/** A place for a word, or a cell: its part, and its number there. */
export interface SheetPlace { part: string; at: number }

/** The state of an editor. */
export interface Drawing {
  draft: Draft;
  mode: "words" | "regions" | "walls" | "signs" | "paths";
  cursor: SheetPlace;
  /** Whether the next letter begins a new word. */
  isFresh: boolean;
  /** The word that a tap writes, if it writes one. */
  stamp: string | null;
  brush: "draw" | "rub" | "void";
  stroke: { before: Draft; paint: string } | null;
  past: Draft[];
  future: Draft[];
}

/** What somebody does in the editor. */
export type DrawingAction =
  | { type: "go"; place: SheetPlace }
  | { type: "move" | "extend"; way: string }
  | { type: "mode"; mode: Drawing["mode"] }
  | { type: "stamp"; word: string | null }
  | { type: "brush"; brush: Drawing["brush"] }
  | { type: "write"; letter: string }
  | { type: "set"; word: string }
  | { type: "back"; whole?: boolean }
  | { type: "name"; name: string }
  | { type: "press" | "drag"; place: SheetPlace | null; side: number | null }
  | { type: "release"; cancelled?: boolean }
  | { type: "say"; name: string; value: number | number[] | boolean | null }
  | { type: "draft"; draft: Draft }
  | { type: "undo" | "redo" };

/** What Python says of a draft: what is wrong, or its picture, its texts and its solutions. */
export interface Checked {
  problem?: string;
  places?: [string, number, number?][];
  picture?: { svg: string; box: [number, number, number, number] } | null;
  texts?: Record<string, string>;
  verdict?: "none" | "one" | "several" | "some" | "unknown";
}
