// What a renderer is. A renderer draws one system: it is a module that exports what `Renderer` names, and nothing else.
// The viewer asks it for two panes after every step, `board` and `panel`; log, ruler and proof are the viewer's own.
//
// Both are pure: they read the context and answer with a lit-html template; they fetch, keep and draw nothing themselves.
// Everything in the context is text from elsewhere: it goes into text bindings only, never into unsafe ones.
//
// What the page does with what is drawn:
// - An element with data-move="<name>" slides from where an element of that name stood before the step.
// - A board that may be enlarged stands in a <board-zoom> (parts/zoom.js); what carries data-focus comes into sight. As a turn
//   begins, of the counters that may act that with the highest data-strength does, where the board tells strengths.
// - An element with data-ids (parts/ids.js) is lit where one of its ids may be chosen; with data-seat, for that seat alone. On the
//   board this is so everywhere, in the panel within what carries data-targets. One that is a place has data-place; data-place="to"
//   is a place that no order begins with. One that stands nowhere on the board, as a card in a hand, has data-nowhere: it is lit,
//   and no composed order is drawn on it.
// - An element that draws itself apart from the page then dispatches "board-drawn" (bubbling): what may be chosen is lit anew.
// - A counter with data-card="<key>" is told in full by the board's <board-card> (parts/card.js).
// - What the step changed has the class "lit", and a line or a word as well: colour is never the only sign.
// - A renderer that throws is replaced, for that pane and step, by the fallback: the view as tables.
//
// Shared parts stand in parts/: marks of seats, dice, sums, printed tables, any value as tables, the record. Words that
// every pane says alike are in words.js. A system's own words, signs and boards stay in its own folder.
import type { Template } from "./vendor/lit-html/lit-html.js";

/** A seat at the table. `slot` 1 to 4 is its colour and pattern. */
export interface Seat {
  seat: string;
  name: string;
  title: string;
  letter: string;
  slot: number;
  claimed: boolean;
  resigned: boolean;
}

/** A die as it fell. `face` is null while it is sealed from the reader; a shuffle's face is its order. */
export interface Die {
  die: string;
  face: number | number[] | null;
  /** "open", "sealed" or "entered". */
  chain?: string;
  /** What proves it: "witnessed", "entropy", "none", "sealed" or "entered". */
  class?: string;
  /** What it was thrown for. */
  for?: string;
}

/** A table as it is printed. */
export interface PrintedTable {
  key: string;
  title: string;
  rule: string;
  corner: string;
  columns: string[];
  rows: { label: string; cells: string[] }[];
  notes: string[];
  provenance: "printed" | "reconstruction" | "ruling";
}

/** What an event did; the others' and the campaign's own effects are told by their type. */
export interface AnyEffect {
  type: string;
}

/** What was recorded. A value that is sealed from the reader stands as `{sealed: digest}`. */
export interface RecordedEvent<Effect = AnyEffect> {
  seq: number;
  at: string;
  by: string;
  for: string;
  command: { type: string };
  effects: Effect[];
}

/** One event as an audience is told of it. */
export interface Step<Effect = AnyEffect> {
  seq: number;
  at: string;
  by: string;
  for: string;
  /** Sentences; the first is the headline. */
  text: string[];
  dice: Die[];
  /** RFC 6902, from the view before to the view after. */
  patch: object[] | null;
  marks: Mark[];
  event: RecordedEvent<Effect>;
  /** Set where only its place is known; no renderer is given such a step. */
  unread?: true;
}

/** What a step means for the log and the ruler: "beat", "chapter", "battle", "entered", "death", "end", "rewind", … */
export interface Mark {
  kind: string;
  label?: string;
  /** Who acts in a beat, and whether the step belongs to the beat of the one before. */
  seat?: string;
  continues?: boolean;
  note?: string;
  to?: number;
  at?: number;
}

/** Whom the campaign waits for, and for which kinds of command. */
export interface Waiting {
  seat: string;
  for: string;
  kinds: string[];
}

/** What an audience sees of a campaign; `game` is the system's own view. Before the first event it is empty. */
export interface View<Game = unknown> {
  status: string;
  turn: { label: string } | null;
  phase: { title: string } | null;
  waiting: Waiting[];
  seats: Seat[];
  winners: string[];
  game: Game;
}

