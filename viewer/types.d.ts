// What the shell keeps and passes on. What a renderer is given stands in renderer.d.ts.
import type { components } from "iacta/api";
import type { Problem } from "./api.js";
import type { Die, PrintedTable, Renderer, Seat, Step, View, Waiting } from "./renderer.js";
import type { Check, Event, Followed, Report } from "./verify/types.js";
import type { Template } from "./vendor/lit-html/lit-html.js";
import type { Views } from "./views.js";

type Schemas = components["schemas"];
/** What a list of the API holds. */
export interface Items<T> {
  items: T[];
}
export type SystemItem = Schemas["SystemItem"];
export type SystemDetail = Schemas["SystemDetail"];
export type NewCampaign = Schemas["NewCampaign"];
export type FieldError = Schemas["FieldError"];
export type CampaignItem = Schemas["CampaignItem"];
export type CampaignPage = Schemas["CampaignPage"];
/** Steps in order; `view` is the view before the first of them. */
export interface StepPage extends Items<Step> {
  view: View | null;
  next: Schemas["StepPage"]["next"];
}
/** A campaign as the API tells it, or as much of it as a capsule tells. */
export type Campaign = Pick<Schemas["Campaign"], "id" | "name" | "system"> &
  Partial<Omit<Schemas["Campaign"], "seats">> & { seats: Seat[] };

/** A campaign as one audience sees it. It is never changed; news makes a longer one that shares the views. */
export interface Replay {
  campaign: Campaign;
  audience: string;
  /** Those that are not read yet have their places. */
  steps: Step[];
  /** The view before the first step; null where the source has none. */
  base: View | null;
  tables: PrintedTable[];
  /** The last seq that is known to exist. */
  head: number;
  source: "server" | "capsule";
  /** The capsule it was read from. */
  bytes: Uint8Array<ArrayBuffer> | null;
  views: Views;
}

/** Where the replay stands, as the controller keeps it. */
export interface State {
  replay: Replay | null;
  at: number;
  /** Whether the last change was one step, so that things move on the board. */
  moves: boolean;
  direction: number;
  playing: boolean;
  /** How many times as fast as its own speed it plays. */
  speed: number;
  /** Whether there are events that the reader has not been told of. */
  behind: boolean;
  query: string;
  kind: string;
  pane: string | null;
  /** Of board, panel and log the one that a phone shows. */
  tab: "board" | "why" | "log";
  /** The last event that the reader had seen when the replay was opened; null once all is seen. */
  since: number | null;
  offline: boolean;
}
export type Showing = State & { replay: Replay };
export type Move =
  | ("first" | "back" | "prev" | "next" | "fore" | "last")
  | ("prev-event" | "next-event")
  | ("prev-battle" | "next-battle" | "prev-throw" | "next-throw");

/** What the address asks for. */
export interface Route {
  page:
    | ("list" | "new" | "campaign" | "seats" | "fork" | "forks" | "beside")
    | ("sample" | "capsule" | "unknown");
  id?: string;
  /** The line that stands beside it. */
  other?: string;
  at?: number | null;
  as?: string | null;
  invite?: string | null;
  seat?: string | null;
  token?: string | null;
  transfer?: string | null;
  /** Whether the first page has its field for what somebody was sent open. */
  pasting?: boolean;
  /** What an invitation says of itself; the server may know better. */
  told?: Told;
}
export interface Told {
  name: string;
  game: string;
  scenario: string;
  /** The keys of the seats that take part; empty if the link does not say. */
  seats: string[];
  by: string;
  /** Whether it says that only those who have a link may look: who follows it is told nothing else. */
  closed: boolean;
}

export interface Chapter {
  seq: number;
  label: string;
  note: string;
}
/** Events that are told as one: a combat, a march, a phase. */
export interface Beat {
  /** Its first and its last event. */
  first: number;
  last: number;
  /** The event that brought what the headline tells; one who steps by beat stands there. */
  at: number;
  headline: string;
  /** Who acts in the headline; null if nobody does. */
  seat: string | null;
}
export interface Outline {
  beats: Beat[];
  /** The place in `beats` of each event's beat, the first event's first. */
  beatOf: number[];
  chapters: Chapter[];
  undone: Map<number, number>;
  rewinds: [number, number][];
  battles: number[];
  dice: Set<number>;
  entered: number[];
  deaths: number[];
  ends: number[];
}

