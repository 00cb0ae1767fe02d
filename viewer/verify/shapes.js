// Shapes: what an event, a draw and a kernel effect must look like before anything is computed from them.

/** @import { Event } from "./types.js" */

/**
 * Whether a value is of a shape.
 * @typedef {(x: any) => boolean} Test
 */

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const HEX32 = /^[0-9a-f]{64}$/;
const SEAT = /^(?=.{1,32}$)[a-z0-9]+(-[a-z0-9]+)*$/;
const ROLE = /^(referee|observer|service|seat:(?=.{1,32}$)[a-z0-9]+(-[a-z0-9]+)*)$/;
const FOR = /^(seat:(?=.{1,32}$)[a-z0-9]+(-[a-z0-9]+)*)?$/;
const KEY = /^[0-9A-Za-z._~-]{1,64}$/;
const ENTROPY = /^[0-9A-Za-z._~-]{0,64}$/;
const TYPE = /^[a-z0-9_-]+(\.[a-z0-9_-]+)?$/;
const AT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const MEMBERS = "at by campaign command draws effects entropy for hash key prev seq v".split(" ");

/**
 * @param {unknown} x
 * @returns {x is Record<string, any>}
 */
export const isObject = (x) => x !== null && typeof x === "object" && !Array.isArray(x);
/** @param {unknown} x */
const isHash = (x) => typeof x === "string" && HEX32.test(x);
/**
 * @param {unknown} x
 * @returns {x is import("./types.js").Sealed}
 */
export const isSealed = (x) => isObject(x) && Object.keys(x).length === 1 && isHash(x.sealed);
/**
 * Does it say that it is a sealed value, well-formed or not? (The anchors have a chain of that name, beside another.)
 * @param {unknown} x
 */
export const claimsSealed = (x) =>
  isObject(x) && (text(x.sealed) || (Object.hasOwn(x, "sealed") && Object.keys(x).length === 1));
/**
 * @param {object} x
 * @param {string[]} names
 */
const only = (x, names) => {
  const keys = Object.keys(x).sort();
  return keys.length === names.length && keys.every((k, i) => k === names[i]);
};
/**
 * @param {unknown} x
 * @returns {x is string}
 */
const text = (x) => typeof x === "string";
/**
 * @param {unknown} x
 * @param {RegExp} pattern
 * @returns {x is string}
 */
const matches = (x, pattern) => text(x) && pattern.test(x);
/** @param {unknown} x */
const isTime = (x) =>
  matches(x, AT) &&
  !x.startsWith("0000") &&
  !Number.isNaN(Date.parse(x)) &&
  new Date(x).toISOString() === x;
/** @param {any} x */
const count = (x) => Number.isSafeInteger(x) && x >= 1;

/**
 * Number of sides of "dN", length of "shuffle:N", 10 for d10_zero; null if the name is none of them.
 * @param {unknown} die
 */
export function sides(die) {
  if (die === "d10_zero") return 10;
  const m = text(die) && /^(?:d|shuffle:)([1-9][0-9]{0,4})$/.exec(die);
  return m && +m[1] <= 65536 ? +m[1] : null;
}

/**
 * Is this face in range for this die? A shuffle's face is a permutation.
 * @param {any} die
 * @param {any} face
 */
function inRange(die, face) {
  const n = sides(die);
  if (n === null) return false;
  if (die.startsWith("shuffle:"))
    return (
      Array.isArray(face) &&
      face.length === n &&
      new Set(face).size === n &&
      face.every((i) => Number.isInteger(i) && i >= 0 && i < n)
    );
  return (
    Number.isInteger(face) && (die === "d10_zero" ? face >= 0 && face <= 9 : face >= 1 && face <= n)
  );
}

/**
 * @param {unknown} d
 * @returns {d is import("./types.js").FallenDie}
 */
const isDie = (d) =>
  isObject(d) && only(d, ["die", "face", "for"]) && text(d.for) && inRange(d.die, d.face);
/**
 * @param {unknown} list
 * @returns {list is import("./types.js").FallenDie[]}
 */
export const isDice = (list) => Array.isArray(list) && list.length > 0 && list.every(isDie);

/**
 * @param {unknown} d
 * @returns {string}
 */
function draw(d) {
  if (!isObject(d)) return "a draw is not an object";
  if (d.chain === "open") {
    if (!only(d, ["chain", "dice", "link", "seed"]) || !count(d.link) || !isHash(d.seed))
      return "an open draw lacks link, seed or dice";
    return isDice(d.dice) ? "" : "an open draw's dice are not dice with faces in range";
  }
  if (d.chain === "sealed")
    return only(d, ["chain", "dice", "link"]) && count(d.link) && isSealed(d.dice)
      ? ""
      : "a sealed draw must hold a link number and one sealed value";
  if (d.chain === "entered")
    return only(d, ["chain", "dice", "witness"]) && text(d.witness) && isDice(d.dice)
      ? ""
      : "an entered draw lacks its witness or dice in range";
  return "a draw is on no known chain";
}

/** @param {unknown} list */
function draws(list) {
  if (!Array.isArray(list)) return "draws is not a list";
  for (const d of list) {
    const wrong = draw(d);
    if (wrong) return wrong;
  }
  const order = list.map((d) => d.chain).join(" ");
  return ["", "open", "sealed", "open sealed", "entered"].includes(order)
    ? ""
    : "the draws are not at most one per chain, open before sealed, entered alone";
}

/** @param {unknown} x */
const flag = (x) => typeof x === "boolean";
/** @param {unknown} x */
const seat = (x) => matches(x, SEAT);
/** @param {Test} of */
const list = (of) => (/** @type {unknown} */ x) => Array.isArray(x) && x.every(of);
/**
 * @param {Test} of
 * @param {(x: string) => boolean} [key]
 */
