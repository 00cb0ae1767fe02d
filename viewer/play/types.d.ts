// What a turn is made of. What the API answers has the contract's own types (tests/tools/agree.ts).
import type { components } from "iacta/api";
import type { Problem } from "../api.js";
import type { Event } from "../verify/types.js";
import type { Along, Step, Together, Waiting } from "../renderer.js";

type Schemas = components["schemas"];

export type Command = { type: string } & Record<string, unknown>;

/** A choice by its kind. Of the members that tell the kind, the others are never there. */
interface Shapes {
  one_of: { one_of: Alternative[] };
  some_of: { some_of: Alternative[]; min?: number; max?: number; sum?: number };
  list_of: { list_of: Alternative[]; min: number; max: number; once?: boolean };
  integer: Pick<Schemas["ChooseInteger"], "integer">;
  text: Pick<Schemas["ChooseText"], "text">;
  schema: Pick<Schemas["ChooseBySchema"], "schema">;
}
export type Kind = keyof Shapes;
type Of<K extends Kind> = Shapes[K] & { [other in Exclude<Kind, K>]?: undefined };
export type Choice = { [K in Kind]: Of<K> }[Kind];
/** By the JSON pointer of the place in the command that is filled. */
export type Choices = Record<string, Choice>;

export interface Alternative {
  value: unknown;
  title: string;
  choices?: Choices;
}
export interface Option {
  id: string;
  title: string;
  rule: string;
  command: Command;
  choices?: Choices;
}

/** An option in the tray: in outline, and whole once it was read. */
export type Item = Schemas["OutlinedOption"] & { option?: Option };

/** An item of a list that is put together: its place among what it may be, and its own answers. */
export interface Entry {
  item: number;
  answers: Answers;
}
/** An answer as the player gave it: of `one_of` the place in the list, of `some_of` the places, else the value. */
interface Answered {
  one_of: number;
  some_of: number[];
  list_of: Entry[];
  integer: number;
  text: string;
  schema: unknown;
}
export type Answers = Record<string, unknown>;

export interface Asked<K extends Kind> {
  pointer: string;
  kind: K;
  choice: Of<K>;
  /** 0, and one more for each answer that it follows from. */
  depth: number;
  answer: Answered[K] | undefined;
  /** Whether the answer fits. */
  answered: boolean;
  /** Whether there is no other answer. */
  forced: boolean;
  /** Whether the player gave it. */
  given: boolean;
}
export type Question = { [K in Kind]: Asked<K> }[Kind];

/** An option that is being filled. */
export interface Open {
  option: Option;
  answers: Answers;
  /** Its place among the composed orders, where one of them is filled anew; else it comes after them. */
  place?: number;
}
/** A composed order. It keeps its key and its entropy until it stands in the log or is given up. */
export interface Order extends Open {
  key: string;
  entropy: string;
  command: Command;
  /** Whether a die may fall with it. */
  throws?: boolean;
  /** Dice that were thrown elsewhere and typed in. */
  entered?: Entered;
  /** In the log it would stand so, where that is certain. */
  text?: string[];
  /** It would change the view so, after the orders before it, where that is certain. */
  patch?: object[];
  /** Why it is no longer possible. */
  lost?: Problem | null;
}
/** What goes where: ids of what is drawn on the board. */
export interface Move {
  from: string;
  to: string;
}
export type Entered = Schemas["Entered"];
/** A die that is asked for. */
export interface Wanted {
  die: string;
  for: string;
}
/**
 * What is to be entered next; null if every die is. `barred`: why none can be; `text`: what stands
 * in the log with exactly these dice, once every one is entered.
 */