/** What a renderer is given. */
export interface Context<Game = unknown, Effect extends AnyEffect = AnyEffect> {
  /** The view after this step for the audience looked through; null where there is only the bare record. */
  view: View<Game> | null;
  /** The view before it; empty before the first step. */
  before: View<Game> | null;
  step: Step<Effect>;
  /** Whether this step changed the value at that JSON pointer of the view, or something it is part of. */
  lit(path: string): boolean;
  /** Whether this step changed something inside it. */
  inside(path: string): boolean;
  tables: PrintedTable[];
  seats: Seat[];
  source: "server" | "capsule";
  /** Whether the reader looks at the board from the other side, where the game's board can be turned. */
  turned: boolean;
}

/** What the course of a war is measured by, as it stands. Nothing of it may be hidden from the audience of the view. */
export interface Measure {
  title: string;
  unit: string;
  /** Whether a side wants more of it, or less. */
  better: "more" | "less";
  /** What decides the war. */
  goal: { value: number; title: string } | null;
  /** By side, always in the same order; `slot` is its colour, 0 that of nobody at the table. */
  values: { side: string; title: string; slot: number; value: number }[];
}

/**
 * What a list of games shows of one. A renderer exports it too. A file `<key>/glance.js` beside the
 * renderer that exports the same spares a reader of the list the rest of the renderer.
 */
export interface Glance {
  /** The board as a small picture without a word, made with parts/thumb.js; null where there is nothing to draw. */
  thumb?(ctx: Context): Template | null;
  /** Who won and why, in two sentences, after the event that ended the game; null if it ended in no way of the game's own. */
  headline?(ctx: Context): { title: string; why: string } | null;
}

/**
 * An order that goes as far along `to`, from the nearest on, as its option offers that at `pointer`; of a
 * number, with all who may go, as far as they may or the one number in `to`.
 */
export interface Along {
  option: string;
  pointer: string;
  to: string[];
}
/** Orders that are composed at one press, each after those before it. */
export interface Together {
  title: string;
  note: string;
  orders: Along[];
  /** Where they are of a number: what chooses a smaller one is called, and up to which there is a choice. */
  less?: { title: string; most: number };
}

/** What a renderer exports. */
export interface Renderer extends Glance {
  /** Absolute addresses of its style sheets, made with import.meta.url. */
  styles: string[];
  /** Where the page is one column: "map" has the board before the panel, "register" after it. */
  shape: "map" | "register";
  /** A file beside this one with what the game's codes mean, as `GET /v1/systems/{system}` tells it: for a capsule that is opened without its server. */
  terms?: string;
  /** The board pane: the game as it stands after this step. */
  board(ctx: Context): Template;
  /** The pane under it: this one step, argued from left to right. */
  panel(ctx: Context): Template;
  /** An outcome of odds in the game's words; without it, its members are told one by one. */
  outcome?(outcome: Record<string, unknown>, ctx: Context): string;
  /**
   * The commands that are given one by one from the same list, by type: it stays in sight after each. With
   * each the members that mostly stay the same: the next takes them from the one before, while it may.
   */
  repeated?: Record<string, string[]>;
  /**
   * The commands that move one unit after the other, by type. A whole one that throws and hides nothing
   * is kept with those to be sent when the next is begun.
   */
  series?: string[];
  /** Words of the game that tell what they mean where they stand, each by a term of its glossary or a rule. */
  words?: Record<string, string>;
  /** The commands that only answer what another does in its turn, by type. */
  answers?: string[];
  /**
   * Options, by their ids or what these have before a colon, of which the proposal is mostly sent as it is: one press
   * sends it. It is the first of each list, of a selection as many as may be. It throws nothing.
   */
  usual?: string[];
  /** What one press orders of several units at once, an order each; null where there is nothing of the kind. */
  together?(view: View, seat: string): Together | null;
  /** The letters on units' counters, by the units' names: one who is to come onto the board is marked by them. */
  marks?(view: View): ReadonlyMap<string, string>;
  /** What a step changes only later, in a sentence for who made it; empty where there is nothing of the kind. */
  later?(ctx: Context): string;
  /** What the course is measured by, that which decides first; none where there is nothing to measure. */
  summary?(view: View): Measure[];
}
