// Receipt: a tlog-proof of one event, checked against the checkpoint it ends with.
import { hex, equal, unbase64 } from "./bytes.js";
import { C, parseLine } from "./canonical.js";
import { eventShape } from "./shapes.js";
import { leafHash, rootFromPath } from "./merkle.js";
import { parseCheckpoint, parseKey, RECEIPT, signedBy } from "./note.js";
import { openFaces } from "./faces.js";
import { Fault } from "./fault.js";

const HEAD = `${RECEIPT}v1`;
const ZERO = "0".repeat(64);

/**
 * {leaf, index, path, checkpoint} of a receipt's text, or null if it is not one.
 * @param {unknown} text
 */
export function parseReceipt(text) {
  if (typeof text !== "string") return null;
  const cut = text.indexOf("\n\n");
  if (cut < 0) return null;
  const [head, extra, index, ...path] = text.slice(0, cut).split("\n");
  const leaf = extra?.startsWith("extra ") ? unbase64(extra.slice(6)) : null;
  const at = /^index (0|[1-9]\d{0,15})$/.exec(index ?? "");
  const nodes = path.map(unbase64).filter((node) => node !== null),
    checkpoint = parseCheckpoint(text.slice(cut + 2));
  if (head !== HEAD || !leaf || !at || !checkpoint || nodes.length < path.length) return null;
  return { leaf, index: +at[1], path: nodes, checkpoint };
}

/**
 * The event a receipt proves to be logged, its faces checked against its seed.
 * A Fault names what does not hold; without a key `signed` is null: nobody is known to answer for it.
 * @param {string} text
 * @param {string | null} [keyText]
 */
export async function verifyReceipt(text, keyText = null) {
  const receipt = parseReceipt(text);
  if (!receipt) throw new Fault("it is not a receipt");
  let event;
  try {
    event = parseLine(receipt.leaf);
    C(event);
  } catch {
    throw new Fault("its event is not canonical");
  }
  const wrong = eventShape({ ...event, hash: ZERO });
  if (wrong) throw new Fault(wrong);
  if (event.seq !== receipt.index + 1)
    throw new Fault("its event is not the one at this index", event.seq);
  const root = await rootFromPath(
    await leafHash(receipt.leaf),
    receipt.index,
    receipt.checkpoint.size,
    receipt.path,
  );
  if (!root || !equal(root, receipt.checkpoint.root))
    throw new Fault("its path does not lead to the checkpoint's root", event.seq);
  const faces = await openFaces([event]);
  const key = keyText === null ? null : await parseKey(keyText);
  if (keyText !== null && !key) throw new Fault("the key is not a verifier key");
  if (key && (await signedBy(receipt.checkpoint, key)) !== true)
    throw new Fault("the key did not sign its checkpoint");
  return {
    event,
    hash: hex(await leafHash(receipt.leaf)),
    faces,
    origin: receipt.checkpoint.origin,
    size: receipt.checkpoint.size,
    signed: key ? key.name : null,
  };
}