export type NextDie = { next: Wanted | null; barred?: string; text?: string[] };
/** Dice that are being typed in for the open order. */
export interface Entering {
  entered: (Wanted & { face: number })[];
  witness: string;
  next: Wanted | null;
  barred: string;
  /** What stands in the log with exactly these dice; empty until every one is typed in. */
  text: string[];
  reading: boolean;
}
/** What this browser keeps of a turn. */
export interface Draft {
  /** The event after which the options were read last. */
  at: number;
  open: { id: string; answers: Answers; place?: number } | null;
  orders: readonly Order[];
  /** The entropies of orders that were taken back. */
  left: readonly string[];
}

export type Odds = Schemas["OddsAnswer"];
export type Outcome = Record<string, unknown>;
/** An outcome in words. */
export type Tell = (told: Odds["outcomes"][number]) => string;

/** What would come of an order. */
export type Foreseen =
  | {
      /** Certain: no die falls. */
      kind: "certain";
      text: string[];
      /** Of every order composed, the change of the view. */
      patches: object[][];
      /** Whether it lays something face down. */
      hides: boolean;
    }
  | { kind: "odds"; odds: Odds }
  /** An act of the table that opens what is sealed, or draws for what comes: it is told only once done. */
  | { kind: "opens" }
  /** Dice fall with it, and it comes after orders that are not sent yet. */
  | { kind: "later" };

/** Of the open order, once it is whole; both are null while it is asked for. */
export interface Forecast {
  /** The event after which it is foreseen. */
  at: number;
  /** Who is awaited there. */
  waiting: Waiting[];
  command: Command;
  answer: Foreseen | null;
  problem: Problem | null;
}

/** What became of what was sent last. */
export type Result =
  | {
      kind: "sent";
      events: Event[];
      /** The orders that these events are of. */
      orders: readonly Order[];
      /** What was found against their dice; null once they were checked and hold. */
      doubt?: string | null;
    }
  | {
      kind: "refused";
      /** The key of the order that was refused. */
      order: string;
      problem: Problem;
      /** Of the orders before it that stood. */
      events: Event[];
      orders: readonly Order[];
      doubt?: string | null;
    }
  | { kind: "stale"; from: number; to: number; lost: number }
  | { kind: "unanswered"; problem: Problem };

export interface TurnState {
  /** The event after which the options were read last. */
  at: number;
  /** Who is awaited there. */
  waiting: Waiting[];
  /** What may be done after what is composed; null before it was read. */
  items: Item[] | null;
  /** The groups of what could be done here, in the order in which each was met first. */
  met: readonly string[];
  /** The sentence that says what is left out for one who acts for a seat; null if nothing is. */
  withheld: string | null;
  reading: boolean;
  /** Whether it is read what one press would do. */
  looking: boolean;
  /** Whether an item's option is read, to be filled. */
  opening: boolean;
  /** Why the options could not be read. */
  error: Problem | null;
  open: Open | null;
  orders: readonly Order[];
  left: readonly string[];
  forecast: Forecast | null;
  entering: Entering | null;
  /**
   * What takes one press, the end of the phase or the only thing to do, and who is awaited then: null of
   * an answer that is laid face down. Null where a throw may come of it.
   */
  after: { id: string; waiting: Waiting[] | null } | null;
  sending: boolean;
  result: Result | null;
}

/** What may be done, and the order after which nothing more could be tried. */
export interface Found {
  at: number;
  waiting: Waiting[];
  items: Item[];
  withheld?: string;
  refused?: { index: number; problem: Problem } | null;
  /** How each of the orders would change the view, as far as that is certain. */
  patches?: object[][];
}
/** The same with every option whole. */
export type Whole = Omit<Found, "items"> & { items: Option[] };
export interface Delivered {
  events: Event[];
  /** The same as this role's replay tells them; fewer, or none, where the server could not. */
  steps: Step[];
  /** Why the rest was not taken. */
  refused: Problem | null;
}
/** The API of one campaign for one role. What fails is a `Problem`; its status is 0 if no answer came. */
export interface Service {
  /** What may be done after `orders`; as things stand now, where only a throw would tell. */
  options(orders: readonly Order[]): Promise<Found>;
  /** An item's option with everything that may be chosen; null if it is gone. */
  whole(item: Item): Promise<Option | null>;
  /** The options that concern an id, with nothing but what concerns it; as things stand now. */
  about(id: string): Promise<Option[]>;
  /** What would come of the last of `commands` after those before it. */
  forecast(commands: Command[]): Promise<Foreseen>;
  /** Who is awaited once this is done; null where it is refused, or a throw would tell. */
  after(command: Command): Promise<Waiting[] | null>;
  /** The events after `after`, as this role sees them. */
  events(after: number): Promise<Event[]>;
  /** Which die is read after these faces of an order's dice. Nothing is recorded. */
  nextDie(order: Order, faces: number[]): Promise<NextDie>;
  /** Send orders on the head `at`: all or none, unless one that may throw stands before the last. */
  post(orders: readonly Order[], at: number): Promise<Delivered>;
}

