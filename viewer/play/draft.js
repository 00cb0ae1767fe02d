// Draft: what a player has composed and not sent, kept in this browser alone, by campaign and role.
//
// An order has its key and its entropy from when it is composed. Sent again, after whatever answer
// or none, it is the same command with the same contribution to its dice. An order that is taken
// back leaves its entropy to the next one. So a server that refuses, or does not answer, wins no
// second throw: an entropy is spent only by standing in the log, or when everything is given up.
import { storage } from "../storage.js";

/** @import { Answers, Command, Draft, Option, Order } from "./types.js" */

const NAME = "iacta.drafts";

/** @param {number} bytes */
const randomHex = (bytes) =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (b) =>
    b.toString(16).padStart(2, "0"),
  ).join("");

/**
 * A composed order; `entropy` is one that is left over, if there is any.
 * @param {Option} option
 * @param {Answers} answers
 * @param {Command} command
 * @param {string} [entropy]
 * @returns {Order}
 */
export const newOrder = (option, answers, command, entropy = randomHex(16)) => ({
  key: randomHex(16),
  entropy,
  option,
  answers,
  command,
});

/**
 * Nothing composed.
 * @type {Draft}
 */
const EMPTY = Object.freeze({
  at: 0,
  open: null,
  orders: Object.freeze([]),
  left: Object.freeze([]),
});

/** @returns {Record<string, Partial<Draft>>} */
function all() {
  try {
    const kept = JSON.parse(storage.get(NAME) ?? "{}");
    return kept && typeof kept === "object" ? kept : {};
  } catch {
    return {};
  }
}

/**
 * @param {string} campaign
 * @param {string} role
 */
const place = (campaign, role) => `${campaign} ${role}`;

/**
 * The draft of a role in a campaign; `EMPTY` where there is none, or one that cannot be read.
 * @param {string} campaign
 * @param {string} role
 * @returns {Draft}
 */
export function readDraft(campaign, role) {
  const draft = all()[place(campaign, role)];
  return draft && Array.isArray(draft.orders) ? { ...EMPTY, ...draft } : EMPTY;
}

/**
 * Keep a draft; an empty one is forgotten.
 * @param {string} campaign
 * @param {string} role
 * @param {Draft} draft
 */
export function keepDraft(campaign, role, { at, open, orders, left }) {
  const { [place(campaign, role)]: _, ...rest } = all(),
    draft = open || orders.length || left.length ? { at, open, orders, left } : null;
  storage.set(NAME, JSON.stringify(draft ? { ...rest, [place(campaign, role)]: draft } : rest));
}
