// Checkpoints: the Merkle root (check 8) and the signature (check 9), for the capsule's own note and for older ones.
import { equal } from "./bytes.js";
import { root } from "./merkle.js";
import { parseCheckpoint, parseKey, signedBy } from "./note.js";
import { stretches } from "./record.js";
import { effectsOf } from "./shapes.js";
import { Fault, NotRun, NotConfirmed } from "./fault.js";

/** @import { Capsule, Checkpoint, Event, Key } from "./types.js" */

/**
 * A checkpoint of a parent covers at most what the fork shares with it.
 * @param {Checkpoint} checkpoint
 * @param {Event[]} events
 */
function reach(checkpoint, events) {
  const own = stretches(events).find((s) => s.campaign === checkpoint.campaign);
  return own ? own.to : 0;
}

/**
 * @param {Checkpoint} checkpoint
 * @param {Event[]} events
 * @param {Uint8Array<ArrayBuffer>[]} leaves
 * @param {string} which
 */
async function contained(checkpoint, events, leaves, which) {
  const end = reach(checkpoint, events);
  if (!end) throw new Fault(`${which} is of another campaign`);
  if (checkpoint.size > end)
    throw new Fault(`${which} covers ${checkpoint.size} events; the record has ${end}`, end);
  if (!equal(await root(leaves.slice(0, checkpoint.size)), checkpoint.root))
    throw new Fault(`the first ${checkpoint.size} events do not give the root of ${which}`);
}

/**
 * Check 8; returns {beyond} for the capsule's own checkpoint.
 * @param {Capsule} capsule
 * @param {Uint8Array<ArrayBuffer>[]} leaves
 * @param {string[]} older
 */
export async function rootHolds(capsule, leaves, older) {
  if (capsule.checkpoint === null) throw new NotRun("the capsule has no checkpoint");
  const own = parseCheckpoint(capsule.checkpoint),
    last = capsule.events[capsule.events.length - 1];
  if (!own) throw new Fault("the checkpoint is not a signed note");
  if (own.campaign !== last.campaign) throw new Fault("the checkpoint is of another campaign");
  const [created] = effectsOf(capsule.events[0], "campaign-created");
  if (
    capsule.events[0].campaign === last.campaign &&
    typeof created?.server === "string" &&
    created.server !== own.server
  )
    throw new Fault("the checkpoint is by another server than the one that recorded the campaign");
  await contained(own, capsule.events, leaves, "the checkpoint");
  for (const [i, note] of older.entries()) {
    const parsed = parseCheckpoint(note);
    if (!parsed) throw new Fault(`older checkpoint ${i + 1} is not a signed note`);
    await contained(
      parsed,
      capsule.events,
      leaves,
      `the older checkpoint of ${parsed.size} events`,
    );
  }
  return { beyond: capsule.events.length - own.size, size: own.size };
}

/**
 * @param {Checkpoint} note
 * @param {Key} key
 * @param {string} which
 */
async function sign(note, key, which) {
  const good = await signedBy(note, key);
  if (good === null) throw new NotRun("this browser cannot check Ed25519 signatures");
  if (!good && note.server !== key.name)
    throw new NotConfirmed(`${which} is by ${note.server}; the key given belongs to ${key.name}`);
  if (!good) throw new Fault(`${which} is not signed by the key given`);
}

/**
 * Check 9; given is a verifier key from outside the capsule, or "".
 * @param {Capsule} capsule
 * @param {string} given
 * @param {string[]} older
 */
export async function signatureHolds(capsule, given, older) {
  const own = capsule.checkpoint === null ? null : parseCheckpoint(capsule.checkpoint);
  if (!own) throw new NotRun("there is no checkpoint to check");
  const key = given ? await parseKey(given) : null;
  if (given && !key) throw new NotRun("the key given is not a verifier key");
  if (!key) {
    const hint = await parseKey(capsule.header?.key),
      good = hint && (await signedBy(own, hint));
    if (good === false || !hint)
      throw new Fault("the checkpoint is not signed even by the key that the capsule names");
    throw new NotConfirmed(
      good
        ? "the signature holds for the capsule's own key; no key was given from outside"
        : "no key was given from outside",
    );
  }
  await sign(own, key, "the checkpoint");
  for (const note of older) {
    const p = parseCheckpoint(note);
    if (p) await sign(p, key, `the older checkpoint of ${p.size} events`);
  }
  return key.name;
}