/** How a measure stood at the end of every turn. */
export interface Curve {
  title: string;
  unit: string;
  better: "more" | "less";
  goal: { value: number; title: string } | null;
  points: { label: string; seq: number }[];
  sides: { side: string; title: string; slot: number; values: number[] }[];
}
/** An event that moved a measure. */
export interface Swing {
  seq: number;
  label: string;
  text: string[];
  /** Whether it was a battle. */
  fought: boolean;
  measure: string;
  unit: string;
  changes: { title: string; before: number; after: number }[];
}
export interface Course {
  /** The event that ended it. */
  end: number;
  curves: Curve[];
  swings: Swing[];
}

export interface CampaignList {
  /** null until they are read. */
  items: CampaignItem[] | null;
  next: string | number | null;
  filter: Filter;
  busy: boolean;
  error: Problem | null;
  systems: SystemItem[];
}
export interface Filter {
  system?: string;
  status?: string;
}

export interface Proof {
  shown: boolean;
  running: { check: number; done: number; of: number } | null;
  report: Report | null;
  error: Problem | null;
  key: string;
  keyFrom: "none" | "server" | "reader";
  /** How many older checkpoints the record was held to. */
  older: number;
}

/** A die that is followed: from what, or why it cannot be. */
export interface Thrown {
  die: Die;
  event: Event;
  told: Followed | null;
  fault: string;
}
export interface Receipt {
  text: string;
  event: Event | null;
  checks: Pick<Check, "title" | "result" | "detail">[];
  key: string;
}
export interface Invitation {
  id: string;
  code: string;
  /** Whether the code is one's own, of another device. */
  transfer: boolean;
  /** What the link says, or null. */
  seat: string | null;
  /** What the link says of itself. */
  told: Told;
  /** null where the server does not tell. */
  system: SystemItem | null;
  /** null where it is private or not yet read. */
  campaign: Campaign | null;
  /** The role that this browser holds already; null if it does not. */
  held: string | null;
  /** `again`: there was no answer, and the same is sent again; `unanswered`: nor after that. */
  state: "asked" | "sending" | "again" | "unanswered" | "used" | "refused";
  error: Problem | null;
}

/** A campaign that this browser holds a role in. */
export interface Game {
  campaign: Campaign;
  held: string[];
  /** What the roles held here are awaited for. */
  mine: Waiting[];
  /** What the table waits for that any seat may do, one held here too. */
  anyones: Waiting[];
  /** The role to look as. */
  as: string;
  /** The last event that was shown here. */
  seen: number;
  /** How many have come since. */
  news: number;
}
/** A row of the log. */
export interface LogRow {
  key: string;
  head?: boolean;
  /** Where a turn begins. */
  chapter?: Chapter;
  /** Of several events, told as one. */
  beat?: Beat;
  /** Whether its events stand under it. */
  open?: boolean;
  /** An event; without a beat it is one of those under it. */
  step?: Step;
}

/** A campaign that is being made up. */
export interface Founding {
  system: SystemDetail;
  scenario: string;
  name: string;
  visibility: "private" | "public";
  /** Every switch with its value. */
  switches: Record<string, string | number | boolean>;
  seats: FoundingSeat[];
  /** Documents of one's own, by their key. */
  documents: Record<string, { file: string; content: object }>;
}
export interface FoundingSeat {
  seat: string;
  /** The player's name; may be empty. */
  name: string;
  plays: boolean;
  /** Whether the founder takes it. */
  mine: boolean;
}
export interface Founder {
  systems: SystemItem[];
  draft: Founding;
  /** The system that was chosen and is being read; "" if none is. */
  coming: string;
  /** The server's own key, where it wants one to found. */
  key: string;
  busy: boolean;
  error: Problem | null;
  /** Why a dropped file was not taken. */
  notTaken: string;
}
/** What the controls of a new campaign do. */
export interface FoundingActs {
  choose(system: string): void;
  change(changes: Partial<Founding>): void;
  seat(seat: string, changes: Partial<FoundingSeat>): void;
  drop(document: string): void;
  pick(): void;
  key(key: string): void;
  found(): void;
}
/** Who sits where, and the links that are still to be given. */
export interface Seating {
  campaign: Campaign;
  /** Whose link was copied last. */
  copied: string | null;
  /** The role whose link is shown as a QR code. */
  code: string | null;
  /** The role that is about to be handed over. */
  handing: string | null;
  /** Links to new tokens, by role, shown this once. */
  links: Record<string, string>;
  error: Problem | null;
}

