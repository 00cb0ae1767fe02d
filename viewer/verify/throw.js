// Throw: one die of an open draw followed by hand: its link, what the sender added, the bytes, the face. Pure.
import { fromHex, hex, hmacKey, sha256, utf8 } from "./bytes.js";
import { Stream } from "./dice.js";
import { streamOf } from "./faces.js";
import { sides } from "./shapes.js";

/** @import { Event, Followed, OpenDraw } from "./types.js" */

/** A stream that says which bytes were read. */
class Told extends Stream {
  /** @type {number[]} */
  bytes = [];
  async byte() {
    const byte = await super.byte();
    this.bytes.push(byte);
    return byte;
  }
}

/**
 * The anchor that a draw's link is held to, and the event that fixed it; null if that event is not known.
 * @param {Event} event
 * @param {readonly (Event | null)[]} events
 */
function anchorOf(event, events) {
  for (let i = event.seq - 2; i >= 0; i--) {
    const before = events[i];
    if (!before) return null;
    for (const e of before.effects ?? []) {
      const laid = e.type === "dice-chain-extended" && e.chain === "open" ? e : e.anchors?.open;
      if (laid) return { anchor: laid.anchor, links: laid.links, seq: before.seq };
    }
  }
  return null;
}

/**
 * How often the seed is hashed until it is the anchor; null if it never is.
 * @param {string} seed
 * @param {string} anchor
 * @param {number} link
 */
async function hashes(seed, anchor, link) {
  let bytes = fromHex(seed);
  for (let i = 1; i <= link; i++) {
    bytes = await sha256(bytes);
    if (hex(bytes) === anchor) return i;
  }
  return null;
}

/**
 * What a die of an open draw follows from; `events` are those that are known, by their places.
 * @param {Event} event
 * @param {OpenDraw} draw
 * @param {number} index  of the die within the draw
 * @param {readonly (Event | null)[]} events
 * @returns {Promise<Followed>}
 */
export async function followed(event, draw, index, events) {
  const given = await streamOf(event, draw, fromHex(draw.seed), /** @type {Event[]} */ (events)),
    { campaign, chain, link, D, entropy, seed } = given,
    message = `iacta/draw/1\n${campaign}\n${chain}\n${link}\n${D}\n${entropy}\n`,
    mac = await hmacKey(seed),
    stream = new Told(mac, message),
    laid = anchorOf(event, events);
  for (const d of draw.dice.slice(0, index)) await stream.face(d.die);
  const from = stream.bytes.length,
    { die, face } = draw.dice[index],
    follows = await stream.face(die);
  return {
    seed: draw.seed,
    link,
    laid,
    hashes: laid && (await hashes(draw.seed, laid.anchor, link)),
    entropy,
    order: D,
    block: hex(await mac(utf8(message + "0"))),
    from,
    bytes: stream.bytes.slice(from),
    sides: sides(die) ?? 0,
    face: follows,
    holds: JSON.stringify(follows) === JSON.stringify(face),
  };
}
