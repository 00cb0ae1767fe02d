// What a record holds, as FORMAT.md has it: the shapes that shapes.js lets through.

export interface Sealed {
  sealed: string;
}
export interface FallenDie {
  die: string;
  face: number | number[];
  for: string;
}
export interface OpenDraw {
  chain: "open";
  link: number;
  seed: string;
  dice: FallenDie[];
}
export interface SealedDraw {
  chain: "sealed";
  link: number;
  dice: Sealed;
}
export interface EnteredDraw {
  chain: "entered";
  witness: string;
  dice: FallenDie[];
}
export type Draw = OpenDraw | SealedDraw | EnteredDraw;

/** A command or an effect: its type, and the members that the type has. */
export interface Typed {
  type: string;
  [member: string]: any;
}
export interface Event {
  v: number;
  campaign: string;
  seq: number;
  at: string;
  by: string;
  for: string;
  key: string;
  entropy: string;
  command: Typed;
  draws: Draw[];
  effects: Typed[];
  prev: string;
  hash: string;
}

export interface Opening {
  salt: string;
  value: any;
}
/** By the digest that the value stands under. */
export type Openings = Record<string, Opening>;

/** A stretch of a chain between two anchors; draws[k - 1] used link k. */
export interface Chain {
  chain: "open" | "sealed";
  anchor: string;
  links: number;
  draws: { event: Event; draw: OpenDraw | SealedDraw }[];
}

/** A die, followed from its seed by hand. */
export interface Followed {
  /** In hex, as `order` and `block` are. */
  seed: string;
  link: number;
  /** The anchor that it is held to, and the event that fixed it; null where that event is not known. */
  laid: { anchor: string; links: number; seq: number } | null;
  /** How often the seed is hashed until it is the anchor; null if it never is. */
  hashes: number | null;
  entropy: string;
  /** The digest of what was ordered. */
  order: string;
  /** The first block of the stream. */
  block: string;
  /** The die's bytes, and how many were read before them. */
  bytes: number[];
  from: number;
  sides: number;
  face: number | number[];
  /** Whether the log says the same face. */
  holds: boolean;
}

/** A verifier key. */
export interface Key {
  name: string;
  id: Uint8Array<ArrayBuffer>;
  publicKey: Uint8Array<ArrayBuffer>;
  text: string;
}
/** A signed note, read. */
export interface Checkpoint {
  text: string;
  origin: string;
  server: string;
  campaign: string;
  size: number;
  root: Uint8Array<ArrayBuffer>;
  signatures: { name: string; id: Uint8Array<ArrayBuffer>; signature: Uint8Array<ArrayBuffer> }[];
}

export interface Header {
  key: string;
  audience: string;
  campaign: { id: string; name?: string; system?: string; scenario?: string };
}
export interface CapsuleLine {
  event: Event;
  text?: unknown;
  patch?: unknown;
  marks?: unknown;
}
/** A capsule's lines, read strictly. `usable` is false if some event has not the shape of one. */
export interface Capsule {
  header: Header | null;
  view: any;
  tables: any[];
  steps: CapsuleLine[];
  events: Event[];
  openings: Openings;
  checkpoint: string | null;
  faults: { line: number | null; seq: number | null; text: string }[];
  usable: boolean;
}

/** Called as a check goes on. */
export type Progress = (done: number, of: number) => void;

export type Result = "pass" | "fail" | "not-confirmed" | "not-run";
/** One check: its result, what was seen in words, and the event where it first failed. */
export interface Check {
  number: number;
  title: string;
  result: Result;
  detail: string;
  event: number | null;
}
/** How many draws are of each class. */
export type Classes = Record<"witnessed" | "entropy" | "none" | "entered", number>;
export interface Report {
  checks: Check[];
  counts: {
    events: number;
    hashed: number;
    links: number;
    faces: number;
    sealed: number;
    opened: number;
    beyond: number | null;
  };
  classes: Classes | null;
  verdict: "verified" | "failed" | "not-confirmed";
  audience: string | null;
  campaign: string | null;
}