/** A fork that is being made. */
export interface Forking {
  campaign: Campaign;
  /** The roles held here. */
  held: string[];
  /** The last event that both lines share. */
  at: number;
  name: string;
  reason: string;
  keepOrder: boolean;
  /** The server's own key, where it wants one of strangers. */
  key: string;
  busy: boolean;
  error: Problem | null;
}

/** A campaign among those that share its first events, as far as it can be read here. */
export interface Branch {
  id: string;
  name: string;
  /** Null for a root, or where its parent is not for this browser. */
  parent: string | null;
  /** The last event that it shares with its parent. */
  at: number | null;
  restored: boolean;
  /** The roles held here. */
  held: string[];
  /** Null until it is read, or where it cannot be. */
  campaign: Campaign | null;
  /** The event by which it was forked. */
  began: Step | null;
}
/** The tree of forks. */
export interface Tree {
  campaign: Campaign;
  branches: Branch[];
  /** Whether there are more than are shown. */
  more: boolean;
}
/** Two lines of one tree, which are stepped through together. */
export interface Beside {
  lines: [Replay, Replay];
  renderer: Renderer;
  /** The last event that both share; 0 if they share none. */
  shared: number;
  /** Of each, the last event that the reader has seen, if there are more now. */
  news: (number | null)[];
  at: number;
  /** Which of them a phone shows. */
  shown: 0 | 1;
}

/** What is open. */
export type Page = { title?: string } & (
  | { kind: "replay" | "result" | "capsule" }
  | { kind: "list"; pasting?: boolean; fault?: string }
  | ({ kind: "fork" } & Forking)
  | ({ kind: "forks" } & Tree)
  | ({ kind: "beside" } & Beside)
  | { kind: "loading"; what: string; done?: number; of?: number }
  | ({ kind: "invite" } & Invitation)
  | ({ kind: "new" } & Founder)
  | ({ kind: "seats" } & Seating)
  | ({ kind: "receipt" } & Receipt)
  | { kind: "error"; error: Problem | Error }
);

/** A module that is loaded when it is first wanted (part.js). */
export interface Part<T> {
  /** Null until it has come. */
  readonly here: T | null;
  /** Have the browser fetch it and what it imports. */
  fetchAhead(): void;
  /** Rejects with a Problem where it cannot be loaded. */
  load(): Promise<T>;
}
/** What a part has that opens an address: it shows a page, and ends when the signal does. */
export interface Opening {
  open(route: Route, signal: AbortSignal): Promise<void>;
}
/** What a part has that draws a page. */
export interface Drawing<P = Page> {
  body(page: P): unknown;
  /** The page is drawn, and nothing of it was measured. */
  unmeasured?(root: HTMLElement): void;
  drawn?(root: HTMLElement, stepped: boolean): void;
  /** Whether a key does something here. */
  key?(e: KeyboardEvent): boolean;
}

/** A game that comes with the viewer. */
export interface Sample {
  system: string;
  scenario: string | null;
  name: string;
  /** What there is to see. */
  note: string;
  events: number;
  picture: Template | null;
  /** Who won and why; null where the game does not tell. */
  headline: { title: string; why: string } | null;
}

/** The tokens of the roles that are held here. */
export interface Devices {
  tokens: Record<string, Schemas["TokenView"][]>;
  /** The link that is shown to another device. */
  transfer: { role: string; link: string; until: string } | null;
  error: Problem | null;
}

export interface App {
  /** The boards of the campaigns on the first page, by id. */
  pictures: Record<string, Template | null>;
  shelf: Sample[];
  devices: Devices;
  route: Route;
  page: Page;
  list: CampaignList;
  /** The campaigns that this browser holds a role in. */
  games: Game[];
  /** How many of them could not be read. */
  lost: number;
  proof: Proof;
  /** The die that is followed; null if none is. */
  thrown: Thrown | null;
  renderer: Renderer;
  /** The bytes of the capsule or receipt that was opened last. */
  file: Uint8Array<ArrayBuffer> | null;
  /** A checkpoint that the campaign which is opened next is held to. */
  checkpoint: string | null;
  /** What is to be known of what is shown: a sentence, or a template. */
  notice: unknown;
  toast: string;
  /** Whether a file is held over the page. */
  dropping: boolean;
}

export type { Event, PrintedTable, Renderer, Report, Seat, Step, Template, View, Waiting };
