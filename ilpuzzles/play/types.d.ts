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
  pieces: Piece[];
  moves: {
    piece: number[];
    shape: number[];
    starts: number[];
    spots: number[];
    lines?: (number[] | null)[];
    drawings?: DrawnElement[][];
  };
  rounding?: number;
  drag?: string;
  marks?: Mark[];
  colours?: BoardColour[];
  letters?: boolean;
  touching?: Touching;
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
}

/** All that is drawn at a moment; `shown` is the position, or a moment of its record. */
export interface Scene {
  shown: number[];
  replaying: boolean;
  play: Play;
  notes: Notes;
  dead: number[];
  lost: number[];
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
  /** What lay there before. */
  placed?: number[];
}

/** The state of play, which reducers turn into another one and never change. */
export interface Play {
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
  /** The place that was pointed at, into which the next pen writes. */
  waiting?: number;
  /** Whether it is noted what a place may be, and not written what it is. */
  noting?: boolean;
  /** What places may be, by their numbers. */
  candidates?: Candidates;
}

/** What a player has noted of places. */
export type Candidates = Record<number, string[]>;

export type Turn = "turn" | "mirror" | "tip";

/** What a player does. The first ones are for the board itself, all others for its kind. */
export type Action =
  | { type: "undo" | "redo" | "clear" }
  | { type: "ask"; question: string }
  | { type: "page" | "tray"; by: number }
  | { type: "reach" | "act" | "take-back"; spot: number }
  | { type: "go"; direction: number }
  | { type: "choose"; piece: number; toBoard?: boolean; anchor?: number }
  | { type: "name"; piece: number; key: string }
  | { type: "next"; by: number }
  | { type: "turn"; how: Turn }
  | { type: "put-back"; toTray?: boolean }
  | { type: "mark"; spot: number; name: string }
  | { type: "hover" | "drag"; at: Place | null }
  | { type: "grab"; piece: number; anchor?: number; finger: boolean }
  | { type: "press"; spot: number; at: Place | null; finger: boolean; secondary?: boolean }
  | { type: "drop"; at: Place | null; over: boolean }
  | { type: "lift" | "cancel" | "release" | "note" | "fit" };

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
export interface SavedState {
  placed?: number[];
  given?: number[];
  seconds?: number;
  positions?: number[][];
  at?: number;
  log?: Entry[];
  helped?: boolean;
  laid?: number[];
  candidates?: Candidates;
}

/** A line of the record. */
export interface Entry { at: number; placed: number[]; did: string }

/* ---- Questions ---------------------------------------------------------------------------- */

export interface Question { ask: string; id: number; [more: string]: any }

/** An answer; `to` is the question's number, and a partial one is followed by another. */
export interface Answer { to?: number; partial?: boolean; error?: string; [more: string]: any }

/** How things stand: the answer to the question `status`. */
export interface Status {
  solvable: boolean | null;
  count?: number;
  digits?: string;
  exact?: boolean;
  dead?: number[];
  pieces?: number[];
  complete?: boolean;
  partial?: boolean;
}

/** Tells of answers to a question as they come. */
export type Tell = (answer: Answer) => void;

/** Has a question answered; says after how many milliseconds to ask it again, or 0. */
export type Transport = (question: Question, tell: Tell, signal: AbortSignal) => Promise<number>;

/** A model by the convention of anywidget. */
export interface Model {
  get(name: string): any;
  set(name: string, value: any): void;
  on(event: string, listener: (...values: any[]) => void): void;
  off(event: string, listener: (...values: any[]) => void): void;
  save_changes(): void;
  send(question: Question): void;
}
