// Standing answers: they are laid by their seats, and the service gives those alone (part of check 2).
import { Fault } from "./fault.js";
import { C } from "./canonical.js";

/** @import { Event, Typed } from "./types.js" */
/** @typedef {Map<string, { seat: string, entropy: string }>} Laid by seat and window */

/** Effects with which every standing answer ends. */
const VOIDING = ["forked", "rewound", "edition-adopted", "concluded"];

/**
 * Check every standing answer that is laid, ends or is given.
 * @param {Event[]} events
 */
export function standingHolds(events) {
  /** @type {Laid} */
  const laid = new Map();
  for (const e of events) {
    if (e.for && e.by === "service" && !isDue(e, laid))
      throw new Fault("the service answers what no seat has laid", e.seq);
    for (const effect of e.effects) take(laid, e, effect);
  }
}

/**
 * May the event be a standing answer? What it answers only the rules can tell.
 * @param {Event} e
 * @param {Laid} laid
 */
const isDue = (e, laid) =>
  !e.command.type.startsWith("campaign.") &&
  e.key === `standing-${e.seq}` &&
  [...laid.values()].some((one) => `seat:${one.seat}` === e.for && one.entropy === e.entropy);

/**
 * @param {Laid} laid
 * @param {Event} e
 * @param {Typed} effect
 */
function take(laid, e, effect) {
  const { type, seat, window, until, answer } = effect,
    key = `${seat} ${window}`;
  if (type === "standing-laid") {
    laid.set(key, { seat, entropy: e.entropy });
    const stand = { type: "campaign.stand", window, until, answer: { sealed: answer } };
    if ((e.for || e.by) !== `seat:${seat}` || !same(e.command, stand))
      throw new Fault("a standing answer is not as its seat laid it", e.seq);
  }
  if (type === "standing-ended" && !laid.delete(key))
    throw new Fault("a standing answer ends that was not laid", e.seq);
  if (type === "seat-claimed" || type === "resigned") drop(laid, `seat:${seat}`);
  if (type === "seat-handed-over") drop(laid, effect.role);
  if (VOIDING.includes(type)) laid.clear();
}

/**
 * @param {Laid} laid
 * @param {string} role
 */
function drop(laid, role) {
  for (const [key, one] of laid) if (`seat:${one.seat}` === role) laid.delete(key);
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
const same = (one, other) => String(C(one)) === String(C(other));