/** As much of JSON Schema as the contract uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  title?: string;
  description?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  oneOf?: Schema[];
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}

/** What the buttons of a turn do. */
export interface Acts {
  /** Go back to what is now: the board, and above it whose turn it is. */
  now(): void;
  read(): void;
  filter(words: string): void;
  about(ids: string[]): void;
  fold(group: string): void;
  /** `place`: where it was chosen, the list unless told otherwise. */
  choose(id: string, place?: "act" | "board"): void;
  /** Send the first that an option proposes. */
  usual(id: string): void;
  /**
   * Do this at once where it is known to end the phase without a throw, else begin it. Where one thing alone
   * is to be done then, that is begun.
   */
  end(id: string): Promise<void> | void;
  /** The first of two presses that end a phase where more could be done: it tells what is left. */
  arm(id: string): void;
  answer(pointer: string, value: unknown): void;
  /** Give the order all of its answers anew. */
  fill(answers: Answers): void;
  /** Show the board as it stood after an event; as it is: null. */
  peek(seq: number | null): void;
  /** Type dice in, instead of throwing them; or not after all. */
  enter(): void;
  face(face: number): void;
  unface(): void;
  witness(words: string): void;
  /** Keep the order that is filled; done once it is read what may be done after it. */
  add(): Promise<void> | void;
  /** Compose an order of each way; done once it is read what may be done after them. */
  lay(ways: readonly Along[]): Promise<void> | void;
  drop(): void;
  undo(): void;
  change(key: string): void;
  remove(key: string): void;
  look(seq: number): void;
  /** Bring what one may do into sight, and put the focus there. */
  tray(): void;
  /** Put the focus on the question at a pointer. */
  ask(pointer: string): void;
  /** Save the receipt of an event. */
  receipt(seq: number): void;
  /** Tell how the game goes. */
  help(): void;
  /** Look as everyone. */
  leave(): void;
  /** Give up what is composed. */
  clear(): void;
  send(): void;
}
/** What stands about a turn as the column is drawn. */
export interface Given {
  offline: boolean;
  /** Whether the server wants to be left alone. */
  rests: boolean;
  /** Whom the table waits for once the phase is ended, in words; empty where it may be otherwise. */
  next: string;
  /** What one press orders of several units. */
  together: Together | null;
}
/** How the column is looked at. */
export interface Shown {
  /** `look`: the log while one looks back, as one was led to, the orders at its end. */
  tab: "orders" | "log" | "look";
  filter: string;
  /** The ids on the board that it is narrowed to. */
  of: string[];
  /** Where these shall go, as was clicked after them. */
  to: string[];
  /** The end of the phase that was pressed once while more could be done; empty: none. */
  armed: string;
  /** The stack on the board whose units are spread out, and the question that they answer. */
  fan: { pointer: string; ids: string[] } | null;
  /** The event that the board is shown after, while a rewind is weighed. */
  peek: number | null;
  /** The groups that are folded open or shut, against what their length would have them be. */
  folds: ReadonlySet<string>;
}
export type { Event, Problem, Waiting };
