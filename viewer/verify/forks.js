// Forks: what they may carry, and that seats agree to them themselves (part of check 2).
import { effectsOf } from "./shapes.js";
import { Fault } from "./fault.js";

/** @import { Event } from "./types.js" */

/**
 * @typedef {object} Forked
 * @property {number} at
 * @property {boolean} seen
 * @property {boolean} keep_order
 * @property {string[]} [held]
 * @property {[string, number][]} [consents]
 * @property {{ lost: number }} [restored]
 */

/**
 * Check every fork, every agreement to one and every note of one.
 * @param {Event[]} events
 */
export function forksHold(events) {
  const [created] = effectsOf(events[0], "campaign-created"),
    seats = created.seats.map((/** @type {any} */ s) => s.seat);
  for (const e of events) {
    for (const f of effectsOf(e, "forked")) carried(/** @type {any} */ (f), seats, e.seq);
    for (const c of effectsOf(e, "fork-consented")) {
      if (e.by !== `seat:${c.seat}` || e.for)
        throw new Fault("a seat agrees to a fork by another's hand", e.seq);
      if (c.at >= e.seq) throw new Fault("a seat agrees to a fork at an event to come", e.seq);
    }
    for (const m of effectsOf(e, "fork-made")) {
      if (e.command.type !== "campaign.note-fork" || e.by !== "referee")
        throw new Fault(
          "a fork is noted by another command, or by another than the referee",
          e.seq,
        );
      if (m.child === e.campaign || m.at >= e.seq)
        throw new Fault("a fork is noted that cannot be", e.seq);
    }
  }
}

/**
 * @param {Forked} given
 * @param {string[]} seats
 * @param {number} seq
 */
function carried({ at, seen, keep_order, held = [], consents = [], restored }, seats, seq) {
  if (!held.length && !consents.length && !restored) return;
  if (!seen || keep_order) throw new Fault("a fork that carries secrets keeps their order", seq);
  if (consents.length && restored)
    throw new Fault("nobody agrees to the fork of a restored backup", seq);
  for (const named of [held, consents.map(([seat]) => seat)])
    if (new Set(named).size < named.length || named.some((s) => !seats.includes(s)))
      throw new Fault("a fork names a seat twice, or one that is not there", seq);
  if (consents.some(([, event]) => event <= at))
    throw new Fault("a seat agrees to a fork before the event at which it is made", seq);
}

/**
 * What has to be told first: after which restored backup the record goes on.
 * @param {Event[]} events
 */
export const restorations = (events) =>
  events
    .flatMap((e) => effectsOf(e, "forked"))
    .filter((f) => f.restored)
    .map(
      (f) =>
        `forked from a restored backup, ${f.restored.lost} signed ${f.restored.lost === 1 ? "event" : "events"} lost; `,
    )
    .join("");
