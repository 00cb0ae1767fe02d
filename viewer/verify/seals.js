// Seals: values replaced by a digest, and the openings that show them.
import { utf8, hex, unhex, sha256, concat } from "./bytes.js";
import { C } from "./canonical.js";
import { claimsSealed, isObject, isSealed } from "./shapes.js";

/** @import { Event, Opening } from "./types.js" */

/**
 * The digest of a value sealed in this campaign and event.
 * @param {string} campaign
 * @param {number} seq
 * @param {Uint8Array<ArrayBuffer>} salt
 * @param {unknown} value
 */
export const sealDigest = async (campaign, seq, salt, value) =>
  hex(await sha256(concat(utf8(`iacta/seal/1\n${campaign}\n${seq}\n`), salt, C(value))));

/**
 * Every digest that stands for a value anywhere in x, in order.
 * @param {unknown} x
 * @returns {Generator<string>}
 */
function* sealedIn(x) {
  if (isSealed(x)) yield x.sealed;
  else if (Array.isArray(x)) for (const y of x) yield* sealedIn(y);
  else if (isObject(x)) for (const y of Object.values(x)) yield* sealedIn(y);
}

/** @param {Event} event */
export const digestsOf = (event) => [
  ...sealedIn(event.command),
  ...sealedIn(event.draws),
  ...sealedIn(event.effects),
];

/**
 * @param {unknown} x
 * @returns {boolean}
 */
function holdsSeal(x) {
  if (Array.isArray(x)) return x.some(holdsSeal);
  return isObject(x) && (claimsSealed(x) || Object.values(x).some(holdsSeal));
}

/**
 * "" if the opening shows the value sealed as this digest in this event, else what is wrong.
 * @param {string} digest
 * @param {Opening} opening
 * @param {Event} event
 */
export async function openingFault(digest, opening, event) {
  const salt = unhex(opening.salt);
  if (!salt || salt.length !== 16) return "its salt is not 16 bytes";
  if (holdsSeal(opening.value)) return "its value holds a sealed value";
  let made;
  try {
    made = await sealDigest(event.campaign, event.seq, salt, opening.value);
  } catch (e) {
    return `its value cannot be recorded: ${e.message}`;
  }
  return made === digest ? "" : "salt and value do not give the digest";
}