const map =
  (of, key = text) =>
  (/** @type {unknown} */ x) =>
    isObject(x) && Object.entries(x).every(([k, v]) => key(k) && of(v));
/**
 * An object with these members, no others, each of its shape. Those of `more` are left out where they are empty.
 * @param {Record<string, Test>} shape
 * @param {Record<string, Test>} [more]
 */
const exactly = (shape, more = {}) => {
  const names = Object.keys(shape);
  return (/** @type {unknown} */ x) => {
    if (!isObject(x)) return false;
    const extra = Object.keys(more).filter((k) => Object.hasOwn(x, k));
    return (
      only(x, [...names, ...extra].sort()) &&
      names.every((k) => shape[k](x[k])) &&
      extra.every((k) => more[k](x[k]))
    );
  };
};

const chain = { anchor: isHash, links: count };
/** @param {Test} of */
const some = (of) => (/** @type {any} */ x) => list(of)(x) && x.length > 0;
const anchors = exactly({ open: exactly(chain), sealed: exactly(chain) });
const pinned = { edition: text, tables: map(isHash), data: map(isHash) };
/** {digest: {salt, value}}; whether a salt is one is seen when it is used. */
export const isOpenings = map(exactly({ salt: text, value: () => true }), isHash);
/** @type {Record<string, Record<string, Test>>} */
const MORE = {
  forked: {
    held: some(seat),
    consents: some((x) => Array.isArray(x) && x.length === 2 && seat(x[0]) && count(x[1])),
    restored: exactly({ lost: (x) => Number.isSafeInteger(x) && x >= 0 }),
  },
};
/** The members of each of the campaign's own effects. @type {Record<string, Record<string, Test>>} */
const MEMBERS_OF = {
  "campaign-created": {
    ...pinned,
    server: text,
    system: text,
    scenario: text,
    options: map((x) => text(x) || flag(x) || Number.isInteger(x)),
    seats: list(exactly({ seat, name: text })),
    custom: isObject,
    anchors,
  },
  forked: {
    parent: (x) => matches(x, ID),
    at: count,
    parent_hash: isHash,
    anchors,
    seen: flag,
    keep_order: flag,
  },
  "fork-consented": { seat, at: count, withdrawn: flag },
  "fork-made": { child: (x) => matches(x, ID), at: count },
  rewound: { to: count, reason: text, consents: list(seat), seen: flag },
  consented: { seat, to: count },
  "dice-chain-extended": { ...chain, chain: (x) => ["open", "sealed"].includes(x) },
  opened: { openings: isOpenings },
  "seals-agreed": { seat, agree: (x) => ["yes", "no", "object"].includes(x) },
  "seals-opened": { last: map(isHash, isHash) },
  ruled: { text, reason: text, changes: list(isObject) },
  annotated: { seq: count, text },
  "standing-laid": { seat, window: text, until: text, answer: isHash },
  "standing-ended": { seat, window: text },
  "seat-claimed": { seat },
  "seat-handed-over": { role: (x) => matches(x, ROLE) },
  resigned: { seat },
  "edition-adopted": pinned,
  concluded: { reason: text, winners: list(seat) },
};
/** @type {Record<string, Test>} */
const KERNEL = Object.fromEntries(
  Object.entries(MEMBERS_OF).map(([type, members]) => [
    type,
    exactly({ ...members, type: text }, MORE[type]),
  ]),
);

/** @param {unknown} list */
function effects(list) {
  if (!Array.isArray(list)) return "effects is not a list";
  for (const e of list) {
    if (!isObject(e) || !matches(e.type, TYPE)) return "an effect has no type";
    if (Object.hasOwn(KERNEL, e.type) && !KERNEL[e.type](e))
      return `an effect ${e.type} has not its members`;
  }
  return "";
}

/**
 * @param {unknown} x
 * @returns {boolean}
 */
function sealsWellFormed(x) {
  if (Array.isArray(x)) return x.every(sealsWellFormed);
  if (!isObject(x)) return true;
  if (claimsSealed(x)) return isSealed(x);
  return Object.values(x).every(sealsWellFormed);
}

/**
 * "" if x has the shape of an event, else what is wrong with it.
 * @param {unknown} x
 */
export function eventShape(x) {
  if (!isObject(x)) return "it is not an object";
  if (!only(x, MEMBERS)) return "it has not exactly the members of an event";
  if (x.v !== 1) return "v is not 1";
  if (!matches(x.campaign, ID)) return "campaign is not an id";
  if (!count(x.seq)) return "seq is not a positive integer";
  if (!isTime(x.at)) return "at is not a time in UTC with milliseconds";
  if (!matches(x.by, ROLE) || !matches(x.for, FOR)) return "by or for is not a role";
  if (!matches(x.key, KEY)) return "key is not an idempotency key";
  if (!matches(x.entropy, ENTROPY)) return "entropy is not a plain word";
  if (!isHash(x.prev) || !isHash(x.hash))
    return "prev or hash is not 64 lower-case hexadecimal digits";
  if (!isObject(x.command) || !matches(x.command.type, TYPE)) return "command has no type";
  return (
    draws(x.draws) ||
    effects(x.effects) ||
    ([x.command, x.draws, x.effects].every(sealsWellFormed)
      ? ""
      : "a member named sealed holds no digest")
  );
}

/**
 * Plain effects of one type.
 * @param {Event} event
 * @param {string} type
 */
export const effectsOf = (event, type) => event.effects.filter((e) => e.type === type);
