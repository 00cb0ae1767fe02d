// Faces: every open die follows from its seed, command and entropy (check 5); how each draw was
// made (the audit's classes).
import { fromHex } from "./bytes.js";
import { commandDigest, firstWrongFace } from "./dice.js";
import { effectsOf } from "./shapes.js";
import { Fault } from "./fault.js";

/** @import { Classes, Draw, Event, FallenDie, OpenDraw, Progress, SealedDraw } from "./types.js" */

/**
 * The event whose command a draw is bound to: its own, or for a witnessed roll the pending one.
 * @param {Event} event
 * @param {Event[]} events
 */
function boundTo(event, events) {
  if (event.command.type !== "campaign.witness") return event;
  const pending =
    Number.isInteger(event.command.seq) && event.command.seq < event.seq
      ? events[event.command.seq - 1]
      : null;
  if (!pending || !effectsOf(pending, "roll-pending").length || pending.draws.length)
    throw new Fault("it witnesses an event in which no roll is pending", event.seq);
  return pending;
}

/**
 * The stream's parameters for a draw of this event with this seed (bytes).
 * @param {Event} event
 * @param {OpenDraw | SealedDraw} draw
 * @param {Uint8Array<ArrayBuffer>} seed
 * @param {Event[]} events
 */
export async function streamOf(event, draw, seed, events) {
  return {
    campaign: event.campaign,
    chain: draw.chain,
    link: draw.link,
    D: await commandDigest(boundTo(event, events).command),
    entropy: event.entropy,
    seed,
  };
}

/** @param {number | number[]} face */
const shown = (face) => (Array.isArray(face) ? "another order" : String(face));

/**
 * Throw a Fault if a die of this draw does not follow.
 * @param {Event} event
 * @param {OpenDraw | SealedDraw} draw
 * @param {FallenDie[]} dice
 * @param {Uint8Array<ArrayBuffer>} seed
 * @param {Event[]} events
 */
export async function facesFollow(event, draw, dice, seed, events) {
  const wrong = await firstWrongFace(await streamOf(event, draw, seed, events), dice);
  if (!wrong) return;
  const d = dice[wrong.index];
  throw new Fault(
    `die ${wrong.index + 1} (${d.die}) shows ${shown(d.face)}; its seed gives ${shown(wrong.expected)}`,
    event.seq,
  );
}

/**
 * Check 5; returns the number of faces that follow.
 * @param {Event[]} events
 * @param {Progress} [progress]
 */
export async function openFaces(events, progress = () => {}) {
  let faces = 0;
  for (const e of events) {
    for (const d of e.draws) {
      if (d.chain !== "open") continue;
      await facesFollow(e, d, d.dice, fromHex(d.seed), events);
      faces += d.dice.length;
    }
    if (e.seq % 50 === 0) progress(e.seq, events.length);
  }
  return faces;
}

/**
 * How a draw's faces were kept from being chosen: witnessed, entropy, none or entered. A standing answer's entropy is
 * public before its roll, and so counts for none.
 * @param {Event} event
 * @param {Draw} draw
 * @param {Event[]} events
 * @returns {keyof Classes}
 */
export function classOf(event, draw, events) {
  if (draw.chain === "entered") return "entered";
  if (event.command.type === "campaign.witness") {
    const pending = events[event.command.seq - 1];
    if (
      pending &&
      event.by.startsWith("seat:") &&
      event.by !== pending.by &&
      event.by !== pending.for &&
      event.entropy
    )
      return "witnessed";
  }
  return event.entropy && event.by !== "service" ? "entropy" : "none";
}

/**
 * @param {Event[]} events
 * @returns {Classes}
 */
export function classes(events) {
  const out = { witnessed: 0, entropy: 0, none: 0, entered: 0 };
  for (const e of events) for (const d of e.draws) out[classOf(e, d, events)] += 1;
  return out;
}
