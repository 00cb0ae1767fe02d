// Notes: C2SP signed notes and checkpoints, verifier keys, and notes pasted from a mail.
import { utf8, hex, unbase64, sha256, concat, equal, ed25519 } from "./bytes.js";

/** @import { Checkpoint, Key } from "./types.js" */

/** How the text of every receipt begins, whatever its version. */
export const RECEIPT = "c2sp.org/tlog-proof@";
const NAME = /^[^\s+\p{Cc}]+$/u;

/**
 * {name, id, publicKey} of "name+keyid+base64", or null if it is not one.
 * @param {unknown} text
 * @returns {Promise<Key | null>}
 */
export async function parseKey(text) {
  const m = typeof text === "string" && /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text.trim());
  const raw = m && unbase64(m[3]);
  if (!raw || raw.length !== 33 || raw[0] !== 1 || !NAME.test(m[1])) return null;
  const id = (await sha256(concat(utf8(`${m[1]}\n`), raw))).subarray(0, 4);
  return hex(id) === m[2]
    ? { name: m[1], id, publicKey: raw.subarray(1), text: text.trim() }
    : null;
}

/**
 * {text, origin, size, root, signatures} of a checkpoint's note, or null if it is not one.
 * @param {unknown} note
 * @returns {Checkpoint | null}
 */
export function parseCheckpoint(note) {
  if (typeof note !== "string" || /[^\n\P{Cc}]/u.test(note)) return null;
  const cut = note.lastIndexOf("\n\n");
  if (cut < 0 || !note.endsWith("\n")) return null;
  const text = note.slice(0, cut + 1),
    signatures = [];
  for (const line of note.slice(cut + 2, -1).split("\n")) {
    const m = /^— (\S+) (\S+)$/.exec(line),
      bytes = m && unbase64(m[2]);
    if (!bytes || bytes.length < 5 || !NAME.test(m[1])) return null;
    signatures.push({ name: m[1], id: bytes.subarray(0, 4), signature: bytes.subarray(4) });
  }
  const [origin, size, root, end, ...more] = text.split("\n"),
    rootBytes = unbase64(root);
  if (
    !origin ||
    end !== "" ||
    more.length ||
    !/^(0|[1-9]\d{0,15})$/.test(size) ||
    !rootBytes ||
    rootBytes.length !== 32 ||
    !signatures.length
  )
    return null;
  const m = /^(\S+)\/campaigns\/([0-9a-f-]{36})$/.exec(origin);
  return (
    m && { text, origin, server: m[1], campaign: m[2], size: +size, root: rootBytes, signatures }
  );
}

/**
 * True if a signature by this key is on the note and holds, false if not, null where Ed25519 is missing.
 * @param {Checkpoint} checkpoint
 * @param {Key} key
 */
export async function signedBy(checkpoint, key) {
  if (checkpoint.server !== key.name) return false;
  for (const s of checkpoint.signatures) {
    if (s.name !== key.name || !equal(s.id, key.id)) continue;
    const good = await ed25519(key.publicKey, s.signature, utf8(checkpoint.text));
    if (good !== false) return good;
  }
  return false;
}

/**
 * A checkpoint as it stood before a mail program quoted it: marks, CR and trailing blanks off, the dash restored.
 * @param {string} pasted
 */
export function unquote(pasted) {
  const rows = pasted
    .replace(/\r/g, "")
    .split("\n")
    .map((l) =>
      l
        .replace(/^(?:[>|]\s?)+/, "")
        .trim()
        .replace(/^(?:--?-?|–|―|=E2=80=94)\s+(?=\S+ [A-Za-z0-9+/]+=*$)/, "— "),
    );
  const start = rows.findIndex((l) => /^\S+\/campaigns\/[0-9a-f-]{36}$/.test(l));
  if (start < 0) return null;
  const body = rows.slice(start).filter((l) => l !== "");
  const signatures = [];
  for (const l of body.slice(3)) {
    if (!l.startsWith("— ")) break;
    signatures.push(l);
  }
  return signatures.length ? `${body.slice(0, 3).join("\n")}\n\n${signatures.join("\n")}\n` : null;
}
